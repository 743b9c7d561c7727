"""What is said of a game in a few words: what is in force or lacking, when a phase closes, a reminder, a status."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pbem.core.orders import Line, Order, Section, Sheet, in_force, merge_standing
from pbem.core.problems import Fault, Problem
from pbem.game.codec import read_lines
from pbem.game.game import Game
from pbem.game.player_turn import positions_ahead
from pbem.game.voice import format_time, format_time_left, outcome, problem_sentence, voice_of
from pbem.language.messages import translations
from pbem.language.write import write_order
from pbem.referee.home.home import Home
from pbem.referee.home.naming import shown_name
from pbem.referee.letters.newcomer.help import knows_cancel
from pbem.referee.letters.order_form import form_of, left_out, proposes, rest_of_set_up, unplaced
from pbem.referee.letters.plan_map import unit_positions
from pbem.referee.letters.players import player_called, player_name, seat_called
from pbem.referee.turn.nonces import seats_without_nonce
from pbem.referee.turn.progress import (
    HeldLine,
    asked_ahead,
    asks_first,
    coming_pieces,
    held_lines,
    is_done,
    is_over,
    lacking,
    leaves_waiting,
    lines_by_phase,
    orders_in_force,
    refused_lines,
    seat_progress,
    takes_defaults,
    waiting_pieces,
)
from pbem.referee.turn.sheets import would_count
from pbem.referee.turn.submission import Submission
from pbem.referee.turn.workflow import closing_of, question_owners
from pbem.report.letters import CommandAnswer, Reminder, Status
from pbem.store.rows import SeatRow

NAMED = 8
"""How many units a sentence names."""
JUDGED = 5
"""Of so many refused lines of earlier mails it is looked whether they would count by now."""


def format_problem(game: Game, seat: SeatRow, problem: Problem, *, short: bool = False) -> str:
    """A problem as a sentence in the seat's language, with its place in a JSON sheet; `short` without its line."""
    said = problem_sentence(game, problem, seat.language)
    where = str(problem.args.get("path") or ("" if short else problem.args.get("text", "")))
    return f"{where}: {said}" if where else said


def lines_in_force(home: Home, game: Game, seat: SeatRow) -> list[str]:
    """The lines of a seat that stand now, standing orders too."""
    rows = home.store.sections.in_force(game.name, seat.seat, game.state.turn)
    words, order = voice_of(game, seat.language).words, [phase.id for phase in game.rules.SEQUENCE]
    lines: list[str] = []
    for phase in sorted(rows, key=order.index):
        if order.index(phase) >= order.index(game.state.phase):
            lines += [f"{words.phase(phase)}: {line['number']}. {line['text']}" for line in rows[phase].lines]
    return [*lines, *standing_in_force(home, game, seat)]


def standing_in_force(home: Home, game: Game, seat: SeatRow) -> list[str]:
    """The standing orders of a seat, as the program writes them, each with its number among those of its verb.

    Where CANCEL takes a number back, those alone have one that it may name; else one alone of its verb has none.
    """
    row = home.store.standing.get(game.name, seat.seat)
    lines = in_force(read_lines(game.rules, row.lines), game.state.turn) if row is not None else ()
    cancels = knows_cancel(game)
    written = [(line, write_order(line.order, game.lexicon, seat.language)) for line in lines]
    verbs = Counter(line.order.type for line in lines)
    bare = [line.order.actors() if cancels else verbs[line.order.type] == 1 for line in lines]
    return [text if alone else f"{line.number}. {text}" for (line, text), alone in zip(written, bare, strict=True)]


def supposed_answers(home: Home, game: Game, seat: SeatRow, submission: Submission) -> tuple[CommandAnswer, ...]:
    """What the standing orders of a seat would do in what its lines suppose, those of the same mail included."""
    if not submission.supposed:
        return ()
    row = home.store.standing.get(game.name, seat.seat)
    kept = read_lines(game.rules, row.lines) if row is not None else ()
    known = [line.order for line in kept]
    standing = merge_standing(kept, [line for line in submission.standing or () if line.order not in known])
    return tuple(CommandAnswer(line.text, _supposed(game, seat, line.order, standing)) for line in submission.supposed)


def _supposed(game: Game, seat: SeatRow, order: Order, standing: Sequence[Line]) -> tuple[str, ...]:
    _, view = translations(seat.language).gettext, game.rules.view(game.state, seat.side)
    found = game.rules.suppose(view, seat.seat, order, standing)
    if isinstance(found, Fault):
        return (problem_sentence(game, found.on(0), seat.language),)
    words, said = voice_of(game, seat.language).words, []
    for each in found:
        then = write_order(each.then, game.lexicon, seat.language) if each.then is not None else ""
        values = {"number": each.line, "order": then, "why": words.unmet(each.why)}
        said.append((_("%(number)s acts: %(order)s") if then else _("%(number)s does not act: %(why)s")) % values)
    return tuple(said) or (_("You have given no standing orders."),)


