"""Evaluate a policy on a task: play its test seeds in order, and keep all actions for others to check."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from steep.core.input_errors import InputError, brief
from steep.core.world import WON
from steep.env.benchmark.reference_policies import ten_lines
from steep.env.benchmark.score import CHECK_EVERY, DIGEST_BYTES, PlayedGames, Score, about_of
from steep.env.benchmark.tasks import Setting, Task, checked_observations, digest_of, evaluation_seeds, task_of
from steep.env.check_arguments import checked_limit
from steep.env.kernel.observations import FLAT
from steep.env.play_each_seed_once import EachSeedOnce
from steep.env.vector import DescentVectorEnv

Policy = Callable[[dict[str, NDArray[Any]], dict[str, Any]], Any]
"""Takes the observations and infos of a vector of environments, and returns an action for each."""

NUM_ENVS = 64

PINNED_GAMES = 100
"""Games whose digest pins a task."""

Choose = Callable[[dict[str, NDArray[Any]], dict[str, Any], NDArray[np.int64], NDArray[np.int64]], Any]
"""As a policy. It also gets the game that each environment plays, as a row of the results, and the steps played."""


def evaluate(
    policy: Policy,
    task: str | Task,
    *,
    games: int = 1_000,
    split: str = "test",
    observations: Sequence[str] | None = None,
    actions: str = "flat",
    num_envs: int = NUM_ENVS,
    about: Mapping[str, Any] | None = None,
) -> Score:
    """Play a task's seeds with a policy.

    `policy(observations, infos)` returns one action for each of `num_envs` environments; its choice in one must not
    depend on the others. `infos["started"]` is true where an episode has just begun, which is when a policy with a
    memory clears it, `infos["game"]` is the number of each environment's game, and `infos["playing"]` is false where no
    seed is left. `infos["envs"]` is the vector itself, for policies that search. The score does not depend on
    `num_envs`.

    `games` is how many of the seeds of `split` to play, in order: a score that others can compare plays the first 1,000
    of `"test"`, or of `"round:VALUE"`. `observations` are those of the task by default. `about` says what was
    evaluated: `"policy"` (a name), `"code"` (a commit), `"steps"`, `"seeds"`, `"hours"` of training, and the `"track"`;
    all of it is stored with the score.

    Raises `InputError` for an unknown task, and for observations that the task does not allow.
    """
    task = task_of(task)
    if not callable(policy):
        raise InputError(f"policy is {brief(policy)}; it must be a function of observations and infos")
    keys = checked_observations(task, observations)
    about = about_of({**(about or {}), **({} if split == "test" else {"split": split})}, keys, actions)
    seeds = evaluation_seeds(games, split)

    def choose(
        seen: dict[str, NDArray[Any]], infos: dict[str, Any], rows: NDArray[np.int64], steps: NDArray[np.int64]
    ) -> Any:
        return policy({key: seen[key] for key in keys}, {**infos, "started": steps == 0, "game": rows})

    played = [
        play_setting(setting, share, choose, keys, actions, checked_limit("num_envs", num_envs))
        for setting, share in task.shares(seeds)
    ]
    return Score(task, about, PlayedGames.joined(played))


def pin_of(task: Task, games: int = PINNED_GAMES) -> dict[str, Any]:
    """What fixes a task: the hashes of its rulesets, and a digest of games that ten lines of rules play.

    Where either moves, so does every score of the task: it then needs a new version.
    """

    def choose(seen: dict[str, NDArray[Any]], infos: dict[str, Any], *_: object) -> Any:
        return ten_lines(seen, infos)

    shares = task.shares(evaluation_seeds(games))
    played = [play_setting(setting, seeds, choose, ("compass",), FLAT, NUM_ENVS) for setting, seeds in shares]
    digests = [digest for part in played for digest in part.digests]
    return {"rulesets": sorted({each for part in played for each in part.rulesets}), "games": digest_of(digests)}


def play_setting(
    setting: Setting, seeds: Sequence[int], choose: Choose, observations: Sequence[str], actions: str, num_envs: int
) -> PlayedGames:
    """Play each seed once in one dungeon, and record it."""
    envs = DescentVectorEnv(
        min(num_envs, len(seeds)),
        setting.ruleset,
        floors=setting.floors,
        difficulty=setting.difficulty,
        observations=tuple({*observations, "stats"}),
        actions=actions,
        autoreset_mode=AutoresetMode.DISABLED,
        copy=False,
    )
    games = EachSeedOnce(envs, seeds)
    recorder = Recorder(seeds, envs.single_action_space)
    observation, infos = games.reset()
    try:
        while games.playing.any():
            rows, playing = games.rows.copy(), games.playing.copy()
            steps = games.results["steps"][rows]
            chosen = np.asarray(choose(observation, {**infos, "envs": envs}, rows, steps))
            observation, _, _, _, infos = games.step(chosen)
            recorder.add(rows[playing], chosen[playing], games.last_stats[playing])
    finally:
        envs.close()
    return recorder.played(games.results, envs.ruleset_hash, setting.floors)


class Recorder:
    """Collects the actions of games, and digests of the hero's numbers after each."""

    def __init__(self, seeds: Sequence[int], space: Any) -> None:
        self._sizes: tuple[int, ...] = tuple(space.nvec.tolist()) if hasattr(space, "nvec") else (int(space.n),)
        self._actions: list[list[int]] = [[] for _ in seeds]
        self._hashes = [hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=DIGEST_BYTES) for seed in seeds]
        self._checks = [bytearray() for _ in seeds]

    def add(self, rows: NDArray[np.int64], actions: NDArray[Any], stats: NDArray[np.int32]) -> None:
        """Record a step: the games' rows, their actions, and their `stats` after it."""
        codes = np.ravel_multi_index(tuple(np.atleast_2d(actions.T)), self._sizes)
        for row, code, line in zip(rows.tolist(), codes.tolist(), stats.astype("<i4"), strict=True):
            self._actions[row].append(code)
            self._hashes[row].update(code.to_bytes(4, "little") + line.tobytes())
            if len(self._actions[row]) % CHECK_EVERY == 0:
                self._checks[row] += self._hashes[row].digest()[:1]

    def played(self, results: NDArray[np.void], ruleset: str, floors: tuple[int, int]) -> PlayedGames:
        """What was recorded."""
        cleared = np.where(results["end"] == WON, floors[1] + 1, results["floor"]) - floors[0]
        return PlayedGames(
            results=results,
            progress=cleared / (floors[1] - floors[0] + 1),
            rulesets=[ruleset] * len(results),
            actions=self._actions,
            checks=[bytes(checks) for checks in self._checks],
            digests=[each.digest() for each in self._hashes],
        )
