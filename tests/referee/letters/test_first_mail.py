"""What goes out with a first mail: its parts, and how large they may be."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.demo import NAME, play
from pbem.gamedata.rulesets import ruleset_names

ALL, PICTURES, PICTURE = 3_100_000, 600_000, 250_000
"""Bytes of a first mail as it is sent, of all pictures in it, and of each."""


@pytest.mark.parametrize("ruleset", [name for name in ("legion", "rif1926") if name in ruleset_names()])
def test_a_first_mail_is_no_larger_than_it_must_be(ruleset: str, tmp_path: Path) -> None:
    """Sheets of at most 250 kB each and 600 kB together, the handbook as a page, the empty map to print.

    All of it below 3 MB.
    """
    play(tmp_path, ruleset, "first", lambda turn, phase: None, turns_wanted=0, name=NAME)
    raw = [path.read_bytes() for path in sorted((tmp_path / "spool" / "out").glob("*.eml"))]
    first = [mail for mail in raw if b"application/pdf" in mail]
    assert len(first) == 2
    for mail in first:
        parts = [part for part in message_from_bytes(mail, policy=policy.default).walk() if not part.is_multipart()]
        pictures = [part.get_content() for part in parts if part.get_content_type() == "image/png"]
        assert pictures
        assert max(map(len, pictures)) <= PICTURE
        assert sum(map(len, pictures)) <= PICTURES
        assert [part.get_content_type() for part in parts].count("application/pdf") == 1
        assert len(mail) <= ALL
