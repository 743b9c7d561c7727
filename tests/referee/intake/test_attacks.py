"""Attacks through the front door, each of which once went further than it should: raw mails, and what came of them."""

import stat
from pathlib import Path

import pytest

from pbem.referee.desk.mail import describe_mail, send_again
from pbem.referee.intake.inbox import receive
from pbem.referee.intake.refuse import STRANGERS_ANSWERED_A_DAY
from pbem.store.rows import MailRow
from tests.effort import within
from tests.mail.signatures.signing import sign
from tests.referee.intake.test_trust import MINUTE, MOVES, come, lines_of, newest, with_trust
from tests.referee.making import DAY, GAME, REFEREE, START, Room, copied, flat

BARE = {"To": REFEREE, "Subject": "my moves"}

# Speaking for a seat


@pytest.mark.parametrize("to", ["ana@example.org", '"referee@pbem.example.org," <ana@example.org>'])
def test_a_signed_mail_to_the_opponent_is_no_order_when_he_hands_it_on(room: Room, to: str) -> None:
    """Omar writes Ana what he might do, or CONCEDE; his provider signs it; she sends it to the referee as it is."""
    with_trust(room)
    raw = sign(room.mail("moroccan", f"{MOVES}CONCEDE\n", To=to, Subject="between us"))
    for on_the_way in (b"", b"Cc: referee@pbem.example.org\r\n", b"Delivered-To: referee@pbem.example.org\r\n"):
        assert come(room, on_the_way + raw) == "refused"
        raw = raw.replace(b"Subject: between", b"Subject: Between")
    assert lines_of(room) == []
    assert not room.seat("moroccan").conceded


@pytest.mark.parametrize(
    "header", [b"To: %b\r\n", b"Subject: [melilla.%b]\r\n", b"Message-ID: <another@example.org>\r\n"]
)
def test_a_header_put_above_a_signed_mail_makes_it_an_unsigned_one(room: Room, header: bytes) -> None:
    with_trust(room)
    token = room.seat("moroccan").token.encode()
    assert come(room, sign(room.mail("moroccan", MOVES))) == "orders"
    raw = sign(room.mail("moroccan", "CONCEDE\n", To="ana@example.org", Subject="I could write this"))
    value = b"referee+melilla.%b@pbem.example.org" % token if header.startswith(b"To") else token
    assert come(room, (header % value if b"%b" in header else header) + raw) in ("held", "refused")
    assert not room.seat("moroccan").conceded


@pytest.mark.parametrize(
    "sender",
    [
        "omar@e\u0445ample.org",  # Cyrillic
        "omar@example.org.",
        "omar@example.org.evil.example",
        "omar@xn--exmple-cua.org",
        '"omar@example.org" <eva@evil.example>',
        "omar@example.org <eva@evil.example>",
        "eva@evil.example (omar@example.org)",
        "=?utf-8?q?omar=40example=2Eorg?= <eva@evil.example>",
        "=?utf-8?q?omar=40example=2Eorg?=",
        "omar: eva@evil.example;",
        "eva@evil.example, omar@example.org",
        "omar@example.org, eva@evil.example",
        "omar%example.org@evil.example",
        "<@example.org:eva@evil.example>",
        "",
    ],
)
def test_who_only_looks_like_a_player_is_none(room: Room, sender: str) -> None:
    raw = room.mail("moroccan", MOVES).replace(b"From: omar@example.org", b"From: " + sender.encode())
    assert come(room, raw) == "refused"
    assert lines_of(room) == []


@pytest.mark.parametrize("letter", ["\u017f", "\u212a"], ids=["long s", "kelvin"])
def test_letters_that_only_fold_to_those_of_a_player_are_others(room: Room, letter: str) -> None:
    room.home.store.seats.change(GAME, "moroccan", addresses=("sako@example.org",))
    raw = room.mail("moroccan", MOVES)
    other = b"s" if letter == "\u017f" else b"k"
    assert come(room, raw.replace(b"From: sako", b"From: " + b"sako".replace(other, letter.encode()))) == "refused"
    assert come(room, room.mail("moroccan", MOVES, From="SAKO@Example.org")) == "orders"


