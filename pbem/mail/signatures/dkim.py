"""Does the sender's own domain vouch for a mail? DKIM signatures, or what a trusted server wrote of them.

DKIM says which domain sent a mail, never which person. A signature that says nothing of the From address counts as
none: a foreign domain, a body length (`l=`: anything may follow it), SHA-1, a time that is past or to come, a key that
is too short. Nor does one under a mail with two of a header that there is one of: it covers the lower, people see the
upper. Whoever forges a mail may leave the signature out, so "none" is never better than "fail" for him.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.mail.message.message import HEADER_LINES, Message, addresses_in
from pbem.mail.message.size import HEADERS

Result = Literal["pass", "fail", "none", "unasked"]
Dns = Callable[[bytes], bytes | None]
_MOST = 5  # signatures of one mail that are looked at
_MARK = 4_000  # bytes of a signature's header
_NAME = re.compile(rb"^([!-9;-~]+)[ \t]*:", re.M)
_ONCE = frozenset(
    b"from sender reply-to to cc message-id in-reply-to references subject date mime-version content-type"
    b" content-transfer-encoding".split()
)
_SPACES = re.compile(rb"[ \t]+")
_BLANK = re.compile(rb"\r?\n\r?\n")
_SAYS_NOTHING = ("value is in the future", "value is past", "too small", "pynacl")
SECONDS = 5.0


class NameServerSilent(OSError):
    """The name server gave no answer at all: whether a signature is good cannot be known now."""


@dataclass(frozen=True, slots=True)
class DkimResult:
    """Whether the domain of the From address signed the mail, and which domain it was ("" unless it passed).

    `unasked`: there is a signature, but no name server answered; never a reason to refuse. `covered` are the headers,
    in lower case, that the signature vouches for.
    """

    result: Result
    domain: str = ""
    covered: frozenset[str] = field(default=frozenset(), compare=False)

    def __str__(self) -> str:
        """As it is kept with the mail: "pass example.org"."""
        return f"{self.result} {self.domain}".rstrip()


def check_dkim(raw: bytes, sender: str, dns: Dns) -> DkimResult:
    """Check the DKIM signatures of a raw mail. `dns` gives the TXT record of a name, None if there is none; or
    NameServerSilent.

    Never raises. The mail passes with one good signature of the sender's domain, or of a domain above it.
    """
    results = list(_each(raw, sender, dns))
    passed = next((each for each in results if each.result == "pass"), None)
    rest = {each.result for each in results}
    return passed or DkimResult("unasked" if "unasked" in rest else "fail" if "fail" in rest else "none")


def read_dkim_result(message: Message, authserv_id: str) -> DkimResult:
    """What the topmost Authentication-Results header of the server `authserv_id` says of DKIM. Never raises.

    Headers of any other name are what somebody wrote: they count for nothing, wherever they stand. A pass counts only
    for a mail with a signature that says something of the sender: the server does not tell what it covered.
    """
    for value in message.all("authentication-results"):
        found = _results(value)
        if (_server(value) if found is None else str(found.authserv_id).lower()) == authserv_id.lower():
            return DkimResult("none") if found is None else _of_server(found, message)
    return DkimResult("none")


def was_sent_to(raw: bytes, found: DkimResult, address: str) -> bool:
    """Whether a signed mail was written to an address (with whatever plus part), by headers that the signature covers.

    What its sender wrote to another is no word of his to us, whoever hands it on.
    """
    local, _, host = address.lower().partition("@")
    for each in addresses_in(raw, found.covered & {"to", "cc"}):
        to, _, there = each.partition("@")
        if (to.partition("+")[0], there) == (local, host):
            return True
    return False


def authserv_ids(message: Message) -> tuple[str, ...]:
    """The names under which servers wrote Authentication-Results headers of a mail, topmost first. Never raises."""
    found = [_results(value) for value in message.all("authentication-results")]
    return tuple(str(one.authserv_id) for one in found if one is not None and one.authserv_id)


def is_aligned(domain: str, sender: str) -> bool:
    """Whether a domain is that of an address, or one above it; a top-level domain is above nobody."""
    own = sender.rpartition("@")[2].lower()
    return "." in domain and (own == domain or own.endswith(f".{domain}"))


def _each(raw: bytes, sender: str, dns: Dns) -> Iterator[DkimResult]:
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
            spoken = _speaks_for(marks[index], sender)
            if spoken is not None and spoken.relaxed:
                found.body = _relaxed(found.body)
        except Exception:  # bytes are hostile; the library raises nearly anything
            continue
        if spoken is not None:
            yield DkimResult(_verified(found, index, dns), spoken.domain, spoken.covered)


def _two_ways_to_read(raw: bytes) -> bool:
    """Whether library and parser, or two people, may disagree on what the header says.

    Lone CRs, NULs, no From line, two of a line that there is one of, more of them than the parser takes.
    """
    blank = _BLANK.search(raw)
    head = raw[: blank.start()] if blank else raw
    if len(head) >= HEADERS or head.count(b"\n") > HEADER_LINES:
        return True
    names = [name.lower() for name in _NAME.findall(head)]
    once = [name for name in names if name in _ONCE]
    return b"\0" in head or b"\r" in head.replace(b"\r\n", b"") or b"from" not in once or len(once) != len(set(once))


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What a signature is about: its domain, the headers it covers, and whether spaces in the body do not count."""

    domain: str
    covered: frozenset[str]
    relaxed: bool


