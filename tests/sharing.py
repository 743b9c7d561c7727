"""How files are handed to workers: whole, those that use the same games together, the longest first.

A worker makes what its tests share (games, rooms, pictures) for itself, so a file torn in two costs it twice; and a
worker that is handed a long file last leaves the other one idle.
"""

WITH = {
    "tests/bots/test_players.py": "pbem/conformance/test_ruleset.py",
    "tests/conformance/test_suite.py": "pbem/conformance/test_ruleset.py",
}
"""Files that go with another one: both play the same games."""

LONG = (
    "tests/servers/test_play.py",
    "pbem/conformance/test_ruleset.py",
    "tests/servers/test_exactly_once.py",
    "tests/cli/test_demo.py",
    "tests/dice/test_distribution.py",
    "tests/e2e/test_faults.py",
    "tests/verify/test_tamper.py",
    "tests/e2e/test_samples.py",
    "tests/report/test_archived.py",
    "tests/e2e/test_spam.py",
    "tests/e2e/test_peeking.py",
    "tests/verify/test_threats.py",
    "tests/referee/admin/test_dice_keys.py",
)
"""Files that take eight seconds and more, the longest first."""


def shared(nodeid: str) -> str:
    """What a test is handed to a worker with: its file, or the one that it goes with."""
    path = nodeid.partition("::")[0]
    return WITH.get(path, path)


def rank(nodeid: str) -> int:
    """The place of a test's file: 0 for the first; the files that are not long share the last place."""
    return LONG.index(shared(nodeid)) if shared(nodeid) in LONG else len(LONG)
