"""Orders to text and back, in both languages: what is written is what is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders import Order, Slot
from pbem.core.record import kebab
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.rules.legion.orders import ORDERS, Attack, Fly, Land, Move, Panic
from tests.language.factories import SEATS, counters, hexes, lexicon

UNITS = st.sampled_from(sorted(counter["id"] for counter in counters()))
SPACES = st.sampled_from(sorted(hexes()))


def values(slot: Slot) -> st.SearchStrategy[object]:
    """Values that a slot may have, left out included."""
    named = {
        "unit": UNITS,
        "space": SPACES,
        "seat": st.sampled_from(SEATS),
        "choice": st.sampled_from(slot.choices or ("",)),
    }
    one: st.SearchStrategy[str] = st.one_of(*(named.get(kind, st.nothing()) for kind in slot.kinds))
    if slot.kinds == ("flag",):
        return st.booleans()
    if slot.many:
        return st.lists(one, min_size=int(slot.required), max_size=6).map(tuple)
    return one if slot.required else st.none() | one


@st.composite
def orders(draw: st.DrawFn) -> Order:
    """Any order of La Legión."""
    order = draw(st.sampled_from(ORDERS))
    fields = {slot.field: draw(values(slot)) for slot in order.FORM}
    return order(**{name: value for name, value in fields.items() if value is not None})


@given(orders(), st.sampled_from(["en", "es", "fr"]))
def test_text_of_an_order_reads_back_to_it(order: Order, lang: str) -> None:
    text = write_order(order, lexicon(), lang)
    (line,) = read_text(text, lexicon(), strict=True).lines
    assert line.order == order
    assert write_order(line.order, lexicon(), lang) == text


@given(st.lists(orders(), max_size=8), st.sampled_from(["en", "es"]))
def test_text_and_json_say_the_same(many: list[Order], lang: str) -> None:
    text = "\n".join(write_order(order, lexicon(), lang) for order in many)
    sheet = {"format": 1, "sections": [{"orders": [order.to_json() for order in many]}]}
    from_text = read_text(text, lexicon(), strict=True)
    from_json = read_json(json.dumps(sheet).encode(), lexicon())
    assert [line.order for line in from_json.lines] == [line.order for line in from_text.lines] == many
    assert [line.number for line in from_json.lines] == [line.number for line in from_text.lines]
    assert (from_text.problems, from_json.problems) == ((), ())


@pytest.mark.parametrize(
    ("order", "english", "spanish"),
    [
        (Move(unit="urriaguel-3", path=("0614", "0714")), "MOVE urriaguel-3 0614 0714", "MOVER urriaguel-3 0614 0714"),
        (
            Land(unit="reina-1", at="0301", path=("0302",)),
            "LAND reina-1 AT 0301 0302",
            "DESEMBARCAR reina-1 EN 0301 0302",
        ),
        (
            Attack(targets=("0715",), with_=("leg-1",), support=("art-1", "art-2")),
            "ATTACK 0715 WITH leg-1 SUPPORT art-1 art-2",
            "ATACAR 0715 CON leg-1 APOYO art-1 art-2",
        ),
        (
            Panic(unit="arm-1", target="beni-2", to="0508", when="after"),
            "PANIC arm-1 beni-2 TO 0508 AFTER",
            "AHUYENTAR arm-1 beni-2 A 0508 DESPUÉS",
        ),
        (Fly(unit="hidro-1", to="0508", bomb=True), "FLY hidro-1 TO 0508 BOMB", "VOLAR hidro-1 A 0508 BOMBA"),
    ],
)
def test_canonical_lines(order: Order, english: str, spanish: str) -> None:
    assert write_order(order, lexicon(), "en") == english
    assert write_order(order, lexicon(), "es") == spanish


def test_every_verb_is_written_in_its_own_words() -> None:
    for lang in ("en", "es"):
        said = [lexicon().say("verbs", kebab(str(order.model_fields["type"].default)), lang) for order in ORDERS]
        assert len(set(said)) == len(ORDERS)
