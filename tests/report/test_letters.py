"""Receipts and the other letters, in both languages, as text and page."""

import pytest

from pbem.language.messages import translations
from pbem.report.content import Rendered
from pbem.report.letters import (
    CommandAnswer,
    Help,
    Letter,
    Receipt,
    ReceiptLine,
    Refusal,
    Reminder,
    Status,
    Welcome,
    render_letter,
)
from tests.pages import words_of
from tests.report.making import TITLE, words

TAKEN = ReceiptLine(
    1, "spanish-movement", "taken", "mueve cerinola-1 1613", "MOVE cerinola-1 1614 1613", "",
    (("cost", "2"), ("allowance", "4"), ("zoc", "beni-3")), path=("1615", "1614", "1613"),
)  # fmt: skip
WRONG = ReceiptLine(
    2, "spanish-movement", "refused", "MOVE beni-3 to 0812", "", "7 movement points needed, it has 6", (), ("0811",)
)
OPEN = ReceiptLine(3, "spanish-combat", "provisional", "ATTACK 1612 CON cer-1", "ATTACK 1612 WITH cerinola-1",
                   "rests on combat 1")  # fmt: skip


def receipt(*lines: ReceiptLine, **more: object) -> Receipt:
    """A receipt of a Spanish sheet."""
    return Receipt("melilla", TITLE, "spanish", 3, "spanish-movement", lines, **more)  # type: ignore[arg-type]


def letters() -> list[Letter]:
    """One of each kind, all its fields filled."""
    form = ("GAME melilla TURN 3", "END")
    return [
        receipt(TAKEN, WRONG, OPEN, sheet_faults=("Annual would stand empty",),
                replaced=("MOVE cerinola-1 1514",), standing=("1 MOVE cerinola-1 1614 1613",),
                reasons=("Line 7 was refused.",), ahead=("Left out: combat.",),
                commands=(CommandAnswer("STATUS", ("Waiting for spanish.",)), CommandAnswer("MAP 99", ("No.",), True)),
                deadline="Sun 20:00", relative="in 2 days", closes="It closes in 30 minutes.", notes=("A note.",),
                hashes=(("setup", "ab" * 32, "badofi lanusi toroda nifalu sitabo rudino"),)),
        Welcome("melilla", TITLE, "spanish", "spanish", "cd" * 32, "badofi lanusi", "ef" * 32, "rodita",
                against="Omar", beside="Luis", players=(("spanish", "Ana"), ("moroccan", "Omar")),
                aim="You win if nobody else does.", pace="Each turn then has 3 days.", first="Spanish set-up",
                asked=True, two=False, proposes=True, examples=("DEPLOY a 0101",), handbook="handbook-legion.html",
                options=("You are asked by email.",), test_dice=True, form=form, taken_over=("You take over.",)),
        Reminder("melilla", TITLE, "spanish", 3, "spanish-movement", "Sun 20:00", "in 3 hours", ("CER 2",), True,
                 "Pieces stay.", form),
        Refusal("No seat has this address.", "melilla", "Re: turn 3", ("Write from ana@example.org.",)),
        Help("melilla", TITLE, (("MOVE", "piece hex"),), (("STATUS", "who is awaited"),), ("MOVE a 0101",),
             "referee@example.org"),
        Status("melilla", TITLE, 3, 13, "spanish-movement", "Sun 20:00", "in 2 days", (("spanish", "awaited"),),
               ("1 MOVE a 0101",), ("Paused.",)),
    ]  # fmt: skip


def said(letter: Letter, lang: str = "en") -> Rendered:
    """A letter rendered."""
    notes = {"en": {"zoc": "stops next to"}, "es": {"zoc": "se detiene junto a"}}[lang]
    return render_letter(letter, words(lang, notes=notes), translations(lang))


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("letter", letters(), ids=lambda letter: type(letter).__name__)
def test_every_field_is_in_text_and_page(letter: Letter, lang: str) -> None:
    """Nothing is told to readers of one part only; the text fits 78 columns and the page asks for nothing."""
    mail = said(letter, lang)
    assert mail.subject
    assert "\n" not in mail.subject
    assert max(len(line) for line in mail.text.splitlines()) <= 78
    assert not any(word in mail.html for word in ("http://", "https://", "<script", "<form"))
    page = " ".join(words_of(mail.html).split())
    for name in letter.__dataclass_fields__:
        for value in strings(getattr(letter, name)):
            if name not in ("title", "turn", "game", "phase", "side", "lines", "players"):
                assert value in " ".join(mail.text.split()), name
                assert value in page, name


