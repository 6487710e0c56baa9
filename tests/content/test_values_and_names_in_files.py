"""What a file may say: curves of values by floor, names, glyphs, colours, and what is left out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset
from steep.core.ruleset import DEFENSE, MAX_KINDS, POWER
from steep.spawn.curves import SHAPES, Ramp, Steps
from steep.spawn.exact_numbers import Value

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]
Spawn = Callable[[str], list[Value]]
TEN_FLOORS = 10


@pytest.fixture
def spawn(load: Load) -> Spawn:
    """Return a function that gives the weights on floors 1 to 10 of a rat with a curve."""
    return lambda curve: load(f"[monsters.rat]\nspawn = {curve}").monsters[0].spawn.values(TEN_FLOORS)


@pytest.mark.parametrize(
    "curve",
    [
        "{ 3 = 15, 5 = 30, 7 = 60 }",
        "{ 0 = 0, 3 = 15, 5 = 30, 7 = 60 }",
        "{ 3 = 15, 5 = 30, 7 = 60, until = 100 }",
    ],
)
def test_steps_hold_until_the_next_one(spawn: Spawn, curve: str) -> None:
    assert spawn(curve) == [0, 0, 15, 15, 30, 30, 60, 60, 60, 60]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_has_the_curve_of_its_name(spawn: Spawn, shape: str) -> None:
    curve = SHAPES[shape](40, (3, 7), 2)
    weights = spawn(f'{{ shape = "{shape}", floors = [3, 7], weight = 40, tail = 2 }}')
    assert weights == pytest.approx([curve.at(floor) for floor in range(1, TEN_FLOORS + 1)], abs=1 / 5040)


def test_a_shape_ends_at_once_without_a_tail(spawn: Spawn) -> None:
    assert spawn('{ shape = "flat", floors = [3, 5], weight = 40 }') == [0, 0, 40, 40, 40, 0, 0, 0, 0, 0]


def test_a_ramp_runs_from_point_to_point(spawn: Spawn) -> None:
    ramp = Ramp.of({1: 10, 5: 40, 7: 0})
    assert spawn("{ ramp = { 1 = 10, 5 = 40, 7 = 0 } }") == [ramp.at(floor) for floor in range(1, TEN_FLOORS + 1)]


@pytest.mark.parametrize(
    ("curve", "values"),
    [
        ("{ 2 = 9, 4 = 5, from = 3, until = 5 }", [0, 0, 9, 5, 5, 0, 0, 0, 0, 0]),
        ("{ ramp = { 1 = 10, 10 = 100 }, from = 9 }", [0, 0, 0, 0, 0, 0, 0, 0, 90, 100]),
        ('{ shape = "rise", floors = [2, 5], weight = 8, until = 3 }', [0, 2, 4, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_any_curve_may_have_a_first_and_a_last_floor(spawn: Spawn, curve: str, values: list[int]) -> None:
    assert spawn(curve) == values


def test_a_weight_between_whole_numbers_is_exact_in_parts_of_2520(spawn: Spawn) -> None:
    assert spawn('{ shape = "rise", floors = [1, 10], weight = 1 }') == [Fraction(n, 10) for n in range(1, 11)]


def test_a_finer_weight_is_rounded_to_parts_of_2520(spawn: Spawn) -> None:
    assert spawn('{ shape = "rise", floors = [1, 11], weight = 1 }')[0] == Fraction(229, 2520)


def test_a_count_that_a_formula_gives_is_rounded_down(load: Load) -> None:
    rulebook = load("[counts]\nmonsters_per_room = { ramp = { 1 = 1, 7 = 3 } }")
    assert rulebook.counts.monsters_per_room == Steps.of({1: 1, 4: 2, 7: 3})


def test_weights_between_whole_numbers_are_compiled_over_their_common_denominator(load: Load) -> None:
    bat = '[monsters.bat]\nglyph = "b"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\n'
    rulebook = load(bat + 'spawn = { shape = "rise", floors = [1, 4], weight = 1 }')
    table = rulebook.compiled.monster_spawns
    assert [table.cumulative[row] for row in range(4)] == [1, 41, 1, 21]


def test_the_name_of_a_kind_is_by_default_its_key_with_spaces(load: Load) -> None:
    rulebook = load('[items.old-healing_potion]\nglyph = "!"')
    assert rulebook.items[0].name == "old healing potion"


def test_a_kind_may_have_its_own_name(load: Load) -> None:
    assert load('[monsters.rat]\nname = "Rat King"').monsters[0].name == "Rat King"


@pytest.mark.parametrize("color", ["[255, 95, 63]", '"#ff5f3f"', '"#FF5F3F"'])
def test_a_colour_has_two_spellings(load: Load, color: str) -> None:
    assert load(f"[monsters.rat]\ncolor = {color}").monsters[0].color == (255, 95, 63)


def test_a_colour_that_is_left_out_is_grey(load: Load) -> None:
    assert load("").monsters[0].color == (192, 192, 192)


def test_a_glyph_need_not_be_ascii(load: Load) -> None:
    assert load('[monsters.rat]\nglyph = "ř"').monsters[0].glyph == "ř"


def test_a_kind_without_spawn_never_spawns(load: Load) -> None:
    rulebook = load('[items.key]\nglyph = "k"')
    assert rulebook.items[0].spawn.entries == ()


def test_slots_are_numbered_from_1_in_the_heros_order(load: Load) -> None:
    rulebook = load('[hero]\nslots = ["head", "hand"]\n[items.club]\nglyph = "/"\nslot = "hand"\npower = 1')
    assert rulebook.items[0].key == "club"
    assert (rulebook.slots, rulebook.compiled.items[0].slot) == (("head", "hand"), 2)


def test_a_bonus_may_be_negative(load: Load) -> None:
    rulebook = load('[hero]\nslots = ["hand"]\n[items.club]\nglyph = "/"\nslot = "hand"\npower = 3\ndefense = -1')
    assert (rulebook.compiled.items[0].bonus[POWER], rulebook.compiled.items[0].bonus[DEFENSE]) == (3, -1)


def test_the_same_item_may_be_carried_twice_at_the_start(load: Load) -> None:
    rulebook = load('[hero]\nstart = [{ item = "salve" }, { item = "salve" }]')
    assert [(row.kind, row.equipped) for row in rulebook.compiled.start[: rulebook.compiled.start_count]] == [
        (0, 0)
    ] * 2


def test_an_overlay_removes_a_number_with_0(write: Write, small: str) -> None:
    bolt = '[items.bolt]\nglyph = "~"\neffect = "lightning"\namount = 5\nreach = 4\n'
    write(small + bolt, "bolts.toml")
    over = load_ruleset(str(write('extends = "bolts.toml"\n[items.bolt]\neffect = "heal"\nreach = 0')))
    assert (over.items[0].key, over.items[0].effect, over.items[0].reach) == ("bolt", "heal", 0)


def test_a_ruleset_may_have_no_monsters_at_all(write: Write, small: str) -> None:
    before, after = small.index("[monsters.rat]"), small.index("[items.salve]")
    rulebook = load_ruleset(str(write(small[:before] + small[after:])))
    assert (rulebook.compiled.monster_kinds, rulebook.compiled.monster_spawns.floors) == (0, 1)


def test_all_rooms_may_be_of_one_size(load: Load) -> None:
    assert load("[map]\nroom_min = 6").map.room_min == 6


def test_a_room_may_fill_the_map(load: Load) -> None:
    assert load("[map]\nroom_max = 19").map.room_max == 19


def test_the_hero_may_start_with_a_full_inventory(load: Load) -> None:
    start = ", ".join(['{ item = "salve" }'] * 4)
    assert load(f"[hero]\nstart = [{start}]").compiled.start_count == 4


def test_there_may_be_as_many_kinds_as_the_record_has_rows(load: Load) -> None:
    kinds = "".join(f'[items.i{number}]\nglyph = "!"\n' for number in range(MAX_KINDS - 1))
    assert load(kinds).compiled.item_kinds == MAX_KINDS
