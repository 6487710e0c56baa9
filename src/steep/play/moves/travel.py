"""Long moves: exploring, travelling, descending, resting, fighting on, and letting a bot play.

They plan over what the hero knows and round the foes in view. With a foe in
view nobody explores or rests, and whoever walks goes one step at a time.
"""

from __future__ import annotations

from steep.bots.dispatch import choose_action
from steep.bots.mind import ImaginedState, Mind, start_mind
from steep.bots.moves import NO_ACTION, step_off
from steep.bots.registry import find_bot
from steep.core.geometry import NOWHERE, steps_between
from steep.core.world import REMEMBERED_ROCK, UNKNOWN, Hero
from steep.play.describe import NOT_SEEN
from steep.play.messages import capitalised, reason_sentence
from steep.play.moves.interrupt import Interrupts
from steep.play.moves.multi_turn import Move, MultiTurnMove, name_of, threat, who_stands_on
from steep.play.moves.pathfinding import Pathfinder, free_ground, hoped_ground, step_to
from steep.play.moves.run import Run
from steep.play.view import PlayerView, seen_items, visible_monsters
from steep.rules.actions import DESCEND, FULL_HEALTH, RUN_OVER, WAIT, action

__all__ = ["BotMove", "Descend", "Explore", "Fight", "Interrupts", "Move", "Rest", "Run", "Travel"]

PATIENCE = 20
"""Turns of rest without a gain of HP after which nobody hopes for more."""


class Explore(MultiTurnMove):
    """Walk to the nearest place that is unknown, or thing that was not stood upon yet, until there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := threat(session, "explore"):
            return why
        way = self._way(hero)
        if way:
            return step_to(hero, way[0])
        known = "" if hero.stairs == NOWHERE else " You know where the stairs are."
        return f"There is nothing left to explore.{known}"

    def _way(self, hero: Hero) -> list[int]:
        ground = free_ground(hero)
        way = self._pathfinder.to_unknown(ground, hero.cell)
        things = sorted(
            (steps_between(find.cell, hero.cell), find.cell) for find in seen_items(hero) if not find.visited
        )
        for steps, cell in things:
            if way and steps > len(way):
                break
            to_thing = self._pathfinder.to(ground, hero.cell, cell)
            if to_thing and (not way or len(to_thing) <= len(way)):
                way = to_thing
        return way


class Travel(MultiTurnMove):
    """Walk to a cell that was seen, by a shortest way that is known."""

    def __init__(self, cell: int) -> None:
        super().__init__()
        self._cell = cell
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if hero.cell == self._cell:
            return "" if self._moves else "You are already there."
        if why := self._threat_on_the_way(session) or self._ground_refuses(session):
            return why
        way = self._pathfinder.to(free_ground(hero), hero.cell, self._cell)
        return step_to(hero, way[0]) if way else self._blocked(session)

    def refusal(self, session: PlayerView) -> str:
        """Why the hero cannot travel to the cell, whoever is in view; empty when it can, or is there."""
        hero = session.hero
        if hero.cell == self._cell:
            return ""
        way = self._pathfinder.to(free_ground(hero), hero.cell, self._cell)
        return self._ground_refuses(session) or ("" if way else self._blocked(session))

    def _ground_refuses(self, session: PlayerView) -> str:
        hero = session.hero
        if hero.remembered[self._cell] == UNKNOWN:
            return NOT_SEEN
        if hero.remembered[self._cell] == REMEMBERED_ROCK:
            return "Solid rock is in the way."
        return who_stands_on(session, self._cell)

    def _blocked(self, session: PlayerView) -> str:
        hero = session.hero
        way = self._pathfinder.to(hero.remembered, hero.cell, self._cell)
        standing = {enemy.cell: name_of(session, enemy) for enemy in visible_monsters(hero)}
        name = next((standing[cell] for cell in way if cell in standing), "")
        return f"{capitalised(name)} blocks the only way you know." if name else "You haven't found a way there yet."


class Descend(MultiTurnMove):
    """Travel to the stairs and take them."""

    def __init__(self) -> None:
        super().__init__()
        self._floor = NOWHERE
        self._travel = Travel(NOWHERE)

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if self._moves == 0:
            self._floor = hero.floor
            self._travel = Travel(hero.stairs)
        if hero.floor != self._floor:
            return ""
        if hero.stairs == NOWHERE:
            return "You haven't found the stairs yet."
        if hero.cell == hero.stairs:
            return action(DESCEND)
        act = self._travel.next_action(session)
        return self._travel.ended if act is None else act


class Rest(MultiTurnMove):
    """Wait until healed.

    Whether wounds close with time is the ruleset's to say and not asked for
    here: rest goes on while it helps and gives up after PATIENCE turns that
    did not.
    """

    def __init__(self) -> None:
        super().__init__()
        self._hp = 0
        self._in_vain = 0

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := threat(session, "rest"):
            return why
        if hero.hp == hero.max_hp:
            return "You are back to full health." if self._moves else reason_sentence(FULL_HEALTH)
        self._in_vain = self._in_vain + 1 if hero.hp == self._hp else 0
        self._hp = hero.hp
        if self._in_vain == PATIENCE:
            return f"You rest for {PATIENCE} turns. Wounds don't heal on their own here."
        return action(WAIT)


class Fight(MultiTurnMove):
    """One action: step off a foe on the hero's own cell, strike the weakest beside it, or step toward the nearest."""

    def __init__(self) -> None:
        super().__init__()
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if self._moves:
            return ""
        enemies = sorted(visible_monsters(hero), key=lambda enemy: (steps_between(enemy.cell, hero.cell), enemy.hp))
        if not enemies:
            return "No enemies in view."
        act = step_off(hero)
        if act != NO_ACTION:
            return act
        for ground in (free_ground(hero), hoped_ground(hero)):
            for enemy in enemies:
                way = self._pathfinder.to(ground, hero.cell, enemy.cell)
                if way:
                    return step_to(hero, way[0])
        return "You can't reach any enemy in view."


class BotMove:
    """What a bot does in the run of a seed, for as long as it lasts. Raises `InputError` for a name that no bot has."""

    def __init__(self, name: str, seed: int) -> None:
        self._number = find_bot(name).number
        self._mind = Mind()
        self._dream = ImaginedState()
        start_mind(self._mind, seed)
        self.ended = ""

    def next_action(self, session: PlayerView) -> int | None:
        """The bot's choice; None when the run is over."""
        if session.over:
            self.ended = reason_sentence(RUN_OVER)
            return None
        return choose_action(self._number, session.hero, session.rulebook.compiled, self._mind, self._dream)