def open_reasons(home: Home, game: Game, seat: SeatRow, submission: Submission | None = None) -> tuple[str, ...]:
    """Why the present phase still waits for a seat, and how to end that; what was refused where it does not.

    What `submission` tells of its own lines is not told again.
    """
    _ = translations(seat.language).gettext
    found = next((each for each in seat_progress(home, game) if each.seat == seat.seat), None)
    if found is None:
        return ()
    said = _told_refused(home, game, seat, submission)
    lines = orders_in_force(home, game, seat.seat, game.state.phase)
    rest = unplaced(game, seat, [line.order for line in lines or ()])
    if found.complete:
        return (*said, *([left_out(game, seat, rest)] if rest else ()))
    waiting = waiting_pieces(game, seat) if lines is None and is_done(game, seat) else ()
    if asks_first(game, seat):
        said.append(
            _("You wanted to see the results first (ASK): send your orders, or DONE if what you have sent is all.")
        )
    elif waiting:
        words = voice_of(game, seat.language).words
        names = ", ".join(words.short(unit) for unit in waiting[:NAMED]) + (" …" if len(waiting) > NAMED else "")
        values = {"count": len(waiting), "names": names}
        said.append(_("%(count)s wait to come in: %(names)s. Order them, or write DONE once more.") % values)
    elif lines is None:
        phase = voice_of(game, seat.language).words.phase(game.state.phase)
        said.append(_("Nothing of yours has come for %(phase)s.") % {"phase": phase})
    if lines is None and proposes(game, seat):
        said.append(_("DONE plays it as the form proposes."))
    elif rest:
        said.append(rest_of_set_up(game, seat, rest))
    elif submission is None:
        said += [format_problem(game, seat, problem, short=True) for problem in lacking(game, seat.seat, lines or ())]
    return tuple(said)


def _told_refused(home: Home, game: Game, seat: SeatRow, submission: Submission | None) -> list[str]:
    """The refused lines that are left of a seat's mails, and what may be done about them.

    What `submission` tells of its own lines is not told again.
    """
    _ = translations(seat.language).gettext
    held = held_lines(home, game, seat)
    tells = submission is not None and submission.problems
    last = home.store.sheets.next_serial(game=game.name, seat=seat.seat) - 1 if tells else 0
    done = is_done(game, seat)
    earlier = [each for each in refused_lines(home, game, seat) if each.serial != last]
    good = [each for each in earlier[-JUDGED:] if would_count(home, game, seat, each)]
    said = _told_held([each for each in held if each in earlier and each not in good], seat, done=done)
    said += _told_held([each for each in good if each in held], seat, done=done, good=True)
    said += _told_held([each for each in good if each not in held], seat, done=True, good=True)
    new = [each for each in held if each.serial == last]
    if done and any(each.phase == game.state.phase for each in new):
        said.append(_("Refused lines keep the phase open longer: send them again, or take them out with DROP."))
    elif new and done:
        said.append(_("The refused lines are left out when the phase closes; until then you can send them again."))
    elif new:
        said.append(
            _("Refused lines hold the phase: send them again, take them out with DROP, or write DONE in another email.")
        )
    return said


def _told_held(held: Sequence[HeldLine], seat: SeatRow, *, done: bool, good: bool = False) -> list[str]:
    """The refused lines of earlier mails and what may be done about them: those of one mail in one sentence.

    `good`: they would count by now.
    """
    mails: dict[int, list[HeldLine]] = {}
    for each in held:
        mails.setdefault(each.serial, []).append(each)
    return [_held(lines, seat, done=done, good=good) for lines in mails.values()]


