"""Commands that put a game into one file and take it in: export, import; and the games in archive/."""

import tarfile
from pathlib import Path

from tests.cli.making import Shell, ran
from tests.referee.making import GAME


def test_a_game_for_everybody_is_looked_at_elsewhere(shell: Shell, tmp_path: Path) -> None:
    file, library = str(tmp_path / "melilla.pbem"), tmp_path / "library"
    shell("abandon", GAME, "--yes", "--why", "we have moved on")  # nobody plays it: anybody may have all of it
    assert shell("export", GAME, "-o", file).code == 0
    refused = shell("export", GAME, "-o", file)
    assert (refused.code, "is there already: name another file" in refused.err) == (1, True)
    found = ran("--home", str(library), "import", file, "--name", "old", "--json")
    assert found.data == {
        "copy": False, "game": "old", "path": str(library / "archive" / "old"), "played": False, "records": 3
    }  # fmt: skip
    there = Shell(library)
    assert there("history", "old").out.startswith("1. ")
    assert "all proofs hold" in there("verify", "old").out
    assert "all the same" in there("replay", "old").out
    assert there("map", "old", "-o", str(tmp_path / "old.svg")).code == 0
    assert "beni-1" in there("show", "old").out


def test_beside_the_games_of_a_mailbox_it_is_only_looked_at(shell: Shell, tmp_path: Path) -> None:
    file = str(tmp_path / "melilla.pbem")
    shell("abandon", GAME, "--yes", "--why", "we have moved on")
    shell("export", GAME, "-o", file)
    assert "--name takes this one in under another name" in shell("import", file).err
    assert shell("import", file, "--name", "old").code == 0
    told = shell("report", "old", "1", "--seat", "spanish")
    assert (told.code, told.out.splitlines()[0].endswith("turn 1 of 13")) == (0, True)
    assert "there are moroccan, spanish" in shell("report", "old", "1", "--seat", "french").err
    for words in (("extend", "old", "24h"), ("rollback", "old", "1.weather", "--yes"), ("status", "old"),
                  ("export", "old", "-o", f"{file}.2", "--private"), ("adjudicate", "old", "--now")):  # fmt: skip
        refused = shell(*words)
        assert refused.code == 1, words
        assert "it can be looked at" in refused.err or "is not played in this mailbox" in refused.err, words
    assert shell("tick").code == 0
    assert "old" not in shell("status").out
    players = ("--player", "spanish=a@b.example", "--player", "moroccan=c@d.example")
    assert "There is a game old already" in shell("new", "legion", "old", *players).err
    kept = tmp_path / "backup.tar.gz"
    assert shell("backup", str(kept)).code == 0
    with tarfile.open(kept) as tar:
        assert "archive/old/game.json" in tar.getnames()


def test_a_game_moves_to_another_mailbox(shell: Shell, tmp_path: Path) -> None:
    file, there = str(tmp_path / "melilla.pbem"), Shell(tmp_path / "there")
    for words, code in (
        (("--to", "eva@example.org"), 2), (("--private", "--copy", "--why", "x"), 2), (("--private", "--to", "eva"), 2)
    ):  # fmt: skip
        assert shell("export", GAME, "-o", file, *words).code == code
        assert not Path(file).exists()
    assert "import it in one place only" in shell("export", GAME, "-o", file, "--private", "--why", "May").out
    assert (Path(file).stat().st_mode & 0o777) == 0o600
    assert "  stage: handed over\n" in shell("status").out
    refused = shell("extend", GAME, "24h")
    assert (refused.code, "was handed over, and is played on elsewhere" in refused.err) == (1, True)
    assert shell("tick").code == 0
    there.home.mkdir()
    (there.home / "pbem.toml").write_bytes((shell.home / "pbem.toml").read_bytes())
    assert "keeps its name" in there("import", file, "--name", "nador").err
    assert "is played on here" in there("import", file).out
    assert "  stage: running\n" in there("status").out
    assert "taken over" in there("history", GAME).out
    assert there("doctor").code == 0
    Path(file).write_bytes(Path(file).read_bytes()[:-100])
    cut = there("import", file)
    assert (cut.code, "or only a part of one" in cut.err) == (2, True)
