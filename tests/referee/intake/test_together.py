"""Orders for all who stand next to what they aim at, wherever the mail moves them first."""

from tests.referee.making import Room, flat


def test_all_who_can_attack_when_all_else_is_done(room: Room) -> None:
    """Who marched and who is ordered to attack another is left out; who moves there in the same mail is not."""
    said = flat(
        room.answer(
            "moroccan",
            "beni-1 goes to 0303\nMOVE beni-2 0304\nMARCH beni-3 0505\nattack cer-2 with everything next to it\n",
        )
    )
    assert "ATTACK cer-2 WITH beni-1 beni-2 " in said
    assert "4 orders accepted" in said


def test_who_attacks_another_already_does_not(room: Room) -> None:
    said = flat(
        room.answer(
            "moroccan",
            "MOVE beni-1 0302\nMOVE beni-2 0303\nATTACK cer-1 WITH beni-1\nAtaca 0203 con todo lo que haya al lado\n",
        )
    )
    assert "ATTACK 0203 WITH beni-2 " in said


def test_nobody_next_to_it_is_told(room: Room) -> None:
    said = flat(room.answer("moroccan", "Attack cer-2 with everything that stands next to it.\n"))
    assert "none of your units next to 0203 can do this" in said
