"""What a report counts instead of telling: its headline, the fallen by name, who stands where, who holds what."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.scene import Counter, Scene
from pbem.report.content import Report
from pbem.report.words import Words

NAMED = 3
"""Up to this many places are named in a headline."""


def headline(scene: Scene | None, words: Words, translations: Any) -> str:
    """What happened in one sentence: places that changed hands, what the fighting cost; "" without a scene."""
    if scene is None:
        return ""
    said = "; ".join((*_taken(scene, words, translations), *_cost(scene, words, translations)))
    return f"{said[:1].upper()}{said[1:]}."


def is_eventful(scene: Scene | None) -> bool:
    """Whether places changed hands, or anybody moved, fought or was lost."""
    return scene is not None and bool(
        scene.battles or scene.ghosts or scene.arrows or any(control.changed for control in scene.controls)
    )


def _taken(scene: Scene, words: Words, translations: Any) -> Iterable[str]:
    """Which places each side took, then those that stand empty now."""
    for side in (*scene.sides, None):
        spaces = [control.space for control in scene.controls if control.changed and control.side == side]
        if not spaces:
            continue
        places = words.listed(words.place(space) or space for space in spaces)
        if len(spaces) > NAMED:
            places = translations.ngettext("%(num)s place", "%(num)s places", len(spaces)) % {"num": len(spaces)}
        values = {"places": places, "side": words.side(side)}
        if side is not None:
            yield translations.gettext("the %(side)s take %(places)s") % values
        else:
            yield translations.ngettext("%(places)s stands empty", "%(places)s stand empty", len(spaces)) % values


def _cost(scene: Scene, words: Words, translations: Any) -> Iterable[str]:
    """What combats and fire cost each side; where there were none, how many pieces are on the move."""
    ngettext, fights = translations.ngettext, len(scene.battles)
    lost = words.listed(
        ngettext("the %(side)s %(num)s piece", "the %(side)s %(num)s pieces", count)
        % {"side": words.side(side), "num": count}
        for side, count in losses(scene)
        if count
    )
    values = {"num": fights, "losses": lost}
    if fights and lost:
        yield ngettext("%(num)s combat costs %(losses)s", "%(num)s combats cost %(losses)s", fights) % values
    elif fights:
        yield ngettext("%(num)s combat costs nobody a piece", "%(num)s combats cost nobody a piece", fights) % values
    elif lost:
        yield translations.gettext("fire costs %(losses)s") % values
    elif moved := len({arrow.unit for arrow in scene.arrows}):
        yield ngettext("%(num)s piece moves, nobody fights", "%(num)s pieces move, nobody fights", moved) % {
            "num": moved
        }
    else:
        yield translations.gettext("all is quiet")


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

    A counter is told as "CER 1 3-3 1614"; without places that matter each side has one row, named "".
    """
    if scene is None:
        return ()
    return tuple((side, tuple(_rows(scene, side, fronts, words))) for side in scene.sides)


def _rows(scene: Scene, side: str, fronts: tuple[str, ...], words: Words) -> Iterable[tuple[str, str]]:
    own = [counter for counter in scene.counters if counter.side == side]
    near: dict[str, list[Counter]] = {}
    for counter in own:
        near.setdefault(words.nearest(counter.space, fronts), []).append(counter)
    for front in sorted(near):
        standing = sorted(near[front], key=lambda counter: (counter.space, counter.unit))
        yield front, ", ".join(f"{c.short} {c.factors} {c.space}".replace("  ", " ") for c in standing)


def position_sentences(scene: Scene, words: Words) -> tuple[str, ...]:
    """The map in words, a sentence for each place that matters and each side: "Reds, Annual (1613): URR 1 …"."""
    fronts = tuple(sorted(control.space for control in scene.controls))
    return tuple(
        f"{words.side(side)[:1].upper()}{words.side(side)[1:]}{f', {words.space(front)}' if front else ''}: {standing}."
        for side, rows in positions(scene, fronts, words)
        for front, standing in rows
    )