def _held(held: Sequence[HeldLine], seat: SeatRow, *, done: bool, good: bool) -> str:
    language = translations(seat.language)
    numbered = [each for each in held if each.number]
    lines = [each.text.rstrip(" .") for each in numbered]
    if len(lines) > 1:
        lines = [f"{each.number}. {line}" for each, line in zip(numbered, lines, strict=True)]
    values = {
        "numbers": " ".join(str(each.number) for each in numbered),
        "lines": "; ".join(lines),
        "at": format_time(held[0].received, seat.zone, seat.language),
    }
    if not numbered:
        said = language.gettext(
            "Your sheet of %(at)s could not be read whole: send it again, or write DONE to go on without."
        )
    elif good and done:
        said = language.ngettext(
            "Refused, from your email of %(at)s, but it would count now: %(lines)s. It is left out, unless you send it "
            "again first.",
            "Refused, from your email of %(at)s, but they would count now: %(lines)s. They are left out, unless you "
            "send them again first.",
            len(numbered),
        )
    elif good:
        said = language.ngettext(
            "Refused, from your email of %(at)s, but it would count now: %(lines)s. Send it again, or DROP "
            "%(numbers)s, or DONE.",
            "Refused, from your email of %(at)s, but they would count now: %(lines)s. Send them again, or DROP "
            "%(numbers)s, or DONE.",
            len(numbered),
        )
    elif done:
        said = language.ngettext(
            "Refused, from your email of %(at)s: %(lines)s. It is left out, unless you send it again first.",
            "Refused, from your email of %(at)s: %(lines)s. They are left out, unless you send them again first.",
            len(numbered),
        )
    else:
        said = language.ngettext(
            "Refused, from your email of %(at)s: %(lines)s. Send it again, or DROP %(numbers)s, or DONE.",
            "Refused, from your email of %(at)s: %(lines)s. Send them again, or DROP %(numbers)s, or DONE.",
            len(numbered),
        )
    return said % values


def phases_ahead(home: Home, game: Game, seat: SeatRow) -> tuple[str, ...]:
    """What becomes of the phases of a player turn that are still to come and have no lines, as far as can be seen."""
    words, _ = voice_of(game, seat.language).words, translations(seat.language).gettext
    rules, given = game.rules, lines_by_phase(home, game, seat.seat)
    compulsory, left, coming = list[str](), list[str](), list[str]()
    wanted = [phase for phase in asked_ahead(game, seat) if phase != game.state.phase]
    for phase, state in list(positions_ahead(rules, game.state, seat.seat, given))[1:]:
        if phase not in given and phase not in wanted:
            sheet = Sheet(seat=seat.seat, sections=(Section(phase=phase),))
            if any(not problem.line for problem in rules.check(state, seat.seat, sheet).problems):
                compulsory.append(words.phase(phase))
            elif able := rules.choices(rules.view(state, seat.side), seat.seat).actors:
                waiting = () if leaves_waiting(game, seat) else coming_pieces(game, seat, state, able)
                (coming if waiting and is_done(game, seat) else left).append(words.phase(phase))
    said = []
    values = {"phases": ", ".join(compulsory)}
    if compulsory and takes_defaults(game, seat):
        said.append(_("What the rules compel there takes its default: %(phases)s.") % values)
    elif compulsory:
        said.append(_("The rules ask you for orders here, sooner or later: %(phases)s.") % values)
    if wanted:
        values = {"phases": ", ".join(map(words.phase, wanted))}
        said.append(_("You are asked when it opens, with the results before it: %(phases)s.") % values)
    if coming:
        values = {"phases": ", ".join(coming)}
        said.append(
            _("You are asked again, for units wait to come in: %(phases)s. DONE once more leaves them out.") % values
        )
    values = {"phases": ", ".join(left)}
    if left and is_done(game, seat):
        said.append(_("Left out, they pass: %(phases)s.") % values)
    elif left:
        said.append(_("Left out so far, and asked for later: %(phases)s. DONE ends your turn.") % values)
    return tuple(said)


def closing_sentence(home: Home, game: Game, seat: SeatRow, now: datetime) -> str:
    """When the present phase closes, as a sentence."""
    _ = translations(seat.language).gettext
    if is_over(home, game):
        ending, said = game.ending, [_("The game is over.")]
        if ending is not None:  # it was not abandoned
            said.append(outcome(voice_of(game, seat.language), ending.winner, ending.level))
        return " ".join(said)
    found = closing_of(home, game, now)
    if found.why == "open" and game.questions:
        owing = [name for name, answered in question_owners(home, game).items() if not answered]
        seats = ", ".join(player_name(game, name, seat.language) for name in owing if name != seat.seat)
        others = _("A question waits for %(seats)s: the phase goes on with the answer, or at its deadline.")
        own = _("A question waits for your answer; without one its default counts at the deadline.")  # DONE is none
        return " ".join(([own] if seat.seat in owing else []) + ([others % {"seats": seats}] if seats else []))
    when = format_time(found.next, seat.zone, seat.language)
    phase = voice_of(game, seat.language).words.phase(game.state.phase)
    sentences = {
        "not-started": _not_started(home, game, seat),
        "paused": _("The referee has paused the game."),
        "complete": _("All orders are in: %(phase)s is carried out now.") % {"phase": phase},
        "settling": _("All orders are in: %(phase)s is carried out %(when)s if no other email comes.")
        % {"phase": phase, "when": when},
        "waiting": _("A player asked to wait (WAIT): the phase closes at its deadline."),
        "deadline": _("The deadline has come: the phase closes now."),
        "nonces": _waiting_for_words(home, game, seat),
        "beacon": _("All orders are locked: the phase waits for the public value that enters its dice."),
        "open": _("The phase closes when all orders are in, or at the deadline."),
    }
    return sentences[found.why]


