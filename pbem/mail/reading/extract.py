"""What a mail's sender wrote anew: the lines a reader of orders is to see, and what was left out and why."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from pbem.mail.message.message import Message, Part
from pbem.mail.reading.form import Form, find_form
from pbem.mail.reading.press import PressText, part_press, without_press
from pbem.mail.reading.quotes import LINE, LINES, Line, judge_lines, sent_lines, strip_list_mark
from pbem.mail.reading.wrapped import rejoin
from pbem.mail.text import html, office, phrases, tnef
from pbem.mail.text.charset import decode
from pbem.mail.text.flowed import unflow
from pbem.mail.text.plain import comparable_text, plain, squeeze

Kind = Literal["text", "json"]
_BODY = 2**20  # characters of a text part that are looked at
_SHOWN = 2_000  # characters of what was left out that are kept
_TNEF_TYPES = ("application/ms-tnef", "application/vnd.ms-tnef")
_PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".heic", ".webp")
_DECORATION = (".asc", ".p7s", ".vcf")  # signatures and cards: not worth a word
_ORDER_FILES = (phrases.FORM_FILE, phrases.ORDERS_FILE, phrases.OFFICE_FILE)
_ARMOUR = ("-----BEGIN PGP SIGNATURE", "-----BEGIN PGP PUBLIC KEY", "-----BEGIN PGP PRIVATE KEY")
_KEYS = "application/pgp-keys"
_UNMARKED = ("header-block", "original", "quote")
_ANSWER = 300  # characters of a line that may answer
_FIGURE = re.compile(r"\d")
_SEALED = ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of the mail that was not taken. `reason` is one of:

    quote, attribution, header-block, original, signature, tail (disclaimer, list footer), footer, sent (ours),
    form-unchanged, form-old, form-open (its last line is missing), after-end, too-long, html-too-big, body (an
    attachment won), attachment (a file that is not read), picture (the same, but mostly an ornament),
    inserted (lines that are not ours in a quotation of ours, which are left out with it too: between its lines, or one
    of a form whose head is gone, changed),
    attachment-unchanged, attachment-other (a second order file), winmail (could not be opened), encrypted, the problems
    of `Message`, and unreadable (the head of a mail that nothing could be made of).
    """

    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Lines that were read from one place of the mail: attachment:NAME, text, html, or form (in a quotation).

    `proposed` are lines of a quoted form that are as we sent them, and count if the mail wants them: `edited` says that
    others of that form were changed. `press` are the messages to other players, none of whose lines are among `lines`.
    """

    source: str
    lines: tuple[str, ...]
    kind: Kind = "text"
    proposed: tuple[str, ...] = ()
    edited: bool = False
    press: tuple[PressText, ...] = ()


@dataclass(frozen=True, slots=True)
class Extract:
    """What was taken, from where, what was left out, and the other ways to read the mail if they differ.

    The lines of a text are plain, without blank ones, list marks, and anything from END on; those of JSON (a single
    document) are as they came. `proposed` and `edited` as in `Reading`, of the best reading of the body; `press` of the
    first place that has any: the others say the same once more.
    """

    kind: Kind
    lines: tuple[str, ...]
    source: str
    left_out: tuple[LeftOut, ...] = ()
    alternatives: tuple[Reading, ...] = ()
    proposed: tuple[str, ...] = ()
    edited: bool = False
    press: tuple[PressText, ...] = ()

    @property
    def text(self) -> str:
        """All lines as one text."""
        return "\n".join(self.lines)


def extract(message: Message, sent: Sequence[str] = ()) -> Extract:
    """Find the new text of a message. `sent` are the texts (mail bodies, forms) that it may be answering.

    Order: an attachment *.json or orders*.txt, .docx, .odt (also in winmail.dat), else the body: text/plain, or
    text/html where that is all there is; an edited order form in the quotation counts, best read from the HTML part.
    """
    left = [LeftOut(problem) for problem in message.problems]
    files = list(_files(message.parts, left))
    attached = list(_order_files(files, sent, left))
    body = _bodies(message, sent, left)
    readings = [*attached, *(reading for reading in body if reading.lines)]
    forms = sorted((reading for reading in body if reading.proposed or reading.edited), key=lambda r: not r.proposed)
    ours = next(iter(forms), Reading("", ()))
    press = next((reading.press for reading in (*attached, *body) if reading.press), ())
    if not readings:
        source = body[0].source if body else ""
        return Extract("text", (), source, tuple(left), (), ours.proposed, ours.edited, press)
    if attached:
        left += [LeftOut("attachment-other", reading.source.partition(":")[2]) for reading in attached[1:]]
        left += [LeftOut("body", _shown(reading.lines)) for reading in body[:1] if reading.lines]
    taken, *others = readings
    different = tuple(other for other in others if _condensed(other.lines) != _condensed(taken.lines))
    return Extract(taken.kind, taken.lines, taken.source, tuple(left), different, ours.proposed, ours.edited, press)


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    data: bytes

    def lines(self) -> list[str]:
        """Its lines; none of a word processor's file that cannot be read."""
        try:
            text = office.text_of(self.data) if phrases.OFFICE_FILE.fullmatch(self.name.lower()) else decode(self.data)
        except ValueError:
            return []
        return plain(text).split("\n")


