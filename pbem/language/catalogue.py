"""Every problem code in words: English texts, each with its places for values, the fullest first.

A text is used when the problem has all its values; so the last one of a code has none, and is shorter but still true.
Where one code says different things by different clauses, VARIANTS has texts for the clause, tried before those of the
code. What names something (units, spaces, phases …) is put in by its name.
"""

from collections.abc import Mapping

from pbem.language.marks import N_, NN_, Text

PROBLEMS: Mapping[str, tuple[Text, ...]] = {
    # Names and phases
    "unknown-unit": (
        N_('no piece is called "%(read)s"'),
        N_('no piece is called "%(unit)s"'),
        N_("no piece has this name"),
    ),
    "unknown-hex": (
        N_('"%(read)s" is not a hex of four digits nor a place on the map'),
        N_('"%(hex)s" is not a hex of four digits'),
        N_("a hex is four digits"),
    ),
    "off-map": (
        N_("the map has no hex %(read)s"),
        N_("the map has no hex %(hex)s"),
        N_("the map has no such hex"),
    ),
    "wrong-phase": (
        N_("%(verb)s cannot be ordered now for this phase: %(phase)s"),
        N_("no phase of yours that is still to come this turn takes %(verb)s"),
        N_("no phase of yours that is still to come this turn takes this order"),
    ),
    "not-your-piece": (N_("%(unit)s is not yours"), N_("this piece is not yours")),
    "not-your-sector": (
        N_("%(unit)s stands in the sector of %(seat)s, who orders it"),
        N_("%(seat)s is not the other seat of your side, or does not cooperate"),
        N_("this piece is ordered by the other seat of your side"),
    ),
    # Set-up
    "wrong-zone": (
        N_("%(hex)s is not in the zone where %(unit)s may be placed"),
        N_("%(unit)s needs a hex of its own zone"),
        N_("this hex is not in the right zone"),
    ),
    "fortress-empty": (
        NN_("this fortress has no piece yet: %(hexes)s", "these fortresses have no piece yet: %(hexes)s", "count"),
        N_("a fortress has no piece yet"),
    ),
    "not-yet-placed": (
        NN_("this piece is not placed yet: %(units)s", "%(count)s pieces are not placed yet: %(units)s", "count"),
        N_("some pieces are not placed yet"),
    ),
    "cannot-stand-there": (N_("%(unit)s may not stand in %(hex)s"), N_("this piece may not stand in this hex")),
    # Reinforcements
    "not-due": (N_("%(unit)s is not due to come now"), N_("this piece is not due to come now")),
    "base-lost": (
        N_("%(other)s stands in Melilla: %(unit)s cannot come that way"),
        N_("%(unit)s cannot come by way of Melilla"),
        N_("nothing can come by way of Melilla"),
    ),
    "not-a-landing-hex": (N_("%(at)s is not a landing hex"), N_("%(hex)s is not a landing hex"), N_("no landing hex")),
    "landing-hex-taken": (
        N_("the landing hex %(hex)s is taken by %(other)s"),
        N_("the landing hex %(at)s is taken by %(other)s"),
        N_("this landing hex is taken"),
    ),
    "stuck-at-sea": (
        N_("%(unit)s would not reach land from %(hex)s with the points it has (%(allowance)s)"),
        N_("%(unit)s would not reach land from there"),
        N_("the piece would not reach land from there"),
    ),
    "reinforcement-cannot-attack": (
        N_("%(unit)s comes this turn and may not attack, so not enter the enemy zone of control at %(hex)s"),
        N_("%(unit)s comes this turn and may neither attack nor support"),
        N_("reinforcements may not attack in the turn in which they come"),
    ),
    "in-enemy-zoc": (N_("%(hex)s is in an enemy zone of control"), N_("the hex is in an enemy zone of control")),
    # Movement
    "already-moved": (N_("%(unit)s has already moved"), N_("this piece has already moved")),
    "move-too-far": (
        N_("%(unit)s to %(to)s: %(cost)s movement points needed, it has %(allowance)s"),
        N_("%(unit)s: %(cost)s movement points needed, it has %(allowance)s"),
        N_("%(unit)s cannot go as far as that"),
        N_("this is too far"),
    ),
    "not-connected": (
        N_("%(hex)s does not touch the hex before it"),
        N_("the way of %(unit)s is broken"),
        N_("the way is broken"),
    ),
    "hex-occupied": (
        N_("%(hex)s is occupied by %(other)s"),
        N_("%(hex)s is occupied"),
        N_("the hex is occupied"),
    ),
    "path-blocked": (
        N_("the way of %(unit)s is blocked by %(other)s in %(hex)s"),
        N_("the way is blocked at %(hex)s"),
        N_("the way is blocked"),
    ),
    "impassable": (
        N_("%(unit)s cannot enter or reach %(hex)s"),
        N_("%(hex)s cannot be entered"),
        N_("there is no way there"),
    ),
    "armour-terrain": (
        N_("armour never enters mountain, city or fortress: %(unit)s may not enter %(hex)s"),
        N_("armour never enters mountain, city or fortress"),
    ),
    "cannot-move": (N_("%(unit)s cannot move"), N_("this piece cannot move")),
    # Zones of control
    "zoc-stop": (
        N_("%(unit)s enters an enemy zone of control at %(hex)s and must stop there"),
        N_("%(unit)s must stop in the enemy zone of control"),
        N_("a piece must stop when it enters an enemy zone of control"),
    ),
    "march-into-zoc": (
        N_("%(hex)s is in an enemy zone of control: %(unit)s may enter it by MOVE only"),
        N_("a march never enters an enemy zone of control"),
    ),
    "must-attack": (
        NN_(
            "this piece entered an enemy zone of control and must attack: %(units)s",
            "%(count)s pieces entered an enemy zone of control and must attack: %(units)s",
            "count",
        ),
        N_("a piece that entered an enemy zone of control must attack"),
    ),
    # Combat
    "not-adjacent": (
        N_("%(unit)s is not adjacent to %(target)s"),
        N_("the pieces are not adjacent"),
    ),
    "already-fought": (N_("%(unit)s has already fought this turn"), N_("a piece fights once a turn")),
    "already-attacked": (
        N_("%(target)s is already attacked in another combat of this phase"),
        N_("a piece is attacked in one combat a phase only"),
    ),
    "cannot-attack": (N_("%(unit)s cannot attack"), N_("there is nothing here that may attack")),
    "marched": (
        N_("%(unit)s marched this turn and may neither attack nor support"),
        N_("a piece that marched may neither attack nor support"),
    ),
    "no-target": (
        N_("%(target)s is no enemy piece on the map, nor a hex with one"),
        N_("there is no enemy piece there"),
    ),
    "too-many-combatants": (
        N_("%(count)s pieces on one side of this combat: at most %(limit)s are allowed"),
        N_("too many pieces for one combat"),
    ),
    "not-mutually-adjacent": (
        N_("these pieces do not all touch as two against two must: %(units)s"),
        N_("the pieces do not all touch as two against two must"),
    ),
    # Fire
    "out-of-range": (
        N_("%(target)s is out of range of %(unit)s: at most %(range)s hexes"),
        N_("%(target)s is out of range of %(unit)s"),
        N_("the target is out of range of %(unit)s"),
        N_("the target is out of range"),
    ),
    "already-fired": (N_("%(unit)s has already fired this turn"), N_("a piece fires once a turn")),
    "too-early": (N_("%(unit)s may act from turn %(turn)s on"), N_("it is too early in the game for this")),
    "aircraft-there": (
        N_("%(other)s is already over %(to)s: one aircraft at a time over an enemy piece"),
        N_("one aircraft at a time over an enemy piece"),
    ),
    "aircraft-grounded": (
        N_("%(unit)s is grounded: it has no base to fly from"),
        N_("the aircraft is grounded: it has no base to fly from"),
    ),
    "not-sea": (N_("%(hex)s is not a sea hex"), N_("the hex is not a sea hex")),
    # Panic
    "armour-marched": (
        N_("%(unit)s cannot march or arrive and cause panic in the same turn"),
        N_("armour cannot march or arrive and cause panic in the same turn"),
    ),
    "not-in-zoc": (
        N_("%(unit)s is not armour with %(target)s in its zone of control at that moment"),
        N_("the piece is not in the zone of control of the armour at that moment"),
    ),
    "bad-panic-hex": (
        N_("%(unit)s cannot be driven to %(hex)s: over land only, to an empty hex out of all Spanish zones of control"),
        N_("the piece cannot be driven to that hex"),
    ),
    "wrong-distance": (
        NN_(
            "%(unit)s must be driven exactly %(distance)s hex",
            "%(unit)s must be driven exactly %(distance)s hexes",
            "distance",
        ),
        N_("the distance is not the piece's movement factor and one more"),
    ),
    "weather-forbids": (
        N_("%(target)s may not be attacked in this weather: %(weather)s"),
        N_("%(unit)s may not do this in this weather: %(weather)s"),
        N_("the weather forbids this"),
    ),
}  # fmt: skip
"""The codes of the rule catalogue (legion.md, part E)."""

