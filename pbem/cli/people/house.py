"""The command about house rules."""

import click

from pbem.cli.common import (
    DONE,
    Settings,
    asked_reason,
    example,
    game_argument,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
    send_now,
    why_option,
)
from pbem.cli.speech.language import told


@click.command(
    epilog=example("pbem house melilla", 'pbem house melilla press=public press-size=2000 --why "as all agreed"')
)
@game_argument
@click.argument("rules", nargs=-1, metavar="[NAME=VALUE]...")
@why_option
@json_option
@quiet_option
@click.pass_obj
def house(settings: Settings, game: str, rules: tuple[str, ...], why: str | None, as_json: bool, quiet: bool) -> int:
    """The house rules of GAME; with NAME=VALUE they are changed, and all players are told at once."""
    from pbem.referee.admin.seating import parse_pairs
    from pbem.referee.home.house import HOUSE_RULES, house_rule, parse_house
    from pbem.referee.people.house import change_house

    changed = parse_pairs(rules, "House rule")
    parse_house(changed)
    with mailbox(settings, f"pbem house {game}") as home:
        if changed:
            change_house(home, game, changed, now(), why=asked_reason(why))
            send_now(home)
        row = home.game_row(game)
    data = {name: house_rule(row, name) for name in HOUSE_RULES}
    lines = [f"{name:14} {data[name]:8} {told(rule.about)}" for name, rule in HOUSE_RULES.items()]
    say(data, "\n".join(lines), as_json=as_json, quiet=quiet and bool(changed))
    return DONE
