"""A rule set from outside, tests/noughts, plays by mail in both languages; nothing in pbem knows its name."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from pbem.gamedata.games import compose, faults
from pbem.gamedata.rulesets import GROUP, game_file
from pbem.referee.admin.seating import Player
from pbem.resources import verifiers
from tests.cli.making import ran
from tests.referee.making import HOUR, Room, new_room
from tests.traceability import ROOT
from tests.verify.rooms import Json, forged, records, verified

ANA = Player("cross", "cross", "ana@example.org", "es", "Europe/Madrid")
BOB = Player("nought", "nought", "bob@example.org", "en")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The Crosses (Spanish) are to move in a calm: the seed is chosen so."""
    assert entry_points(group=GROUP, name="noughts"), "install it: pip install ./tests/noughts"
    found = new_room(tmp_path / "home", compose("noughts"), (ANA, BOB), seed="calm weather").started()
    assert (found.at, found.game.state.wind) == ("1.crosses", "calm")
    yield found
    found.close()


def test_it_is_small() -> None:
    """Under 250 lines of Python, empty ones aside: CONTRIBUTING says how many."""
    files = (ROOT / "tests" / "noughts").rglob("*.py")
    lines = [line for path in files for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert 200 < len(lines) < 250


def play(room: Room, seat: str, orders: str) -> str:
    """A seat sends its orders, and the quiet time passes; the receipt."""
    receipt = room.answer(seat, orders)
    room.tick(HOUR)
    return receipt


def test_its_files_are_sound() -> None:
    assert faults("noughts") == []


def test_nothing_in_pbem_knows_its_name() -> None:
    files = [
        *ROOT.joinpath("pbem").rglob("*.py"),
        *ROOT.joinpath("schemas").iterdir(),
        *ROOT.joinpath("templates").rglob("*.j2"),
    ]
    assert len(files) > 300
    assert [path for path in files if "noughts" in path.read_text("utf-8").lower()] == []


def test_orders_are_written_in_either_language_and_answered_with_a_plan(room: Room) -> None:
    receipt = play(room, "cross", "PON x-1 EN centro SI noroeste LIBRE\n")
    assert "PONER x-1 EN centre SI nw LIBRE # ✓ 1" in receipt
    (mail,) = room.mails("cross", "receipt")[-1:]
    assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1
    assert room.at == "1.noughts"
    report = room.text("nought", "report")
    assert "* Cross 1: put at centre." in report
    assert "CLAIM o-1 AT" in report
    receipt = play(room, "nought", "claim o-1 centre\nCLAIM o-2 AT se\n")
    assert "✗ 1. CLAIM o-1 AT centre\n      centre is taken" in receipt
    assert "one mark a turn: O2 is one too many" in receipt


def test_a_condition_that_does_not_hold_voids_its_order(room: Room) -> None:
    play(room, "cross", "CLAIM x-1 AT centre IF se TAKEN\n")
    assert [(fact["code"], fact["rule"]) for fact in room.facts("order-voided")] == [("condition", "NX-4")]
    assert "its condition does not hold" in room.text("nought", "report")


def test_a_guard_for_the_coming_enemy_phase_is_a_reaction(room: Room) -> None:
    """NX-5: sent for the other side's phase, kept, used and told; nobody waits for it."""
    assert "✓" in room.answer("nought", "PHASE crosses\nGUARD centre\n")
    assert room.at == "1.crosses"
    play(room, "cross", "CLAIM x-1 AT centre\n")
    (tossed,) = (fact for fact in room.facts("rolled") if fact["label"] == "guard centre")
    assert (tossed["die"], len(tossed["faces"])) == ("coin", 2)
    put = bool(room.facts("claimed"))
    assert put == ("H" not in tossed["faces"])
    assert room.facts("answered") == []


def test_a_counted_standing_order_fires_so_often_and_says_why_not_after(room: Room) -> None:
    room.answer("nought", "GUARDAR centro VECES 1\nGUARD n TIMES 2\n")
    play(room, "cross", "CLAIM x-1 AT centre\n")
    (answered,) = room.facts("answered")
    assert (answered["answer"], answered["source"], answered["line"]) == ("yes", "standing", 1)
    play(room, "nought", "CLAIM o-1 AT sw\n")
    free = next(area for area in ("centre", "n") if area not in room.game.state.at.values())
    play(room, "cross", f"CLAIM x-2 AT {free}\n")
    second = room.facts("answered")[-1]
    if free == "centre":
        assert (second["answer"], second["source"]) == ("no", "default")
        assert second["passed"] == [[1, "used-up"], [2, "other-area"]]
    else:
        assert (second["answer"], second["passed"]) == ("yes", [[1, "other-area"]])
    assert room.game.state.used in ({"nought 1": 1}, {"nought 1": 1, "nought 2": 1})


def test_an_answer_of_a_standing_order_is_bound_to_its_text(room: Room) -> None:
    """The record has the order that answered: who edits it, leaves it out, or answers for it is found without mails."""
    room.answer("nought", "GUARD centre TIMES 2\n")
    play(room, "cross", "CLAIM x-1 AT centre\n")
    made = records(room)
    at = next(n for n, record in enumerate(made) if record.get("standing"))
    (kept,) = made[at]["standing"]
    assert (kept["seat"], kept["number"], kept["text"]) == ("nought", 1, "GUARD centre TIMES 2")
    assert verified(room.save) is None

    def found(edit: Callable[[Json], object]) -> tuple[int, str] | None:
        return verified(forged(room, lambda them: edit(them[at])))

    def answer_otherwise(record: Json) -> None:
        for each in (*record["answers"], *(e for e in record["events"] if e["type"] == "answered")):
            each["answer"] = "no"

    assert found(lambda record: record["standing"][0].update(text="GUARD nw TIMES 2")) == (at + 1, "text")
    assert found(lambda record: record.pop("standing")) == (at + 1, "roll-added"), "nobody has guarded then"
    assert found(answer_otherwise) == (at + 1, "roll-added")


def test_the_winds_are_drawn_without_return_and_proved_by_all(room: Room, tmp_path: Path) -> None:
    """A whole game: replay, verify, the program that stands alone; map, history, show, report, case."""
    while not room.game.over:
        state = room.game.state
        seat = {"crosses": "cross", "noughts": "nought"}[state.phase]
        unit, area = state.free(seat)[0], next(a for a in state.scenario.board.ids if a not in state.at.values())
        play(room, seat, f"CLAIM {unit} AT {area}\n")
    drawn = [fact["faces"][0] for fact in room.facts("rolled") if fact["label"] == "wind"]
    winds = list(compose("noughts")["tables"]["winds"])
    for wind in drawn:
        winds.remove(wind)
    assert room.replay().difference is None
    save = str(room.save)
    room.close()
    home = ("--home", str(room.path))
    assert ran(*home, "verify", save).code == 0
    for words in ((sys.executable, str(verifiers()[0])), ("node", str(verifiers()[1]))):
        done = subprocess.run([*words, save], capture_output=True, text=True)
        assert (done.returncode, "links and dice hold" in done.stdout) == (0, True), done.stderr
    for words in (("show", room.name), ("history", room.name), ("report", room.name, "1", "--seat", "cross")):
        told = ran(*home, *words)
        assert (told.code, bool(told.out)) == (0, True), words
    picture = tmp_path / "map.png"
    assert ran(*home, "map", room.name, "-o", str(picture)).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    case = ran("case", "new", "noughts")
    (tmp_path / "case.toml").write_text(case.out, "utf-8")
    assert ran("case", "run", str(tmp_path / "case.toml")).code == 0


@pytest.mark.parametrize("language", ["es", "en"])
def test_its_handbook_is_shown(language: str) -> None:
    assert ran("handbook", "noughts", "--lang", language).out == game_file(
        "noughts", f"handbook.{language}.md"
    ).read_text("utf-8")


def test_bots_play_it_by_chance() -> None:
    done = ran("playtest", "noughts", "--games", "3", "--json")
    assert (done.code, done.data["games"]) == (0, 3)


def test_the_conformance_suite_holds_of_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pbem.conformance", "noughts"], capture_output=True, text=True, cwd="/"
    )
    assert done.returncode == 0, done.stdout
