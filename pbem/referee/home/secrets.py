"""The secrets of a mailbox: dice roots and the key of our Message-IDs and tokens."""

import secrets
from functools import lru_cache

from pbem.dice.chain import Chain, derive_secret
from pbem.errors import RefereeError
from pbem.game.game import Game
from pbem.phrases import Phrase
from pbem.referee.home.home import Home


def mail_key(home: Home) -> bytes:
    """The key of Message-IDs and tokens; RefereeError where it is missing."""
    key = home.store.keys.read_mail_key()
    if key is None:
        raise RefereeError("The mail key .pbem/mail.key is missing. Put it back from a backup of .pbem/.")
    return key


def chain_of(home: Home, game: Game) -> Chain:
    """The dice chain that a game is on, from its secret root; RefereeError, with what to do, where that is lost."""
    journal = game.position.journal
    root = home.store.keys.read_root(game.name, journal.chain)
    file = home.store.keys.root_file(game.name, journal.chain).name
    if root is None:
        raise RefereeError(
            "The dice key of {game} is missing: .pbem/{file}. {advice}",
            game=game.name,
            file=file,
            advice=lost_key_advice(game.name),
        )
    chain = _chain(root, home.links)
    if chain.head != journal.head:
        raise RefereeError(
            "The dice key of {game}, .pbem/{file}, is not the one whose head the players were sent. {advice}",
            game=game.name,
            file=file,
            advice=lost_key_advice(game.name),
        )
    return chain


@lru_cache(maxsize=4)
def _chain(root: bytes, length: int) -> Chain:
    """The chain of a root: a tick asks for that of a game several times, and thousands of hashes make it."""
    return Chain.from_root(root, length)


def lost_key_advice(game: str) -> str:
    """What a referee does about a lost dice key."""
    return Phrase(
        "'pbem dice restore FILE' puts a copy of it back; where there is none, 'pbem dice rekey "
        "{game} --why …' makes new dice. Until then no phase is run; mails are taken and nothing is "
        "lost.",
        game=game,
    )


def prepare_next_head(home: Home, game: Game) -> str:
    """The head of the chain that comes after the one in use; its root is made and kept here, once.

    A root that a killed run has kept is used: nobody has seen it. Test dice follow from the root before.
    """
    keys, number = home.store.keys, game.position.journal.chain
    root = keys.read_root(game.name, number + 1)
    if root is None:
        before = keys.read_root(game.name, number) if game.manifest.test_dice else None
        root = secrets.token_bytes(32) if before is None else derive_secret(before.hex(), f"{game.name} {number + 1}")
        keys.write_root(game.name, root, number + 1)
    return _chain(root, home.links).head
