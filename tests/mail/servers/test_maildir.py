"""The spool of files: what is fetched, where it goes, and that a kill at any effect loses and doubles nothing."""

from pathlib import Path

import pytest

from pbem.mail.message.claims import message_id
from pbem.mail.message.message import parse
from pbem.mail.message.size import LIMIT
from pbem.mail.servers.fair_order import SEARCHES, searches
from pbem.mail.servers.maildir import Maildir
from pbem.mail.servers.transport import Transport
from tests.killed import Killed
from tests.mail.making import Counting, raw_mail
from tests.mail.memory import Memory

ID = message_id(b"k", "melilla", "report", 1, "spanish", 1, "pbem.example.org")


def spool(path: Path, **mails: bytes) -> Maildir:
    for name, raw in mails.items():
        file = path / "in" / name.replace("__", "/").replace("_eml", ".eml")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(raw)
    return Maildir(path, Counting())


def files(path: Path) -> list[str]:
    return sorted(file.relative_to(path).as_posix() for file in path.rglob("*") if file.is_file())


def test_mails_come_by_name_from_the_folder_and_from_a_maildir(tmp_path: Path) -> None:
    maildir = spool(tmp_path, b_eml=b"2", new__a1=b"1", cur__c9=b"3", tmp__a0=b"no")
    (tmp_path / "in" / "c.EML").write_bytes(b"4")
    for unfinished in (".hidden.eml", "d.eml.part", "e.eml~", "f.tmp", "notes", "g.crdownload"):
        (tmp_path / "in" / unfinished).write_bytes(b"no")
    (tmp_path / "in" / "empty.eml").touch()
    (tmp_path / "in" / "link.eml").symlink_to(tmp_path / "in" / "b.eml")
    (tmp_path / "in" / "folder.eml").mkdir()
    assert [incoming.key for incoming in maildir.fetch()] == ["in/new/a1", "in/b.eml", "in/c.EML", "in/cur/c9"]
    assert [incoming.read() for incoming in maildir.fetch()] == [b"1", b"2", b"4", b"3"]


def test_an_empty_file_wakes_nobody(tmp_path: Path) -> None:
    """Else the daemon would look again and again, without a pause, until there is something in it."""
    spent = [0.0]
    assert not spool(tmp_path, empty_eml=b"").wait(5, lambda: False, lambda: sum(spent), spent.append)
    assert sum(spent) == 5


def test_an_empty_spool_has_no_mails(tmp_path: Path) -> None:
    assert list(Maildir(tmp_path / "none", Counting()).fetch()) == []
    assert not (tmp_path / "none").exists()


def test_a_mail_over_the_limit_gives_its_headers_only(tmp_path: Path) -> None:
    (incoming,) = spool(tmp_path, big_eml=raw_mail("x" * (LIMIT + 1))).fetch()
    assert not incoming.whole
    assert incoming.size > LIMIT
    assert parse(incoming.read()).sender == "ana@example.org"
    assert b"xxx" not in incoming.read()
    (small,) = spool(tmp_path / "other", small_eml=raw_mail()).fetch()
    assert small.whole
    assert small.read() == raw_mail()


@pytest.mark.parametrize("where", ["handled", "refused", "machines"])
def test_settled_mails_are_moved_once(tmp_path: Path, where: str) -> None:
    maildir = spool(tmp_path, a_eml=b"1", new__b=b"2")
    for incoming in list(maildir.fetch()):
        maildir.settle(incoming, where)  # type: ignore[arg-type]
        maildir.settle(incoming, where)  # type: ignore[arg-type]
    assert files(tmp_path) == [f"{where}/a.eml", f"{where}/b"]
    assert list(maildir.fetch()) == []


def test_a_name_that_comes_again_replaces_nothing(tmp_path: Path) -> None:
    for raw in (b"1", b"2", b"3"):
        maildir = spool(tmp_path, a_eml=raw)
        for incoming in maildir.fetch():
            maildir.settle(incoming, "handled")
    assert {(tmp_path / name).read_bytes() for name in files(tmp_path)} == {b"1", b"2", b"3"}
    assert files(tmp_path) == ["handled/a.2.eml", "handled/a.3.eml", "handled/a.eml"]


