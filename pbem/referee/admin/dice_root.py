"""The secret roots of a game's dice: a copy kept elsewhere, put back, replaced where all copies are lost.

A root is never printed. A copy is a JSON file of the owner's own, with the roots of all the game's chains that are
there; what it holds is judged by the heads that the players were sent.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.dice.chain import FORMAT as DICE
from pbem.dice.chain import Chain
from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.game.phase import state_hash
from pbem.referee.home.home import Home
from pbem.referee.home.secrets import chain_of, prepare_next_head
from pbem.referee.letters.dice_letters import send_heads
from pbem.referee.turn.nonces import heads
from pbem.referee.turn.workflow import commit_record, open_phase
from pbem.save.records import RekeyRecord, States
from pbem.store.errors import StoreError

FORMAT = 1
LARGEST = 1_000_000
_PRINTED = re.compile(r"[^\x00-\x1f\x7f]{1,500}")


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """What a restore did: the game, the chains (1, 2 …) whose roots were put back, and those that were there."""

    game: str
    restored: tuple[int, ...]
    there: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def backup_roots(home: Home, game: Game, file: Path) -> tuple[int, ...]:
    """Copy a game's roots into a file that only its owner may read; the chains (1, 2 …) that it holds.

    Refused where the file is there already; RefereeError where the root in use is lost.
    """
    if file.exists() or file.is_symlink():
        raise Refused("{file} is there already: name another file.", file=file)
    chain_of(home, game)
    chains: list[dict[str, Any]] = []
    for number, head in enumerate(heads(game), 1):
        root = home.store.keys.read_root(game.name, number)
        if root is not None:
            chains.append({"chain": number, "head": head, "root": root.hex()})
    about = f"Secret: with it all dice of the game {game.name} that are still to come can be known."
    data = {"about": about, "chains": chains, "dice": DICE, "format": FORMAT, "game": game.name}
    text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    home.effects.write_bytes(file, text.encode("utf-8"), 0o600)
    return tuple(chain["chain"] for chain in chains)


def restore_roots(home: Home, file: Path) -> RestoreResult:
    """Put the roots of a copy back that are missing here.

    BadInput for a file that is no copy; Refused where a root is not that of the head which the players were sent, or
    another one lies in its place.
    """
    game, chains = _read(file)
    opened = home.open_game(game)
    known = heads(opened)
    for number, root in chains:
        if number > len(known) or Chain.from_root(root, home.links).head != known[number - 1]:
            raise Refused(
                "{file}: its root {number} does not belong to a head that the players of {game} were sent.",
                file=file,
                number=number,
                game=game,
            )
    present = opened.position.journal.chain
    if present not in dict(chains) and not home.store.keys.root_file(game, present).exists():
        raise Refused(
            "{file} is older than the dice in use: it has no root of chain {present}, which {game} has "
            "been on since its dice were changed. Look for a later copy; without one, 'pbem dice rekey "
            "{game} --why …'.",
            file=file,
            present=present,
            game=game,
        )
    restored, there = [], []
    for number, root in chains:
        if _is_there(home, game, number, root):
            there.append(number)
        else:
            home.store.keys.write_root(game, root, number)
            restored.append(number)
    return RestoreResult(game, tuple(restored), tuple(there))


def _is_there(home: Home, game: str, number: int, root: bytes) -> bool:
    """Whether this root lies in its place; Refused where that is taken by something else."""
    path = home.store.keys.root_file(game, number)
    try:
        found = home.store.keys.read_root(game, number)
    except StoreError as damaged:
        raise Refused("{damaged} Move the file away, then restore again.", damaged=damaged) from None
    if found is not None and found != root:
        raise Refused(
            "{path} holds another root, which is never overwritten: move it away if it is the wrong one.", path=path
        )
    return found is not None


def _read(file: Path) -> tuple[str, list[tuple[int, bytes]]]:
    """The game of a copy and its roots by chain; BadInput, without a word of what the file holds, for another file."""
    if file.stat().st_size > LARGEST:
        raise BadInput("{file} is no copy of dice keys: it is too large.", file=file)
    try:
        data = json.loads(file.read_text("utf-8"))
        if (data["format"], data["dice"]) != (FORMAT, DICE):
            raise ValueError
        return str(data["game"]), list(_roots(data["chains"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput("{file} is no copy of dice keys as 'pbem dice backup' writes them.", file=file) from None


def _roots(chains: Any) -> Iterator[tuple[int, bytes]]:
    for chain in chains:
        number, root = chain["chain"], bytes.fromhex(chain["root"])
        if type(number) is not int or number < 1 or len(root) != 32:
            raise ValueError
        yield number, root


def require_reason(why: str) -> str:
    """A reason as it is recorded; BadInput where there is none."""
    if not _PRINTED.fullmatch(why.strip()):
        raise BadInput("Say why, on one line of at most 500 characters: all players read it, in every later report.")
    return why.strip()


def rekey(home: Home, game: Game, who: str, why: str, now: datetime) -> Game:
    """Give a game a new chain of dice: recorded, its head mailed to all seats, used only with words sent after that.

    BadInput without a reason; Refused where the game is over or a question is open, whose dice are partly told.
    """
    why = require_reason(why)
    if game.over:
        raise Refused("{game} is over.", game=game.name)
    home.require_not_abandoned(game.name)
    waiting = game.position.journal.suspended_run()
    if waiting is not None:
        raise Refused(
            "{at} waits for an answer, and its dice are partly told: take it back first with 'pbem "
            "rollback {game} {at}'.",
            at=waiting.at,
            game=game.name,
        )
    state = state_hash(game.rules, game.state)
    record = RekeyRecord(
        n=game.position.journal.next_number,
        turn=game.state.turn,
        previous=game.position.previous,
        state=States(before=state, after=state),
        test_dice=game.manifest.test_dice,
        head=prepare_next_head(home, game),
        who=who,
        why=why,
    )
    game = open_phase(home, commit_record(home, game, record, now), now)
    send_heads(home, game, now)
    return game
