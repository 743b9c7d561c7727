"""Formats: each file is read by the one that it says; what is newer or none is refused."""

import json

import pytest

from pbem.save.errors import SaveError
from pbem.save.formats import require_known_format
from pbem.save.reading import read_entry, read_manifest
from tests.save.making import game as about
from tests.save.making import phase


@pytest.mark.parametrize("found", [0, "1", None, True])
def test_what_is_no_format_is_refused(found: object) -> None:
    with pytest.raises(SaveError, match=r'^x: "format" is a whole number from 1 to 3, not '):
        require_known_format({"format": found}, "x")
    game, record = ({**each.to_json(), "format": found} for each in (about(), phase()))
    with pytest.raises(SaveError, match=r'^x: "format" is a whole number from 1 to 3, not '):
        read_manifest(json.dumps(game).encode(), "x")
    with pytest.raises(SaveError, match=r'^x: "format" is a whole number from 1 to 3, not '):
        read_entry(json.dumps(record).encode(), "x")


def test_one_that_only_a_later_release_knows_is_refused() -> None:
    with pytest.raises(SaveError, match=r"^x: format 4 is newer than this pbem, which reads up to 3\.$"):
        read_entry(json.dumps({**phase().to_json(), "format": 4}).encode(), "x")


@pytest.mark.parametrize("format_", [1, 2, 3])
def test_a_file_keeps_the_format_that_it_says(format_: int) -> None:
    game, record = ({**each.to_json(), "format": format_} for each in (about(), phase()))
    assert read_manifest(json.dumps(game).encode(), "x").to_json() == game
    assert read_entry(json.dumps(record).encode(), "x").to_json() == record
