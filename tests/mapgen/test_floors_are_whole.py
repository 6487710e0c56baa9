"""Floors of every layout with vaults of every sort are whole: connected, with keys for all locks, and all in place.

`tools/check_floors_of_layouts.py` checks thousands of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, ROCK
from steep.core.record import digest
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_ROOMS, Search, World
from steep.mapgen.drawings import fit_vaults
from steep.mapgen.make_floor import make_floor
from whole_floors import FLOOR_FAULTS, fault_of_floor, fault_of_ways

EVERY_VAULT = Path(__file__).parents[1] / "support" / "rulesets" / "every_vault.toml"

FLOORS = 9
"""The first eight have a layout each, and the ninth has any."""


@cache
def book() -> Rulebook:
    return load_ruleset(str(EVERY_VAULT))


def floor_of(seed: int, floor: int) -> World:
    world = World()
    world.seed = seed
    make_floor(world, book().compiled, floor)
    return world


def fault(world: World) -> str:
    return FLOOR_FAULTS[fault_of_floor(world, book().compiled)]


def cells_of(world: World, terrain: str) -> list[int]:
    kind = [each.key for each in book().terrain].index(terrain)
    return [cell for cell in range(CELLS) if world.tiles[cell] == kind]


def test_every_vault_stands_whole_on_every_layout() -> None:
    stood: Counter[str] = Counter()
    for seed in range(3):
        for floor in range(1, FLOORS + 1):
            world = floor_of(seed, floor)
            assert fault(world) == "", (seed, floor)
            rows = range(MAX_ROOMS - world.shells, MAX_ROOMS)
            stood.update(book().vaults[world.vault_of_room[row] - 1].key for row in rows)
    assert stood.keys() == {vault.key for vault in book().vaults}


def without_search(world: World) -> World:
    """A floor without what searches leave in their working memory."""
    world.search = Search()
    return world


def test_a_search_around_a_vault_finds_the_places_that_one_of_the_whole_floor_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def search_the_floor(world: World, ruleset: Ruleset, *_: int) -> bool:
        found = fit_vaults.stays_connected(world, ruleset)
        answers[found] += 1
        return found

    answers = Counter[bool]()
    for floor in range(1, FLOORS + 1):
        found = digest(without_search(floor_of(5, floor)))
        with monkeypatch.context() as patch:
            patch.setattr(fit_vaults, "leaves_whole", search_the_floor)
            assert digest(without_search(floor_of(5, floor))) == found
    assert min(answers[True], answers[False]) > 0, "both were asked for"


def test_no_vault_covers_a_key_in_a_room() -> None:
    # On these floors, one did.
    for seed in (181, 642, 776):
        assert fault(floor_of(seed, 4)) == ""


def test_a_room_that_an_overlay_has_covered_leaves_its_number_to_no_vault() -> None:
    # On these floors, a vault and a part of a cave had the same.
    for seed in (108, 562, 1015):
        world = floor_of(seed, 6)
        assert fault(world) == ""
        assert {room.region for room in world.rooms[: world.room_count]} == set(range(1, world.room_count + 1))


def lock_in(world: World) -> None:
    for door in cells_of(world, "brass_door"):
        world.tiles[door] = ROCK


def surround_the_hero(world: World) -> None:
    for direction in DIRECTIONS:
        world.tiles[world.hero.cell + direction] = ROCK
    world.actor_count = world.item_count = 0


def lose_keys(world: World) -> None:
    keys = {number for number, item in enumerate(book().items) if item.key == "brass_key"}
    kept = [item for item in world.items[: world.item_count] if item.kind not in keys]
    for row, item in enumerate(kept):
        world.items[row].kind, world.items[row].cell = item.kind, item.cell
    world.item_count = len(kept)


def wall_in_a_monster(world: World) -> None:
    world.tiles[world.actors[0].cell] = ROCK


def change_an_altar(world: World) -> None:
    world.tiles[cells_of(world, "altar")[0]] = FLOOR


@pytest.mark.parametrize(
    ("harm", "faults"),
    [
        (lock_in, {"something cannot be reached with all keys", "a vault is not as it is drawn"}),
        (surround_the_hero, {"outside of vaults, something cannot be reached", "the stairs cannot be reached"}),
        (lose_keys, {"something cannot be reached with all keys", "there are fewer keys than locked doors"}),
        (wall_in_a_monster, {"the hero, a monster or an item is where nobody can be"}),
        (change_an_altar, {"a vault is not as it is drawn"}),
    ],
)
def test_what_is_not_whole_is_found(harm: Callable[[World], None], faults: set[str]) -> None:
    world = next(world for world in (floor_of(seed, 2) for seed in range(30)) if cells_of(world, "brass_door"))
    harm(world)
    assert fault(world) in faults


def test_what_is_found_or_opens_without_a_key_bars_no_way() -> None:
    kinds = [each.key for each in book().terrain]
    for around, ways in (("secret_door", 0), ("door", 0), ("brass_door", 3), ("fire", 3)):
        world = floor_of(0, 1)
        for direction in DIRECTIONS:
            world.tiles[world.hero.cell + direction] = kinds.index(around)
        assert fault_of_ways(world, book().compiled) == ways, around
