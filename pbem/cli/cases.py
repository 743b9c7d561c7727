"""Commands for case files: run them, start one, make one of an archived phase."""

from pathlib import Path

import click

from pbem.cli.common import BAD, DONE, NO, Settings, example, game_argument, json_option, quiet_option, say
from pbem.cli.speech.language import told


@click.group(
    epilog=example("pbem case run argument.toml"),
)
def case() -> None:
    """Adjudicate small positions with scripted dice: settle an argument, prove a rule."""


@case.command(
    "run",
    short_help="Run case files.",
    epilog=example("pbem case run argument.toml", "pbem case run --json cases/*.toml"),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
@quiet_option
def run_cases(files: tuple[Path, ...], as_json: bool, quiet: bool) -> int:
    """Run case files. Exit code 0: all hold; 1: one differs; 2: one is not a valid case."""
    from pbem.cases.run import CaseInvalid, run_case

    results, code = [], DONE
    for path in files:
        try:
            found = run_case(path)
        except CaseInvalid as wrong:
            results.append({"file": str(path), "outcome": "invalid", "differences": [str(wrong)]})
            code = BAD
            continue
        outcome = "holds" if found.holds else "differs"
        results.append({"file": str(path), "outcome": outcome, "differences": [str(d) for d in found.differences]})
        code = max(code, DONE if found.holds else NO)
    shown = [r for r in results if not (quiet and r["outcome"] == "holds")]
    lines = [
        f"{told(r['outcome']):8} {r['file']}" + "".join(f"\n         {d}" for d in r["differences"]) for r in shown
    ]
    say(results, "\n".join(lines), as_json=as_json)
    return code


@case.command("new", epilog=example("pbem case new legion > argument.toml"))
@click.argument("ruleset")
@json_option
def new_case(ruleset: str, as_json: bool) -> int:
    """Write a commented skeleton of a case file."""
    from pbem.cases.run import skeleton

    text = skeleton(ruleset)
    say({"case": text}, text.rstrip("\n"), as_json=as_json)
    return DONE


@case.command(
    "from",
    short_help="Turn an archived phase into a case file.",
    epilog=example("pbem case from melilla 12 > turn-3.toml"),
)
@game_argument
@click.argument("number", type=click.IntRange(1))
@json_option
@click.pass_obj
def case_from(settings: Settings, game: str, number: int, as_json: bool) -> int:
    """Turn an archived phase (record NUMBER of GAME) into a case file."""
    from pbem.cases.run import case_from_record
    from pbem.game.paths import save_path

    text = case_from_record(save_path(Path(settings.home), game), number)
    say({"case": text}, text.rstrip("\n"), as_json=as_json)
    return DONE
