"""Whether a seed fixes a maker's game, shown by playing it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from steep.lab.own_games.play_one_game import PlayedGame
from steep.lab.own_games.processes import HASH_SEEDS, Processes
from steep.lab.own_games.worker import Subject
from steep.lab.progress import Watch

CHECKED = 10
"""Games of each player that are played again with each further hash seed."""

AGAIN = HASH_SEEDS[1:]


@dataclass(frozen=True, slots=True)
class Determinism:
    """Whether the same seed gives the same game."""

    deterministic: bool
    """Whether no difference was found. A rare one can be missed."""
    checked_seeds: int
    """Games of each player that were played again, in processes with different hash seeds."""
    differing: tuple[int, ...] = ()
    """The seeds of those that took another course the second time."""
    step: int | None = None
    """The first action of the first of these after which it differed; 0 is the start."""
    replays: int = 0
    """How often games were played again."""

    def lines(self) -> Iterator[str]:
        """What was found, in words."""
        if self.deterministic:
            yield (
                f"no difference: {self.checked_seeds} games took the same course when they were played again,"
                f" {self.replays} times in all, in other processes with other hash seeds"
            )
        elif not self.differing:
            yield "not shown to be deterministic: no game that began was played again to its end"
        else:
            when = "at its start" if self.step == 0 else f"after action {self.step}"
            yield (
                f"not deterministic: of {self.checked_seeds} games that were played again, {len(self.differing)} took"
                f" another course; seed {self.differing[0]} {when}"
            )
            yield "so games of a seed are not compared with each other: statistics are unpaired"


def check_determinism(
    subject: Subject, first: Mapping[int, PlayedGame], time_limit: float, watch: Watch
) -> Determinism:
    """Play some games again and compare them with the `first` ones, which are by seed and were not cut.

    They are played in reverse order and with other hash seeds, so what an earlier game leaves behind shows as well.
    """
    seeds = sorted(first)[:CHECKED]
    if not seeds:
        return Determinism(False, 0)
    watch.note(f"{subject.bot}: playing {len(seeds)} games again, to see whether a seed fixes them")
    replays, compared = 0, set[int]()
    differing: dict[int, PlayedGame] = {}
    for hash_seed in AGAIN:
        with Processes(1, time_limit, hash_seed) as processes:
            watch.stop_with(processes.stop)
            again = [played for played in processes.play(subject, reversed(seeds)) if not played.cut]
        again = [played for played in again if first[played.seed].course or played.course]
        replays += len(again)
        compared |= {played.seed for played in again}
        differing = {played.seed: played for played in again if first[played.seed].course != played.course}
        if differing:
            break
    if not differing:
        return Determinism(bool(compared), len(compared), replays=replays)
    seed = min(differing)
    step = first_difference(first[seed].course, differing[seed].course)
    return Determinism(False, len(compared), tuple(sorted(differing)), step, replays)


def first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    """The first index at which two courses differ, or at which one has ended."""
    return next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
