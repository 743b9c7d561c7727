"""The rules and a second reckoning, written from the catalogue alone, say the same of thousands of random positions."""

from dataclasses import replace
from random import Random

import pytest

from pbem.core.orders import Order
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.events import Fought
from pbem.rules.legion.orders import March, Move, Reinforce
from tests.reckoning import legion as reckoning
from tests.reckoning.legion import MOROCCAN, SPANISH, Piece, enemy
from tests.reckoning.legion_positions import Both, both, ground, peopled, with_arrivals
from tests.reckoning.trying import SHARES, seeds
from tests.rules.legion.fighting import attack, gone, run, told
from tests.rules.legion.moving import checked, land, march, move, problems, reinforce


def moving(dice: Random) -> tuple[Both, str]:
    """A position in which a side moves, and the side."""
    side = dice.choice((SPANISH, MOROCCAN))
    pos = peopled(dice, replace(ground(dice), turn=5), 6, crowded=False)
    return both(with_arrivals(dice, pos), f"{side}-movement"), side


def ends(it: Both, side: str, unit: str, kind: type[Order]) -> dict[str, int]:
    """Where the orders that a piece is offered take it, and the points of each; not those that leave it."""
    found = {}
    for choice in ruleset("legion").choices(it.state, side).actors.get(unit, ()):
        if type(choice.order) is kind and choice.order.path:  # type: ignore[attr-defined]
            found[choice.order.path[-1]] = choice.notes["cost"]  # type: ignore[attr-defined]
    return found


@pytest.mark.rule("LL-7.4", "LL-7.5", "LL-7.8", "LL-7.9", "LL-9.3", "LL-9.5")
@pytest.mark.parametrize("share", range(SHARES))
def test_reach(share: int) -> None:
    for seed, dice in seeds("reach", share, 30):
        it, side = moving(dice)
        for piece in it.pos.pieces:
            if piece.side != side or piece.at is None:
                continue
            for verb, kind, order in (("move", Move, move), ("march", March, march)):
                expected = reckoning.goals(it.pos, piece, verb, piece.at)
                expected.pop(piece.at, None)
                assert ends(it, side, piece.id, kind) == expected, (seed, verb, piece)
                goal = dice.choice(it.pos.hexes())
                good = problems(it.state, order(piece.id, goal)) == []
                assert good == (goal in expected), (seed, verb, piece, goal)
                if good:
                    after = checked(it.state, order(piece.id, goal)).state.units[piece.id]
                    assert after.must_attack == reckoning.must_attack(it.pos, piece, verb, goal), (seed, verb, piece)


@pytest.mark.rule("LL-6.5", "LL-6.6", "LL-6.7", "LL-6.8")
@pytest.mark.parametrize("share", range(SHARES))
def test_reinforcements(share: int) -> None:
    for seed, dice in seeds("reinforcements", share, 25):
        it, side = moving(dice)
        piece = it.pos.of(f"{'spa' if side == SPANISH else 'beni'}-99")
        if side == SPANISH:
            base = it.pos.on(it.pos.melilla)
            lost = base is not None and base.side == MOROCCAN
            expected = {} if lost else reckoning.goals(it.pos, piece, "reinforce", it.pos.melilla)
            expected.pop(it.pos.melilla, None)
            assert ends(it, side, piece.id, Reinforce) == expected, (seed, piece)
            stays = not lost and base is None and not reckoning.controlled(it.pos, it.pos.melilla, MOROCCAN)
            assert (problems(it.state, reinforce(piece.id)) == []) == stays, (seed, piece)
            continue
        for _ in range(8):
            start, goal = dice.choice(it.pos.hexes()), dice.choice(it.pos.hexes())
            placed = start in it.pos.zones[MOROCCAN] and it.pos.on(start) is None
            placed = placed and not reckoning.controlled(it.pos, start, SPANISH)
            assert (problems(it.state, reinforce(piece.id, at=start)) == []) == placed, (seed, piece, start)
            good = placed and goal != start and goal in reckoning.goals(it.pos, piece, "reinforce", start)
            assert (problems(it.state, reinforce(piece.id, goal, at=start)) == []) == good, (seed, piece, start, goal)


