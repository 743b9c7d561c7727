"""A position amended by a ruling of the referee: fields set by name, in the JSON as which the state is saved.

So whatever a state must fulfil to be read holds of an amended one as well.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.events import Amended, Change, Unfit

Dump = Callable[..., dict[str, Any]]
Load = Callable[[Any, Mapping[str, Any]], Any]


def amended(load: Load, dump: Dump, state: Any, event: Amended, *, piles: str = "") -> Any:
    """The state after the changes of a ruling, in their order. Unfit where it cannot have them.

    A unit that is put elsewhere leaves every list that names it, and where nothing is said of its status, that follows
    from where it is. `piles` is the field with the list of each space, to which it is added as the last.
    """
    data = dump(state, full=True)
    given = {(change.unit, change.field) for change in event.changes}
    for change in event.changes:
        target, key = _place(data, change)
        moves = bool(change.unit) and key == "at" and target[key] != change.now
        target[key] = change.now
        if moves:
            for name in data.keys() - {"units"}:
                data[name] = _without(data[name], change.unit)
            if (change.unit, "status") not in given:
                target.pop("status", None)
            if piles and change.now in data[piles]:
                data[piles][change.now] = [*data[piles][change.now], change.unit]
    try:
        return load(state.scenario, data)
    except ValueError as wrong:
        raise Unfit(str(wrong)) from wrong


def _place(data: dict[str, Any], change: Change) -> tuple[dict[str, Any], str]:
    """The object in which a change sets a key, and the key. Unfit for a unit or a field that there is not."""
    target, about = data, "The state"
    if change.unit:
        about = f"Unit {change.unit}"
        if change.unit not in data.get("units", {}):
            raise Unfit(f"There is no unit {change.unit!r} in this game.")
        target = data["units"][change.unit]
    key, _, inner = change.field.partition(".")
    if key not in target or isinstance(target[key], dict) is not bool(inner):
        raise Unfit(f"{about} has no field {change.field!r}.")
    if not inner:
        return target, key
    return target[key], inner


def _without(value: Any, unit: str) -> Any:
    """A value of JSON without a unit in its lists."""
    if isinstance(value, dict):
        return {key: _without(each, unit) for key, each in value.items()}
    return [each for each in value if each != unit] if isinstance(value, list) else value
