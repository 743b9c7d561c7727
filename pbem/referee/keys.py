"""The secrets of a mailbox: dice roots and the key of our Message-IDs and tokens."""

import hashlib

from pbem.dice.chain import Chain
from pbem.referee.errors import RefereeError
from pbem.referee.table import Table
from pbem.referee.world import World


def mail_key(world: World) -> bytes:
    """The key of Message-IDs and tokens; RefereeError where it is missing."""
    key = world.store.keys.read_mail_key()
    if key is None:
        raise RefereeError("The mail key .pbem/mail.key is missing. Put it back from a backup of .pbem/.")
    return key


def chain_of(world: World, table: Table) -> Chain:
    """The dice chain that a game is on, from its secret root."""
    root = world.store.keys.read_root(table.name, table.position.journal.chain)
    if root is None:
        raise RefereeError(
            f"The dice key of {table.name} is missing: .pbem/{table.name}.key. Put it back from a backup of .pbem/; "
            "without it no phase can be run."
        )
    return Chain.from_root(root)


def seeded(seed: str, what: str) -> bytes:
    """32 bytes that follow from a seed: the root or key of a game with test dice."""
    return hashlib.sha256(f"pbem test dice: {what}: {seed}".encode()).digest()
