"""What a check tells beforehand of lines that are good: what they will not do, or what the rules do besides."""

import pytest

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.rules.africa1860.activation import judge_activate
from pbem.rules.africa1860.check import check
from pbem.rules.africa1860.orders import Activate, Condition, Move, RetreatPlan, Ride, Trigger, When
from tests.rules.africa1860.position import make
from tests.rules.africa1860.test_told import convoys

UNITS = {"nizam-din": "b", "okla": "b", "seyyid-1": "c", "caz-vergara": "a", "nizam-nur": "off-map"}
FIRE = Activate(units=("okla",), fire="there")
RIDE = Activate(units=("seyyid-1",), fire="there")


def told(order: Order) -> list[tuple[int, str, str, str]]:
    """Of a standing line of the Moroccans, on a row of five areas: line, code, clause, area."""
    state = make("a-b-c-d-e", UNITS, "moroccan-fire")
    found = check(state, "moroccan", Sheet(seat="moroccan", standing=(Line(number=1, order=order, text=""),)))
    assert found.problems == ()
    return [(p.line, p.code, p.rule, str(p.args.get("area") or p.args["hex"])) for p in found.foreseen]


@pytest.mark.rule("AFR-6.7", "AFR-6.9")
@pytest.mark.parametrize(
    ("order", "far"),
    [
        (RetreatPlan(units=("nizam-din",), to=("d",)), True),
        (RetreatPlan(area="b", to=("d", "e")), True),
        (RetreatPlan(units=("nizam-din",), to=("d", "c")), False),
        (RetreatPlan(area="b", to=("c", "d")), False),
        (RetreatPlan(area="d", to=("a",)), False),
        (RetreatPlan(units=("nizam-din",)), False),
        (RetreatPlan(units=("nizam-nur",), to=("d",)), False),  # who is still to come begins nowhere yet
    ],
)
def test_a_retreat_that_begins_nowhere_is_told(order: RetreatPlan, far: bool) -> None:
    """It may lead on from an area beside, or be meant for another place: it is no fault."""
    assert told(order) == ([(1, "not-adjacent", "AFR-6.7", order.to[0])] if far else [])


@pytest.mark.rule("AFR-6.9")
def test_a_retreat_from_where_a_unit_is_sent_begins_there() -> None:
    """Nizam who go from b to c have d beside them, and are not told that it is beside b."""
    state = make("a-b-c-d-e", UNITS, "moroccan-fire")
    sheet = Sheet(
        seat="moroccan",
        sections=(
            Section(
                phase="moroccan-movement",
                lines=(Line(number=1, order=Move(units=("nizam-din",), path=("c",)), text=""),),
            ),
        ),
        standing=(Line(number=2, order=RetreatPlan(units=("nizam-din",), to=("d",)), text=""),),
    )
    found = check(state, "moroccan", sheet)
    assert (found.problems, found.foreseen) == ((), ())


@pytest.mark.rule("AFR-9.5", "AFR-15.2")
@pytest.mark.parametrize(
    ("trigger", "then", "own"),
    [
        (Trigger(enters="b"), FIRE, True),
        (Trigger(fires="c"), Activate(units=("okla",), fire="c"), True),
        (Trigger(enters="c"), RIDE, True),
        (Trigger(enters="b"), RIDE, False),
        (Trigger(enters="d"), FIRE, False),
        (Trigger(enters="b"), Activate(units=("okla",), fire="a"), False),
    ],
)
def test_fire_at_the_place_of_ones_own_is_told(trigger: Trigger, then: Activate, own: bool) -> None:
    """Guns never fire among their own, nor does anybody at where he stands; cavalry may beside its own."""
    area = trigger.enters or trigger.fires
    assert told(When(trigger=trigger, then=then)) == ([(1, "no-target", "AFR-15.2", area)] if own else [])


