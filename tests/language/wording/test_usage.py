"""The forms of orders and commands, as the help shows them."""

import pytest

from pbem.core.orders import Order
from pbem.language.commands import COMMANDS
from pbem.language.write import command_usage, order_usage
from pbem.rules.legion.orders import Attack, Capture, Fly, Move, Panic, Reinforce
from tests.language.factories import lexicon


@pytest.mark.parametrize(
    ("order", "english", "spanish"),
    [
        (Move, "MOVE unit [TO] hex …", "MOVER ficha [A] hexágono …"),
        (Reinforce, "REINFORCE unit [AT hex] [[TO] hex …]", "REFORZAR ficha [EN hexágono] [[A] hexágono …]"),
        (
            Attack,
            "ATTACK hex or unit … WITH unit … [SUPPORT unit …]",
            "ATACAR hexágono o ficha … CON ficha … [APOYO ficha …]",
        ),
        (
            Fly,
            "FLY unit [TO] hex [BOMB] [ELSE hex or unit …]",
            "VOLAR ficha [A] hexágono [BOMBA] [SINO hexágono o ficha …]",
        ),
        (
            Panic,
            "PANIC unit hex or unit [TO] hex [BEFORE|AFTER]",
            "AHUYENTAR ficha hexágono o ficha [A] hexágono [ANTES|DESPUÉS]",
        ),
        (Capture, "CAPTURE YES|NO [unit …]", "TOMAR SÍ|NO [ficha …]"),
    ],
)  # fmt: skip
def test_the_form_of_a_verb(order: type[Order], english: str, spanish: str) -> None:
    assert order_usage(order, lexicon(), "en") == english
    assert order_usage(order, lexicon(), "es") == spanish


def test_the_forms_of_commands() -> None:
    assert [command_usage(name, "en") for name in COMMANDS] == [
        "HELP", "STATUS [ALL]", "STANDING", "CLEAR [phase]", "RESEND [turn]", "LANGUAGE en|es", "MOTTO text", "WAIT",
        "DONE [ALL]", "ASK phase",
        "DROP text", "CONCEDE", "PROPOSE DRAW", "VOTE YES|NO", "MAP [turn, AROUND place]", "MAP LOS hex hex",
        "MAP FIRE unit", "HISTORY [turn]",
        "RULES [clause]", "TOKEN NEW", "PASSPHRASE text", "PGP [ONLY|OFF]", "ADDRESS email address", "CONFIRM",
        "NOTE TO REFEREE [message]", "PRESS TO who", "PRESS DIGEST|NOW", "EXTEND [time]",
        "YES", "NO", "ABSENCE [from–to]", "RESIGN", "TAKEOVER",
    ]  # fmt: skip
    assert command_usage("clear", "es") == "BORRAR [fase]"
    assert command_usage("vote", "es") == "VOTAR SÍ|NO"
