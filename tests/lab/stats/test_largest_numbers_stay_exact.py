"""Rulesets with the largest allowed numbers: every result stays exact, in every form of the rules and in every sum."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.bots.choose_action import BOTS
from steep.bots.level_ups import is_larger
from steep.content import Rulebook, load_ruleset
from steep.content.sections import MAX_NUMBER
from steep.core.native.native_rule import native
from steep.core.record import pack
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import MAX_LEVEL, Hero
from steep.lab.simulate.floor_visit import BY_HUNGER, OWN_FIRE, TERRAIN, DamageRow, FloorVisit
from steep.lab.simulate.simulation import SimulationState, most_wounds, play_on, write_wounds
from steep.rules.experience_and_victory import may_level_up, xp_in_all, xp_to_next

HUGE = f"""
extends = "tcod-2020"

[hero]
hp = {MAX_NUMBER}
power = {MAX_NUMBER}
defense = 0
slots = ["head", "neck"]
start = [
    {{ item = "cursed", equipped = true }},
    {{ item = "heavy", equipped = true }},
    {{ item = "healing_potion" }},
    {{ item = "lightning_scroll" }},
    {{ item = "fireball_scroll" }},
    {{ item = "confusion_scroll" }},
]

[level_up]
base = 1
factor = 0
must_exceed = false
choices = [
    {{ stat = "max_hp", amount = {MAX_NUMBER} }},
    {{ stat = "power", amount = {MAX_NUMBER} }},
    {{ stat = "defense", amount = {MAX_NUMBER} }},
]

[counts]
monsters_per_room = 4
items_per_room = 3
monsters_per_floor = 20

[monsters.orc]
hp = {MAX_NUMBER}
power = {MAX_NUMBER}
defense = 0
xp = {MAX_NUMBER}
spawn = {MAX_NUMBER}

[monsters.troll]
hp = {MAX_NUMBER}
power = {MAX_NUMBER}
defense = {MAX_NUMBER}
xp = {MAX_NUMBER}
spawn = {MAX_NUMBER}

[items.healing_potion]
amount = {MAX_NUMBER}

[items.lightning_scroll]
amount = {MAX_NUMBER}

[items.fireball_scroll]
amount = {MAX_NUMBER}

[items.cursed]
glyph = "]"
slot = "head"
power = 0
defense = -{MAX_NUMBER}

[items.heavy]
glyph = "]"
slot = "neck"
power = {MAX_NUMBER}
defense = -{MAX_NUMBER}

[modes.worst]
monster_hp = 900
monster_power = 900
hero_hp = 900
"""


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    path = tmp_path_factory.mktemp("huge") / "huge.toml"
    path.write_text(HUGE, encoding="utf-8")
    return load_ruleset(str(path))


def loaded_simulator(state: Any, bot: int, seed: int) -> Any:
    state.bot, state.first_floor, state.last_floor, state.turn_limit = bot, 1, 3, 400
    state.seed, state.end_seed = seed, seed + 1
    return state


@pytest.mark.parametrize("name", ["random", "brawler", "masher", "explorer", "tactician"])
def test_every_bot_plays_the_largest_numbers_the_same_in_plain_python_and_compiled(huge: Rulebook, name: str) -> None:
    for book, seed in product((huge, huge.in_mode("worst")), (1, 2)):
        room, fast = most_wounds(book.compiled), zeros(SimulationState, 1)[0]
        slow = loaded_simulator(SimulationState(), BOTS[name].number, seed)
        loaded_simulator(fast, slow.bot, seed)
        visits, wounds = [FloorVisit() for _ in range(8)], [DamageRow() for _ in range(8 * room)]
        fast_visits, fast_wounds = zeros(FloorVisit, len(visits)), zeros(DamageRow, len(wounds))
        ruleset = from_plain(book.compiled)
        budget = 40 if name == "tactician" else 200
        for _ in range(3):
            played = play_on(slow, book.compiled, visits, wounds, budget)
            assert native(play_on)(fast, ruleset, fast_visits, fast_wounds, budget) == played
            assert pack(slow) == fast.tobytes()
        assert b"".join(map(pack, visits)) == fast_visits.tobytes()
        assert b"".join(map(pack, wounds)) == fast_wounds.tobytes()


def test_there_is_room_for_a_wound_by_everything(huge: Rulebook) -> None:
    state, wounds = SimulationState(), [DamageRow() for _ in range(most_wounds(huge.compiled))]
    for source in range(len(state.hits)):
        state.hits[source] = 1
    write_wounds(state, huge.compiled, wounds)
    assert 0 < state.wound_count <= len(wounds)
    assert {wound.kind for wound in wounds[: state.wound_count]} >= {OWN_FIRE, BY_HUNGER, TERRAIN}


@given(st.lists(st.integers(0, 2**62), min_size=2, max_size=2), st.lists(st.integers(1, 2**62), min_size=2, max_size=2))
def test_two_shares_are_compared_exactly(numerators: list[int], denominators: list[int]) -> None:
    one, other = (
        Fraction(numerator, denominator) for numerator, denominator in zip(numerators, denominators, strict=True)
    )
    assert is_larger(numerators[0], denominators[0], numerators[1], denominators[1]) == (one > other)
    assert not is_larger(numerators[0], denominators[0], numerators[0], denominators[0])


def test_total_xp_is_the_sum_of_the_cost_of_each_level(huge: Rulebook) -> None:
    ruleset, hero = load_ruleset("tcod-2020").compiled, Hero()
    for hero.level in range(1, 60):
        hero.xp = 7
        assert xp_in_all(hero, ruleset) == 7 + sum(xp_to_next(ruleset, level) for level in range(1, hero.level))


def test_the_hero_stops_at_a_last_level(huge: Rulebook) -> None:
    hero = Hero()
    hero.xp, hero.level = 10**15, MAX_LEVEL - 1
    assert may_level_up(hero, huge.compiled)
    hero.level = MAX_LEVEL
    assert not may_level_up(hero, huge.compiled)


def test_a_ruleset_with_the_largest_numbers_can_be_measured(huge: Rulebook, tmp_path: Path) -> None:
    from steep.cli import main

    path = tmp_path / "huge.toml"
    path.write_text(HUGE.replace("base = 1\n", f"base = {MAX_NUMBER}\n"), encoding="utf-8")
    words = ["measure", str(path), "--bot", "explorer", "--games", "30", "--floors", "1-2", "--turns", "3000"]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
