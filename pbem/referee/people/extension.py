"""More time: a player asks the others, who say YES or NO; what all grant moves the deadline and is told."""

from datetime import datetime, timedelta

from pbem.game.game import Game
from pbem.game.voice import format_time, voice_of
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_number
from pbem.referee.letters.players import player_called
from pbem.referee.letters.queue import Mailing, post
from pbem.referee.turn import deadlines
from pbem.referee.turn.workflow import seats_owing
from pbem.report.letters import Note, render_letter
from pbem.store.rows import ProposalRow, SeatRow, VoteRow

TIME = "time"
_NOT_OWING = N_("The game is not waiting for you, so no one is asked for more time.")
_NO_CLOCK = N_("No deadline is running, so no one is asked for more time.")
_OPEN = N_("More time has been asked for already: the others have still to answer.")
_TOO_MUCH = N_("The others may grant you %(left)s more hours in this game, and not more.")
_ASKED = N_("The other players are asked for more time (%(time)s). Until all agree the deadline stays: %(deadline)s.")


def ask_for_time(home: Home, game: Game, seat: SeatRow, time: str, by: timedelta, now: datetime) -> str:
    """Ask the other seats for more time, in words `time`; the answer to who asks."""
    row, _ = home.game_row(game.name), translations(seat.language).gettext
    left = house_number(row, "extend-hours") - sum(_hours(each) for each in _granted(home, game, seat))
    if row.due is None or game.over:
        return str(_(_NO_CLOCK))
    if seat.seat not in seats_owing(home, game):
        return str(_(_NOT_OWING))
    if _open(home, game):
        return str(_(_OPEN))
    if by > timedelta(hours=left):
        return str(_(_TOO_MUCH) % {"left": max(0, left)})
    serial = home.store.proposals.next_serial(game=game.name)
    facts = {"seconds": int(by.total_seconds()), "time": time, "clock": row.clock}
    proposal = ProposalRow(game.name, serial, TIME, seat.seat, now, facts=facts)
    with home.store.transaction():
        home.store.proposals.put(proposal)
        home.store.votes.put(VoteRow(game.name, serial, seat.seat, True, now))
        for other in home.seats(game.name):
            if other.seat != seat.seat:
                _ask(home, game, seat, other, proposal, now)
    return str(_(_ASKED) % {"time": time, "deadline": format_time(row.deadline, seat.zone, seat.language)})


def vote_on_time(home: Home, game: Game, seat: SeatRow, proposal: ProposalRow, *, yes: bool, now: datetime) -> str:
    """Count a seat's word on more time; the answer to it. When all have said yes the deadline moves; one no ends it."""
    row, _ = home.game_row(game.name), translations(seat.language).gettext
    if row.due is None or row.clock != proposal.facts["clock"]:
        home.store.proposals.change(game.name, proposal.serial, state="lapsed")
        return str(_("The turn for which more time was asked is over."))
    store, time = home.store, {"time": proposal.facts["time"]}
    store.votes.put(VoteRow(game.name, proposal.serial, seat.seat, yes, now))
    if not yes:
        store.proposals.change(game.name, proposal.serial, state="rejected")
        told = Decided("time-refused", row.deadline, seat=proposal.seat, who=seat.seat, facts=time)
        decide(home, game.name, told, now)
        return str(_("You have refused: the deadline stays."))
    if missing := still_to_vote(home, game, seat, proposal.serial):
        return missing
    store.proposals.change(game.name, proposal.serial, state="accepted")
    deadlines.extend(home, game.name, timedelta(seconds=proposal.facts["seconds"]), now)
    told = Decided("time-granted", row.deadline, seat=proposal.seat, who=seat.seat, facts=time)
    decide(home, game.name, told, now)
    return str(_("All agree: the deadline moves."))


def still_to_vote(home: Home, game: Game, seat: SeatRow, serial: int) -> str:
    """Who of the players has not said yes to a proposal, told to a seat that has; "" where all have."""
    agreeing = seats_agreeing(home, game.name, serial)
    waiting = (each for each in home.seats(game.name) if each.seat not in agreeing)
    missing = [player_called(home, game, each, seat.language) for each in waiting]
    said = translations(seat.language).gettext(N_("Your vote counts. Still to vote: %(players)s"))
    return str(said % {"players": ", ".join(missing)}) if missing else ""


def seats_agreeing(home: Home, game: str, serial: int) -> list[str]:
    """The seats that have said yes to a proposal, ascending."""
    return sorted({vote.seat for vote in home.store.votes.of(game=game, serial=serial) if vote.yes})


def _ask(home: Home, game: Game, by: SeatRow, other: SeatRow, proposal: ProposalRow, now: datetime) -> None:
    """Ask another seat whether a player may have more time."""
    voice, words = voice_of(game, other.language), command_words()
    _ = voice.translations.gettext
    values = {
        "player": player_called(home, game, by, other.language),
        "time": proposal.facts["time"],
        "deadline": format_time(home.game_row(game.name).deadline, other.zone, other.language),
        "yes": words.say("yes", other.language),
        "no": words.say("no", other.language),
    }
    lines = (_("The deadline is %(deadline)s. It stays unless all agree before it comes.") % values,)
    asks = (
        _("%(player)s asks for more time: %(time)s.") % values,
        _("Reply with a line %(yes)s or %(no)s.") % values,
    )
    about = _("%(player)s asks for more time") % values
    note = Note(game.name, game.data["title"], about, lines, asks=asks)
    mailing = Mailing("note", f"time {proposal.serial} {proposal.at.isoformat()}")
    post(home, other, mailing, render_letter(note, voice.words, voice.translations), now)


def _open(home: Home, game: Game) -> list[ProposalRow]:
    """The open wishes for more time in the turn whose clock runs; those of an earlier one have lapsed."""
    clock = home.game_row(game.name).clock
    found = home.store.proposals.of(game=game.name, state="open", what=TIME)
    for row in found:
        if row.facts["clock"] != clock:
            home.store.proposals.change(game.name, row.serial, state="lapsed")
    return [row for row in found if row.facts["clock"] == clock]


def _granted(home: Home, game: Game, seat: SeatRow) -> tuple[ProposalRow, ...]:
    return home.store.proposals.of(game=game.name, seat=seat.seat, what=TIME, state="accepted")


def _hours(row: ProposalRow) -> int:
    return -(-int(row.facts["seconds"]) // 3600)
