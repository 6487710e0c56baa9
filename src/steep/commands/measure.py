"""The command `steep measure`: bots play many games of a ruleset, and how they fared is reported floor by floor."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from steep.commands.shared.local_or_cluster_executor import executor
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import bar, live_text, stopped_by_interrupt
from steep.commands.shared.read_option_values import read_jobs, read_tasks
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.lab.figures.figures_with_intervals import ATTACK_KEY, BotFigures, as_json, cause_keys, figures_of
from steep.lab.figures.sums_by_floor import Tally
from steep.lab.simulate.play_and_tally import play_games
from steep.lab.simulate.visit_columns import COLUMNS, KILLED_BY, MEASURES
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.write_results import write_results

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

MIN_SHOWN = 20
"""Games of the first bot before the live table is shown."""

SHOWN = [column for column in COLUMNS if column.short_title]
"""The columns whose means the table shows."""

HEADINGS = (
    "bot",
    "floor",
    "reached",
    "died",
    "stopped",
    "hazard",
    "hazard_low",
    "hazard_high",
    "survival",
    "survival_low",
    "survival_high",
    *(f"{name}_mean" for name in MEASURES),
)


def run(options: argparse.Namespace) -> int:
    """Measure, print the figures, and write them to the folder of --out."""
    rulebook = read_rulebook(options.ruleset)
    manifest = Manifest.of(rulebook, read_tasks(options, rulebook))
    jobs = read_jobs(options.jobs)
    if options.resume and options.out is None:
        raise InputError("--resume continues an earlier run; name its folder with --out")
    store = None
    if options.out is not None:
        store = Store.begin(
            options.out, manifest, resume=options.resume, kinds=len(rulebook.monsters), causes=len(cause_keys(rulebook))
        )
    try:
        return measure(options, rulebook, manifest, jobs, store)
    except KeyboardInterrupt:
        if store is not None:
            warn(f"stopped; what was finished is kept in {store.folder}; --resume continues")
        return INTERRUPTED


def measure(options: argparse.Namespace, rulebook: Rulebook, manifest: Manifest, jobs: int, store: Store | None) -> int:
    """Measure with checked options. Ctrl-C while games are played ends them cleanly."""
    tallies = [Tally(task, len(rulebook.monsters)) for task in manifest.tasks]
    if store is not None:
        add_stored(store, tallies)
    play(options, rulebook, manifest, jobs, tallies, store)
    figures = [figures_of(tally, rulebook) for tally in tallies]
    whole = all(tally.games == tally.task.games for tally in tallies)
    if whole and store is not None:
        write_results(store, rulebook, figures)
    print_figures(manifest, figures, options.format)
    if whole:
        return 0
    warn(stopped_message(tallies, options.out))
    return INTERRUPTED


def add_stored(store: Store, tallies: Sequence[Tally]) -> None:
    """Add the games that an earlier run finished."""
    for sentence in store.damaged:
        warn(sentence)
    for tally in tallies:
        for batch in store.batches(tally.task):
            tally.add(batch)


def play(
    options: argparse.Namespace,
    rulebook: Rulebook,
    manifest: Manifest,
    jobs: int,
    tallies: Sequence[Tally],
    store: Store | None,
) -> None:
    """Play the games that are left."""
    done = sum(tally.games for tally in tallies)
    wanted = sum(tally.task.games for tally in tallies)
    if done == wanted:
        warn(f"all {done:,} games were played before; nothing is left to play")
        return
    with (
        bar(wanted, options.bot, done) as on_progress,
        live_text() as show,
        executor(rulebook.compiled, jobs, options.cluster, on_progress) as worker_pool,
        stopped_by_interrupt(worker_pool.stop),
    ):

        def show_progress() -> None:
            if tallies[0].games >= MIN_SHOWN:
                show(lambda: as_text(manifest, [figures_of(tally, rulebook) for tally in tallies if tally.games]))

        if store is None:
            play_games(worker_pool, tallies, worker_pool.jobs, on_progress=show_progress)
        else:
            play_games(worker_pool, tallies, worker_pool.jobs, store.keep, store.done, show_progress)


def stopped_message(tallies: Sequence[Tally], out: Path | None) -> str:
    """How many games were finished before Ctrl-C."""
    played, wanted = sum(tally.games for tally in tallies), sum(tally.task.games for tally in tallies)
    if out is None:
        return f"stopped; the figures are of the {played:,} of {wanted:,} games that were finished"
    return f"stopped; {played:,} of {wanted:,} games are finished and kept in {out}; --resume plays the others"


def print_figures(manifest: Manifest, figures: Sequence[BotFigures], form: str) -> None:
    """Print all figures in the chosen format."""
    if form == "json":
        say_json(as_json(manifest, figures))
    elif form == "csv":
        say(csv_text(HEADINGS, [row for bot in figures for row in rows_of(bot)]), end="")
    else:
        say(as_text(manifest, figures), end="")


def rows_of(bot: BotFigures) -> Iterator[tuple[object, ...]]:
    """A row for each floor; unknown numbers are None."""
    for floor in bot.floors:
        shares = (number for estimate in (floor.hazard, floor.survival) for number in spread(estimate))
        means = (floor.means[name].value if floor.means else None for name in MEASURES)
        yield bot.task.bot, floor.floor, floor.reached, floor.died, floor.stopped, *shares, *means


def spread(estimate: Estimate) -> tuple[float | None, ...]:
    """An estimate and the ends of its interval."""
    value, interval = estimate.value, estimate.interval
    return None if math.isnan(value) else value, interval.low, interval.high


def as_text(manifest: Manifest, figures: Sequence[BotFigures]) -> str:
    """The settings, then each bot as a table by floor and a few lines."""
    task = figures[0].task
    lines = [
        f"{manifest.ruleset} {manifest.ruleset_hash}: games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns; 95% intervals",
    ]
    for bot in figures:
        lines += ["", *bot_lines(bot)]
    return "".join(f"{line}\n" for line in lines)


def bot_lines(bot: BotFigures) -> Iterator[str]:
    """One bot: its strength, its floors, and what kills it."""
    yield f"{bot.strength}: {bot.games:,} games, {bot.died:,} died, {bot.won:,} won, {bot.stopped:,} stopped"
    titles = ("floor", "reached", "died", "hazard", "", "survival", "", *(column.short_title for column in SHOWN))
    rows = [titles]
    for floor in bot.floors:
        if floor.reached:
            shares = (part for estimate in (floor.hazard, floor.survival) for part in share(estimate))
            means = (f"{floor.means[column.name].value:,.{column.digits}f}" for column in SHOWN)
            rows.append((str(floor.floor), f"{floor.reached:,}", f"{floor.died:,}", *shares, *means))
    yield aligned(rows, right=range(len(titles)), indent="  ")
    if bot.killers:
        yield f"  killed by: {', '.join(f'{key} {percent(count / bot.died)}' for key, count in bot.killers.items())}"
    if kills := kills_by_means(bot):
        yield f"  kills by: {', '.join(f'{name} {percent(part)}' for name, part in kills)}"
    hurt: dict[str, float] = {}
    for floor in bot.floors:
        for key, damage in floor.damage.items():
            hurt[key] = hurt.get(key, 0) + damage * floor.reached
    total = math.fsum(hurt.values())
    if total:
        ranked = sorted(hurt.items(), key=lambda pair: -pair[1])
        yield f"  HP lost to: {', '.join(f'{key} {percent(damage / total)}' for key, damage in ranked)}"
    if special := [harm for harm in bot.harms if harm.by != ATTACK_KEY]:
        yield f"  of that by: {', '.join(f'{harm.by} ({harm.monster}) {percent(harm.share)}' for harm in special)}"


def kills_by_means(bot: BotFigures) -> list[tuple[str, float]]:
    """The share of each means in all kills; empty if there are none."""
    kills = {
        name: math.fsum(floor.means[name].value * floor.reached for floor in bot.floors if floor.reached)
        for name in KILLED_BY
    }
    total = math.fsum(kills.values())
    return [(name.removeprefix("by_"), number / total) for name, number in kills.items()] if total else []


def share(estimate: Estimate) -> tuple[str, str]:
    """A share in percent, and its interval."""
    value, low, high = spread(estimate)
    between = f"{100 * (low or 0):.1f}-{100 * (high or 0):.1f}"
    return "?" if value is None else percent(value), between
