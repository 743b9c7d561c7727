"""The conformance suite: whole games of a rule set are played, and each phase is held against what all rule sets keep.

`python -m pbem.conformance NAME …` runs it on rule sets of any package; it wants pytest.
"""

from pbem.gamedata.rulesets import SHIPPED

CHOSEN: list[str] = list(SHIPPED)
"""The rule sets that the suite is run on."""
