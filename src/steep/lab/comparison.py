"""`steep.lab.compare`: how games differ between two sides. Each side is a ruleset or a table of games."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from steep import __version__
from steep.bots.choose_action import BOTS
from steep.content import Rulebook
from steep.core.input_errors import checked_decimal, checked_pair
from steep.core.rules_hash import rules_hash
from steep.lab.charts.chart import Chart
from steep.lab.charts.of_games import charts_of_counts
from steep.lab.figures.changes import ALPHA, DEATHS, FloorChange, TwoSides, compare_pairs
from steep.lab.measurement import checked_jobs, measure, tasks_of
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.results.result import Cell, Column, Finding, Result, Table, Verdict
from steep.lab.simulate.play_and_count_paired_games import PairedGames, play_pairs, worker_pools_for
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import MAX_FLOORS, Task
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import give_or_take, points
from steep.lab.tables_of_games.compare_games import compare_players, matched
from steep.lab.tables_of_games.games import Games, games_at
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of, source_name

GamesSource = Games | RulesetSource
"""Games that were read (`steep.lab.read_games`) or measured, or a ruleset, which is played."""

COLUMNS = (
    Column("bot"),
    Column("measure", title=""),
    Column("floor", "floor", "floor"),
    Column("a", "share", "A"),
    Column("b", "share", "B"),
    Column("difference", "points", "difference", ends=("low", "high")),
    Column("p_holm", "p", "p"),
    Column("holds", "flag", "significant"),
    Column("games", "count"),
    Column("games_needed", "count", "games needed"),
    Column("cleared_a", "number"),
    Column("cleared_b", "number"),
    Column("bot_b"),
    Column("games_b", "count"),
    Column("paired", "flag"),
)
"""Differences are B minus A, with 95% intervals. `bot` is the player of A, and `games` its games."""

OF_PLAYERS = (
    Column("bot"),
    Column("bot_b"),
    Column("games", "count"),
    Column("games_b", "count"),
    Column("cleared_a", "number", ends=("cleared_a_low", "cleared_a_high")),
    Column("cleared_b", "number", ends=("cleared_b_low", "cleared_b_high")),
    Column("paired", "flag"),
    Column("why"),
    Column("turns_played", "count"),
)

OF_EXAMPLES = (Column("bot"), Column("side"), Column("floor", "floor"), Column("seed", "count"))

MIN_POINTS = 0.01


def compare(
    a: GamesSource,
    b: GamesSource,
    bots: str | Sequence[str] | None = None,
    *,
    games: int = 2000,
    seed: int = 0,
    floors: tuple[int, int] | None = None,
    turns: int = 20_000,
    detect: float = 2.0,
    jobs: int | None = None,
    names: tuple[str, str] | None = None,
    progress: OnProgress | None = None,
) -> Result:
    """Compare A and B. Rulesets are played by bots, by default the explorer: `games` seeds, from `seed` on, under both.

    Floors, turns and jobs are those of `steep.lab.measure`. `detect` is a size of difference, in points: the
    result says how many games detect it. `names` are what A and B are called in the result. A side that is games that
    were read, or the path of a table or of a measurement's folder, isn't played. A ruleset on the other side is then
    played by the same bots, or by the explorer, on the same floors.

    The result has the tables `changes` (differences by floor), `bots` (who played, and how far they came) and
    `dead_only_under` (seeds that die on a floor under one side alone). Raises `InputError`, and `Stopped` if `progress`
    stopped games that are compared with a table. If two rulesets are stopped, the seeds that both finished count.
    """
    checked_decimal("detect", detect, MIN_POINTS, 100)
    called = checked_pair("names", names or (name_of(a), name_of(b)), "what A and B are called")
    a, b = games_at(a) or a, games_at(b) or b
    how: dict[str, Any] = {"games": games, "seed": seed, "floors": floors, "turns": turns, "jobs": jobs}
    if not isinstance(a, Games) and not isinstance(b, Games):
        rulebooks = rulebook_of(a), rulebook_of(b)
        tasks = tasks_of(rulebooks, bots or "explorer", games, seed, floors, turns)
        found = [compare_pairs(games, detect / 100) for games in played_pairs(rulebooks, tasks, jobs, progress)]
        facts = {
            "steep": __version__,
            "rules": rules_hash(),
            **{
                side: {"ruleset": name, "hash": each.hash}
                for side, name, each in zip("ab", called, rulebooks, strict=True)
            },
            "seed": seed,
            "games_asked": sum(task.games for task in tasks),
            "floors": [tasks[0].first_floor, tasks[0].last_floor],
            "turns": turns,
        }
        on = f"both from seed {seed}, floors {tasks[0].first_floor}-{tasks[0].last_floor}, at most {turns:,} turns"
        sides = [f"{side}: {name} {each.hash}" for side, name, each in zip("AB", called, rulebooks, strict=True)]
        return comparison_of(found, called, facts, (*sides, on), detect, rulebooks[1].path)
    read = next(side for side in (a, b) if isinstance(side, Games))
    both = tuple(
        side if isinstance(side, Games) else games_beside(read, rulebook_of(side), bots, how, progress)
        for side in (a, b)
    )
    found = [compare_players(both[0], one, both[1], two, detect / 100) for one, two in matched(*both)]
    facts = {"steep": __version__, **{side: {"games": name} for side, name in zip("ab", called, strict=True)}}
    return comparison_of(found, called, facts, (f"A: {called[0]}", f"B: {called[1]}"), detect)


def name_of(source: GamesSource) -> str:
    """What a side was called by the caller."""
    return source.path if isinstance(source, Games) else source_name(source)


def played_pairs(
    rulebooks: tuple[Rulebook, Rulebook], tasks: Sequence[Task], jobs: int | None, progress: OnProgress | None
) -> list[PairedGames]:
    """Play tasks under two rulesets. Returns the counts of the tasks that have games."""
    at_a_time = checked_jobs(jobs)
    paired = [PairedGames(task) for task in tasks]
    watch = Watch(progress, 2 * sum(task.games for task in tasks))
    with Warmup(watch.note) as warmup:
        play_both(rulebooks, paired, at_a_time, watch, warmup)
    return [games for games in paired if games.pairs.games]


def play_both(
    rulebooks: Sequence[Rulebook], paired: Sequence[PairedGames], jobs: int, watch: Watch, warmup: Warmup
) -> None:
    """Play the same seeds under two rulesets, and count the pairs."""
    with worker_pools_for([each.compiled for each in rulebooks], jobs, watch.played, warmup) as worker_pools:
        watch.stop_with(warmup.stop, *(worker_pool.stop for worker_pool in worker_pools))
        play_pairs(worker_pools, paired, jobs)
    watch.raise_failure()


def games_beside(
    read: Games,
    rulebook: Rulebook,
    bots: str | Sequence[str] | None,
    how: dict[str, Any],
    progress: OnProgress | None,
) -> Games:
    """The games of a ruleset that are compared with games that were read. Raises `Stopped`."""
    who = bots or [name for name in read.players if name in BOTS] or "explorer"
    deepest = min(rulebook.run.last_floor or MAX_FLOORS, read.by_player[0].counts.floors)
    measured = measure(rulebook, who, **how | {"floors": how["floors"] or (1, deepest)}, progress=progress)
    if not measured.whole:
        raise Stopped
    return measured


def comparison_of(
    found: Sequence[TwoSides],
    names: tuple[str, str],
    facts: dict[str, Any],
    lead: tuple[str, ...],
    detect: float,
    file: str = "",
) -> Result:
    """The findings, as a result. `file` is ruleset B's file."""
    table = changes_table(found, detect / 100)
    significant = [(each, change) for each in found for change in each.ranked if change.holds]
    players = Table("bots", OF_PLAYERS, tuple(row_of_player(each) for each in found))
    examples = Table("dead_only_under", OF_EXAMPLES, tuple(row for each in found for row in rows_of_examples(each)))
    return Result(
        f"{names[0]} compared with {names[1]}",
        {**facts, "confidence": 0.95, "detect": detect / 100},
        (table, players, examples),
        (*lead, f"95% intervals; significant means with all floors tested (Holm, {ALPHA:.0%})"),
        tuple(chart for each in found for chart in charts_of(each, names)),
        Verdict("difficulty changed" if significant else "no significant change of difficulty", None),
        (
            f"{len(significant)} of {len(table.rows)} differences are significant",
            *(line for each in found for line in example_of(each, names, "floors" in facts)),
        ),
        tuple(dict.fromkeys(caution for each in found for caution in each.cautions)),
        tuple(finding_of(each, change, file) for each, change in significant),
    )