@pytest.mark.rule("AFR-4.1", "AFR-15.2")
@pytest.mark.parametrize("to", ["c", "d"])
def test_a_ride_to_where_one_stands_is_told(to: str) -> None:
    ride = When(trigger=Trigger(enters="e"), then=Activate(units=("seyyid-1",), move=(to,)))
    assert told(ride) == ([(1, "not-adjacent", "AFR-4.1", "c")] if to == "c" else [])


@pytest.mark.rule("AFR-8.4", "AFR-15.3")
@pytest.mark.parametrize(
    ("then", "if_", "told"),
    [
        (Activate(units=("seyyid-1",), move=("a",)), (), False),
        (Activate(units=("seyyid-1",), move=("f",)), (), True),
        (Activate(units=("seyyid-1",), move=("f",)), (Condition(who="seyyid-1", at="d"),), False),
        (Activate(units=("seyyid-1",), algarabia=Ride(via="e", fire="there", to="d")), (), True),
        (Activate(units=("seyyid-1",), algarabia=Ride(via="d", fire="there", to="c")), (), False),
    ],
)
def test_a_way_out_of_reach_is_told(then: Activate, if_: tuple[Condition, ...], told: bool) -> None:
    """From c two areas lead to a, three to f; where the order itself waits for the unit to be elsewhere, it knows."""
    state = make("a-b-c-d-e-f", {"seyyid-1": "c", "caz-vergara": "e"}, "spanish-fire")
    line = Line(number=1, order=When(trigger=Trigger(enters="e"), if_=if_, then=then), text="")
    found = check(state, "moroccan", Sheet(seat="moroccan", standing=(line,)))
    assert found.problems == ()
    assert [(each.code, each.rule) for each in found.foreseen] == [("not-adjacent", "AFR-15.3")] * told


@pytest.mark.rule("AFR-4.5", "AFR-15.3")
def test_of_a_shaken_rider_who_is_to_fire_alone_no_way_is_judged() -> None:
    """Beside an enemy he would have to go away if he went; he may have rallied when his moment comes."""
    state = make("a-b", {"seyyid-1": {"at": "b", "demoralized": True}, "caz-vergara": "a"}, "moroccan-fire")
    line = Line(number=1, order=When(trigger=Trigger(fires="b"), then=Activate(units=("seyyid-1",), fire="a")), text="")
    found = check(state, "moroccan", Sheet(seat="moroccan", standing=(line,)))
    assert (found.problems, found.foreseen) == ((), ())


@pytest.mark.rule("AFR-14.5", "AFR-14.6")
@pytest.mark.parametrize(("there", "full"), [(("leon", "rey"), False), (("leon", "rey", "quinto"), True)])
def test_a_convoy_that_finds_no_room_is_told(there: tuple[str, ...], full: bool) -> None:
    """As soon as somebody has left it goes."""
    state = convoys("c", **dict.fromkeys(there, "b"))

    def foreseen(*orders: Order) -> list[tuple[str, str, object]]:
        lines = tuple(Line(number=n, order=order, text="") for n, order in enumerate(orders, 1))
        sheet = Sheet(seat="spanish", sections=(Section(phase="spanish-movement", lines=lines),))
        found = check(state, "spanish", sheet).foreseen
        return [(each.code, each.rule, each.args["points"]) for each in found]

    assert foreseen() == ([("overstacked", "AFR-14.5", 12)] if full else [])
    assert foreseen(Move(units=("leon",), path=("a",))) == []


@pytest.mark.rule("AFR-6.3", "AFR-8.2")
@pytest.mark.parametrize(("ground", "notes"), [("clear", {}), ("building", {"coins": 1})])
def test_cavalry_that_has_too_few_coins_is_told_how_many(ground: str, notes: dict[str, int]) -> None:
    """It may be sent to fire, since what lies before its moment may change that; the receipt has the coins."""
    state = make("a-b", {"husares-princesa": "a", "nizam-din": "b"}, terrain={"b": ground})
    assert judge_activate(state, "spanish", Activate(units=("husares-princesa",), fire="b")).notes == notes
