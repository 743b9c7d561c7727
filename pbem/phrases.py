"""Sentences for the referee: English with named values, put into another language where they are shown.

A file of translations is templates/locale/<language>/cli.po, with the English texts as keys. Babel would read it too,
but takes longer to load than the whole help of the program.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

MARK = {"n": "\n", "t": "\t"}


class Phrase(str):
    """A text with values in its places, as `str.format` puts them there; a str in English.

    Values may be phrases and exceptions that tell one: these are translated with it.
    """

    __slots__ = ("text", "values")
    text: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, /, **values: Any) -> "Phrase":
        """The phrase, in English."""
        made = super().__new__(cls, text.format_map(values))
        made.text, made.values = text, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _phrase, (self.text, dict(self.values))


def _phrase(text: str, values: Mapping[str, Any]) -> Phrase:
    return Phrase(text, **values)


class Told(Exception):
    """An error that is a sentence for the referee: its English text with its values."""

    def __init__(self, text: str, /, **values: Any) -> None:
        super().__init__(Phrase(text, **values) if values else text)

    def __str__(self) -> str:
        return str(self.args[0])


def marked(text: str) -> str:
    """The text itself: marked for the translations, to be given its values elsewhere."""
    return text


def told_by(wrong: Exception) -> str:
    """What an error tells, as the phrase that it is; as a text where it is none."""
    phrase: str = wrong.args[-1] if _is_told(wrong) else str(wrong)
    return phrase


def _is_told(wrong: Exception) -> bool:
    return bool(wrong.args) and isinstance(wrong.args[-1], str) and str(wrong) == wrong.args[-1]


SYSTEM = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Operation not permitted"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("Directory not empty"),
    marked("Input/output error"),
    marked("Read-only file system"),
    marked("No space left on device"),
    marked("Too many open files"),
    marked("Connection refused"),
    marked("Connection reset by peer"),
    marked("Connection timed out"),
    marked("Network is unreachable"),
    marked("No route to host"),
    marked("Broken pipe"),
)
"""What the operating system says most often; it says it in English."""


def system_words(wrong: OSError) -> str:
    """What the operating system says of an error: a phrase where it is one of those that it says most often."""
    said = wrong.strerror or str(wrong)
    return Phrase(said) if said in SYSTEM else said


def translate(told: object, catalogue: Mapping[str, str]) -> str:
    """A text in the language of a catalogue, or what an error tells; what the catalogue lacks stays English.

    Of the values in a phrase only phrases and errors are translated: names and numbers stay as they are.
    """
    if isinstance(told, Phrase):
        values = {name: _value(one, catalogue) for name, one in told.values.items()}
        return catalogue.get(told.text, told.text).format_map(values)
    if isinstance(told, Exception) and _is_told(told):
        return translate(told.args[-1], catalogue)
    return catalogue.get(str(told), str(told))


def _value(value: Any, catalogue: Mapping[str, str]) -> Any:
    return translate(value, catalogue) if isinstance(value, Phrase | Exception) else value


def joined(phrases: Iterable[str], between: str = "\n") -> Phrase:
    """Phrases one after the other, as one."""
    listed = {f"_{number}": phrase for number, phrase in enumerate(phrases)}
    return Phrase(between.join(f"{{{name}}}" for name in listed), **listed)


def either(words: Iterable[str]) -> str:
    """Words with commas between, and "or" before the last."""
    *most, last = words
    return Phrase("{words} or {last}", words=", ".join(most), last=last) if most else str(last)


def to_text(told: str) -> str:
    """A phrase as a text to be kept, of which `from_text` makes it again; any other text as it is, mostly.

    One that could be taken for a kept phrase is kept as one that says just that: whatever was kept comes back.
    """
    import json

    if not isinstance(told, Phrase):
        if not told.startswith("["):
            return told
        told = Phrase("{text}", text=told)
    kept = json.dumps(_parts(told), ensure_ascii=False, sort_keys=True)
    try:
        return kept if from_text(kept) == told else str(told)
    except ValueError:  # a date that its text shows in a form of its own
        return str(told)


def _parts(value: Any) -> Any:
    if isinstance(value, Exception):
        value = told_by(value)
    if isinstance(value, Phrase):
        return [value.text, {name: _parts(one) for name, one in value.values.items()}]
    return value if isinstance(value, int) else str(value)


def from_text(kept: str) -> str:
    """A phrase from a text that `to_text` made; any other text as it is."""
    import json

    if not kept.startswith("["):
        return str(kept)
    try:
        text, values = json.loads(kept)
        return Phrase(text, **{name: _whole(one) for name, one in values.items()})
    except (AttributeError, KeyError, TypeError, ValueError):  # kept by a release that did not ask for it
        return str(kept)


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return Phrase(value[0], **{name: _whole(one) for name, one in value[1].items()})
    return value


def parse_catalogue(text: str) -> dict[str, str]:
    """The translations of a .po file: singular and plural forms alike, each under its own English text."""
    keys: list[str] = []
    values: list[str] = []
    found: dict[str, str] = {}
    for line in (*text.splitlines(), ""):
        word, _, rest = line.partition(" ")
        if word in ("msgid", "msgid_plural"):
            keys.append(_unquoted(rest))
        elif word.startswith("msgstr"):
            values.append(_unquoted(rest))
        elif line.startswith('"'):
            (values or keys)[-1] += _unquoted(line)
        elif not line:
            found.update((key, value) for key, value in zip(keys, values, strict=True) if key and value)
            keys, values = [], []
    return found


def _unquoted(text: str) -> str:
    return "".join(_unescaped(iter(text[1:-1]))) if "\\" in text else text[1:-1]


def _unescaped(characters: Iterator[str]) -> Iterator[str]:
    for character in characters:
        escaped = next(characters) if character == "\\" else ""
        yield MARK.get(escaped, escaped) or character
