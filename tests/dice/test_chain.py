"""pbem-chain-1 to the byte: the vectors of its specification, and what follows from them."""

import hashlib
import hmac
import itertools
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.dice.chain import Chain, ChainDice, below, derive_secret, first_nonce, link_before, phase_key
from pbem.dice.die import COIN, D6, Die
from pbem.dice.scripted import ScriptedDice

LEGION = Die("legion", (2, 3, 3, 4, 4, 5))
ROOT = bytes(range(32))
KEY_1 = "a97ea24a63d4de77b684b14ffd16d220735e79afd756f788e7e84d7f809f256b"
KEY_2 = "dd7de202bd627125870b21bc528c26f87fe5b87b7d19eaf6985926880cd5299b"


@pytest.fixture(scope="module")
def chain() -> Chain:
    return Chain.from_root(ROOT)


def test_links_of_the_specification(chain: Chain) -> None:
    assert chain.head == "818739102d1022556d7796b6e2cff94b9bca61dffeaef465504c879033fee16e"
    assert chain.link(1).hex() == "2f24fd206131d7d8ca567926f64cb142c84b39b0814f3aef6e60743bac3bc81e"
    assert chain.link(2).hex() == "54841bcbb449a22f11cc3428e5e82d6a06a4e1cacb4b7ab1de3c8b8baba96ad4"
    assert chain.link(4096) == ROOT
    assert chain.last == 4096
    assert link_before(chain.link(1)).hex() == chain.head


@pytest.mark.parametrize("number", [0, -1, 4097])
def test_no_link_beyond_the_chain(chain: Chain, number: int) -> None:
    with pytest.raises(IndexError):
        chain.link(number)


def test_a_root_is_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Chain.from_root(b"short")


def test_keys_of_the_specification(chain: Chain) -> None:
    nonces = {"spanish": "niebla en Annual", "moroccan": "arena"}
    assert phase_key(chain.link(1), "melilla", "1.moroccan-combat", nonces).hex() == KEY_1
    assert phase_key(chain.link(2), "melilla", "1.weather", {}).hex() == KEY_2


def test_rolls_of_the_specification() -> None:
    dice = ChainDice(bytes.fromhex(KEY_1))
    assert dice.faces("attack 0715 beni-1", D6, 10) == (1, 3, 2, 2, 3, 5, 5, 6, 5, 6)
    assert [dice.faces("attack 0715 beni-1", D6, count) for count in (0, 1, 2)] == [(), (1,), (1, 3)]
    assert dice.faces("attack 0715 beni-1", LEGION, 10) == (2, 3, 3, 3, 3, 4, 4, 5, 4, 5)
    assert dice.faces("fuego de Príncipe", COIN, 12) == tuple("TTTTHHTTHTTH")
    assert dice.draw("gaix", "abcdefgh", 3) == ("h", "b", "f")
    thousand = Die("thousand", tuple(range(1000)))
    assert dice.faces("big", thousand, 5) == (521, 198, 104, 964, 444)
    assert ChainDice(bytes.fromhex(KEY_2)).faces("weather", LEGION) == (5,)


def test_many_faces_go_on_into_the_next_block() -> None:
    dice, thousand = ChainDice(bytes(32)), Die("thousand", tuple(range(1000)))
    assert dice.faces("long", D6, 200)[:10] == dice.faces("long", D6, 10)
    assert set(dice.faces("long", D6, 200)) == set(D6.faces)
    assert len(dice.faces("long", thousand, 40)) == 40


@given(st.binary(max_size=64), st.text(st.characters(codec="utf-8"), max_size=40))
@example(bytes(64), "the longest key")
def test_the_bytes_of_a_roll_are_hmac(key: bytes, label: str) -> None:
    """A die of 256 faces shows the stream itself."""
    shown = ChainDice(key).faces(label, Die("byte", tuple(range(256))), 40)
    message = b"pbem-chain-1:roll:" + label.encode() + b"\0"
    blocks = b"".join(hmac.digest(key, message + block.to_bytes(4, "big"), "sha256") for block in range(2))
    assert bytes(int(face) for face in shown) == blocks[:40]


