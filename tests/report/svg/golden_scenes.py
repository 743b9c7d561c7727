"""Six scenes on a map of sixteen hexes, each small enough that its picture can be read in a diff."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.language.messages import translations
from pbem.report.svg import Naming, draw_map
from tests.report.making import SIDES, piece

FOLDER = Path(__file__).parent / "golden"


def tiny_map() -> dict[str, Any]:
    """Four columns by four rows of open ground, with a town in 0203."""
    hexes: dict[str, Any] = {f"{c:02d}{r:02d}": {"terrain": ["clear"]} for c in range(1, 5) for r in range(1, 5)}
    hexes["0203"] = {"terrain": ["clear", "city"], "place": {"id": "annual", "name": {"es": "Annual"}, "label": "s"}}
    return {"size": [4, 4], "scale": {"across-flats": 3000}, "hexes": hexes}


def tiny(name: str, **more: Any) -> Scene:
    """A scene on it."""
    values: dict[str, Any] = {"phase": "combat", "conditions": (), **more}
    return Scene(map=tiny_map(), title={"es": name, "en": name}, turn=2, turns=9, sides=SIDES, **values)


def scenes() -> Mapping[str, tuple[Scene, str]]:
    """Each scene with the language of its picture, by the name of its file."""
    return {
        "stack": (_stack(), "es"),
        "battle": (_battle(), "en"),
        "panic": (_panic(), "en"),
        "planned": (_planned(), "es"),
        "losses": (_losses(), "en"),
        "control": (_control(), "es"),
    }


def drawn(name: str) -> str:
    """The picture of a scene as SVG."""
    scene, lang = scenes()[name]
    return draw_map(scene, lang, naming=Naming(translations(lang).gettext))


def _stack() -> Scene:
    """Four in one hex, six in another, one of each side in a third."""
    kinds = ("infantry", "machine-gun", "artillery", "cavalry", "headquarters", "supply")
    four = [piece(f"a{i}", "spanish", "0102", kind, style="green") for i, kind in enumerate(kinds[:4], 1)]
    six = [piece(f"b{i}", "moroccan", "0302", kind, style="grey") for i, kind in enumerate(kinds, 1)]
    both = [piece("c1", "spanish", "0203", "bomber", factors="9"), piece("d1", "moroccan", "0203")]
    return tiny("Stacks", counters=(*four, *six, *both))


def _battle() -> Scene:
    """Totals of one combat, odds of another, a tie; the loser is gone."""
    return tiny(
        "Battles",
        counters=(
            piece("a1", "moroccan", "0202"), piece("a2", "moroccan", "0103", "cavalry"),
            piece("b1", "spanish", "0402"), piece("a3", "moroccan", "0301"),
            piece("b2", "spanish", "0304"), piece("a4", "moroccan", "0404"),
        ),
        battles=(
            Battle(1, "moroccan", ("0202", "0103"), ("0203",), 30, 12, "attacker"),
            Battle(2, "moroccan", ("0301",), ("0402",), 12, 4, "defender", told="3:1"),
            Battle(3, "spanish", ("0304",), ("0404",), 9, 9, "tie"),
        ),
        ghosts=(Ghost("b3", "spanish", "0203", "infantry", True, "CER 3"),),
    )  # fmt: skip


def _panic() -> Scene:
    """One driven off, one dispersed, one that must attack, one that has fired and moved."""
    return tiny(
        "Panic",
        counters=(
            piece("a1", "spanish", "0203", "armour", states=("moved",)),
            piece("b1", "moroccan", "0401", states=("panicked",)),
            piece("b2", "moroccan", "0102", "cavalry", states=("dispersed",)),
            piece("b3", "moroccan", "0303", states=("must-attack", "arrived")),
            piece("a2", "spanish", "0404", "artillery", states=("fired", "moved")),
        ),
        arrows=(Arrow("b1", "moroccan", ("0202", "0301", "0401"), "panic"),
                Arrow("a1", "spanish", ("0204", "0203"), "move")),
        ghosts=(Ghost("b1", "moroccan", "0202", "infantry", False, "B1"),),
    )  # fmt: skip


def _planned() -> Scene:
    """Two moves from one hex, an arrival, an attack, fire."""
    return tiny(
        "Plans",
        counters=(
            piece("a1", "spanish", "0401"), piece("a2", "spanish", "0303"), piece("a3", "spanish", "0404", "artillery"),
            piece("b1", "moroccan", "0302"), piece("c1", "spanish", "0104", "cavalry", states=("planned",)),
        ),
        arrows=(
            Arrow("a1", "spanish", ("0401", "0301", "0201"), "planned"),
            Arrow("a9", "spanish", ("0401", "0301", "0202", "0102"), "planned"),
            Arrow("c1", "spanish", ("0203", "0104"), "planned"),
            Arrow("a2", "spanish", ("0303", "0302"), "planned-attack"),
        ),
        shots=(Shot("spanish", "0404", "0302", None, "artillery"),),
    )  # fmt: skip


def _losses() -> Scene:
    """Two lost in one hex, one where the enemy stands now, a captured battery, a hit and a miss."""
    return tiny(
        "Losses",
        counters=(
            piece("a1", "spanish", "0301", "artillery", states=("fired",)), piece("a2", "moroccan", "0303"),
            piece("bat", "moroccan", "0203", "artillery", style="black", states=("captured",)),
        ),
        shots=(Shot("spanish", "0301", "0202", True, "artillery"), Shot("spanish", "0301", "0303", False, "artillery")),
        ghosts=(
            Ghost("x1", "moroccan", "0202", "cavalry", True, "URR c1"),
            Ghost("x2", "moroccan", "0202", "infantry", True),
            Ghost("x3", "spanish", "0303", "infantry", True, "CER 3"),
        ),
    )  # fmt: skip


def _control() -> Scene:
    """A place that changed hands with the march that took it, one held as before, one that nobody holds."""
    return tiny(
        "Control",
        counters=(piece("a1", "spanish", "0203"), piece("b1", "moroccan", "0401")),
        arrows=(Arrow("a1", "spanish", ("0101", "0102", "0203"), "march"),),
        ghosts=(Ghost("a1", "spanish", "0101", "infantry", False),),
        controls=(Control("0203", "spanish", True), Control("0401", "moroccan"), Control("0303", None)),
    )