def changes_table(found: Sequence[TwoSides], detect: float) -> Table:
    """All differences, the largest of a measure first; `detect` is a share."""
    changes = [(each, change) for each in found for change in each.ranked]
    return Table(
        "changes",
        COLUMNS,
        tuple(row_of(each, change) for each, change in changes),
        notes=(f"games needed: to detect a difference of {100 * detect:g} points, 8 times in 10",),
        group_by="bot",
        captions={each.a: caption_of(each) for each in found},
        notable=tuple(number for number, (_, change) in enumerate(changes) if change.holds),
    )


def row_of(each: TwoSides, change: FloorChange) -> tuple[Cell, ...]:
    """A row of `changes`."""
    return (
        each.a,
        change.measure,
        change.floor,
        change.a,
        change.b,
        Estimate(change.difference, change.interval),
        change.p,
        change.holds,
        each.counts_a.games,
        change.needed,
        each.cleared_a.value,
        each.cleared_b.value,
        each.b,
        each.counts_b.games,
        each.paired,
    )


def row_of_player(each: TwoSides) -> tuple[Cell, ...]:
    """A row of `bots`."""
    games = each.counts_a.games, each.counts_b.games
    return each.a, each.b, *games, each.cleared_a, each.cleared_b, each.paired, each.why, each.turns


