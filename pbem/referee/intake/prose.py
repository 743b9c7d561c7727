"""What a player writes beside orders: what is meant for the referee reaches him as a notice, a signature does not."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from pbem.language.catalogue import N_
from pbem.language.reading import Reading
from pbem.language.words import strip_comment
from pbem.referee.home.home import Home
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_daily
from pbem.store.rows import NoticeRow, SeatRow

NOTE, TIME = "player-note", "time-wanted"
NOTES_A_DAY = 10  # notices that the notes of one seat make in a day
TOO_MANY_NOTES = N_("The referee was sent too many notes today; this one was not passed on.")
SHORT = 10  # letters of the number that a mail is shown under
FEWEST = 4  # words of a line that says something and asks nothing
LINE = 80  # characters of a line that a receipt repeats
_SHOWN = 400  # characters of a notice
_END = re.compile(
    r"(?:(?:kind|best|warm|many|with best)\s+)?(?:regards|wishes|thanks|thank you|thx|cheers|sincerely|yours|best)\b"
    r"|(?:(?:muchas|mil)\s+)?gracias\b|(?:un\s+)?(?:cordial\s+)?(?:saludos?|abrazos?)\b|atentamente\b|cordialmente\b",
    re.I,
)
"""How a mail is closed: what follows is its signature."""
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hola|buenas?(?: (?:tardes|noches))?|buenos d[ií]as"
    r"|estimad[oa]s?|querid[oa]s?)(?:[ ,]+[^\W\d_]+){0,3}",
    re.I,
)
_CHEER = re.compile(
    r"(?:here we go|let(?:'|’)?s go|that(?:'|’| i)s (?:all|it)(?: for now)?|i(?:'|’| a)m done|over to you|your turn"
    r"|(?:good luck|have fun|enjoy|nice to meet you)(?: (?:all|both|to (?:you|all|both)))?"
    r"|here (?:is|are|come|comes|go|goes) (?:my|our) (?:turn|orders|moves?|reply|answer)|(?:these|this) (?:is|are) my"
    r" (?:turn|orders|moves?)|(?:aqu[ií]|ah[ií]|all[aá]) (?:est[aá]n?|tienes|van?) (?:mis?|el|las?|los) (?:turno"
    r"|jugada|[oó]rdenes|movimientos?|respuesta)|(?:estas?|este) (?:es|son) mis? (?:turno|jugada|[oó]rdenes)"
    r"|(?:y )?(?:eso|esto) es todo(?: por ahora)?|te toca|(?:que tengas |tengamos )?(?:buena |mucha )?suerte"
    r"|(?:y )?vamos(?: all[aá])?|a por (?:ell[oa]s?|todas)|all[aá] (?:vamos|voy)|[aá]nimo|encantad[oa]|un placer)"
    r"(?: (?:then|again|pues|a tod[oa]s))?",
    re.I,
)
"""What somebody wishes who begins or ends a mail."""
_REST = re.compile(
    r"(?:and |but )?(?:"
    r"(?:(?:all )?(?:the )?(?:rest|others?|(?:other|remaining) units)|(?:everyone|everybody|everything|all) else"
    r"|all (?:my |our |the )?(?:units|pieces|counters))"
    r"(?: of \w+)? (?:all |just )*(?:holds?|stays?|remains?|waits?|do(?:es)? nothing|do(?:es)? not move|sits? tight)"
    r"(?: (?:put|still|there|in (?:place|position)|where (?:they are|it is)|as (?:they are|it is)))?"
    r"|(?:nobody|no one|nothing|no other unit) (?:else )?moves)"
    r"|(?:y |pero )?(?:"
    r"(?:(?:tod[oa]s )?(?:l[oa]s? |el )(?:dem[aá]s|resto|otr[oa]s)(?: de \w+)?"
    r"|tod[oa]s (?:mis |las )?(?:unidades|fichas))"
    r"(?: (?:no se mueven?|esperan?|(?:se )?(?:queda|mantiene|permanece|aguanta)n?)|,? (?:quiet[oa]s?|igual))"
    r"(?: (?:quiet[oa]s?|ah[ií]|donde est[aá]n?|como est[aá]n?|en su sitio|igual))?"
    r"|(?:nadie|nada) m[aá]s se mueve)",
    re.I,
)
"""That whoever has no order does nothing."""
_PROGRAM = re.compile(
    r"(?:sent (?:from|with|via)|get outlook|enviado (?:desde|con)|obt[eé]n(?:er)? outlook|descargar? outlook)\b", re.I
)
"""What a mail program writes under each mail."""


def pass_on_prose(home: Home, seat: SeatRow, identity: str, reading: Reading, now: datetime) -> tuple[str, ...]:
    """Tell the referee what a mail says beside its orders; the lines that were passed on.

    With a NOTE in the mail all that stands beside it is part of it; else only what reads like a message.
    """
    lines = list(body_lines(reading.ignored))
    if any(command.name == "note" for command in reading.commands):
        note = _notice_of(home, seat, identity)
        if note is None or not lines:
            return ()
        text = " / ".join(filter(None, (str(note.args["text"]), *lines)))
        home.store.notices.put(replace(note, args={**note.args, "text": shortened(text, _SHOWN)}))
        return tuple(lines)
    known = _texts(home, seat)
    found = [
        line
        for line in lines
        if _is_message(line) and not is_courtesy(line, seat.name) and not any(line[:LINE] in text for text in known)
    ]
    return tuple(found) if found and pass_on_note(home, seat, identity, found, now) else ()


def pass_on_note(home: Home, seat: SeatRow, identity: str, lines: Sequence[str], now: datetime) -> bool:
    """Keep a notice of what a seat writes to the referee; whether one was kept: not where there were too many today."""
    if not _has_notes_left(home, seat, now):
        return False
    text, number = shortened(" / ".join(lines), _SHOWN), identity[:SHORT]
    home.store.notices.note("player-note", now, seat.game, seat=seat.seat, text=text, mail=number)
    return True


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters; a mark shows where one was cut."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def note_wish_for_time(home: Home, seat: SeatRow, time: str, now: datetime) -> bool:
    """Keep a notice that a seat asks for more time; whether one was kept."""
    if not _has_notes_left(home, seat, now):
        return False
    home.store.notices.note("time-wanted", now, seat.game, seat=seat.seat, time=time, of=seat.game)
    return True


def _has_notes_left(home: Home, seat: SeatRow, now: datetime) -> bool:
    """Whether a seat has made fewer notices today than it may; the referee is told once where it has not."""
    today = "code IN (?, ?) AND game = ? AND json_extract(args, '$.seat') = ? AND at > ?"
    if home.store.notices.count(today, NOTE, TIME, seat.game, seat.seat, now - DAY) < NOTES_A_DAY:
        return True
    note_daily(home, "too-many-mails", now, seat.game, seat=seat.seat)
    return False


def _notice_of(home: Home, seat: SeatRow, identity: str) -> NoticeRow | None:
    """The notice that a mail of a seat has made."""
    condition = "code = ? AND game = ? AND json_extract(args, '$.mail') = ?"
    found = home.store.notices.where(condition, NOTE, seat.game, identity[:SHORT], order="serial")
    return found[-1] if found else None


def _texts(home: Home, seat: SeatRow) -> list[str]:
    """What a seat has written to the referee before: what comes again under each mail is a signature."""
    condition = "code = ? AND game = ? AND json_extract(args, '$.seat') = ?"
    return [str(row.args["text"]) for row in home.store.notices.where(condition, NOTE, seat.game, seat.seat)]


def body_lines(lines: Sequence[str]) -> Iterator[str]:
    """The lines down to the close of a mail, without what its program has written."""
    for at, line in enumerate(lines):
        if _is_close(line) and not _opens(lines, at):
            return
        if not _PROGRAM.match(line.strip()):
            yield line


def _is_close(line: str) -> bool:
    """Whether a line closes a mail: one that goes on with a sentence of its own does not."""
    rest = re.split(r"[.!:]\s+", line.strip(), maxsplit=1)[1:]
    return bool(_END.match(line.strip())) and "?" not in line and not any(len(one.split()) >= FEWEST for one in rest)


def _opens(lines: Sequence[str], at: int) -> bool:
    """Whether a line stands before all that its mail says: thanks, with nothing above them and a question below."""
    above = (line.strip(" .,:;!¡–-") for line in lines[:at])
    return all(_GREETING.fullmatch(line) for line in above) and any(line.rstrip().endswith("?") for line in lines[at:])


def is_courtesy(line: str, name: str) -> bool:
    """Whether a line only greets and wishes luck, or is its writer's `name` or a part of it."""
    said = line.strip(" .,:;!¡–-").casefold()
    if _GREETING.fullmatch(said):
        return True
    names = (name.casefold(), *name.casefold().split())
    parts = [part for part in re.split(r"\s*[.,:;!¡–]\s*", said) if part]
    return bool(parts) and all(one in names or _GREETING.fullmatch(one) or _CHEER.fullmatch(one) for one in parts)


def leaves_the_rest(line: str) -> bool:
    """Whether a line says that whoever has no order does nothing: "The rest hold"."""
    return bool(_REST.fullmatch(strip_comment(line).strip(" .,:;!¡–-")))


def _is_message(line: str) -> bool:
    """Whether a line asks something or is a sentence: one has more small words than names and figures.

    One that only announces what follows ("Here is my turn:") is none, nor is one that leaves the rest as it is.
    """
    if line.rstrip().endswith(":") or leaves_the_rest(line):
        return False
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", line)
    small = sum(word[0].islower() for word in words)
    return "?" in line or (len(words) >= FEWEST and 2 * small > len(words) and "@" not in line and "://" not in line)
