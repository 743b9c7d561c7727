"""Every field of every record of the archived game, changed one at a time: each is caught, and the place is named."""

import json
import random
import re
from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbem.dice.chain import link_before
from pbem.game.replay import Difference
from pbem.game.voice import ruleset_words
from pbem.save.records import EndRecord, PhaseRecord
from pbem.verify.chain import Links, chain_proof
from pbem.verify.findings import Finding
from pbem.verify.save_files import BadFile, read_record
from pbem.verify.verify import Verdict, file_faults, finding_of_difference, verify
from tests.verify.making import ARCHIVE, Path, case, changed, judged, kind_of, leaves, other, values

LAST = 115
EACH = 1
"""How many records show each kind of field where whoever changed it has mended all hashes: others in every run."""


def at(value: Any, path: Path) -> Any:
    """What stands at a place of a JSON value."""
    for step in path:
        value = value[step]
    return value


@cache
def kinds() -> dict[tuple[Any, ...], list[tuple[int, Path]]]:
    """The leaves of all records by what they are: record number and place."""
    found = defaultdict(list)
    for n, value in enumerate(values(), 1):
        for path in leaves(value):
            found[(value["kind"], *kind_of(path, value))].append((n, path))
    return dict(found)


def effects_nothing(n: int, path: Path) -> bool:
    """What a record may say otherwise without any other die, event or position: only its hash shows it.

    A player's text in a phase with few dice or none, and parts of orders that never came to count.
    """
    record = values()[n - 1]
    return (path[0] == "nonces" and len(record["rolls"]) < 10) or (path[0] == "sheets" and "order" in path)


@pytest.mark.parametrize("n", range(1, LAST))
def test_every_field_of_a_record_is_in_the_hash_that_the_next_one_names(n: int) -> None:
    """Any change makes the file unreadable as this record, or gives it another hash than record n + 1 names.

    Of each field one leaf, another in every run: of events and orders one of each type.
    """
    value, item, following = values()[n - 1], case().written[n - 1], case().written[n].record
    assert item.hash == following.previous
    fields = defaultdict(list)
    for path in leaves(value):
        fields[kind_of(path, value)].append(path)
    for path in map(random.choice, fields.values()):
        data = json.dumps(changed(value, path, other(at(value, path))), ensure_ascii=False).encode()
        wrong = None
        try:
            assert read_record(data, n, item.file).hash != following.previous, path
        except BadFile as raised:
            wrong = raised.finding
        assert wrong is None or (wrong.n, item.file in wrong.values.values()) == (n, True)


@pytest.mark.parametrize("n", random.Random(5).sample(range(1, LAST), 6))
def test_a_changed_record_is_named_with_its_file(n: int) -> None:
    value = values()[n - 1]
    path = random.choice([path for path in leaves(value) if path[0] in ("events", "sheets", "nonces")])
    found = judged(n, changed(value, path, other(at(value, path))), sealed=False)
    assert found is not None
    assert found.n in (n, n + 1)
    assert case().written[n - 1].file in said(found) or found.n == n


def said(found: Finding) -> str:
    """The finding in English, with La Legión's names; the Spanish one is another sentence with the same hashes."""
    english, spanish = (found.sentence(language, ruleset_words("legion", language)) for language in ("en", "es"))
    assert english != spanish
    assert re.findall(r"[0-9a-f]{64}", english) == re.findall(r"[0-9a-f]{64}", spanish)
    return english


def test_every_kind_of_field_is_caught_though_all_hashes_are_mended() -> None:
    """The referee edits one field and writes all later records anew: then dice, rules and positions disagree."""
    missed = []
    for found in kinds().values():
        for n, path in random.sample(found, min(EACH, len(found))):
            value = values()[n - 1]
            fault = judged(n, changed(value, path, other(at(value, path))))
            if fault is None:
                missed.append((n, path))
            else:
                assert fault.n in (n, n + 1) or fault.code == "state-file", (n, path, fault)
                assert said(fault).startswith(f"Record {fault.n}") or fault.n == 0
    assert [each for each in missed if not effects_nothing(*each)] == []


@pytest.mark.parametrize("n", [1, 5, 38, LAST])
def test_every_key_of_a_record_is_needed_and_no_other_is_taken(n: int) -> None:
    value = values()[n - 1]
    for key in value:
        fault = judged(n, {k: v for k, v in value.items() if k != key})
        assert fault is not None, key
        assert fault.n in (n, n + 1)
    fault = judged(n, {**value, "comment": "nothing"})
    assert fault is not None
    assert (fault.n, fault.code) == (n, "file-broken")
    assert "comment" in said(fault)


