"""What a new game of La Legión may be given beside options: who of two players on a side orders what (LL-3.1)."""

from pydantic import Field, ValidationInfo, field_validator

from pbem.core.record import Record


class Settings(Record):
    """What is said of the seats where two players share a side (LL-3.1)."""

    sector_column: dict[str, int] = Field(
        default_factory=dict,
        description="The first column of a side's second seat, by side: sector-column.spanish=24.",
    )
    owners: dict[str, str] = Field(
        default_factory=dict,
        description="Who of two seats orders an aircraft, a fleet or a reinforcement, by piece; else the first: "
        "owners.hidro-1=spanish-2.",
    )

    @field_validator("sector_column")
    @classmethod
    def _of_shared_sides(cls, columns: dict[str, int], info: ValidationInfo) -> dict[str, int]:
        """Of a scenario's own columns those of the sides that two seats share."""
        if info.context is None:
            return columns
        sides = list(info.context["seats"].values())
        return {side: column for side, column in columns.items() if sides.count(side) > 1}
