"""Rally: demoralized units try to lose their markers at the end of the turn (AFR-7)."""

from collections.abc import Collection

from pbem.core.play import Play
from pbem.kit.judging import Verdict, distinct
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.coins import coins_of, flip, heads_of
from pbem.rules.africa1860.events import Term
from pbem.rules.africa1860.faults import absent, earned, foreign, unknown
from pbem.rules.africa1860.orders import Rally
from pbem.rules.africa1860.sequence import SIDES, enemy
from pbem.rules.africa1860.state import State


def judge_rally(state: State, side: str, order: Rally) -> Verdict:
    """The verdict on a RALLY NO: units of one's own, on the map."""
    units = distinct(order.units)
    fault = earned((*unknown(state, units), *foreign(state, side, units))) or earned(absent(state, units))
    return Verdict(order.model_copy(update={"units": units}), fault)


def run_rally(play: Play, declined: Collection[str]) -> None:
    """Each demoralized unit but those that decline: coins, and enough heads take the marker off (AFR-7.1)."""
    before: State = play.state
    shaken = [unit for unit, each in before.units.items() if each.demoralized and before.on_map(unit)]
    need = before.scenario.tables["rally"]
    for unit in sorted(shaken, key=lambda unit: (SIDES.index(before.side(unit)), unit)):
        if unit in declined:
            continue
        terms = rally_terms(before, unit)  # AFR-7.1
        coins = coins_of(terms)
        faces = flip(play, f"rally {unit}", coins, "AFR-7.1") if coins >= need["least"] else ""  # AFR-7.1
        heads = heads_of(faces)
        play.emit(
            facts.Rallied(
                unit=unit, at=before.units[unit].at, terms=terms, coins=coins, faces=faces, heads=heads,
                rallied=heads >= need["heads"],
            )
        )  # fmt: skip


def rally_terms(state: State, unit: str) -> tuple[Term, ...]:
    """The coins of a unit that tries to rally where it stands (AFR-7.1, 7.2)."""
    scenario, side = state.scenario, state.side(unit)
    at, table = state.units[unit].at, scenario.tables["rally-modifiers"]
    foes = [area for area in state.stacks if state.threatens(area, enemy(side))]  # AFR-2.12
    near = min((scenario.board.distance(at, area) for area in foes), default=len(scenario.board.ids))
    shaken = [other for other in state.stack(at, side) if state.units[other].demoralized]
    holds = {
        "with-leader": bool(state.leaders(at, side)),
        "far-enemy": near >= table["far-enemy"]["distance"],
        "in-mountain": scenario.base(at) in table["in-mountain"]["terrain"],
        "near-enemy": near == table["near-enemy"]["distance"],
        "others-demoralized": len(shaken) >= table["others-demoralized"]["units"],
        "in-river-or-forest": scenario.base(at) in table["in-river-or-forest"]["terrain"],
    }  # AFR-7.2
    base = Term(code="rally", amount=scenario.tables["rally"]["coins"], rule="AFR-7.1")
    return base, *(Term(code=code, amount=table[code]["coins"], rule="AFR-7.2") for code in table if holds[code])
