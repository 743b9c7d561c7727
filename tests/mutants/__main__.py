"""The command: python -m tests.mutants (see the package); its last line is `killed K of N`."""

import argparse
import math
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutants.making import Mutant, mutants_of
from tests.mutants.running import TESTS, run
from tests.traceability import ROOT

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
Key = tuple[str, str, str, str]


def main(arguments: Sequence[str]) -> int:
    """Run the mutants that are asked for; 1 where fewer than the least of those that can be killed were."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("module", nargs="?", help="package, module or file; left out, all that are judged")
    parser.add_argument("--sample", type=int, help="so many of the mutants, by chance")
    parser.add_argument("--seed", default="0", help="what decides the chance (any text)")
    parser.add_argument("--least", type=float, default=97, help="per cent that must be killed")
    parser.add_argument("--minutes", type=float, default=math.inf, help="none is begun so many minutes after the start")
    parser.add_argument("--whole", action="store_true", help="try what is left on the tests of whole games too (slow)")
    asked = parser.parse_args(arguments)
    until = time.monotonic() + 60 * asked.minutes
    every = mutants_in(asked.module)
    reasons = equivalent()
    chosen = every
    if asked.sample is not None and asked.sample < len(every):
        chosen = Random(asked.seed).sample(every, asked.sample)
    open_ = [each for each in chosen if key_of(each) not in reasons]
    print(f"{len(every)} mutants, {len(chosen)} chosen, {len(chosen) - len(open_)} of them known as equivalent")
    outcomes: Counter[bool | None] = Counter()

    def tell(mutant: Mutant, survived: bool | None, tests: Sequence[str]) -> None:
        outcomes[survived] += 1
        if survived:
            print(f"survived  {mutant}{'' if tests else '  (no test near it runs this line)'}", flush=True)

    run(open_, until, tell, whole=asked.whole)
    for mutant in chosen:
        if key_of(mutant) in reasons:
            print(f"equivalent  {mutant}: {reasons[key_of(mutant)]}")
    if outcomes[None]:
        print(f"{outcomes[None]} were not judged in {asked.minutes:g} minutes")
    killed, judged = outcomes[False], outcomes[False] + outcomes[True]
    print(f"killed {killed} of {judged}")
    return 0 if judged and killed * 100 >= asked.least * judged else 1


def mutants_in(module: str | None) -> list[Mutant]:
    """The mutants of a module's files; an error that names it where it is not one of those that are judged."""
    files = [path for room in TESTS for path in sorted((ROOT / room).rglob("*.py"))]
    if module is not None:
        place = ROOT / (module if "/" in module else module.replace(".", "/")).removesuffix(".py")
        files = [path for path in files if path.with_suffix("") == place or path.is_relative_to(place)]
        if not files:
            sys.exit(f"{module} is not in {', '.join(TESTS)}.")
    names = [path.relative_to(ROOT).as_posix() for path in files]
    return [each for name in names for each in mutants_of(name, (ROOT / name).read_text("utf-8"))]


def key_of(mutant: Mutant) -> Key:
    """What a mutant is known by, wherever its line stands in its file."""
    return mutant.path, mutant.text, mutant.old, mutant.new


def equivalent() -> dict[Key, str]:
    """The mutants that no test can kill, with the reason (equivalent.toml)."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(each["path"], each["text"], each["old"], each["new"]): each["why"] for each in listed}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
