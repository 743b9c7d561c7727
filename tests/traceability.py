"""Which clause is proved by what, and whether the proofs run the code that names the clause.

A clause id (LL-7.5) stands in the rules of the game (games/<ruleset>/clauses.toml), at the lines of code that carry it
out (a comment `# LL-7.5`, a `rule=`), and in its proofs: case files (`rules = ["LL-7.5"]`) and tests marked
`@pytest.mark.rule("LL-7.5")`. Three things are checked, by tests/test_traceability.py:

1. every clause has a proof, and every id that stands anywhere is one of the rules;
2. every clause has a place in the code, or a reason in NO_CODE why there is none;
3. at every place that names a clause, the first statement is run by a proof of that very clause.

The third needs the proofs to run: tests/watching.py watches the marked tests of an ordinary session, in all workers of
xdist together, and the check comes last. Where only some proofs run it judges the clauses all of whose proofs ran.

    python -m tests.traceability          # clause by clause: proofs and places; "unproved: none" at the end
    python -m tests.traceability --run    # the same, and the proofs are run and watched
"""

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pbem.gamedata.games import clauses
from pbem.gamedata.rulesets import IN_THE_MAKING, SHIPPED

RULESETS = (*SHIPPED, *IN_THE_MAKING)
"""All of pbem's own. Of one in the making the ids are known and the proofs judged, but not yet is all of it proved."""
ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
ID = re.compile(r"\b[A-Z]+-(?:[EW]\d+|\d+\.\d+)\b")
WORKED = {
    "legion": tuple(f"LL-W{n}" for n in range(1, 16)),
    "rif1926": tuple(f"RIF-W{n}" for n in range(1, 15)),
    "napoleonic": tuple(f"NAP-E{n}" for n in range(1, 16)),
}
"""The worked examples at the end of a catalogue: proved by cases, no rules of their own."""

NO_CODE = {
    "LL-1.1": "what the box holds: map, counters and die are data",
    "LL-2.2": "no effect: that rivers and bridges do nothing is the absence of code",
    "LL-2.5": "colours are drawn by the report; that a piece is Spanish is data",
    "LL-7.2": "follows from the sequence of play, LL-10.1",
    "RIF-1.1": "the history that the game is about",
    "RIF-9.1": "the two kinds of combat are what RIF-9.2 to 9.15 and RIF-9.16 to 9.21 say",
    "LL-7.11": "follows from LL-7.8 and LL-7.9: only hexes that are entered count",
    "AFR-1.1": "what areas, turns and units stand for; no rule reads it",
    "AFR-2.5": "what ground each kind of gun may enter is data, read by AFR-4.6",
    "AFR-2.11": "markers are fields of a unit, each set where its own clause says",
    "AFR-4.7": "no effect: that roads change no cost is the absence of code",
    "AFR-11.4": "names are data",
    "AFR-12.3": "drawn on the map, without effect",
    "AFR-12.8": "says again what AFR-2.8 says",
    "AFR-12.9": "a set-up is data",
    "AFR-13.7": "the fort's terrain is data",
    "AFR-13.8": "that no area of El Vigech is a river is data",
    "AFR-13.10": "says again what AFR-2.8 says",
    "AFR-13.12": "a list of reinforcements is data, carried out by AFR-11.1 and 11.3",
    "AFR-14.6": "the points of a convoy are data, counted by AFR-5.2",
    "AFR-14.9": "arrivals are not held to the limit: AFR-5.3 is asked at the end of movement alone",
    "AFR-14.10": "a set-up is data",
    "AFR-14.11": "a list of reinforcements is data, carried out by AFR-11.1 and 11.3",
    "AFR-15.4": "what silence means is the default of each clause that asks",
    "AFR-16.1": "factors are data",
    "NAP-1.1": "what a hex, a turn and a point stand for; no rule reads it",
    "NAP-15.2": "an army list is data",
    "NAP-15.3": "an army list is data",
    "NAP-15.6": "the map is data",
}
"""Clauses that no line of the rules names, with the reason."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the code that names a clause: the comment's line, and the lines of the statement that it is about.

    Without lines it is about something that is carried out once, as the module is read.
    """

    clause: str
    path: str
    line: int
    lines: frozenset[int]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.clause}"


@cache
def known() -> dict[str, str]:
    """The rule set of every clause id, worked examples included."""
    return {id_: name for name in RULESETS for id_ in (*clauses(name), *WORKED.get(name, ()))}


@cache
def proofs() -> dict[str, tuple[str, ...]]:
    """The proofs of every clause: case files as paths, tests as path::name, in order."""
    found: dict[str, list[str]] = {}
    for proof, ids in (*_case_proofs(), *_test_proofs()):
        for id_ in ids:
            found.setdefault(id_, []).append(proof)
    return {id_: tuple(sorted(set(found[id_]))) for id_ in sorted(found)}


def _case_proofs() -> Iterator[tuple[str, tuple[str, ...]]]:
    for path in sorted((TESTS / "cases").rglob("*.toml")):
        yield path.relative_to(ROOT).as_posix(), rules_of(path)


@cache
def rules_of(path: Path) -> tuple[str, ...]:
    """The clauses that a case file proves."""
    return tuple(tomllib.loads(path.read_text("utf-8")).get("rules", ()))


