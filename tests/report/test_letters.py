"""Receipts and the other letters, in both languages, as text and page."""

from dataclasses import replace

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
    SheetPart,
    Status,
    Welcome,
    render_letter,
)
from tests.pages import words_of
from tests.referee.making import flat
from tests.report.making import TITLE, words

TAKEN = ReceiptLine(
    1, "spanish-movement", "taken", "mueve cerinola-1 1613", "MOVE cerinola-1 1614 1613", "",
    (("cost", "2"), ("allowance", "4"), ("zoc", "beni-3")),
)  # fmt: skip
WRONG = ReceiptLine(
    2, "spanish-movement", "refused", "MOVE beni-3 to 0812", "", "7 movement points needed, it has 6", (), ("0811",)
)
OPEN = ReceiptLine(3, "spanish-combat", "provisional", "ATTACK 1612 CON cer-1", "ATTACK 1612 WITH cerinola-1",
                   "", (("attack", "6"), ("defence", "3")))  # fmt: skip
SHEET = (SheetPart("PHASE Spanish movement", (TAKEN,), 2), SheetPart("PHASE Spanish combat", (OPEN,)))


def receipt(*lines: ReceiptLine, **more: object) -> Receipt:
    """A receipt of a Spanish sheet."""
    return Receipt("melilla", TITLE, "spanish", 3, "spanish-movement", lines, **more)  # type: ignore[arg-type]


