"""Fight: attack or approach an enemy."""

from __future__ import annotations

from steep.bots.steps_and_attacks import NO_ACTION, step_off
from steep.core.geometry import steps_between
from steep.core.world import Hero, VisibleMonster
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.moves.paths_over_known_ground import Pathfinder, optimistic_ground, step_to, walkable_ground
from steep.play.player_view import PlayerView, visible_enemies


def order_of(hero: Hero, enemy: VisibleMonster) -> tuple[bool, int, int]:
    """What is beside the hero comes first, then what stands where the hero can go, the nearest and weakest first."""
    steps = steps_between(enemy.cell, hero.cell)
    return steps > 1 and not hero.passable[hero.remembered[enemy.cell]], steps, enemy.hp


class Fight(MultiTurnMove):
    """One action: step off a monster on the hero's cell, attack the weakest adjacent enemy, or approach the nearest."""

    def __init__(self) -> None:
        super().__init__()
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if self._moves:
            return ""
        enemies = sorted(visible_enemies(hero), key=lambda enemy: order_of(hero, enemy))
        if not enemies:
            return "No enemies in view."
        act = step_off(hero)
        if act != NO_ACTION:
            return act
        for ground in (walkable_ground(hero), optimistic_ground(hero)):
            for enemy in enemies:
                path = self._pathfinder.to(session, ground, enemy.cell)
                if path:
                    return step_to(hero, path[0])
        return "You can't reach any enemy in view."
