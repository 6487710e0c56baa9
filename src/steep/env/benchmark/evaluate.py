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
from steep.env.benchmark.reference_policies import ten_lines, ten_lines_in_words
from steep.env.benchmark.score import CHECK_EVERY, DIGEST_BYTES, PlayedGames, Score, about_of
from steep.env.benchmark.tasks import (
    COMMANDS,
    Setting,
    Task,
    checked_observations,
    digest_of,
    evaluation_seeds,
    task_of,
)
from steep.env.check_arguments import checked_limit
from steep.env.kernel.observations import FLAT
from steep.env.play_each_seed_once import RESULT_DTYPE, EachSeedOnce
from steep.env.text import TextEnv
from steep.env.text.obey import words_of
from steep.env.vector import DescentVectorEnv

Policy = Callable[[dict[str, Any], dict[str, Any]], Any]
"""Takes the observations and infos of a vector of environments, and returns an action for each. In a task in words it
takes those of one environment, and returns a command."""

NUM_ENVS = 64

PINNED_GAMES = 100
"""Games whose digest pins a task."""

Choose = Callable[[dict[str, NDArray[Any]], dict[str, Any], NDArray[np.int64], NDArray[np.int64]], Any]
"""Like a policy. It also gets the game of each environment, as a row of the results, and the steps played."""


def evaluate(
    policy: Policy,
    task: str | Task,
    *,
    games: int | None = None,
    split: str = "test",
    observations: Sequence[str] | None = None,
    actions: str | None = None,
    num_envs: int = NUM_ENVS,
    about: Mapping[str, Any] | None = None,
) -> Score:
    """Play a task's seeds with a policy.

    `policy(observations, infos)` returns one action for each of `num_envs` environments; its choice in one must not
    depend on the others. `infos["started"]` is true where an episode has just begun, which is when a policy with a
    memory clears it, `infos["game"]` is the number of each environment's game, and `infos["playing"]` is false where no
    seed is left. `infos["envs"]` is the vector itself, for policies that search. The score does not depend on
    `num_envs`.

    In a task in words, the policy plays game after game. It gets `{"text": ...}`, and infos with `started`, `game` and
    the number of `commands` so far, and returns a command.

    `games` is how many of the seeds of `split` to play, in order: a score that others can compare plays the first
    `task.games` (1,000, or 75 in words), as it does by default, of `"test"` or of `"round:VALUE"`. The dungeons of a
    task have equal shares of them, so with several dungeons fewer games are not the first of all. `observations` are
    those of the task by default. `actions` are "flat" or "targets", in words "commands". `about` says what was
    evaluated: `"policy"` (a name), `"code"` (a commit), `"steps"`, `"seeds"`, `"hours"` of training, and the `"track"`;
    all of it is stored with the score.

    Raises `InputError` for an unknown task, for observations and actions that the task does not allow, and for what
    `about` may not say.
    """
    task = task_of(task)
    if not callable(policy):
        raise InputError(f"policy is {brief(policy)}; it must be a function of observations and infos")
    keys = checked_observations(task, observations)
    actions = task.actions[0] if actions is None else actions
    if actions not in task.actions:
        raise InputError(f'{task.name} has no actions "{actions}"; it allows: {", ".join(task.actions)}')
    about = about_of({**(about or {}), **({} if split == "test" else {"split": split})}, keys, actions)
    seeds = evaluation_seeds(task.games if games is None else games, split)
    played: list[PlayedGames] = []

    def number(row: Any) -> Any:
        """The number of a game among all, by its row in its setting."""
        return row + sum(len(part.results) for part in played)

    def choose(
        seen: dict[str, NDArray[Any]], infos: dict[str, Any], rows: NDArray[np.int64], steps: NDArray[np.int64]
    ) -> Any:
        return policy({key: seen[key] for key in keys}, {**infos, "started": steps == 0, "game": number(rows)})

    def say(text: str, row: int, commands: int) -> str:
        return words_of(policy({"text": text}, {"started": commands == 0, "game": number(row), "commands": commands}))

    for setting, share in task.shares(seeds):
        played.append(
            play_in_words(setting, Recorder(share), say)
            if actions == COMMANDS
            else play_setting(setting, Recorder(share), choose, keys, actions, checked_limit("num_envs", num_envs))
        )
    return Score(task, about, PlayedGames.joined(played))