def _speaks_for(mark: bytes, sender: str) -> _Spoken | None:
    """What a signature that says something of the sender is about; None for any other. Raises if it is unreadable."""
    from dkim.util import parse_tag_value

    if len(mark) > _MARK:
        return None
    tags = parse_tag_value(mark)
    domain = bytes(tags[b"d"]).decode("ascii").lower()
    covered = frozenset(re.split(r"\s*:\s*", bytes(tags[b"h"]).decode("ascii").strip().lower()))
    good = "from" in covered and b"l" not in tags and not bytes(tags[b"a"]).endswith(b"sha1")
    relaxed = bytes(tags.get(b"c", b"")).endswith(b"/relaxed")
    return _Spoken(domain, covered, relaxed) if good and is_aligned(domain, sender) else None


def _relaxed(body: bytes) -> bytes:
    """A body as the relaxed form has it: the library's own way takes the square of a run of spaces."""
    return _SPACES.sub(b" ", body).replace(b" \r\n", b"\r\n")


def _verified(found: Any, index: int, dns: Dns) -> Result:
    def ask(name: bytes, timeout: float = SECONDS) -> bytes | None:
        return dns(name)

    try:
        return "pass" if found.verify(idx=index, dnsfunc=ask) else "fail"
    except NameServerSilent:
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


def _server(value: str) -> str:
    """The name that an Authentication-Results header begins with, in lower case, though it cannot be read."""
    return re.split(r'[\s;/"()]+', value.lower().lstrip(' "\t'), maxsplit=1)[0]


def _of_server(found: Any, message: Message) -> DkimResult:
    """The verdict of a server: a pass of the sender's domain, else a fail of it."""
    failed = False
    for each in found.results:
        if str(each.method).lower() != "dkim":
            continue
        domain = _domain_of(each)
        if is_aligned(domain, message.sender):
            result = str(each.result).lower()
            covered = _covered(message, domain)
            if result == "pass" and covered:
                return DkimResult("pass", domain, covered)
            failed = failed or result in ("fail", "policy")
    return DkimResult("fail") if failed else DkimResult("none")


def _covered(message: Message, domain: str) -> frozenset[str]:
    """The headers that a signature of this domain covers, none where none says anything of the sender."""
    names = [name for name, _ in message.headers if name.encode("ascii", "replace") in _ONCE]
    if len(names) != len(set(names)):
        return frozenset()
    for value in message.all("dkim-signature")[:_MOST]:
        try:
            spoken = _speaks_for(value.encode("ascii"), message.sender)
        except Exception:  # as above
            continue
        if spoken is not None and spoken.domain in (domain, domain.partition(".")[2]):
            return spoken.covered
    return frozenset()


def _domain_of(each: Any) -> str:
    """The domain that a result is about: header.d, or the right side of header.i."""
    named = {str(p.name).lower(): str(p.value) for p in each.properties if str(p.type).lower() == "header"}
    return (named.get("d") or named.get("i", "").rpartition("@")[2]).lower()
