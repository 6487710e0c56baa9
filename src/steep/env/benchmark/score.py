"""Scores: the games that a policy played on a task, what they come to, and the file that keeps them."""

from __future__ import annotations

import io
import json
import math
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep import __version__
from steep.core.input_errors import (
    InputError,
    brief,
    checked_decimal,
    checked_number,
    checked_text,
    nearest,
    printable,
    shortened,
)
from steep.core.read_untrusted_files import parse_json, read_regular_file
from steep.core.rules_hash import rules_hash
from steep.core.world import WON
from steep.env.benchmark.tasks import COMMANDS, Task, checked_observations, measured, task_of
from steep.env.check_arguments import ROUND, STEPS_PER_TURN, TURNS_PER_FLOOR, split_of
from steep.env.kernel.actions import ARGUMENTS, FLAT_ACTIONS, VERBS
from steep.env.kernel.observations import FLAT
from steep.env.play_each_seed_once import RESULT_DTYPE
from steep.lab.stats.confidence_intervals import (
    Estimate,
    Interval,
    mean_of_moments,
    normal_quantile,
    score_interval,
    wilson,
)
from steep.play.files.container import MAX_BYTES, ContainerError, Kind, container_bytes, container_from, decompress
from steep.play.files.user_files import write_whole

SCORE = Kind("Steep score", b"steep score\n", 1)

CHECK_EVERY = 16
"""Steps between two check bytes of a game. They show where a game differs from the recorded one."""

DIGEST_BYTES = 16

CROP = 21
"""The crop of an evaluation, which numbers the targets."""

MAX_GAMES = 10_000
"""Games of a file: as many as a split for tests has seeds."""

MAX_STEPS = 16_000_000
"""Steps of a file. The longest entries, 1,000 games of `tactician` on Lamp-v0, have 11 million."""

MAX_ROWS = 160 * MAX_GAMES + MAX_STEPS // (CHECK_EVERY // 2)
"""Bytes of the games without their actions: the numbers of each, and two hexadecimal digits for every 16 steps."""

TRACKS = ("plain", "imagining", "cloning")
"""How a policy searches: not at all, on copies that imagine what the hero doesn't know, or on true copies."""

HASH = "[0-9a-f]{16}"

TEXTS = {
    "policy": (".{1,80}", "a name of 1 to 80 printable characters"),
    "code": ("[0-9a-fA-F]{7,40}", "a commit, 7 to 40 hexadecimal digits"),
    "track": ("|".join(TRACKS), f"one of {', '.join(TRACKS)}"),
    "version": (".{1,20}", "a version of 1 to 20 printable characters"),
    "rules": (HASH, "16 hexadecimal digits"),
    "ruleset": (HASH, "16 hexadecimal digits"),
}
"""The texts of a score: a pattern, and what it allows in words."""

MOST = {"steps": 10**12, "seeds": 10**6, "hours": 10**6}
"""The numbers that an author may tell of training, and the most that each may be. `hours` may have decimals."""

ABOUT = ("policy", "code", *MOST, "track", "split")
"""What an author may say of a score. `split` is set by `evaluate` for other seeds than those of `test`."""


def checked(name: str, key: str, value: Any) -> str:
    """A text of `TEXTS`. Raises `InputError` for another, whose place `name` tells."""
    pattern, allowed = TEXTS[key]
    if not isinstance(value, str) or not value.isprintable() or not re.fullmatch(pattern, value):
        raise InputError(f"{name}: found {brief(value)}; allowed: {allowed}")
    return value


def about_of(about: Mapping[str, Any] | None, observations: Sequence[str], actions: str) -> dict[str, Any]:
    """What is stored about a score. Raises `InputError` for an unknown key, and for a value that is not allowed."""
    found = {"policy": "unnamed", "track": TRACKS[0], **(about or {})}
    for key, value in found.items():
        name = f'about: "{key}"'
        if key not in ABOUT:
            raise InputError(
                f'about: there is no "{shortened(str(key))}"{nearest(str(key), ABOUT)}; there are: {", ".join(ABOUT)}'
            )
        if key in MOST:
            (checked_decimal if key == "hours" else checked_number)(name, value, 0, MOST[key])
        elif key == "split":
            split_of(checked_text(name, value, "the name of a split"))
        else:
            checked(name, key, value)
    return {**found, "observations": list(observations), "actions": actions}


