"""The threats of the dice scheme, each answered: `THREATS` is the table, every row a test named after it.

Whoever cheats here does it well: hashes, positions and state.json are mended after every change.
"""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from pbem.dice.chain import Chain, derive_secret
from pbem.errors import Refused
from pbem.referee.admin.rulings import roll_back, start_without_nonces
from pbem.save.layout import text
from pbem.save.records import sheet_hash
from pbem.verify.verify import verify
from tests.killed import Killed
from tests.referee.making import GAME, HOUR, LENGTH, SEED, At, Room, copied, kill, new_room
from tests.verify.making import resealed
from tests.verify.rooms import Json, forged, kept, records, stood, understood, verified, warned, written

COMBAT = "1.moroccan-combat"
THREATS = {
    "referee picks a lucky seed": "verify/test_threats.py::test_referee_picks_a_lucky_seed",
    "referee repeats a phase until it pleases": "verify/test_threats.py::test_referee_repeats_a_phase_until_it_pleases",
    "referee edits an archived turn, an order, a roll": "verify/test_threats.py::test_referee_edits_an_archived_turn",
    "player reads the seed": "verify/test_threats.py::test_player_reads_the_seed",
    "player probes with many sheets": "verify/test_threats.py::test_player_probes_with_many_sheets",
    "orders changed after dice are seen": "verify/test_threats.py::test_orders_changed_after_dice_are_seen",
    "collusion to look ahead": "verify/test_beacon.py::test_the_value_that_nobody_knew_is_in_the_dice",
    "one changed order shifts all later dice": "verify/test_threats.py::test_one_changed_order_shifts_all_later_dice",
    "bias": "dice/test_chain.py::test_rejection_leaves_every_number_as_likely",
    "killed in the middle": "verify/test_threats.py::test_killed_in_the_middle",
    "different histories shown to two players": "verify/test_threats.py::test_different_histories_shown_to_two_players",
    "the faces of a die are others": "verify/test_threats.py::test_the_faces_of_the_dice_are_those_of_the_rules",
    "rollback": "verify/test_threats.py::test_rollback",
    "secret lost": "verify/test_keys.py::test_new_dice_are_counted_and_warned_of",
    "chain used up": "verify/test_keys.py::test_a_chain_that_was_used_up_goes_on_in_the_next",
    "demo, playtests": "verify/test_threats.py::test_demo_and_playtests",
}


def test_every_row_has_its_test() -> None:
    tests = Path(__file__).resolve().parents[1]
    for row, place in THREATS.items():
        file, name = place.split("::")
        tree = ast.parse((tests / file).read_text("utf-8"))
        defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in defined, row


def combat(made: list[Json]) -> Json:
    """The record of the combat."""
    return next(record for record in made if record.get("phase") == "moroccan-combat")


def test_referee_picks_a_lucky_seed(fought: Room) -> None:
    """The head is out before set-up: another root, all dice made to fit it, is not the one of the first mails."""
    mails = kept(fought, what="welcome")
    assert verified(fought.save, *mails) is None
    lucky = new_room(fought.path.parent / "lucky", seed="a better one").started()
    lucky.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    assert verified(lucky.save) is None
    assert verified(lucky.save, *mails) == (0, "mail-unknown")
    lucky.close()


def test_no_seat_is_left_out_of_the_dice(fought: Room) -> None:
    """Tries of roots are vain where every seat's text, sent after the head, is in every die."""

    def without(made: list[Json]) -> None:
        for record in made:
            del record["nonces"]["spanish"]

    assert verified(forged(fought, without)) == (1, "nonce-missing")


