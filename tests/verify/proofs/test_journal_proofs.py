"""The cheap proofs, each by a short journal: links, heads, texts, public values, rolls; what a sound one warns of."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.dice.chain import link_before
from pbem.dice.die import D6
from pbem.save.records import EndRecord, Entry, Link, Roll
from pbem.verify.chain import (
    WITHOUT_NONCE,
    beacon_fault,
    chain_proof,
    early_heads,
    nonce_fault,
    roll_fault,
    warnings,
)
from pbem.verify.findings import Finding
from tests.save.making import game, rollback, sheet, suspended
from tests.verify.proofs.making import BY, GAME, HIDDEN, LEGION, LENGTH, NEW, NONCES, OLD, rekey, rolled, ruling, run


def told(found: Finding | None) -> tuple[int, str] | None:
    return None if found is None else (found.n, found.code)


# Links ----------------------------------------------------------------------------------------------------------------


def test_links_lead_back_to_the_head_in_force_and_skipped_ones_are_known_by_later_ones() -> None:
    records = [run(1), run(2, 2, value=HIDDEN), run(3, 4), rekey(4), run(5, 1, NEW), run(6, 2, NEW)]
    proof = chain_proof(GAME, records, LENGTH)
    assert (proof.fault, proof.unproved) == (None, ())
    assert proof.links == {1: OLD.link(1), 2: OLD.link(2), 3: OLD.link(4), 5: NEW.link(1), 6: NEW.link(2)}


def test_a_chain_goes_on_in_the_next_that_its_last_record_publishes() -> None:
    records = [run(1, 5, next_head=NEW.head), run(2, 1, NEW)]
    assert chain_proof(GAME, records, LENGTH).fault is None
    assert told(chain_proof(GAME, [run(1, 5), run(2, 1, NEW)], LENGTH).fault) == (2, "link-broken")


def test_what_was_hidden_when_its_chain_ended_is_not_proved_by_the_next() -> None:
    first, second = run(1, 1, value=HIDDEN), run(4, 2, NEW, value=HIDDEN)
    proof = chain_proof(GAME, [first, rekey(2), run(3, 1, NEW), second], LENGTH)
    assert proof.unproved == (first, second)
    assert proof.links == {3: NEW.link(1)}


@pytest.mark.parametrize("at", [1, 2])
def test_a_link_that_does_not_lead_back_is_told_with_what_it_leads_to(at: int) -> None:
    value = bytes(32)
    records: list[Any] = [run(1), run(2)]
    records[at - 1] = run(at, value=value)
    fault = chain_proof(GAME, records, LENGTH).fault
    assert told(fault) == (at, "link-broken")
    assert fault is not None
    expected = {"number": str(at), "found": link_before(value).hex(), "expected": OLD.links[at - 1].hex()}
    assert (fault.values, fault.phase, fault.turn) == (expected, "movement", 1)


def test_a_link_that_is_named_again_with_another_value_is_found() -> None:
    fault = chain_proof(GAME, [run(1), run(2), run(3, 2, value=bytes(32))], LENGTH).fault
    assert fault is not None
    assert fault.values == {"number": "2", "found": bytes(32).hex(), "expected": OLD.links[2].hex()}
    assert chain_proof(GAME, [run(1), run(2), run(3, 2)], LENGTH).fault is None


@pytest.mark.parametrize("value", [None, HIDDEN])
def test_no_link_lies_beyond_the_last(value: Any) -> None:
    fault = chain_proof(GAME, [run(1, LENGTH), run(2, LENGTH + 1, value=value or bytes(32))], LENGTH).fault
    assert fault is not None
    assert (fault.code, fault.values) == ("link-far", {"found": "7", "expected": "6"})


@pytest.mark.parametrize(("number", "early"), [(1, True), (LENGTH - 2, True), (LENGTH - 1, False), (LENGTH, False)])
def test_a_new_head_is_early_where_the_chain_has_links_left(number: int, early: bool) -> None:
    records: list[Entry] = [rekey(1), run(2, number), run(3, number, next_head=NEW.head)]
    found = [(each.n, each.code, each.values) for each in early_heads(records, LENGTH)]
    assert found == ([(3, "next-head", {"found": str(number)})] if early else [])


# Texts and public values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "fault"),
    [
        ([run(1)], None),
        ([run(1, nonces={})], (1, "nonce-missing", "moroccan, spanish")),
        ([run(1, nonces={"spanish": "x"})], (1, "nonce-missing", "moroccan")),
        ([run(1, nonces={**NONCES, "b": "x", "a": "x"})], (1, "nonce-stranger", "a, b")),
        ([run(1, nonces={"a": "x"})], (1, "nonce-missing", "moroccan, spanish")),
        ([ruling(1, WITHOUT_NONCE, "moroccan"), run(2, nonces={"spanish": "x"})], None),
        ([ruling(1, WITHOUT_NONCE, "moroccan"), run(2, nonces={})], (2, "nonce-missing", "spanish")),
        ([ruling(1, WITHOUT_NONCE, "moroccan"), ruling(2, WITHOUT_NONCE, "spanish"), run(3, nonces={})], None),
        ([ruling(1, "amended", "moroccan"), run(2, nonces={"spanish": "x"})], (2, "nonce-missing", "moroccan")),
        (
            [ruling(1, WITHOUT_NONCE, "moroccan"), rekey(2), run(3, nonces={"spanish": "x"})],
            (3, "nonce-missing", "moroccan"),
        ),
        (
            [
                ruling(1, WITHOUT_NONCE, "moroccan"),
                run(2, nonces={"spanish": "x"}, next_head=NEW.head),
                run(3, 1, NEW, nonces={"spanish": "x"}),
            ],
            (3, "nonce-missing", "moroccan"),
        ),
        ([ruling(1, WITHOUT_NONCE, "moroccan"), *(run(n, nonces={"spanish": "x"}) for n in (2, 3))], None),
        ([run(1), rollback(2, 0), run(3, nonces={"spanish": "x"})], (3, "nonce-missing", "moroccan")),
    ],
)
def test_every_seats_text_is_in_the_dice_or_a_decision_allows_that_it_is_not(
    records: Sequence[Entry], fault: tuple[int, str, str] | None
) -> None:
    found = nonce_fault(GAME, records)
    assert (found and (found.n, found.code, found.values["seats"])) == fault


AFTER = {"beacon": "b", "sheets": ()}


@pytest.mark.parametrize(
    ("second", "fault"),
    [
        (run(2, **AFTER), None),
        (run(2, **{**AFTER, "beacon": "c"}), (2, "beacon-run")),
        (run(2, **AFTER, nonces={**NONCES, "spanish": "x"}), (2, "beacon-run")),
        (run(2, beacon="c"), None),
        (run(2, **{**AFTER, "beacon": "c"}, link=Link(number=1, value=OLD.link(1).hex(), again=True)), None),
        (run(2, 1, NEW, **{**AFTER, "beacon": "c"}), None),
        (run(2, beacon=None), (2, "beacon-missing")),
    ],
)
def test_what_runs_at_once_with_the_phase_before_has_its_value_and_texts(
    second: Entry, fault: tuple[int, str] | None
) -> None:
    """Not where it has orders of its own, names a link again, or has new dice."""
    manifest = game(head=OLD.head, beacon="referee")
    assert told(beacon_fault(manifest, [run(1, beacon="b"), second])) == fault
    between = [run(1, beacon="b"), ruling(2, "amended"), second.model_copy(update={"n": 3})]
    missing = fault is not None and fault[1] == "beacon-missing"
    assert told(beacon_fault(manifest, between)) == ((3, "beacon-missing") if missing else None)


def test_a_first_phase_follows_nothing_and_a_value_that_nobody_asked_for_is_found() -> None:
    assert beacon_fault(game(beacon="referee"), [run(1, **AFTER)]) is None
    assert told(beacon_fault(GAME, [run(1), run(2, **AFTER)])) == (2, "beacon-stranger")
    assert beacon_fault(GAME, [run(1), run(2, sheets=(), nonces={**NONCES, "spanish": "x"})]) is None, "none asked for"


def test_every_run_is_looked_at() -> None:
    manifest, waits = game(beacon="referee"), run(1, beacon="b", value=HIDDEN)
    free = [waits, run(2, **{**AFTER, "beacon": "c"}), run(3, **AFTER, nonces={**NONCES, "spanish": "x"})]
    assert beacon_fault(manifest, free[:2]) is None, "the one before waits for an answer"
    assert told(beacon_fault(manifest, free)) == (3, "beacon-run")


# Rolls ----------------------------------------------------------------------------------------------------------------


def roll_found(*rolls: Roll, links: dict[int, bytes] | None = None, **fields: Any) -> Finding | None:
    records = [rollback(1, 0), run(2, 1, rolls=rolls, **fields)]
    return roll_fault(GAME, records, {1: OLD.link(1), 2: OLD.link(1)} if links is None else links, (LEGION, D6))


def test_honest_rolls_follow_from_their_labels() -> None:
    assert roll_found(*rolled()) is None
    assert roll_found(*rolled(beacon="b"), beacon="b") is None
    assert told(roll_found(*rolled(beacon="b"))) == (2, "face")


@pytest.mark.parametrize("at", [0, 1, 2])
def test_other_faces_are_told_with_those_that_the_dice_give(at: int) -> None:
    rolls = rolled()
    honest = rolls[at]
    faces = (*honest.faces[:-1], "z" if honest.items else 9)
    rolls[at] = honest.model_copy(update={"faces": faces})
    fault = roll_found(*rolls)
    assert fault is not None
    assert (fault.code, fault.values) == (
        "face", {"label": honest.label, "found": " ".join(map(str, faces)), "expected": honest.text}
    )  # fmt: skip
    assert roll_found(*rolls, links={}) is None, "a link that is not told proves nothing yet"


def test_a_lot_has_no_more_faces_than_items_and_no_die() -> None:
    lot = rolled()[2]
    more = lot.model_copy(update={"faces": (*lot.faces, "c", "d")})
    assert told(roll_found(more)) == (2, "face")
    assert told(roll_found(lot.model_copy(update={"items": (), "faces": ("a",)}))) == (2, "die")
    assert roll_found(lot.model_copy(update={"die": "none"})) is None, (
        "its die is not asked for: verify reads the rules"
    )


def test_a_label_that_is_there_twice_and_a_die_that_no_rule_has_are_found() -> None:
    attack, weather, _ = rolled()
    assert told(roll_found(attack, attack)) == (2, "label-twice")
    fault = roll_found(weather, attack.model_copy(update={"die": "d20"}))
    assert fault is not None
    assert (fault.code, fault.values) == ("die", {"label": "attack", "found": "d20"})


# Warnings -------------------------------------------------------------------------------------------------------------


def warned(*records: Any, manifest: Any = GAME) -> list[tuple[int, str, dict[str, str]]]:
    return [(each.n, each.code, dict(each.values)) for each in warnings(manifest, records)]


def test_a_plain_game_has_nothing_to_warn_of() -> None:
    end = EndRecord(
        n=3, winner="spanish", reason="LL-1", **{key: BY[key] for key in ("turn", "previous", "state", "test_dice")}
    )
    assert warned(run(1), run(2), end) == []
    assert warned(manifest=game(test_dice=True)) == [(0, "warn-test-dice", {})]


def test_rollbacks_and_new_chains_are_told_with_who_and_why() -> None:
    found = warned(run(1), rollback(2, 0, why=""), run(3, 2), rollback(4, 1, same_dice=True), rekey(5, why=""))
    assert found == [
        (2, "warn-rollback", {"to": "0", "who": "referee", "why": "-"}),
        (4, "warn-correction", {"to": "1", "who": "referee", "why": "wrong hex"}),
        (5, "warn-rekeyed", {"who": "R", "why": "-", "count": "2"}),
    ]
    assert warned(rekey(1), rekey(2))[1][2] == {"who": "R", "why": "it was lost", "count": "3"}


def test_a_chain_that_was_used_up_counts_too() -> None:
    found = warned(run(1, next_head=NEW.head), run(2, 1, NEW, nonces={"moroccan": "x", "spanish": "y"}), rekey(3))
    assert [(n, code) for n, code, _ in found] == [(1, "warn-next-head"), (3, "warn-rekeyed")]
    assert found[1][2]["count"] == "3"


@pytest.mark.parametrize(
    ("name", "code", "values"),
    [
        (WITHOUT_NONCE, "warn-without", {"seats": "b, a", "who": "R", "why": "it was lost"}),
        ("amended", "warn-amended", {"seats": "b, a", "who": "R", "ruling": "amended", "why": "it was lost"}),
        ("other", "warn-ruling", {"seats": "b, a", "who": "R", "ruling": "other", "why": "it was lost"}),
    ],
)
def test_decisions_are_told(name: str, code: str, values: dict[str, str]) -> None:
    assert warned(ruling(1, name, "b", "a")) == [(1, code, values)]
    bare = warned(ruling(1, name, "b", "a", why=""))
    assert bare[0][2]["why"] == ("-" if name == WITHOUT_NONCE else "")


def test_texts_that_stay_under_a_new_head_are_told_once() -> None:
    assert warned(run(1), rekey(2), run(3, 1, NEW), run(4, 2, NEW))[1:] == [
        (3, "warn-same-text", {"seats": "moroccan, spanish"})
    ]
    changed = {**NONCES, "moroccan": "x", "extra": "y"}
    assert warned(run(1), run(2, nonces=changed), rekey(3), run(4, 1, NEW))[1:] == [
        (4, "warn-same-text", {"seats": "spanish"})
    ], "those of the last phase before count"
    assert len(warned(run(1), rekey(2), run(3, 1, NEW, nonces={"moroccan": "x", "spanish": "y"}))) == 1


def test_another_player_is_told_when_the_seat_changes_hands() -> None:
    once, twice = {"spanish": 1}, {"spanish": 2, "moroccan": 1}
    found = warned(run(1), run(2, handed=once), run(3, handed=once), rollback(4, 3), run(5, handed=twice))
    assert [each for each in found if each[1] == "warn-handed"] == [
        (2, "warn-handed", {"seats": "spanish"}), (5, "warn-handed", {"seats": "moroccan, spanish"})
    ]  # fmt: skip


def again(n: int, number: int, *sheets: Any) -> Any:
    return run(n, number, sheets=sheets, link=Link(number=number, value=OLD.links[number].hex(), again=True))


def test_a_correction_tells_whose_orders_are_others_than_those_first_rolled_for() -> None:
    red, blue = sheet("moroccan"), sheet("spanish", ("WAIT",))
    first, back = run(1, sheets=(red, blue)), rollback(2, 0, same_dice=True)

    def corrected(*records: Any) -> list[str]:
        return [values["seats"] for _, code, values in warned(*records) if code == "warn-corrected"]

    assert corrected(first, back, again(3, 1, red, blue)) == []
    assert corrected(first, back, again(3, 1, red)) == ["spanish"]
    assert corrected(first, back, again(3, 1, sheet("moroccan", ("RUN",)), sheet("third"), blue)) == ["moroccan, third"]
    waits = run(1, sheets=(red,), value=HIDDEN)
    assert corrected(waits, run(2, 1, sheets=(red, blue)), back, again(4, 1, red, blue)) == [], "the run that went on"
    asks = again(3, 1, red).model_copy(update={"suspended": suspended(1).suspended})
    assert corrected(first, back, asks, again(4, 1, red, blue)) == ["spanish"], "the run that asked has said so"
    other = run(2, 1, NEW, sheets=())
    assert corrected(first, other, back, again(4, 1, red, blue)) == [], "the same number of another chain is another"
    assert corrected(again(1, 1, red)) == ["moroccan"], "nothing came before it"
    assert corrected(first, run(2, sheets=()), back, again(4, 1, red, blue)) == [], "another link is another phase"


def test_a_computer_player_is_told_from_his_first_orders_on() -> None:
    def by(n: int, **bots: bool) -> Any:
        return run(n, sheets=tuple(sheet(seat).model_copy(update={"bot": bot}) for seat, bot in bots.items()))

    found = warned(
        by(1, spanish=False), by(2, spanish=True, moroccan=False), rollback(3, 2), by(4, spanish=True, a=True)
    )
    assert found[1:] == [
        (4, "warn-bot", {"seat": "a", "count": "1"}), (2, "warn-bot", {"seat": "spanish", "count": "2"})
    ]  # fmt: skip
