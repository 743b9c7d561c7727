"""The referee's hand on keys and signed mails, at the command line and with the clock of the machine."""

from datetime import UTC, datetime

from tests.cli.making import Shell
from tests.mail.signatures.pgp_making import omar, signed_mail
from tests.referee.making import GAME, Room

SEAT = ("--game", GAME, "--seat", "moroccan")


def test_a_key_is_given_a_signed_mail_taken_and_both_are_shown(shell: Shell) -> None:
    key = shell.file("omar.asc", omar().public().decode())
    given = shell("mail", "key", key, *SEAT, "--only", "--json")
    assert given.data == {"game": GAME, "seat": "moroccan", "fingerprint": omar().fingerprint, "only": True}
    assert "Compare this fingerprint" in shell("mail", "key", key, *SEAT).out
    room = Room(shell.home, now=datetime.now(UTC), count=100)
    room.drop(signed_mail(room.mail("moroccan", "MOVE beni-1 0402\n", From="cafe@example.net"), omar(), room.now))
    room.drop(room.mail("moroccan", "MOVE beni-2 0403\n"))
    room.close()
    shell("tick")
    came = {mail["state"]: mail for mail in shell("mail", "list", "--last", "6", "--json").data if mail["way"] == "in"}
    good, held = came["orders"], came["held"]
    assert good["signed"].startswith("PGP good 20")
    assert (held["why"], held["signed"]) == ("pgp-wanted", "")
    assert good["signed"] in shell("mail", "list").out
    assert f"Signed: {good['signed']}\n" in shell("mail", "show", good["id"]).out
    assert "no PGP key" in shell("mail", "forget", *SEAT).out
    assert shell("mail", "retry", held["id"]).out.endswith("orders.\n")


def test_a_file_that_is_no_key(shell: Shell) -> None:
    found = shell("mail", "key", shell.file("omar.asc", "Omar\n"), *SEAT)
    assert (found.code, found.out) == (2, "")
    assert "That key cannot be kept: the file cannot be read as one." in found.err
