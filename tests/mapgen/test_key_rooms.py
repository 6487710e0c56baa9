"""Key rooms: locked vaults, whose keys lie elsewhere on the same floor, and of whose treasures one can be taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.balance.odds_of_one_draw import items_on
from steep.content import Rulebook, RulesetError, load_ruleset
from steep.core.geometry import CELLS, DIRECTIONS, WIDTH
from steep.core.ruleset import MAX_FLOORS
from steep.core.world import MAX_ROOMS, PLAYING, World
from steep.mapgen.make_floor import make_floor, make_floors_to
from steep.play.texts.messages import sentence
from steep.rules.action_codes import DESCEND, DONE, MOVE, PICK_UP, action
from steep.rules.consistency.world_consistency import SOUND, fault_in
from steep.rules.new_game import new_game
from steep.rules.perceived_events import BROKE
from steep.rules.turn import step
from steep.rules.update_view import update_fov, update_visible

KEYS = """
[counts]
vaults_per_floor = {number}
monsters_per_room = 0
[items.silver_key]
glyph = "-"
[items.bone_key]
glyph = "-"
[terrain.silver_door]
glyph = "+"
solid = true
opaque = true
opens_to = "open_door"
key_item = "silver_key"
[terrain.bone_door]
glyph = "+"
solid = true
opaque = true
opens_to = "open_door"
key_item = "bone_key"
[vaults.treasury]
spawn = 1
{more}
map = '''
#######
#_.$._#
#.....#
###+###'''
[vaults.treasury.legend]
"+" = "silver_door"
"_" = {{ terrain = "altar", item = "healing_potion" }}
"$" = {{ terrain = "altar", item = "fireball_scroll" }}
"""

DEN = """
[vaults.den]
map = '''
######
#.T.k#
#....+
######'''
legend = {{ "+" = "{door}", T = {{ monster = "troll" }}, k = {{ key = true }} }}
"""


def rulebook(folder: Path, number: int = 1, more: str = "", key_in: str = "") -> Rulebook:
    path = folder / "keys.toml"
    text = KEYS.format(number=number, more=f'key_in = "{key_in}"' if key_in else "")
    path.write_text(f'extends = "tcod-2020"\n{text}{more}', "utf-8")
    return load_ruleset(str(path))


def walkable(book: Rulebook, world: World, opened: set[int]) -> set[int]:
    """The cells that the hero can walk to when it can open some kinds of terrain."""
    enterable = book.compiled.enterable
    reached, new = {world.hero.cell}, [world.hero.cell]
    while new:
        cell = new.pop()
        for direction in DIRECTIONS:
            beside = cell + direction
            if beside not in reached and (enterable[world.tiles[beside]] or world.tiles[beside] in opened):
                reached.add(beside)
                new.append(beside)
    return reached


def tile(book: Rulebook, key: str) -> int:
    return [kind.key for kind in book.terrain].index(key)


def cells_of(book: Rulebook, world: World, key: str) -> list[int]:
    """Where items of a kind lie."""
    return [item.cell for item in world.items[: world.item_count] if book.items[item.kind].key == key]


def vault_at(book: Rulebook, world: World, cell: int) -> str:
    """The key of the vault that a cell belongs to; empty for none."""
    region = world.region_of[cell]
    vault = world.vault_of_room[region - 1] if region else 0
    return book.vaults[vault - 1].key if vault else ""


def test_each_locked_vault_has_a_key_that_can_be_reached_without_opening_it(tmp_path: Path) -> None:
    book = rulebook(tmp_path, 2)
    world = World()
    for seed in range(40):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        doors = world.tiles.count(tile(book, "silver_door"))
        keys = cells_of(book, world, "silver_key")
        assert doors == len(keys) == world.shells == 2, seed
        before = walkable(book, world, set())
        assert set(keys) <= before
        assert not {vault_at(book, world, key) for key in keys} - {""}
        treasures = {cell for cell in range(CELLS) if world.tiles[cell] == tile(book, "altar")}
        assert not treasures & before
        assert treasures <= walkable(book, world, {tile(book, "silver_door")})


def test_a_key_lies_in_the_vault_that_key_in_names(tmp_path: Path) -> None:
    more = DEN.format(door="floor")
    book = rulebook(tmp_path, 1, more, "den")
    world = World()
    for seed in range(40):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        assert [vault_at(book, world, cell) for cell in cells_of(book, world, "silver_key")] == ["den"]
        assert world.shells == 2


def test_keys_of_keys_can_be_fetched_one_after_the_other(tmp_path: Path) -> None:
    more = DEN.format(door="bone_door")
    book = rulebook(tmp_path, 1, more, "den")
    world = World()
    for seed in range(40):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        (bone,), (silver,) = cells_of(book, world, "bone_key"), cells_of(book, world, "silver_key")
        opened: set[int] = set()
        assert bone in walkable(book, world, opened)
        assert silver not in walkable(book, world, opened)
        opened.add(tile(book, "bone_door"))
        assert silver in walkable(book, world, opened)


def test_vaults_whose_keys_lie_in_each_other_are_refused(tmp_path: Path) -> None:
    more = DEN.format(door="silver_door")
    with pytest.raises(RulesetError, match=r'vaults\.treasury\.key_in: found "den", and the same key opens den'):
        rulebook(tmp_path, 1, more, "den")


def test_the_vault_of_the_keys_has_a_place_for_each(tmp_path: Path) -> None:
    more = DEN.format(door="floor").replace("k#", ".#")
    with pytest.raises(RulesetError, match=r'found "den", with 0 places for keys; allowed: a vault with 1'):
        rulebook(tmp_path, 1, more, "den")


def test_the_doors_of_a_vault_have_one_kind_of_key(tmp_path: Path) -> None:
    text = "[vaults.cell]\nmap = '#.ab'\nlegend = { a = 'silver_door', b = 'bone_door' }\n"
    with pytest.raises(RulesetError, match="found locked doors for bone_key and silver_key"):
        rulebook(tmp_path, 1, text)


def put_hero(world: World, book: Rulebook, cell: int) -> None:
    """Put the hero on a cell, and show it what is there."""
    world.hero.cell = cell
    world.actors[-1].cell = cell
    update_fov(world, book.compiled)
    update_visible(world)


def test_a_key_opens_the_vault_and_of_its_treasures_one_can_be_taken(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    world = World()
    new_game(world, book.compiled, 3)
    put_hero(world, book, cells_of(book, world, "silver_key")[0])
    assert step(world, book.compiled, action(PICK_UP)) == DONE
    door = world.tiles.index(tile(book, "silver_door"))
    outside = next(
        number for number, direction in enumerate(DIRECTIONS[:4]) if not vault_at(book, world, door + direction)
    )
    put_hero(world, book, door + DIRECTIONS[outside])
    inward = DIRECTIONS.index(-DIRECTIONS[outside])
    assert step(world, book.compiled, action(MOVE, inward)) == DONE
    assert world.tiles[door] == tile(book, "open_door")
    assert world.hero.inventory_count == 0
    altar, cage = tile(book, "altar"), tile(book, "cage")
    treasure = cells_of(book, world, "fireball_scroll")
    altars = [cell for cell in range(CELLS) if world.tiles[cell] == altar]
    chosen = next(cell for cell in altars if cell in treasure)
    put_hero(world, book, chosen)
    assert step(world, book.compiled, action(PICK_UP)) == DONE
    assert [world.tiles[cell] for cell in altars if cell != chosen] == [cage, cage]
    assert fault_in(world, book.compiled) == SOUND


def test_keys_break_when_the_hero_leaves_their_floor(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    world = World()
    new_game(world, book.compiled, 3)
    key = [item.key for item in book.items].index("silver_key")
    for cell in cells_of(book, world, "silver_key"):
        put_hero(world, book, cell)
        step(world, book.compiled, action(PICK_UP))
    put_hero(world, book, world.tiles.index(tile(book, "stairs")))
    carried = [slot.kind - 1 for slot in world.hero.inventory if slot.kind]
    assert key in carried
    assert step(world, book.compiled, action(DESCEND)) == DONE
    assert world.outcome == PLAYING
    assert key not in [slot.kind - 1 for slot in world.hero.inventory if slot.kind]
    events = [event for event in world.hero.events[: world.hero.event_count] if event.what == BROKE]
    assert [sentence(event, book)[0] for event in events] == ["The silver key breaks."]


def test_a_floor_can_have_the_keys_of_its_vaults(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    numbers = {item.key: number for number, item in enumerate(book.items)}
    assert numbers["silver_key"] in items_on(book.compiled, 1)
    assert numbers["bone_key"] not in items_on(book.compiled, MAX_FLOORS)


def test_a_key_is_far_from_its_lock(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    world = World()
    steps = []
    for seed in range(50):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        (key,) = cells_of(book, world, "silver_key")
        room = world.rooms[MAX_ROOMS - 1]
        steps.append(max(abs(key % WIDTH - room.left), abs(key // WIDTH - room.top)))
    assert sum(steps) / len(steps) > 35


GOLD_AND_ALTARS = """
[items.coins]
glyph = "$"
gold = "2d6"
spawn = 90

[items.healing_potion]
spawn = 10

[items.lightning_scroll]
spawn = 0

[items.confusion_scroll]
spawn = 0

[items.fireball_scroll]
spawn = 0

[vaults.choice]
guaranteed = 1
map = '''
#######
#a.a.a#
#.....+
#######'''
legend = { a = { terrain = "altar", draw = "item" }, "+" = "floor" }
"""


def test_no_gold_lies_on_an_altar_where_it_could_be_taken_besides(tmp_path: Path) -> None:
    path = tmp_path / "altars.toml"
    path.write_text(f'extends = "tcod-2020"\n{GOLD_AND_ALTARS}', "utf-8")
    book = load_ruleset(str(path))
    on_altars: set[str] = set()
    elsewhere: set[str] = set()
    for seed in range(4):
        world = World()
        world.seed = seed
        make_floor(world, book.compiled, 1)
        for row in range(world.item_count):
            item = world.items[row]
            (on_altars if world.tiles[item.cell] == tile(book, "altar") else elsewhere).add(book.items[item.kind].key)
    assert on_altars == {"healing_potion"}
    assert "coins" in elsewhere
