"""Lets Steep's lab play the Salt Barrow: `steep measure --game lab:Barrow --bot explorer`."""

from __future__ import annotations

from typing import Any

from actions import Bump, DescendStairs, PickUp, UseItem, Wait
from components.consumable import FireConsumable, HealingConsumable
from engine import Engine
from entity import Actor
from entity import Item as GameItem
from exceptions import Impossible
from setup_game import new_game
from steep.lab.game import Cell, Enemy, Item, Over, Thing, View

ACTIONS: dict[str, Any] = {"move": Bump, "wait": Wait, "pickup": PickUp, "use": UseItem, "descend": DescendStairs}


class Barrow:
    """The Salt Barrow as a `steep.lab.game.Game`."""

    engine: Engine

    def start(self, seed: int) -> None:
        """Begin a game."""
        self.engine = new_game(seed)

    def view(self) -> View:
        """Return what the screen shows."""
        engine, player = self.engine, self.engine.player
        things = [item for item in engine.game_map.items if self.explored(item.x, item.y)]
        return View(
            floor=engine.game_world.current_floor,
            can=ACTIONS,
            hero=(player.x, player.y),
            cells=self.cells(),
            stairs=self.stairs(),
            enemies=[Enemy(at=(actor.x, actor.y), name=actor.name) for actor in self.enemies()],
            things=[Thing(at=(item.x, item.y), name=item.name) for item in things],
            inventory=[self.described(item) for item in player.inventory.items],
            hp=player.fighter.hp,
            max_hp=player.fighter.max_hp,
            numbers={"level": player.fighter.level, "power": player.fighter.power},
        )

    def act(self, verb: str, *arguments: Any) -> None:
        """Do what a player chose; what is impossible lets the turn pass."""
        player = self.engine.player
        if verb == "use":
            arguments = (arguments[0].key,)
        try:
            self.engine.take_turn(ACTIONS[verb](player, *arguments))
        except Impossible:
            self.engine.take_turn(Wait(player))

    def over(self) -> Over | None:
        """Return how the game ended."""
        if self.engine.won:
            return Over("won")
        return None if self.engine.player.is_alive else Over("died", self.engine.killer or "")

    def cells(self) -> dict[Cell, bool]:
        """Return the cells seen so far: whether one can walk there."""
        walkable = self.engine.game_map.tiles["walkable"]
        seen = zip(*(axis.tolist() for axis in self.engine.game_map.explored.nonzero()), strict=True)
        return {(x, y): bool(walkable[x, y]) for x, y in seen}

    def explored(self, x: int, y: int) -> bool:
        """Whether a cell was seen."""
        return bool(self.engine.game_map.explored[x, y])

    def stairs(self) -> Cell | None:
        """Return the stairs, once they were seen."""
        at = self.engine.game_map.downstairs_location
        return at if at and self.explored(*at) else None

    def enemies(self) -> list[Actor]:
        """Return those in view."""
        game_map = self.engine.game_map
        return [
            actor for actor in game_map.actors if actor is not self.engine.player and game_map.visible[actor.x, actor.y]
        ]

    def described(self, item: GameItem) -> Item:
        """Return an item of the bag as players know it."""
        effect = item.consumable
        if isinstance(effect, HealingConsumable):
            return Item(name=item.name, does="heal", amount=effect.amount, key=item)
        if isinstance(effect, FireConsumable):
            return Item(name=item.name, does="harm", amount=effect.damage, key=item)
        return Item(name=item.name, key=item)