def strings(value: object) -> list[str]:
    """The texts within a field."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, tuple):
        return [text for one in value for text in strings(one)]
    return []


def test_each_line_of_a_receipt_has_its_sign() -> None:
    """Taken, rests on a die, refused with the reason and the nearest words."""
    text = said(receipt(TAKEN, WRONG, OPEN)).text
    assert "✓ 1. MOVE cerinola-1 1614 1613\n      1615 → 1614 → 1613, 2 of 4 points, stops next to beni-3\n" in text
    assert "✗ 2. MOVE beni-3 to 0812\n      7 movement points needed, it has 6\n      Did you mean: 0811?" in text
    assert "≈ 3. ATTACK 1612 WITH cerinola-1\n      rests on combat 1\n      You wrote: ATTACK 1612 CON cer-1" in text
    assert "1 line was refused; the other lines stand." in text


@pytest.mark.parametrize(
    ("lang", "said_of_it"),
    [
        ("en", "attack 6 against defence 3, of 36 throws 33 win, 2 tie, 1 lose, with flags"),
        ("es", "ataque 6 contra defensa 3, de 36 tiradas, 33 ganan, 2 empatan, 1 pierden, with flags"),
    ],
)
def test_numbers_that_belong_together_are_one_phrase(lang: str, said_of_it: str) -> None:
    """Strengths and chances; what has no phrase has its name before it."""
    notes = (("attack", "6"), ("defence", "3"), ("win", "33"), ("tie", "2"), ("lose", "1"), ("of", "36"))
    line = ReceiptLine(1, "spanish-combat", "taken", "", "ATTACK a WITH b", "", (*notes, ("with flags", "")))
    mail = said(receipt(line), lang)
    assert said_of_it in " ".join(mail.text.split())
    assert said_of_it in mail.html


def test_many_lines_that_only_name_a_piece_are_one() -> None:
    """Their numbers stay; a few, and those that were refused, are told by themselves."""
    holds = [ReceiptLine(n, "spanish-movement", "taken", "", f"HOLD cer-{n}") for n in range(1, 6)]
    bad = ReceiptLine(9, "spanish-movement", "refused", "HOLD x", "HOLD x", "no such piece")
    text = said(receipt(TAKEN, *holds, bad)).text
    assert "✓ HOLD (5): cer-1 (1), cer-2 (2), cer-3 (3), cer-4 (4), cer-5 (5)." in text
    assert "✗ 9. HOLD x\n      no such piece" in text
    assert text.count("✓ ") == 2, "the move, the five"
    assert "✓ 1. HOLD cer-1\n✓ 2. HOLD cer-2\n" in said(receipt(*holds[:3])).text


@pytest.mark.parametrize(
    ("given", "subject"),
    [
        (receipt(TAKEN, WRONG), "[melilla] Turn 3 · receipt: 1 line refused"),
        (receipt(WRONG, WRONG), "[melilla] Turn 3 · receipt: 2 lines refused"),
        (receipt(TAKEN, complete=True), "[melilla] Turn 3 · receipt: orders complete"),
        (receipt(TAKEN), "[melilla] Turn 3 · receipt: orders taken, some still missing"),
        (receipt(commands=(CommandAnswer("HELP", ("…",)),)), "[melilla] Turn 3 · answer"),
    ],
)
def test_the_subject_tells_the_outcome(given: Receipt, subject: str) -> None:
    """One glance at the mail box is enough."""
    assert render_letter(given, words("en"), translations("en")).subject == subject


def test_lines_that_stand_are_printed_as_they_are() -> None:
    """What stands is printed as it was written: never wrapped."""
    long = "1 ATTACK 1612 WITH " + " ".join(f"cerinola-{i}" for i in range(1, 9))
    assert long in said(receipt(TAKEN, standing=(long,))).text


def test_orders_are_escaped() -> None:
    """A player's words are never markup."""
    line = ReceiptLine(1, "spanish-movement", "refused", '<img src="http://x">', "", "no such order")
    html = said(receipt(line)).html
    assert "<img" not in html
    assert "&lt;img" in html
