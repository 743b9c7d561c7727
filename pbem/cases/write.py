"""Case files written: a commented skeleton of each game, and an archived phase as a case."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.cases.expect import lines_of
from pbem.cases.position import NONE, unit_fields
from pbem.core.events import Event, OrderVoided, PhaseBegan
from pbem.core.orders import Line, Section, Sheet
from pbem.core.pieces import natural
from pbem.core.play import fold
from pbem.core.ruleset import Ruleset
from pbem.errors import BadInput
from pbem.game.codec import read_event, read_order
from pbem.game.game import Game, open_game
from pbem.game.phase import state_after
from pbem.gamedata import games
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import BadGame, game_file, ruleset
from pbem.gamedata.settings import read_settings, setting_names
from pbem.language.write import write_order
from pbem.phrases import Phrase, system_words
from pbem.save.journal import Journal
from pbem.save.records import PhaseRecord

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WRITTEN = "en"


def skeleton(name: str) -> str:
    """A commented case of a rule set that holds as it stands, then its phases, options and fields as comments.

    BadGame if there is no such rule set.
    """
    games.shipped_game(name)
    rules = ruleset(name)
    path = game_file(name, "case.toml")
    try:
        example = path.read_text("utf-8")
    except OSError as wrong:
        raise BadGame("games/{name}/case.toml cannot be read: {why}.", name=name, why=system_words(wrong)) from None
    return example + "\n" + "".join(f"# {line}".rstrip() + "\n" for line in _facts(rules))


def _facts(rules: Ruleset) -> Iterator[str]:
    """What the rule set knows, for who writes a case."""
    yield "Phases, with the orders legal in each:"
    for phase in rules.SEQUENCE:
        reactions = f"; of the others: {', '.join(phase.reactions)}" if phase.reactions else ""
        yield f"  {phase.id}: {', '.join(phase.orders) or '(nobody is asked)'}{reactions}"
    yield "Options, the default first:"
    for option, values in rules.OPTIONS.items():
        yield f"  {option}: {', '.join(values)}"
    yield "Dice:"
    for die in rules.DICE:
        yield f"  {die.name}: {' '.join(map(str, die.faces))}"
    state = rules.initial(rules.read_scenario(games.compose(rules.NAME)))
    yield f"Fields of the state: {', '.join(key for key in rules.dump(state, full=True) if key != 'units')}"
    if fields := unit_fields(rules.NAME):
        yield f"Fields of a unit: {', '.join(sorted(fields))}"


def case_from_record(save: Path, n: int) -> str:
    """The archived phase of record `n` in a save folder as a case that holds; BadInput if it is no phase."""
    game = open_game(save)
    records = [written.record for written in game.records]
    record = next((each for each in records if each.n == n), None)
    if not isinstance(record, PhaseRecord):
        known = [f"{each.n} ({each.at})" for each in records if isinstance(each, PhaseRecord)]
        raise BadInput(
            "Record {n} of {game} is no phase; the last ones are {known}.",
            n=n,
            game=game.name,
            known=", ".join(known[-3:]) or Phrase("none"),
        )
    before = [each for each in records if each.n < n]
    state = state_after(game.rules, game.rules.initial(game.scenario), Journal.of(game.manifest, before).in_force())
    return "".join(line + "\n" for line in _case(game, record, state))


def _case(game: Game, record: PhaseRecord, state: Any) -> Iterator[str]:
    data = game.data
    yield f"# Made of record {record.n} of {game.name}."
    yield f"title = {toml(f'{game.name}, {record.at}')}"
    yield f"rules = {toml(sorted(_clauses(record.events), key=natural))}"
    yield f"game = {toml(game.rules.NAME)}"
    yield f"turn = {record.turn}"
    yield f"phase = {toml(record.phase)}"
    yield from _settings(game)
    yield f"dice = {toml(list(_dice(record)))}"
    given = [a for a in record.answers if a.source != "default"]
    if given:
        yield f"answers = {toml([{'question': a.question, 'answer': a.answer} for a in given])}"
    yield from _fields(game, state)
    yield "units = ["
    yield from (f"  {toml(unit)}," for unit in _units(game, state))
    yield "]"
    yield from _map(data["map"], game.rules.NAME)
    yield from _orders(game, record)
    yield from _expect(game, record, state)


def _settings(game: Game) -> Iterator[str]:
    """Options, seats and settings that are not as a case has them when it is silent."""
    rules, data = game.rules, game.data
    options = {name: value for name, value in data["options"].items() if value != rules.OPTIONS[name][0]}
    if options:
        yield f"options = {toml(options)}"
    if set(data["seats"]) != set(rules.SIDES):
        yield f"seats = {toml(list(data['seats']))}"
    usual = read_settings(rules, {}, {}, {})
    for name in setting_names(rules):
        if data.get(name, usual[name]) != usual[name]:
            yield f"{name} = {toml(data[name])}"


def _fields(game: Game, state: Any) -> Iterator[str]:
    """The fields of the state that are not as they are when nothing is said of them."""
    rules = game.rules
    silent = rules.dump(rules.load(game.scenario, {"turn": state.turn, "phase": state.phase}))
    for key, value in rules.dump(state).items():
        if key not in ("turn", "phase", "units") and value != silent[key]:
            yield f"{_key(key)} = {toml(value)}"


def _units(game: Game, state: Any) -> Iterator[dict[str, Any]]:
    """The units, lost ones too, for others may name them: a shipped counter by its id, another with what it shows."""
    shipped_ = games.game_counters(game.rules.NAME)
    for unit, fields in game.rules.dump(state).get("units", {}).items():
        counter = game.data["counters"][unit]
        shows = {key: value for key, value in counter.items() if value is not None}
        yield {"id": unit, **({} if counter == shipped_.get(unit) else shows), **fields}


def _map(map_: Mapping[str, Any], name: str) -> Iterator[str]:
    """The map by name where it is the shipped one, else in full. It comes first of the tables."""
    if map_ == games.game_map(name):
        yield f"map = {toml(name)}"
        return
    yield "\n[map]"
    yield from (f"{_key(key)} = {toml(value)}" for key, value in map_.items() if value is not None)


def _sheets(game: Game, record: PhaseRecord) -> dict[str, tuple[Line, ...]]:
    """The typed lines of each seat, numbered as the case numbers them, in canonical words whatever names were used."""
    lexicon = lexicon_of(game.rules, game.data)
    found: dict[str, tuple[Line, ...]] = {}
    for sheet in record.sheets:
        orders = [read_order(game.rules, line.order) for line in sheet.lines]
        texts = [write_order(order, lexicon, _WRITTEN) for order in orders]
        listed = enumerate(zip(orders, texts, strict=True), 1)
        found[sheet.seat] = tuple(Line(number=n, order=order, text=text) for n, (order, text) in listed)
    return found


def _orders(game: Game, record: PhaseRecord) -> Iterator[str]:
    yield "\n[orders]"
    for seat, lines in _sheets(game, record).items():
        if lines:
            yield f'{_key(seat)} = """'
            yield f"PHASE {record.phase}"
            yield from (line.text.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
            yield '"""'


def _problems(game: Game, record: PhaseRecord, state: Any) -> list[tuple[str, int, str]]:
    """What a check finds at the moment of the phase: faults of the whole sheet, lines spoiled since they were sent."""
    found, sheets = [], _sheets(game, record)
    asked = next(phase.sides for phase in game.rules.SEQUENCE if phase.id == record.phase)
    for seat, side in game.data["seats"].items():
        if side in asked or seat in sheets:
            section = Section(phase=record.phase, lines=sheets.get(seat, ()))
            checked = game.rules.check(state, seat, Sheet(seat=seat, sections=(section,)))
            found += [(seat, fault.line, fault.code) for fault in checked.problems]
    return found


def _expect(game: Game, record: PhaseRecord, state: Any) -> Iterator[str]:
    """What came of the phase: problems, rolls, voided lines, and every field that changed."""
    rules, sheets = game.rules, _sheets(game, record)
    events = [read_event(rules, fact) for fact in record.events]
    problems = _problems(game, record, state)
    spoiled = {(seat, line) for seat, line, _ in problems if line}
    yield "\n[expect]"
    if spoiled:
        yield "# Lines with a problem were good when they were sent; dice of the phases between made them impossible."
    yield f"problems = {toml(lines_of(problems))}"
    yield f"rolls = {toml([roll.label for roll in record.rolls])}"
    yield f"voided = {toml([v for v in _voided(record, events) if (v['side'], v['line']) not in spoiled])}"
    asked = [question.id for question in record.questions]
    if asked:
        yield f"question = {toml(asked[0] if len(asked) == 1 else asked)}"
    dropped = {word for seat, line in spoiled for word in _words(sheets[seat][line - 1].order.to_json())}
    was = rules.dump(state, full=True)
    now = rules.dump(fold(rules, state, (e for e in events if not isinstance(e, PhaseBegan))), full=True)
    for unit, fields in now.get("units", {}).items():
        changed = _changed(was.get("units", {}).get(unit, {}), fields)
        if changed and unit not in dropped:
            yield f"units.{_key(unit)} = {toml(changed)}"
    for key, value in _changed(was, now).items():
        if key not in ("units", "phase"):
            yield f"state.{_key(key)} = {toml(value)}"


def _voided(record: PhaseRecord, events: Iterable[Event]) -> list[dict[str, Any]]:
    """The voided lines under the numbers that they have in the case."""
    numbers = {sheet.seat: [line.number for line in sheet.lines] for sheet in record.sheets}
    voided = (event for event in events if isinstance(event, OrderVoided))
    return lines_of((e.seat, numbers[e.seat].index(e.line) + 1, e.code) for e in voided)


def _words(value: Any) -> set[str]:
    """All texts in a JSON value."""
    if isinstance(value, Mapping):
        return set[str]().union(*(_words(each) for each in value.values()))
    if isinstance(value, list | tuple):
        return set[str]().union(*(_words(each) for each in value))
    return {value} if isinstance(value, str) else set()


def _changed(was: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if was.get(key) != value}


def _dice(record: PhaseRecord) -> Iterator[int | str | list[str]]:
    """The faces of all rolls in order: numbers one by one, coins of a roll as one text, what was drawn as a list."""
    for roll in record.rolls:
        if roll.items:
            yield [str(face) for face in roll.faces]
            continue
        coins = [face for face in roll.faces if isinstance(face, str)]
        if coins and all(len(face) == 1 for face in coins):
            yield "".join(coins)
        else:
            yield from roll.faces


def _clauses(value: Any) -> set[str]:
    """The clauses that the events name as their rule."""
    if isinstance(value, Mapping):
        own = {str(value["rule"])} if value.get("rule") else set()
        return own.union(*(_clauses(each) for each in value.values()))
    if isinstance(value, list | tuple):
        return set[str]().union(*(_clauses(each) for each in value))
    return set()


# TOML -----------------------------------------------------------------------------------------------------------


def toml(value: Any) -> str:
    """A JSON value as TOML on one line; null is "none", as cases write it."""
    if value is None:
        return toml(NONE)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {toml(each)}" for key, each in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_all(value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def _all(values: Iterable[Any]) -> Iterator[str]:
    return (toml(value) for value in values)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
