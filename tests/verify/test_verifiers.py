"""The two verifiers that share no code with pbem: on the archived game, and on copies that were tampered with."""

import ast
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pbem.canonical import digest
from pbem.dice.chain import Chain, ChainDice, phase_key
from pbem.gamedata.rulesets import SHIPPED
from pbem.resources import verifiers
from pbem.verify.verdict_text import export_verifiers
from tests.browser import chromium
from tests.referee.making import Room, new_room
from tests.verify.making import ARCHIVE, changed, other, resealed, values

PY, JS = verifiers()
GAME: dict[str, Any] = json.loads((ARCHIVE / "game.json").read_bytes())
SCENARIO: dict[str, Any] = json.loads((ARCHIVE / "scenario.json").read_bytes())
CHECK = runpy.run_path(str(PY))["check"]
Change = tuple[str, list[dict[str, Any]]]
Drawn = tuple[dict[str, Any], list[dict[str, Any]]]
PAGE = """<!doctype html><meta charset="utf-8"><title>check</title><pre id="found"></pre>
<script type="application/json" id="cases">%s</script>
<script type="application/json" id="scenario">%s</script>
<script type="module">
%s
const found = [];
const cases = JSON.parse(document.getElementById("cases").textContent);
const scenario = JSON.parse(document.getElementById("scenario").textContent);
for (const [game, records] of cases) found.push(await check(game, records, scenario));
document.getElementById("found").textContent = JSON.stringify(found);
</script>"""
FIGHT = 4
"""Where the first combat stands: record 5."""


def tampered() -> list[Change]:
    """The first turns of the archived game with one thing changed, by name; those called resealed have all hashes
    mended after it."""
    whole = list(values()[:12])
    link, roll = ("link", "value"), ("rolls", 0, "faces", 0)
    at: dict[str, tuple[int | str, ...]] = {
        "a link": link,
        "a face": roll,
        "a label": ("rolls", 1, "label"),
        "a nonce": ("nonces", "spanish"),
        "the number of a link": ("link", "number"),
        "the text of an order": ("sheets", 0, "lines", 0, "text"),
        "the hash of a sheet": ("sheets", 0, "hash"),
        "the beacon": ("beacon",),
        "a die": ("rolls", 0, "die"),
    }
    made = []
    for name, path in at.items():
        inner: Any = whole[FIGHT]
        for step in path:
            inner = inner[step]
        new = changed(whole[FIGHT], path, 5 if path == roll else other(inner))
        copy = [*whole[:FIGHT], new, *whole[FIGHT + 1 :]]
        made += [(name, copy), (f"{name}, resealed", resealed(copy, GAME))]
    event = changed(whole[FIGHT], ("events", 3, "side"), "spanish")
    made.append(("an event", [*whole[:FIGHT], event, *whole[FIGHT + 1 :]]))
    made.append(("a record left out", whole[:FIGHT] + whole[FIGHT + 1 :]))
    made.append(("two records exchanged", [*whole[:FIGHT], whole[FIGHT + 1], whole[FIGHT], *whole[FIGHT + 2 :]]))
    made.append(("a record twice", [*whole[: FIGHT + 1], *whole[FIGHT:]]))
    made.append(("no dice at all", [*whole[:FIGHT], {"kind": "phase"}, *whole[FIGHT + 1 :]]))
    return made


