"""The codes that the command line shows as words in its language; in JSON they stay what they are."""

from collections.abc import Mapping

CODES: tuple[str, ...] = (
    # why a phase is or is not closed (turn/closing.py), and of a game that is over
    "not-started", "paused", "complete", "settling", "waiting", "deadline", "open", "nonces", "beacon", "over",
    # the stage of a game (home/lifecycle.py)
    "inviting", "set-up", "running", "suspended", "finished", "abandoned", "handed-over",
    # what is known of a seat (turn/present.py)
    "conceded", "has answered", "has not answered the first mail", "has not sent new words for the new dice",
    "a question waits for an answer", "not asked now", "orders are in", "orders are in, asks to wait", "awaited",
    "awaited: orders have problems or lack something",
    # what became of a mail that came (intake/inbox.py), or of one that went (store/rows.py); those that are stuck
    "orders", "machine", "bounce", "confirmed", "refused", "held", "quarantined", "ready", "sending", "sent",
    "failed", "bounced",
    # why a mail was refused (intake/refuse.py), or set aside
    "wrong-address", "no-token", "wrong-token", "several-seats", "unknown-sender", "same-message-id", "bad-signature",
    "wrong-passphrase", "too-many", "too-big", "two-senders", "no-sender", "pgp-bad", "pgp-old", "fault",
    "by the referee", "seated", "too-late", "nothing", "the seat has another player",
    # what a mail is (letters/queue.py)
    "mail", "welcome", "start", "report", "receipt", "reminder", "refusal", "note", "press", "head", "lock",
    # records that a rollback takes back beside phases (save/records.py)
    "rollback", "ruling", "rekey", "end",
    # people without a seat (store/rows.py), and a game that nobody won
    "observer", "standby", "invited", "was asked", "said yes", "draw",
    # what a replay finds different (game/replay.py), and how a case comes out (cases)
    "phase", "order", "link", "text", "state", "hash", "roll", "question", "event", "answer", "holds", "differs",
    "invalid",
)  # fmt: skip

ENGLISH: Mapping[str, str] = {
    **{code: code.replace("-", " ") for code in CODES if "-" in code and code != "set-up"},
    "not-started": "not started yet",
    "nonces": "words for the dice are missing",
    "settling": "all is in, a while is left for changes",
}
"""What English says for the codes that are no words by themselves."""