@pytest.mark.parametrize("count", [1, 8])
def test_bytes_from_the_limit_on_are_dropped(count: int) -> None:
    """252 is the first byte that a die of six drops: dice of one block are those of the stream byte by byte."""
    key, byte = bytes(32), Die("byte", tuple(range(256)))
    labels = [f"roll {number}" for number in range(1500)]
    streams = {label: [int(face) for face in ChainDice(key).faces(label, byte, 64)] for label in labels}
    assert any(streams[label][0] == 252 for label in labels)
    for label, stream in streams.items():
        kept = [shown for shown in stream if shown < 252][:count]
        assert ChainDice(key).faces(label, D6, count) == tuple(D6.faces[shown % 6] for shown in kept)


def test_a_phase_key_is_no_longer_than_a_block_of_sha_256() -> None:
    with pytest.raises(ValueError, match="a phase key is 32 bytes, not 65"):
        ChainDice(bytes(65))


def test_rolls_do_not_depend_on_each_other() -> None:
    dice, again = ChainDice(bytes(32)), ChainDice(bytes(32))
    first = [dice.faces(label, D6) for label in "abc"]
    assert [again.faces(label, D6) for label in "cba"] == first[::-1]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 255, 256])
def test_rejection_leaves_every_number_as_likely(n: int) -> None:
    counts = dict.fromkeys(range(n), 0)
    for byte in range(256):
        stream = iter([byte, n - 1])  # a second byte that is always kept, to see what was dropped
        value = below(stream, n)
        if next(stream, None) is not None:
            counts[value] += 1
    assert set(counts.values()) == {256 // n}


def test_two_bytes_are_big_endian_and_rejected_alike() -> None:
    assert below(iter([1, 2]), 1000) == 258
    assert below(iter([9]), 1) == 0
    assert below(iter([9]), 256) == 9
    assert below(iter([1, 2]), 257) == 1
    assert below(iter([1, 2]), 65536) == 258
    assert below(iter([0xFF, 0xFF, 0, 7]), 1000) == 7
    with pytest.raises(ValueError, match="65536"):
        below(itertools.repeat(0), 65537)


@given(st.dictionaries(st.sampled_from(["spanish", "moroccan", "spanish-2"]), st.text(max_size=64)))
def test_the_key_is_of_the_canonical_json(nonces: dict[str, str]) -> None:
    try:
        about = json.dumps(
            {"beacon": None, "game": "g", "nonces": nonces, "phase": "1.weather"},
            sort_keys=True,
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
    except UnicodeEncodeError:
        return
    wanted = hmac.new(ROOT, b"pbem-chain-1:phase:" + about, hashlib.sha256).digest()
    assert phase_key(ROOT, "g", "1.weather", nonces) == wanted


def test_the_first_nonce_is_of_the_message_id() -> None:
    assert first_nonce("<a@b>") == hashlib.sha256(b"<a@b>").hexdigest()[:16]


def test_a_root_for_test_dice_follows_from_the_seed() -> None:
    """Games with test dice are played again from their seed: it must never come out otherwise."""
    assert derive_secret("7", "melilla") == hashlib.sha256(b"pbem test dice: melilla: 7").digest()


def test_scripted_dice_are_used_in_order() -> None:
    dice = ScriptedDice([5, "HHT", ["b", "a"], 2])
    assert dice.faces("x", LEGION) == (5,)
    assert dice.faces("y", COIN, 3) == ("H", "H", "T")
    assert dice.draw("z", ["a", "b", "c"], 2) == ("b", "a")
    assert dice.left == [2]
    assert dice.faces("w", LEGION) == (2,)
    with pytest.raises(LookupError, match="no die left for 'v'"):
        dice.faces("v", LEGION)


def test_a_text_of_the_script_is_coins_only_where_it_is_no_face() -> None:
    luck = Die("luck", ("hit", "miss"))
    assert ScriptedDice(["miss", "hit"]).faces("x", luck, 2) == ("miss", "hit")


@pytest.mark.parametrize(("script", "die", "count"), [([6], LEGION, 1), (["HX"], COIN, 2), (["HHT"], COIN, 2)])
def test_scripted_dice_show_only_their_faces(script: list[object], die: Die, count: int) -> None:
    with pytest.raises(ValueError, match="is not"):
        ScriptedDice(script).faces("x", die, count)  # type: ignore[arg-type]


@pytest.mark.parametrize(("script", "count"), [(["d"], 1), ([["a", "a"]], 2), ([["a", "b", "c"]], 1)])
def test_scripted_draws_are_of_the_list(script: list[object], count: int) -> None:
    with pytest.raises(ValueError, match="draw"):
        ScriptedDice(script).draw("x", ["a", "b", "c"], count)  # type: ignore[arg-type]
