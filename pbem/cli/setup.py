"""Commands that set a mailbox up: its mail servers, a service that runs it, a page about providers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import (
    DONE,
    NO,
    Settings,
    environment,
    example,
    json_option,
    language_option,
    markdown,
    now,
    quiet_option,
    say,
)
from pbem.cli.speech.language import language, told, tr
from pbem.phrases import marked

if TYPE_CHECKING:
    from pbem.setup.interview import Interview, Question

BACK = "<"
SECURITY = click.Choice(["tls", "starttls", "none"])


@click.group(epilog=example("pbem setup mail", "pbem setup guide --lang es"))
def setup() -> None:
    """Set a mailbox up: servers, service, container."""


@setup.command(
    "mail",
    short_help="Ask for the mail servers, try them, write pbem.toml.",
    epilog=example(
        "pbem setup mail",
        "pbem setup mail --yes --address referee@example.org --imap-host mail.example.org \\",
        "    --smtp-host mail.example.org --password-from file:.pbem/mail-password",
    ),
)
@click.option("--address", metavar="ADDRESS", help="The referee's mail address.")
@click.option("--name", metavar="NAME", help="The referee's name, as players see it.")
@click.option("--provider", metavar="NAME", help="gmail, outlook, microsoft365, fastmail or own.")
@click.option("--imap-host", metavar="HOST", help="Server for reading.")
@click.option("--imap-port", metavar="PORT", help="Its port.")
@click.option("--imap-security", type=SECURITY, help="Its security.")
@click.option("--user", metavar="NAME", help="The login there; the address if left out.")
@click.option("--login", type=click.Choice(["password", "xoauth2"]), help="How to log in.")
@click.option("--password-from", metavar="WHERE", help="keyring, env:NAME, file:PATH or command:PROGRAM.")
@click.option("--smtp-host", metavar="HOST", help="Server for sending.")
@click.option("--smtp-port", metavar="PORT", help="Its port.")
@click.option("--smtp-security", type=SECURITY, help="Its security.")
@click.option("--smtp-user", metavar="NAME", help="The login there, if another.")
@click.option("--smtp-password-from", metavar="WHERE", help="Its password, if another.")
@click.option("--ca", metavar="FILE", help="Certificates to trust in place of the system's.")
@click.option(
    "--round-trip/--no-round-trip", default=True, show_default=True, help="Send a mail to oneself and find it."
)
@click.option(
    "-y", "--yes", "batch", is_flag=True, help="Ask nothing: take what is proposed where no option says else."
)
@json_option
@quiet_option
@click.pass_obj
def mail(settings: Settings, /, round_trip: bool, batch: bool, as_json: bool, quiet: bool, **given: str | None) -> int:
    """Ask for the mail servers one thing at a time, try each answer there, and write pbem.toml.

    An answer that an option gives is not asked for. Nothing is written before the end; what else stands in pbem.toml
    stays, comments too. Exit code 1: games cannot be played over this mailbox.
    """
    from pbem.effects import Effects
    from pbem.setup.interview import Interview
    from pbem.setup.settings import save

    home = Path(settings.home).resolve()
    interview = Interview(home, environment(), Effects(), language=language())
    answers = {key.replace("_", "-"): value for key, value in given.items() if value is not None}
    talk = _Talk(quiet=quiet and batch, aside=as_json, batch=batch)
    try:
        _ask(interview, _spread(answers), talk)
        good, lines = _try_round_trip(interview, talk) if round_trip else (True, ())
        if not good and (
            batch or not click.confirm(tr("Write the settings all the same?"), default=False, err=as_json)
        ):
            say({"written": False, "said": lines}, tr("Nothing was written."), as_json=as_json)
            return NO
        if good and not batch:
            click.confirm(tr("Write {home}?", home=home / "pbem.toml"), default=True, abort=True, err=as_json)
    except (click.Abort, KeyboardInterrupt):
        click.echo(tr("\nNothing was written."), err=True)
        raise
    save(home, interview.mail_settings(), interview.effects, interview.environment)
    say({"written": True, "said": lines}, "\n".join(_next(interview)), as_json=as_json, quiet=quiet)
    return DONE


class _Talk:
    """How the questions are asked: `batch` not at all, `aside` on standard error, `quiet` without what goes well."""

    def __init__(self, *, quiet: bool, aside: bool, batch: bool) -> None:
        self.quiet, self.aside, self.batch = quiet, aside, batch
        self.said = ""

    def say_good(self, text: str) -> None:
        """Tell of what went well, if there is anything to tell."""
        if text and not self.quiet:
            click.echo("\n".join(f"  {line}" for line in told(text).splitlines()), err=self.aside)

    def say_bad(self, text: str) -> None:
        """Tell of what went wrong."""
        click.secho(f"  ✗ {told(text)}", fg="red", err=True)

    def ask(self, question: "Question", default: str, before: str) -> str:
        """The answer that is typed; Enter takes the default."""
        if before and before != self.said:  # a question that is asked again says it once
            click.echo(f"\n{told(before)}", err=self.aside)
        self.said = before
        return str(
            click.prompt(
                told(question.text),
                default=default,
                show_default=bool(default),
                hide_input=question.hidden,
                err=self.aside,
            )
        )


def _spread(answers: dict[str, str]) -> dict[str, str]:
    """The answers by the keys of the questions: --ca is for both servers."""
    ca = answers.pop("ca", None)
    return answers if ca is None else {**answers, "imap-ca": ca, "smtp-ca": ca}


def _ask(interview: "Interview", given: dict[str, str], talk: _Talk) -> None:
    """Put all questions; an answer that is not good is asked for again, "<" goes back to the question before."""
    from pbem.setup.questions import QUESTIONS

    if not talk.batch:
        talk.say_good(
            tr(
                "Enter takes what stands in [brackets]; < goes back; Ctrl-C stops. Nothing is written here "
                "before the end."
            )
        )
    at = 0
    while at < len(QUESTIONS):
        at = _one(interview, given, talk, at)


def _one(interview: "Interview", given: dict[str, str], talk: _Talk, at: int) -> int:
    """Put one question, or answer it by an option or what is proposed; the number of the next one."""
    from pbem.errors import BadInput, RefereeError
    from pbem.mail.servers.transport import ServerTrouble
    from pbem.setup.questions import QUESTIONS

    question = QUESTIONS[at]
    value = given.get(question.key)
    if value is None:
        value = question.default(interview)
        if not talk.batch and question.asked(interview):
            value = talk.ask(question, value, question.before(interview))
            if value.strip() == BACK:
                return _back(interview, given, at)
    try:
        talk.say_good(interview.answer(question, value))
    except (BadInput, ServerTrouble) as wrong:
        if talk.batch:
            kind = type(wrong) if isinstance(wrong, BadInput) else RefereeError
            raise kind(marked("{key}: {wrong} Nothing was written."), key=question.key, wrong=wrong) from wrong
        talk.say_bad(tr("{wrong} Answer again, or go back with <.", wrong=wrong))
        given.pop(question.key, None)
        return at if question.asked(interview) else _back(interview, given, at)
    return at + 1


def _back(interview: "Interview", given: dict[str, str], at: int) -> int:
    """The question before that somebody can answer; an option's answer to it counts no more."""
    from pbem.setup.questions import QUESTIONS

    earlier = next((n for n in range(at - 1, -1, -1) if QUESTIONS[n].asked(interview)), 0)
    given.pop(QUESTIONS[earlier].key, None)
    return earlier


