"""Scores: the games that a policy played on a task, what they come to, and the file that keeps them."""

from __future__ import annotations

import io
import json
import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep import __version__
from steep.core.input_errors import InputError, brief, nearest
from steep.core.read_untrusted_files import parse_json, read_regular_file
from steep.core.rules_hash import rules_hash
from steep.core.world import WON
from steep.env.benchmark.tasks import COMMANDS, Task, measured, task_of
from steep.env.check_arguments import STEPS_PER_TURN, TURNS_PER_FLOOR
from steep.env.kernel.observations import FLAT
from steep.env.play_each_seed_once import RESULT_DTYPE
from steep.lab.stats.confidence_intervals import Estimate, Interval, mean_of_moments, wilson
from steep.play.files.container import MAX_BYTES, ContainerError, Kind, container_bytes, container_from, decompress
from steep.play.files.user_files import write_whole

SCORE = Kind("Steep score", b"steep score\n", 1)

CHECK_EVERY = 16
"""Steps between two check bytes of a game. They show where a game differs from the recorded one."""

DIGEST_BYTES = 16

MAX_BODY = 256 * 1024 * 1024

ABOUT = {
    "policy": str,
    "code": str,
    "steps": int,
    "seeds": int,
    "hours": float,
    "track": str,
    "split": str,
}
"""What an author may say of a score, by type: a name, a commit, steps, seeds and hours of training, and the track.
`split` is set by `evaluate` for other seeds than those of `test`."""

TRACKS = ("plain", "imagining", "cloning")
"""How a policy searches: not at all, on copies that imagine what the hero doesn't know, or on true copies."""


def about_of(about: Mapping[str, Any] | None, observations: Sequence[str], actions: str) -> dict[str, Any]:
    """What is stored about a score. Raises `InputError` for an unknown key or a value of another type."""
    found: dict[str, Any] = {"policy": "unnamed", "track": TRACKS[0]}
    for key, value in (about or {}).items():
        if key not in ABOUT:
            raise InputError(f'about: there is no "{key}"{nearest(str(key), ABOUT)}; there are: {", ".join(ABOUT)}')
        kind = ABOUT[key]
        if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else kind):
            raise InputError(f'about: "{key}" is {brief(value)}; it must be of type {kind.__name__}')
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError(f'about: "{key}" is {value}; it must be finite')
        found[key] = value
    if found["track"] not in TRACKS:
        raise InputError(f'about: "track" is "{found["track"]}"; it must be one of: {", ".join(TRACKS)}')
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
        """The mean share of floors left alive, with Student's interval over the games, within 0 and 1."""
        values = self.games.progress
        spread = float(((values - values.mean()) ** 2).sum())
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

    def __str__(self) -> str:
        progress, won = self.progress, self.won
        return (
            f"{self.task.name}, {self.about['policy']}: {len(self.games.results):,} games of {self.split}, "
            f"progress {progress.value:.1%} ({progress.interval.low:.1%} to {progress.interval.high:.1%}), "
            f"won {won.value:.1%} ({won.interval.low:.1%} to {won.interval.high:.1%}), "
            f"normalised {self.normalised:.3f}"
        )

    def save(self, path: str | Path) -> None:
        """Write the score with all actions to a file, which `steep verify` checks. Raises `InputError`."""
        data = score_bytes(self)
        if len(data) > MAX_BYTES:
            raise InputError(f"{path}: the score has {len(data):_} bytes; a file may have {MAX_BYTES:_}")
        try:
            write_whole(Path(path), data)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror or error}") from None

    @classmethod
    def read(cls, path: str | Path) -> Score:
        """Read a file of `save`. Raises `InputError` when it is not one, is damaged, or can't be read."""
        try:
            return score_from(read_regular_file(Path(path), MAX_BYTES))
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
        except ContainerError as error:
            raise InputError(f"{path} {error}") from None


def score_bytes(score: Score) -> bytes:
    """A score as a container: a header, and a compressed body of a line of JSON with the games, and their actions."""
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
    body = json.dumps(rows, separators=(",", ":")).encode() + b"\n" + actions
    return container_bytes(SCORE, head, zlib.compress(body, 9))


FIELDS = (*(RESULT_DTYPE[name].type for name in RESULT_DTYPE.names or ()), str, str, str)


def score_from(data: bytes) -> Score:
    """The score in the bytes of a file. Raises `ContainerError`."""
    content = container_from(SCORE, io.BytesIO(data))
    if not content.body_intact:
        raise ContainerError("was altered: the checksum of its games does not match")
    first, newline, packed = decompress(content.body, MAX_BODY).partition(b"\n")
    try:
        head = content.header
        if not newline or any(type(head.get(key)) is not str for key in ("task", "version", "rules")):
            raise ValueError
        given = {key: value for key, value in head["about"].items() if key not in ("observations", "actions")}
        about = about_of(given, [str(key) for key in head["about"]["observations"]], head["about"]["actions"])
        task = task_of(head["task"])
        if about["actions"] not in task.actions:
            raise ValueError
        games = games_from(parse_json(first), packed, task, about["actions"])
    except (InputError, ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
        why = f": {error}" if isinstance(error, InputError) else ""
        raise ContainerError(f"is invalid{why}") from None
    return Score(task, about, games, head["version"], head["rules"])


def games_from(rows: Any, packed: bytes, task: Task, actions: str) -> PlayedGames:
    """The games of a file's body. Raises `ValueError` and its kin for what no version of Steep writes."""
    kinds = [int] * 5 + [float] + [str] * 3
    if not isinstance(rows, list) or not rows:
        raise ValueError
    if any(not isinstance(row, list) or [type(value) for value in row] != kinds for row in rows):
        raise ValueError
    results = np.array([tuple(row[:6]) for row in rows], RESULT_DTYPE)
    settings = [setting for setting, share in task.shares(range(len(rows))) for _ in share]
    first = np.array([setting.floors[0] for setting in settings])
    count = np.array([setting.floor_count for setting in settings])
    steps, ends = results["steps"], np.cumsum(results["steps"])
    if (steps < 0).any() or (steps > count * TURNS_PER_FLOOR * STEPS_PER_TURN).any():
        raise ValueError
    if actions == COMMANDS:
        codes = np.array(packed.decode().split("\n")[:-1], object)
    else:
        codes = np.frombuffer(packed, "u1" if actions == FLAT else "<u4")
    if ends[-1] != len(codes):
        raise ValueError
    cleared = np.where(results["end"] == WON, count, results["floor"] - first)
    return PlayedGames(
        results=results,
        progress=cleared / count,
        rulesets=[row[6] for row in rows],
        actions=[each.tolist() for each in np.split(codes, ends[:-1])],
        checks=[bytes.fromhex(row[7]) for row in rows],
        digests=[bytes.fromhex(row[8]) for row in rows],
    )
