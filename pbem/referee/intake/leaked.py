"""What a player should know of a mail that gives his token away: it went to the other players too."""

from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.mail.reading.read_mail import Taken
from pbem.mail.servers.account import printable
from pbem.referee.home.home import World
from pbem.store.rows import SeatRow


def leaked(world: World, seat: SeatRow, taken: Taken) -> list[str]:
    """A warning, where a mail with the token of a seat also went to others who play in its game.

    `seat` is the one that the mail was taken for, as it is after the mail's own commands.
    """
    if all(claim.token != seat.token for claim in taken.claims):
        return []
    others = {
        address.lower() for each in world.seats(seat.game) if each.seat != seat.seat for address in each.addresses
    }
    told = sorted((others - {address.lower() for address in seat.addresses}) & set(taken.recipients))
    if not told:
        return []
    _ = translations(seat.language).gettext
    command = f"{command_words().say('token', seat.language)} {command_words().say('new', seat.language)}"
    values = {"addresses": ", ".join(printable(each) for each in told), "command": command}
    return [
        _(
            "This mail went to %(addresses)s too. Its address and subject hold your token, with which somebody could "
            "write in your name: send a line %(command)s, and do not copy your mails to me to the other players."
        )
        % values
    ]
