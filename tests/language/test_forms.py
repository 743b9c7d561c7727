"""The order form: found again by its marks, read back to what it says, and asking for nothing as it stands."""

from pbem.core.ruleset import Choice, Choices
from pbem.language.forms import FormWords, mark, marked_phases, order_form
from pbem.language.text.reader import read_text
from pbem.rules.legion.orders import Attack, Deploy, Hold, Land, March, Move
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
    return order_form(choices, lexicon(), lang, FormWords(lambda unit: "0611, 3-5"), game="melilla", turn=3)


def test_a_movement_form_holds_every_counter() -> None:
    lines = form(movement("urriaguel-3", "urriaguel-4"))
    assert lines == (
        "## ORDERS melilla 3 Moroccan movement",
        "# Remove the # of the lines you want, and change what you need; unchanged lines do nothing.",
        "HOLD urriaguel-3           # 0611, 3-5 · MOVE: 0613, 0614",
        "HOLD urriaguel-4           # 0611, 3-5 · the same",
        "## END OF ORDERS",
    )


def test_the_marks_are_of_its_language_and_name_the_phase() -> None:
    lines = form(movement("urriaguel-3"), "es")
    assert (lines[0], lines[-1]) == ("## ÓRDENES melilla 3 movimiento marroquí", "## FIN DE ÓRDENES")
    assert marked_phases(lines, lexicon(), "es") == ("moroccan-movement",)
    assert lines[2].startswith("MANTENER urriaguel-3 ")
    assert lines[2].endswith("MOVER: 0613, 0614")


def test_many_choices_are_counted() -> None:
    (line,) = form(movement("urriaguel-3", ways=9))[2:-1]
    assert line.endswith("MOVE: 0613, 0614, 0615 … 9")
    assert form(movement("u" * 90))[2].endswith(" · MOVE: 2"), "no room for names"
    assert form(movement("u" * 120))[2] == f"HOLD {'u' * 120} # 0611, 3-5", "what is sent back is never cut"


def test_what_is_cheapest_is_named_first() -> None:
    ways = {"0613": 3, "0711": 1, "0712": 2}
    own = tuple(Choice(Move(unit="urriaguel-3", path=(hex_,)), {"cost": cost}) for hex_, cost in ways.items())
    hold = Choice(Hold(unit="urriaguel-3"))
    (line,) = form(Choices("moroccan", "moroccan-movement", {"urriaguel-3": (*own, hold)}))[2:-1]
    assert line.endswith("MOVE: 0711 (1), 0712 (2), 0613 (3)")


def test_a_landing_that_may_go_on_is_told_by_its_verb_with_the_hex_where_it_comes_ashore() -> None:
    ways = [(), ("0613",), ("0613", "0612")]
    own = tuple(Choice(Land(unit="alcantara-1", at="0614", path=way), {"cost": len(way)}) for way in ways)
    (line,) = form(Choices("spanish", "spanish-movement", {"alcantara-1": (*own, Choice(Hold(unit="alcantara-1")))}))[
        2:-1
    ]
    assert line.endswith("LAND: 0614, AT 0614 TO 0613 (1), AT 0614 TO 0612 (2)")


def test_the_form_reads_back() -> None:
    reading = read_text("\n".join(form(movement("urriaguel-3", "urriaguel-4"))), lexicon(), strict=True)
    assert [line.order for line in reading.lines] == [Hold(unit="urriaguel-3"), Hold(unit="urriaguel-4")]
    assert (reading.problems, reading.commands) == ((), ())


def test_elsewhere_a_line_is_an_example_behind_a_hash() -> None:
    alone = [Choice(Attack(targets=(target,), with_=("urriaguel-3",))) for target in ("0715", "0716")]
    other = (Choice(Attack(targets=("0615",), with_=("ulisex-3",))),)
    units = {"ulisex-3": other, "urriaguel-3": tuple(alone)}
    lines = form(Choices("moroccan", "moroccan-combat", units, frozenset({"urriaguel-3"})))[1:]
    assert lines[2] == "# ATTACK 0715 WITH urriaguel-3 # 0611, 3-5 · must attack · ATTACK: 0715, 0716"
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
    assert form(Choices("moroccan", "moroccan-movement", {"urriaguel-3": ()}))[2:] == (mark("form-end", "en"),)


