"""Tables as one JSON object, with the names of the python-tcod tutorial of 2020."""

from __future__ import annotations

import json
from typing import Any

from steep.content import Item, Monster
from steep.exporting.tables import Tables


def write_json(tables: Tables) -> str:
    """The tables as JSON."""
    rulebook = tables.rulebook
    sizes, hero = rulebook.map, rulebook.hero
    return json.dumps(
        {
            "map": {
                "map_width": sizes.width,
                "map_height": sizes.height,
                "room_max_size": sizes.room_max,
                "room_min_size": sizes.room_min,
                "max_rooms": sizes.room_attempts,
            },
            "player": {
                "hp": hero.hp,
                "defense": hero.defense,
                "power": hero.power,
                "view_radius": hero.view_radius,
                "inventory_capacity": hero.inventory,
                "start": [{"item": key, "equipped": equipped} for key, equipped in tables.start_items],
            },
            "level_up": {
                "level_up_base": rulebook.level_up.base,
                "level_up_factor": rulebook.level_up.factor,
                "increase": tables.raises,
            },
            "max_monsters_by_floor": tables.counts("monsters"),
            "max_items_by_floor": tables.counts("items"),
            "enemy_chances": chances(tables, "monsters"),
            "item_chances": chances(tables, "items"),
            "monsters": {monster.key: looks(monster) | stats(monster) for monster in rulebook.monsters},
            "items": {item.key: looks(item) | use(item) for item in rulebook.items},
        },
        indent=2,
        ensure_ascii=False,
    )


def chances(tables: Tables, family: str) -> dict[int, dict[str, int]]:
    """Weights by the floor from which on they hold."""
    return {floor: dict(weights) for floor, weights in tables.weights_by_floor(family).items()}


def looks(kind: Monster | Item) -> dict[str, Any]:
    """A kind's name, glyph and colour."""
    return {"name": kind.name, "char": kind.glyph, "color": kind.color}


def stats(monster: Monster) -> dict[str, int]:
    """A monster's numbers."""
    return {"hp": monster.hp, "defense": monster.defense, "power": monster.power, "xp": monster.xp}


def use(item: Item) -> dict[str, str | int]:
    """What an item does: its effect, or its slot and bonuses."""
    if item.slot:
        return {"slot": item.slot, "power_bonus": item.power, "defense_bonus": item.defense}
    return {"effect": item.effect, "amount": item.amount, "reach": item.reach}
