"""The displayed side of a ruleset: names, glyphs, colours, and its sections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset
from steep.core.ruleset import DEFENSE, MAX_KINDS, POWER

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]


@pytest.fixture
def load(write: Write, small: str) -> Load:
    """Return a function that loads TOML that extends the small ruleset."""
    write(small, "small.toml")
    return lambda content: load_ruleset(str(write('extends = "small.toml"\n' + content)))


def test_the_name_of_a_kind_is_by_default_its_key_with_spaces(load: Load) -> None:
    rulebook = load('[items.old-healing_potion]\nglyph = "!"')
    assert rulebook.items[0].name == "old healing potion"


def test_a_kind_may_have_its_own_name(load: Load) -> None:
    assert load('[monsters.rat]\nname = "Rat King"').monsters[0].name == "Rat King"


def test_the_title_of_a_ruleset_is_by_default_its_name(load: Load) -> None:
    assert load("").title == "my"


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


def test_a_level_is_reached_at_its_cost_unless_xp_must_exceed_it(load: Load) -> None:
    assert load("").compiled.level_above == 0


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
