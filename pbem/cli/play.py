"""Commands to look at a game and to give orders: check, submit, status, show, map, report, preview."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    COULD_NOT,
    DONE,
    NO,
    Settings,
    complete_game,
    complete_seat,
    example,
    game_argument,
    json_option,
    language_option,
    mailbox,
    now,
    quiet_option,
    say,
    write_output,
)
from pbem.cli.speech.language import language, told, tr
from pbem.phrases import from_text, marked
from pbem.resources import shipped_path

if TYPE_CHECKING:
    from pbem.referee.letters.status import GameStatus
    from pbem.store.rows import NoticeRow

seat_option = click.option(
    "--seat", required=True, shell_complete=complete_seat, help="The seat whose orders they are."
)


@click.command(
    epilog=example(
        "pbem check melilla --seat spanish orders.txt",
        "pbem check wad-ras --seat moroccan --suppose 'rey ENTERS busceja-bridge'",
    )
)
@game_argument
@seat_option
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True), required=False)
@click.option(
    "--suppose",
    multiple=True,
    metavar="TEXT",
    help="Try out the standing orders, as SUPPOSE does in an email; in games that know it.",
)
@json_option
@quiet_option
@click.pass_obj
def check(
    settings: Settings, game: str, seat: str, file: Path | None, suppose: tuple[str, ...], as_json: bool, quiet: bool
) -> int:
    """Judge an order file (text or JSON) as a mail would be; nothing is kept or rolled, commands (DONE …) do nothing.

    Exit code 0: every line is good; 1: some are not.
    """
    from pbem.referee.desk.submit import check_file
    from pbem.referee.home.home import open_home

    with open_home(Path(settings.home), now(), f"pbem check {game}", locking=False) as home:
        found = check_file(home, game, seat, file, now(), suppose)
    say(found.data, found.text, as_json=as_json, quiet=quiet and found.good)
    return DONE if found.good else NO


@click.command(
    epilog=example("pbem submit melilla --seat spanish orders.txt", "pbem submit melilla --seat moroccan -"),
)
@game_argument
@seat_option
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@json_option
@quiet_option
@click.pass_obj
def submit(settings: Settings, game: str, seat: str, file: Path, as_json: bool, quiet: bool) -> int:
    """Take an order file for a seat: a player phoned. The player gets the receipt by mail.

    Exit code 0: every line was taken; 1: some were not.
    """
    from pbem.referee.desk.submit import submit_file

    with mailbox(settings, f"pbem submit {game}") as home:
        found = submit_file(home, game, seat, file, now())
    say(found.data, found.text, as_json=as_json, quiet=quiet and found.good)
    return DONE if found.good else NO


@click.command(
    epilog=example(
        "pbem status",
        "pbem status melilla --json",
        "pbem status --seen     # puts the lines with ! aside",
        "pbem status --watch    # stays, and shows what changes",
    ),
)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--seen", is_flag=True, help="Put aside what the lines with ! tell: it was read.")
@click.option("--watch", "watching", is_flag=True, help="Again whenever something changes, until Ctrl-C.")
@json_option
@click.pass_obj
def status(settings: Settings, game: str | None, seen: bool, watching: bool, as_json: bool) -> int:
    """Every game: phase, who is awaited, deadline, mail problems; and with ! what the referee should know.

    With GAME only that one, and what is to be known of it and of the mailbox.

    Exit code 3: where a game stands cannot be told; what of the others is.
    """
    if watching and seen:
        raise click.UsageError(tr("--watch only looks: give --seen without it."))
    if watching:
        from pbem.cli.desk.repeating import repeat_status

        return repeat_status(Path(settings.home), lambda: _look(settings, game)[:2], as_json=as_json)
    data, text, open_ = _look(settings, game, seen=seen)
    if seen and open_:
        from pbem.referee.home.notices import dismiss_notices

        with mailbox(settings, "pbem status --seen") as home:
            dismiss_notices(home, open_)
    say(data, text, as_json=as_json)
    return COULD_NOT if data["faults"] else DONE


def _look(
    settings: Settings, game: str | None, *, seen: bool = False
) -> "tuple[dict[str, Any], str, tuple[NoticeRow, ...]]":
    """The status for scripts, as a text, and the notices in it; `seen`: they are being put aside."""
    from pbem.referee.home.home import open_home
    from pbem.referee.home.notices import format_notice
    from pbem.referee.letters.status import every_status, game_status

    with open_home(Path(settings.home), now(), "pbem status", locking=False) as home:
        found, faults = ([game_status(home, game, now())], {}) if game else every_status(home, now())
        open_ = tuple(n for n in home.store.notices.open() if game is None or n.game in (None, game))
        read_only = home.store.database.read_only
    notices = [
        {"code": n.code, "game": n.game, "at": n.at.isoformat(), **_values(n), "said": format_notice(n)} for n in open_
    ]
    lines = (
        [tr("! the file system is mounted read-only: no mail can be taken, and no phase closes")] if read_only else []
    )
    lines += [line for one in found for line in _status_lines(one)]
    lines += [f"! {name}: {told(fault)}" for name, fault in faults.items()]
    lines += [tr("! {at:%Y-%m-%d %H:%M} UTC, {notice}", at=n.at, notice=told(format_notice(n))) for n in open_]
    if open_ and not seen:
        aside = tr("Once you have read them: 'pbem status {game} --seen'.", game=game) if game else ""
        lines.append(aside or tr("Once you have read them: 'pbem status --seen'."))
    data = {"games": [one.to_json() for one in found], "notices": notices, "faults": faults, "read-only": read_only}
    return data, "\n".join(lines) or tr("No games here. 'pbem new' makes one."), open_


def _values(notice: "NoticeRow") -> dict[str, object]:
    """The values of a notice, those that are phrases in English."""
    return {name: from_text(one) if isinstance(one, str) else one for name, one in notice.args.items()}


def _status_lines(one: "GameStatus") -> list[str]:
    """Where a game stands, in lines."""
    deadline = one.deadline.replace("T", " ").replace("+00:00", " UTC") if one.deadline else ""
    due = tr(", due {deadline}", deadline=deadline) if deadline else ""
    at = {"game": one.game, "turn": one.turn, "phase": _phase_word(one.ruleset, one.phase), "why": told(one.why)}
    lines = [tr("{game}: turn {turn}, {phase} ({why}){due}", due=due, **at)]
    lines.append(tr("  stage: {stage}", stage=told(one.stage)))
    lines += [tr("  waits: {waits}", waits=told(one.waits))] if one.waits else []
    lines += [f"  {seat:14} {told(known)}{_bot(one, seat)}" for seat, known in one.seats.items()]
    for away in one.absences:
        text = (
            marked("  {seat} is away: {first} to {last}")
            if away["now"]
            else marked("  {seat} will be away: {first} to {last}")
        )
        lines.append(tr(text, **away))
    lines += [tr("  deadlines missed by {seat}: {count}", seat=seat, count=n) for seat, n in one.missed.items()]
    lines += [tr("  mails {what}: {count}", what=told(what), count=n) for what, n in one.mail.items() if n]
    level = f" ({one.level})" if one.level else ""
    return [*lines, *([tr("  winner: {winner}{level}", winner=told(one.winner), level=level)] if one.winner else [])]


def _phase_word(ruleset: str, phase: str) -> str:
    """The name of a phase in the language of the command line; of a game of another package the id, in words."""
    return str(_phases(ruleset, language()).get(phase, {}).get("name") or phase.replace("-", " "))


@cache
def _phases(ruleset: str, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The phases of a shipped game as its lexicon names them, read from that file alone: no rules are loaded."""
    import tomllib

    path = shipped_path("games", ruleset, ".".join(("lexicon", lang, "toml")))
    return tomllib.loads(path.read_text("utf-8"))["phases"] if path.is_file() else {}


