"""Another player for a seat: what the former one held stops at once, the game waits for who comes, all are told."""

from datetime import datetime
from typing import Any

from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.mail.message.claims import token
from pbem.referee.admin.clock import RUNS, Decided, decide, waits_for_player
from pbem.referee.admin.seating import Player, require_other_address, require_seat
from pbem.referee.home.home import Home
from pbem.referee.home.naming import FORMER, FORMER_ADDRESS, FORMER_LANGUAGE, require_no_names
from pbem.referee.home.notices import resolve_notices
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.decisions import send_decision
from pbem.referee.letters.people.hand_over import send_farewell, send_hand_over
from pbem.referee.turn import deadlines
from pbem.referee.turn.absences import own_silences
from pbem.referee.turn.workflow import open_phase
from pbem.save.records import RollbackRecord
from pbem.store.rows import SeatRow


def replace_player(home: Home, game: Game, player: Player, now: datetime, *, why: str = "") -> SeatRow:
    """The seat after `player` took it over.

    The former player's token, passphrase, key, address, words for the dice, standing orders, DONE and the orders for
    what is still to be played are void; mails to the old address that wait are not sent. The game waits until the new
    player has answered; then the turn has its whole time. A pause that began because somebody left ends when no seat is
    vacant any more. BadInput for a seat that there is not; Refused where the game is over or the address is the seat's.
    """
    require_seat(game.manifest.seats, game.name, player.seat)
    former = home.store.seats.need(game.name, player.seat)
    before = home.require_unfinished(game.name).deadline
    if not player.address:
        raise BadInput(
            "A computer player takes a seat with 'pbem seat bot {game} {seat}'.", game=game.name, seat=player.seat
        )
    require_other_address(home.config, player.address)
    if player.address.casefold() == former.address.casefold():
        raise Refused(
            "{address} plays {seat} in {game} already.", address=player.address, seat=player.seat, game=game.name
        )
    require_no_names(home, game.name, why)  # while the former player's is the seat's
    with home.store.transaction():
        _withdraw(home, game, former)
        seat = _seat(home, game, former, player)
        paused = home.game_row(game.name).paused_at is not None
        if waits_for_player(home, game.name, seat.seat):
            deadlines.resume(home, game.name, now)
            resolve_notices(home, "silence-pause", game.name)
        open_phase(home, game, now)
        before = None if paused else before  # it stood still already
        facts = {**former_name(former), RUNS: home.game_row(game.name).paused_at is None}
        decided = Decided("replaced", before, why, former.seat, facts=facts)
        decision = decide(home, game.name, decided, now, tells=False)
        if former.addresses:
            send_farewell(home, game, former, decision, now)
        send_hand_over(home, game, seat, decision, now)
        send_decision(home, game, decision, now)
    return seat


def _withdraw(home: Home, game: Game, former: SeatRow) -> None:
    """Take back what the former player has sent for phases that are still to be run, and mails that wait for them."""
    order = [phase.id for phase in game.rules.SEQUENCE]
    present = (game.state.turn, order.index(game.state.phase))
    for row in home.store.sections.of(game=game.name, seat=former.seat):
        if (row.turn, order.index(row.phase)) >= present:
            home.store.sections.remove(game=row.game, seat=row.seat, turn=row.turn, phase=row.phase)
    for answer in home.store.answers.of(game=game.name, seat=former.seat):
        home.store.answers.remove(game=game.name, phase=answer.phase, question=answer.question)
    home.store.standing.remove(game=game.name, seat=former.seat)
    for absence in home.store.absences.of(game=game.name, seat=former.seat):
        home.store.absences.remove(game=game.name, seat=former.seat, serial=absence.serial)
    home.store.outbox.write(
        "UPDATE outbox SET state = 'failed', why = 'the seat has another player' "
        "WHERE game = ? AND seat = ? AND state = 'ready'",
        game.name,
        former.seat,
    )


def vacate(home: Home, game: Game, former: SeatRow, *, bot: bool) -> SeatRow:
    """The seat after its player left it: nobody sits there, or a computer player (`bot`), and nothing of theirs counts.

    Their words for the dice stay in those of the game: nobody else owes any. A game that has not begun waits for those
    of whoever comes.
    """
    _withdraw(home, game, former)
    kept = ("nonce", "nonce_mail_id", "nonce_at", "nonce_chain", "answered_welcome")
    words = {name: getattr(former, name) for name in kept} if home.game_row(game.name).started is not None else {}
    changed = {**_without_person(home, game, former), **words, "bot": bot}
    return home.store.seats.change(game.name, former.seat, **changed)


def _seat(home: Home, game: Game, former: SeatRow, player: Player) -> SeatRow:
    """The seat with its new player, who is told all that counts since the turn before this one."""
    resolve_notices(home, "seat-vacant", game.name, seat=former.seat)
    stands = {record.n for record in game.position.journal.in_force() if not isinstance(record, RollbackRecord)}
    told = [
        each.record.n for each in game.records if each.record.n in stands and each.record.turn < game.state.turn - 1
    ]
    changed = {
        **_without_person(home, game, former),
        "addresses": (player.address,),
        "name": player.name,
        "language": player.language,
        "zone": player.zone,
        "last_reported": max(told, default=0),
    }
    return home.store.seats.change(game.name, former.seat, **changed)


def _without_person(home: Home, game: Game, former: SeatRow) -> dict[str, Any]:
    """What of a seat changes when its player goes: another token, and nothing that was theirs; press that they were
    sent, or not, is not for who comes."""
    serial = former.token_serial + 1
    fields: dict[str, Any] = {
        "addresses": (),
        "token": token(mail_key(home), game.name, former.seat, serial),
        "token_serial": serial,
        "name": "",
        "passphrase": None,
        "dkim_seen": False,
        "pgp_key": None,
        "pgp_print": "",
        "pgp_only": False,
        "wait": False,
        "done": "",
        "done_after": 0,
        "asked": (),
        "kept_back": (),
        "conceded": False,
        "nonce": None,
        "nonce_mail_id": None,
        "nonce_at": None,
        "nonce_chain": 0,
        "answered_welcome": None,
        "reminded_at": None,
        "press_seen": home.store.press.next_serial(game=game.name) - 1,
        "press_digest": False,
        "bot": False,
    }
    return fields


def former_name(former: SeatRow) -> dict[str, str]:
    """What a decision keeps of the player whose part it ends: name, address and language, for where all are told at the
    end."""
    facts = {FORMER: former.name, FORMER_ADDRESS: former.address, FORMER_LANGUAGE: former.language}
    return {key: value for key, value in facts.items() if value} if former.addresses else {}


def list_seats(home: Home, game: str) -> list[dict[str, object]]:
    """Who plays in a game, by seat: side, address, name, language, zone, deadlines missed by them, whether answered."""
    home.open_game(game)
    return [
        {
            "seat": seat.seat,
            "side": seat.side,
            "address": seat.address,
            "name": seat.name,
            "bot": seat.bot,
            "language": seat.language,
            "zone": seat.zone,
            "missed": len(own_silences(home, game, seat.seat)),
            "answered": seat.answered_welcome is not None,
        }
        for seat in home.seats(game)
    ]
