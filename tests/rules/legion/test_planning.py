"""A sheet drawn before it counts: the position as it stands, and the accepted lines as plans."""

from pbem.core.orders import Order, Sheet
from pbem.core.scene import Arrow, Scene, Shot
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.orders import Fly, Place
from pbem.rules.legion.sequence import acting
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make, section
from tests.rules.legion.fighting import attack, bombard
from tests.rules.legion.moving import deploy, hold, land, march, move, panic, reinforce

rules = ruleset("legion")


def drawn(state: State, *orders: Order, **later: tuple[Order, ...]) -> Scene:
    """The scene of a sheet for the current phase and, by keyword, for later ones of the same side."""
    seat = acting(state.phase)
    parts = {state.phase: orders, **{phase.replace("_", "-"): lines for phase, lines in later.items()}}
    sections = []
    count = 0
    for phase, lines in parts.items():
        made = section(phase, *lines)
        shifted = tuple(line.model_copy(update={"number": line.number + count}) for line in made.lines)
        sections.append(made.model_copy(update={"lines": shifted}))
        count += len(shifted)
    checked = rules.check(state, seat, Sheet(seat=seat, sections=tuple(sections)))
    assert [problem for problem in checked.problems if problem.line] == []
    return rules.planned(state, seat, checked.lines)


def coming(scene: Scene) -> dict[str, str]:
    """The counters that are drawn where they are yet to come."""
    return {counter.unit: counter.space for counter in scene.counters if "planned" in counter.states}


def test_a_move_is_drawn_along_the_path_that_the_check_found_and_the_piece_stays() -> None:
    state = make(["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0606", "cer-1 infantry 1-3 0909"])
    scene = drawn(state, move("beni-1", "0306"), march("beni-2", "0607 0608"))
    assert scene.arrows == (
        Arrow("beni-1", "moroccan", ("0303", "0304", "0305", "0306"), "planned"),
        Arrow("beni-2", "moroccan", ("0606", "0607", "0608"), "planned"),
    )
    assert {c.unit: c.space for c in scene.counters} == {"beni-1": "0303", "beni-2": "0606", "cer-1": "0909"}
    assert (scene.turn, scene.phase, coming(scene)) == (2, "moroccan-movement", {})


def test_who_is_told_to_hold_and_an_empty_sheet_draw_nothing() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 1-3 0909"])
    held = drawn(state, hold("beni-1"))
    assert (held.arrows, held.shots, held.battles, held.ghosts, coming(held)) == ((), (), (), (), {})
    assert rules.planned(state, "spanish", ()) == rules.scene(state, (), "spanish")


def test_an_attack_starts_where_the_piece_will_have_gone() -> None:
    """Movement and combat in one sheet; each attacker has an arrow to each target that it touches by then."""
    state = make(
        ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0505", "cer-1 infantry 1-3 0305", "cer-2 infantry 1-3 0405"]
    )
    scene = drawn(state, move("beni-1", "0304"), moroccan_combat=(attack("cer-1", "beni-1"), attack("0405", "beni-2")))
    assert scene.arrows == (
        Arrow("beni-1", "moroccan", ("0303", "0304"), "planned"),
        Arrow("beni-1", "moroccan", ("0304", "0305"), "planned-attack"),
        Arrow("beni-2", "moroccan", ("0505", "0405"), "planned-attack"),
    )
    assert scene.battles == ()


def test_fire_is_drawn_without_a_result() -> None:
    units = [
        "art-1 artillery 2-2 0303",
        "art-2 artillery 2-2 0305",
        "leg-1 infantry 3-4 0404",
        "beni-1 infantry 3-4 0504",
    ]
    state = make(units, "spanish-bombardment")
    scene = drawn(state, bombard("beni-1", "art-1"), spanish_combat=(attack("beni-1", "leg-1", "art-2"),))
    assert scene.shots == (
        Shot("spanish", "0303", "0504", None, "artillery"),
        Shot("spanish", "0305", "0504", None, "support"),
    )


