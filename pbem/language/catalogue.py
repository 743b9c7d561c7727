"""The texts of the problem codes that every game shares: English, each with its places for values, the fullest first.

A text is used when the problem has all its values; so the last one of a code has none, and is shorter but still true.
What names something (units, spaces, phases …) is put in by its name. The texts of a game's own codes are its
problems.<language>.toml.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Plural(NamedTuple):
    """A text with its form for several; `by` is the name of the number that decides."""

    one: str
    many: str
    by: str


Text = str | Plural


def N_(message: str) -> str:
    """The message itself: marked for Babel, to be translated later."""
    return message


TEXTS: Mapping[str, tuple[str, ...]] = {
    # Names and phases
    "unknown-unit": (
        N_('no unit is called "%(read)s"'),
        N_('no unit is called "%(unit)s"'),
        N_("no unit has this name"),
    ),
    "unknown-hex": (
        N_('"%(read)s" is not a hex of four digits nor a place on the map'),
        N_('"%(hex)s" is not a hex of four digits'),
        N_("a hex is four digits"),
    ),
    "unknown-area": (
        N_('"%(read)s" is no area of the map'),
        N_('"%(area)s" is no area of the map'),
        N_("the map has no such area"),
    ),
    "off-map": (
        N_("the map has no hex %(read)s: it goes from %(first)s to %(last)s"),
        N_("the map has no hex %(read)s"),
        N_("the map has no hex %(hex)s"),
        N_("the map has no such hex"),
    ),
    "wrong-phase": (
        N_("%(verb)s cannot be ordered yet: now it is %(now)s, and its order is %(instead)s"),
        N_("%(verb)s cannot be ordered yet: now it is %(now)s"),
        N_("too late for %(verb)s: %(past)s is over"),
        N_("%(verb)s cannot be ordered this turn: in %(skipped)s there was nothing to decide, and no one was asked"),
        N_("%(foreign)s is a phase of the other side"),
        N_("%(verb)s is for %(fits)s, not for %(phase)s"),
        N_("%(verb)s cannot be ordered now for this phase: %(phase)s"),
        N_("no phase of yours that is still to come this turn takes %(verb)s"),
        N_("no phase of yours that is still to come this turn takes this order"),
    ),
    # Reading
    "unknown-order": (
        N_('"%(refrains)s" is no order: only who is ordered to does it in your turn; for the enemy\'s one can say so'),
        N_("an order begins with its verb: %(verb)s %(rest)s"),
        N_('an order begins with its verb, not with "%(named)s"'),
        N_('no order begins with "%(read)s"'),
        N_("this is no order"),
    ),
    "not-alone": (
        N_('"%(read)s" goes into the line of its order, not below it'),
        N_("this goes into the line of its order, not below it"),
    ),
    "unclear-correction": (
        N_('it is not clear what "%(read)s" corrects: write the whole order'),
        N_("it is not clear what this corrects: write the whole order"),
    ),
    "unclear-units": (
        N_('it is not clear which units "%(read)s" means: name them'),
        N_("it is not clear which units this means: name them"),
    ),
    "not-repeated": (N_("only standing orders go on from turn to turn: write out all that you want this turn"),),
    "nobody-beside": (
        N_("none of your units next to %(hex)s can do this"),
        N_("none of your units next to it can do this"),
    ),
    "in-sentence": (N_("an order stands alone in its line"),),
    "ambiguous-unit": (N_('"%(read)s" fits %(count)s units; which one?'), N_("this may be more than one unit")),
    "ambiguous-place": (N_('"%(read)s" fits %(count)s places; which one?'), N_("this may be more than one place")),
    "missing-field": (
        N_("%(keyword)s is missing, and after it %(expected)s"),
        N_("missing: %(expected)s"),
        N_("something is missing at the end of this line"),
    ),
    "unexpected-word": (
        N_('"%(read)s" cannot stand here, only %(expected)s'),
        N_('"%(read)s" cannot stand here: HELP shows what %(usage)s takes'),
        N_('"%(read)s" is one word too many'),
        N_("a word of this line cannot stand where it stands"),
    ),
    "said-twice": (N_('"%(read)s" is one too many: this was already said'), N_("something is said twice")),
    "bad-choice": (N_('"%(read)s" is not %(expected)s'), N_("a word of this line is not one of those that fit")),
    "unknown-seat": (N_('no player is called "%(read)s"'), N_("no player has this name")),
    "unknown-group": (N_('no group is called "%(read)s"'), N_("no group has this name")),
    "bad-count": (
        N_('"%(read)s" is not a whole number from %(least)s to %(most)s'),
        N_("this is not a whole number, or not one that may stand here"),
    ),
    "bad-sign": (N_('"%(read)s" cannot stand before a number here, only >='), N_("only >= can stand before a number")),
    "unknown-phase": (N_('no phase of this game is "%(read)s"'), N_("no phase has this name")),
    "too-long": (
        N_("%(length)s characters are too many: the limit is %(limit)s"),
        N_("this is too long to be read"),
    ),
    "too-many-orders": (
        N_("the limit is %(limit)s orders: only the first ones were read"),
        N_("there are too many orders, the last of them were not read"),
    ),
    "bad-head": (
        N_('"%(read)s" is not understood: GAME a name, TURN a number, PHASE a phase'),
        N_("this head is not understood"),
    ),
    "bad-command": (
        N_('"%(read)s" cannot follow %(command)s, only %(expected)s'),
        N_('nothing can follow %(command)s: leave "%(read)s" out'),
        N_("this command is not understood"),
    ),
    "missing-argument": (N_("%(command)s needs %(expected)s after it"), N_("this command is not complete")),
    "nonce-too-long": (
        N_("this motto has %(length)s characters: the limit is %(limit)s"),
        N_("this motto is too long"),
    ),
    "game-over": (N_("the game is over"),),
    "wrong-game": (N_("these orders are for the game %(read)s, this is %(expected)s"), N_("this is another game")),
    "wrong-turn": (N_("these orders are for turn %(read)s, this is turn %(expected)s"), N_("this is another turn")),
    "phase-locked": (
        N_("the orders for %(phase)s are being carried out and cannot be changed any more"),
        N_("the orders for this phase are being carried out and cannot be changed any more"),
    ),
    "sheet-locked": (
        N_("the orders for %(phase)s are locked until their dice are rolled, and cannot be changed any more"),
        N_("the orders for this phase are locked until its dice are rolled"),
    ),
    "two-texts": (
        N_(
            "the orders of this email differ: %(file)s was read, the other text says “%(lines)s”. Which do you mean? "
            "Send that again, alone"
        ),
        N_(
            "the orders of this email differ: its plain text was read, its formatted text says “%(lines)s”. Which do "
            "you mean? Send that again, alone"
        ),
        N_("the orders of this email differ in two places: send again those that you mean, alone"),
    ),
    # JSON sheets
    "bad-json": (
        N_("this is not JSON: the fault is in row %(row)s, column %(column)s"),
        N_("this is not JSON"),
    ),
    "not-utf-8": (N_("the file is not UTF-8 text from byte %(offset)s on"), N_("the file is not UTF-8 text")),
    "too-deep": (N_("lists and objects are nested too deep"),),
    "bad-number": (N_("the file has a number that is not valid JSON, or far too long"),),
    "duplicate-key": (N_("this key appears twice"),),
    "unknown-key": (N_("there is no such key here, only %(expected)s"), N_("there is no such key here")),
    "bad-format": (
        N_("the format is %(read)s, and only %(expected)s is known"),
        N_("this format is not known"),
    ),
    "no-format": (
        N_('the file does not say its format: it begins with {"format": %(expected)s, "game": …'),
        N_("the file does not say its format"),
    ),
    "bad-value": (
        N_("%(expected)s is needed here, not %(read)s"),
        N_("%(expected)s is needed"),
        N_("this value is not what is needed"),
    ),
    "not-standing": (
        N_("%(verb)s is not a standing order and belongs to a section"),
        N_("this is not a standing order and belongs to a section"),
    ),
}  # fmt: skip
"""The texts of every shared code: names and phases, which the rules give too, and what reading itself finds."""

EXPECTED: Mapping[str, str] = {
    "unit": N_("a unit"),
    "space": N_("a hex"),
    "area": N_("an area"),
    "seat": N_("a player"),
    "group": N_("a group"),
    "choice": N_("a choice"),
    "phase": N_("a phase"),
    "turn": N_("the number of a turn"),
    "where": N_("a place"),
    "spaces": N_("two hexes"),
    "clause": N_("the number of a clause"),
    "rest": N_("a text"),
    "mailbox": N_("an email address"),
    "object": N_("an object"),
    "list": N_("a list"),
    "text": N_("a text"),
    "line": N_("a text of one line"),
    "number": N_("a whole number"),
    "flag": N_("true or false"),
    "section": N_("an object with a list of orders"),
}
"""What the value `expected` of a problem stands for; other words of it are shown as they are."""
