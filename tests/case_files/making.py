"""Cases in tests: a small position of La Legión as parsed TOML, with what a test says of it."""

from typing import Any

from pbem.cases.run import CaseResult, run_case
from pbem.core.orders import Line
from pbem.core.ruleset import Ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.route import to_sheet
from pbem.language.text.reader import read_text

BENI = {"id": "beni-1", "side": "moroccan", "type": "infantry", "combat": 3, "movement": 4, "at": "0101"}
CER = {"id": "cer-1", "side": "spanish", "type": "infantry", "combat": 3, "movement": 3, "at": "0103"}


def case(**said: Any) -> dict[str, Any]:
    """A case on a clear map of 5 by 5 hexes: beni-1 in 0101, cer-1 in 0103, the Moroccan movement of turn 2."""
    usual = {
        "game": "legion",
        "turn": 2,
        "phase": "moroccan-movement",
        "units": [BENI, CER],
        "map": {"size": [5, 5]},
    }
    return {key: value for key, value in {**usual, **said}.items() if value is not None}


def differences(**said: Any) -> list[str]:
    """The differences of such a case, as sentences."""
    return [str(each) for each in result(**said).differences]


def result(**said: Any) -> CaseResult:
    """What came of such a case."""
    return run_case(case(**said))


def read(rules: Ruleset, state: Any, lexicon: Lexicon, seat: str, text: str) -> tuple[Line, ...]:
    """The good lines of a text for the state's phase, as the check completes them."""
    reading = read_text(text, lexicon, strict=True)
    sheet, _ = to_sheet(reading, seat, rules.side_of(state, seat), rules.SEQUENCE, state.phase)
    return tuple(found.line for found in rules.check(state, seat, sheet).lines if found.phase == state.phase)
