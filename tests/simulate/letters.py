"""Each mail that goes out: to one person, who may read all that is in it; never two mails under one Message-ID."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message
from typing import TYPE_CHECKING

from tests.simulate.people import MARK, REFEREE, recipient
from tests.simulate.truth import Broken

if TYPE_CHECKING:
    from tests.simulate.world import World

ADDRESS = re.compile(rb"(p[a-z][0-9]+)(?:\.[0-9])?@players\.example\.net")
TOKEN = re.compile(rb"(?<![a-z0-9])[a-z2-7]{8,40}(?![a-z0-9])")
HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def look_at_letters(world: World) -> None:
    """Look at the mails that went out since the last look."""
    network = world.network
    fresh, network.fresh = network.fresh, []
    if network.clashes:
        raise Broken(f"Two mails went out under {network.clashes[0]}")
    if fresh:
        world.truth.know_secrets(world.path / ".pbem")
    for mail in fresh:
        to = recipient(mail.raw)
        name = to.partition("@")[0].partition(".")[0]
        words = readable(message_from_bytes(mail.raw))
        if leak := leaked(world, name, to, words):
            raise Broken(f"A mail to {to} shows {leak}: {subject(mail.raw)}")


def subject(raw: bytes) -> str:
    """The subject line."""
    return next((line for line in raw.decode("latin-1").splitlines() if line.startswith("Subject:")), "")


def leaked(world: World, name: str, to: str, words: bytes) -> str:
    """What a mail shows that its reader may not see; "" for nothing."""
    truth = world.truth
    for found in ADDRESS.finditer(words):
        if found[1].decode() != name and (name, found[1].decode()) not in truth.shown:
            return f"the address {found[0].decode()}"
    for token in (each.decode() for each in TOKEN.findall(words)):
        if token in truth.tokens and truth.holders.get(token) != name:
            return f"the token of {truth.tokens[token]}"
    for mark in (each.decode() for each in MARK.findall(words)):
        if writer(mark) != name and not may_read(world, mark, words):
            return f"the words {mark}"
    secret = any(truth.is_secret(each.decode()) for each in HEX.findall(words))
    return "a secret of the dice" if secret else ""


def may_read(world: World, mark: str, words: bytes) -> bool:
    """Whether the words were written to all, or to the seat that a mail is for."""
    to = next((person.said.get(mark, "") for person in world.everyone if person.name == writer(mark)), "")
    seats = {
        world.truth.tokens[token][1] for token in map(bytes.decode, TOKEN.findall(words)) if token in world.truth.tokens
    }
    return to == "ALL" or to in seats


def writer(mark: str) -> str:
    """The name of the person whose mark it is: kxNAMExNUMBERx."""
    return mark[2:].rpartition("x")[0].rpartition("x")[0]


def readable(mail: Message) -> bytes:
    """All of a mail that its reader can see, decoded: headers and parts, but pictures, prints and the handbook."""
    found = ["\n".join(f"{name}: {value}" for name, value in mail.items()).encode("utf-8", "replace")]
    for part in mail.walk():
        big = part.get_filename() and str(part.get_filename()).endswith((".html", ".pdf", ".png"))
        if (part.get_content_maintype() == "text" and not big) or part.get_content_type() == "application/json":
            payload = part.get_payload(decode=True)
            found.append(payload if isinstance(payload, bytes) else b"")
    return b"\n".join(found).replace(REFEREE.encode(), b"")
