"""Every kind of mail that pbem sends, with nasty names, against the RFCs; and that no kind is left out."""

import ast
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.header import decode_header, make_header
from email.policy import compat32, default
from functools import cache
from pathlib import Path

from pbem.gamedata.games import LANGUAGES
from tests.e2e.every import REASONS, Sent
from tests.mail.writing.rfc import faults
from tests.traceability import ROOT

LARGEST, WELCOME = 1_000_000, 3_500_000
"""Bytes of a mail, and of the first one, which brings maps and handbook."""
LARGEST_PICTURE, LARGEST_OF_MAIL = 250_000, 600_000
DOORS = ("post", "post_stranger", "resend")
"""The functions of the postbox through which every mail to a player or stranger goes."""
_NAMED = re.compile(
    r"letters.queue import|^def post|confirm import|\b(?:Outgoing|EmailMessage|MIME\w*)\(|about: str", re.M
)


def test_no_mail_needs_a_readers_indulgence(every_mail: tuple[Sent, ...]) -> None:
    assert [(mail.name, fault) for mail in every_mail for fault in faults(mail.raw)] == []


def test_no_mail_is_large(every_mail: tuple[Sent, ...]) -> None:
    assert [mail.name for mail in every_mail if len(mail.raw) > (WELCOME if mail.kind == "welcome" else LARGEST)] == []


def test_pictures_of_a_mail_are_small(every_mail: tuple[Sent, ...]) -> None:
    """Each at most 250 kB, all of one mail at most 600 kB: first mails, and how many pictures others have.

    Those of reports are all one here, to be sooner done; full of counters they are measured in test_playable.
    """
    pictures = {mail.name: [len(image) for image in _pictures(mail.raw)] for mail in every_mail}
    assert {name: sizes for name, sizes in pictures.items() if sum(sizes) > LARGEST_OF_MAIL} == {}
    assert {name: sizes for name, sizes in pictures.items() if max(sizes, default=0) > LARGEST_PICTURE} == {}
    assert sum(len(sizes) > 0 for sizes in pictures.values()) > 2, "nothing was measured"


def _pictures(raw: bytes) -> Iterator[bytes]:
    if b"\nContent-Type: image/" in raw:
        for part in message_from_bytes(raw, policy=default).walk():
            if part.get_content_maintype() == "image":
                yield part.get_content()


def test_none_is_left_out(every_mail: tuple[Sent, ...]) -> None:
    """A new place that sends mails makes this fail: play on in `every` until it sends one."""
    found = {caller for mail in every_mail for caller in mail.callers}
    assert sorted(_places() - found) == []
    assert {f"refusal {reason}" for reason in REASONS} <= {mail.kind for mail in every_mail}
    assert set(REASONS) - {"fault"} == _reasons()


def test_each_is_sent_in_both_languages(every_mail: tuple[Sent, ...]) -> None:
    of_postbox = [mail for mail in every_mail if len(mail.callers) > 1]
    by_place: dict[tuple[str, str], set[str]] = {}
    for mail in of_postbox:
        by_place.setdefault((mail.kind, mail.callers[1]), set()).add(mail.language)
    strangers = "pbem/referee/intake/refuse.py"
    wanting = {place: said for place, said in by_place.items() if said != set(LANGUAGES)}
    assert [place for place in wanting if not place[1].startswith(strangers)] == []


def test_a_referee_who_plays_is_shown_as_one_in_every_mail(every_mail: tuple[Sent, ...]) -> None:
    """But where it is about no game: to strangers, and in the trial of a mailbox."""
    parsed = ((mail, message_from_bytes(mail.raw, policy=compat32)) for mail in every_mail)
    senders = [(mail, str(make_header(decode_header(message["From"])))) for mail, message in parsed]
    said = {"en": "who plays the Spanish", "es": "que juega con los españoles"}
    silent = {mail.kind for mail, sender in senders if said[mail.language] not in sender}
    assert silent <= {"setup plain", "setup plus", *(f"refusal {reason}" for reason in REASONS)}
    shown = {mail.kind for mail, sender in senders if said[mail.language] in sender}
    assert shown >= {"welcome", "start", "report", "receipt", "reminder", "note", "head", "lock", "press"}
    assert any(kind.startswith("refusal") for kind in shown)


@cache
def _trees() -> dict[str, ast.Module]:
    """The files of pbem that name the queue or make mails themselves, parsed, by path."""
    read = {path: path.read_text("utf-8") for path in sorted((ROOT / "pbem").rglob("*.py"))}
    naming = {path: text for path, text in read.items() if _NAMED.search(text)}
    return {path.relative_to(ROOT).as_posix(): ast.parse(text) for path, text in naming.items()}


def _places() -> set[str]:
    """Where a mail is handed to the queue, and where a helper is given what a mail says: "pbem/x.py:12"."""
    doors = {("pbem/referee/letters/queue.py", name) for name in DOORS}
    helpers = {
        (path, node.name)
        for path, tree in _trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(arg.arg in ("about", "note") for arg in node.args.args)
        and any(name in DOORS for name in _called(node))
    }
    assert len(helpers) >= 2, "no helper takes what a mail is about: has the argument another name now?"
    return {f"{path}:{line}" for path in _trees() for line in _calls(path, doors | helpers)}


def _called(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            yield each.func.id


def _calls(path: str, wanted: set[tuple[str, str]]) -> Iterator[int]:
    """The lines of a file where one of the functions is called by its name."""
    tree = _trees()[path]
    known = {name for file, name in wanted if file == path}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            file = f"{node.module.replace('.', '/')}.py"
            known |= {each.name for each in node.names if (file, each.name) in wanted}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            yield node.lineno


def _reasons() -> set[str]:
    """The reasons for which a mail is refused, as the refusals tell them."""
    tree = _trees()["pbem/referee/intake/refuse.py"]
    names = ("_why", "_doubted")
    told = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in names]
    assert len(told) == len(names)
    tables = (node for each in told for node in ast.walk(each) if isinstance(node, ast.Dict))
    keys = (key for table in tables for key in table.keys)
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)} - {"sender", "most"}


def test_other_mails_are_composed_nowhere() -> None:
    """Only the postbox and setup's mail to itself make mails; whoever makes one more must add it to `every`."""
    makers = {path for path, tree in _trees().items() if {"Outgoing", "EmailMessage"} & set(_called(tree))}
    assert makers == {"pbem/mail/servers/probe.py", "pbem/demo.py", "pbem/referee/letters/queue.py"}, makers
    assert Path(ROOT / "pbem/demo.py").read_text().count("EmailMessage(") == 1, "a player's, in the demo"
