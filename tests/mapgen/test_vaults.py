"""Vaults: drawn as their map says, joined to a floor that stays connected, and with all that their legend names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from guarded_records import guarded
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, ROCK, STAIRS, WIDTH
from steep.core.random_streams import LOOT, SPAWNS, seed_streams
from steep.core.record import pack, unpack
from steep.core.ruleset import KEEP, LegendRow, Ruleset
from steep.core.world import MAX_ROOMS, World
from steep.mapgen.drawings.draw_on_floor import cell_of, draw_item
from steep.mapgen.make_floor import make_floor, make_floors_to

DEN = """
[vaults.den]
spawn = 10
map = '''
#######
#o.t..+
#..!.##
###### '''
legend = { "+" = "floor", o = { monster = "orc" }, t = { monster = "troll" }, "!" = { item = "healing_potion" } }
"""

CHAPEL = """
[vaults.chapel]
guaranteed = {floors}
map = '''
####
#..+
####'''
legend = {{ "+" = "floor" }}
"""

CAVES = """
[layouts.caves]
generator = "caves"
spawn = 1
rock = 42
smoothing = 4
area = 90
"""


WALL_TO_WALL = """
[layouts.wall_to_wall]
generator = "partition"
spawn = 1
"""


def rulebook(folder: Path, text: str, extends: str = "tcod-2020") -> Rulebook:
    """A ruleset that extends a bundled one."""
    path = folder / "vaults.toml"
    path.write_text(f'extends = "{extends}"\n{text}', "utf-8")
    return load_ruleset(str(path))


def vaults_of(world: World) -> Iterator[tuple[int, int, int, int, int]]:
    """The vault, the upper left corner, the width and the height of each vault of a floor, and the row of its room."""
    for number in range(world.shells):
        row = MAX_ROOMS - 1 - number
        room = world.rooms[row]
        corner = (room.top + 1) * WIDTH + room.left + 1
        yield world.vault_of_room[row] - 1, corner, room.right - room.left - 1, room.bottom - room.top - 1, row


def pictures_of(book: Rulebook, vault: int) -> dict[tuple[str, ...], int]:
    """The map of a vault in each of the ways in which it may be drawn, and the way."""
    drawing, rows = book.compiled.drawings[vault], book.vaults[vault].map
    found = {}
    for way in range(8):
        if (way % 4 and not drawing.rotated) or (way >= 4 and not drawing.mirrored):
            continue
        width, height = (drawing.height, drawing.width) if way % 2 else (drawing.width, drawing.height)
        picture = [[" "] * width for _ in range(height)]
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                cell = cell_of(y * drawing.width + x, drawing.width, drawing.height, way, 0)
                picture[cell // WIDTH][cell % WIDTH] = sign
        found[tuple("".join(row) for row in picture)] = way
    return found


def reached_from(world: World, start: int) -> set[int]:
    """The cells that can be walked to."""
    reached, new = {start}, [start]
    while new:
        cell = new.pop()
        for direction in DIRECTIONS:
            if world.tiles[cell + direction] != ROCK and cell + direction not in reached:
                reached.add(cell + direction)
                new.append(cell + direction)
    return reached


def whole_way(book: Rulebook, world: World, vault: int, corner: int, width: int, height: int) -> int:
    """The way in which a vault stands on a floor with all that its map has. Fails if it does not."""
    monsters = {actor.cell: book.monsters[actor.kind].key for actor in world.actors[: world.actor_count]}
    items = {item.cell: book.items[item.kind].key for item in world.items[: world.item_count]}
    legend = {entry.glyph: entry for entry in book.vaults[vault].legend}
    for picture, way in pictures_of(book, vault).items():
        if len(picture) != height or len(picture[0]) != width:
            continue
        for y, row in enumerate(picture):
            for x, sign in enumerate(row):
                cell = corner + y * WIDTH + x
                entry = legend.get(sign)
                placed = (*(entry.monster if entry else ()), *(entry.item if entry else ()))
                there = tuple(each for each in (monsters.get(cell), items.get(cell)) if each)
                if sign != " " and ((world.tiles[cell] == ROCK) != (sign == "#") or placed != there):
                    break
            else:
                continue
            break
        else:
            return way
    pytest.fail(f"vault {vault} at {corner % WIDTH}, {corner // WIDTH} on floor {world.floor} of seed {world.seed}")


@pytest.mark.parametrize("floors", [30, pytest.param(250, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("base", "layout"), [("tcod-2020", ""), ("godot", CAVES), ("tcod-2020", WALL_TO_WALL)])
def test_vaults_stand_whole_in_every_way_on_connected_floors(
    tmp_path: Path, base: str, layout: str, floors: int
) -> None:
    book = rulebook(tmp_path, f'[counts]\nvaults_per_floor = "1d3"\n{DEN}{layout}', base)
    world = World()
    ways: Counter[int] = Counter()
    dropped = 0
    for seed in range(floors):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        dropped += world.dropped_vaults
        world.dropped_vaults = 0
        open_cells = {cell for cell in range(CELLS) if world.tiles[cell] != ROCK}
        assert reached_from(world, world.hero.cell) == open_cells, seed
        assert not {actor.cell for actor in world.actors[: world.actor_count]} - open_cells, seed
        assert not {item.cell for item in world.items[: world.item_count]} - open_cells, seed
        for vault, corner, width, height, _ in vaults_of(world):
            ways[whole_way(book, world, vault, corner, width, height)] += 1
    assert sorted(ways) == list(range(8))
    assert dropped == 0


def test_a_map_that_is_neither_turned_nor_mirrored_stands_as_it_is_drawn(tmp_path: Path) -> None:
    text = f"[counts]\nvaults_per_floor = 2\n{DEN}rotated = false\nmirrored = false\n"
    book = rulebook(tmp_path, text)
    world = World()
    for seed in range(30):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        assert {whole_way(book, world, *vault[:4]) for vault in vaults_of(world)} <= {0}


def test_a_vault_that_appears_once_does_so_once_a_run(tmp_path: Path) -> None:
    book = rulebook(tmp_path, f"[counts]\nvaults_per_floor = 3\n{DEN}once = true\n")
    world = World()
    for seed in range(5):
        world.seed = seed
        floors = []
        for floor in range(1, 6):
            if floor == 1:
                make_floors_to(world, book.compiled, 1)
            else:
                make_floor(world, book.compiled, floor)
            floors.append(world.shells)
        assert sum(floors) == 1, floors


def test_floors_without_a_vault_are_as_they_are_without_vaults(tmp_path: Path) -> None:
    plain = load_ruleset("tcod-2020")
    book = rulebook(tmp_path, f"[counts]\nvaults_per_floor = {{ 3 = 1 }}\n{DEN}")
    before, after = World(), World()
    for world, each in ((before, plain), (after, book)):
        world.seed = 9
        make_floors_to(world, each.compiled, 2)
    assert before.tiles == after.tiles
    assert [actor.cell for actor in before.actors] == [actor.cell for actor in after.actors]
    assert [item.cell for item in before.items] == [item.cell for item in after.items]
    for stream in (SPAWNS, LOOT):
        assert before.random[4 * stream : 4 * stream + 4] == after.random[4 * stream : 4 * stream + 4]


def test_nothing_else_is_placed_in_a_vault_unless_it_may_be_populated(tmp_path: Path) -> None:
    hall = "[vaults.hall]\nspawn = 1\nmap = '''\n" + "\n".join(["#" * 12, *["#" + "." * 11] * 6, "#" * 12]) + "'''\n"
    counts = "[counts]\nvaults_per_floor = 2\nmonsters_per_100_cells = 20\nitems_per_100_cells = 20\n"
    inside = []
    for populate in ("", "populate = true\n"):
        book = rulebook(tmp_path, counts + hall + populate)
        world = World()
        found = 0
        for seed in range(20):
            world.seed = seed
            make_floors_to(world, book.compiled, 1)
            rooms = {row + 1 for row in range(MAX_ROOMS) if world.vault_of_room[row]}
            cells = {cell for cell in range(CELLS) if world.region_of[cell] in rooms}
            found += sum(actor.cell in cells for actor in world.actors[: world.actor_count])
            found += sum(item.cell in cells for item in world.items[: world.item_count])
        inside.append(found)
    assert inside[0] == 0
    assert inside[1] > 20


def test_a_pack_stays_in_its_vault_and_other_packs_stay_outside(tmp_path: Path) -> None:
    text = """
