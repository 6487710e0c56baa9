"""Lets Steep's lab play a game of the tutorial of 2019: one loop that asks for keys and draws.

The game's own loop runs in a thread. Where it asks for a key it waits for the next action; what it draws is ignored.
So all that you added to the loop is played, too. Copy this file into your game's folder as `lab.py`, change what your
game names differently, and try it:

    steep measure --game lab:Game --bot explorer --games 2
"""

from __future__ import annotations

import contextlib
import inspect
import random
import sys
import threading
import warnings
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import tcod.libtcodpy

from steep.lab.game import Cell, Enemy, Item, Over, Thing, View

PROJECT = Path(__file__).resolve().parent
sys.path.insert(0, str(PROJECT))
warnings.simplefilter("ignore")  # new releases of tcod warn about much that the tutorials call
sys.modules["libtcodpy"] = tcod.libtcodpy  # the copy that old projects bring along may not load here

with contextlib.chdir(PROJECT):  # modules may load fonts and pictures
    import engine

LOOP: Any = engine
"""The module with the game's loop."""

RUN = "main"
"""Its function that shows the main menu and runs the loop."""

LIBRARY = "libtcod"
"""Its name for the library tcod."""

IGNORED = ["main_menu", "message_box", "clear_all", "load_game", "save_game"]
"""Functions that it calls to draw, to show menus and to keep games."""

STATES = {
    "turn": "PLAYERS_TURN",
    "level_up": "LEVEL_UP",
    "target": "TARGETING",
    "dead": "PLAYER_DEAD",
}
"""The game's states in which it is the player's turn, a level-up is chosen, a cell is chosen, and the hero is dead."""

ACTIONS: dict[str, Any] = {
    "move": None,
    "wait": {"wait": True},
    "pickup": {"pickup": True},
    "descend": {"take_stairs": True},
}
"""What the function that handles keys returns for each verb. "move" gets its direction."""

LEVEL_UPS = ["hp", "str", "def"]
"""What it returns for the choices at a level-up."""

DOES = {
    "heal": "heal",
    "cast_lightning": "harm",
    "cast_fireball": "harm",
}
"""What using an item is for, by its function: heal, harm, eat; any other is "other"."""


class Nothing:
    """Stands for windows, consoles, pictures and keys: takes everything and does nothing."""

    def nothing(self, *_: Any, **__: Any) -> Any:
        """Return itself, whatever it is asked."""
        return self

    def number(self, *_: Any) -> int:
        """Return 0."""
        return 0

    def __iter__(self) -> Iterator[Any]:
        """Hold nothing."""
        return iter(())

    def __bool__(self) -> bool:
        """Never hold, so that no window is closed and no key pressed."""
        return False

    def __setattr__(self, name: str, value: Any) -> None:
        """Forget it."""

    __call__ = __getattr__ = __getitem__ = __enter__ = __or__ = __ror__ = nothing
    __int__ = __index__ = __len__ = __add__ = __radd__ = __sub__ = __rsub__ = number
    __lt__ = __le__ = __gt__ = __ge__ = number
    __mul__ = __rmul__ = __truediv__ = __floordiv__ = __exit__ = number


NOTHING = Nothing()


class Screenless:
    """The library tcod without its screen."""

    def __getattr__(self, name: str) -> Any:
        """Return what the library has, or nothing for what shows something or waits for keys."""
        if name.startswith(("console", "sys_", "image", "Key", "Mouse", "EVENT", "event", "context", "tileset")):
            return NOTHING
        return getattr(tcod, name, NOTHING)


class GameLeft(BaseException):  # not an Exception, as the loop may catch those
    """The lab is done with this game."""


