"""Each battle of Africa 1859-60 played whole by mail through the spool, as `pbem demo` plays, and then proved."""

from pathlib import Path

import pytest

from pbem.demo import play
from pbem.game.replay import replay
from pbem.verify.verify import verify
from tests.drawn import draw_one_for_all

BATTLES = ("castillejos", "tetuan", "wad-ras")
A_TURN = 1.5
"""Mails that a player writes in a turn: one a half-turn of its own, and what is asked in between."""


@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_is_played_whole_by_mail(battle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` stops at whatever a tick could not do, and at a mail that lacks a part."""
    draw_one_for_all(monkeypatch)
    game, mailers = play(tmp_path, "africa1860", "by mail", lambda turn, phase: None, scenario=battle)
    assert game.over
    facts = [fact for item in game.records for fact in item.record.facts]
    ended = next(fact for fact in facts if fact["type"] == "game-ended")
    assert ended["winner"] == game.rules.winner(game.state)
    assert {fact["answer"][:1] for fact in facts if fact["type"] == "answered"} & {"{"}, "a standing order acted"
    for mailer in mailers:
        assert mailer.sent <= A_TURN * game.state.turn + 2, "one mail a half-turn, and the set-up"
        last = max((tmp_path / "spool" / "out").glob("*.eml"), key=lambda path: path.name)
        assert mailer.got >= game.state.turn
    assert last.is_file()
    assert replay(game.definition, game.records).difference is None
    assert verify(game.folder.path).fault is None
