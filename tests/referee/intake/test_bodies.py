"""A mail that says something in two places: commands count in each, orders where they agree, else the receipt asks."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default

from tests.referee.making import HOUR, Room, flat

SHEET = (
    '{"format": 1, "game": "melilla", "turn": 1, "sections": [{"phase": "moroccan-movement",'
    ' "orders": [{"type": "move", "unit": "beni-1", "path": ["0402"]}]}]}'
)


def answer(room: Room, body: str, *files: tuple[str, str]) -> str:
    """The receipt of a mail of the Moroccans with files."""
    mail = message_from_bytes(room.mail("moroccan", body), policy=default)
    assert isinstance(mail, EmailMessage)
    for name, text in files:
        mail.add_attachment(text.encode(), "application", "octet-stream", filename=name)
    room.drop(mail.as_bytes(policy=SMTP))
    room.tick()
    return flat(room.text("moroccan", "receipt"))


def lines(room: Room) -> list[str]:
    """The lines of the Moroccan movement that stand."""
    row = room.home.store.sections.get("melilla", "moroccan", 1, "moroccan-movement")
    return [] if row is None else [str(line["text"]) for line in row.lines]


def test_done_in_the_text_beside_an_attachment_ends_the_turn(room: Room) -> None:
    answer(room, "My orders are in the file. DONE\n", ("orders.json", SHEET))
    assert room.at == "1.spanish-movement"
    assert room.game.state.units["beni-1"].at == "0402"


def test_a_question_beside_an_attachment_reaches_the_referee(room: Room) -> None:
    answer(room, "Is there a bigger map?\n", ("orders.txt", "MOVE beni-1 0402\n"))
    assert lines(room) == ["MOVE beni-1 0402"]
    assert any(notice.code == "player-note" for notice in room.home.store.notices.open())


def test_orders_in_two_places_that_agree_are_all_read(room: Room) -> None:
    told = answer(room, "MOVE beni-1 0402\nMOVE beni-2 0403\n", ("orders.txt", "mover beni-1 a 0402\n"))
    assert lines(room) == ["mover beni-1 a 0402", "MOVE beni-2 0403"]
    assert "differ" not in told


def test_orders_that_differ_are_shown_and_asked_about_and_nothing_closes_meanwhile(room: Room) -> None:
    told = answer(room, "MOVE beni-1 0403\nDONE\n", ("orders.json", SHEET))
    assert "orders.json was read, the other text says “MOVE beni-1 0403”. Which do you mean? Send that again" in told
    assert lines(room) == ["MOVE beni-1 0402"] or "MOVE beni-1 0402" in told
    assert room.tick(HOUR).closed == []
    answer(room, "MOVE beni-1 0403\nDONE\n")
    assert room.at == "1.spanish-movement"
    assert room.game.state.units["beni-1"].at == "0403"


def test_two_files_that_differ_are_asked_about_too(room: Room) -> None:
    told = answer(room, "", ("orders1.txt", "MOVE beni-1 0402\n"), ("orders2.txt", "HOLD beni-1\n"))
    assert "orders1.txt was read, the other text says “HOLD beni-1”" in told


def test_a_formatted_part_that_says_something_else_is_shown(room: Room) -> None:
    mail = message_from_bytes(room.mail("moroccan", "MOVE beni-1 0402\n"), policy=default)
    assert isinstance(mail, EmailMessage)
    mail.add_alternative("<p>MOVE beni-1 0403</p><p>CONCEDE</p>", "html")
    room.drop(mail.as_bytes(policy=SMTP))
    room.tick()
    told = flat(room.text("moroccan", "receipt"))
    assert "its plain text was read, its formatted text says “MOVE beni-1 0403”" in told
    assert not room.game.over, "a command of the other rendering of a text is none"


def test_a_passphrase_beside_an_attachment_is_kept_and_shown_nowhere(room: Room) -> None:
    told = answer(room, "PASSPHRASE NEW pan con tomate\n", ("orders.txt", "MOVE beni-1 0402\n"))
    assert lines(room) == ["MOVE beni-1 0402"]
    assert "pan con tomate" not in told
    assert room.seat("moroccan").passphrase is not None


def test_confirm_counts_in_a_sentence_of_its_own(room: Room) -> None:
    room.answer("moroccan", "ADDRESS omar@new.example\n")
    (asked,) = [m for m in room.mails() if "omar@new.example" in str(m["To"])]
    raw = room.mail("moroccan", "Sí, soy yo. CONFIRMAR\n", From="omar@new.example", To=str(asked["Reply-To"]),
                    Subject=f"Re: {asked['Subject']}")  # fmt: skip
    room.drop(raw)
    room.tick()
    assert room.seat("moroccan").addresses == ("omar@new.example",)
