"""A whole game as one file: out of one mailbox, into another, and played on there; and files from strange hands."""

import io
import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.game.game import open_game
from pbem.game.replay import replay
from pbem.gamedata.rulesets import ruleset
from pbem.referee.admin.clock import abandon_game, move_deadline, resume_game
from pbem.referee.desk.export_game import hand_over, private_file, public_file
from pbem.referee.desk.import_game import Arrived, open_parcel, shelve, take_over
from pbem.referee.home.arrival import arrivals
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home, open_home
from pbem.referee.letters.history import history
from pbem.referee.letters.status import game_status
from pbem.referee.tick import tick
from pbem.save.errors import BadGameFile, SaveError
from pbem.save.game_file import FORMAT, MOST_FILES, pack
from pbem.store.game_rows import NOTICES, tables_of
from pbem.store.schema import VERSION
from pbem.verify.verify import verify
from tests.killed import Killed
from tests.referee.making import DAY, GAME, HOUR, LENGTH, At, Room, copied, flat, kill, new_room

EVA = "eva@other.example.org"
MOVES = "MOVE beni-1 0402\nMOVE beni-2 0403\n"


def another(path: Path, room: Room, address: str = EVA) -> Room:
    """A fresh mailbox of another referee, at the same time."""
    make_home(path, config_text(name="Eva", address=address, language="en"), room.effects)
    return Room(path.resolve(), room.now, name=room.name, count=1000)


def exported(room: Room, path: Path, *, to: str = EVA, copy: bool = False) -> Path:
    """The game with its private side in a file."""
    if not copy:
        hand_over(room.home, GAME, room.now, to=to, why="away until May")
    path.write_bytes(pack(private_file(room.home, GAME, copy=copy)))
    return path


def public(room: Room, path: Path) -> Path:
    """The game as anybody may have it in a file."""
    path.write_bytes(pack(public_file(room.game, room.home.git, room.home).file))
    return path


def taken(room: Room, file: Path) -> Arrived:
    """The game of a file, taken over in a mailbox."""
    return take_over(room.home, open_parcel(file, None, "en"), room.now, lambda n: None)


def stage(room: Room) -> str:
    """The stage of the game, as 'pbem status' looks at it."""
    room.close()
    with open_home(room.path, room.now, "a test", locking=False) as home:
        return game_status(home, GAME, room.now).stage


def ordered(room: Room) -> Room:
    """The Moroccans have sent orders, a standing note and press; nothing of it has been played."""
    room.says("moroccan", f"{MOVES}PHASE moroccan-combat\nATTACK cer-1 WITH beni-1\n")
    room.says("moroccan", "PRESS TO spanish: surrender to the eagle\n")
    room.says("moroccan", "NOTE TO REFEREE the zebra is mine\n")
    room.tick()
    return room


def test_a_game_goes_on_by_mail_where_it_was_taken_over(room: Room, tmp_path: Path) -> None:
    file = exported(ordered(room), tmp_path / "melilla.pbem")
    room.tick()
    assert "Another referee takes the game over" in room.mails("moroccan", "note")[-1]["Subject"]
    assert f"El árbitro ha entregado esta partida a {EVA}." in flat(room.text("spanish", "note"))
    there = another(tmp_path / "there", room)
    there.now += 5 * HOUR
    there.tick()
    found = taken(there, file)
    assert (found.played, found.records) == (True, len(records_in(file)))
    assert there.at == "1.moroccan-movement"
    told = there.text("moroccan", "note")
    assert "its referee is Eva" in flat(told)
    assert "MOVE" in told  # the form, to reply with orders
    deadline = there.home.game_row(GAME).deadline
    before = room.home.game_row(GAME).deadline
    assert deadline is not None
    assert before is not None
    assert deadline - before == 5 * HOUR
    there.answer("moroccan", "DONE\n")
    there.tick(HOUR)
    assert there.at == "1.spanish-movement"
    report = there.mails("spanish", "report")[-1]
    assert report["Reply-To"].startswith("eva+melilla.")
    assert report["From"].addresses[0].addr_spec == EVA
    assert there.home.store.press.of(game=GAME)[0].text.strip() == "surrender to the eagle"
    assert there.replay().difference is None
    assert verify(there.save).fault is None


