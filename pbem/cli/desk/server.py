"""The desk over HTTP, for this machine alone: what it lets in, what it answers with.

The server of the standard library is enough: one visitor, a few pages, no file served by its name.
"""

import secrets
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from pbem.cli.common import explained
from pbem.cli.desk.access import HERE, Access, Barred
from pbem.cli.desk.actions import ACTIONS, TEXT, Runs, command_words
from pbem.cli.desk.pages import Page, Pages
from pbem.cli.speech.language import tr
from pbem.errors import BadInput

LARGEST = 200_000  # bytes of a form
PATIENCE = 15.0  # seconds in which a command is waited for before its page says that it runs
SLOWEST = 60.0  # seconds for which a visitor may say nothing
OPEN = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
STRICT = OPEN + "img-src 'self'; style-src 'nonce-{nonce}'; form-action 'self'"
LETTER = OPEN + "style-src 'unsafe-inline'; form-action 'none'; sandbox"
"""For a report as it was mailed: its styles stand in its lines."""
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Desk(ThreadingHTTPServer):
    """The server, bound to 127.0.0.1; port 0 takes one that is free. OSError where the port is taken."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, port: int, make: Callable[[int], tuple[Access, Pages, Runs]]) -> None:
        super().__init__((HERE, port), Visit)
        self.access, self.pages, self.runs = make(self.server_port)

    def server_bind(self) -> None:
        """Take the port; no name server is asked who we are."""
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = HERE, self.socket.getsockname()[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a visitor that went away."""


class Visit(BaseHTTPRequestHandler):
    """One request. Whatever goes wrong in it is a page."""

    server: Desk
    server_version = "pbem"
    sys_version = ""
    timeout = SLOWEST

    def do_GET(self) -> None:
        """Show a page."""
        self._answered(self._show)

    def do_POST(self) -> None:
        """Run the command of a form."""
        self._answered(self._act)

    def _answered(self, answer: Callable[[str], None]) -> None:
        nonce, access = secrets.token_urlsafe(16), self.server.access
        try:
            access.require_own(self.command, self.headers, entering=not self.path.startswith(access.base))
            answer(nonce)
        except Barred as barred:
            self._send(self._refusal(str(barred), nonce), nonce, barred.status)
        except BadInput as wrong:
            self._send(self._refusal(explained(wrong), nonce), nonce, 404)
        except Exception as wrong:  # of this page alone; the desk stays
            self._send(self._refusal(explained(wrong), nonce), nonce, 500)

    def _refusal(self, why: str, nonce: str) -> Page:
        return self.server.pages.render("wrong", nonce, why=why)

    def _show(self, nonce: str) -> None:
        access, pages = self.server.access, self.server.pages
        if not self.path.startswith(access.base):
            cookie = access.enter(self.path, self.headers)
            self._send(pages.render("enter", nonce), nonce, cookie=cookie)
            return
        access.require_session(self.headers)
        page = pages.page(self.path.removeprefix(access.base), nonce)
        if page is None:
            raise Barred(404, tr("There is no such page at this desk."))
        self._send(page, nonce)

    def _act(self, nonce: str) -> None:
        access, runs = self.server.access, self.server.runs
        if not self.path.startswith(access.base):
            raise Barred(403, tr("This desk opens with the address that 'pbem desk' has printed."))
        access.require_session(self.headers)
        where, _, name = self.path.removeprefix(access.base).partition("/")
        action = ACTIONS.get(name)
        if where != "do" or action is None:
            raise Barred(404, tr("There is no such page at this desk."))
        given = self._form()
        form = access.take(name, given.get("form", ""))
        values = {each.name: given.get(each.name, "").strip() for each in action.fields}
        for each in action.fields:
            if each.required and not values[each.name]:
                raise Barred(400, tr("Something is left empty: go back and fill it in. Nothing was done."))
        back = "/".join(next(iter(form.fixed.items()), ()))  # game/NAME, mail/NUMBER
        run = runs.start(command_words(action, {**values, **form.fixed}), values.get(TEXT, ""), back)
        run.done.wait(PATIENCE)
        self.send_response(303)
        self.send_header("Location", f"{access.base}run/{run.number}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _form(self) -> dict[str, str]:
        """What a form has sent, with lines as they are in files. Barred where it is too large, or no form."""
        length = self.headers.get("Content-Length", "")
        kind = self.headers.get_content_type()
        if kind != "application/x-www-form-urlencoded" or not (length.isascii() and length.isdecimal()):
            raise Barred(400, tr("This is no form of the desk. Nothing was done."))
        if len(length) > 9 or int(length) > LARGEST:
            raise Barred(413, tr("This is more than a form of the desk can send. Nothing was done."))
        body = self.rfile.read(int(length)).decode("ascii", "replace")
        found = parse_qs(body, keep_blank_values=True, max_num_fields=20)
        return {name: values[0].replace("\r\n", "\n").replace("\0", "") for name, values in found.items()}

    def _send(self, page: Page, nonce: str, status: int = 200, cookie: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", page.type)
        self.send_header("Content-Length", str(len(page.body)))
        self.send_header("Content-Security-Policy", STRICT.format(nonce=nonce) if page.strict else LETTER)
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(page.body)

    def end_headers(self) -> None:
        """End the headers with those of every answer."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing: the addresses hold the key."""
