"""OAuth2 for the servers of the tests: a provider that knows which tokens are good, submission that asks for one."""

import json
import threading
from base64 import b64decode
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import AuthResult

from tests.servers.mailservers import Relay

CONF = """
auth_mechanisms = plain login xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {root}/oauth2.conf
}}
"""
ASKING = """
introspection_url = http://127.0.0.1:{port}/tokeninfo
introspection_mode = auth
username_attribute = email
active_attribute = active
active_value = true
force_introspection = yes
"""


@dataclass
class Provider:
    """Who says whether a token is good, and whose: `tokens` are users by token. `asked` are the tokens it was shown."""

    tokens: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    _server: ThreadingHTTPServer | None = None

    def start(self) -> int:
        """Answer on a port of the loopback: its number."""
        provider = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                user = provider.user(self.headers.get("Authorization", "").removeprefix("Bearer "))
                said = json.dumps({"email": user, "active": True} if user else {"active": False}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing to the tests' output."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return int(self._server.server_address[1])

    def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def user(self, token: str) -> str | None:
        """Whose a token is."""
        self.asked.append(token)
        return self.tokens.get(token)


def configuration(root: Path, port: int) -> str:
    """What a Dovecot at `root` has in its configuration to ask a provider at a port; its own file is written."""
    (root / "oauth2.conf").write_text(ASKING.format(port=port))
    return CONF.format(root=root)


@dataclass
class OAuthRelay(Relay):
    """Submission that takes a token in place of a password, and tells why it takes none as the large providers do."""

    provider: Provider = field(default_factory=Provider)

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> AuthResult:
        """The answer to AUTH XOAUTH2."""
        fields = dict(part.partition("=")[::2] for part in b64decode(args[1]).decode().split("\1") if part)
        if self.provider.user(fields["auth"].removeprefix("Bearer ")) == fields["user"]:
            return AuthResult(success=True, auth_data=fields["user"])
        await server.challenge_auth(b'{"status":"400"}')
        return AuthResult(success=False, handled=False)
