"""IMAP: the referee's mailbox on a server. Reading changes nothing there; what was taken is moved to another folder.

A mail waits as long as it lies in the inbox without our keyword, which only those get that cannot be moved. They are
moved a batch at a time, after what they did is on disk: a crash in between shows them again, and the intake knows them.
Numbers of mails are kept no longer than their UIDVALIDITY.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, IMAPClientReadOnlyError

from pbem.effects import Effects
from pbem.mail.message.size import HEADERS, LIMIT
from pbem.mail.servers.account import Account, explain_error, explain_errors, server_message
from pbem.mail.servers.connection import connect, discard, disconnect, percent_full, remove
from pbem.mail.servers.fair_order import CROWD, People, Words, by_turns, nobody, searches
from pbem.mail.servers.keywords import DONE, find_marked, keywords_of
from pbem.mail.servers.transport import PLACES, Folder, Incoming, ServerTrouble, Sleep, Stopped, Ticks
from pbem.phrases import Phrase

BATCH = 100  # mails of one FETCH
BATCH_BYTES = 8 * 2**20  # and the bytes that they may have together
LOOK = 2.0  # seconds of one look at a line in IDLE: so soon a dead line or a stop is noticed
NEARLY = 95  # percent of its room from which a mailbox is nearly full
POLL = 60.0  # seconds between two looks at a server without IDLE
_LOOKS = "pbem looks at the clock"
_PROBE = f"Subject: {_LOOKS}\r\n\r\nThis mail is removed at once.\r\n".encode()
_APPENDED = re.compile(rb"APPENDUID \d+ (\d+)")


@dataclass
class Imap:
    """A mailbox. One at a time uses it; it connects when it is first needed and again after the line was lost.

    `folders` are the names of the folders for handled, refused and machines' mail; they are made if missing.
    `troubles` are faults that do not keep mails from being taken, for the referee: a folder that cannot be made.
    """

    account: Account
    effects: Effects
    inbox: str = "INBOX"
    folders: Mapping[Folder, str] = field(default_factory=lambda: {place: place.capitalize() for place in PLACES})
    troubles: list[str] = field(default_factory=list)
    _client: IMAPClient | None = None
    _validity: int = 0
    _keeps_keywords: bool = False
    _settled: dict[Folder, list[int]] = field(default_factory=dict)

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails that wait, oldest first, fetched a batch at a time. Raises ServerTrouble (an OSError)."""
        self._tidy()
        uids = [uid for uid in self._waiting() if f"{self._validity}.{uid}" not in without]
        first = self._of_people(uids, people()) if len(uids) > CROWD else uids
        urgent = set(first)
        ordered = [*first, *(uid for uid in uids if uid not in urgent)]
        for batch in _batches(self._sizes(ordered, self._validity)):
            for incoming, uid in self._fetch_batch(batch, self._validity):
                yield replace(incoming, urgent=uid in urgent)
            self.flush()

    def settle(self, incoming: Incoming, where: Folder) -> None:
        """Have a mail put away with the others of its batch."""
        validity, uid = map(int, incoming.key.split("."))
        if validity == self._validity:
            self._settled.setdefault(where, []).append(uid)

    def flush(self) -> None:
        """Move what was settled. Raises ServerTrouble where the line is lost; what is left comes again."""
        settled, self._settled, validity = self._settled, {}, self._validity
        with explain_errors(self.account):
            for where, uids in sorted(settled.items()):
                self._put_away(self._same(validity), uids, where)

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Wait until mail may have come, at most `seconds`, by IDLE where the server has it. Raises ServerTrouble.

        True if there may be news. `stopped` is asked every now and then; `ticks` is a clock in seconds, `sleep` waits.
        """
        end = ticks() + seconds
        with explain_errors(self.account):
            client = self._open()
            if not client.has_capability("IDLE"):
                end = min(end, ticks() + POLL)
                while (left := end - ticks()) > 0 and not stopped():
                    sleep(min(LOOK, left))
                return True
            client.idle()
            while (left := end - ticks()) > 0 and not stopped():
                asked = ticks()
                if client.idle_check(timeout=min(LOOK, left)):
                    self._end_idle(client)
                    return True
                if ticks() - asked < min(LOOK, left) / 2:  # an empty answer at once: the line is dead
                    break
            self._end_idle(client)
            return False

    def check(self) -> list[str]:
        """Log in, make the folders that are missing, see that all may be written: those made. Raises ServerTrouble."""
        made = []
        with explain_errors(self.account):
            client = self._open()
            for place in PLACES:
                folder = self._folder(client, place)
                if not client.folder_exists(folder):
                    client.create_folder(folder)
                    made.append(folder)
                try:
                    client.select_folder(folder)
                except IMAPClientError as wrong:
                    raise _no_folder(self.account, folder, wrong, place) from wrong
            client.select_folder(self.inbox)
        return made

    def server_time(self) -> datetime | None:
        """The server's clock: a probe is put into the machines' folder, its time of arrival read, and it is removed.

        None where the server does not let us remove it again. Raises ServerTrouble.
        """
        with explain_errors(self.account):
            client = self._open()
            if not client.has_capability("UIDPLUS"):
                return None
            folder = self._folder(client, "machines")
            said = client.append(folder, _PROBE, flags=[b"\\Seen", b"\\Deleted"])
            found = _APPENDED.search(said if isinstance(said, bytes) else str(said).encode())
            try:
                client.select_folder(folder)
                uids = [int(found.group(1))] if found else sorted(client.search(["DELETED", "SUBJECT", _LOOKS]))
                data = client.fetch(uids[-1:], ["INTERNALDATE"]) if uids else {}
                if uids:
                    discard(client, uids)
            finally:
                self._drop()
        when = data.get(uids[-1], {}).get(b"INTERNALDATE") if uids else None
        return when if isinstance(when, datetime) and when.tzinfo is not None else None

    def close(self) -> None:
        """Log out, if the line is still there."""
        client, self._client = self._client, None
        if client is not None:
            try:
                client.logout()
            except (IMAPClientError, OSError):
                disconnect(client)

    # The line ---------------------------------------------------------------------------------------------------

    def _open(self) -> IMAPClient:
        """The client with the inbox selected: the one that we have, if the line still stands."""
        if self._client is not None:
            try:
                self._client.noop()
            except (IMAPClientError, OSError):
                self._drop()
        if self._client is None:
            self._client = self._connect()
        return self._client

    def _same(self, validity: int) -> IMAPClient:
        """The client, where the numbers of this pass still mean the same mails there."""
        client = self._open()
        if self._validity != validity:
            raise ServerTrouble(
                "lost", "{place} has numbered its mails anew. They are read again.", place=self.account.place
            )
        return client

    def _connect(self) -> IMAPClient:
        self.effects.step("imap connect")
        client = connect(self.account)
        try:
            chosen = client.select_folder(self.inbox)
        except IMAPClientError as wrong:
            disconnect(client)
            if "[SERVERBUG]" in str(wrong):
                raise
            raise _no_folder(self.account, self.inbox, wrong, "inbox") from wrong
        validity = int(chosen[b"UIDVALIDITY"])
        if validity != self._validity:
            self._settled.clear()  # the numbers in it are those of other mails
        self._validity = validity
        permanent = chosen.get(b"PERMANENTFLAGS", ())
        self._keeps_keywords = b"\\*" in permanent or DONE in permanent
        self._look_at_room(client)
        return client

    def _look_at_room(self, client: IMAPClient) -> None:
        """Tell of a mailbox that is nearly full: players' mails would be sent back to them."""
        full = percent_full(client)
        if full is not None and full >= NEARLY:
            self.troubles.append(
                Phrase(
                    "{place}: the mailbox of {user} is nearly full ({full} %). Delete old mails in "
                    "{folder} and the other folders: mails of players will soon be sent back to them.",
                    place=self.account.place,
                    user=self.account.user,
                    full=full,
                    folder=self.folders["handled"],
                )
            )

    def _drop(self) -> None:
        if self._client is not None:
            disconnect(self._client)
        self._client = None

    def _end_idle(self, client: IMAPClient) -> None:
        try:
            client.idle_done()
        except (IMAPClientError, OSError):
            self._drop()
            raise

    # Taking -----------------------------------------------------------------------------------------------------

    def _waiting(self) -> list[int]:
        with explain_errors(self.account):
            client = self._open()
            asked = ["UNDELETED", "UNKEYWORD", DONE.decode()] if self._keeps_keywords else ["UNDELETED"]
            return sorted(client.search(asked))

    def _of_people(self, uids: Sequence[int], people: Sequence[Words]) -> list[int]:
        """Those of the mails that are of these people, by turns; all, where the server cannot search for them."""
        wanted, found = set(uids), []
        with explain_errors(self.account):
            client = self._same(self._validity)
            for asked in searches(people):
                try:
                    found.append([uid for uid in sorted(client.search(asked)) if uid in wanted])
                except IMAPClientAbortError:
                    raise
                except IMAPClientError:
                    return list(uids)
        return by_turns(found)

    def _sizes(self, uids: Sequence[int], validity: int) -> Iterator[tuple[int, int]]:
        """The mails with their sizes in bytes, ascending."""
        for start in range(0, len(uids), 10 * BATCH):
            some = uids[start : start + 10 * BATCH]
            with explain_errors(self.account):
                found = self._same(validity).fetch(some, ["RFC822.SIZE"])
            yield from ((uid, int(found[uid][b"RFC822.SIZE"])) for uid in some if b"RFC822.SIZE" in found.get(uid, {}))

    def _fetch_batch(self, batch: Sequence[tuple[int, int]], validity: int) -> list[tuple[Incoming, int]]:
        """The mails of a batch with their numbers, headers only of large ones. One that is gone is left out."""
        whole = [uid for uid, size in batch if size <= LIMIT]
        large = [uid for uid, size in batch if size > LIMIT]
        with explain_errors(self.account):
            self.effects.step("imap fetch")
            client = self._same(validity)
            found = {uid: data.get(b"BODY[]") for uid, data in client.fetch(whole, ["BODY.PEEK[]"]).items()}
            part = f"BODY.PEEK[]<0.{HEADERS}>"
            found |= {uid: data.get(b"BODY[]<0>") for uid, data in client.fetch(large, [part]).items()}
        return [
            (Incoming(f"{self._validity}.{uid}", size, lambda raw=raw: raw), uid)  # type: ignore[misc]
            for uid, size in batch
            if isinstance(raw := found.get(uid), bytes)
        ]

    # Putting away -----------------------------------------------------------------------------------------------

    def _put_away(self, client: IMAPClient, uids: Sequence[int], where: Folder) -> None:
        """Move mails; what cannot be moved is marked where it lies."""
        folder = self._folder(client, where)
        self.effects.step(f"imap move {where}")
        try:
            if not client.folder_exists(folder):
                client.create_folder(folder)
            self._move(client, uids, folder)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as wrong:
            stay = Phrase("Mails stay in {inbox} in place of {folder}.", inbox=self.inbox, folder=folder)
            if not any(told.endswith(stay) for told in self.troubles):  # another batch may have told it
                self.troubles.append(f"{explain_error(self.account, wrong)} {stay}")
            if self._keeps_keywords:
                self.effects.step(f"imap mark {where}")
                client.add_flags(uids, keywords_of(where), silent=True)

    def _tidy(self) -> None:
        """Move the mails that could only be marked when they were taken; where there is no room yet, they stay."""
        if self._client is not None and not self._keeps_keywords:
            return
        with explain_errors(self.account):
            client = self._open()
            for where, uids in find_marked(client).items() if self._keeps_keywords else ():
                try:
                    self.effects.step(f"imap move {where}")
                    self._move(client, uids[:1], self._folder(client, where))
                    for start in range(1, len(uids), BATCH):
                        self._move(client, uids[start : start + BATCH], self._folder(client, where))
                except IMAPClientAbortError:
                    raise
                except IMAPClientError:  # the referee was told when they were marked
                    return

    def _move(self, client: IMAPClient, uids: Sequence[int], folder: str) -> None:
        if client.has_capability("MOVE"):
            client.move(uids, folder)
            return
        client.copy(uids, folder)
        remove(client, uids)

    def _folder(self, client: IMAPClient, where: Folder) -> str:
        """The folder's name within what the server calls one's own, often "" or "INBOX."."""
        name = self.folders[where]
        if not client.has_capability("NAMESPACE"):
            return name
        personal = client.namespace().personal
        prefix = personal[0][0] if personal else ""
        return name if name.startswith(prefix) else f"{prefix}{name}"


