"""Spawning has the exact odds of its tables, and scaled counts keep their mean."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated_floors import (
    cells_of,
    generated_floors,
    generated_runs,
    items_on,
    kind_number,
    monsters_on,
    rulebook_from,
    within_chance,
)
from steep.content import Rulebook, load_ruleset
from steep.core import ruleset as limits
from steep.core.geometry import ROCK, steps_between
from steep.core.world import World
from steep.mapgen import populate_floor
from steep.spawn import compile_tables
from steep.spawn.dice import Dice

RUNS = 1_200
GOBLIN = """
[monsters.goblin]
glyph = "g"
hp = 6
power = 3
defense = 0
xp = 20
"""

NOT_OUT_OF_DEPTH = """
spawn = { 5 = 90 }
out_of_depth = false
"""


class TestPacks:
    BAND = """
        [counts]
        monsters_per_floor = 1
        [packs.band]
        leader = "troll"
        members = [{ kind = "orc", count = [1, 4] }, { kind = "goblin", count = 2 }]
        spawn = { 2 = 10 }
        growth = 3
    """

    @pytest.fixture
    def band(self) -> Rulebook:
        return rulebook_from(self.BAND + GOBLIN)

    @pytest.mark.parametrize(("floor", "maximum"), [(2, 1), (3, 2), (4, 3), (5, 4), (9, 4)])
    def test_member_counts_are_uniform_from_the_minimum_to_the_floors_maximum(
        self, band: Rulebook, floor: int, maximum: int
    ) -> None:
        orc, counts = kind_number(band, "orc"), Counter[int]()
        for world in generated_floors(band, RUNS, floor):
            if world.actor_count:
                counts[monsters_on(world).count(orc)] += 1
        tries = counts.total()
        assert tries > RUNS * 0.9
        assert set(counts) == set(range(1, maximum + 1))
        assert all(within_chance(count, tries, Fraction(1, maximum)) for count in counts.values())

    def test_a_pack_with_growth_0_can_have_its_maximum_members_on_its_first_floor(self) -> None:
        band = rulebook_from(self.BAND.replace("growth = 3", "growth = 0") + GOBLIN)
        orc = kind_number(band, "orc")
        assert {monsters_on(world).count(orc) for world in generated_floors(band, 300, 2) if world.actor_count} == {
            1,
            2,
            3,
            4,
        }

    def test_the_leader_is_placed_first_and_members_around_it(self, band: Rulebook) -> None:
        troll, goblin = kind_number(band, "troll"), kind_number(band, "goblin")
        for world in generated_floors(band, 500, 9):
            kinds = monsters_on(world)
            if kinds:
                assert (kinds[0], kinds.count(troll), kinds.count(goblin)) == (troll, 1, 2)
                leader, *others = cells_of(world.actors, world.actor_count)
                assert all(steps_between(leader, cell) <= 2 for cell in others)

    def test_no_pack_appears_before_its_first_floor(self, band: Rulebook) -> None:
        assert all(world.actor_count == 0 for world in generated_floors(band, 200, 1))

    def test_a_pack_is_drawn_by_its_weight_among_single_monsters(self) -> None:
        book = rulebook_from(self.BAND + GOBLIN + "spawn = 30")
        goblin, firsts = kind_number(book, "goblin"), Counter[int]()
        for world in generated_floors(book, RUNS, 9):
            firsts.update(monsters_on(world)[:1])
        assert within_chance(firsts[goblin], firsts.total(), Fraction(30, 40))


class TestUniques:
    @pytest.fixture
    def dragon(self) -> Rulebook:
        return rulebook_from(
            """
            [counts]
            monsters_per_floor = 2
            [monsters.orc]
            spawn = 30
            [monsters.troll]
            spawn = 10
            [monsters.dragon]
            glyph = "D"
            hp = 60
            power = 9
            defense = 3
            xp = 500
            unique = true
            spawn = 10
            """
        )

    def test_a_unique_appears_at_most_once_a_run(self, dragon: Rulebook) -> None:
        kind, appearances = kind_number(dragon, "dragon"), Counter[int]()
        for seed, _, world in generated_runs(dragon, 400, 12):
            appearances[seed] += monsters_on(world).count(kind)
        assert set(appearances.values()) <= {0, 1}
        assert appearances.total() > 360

    def test_a_unique_has_its_odds_until_it_appears_and_others_share_them_afterwards(self, dragon: Rulebook) -> None:
        kind, orc = kind_number(dragon, "dragon"), kind_number(dragon, "orc")
        before, after, run, has_appeared = Counter[int](), Counter[int](), -1, False
        for seed, _, world in generated_runs(dragon, 400, 12):
            run, has_appeared = seed, has_appeared and seed == run
            for drawn in monsters_on(world):
                (after if has_appeared else before)[drawn] += 1
                has_appeared = has_appeared or drawn == kind
        assert within_chance(before[kind], before.total(), Fraction(10, 50))
        assert within_chance(before[orc], before.total(), Fraction(30, 50))
        assert within_chance(after[orc], after.total(), Fraction(30, 40))
        assert after[kind] == 0

    def test_a_unique_can_appear_again_in_a_new_run(self, dragon: Rulebook) -> None:
        kind = kind_number(dragon, "dragon")
        assert {seed for seed, _, world in generated_runs(dragon, 30, 20) if kind in monsters_on(world)} == set(
            range(30)
        )

    def test_a_pack_with_a_unique_leader_appears_once(self) -> None:
        book = rulebook_from(
            """
            [counts]
            monsters_per_floor = 1
            [monsters.orc]
            spawn = 10
            [monsters.troll]
            unique = true
            [packs.court]
            leader = "troll"
            members = [{ kind = "orc", count = 2 }]
            spawn = 10
            """
        )
        troll = kind_number(book, "troll")
        courts = Counter(seed for seed, _, world in generated_runs(book, 300, 12) if troll in monsters_on(world))
        assert set(courts.values()) == {1}


class TestOutOfDepth:
    DEEP = """
        [counts]
        monsters_per_floor = 2
        [monsters.orc]
        spawn = { 1 = 10, 5 = 0 }
        [monsters.troll]
        spawn = { 5 = 10 }
        [out_of_depth]
        chance = 24
        reach = 4
        damped = 2
    """

    @pytest.mark.parametrize(
        ("floor", "share"),
        [(1, Fraction(0)), (2, Fraction(12, 100) * Fraction(2, 4)), (3, Fraction(24, 100) * Fraction(3, 4))],
    )
    def test_the_frequency_is_the_chance_times_the_odds_of_the_floors_in_reach(
        self, floor: int, share: Fraction
    ) -> None:
        book, drawn = rulebook_from(self.DEEP), Counter[int]()
        for world in generated_floors(book, RUNS, floor):
            drawn.update(monsters_on(world))
        assert within_chance(drawn[kind_number(book, "troll")], drawn.total(), share)

    def test_kinds_that_never_appear_out_of_depth_leave_their_odds_to_others(self) -> None:
        book, drawn = rulebook_from(self.DEEP + GOBLIN + NOT_OUT_OF_DEPTH), Counter[int]()
        for world in generated_floors(book, RUNS, 4):
            drawn.update(monsters_on(world))
        assert drawn[kind_number(book, "goblin")] == 0
        assert within_chance(drawn[kind_number(book, "troll")], drawn.total(), Fraction(24, 100))

    def test_no_pack_appears_out_of_depth(self) -> None:
        book = rulebook_from(
            self.DEEP + '[packs.band]\nleader = "troll"\nmembers = [{ kind = "orc", count = 3 }]\nspawn = { 5 = 90 }'
        )
        assert max(int(world.actor_count) for world in generated_floors(book, 400, 4)) == 2

    def test_floors_beyond_the_last_use_the_odds_of_the_last(self) -> None:
        book = rulebook_from(self.DEEP)
        assert {kind for world in generated_floors(book, 300, 150) for kind in monsters_on(world)} == {
            kind_number(book, "troll")
        }


class TestPityTimers:
    POTION = """
        [pity_timers.healing_potion]
        start = 30
        step = 25
        reset = 60
    """

    @staticmethod
    def chances(floors: int, start: int, step: int, reset: int) -> list[Fraction]:
        """The exact probability of an item on each floor, from the Markov chain of the chance."""
        states, result = {start: Fraction(1)}, []
        for _ in range(floors):
            after: dict[int, Fraction] = {}
            for percent, share in states.items():
                for following, weight in (
                    (max(0, percent - reset), percent),
                    (min(100, percent + step), 100 - percent),
                ):
                    after[following] = after.get(following, Fraction(0)) + share * Fraction(weight, 100)
            result.append(sum((share * Fraction(percent, 100) for percent, share in states.items()), Fraction(0)))
            states = after
        return result

    def test_the_chance_follows_its_markov_chain(self) -> None:
        book, given = rulebook_from(self.POTION), Counter[int]()
        potion = kind_number(book, "healing_potion")
        for _, floor, world in generated_runs(book, RUNS, 9):
            assert set(items_on(world)) <= {potion}
            assert world.item_count <= 1
            given[floor] += world.item_count
        exact = self.chances(9, 30, 25, 60)
        assert all(within_chance(given[floor], RUNS, chance) for floor, chance in enumerate(exact, 1)), given

    def test_items_drawn_by_weight_lower_the_chance(self) -> None:
        text = self.POTION + "[counts]\nitems_per_floor = 1\n[items.healing_potion]\nspawn = 10"
        book, given = rulebook_from(text.replace("reset = 60", "reset = 100").replace("start = 30", "start = 0")), 0
        for _, _floor, world in generated_runs(book, 300, 6):
            given = max(given, int(world.item_count))
        # Every floor has one drawn by weight, so the chance stays at 0 and never adds a second.
        assert given == 1

    def test_every_floor_meets_the_guarantee(self) -> None:
        book = rulebook_from(self.POTION + "guarantee = { 3 = 2, 6 = 5, 7 = 9 }")
        potion, guarantee = kind_number(book, "healing_potion"), {1: 0, 2: 0, 3: 2, 4: 2, 5: 2, 6: 5, 7: 9, 8: 9}
        given, above_guarantee = Counter[int](), 0
        for seed, floor, world in generated_runs(book, 400, 8):
            given[seed] += items_on(world).count(potion)
            assert given[seed] >= guarantee[floor], (seed, floor)
            above_guarantee += given[seed] > guarantee[floor]
            assert len({*cells_of(world.items, world.item_count)}) == world.item_count
        assert above_guarantee

    def test_items_given_by_chance_count_towards_a_guarantee(self) -> None:
        book = rulebook_from("[pity_timers.healing_potion]\nstart = 100\nguarantee = { 1 = 1, 2 = 3 }")
        assert {(floor, int(world.item_count)) for _, floor, world in generated_runs(book, 50, 2)} == {(1, 1), (2, 2)}

    def test_a_guarantee_gives_no_more_than_is_missing(self) -> None:
        book = rulebook_from("[pity_timers.healing_potion]\nguarantee = { 2 = 3, 5 = 4 }")
        by_floor = {(floor, int(world.item_count)) for _, floor, world in generated_runs(book, 100, 6)}
        assert by_floor == {(1, 0), (2, 3), (3, 0), (4, 0), (5, 1), (6, 0)}


class TestThreat:
    BUDGET = """
        [counts]
        threat_per_floor = { 1 = 700, 2 = 1500 }
        [monsters.orc]
        spawn = 80
        [monsters.troll]
        spawn = 40
    """

    @pytest.mark.parametrize(("floor", "budget"), [(1, 700), (2, 1500), (7, 1500)])
    def test_the_budget_is_spent_until_less_than_the_smallest_threat_is_left(self, floor: int, budget: int) -> None:
        book = rulebook_from(self.BUDGET)
        threats = [book.compiled.monsters[number].threat[0] for number in range(len(book.monsters))]
        for world in generated_floors(book, 300, floor):
            left = budget - sum(threats[kind] for kind in monsters_on(world))
            assert 0 <= left < min(threats)

    @pytest.mark.parametrize(("declared", "orcs"), [(0, 21), (33, 21), (350, 2), (701, 0)])
    def test_a_declared_threat_is_what_a_monster_uses_up(self, declared: int, orcs: int) -> None:
        book = rulebook_from(f"[counts]\nthreat_per_floor = 700\n[monsters.orc]\nspawn = 80\nthreat = {declared}")
        assert {int(world.actor_count) for world in generated_floors(book, 20, 1)} == {orcs}

    def test_packs_do_not_exceed_the_budget(self) -> None:
        book = rulebook_from(
            self.BUDGET + '[packs.band]\nleader = "troll"\nmembers = [{ kind = "orc", count = [5, 30] }]\nspawn = 40'
        )
        threats, packs = [book.compiled.monsters[number].threat[0] for number in range(len(book.monsters))], 0
        for world in generated_floors(book, 500, 1):
            left = 700 - sum(threats[kind] for kind in monsters_on(world))
            assert 0 <= left < min(threats)
            packs += monsters_on(world)[0] == kind_number(book, "troll")
        assert packs

    def test_a_monster_over_the_budget_does_not_appear(self) -> None:
        book = rulebook_from(self.BUDGET.replace("700", "150"))
        assert {kind for world in generated_floors(book, 200, 1) for kind in monsters_on(world)} == {
            kind_number(book, "orc")
        }

    def test_out_of_depth_draws_that_give_nothing_do_not_stop_the_spending(self) -> None:
        book = rulebook_from(
            self.BUDGET.replace("spawn = 40", "spawn = 0").replace("spawn = 80", "spawn = 80\nout_of_depth = false")
            + "[out_of_depth]\nchance = 50\nreach = 2"
        )
        for world in generated_floors(book, 300, 1):
            assert world.actor_count == 700 // 33


class TestCounts:
    def test_counts_per_100_cells_are_exact_on_every_map(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rates, none = limits.CountTable(), limits.DiceTable()
        rates.floors, rates.value[0] = 1, 3
        ruleset = rulebook_from("").compiled
        for world in generated_floors(rulebook_from(""), 20, 1):
            plain = World()
            plain.floor = 1
            plain.tiles[:] = bytes(world.tiles.tolist())
            numbers = []
            for ticket in range(100):
                monkeypatch.setattr(populate_floor, "below", lambda random, stream, bound, ticket=ticket: ticket)
                numbers.append(populate_floor.count_for_floor(plain, ruleset, none, rates, 0))
            cells = sum(tile != ROCK for tile in plain.tiles)
            assert sum(numbers) == cells * 3

    @pytest.mark.parametrize("notation", ["1d4", "2d4+1", "3d6-8", "2d3", "5"])
    def test_rolled_dice_have_their_exact_odds(self, monkeypatch: pytest.MonkeyPatch, notation: str) -> None:
        from itertools import product

        from steep.spawn.dice import DiceSteps, fill_dice

        dice, table, sums = Dice.of(notation), limits.DiceTable(), Counter[int]()
        fill_dice(table, DiceSteps.of({1: dice}))
        for faces in product(range(1, dice.sides + 1), repeat=dice.dice):
            left = [*faces]
            monkeypatch.setattr(compile_tables, "between", lambda random, stream, low, high, left=left: left.pop())
            sums[compile_tables.roll_dice(table, 1, [], 0)] += 1
        assert {total: Fraction(count, sums.total()) for total, count in sums.items()} == dice.odds

    def test_monster_counts_take_every_value_of_the_dice_and_never_more(self) -> None:
        book = rulebook_from('[counts]\nmonsters_per_floor = { 1 = "1d4", 2 = "2d4+1" }\n[monsters.orc]\nspawn = 1')
        counts = {floor: {int(world.actor_count) for world in generated_floors(book, 800, floor)} for floor in (1, 2)}
        assert (max(counts[1]), max(counts[2])) == (4, 9)
        assert set(range(1, 5)) <= counts[1]
        assert set(range(3, 10)) <= counts[2]

    def test_counts_by_room_and_by_floor_add_up(self) -> None:
        one = rulebook_from("[counts]\nmonsters_per_floor = 5\n[monsters.orc]\nspawn = 1")
        both = rulebook_from("[counts]\nmonsters_per_floor = 5\nmonsters_per_room = 2\n[monsters.orc]\nspawn = 1")
        means = [sum(world.actor_count for world in generated_floors(book, 500, 1)) / 500 for book in (one, both)]
        rooms = sum(world.room_count for world in generated_floors(one, 500, 1)) / 500
        assert means[1] - means[0] == pytest.approx(rooms, rel=0.05)


class TestSleepers:
    def test_the_percentage_asleep_matches_the_ruleset(self) -> None:
        book = rulebook_from("[counts]\nmonsters_per_floor = 8\n[monsters.orc]\nspawn = 1\nasleep = 35")
        asleep = tries = 0
        for world in generated_floors(book, 1_000, 1):
            asleep += int(world.actors["asleep"][: world.actor_count].sum())
            tries += int(world.actor_count)
        assert within_chance(asleep, tries, Fraction(35, 100))


class TestSafeZone:
    ZONE = """
        [map]
        safe_steps = {steps}
        [counts]
        monsters_per_room = 5
        [monsters.orc]
        spawn = 10
        [packs.band]
        leader = "orc"
        members = [{{ kind = "orc", count = [1, 6] }}]
        spawn = 10
    """

    @pytest.mark.parametrize(("steps", "nearest"), [(0, 1), (1, 2), (7, 8)])
    def test_no_monster_is_placed_within_safe_steps_of_the_start(self, steps: int, nearest: int) -> None:
        book = rulebook_from(self.ZONE.format(steps=steps))
        closest = min(
            steps_between(int(world.hero.cell), cell)
            for world in generated_floors(book, 400, 1)
            for cell in cells_of(world.actors, world.actor_count)
        )
        assert closest == nearest

    def test_items_may_be_placed_in_the_safe_zone(self) -> None:
        book = rulebook_from("[map]\nsafe_steps = 7\n[counts]\nitems_per_room = 5\n[items.healing_potion]\nspawn = 1")
        assert any(
            steps_between(int(world.hero.cell), cell) <= 2
            for world in generated_floors(book, 100, 1)
            for cell in cells_of(world.items, world.item_count)
        )


class TestModes:
    @pytest.mark.parametrize("name", ["tcod-2020", "godot-gear", "roguebasin"])
    @pytest.mark.parametrize("floor", [1, 3, 6, 10])
    def test_a_harder_mode_has_more_threat_on_every_floor(self, name: str, floor: int) -> None:
        total = {}
        for mode in ("easy", "normal", "hard"):
            book = load_ruleset(f"{name}:{mode}")
            threats = [book.compiled.monsters[number].threat[0] for number in range(len(book.monsters))]
            total[mode] = sum(
                threats[kind] for world in generated_floors(book, 400, floor) for kind in monsters_on(world)
            )
        assert total["easy"] <= total["normal"] < total["hard"]


numbers, thousandths = st.integers(0, 50), st.integers(-1000, 1000)


def odds(number: int, more: int) -> dict[int, Fraction]:
    """The probability of each count, from drawing every ticket once."""
    probabilities: dict[int, Fraction] = {}
    with pytest.MonkeyPatch.context() as patched:
        for ticket in range(1000):
            patched.setattr(populate_floor, "below", lambda random, stream, bound, ticket=ticket: ticket)
            count = populate_floor.scaled_count(number, more, [], 0)
            probabilities[count] = probabilities.get(count, Fraction()) + Fraction(1, 1000)
    return probabilities


@given(numbers, thousandths)
def test_the_mean_is_scaled_exactly(number: int, more: int) -> None:
    mean = sum(count * chance for count, chance in odds(number, more).items())
    assert mean == Fraction(number * (1000 + more), 1000)


@given(numbers, thousandths)
def test_the_count_is_rounded_down_or_up(number: int, more: int) -> None:
    exact = Fraction(number * (1000 + more), 1000)
    assert all(abs(count - exact) < 1 for count in odds(number, more))


@given(numbers, numbers, thousandths, thousandths)
def test_a_higher_scale_never_gives_fewer(first: int, second: int, less: int, more: int) -> None:
    (few, many), (less, more) = sorted((first, second)), sorted((less, more))
    low, high = odds(few, less), odds(many, more)
    for minimum in range(102):
        reach_low, reach_high = (
            sum(chance for count, chance in each.items() if count >= minimum) for each in (low, high)
        )
        assert reach_low <= reach_high


def test_scale_0_draws_nothing_from_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(populate_floor, "below", None)
    assert populate_floor.scaled_count(3, 0, [], 0) == 3