class Game:
    """The game as a `steep.lab.game.Game`."""

    thread: threading.Thread | None = None

    def __init__(self) -> None:
        self.asked = inspect.signature(LOOP.handle_keys)
        self.drawn = inspect.signature(LOOP.render_all)
        setattr(LOOP, LIBRARY, Screenless())
        for name in IGNORED:
            setattr(LOOP, name, NOTHING)
        LOOP.handle_keys, LOOP.render_all = self.next_action, self.note_state
        LOOP.handle_mouse = lambda *_: {"left_click": self.click} if self.click else {}
        LOOP.handle_main_menu = lambda *_: {"new_game": True}

    def start(self, seed: int) -> None:
        """End the last game, if there was one, and begin another."""
        if self.thread is not None:
            self.leaving = True
            self.answered.set()
            self.thread.join()
        random.seed(seed)
        np.random.seed(seed % 2**32)
        self.state: dict[str, Any] = {}
        self.actions: deque[dict[str, Any]] = deque()
        self.click: Cell | None = None
        self.known: tuple[int, dict[Cell, bool]] = (0, {})
        self.leaving, self.error = False, None
        self.answered, self.asks = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        with contextlib.chdir(PROJECT):
            self.thread.start()
            self.wait()

    def run(self) -> None:
        """Run the game's loop."""
        try:
            getattr(LOOP, RUN)()
            self.error = RuntimeError("the game's loop has ended by itself")
        except GameLeft:
            pass
        except BaseException as error:
            self.error = error
        self.asks.set()

    def wait(self) -> None:
        """Wait until the loop asks for an action. Raises what the game raised."""
        self.asks.wait()
        self.asks.clear()
        if self.error is not None:
            raise self.error

    def note_state(self, *arguments: Any, **named: Any) -> None:
        """Keep what the loop wants drawn."""
        self.state.update(self.drawn.bind(*arguments, **named).arguments)

    def next_action(self, *arguments: Any, **named: Any) -> dict[str, Any]:
        """Answer the loop, which asks for a key."""
        self.state.update(self.asked.bind(*arguments, **named).arguments)
        self.click = None
        if self.leaving:
            raise GameLeft
        if not self.actions and self.state_name() in (STATES["turn"], STATES["level_up"], STATES["dead"]):
            self.asks.set()
            self.answered.wait()
            self.answered.clear()
            if self.leaving:
                raise GameLeft
        while self.actions:
            action = self.actions.popleft()
            if "left_click" not in action:
                return action
            if self.state_name() == STATES["target"]:
                self.click = action["left_click"]
                return {}
        return {} if self.state_name() == STATES["turn"] else {"exit": True}  # out of a menu

    def state_name(self) -> str:
        """Return the name of the game's state."""
        return str(self.state["game_state"].name)

    def view(self) -> View:
        """Return what the player knows."""
        player, leveled_up = self.state["player"], self.state_name() == STATES["level_up"]
        cells = self.cells()
        known = [entity for entity in self.state["entities"] if (entity.x, entity.y) in cells]
        stairs = [(entity.x, entity.y) for entity in known if getattr(entity, "stairs", None)]
        items = [entity for entity in known if getattr(entity, "item", None)]
        return View(
            floor=getattr(self.state["game_map"], "dungeon_level", 1),
            can=["choose"] if leveled_up else [*ACTIONS, "use"],
            hero=(player.x, player.y),
            cells=cells,
            stairs=stairs[0] if stairs else None,
            enemies=[Enemy(at=(entity.x, entity.y), name=entity.name) for entity in self.enemies()],
            things=[Thing(at=(entity.x, entity.y), name=entity.name) for entity in items],
            inventory=[self.item(item) for item in player.inventory.items],
            hp=player.fighter.hp,
            max_hp=player.fighter.max_hp,
            choices=[str(choice) for choice in LEVEL_UPS] if leveled_up else (),
        )

    def act(self, verb: str, *arguments: Any) -> None:
        """Do what the player chose."""
        self.nearby = [entity.name for entity in self.enemies()] or getattr(self, "nearby", [])
        if verb == "use":
            index = self.state["player"].inventory.items.index(arguments[0].key)
            self.actions += [{"show_inventory": True}, {"inventory_index": index}]
            self.actions += [{"left_click": cell} for cell in arguments[1:]]
        elif verb == "choose":
            self.actions.append({"level_up": LEVEL_UPS[arguments[0]]})
        else:
            self.actions.append({"move": arguments} if verb == "move" else ACTIONS[verb])
        self.answered.set()
        self.wait()

    def over(self) -> Over | None:
        """Return how the game ended. If yours can be won, return `Over("won")` here."""
        return Over("died", self.killer()) if self.state_name() == STATES["dead"] else None

    def killer(self) -> str:
        """Return the monster that the last messages name, of those that were in view."""
        for message in reversed(self.state["message_log"].messages):
            for name in self.nearby:
                if name.lower() in str(getattr(message, "text", message)).lower():
                    return name
        return ""

    def cells(self) -> dict[Cell, bool]:
        """Return the cells seen so far: whether one can walk there."""
        game_map, seen = self.state["game_map"], self.state["fov_map"].fov
        if self.known[0] != id(game_map.tiles):
            self.known = id(game_map.tiles), {}
        cells = self.known[1]
        for y, x in zip(*(axis.tolist() for axis in seen.nonzero()), strict=True):
            cells[x, y] = not game_map.tiles[x][y].blocked  # whether one can walk there
        return cells

    def enemies(self) -> list[Any]:
        """Return the monsters in view."""
        seen = self.state["fov_map"].fov
        return [
            entity
            for entity in self.state["entities"]
            if getattr(entity, "ai", None) and entity is not self.state["player"] and seen[entity.y, entity.x]
        ]

    def item(self, item: Any) -> Item:
        """Return an item of the inventory as the player knows it."""
        effect = getattr(item, "item", None)
        function = getattr(effect, "use_function", None)
        if function is None:
            is_on = item in vars(getattr(self.state["player"], "equipment", None) or effect).values()
            equips = bool(getattr(item, "equippable", None)) and not is_on
            return Item(name=item.name, does="equip" if equips else "other", key=item)
        numbers = getattr(effect, "function_kwargs", None) or {}
        return Item(
            name=item.name,
            does=DOES.get(function.__name__, "other"),
            aim=bool(getattr(effect, "targeting", False)),
            amount=numbers.get("amount") or numbers.get("damage"),
            key=item,
        )
