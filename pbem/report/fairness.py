"""How dice fell, in words and in bars of characters: each count against its expectation, and what p means."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babel.numbers import format_decimal

from pbem.dice.fairness import Tally, as_rare
from pbem.report.pages import wrap
from pbem.report.svg.base.naming import N_

WIDTH = 34
"""Characters of the longest bar."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_RARE = 0.05


@dataclass(frozen=True, slots=True)
class Heap:
    """Dice that are looked at together: whose or what for (in words), how they fell, and by purpose.

    `side` is the place of the side in the list of sides, for its colour; None for all dice together.
    """

    title: str
    tally: Tally
    purposes: Mapping[str, Tally]
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """All dice of one kind: what the die is called, and its heaps."""

    title: str
    heaps: tuple[Heap, ...]


@dataclass(frozen=True, slots=True)
class Fallen:
    """What is told: the games' names, dice that do not count, the chapters, and the counts that are judged."""

    games: str
    withdrawn: int
    waiting: int
    chapters: tuple[Chapter, ...]
    judged: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class Teller:
    """The sentences, in one language: `translations` has gettext and ngettext."""

    lang: str
    translations: Any

    def say(self, message: str, **values: Any) -> str:
        """A translated phrase with its values."""
        return str(self.translations.gettext(message)) % values

    def dice(self, count: int) -> str:
        """How many dice."""
        many = self.translations.ngettext("%(count)s die", "%(count)s dice", count)
        return str(many) % {"count": self.number(count)}

    def freedom(self, count: int) -> str:
        """Degrees of freedom."""
        many = self.translations.ngettext("%(count)s degree of freedom", "%(count)s degrees of freedom", count)
        return str(many) % {"count": self.number(count)}

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it."""
        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        return str(format_decimal(value, pattern, locale=self.lang))

    def p(self, value: float) -> str:
        """A p with two digits that count: "p = 0.51", "p < 0.0001"."""
        if value < 0.0001:
            return f"p < {self.number(0.0001, 4)}"
        return f"p = {self.number(value, 2 if value >= 0.0995 else 3 if value >= 0.00995 else 4)}"

    def often(self, p: float, *, at_most: bool = False) -> str:
        """A chance as people count: "37 of 100"; of a bound "at most 37 of 100"."""
        if p > 0.995 and not at_most:
            return self.say(N_("more than 99 of 100"))
        of = next((of for of in (100, 1000, 10_000, 100_000, 1_000_000) if round(p * of) >= 1), 0)
        if not of:
            return self.say(N_("fewer than 1 of %(of)s"), of=self.number(1_000_000))
        message = N_("at most %(n)s of %(of)s") if at_most else N_("%(n)s of %(of)s")
        return self.say(message, n=self.number(round(p * of)), of=self.number(of))

    def verdict(self, tally: Tally) -> str:
        """Chi-square and what it means; or how many dice it would take."""
        fit = tally.fit
        if fit is None:
            return self.say(
                N_("Too few dice to say anything: it takes %(needed)s, so that each face is expected 5 times."),
                needed=self.number(tally.needed),
            )
        return self.say(
            N_(
                "Chi-square %(statistic)s with %(freedom)s, %(p)s: such a difference or a larger one is seen in "
                "%(often)s honest games."
            ),
            statistic=self.number(fit.statistic, 2),
            freedom=self.freedom(fit.freedom),
            p=self.p(fit.p),
            often=self.often(fit.p),
        )

    def mean(self, tally: Tally) -> str:
        """The mean against the expected one; "" for faces that are no numbers."""
        mean, centre, margin = tally.mean, tally.expected_mean, tally.margin
        if mean is None or centre is None or margin is None:
            return ""
        values = {"mean": self.number(mean, 2), "expected": self.number(centre, 2)}
        if tally.fit is None:
            return self.say(N_("Mean %(mean)s, expected %(expected)s."), **values)
        return self.say(
            N_(
                "Mean %(mean)s, expected %(expected)s; of so many honest dice it is between %(low)s and %(high)s in "
                "95 of 100 games."
            ),
            low=self.number(centre - margin, 2),
            high=self.number(centre + margin, 2),
            **values,
        )

    def conclusion(self, judged: Sequence[Tally]) -> str:
        """What many comparisons together are worth; "" where fewer than two were made."""
        found = [tally.fit.p for tally in judged if tally.fit is not None]
        if len(found) < 2:
            return ""
        rare = as_rare(min(found), len(found))
        values = {"count": len(found), "p": self.p(min(found)), "often": self.often(rare, at_most=True)}
        if rare > 0.995:
            told = self.say(
                N_(
                    "These are %(count)s comparisons, and who makes many finds something rare among them. The rarest "
                    "has %(p)s, which is what honest dice lead one to expect: nothing unusual."
                ),
                **values,
            )
        else:
            told = self.say(
                N_(
                    "These are %(count)s comparisons, and who makes many finds something rare among them. The rarest "
                    "has %(p)s; among so many, one that rare is seen in %(often)s honest games."
                ),
                **values,
            )
            told += " " + self.say(N_("That is unusual.") if rare < _RARE else N_("That is nothing unusual."))
        return told

    def not_counted(self, fallen: Fallen) -> list[str]:
        """What was left out, and why."""
        found = []
        if fallen.withdrawn:
            found.append(
                self.say(N_("Not counted: %(dice)s that a rollback took back."), dice=self.dice(fallen.withdrawn))
            )
        if fallen.waiting:
            found.append(
                self.say(
                    N_("Not counted yet: %(dice)s of a phase that waits for an answer."), dice=self.dice(fallen.waiting)
                )
            )
        return found

    def proof(self) -> str:
        """What counting cannot do, and what can."""
        return self.say(N_("Counting proves no die true or false; “pbem verify” does, die by die."))


def format_statistics(fallen: Fallen, teller: Teller) -> str:
    """The whole as plain text."""
    lines = _wrapped(teller.say(N_("How the dice of %(games)s fell"), games=fallen.games))
    lines += _wrapped(" ".join(teller.not_counted(fallen)))
    if not fallen.chapters:
        lines += ["", teller.say(N_("No dice have been rolled yet."))]
        return "\n".join(lines)
    for chapter in fallen.chapters:
        lines += ["", chapter.title, "-" * len(chapter.title)]
        for heap in chapter.heaps:
            lines += ["", *_heap(heap, teller)]
    for closing in (teller.conclusion(fallen.judged), teller.proof()):
        lines += ["", *_wrapped(closing)] if closing else []
    return "\n".join(lines)


def _heap(heap: Heap, teller: Teller) -> Iterator[str]:
    tally = heap.tally
    yield f"{heap.title}: {teller.dice(tally.total)}"
    yield from _bars(tally, teller)
    for sentence in (teller.mean(tally), teller.verdict(tally)):
        yield from _wrapped(sentence, "  ")
    if len(heap.purposes) > 1:
        yield from ("", *_table(heap.purposes, teller))


def _wrapped(words: str, indent: str = "") -> list[str]:
    return wrap(words, indent).splitlines() if words else []


def _bars(tally: Tally, teller: Teller) -> Iterator[str]:
    """A bar for each face, with a stroke where it is expected to end."""
    thrown, expected = teller.say(N_("rolled")), teller.say(N_("expected"))
    first, second = max(6, len(thrown)), max(8, len(expected))
    yield f"  {'':4} {'':{WIDTH}} {thrown:>{first}} {expected:>{second}}"
    most = max(*tally.counts, *tally.expected, 1)
    for face, count, due in zip(tally.faces, tally.counts, tally.expected, strict=True):
        bar = _bar(count / most * (WIDTH - 1), due / most * (WIDTH - 1))
        yield f"  {face!s:>4} {bar:{WIDTH}} {teller.number(count):>{first}} {teller.number(due, 1):>{second}}"


def _bar(length: float, mark: float) -> str:
    """Blocks to an eighth of a character, and the stroke."""
    whole, eighths = divmod(round(length * 8), 8)
    cells = list("█" * whole + (_EIGHTHS[eighths] if eighths else ""))
    cells += [" "] * (WIDTH - len(cells))
    cells[min(round(mark), WIDTH - 1)] = "┃"
    return "".join(cells)


def _table(purposes: Mapping[str, Tally], teller: Teller) -> Iterator[str]:
    """Two lines a purpose: the counts with p, and what was expected."""
    expected = teller.say(N_("expected"))
    wide = max(len(word) for word in (*purposes, f"  {expected}")) + 1
    some = next(iter(purposes.values()))
    dice, mean = teller.say(N_("dice")), [teller.say(N_("mean"))] if some.expected_mean is not None else []
    yield f"  {'':{wide}}{dice:>6}" + "".join(f"{face!s:>7}" for face in (*some.faces, *mean))
    for name, tally in purposes.items():
        counts = [teller.number(count) for count in tally.counts]
        dues = [teller.number(due, 1) for due in tally.expected]
        if tally.mean is not None and tally.expected_mean is not None:
            counts.append(teller.number(tally.mean, 2))
            dues.append(teller.number(tally.expected_mean, 2))
        yield f"  {name:{wide}}{teller.number(tally.total):>6}" + _cells(counts) + f"   {_short(tally, teller)}"
        yield f"  {f'  {expected}':{wide}}{'':6}" + _cells(dues)


def _cells(words: Sequence[str]) -> str:
    return "".join(f"{word:>7}" for word in words)


def _short(tally: Tally, teller: Teller) -> str:
    """What p means, in a few words."""
    if tally.fit is None:
        return teller.say(N_("too few dice"))
    return teller.say(N_("%(p)s: in %(often)s"), p=teller.p(tally.fit.p), often=teller.often(tally.fit.p))
