"""Case files: TOML read, held against schemas/case.schema.json, and cut into steps. Knows the form, not the rules."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.errors import BadInput
from pbem.gamedata.schemas import faults_of
from pbem.gamedata.settings import undotted
from pbem.phrases import Phrase, system_words

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

HEAD = ("title", "rules", "game", "options", "seats", "map", "units", "step")
"""Keys of the whole case."""
RUN = ("turn", "phase", "side", "orders", "dice", "answers", "expect")
"""Keys of one run of a phase: at top level or in a step. All others are settings, or fields of the state."""
_LONGEST = 120  # characters of a fault that quotes the file


class CaseInvalid(BadInput, ValueError):
    """A case file is not valid: a sentence that names the place in it and what was expected there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One phase to run. `number` counts from 1, 0 for a case of a single phase.

    `turn` is None where the step leaves it as it is; `fields` are fields of the state, `units` of units, that are set
    before the phase. `orders` is a text of `side`, or texts and JSON sheets by seat.
    """

    number: int
    phase: str
    turn: int | None
    side: str | None
    fields: Mapping[str, Any]
    units: Sequence[Mapping[str, Any]]
    orders: str | Mapping[str, str | Mapping[str, Any]]
    dice: Sequence[Any]
    answers: Mapping[str, str]
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A case as written. `head` has the keys of the whole case, `fields` settings and fields of the state at its start.

    `last` is what must hold after the last step, beside what the steps themselves expect.
    """

    title: str
    rules: tuple[str, ...]
    game: str
    turn: int
    head: Mapping[str, Any]
    fields: Mapping[str, Any]
    steps: tuple[Step, ...]
    last: Mapping[str, Any]


def read_case(source: Mapping[str, Any] | str | Path) -> Case:
    """The case of a TOML file (a path) or of its parsed content; CaseInvalid with an exact sentence."""
    if isinstance(source, Mapping):
        return _case(source, "case")
    path = Path(source)
    try:
        return _case(tomllib.loads(path.read_text("utf-8")), path.stem)
    except UnicodeDecodeError:
        raise CaseInvalid("{path}: this is not UTF-8 text.", path=path) from None
    except OSError as wrong:
        raise CaseInvalid("{path}: {why}.", path=path, why=system_words(wrong)) from None
    except tomllib.TOMLDecodeError as wrong:
        raise CaseInvalid("{path}: not TOML (“{wrong}”).", path=path, wrong=wrong) from None
    except CaseInvalid as wrong:
        raise CaseInvalid("{path}: {wrong}", path=path, wrong=wrong) from None


def _case(data: Mapping[str, Any], name: str) -> Case:
    data = _spread(data)
    faults = faults_of(data, "case")
    if faults:
        from jsonschema.exceptions import relevance

        raise CaseInvalid(_sentence(max(faults, key=relevance)))
    fields = {key: value for key, value in data.items() if key not in HEAD and key not in RUN}
    steps, last = _steps(data)
    return Case(
        title=data.get("title", name),
        rules=tuple(data.get("rules", ())),
        game=data["game"],
        turn=data.get("turn", 1),
        head={key: data[key] for key in HEAD if key in data},
        fields=fields,
        steps=steps,
        last=last,
    )


def _steps(data: Mapping[str, Any]) -> tuple[tuple[Step, ...], Mapping[str, Any]]:
    """The phases to run, and what must hold after the last one beside their own.

    A phase at top level is run before the steps. Without one, orders and dice at top level are those of the first
    step, and `expect` speaks of the end.
    """
    listed = [dict(step) for step in data.get("step", ())]
    whole = {key: data[key] for key in RUN if key in data and key != "turn"}
    first = listed[0] if listed else {}
    if "phase" in whole and (not listed or set(whole) - {"phase", "side"} or first.get("phase") != whole["phase"]):
        listed, last = [whole, *listed], {}
    else:
        last = whole.pop("expect", {})
        listed[0] = {**whole, **first}
    answers = _answers(data.get("answers", ()))
    single = len(listed) == 1 and "step" not in data
    return tuple(_step(0 if single else n, step, answers) for n, step in enumerate(listed, 1)), last


def _step(number: int, data: Mapping[str, Any], answers: Mapping[str, str]) -> Step:
    return Step(
        number=number,
        phase=data["phase"],
        turn=data.get("turn"),
        side=data.get("side"),
        fields={key: value for key, value in data.items() if key not in RUN and key != "units"},
        units=data.get("units", ()),
        orders=data.get("orders", {}),
        dice=data.get("dice", ()),
        answers={**answers, **_answers(data.get("answers", ()))},
        expect=data.get("expect", {}),
    )


def _answers(listed: Sequence[Mapping[str, str]]) -> dict[str, str]:
    return {each["question"]: each["answer"] for each in listed}


def _spread(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same with keys such as "state.winner" in `expect`, here and in steps, written as tables in each other."""
    spread = dict(data)
    if isinstance(spread.get("expect"), Mapping):
        spread["expect"] = undotted(spread["expect"])
    if isinstance(spread.get("step"), list):
        spread["step"] = [_spread(step) if isinstance(step, Mapping) else step for step in spread["step"]]
    return spread


def _sentence(fault: "ValidationError") -> str:
    """Where a fault is and what it is: `step 2, expect, problems 1: 'code' is a required property`."""
    if fault.validator == "anyOf" and not fault.absolute_path:
        return Phrase("There is no phase to run: write phase = … or [[step]] tables.")
    where = ""
    for part in fault.absolute_path:
        where += f" {part + 1}" if isinstance(part, int) else f"{', ' if where else ''}{part}"
    message = fault.message if len(fault.message) <= _LONGEST else f"{fault.message[:_LONGEST]} …"
    schema: Any = fault.schema
    known = sorted(schema.get("properties", ())) if fault.validator == "additionalProperties" else []
    hint = Phrase("; known are {known}", known=", ".join(known)) if known else ""
    if not where:
        return Phrase("This is no case (“{message}”){hint}.", message=message, hint=hint)
    return Phrase("{where}: not what belongs there (“{message}”){hint}.", where=where, message=message, hint=hint)