def _files(parts: Sequence[Part], left: list[LeftOut]) -> Iterator[_File]:
    """The named files of a mail, those in winmail.dat among them. No other archive is ever opened."""
    for part in parts:
        if part.content_type in _SEALED:
            left.append(LeftOut("encrypted", part.name))
        elif part.content_type in _TNEF_TYPES or part.name.lower() == "winmail.dat":
            try:
                yield from (_File(squeeze(file.name), file.data) for file in tnef.enclosed_files(part.data))
            except ValueError:
                left.append(LeftOut("winmail", part.name))
        elif part.name and part.content_type != _KEYS:
            yield _File(part.name, part.data)
        elif part.content_type == "message/rfc822":
            left.append(LeftOut("attachment", part.content_type))


def _order_files(files: Sequence[_File], sent: Sequence[str], left: list[LeftOut]) -> Iterator[Reading]:
    """The files that hold orders. What equals something that we sent is none; an edited form of ours is one.

    A form that can be sent as it is is one too: nobody attaches it for nothing.
    """
    ours = {_condensed(text.splitlines()) for text in sent}
    known = sent_lines(sent)
    for file in files:
        name, source = file.name.lower(), f"attachment:{file.name}"
        if name.endswith(".json"):
            yield Reading(source, tuple(decode(file.data).splitlines()), "json")
        elif any(kind.fullmatch(name) for kind in _ORDER_FILES) and (lines := file.lines()):
            form = find_form(without_press(lines[:LINES]), known)
            judged = [Line(line.strip()) for line in _without(list(lines[:LINES]), form)]
            kept, press = part_press(judged, form.first if form else None)
            read = _tidy(_spliced(kept, form), left)
            if (read or press) and ((form is not None and form.proposed) or _condensed(lines) not in ours):
                yield Reading(source, read, press=press)
            else:
                left.append(LeftOut("attachment-unchanged", file.name))
        elif not name.endswith(_DECORATION):
            left.append(LeftOut("picture" if name.endswith(_PICTURES) else "attachment", file.name))


def _bodies(message: Message, sent: Sequence[str], left: list[LeftOut]) -> list[Reading]:
    """The readings of the body, best first: of its text, and of its HTML part; what the best left out is added."""
    page = "".join(part.text for part in message.parts if part.content_type == "text/html" and _is_body(part))
    if not html.is_readable(page):
        left.append(LeftOut("html-too-big"))
        page = ""
    texts = [part for part in message.parts if part.content_type == "text/plain" and _is_body(part)]
    whole = _lines(html.whole_text(page), []) if page else []
    known = sent_lines(sent)
    form = find_form(without_press(whole), known)
    fresh = html.fresh_text(page) if page else ""
    found: list[tuple[Reading, list[LeftOut]]] = []
    for source, text in (("text", "\n".join(map(_body_text, texts))), ("html", fresh)):
        if text.strip():
            why: list[LeftOut] = []
            lines = _lines(text, why)
            lines = rejoin(lines, _lines(fresh, [])) if source == "text" else lines
            own = find_form(without_press(lines), known)
            judged = judge_lines(_without(lines, own), sent, message.sender, message.subject)
            found.append((_fresh(source, judged, own, form, why), why))
            why += _inserted(judged, sent) if source == "text" else []
    if whole and not any(part.text.strip() for part in texts):
        left += _inserted(judge_lines(_without(whole, form), sent), sent)
    found.sort(key=lambda each: not each[0].lines)
    left.extend(found[0][1] if found else ())
    return [reading for reading, _ in found]


def _without(lines: list[str], form: Form | None) -> list[str]:
    """Lines in which those of a form are blank."""
    blank = [""] * (form.last - form.first) if form else []
    return [*lines[: form.first], *blank, *lines[form.first + len(blank) :]] if form else lines


