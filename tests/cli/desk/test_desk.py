"""`pbem desk` over HTTP: its pages change nothing, its buttons run commands, and it is deaf to all but its own."""

import http.client
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode, urljoin

import pytest

from pbem.cli.desk import access
from pbem.cli.desk.access import HERE, Access
from pbem.cli.desk.actions import ACTIONS, Runs, command_words, shown_line
from pbem.cli.desk.pages import STAGES, Pages
from pbem.cli.desk.server import LARGEST, Desk
from pbem.referee.home import lifecycle
from pbem.referee.home.home import open_home
from tests.cli.making import BAD, Shell, commands, copied
from tests.cli.test_look import fingerprint
from tests.pages import page_of, words_of
from tests.referee.making import GAME, REFEREE, Room

NOTE = "Does the road count on <b>both</b> & all banks?"


@dataclass
class Got:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The page as it was sent."""
        return self.body.decode()

    @property
    def words(self) -> str:
        """What it says."""
        return " ".join(words_of(self.text).split())


@dataclass
class Visitor:
    """A browser without a mind of its own: it sends what it is told to."""

    desk: Desk
    cookie: str = ""
    usual: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: str | bytes | None = None, **headers: str | None) -> Got:
        """Send a request; headers (`_` for `-`) replace the usual or, None, go."""
        origin = self.desk.access.origin
        given: dict[str, str | None] = {"Host": origin[7:], "Cookie": self.cookie or None, **self.usual}
        if method == "POST":
            given |= {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        line = http.client.HTTPConnection(HERE, self.desk.server_port, timeout=60)
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = body.encode() if isinstance(body, str) else body
        for name, value in given.items():
            if value is not None:
                line.putheader(name, value)
        if data is not None and "Content-Length" not in given:
            line.putheader("Content-Length", str(len(data)))
        line.endheaders(data)
        answer = line.getresponse()
        got = Got(answer.status, answer.headers, answer.read())
        line.close()
        return got

    def enter(self) -> "Visitor":
        """Visit the address, as the first."""
        got = self.ask("GET", f"/{self.desk.access.key}")
        assert got.status == 200
        self.cookie = got.headers["Set-Cookie"].partition(";")[0]
        return self

    def see(self, path: str = "") -> Got:
        """A page of the desk."""
        return self.ask("GET", self.desk.access.base + path)

    def form(self, path: str, action: str) -> dict[str, str]:
        """The fields of a form as a page shows them."""
        form = page_of(self.see(path).text).query_selector(f"form[action$='/{action}']")
        assert form is not None, (path, action)
        fields = form.query_selector_all("input, textarea")
        return {str(each.getattr("name")): each.getattr("value") or "" for each in fields}

    def press(self, path: str, action: str, **values: str) -> Got:
        """Fill a form in and send it; the page with what became of it."""
        return self.send(action, {**self.form(path, action), **values})

    def send(self, action: str, fields: dict[str, str], **headers: str | None) -> Got:
        """Send a form."""
        got = self.ask("POST", f"{self.desk.access.base}do/{action}", urlencode(fields), **headers)
        return self.ask("GET", got.headers["Location"]) if got.status == 303 else got


@contextmanager
def serving(home: Path) -> Iterator[Desk]:
    """A desk for a mailbox folder, in this process."""

    def make(port: int) -> tuple[Access, Pages, Runs]:
        entry, runs = Access(port), Runs(str(home))
        return entry, Pages(home, entry, runs), runs

    with Desk(0, make) as desk:
        thread = threading.Thread(target=desk.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield desk
        finally:
            desk.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def home(mailbox: Shell, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The skirmish with a refused line, a note to the referee and an address that fails; nobody may change it."""

    shell = copied(mailbox.home, tmp_path_factory.mktemp("desk") / "home")
    room = Room(shell.home, datetime.now(UTC) - timedelta(minutes=10), count=500)
    room.says("moroccan", f"{BAD}NOTE TO REFEREE\n{NOTE}\n")
    room.tick()
    room.home.store.seats.change(GAME, "spanish", name="Ana")
    room.home.store.bounces.note(GAME, "spanish", "ana@example.org", "5.1.1", room.now)
    room.close()
    return shell.home


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    with serving(home) as found:
        yield found


