"""What runs in a worker process: it loads a maker's game, and plays one game after another. No other process does."""

from __future__ import annotations

import faulthandler
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Literal

from steep.core.input_errors import InputError, brief
from steep.lab.game import Cell
from steep.lab.own_games.game_of_command import CommandGame
from steep.lab.own_games.gymnasium_games import ValuePath, load, made, moments_of_env, search_current_folder, warm_up
from steep.lab.own_games.play_one_game import (
    METHODS,
    Mistake,
    Moment,
    Moments,
    PlayedGame,
    Row,
    moments_of_game,
    play_one_game,
    player_named,
)

EXIT_0 = 250
"""What a game's exit code 0 becomes, because the pool's processes end normally with 0."""

BEFORE_THE_END = 0.9
"""The share of the last time limit after which it is noted where a game is."""

LAST_LIMIT = 10
"""A game may take this many times its time limit by the clock, because other programs may use the processor.
One that uses less than a tenth of it waits for something, such as a key, and is ended at its limit by the clock."""

LOOK_AT_CLOCKS = 0.05
"""Seconds between two looks at how much time a game has used."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is played, and by whom. It goes to worker processes, so it has plain values only."""

    game: str
    """``module:Class``, a command, or the id of an environment."""
    kind: Literal["class", "command", "env"]
    bot: str
    """One of Steep's players, or what `policy` is called in the table."""
    policy: str | None = None
    """``module:function``"""
    env_args: str = "{}"
    """JSON."""
    floor_from: ValuePath | None = None
    won_if: ValuePath | None = None
    last_floor: int | None = None
    turns: int = 20_000


errors: int | None = None
"""Where the standard error of a command goes; None if it is dropped."""


def prepare_process(passes_errors_on: bool) -> None:
    """Drop whatever the game prints, also from code in other languages, and give it an empty input.

    Only a command's standard error is passed on. The pool is told when the game ends the process.
    """
    global errors  # there is one in a process
    errors = os.dup(2) if passes_errors_on else None
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    leave = os._exit
    os._exit = lambda code: leave(code or EXIT_0)  # type: ignore[assignment]


@lru_cache(maxsize=8)
def prepared(subject: Subject) -> Moments:
    """The game and its player, loaded. Raises `InputError`."""
    search_current_folder()
    policy = None if subject.policy is None else load("policy", subject.policy)
    if policy is not None and not callable(policy):
        raise InputError(f"policy: {subject.policy} is {brief(policy)}; allowed: a function, or a class of players")
    policy_of = None if policy is None else policy_for_each_game(policy)
    if subject.kind == "env":
        env = made(subject.game, json.loads(subject.env_args))
        warm_up(env)
        return partial(moments_of_env, env, policy_of, subject.floor_from, subject.won_if)
    game = command_game(subject.game) if subject.kind == "command" else game_object(subject.game)
    return partial(moments_of_game, game, policy_of or player_named(subject.bot))


@lru_cache(maxsize=1)
def command_game(command: str) -> CommandGame:
    """The game that a command plays, made once: its process plays all games of this one."""
    return CommandGame(command, pass_error_on)


def pass_error_on(line: str) -> None:
    """Write a line of a command's standard error to ours."""
    if errors is not None:
        with suppress(OSError):
            os.write(errors, f"{line}\n".encode())


@lru_cache(maxsize=1)
def game_object(name: str) -> Any:
    """The game, made once. All players of a process share it, because some games cannot be made twice."""
    found = load("game", name)
    missing = [method for method in METHODS if not callable(getattr(found, method, None))]
    if not callable(found):
        raise InputError(f"game: {name} is {brief(found)}; allowed: a class with {', '.join(METHODS)}")
    if isinstance(found, type) and missing:
        raise InputError(f"game: {name} has no method {', '.join(missing)}; allowed: {', '.join(METHODS)}")
    try:
        return found()
    except (Exception, SystemExit) as error:
        raise InputError(f"game: {name}() failed: {type(error).__name__}: {error}") from None


def policy_for_each_game(policy: Any) -> Any:
    """A class makes a player for each game, with its seed; a function is the same for all."""
    return policy if isinstance(policy, type) else lambda _seed: policy


