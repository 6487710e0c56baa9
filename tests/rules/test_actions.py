"""Actions: how they are packed, and that impossible ones change nothing and take no turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import GAINS, ITEMS, NE, N, Scene, a_ruleset, set_hp, set_stat
from steep.core.geometry import CELLS, ROCK
from steep.core.ruleset import DEFENSE, MAX_HP, POWER
from steep.core.world import PLAYING
from steep.rules import action_codes
from steep.rules.action_codes import REASON_NAMES, VERB_NAMES, action, argument_of, cell_of, verb_of
from steep.rules.perceived_events import EVENT_NAMES

BUSY = """
    ##########
    #..r..#!.#
    #.@o.!#..#
    #.~..>..s#
    #....#...#
    ##########
"""


@given(st.integers(0, 15), st.integers(0, 63), st.integers(0, CELLS - 1))
def test_an_action_unpacks_to_its_verb_argument_and_cell(verb: int, argument: int, cell: int) -> None:
    act = action(verb, argument, cell)
    assert (verb_of(act), argument_of(act), cell_of(act)) == (verb, argument, cell)


def test_a_step_takes_one_byte_of_a_replay() -> None:
    assert all(action(action_codes.MOVE, direction) < 128 for direction in range(8))


def test_verbs_reasons_and_events_have_unique_names() -> None:
    assert len(set(VERB_NAMES)) == action_codes.THROW + 1
    assert len(set(REASON_NAMES)) == len(REASON_NAMES)
    assert len(set(EVENT_NAMES)) == len(EVENT_NAMES)


def test_a_step_into_rock_is_refused() -> None:
    scene = Scene("#@.#")
    assert scene.refuse(action(action_codes.MOVE, N)) == action_codes.BLOCKED


def test_a_diagonal_step_between_two_corners_is_possible() -> None:
    scene = Scene("""
        ####
        ##.#
        #@##
        ####
    """)
    assert scene.move(NE) == action_codes.DONE
    assert scene.hero.cell == scene.at(2, 1)


def test_unknown_verbs_directions_and_cells_are_refused() -> None:
    scene = Scene(BUSY)
    for verb in range(len(VERB_NAMES), 16):
        assert scene.refuse(action(verb)) == action_codes.NO_SUCH_ACTION
    for direction in range(8, 64):
        assert scene.refuse(action(action_codes.MOVE, direction)) == action_codes.NO_SUCH_ACTION
    assert scene.refuse(action(action_codes.WAIT, 0, CELLS)) == action_codes.NO_SUCH_ACTION
    assert scene.refuse(-1) == action_codes.NO_SUCH_ACTION


def test_every_action_is_refused_after_the_run_is_over() -> None:
    scene = Scene("#@o#")
    scene.give("!")
    set_hp(scene.world, 1)
    scene.wait()
    for verb in range(16):
        assert scene.refuse(action(verb)) == action_codes.RUN_OVER


WITH_ARGUMENT = st.sampled_from(
    (
        action_codes.MOVE,
        action_codes.MOVE,
        action_codes.MOVE,
        action_codes.USE,
        action_codes.USE,
        action_codes.USE,
        action_codes.DROP,
        action_codes.CHOOSE,
        action_codes.THROW,
    )
)
OTHER_VERBS = st.sampled_from((action_codes.WAIT, action_codes.PICK_UP, action_codes.DESCEND, 8, 15))


NEAR_CELLS = st.builds(Scene(BUSY).at, st.integers(0, 9), st.integers(0, 5))
CELLS_TO_TRY = st.one_of(NEAR_CELLS, st.integers(0, CELLS + 10))
FEW_ARGUMENTS, ALL_ARGUMENTS = st.integers(0, 9), st.integers(0, 63)
ACTIONS = st.one_of(
    st.builds(action, WITH_ARGUMENT, FEW_ARGUMENTS, CELLS_TO_TRY),
    st.builds(action, OTHER_VERBS, ALL_ARGUMENTS, CELLS_TO_TRY),
)
"""Anything a player or a broken program might try, mostly near the hero. Built once: building strategies is slow."""

RULESET = a_ruleset()
SEEDS = st.integers(0, 2**63 - 1)
CARRIED = st.lists(st.sampled_from(list(ITEMS)), max_size=5)


@given(SEEDS, CARRIED, st.integers(1, 60), st.integers(0, 29), st.lists(ACTIONS, min_size=8, max_size=8))
def test_an_impossible_action_changes_nothing_and_a_possible_one_takes_one_turn(
    seed: int, carried: list[str], hp: int, xp: int, acts: list[int]
) -> None:
    scene = Scene(BUSY, RULESET, seed=seed)
    scene.give(*carried)
    set_hp(scene.world, hp)
    set_stat(scene.world, MAX_HP, 60)
    scene.hero.xp = xp
    for act in acts:
        before = scene.digest()
        turn = scene.world.turn
        reason = scene.act(act)
        if reason != action_codes.DONE:
            assert scene.digest() == before, REASON_NAMES[reason]
        else:
            assert scene.world.turn == turn + (verb_of(act) != action_codes.CHOOSE)
        assert scene.hero.turn == scene.world.turn


@given(SEEDS, CARRIED, st.lists(ACTIONS, min_size=20, max_size=20))
def test_invariants_of_a_run_hold_after_any_action(seed: int, carried: list[str], acts: list[int]) -> None:
    scene = Scene(BUSY, RULESET, seed=seed)
    scene.give(*carried)
    hero = scene.hero
    for act in acts:
        scene.act(act)
        assert 0 <= hero.hp <= hero.max_hp
        assert (hero.hp == 0) == (scene.world.outcome != PLAYING)
        assert hero.inventory_count == sum(entry.kind > 0 for entry in hero.inventory)
        equipped = [list(ITEMS.values())[entry.kind - 1] for entry in hero.inventory if entry.equipped]
        assert len({item.slot for item in equipped}) == len(equipped)
        gained = hero.stats[POWER] + hero.stats[DEFENSE] - sum(item.power + item.defense for item in equipped) - 4
        assert 0 <= gained <= len(GAINS) * hero.level
        occupants = {actor.cell: row + 1 for row, actor in enumerate(scene.actors()) if actor.hp > 0}
        assert {cell: row for cell, row in enumerate(scene.world.occupant) if row} == occupants
        assert hero.cell not in occupants
        assert all(scene.world.tiles[cell] != ROCK for cell in (*occupants, hero.cell))


@pytest.mark.parametrize(
    "act",
    [action(action_codes.CHOOSE) | 1 << 200, action_codes.CHOOSE - (1 << 40), action(action_codes.WAIT, 0, CELLS)],
)
def test_an_action_whose_cell_is_off_the_map_is_refused(act: int) -> None:
    scene = Scene("#@#")
    scene.hero.choosing = int(act & 15 == action_codes.CHOOSE)
    scene.refuse(act)


def test_choosing_is_refused_without_a_level_up_even_if_levels_need_no_xp() -> None:
    ruleset = a_ruleset()
    ruleset.level_base = ruleset.level_factor = 0
    scene = Scene("#@#", ruleset)
    assert scene.refuse(action(action_codes.CHOOSE)) == action_codes.NOTHING_TO_CHOOSE
