"""Choices worked out when they are looked at: a turn's arrivals alone may have many thousands."""

from collections.abc import Callable, Iterator, Mapping

from pbem.core.ruleset import Choice


class ByActor(Mapping[str, tuple[Choice, ...]]):
    """The choices of each actor, in the order given, worked out at the first look."""

    def __init__(self, actors: tuple[str, ...], choices_of: Callable[[str], tuple[Choice, ...]]) -> None:
        self._actors, self._choices_of = dict.fromkeys(actors), choices_of
        self._known: dict[str, tuple[Choice, ...]] = {}

    def __getitem__(self, actor: str) -> tuple[Choice, ...]:
        if actor not in self._actors:
            raise KeyError(actor)
        if actor not in self._known:
            self._known[actor] = self._choices_of(actor)
        return self._known[actor]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actors)

    def __len__(self) -> int:
        return len(self._actors)
