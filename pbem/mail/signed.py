"""Does the sender's own domain vouch for a mail? DKIM signatures, or what a trusted server wrote of them.

DKIM says which domain sent a mail, never which person. A signature that says nothing of the From address counts as
none: a foreign domain, a body length (`l=`: anything may follow it), SHA-1, a time that is past or to come, a key that
is too short. Whoever forges a mail may leave the signature out, so "none" is never better than "fail" for him.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pbem.mail.message import Message

Result = Literal["pass", "fail", "none", "unasked"]
Dns = Callable[[bytes], bytes | None]
_MOST = 5  # signatures of one mail that are looked at
_FROM = re.compile(rb"^from[ \t]*:", re.I | re.M)
_BLANK = re.compile(rb"\r?\n\r?\n")
_SAYS_NOTHING = ("value is in the future", "value is past", "too small", "pynacl")
SECONDS = 5.0


class Silent(OSError):
    """The name server gave no answer at all: whether a signature is good cannot be known now."""


@dataclass(frozen=True, slots=True)
class Signed:
    """Whether the domain of the From address signed the mail, and which domain it was ("" unless it passed).

    `unasked`: there is a signature, but no name server answered; never a reason to refuse.
    """

    result: Result
    domain: str = ""

    def __str__(self) -> str:
        """As it is kept with the mail: "pass example.org"."""
        return f"{self.result} {self.domain}".rstrip()


def signed(raw: bytes, sender: str, dns: Dns) -> Signed:
    """Check the DKIM signatures of a raw mail. `dns` gives the TXT record of a name, None if there is none; or Silent.

    Never raises. The mail passes with one good signature of the sender's domain, or of a domain above it.
    """
    results = list(_each(raw, sender, dns))
    passed = next((each for each in results if each.result == "pass"), None)
    rest = {each.result for each in results}
    return passed or Signed("unasked" if "unasked" in rest else "fail" if "fail" in rest else "none")


def told(message: Message, authserv_id: str) -> Signed:
    """What the topmost Authentication-Results header of the server `authserv_id` says of DKIM. Never raises.

    Headers of any other name are what somebody wrote: they count for nothing, wherever they stand.
    """
    for value in message.all("authentication-results"):
        found = _results(value)
        if found is not None and found.authserv_id == authserv_id:
            return _of_server(found, message.sender)
    return Signed("none")


def aligned(domain: str, sender: str) -> bool:
    """Whether a domain is that of an address, or one above it; a top-level domain is above nobody."""
    own = sender.rpartition("@")[2].lower()
    return "." in domain and (own == domain or own.endswith(f".{domain}"))


def _each(raw: bytes, sender: str, dns: Dns) -> Iterator[Signed]:
    """The verdict on each signature of a mail that says anything of its sender, topmost first."""
    import dkim

    if _two_ways_to_read(raw):
        return
    for index in range(_MOST):
        try:
            found = dkim.DKIM(raw)
            marks = [value for name, value in found.headers if name.lower() == b"dkim-signature"]
            if index >= len(marks):
                return
            domain = _speaks_for(marks[index], sender)
        except Exception:  # bytes are hostile; the library raises nearly anything
            continue
        if domain:
            yield Signed(_verified(found, index, dns), domain)


def _two_ways_to_read(raw: bytes) -> bool:
    """Whether library and parser may disagree on what the header says: lone CRs, NULs, no or two From lines."""
    blank = _BLANK.search(raw)
    head = raw[: blank.start()] if blank else raw
    return b"\0" in head or b"\r" in head.replace(b"\r\n", b"") or len(_FROM.findall(head)) != 1


def _speaks_for(mark: bytes, sender: str) -> str:
    """The domain of a signature that says something of the sender; else nothing. Raises where it is unreadable."""
    from dkim.util import parse_tag_value

    tags = parse_tag_value(mark)
    domain = bytes(tags[b"d"]).decode("ascii").lower()
    covers = b"from" in re.split(rb"\s*:\s*", bytes(tags[b"h"]).strip().lower())
    good = covers and b"l" not in tags and not bytes(tags[b"a"]).endswith(b"sha1")
    return domain if good and aligned(domain, sender) else ""


def _verified(found: Any, index: int, dns: Dns) -> Result:
    def ask(name: bytes, timeout: float = SECONDS) -> bytes | None:
        return dns(name)

    try:
        return "pass" if found.verify(idx=index, dnsfunc=ask) else "fail"
    except Silent:
        return "unasked"
    except Exception as wrong:  # as above
        return "none" if any(words in str(wrong) for words in _SAYS_NOTHING) else "fail"


def _results(value: str) -> Any:
    """An Authentication-Results header, read; None where it cannot be."""
    from authres import AuthenticationResultsHeader

    try:
        return AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except Exception:  # SyntaxError as a rule
        return None


def _of_server(found: Any, sender: str) -> Signed:
    """The verdict of a server: a pass of the sender's domain, else a fail of it."""
    failed = False
    for each in found.results:
        if str(each.method).lower() != "dkim":
            continue
        domain = _domain_of(each)
        if aligned(domain, sender):
            result = str(each.result).lower()
            if result == "pass":
                return Signed("pass", domain)
            failed = failed or result in ("fail", "policy")
    return Signed("fail") if failed else Signed("none")


def _domain_of(each: Any) -> str:
    """The domain that a result is about: header.d, or the right side of header.i."""
    named = {str(p.name).lower(): str(p.value) for p in each.properties if str(p.type).lower() == "header"}
    return (named.get("d") or named.get("i", "").rpartition("@")[2]).lower()
