"""The strength of each side of a combat, term by term: every point with its clause and piece (LL-10.2)."""

from collections.abc import Sequence
from functools import lru_cache

from pbem.kit.tables import total
from pbem.rules.legion.control import ARMOUR
from pbem.rules.legion.events import Term
from pbem.rules.legion.state import State


@lru_cache(maxsize=4096)
def term(unit: str, code: str, amount: int, rule: str, factor: bool = False) -> Term:
    """A term; the same few come up again and again in a game, so they are made once."""
    return Term(code=code, amount=amount, rule=rule, factor=factor, unit=unit)


def printed(state: State, unit: str) -> int:
    """The combat factor that a land piece shows (LL-2.6)."""
    factor = state.counter(unit).combat
    assert factor is not None
    return factor


def attack_terms(state: State, units: Sequence[str], support: Sequence[str]) -> tuple[Term, ...]:
    """The terms of an attack: the printed CF of each attacker, and a point for each supporting battery."""
    # LL-8.4
    terms = [term(unit, "combat", printed(state, unit), "LL-8.2") for unit in units]
    each = 1
    if state.scenario.options["support-each"] == "yes":
        # LL-8.15: the other reading, a point to each attacker
        each = len(units)
    # LL-8.15
    terms += [term(battery, "support", each, "LL-8.15") for battery in support]
    return tuple(terms)


def defence_terms(state: State, unit: str) -> tuple[Term, ...]:
    """The terms of the defence factor of one attacked piece, in the order in which they count (LL-10.2)."""
    # LL-10.2 LL-8.16: artillery as any other piece
    scenario, counter = state.scenario, state.counter(unit)
    tables, words = scenario.tables, scenario.board.terrain[state.hex_of(unit)]
    terms = [term(unit, "combat", printed(state, unit), "LL-8.2")]
    works = words & {"city", "fortress"}
    sheltered = counter.type != ARMOUR
    fortress = term(unit, "fortress", tables["fortress-factor"], "LL-8.8", factor=True)
    doubled = sheltered and "fortress" in works
    if doubled and scenario.options["fortress-doubles"] == "printed":
        # LL-8.8
        terms.append(fortress)
    if sheltered and works == {"city"}:
        # LL-8.7
        terms.append(term(unit, "city", tables["city-defence"], "LL-8.7"))
    terms += _gun_terms(state, unit, words)
    if doubled and scenario.options["fortress-doubles"] == "sum":
        # LL-8.8: the other reading, doubling what the points have brought it to
        terms.append(fortress)
    if works and state.weather == "hot":
        # LL-9.6
        terms.append(term(unit, "heat", -tables["heat-defence"], "LL-9.6"))
    return tuple(terms)


def defence_factor(state: State, unit: str) -> int:
    """The defence factor of one attacked piece, before the die (LL-10.2)."""
    return total(defence_terms(state, unit))


def _gun_terms(state: State, unit: str, words: frozenset[str]) -> list[Term]:
    """What a machine gun adds, and its place in mountain."""
    tables, options = state.scenario.tables, state.scenario.options
    gun = state.counter(unit).type == "machine-gun"
    terms = []
    if gun:
        # LL-8.9
        terms.append(term(unit, "machine-gun", tables["machine-gun-defence"], "LL-8.9"))
    if "mountain" in words and (gun or options["mountain-defence"] == "all"):
        # LL-8.9
        terms.append(term(unit, "mountain", tables["machine-gun-mountain"], "LL-8.9"))
    return terms