def test_a_game_that_was_begun_without_a_text_warns(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    room.says("moroccan", "NONCE sand\n")
    room.tick()
    start_without_nonces(room.home, room.game, ["spanish"], "Referee", room.now)
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    (warning,) = (each for each in verify(room.save).warnings if each.code == "warn-without")
    assert (warning.values["seats"], warning.values["who"]) == ("spanish", "Referee")
    assert warning.values["why"] == "-", "nobody gave a reason"
    room.close()


@pytest.mark.parametrize("way", ["repeated", "skipped", "replaced"])
def test_referee_repeats_a_phase_until_it_pleases(fought: Room, way: str) -> None:
    """A link has one use: named twice, passed over or replaced, chain or journal break; and the mails remember."""
    mails = kept(fought)
    chain = Chain.from_root(derive_secret(SEED, GAME))

    def edit(made: list[Json]) -> None:
        for record in made[4:]:
            number = {"repeated": 4, "skipped": record["link"]["number"] + 1, "replaced": record["link"]["number"]}[way]
            record["link"] = {"number": number, "value": chain.link(number + (way == "replaced")).hex()}

    path = forged(fought, edit)
    assert verified(path) == (5, {"replaced": "link-broken"}.get(way, "link"))
    assert verified(path, *mails) == verified(path)


def test_a_phase_taken_back_without_a_word_is_in_the_mails(fought: Room) -> None:
    """The records of a combat and all after it are thrown away, and the combat is played again with other orders."""
    mails = kept(fought)
    for path in sorted((fought.save / "turns").iterdir())[4:]:
        path.unlink()
    stood(fought, 4)
    assert verified(fought.save) is None
    found = verified(fought.save, *mails)
    assert found is not None
    assert found[1] in ("mail-cut", "mail-unknown")


def test_referee_edits_an_archived_turn(fought: Room) -> None:
    """An event, an order, a roll: adjudicated again, the record disagrees with itself; where not, with the mails."""
    mails = kept(fought)

    def a_roll(made: list[Json]) -> None:
        record = combat(made)
        roll = record["rolls"][0]
        roll["faces"] = [2 if roll["faces"] != [2] else 5]

    def an_event(made: list[Json]) -> None:
        fought_ = next(event for event in combat(made)["events"] if event["type"] == "fought")
        fought_["outcome"] = "tie" if fought_["outcome"] != "tie" else "attacker"

    def an_order(made: list[Json]) -> None:
        combat(made)["sheets"][0]["lines"].pop()

    def a_name(made: list[Json]) -> None:
        made[0]["nonces"]["spanish"] = "another"

    save = records(fought)
    for edit, code in ((a_roll, "face"), (an_event, "event"), (an_order, "sheet")):
        assert verified(forged(fought, edit)) == (5, code)
        assert verified(forged(fought, lambda made: made.__setitem__(slice(None), save))) is None
    path = forged(fought, a_name)
    assert verified(path) is None, "the set-up rolls nothing: its texts are in no die"
    found = verified(path, *mails)
    assert found is not None
    assert found[1] in ("mail-hash", "mail-unknown")


def test_player_reads_the_seed(fought: Room) -> None:
    """The root is in no file that players see, nor does any link follow from those that are revealed."""
    root = derive_secret(SEED, GAME)
    chain = Chain.from_root(root)
    last = max(record["link"]["number"] for record in records(fought))
    public = b"".join([*fought.files().values(), *(row.raw for row in fought.rows())])
    assert fought.game.manifest.head.encode() in public
    for secret in (root, *(chain.link(number) for number in range(last + 1, last + 50))):
        assert secret.hex().encode() not in public
        assert secret not in public
    tracked = fought.home.git.log(fought.path, 99)
    assert tracked
    ignored = (fought.path / ".gitignore").read_text("utf-8").split()
    assert any(line.strip("/") == ".pbem" for line in ignored)


def test_player_probes_with_many_sheets(fought: Room) -> None:
    """Sheets are judged, sent and withdrawn without the dice: not even the referee's key is needed for an answer."""
    fought.tick(LENGTH)
    key = next((fought.path / ".pbem").glob(f"{GAME}*.key"))
    data = key.read_bytes()
    key.unlink()
    texts = ("ATTACK cer-2 WITH beni-3\n", "CLEAR\n", "ATTACK cer-2 WITH beni-3\n")
    first, cleared, again = (fought.answer("moroccan", text) for text in texts)
    assert first == again != cleared
    key.write_bytes(data)
    assert verified(fought.save) is None


def test_orders_changed_after_dice_are_seen(fought: Room) -> None:
    """A sheet is exchanged and its phase honestly adjudicated again, all hashes mended: the receipt tells."""
    mails = kept(fought, "moroccan", "receipt")
    reports = kept(fought, what="report")
    assert verified(fought.save, *mails) is None
    other = copied(fought, fought.path.parent / "other")
    back(other, same_dice=True, lines=1)
    made = records(other)
    at = next(number for number, record in enumerate(made) if record["kind"] == "rollback")
    anew = [{**record, "n": n} for n, record in enumerate(made[at + 1 :], 5)]
    for record in anew:
        record["link"] = {key: record["link"][key] for key in ("number", "value")}
    path = forged(other, lambda old: old.__setitem__(slice(None), [*made[:4], *anew]))
    assert verified(path) is None, "the journal holds in itself"
    assert verified(path, *mails) == (5, "receipt")
    found = verified(path, *reports)
    assert found is not None
    assert found[1] in ("mail-hash", "mail-unknown", "mail-cut")
    other.close()


def back(room: Room, *, same_dice: bool, lines: int | None = None, why: str = "a wrong hex") -> None:
    """The referee takes the combat back; with `lines`, only the first of them stay in the sheet."""
    if lines is not None:
        row = room.home.store.sections.need(GAME, "moroccan", 1, "moroccan-combat")
        room.home.store.sections.change(GAME, "moroccan", 1, "moroccan-combat", lines=row.lines[:lines])
    roll_back(room.home, room.game, COMBAT, same_dice=same_dice, who="Referee", why=why, now=room.now)


def faces(record: Json) -> dict[str, Any]:
    """Faces by label."""
    return {roll["label"]: roll["faces"] for roll in record["rolls"]}


def test_one_changed_order_shifts_all_later_dice(fought: Room) -> None:
    """It does not: labels name purposes, so the other combat's dice fall as they did."""
    old = faces(combat(records(fought)))
    back(fought, same_dice=True, lines=1)
    new = faces(next(r for r in reversed(records(fought)) if r.get("phase") == "moroccan-combat"))
    kept_ = {label: old[label] for label in ("attack beni-1", "defence cer-1", "attack beni-3")}
    assert kept_.items() <= new.items()
    assert "defence cer-3" not in new, "the other attack is another one now"
    assert "warn-corrected" in warned(fought.save)


def test_orders_that_a_correction_leaves_as_they_were_are_nothing_to_know(fought: Room) -> None:
    back(fought, same_dice=True)
    assert "warn-corrected" not in warned(fought.save)


def test_killed_in_the_middle(room: Room, tmp_path: Path) -> None:
    """Whatever a kill leaves out, the next run does: the same record with the same dice."""
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n")
    whole = copied(room, tmp_path / "whole", At())
    whole.tick(HOUR)
    assert isinstance(whole.effects, At)
    numbers = whole.effects.of_each_kind()
    expected = {name: data for name, data in whole.files().items() if name.startswith("turns/")}
    assert verified(whole.save) is None
    whole.close()
    for n in numbers[:: max(1, len(numbers) // 4)]:
        hurt = copied(room, tmp_path / f"hurt-{n}", At(n=n, strike=kill))
        with pytest.raises(Killed):
            hurt.tick(HOUR)
        hurt.close()
        again = copied(hurt, tmp_path / f"again-{n}")
        again.effects = At()
        again.tick()
        found = {name: data for name, data in again.files().items() if name.startswith("turns/")}
        assert {name: found[name] for name in expected} == expected
        assert verified(again.save) is None
        again.close()


def test_different_histories_shown_to_two_players(fought: Room) -> None:
    """Two copies of a game go on, each player is sent the reports of one: the mails of both do not fit any save."""
    other = copied(fought, fought.path.parent / "other")
    for here in (fought, other):
        if here is other:
            back(here, same_dice=False)
        for _ in range(4):
            here.tick(LENGTH)
        here.tick()
        assert len(here.game.records) > 11
    mine, theirs = kept(fought, "spanish", "report"), kept(other, "moroccan", "report")
    assert verified(fought.save, *mine) is None
    assert verified(other.save, *theirs) is None
    for save in (fought.save, other.save):
        found = verified(save, *mine, *theirs)
        assert found is not None
        assert found[1] in ("mail-hash", "mail-unknown", "mail-cut")
    other.close()


def corrected(made: list[Json]) -> Json:
    """The first record that names a link again."""
    return next(record for record in made if record["kind"] == "phase" and record["link"].get("again"))


def test_rollback(fought: Room) -> None:
    """History shows who and why; the same dice serve once, and then there are new ones."""
    back(fought, same_dice=True, why="the referee's slip")
    assert "warn-correction" in warned(fought.save)
    back(fought, same_dice=False)
    found = warned(fought.save)
    assert ("warn-correction" in found, "warn-rollback" in found) == (True, True)

    def unmarked(made: list[Json]) -> None:
        del corrected(made)["link"]["again"]

    n = corrected(records(fought))["n"]
    assert verified(forged(fought, unmarked)) == (n, "link-again-no")


def test_a_receipt_for_a_phase_that_waits_to_be_played_again_disproves_nothing(fought: Room) -> None:
    back(fought, same_dice=False)
    fought.answer("moroccan", "ATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\nWAIT\n")
    assert fought.at == COMBAT
    assert verified(fought.save, *kept(fought, "moroccan")) is None


def test_a_correction_is_allowed_once(fought: Room) -> None:
    back(fought, same_dice=True)
    with pytest.raises(Refused, match="corrected once already"):
        back(fought, same_dice=True)
    back(fought, same_dice=False)
    fought.answer("moroccan", "ATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\n")
    fought.tick(LENGTH)
    runs = [record for record in records(fought) if record.get("phase") == "moroccan-combat"]
    assert [bool(run["link"].get("again")) for run in runs] == [False, True, False]

    def twice(made: list[Json]) -> None:
        last = [record for record in made if record.get("phase") == "moroccan-combat"][-1]
        last["link"] = runs[1]["link"]

    assert verified(fought.save) is None
    assert verified(forged(fought, twice)) == (runs[2]["n"], "link")


def test_demo_and_playtests(fought: Room) -> None:
    """Dice of a seed are known: the save says so, and nobody can unsay it."""
    assert "warn-test-dice" in warned(fought.save)
    game = fought.save / "game.json"
    game.write_bytes(game.read_bytes().replace(b'"test-dice":true', b'"test-dice":false'))
    assert verified(fought.save) == (1, "previous")


def test_the_hash_of_a_sheet_is_that_of_the_receipt(fought: Room) -> None:
    """Over the numbered lines as they were written, and as they were understood."""
    sheet = combat(records(fought))["sheets"][0]
    assert sheet["hash"] == sheet_hash(understood(sheet))
    assert sheet["hash"] in fought.fingerprints("moroccan")


def test_the_faces_of_the_dice_are_those_of_the_rules(fought: Room) -> None:
    """A save that says otherwise of them is found out, whoever has mended all its hashes."""
    path = fought.save / "game.json"
    game = json.loads(path.read_bytes())
    assert verified(fought.save) is None
    game["faces"]["legion"] = [5, 5, 5, 5, 5, 5]
    path.write_bytes(text(game))
    written(fought, resealed(records(fought), game))
    assert verified(fought.save) == (0, "faces")
    said = verify(fought.save).fault
    assert said is not None
    assert said.sentence("en") == (
        "game.json says that the dice are legion 5 5 5 5 5 5; those of the rules are legion 2 3 3 4 4 5."
    )