@pytest.fixture
def visitor(desk: Desk) -> Visitor:
    """The referee's browser, with the session."""
    return Visitor(desk).enter()


# Looking --------------------------------------------------------------------------------------------------------------


def test_every_page_that_is_linked_is_there_and_changes_nothing(visitor: Visitor, home: Path) -> None:
    Shell(home)("status")
    before, base = fingerprint(home), visitor.desk.access.base
    seen: dict[str, Got] = {}
    ahead = [base]
    while ahead:
        path = ahead.pop()
        seen[path] = got = visitor.ask("GET", path)
        assert got.status == 200, path
        if got.headers.get_content_type() == "text/html":
            tree = page_of(got.text)
            links = [each.getattr("href") for each in tree.query_selector_all("a")]
            links += [each.getattr("src") for each in tree.query_selector_all("img")]
            found = {urljoin(path, link) for link in links if link and not link.startswith("mailto:")}
            ahead += sorted(each for each in found - seen.keys() - set(ahead) if each.startswith("/"))
    assert {path.removeprefix(base).partition("/")[0] for path in seen} == {"", "game", "mails", "mail"}
    assert {f"{base}game/{GAME}/{end}" for end in ("map.png", "history", "report/spanish")} <= seen.keys()
    assert fingerprint(home) == before
    assert list(visitor.desk.runs) == []


def test_the_page_says_who_is_awaited_and_what_waits(visitor: Visitor) -> None:
    said = visitor.see().words
    for part in (GAME, "running", "La Legión", "Moroccan movement", "Awaited Moroccans", "since ", "Deadline ",
                 "in 3 days", "1 came back", NOTE):  # fmt: skip
        assert part in said, part
    page = visitor.see(f"game/{GAME}")
    for part in ("refused: MOVE beni-2 0101", "mails to ana@example.org come back (5.1.1): 1", "omar@example.org"):
        assert part in page.words, part
    assert page_of(page.text).query_selector("script") is None
    assert "cer-1" not in page.text, "no orders, and no position but on the map"


def test_a_seat_is_called_by_its_side_and_player(visitor: Visitor) -> None:
    for path in ("mails", f"game/{GAME}"):
        said = visitor.see(path).words
        assert {"Spanish (Ana)", "Moroccans"} == {each for each in ("Spanish (Ana)", "Moroccans") if each in said}, path
        assert not re.search(r"example\.org (melilla · )?(moroccan|spanish)", said), path


def test_a_notice_names_the_seat_as_people_do_and_what_is_to_be_typed_only_where_no_button_does_it(
    home: Path, visitor: Visitor
) -> None:
    with open_home(home, datetime.now(UTC), "test") as opened:
        opened.store.notices.note("seat-vacant", datetime.now(UTC), GAME, seat="moroccan", of=GAME)
        opened.store.notices.note("mail-failed", datetime.now(UTC), GAME, seat="who@example.org", why="no such user")
    said = visitor.see().words
    assert "writes: “" in said
    assert "A mail to who@example.org was refused for good (no such user)." in said
    assert "Nobody plays Moroccans any longer" in said
    for wrong in ("pbem mail show", "pbem mail answer", "pbem mail retry", "pbem seat replace", "moroccan writes"):
        assert wrong not in said, wrong


def test_the_mails_of_a_former_player_do_not_bear_the_new_ones_name(shell: Shell) -> None:
    assert shell("seat", "replace", GAME, "spanish=Eva <eva@example.org>,es", "--why", "x").code == 0
    with serving(shell.home) as desk:
        said = Visitor(desk).enter().see("mails").words
    assert "eva@example.org melilla · Spanish (Eva)" in said
    assert "ana@example.org melilla · Spanish welcome" in said