def _not_started(home: Home, game: Game, seat: SeatRow) -> str:
    """What a game waits for that has not begun: with the last player's reply, for nothing more."""
    _ = translations(seat.language).gettext
    if not seats_without_nonce(home, game):
        return _("All players have replied: the game begins now.")
    return _("The game starts once all players have replied to the welcome.")


def _waiting_for_words(home: Home, game: Game, seat: SeatRow) -> str:
    """Whose words the dice lack: those of players who have only come, or of all for a new head."""
    _ = translations(seat.language).gettext
    missing = [home.store.seats.need(game.name, name) for name in seats_without_nonce(home, game)]
    if missing and all(each.answered_welcome is None for each in missing):
        others = [each for each in missing if each.seat != seat.seat]
        named = ", ".join(player_called(home, game, each, seat.language) for each in others)
        own = _("The game waits for your first reply: MOTTO and some words of your own.")
        theirs = translations(seat.language).ngettext(
            "The game waits for the first reply of its new player: %(players)s.",
            "The game waits for the first replies of its new players: %(players)s.",
            len(others),
        )
        told = [*([own] if others != missing else []), *([theirs % {"players": named}] if others else [])]
        return " ".join(told)
    named = ", ".join(player_called(home, game, each, seat.language) for each in missing)
    return _("The game has new dice, and waits for new words for them (MOTTO …) of: %(players)s.") % {"players": named}


def reminder(home: Home, game: Game, seat: SeatRow, now: datetime) -> Reminder:
    """What is still missing from a seat that is awaited."""
    row = home.game_row(game.name)
    choices = game.choices(seat.seat)
    sent = home.store.sections.get(game.name, seat.seat, game.state.turn, game.state.phase)
    ordered = {name for line in sent.lines for name in _names(line["order"])} if sent else set()
    return Reminder(
        game=game.name,
        title=game.data["title"],
        seat=seat.seat,
        turn=game.state.turn,
        phase=game.state.phase,
        deadline=format_time(row.deadline, seat.zone, seat.language),
        relative=format_time_left(row.deadline, now, seat.language),
        idle=unit_positions(game, seat, [actor for actor in choices.actors if actor not in ordered]),
        has_sheet=sent is not None,
        form=form_of(home, game, seat),
        player=player_name(game, seat.seat, seat.language, seat.name),
    )


def _names(order: Mapping[str, Any]) -> Iterator[str]:
    """All words of an order as it is stored: the units that it gives something to do are among them."""
    for value in order.values():
        yield from value if isinstance(value, list) else [str(value)]


def status(home: Home, game: Game, seat: SeatRow, now: datetime, *, form: bool = False, beside: bool = False) -> Status:
    """Where the game stands, for a seat; with the order `form`, which says what might be done.

    `beside` a receipt, which says itself what a phase still waits for.
    """
    row, over = home.game_row(game.name), is_over(home, game)
    _ = translations(seat.language).gettext
    done = {a.seat: a.complete for a in seat_progress(home, game)}
    if game.position.journal.suspended_run() is not None:
        done = question_owners(home, game)
    told_ = {True: _("orders are in"), False: _("awaited")}
    asked = seat.seat in game.rules.awaited(game.state) and game.position.journal.suspended_run() is None
    seats = tuple(
        (
            seat_called(game, s, seat.language, shown_name(home, s)),
            told_[done[s.seat]] if s.seat in done else _("not asked now"),
        )
        for s in home.seats(row.name)
    )
    return Status(
        game=game.name,
        title=game.data["title"],
        turn=game.told_turn(game.state.turn),
        turns=int(game.data["turns"]),
        phase=game.state.phase,
        deadline=format_time(row.due, seat.zone, seat.language),
        relative=format_time_left(row.due, now, seat.language),
        seats=() if over else seats,
        standing=() if over else tuple(lines_in_force(home, game, seat)),
        notes=(closing_sentence(home, game, seat, now), *(() if over or beside else open_reasons(home, game, seat))),
        form=form_of(home, game, seat) if form and asked else (),
    )
