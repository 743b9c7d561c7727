"""The questions of 'pbem setup mail', each answer tried at the server at once. Who asks them is the caller's affair."""

import re
from collections.abc import Callable
from pathlib import Path

from pbem.errors import BadInput
from pbem.game.paths import SECRETS
from pbem.mail.servers.probe import greet_imap, greet_smtp, look_up, reach
from pbem.mail.servers.transport import ServerTrouble
from pbem.phrases import Phrase, either, joined
from pbem.referee.home.config import Config
from pbem.setup.interview import Interview, Question
from pbem.setup.providers import OWN, as_of, providers
from pbem.setup.settings import KINDS, try_keyring

SECURITIES = ("tls", "starttls", "none")
SHORT = {"env": "env:PBEM_MAIL_PASSWORD", "file": f"file:{SECRETS}/mail-password", "command": "command:"}


def _address(interview: Interview) -> str:
    if not re.fullmatch(r"[^@\s<>+\"]+@[^@\s<>\"]+", interview.answers["address"]):
        raise BadInput("That is no mail address, or has a plus part: write it as in referee@example.org.")
    return ""


def _address_before(interview: Interview) -> str:
    """The address in pbem.toml, unless it is nobody's."""
    address = str(interview.old.get("referee", {}).get("address", ""))
    return "" if address.endswith("localdomain") else address


def _name_before(interview: Interview) -> str:
    """The name that players see in pbem.toml, or that of a new mailbox."""
    return str(interview.old.get("referee", {}).get("name", "")) or Config().name


def _name(interview: Interview) -> str:
    if not interview.answers["name"].isprintable() or re.search(r'["\\]', interview.answers["name"]):
        raise BadInput("A referee's name and address have no quotation marks, backslashes or control characters.")
    return _filled("name")(interview)


def _provider(interview: Interview) -> str:
    if interview.answers["provider"] not in providers():
        raise BadInput("There are {providers}; {own} is for every other.", providers=", ".join(providers()), own=OWN)
    return joined(
        (
            Phrase(
                "{title}: what was so in {as_of} (check with the provider)",
                title=interview.provider.title[interview.language],
                as_of=as_of(interview.language),
            ),
            *interview.provider.says[interview.language],
        )
    )