def _test_proofs() -> Iterator[tuple[str, tuple[str, ...]]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        where = path.relative_to(ROOT).as_posix()
        whole = tuple(id_ for node in tree.body if isinstance(node, ast.Assign) for id_ in _marked([node.value]))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                yield f"{where}::{node.name}", (*whole, *_marked(node.decorator_list))
            elif isinstance(node, ast.ClassDef):
                inner = (*whole, *_marked(node.decorator_list))
                for each in node.body:
                    if isinstance(each, ast.FunctionDef):
                        yield f"{where}::{node.name}::{each.name}", (*inner, *_marked(each.decorator_list))


def _marked(nodes: Iterable[ast.expr]) -> tuple[str, ...]:
    """The ids in `pytest.mark.rule(…)` calls among expressions, also within `parametrize`."""
    calls = [c for n in nodes for c in ast.walk(n) if isinstance(c, ast.Call) and isinstance(c.func, ast.Attribute)]
    named = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "rule"]
    return tuple(str(a.value) for call in named for a in call.args if isinstance(a, ast.Constant))


@cache
def places() -> tuple[Place, ...]:
    """Every place in the rule sets' code where a comment names a clause."""
    found: list[Place] = []
    for name in RULESETS:
        for path in sorted((ROOT / "pbem" / "rules" / name).rglob("*.py")):
            found += _places_in(path)
    return tuple(found)


def _places_in(path: Path) -> Iterator[Place]:
    text = path.read_text("utf-8")
    where, tree = path.relative_to(ROOT).as_posix(), ast.parse(text)
    spans = list(_spans(tree))
    bodies = [range(node.lineno, (node.end_lineno or 0) + 1) for node in _functions(tree)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            lines = _statement(spans, line) if any(line in body for body in bodies) else frozenset[int]()
            for id_ in dict.fromkeys(ID.findall(token.string)):
                yield Place(id_, where, line, lines)


def _statement(spans: list[range], line: int) -> frozenset[int]:
    """The lines of the statement that a comment in a line is about: the one it stands in, else the next one."""
    inside = [span for span in spans if line in span]
    after = [span for span in spans if span.start > line]
    found = min(inside, key=len, default=None) or min(after, key=lambda span: (span.start, len(span)), default=None)
    return frozenset(found or ())


def _spans(tree: ast.Module) -> Iterator[range]:
    """The lines of each statement within functions, of a compound one those of its head."""
    within = {id(node): node for function in _functions(tree) for node in ast.walk(function) if node is not function}
    for node in within.values():
        defines = isinstance(node, ast.FunctionDef | ast.ClassDef)
        if isinstance(node, ast.stmt) and not defines and not _is_docstring(node):
            yield range(node.lineno, _end(node) + 1)


def _end(node: ast.stmt) -> int:
    """The last line of a statement, of a compound one that of its head."""
    if not getattr(node, "body", None):
        return node.end_lineno or node.lineno
    own = (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr | ast.withitem))
    return max((getattr(child, "end_lineno", None) or node.lineno for child in own), default=node.lineno)


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# What is missing ------------------------------------------------------------------------------------------------


def unproved(rulesets: Collection[str] = SHIPPED) -> list[str]:
    """The clauses of rule sets that nothing proves."""
    return [id_ for id_, name in known().items() if name in rulesets and id_ not in proofs()]


def without_code(rulesets: Collection[str] = SHIPPED) -> list[str]:
    """The clauses of rule sets, worked examples apart, that no comment in the rules' code names."""
    named = {place.clause for place in places()}
    examples = {id_ for ids in WORKED.values() for id_ in ids}
    mine = (id_ for id_, name in known().items() if name in rulesets)
    return [id_ for id_ in mine if id_ not in named and id_ not in examples]


def strangers() -> list[str]:
    """Where an id stands that no rules have: in code, data, schemas, templates, and as that of a proof."""
    prefixes = {id_.split("-")[0] for id_ in known()}
    found = [f"{by[0]} {id_}" for id_, by in proofs().items() if id_ not in known()]
    for path in _texts():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            ids = [id_ for id_ in ID.findall(line) if id_.split("-")[0] in prefixes and id_ not in known()]
            found += [f"{path.relative_to(ROOT)}:{number} {id_}" for id_ in ids]
    return found


def _texts() -> Iterator[Path]:
    for folder in ("pbem", "games", "templates", "schemas"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".json", ".j2", ".md", ".po", ".pot", ".html") and path.is_file():
                yield path


def unrun(lines: Mapping[tuple[str, str], frozenset[int]], ran: frozenset[str]) -> tuple[list[Place], list[str]]:
    """The places that no proof of their clause ran, and the clauses not judged since not all their proofs ran.

    `lines` holds the lines run by clause and file, `ran` the proofs that were run.
    """
    judged = {id_ for id_, by in proofs().items() if ran.issuperset(by)}
    missed = [
        place
        for place in places()
        if place.clause in judged
        and place.lines
        and not place.lines & lines.get((place.clause, place.path), frozenset())
    ]
    open_ = set(unproved(IN_THE_MAKING))
    return missed, sorted({place.clause for place in places()} - judged - open_)


def main(arguments: list[str]) -> int:
    """Print what proves each clause, and what is missing; 1 if anything is."""
    for id_ in known():
        cases = [proof for proof in proofs().get(id_, ()) if proof.endswith(".toml")]
        tests = len(proofs().get(id_, ())) - len(cases)
        at = sum(1 for place in places() if place.clause == id_)
        print(f"{id_:<8} {len(cases):>3} cases {tests:>3} tests {at:>3} places  {NO_CODE.get(id_, '')}".rstrip())
    missing = {"unproved": unproved(), "without code": [i for i in without_code() if i not in NO_CODE]}
    missing["unknown"] = strangers()
    for making in IN_THE_MAKING:
        print(f"{making}, in the making: unproved: {', '.join(unproved((making,))) or 'none'}")
        print(f"{making}, in the making: without code: {', '.join(without_code((making,))) or 'none'}")
    for name, listed in missing.items():
        print(f"{name}: {', '.join(listed) or 'none'}")
    if "--run" in arguments:
        import pytest

        return int(pytest.main(["-q", "-m", "rule or last", str(TESTS)]))
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
