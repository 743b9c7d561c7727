"""Sentences for players in their language: gettext catalogues, and problems told in one exact sentence.

English texts are the message ids, so English needs no catalogue. The others are templates/locale/<language>/
LC_MESSAGES/*.po, read when first needed: nothing compiled lies in the tree.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

from pbem.core.problems import Args, Problem
from pbem.language.catalogue import EXPECTED, N_, TEXTS, Plural, Text
from pbem.language.commands import command_words
from pbem.resources import shipped_path

SOURCE = "en"
"""The language of the message ids."""

Names = Callable[[str, str], str]
"""The name to show of (kind, id): unit, space, terrain, phase, condition, side, seat, status, state, verb, choice."""

KINDS: Mapping[str, str] = {
    "unit": "unit",
    "other": "unit",
    "units": "unit",
    "hex": "space",
    "at": "space",
    "to": "space",
    "hexes": "space",
    "full": "space",
    "area": "space",
    "ground": "terrain",
    "areas": "space",
    "via": "space",
    "phase": "phase",
    "now": "phase",
    "past": "phase",
    "skipped": "phase",
    "foreign": "phase",
    "fits": "phase",
    "condition": "condition",
    "side": "side",
    "seat": "seat",
    "status": "status",
    "state": "state",
    "formation": "choice",
    "order": "choice",
    "verb": "verb",
    "instead": "verb",
    "usage": "verb",
}
"""What the values of a problem name."""

Own = Mapping[str, Mapping[str, Sequence[Text]]]
"""A game's own texts of problems in one language: by code, then by clause; those under "" are for every clause."""

_PLACE = re.compile(r"%\((\w+)\)s")


def plain_names(kind: str, id_: str) -> str:
    """Names for those who write orders: ids as they are, verbs in capitals."""
    return id_.upper() if kind == "verb" else id_


@lru_cache(maxsize=16)
def translations(lang: str) -> gettext.NullTranslations:
    """The translations of a language, all its catalogues; for one without any the English texts themselves."""
    paths = sorted(shipped_path("templates", "locale", lang, "LC_MESSAGES").glob("*.po"))
    if lang == SOURCE or not paths:
        return gettext.NullTranslations()
    first, *others = (_compiled(path, lang) for path in paths)
    for other in others:
        first.add_fallback(other)
    return first


def _compiled(path: Path, lang: str) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file, locale=lang)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def sentence(
    problem: Problem, lang: str, names: Names = plain_names, text: str = "", own: Own = MappingProxyType({})
) -> str:
    """The problem in one sentence without full stop; `text` is the order line as written, shown if given.

    >>> from pbem.core.problems import Problem
    >>> off = Problem(line=4, code="off-map", args={"hex": "9901"}, near=("0901",))
    >>> sentence(off, "en", text="MOVE beni-3 9901")
    'line 4: MOVE beni-3 9901: the map has no hex 9901; did you mean 0901?'
    """
    words = translations(lang)
    place = [words.gettext(N_("line %(line)s")) % {"line": problem.line}] if problem.line else []
    shown = text or problem.args.get("path") or problem.args.get("text")
    place += [str(shown)] if shown else []
    told = ": ".join([*place, reason(problem.code, problem.args, lang, names, problem.rule, own)])
    if not problem.near:
        return told
    near = join_or(problem.near, lang)
    return words.gettext(N_("%(problem)s; did you mean %(near)s?")) % {"problem": told, "near": near}


def reason(
    code: str, args: Args, lang: str, names: Names = plain_names, rule: str = "", own: Own = MappingProxyType({})
) -> str:
    """What a code means, with as much as `args` tell: for problems, and for orders that were voided.

    `own` are the game's texts: those for the clause come before those for any, and these before what all games share.
    A code that has no texts is shown as it is.
    """
    words, mine = translations(lang), own.get(code, {})
    values = {name: _shown(name, value, lang, names) for name, value in args.items()}
    for text in (*(mine.get(rule, ()) if rule else ()), *mine.get("", ())):
        if placeholders(text) <= values.keys():
            return _form(text, args) % values
    for shared in TEXTS.get(code, ()):
        if placeholders(shared) <= values.keys():
            return words.gettext(shared) % values
    return words.gettext(N_("this cannot be done (%(code)s)")) % {"code": code}


def join_or(words: Sequence[str], lang: str) -> str:
    """Words with commas between, and the word for "or" before the last."""
    if len(words) < 2:
        return "".join(words)
    pair = {"words": ", ".join(words[:-1]), "last": words[-1]}
    return translations(lang).gettext(N_("%(words)s or %(last)s")) % pair


def placeholders(text: Text) -> frozenset[str]:
    """The names of the values that a text needs."""
    forms: Iterable[str] = (text.one, text.many, f"%({text.by})s") if isinstance(text, Plural) else (text,)
    return frozenset(name for form in forms for name in _PLACE.findall(form))


def _form(text: Text, args: Args) -> str:
    """The form of a text that its number asks for; in every language of the program only 1 is one."""
    if isinstance(text, Plural):
        return text.one if int(args[text.by]) == 1 else text.many
    return text


def _shown(name: str, value: str | int, lang: str, names: Names) -> str:
    if name == "keyword":
        return _expected(str(value), lang)
    if name == "expected":
        return join_or([_expected(one, lang) for one in str(value).split("|")], lang)
    if name == "command":
        said = command_words().says.get(lang, {})
        return said.get(str(value), str(value).upper())
    kind = _kind(name, str(value))
    if kind is None:
        return str(value)
    return (
        ", ".join(names(kind, one) for one in str(value).split())
        if name in ("units", "hexes", "areas")
        else names(kind, str(value))
    )


def _expected(what: str, lang: str) -> str:
    """What a code of `expected` says: kinds with "+" between are those of one slot; of a word the one of the language.

    A word comes in all languages with slashes between, ascending by their codes (`Lexicon.say_all`).
    """
    kinds = what.split("+")
    if all(kind in EXPECTED for kind in kinds):
        return join_or([translations(lang).gettext(EXPECTED[kind]) for kind in kinds], lang)
    said = dict(zip(sorted(command_words().says), what.split("/"), strict=False))
    return said.get(lang, what) if len(said) == what.count("/") + 1 else what


def _kind(name: str, value: str) -> str | None:
    if name == "target":
        return "space" if value.isdecimal() else "unit"
    return KINDS.get(name)
