"""What a case expects against what came of a phase: every difference, exactly placed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.cases.position import json_value
from pbem.core.events import OrderVoided
from pbem.core.play import Result
from pbem.gamedata.settings import undotted

ProblemAt = tuple[str, int, str]
"""A problem or a voided line: seat, line, code."""


class _Absent:
    """What stands where there is nothing of a name."""

    def __repr__(self) -> str:
        return "nothing of this name"


ABSENT = _Absent()


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as expected. `step` counts from 1, 0 in a case of a single phase.

    `at` says where: "units.cer-1.status", "rolls", "dice" …; the values are JSON values.
    """

    step: int
    at: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        place = f"step {self.step}, {self.at}" if self.step else self.at
        return f"{place}: expected {format_value(self.expected)}, found {format_value(self.found)}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a phase: problems by seat, line and code; the run; dice left over; the state and units as JSON."""

    problems: tuple[ProblemAt, ...]
    result: Result
    left: Sequence[Any]
    state: Mapping[str, Any]
    counters: Mapping[str, Mapping[str, Any]]


def compare(step: int, expect: Mapping[str, Any], outcome: Outcome) -> tuple[Difference, ...]:
    """What is not as expected, in a fixed order."""
    return (*_listed(step, expect, outcome), *_state(step, expect, outcome), *_run(step, expect, outcome))


def compare_state(step: int, expect: Mapping[str, Any], outcome: Outcome) -> tuple[Difference, ...]:
    """What is not as expected of the position alone."""
    return tuple(_state(step, expect, outcome))


def _listed(step: int, expect: Mapping[str, Any], outcome: Outcome) -> Iterator[Difference]:
    """Problems, voided lines and rolls: whole lists."""
    voided = (e for e in outcome.result.events if isinstance(e, OrderVoided))
    found = {
        "problems": lines_of(outcome.problems),
        "voided": lines_of((e.seat, e.line, e.code) for e in voided),
        "rolls": [roll.label for roll in outcome.result.rolls],
    }
    for name, value in found.items():
        if name not in expect:
            continue
        wanted = expect[name] if name == "rolls" else lines_of((e["side"], e["line"], e["code"]) for e in expect[name])
        if wanted != value:
            yield Difference(step, name, wanted, value)


def lines_of(told: Iterable[ProblemAt]) -> list[dict[str, Any]]:
    """Problems or voided lines as a case lists them: by side, line and code."""
    return [{"side": side, "line": line, "code": code} for side, line, code in sorted(told)]


def _state(step: int, expect: Mapping[str, Any], outcome: Outcome) -> Iterator[Difference]:
    units = outcome.state.get("units", {})
    for unit, wanted in expect.get("units", {}).items():
        if unit not in units:
            yield Difference(step, f"units.{unit}", wanted, ABSENT)
            continue
        whole = {**outcome.counters.get(unit, {}), **units[unit]}
        if isinstance(wanted, str):
            wanted = {"status" if "status" in whole else "at": wanted}
        yield from _differ(step, f"units.{unit}", undotted(wanted), whole)
    if "state" in expect:
        yield from _differ(step, "state", undotted(expect["state"]), outcome.state)


def _differ(step: int, at: str, wanted: Any, found: Any) -> Iterator[Difference]:
    """The differences of a table from a JSON object that may have more keys, or of one value from another."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key, value in wanted.items():
            yield from _differ(step, f"{at}.{key}", value, found.get(key, ABSENT))
    elif not _same(_json(wanted), _json(found)):
        yield Difference(step, at, _json(wanted), _json(found))


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(_same, wanted, found))
    return bool(wanted == found) and isinstance(wanted, bool) == isinstance(found, bool)


def _json(value: Any) -> Any:
    return [_json(each) for each in value] if isinstance(value, list | tuple) else json_value(value)


def _run(step: int, expect: Mapping[str, Any], outcome: Outcome) -> Iterator[Difference]:
    """The question or questions that the phase stands at, and dice that nobody rolled."""
    found = [question.id for question in outcome.result.questions]
    wanted = json_value(expect.get("question"))
    listed = [] if wanted is None else wanted if isinstance(wanted, list) else [wanted]
    if found != listed:
        yield Difference(step, "question", wanted, found[0] if len(found) == 1 else found or None)
    if outcome.left:
        yield Difference(step, "dice", "all dice rolled", f"left over: {', '.join(map(str, outcome.left))}")


def format_value(value: Any) -> str:
    """A value in a sentence: null is none, lists of lines are short."""
    if isinstance(value, list):
        return "[" + ", ".join(map(format_value, value)) + "]"
    if isinstance(value, Mapping):
        line = {"side", "line", "code"} == value.keys()
        return f"{value['side']} {value['line']} {value['code']}" if line else str(dict(value))
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return str(value) if isinstance(value, int | _Absent) else repr(value).replace("'", '"')