def test_counters_stand_in_groups_under_their_headings() -> None:
    """In the order of the groups' keys; the headings are comments that a reply may keep."""
    fronts = {"ulisex-1": "2319", "ulisex-2": "1613", "ulisex-3": "1613"}
    headings = {"1613": "Annual (1613)", "2319": "elsewhere"}
    words = FormWords(lambda unit: "3-5", group=lambda unit: headings[fronts[unit]], order=lambda unit: fronts[unit])
    lines = order_form(movement(*fronts), lexicon(), "en", words, game="melilla", turn=3)
    assert [line.split("  ")[0] for line in lines[2:-1]] == [
        "# — Annual (1613)", "HOLD ulisex-2", "HOLD ulisex-3", "# — elsewhere", "HOLD ulisex-1",
    ]  # fmt: skip
    reading = read_text("\n".join(lines), lexicon(), strict=True)
    assert (len(reading.lines), reading.problems) == (3, ())


def test_places_come_before_other_hexes_and_are_named_once() -> None:
    """With what the way costs; the second verb names what the first did not."""
    names = {"0713": "Imzuren", "0511": "Axdir"}
    move = [
        Choice(Move(unit="ulisex-1", path=(hex_,)), {"cost": n, "allowance": 5})
        for n, hex_ in enumerate(("0612", "0613", "0713"), 1)
    ]
    march = [
        Choice(March(unit="ulisex-1", path=(hex_,)), {"cost": n, "allowance": 10})
        for n, hex_ in enumerate(("0713", "0511"), 6)
    ]
    choices = Choices("moroccan", "moroccan-movement", {"ulisex-1": (*move, *march, Choice(Hold(unit="ulisex-1")))})
    words = FormWords(lambda unit: "3-5", place=lambda space: names.get(space, ""))
    lines = order_form(choices, lexicon(), "en", words, game="melilla", turn=3)
    assert lines[2] == "# MOVE (4): it has 4 points. A place (3): it costs 3. At the end: how many hexes in all."
    assert lines[3].endswith("# 3-5 · MOVE (5): Imzuren 0713 (3) … 3 · MARCH (10): Axdir 0511 (7) … 2")


def test_an_attack_has_its_strengths_alone_and_together() -> None:
    """And what every piece must do is said once."""
    alone = Choice(Attack(targets=("cer-1",), with_=("ulisex-1",)), {"attack": 3, "defence": 6})
    both = Choice(Attack(targets=("cer-1",), with_=("ulisex-1", "ulisex-2")), {"attack": 7, "defence": 6})
    choices = Choices("moroccan", "moroccan-combat", {"ulisex-1": (alone, both)}, frozenset({"ulisex-1"}))
    lines = form(choices)
    assert lines[2:4] == (
        "# Behind a target: attack strength, alone to all together, against defence strength.",
        "# Every unit here needs an order.",
    )
    assert lines[4] == "# ATTACK cer-1 WITH ulisex-1 # 0611, 3-5 · ATTACK: cer-1 (3-7:6)"


def test_strengths_may_be_fractions() -> None:
    """Uphill 7 are a half of it: "7/2" is less than 10, and is told as it is."""
    whole = Choice(Attack(targets=("cer-1",), with_=("ulisex-1", "ulisex-2")), {"attack": "10", "defence": "13/2"})
    half = Choice(Attack(targets=("cer-1",), with_=("ulisex-1",)), {"attack": "7/2", "defence": "13/2"})
    lines = form(Choices("moroccan", "moroccan-combat", {"ulisex-1": (half, whole)}))
    assert any(line.endswith("ATTACK: cer-1 (7/2-10:13/2)") for line in lines)