def drawn(**changes: Any) -> Drawn:
    """The vectors of the dice chain's specification as a game of one phase: dice, coins, draws, one from very many."""
    chain = Chain.from_root(bytes(range(32)))
    nonces = {"moroccan": "arena", "spanish": "niebla en Annual"}
    game = {"game": "melilla", "head": chain.head, "faces": {"d6": [1, 2, 3, 4, 5, 6], "coin": ["H", "T"]}}
    key = ChainDice(phase_key(chain.link(1), "melilla", "1.moroccan-combat", nonces))
    many = [f"item-{i}" for i in range(1000)]
    rolls: list[dict[str, Any]] = [
        {"label": "attack 0715 beni-1", "die": "d6", "faces": [1, 3, 2, 2, 3, 5, 5, 6, 5, 6]},
        {"label": "fuego de Príncipe", "die": "coin", "faces": list("TTTTHHTTHTTH")},
        {"label": "gaix", "items": list("abcdefgh"), "faces": list("hbf")} | changes,
        {"label": "all of them", "items": many, "faces": list(key.draw("all of them", many, 1000))},
    ]
    record = {"kind": "phase", "n": 1, "turn": 1, "phase": "moroccan-combat", "previous": digest(game), "sheets": []}
    record |= {"link": {"number": 1, "value": chain.link(1).hex()}, "beacon": None, "nonces": nonces, "rolls": rolls}
    return game, [record]


DRAWS: dict[str, tuple[Drawn, list[str]]] = {
    "draws": (drawn(), []),
    "another drawn": (drawn(faces=list("hbg")), ["roll gaix"]),
    "another order": (drawn(faces=list("bhf")), ["roll gaix"]),
    "other items": (drawn(items=list("abcdefghi")), ["roll gaix"]),
    "more than there are": (drawn(items=["a"], faces=["a", "a"]), ["record"]),
    "no items": (drawn(items=[]), ["die of roll gaix"]),
    "a die that nobody knows": (drawn(items=[], die="d8"), ["die of roll gaix"]),
}
"""A phase with draws, and what both verifiers find in it."""


def with_game(**changes: Any) -> Drawn:
    """The first turns of the archived game with another game.json, all hashes mended after it."""
    game = {**GAME, **changes}
    return game, resealed(list(values()[:12]), game)


FACES = {"legion": [2, 3, 3, 4, 4, 5]}
OF_DICE: dict[str, Drawn] = {
    "faces in game.json": with_game(faces=FACES, scenario="0" * 64),
    "other faces": with_game(faces={"legion": [1, 2, 3, 4, 5, 6]}),
    "no faces, another scenario": with_game(scenario="0" * 64),
}
"""Who says which faces the dice have: game.json; for the first games scenario.json, if it is the game's own."""


