"""What a playtest found, as JSON and in words: who won and why, how long games were, what they cost, the dice."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pbem.gamedata.games import clauses, shipped_game
from pbem.language.messages import translations
from pbem.playtest.play import Outcome, Series
from pbem.playtest.statistics import CONFIDENCE, Share, bar, face_mean, mean, share, spread, tally

DRAW = "draw"
BAR = 40
"""The longest bar of a histogram, in characters."""


def summary(series: Series, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of a playtest as JSON values. The same games give the same figures, whoever played them.

    `wins` are shares of the decided games (those that were not drawn), `draws` of all games that came to an end.
    """
    ended = [outcome for outcome in outcomes if not outcome.wrong]
    decided = [outcome for outcome in ended if outcome.winner != DRAW]
    sides = [side for side, _ in series.bots]
    turns = [outcome.turn for outcome in ended]
    return {
        "ruleset": series.ruleset,
        "version": shipped_game(series.ruleset).version,
        "scenario": series.scenario or shipped_game(series.ruleset).default_scenario,
        "seed": series.seed,
        "bots": dict(series.bots),
        "options": dict(series.options),
        "games": len(outcomes),
        "confidence": CONFIDENCE,
        "wins": {side: share(_wins(decided, side), len(decided)).to_json() for side in sides},
        "draws": share(len(ended) - len(decided), len(ended)).to_json(),
        "reasons": _reasons(ended, series.ruleset),
        "turns": {
            "mean": mean(turns),
            "spread": spread(turns),
            "games": {str(turn): count for turn, count in tally(turns).items()},
        },
        "lost": {side: _lost(ended, side) for side in sides},
        "left": {side: mean([outcome.left[side] for outcome in ended]) for side in sides},
        "dice": _dice(ended),
        "failed": [{"game": o.number, "why": o.wrong} for o in outcomes if o.wrong],
    }


def _wins(outcomes: Iterable[Outcome], side: str) -> int:
    return sum(outcome.winner == side for outcome in outcomes)


def _reasons(ended: Sequence[Outcome], ruleset: str) -> list[dict[str, Any]]:
    """Why games ended, the most frequent first: clause, who won by it, how often, and what the clause says."""
    known = clauses(ruleset)
    found = Counter((outcome.reason, outcome.winner) for outcome in ended)
    return [
        {"rule": rule, "winner": winner, "games": found[rule, winner], "says": _says(known, rule)}
        for rule, winner in sorted(found, key=lambda key: (-found[key], key))
    ]


def _says(known: dict[str, dict[str, Any]], rule: str) -> dict[str, str]:
    return {language: known[rule][language] for language in ("en", "es")} if rule in known else {}


def _lost(ended: Sequence[Outcome], side: str) -> dict[str, Any]:
    """The pieces that a game costs a side: mean and spread of all, and the mean of each kind."""
    totals = [sum(outcome.lost[side].values()) for outcome in ended]
    kinds = sorted({kind for outcome in ended for kind in outcome.lost[side]})
    by_kind = {kind: mean([outcome.lost[side].get(kind, 0) for outcome in ended]) for kind in kinds}
    return {"mean": mean(totals), "spread": spread(totals), "kinds": by_kind}


def _dice(ended: Sequence[Outcome]) -> dict[str, Any]:
    total: dict[str, Counter[str]] = {}
    for outcome in ended:
        for die, faces in outcome.faces.items():
            total.setdefault(die, Counter()).update(faces)
    return {
        die: {"rolls": sum(faces.values()), "faces": dict(sorted(faces.items())), "mean": face_mean(faces)}
        for die, faces in sorted(total.items())
    }


# In words ----------------------------------------------------------------------------------------------------------


