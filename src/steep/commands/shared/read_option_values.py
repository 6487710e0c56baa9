"""Reads option values: seeds, floors, numbers. Each mistake gives one clear message."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.lab.simulate.simulation_task import LAST_FLOOR, MAX_FLOORS, MAX_GAMES, MAX_TURNS, Task
from steep.play.numbers_from_text import number_of_text, seed_of_text


@contextmanager
def as_options(*names: str) -> Iterator[None]:
    """Name arguments of the lab's functions as options, in messages that begin with one of them."""
    try:
        yield
    except InputError as error:
        raise InputError(re.sub(rf"^({'|'.join(names)}): ", r"--\1: ", str(error))) from None


def read_number(option: str, text: str, low: int, high: int, what: str) -> int:
    """A whole number in a range, in ASCII digits. Raises `InputError`."""
    return number_of_text(option, text, low, high, what)


def read_decimal(option: str, text: str, low: float, high: float, what: str) -> float:
    """A decimal number in a range, in ASCII digits. Raises `InputError`."""
    if re.fullmatch(r"\d{1,9}(\.\d{1,12})?|\.\d{1,12}", text, re.ASCII) and low <= float(text) <= high:
        return float(text)
    raise InputError(f'{option}: found "{text}"; {what} is a number from {low:g} to {high:g}')


def read_seed(text: str) -> int:
    """The value of --seed."""
    return seed_of_text("--seed", text)


def read_range(text: str) -> tuple[int, int]:
    """The value of --floors, as in 1-8."""
    match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", text, re.ASCII)
    if match:
        first, last = int(match[1]), int(match[2])
        if 1 <= first <= last <= MAX_FLOORS:
            return first, last
    wanted = f"A-B, two floors from 1 to {MAX_FLOORS} in rising order, as in 1-8"
    raise InputError(f'--floors: found "{text}"; allowed: {wanted}')


def read_bots(text: str) -> list[str]:
    """The names of bots separated by commas, without repetitions."""
    from steep.bots.bots_by_name import find_bot

    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        find_bot(name)
    return names


def read_jobs(text: str | None) -> int:
    """The value of --jobs; by default the number of cores."""
    from steep.core.cpu_cores import cores

    return cores() if text is None else read_number("--jobs", text, 1, 1_024, "the number of games at a time")


def read_tasks(options: argparse.Namespace, *rulebooks: Rulebook) -> list[Task]:
    """A task for each bot, from the options of `steep.commands.commands_and_options.add_games`.

    By default all floors are played. Raises `InputError` for floors that none of the rulesets has.
    """
    deepest = max((each.run.last_floor or MAX_FLOORS for each in rulebooks), default=MAX_FLOORS)
    first, last = read_game_floors(options.floors, deepest)
    return [read_games(options, bot, first, last) for bot in read_bots(options.bot)]


def read_game_floors(text: str | None, deepest: int) -> tuple[int, int]:
    """The floors that games are played on, of a dungeon with so many."""
    if text is None:
        return 1, LAST_FLOOR if deepest == MAX_FLOORS else deepest
    first, last = read_range(text)
    if last > deepest:
        raise InputError(f'--floors: found "{text}"; the dungeon ends on floor {deepest}')
    return first, last


def read_games(options: argparse.Namespace, bot: str, first: int, last: int) -> Task:
    """A bot's task, from the options of `steep.commands.commands_and_options.add_playing`."""
    seed = read_seed(options.seed)
    games = read_number("--games", options.games, 1, MAX_GAMES, "the number of games")
    turns = read_number("--turns", options.turns, 1, MAX_TURNS, "the turn limit of a game")
    if seed + games - 1 > MAX_SEED:
        raise InputError(
            f'--seed: found "{options.seed}"; the last of {games} games would have a seed beyond {MAX_SEED}'
        )
    return Task(bot, seed, games, first, last, turns)


def read_playing(options: argparse.Namespace, *rulebooks: Rulebook) -> dict[str, Any]:
    """The arguments of the lab's functions, from the options of `steep.commands.commands_and_options.add_games`."""
    tasks = read_tasks(options, *rulebooks)
    first = tasks[0]
    return {
        "bots": [task.bot for task in tasks],
        "games": first.games,
        "seed": first.seed,
        "floors": (first.first_floor, first.last_floor),
        "turns": first.turns,
        "jobs": read_jobs(options.jobs),
    }
