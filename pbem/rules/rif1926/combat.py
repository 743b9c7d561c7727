"""Combat: attacks in the order of the sheet, each resolved before the next (RIF-9.2 to 9.17)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from pbem.board.hexmap import HexMap
from pbem.core.orders import Line, Section
from pbem.core.play import Play, Question
from pbem.dice.die import D6, Face
from pbem.kit.judging import void_line
from pbem.kit.tables import total
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.bombardment import disperse
from pbem.rules.rif1926.declare import Assault, assault_of, attack_faults, declaration
from pbem.rules.rif1926.duty import complete
from pbem.rules.rif1926.orders import Attack, Lose, Retreat, SupportDefence
from pbem.rules.rif1926.sequence import RIF, enemy
from pbem.rules.rif1926.state import State, has_room
from pbem.rules.rif1926.strength import (
    defence_terms,
    far_guns,
    ground_attack,
    ground_terms,
    modifiers,
    odds,
    own_guns,
    result_of,
    support_counted,
    term,
)
from pbem.rules.rif1926.supply_lines import first_supplied


def run_combat(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    """Run a combat phase: the attacks of the sheet, with what the rules add to them, one after the other (RIF-9.4)."""
    attacks, added = complete(play.state, side, _planned(play, side, sheets))
    for told in added:
        play.emit(told)  # RIF-4.4 RIF-9.2
    for attack in attacks:
        resolve(play, side, attack)  # RIF-9.4


def _planned(play: Play, side: str, sheets: Mapping[str, Section]) -> list[Assault]:
    """The attacks of the sheets; one that cannot be any more is voided. That no two clash has been judged."""
    found = list[Assault]()
    for seat, section in sorted(sheets.items()):
        for line in section.lines:
            assert isinstance(line.order, Attack)
            assault = assault_of(play.state, line.order)
            fault = next(attack_faults(play.state, side, line.order, assault), None)
            if fault is None:
                found.append(assault)
            else:
                void_line(play, seat, line, (fault,))
    return found


def resolve(play: Play, side: str, attack: Assault) -> None:
    """Resolve one attack: support, odds, die, result, retreats and advances (RIF-9.6)."""
    state, at = play.state, attack.at  # RIF-9.6
    told = declaration(state, side, attack)
    origins = tuple([state.hex_of(unit) for unit in attack.units])
    if side == RIF and all(state.counter(unit).type == "armour" for unit in told.targets):
        play.emit(told)
        play.emit(
            facts.ArmourCaught(number=told.number, side=side, at=at, origins=origins, units=told.targets)  # RIF-9.10
        )
        _advance(play, attack)
        return
    guns, silent, far = _defensive_fire(play, enemy(side), at, attack.units)
    defence = defence_terms(state, at, silent)
    play.emit(told)
    if guns or far:
        defence += tuple([term("support", state.counter(unit).points, "RIF-9.17", unit) for unit in far])
        play.emit(facts.Defended(units=(*guns, *far), at=at))  # RIF-9.16
    ground, foot = ground_terms(state, attack.units), ground_attack(state, attack.units)
    fire = sum([state.counter(unit).points for unit in attack.support])
    counted = support_counted(state.scenario, foot, fire)
    strengths = foot + counted, total(defence)
    column = odds(state, *strengths)
    drm = modifiers(state, at, attack.units, origins)

    def meaning(faces: tuple[Face, ...]) -> str:
        return result_of(state.scenario, column, int(faces[0]), drm)[1]

    face = int(play.roll(f"attack {at}", D6, meaning=meaning, rule="RIF-9.13")[0])  # RIF-9.13
    row, result = result_of(state.scenario, column, face, drm)
    play.emit(
        facts.Fought(
            number=told.number, side=side, at=at, origins=origins, units=attack.units, support=attack.support,
            targets=told.targets, defence_support=(*guns, *far), attack_terms=ground, defence_terms=defence,
            fire=fire, counted=counted, attack=strengths[0], defence=strengths[1], column=column, face=face,
            drm=drm, row=row, result=result,
        )
    )  # fmt: skip
    apply_result(play, side, attack, told.targets, result)
    _advance(play, attack)


# Defensive fire --------------------------------------------------------------------------------------------------


def _defensive_fire(
    play: Play, side: str, at: str, attackers: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The guns that defend their own hex, those of it kept back, and those that support from other hexes."""
    own, others = own_guns(play.state, at), far_guns(play.state, side, at)
    if not own and not others:
        return (), (), ()
    asked = [(unit, "yes") for unit in own] + [(unit, "no") for unit in others]
    questions = [
        Question(
            id=f"support-defence {unit} {at}",
            side=side,
            kind="support-defence",
            options=("yes", "no"),
            default=default,
            rule="RIF-9.16" if unit in own else "RIF-9.17",
            match=partial(_supports, play.state, unit, at),
            units=attackers,
        )
        for unit, default in asked
    ]
    answers = play.ask_all(questions)
    said = dict(zip((unit for unit, _ in asked), answers, strict=True))
    guns = tuple(unit for unit in own if said[unit] == "yes")  # RIF-9.16
    silent = tuple(unit for unit in own if said[unit] == "no")  # RIF-9.16
    return guns, silent, tuple(unit for unit in others if said[unit] == "yes")  # RIF-9.17