def test_here_nothing_is_done_for_a_game_that_was_handed_over(room: Room, tmp_path: Path) -> None:
    mail = room.mail("moroccan", MOVES)
    exported(room, tmp_path / "melilla.pbem")
    assert stage(room) == "handed-over"
    room.drop(mail)
    assert room.tick(LENGTH + DAY).closed == []
    assert room.places()["refused"] == [f"{room.count:04d}.eml"]
    told = flat(room.text("moroccan", "refusal"))
    assert "The game is no longer run here; nothing was done." in told
    assert f"Its referee is {EVA} now." in told
    for act in (lambda: move_deadline(room.home, GAME, HOUR, room.now), lambda: resume_game(room.home, GAME, room.now)):
        with pytest.raises(Refused, match="was handed over, and is played on elsewhere"):
            act()
    with pytest.raises(Refused, match="was handed over"):
        private_file(room.home, GAME, copy=True)


def test_mails_wait_for_a_game_that_moves_to_another_machine(room: Room, tmp_path: Path) -> None:
    """They lie in the one inbox that both machines read: who plays the game takes them."""
    mail = room.mail("moroccan", MOVES)
    exported(room, tmp_path / "melilla.pbem", to="")
    room.drop(mail)
    result = tick(room.home, room.now)
    assert (result.mails, len(room.places()["in"])) == ({}, 1)
    assert "was handed over" in result.faults[0]
    assert "traslada esta partida a otra máquina" in flat(room.text("spanish", "note"))


def test_the_same_game_gives_the_same_bytes(room: Room, tmp_path: Path) -> None:
    """Handed over, its file can be written once more: a file that is lost is no loss."""
    ordered(room)
    one, two = (public(room, tmp_path / name).read_bytes() for name in ("1.pbem", "2.pbem"))
    assert one == two
    first = exported(room, tmp_path / "3.pbem", copy=True).read_bytes()
    assert exported(room, tmp_path / "4.pbem", copy=True).read_bytes() == first
    handed = exported(room, tmp_path / "5.pbem").read_bytes()
    room.tick(HOUR)
    room.close()
    assert exported(room, tmp_path / "6.pbem").read_bytes() == handed


def test_it_comes_back_as_it_went(room: Room, tmp_path: Path) -> None:
    away = exported(ordered(room), tmp_path / "away.pbem")
    records = len(records_in(away))
    there = another(tmp_path / "there", room)
    taken(there, away)
    there.answer("moroccan", "DONE\n")
    there.tick(HOUR)
    assert len(there.game.records) > records
    back = exported(there, tmp_path / "back.pbem", to="referee@pbem.example.org")
    room.now = there.now
    room.close()
    found = taken(room, back)
    assert (found.records, room.at) == (len(records_in(back)), "1.spanish-movement")
    assert stage(room) == "running"
    room.answer("spanish", "MOVE cer-1 0301\nLISTO\n")
    assert room.at == "2.moroccan-movement"
    assert verify(room.save).fault is None
    with pytest.raises(Refused, match="There is a game melilla already"):
        taken(room, back)


def records_in(file: Path) -> list[str]:
    """The names of the records in a file."""
    with zipfile.ZipFile(file) as found:
        return [name for name in found.namelist() if name.startswith("save/turns/")]


def test_only_the_game_that_went_comes_back(room: Room, tmp_path: Path) -> None:
    other = new_room(tmp_path / "other", seed="another sea").started()
    stranger = exported(other, tmp_path / "stranger.pbem")
    exported(room, tmp_path / "away.pbem")
    with pytest.raises(Refused, match="does not go on from them"):
        taken(room, stranger)
    assert stage(room) == "handed-over"
    other.close()


