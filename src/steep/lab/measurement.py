"""`steep.lab.measure`: bots play many games of a ruleset, and the result says how they fared on each floor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.bots.choose_action import find_bot
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief, checked_function, checked_number, checked_pair, checked_path
from steep.core.processes import cores
from steep.core.random_streams import MAX_SEED
from steep.lab.figures.figures_with_intervals import BotFigures, measured_figures
from steep.lab.progress import OnProgress, Watch
from steep.lab.simulate.play_games import executor, play_games
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation_task import LAST_FLOOR, MAX_FLOORS, MAX_GAMES, MAX_TURNS, Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parts import Part, batch_of, part_of
from steep.lab.tables_of_games.games import Games
from steep.play.files.links import checked_pages
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of


def measure(
    ruleset: RulesetSource,
    bots: str | Sequence[str] = "explorer",
    *,
    games: int = 1000,
    seed: int = 0,
    floors: tuple[int, int] | None = None,
    turns: int = 20_000,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | str | None = None,
    pages: str | None = None,
    resume: bool | None = None,
    replace: bool = False,
    progress: OnProgress | None = None,
) -> Games:
    """Let bots play `games` games each, of the seeds from `seed` on.

    A game starts on the first of `floors`, and is won by leaving the last one alive; it is stopped after `turns` turns.
    By default all floors are played (10 of an endless dungeon), on all cores. With `out`, what is played is kept in
    that folder as it is finished, and tables, report and replays are written at the end; games that are in it are not
    played again. It may hold no other games, unless `replace` removes them first. With `resume` set to False it must be
    new or empty. With `pages`, the address of Steep's pages, the report's games are links that play them there.
    `cluster` is the address of a Dask scheduler. Raises `InputError`.
    """
    rulebook = rulebook_of(ruleset)
    manifest = Manifest.of(rulebook, tasks_of([rulebook], bots, games, seed, floors, turns))
    if resume and out is None:
        raise InputError("resume continues an earlier run; name its folder with out")
    if pages is not None and out is None:
        raise InputError("pages is for the report's links; name its folder with out")
    linked = None if pages is None else checked_pages("pages", pages)
    checked_function("progress", progress)
    at_a_time = checked_jobs(jobs)
    if resume is not None and replace:
        raise InputError("resume and replace: found both; allowed: one of the two")
    counted = {task.bot: MeasuredGames(task, len(rulebook.monsters)) for task in manifest.tasks}

    def count(part: Part) -> None:
        counted[part.bot].add(batch_of(part))

    folder = None if out is None else checked_path("out", out)
    store = Store.begin(folder, manifest, resume=resume, replace=replace, on_part=count)
    resumed = sum(each.counts.games for each in counted.values())

    def figures() -> tuple[BotFigures, ...]:
        return tuple(measured_figures(each, manifest) for each in counted.values() if each.counts.games)

    watch = Watch(progress, sum(task.games for task in manifest.tasks), resumed, figures)
    if resumed < watch.wanted:
        with executor(rulebook.compiled, at_a_time, cluster, watch) as players:
            kept = [*counted.values()]
            play_games(players, kept, players.jobs, lambda batch: store.keep(part_of(batch)), store.done, watch.tell)
        watch.raise_failure()
    played = Games.of_ruleset(store, figures(), rulebook, resumed)
    if folder is not None:
        played.write_results(store, linked)
    return played


# Which games the lab plays: checks the arguments that its functions share. Each mistake gives one clear message.

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

    `bots` is a list of names, or one text with commas between them. By default all floors are played, or
    `LAST_FLOOR` of an endless dungeon.
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
    """The first and the last floor that games are played on; `deepest` is the dungeon's last. Raises `InputError`."""
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
