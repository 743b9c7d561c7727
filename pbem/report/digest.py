"""What a report counts instead of telling: its headline, the fallen by name, who stands where, who holds what."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pbem.core.pieces import natural
from pbem.core.scene import Counter, Scene
from pbem.report.content import Report
from pbem.report.svg.pieces.states import AILMENTS
from pbem.report.words import Words, capfirst

NAMED = 3
"""Up to this many places are named in a headline."""
DRIVEN = frozenset({"retreat", "flight", "panic"})
"""The ways of those who were driven off: nobody ordered them, and no headline counts them as moves."""
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
"""The directions of a hex map by their numbers, in the letters that all languages use for them."""


def headline(scene: Scene | None, words: Words, translations: Any) -> str:
    """The weightiest news in one sentence: places that changed hands, then losses by their cause; else all is quiet.

    "" without a scene. Whose units fell, and to what, is what the scene's ghosts say, never a guess.
    """
    if scene is None:
        return ""
    said = [*_taken(scene, words, translations), *_fights(scene, words, translations)]
    said.append(_hits(_rolls(scene), translations.ngettext) if said else _quiet(scene, words, translations))
    return _sentence("; ".join(filter(None, said)))


def ending(winner: str, turn: int, words: Words, translations: Any) -> str:
    """How a game ended, as a sentence: "The Reds win on turn 13."; `winner` is a side or "draw"."""
    _ = translations.gettext
    won = _("the %(side)s win on turn %(turn)s") % {"side": words.side(winner), "turn": turn}
    return _sentence(str(_("a draw on turn %(turn)s") % {"turn": turn} if winner == "draw" else won))


def is_eventful(scene: Scene | None) -> bool:
    """Whether places changed hands, or anybody moved, fired, fought or was lost."""
    return scene is not None and bool(
        scene.battles
        or scene.shots
        or scene.ghosts
        or scene.arrows
        or any(control.changed for control in scene.controls)
    )


def _sentence(text: str) -> str:
    return f"{capfirst(text)}."


def _taken(scene: Scene, words: Words, translations: Any) -> Iterable[str]:
    """Which places each side took, then those that nobody holds now."""
    for side in (*scene.sides, None):
        spaces = [control.space for control in scene.controls if control.changed and control.side == side]
        if not spaces:
            continue
        places = [words.place(space) or space for space in spaces]
        if len(spaces) > NAMED:
            places = [translations.ngettext("%(num)s place", "%(num)s places", len(spaces)) % {"num": len(spaces)}]
        if side is not None:
            values = {"places": words.listed(places), "side": words.side(side)}
            yield translations.gettext("the %(side)s take %(places)s") % values
        else:
            denied = words.denied(translations.gettext("in %(place)s") % {"place": place} for place in places)
            yield translations.gettext("no garrison is left %(in_places)s") % {"in_places": denied}


def _fights(scene: Scene, words: Words, translations: Any) -> Iterable[str]:
    """How many combats there were and what they cost; what fire cost; what was lost otherwise."""
    _, ngettext = translations.gettext, translations.ngettext
    fights, by_cause = len(scene.battles), losses_by_cause(scene)
    told = [cause for cause in ("combat", "fire", "") if cause in by_cause]
    lost = {cause: _losses(by_cause[cause], words, translations, further=n > 0) for n, cause in enumerate(told)}
    values = {"num": fights, "losses": lost.get("combat", "")}
    if fights and "combat" in lost:
        yield ngettext("in %(num)s combat %(losses)s", "in %(num)s combats %(losses)s", fights) % values
    elif "combat" in lost:
        yield _("in combat %(losses)s") % values
    elif fights and not lost:
        yield ngettext("%(num)s combat, no unit lost", "%(num)s combats, no unit lost", fights) % values
    elif fights:
        yield ngettext("%(num)s combat", "%(num)s combats", fights) % values
    if "fire" in lost:
        further = _("under fire, %(losses)s") if "combat" in lost else _("under fire %(losses)s")
        yield further % {"losses": lost["fire"]}
    if "" in lost:
        yield _("otherwise, %(losses)s") % {"losses": lost[""]} if len(lost) > 1 else lost[""]


def _losses(counts: Mapping[str, int], words: Words, translations: Any, *, further: bool = False) -> str:
    """What each side lost, the most first: "the Reds lose 10 units and the Blues 5"; `further`: "the Reds 10 …"."""
    said: list[str] = []
    for side, count in sorted(counts.items(), key=lambda one: -one[1]):
        if said or further:
            phrase = translations.gettext("the %(side)s %(num)s")
        else:
            phrase = translations.ngettext("the %(side)s lose %(num)s unit", "the %(side)s lose %(num)s units", count)
        said.append(phrase % {"side": words.side(side), "num": count})
    return words.listed(said)


def _rolls(scene: Scene) -> list[bool]:
    """Whether each shot hit whose die was told; those of one roll are one."""
    return list({shot.roll or n: shot.hit for n, shot in enumerate(scene.shots) if shot.hit is not None}.values())


def _hits(shots: Sequence[bool], ngettext: Any) -> str:
    """How many shots hit, and of how many where others missed; "" where none did."""
    hits, every = sum(shots), len(shots)
    if not hits:
        return ""
    if hits == every:
        return str(ngettext("%(num)s hit", "%(num)s hits", hits) % {"num": hits})
    few = ngettext("%(num)s hit in %(all)s shots", "%(num)s hits in %(all)s shots", hits)
    return str(few % {"num": hits, "all": every})


def _quiet(scene: Scene, words: Words, translations: Any) -> str:
    """How many units move and arrive where nothing was lost, and how their shots fell; or that there is nothing."""
    ngettext, shots = translations.ngettext, _rolls(scene)
    moved = {arrow.unit for arrow in scene.arrows if arrow.kind not in (*DRIVEN, "arrival")}
    came = {each.unit for each in scene.counters if "arrived" in each.states} - moved
    going = []
    if moved:
        going.append(ngettext("%(num)s unit moves", "%(num)s units move", len(moved)) % {"num": len(moved)})
    if came:
        going.append(ngettext("%(num)s unit arrives", "%(num)s units arrive", len(came)) % {"num": len(came)})
    if not going and not shots:
        return str(translations.gettext("all is quiet"))
    told = [words.listed(going)] if going else []
    if shots:
        return "; ".join([*told, _shots(shots, translations)])
    return str(translations.gettext("%(units)s, without combat") % {"units": told[0]})


def _shots(shots: Sequence[bool], translations: Any) -> str:
    """How many shots there were and how many hit, where nobody was lost to them."""
    ngettext, every = translations.ngettext, len(shots)
    if hits := _hits(shots, ngettext):
        return str(translations.gettext("%(hits)s, no unit lost") % {"hits": hits})
    return str(ngettext("%(num)s shot without a hit", "%(num)s shots without a hit", every) % {"num": every})


def losses_by_cause(scene: Scene) -> Mapping[str, Mapping[str, int]]:
    """How many counters each side lost, by what they were lost to: combat, fire, ""; only what there was."""
    found: dict[str, dict[str, int]] = {}
    for side in scene.sides:
        for ghost in scene.ghosts:
            if ghost.lost and ghost.side == side:
                counts = found.setdefault(ghost.cause, {})
                counts[side] = counts.get(side, 0) + 1
    return found


def losses(scene: Scene | None) -> tuple[tuple[str, int], ...]:
    """Each side with how many counters it lost, in the scene's order of sides."""
    return tuple((side, len(units)) for side, units in lost_counters(scene))


