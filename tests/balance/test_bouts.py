"""Bouts of the arena: known results, fair starts, and fighters with abilities and allies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated_floors import kind_number, within_chance
from ready_made_sessions import load
from scenes import a_ruleset, kind_of
from steep.balance.arena import Bouts, Outcome, fight_bouts, in_arena, set_up
from steep.balance.simulate_bouts import Arena, draw_order, fight_round, place_fighters, remove_hero
from steep.content import load_ruleset
from steep.core.geometry import FLOOR, NOWHERE, WIDTH, steps_between
from steep.core.random_streams import seed_streams
from steep.core.ruleset import MAX_HP, POWER, Ruleset
from steep.core.world import MAX_ACTORS

HERO = "@"
EVERY_MECHANIC = Path(__file__).parents[1] / "support" / "rulesets" / "every_mechanic.toml"
RAT, OGRE, SLUG, GOLEM = map(kind_of, "rosg")


def side(signs: str) -> tuple[int, ...]:
    """The monsters for the given signs of `scenes`, without the hero."""
    return tuple(kind_of(sign) for sign in signs if sign != HERO)


def bouts(a: str, b: str, count: int = 200, room: tuple[int, int] = (9, 7), **other: Any) -> Bouts:
    """Bouts between two sides, given by their signs."""
    width, height = room
    hero = next((number for number, signs in enumerate((a, b)) if HERO in signs), NOWHERE)
    return replace(Bouts((side(a), side(b)), count, 7, width, height, 300, "brawler", hero), **other)


def fight_all(task: Bouts, ruleset: Ruleset | None = None, *, fast: bool = True) -> Outcome:
    return fight_bouts(in_arena(ruleset or a_ruleset(), fast=fast), task, lambda _bouts, _turns: None)


def arena_for(task: Bouts) -> Arena:
    arena = Arena()
    set_up(arena, task)
    remove_hero(arena.world)
    return arena


@pytest.mark.parametrize(
    ("a", "b", "known"),
    [
        # Won by arithmetic.
        ("o", "r", {"wins": (200, 0)}),
        ("r", "o", {"wins": (0, 200)}),
        # Neither side can hurt the other, which ends a bout at once.
        ("g", "g", {"wins": (0, 0), "harmless": 200, "turns": 200}),
        ("s", "s", {"wins": (0, 0), "harmless": 200, "turns": 200}),
        ("sss", "s", {"wins": (0, 0), "harmless": 200, "turns": 200}),
        # Once all that could hurt are dead.
        ("g", "gr", {"wins": (0, 0), "harmless": 200}),
        # The hero (20 HP) hits a rat (5 HP) for 3 and is hit for 2. It cannot hurt a golem.
        (HERO, "r", {"wins": (200, 0), "survivors": (200, 0)}),
        ("g", HERO, {"wins": (200, 0)}),
    ],
)
def test_a_bout_ends_as_arithmetic_says(a: str, b: str, known: dict[str, object]) -> None:
    outcome = fight_all(bouts(a, b))
    assert {name: getattr(outcome, name) for name in known} == known


def test_equal_sides_win_equally_often() -> None:
    outcome = fight_all(bouts("r", "r", 20_000))
    assert outcome.draws == 0
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))
    outcome = fight_all(bouts("rro", "rro", 20_000))
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 2))


def test_of_two_equal_fighters_in_contact_the_one_who_strikes_first_wins() -> None:
    outcome = fight_all(bouts("r", "r", room=(2, 1)))
    # A rat has 5 HP and loses 3 per hit.
    assert outcome.turns == 2 * 200
    assert sum(outcome.survivors) == 200
    assert sum(outcome.hp_left) == 2 * 200


def test_two_orcs_beat_a_troll_in_a_corridor_of_three_cells_one_time_in_six() -> None:
    # At either end (2 in 3) the troll fights one orc at a time and wins. Between them it dies by their eighth hit,
    # in the fifth turn, if and only if an orc begins: worked out by hand.
    book = load("tcod-2020")
    orc, troll = kind_number(book, "orc"), kind_number(book, "troll")
    task = Bouts(((orc, orc), (troll,)), 20_000, 0, 3, 1, 300, "brawler")
    outcome = fight_all(task, book.compiled)
    assert outcome.draws == 0
    assert within_chance(outcome.wins[0], 20_000, Fraction(1, 6))
    assert outcome.survivors == (outcome.wins[0], outcome.wins[1])


def test_a_fighter_attacks_an_enemy_that_it_can_hurt() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].stats[POWER] = 0
    arena = arena_for(bouts("r", "gs", 1))
    place_fighters(arena, ruleset)
    draw_order(arena)
    while fight_round(arena, ruleset) == -1:
        pass
    assert [arena.world.actors[index].hp for index in range(3)] == [5, 40, 0]


def test_a_bout_that_lasts_too_long_is_a_draw() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[OGRE].stats[MAX_HP] = 1_000_000
    outcome = fight_all(bouts("o", "o", 20), ruleset)
    assert outcome.out_of_time == 20
    assert outcome.turns == 20 * 300


def test_fighters_walk_around_others_in_their_way() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].stats[POWER] = 0
    ruleset.monsters[GOLEM].stats[MAX_HP] = 1_000_000
    ruleset.monsters[RAT].stats[POWER] = 10
    arena = arena_for(bouts("g", "rrrrrr", 1, (15, 15)))
    place_fighters(arena, ruleset)
    draw_order(arena)
    for _ in range(20):
        fight_round(arena, ruleset)
    golem = arena.world.actors[0].cell
    assert [steps_between(golem, arena.world.actors[rat].cell) for rat in range(1, 7)] == [1] * 6


@given(st.integers(0, 2**63 - 1), st.integers(1, 5), st.integers(1, 5))
def test_sides_alternate_while_both_have_fighters_left(seed: int, a: int, b: int) -> None:
    arena = arena_for(bouts("r" * a, "r" * b))
    seed_streams(arena.world.random, seed, 1)
    draw_order(arena)
    order = [arena.order[i] for i in range(a + b)]
    assert sorted(order) == list(range(a + b))
    sides = [0 if index < a else 1 for index in order]
    assert all(sides[i] != sides[i + 1] for i in range(2 * min(a, b) - 1))


def test_every_order_of_turns_is_equally_likely() -> None:
    arena = arena_for(bouts("rrr", "r"))
    orders: dict[tuple[int, ...], int] = {}
    seed_streams(arena.world.random, 5, 1)
    for _ in range(6_000):
        draw_order(arena)
        order = tuple(arena.order[i] for i in range(4))
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 12
    assert all(within_chance(count, 6_000, Fraction(1, 12)) for count in orders.values())


@given(st.integers(0, 2**63 - 1), st.integers(2, 4), st.integers(1, 4))
def test_fighters_start_awake_on_different_cells_of_the_room(seed: int, width: int, height: int) -> None:
    ruleset = a_ruleset()
    ruleset.monsters[RAT].asleep = 100
    count = width * height
    arena = arena_for(bouts("r" * (count - 1), HERO, room=(width, height), seed=seed))
    place_fighters(arena, ruleset)
    world = arena.world
    cells = {world.actors[index].cell for index in range(count - 1)} | {world.hero.cell}
    assert cells == {y * WIDTH + x for x in range(1, width + 1) for y in range(1, height + 1)}
    assert all(world.tiles[cell] == FLOOR for cell in cells)
    assert not any(world.actors[index].asleep for index in range(count - 1))


@pytest.mark.parametrize(("a", "b"), [("rro", "gs"), ("rrr", "o"), (HERO, "rr"), ("ro", HERO)])
def test_plain_and_compiled_bouts_are_the_same(a: str, b: str) -> None:
    task = bouts(a, b, 12)
    assert fight_all(task, fast=False) == fight_all(task)


@pytest.mark.parametrize("hero", [NOWHERE, 0, 1])
def test_plain_and_compiled_bouts_of_casters_are_the_same(hero: int) -> None:
    book = load(str(EVERY_MECHANIC))
    sides = [
        tuple(kind_number(book, key) for key in keys) for keys in (("witch", "jelly", "shaman"), ("viper", "bloat"))
    ]
    task = Bouts((sides[0], sides[1]), 12, 7, 9, 7, 100, "brawler", hero)
    plain = fight_all(task, book.compiled, fast=False)
    assert plain == fight_all(task, book.compiled)


def test_a_bout_is_fixed_by_its_seed() -> None:
    for a, b in (("rr", "o"), (HERO, "rr")):
        all_bouts, first, rest = (
            fight_all(bouts(a, b, count, seed=seed)) for count, seed in ((60, 7), (23, 7), (37, 30))
        )
        assert all_bouts == fight_all(bouts(a, b, 60))
        assert all_bouts.turns == first.turns + rest.turns
        assert all_bouts.wins[0] == first.wins[0] + rest.wins[0]
        assert all_bouts.hp_left[1] == first.hp_left[1] + rest.hp_left[1]


def test_a_hero_who_begins_takes_one_hit_less() -> None:
    outcome = fight_all(bouts(HERO, "r", 20_000, (2, 1)))
    assert outcome.wins == (20_000, 0)
    # Two hits kill the rat: it strikes once between them, and once before them if it begins.
    bouts_with_two_hits = (18 * 20_000 - outcome.hp_left[0]) / 2
    assert within_chance(int(bouts_with_two_hits), 20_000, Fraction(1, 2))


def test_a_hero_and_monsters_that_cannot_hurt_each_other_draw_at_once() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[GOLEM].stats[POWER] = 0
    outcome = fight_all(bouts(HERO, "g"), ruleset)
    assert outcome.harmless == 200
    assert outcome.turns == 0


def test_no_wandering_monsters_enter_the_arena() -> None:
    ruleset = a_ruleset()
    ruleset.wander_every.floors = ruleset.wander_every.value[0] = 1
    assert fight_all(bouts(HERO, "s"), ruleset) == fight_all(bouts(HERO, "s"))


def test_too_many_fighters_for_the_room_or_the_record_are_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        arena_for(bouts("r", "rr", room=(2, 1)))
    with pytest.raises(ValueError, match="no room"):
        arena_for(bouts("r" * MAX_ACTORS, "r", room=(70, 40)))
    with pytest.raises(ValueError, match="no room"):
        arena_for(bouts(HERO, "rr", room=(2, 1)))


def test_both_sides_pay_what_they_lose_in_every_bout() -> None:
    # Of two rats in contact, one loses all of its 5 HP and the other 3 of them.
    outcome = fight_all(bouts("r", "r", room=(2, 1)))
    assert outcome.start_hp == (5, 5)
    assert outcome.costs[0] + outcome.costs[1] == {5: 200, 3: 200}
    assert outcome.costs[0][5] == outcome.wins[1]


def test_more_bouts_than_the_arena_keeps_costs_of_are_all_counted() -> None:
    outcome = fight_all(bouts("r", "r", 2_500, (2, 1)))
    assert outcome.costs[0].total() == outcome.costs[1].total() == 2_500


COUNT = 20

RULESET = """
extends = "tcod-2020"