def test_a_file_for_another_referee_is_taken_in_nowhere_else(room: Room, tmp_path: Path) -> None:
    away = exported(ordered(room), tmp_path / "away.pbem")
    third = another(tmp_path / "third", room, "third@other.example.org")
    for mailbox in (room, third):
        with pytest.raises(Refused, match=rf"hands melilla over to {EVA}"):
            taken(mailbox, away)
    assert stage(room) == "handed-over"
    found = take_over(room.home, open_parcel(away, None, "en", here=True), room.now, lambda n: None)
    assert found.played, "where nobody took it"
    assert stage(room) == "running"


def test_a_copy_stands_still_and_nobody_is_told(room: Room, tmp_path: Path) -> None:
    file = exported(room, tmp_path / "copy.pbem", copy=True)
    there = another(tmp_path / "there", room)
    sent = len(taken(there, file) and there.rows())
    assert sent == len(room.rows())
    assert there.tick(LENGTH + DAY).closed == []
    assert stage(there) == "paused"
    assert len(there.rows()) == sent
    said = history(there.game, None, "en", decisions=there.home.store.decisions.of(game=GAME))
    assert "This is a copy, read in by Eva." in said[-1].notes[0]
    resume_game(there.home, GAME, there.now)
    assert there.tick().closed == []  # the deadline has moved with the pause
    assert room.tick(LENGTH + DAY).closed != []


def test_the_public_file_holds_no_secret(room: Room, tmp_path: Path) -> None:
    ordered(room)
    secrets = [seat.token for seat in room.home.seats(GAME)]
    secrets += [address for seat in room.home.seats(GAME) for address in seat.addresses]
    root = room.home.store.keys.read_root(GAME)
    key = room.home.store.keys.read_mail_key()
    assert root is not None
    assert key is not None
    secrets += [root.hex(), key.hex(), "0402", "eagle", "zebra", "ATTACK"]
    whole = everything(exported(room, tmp_path / "private.pbem", copy=True))
    assert [word for word in secrets if word.encode() not in whole and word != key.hex()] == []
    assert key.hex().encode() not in whole
    shown = everything(public(room, tmp_path / "public.pbem"))
    assert [word for word in secrets if word.encode() in shown] == []


def everything(file: Path) -> bytes:
    """All that a file holds, unpacked, but the scenario, which names every hex."""
    with zipfile.ZipFile(file) as found:
        return b"".join(found.read(name) for name in found.namelist() if "scenario" not in name)


def test_a_public_file_ends_where_somebody_was_not_told(room: Room, tmp_path: Path) -> None:
    """The Spanish have not been told of the Moroccans' movement before the player turn is over."""
    room.answer("moroccan", "MOVE beni-1 0302\nASK moroccan-combat\nDONE\n")
    assert room.at == "1.moroccan-combat"
    told = min(seat.last_reported for seat in room.home.seats(GAME))
    found = public_file(room.game, room.home.git, room.home)
    assert (len(room.game.records) > told, found.told) == (True, told)
    there = shelve(tmp_path, open_parcel(write(tmp_path, pack(found.file)), None, "en"), lambda n: None)
    assert there.path == tmp_path / "archive" / GAME
    assert (there.played, there.records) == (False, told)
    opened = open_game(there.path)
    assert replay(opened.definition, opened.records).difference is None
    assert verify(there.path).fault is None
    times = {entry.n: entry.when for entry in history(opened, None, "en")}
    assert set(times) == set(range(1, told + 1))
    assert None not in times.values()


def test_what_a_side_may_not_see_is_not_public_before_the_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.answer("moroccan", f"{MOVES}DONE\n")
    assert len(public_file(room.game, None, room.home).file.save) > 5
    monkeypatch.setattr(ruleset("legion"), "sees", lambda event, side: None if side == "moroccan" else event)
    with pytest.raises(Refused, match="holds what the other side may not see yet"):
        public_file(room.game, None, room.home)
    with pytest.raises(Refused, match="what its players know of it is not known here"):
        public_file(room.game, None, None)
    abandon_game(room.home, GAME, room.now)
    assert public_file(room.game, None, room.home).told is None


def write(folder: Path, data: bytes) -> Path:
    """Bytes in a file."""
    path = folder / "some.pbem"
    path.write_bytes(data)
    return path