def _fresh(source: str, judged: list[Line], own: Form | None, page_form: Form | None, left: list[LeftOut]) -> Reading:
    """The new lines among those judged, with the edited lines of the form in place: `page_form`, or their `own`."""
    form = page_form or own
    kept, press = part_press(judged, own.first if own else len(judged))
    for fate, run in groupby((line for line in judged if line.text), key=lambda line: line.fate):
        if fate:
            left.append(LeftOut(fate, _shown([line.text for line in run])))
    if form and own and own.depth > 1:
        left.append(LeftOut("form-old", _shown(form.edited)))
    elif form:
        at = own.first if own else len(kept)
        kept[at:at] = form.edited
        left += [LeftOut("form-unchanged", _shown(form.unchanged))] if form.unchanged else []
        left += [] if form.whole else [LeftOut("form-open")]
    fits = form is not None and not (own and own.depth > 1)
    proposed, edited = (form.proposed, bool(form.edited)) if form is not None and fits else ((), False)
    return _as_json(Reading(source, _tidy(kept, left), proposed=proposed, edited=edited, press=press))


def _inserted(judged: Sequence[Line], sent: Sequence[str]) -> list[LeftOut]:
    """The lines in a quotation of what we sent that are not ours: without marks those with figures, answers between the
    lines; with marks those that begin like none of ours, what a form without its head was filled in with.
    """
    if not sent:
        return []
    whole, known = "".join(comparable_text(text) for text in sent).replace(" ", ""), sent_lines(sent)
    added = []
    for line in judged:
        if line.fate not in _UNMARKED or line.depth > 1 or len(line.text) > _ANSWER:
            continue
        if line.depth:
            begun = comparable_text(line.text.partition("#")[0])
            new = bool(begun) and not any(each.startswith(begun) for each in known)
        else:
            new = bool(_FIGURE.search(line.text)) and comparable_text(line.text).replace(" ", "") not in whole
        added += [line.text] if new else []
    return [LeftOut("inserted", _shown(added))] if added else []


def _spliced(lines: Sequence[str], form: Form | None) -> Sequence[str]:
    """A file's lines with the lines of a form in it that count in the form's place: edited ones, then proposed ones."""
    return [*lines[: form.first], *form.edited, *form.proposed, *lines[form.last + 1 :]] if form else lines


def _tidy(lines: Sequence[str], left: list[LeftOut]) -> tuple[str, ...]:
    """Lines without list marks, blank lines, mere comments, and all from END on."""
    tidy = [text for text in map(strip_list_mark, lines[:LINES]) if any(c.isalnum() for c in text.partition("#")[0])]
    ends = (number for number, text in enumerate(tidy) if phrases.END.fullmatch(text.partition("#")[0].strip()))
    end = next(ends, len(tidy))
    if tidy[end + 1 :]:
        left.append(LeftOut("after-end", _shown(tidy[end + 1 :])))
    if any(line.strip() for line in lines[LINES:]):
        left.append(LeftOut("too-long", _shown(lines[LINES:])))
    return tuple(tidy[:end])


def _lines(text: str, left: list[LeftOut]) -> list[str]:
    """A body as plain lines, without too many or too long ones, and without the armour of an inline PGP signature."""
    lines = list(_unarmoured(plain(text).split("\n")))
    long = [line for line in lines[:LINES] if len(line) > LINE] + [line for line in lines[LINES:] if line.strip()]
    left += [LeftOut("too-long", _shown(long))] if long else []
    return [line for line in lines[:LINES] if len(line) <= LINE]


def _unarmoured(lines: Sequence[str]) -> Iterator[str]:
    """Lines of a clear-signed text without its armour, and without keys; lines of any other text as they are."""
    state, signed = "text", False
    for line in lines:
        bare = line.removeprefix("- ") if signed else line
        if line.startswith("-----BEGIN PGP SIGNED MESSAGE"):
            state, signed = "head", False
        elif bare.startswith(_ARMOUR):
            state, signed = "armour", signed and bare != line
        elif bare.startswith("-----END PGP"):
            state = "text"
        elif state == "head" and not line.strip():
            state, signed = "text", True
        elif state == "text":
            yield bare


def _as_json(reading: Reading) -> Reading:
    """A body that is one JSON object is read as such."""
    text = "\n".join(reading.lines)
    if not text.startswith("{"):
        return reading
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return reading
    return replace(reading, kind="json") if isinstance(document, dict) else reading


def _is_body(part: Part) -> bool:
    return not part.name and not part.attached


def _body_text(part: Part) -> str:
    text = part.text.replace("\r\n", "\n")[:_BODY]
    return unflow(text, part.delsp) if part.flowed else text


def _condensed(lines: Sequence[str]) -> str:
    """Lines without any spaces: for telling whether two readings say the same."""
    return "".join("".join(plain(line).split()) for line in lines)


def _shown(lines: Sequence[str]) -> str:
    return "\n".join(lines)[:_SHOWN]
