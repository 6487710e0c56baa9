"""Whether a seed fixes a maker's game. Shown by playing it again, and by what makes two of its games the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from steep.lab.own_games.play_one_game import PlayedGame
from steep.lab.own_games.processes import HASH_SEEDS, NOT_FROZEN, Processes
from steep.lab.own_games.worker import Frozen, Subject
from steep.lab.progress import Watch

CHECKED = 10
"""Games of each player that are played again with each further hash seed."""

AGAIN = HASH_SEEDS[1:]

TRIES, MORE_TRIES = 2, 4
"""Processes in which a game must be the same; more of them where addresses may play a part, and often don't."""

HASHES = "the order of a set, or of anything else that goes by hash(): it differs from process to process; sort it"
CHANCE = (
    "chance that start(seed) does not fix: the global generator of random or numpy.random, or a generator made without"
    " a seed; make one random.Random(seed) in start, and draw from it alone"
)
TIME = "the time of day, or how fast the machine is: time.time(), datetime.now() and the like"
EARLIER_GAMES = (
    "earlier games in the same process: something outlives start(), such as a module's or a class's variable"
)
UNKNOWN = (
    "none that replaying finds; likeliest are secrets, uuid, os.urandom, numpy's default_rng() without a seed, threads,"
    " the addresses of objects (id), and files that the game writes"
)

FIXES = (
    (Frozen(chance=True), (CHANCE,)),
    (Frozen(time=True), (TIME,)),
    (Frozen(chance=True, time=True), (CHANCE, TIME)),
)
"""What is frozen, and what a game depends on if that makes it the same."""


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
    causes: tuple[str, ...] = ()
    """The likeliest."""
    by_address: tuple[str, ...] = ()
    """The game's classes whose objects are in sets, and go there by their addresses in memory."""

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
            yield from (f"it depends on {cause}" for cause in self.causes if cause != UNKNOWN)
            if self.by_address:
                yield (
                    f"it keeps objects of {', '.join(self.by_address)} in sets, whose order goes by their addresses in"
                    " memory, and these differ from process to process; where the order matters, use a list"
                )
            elif UNKNOWN in self.causes:
                yield f"causes: {UNKNOWN}"


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
    watch.note(f"{subject.bot}: playing the game of seed {seed} again in other ways, to see what it depends on")
    with Processes(1, time_limit, fresh=True) as processes:
        watch.stop_with(processes.stop)
        by_address = processes.classes_by_address(subject, seed)
    causes = likeliest_causes(subject, seed, hash_seed, time_limit, watch, MORE_TRIES if by_address else TRIES)
    return Determinism(False, len(compared), tuple(sorted(differing)), step, causes, by_address, replays)


def first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    """The first index at which two courses differ, or at which one has ended."""
    return next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def likeliest_causes(
    subject: Subject, seed: int, hash_seed: str, time_limit: float, watch: Watch, tries: int
) -> tuple[str, ...]:
    """What a game depends on: by what must be frozen until it is the same in all of some new processes.

    `hash_seed` is that with which it differed.
    """

    def same(frozen: Frozen, *hash_seeds: str) -> bool:
        courses: list[list[int]] = []
        for hash_seed in hash_seeds * (tries // len(hash_seeds)):
            if courses and courses[-1] != courses[0]:
                return False
            with Processes(1, time_limit, hash_seed, fresh=True) as processes:
                watch.stop_with(processes.stop)
                courses += [played.course for played in processes.play(subject, [seed], frozen)]
        return len(courses) == tries and all(course == courses[0] for course in courses)

    alike, other = (HASH_SEEDS[0], HASH_SEEDS[0]), (HASH_SEEDS[0], hash_seed)
    for frozen, causes in ((NOT_FROZEN, ()), *FIXES):
        if same(frozen, *alike):
            by_hash = () if same(frozen, *other) else (HASHES,)
            return (*causes, *by_hash) or (EARLIER_GAMES,)
    return (UNKNOWN,)