def test_every_table_of_a_game_goes_along(room: Room) -> None:
    sql = "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'game'"
    kept_by_game = {name for (name,) in room.home.store.database.execute(sql)}
    assert kept_by_game - {"glances", NOTICES} == set(tables_of(room.home.store)) - {"games"}


# Files from strange hands ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sample(_begun: Room, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good file with the private side."""
    folder = tmp_path_factory.mktemp("sample")
    room = copied(_begun, folder / "home")
    file = exported(ordered(room), folder / "melilla.pbem")
    room.close()
    return file


def altered(data: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    """A file with other members."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return packed.getvalue()


def with_json(name: str, change: Callable[[dict], object]) -> Callable[[bytes], bytes]:  # type: ignore[type-arg]
    """What changes the JSON value of a member."""

    def of_members(members: dict[str, bytes]) -> None:
        value = json.loads(members[name])
        change(value)
        members[name] = json.dumps(value).encode()

    return lambda data: altered(data, of_members)


def with_link(data: bytes) -> bytes:
    """With a symbolic link in the place of the state."""
    packed = io.BytesIO(altered(data, lambda members: members.pop("save/state.json")))
    with zipfile.ZipFile(packed, "a") as file:
        info = zipfile.ZipInfo("save/state.json")
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        file.writestr(info, "/etc/passwd")
    return packed.getvalue()


def twice(data: bytes) -> bytes:
    """With game.json in it twice."""
    packed = io.BytesIO(data)
    with zipfile.ZipFile(packed, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("save/game.json", "{}")
    return packed.getvalue()


def dense(data: bytes) -> bytes:
    """With a file that is very much smaller packed."""
    packed = io.BytesIO(data)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr("private/zeros.json", bytes(2**26))
    return packed.getvalue()


def bomb(data: bytes) -> bytes:
    """With a file that says it is very large."""
    good = altered(data, lambda members: members.update({"save/press.json": b"x"}))
    where = good.rindex(b"save/press.json") - 46  # its entry in the list at the end
    return good[: where + 24] + (2**31).to_bytes(4, "little") + good[where + 28 :]


FIRST = "save/turns/0001-01-spanish-setup.json"
HOSTILE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda data: data[: len(data) // 2], "is no game as 'pbem export' writes it, or only a part of one"),
    "no zip": (lambda data: b"hello", "is no game as 'pbem export' writes it"),
    "garbled": (lambda data: data.replace(b"PK\x01\x02", b"PK\x01\x03", 1), "is no game as 'pbem export' writes it"),
    "climbs": (
        lambda data: altered(data, lambda members: members.update({"../../evil": b"x"})),
        "'../../evil', which is no file of a game",
    ),
    "absolute": (
        lambda data: altered(data, lambda members: members.update({"/etc/cron.d/x": b"x"})),
        "'/etc/cron.d/x', which is no file of a game",
    ),
    "link": (with_link, "save/state.json is a link or the like, no file"),
    "twice": (twice, "a file is in it twice"),
    "huge": (bomb, "save/press.json is larger than a game can be"),
    "dense": (lambda data: dense(altered(data, lambda m: m.pop("private/outbox.json"))), "unpacked it is larger than"),
    "no table": (
        lambda data: altered(data, lambda members: members.update({"private/zeros.json": b"[]"})),
        "there is no table zeros",
    ),
    "many": (
        lambda data: altered(
            data, lambda members: members.update({f"save/turns/{n:05d}": b"" for n in range(MOST_FILES)})
        ),
        "more than a game can",
    ),
    "no header": (
        lambda data: altered(data, lambda members: members.pop("archive.json")),
        "it has no archive.json",
    ),
    "newer": (
        with_json("archive.json", lambda header: header.update(format=FORMAT + 1, pbem="9.9")),
        rf"was written by a newer pbem \(9.9\): format {FORMAT + 1}; this one reads up to {FORMAT}",
    ),
    "newer database": (
        with_json("archive.json", lambda header: header.update(store=VERSION + 1)),
        rf"newer pbem \(database {VERSION + 1}; this one knows up to {VERSION}\)",
    ),
    "odd header": (
        with_json("archive.json", lambda header: header.update(copy="yes")),
        r"not what it should be \(copy\)",
    ),
    "odd times": (
        with_json("archive.json", lambda header: header.update(times={"1": "now"})),
        r"not what it should be \(times\)",
    ),
    "another name": (
        with_json("archive.json", lambda header: header.update(game="nador")),
        "row 1 of games is of anot",
    ),
    "a path for a name": (
        with_json("archive.json", lambda header: header.update(game="../../nador")),
        "is no name for a game",
    ),
    "a tampered record": (
        with_json(FIRST, lambda record: record["events"].pop()),
        "'pbem verify' finds: Record 2.*that hash is",
    ),
    "a record less": (lambda data: altered(data, lambda members: members.pop(FIRST)), "'pbem verify' finds: .*missing"),
    "another map": (
        with_json("save/scenario.json", lambda data: data.update(turns=99)),
        "'pbem verify' finds: scenario.json is not",
    ),
    "another rule set": (
        with_json("save/game.json", lambda game: game.update(ruleset="chess")),
        "does not have its rule set",
    ),
    "no game": (lambda data: altered(data, lambda members: members.pop("save/game.json")), "it has no game.json"),
    "the last records cut off": (
        lambda data: altered(data, cut_last),
        "not of the same moment|state.json is not where the records lead",
    ),
    "another root": (
        with_json("private/roots.json", lambda roots: roots.update({"1": "ab" * 32})),
        "the root 1 of its dice does not",
    ),
    "no root": (with_json("private/roots.json", lambda roots: roots.clear()), "the root of its dice is missing"),
    "a strange column": (
        with_json("private/seats.json", lambda seats: seats[0].update(admin=True)),
        "row 1 of seats: there is no column",
    ),
    "another kind of value": (
        with_json("private/seats.json", lambda seats: seats[0].update(token_serial="1")),
        "token_serial is not what it",
    ),
    "a row of another game": (
        with_json("private/sheets.json", lambda sheets: sheets[0].update(game="nador")),
        "row 1 of sheets is of another",
    ),
    "a seat less": (with_json("private/seats.json", lambda seats: seats.pop()), "has other seats than its save"),
    "no address": (
        with_json("private/seats.json", lambda seats: seats[0].update(addresses=["a\r\nBcc: b@c.example"])),
        "the addresses of seat moroccan is not what it can be",
    ),
    "a mail to be sent": (
        with_json("private/outbox.json", lambda rows: rows[0].update(state="ready")),
        "a mail in it waits to be sent",
    ),
    "a house that is none": (
        with_json("private/games.json", lambda rows: rows[0].update(house={"press": "loud"})),
        "house rule press",
    ),
    "orders that cannot be read": (
        with_json("private/sections.json", lambda rows: [row.update(lines=[7]) for row in rows]),
        "cannot be read",
    ),
}


def cut_last(members: dict[str, bytes]) -> None:
    """Without the last record."""
    members.pop(max(name for name in members if name.startswith("save/turns/")))


@pytest.fixture(scope="module")
def ready(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Room:
    """A mailbox into which nothing was taken yet."""
    folder = tmp_path_factory.mktemp("ready")
    make_home(folder / "home", config_text(name="Eva", address=EVA, language="en"), At())
    return Room((folder / "home").resolve(), name=GAME)


def contents(home: Path) -> dict[str, bytes]:
    """The files of a mailbox, less those that SQLite and the lock write in any case."""
    files = (path for path in sorted(home.rglob("*")) if path.is_file())
    return {str(path): path.read_bytes() for path in files if path.name not in ("lock", "pbem.db-shm", "pbem.db-wal")}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_from_strange_hands_changes_nothing(name: str, sample: Path, ready: Room, tmp_path: Path) -> None:
    change, said = HOSTILE[name]
    file = tmp_path / "melilla.pbem"
    file.write_bytes(change(sample.read_bytes()))
    _ = ready.home
    before = contents(ready.path)
    with pytest.raises((BadGameFile, BadInput), match=said) as told:
        taken(ready, file)
    assert getattr(told.value, "exit_code", 0) == 2
    assert contents(ready.path) == before
    assert ready.home.store.games.of() == ()
    assert not arrivals(ready.path).exists()


def test_an_older_file_may_lack_what_is_new(sample: Path, room: Room, tmp_path: Path) -> None:
    older = with_json("private/games.json", lambda rows: [row.pop("wake_at") for row in rows])(sample.read_bytes())
    there = another(tmp_path / "there", room)
    assert taken(there, write(tmp_path, older)).played


def test_a_name_that_is_taken(sample: Path, room: Room, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="There is a game melilla already"):
        taken(room, sample)
    with pytest.raises(BadInput, match="melilla is played on, and so keeps its name"):
        open_parcel(sample, "nador", "en")
    file = public(room, tmp_path / "public.pbem")
    with pytest.raises(Refused, match="--name takes this one in under another name"):
        shelve(room.path, open_parcel(file, None, "en"), lambda n: None)
    assert shelve(room.path, open_parcel(file, "old-melilla", "en"), lambda n: None).name == "old-melilla"
    for act in (lambda: room.home.game_row("old-melilla"), lambda: room.home.open_game("old-melilla")):
        with pytest.raises(Refused, match="it can be looked at"):
            act()
    assert tick(room.home, room.now).faults == []


def test_killed_anywhere_it_is_taken_in_whole_or_not_at_all(sample: Path, room: Room, tmp_path: Path) -> None:
    effects = At()
    there = another(tmp_path / "whole", room)
    there.effects = effects
    taken(there, sample)
    there.close()
    last = effects.names.index("rename save melilla")
    commit = max(n for n, name in enumerate(effects.names[:last]) if name == "send")
    whole = []
    for n in (commit - 20, commit, *range(commit + 1, last + 3)):  # unpacking, in the database, putting in its place
        at = another(tmp_path / f"at-{n}", room)
        at.effects = At(n=n + 1, strike=kill)
        with pytest.raises(Killed):
            taken(at, sample)
        at.close()
        at.effects = At()
        whole.append(at.home.store.games.of() != ())  # opened anew: what was begun is done, or cleared
        assert (at.save / "game.json").exists() is whole[-1]
        assert (at.path / ".pbem" / "melilla.key").exists() is whole[-1]
        assert not arrivals(at.path).exists()
        if not whole[-1]:
            assert at.home.store.mails.of() == ()
        at.close()
    assert at.tick().closed == []
    assert at.at == "1.moroccan-movement"
    assert len(at.rows("moroccan", "note")) == len(there.rows("moroccan", "note"))
    assert whole == sorted(whole)
    assert set(whole) == {False, True}
    at.close()


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="There is no file"):
        open_parcel(tmp_path / "nowhere.pbem", None, "en")
    with pytest.raises(SaveError, match="cannot be read"):
        open_parcel(tmp_path, None, "en")


def test_an_old_mail_goes_once_more_from_the_new_address(room: Room, tmp_path: Path) -> None:
    there = another(tmp_path / "there", room)
    taken(there, exported(room, tmp_path / "melilla.pbem"))
    there.answer("spanish", "REENVIAR\n")
    again = there.mails("spanish", "welcome")[-1]
    assert again["From"].addresses[0].addr_spec == EVA
    assert again["Reply-To"] == f"eva+melilla.{there.seat('spanish').token}@other.example.org"


def test_a_game_that_has_not_begun_begins_where_it_was_taken_over(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    room.answer("spanish", "NONCE la mar en calma\n")
    there = another(tmp_path / "there", room)
    taken(there, exported(room, tmp_path / "melilla.pbem"))
    assert stage(there) == "inviting"
    there.answer("moroccan", "NONCE calm sea\n")
    assert stage(there) == "set-up"
    assert there.home.game_row(GAME).deadline == there.now + LENGTH
    room.close()
    there.close()
