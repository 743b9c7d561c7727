"""Every text of the program that is translated: found with Babel in the code and the templates.

`python -m tests.language.extraction` brings templates/locale/es/LC_MESSAGES/pbem.po up to date: new texts are added
without translation, those that nothing uses any more are dropped; both are listed. The texts are English, so English
needs no catalogue.
"""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
OPTIONS = {"**.j2": {"extensions": "jinja2.ext.do", "newstyle_gettext": "true", "silent": "false"}}
METHODS = [("**.py", "python"), ("**.j2", "jinja2")]
HEADER = """\
# What pbem says to players, in Spanish. Brought up to date by: python -m tests.language.extraction
msgid ""
msgstr ""
"Language: es\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
PLACES = ("pbem", "templates", "games")


@cache
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
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain="pbem", abort_invalid=True)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """The messages of a catalogue, without its head."""
    return (message for message in catalogue if message.id)


def path_of(language: str) -> Path:
    """The file of a language's catalogue."""
    return ROOT / "templates" / "locale" / language / "LC_MESSAGES" / "pbem.po"


def update(language: str) -> Catalog:
    """The catalogue of a language with the texts in use: translations kept, new texts empty, old ones dropped."""
    known = translated(language)
    made = read_po(BytesIO(HEADER.encode()), locale=language, domain="pbem")  # its plurals: Babel's Spanish has three
    for message in messages(used()):
        old = known.get(message.id)
        files = sorted({(file, None) for file, _ in message.locations})
        made.add(message.id, old.string if old else None, files)
    return made


def main() -> None:
    """Bring the Spanish catalogue up to date, and tell what is to be translated."""
    known, made = translated("es"), update("es")
    for message in messages(made):
        if not message.string or not all(message.string):
            print(f"to translate: {message.id!r}")
    for message in messages(known):
        if message.id not in made:
            print(f"dropped: {message.id!r}")
    write(made)


def write(catalogue: Catalog) -> None:
    """Write a catalogue as it is kept in the tree: nothing that changes by itself."""
    body = BytesIO()
    write_po(body, catalogue, width=120, omit_header=True)
    path_of(str(catalogue.locale)).write_bytes(HEADER.encode() + body.getvalue())


if __name__ == "__main__":
    main()
