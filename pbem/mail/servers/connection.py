"""A line to an IMAP server: how it is opened and cut, and what all who have one may ask there."""

from collections.abc import Sequence
from contextlib import suppress

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from imapclient.imapclient import TRASH

from pbem.mail.servers.account import Account


def percent_full(client: IMAPClient) -> int | None:
    """How many percent of its room a mailbox has taken; None where the server does not say."""
    if not client.has_capability("QUOTA"):
        return None
    try:
        _, quotas = client.get_quota_root("INBOX")
    except (IMAPClientError, LookupError, TypeError, ValueError):  # some servers answer what the library cannot read
        return None
    shares = [100 * one.usage // one.limit for one in quotas if one.limit]
    return max(shares, default=None)


def discard(client: IMAPClient, uids: Sequence[int]) -> None:
    """Remove mails of the selected folder; at Gmail into its bin: it would keep them under All Mail."""
    bin_ = client.find_special_folder(TRASH) if client.has_capability("X-GM-EXT-1") else None
    if bin_:
        client.move(uids, bin_)
        return
    remove(client, uids)


def remove(client: IMAPClient, uids: Sequence[int]) -> None:
    """Mark mails of the selected folder as deleted and, where the server can take out just these, do so."""
    client.delete_messages(uids, silent=True)
    if client.has_capability("UIDPLUS"):
        client.uid_expunge(uids)


def connect(account: Account) -> IMAPClient:
    """A client that has logged in, over TLS with a verified certificate. Raises what the library raises."""
    client = open_client(account)
    try:
        client.normalise_times = False
        if account.login == "xoauth2":
            client.oauth2_login(account.user, account.secret())
        else:
            word = account.secret()
            log_in = client.login if (account.user + word).isascii() else client.plain_login  # LOGIN knows ASCII only
            log_in(account.user, word)
    except BaseException:
        disconnect(client)
        raise
    return client


def open_client(account: Account) -> IMAPClient:
    """A client before its login, over TLS with a verified certificate. Raises what the library raises."""
    account.check()
    tls = account.context()
    client = IMAPClient(
        account.host, account.port, ssl=account.security == "tls", ssl_context=tls, timeout=account.timeout
    )
    try:
        if account.security == "starttls":
            if not client.has_capability("STARTTLS"):
                raise account.no_starttls()
            client.starttls(tls)
    except BaseException:
        disconnect(client)
        raise
    return client


def disconnect(client: IMAPClient) -> None:
    """Close the line, which may be closed already."""
    with suppress(OSError):
        client.shutdown()
