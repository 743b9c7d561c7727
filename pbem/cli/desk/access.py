"""Who may speak with the desk: whoever had its address first, from pages of its own and from nowhere else.

A cookie of 127.0.0.1 goes to every port there, so this one holds for a path that nobody else knows: a server on another
port is never sent it.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from hmac import compare_digest

from pbem.cli.speech.language import tr
from pbem.phrases import marked

HERE = "127.0.0.1"
SCHEME = "http://"
COOKIE = "pbem-desk"
SESSION = "{cookie}={secret}; Path={path}; HttpOnly; SameSite=Strict"
FORMS = 2000  # forms that were shown and may still be sent

FOREIGN = marked("This came from another page than the desk's own. Nothing was done.")


class Barred(Exception):
    """A visitor is turned away, with an HTTP status and a sentence that tells nothing of any game."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True, slots=True)
class Prepared:
    """A form as it was shown: what its button does, and the values in it that are not the visitor's to choose."""

    action: str
    fixed: Mapping[str, str]


@dataclass
class Access:
    """The key of the address, the one session that it opens, and the forms that were shown in it."""

    port: int
    key: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    place: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)
    _secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    _used: bool = False
    _forms: "OrderedDict[str, Prepared]" = field(default_factory=OrderedDict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def origin(self) -> str:
        """The origin of the desk's own pages."""
        return SCHEME + (HERE if self.port == 80 else f"{HERE}:{self.port}")

    @property
    def address(self) -> str:
        """The address that opens the desk, once."""
        return f"{self.origin}/{self.key}"

    @property
    def base(self) -> str:
        """Where the pages are, for whoever has the session."""
        return f"/{self.place}/"

    def enter(self, path: str, headers: Message) -> str:
        """Use up the key that is the path; the cookie of the session. Barred for any other, and for a second visit."""
        if not compare_digest(path.encode(), f"/{self.key}".encode()):
            raise Barred(403, tr("This desk opens with the address that 'pbem desk' has printed."))
        if "prefetch" in (headers.get("Sec-Purpose") or headers.get("Purpose") or ""):
            raise Barred(503, tr("This desk opens when it is visited."))
        with self._lock:
            if self._used:
                raise Barred(
                    403,
                    tr(
                        "This address has been used: it opens the desk once. If that was not you, end 'pbem desk'. "
                        "Start it again for another address."
                    ),
                )
            self._used = True
        return SESSION.format(cookie=COOKIE, secret=self._secret, path=self.base)

    def require_session(self, headers: Message) -> None:
        """Barred, unless the cookie of the session came along."""
        cookies = [part.strip() for line in headers.get_all("Cookie") or () for part in line.split(";")]
        wanted = f"{COOKIE}={self._secret}".encode()
        if not any(compare_digest(cookie.encode(), wanted) for cookie in cookies):
            raise Barred(403, tr("This desk opens with the address that 'pbem desk' has printed."))

    def require_own(self, method: str, headers: Message, *, entering: bool) -> None:
        """Barred, unless a request asks for this server by its address, and comes from a page of the desk or by hand.

        `entering`: the address may be followed from anywhere, but only as a page of its own.
        """
        if headers.get_all("Host") != [self.origin.removeprefix(SCHEME)]:
            text = tr("This desk answers only under {origin}.", origin=self.origin)
            raise Barred(421, text)
        site, seen_in = headers.get("Sec-Fetch-Site"), headers.get("Sec-Fetch-Dest")
        if entering and seen_in in (None, "document"):
            return
        if site not in (None, "same-origin", "none") or seen_in in ("iframe", "frame", "embed", "object"):
            raise Barred(403, tr(FOREIGN))
        if method == "POST" and headers.get_all("Origin") != [self.origin]:
            raise Barred(403, tr(FOREIGN))

    def prepare(self, action: str, fixed: Mapping[str, str]) -> str:
        """The word that a form is shown with, and that it is sent back with once."""
        word = secrets.token_urlsafe(24)
        with self._lock:
            self._forms[word] = Prepared(action, dict(fixed))
            while len(self._forms) > FORMS:
                self._forms.popitem(last=False)
        return word

    def take(self, action: str, word: str) -> Prepared:
        """The form of a word, which is used up. Barred for one that was sent already, or was never shown."""
        with self._lock:
            found = self._forms.pop(word, None)
        if found is None or found.action != action:
            raise Barred(
                409,
                tr("This form was sent already, or its page is too old: go back and load it again. Nothing was done."),
            )
        return found
