"""Monsters are placed where they can live: who stays in water in water, all others where it is dry and safe."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from generated_floors import generated_floors, rulebook_from
from steep.content import Rulebook
from steep.core.world import World
from steep.mapgen.make_floor import make_floors_to
from steep.rules.action_codes import WAIT, action
from steep.rules.new_game import new_game
from steep.rules.turn import step_or_wait

LAKES = """
    [layouts.lakes]
    generator = "caves"
    overlays  = [
        { terrain = "deep_water", shore = "shallow_water", count = 3, cells = 40 },
        { terrain = "lava", count = 2, cells = 20 },
        { terrain = "chasm", count = 1, cells = 20 },
    ]
    spawn = 1
"""

MONSTERS = """
    [counts]
    monsters_per_room = 3

    [monsters.eel]
    glyph   = "e"
    hp      = 9
    power   = 3
    defense = 0
    xp      = 1
    moves   = "in_water"
    spawn   = 10

    [monsters.bat]
    glyph   = "b"
    hp      = 9
    power   = 3
    defense = 0
    xp      = 1
    moves   = "flies"
    spawn   = 10

    [monsters.crab]
    glyph   = "c"
    hp      = 9
    power   = 3
    defense = 0
    xp      = 1
    spawn   = 10
"""


def ground_of(book: Rulebook, floors: int = 20, floor: int = 1) -> Counter[tuple[str, str]]:
    """How many of each kind of monster are on each kind of terrain."""
    world, found = World(), Counter[tuple[str, str]]()
    for seed in range(floors):
        world.seed = seed
        make_floors_to(world, book.compiled, floor)
        for actor in world.actors[: world.actor_count]:
            found[book.monsters[actor.kind].key, book.terrain[world.tiles[actor.cell]].key] += 1
    return found


def test_who_stays_in_water_is_placed_in_water_and_nobody_else_is() -> None:
    found = ground_of(rulebook_from(LAKES + MONSTERS))
    assert {ground for kind, ground in found if kind == "eel"} == {"deep_water"}
    assert found["eel", "deep_water"] > 50
    others = {ground for kind, ground in found if kind != "eel"}
    assert others <= {"floor", "shallow_water", "stairs"}


def test_each_cell_of_water_is_about_equally_likely() -> None:
    book = rulebook_from(LAKES + MONSTERS.replace("monsters_per_room = 3", "monsters_per_floor = 1"))
    water = [kind.key for kind in book.terrain].index("deep_water")
    halves = Counter[bool]()
    for world in generated_floors(book, 300, 1):
        cells = np.flatnonzero(world.tiles == water).tolist()
        for cell in world.actors["cell"][: world.actor_count].tolist():
            if cell in cells:
                halves[2 * cells.index(cell) < len(cells)] += 1
    assert abs(halves[True] - halves[False]) < 4 * sum(halves.values()) ** 0.5
    assert sum(halves.values()) > 50


def test_a_floor_without_water_has_none() -> None:
    found = ground_of(rulebook_from(MONSTERS))
    assert {kind for kind, _ in found} == {"bat", "crab"}


def test_members_of_packs_are_placed_where_they_live_near_their_leader() -> None:
    pack = """
        [counts]
        monsters_per_floor = 2

        [packs.shore]
        leader  = "crab"
        members = [{ kind = "eel", count = 2 }]
        spawn   = 1
    """
    found = ground_of(
        rulebook_from(LAKES + pack + MONSTERS.split("[counts]\n    monsters_per_room = 3")[1].replace("= 10", "= 0"))
    )
    assert {ground for kind, ground in found if kind == "eel"} == {"deep_water"}
    assert {kind for kind, _ in found} == {"crab", "eel"}


def test_a_guaranteed_monster_is_placed_where_it_lives() -> None:
    boss = MONSTERS.replace("spawn   = 10", "spawn   = 0").replace(
        'moves   = "in_water"', 'moves = "in_water"\n    guaranteed_on = [1]'
    )
    found = ground_of(rulebook_from(LAKES + boss))
    assert found == Counter({("eel", "deep_water"): 20})


@pytest.mark.parametrize(("layout", "ground"), [(LAKES, "deep_water"), ("", "floor")])
def test_the_goal_is_on_the_last_floor_even_if_that_has_no_water(layout: str, ground: str) -> None:
    goal = '[run]\nlast_floor = 1\ngoal_monster = "eel"\n'
    found = ground_of(rulebook_from(goal + layout + MONSTERS.replace("= 10", "= 0")), 8)
    assert found == Counter({("eel", ground): 8})


def test_wanderers_come_where_they_live() -> None:
    wandering = "[wandering]\nevery = 5\n"
    book = rulebook_from(LAKES + wandering + MONSTERS.replace("monsters_per_room = 3", "monsters_per_room = 0"))
    world, ground = World(), Counter[str]()
    for seed in range(4):
        new_game(world, book.compiled, seed)
        for _ in range(40):
            before = world.next_id
            step_or_wait(world, book.compiled, action(WAIT))
            for actor in world.actors[: world.actor_count]:
                if actor.id >= before and book.monsters[actor.kind].key == "eel":
                    ground[book.terrain[world.tiles[actor.cell]].key] += 1
    assert set(ground) == {"deep_water"}
