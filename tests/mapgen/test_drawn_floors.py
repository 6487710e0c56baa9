"""Floors that are drawn whole: what the map says is there, and nothing else unless it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset
from steep.content.dial import dialled
from steep.core.geometry import CELLS, FLOOR, NOWHERE, ROCK, STAIRS, WIDTH
from steep.core.record import pack
from steep.core.world import World
from steep.lab.studies.rulesets_with_one_entry_changed import one_entry_out
from steep.mapgen.make_floor import make_floor, make_floors_to
from steep.mapgen.put_on_free_cell import random_cell
from steep.rules.consistency.world_consistency import SOUND, fault_in
from steep.rules.new_game import new_game

ARENA = """
[floors.arena]
floor = [2, 4]
map = '''
############
#@...#..T..#
#....#.!...#
#..........#
#....#....>#
############'''
legend = { T = { monster = "troll" }, "!" = { item = "healing_potion" } }
"""


def rulebook(folder: Path, text: str) -> Rulebook:
    path = folder / "floors.toml"
    path.write_text('extends = "tcod-2020"\n' + text, "utf-8")
    return load_ruleset(str(path))


def picture(book: Rulebook, world: World, width: int, height: int) -> list[str]:
    """The middle of a floor, of some width and height."""
    left, top = (book.map.width - width) // 2, (book.map.height - height) // 2
    signs = {cell: {ROCK: "#", FLOOR: ".", STAIRS: ">"}[world.tiles[cell]] for cell in range(CELLS)}
    signs |= {item.cell: book.items[item.kind].glyph for item in world.items[: world.item_count]}
    signs |= {actor.cell: book.monsters[actor.kind].glyph for actor in world.actors[: world.actor_count]}
    signs[world.hero.cell] = "@"
    return ["".join(signs[y * WIDTH + x] for x in range(left, left + width)) for y in range(top, top + height)]


def test_the_floor_is_as_it_is_drawn(tmp_path: Path) -> None:
    book = rulebook(tmp_path, ARENA)
    world = World()
    for floor in (2, 4):
        make_floors_to(world, book.compiled, floor)
        assert picture(book, world, 12, 6) == list(book.floors[0].map)
        assert CELLS - world.tiles.count(ROCK) == sum(len(row) - row.count("#") for row in book.floors[0].map)


def test_other_floors_are_as_they_are_without_it(tmp_path: Path) -> None:
    book, plain = rulebook(tmp_path, ARENA), load_ruleset("tcod-2020")
    with_arena, without = World(), World()
    for world, each in ((with_arena, book), (without, plain)):
        make_floors_to(world, each.compiled, 3)
    assert with_arena.tiles == without.tiles
    assert with_arena.item_count == without.item_count > 0
    for number in range(without.item_count):
        assert pack(with_arena.items[number]) == pack(without.items[number])


def test_the_tables_place_nothing_unless_the_floor_is_populated(tmp_path: Path) -> None:
    text = "[monsters.orc]\nguaranteed_on = 2\n[pity_timers.healing_potion]\nguarantee = 5\n"
    counts = {}
    for populate in ("", "populate = true\n"):
        book = rulebook(tmp_path, ARENA + populate + text)
        world = World()
        make_floors_to(world, book.compiled, 2)
        counts[populate] = world.actor_count, world.item_count
    assert counts[""] == (1, 1)
    assert counts["populate = true\n"][0] > 1
    assert counts["populate = true\n"][1] > 1


def test_its_one_room_is_all_that_can_be_walked_on(tmp_path: Path) -> None:
    book = rulebook(tmp_path, ARENA)
    world = World()
    make_floors_to(world, book.compiled, 2)
    assert world.room_count == 1
    drawn = {random_cell(world, world.rooms[0], 0) for _ in range(2_000)}
    assert drawn == {cell for cell in range(CELLS) if world.tiles[cell] != ROCK}


def test_a_floor_without_stairs_is_sound_and_the_hero_knows_of_none(tmp_path: Path) -> None:
    book = rulebook(tmp_path, "[floors.end]\nfloor = 1\nmap = '''\n#####\n#@..#\n#####'''\n")
    world = World()
    new_game(world, book.compiled, 7)
    assert fault_in(world, book.compiled) == SOUND
    assert world.hero.stairs == NOWHERE


def test_a_dug_floor_without_stairs_is_not_sound(tmp_path: Path) -> None:
    book = rulebook(tmp_path, ARENA)
    world = World()
    new_game(world, book.compiled, 7)
    world.tiles[world.tiles.index(STAIRS)] = FLOOR
    assert fault_in(world, book.compiled) != SOUND


def test_a_populated_floor_has_more_each_seed_in_other_places(tmp_path: Path) -> None:
    book = rulebook(tmp_path, ARENA + "populate = true\n[counts]\nmonsters_per_floor = 3\n")
    worlds = [World(), World()]
    for seed, world in enumerate(worlds):
        world.seed = seed
        make_floor(world, book.compiled, 2)
    assert worlds[0].tiles == worlds[1].tiles
    assert [actor.cell for actor in worlds[0].actors] != [actor.cell for actor in worlds[1].actors]


@pytest.mark.parametrize(("change", "there"), [("monsters = -100", 0), ("monsters = -99", 1), ("depth = 2", 1)])
def test_a_mode_keeps_its_monsters_unless_it_takes_all(tmp_path: Path, change: str, there: int) -> None:
    book = rulebook(tmp_path, ARENA + f"[modes.it]\n{change}").in_mode("it")
    world = World()
    make_floors_to(world, book.compiled, 2)
    assert world.actor_count == there


@pytest.mark.parametrize(("difficulty", "there"), [(0.0, 0), (0.01, 1), (1.0, 1)])
def test_the_dial_keeps_its_monsters_unless_it_takes_all(tmp_path: Path, difficulty: float, there: int) -> None:
    book = dialled(rulebook(tmp_path, ARENA), difficulty)
    world = World()
    make_floors_to(world, book.compiled, 2)
    assert world.actor_count == there


def test_blame_takes_vaults_and_drawn_floors_out(tmp_path: Path) -> None:
    den = "[counts]\nvaults_per_floor = 1\n[vaults.den]\nspawn = { 1 = 2, 3 = 5 }\nmap = '..'\n"
    found = {str(each.row) for each in one_entry_out(rulebook(tmp_path, ARENA + den), 4)[0]}
    drawn = {"counts.vaults_per_floor 1 = 1", "vaults.den.spawn 1 = 2", "floors.arena.floor 2", "floors.arena.floor 4"}
    assert found >= drawn
    variants, _ = one_entry_out(rulebook(tmp_path, ARENA), 4)
    without = next(each for each in variants if str(each.row) == "floors.arena.floor 2")
    world = World()
    make_floors_to(world, without.ruleset, 2)
    assert world.room_count > 1