def _bot(one: "GameStatus", seat: str) -> str:
    """That a computer player holds a seat, alone or for the person who has it."""
    if seat not in one.bots:
        return ""
    return tr(", with a computer player") if one.bots[seat] else tr(", a computer player")


@click.command(
    epilog=example("pbem show melilla", "pbem show melilla --seat spanish --turn 3 --lang es"),
)
@game_argument
@click.option("--seat", shell_complete=complete_seat, help="As this seat sees it.")
@click.option("--turn", type=click.IntRange(1), help="At the end of this turn instead of now.")
@click.option("--side", help="Only this side's counters.")
@language_option
@json_option
@click.pass_obj
def show(
    settings: Settings, game: str, seat: str | None, turn: int | None, side: str | None, lang: str, as_json: bool
) -> int:
    """The position in tables: who is asked, who holds what, and where every counter stands.

    In colours on a terminal (not with NO_COLOR set), plain when piped.
    """
    from pbem.game.game import open_game
    from pbem.game.paths import save_path
    from pbem.referee.letters.position import position_view

    position = position_view(open_game(save_path(Path(settings.home), game)), lang, side=side, seat=seat, turn=turn)
    if as_json:
        say(position.to_json(), "", as_json=True)
        return DONE
    from pbem.cli.position_table import print_position

    print_position(position)
    return DONE


