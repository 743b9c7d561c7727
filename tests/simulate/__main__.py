"""python -m tests.simulate --seed N --weeks 200: simulate, cut down what breaks, tell it. Exit code 1 for a fault."""

import argparse
import gc
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

from tests.simulate.faults import same_again
from tests.simulate.shrink import shortest
from tests.simulate.steps import WEEKS, Setting, Step, plan, setting
from tests.simulate.truth import Broken
from tests.simulate.world import World

RARELY = 50_000
"""After how many new objects the collector looks at them: at the usual 700 it takes a tenth of the time."""
SHRINKING = 120.0
"""Seconds that a fault is cut down for."""


def main(arguments: Sequence[str]) -> int:
    """Simulate as asked; the exit code."""
    asked = argparse.ArgumentParser("python -m tests.simulate", description=__doc__)
    asked.add_argument("--seed", default="1", help="another seed, other lives")
    asked.add_argument("--weeks", type=int, default=200, help=f"weeks in all, in lives of {WEEKS}")
    asked.add_argument("--life", type=int, help="only this one, as a fault names it")
    asked.add_argument("--ruleset", default="", help="only games of this one; of all where it is left out")
    asked.add_argument("--shrink", type=float, default=SHRINKING, metavar="SECONDS", help="for cutting down a fault")
    cores = len(os.sched_getaffinity(0))
    asked.add_argument("--jobs", type=int, default=cores, help="lives at a time (as many as there are cores)")
    asked.add_argument("--verbose", action="store_true", help="tell each life")
    given = asked.parse_args(arguments)
    numbers = [given.life] if given.life is not None else range(-(-given.weeks // WEEKS))
    weeks = games = faults = 0
    with tempfile.TemporaryDirectory(prefix="simulate", dir=_memory()) as folder:
        for lived in _all_lived(partial(live, given, Path(folder)), numbers, given.jobs):
            weeks, games, faults = weeks + lived.weeks, games + lived.games, faults + bool(lived.fault)
            if given.verbose:
                print(lived, flush=True)
            if lived.fault:
                print(lived.fault, flush=True)
    print(f"{weeks} weeks, {games} games, {faults} faults")
    return 1 if faults else 0


class Lived(NamedTuple):
    """What is told of a life: how long it was, what was played in it, and its fault ("" for none)."""

    number: int
    weeks: int
    steps: int
    games: int
    seconds: float
    fault: str

    def __str__(self) -> str:
        return f"life {self.number}: {self.steps} steps, {self.games} games, {self.seconds:.1f} s"


def _all_lived(live: Callable[[int], Lived], numbers: Sequence[int], jobs: int) -> Iterator[Lived]:
    if min(jobs, len(numbers)) <= 1:
        yield from map(live, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(live, numbers)


def live(given: argparse.Namespace, folder: Path, number: int) -> Lived:
    """A life as asked for, in a folder of its own; what breaks is cut down."""
    length = min(WEEKS, given.weeks - WEEKS * number) if given.life is None else WEEKS
    life, began = setting(f"{given.seed}.{number}", number, length, given.ruleset), process_time()
    steps, place = plan(life), folder / str(number) / "life"
    with _rarely_collected():
        broken, played = run(life, steps, place)
    seconds = process_time() - began
    fault = "" if broken is None else _told(_again(given, number), life, steps, broken, place, given.shrink)
    return Lived(number, length, len(steps), played, seconds, fault)


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """What was loaded is not gone through again and again, and what is new rarely."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def run(life: Setting, steps: Sequence[Step], folder: Path) -> tuple[Broken | None, int]:
    """What broke in a life, None for nothing; and how many games were played in it."""
    with same_again(life.seed):
        world = None
        try:
            world = World(folder, life)
            world.live(steps)
        except Broken as broken:
            return broken, len(world.truth.games) if world is not None else 0
        except Exception as wrong:
            return Broken(f"The simulation stumbled, {type(wrong).__name__}: {wrong}"), 0
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(folder.parent / f"{folder.name}.mails", ignore_errors=True)
        return None, len(world.truth.games)


def _again(given: argparse.Namespace, number: int) -> str:
    """What lives that life once more."""
    more = f" --ruleset {given.ruleset}" if given.ruleset else ""
    return f"--seed {given.seed} --life {number}{more}"


def _told(again: str, life: Setting, steps: Sequence[Step], broken: Broken, folder: Path, seconds: float) -> str:
    def breaks(tried: Sequence[Step]) -> str:
        found, _ = run(life, tried, folder)
        return kind(found.what) if found is not None else ""

    told = [f"FAULT in a life: {broken}", f"  again: {again}"]
    if seconds > 0:
        until = steps.index(broken.step) + 1 if broken.step in steps else len(steps)
        few = shortest(steps[:until], breaks, seconds)
        last, _ = run(life, few, folder)
        told += [f"  in {len(few)} of {len(steps)} steps: {last}", *(f"    {step}" for step in few)]
    return "\n".join(told)


def kind(what: str) -> str:
    """What broke, without the numbers and names that differ from run to run."""
    return re.sub(r"[0-9a-f]{8,}|\d+|p[a-z]\b", "#", what.partition("\n")[0])[:60]


def _memory() -> str | None:
    """Where files are written to memory, if that is to be had."""
    shared = Path(tempfile.gettempdir())
    return str(shared) if str(shared).startswith("/dev/shm") or not Path("/dev/shm").is_dir() else "/dev/shm"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
