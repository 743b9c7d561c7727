"""Commands that prove: verify."""

from pathlib import Path

import click

from pbem.cli.common import DONE, NO, Settings, example, json_option, language_option, progress, quiet_option, say
from pbem.cli.speech.language import tr


@click.command(
    epilog=example(
        "pbem verify melilla",
        "pbem verify games/legion/archive/melilla-1921 --lang es",
        "pbem verify melilla --mail report-7.eml --mail receipts.mbox",
        "pbem verify report-7.eml",
        "pbem verify --export .",
    ),
)
@click.argument("what", required=False)
@click.option("--mail", "mails", multiple=True, type=click.Path(path_type=Path, exists=True),
              help="A report, receipt or other mail of the game that you kept; a mail, mbox or Maildir.")  # fmt: skip
@click.option("--export", "export", type=click.Path(path_type=Path, file_okay=False),
              help="Write check_dice.py and check_dice.mjs there: they check a save without pbem.")  # fmt: skip
@language_option
@json_option
@quiet_option
@click.pass_obj
def verify(
    settings: Settings,
    what: str | None,
    mails: tuple[Path, ...],
    export: Path | None,
    lang: str,
    as_json: bool,
    quiet: bool,
) -> int:
    """Check every proof of WHAT, and name the first thing that is wrong.

    WHAT is a game of this mailbox, the path of a save folder, or a report: a mail saved as a file. Exit code 0: all
    proofs hold; 1: something is wrong; 2: there is nothing of the kind to check.
    """
    from pbem.verify.verdict_text import export_verifiers, format_verdict, verdict_json
    from pbem.verify.verify import verify as verify_proofs

    if export is not None:
        files = [str(file) for file in export_verifiers(export)]
        say({"files": files}, "\n".join(files), as_json=as_json, quiet=quiet)
        if what is None:
            return DONE
    if what is None:
        raise click.UsageError(tr("Name a game, a save folder or a report."))
    path = _path(settings, what)
    with progress("verify", len(list(path.glob("turns/*.json"))), hidden=quiet or as_json) as done:
        found = verify_proofs(path, mails, done)
    say(verdict_json(found, lang), format_verdict(found, lang), as_json=as_json, quiet=quiet and found.fault is None)
    return DONE if found.fault is None else NO


def _path(settings: Settings, what: str) -> Path:
    """A game by name, else whatever has this path."""
    from pbem.game.paths import save_path

    return Path(what) if Path(what).exists() else save_path(Path(settings.home), what)