[monsters.dummy]
glyph = "d"
hp = 12
power = 0
defense = 0
xp = 1

[monsters.brute]
glyph = "B"
hp = 12
power = 4
defense = 0
xp = 1
"""


def outcome_of(tmp_path: Path, a: str, b: str, text: str = "", room: tuple[int, int] = (7, 7)) -> Outcome:
    """The outcome of bouts between two sides, each of words: keys of monsters and "hero"."""
    path = tmp_path / "casters.toml"
    path.write_text(RULESET + text, encoding="utf-8")
    book = load_ruleset(str(path))
    keys = [monster.key for monster in book.monsters]
    sides = [tuple(keys.index(key) for key in side.split() if key != "hero") for side in (a, b)]
    hero = next((number for number, side in enumerate((a, b)) if "hero" in side.split()), NOWHERE)
    task = Bouts((sides[0], sides[1]), COUNT, 0, *room, 200, "brawler", hero)
    return fight_all(task, book.compiled, fast=False)


def caster(key: str, ability: str, keys: str = "power = 0") -> str:
    """A monster with an ability, whose numbers are those of a dummy unless given."""
    stats = {"hp": 12, "power": 0, "defense": 0} | dict(line.split(" = ") for line in keys.splitlines())
    lines = "\n".join(f"{name} = {number}" for name, number in stats.items())
    return (
        f'[abilities.of_{key}]\n{ability}\n[monsters.{key}]\nglyph = "c"\nxp = 1\n{lines}\nabilities = ["of_{key}"]\n'
    )


BOLT = 'trigger = "turn"\nshape = "bolt"\neffects = [{ damage = 3, type = "fire" }]'
POISON = 'trigger = "turn"\nshape = "target"\neffects = [{ status = "poisoned", turns = 4 }]'
MEND = 'trigger = "turn"\nshape = "view"\naffects = "allies"\neffects = [{ heal = 4 }]'
SUMMON = 'trigger = "turn"\nshape = "self"\ncooldown = 99\neffects = [{ summon = "brute", count = 1 }]'
BURST = 'trigger = "death"\nshape = "burst"\nradius = 1\neffects = [{ damage = 99 }]'


STONE = '[monsters.stone]\nglyph = "s"\nhp = 5\npower = 0\ndefense = 0\nxp = 1\nresist = { fire = 100 }\n'
SLUG_OF_12 = '[monsters.slug]\nglyph = "s"\nhp = 12\npower = 4\ndefense = 0\nxp = 1\nspeed = 30\n'
ELF = '[monsters.elf]\nglyph = "e"\nhp = 12\npower = 4\ndefense = 0\nxp = 1\ncaptive = 100\n'
WON: dict[str, object] = {"wins": (COUNT, 0)}


@pytest.mark.parametrize(
    ("a", "b", "text", "known"),
    [
        ("dummy", "dummy", "", {"harmless": COUNT}),
        # A fighter whose only weapon is an ability beats one without any.
        *(
            ("mage", "dummy", caster("mage", ability), {**WON, "costs": ({0: COUNT}, {12: COUNT})})
            for ability in (BOLT, POISON, SUMMON)
        ),
        # Immunity to the type of a bolt makes a bout last to its limit.
        ("mage", "stone", caster("mage", BOLT) + STONE, {"out_of_time": COUNT}),
        # A fast fighter beats a slow one of its kind.
        ("brute", "slug", SLUG_OF_12, WON),
        # Captives of the dungeon fight for their side.
        ("elf", "dummy", ELF, WON),
        ("hero", "elf", ELF, WON),
        # The brawler's blows (power 5) don't hurt the mage, and its attack doesn't hurt the hero; its bolts do.
        ("hero", "mage", caster("mage", BOLT, "hp = 12\npower = 0\ndefense = 9"), {"wins": (0, COUNT)}),
    ],
)
def test_abilities_and_speeds_decide(tmp_path: Path, a: str, b: str, text: str, known: dict[str, object]) -> None:
    outcome = outcome_of(tmp_path, a, b, text)
    assert {name: getattr(outcome, name) for name in known} == known


def test_fighters_that_die_together_draw(tmp_path: Path) -> None:
    outcome = outcome_of(tmp_path, "bloat", "brute", caster("bloat", BURST, "hp = 1\npower = 0"), (2, 1))
    assert (outcome.all_dead, outcome.draws) == (COUNT, COUNT)


def test_a_healer_turns_a_lost_fight_into_a_won_one(tmp_path: Path) -> None:
    healer = caster("healer", MEND, "hp = 60\npower = 0")
    without = outcome_of(tmp_path, "brute dummy", "brute brute", healer)
    helped = outcome_of(tmp_path, "brute healer", "brute brute", healer)
    assert without.wins[1] > COUNT / 2
    assert helped.wins[0] > COUNT / 2


def test_what_is_summoned_fights_but_is_no_survivor(tmp_path: Path) -> None:
    outcome = outcome_of(tmp_path, "caller", "brute", caster("caller", SUMMON, "hp = 40\npower = 0"))
    assert outcome.wins[0] == COUNT
    assert outcome.survivors[0] == COUNT
    assert outcome.hp_left[0] + sum(cost * bouts for cost, bouts in outcome.costs[0].items()) == 40 * COUNT


def test_allies_on_the_heros_side_spare_it_hp(tmp_path: Path) -> None:
    alone = outcome_of(tmp_path, "hero", "troll troll troll")
    helped = outcome_of(tmp_path, "troll hero troll", "troll troll troll")
    assert alone.start_hp == (30, 48)
    assert helped.start_hp == (62, 48)
    assert helped.wins[0] == COUNT > alone.wins[0]
    assert helped.survivors[0] > COUNT


def test_the_time_that_the_heros_weapon_takes_counts(tmp_path: Path) -> None:
    hero = '[hero]\nhp = 100\npower = 1\nslots = ["weapon"]\nstart = [{ item = "blade", equipped = true }]\n'
    costs = []
    for time in (50, 100, 200):
        blade = f'[items.blade]\nglyph = "/"\nslot = "weapon"\nattack_time = {time}\n'
        (costs_of_hero, _) = outcome_of(tmp_path, "hero", "brute", hero + blade, (2, 1)).costs
        costs.append(sum(cost * bouts for cost, bouts in costs_of_hero.items()))
    assert costs[0] * 1.7 < costs[1] < costs[2] / 1.7
