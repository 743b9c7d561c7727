"""A report told to one seat: the text alone says everything, the HTML stays small and asks for nothing from outside."""

import re
from dataclasses import replace
from html import unescape
from io import BytesIO

import pytest
from PIL import Image as Picture

from pbem.core.events import Rolled
from pbem.core.scene import Control
from pbem.report.content import Asked, Ended
from pbem.report.story import LARGEST_HTML, map_image, map_images, render
from pbem.rules.legion.events import Eliminated, Moved, WeatherSet
from tests.pages import page_of, words_of
from tests.report.making import SIDES, counter, crowded, landing, melilla, pieces, small, span, telling, voice

LOST = Eliminated(unit="cerinola-4", at="1710", by="moroccan", cause="combat")
ROLL = Rolled(label="attack urriaguel-1", die="legion", faces=(4,))


def shown(html: str) -> str:
    """What a reader sees of a page."""
    return " ".join(unescape(words_of(html)).split())


@pytest.mark.parametrize("lang", ["es", "en"])
def test_text_and_page_both_say_everything(lang: str) -> None:
    """What is asked and by when, what happened, each die, the situation, the form, the proof."""
    weather = WeatherSet(weather="sandstorm", roller="moroccan", face=2)
    rolled = Rolled(label="weather", die="legion", faces=(2,), meaning="sandstorm", rule="LL-9.1")
    told = telling(lang, span(6, "weather", rolled, weather), span(7, "moroccan-combat", ROLL, LOST))
    mail = render(told, voice(lang))
    for part in (" ".join(mail.text.split()), shown(mail.html)):
        for words in ("Sun 30 Nov 20:00 (your time)", "in 2 days", "Annual (1613)", "Axdir (0511)", "Ceriñola",
                      "Sidi Dris (1710)", "attack urriaguel-1", "weather", "LL-9.1", "ab" * 32, "cd" * 32,
                      "badofi lanusi toroda nifalu sitabo rudino", "PHASE spanish-movement"):  # fmt: skip
            assert words in part, words
    assert mail.images == ()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_text_is_never_wider_than_a_mail_shows(lang: str) -> None:
    """78 columns, also with a hundred moves; no blanks at ends of lines, no two empty lines."""
    path = ("1513", "1514", "1515")
    moves = [Moved(unit=p, how="move", path=path, cost=2, allowance=5) for p in sorted(pieces())[:100]]
    text = render(telling(lang, span(7, "moroccan-movement", *moves, LOST)), voice(lang)).text
    assert max(len(line) for line in text.splitlines()) <= 78
    assert len(text.splitlines()) < 160
    assert not re.search(r"[ \t]+$|\n\n\n", text, re.MULTILINE)


def test_the_subject_says_what_is_asked_and_by_when_and_which_turn_is_told() -> None:
    """The phase where there is room for it. Else which turn is over, or which phase is told; at the end, who won."""
    own = voice("en")
    assert render(telling("en"), own).subject == ("[melilla] Turn 3 · your turn · by Sun 30 Nov 20:00 (your time)")
    asked = Asked("moroccan-combat", "Sun 30 Nov, 20:00 (Europe/Madrid)", by="Sun 30 Nov, 20:00")
    whole = "[melilla] Turn 3 · your turn: Moroccan combat · by Sun 30 Nov, 20:00"
    assert render(telling("en", asked=asked), own).subject == whole
    assert render(telling("es", asked=asked), voice("es")).subject == (
        "[melilla] Turno 3 · te toca · antes del Sun 30 Nov, 20:00"
    )
    assert render(telling("en", asked=None), own).subject == "[melilla] Turn 3 · report: Moroccan combat"
    told = span(7, "moroccan-combat", LOST)
    assert render(telling("en", told, asked=None, phase="weather"), own).subject == (
        "[melilla] Turn 3 · report: Moroccan combat"
    )
    alone = replace(span(8, "weather"), auto=True)
    for spans in ((told, alone), (alone, told, alone)):
        assert render(telling("en", *spans, asked=None), own).subject == "[melilla] Turn 3 · report: Moroccan combat"
    assert render(telling("en", alone, asked=None), own).subject == "[melilla] Turn 3 · report: weather"
    assert render(telling("en", told, asked=None, finished=2), own).subject == "[melilla] Turn 2 is over"
    question = Asked("moroccan-combat", "Sun", question="Place a captured battery?")
    assert "a decision is yours" in render(telling("en", asked=question), own).subject
    assert "Place a captured battery?" in render(telling("en", asked=question), own).text
    over = render(telling("en", asked=None, ended=Ended("The Spanish win.", "LL-5.1 holds.", "spanish")), own)
    assert over.subject == "[melilla] The game is over: the Spanish win on turn 3"
    assert over.text.count("*** The Spanish win on turn 3.\n") == 1
    assert "The Spanish win." in over.text
    assert "A draw." in render(telling("en", asked=None, ended=Ended("A draw.", "Agreed.")), own).text


