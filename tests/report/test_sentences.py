"""Events to sentences: macros by type, groups of many, and exact errors."""

from collections.abc import Sequence

import pytest

from pbem.core.events import Event, PhaseBegan, Rolled
from pbem.report.sentences import MANY, SentenceMissing, Sentences
from pbem.rules.legion.events import Deployed, Held, Moved, Waited
from tests.report.making import pieces, voice, words

MACROS = """
{%- macro held(e, w) -%} {{ w.short(e.unit) }}   stays.

  It rests. {%- endmacro -%}
{%- macro deployed(e, w) -%}{%- endmacro -%}
{%- macro moved(e, w) -%}{{ w.short(e.unit) }} moves.{%- endmacro -%}
{%- macro moved_brief(e, w) -%}{{ w.short(e.unit) }}{%- endmacro -%}
{%- macro moved_many(n, w) -%}{{ n }} moves:{%- endmacro -%}
"""


def moves(count: int, prefix: str = "urriaguel-") -> list[Moved]:
    """As many moves of pieces of one family."""
    units = [p for p in sorted(pieces()) if p.startswith(prefix)][:count]
    return [Moved(unit=u, how="move", path=("1513", "1514"), cost=1, allowance=5) for u in units]


def story(sentences: Sentences, events: Sequence[Event]) -> list[str]:
    """The items of events as text, a few lines each."""
    return [item.plain for item in sentences.items(events)]


def test_a_sentence_may_have_several_lines_and_loses_needless_blanks() -> None:
    """What stands between words and lines in a template does not count."""
    told = Sentences(MACROS, words("en")).render(Held(unit="cerinola-1"))
    assert told == "CER 1 stays.\nIt rests."


def test_rolls_and_new_phases_need_no_sentence() -> None:
    """The report tells them in its own way; a macro that says nothing is left out."""
    events = [
        Rolled(label="weather", die="legion", faces=(3,)),
        PhaseBegan(turn=1, phase="weather"),
        Deployed(unit="cerinola-1", at="1613"),
    ]
    assert story(Sentences(MACROS, words("en")), events) == []


def test_few_moves_are_told_one_by_one() -> None:
    """Below the limit each has its sentence."""
    assert len(story(Sentences(MACROS, words("en")), moves(MANY - 1))) == MANY - 1


def test_many_moves_are_told_by_unit() -> None:
    """A line for all, then one a family, its pieces in the order of events."""
    told = story(Sentences(MACROS, words("en")), [*moves(5), *moves(4, "ulisex-")])
    assert told == [
        "9 moves:\nBeni Urriaguel: URR 1; URR 10; URR 11; URR 12; URR 13.\nBeni Ulisex: ULI 1; ULI 10; ULI 11; ULI 12."
    ]


def test_many_moves_are_told_by_the_place_they_went_to() -> None:
    """Each to the nearest of the fronts, the fronts in their order; without a hex, or on a map of areas, by unit."""
    at = MACROS + "{%- macro moved_at(e, w) -%}{{ e.path[-1] }}{%- endmacro -%}"
    far = [move.model_copy(update={"path": ("1513", "0612")}) for move in moves(2, "ulisex-")]
    (item,) = Sentences(at, words("en")).items([*far, *moves(3)], ("1613", "0511", "3907"))
    assert item.rows == (("Around Annual", "URR 1; URR 10; URR 11."), ("Around Axdir", "ULI 1; ULI 10."))
    into = [move.model_copy(update={"path": ("1513", "1613")}) for move in moves(1, "ulisex-")]
    (item,) = Sentences(at, words("en")).items([*into, *moves(3)], ("1613", "0511", "3907"))
    assert item.rows == (("Annual (1613) and around", "ULI 1; URR 1; URR 10; URR 11."),), "one into it"
    (areas,) = Sentences(at, words("en")).items(moves(4), ("north", "south"))
    assert areas.rows == (("Beni Urriaguel", "URR 1; URR 10; URR 11; URR 12."),)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["5 units set up: where they stand is under Positions.",
                "The referee placed, without an order: URR 1 1510; URR 10 1511."]),
        ("es", ["5 fichas colocadas: están en Posiciones.",
                "Colocadas por el árbitro, sin orden: URR 1 1510; URR 10 1511."]),
    ],
)  # fmt: skip
def test_a_set_up_is_not_listed_beside_the_positions(lang: str, told: list[str]) -> None:
    """Only what the referee placed is named; without positions the list is whole."""
    units = [move.unit for move in moves(5)]
    events = [Deployed(unit=unit, at=f"15{10 + i}", by_referee=i < 2) for i, unit in enumerate(units)]
    (item,) = voice(lang).sentences.items(events, shown=True)
    assert item.plain.split("\n") == told
    (listed,) = voice(lang).sentences.items(events)
    assert all(f"15{10 + i}" in listed.plain for i in range(5))
    (few,) = voice(lang).sentences.items([Deployed(unit="urriaguel-1", at="1510")], shown=True)
    assert "1510" in few.plain, "fewer are told one by one"