VARIANTS: Mapping[tuple[str, str], tuple[Text, ...]] = {
    ("wrong-phase", "LL-8.16"): (N_("only the Moroccan side gives %(verb)s"),),
    ("cannot-attack", "LL-8.12"): (
        N_("%(unit)s cannot do this: only artillery on the map bombards or supports, and it never attacks"),
    ),
    ("cannot-attack", "LL-8.22"): (N_("%(unit)s is armour and never attacks"),),
    ("cannot-attack", "LL-2.9"): (N_("%(unit)s is an aircraft and never attacks on the ground"),),
    ("cannot-attack", "LL-2.10"): (N_("%(unit)s is a fleet and never attacks on land"),),
    ("cannot-attack", "LL-8.20"): (N_("%(unit)s is no fleet and cannot fire as one"),),
    ("cannot-attack", "LL-7.9"): (
        N_("%(hex)s is in an enemy zone of control and %(unit)s may attack nobody there, so it may not enter"),
        N_("%(unit)s may not enter the zone of control of an enemy that it may not attack"),
    ),
    ("cannot-move", "LL-9.4"): (
        N_("%(unit)s cannot move: the weather takes all its points (%(weather)s)"),
        N_("%(unit)s cannot move: the weather takes all its points"),
    ),
    ("cannot-move", "LL-7.1"): (N_("%(unit)s cannot move over land now (%(status)s)"),),
    ("cannot-move", "LL-2.9"): (N_("%(unit)s cannot fly"),),
    ("cannot-move", "LL-2.10"): (N_("%(unit)s is no fleet and cannot be placed at sea"),),
    ("hex-occupied", "LL-7.10"): (N_("%(hex)s already has a fleet: %(unit)s"),),
    ("not-in-zoc", "LL-8.24"): (N_("%(target)s is not in the zone of control of %(unit)s at that moment"),),
    ("impassable", "LL-7.6"): (
        N_("%(unit)s cannot enter or reach %(hex)s"),
        N_("%(hex)s is Mar Chica, where nothing sails"),
    ),
    ("marched", "LL-8.15"): (N_("%(unit)s marched this turn and may not support"),),
}  # fmt: skip
"""Texts for a code where a certain clause gives it."""

