"""What mails prove beside a save, by a short journal: reports, heads, sheets acknowledged, hands changed, dates."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.save.journal import StoredRecord
from pbem.save.records import AMENDED, CLOCK_ACCEPTED, Entry, Link, Roll, hash_as_written, sheet_hash
from pbem.verify.mail_facts import Witness
from pbem.verify.mails import acknowledged_hashes, check_beside_save, check_receipts, wrong_dates
from tests.save.making import game, rollback, sheet
from tests.verify.proofs.making import (
    GAME,
    GAME_HASH,
    HIDDEN,
    NEW,
    OLD,
    letter,
    receipt,
    rekey,
    report,
    reported,
    rolled,
    ruling,
    run,
    stored,
)

ZERO = "0" * 64
JOURNAL = stored(run(1, rolls=tuple(rolled())), rollback(2, 1), run(3, 2, next_head=NEW.head), rekey(4, "d" * 64))
TOLD = [reported(item) for item in JOURNAL]


def beside(*mails: Witness, journal: Sequence[StoredRecord] = JOURNAL, manifest: Any = GAME) -> list[Any]:
    return list(check_beside_save(mails, manifest, GAME_HASH, journal))


def only(*mails: Witness) -> tuple[int, str, dict[str, str]]:
    """The one fault of mails beside the journal, with its values less the name of the mail."""
    (found,) = beside(*mails)
    return found.n, found.code, {key: text for key, text in found.values.items() if key != "mail"}


def codes(*mails: Witness, **more: Any) -> list[tuple[int, str]]:
    return [(each.n, each.code) for each in beside(*mails, **more)]


def test_honest_mails_agree_with_the_save() -> None:
    heads = (OLD.head, NEW.head, "d" * 64, GAME_HASH, JOURNAL[1].hash)
    assert codes(report(*TOLD), letter(*heads), letter(of="pbem")) == []


def test_a_mail_of_another_game_is_told_and_one_to_a_stranger_is_not() -> None:
    assert only(letter(of="annual")) == (0, "mail-game", {"found": "annual"})
    assert codes(letter(of="pbem"), letter(of="annual")) == [(0, "mail-game")]
    assert only(report(*TOLD, of="annual")) == (0, "mail-game", {"found": "annual"})
    named_so = game(head=OLD.head, game="pbem")
    assert codes(letter(of="pbem"), manifest=named_so) == []
    assert codes(report(TOLD[0], of="pbem", head=ZERO), manifest=named_so) == [(0, "mail-head")]


def test_a_hash_with_its_words_that_is_of_nothing_here_is_found() -> None:
    assert only(letter(OLD.head, ZERO)) == (0, "mail-unknown", {"found": ZERO})
    assert codes(letter(ZERO, words=False)) == []


def test_another_head_is_found() -> None:
    assert only(report(*TOLD, head=NEW.head, lines=())) == (0, "mail-head", {"found": NEW.head, "expected": OLD.head})


def test_a_record_that_is_not_here_any_more_is_found() -> None:
    found = beside(report(*TOLD[2:], lines=()), journal=JOURNAL[:2])
    assert [(each.n, each.code, each.values) for each in found] == [
        (3, "mail-cut", {"mail": "r.eml", "found": "3", "expected": "2"})
    ]
    assert codes(report(*TOLD[:2], lines=()), journal=JOURNAL[:2]) == []


def test_another_hash_of_a_record_is_found() -> None:
    other = TOLD[1].model_copy(update={"hash": ZERO})
    (found,) = beside(report(TOLD[0], other, lines=()))
    assert (found.turn, found.phase) == (1, "rollback")
    assert only(report(TOLD[0], other, lines=())) == (2, "mail-hash", {"found": ZERO, "expected": JOURNAL[1].hash})


@pytest.mark.parametrize(
    ("fields", "values"),
    [
        ({"previous": ZERO}, {"key": "previous", "found": ZERO, "expected": GAME_HASH}),
        ({"turn": 2}, {"key": "turn", "found": "2", "expected": "1"}),
        ({"phase": "combat"}, {"key": "phase", "found": "combat", "expected": "movement"}),
        ({"head": NEW.head}, {"key": "head", "found": NEW.head, "expected": OLD.head}),
        ({"head": None}, {"key": "head", "found": "-", "expected": OLD.head}),
        ({"link": None}, {"key": "link", "found": "-", "expected": OLD.link(1).hex()}),
        ({"link": Link(number=1)}, {"key": "link", "found": "-", "expected": OLD.link(1).hex()}),
        ({"nonces": {"a": "x"}}, {"key": "nonces", "found": "a: x", "expected": "moroccan: arena, spanish: niebla"}),
        ({"beacon": "b"}, {"key": "beacon", "found": "b", "expected": "-"}),
    ],
)
def test_what_a_mail_tells_of_a_record_is_what_stands_in_it(fields: dict[str, Any], values: dict[str, str]) -> None:
    assert only(report(TOLD[0].model_copy(update=fields), lines=())) == (1, "mail-other", values)


def test_of_a_record_without_dice_its_place_is_compared() -> None:
    assert only(report(TOLD[1].model_copy(update={"turn": 2}), lines=()))[1] == "mail-other"
    assert codes(report(TOLD[3].model_copy(update={"beacon": "b"}), lines=())) == []


@pytest.mark.parametrize(
    ("roll", "values"),
    [
        ({"faces": (9,)}, {"label": "attack", "found": "9", "expected": rolled()[0].text}),
        ({"label": "x"}, {"label": "x", "found": rolled()[0].text, "expected": "-"}),
        (
            {"items": ("a", "b")},
            {"label": "attack", "found": f"{rolled()[0].text} (a, b)", "expected": rolled()[0].text},
        ),
    ],
)
def test_a_roll_is_told_as_the_record_has_it(roll: dict[str, Any], values: dict[str, str]) -> None:
    other = TOLD[0].rolls[0].model_copy(update=roll)
    assert only(report(TOLD[0].model_copy(update={"rolls": (other,)}), lines=())) == (1, "mail-roll", values)


def test_a_lot_is_shown_with_what_it_was_drawn_from() -> None:
    lot = TOLD[0].rolls[2]
    other: Roll = lot.model_copy(update={"items": ("a", "b", "c", "d")})
    values = only(report(TOLD[0].model_copy(update={"rolls": (other,)}), lines=()))[2]
    assert (values["found"], values["expected"]) == (f"{lot.text} (a, b, c, d)", f"{lot.text} (a, b, c)")


# Sheets acknowledged --------------------------------------------------------------------------------------------------

ORDER = ("setup", "movement", "combat")
HASH, OTHER = "a" * 64, "b" * 64
MINE = sheet("spanish")
NOBODY = sheet("moroccan", ("RUN",))
EMPTY = sheet_hash(())


def receipts(records: Sequence[Entry], *mails: Witness) -> list[tuple[int, str, dict[str, str]]]:
    found = check_receipts(mails, GAME, records, ORDER)
    return [(each.n, each.code, {k: v for k, v in each.values.items() if k not in ("seat", "mail")}) for each in found]


def said(at: str = "1.movement", hash_: str = HASH, name: str = "a.eml", **more: Any) -> Witness:
    """A receipt of the Spanish seat for a phase."""
    return receipt(name, {at: hash_}, **more)


@pytest.mark.parametrize("hash_", [MINE.hash, hash_as_written((line.number, line.text) for line in MINE.lines)])
def test_a_sheet_that_was_acknowledged_was_run(hash_: str) -> None:
    """By its lines as they were understood, or, by an older release, as they were written."""
    assert receipts([run(1, sheets=(NOBODY, MINE))], said(hash_=hash_)) == []
    found = receipts([run(1, sheets=(NOBODY,))], said(hash_=hash_))
    assert found == [(1, "receipt", {"found": hash_, "expected": EMPTY})]


def test_another_sheet_than_acknowledged_is_told_with_its_hash() -> None:
    assert receipts([run(1, sheets=(NOBODY, MINE))], said()) == [(1, "receipt", {"found": HASH, "expected": MINE.hash})]
    assert receipts([run(1, sheets=(MINE,), phase="combat")], said()) == [], "that phase has not been run"
    found = receipts([run(1, sheets=(NOBODY, MINE))], said(hash_=EMPTY))
    assert found == [(1, "receipt-withdrawn", {})]


def test_every_receipt_is_looked_at() -> None:
    """What one proves or does not prove says nothing of the next: phases that hold, wait, are a computer player's."""
    later = run(9, 2, sheets=(MINE,), phase="setup")
    found = [(9, "receipt", {"found": HASH, "expected": MINE.hash})]
    wrong = said("1.setup", name="z.eml", minutes=9, answers=False)
    fine = [
        ([run(1, sheets=(MINE,))], said(hash_=MINE.hash)),
        ([run(1, sheets=(BOT,))], said(hash_=EMPTY)),
        ([run(1, sheets=(NOBODY,), handed={"spanish": 1})], said(moment=(1, 0, 0))),
    ]
    for records, mail in fine:
        other = wrong if mail.moment is None else said("1.setup", name="z.eml", moment=(1, 1, 0), answers=False)
        assert receipts([*records, later], mail, other) == found
    (first,) = receipts([run(1, sheets=(NOBODY,)), later], said(hash_=MINE.hash))
    assert first[:2] == (1, "receipt"), "the sheet of another phase is no proof"


