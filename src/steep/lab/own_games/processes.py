"""Plays a maker's games in processes of their own, which may raise, hang or end without harm to the others.

A process ends itself when the time limit of its game is over. Where nothing but the game gets to run in it, the pool
ends it later; the pool is Pebble's. What it was playing is recorded.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as TimeIsUp
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from pebble import ProcessExpired, ProcessPool

from steep.core.input_errors import InputError
from steep.lab.own_games.game_process import NO_ANSWER, exit_in_words
from steep.lab.own_games.gymnasium_games import OWN
from steep.lab.own_games.play_one_game import PlayedGame, arrival
from steep.lab.own_games.worker import (
    EXIT_0,
    LAST_LIMIT,
    Subject,
    check_subject,
    kept_files,
    play_in_worker,
    prepare_process,
)

AHEAD = 32
"""Games for each process that wait or are finished before their turn: tables are in the order of seeds."""

HASH_SEEDS = ("0", "1", "2")
"""The games of a measurement are played with the first. Those that test it are played with each of the others, too."""

IMPORTING = 120.0
"""Seconds that importing a game may take. Steep's own environments may take longer: they compile rules."""

LOOK_AGAIN = 0.2
"""Seconds between two checks whether it was stopped."""

FRAME = re.compile(r'  File "(?P<file>.+)", line \d+ in .+')
"""A line of what `faulthandler` writes."""

LAB = str(Path(__file__).parents[1])

NOT_THE_GAMES = re.compile(
    rf"{re.escape(LAB)}[\\/]|[\\/](pebble|multiprocessing|concurrent)[\\/]|[\\/]threading\.py$|^<"
)
"""Files whose frames say nothing about a maker's game."""

FRAMES_SHOWN = 8
"""The innermost frames of each thread are shown."""


class Processes:
    """A pool of processes, as a context."""

    def __init__(self, jobs: int, time_limit: float, hash_seed: str = HASH_SEEDS[0]) -> None:
        self.jobs, self.time_limit = jobs, time_limit
        self._hash_seed = hash_seed
        self._stopped = False

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._scratch = stack.enter_context(TemporaryDirectory(prefix="steep-"))
            stack.enter_context(environment("PYTHONHASHSEED", self._hash_seed))
            stack.enter_context(without_main_module())
            self._pool = ProcessPool(
                self.jobs,
                initializer=prepare_process,
                initargs=(self._hash_seed == HASH_SEEDS[0],),
                context=multiprocessing.get_context("spawn"),
            )
            stack.callback(self._end)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def _end(self) -> None:
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def stop(self) -> None:
        """Play no more games, and end those that are being played. May be called from any thread."""
        self._stopped = True

    def check(self, subject: Subject) -> None:
        """Load the game and its player in a process. Raises `InputError`."""
        timeout = None if OWN in subject.game else max(IMPORTING, self.time_limit)
        what, hint = f"importing {subject.game}", ""
        if subject.kind == "command":
            what, hint = f"the first answer of {subject.game}", NO_ANSWER
        future = self._pool.schedule(check_subject, (subject,), timeout=timeout)
        try:
            future.result()
        except TimeIsUp:
            raise InputError(f"game: {what} took longer than {timeout:g} s{hint}") from None
        except ProcessExpired as error:
            raise InputError(f"game: {what} ended its process: {exit_of(error)}") from None

    def play(self, subject: Subject, seeds: Iterable[int]) -> Iterator[PlayedGame]:
        """The games of seeds, in their order. It ends early when it is stopped."""
        pending: deque[tuple[int, Future[PlayedGame]]] = deque()
        for seed in seeds:
            pending.append((seed, self._begin(subject, seed)))
            if len(pending) >= AHEAD * self.jobs:
                yield from self._first_of(pending)
            if self._stopped:
                return
        while pending:
            yield from self._first_of(pending)

    def _begin(self, subject: Subject, seed: int) -> Any:
        arguments = (subject, seed, self._scratch, self.time_limit)
        return self._pool.schedule(play_in_worker, arguments, timeout=self.time_limit * LAST_LIMIT)

    def _first_of(self, pending: deque[tuple[int, Future[PlayedGame]]]) -> Iterator[PlayedGame]:
        """The first running game to finish. Nothing when it is stopped."""
        seed, future = pending[0]
        while not wait([future], timeout=LOOK_AGAIN).done:
            if self._stopped:
                pending.clear()
                return
        pending.popleft()
        try:
            yield future.result()
        except TimeIsUp:
            too_long = f"it took longer than {LAST_LIMIT} times the time limit of {self.time_limit:g} s by the clock"
            yield self._cut(seed, too_long)
        except ProcessExpired as error:
            yield self._cut(seed, f"it ended its process: {exit_of(error)}")

    def _cut(self, seed: int, why: str) -> PlayedGame:
        """A game whose process was ended, as far as it is known. If it kept another reason than `why`, that counts."""
        rows: list[Any] = []
        rows_file, trace_file = kept_files(self._scratch, seed)
        with suppress(OSError, ValueError):
            kept = json.loads(rows_file.read_text(encoding="utf-8"))
            rows, why = kept["rows"], kept["why"] or why
        with suppress(OSError):
            why = "\n".join([*where_it_was(trace_file.read_text(encoding="utf-8", errors="replace")), why])
        rows_file.unlink(missing_ok=True)
        trace_file.unlink(missing_ok=True)
        rows = rows or [arrival(1, 0, {})]
        rows[-1] |= {"end": "stopped", "turns": None, "error": why}
        return PlayedGame(seed, rows, error=why, cut=True)


def where_it_was(trace: str) -> Iterator[str]:
    """Where the game was, by what `faulthandler` wrote: its frames of each thread, the outermost first."""
    for thread in re.split(r"^.*\(most recent call first\):$", trace, flags=re.MULTILINE)[1:]:
        matches = (FRAME.fullmatch(line) for line in thread.splitlines())
        frames = [match[0] for match in matches if match is not None and not NOT_THE_GAMES.search(match["file"])]
        if frames:
            yield "at last it was here (most recent call last):"
            yield from reversed(frames[:FRAMES_SHOWN])


def exit_of(error: ProcessExpired) -> str:
    """How a process ended, in words."""
    return exit_in_words(0 if error.exitcode == EXIT_0 else error.exitcode)


@contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """Within this context, processes that are started have an environment variable."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextmanager
def without_main_module() -> Iterator[None]:
    """Within this context, processes that are started do not run the main module again.

    `multiprocessing` would have them import it. They don't need it, and a script that measures without checking whether
    it is ``__main__`` would start processes without end.
    """
    main = sys.modules["__main__"]
    held = {name: vars(main)[name] for name in ("__file__", "__spec__") if name in vars(main)}
    for name in held:
        delattr(main, name)
    main.__spec__ = None
    try:
        yield
    finally:
        for name, value in held.items():
            setattr(main, name, value)
