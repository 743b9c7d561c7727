"""SMTP submission: mails handed to the provider's server, one connection for all of a pass."""

import smtplib
from base64 import b64encode
from dataclasses import dataclass
from email.utils import getaddresses

from pbem.effects import Effects
from pbem.mail.message.message import parse
from pbem.mail.message.size import header_block
from pbem.mail.servers.account import Account, explain_error, explain_errors
from pbem.mail.servers.transport import PermanentFailure, SendFailure, ServerTrouble, TemporaryFailure, Unreachable
from pbem.mail.text.printable import printable

# Some say 5xx for what passes: the day's share is used up, the recipient's mailbox is full.
_PASSING = ("5.4.5", "5.2.2", "daily", "rate limit", "too many messages", "over quota", "overquota")

# How servers say that this account may not send with that address (Postfix, Exchange, Exim).
_SENDER = ("sender address rejected", "not owned by", "sendasdenied", "send as this sender", "sender not allowed")
_SIZE = ("5.3.4", "552 ")
# How they say that they hand on what the recipient's server says: that is of one mail, whatever it says.
_HANDED_ON = ("recipient address rejected", " said: ", "callout")


@dataclass
class Smtp:
    """A submission server. It connects with the first mail of a pass; `close` ends the pass.

    `sender` is the envelope's: bounces go there. A server that cannot be reached, or does not let us in, is not asked
    again in the same pass.
    """

    account: Account
    effects: Effects
    sender: str
    _client: smtplib.SMTP | None = None
    _trouble: ServerTrouble | None = None

    def send(self, raw: bytes, message_id: str) -> None:
        """Hand a mail on to its one recipient (To). PermanentFailure where it will never go, else TemporaryFailure.

        Unreachable where nothing can be sent now.
        """
        client, recipient = self._open(), only_recipient(raw)
        self.effects.step(f"smtp send {message_id}")
        try:
            client.sendmail(self.sender, [recipient], raw)
        except smtplib.SMTPRecipientsRefused as refused:
            raise self._refusal(*next(iter(refused.recipients.values()))) from refused
        except smtplib.SMTPSenderRefused as refused:
            raise self._sender_refusal(refused.smtp_code, refused.smtp_error) from refused
        except smtplib.SMTPResponseException as refused:
            raise self._refusal(refused.smtp_code, refused.smtp_error) from refused
        except OSError as lost:
            client.close()
            self._client = None
            raise TemporaryFailure(str(explain_error(self.account, lost))) from lost
        self.effects.step(f"smtp sent {message_id}")

    def check(self) -> None:
        """Log in. Raises ServerTrouble."""
        with explain_errors(self.account):
            connect(self.account).quit()

    def close(self) -> None:
        """End the pass: say goodbye; a server that failed is asked again in the next."""
        client, self._client, self._trouble = self._client, None, None
        if client is not None:
            try:
                client.quit()
            except OSError:
                client.close()

    def _open(self) -> smtplib.SMTP:
        if self._trouble is not None:
            raise _unreachable(self._trouble)
        if self._client is None or self._client.sock is None:
            self.effects.step("smtp connect")
            try:
                with explain_errors(self.account):
                    self._client = connect(self.account)
            except ServerTrouble as wrong:
                self._trouble = wrong
                raise _unreachable(wrong) from wrong
        return self._client

    def _refusal(self, code: int, text: bytes | str) -> SendFailure:
        """What a refusal of a mail or its recipient means; some servers refuse the sender only here."""
        said = _said(code, text)
        handed_on = any(words in said.lower() for words in _HANDED_ON)
        if not handed_on and any(words in said.lower() for words in _SENDER):
            return self._sender_refusal(code, text)
        if code < 500 or any(word in said.lower() for word in _PASSING):
            return TemporaryFailure(said)
        return PermanentFailure(said)

    def _sender_refusal(self, code: int, text: bytes | str) -> SendFailure:
        """What a refusal of the sender means: it is the account's fault; but for a mail that is too large."""
        said = _said(code, text)
        if any(words in said for words in _SIZE) and not any(words in said.lower() for words in _PASSING):
            return PermanentFailure(said)
        return Unreachable(
            "{place} does not let {user} send as {sender} ({said}). The address under [referee] in "
            "pbem.toml must be one of the account's own, and the account free to send.",
            refused=code >= 500,
            place=self.account.place,
            user=self.account.user,
            sender=self.sender,
            said=said,
        )


def connect(account: Account) -> smtplib.SMTP:
    """A client that has logged in, over TLS with a verified certificate. Raises what the library raises."""
    client = open_client(account)
    try:
        if account.login == "xoauth2":
            bearer = f"user={account.user}\1auth=Bearer {account.secret()}\1\1"
            client.auth("XOAUTH2", lambda challenge=None: "" if challenge else bearer)
        elif account.user:
            _log_in(client, account.user, account.secret())
    except BaseException:
        client.close()
        raise
    return client


def _log_in(client: smtplib.SMTP, user: str, word: str) -> None:
    """Log in; what is not ASCII goes as UTF-8 (RFC 4616), which the library does not know."""
    if (user + word).isascii():
        client.login(user, word)
        return
    code, said = client.docmd("AUTH", f"PLAIN {b64encode(f'{chr(0)}{user}{chr(0)}{word}'.encode()).decode()}")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, said)


def open_client(account: Account) -> smtplib.SMTP:
    """A client before its login, over TLS with a verified certificate. Raises what the library raises."""
    account.check()
    tls = account.context()
    client: smtplib.SMTP
    if account.security == "tls":
        client = smtplib.SMTP_SSL(account.host, account.port, timeout=account.timeout, context=tls)
    else:
        client = smtplib.SMTP(account.host, account.port, timeout=account.timeout)
    try:
        client.ehlo()
        if account.security == "starttls":
            if not client.has_extn("starttls"):
                raise account.no_starttls()
            client.starttls(context=tls)
            client.ehlo()
    except BaseException:
        client.close()
        raise
    return client


def only_recipient(raw: bytes) -> str:
    """The address of the To header; PermanentFailure unless there is exactly one."""
    found = [address for _, address in getaddresses(parse(header_block(raw)).all("to")) if address]
    if len(found) != 1:
        raise PermanentFailure("the mail has {count} recipients in place of one", count=len(found))
    return found[0]


def _unreachable(wrong: ServerTrouble) -> Unreachable:
    return Unreachable(str(wrong), refused=wrong.why == "wrong-password")


def _said(code: int, text: bytes | str) -> str:
    return printable(f"{code} {text.decode('utf-8', 'replace') if isinstance(text, bytes) else text}")
