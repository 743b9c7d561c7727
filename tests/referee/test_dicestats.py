"""How dice fell: counted by side and purpose, in words, as bars; what is not in force does not count."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.dice.die import Die
from pbem.errors import BadInput
from pbem.referee.admin.rulings import roll_back
from pbem.report.svg.sheet.bars import WIDTH
from pbem.resources import shipped_path
from pbem.verify.dice_lines import conclusion, dice_lines
from pbem.verify.dice_statistics import Section, Statistics, statistics
from pbem.verify.statistics_text import draw_statistics, picture_format, statistics_text
from pbem.verify.verify import verify
from tests.cli.making import Ran, ran
from tests.referee.making import GAME, HOUR, LENGTH, Room, copied, flat, guns, new_room, scenario

ARCHIVE = shipped_path("games", "legion", "archive", "melilla-1921")
FIGHT = "MOVE beni-1 0302\nMOVE beni-3 0304\nATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\n"
LEGION = Die("legion", (2, 3, 3, 4, 4, 5))


def of(*paths: Path) -> Statistics:
    """The statistics of saves."""
    return statistics(Path("nowhere"), [str(path) for path in paths])


def only(found: Statistics) -> Section:
    """The one section of La Legión's die."""
    (section,) = found.sections
    assert section.tally.die == LEGION
    return section


def counts(section: Section) -> dict[tuple[str, str], dict[Any, int]]:
    """Faces by side and purpose."""
    return {
        (group.side, purpose): dict(zip(tally.faces, tally.counts, strict=True))
        for group in section.groups
        for purpose, tally in group.purposes.items()
    }


# Counting ------------------------------------------------------------------------------------------------------------


def by_hand() -> dict[tuple[str, str], Counter[int]]:
    """The archived game once more, from its files alone: who rolled stands in the event that follows the rolls."""
    found: dict[tuple[str, str], Counter[int]] = {}
    other = {"moroccan": "spanish", "spanish": "moroccan"}
    for path in sorted((ARCHIVE / "turns").glob("*.json")):
        for event in json.loads(path.read_text()).get("events", []):
            kind = event["type"]
            if kind == "fought":
                found.setdefault((event["side"], "attack"), Counter())[event["attack"]["face"]] += 1
                found.setdefault((other[event["side"]], "defence"), Counter())[event["defence"]["face"]] += 1
            elif kind == "weather-set":
                found.setdefault((event["roller"], "weather"), Counter())[event["face"]] += 1
            elif kind == "bombarded":
                side = path.name.split("-")[2]
                found.setdefault((side, "bombard"), Counter())[event["face"]] += 1
    return found


def test_the_archived_game_is_counted_as_its_events_tell() -> None:
    section = only(of(ARCHIVE))
    wanted = by_hand()
    assert len(wanted) == 8
    assert counts(section) == {key: {face: faces[face] for face in (2, 3, 4, 5)} for key, faces in wanted.items()}
    assert section.tally.total == sum(map(Counter.total, wanted.values())) > 300
    for group in section.groups:
        assert group.tally.total == sum(tally.total for tally in group.purposes.values())
    assert [group.side for group in section.groups] == ["moroccan", "spanish"]


@pytest.fixture
def fought(room: Room) -> Room:
    """The Moroccans have moved and fought twice: five dice, with the weather's."""
    room.answer("moroccan", FIGHT)
    room.tick(HOUR)
    assert room.phases()[-1] == "1.moroccan-combat"
    return room


def back(room: Room, *, same_dice: bool) -> None:
    """The combat is taken back."""
    roll_back(room.home, room.game, "1.moroccan-combat", same_dice=same_dice, who="Referee", why="a hex", now=room.now)


def test_a_game_that_is_played_is_counted_by_name(fought: Room) -> None:
    found = statistics(fought.path, [GAME])
    (counted,) = found.games
    assert (counted.game, counted.ruleset, counted.dice, counted.withdrawn, counted.waiting) == (
        GAME,
        "legion",
        5,
        0,
        0,
    )
    sizes = {key: sum(faces.values()) for key, faces in counts(only(found)).items()}
    assert sizes == {("moroccan", "attack"): 2, ("moroccan", "weather"): 1, ("spanish", "defence"): 2}


