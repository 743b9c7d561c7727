"""The stages of a game, from the first mails to its end, and how it gets from one to the next. Pure: a row and facts.

    inviting ──▶ set-up ──▶ running ──▶ finished
                   │  ▲      │  ▲
                   ▼  │      ▼  │
                  paused   suspended          any of them but finished ──▶ abandoned

A game is *inviting* until every seat has answered its first mail; in *set-up* while pieces are placed that are placed
once; *running* while phases are played; *suspended* in the middle of a phase that waits for an answer; *paused* while
the referee, or what was agreed, holds the clock; *finished* when the rules, or the players, have ended it; *abandoned*
when the referee has, without a result. A roll-back may lead from any stage but abandoned back to an earlier one.

From any stage a game can be *handed over*: another mailbox plays it on, and here nothing is done for it any more. It
comes back in the stage that it has there by then.
"""

from collections.abc import Mapping
from typing import Literal

from pbem.store.rows import GameRow

Stage = Literal["inviting", "set-up", "running", "paused", "suspended", "finished", "abandoned", "handed-over"]
STAGES: Mapping[Stage, tuple[Stage, ...]] = {
    "inviting": ("set-up", "running", "abandoned", "handed-over"),
    "set-up": ("running", "suspended", "paused", "finished", "abandoned", "handed-over"),
    "running": ("suspended", "paused", "finished", "abandoned", "set-up", "handed-over"),
    "suspended": ("running", "set-up", "paused", "finished", "abandoned", "handed-over"),
    "paused": ("running", "set-up", "suspended", "finished", "abandoned", "handed-over"),
    "finished": ("running", "set-up", "suspended", "handed-over"),
    "abandoned": (),
    "handed-over": ("inviting", "set-up", "running", "paused", "suspended", "finished"),
}
"""Each stage with those that may follow it at once; what a roll-back of a finished game leads to among them."""


def stage_of(row: GameRow, *, over: bool, asks: bool, places: bool) -> Stage:
    """The stage of a game. `over`: its records have an end; `asks`: a phase waits for an answer; `places`: a set-up.

    Of what holds at the same time the first counts: that it was handed over, an end, the wait for players, a pause, a
    question, a set-up.
    """
    if row.handed_at is not None:
        return "handed-over"
    if over:
        return "finished"
    if row.ended is not None:
        return "abandoned"
    if row.started is None:
        return "inviting"
    if row.paused_at is not None:
        return "paused"
    if asks:
        return "suspended"
    return "set-up" if places else "running"
