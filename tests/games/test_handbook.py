"""The handbooks of La Legión: complete, equal in both languages, true to rules and data; their example is played."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pbem.core.orders import Order
from pbem.gamedata.games import clauses, compose, game_map, game_tables, shipped_game
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.commands import COMMANDS, command_words
from pbem.language.lexicon import Lexicon
from pbem.language.text.reader import read_text
from pbem.language.words import key
from pbem.language.write import command_usage, order_usage
from pbem.resources import shipped_path
from tests.cli.making import commands
from tests.games.handbook_example import (
    LANGUAGES,
    Played,
    blocks,
    events_of,
    path_of,
    play,
    report_text,
    rolls_of,
    table_rows,
    text_of,
    without_pictures,
)
from tests.games.handbook_pictures import LARGEST, forces
from tests.referee.making import flat, lines_understood

CITED = re.compile(r"\[(LL-[\d.]+)\]")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
EXAMPLE = re.compile(r"(?:Example|Ejemplo): `([^`]+)`")
NUMBER = re.compile(r"\d+")
ELIMINATED = {"en": "eliminated", "es": "eliminada"}
NORMAL = {"en": "normal", "es": "normal"}
MISS = {"en": "miss", "es": "sin efecto"}
RENEW = "the program says it otherwise now: run python -m tests.games.handbook_pictures --words, and read it"


def chapter(language: str, number: int) -> str:
    """The text of a numbered chapter."""
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text_of(language), re.M | re.S)
    assert found is not None
    return found[0]


@cache
def lexicon() -> Lexicon:
    return lexicon_of(ruleset("legion"), compose("legion"))


def signed(number: int) -> str:
    """A change as the handbook prints it: +2, −1."""
    return f"+{number}" if number >= 0 else f"−{-number}"


# The rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_cited_and_none_that_there_is_not(language: str) -> None:
    assert len(clauses("legion")) == 72
    assert set(CITED.findall(text_of(language))) == set(clauses("legion"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_stands_in_both_languages_with_an_example(language: str) -> None:
    text = chapter(language, 14)
    for order in ruleset("legion").ORDERS:
        forms = [order_usage(order, lexicon(), lang) for lang in (language, *(set(LANGUAGES) - {language}))]
        assert f"`{forms[0]}` · `{forms[1]}`" in text
    assert len(EXAMPLE.findall(text)) == len(ruleset("legion").ORDERS)


def examples(language: str) -> list[Order | None]:
    """The examples of the orders, read as a mail is."""
    reading = read_text("\n".join(EXAMPLE.findall(chapter(language, 14))), lexicon(), strict=True)
    assert reading.problems == ()
    return [line.order for line in reading.lines]


def test_the_examples_of_the_orders_are_understood_and_the_same() -> None:
    found = examples("es")
    assert found == examples("en")
    assert [type(order) for order in found] == list(ruleset("legion").ORDERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_stands_in_both_languages(language: str) -> None:
    text = chapter(language, 15)
    for name in COMMANDS:
        assert all(f"`{command_usage(name, lang)}`" in text for lang in LANGUAGES), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_in_capitals_are_words_of_the_language(language: str) -> None:
    """What the prose tells a player to write is what the program calls it."""
    words = command_words()
    known = {words.say(id_, language) for id_ in (*COMMANDS, "phase", "end")}
    known |= {lexicon().say("verbs", str(o.model_fields["type"].default), language) for o in ruleset("legion").ORDERS}
    known |= {lexicon().say(*word, language) for word in (("keywords", "ELSE"), ("keywords", "BOMB"))}
    known |= {lexicon().say("choices", word, language) for word in ("before", "after")}
    known |= {command_usage(name, language) for name in COMMANDS}
    known |= {f"{words.say('done', language)} {words.say('all', language)}"}
    prose = "".join(chapter(language, n) for n in (*range(1, 14), 16))
    for said in re.findall(r"`([A-ZÑÁÉÍÓÚ][A-ZÑÁÉÍÓÚ ]+)`", prose):
        assert said in known or key(said) in words.nothing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_programs_named_can_be_run(language: str) -> None:
    """Each line that begins with pbem is a command with the options that it has."""
    said = [line.split()[1:] for line in re.findall(r"`(pbem [^`]+)`", text_of(language))]
    assert len(said) >= 4
    for words in said:
        command = next(command for name, command in commands().items() if tuple(words[: len(name)]) == name)
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= options


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_turn_names_every_phase_in_its_order(language: str) -> None:
    names = shipped_game("legion").words["phases"]
    said = [row[0] for row in table_rows(chapter(language, 5), 3)][1:]
    phases = [p.id for p in ruleset("legion").SEQUENCE if not p.once and p.id not in ("spanish-air-2", "spanish-air-3")]
    assert len(said) == len(phases)
    for row, phase in zip(said, phases, strict=True):
        name = names[phase][language]
        assert name == row or (phase == "spanish-air-1" and row.startswith(name.partition(" sub")[0].split(",")[0]))


def figures(tables: Mapping[str, Any], turns: int, language: str) -> list[str]:
    """The figures of chapter 18, from the tables of the game, in their order."""
    on, movement = {"en": ("on", "movement"), "es": ("contra", "movimiento")}[language]
    group = tables["max-combatants"]
    return [
        " ".join(map(str, tables["die"]["faces"])),
        str(tables["entry-cost"]["clear"]),
        str(tables["entry-cost"]["mountain"]),
        f"{movement} × {tables['displacement-factor']}",
        signed(tables["road-bonus"]),
        signed(tables["reinforcement-bonus"]),
        f"1/{tables['landing-divisor']}",
        signed(tables["city-defence"]),
        f"× {tables['fortress-factor']}",
        signed(tables["machine-gun-defence"]),
        signed(tables["machine-gun-mountain"]),
        signed(-tables["heat-defence"]),
        "+1",  # LL-8.15: each battery adds one; the rules give it no table
        ", ".join(map(str, tables["bombard-hits"])),
        str(tables["bombard-range"]),
        str(tables["support-range"]),
        str(tables["fleet-range"]),
        f"{group} {on} {group}",
        signed(tables["panic-extra"]),
        str(tables["air-turn"]),
        ", ".join(map(str, tables["reinforcement-turns"])),
        f"{tables['triple-count']} : 1",
        str(turns),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_are_those_of_the_tables(language: str) -> None:
    said = [row[1] for row in table_rows(chapter(language, 18), 3)][1:]
    assert said == figures(game_tables("legion"), shipped_game("legion").turns, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_weather_is_that_of_the_tables(language: str) -> None:
    tables = game_tables("legion")
    dice: dict[str, list[str]] = {}
    for face, weather in sorted(tables["weather"].items()):
        dice.setdefault(weather, []).append(face)
    rows = list(table_rows(chapter(language, 7), 3))
    assert [row[0] for row in rows[1:4]] == [", ".join(dice[weather]) for weather in ("normal", "sandstorm", "hot")]
    loss, double = tables["movement-loss"], tables["displacement-factor"]
    kinds = (("sandstorm", "default"), ("hot", "infantry"), ("hot", "cavalry"))
    for row, (weather, kind) in zip(rows[5:], kinds, strict=True):
        less = [loss[weather][side][kind] for side in ("moroccan", "spanish")]
        assert list(row[1:]) == [f"−{n} / −{n * double}" for n in less]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forces_are_those_of_the_counters(language: str) -> None:
    assert f"|---|---|---|\n{forces(language)}" in chapter(language, 6), RENEW


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_places_are_those_of_the_map(language: str) -> None:
    map_ = game_map("legion")
    names = {hex_: about["place"]["name"][language] for hex_, about in map_["hexes"].items() if "place" in about}
    road, inside = flat(chapter(language, 12)), map_["inner-places"]
    assert sorted(names[hex_] for hex_ in map_["road-places"]) == sorted(listed(road, ". "))
    assert sorted(names[hex_] for hex_ in inside) == sorted(
        listed(road.partition(": Sidi")[2].join((": Sidi", "")), ". ")
    )
    walled = [hex_ for hex_, about in map_["hexes"].items() if "fortress" in about["terrain"]]
    assert sorted(names[hex_] for hex_ in walled) == sorted(listed(flat(chapter(language, 6)), ". "))
    assert " ".join(re.findall(r"\b(?:46|26)\b", chapter(language, 3))) == " ".join(map(str, map_["size"]))


def listed(text: str, end: str) -> list[str]:
    """The first list of names in a text: from the first colon or "are"/"son" before a capital, up to an end."""
    found = re.search(r"(?:are|son|:) ((?:[A-ZÁ][\w ]+(?:, | and | y |, and )?)+?)\. ", text)
    assert found is not None
    return re.split(r", and |, | and | y ", found[1])


# Both languages -------------------------------------------------------------------------------------------------------


def shape(language: str) -> Iterator[tuple[object, ...]]:
    """What of each chapter is the same in every language: clauses, figures, tables, pictures."""
    for part in re.split(r"^#+ (?=\S)", text_of(language), flags=re.M):  # not the notes of a quoted sheet
        prose = re.sub(r"```.*?```", "", part, flags=re.S)
        bare = re.sub(r"`[^`]*`|\[LL[^\]]*\]|\]\([^)]*\)", "", prose)
        yield (
            CITED.findall(prose),
            Counter(NUMBER.findall(bare)),
            [line.count("|") for line in prose.splitlines() if line.startswith("|")],
            sum(line.startswith("- ") for line in prose.splitlines()),
            [picture.replace(f".{language}.", ".") for _, picture in PICTURE.findall(prose)],
            [block.words for block in blocks(part)],
        )


def test_both_languages_say_the_same() -> None:
    spanish, english = list(shape("es")), list(shape("en"))
    assert len(spanish) == len(english) > 18
    for one, other in zip(spanish, english, strict=True):
        assert one == other


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_small_and_described(language: str) -> None:
    found = PICTURE.findall(text_of(language))
    assert [path for _, path in found] == [f"handbook/{n}.{language}.png" for n in PICTURES]
    for told, path in found:
        file = shipped_path("games", "legion", *path.split("/"))
        assert len(told) > 20
        assert file.stat().st_size < LARGEST
        with Image.open(file) as picture:
            assert picture.width >= 800
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]+)\)", text_of(language))
    assert all((path_of(language).parent / link).is_file() for link in links)


PICTURES = ("board", "counters", "example-1", "example-2")


# The example ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Played]]:
    """The example of each handbook, played."""
    with without_pictures():
        home: Path = tmp_path_factory.mktemp("handbook")
        found = {language: play(home / language, language) for language in LANGUAGES}
    yield found
    for each in found.values():
        each.room.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_quotes_what_the_program_says(language: str, played: Mapping[str, Played]) -> None:
    told = [block.body for block in blocks(text_of(language)) if block.kind != "orders"]
    assert len(told) == 5
    assert told == ["".join(f"{line}\n" for line in quote) for quote in played[language].quotes], RENEW


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_refuses_one_line_and_takes_all_others(language: str, played: Mapping[str, Played]) -> None:
    quoted = [lines_understood("\n".join(quote)) for quote in played[language].quotes]
    assert ["".join(sign for sign, _, _ in lines) for lines in quoted] == ["✓✓✓✗✓", "✓", "", "✓≈✓", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dice_of_the_example_fall_as_told(language: str, played: Mapping[str, Played]) -> None:
    room, text = played[language].room, chapter(language, 17)
    rows = [row for row in table_rows(text, 3) if row[1].isdecimal()]
    assert {label: int(face) for label, face, _ in rows} == rolls_of(room, turn=1)
    sums = {"weather": NORMAL[language]}
    for event in events_of(room, turn=1):
        if event.type == "fought":
            for purpose, side in (("attack", event.attack), ("defence", event.defence)):
                sums[f"{purpose} {'+'.join(side.units)}"] = f"{side.total} × {side.face} = {side.value}"
        elif event.type == "bombarded":
            sums[f"bombard {event.unit} {event.target}"] = MISS[language]
            assert not event.hit
    assert {label: said for label, _, said in rows} == sums
    report = flat(report_text(room, "spanish"))
    assert all(said in report for said in sums.values() if "=" in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_ends_as_told(language: str, played: Mapping[str, Played]) -> None:
    units = played[language].room.game.rules.dump(played[language].room.game.state, full=True)["units"]
    rows = [row for row in table_rows(chapter(language, 17), 2) if row[0] in units]
    assert len(rows) == 7
    for unit, said in rows:
        assert said == (units[unit]["at"] or ELIMINATED[language]), unit
    lost = {unit for unit, piece in units.items() if piece["status"] == "eliminated"}
    assert lost == {unit for unit, said in rows if said == ELIMINATED[language]}
    assert played[language].room.at == "2.moroccan-movement"


def test_both_examples_are_the_same_turn(played: Mapping[str, Played]) -> None:
    tables = [each.room.game for each in played.values()]
    hashes = [[getattr(item.record, "state", None) for item in game.records] for game in tables]
    assert hashes[0] == hashes[1]
    assert len({tuple(rolls_of(each.room, turn=1).items()) for each in played.values()}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_replays(language: str, played: Mapping[str, Played]) -> None:
    assert played[language].room.replay().difference is None