def test_dice_that_were_taken_back_do_not_count_and_are_told(fought: Room) -> None:
    back(fought, same_dice=False)
    found = statistics(fought.path, [GAME])
    assert (found.games[0].dice, found.games[0].withdrawn) == (1, 4)
    assert "Not counted: 4 dice that a rollback took back." in statistics_text(found, "en")
    assert "No se cuentan: 4 dados que una vuelta atrás dejó sin efecto." in statistics_text(found, "es")


def test_a_correction_counts_its_dice_once(fought: Room) -> None:
    before = counts(only(statistics(fought.path, [GAME])))
    back(fought, same_dice=True)
    found = statistics(fought.path, [GAME])
    assert counts(only(found)) == before
    assert (found.games[0].dice, found.games[0].withdrawn) == (5, 4)


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Room]:
    """A combat waits for an answer: its two dice are known, the phase is not finished."""
    pieces = {
        "beni-1": {"side": "moroccan", "type": "infantry", "combat": 9, "movement": 4},
        "taken-1": guns("moroccan", captured=True),
        "cer-1": {"side": "spanish", "type": "infantry", "combat": 3, "movement": 4},
        "krupp": guns("spanish", combat=1),
    }
    room = new_room(tmp_path / "home", scenario(pieces, options={"reactions": "ask"})).started()
    room.set_up(spanish="cer-1 0101, krupp 0302", moroccan="beni-1 0402")
    while "movement" not in room.game.state.phase:
        room.tick(LENGTH)
    room.answer("moroccan", "HOLD beni-1\nATTACK krupp WITH beni-1\n")
    room.tick(HOUR)
    yield room
    room.close()


def test_a_phase_that_waits_counts_when_it_is_finished(asked: Room) -> None:
    waiting = statistics(asked.path, [GAME])
    assert (waiting.games[0].dice, waiting.games[0].waiting) == (1, 2)
    assert "Not counted yet: 2 dice of a phase that waits for an answer." in statistics_text(waiting, "en")
    asked.answer("moroccan", "CAPTURE YES taken-1\n")
    finished = statistics(asked.path, [GAME])
    assert (finished.games[0].dice, finished.games[0].withdrawn, finished.games[0].waiting) == (3, 0, 0)


def test_several_games_are_counted_together(fought: Room) -> None:
    both = statistics(fought.path, [GAME, str(ARCHIVE)])
    alone = [only(statistics(fought.path, [name])) for name in (GAME, str(ARCHIVE))]
    assert [game.game for game in both.games] == [GAME, "melilla-1921"]
    assert only(both).tally.total == sum(section.tally.total for section in alone)
    assert statistics_text(both, "en").startswith("How the dice of melilla, melilla-1921 fell\n")