@pytest.mark.parametrize(
    ("path", "new", "code", "words"),
    [
        (("rolls", 0, "faces", 0), 5, "face", 'The roll "attack urriaguel-1" shows 5; from its label the dice give 2.'),
        (("rolls", 0, "label"), "attack aros-2", "face", '"attack aros-2"'),
        (("rolls", 1, "label"), "attack urriaguel-1", "label-twice", 'Two rolls have the label "attack urriaguel-1".'),
        (("rolls", 0, "die"), "d6", "die", "of a die that the game does not have: d6"),
        (("rolls", 0, "meaning"), "9", "roll-meaning", 'The roll "attack urriaguel-1" is said to mean 9; by the rules'),
        (("nonces", "spanish"), "mine", "face", "from its label the dice give"),
        (("nonces",), {}, "nonce-missing", "without a text of moroccan, spanish"),
        (("nonces", "third"), "mine", "nonce-stranger", "A text of third is in the dice"),
        (("head",), "0" * 64, "head", "It uses the dice chain with head 0000"),
        (("link", "number"), 6, "link", "It uses link 6 of the dice chain; its turn is link 5"),
        (("link", "again"), True, "link-again-yes", "no rollback allows it"),
        (("link",), {"number": 5}, "link-hidden-yes", "its link is not revealed"),
        (("link", "value"), "0" * 64, "link-broken", "Its link 5 does not lead back to the head of the dice"),
        (("next-head",), "0" * 64, "next-head", "the chain is not used up: this is its link 5"),
        (("beacon",), "17", "beacon-stranger", "public value"),
        (("test-dice",), False, "test-dice-no", "It says that its dice are not test dice; those of the game are."),
        (("sheets", 0, "lines", 0, "text"), "ATTACK nobody", "sheet", "The hash of a sheet is"),
        (
            ("sheets", 0, "seat"),
            "spanish",
            "seats",
            "It has sheets of: spanish. The rules ask in this phase: moroccan.",
        ),
        (("events", 0, "side"), "spanish", "event", "Event 1 is not what the rules make of orders and dice"),
        (("events", 0, "number"), True, "event", "Event 1 is not what the rules make"),
        (("answers", 0, "answer"), "no", "answer", "Answer 1 is not what was answered"),
        (("state", "before"), "0" * 64, "state", "It begins from the position 0000"),
        (("n",), 6, "file-name", "holds the record of another file"),
        (("kind",), "ruling", "file-broken", "cannot be read"),
        (("format",), 9, "file-broken", "newer than this pbem"),
    ],
)
def test_what_is_said_of_a_combat_that_was_changed(path: Path, new: Any, code: str, words: str) -> None:
    value = changed(values()[4], path, new)
    fault = judged(5, value)
    assert fault is not None
    assert (fault.n, fault.code) == (5, code)
    sentence = said(fault)
    assert words in sentence
    assert sentence.startswith("Record 5")
    assert "(turn 1, Moroccan combat)" in sentence or code.startswith("file")


@pytest.mark.parametrize(
    ("rolls", "code", "words"),
    [
        (lambda rolls: rolls[:-1], "roll-missing", 'ask for a roll "defence regulares-alhucemas-3", which is not in'),
        (lambda rolls: rolls[1:], "roll-other", 'the rules ask for "attack urriaguel-1"'),
        (lambda rolls: [rolls[1], rolls[0], *rolls[2:]], "roll-other", 'Roll 1 is "defence cazadores-africa-art-1"'),
    ],
    ids=["the last is hidden", "the first is hidden", "two are exchanged"],
)
def test_no_roll_is_missing_or_in_another_place(rolls: Any, code: str, words: str) -> None:
    value = values()[4]
    fault = judged(5, {**value, "rolls": rolls(value["rolls"])})
    assert fault is not None
    assert (fault.n, fault.code) == (5, code)
    assert words in said(fault)


def test_a_roll_for_which_the_rules_do_not_ask_is_found_though_it_follows_from_its_label() -> None:
    from pbem.dice.chain import ChainDice, phase_key

    value, (die,) = values()[4], case().rules.DICE
    key = phase_key(bytes.fromhex(value["link"]["value"]), "melilla-1921", "1.moroccan-combat", value["nonces"])
    faces = list(ChainDice(key).faces("attack aros-1", die))
    extra = {"die": "legion", "faces": faces, "label": "attack aros-1", "meaning": ""}
    fault = judged(5, {**value, "rolls": [*value["rolls"], extra]})
    assert fault is not None
    assert (fault.n, fault.code) == (5, "roll-added")
    assert 'a roll "attack aros-1" for which the rules do not ask' in said(fault)


def test_a_meaning_that_is_left_out_or_made_up_is_told_with_what_a_roll_means() -> None:
    """A dash stands for none."""
    told = [(n, i, roll) for n, value in enumerate(values(), 1) for i, roll in enumerate(value.get("rolls", ()))]
    n, i, roll = next((n, i, roll) for n, i, roll in told if roll.get("meaning"))
    bare = {key: value for key, value in roll.items() if key != "meaning"}
    found = judged(n, changed(values()[n - 1], ("rolls", i), bare))
    assert found is not None
    assert (found.code, dict(found.values)) == (
        "roll-meaning", {"label": roll["label"], "found": "-", "expected": roll["meaning"]}
    )  # fmt: skip
    other_one = {**roll, "meaning": "nothing of the kind"}
    found = judged(n, changed(values()[n - 1], ("rolls", i), other_one))
    assert found is not None
    assert (found.values["found"], found.values["expected"]) == ("nothing of the kind", roll["meaning"])


