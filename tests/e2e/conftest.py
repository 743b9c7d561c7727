"""Whole evenings of play in real mailbox folders; the small ones of the referee's tests serve here too."""

from tests.referee.conftest import _begun, _each_picture_is_drawn_once, room

__all__ = ["_begun", "_each_picture_is_drawn_once", "room"]
