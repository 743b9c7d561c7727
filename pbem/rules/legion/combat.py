"""Combat of land pieces: declared all at once, then resolved one after the other (LL-8.1 to 8.11).

Where the board has changed since the check: a target that is gone drops out, and the combat goes on against the other
one; a battery that cannot support any more drops out, and is told; an attacker that cannot attack any more, or a rest
that makes no legal combat, voids the whole order, and the duty of LL-7.8 does what it does for a piece without orders.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from pbem.core.orders import Line, Section
from pbem.core.play import Play, Question
from pbem.core.problems import Fault
from pbem.dice.die import Face
from pbem.kit.judging import void_line
from pbem.kit.tables import total
from pbem.rules.legion import losses
from pbem.rules.legion.declare import (
    Combat,
    Fight,
    attack_faults,
    combat_of,
    declaration,
    in_support_range,
    support_faults,
    touches_any,
)
from pbem.rules.legion.duty import add_attacks
from pbem.rules.legion.events import Fought, Lapsed, Strength, Term
from pbem.rules.legion.orders import Attack, Cooperate
from pbem.rules.legion.sequence import acting, enemy
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import attack_terms, defence_terms, printed
from pbem.rules.legion.targets import foe, in_order

Outcome = Literal["attacker", "defender", "tie"]


def run_combat(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run a combat phase: every declaration of the first seat, then the second's; added attacks; then the dice."""
    side = acting(play.state.phase)
    fights: list[Fight] = []
    for seat, line in in_order(sheets):
        if isinstance(line.order, Attack):
            # LL-8.1
            _declare(play, seat, line, line.order, fights)
    add_attacks(play, side, fights)
    for fight in fights:
        # LL-8.1
        _resolve(play, side, fight)


# Declaring -------------------------------------------------------------------------------------------------------


def _declare(play: Play, seat: str, line: Line, order: Attack, fights: list[Fight]) -> None:
    """Declare the combat of one line, or what is left of it; else void the line."""
    state = play.state
    dropped: list[Fault] = []
    combat = combat_of(state, seat, order)
    fault = next(attack_faults(state, seat, order, combat), None)
    if fault is not None:
        order, dropped = _left(state, seat, order)
        combat = combat_of(state, seat, order)
        fault = next(attack_faults(state, seat, order, combat), None)
    if fault is None:
        fault = _refused(play, seat, combat)
    if fault is not None:
        void_line(play, seat, line, (fault,))
        return
    for each in dropped:
        void_line(play, seat, line, (each,))
    fights.append(Fight(play.state.battles + 1, combat, seat, line.number))
    play.emit(declaration(state.scenario.seats[seat], fights[-1]))


def _left(state: State, seat: str, order: Attack) -> tuple[Attack, list[Fault]]:
    """The order without the targets that are gone and the batteries that cannot support any more; and their faults."""
    side = state.scenario.seats[seat]
    dropped: list[Fault] = []
    targets = tuple(word for word in order.targets if foe(state, side, word) is not None)
    standing = combat_of(state, seat, order).targets
    for battery in order.support:
        dropped += list(support_faults(state, seat, battery, standing))[:1]
    silent = {fault.args["unit"] for fault in dropped}
    support = tuple(battery for battery in order.support if battery not in silent)
    return order.model_copy(update={"targets": targets or order.targets, "support": support}), dropped


def _refused(play: Play, seat: str, combat: Combat) -> Fault | None:
    """The fault of a combat that mixes pieces of both seats where the other seat refuses; it is asked only then."""
    units, side = play.state.units, play.state.scenario.seats[seat]
    others = {owner for unit in (*combat.units, *combat.support) if (owner := units[unit].seat) not in (None, seat)}
    for other in sorted(others):
        # LL-3.1
        question = Question(
            id=f"cooperate {other} {'+'.join(combat.units)}",
            side=side,
            kind="cooperate",
            options=("yes", "no"),
            default="yes",
            rule="LL-3.1",
            match=partial(_standing, seat),
            seat=other,
        )
        if play.ask(question) == "no":
            # LL-3.1
            return Fault("not-your-sector", "LL-3.1", {"seat": other})
    return None


def _standing(asking: str, seat: str, line: Line) -> tuple[str | None, str]:
    """How a standing order answers whether its seat cooperates with the asking one."""
    if not isinstance(line.order, Cooperate):
        return None, "other-question"
    return (line.order.policy, "") if line.order.seat == asking else (None, "other-seat")


# Resolving -------------------------------------------------------------------------------------------------------


def _resolve(play: Play, side: str, fight: Fight) -> None:
    """Roll one combat and take out the losers; nobody advances or retreats (LL-8.11)."""
    combat = _still(play, fight)
    if not combat.targets:
        # LL-8.1
        play.void(fight.seat, fight.line, "no-target", "LL-8.1", fight.combat.units[0])
        return
    units, targets, state = combat.units, combat.targets, play.state
    defence_of = tuple([term for target in targets for term in defence_terms(state, target)])
    attack = _strength(play, "attack", units, attack_terms(state, units, combat.support))
    # LL-8.10: the attacked defends with a die, always
    defence = _strength(play, "defence", targets, defence_of)
    outcome = _outcome(attack.value, defence.value)
    fought = Fought(
        number=fight.number,
        side=side,
        at=tuple([state.hex_of(unit) for unit in targets]),
        origins=tuple([state.hex_of(unit) for unit in units]),
        attack=attack,
        defence=defence,
        support=combat.support,
        outcome=outcome,
    )
    play.emit(fought)
    if outcome != "tie":
        winner, lost = (side, targets) if outcome == "attacker" else (enemy(side), units)
        # LL-8.11: the hexes of the lost stay empty
        losses.eliminate(play, _lost(play.state, lost), winner, "combat")


def _still(play: Play, fight: Fight) -> Combat:
    """What is left of a declared combat: an earlier one may have taken a target where it may be attacked twice."""
    state, combat = play.state, fight.combat
    targets = tuple(target for target in combat.targets if state.units[target].status == "map")
    if len(targets) == len(combat.targets):
        return combat
    units = tuple(unit for unit in combat.units if touches_any(state, unit, targets))
    support = tuple(battery for battery in combat.support if in_support_range(state, battery, targets))
    idle = tuple(unit for unit in combat.units if unit not in units)
    silent = tuple(battery for battery in combat.support if battery not in support)
    if idle or silent:
        # LL-8.1
        play.emit(Lapsed(number=fight.number, units=idle, support=silent))
    return Combat(units, targets, support)


def _strength(play: Play, label: str, units: tuple[str, ...], terms: tuple[Term, ...]) -> Strength:
    """One side of a combat: its sum times one die."""
    factor = total(terms)

    def value(faces: tuple[Face, ...]) -> str:
        return str(factor * int(faces[0]))

    # LL-8.2
    rolled = play.roll(f"{label} {'+'.join(units)}", play.state.scenario.die, meaning=value, rule="LL-8.2")
    face = int(rolled[0])
    return Strength(units=units, terms=terms, total=factor, face=face, value=factor * face)


def _outcome(attack: int, defence: int) -> Outcome:
    if attack == defence:
        # LL-8.3
        return "tie"
    # LL-8.2
    return "attacker" if attack > defence else "defender"


def _lost(state: State, units: Sequence[str]) -> Sequence[str]:
    """Those of the losing side who are lost: all who fought, for their value is common."""
    if state.scenario.options["group-loss"] == "one":
        # LL-8.4: the other reading
        return [min(units, key=lambda unit: (printed(state, unit), unit))]
    # LL-8.4
    return units