@click.command(
    "map",
    epilog=example(
        "pbem map melilla -o melilla.png",
        "pbem map melilla --around 1411 -o abarran.png",
        "pbem map melilla --seat spanish --lang es -o melilla.svg",
        "pbem map melilla --print A3 --empty -o table.pdf",
    ),
)
@game_argument
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="The picture: .svg or .png; with --print a .pdf.")  # fmt: skip
@click.option("--turn", type=click.IntRange(1), help="Draw what happened in this turn instead of the last phase.")
@click.option("--action", is_flag=True, help="Only where most happened, large.")
@click.option("--around", metavar="PLACE", help="Only around this hex or place, large.")
@click.option("--supply", is_flag=True, help="With the line of supply of each unit, as it is now.")
@click.option("--print", "paper", type=click.Choice(["A3", "A4"], case_sensitive=False),
              help="Pages to lie on a table, with all numbers.")  # fmt: skip
@click.option("--empty", is_flag=True, help="Printed without counters.")
@click.option("--seat", shell_complete=complete_seat, help="As this seat sees it; as everybody does if left out.")
@language_option
@json_option
@quiet_option
@click.pass_obj
def map_(settings: Settings, /, game: str, output: Path, lang: str, as_json: bool, quiet: bool, **chosen: Any) -> int:
    """Draw the map of GAME as it stands, with what happened last."""
    from pbem.game.game import open_game
    from pbem.game.paths import save_path
    from pbem.referee.desk.draw import render_map, render_print

    opened = open_game(save_path(Path(settings.home), game))
    paper, empty, seat = chosen.pop("paper"), chosen.pop("empty"), chosen.pop("seat")
    if chosen["action"] and chosen["around"]:
        raise click.UsageError(tr("--action and --around each choose a part of the map: give one of them."))
    if chosen["supply"] and (chosen["action"] or chosen["turn"]):
        raise click.UsageError(tr("--supply draws the position as it is: leave --turn and --action out."))
    if paper and any(chosen.values()):
        raise click.UsageError(
            tr("--print prints all as it stands: leave --turn, --action, --around and --supply out.")
        )
    if bool(paper) is not (output.suffix.lower() == ".pdf"):
        raise click.UsageError(tr("--print makes a .pdf, and a .pdf is made with --print A3 or --print A4."))
    if empty and not paper:
        raise click.UsageError(tr("--empty goes with --print."))
    drawn = (
        render_print(opened, lang, paper, empty=empty, seat=seat)
        if paper
        else render_map(opened, lang, output.suffix, seat=seat, **chosen)
    )
    write_output(output, drawn)
    say({"file": str(output)}, tr("{output} is drawn.", output=output), as_json=as_json, quiet=quiet)
    return DONE


