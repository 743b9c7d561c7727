"""What a game of Africa 1859-60 may be given beside options: whose special rules hold."""

from typing import Literal

from pydantic import Field

from pbem.core.record import Record


class Settings(Record):
    """The scenario of a position: a game that is played has it from its scenario; a case may name it (0.3)."""

    scenario: Literal["", "castillejos", "tetuan", "wad-ras"] = Field(
        default="", description="Whose special rules hold in a position of one's own: castillejos, tetuan, wad-ras."
    )