def check_subject(subject: Subject) -> None:
    """Load the game and its player, and play nothing. A command begins the game of seed 0. Raises `InputError`."""
    prepared(subject)
    if subject.kind == "command":
        game = command_game(subject.game)
        try:
            game.start(0)
        except Mistake as error:
            raise InputError(
                f"game_command: nothing is played, as the game of seed 0 does not begin: {error}"
            ) from None
        game.close()


@dataclass(slots=True)
class Place:
    """Where the hero of a game is, and since which turn."""

    turns: int = 0
    floor: int = 0
    arrived: int = 0
    hero: Cell | None = None
    there_since: int = 0

    def follow(self, moments: Iterator[Moment]) -> Iterator[Moment]:
        """The moments of a game. Each is noted."""
        for moment in moments:
            self.turns = moment.turns
            if moment.floor != self.floor:
                self.floor, self.arrived, self.hero = moment.floor, moment.turns, None
            if moment.hero != self.hero:
                self.hero, self.there_since = moment.hero, moment.turns
            yield moment

    def in_words(self, hint: str) -> str:
        """Where the hero is and for how long, and what that may hint at."""
        if not self.floor:
            return "the game had not begun"
        there = "" if self.hero is None else f", the last {self.turns - self.there_since:,} of them at {self.hero}"
        return f"the hero had been on floor {self.floor} for {self.turns - self.arrived:,} turns{there}{hint}"


def play_in_worker(subject: Subject, seed: int, scratch: str, time_limit: float) -> PlayedGame:
    """Play the game of a seed. Its progress is kept in files, in case the process is ended."""
    rows_file, trace_file = kept_files(scratch, seed)
    place, kept = Place(), list[Row]()

    def keep(rows: list[Row], why: str = "") -> None:
        nonlocal kept
        kept = rows
        rows_file.write_text(json.dumps({"rows": rows, "why": why}), encoding="utf-8")

    def end_process(how: str) -> None:
        try:
            keep_place(how)
        finally:
            os._exit(1)

    def keep_place(how: str) -> None:
        with trace_file.open("w", encoding="utf-8") as file:
            faulthandler.dump_traceback(file)
        hint = "" if subject.kind == "env" else '; if the game is won there, does over() return Over("won")?'
        keep(kept, f"{place.in_words(hint)}\nit {how} the time limit of {time_limit:g} s")

    def time_used() -> float:
        return process_time() + (command_game(subject.game).seconds if subject.kind == "command" else 0.0)

    with (
        traced(trace_file, time_limit * LAST_LIMIT * BEFORE_THE_END),
        limited(time_limit, end_process, time_used),
    ):
        moments = prepared(subject)
        played = play_one_game(lambda seed: place.follow(moments(seed)), seed, subject.last_floor, subject.turns, keep)
    rows_file.unlink(missing_ok=True)
    return played


def kept_files(scratch: str, seed: int) -> tuple[Path, Path]:
    """Where the rows of a game are kept, and where its code was when its time was over."""
    return Path(scratch, f"{seed}.json"), Path(scratch, f"{seed}.txt")


@contextmanager
def traced(path: Path, seconds: float) -> Iterator[None]:
    """Within this context, after some seconds, write down where all threads are, however busy they are."""
    with path.open("w", encoding="utf-8") as file:
        faulthandler.dump_traceback_later(seconds, file=file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
    path.unlink(missing_ok=True)


@contextmanager
def limited(
    seconds: float, time_is_up: Callable[[str], None], time_used: Callable[[], float] = process_time
) -> Iterator[None]:
    """Within this context, call a function once the process has used so many seconds of processor time, or only waited.

    It is called in another thread, and told in words what the process did; the context does not end before it returns.
    Code that lets no other thread run is not noticed.
    """
    finished, ending = threading.Event(), threading.Lock()

    def look() -> None:
        began, used_before = monotonic(), time_used()
        while not finished.wait(LOOK_AT_CLOCKS):
            passed, used = monotonic() - began, time_used() - used_before
            if used > seconds or (passed > seconds and used < passed / LAST_LIMIT):
                with ending:
                    if not finished.is_set():
                        time_is_up("took longer than" if used > seconds else "mostly waited, for longer than")
                return

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with ending:
            finished.set()
        thread.join()
