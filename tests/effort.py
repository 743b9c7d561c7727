"""What a call costs, held to a limit that is sound on any machine and late in a long run."""

import gc
import time
from collections.abc import Callable
from typing import TypeVar

TRIES = 3

Given = TypeVar("Given")


def spent(call: Callable[[], Given]) -> tuple[Given, float]:
    """What a call gives and the seconds of processor time of this thread that it took.

    The collector rests meanwhile: late in a run it goes through all that the tests before left alive.
    """
    gc.disable()
    try:
        start = time.thread_time()
        given = call()
        return given, time.thread_time() - start
    finally:
        gc.enable()


def within(most: float, call: Callable[[], Given], *, tries: int = TRIES) -> Given:
    """What a call gives that costs at most `most` times a million turns of an empty loop in the same moment.

    A call that took longer is tried again, which only helps against a machine that was busy with something else; where
    it cannot be made twice, it has one try.
    """
    found: list[str] = []
    for _ in range(tries):
        given, seconds = spent(call)
        _, floor = spent(_loop)
        if seconds <= most * floor:
            return given
        found.append(f"{seconds:.3f} s, {seconds / floor:.1f} times the loop")
    raise AssertionError(f"at most {most} times the loop: {found}")


def _loop() -> None:
    for _ in range(1_000_000):
        pass
