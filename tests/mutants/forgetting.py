"""What is cached is forgotten before a test, so that every test that needs a line runs it."""

import sys
from collections.abc import Callable
from functools import cache


def forget(*rooms: str) -> None:
    """Clear the caches of all functions of rooms, given as "pbem.report"."""
    for clear in _caches(rooms, len(sys.modules)):
        clear()


@cache
def _caches(rooms: tuple[str, ...], modules: int) -> tuple[Callable[[], None], ...]:
    """What clears each, looked for again where there are more `modules` than before."""
    ours = [vars(module) for name, module in sorted(sys.modules.items()) if name.startswith(rooms)]
    found = [getattr(value, "cache_clear", None) for names in ours for value in names.values()]
    return tuple(clear for clear in found if callable(clear))
