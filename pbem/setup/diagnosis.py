"""What the doctor says of one thing."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was checked. `wrong` is empty where it is well, else what is the matter; `mend` what to do."""

    about: str
    wrong: str = ""
    mend: str = ""

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {"about": self.about, "ok": not self.wrong, "wrong": self.wrong, "mend": self.mend}