def test_receipts_are_looked_at_beside_a_save() -> None:
    assert (3, "receipt") in codes(receipt("a.eml", {"1.movement": HASH}))
    assert codes(receipt("a.eml", words=(1, "niebla"))) == []
    assert (1, "own-words") in codes(receipt("a.eml", words=(1, "viento")))


@pytest.mark.parametrize("hash_", [EMPTY, hash_as_written(())])
def test_no_lines_are_no_lines_with_or_without_a_sheet(hash_: str) -> None:
    for sheets in ((), (NOBODY,), (sheet("spanish", ()), NOBODY)):
        assert receipts([run(1, sheets=sheets)], said(hash_=hash_)) == []
    assert receipts([run(1, sheets=(MINE,))], said(hash_=hash_)) == [(1, "receipt-withdrawn", {})]


def test_all_runs_of_a_phase_that_is_in_force_are_looked_at() -> None:
    """A correction may have other orders in the open; what waits to be played again has none yet."""
    first, back, anew = run(1, sheets=(MINE,)), rollback(2, 0), run(3, 2, sheets=(NOBODY,))
    assert receipts([first, back, anew], said(hash_=MINE.hash)) == []
    assert receipts([first, back], said()) == []
    found = receipts([first, back, anew], said())
    assert found == [(3, "receipt", {"found": HASH, "expected": EMPTY})], "the last is told"
    waits = run(1, sheets=(MINE,), value=HIDDEN)
    assert receipts([waits], said()) == []
    assert receipts([waits, run(2, 1, sheets=(NOBODY,))], said(hash_=MINE.hash))[0][0] == 2