def format_summary(found: dict[str, Any], language: str, seconds: float | None = None) -> str:
    """A summary in words, for the terminal; `seconds` is the time that a game took, if it is known."""
    teller = _SummaryWriter(found, language)
    blocks = [teller.head(), teller.wins(), teller.reasons(), teller.turns(), teller.losses(), teller.dice()]
    blocks += [teller.failed(), teller.time(seconds)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


class _SummaryWriter:
    """A summary in one language, block by block; an empty block is left out."""

    def __init__(self, found: dict[str, Any], language: str) -> None:
        self.found, self.language = found, language
        self.words = shipped_game(found["ruleset"]).words
        self._: Callable[[str], str] = translations(language).gettext

    def _name(self, kind: str, id_: str) -> str:
        """The name that game.json gives; the id where it gives none."""
        name: str = self.words.get(kind, {}).get(id_, {}).get(self.language, id_)
        return name

    def head(self) -> list[str]:
        """What was played."""
        _, found = self._, self.found
        title = _("%(ruleset)s, version %(version)s, %(scenario)s; games: %(games)s; seed: %(seed)s")
        bots = _("Bots: %(bots)s")
        playing = ", ".join(f"{self._name('sides', side)}: {bot}" for side, bot in found["bots"].items())
        lines = [title % found, bots % {"bots": playing}]
        if found["options"]:
            options = ", ".join(f"{name}={value}" for name, value in found["options"].items())
            lines.append(_("Options: %(options)s") % {"options": options})
        return lines

    def wins(self) -> list[str]:
        """Who won, and how sure that is."""
        _, found = self._, self.found
        lines = [_("Wins, of the games that were decided (95 %% interval)") % {}]
        lines += [_share_line(self._name("sides", side), counted) for side, counted in found["wins"].items()]
        lines.append(_share_line(_("draws, of all"), found["draws"]))
        return lines

    def reasons(self) -> list[str]:
        """By which clause games ended."""
        if not self.found["reasons"]:
            return []
        lines = [self._("How games ended")]
        for reason in self.found["reasons"]:
            says = reason["says"].get(self.language, "")
            winner = self._("draw") if reason["winner"] == DRAW else self._name("sides", reason["winner"])
            lines.append(f"  {reason['games']:5}  {winner:12} {reason['rule']}  {says}".rstrip())
        return lines

    def turns(self) -> list[str]:
        """How long games were."""
        turns = self.found["turns"]
        if not turns["games"]:
            return []
        heading = self._("Length in turns: mean %(mean)s, standard deviation %(spread)s")
        most = max(turns["games"].values())
        rows = [f"  {turn:>5}  {count:5}  {bar(count, most, BAR)}" for turn, count in turns["games"].items()]
        return [heading % _rounded(turns), *(row.rstrip() for row in rows)]

    def losses(self) -> list[str]:
        """What a game cost each side."""
        if not self.found["turns"]["games"]:
            return []
        line = self._("%(side)s: %(mean)s units lost (standard deviation %(spread)s), %(left)s left on the map")
        lines = [self._("Losses of a game, in the mean")]
        for side, lost in self.found["lost"].items():
            left = f"{self.found['left'][side]:.1f}"
            lines.append("  " + line % {**_rounded(lost), "side": self._name("sides", side), "left": left})
            kinds = (f"{self._name('types', kind)} {count:.1f}" for kind, count in lost["kinds"].items())
            lines.append("    " + ", ".join(kinds))
        return lines

    def dice(self) -> list[str]:
        """What the dice showed."""
        if not self.found["dice"]:
            return []
        lines = [self._("Dice")]
        for die, rolled in self.found["dice"].items():
            of = rolled["rolls"]
            faces = ", ".join(f"{face}: {count} ({100 * count / of:.1f} %)" for face, count in rolled["faces"].items())
            middle = "" if rolled["mean"] is None else self._("; mean %(mean)s") % {"mean": f"{rolled['mean']:.3f}"}
            lines.append(f"  {die} × {of}: {faces}{middle}")
        return lines

    def failed(self) -> list[str]:
        """The games that could not be played, each with what plays it again."""
        line = self._("Game %(game)s of seed %(seed)s failed: %(why)s")
        return [line % {**failure, "seed": self.found["seed"]} for failure in self.found["failed"]]

    def time(self, seconds: float | None) -> list[str]:
        """How long a game took."""
        return [] if seconds is None else [self._("Time: %(seconds)s s a game") % {"seconds": f"{seconds:.2f}"}]


def _share_line(name: str, counted: dict[str, Any]) -> str:
    part = Share(**counted)
    interval = f"{100 * part.low:.1f}–{100 * part.high:.1f} %"
    return f"  {name:14} {part.count:5} / {part.of:<5} {100 * part.share:5.1f} %  ({interval})"


def _rounded(figures: dict[str, Any]) -> dict[str, str]:
    """Mean and spread with one decimal."""
    return {key: f"{figures[key]:.1f}" for key in ("mean", "spread")}
