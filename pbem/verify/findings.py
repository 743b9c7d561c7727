"""What a verification finds, and how a player is told: a code and its values, a sentence in the player's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.report.pages import phase_name
from pbem.report.words import Words


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: its code, the record it is about (0: the game as a whole) and the phase of that record.

    `turn` and `phase` are the record's, where it can be read ("" otherwise; a record without dice: its kind).
    """

    code: str
    n: int = 0
    turn: int = 0
    phase: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """For scripts."""
        return {"code": self.code, "record": self.n, "turn": self.turn, "phase": self.phase, "values": {**self.values}}

    def sentence(self, language: str, words: Words | None = None) -> str:
        """The finding in a player's words: which record and phase, what was expected and what was read."""
        _ = translations(language).gettext
        said = _(SENTENCES[self.code]) % self.values
        if not self.n:
            return said
        values = {
            "n": self.n,
            "turn": self.turn,
            "phase": phase_name(words, translations(language), self.phase) if words else self.phase,
        }
        head = _("Record %(n)s (turn %(turn)s, %(phase)s)") % values if self.phase else _("Record %(n)s") % values
        return f"{head}: {said}"


SENTENCES: Mapping[str, str] = {
    # files
    "file-broken": N_("The file %(file)s cannot be read: %(why)s"),
    "file-stray": N_("The file turns/%(file)s has no record's name."),
    "file-twice": N_("Two files have this number: %(first)s and %(second)s."),
    "file-missing": N_("It is missing; the next file is %(file)s."),
    "file-name": N_("The file %(file)s holds the record of another file: %(found)s."),
    "scenario": N_(
        "scenario.json is not the one that the game was made with: its hash is %(found)s, not %(expected)s."
    ),
    "scenario-broken": N_("scenario.json cannot be played: %(why)s"),
    "state-file": N_("state.json is not where the records lead: its hash is %(found)s, not %(expected)s."),
    "game": N_("game.json and scenario.json do not agree: %(key)s is %(found)s in one, %(expected)s in the other."),
    "faces": N_("game.json says that the dice are %(found)s; those of the rules are %(expected)s."),
    "previous": N_(
        "It names %(found)s as the hash of %(before)s, but that hash is %(expected)s: one of the two was changed, "
        "taken out or put in after it was written."
    ),
    "number": N_("It should have the number %(expected)s."),
    "state": N_("It begins from the position %(found)s, but the record before it ends with %(expected)s."),
    "test-dice-yes": N_("It says that its dice are test dice; those of the game are not."),
    "test-dice-no": N_("It says that its dice are not test dice; those of the game are."),
    "rollback-to": N_("It goes back to record %(found)s, which is not before it."),
    "rollback-state": N_("It says that it goes back to the position %(found)s; that record ended with %(expected)s."),
    "format": N_("It is of format %(found)s; in this game records of format %(expected)s stand before it."),
    "sheet": N_("The hash of a sheet is %(found)s; its order lines, as they stand here, have %(expected)s."),
    "seats": N_("It has sheets of: %(found)s. The rules ask in this phase: %(expected)s."),
    "end-missing": N_("The game is over after it, but the record of the end is missing: the journal was cut."),
    "end-early": N_("It says that the game ended; by the rules it goes on."),
    "end-winner": N_("It says that the winner is %(found)s (%(why)s); by the rules it is %(expected)s (%(reason)s)."),
    "end-level": N_("It says that the level of victory is %(found)s; by the rules it is %(expected)s."),
    "end-after": N_("It comes after the end of the game."),
    # chain
    "head": N_("It uses the dice chain with head %(found)s; the one in force has %(expected)s."),
    "link": N_(
        "It uses link %(found)s of the dice chain; its turn is link %(expected)s: a link was skipped or repeated."
    ),
    "link-again-yes": N_("It says that it is a correction with the same dice, but no rollback allows it to be one."),
    "link-again-no": N_("It uses a link again, but does not say that it is a correction with the same dice."),
    "link-hidden-yes": N_("The phase is finished, but its link is not revealed: its dice cannot be checked."),
    "link-hidden-no": N_("Its link is revealed, although a question was still open."),
    "link-far": N_("It uses link %(found)s; a chain has %(expected)s."),
    "link-broken": N_(
        "Its link %(number)s does not lead back to the head of the dice: %(found)s instead of %(expected)s."
    ),
    "next-head": N_("It brings a new head of the dice, but the chain is not used up: this is its link %(found)s."),
    "nonces": N_("The players' texts in its dice are %(found)s; they were fixed before as %(expected)s."),
    "nonce-missing": N_(
        "The dice were rolled without a text of %(seats)s, and no decision is recorded that allows it."
    ),
    "nonce-stranger": N_("A text of %(seats)s is in the dice, but the game has no such player."),
    "beacon-missing": N_("It has no public value (beacon) in its dice, which this game asks for."),
    "beacon-stranger": N_("It has a public value (beacon) in its dice, which this game does not have."),
    "beacon-run": N_("It was run at once with the phase before it, but has other texts or another public value."),
    "beacon": N_("Its public value (beacon) is %(found)s; it was fixed before as %(expected)s."),
    # rolls
    "label-twice": N_('Two rolls have the label "%(label)s".'),
    "die": N_('The roll "%(label)s" is of a die that the game does not have: %(found)s.'),
    "face": N_('The roll "%(label)s" shows %(found)s; from its label the dice give %(expected)s.'),
    # adjudicated again
    "roll-missing": N_('The rules ask for a roll "%(expected)s", which is not in the record.'),
    "roll-added": N_('It has a roll "%(found)s" for which the rules do not ask.'),
    "roll-other": N_('Roll %(place)s is "%(found)s"; the rules ask for "%(expected)s".'),
    "roll-items": N_('The draw "%(label)s" is from %(found)s; by the rules it is from %(expected)s.'),
    "roll-meaning": N_('The roll "%(label)s" is said to mean %(found)s; by the rules it means %(expected)s.'),
    "order": N_("The orders of %(place)s cannot be those that were adjudicated: %(found)s"),
    "text": N_(
        'Order %(place)s was sent as "%(text)s", which means %(expected)s; the record has it as %(found)s. Whoever '
        "changed one of the two has left the other."
    ),
    "event": N_(
        "Event %(place)s is not what the rules make of orders and dice: it says %(found)s, expected is %(expected)s."
    ),
    "answer": N_("Answer %(place)s is not what was answered: it says %(found)s, expected is %(expected)s."),
    "question": N_("The question that it waits for is %(found)s; by the rules it is %(expected)s."),
    "phase": N_("It is a record of %(found)s; the game stood at %(expected)s."),
    "position-before": N_("It says that it begins from the position %(found)s; the game stood at %(expected)s."),
    "position-after": N_("It says that it ends with the position %(found)s; by the rules that is %(expected)s."),
    "rollback": N_("It goes back to record %(found)s, after which the game never stood."),
    # mails
    "mail-game": N_("%(mail)s is of another game: %(found)s."),
    "mail-cut": N_("%(mail)s tells of record %(found)s; the journal ends with %(expected)s: it was cut."),
    "mail-hash": N_(
        "%(mail)s gives the hash %(found)s for it; it has %(expected)s: the record was changed after the email."
    ),
    "mail-other": N_(
        "%(mail)s and the record do not say the same: %(key)s is %(found)s in the email, here %(expected)s."
    ),
    "mail-unknown": N_(
        "%(mail)s gives the hash %(found)s, which is of nothing in this game: a record was changed or taken out after "
        "the email was sent."
    ),
    "mail-previous": N_(
        "%(mail)s says that the record before has the hash %(found)s; by another email it is %(expected)s."
    ),
    "mail-die": N_("The die %(die)s is said to have the faces %(found)s, which no game of this pbem knows."),
    "mail-new-head": N_("%(mail)s shows dice of the head %(found)s, which is not that of the game."),
    "mail-roll": N_('%(mail)s shows the roll "%(label)s" as %(found)s; the record has %(expected)s.'),
    "mail-head": N_("%(mail)s gives the head of the dice as %(found)s; the game has %(expected)s."),
    "mail-unproved": N_("%(mail)s tells dice of it without their link or their head: they cannot be checked."),
    "mail-text": N_(
        "What %(mail)s shows and what its attachment %(file)s says are not the same: the text lacks %(expected)s."
    ),
    "mail-more": N_(
        "What %(mail)s shows and what its attachment %(file)s says are not the same: the attachment lacks %(found)s."
    ),
    "mail-gap": N_("The attachment %(file)s of %(mail)s leaves out what stands before this record."),
    "mail-proof": N_("The attachment %(file)s of %(mail)s cannot be read: %(why)s"),
    "receipt": N_(
        "The last receipt of %(seat)s (%(mail)s) acknowledges orders with the hash %(found)s; the record has "
        "%(expected)s."
    ),
    "own-words": N_(
        'By a receipt (%(mail)s) the words of %(seat)s in the dice are "%(found)s" from record %(since)s on; this one '
        'has "%(expected)s".'
    ),
    "handed": N_(
        "It says that %(seat)s had changed hands, times: %(found)s. By a later receipt (%(mail)s) these were "
        "%(expected)s."
    ),
    "receipt-withdrawn": N_("By the last receipt of %(seat)s (%(mail)s) no orders stood; the record has some."),
    # warnings
    "warn-test-dice": N_("Test dice: the root of this game's dice is known, so whoever wants to can know every die."),
    "warn-rekeyed": N_("A new dice chain was begun, by %(who)s: %(why)s. Chains so far: %(count)s."),
    "warn-next-head": N_("The dice chain was used up; from here on a new one is in use."),
    "warn-same-text": N_("The text of %(seats)s is the same as before the new head: ask whether it was sent after it."),
    "warn-without": N_("The dice were begun without a text of %(seats)s, decided by %(who)s: %(why)s"),
    "warn-rollback": N_("Taken back to record %(to)s by %(who)s, to be played again with new dice: %(why)s"),
    "warn-correction": N_("Taken back to record %(to)s by %(who)s, to be played again with the same dice: %(why)s"),
    "warn-corrected": N_(
        "It is a correction: the orders of %(seats)s are not those that its dice were first rolled for."
    ),
    "warn-ruling": N_("Decided by %(who)s for %(seats)s: %(ruling)s %(why)s"),
    "warn-agreed": N_("%(seats)s agreed to a draw."),
    "warn-conceded": N_("%(seats)s gave the game up."),
    "warn-clock-accepted": N_("The clock was ahead for a while; it counts as it is now, says %(who)s: %(why)s"),
    "warn-amended": N_("%(who)s changed the position by a ruling: %(why)s"),
    "warn-handed": N_(
        "%(seats)s has another player from here on: what the former one was acknowledged is no proof of what comes."
    ),
    "warn-bot": N_(
        "A computer player sent the orders of %(seat)s, for which nothing stood; records with such orders: %(count)s."
    ),
    "warn-dates": N_(
        "%(mail)s was written before %(other)s, by the counts in both, but is dated later: a clock was wrong, or who "
        "wrote them counts wrongly."
    ),
    "warn-open": N_("A question is open: the dice of this phase are proved when it is finished."),
    "warn-unproved": N_("A question was open when the chain was given up: its dice cannot be proved."),
    "warn-version": N_(
        "The game is of version %(found)s of its rules; this pbem has version %(expected)s, and cannot say whether "
        "map, units and tables are those of that version."
    ),
    "warn-scenario-unknown": N_(
        'This pbem has no scenario "%(found)s" of these rules: look yourself whether map, units and tables in '
        "scenario.json are what you agreed."
    ),
    "warn-scenario": N_(
        'scenario.json is not the scenario "%(found)s" that this pbem has: %(places)s. Ask whether that was agreed.'
    ),
    "warn-running": N_(
        "The game goes on. Whether records after the last one were removed cannot be known from the save "
        "alone: compare record %(n)s, %(words)s, with your last report, or give your emails with --mail."
    ),
    "warn-alone": N_(
        "Without the save it cannot be checked that the rules asked for these rolls, that none is missing, and that "
        "the hashes are those of the records."
    ),
    "warn-head-alone": N_(
        "The dice lead back to the head %(head)s: compare it with that of your first email, or give that email too."
    ),
}
