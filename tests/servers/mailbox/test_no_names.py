"""The daemon while servers cannot be used: it says so, asks ever more rarely, and goes on when they can."""

from datetime import timedelta
from pathlib import Path

from pbem.referee.home.sweep import TickResult
from pbem.referee.watch import Runtime, watch
from tests.referee.making import START
from tests.servers.mailservers import Relay
from tests.servers.players import PASSWORD, new_game, ticked


def asked(home: Path, times: int, password: str) -> tuple[list[TickResult], list[float]]:
    """What a daemon told in so many ticks, and for how long it slept each time (its seconds pass at once)."""
    told, slept = list[TickResult](), list[float]()
    runtime = Runtime(
        now=lambda: START + timedelta(seconds=sum(slept)),
        ticks=lambda: sum(slept),
        sleep=slept.append,
        stopped=lambda: len(told) == times,
        chance=lambda: 0.5,
    )
    watch(home, runtime, told.append, environment={PASSWORD: password})
    return told, slept


def test_the_daemon_goes_on_without_names_and_says_so(tmp_path: Path, relay: Relay) -> None:
    home = tmp_path / "home"
    new_game(home, relay)
    settings = home / "pbem.toml"
    good = settings.read_text()
    settings.write_text(good.replace('host = "localhost"', 'host = "nowhere.invalid"'))
    told, slept = asked(home, 10, "s3cret")
    for result in told:
        unread, unsent = result.faults
        assert unread.startswith("the mailbox cannot be read: The name nowhere.invalid cannot be looked up")
        assert unread.endswith("the name server. Until then mails wait there and no phase closes.")
        assert unsent.startswith("no mail can be sent: The name nowhere.invalid cannot be looked up")
        assert (result.sent, result.later, result.failed, result.line) == (0, 2, 0, "down")
    assert slept == [2, 4, 8, 16, 32, 64, 120, 120, 120, 120]
    settings.write_text(good)
    result = ticked(home, relay, START + timedelta(days=30))  # a month without a line: no mail has failed by that
    assert (result.sent, result.faults) == (2, [])


def test_a_server_that_refuses_the_login_is_not_hammered(tmp_path: Path, relay: Relay) -> None:
    home = tmp_path / "home"
    new_game(home, relay)
    before = relay.dovecot.log().count("auth failed")
    told, slept = asked(home, 5, "guess")
    assert [result.line for result in told] == ["refused"] * 5
    assert slept == [300, 600, 1200, 1800, 1800]
    assert relay.dovecot.log().count("auth failed") == before + 5
    assert "guess" not in str(told)