def test_the_last_receipt_counts_by_its_counts_or_its_date() -> None:
    records = [run(1, sheets=(MINE,))]
    good, bad = said(hash_=MINE.hash, minutes=1), said(hash_=HASH, minutes=0)
    assert receipts(records, good, bad) == receipts(records, bad, good) == []
    assert receipts(records, said(minutes=1), said(hash_=MINE.hash)) != []
    counted = said(hash_=MINE.hash, moment=(1, 1, 0))
    assert receipts(records, counted, said(minutes=9)) == [], "without counts it is older than all with counts"
    assert receipts(records, counted, said(moment=(1, 0, 0), minutes=9)) == []
    assert receipts(records, counted, said(moment=(1, 2, 0))) != []


def test_receipts_of_one_second_are_each_as_good() -> None:
    records = [run(1, sheets=(MINE,))]
    both = (said(hash_=MINE.hash), said(name="b.eml"))
    assert receipts(records, *both) == receipts(records, *reversed(both)) == []
    assert receipts([run(1, sheets=(NOBODY,))], *both)[0][2]["found"] == min(MINE.hash, HASH)


def hashes(*mails: Witness) -> dict[tuple[str, str], set[str]]:
    return {key: found for key, (_, found) in acknowledged_hashes(mails, ORDER).items()}


@pytest.mark.parametrize(
    ("since", "gone"),
    [("1.movement", True), ("1.setup", True), ("1.combat", False), ("2.movement", False), ("1.nothing", True)],
)
def test_a_receipt_withdraws_what_it_does_not_list_of_its_turn_from_its_phase_on(since: str, gone: bool) -> None:
    found = hashes(said(), receipt("b.eml", since=since, minutes=1))
    assert found == {("spanish", "1.movement"): {EMPTY if gone else HASH}}
    other = receipt("b.eml", since=since, minutes=1, seat="moroccan")
    assert hashes(said(), other) == {("spanish", "1.movement"): {HASH}}, "another seat's says nothing of it"
    no_answer = receipt("b.eml", since=since, minutes=1, answers=False)
    assert hashes(said(), no_answer) == {("spanish", "1.movement"): {HASH}}


