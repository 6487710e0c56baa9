"""Run: the move in a direction that follows corridors and stops where there is a choice."""

from __future__ import annotations

from steep.bots.movement.steps_and_attacks import is_passable
from steep.core.geometry import DIRECTIONS, STAIRS, WIDTH
from steep.play.moves.move_base_class import MultiTurnMove, blocked_by_monster
from steep.play.moves.paths_over_known_ground import step_to
from steep.play.player_view import PlayerView
from steep.play.texts.messages import reason_sentence
from steep.rules.action_codes import BLOCKED

RING = (-WIDTH, 1 - WIDTH, 1, 1 + WIDTH, WIDTH, WIDTH - 1, -1, -WIDTH - 1)
"""The eight directions clockwise from north, as cell offsets; orthogonal ones have even indices."""

AROUND = len(RING)
BACK = AROUND // 2
"""Turns of 45 degrees to the opposite direction."""
ASIDE = AROUND // 4
"""Turns of 45 degrees to the side."""


class Run(MultiTurnMove):
    """Run in a direction, an index into `DIRECTIONS`.

    In a corridor the run follows bends and stops where the corridor forks, opens or ends. In the open it goes straight
    and stops in front of an obstacle, or where a wall on either side begins or ends, as at a door. The surroundings of
    the first step never stop it. It stops on stairs, and when a loop leads back to its start. While an enemy is in view
    it takes one step at a time.
    """

    def __init__(self, direction: int) -> None:
        super().__init__()
        self._toward = RING.index(DIRECTIONS[direction])
        self._began = 0
        self._ground: tuple[bool, ...] | None = None
        """The surroundings: () in a corridor; in the open, whether the left and the right are open."""

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        direction: int | None = self._toward
        if self._moves == 0:
            self._began = hero.cell
            if why := self._obstacle(session, hero.cell + RING[self._toward]):
                return why
        elif why := self._enemy_in_view(session):
            return why
        elif hero.cell == self._began or hero.remembered[hero.cell] == STAIRS:
            return ""
        else:
            direction = self._next_direction(session)
        if direction is None:
            return ""
        self._toward = direction
        return step_to(hero, hero.cell + RING[direction])

    def _obstacle(self, session: PlayerView, cell: int) -> str:
        """Why the first step is impossible; empty when it is possible."""
        kind = session.hero.remembered[cell]
        blocked = session.rulebook.compiled.enterable[kind] == 0 and session.hero.passable[kind] == 0
        return reason_sentence(BLOCKED) if blocked else blocked_by_monster(session, cell)

    def _next_direction(self, session: PlayerView) -> int | None:
        """The direction to go on in, an index into RING; None where the run stops."""
        hero = session.hero
        is_open = [is_passable(hero, hero.cell + step) for step in RING]
        back = (self._toward + BACK) % AROUND
        # Whatever it came from: it may have run out of danger.
        is_open[back] = True
        behind, *exits = openings(is_open, back)
        in_corridor = behind <= {(back + turn) % AROUND for turn in (-1, 0, 1)}
        if in_corridor and len(exits) != 1:
            return None
        toward = single_exit(exits[0]) if in_corridor else None
        ground: tuple[bool, ...] = ()
        if toward is None:
            toward = self._toward
            ground = tuple(is_open[(toward + turn) % AROUND] for turn in (-ASIDE, ASIDE))
        if self._ground is None:
            self._ground = ground
        return toward if ground == self._ground and is_open[toward] else None


def openings(is_open: list[bool], back: int) -> list[set[int]]:
    """The groups of adjacent open directions around a cell, the one behind first. `back` must be open."""
    found: list[set[int]] = [set()]
    for turn in range(AROUND):
        direction = (back + turn) % AROUND
        if is_open[direction]:
            found[-1].add(direction)
        elif found[-1]:
            found.append(set())
    if len(found) > 1 and is_open[back - 1]:
        found[0] |= found.pop()
    return [group for group in found if group]


def single_exit(group: set[int]) -> int | None:
    """The direction of an exit one cell wide, preferring orthogonal ones; None when it is wider."""
    orthogonal = [direction for direction in group if direction % 2 == 0]
    if len(group) == 1:
        return next(iter(group))
    return orthogonal[0] if len(orthogonal) == 1 else None
