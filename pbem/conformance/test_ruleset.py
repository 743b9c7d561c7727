"""What every rule set keeps, by its name alone: whole games are played, and each phase of them is held against it."""

import json
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

from pbem.board.board import read_board
from pbem.conformance import CHOSEN
from pbem.conformance.codes import codes_given
from pbem.conformance.games import STYLES, Played, Step, played
from pbem.core.events import Amended, Change, OrderVoided, PhaseBegan, Rolled, Unfit
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Inputs, adjudicate, fold
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import ChainDice
from pbem.game.codec import read_event, read_order
from pbem.game.game import open_game
from pbem.game.replay import replay
from pbem.game.voice import ruleset_words
from pbem.gamedata.games import LANGUAGES, lexicon, problems, templates
from pbem.gamedata.rulesets import game_file, source_of
from pbem.language.catalogue import TEXTS
from pbem.language.lexicon import Lexicon
from pbem.language.messages import placeholders
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.report.amended import FIELDS
from pbem.report.sentences import Sentences

GAMES = [(name, style) for name in CHOSEN for style in STYLES]
PHASES, CHOICES = 35, 6
"""So many phases of a game, and of each so many choices a seat, drawn by lot: a movement phase may have thousands."""


@pytest.fixture(params=GAMES, ids=lambda pair: "-".join(pair), scope="module")
def game(request: pytest.FixtureRequest) -> Played:
    return played(*request.param)


def as_json(value: Any) -> Any:
    """What a file would give back."""
    return json.loads(json.dumps(value))


def states(game: Played) -> Iterator[tuple[str, Any]]:
    """Every state between two phases, with the phase that led to it."""
    yield "start", game.steps[0].before
    yield from ((step.at, step.result.state) for step in game.steps)


# Values ----------------------------------------------------------------------------------------------------------


def test_a_state_survives_json(game: Played) -> None:
    rules, scenario = game.rules, game.scenario
    for full in (False, True):
        lost = [at for at, s in states(game) if rules.load(scenario, as_json(rules.dump(s, full=full))) != s]
        assert lost == []


def test_an_event_survives_json(game: Played) -> None:
    facts = [(step.at, event, as_json(event.to_json())) for step in game.steps for event in step.result.events]
    assert [(at, data) for at, event, data in facts if read_event(game.rules, data) != event] == []
    assert {type(event) for _, event, _ in facts} <= set(game.rules.EVENTS)


def test_an_order_survives_json(game: Played) -> None:
    lost = [o for _, _, lines in sections(game) for o in orders(lines) if read_order(game.rules, o.to_json()) != o]
    assert lost == []


def test_the_state_is_the_fold_of_the_events(game: Played) -> None:
    wrong = [s.at for s in game.steps if fold(game.rules, s.before, s.result.events) != s.result.state]
    assert wrong == []


def test_a_ruling_can_set_every_field_that_has_a_name(game: Played) -> None:
    """Each set to what it is, the position stays; a field that no state has is told. No name, no ruling."""
    named = lexicon(game.rules.NAME, "en").get(FIELDS, {})
    assert named.keys() == lexicon(game.rules.NAME, "es").get(FIELDS, {}).keys()
    assert (Amended in game.rules.EVENTS) is bool(named)
    if not named:
        return
    state = game.steps[-1].before
    data = game.rules.dump(state, full=True)
    units = {unit: fields for unit, fields in data.get("units", {}).items() if fields.get("at") is not None}
    changes = [Change(field=key, now=value) for key, value in data.items() if key in named and type(value) is not dict]
    changes += [
        Change(unit=u, field=key, now=value) for u, own in units.items() for key, value in own.items() if key in named
    ]
    assert {change.field for change in changes} or not units
    assert game.rules.evolve(state, Amended(changes=tuple(changes))) == state
    with pytest.raises(Unfit):
        game.rules.evolve(state, Amended(changes=(Change(field="no-such-field", now=1),)))


# Orders ----------------------------------------------------------------------------------------------------------


