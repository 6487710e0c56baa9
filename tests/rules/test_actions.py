"""Actions: how they are written, and that an impossible one changes nothing and takes no turn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes import GAINS, ITEMS, NE, E, N, Scene, a_ruleset
from steep.core.geometry import CELLS
from steep.core.world import PLAYING
from steep.rules.actions import (
    BLOCKED,
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    NO_SUCH_ACTION,
    NOTHING_TO_CHOOSE,
    PICK_UP,
    REASON_NAMES,
    RUN_OVER,
    USE,
    VERB_NAMES,
    WAIT,
    action,
    argument_of,
    cell_of,
    verb_of,
)
from steep.rules.events import EVENT_NAMES

BUSY = """
    ##########
    #..r..#!.#
    #.@o.!#..#
    #.~..>..s#
    #....#...#
    ##########
"""


@given(st.integers(0, 15), st.integers(0, 63), st.integers(0, CELLS - 1))
def test_an_action_gives_back_what_it_was_made_of(verb: int, argument: int, cell: int) -> None:
    act = action(verb, argument, cell)
    assert (verb_of(act), argument_of(act), cell_of(act)) == (verb, argument, cell)


def test_a_step_takes_one_byte_of_a_replay() -> None:
    assert all(action(MOVE, direction) < 128 for direction in range(8))


def test_every_verb_and_every_reason_has_a_name_of_its_own() -> None:
    assert len(set(VERB_NAMES)) == CHOOSE + 1
    assert len(set(REASON_NAMES)) == len(REASON_NAMES)
    assert len(set(EVENT_NAMES)) == len(EVENT_NAMES)


def test_a_step_into_rock_is_refused() -> None:
    scene = Scene("""
        ####
        #@.#
        ####
    """)
    assert scene.refuse(action(MOVE, N)) == BLOCKED


def test_a_step_slips_between_two_corners() -> None:
    scene = Scene("""
        ####
        ##.#
        #@##
        ####
    """)
    assert scene.move(NE) == DONE
    assert scene.hero.cell == scene.at(2, 1)


def test_waiting_takes_a_turn() -> None:
    scene = Scene(BUSY)
    assert scene.wait() == DONE
    assert (scene.world.turn, scene.hero.turn) == (1, 1)


def test_there_are_no_other_verbs_directions_and_cells() -> None:
    scene = Scene(BUSY)
    for verb in range(len(VERB_NAMES), 16):
        assert scene.refuse(action(verb)) == NO_SUCH_ACTION
    for direction in range(8, 64):
        assert scene.refuse(action(MOVE, direction)) == NO_SUCH_ACTION
    assert scene.refuse(action(WAIT, 0, CELLS)) == NO_SUCH_ACTION
    assert scene.refuse(-1) == NO_SUCH_ACTION


def test_nothing_can_be_done_after_the_run_is_over() -> None:
    scene = Scene("""
        ####
        #@o#
        ####
    """)
    scene.give("!")
    scene.hero.hp = 1
    scene.wait()
    for verb in range(16):
        assert scene.refuse(action(verb)) == RUN_OVER


VERBS = st.sampled_from((WAIT, MOVE, MOVE, MOVE, PICK_UP, USE, USE, USE, DROP, DESCEND, CHOOSE, 7, 15))


@st.composite
def actions_about(draw: st.DrawFn, scene: Scene) -> int:
    """Anything a player or a broken program might try, mostly near the hero."""
    verb = draw(VERBS)
    argument = draw(st.integers(0, 9 if verb in (MOVE, USE, DROP, CHOOSE) else 63))
    near = st.builds(scene.at, st.integers(0, 9), st.integers(0, 5))
    return action(verb, argument, draw(st.one_of(near, st.integers(0, CELLS + 10))))


@settings(max_examples=150)
@given(st.data())
def test_an_impossible_action_changes_nothing_and_a_possible_one_takes_one_turn(data: st.DataObject) -> None:
    scene = Scene(BUSY, seed=data.draw(st.integers(0, 2**63 - 1)))
    scene.give(*data.draw(st.lists(st.sampled_from(list(ITEMS)), max_size=5)))
    scene.hero.hp = data.draw(st.integers(1, 60))
    scene.hero.max_hp = 60
    scene.hero.xp = data.draw(st.integers(0, 29))
    for _ in range(8):
        act = data.draw(actions_about(scene))
        before = scene.digest()
        turn = scene.world.turn
        reason = scene.act(act)
        if reason != DONE:
            assert scene.digest() == before, REASON_NAMES[reason]
        else:
            assert scene.world.turn == turn + (verb_of(act) != CHOOSE)
        assert scene.hero.turn == scene.world.turn


@settings(max_examples=100)
@given(st.data())
def test_what_must_hold_of_a_run_holds_after_whatever_is_tried(data: st.DataObject) -> None:
    scene = Scene(BUSY, seed=data.draw(st.integers(0, 2**63 - 1)))
    scene.give(*data.draw(st.lists(st.sampled_from(list(ITEMS)), max_size=5)))
    hero = scene.hero
    for _ in range(20):
        scene.act(data.draw(actions_about(scene)))
        assert 0 <= hero.hp <= hero.max_hp
        assert (hero.hp == 0) == (scene.world.outcome != PLAYING)
        assert hero.inventory_count == sum(carried.kind > 0 for carried in hero.inventory)
        worn = [list(ITEMS.values())[carried.kind - 1] for carried in hero.inventory if carried.equipped]
        assert len({item.slot for item in worn}) == len(worn)
        gained = hero.power + hero.defense - sum(item.power + item.defense for item in worn) - 4
        assert 0 <= gained <= len(GAINS) * hero.level
        standing = {actor.cell: row + 1 for row, actor in enumerate(scene.actors()) if actor.hp > 0}
        assert {cell: row for cell, row in enumerate(scene.world.occupant) if row} == standing
        assert hero.cell not in standing
        assert all(scene.world.tiles[cell] for cell in (*standing, hero.cell))


def test_the_same_actions_of_the_same_seed_are_the_same_run() -> None:
    digests = []
    for _ in range(2):
        scene = Scene(BUSY, seed=7)
        scene.give("?")
        scene.use(0, scene.at(3, 2))
        scene.move(E, E, N, E)
        digests.append(scene.digest())
    assert digests[0] == digests[1]


@pytest.mark.parametrize("act", [action(CHOOSE) | 1 << 200, CHOOSE - (1 << 40), action(WAIT, 0, CELLS)])
def test_an_action_whose_cell_is_off_the_map_is_none(act: int) -> None:
    scene = Scene("""
        ###
        #@#
        ###
    """)
    scene.hero.choosing = int(act & 15 == CHOOSE)
    scene.refuse(act)


def test_a_choice_that_is_impossible_levels_nobody_up() -> None:
    ruleset = a_ruleset()
    ruleset.level_base = ruleset.level_factor = 0
    scene = Scene("""
        ###
        #@#
        ###
    """, ruleset)  # fmt: skip
    assert scene.refuse(action(CHOOSE)) == NOTHING_TO_CHOOSE
