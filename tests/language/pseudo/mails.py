"""Every mail that pbem sends, in the pseudo-language: no word outside of it that is no data, no line too wide."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from pbem.game import voice
from tests.e2e import every
from tests.e2e.every import Sent
from tests.language.pseudo.data import hard_coded
from tests.language.pseudo.words import pseudo
from tests.pages import page_of, words_of
from tests.referee.making import text_of

LINE, FORM = 78, 120
"""Letters of a line of the text part, and of one of an order form or sheet."""
SAID = (
    "¡Buena suerte, compañero!", "¿Tablas, <b>compañero</b>?", "¿Por qué no?", "la mili", "la sed", "un error",
    "otra vez", "el disco se perdió", "el reloj iba adelantado", "vacaciones 🎲 de Begoña", "again", "áéí",
    "la huelga de trenes", "Sí, señor", "Y otra cosa", "drand round 12345, ñ", "value of", "throws",
    "la mar en calma", "nobody",
)  # fmt: skip
"""What players and referee of these games wrote themselves."""
UNITS = tuple(name for unit in every.ASSAULT for name in (unit, unit.upper()[:6], unit.partition("-")[0].upper()[:3]))
CITIES = ("Madrid", "Casablanca", "Paris", "París")
SEATS = ("moroccan", "spanish", "french")
NAMES = (*UNITS, *CITIES, *SEATS, every.GAME, "bailen", "Ben-Abd-el-Krim", "en", "es")
PLAIN = every.NAMES["spanish"].partition(";")[0]
"""The same name as a subject has it."""
PEOPLE = (every.SOURCE, *every.NAMES.values(), PLAIN, every.REFEREE, "Begoña", *SAID)


def mail_faults(folder: Path) -> Iterator[str]:
    """What is wrong with the mails of games that are played in an empty folder, each fault once."""
    every.TITLE.update({language: pseudo(title) for language, title in every.TITLE.items()})
    setattr(voice, "get_timezone_location", lambda *_, **__: "Madrid")  # noqa: B010
    found = (f"{mail.kind}, {mail.language}: {fault}" for mail in every.every(folder) for fault in _faults(mail))
    return iter(dict.fromkeys(found))


def _faults(sent: Sent) -> Iterator[str]:
    if sent.kind.startswith("setup"):
        return  # the mailbox's letter to itself
    mail = message_from_bytes(sent.raw, policy=default)
    for what, text in _texts(mail):
        if words := hard_coded(text, PEOPLE, NAMES):
            yield f"not translated in {what}: {' '.join(words)}"
    yield from (f"too wide: {line[:100]}" for line in _wide(mail))


def _texts(mail: EmailMessage) -> Iterator[tuple[str, str]]:
    """The subject but for what routes the reply, the text, the words of the page, what stands in place of pictures."""
    yield "subject", re.sub(r"\[[\w.-]+\]", " ", str(mail["Subject"]))
    yield "text", text_of(mail)
    html = mail.get_body(("html",))
    if html is not None:
        page = str(html.get_content())
        yield "page", words_of(page)
        for each in page_of(page).query_selector_all("[alt], [title]"):
            yield "alt", f"{each.getattr('alt') or ''} {each.getattr('title') or ''}"


def _wide(mail: EmailMessage) -> Iterator[str]:
    """Lines wider than they may be; what cannot be broken (an address, a word that a player wrote) aside."""
    body = mail.get_body(("plain",))
    assert body is not None
    form = False
    for line in map(str.rstrip, str(body.get_content()).split("\n")):
        form = line.startswith("## ") if line.startswith("#") or not form else form
        most = FORM if form or "#" in line else LINE
        if len(line) > most and max(map(len, line.split())) < LINE // 2:
            yield line
