"""The shipped games: which there are, their files checked against the schemas, and the scenario.json of a new game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pbem.board.board import spell_out
from pbem.core.ruleset import Ruleset
from pbem.gamedata.files import label, read_file, read_toml
from pbem.gamedata.rulesets import BadGame, game_file, ruleset, ruleset_names, source_of
from pbem.gamedata.settings import read_settings
from pbem.language.catalogue import Plural, Text
from pbem.language.messages import Own
from pbem.phrases import Phrase, either

LANGUAGES = ("es", "en")


@dataclass(frozen=True, slots=True)
class ShippedGame:
    """A game that the program brings: its game.json, and the ids of its scenarios with their titles.

    `words` is game.json as parsed: names of sides, phases, conditions, types, status … by language.
    """

    name: str
    version: int
    title: Mapping[str, str]
    turns: int
    sides: tuple[str, ...]
    default_scenario: str
    scenarios: Mapping[str, Mapping[str, str]]
    words: Mapping[str, Any]


def shipped_games() -> list[ShippedGame]:
    """Every game at hand, by name; one of another package that is broken is left out, and told by `broken_games`."""
    return [found for name in ruleset_names() if isinstance(found := _tried(name), ShippedGame)]


def broken_games() -> dict[str, str]:
    """Why games of other packages cannot be used, a sentence each, by name."""
    return {name: str(wrong) for name in ruleset_names() if isinstance(wrong := _tried(name), BadGame)}


def _tried(name: str) -> ShippedGame | BadGame:
    try:
        ruleset(name)
        return shipped_game(name)
    except BadGame as wrong:
        if not source_of(name).package:
            raise
        return wrong


def shipped_game(name: str) -> ShippedGame:
    """One game by the name of its rule set; BadGame if there is none or its files are broken."""
    words = read_file("game", game_file(name, "game.json"), name)
    titles = {}
    for path in sorted(game_file(name, "scenarios").glob("*.json")):
        titles[path.stem] = read_file("scenario", path, name)["title"]
    return ShippedGame(
        name=name,
        version=words["version"],
        title=words["title"],
        turns=words["turns"],
        sides=tuple(words["sides"]),
        default_scenario=words["default-scenario"],
        scenarios=titles,
        words=words,
    )


def compose(
    name: str,
    scenario: str | None = None,
    *,
    options: Mapping[str, str] | None = None,
    seats: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The content of a new save's scenario.json: map, counters and tables of a scenario, every option, the seats.

    Left out, the scenario is the game's default one, options and settings are the scenario's, and each side is one
    seat. `aims` and `set-up` are in it where the scenario has them. The rule set reads it once before it is handed
    over. BadGame with a sentence where anything is wrong.
    """
    return _readable(ruleset(name), _content(name, scenario, game_map(name, scenario), options, seats, settings))


