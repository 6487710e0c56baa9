"""Travel to a chosen cell, run in a direction, and rest until time heals nothing more."""

from __future__ import annotations

from functools import partial

from steep.bots.pathfinding import is_passable
from steep.content.articles_and_plurals import agreeing, definite
from steep.core.geometry import DIRECTIONS, STAIRS, UNKNOWN, WIDTH, steps_between
from steep.core.ruleset import REGENERATION
from steep.core.world import NEUTRAL, VisibleMonster
from steep.play.moves.move_base_class import (
    MultiTurnMove,
    blocked_by_monster,
    enemy_prevents,
    name_of,
    one_step_at_a_time,
)
from steep.play.moves.paths_over_known_ground import (
    Pathfinder,
    WayThrough,
    ground_out_of_reach,
    step_to,
    walkable_ground,
    way_through,
)
from steep.play.player_view import (
    PlayerView,
    alert_enemies,
    enemies_apart,
    enemies_that_come,
    harmful_statuses,
    hp_per_turn,
    hp_still_lost,
    struck_by,
    visible_monsters,
)
from steep.play.texts.abilities import danger_at
from steep.play.texts.describe import NOT_SEEN
from steep.play.texts.messages import capitalised, reason_sentence
from steep.play.texts.survival import stage_of
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import BLOCKED, FULL_HEALTH, WAIT, action

NO_WAY = "You haven't found a way there yet."


class Travel(MultiTurnMove):
    """Walk to a remembered cell on a shortest known path, or beside the captive there.

    Where the only way leads through danger or past somebody, it asks.
    """

    passes_items = True

    def __init__(self, cell: int, notes: FloorNotes | None = None) -> None:
        super().__init__(notes)
        self._cell = cell
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if hero.cell == self._cell:
            return "" if self._moves else "You are already there."
        self._notes.look(session)
        captive = next(
            (each for each in visible_monsters(hero) if each.cell == self._cell and each.side == NEUTRAL), None
        )
        if captive is not None and steps_between(hero.cell, self._cell) == 1:
            return self._free(session, captive)
        coming = one_step_at_a_time(session, enemies_that_come(session)) if self._moves else ""
        if why := coming or self._unreachable(session):
            return why
        ground = walkable_ground(hero)
        safe = ground_out_of_reach(session, ground, self._notes.struck)
        is_shut = danger_at(session, self._cell) or (captive is None and blocked_by_monster(session, self._cell))
        path = self._pathfinder.to(session, safe, self._cell) if safe and not is_shut else []
        if not path and not is_shut:
            path = self._pathfinder.to(session, ground, self._cell)
            near = [
                enemy for enemy in enemies_apart(session) if path and {hero.cell, path[0]} & struck_by(session, enemy)
            ]
            if self._moves and near:
                return one_step_at_a_time(session, near)
        if path:
            self._notes.crossing.clear()
            return step_to(hero, path[0])
        way = way_through(session, self._cell.__eq__)
        consent = way.consent(self._notes) if way.cells else None
        if consent is not None:
            return self._ask(self._blocked(session, way), *consent)
        return step_to(hero, way.cells[0]) if way.cells else NO_WAY

    def refusal(self, session: PlayerView) -> str:
        """Why the hero cannot travel to the cell, apart from enemies in view; empty when it can, or is there."""
        hero = session.hero
        if hero.cell == self._cell:
            return ""
        if why := self._unreachable(session):
            return why
        if danger := danger_at(session, self._cell):
            return f"You don't walk into {danger} by yourself: step there."
        if blocked := "" if self._holds_captive(session) else blocked_by_monster(session, self._cell):
            return blocked
        if self._pathfinder.to(session, walkable_ground(hero), self._cell):
            return ""
        return self._blocked(session, way_through(session, self._cell.__eq__))

    def _unreachable(self, session: PlayerView) -> str:
        """Why the hero cannot walk onto the cell; empty when it can."""
        hero = session.hero
        if hero.remembered[self._cell] == UNKNOWN:
            return NOT_SEEN
        kind = hero.remembered[self._cell]
        if session.rulebook.terrain[kind].solid and not hero.passable[kind]:
            name = session.rulebook.terrain[kind].name
            return agreeing(f"{capitalised(name)} is in the way.", name)
        return ""

    def _holds_captive(self, session: PlayerView) -> bool:
        return any(each.cell == self._cell and each.side == NEUTRAL for each in visible_monsters(session.hero))

    def _free(self, session: PlayerView, captive: VisibleMonster) -> int | str:
        """Free the captive beside the hero, or ask first."""
        if captive.actor in self._notes.faced:
            return step_to(session.hero, self._cell)
        text = f"{blocked_by_monster(session, self._cell).removesuffix('.')}: walk into it to free it."
        free = f"free {definite(session.rulebook.monsters[captive.kind].name)}"
        return self._ask(text, free, partial(self._notes.faced.add, int(captive.actor)))

    def _blocked(self, session: PlayerView, way: WayThrough) -> str:
        """What is on the only way to the cell, or that there is none."""
        if way.gas and not way.dares(self._notes):
            return agreeing(f"{capitalised(way.gas)} is in the way: wait for it to thin out.", way.gas)
        if not way.dares(self._notes):
            return f"The only way you know leads through {way.danger}."
        if way.body is None:
            return NO_WAY
        if way.body.cell == self._cell:
            return blocked_by_monster(session, self._cell)
        return f"{capitalised(name_of(session, way.body))} blocks the only way you know."


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
        # The cell behind counts as open, even if the hero has just run out of danger there.
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


NO_REST = "Resting doesn't help: wounds don't heal on their own."
STARVING = "You can't rest while you are {stage}."
FATAL_REST = "Resting would kill you: you will lose {loss} more HP."


class Rest(MultiTurnMove):
    """Wait until no harmful status is left and, if wounds heal with time, until HP are full.

    It is refused where it would only cost turns, and where a status would kill the hero before it ends.
    """

    bears_statuses = True

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := enemy_prevents(session, "rest", alert_enemies(session)):
            return why
        stage = stage_of(hero, session.rulebook)
        if stage is not None and stage.hp:
            return STARVING.format(stage=stage.name)
        if hp_still_lost(session) >= hero.hp:
            return FATAL_REST.format(loss=hp_still_lost(session))
        heals = hero.hp < hero.max_hp and (hero.stats[REGENERATION] > 0 or hp_per_turn(session) > 0)
        if heals or harmful_statuses(session):
            return action(WAIT)
        if self._moves:
            return ""
        return reason_sentence(FULL_HEALTH) if hero.hp == hero.max_hp else NO_REST
