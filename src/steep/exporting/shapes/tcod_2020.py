"""Tables as the python-tcod tutorial of 2020 has them: entities in variables, weights of them by floor."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from steep.content import Item, Monster
from steep.exporting.tables import Rows, Tables, camel_case, names_of
from steep.importing.output.ruleset_toml import quoted

NAMES = ("player", "Actor", "Item", "Fighter", "Inventory", "Level", "Equippable", "EquipmentType", "HostileEnemy")
"""Names that the code around the tables uses."""

CLASSES = ("Enum", "EquipmentType", "Equippable")

CONSUMABLES = {
    "heal": ("HealingConsumable", "amount={amount}"),
    "confusion": ("ConfusionConsumable", "number_of_turns={amount}"),
    "lightning": ("LightningDamageConsumable", "damage={amount}, maximum_range={reach}"),
    "fireball": ("FireballDamageConsumable", "damage={amount}, radius={reach}"),
}
"""For each effect, the class of the tutorial and its arguments."""


def write_tcod_2020(tables: Tables) -> str:
    """The tables as Python code."""
    names = names_of(tables, lambda key: f"{key}_" if keyword.iskeyword(key) else key, NAMES)
    parts = (
        ("setup_game.py, in new_game()", map_sizes(tables)),
        ("engine.py, in update_fov()", [f"view_radius = {tables.rulebook.hero.view_radius}  # radius=…"]),
        ("procgen.py", procgen(tables, names)),
        ("equipment_types.py and components/equippable.py", equippables(tables, names)),
        ("entity_factories.py", entities(tables, names)),
        ("components/level.py, in the class Level", level_ups(tables)),
        ("setup_game.py, in new_game()", start(tables, names)),
    )
    return "\n".join(line for title, lines in parts if (found := [*lines]) for line in (f"# {title}", *found, ""))


def map_sizes(tables: Tables) -> Iterator[str]:
    """The size of the map and its rooms."""
    sizes = tables.rulebook.map
    yield f"map_width = {sizes.width}"
    yield f"map_height = {sizes.height}"
    yield f"room_max_size = {sizes.room_max}"
    yield f"room_min_size = {sizes.room_min}"
    yield f"max_rooms = {sizes.room_attempts}"


def procgen(tables: Tables, names: dict[tuple[str, str], str]) -> Iterator[str]:
    """Counts and weights by floor."""
    for name, family in (("max_items_by_floor", "items"), ("max_monsters_by_floor", "monsters")):
        yield from (f"{name} = [", *(f"    ({floor}, {most})," for floor, most in some(tables.counts(family))), "]")
    for name, family in (("item_chances", "items"), ("enemy_chances", "monsters")):
        yield f"{name}: Dict[int, List[Tuple[Entity, int]]] = {{"
        for floor, weights in tables.weights_by_floor(family).items():
            row = ", ".join(f"(entity_factories.{names[family, key]}, {weight})" for key, weight in weights)
            yield f"    {0 if floor == 1 else floor}: [{row}],"
        yield "}"


def some(rows: Rows) -> Rows:
    """Rows, at least one, because an empty table would not be read as a table."""
    return rows or [(1, 0)]


def entities(tables: Tables, names: dict[tuple[str, str], str]) -> Iterator[str]:
    """The player, the monsters and the items."""
    hero, level_up = tables.rulebook.hero, tables.rulebook.level_up
    yield "player = Actor("
    yield '    char="@", color=(255, 255, 255), name="Player", ai_cls=HostileEnemy,'
    yield f"    {fighter(tables, hero.hp, hero.defense, hero.power)}, inventory=Inventory(capacity={hero.inventory}),"
    yield f"    level=Level(level_up_base={level_up.base}, level_up_factor={level_up.factor}),"
    yield ")"
    for monster in tables.rulebook.monsters:
        yield f"{names['monsters', monster.key]} = Actor("
        yield f"    {looks(monster)}, ai_cls=HostileEnemy,"
        yield f"    {fighter(tables, monster.hp, monster.defense, monster.power)}, inventory=Inventory(capacity=0),"
        yield f"    level=Level(xp_given={monster.xp}),"
        yield ")"
    for item in tables.rulebook.items:
        name = names["items", item.key]
        yield f"{name} = Item("
        yield f"    {looks(item)},"
        if item.slot:
            yield f"    equippable=equippable.{class_of(name)}(),"
        elif item.effect in CONSUMABLES:
            made, numbers = CONSUMABLES[item.effect]
            yield f"    consumable=consumable.{made}({numbers.format(amount=item.amount, reach=item.reach)}),"
        yield ")"


def looks(kind: Monster | Item) -> str:
    """A kind's glyph, colour and name."""
    return f"char={quoted(kind.glyph)}, color={kind.color}, name={quoted(kind.name)}"


def fighter(tables: Tables, hp: int, defense: int, power: int) -> str:
    """Combat stats. Where there is gear, the tutorial calls them base stats."""
    base = "base_" if tables.rulebook.hero.slots else ""
    return f"fighter=Fighter(hp={hp}, {base}defense={defense}, {base}power={power})"


def equippables(tables: Tables, names: dict[tuple[str, str], str]) -> Iterator[str]:
    """A class for each item that can be equipped, and the slots."""
    slots = tables.rulebook.hero.slots
    if not slots:
        return
    yield from ("class EquipmentType(Enum):", *(f"    {slot.upper()} = auto()" for slot in slots), "")
    for item in tables.rulebook.items:
        if item.slot:
            given = (("power_bonus", item.power), ("defense_bonus", item.defense))
            bonuses = "".join(f", {name}={bonus}" for name, bonus in given if bonus)
            yield f"class {class_of(names['items', item.key])}(Equippable):"
            yield "    def __init__(self) -> None:"
            yield f"        super().__init__(equipment_type=EquipmentType.{item.slot.upper()}{bonuses})"
            yield ""


def class_of(name: str) -> str:
    """The class of an item's equipment, by the item's variable."""
    made = camel_case(name)
    return f"{made}Item" if made in CLASSES else made


def level_ups(tables: Tables) -> Iterator[str]:
    """What a level-up adds."""
    for stat, amount in tables.raises.items():
        yield f"def increase_{stat}(self, amount: int = {amount}) -> None: ..."


def start(tables: Tables, names: dict[tuple[str, str], str]) -> Iterator[str]:
    """The items that the hero starts with."""
    for key, equipped in tables.start_items:
        name = names["items", key]
        yield f"player.inventory.items.append({name})"
        if equipped:
            yield f"player.equipment.toggle_equip({name}, add_message=False)"
