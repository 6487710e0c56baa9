"""`steep.lab.blame`: what one table entry less, or one item more, does to a bot's games, paired by seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from steep import __version__
from steep.bots.choose_action import find_bot
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.rules_hash import rules_hash
from steep.lab.counting.counts import Counts
from steep.lab.figures.changes import ALPHA
from steep.lab.figures.game_figures import cleared, hazards, strength
from steep.lab.measurement import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Watch
from steep.lab.results.result import Cell, Column, Kind, Result, Table
from steep.lab.simulate.play_and_count_paired_games import PairedGames, play_variants
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, Interval, holm
from steep.lab.stats.paired_differences import (
    DIED,
    OUTCOMES,
    SURVIVED,
    Difference,
    mean_of_pairs,
    paired_hazards,
    paired_means,
    paired_shares,
    paired_survival,
)
from steep.lab.stats.shares_as_text import percent
from steep.lab.studies.rulesets_with_one_entry_changed import ChangedEntry, one_entry_out, one_item_more
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of, source_name

ALL = "all"
"""Stands for the keys of all items."""


Change = Callable[[PairedGames], Difference]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that an entry may change: a column of the result."""

    name: str
    title: str
    """The column's, in which {floor} is the last floor played."""
    change: Change
    """With the entry changed, minus as it is."""
    kind: Kind = "points"
    digits: int = 1


def by_end(value: Callable[[int, int], float]) -> Change:
    """The change in the mean of a value that depends on a game's last floor, from 0 on, and how it ended there."""
    return lambda games: paired_means(
        games.pairs.ended, [value(*divmod(code, OUTCOMES)) for code in range(games.pairs.floors * OUTCOMES)]
    )


def reached(games: PairedGames) -> Difference:
    """The change in the share of games that reach the last floor, that is, survive the one before it."""
    if games.pairs.floors == 1:
        return Difference(0.0, 0.0, Interval(0.0, 0.0), 1.0)
    return paired_survival(games.pairs.ended, games.pairs.floors)[-2]


def on_last_floor(figure: Callable[[Mapping[tuple[int, int], int], int], list[Difference]]) -> Change:
    """The change in a figure by floor on the last one."""
    return lambda games: figure(games.pairs.ended, games.pairs.floors)[-1]


def hp(games: PairedGames) -> Difference:
    """The change in HP on arrival on the last floor, where both games of a pair get there."""
    return mean_of_pairs(*games.hp.cells.get((0, 0), (0, 0, 0)))


OUTCOMES_OF_GAMES = (
    Outcome("deaths", "deaths on floor {floor}", on_last_floor(paired_shares)),
    Outcome("hazard", "of those who reach it", on_last_floor(paired_hazards)),
    Outcome("reached", "who reach it", reached),
    Outcome("died", "deaths on floors 1-{floor}", by_end(lambda _, outcome: outcome == DIED)),
    Outcome("won", "who get past floor {floor}", by_end(lambda _, outcome: outcome == SURVIVED)),
    Outcome("cleared", "floors cleared", by_end(lambda row, outcome: row + (outcome == SURVIVED)), "number", 2),
    Outcome("hp", "HP where both reach floor {floor}", hp, "number"),
)

OF_ENTRIES, OF_ITEMS = ("deaths", "hazard", "reached"), ("died", "cleared", "hp")
"""The outcomes that people see; the first decides the order."""


def blame(
    ruleset: RulesetSource,
    floor: int | None = None,
    bot: str = "explorer",
    *,
    one_more: str | Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    turns: int = 20_000,
    jobs: int | None = None,
    progress: OnProgress | None = None,
) -> Result:
    """Play the same seeds with and without each table entry that is in force on floors 1 to `floor`.

    With `one_more`, the keys of items or ``"all"``, entries stay, and each item in turn is in the hero's inventory at
    the start; `floor` is then by default the last that is played. `turns` and `jobs` are those of `steep.lab.measure`.
    If it is stopped, the result has fewer games. Raises `InputError`.
    """
    find_bot(bot)
    if floor is None and one_more is None:
        raise InputError("floor: found none; allowed: the number of the floor whose deaths to explain")
    rulebook, name = rulebook_of(ruleset), source_name(ruleset)
    (task,) = tasks_of([rulebook], [bot], games, seed, None if floor is None else (1, floor), turns)
    at_a_time = checked_jobs(jobs)
    written = rulebook_of(without_mode(name, rulebook.mode)) if rulebook.mode else rulebook
    left_out: list[str] = []
    if one_more is None:
        variants, left_out = one_entry_out(written, task.last_floor, rulebook.mode)
    else:
        kinds = [item.key for item in written.items]
        variants = one_item_more(written, kinds if one_more == ALL else keys_in(one_more), rulebook.mode)
    if not variants:
        raise InputError(f"{name}: found no table entry that affects floors 1 to {task.last_floor}")
    watch = Watch(progress, task.games * (1 + len(variants)))
    with Warmup(watch.note) as warmup:
        changed = [variant.ruleset for variant in variants]
        paired = play_variants(rulebook.compiled, changed, task, at_a_time, watch, warmup)
    watch.raise_failure()
    found = [(variant.row, counts) for variant, counts in zip(variants, paired, strict=True)]
    return result_of(rulebook, task, found, one_more is not None, left_out)