def _no_folder(account: Account, name: str, wrong: Exception, key: str) -> ServerTrouble:
    """What to raise for a folder (`key` of [imap]) that cannot be opened for reading and writing."""
    said = explain_error(account, wrong)
    if said.why != "folder":
        return said
    if isinstance(wrong, IMAPClientReadOnlyError):
        text = Phrase(
            "At {place} the folder {name} may only be read, so mails cannot be put away.",
            place=account.place,
            name=name,
        )
        return ServerTrouble(
            "folder",
            "{text} Let {user} write there, or name another: {key} under [imap].",
            text=text,
            user=account.user,
            key=key,
        )
    text = Phrase(
        "{place} has no folder {name} that {user} may open ({said}).",
        place=account.place,
        name=name,
        user=account.user,
        said=server_message(wrong),
    )
    return ServerTrouble("folder", "{text} Name another: {key} under [imap] in pbem.toml.", text=text, key=key)


def _batches(sizes: Iterator[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The mails in groups of at most `BATCH` and, where more than one, `BATCH_BYTES` that are fetched."""
    group: list[tuple[int, int]] = []
    total = 0
    for uid, size in sizes:
        some = size if size <= LIMIT else HEADERS
        if group and (len(group) == BATCH or total + some > BATCH_BYTES):
            yield group
            group, total = [], 0
        group.append((uid, size))
        total += some
    if group:
        yield group
