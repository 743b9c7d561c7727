"""The limits of [mail]: what may not go out in this minute or on this day waits, and nothing of it fails."""

from datetime import timedelta
from pathlib import Path

from pbem.referee.desk.mail import list_mails
from pbem.referee.home.home import open_home
from tests.referee.making import START
from tests.servers.mailservers import Relay
from tests.servers.players import ANA, OMAR, another_game, new_game, ticked

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def test_mails_over_the_limits_of_a_minute_and_of_a_day_go_later(tmp_path: Path, relay: Relay) -> None:
    home = tmp_path / "home"
    new_game(home, relay)
    for name in ("annual", "alhucemas"):
        another_game(home, relay, name)
    settings = home / "pbem.toml"
    settings.write_text(settings.read_text().replace("[mail]\n", "[mail]\nper-minute = 2\nper-day = 5\n"))
    went, kept = [], []
    for after in (0 * MINUTE, MINUTE / 2, 2 * MINUTE, 4 * MINUTE, 6 * MINUTE, DAY + MINUTE):
        result = ticked(home, relay, START + after)
        assert (result.later, result.failed, result.faults) == (0, 0, [])
        went.append(result.sent)
        kept.append((result.kept, result.limit) if result.kept else None)
    assert went == [2, 0, 2, 1, 0, 1]
    minute, day = "per-minute", "per-day"
    assert kept == [(4, minute), (4, minute), (2, minute), (1, day), (1, day), None]
    with open_home(home, START, "a test", environment={}) as opened:
        assert {(row.what, row.state) for row in list_mails(opened)} == {("welcome", "sent")}
    assert [len(relay.dovecot.folder(player.address.partition("@")[0])) for player in (ANA, OMAR)] == [3, 3]
    assert len({raw.partition(b"Message-ID: ")[2].split()[0] for raw in relay.accepted}) == len(relay.accepted) == 6
