"""The words of Africa 1859-60 beside what all lexicons keep."""

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.text import read_text
from pbem.language.write import write_order


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DISPARAR caz-vergara A arenal con prim", "FIRE caz-vergara AT arenal WITH prim"),
        ("FIRE caz-vergara TO arenal", "FIRE caz-vergara AT arenal"),
        ("ACTIVAR husares-princesa con prim MOVER a arenal", "ACTIVATE husares-princesa prim MOVE arenal"),
        ("ACTIVAR bia-2 FUEGO a arenal", "ACTIVATE bia-2 FIRE arenal"),
        ("ACTIVATE bia-2 FIRE AT arenal", "ACTIVATE bia-2 FIRE arenal"),
        ("ACTIVAR bia-2 FUEGO en arenal MOVER", ""),
        ("MOVER cuenca en arenal", "MOVE cuenca TO arenal"),
        ("DEFENDER en arenal alto", "DEFEND arenal HOLD"),
        ("ACTIVAR seyyid-1 ALGARABÍA POR jaral FUEGO a area-b A jaral",
         "ACTIVATE seyyid-1 ALGARABÍA VIA jaral FIRE area-b TO jaral"),
        ("CUANDO FASE choque marroquí EMPIEZA SI arenal TIENE 2 fichas enemigas ACTIVAR bia-2 FUEGO ALLÍ",
         "WHEN PHASE Moroccan shock STARTS IF arenal HAS 2 enemy ACTIVATE bia-2 FIRE THERE"),
        ("WHEN enemies ENTER arenal ACTIVATE bia-2 FIRE THERE PRIORITY 5",
         "WHEN enemy ENTERS arenal ACTIVATE bia-2 FIRE THERE"),
    ],
)  # fmt: skip
def test_prepositions_may_be_those_that_one_would_write(written: str, meant: str) -> None:
    """Where none is a keyword it says nothing; what an order would be without being said is not written."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (line,) = read_text(written, known, strict=True).lines
    assert (write_order(line.order, known, "en") if line.order else "") == meant
