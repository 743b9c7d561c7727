"""The doorway to a rule set: what it raises and never should is told as its own fault, and as nobody else's."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from pbem.core.events import Unfit
from pbem.core.play import Suspended
from pbem.core.ruleset import Ruleset
from pbem.errors import GameFault, RefereeError
from pbem.phrases import Phrase

TOLD = (RefereeError, Suspended, Unfit)
"""What is no fault: it is told already, is a question that waits for its answer, or a ruling that cannot be."""


def guard(rules: Ruleset) -> Ruleset:
    """The rule set for the play of a game: its functions raise GameFault for every fault of theirs."""
    return cast(Ruleset, _Guarded(rules))


class _Guarded:
    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._rules, name)
        is_function = callable(member) and not isinstance(member, type)
        found = self.__dict__[name] = self._watched(name) if is_function else member  # once
        return found

    def _watched(self, name: str) -> Callable[..., Any]:
        rules = self._rules

        def call(*given: Any, **named: Any) -> Any:
            try:
                return getattr(rules, name)(*given, **named)
            except TOLD:
                raise
            except Exception as wrong:
                where = Phrase("the rule set {ruleset}, in {name}", ruleset=rules.NAME, name=name)
                raise _fault(where, wrong) from wrong

        return call


@contextmanager
def blame(what: str) -> Iterator[None]:
    """Tell whatever goes wrong inside as GameFault of `what`."""
    try:
        yield
    except TOLD:
        raise
    except Exception as wrong:
        raise _fault(what, wrong) from wrong


def _fault(what: str, wrong: Exception) -> GameFault:
    why = f"{type(wrong).__name__}: {wrong}"
    return GameFault("This is a fault of {what} ({why}). Please report it to whoever wrote that.", what=what, why=why)
