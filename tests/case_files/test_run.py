"""How a case is run: whose orders, in which words, what is carried from step to step, when the game ends."""

import pytest

from tests.case_files.making import BENI, CER, differences, result

MOVED = {"units": {"beni-1": {"at": "0102", "moved": "move"}}, "problems": []}


@pytest.mark.parametrize(
    "orders",
    [
        "MOVE beni-1 0102",
        {"moroccan": "MOVE beni-1 0102"},
        {"moroccan": "# a comment\n\nmover beni-1 a 0102   # in Spanish"},
        {"moroccan": "PHASE moroccan-movement\nMOVE beni-1 0102\nEND\nMOVE nothing at all"},
        {"moroccan": '{"format": 1, "sections": [{"phase": "moroccan-movement", "orders": [{"type": "move", '
         '"unit": "beni-1", "path": ["0102"]}]}]}'},
        {"moroccan": {"format": 1, "sections": [
            {"phase": "moroccan-movement", "orders": [{"type": "move", "unit": "beni-1", "path": ["0102"]}]}]}},
    ],
)  # fmt: skip
def test_orders_are_text_or_json_of_a_seat_or_of_the_acting_side(orders: object):
    assert differences(orders=orders, expect=MOVED) == []


def test_a_bare_text_may_be_that_of_the_other_side():
    said = [{"side": "spanish", "line": 1, "code": "not-your-piece"}]
    assert differences(side="spanish", orders="MOVE beni-1 0102", expect={"problems": said}) == []


def test_a_line_with_a_problem_is_dropped_and_the_good_ones_are_carried_out():
    orders = "MOVE beni-9 0102\n\n# not counted\nMOVE beni-1 0909\nMOVE beni-1 0102"
    told = [
        {"side": "moroccan", "line": 2, "code": "off-map"},
        {"side": "moroccan", "line": 1, "code": "unknown-unit"},
    ]
    assert differences(orders=orders, expect={**MOVED, "problems": told}) == []


def test_what_is_not_named_is_not_checked():
    assert result(orders="MOVE beni-9 0102").holds


def test_dice_left_over_or_too_few_or_wrong_fail_the_case():
    attack = {"phase": "moroccan-combat", "units": [BENI, {**CER, "at": "0102"}], "orders": "ATTACK 0102 WITH beni-1"}
    assert differences(**attack, dice=[3, 3]) == []
    assert differences(**attack, dice=[3, 3, 2]) == ['dice: expected "all dice rolled", found "left over: 2"']
    assert differences(**attack, dice=[3]) == [
        'dice: expected "dice as scripted", found "the script has no die left for "defence cer-1""'
    ]
    assert "is not 1 face(s) of legion" in differences(**attack, dice=[3, 6])[0]


def test_every_difference_is_told_where_it_is():
    expect = {
        "units": {"beni-1": {"at": "0103", "moved": "no"}, "cer-1": "eliminated", "beni-7": "map"},
        "state": {"weather": "hot", "winter": "cold", "turn": 2, "winner": "none", "units": {"cer-1": {"at": "0102"}}},
        "rolls": ["weather"],
        "problems": [{"side": "moroccan", "line": 1, "code": "move-too-far"}],
        "voided": [],
        "question": "retreat cer-1",
    }
    assert differences(orders="MOVE beni-1 0102", expect=expect) == [
        "problems: expected [moroccan 1 move-too-far], found []",
        'rolls: expected ["weather"], found []',
        'units.beni-1.at: expected "0103", found "0102"',
        'units.beni-1.moved: expected "no", found "move"',
        'units.cer-1.status: expected "eliminated", found "map"',
        'units.beni-7: expected "map", found nothing of this name',
        'state.weather: expected "hot", found "normal"',
        'state.winter: expected "cold", found nothing of this name',
        'state.units.cer-1.at: expected "0102", found "0103"',
        'question: expected "retreat cer-1", found none',
    ]


