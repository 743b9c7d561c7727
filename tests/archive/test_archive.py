"""The archived games: complete, canonical to the byte, small, worth a look. The conformance suite replays them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pbem.dice.chain import LENGTH, link_before
from pbem.game.game import Game, open_game
from pbem.gamedata.rulesets import SHIPPED
from pbem.resources import shipped_path
from pbem.save.folder import SaveFolder
from pbem.save.records import EndRecord, PhaseRecord
from tests.archive.make import ARCHIVES, Archive

LARGEST = 3_000_000  # bytes of one archive in the wheel
LEGION = ("legion", "melilla-1921")


@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda archive: archive.name)
def archive(request: pytest.FixtureRequest) -> Archive:
    found: Archive = request.param
    return found


@pytest.fixture(scope="module")
def game(archive: Archive) -> Game:
    return open_game(archive.path)


def test_every_archive_is_in_the_list_of_those_that_are_made() -> None:
    found = {(name, path.name) for name in SHIPPED for path in shipped_path("games", name, "archive").iterdir()}
    assert found == {(archive.ruleset, archive.name) for archive in ARCHIVES}


def test_an_archive_is_a_save_and_nothing_else(archive: Archive) -> None:
    assert {path.name for path in archive.path.iterdir()} == {"game.json", "scenario.json", "state.json", "turns"}
    assert SaveFolder(archive.path).read_manifest().game == archive.name
    files = [path for path in archive.path.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < LARGEST


def test_it_is_over_and_its_state_is_where_it_led(game: Game) -> None:
    *phases, end = (item.record for item in game.records)
    assert all(isinstance(record, PhaseRecord) for record in phases)
    assert isinstance(end, EndRecord)
    assert end.winner == game.rules.winner(game.state)
    assert game.folder.read_state() == game.rules.dump(game.state)


def test_written_again_it_is_the_same_to_the_byte(archive: Archive, game: Game, tmp_path: Path) -> None:
    copy = SaveFolder(tmp_path / "copy")
    copy.create(game.manifest, game.data, game.rules.dump(game.rules.initial(game.scenario)))
    known: tuple[Any, ...] = ()
    for item in game.records:
        known = (*known, copy.write_record(item.record, known))
    copy.write_state(game.rules.dump(game.state))
    assert contents(copy.path) == contents(archive.path)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_its_dice_follow_from_its_head(game: Game) -> None:
    """With nothing but SHA-256: each revealed link leads back to the one before it."""
    before, number = game.manifest.head, 0
    for item in game.records:
        if isinstance(item.record, PhaseRecord):
            assert item.record.link.value is not None
            assert link_before(bytes.fromhex(item.record.link.value)).hex() == before
            before, number = item.record.link.value, number + 1
            assert item.record.link.number == number < LENGTH
    assert game.manifest.test_dice


def test_la_legion_goes_through_all_its_turns_and_shows_what_there_is() -> None:
    game = open_game(shipped_path("games", LEGION[0], "archive", LEGION[1]))
    facts = [fact for item in game.records for fact in item.record.facts]
    happened = Counter(fact["type"] for fact in facts)
    assert game.state.turn == game.scenario.turns == 13
    shown = "landed disembarked battery-captured reinforced flown returned fleet-placed eliminated answered"
    assert [kind for kind in shown.split() if not happened[kind]] == []
    assert {fact["weather"] for fact in facts if fact["type"] == "weather-set"} == {"normal", "sandstorm", "hot"}
    assert {fact["outcome"] for fact in facts if fact["type"] == "fought"} == {"attacker", "defender", "tie"}
    assert {fact["by"] for fact in facts if fact["type"] == "bombarded" and fact["hit"]} >= {"air", "fleet"}
    said = {line.text.split()[0] for item in game.records for line in lines(item.record)}
    assert said >= {"MOVE", "MOVER", "ATTACK", "ATACAR", "DESEMBARCAR"}  # in both languages, by mail


def lines(record: Any) -> Any:
    """The order lines of a phase's record."""
    return [line for sheet in getattr(record, "sheets", ()) for line in sheet.lines]
