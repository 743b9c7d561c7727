"""Commands about rule sets, and those that make games of them: games, handbook, new, start."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    DONE,
    Settings,
    example,
    game_argument,
    json_option,
    language_option,
    mailbox,
    markdown,
    now,
    quiet_option,
    say,
    write_output,
)
from pbem.cli.speech.language import capitals, language, told, tr
from pbem.phrases import marked

if TYPE_CHECKING:
    from pbem.referee.admin.new_game import NewGame


@click.command(epilog=example("pbem games"))
@json_option
def games(as_json: bool) -> int:
    """List the rule sets that can be played, with their seats, which 'pbem new' gives to players, and scenarios."""
    from pbem.gamedata.games import broken_games, shipped_games

    found, broken = shipped_games(), broken_games()
    data = [
        {"name": g.name, "version": g.version, "title": g.title, "seats": list(g.sides), "scenarios": g.scenarios}
        for g in found
    ]
    lines = []
    for g in found:
        lines.append(f"{g.name:12} {g.title[language()]} · {tr('seats: {seats}', seats=', '.join(g.sides))}")
        lines += [f"{'':12} {id_:20} {title[language()]}" for id_, title in g.scenarios.items()]
    say(data, "\n".join(lines), as_json=as_json)
    for sentence in broken.values():
        click.echo(told(sentence), err=True)
    return DONE


@click.command(
    epilog=example(
        "pbem handbook legion --lang es",
        "pbem handbook legion --clause LL-7.5",
        "pbem handbook legion -o handbook.html",
    ),
)
@click.argument("ruleset")
@language_option
@click.option("--clause", metavar="ID", help="Only what it says of a clause (LL-7.5) or a chapter of them (LL-7).")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
              help="Write one .html page with the pictures in it.")  # fmt: skip
@json_option
@quiet_option
def handbook(ruleset: str, lang: str, clause: str | None, output: Path | None, as_json: bool, quiet: bool) -> int:
    """Show the handbook of a RULESET: rules with their clauses, orders, a turn that was played.

    On a terminal it is set for reading; piped, it is plain Markdown.
    """
    from pbem.gamedata.handbook import open_handbook, passages, to_html

    book = open_handbook(ruleset, lang)
    if output is not None:
        if output.suffix.lower() not in (".html", ".htm"):
            raise click.UsageError(tr("A handbook is written as .html, not as {output!r}.", output=output.name))
        if clause:
            raise click.UsageError(tr("--clause is for reading here; the page of -o has every clause."))
        write_output(output, to_html(book).encode("utf-8"))
        say({"file": str(output)}, tr("{output} is written.", output=output), as_json=as_json, quiet=quiet)
        return DONE
    text = passages(book, clause) if clause else book.text
    if as_json:
        say({"clause": clause, "language": lang, "ruleset": ruleset, "text": text}, "", as_json=True)
    else:
        markdown(text)
    return DONE


@click.command(
    epilog=example(
        "pbem new legion melilla --player spanish=ana@example.org,es,Europe/Madrid \\",
        "    --player 'moroccan=Omar <omar@example.org>,en' --deadline 72h",
        "pbem new",
    ),
)
@click.argument("ruleset", default="")
@click.argument("game", default="")
@click.option("--player", "players", multiple=True, metavar="SEAT=ADDRESS[,LANGUAGE[,ZONE]]",
              help="Who plays a side; once a seat. The address may have the player's name before it: "
              "'Ana <ana@example.org>'. A second seat of a side is called spanish-2.")  # fmt: skip
@click.option("--scenario", help="The scenario; the rule set's default if left out.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option; see 'pbem schema options'."
)
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE",
              help="A setting of the rule set, e.g. sector-column.spanish=24; see 'pbem schema settings'.")  # fmt: skip
@click.option("--deadline", metavar="TIME",
              help="Time for each player turn, e.g. 72h or 3d; that of pbem.toml if left out.")  # fmt: skip
@click.option("--deadline-per", "per", type=click.Choice(("turn", "phase")), default="turn", show_default=True,
              help="Whether a player turn has the deadline, or each phase one of its own.")  # fmt: skip
@click.option("--silence", default="defaults", show_default=True, metavar="POLICY",
              help="What follows when no orders come by a deadline: 'defaults' (the game goes on with those of the "
              "rules), 'pause after N', 'bot after N' or 'standby after N' missed in a row.")  # fmt: skip
@click.option(
    "--quiet-days",
    "quiet_days",
    metavar="DAYS",
    help="Days on which no time passes, e.g. sat,sun,2026-12-24..2026-12-26; as --house quiet=….",
)
@click.option("--house", "house", multiple=True, metavar="NAME=VALUE",
              help="A house rule of press, time and people, e.g. press=public; see 'pbem house'.")  # fmt: skip
@click.option("--seed", help="Derive the dice from this text: a game with test dice, marked as such.")
@click.option("--address", default="referee@localhost.localdomain", show_default=True,
              help="The referee's mail address, for a new mailbox.")  # fmt: skip
@click.option("--name", default="pbem referee", show_default=True, help="The referee's name, for a new mailbox.")
@click.option(
    "--language",
    type=click.Choice(("en", "es")),
    help="What pbem speaks to the referee, for a new mailbox; what it speaks now if left out.",
)
@click.option("--dry-run", is_flag=True, help="Only show the mail that each player would get; nothing is made or sent.")
@json_option
@quiet_option
@click.pass_obj
def new(
    settings: Settings, /, ruleset: str, game: str, seed: str | None, as_json: bool, quiet: bool, **chosen: Any
) -> int:
    """Make a new GAME of a RULESET and send every player the first mail.

    What is left out is asked for at a terminal. The mailbox folder (--home) is made if it is not there. Mails wait in
    its outbox until 'pbem tick'.
    """
    import secrets

    from pbem.dice.chain import derive_secret
    from pbem.effects import Effects
    from pbem.referee.admin.new_game import NewGame, create_game
    from pbem.referee.admin.seating import parse_player, sides_of
    from pbem.referee.home.config import parse_duration
    from pbem.referee.home.home import make_home
    from pbem.referee.turn.silence import parse_silence

    ruleset, game = _asked(settings, ruleset, game, chosen)
    folder, wanted = Path(settings.home), _wanted(chosen)
    seats = [parse_player(player, sides_of(ruleset)) for player in chosen["players"]]
    new = NewGame(
        game,
        seats,
        derive_secret(seed, game) if seed is not None else secrets.token_bytes(32),
        parse_duration(chosen["deadline"]) if chosen["deadline"] else None,
        test_dice=seed is not None,
        per_phase=chosen["per"] == "phase",
        silence_limit=parse_silence(chosen["silence"])[0],
        house=_house(chosen),
    )
    config = _config(chosen)
    if chosen["dry_run"]:
        return _shown(folder, config, (ruleset, new, wanted), as_json=as_json)
    make_home(folder, config, Effects())
    with mailbox(settings, f"pbem new {ruleset} {game}") as home:
        opened = create_game(home, ruleset, new, now(), **wanted)
    data = {"game": game, "path": str(opened.folder.path), "head": opened.manifest.head, "seats": opened.manifest.seats}
    text = marked(
        "{game} is made in {path}. Head of the dice: {head}\nThe first mails wait in the outbox: 'pbem "
        "tick' sends them. The game starts when all have answered."
    )
    text = tr(text, game=game, path=opened.folder.path, head=opened.manifest.head)
    say(data, text, as_json=as_json, quiet=quiet)
    return DONE


def _config(chosen: Mapping[str, Any]) -> str:
    """The settings of a new mailbox, in the language that was chosen or the one that is spoken now."""
    from pbem.referee.home.config import config_text

    return config_text(name=chosen["name"], address=chosen["address"], language=chosen["language"] or language())


def _house(chosen: Mapping[str, Any]) -> dict[str, str]:
    """The house rules that the options name."""
    from pbem.referee.admin.seating import parse_pairs
    from pbem.referee.turn.silence import parse_silence

    quiet = {"quiet": chosen["quiet_days"]} if chosen["quiet_days"] else {}
    silence = {"silence": parse_silence(chosen["silence"])[1]}
    return {**silence, **parse_pairs(chosen["house"], "--house"), **quiet}


def _asked(settings: Settings, ruleset: str, game: str, chosen: dict[str, Any]) -> tuple[str, str]:
    """The rule set and the name of a new game; what was left out is asked for at a terminal, else UsageError."""
    import sys

    from pbem.referee.home.config import FILE, Config, read_config
    from pbem.setup.new_game import Wanted, ask_for_rest, lacking

    said = Wanted(ruleset, game, chosen["players"], chosen["scenario"] or "", chosen["deadline"] or "")
    missing = lacking(said)
    if not missing:
        return ruleset, game
    if not sys.stdin.isatty():
        lacks = "; ".join(f"{capitals(word)} ({told(meant)})" for word, meant in missing.items())
        raise click.UsageError(tr("Missing: {lacks}. At a terminal 'pbem new' asks for it.", lacks=lacks))
    there = (Path(settings.home) / FILE).is_file()
    length = read_config(Path(settings.home)).deadline if there else Config().deadline
    found = ask_for_rest(said, _prompt, deadline=f"{int(length.total_seconds()) // 3600}h", language=language())
    chosen.update(players=found.players, scenario=found.scenario or None, deadline=found.deadline or None)
    return found.ruleset, found.game


def _prompt(question: str, default: str, check: Callable[[str], str]) -> str:
    """An answer at the terminal that the check takes."""
    from pbem.errors import BadInput

    def taken(text: str) -> str:
        try:
            return check(text.strip())
        except BadInput as wrong:
            raise click.UsageError(told(wrong)) from None

    return str(click.prompt(told(question), default=default or None, value_proc=taken, err=True))


def _shown(folder: Path, config: str, game: tuple[str, "NewGame", Mapping[str, Any]], *, as_json: bool) -> int:
    """Show the first mails of a game that is made in a folder of its own, without a server, and goes with it."""
    import dataclasses
    from tempfile import TemporaryDirectory

    from pbem.effects import Effects
    from pbem.referee.admin.new_game import create_game
    from pbem.referee.home.config import FILE, config_text, read_config
    from pbem.referee.home.home import make_home, open_home

    ruleset, new, wanted = game
    if (folder / FILE).is_file():
        own = read_config(folder)
        config = config_text(name=own.name, address=own.address, language=own.language)
        new = dataclasses.replace(new, deadline=new.deadline or own.deadline)
    with TemporaryDirectory(prefix="pbem-") as name:
        place = Path(name) / "home"
        make_home(place, config, Effects())
        with open_home(place, now(), f"pbem new {ruleset} {new.name} --dry-run") as home:
            create_game(home, ruleset, new, now(), **wanted)
            mails = {row.recipient: home.store.outbox.text_of(row.message_id) or "" for row in home.store.outbox.of()}
    text = "\n".join(f"──── {to}\n\n{said}" for to, said in mails.items())
    say(
        {"game": new.name, "mails": mails},
        tr("{text}\nNothing was made, and nothing is sent.", text=text),
        as_json=as_json,
    )
    return DONE


def _wanted(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What the options of 'new' ask of the game."""
    from pbem.referee.admin.seating import parse_pairs

    return {
        "scenario": chosen["scenario"],
        "options": parse_pairs(chosen["options"], "--option"),
        "settings": parse_pairs(chosen["given"], "--set"),
    }


@click.command(
    epilog=example("pbem start melilla --without-nonce moroccan"),
)
@game_argument
@click.option("--without-nonce", "seats", multiple=True, required=True, metavar="SEAT",
              help="A seat that has not answered its first mail; once each.")  # fmt: skip
@json_option
@quiet_option
@click.pass_obj
def start(settings: Settings, game: str, seats: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Start a game although somebody has not answered the first mail.

    Games start by themselves when every seat has answered. Starting without a seat's text in the dice is recorded,
    and every check of the dice warns of it.
    """
    from pbem.referee.admin.rulings import start_without_nonces

    with mailbox(settings, f"pbem start {game}") as home:
        opened = start_without_nonces(home, home.open_game(game), seats, home.config.name, now())
        say(
            {"game": opened.name, "without": list(seats)},
            tr("{opened} has started.", opened=opened.name),
            as_json=as_json,
            quiet=quiet,
        )
    return DONE
