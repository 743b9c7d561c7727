"""Mutation testing: small changes of the code, each of which a test has to notice.

    python -m tests.mutants [MODULE] [--sample N --seed S] [--minutes M] [--least PERCENT]

MODULE is a package, a module or a file (pbem.rules.legion.paths, pbem/board); left out, all that ROOMS names. The
tests run once under coverage; then each mutant, in a copy of the tree, runs those tests that ran its very line, the
quickest first, until one fails. Survivors are listed, those of equivalent.toml with the reason why none can fail.
"""
