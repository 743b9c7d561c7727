"""Any order that a FORM allows, and any line that its words make: for property tests of whatever game."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from pbem.core.orders import Order, Slot, rivals
from tests.language.samples.world import World


def orders(world: World) -> st.SearchStrategy[Order]:
    """Any order of a game."""
    return st.sampled_from(world.orders).flatmap(lambda order: order_of(order, world))


def order_of(order: type[Order], world: World) -> st.SearchStrategy[Order]:
    """Any order of a class."""
    return fields(order.FORM, world).map(lambda given: order(**given))


@st.composite
def fields(draw: st.DrawFn, form: tuple[Slot, ...], world: World) -> dict[str, Any]:
    """The fields of an order or a clause: what is required, and of what may be given instead of it one."""
    given: dict[str, Any] = {}
    for slot in form:
        if not slot.instead and (slot.required or draw(st.booleans())):
            chosen = draw(st.sampled_from((slot, *rivals(slot, form))))
            given[chosen.field] = draw(values(chosen, world))
    return given


def values(slot: Slot, world: World) -> st.SearchStrategy[Any]:
    """Any value of a slot, one at least where it takes many."""
    by_id = {order.model_fields["type"].default: order for order in world.orders}
    named: dict[str, st.SearchStrategy[Any]] = {
        "unit": pick(world.units),
        "space": pick(world.spaces),
        "group": pick(tuple(world.groups)),
        "seat": pick(world.sides),
        "phase": pick([phase.id for phase in world.phases]),
        "choice": pick(slot.choices),
        "number": st.integers(slot.least, slot.most),
        "flag": st.just(True),
        "clause": st.deferred(lambda: fields(slot.clause, world)),
        "order": st.one_of([order_of(by_id[verb], world) for verb in slot.verbs]),
    }
    one = st.one_of(named[kind] for kind in slot.kinds)
    return st.lists(one, min_size=1, max_size=4).map(tuple) if slot.many else one


def pick(listed: Sequence[str]) -> st.SearchStrategy[Any]:
    """One of these, if there are any."""
    return st.sampled_from(listed) if listed else st.nothing()


def lines(world: World) -> st.SearchStrategy[str]:
    """Lines of a game's own words, put together in any way, with what comes by mail between."""
    lexicon = world.lexicon()
    verbs = [word.replace("-", " ") for word in lexicon.verbs]
    known = [*lexicon.keywords, *lexicon.choices, *lexicon.skip, *lexicon.phrases, *world.units, *world.spaces]
    rubbish = [
        "3",
        "0",
        "99999",
        ">=2",
        "<= 2",
        "≥",
        "y",
        "and",
        '"a',
        '"to"',
        "#",
        ",",
        "->",
        "x",
        "9999",
        "ual",
        "\u202e",
    ]
    word = st.sampled_from(verbs) | st.sampled_from(known) | st.sampled_from([*rubbish, *world.groups, *world.places])
    begun = st.sampled_from(verbs) | word
    return st.tuples(begun, st.lists(word, max_size=14)).map(lambda found: " ".join([found[0], *found[1]]))
