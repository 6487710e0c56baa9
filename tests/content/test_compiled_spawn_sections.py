"""Spawning, compiled: counts, tags, packs, out-of-depth draws, pity timers, wandering, sleep and threat."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from compiled_table_odds import odds_on
from steep.content import Rulebook, load_ruleset
from steep.core.miss_chance_and_damage import MAX_THREAT
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, CountTable
from steep.spawn.compile_tables import value_on

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]

CAT = "[monsters.cat]\nglyph = 'c'\nhp = 4\npower = 3\ndefense = 0\nxp = 3\n"
OWL = "[monsters.owl]\nglyph = 'w'\nhp = 4\npower = 3\ndefense = 0\nxp = 3\n"


def on_floors(table: CountTable, last: int) -> list[int]:
    return [value_on(table, floor) for floor in range(1, last + 1)]


class TestCounts:
    def test_a_ruleset_may_use_a_single_kind_of_count(self, write: Write, small: str) -> None:
        counted = small.replace("monsters_per_room = 2\nitems_per_room = 1", 'monsters_per_floor = "1d4"')
        record = load_ruleset(str(write(counted))).compiled
        assert (value_on(record.monsters_per_room, 9), value_on(record.items_per_room, 9)) == (0, 0)
        assert (record.monsters_per_floor.dice[0], record.monsters_per_floor.sides[0]) == (1, 4)

    def test_dice_by_floor_are_compiled_row_by_row(self, load: Load) -> None:
        table = load('[counts]\nitems_per_floor = { 2 = "d6-1", 4 = 3 }').compiled.items_per_floor
        rows = list(zip(table.dice, table.sides, table.plus, strict=True))[: table.floors]
        assert rows == [(0, 0, 0), (1, 6, -1), (1, 6, -1), (0, 0, 3)]

    @pytest.mark.parametrize("key", ["monsters_per_100_cells", "items_per_100_cells", "threat_per_floor"])
    def test_other_counts_are_compiled_by_floor(self, load: Load, key: str) -> None:
        record = load(f"[counts]\n{key} = {{ 2 = 3, 4 = 7 }}").compiled
        assert on_floors(getattr(record, key), 5) == [0, 3, 3, 7, 7]

    def test_all_spellings_of_the_same_dice_have_the_same_hash(self, load: Load) -> None:
        one = load('[counts]\nitems_per_floor = "1d6"').hash
        assert load('[counts]\nitems_per_floor = { 1 = "d6", 7 = "1d6+0" }').hash == one
        assert load('[counts]\nitems_per_floor = "1d8"').hash != one


class TestTags:
    def test_a_percentage_multiplies_the_weights_of_all_that_have_the_tag(self, load: Load) -> None:
        book = load(
            CAT + "spawn = 10\ntags = ['fur']\n" + OWL + "spawn = 10\n[tags.fur]\npercent = { 1 = 50, 4 = 300 }"
        )
        assert odds_on(book.compiled.monster_spawns, 3) == {
            0: Fraction(5, 25),
            1: Fraction(10, 25),
            2: Fraction(10, 25),
        }
        assert odds_on(book.compiled.monster_spawns, 4) == {
            0: Fraction(30, 50),
            1: Fraction(10, 50),
            2: Fraction(10, 50),
        }

    def test_percentages_of_several_tags_multiply_exactly(self, load: Load) -> None:
        book = load(CAT + "spawn = 10\ntags = ['a', 'b']\n[tags.a]\npercent = 33\n[tags.b]\npercent = 7")
        assert book.monsters[0].spawn.at(1) == Fraction(10 * 33 * 7, 100 * 100)

    def test_a_kind_without_a_weight_of_its_own_has_its_tags(self, load: Load) -> None:
        book = load(CAT + "tags = ['fur']\n" + OWL + "tags = ['fur']\nspawn = 0\n[tags.fur]\nweight = { 3 = 30 }")
        assert [monster.spawn.at(3) for monster in book.monsters] == [30, 0, 10]
        assert book.monsters[0].spawn.at(2) == 0

    def test_items_have_tags_too(self, load: Load) -> None:
        assert load("[items.salve]\ntags = ['cure']\n[tags.cure]\npercent = 250").items[0].spawn.at(1) == 25

    def test_an_empty_tag_changes_nothing(self, load: Load) -> None:
        assert load("[items.salve]\ntags = ['cure']\n[tags.cure]").items[0].spawn.at(1) == 10


class TestPacks:
    PACK = """
        [packs.court]
        leader = "owl"
        members = [{ kind = "cat", count = [2, 5] }, { kind = "rat", count = 3 }]
        spawn = { 3 = 20, 6 = 40 }
        growth = 4
        [packs.alley]
        leader = "cat"
        members = [{ kind = "cat", count = [0, 1] }]
    """

    def test_packs_are_compiled_row_by_row(self, load: Load) -> None:
        record = load(CAT + OWL + self.PACK).compiled
        packs = [
            (row.leader, row.first_member, row.member_count, row.first_floor, row.growth) for row in record.packs[:2]
        ]
        assert packs == [(0, 0, 1, 1, 0), (1, 1, 2, 3, 4)]
        members = [(row.kind, row.min_count, row.max_count) for row in record.pack_members[:3]]
        assert members == [(0, 0, 1), (0, 2, 5), (2, 3, 3)]

    def test_a_pack_is_drawn_among_the_monsters(self, load: Load) -> None:
        record = load(CAT + OWL + self.PACK).compiled
        assert odds_on(record.monster_spawns, 3) == {2: Fraction(10, 30), MAX_KINDS + 1: Fraction(20, 30)}

    def test_the_name_of_a_pack_is_by_default_its_key(self, load: Load) -> None:
        book = load(
            CAT
            + OWL
            + self.PACK
            + "[packs.night_watch]\nname = 'Watch'\nleader = 'cat'\nmembers = [{kind = 'cat', count = 1}]"
        )
        assert [pack.name for pack in book.packs] == ["alley", "court", "Watch"]


class TestKinds:
    def test_uniques_sleepers_and_noticing_are_compiled(self, load: Load) -> None:
        row = load("[monsters.rat]\nunique = true\nasleep = 40\nnotice = 7").compiled.monsters[0]
        assert (row.unique, row.asleep, row.notice) == (1, 40, 7)

    def test_by_default_a_kind_is_common_and_awake(self, load: Load) -> None:
        row = load("").compiled.monsters[0]
        assert (row.unique, row.asleep, row.notice) == (0, 0, 0)

    def test_threat_is_computed_for_the_hero_at_the_start_of_a_run(self, load: Load) -> None:
        # The hero needs two hits (1 damage against 2 HP) and takes one hit of 2 - 1, of its 9 HP.
        bare = load("[hero]\npower = 1")
        assert bare.compiled.monsters[0].threat[0] == 111
        equipped = load(
            "[hero]\npower = 1\nslots = ['body']\nstart = [{ item = 'rags', equipped = true }, { item = 'fist' }]\n"
            "[items.rags]\nglyph = '('\nslot = 'body'\ndefense = -2\n"
            "[items.fist]\nglyph = '/'\nslot = 'body'\npower = 9"
        )
        assert equipped.compiled.monsters[0].threat[0] == 333

    def test_a_declared_threat_is_spent_and_changes_the_hash(self, load: Load) -> None:
        plain, declared = load(""), load("[monsters.rat]\nthreat = 900")
        assert list(declared.compiled.monsters[0].threat) == [900] * MAX_FLOORS
        assert declared.hash != plain.hash

    def test_of_a_declared_threat_captives_have_no_share(self, load: Load) -> None:
        assert load("[monsters.rat]\nthreat = 900\ncaptive = 25").compiled.monsters[0].threat[0] == 675

    def test_a_declared_threat_grows_as_the_computed_one_does(self, load: Load) -> None:
        grows = "[hero]\npower = 1\n[monsters.rat]\ngrowth = { max_hp = 2 }\ngrows_to = 3\n"
        computed, declared = (load(grows + threat).compiled.monsters[0].threat for threat in ("", "threat = 500"))
        assert list(computed[:4]) == [111, 333, 556, 556]
        assert list(declared[:4]) == [500, 500 * 333 // 111, 500 * 556 // 111, 500 * 556 // 111]

    def test_a_declared_threat_stays_within_its_limit_however_it_grows(self, load: Load) -> None:
        grows = "[monsters.rat]\nthreat = 1000000\ngrowth = { max_hp = 900, power = 900 }"
        assert max(load(grows).compiled.monsters[0].threat) == MAX_THREAT

    def test_a_mode_keeps_the_declared_threat(self, load: Load) -> None:
        book = load("[monsters.rat]\nthreat = 900\n[modes.grim]\nmonster_power = 50")
        assert book.in_mode("grim").compiled.monsters[0].threat[0] == 900

    def test_the_safe_zone_is_compiled(self, load: Load) -> None:
        assert load("[map]\nsafe_steps = 6").compiled.safe_steps == 6


class TestOutOfDepth:
    def test_chance_and_reach_are_compiled_in_thousandths(self, load: Load) -> None:
        record = load("[out_of_depth]\nchance = { 2 = 5, 4 = 8 }\nreach = 3").compiled
        assert on_floors(record.deep_chance, 5) == [0, 50, 50, 80, 80]
        assert record.deep_reach == 3

    def test_on_damped_floors_the_chance_rises_linearly_from_0(self, load: Load) -> None:
        record = load("[out_of_depth]\nchance = 10\nreach = 3\ndamped = 3").compiled
        assert on_floors(record.deep_chance, 6) == [0, 33, 66, 100, 100, 100]

    def test_packs_and_excluded_kinds_are_not_in_the_out_of_depth_table(self, load: Load) -> None:
        shy = OWL + "spawn = 30\nout_of_depth = false\n"
        book = load(CAT + "spawn = { 5 = 20 }\n" + shy + TestPacks.PACK + "[out_of_depth]\nchance = 1\nreach = 1")
        assert odds_on(book.compiled.deep_spawns, 4) == {2: Fraction(1)}
        assert odds_on(book.compiled.deep_spawns, 5) == {0: Fraction(20, 30), 2: Fraction(10, 30)}


class TestPityTimers:
    def test_pity_timers_are_compiled_in_thousandths(self, load: Load) -> None:
        record = load("[pity_timers.salve]\nstart = 30\nstep = 5\nreset = 100\nguarantee = { 3 = 2, 7 = 5 }").compiled
        row = record.pity_timers[0]
        assert (record.pity_timer_count, record.items[row.kind].pity_timer) == (1, 1)
        assert (row.kind, row.start, row.step, row.reset) == (0, 300, 50, 1000)
        assert list(row.guarantee[:8]) == [0, 0, 2, 2, 2, 2, 5, 5]
        assert row.guarantee[MAX_FLOORS - 1] == 5

    def test_items_without_a_pity_timer_have_none(self, load: Load) -> None:
        book = load("[items.elixir]\nglyph = 'e'\n[pity_timers.salve]\nstart = 3")
        assert [book.compiled.items[number].pity_timer for number in (0, 1)] == [0, 1]


def test_the_interval_of_wandering_monsters_is_compiled(load: Load) -> None:
    assert on_floors(load("[wandering]\nevery = { 2 = 50 }").compiled.wander_every, 3) == [0, 50, 50]


def test_optional_spawning_is_off_by_default(load: Load) -> None:
    record = load("").compiled
    tables = (record.deep_chance, record.wander_every, record.threat_per_floor, record.monsters_per_100_cells)
    assert [on_floors(table, 9) for table in tables] == [[0] * 9] * 4
    assert (record.pity_timer_count, record.safe_steps, record.monsters_per_floor.dice[0]) == (0, 0, 0)
