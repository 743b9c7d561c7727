"""Both ways to say a thing, by mail and by hand: docs/commands.md. `python -m tests.cli.speech.command_table` makes it.

What has no way of the other kind has a reason instead.
"""

from collections.abc import Iterator, Mapping

from pbem.language.commands import COMMANDS as BY_MAIL
from pbem.language.commands import GUESTS, command_words
from pbem.language.write import command_usage
from tests.cli.making import commands
from tests.traceability import ROOT

FILE = ROOT / "docs" / "commands.md"
HEAD = """\
# By mail and by hand

Whatever a player can write in a mail the referee can do at the command line, and the other way round where it is a
player's to say. Every command of a mail but PASSPHRASE is also understood in a file of `pbem submit`, for a player who
phones. This page is made from the commands themselves, and a test submits each that a file can hold.

"""
HANDS: Mapping[str, str] = {
    "help": "`pbem handbook RULESET`; of the seat: `pbem submit GAME --seat SEAT FILE`",
    "status": "`pbem status GAME`",
    "standing": "`pbem preview GAME`, `pbem submit GAME --seat SEAT FILE`",
    "clear": "`pbem submit GAME --seat SEAT FILE`",
    "resend": "`pbem mail resend NUMBER`, `pbem report GAME TURN --seat SEAT`",
    "language": "`pbem submit GAME --seat SEAT FILE`",
    "nonce": "`pbem submit GAME --seat SEAT FILE`",
    "wait": "`pbem submit GAME --seat SEAT FILE`",
    "done": "`pbem submit GAME --seat SEAT FILE`; of all at once: `pbem adjudicate GAME --now`",
    "ask": "`pbem submit GAME --seat SEAT FILE`",
    "drop": "`pbem submit GAME --seat SEAT FILE`",
    "concede": "`pbem submit GAME --seat SEAT FILE`",
    "propose": "`pbem submit GAME --seat SEAT FILE`",
    "vote": "`pbem submit GAME --seat SEAT FILE`",
    "map": "`pbem map GAME -o map.png`",
    "sight": "`pbem los GAME FROM TO`",
    "fire-field": "`pbem fire GAME UNIT`",
    "history": "`pbem history GAME`",
    "rules": "`pbem handbook RULESET --clause ID`",
    "token": "`pbem submit GAME --seat SEAT FILE`",
    "passphrase": "by mail only: it proves who wrote a mail; `pbem mail forget` drops it",
    "pgp": "`pbem mail key FILE --game GAME --seat SEAT`; ONLY by mail: it is the player's to say",
    "address": "`pbem submit GAME --seat SEAT FILE`, and the new address answers; another player: `pbem seat replace`",
    "confirm": "`pbem mail retry NUMBER` of the mail that waits",
    "note": "by mail only, for it is to the referee: `pbem mail answer NUMBER` answers it",
    "press": "`pbem press send GAME --seat SEAT --to SEAT FILE`; of the referee: `pbem broadcast GAME FILE`",
    "delivery": "`pbem submit GAME --seat SEAT FILE`",
    "extend": "`pbem extend GAME TIME`",
    "yes": "`pbem submit GAME --seat SEAT FILE`",
    "no": "`pbem submit GAME --seat SEAT FILE`",
    "absence": "`pbem absence GAME --seat SEAT DAYS`",
    "resign": "`pbem submit GAME --seat SEAT FILE`; for the referee to say: `pbem seat eject GAME SEAT`",
    "takeover": "`pbem seat bot GAME SEAT --off`",
}
"""What a mail command is at the command line."""
GUEST_HANDS: Mapping[str, str] = {
    "observe": "`pbem seat observe GAME ADDRESS`",
    "standby": "by mail only, for it is a wish: `pbem seat invite GAME SEAT=ADDRESS` asks somebody at once",
    "unsubscribe": "`pbem seat observe GAME ADDRESS --off`",
}
"""The same of what somebody without a seat may write to the referee's address."""
ALONE: Mapping[str, str] = {
    "abandon": "the referee's; CONCEDE, PROPOSE and RESIGN are the player's",
    "adjudicate": "the referee's: DONE of all does the same",
    "backup": "of the mailbox",
    "case": "of no game",
    "check": "of a file; the receipt is a mail's check",
    "clock": "of the machine",
    "demo": "of no game",
    "desk": "the referee's: a page in a browser",
    "dice": "the referee's; MOTTO is the player's part",
    "doctor": "of the mailbox",
    "export": "the referee's",
    "games": "of no game",
    "house": "the referee's, as all agreed; each change is told to all",
    "import": "the referee's",
    "new": "the referee's",
    "pause": "the referee's; EXTEND and ABSENCE are the player's",
    "playtest": "of no game",
    "replay": "of the save, which everybody may have when the game is over",
    "resume": "the referee's",
    "rollback": "the referee's",
    "rule": "the referee's",
    "schema": "of no game",
    "setup": "of the mailbox",
    "show": "the player's reports and MAP have it",
    "start": "the referee's",
    "stats": "of all games, for the referee alone",
    "tick": "of the mailbox",
    "mail forget": "the referee's; a player sets new ones: PASSPHRASE, PGP",
    "mail list": "the referee's: a player has a mailbox of their own",
    "mail quarantine": "the referee's",
    "mail read": "of a file",
    "mail show": "the referee's: a player has a mailbox of their own",
    "press list": "the referee's: players have what was sent to them, HISTORY the rest",
    "seat bot": "the referee's, as the house rules say; TAKEOVER ends it",
    "seat list": "STATUS has the players",
    "verify": "of the mails and the save, on anybody's machine",
    "watch": "of the mailbox",
}
"""The commands without a way by mail, and why."""


def table() -> str:
    """The page as it should be."""
    return HEAD + "\n".join((*_mails(), "", *_guests(), "", *_alone())) + "\n"


def _mails() -> Iterator[str]:
    yield from ("| by mail | por correo | by hand |", "|---|---|---|")
    for name in BY_MAIL:
        yield f"| `{_cell(command_usage(name, 'en'))}` | `{_cell(command_usage(name, 'es'))}` | {_cell(HANDS[name])} |"


def _guests() -> Iterator[str]:
    words = command_words()
    yield from ("| without a seat | sin puesto | by hand |", "|---|---|---|")
    for name in GUESTS:
        game = "" if name == "unsubscribe" else " GAME"
        yield f"| `{words.say(name, 'en')}{game}` | `{words.say(name, 'es')}{game}` | {GUEST_HANDS[name]} |"


def _alone() -> Iterator[str]:
    yield from ("| by hand only | why |", "|---|---|")
    for name in sorted(ALONE):
        yield f"| `pbem {name}` | {ALONE[name]} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def named() -> set[str]:
    """The commands at the command line that the table names beside those of mails."""
    said = " ".join((*HANDS.values(), *GUEST_HANDS.values()))
    every = {" ".join(words) for words in commands()}
    return {words for words in every if f"`pbem {words} " in said or f"`pbem {words}`" in said}


if __name__ == "__main__":
    FILE.write_text(table(), "utf-8")
