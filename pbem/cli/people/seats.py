"""Commands about seats: who has them, and who takes or leaves them."""

from pathlib import Path

import click

from pbem.cli.common import (
    DONE,
    Settings,
    asked_reason,
    complete_seat,
    example,
    game_argument,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
    send_now,
    why_option,
)
from pbem.cli.speech.language import told, tr


@click.group(epilog=example("pbem seat list melilla", "pbem seat replace melilla spanish=eva@example.org,es"))
def seat() -> None:
    """Who plays: list the seats of a game, give one to another player or to a computer player, put one out."""


@seat.command("list", short_help="The seats of a game, with their players.", epilog=example("pbem seat list melilla"))
@game_argument
@json_option
@click.pass_obj
def list_(settings: Settings, game: str, as_json: bool) -> int:
    """Each seat of GAME with its player: name, address, language, time zone, deadlines missed; how the player answered.

    How a player has answered in all games of the mailbox is for you alone: pbem mails it to nobody.
    """
    from pbem.referee.admin.replacement import list_seats
    from pbem.referee.desk.reliability import of_player
    from pbem.referee.home.home import open_home

    with open_home(Path(settings.home), now(), f"pbem seat list {game}", locking=False) as home:
        found = list_seats(home, game)
        known = {str(each["address"]): of_player(home, str(each["address"])) for each in found if each["address"]}
    lines = []
    for each in found:
        player = known.get(str(each["address"]))
        each["player"] = None if player is None else player.to_json()
        missed = tr(", {missed} deadlines missed", missed=each["missed"]) if each["missed"] else ""
        waits = "" if each["answered"] or not each["address"] else tr(", has not answered the first mail")
        bot = tr(", with a computer player") if each["bot"] and each["address"] else ""
        address = f"{each['name']} <{each['address']}>" if each["name"] else each["address"]
        who = f"{address} ({each['language']}, {each['zone']})" if each["address"] else tr("nobody")
        who = tr("a computer player") if each["bot"] and not each["address"] else who
        lines.append(f"{each['seat']:14} {who}{bot}{missed}{waits}")
        lines += [f"{'':14}   {told(player.said)}"] if player is not None and player.asked else []
    say({"game": game, "seats": found}, "\n".join(lines), as_json=as_json)
    return DONE


@seat.command(
    short_help="Give a seat to another player.",
    epilog=example('pbem seat replace melilla spanish=eva@example.org,es,Europe/Madrid --why "Ana has no time"'),
)
@game_argument
@click.argument("player", metavar="SEAT=ADDRESS[,LANGUAGE[,ZONE]]")
@why_option
@json_option
@quiet_option
@click.pass_obj
def replace(settings: Settings, game: str, player: str, why: str | None, as_json: bool, quiet: bool) -> int:
    """Give a seat of GAME to another player. All players are told at once, the former one too.

    What the former player had sent for this turn no longer counts. The new one gets the first mail, the last turns and
    the order form; the game waits for the answer, then the turn has its whole time.
    """
    from pbem.referee.admin.replacement import replace_player
    from pbem.referee.admin.seating import parse_player

    why = asked_reason(why)
    with mailbox(settings, f"pbem seat replace {game}") as home:
        opened = home.open_game(game)
        new = parse_player(player, opened.rules.SIDES)
        taken = replace_player(home, opened, new, now(), why=why)
        send_now(home)
    data = {"game": game, "seat": taken.seat, "address": taken.address}
    text = tr("{game}: {addresses} plays {seat} now.", game=game, addresses=taken.address, seat=taken.seat)
    say(data, text, as_json=as_json, quiet=quiet)
    return DONE


@seat.command(
    "bot",
    short_help="Let a computer player hold a seat, or no longer.",
    epilog=example('pbem seat bot melilla moroccan --why "Omar is ill"', "pbem seat bot melilla moroccan --off"),
)
@game_argument
@click.argument("name", metavar="SEAT", shell_complete=complete_seat)
@click.option("--off", is_flag=True, help="The player plays alone again.")
@why_option
@json_option
@quiet_option
@click.pass_obj
def bot(settings: Settings, game: str, name: str, off: bool, why: str | None, as_json: bool, quiet: bool) -> int:
    """Let a computer player order for a SEAT of GAME whatever its player does not. All players are told at once.

    Where a person has the seat, what the person sends counts, and TAKEOVER by mail ends it too.
    """
    from pbem.referee.admin.seating import require_seat
    from pbem.referee.people.bots import set_bot

    why = asked_reason(why)
    with mailbox(settings, f"pbem seat bot {game}") as home:
        opened = home.open_game(game)
        require_seat(opened.manifest.seats, game, name)
        set_bot(home, opened, name, now(), on=not off, why=why)
        send_now(home)
    said = tr("{game}: a computer player holds {seat} now.", game=game, seat=name)
    text = tr("{game}: no computer player holds {seat} now.", game=game, seat=name) if off else said
    say({"game": game, "seat": name, "bot": not off}, text, as_json=as_json, quiet=quiet)
    return DONE


