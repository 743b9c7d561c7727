"""What the bot's divisions are ordered: manoeuvre far from the enemy, attack near him (NAP-2.1, 2.3)."""

from pbem.bots.napoleonic.aims import foes_near
from pbem.core.orders import Order
from pbem.rules.napoleonic.command import on_map
from pbem.rules.napoleonic.command_phase import divisions_in_play, judge_command
from pbem.rules.napoleonic.orders import Command
from pbem.rules.napoleonic.scenario import ATTACK, MANOEUVRE
from pbem.rules.napoleonic.state import State

NEAR = 7  # hexes within which an enemy may be met in a turn


def commands(state: State, side: str) -> list[Order]:
    """The changes of orders that are wanted, most needed first; those whom the enemy is near come first."""
    found, changed = list[Order](), 0
    wanted = {name: wanted_order(state, side, name) for name in divisions_in_play(state, side)}
    for name in sorted(wanted, key=lambda n: (wanted[n] != ATTACK, n)):
        order = Command.model_validate({"division": name, "order": wanted[name]})
        if wanted[name] != state.divisions[name].order and not judge_command(state, side, order, changed).faults:
            found.append(order)
            changed += 1
    return found


def wanted_order(state: State, side: str, name: str) -> str:
    """The order that a division should have as things stand."""
    near = any(foes_near(state, side, state.hex_of(unit), NEAR) for unit in on_map(state, name))
    return ATTACK if near else MANOEUVRE