def _supports(state: State, unit: str, at: str, seat: str, line: Line) -> tuple[str | None, str]:
    """How a line answers whether a gun defends a hex: its own unless kept back, another if it is listed.

    A line without hexes is "no" to another hex and, as it takes back what was listed, stands in nobody's way later.
    """
    order = line.order
    if not isinstance(order, SupportDefence):
        return None, "other-question"
    if order.unit != unit:
        return None, "other-unit"
    if order.none_:
        return "no", ""  # RIF-9.16
    if not order.hexes and state.units[unit].at != at:
        return "no", ""
    return ("yes", "") if at in order.hexes else (None, "other-hex")


# Results ---------------------------------------------------------------------------------------------------------


def apply_result(play: Play, side: str, attack: Assault, targets: Sequence[str], result: str) -> None:
    """Carry out a result of the table, step by step as the tables spell it out (RIF-9.14); `targets` are by id."""
    guns = [unit for unit in attack.support if _adjacent_gun(play.state, unit, attack.at)] if attack.support else []
    losers = {"attacker": sorted((*attack.units, *guns)), "defender": targets}
    marked: list[str] = []
    for who, what, how_many in play.state.scenario.tables["results"][result]:
        own = attack if who == "attacker" else None
        units = [unit for unit in losers[who] if play.state.units[unit].status == "map"]
        if what == "disperse-marked":
            what, units = "disperse", [unit for unit in marked if unit in units]
        elif how_many == "one":
            units = [_one(play, what, units, own, attack.at)] if units else []
        if what == "mark":
            marked = units  # RIF-9.14: chosen before the retreat
        else:
            _each(play, what, units, own, attack.at)


def _adjacent_gun(state: State, unit: str, at: str) -> bool:
    """Whether a supporting unit is artillery next to the target: it shares the attackers' results (RIF-9.14)."""
    counter = state.counter(unit)
    return counter.type == "artillery" and state.hex_of(unit) in state.scenario.board.neighbours[at]  # RIF-9.14


def _one(play: Play, what: str, units: Sequence[str], own: Assault | None, at: str) -> str:
    """The one unit of several that a result concerns: of the attacker's as his order lists them (RIF-9.14)."""
    if what == "mark":
        units = [u for u in units if not play.state.units[u].dispersed] or units  # RIF-9.14
    weak = min(units, key=partial(_weakness, play.state, what)) if len(units) > 1 else units[0]
    if own is not None:
        return next((unit for unit in own.lose if unit in units), weak)  # RIF-9.14
    return weak if len(units) == 1 else _defenders_choice(play, what, units, weak, at)


def _weakness(state: State, what: str, unit: str) -> tuple[int, str]:
    """How weak a unit is as printed: its defence for a retreat, attack and defence for a loss (RIF-9.14)."""
    counter = state.counter(unit)
    return (counter.defence if what == "retreat" else counter.attack + counter.defence), unit


def _defenders_choice(play: Play, what: str, units: Sequence[str], weak: str, at: str) -> str:
    """The defender's choice, by standing order; the weak one without (RIF-9.14)."""
    kind = "retreat-who" if what == "retreat" else "lose" if what == "eliminate" else "disperse"
    match = _who_retreats if what == "retreat" else _who_is_lost
    question = Question(
        id=f"{kind} {at}",
        side=play.state.counter(weak).side,
        kind=kind,
        options=tuple(units),
        default=weak,
        rule="RIF-9.14",
        match=partial(match, tuple(units)),
    )
    return play.ask(question)  # RIF-9.14


def _who_is_lost(units: Sequence[str], seat: str, line: Line) -> tuple[str | None, str]:
    if not isinstance(line.order, Lose):
        return None, "other-question"
    return next((unit for unit in line.order.units if unit in units), None), "not-there"