@pytest.mark.rule("LL-7.1", "LL-7.3", "LL-7.4", "LL-7.5", "LL-7.8", "LL-7.9")
@pytest.mark.parametrize("share", range(SHARES))
def test_paths_written_out(share: int) -> None:
    """Every hex of the path as it is ordered, good ones and bad."""
    good = 0
    for seed, dice in seeds("paths", share, 60):
        it, side = moving(dice)
        for piece in it.pos.pieces:
            if piece.side != side or piece.at is None:
                continue
            verb, order = dice.choice((("move", move), ("march", march)))
            path = strolled(dice, it, piece.at, dice.randint(1, 6))
            if path[-1] != piece.at:
                expected = reckoning.walks(it.pos, piece, verb, piece.at, path)
                found = problems(it.state, order(piece.id, " ".join(path)))
                assert (found == []) == expected, (seed, verb, piece, path, found)
                good += expected
    assert good > 30


def strolled(dice: Random, it: Both, here: str, steps: int) -> list[str]:
    """A path of so many steps, mostly along roads and over free land where there is any."""
    path: list[str] = []
    while len(path) < steps:
        around = reckoning.touching(it.pos, here)
        free = [h for h in around if not it.pos.is_(h, *reckoning.WATER) and it.pos.on(h) is None]
        roads = [h for h in free if frozenset((here, h)) in it.pos.roads]
        here = dice.choice(dice.choice([around, free, free, roads, roads, roads]) or free or around)
        path.append(here)
    return path


@pytest.mark.rule("LL-6.9", "LL-6.10")
@pytest.mark.parametrize("share", range(SHARES))
def test_landings(share: int) -> None:
    for seed, dice in seeds("landings", share, 50):
        it, side = moving(dice)
        if side != SPANISH:
            continue
        piece = it.pos.of("spa-99")
        for beach in [h for h in it.pos.hexes() if it.pos.is_(h, "landing")]:
            free = it.pos.on(beach) is None
            expected = reckoning.goals(it.pos, piece, "land", beach) if free else {}
            for goal in reckoning.touching(it.pos, beach):
                good = problems(it.state, land(piece.id, beach, goal)) == []
                assert good == (goal in expected), (seed, piece, beach, goal)
            stays = free and not it.pos.is_(beach, "sea")
            assert (problems(it.state, land(piece.id, beach)) == []) == stays, (seed, piece, beach)


@pytest.mark.rule("LL-7.7")
@pytest.mark.parametrize("share", range(SHARES))
def test_zones(share: int) -> None:
    for seed, dice in seeds("zones", share, 150):
        it, _ = moving(dice)
        for side in (SPANISH, MOROCCAN):
            found = {h: [p.id for p in reckoning.controlled(it.pos, h, side)] for h in it.pos.hexes()}
            assert {h: tuple(by) for h, by in found.items() if by} == dict(it.state.zones_of(side)), (seed, side)


# Combat -----------------------------------------------------------------------------------------------------------


def fighting(dice: Random) -> tuple[Both, str]:
    """A crowded position in which a side fights, with some pieces that have done this or that; and the side."""
    side = dice.choice((SPANISH, MOROCCAN))
    pos = peopled(dice, replace(ground(dice), turn=6), 5, crowded=True)
    return both(replace(pos, pieces=tuple(_used(dice, p, side) for p in pos.pieces)), f"{side}-combat"), side


def _used(dice: Random, piece: Piece, side: str) -> Piece:
    if piece.side != side or dice.random() < 0.7:
        return piece
    if piece.type == "artillery" and dice.random() < 0.5:
        return replace(piece, bombarded=True)
    return replace(piece, moved=dice.choice(("move", "march", "reinforce", *(("land",) if side == SPANISH else ()))))


