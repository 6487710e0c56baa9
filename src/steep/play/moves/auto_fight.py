"""Fight: attack or approach an enemy."""

from __future__ import annotations

from functools import partial

from steep.bots.pathfinding import NO_ACTION, step_off
from steep.core.geometry import NOWHERE, steps_between
from steep.core.world import Hero, VisibleMonster
from steep.play.moves.move_base_class import MultiTurnMove, name_of, warning_of
from steep.play.moves.paths_over_known_ground import (
    Pathfinder,
    WayThrough,
    ground_without,
    optimistic_ground,
    step_to,
    walkable_ground,
    way_to_enemy,
)
from steep.play.player_view import PlayerView, enemies_apart, harmful_statuses, struck_by, visible_enemies
from steep.play.texts.messages import capitalised
from steep.play.warnings_and_discoveries import FloorNotes


def attack_priority(hero: Hero, enemy: VisibleMonster) -> tuple[bool, bool, int, int]:
    """Sort key: adjacent enemies first, then those the hero can walk to, the awake, the nearest and the weakest."""
    steps = steps_between(enemy.cell, hero.cell)
    out_of_the_way = steps > 1 and not hero.passable[hero.remembered[enemy.cell]]
    return out_of_the_way, steps > 1 and bool(enemy.asleep), steps, enemy.hp


IN_VAIN = 20
"""After this many looks at an enemy that comes no nearer, the player is told. A key press looks once or twice."""


class Fight(MultiTurnMove):
    """One action: step off a monster on the hero's cell, attack the weakest adjacent enemy, or approach the nearest.

    It warns once of a sleeping guardian that it would attack or approach, and before it goes into the reach of an enemy
    that keeps apart; it goes around the latter where it can. It says when an enemy keeps away from the hero for long.
    Given the row of an enemy, it fights only that one.
    """

    def __init__(self, notes: FloorNotes | None = None, enemy: int | None = None) -> None:
        super().__init__(notes)
        self._enemy = enemy
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if self._moves:
            return ""
        meant = [enemy for enemy in visible_enemies(hero) if self._enemy in (None, enemy.actor)]
        enemies = sorted(meant, key=lambda enemy: attack_priority(hero, enemy))
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
        for enemy in enemies:
            way = way_to_enemy(session, enemy.cell)
            if way.cells:
                return self._through(session, enemy, way)
        return "You can't reach any enemy in view."

    def _through(self, session: PlayerView, enemy: VisibleMonster, way: WayThrough) -> int | str:
        """The first step on the only way to an enemy, or a question."""
        consent = way.consent(self._notes)
        if consent is None:
            return step_to(session.hero, way.cells[0])
        name = name_of(session, enemy)
        if not way.dares(self._notes):
            return self._ask(f"The only way you know to {name} leads through {way.danger}.", *consent)
        blocker = "Somebody" if way.body is None else capitalised(name_of(session, way.body))
        return self._ask(f"{blocker} blocks the only way you know to {name}.", *consent)

    def _approach(self, session: PlayerView, enemy: VisibleMonster, path: list[int], ground: bytearray) -> int | str:
        """The first step on a path to an enemy, or on one around enemies that keep apart, or a warning."""
        hero = session.hero
        struck = {each.actor: struck_by(session, each) - {hero.cell, enemy.cell} for each in enemies_apart(session)}
        around = ground_without(ground, set().union(*(struck[actor] for actor in struck if actor != enemy.actor)))
        path = self._pathfinder.to(session, around, enemy.cell) or path
        self._notes.arrive(hero.floor)
        new = [each for each in visible_enemies(hero) if each.actor not in self._notes.dared]
        if enemy in new and enemy.asleep and session.rulebook.monsters[enemy.kind].unique:
            text = f"{capitalised(name_of(session, enemy))} is asleep."
            return self._ask(text, "go on", partial(self._notes.dared.add, enemy.actor))
        apart = [each for each in enemies_apart(session) if hero.cell not in struck_by(session, each)]
        near = [each for each in apart if each in new and path[0] in struck[each.actor]]
        if near:
            dared = partial(self._notes.dared.update, [each.actor for each in near])
            return self._ask(warning_of(session, near), "go on", dared)
        self._notes.crossing.clear()
        return self._chase(session, enemy, path)

    def _chase(self, session: PlayerView, enemy: VisibleMonster, path: list[int]) -> int | str:
        """Step towards an enemy, or attack it; ask where it has kept away for long."""
        row, nearest, vain = self._notes.chase
        if enemy.actor != row or len(path) < nearest or len(path) == 1:
            self._notes.chase = int(enemy.actor), len(path), 0
        elif vain < IN_VAIN:
            self._notes.chase = row, nearest, vain + 1
        else:
            text = f"{capitalised(name_of(session, enemy))} keeps away from you."
            return self._ask(text, "go after it", partial(setattr, self._notes, "chase", (NOWHERE, 0, 0)))
        return step_to(session.hero, path[0])


LONGEST_FIGHT = 30
"""The most actions of a fight, as it may be one that nobody can win."""


class FightOn(MultiTurnMove):
    """Fight until an enemy falls, comes or goes, or the hero has lost a quarter of its HP or gets a harmful status."""

    def __init__(self, notes: FloorNotes | None = None, enemy: int | None = None) -> None:
        super().__init__(notes)
        self._enemy = enemy
        self._before: tuple[set[int], set[int]] = set(), set()
        """The enemies in view and the hero's harmful statuses, as the fight began."""
        self._hp = 0

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        now = {int(enemy.actor) for enemy in visible_enemies(hero)}, set(harmful_statuses(session))
        if self._moves == 0:
            self._before, self._hp = now, int(hero.hp)
        if 4 * (self._hp - hero.hp) >= hero.max_hp:
            return f"You are hurt: {hero.hp} of {hero.max_hp} HP."
        if now != self._before or self._moves >= LONGEST_FIGHT:
            return ""
        fight = Fight(self._notes, self._enemy)
        act = fight.next_action(session)
        if act is None:
            self.go_on, self.offer = fight.go_on, fight.offer
        return fight.ended if act is None else act
