"""Mails about the dice to all seats: a new head, and the sheets as they were locked."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbem.game.game import Table
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.referee.home.home import World
from pbem.referee.letters.queue import What, post
from pbem.referee.turn.nonces import head_record
from pbem.report.letters import Note, render_letter
from pbem.save.records import PhaseRecord, RekeyRecord, sheet_hash
from pbem.save.words import words as spoken
from pbem.store.rows import LockRow, SeatRow


def send_heads(world: World, table: Table, now: datetime) -> None:
    """Queue the mail with the head in use to every seat, if it is not the first; what was queued before stays."""
    n = head_record(table)
    if not n or table.over:
        return
    for seat in world.seats(table.name):
        if not world.store.outbox.of(game=table.name, seat=seat.seat, what="head", record=n):
            about, lines, asks = _head(table, n, seat)
            _send(world, table, seat, "head", n, about, lines, now, asks)


def _head(table: Table, n: int, seat: SeatRow) -> tuple[str, list[str], tuple[str, ...]]:
    _ = translations(seat.language).gettext
    record, head = table.written[n - 1].record, table.position.journal.head
    why = _("The dice of this game are used up: every link of their chain has served. New ones follow.")
    if isinstance(record, RekeyRecord):
        values = {"who": record.who, "why": record.why}
        why = _("%(who)s has given this game new dice: %(why)s") % values
    lines = [
        why,
        _("The head of the new dice, before any of them is rolled:"),
        f"{head}\n{spoken(head)}",
        _("Keep this mail: with this line anybody can check later that no die was chosen."),
    ]
    asks = (
        _("Answer this mail with a line NONCE and words of your own that were never in these dice before."),
        _(
            "They enter every die from now on, so that nobody can have chosen this head. No die is rolled until every "
            "seat has answered; orders may be sent meanwhile."
        ),
    )
    return _("New dice: the game waits for your words"), lines, asks


def tell_lock(world: World, table: Table, lock: LockRow, now: datetime) -> None:
    """Queue the mail with the hashes of all locked sheets to every seat."""
    for seat in world.seats(table.name):
        about, lines = _locked(table, lock, seat)
        _send(world, table, seat, "lock", lock.n, about, lines, now)


def _locked(table: Table, lock: LockRow, seat: SeatRow) -> tuple[str, list[str]]:
    _, words = translations(seat.language).gettext, voice_of(table, seat.language).words
    phase = words.phase(lock.phase.partition(".")[2])
    lines = [_("The orders for this phase are locked: what comes for it from now on is too late, whatever the dice.")]
    for name, sent in sorted(lock.sheets.items()):
        lines.append(f"{phase} ({name}, {lock.phase}): {_told(sent)}" + ("" if sent else "\n" + _("(no lines)")))
    for name, sent in sorted(lock.standing.items()):
        lines.append(_("Standing orders of %(seat)s:") % {"seat": name} + f" {_told(sent)}")
    given = "\n".join(f"{name}: {text}" for name, text in sorted(lock.nonces.items()))
    lines.append(_("Words that enter these dice:") + f"\n{given}")
    lines.append(_("Their dice wait for a public value that nobody can know yet, and that enters them."))
    if table.game.beacon_source:
        lines.append(_("Which one was said beforehand: %(source)s") % {"source": table.game.beacon_source})
    else:
        lines.append(_("Which one was not said beforehand: ask now, or the referee may choose among several."))
    lines.append(_("Keep this mail: it proves which orders were in before the value was known."))
    return _("The orders are locked: %(phase)s") % {"phase": phase}, lines


def _told(lines: Sequence[Any]) -> str:
    """The hash of some lines and its words."""
    found = sheet_hash((int(line["number"]), str(line["text"])) for line in lines)
    return f"{found}\n{spoken(found)}"


def _send(
    world: World,
    table: Table,
    seat: SeatRow,
    what: What,
    n: int,
    about: str,
    lines: Sequence[str],
    now: datetime,
    asks: tuple[str, ...] = (),
) -> None:
    voice = voice_of(table, seat.language)
    note = Note(table.name, table.data["title"], about, tuple(lines), asks=asks)
    post(world, seat, what, n, render_letter(note, voice.words, voice.translations), now)


def of_record(record: Any, language: str) -> list[str]:
    """What a report says of a record that brings a new head."""
    _ = translations(language).gettext
    if isinstance(record, RekeyRecord):
        values = {"who": record.who, "why": record.why}
        told = _("New dice, given by %(who)s: %(why)s. Every seat was asked for new words.") % values
        return [told, _("Their head: %(head)s") % {"head": record.head}, spoken(record.head)]
    if isinstance(record, PhaseRecord) and record.next_head is not None:
        told = _("With this phase the dice are used up. New ones follow; every seat is asked for new words.")
        return [told, _("Their head: %(head)s") % {"head": record.next_head}, spoken(record.next_head)]
    return []


def changes(table: Table, language: str) -> list[str]:
    """What every report says of the referee's changes of the dice: how often, by whom and why; nothing without any."""
    records = [item.record for item in table.written if isinstance(item.record, RekeyRecord)]
    if not records:
        return []
    translated = translations(language)
    said = translated.ngettext(
        "This game has changed its dice once:", "This game has changed its dice %(count)s times:", len(records)
    ) % {"count": len(records)}
    _ = translated.gettext
    each = (_("turn %(turn)s, by %(who)s: %(why)s") % {"turn": r.turn, "who": r.who, "why": r.why} for r in records)
    return [f"{said} {'; '.join(each)}"]