@pytest.mark.parametrize(
    ("to", "outcome"),
    [
        ("REFEREE+MELILLA.{T}@PBEM.EXAMPLE.ORG", "orders"),
        ("referee+melilla.{t} (a comment) @pbem.example.org", "orders"),
        ("Referees: referee+melilla.{t}@pbem.example.org;", "orders"),
        ('"referee+melilla.{t}@pbem.example.org" <referee@pbem.example.org>', "refused"),
        ("referee@pbem.example.org (referee+melilla.{t}@pbem.example.org)", "refused"),
        ("referee+annual.{t}@pbem.example.org", "refused"),
        ("referee+melilla.{t}x@pbem.example.org", "refused"),
        ("referee+melilla.{short}@pbem.example.org", "refused"),
        ("referee+melilla..{t}@pbem.example.org", "refused"),
    ],
)
def test_the_token_in_the_address(room: Room, to: str, outcome: str) -> None:
    token = room.seat("moroccan").token
    filled = to.format(t=token, T=token.upper(), short=token[:-1])
    raw = room.mail("moroccan", MOVES, **BARE).replace(b"To: referee@pbem.example.org", b"To: " + filled.encode())
    assert come(room, raw) == outcome


def test_tokens_that_contradict_each_other_open_the_senders_own_seat_only(room: Room) -> None:
    his, hers = room.seat("moroccan").token, room.seat("spanish").token
    both = f"referee+melilla.{his}@pbem.example.org"
    assert come(room, room.mail("spanish", "MOVE cer-1 0301\n", To=both, Subject=f"[melilla.{hers}]")) == "orders"
    assert newest(room).seat == "spanish"
    assert come(room, room.mail("spanish", MOVES, To=both, Subject="Re: us")) == "refused"
    assert come(room, room.mail("moroccan", MOVES, To=REFEREE, Subject=f"[melilla.{hers}]")) == "refused"
    assert lines_of(room) == []


def test_where_a_passphrase_is_kept_no_seat_moves_without_it(room: Room) -> None:
    come(room, room.mail("moroccan", "PASSPHRASE calm sea at dawn\n"))
    before = len(room.rows())
    assert "write your passphrase too" in flat(room.answer("moroccan", "ADDRESS eva@evil.example\n"))
    assert len(room.rows()) == before + 1, "nobody is asked"
    room.now += MINUTE
    said = room.answer("moroccan", "PASSPHRASE calm sea at dawn\nADDRESS omar@example.net\n")
    assert "An email went to omar@example.net" in flat(said)


# Small mails for large ones


@pytest.mark.parametrize("line", ["RESEND", "MAP", "RULES", "HELP"])
def test_a_command_written_a_thousand_times_is_done_once(room: Room, line: str) -> None:
    before = len(room.rows())
    assert come(room, room.mail("moroccan", f"{line}\n" * 1_000)) == "orders"
    assert len(room.rows()) <= before + 2
    assert sum(len(row.raw) for row in room.rows()[before:]) < 300_000


def test_many_commands_in_one_mail_are_too_many(room: Room) -> None:
    said = room.answer("moroccan", "".join(f"RULES {n}\n" for n in range(100)) + "WAIT\n")
    assert "one email holds 12 commands at most" in flat(said)
    room.answer("moroccan", "WAIT\nNOWAIT\nWAIT\n")
    assert room.seat("moroccan").wait, "the last word counts"