def test_the_history_says_who_sent_what_and_what_came_of_it(home: Path, visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.see(f"game/{GAME}/history")
    said = page.words
    for part in ("Turn 1 · problems: 2", "Moroccans · mail · orders · lines taken: 1",
                 "still to place: cer-1, cer-2, cer-3", "refused: MOVE beni-2 0101 – ",
                 "Orders of Spanish (Ana): 3 DEPLOY cer-1 0202", "Moroccans · report · sent"):  # fmt: skip
        assert part in said, part
    assert "MOVE beni-1 0402" not in said, "a phase that is still to be run"
    assert said.index("Orders of Spanish (Ana): 3") < said.index("lines taken: 1"), "in the order of time"
    file = tmp_path / "map.png"
    assert Shell(home)("map", GAME, "--turn", "1", "-o", str(file)).code == 0
    assert visitor.see(f"game/{GAME}/map/1.png").body == file.read_bytes()
    assert visitor.see(f"game/{GAME}/map/9.png").status == 404


def test_the_history_has_dice_and_what_a_hand_did(shell: Shell) -> None:
    orders = shell.file("orders.txt", "MOVE beni-1 0303\nHOLD beni-2\nHOLD beni-3\nDONE\n")
    shell("submit", GAME, "--seat", "moroccan", orders)
    shell("pause", GAME, "--why", "a holiday")
    shell("resume", GAME)
    for _ in range(4):
        shell("adjudicate", GAME, "--now")
    with serving(shell.home) as desk:
        said = Visitor(desk).enter().see(f"game/{GAME}/history").words
    for part in ("Moroccans · dictated to you · lines taken: 3", "The reason: a holiday", "Rolls: 1 weather: 4 · nor"):
        assert part in said, part
    where = [said.index("Turn 2"), said.index("Turn 1"), said.index("dictated"), said.rindex("Orders of Moroccans: 3")]
    assert where == sorted(where)


def test_what_a_computer_player_sends_is_dictated_by_nobody(shell: Shell) -> None:
    shell("seat", "bot", GAME, "moroccan")
    shell("tick")
    shell("adjudicate", GAME, "--now")
    with serving(shell.home) as desk:
        said = Visitor(desk).enter().see(f"game/{GAME}/history").words
    assert "4. turn 1, Moroccan movement" in said
    assert "a computer player" in said
    assert "dictated" not in said


def test_the_map_is_what_everybody_may_see(visitor: Visitor, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "map.png"
    assert Shell(home)("map", GAME, "-o", str(file)).code == 0
    assert visitor.see(f"game/{GAME}/map.png").body == file.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "pbem.toml", "../pbem.toml", "%2e%2e/pbem.toml", "game/../../.pbem/pbem.db", "game/%2e%2e%2f%2e%2e/map.png",
        "game/melila", "game/melilla/state.json", "game/melilla/map.png/..", "game/melilla/report/spanish/1/2",
        "game/melilla/report/spanish/..", "mail/zz", "run/1", "run/-1", "run/%D9%A1", "do/tick", "do/pause", "desk.css",
        "?game=melilla",
    ],
)  # fmt: skip
def test_what_the_desk_does_not_know_is_not_there(visitor: Visitor, path: str) -> None:
    got = visitor.see(path)
    assert got.status == 404
    assert "no such page" in got.words


def test_what_cannot_be_shown_is_a_sentence(visitor: Visitor) -> None:
    got = visitor.see("game/melilla/report/nobody")
    assert (got.status, "has no seat 'nobody'" in got.words) == (404, True)
    assert "There is no mail abcd" in visitor.see("mail/abcd").words


