"""Saves and mails from hostile hands: verify never crashes, and what was changed does not pass."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.errors import BadInput
from pbem.verify.mail_facts import read_witness
from pbem.verify.save_files import BadFile, read_record
from pbem.verify.verify import verify
from tests.verify.making import ARCHIVE, case, changed, judged, leaves, values
from tests.verify.rooms import code

FEW = settings(max_examples=40, suppress_health_check=list(HealthCheck))
ODD: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@FEW
@given(data=st.data())
def test_bytes_of_a_record_changed_anywhere_are_caught(data: st.DataObject) -> None:
    """One to five bytes exchanged, cut out or put in: no record any more, or one with another hash."""
    n = data.draw(st.integers(1, 114))
    item = case().written[n - 1]
    raw = bytearray((ARCHIVE / "turns" / item.file).read_bytes())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        found = read_record(bytes(raw), n, item.file)
    except BadFile:
        return
    same = json.loads(raw) == values()[n - 1]
    assert (found.hash == item.hash) is same


@FEW
@given(data=st.data())
def test_a_record_with_senseless_values_is_judged_not_stumbled_over(data: st.DataObject) -> None:
    """Hashes mended, so that all the proofs after the files have to take it."""
    n = data.draw(st.integers(1, 115))
    value = values()[n - 1]
    path = data.draw(st.sampled_from(list(leaves(value))))
    path = path[: data.draw(st.integers(1, len(path)))]
    found = judged(n, changed(value, path, data.draw(ODD)))
    assert found is None or found.sentence("en")


@pytest.mark.parametrize("kind", [[], {}, 1, None, True, "war"])
def test_a_record_of_no_kind_at_all_is_named(kind: object) -> None:
    found = judged(3, {**values()[2], "kind": kind})
    assert found is not None
    assert found.sentence("en")


FILES = {
    "empty": b"",
    "not JSON": b"{",
    "a list": b"[]",
    "deep": b"[" * 100_000,
    "not UTF-8": b'{"format":"\xff"}',
    "twice the same key": b'{"format":1,"format":1}',
    "a lone surrogate": b'{"format":"\\ud800"}',
    "a number with a point": b'{"format":1.0}',
    "a huge number": b'{"format":' + b"9" * 5000 + b"}",
    "a number beyond those that all programs know, laid out as ours": b'{"format":1,"n":9007199254740993}',
    "a key of other letters, laid out as ours": '{"año":1,"format":1}'.encode(),
    "another format": b'{"format":2,"kind":"phase"}',
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the archived game's first records."""
    path = Path(shutil.copytree(ARCHIVE, tmp_path / "melilla-1921"))
    for file in sorted((path / "turns").iterdir())[8:]:
        file.unlink()
    return path


@pytest.mark.parametrize("data", FILES.values(), ids=list(FILES))
@pytest.mark.parametrize("name", ["game.json", "scenario.json", "state.json", "turns/0003-01-weather.json"])
def test_a_file_that_is_none_is_named(copy: Path, name: str, data: bytes) -> None:
    (copy / name).write_bytes(data)
    verdict = verify(copy)
    found = code(verdict)
    assert found is not None
    assert verdict.game == "melilla-1921", "by its folder, where it does not say so itself"
    if data != FILES["another format"] or name.startswith(("turns", "game")):
        assert found == (3 if name.startswith("turns") else 0, "file-broken")
    else:
        assert found in ((0, "scenario"), (0, "state-file"))


def test_files_that_are_missing_twice_there_or_no_records_are_named(copy: Path) -> None:
    turns = copy / "turns"
    third = turns / "0003-01-weather.json"
    data = third.read_bytes()
    third.unlink()
    assert code(verify(copy)) == (3, "file-missing")
    third.write_bytes(data)
    (turns / "0003-01-wetter.json").write_bytes(data)
    assert code(verify(copy)) == (3, "file-twice")
    (turns / "0003-01-wetter.json").unlink()
    (turns / "copy of 0003.json").write_bytes(data)
    assert code(verify(copy)) == (0, "file-stray")
    (turns / "copy of 0003.json").unlink()
    (turns / "0004-01-moroccan-movement.json").write_bytes(data)
    assert code(verify(copy)) == (4, "file-name")
    third.rename(turns / "0003-02-weather.json")
    assert code(verify(copy)) == (3, "file-name")


