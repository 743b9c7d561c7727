"""How the dice of games fell, in two lines for each die: faces as they fell and as expected, and what that means."""

from collections.abc import Iterable, Iterator

from pbem.language.messages import translations
from pbem.report.fairness import Teller
from pbem.verify.dice_statistics import Statistics
from pbem.verify.statistics_text import die_title


def dice_lines(found: Statistics, language: str) -> Iterator[str]:
    """For each kind of die what fell, in a line, and whether honest dice fall so, in another."""
    teller = Teller(language, translations(language))
    for section in found.sections:
        tally = section.tally
        faces = zip(tally.faces, tally.counts, tally.expected, strict=True)
        fell = " · ".join(f"{face}: {count} ({teller.number(due, 1)})" for face, count, due in faces)
        yield f"{die_title(section, language)}: {teller.dice(tally.total)}: {fell}"
        yield f"  {teller.verdict(tally)}"


def conclusion(found: Iterable[Statistics], language: str) -> str:
    """What all these comparisons together are worth; "" where fewer than two were made."""
    judged = [section.tally for each in found for section in each.sections]
    return Teller(language, translations(language)).conclusion(judged)