def rows_of_examples(each: TwoSides) -> Iterator[tuple[Cell, ...]]:
    """Rows of `dead_only_under`."""
    for side, by_floor in zip("ab", each.dead_only, strict=False):
        for row, seeds in enumerate(by_floor):
            for seed in seeds:
                yield each.a, side, each.first_floor + row, seed


def caption_of(each: TwoSides) -> str:
    """Who played how many games, and how far they came."""
    games = f"{each.counts_a.games:,} and {each.counts_b.games:,} games"
    if each.counts_a.games == each.counts_b.games:
        games = f"{each.counts_a.games:,} games of each"
    a, b = (f"{side.value:.2f} {give_or_take(side.interval, 2)}" for side in (each.cleared_a, each.cleared_b))
    cleared = f"clears {a} under A, {b} under B, of {len(each.counts_a.reached)} floors"
    return f"{player_names(each)}, {games}: {cleared}; {each.why}"


def player_names(each: TwoSides) -> str:
    """Who played."""
    return each.a if each.a == each.b else f"{each.a} and {each.b}"


def charts_of(each: TwoSides, names: tuple[str, str]) -> Iterator[Chart]:
    """Survival and hazard under both."""
    a, b = ("A", "B") if names[0] == names[1] else names
    last = each.first_floor + len(each.counts_a.reached) - 1
    task = Task(player_names(each), 0, each.counts_a.games, each.first_floor, last)
    return charts_of_counts(task, {a: each.counts_a, b: each.counts_b})


def example_of(each: TwoSides, names: tuple[str, str], of_rulesets: bool) -> Iterator[str]:
    """Games that show the largest significant difference in deaths, and how to watch the first."""
    change = next((change for change in each.ranked if change.measure == DEATHS and change.holds), None)
    if change is None or not each.dead_only:
        return
    row, side = change.floor - each.first_floor, int(change.difference > 0)
    dead, alive, seeds = "AB"[side], "BA"[side], each.dead_only[side][row]
    if seeds:
        words = ", ".join(map(str, seeds))
        yield (
            f"games of {each.a} that show it: of seed {words}, dead on floor {change.floor} under {dead},"
            f" past it under {alive}"
        )
        # A run to watch starts on floor 1, with the ruleset as it is now.
        if each.first_floor == 1 and of_rulesets and "@" not in names[side]:
            yield f"steep play --ruleset {shlex.quote(names[side])} --seed {seeds[0]} --bot {each.a}"


def finding_of(each: TwoSides, change: FloorChange, file: str) -> Finding:
    """A significant change, for a gate."""
    message = f"{player_names(each)}: {change.subject}: {points(change.difference, change.interval)}"
    return Finding("warning", change.subject, message, file)
