"""What a game's journal holds, with time, hash and words; what the referee decided beside it; with who and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.game.voice import format_time, outcome, voice_of
from pbem.language.messages import translations
from pbem.referee.letters.decisions import describe_decision
from pbem.referee.letters.people.telling import TELLINGS
from pbem.referee.letters.players import players_named, silence_sentence
from pbem.referee.letters.reports.records import describe_record
from pbem.save.errors import GitError
from pbem.save.game_file import imported_times
from pbem.save.git import Git
from pbem.save.records import EndRecord, Entry, PhaseRecord, RulingRecord
from pbem.save.words import hash_words
from pbem.store.rows import DecisionRow, SilenceRow

EVERY = 100_000


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One record: its number, turn, kind and phase ("" for what is none), when git says that it was written, its hash.

    `withdrawn`: a rollback took it out of force. `notes` are sentences: what it decided, by whom and why. A decision
    or a silence is no record: it has no hash, its kind is what was decided (extended, paused …) or silence, and `n`
    the record before it.
    """

    n: int
    turn: int
    kind: str
    phase: str
    when: datetime | None
    hash: str
    withdrawn: bool
    notes: tuple[str, ...]

    @property
    def words(self) -> str:
        """The hash as six words; "" where there is none."""
        return hash_words(self.hash) if self.hash else ""

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        data = {name: getattr(self, name) for name in self.__slots__}
        when = self.when.isoformat() if self.when is not None else None
        return {**data, "when": when, "notes": list(self.notes), "words": self.words}


def history(
    game: Game,
    git: Git | None,
    language: str,
    turn: int | None = None,
    *,
    decisions: Sequence[DecisionRow] = (),
    silences: Sequence[SilenceRow] = (),
    zone: str = "UTC",
) -> tuple[HistoryEntry, ...]:
    """The records of a game, of one turn if it is named; BadInput for a turn of which there are none.

    `decisions` and `silences`, which the save does not hold, stand behind the record that was the last.
    """
    kept = {record.n for record in game.position.journal.in_force()}
    times = record_times(game.folder.path, game.name, git)
    found = []
    for item in game.records:
        record = item.record
        if turn not in (None, record.turn):
            continue
        phase = record.phase if isinstance(record, PhaseRecord) else ""
        out = record.n not in kept and record.kind != "rollback"
        notes = tuple(_notes(game, record, language))
        found.append(
            HistoryEntry(record.n, record.turn, record.kind, phase, times.get(record.n), item.hash, out, notes)
        )
    for each in decisions:
        if turn in (None, each.turn):
            said = (describe_decision(game, each, zone, language),)
            found.append(HistoryEntry(each.n, each.turn, each.what, "", each.at, "", False, said))
    for silence in silences:
        if turn in (None, silence.turn):
            told = (silence_sentence(game, silence, language),)
            n, when = silence.n - 1, silence.deadline
            found.append(HistoryEntry(n, silence.turn, "silence", silence.phase, when, "", False, told))
    if turn is not None and not found:
        raise BadInput("{game} has no record of turn {turn}.", game=game.name, turn=turn)
    return tuple(sorted(found, key=lambda one: (one.n, not one.hash)))


def record_times(save: Path, game: str, git: Git | None) -> dict[int, datetime]:
    """When each record of a game was written, as the history of the save says, or the file that it was read in from;
    nothing where neither is there."""
    found = imported_times(save)
    try:
        log = () if git is None else git.log(save, EVERY)
    except GitError:
        return found
    for _, when, subject in log:
        number = subject.removeprefix(f"{game} ").partition(":")[0]
        if number.isdecimal() and subject != number:
            found[int(number)] = datetime.fromisoformat(when)
    return found


def _notes(game: Game, record: Entry, language: str) -> list[str]:
    _, voice = translations(language).gettext, voice_of(game, language)
    said = describe_record(game, record, language)
    if isinstance(record, PhaseRecord) and record.suspended is not None:
        n = len(record.questions)
        waited = translations(language).ngettext("It waited for an answer.", "It waited for %(num)s answers.", n)
        said = [*said, waited % {"num": n}]
    if isinstance(record, RulingRecord) and not said:
        told = {"agreed": _("A draw was agreed: %(seats)s."), "conceded": _("Given up: %(seats)s.")}
        said = (
            [told[record.ruling] % {"seats": players_named(game, record.seats, language)}]
            if record.ruling in told
            else []
        )
    if isinstance(record, EndRecord):
        said = [*said, f"{outcome(voice, record.winner, record.level)} {voice.words.clause(record.reason)}"]
    return said


def format_history(game: Game, past: Sequence[HistoryEntry], language: str, zone: str) -> list[str]:
    """The same as lines for people: number, phase, time and words of the hash, then what there is to say."""
    _, words = translations(language).gettext, voice_of(game, language).words
    kinds = {
        "rollback": _("taken back"),
        "ruling": _("ruling"),
        "rekey": _("new dice"),
        "end": _("end"),
        "extended": _("deadline moved"),
        "paused": _("paused"),
        "resumed": _("resumed"),
        "replaced": _("new player"),
        "silent": _("paused"),
        **{what: _(telling.label) for what, telling in TELLINGS.items()},
    }
    told = []
    for one in past:
        parts = [_("turn %(turn)s, %(phase)s") % {"turn": one.turn, "phase": _name(one, words.phase, kinds)}]
        parts += [format_time(one.when, zone, language)] if one.when is not None else []
        parts += [*([one.words] if one.hash else []), *([_("withdrawn")] if one.withdrawn else [])]
        told.append(f"{f'{one.n}.' if one.hash else '–'} {' · '.join(parts)}")
        told += [f"    {note}" for note in one.notes]
    return told


def _name(one: HistoryEntry, phase: Callable[[str], str], kinds: Mapping[str, str]) -> str:
    return phase(one.phase) if one.phase else kinds[one.kind]
