"""Tables as the tcod tutorial of 2019 has them: chances in dictionaries, entities made in a chain of branches."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence

from steep.content import Item, Monster
from steep.exporting.tables import Rows, Tables

USES = {
    "heal": "use_function=heal, amount={amount}",
    "confusion": "use_function=cast_confuse, targeting=True, number_of_turns={amount}",
    "lightning": "use_function=cast_lightning, damage={amount}, maximum_range={reach}",
    "fireball": "use_function=cast_fireball, targeting=True, damage={amount}, radius={reach}",
}
"""For each effect, the arguments of the tutorial's Item."""

RAISES = {
    "max_hp": ("hp", ("max_hp", "hp")),
    "power": ("str", ("power",)),
    "defense": ("def", ("defense",)),
}
"""For each stat, the answer of the level-up menu, and the numbers that rise. With gear, those are base stats."""

NEW_GAME = "loader_functions/initialize_new_game.py"
PLACE = "map_objects/game_map.py, in place_entities()"
TURNS = "cast_confuse() has its own number of turns: let it take number_of_turns"


def write_tcod_2019(tables: Tables) -> str:
    """The tables as Python code."""
    given = {key for key, _ in tables.start_items}
    lying = [item for item in tables.rulebook.items if item.spawn.entries or item.key not in given]
    parts = (
        (f"{NEW_GAME}, in get_constants()", constants(tables)),
        ("equipment_slots.py", slots(tables)),
        (f"{NEW_GAME}, in get_game_variables()", player(tables)),
        (PLACE, chances(tables)),
        (PLACE, chain("monster", [monster_lines(monster) for monster in tables.rulebook.monsters])),
        (f"{PLACE}\n# {TURNS}", chain("item", [item_lines(item) for item in lying])),
        ("engine.py, in play_game()", level_ups(tables)),
    )
    return "\n".join(line for title, lines in parts if (found := [*lines]) for line in (f"# {title}", *found, ""))


def constants(tables: Tables) -> Iterator[str]:
    """The size of the map and its rooms, and the view radius."""
    sizes = tables.rulebook.map
    yield f"map_width = {sizes.width}"
    yield f"map_height = {sizes.height}"
    yield f"room_max_size = {sizes.room_max}"
    yield f"room_min_size = {sizes.room_min}"
    yield f"max_rooms = {sizes.room_attempts}"
    yield f"fov_radius = {tables.rulebook.hero.view_radius}"


def slots(tables: Tables) -> Iterator[str]:
    """The equipment slots."""
    if tables.rulebook.hero.slots:
        yield "class EquipmentSlots(Enum):"
        yield from (f"    {slot.upper()} = auto()" for slot in tables.rulebook.hero.slots)


def player(tables: Tables) -> Iterator[str]:
    """The player, and what it starts with."""
    hero, level_up = tables.rulebook.hero, tables.rulebook.level_up
    yield f"fighter_component = Fighter(hp={hero.hp}, defense={hero.defense}, power={hero.power})"
    yield f"inventory_component = Inventory({hero.inventory})"
    yield f"level_component = Level(level_up_base={level_up.base}, level_up_factor={level_up.factor})"
    yield "player = Entity(0, 0, '@', libtcod.white, 'Player', blocks=True, render_order=RenderOrder.ACTOR,"
    yield "                fighter=fighter_component, inventory=inventory_component, level=level_component)"
    items = {item.key: item for item in tables.rulebook.items}
    for key, equipped in tables.start_items:
        name = f"{key}_" if keyword.iskeyword(key) else key
        yield from item_lines(items[key], name, "0, 0")[1]
        yield f"player.inventory.add_item({name})"
        if equipped:
            yield f"player.equipment.toggle_equip({name})"


def chances(tables: Tables) -> Iterator[str]:
    """Counts and weights by floor."""
    for family in ("monsters", "items"):
        yield f"max_{family}_per_room = {looked_up(tables.counts(family) or [(1, 0)])}"
    for family in ("monsters", "items"):
        yield f"{family[:-1]}_chances = {{"
        for key, rows in tables.weights(family).items():
            yield f"    {key!r}: {rows[0][1] if len(rows) == 1 and rows[0][0] == 1 else looked_up(rows)},"
        yield "}"


def looked_up(rows: Rows) -> str:
    """A call that looks up a value by floor, with the value first in each row."""
    return f"from_dungeon_level({[[value, floor] for floor, value in rows]}, self.dungeon_level)"


Made = tuple[str, Sequence[str]]
"""The key of a kind, and the lines that make one."""


def chain(what: str, kinds: Sequence[Made]) -> Iterator[str]:
    """A branch for each kind."""
    for number, (key, lines) in enumerate(kinds):
        yield f"{'elif' if number else 'if'} {what}_choice == {key!r}:"
        yield from (f"    {line}" for line in lines)


def monster_lines(monster: Monster) -> Made:
    """A monster."""
    stats = f"hp={monster.hp}, defense={monster.defense}, power={monster.power}, xp={monster.xp}"
    return monster.key, (
        f"fighter_component = Fighter({stats})",
        "ai_component = BasicMonster()",
        f"monster = Entity(x, y, {looks(monster)}, blocks=True,",
        "                 render_order=RenderOrder.ACTOR, fighter=fighter_component, ai=ai_component)",
    )


def item_lines(item: Item, name: str = "item", at: str = "x, y") -> Made:
    """An item."""
    kind = "equippable" if item.slot else "item"
    if item.slot:
        given = (("power_bonus", item.power), ("defense_bonus", item.defense))
        bonuses = "".join(f", {bonus}={value}" for bonus, value in given if value)
        made = f"equippable_component = Equippable(EquipmentSlots.{item.slot.upper()}{bonuses})"
    else:
        made = f"item_component = Item({USES.get(item.effect, '').format(amount=item.amount, reach=item.reach)})"
    lines = (made, f"{name} = Entity({at}, {looks(item)}, render_order=RenderOrder.ITEM,")
    return item.key, (*lines, f"    {kind}={kind}_component)")


def looks(kind: Monster | Item) -> str:
    """A kind's glyph, colour and name."""
    return f"{kind.glyph!r}, libtcod.Color{kind.color}, {kind.name!r}"


def level_ups(tables: Tables) -> Iterator[str]:
    """What a level-up adds."""
    base = "base_" if tables.rulebook.hero.slots else ""
    for number, (stat, amount) in enumerate(tables.raises.items()):
        answer, raised = RAISES[stat]
        yield f"{'elif' if number else 'if'} level_up == {answer!r}:"
        yield from (f"    player.fighter.{'' if name == 'hp' else base}{name} += {amount}" for name in raised)