def keys_in(items: str | Sequence[str]) -> list[str]:
    """The keys of items, each once. Raises `InputError`."""
    if not isinstance(items, str | Sequence) or not all(isinstance(key, str) for key in items):
        raise InputError(f'one_more: found {brief(items)}; allowed: keys of items, or "{ALL}"')
    return list(dict.fromkeys(key.strip() for key in (items.split(",") if isinstance(items, str) else items)))


def result_of(
    rulebook: Rulebook,
    task: Task,
    found: Sequence[tuple[ChangedEntry, PairedGames]],
    items: bool,
    left_out: Sequence[str],
) -> Result:
    """What each change does: each entry taken out, or each item put in."""
    floor, games, counts = task.last_floor, found[0][1].pairs.games, found[0][1].pairs.sides[0]
    shown = OF_ITEMS if items else OF_ENTRIES
    first = next(each for each in OUTCOMES_OF_GAMES if each.name == shown[0])
    ranked = sorted(found, key=lambda each: -abs(first.change(each[1]).value)) if games else []
    what = (
        f"with one more of each of {len(found)} kinds of items"
        if items
        else f"without each of {len(found)} table entries"
    )
    examples = tuple((row.table, row.entry, seed) for row, paired in ranked for seed in paired.pairs.dead_only[0][-1])
    return Result(
        "What one more item does" if items else f"What kills on floor {floor}",
        {
            "steep": __version__,
            "rules": rules_hash(),
            "ruleset": rulebook.name,
            "hash": rulebook.hash,
            "bot": task.bot,
            "seed": task.seed,
            "games": games,
            "games_asked": task.games,
            "turn_limit": task.turns,
            "floor": floor,
            "reached": counts.reached[-1],
            "died": counts.died[-1],
            "hazard": hazards(counts)[-1],
        },
        (
            Table(
                "rows",
                columns_of(floor, items, shown),
                tuple(rows_of(ranked)),
                notes=(
                    f"Shares in points, with 95% intervals; * is significant with all rows tested (Holm, {ALPHA:.0%})",
                ),
            ),
            Table("saved", (Column("table"), Column("entry"), Column("seed", "count")), examples),
        ),
        (
            f"{rulebook.name} {rulebook.hash}: {games:,} games from seed {task.seed} by"
            f" {strength(task.bot, cleared(counts), floor)},"
            f" as it is and {what.format(len(found))}",
            deaths_text(floor, counts),
        ),
        cautions=tuple(left_out),
    )


def rows_of(found: Sequence[tuple[ChangedEntry, PairedGames]]) -> Iterator[tuple[Cell, ...]]:
    """A row for each change: by outcome, the difference, its p-value with all rows tested, and whether it holds."""
    changes = [[each.change(counts) for _, counts in found] for each in OUTCOMES_OF_GAMES]
    adjusted = [holm([each.p for each in of_outcome]) for of_outcome in changes]
    for number, (row, _) in enumerate(found):
        cells: list[Cell] = [row.table, row.entry, row.floor]
        for of_outcome, p in zip(changes, adjusted, strict=True):
            change = of_outcome[number]
            cells += [Estimate(change.value, change.interval), p[number], p[number] <= ALPHA]
        yield tuple(cells)


def columns_of(floor: int, items: bool, shown: Sequence[str]) -> tuple[Column, ...]:
    """The columns of the rows."""
    named = (None, "with one more") if items else ("without", "")
    columns = [Column("table", title=named[0]), Column("entry", title=named[1]), Column("from_floor", "floor")]
    for each in OUTCOMES_OF_GAMES:
        seen = each.name in shown
        title = each.title.format(floor=floor) if seen else None
        columns += [
            Column(each.name, each.kind, title, (f"{each.name}_low", f"{each.name}_high"), each.digits),
            Column(f"{each.name}_p_holm", "p"),
            Column(f"{each.name}_holds", "flag", "*" if seen else None),
        ]
    return tuple(columns)


def deaths_text(floor: int, counts: Counts) -> str:
    """How deadly the last floor is without a change."""
    reached, died, hazard = counts.reached[-1], counts.died[-1], hazards(counts)[-1]
    if not reached:
        return f"floor {floor}: no game reaches it"
    low, high = 100 * hazard.interval.low, 100 * hazard.interval.high
    return (
        f"floor {floor}: {reached:,} reach it, {died:,} die there: {percent(died / counts.games)} of all games,"
        f" {percent(hazard.value)} of those who reach it ({low:.1f}-{high:.1f})"
    )


def without_mode(name: str, mode: str) -> str:
    """A ruleset's name or path, perhaps at a revision, without the mode."""
    return name.removesuffix(f":{mode}").replace(f".toml:{mode}@", ".toml@")
