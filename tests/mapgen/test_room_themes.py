"""Themes fill rooms with things that go together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from steep.balance.odds_of_one_draw import items_on, monsters_on
from steep.balance.possible_terrain import careful_ways
from steep.content import Rulebook, load_ruleset
from steep.core.breadth_first_search import clear_search, search_for, spread, start_search
from steep.core.geometry import CELLS, NOWHERE
from steep.core.ruleset import HERO_WALKS
from steep.core.world import Room, World
from steep.mapgen.make_floor import make_floors_to
from steep.mapgen.room_themes import ways_past

KENNEL = """
[counts]
monsters_per_room = 0
items_per_room = 0
themes_per_floor = {number}
[monsters.dog]
glyph = "d"
hp = 3
power = 3
defense = 0
xp = 1
[items.bone]
glyph = "-"
[themes.kennel]
spawn = {{ 1 = 3, 5 = 0 }}
fill = [{{ monster = "dog", count = "1d3+1" }}, {{ item = "bone", count = 2 }}]
[themes.store]
spawn = 1
fill = [{{ draw = "item", deeper = 3, count = 4 }}]
"""


def rulebook(folder: Path, number: object = 1) -> Rulebook:
    path = folder / "themes.toml"
    path.write_text('extends = "tcod-2020"\n' + KENNEL.format(number=number), "utf-8")
    return load_ruleset(str(path))


def is_inside(room: Room, cell: int) -> bool:
    x, y = cell % 80, cell // 80
    return room.left < x < room.right and room.top < y < room.bottom


def test_all_of_a_theme_is_in_one_room_that_is_not_the_first(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    world = World()
    drawn: Counter[str] = Counter()
    dogs: Counter[int] = Counter()
    for seed in range(200):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        placed = [actor.cell for actor in world.actors[: world.actor_count]]
        placed += [item.cell for item in world.items[: world.item_count]]
        rooms = [room for room in world.rooms[1 : world.room_count] if all(is_inside(room, cell) for cell in placed)]
        assert len(rooms) == 1, seed
        kinds = Counter(book.items[item.kind].key for item in world.items[: world.item_count])
        if world.actor_count:
            drawn["kennel"] += 1
            dogs[world.actor_count] += 1
            assert kinds == {"bone": 2}
            assert {book.monsters[actor.kind].key for actor in world.actors[: world.actor_count]} == {"dog"}
        else:
            drawn["store"] += 1
            assert kinds.total() == 4
            assert "bone" not in kinds
    assert 125 < drawn["kennel"] < 175
    assert set(dogs) == {2, 3, 4}


def test_no_theme_is_in_a_vault_even_where_monsters_of_the_tables_are(tmp_path: Path) -> None:
    path = tmp_path / "vault.toml"
    vault = '[vaults.hall]\nspawn = 1\npopulate = true\nmap = """\n#########\n#.......#\n+.......#\n#########\n"""\n'
    vault += 'legend = { "+" = "door" }\n'
    vault = KENNEL.format(number=8).replace("[monsters", "vaults_per_floor = 3\n[monsters", 1) + vault
    path.write_text('extends = "tcod-2020"\n' + vault, "utf-8")
    book = load_ruleset(str(path))
    world = World()
    halls = 0
    for seed in range(60):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        vaults = [room for row, room in enumerate(world.rooms) if world.vault_of_room[row] > 0]
        halls += len(vaults)
        placed = [actor.cell for actor in world.actors[: world.actor_count] if actor.hp > 0]
        placed += [item.cell for item in world.items[: world.item_count]]
        assert not any(is_inside(room, cell) for room in vaults for cell in placed if cell != world.hero.cell), seed
    assert halls > 60


def test_a_floor_without_themes_is_as_it_is_without_any(tmp_path: Path) -> None:
    book, without = rulebook(tmp_path, "{ 2 = 1 }"), rulebook(tmp_path, 0)
    one, other = World(), World()
    for world, each in ((one, book), (other, without)):
        world.seed = 3
        make_floors_to(world, each.compiled, 1)
    assert one.tiles == other.tiles
    assert one.random == other.random


