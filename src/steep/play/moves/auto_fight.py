"""Fight: attack or approach an enemy."""

from __future__ import annotations

from functools import partial

from steep.bots.movement.steps_and_attacks import NO_ACTION, step_off
from steep.core.geometry import steps_between
from steep.core.world import Hero, VisibleMonster
from steep.play.known.floor_notes import FloorNotes
from steep.play.moves.move_base_class import MultiTurnMove, name_of, warning_of
from steep.play.moves.paths_over_known_ground import (
    Pathfinder,
    ground_without,
    optimistic_ground,
    step_to,
    walkable_ground,
)
from steep.play.player_view import PlayerView, enemies_apart, struck_by, visible_enemies
from steep.play.texts.messages import capitalised
from steep.play.texts.terrain import danger_on


def order_of(hero: Hero, enemy: VisibleMonster) -> tuple[bool, bool, int, int]:
    """What is beside the hero comes first, then who is awake where the hero can go, the nearest and weakest first."""
    steps = steps_between(enemy.cell, hero.cell)
    out_of_the_way = steps > 1 and not hero.passable[hero.remembered[enemy.cell]]
    return out_of_the_way, steps > 1 and bool(enemy.asleep), steps, enemy.hp


class Fight(MultiTurnMove):
    """One action: step off a monster on the hero's cell, attack the weakest adjacent enemy, or approach the nearest.

    It warns once of a guardian asleep that it would attack or approach, and before it goes into the reach of an enemy
    that keeps apart; it goes around the latter where it can.
    """

    def __init__(self, notes: FloorNotes | None = None) -> None:
        super().__init__()
        self._notes = FloorNotes() if notes is None else notes
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
                    return self._approach(session, enemy, path, ground)
        enterable = session.rulebook.compiled.enterable
        for enemy in enemies:
            through = self._pathfinder.to(session, hero.remembered, enemy.cell, enterable)
            if danger := danger_on(session, through[:-1]):
                return f"The only way you know to {name_of(session, enemy)} leads through {danger}."
        return "You can't reach any enemy in view."

    def _approach(self, session: PlayerView, enemy: VisibleMonster, path: list[int], ground: bytearray) -> int | str:
        """The first step on a path to an enemy, or on one around enemies that keep apart, or a warning."""
        hero = session.hero
        struck = {each.actor: struck_by(session, each) - {hero.cell, enemy.cell} for each in enemies_apart(session)}
        around = ground_without(ground, set().union(*(struck[actor] for actor in struck if actor != enemy.actor)))
        path = self._pathfinder.to(session, around, enemy.cell) or path
        self._notes.arrive(hero.floor)
        new = [each for each in visible_enemies(hero) if each.actor not in self._notes.dared]
        if enemy in new and enemy.asleep and session.rulebook.monsters[enemy.kind].unique:
            self.go_on = partial(self._notes.dared.add, enemy.actor)
            return f"{capitalised(name_of(session, enemy))} is asleep."
        apart = [each for each in enemies_apart(session) if hero.cell not in struck_by(session, each)]
        near = [each for each in apart if each in new and path[0] in struck[each.actor]]
        if near:
            self.go_on = partial(self._notes.dared.update, [each.actor for each in near])
            return warning_of(session, near)
        return step_to(hero, path[0])
