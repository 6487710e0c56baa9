"""Layouts: which one a floor gets, and that what they dig can be walked and filled."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import worlds_in_both_forms
from generated_floors import generated_floors, rulebook_from, within_chance
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, HEIGHT, ORTHOGONAL, ROCK, STAIRS, WIDTH
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import World
from steep.mapgen.make_floor import FloorShape, make_floor, measure_floor
from steep.mapgen.put_on_free_cell import random_cell
from steep.rules.consistency.world_consistency import FAULTS, fault_in

EVERY_LAYOUT = Path(__file__).parents[1] / "support" / "rulesets" / "every_layout.toml"

CAVES = 'generator = "caves"\nrock = 45\nsmoothing = 4\narea = 60\n'

FLOORS = 300


@cache
def every_layout() -> Rulebook:
    return load_ruleset(str(EVERY_LAYOUT))


def floor_of(layout: str) -> int:
    """The floor on which a layout is the only one with weight."""
    return next(each.spawn.entries[0][0] for each in every_layout().layouts if each.key == layout)


LAYOUTS = [layout.key for layout in every_layout().layouts]


GENERATORS = ("rooms", "loops", "partition", "caves", "maze")
"""The layouts without doors and overlays, which have the names of their generators."""


def shape_of(world: Any) -> Any:
    """The shape of a floor, measured with the terrain that all tests of this module have."""
    shape = zeros(FloorShape, 1)[0]
    native(measure_floor)(world, from_plain_every_layout(), shape)
    return shape


@cache
def from_plain_every_layout() -> Any:
    return from_plain(every_layout().compiled)


class TestChoice:
    def test_without_layouts_a_floor_has_none_and_draws_nothing_for_them(self) -> None:
        plain, with_unused = rulebook_from(""), rulebook_from(f"[layouts.caves]\n{CAVES}")
        for one, other in zip(generated_floors(plain, 30, 2), generated_floors(with_unused, 30, 2), strict=True):
            assert one["layout"] == other["layout"] == 0
            assert one.tobytes() == other.tobytes()

    def test_a_floor_draws_one_by_its_weight_there(self) -> None:
        text = (
            f'[layouts.caves]\nspawn = {{ 1 = 30, 5 = 10 }}\n{CAVES}[layouts.halls]\ngenerator = "rooms"\nspawn = 10\n'
        )
        book = rulebook_from(text)
        for floor, share in ((1, 0.75), (4, 0.75), (5, 0.5), (200, 0.5)):
            drawn = Counter(int(world["layout"]) for world in generated_floors(book, 1_000, floor))
            assert drawn.keys() == {1, 2}
            assert within_chance(drawn[1], 1_000, share)

    def test_the_choice_changes_no_floor_that_is_dug_alike(self) -> None:
        text = f'[layouts.caves]\nspawn = 10\n{CAVES}[layouts.halls]\ngenerator = "rooms"\nspawn = 10\n'
        alike = 0
        for plain, chosen in zip(
            generated_floors(rulebook_from(""), 100, 1), generated_floors(rulebook_from(text), 100, 1), strict=True
        ):
            if chosen["layout"] == 2:
                alike += 1
                assert bytes(plain["tiles"]) == bytes(chosen["tiles"])
        assert alike > 20

    def test_a_layout_of_rooms_has_the_rooms_of_the_map_unless_it_says_otherwise(self) -> None:
        text = '[layouts.halls]\ngenerator = "rooms"\nroom_min = 14\nroom_max = 18\nspawn = 1'
        for world in generated_floors(rulebook_from(text), 20, 1):
            rooms = world["rooms"][: world["room_count"]]
            assert (rooms["right"] - rooms["left"] >= 14).all()


@pytest.mark.parametrize("size", [(80, 43), (40, 22), (20, 15)])
@pytest.mark.parametrize("generator", GENERATORS)
def test_a_generator_alone_digs_floors_that_can_be_walked(generator: str, size: tuple[int, int]) -> None:
    width, height = size
    alone = f'[layouts.it]\ngenerator = "{generator}"\nspawn = 1\n[map]\nwidth = {width}\nheight = {height}\n'
    for world in generated_floors(rulebook_from(alone), 50, 1):
        shape = shape_of(world)
        assert world["layout"] == 1
        assert shape.reached == shape.open_cells >= width * height // 12
        if size == (80, 43):
            assert shape.stairs_away > (0 if generator == "rooms" else 10)
            assert world["room_count"] >= 6


@pytest.mark.parametrize("layout", LAYOUTS)
class TestEveryFloor:
    def test_is_connected_and_nothing_is_in_rock(self, layout: str) -> None:
        for world in generated_floors(every_layout(), FLOORS, floor_of(layout)):
            shape = shape_of(world)
            assert shape.reached == shape.open_cells > 0
            assert shape.stairs_away > 0
            assert shape.misplaced == 0
            assert world["layout"] == LAYOUTS.index(layout) + 1

    def test_has_the_stairs_well_away_from_the_start(self, layout: str) -> None:
        shares = [
            float(shape.stairs_away / shape.longest)
            for world in generated_floors(every_layout(), FLOORS, floor_of(layout))
            for shape in [shape_of(world)]
        ]
        assert np.mean(shares) > 0.4

    def test_is_the_same_in_every_form(self, layout: str) -> None:
        ruleset = every_layout().compiled
        plain, other = worlds_in_both_forms.plain(ruleset), worlds_in_both_forms.natively(ruleset)
        for seed in range(3):
            for form in (plain, other):
                form.start(seed, floor_of(layout))
            assert plain.bytes() == other.bytes()


class TestRegions:
    def world(self, seed: int = 1) -> World:
        world = World()
        world.seed = seed
        make_floor(world, every_layout().compiled, floor_of("caves"))
        return world

    def test_all_floor_belongs_to_a_region_and_rock_to_none(self) -> None:
        world = self.world()
        numbers = {world.rooms[number].region for number in range(world.room_count)}
        for cell in range(CELLS):
            expected = {0} if world.tiles[cell] == ROCK else numbers
            assert world.region_of[cell] in expected

    def test_a_regions_box_is_one_cell_larger_on_each_side(self) -> None:
        world = self.world()
        for number in range(world.room_count):
            room = world.rooms[number]
            cells = [cell for cell in range(CELLS) if world.region_of[cell] == room.region]
            xs, ys = [cell % WIDTH for cell in cells], [cell // WIDTH for cell in cells]
            assert (room.left, room.top, room.right, room.bottom) == (
                min(xs) - 1,
                min(ys) - 1,
                max(xs) + 1,
                max(ys) + 1,
            )

    def test_random_cells_of_a_region_are_its_cells_each_as_likely(self) -> None:
        world = self.world()
        room = world.rooms[3]
        cells = [cell for cell in range(CELLS) if world.region_of[cell] == room.region]
        drawn = Counter(random_cell(world, room, 0) for _ in range(200 * len(cells)))
        assert drawn.keys() == set(cells)
        assert all(within_chance(drawn[cell], 200 * len(cells), 1 / len(cells)) for cell in cells)

    def test_the_hero_starts_in_the_first_and_the_stairs_are_in_the_last(self) -> None:
        for seed in range(10):
            world = self.world(seed)
            assert world.region_of[world.hero.cell] == world.rooms[0].region
            assert world.region_of[world.tiles.index(STAIRS)] == world.rooms[world.room_count - 1].region

    def test_regions_get_monsters_and_items_as_rooms_do(self) -> None:
        counts = "[counts]\nmonsters_per_room = 2\nmin_monsters_per_room = 2\n[monsters.orc]\nspawn = 1"
        text = f"[layouts.caves]\nspawn = 1\n{CAVES}{counts}"
        for world in generated_floors(rulebook_from(text), 30, 1):
            by_region = Counter(
                int(world["region_of"][cell]) for cell in world["actors"]["cell"][: world["actor_count"]]
            )
            assert all(1 <= by_region[int(room["region"])] <= 2 for room in world["rooms"][1 : world["room_count"]])

    def test_no_region_outlives_its_floor(self) -> None:
        world = self.world()
        make_floor(world, every_layout().compiled, floor_of("rooms"))
        assert not any(world.region_of)

    def test_a_region_without_a_cell_is_a_fault(self) -> None:
        form = worlds_in_both_forms.plain(every_layout().compiled)
        form.start(1, floor_of("caves"))
        assert fault_in(form.world, form.ruleset) == 0
        region = form.world.rooms[3].region
        for cell in range(CELLS):
            if form.world.region_of[cell] == region:
                form.world.region_of[cell] = 0
        assert FAULTS[fault_in(form.world, form.ruleset)].startswith("a room has no interior")


class TestCaves:
    def test_more_rock_leaves_less_floor(self) -> None:
        means = []
        for rock in (40, 45, 50):
            text = CAVES.replace("45", str(rock))
            book = rulebook_from(f"[layouts.caves]\nspawn = 1\n{text}")
            means.append(np.mean([np.sum(world["tiles"] != ROCK) for world in generated_floors(book, 60, 1)]))
        assert means[0] > means[1] > means[2]

    def test_at_least_a_quarter_of_the_map_is_open(self) -> None:
        book = rulebook_from(f"[layouts.caves]\nspawn = 1\n{CAVES.replace('45', '55')}")
        for world in generated_floors(book, 60, 1):
            assert np.sum(world["tiles"] == FLOOR) > 80 * 43 // 5


BANDS = {
    # (open cells, percent of them with eight open cells around, bodies of rock to walk around)
    "rooms": ((620, 1110), (30, 42), (2, 20)),
    "loops": ((760, 1020), (15, 23), (9, 25)),
    "partition": ((2600, 2740), (50, 60), (5, 20)),
    "caves": ((1600, 2060), (44, 61), (4, 19)),
    "maze": ((1040, 1200), (7, 17), (19, 36)),
}
"""Where nine tenths of the floors of each layout are, and a little more."""


class TestLayoutsDiffer:
    @pytest.mark.parametrize("layout", GENERATORS)
    def test_nine_tenths_of_its_floors_are_in_its_bands(self, layout: str) -> None:
        shapes = [shape_of(world).copy() for world in generated_floors(every_layout(), FLOORS, floor_of(layout))]
        measures = [
            [int(shape.open_cells) for shape in shapes],
            [100 * shape.spacious / shape.open_cells for shape in shapes],
            [int(shape.loops) for shape in shapes],
        ]
        for (low, high), values in zip(BANDS[layout], measures, strict=True):
            inside = [low <= value <= high for value in values]
            assert np.mean(inside) > 0.9, (low, high, np.percentile(values, [5, 95]))
            assert np.mean([low + (high - low) / 4 <= value <= high - (high - low) / 4 for value in values]) > 0.4

    def test_each_two_have_bands_of_one_measure_that_do_not_meet(self) -> None:
        assert tuple(BANDS) == GENERATORS
        for one, other in combinations(BANDS.values(), 2):
            assert any(a[1] < b[0] or b[1] < a[0] for a, b in zip(one, other, strict=True))

    def test_only_caves_and_mazes_have_dead_ends(self) -> None:
        for layout, most in (("rooms", 0), ("loops", 0), ("partition", 0), ("caves", 25), ("maze", 40)):
            ends = [int(shape_of(world).dead_ends) for world in generated_floors(every_layout(), 100, floor_of(layout))]
            assert max(ends) <= most
            assert (np.mean(ends) > 3) == (most > 0)


class TestLoops:
    def mean_loops(self, layout: str) -> float:
        book = rulebook_from(f"[layouts.it]\nspawn = 1\n{layout}")
        return float(np.mean([shape_of(world).loops for world in generated_floors(book, 100, 1)]))

    @pytest.mark.parametrize(
        "layout",
        [
            'generator = "loops"\nroom_attempts = 100\nroom_min = 4\nroom_max = 7\n',
            'generator = "partition"\nroom_min = 5\nroom_max = 12\n',
            'generator = "maze"\nspacing = 4\narea = 40\n',
        ],
    )
    def test_a_higher_share_closes_more_loops(self, layout: str) -> None:
        assert self.mean_loops(f"{layout}loops = 0") < self.mean_loops(f"{layout}loops = 50")
        assert self.mean_loops(f"{layout}loops = 50") < self.mean_loops(f"{layout}loops = 100")

    def test_without_any_a_partition_is_a_tree_of_rooms(self) -> None:
        assert self.mean_loops('generator = "partition"\nroom_min = 5\nroom_max = 12\nloops = 0\n') == 0

    def test_all_dead_ends_of_a_maze_can_be_opened(self) -> None:
        maze = 'generator = "maze"\nspacing = 4\narea = 40\nroom_attempts = 1\n'
        for share, most in ((0, 100), (100, 2)):
            book = rulebook_from(f"[layouts.it]\nspawn = 1\n{maze}loops = {share}")
            ends = np.mean([shape_of(world).dead_ends for world in generated_floors(book, 50, 1)])
            assert (ends > 20) if share == 0 else (ends <= most)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("width", "height"), [(20, 15), (33, 22), (80, 45), (20, 45)])
def test_every_layout_fits_every_map_it_may_have(layout: str, width: int, height: int) -> None:
    text = EVERY_LAYOUT.read_text("utf-8").replace("spawn         =", "#").replace("spawn     =", "#")
    text = text.replace(f"[layouts.{layout}]", f"[layouts.{layout}]\nspawn = 1")
    sizes = f"[map]\nwidth = {width}\nheight = {height}\nroom_attempts = 1\n"
    for world in generated_floors(rulebook_from(text + sizes), 100, 1):
        shape = shape_of(world)
        assert shape.reached == shape.open_cells > 0
        assert np.sum(world["tiles"] == STAIRS) == 1
        rows, columns = np.nonzero(world["tiles"].reshape(HEIGHT, WIDTH) != ROCK)
        assert (rows.min(), columns.min()) >= (1, 1)
        assert rows.max() < height - 1
        assert columns.max() < width - 1


def cells_of_kind(world: Any, key: str) -> list[int]:
    """The cells of a kind of terrain."""
    kinds = [kind.key for kind in every_layout().terrain]
    return [int(cell) for cell in np.flatnonzero(world["tiles"] == kinds.index(key))]


def around(cell: int) -> list[int]:
    return [cell + direction for direction in DIRECTIONS]


class TestDoors:
    def test_they_stand_between_rock_on_two_sides_and_open_cells_on_two(self) -> None:
        for layout in ("chasms", "palace"):
            for world in generated_floors(every_layout(), 30, floor_of(layout)):
                gates = cells_of_kind(world, "gate")
                assert gates
                for cell in gates:
                    tiles = [int(world["tiles"][cell + direction]) for direction in ORTHOGONAL]
                    assert sorted(tiles[:2]) == [ROCK, ROCK] or sorted(tiles[2:]) == [ROCK, ROCK]
                    assert ROCK not in tiles[:2] or ROCK not in tiles[2:]

    def test_all_openings_of_a_partition_have_one_and_a_share_if_it_says_so(self) -> None:
        counts = []
        for doors in (0, 50, 100):
            text = EVERY_LAYOUT.read_text("utf-8").replace('door      = "gate"', f'door = "gate"\ndoors = {doors}')
            book = rulebook_from(
                re.sub(r"spawn .*", "", text).replace("[layouts.palace]", "[layouts.palace]\nspawn = 1")
            )
            counts.append(sum(len(cells_of_kind(world, "gate")) for world in generated_floors(book, 40, 9)))
        assert counts[0] == 0
        assert within_chance(counts[1], counts[2], 0.5)

    def test_neither_hero_nor_monsters_nor_items_begin_in_one(self) -> None:
        for world in generated_floors(every_layout(), 50, floor_of("palace")):
            gates = set(cells_of_kind(world, "gate"))
            assert int(world["hero"]["cell"]) not in gates
            assert gates.isdisjoint(map(int, world["actors"]["cell"][: world["actor_count"]]))
            assert gates.isdisjoint(map(int, world["items"]["cell"][: world["item_count"]]))


class TestOverlays:
    def test_their_number_and_size_are_those_of_the_layout_or_less_where_they_do_not_fit(self) -> None:
        sizes = [
            len(cells_of_kind(world, "lake")) for world in generated_floors(every_layout(), 200, floor_of("lakes"))
        ]
        # One to three lakes of 90 cells, and what is filled in between.
        assert 150 < np.mean(sizes) < 250
        assert max(sizes) < 3 * 90 * 1.4
        meadows = [len(cells_of_kind(w, "meadow")) for w in generated_floors(every_layout(), 50, floor_of("lakes"))]
        assert 80 < np.mean(meadows) < 3 * 40 * 1.4

    def test_a_lake_has_its_shore_where_there_was_floor(self) -> None:
        plain = ("floor", "meadow", "gate")
        kinds = [[kind.key for kind in every_layout().terrain].index(key) for key in plain]
        for world in generated_floors(every_layout(), 50, floor_of("lakes")):
            shores = set(cells_of_kind(world, "shallows"))
            lakes = set(cells_of_kind(world, "lake"))
            assert all(lakes.intersection(around(cell)) for cell in shores)
            dry = {cell for lake in lakes for cell in around(lake) if int(world["tiles"][cell]) in kinds}
            assert dry <= {int(world["hero"]["cell"])}

    def test_what_can_be_walked_on_takes_the_place_of_floor_alone(self) -> None:
        meadow = '[layouts.it]\ngenerator = "rooms"\nspawn = 1\n'
        covered = meadow + 'overlays = [{ terrain = "grass", count = 3, cells = 60 }]\n[terrain.grass]\nglyph = "g"\n'
        for bare, green in zip(
            generated_floors(rulebook_from(meadow), 30, 1), generated_floors(rulebook_from(covered), 30, 1), strict=True
        ):
            assert ((bare["tiles"] == ROCK) == (green["tiles"] == ROCK)).all()
            assert (bare["tiles"] != green["tiles"]).any()

    def test_a_lake_cuts_no_floor_even_where_every_cell_is_a_way_through(self) -> None:
        lakes = '[layouts.it]\ngenerator = "maze"\nspacing = 2\narea = 40\nspawn = 1\n'
        text = lakes + 'overlays = [{ terrain = "lake", count = 20, cells = 200 }]\n'
        text += '[terrain.lake]\nglyph = "~"\nsolid = true\n'
        numbers = from_plain(rulebook_from(text).compiled)
        shape = zeros(FloorShape, 1)[0]
        for world in generated_floors(rulebook_from(text), 50, 1):
            native(measure_floor)(world, numbers, shape)
            assert shape.reached == shape.open_cells > 0

    def test_what_a_lake_covers_belongs_to_no_region(self) -> None:
        for world in generated_floors(every_layout(), 50, floor_of("lakes")):
            assert not world["region_of"][cells_of_kind(world, "lake")].any()
            regions = set(map(int, world["region_of"]))
            assert {int(room["region"]) for room in world["rooms"][: world["room_count"]]} <= regions
