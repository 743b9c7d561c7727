"""Real mails: every sample in the spool of a game in which its orders mean something.

Two positions stand in turn 3, for 0715 is a Spanish hex to the Moroccan writers and a Moroccan one to the Spanish.
"""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.core.orders import Order
from pbem.language.text.reader import read_text
from pbem.referee.admin.seating import Player
from pbem.referee.turn.workflow import adjudicate
from pbem.store.rows import OutboxRow
from tests.mail.making import REPORT, Sample, samples
from tests.pages import page_of, words_in
from tests.referee.making import GAME, HOUR, LENGTH, Room, flat, foot, lines_understood, new_room, scenario, text_of

MACHINES = ("11", "15")
BOUNCE = "16"
MOROCCAN = ("01", "03", "05", "06", "07", "08", "12", "13", "14", "17", "18")
SPANISH = ("02", "04", "09", "10")
TOKEN = "k7f3q9xw"
WRITERS = {
    "moroccan": ("amina.haddu@example.org", "omar.tahiri@example.org", "t.brandt@example.org"),
    "spanish": ("l.figueroa@example.org", "begona.rios@example.org", "omar.tahiri@example.org"),
}
AT_0715 = {
    "moroccan": {
        "urriaguel-3": "0714",
        "urriaguel-4": "0615",
        "urriaguel-5": "0716",
        "urriaguel-6": "0815",
        "beni-1": "0814",
        "beni-2": "0614",
        "beni-3": "0911",
        "beni-4": "0510",
        "urriaguel-1": "0609",
        "seyyid-2": "0909",
    },
    "spanish": {"castillejos": "0715", "garellano": "0201", "melilla-1": "0202", "melilla-2": "0203", "reyes": "0204"},
}
AGAINST_0715 = {
    "spanish": {
        "bandera-1-1": "0714",
        "bandera-1-2": "0614",
        "bandera-1-mg-1": "0615",
        "soliman-1": "0716",
        "soliman-2": "0815",
        "soliman-cav-1": "0814",
        "policia-1": "0609",
        "policia-2": "0511",
        "cerinola-1": "0912",
    },
    "moroccan": {"urriaguel-9": "0715", "harka-1": "0201", "harka-2": "0202", "harka-3": "0203"},
}
REFUSED = {  # the reports that the samples quote do not say where the pieces stand: what cannot be is refused, and why
    ("01", 2): "urriaguel-3 entra en zona de control enemiga en 0614 y debe detenerse ahí",
    ("05", 2): "0614 está ocupado",
    ("10", 1): "policia-2 no está junto a urriaguel-9",
}


def room_of(path: Path, places: dict[str, dict[str, str]], side: str) -> Room:
    """A game in turn 3 in which a side moves; its seat has the samples' token and all who write for it."""
    counters = {unit: foot(of, combat=2) for of, units in places.items() for unit in units}
    zones = {of: tuple(units.values()) for of, units in places.items()}
    players = tuple(Player(of, of, f"{of}@example.org", "es") for of in ("moroccan", "spanish"))
    data = scenario(counters, size=(12, 18), west=zones["spanish"], east=zones["moroccan"], players=players)
    room = new_room(path / "home", data, players).started()
    for of, units in places.items():
        room.says(of, "".join(f"DEPLOY {unit} {at}\n" for unit, at in units.items()))
    room.tick()
    while room.at != f"3.{side}-movement":
        adjudicate(room.home, room.game, room.now)
    assert all(room.game.state.units[unit].at == at for units in places.values() for unit, at in units.items())
    assert room.game.state.weather == "normal"
    room.home.store.seats.change(GAME, side, token=TOKEN, addresses=WRITERS[side])
    bounced = OutboxRow(REPORT, GAME, side, "omar.tahiri@example.org", b"", room.now, "report", state="sent")
    room.home.store.outbox.put(bounced)
    room.tick()
    return room


def by_number(*numbers: str) -> list[Sample]:
    """The shared samples with these numbers."""
    return [sample for sample in samples() if sample.name.startswith(numbers) and "-" in sample.name[:3]]


@pytest.fixture(scope="module")
def moroccan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The position of the Moroccan writers."""
    room = room_of(tmp_path_factory.mktemp("moroccan"), AT_0715, "moroccan")
    yield room
    room.close()


@pytest.fixture(scope="module")
def spanish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The position of the Spanish writers."""
    room = room_of(tmp_path_factory.mktemp("spanish"), AGAINST_0715, "spanish")
    yield room
    room.close()


def lines_of(receipt: EmailMessage) -> Iterator[tuple[str, int, str, str]]:
    """The lines of a receipt's page: sign, number, order as understood, and all that is said of it.

    Those that it refused have their numbers in the mail, those that stand theirs in the turn.
    """
    body = receipt.get_body(("html",))
    assert body is not None
    page = page_of(str(body.get_content()))
    for sheet in page.query_selector_all("pre").values():
        yield from ((*found, found[2]) for found in lines_understood(words_in(sheet).replace("\n ", "\n")))
    for paragraph in page.query_selector_all("p").values():
        said = flat(words_in(paragraph))
        found = re.match(r"([✓≈✗]) (\d+)\. ", said)
        if found:
            yield found[1], int(found[2]), words_in(paragraph.query_selector_all("strong")[1]), said


