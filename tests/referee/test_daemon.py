"""The daemon and its settings: bad ones end it before it begins; later it tells of them, and goes on when mended."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.errors import BadInput
from pbem.referee import watch as watching
from pbem.referee.home.config import config_text
from pbem.referee.home.home import Home, make_home
from pbem.referee.home.sweep import TickResult
from pbem.referee.watch import Runtime, watch
from tests.referee.making import START


def run(home: Path, texts: list[str]) -> list[TickResult]:
    """What a daemon tells that finds these settings, one a tick; its seconds pass at once."""
    settings, told, slept = home / "pbem.toml", list[TickResult](), [0.0]
    settings.write_text(texts[0])

    def tell(result: TickResult) -> None:
        told.append(result)
        settings.write_text(texts[min(len(told), len(texts) - 1)])

    runtime = Runtime(
        now=lambda: START + timedelta(seconds=sum(slept)),
        ticks=lambda: sum(slept),
        sleep=lambda seconds: slept.append(max(seconds, 60)),
        stopped=lambda: len(told) == len(texts),
        chance=lambda: 0.5,
    )
    watch(home, runtime, tell, environment={})
    return told


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Settings that serve; the folder is made with them."""
    text = config_text(name="R", address="referee@example.org", language="en")
    make_home(tmp_path, text, Effects())
    return text


def test_bad_settings_end_it_before_it_begins(tmp_path: Path, good: str) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        run(tmp_path, ["[clock\n", good])


def test_settings_that_are_broken_later_are_told_and_it_goes_on(tmp_path: Path, good: str) -> None:
    told = run(tmp_path, [good, "", "[clock\n", good])
    assert [len(result.faults) for result in told] == [0, 1, 1, 0]
    assert "pbem.toml is empty" in told[1].faults[0]
    assert "pbem.toml cannot be read" in told[2].faults[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ('[imap]\nhost = "a"\n', "[mail] lacks transport"),
        ('[mail]\ntransport = "imap"\n[imap]\nhandled = "Inbox"\n', "imap.handled is the inbox"),
        ('[mail]\ntransport = "imap"\n[imap]\npassword-from = "geheim99"\n', "a password itself has no place here"),
    ],
)
def test_settings_that_would_lose_mails_or_show_secrets_are_none(
    tmp_path: Path, good: str, text: str, said: str
) -> None:
    with pytest.raises(BadInput) as found:
        run(tmp_path, [text])
    assert said in str(found.value)
    assert "geheim99" not in str(found.value)


def test_a_mark_before_the_text_is_no_fault(tmp_path: Path, good: str) -> None:
    assert run(tmp_path, ["\ufeff" + good])[0].faults == []


def test_a_fault_of_pbem_between_ticks_does_not_end_it(
    tmp_path: Path, good: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is made: there is none known. What keeps the first tick from beginning is still raised."""
    look, count = watching.next_due, [0]

    def trips(home: Home, now: datetime) -> datetime | None:
        count[0] += 1
        if count[0] == 2:
            raise RuntimeError("out of cheese")
        return look(home, now)

    monkeypatch.setattr(watching, "next_due", trips)
    told = run(tmp_path, [good, good, good])
    assert [result.faults for result in told] == [
        [],
        ["this is a fault of pbem itself (RuntimeError: out of cheese). Please report it."],
        [],
    ]
    count[0] = 1
    with pytest.raises(RuntimeError):
        run(tmp_path, [good])