def test_what_only_themes_bring_can_appear(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    dog, bone = [kind.key for kind in book.monsters].index("dog"), [kind.key for kind in book.items].index("bone")
    assert (dog in monsters_on(book.compiled, 1), bone in items_on(book.compiled, 1)) == (True, True)
    assert (dog in monsters_on(book.compiled, 5), bone in items_on(book.compiled, 5)) == (False, False)


def test_what_nobody_walks_into_by_itself_bars_no_way(tmp_path: Path) -> None:
    thorns = """
[counts]
themes_per_floor = 3
[layouts.maze]
generator = "maze"
spawn = 1
spacing = 3
area = 40
[terrain.thorns]
glyph = "x"
abilities = ["spikes"]
[themes.thicket]
spawn = 1
fill = [{ terrain = "thorns", count = 12 }]
"""
    path = tmp_path / "thorns.toml"
    path.write_text(f'extends = "tcod-2020"\n{thorns}', "utf-8")
    book = load_ruleset(str(path))
    passable = book.compiled.movers[HERO_WALKS].passable
    kind = [each.key for each in book.terrain].index("thorns")
    world = World()
    laid = 0
    for seed in range(10):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        laid += world.tiles.count(kind)
        count = start_search(world.search, world.hero.cell)
        assert search_for(world.tiles, passable, world.search, NOWHERE, count) == sum(passable[t] for t in world.tiles)
        clear_search(world.search, CELLS)
    assert laid > 50


def test_a_cell_between_floor_and_what_opens_is_a_way(tmp_path: Path) -> None:
    book = rulebook(tmp_path)
    world, key = World(), {kind.key: number for number, kind in enumerate(book.terrain)}
    passable = book.compiled.movers[HERO_WALKS].passable
    cell = 20 * 80 + 40
    for beside, ways in (("rock", 1), ("lava", 1), ("secret_door", 2), ("door", 2)):
        world.tiles[:] = bytes([key["rock"]]) * CELLS
        world.tiles[cell - 1] = world.tiles[cell] = key["floor"]
        world.tiles[cell + 1] = key[beside]
        assert ways_past(world, book.compiled, passable, cell) == ways, beside


def test_a_vault_joins_nothing(tmp_path: Path) -> None:
    # Its door may be locked: lava left no other way between these cells than across the doorstep.
    book = rulebook(tmp_path)
    world, key = World(), {kind.key: number for number, kind in enumerate(book.terrain)}
    passable = book.compiled.movers[HERO_WALKS].passable
    cell = 20 * 80 + 40
    world.tiles[:] = bytes([key["rock"]]) * CELLS
    world.tiles[cell - 1] = world.tiles[cell] = world.tiles[cell + 1] = key["floor"]
    world.tiles[cell + 80] = key["door"]
    assert ways_past(world, book.compiled, passable, cell) == 1
    world.region_of[cell + 80] = 9
    world.vault_of_room[8] = 1
    assert ways_past(world, book.compiled, passable, cell) > 1


def test_nothing_leads_down_from_the_last_floor_or_counts_as_in_the_way_there(tmp_path: Path) -> None:
    path = tmp_path / "last.toml"
    themes = (
        '[themes.pits]\nspawn = 1\nfill = [{ terrain = "trapdoor", count = 9 }, { terrain = "lava", count = 30 }]\n'
    )
    path.write_text(f'extends = "tcod-2020"\n[run]\nlast_floor = 1\n[counts]\nthemes_per_floor = 9\n{themes}', "utf-8")
    book, world = load_ruleset(str(path)), World()
    walkable = careful_ways(book.compiled)
    laid = 0
    for seed in range(40):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        laid += sum(book.terrain[tile].key == "lava" for tile in world.tiles)
        count = start_search(world.search, world.hero.cell)
        passable = bytearray(number in walkable for number in range(len(book.compiled.movers[HERO_WALKS].passable)))
        first = 0
        while first < count:
            first, count = count, spread(world.tiles, passable, world.search, first, count, NOWHERE)
        assert count == sum(tile in walkable for tile in world.tiles), seed
        clear_search(world.search, count)
        assert all(book.terrain[tile].key != "trapdoor" for tile in world.tiles)
    assert laid > 1000
