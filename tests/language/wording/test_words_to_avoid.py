"""Words that players never read: each has a better one, which the failure names.

The catalogue in both languages (what the code and the templates say), and the files that a game or the program gives in
each language: sentences of events, problems, commands, lexicons, the guide.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.resources import shipped_path
from tests.language.extraction import messages, translated

AVOIDED = {
    "es": {
        r"mandatos?": "comando",
        r"contest(?!ador)\w+": "responder",
        r"admitid[ao]s?": "vale, aceptada",
        r"lanz(?:ar?|ad[oa]s?|ó|an|amientos?)": "tirar, tirada",
        r"casillas?": "hexágono",
        r"(?:fichas?|señas?) de acceso": "token de acceso",
        r"(?<!por )perdid[ao]s?": "eliminada, bajas",
        r"(?:fase|turno) presente": "fase en curso, turno en curso",
        r"jornadas?": "turno",
        r"cabezas?": "sello de los dados",
        r"en blanco": "vacío",
        r"blancos?": "objetivo, impacto",
        r"líder(?:es)?": "oficial, comandante",
        r"contiguos?": "junto a",
        r"(?<!acuse de )recibos?": "acuse",
        r"aeropuertos?": "aeródromo",
    },
    "en": {
        r"displacements?": "march",
        r"present (?:phase|turn)": "current phase, current turn",
        r"throw(?:s|n|ing)?": "roll",
        r"somebody": "someone, or the player's name",
        r"anybody": "anyone",
        r"nobody": "no one",
        r"is none": "is not a …, is not valid",
        r"whom": "a sentence without it",
        r"anew": "again",
        r"by now": "already",
        r"airports?": "airfield",
        r"lest": "so that … not",
        r"for want of": "without",
        r"pieces?": "unit",
        r"(?<!%\()mails": "emails",
        r"answer (?:this|the|your|that) (?:e?mail|report)": "reply to",
    },
}


def texts(value: Any) -> Iterator[str]:
    """The texts within a parsed TOML file; keys are ids."""
    if isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


def catalogue(language: str) -> Iterator[tuple[str, str]]:
    """Each text of the catalogue; the English ones are its ids."""
    for message in messages(translated("es")):
        said = message.id if language == "en" else message.string
        for text in said if isinstance(said, list | tuple) else (said,):
            yield "catalogue", str(text)


def files(language: str) -> Iterator[tuple[str, str]]:
    """Each text of the files that are written in one language: sentences without what templates compute."""
    for path in sorted((*shipped_path("templates").rglob("*"), *shipped_path("games").rglob("*"))):
        if f".{language}." not in path.name or "archive" in path.parts:
            continue
        if path.suffix == ".toml":
            data = tomllib.loads(path.read_text("utf-8"))
            for group in data if path.name.startswith("lexicon") else ():
                if group in ("verbs", "keywords", "choices"):
                    data[group] = {}  # every word that a player may write is read
            yield from ((path.name, text) for text in texts(data))
        elif path.suffix == ".j2":
            text = re.sub(
                r"{#.*?#}|{%-? *(?:macro|if|elif|set UNDER|set TOLD_BY).*?%}", "", path.read_text("utf-8"), flags=re.S
            )
            yield from ((path.name, line) for line in text.splitlines())


def names(language: str) -> Iterator[tuple[str, str]]:
    """What games call the places of their maps, their counters and their clauses."""
    for folder in sorted(shipped_path("games").iterdir()):
        for path in sorted((*folder.glob("maps/*.json"), *folder.glob("counters.json"))):
            yield from ((path.name, text) for text in _named(json.loads(path.read_text("utf-8")), language))
        for path in sorted(folder.glob("clauses.toml")):
            yield from ((path.name, text) for text in _named(tomllib.loads(path.read_text("utf-8")), language))


def _named(value: Any, language: str) -> Iterator[str]:
    """The texts of a language within parsed data: those that stand under its name."""
    if isinstance(value, dict):
        if isinstance(said := value.get(language), str):
            yield said
        for one in value.values():
            yield from _named(one, language)
    elif isinstance(value, list):
        for one in value:
            yield from _named(one, language)


def found(language: str, said: Iterator[tuple[str, str]]) -> list[str]:
    """Where a text has a word that is to be avoided, and which is better."""
    words = [
        (re.compile(rf"(?<![\w-])(?:{word})(?![\w-])", re.IGNORECASE), for_) for word, for_ in AVOIDED[language].items()
    ]
    return [
        f"{where}: {match[0]!r} should be {better!r} in {text.strip()[:160]!r}"
        for where, text in said
        for word, better in words
        if (match := word.search(text))
    ]


@pytest.mark.parametrize("language", sorted(AVOIDED))
def test_no_text_for_players_has_a_word_to_avoid(language: str) -> None:
    """In the catalogue, in the files of one language, and in the names of things."""
    assert found(language, catalogue(language)) == []
    assert found(language, names(language)) == []
    assert found(language, files(language)) == []


def test_a_word_to_avoid_is_found_and_the_better_one_named() -> None:
    """Whole words, whatever their case; not within others."""
    said = [("here", "Tus mandatos valen."), ("here", "Un comando."), ("here", "Dado lanzado por los españoles.")]
    assert found("es", iter(said)) == [
        "here: 'mandatos' should be 'comando' in 'Tus mandatos valen.'",
        "here: 'lanzado' should be 'tirar, tirada' in 'Dado lanzado por los españoles.'",
    ]
    assert found("en", iter([("there", "Nobody rolls"), ("there", "thrown-away, renewed")])) == [
        "there: 'Nobody' should be 'no one' in 'Nobody rolls'"
    ]
