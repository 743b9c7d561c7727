"""Draw the golden pictures anew, to be looked at in the diff: python -m tests.report.golden."""

from tests.report.svg.golden_scenes import FOLDER, drawn, scenes

for name in scenes():
    (FOLDER / f"{name}.svg").write_text(drawn(name), "utf-8")
