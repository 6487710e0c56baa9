"""Every floor is valid, repeatable, and as it was recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import worlds_in_both_forms
from recorded_games_and_floors import FLOORS, RECORDED, floors_in_words, read_floors
from steep.content import load_ruleset
from steep.core.geometry import CELLS, DIRECTIONS, HEIGHT, NOWHERE, ROCK, STAIRS, WIDTH
from steep.core.native.native_rule import native
from steep.core.random_streams import SPAWNS
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.mapgen.make_floor import make_floor

SEED_42 = Path(__file__).parent / "seed-42.txt"

BORDER = {*range(WIDTH), *range(CELLS - WIDTH, CELLS)} | {y * WIDTH + x for y in range(HEIGHT) for x in (0, WIDTH - 1)}


def reachable(tiles: bytes, origin: int) -> set[int]:
    seen, frontier = {origin}, [origin]
    while frontier:
        cell = frontier.pop()
        for direction in DIRECTIONS:
            neighbour = cell + direction
            if tiles[neighbour] != ROCK and neighbour not in seen:
                seen.add(neighbour)
                frontier.append(neighbour)
    return seen


def faults(world: World) -> list[str]:
    """Everything that is wrong with a floor."""
    tiles, occupant = bytes(world.tiles), bytes(world.occupant)
    reached = reachable(tiles, int(world.hero.cell))
    actors = [int(world.actors[i].cell) for i in range(world.actor_count)]
    items = [int(world.items[i].cell) for i in range(world.item_count)]
    errors: list[str] = []
    if not any(tiles[cell] == STAIRS for cell in reached):
        errors.append("unreachable stairs")
    if tiles.count(STAIRS) != 1:
        errors.append("not exactly one staircase")
    if {cell for cell in range(CELLS) if tiles[cell] != ROCK} != reached:
        errors.append("unreachable floor")
    if any(tiles[cell] == ROCK for cell in [*actors, *items, int(world.hero.cell)]):
        errors.append("something in rock")
    if len({*actors, int(world.hero.cell)}) != len(actors) + 1:
        errors.append("two actors on one cell")
    if len({*actors, *items, int(world.hero.cell)}) != len(actors) + len(items) + 1:
        errors.append("an item on an occupied cell")
    if [cell for cell in range(CELLS) if occupant[cell]] != sorted(actors):
        errors.append("occupant plane does not match the actors")
    if any(occupant[cell] != i + 1 for i, cell in enumerate(actors)):
        errors.append("wrong occupant number")
    if any(tiles[cell] != ROCK for cell in BORDER):
        errors.append("the border is not rock")
    return errors


ALLOWED_FAULTS: dict[str, set[str]] = {
    "tcod-2020": set(),
    "tcod-2020-gear": set(),
    "tcod-2019": set(),
    "godot": set(),
    "rotjs": {"two actors on one cell", "an item on an occupied cell"},
    "roguebasin": {"two actors on one cell", "an item on an occupied cell"},
}
"""Rulesets that place the hero last allow these."""


@pytest.mark.parametrize("floors", [120, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ALLOWED_FAULTS)
def test_every_floor_is_valid(name: str, floors: int) -> None:
    ruleset, make = from_plain(load_ruleset(name).compiled), native(make_floor)
    world: Any = zeros(World, 1)[0]
    for seed in range(floors):
        world.seed = seed
        make(world, ruleset, 1 + seed % 12)
        assert set(faults(world)) <= ALLOWED_FAULTS[name], (seed, 1 + seed % 12)
        assert world.dropped_actors == 0


def test_an_unreachable_floor_is_detected() -> None:
    world = World()
    world.seed = 1
    make_floor(world, load_ruleset("tcod-2020").compiled, 1)
    assert faults(world) == []
    room = world.rooms[world.room_count - 1]
    for y in range(room.top, room.bottom + 1):
        for x in range(room.left, room.right + 1):
            if y in (room.top, room.bottom) or x in (room.left, room.right):
                world.tiles[y * WIDTH + x] = ROCK
    assert "unreachable stairs" in faults(world)


def picture(world: World) -> str:
    """A floor as text, without rows of solid rock: a letter for each kind of monster, a digit for each kind of item."""
    cells = [" #.>"[tile] for tile in world.tiles]
    for i in range(world.item_count):
        cells[int(world.items[i].cell)] = str(int(world.items[i].kind))
    for i in range(world.actor_count):
        cells[int(world.actors[i].cell)] = "abcdefgh"[int(world.actors[i].kind)]
    cells[int(world.hero.cell)] = "@"
    rows = ("".join(cells[y * WIDTH : (y + 1) * WIDTH]) for y in range(HEIGHT))
    return "\n".join(row for row in rows if row.strip("#"))


@pytest.mark.parametrize("in_form", [worlds_in_both_forms.plain, worlds_in_both_forms.natively])
def test_seed_42_is_the_same_dungeon_in_every_form(in_form: Callable[[Ruleset], worlds_in_both_forms.Form]) -> None:
    # If seed-42.txt must change, the dungeon of every seed has changed.
    form = in_form(load_ruleset("tcod-2020").compiled)
    text = ""
    for floor in (1, 2, 7):
        form.start(42, floor)
        text += f"floor {floor}\n{picture(form.world)}\n"
    assert text == SEED_42.read_text(encoding="utf-8")


def test_a_floor_does_not_depend_on_earlier_play() -> None:
    form = worlds_in_both_forms.plain(load_ruleset("tcod-2020").compiled)
    form.start(7, 1)
    for _ in range(4000):
        form.act(form.bot_action())
        if form.world.floor == 3:
            break
    assert form.world.floor == 3
    after_play = picture(form.world), int(form.world.hero.cell)
    assert form.world.turn > 0
    form.start(7, 3)
    assert (picture(form.world), int(form.world.hero.cell)) == after_play


def test_monsters_and_items_per_room_stay_within_the_floors_maximum() -> None:
    rulebook = load_ruleset("tcod-2020")
    ruleset, make = from_plain(rulebook.compiled), native(make_floor)
    world = zeros(World, 1)[0]
    maxima = {floor: np.zeros(2, int) for floor in (1, 3, 4, 5, 6, 9)}
    for floor, maximum in maxima.items():
        for seed in range(300):
            world.seed = seed
            make(world, ruleset, floor)
            rooms = world.rooms[: world.room_count]
            for column, cells in enumerate(
                (world.actors["cell"][: world.actor_count], world.items["cell"][: world.item_count])
            ):
                x, y = (cells % WIDTH)[:, None], (cells // WIDTH)[:, None]
                inside = (rooms["left"] < x) & (x < rooms["right"]) & (rooms["top"] < y) & (y < rooms["bottom"])
                maximum[column] = max(maximum[column], inside.sum(0).max())
    assert {floor: tuple(map(int, maximum)) for floor, maximum in maxima.items()} == {
        1: (2, 1),
        3: (2, 1),
        4: (3, 2),
        5: (3, 2),
        6: (5, 2),
        9: (5, 2),
    }


def test_a_full_table_drops_and_counts_new_monsters_and_items() -> None:
    from steep.core.world import MAX_ACTORS
    from steep.mapgen.put_on_free_cell import add_actor

    ruleset, world = load_ruleset("tcod-2020").compiled, World()
    world.next_id = 1
    added = [add_actor(world, ruleset, 0, cell, SPAWNS) for cell in range(MAX_ACTORS + 3)]
    assert added == [True] * MAX_ACTORS + [False] * 3
    assert (world.actor_count, world.dropped_actors) == (MAX_ACTORS, 3)
    assert world.occupant[MAX_ACTORS] == 0
    assert NOWHERE not in {world.actors[i].cell for i in range(MAX_ACTORS)}


@pytest.mark.parametrize("ruleset", RECORDED)
def test_recorded_floors_are_generated_again(ruleset: str) -> None:
    recorded = read_floors()[ruleset]
    assert len(recorded) == 20
    for seed, floors in recorded.items():
        generated = floors_in_words(ruleset, int(seed))
        for floor in map(str, FLOORS):
            differ = [name for name in floors[floor] if floors[floor][name] != generated[floor].get(name)]
            assert not differ, f"{ruleset}, seed {seed}, floor {floor}: {', '.join(differ)} differ"
