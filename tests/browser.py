"""A real browser for tests: Chromium, led through the pipe of its developer tools; one process, many pages."""

import itertools
import json
import os
import shutil
import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync",
           "--disable-dev-shm-usage")  # fmt: skip
PATIENCE = 60.0
START = """import fcntl, os, sys
orders, answers = (fcntl.fcntl(int(each), fcntl.F_DUPFD, 10) for each in sys.argv[1:3])
os.dup2(orders, 3), os.dup2(answers, 4)
os.execv(sys.argv[3], sys.argv[3:])"""
"""Starts a program with the two ends of its pipes as its files 3 and 4, as Chromium wants them."""


def chromium(folder: Path) -> list[str]:
    """How Chromium is started with its profile in a folder; where there is none the test is skipped, on CI it fails."""
    if CHROMIUM is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium is needed: apt-get install chromium")
    return [CHROMIUM, *OPTIONS, f"--user-data-dir={folder / 'profile'}"]


class Browser:
    """A running Chromium."""

    def __init__(self, process: "subprocess.Popen[bytes]", orders: int, answers: int) -> None:
        self._process, self._orders, self._answers = process, orders, answers
        self._numbers, self._rest = itertools.count(1), b""

    def ask(self, method: str, session: str = "", **params: Any) -> Any:
        """The result of a command of the developer tools; AssertionError for one that fails."""
        number = next(self._numbers)
        order = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._orders, json.dumps(order).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._answers, 1 << 16)
            assert more, "the browser has ended"
            self._rest += more
        answer, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(answer)
        return found

    def tab(self, width: int = 1200, *, dark: bool = False) -> "Tab":
        """A new page, so many pixels wide."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.ask("Emulation.setDeviceMetricsOverride", session, **metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", session, features=[scheme])
        return Tab(self, session)


class Tab:
    """One page of the browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a command for this page."""
        return self._browser.ask(method, self._session, **params)

    def go(self, address: str, until: str = "true") -> None:
        """Visit an address; until what follows holds there too."""
        self.ask("Page.navigate", url=address)
        self.wait(f"document.readyState === 'complete' && location.href !== 'about:blank' && ({until})")

    def wait(self, condition: str) -> None:
        """Wait until something holds in the page."""
        end = time.monotonic() + PATIENCE
        while not self.says(f"!!({condition})"):
            assert time.monotonic() < end, (condition, self.says("document.documentElement.outerHTML"))
            time.sleep(0.02)

    def says(self, expression: str) -> Any:
        """The value of some JavaScript in the page, a promise's once it is kept; None while a page comes or goes."""
        try:
            found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        except AssertionError:  # the page that was asked is gone
            return None
        return found["result"].get("value")

    def press(self, selector: str) -> None:
        """Click on the first element that a selector finds."""
        assert self.says(f"!!document.querySelector({json.dumps(selector)})"), selector
        self.says(f"document.querySelector({json.dumps(selector)}).click()")

    def picture(self, file: Path) -> None:
        """Keep a picture of the whole page."""
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        file.write_bytes(b64decode(shot["data"]))


@contextmanager
def browser(folder: Path, *options: str) -> Iterator[Browser]:
    """A browser with its profile in a folder."""
    words = [*chromium(folder), "--remote-debugging-pipe", *options, "about:blank"]
    theirs_in, orders = os.pipe()
    answers, theirs_out = os.pipe()
    start = [sys.executable, "-c", START, str(theirs_in), str(theirs_out), *words]
    with subprocess.Popen(start, pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL) as process:
        os.close(theirs_in)
        os.close(theirs_out)
        running = Browser(process, orders, answers)
        try:
            yield running
            running.ask("Browser.close")
        finally:
            process.terminate()
            process.wait(PATIENCE)
            os.close(orders)
            os.close(answers)
