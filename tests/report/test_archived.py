"""Every report of an archived game: all that happened is in its text, in both languages alike; the page is small."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.core.events import Event, Rolled
from pbem.game.voice import voice_of
from pbem.referee.letters.reports.records import NEW
from pbem.referee.letters.reports.report import report_of
from pbem.report.content import Rendered, Report
from pbem.report.story import LARGEST_HTML, render, report_headline
from pbem.rules.legion.events import Eliminated, Fought, TurnEnded
from tests.pages import words_of
from tests.report.archived import NOW, Archived, archived

TURNS = range(1, 14)
SEATS = ("moroccan", "spanish")
NO_UNIT = ("path", "at", "origins", "rule", "label")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archived]:
    """The archived game of La Legión."""
    with archived(tmp_path_factory.mktemp("archived") / "home") as found:
        yield found


@pytest.fixture(scope="module", params=TURNS)
def told(game: Archived, request: pytest.FixtureRequest) -> dict[tuple[str, str], tuple[Report, Rendered]]:
    """The reports of a turn, by seat and language, without pictures."""
    found = {}
    for seat in SEATS:
        for language in ("en", "es"):
            report = game.telling(request.param, seat, language)
            found[seat, language] = report, render(report, voice_of(game.table, language), pictures=False)
    return found


def events(report: Report) -> list[Event]:
    """What happened, in order."""
    return [event for span in report.spans for event in span.events]


def strings(value: Any, key: str = "") -> Iterator[str]:
    """The texts within an event's JSON that may be ids of counters."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from strings(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one, key)
    elif isinstance(value, str) and key not in NO_UNIT:
        yield value


def test_every_piece_of_every_event_is_named_in_the_text(
    game: Archived, told: dict[tuple[str, str], tuple[Report, Rendered]]
) -> None:
    """By its name or by what its counter shows; those that only stay where they are, among the positions."""
    for (_, language), (report, mail) in told.items():
        words, text = voice_of(game.table, language).words, flat(mail.text)
        moving = [event for event in events(report) if event.type != "held"]
        units = {id_ for event in moving for id_ in strings(event.to_json()) if words.side_of(id_)}
        assert report.scene is not None
        units |= {counter.unit for counter in report.scene.counters}
        assert units
        assert [id_ for id_ in sorted(units) if words.unit(id_) not in text and words.short(id_) not in text] == []


def test_what_was_placed_is_no_news(game: Archived) -> None:
    """A report of set-ups alone has no headline; one of set-ups and fights tells the fights."""
    setup = report_of(game.world, game.at(1), game.seat("moroccan"), game.at(1).records, NOW, present=True, told=NEW)
    assert setup.scene is not None
    assert setup.played is None
    assert report_headline(setup, voice_of(game.table, "en")) == ""
    assert "***" not in render(setup, voice_of(game.table, "en"), pictures=False).text
    first = report_headline(game.telling(1, "moroccan"), voice_of(game.table, "en"))
    assert "The Spanish take 15" not in first
    assert re.search(r"[Ii]n \d+ combats", first), first


def test_the_last_report_begins_with_the_end_and_the_others_name_their_turn(game: Archived) -> None:
    """Turn 3 is told as turn 3 to him who is asked nothing, though turn 4 has begun."""
    for turn in (1, 3):
        report = game.telling(turn, "spanish", "en")
        assert (report.finished, report.asked) == (turn, None)
        assert render(report, voice_of(game.table, "en"), pictures=False).subject.endswith(f"] Turn {turn} is over")
    last = report_headline(game.telling(13, "spanish", "es"), voice_of(game.table, "es"))
    assert re.match(r"Ganan los (españoles|marroquíes) en el turno 13\. ", last), last


def test_the_phases_in_which_nobody_gives_orders_are_marked(game: Archived) -> None:
    """They are not what a subject names."""
    auto = {phase.id for phase in game.table.rules.SEQUENCE if not phase.sides}
    spans = game.telling(3, "spanish").spans
    assert {span.phase for span in spans if span.auto} == auto.intersection(span.phase for span in spans) != set()