def test_copies_and_maps_are_limited_a_day(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.referee.intake.commands.request.COPIES_A_DAY", 3)
    before = len(room.rows("moroccan"))
    for _ in range(3):
        come(room, room.mail("moroccan", "RESEND\nMAP\n"))
    assert len(room.rows("moroccan")) == before + 3 + 3
    assert "too often" in room.text("moroccan", "receipt")
    room.tick(DAY)
    come(room, room.mail("moroccan", "MAP\n"))
    assert "an email of its own" in room.text("moroccan", "receipt")


# Floods


FLOODS = {
    "forged": {"To": REFEREE},
    "stolen": {"From": "eva@evil.example"},
    "machine": {"Auto_Submitted": "auto-replied"},
    "twins": {"Message_ID": "<same@example.org>"},
}


@pytest.mark.parametrize("headers", FLOODS.values(), ids=FLOODS.keys())
def test_what_is_not_taken_does_not_fill_the_disk(
    room: Room, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    monkeypatch.setattr("pbem.referee.intake.refuse.KEPT_A_DAY", 5)
    monkeypatch.setattr("pbem.referee.intake.refuse.LARGE_KEPT_A_DAY", 2)
    for n in range(10):
        room.says("moroccan", f"{n}\n" + "so it goes\n" * (30_000 if n < 4 else 1), **headers)
    room.tick(MINUTE)
    kept = [len(row.raw) for row in room.home.store.mails.where() if row.raw and row.outcome != "orders"]
    assert len([size for size in kept if size > 100_000]) <= 2
    assert len([size for size in kept if size < 1_000]) <= 6, kept
    assert len(room.home.store.mails.where("at = ?", room.now)) == 10


def test_forged_strangers_do_not_make_us_write_to_the_world_nor_keep_reports_waiting(room: Room) -> None:
    for n in range(80):
        room.says("moroccan", "x\n", From=f"v{n}@v{n}.example", To=REFEREE, Subject=f"Buy at http://spam.example {n}")
    room.says("moroccan", "STATUS\n")
    asked = len(room.rows())
    take_all(room)
    waiting = room.home.store.outbox.ready(room.now)
    assert len(room.rows()) - asked == STRANGERS_ANSWERED_A_DAY + 1
    assert [row.seat for row in waiting[:2]] == ["moroccan", None], "a seat's email goes before them"
    assert not any(b"spam.example" in row.raw for row in waiting), "they carry nobody's advertisement"


def take_all(room: Room) -> None:
    """Take what waits, and send nothing."""
    room.now += MINUTE
    for incoming in room.home.transport.fetch():
        receive(room.home, incoming, room.now)


def test_forged_mails_do_not_use_up_the_question_about_a_held_one(room: Room) -> None:
    with_trust(room)
    assert come(room, sign(room.mail("moroccan", MOVES))) == "orders"
    for _ in range(12):
        come(room, room.mail("moroccan", MOVES, From="eva@evil.example"))
    before = len(room.rows("moroccan", "note"))
    assert come(room, room.mail("moroccan", MOVES)) == "held"
    assert len(room.rows("moroccan", "note")) == before + 1


# Leaks


def test_a_report_sent_again_tells_no_former_address_the_new_token(room: Room) -> None:
    old = room.seat("moroccan")
    room.home.store.seats.change(GAME, "moroccan", addresses=("new@example.net",))
    come(room, room.mail("moroccan", "TOKEN NEW\n"))
    new = room.seat("moroccan")
    before = len(room.rows())
    come(room, room.mail("moroccan", "RESEND\n"))
    report = next(row for row in room.rows("moroccan", "report")[-1:])
    send_again(room.home, report.message_id, room.now)
    for row, mail in zip(room.rows()[before:], room.mails()[before:], strict=True):
        assert row.recipient == mail["To"].addresses[0].addr_spec == "new@example.net"
        assert old.token.encode() not in row.raw
        assert new.token in str(mail["Reply-To"])
    assert len(room.rows()) == before + 3


def test_a_question_sent_again_keeps_its_word(room: Room) -> None:
    with_trust(room)
    come(room, sign(room.mail("moroccan", "STATUS\n")))
    assert come(room, room.mail("moroccan", MOVES)) == "held"
    question = room.rows("moroccan", "note")[-1]
    room.tick(MINUTE)
    send_again(room.home, question.message_id, room.now)
    assert str(room.mails()[-1]["Reply-To"]) == str(room.mails("moroccan", "note")[-2]["Reply-To"])


# Slowness


@pytest.mark.parametrize("line", ["PRESS " + "a b " * 490, "peace " * 330, "confirm " * 240])
def test_long_lines_are_read_quickly(room: Room, line: str) -> None:
    raw = room.mail("moroccan", "x\n").replace(b"\r\n\r\nx\r\n", b"\r\n\r\n" + f"{line}\r\n".encode() * 600)
    assert within(90, lambda: come(room, raw), tries=1) == "orders"


@pytest.mark.parametrize(
    "head",
    [
        b"From: <",
        b"Message-ID: <>",
        b"Message-ID: <a@[",
        b"From: " + b"(" * 50_000,
        b"To: " + b'"' * 50_000,
        b"Date: Wed, 1 Jan 99999999999 00:00:00 +9999",
        b"Content-Type: text/plain; x=" + b'";' * 50_000,
        b"Content-Type: text/html; charset=zlib",
        b"Subject: =?utf-8?q?=1b[2J=e2=80=ae?=",
    ],
    ids=range(9),
)
def test_the_referee_may_look_at_any_mail(head: bytes) -> None:
    raw = head + b"\r\n\r\n\x1b]0;x\x07<b>hello</b>\xe2\x80\xae"
    row = MailRow("a" * 64, "", "", "refused", "", START, raw, None, None)
    data = within(30, lambda: describe_mail(row))
    assert "hello" in data["text"]
    assert "".join(data["headers"].values()).isprintable()
    assert data["text"].isprintable()


def test_mails_in_the_spool_are_for_nobody_elses_eyes(room: Room) -> None:
    room.answer("moroccan", "STATUS\n")
    folders = [room.path / "spool" / name for name in ("out", "handled")]
    assert all(stat.S_IMODE(folder.stat().st_mode) == 0o700 for folder in folders)


def test_a_mail_that_also_goes_to_the_opponent_gives_the_token_away_and_its_writer_is_told(room: Room) -> None:
    said = flat(room.answer("moroccan", MOVES, Cc="Ana <ANA@example.org>"))
    assert "went to ana@example.org too" in said
    assert "TOKEN NEW" in said
    assert "TOKEN NUEVO" in flat(room.answer("spanish", "STATUS\n", Cc="omar@example.org"))
    assert "went to" not in flat(room.answer("moroccan", "TOKEN NEW\n", Cc="ana@example.org")), "it did so already"
    assert "went to" not in flat(room.answer("moroccan", "STATUS\n", Cc="friend@example.net, omar@example.org"))


# Two copies of one folder


def test_a_second_copy_of_the_folder_is_noticed_by_what_it_sent(room: Room, tmp_path: Path) -> None:
    other = copied(room, tmp_path / "other")
    other.answer("moroccan", "HISTORY\n")
    sent = str(other.mails("moroccan", "receipt")[-1]["Message-ID"])
    other.close()
    assert come(room, room.mail("moroccan", MOVES)) == "orders"
    assert room.home.store.notices.open() == ()
    assert come(room, room.mail("moroccan", "STATUS\n", In_Reply_To=sent)) == "orders"
    (notice,) = room.home.store.notices.open()
    assert notice.code == "second-copy"
    assert "another copy" in str(notice.args["why"])


def test_what_is_played_otherwise_after_a_backup_was_put_back_is_told_under_other_ids(
    room: Room, tmp_path: Path
) -> None:
    """A mail server or program may drop a mail whose Message-ID it has had already, whatever it says."""
    other = copied(room, tmp_path / "other")
    told = []
    for each, body in ((room, "MOVE beni-1 0402\n"), (other, "MOVE beni-1 0403\n")):
        each.says("moroccan", body)
        each.tick(3 * DAY)
        told.append(each.rows("spanish", "report")[-1])
    other.close()
    assert told[0].record == told[1].record > 3
    assert told[0].message_id != told[1].message_id
