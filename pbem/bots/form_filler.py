"""A player who only ever fills in the form that he was sent: it measures what a form asks of people.

He takes offered lines as they stand, gives some pieces another order that their line names, and ends his turn.
"""

import re
from collections.abc import Callable, Sequence
from random import Random

_BEGIN, _END = re.compile(r"## (ORDERS|ÓRDENES)\b"), re.compile(r"## (END OF ORDERS|FIN DE ÓRDENES)\b")
_OFFER = re.compile(r"(?:^|· )(?P<verb>[^\W\d_]+) \(\d+\): (?P<goals>.*?)(?= ·|$)")
_GOAL = re.compile(r"(\S+) \([^)]*\)")


def fill_form(mail: Sequence[str], is_order: Callable[[str], bool], done: str, random: Random) -> list[str] | None:
    """The lines of a mail with its form filled in; None where it has none. `is_order` reads a line; `done` is DONE."""
    if not any(_BEGIN.match(line) for line in mail):
        return None
    filled, within = list[str](), False
    for line in mail:
        within = (within or bool(_BEGIN.match(line))) and not _END.match(line)
        filled.append(_filled(line, is_order, done, random) if within else line)
    return filled


def _filled(line: str, is_order: Callable[[str], bool], done: str, random: Random) -> str:
    offered = line.removeprefix("# ")
    order, _, about = offered.partition("#")
    if offered.split(maxsplit=1)[:1] == [done] or (offered != line and is_order(order)):
        return offered
    if offered == line and len(order.split()) == 2 and random.random() < 0.4:
        offers = [(found["verb"], goal) for found in _OFFER.finditer(about) for goal in _GOAL.findall(found["goals"])]
        if offers:
            verb, goal = random.choice(offers)
            return f"{verb} {order.split()[1]} {goal}"
    return line
