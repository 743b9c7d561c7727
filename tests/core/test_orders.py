"""Standing orders: what a new one sets aside, and what stays in force beside it."""

from pbem.core.orders import Line, Order, in_force, merge_standing, onward
from pbem.rules.africa1860.orders import Activate, Cancel, Defend, Trigger, When
from pbem.rules.legion.orders import Capture, Cooperate
from pbem.rules.rif1926.orders import Lose, Retreat, SupportDefence


def lines(*orders: Order) -> tuple[Line, ...]:
    return tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))


def merged(earlier: tuple[Order, ...], *new: Order) -> list[Order]:
    return [line.order for line in merge_standing(lines(*earlier), lines(*new))]


def test_a_new_standing_order_replaces_the_one_for_the_same_unit_or_hex() -> None:
    first, place = Retreat(who="r-1", to=("0404",)), Retreat(who="0403", to=("0404",))
    guns, new = SupportDefence(unit="r-1", none_=True), Retreat(who="r-1", to=("0503",))
    assert merged((first, place, guns), new) == [place, guns, new]
    assert merged((), first, place) == [first, place]


def test_of_two_standing_orders_of_a_sheet_for_the_same_unit_the_later_counts() -> None:
    first, second, place = (Retreat(who=who, to=("0404",)) for who in ("r-1", "r-1", "0403"))
    kept = merge_standing((), lines(first, place, second))
    assert [(line.order, line.number) for line in kept] == [(place, 2), (second, 3)]
    fire, hold = Defend(units=("u", "v"), mode="fire"), Defend(units=("v",), mode="hold")
    assert merged((), fire, hold) == [hold]


def test_what_only_takes_an_order_back_does_not_stay() -> None:
    way, guns = Retreat(who="r-1", to=("0404",)), SupportDefence(unit="r-1", hexes=("0404",))
    assert merged((way, guns), Retreat(who="r-1")) == [guns]
    assert merged((way, guns), SupportDefence(unit="r-1")) == [way]
    assert merged((), SupportDefence(unit="r-1", none_=True)) == [SupportDefence(unit="r-1", none_=True)]


def test_what_counts_as_a_whole_is_set_aside_whole() -> None:
    assert merged((Lose(units=("a-1",)), Lose(units=("a-2",))), Lose(units=("a-3",))) == [Lose(units=("a-3",))]
    added = (Lose(units=("a-1",)), Lose(units=("a-2",)))
    assert merged((), *added) == list(added), "lines of one sheet add up"
    other = Cooperate(seat="moroccan-2", policy="no")
    no = Capture(policy="no")
    assert merged((Capture(policy="yes", units=("taken-1",)), other), no) == [other, no]


def test_orders_for_nobody_stay_side_by_side_under_numbers_of_their_own() -> None:
    first, second = (When(trigger=Trigger(enters="a"), then=Activate(units=(unit,))) for unit in ("u", "v"))
    kept = merge_standing(merge_standing((), lines(Defend(area="a"), first)), lines(Cancel(standing=1), second))
    assert [(line.order.type, line.number) for line in kept] == [
        ("defend", 1), ("standing", 1), ("cancel", 1), ("standing", 2),
    ]  # fmt: skip
    assert [line.order for line in in_force(kept)] == [Defend(area="a"), second], "1 is cancelled"
    again = merge_standing(kept, lines(Defend(area="a", mode="hold")))
    assert [line.number for line in again if line.order.type == "defend"] == [2], "no number is given twice"


def test_a_path_may_be_written_with_the_space_where_it_begins() -> None:
    assert onward(("0402", "0403"), "0402") == ("0403",)
    assert onward(("0403", "0402"), "0402") == ("0403", "0402")
    assert onward(("0402",), "0402") == ("0402",)
    assert onward(("0107", "0207"), None) == ("0107", "0207")
