"""Tables as the Godot tutorial has them: constants of GDScript, with names for what spawns.

The tutorial keeps stats in resource files, one for each kind. Here they are dictionaries with the names of those
resources' properties, to be copied into them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from steep.content import Item
from steep.exporting.tables import Tables
from steep.importing.output.ruleset_toml import quoted

CONSUMABLES = {
    "heal": ("healing", ("amount",)),
    "confusion": ("confusion", ("number_of_turns",)),
    "lightning": ("lightning", ("damage", "maximum_range")),
    "fireball": ("fireball", ("damage", "radius")),
}
"""For each effect, the tutorial's word for it, and its properties."""


def write_godot(tables: Tables) -> str:
    """The tables as GDScript."""
    definitions = "assets/definitions/entities"
    parts = (
        ("dungeon_generator.gd", [*map_sizes(tables), "", *procgen(tables)]),
        (f"{definitions}/actors: player", player(tables)),
        (f"{definitions}/actors: monsters", constant("fighter_definitions", monsters(tables))),
        (f"{definitions}/items", constant("item_definitions", items(tables))),
    )
    return "\n".join(line for title, lines in parts for line in (f"# {title}", *lines, ""))


def map_sizes(tables: Tables) -> Iterator[str]:
    """The size of the map and its rooms, as exported variables."""
    sizes = tables.rulebook.map
    numbers = {
        "map_width": sizes.width,
        "map_height": sizes.height,
        "max_rooms": sizes.room_attempts,
        "room_max_size": sizes.room_max,
        "room_min_size": sizes.room_min,
    }
    yield from (f"@export var {name}: int = {number}" for name, number in numbers.items())


def procgen(tables: Tables) -> Iterator[str]:
    """Counts and weights by floor."""
    for name, family in (("max_items_by_floor", "items"), ("max_monsters_by_floor", "monsters")):
        yield from (f"const {name} = [", *(f"\t[{floor}, {most}]," for floor, most in tables.counts(family)), "]", "")
    for name, family in (("item_chances", "items"), ("enemy_chances", "monsters")):
        rows = {
            0 if floor == 1 else floor: dictionary(dict(weights))
            for floor, weights in tables.weights_by_floor(family).items()
        }
        yield from (*constant(name, rows), "")


def player(tables: Tables) -> Iterator[str]:
    """The hero's numbers, and what it starts with."""
    hero, level_up = tables.rulebook.hero, tables.rulebook.level_up
    numbers = {
        "max_hp": hero.hp,
        "power": hero.power,
        "defense": hero.defense,
        "fov_radius": hero.view_radius,
        "inventory_capacity": hero.inventory,
        "level_up_base": level_up.base,
        "level_up_factor": level_up.factor,
        **{f"increase_{stat}": amount for stat, amount in tables.raises.items()},
    }
    yield from constant("player_definition", {quoted(name): str(number) for name, number in numbers.items()})
    for name, keys in (
        ("start_inventory", [key for key, equipped in tables.start_items if not equipped]),
        ("start_equipment", [key for key, equipped in tables.start_items if equipped]),
    ):
        if keys:
            yield f"const {name} = [{', '.join(map(quoted, keys))}]"


def monsters(tables: Tables) -> dict[str, str]:
    """The monsters' stats, by key."""
    return {
        quoted(kind.key): dictionary(
            {"max_hp": kind.hp, "power": kind.power, "defense": kind.defense, "xp": kind.xp, "name": kind.name}
        )
        for kind in tables.rulebook.monsters
    }


def items(tables: Tables) -> dict[str, str]:
    """What the items do, by key."""
    return {quoted(kind.key): dictionary({**properties(kind), "name": kind.name}) for kind in tables.rulebook.items}


def properties(item: Item) -> dict[str, int | str]:
    """The properties of an item's resource."""
    if item.slot:
        return {"equipment_type": item.slot, "power_bonus": item.power, "defense_bonus": item.defense}
    consumable, names = CONSUMABLES.get(item.effect, ("", ()))
    return {"consumable": consumable, **dict(zip(names, (item.amount, item.reach), strict=False))}


def dictionary(entries: Mapping[str, int | str]) -> str:
    """A dictionary on one line."""
    pairs = (f"{quoted(key)}: {quoted(v) if isinstance(v, str) else v}" for key, v in entries.items())
    return f"{{{', '.join(pairs)}}}"


def constant(name: str, entries: Mapping[str, str] | Mapping[int, str]) -> Iterator[str]:
    """A constant that is a dictionary with an entry a line."""
    yield f"const {name} = {{"
    yield from (f"\t{key}: {value}," for key, value in entries.items())
    yield "}"