def test_what_is_to_be_told_once_is() -> None:
    """However often it is recorded in a phase; what differs is told each time."""
    once = MACROS + '{%- set ONCE = ["held"] -%}'
    same, other = Held(unit="cerinola-1"), Held(unit="cerinola-2")
    told = story(Sentences(once, words("en")), [same, same, other, same, *moves(1), moves(1)[0]])
    assert [line.partition(" ")[0] + line[3:5] for line in told] == ["CER 1", "CER 2", "URR 1", "URR 1"]


def test_what_is_not_told_singly_is_one_line_at_the_end() -> None:
    """Pieces that stay make no noise, be it one or many."""
    quiet = MACROS + "{%- macro held_many(n, w) -%}{{ n }} stay.{%- endmacro -%}"
    own = Sentences(quiet, words("en"))
    assert story(own, [Held(unit="cerinola-1"), *moves(1)]) == ["URR 1 moves.", "1 stay."]
    assert story(own, [Held(unit="cerinola-1"), *moves(2), Held(unit="cerinola-2")])[-1] == "2 stay."


def test_rows_are_cells_that_a_bar_parts() -> None:
    """As text each begins with what it is about."""
    macros = (
        "{% macro held(e, w) %}It is so.\nA | 1 + 2 = 3 | die 4: 12\nB | {{ w.short(e.unit) }}\nplain{% endmacro %}"
    )
    (item,) = Sentences(macros, words("en")).items([Held(unit="cerinola-1")])
    assert item.rows == (("A", "1 + 2 = 3", "die 4: 12"), ("B", "CER 1"), ("plain",))
    assert item.plain == "It is so.\nA: 1 + 2 = 3; die 4: 12\nB: CER 1\nplain"


def test_a_roll_is_told_under_what_it_decides_or_not_at_all() -> None:
    """By a row of the game's own; one that stands under nothing parts nothing from what is told under it."""
    macros = (
        MACROS + '{%- set UNDER = {"rolled": ["held"], "moved": ["held"]} -%}'
        "{% macro rolled_row(events, w) %}Die | {{ events|map(attribute='label')|join(', ') }}{% endmacro %}"
        "{% macro moved_row(events, w) %}Moves | {{ events|length }}{% endmacro %}"
    )
    dice = [Rolled(label=label, die="legion", faces=(3,)) for label in "abc"]
    (item,) = Sentences(macros, words("en")).items([dice[0], Held(unit="cerinola-1"), *dice[1:], *moves(1)])
    assert item.rows == (("It rests.",), ("Die", "b, c"), ("Moves", "1"))
    (alone,) = Sentences(macros, words("en")).items([*moves(1), *dice])
    assert alone.plain == "URR 1 moves."


def test_a_fallback_tells_what_the_game_does_not() -> None:
    """The game's own macro comes first."""
    fallback = "{% macro held(e, w) %}x{% endmacro %}{% macro waited(e, w) %}{{ w.short(e.unit) }} waits.{% endmacro %}"
    told = Sentences(MACROS, words("en"), fallback=fallback)
    assert told.render(Held(unit="cerinola-1")).startswith("CER 1 stays.")
    assert told.render(Waited(unit="cerinola-1")) == "CER 1 waits."


