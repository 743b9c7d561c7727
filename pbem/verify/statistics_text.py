"""The statistics of dice in words and as a picture, in a reader's language and the names that the games give."""

from pathlib import Path

from pbem.errors import BadInput
from pbem.game.voice import ruleset_words
from pbem.gamedata.rulesets import ruleset
from pbem.language.messages import translations
from pbem.phrases import Phrase
from pbem.report.fairness import Chapter, Fallen, Heap, Teller, format_statistics
from pbem.report.raster import to_png
from pbem.report.svg.base.naming import N_
from pbem.report.svg.sheet.bars import draw_bars
from pbem.report.words import Words
from pbem.verify.dice_statistics import Group, Section, Statistics

FORMATS = (".svg", ".png")


def picture_format(output: Path) -> str:
    """The ending of a picture's file, in small letters; BadInput for one that is not drawn."""
    suffix = output.suffix.lower()
    if suffix not in FORMATS:
        raise BadInput(
            "Dice are drawn as .svg or .png, not {suffix}.", suffix=output.suffix or Phrase("without ending")
        )
    return suffix


def statistics_text(found: Statistics, language: str) -> str:
    """The statistics as plain text."""
    teller = _teller(language)
    return format_statistics(_fallen(found, teller), teller)


def draw_statistics(found: Statistics, language: str, suffix: str) -> bytes:
    """The bars of each side as SVG or PNG bytes."""
    teller = _teller(language)
    svg = draw_bars(_fallen(found, teller), teller)
    return svg.encode("utf-8") if suffix == ".svg" else to_png(svg)


def _teller(language: str) -> Teller:
    return Teller(language, translations(language))


def _fallen(found: Statistics, teller: Teller) -> Fallen:
    """The same with names for ids."""
    words = {one: ruleset_words(one, teller.lang) for one in {g.ruleset for g in found.games}}
    return Fallen(
        games=", ".join(g.game for g in found.games),
        withdrawn=sum(g.withdrawn for g in found.games),
        waiting=sum(g.waiting for g in found.games),
        chapters=tuple(_chapter(section, words[section.ruleset], teller) for section in found.sections),
        judged=found.tallies,
    )


def die_title(section: Section, language: str) -> str:
    """What a die is called, and its faces."""
    return _title(section, ruleset_words(section.ruleset, language), _teller(language))


def _title(section: Section, words: Words, teller: Teller) -> str:
    die = section.tally.die
    faces = " ".join(str(face) for face in die.faces)
    return teller.say(N_("%(die)s: %(faces)s"), die=words.word("dice", die.name), faces=faces)


def _chapter(section: Section, words: Words, teller: Teller) -> Chapter:
    title = _title(section, words, teller)
    heaps = [_heap(section, group, words, teller) for group in section.groups]
    if len(heaps) > 1:
        heaps.insert(0, Heap(teller.say(N_("All")), section.tally, {}))
    return Chapter(title, tuple(heaps))


def _heap(section: Section, group: Group, words: Words, teller: Teller) -> Heap:
    sides = ruleset(section.ruleset).SIDES
    title = words.side(group.side) if group.side else teller.say(N_("of no side"))
    purposes = {words.word("purposes", purpose): tally for purpose, tally in group.purposes.items()}
    return Heap(title[:1].upper() + title[1:], group.tally, purposes, sides.index(group.side) if group.side else None)
