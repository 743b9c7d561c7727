"""The verb of a line that has none: what it can only mean in the position, and what to offer in its place."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count

from pbem.core.events import Phase
from pbem.core.orders import Order
from pbem.core.problems import Problem
from pbem.game.game import Game
from pbem.language.lexicon import IDS
from pbem.language.names.collective import Stands
from pbem.language.names.everyone import Crew
from pbem.language.reading import Reading
from pbem.language.route import phase_test, to_sheet, verb_for
from pbem.language.text.reader import read_text
from pbem.language.words import words

SOUGHT = 10
"""For so many lines of a mail at most it is looked for a verb with which they would count: each takes many checks."""
UNSAID = 40
"""For so many lines of a mail at most it is looked what verb is meant where none is said."""
UNABLE = "cannot-move"
"""The problem of whoever does not go anywhere in the way of an order: of a line without a verb another one is meant."""
LONGEST = 120
"""Behind a line that is longer no verb is looked for: it would not be told whole."""


def open_phases(game: Game) -> tuple[Phase, ...]:
    """The sequence of play without what comes before turn 1 only, once that is over."""
    once = {phase.id for phase in game.rules.SEQUENCE if phase.once}
    if game.state.phase in once:
        return tuple(phase for phase in game.rules.SEQUENCE if phase.once)
    return tuple(phase for phase in game.rules.SEQUENCE if not phase.once)


def _from_now_on(game: Game) -> tuple[Phase, ...]:
    """The same from the current phase on; at the end what is over in this turn."""
    every = open_phases(game)
    now = next((at for at, phase in enumerate(every) if phase.id == game.state.phase), 0)
    return (*every[now:], *every[:now])


def unsaid_verbs(game: Game, seat: str, language: str, stands: Stands) -> Callable[[str, str | None], str]:
    """What finds the verb that a line without one means: the only one with which it would count, of its phase if it
    stands below a head; of several the one whose keyword is written ("into"), or the first where that one needs none.

    Where none would count it is the first from now on that needs none and is for such units, else the only one that
    makes an order for a group of it, so that what is wrong is told of the order that is meant.
    """
    side, lines = game.manifest.seats[seat], count()

    def find(rest: str, phase: str | None) -> str:
        if next(lines) >= UNSAID:
            return ""
        every, known = _from_now_on(game), game.lexicon.orders
        here = [each for each in every if each.id == phase]
        own = dict.fromkeys(verb for each in here for verb in each.verbs(side))
        others = dict.fromkeys(verb for each in every for verb in each.verbs(side) if verb not in own)
        found = (
            [each for each in some if _is_meant(_counting(game, seat, each, rest, stands, whole=whole))]
            for whole in (True, False)
            for some in ([verb for verb in verbs if whole or known[verb].UNSAID] for verbs in (own, others))
        )
        if counting := next(filter(None, found), []):
            verb = _meant(game, counting, rest)
        else:
            tried = sorted(own if here else others, key=lambda verb: not known[verb].UNSAID)
            behind = ((each, _read_behind(game, seat, each, rest, stands)) for each in tried)
            right = ((each, read) for each, read in behind if read.lines and not read.problems)
            verb, read = next(right, ("", Reading()))
            if verb and known[verb].UNSAID and _fault(game, seat, read) == UNABLE:
                able = ((each, said) for each, said in right if known[each].UNSAID)
                verb, read = next((one for one in able if _fault(game, seat, one[1]) != UNABLE), (verb, read))
            if verb and not known[verb].UNSAID:
                several = {"group", "choice"} <= _named_kinds(read.lines[0].order)
                verb = "" if next(right, None) or not several else verb
            elif len(read.lines) > 1:  # of several the first may count with one verb alone: those to come only come in
                some = ((verb, read), *right)
                verb = next((each for each, said in some if _counts_first(game, seat, said)), verb)
        return game.lexicon.say("verbs", verb, language) if verb else ""

    return find


def where_units_stand(game: Game, seat: str) -> Stands:
    """What finds the space in which a unit stands, as far as this seat knows; "" for none."""

    @cache
    def spaces() -> Mapping[str, str]:
        scene = game.rules.scene(game.state, (), game.manifest.seats[seat])
        return {counter.unit: counter.space for counter in scene.counters}

    return lambda unit: spaces().get(unit, "")


def crews(game: Game, seat: str, unsaid: Callable[[str, str | None], str], stands: Stands) -> Crew:
    """What finds the units of a seat in a space that a line for all of them means: those together with whom it would
    count, and those with whom it is wrong for the same reason, to be told that. Who can do nothing in the phase of the
    line is not meant. For the first lines of a mail alone: each takes many checks.
    """
    side, lines = game.manifest.seats[seat], count()

    def find(space: str, behind: str) -> Sequence[Sequence[str]]:
        if next(lines) >= SOUGHT:
            return ()
        now = _from_now_on(game)[0]
        read = partial(read_text, lexicon=game.lexicon, side=side, unsaid=unsaid, stands=stands)
        may, alike = game.rules.choices(game.state, seat).actors, dict[str, list[str]]()
        for unit, owner in game.lexicon.sides.items():
            if owner == side and stands(unit) == space:
                found = read(f"{unit} {behind}")
                order = next((line.order for line in found.lines), None)
                if unit in may or order is None or not now.takes(order, side):
                    alike.setdefault(_fault(game, seat, found), []).append(unit)
        alone = _too_many(game, seat, alike.get("", []), lambda units: read(f"{', '.join(units)} {behind}"))
        return [*([unit for unit in group if unit not in alone] for _, group in sorted(alike.items())), alone]

    return find


def _too_many(game: Game, seat: str, units: Sequence[str], read: Callable[[Sequence[str]], Reading]) -> list[str]:
    """Those of some units, each of whom can do what a line says, with whom not all can: fire that needs a leader.

    `read` reads the line for some of them.
    """
    left, alone = list(units), list[str]()
    while left:
        wrong = next(_faults(game, seat, read(left)), None)
        if wrong is None or wrong.args.get("unit") not in left:
            break
        alone.append(str(wrong.args["unit"]))
        left.remove(alone[-1])
    return alone


def _fault(game: Game, seat: str, reading: Reading) -> str:
    """The code of what is wrong with a reading first, where this seat would send it now; "" for nothing."""
    return next((problem.code for problem in _faults(game, seat, reading)), "")


def _faults(game: Game, seat: str, reading: Reading) -> Iterator[Problem]:
    """What is wrong with a reading, where this seat would send it now."""
    yield from reading.problems
    side, suits = game.manifest.seats[seat], phase_test(game.rules, game.state, seat)
    sheet, wrong = to_sheet(reading, seat, side, open_phases(game), game.state.phase, suits, game.rules.SEQUENCE)
    yield from wrong
    yield from (problem for problem in game.rules.check(game.state, seat, sheet).problems if problem.line)


def _meant(game: Game, verbs: Sequence[str], rest: str) -> str:
    """The verb of some with which a line would count that it means; or ""."""
    forms = game.lexicon.orders
    written = {game.lexicon.keywords.get(word.key) for word in words(rest)}
    keyed = [verb for verb in verbs if any(slot.keyword and slot.keyword in written for slot in forms[verb].FORM)]
    left = keyed or list(verbs)
    return left[0] if len(left) == 1 or forms[left[0]].UNSAID else ""


def _is_meant(orders: Sequence[Order]) -> bool:
    """Whether some orders name a space, or the first a group and a choice for it: what nobody writes by chance."""
    placed = any(
        "space" in _named_kinds(order) for order in orders
    )  # "a in skirmish order to 1104": to form comes first
    return placed or {"group", "choice"} <= _named_kinds(next(iter(orders), None))


def _named_kinds(order: Order | None) -> set[str]:
    """The kinds of things that an order names, in its clauses too."""
    form = order.FORM if order is not None else ()
    said = [slot for slot in form if getattr(order, slot.field)]
    return {kind for slot in (*said, *(each for slot in said for each in slot.clause)) for kind in slot.kinds}


def with_verb(problem: Problem, written: str, game: Game, seat: str, stands: Stands, *, tried: bool) -> Problem:
    """A problem of a line without a verb, with one that makes an order of it: if it can be, one that would count.

    Else, and where that is not to be `tried`, with the verb that the line itself has in it, or one that the current
    phase takes.
    """
    if "rest" not in problem.args:
        return problem
    side, given = game.manifest.seats[seat], str(problem.args["rest"])
    offers = [(str(problem.args["verb"]), given)] if "verb" in problem.args else []
    offers += [
        (verb, rest)
        for phase in open_phases(game)
        for verb in phase.verbs(side)
        for rest in (_without(game.lexicon.say_all("verbs", verb), written), given, written)
    ]
    each_once = dict.fromkeys(offers) if tried else ()
    found = next((offer for offer in each_once if _counting(game, seat, *offer, stands)), None)
    if found is not None:
        more: dict[str, str | int] = {"verb": found[0], "rest": found[1]}
    elif "verb" in problem.args:
        return problem
    else:
        known = any(word.key in game.lexicon.verbs for word in words(given))
        more = {} if known else verb_for(given, game.rules.SEQUENCE, game.state.phase, side, game.lexicon)
    return problem.model_copy(update={"args": {**problem.args, **more}, "near": () if more else problem.near})


def _without(verb: str, line: str) -> str:
    """A line without a verb, in any of its words ("FIRE/DISPARAR"), that stands within it."""
    said = "|".join(map(re.escape, verb.split("/")))
    return " ".join(re.sub(rf"\b(?:{said})\b", " ", line, count=1, flags=re.IGNORECASE).split())


def _counting(game: Game, seat: str, verb: str, rest: str, stands: Stands, *, whole: bool = True) -> tuple[Order, ...]:
    """The orders that a verb and what stands behind it are, where this seat may give them now.

    The `whole` ones, or those too that lack another word.
    """
    reading = _read_behind(game, seat, verb, rest, stands)
    if whole and not all(line.is_whole for line in reading.lines):
        return ()
    return _if_they_count(game, seat, reading)


def _counts_first(game: Game, seat: str, reading: Reading) -> bool:
    """Whether this seat may give the first of some orders now."""
    return bool(_if_they_count(game, seat, replace(reading, lines=reading.lines[:1])))


def _if_they_count(game: Game, seat: str, reading: Reading) -> tuple[Order, ...]:
    """The orders that were read, where this seat may give them now."""
    if _fault(game, seat, reading):
        return ()
    return tuple(line.order for line in reading.lines if line.order is not None)


def _read_behind(game: Game, seat: str, verb: str, rest: str, stands: Stands) -> Reading:
    """What stands behind a verb as it reads with it; nothing of a line too long, or one whose unit has its own verb."""
    word = game.lexicon.say("verbs", verb, IDS)
    text = f"{word} {rest}" if len(rest) <= LONGEST else ""
    found = read_text(text, game.lexicon, side=game.manifest.seats[seat], stands=stands)
    orders = [line.order for line in found.lines if line.order is not None]
    meant = any(order.type == verb and "space" in _named_kinds(order) for order in orders)
    first = "space" in _named_kinds(next(iter(orders), None))
    own_verb = not (meant or first) and any(order.type != verb for order in orders)
    return Reading() if own_verb else found