def test_true_is_not_one_and_none_is_null():
    assert differences(expect={"units": {"beni-1": {"landed": 0}}}) == ["units.beni-1.landed: expected 0, found false"]
    assert differences(expect={"units": {"beni-1": {"arrived-turn": "none", "landed": False}}}) == []


def test_expectations_may_be_written_with_dots():
    assert (
        differences(orders="MOVE beni-1 0102", expect={"units.beni-1.at": "0102", "state": {"units.cer-1.at": "0103"}})
        == []
    )


def test_what_a_counter_shows_can_be_expected_too():
    assert differences(expect={"units": {"beni-1": {"combat": 3, "type": "infantry"}}}) == []


def test_the_state_is_carried_from_step_to_step():
    steps = [
        {"phase": "moroccan-movement", "orders": "MOVE beni-1 0102", "expect": MOVED},
        {"phase": "moroccan-combat", "orders": "ATTACK 0103 WITH beni-1", "dice": [4, 3]},
    ]
    assert differences(phase=None, step=steps, expect={"units": {"cer-1": "eliminated"}}) == []
    assert differences(phase=None, step=steps, expect={"units": {"cer-1": "map"}}) == [
        'step 2, units.cer-1.status: expected "map", found "eliminated"'
    ]


def test_a_phase_at_top_level_comes_before_the_steps():
    steps = [{"phase": "moroccan-combat", "orders": "ATTACK 0103 WITH beni-1", "dice": [4, 3]}]
    assert differences(orders="MOVE beni-1 0102", expect=MOVED, step=steps) == []
    again = [{"phase": "moroccan-movement", "orders": "MOVE beni-1 0102", "expect": MOVED}]
    assert differences(step=again) == []  # the same phase above, with nothing of its own, is but a head


def test_orders_and_dice_at_top_level_without_a_phase_are_those_of_the_first_step():
    steps = [{"phase": "moroccan-movement"}, {"phase": "moroccan-combat", "dice": [4, 3]}]
    orders = {"moroccan": "MOVE beni-1 0102\nATTACK 0103 WITH beni-1"}
    assert differences(phase=None, step=steps, orders=orders, expect={"units": {"cer-1": "eliminated"}}) == []


def test_a_later_sheet_replaces_only_the_phases_that_it_has_lines_for():
    fewer = [BENI, {**BENI, "id": "beni-2", "at": "0401"}, CER]
    first = "MOVE beni-1 0102\nATTACK 0103 WITH beni-1"
    steps = [
        {"phase": "moroccan-movement", "orders": first},
        {"phase": "moroccan-combat", "orders": "CAPTURE NO", "dice": [4, 3], "expect": {"problems": []}},
    ]
    assert differences(phase=None, units=fewer, step=steps, expect={"units": {"cer-1": "eliminated"}}) == []
    steps[1] = {"phase": "moroccan-combat", "orders": "ATTACK 0103 WITH beni-2", "dice": [2, 2]}
    told = [
        {"side": "moroccan", "line": 0, "code": "must-attack"},
        {"side": "moroccan", "line": 1, "code": "not-adjacent"},
    ]
    assert differences(phase=None, units=fewer, step=steps, expect={"problems": told}) == []


def test_turn_fields_and_units_are_set_before_a_step():
    steps = [
        {"phase": "moroccan-movement", "orders": "MOVE beni-1 0201"},
        {"turn": 5, "phase": "moroccan-movement", "weather": "hot", "units": [{"id": "cer-1", "at": "0505"}]},
    ]
    ends = {"state": {"turn": 5, "weather": "hot"}, "units": {"cer-1": {"at": "0505"}, "beni-1": {"moved": "no"}}}
    assert differences(phase=None, step=steps, expect=ends) == []