def test_a_receipt_withdraws_nothing_of_a_phase_that_the_rules_do_not_have() -> None:
    assert hashes(said("1.nowhere"), receipt("b.eml", minutes=1)) == {("spanish", "1.nowhere"): {HASH}}
    assert hashes(said("1.nowhere"), receipt("b.eml", minutes=1, turn=1)) == {("spanish", "1.nowhere"): {EMPTY}}


def test_an_older_receipt_tells_all_of_its_turn() -> None:
    assert hashes(said(), receipt("b.eml", minutes=1, turn=1)) == {("spanish", "1.movement"): {EMPTY}}
    assert hashes(said(), receipt("b.eml", minutes=1, turn=2)) == {("spanish", "1.movement"): {HASH}}
    later = receipt("b.eml", {"1.combat": OTHER}, minutes=1, turn=1)
    assert hashes(said(), later) == {("spanish", "1.movement"): {EMPTY}, ("spanish", "1.combat"): {OTHER}}


def test_of_one_second_one_may_list_what_the_other_withdraws() -> None:
    assert hashes(said(), receipt("b.eml")) == {("spanish", "1.movement"): {HASH, EMPTY}}


# What a receipt is no proof of ----------------------------------------------------------------------------------------

BOT = sheet("spanish", ("WAIT",)).model_copy(update={"bot": True})
BACK = [run(1, sheets=(NOBODY,), phase="combat"), rollback(2, 0)]


@pytest.mark.parametrize(
    ("mail", "records", "holds"),
    [
        (said(moment=(2, 0, 0)), [*BACK, run(3, 2)], True),
        (said(moment=(3, 0, 0)), [*BACK, run(3, 2)], False),
        (said(words=(2, "niebla")), [*BACK, run(3, 2)], True),
        (said(words=(3, "niebla")), [*BACK, run(3, 2)], False),
        (said(words=(3, "niebla"), moment=(2, 0, 0)), [*BACK, run(3, 2)], True),
        (said(words=(2, "niebla"), moment=(3, 0, 0)), [*BACK, run(3, 2)], False),
        (said(), [*BACK, run(3, 2)], False),
        (said(moment=(2, 0, 0)), [*BACK, run(3, 2, sheets=(MINE,))], False),
        (said(moment=(2, 0, 0)), [*BACK, run(3, 2, sheets=(BOT,))], True),
        (said(moment=(2, 0, 0)), [*BACK, run(3, 2, sheets=(BOT.model_copy(update={"seat": "moroccan"}), MINE))], False),
        (said(moment=(2, 0, 0)), [BACK[0], rollback(2, 0, same_dice=True), run(3, 2, sheets=())], False),
        (said(moment=(2, 0, 0)), [ruling(1, AMENDED), rollback(2, 0), run(3, 1)], False),
        (said(moment=(3, 0, 0)), [ruling(1, AMENDED), run(2, phase="combat"), rollback(3, 0), run(4, 3)], True),
        (said(moment=(2, 0, 0)), [ruling(1, "other"), rollback(2, 0), run(3, 1)], True),
        (said(moment=(2, 0, 0)), [BACK[0], rollback(2, 1), run(3, 2)], True),
        (said(moment=(1, 0, 0)), [run(1, sheets=(NOBODY,)), run(2, phase="combat"), rollback(3, 1)], False),
    ],
)
def test_what_a_rollback_asked_for_again_need_not_be_the_same(mail: Witness, records: list[Any], holds: bool) -> None:
    """None, or a computer player's; not where the receipt is younger, or no mail says when it was written."""
    records = [
        r.model_copy(update={"sheets": (NOBODY,)}) if getattr(r, "sheets", ()) == (sheet(),) else r for r in records
    ]
    assert (receipts(records, mail) == []) is holds


def test_a_computer_player_orders_where_nothing_stood() -> None:
    assert receipts([run(1, sheets=(BOT,))], said(hash_=EMPTY)) == []
    assert receipts([run(1, sheets=(BOT,))], said()) != []
    of_another = BOT.model_copy(update={"seat": "moroccan"})
    assert receipts([run(1, sheets=(of_another, MINE))], said(hash_=EMPTY)) == [(1, "receipt-withdrawn", {})]