def test_the_text_says_what_holds_in_the_turn() -> None:
    """Under the game's own word for it, and a plain one where it has none; nothing where nothing holds."""

    def told(lang: str, *conditions: str, **labels: str) -> str:
        bare = voice(lang)
        names = {"conditions": {"night": {"es": "noche"}}, "labels": labels}
        own = replace(bare, words=replace(bare.words, lexicon={**bare.words.lexicon, **names}))
        return render(telling(lang, conditions=conditions), own).text

    assert "\nWeather: hot, dry wind.\n" in told("en", "hot", "dry-wind", conditions="Weather")
    assert "\nConditions: hot.\n" in told("en", "hot")
    assert "\nCondiciones: noche.\n" in told("es", "night")
    assert "Conditions" not in told("en")


def test_an_open_phase_shows_its_dice_without_proof() -> None:
    """The link comes with the finished phase."""
    text = render(telling("en", replace(span(8, "moroccan-combat", ROLL, link=""), waits=True)), voice("en")).text
    assert "proof of these dice" not in render(telling("en", span(9, "ruling", link="")), voice("en")).text
    assert "attack urriaguel-1: 4" in text
    assert "The proof of these dice comes with the finished phase." in text


def test_notes_of_the_referee_are_marked() -> None:
    """Those of the whole mail and those of a record."""
    one = replace(span(8, "moroccan-combat", LOST), notes=("Corrected with the same dice.",))
    text = render(telling("en", one, notes=("Omar asks for a pause.",)), voice("en")).text
    assert "! Omar asks for a pause." in text
    assert "! Corrected with the same dice." in text


def test_markup_in_names_and_notes_is_escaped_in_the_page_only() -> None:
    """The text shows it as it is."""
    mail = render(telling("en", notes=("<script>alert(1)</script> & more",), form=("# <b>",)), voice("en"))
    assert "<script>alert(1)</script> & more" in mail.text
    assert "<script" not in mail.html
    assert "<script>alert(1)</script> & more" in shown(mail.html)


def test_the_page_asks_for_nothing_from_outside() -> None:
    """No links out, scripts, forms or remote pictures; light and dark; text of 16 px."""
    mail = render(telling("en", span(7, "moroccan-combat", LOST), scene=small()), voice("en"))
    assert not re.search(r"https?://|<script|<form|<link|url\(|javascript:|@import", mail.html)
    assert 'name="color-scheme" content="light dark"' in mail.html
    assert "font-size:16px" in mail.html
    for picture in page_of(mail.html).query_selector_all("img").values():
        assert (picture["width"], picture["src"]) == ("640", f"cid:{mail.images[0].cid}")
        assert "max-width:640px" in picture["style"]
        assert picture["alt"]


def test_a_very_long_span_stays_below_the_limit_and_says_so() -> None:
    """Mail clients clip pages above 100 kB; the text still has every sentence."""
    long = telling("en", span(7, "moroccan-combat", *[LOST] * 3000), form=("MOVE cerinola-1 1613",) * 400)
    mail = render(long, voice("en"))
    assert len(mail.html.encode()) <= LARGEST_HTML
    assert "The rest is in the text part of this email." in shown(mail.html)
    assert mail.text.count("eliminated at Sidi Dris") == 3000


def test_pictures_are_named_in_the_page_and_told_in_a_sentence() -> None:
    """Close-ups and overview as PNG of 1280 pixels, with the outcome as the first one's alternative text."""
    mail = render(telling("en", span(7, "moroccan-combat", LOST), scene=crowded()), voice("en"))
    assert [image.cid for image in mail.images] == [
        "action.7.spanish@melilla",
        "action-2.7.spanish@melilla",
        "map.7.spanish@melilla",
    ]
    for image in mail.images:
        assert f'src="cid:{image.cid}"' in mail.html
        assert Picture.open(BytesIO(image.png)).width == 1280
    assert mail.images[0].alt == (
        "Close-up of the map around Talilit, Annual and Igueriben, turn 3, Moroccan combat."
        " The Spanish take Annual; in 5 combats the Spanish lose 1 unit."
        " 5 combats: 2 won by Moroccans, 2 won by Spanish, 1 undecided."
    )
    assert mail.images[1].alt == (
        "Close-up of the map around Buhafora, Azib de Midar and Tizi Aza, turn 3, Moroccan combat."
    )
    assert "Around Buhafora" in shown(mail.html), "what a further close-up shows stands above it"
    assert "Moroccans 53 units" in mail.images[2].alt


def test_the_pictures_of_a_report_are_not_too_large() -> None:
    """250 kB a picture, 600 kB together: a close-up that would be too much is left out, and its frame on the map."""
    images = map_images(crowded(), voice("en"), "5.spanish@melilla")
    assert max(len(image.png) for image in images) <= 250_000
    assert sum(len(image.png) for image in images) <= 600_000
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pbem.report.story.LARGEST_CLOSE_UPS", len(images[0].png) + len(images[1].png) - 1)
        close, whole = map_images(crowded(), voice("en"), "5.spanish@melilla")
    assert close == images[0]
    assert whole.alt == images[-1].alt
    assert whole.png != images[-1].png


