"""Keywords for mails that were taken but could not be moved: a full mailbox has no room for a second copy."""

from imapclient import IMAPClient

from pbem.mail.servers.transport import PLACES, Folder

DONE = b"$PbemDone"


def keywords_of(where: Folder) -> list[bytes]:
    """The keywords of a mail that belongs into the folder for these: it waits no longer."""
    return [DONE, _place(where)]


def find_marked(client: IMAPClient) -> dict[Folder, list[int]]:
    """The mails of the selected folder that bear them, by where they belong; one question where there are none."""
    found = set(client.search(["UNDELETED", "KEYWORD", DONE.decode()]))
    by_place: dict[Folder, list[int]] = {}
    for where in PLACES if found else ():
        ours = found.intersection(client.search(["UNDELETED", "KEYWORD", _place(where).decode()]))
        if ours:
            by_place[where] = sorted(ours)
    return by_place


def _place(where: Folder) -> bytes:
    return f"$Pbem{where.capitalize()}".encode("ascii")