def shipped_content(
    name: str, scenario: str, options: Mapping[str, str], seats: Mapping[str, str], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """What `compose` gives, to compare with: neither read by the rule set nor looked at whether it can be drawn.

    BadGame where a file is not of its schema.
    """
    return _content(name, scenario, _map(name, scenario), options, seats, settings)


def _content(
    name: str,
    scenario: str | None,
    map_: Mapping[str, Any],
    options: Mapping[str, str] | None,
    seats: Mapping[str, str] | None,
    settings: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """A new save's scenario.json before the rule set has read it."""
    plan, rules = _plan(name, scenario), ruleset(name)
    sitting = seats or {side: side for side in shipped_game(name).sides}
    data = _position(
        name,
        map_=map_,
        counters=_in_scenario(plan, game_counters(name, scenario)),
        tables=game_tables(name, scenario),
        options={**plan["options"], **(options or {})},
        seats=sitting,
        settings=read_settings(rules, sitting, plan.get("settings", {}), settings or {}),
        turns=turns_of(name, scenario),
    )
    told = {key: plan[key] for key in ("aims",) if key in plan}
    whole = {**data, "scenario": plan["id"], "title": plan["title"], **told}
    if "set-up" in plan:
        whole["set-up"] = {side: dict(units) for side, units in plan["set-up"]["places"].items()}
    return whole


def _in_scenario(plan: Mapping[str, Any], counters: Mapping[str, Any]) -> Mapping[str, Any]:
    """The counters that a scenario names in `units`, all where it names none; BadGame for one that there is not."""
    named = plan.get("units", counters)
    lost = sorted(set(named) - set(counters))
    if lost:
        raise BadGame("The scenario {id} has no counter {lost!r}.", id=plan["id"], lost=lost[0])
    return {unit: about for unit, about in counters.items() if unit in named}


def compose_position(
    name: str,
    *,
    map_: Mapping[str, Any],
    counters: Mapping[str, Any],
    tables: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    seats: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    turns: int | None = None,
) -> dict[str, Any]:
    """The scenario.json of any position: a map and counters of one's own; tables and turns are the game's if left out.

    BadGame where the rule set cannot read it.
    """
    return _readable(
        ruleset(name),
        _position(
            name,
            map_=map_,
            counters=counters,
            tables=tables,
            options=options,
            seats=seats,
            settings=settings,
            turns=turns,
        ),
    )


def _readable(rules: Ruleset, data: dict[str, Any]) -> dict[str, Any]:
    """A scenario.json that the rule set can read; BadGame where it cannot."""
    try:
        rules.read_scenario(data)
    except ValueError as wrong:
        raise BadGame("{title} cannot be played so. {wrong}", title=data["title"]["en"], wrong=wrong) from None
    return data


def _position(
    name: str,
    *,
    map_: Mapping[str, Any],
    counters: Mapping[str, Any],
    tables: Mapping[str, Any] | None,
    options: Mapping[str, str] | None,
    seats: Mapping[str, str] | None,
    settings: Mapping[str, Any] | None,
    turns: int | None,
) -> dict[str, Any]:
    """The same before the rule set has read it; BadGame where the map cannot be spelled out."""
    about, rules = shipped_game(name), ruleset(name)
    sitting = dict(sorted((seats or {side: side for side in about.sides}).items()))
    try:
        spelled = spell_out(map_)
    except ValueError as wrong:
        raise BadGame("{title} cannot be played so. {wrong}", title=about.title["en"], wrong=wrong) from None
    return {
        "format": 1,
        "ruleset": name,
        "version": about.version,
        "scenario": "",
        "title": dict(about.title),
        "turns": turns or about.turns,
        "map": spelled,
        "counters": dict(counters),
        "tables": dict(tables if tables is not None else game_tables(name)),
        "options": every_option(rules, options or {}),
        "seats": sitting,
        **read_settings(rules, sitting, {}, settings or {}),
    }


def turns_of(name: str, scenario: str | None = None) -> int:
    """The length of a scenario in turns, of the game's default one if left out."""
    turns: int = _plan(name, scenario).get("turns", shipped_game(name).turns)
    return turns


def every_option(rules: Ruleset, given: Mapping[str, str]) -> dict[str, str]:
    """All options of a rule set with their values, the default where none is given; BadGame for what it lacks."""
    for option, value in given.items():
        if option not in rules.OPTIONS:
            raise BadGame(
                "{ruleset} has no option {option!r}; there are {values}.",
                ruleset=rules.NAME,
                option=option,
                values=", ".join(sorted(rules.OPTIONS)),
            )
        if value not in rules.OPTIONS[option]:
            raise BadGame(
                "The option {option} is {values}, not {value!r}.",
                option=option,
                values=either(rules.OPTIONS[option]),
                value=value,
            )
    return {option: given.get(option, values[0]) for option, values in sorted(rules.OPTIONS.items())}


def game_map(name: str, scenario: str | None = None) -> dict[str, Any]:
    """The map of a scenario, of the game's default one if left out.

    BadGame for one that is no board, or whose drawing is not as it is meant.
    """
    from pbem.report.svg.soundness import map_faults  # only where a map is read: it brings the fonts along

    found = _map(name, scenario)
    wrong = map_faults(found)
    if wrong:
        raise BadGame("{path}: {wrong}", path=label(game_file(name, _plan(name, scenario)["map"])), wrong=wrong[0])
    return found


def _map(name: str, scenario: str | None) -> dict[str, Any]:
    """The map of a scenario as its schema has it."""
    found: dict[str, Any] = read_file("map", game_file(name, _plan(name, scenario)["map"]), name)
    return found


def game_counters(name: str, scenario: str | None = None) -> dict[str, dict[str, Any]]:
    """The counters of a scenario by id, each without its id; of the game's default scenario if left out."""
    path = game_file(name, _plan(name, scenario)["counters"])
    found: dict[str, dict[str, Any]] = {}
    for counter in read_file("counters", path, name)["counters"]:
        if counter["id"] in found:
            raise BadGame("{path}: two counters have the id {id!r}.", path=label(path), id=counter["id"])
        found[counter["id"]] = {key: value for key, value in counter.items() if key != "id"}
    return found


def game_tables(name: str, scenario: str | None = None) -> dict[str, Any]:
    """The tables of a scenario, as the rule set reads them; of the game's default scenario if left out."""
    tables = read_file("tables", game_file(name, _plan(name, scenario)["tables"]), name)
    return {key: value for key, value in tables.items() if key != "format"}


def lexicon(name: str, language: str) -> dict[str, Any]:
    """The words of a game's order language: its lexicon.<language>.toml as parsed."""
    return read_toml(game_file(name, f"lexicon.{language}.toml"))


@lru_cache(maxsize=8)
def problems(name: str, language: str) -> Own:
    """What a game says of its problem codes: its problems.<language>.toml. BadGame where it is not of its schema."""
    path = game_file(name, f"problems.{language}.toml")
    return {
        code: {"" if clause == "texts" else clause: [_text(each) for each in texts] for clause, texts in said.items()}
        for code, said in read_toml(path, "problems", name).items()
    }


def signs_file(name: str) -> dict[str, Any]:
    """A game's signs.toml as parsed; empty where it has none. BadGame where it is not of its schema."""
    path = game_file(name, "signs.toml")
    return read_toml(path, "signs", name) if path.is_file() else {}


def _text(value: str | Mapping[str, str]) -> Text:
    return value if isinstance(value, str) else Plural(value["one"], value["many"], value["by"])


def clauses(name: str) -> dict[str, dict[str, Any]]:
    """Every clause of a game's rules by id, in the order of the rules: `chapter`, and `es` and `en`: what it says."""
    found: dict[str, dict[str, Any]] = read_toml(game_file(name, "clauses.toml"))["clauses"]
    return found


def chapters(name: str) -> dict[int, dict[str, str]]:
    """The chapters of a game's rules by number, with their titles by language."""
    return {int(n): title for n, title in read_toml(game_file(name, "clauses.toml"))["chapters"].items()}


def templates(name: str) -> Path:
    """The folder with a game's sentences: events.<language>.j2."""
    return game_file(name, "templates")


def faults(name: str) -> list[str]:
    """What is wrong with a shipped game, as sentences: a file that cannot be used, or what its design lacks."""
    found: list[str] = []
    try:
        for scenario in shipped_game(name).scenarios:
            rules = ruleset(name)
            found += rules.check_design(rules.read_scenario(compose(name, scenario)))
        for language in LANGUAGES:
            lexicon(name, language)
            problems(name, language)
        clauses(name)
        signs_file(name)
    except BadGame as wrong:
        found.append(str(wrong))
    except Exception as wrong:  # a rule set stumbles on its own data: the other games are none the worse for it
        found.append(
            Phrase(
                "{name} stumbles on its own data ({name_2}: {wrong}).",
                name=name,
                name_2=type(wrong).__name__,
                wrong=wrong,
            )
        )
    return found


def _plan(name: str, scenario: str | None) -> dict[str, Any]:
    """The file of a scenario, the default one for None; BadGame if the game has no such scenario."""
    about = shipped_game(name)
    chosen = scenario or about.default_scenario
    if chosen not in about.scenarios:
        raise BadGame(
            "{name} has no scenario {chosen!r}; there are {scenarios}.",
            name=name,
            chosen=chosen,
            scenarios=", ".join(about.scenarios),
        )
    found: dict[str, Any] = read_file("scenario", game_file(name, "scenarios", f"{chosen}.json"), name)
    return found