def test_standing_orders_stay_in_force():
    battery = {"id": "bat-1", "side": "moroccan", "type": "artillery", "combat": 2, "movement": 2, "captured": True}
    guns = {**CER, "id": "art-1", "type": "artillery", "combat": 1, "at": "0102"}
    steps = [
        {"phase": "moroccan-movement", "orders": "CAPTURE NO"},
        {"phase": "moroccan-combat", "orders": "ATTACK 0102 WITH beni-1", "dice": [4, 3]},
    ]
    ends = {"units": {"art-1": "eliminated", "bat-1": "pool"}}
    assert differences(phase=None, units=[BENI, battery, guns, {**CER, "at": "0505"}], step=steps, expect=ends) == []


@pytest.mark.parametrize(
    ("orders", "winner", "reason"),
    [
        ({"moroccan": "CONCEDE"}, "spanish", "LL-5.5"),
        ({"moroccan": "PROPOSE DRAW", "spanish": "VOTE YES"}, "draw", "LL-5.5"),
        ({"moroccan": "PROPOSE DRAW", "spanish": "VOTE NO"}, "none", "none"),
    ],
)
def test_the_game_ends_when_a_side_concedes_or_all_agree_on_a_draw(orders: dict[str, str], winner: str, reason: str):
    assert differences(orders=orders, expect={"state": {"winner": winner, "win-reason": reason}}) == []


def test_one_of_two_seats_does_not_concede_for_its_side():
    seats = {"seats": ["moroccan", "moroccan-2", "spanish"], "sector-column": {"moroccan": 3}}
    assert differences(**seats, orders={"moroccan": "CONCEDE"}, expect={"state.winner": "none"}) == []
    both = {"moroccan": "CONCEDE", "moroccan-2": "CONCEDE"}
    assert differences(**seats, orders=both, expect={"state.winner": "spanish"}) == []


def test_a_question_suspends_the_phase_until_it_is_answered():
    battery = {"id": "bat-1", "side": "moroccan", "type": "artillery", "combat": 2, "movement": 2, "captured": True}
    guns = {**CER, "id": "art-1", "type": "artillery", "combat": 1, "at": "0102"}
    said = {
        "phase": "moroccan-combat",
        "units": [BENI, battery, guns, {**CER, "at": "0505"}],
        "orders": "ATTACK 0102 WITH beni-1",
        "dice": [4, 3],
        "options": {"reactions": "ask"},
    }
    asked = result(**said, expect={"question": "capture art-1"})
    assert [str(each) for each in asked.differences] == []
    assert [str(each) for each in result(**said).differences] == ['question: expected none, found "capture art-1"']
    answers = [{"question": "capture art-1", "answer": "no"}]
    assert result(**said, answers=answers, expect={"units": {"bat-1": "pool", "art-1": "eliminated"}}).holds


def test_a_suspended_phase_is_run_again_by_the_next_step():
    battery = {"id": "bat-1", "side": "moroccan", "type": "artillery", "combat": 2, "movement": 2, "captured": True}
    guns = {**CER, "id": "art-1", "type": "artillery", "combat": 1, "at": "0102"}
    run = {"phase": "moroccan-combat", "orders": "ATTACK 0102 WITH beni-1", "dice": [4, 3]}
    steps = [
        {**run, "expect": {"question": "capture art-1"}},
        {
            **run,
            "answers": [{"question": "capture art-1", "answer": "yes"}],
            "expect": {"units": {"bat-1": {"at": "0102"}}},
        },
    ]
    units = [BENI, battery, guns, {**CER, "at": "0505"}]
    assert differences(phase=None, units=units, step=steps, options={"reactions": "ask"}) == []


def test_lines_for_a_phase_that_is_not_named_do_not_last_beyond_their_turn():
    steps = [
        {"phase": "moroccan-movement", "orders": "MOVE beni-1 0102\nATTACK 0103 WITH beni-1"},
        {"phase": "turn-end"},
        {"phase": "moroccan-combat", "expect": {"problems": [], "rolls": []}},
    ]
    assert differences(phase=None, step=steps) == []
