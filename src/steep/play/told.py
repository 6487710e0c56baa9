"""What the player knows of a floor beyond the view: what moves have told, and who was seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from steep.core.world import NEUTRAL
from steep.play.player_view import PlayerView, visible_monsters


@dataclass(slots=True)
class Told:
    """What moves have told the player on a floor and need not tell again, and the captives seen there."""

    floor: int = 0
    harmless: set[int] = field(default_factory=set)
    """The rows of enemies that slept or couldn't come, and have interrupted a move."""
    gases: dict[str, int] = field(default_factory=dict)
    """The names of gases that came into view, and how near each has been."""
    dared: set[int] = field(default_factory=set)
    """The rows of enemies that a move has warned of, and that the player has gone near all the same."""

    captives: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The rows of captives that were seen and not freed, with the kind and the cell of each."""
    left: bool = False
    """Whether the player was told what is left behind."""

    def look(self, session: PlayerView) -> None:
        """Note the captives in view, and forget those that are captives no more."""
        hero = session.hero
        self.arrive(hero.floor)
        seen = {monster.actor: monster for monster in visible_monsters(hero)}
        # Only what is in view is known to have moved, died or been freed.
        for row, (_, cell) in list(self.captives.items()):
            if hero.visible[cell] or row in seen:
                del self.captives[row]
        for row, monster in seen.items():
            if monster.side == NEUTRAL:
                self.captives[row] = int(monster.kind), int(monster.cell)

    def arrive(self, floor: int) -> None:
        """Forget what was told on another floor."""
        if floor != self.floor:
            self.floor = floor
            self.harmless.clear()
            self.gases.clear()
            self.dared.clear()
            self.captives.clear()
            self.left = False
