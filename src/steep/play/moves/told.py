"""What moves have told the player on a floor, and need not tell again."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Told:
    """What moves have told the player on a floor."""

    floor: int = 0
    harmless: set[int] = field(default_factory=set)
    """The rows of enemies that slept or couldn't come, and have interrupted a move."""
    gases: dict[str, int] = field(default_factory=dict)
    """The names of gases that came into view, and how near each has been."""
    dared: set[int] = field(default_factory=set)
    """The rows of enemies that a move has warned of, and that the player has gone near all the same."""

    def arrive(self, floor: int) -> None:
        """Forget what was told on another floor."""
        if floor != self.floor:
            self.floor = floor
            self.harmless.clear()
            self.gases.clear()
            self.dared.clear()