def test_a_close_up_names_the_turn_that_it_tells() -> None:
    """The fights of turn 2 are not of turn 3, though that has begun; nor is its weather theirs."""
    close, _, whole = map_images(crowded(), voice("en"), "5.spanish@melilla", finished=2)
    now, _, then = map_images(crowded(), voice("en"), "5.spanish@melilla")
    assert close.alt.startswith("Close-up of the map around Talilit, Annual and Igueriben, at the end of turn 2. ")
    assert close.png != now.png
    assert (whole.alt, whole.png) == (then.alt, then.png)


def test_a_part_of_the_map_on_demand() -> None:
    """Around a place, in the turn that it is, or at the end of the one that is over."""
    part = map_image(crowded(), voice("en"), "map@melilla", around="1411")
    assert part.alt == "Close-up of the map around Abarrán (1411), turn 3, Moroccan combat."
    over = replace(crowded(), turn=2, phase="", conditions=())
    then = map_image(over, voice("es"), "map@melilla", around="1411")
    assert then.alt == "Detalle del mapa alrededor de Abarrán (1411), al acabar el turno 2."
    whole = map_image(crowded(), voice("en"), "map@melilla")
    assert len({part.png, then.png, whole.png}) == 3


def test_maps_of_a_scene_in_spanish() -> None:
    """Also for the answer to MAP."""
    close, whole = map_images(landing(), voice("es"), "5.spanish@melilla")
    assert "turno 5" in close.alt
    assert "1 combate" in close.alt
    assert "marroquíes" in whole.alt


def test_a_map_that_fits_whole_is_one_picture() -> None:
    """No close-up of what is all there."""
    (only,) = map_images(small(), voice("en"), "1.spanish@trial")
    assert only.cid == "map.1.spanish@trial"


def test_without_events_or_records_it_is_still_a_mail() -> None:
    """The first report of a game."""
    mail = render(telling("en", tallies=(), holdings=(), form=()), voice("en"))
    assert "WHAT HAPPENED" not in mail.text
    assert "PROOF" not in mail.text
    quiet = render(telling("en", span(7, "turn-end")), voice("en")).text
    assert "WHAT HAPPENED" not in quiet, "what is empty says nothing"
    assert "Record 7, turn end" in quiet
    assert "***" not in quiet


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_page_says_where_everybody_stands_as_the_text_does(lang: str) -> None:
    """A row for each place that matters; what only stands near it is around it, and some are both."""
    standing = (counter("cerinola-1", "1613"), counter("cerinola-2", "1614"), counter("urriaguel-1", "0611"))
    places = (Control("1613", "spanish"), Control("0511", None))
    mail = render(telling(lang, scene=replace(small(), map=melilla(), counters=standing, controls=places, sides=SIDES)),
                  voice(lang), pictures=False)  # fmt: skip
    around = {"es": "En torno a Axdir", "en": "Around Axdir"}[lang]
    both = {"es": "y alrededores", "en": "and around"}[lang]
    for part in (" ".join(mail.text.split()), shown(mail.html)):
        assert re.search(rf"Annual \(1613\) {both}:? CER 1 3-3 1613, CER 2 3-3 1614", part)
        assert re.search(rf"{around}:? URR 1 4-5 0611", part)
        assert not re.search(r"Axdir \(0511\):? URR", part)


def test_places_that_changed_hands_are_one_sentence_a_side() -> None:
    """Not a line each."""
    taken = (Control("1613", "spanish", True), Control("0511", "spanish", True), Control("1411", None, True))
    mail = render(telling("es", played=replace(small(), controls=taken)), voice("es"))
    for part in (mail.text, shown(mail.html)):
        assert "Los españoles toman Annual y Axdir." in part
        assert "No queda guarnición en Abarrán." in part
        assert "→" not in part


def test_the_dice_stand_in_the_proof_and_no_json_in_a_report() -> None:
    """A label is a name for programs; the story has each die in its sentence."""
    text = render(telling("en", span(8, "moroccan-combat", ROLL, LOST)), voice("en")).text
    story, _, proof = text.partition("PROOF OF THE DICE")
    assert "attack urriaguel-1" not in story
    assert "\nDice of this phase:\n  attack urriaguel-1: 4\n" in proof
    assert "{" not in text


def test_no_text_or_page_names_a_seat_by_its_id() -> None:
    """But that of a side with two seats has it beside the side's name."""
    for seat, who in (("spanish", "Para los españoles\n"), ("spanish-2", "Para los españoles (spanish-2)\n")):
        told = replace(telling("es"), seat=seat)
        assert who in render(told, voice("es")).text
        assert who.strip() in shown(render(told, voice("es")).html)
