"""Orders add up: the lines of a mail beside those that stand, each in the place of the one that it replaces. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pbem.core.orders import Line, Order
from pbem.core.problems import Args, Problem
from pbem.language.commands import longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import unit_named
from pbem.language.names.joining import join_names
from pbem.language.words import Word, words


@dataclass(frozen=True, slots=True)
class Merged:
    """The lines of a phase as they would stand, in the order in which they count.

    `lines`: those of the mail and those of earlier mails, each with whether it is new. `places`: for each line of the
    mail that takes the place of an earlier one, the number of that, by its own. `replaced`: the earlier lines that do
    not stand any more; `owners`: by the number of each of them the line of the mail that orders the same units.
    """

    lines: tuple[tuple[Line, bool], ...]
    places: Mapping[int, int]
    replaced: tuple[Line, ...]
    owners: Mapping[int, int]

    @property
    def kept(self) -> tuple[Line, ...]:
        """The lines of earlier mails that stay."""
        return tuple(line for line, is_new in self.lines if not is_new)


def merge_lines(
    earlier: Sequence[Line], new: Sequence[Line], *, whole: bool = False, without: Collection[int] = ()
) -> Merged:
    """New lines beside earlier ones of the same phase: a line replaces those that order the same to act.

    The first of these gives it its place; others follow at the end. What one mail orders twice is left to the rules.
    `whole`: the new lines are the whole phase, whatever they order. Lines in `without` (refused ones) replace nothing,
    and the earlier ones that they alone would have replaced stay.
    """
    owners = {line.number: _first_owner(line, new) for line in earlier}
    spared = {
        number: (owner is not None and owner.number in without) or (owner is None and not whole)
        for number, owner in owners.items()
    }
    good = [line for line in new if line.number not in without]
    places: dict[int, int] = {}
    stand: list[tuple[Line, bool]] = []
    for line in earlier:
        owner = owners[line.number]
        if spared[line.number]:
            stand.append((line, False))
        elif owner is not None and owner.number not in places:
            places[owner.number] = line.number
            stand.append((owner, True))
    stand += [(line, True) for line in good if line.number not in places]
    replaced = tuple(line for line in earlier if not spared[line.number])
    taken = {number: owner.number for number, owner in owners.items() if owner is not None and not spared[number]}
    return Merged(tuple(stand), places, replaced, taken)


def _first_owner(line: Line, new: Sequence[Line]) -> Line | None:
    """The first of the new lines that orders somebody whom an earlier line orders."""
    actors = line.order.actors()
    return next((each for each in new if actors & each.order.actors()), None)


def number_sheet(merged: Mapping[str, Merged], free: int) -> dict[str, tuple[Line, ...]]:
    """The lines of phases with their numbers in the turn: earlier ones keep theirs, a line in place of one takes its.

    `free` is the first number that no line of the turn has; 1 where there is none yet: then numbers are the mail's.
    """
    first, found = free == 1, dict[str, tuple[Line, ...]]()
    for phase, each in merged.items():
        lines: list[Line] = []
        for line, is_new in each.lines:
            number = line.number
            if is_new and not first:
                number = each.places.get(line.number, free)
                free += number == free
            lines.append(line if number == line.number else line.model_copy(update={"number": number}))
        found[phase] = tuple(lines)
    return found


def redoes(order: Order, text: str, lexicon: Lexicon) -> bool:
    """Whether an order does what a refused line was to do: its verb at the same target, or for all units that it names.

    A line that names no unit is one for the last space in it.
    """
    read = words(text)
    verb = longest_match(read, lexicon.verbs)
    if verb is None or lexicon.orders[verb[0]] is not type(order):
        return False
    named = [id_ for word in join_names(read[verb[1] :], lexicon) for id_ in _ids(word, lexicon)]
    first = order.FORM[0] if order.FORM else None
    if first is not None and named and "space" in first.kinds and _is_at(order, named[:1]):
        return True
    units = {id_ for id_ in named if id_ in lexicon.units}
    return units <= order.actors() if units else bool(named) and _is_at(order, named[-1:])


def _ids(word: Word, lexicon: Lexicon) -> tuple[str, ...]:
    """The unit or the space that a word means, or nothing."""
    if unit := unit_named(word, lexicon):
        return (unit,)
    named = (word.key,) if word.key in lexicon.spaces else lexicon.places.get(word.key, ())
    return named if len(named) == 1 else ()


def explain(problem: Problem, lines: Sequence[Line], accepted: Collection[int]) -> Problem:
    """A problem of one of the `lines` of a phase, with the line beside it that is why.

    Of the unit that is not free: the accepted line that it is `in`, before or behind; so of a target, or of a hex, at
    which something is aimed already. Of the one that stands in the way: the later line by which it `leaves`. All as
    they were written, for the game's sentences.
    """
    at = next((i for i, line in enumerate(lines) if line.number == problem.line), None)
    if at is None:
        return problem
    unit, other, more = problem.args.get("unit"), problem.args.get("other"), Args()
    others = [line for line in lines if line.number in accepted and line.number != problem.line]
    aims = [aim for aim in (problem.args.get("target"), problem.args.get("hex")) if aim is not None]
    if busy := next(
        (line for line in others if unit in line.order.actors() or (not unit and _is_at(line.order, aims))), None
    ):
        more["in"] = busy.text
    if away := next((line for line in lines[at + 1 :] if _leaves(line.order, other, problem.args.get("hex"))), None):
        more["leaves"] = away.text
    return problem.model_copy(update={"args": {**problem.args, **more}}) if more else problem


def _is_at(order: Order, aims: Sequence[object]) -> bool:
    """Whether an order is aimed at any of some units and spaces."""
    fields = (getattr(order, slot.field, None) for slot in order.FORM)
    return any(each in aims for value in fields for each in (value if isinstance(value, tuple) else (value,)))


def _leaves(order: Order, unit: object, space: object) -> bool:
    """Whether an order takes a unit from a space to another one."""
    if unit is None or unit not in order.actors():
        return False
    named = (getattr(order, slot.field) for slot in order.FORM if slot.kinds == ("space",))
    ways = [way if isinstance(way, tuple) else (way,) for way in named]
    return any(way and way[-1] not in (None, space) for way in ways)
