"""Commands about the program itself: schema, doctor."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import DONE, NO, Settings, environment, example, json_option, now, quiet_option, say
from pbem.cli.speech.language import told

if TYPE_CHECKING:
    from pbem.setup.diagnosis import Diagnosis


@click.command(
    epilog=example("pbem schema orders > orders.schema.json", "pbem schema options legion"),
)
@click.argument("what")
@click.argument("ruleset", required=False)
def schema(what: str, ruleset: str | None) -> int:
    """Print a JSON Schema (orders, settings, case, map, counters, tables, game, scenario, problems), or the options.

    Options and settings are what 'pbem new' takes with --option and --set. Without RULESET: of the first one.
    """
    from pbem.gamedata.games import shipped_game
    from pbem.gamedata.orders_schema import orders_schema
    from pbem.gamedata.rulesets import SHIPPED
    from pbem.gamedata.rulesets import ruleset as rules_of
    from pbem.gamedata.schemas import schema_of

    name = ruleset or SHIPPED[0]
    shipped_game(name)
    if what == "options":
        found = _options(name)
    elif what == "settings":
        found = rules_of(name).SETTINGS.model_json_schema()
    else:
        found = orders_schema(rules_of(name)) if what == "orders" else schema_of(what, name)
    click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    return DONE


def _options(name: str) -> dict[str, dict[str, Any]]:
    """The options of a game under a rule set: their values, and what those mean that are not the default one."""
    from pbem.gamedata.games import shipped_game
    from pbem.gamedata.rulesets import ruleset
    from pbem.referee.admin.new_game import ABOUT, OPTIONS

    meanings, found = shipped_game(name).words.get("options", {}), dict[str, dict[str, Any]]()
    for option, values in {**ruleset(name).OPTIONS, **OPTIONS}.items():
        meant = ((value, meanings.get(f"{option}-{value}")) for value in values)
        about = ABOUT.get(option) or " ".join(f"{value}: {sentence['en']}" for value, sentence in meant if sentence)
        found[option] = {"default": values[0], "values": list(values)} | ({"about": about} if about else {})
    return found


@click.command(
    epilog=example("pbem doctor", "pbem doctor --probe", "pbem --home /srv/pbem doctor --json"),
)
@click.option("--probe", is_flag=True, help="Send three mails to oneself too, find and remove them.")
@json_option
@quiet_option
@click.pass_obj
def doctor(settings: Settings, probe: bool, as_json: bool, quiet: bool) -> int:
    """Check the mailbox and the program: what is wrong, and how to mend it. Exit code 1: something is.

    Logs in to the mail servers; takes no mail, and sends none but with --probe: that tries plus addresses, and whether
    the server takes out forged Authentication-Results headers.
    """
    from pbem.setup.doctor import examine

    home = Path(settings.home)
    found = [*examine(home, environment(), now()), *(_probe(home) if probe else ())]
    bad = [finding for finding in found if finding.wrong]
    lines = [
        f"✗ {told(f.about)}: {told(f.wrong)}\n    {told(f.mend)}" if f.wrong else f"✓ {told(f.about)}"
        for f in found
        if f.wrong or not quiet
    ]
    say([finding.to_json() for finding in found], "\n".join(lines), as_json=as_json)
    return NO if bad else DONE


def _probe(home: Path) -> "Iterator[Diagnosis]":
    """What mails to ourselves tell; nothing where the settings cannot be read, which is told already."""
    import secrets
    import time

    from pbem.errors import RefereeError
    from pbem.referee.home.config import read_config
    from pbem.setup.probe import probe_mailbox

    try:
        config = read_config(home)
    except RefereeError:
        return
    yield from probe_mailbox(home, config, environment(), now(), secrets.token_hex(8), time.monotonic, time.sleep)
