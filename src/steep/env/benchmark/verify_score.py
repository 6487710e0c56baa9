"""Check a score: replay all of its games, and compare each with what was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.input_errors import InputError
from steep.core.rules_hash import rules_hash
from steep.core.world import END_NAMES
from steep.env.benchmark.evaluate import NUM_ENVS, play_in_words, play_setting
from steep.env.benchmark.score import CHECK_EVERY, PlayedGames, Score
from steep.env.benchmark.tasks import COMMANDS, TEST_GAMES, Setting, checked_observations, evaluation_seeds
from steep.env.kernel.actions import ARGUMENTS, VERBS
from steep.env.kernel.observations import FLAT

CROP = 21
"""The crop of an evaluation, which numbers the targets."""

MOST_PROBLEMS = 10
"""Problems that are listed one by one."""


@dataclass(frozen=True, slots=True)
class ScoreVerdict:
    """What came of checking a score."""

    problems: tuple[str, ...]
    """A sentence each; none for a score that holds."""
    replayed: Score | None
    """The score of the replayed games; None where the seeds are not those of the task."""

    @property
    def holds(self) -> bool:
        """Whether the replayed games are those that were recorded."""
        return not self.problems


def verify_score(score: Score) -> ScoreVerdict:
    """Replay a score. It holds when every game has the recorded actions, end, floor, turns and digest.

    A score must have the first seeds of its split in order, each once.
    """
    try:
        checked_observations(score.task, score.about["observations"])
        problems = list(seed_problems(score.games.results["seed"].tolist(), score.split))
    except InputError as error:
        problems = [str(error)]
    if problems:
        return ScoreVerdict(tuple(problems), None)
    shares = score.task.shares(range(len(score.games.results)))
    played = [replay(setting, share, score) for setting, share in shares]
    replayed = Score(score.task, score.about, PlayedGames.joined(played))
    found = list(differences(score, replayed))
    if found and score.rules != rules_hash():
        found.insert(
            0, f"it was played by other rules ({score.rules}) than these ({rules_hash()}), of Steep {score.version}"
        )
    more = len(found) - MOST_PROBLEMS
    return ScoreVerdict((*found[:MOST_PROBLEMS], *([f"and {more} more"] if more > 0 else [])), replayed)


def seed_problems(seeds: list[int], split: str = "test") -> Iterator[str]:
    """What is wrong with the seeds of a score: a missing one, a duplicate, or one that is not of the split.

    Raises `InputError` for an unknown split.
    """
    expected = evaluation_seeds(min(len(seeds), TEST_GAMES * 10), split)
    counted: set[int] = set()
    for seed in seeds:
        if seed in counted:
            yield f"seed {seed} was played twice"
        counted.add(seed)
    strange = [seed for seed in seeds if seed not in expected]
    missing = [seed for seed in expected if seed not in counted]
    if strange:
        yield f"seed {strange[0]} is not one of the first {len(seeds)} {split} seeds"
    if missing:
        yield f"seed {missing[0]} is missing"
    if not strange and not missing and seeds != list(expected):
        yield "the seeds are not in order"


def replay(setting: Setting, share: list[int], score: Score) -> PlayedGames:
    """Play the recorded actions of one setting's games, by their rows in the score."""
    seeds = score.games.results["seed"][share].tolist()
    if score.about["actions"] == COMMANDS:
        said = [score.games.actions[row] for row in share]
        return play_in_words(setting, seeds, lambda _, row, step: str(said[row][step]) if step < len(said[row]) else "")
    recorded = [np.array(score.games.actions[row] or [0], np.int64) for row in share]

    def choose(_seen: object, _infos: object, rows: NDArray[np.int64], steps: NDArray[np.int64]) -> Any:
        """The recorded action of each game; after its last one, the first of the action space."""
        codes = np.array(
            [recorded[row][step] if step < len(recorded[row]) else 0 for row, step in zip(rows, steps, strict=True)]
        )
        if score.about["actions"] == FLAT:
            return codes
        return np.stack(np.unravel_index(codes % (VERBS * ARGUMENTS * CROP**2), (VERBS, ARGUMENTS, CROP**2)), axis=1)

    return play_setting(setting, seeds, choose, (), score.about["actions"], NUM_ENVS)


def differences(score: Score, replayed: Score) -> Iterator[str]:
    """A sentence for each game that differs."""
    for row, (before, now) in enumerate(zip(score.games.results, replayed.games.results, strict=True)):
        name = f"game {row + 1} (seed {before['seed']})"
        old, new = score.games.rulesets[row], replayed.games.rulesets[row]
        if old != new:
            yield f"{name} was played on another ruleset: {old}, not {new}"
        elif score.games.digests[row] != replayed.games.digests[row]:
            yield f"{name} differs {where(score.games.checks[row], replayed.games.checks[row])}"
        elif before != now:
            shown = ("floor", "turns", "steps", "reward")
            then = [f"{field} {before[field]}" for field in shown if before[field] != now[field]]
            if before["end"] != now["end"]:
                then.append(f"end {END_NAMES[before['end']] if 0 <= before['end'] < len(END_NAMES) else before['end']}")
            yield f"{name} is recorded with another result than its actions have: {', '.join(then)}"


def where(recorded: bytes, replayed: bytes) -> str:
    """The steps within which two games diverge."""
    for number, (one, other) in enumerate(zip(recorded, replayed, strict=False)):
        if one != other:
            return f"from one of its steps {number * CHECK_EVERY + 1} to {(number + 1) * CHECK_EVERY} on"
    return f"after step {min(len(recorded), len(replayed)) * CHECK_EVERY}"
