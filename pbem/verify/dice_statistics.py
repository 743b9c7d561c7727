"""How the dice of played games fell: the rolls of their journals, counted by side and purpose.

A roll's purpose is the first word of its label. Who rolled is the side of the first counter that the label names, else
whom the event after the roll calls its `roller`, else the side whose phase it is. Draws by lot are no dice. Only what
is in force counts: not the records that a rollback took back, nor a suspended phase, whose dice come again when it is
finished.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from pbem.dice.die import COIN, D6, Die, Face
from pbem.dice.fairness import Tally, as_rare
from pbem.errors import BadInput
from pbem.game.game import Definition, open_definition
from pbem.game.paths import save_path
from pbem.gamedata.rulesets import ruleset
from pbem.phrases import Phrase
from pbem.save.journal import Journal
from pbem.save.records import Json, PhaseRecord


@dataclass(frozen=True, slots=True)
class GameCount:
    """What was counted of one game, and what was not: dice taken back by rollbacks, dice of a phase that waits."""

    game: str
    ruleset: str
    dice: int
    withdrawn: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Group:
    """The dice of one side ("" where nobody's): all, and by purpose in plain order."""

    side: str
    tally: Tally
    purposes: Mapping[str, Tally]


@dataclass(frozen=True, slots=True)
class Section:
    """The dice of one kind in the games of one rule set: all, and by side in the order of the rules."""

    ruleset: str
    tally: Tally
    groups: tuple[Group, ...]

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Every count that is judged: all dice, each side's, each purpose's; those that are the same only once."""
        found = [self.tally] if len(self.groups) != 1 else []
        for group in self.groups:
            found += [group.tally] if len(group.purposes) != 1 else []
            found += group.purposes.values()
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The games that were counted, and a section for each kind of die."""

    games: tuple[GameCount, ...]
    sections: tuple[Section, ...]

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Every count that is judged."""
        return tuple(tally for section in self.sections for tally in section.tallies)

    def to_json(self) -> Json:
        """The same as JSON values, with expectation, mean and chi-square of each count.

        `rarest`: the least p of all comparisons, and at most how often honest dice have one as small among so many.
        """
        found = [tally.fit.p for tally in self.tallies if tally.fit is not None]
        return {
            "comparisons": len(found),
            "rarest": {"p": _p(min(found)), "at-most": _p(as_rare(min(found), len(found)))} if found else None,
            "games": [
                {"game": g.game, "ruleset": g.ruleset, "dice": g.dice, "withdrawn": g.withdrawn, "waiting": g.waiting}
                for g in self.games
            ],
            "dice": [_section_json(section) for section in self.sections],
        }


@dataclass(frozen=True, slots=True)
class RolledFace:
    """One face that fell: which die, in whose games, by whom, what for."""

    ruleset: str
    die: Die
    side: str
    purpose: str
    face: Face


Counted = tuple[Sequence[RolledFace], GameCount]


def statistics(home: Path, games: Sequence[str]) -> Statistics:
    """The dice of games, by name or path of their save folders.

    BadInput for a game that is not there or is given twice, or a roll that its die cannot show; SaveError where files
    are damaged.
    """
    counted: list[Counted] = []
    seen: dict[str, str] = {}
    for name in games:
        definition = open_definition(save_path(home, name))
        key = definition.folder.game_hash()
        if key in seen:
            twice = (
                Phrase("is given twice") if seen[key] == name else Phrase("is the same game as {seen}", seen=seen[key])
            )
            raise BadInput("{name} {twice}: its dice would count twice.", name=name, twice=twice)
        seen[key] = name
        counted.append(count(definition))
    return statistics_of(counted)


def statistics_of(counted: Sequence[Counted]) -> Statistics:
    """The dice of games that were counted, together."""
    shown = [face for faces, _ in counted for face in faces]
    return Statistics(tuple(game for _, game in counted), _sections(shown))


def count(definition: Definition) -> Counted:
    """The faces of one game that count, and how many do and do not.

    BadInput for a roll that its die cannot show; SaveError where files are damaged.
    """
    records = [item.record for item in definition.folder.records()]
    journal = Journal.of(definition.manifest, records)
    force = {record.n for record in journal.in_force()}
    phases = [record for record in records if isinstance(record, PhaseRecord)]
    shown = [
        face
        for record in phases
        if record.n in force and not record.suspended
        for face in _rolled_faces(definition, record)
    ]
    withdrawn = sum(_dice(r) for r in phases if r.n not in force and not r.suspended)
    waiting = journal.suspended_run()
    return shown, GameCount(
        definition.manifest.game, definition.manifest.ruleset, len(shown), withdrawn, _dice(waiting) if waiting else 0
    )


def _dice(record: PhaseRecord) -> int:
    return sum(len(roll.faces) for roll in record.rolls if not roll.items)


def _rolled_faces(definition: Definition, record: PhaseRecord) -> Iterator[RolledFace]:
    """The faces of one record."""
    behind = pairwise((*record.events, {}))
    after = {event.get("label"): following for event, following in behind if event.get("type") == "rolled"}
    known = dice_of(definition)
    for roll in record.rolls:
        if roll.items:
            continue  # drawn by lot: there is no die
        die = known.get(roll.die)
        where = f"{definition.manifest.game}, record {record.n}, roll {roll.label!r}"
        if die is None:
            raise BadInput(
                "{where}: there is no die {die!r} in this game; there are {known}.",
                where=where,
                die=roll.die,
                known=", ".join(sorted(known)),
            )
        for face in roll.faces:
            if face not in die.faces:
                raise BadInput(
                    "{where}: {face!r} is no face of the die {die}. 'pbem verify' says what is wrong.",
                    where=where,
                    face=face,
                    die=die.name,
                )
            purpose = roll.label.partition(" ")[0]
            yield RolledFace(
                definition.manifest.ruleset,
                die,
                _side(definition, record, roll.label, after.get(roll.label, {})),
                purpose,
                face,
            )


def _side(definition: Definition, record: PhaseRecord, label: str, following: Json) -> str:
    """Who rolled; "" where nobody did."""
    counters = definition.data["counters"]
    named = (counters[word]["side"] for word in label.replace("+", " ").split()[1:] if word in counters)
    sides = next((phase.sides for phase in definition.rules.SEQUENCE if phase.id == record.phase), ())
    acting = sides[0] if len(sides) == 1 else ""
    return str(next(named, None) or following.get("roller") or acting)


def dice_of(definition: Definition) -> dict[str, Die]:
    """The dice of a game by name: those of its own tables first, then the rule set's, d6 and coin."""
    tables = definition.data.get("tables", {}).values()
    own = [Die(t["name"], tuple(t["faces"])) for t in tables if isinstance(t, dict) and {"name", "faces"} <= t.keys()]
    return {die.name: die for die in (COIN, D6, *definition.rules.DICE, *own)}


# Counting ------------------------------------------------------------------------------------------------------------


def _sections(shown: Sequence[RolledFace]) -> tuple[Section, ...]:
    """One section for each rule set and die, by rule set and name of the die."""
    kinds = sorted({(s.ruleset, s.die.name, s.die) for s in shown}, key=lambda kind: (*kind[:2], str(kind[2].faces)))
    found = []
    for ruleset_name, _, die in kinds:
        mine = [s for s in shown if (s.ruleset, s.die) == (ruleset_name, die)]
        known = ruleset(ruleset_name).SIDES
        others = sorted({s.side for s in mine} - {*known})
        sides = [side for side in (*known, *others) if any(s.side == side for s in mine)]
        groups = tuple(_group(side, die, [s for s in mine if s.side == side]) for side in sides)
        found.append(Section(ruleset_name, _tally(die, mine), groups))
    return tuple(found)


def _group(side: str, die: Die, mine: Sequence[RolledFace]) -> Group:
    purposes = sorted({s.purpose for s in mine})
    return Group(side, _tally(die, mine), {p: _tally(die, (s for s in mine if s.purpose == p)) for p in purposes})


def _tally(die: Die, shown: Iterable[RolledFace]) -> Tally:
    return Tally.of(die, (s.face for s in shown))


# As JSON -------------------------------------------------------------------------------------------------------------


def _section_json(section: Section) -> Json:
    groups = [
        {"side": g.side, **_tally_json(g.tally), "purposes": {p: _tally_json(t) for p, t in g.purposes.items()}}
        for g in section.groups
    ]
    die = section.tally.die
    return {
        "ruleset": section.ruleset,
        "die": die.name,
        "die-faces": list(die.faces),
        "all": _tally_json(section.tally),
        "sides": groups,
    }


def _tally_json(tally: Tally) -> Json:
    """Numbers rounded to what they can bear; null where there are too few dice."""
    fit = tally.fit
    test: Any = None
    if fit is not None:
        test = {"statistic": round(fit.statistic, 4), "degrees-of-freedom": fit.freedom, "p": _p(fit.p)}
    return {
        "dice": tally.total,
        "faces": {str(face): count for face, count in zip(tally.faces, tally.counts, strict=True)},
        "expected": {str(face): round(e, 4) for face, e in zip(tally.faces, tally.expected, strict=True)},
        "mean": _rounded(tally.mean),
        "expected-mean": _rounded(tally.expected_mean),
        "margin": _rounded(tally.margin),
        "chi-square": test,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _p(value: float) -> float:
    return float(f"{value:.4g}")