def test_a_record_of_number_0_is_none(copy: Path) -> None:
    (copy / "turns" / "0000-01-weather.json").write_bytes(b"{}")
    fault = verify(copy).fault
    assert fault is not None
    assert (fault.code, fault.values) == ("file-stray", {"file": "0000-01-weather.json"})


def test_a_save_without_turns_has_no_records(copy: Path) -> None:
    shutil.rmtree(copy / "turns")
    assert code(verify(copy)) == (0, "state-file")


def test_a_file_between_the_records_that_is_no_json_does_not_matter(copy: Path) -> None:
    for name in ("notes.txt", "._0001-01-spanish-setup.json", ".0002-01-spanish-setup.json"):
        (copy / "turns" / name).write_text("mine")
    assert code(verify(copy)) == (0, "state-file"), "state.json is still that of the whole game"


@pytest.mark.parametrize("name", ["scenario.json", "state.json"])
def test_edited_files_beside_the_journal_are_named(tmp_path: Path, name: str) -> None:
    path = Path(shutil.copytree(ARCHIVE, tmp_path / "melilla-1921"))
    data = (path / name).read_bytes()
    (path / name).write_bytes(data.replace(b'"turn":13', b'"turn":12').replace(b'"combat":4', b'"combat":5'))
    assert code(verify(path)) == (0, {"scenario.json": "scenario", "state.json": "state-file"}[name])
    (path / name).unlink()
    assert code(verify(path)) == (0, "file-broken")


def test_a_checkout_that_changed_the_line_ends_is_the_same_game(copy: Path) -> None:
    for file in (copy / "turns").iterdir():
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert code(verify(copy)) == (0, "state-file")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere", "^There is no .*nowhere: give a save folder, or a report saved as a file"),
        ("empty", "^There is no game in .*empty: a save folder holds game"),
        ("text.txt", "is no mail of a game"),
    ],
)
def test_what_is_no_save_and_no_mail_is_bad_input(tmp_path: Path, path: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text("Dear all,\n")
    with pytest.raises(BadInput, match=said):
        verify(tmp_path / path)


def test_a_save_beside_which_mails_are_kept_is_a_save(copy: Path) -> None:
    (copy / "first.eml").write_bytes(MAIL)
    assert code(verify(copy)) == (0, "state-file")


def test_a_game_of_unknown_rules_is_bad_input(copy: Path) -> None:
    game = copy / "game.json"
    game.write_bytes(game.read_bytes().replace(b'"ruleset":"legion"', b'"ruleset":"gettysburg"'))
    with pytest.raises(BadInput, match="gettysburg"):
        verify(copy)


MAIL = b"""List-Id: <melilla.pbem.example.org>\r
X-Loop: pbem.example.org\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary="x"\r
\r
--x\r
Content-Type: text/plain; charset=utf-8\r
\r
(moroccan, 1.moroccan-combat) 1f045e774da988b7c20eadcb43ccfba9c92b55035e30aaa665812eba271400c9\r
--x\r
Content-Type: application/json; name="dice-5.json"\r
Content-Disposition: attachment; filename="dice-5.json"\r
\r
{"format":1,"proof":"pbem-dice-1","records":[]}\r
--x--\r
"""


@FEW
@given(data=st.data())
def test_a_mail_of_any_bytes_is_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(MAIL)
    for _ in range(data.draw(st.integers(0, 8))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    try:
        found = read_witness("mail.eml", bytes(raw))
    except (BadInput, BadFile):
        return
    assert isinstance(found.hashes, list)
    assert isinstance(found.sheets, list)


def test_two_files_of_one_number_are_both_named(copy: Path) -> None:
    path = next((copy / "turns").glob("0003-*"))
    other = path.with_name("0003-01-zzz.json")
    other.write_bytes(path.read_bytes())
    fault = verify(copy).fault
    assert fault is not None
    assert (fault.code, fault.values) == ("file-twice", {"first": path.name, "second": other.name})