def in_chromium(cases: Sequence[tuple[Any, Any]], folder: Path) -> list[Any]:
    """What the JavaScript says of each case (game, records), run in a page from a file as a browser opens it."""
    data, scenario = (json.dumps(each).replace("<", "\\u003c") for each in (cases, SCENARIO))
    page = folder / "check.html"
    page.write_text(PAGE % (data, scenario, JS.read_text("utf-8")), "utf-8")
    words = [*chromium(folder), "--virtual-time-budget=600000", "--dump-dom", page.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=180, env=os.environ)
    shown = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S)
    assert shown, done.stderr
    found: list[Any] = json.loads(unescape(shown[1]))
    return found


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the JavaScript finds, by the name of the case; all in one page."""
    cases = {name: (GAME, records) for name, records in [("sound", list(values())), *tampered()]}
    cases |= {name: case for name, (case, _) in DRAWS.items()} | OF_DICE
    found = in_chromium(list(cases.values()), tmp_path_factory.mktemp("page"))
    return dict(zip(cases, found, strict=True))


def test_the_archived_game_holds_in_both(spoken: dict[str, Any]) -> None:
    assert CHECK(GAME, list(values()), SCENARIO) == []
    assert spoken["sound"] == []


@pytest.mark.parametrize(("name", "records"), tampered(), ids=lambda value: value if isinstance(value, str) else "")
def test_both_find_the_same(name: str, records: list[dict[str, Any]], spoken: dict[str, Any]) -> None:
    found = CHECK(GAME, records, SCENARIO)
    assert found
    assert found == spoken[name]
    assert found[0][0] in (FIGHT + 1, FIGHT + 2), found[0]


@pytest.mark.parametrize("name", DRAWS)
def test_several_dice_and_draws_are_proved_by_both(name: str, spoken: dict[str, Any]) -> None:
    (game, records), expected = DRAWS[name]
    found = CHECK(game, records, SCENARIO)
    assert [what for _, what, *_ in found] == expected
    assert found == spoken[name]


def test_another_head_is_found_in_the_first_link(spoken: dict[str, Any]) -> None:
    game = {**GAME, "head": "0" * 64}
    found = CHECK(game, resealed(list(values()), game), SCENARIO)
    assert [(n, what) for n, what, *_ in found] == [(1, "link")]
    assert digest(game) != digest(GAME)


def test_the_python_one_runs_alone(tmp_path: Path) -> None:
    """Isolated: no site packages, no pbem on the path; and it says so by its exit code."""
    script = shutil.copy(PY, tmp_path)
    sound = subprocess.run([sys.executable, "-I", "-S", script, ARCHIVE], capture_output=True, text=True, check=False)
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout.startswith("115 records: journal, links and dice hold.")
    assert GAME["head"] in sound.stdout
    copy = Path(shutil.copytree(ARCHIVE, tmp_path / "copy"))
    path = next(copy.glob("turns/0005-*"))
    path.write_bytes(path.read_bytes().replace(b'"faces":[2]', b'"faces":[5]'))
    bad = subprocess.run([sys.executable, "-I", "-S", script, copy], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stderr) == (1, "")
    assert bad.stdout.startswith("WRONG in record 5: roll attack urriaguel-1 is [5]; expected: [2]\n")


def said(save: Path) -> tuple[int, str]:
    """What both say of a save or the attachment of a report, as commands: exit code and words, the same of either."""
    found = []
    for words in ((sys.executable, "-I", "-S", str(PY)), ("node", str(JS))):
        done = subprocess.run([*words, str(save)], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        found.append((done.returncode, done.stdout))
    (code, text), (other_code, other_text) = found
    assert code == other_code
    assert code == 2 or text == other_text
    return code, text


def test_both_are_commands(fought: Room, tmp_path: Path) -> None:
    """Of a save of today: its sheets are hashed as they were understood."""
    code, text = said(fought.save)
    assert (code, text.split(":")[0]) == (0, f"{len(fought.game.records)} records")
    path = next(fought.save.glob("turns/*-moroccan-combat.json"))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"text":"ATTACK cer-1 WITH beni-1"', b'"text":"ATTACK cer-1 BY beni-1"'))
    assert path.read_bytes() != whole
    code, text = said(fought.save)
    assert code == 1
    assert text.startswith("WRONG in record 5: hash of a sheet is ")
    for nothing in (tmp_path / "nowhere", tmp_path):
        code, text = said(nothing)
        assert code == 2
        assert "cannot be read as a save or the proof of a report" in text


def attachment(fought: Room) -> dict[str, Any]:
    """The proof in the report to the Moroccans that tells the most."""
    sheets = [
        json.loads(part.get_content())
        for mail in fought.mails("moroccan", "report")
        for part in mail.iter_attachments()
        if str(part.get_filename()).startswith("dice-")
    ]
    return max(sheets, key=lambda sheet: sum(len(record.get("rolls", ())) for record in sheet["records"]))


def a_face(sheet: dict[str, Any]) -> None:
    roll = next(roll for record in sheet["records"] for roll in record.get("rolls", ()))
    roll["faces"][0] = 5 if roll["faces"][0] != 5 else 2


def a_text(sheet: dict[str, Any]) -> None:
    next(record for record in sheet["records"] if record.get("rolls"))["nonces"]["spanish"] = "sand"


def a_link(sheet: dict[str, Any]) -> None:
    link = next(record for record in sheet["records"] if record.get("rolls"))["link"]
    link["value"] = other(link["value"])


def a_hash(sheet: dict[str, Any]) -> None:
    sheet["records"][0]["hash"] = "0" * 64


def a_record(sheet: dict[str, Any]) -> None:
    sheet["records"][-1]["n"] += 1  # as if one before it were left out


def all_rolls(sheet: dict[str, Any]) -> None:
    del next(record for record in sheet["records"] if record.get("rolls"))["rolls"]


def no_link(sheet: dict[str, Any]) -> None:
    del next(record for record in sheet["records"] if record.get("rolls"))["link"]


def another_kind(sheet: dict[str, Any]) -> None:
    next(record for record in sheet["records"] if record.get("rolls"))["kind"] = "rekey"


def no_number(sheet: dict[str, Any]) -> None:
    next(record for record in sheet["records"] if record.get("rolls"))["link"] = {}


def no_head(sheet: dict[str, Any]) -> None:
    record = next(record for record in sheet["records"] if record.get("rolls"))
    del record["link"]["value"], record["head"]


IN_A_REPORT = {
    a_face: "roll ",
    a_text: "roll ",
    a_link: "link ",
    a_hash: "hash of the record before",
    a_record: "number",
    all_rolls: "record is unreadable",
    no_link: "rolls without their link",
    another_kind: "rolls without their link",
    no_number: "rolls without their link",
    no_head: "rolls without their link",
}


def test_both_check_the_proof_of_a_report(fought: Room, tmp_path: Path) -> None:
    path = tmp_path / "dice-7.json"
    path.write_text(json.dumps(attachment(fought)))
    code, text = said(path)
    assert (code, f"head with that of your first mail: {fought.game.manifest.head}" in text) == (0, True), text
    for change, expected in IN_A_REPORT.items():
        sheet = attachment(fought)
        change(sheet)
        path.write_text(json.dumps(sheet))
        code, text = said(path)
        assert code == 1, change
        assert f": {expected}" in text, change
    path.write_text("{")
    assert said(path)[0] == 2


def test_dice_of_a_phase_that_waits_for_an_answer_are_no_fault(fought: Room, tmp_path: Path) -> None:
    """Their link is told with the finished phase, and proves them then."""
    path, sheet = tmp_path / "dice-7.json", attachment(fought)
    del next(record for record in sheet["records"] if record.get("rolls"))["link"]["value"]
    path.write_text(json.dumps(sheet))
    code, text = said(path)
    assert code == 0, text


def test_both_are_read_by_old_interpreters_and_import_nothing_of_ours() -> None:
    tree = ast.parse(PY.read_text("utf-8"), feature_version=(3, 8))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"__future__", *sys.stdlib_module_names}
    assert not re.search(r"^\s*import\b", JS.read_text("utf-8"), re.M)


def test_the_faces_of_the_dice_are_those_that_the_save_tells(spoken: dict[str, Any]) -> None:
    """The archived game is of the first ones: its die stands in scenario.json alone."""
    assert "faces" not in GAME
    found = {name: CHECK(game, records, SCENARIO) for name, (game, records) in OF_DICE.items()}
    assert found == {name: spoken[name] for name in OF_DICE}
    assert found["faces in game.json"] == []
    assert found["other faces"][0][1].startswith("roll ")
    assert found["no faces, another scenario"][0][:2] == [3, "die of roll weather"]


def test_a_new_game_tells_the_faces_of_all_its_dice(tmp_path: Path) -> None:
    """So nothing else is needed to check them: no program knows the dice of a game by its name."""
    room = new_room(tmp_path)
    game = json.loads((room.save / "game.json").read_bytes())
    assert game["faces"] == {die.name: list(die.faces) for die in room.game.rules.DICE}
    for source in (PY, JS):
        assert not any(name in source.read_text("utf-8") for name in SHIPPED)
    room.close()


def test_both_are_written_where_one_asks_for_them(tmp_path: Path) -> None:
    written = export_verifiers(tmp_path / "new" / "folder")
    assert sorted(written) == sorted((tmp_path / "new" / "folder").iterdir())
    assert {path.suffix for path in written} >= {".py", ".mjs"}
