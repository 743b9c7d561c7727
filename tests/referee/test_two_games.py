"""Two games in one mailbox: a fault of one is told and keeps no mail, no phase and no report of the other waiting."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pbem.game import voice
from pbem.game.game import open_game
from pbem.gamedata import handbook
from pbem.gamedata.rulesets import ruleset
from pbem.referee import play_on
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.home.secrets import derive_secret
from pbem.referee.home.sweep import TickResult
from pbem.referee.tick import tick
from pbem.referee.watch import next_due
from pbem.report.svg.base import metrics
from pbem.resources import shipped_path
from tests.mutants.forgetting import forget
from tests.referee.making import ANA, DAY, HOUR, LENGTH, OMAR, SEED, Room, flat, foot, new_room, scenario

OURS = {"harka-1": foot("moroccan"), "harka-2": foot("moroccan"), "ali-1": foot("spanish"), "ali-2": foot("spanish")}
"""The counters of the game that is in trouble."""
MOVES = {"melilla": "MOVE beni-1 0402\nHOLD beni-2\nHOLD beni-3\n", "annual": "MOVE harka-1 0402\nHOLD harka-2\n"}
NO_RIVER = {"rivers": [{"id": "kert", "line": [[0, 0]]}]}
"""A drawing that no painter can draw."""
NO_MAP = "The map could not be drawn; the referee knows."
NO_PLAN = "The map of your orders could not be drawn. They count all the same, and the referee knows."


@pytest.fixture
def legion() -> ModuleType:
    """The rule set of both games."""
    found = ruleset("legion")
    assert isinstance(found, ModuleType)
    return found


@pytest.fixture(scope="module")
def _two(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """Both games wait for the Moroccans' first movement; nothing is wrong yet."""
    room = new_room(tmp_path_factory.mktemp("two") / "home").started()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    annual(room)
    return room


