"""What a player's commands do: each gives the lines of its answer; some change the seat, the clock or the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.language.reading import Command
from pbem.referee.home.home import Home
from pbem.referee.intake.commands import ending, orders, own, people, showing
from pbem.referee.intake.commands.request import Handler, Request
from pbem.referee.intake.passphrase import HIDDEN
from pbem.referee.intake.pgp_key import NOTHING, KeyOffer
from pbem.report.letters import CommandAnswer, Help, Status, render_letter
from pbem.store.rows import SeatRow

MOST = 12  # commands of one mail that are carried out


@dataclass(frozen=True)
class CommandsResult:
    """What the commands of a mail led to: the game and the seat as they are now, and the answers."""

    game: Game
    seat: SeatRow
    answers: tuple[CommandAnswer, ...] = ()
    notes: tuple[str, ...] = ()


def carry_out(
    home: Home,
    game: Game,
    seat: SeatRow,
    commands: Sequence[Command],
    identity: str,
    now: datetime,
    offer: KeyOffer = NOTHING,
    *,
    prose: bool = False,
) -> CommandsResult:
    """Carry out the commands of a mail in their order; `offer` is what it has for PGP, `prose` whether it says anything
    beside them and its orders. All joins the transaction.

    Those that show what the mail's own orders may change are left for `show_result`.
    """
    answers: list[CommandAnswer] = []
    chosen = _few([command for command in commands if command.name not in _AFTERWARDS])
    for command in chosen[:MOST]:
        request = Request(home, game, seat, command, identity, now, offer, prose)
        text = HIDDEN if command.name == "passphrase" else command.text
        handler = _already_over if request.is_over and command.name in _OF_PLAY else _COMMANDS[command.name]
        answers.append(_answer(text, request, handler(request)))
        seat = home.store.seats.need(game.name, seat.seat)
        game = home.open_game(game.name)
    if chosen[MOST:]:
        said = translations(seat.language).gettext(N_("Not carried out: one email holds %(most)s commands at most."))
        answers.append(
            CommandAnswer(" / ".join(each.text[:60] for each in chosen[MOST:][:5]), (said % {"most": MOST},))
        )
    return CommandsResult(game, seat, tuple(answers))


def show_result(
    home: Home, result: CommandsResult, commands: Sequence[Command], identity: str, now: datetime, *, lists: bool = True
) -> CommandsResult:
    """The commands that were carried out, and the answers to those that show what stands once a mail's orders do.

    STATUS alone `lists` the orders that stand: beside orders the receipt does.
    """
    game, seat = result.game, home.store.seats.need(result.game.name, result.seat.seat)
    asked = [command for command in _few(commands) if command.name in _AFTERWARDS]
    requests = [(command, Request(home, game, seat, command, identity, now)) for command in asked]
    told = ((command, each, _AFTERWARDS[command.name](each)) for command, each in requests)
    shown = (_answer(command.text, each, said if lists else _unlisted(command, said)) for command, each, said in told)
    return replace(result, answers=(*result.answers, *shown))


def _unlisted(command: Command, said: list[str] | Help | Status) -> list[str] | Help | Status:
    """A STATUS without the orders that stand, unless it is one of all."""
    return replace(said, standing=()) if isinstance(said, Status) and not command.args else said


def _already_over(request: Request) -> list[str]:
    return request.say(N_("The game is over already."))


def _answer(command: str, request: Request, said: list[str] | Help | Status) -> CommandAnswer:
    """The answer to a command: its lines, and the letter that they are of."""
    if isinstance(said, list):
        return CommandAnswer(command, tuple(said))
    voice = voice_of(request.game, request.seat.language)
    lines = render_letter(said, voice.words, voice.translations).text.splitlines()
    return CommandAnswer(command, tuple(lines), letter=said)


def _few(commands: Sequence[Command]) -> list[Command]:
    """The commands without those that come again later: a mail of 2 kB would be answered with hundreds."""
    last = {(each.name, each.args): each for each in reversed(commands)}
    return list(reversed(last.values()))


_COMMANDS: Mapping[str, Handler] = {
    **showing.COMMANDS,
    **orders.COMMANDS,
    **own.COMMANDS,
    **ending.COMMANDS,
    **people.COMMANDS,
}
_AFTERWARDS = showing.AFTERWARDS
_OF_PLAY = {*orders.COMMANDS, *ending.COMMANDS, "nonce", "extend", "absence", "resign", "takeover"}
"""What does nothing once a game has ended."""
