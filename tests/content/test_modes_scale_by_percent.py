"""Modes make a ruleset easier or harder by percentages, and never change XP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiled_table_odds import odds_on
from steep.content import Rulebook, RulesetError, load_ruleset, ruleset_names
from steep.content.dial import dialled
from steep.content.modes_and_stretching import scaled, scaled_damage, scaled_dice, scaled_steps
from steep.core.record import pack
from steep.core.ruleset import DEFENSE, MAX_HP, POWER, CountTable
from steep.spawn.compile_tables import value_on
from steep.spawn.curves import Steps, stat_on, threat_on, xp_on
from steep.spawn.dice import Dice, DiceSteps

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]

MODES = ("easy", "normal", "hard")

WORLD = """
[monsters.cat]
glyph = "c"
hp = 10
power = 5
defense = 1
xp = 7
spawn = { 3 = 20 }

[counts]
monsters_per_room = { 1 = 2, 4 = 4 }
items_per_room = { 1 = 2, 4 = 4 }
min_monsters_per_room = { 2 = 1, 4 = 3 }
min_items_per_room = { 1 = 1, 4 = 2 }
monster_room_chance = 80
monsters_per_floor = "2d4+1"
items_per_floor = "2d4+1"
monsters_per_100_cells = 4
items_per_100_cells = 4
threat_per_floor = { 1 = 1000, 4 = 3000 }

[out_of_depth]
chance = { 1 = 10 }
reach = 2
damped = 2

[wandering]
every = { 2 = 100 }

[packs.clowder]
leader = "cat"
members = [{ kind = "cat", count = [1, 4] }]
spawn = { 4 = 10 }
growth = 3

[pity_timers.salve]
guarantee = { 3 = 2 }

