"""What mails say of the dice: a new head, the sheets as they were locked, and the proof attached to a report.

L hashes lead from link[L] to the head, so one report alone proves its dice against the head of the first mail.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbem.core.events import Rolled
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.mail.writing.compose import Attachment
from pbem.referee.home.home import Home
from pbem.referee.letters.queue import Mailing, post, version_of
from pbem.referee.turn.beacon_lock import current_lock, has_beacon
from pbem.referee.turn.nonces import head_record_number, nonces
from pbem.referee.turn.sent import moment
from pbem.report.content import Span
from pbem.report.letters import FINGERPRINTS, OWN_WORDS, Note, render_letter
from pbem.save.journal import StoredRecord
from pbem.save.records import Json, PhaseRecord, RekeyRecord, RollbackRecord, sheet_hash
from pbem.save.words import hash_words
from pbem.store.rows import LockRow, SeatRow

PROOF = "pbem-dice-1"


def send_heads(home: Home, game: Game, now: datetime) -> None:
    """Queue the mail with the head in use to every seat, if it is not the first; what was queued before stays."""
    n = head_record_number(game)
    if not n or game.over:
        return
    for seat in home.seats(game.name):
        if not home.store.outbox.of(game=game.name, seat=seat.seat, what="head", record=n):
            mailing = Mailing("head", n, version_of(game.records[n - 1].hash))
            _send(home, game, seat, mailing, _head_letter(game, n, seat), now)


def _head_letter(game: Game, n: int, seat: SeatRow) -> Note:
    _ = translations(seat.language).gettext
    record, head = game.records[n - 1].record, game.position.journal.head
    why = _("The dice of this game are used up: every link of their chain has served. New ones follow.")
    if isinstance(record, RekeyRecord):
        values = {"who": record.who, "why": record.why}
        why = _("%(who)s has given this game new dice: %(why)s") % values
        before = game.records[n - 2].record if n > 1 else None
        if isinstance(before, RollbackRecord):
            again = _("What was sent for the phases from there on counts no more: please send it again.")
            why = f"{why}\n{describe_rollback(before, seat.language)}\n{again}"
    lines = [
        why,
        _("The head of the new dice, before any of them is rolled:"),
        f"{head}\n{hash_words(head)}",
        _("Keep this email: with this line anyone can check later that no die was chosen."),
    ]
    asks = (
        _("Reply to this email with a line MOTTO and words of your own that were never in these dice before."),
        _(
            "They enter every die from now on, so that no one can have chosen this seal. No die is rolled "
            "until every player has replied; orders may be sent meanwhile."
        ),
    )
    return Note(game.name, game.data["title"], _("New dice: the game waits for your words"), tuple(lines), asks=asks)


def words_in_force(home: Home, game: Game, seat: SeatRow) -> tuple[str, str]:
    """What a receipt says of the words of a seat that enter the dice: from which record on, and those words."""
    locked = has_beacon(game) and current_lock(home, game) is not None
    said = translations(seat.language).gettext(OWN_WORDS)
    return said % {"n": game.position.journal.next_number + locked}, nonces(home, game.name)[seat.seat]


def describe_rollback(record: RollbackRecord, language: str) -> str:
    """What is said of a rollback: whereto, by whom and why."""
    _ = translations(language).gettext
    values = {"n": record.to, "who": record.who, "why": record.why or "-"}
    if record.same_dice:
        return _("Taken back to record %(n)s by %(who)s, to be played again with the same dice: %(why)s") % values
    return _("Taken back to record %(n)s by %(who)s, to be played again with new dice: %(why)s") % values


def send_lock(home: Home, game: Game, lock: LockRow, now: datetime) -> None:
    """Queue the mail with the hashes of all locked sheets to every seat."""
    for seat in home.seats(game.name):
        mailing = Mailing("lock", lock.n, version_of(game.position.previous))
        when = f"# (lock, {lock.phase}…) {moment(home, game)}\n"
        files = (Attachment(FINGERPRINTS, "text/plain", when.encode("utf-8")),)
        _send(home, game, seat, mailing, _lock_letter(game, lock, seat), now, files)


def _lock_letter(game: Game, lock: LockRow, seat: SeatRow) -> Note:
    _, words = translations(seat.language).gettext, voice_of(game, seat.language).words
    phase = words.phase(lock.phase.partition(".")[2])
    lines = [_("The orders for this phase are locked: what comes for it from now on is too late, whatever the dice.")]
    for name, sent in sorted(lock.sheets.items()):
        lines.append(
            f"{phase} ({name}, {lock.phase}): {_hash_and_words(sent)}" + ("" if sent else "\n" + _("(no lines)"))
        )
    for name, sent in sorted(lock.standing.items()):
        lines.append(_("Standing orders of %(seat)s:") % {"seat": name} + f" {_hash_and_words(sent)}")
    given = "\n".join(f"{name}: {text}" for name, text in sorted(lock.nonces.items()))
    lines.append(_("Words that enter these dice:") + f"\n{given}")
    lines.append(_("Their dice wait for a public value that no one can know yet, and that enters them."))
    if game.manifest.beacon_source:
        lines.append(_("Which one was said beforehand: %(source)s") % {"source": game.manifest.beacon_source})
    else:
        lines.append(_("Which one was not said beforehand: ask now, or the referee may choose among several."))
    lines.append(_("Keep this email: it proves which orders were in before the value was known."))
    about = _("The orders are locked: %(phase)s") % {"phase": phase}
    return Note(game.name, game.data["title"], about, tuple(lines))


def _hash_and_words(lines: Sequence[Any]) -> str:
    """The hash of some lines and its words."""
    found = sheet_hash(lines)
    return f"{found}\n{hash_words(found)}"


def _send(
    home: Home,
    game: Game,
    seat: SeatRow,
    mailing: Mailing,
    note: Note,
    now: datetime,
    files: Sequence[Attachment] = (),
) -> None:
    voice = voice_of(game, seat.language)
    post(home, seat, mailing, render_letter(note, voice.words, voice.translations), now, files=files)


def describe_new_head(record: Any, language: str) -> list[str]:
    """What a report says of a record that brings a new head."""
    _ = translations(language).gettext
    if isinstance(record, RekeyRecord):
        values = {"who": record.who, "why": record.why}
        told = _("New dice, given by %(who)s: %(why)s. Every player was asked for new words.") % values
        return [told, _("Their head: %(head)s") % {"head": record.head}, hash_words(record.head)]
    if isinstance(record, PhaseRecord) and record.next_head is not None:
        told = _("With this phase the dice are used up. New ones follow; every player is asked for new words.")
        return [told, _("Their head: %(head)s") % {"head": record.next_head}, hash_words(record.next_head)]
    return []


def describe_changes(game: Game, language: str) -> list[str]:
    """What every report says of the referee's changes of the dice: how often, by whom and why; nothing without any."""
    records = [item.record for item in game.records if isinstance(item.record, RekeyRecord)]
    if not records:
        return []
    translated = translations(language)
    said = translated.ngettext(
        "This game has changed its dice once:", "This game has changed its dice %(count)s times:", len(records)
    ) % {"count": len(records)}
    _ = translated.gettext
    each = (_("turn %(turn)s, by %(who)s: %(why)s") % {"turn": r.turn, "who": r.who, "why": r.why} for r in records)
    return [f"{said} {'; '.join(each)}"]