[counts]
vaults_per_floor = 2
[monsters.wolf]
glyph = "w"
hp = 3
power = 3
defense = 0
xp = 1
[packs.wolves]
leader = "wolf"
members = [{ kind = "wolf", count = 5 }]
[packs.trolls]
leader = "troll"
members = [{ kind = "troll", count = 4 }]
spawn = 1000
[vaults.lair]
spawn = 1
map = '''
#####
#.w.#
#...+
#####'''
legend = { w = { pack = "wolves" }, "+" = "floor" }
"""
    book = rulebook(tmp_path, text)
    wolf = [monster.key for monster in book.monsters].index("wolf")
    world = World()
    for seed in range(40):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        for _, corner, _, _, row in vaults_of(world):
            inside = [
                actor.kind for actor in world.actors[: world.actor_count] if world.region_of[actor.cell] == row + 1
            ]
            assert inside == [wolf] * 6, (seed, corner)
        assert sum(actor.kind == wolf for actor in world.actors[: world.actor_count]) == 6 * world.shells


def test_what_a_legend_draws_comes_from_the_tables_of_deeper_floors(tmp_path: Path) -> None:
    text = """
[counts]
vaults_per_floor = 1
[vaults.hoard]
spawn = 1
map = '''
####
#m!.
####'''
legend = { m = { draw = "monster", deeper = 5 }, "!" = { draw = "item", deeper = 3, chance = 50 } }
"""
    book = rulebook(tmp_path, text)
    world = World()
    monsters: Counter[str] = Counter()
    items: Counter[str] = Counter()
    for seed in range(120):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        rows = {row + 1 for *_, row in vaults_of(world)}
        monsters.update(
            book.monsters[a.kind].key for a in world.actors[: world.actor_count] if world.region_of[a.cell] in rows
        )
        items.update(book.items[i.kind].key for i in world.items[: world.item_count] if world.region_of[i.cell] in rows)
    # On floor 6, an orc has weight 80 and a troll 30; on floor 4, only three kinds of items have any.
    assert monsters.total() == 120
    assert 18 < monsters["troll"] < 48
    assert set(items) == {"healing_potion", "confusion_scroll", "lightning_scroll"}
    assert 42 < items.total() < 78


def test_a_vault_for_which_there_is_no_place_is_left_out_and_counted(tmp_path: Path) -> None:
    book = rulebook(
        tmp_path,
        "[map]\nwidth = 14\nheight = 12\n[counts]\nvaults_per_floor = 1\n"
        "[vaults.wide]\nspawn = 1\nmap = '.............'\n",
    )
    world = World()
    make_floors_to(world, book.compiled, 1)
    assert (world.shells, world.dropped_vaults) == (0, 1)


def test_no_tunnel_is_dug_through_a_vault_and_none_covers_another(tmp_path: Path) -> None:
    book = rulebook(tmp_path, f"[counts]\nvaults_per_floor = 8\n{DEN}")
    world = World()
    for seed in range(40):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        for vault in vaults_of(world):
            whole_way(book, world, *vault[:4])
        assert world.tiles.count(STAIRS) == 1
        assert {world.tiles[cell] for cell in range(CELLS)} == {ROCK, FLOOR, STAIRS}


def test_the_way_into_a_vault_is_not_covered_by_the_next(tmp_path: Path) -> None:
    book = rulebook(tmp_path, f'[counts]\nvaults_per_floor = "1d3"\n{DEN}')
    world = World()
    for seed in (562, 587, 609):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        open_cells = {cell for cell in range(CELLS) if world.tiles[cell] != ROCK}
        assert reached_from(world, world.hero.cell) == open_cells, seed


def test_a_room_that_a_vault_covers_in_part_keeps_its_other_cells(tmp_path: Path) -> None:
    book = rulebook(tmp_path, f"[counts]\nvaults_per_floor = 1\n{DEN}{WALL_TO_WALL}")
    world = World()
    covered = 0
    for seed in range(20):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        for room in world.rooms[: world.room_count]:
            if room.region:
                cells = [cell for cell in range(CELLS) if world.region_of[cell] == room.region]
                assert len(cells) >= 12
                assert all(world.tiles[cell] != ROCK for cell in cells)
                covered += 1
    assert covered >= 20


def test_a_floor_has_as_many_of_a_vault_as_are_guaranteed_and_those_drawn_besides(tmp_path: Path) -> None:
    chapel = CHAPEL.format(floors="{ 1 = 1, 2 = 2, 3 = 0 }")
    book = rulebook(tmp_path, f"[counts]\nvaults_per_floor = 1\n{chapel}{DEN}")
    world = World()
    for floor, chapels in ((1, 1), (2, 2), (3, 0)):
        make_floors_to(world, book.compiled, floor)
        placed = Counter(book.vaults[vault].key for vault, *_ in vaults_of(world))
        assert (placed["chapel"], placed["den"], world.dropped_vaults) == (chapels, 1, 0)


def test_a_guaranteed_vault_that_appears_once_does_so_on_the_first_of_its_floors(tmp_path: Path) -> None:
    book = rulebook(tmp_path, CHAPEL.format(floors="{ 1 = 2 }\nonce = true"))
    world = World()
    for floor, chapels in ((1, 1), (2, 0)):
        make_floors_to(world, book.compiled, floor)
        assert world.shells == chapels


def test_a_vault_to_be_populated_in_which_nothing_can_be_stays_empty(tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    path.write_text('extends = "tcod-2020"\n[vaults.gate]\nguaranteed = 1\npopulate = true\nmap = "+"\n', "utf-8")
    compiled_ruleset = load_ruleset(str(path)).compiled
    world = World()
    gates = 0
    for seed in range(3):
        world.seed = seed
        make_floors_to(world, compiled_ruleset, 1)
        vaults = [room for row, room in enumerate(world.rooms) if world.vault_of_room[row] > 0]
        gates += bool(vaults)
        inside = {room.top * 80 + 80 + room.left + 1 for room in vaults}
        assert not inside & {actor.cell for actor in world.actors[1 : world.actor_count]}
    assert gates == 3


def test_gold_drawn_where_the_ground_is_kept_reads_no_terrain() -> None:
    ruleset = guarded(unpack(Ruleset, pack(load_ruleset("steep").compiled)))
    world, row, drawn = World(), LegendRow(), set()
    world.floor, row.tile, row.draws_item = 3, KEEP, 1
    for seed in range(200):
        seed_streams(world.random, seed, 3)
        drawn.add(draw_item(world, ruleset, row))
    assert any(ruleset.items[kind].gold for kind in drawn)
