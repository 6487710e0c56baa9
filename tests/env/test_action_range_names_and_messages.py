"""Actions: which are valid, their names, and the messages for impossible ones."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import steep.env
from eventful_ruleset_and_random_play import a_descent
from steep.core.geometry import DIRECTIONS, WIDTH
from steep.core.input_errors import InputError
from steep.env.kernel import actions as flat
from steep.env.kernel.actions import ARGUMENTS, VERBS
from steep.env.kernel.choose_target import NEAREST_ENEMY, NEAREST_FRIEND, WEAKEST_ENEMY
from steep.play.texts.messages import reason_sentence
from steep.rules.action_codes import DONE, NO_STAIRS_HERE, NOTHING_HERE, VERB_NAMES


@pytest.mark.parametrize("wrong", [-1, flat.FLAT_ACTIONS, 2**62, np.uint8(255)])
def test_a_flat_action_outside_the_space_is_refused_and_takes_no_step(wrong: Any) -> None:
    env = steep.env.DescentEnv("tcod-2020")
    env.reset(seed=1)
    state = env.get_state()
    message = f"actions: the action is {wrong}; it must be from 0 to {flat.FLAT_ACTIONS - 1}"
    with pytest.raises(InputError, match=re.escape(message)):
        env.step(wrong)
    assert env.get_state() == state


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ((9, 0, 0), "the verb is 9; it must be from 0 to 8"),
        ((0, -1, 0), "the argument is -1; it must be from 0 to 25"),
        ((0, 0, 441), "the target is 441; it must be from 0 to 440"),
    ],
)
def test_an_explicit_action_outside_the_space_is_refused(wrong: Any, message: str) -> None:
    env = steep.env.DescentEnv("tcod-2020", actions="targets")
    env.reset(seed=1)
    with pytest.raises(InputError, match=re.escape(message)):
        env.step(np.array(wrong))


def test_one_action_outside_the_space_prevents_the_step_of_the_whole_vector() -> None:
    envs = steep.env.DescentVectorEnv(3, "tcod-2020")
    envs.reset(seed=1)
    states = envs.get_states()
    message = f"the action of environment 1 is {flat.FLAT_ACTIONS}; it must be from 0 to {flat.FLAT_ACTIONS - 1}"
    with pytest.raises(InputError, match=message):
        envs.step(np.array([8, flat.FLAT_ACTIONS, 8]))
    assert envs.get_states() == states


def test_every_flat_action_has_a_unique_name() -> None:
    names = a_descent().action_meanings
    assert len(set(names)) == len(names) == flat.FLAT_ACTIONS
    assert names[flat.FLAT_MOVE] == "move north"
    assert names[flat.FLAT_WAIT] == "wait"
    assert names[flat.FLAT_PICK_UP] == "pick up"
    assert names[flat.FLAT_DESCEND] == "descend"
    assert (names[flat.FLAT_CHOOSE], names[flat.FLAT_USE - 1]) == ("choose gain 0", "choose gain 7")
    assert (names[flat.FLAT_USE], names[flat.FLAT_USE + 25]) == ("use a", "use z")
    assert names[flat.flat_use(NEAREST_ENEMY, 1)] == "use b on nearest enemy"
    assert names[flat.flat_use(WEAKEST_ENEMY, 0)] == "use a on weakest enemy"
    assert names[flat.flat_use(NEAREST_FRIEND, 25)] == "use z on nearest friend"
    assert (names[flat.FLAT_DROP], names[flat.FLAT_THROW - 1]) == ("drop a", "drop z")
    assert (names[flat.FLAT_THROW], names[-2]) == ("throw a", "throw z at nearest friend")
    assert names[flat.FLAT_UNDERFOOT] == "use underfoot"


def test_the_manual_says_what_each_number_means() -> None:
    assert len(flat.ACTION_NAMES) == flat.FLAT_ACTIONS
    for meaning, names in flat.FLAT_ROWS:
        assert {name.split()[0] for name in names} == {meaning.split()[0]}
    assert [number for number, *_ in flat.VERB_ROWS] == list(range(VERBS))
    assert a_descent(actions="targets").action_meanings == (*VERB_NAMES, "use underfoot")


def test_directions_are_named_by_compass_point() -> None:
    rows, columns = {-1: "north", 0: "", 1: "south"}, {-1: "west", 0: "", 1: "east"}
    for direction, point in zip(DIRECTIONS, flat.COMPASS_POINTS, strict=True):
        down = round(direction / WIDTH)
        assert point == rows[down] + columns[direction - down * WIDTH]


def test_explicit_actions_are_named_by_verb() -> None:
    assert a_descent(actions="targets").get_action_meanings()[1] == "move"
    assert steep.env.DescentVectorEnv(2, "tcod-2020").get_action_meanings() == list(a_descent().action_meanings)


def test_action_masks_returns_new_booleans_as_maskable_ppo_needs() -> None:
    env = a_descent()
    with pytest.raises(ResetNeeded):
        env.action_masks()
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == (info["action_mask"] == 1)).all()
    env.action_masks()[:] = False
    assert env.action_masks().any()


def test_action_masks_of_explicit_actions_has_a_part_for_verb_argument_and_target() -> None:
    env = a_descent(actions="targets")
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.shape == (sum(env.action_space.nvec),)  # type: ignore[attr-defined]
    verbs, arguments, targets = np.split(masks, [VERBS, VERBS + ARGUMENTS])
    assert (verbs == info["action_mask"].any(axis=1)).all()
    assert (arguments == info["action_mask"].any(axis=0)).all()
    assert targets.all()


def test_the_message_text_says_why_an_action_was_impossible() -> None:
    env, envs = a_descent(texts=True), steep.env.DescentVectorEnv(2, "tcod-2020", texts=True)
    env.reset(seed=1)
    *_, info = env.step(flat.FLAT_PICK_UP)
    assert info["reason"] == NOTHING_HERE
    assert info["message_text"] == reason_sentence(NOTHING_HERE)
    *_, info = env.step(flat.FLAT_WAIT)
    assert info["reason"] == DONE
    assert reason_sentence(NOTHING_HERE) not in info["message_text"]
    envs.reset(seed=1)
    infos = envs.step(np.array([flat.FLAT_WAIT, flat.FLAT_DESCEND]))[-1]
    assert infos["message_text"][0] != infos["message_text"][1] == reason_sentence(NO_STAIRS_HERE)


def test_a_restored_state_has_no_message_about_an_earlier_action() -> None:
    env = a_descent(texts=True)
    env.reset(seed=1)
    state = env.get_state()
    env.step(flat.FLAT_PICK_UP)
    assert reason_sentence(NOTHING_HERE) not in env.set_state(state)[1]["message_text"]
