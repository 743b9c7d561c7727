"""The rule sets by name. One package each, independent of each other; loaded when asked for."""

from importlib import import_module

from pbem.core.ruleset import Ruleset

RULESETS: dict[str, str] = {
    "legion": "pbem.rules.legion",
}


def ruleset(name: str) -> Ruleset:
    """The rule set of that name; KeyError if there is none."""
    return import_module(RULESETS[name])