def orders(room: Room, lines: tuple[str, ...]) -> list[Order]:
    """Lines as orders, a path by its end: receipts write it out."""
    reading = read_text("\n".join(lines), room.game.lexicon)
    assert not reading.problems
    found = [line.order for line in reading.lines if line.order is not None]
    assert len(found) == len(reading.lines)
    return [o.model_copy(update={"path": o.path[-1:]}) if hasattr(o, "path") else o for o in found]


def taken(room: Room, sample: Sample) -> None:
    """Put a sample into the spool: its receipt shows the lines that its writer meant, and what became of each."""
    room.drop(sample.raw, f"{sample.name}.eml")
    assert room.tick().mails == {"orders": 1}
    receipt = room.mails(None, "receipt")[-1]
    assert receipt["In-Reply-To"] == re.search(rb"^Message-ID: (.+?)\r$", sample.raw, re.M)[1].decode()  # type: ignore[index]
    found = list(lines_of(receipt))
    meant = tuple(line for line in sample.lines if not line.startswith(("GAME ", "CLEAR")))
    shown = orders(room, tuple(order for _, _, order, _ in found))
    assert sorted(map(str, shown)) == sorted(map(str, orders(room, meant)))
    refused = {number: told for sign, number, _, told in found if sign == "✗"}
    wrong = {number: why for (name, number), why in REFUSED.items() if name == sample.name[:2]}
    assert refused.keys() == wrong.keys()
    assert [why for number, why in wrong.items() if why not in refused[number]] == []


def test_the_samples_are_all_there() -> None:
    assert len(by_number(*MOROCCAN, *SPANISH, *MACHINES, BOUNCE)) == 18


def test_every_sample_of_a_moroccan_writer_is_taken_as_meant_and_carried_out(moroccan: Room) -> None:
    room = moroccan
    for number in ("01", "18", *MOROCCAN[1:-1]):
        (sample,) = by_number(number)
        taken(room, sample)
        if number == "18":
            assert "Tus órdenes quedan retiradas" in flat(text_of(room.mails("moroccan", "receipt")[-1]))
    result = room.tick(HOUR)
    assert result.closed == ["melilla 3.moroccan-movement", "melilla 3.moroccan-combat"]
    assert room.facts("fought")[0]["attack"]["units"] == ["urriaguel-3", "urriaguel-4"]
    assert room.game.state.units["beni-3"].at == "0812"
    played_on(room, "3.spanish-movement")


def test_every_sample_of_a_spanish_writer_is_taken_as_meant_and_carried_out(spanish: Room) -> None:
    room = spanish
    for number in ("10", "04", "02", "09"):
        (sample,) = by_number(number)
        taken(room, sample)
    result = room.tick(HOUR)
    assert result.closed == ["melilla 3.spanish-movement", "melilla 3.spanish-combat"]
    assert room.facts("fought")[0]["attack"]["units"] == ["bandera-1-1", "soliman-cav-1"]
    assert {unit: room.game.state.units[unit].at for unit in ("bandera-1-2", "policia-1")} == {
        "bandera-1-2": "0813",
        "policia-1": "0710",
    }
    played_on(room, "4.moroccan-movement")


def played_on(room: Room, at: str) -> None:
    """The game goes on to the end of the turn: both sides have a report with two maps, and replay agrees."""
    assert room.at == at
    while room.game.state.turn == 3:
        room.tick(LENGTH)
    for seat in ("moroccan", "spanish"):
        report = room.mails(seat, "report")[-1]
        images = [part.get_content() for part in report.walk() if part.get_content_type() == "image/png"]
        assert len(images) == 2
        assert all(image.startswith(b"\x89PNG\r\n\x1a\n") for image in images)
        assert images[0] != images[1]
        assert any("0715" in text_of(mail) for mail in room.mails(seat, "report"))
        assert room.out()[f"{str(report['Message-ID'])[1:65]}.eml"]
    found = room.replay()
    assert found.difference is None
    assert found.phases > 12
    assert room.places()["in"] == []


@pytest.mark.parametrize("number", MACHINES)
def test_a_machine_is_never_answered(moroccan: Room, number: str) -> None:
    before, files = moroccan.rows(), moroccan.files()
    (sample,) = by_number(number)
    moroccan.drop(sample.raw, f"{sample.name}.eml")
    assert moroccan.tick().mails == {"machine": 1}
    assert moroccan.rows() == before
    assert moroccan.files() == files
    assert f"{sample.name}.eml" in moroccan.places()["machines"]


def test_a_bounce_goes_into_the_bounce_book(moroccan: Room) -> None:
    before = moroccan.rows()
    (sample,) = by_number(BOUNCE)
    moroccan.drop(sample.raw, f"{sample.name}.eml")
    assert moroccan.tick().mails == {"bounce": 1}
    assert moroccan.rows() == before
    (entry,) = moroccan.home.store.bounces.of(game=GAME)
    assert (entry.seat, entry.address, entry.count, entry.status) == ("moroccan", "omar.tahiri@example.org", 1, "5.2.2")
    assert f"{sample.name}.eml" in moroccan.places()["machines"]