def test_a_game_that_was_handed_over_is_shown_without_buttons(shell: Shell) -> None:
    assert shell("export", GAME, "-o", str(shell.home / "out.pbem"), "--private", "--why", "away").code == 0
    with serving(shell.home) as desk:
        visitor = Visitor(desk).enter()
        assert "handed over" in visitor.see().words
        page = visitor.see(f"game/{GAME}")
        assert (page.status, "handed over" in page.words) == (200, True)
        assert page_of(page.text).query_selector("form[action$='/extend']") is None


def test_every_stage_has_its_word() -> None:
    assert STAGES.keys() == set(lifecycle.STAGES)


# Acting ---------------------------------------------------------------------------------------------------------------


def test_buttons_run_the_commands_that_they_show(shell: Shell) -> None:
    with open_home(shell.home, datetime.now(UTC), "a test") as opened:
        due = opened.game_row(GAME).deadline
    assert due is not None
    with serving(shell.home) as desk:
        visitor = Visitor(desk).enter()
        why = "Ana's away; $(rm -rf ~) --yes"
        form = visitor.form(f"game/{GAME}", "extend")
        got = visitor.send("extend", {**form, "time": "24h", "why": why})
        line = shlex.join(["pbem", "--home", str(shell.home), "extend", GAME, "24h", "--why", why])
        assert line in got.words
        assert f"melilla: due {due + timedelta(days=1):%Y-%m-%d %H:%M} UTC." in got.words
        again = visitor.send("extend", {**form, "time": "24h", "why": why})
        assert (again.status, "was sent already" in again.words) == (409, True)
        refused = visitor.press(f"game/{GAME}", "extend", time="--help me")
        assert "exit code 2" in refused.words
        assert visitor.press(f"game/{GAME}", "extend", time=" ").status == 400
        visitor.press(f"game/{GAME}", "broadcast", text="Back on\r\nMonday ¿no?\0")
        assert [run.number for run in desk.runs] == [3, 2, 1]
    with open_home(shell.home, datetime.now(UTC), "a test") as opened:
        assert opened.game_row(GAME).deadline == due + timedelta(days=1)
        assert [each.why for each in opened.store.decisions.of(game=GAME)] == [why]
        (press,) = opened.store.press.of(game=GAME)
        assert press.text == "Back on\nMonday ¿no?"


def test_a_seat_is_given_to_another_player_and_to_a_computer_player(shell: Shell) -> None:
    with serving(shell.home) as desk:
        visitor = Visitor(desk).enter()
        page = visitor.see(f"game/{GAME}").words
        assert "Spanish: Give the seat to another player" in page
        assert "pbem seat replace melilla spanish=ADDRESS[,LANGUAGE[,ZONE]] [--why TEXT]" in page
        forms = page_of(visitor.see(f"game/{GAME}").text).query_selector_all("form[action$='/replace']")
        words = [each.query_selector("input[name=form]").getattr("value") for each in forms]
        assert len(words) == 2, "one for each seat"
        got = visitor.send("replace", {"form": words[1], "player": "Eva <eva@example.org>,es", "why": "no time"})
        assert "melilla: eva@example.org plays spanish now." in got.words
        assert "Spanish (Eva)" in visitor.see(f"game/{GAME}").words
        wrong = visitor.send("replace", {"form": words[0], "player": "--off"})
        assert "'moroccan=--off': '--off' is not a mail address." in wrong.words
        assert "a computer player holds moroccan now" in visitor.press(f"game/{GAME}", "bot").words
        assert "no computer player holds moroccan now" in visitor.press(f"game/{GAME}", "unbot").words


