"""What a command does to the orders of a seat: withdrawn, held open, ended, asked for."""

from collections.abc import Mapping
from dataclasses import replace

from pbem.game.player_turn import next_turn_key, turn_key
from pbem.game.voice import voice_of
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.words import key
from pbem.referee.intake.commands.request import Handler, Request
from pbem.referee.letters.short import standing_in_force
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.referee.turn.progress import AGAIN, AHEAD, ALL, asked_ahead, ended_turn, has_done, lines_by_phase
from pbem.referee.turn.sheets import drop_lines, stop_asking


def _clear(request: Request) -> list[str]:
    name, store = request.game.name, request.home.store
    waiting = request.game.position.journal.suspended_run()
    held = waiting is not None or awaited_lock(request.home, request.game) is not None
    phases = set(lines_by_phase(request.home, request.game, request.seat.seat))
    phases -= {request.game.state.phase} if held else set()
    count = 0
    for phase in sorted(phases & set(request.args) if request.args else phases):
        count += store.sections.remove(game=name, seat=request.seat.seat, turn=request.game.state.turn, phase=phase)
    if not request.args:
        count += store.standing.remove(game=name, seat=request.seat.seat)
    if not request.args or request.game.state.phase in request.args:
        store.seats.change(name, request.seat.seat, kept_back=())
    wanted = set(request.args) or set(asked_ahead(request.game, request.seat))
    count += stop_asking(request.home, request.game, request.seat.seat, wanted)
    if not count:
        return request.say(N_("There was nothing to withdraw."))
    return request.say(N_("Your orders are withdrawn."))


def _wait(request: Request) -> list[str]:
    request.home.store.seats.change(request.game.name, request.seat.seat, wait=True, done="")
    held = request.say(N_("The phase stays open until its deadline."))
    return held + (request.say(N_("Your DONE is withdrawn.")) if has_done(request.game, request.seat) else [])


def _done(request: Request) -> list[str]:
    state, seat = request.game.state, request.seat
    key = next_turn_key(request.game.rules.SEQUENCE, state.turn, state.phase, seat.side)
    if not key:
        return request.say(N_("Your turn %(turn)s is over: DONE counts for one turn alone."), turn=state.turn)
    if key != turn_key(request.game.rules.SEQUENCE, state.turn, state.phase):
        key += AHEAD
    whole = bool(request.args)
    again = (ALL if whole else "") + (AGAIN if ended_turn(seat) == key.partition(" ")[0] else "")
    stop_asking(request.home, request.game, seat.seat, {state.phase})
    after = request.home.store.sheets.next_serial(game=request.game.name, seat=seat.seat) - 1
    request.home.store.seats.change(request.game.name, seat.seat, done=key + again, done_after=after, wait=False)
    begun = key.partition(" ")[0].partition(".")[2]
    if begun in {phase.id for phase in request.game.rules.SEQUENCE if phase.once}:  # a set-up: the turn comes after it
        words = voice_of(request.game, seat.language).words
        said = N_("%(phase)s ends for you with what you have sent, once nothing is missing.")
        return request.say(said, phase=words.phase(begun))
    if whole:
        said = N_("Your turn %(turn)s ends with what you have sent; what the rules compel takes its default.")
        return request.say(said, turn=state.turn)
    return request.say(N_("Your turn %(turn)s ends with what you have sent."), turn=state.turn)


def _ask(request: Request) -> list[str]:
    (phase,), game, seat = request.args, request.game, request.seat
    order = {each.id: at for at, each in enumerate(game.rules.SEQUENCE)}
    values = {"phase": voice_of(game, seat.language).words.phase(phase), "turn": game.state.turn}
    if seat.side not in game.rules.SEQUENCE[order[phase]].sides:
        return request.say(N_("This phase is not yours: %(phase)s."), **values)
    if order[phase] < order[game.state.phase]:
        return request.say(
            N_("This phase of turn %(turn)s is over: %(phase)s. ASK counts for one turn alone."), **values
        )
    if phase == game.state.phase:
        return request.say(N_("You are asked for this phase now: %(phase)s."), **values)
    asked = tuple(dict.fromkeys((*seat.asked, f"{game.state.turn}.{phase}")))
    request.home.store.seats.change(game.name, seat.seat, asked=asked)
    return request.say(N_("When it opens you are sent the results before it and asked for it: %(phase)s."), **values)


def _drop(request: Request) -> list[str]:
    if command_words().arguments.get(key(request.args[0])) == "all":
        return _clear(replace(request, command=replace(request.command, args=())))
    dropped = drop_lines(request.home, request.game, request.seat, request.args[0])
    if not dropped.taken and not dropped.kept_back:
        return _no_line(request, request.args[0])
    back = N_("DONE does not place what you have dropped: %(units)s. To place one, send a line for it.")
    short = voice_of(request.game, request.seat.language).words.short
    kept = N_("Your order %(number)s still stands: %(line)s. Another DROP %(number)s takes it out.")
    return [
        *(request.say(N_("Withdrawn: %(lines)s"), lines="; ".join(dropped.taken)) if dropped.taken else ()),
        *(request.say(back, units=", ".join(map(short, dropped.kept_back))) if dropped.kept_back else ()),
        *(said for word in dropped.unknown for said in _no_line(request, word)),
        *(said for line in dropped.standing for said in request.say(kept, number=line.number, line=line.text)),
    ]


def _no_line(request: Request, word: str) -> list[str]:
    """That DROP found no line; where standing orders name the word, how to change these."""
    standing = standing_in_force(request.home, request.game, request.seat)
    if any(f"-{key(word)}-" in f"-{key(line)}-" for line in standing):
        return request.say(
            N_("“%(line)s” stands in a standing order, which DROP leaves alone: a new one takes its place."), line=word
        )
    return request.say(N_("You have no line “%(line)s”: STATUS lists what counts."), line=word)


COMMANDS: Mapping[str, Handler] = {
    "clear": _clear,
    "wait": _wait,
    "done": _done,
    "ask": _ask,
    "drop": _drop,
}
