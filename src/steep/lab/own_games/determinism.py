"""Whether a seed fixes a maker's game, shown by playing it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steep.lab.own_games.chance_and_faults import CHECKED, Determinism
from steep.lab.own_games.play_one_game import PlayedGame
from steep.lab.own_games.processes import HASH_SEEDS, Processes
from steep.lab.own_games.worker import Subject
from steep.lab.progress import Watch

AGAIN = HASH_SEEDS[1:]


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