def test_the_history_leads_back_and_what_is_taken_back_is_shown_first(shell: Shell) -> None:
    phase = "1.moroccan-movement"
    assert shell("adjudicate", GAME, "--now").code == 0
    with serving(shell.home) as desk:
        visitor = Visitor(desk).enter()
        before = fingerprint(shell.home)
        link = f"game/{GAME}/back/{phase}"
        assert f'href="{desk.access.base}{link}"' in visitor.see(f"game/{GAME}/history").text
        page = visitor.see(link).words
        for part in (f"melilla: back to before {phase}, with new dice", "turn 1: moroccan-movement", "the same dice",
                     "Nothing is done yet"):  # fmt: skip
            assert part in page, part
        assert fingerprint(shell.home) == before
        old, new = visitor.form(link, "rollback"), visitor.form(link, "rollback")
        shell("adjudicate", GAME, "--now")
        late = visitor.send("rollback", old)
        assert "melilla was played on meanwhile" in late.words
        assert late.words.count(f"rollback {GAME} {phase} --seen") == 1
        assert visitor.send("rollback", new).words.count("was played on meanwhile") == 1
        assert f"melilla stands at {phase}." in visitor.press(link, "rollback", why="the road").words
        assert visitor.see(link).status == 404, "it is in force no longer"
        past = visitor.see(f"game/{GAME}/history").text
        assert ("/back/1." in past, f"/back/{phase}" in past) == (True, False)


@pytest.mark.parametrize("name", ACTIONS)
def test_every_button_is_a_command_that_could_be_typed(name: str) -> None:
    action, fixed = ACTIONS[name], {"game": GAME, "mail": "3f9ac1d0", "seat": "spanish", "phase": "1.x", "seen": "4"}
    whole = command_words(action, {**fixed, **{each.name: "24h" for each in action.fields}})
    least = command_words(action, {**fixed, **{each.name: "24h" if each.required else "" for each in action.fields}})
    for said in (whole, least):
        (words,) = [each for each in commands() if tuple(said[: len(each)]) == each]
        options = {option for parameter in commands()[words].params for option in parameter.opts}
        assert {word for word in said if word.startswith("--")} <= options
    assert ("--why" in whole) == any("--why" in each.opts for each in commands()[words].params)
    assert shown_line(action, fixed).startswith(f"pbem {' '.join(words)}")


# Not acting -----------------------------------------------------------------------------------------------------------

FOREIGN = (
    "http://127.0.0.1:1",
    "http://localhost:{port}",
    "http://evil.example",
    "https://127.0.0.1:{port}",
    "null",
    "",
)
HOSTS = ("evil.example:{port}", "localhost:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", "")


def test_the_address_opens_once(desk: Desk) -> None:
    first, second = Visitor(desk), Visitor(desk)
    assert first.ask("GET", f"/{desk.access.key}", Sec_Purpose="prefetch").status == 503
    assert first.ask("GET", f"/{desk.access.key}", Sec_Fetch_Dest="image", Sec_Fetch_Site="cross-site").status == 403
    got = first.ask("GET", f"/{desk.access.key}", Sec_Fetch_Dest="document", Sec_Fetch_Site="cross-site")
    cookie = got.headers["Set-Cookie"]
    assert {part.strip() for part in cookie.split(";")[1:]} == {
        f"Path={desk.access.base}",
        "HttpOnly",
        "SameSite=Strict",
    }
    assert desk.access.key not in got.text
    late = second.ask("GET", f"/{desk.access.key}")
    assert (late.status, late.headers["Set-Cookie"], "has been used" in late.words) == (403, None, True)
    for path in ("/", desk.access.base, f"/{desk.access.key}x", "/favicon.ico"):
        assert second.ask("GET", path).status == 403
        assert GAME not in second.ask("GET", path).text


@pytest.mark.parametrize("host", HOSTS)
def test_another_host_is_not_answered(visitor: Visitor, host: str) -> None:
    """As a name that was bound anew to this machine would ask."""
    port = visitor.desk.server_port
    got = visitor.ask("GET", visitor.desk.access.base, Host=host.format(port=port))
    assert got.status == 421
    assert GAME not in got.text
    form = visitor.form(f"game/{GAME}", "pause")
    assert visitor.send("pause", form, Host=host.format(port=port)).status == 421
    assert list(visitor.desk.runs) == []


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_a_form_of_another_origin_is_not_taken(visitor: Visitor, origin: str | None) -> None:
    """Though it knew all: the path, the cookie, and the word of a form that was shown."""
    form = visitor.form(f"game/{GAME}", "pause")
    given = None if origin is None else origin.format(port=visitor.desk.server_port)
    got = visitor.send("pause", form, Origin=given)
    assert (got.status, "another page" in got.words) == (403, True)
    assert list(visitor.desk.runs) == []