@pytest.mark.parametrize(
    ("moment", "handed", "holds"),
    [((1, 0, 0), {"spanish": 1}, True), ((1, 0, 1), {"spanish": 1}, False), ((1, 0, 0), {"moroccan": 1}, False),
     (None, {"spanish": 1}, False)],
)  # fmt: skip
def test_what_a_former_player_was_acknowledged_is_void(moment: Any, handed: dict[str, int], holds: bool) -> None:
    records = [run(1, sheets=(MINE,), handed=handed)]
    assert (receipts(records, said(moment=moment)) == []) is holds
    other = said(moment=moment, answers=False)
    assert receipts(records, other) != [], "a mail that is no receipt says nothing of who has the seat"


def test_the_hands_are_those_of_the_first_run_of_its_link() -> None:
    """Who came while the phase waited, or for its correction, is bound by what was run first."""
    now, then = {"spanish": 1}, dict[str, int]()
    again = Link(number=1, value=OLD.link(1).hex(), again=True)
    waits = run(1, sheets=(MINE,), value=HIDDEN, handed=then)
    assert receipts([waits, run(2, 1, sheets=(MINE,), handed=now)], said(moment=(1, 0, 0))) != []
    first, back = run(1, sheets=(MINE,), handed=then), rollback(2, 0, same_dice=True)
    assert receipts([first, back, run(3, link=again, sheets=(MINE,), handed=now)], said(moment=(1, 0, 0))) != []
    assert receipts([first, rollback(2, 0), run(3, 2, sheets=(MINE,), handed=now)], said(moment=(1, 0, 0))) == []
    other = run(1, sheets=(MINE,), phase="combat", handed=then)
    assert receipts([other, run(2, 1, sheets=(MINE,), handed=now)], said(moment=(1, 0, 0))) == []


# Hands and dates ------------------------------------------------------------------------------------------------------


def test_a_seat_has_not_changed_hands_more_often_than_a_later_receipt_says() -> None:
    journal = stored(run(1), ruling(2, "other"), run(3, 2, handed={"spanish": 2}), run(4, 3, handed={"spanish": 2}))
    late = receipt("a.eml", moment=(4, 0, 1))
    (found,) = beside(late, journal=journal)
    assert (found.n, found.code, found.values) == (
        3, "handed", {"seat": "spanish", "mail": "a.eml", "found": "2", "expected": "1"}
    )  # fmt: skip
    fair = [
        receipt("a.eml", moment=(4, 0, 2)), receipt("a.eml", moment=(3, 0, 1)), receipt("a.eml"),
        receipt("a.eml", moment=(4, 0, 1), seat="moroccan"), receipt("a.eml", moment=(4, 0, 1), answers=False),
    ]  # fmt: skip
    for mail in fair:
        assert codes(mail, journal=journal) == []
        assert codes(mail, late, journal=journal) == [(3, "handed")], "nor does it hide what another says"
    assert codes(receipt("a.eml", moment=(4, 0, 0), seat="moroccan"), journal=journal) == []


def dates(*mails: Witness, accepted: tuple[int, ...] = ()) -> list[dict[str, str]]:
    records = [ruling(n, CLOCK_ACCEPTED) for n in accepted]
    return [dict(each.values) for each in wrong_dates(mails, [run(1), ruling(9, AMENDED), *records])]


def test_a_mail_that_is_dated_later_than_one_after_it_is_told() -> None:
    early, late = receipt("a.eml", moment=(1, 0, 0), minutes=5), receipt("b.eml", moment=(1, 1, 0), minutes=4)
    assert dates(early, late) == dates(late, early) == [{"mail": "a.eml", "other": "b.eml"}]
    assert dates(early, receipt("b.eml", moment=(1, 1, 0), minutes=5)) == []
    assert dates(early, receipt("b.eml", minutes=4)) == dates(early, receipt("b.eml", minutes=9)) == [], (
        "without counts nobody knows"
    )


@pytest.mark.parametrize(("next_record", "accepted", "known"), [(2, 2, True), (3, 2, False), (1, 2, True)])
def test_a_clock_that_was_ahead_until_a_record_is_known(next_record: int, accepted: int, known: bool) -> None:
    mails = [receipt("a.eml", moment=(next_record, 0, 0), minutes=5), receipt("b.eml", moment=(9, 1, 0), minutes=4)]
    assert (dates(*mails, accepted=(1, accepted)) == []) is known
    assert dates(receipt("a.eml", moment=(1, 0, 0), minutes=5), mails[1]) != []