def test_each_choice_alone_is_accepted(game: Played) -> None:
    random, refused = Random(1), []
    for step in random.sample(game.steps, min(PHASES, len(game.steps))):
        for seat in step.sheets:
            choices = game.rules.choices(step.before, seat)
            assert set(choices.must) <= set(choices.actors)
            actors = random.sample(sorted(choices.actors), min(CHOICES, len(choices.actors)))
            for choice in (random.choice(choices.actors[actor]) for actor in actors if choices.actors[actor]):
                problems = check_one(game.rules, step.before, seat, choice.order)
                refused += [(step.at, seat, choice.order, problems)] if problems else []
    assert refused == []


def check_one(rules: Ruleset, state: Any, seat: str, order: Order) -> list[str]:
    """The problems of an order alone, but those of the whole sheet."""
    section = Section(phase=state.phase, lines=(Line(number=1, order=order),))
    checked = rules.check(state, seat, Sheet(seat=seat, sections=(section,)))
    return [problem.code for problem in checked.problems if problem.line]


def test_only_who_is_asked_may_order_and_the_others_may_react(game: Played) -> None:
    phases = {phase.id: phase for phase in game.rules.SEQUENCE}
    for step in game.steps:
        phase = phases[step.before.phase]
        sent = [line for section in step.sheets.values() for line in section.lines[:3]]
        lines = tuple(line.model_copy(update={"number": number}) for number, line in enumerate(sent, 1))
        asked = game.rules.awaited(step.before)
        for seat in game.data["seats"]:
            if seat in asked:
                continue
            choices = list(game.rules.choices(step.before, seat))
            if game.side(seat) in phase.sides:
                assert choices == [], step.at
                continue  # shares the phase, but has no piece for it
            assert all(phase.takes(choice.order, game.side(seat)) for choice in choices), step.at
            section = Section(phase=step.before.phase, lines=lines)
            checked = game.rules.check(step.before, seat, Sheet(seat=seat, sections=(section,)))
            refused = {line.number for line in lines if not phase.takes(line.order, game.side(seat))}
            assert {problem.line for problem in checked.problems} >= refused, step.at


def test_the_sequence_names_sides_and_verbs_that_there_are(game: Played) -> None:
    verbs = set(game.lexicon.orders)
    for phase in game.rules.SEQUENCE:
        assert set(phase.sides) <= set(game.rules.SIDES), phase.id
        assert {*phase.orders, *phase.reactions} <= verbs, phase.id
        assert phase.sides or not phase.orders, f"{phase.id}: nobody is asked for these orders"
        assert not phase.reactions or set(phase.sides) != set(game.rules.SIDES), f"{phase.id}: nobody is left to react"


def test_a_line_is_voided_once_and_only_if_it_was_sent(game: Played) -> None:
    for step in game.steps:
        sent = {(seat, line.number) for seat, section in step.sheets.items() for line in section.lines}
        voided = [(e.seat, e.line) for e in step.result.events if isinstance(e, OrderVoided)]
        assert len(set(voided)) == len(voided), step.at
        assert set(voided) <= sent, step.at


def test_what_the_check_finds_is_an_order_in_full(game: Played) -> None:
    """Completing an order changes nothing more the second time."""
    for step in game.steps:
        for seat, checked in step.checked.items():
            lines = tuple(found.line for found in checked.lines)
            again = Sheet(seat=seat, sections=(Section(phase=step.before.phase, lines=lines),))
            assert tuple(f.line for f in game.rules.check(step.before, seat, again).lines) == lines, step.at


def test_a_plan_moves_no_piece_and_shows_no_result(game: Played) -> None:
    """The scene of an accepted sheet is the position with plans: nobody is lost, nothing is rolled."""
    for step in game.steps:
        bare = game.rules.scene(step.before, (), None).counters
        for seat, checked in step.checked.items():
            scene = game.rules.planned(step.before, seat, checked.lines)
            new = [counter for counter in scene.counters if counter not in bare]
            assert scene.counters[: len(bare)] == bare, step.at
            assert all("planned" in counter.states for counter in new), step.at
            assert all(arrow.kind.startswith("planned") for arrow in scene.arrows), step.at
            assert {shot.hit for shot in scene.shots} <= {None}, step.at
            assert (scene.battles, scene.ghosts) == ((), ()), step.at


