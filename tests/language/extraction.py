"""Every text of the program that is translated: found with Babel in the code and the templates.

`python -m tests.language.extraction` lists what templates/locale/<language>/LC_MESSAGES/pbem.po lacks, what it has that
nothing uses any more, and the texts themselves ready to be pasted into it.
"""

from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None, "NN_": (1, 2)}
OPTIONS = {"**.j2": {"extensions": "jinja2.ext.do", "newstyle_gettext": "true", "silent": "false"}}
METHODS = [("**.py", "python"), ("**.j2", "jinja2")]
PLACES = ("pbem", "templates", "games")


def used() -> Catalog:
    """The texts in use, with where they are."""
    catalogue = Catalog(domain="pbem")
    for place in PLACES:
        found = extract_from_dir(str(ROOT / place), METHODS, OPTIONS, KEYWORDS, comment_tags=())
        for file, line, message, _, context in found:
            catalogue.add(message, None, [(f"{place}/{file}", line)], context=context)
    return catalogue


def translated(language: str) -> Catalog:
    """The catalogue of a language as it is in the tree."""
    with (ROOT / "templates" / "locale" / language / "LC_MESSAGES" / "pbem.po").open("rb") as file:
        return read_po(file, locale=language, domain="pbem", abort_invalid=True)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """The messages of a catalogue, without its head."""
    return (message for message in catalogue if message.id)


def main() -> None:
    """Tell what the catalogues lack."""
    known, wanted = translated("es"), used()
    for message in messages(wanted):
        if message.id not in known:
            print(f"#: {' '.join(f'{file}:{line}' for file, line in message.locations)}\nmissing: {message.id!r}")
    for message in messages(known):
        if message.id not in wanted:
            print(f"unused: {message.id!r}")


if __name__ == "__main__":
    main()