@seat.command(
    short_help="Put a player out of a game.",
    epilog=example('pbem seat eject melilla moroccan --why "no word for a month"'),
)
@game_argument
@click.argument("name", metavar="SEAT", shell_complete=complete_seat)
@why_option
@json_option
@quiet_option
@click.pass_obj
def eject(settings: Settings, game: str, name: str, why: str | None, as_json: bool, quiet: bool) -> int:
    """Put the player of a SEAT out of GAME: their token, words and orders stop at once. All players are told.

    As the house rule 'vacant' says, the game is paused until another player comes, or a computer player goes on.
    """
    from pbem.referee.admin.seating import require_seat
    from pbem.referee.people.leaving import leave_seat

    why = asked_reason(why)
    with mailbox(settings, f"pbem seat eject {game}") as home:
        opened = home.open_game(game)
        require_seat(opened.manifest.seats, game, name)
        leave_seat(home, opened, home.store.seats.need(game, name), "ejected", now(), why=why)
        send_now(home)
        paused = home.game_row(game).paused_at is not None
    said = tr("{game}: nobody plays {seat} any longer; a computer player goes on.", game=game, seat=name)
    text = tr("{game}: nobody plays {seat} any longer; it is paused.", game=game, seat=name) if paused else said
    say({"game": game, "seat": name, "paused": paused}, text, as_json=as_json, quiet=quiet)
    return DONE


@seat.command(
    short_help="Invite somebody to a seat.",
    epilog=example("pbem seat invite melilla moroccan=eva@example.org,es,Europe/Madrid"),
)
@game_argument
@click.argument("player", metavar="SEAT=ADDRESS[,LANGUAGE[,ZONE]]")
@why_option
@click.option("--dry-run", is_flag=True, help="Only show the mail; nobody is asked.")
@json_option
@quiet_option
@click.pass_obj
def invite(
    settings: Settings, game: str, player: str, why: str | None, dry_run: bool, as_json: bool, quiet: bool
) -> int:
    """Ask somebody by mail to take a seat of GAME. Once they answer YES the seat is theirs, as with 'seat replace'.

    Until then nothing changes. Who answers NO is told to you by 'pbem status'. How they have answered in other games of
    the mailbox is told to you here, and mailed to nobody.
    """
    from pbem.referee.admin.seating import parse_player
    from pbem.referee.desk.reliability import of_player
    from pbem.referee.people.guests import invite as ask
    from pbem.referee.people.guests import show_invitation

    why = asked_reason(why)
    with mailbox(settings, f"pbem seat invite {game}") as home:
        opened = home.open_game(game)
        whom = parse_player(player, opened.rules.SIDES)
        if dry_run:
            shown = show_invitation(home, opened, whom, now(), why=why)
            text = tr("{text}\nNothing was made, and nothing is sent.", text=f"──── {whom.address}\n\n{shown}")
            say({"game": game, "seat": whom.seat, "address": whom.address, "mail": shown}, text, as_json=as_json)
            return DONE
        guest = ask(home, opened, whom, now(), why=why)
        known = of_player(home, guest.address)
        send_now(home)
    data = {"game": game, "seat": guest.seat, "address": guest.address, "player": known.to_json()}
    text = tr("{game}: {address} is asked to play {seat}.", game=game, address=guest.address, seat=guest.seat)
    text += "\n" + tr("For you alone: {address}, {known}.", address=guest.address, known=known.said)
    say(data, text, as_json=as_json, quiet=quiet)
    return DONE


@seat.command(
    short_help="Who observes or waits on standby; let one in or go.",
    epilog=example(
        "pbem seat observe melilla", 'pbem seat observe melilla eva@example.org --why "you asked me at the club"'
    ),
)
@game_argument
@click.argument("address", default="")
@click.option("--off", is_flag=True, help="Send this address nothing more.")
@click.option("--lang", default="en", show_default=True, type=click.Choice(["en", "es"]), help="Its language.")
@click.option("--why", default="", help="The reason, mailed to this address.")
@json_option
@click.pass_obj
def observe(settings: Settings, game: str, address: str, off: bool, lang: str, why: str, as_json: bool) -> int:
    """The people without a seat in GAME; with an ADDRESS, ask it whether it wants the public reports."""
    from pbem.referee.admin.seating import require_other_address
    from pbem.referee.people.guests import Wish, ask_guest, let_go

    with mailbox(settings, f"pbem seat observe {game}") as home:
        home.open_game(game)
        if address and off:
            let_go(home, game, address, now(), why=why)
        elif address:
            require_other_address(home.config, address)
            ask_guest(home, Wish(game, "observer", lang), address, now(), why=why)
        send_now(home)
        found = [each for each in home.store.guests.of(game=game) if each.state != "ended"]
    data = [{"address": each.address, "role": each.role, "state": each.state, "seat": each.seat} for each in found]
    known = {"asked": "was asked", "open": "said yes"}
    lines = [f"{told(each.role):11} {told(known[each.state]):12} {each.address} {each.seat}".rstrip() for each in found]
    say(data, "\n".join(lines) or tr("{game}: nobody observes, waits or is invited.", game=game), as_json=as_json)
    return DONE
