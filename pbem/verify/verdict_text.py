"""What came of a verification, told to a player; and the two small programs that check a save without pbem."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.game.voice import ruleset_words
from pbem.language.messages import translations
from pbem.report.words import Words
from pbem.resources import verifiers
from pbem.verify.findings import Finding

if TYPE_CHECKING:
    from pbem.verify.verify import Verdict


def format_verdict(verdict: "Verdict", language: str) -> str:
    """The verdict in a player's words: what is wrong first, or what was proved; then what to know."""
    _ = translations(language).gettext
    words = words_of(verdict, language)
    if verdict.fault is not None:
        lines = [_("WRONG: %(what)s") % {"what": verdict.fault.sentence(language, words)}]
        lines += [_("What comes after it was not checked.")]
        return "\n".join(lines)
    counts = {
        "game": verdict.game,
        "records": verdict.records,
        "phases": verdict.phases,
        "rolls": verdict.rolls,
        "mails": verdict.mails,
    }
    lines = [_("%(game)s: all proofs hold. Records: %(records)s, phases: %(phases)s, rolls: %(rolls)s.") % counts]
    if verdict.mails:
        lines.append(_("Emails that agree: %(mails)s.") % counts)
    if verdict.last:
        lines.append(_("The last record is %(words)s (%(hash)s).") % {"words": verdict.words, "hash": verdict.last})
    return "\n".join([*lines, *(f"! {warning.sentence(language, words)}" for warning in verdict.warnings)])


def verdict_json(verdict: "Verdict", language: str) -> dict[str, Any]:
    """The verdict for scripts, each finding with its sentence."""
    words = words_of(verdict, language)

    def told(finding: Finding) -> dict[str, Any]:
        return {**finding.to_json(), "said": finding.sentence(language, words)}

    counts = {"mails": verdict.mails, "phases": verdict.phases, "records": verdict.records, "rolls": verdict.rolls}
    return {
        "game": verdict.game,
        "holds": verdict.fault is None,
        "fault": told(verdict.fault) if verdict.fault else None,
        "warnings": [told(warning) for warning in verdict.warnings],
        "checked": counts,
        "hash": verdict.last,
        "words": verdict.words,
    }


def words_of(verdict: "Verdict", language: str) -> Words | None:
    """The words of the verdict's rule set; None where it is not known."""
    return ruleset_words(verdict.ruleset, language) if verdict.ruleset else None


def export_verifiers(folder: Path) -> list[Path]:
    """Write the two programs that check a save without pbem into a folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for source in verifiers():
        target = folder / source.name
        target.write_bytes(source.read_bytes())
        written.append(target)
    return written
