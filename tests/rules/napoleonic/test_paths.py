"""The search for paths against all paths written out and walked one by one (NAP-5.6, 5.8)."""

from collections.abc import Iterator
from random import Random

import pytest

from pbem.kit.frozen import alter
from pbem.rules.napoleonic.ground import step_cost
from pbem.rules.napoleonic.movers import Party
from pbem.rules.napoleonic.paths import Ended, Walk, Wish, ended, turns_of, walk
from pbem.rules.napoleonic.search import reached, way_to
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make

START, SIZE = "0303", [5, 5]
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def position(random: Random) -> State:
    """One or two counters in the middle of a small map of mixed ground, a friend and an enemy somewhere about."""
    hexes = [f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(1, 6) if f"{c:02d}{r:02d}" != START]
    woods, fields, high, friend, foe = (random.sample(hexes, n) for n in (4, 3, 5, 1, 1))
    terrain = {**dict.fromkeys(fields, "haza"), **dict.fromkeys(woods, "light-wood")}
    facing = random.choice(FACINGS)
    formation = random.choice(("normal", "normal", "skirmish"))
    moved = random.choice((0, 0, 1))
    mine = [foot("leg-1", "french", START, facing=facing, formation=formation, moved=moved, division="one")]
    if random.random() < 0.4:
        riding = random.choice(("normal", "skirmish"))
        mine.append({**mine[0], "id": "dragons-1", "type": "cavalry", "pf": 4, "moved": 0, "formation": riding})
    others = [foot("leg-2", "french", friend[0], pf=12)] if friend != foe else []
    units = [*mine, *others, foot("ceuta", "spanish", foe[0], facing=random.choice(FACINGS))]
    units.append({"id": "gen", "side": "french", "type": "leader", "at": START, "range": random.choice((9, 9, 0))})
    order = random.choice(("attack", "attack", "manoeuvre"))
    beside = [hex_ for hex_ in hexes if hex_ in ("0302", "0402", "0403", "0304", "0203", "0202")]
    map_ = {
        "size": SIZE,
        "terrain": terrain,
        "levels": dict.fromkeys(high, 1),
        "roads": [[START, random.choice(beside)]],
    }
    return make(units, map_=map_, divisions={"one": {"side": "french", "leader": "gen", "order": order}})


def all_paths(state: State, longest: int) -> Iterator[tuple[str, ...]]:
    """Every path from the middle of at most so many steps."""
    paths: list[tuple[str, ...]] = [()]
    for _ in range(longest):
        paths = [(*path, hex_) for path in paths for hex_ in state.scenario.board.neighbours[(START, *path)[-1]]]
        yield from paths


@pytest.mark.parametrize("seed", range(24))
def test_of_all_paths_the_search_takes_the_best_to_each_hex(seed: int) -> None:
    random = Random(seed)
    state = position(random)
    party = Party(state, state.pile(START), START)
    wish = Wish(random.choice((None, *range(6))))
    best: dict[str, Walk] = {}
    for path in all_paths(state, 4):
        found = walk(party, path, wish)
        if found.fault is None and path[-1] != START:
            rank = (sum(found.costs), len(path), path)
            known = best.get(path[-1])
            if known is None or rank < (sum(known.costs), len(known.path) - 1, known.path[1:]):
                best[path[-1]] = found
    assert best
    quick = {hex_: way for hex_, way in reached(party, wish).items() if len(way.path) <= 5}
    assert {h: (w.path, w.costs, w.facing) for h, w in quick.items()} == {
        h: (w.path, w.costs, w.facing) for h, w in best.items()
    }
    for hex_, way in quick.items():
        assert reached(party, wish, hex_)[hex_] == way
        best_way = way_to(party, wish, hex_)
        assert best_way is not None
        assert (best_way.path, best_way.costs, best_way.facing) == (way.path, way.costs, way.facing)


@pytest.mark.parametrize("seed", range(60))
def test_the_way_to_one_hex_is_that_of_the_search_over_all(seed: int) -> None:
    """The way of one counter is looked for by itself, with what may come before its goal left out of account."""
    random = Random(seed)
    state = position(random)
    for unit in state.pile(START):
        party = Party(state, (unit,), START)
        for wish in (Wish(), Wish(random.choice(range(6)))):
            ways = reached(party, wish)
            beside = state.scenario.board.neighbours[START]
            far = [hex_ for hex_ in state.scenario.board.ids if hex_ not in (START, *beside)]
            for hex_ in far:
                found, best = way_to(party, wish, hex_), ways.get(hex_)
                assert (found and found[:3]) == (best and best[:3])
                if found is not None:
                    assert walk(party, found.path[1:], wish) == found


@pytest.mark.rule("NAP-5.6")
@pytest.mark.parametrize(
    ("wish", "more", "found"),
    [
        (None, 1, Ended(0, 2, 1, 1)), (3, 1, Ended(0, 3, 0, 1)), (4, 1, Ended(0, 4, 0, 0)), (5, 1, Ended(1, 5, 0, 0)),
        (4, 0, Ended(1, 4, 0, 0)), (5, 0, Ended(2, 5, 0, 0)),
    ],
)  # fmt: skip
def test_the_free_turn_of_the_last_step_goes_before_the_one_more_and_what_is_left_is_kept(
    wish: int | None, more: int, found: Ended
) -> None:
    assert ended(turns_of(((2, 0),), True), wish, more, 2) == found


@pytest.mark.rule("NAP-5.3", "NAP-5.8")
def test_squares_reach_the_hexes_beside_them_and_no_other() -> None:
    units = [foot(each, "french", START, formation="square", pf=6) for each in "ab"]
    state = make(units, map_={"size": SIZE})
    beside = set(state.scenario.board.neighbours[START])
    for party in (Party(state, ("a",), START), Party(state, state.pile(START), START)):
        assert set(reached(party, Wish())) == beside


@pytest.mark.rule("NAP-3.2", "NAP-5.8")
def test_who_comes_back_to_where_it_began_finds_no_others_there() -> None:
    """Though the same step costs more, as is known by then, where others stand."""
    division = {"one": {"side": "french", "order": "manoeuvre"}}
    state = make([foot("a", "french", START, division="one")], map_={"size": SIZE, "terrain": {START: "light-wood"}},
                 divisions=division)  # fmt: skip
    state = alter(state, commanded=frozenset("a"))
    party = Party(state, ("a",), START)
    assert step_cost(state.scenario, party.going("a", START), "0304", START, alone=False) == 2
    assert party.lone_step("0304", START, False) == 1