def test_a_link_that_is_not_told_is_proved_by_a_later_one() -> None:
    """A phase that waits hides its link; the last one's is known to nobody yet."""
    whole = case()
    phases = [record for record in whole.records if isinstance(record, PhaseRecord)]
    known = chain_proof(whole.manifest, whole.records).links
    assert sorted(known) == [record.n for record in phases]
    for hidden in (phases[2], phases[-1]):
        link = hidden.link.model_copy(update={"value": None})
        made = [r.model_copy(update={"link": link}) if r is hidden else r for r in whole.records]
        proof = chain_proof(whole.manifest, made)
        assert proof.fault is None
        assert proof.unproved == (() if hidden is phases[2] else (made[hidden.n - 1],))
        assert proof.links == {n: known[n] for n in known if hidden is phases[2] or n != hidden.n}


def test_a_chain_has_no_link_behind_its_last() -> None:
    whole = case()
    last = max(record.link.number for record in whole.records if isinstance(record, PhaseRecord))
    assert chain_proof(whole.manifest, whole.records, last).fault is None
    fault = chain_proof(whole.manifest, whole.records, last - 1).fault
    assert fault is not None
    assert (fault.code, fault.values["found"]) == ("link-far", str(last))


def test_nothing_but_a_roll_back_follows_the_end() -> None:
    whole = case()
    end = whole.written[-1]
    assert isinstance(end.record, EndRecord)
    assert "end-after" not in [found.code for found in file_faults(whole)]
    twice = replace(whole, written=(*whole.written[:-1], end, whole.written[-2]))
    (found,) = (each for each in file_faults(twice) if each.code == "end-after")
    assert found.n == whole.written[-2].record.n


def test_a_lot_that_is_drawn_from_other_items_is_told() -> None:
    record = case().records[2]
    was, now = (["lot", "", ["a"], items, ""] for items in (["a", "b"], ["a", "b", "c"]))
    found = finding_of_difference(Difference(record.n, "roll", "1", was, now), record)
    assert (found.code, found.values["label"]) == ("roll-items", "lot")
    assert "c" not in found.values["found"]
    assert "c" in found.values["expected"]


def test_a_lot_from_nothing_is_told_with_a_dash() -> None:
    record = case().records[2]
    some, none = (["lot", "", ["a"], items, ""] for items in (["a", "b"], []))
    for was, now, found, expected in ((some, none, "a, b", "-"), (none, some, "-", "a, b")):
        told = finding_of_difference(Difference(record.n, "roll", "1", was, now), record)
        assert (told.code, told.values["found"], told.values["expected"]) == ("roll-items", found, expected)


def test_a_lot_that_fell_otherwise_is_another_roll() -> None:
    record = case().records[2]
    was, now = (["lot", "", faces, ["a", "b"], ""] for faces in (["a"], ["b"]))
    assert finding_of_difference(Difference(record.n, "roll", "1", was, now), record).code == "roll-other"
    now = ["another", "", ["a"], ["a", "c"], ""]
    assert finding_of_difference(Difference(record.n, "roll", "1", was, now), record).code == "roll-other"


@pytest.mark.parametrize(("length", "shown"), [(300, 300), (301, 300)])
def test_what_is_long_is_cut_where_a_finding_tells_it(length: int, shown: int) -> None:
    record = case().records[2]
    found = finding_of_difference(Difference(record.n, "event", "1", "x" * length, "y"), record)
    assert len(found.values["found"]) == shown
    assert found.values["found"].endswith("...") is (length > shown)


def test_a_meaning_where_the_rules_give_none_is_told_with_a_dash() -> None:
    record = case().records[2]
    was, now = (["weather", "legion", [3], [], meaning] for meaning in ("rain", ""))
    found = finding_of_difference(Difference(record.n, "roll", "1", was, now), record)
    assert (found.values["found"], found.values["expected"]) == ("rain", "-")


def test_a_link_that_is_told_twice_is_the_same_both_times() -> None:
    third = b"3" * 32
    second = link_before(third)
    first = link_before(second)
    chain = Links([link_before(first)])
    assert chain.reveal(3, third) is None
    assert chain.reveal(1, first) is None
    assert chain.reveal(1, second) == (second, first)


def test_a_verdict_names_the_last_record() -> None:
    found = verify(ARCHIVE)
    assert (found.fault, found.last) == (None, case().written[-1].hash)
    assert (Verdict("x").rolls, Verdict("x").records) == (0, 0)