picture_option = click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
                              help="Draw it too: .svg or .png.")  # fmt: skip
as_seat_option = click.option(
    "--seat", shell_complete=complete_seat, help="As this seat sees it; as everybody does if left out."
)


@click.command(epilog=example("pbem los bailen 0812 1109", "pbem los bailen 1808 1407 -o sight.png --lang es"))
@game_argument
@click.argument("here")
@click.argument("there")
@picture_option
@as_seat_option
@language_option
@json_option
@click.pass_obj
def los(settings: Settings, /, game: str, here: str, there: str, **chosen: Any) -> int:
    """Whether two places of the map see each other, and what hides them; in games that know lines of sight."""
    return _inquire(settings, game, "sight", (here, there), **chosen)


@click.command(epilog=example("pbem fire bailen bat-8", "pbem fire bailen bat-8 -o field.png"))
@game_argument
@click.argument("unit")
@picture_option
@as_seat_option
@language_option
@json_option
@click.pass_obj
def fire(settings: Settings, /, game: str, unit: str, **chosen: Any) -> int:
    """Where a unit can fire to, and with how much; in games that know arcs and ranges of fire."""
    return _inquire(settings, game, "fire-field", (unit,), **chosen)


def _inquire(
    settings: Settings, game: str, name: str, args: tuple[str, ...], *, output: Path | None, seat: str | None,
    lang: str, as_json: bool,
) -> int:  # fmt: skip
    from pbem.game.game import open_game
    from pbem.game.paths import save_path
    from pbem.referee.desk.draw import render_inquiry

    opened = open_game(save_path(Path(settings.home), game))
    said, drawn = render_inquiry(opened, lang, name, args, output.suffix or "?" if output else "", seat)
    if output is not None:
        write_output(output, drawn)
    say({"sentences": list(said), "file": str(output) if output else None}, "\n".join(said), as_json=as_json)
    return DONE


@click.command(
    epilog=example("pbem report melilla 3 --seat spanish", "pbem report melilla --seat moroccan > turn.txt"),
)
@game_argument
@click.argument("turn", required=False, type=click.IntRange(1))
@click.option("--seat", required=True, shell_complete=complete_seat, help="To whom it is told.")
@click.option("--html", is_flag=True, help="The HTML part instead of the text; pictures are left out.")
@json_option
@click.pass_obj
def report(settings: Settings, game: str, turn: int | None, seat: str, html: bool, as_json: bool) -> int:
    """The report of a turn (the last phases, if left out) as it is told to a seat."""
    from pbem.referee.desk.draw import render_report
    from pbem.referee.home.home import open_home

    with open_home(Path(settings.home), now(), f"pbem report {game}", locking=False) as home:
        rendered = render_report(home, game, seat, turn, now())
    data = {"subject": rendered.subject, "text": rendered.text, "html": rendered.html}
    say(data, (rendered.html if html else rendered.text).rstrip("\n"), as_json=as_json)
    return DONE


@click.command(epilog=example("pbem preview melilla"))
@game_argument
@language_option
@json_option
@click.pass_obj
def preview(settings: Settings, game: str, lang: str, as_json: bool) -> int:
    """What the present phase would be run with: each line in full, with costs and totals, up to the first die."""
    from dataclasses import asdict

    from pbem.referee.home.home import open_home
    from pbem.referee.letters.preview import preview as preview_of

    with open_home(Path(settings.home), now(), f"pbem preview {game}", locking=False) as home:
        opened = home.open_game(game)
        found = preview_of(home, opened, lang)
    lines = [tr("{opened}: turn {turn}, {phase}", opened=opened.name, turn=opened.state.turn, phase=opened.state.phase)]
    for one in found:
        mark = "✗" if one.problems else "·"
        said = f"({one.said})" if one.said and one.order else one.said
        lines.append(" ".join(filter(None, (mark, one.seat, str(one.number or ""), one.order, said))))
    say([asdict(one) for one in found], "\n".join(lines), as_json=as_json)
    return DONE
