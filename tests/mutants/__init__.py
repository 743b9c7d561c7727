"""Mutation testing: small changes of the code, each of which a test has to notice.

    python -m tests.mutants [MODULE] [--sample N --seed S] [--minutes M] [--least PERCENT] [--whole]

MODULE is a package, a module or a file (pbem.rules.legion.paths, pbem/board); left out, all that TESTS names. The
tests near it run once under coverage; then each mutant, in a fork of that session, runs those tests that ran its very
line, the quickest first, until one fails. What is alive then goes on to slower tests of its room, random positions and
archived games, and with --whole to those that play whole games. Survivors are listed, those of equivalent.toml with the
reason why none can fail. --minutes counts from the start, and what it leaves is told.
"""