def test_an_event_without_macro_is_an_error_that_names_it() -> None:
    """A report that leaves out what happened would be worse."""
    with pytest.raises(SentenceMissing, match="held"):
        Sentences("", words("en")).render(Held(unit="cerinola-1"))


@pytest.mark.parametrize("macro", ["{{ e.nothing }}", "{{ w.nothing(e.unit) }}", "{{ e.unit + 1 }}"])
def test_a_macro_that_fails_is_named(macro: str) -> None:
    """With the file and the macro."""
    told = Sentences("{% macro held(e, w) %}" + macro + "{% endmacro %}", words("en"), name="events.en.j2")
    with pytest.raises(SentenceMissing, match=r"events\.en\.j2, held"):
        told.render(Held(unit="cerinola-1"))


def test_a_template_that_is_none_is_named() -> None:
    """Broken syntax is found when it is read."""
    with pytest.raises(SentenceMissing, match="events"):
        Sentences("{% macro held( %}", words("en"))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_whole_set_up_is_told_in_few_lines(lang: str) -> None:
    """A hundred counters placed: a paragraph a unit, every piece named with its hex."""
    events = [Deployed(unit=p, at="1613") for p in sorted(pieces()) if pieces()[p]["turn"] == 1]
    told = story(voice(lang).sentences, events)
    assert len(told) < 20
    for event in events:
        assert f"{pieces()[event.unit]['short']} 1613" in " ".join(told)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_move_in_a_group_says_where_how_dear_and_what_it_must(lang: str) -> None:
    """From, to, points, and the duty to attack."""
    duty = Moved(unit="urriaguel-20", how="move", path=("1513", "1613"), cost=2, allowance=5, zoc_of=("cerinola-1",),
                 must_attack=True)  # fmt: skip
    march = Moved(unit="urriaguel-21", how="march", path=("1413", "1412"), cost=1, allowance=10)
    told = " ".join(story(voice(lang).sentences, [*moves(8), duty, march]))
    assert "URR 20 1513–1613 (2/5, " + {"es": "tiene que atacar)", "en": "must attack)"}[lang] in told
    assert {"es": "URR 21 1413–1412 (D 1/10)", "en": "URR 21 1413–1412 (M 1/10)"}[lang] in told


def test_what_is_told_in_groups_need_not_stand_together() -> None:
    """A player's lines mix moves and stays: each kind is still one group, where its first event was."""
    mixed = [event for move in moves(MANY) for event in (move, Held(unit="cerinola-1"))]
    told = story(Sentences(MACROS, words("en")), mixed)
    assert told[0].startswith(f"{MANY} moves:\nBeni Urriaguel: URR 1; URR 10;")
    assert told[1:] == ["CER 1 stays.\nIt rests."] * MANY


def test_steps_that_go_on_from_each_other_are_one_sentence() -> None:
    """What comes between them parts them, and so does another unit, or a way that begins elsewhere."""
    macros = '{%- set ONWARD = {"moved": ["unit"]} -%}' + MACROS.replace(
        "{{ w.short(e.unit) }} moves.", "{{ w.short(e.unit) }} moves {{ e.path|join('-') }}."
    )

    def step(unit: str, *path: str) -> Moved:
        return Moved(unit=unit, how="move", path=path, cost=1, allowance=5)

    events = [
        step("ulisex-1", "1513", "1514"),
        step("ulisex-1", "1514", "1515"),
        step("ulisex-2", "1515", "1516"),
        Held(unit="cerinola-1"),
        step("ulisex-2", "1516", "1517"),
        step("ulisex-2", "1601", "1602"),
    ]
    told = story(Sentences(macros, words("en")), events[:3])
    assert told == ["ULI 1 moves 1513-1514-1515.", "ULI 2 moves 1515-1516."]
    told = story(Sentences(macros, words("en")), events[2:])
    assert told[0] == "ULI 2 moves 1515-1516."
    assert told[2:] == ["ULI 2 moves 1516-1517.", "ULI 2 moves 1601-1602."]