def _try_round_trip(interview: "Interview", talk: _Talk) -> tuple[bool, tuple[str, ...]]:
    """Send a mail to ourselves and find it; whether games can be played over this mailbox, and what was seen."""
    import secrets
    import time

    from pbem.mail.servers.probe import round_trip
    from pbem.mail.servers.transport import SendFailure, ServerTrouble
    from pbem.setup.round_trip import judge_trip

    talk.say_good(tr("A mail to ourselves is sent and looked for, for a minute at most …"))
    try:
        trip = round_trip(interview.imap(), interview.smtp(), secrets.token_hex(8), now(), time.monotonic, time.sleep)
    except (ServerTrouble, SendFailure) as wrong:
        talk.say_bad(
            tr(
                "The mail to ourselves failed: {wrong} Is {address} the address of this account?",
                wrong=wrong,
                address=interview.answers["address"],
            )
        )
        return False, (str(wrong),)
    good, lines = judge_trip(trip)
    for line in lines:
        (talk.say_good if good else talk.say_bad)(line)
    return good, lines


def _next(interview: "Interview") -> list[str]:
    """What to do now that it is written."""
    from pbem.game.paths import games

    lines = [
        tr(
            "{home} is written. A 'pbem watch' that is running must be started again.",
            home=interview.home / "pbem.toml",
        )
    ]
    settings = interview.mail_settings()
    for source in dict.fromkeys((settings.imap.password_from, settings.smtp.password_from)):
        if source.startswith("env:") and not interview.environment.get(source[4:]):
            lines.append(tr("pbem must find the password in its environment: {source}.", source=source[4:]))
    before = interview.old.get("referee", {}).get("address", settings.address)
    if before != settings.address and games(interview.home):
        lines.append(
            tr(
                "Games are running: let {before} forward its mail for a while; players answer there until the next.",
                before=before,
            )
        )
    return [
        *lines,
        tr("Next: 'pbem doctor', then 'pbem new' if there is no game yet; 'pbem setup service' to keep it running."),
    ]


