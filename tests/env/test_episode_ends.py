"""Episodes end by death, by victory or at a limit, and each end is reported as such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import steep.env
from steep.content import load_ruleset, ruleset_names
from steep.core.geometry import STAIRS
from steep.core.world import DEAD, HERO_ROW, PLAYING, STOPPED, WON
from steep.env.check_arguments import TURNS_PER_FLOOR
from steep.env.kernel.actions import FLAT_DESCEND, FLAT_PICK_UP, FLAT_WAIT
from steep.lab.simulate.play_in_one_thread import Simulator
from steep.lab.simulate.simulation_task import Task
from steep.rules.action_codes import NOTHING_HERE
from toml_scenes import rulebook_of

End = tuple[bool, bool, int]


def end_of(step: tuple[Any, ...]) -> End:
    """Terminated, truncated and the code of the end."""
    return step[2], step[3], step[4]["end"]


def stand_on_stairs(env: steep.env.DescentEnv) -> None:
    world = env._batch.episodes[0]["world"]
    world["tiles"][world["hero"]["cell"]] = STAIRS


def endanger(env: steep.env.DescentEnv) -> None:
    """Leave the hero 1 HP and put a monster that is awake beside it."""
    world = env._batch.episodes[0]["world"]
    world["hero"]["hp"] = world["actors"][HERO_ROW]["hp"] = 1
    beside = world["hero"]["cell"] + 1
    world["actors"][0]["cell"], world["actors"][0]["asleep"] = beside, 0
    world["occupant"][beside] = 1


def test_leaving_the_last_floor_alive_is_victory() -> None:
    env = steep.env.DescentEnv("tcod-2020", floors=(2, 3))
    env.reset(seed=1)
    assert env._batch.episodes[0]["world"]["floor"] == 2
    stand_on_stairs(env)
    assert end_of(env.step(FLAT_DESCEND)) == (False, False, PLAYING)
    stand_on_stairs(env)
    assert end_of(env.step(FLAT_DESCEND)) == (True, False, WON)


AMULET = """
    [run]
    last_floor = 2
    goal_item  = "amulet"

    [hunger]
    full  = 90
    stages = [{ name = "hungry", below = 80 }]

    [items.amulet]
    glyph = "a"

    [items.coins]
    glyph = "$"
    gold  = 7