[modes.it]
"""


@pytest.fixture
def mode(write: Write, small: str) -> Load:
    """Return a function that loads a small ruleset with every section, in a mode with the given keys."""
    write(small, "small.toml")
    return lambda content: load_ruleset(str(write('extends = "small.toml"\n' + WORLD + content))).in_mode("it")


def on_floors(table: CountTable, last: int = 5) -> list[int]:
    return [value_on(table, floor) for floor in range(1, last + 1)]


def test_a_mode_changes_every_count_of_monsters(mode: Load) -> None:
    record = mode("monsters = 50").compiled
    assert on_floors(record.monsters_per_room) == [3, 3, 3, 6, 6]
    assert on_floors(record.min_monsters_per_room) == [0, 2, 2, 5, 5]
    assert (record.monster_room_chance, record.item_room_chance) == (80, 100)
    assert on_floors(record.monsters_per_100_cells) == [6] * 5
    dice = record.monsters_per_floor
    assert (dice.dice[0], dice.sides[0], dice.plus[0]) == (2, 4, 4)
    assert on_floors(record.items_per_room) == [2, 2, 2, 4, 4]
    assert on_floors(record.threat_per_floor) == [1000, 1000, 1000, 3000, 3000]


def test_a_mode_changes_every_count_of_items(mode: Load) -> None:
    record = mode("items = -50").compiled
    assert on_floors(record.items_per_room) == [1, 1, 1, 2, 2]
    assert on_floors(record.min_items_per_room) == [1, 1, 1, 1, 1]
    assert on_floors(record.items_per_100_cells) == [2] * 5
    dice = record.items_per_floor
    assert (dice.dice[0], dice.sides[0], dice.plus[0]) == (2, 4, -2)
    assert on_floors(record.monsters_per_room) == [2, 2, 2, 4, 4]


def test_threat_out_of_depth_and_wandering_change_by_percentages(mode: Load) -> None:
    record = mode("threat = 20\nout_of_depth = -50\nwandering = 25").compiled
    assert on_floors(record.threat_per_floor) == [1200, 1200, 1200, 3600, 3600]
    assert on_floors(record.deep_chance) == [0, 25, 50, 50, 50]
    assert on_floors(record.wander_every) == [0, 125, 125, 125, 125]


def test_a_chance_stays_at_most_100_and_wandering_never_stops(mode: Load) -> None:
    record = mode("out_of_depth = 900\nwandering = -100").compiled
    assert on_floors(record.deep_chance) == [0, 500, 1000, 1000, 1000]
    assert on_floors(record.wander_every) == [0, 1, 1, 1, 1]


def test_stats_change_by_percentages_and_hp_stays_above_0(mode: Load) -> None:
    book = mode("monster_hp = 25\nmonster_power = -20\nhero_hp = -100")
    row = book.compiled.monsters[0]
    assert (row.stats[MAX_HP], row.stats[POWER], row.stats[DEFENSE], row.xp) == (13, 4, 1, 7)
    assert (book.monsters[0].hp, book.monsters[0].power) == (13, 4)
    assert (book.hero.hp, book.compiled.hero_stats[MAX_HP]) == (1, 1)


def test_depth_draws_monsters_from_deeper_floors(mode: Load) -> None:
    plain, deep = mode("").compiled, mode("depth = 2").compiled
    for floor in range(1, 12):
        assert odds_on(deep.monster_spawns, floor) == odds_on(plain.monster_spawns, floor + 2)
        assert odds_on(deep.deep_spawns, floor) == odds_on(plain.deep_spawns, floor + 2)
        for name in (
            "monsters_per_room",
            "min_monsters_per_room",
            "threat_per_floor",
            "deep_chance",
            "wander_every",
            "monsters_per_100_cells",
        ):
            assert value_on(getattr(deep, name), floor) == value_on(getattr(plain, name), floor + 2)
    assert on_floors(deep.items_per_room) == on_floors(plain.items_per_room)
    assert list(deep.pity_timers[0].guarantee) == list(plain.pity_timers[0].guarantee)


def test_depth_makes_packs_grow_earlier(mode: Load) -> None:
    assert (mode("").compiled.packs[0].first_floor, mode("depth = 2").compiled.packs[0].first_floor) == (4, 2)


def test_a_shift_above_floor_1_uses_floor_1(mode: Load) -> None:
    plain, shallow = mode("").compiled, mode("depth = -2").compiled
    for floor in range(1, 12):
        assert odds_on(shallow.monster_spawns, floor) == odds_on(plain.monster_spawns, max(1, floor - 2))


def test_threat_is_computed_from_the_ruleset_without_the_mode(mode: Load) -> None:
    rows = mode("monster_hp = 300\nhero_hp = -50").compiled.monsters
    assert [list(row.threat) for row in rows[:2]] == [list(row.threat) for row in mode("").compiled.monsters[:2]]


@pytest.mark.parametrize(
    "change", ["monsters", "items", "threat", "monster_hp", "monster_power", "hero_hp", "wandering"]
)
def test_no_mode_changes_the_xp_of_a_monster(mode: Load, change: str) -> None:
    assert [monster.xp for monster in mode(f"{change} = 77").monsters] == [7, 1]


def test_a_mode_that_changes_nothing_is_the_ruleset_itself(mode: Load, write: Write, small: str) -> None:
    unchanged = mode("")
    written = load_ruleset(unchanged.path)
    assert (unchanged.hash, pack(unchanged.compiled)) == (written.hash, pack(written.compiled))


def test_a_mode_that_changes_something_has_a_hash_of_its_own(mode: Load) -> None:
    hashes = {mode(change).hash for change in ("", "monsters = 50", "monsters = 51", "items = 50", "depth = 1")}
    assert len(hashes) == 5


def test_titles_of_modes_do_not_change_the_hash(mode: Load) -> None:
    assert mode("monsters = 5\ntitle = 'x'\ndescription = 'y'").hash == mode("monsters = 5").hash


def test_modes_that_are_not_chosen_do_not_change_the_hash(write: Write, small: str) -> None:
    one = load_ruleset(str(write(small)))
    assert load_ruleset(str(write(small + "[modes.hard]\nmonsters = 50"))).hash == one.hash


def test_a_ruleset_is_named_with_its_mode(write: Write, small: str) -> None:
    path = write(small + "[modes.hard]\nmonsters = 50\ntitle = 'Hard as nails'\ndescription = 'Ouch.'")
    book = load_ruleset(f"{path}:hard")
    assert (book.name, book.mode, book.title) == ("my:hard", "hard", "my (Hard as nails)")
    assert (book.path, book.found_at, book.description) == (str(path), f"{path}:hard", "Ouch.")
    assert book.modes == ()


def test_modes_come_in_the_order_of_the_file_and_overlays_add_to_them(write: Write, small: str) -> None:
    write(small + "[modes.mild]\nitems = 5\n[modes.harsh]\nitems = -5", "base.toml")
    book = load_ruleset(str(write('extends = "base.toml"\n[modes.grim]\n[modes.mild]\nitems = 7')))
    assert [(mode.key, mode.items) for mode in book.modes] == [("mild", 7), ("harsh", -5), ("grim", 0)]


def test_an_unknown_mode_gets_all_modes_and_the_nearest() -> None:
    with pytest.raises(RulesetError) as raised:
        load_ruleset("tcod-2020:hrad")
    assert str(raised.value) == (
        'ruleset "tcod-2020": found no mode "hrad"; allowed: easy, normal, hard (did you mean "hard"?)'
    )


@pytest.mark.parametrize("name", ruleset_names())
def test_every_bundled_ruleset_has_an_easy_a_normal_and_a_hard_mode(name: str) -> None:
    own = ["short"] if name == "steep" else []
    assert [mode.key for mode in load_ruleset(name).modes] == [*MODES, *own]


@pytest.mark.parametrize("name", ruleset_names())
def test_bundled_modes_are_in_order_of_difficulty_and_keep_xp(name: str) -> None:
    written = load_ruleset(name)
    easy, normal, hard = (written.in_mode(mode) for mode in MODES)
    assert normal.hash == written.hash
    assert easy.hero.hp > normal.hero.hp >= hard.hero.hp
    for floor in range(1, 12):
        monsters = [value_on(book.compiled.monsters_per_room, floor) for book in (easy, normal, hard)]
        items = [value_on(book.compiled.items_per_room, floor) for book in (easy, normal, hard)]
        assert monsters == sorted(monsters)
        assert items == sorted(items, reverse=True)
    assert {book.compiled.monsters[0].xp for book in (easy, normal, hard)} == {written.monsters[0].xp}


percents = st.integers(-100, 900)


@given(st.integers(0, 10_000), percents)
def test_a_changed_number_is_rounded_to_the_nearest(number: int, percent: int) -> None:
    exact = number * (100 + percent)
    assert abs(scaled(number, percent) * 100 - exact) <= 50


@given(st.dictionaries(st.integers(1, 30), st.integers(0, 128), max_size=4), percents, percents, st.integers(1, 40))
def test_a_higher_percentage_never_gives_a_lower_number(
    by_floor: dict[int, int], one: int, other: int, floor: int
) -> None:
    low, high = sorted((one, other))
    steps = Steps.of(by_floor)
    assert scaled_steps(steps, low, 0, 128).at(floor) <= scaled_steps(steps, high, 0, 128).at(floor) <= 128


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9), st.integers(-50, 900))
def test_the_mean_of_dice_changes_to_the_nearest_half(dice: int, sides: int, plus: int, percent: int) -> None:
    before = Dice(dice, sides, plus)
    after = scaled_dice(DiceSteps.of({1: before}), percent, 10_000).at(1)
    assert replace(after, plus=plus) == before
    doubled = dice * (sides + 1) + 2 * plus
    assert abs(200 * (after.plus - plus) - doubled * percent) <= 100


HOUND = """
[monsters.hound]
glyph = "h"
hp = 10
power = 5
defense = 1
xp = 7
spawn = { 3 = 20 }
"""


@pytest.mark.parametrize(
    ("dice", "percent", "scaled_to"),
    [
        ("2d6", 0, "2d6"),
        ("2d6", 50, "2d9+1"),
        ("2d6", -50, "2d3"),
        ("2d6", -100, "0"),
        ("1d4+1", 100, "1d8+3"),
        ("3d8-2", 25, "3d10-2"),
        ("7", 50, "11"),
    ],
)
def test_damage_dice_get_more_or_fewer_sides(dice: str, percent: int, scaled_to: str) -> None:
    assert str(scaled_damage(Dice.of(dice), percent)) == scaled_to


@given(
    st.builds(Dice, st.integers(1, 20), st.integers(1, 200), st.integers(0, 100)),
    st.integers(-99, 900),
)
def test_the_mean_of_damage_dice_is_scaled_to_half_a_point(dice: Dice, percent: int) -> None:
    def doubled_mean(each: Dice) -> int:
        return each.dice * (each.sides + 1) + 2 * each.plus

    wanted = Fraction(doubled_mean(dice) * (100 + percent), 100)
    assert abs(doubled_mean(scaled_damage(dice, percent)) - wanted) <= 1


def test_a_mode_scales_damage_dice_as_it_does_power(mode: Load) -> None:
    row = mode("monster_power = 50" + HOUND + "damage = '2d6'").compiled.monsters[1]
    assert (row.attack.dice, row.attack.sides, row.attack.plus) == (2, 9, 1)
    assert row.stats[POWER] == 8


class TestGrowth:
    HOUND = HOUND + "growth = { max_hp = 2, power = 0.5, xp = 3 }"

    def on(self, book: Rulebook, *floors: int) -> list[tuple[int, int, int]]:
        row = book.compiled.monsters[1]
        return [(stat_on(row, MAX_HP, floor), stat_on(row, POWER, floor), xp_on(row, floor)) for floor in floors]

    def test_growth_is_scaled_with_what_it_adds_to(self, mode: Load) -> None:
        assert self.on(mode(self.HOUND), 3, 5, 7) == [(10, 5, 7), (14, 6, 13), (18, 7, 19)]
        assert self.on(mode("monster_hp = 100" + self.HOUND), 3, 5) == [(20, 5, 7), (28, 6, 13)]
        assert self.on(mode("monster_power = 100" + self.HOUND), 3, 5) == [(10, 10, 7), (14, 12, 13)]

    def test_monsters_are_as_strong_as_on_the_floor_that_the_mode_takes_them_from(self, mode: Load) -> None:
        assert self.on(mode("depth = 2" + self.HOUND), 1, 3, 5) == self.on(mode(self.HOUND), 3, 5, 7)
        assert self.on(mode("depth = -2" + self.HOUND), 5, 7) == self.on(mode(self.HOUND), 3, 5)

    def test_threat_is_that_of_the_floor_it_takes_them_from(self, mode: Load) -> None:
        plain, deep = (mode(text + self.HOUND).compiled.monsters[1] for text in ("", "depth = 2\nmonster_hp = 50"))
        assert [threat_on(deep, floor) for floor in range(1, 9)] == [threat_on(plain, floor) for floor in range(3, 11)]

    @pytest.mark.parametrize("difficulty", [0.1, 0.9])
    def test_the_dial_leaves_growth_as_it_is(self, mode: Load, difficulty: float) -> None:
        book = mode(self.HOUND)
        assert self.on(dialled(book, difficulty), 1, 3, 4, 9) == self.on(book, 1, 3, 4, 9)
