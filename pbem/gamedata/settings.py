"""The settings of a game: what its rule set takes at the start beside options (SETTINGS), by name or dotted name."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from pbem.core.record import kebab
from pbem.core.ruleset import Ruleset
from pbem.gamedata.rulesets import BadGame
from pbem.phrases import Phrase


def setting_names(rules: Ruleset) -> tuple[str, ...]:
    """The settings of a rule set: keys of its scenario.json that no other rule set need have."""
    return tuple(kebab(name) for name in rules.SETTINGS.model_fields)


def read_settings(
    rules: Ruleset, seats: Mapping[str, str], usual: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Every setting of a rule set, as scenario.json holds it: the `usual` ones of a scenario, then what is `given`.

    Either may have tables or dotted names: {"owners.tank-1": "red-2"}. The usual ones are read in the context of
    the seats, so that a rule set may leave out what does not concern them. BadGame for what is none.
    """
    start = _read(rules, usual, {"seats": seats})
    return _read(rules, {**dict(_leaves(start)), **dict(_leaves(given))}, None)


def _read(rules: Ruleset, said: Mapping[str, Any], context: Mapping[str, Any] | None) -> dict[str, Any]:
    try:
        made = rules.SETTINGS.model_validate(undotted(said), context=context)
    except ValidationError as wrong:
        raise BadGame(_sentence(rules, wrong)) from None
    return made.model_dump(mode="json", by_alias=True)


def _sentence(rules: Ruleset, wrong: ValidationError) -> str:
    """What is wrong first, and what there is."""
    first = wrong.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        return Phrase(
            "{ruleset} has no setting {name!r}; there are {setting_names}.",
            ruleset=rules.NAME,
            name=name,
            setting_names=", ".join(setting_names(rules)) or Phrase("none"),
        )
    return Phrase(
        "The setting {name} cannot be {input!r:.60} (“{why}”).", name=name, why=first["msg"], input=first["input"]
    )


def _leaves(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a table and the tables in it, each by its dotted name."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def undotted(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table with its dotted keys written as tables in each other, to any depth."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        first, _, rest = key.partition(".")
        inner = undotted({rest: value} if rest else value) if rest or isinstance(value, Mapping) else value
        known = found.get(first)
        found[first] = {**known, **inner} if isinstance(known, dict) and isinstance(inner, dict) else inner
    return found
