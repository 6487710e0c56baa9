"""Explore: the move that finds what a floor holds."""

from __future__ import annotations

from functools import partial

from steep.content.articles_and_plurals import agreeing, indefinite
from steep.core.geometry import NOWHERE, steps_between
from steep.play.known.choices import choice_sentence, one_of_several
from steep.play.known.floor_notes import FloorNotes, rows_without_room
from steep.play.known.food import food_carried, food_sentence, food_wanted, is_starving
from steep.play.known.left_behind import captives_sentence, no_room_sentence
from steep.play.moves.move_base_class import MultiTurnMove, enemy_prevents, first_in_the_way, warning_of
from steep.play.moves.paths_over_known_ground import (
    UNTIL_GONE,
    OutOfReach,
    Pathfinder,
    step_to,
    walkable_ground,
)
from steep.play.player_view import PlayerView, enemies_apart, enemies_that_come, struck_by
from steep.play.texts.describe import direction_text
from steep.play.texts.messages import capitalised


class Explore(MultiTurnMove):
    """Explore: walk to the nearest unknown cell or unvisited item, until none is left.

    A hungry hero without food first goes back for what it left. What it left because its inventory was full, it fetches
    once it has room, keys first; equipment no better than what it carries stays where it is.

    It opens doors, those that are locked with a key that the hero carries, and leaves alone treasures of which only one
    can be taken: it stops when it comes upon some.

    It keeps out of the reach of enemies that keep apart. Where it can't, it warns of them once, and then goes on by the
    way that is least in their reach.
    """

    def __init__(self, notes: FloorNotes | None = None) -> None:
        super().__init__()
        self._notes = FloorNotes() if notes is None else notes
        self._pathfinder = Pathfinder()
        self._out_of_reach = OutOfReach()
        self._offered: set[int] = set()
        """Cells of treasures that the player knows of."""

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        self._notes.look(session)
        if why := enemy_prevents(session, "explore", enemies_that_come(session)):
            return why
        if self._moves == 0 and is_starving(session) and food_carried(session):
            return f"You are starving. {food_sentence(session)} Eat before you go on."
        choices = one_of_several(session)
        cells = {item.cell for item in choices}
        if self._moves and not cells <= self._offered:
            return choice_sentence(session)
        self._offered = cells
        if food := [item for item in food_wanted(session) if item.cell == hero.cell]:
            name = session.rulebook.item_rows[food[0].kind].name
            how = "use it from the floor" if food[0].item in rows_without_room(session) else "pick it up, or use it"
            return f"You are hungry, and there is {indefinite(name)} here: {how}."
        ground = walkable_ground(hero)
        apart = enemies_apart(session)
        safe = self._out_of_reach.ground(session, ground)
        path = self._path(session, cells, safe) if safe else []
        if path:
            return step_to(hero, path[0])
        path = self._path(session, cells, ground)
        if path and self._out_of_reach.struck:
            items = {item.cell for item in self._notes.unvisited(session)} - cells
            path = self._pathfinder.to_what_is_left(session, ground, items, self._out_of_reach.struck) or path
            near = [enemy for enemy in apart if {hero.cell, path[0]} & struck_by(session, enemy)]
            if new := [enemy for enemy in near if enemy.actor not in self._notes.dared]:
                self.go_on = partial(self._notes.dared.update, [enemy.actor for enemy in near])
                return warning_of(session, new)
        if path:
            return step_to(hero, path[0])
        if gas := self._pathfinder.gas_in_the_way(session, walkable_ground(hero), None):
            return agreeing(f"{capitalised(gas)} is in the way of what is left to explore: {UNTIL_GONE}", gas)
        if name := first_in_the_way(session, self._pathfinder.to_unknown(session, hero.remembered)):
            return f"{capitalised(name)} is in the way of what is left to explore."
        room, captives = no_room_sentence(session, self._notes), captives_sentence(session, self._notes)
        left = [text for text in (room, captives, choice_sentence(session)) if text]
        left += ["You know where the stairs are."] if hero.stairs != NOWHERE else []
        return " ".join([f"There is nothing left to explore{self._barred(session, cells)}.", *left])

    def _barred(self, session: PlayerView, choices: set[int]) -> str:
        """What the hero would have to go through to find more, where that is, and how; empty for nothing."""
        hero = session.hero
        items = [item.cell for item in self._notes.unvisited(session) if item.cell not in choices]
        cell = self._pathfinder.barred(session, walkable_ground(hero), items)
        if cell == NOWHERE:
            return ""
        kind = session.rulebook.terrain[hero.remembered[cell]]
        key = next((item.name for item in session.rulebook.items if item.key == kind.key_item), "")
        where = f"{kind.name if not kind.solid else indefinite(kind.name)} ({direction_text(hero.cell, cell)})"
        if kind.solid:
            return f" except behind {where}, for which you need {indefinite(key)}"
        how = "wait until it is gone" if kind.fades_to else "walk up and step in"
        return f" except behind {where}: to go on, {how}"

    def _path(self, session: PlayerView, choices: set[int], ground: bytearray) -> list[int]:
        """The shortest path to an unknown cell or an unvisited item, but those on some cells; items win ties.

        Food that a hungry hero wants comes first, then keys that it had no room for.
        """
        hero = session.hero
        for wanted in (*food_wanted(session), *self._notes.keys_to_fetch(session)):
            if wanted.cell not in choices and (way := self._pathfinder.to(session, ground, wanted.cell)):
                return way
        path = self._pathfinder.to_unknown(session, ground)
        items = sorted(
            (steps_between(item.cell, hero.cell), item.cell)
            for item in self._notes.unvisited(session)
            if item.cell not in choices and item.cell != hero.cell and hero.passable[ground[item.cell]]
        )
        for steps, cell in items:
            if path and steps > len(path):
                break
            to_item = self._pathfinder.to(session, ground, cell)
            if to_item and (not path or len(to_item) <= len(path)):
                path = to_item
        return path