@dataclass(slots=True)
class PlayedGames:
    """Games of one evaluation, in the order of their seeds."""

    results: NDArray[np.void]
    """As `EachSeedOnce.results`."""
    progress: NDArray[np.float64]
    """Floors left alive, of those to leave; 0 to 1, shape (games,)."""
    rulesets: list[str]
    """The hash of each game's ruleset, at difficulty 0.5."""
    actions: list[list[int | str]]
    """Each game's actions. With `actions="targets"` one number stands for all three, in the order of a C array. In a
    task in words they are commands."""
    checks: list[bytes]
    """The first byte of the game's digest after every 16th step."""
    digests: list[bytes]
    """Of all actions and of the hero's `stats` after each."""

    @classmethod
    def joined(cls, parts: Iterable[PlayedGames]) -> PlayedGames:
        """The games of several parts, one after the other."""
        found = list(parts)
        return cls(
            results=np.concatenate([part.results for part in found]),
            progress=np.concatenate([part.progress for part in found]),
            rulesets=[each for part in found for each in part.rulesets],
            actions=[each for part in found for each in part.actions],
            checks=[each for part in found for each in part.checks],
            digests=[each for part in found for each in part.digests],
        )


@dataclass(slots=True)
class Score:
    """What a policy scored on a task. `str(score)` is its summary."""

    task: Task
    about: dict[str, Any]
    games: PlayedGames
    version: str = __version__
    rules: str = field(default_factory=rules_hash)
    """The hash of the rules that played it."""

    @property
    def split(self) -> str:
        """The name of the seeds that were played."""
        return str(self.about.get("split", "test"))

    @property
    def progress(self) -> Estimate:
        """The mean share of floors left alive, with Student's interval over the games, within 0 and 1.

        Where all games agree, Student's has no width; it is then Wilson's.
        """
        values = self.games.progress
        spread = float(((values - values.mean()) ** 2).sum())
        if spread == 0:
            return Estimate(float(values[0]), score_interval(float(values[0]), len(values), normal_quantile(0.95)))
        found = mean_of_moments(len(values), float(values.mean()), spread)
        return Estimate(found.value, Interval(max(0.0, found.interval.low), min(1.0, found.interval.high)))

    @property
    def won(self) -> Estimate:
        """The share of games in which the last floor was left alive, with Wilson's interval."""
        won, games = int((self.games.results["end"] == WON).sum()), len(self.games.results)
        return Estimate(won / games, wilson(won, games))

    @property
    def normalised(self) -> float:
        """The progress on a scale on which the masked random policy has 0 and the bot `tactician` 1.

        NaN while the task's two ends are not measured.
        """
        players = measured().get(self.task.name, {}).get("players", {})
        if "random" not in players or "tactician" not in players:
            return math.nan
        low, high = players["random"]["progress"], players["tactician"]["progress"]
        return float((self.progress.value - low) / (high - low))

    @property
    def no_entry(self) -> str:
        """Why it is no entry of the leaderboard; empty for one that is."""
        games = len(self.games.results)
        if self.split.startswith(ROUND):
            return "its seeds are of a round, whose VALUE is not checked against a release"
        if self.split != "test":
            return f"its seeds are those of {self.split}, not of test"
        return "" if games == self.task.games else f"{games:,} of {self.task.games:,} test games"

    def __str__(self) -> str:
        progress, won, normalised = self.progress, self.won, self.normalised
        games = len(self.games.results)
        unknown = f"not normalised: {self.task.name} has no reference"
        return (
            f"{self.task.name}: {games:,} game{'s' * (games > 1)} of {self.split}, "
            f"progress {progress.value:.1%} ({progress.interval.low:.1%} to {progress.interval.high:.1%}), "
            f"won {won.value:.1%} ({won.interval.low:.1%} to {won.interval.high:.1%}), "
            f"{unknown if math.isnan(normalised) else f'normalised {normalised:.3f}'}; "
            f"policy {brief(self.about['policy'])}"
        )

    def save(self, path: str | Path) -> None:
        """Write the score with all actions to a file, which `steep verify` checks. Raises `InputError`."""
        data = score_bytes(self)
        if len(data) > MAX_BYTES:
            raise InputError(f"{path}: the score has {len(data):_} bytes; a file may have {MAX_BYTES:_}")
        try:
            score_from(data)
        except ContainerError as error:
            raise InputError(f"{path} is not written, as the score {error}") from None
        try:
            write_whole(Path(path), data)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror or error}") from None

    @classmethod
    def read(cls, path: str | Path) -> Score:
        """Read a file of `save`. Raises `InputError` when it is not one, is damaged, or can't be read."""
        name = printable(str(path))
        try:
            return score_from(read_regular_file(Path(path), MAX_BYTES))
        except OSError as error:
            raise InputError(f"{name} cannot be read: {error.strerror or error}") from None
        except ContainerError as error:
            raise InputError(f"{name} {error}") from None


def score_bytes(score: Score) -> bytes:
    """A score as a container: a header, and a compressed body."""
    head, body = head_and_body(score)
    return container_bytes(SCORE, head, zlib.compress(body, 9))


