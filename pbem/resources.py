"""Where the data that travels with the program lives: games/, templates/ and schemas/; and programs to take along."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped_path(*parts: str) -> Path:
    """Path of a shipped file or folder, e.g. ``shipped("schemas", "case.schema.json")``.

    In a wheel the three folders lie inside the package; in a checkout they lie beside it.
    """
    inside = _PACKAGE / "_shipped"
    return (inside if inside.is_dir() else _PACKAGE.parent).joinpath(*parts)


def verifiers() -> tuple[Path, ...]:
    """The two programs that check a save without pbem: check_dice.py and check_dice.mjs."""
    return tuple(_PACKAGE / "verifier" / name for name in ("check_dice.py", "check_dice.mjs"))