@pytest.fixture
def two(_two: Room, tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    """A copy of both: the sound game, and the one that will be in trouble."""
    _two.close()
    shutil.copytree(_two.path, tmp_path / "home", symlinks=True)
    room = Room((tmp_path / "home").resolve(), _two.now, count=_two.count)
    yield room, other(room, 7000)
    room.close()


def annual(room: Room, **map_: Any) -> Room:
    """A second game in the mailbox of a room, played to its first movement; `map_` are further fields of its map."""
    data = scenario(OURS)
    data["map"] = {**data["map"], **map_}
    new = NewGame("annual", (ANA, OMAR), derive_secret(SEED, "annual"), test_dice=True)
    create_from_scenario(room.home, new, data, room.now)
    found = other(room).started()
    found.set_up(spanish="ali-1 0202, ali-2 0203", moroccan="harka-1 0502, harka-2 0503")
    room.now = found.now
    return found


def other(room: Room, count: int = 5000) -> Room:
    """The second game of a room's mailbox; `count` numbers its mails."""
    return Room(room.path, room.now, count=count, name="annual", _home=room.home)


def both_move(melilla: Room, other: Room) -> TickResult:
    """Both Moroccans send their orders; a tick."""
    melilla.says("moroccan", MOVES["melilla"])
    other.says("moroccan", MOVES["annual"])
    return tick_of(melilla)


def tick_of(room: Room, after: timedelta = timedelta()) -> TickResult:
    """A tick in which something may go wrong."""
    room.now += after
    return tick(room.home, room.now)


def reports(room: Room) -> list[str]:
    """What reports a game has sent: seat and the record that it goes up to."""
    return [f"{row.seat} {row.record}" for row in room.rows(what="report") if row.game == room.name]


def last(room: Room, seat: str, what: str) -> str:
    """The text of the last mail of a kind that a seat of this game got."""
    mail = [mail for mail in room.mails(seat, what) if f"<{room.name}." in str(mail["List-Id"])][-1]
    body = mail.get_body(("plain",))
    assert body is not None
    return flat(str(body.get_content()))


def pictures(room: Room, seat: str, what: str) -> int:
    """How many pictures the last mail of a kind to a seat of this game has."""
    mail = [mail for mail in room.mails(seat, what) if f"<{room.name}." in str(mail["List-Id"])][-1]
    return sum(part.get_content_type() == "image/png" for part in mail.walk())


def notices(room: Room, code: str) -> list[dict[str, Any]]:
    """The open notices of a code about this game."""
    return [n.args for n in room.home.store.notices.open() if (n.code, n.game) == (code, room.name)]


def sound(room: Room) -> None:
    """Nothing is sent twice, nothing waits, and the save replays."""
    sent = reports(room)
    assert len(sent) == len(set(sent))
    assert room.replay().difference is None


# What is left out of a mail -------------------------------------------------------------------------------------------


def test_a_map_that_cannot_be_drawn_is_left_out_and_told(room: Room) -> None:
    """A river of one point, from the first report on: orders are taken all the same, phases played, mails sent."""
    bad = annual(room, drawing=NO_RIVER)
    assert NO_MAP in last(bad, "moroccan", "report")
    assert pictures(bad, "moroccan", "report") == 0
    result = both_move(room, bad)
    assert result.faults == []
    assert result.mails == {"orders": 2}
    assert "MOVE harka-1 0402 # ✓ 1" in last(bad, "moroccan", "receipt")
    assert NO_PLAN in last(bad, "moroccan", "receipt")
    assert (pictures(bad, "moroccan", "receipt"), pictures(room, "moroccan", "receipt")) == (0, 1)
    result = tick_of(room, HOUR)
    assert result.faults == []
    assert {phase.partition(" ")[0] for phase in result.closed} == {"annual", "melilla"}
    assert bad.facts("moved")[-1]["unit"] == "harka-1"
    assert result.sent == result.reports >= 2
    assert (pictures(bad, "spanish", "report"), pictures(room, "spanish", "report")) == (0, 1)
    assert "No se ha podido dibujar el mapa; el árbitro lo sabe." in last(bad, "spanish", "report")
    told = notices(bad, "left-out")
    assert {(each["part"], each["mail"], each["seat"]) for each in told} >= {
        ("map", "receipt", "moroccan"),
        ("map", "report", "spanish"),
    }
    assert all("MapError: the river 'kert' has 1 points" in each["why"] for each in told)
    assert notices(room, "left-out") == []
    sound(bad)


def test_the_map_asked_for_by_mail_comes_in_words_where_it_cannot_be_drawn(room: Room) -> None:
    bad = annual(room, drawing=NO_RIVER)
    bad.says("moroccan", f"MAP\n{MOVES['annual']}")
    assert tick_of(room).faults == []
    note = last(bad, "moroccan", "note")
    assert NO_MAP in note
    assert "0502" in note
    assert "MOVE harka-1 0402 # ✓ 1" in last(bad, "moroccan", "receipt")


def test_a_font_that_is_gone_keeps_no_mail_back(
    two: tuple[Room, Room], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is there again no mail has a map; the next one has it."""
    room, second = two
    with monkeypatch.context() as gone:
        gone.setattr(metrics, "FOLDER", tmp_path)
        forget("pbem.report")
        assert both_move(room, second).faults == []
        assert tick_of(room, HOUR).faults == []
    for each in two:
        assert each.facts("moved")
        assert (pictures(each, "moroccan", "receipt"), pictures(each, "spanish", "report")) == (0, 0)
        assert "the map needs the font file" in notices(each, "left-out")[0]["why"]
    room.now += LENGTH
    assert tick_of(room).faults == []
    for each in two:
        assert pictures(each, "spanish", "report") > 0
        sound(each)


@pytest.fixture
def sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The games' Spanish sentences, in a file that may be changed."""
    shutil.copytree(shipped_path("games", "legion", "templates"), tmp_path / "templates")
    monkeypatch.setattr(voice, "templates", lambda ruleset: tmp_path / "templates")
    monkeypatch.setattr(voice, "_VOICES", {})
    return tmp_path / "templates" / "events.es.j2"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("macro moved(", "macro went(", "no macro moved"),
        ("{%- macro moved(e, w) -%}", "{%- macro moved(e, w) -%}{{ e.wings }}", "wings"),
        ("{%- macro moved(e, w) -%}", "{%- macro moved( -%}", "expected token"),
        ("", "", "No such file"),
    ],
    ids=["a macro is missing", "a macro fails", "no template", "no file"],
)
def test_an_event_without_sentence_is_told_as_it_is_recorded(
    two: tuple[Room, Room], sentences: Path, old: str, new: str, why: str
) -> None:
    """The report is sent once, with all that happened; what is told after the mending has its sentences again."""
    room, second = two
    whole = sentences.read_text("utf-8")
    if old:
        sentences.write_text(whole.replace(old, new), "utf-8")
    else:
        sentences.unlink()
    both_move(room, second)
    result = tick_of(room, HOUR)
    assert result.faults == []
    for each, unit in zip(two, ("beni-1", "harka-1"), strict=True):
        told = last(each, "spanish", "report")
        assert f"Tal como consta: moved; unit {unit}; how move; path [" in told
        assert "Algo de esto no se ha podido poner en palabras" in told
        assert notices(each, "left-out")[0]["part"] == "sentence"
        assert why in notices(each, "left-out")[0]["why"]
    before = reports(second)
    sentences.write_text(whole, "utf-8")
    assert tick_of(room).reports == 0
    room.now += LENGTH
    assert tick_of(room).faults == []
    assert len(reports(second)) > len(before)
    assert "Tal como consta" not in last(second, "spanish", "report")
    sound(second)