def head_and_body(score: Score) -> tuple[dict[str, Any], bytes]:
    """The header of a score, and its body: a line of JSON with the games, and their actions."""
    games = score.games
    rows = [
        [*row, ruleset, checks.hex(), digest.hex()]
        for row, ruleset, checks, digest in zip(
            games.results.tolist(), games.rulesets, games.checks, games.digests, strict=True
        )
    ]
    codes = [code for game in games.actions for code in game]
    if score.about["actions"] == COMMANDS:
        actions = "".join(f"{command}\n" for command in codes).encode()
    else:
        actions = np.array(codes, "u1" if score.about["actions"] == FLAT else "<u4").tobytes()
    head = {"task": score.task.name, "about": score.about, "version": score.version, "rules": score.rules}
    return head, json.dumps(rows, separators=(",", ":")).encode() + b"\n" + actions


def score_from(data: bytes) -> Score:
    """The score in the bytes of a file, which must be those that Steep writes. Raises `ContainerError`."""
    content = container_from(SCORE, io.BytesIO(data))
    if not content.body_intact:
        raise ContainerError("was altered: the checksum of its games does not match")
    body = decompress(content.body, MAX_ROWS + 4 * MAX_STEPS)
    try:
        head, task = content.header, task_of(content.header["task"])
        given = {key: value for key, value in head["about"].items() if key not in ("observations", "actions")}
        observations, actions = checked_observations(task, head["about"]["observations"]), head["about"]["actions"]
        if actions not in task.actions:
            raise ValueError
        about = about_of(given, observations, actions)
        games = games_from(body, task, actions)
        score = Score(task, about, games, *(checked(key, key, head[key]) for key in ("version", "rules")))
        written, games_written = head_and_body(score)
        if container_bytes(SCORE, written, content.body) != data or games_written != body:
            raise InputError("Steep would write the same score with other bytes")
    except (InputError, ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
        why = f": {error}" if isinstance(error, InputError) else ""
        raise ContainerError(f"is invalid{why}") from None
    return score


def games_from(body: bytes, task: Task, actions: str) -> PlayedGames:
    """The games of a file's body. Raises `ValueError` and its kin for what no version of Steep writes."""
    first, _, packed = body.partition(b"\n")
    if len(first) > MAX_ROWS:
        raise InputError(f"its games without their actions have {len(first):_} bytes; at most {MAX_ROWS:_}")
    if first.count(b",") > 9 * MAX_GAMES:
        raise InputError(f"it has more than {MAX_GAMES:,} games")
    rows = parse_json(first)
    kinds = [int] * 5 + [float] + [str] * 3
    if not isinstance(rows, list) or not rows:
        raise ValueError
    if any(not isinstance(row, list) or [type(value) for value in row] != kinds for row in rows):
        raise ValueError
    results = np.array([tuple(row[:6]) for row in rows], RESULT_DTYPE)
    settings = [setting for setting, share in task.shares(range(len(rows))) for _ in share]
    first_floors = np.array([setting.floors[0] for setting in settings])
    count = np.array([setting.floor_count for setting in settings])
    steps, ends = results["steps"], np.cumsum(results["steps"])
    most = count * TURNS_PER_FLOOR * STEPS_PER_TURN
    for row in np.flatnonzero((steps < 1) | (steps > most))[:1]:
        raise InputError(f"game {row + 1} has {steps[row]:,} steps; allowed: 1 to {most[row]:,}")
    size = {COMMANDS: packed.count(b"\n"), FLAT: len(packed)}.get(actions, len(packed) // 4)
    if size != ends[-1] or size > MAX_STEPS:
        raise InputError(f"it has {size:,} actions for {ends[-1]:,} steps; at most {MAX_STEPS:,}")
    if actions == COMMANDS:
        codes = np.array(packed.decode().split("\n")[:-1], object)
    else:
        codes = np.frombuffer(packed, "u1" if actions == FLAT else "<u4")
        check_range(codes, ends, FLAT_ACTIONS if actions == FLAT else VERBS * ARGUMENTS * CROP**2)
    cleared = np.where(results["end"] == WON, count, results["floor"] - first_floors)
    return PlayedGames(
        results=results,
        progress=cleared / count,
        rulesets=[checked(f"ruleset of game {number}", "ruleset", row[6]) for number, row in enumerate(rows, 1)],
        actions=[each.tolist() for each in np.split(codes, ends[:-1])],
        checks=[bytes.fromhex(row[7]) for row in rows],
        digests=[bytes.fromhex(row[8]) for row in rows],
    )


def check_range(codes: NDArray[Any], ends: NDArray[np.int64], size: int) -> None:
    """Raise `InputError` for the first action that no space of `size` actions has. `ends` are those of the games."""
    wrong = np.flatnonzero(codes >= size)
    if len(wrong):
        game = int(np.searchsorted(ends, wrong[0], side="right"))
        step = wrong[0] - (ends[game - 1] if game else 0) + 1
        raise InputError(f"game {game + 1}, step {step}: found action {codes[wrong[0]]}; allowed: 0 to {size - 1}")
