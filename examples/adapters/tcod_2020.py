"""Lets Steep's lab play a game of the tutorial of 2020: an engine, and actions that are performed.

Copy this file into your game's folder as `lab.py`, change what your game names differently, and try it:

    steep measure --game lab:Game --bot explorer --games 2
"""

from __future__ import annotations

import contextlib
import random
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from steep.lab.game import Cell, Enemy, Item, Over, Thing, View

PROJECT = Path(__file__).resolve().parent
sys.path.insert(0, str(PROJECT))
warnings.simplefilter("ignore")  # new releases of tcod warn about much that the tutorial calls

with contextlib.chdir(PROJECT):  # modules may load fonts and pictures
    from actions import BumpAction, EquipAction, PickupAction, TakeStairsAction, WaitAction
    from exceptions import Impossible
    from setup_game import new_game

ACTIONS: dict[str, Any] = {
    "move": BumpAction,
    "wait": WaitAction,
    "pickup": PickupAction,
    "descend": TakeStairsAction,
}
"""The class of each action that players can choose."""

DOES = {
    "HealingConsumable": "heal",
    "LightningDamageConsumable": "harm",
    "FireballDamageConsumable": "harm",
}
"""What using an item is for, by the class of its consumable: heal, harm, eat; any other is "other"."""

AIMED = {"ConfusionConsumable", "FireballDamageConsumable"}
"""Consumables that need a target."""

LEVEL_UPS = ["increase_max_hp", "increase_power", "increase_defense"]
"""Methods of the hero's level: one is chosen at each level-up."""


class Game:
    """The game as a `steep.lab.game.Game`."""

    engine: Any

    def start(self, seed: int) -> None:
        """Begin a game."""
        random.seed(seed)
        np.random.seed(seed % 2**32)
        self.nearby: list[str] = []
        with contextlib.chdir(PROJECT):
            self.engine = new_game()
        self.engine.update_fov()

    def view(self) -> View:
        """Return what the player knows."""
        engine, player = self.engine, self.engine.player
        leveled_up = player.level.requires_level_up
        things = [item for item in engine.game_map.items if engine.game_map.explored[item.x, item.y]]
        return View(
            floor=engine.game_world.current_floor,
            can=["choose"] if leveled_up else [*ACTIONS, "use"],
            hero=(player.x, player.y),
            cells=self.cells(),
            stairs=self.stairs(),
            enemies=[Enemy(at=(actor.x, actor.y), name=actor.name) for actor in self.enemies()],
            things=[Thing(at=(item.x, item.y), name=item.name) for item in things],
            inventory=[self.item(item) for item in player.inventory.items],
            hp=player.fighter.hp,
            max_hp=player.fighter.max_hp,
            choices=LEVEL_UPS if leveled_up else (),
        )

    def act(self, verb: str, *arguments: Any) -> None:
        """Do what the player chose, and let the monsters act."""
        engine, player = self.engine, self.engine.player
        self.nearby = [actor.name for actor in self.enemies()] or self.nearby
        if verb == "choose":
            getattr(player.level, LEVEL_UPS[arguments[0]])()
            return
        with contextlib.suppress(Impossible):  # what is impossible lets the turn pass
            action = self.use(arguments[0].key, *arguments[1:]) if verb == "use" else ACTIONS[verb](player, *arguments)
            if action is not None:
                action.perform()
        if player.fighter.hp > 0:
            engine.handle_enemy_turns()
        engine.update_fov()

    def over(self) -> Over | None:
        """Return how the game ended. If yours can be won, return `Over("won")` here."""
        return Over("died", self.killer()) if self.engine.player.fighter.hp <= 0 else None

    def killer(self) -> str:
        """Return the monster that the last messages name, of those that were in view."""
        for message in reversed(self.engine.message_log.messages):
            for name in self.nearby:
                if name.lower() in message.plain_text.lower():
                    return name
        return ""

    def cells(self) -> dict[Cell, bool]:
        """Return the cells seen so far: whether one can walk there."""
        game_map = self.engine.game_map
        seen = zip(*(axis.tolist() for axis in game_map.explored.nonzero()), strict=True)
        return {(x, y): bool(game_map.tiles["walkable"][x, y]) for x, y in seen}

    def stairs(self) -> Cell | None:
        """Return the stairs down, once they were seen."""
        x, y = self.engine.game_map.downstairs_location
        return (int(x), int(y)) if self.engine.game_map.explored[x, y] else None

    def enemies(self) -> list[Any]:
        """Return the monsters in view."""
        visible, player = self.engine.game_map.visible, self.engine.player
        return [actor for actor in self.engine.game_map.actors if actor is not player and visible[actor.x, actor.y]]

    def item(self, item: Any) -> Item:
        """Return an item of the inventory as the player knows it."""
        effect = item.consumable
        if effect is None:
            is_on = self.engine.player.equipment.item_is_equipped(item)
            return Item(name=item.name, does="other" if is_on else "equip", key=item)
        kind = type(effect).__name__
        amount = getattr(effect, "amount", None) or getattr(effect, "damage", None)
        return Item(name=item.name, does=DOES.get(kind, "other"), aim=kind in AIMED, amount=amount, key=item)

    def use(self, item: Any, cell: Cell | None = None) -> Any:
        """Return the action of using an item, at a cell if it is aimed; None if there is none."""
        if item.consumable is None:
            return EquipAction(self.engine.player, item)
        action = item.consumable.get_action(self.engine.player)
        if cell is None or hasattr(action, "perform"):
            return action
        return action.callback(cell)  # a handler that asks for the cell
