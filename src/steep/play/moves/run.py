"""Running: a long move in a direction that follows corridors and stops where there is something to decide."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, WIDTH
from steep.core.world import REMEMBERED_ROCK, REMEMBERED_STAIRS, Hero
from steep.play.messages import reason_sentence
from steep.play.moves.multi_turn import MultiTurnMove, who_stands_on
from steep.play.moves.pathfinding import step_to
from steep.play.view import PlayerView
from steep.rules.actions import BLOCKED

RING = (-WIDTH, 1 - WIDTH, 1, 1 + WIDTH, WIDTH, WIDTH - 1, -1, -WIDTH - 1)
"""The eight steps clockwise from north; straight ones have even places."""

AROUND = len(RING)
BACK = AROUND // 2
ASIDE = AROUND // 4


class Run(MultiTurnMove):
    """Run in a direction, an index into `DIRECTIONS`.

    In a corridor the run goes round corners and stops where the corridor forks,
    opens or ends. In the open it goes straight and stops where something is in
    the way, or where a wall at either side begins or ends: beside a door, say.
    What is passed on the first step is the player's own choice and stops
    nothing. It stops on stairs, and where it began when the way leads round.
    With a foe in view it goes one step at a time.
    """

    def __init__(self, direction: int) -> None:
        super().__init__()
        self._toward = RING.index(DIRECTIONS[direction])
        self._began = 0
        self._ground: tuple[bool, ...] | None = None
        """Where the run goes: () in a corridor, in the open whether it is open at the left and the right."""

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        way: int | None = self._toward
        if self._moves == 0:
            self._began = hero.cell
            if why := self._obstacle(session, hero.cell + RING[self._toward]):
                return why
        elif why := self._threat_on_the_way(session):
            return why
        elif hero.cell == self._began or hero.remembered[hero.cell] == REMEMBERED_STAIRS:
            return ""
        else:
            way = self._way_on(hero)
        if way is None:
            return ""
        self._toward = way
        return step_to(hero, hero.cell + RING[way])

    def _obstacle(self, session: PlayerView, cell: int) -> str:
        blocked = session.hero.remembered[cell] <= REMEMBERED_ROCK
        return reason_sentence(BLOCKED) if blocked else who_stands_on(session, cell)

    def _way_on(self, hero: Hero) -> int | None:
        is_open = [hero.remembered[hero.cell + step] > REMEMBERED_ROCK for step in RING]
        back = (self._toward + BACK) % AROUND
        behind, *pathfinder = openings(is_open, back)
        in_corridor = behind <= {(back + turn) % AROUND for turn in (-1, 0, 1)}
        if in_corridor and len(pathfinder) != 1:
            return None
        toward = only_way(pathfinder[0]) if in_corridor else None
        ground: tuple[bool, ...] = ()
        if toward is None:
            toward = self._toward
            ground = tuple(is_open[(toward + turn) % AROUND] for turn in (-ASIDE, ASIDE))
        if self._ground is None:
            self._ground = ground
        return toward if ground == self._ground and is_open[toward] else None


def openings(is_open: list[bool], back: int) -> list[set[int]]:
    """The stretches of open places round a cell, the one behind first; `back` must be open."""
    found: list[set[int]] = [set()]
    for turn in range(AROUND):
        place = (back + turn) % AROUND
        if is_open[place]:
            found[-1].add(place)
        elif found[-1]:
            found.append(set())
    if len(found) > 1 and is_open[back - 1]:
        found[0] |= found.pop()
    return [stretch for stretch in found if stretch]


def only_way(stretch: set[int]) -> int | None:
    """The one way through a stretch of open places, its straight one if there are others; None when it is wide."""
    straight = [place for place in stretch if place % 2 == 0]
    if len(stretch) == 1:
        return next(iter(stretch))
    return straight[0] if len(straight) == 1 else None
