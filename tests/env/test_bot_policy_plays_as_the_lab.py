"""`bot_policy`: the bots as policies of native vectors play the games that the lab plays."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from steep.bots.choose_action import BOTS
from steep.core.input_errors import InputError
from steep.env import END_NAMES, EachSeedOnce, bot_policy, evaluate
from steep.lab import measure

SEED, GAMES, FLOORS, TURNS = 3_000_000_000, 12, (1, 3), 1_500


def played(bot: str, ruleset: str, actions: str, num_envs: int) -> tuple[list[tuple[Any, ...]], float]:
    """Seed, floor, end and turns of a bot's games, and the share of its actions that are exactly what it wants."""
    envs = gymnasium.make_vec(
        "steep/Descent-v0",
        num_envs=num_envs,
        ruleset=ruleset,
        floors=FLOORS,
        max_turns=TURNS,
        actions=actions,
        autoreset_mode="Disabled",
    )
    games = EachSeedOnce(envs, range(SEED, SEED + GAMES))
    policy = bot_policy(bot, envs)
    games.reset()
    exact = steps = 0
    while games.playing.any():
        chosen = policy()
        exact, steps = exact + int(policy.exact[games.playing].sum()), steps + int(games.playing.sum())
        games.step(chosen)
    rows = [(row["seed"], row["floor"], END_NAMES[row["end"]], row["turns"]) for row in games.results]
    return rows, exact / steps


def measured(bot: str, ruleset: str) -> list[tuple[Any, ...]]:
    """The same of the lab's games."""
    games = measure(ruleset, bot, games=GAMES, seed=SEED, floors=FLOORS, turns=TURNS, jobs=1).games
    return [(row["seed"], row["floor"], row["end"], row["turns"]) for row in games.to_pylist()]


@pytest.mark.parametrize("ruleset", ["steep", pytest.param("roguebasin", marks=pytest.mark.slow)])
@pytest.mark.parametrize("bot", BOTS)
def test_targeted_games_are_those_of_the_lab(bot: str, ruleset: str) -> None:
    games, exact = played(bot, ruleset, "targets", 5)
    assert games == measured(bot, ruleset)
    assert exact == 1


@pytest.mark.parametrize("ruleset", ["steep", "roguebasin"])
def test_nearly_all_flat_actions_are_what_the_bot_wants(ruleset: str) -> None:
    _, exact = played("explorer", ruleset, "flat", 5)
    assert exact > 0.99


def test_as_a_policy_of_an_evaluation_it_needs_no_environments() -> None:
    score = evaluate(bot_policy("diver"), "Orcs-v0", games=6, actions="targets", num_envs=4)
    lab = measure("tcod-2019", "diver", games=6, seed=SEED, floors=(1, 4), turns=4_000, jobs=1).games
    assert score.games.results["turns"].tolist() == lab["turns"].to_pylist()


def test_every_autoreset_mode_clears_its_memory() -> None:
    runs = []
    for mode in ("NextStep", "SameStep"):
        envs: Any = gymnasium.make_vec(
            "steep/Descent-v0", num_envs=1, ruleset="roguebasin", floors=(1, 1), seeds=range(1), autoreset_mode=mode
        )
        envs.reset(seed=1)
        bot, actions, over = bot_policy("brawler", envs), [], 0
        while over < 2:
            running = int(envs.unwrapped.snapshots["end"][0]) == 0
            action = bot()
            if running:
                actions.append(action.tolist())
            _, _, terminated, truncated, _ = envs.step(action)
            over += int(terminated[0] | truncated[0])
        half = len(actions) // 2
        assert actions[:half] == actions[half:]
        runs.append(actions)
    assert runs[0] == runs[1]


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match='did you mean "explorer"'):
        bot_policy("explorr")
    with pytest.raises(InputError, match="a bot plays in native vectors of steep/Descent-v0"):
        bot_policy("explorer", gymnasium.make_vec("steep/Descent-v0", num_envs=1, vectorization_mode="sync"))
    with pytest.raises(InputError, match="the bot has no environments"):
        bot_policy("explorer")(None, {"action_mask": np.ones((1, 1))})
