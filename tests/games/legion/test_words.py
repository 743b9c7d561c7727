"""The words of La Legión beside what all lexicons keep."""

from tests.games.test_words import lexicon


def test_the_verbs_of_the_rules_come_first() -> None:
    spanish = {id_: words[0] for id_, words in lexicon("legion", "es")["verbs"].items()}
    assert spanish == {
        "deploy": "DESPLEGAR",
        "move": "MOVER",
        "march": "DESPLAZAR",
        "reinforce": "REFORZAR",
        "land": "DESEMBARCAR",
        "hold": "MANTENER",
        "bombard": "BOMBARDEAR",
        "fly": "VOLAR",
        "place": "SITUAR",
        "attack": "ATACAR",
        "panic": "AHUYENTAR",
        "capture": "TOMAR",
        "cooperate": "COOPERAR",
    }
    english = {id_: words[0] for id_, words in lexicon("legion", "en")["verbs"].items()}
    assert english == {id_: id_.upper() for id_ in english}
    assert "ESPERAR" in lexicon("legion", "es")["verbs"]["hold"]