def test_who_is_set_up_stands_where_the_last_line_puts_it() -> None:
    """Of two DEPLOY lines the later counts."""
    state = make(
        ["cer-1 infantry 1-3 off-map", "cer-2 infantry 1-3 off-map", "beni-1 infantry 3-4 off-map"],
        "spanish-setup", turn=1, zones={"spanish": ["0101", "0202", "0303"]},
    )  # fmt: skip
    scene = drawn(state, deploy("cer-1", "0101"), deploy("cer-2", "0202"), deploy("cer-1", "0303"))
    assert coming(scene) == {"cer-1": "0303", "cer-2": "0202"}
    assert scene.arrows == ()
    assert [counter.unit for counter in scene.counters] == ["cer-2", "cer-1"]


def test_reinforcements_come_from_where_they_enter() -> None:
    """Spaniards from Melilla, Moroccans from the hex of their zone; who stays there has no arrow."""
    units = ["cer-1 infantry 1-3 due", "cer-2 infantry 1-3 due", "beni-1 infantry 3-4 due"]
    state = make(units, "spanish-movement", turn=3, melilla="0505", zones={"moroccan": ["0101"]})
    scene = drawn(state, reinforce("cer-1", "0506 0507"), reinforce("cer-2"))
    assert coming(scene) == {"cer-1": "0507", "cer-2": "0505"}
    assert scene.arrows == (Arrow("cer-1", "spanish", ("0505", "0506", "0507"), "planned"),)
    state = make(units, "moroccan-movement", turn=3, melilla="0505", zones={"moroccan": ["0101"]})
    assert drawn(state, reinforce("beni-1", "0102 0103", at="0101")).arrows == (
        Arrow("beni-1", "moroccan", ("0101", "0102", "0103"), "planned"),
    )


def test_a_landing_aircraft_and_a_fleet() -> None:
    terrain = {"0101": "sea landing", "0201": "sea", "0301": "sea", "0909": "mar-chica"}
    units = [
        "inf-1 infantry 3-4 due", "fle-1 fleet - 0201", "fle-2 fleet - off-map", "sea-1 seaplane -9 home",
        "beni-1 infantry 3-4 0705",
    ]  # fmt: skip
    pieces = {"inf-1": {"turn": 5}}
    state = make(units, "spanish-movement", turn=5, terrain=terrain, pieces=pieces)
    scene = drawn(state, land("inf-1", "0101", "0102"))
    assert (coming(scene), scene.arrows) == (
        {"inf-1": "0102"}, (Arrow("inf-1", "spanish", ("0101", "0102"), "planned"),)
    )  # fmt: skip
    state = make(units, "spanish-fleet", turn=5, terrain=terrain, pieces=pieces)
    scene = drawn(state, Place(unit="fle-1", at="0301"), Place(unit="fle-2", at="0201"))
    assert coming(scene) == {"fle-2": "0201"}
    assert scene.arrows == (Arrow("fle-1", "spanish", ("0201", "0301"), "planned-voyage"),)


def test_an_aircraft_flies_from_where_the_sub_turn_before_left_it() -> None:
    units = ["sea-1 seaplane -9 home", "beni-1 infantry 3-4 0705"]
    state = make(units, "spanish-air-1", turn=5, terrain={"0909": "mar-chica"})
    later = (Fly(unit="sea-1", to="0606"),)
    scene = drawn(state, Fly(unit="sea-1", to="0705", bomb=True), spanish_air_2=later)
    assert scene.shots == (Shot("spanish", "0705", "0705", None, "air"),)
    assert scene.arrows == (
        Arrow("sea-1", "spanish", ("0909", "0705"), "planned-flight"),
        Arrow("sea-1", "spanish", ("0705", "0606"), "planned-flight"),
    )
    assert coming(scene) == {"sea-1": "0705"}


def test_who_is_to_be_driven_off() -> None:
    """By its name and by its hex."""
    state = make(["arm-1 armoured-engineer -3 0505", "beni-1 infantry 3-2 0506"], "spanish-movement")
    for target in ("beni-1", "0506"):
        assert drawn(state, panic("arm-1", target, "0509")).arrows == (
            Arrow("beni-1", "moroccan", ("0506", "0509"), "planned-panic"),
        )