def letters() -> list[Letter]:
    """One of each kind, all its fields filled."""
    form = ("GAME melilla TURN 3", "END")
    return [
        receipt(TAKEN, WRONG, OPEN, sheet_faults=("Annual would stand empty",),
                player="Spanish", counts=(("Spanish movement", 3),),
                changes={"new": 1, "replaced": 0, "gone": 2, "kept": 0}, sheet=SHEET,
                reasons=("Line 7 was refused.",), ahead=("Left out: combat.",),
                commands=(CommandAnswer("STATUS", ("Waiting for spanish.",)), CommandAnswer("MAP 99", ("No.",), True)),
                deadline="Sun 20:00", relative="in 2 days", closes="It closes in 30 minutes.", notes=("A note.",)),
        Welcome("melilla", TITLE, "spanish", "spanish", "cd" * 32, "badofi lanusi", "ef" * 32, "rodita",
                against="Omar", beside="Luis", players=(("spanish", "Ana"), ("moroccan", "Omar")),
                aim="You win if nobody else does.", pace="Each turn then has 3 days.", first="Spanish set-up",
                asked=True, two=False, proposes=True, examples=("DEPLOY a 0101",), handbook="handbook-legion.html",
                options=("You are asked by email.",), test_dice=True, form=form),
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


def test_of_many_orders_an_attack_still_has_its_column_and_all_that_is_added_to_the_die() -> None:
    notes = (("attack", "6"), ("defence", "3"), ("column", "2-1"), ("drm", "-2"), ("mountain", "-2 (RIF-8.2)"))
    attack, many = replace(OPEN, notes=notes), tuple(replace(TAKEN, number=n) for n in range(10, 30))
    sheet = (SheetPart("PHASE Spanish movement", many), SheetPart("PHASE Spanish combat", (attack,)))
    told = flat(said(receipt(*many, attack, sheet=sheet)).text)
    assert "strength 6 against 3, column 2-1, drm -2, mountain -2 (RIF-8.2)" in told
    assert "2 of 4 points" not in told


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
            if name not in ("title", "turn", "game", "phase", "seat", "side", "lines", "players"):
                assert value in " ".join(mail.text.split()), name
                assert value in page, name


def strings(value: object) -> list[str]:
    """The texts within a field."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, tuple):
        return [text for one in value for text in strings(one)]
    return []


def test_what_was_refused_is_told_on_top_and_the_sheet_below() -> None:
    """Refused with the reason and the nearest words; the sheet holds what stands, to be pasted, with its signs."""
    text = said(receipt(TAKEN, WRONG, OPEN, sheet=SHEET)).text
    top, _, sheet = text.partition("YOUR ORDERS AS THEY STAND")
    assert "2 of 3 orders accepted. Line 2 needs another look: send just that one, the rest is kept." in flat(top)
    assert "✗ 2. MOVE beni-3 to 0812\n     7 movement points needed, it has 6. Did you mean: 0811?" in top
    assert "✓" not in top
    assert (
        "PHASE Spanish movement\n"
        "MOVE cerinola-1 1614 1613      # ✓ 1 · 2 of 4 points, stops next to beni-3\n"
        "# and 2 more orders: STATUS shows them\n"
        "PHASE Spanish combat\n"
        "ATTACK 1612 WITH cerinola-1    # ≈ 3 · strength 6 against 3\n"
    ) in sheet


def test_orders_of_which_none_is_shown_are_no_more_of_them() -> None:
    """A sheet that the mail did not change is told by its number alone."""
    hidden = tuple(replace(part, lines=(), more=part.more + len(part.lines)) for part in SHEET)
    text = said(receipt(TAKEN, WRONG, OPEN, sheet=hidden)).text
    assert "PHASE Spanish movement\n# 3 orders: STATUS shows them\nPHASE Spanish combat\n# 1 order: STATUS" in text


def test_a_legal_alternative_is_no_misspelling() -> None:
    other = replace(WRONG, misspelt=False)
    assert "This would work: 0811" in said(receipt(other)).text
    assert "Valdría: 0811" in said(receipt(other), "es").text


def test_what_a_mail_changed_is_counted() -> None:
    """New lines, those in the place of others, taken out, kept: what is none is not named."""
    changes = {"new": 1, "replaced": 2, "gone": 0, "kept": 8}
    given = receipt(TAKEN, counts=(("Spanish movement", 11),), changes=changes)
    text = flat(said(given).text)
    assert "Your orders for turn 3 now: Spanish movement 11." in text
    assert "This email: 1 new, 2 in place of earlier ones, 8 kept from before." in text
    assert "Tus órdenes del turno 3 ahora: Spanish movement 11." in flat(said(given, "es").text)


@pytest.mark.parametrize(
    ("lang", "said_of_it"),
    [
        ("en", "strength 6 against 3, of 36 rolls you win 33, tie 2, lose 1, with flags"),
        ("es", "fuerza 6 contra 3, de 36 casos ganas 33, empatas 2, pierdes 1, with flags"),
    ],
)
def test_numbers_that_belong_together_are_one_phrase(lang: str, said_of_it: str) -> None:
    """Strengths and chances; what has no phrase has its name before it. Too long for its line, it gets its own."""
    notes = (("attack", "6"), ("defence", "3"), ("win", "33"), ("tie", "2"), ("lose", "1"), ("of", "36"))
    line = ReceiptLine(1, "spanish-combat", "taken", "", "ATTACK a WITH b", "", (*notes, ("with flags", "")))
    mail = said(receipt(line, sheet=(SheetPart("PHASE x", (line,)),)), lang)
    assert f"ATTACK a WITH b                # ✓ 1\n#    {said_of_it}\n" in mail.text
    assert said_of_it in mail.html


@pytest.mark.parametrize(
    ("given", "subject"),
    [
        (receipt(TAKEN, WRONG), "[melilla] Turn 3 · 1 order needs another look"),
        (receipt(WRONG, WRONG), "[melilla] Turn 3 · 2 orders need another look"),
        (receipt(TAKEN, complete=True), "[melilla] Turn 3 · 1 order accepted"),
        (receipt(TAKEN, OPEN), "[melilla] Turn 3 · 2 orders accepted, more is needed"),
        (receipt(commands=(CommandAnswer("HELP", ("…",)),)), "[melilla] Turn 3 · answer"),
    ],
)
def test_the_subject_tells_the_outcome(given: Receipt, subject: str) -> None:
    """One glance at the mail box is enough."""
    assert render_letter(given, words("en"), translations("en")).subject == subject


def test_an_order_of_the_sheet_is_never_wrapped() -> None:
    """It is pasted as it stands."""
    long = "ATTACK 1612 WITH " + " ".join(f"cerinola-{i}" for i in range(1, 9))
    line = ReceiptLine(1, "spanish-combat", "kept", long, long)
    assert f"\n{long} " in said(receipt(TAKEN, sheet=(SheetPart("PHASE x", (line,)),))).text


def test_orders_are_escaped() -> None:
    """A player's words are never markup."""
    line = ReceiptLine(1, "spanish-movement", "refused", '<img src="http://x">', "", "no such order")
    html = said(receipt(line)).html
    assert "<img" not in html
    assert "&lt;img" in html
