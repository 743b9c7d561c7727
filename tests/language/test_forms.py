"""The order form: found again by its marks, read back to what it says, and asking for nothing as it stands."""

from pbem.core.ruleset import Choice, Choices
from pbem.language.forms import BEGIN, END, order_form
from pbem.language.text import read_text
from pbem.rules.legion.orders import Attack, Deploy, Hold, Move
from tests.language.factories import lexicon


def movement(*units: str, ways: int = 2) -> Choices:
    hexes = [f"06{row:02}" for row in range(13, 13 + ways)]
    return Choices(
        "moroccan",
        "moroccan-movement",
        {
            unit: (*(Choice(Move(unit=unit, path=("0612", hex_))) for hex_ in hexes), Choice(Hold(unit=unit)))
            for unit in units
        },
    )


def form(choices: Choices, lang: str = "en") -> tuple[str, ...]:
    return order_form(choices, lexicon(), lang, lambda unit: "at 0611, MF 5", game="melilla", turn=3)


def test_a_movement_form_holds_every_counter() -> None:
    lines = form(movement("urriaguel-3", "urriaguel-4"))
    assert lines == (
        "## ORDERS melilla 3 moroccan-movement",
        "# Change a line, or take the # from its beginning. Lines left as they are do nothing.",
        "HOLD urriaguel-3           # at 0611, MF 5: MOVE 0613 0614",
        "HOLD urriaguel-4           # at 0611, MF 5: MOVE 0613 0614",
        "## END OF ORDERS",
    )


def test_the_marks_are_the_same_in_every_language() -> None:
    lines = form(movement("urriaguel-3"), "es")
    assert (lines[0].split()[:2], lines[-1]) == (BEGIN.split(), END)
    assert lines[2].startswith("MANTENER urriaguel-3 ")
    assert lines[2].endswith("MOVER 0613 0614")


def test_many_choices_are_counted() -> None:
    (line,) = form(movement("urriaguel-3", ways=9))[2:-1]
    assert line.endswith("MOVE 0613 0614 0615 0616 … (9)")
    assert len(form(movement("u" * 90))[2]) == 120


def test_what_is_cheapest_is_named_first() -> None:
    ways = {"0613": 3, "0711": 1, "0712": 2}
    own = tuple(Choice(Move(unit="urriaguel-3", path=(hex_,)), {"cost": cost}) for hex_, cost in ways.items())
    hold = Choice(Hold(unit="urriaguel-3"))
    (line,) = form(Choices("moroccan", "moroccan-movement", {"urriaguel-3": (*own, hold)}))[2:-1]
    assert line.endswith("MOVE 0711 0712 0613")


def test_the_form_reads_back() -> None:
    reading = read_text("\n".join(form(movement("urriaguel-3", "urriaguel-4"))), lexicon(), strict=True)
    assert [line.order for line in reading.lines] == [Hold(unit="urriaguel-3"), Hold(unit="urriaguel-4")]
    assert (reading.problems, reading.commands) == ((), ())


def test_elsewhere_a_line_is_an_example_behind_a_hash() -> None:
    alone = [Choice(Attack(targets=(target,), with_=("urriaguel-3",))) for target in ("0715", "0716")]
    choices = Choices("moroccan", "moroccan-combat", {"urriaguel-3": tuple(alone)}, frozenset({"urriaguel-3"}))
    lines = form(choices)
    assert lines[2] == "# ATTACK 0715 WITH urriaguel-3 # at 0611, MF 5, must act: ATTACK 0716"
    assert read_text("\n".join(lines), lexicon(), strict=True).lines == ()
    (taken,) = read_text(lines[2].removeprefix("# "), lexicon(), strict=True).lines
    assert taken.order == alone[0].order


def test_a_set_up_offers_each_counter_a_hex_of_its_own() -> None:
    hexes = ("3907", "3908", "3909")
    units = {unit: tuple(Choice(Deploy(unit=unit, at=hex_)) for hex_ in hexes) for unit in ("cerinola-1", "cerinola-2")}
    lines = form(Choices("spanish", "spanish-setup", units))
    assert [line.split("#")[1].strip() for line in lines[2:-1]] == [
        "DEPLOY cerinola-1 AT 3907",
        "DEPLOY cerinola-2 AT 3908",
    ]


def test_the_same_is_offered_twice_where_there_is_nothing_else() -> None:
    units = {unit: (Choice(Deploy(unit=unit, at="3907")),) for unit in ("cerinola-1", "cerinola-2")}
    lines = form(Choices("spanish", "spanish-setup", units))
    assert [line.split()[1:5] for line in lines[2:-1]] == [["DEPLOY", unit, "AT", "3907"] for unit in units]


def test_who_has_nothing_to_choose_gets_no_form() -> None:
    assert form(Choices("moroccan", "moroccan-combat", {})) == ()
    assert form(Choices("moroccan", "moroccan-movement", {"urriaguel-3": ()}))[2:] == (END,)
