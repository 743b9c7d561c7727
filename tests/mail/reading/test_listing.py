"""What `pbem mail read` prints."""

import json

from pbem.mail.reading.listing import orders_in
from tests.mail.making import is_order, raw_mail, samples, with_files


def test_only_orders_are_shown_without_comments_and_the_rest_is_kept_apart() -> None:
    shown = orders_in(raw_mail("Hi,\nMOVE  beni\u20113 0812 # go\n\n- HOLD beni-4\n-- \nAna\n"), is_order)
    assert shown.lines == ("MOVE beni-3 0812", "HOLD beni-4")
    assert shown.others == ("Hi,",)
    said = shown.as_json()
    assert said["left-out"] == [{"reason": "signature", "text": "--\nAna"}]
    assert said["claims"][0] == {"game": "melilla", "token": "k7f3q9xw", "where": "address"}


def test_a_json_sheet_is_shown_as_it_came() -> None:
    shown = orders_in(
        with_files(("orders.json", "application/json", b'{"format": 1,\n "game": "melilla"}\n')), is_order
    )
    assert "\n".join(shown.lines) == '{"format": 1,\n "game": "melilla"}'
    assert shown.as_json()["kind"] == "json"


def test_every_sample_has_json_with_plain_keys() -> None:
    for sample in samples():
        said = orders_in(sample.raw, is_order, "pbem.example.org").as_json()
        assert json.loads(json.dumps(said)) == said
        assert all(key == key.lower() and "_" not in key for key in said)
        assert (said["bounce"] is not None) == (sample.outcome == "bounce")
