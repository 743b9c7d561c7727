"""The secrets of a mailbox: dice roots and the key of our Message-IDs and tokens."""

import secrets

from pbem.dice.chain import Chain, seeded
from pbem.errors import RefereeError
from pbem.game.game import Table
from pbem.referee.home.home import World


def mail_key(world: World) -> bytes:
    """The key of Message-IDs and tokens; RefereeError where it is missing."""
    key = world.store.keys.read_mail_key()
    if key is None:
        raise RefereeError("The mail key .pbem/mail.key is missing. Put it back from a backup of .pbem/.")
    return key


def chain_of(world: World, table: Table) -> Chain:
    """The dice chain that a game is on, from its secret root; RefereeError, with what to do, where that is lost."""
    journal = table.position.journal
    root = world.store.keys.read_root(table.name, journal.chain)
    file = world.store.keys.root_file(table.name, journal.chain).name
    if root is None:
        raise RefereeError(f"The dice key of {table.name} is missing: .pbem/{file}. {remedy(table.name)}")
    chain = Chain.from_root(root, world.links)
    if chain.head != journal.head:
        raise RefereeError(
            f"The dice key of {table.name}, .pbem/{file}, is not the one whose head the players were sent. "
            f"{remedy(table.name)}"
        )
    return chain


def remedy(game: str) -> str:
    """What a referee does about a lost dice key."""
    return (
        f"'pbem dice restore FILE' puts a copy of it back; where there is none, 'pbem dice rekey {game} --why …' makes "
        "new dice. Until then no phase is run; mails are taken and nothing is lost."
    )


def successor(world: World, table: Table) -> str:
    """The head of the chain that comes after the one in use; its root is made and kept here, once.

    A root that a killed run has kept is used: nobody has seen it. Test dice follow from the root before.
    """
    keys, number = world.store.keys, table.position.journal.chain
    root = keys.read_root(table.name, number + 1)
    if root is None:
        before = keys.read_root(table.name, number) if table.game.test_dice else None
        root = secrets.token_bytes(32) if before is None else seeded(before.hex(), f"{table.name} {number + 1}")
        keys.write_root(table.name, root, number + 1)
    return Chain.from_root(root, world.links).head