READING: Mapping[str, tuple[Text, ...]] = {
    "unknown-order": (N_('no order begins with "%(read)s"'), N_("this is no order")),
    "ambiguous-unit": (N_('"%(read)s" may be any of %(count)s pieces'), N_("this may be more than one piece")),
    "ambiguous-place": (N_('"%(read)s" may be any of %(count)s places'), N_("this may be more than one place")),
    "missing-field": (
        N_("%(keyword)s is missing, and after it %(expected)s"),
        N_("missing: %(expected)s"),
        N_("something is missing at the end of this line"),
    ),
    "unexpected-word": (
        N_('"%(read)s" cannot stand here, only %(expected)s'),
        N_('"%(read)s" is one word too many'),
        N_("a word of this line cannot stand where it stands"),
    ),
    "said-twice": (N_('"%(read)s" is one too many: this was already said'), N_("something is said twice")),
    "bad-choice": (N_('"%(read)s" is not %(expected)s'), N_("a word of this line is not one of those that fit")),
    "unknown-seat": (N_('no seat is called "%(read)s"'), N_("no seat has this name")),
    "unknown-group": (N_('no group is called "%(read)s"'), N_("no group has this name")),
    "bad-count": (
        N_('"%(read)s" is not a whole number from %(least)s to %(most)s'),
        N_("this is not a whole number, or not one that may stand here"),
    ),
    "bad-sign": (N_('"%(read)s" cannot stand before a number here, only >='), N_("only >= can stand before a number")),
    "unknown-phase": (N_('no phase of this game is "%(read)s"'), N_("no phase has this name")),
    "too-long": (
        N_("%(length)s characters are too many to be read, at most %(limit)s are"),
        N_("this is too long to be read"),
    ),
    "too-many-orders": (
        N_("only the first %(limit)s orders were read"),
        N_("there are too many orders, the last of them were not read"),
    ),
    "bad-head": (
        N_('"%(read)s" is not understood: GAME a name, TURN a number, PHASE a phase'),
        N_("this head is not understood"),
    ),
    "bad-command": (
        N_('"%(read)s" cannot follow %(command)s, only %(expected)s'),
        N_("this command is not understood"),
    ),
    "missing-argument": (N_("%(command)s must be followed by %(expected)s"), N_("this command is not complete")),
    "nonce-too-long": (
        N_("a nonce has at most %(limit)s characters, this one has %(length)s"),
        N_("this nonce is too long"),
    ),
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
    # JSON sheets
    "bad-json": (
        N_("this is not JSON: the fault is in row %(row)s, column %(column)s"),
        N_("this is not JSON"),
    ),
    "not-utf-8": (N_("the file is not UTF-8 text from byte %(offset)s on"), N_("the file is not UTF-8 text")),
    "too-deep": (N_("lists and objects stand too deep in each other"),),
    "bad-number": (N_("the file has a number that is none of JSON's, or far too long"),),
    "duplicate-key": (N_("this key stands twice"),),
    "unknown-key": (N_("there is no such key here, only %(expected)s"), N_("there is no such key here")),
    "bad-format": (
        N_("the format is %(read)s, and only %(expected)s is known"),
        N_("this format is not known"),
    ),
    "bad-value": (
        N_("%(read)s stands where %(expected)s is needed"),
        N_("%(expected)s is needed"),
        N_("this value is not what is needed"),
    ),
    "not-standing": (
        N_("%(verb)s is not a standing order and belongs to a section"),
        N_("this is not a standing order and belongs to a section"),
    ),
}  # fmt: skip
"""The codes of reading itself."""

EXPECTED: Mapping[str, str] = {
    "unit": N_("a piece"),
    "space": N_("a hex"),
    "seat": N_("a seat"),
    "group": N_("a group"),
    "choice": N_("a choice"),
    "phase": N_("a phase"),
    "turn": N_("the number of a turn"),
    "clause": N_("the number of a clause"),
    "rest": N_("a text"),
    "mailbox": N_("a mail address"),
    "nothing": N_("nothing"),
    "object": N_("an object"),
    "list": N_("a list"),
    "text": N_("a text"),
    "line": N_("a text of one line"),
    "number": N_("a whole number"),
    "flag": N_("true or false"),
    "section": N_("an object with a list of orders"),
}
"""What the value `expected` of a problem stands for; other words of it are shown as they are."""

TEXTS: Mapping[str, tuple[Text, ...]] = {**PROBLEMS, **READING}
"""The texts of every code, by code."""