def test_every_die_is_in_the_text_and_on_the_page(told: dict[tuple[str, str], tuple[Report, Rendered]]) -> None:
    """With its label, its faces and its clause."""
    for report, mail in told.values():
        rolls = [event for event in events(report) if isinstance(event, Rolled)]
        assert rolls == [roll for span in report.spans for roll in span.rolls]
        for part in (flat(mail.text), shown(mail.html)):
            for roll in rolls:
                faces = " ".join(str(face) for face in roll.faces)
                assert re.search(rf"{re.escape(roll.label)}: {faces}\b.*?\[{roll.rule}\]", part), roll.label


def test_every_sum_is_in_the_text_and_on_the_page(
    game: Archived, told: dict[tuple[str, str], tuple[Report, Rendered]]
) -> None:
    """Each term by name and clause, the total, the die and what they come to; who fell; the count of the turn."""
    for (_, language), (report, mail) in told.items():
        words = voice_of(game.table, language).words
        for part in (flat(mail.text), shown(mail.html)):
            for event in events(report):
                if isinstance(event, Fought):
                    for strength in (event.attack, event.defence):
                        assert f"{strength.total} × {strength.face} = {strength.value}" in part
                        named = (f"({words.term(term.code)}, {term.rule})" for term in strength.terms)
                        assert all(name in part for name in named)
                        first = (term for term in strength.terms if term.code in ("combat", "support"))
                        assert all(f"{words.unit(term.unit)}: {term.amount}" in part for term in first)
                elif isinstance(event, Eliminated):
                    assert words.unit(event.unit) in part.rpartition(words.side(event.by))[0]
                elif isinstance(event, TurnEnded):
                    assert re.search(rf"\b{event.moroccan}\b.*\b{event.spanish}\b", part)


def test_both_languages_tell_the_same(told: dict[tuple[str, str], tuple[Report, Rendered]]) -> None:
    """Every number, hex, factor and clause as often in one as in the other; so the pages."""
    for seat in SEATS:
        (_, english), (_, spanish) = told[seat, "en"], told[seat, "es"]
        assert facts(english.text.split("## ORDERS")[0]) == facts(spanish.text.split("## ÓRDENES")[0])
        assert facts(shown(english.html).split("## ORDERS")[0]) == facts(shown(spanish.html).split("## ÓRDENES")[0])


def test_no_page_is_clipped(told: dict[tuple[str, str], tuple[Report, Rendered]]) -> None:
    """Below the limit in full; no line of the text but those of the proof and the form is wider than mails show."""
    for (_, language), (report, mail) in told.items():
        assert len(mail.html.encode()) < LARGEST_HTML
        assert all(span.hash in mail.html for span in report.spans)
        proof = {"en": "PROOF OF THE DICE", "es": "PRUEBA DE LOS DADOS"}[language]
        before, found, _rest = mail.text.partition(proof)
        lines = before.splitlines()
        assert found
        assert not any(line.startswith(">") for line in lines), "which a reply would take for a quotation"
        assert max(len(line) for line in lines) <= 78


def test_the_first_screen_says_what_happened_what_is_asked_and_by_when(
    told: dict[tuple[str, str], tuple[Report, Rendered]],
) -> None:
    """Within the first dozen lines of the text."""
    for report, mail in told.values():
        top = flat("\n".join(mail.text.splitlines()[:16]))
        assert "*** " in top
        if report.asked is not None:
            assert report.asked.deadline in top


def test_what_everybody_sees_is_told_to_both_sides_alike(
    told: dict[tuple[str, str], tuple[Report, Rendered]],
) -> None:
    """In this game nothing on the map is hidden: the story is the same for both."""
    for language in ("en", "es"):
        (one, _), (other, _) = (told[seat, language] for seat in SEATS)
        assert one.spans == other.spans
        assert one.scene == other.scene
        assert one.holdings == other.holdings


def facts(text: str) -> Counter[str]:
    """How often each number, hex and clause stands in a text."""
    return Counter(re.findall(r"LL-[\d.]+\d|\d+", text))


def flat(text: str) -> str:
    """A text on one line: where it wraps does not matter."""
    return " ".join(text.split())


def shown(html: str) -> str:
    """What a reader sees of a page."""
    return re.sub(r" (?=[:.,;)\]])", "", flat(words_of(html)))
