"""Sections are copied into the compiled record by their schema."""

from __future__ import annotations

from fractions import Fraction

import pytest

from generated_floors import rulebook_from
from steep import OWN_RULESET
from steep.content import load_ruleset, ruleset_names
from steep.content.compiling.fill_rows import Numbers, fill_row, fill_table
from steep.content.compiling.ruleset import fill_ruleset
from steep.content.sections import NEVER, Ability, Choice, LevelUp, Map, Member, Monster, Run
from steep.core.record import pack
from steep.core.ruleset import (
    ALLIES,
    BOLT,
    DEFENSE,
    MAX_FLOORS,
    NEEDS_NOTHING,
    ON_HIT,
    STATS,
    AbilityRow,
    MonsterKind,
    Ruleset,
)

RAT = Monster(
    key="rat", name="rat", glyph="r", color=(1, 2, 3), hp=2, power=3, defense=4, xp=5, spawn=NEVER, tags=("furry",),
    accuracy=13, evasion=14, regeneration=15, damage=None, damage_type="", guaranteed_on=(3,),
    abilities=("bite",), resist=(("fire", 9),), speed=9, keeps_distance=10,
    flees_below=11, erratic=12, stays=True, captive=True, unique=True, out_of_depth=True, asleep=6, notice=7, threat=8,
    returns_above=16, loses_trail=17, wanders=18, guards=True, ambush=19,
    attack_reach=20, attack_time=21,
    description="brown", pronoun="it", at_stairs=True,
    growth=(("power", Fraction(1, 2)),), grows_from=2, grows_to=3, boss=False, moves="swims", opens_doors=False,
)  # fmt: skip


TUTORIAL = load_ruleset("tcod-2020")
NUMBERS = Numbers(TUTORIAL)


def test_a_key_is_copied_to_the_field_of_its_name_or_the_declared_one() -> None:
    record = Ruleset()
    section = Map(
        width=30, height=20, room_attempts=5, room_min=3, room_max=6, rooms="walled", rooms_may_touch=True, safe_steps=2
    )
    fill_row(record, section, NUMBERS)
    assert (record.map_width, record.map_height, record.room_attempts) == (30, 20, 5)
    assert (record.rooms, record.rooms_may_touch, record.safe_steps) == (1, 1, 2)


def test_only_numbers_that_affect_the_game_are_copied() -> None:
    row = MonsterKind()
    fill_row(row, RAT, NUMBERS)
    assert (row.xp, row.unique, row.asleep, row.notice) == (5, 1, 6, 7)
    assert (row.keeps_distance, row.flees_below, row.erratic, row.stays) == (10, 11, 12, 1)
    assert (row.returns_above, row.loses_trail, row.wanders, row.guards, row.ambush) == (16, 17, 18, 1, 19)
    assert (row.attack_reach, row.attack_time, row.at_stairs) == (20, 21, 1)
    assert (row.ability_count, list(row.threat), list(row.stats)) == (0, [0] * MAX_FLOORS, [0] * STATS)
    assert (row.grows_from, row.grows_to, list(row.growth)) == (0, 0, [0] * STATS)


def test_a_word_becomes_its_index() -> None:
    row = AbilityRow()
    ability = Ability(
        key="spit", name="spit", trigger="hit", shape="bolt", affects="allies", needs="nothing", reach=4, radius=3,
        noise=8, chance=50, cooldown=5, time=18, min_distance=1, max_distance=6, hp_below=7, effects=(),
    )  # fmt: skip
    fill_row(row, ability, NUMBERS)
    assert (row.trigger, row.area, row.affects, row.needs) == (ON_HIT, BOLT, ALLIES, NEEDS_NOTHING)
    assert (row.reach, row.radius, row.noise, row.chance) == (4, 3, 8, 50)
    assert row.time == 18
    assert (row.cooldown, row.min_distance, row.max_distance, row.hp_below) == (5, 1, 6, 7)


def test_a_kind_becomes_its_row_and_where_there_may_be_none_a_row_more() -> None:
    record = Ruleset()
    fill_row(record, Run(last_floor=9, goal_item="", goal_monster="troll"), NUMBERS)
    assert (record.last_floor, record.goal_item, record.goal_monster) == (9, 0, 2)
    row = record.pack_members[0]
    fill_row(row, Member(kind="troll", count=(2, 3)), NUMBERS)
    assert (row.kind, row.min_count, row.max_count) == (1, 2, 3)


def test_a_key_that_the_record_lacks_is_an_error() -> None:
    with pytest.raises(AttributeError, match="xp"):
        fill_row(AbilityRow(), RAT, NUMBERS)


def test_rows_are_filled_in_order_and_counted() -> None:
    record = Ruleset()
    level_up = LevelUp(
        base=1,
        factor=2,
        must_exceed=False,
        choices=(Choice(stat="max_hp", amount=9), Choice(stat="defense", amount=1)),
    )
    assert fill_table(record.gains, level_up.choices, NUMBERS) == 2
    assert (record.gains[1].stat, record.gains[1].amount) == (DEFENSE, 1)


@pytest.mark.parametrize("kinds", [3, 400])
def test_rulesets_of_any_size_are_compiled_to_the_same_bytes_whether_they_share_rows_or_not(kinds: int) -> None:
    book = rulebook_from(
        "".join(
            f'[monsters.rat{number}]\nglyph = "r"\nhp = 2\npower = 2\ndefense = 0\nxp = {number}\nspawn = 10\n'
            f'[items.salve{number}]\nglyph = "!"\neffect = "heal"\namount = {number + 1}\nspawn = 10\n'
            for number in range(kinds)
        )
    )
    assert kinds - 1 in {row.xp for row in book.compiled.monsters}
    assert pack(book.compiled) == pack(fill_ruleset(Ruleset(), book))


def test_tutorials_rulesets_share_the_rows_that_they_do_not_use() -> None:
    """Making thousands of rows at zero would take longer than all else of loading."""
    for name in ruleset_names():
        monsters = load_ruleset(name).compiled.monsters
        assert name == OWN_RULESET or monsters[-1] is monsters[-2], name