@pytest.mark.parametrize("how", [{"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
                                 {"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Dest": "iframe"}])  # fmt: skip
def test_what_other_pages_ask_for_is_not_shown(visitor: Visitor, how: dict[str, str | None]) -> None:
    for path in ("", f"game/{GAME}/map.png"):
        assert visitor.ask("GET", visitor.desk.access.base + path, **how).status == 403
    assert visitor.send("pause", visitor.form(f"game/{GAME}", "pause"), **how).status == 403
    assert list(visitor.desk.runs) == []


def test_a_form_is_of_its_button_and_of_a_session(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    form = visitor.form(f"game/{GAME}", "pause")
    assert visitor.send("adjudicate", form).status == 409
    assert visitor.send("pause", {**form, "form": "x"}).status == 409
    form = visitor.form(f"game/{GAME}", "pause")
    stranger = Visitor(visitor.desk)
    for cookie in ("", "pbem-desk=", f"{access.COOKIE}=x", visitor.cookie.replace("pbem-desk", "other")):
        stranger.cookie = cookie
        assert stranger.send("pause", form).status == 403
        assert stranger.see().status == 403
    for body, kind in (
        (b'{"form": 1}', "application/json"),
        (b"form=x", "text/plain"),
        (b"form=x", "multipart/form-data"),
    ):
        assert visitor.ask("POST", f"{visitor.desk.access.base}do/pause", body, Content_Type=kind).status == 400
    large = visitor.ask("POST", f"{visitor.desk.access.base}do/pause", b"", Content_Length=str(LARGEST + 1))
    assert large.status == 413
    for method in ("PUT", "DELETE", "OPTIONS", "HEAD"):
        assert visitor.ask(method, visitor.desk.access.base).status == 501
    monkeypatch.setattr(access, "FORMS", 1)
    form = visitor.form(f"game/{GAME}", "pause")  # others were shown behind it
    assert visitor.send("pause", form).status == 409
    assert list(visitor.desk.runs) == []


def test_every_answer_says_what_a_browser_may_do_with_it(visitor: Visitor) -> None:
    paths = ("", f"game/{GAME}", f"game/{GAME}/map.png", f"game/{GAME}/report/spanish", "nothing")
    for got in (*map(visitor.see, paths), Visitor(visitor.desk).ask("GET", "/")):
        policy = got.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src" not in policy
        assert got.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        assert got.headers["Cache-Control"] == "no-store"
        assert not [name for name in got.headers if name.startswith("Access-Control")]


# The command ----------------------------------------------------------------------------------------------------------


def test_the_command_tells_its_address_and_ends_cleanly(mailbox: Shell) -> None:
    words = [sys.executable, "-m", "pbem", "--home", str(mailbox.home), "desk"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        said = [program.stdout.readline() for _ in range(3)]
        found = re.fullmatch(r"  http://127\.0\.0\.1:(\d+)/[\w-]{43}\n", said[1])
        assert found, said
        taken = mailbox("desk", "--port", found[1])
        assert (taken.code, taken.err) == (3, f"pbem: Port {found[1]} cannot be had: Address already in use.\n")
        with socket.create_connection((HERE, int(found[1]))) as line:
            line.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert line.recv(20).startswith(b"HTTP/1.0 421")
        program.send_signal(signal.SIGINT)
        assert program.stdout.read() == "Stopped.\n"
    assert program.returncode == 0
    assert REFEREE not in "".join(said)


def test_where_there_is_no_mailbox_it_says_so(tmp_path: Path) -> None:
    found = Shell(tmp_path)("desk")
    assert found.code == 2
    assert "pbem.toml" in found.err
