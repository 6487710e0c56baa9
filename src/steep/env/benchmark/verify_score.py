"""Check a score: replay all of its games, and compare each with what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.rules_hash import rules_hash
from steep.core.world import END_NAMES, PLAYING
from steep.env.benchmark.evaluate import NUM_ENVS, Recorder, play_in_words, play_setting
from steep.env.benchmark.score import CHECK_EVERY, CROP, MAX_GAMES, PlayedGames, Score
from steep.env.benchmark.tasks import COMMANDS, Setting, evaluation_seeds, measured
from steep.env.kernel.actions import ARGUMENTS, VERBS
from steep.env.kernel.observations import FLAT
from steep.env.text.obey import words_of

MOST_PROBLEMS = 10
"""Problems that are listed one by one. With so many the replay gives up."""

TOGETHER = 256
"""Games that are replayed before the next are begun."""


@dataclass(frozen=True, slots=True)
class ScoreVerdict:
    """What came of checking a score."""

    problems: tuple[str, ...]
    """A sentence each; none for a score that holds."""
    replayed: Score | None
    """The score of the replayed games; None for a score that does not hold."""

    @property
    def holds(self) -> bool:
        """Whether the replayed games are those that were recorded."""
        return not self.problems


def verify_score(score: Score) -> ScoreVerdict:
    """Replay a score. It holds when every game has the recorded actions, end, floor, turns and digest.

    A score must have the first seeds of its split in order, each once, and be of the rulesets that its task pins.
    Raises `InputError` for an unknown split.
    """
    rows = range(len(score.games.results))
    found, played = list(seed_problems(score.games.results["seed"].tolist(), score.split)), list[PlayedGames]()
    pinned = measured().get(score.task.name, {}).get("pin", {}).get("rulesets")
    if not found:
        for setting, share in score.task.shares(rows):
            for at in range(0, len(share), TOGETHER):
                if len(found) < MOST_PROBLEMS:
                    played.append(replay(setting, share[at : at + TOGETHER], score))
                    found += differences(score, share[at : at + TOGETHER], played[-1])
            if pinned and not {*played[-1].rulesets} <= {*pinned}:
                found.insert(0, f"this installation's {setting.ruleset} is not the one that {score.task.name} pins")
    if not found:
        return ScoreVerdict((), Score(score.task, score.about, PlayedGames.joined(played)))
    shown, more = found[:MOST_PROBLEMS], len(found) - MOST_PROBLEMS
    if more > 0:
        shown.append(f"and {more:,} more")
    if left := len(rows) - sum(len(games.results) for games in played):
        shown.append(f"{left:,} of {len(rows):,} games were not replayed")
    if score.rules != rules_hash():
        shown.insert(0, f"it says that it was played by other rules ({score.rules}, Steep {score.version})")
    return ScoreVerdict(tuple(shown), None)


def seed_problems(seeds: list[int], split: str = "test") -> Iterator[str]:
    """What is wrong with the seeds of a score: a missing one, a duplicate, or one that is not of the split.

    Raises `InputError` for an unknown split.
    """
    expected = evaluation_seeds(min(len(seeds), MAX_GAMES), split)
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


class Replay(Recorder):
    """Records a replay. It leaves a game after the recorded actions, and where a check byte is not the recorded one."""

    def __init__(self, score: Score, share: Sequence[int]) -> None:
        super().__init__(score.games.results["seed"][share].tolist())
        self.most_steps = np.array([len(score.games.actions[row]) for row in share])
        self._recorded = [score.games.checks[row] for row in share]

    def add(self, row: int, action: int | str, digested: bytes) -> None:
        """Record a step of a game."""
        super().add(row, action, digested)
        if not self._recorded[row].startswith(bytes(self.checks[row][-1:]), len(self.checks[row]) - 1):
            self.most_steps[row] = 0


def replay(setting: Setting, share: Sequence[int], score: Score) -> PlayedGames:
    """Play the recorded actions of some of one setting's games, by their rows in the score."""
    recorder, recorded = Replay(score, share), [score.games.actions[row] for row in share]
    if score.about["actions"] == COMMANDS:
        return play_in_words(setting, recorder, lambda _, row, step: words_of(str(recorded[row][step])))

    def choose(_seen: object, _infos: object, rows: NDArray[np.int64], steps: NDArray[np.int64]) -> Any:
        """The recorded action of each game; where none is played, the first of the action space."""
        codes = np.array(
            [recorded[row][step] if step < len(recorded[row]) else 0 for row, step in zip(rows, steps, strict=True)]
        )
        if score.about["actions"] == FLAT:
            return codes
        return np.stack(np.unravel_index(codes, (VERBS, ARGUMENTS, CROP**2)), axis=1)

    return play_setting(setting, recorder, choose, (), score.about["actions"], NUM_ENVS)


def differences(score: Score, share: Sequence[int], replayed: PlayedGames) -> Iterator[str]:
    """A sentence for each game that differs, of the rows of the score that were replayed."""
    for at, row in enumerate(share):
        before, now = score.games.results[row], replayed.results[at]
        name = f"game {row + 1} (seed {before['seed']})"
        old, new = score.games.rulesets[row], replayed.rulesets[at]
        checks, new_checks = score.games.checks[row], replayed.checks[at]
        if old != new:
            yield f"{name} was played on another ruleset: {old}, not {new}"
        elif score.games.digests[row] != replayed.digests[at] or checks != new_checks:
            yield f"{name} differs {where(checks, new_checks)}"
        elif now["end"] == PLAYING:
            yield f"{name} is not over after its {now['steps']} steps"
        elif before != now:
            shown = ("floor", "turns", "steps", "reward")
            then = [f"{key} {before[key]}, replayed {now[key]}" for key in shown if before[key] != now[key]]
            if before["end"] != now["end"]:
                then.append(f"end {end_name(before['end'])}, replayed {end_name(now['end'])}")
            yield f"{name} is recorded with another result than its actions have: {'; '.join(then)}"


def end_name(end: int) -> str:
    """How a game ended, in a word; the number itself if it is none of `END_NAMES`."""
    return END_NAMES[end] if 0 <= end < len(END_NAMES) else str(end)


def where(recorded: bytes, replayed: bytes) -> str:
    """The steps within which two games diverge."""
    for number, (one, other) in enumerate(zip(recorded, replayed, strict=False)):
        if one != other:
            return f"from one of its steps {number * CHECK_EVERY + 1} to {(number + 1) * CHECK_EVERY} on"
    return f"after step {min(len(recorded), len(replayed)) * CHECK_EVERY}"
