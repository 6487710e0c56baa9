"""Which games the lab plays: checks the arguments that its functions share. Each mistake gives one clear message."""

from __future__ import annotations

from collections.abc import Sequence

from steep.bots.choose_action import find_bot
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief, checked_number, checked_pair
from steep.core.processes import cores
from steep.core.random_streams import MAX_SEED
from steep.lab.simulate.simulation_task import LAST_FLOOR, MAX_FLOORS, MAX_GAMES, MAX_TURNS, Task

MAX_JOBS = 1_024


def checked_jobs(jobs: int | None) -> int:
    """The number of games played at a time; by default that of the cores. Raises `InputError`."""
    return cores() if jobs is None else checked_number("jobs", jobs, 1, MAX_JOBS)


def tasks_of(
    rulebooks: Sequence[Rulebook],
    bots: str | Sequence[str],
    games: int,
    seed: int,
    floors: tuple[int, int] | None,
    turns: int,
) -> list[Task]:
    """A task for each bot, on floors that one of the rulesets has. Raises `InputError`.

    `bots` is a list of names, or one text with commas between them. By default all floors are played, of a dungeon
    without end `LAST_FLOOR`.
    """
    if not isinstance(bots, str | Sequence) or not all(isinstance(name, str) for name in bots):
        raise InputError(f'bots: found {brief(bots)}; allowed: names of bots, as "diver" or ["diver", "explorer"]')
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    names = list(dict.fromkeys(name.strip() for name in names))
    if not names:
        raise InputError("bots: found none; name at least one")
    for name in names:
        find_bot(name)
    checked_number("games", games, 1, MAX_GAMES)
    checked_number("seed", seed, 0, MAX_SEED)
    checked_number("turns", turns, 1, MAX_TURNS)
    if seed + games - 1 > MAX_SEED:
        raise InputError(f"seed: found {seed}; the last of {games} games would have a seed beyond {MAX_SEED}")
    first, last = checked_floors(
        floors, max((each.run.last_floor or MAX_FLOORS for each in rulebooks), default=MAX_FLOORS)
    )
    return [Task(name, seed, games, first, last, turns) for name in names]


def checked_floors(floors: tuple[int, int] | None, deepest: int) -> tuple[int, int]:
    """The first and the last floor that games are played on, of a dungeon with so many. Raises `InputError`."""
    if floors is None:
        return 1, LAST_FLOOR if deepest == MAX_FLOORS else deepest
    first, last = checked_pair("floors", floors, "the first and the last floor, as (1, 3)")
    checked_number("floors", first, 1, MAX_FLOORS)
    checked_number("floors", last, 1, MAX_FLOORS)
    if first > last:
        raise InputError(f"floors: found {first} to {last}; allowed: two floors in rising order")
    if last > deepest:
        raise InputError(f"floors: found {first} to {last}; the dungeon ends on floor {deepest}")
    return first, last