@pytest.mark.rule("LL-8.2", "LL-8.4", "LL-8.5", "LL-8.6", "LL-8.15", "LL-10.2")
@pytest.mark.parametrize("share", range(SHARES))
def test_combats(share: int) -> None:
    fought = 0
    for seed, dice in seeds("combats", share, 100):
        it, side = fighting(dice)
        mine = [p for p in it.pos.pieces if p.side == side]
        guns = [p.id for p in mine if p.type == "artillery"]
        foes = [p.id for p in it.pos.pieces if p.side != side]
        if not mine or not foes:
            continue
        for _ in range(12):
            targets = dice.sample(foes, min(len(foes), dice.choice((1, 1, 2, 2, 3))))
            at = {it.pos.of(target).at for target in targets}
            near = [p.id for p in mine if p.at and at.intersection(reckoning.touching(it.pos, p.at))]
            fighters = dice.sample(near, min(len(near), dice.choice((1, 1, 2, 2, 3))))
            support = [gun for gun in guns if gun not in fighters and dice.random() < 0.4]
            if not fighters:
                continue
            order = attack(" ".join(targets), " ".join(fighters), " ".join(support))
            good = [line for line, _ in problems(it.state, order) if line] == []
            assert good == reckoning.is_legal(it.pos, targets, fighters, support), (seed, order)
            if good:
                faces = (dice.choice((2, 3, 4, 5)), dice.choice((2, 3, 4, 5)))
                expected = reckoning.losers(it.pos, targets, fighters, support, faces)
                assert gone(run(it.state, [order], faces)) == sorted(expected), (seed, order, faces)
                fought += 1
    assert fought > 100


@pytest.mark.rule("LL-7.8")
@pytest.mark.parametrize("share", range(SHARES))
def test_who_must_attack_does(share: int) -> None:
    combats = 0
    for seed, dice in seeds("duty", share, 200):
        it, side = fighting(dice)
        pieces = []
        for p in it.pos.pieces:
            near = reckoning.controlled(it.pos, p.at or "", enemy(side)) if p.side == side else []
            bound = bool(near) and p.type in reckoning.FIGHTING and dice.random() < 0.7
            pieces.append(replace(p, moved="move", must_attack=True) if bound else p)
        pos = replace(it.pos, pieces=tuple(pieces))
        expected = reckoning.forced(pos, side)
        faces = [dice.choice((2, 3, 4, 5)) for _ in range(2 * len(expected))]
        result = run(both(pos, f"{side}-combat").state, (), faces)
        found = [(sorted(pos.on(h).id for h in f.origins), pos.on(f.at[0]).id) for f in told(result, Fought)]  # type: ignore[union-attr]
        assert found == expected, (seed, pos)
        lost = [
            reckoning.losers(pos, [target], fighters, [], (faces[2 * n], faces[2 * n + 1]))
            for n, (fighters, target) in enumerate(expected)
        ]
        assert gone(result) == sorted(set().union(*lost)), seed
        combats += len(expected)
    assert combats > 100


# Victory ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LL-5.1", "LL-5.2", "LL-5.3", "LL-5.4")
@pytest.mark.parametrize("share", range(SHARES))
def test_victory(share: int) -> None:
    reasons = set()
    for seed, dice in seeds("victory", share, 300):
        pos = peopled(dice, replace(ground(dice), turn=dice.choice((3, 13, 13))), dice.choice((2, 3, 6)), crowded=False)
        it = both(_scattered(dice, pos), "turn-end")
        state = run(it.state).state
        assert (state.winner, state.win_reason) == reckoning.winner(it.pos), (seed, it.pos)
        reasons.add((state.winner, state.win_reason))
    assert len(reasons) >= 6


def _scattered(dice: Random, pos: reckoning.Position) -> reckoning.Position:
    """The position with pieces in the places that count, and others gone or to come."""
    pieces, free = [], list(pos.road_places + pos.inner_places)
    favoured, thin = dice.choice((SPANISH, MOROCCAN, None)), dice.choice((0.1, 0.5, 0.9))
    for piece in pos.pieces:
        if dice.random() < (thin if piece.side == favoured else 0.2):
            status = dice.choice(("eliminated", "eliminated", "waiting", "due"))
            pieces.append(replace(piece, at=None, status=status))
        elif free and piece.type != "armoured-engineer" and pos.on(free[0]) is None and dice.random() < 0.8:
            pieces.append(replace(piece, at=free.pop(0)))
        else:
            pieces.append(piece)
    return replace(pos, pieces=tuple(pieces))