@setup.command(
    "guide",
    short_help="A page on Gmail, Outlook, Fastmail, one's own server.",
    epilog=example("pbem setup guide --lang es"),
)
@language_option
@json_option
def guide(lang: str, as_json: bool) -> int:
    """Show what a mail provider must allow and how to get a password there: a page of November 2026."""
    from pbem.setup.service import guide as text_of

    text = text_of(lang)
    if as_json:
        say({"language": lang, "text": text}, text, as_json=True)
    else:
        markdown(text)
    return DONE


@setup.command(
    "service",
    short_help="Print a systemd unit that runs this mailbox.",
    epilog=example("pbem --home /srv/pbem setup service > /etc/systemd/system/pbem.service"),
)
@click.option("--user", metavar="NAME", help="Who runs it; the owner of the mailbox folder if left out.")
@json_option
@click.pass_obj
def service(settings: Settings, user: str | None, as_json: bool) -> int:
    """Print a systemd unit that runs 'pbem watch' for this mailbox folder, kept from all else on the machine."""
    from pbem.setup.service import unit

    text = unit(Path(settings.home), program(), user)
    say({"files": {"pbem.service": text}}, text.rstrip("\n"), as_json=as_json)
    return DONE


@setup.command(
    "container",
    short_help="Print a Containerfile and a compose.yaml.",
    epilog=example("pbem --home /srv/pbem setup container", "pbem --home /srv/pbem setup container -o pbem-container"),
)
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Write the files into a folder.")
@json_option
@quiet_option
@click.pass_obj
def container(settings: Settings, output: Path | None, as_json: bool, quiet: bool) -> int:
    """Print a Containerfile and a compose.yaml that run 'pbem watch' with this mailbox folder as a volume."""
    from pbem.effects import Effects
    from pbem.setup.service import container as files_of

    files = files_of(Path(settings.home))
    if output is not None:
        Effects().mkdir(output)
        for name, text in files.items():
            Effects().write_bytes(output / name, text.encode("utf-8"))
        shown = tr("{files} are written in {output}.", files=tr(" and ").join(files), output=output)
    else:
        shown = "\n".join(f"# ---- {name}\n{text}" for name, text in files.items()).rstrip("\n")
    say({"files": files}, shown, as_json=as_json, quiet=quiet and output is not None)
    return DONE


@setup.command("cron", short_help="Print a line for a crontab.", epilog=example("pbem --home /srv/pbem setup cron"))
@click.option("--every", type=click.IntRange(1, 59), default=5, show_default=True, help="Minutes between two runs.")
@json_option
@click.pass_obj
def cron(settings: Settings, every: int, as_json: bool) -> int:
    """Print the line of a crontab that runs 'pbem tick' for this mailbox folder, where there is no service."""
    from pbem.setup.service import crontab

    text = crontab(Path(settings.home), program(), every)
    say({"files": {"crontab": text}}, text.rstrip("\n"), as_json=as_json)
    return DONE


def program() -> tuple[str, ...]:
    """The words that start this very pbem from anywhere."""
    beside = Path(sys.executable).with_name("pbem")
    return (str(beside),) if beside.is_file() else (sys.executable, "-m", "pbem")
