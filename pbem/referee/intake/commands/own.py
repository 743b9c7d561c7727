"""What a command changes of a seat: language, words for the dice, token, passphrase, key, address."""

from collections.abc import Mapping
from dataclasses import replace

from pbem.language.catalogue import N_
from pbem.mail.message.claims import token
from pbem.referee.home.naming import without_own_name
from pbem.referee.home.secrets import mail_key
from pbem.referee.intake.commands.request import Handler, Request
from pbem.referee.intake.credentials import request_address
from pbem.referee.intake.pgp_key import change_key
from pbem.referee.letters.dice_letters import words_in_force
from pbem.referee.turn import nonces
from pbem.referee.turn.beacon_lock import awaited_lock


def _language(request: Request) -> list[str]:
    language = request.args[0]
    request.home.store.seats.change(request.game.name, request.seat.seat, language=language)
    changed = replace(request, seat=replace(request.seat, language=language))
    return changed.say(N_("From now on I write to you in English."))


def _nonce(request: Request) -> list[str]:
    text = request.args[0]
    if without_own_name(request.home, request.seat, text) != text:
        return request.say(
            N_("All players read these words, and in this game no one knows who the others are: leave your name out.")
        )
    if nonces.was_used(request.game, request.seat.seat, text):
        return request.say(N_("These words were in the dice that have been replaced: send others."))
    seat = nonces.set_nonce(request.home, request.game, request.seat, text, request.now)
    said = [*words_in_force(request.home, request.game, seat)]
    if awaited_lock(request.home, request.game) is not None:
        said += request.say(N_("The dice of the orders that are locked already take the words locked with them."))
    return said


def _token(request: Request) -> list[str]:
    serial = request.seat.token_serial + 1
    new = token(mail_key(request.home), request.game.name, request.seat.seat, serial)
    request.home.store.seats.change(request.game.name, request.seat.seat, token=new, token_serial=serial)
    return request.say(N_("You have a new token; emails with the old one no longer count."))


def _passphrase(request: Request) -> list[str]:
    return request.say(N_("A passphrase can be set by email only."))


def _pgp(request: Request) -> list[str]:
    return change_key(request.home, request.seat, request.args, request.offer, request.now)


def _address(request: Request) -> list[str]:
    if request.seat.passphrase is not None and not request.offer.sure:  # else a forged mail and one yes would do
        return request.say(
            N_("To change your address write your passphrase too, in a line of its own, or ask the referee.")
        )
    return [request_address(request.home, request.seat, request.args[0], request.identity, request.now)]


def _confirm(request: Request) -> list[str]:
    return request.say(
        N_("Nothing waits for your word: reply to the email that asked for it, from the address it went to.")
    )


COMMANDS: Mapping[str, Handler] = {
    "language": _language,
    "nonce": _nonce,
    "token": _token,
    "passphrase": _passphrase,
    "pgp": _pgp,
    "address": _address,
    "confirm": _confirm,
}
