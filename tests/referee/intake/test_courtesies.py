"""What is no close of a mail and no answer, though it begins like one."""

import pytest

from pbem.language.reading import Reading
from pbem.referee.intake.hints import overlooked_answer
from pbem.referee.intake.prose import body_lines, is_courtesy


@pytest.mark.parametrize(
    "lines",
    [
        ("Hi there,", "thanks for setting this up!", "What happens if Ana never answers?"),
        ("Gracias por el mapa.", "¿Puedo dejar Melilla vacía?"),
        ("thanks for the map! The road at 1711 is drawn twice.", "See you"),
    ],
)
def test_thanks_that_open_a_mail_do_not_end_it(lines: tuple[str, ...]) -> None:
    assert tuple(body_lines(lines)) == lines


@pytest.mark.parametrize("close", ["Thanks,", "Gracias por todo", "Un saludo. Ana"])
def test_a_close_ends_a_mail(close: str) -> None:
    assert tuple(body_lines(("The road at 1711 is drawn twice.", close, "Do you like my signature?"))) == (
        "The road at 1711 is drawn twice.",
    )


def test_a_condition_is_no_answer() -> None:
    said = ("Si pierdo, que caiga primero la harka.", "Sí, claro", "si, claro")
    assert [overlooked_answer(Reading(ignored=(line,))) for line in said] == ["", *said[1:]]


@pytest.mark.parametrize(
    "line",
    [
        "Hola, ¡vamos allá!",
        "Hi Ana, nice to meet you.",
        "Good luck!",
        "That's all, over to you, Ana!",
        "I'm done",
        "¡Suerte, Ana!",
        "Allá va mi turno.",
        "Hola Ana, aquí tienes mis órdenes:",
        "Here are my orders.",
    ],
)
def test_a_greeting_may_wish_something(line: str) -> None:
    assert is_courtesy(line, "Ana")


@pytest.mark.parametrize("line", ["Vamos a 1711 con todo", "Hi Ana, the west is lost", "!"])
def test_what_says_more_is_no_greeting(line: str) -> None:
    assert not is_courtesy(line, "Ana")
