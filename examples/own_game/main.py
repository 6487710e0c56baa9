"""Play the Salt Barrow in a terminal: type a letter, or several, and press Enter."""

from __future__ import annotations

import sys
import time

from actions import Action, Bump, DescendStairs, PickUp, UseItem, Wait
from engine import Engine
from exceptions import Impossible
from setup_game import new_game

KEYS = {
    "h": (-1, 0),
    "j": (0, 1),
    "k": (0, -1),
    "l": (1, 0),
    "y": (-1, -1),
    "u": (1, -1),
    "b": (-1, 1),
    "n": (1, 1),
}
HELP = "hjklyubn move and attack   g pick up   1-9 use an item   > descend   . wait   q quit"


def draw(engine: Engine) -> str:
    """Return the explored map, the hero's figures and the last messages."""
    game_map = engine.game_map
    cells = [
        [tile if game_map.explored[x][y] else " " for x, tile in enumerate(row)]
        for y, row in enumerate(game_map.rows())
    ]
    for entity in sorted(game_map.entities, key=lambda entity: entity.blocks_movement):
        if game_map.visible[entity.x][entity.y]:
            cells[entity.y][entity.x] = entity.char
    fighter, bag = engine.player.fighter, engine.player.inventory.items
    items = "  ".join(f"{number} {item.name}" for number, item in enumerate(bag, 1)) or "empty"
    status = f"floor {engine.game_world.current_floor}   HP {fighter.hp}/{fighter.max_hp}   bag: {items}"
    return "\n".join([*("".join(row).rstrip() for row in cells), status, *engine.messages[-4:], HELP])


def action_for(key: str, engine: Engine) -> Action | None:
    """Return the action that a key stands for."""
    player = engine.player
    if key in KEYS:
        return Bump(player, *KEYS[key])
    if key.isdigit() and 0 < int(key) <= len(player.inventory.items):
        return UseItem(player, player.inventory.items[int(key) - 1])
    others: dict[str, type[Action]] = {"g": PickUp, ">": DescendStairs, ".": Wait}
    return others[key](player) if key in others else None


def main() -> None:
    """Play one game; a seed may be given as the argument."""
    engine = new_game(int(sys.argv[1]) if len(sys.argv) > 1 else int(time.time()))
    while engine.player.is_alive and not engine.won:
        print(draw(engine))
        for key in input("> "):
            if key == "q":
                return
            action = action_for(key, engine)
            try:
                if action and engine.player.is_alive and not engine.won:
                    engine.take_turn(action)
            except Impossible as reason:
                engine.messages.append(str(reason))
                break
    print(draw(engine))


if __name__ == "__main__":
    main()
