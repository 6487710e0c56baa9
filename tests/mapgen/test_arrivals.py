"""Minimums and chances by room, and monsters that a floor has for sure, against exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from generated_floors import (
    cells_of,
    compiled_make_floor,
    generated_floors,
    generated_runs,
    kind_number,
    monsters_on,
    rulebook_from,
    within_chance,
)
from steep.content import Rulebook, load_ruleset
from steep.content.dial import dialled
from steep.core.geometry import ROCK, STAIRS, WIDTH, steps_between
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import World
from steep.mapgen.make_floor import make_floor, make_floors_to

BIG_ROOMS = """
[map]
room_min = 12
room_max = 16
[monsters.orc]
spawn = 1
[items.healing_potion]
spawn = 1
[counts]
"""
"""Rooms in which hardly any draw is lost to a taken cell."""

BOSS = """
[monsters.boss]
glyph = "B"
hp = 60
power = 9
defense = 3
xp = 500
guaranteed_on = {floors}
"""


def in_rooms(world: Any, cells: list[int]) -> list[int]:
    """How many of some cells each room holds."""
    y, x = np.divmod(np.array(cells, int)[:, None], WIDTH)
    rooms = world.rooms[: world.room_count]
    inside = (rooms["left"] < x) & (x < rooms["right"]) & (rooms["top"] < y) & (y < rooms["bottom"])
    found: list[int] = inside.sum(0).tolist()
    return found


def by_room(book: Rulebook, floor: int, what: str) -> Counter[int]:
    """How many rooms have each number of monsters or items."""
    counts = Counter[int]()
    for world in generated_floors(book, 700, floor):
        held = (world.actors, world.actor_count) if what == "monster" else (world.items, world.item_count)
        counts.update(in_rooms(world, cells_of(*held)))
    return counts


@pytest.mark.parametrize("what", ["monster", "item"])
class TestRooms:
    def test_a_room_has_at_least_the_minimum_and_each_number_as_likely(self, what: str) -> None:
        book = rulebook_from(BIG_ROOMS + f"{what}s_per_room = 4\nmin_{what}s_per_room = 2")
        counts = by_room(book, 1, what)
        # One of two draws in a hundred or more cells is lost at times.
        assert sum(counts[number] for number in (0, 1)) < counts.total() / 50
        assert max(counts) == 4
        for number in (2, 3, 4):
            assert counts[number] / counts.total() == pytest.approx(1 / 3, abs=0.03)

    def test_the_minimum_is_by_floor(self, what: str) -> None:
        book = rulebook_from(BIG_ROOMS + f"{what}s_per_room = 2\nmin_{what}s_per_room = {{ 3 = 2 }}")
        assert by_room(book, 2, what)[0] > 230
        assert by_room(book, 3, what)[0] < 5

    @pytest.mark.parametrize("chance", [0, 1, 35])
    def test_the_chance_is_the_share_of_rooms_that_get_any(self, what: str, chance: int) -> None:
        book = rulebook_from(
            BIG_ROOMS + f"{what}s_per_room = 1\nmin_{what}s_per_room = 1\n{what}_room_chance = {chance}"
        )
        tries = given = 0
        for world in generated_floors(book, 500, 1):
            # In the first room the draw may be lost to the hero's cell.
            held = (world.actors, world.actor_count) if what == "monster" else (world.items, world.item_count)
            numbers = in_rooms(world, cells_of(*held))[1:]
            tries, given = tries + len(numbers), given + sum(numbers)
        assert within_chance(given, tries, Fraction(chance, 100))

    def test_without_a_chance_no_random_number_is_drawn_for_it(self, what: str) -> None:
        text = 'extends = "tcod-2020"\n[counts]\n'
        plain = load_ruleset("tcod-2020")
        book = rulebook_from(text + f"{what}_room_chance = 100\nmin_{what}s_per_room = 0")
        for one, other in zip(generated_floors(plain, 30, 4), generated_floors(book, 30, 4), strict=True):
            assert one.tobytes() == other.tobytes()


class TestGuaranteed:
    def test_its_floors_have_exactly_one_and_others_none(self) -> None:
        book = rulebook_from(BOSS.format(floors="[2, 5]"))
        counts = {
            floor: Counter(len(monsters_on(world)) for world in generated_floors(book, 50, floor))
            for floor in range(1, 7)
        }
        assert counts == {floor: Counter({int(floor in (2, 5)): 50}) for floor in range(1, 7)}

    def test_it_comes_besides_those_drawn(self) -> None:
        text = "[counts]\nmonsters_per_floor = 3\n[monsters.orc]\nspawn = 1\n" + BOSS.format(floors=4)
        book = rulebook_from(text)
        boss, orc = kind_number(book, "boss"), kind_number(book, "orc")
        for world in generated_floors(book, 60, 4):
            assert monsters_on(world)[0] == boss
            assert monsters_on(world).count(boss) == 1
            assert 2 <= monsters_on(world).count(orc) <= 3

    def test_it_is_in_any_room_but_the_first_each_as_likely(self) -> None:
        book = rulebook_from(BOSS.format(floors=1))
        where, expected = Counter[int](), Counter[int]()
        for world in generated_floors(book, 1_000, 1):
            rooms = in_rooms(world, cells_of(world.actors, 1))
            assert sum(rooms) == 1
            assert rooms[0] == 0 or world.room_count == 1
            if world.room_count > 1:
                where[rooms.index(1)] += 1
                for number in range(1, int(world.room_count)):
                    expected[number] += Fraction(1, int(world.room_count) - 1)  # type: ignore[assignment]
        assert set(where) <= set(expected)
        for number, times in expected.items():
            assert within_chance(where[number], where.total(), Fraction(times) / where.total())

    def test_one_at_the_stairs_stands_beside_them(self) -> None:
        book = rulebook_from(BOSS.format(floors=1) + "at_stairs = true\n")
        for world in generated_floors(book, 60, 1):
            stairs = np.flatnonzero(world.tiles == STAIRS).tolist()
            assert [steps_between(int(world.actors[0].cell), cell) for cell in stairs] == [1]

    def test_a_floor_of_one_room_has_it_too(self) -> None:
        book = rulebook_from("[map]\nroom_attempts = 1\n" + BOSS.format(floors=1))
        for world in generated_floors(book, 60, 1):
            assert monsters_on(world) == [kind_number(book, "boss")]
            assert int(world.actors[0].cell) != int(world.hero.cell)

    def test_a_unique_appears_once_a_run_drawn_or_guaranteed(self) -> None:
        text = "[counts]\nmonsters_per_floor = 1\n[monsters.orc]\nspawn = 9\n"
        book = rulebook_from(text + BOSS.format(floors="[3, 6]") + "unique = true\nspawn = 1")
        boss, numbers, on_third = kind_number(book, "boss"), Counter[int](), 0
        for seed, floor, world in generated_runs(book, 300, 8):
            found = monsters_on(world).count(boss)
            numbers[seed] += found
            on_third += found if floor == 3 else 0
        assert set(numbers.values()) == {1}
        # It is drawn before with chance 1 - (9 / 10) ** 2.
        assert within_chance(on_third, 300, Fraction(81, 100))

    def test_as_many_as_a_floor_has_free_cells_are_placed_and_the_rest_counted(self) -> None:
        bosses = "".join(BOSS.format(floors=1).replace("boss", f"boss{n}") for n in range(9))
        one_room = "[map]\nroom_attempts = 1\nroom_min = 3\nroom_max = 3\n"
        book = rulebook_from(one_room + bosses)
        for world in generated_floors(book, 50, 1):
            # A room of two by two cells, one of which is the hero's.
            assert (int(world.actor_count), int(world.dropped_actors)) == (3, 6)
            world.dropped_actors = 0

    def test_the_last_free_cell_is_found(self) -> None:
        bosses = "".join(BOSS.format(floors=1).replace("boss", f"boss{n}") for n in range(90))
        book = rulebook_from("[map]\nroom_attempts = 1\nroom_min = 8\nroom_max = 8\n" + bosses)
        for world in generated_floors(book, 20, 1):
            free = int((world.tiles != ROCK).sum()) - 1
            assert (free, int(world.actor_count)) == (48, 48)
            world.dropped_actors = 0

    def test_a_crowded_floor_has_it_too(self) -> None:
        text = "[counts]\nmonsters_per_room = 128\n[monsters.orc]\nspawn = 1\n"
        book = rulebook_from(text + BOSS.format(floors=1))
        boss = kind_number(book, "boss")
        for world in generated_floors(book, 20, 1):
            assert (int(world.actor_count), monsters_on(world).count(boss)) == (128, 1)

    def test_none_is_placed_within_safe_steps(self) -> None:
        book = rulebook_from("[map]\nsafe_steps = 80\n" + BOSS.format(floors=1))
        for world in generated_floors(book, 20, 1):
            assert (int(world.actor_count), int(world.dropped_actors)) == (0, 1)
            world.dropped_actors = 0

    def test_other_floors_draw_the_same_numbers_as_without_it(self) -> None:
        plain = load_ruleset("tcod-2020")
        book = rulebook_from('extends = "tcod-2020"\n' + BOSS.format(floors=3).replace("boss", "zombie"))
        for floor in (2, 4):
            for one, other in zip(generated_floors(plain, 30, floor), generated_floors(book, 30, floor), strict=True):
                assert one.tobytes() == other.tobytes()

    @pytest.mark.parametrize(("change", "there"), [("monsters = -100", 0), ("monsters = -99", 1), ("depth = 2", 1)])
    def test_a_mode_keeps_it_unless_it_takes_all_monsters(self, change: str, there: int) -> None:
        book = rulebook_from(BOSS.format(floors=4) + f"[modes.it]\n{change}").in_mode("it")
        assert {len(monsters_on(world)) for world in generated_floors(book, 20, 4)} == {there}

    @pytest.mark.parametrize(("difficulty", "there"), [(0.0, 0), (0.01, 1), (1.0, 1)])
    def test_the_dial_keeps_it_unless_it_takes_all_monsters(self, difficulty: float, there: int) -> None:
        book = dialled(rulebook_from(BOSS.format(floors=4)), difficulty)
        assert {len(monsters_on(world)) for world in generated_floors(book, 20, 4)} == {there}


def all_three_forms(book: Rulebook, seed: int, floor: int) -> Iterator[bytes]:
    """A floor, and those above it, made by the plain, the NumPy and the compiled form of the rules."""
    plain = World()
    plain.seed = seed
    make_floors_to(plain, book.compiled, floor)
    yield from_plain(plain).tobytes()
    ruleset = from_plain(book.compiled)
    for make in (make_floor, compiled_make_floor()):
        world = zeros(World, 1)[0]
        world.seed = seed
        for above in range(1, floor + 1):
            make(world, ruleset, above)
        yield world.tobytes()


def test_all_forms_make_the_same_floors() -> None:
    text = "monsters_per_room = 3\nmin_monsters_per_room = 2\nmonster_room_chance = 60\n"
    items = "items_per_room = 3\nmin_items_per_room = 1\nitem_room_chance = 40\n"
    book = rulebook_from(BIG_ROOMS + text + items + BOSS.format(floors="[1, 3]") + "unique = true\nasleep = 50")
    for seed in range(5):
        assert len({*all_three_forms(book, seed, 3)}) == 1
