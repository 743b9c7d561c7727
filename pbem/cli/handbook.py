"""The command that shows or writes the handbook of a rule set."""

from pathlib import Path

import click

from pbem.cli.common import DONE, example, json_option, markdown, quiet_option, say


@click.command(
    short_help="How to play: rules, orders, an example.",
    epilog=example(
        "pbem handbook legion --lang es",
        "pbem handbook legion --clause LL-7.5",
        "pbem handbook legion -o handbook.html",
    ),
)
@click.argument("ruleset")
@click.option("--lang", default="en", show_default=True, type=click.Choice(["en", "es"]), help="Its language.")
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
            raise click.UsageError(f"A handbook is written as .html, not as {output.name!r}.")
        if clause:
            raise click.UsageError("--clause is for reading here; the page of -o has every clause.")
        output.write_text(to_html(book), "utf-8")
        say({"file": str(output)}, f"{output} is written.", as_json=as_json, quiet=quiet)
        return DONE
    text = passages(book, clause) if clause else book.text
    if as_json:
        say({"clause": clause, "language": lang, "ruleset": ruleset, "text": text}, "", as_json=True)
    else:
        markdown(text)
    return DONE


COMMANDS = (handbook,)
"""The commands of this file."""