def lost_counters(scene: Scene | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each side with the counters that it lost, in the order in which they fell."""
    if scene is None:
        return ()
    lost = [ghost for ghost in scene.ghosts if ghost.lost]
    return tuple((side, tuple(ghost.unit for ghost in lost if ghost.side == side)) for side in scene.sides)


def wins(scene: Scene) -> Mapping[str, int]:
    """How many combats each side won, "" for the undecided."""
    found = dict.fromkeys((*scene.sides, ""), 0)
    for battle in scene.battles:
        others = [side for side in scene.sides if side != battle.side]
        winner = {"attacker": battle.side, "defender": others[0] if others else ""}.get(battle.outcome, "")
        found[winner] = found.get(winner, 0) + 1
    return found


def changes(report: Report, words: Words, translations: Any) -> tuple[str, ...]:
    """Which places that matter changed hands in what was played, a sentence for each side and for nobody."""
    found, controls = [], report.played.controls if report.played is not None else ()
    for side in (*(tally.side for tally in report.tallies), None):
        places = [words.place(c.space) or c.space for c in controls if c.changed and c.side == side]
        if places:
            _ = translations.gettext
            phrase = _("no garrison is left in %(places)s") if side is None else _("the %(side)s take %(places)s")
            found.append(_sentence(phrase % {"places": words.listed(places), "side": words.side(side)}))
    return tuple(found)


def held_places(report: Report) -> tuple[tuple[str | None, tuple[str, ...]], ...]:
    """The places that matter, by holder: sides in the order of the tallies, then nobody."""
    order = [*(tally.side for tally in report.tallies), None]
    order += sorted({h.side for h in report.holdings if h.side not in order}, key=str)
    found = ((side, tuple(h.space for h in report.holdings if h.side == side)) for side in order)
    return tuple((side, spaces) for side, spaces in found if spaces)


def positions(
    scene: Scene | None, fronts: tuple[str, ...], words: Words
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The map in words: each side with a row for each place that matters, the counters that stand nearest to it.

    A row is headed "Annual (1613)", or "around Annual" where none of its counters stands in the place itself; a
    counter is told as "CER 1 3-3 1614". Without places that matter each side has one row, named "". Who is not on the
    map, as far as the scene names them, comes last.
    """
    if scene is None:
        return ()
    return tuple((side, (*_rows(scene, side, fronts, words), *_rows_aside(scene, side, words))) for side in scene.sides)


def _rows_aside(scene: Scene, side: str, words: Words) -> Iterable[tuple[str, str]]:
    """A row for each status of counters that are not on the map: "under repair: AIR 3 3"."""
    for status, counters in scene.aside:
        own = [_standing(each, words) for each in sorted(counters, key=lambda c: natural(c.unit)) if each.side == side]
        if own:
            yield words.status(status), ", ".join(own)


def _rows(scene: Scene, side: str, fronts: tuple[str, ...], words: Words) -> Iterable[tuple[str, str]]:
    own = [counter for counter in scene.counters if counter.side == side]
    near: dict[str, list[Counter]] = {}
    for counter in own:
        near.setdefault(words.front_of(counter.space, fronts), []).append(counter)
    for front in sorted(near):
        standing = sorted(near[front], key=lambda counter: (counter.space, natural(counter.unit)))
        head = words.front(front, {counter.space for counter in standing}) if front else ""
        yield head, ", ".join(_stacks(standing, words, head))


def _stacks(standing: Sequence[Counter], words: Words, head: str) -> Iterable[str]:
    """Counters where they stand; of those of one space it is told once, behind the last, and how they face:
    "CAZ 5 6-2-9 + HMU 6-1-9 2204 NW".

    Not the space where the `head` above them is that. Those of a space that face apart are told one by one.
    """
    for space, group in groupby(standing, key=lambda counter: counter.space):
        stack = list(group)
        at = "" if head in (space, words.spot(space)) else space
        facings = {counter.facing for counter in stack} - {None}
        if len(facings) > 1:
            yield from (_standing(replace(counter, space=at), words) for counter in stack)
        elif len(stack) == 1:
            yield _standing(replace(stack[0], space=at), words)
        else:
            each = " + ".join(_standing(replace(counter, space="", facing=None), words) for counter in stack)
            place = (words.spot(at) if at else "", *(FACINGS[facing] for facing in facings if facing is not None))
            yield " ".join(filter(None, (each, *place)))


def _standing(counter: Counter, words: Words) -> str:
    """A counter where it stands, how it faces, its formation and what ails it: "LEG4 1 8-D 0406 SE (disorganised)"."""
    shown = (counter.formation, *(state for state in counter.states if state in AILMENTS))
    ails = ", ".join(words.word("states", state) for state in shown if state)
    facing = "" if counter.facing is None else FACINGS[counter.facing]
    at = words.spot(counter.space) if counter.space else ""
    said = " ".join(filter(None, (counter.short, counter.factors, at, facing)))
    return f"{said} ({ails})" if ails else said


def position_sentences(scene: Scene, words: Words) -> tuple[str, ...]:
    """The map in words, a sentence for each place that matters and each side: "Reds, Annual (1613): URR 1 …"."""
    fronts = tuple(sorted(control.space for control in scene.controls))
    return tuple(
        f"{capfirst(words.side(side))}{f', {words.space(front)}' if front else ''}: {standing}."
        for side, rows in positions(scene, fronts, words)
        for front, standing in rows
    )


def supply_sentences(scene: Scene, words: Words, translations: Any) -> tuple[str, ...]:
    """Who of each side has no line of supply in a scene that shows them (`Ruleset.supply`), a sentence a side."""
    _, found = translations.gettext, []
    for side in scene.sides:
        own = (c for c in scene.counters if c.side == side and "unsupplied" in c.states)
        out = [f"{c.short} {words.spot(c.space)}" for c in own]
        phrase = _("%(side)s without a line of supply: %(units)s.") if out else _("%(side)s: all are in supply.")
        found.append(phrase % {"side": capfirst(words.side(side)), "units": ", ".join(out)})
    return tuple(found)