def test_one_message_id_is_one_file(tmp_path: Path) -> None:
    maildir = Maildir(tmp_path, Counting())
    for _ in range(3):
        maildir.send(b"raw", ID)
    maildir.send(b"other", ID)
    assert (tmp_path / "out" / f"{ID[1:65]}.eml").read_bytes() == b"raw"
    maildir.send(b"raw", "<../../etc/x@host>")
    names = files(tmp_path)
    assert len(names) == 2
    assert f"out/{ID[1:65]}.eml" in names
    assert all(name.startswith("out/") and name.count("/") == 1 for name in names)


def test_a_kill_at_any_effect_loses_no_mail_and_sends_none_twice(tmp_path: Path) -> None:
    def round_of(path: Path, effects: Counting) -> None:
        maildir: Transport = Maildir(path, effects)
        for incoming in maildir.fetch():
            maildir.send(b"answer to " + incoming.read(), ID)
            maildir.settle(incoming, "handled")

    spool(tmp_path / "whole", a_eml=b"1")
    counted = Counting()
    round_of(tmp_path / "whole", counted)
    assert counted.count >= 6
    for dies in range(1, counted.count + 1):
        path = tmp_path / str(dies)
        spool(path, a_eml=b"1")
        with pytest.raises(Killed):
            round_of(path, Counting(dies))
        left = files(path)
        assert ("in/a.eml" in left) != ("handled/a.eml" in left)
        assert [name for name in left if name.endswith(".eml") and name.startswith("out/.")] == []
        round_of(path, Counting())
        assert files(path) == ["handled/a.eml", f"out/{ID[1:65]}.eml"]
        assert (path / "out" / f"{ID[1:65]}.eml").read_bytes() == b"answer to 1"


def test_memory_behaves_the_same() -> None:
    memory = Memory(waiting={"b": b"2", "a": b"1"})
    transport: Transport = memory
    first, second = transport.fetch()
    assert (first.read(), second.read()) == (b"1", b"2")
    transport.settle(first, "handled")
    transport.settle(first, "refused")
    assert [incoming.key for incoming in transport.fetch()] == ["b"]
    assert memory.settled == {"a": "handled"}


def test_of_many_mails_those_of_known_people_come_first_by_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [("ana@example.org", "melilla.k7f3"), ("omar@example.org", "melilla.x9x9")]
    senders = ["x@spam.example", "Ana <Ana@Example.org>", "ana@example.org", "y@spam.example", "omar@example.org"]
    mails = {f"m{n}_eml": b"From: %b\n\nomar@example.org\n" % sender.encode() for n, sender in enumerate(senders)}
    maildir = spool(tmp_path, **mails, m5_eml=b"From: z@x\nTo: <referee+melilla.K7F3@h>\n\n", m6_eml=b"none")
    assert all(incoming.urgent for incoming in maildir.fetch(lambda: people)), "few are taken as they lie"
    monkeypatch.setattr("pbem.mail.servers.maildir.CROWD", 3)
    assert [(incoming.key[3:5], incoming.urgent) for incoming in maildir.fetch(lambda: people, {"in/m3.eml"})] == [
        ("m1", True),
        ("m4", True),
        ("m2", True),
        ("m5", True),
        ("m0", False),
        ("m6", False),
    ]


def test_many_people_are_searched_for_together() -> None:
    people = [(f"p{n}@example.org", f"melilla.t{n}") for n in range(2 * SEARCHES + 1)]
    found = searches([*people, ("ñ@example.org",)])
    assert len(found) == SEARCHES
    assert [str(each).count("FROM") for each in found] == [3, *[2] * (SEARCHES - 1)]
    assert searches(people[:1]) == [
        ["OR", ["OR", ["FROM", "p0@example.org"], ["TO", "melilla.t0"]], ["SUBJECT", "melilla.t0"]]
    ]
    assert searches([("ñ@example.org",)]) == []
