"""Tables as the rot.js tutorial has them: constants, and a function for each kind that makes one.

They are JavaScript, and with the tutorial's types added TypeScript.
"""

from __future__ import annotations

from collections.abc import Iterator

from steep.content import Item, Monster
from steep.exporting.tables import Tables, camel_case, names_of
from steep.importing.output.ruleset_toml import quoted

CONSUMABLES = {
    "heal": "new HealingConsumable({amount})",
    "confusion": "new ConfusionConsumable({amount})",
    "lightning": "new LightningConsumable({amount}, {reach})",
    "fireball": "new FireballDamageConsumable({amount}, {reach})",
}
"""For each effect, the tutorial's class with its arguments."""

Names = dict[tuple[str, str], str]


def write_rotjs(tables: Tables) -> str:
    """The tables as JavaScript."""
    names = names_of(tables, lambda key: f"spawn{camel_case(key)}", ("spawnPlayer", "spawnMap"))
    parts = (
        ("screens/game-screen.ts, in the class GameScreen", map_sizes(tables)),
        ("procgen.ts", procgen(tables, names)),
        ("components/equippable.ts", equippables(tables)),
        ("entity.ts", entities(tables, names)),
        ("components/level.ts, in the class Level", level_ups(tables)),
    )
    return "\n".join(line for title, lines in parts if (found := [*lines]) for line in (f"// {title}", *found, ""))


def map_sizes(tables: Tables) -> Iterator[str]:
    """The size of the map and its rooms, and the view radius."""
    sizes = tables.rulebook.map
    yield f"const MAP_WIDTH = {sizes.width};"
    yield f"const MAP_HEIGHT = {sizes.height};"
    yield f"const MIN_ROOM_SIZE = {sizes.room_min};"
    yield f"const MAX_ROOM_SIZE = {sizes.room_max};"
    yield f"const MAX_ROOMS = {sizes.room_attempts};"
    yield f"const VIEW_RADIUS = {tables.rulebook.hero.view_radius}; // in game-map.ts: fov.compute(x, y, …)"


def procgen(tables: Tables, names: Names) -> Iterator[str]:
    """Counts and weights by floor."""
    for name, family in (("MAX_ITEMS_BY_FLOOR", "items"), ("MAX_MONSTERS_BY_FLOOR", "monsters")):
        rows = (f"  [{floor}, {most}]," for floor, most in tables.counts(family))
        yield from (f"const {name} = [", *rows, "];", "")
    for name, family in (("ITEM_CHANCES", "items"), ("MONSTER_CHANCES", "monsters")):
        yield f"const {name} = ["
        for floor, weights in tables.weights_by_floor(family).items():
            row = ", ".join(f"{{ value: '{names[family, key]}', weight: {weight} }}" for key, weight in weights)
            yield from ("  {", f"    floor: {0 if floor == 1 else floor},", f"    weights: [{row}],", "  },")
        yield from ("];", "")


def equippables(tables: Tables) -> Iterator[str]:
    """The slots, and a class for each item that can be equipped."""
    slots = tables.rulebook.hero.slots
    if not slots:
        return
    yield f"const EquipmentType = {{ {', '.join(f'{slot.upper()}: {n}' for n, slot in enumerate(slots))} }};"
    for item in tables.rulebook.items:
        if item.slot:
            bonuses = f", {item.power}, {item.defense}" if item.defense else f", {item.power}" if item.power else ""
            yield f"class {camel_case(item.key)} extends Equippable {{"
            yield "  constructor() {"
            yield f"    super(EquipmentType.{item.slot.upper()}{bonuses});"
            yield from ("  }", "}")


def entities(tables: Tables, names: Names) -> Iterator[str]:
    """The functions that make the player, the monsters and the items."""
    hero, level_up = tables.rulebook.hero, tables.rulebook.level_up
    yield "function spawnPlayer(gameMap, x, y) {"
    yield "  const player = new Actor(x, y, '@', '#fff', '#000', 'Player', null,"
    yield f"    new Fighter({hero.hp}, {hero.defense}, {hero.power}), new Inventory({hero.inventory}),"
    yield f"    new Level({level_up.base}, 0, 1, 0, {level_up.factor}), gameMap);"
    for key, equipped in tables.start_items:
        yield f"  player.inventory.items.push({names['items', key]}(gameMap, x, y));"
        if equipped:
            yield "  player.equipment.toggleEquip(player.inventory.items.at(-1), false);"
    yield from ("  return player;", "}", "")
    for monster in tables.rulebook.monsters:
        yield f"function {names['monsters', monster.key]}(gameMap, x, y) {{"
        yield f"  return new Actor(x, y, {looks(monster)}, new HostileEnemy(),"
        yield f"    new Fighter({monster.hp}, {monster.defense}, {monster.power}), new Inventory(0),"
        yield f"    new Level(0, {monster.xp}), gameMap);"
        yield from ("}", "")
    for item in tables.rulebook.items:
        used = CONSUMABLES.get(item.effect, "null").format(amount=item.amount, reach=item.reach)
        parts = f"null, new {camel_case(item.key)}()" if item.slot else f"{used}, null"
        yield f"function {names['items', item.key]}(gameMap, x, y) {{"
        yield f"  return new Item(x, y, {looks(item)}, {parts}, gameMap);"
        yield from ("}", "")
    yield from ("const spawnMap = {", *(f"  {name}," for name in names.values()), "};")


def looks(kind: Monster | Item) -> str:
    """A kind's glyph, its colours and its name."""
    color = "".join(f"{part:02x}" for part in kind.color)
    return f"{quoted(kind.glyph)}, '#{color}', '#000', {quoted(kind.name)}"


def level_ups(tables: Tables) -> Iterator[str]:
    """What a level-up adds."""
    for stat, amount in tables.raises.items():
        yield f"const INCREASE_{stat.upper()} = {amount}; // increase{camel_case(stat)}(amount = …)"
