"""`python -m pbem.conformance NAME …`: the conformance suite on these rule sets; exit code 0 where all hold."""

import sys
from pathlib import Path

from pbem import conformance
from pbem.gamedata.rulesets import BadGame, ruleset


def main(names: list[str]) -> int:
    """Run the suite on rule sets by name; 2 where one cannot be loaded or nothing can be run."""
    if not names:
        print("Name the rule sets: python -m pbem.conformance NAME …", file=sys.stderr)
        return 2
    try:
        import pytest
    except ModuleNotFoundError:
        print("The conformance suite wants pytest: pip install pytest", file=sys.stderr)
        return 2
    try:
        for name in names:
            ruleset(name)
    except BadGame as wrong:
        print(wrong, file=sys.stderr)
        return 2
    conformance.CHOSEN[:] = names
    suite = str(Path(__file__).with_name("test_ruleset.py"))
    return int(pytest.main(["-q", "-p", "no:cacheprovider", suite]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
