"""Travel: the move to a chosen cell."""

from __future__ import annotations

from steep.content.articles_and_plurals import agreeing
from steep.core.geometry import UNKNOWN, steps_between
from steep.core.world import NEUTRAL
from steep.play.moves.move_base_class import MultiTurnMove, blocked_by_monster, first_in_the_way, one_step_at_a_time
from steep.play.moves.paths_over_known_ground import (
    UNTIL_GONE,
    OutOfReach,
    Pathfinder,
    step_to,
    walkable_ground,
)
from steep.play.player_view import PlayerView, enemies_apart, enemies_that_come, struck_by, visible_monsters
from steep.play.texts.describe import NOT_SEEN
from steep.play.texts.messages import capitalised
from steep.play.texts.terrain import danger_at, danger_on


class Travel(MultiTurnMove):
    """Walk to a remembered cell on a shortest known path, or beside the captive there."""

    def __init__(self, cell: int) -> None:
        super().__init__()
        self._cell = cell
        self._pathfinder = Pathfinder()
        self._out_of_reach = OutOfReach()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if hero.cell == self._cell:
            return "" if self._moves else "You are already there."
        if self._is_beside_captive(session):
            return f"{blocked_by_monster(session, self._cell).removesuffix('.')}: walk into it to free it."
        coming = one_step_at_a_time(session, enemies_that_come(session)) if self._moves else ""
        if why := coming or self._unreachable(session):
            return why
        ground = walkable_ground(hero)
        safe = self._out_of_reach.ground(session, ground)
        path = self._pathfinder.to(session, safe, self._cell) if safe else []
        if not path:
            path = self._pathfinder.to(session, ground, self._cell)
            near = [
                enemy for enemy in enemies_apart(session) if path and {hero.cell, path[0]} & struck_by(session, enemy)
            ]
            if self._moves and near:
                return one_step_at_a_time(session, near)
        return step_to(hero, path[0]) if path else self._blocked(session)

    def refusal(self, session: PlayerView) -> str:
        """Why the hero cannot travel to the cell, apart from enemies in view; empty when it can, or is there."""
        hero = session.hero
        if hero.cell == self._cell:
            return ""
        path = self._pathfinder.to(session, walkable_ground(hero), self._cell)
        return self._unreachable(session) or ("" if path else self._blocked(session))

    def _unreachable(self, session: PlayerView) -> str:
        """Why the hero cannot walk onto the cell; empty when it can."""
        hero = session.hero
        if hero.remembered[self._cell] == UNKNOWN:
            return NOT_SEEN
        kind = hero.remembered[self._cell]
        if session.rulebook.terrain[kind].solid and not hero.passable[kind]:
            name = session.rulebook.terrain[kind].name
            return agreeing(f"{capitalised(name)} is in the way.", name)
        if danger := danger_at(session, self._cell):
            return f"You don't walk into {danger} by yourself: step there."
        return "" if self._holds_captive(session) else blocked_by_monster(session, self._cell)

    def _holds_captive(self, session: PlayerView) -> bool:
        return any(each.cell == self._cell and each.side == NEUTRAL for each in visible_monsters(session.hero))

    def _is_beside_captive(self, session: PlayerView) -> bool:
        return steps_between(session.hero.cell, self._cell) == 1 and self._holds_captive(session)

    def _blocked(self, session: PlayerView) -> str:
        """Why there is no path to the cell."""
        hero = session.hero
        if gas := self._pathfinder.gas_in_the_way(session, walkable_ground(hero), self._cell):
            return agreeing(f"{capitalised(gas)} is in the way: {UNTIL_GONE}", gas)
        if name := first_in_the_way(session, self._pathfinder.to(session, hero.remembered, self._cell)):
            return f"{capitalised(name)} blocks the only way you know."
        through = self._pathfinder.to(session, hero.remembered, self._cell, session.rulebook.compiled.enterable)
        if danger := danger_on(session, through):
            return f"The only way you know leads through {danger}."
        return "You haven't found a way there yet."