def test_a_handbook_that_cannot_be_read_costs_no_orders(
    two: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: str) -> tuple[str, ...]:
        raise FileNotFoundError("handbook.en.md")

    monkeypatch.setattr(handbook, "clause_paragraphs", gone)
    second = two[1]
    second.says("moroccan", f"RULES LL-7.5\n{MOVES['annual']}")
    assert tick_of(second).mails == {"orders": 1}
    assert "MOVE harka-1 0402 # ✓ 1" in last(second, "moroccan", "receipt")
    assert "LL-7.5 " in last(second, "moroccan", "receipt")
    assert notices(second, "left-out")[0]["part"] == "handbook"


# A game that waits ----------------------------------------------------------------------------------------------------


def breaks(legion: ModuleType, patch: pytest.MonkeyPatch, member: str) -> None:
    """From now on the rule set raises in a function of its own, for states of the second game."""
    sound_ = getattr(legion, member)

    def broken(first: Any, *rest: Any, **named: Any) -> Any:
        state = getattr(first, "state", first)
        if "harka-1" in state.units:
            raise KeyError("wings")
        return sound_(first, *rest, **named)

    patch.setattr(legion, member, broken)


def test_a_rule_set_that_raises_as_it_judges_keeps_its_mails_and_its_clock(
    two: tuple[Room, Room], legion: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The orders of the other game are taken and played; those of this one when it is mended, late as that may be."""
    room, bad = two
    before, deadline = bad.files(), room.home.game_row("annual").deadline
    with monkeypatch.context() as patch:
        breaks(legion, patch, "check")
        result = both_move(room, bad)
        assert result.mails == {"orders": 1}
        assert all("a fault of the rule set legion, in check (KeyError: 'wings')" in fault for fault in result.faults)
        assert {fault.partition(":")[0] for fault in result.faults} == {"annual", "in/7002.eml"}
        assert result.sent == 1, "the receipt of the other game"
        assert any("annual: the game cannot go on" in notice for notice in result.notices)
        result = tick_of(room, HOUR)
        assert [phase.partition(" ")[0] for phase in result.closed] == ["melilla"]
        assert result.sent == result.reports > 0
        assert result.notices == [], "the referee is told once"
        for _ in range(3):
            tick_of(room, 2 * DAY)
        assert bad.files() == before
        assert room.places()["in"] == ["7002.eml"]
        (notice,) = notices(bad, "game-stuck")
        assert "check" in notice["why"]
        assert next_due(room.home, room.now) is not None, "of the other game"
    result = tick_of(room, HOUR)
    assert (result.faults, result.mails, notices(bad, "game-stuck")) == ([], {"orders": 1}, [])
    row = room.home.game_row("annual")
    assert deadline is not None
    assert row.deadline == deadline + 6 * DAY + 2 * HOUR
    assert "MOVE harka-1 0402 # ✓ 1" in last(bad, "moroccan", "receipt")
    result = tick_of(room, HOUR)
    assert bad.facts("moved")[-1]["unit"] == "harka-1"
    assert result.faults == []
    sound(bad)


def test_a_rule_set_that_raises_as_it_runs_leaves_nothing_half_done(
    two: tuple[Room, Room], legion: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, bad = two
    with monkeypatch.context() as patch:
        breaks(legion, patch, "run")
        assert both_move(room, bad).mails == {"orders": 2}
        before, at = bad.files(), bad.at
        result = tick_of(room, HOUR)
        assert {phase.partition(" ")[0] for phase in result.closed} == {"melilla"}, "what was not run was not closed"
        (fault,) = result.faults
        assert fault.startswith("annual: This is a fault of the rule set legion, in run (KeyError: 'wings').")
        assert "1.spanish-movement" in room.at or room.at != at
        assert result.sent == result.reports > 0
        assert (bad.files(), bad.at) == (before, at)
        bad.says("spanish", "STATUS\n")
        assert tick_of(room).mails == {"orders": 1}, "mails are taken and answered"
    result = tick_of(room, HOUR)
    assert result.faults == []
    assert "annual 1.moroccan-movement" in result.closed
    assert len([phase for phase in bad.phases() if phase == "1.moroccan-movement"]) == 1
    assert bad.facts("moved")[-1]["unit"] == "harka-1"
    assert notices(bad, "game-stuck") == []
    sound(bad)


def test_a_report_that_cannot_be_made_waits_and_its_players_lose_no_time(
    two: tuple[Room, Room], legion: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phase is played; whoever is to be asked next has all the time that there is from the report on."""
    room, bad = two
    both_move(room, bad)
    before = reports(bad)
    with monkeypatch.context() as patch:
        breaks(legion, patch, "scene")
        result = tick_of(room, HOUR)
        assert bad.facts("moved")
        assert "in scene" in result.faults[0]
        assert (reports(bad), len(result.faults)) == (before, 1)
        assert reports(room)[-1].startswith(("spanish", "moroccan"))
        at = bad.at
        for _ in range(4):
            tick_of(room, DAY)
        assert (bad.at, reports(bad)) == (at, before)
    assert tick_of(room, HOUR).faults == []
    new = reports(bad)[len(before) :]
    assert new == sorted(set(new))
    assert new
    assert room.home.game_row("annual").deadline == room.now + LENGTH
    tick_of(room)
    assert reports(bad) == [*before, *new]
    sound(bad)


def test_a_fault_of_pbem_in_one_game_is_told_and_the_other_goes_on(
    two: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is made: there is none known."""
    room, bad = two

    def broken(world: Any, table: Any, now: Any) -> int:
        if table.name == "annual":
            raise RuntimeError("out of cheese")
        return int(send_reports(world, table, now))

    send_reports = play_on.send_reports
    both_move(room, bad)
    with monkeypatch.context() as patch:
        patch.setattr(play_on, "send_reports", broken)
        result = tick_of(room, HOUR)
        assert result.faults == [
            "annual: this is a fault of pbem itself (RuntimeError: out of cheese). Please report it."
        ]
        assert result.sent == result.reports > 0
        sent = reports(bad)
    assert tick_of(room).reports > 0
    assert len(reports(bad)) > len(sent)
    sound(bad)


def test_what_a_rule_set_draws_of_a_plan_costs_no_orders(
    two: tuple[Room, Room], legion: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, bad = two
    breaks(legion, monkeypatch, "planned")
    result = both_move(room, bad)
    assert (result.faults, result.mails) == ([], {"orders": 2})
    assert "MOVE harka-1 0402 # ✓ 1" in last(bad, "moroccan", "receipt")
    assert NO_PLAN in last(bad, "moroccan", "receipt")
    assert pictures(room, "moroccan", "receipt") == 1
    assert "in planned" in notices(bad, "left-out")[0]["why"]


def test_a_game_of_a_rule_set_is_opened_where_that_is_sound(two: tuple[Room, Room]) -> None:
    """The guard at the door changes nothing of a rule set that keeps its word."""
    game = open_game(two[1].save)
    rules = ruleset("legion")
    assert game.rules.SEQUENCE is rules.SEQUENCE
    assert game.rules.dump(game.state) == rules.dump(game.state)
