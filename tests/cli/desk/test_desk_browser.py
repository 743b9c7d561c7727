"""The desk in Chromium: the referee at work in one tab, hostile pages in others, of this machine and of another."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pbem.cli.desk.access import HERE
from pbem.referee.home.home import open_home
from tests.browser import Browser, Tab, browser
from tests.cli.desk.test_desk import serving
from tests.cli.making import Shell
from tests.referee.making import GAME, Room

EVIL = "evil.example"
PAGE = """<!doctype html><meta charset="utf-8"><title>A nice page</title>
<img id="img" src="{base}game/melilla/map.png"><iframe id="frame" src="{base}"></iframe>
<object id="object" data="{base}"></object><script src="{base}"></script>
<link rel="stylesheet" href="{base}"><iframe name="sink"></iframe>
<form id="form" method="post" action="{base}do/pause" target="{target}">
<input name="form" value="{word}"><input name="why" value="evil"></form>
<script>
const form = new URLSearchParams({{form: "{word}", why: "evil"}}), button = "{base}do/pause", credentials = "include";
const asked = {{
  read: () => fetch("{base}", {{credentials}}),
  blind: () => fetch("{base}", {{credentials, mode: "no-cors"}}),
  post: () => fetch(button, {{credentials, method: "POST", body: form}}),
  shot: () => fetch(button, {{credentials, method: "POST", body: form, mode: "no-cors"}}),
  key: () => fetch("{key}", {{credentials}}),
}};
navigator.sendBeacon(button, form);
Promise.all(Object.entries(asked).map(async ([name, ask]) => {{
  try {{ return [name, (await ask()).type]; }} catch (wrong) {{ return [name, "failed"]; }}
}})).then((found) => {{
  if ("{target}" === "sink") document.getElementById("form").submit();
  window.found = Object.fromEntries(found);
}});
</script>"""


class Hostile(BaseHTTPRequestHandler):
    """Serves one page, and remembers what cookies came."""

    page = ""
    cookies: tuple[str, ...] = ()

    def do_GET(self) -> None:
        """The page."""
        Hostile.cookies += (self.headers.get("Cookie") or "",)
        body = Hostile.page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def hostile() -> Iterator[int]:
    """The port of a server with the hostile page."""
    with ThreadingHTTPServer((HERE, 0), Hostile) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,)).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


def deadline(home: Path) -> datetime:
    """When the open phase of the game is due; it is not paused."""
    with open_home(home, datetime.now(UTC), "a test", locking=False) as opened:
        row = opened.game_row(GAME)
    assert row.deadline is not None
    assert row.paused_at is None
    return row.deadline


def word_of(tab: Tab, action: str) -> str:
    """The word of a form in a page."""
    return str(tab.says(f"document.querySelector('form[action$=\"/{action}\"] input[name=form]').value"))


def assert_harmless(tab: Tab) -> None:
    """What a hostile page has tried has given it nothing."""
    tab.wait("window.found")
    assert tab.says("found") == dict.fromkeys(("read", "blind", "post", "shot", "key"), "failed")
    tab.wait("document.getElementById('img').complete")
    assert tab.says("document.getElementById('img').naturalWidth") == 0
    for frame in ("frame", "object"):
        assert tab.says(f"document.getElementById('{frame}').contentDocument") is None


def test_a_referee_works_and_no_other_page_reads_or_changes_a_thing(shell: Shell, tmp_path: Path) -> None:
    room = Room(shell.home, datetime.now(UTC) - timedelta(minutes=10), count=500)
    evil = 'Is it <img src="x" onerror="window.hacked = 1"> so?'
    room.home.store.notices.note("player-note", room.now, GAME, seat="moroccan", text=evil, mail="3f9ac1d0")
    room.close()
    rules = f"--host-resolver-rules=MAP {EVIL} {HERE}"
    with serving(shell.home) as desk, hostile() as port, browser(tmp_path, rules) as chromium:
        access, due = desk.access, deadline(shell.home)
        base = access.origin + access.base
        ours = chromium.tab()
        ours.go(access.address, "document.querySelector('.games')")
        assert ours.says("location.href") == base
        assert "<img src=" in ours.says("document.body.innerText")
        assert ours.says("[...document.images].length") == 1
        assert ours.says("document.cookie") == ""

        # Hostile pages of another port of this machine, to which cookies go, and of another name; both know the path,
        # and a form's word that is good.
        ours.go(f"{base}game/{GAME}")
        for name in (HERE, EVIL):
            for target in ("sink", "_self"):
                word = word_of(ours, "pause")
                Hostile.page = PAGE.format(base=base, word=word, key=access.address, target=target)
                theirs = chromium.tab()
                theirs.go(f"http://{name}:{port}/")
                assert_harmless(theirs)
                if target == "_self":
                    theirs.says("document.getElementById('form').submit()")
                    theirs.wait("document.querySelector('.trouble')")
                    assert "another page" in theirs.says("document.body.innerText")
        assert set(Hostile.cookies) == {""}
        assert_rebound_is_deaf(chromium, desk.server_port, access.base, word_of(ours, "pause"))
        assert list(desk.runs) == []
        assert deadline(shell.home) == due

        # The same word is good in its own page, and once.
        ours.says('document.querySelector(\'form[action$="/extend"] [name=why]\').value = "Ana\'s away"')
        ours.press("form[action$='/extend'] button")
        ours.wait("document.querySelector('pre.typed')")
        said = ours.says("document.body.innerText")
        assert f"pbem --home {shell.home} extend {GAME} 24h --why 'Ana'\"'\"'s away'" in said
        assert f"due {due + timedelta(days=1):%Y-%m-%d %H:%M} UTC." in said
        assert deadline(shell.home) == due + timedelta(days=1)
        ours.says("history.back()")
        ours.wait("document.querySelector('form[action$=\"/extend\"] button')")
        assert ours.says("window.hacked") is None
        later = chromium.tab(400)
        later.go(access.address)
        assert "has been used" in later.says("document.body.innerText")
        later.go(base, "document.querySelector('.games')")
        assert later.says("document.documentElement.scrollWidth") == 400, "nothing is wider than a phone"
        assert later.says("document.querySelector('.games img').complete") in (True, False)


def assert_rebound_is_deaf(chromium: Browser, port: int, path: str, word: str) -> None:
    """A name that was bound anew to this machine: for the browser its pages and the desk are of one origin."""
    tab = chromium.tab()
    tab.ask("Page.setBypassCSP", enabled=True)  # the page that stays there is the attacker's
    tab.go(f"http://{EVIL}:{port}{path}", "document.querySelector('.trouble')")
    assert "answers only under http://127.0.0.1" in tab.says("document.body.innerText")
    read = tab.says(f"fetch('{path}').then(async (r) => r.status + await r.text())")
    assert read.startswith("421")
    assert GAME not in read
    body = f"new URLSearchParams({{form: '{word}'}})"
    sent = tab.says(f"fetch('{path}do/pause', {{method: 'POST', body: {body}}}).then((r) => r.status)")
    assert sent == 421