"""


def test_the_goal_of_a_run_is_victory_and_its_stairs_are_sealed() -> None:
    env = steep.env.DescentEnv(rulebook_of(AMULET), floors=(2, 2), observations=("stats",))
    observation, info = env.reset(seed=1)
    stats = dict(zip((entry.name for entry in steep.env.STATS), observation["stats"].tolist(), strict=True))
    assert (stats["last_floor"], stats["nutrition"], stats["hunger"]) == (2, 90, 0)
    world = env._batch.episodes[0]["world"]
    stand_on_stairs(env)
    world["hero"]["stairs"] = world["hero"]["cell"]
    _, _, _, _, info = env.step(FLAT_WAIT)
    assert info["action_mask"][FLAT_DESCEND] == 0
    world["items"][0]["cell"] = world["hero"]["cell"]
    assert end_of(env.step(FLAT_WAIT)) == (True, False, WON)


def test_gold_underfoot_is_rewarded_and_observed() -> None:
    env = steep.env.DescentEnv(rulebook_of(AMULET), rewards={"gold": 0.5}, observations=("stats",))
    env.reset(seed=1)
    world = env._batch.episodes[0]["world"]
    world["items"][0]["kind"] = [item.key for item in rulebook_of(AMULET).items].index("coins")
    world["items"][0]["charges"], world["items"][0]["cell"] = 7, world["hero"]["cell"]
    world["item_count"] = max(1, int(world["item_count"]))
    observation, reward, *_ = env.step(FLAT_WAIT)
    assert reward == 3.5
    assert dict(zip((entry.name for entry in steep.env.STATS), observation["stats"].tolist(), strict=True))["gold"] == 7


def test_death_terminates() -> None:
    env = steep.env.DescentEnv("tcod-2020")
    env.reset(seed=2)
    endanger(env)
    assert end_of(env.step(FLAT_WAIT)) == (True, False, DEAD)


@pytest.mark.parametrize("limit", ["max_turns", "max_steps"])
def test_a_limit_truncates(limit: str) -> None:
    limits: dict[str, Any] = {limit: 4}
    env = steep.env.DescentEnv("tcod-2020", **limits)
    for _ in range(2):
        env.reset(seed=1)
        ends = [end_of(env.step(FLAT_WAIT)) for _ in range(4)]
        assert ends == [(False, False, PLAYING)] * 3 + [(False, True, STOPPED)]


@pytest.mark.parametrize(("floors", "turns"), [((1, 10), 10_000), ((1, 3), 3_000), ((7, 7), 1_000)])
def test_the_default_limits_are_proportional_to_the_number_of_floors(floors: tuple[int, int], turns: int) -> None:
    for env in (
        steep.env.DescentEnv("tcod-2020", floors=floors),
        steep.env.DescentVectorEnv(2, "tcod-2020", floors=floors),
    ):
        params = env._batch._params[0]
        assert (params["turn_limit"], params["step_limit"]) == (turns, 2 * turns)
    params = steep.env.DescentEnv("tcod-2020", floors=floors, max_turns=50)._batch._params[0]
    assert (params["turn_limit"], params["step_limit"]) == (50, 100)


# Few explorers win Steep's own dungeon.
@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(name, marks=() if name in ("rotjs", "tcod-2019-gear") else pytest.mark.slow)
        for name in ruleset_names()
        if name != "steep"
    ],
)
@pytest.mark.parametrize("floors", [(1, 10), *(pytest.param((1, last), marks=pytest.mark.slow) for last in (1, 3))])
def test_the_default_limits_stop_no_explorer_that_would_win(ruleset: str, floors: tuple[int, int]) -> None:
    turns = (floors[1] - floors[0] + 1) * TURNS_PER_FLOOR
    simulator, task = Simulator(load_ruleset(ruleset).compiled), Task("explorer", 0, 40, *floors, 3 * turns)
    last = simulator.play(task, 0, 40, lambda *_: True).visits
    won = last[last["end"] == WON]
    assert len(won) > 20, "too few games are won to test the limit"
    assert (won["arrived"] + won["turns"] <= turns).all()


def test_an_impossible_action_takes_a_step_but_no_turn() -> None:
    env = steep.env.DescentEnv("tcod-2020", max_steps=6, max_turns=3, observations=("stats",))
    env.reset(seed=1)
    for _ in range(5):
        observation, *_, info = env.step(FLAT_PICK_UP)
        assert (info["reason"], info["end"], observation["stats"][2]) == (NOTHING_HERE, PLAYING, 0)
    assert end_of(env.step(FLAT_PICK_UP)) == (False, True, STOPPED)


def test_death_on_the_last_step_terminates_and_does_not_truncate() -> None:
    env = steep.env.DescentEnv("tcod-2020", max_steps=1)
    env.reset(seed=2)
    endanger(env)
    assert end_of(env.step(FLAT_WAIT)) == (True, False, DEAD)


def test_a_step_after_the_end_is_refused() -> None:
    env = steep.env.DescentEnv("tcod-2020", max_steps=1)
    with pytest.raises(ResetNeeded):
        env.step(FLAT_WAIT)
    env.reset(seed=2)
    start = env.get_state()
    env.step(FLAT_WAIT)
    over = env.get_state()
    with pytest.raises(ResetNeeded):
        env.step(FLAT_WAIT)
    env.set_state(start)
    env.step(FLAT_WAIT)
    env.reset()
    env.set_state(over)
    with pytest.raises(ResetNeeded):
        env.step(FLAT_WAIT)


def test_a_closed_environment_refuses_to_play_on() -> None:
    env, envs = steep.env.DescentEnv("tcod-2020"), steep.env.DescentVectorEnv(2, "tcod-2020")
    for each in (env, envs):
        each.reset(seed=1)
    state = env.get_state()
    for each in (env, envs):
        each.close()
        each.close()
    plays: list[Callable[[], Any]] = [
        lambda: env.step(FLAT_WAIT),
        env.reset,
        lambda: env.set_state(state),
        lambda: envs.step(np.full(2, FLAT_WAIT)),
        envs.reset,
        lambda: envs.set_state(0, state),
    ]
    for play in plays:
        with pytest.raises(ClosedEnvironmentError, match=r"^the environment is closed; make another one to play on$"):
            play()


def test_an_episode_can_begin_and_end_on_any_floor() -> None:
    env = steep.env.DescentEnv("tcod-2020", floors=(100, 100), observations=("stats",))
    observation, _ = env.reset(seed=1)
    assert observation["stats"][:2].tolist() == [100, 100]
    stand_on_stairs(env)
    assert end_of(env.step(FLAT_DESCEND)) == (True, False, WON)
