"""Cases that pbem writes: the skeleton of a game, and archived phases; both hold as they are written."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.canonical import digest
from pbem.cases.position import unit_fields
from pbem.cases.run import case_from_record, run_case, skeleton
from pbem.cases.write import toml
from pbem.core.orders import Line
from pbem.core.play import Result
from pbem.dice.chain import Chain
from pbem.errors import BadInput
from pbem.game.game import open_game
from pbem.game.phase import KeyTexts, Orders, next_record
from pbem.gamedata import games
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import SHIPPED, ruleset
from pbem.save.folder import SaveFolder
from pbem.save.records import Manifest
from tests.case_files.making import read

CHAIN = Chain.from_root(bytes(range(32)), 64)
COUNTERS: dict[str, dict[str, Any]] = {
    "beni-1": {"side": "moroccan", "type": "infantry", "combat": 3, "movement": 4, "turn": 1},
    "cer-1": {"side": "spanish", "type": "infantry", "combat": 3, "movement": 3, "turn": 1},
    "art-1": {"side": "spanish", "type": "artillery", "combat": 1, "movement": 3, "turn": 1, "range": None},
    "bat-1": {"side": "moroccan", "type": "artillery", "combat": 2, "movement": 2, "captured": True},
}
ZONES = {"spanish": ["0103", "0104", "0303"], "moroccan": ["0101", "0102"]}


def new_save(path: Path, **said: Any) -> None:
    """A save of La Légion's rules on a map of 5 by 5 hexes."""
    usual: dict[str, Any] = {"map_": {"size": [5, 5], "zones": ZONES}, "counters": COUNTERS}
    data = games.compose_position("legion", **{**usual, **said})
    rules = ruleset("legion")
    manifest = Manifest(
        game=path.name,
        ruleset="legion",
        version=rules.VERSION,
        seats=data["seats"],
        options=data["options"],
        dice="pbem-chain-1",
        head=CHAIN.head,
        scenario=digest(data),
        test_dice=True,
    )
    SaveFolder(path).create(manifest, data, rules.dump(rules.initial(rules.read_scenario(data))))


def play(path: Path, **texts: str) -> Result:
    """Run the present phase with these orders by seat, checked as a mail would be, and write its record."""
    game = open_game(path)
    lexicon = lexicon_of(game.rules, game.data)
    lines: dict[str, tuple[Line, ...]] = {
        seat: read(game.rules, game.state, lexicon, seat, text) for seat, text in texts.items()
    }
    nonces = dict.fromkeys(game.manifest.seats, "test")
    record, result = next_record(game.rules, game.position, CHAIN, Orders(lines, {}, {}), KeyTexts(nonces))
    game.folder.write_record(record)
    game.folder.write_state(game.rules.dump(open_game(path).state))
    return result


@pytest.mark.parametrize("name", SHIPPED)
def test_the_skeleton_holds_and_names_all_phases_and_options(name: str):
    text = skeleton(name)
    result = run_case(tomllib.loads(text))
    assert [str(each) for each in result.differences] == []
    rules = ruleset(name)
    assert all(f"#   {phase.id}: " in text for phase in rules.SEQUENCE)
    assert all(f"#   {option}: {', '.join(values)}\n" in text for option, values in rules.OPTIONS.items())


def test_there_is_no_skeleton_of_a_game_that_pbem_does_not_have():
    with pytest.raises(BadInput, match="no rule set 'chess'"):
        skeleton("chess")


def test_every_archived_phase_becomes_a_case_that_holds(tmp_path: Path):
    save = tmp_path / "melilla"
    new_save(save)
    play(save, spanish="DEPLOY cer-1 0103\nDEPLOY art-1 0104")
    play(save, moroccan="DEPLOY beni-1 0101")
    play(save)
    play(save, moroccan="MOVE beni-1 0102")
    play(save)  # silence: the referee adds the attack
    last = open_game(save)
    assert [w.record.n for w in last.records] == [1, 2, 3, 4, 5]
    for n in range(1, 6):
        text = case_from_record(save, n)
        result = run_case(tomllib.loads(text))
        assert [str(each) for each in result.differences] == [], text
    told = tomllib.loads(text)
    assert told["phase"] == "moroccan-combat"
    assert told["expect"]["problems"] == [{"side": "moroccan", "line": 0, "code": "must-attack"}]
    assert len(told["dice"]) == len(told["expect"]["rolls"]) == 2
    assert "LL-8.2" in told["rules"]


def test_settings_that_are_not_the_usual_ones_are_written(tmp_path: Path):
    save = tmp_path / "four"
    seats = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
    new_save(save, seats=seats, settings={"sector-column": {"spanish": 3}}, options={"group-loss": "one"})
    play(save, spanish="DEPLOY cer-1 0103\nDEPLOY art-1 0104")
    told = tomllib.loads(case_from_record(save, 1))
    assert told["options"] == {"group-loss": "one"}
    assert (told["seats"], told["sector-column"]) == (["moroccan", "spanish", "spanish-2"], {"spanish": 3})
    assert run_case(told).holds


def test_the_shipped_map_and_counters_are_named_not_copied(tmp_path: Path):
    save = tmp_path / "shipped"
    new_save(save, map_=games.game_map("legion"), counters=games.game_counters("legion"))
    play(save)
    text = case_from_record(save, 1)
    told = tomllib.loads(text)
    assert told["map"] == "legion"
    assert {"id": "cerinola-1"}.items() <= told["units"][51].items() or "combat" not in text
    assert run_case(told).holds


def test_a_state_without_any_unit_is_written_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not every rule set has units, or tells in state.json of those that nothing was done with."""
    save = tmp_path / "bare"
    new_save(save)
    play(save, spanish="DEPLOY cer-1 0103\nDEPLOY art-1 0104")
    rules, dump = ruleset("legion"), ruleset("legion").dump
    monkeypatch.setattr(
        rules, "dump", lambda state, **how: {k: v for k, v in dump(state, **how).items() if k != "units"}
    )
    unit_fields.cache_clear()
    told = tomllib.loads(case_from_record(save, 1))
    assert (told["units"], told["phase"]) == ([], "spanish-setup")
    assert "Fields of a unit" not in skeleton("legion")
    monkeypatch.undo()
    unit_fields.cache_clear()


def test_a_record_that_is_no_phase_is_refused(tmp_path: Path):
    save = tmp_path / "melilla"
    new_save(save)
    play(save)
    with pytest.raises(BadInput, match=r"Record 7 of melilla is no phase; the last ones are 1 \(1.spanish-setup\)"):
        case_from_record(save, 7)


@pytest.mark.parametrize(
    "value",
    [0, True, "plain", 'quoted "twice" \\ and\nlines\x7f', [], ["a", ["b"]], {}, {"a-b": 1, "a b": {"ñ": [True]}}],
)
def test_json_values_are_written_as_toml(value: Any):
    assert tomllib.loads(f"x = {toml(value)}") == {"x": value}


def test_null_is_written_as_none():
    assert tomllib.loads(f"x = {toml({'at': None})}") == {"x": {"at": "none"}}
