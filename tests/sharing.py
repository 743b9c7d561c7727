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
    "tests/report/ground/test_playable.py",
    "tests/referee/test_first_hour.py",
    "pbem/conformance/test_ruleset.py",
    "tests/games/africa1860/test_played.py",
    "tests/cli/test_demo.py",
    "tests/referee/letters/test_receipt_length.py",
    "tests/reckoning/test_rif1926.py",
    "tests/report/ground/test_shipped.py",
    "tests/games/napoleonic/test_bailen_mails.py",
    "tests/language/pseudo/test_pseudo.py",
    "tests/servers/test_exactly_once.py",
    "tests/reckoning/test_africa1860.py",
    "tests/referee/letters/test_first_mail.py",
    "tests/cli/test_new.py",
    "tests/referee/intake/test_loops.py",
    "tests/games/napoleonic/test_mail.py",
    "tests/games/africa1860/test_asking.py",
    "tests/cli/speech/test_language.py",
    "tests/reckoning/test_napoleonic.py",
    "tests/reckoning/test_legion.py",
    "tests/servers/mailbox/test_smtp.py",
    "tests/referee/admin/test_lost_records.py",
    "tests/verify/test_scenario.py",
    "tests/referee/turn/test_start.py",
    "tests/e2e/test_spam.py",
    "tests/e2e/test_faults.py",
)
"""Files that take fifteen seconds and more, the longest first: whole games, real servers, grounds made anew, second
reckonings. They are half of all that the tests take; README's command runs them where CI is set."""


def shared(nodeid: str) -> str:
    """What a test is handed to a worker with: its file, or the one that it goes with."""
    path = nodeid.partition("::")[0]
    return WITH.get(path, path)


def rank(nodeid: str) -> int:
    """The place of a test's file: 0 for the first; the files that are not long share the last place."""
    return LONG.index(shared(nodeid)) if shared(nodeid) in LONG else len(LONG)