def pin_of(task: Task, games: int = PINNED_GAMES) -> dict[str, Any]:
    """What fixes a task: the hashes of its rulesets, and a digest of games that ten lines of rules play.

    If either changes, so does every score of the task, which then needs a new version.
    """

    def choose(seen: dict[str, NDArray[Any]], infos: dict[str, Any], *_: object) -> Any:
        return ten_lines(seen, infos)

    shares = task.shares(evaluation_seeds(min(games, task.games)))
    played = [
        play_in_words(setting, Recorder(seeds), lambda text, *_: ten_lines_in_words({"text": text}))
        if COMMANDS in task.actions
        else play_setting(setting, Recorder(seeds), choose, ("compass",), FLAT, NUM_ENVS)
        for setting, seeds in shares
    ]
    digests = [digest for part in played for digest in part.digests]
    return {"rulesets": sorted({each for part in played for each in part.rulesets}), "games": digest_of(digests)}


def play_setting(
    setting: Setting, recorder: Recorder, choose: Choose, observations: Sequence[str], actions: str, num_envs: int
) -> PlayedGames:
    """Play each seed of a recorder once in one dungeon, and record it."""
    envs = DescentVectorEnv(
        min(num_envs, len(recorder.seeds)),
        setting.ruleset,
        floors=setting.floors,
        difficulty=setting.difficulty,
        observations=tuple({*observations, "stats"}),
        actions=actions,
        autoreset_mode=AutoresetMode.DISABLED,
        copy=False,
    )
    games = EachSeedOnce(envs, recorder.seeds)
    games.most_steps = recorder.most_steps
    space: Any = envs.single_action_space
    sizes = tuple(space.nvec.tolist()) if hasattr(space, "nvec") else (int(space.n),)
    observation, infos = games.reset()
    try:
        while games.playing.any():
            rows, playing = games.rows.copy(), games.playing.copy()
            steps = games.results["steps"][rows]
            answer = choose(observation, {**infos, "envs": envs}, rows, steps)
            if isinstance(answer, tuple):
                raise InputError(f"the policy returned {len(answer)} values; return the actions alone")
            chosen = np.asarray(answer)
            observation, _, _, _, infos = games.step(chosen)
            codes = np.ravel_multi_index(tuple(np.atleast_2d(chosen[playing].T)), sizes)
            stats = games.last_stats[playing].astype("<i4")
            for row, code, line in zip(rows[playing].tolist(), codes.tolist(), stats, strict=True):
                recorder.add(row, code, code.to_bytes(4, "little") + line.tobytes())
    finally:
        envs.close()
    return recorder.played(games.results, envs.ruleset_hash, setting.floors)


def play_in_words(setting: Setting, recorder: Recorder, say: Callable[[str, int, int], str]) -> PlayedGames:
    """Play each seed of a recorder once in one dungeon by commands, and record it.

    `say` gets a text, the row of its game, and the number of commands so far.
    """
    game = TextEnv(setting.ruleset, floors=setting.floors, difficulty=setting.difficulty)
    results = np.zeros(len(recorder.seeds), RESULT_DTYPE)
    for row, seed in enumerate(recorder.seeds):
        text = game.reset(seed)
        session = game.session
        while not game.over and game.commands < recorder.most_steps[row]:
            command = say(text, row, game.commands)
            text = game.step(command)
            hero = session.hero
            numbers = np.array([session.turn, session.floor, hero.cell, hero.hp, hero.level, hero.xp], "<i4")
            recorder.add(row, command, command.encode() + numbers.tobytes())
        results[row] = seed, game.end, session.floor, session.turn, game.commands, game.progress
    return recorder.played(results, session.rulebook.hash, setting.floors)


class Recorder:
    """Collects the actions of games, and digests of the hero's numbers after each."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self.seeds = seeds
        self.most_steps = np.full(len(seeds), np.iinfo(np.int64).max)
        """For each game, after how many steps it is left, though not over."""
        self.checks = [bytearray() for _ in seeds]
        self._actions: list[list[int | str]] = [[] for _ in seeds]
        self._hashes = [hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=DIGEST_BYTES) for seed in seeds]

    def add(self, row: int, action: int | str, digested: bytes) -> None:
        """Record a step of a game: its action, and the bytes of that and of the hero's numbers after it."""
        self._actions[row].append(action)
        self._hashes[row].update(digested)
        if len(self._actions[row]) % CHECK_EVERY == 0:
            self.checks[row] += self._hashes[row].digest()[:1]

    def played(self, results: NDArray[np.void], ruleset: str, floors: tuple[int, int]) -> PlayedGames:
        """What was recorded."""
        cleared = np.where(results["end"] == WON, floors[1] + 1, results["floor"]) - floors[0]
        return PlayedGames(
            results=results,
            progress=cleared / (floors[1] - floors[0] + 1),
            rulesets=[ruleset] * len(results),
            actions=self._actions,
            checks=[bytes(checks) for checks in self.checks],
            digests=[each.digest() for each in self._hashes],
        )
