"""The rule sets at hand: those of pbem itself, and those of other packages, found as editors find their plug-ins.

A package names its rule sets in the entry-point group `pbem.rulesets`, each the module that is the rule set, under the
rule set's name. In the module's folder lies `game/`: game.json and all else that pbem's own games have in games/NAME.
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pbem.rules
from pbem.core.ruleset import Ruleset
from pbem.errors import BadInput
from pbem.phrases import Phrase
from pbem.resources import shipped_path

GROUP = "pbem.rulesets"


def _manifest(name: str) -> dict[str, Any] | None:
    """game.json of a rule set of pbem's own; None where it has none."""
    path = shipped_path("games", name, "game.json")
    found: dict[str, Any] | None = json.loads(path.read_text("utf-8")) if path.is_file() else None
    return found


_OWN = {module.name: _manifest(module.name) for module in pkgutil.iter_modules(pbem.rules.__path__)}
SHIPPED = tuple(
    name
    for name, about in sorted(_OWN.items(), key=lambda each: ((each[1] or {}).get("place", len(_OWN) + 1), each[0]))
    if about and not about.get("in-the-making")
)
"""The rule sets that pbem brings itself, in the order in which it offers them."""
IN_THE_MAKING = tuple(sorted(name for name, about in _OWN.items() if about and about.get("in-the-making")))
"""Those of its own that are not finished: who names one gets it (cases, tests, bots), but nobody is offered it."""
MEMBERS = tuple(name for name in (*Ruleset.__annotations__, *vars(Ruleset)) if not name.startswith("_"))
"""What a module must have to be a rule set."""


class BadGame(BadInput, ValueError):
    """A game's data cannot be used; the sentence names file, place in it and what was expected."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule set comes from: its module, and the package that brings it ("" for pbem itself)."""

    module: str
    package: str = ""


def ruleset_names() -> tuple[str, ...]:
    """The names of all rule sets at hand, those that turn out to be broken too."""
    return tuple(sorted(_sources()))


def has_ruleset(name: str) -> bool:
    """Whether there is a rule set of a name: one that is offered, or one in the making."""
    return name in _sources() or name in IN_THE_MAKING


def ruleset(name: str) -> Ruleset:
    """The rule set of a name; BadGame if there is none, or the package that brings it is broken."""
    source = source_of(name)
    try:
        module = import_module(source.module)
    except Exception as wrong:  # whatever a package of somebody else does when it is loaded
        raise _broken(name, source, Phrase("{name}: {wrong}", name=type(wrong).__name__, wrong=wrong)) from None
    lacking = [member for member in MEMBERS if not hasattr(module, member)]
    if lacking:
        raise _broken(name, source, Phrase("it lacks {lacking}", lacking=", ".join(lacking)))
    if name != module.NAME:
        raise _broken(name, source, Phrase("it calls itself {ruleset!r}", ruleset=module.NAME))
    return module


def source_of(name: str) -> Source:
    """Where a rule set comes from; BadGame, with those that there are, if there is none of that name."""
    found = _sources().get(name) or (Source(f"pbem.rules.{name}") if name in IN_THE_MAKING else None)
    if found is None:
        raise BadGame(
            "There is no rule set {name!r}; there are {known}.",
            name=name,
            known=", ".join(ruleset_names()),
        )
    return found


def game_file(name: str, *parts: str) -> Path:
    """The path of a file of a game's data, e.g. ``game_file(name, "game.json")``; BadGame for no rule set."""
    source = source_of(name)
    return _folder(name, source).joinpath(*parts) if source.package else shipped_path("games", name, *parts)


def sound_rulesets() -> tuple[Ruleset, ...]:
    """All rule sets that can be loaded, by name: what another package breaks hurts nothing but its own games."""
    found = []
    for name in ruleset_names():
        try:
            found.append(ruleset(name))
        except BadGame:
            if not source_of(name).package:
                raise
    return tuple(found)


@cache
def _sources() -> Mapping[str, Source]:
    """Every rule set by name. A name that pbem has itself stays its own, and of two packages the first one has it."""
    found = {name: Source(f"pbem.rules.{name}") for name in SHIPPED}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        package = point.dist.name if point.dist is not None else point.module
        found.setdefault(point.name, Source(point.module, package))
    return found


@cache
def _folder(name: str, source: Source) -> Path:
    """The folder with the data of a game that another package brings. The rule set itself is not loaded for it."""
    try:
        spec = find_spec(source.module)
    except Exception as wrong:  # of a module in a package, the package is loaded
        raise _broken(name, source, Phrase("{name}: {wrong}", name=type(wrong).__name__, wrong=wrong)) from None
    places = spec.submodule_search_locations if spec is not None else None
    if not places:
        raise _broken(name, source, Phrase("{module} is no package with a folder of its own", module=source.module))
    return Path(places[0]) / "game"


def _broken(name: str, source: Source, why: str) -> BadGame:
    whose = Phrase(" of the package {package}", package=source.package) if source.package else ""
    return BadGame("The rule set {name}{whose} cannot be used: {why}.", name=name, whose=whose, why=why)
