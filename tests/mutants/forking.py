"""Work done in forks of this process, one for each core at a time, and what came of it."""

import math
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from resource import RLIMIT_CPU, setrlimit
from typing import TypeVar

WORKERS = 2
WALL = 4  # so many times as long by the clock as on a core: other work may share it
LAST = 15  # seconds for what still runs when the time is over
T = TypeVar("T")


def forked(work: Callable[[T], bool], things: Iterable[T], until: float = math.inf) -> Iterator[tuple[T, bool | None]]:
    """Each thing and what `work` said of it, as they are done: False too where it died of its limit.

    None instead where there was no time: at `until` (of time.monotonic) no more is begun, and LAST seconds later none
    goes on. RuntimeError where the work raises: see standard error.
    """
    rest, running = iter(things), dict[int, T]()
    while True:
        while len(running) < WORKERS and (thing := next(rest, None)) is not None:
            if time.monotonic() < until:
                running[_fork(work, thing)] = thing
            else:
                yield thing, None
        if not running:
            return
        pid, status = os.wait()
        if pid in running:
            thing = running.pop(pid)
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)  # what it has started
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) > 1:
                raise RuntimeError(f"The work with {thing} failed.")
            late = status == signal.SIGALRM and time.monotonic() >= until
            yield thing, None if late else status == 0


def limit(seconds: float, until: float = math.inf) -> None:
    """Have this process die after so many seconds on a core, some times as many by the clock, or LAST after `until`."""
    setrlimit(RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
    signal.alarm(math.ceil(min(WALL * seconds, max(until - time.monotonic(), 0) + LAST)))


def _fork(work: Callable[[T], bool], thing: T) -> int:
    """The id of a process, and of its group, that ends with 0 where the work is true, 1 where it is false."""
    pid = os.fork()
    if pid:
        return pid
    code = 2
    try:
        os.setsid()
        error = os.dup(2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            code = 0 if work(thing) else 1
        except BaseException:
            os.write(error, traceback.format_exc().encode())
    finally:
        os._exit(code)