def _host(server: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        if not re.fullmatch(r"[\w.:-]+", interview.answers[f"{server}-host"]):
            raise BadInput("That is no name of a host: write it as in mail.example.org.")
        look_up(interview.account(server))
        return ""

    return check


def _port(server: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        port = interview.answers[f"{server}-port"]
        if not re.fullmatch(r"[0-9]{1,5}", port) or not 0 < int(port) < 65536:
            raise BadInput(
                "{port!r} is no port: it is a number, {usual}.",
                port=port,
                usual=either(("993", "143") if server == "imap" else ("465", "587")),
            )
        reach(interview.account(server))
        return ""

    return check


def _security(interview: Interview, server: str) -> str:
    if interview.answers[f"{server}-security"] not in SECURITIES:
        raise BadInput("It is {securities}.", securities=", ".join(SECURITIES))
    return ""


def _greeting(server: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        account = interview.account(server)
        try:
            (greet_imap if server == "imap" else greet_smtp)(account)
        except ServerTrouble as wrong:
            if wrong.why != "silent" or account.security == "tls":
                raise
            text = Phrase(
                "{place} is open, but says nothing without TLS: it may want tls in place of starttls.",
                place=account.place,
            )
            raise ServerTrouble("no-tls", text) from wrong
        if account.security == "none":
            return Phrase("{place} answers, without TLS.", place=account.place)
        return Phrase("{place} answers, TLS and its certificate are good.", place=account.place)

    return check


def _filled(key: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        if not interview.answers[key]:
            raise BadInput("It cannot be empty.")
        return ""

    return check


def _login(interview: Interview) -> str:
    if interview.answers["login"] not in ("password", "xoauth2"):
        raise BadInput("The login is password or xoauth2.")
    return ""


def _source(key: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        given = interview.answers[key]
        if not given and key == "smtp-password-from":
            return ""
        given = SHORT.get(given, given)
        if not re.fullmatch(r"keyring|(env|file|command):.+", given):
            raise BadInput("It is {kinds}.", kinds=KINDS)
        kind, _, where = given.partition(":")
        if kind == "keyring":
            try_keyring()
        path = (interview.home / Path(where).expanduser()).resolve()
        home = interview.home.resolve()
        if kind == "file" and home in path.parents and home / SECRETS not in path.parents:
            raise BadInput(
                "A password in the mailbox folder belongs into {secrets}/, which git leaves out.", secrets=SECRETS
            )
        interview.answers[key] = given
        return ""

    return check


def _typed(interview: Interview) -> bool:
    """Whether a password is to be typed: not where a program gives it, or the environment has it."""
    kind, _, where = interview.answers["password-from"].partition(":")
    return kind in ("keyring", "file") or (kind == "env" and not interview.environment.get(where))


def _word(interview: Interview, key: str, server: str) -> None:
    word = interview.answers.pop(key, "")
    interview.words.pop(server, None)
    if word:
        interview.words[server] = "".join(word.split()) if interview.provider.grouped else word


def _there(interview: Interview) -> None:
    """BadInput where no password was typed and none is kept from before."""
    if "imap" in interview.words or not _typed(interview):
        return
    kind, _, where = interview.answers["password-from"].partition(":")
    if kind == "file" and not (interview.home / Path(where).expanduser()).exists():
        raise BadInput(
            "Nothing was typed, and {where} has no password yet. (It does not show while it is typed.)", where=where
        )


def _password(interview: Interview) -> str:
    _word(interview, "imap-password", "imap")
    _there(interview)
    imap = interview.imap()
    try:
        made = imap.check()
    finally:
        imap.close()
    more = Phrase(" Folders made: {made}.", made=", ".join(made)) if made else ""
    return Phrase("Logged in to {place} as {user}.{more}", place=imap.account.place, user=imap.account.user, more=more)


def _smtp_password(interview: Interview) -> str:
    _word(interview, "smtp-password", "smtp")
    smtp = interview.smtp()
    smtp.check()
    return Phrase("Logged in to {place} as {user}.", place=smtp.account.place, user=smtp.account.user)


def _places(interview: Interview) -> str:
    if interview.answers["login"] == "xoauth2":
        return Phrase(
            "What prints the access token? It is in place of a password; 'pbem setup guide' says how "
            "to get there.\n  command:PROGRAM ARGUMENTS    for example command:oama access ADDRESS"
        )
    return Phrase(
        "Where is the password to live? Never in pbem.toml.\n  file       a file in {secrets}/ that "
        "only you may read\n  keyring    the keyring of this desktop\n  env        the environment "
        "(env:NAME), for containers\n  command:PROGRAM ARGUMENTS    what a program prints: a password "
        "manager, or a token for OAuth2",
        secrets=SECRETS,
    )


def _server(server: str, about: str) -> tuple[Question, ...]:
    """The questions about a server up to its greeting."""
    return (
        Question(
            f"{server}-host",
            about,
            lambda i: i.proposed(server, "host"),
            _host(server),
            asked=lambda i: i.asks(server),
        ),
        Question(
            f"{server}-port",
            Phrase("Its port"),
            lambda i: i.proposed(server, "port"),
            _port(server),
            asked=lambda i: i.asks(server),
        ),
        Question(
            f"{server}-security",
            Phrase("Its security: tls, starttls (or none, on this machine)"),
            lambda i: _secured(i, server),
            lambda i: _security(i, server),
            asked=lambda i: i.asks(server),
        ),
        Question(
            f"{server}-ca",
            Phrase("File of certificates to trust, for a server of your own"),
            lambda i: i.answers.get("imap-ca", "") or i.previous(server, "ca"),
            _greeting(server),
            asked=lambda i: server in i.untrusted,
        ),
    )


def _secured(interview: Interview, server: str) -> str:
    """The security that goes with a well-known port, else as proposed."""
    usual = {"993": "tls", "465": "tls", "143": "starttls", "587": "starttls"}
    return usual.get(interview.answers[f"{server}-port"], interview.proposed(server, "security"))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "address",
        Phrase("The referee's mail address"),
        _address_before,
        _address,
        before=lambda i: Phrase(
            "Take a mailbox that is for pbem alone: every mail in its inbox is read and moved to another folder."
        ),
    ),
    Question("name", Phrase("Your name, as players see it in every mail"), _name_before, _name),
    Question(
        "provider",
        Phrase("Provider ({providers})", providers=", ".join(providers())),
        Interview.usual_provider,
        _provider,
    ),
    *_server("imap", Phrase("Server for reading (IMAP)")),
    Question("user", Phrase("User name there"), lambda i: i.previous("imap", "user") or i.answers["address"],
             _filled("user"), asked=lambda i: i.asks("imap")),
    Question("login", "", lambda i: i.previous("imap", "login") or i.provider.login, _login, asked=lambda i: False),
    Question(
        "password-from",
        Phrase("Where"),
        lambda i: i.previous("imap", "password-from") or ("" if i.answers["login"] == "xoauth2" else "file"),
        _source("password-from"),
        before=_places,
    ),
    Question("imap-password", Phrase("Password (it does not show)"), lambda i: "", _password,
             asked=_typed, hidden=True),
    *_server("smtp", Phrase("Server for sending (SMTP)")),
    Question("smtp-user", Phrase("User name there"), lambda i: i.previous("smtp", "user") or i.answers["user"],
             _filled("smtp-user"), asked=lambda i: i.asks("smtp")),
    Question("smtp-password-from", "", lambda i: i.previous("smtp", "password-from"), _source("smtp-password-from"),
             asked=lambda i: False),
    Question("smtp-password", Phrase("Password for sending (Enter: the same)"), lambda i: "", _smtp_password,
             asked=lambda i: _typed(i) and i.asks("smtp"), hidden=True),
)  # fmt: skip
"""In the order in which they are asked. A server is greeted as soon as its port is known, and logged in to at once."""