def _who_retreats(units: Sequence[str], seat: str, line: Line) -> tuple[str | None, str]:
    if not isinstance(line.order, Retreat) or not line.order.to:
        return None, "other-question"
    return (line.order.who, "") if line.order.who in units else (None, "other-unit")


def _each(play: Play, what: str, units: Iterable[str], own: Assault | None, at: str) -> None:
    """Do to each unit what a result says; `own` is the attack of the attacker's units."""
    for unit in units:
        if what == "eliminate":
            play.emit(facts.Eliminated(unit=unit, at=play.state.hex_of(unit), cause="combat"))  # RIF-9.14
        elif what == "disperse":
            disperse(play, unit, "combat")  # RIF-9.14
        else:
            _retreat(play, unit, own, at)


# Retreat and advance ---------------------------------------------------------------------------------------------


def _retreat(play: Play, unit: str, own: Assault | None, at: str) -> None:
    """A unit retreats one hex, or is lost where there is none (RIF-4.3, 9.15)."""
    state = play.state
    here = state.hex_of(unit)
    options = retreat_hexes(state, unit, crowding=own is None)
    if not options:
        play.emit(facts.Eliminated(unit=unit, at=here, cause="retreat"))  # RIF-4.3 RIF-9.15
        return
    to = options[0]
    if own is not None:
        wanted = own.retreat.get(unit, ())
        to = next((hex_ for hex_ in wanted if hex_ in options), to)  # RIF-9.15
    elif len(options) > 1:
        question = Question(
            id=f"retreat {unit} {here}",
            side=state.counter(unit).side,
            kind="retreat",
            options=options,
            default=to,
            rule="RIF-9.15",
            match=partial(_where, unit, at, options),
            rank=partial(_unit_first, unit),
        )
        to = play.ask(question)  # RIF-9.15
    play.emit(facts.Retreated(unit=unit, origin=here, to=to))


def _where(unit: str, at: str, options: Sequence[str], seat: str, line: Line) -> tuple[str | None, str]:
    """Where a standing order sends a unit: one for itself, or for the hex that is attacked."""
    if not isinstance(line.order, Retreat):
        return None, "other-question"
    if line.order.who not in (unit, at):
        return None, "other-unit"
    return next((hex_ for hex_ in line.order.to if hex_ in options), None), "not-there"


def _unit_first(unit: str, seat: str, line: Line) -> bool:
    """A unit's own standing order is tried before that of its hex: whether a line is not its own (RIF-9.15)."""
    return not (isinstance(line.order, Retreat) and line.order.who == unit)


def retreat_hexes(state: State, unit: str, *, crowding: bool) -> tuple[str, ...]:
    """The hexes to which a unit may retreat, the default one first (RIF-4.3, 9.15).

    `crowding`: the hex may be overstacked by it, as on a defender's retreat alone (RIF-5.2).
    """
    side, masks = state.counter(unit).side, state.scenario.board.masks
    open_ = masks.near[state.hex_of(unit)] & state.free(side)  # RIF-4.3
    own = open_ & state.held[side]
    full = [hex_ for hex_ in masks.hexes(own) if not has_room(state, unit, hex_)] if own else []
    if full and not crowding:
        open_ &= ~masks.of(full)  # RIF-5.2
    found = tuple(masks.hexes(open_))
    if len(found) < 2:
        return found
    board, foes = state.scenario.board, state.held[enemy(side)]
    ranked = sorted([(-_distance(board, hex_, foes), hex_ in full, hex_) for hex_ in found])
    first = first_supplied(state, unit, [hex_ for far, _, hex_ in ranked if far == ranked[0][0]])
    return (first, *[hex_ for _, _, hex_ in ranked if hex_ != first])  # RIF-9.15


def _distance(board: HexMap, hex_: str, others: int) -> int:
    """Hexes from one to the nearest of others; 1 where there are none."""
    radius = 1
    while others and not others & board.disc(hex_, radius):
        radius += 1
    return radius


def _advance(play: Play, attack: Assault) -> None:
    """The units named advance into the hex, if nobody is left in it and while there is room (RIF-9.15)."""
    for unit in attack.advance:
        state = play.state
        if state.held_by(enemy(state.counter(unit).side), attack.at):
            return  # what harms attackers leaves the defenders there
        if has_room(state, unit, attack.at):
            play.emit(facts.Advanced(unit=unit, origin=state.hex_of(unit), to=attack.at))  # RIF-9.15