# The attachment --------------------------------------------------------------------------------------------------


def dice_sheet(game: Game, seat: str, spans: Sequence[Span]) -> Json:
    """The dice of some records told to a seat: links, heads, texts in the key, and the rolls that the seat sees.

    A run that stopped for an answer, of which only the one that went on is told, is there too, without rolls.
    """
    by_number = {item.record.n: item for item in game.records}
    rolls = {span.n: span.rolls for span in spans}
    return {
        "dice": {die.name: list(die.faces) for die in game.rules.DICE},
        "format": 1,
        "game": game.name,
        "head": game.manifest.head,
        "proof": PROOF,
        "records": [_record(by_number[n], rolls.get(n, ())) for n in range(spans[0].n, spans[-1].n + 1)],
        "seat": seat,
        "test-dice": game.manifest.test_dice,
    }


def attachment(game: Game, seat: str, spans: Sequence[Span]) -> Attachment | None:
    """The sheet as a file of a mail, `dice-7.json` after the last record told; None where no record is told."""
    if not spans:
        return None
    data = dice_sheet(game, seat, spans)
    lines = ",\n".join(f" {_json(key)}: {_value(data[key])}" for key in sorted(data))
    return Attachment(f"dice-{spans[-1].n}.json", "application/json", f"{{\n{lines}\n}}\n".encode())


def _record(item: StoredRecord, rolls: Sequence[Rolled]) -> Json:
    record = item.record
    found: Json = {"hash": item.hash, "kind": record.kind, "n": record.n, "previous": record.previous}
    found["turn"] = record.turn
    if isinstance(record, RekeyRecord):
        found["head"] = record.head
    if isinstance(record, PhaseRecord):
        found |= {"beacon": record.beacon, "head": record.head, "link": record.link.to_json(), "phase": record.phase}
        found["nonces"] = dict(sorted(record.nonces.items()))
        found["rolls"] = [_roll(roll) for roll in rolls]
        if record.next_head is not None:
            found["next-head"] = record.next_head
    return found


def _roll(roll: Rolled) -> Json:
    source: Json = {"items": list(roll.items)} if roll.items else {"die": roll.die}
    return {**source, "faces": list(roll.faces), "label": roll.label}


def _value(value: object) -> str:
    """A list with an entry a line, for people; anything else on one line."""
    if isinstance(value, list) and value:
        return "[\n  " + ",\n  ".join(map(_json, value)) + "\n ]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