# Language ----------------------------------------------------------------------------------------------------------


def sections(game: Played) -> Iterator[tuple[Step, str, tuple[Line, ...]]]:
    """The lines of each seat and phase, as the check completed them."""
    for step in game.steps:
        for seat, checked in step.checked.items():
            yield step, seat, tuple(found.line for found in checked.lines)


def orders(lines: tuple[Line, ...]) -> list[Order]:
    return [line.order for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_gives_the_orders_that_it_was_written_from(game: Played, language: str) -> None:
    for step, seat, lines in sections(game):
        text = written(step, lines, game.lexicon, language)
        reading = read_text(text, game.lexicon, strict=True, side=game.side(seat))
        assert [p.code for p in reading.problems] == [], step.at
        assert [line.order for line in reading.lines] == orders(lines), step.at
        assert {line.phase for line in reading.lines} <= {step.before.phase}, step.at


def written(step: Step, lines: tuple[Line, ...], lexicon: Lexicon, language: str) -> str:
    head = {"en": "PHASE", "es": "FASE"}[language]
    return "\n".join([f"{head} {step.before.phase}", *(write_order(o, lexicon, language) for o in orders(lines))])


def test_a_json_sheet_and_a_text_sheet_are_the_same(game: Played) -> None:
    for step, seat, lines in sections(game):
        data = {"format": 1, "sections": [{"phase": step.before.phase, "orders": [o.to_json() for o in orders(lines)]}]}
        from_json = read_json(json.dumps(data).encode(), game.lexicon)
        from_text = read_text(written(step, lines, game.lexicon, "en"), game.lexicon, strict=True, side=game.side(seat))
        assert from_json.problems == (), step.at
        told = [[(line.number, line.phase, line.order, line.text) for line in r.lines] for r in (from_json, from_text)]
        assert told[0] == told[1], step.at


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHOSEN)
def test_every_problem_has_words(name: str, language: str) -> None:
    """Each code that the source gives, whatever its clause, is told without values too: so a report tells it."""
    given, own = codes_given(import_module(source_of(name).module)).codes, problems(name, language)
    codes = {code for code, _ in given}
    assert sorted(codes - own.keys() - TEXTS.keys()) == [], f"problems.{language}.toml lacks them"
    clauses = {code: {rule for given_code, rule in given if given_code == code} for code in codes & own.keys()}
    bare = [code for code in clauses if "" not in own[code] and code not in TEXTS]
    assert [code for code in bare if None in clauses[code] or clauses[code] - own[code].keys()] == []
    for code, said in own.items():
        assert "" not in said or not placeholders(said[""][-1]), f"{code}: its last text needs values"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_met_in_play_has_words(game: Played, language: str) -> None:
    own = problems(game.rules.NAME, language)
    met = {p.code for step in game.steps for checked in step.checked.values() for p in checked.problems}
    met |= {event.code for step in game.steps for event in step.result.events if isinstance(event, OrderVoided)}
    assert sorted(met - own.keys() - TEXTS.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_question_is_told(game: Played, language: str) -> None:
    """Each has its sentence, as each side and the public see it."""
    name = game.rules.NAME
    words = ruleset_words(name, language, game.data)
    sentences = Sentences.read(templates(name) / f"events.{language}.j2", words)
    for side in (*game.rules.SIDES, None):
        for step in game.steps:
            for event in step.result.events:
                if (seen := game.rules.sees(event, side)) is not None and not isinstance(seen, Rolled | PhaseBegan):
                    sentences.render(seen)
            for question in (question for result in step.results for question in result.questions):
                sentences.question(question)  # one that says what it asks in its id and options needs no more


# What a side sees ---------------------------------------------------------------------------------------------------


def test_a_view_leaks_nothing(game: Played) -> None:
    """Whoever sees only its own share of the events comes to its own view of the state, and to no more."""
    rules = game.rules
    for side in (*rules.SIDES, None):
        for step in game.steps:
            seen = [event for event in (rules.sees(e, side) for e in step.result.events) if event is not None]
            assert fold(rules, rules.view(step.before, side), seen) == rules.view(step.result.state, side), step.at


# Runs --------------------------------------------------------------------------------------------------------------


def test_play_ends(game: Played) -> None:
    assert game.rules.winner(game.end) in (*game.rules.SIDES, "draw")
    assert game.rules.awaited(game.end) == ()


def test_the_same_inputs_give_the_same_events(game: Played) -> None:
    for step in game.steps:
        inputs = Inputs(dice=ChainDice(step.key), sheets=dict(step.sheets), answers=step.answers)
        assert adjudicate(game.rules, step.before, inputs).events == step.result.events, step.at


def test_one_more_answer_keeps_what_was_sealed(game: Played) -> None:
    for step in game.steps:
        for before, after in zip(step.results, step.results[1:], strict=False):
            assert before.questions
            assert all(question.default in question.options for question in before.questions)
            assert len({question.id for question in before.questions}) == len(before.questions)
            assert after.events[: len(before.events)] == before.events, step.at


def test_a_roll_has_its_label_for_itself(game: Played) -> None:
    dice = {die.name: die.faces for die in game.rules.DICE}
    for step in game.steps:
        rolls = [event for event in step.result.events if isinstance(event, Rolled)]
        assert len({roll.label for roll in rolls}) == len(rolls), step.at
        for roll in rolls:
            assert roll.faces, f"{step.at}: {roll.label} shows nothing"
            fit = not Counter(roll.faces) - Counter(roll.items) if roll.items else {*roll.faces} <= {*dice[roll.die]}
            assert fit, f"{step.at}: {roll.label}"


# Positions ---------------------------------------------------------------------------------------------------------


def test_every_piece_is_on_the_map_or_off_it(game: Played) -> None:
    """Told once, of a side of the game, in a space of the map or with the word for why not; as it is drawn."""
    spaces = set(read_board(game.data["map"]).ids)
    for at, state in states(game):
        pieces = {piece.id: piece for piece in game.rules.pieces(state, None)}
        assert list(pieces) == sorted(pieces) == [piece.id for piece in game.rules.pieces(state, None)], at
        for piece in pieces.values():
            assert piece.side in game.rules.SIDES, (at, piece)
            assert piece.space is None or piece.space in spaces, (at, piece)
            assert piece.where == "map" or piece.status, (at, piece)
        for counter in game.rules.scene(state, (), None).counters:
            piece = pieces[counter.unit]
            drawn = (counter.side, counter.space, counter.factors, counter.states)
            assert (piece.side, piece.space, piece.figures, piece.states) == drawn, at
            assert piece.where == "map", (at, piece)


def test_a_side_is_told_the_pieces_that_it_sees(game: Played) -> None:
    rules = game.rules
    for at, state in states(game):
        for side in rules.SIDES:
            assert rules.pieces(rules.view(state, side), side) == rules.pieces(state, side), at


def test_who_may_act_is_a_piece_or_a_space(game: Played) -> None:
    spaces = set(read_board(game.data["map"]).ids)
    for step in Random(1).sample(game.steps, min(PHASES, len(game.steps))):
        pieces = {piece.id for piece in game.rules.pieces(step.before, None)}
        for seat in step.sheets:
            assert set(game.rules.choices(step.before, seat).actors) <= pieces | spaces, step.at


# Archives ----------------------------------------------------------------------------------------------------------

ARCHIVES = [(name, path.name) for name in CHOSEN for path in sorted(game_file(name, "archive").glob("*"))]


@pytest.mark.parametrize(("name", "archive"), ARCHIVES)
def test_an_archived_game_replays(name: str, archive: str) -> None:
    game = open_game(game_file(name, "archive", archive))
    found = replay(game.definition, game.records)
    assert found.difference is None
    assert found.records == len(game.records) > 0
    assert game.over
