"""What reports prove among themselves, by a short journal: games, dice, hashes, links, heads, text against proof."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.dice.chain import link_before
from pbem.save.records import Link, Roll
from pbem.save.words import hash_words
from pbem.verify.mail_facts import ReportedRecord, Witness
from pbem.verify.mails import check_alone
from tests.save.making import rollback
from tests.verify.proofs.making import (
    HIDDEN,
    LENGTH,
    NEW,
    NONCES,
    OLD,
    letter,
    rekey,
    report,
    reported,
    rolled,
    run,
    shown,
    stored,
)

JOURNAL = stored(
    run(1, rolls=tuple(rolled())), rollback(2, 1), run(3, 2, value=HIDDEN), run(4, 2, rolls=tuple(rolled(2)))
)
TOLD = [reported(item) for item in JOURNAL]
FIRST, BACK, WAITS, LAST = TOLD
ZERO = "0" * 64


def faults(*mails: Witness) -> list[tuple[int, str]]:
    return [(each.n, each.code) for each in check_alone(mails, LENGTH)]


def only(*mails: Witness) -> tuple[int, str, dict[str, str]]:
    """The one fault of mails, with its values less the names of mail and file."""
    (found,) = check_alone(mails, LENGTH)
    return found.n, found.code, {key: text for key, text in found.values.items() if key not in ("mail", "file")}


def without(*told: ReportedRecord, text: str) -> list[str]:
    """What a report shows, less every line with a text."""
    return [line for line in shown(told) if text not in line]


def test_honest_reports_agree_in_any_order() -> None:
    one, two, three = report(FIRST, BACK), report(WAITS, LAST), report(FIRST, BACK, WAITS, LAST)
    for mails in ([one], [two], [three], [one, two, three], [three, two, one], [two, one]):
        assert faults(*mails, letter(OLD.head)) == []
    assert faults(report(LAST, WAITS), letter(OLD.head)) == [(3, "mail-gap")], "in their order, without a gap"


def test_mails_of_several_games_are_told() -> None:
    assert only(report(FIRST), report(FIRST, of="annual")) == (0, "mail-game", {"found": "melilla"})
    assert (0, "mail-game") in faults(report(FIRST), report(FIRST, game="annual"))
    assert (0, "mail-game") in faults(report(FIRST, game="annual"))
    other = [report(BACK, game="annual"), report(BACK, of="annual", game="annual", name="b.eml")]
    assert faults(*other) == [(0, "mail-game")] * 2, "it is the mail that says whose the first is"
    assert faults(letter(OLD.head, of="annual"), report(FIRST)) == [], "who has no proof is looked at beside the save"


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ({"legion": (2, 3, 3, 4, 5, 5)}, {"die": "legion", "found": "2 3 3 4 5 5"}),
        ({"d7": (1, 2)}, {"die": "d7", "found": "1 2"}),
    ],
)
def test_a_proof_does_not_choose_the_faces_of_its_dice(dice: dict[str, Any], found: dict[str, str]) -> None:
    assert only(report(BACK, dice=dice)) == (0, "mail-die", found)


# Hashes ---------------------------------------------------------------------------------------------------------------


def test_two_hashes_of_one_record_are_found() -> None:
    other = LAST.model_copy(update={"hash": ZERO})
    assert only(report(LAST), report(other)) == (4, "mail-hash", {"found": ZERO, "expected": LAST.hash})
    assert only(report(other), report(LAST)) == (4, "mail-hash", {"found": LAST.hash, "expected": ZERO})


def test_each_record_names_the_hash_of_the_one_before_whichever_mail_comes_first() -> None:
    other = LAST.model_copy(update={"previous": ZERO})
    expected = (4, "mail-previous", {"found": ZERO, "expected": WAITS.hash})
    assert only(report(WAITS, other)) == expected
    assert only(report(WAITS), report(other)) == expected
    assert only(report(other), report(WAITS)) == (3, *expected[1:])


# Dice -----------------------------------------------------------------------------------------------------------------


def changed(told: ReportedRecord, **fields: Any) -> Witness:
    """A report of a record with other fields, its text as its proof."""
    return report(told.model_copy(update=fields))


def test_a_link_that_does_not_lead_to_its_head_is_found_in_one_mail_or_between_two() -> None:
    value = bytes(32)
    link = Link(number=2, value=value.hex())
    expected = {"number": "2", "found": link_before(link_before(value)).hex(), "expected": OLD.links[0].hex()}
    found = list(check_alone([changed(LAST, link=link, rolls=())], LENGTH))
    assert [(each.n, each.code, each.values) for each in found] == [(4, "link-broken", expected)]
    assert faults(report(LAST), changed(FIRST, n=1, link=Link(number=1, value=ZERO), rolls=())) == [(1, "link-broken")]


@pytest.mark.parametrize(
    ("number", "found"), [(LENGTH, []), (LENGTH + 1, [(1, "link-far")]), (10**9, [(1, "link-far")])]
)
def test_a_link_beyond_the_last_is_not_even_looked_at(number: int, found: list[tuple[int, str]]) -> None:
    value = OLD.links[min(number, LENGTH)].hex()
    mail = changed(FIRST, link=Link(number=number, value=value), rolls=())
    assert faults(mail) == found
    assert not found or only(mail)[2] == {"found": str(number), "expected": "6"}


@pytest.mark.parametrize("at", [0, 1, 2])
def test_other_faces_than_the_dice_give_are_found(at: int) -> None:
    rolls = rolled()
    honest = rolls[at]
    rolls[at] = honest.model_copy(update={"faces": (*honest.faces[:-1], "z" if honest.items else 9)})
    values = {"label": honest.label, "found": rolls[at].text, "expected": honest.text}
    assert only(changed(FIRST, rolls=tuple(rolls))) == (1, "face", values)
    hidden = Link(number=1)
    assert faults(changed(FIRST, rolls=tuple(rolls), link=hidden)) == [], "its link is not told yet"


@pytest.mark.parametrize(
    "fields", [{"nonces": {**NONCES, "spanish": "x"}}, {"beacon": "b"}, {"phase": "combat"}, {"turn": 2}]
)
def test_all_that_enters_the_key_is_proved(fields: dict[str, Any]) -> None:
    assert (1, "face") in faults(changed(FIRST, **fields))


@pytest.mark.parametrize("fields", [{"link": None}, {"head": None}, {"link": None, "head": None}])
def test_dice_without_their_link_or_their_head_prove_nothing(fields: dict[str, Any]) -> None:
    """Else who would choose dice need only leave out what proves them."""
    assert only(changed(FIRST, **fields)) == (1, "mail-unproved", {})
    assert faults(changed(FIRST, **fields, rolls=())) == []


def test_a_label_that_is_there_twice_and_a_die_that_is_none_are_found() -> None:
    attack, weather, lot = rolled()
    assert faults(changed(FIRST, rolls=(attack, attack))) == [(1, "label-twice")]
    assert only(changed(FIRST, rolls=(weather, attack.model_copy(update={"die": "d20"})))) == (
        1, "die", {"label": "attack", "found": "d20"}
    )  # fmt: skip
    assert faults(changed(FIRST, rolls=(lot.model_copy(update={"die": "d20"}),))) == [], "of a lot there is no die"
    assert faults(changed(FIRST, rolls=(Roll(label="x", die="legion", faces=()),))) == []


# Text against proof ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [FIRST.hash, hash_words(FIRST.hash), OLD.links[1].hex(), *(f"{roll.label}: {roll.text}" for roll in FIRST.rolls)],
)
def test_what_the_proof_says_and_the_text_does_not_is_found(text: str) -> None:
    found = list(check_alone([report(FIRST, BACK, lines=without(FIRST, BACK, text=text))], LENGTH))
    (fault,) = (each for each in found if each.code == "mail-text")
    expected = (1, {"mail": "r.eml", "file": "dice-r.eml.json", "expected": text})
    assert (fault.n, fault.values) == expected
    assert (fault.turn, fault.phase) == (1, "movement")


def test_a_roll_may_go_over_two_lines() -> None:
    lines = [part for line in shown([FIRST]) for part in (line.replace("weather: ", "weather:\n    ").split("\n"))]
    assert faults(report(FIRST, lines=lines)) == []


def test_of_a_run_that_went_on_only_the_whole_is_shown() -> None:
    """Not if it has rolled, nor where the whole comes earlier: what was rolled is shown."""
    lines = shown([LAST])
    assert faults(report(WAITS, LAST, lines=lines)) == []
    assert (3, "mail-text") in faults(report(WAITS, lines=shown([BACK])))
    waits = WAITS.model_copy(update={"rolls": tuple(rolled(2)[:1])})
    assert (3, "mail-text") in faults(report(waits, LAST, lines=lines))
    other = LAST.model_copy(update={"phase": "combat", "rolls": ()})
    assert (3, "mail-text") in faults(report(WAITS, other, lines=shown([other])))
    again = WAITS.model_copy(update={"n": 4, "previous": WAITS.hash, "hash": ZERO})
    assert (3, "mail-text") in faults(report(WAITS, again, lines=shown([again]))), "neither is the whole"
    later = [WAITS.model_copy(update={"n": 5, "previous": LAST.hash}), LAST]
    assert (5, "mail-text") in faults(report(*reversed(later), lines=lines))


def test_a_run_that_was_played_again_is_shown_too() -> None:
    first, back, last = (reported(item) for item in stored(run(1), rollback(2, 0), run(3, 2)))
    assert (1, "mail-text") in faults(report(first, back, last, lines=shown([back, last])))


@pytest.mark.parametrize("kept", [[FIRST, WAITS], [FIRST, BACK, LAST]])
def test_no_record_is_left_out_between_two(kept: Sequence[ReportedRecord]) -> None:
    found = list(check_alone([report(*kept, lines=shown(TOLD))], LENGTH))
    (gap,) = (each for each in found if each.code == "mail-gap")
    assert (gap.n, gap.values) == (kept[-1].n, {"mail": "r.eml", "file": "dice-r.eml.json"})


def test_a_hash_that_is_shown_is_in_the_proof() -> None:
    more = [*shown([FIRST]), LAST.hash, hash_words(LAST.hash)]
    assert only(report(FIRST, lines=more)) == (0, "mail-more", {"found": LAST.hash})
    heads = stored(run(1, 5, next_head=NEW.head), rekey(2))
    both = [reported(item) for item in heads]
    brought = [f"{head} {hash_words(head)}" for head in (OLD.head, NEW.head)]
    for told in (both, both[:1], both[1:]):
        assert faults(report(*told, lines=[*shown(told), *brought])) == [], "those of heads too"


def test_a_roll_that_is_shown_is_in_the_proof() -> None:
    fewer = FIRST.model_copy(update={"rolls": FIRST.rolls[:-1]})
    lot = " ".join(shown([FIRST])[-2].split())
    assert only(report(fewer, lines=shown([FIRST]))) == (1, "mail-more", {"found": lot})
    none = FIRST.model_copy(update={"rolls": ()})
    found = [(each.n, each.values["found"]) for each in check_alone([report(none, lines=shown([FIRST]))], LENGTH)]
    assert found == [(0, " ".join(line.split())) for line in shown([FIRST])[-4:-1]]
    other = [line.replace("attack: ", "attack: 9 ") for line in shown([FIRST])]
    assert {code for _, code in faults(report(FIRST, lines=other))} == {"mail-text", "mail-more"}


# Heads ----------------------------------------------------------------------------------------------------------------


def test_all_mails_give_the_same_first_head() -> None:
    mails = [report(BACK), report(BACK, head=NEW.head, name="b.eml")]
    assert only(*mails) == (0, "mail-head", {"found": NEW.head, "expected": OLD.head})


def test_no_phase_uses_a_head_that_no_mail_brought() -> None:
    (new,) = (reported(item) for item in stored(run(1, 1, NEW, rolls=tuple(rolled(chain=NEW)))))
    new = new.model_copy(update={"n": 9})
    assert only(report(new)) == (9, "mail-new-head", {"found": NEW.head})
    assert faults(report(new), letter(NEW.head)) == []
    itself = [*shown([new]), f"{NEW.head} {hash_words(NEW.head)}"]
    assert faults(report(new, lines=itself)) == [(9, "mail-new-head")], "who uses it has not brought it"
    assert faults(report(new), letter(NEW.head, words=False)) == [(9, "mail-new-head")]
    assert faults(report(new), report(FIRST.model_copy(update={"next_head": NEW.head}))) == []
    published = reported(stored(rekey(1))[0])
    assert faults(report(new), report(published)) == []
    assert faults(report(new), report(FIRST)) == [(9, "mail-new-head")]