def test_no_dice_yet(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    found = statistics(room.path, [GAME])
    room.close()
    assert found.sections == ()
    assert "No dice have been rolled yet." in statistics_text(found, "en")
    assert "Aún no se ha tirado ningún dado." in draw_statistics(found, "es", ".svg").decode()
    assert (found.to_json()["comparisons"], found.to_json()["rarest"]) == (0, None)


# Bad input -----------------------------------------------------------------------------------------------------------


def test_the_same_game_twice_is_refused(tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(ARCHIVE, again)
    with pytest.raises(BadInput, match=f"{again} is the same game as {ARCHIVE}: its dice would count twice."):
        of(ARCHIVE, again)


def forged(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The first three records of the archived game, the last of which, the weather, was changed."""
    save = tmp_path / "forged"
    shutil.copytree(ARCHIVE, save, ignore=lambda folder, names: [n for n in names if n[:4] > "0003" and n[4:5] == "-"])
    path = save / "turns" / "0003-01-weather.json"
    record = json.loads(path.read_text())
    change(record)
    path.unlink()
    path.with_name(f"0003-01-{record['phase']}.json").write_text(json.dumps(record))
    return save


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("faces", [6], r"melilla-1921, record 3, roll 'weather': 6 is no face of the die legion. 'pbem verify' says"),
        ("die", "d20", r"roll 'weather': there is no die 'd20' in this game; there are coin, d6, legion\."),
    ],
)
def test_a_roll_that_cannot_be_is_named(tmp_path: Path, key: str, value: object, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        of(forged(tmp_path, lambda record: record["rolls"][0].update({key: value})))


@pytest.mark.parametrize(
    ("phase", "side", "said"), [("weather", "", "Of no side: 1 die"), ("spanish-movement", "spanish", "Spanish: 1 die")]
)
def test_a_roll_that_names_nobody_is_of_the_side_whose_phase_it_is(
    tmp_path: Path, phase: str, side: str, said: str
) -> None:
    def nameless(record: dict[str, Any]) -> None:
        record["phase"] = phase
        record["events"] = [event for event in record["events"] if event["type"] != "weather-set"]

    found = of(forged(tmp_path, nameless))
    assert [(group.side, group.tally.total) for group in only(found).groups] == [(side, 1)]
    text = statistics_text(found, "en")
    assert said in text
    assert "All: " not in text, "one side's dice are all there are"


# In words ------------------------------------------------------------------------------------------------------------


def test_what_is_the_same_count_is_compared_once() -> None:
    """A side that rolled for one purpose only, and a game in which one side rolled."""
    section = only(of(ARCHIVE))
    assert len(section.tallies) == 1 + 2 + 8
    alone = Section("legion", section.tally, section.groups[:1])
    assert len(alone.tallies) == 1 + 4


def test_the_whole_in_spanish() -> None:
    said = statistics_text(of(ARCHIVE), "es")
    assert said.startswith("Cómo cayeron los dados de melilla-1921\n\nEl dado de La Legión: 2 3 3 4 4 5\n------")
    assert [line for line in said.splitlines() if re.match(r"\w+: \d+ dados$", line)] == [
        "Todos: 391 dados", "Marroquíes: 143 dados", "Españoles: 248 dados"
    ]  # fmt: skip
    assert re.search(r"^  bombardeo +108 +18 +46 +27 +17 +3,40 +p = 0,17: en 17 de cada 100$", said, re.M)
    assert re.search(r"^    se esperan +18,0 +36,0 +36,0 +18,0 +3,50$", said, re.M)
    assert "Son 8 comparaciones" in said
    assert flat(said).endswith("«pbem verify» lo comprueba, dado por dado.")


def test_two_lines_for_each_die_tell_what_fell_and_what_that_means() -> None:
    (fell, meant) = dice_lines(of(ARCHIVE), "en")
    assert fell == (
        "The die of La Legión: 2 3 3 4 4 5: 391 dice: 2: 62 (65.2) · 3: 147 (130.3) · 4: 125 (130.3) · 5: 57 (65.2)"
    )
    assert meant.startswith("  Chi-square 3.53 with 3 degrees of freedom, p = 0.32: ")
    fell, _ = dice_lines(of(ARCHIVE), "es")
    assert fell.startswith("El dado de La Legión: 2 3 3 4 4 5: 391 dados: 2: 62 (65,2)")


def test_the_format_of_a_picture_is_that_of_its_ending() -> None:
    assert [picture_format(Path(name)) for name in ("a.svg", "a.PNG", "b.x.Svg")] == [".svg", ".png", ".svg"]


def test_what_two_comparisons_are_worth_together_is_told_and_of_one_nothing() -> None:
    found = of(ARCHIVE)
    assert conclusion([found], "en") == ""
    assert conclusion([found, found], "en").startswith("These are 2 comparisons, ")


# As a picture --------------------------------------------------------------------------------------------------------


def rects(svg: str, fill: str) -> list[Mapping[str, str]]:
    """The attributes of the rectangles of a colour."""
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect")
    return [rect.attrib for rect in found if rect.get("fill") == fill]


def test_the_bars_of_a_side_are_as_tall_as_its_counts() -> None:
    section = only(of(ARCHIVE))
    svg = draw_statistics(of(ARCHIVE), "en", ".svg").decode()
    for group, fill in zip(section.groups, ("#d55e00", "#0072b2"), strict=True):
        heights = [float(rect["height"]) for rect in rects(svg, fill)]
        assert len(heights) == 4
        scale = 210 / max(*group.tally.counts, *group.tally.expected)
        assert heights == pytest.approx([count * scale for count in group.tally.counts], abs=0.06)


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_drawn_outside_the_picture_and_no_text_over_another(language: str) -> None:
    svg = draw_statistics(of(ARCHIVE), language, ".svg").decode()
    root = ElementTree.fromstring(svg)
    height = float(root.attrib["height"])
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    lines: dict[float, list[float]] = {}
    for one in texts:
        x, y = float(one.attrib["x"]), float(one.attrib["y"])
        assert 0 < x < WIDTH
        assert 0 < y < height
        lines.setdefault(x, []).append(y)
    for left in (ys for ys in lines.values() if len(ys) > 3):
        gaps = [below - above for above, below in zip(sorted(left), sorted(left)[1:], strict=False)]
        assert min(gaps) >= 24


def test_the_picture_is_the_same_bytes_each_time_and_a_png_on_demand() -> None:
    found = of(ARCHIVE)
    assert draw_statistics(found, "es", ".svg") == draw_statistics(of(ARCHIVE), "es", ".svg")
    png = draw_statistics(found, "es", ".png")
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == WIDTH


# The command ---------------------------------------------------------------------------------------------------------


def stats(*words: str) -> Ran:
    """`pbem dice stats WORDS`."""
    return ran("dice", "stats", *words)


def test_the_command_tells_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "dice.PNG"
    found = stats(str(ARCHIVE), "--lang", "es", "-o", str(picture))
    assert (found.code, found.err) == (0, "")
    assert found.out.rstrip("\n") == statistics_text(of(ARCHIVE), "es")
    assert picture.read_bytes() == draw_statistics(of(ARCHIVE), "es", ".png")


def test_the_command_answers_scripts() -> None:
    data = stats(str(ARCHIVE), "--json").data
    assert data["games"] == [
        {"game": "melilla-1921", "ruleset": "legion", "dice": 391, "withdrawn": 0, "waiting": 0}
    ]  # fmt: skip
    (die,) = data["dice"]
    assert die["die-faces"] == [2, 3, 3, 4, 4, 5]
    assert (data["comparisons"], data["rarest"]) == (8, {"p": 0.06304, "at-most": 0.5044})
    moroccan = die["sides"][0]
    assert moroccan["faces"] == {"2": 22, "3": 58, "4": 41, "5": 22}
    assert moroccan["expected"]["2"] == pytest.approx(143 / 6, abs=1e-4)
    assert moroccan["chi-square"] == {"statistic": 3.4545, "degrees-of-freedom": 3, "p": 0.3267}
    assert moroccan["purposes"]["weather"]["chi-square"] is None


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("nowhere",), 2, "There is no game 'nowhere'"),
        ((str(ARCHIVE), str(ARCHIVE)), 2, "is given twice: its dice would count twice."),
        ((str(ARCHIVE), "-o", "dice.gif"), 2, "Dice are drawn as .svg or .png, not .gif."),
        ((str(ARCHIVE), "-o", "dice"), 2, "Dice are drawn as .svg or .png, not without ending."),
        ((str(ARCHIVE), "-o", "nowhere/dice.svg"), 3, "No such file or directory (nowhere/dice.svg)."),
        ((), 2, "Missing argument 'GAMES...'"),
    ],
)
def test_a_fault_is_a_sentence(
    words: tuple[str, ...], code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = stats(*words)
    assert (found.code, found.out) == (code, "")
    assert says in found.err
    assert "Traceback" not in found.err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_save_is_told(tmp_path: Path) -> None:
    save = forged(tmp_path, lambda record: record.update(previous="0" * 64))
    found = stats(str(save))
    assert found.code == 3
    assert "previous: it is not the hash of turns/0002-01-moroccan-setup.json" in found.err


def test_looking_changes_nothing(fought: Room) -> None:
    before = fought.files()
    room = copied(fought, fought.path.parent / "copy")
    assert ran("--home", str(room.path), "dice", "stats", GAME).code == 0
    assert room.files() == before


def test_what_is_drawn_by_lot_is_no_die(tmp_path: Path) -> None:
    """It is left out, and the dice after it count."""

    def draw(record: dict[str, Any]) -> None:
        drawn = {"label": "draw", "die": "", "faces": ["a"], "meaning": "", "items": ["a", "b"]}
        record["rolls"].insert(0, drawn)

    assert only(of(forged(tmp_path, draw))).tally.total == 1


def test_a_phase_that_waits_is_told_by_verify(asked: Room) -> None:
    """It is open: no fault, but what to know."""
    assert "warn-open" in [warning.code for warning in verify(asked.save).warnings]
