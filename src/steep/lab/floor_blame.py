"""`steep.lab.blame`: which table entries cause the deaths on a floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steep import __version__
from steep.bots.bots_by_name import find_bot
from steep.core.checked_arguments import checked_number
from steep.core.input_errors import InputError
from steep.core.rules_hash import rules_hash
from steep.core.ruleset import MAX_FLOORS
from steep.lab.counting.counts import Counts
from steep.lab.figures.changes import ALPHA
from steep.lab.figures.game_figures import cleared, hazards, strength
from steep.lab.games_to_play import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Watch
from steep.lab.report_page.result_page import Table, result_page
from steep.lab.results.data_frames import ArrowTable
from steep.lab.results.dataclass_results import Result, as_arrow
from steep.lab.results.plain_data import plain
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import points
from steep.lab.studies import blame_table_entries
from steep.lab.studies.remove_one_table_entry import Row, ablations
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of, source_name
from steep.spawn.exact_numbers import SpawnError

MEASURES = ("deaths", "hazard", "reached")
"""The effects of an entry, in their order."""

HEADINGS = (
    "table",
    "entry",
    "from_floor",
    *(f"{name}{part}" for name in MEASURES for part in ("", "_low", "_high", "_p_holm", "_holds")),
)


@dataclass(frozen=True, slots=True)
class Effect:
    """How a share changes without an entry."""

    change: Estimate
    """With its 95% interval."""
    p: float
    """That there is no change, adjusted with Holm's method for testing all entries."""

    @property
    def holds(self) -> bool:
        """Whether the change is significant even though all entries were tested."""
        return self.p <= ALPHA


@dataclass(frozen=True, slots=True)
class BlamedEntry:
    """How a floor changes without a table entry."""

    table: str
    """Its path in the ruleset's file, as ``monsters.troll.spawn``."""
    entry: str
    """For example ``5 = 30``, or the key of an ability."""
    floor: int
    """The first floor on which it applies."""
    deaths: Effect
    """Of the share of all games that die on the floor."""
    hazard: Effect
    """Of the share that die there of those that reach it."""
    reached: Effect
    """Of the share of all games that reach it."""
    saved: tuple[int, ...]
    """The first few seeds whose game dies there, and gets past it without the entry."""

    @property
    def name(self) -> str:
        """The table and the entry."""
        return f"{self.table} {self.entry}"

    @property
    def effects(self) -> tuple[Effect, Effect, Effect]:
        """All three."""
        return self.deaths, self.hazard, self.reached

    @property
    def differs(self) -> bool:
        """Whether any game ended differently without it."""
        return any(effect.change.value != 0 for effect in self.effects)


@dataclass(frozen=True, slots=True)
class FloorBlame(Result):
    """What the table entries of a ruleset do to the deaths on a floor, which is the task's last."""

    steep: str
    """The version that played."""
    rules: str
    """Hash of the sources of all rules and bots."""
    ruleset: str
    hash: str
    task: Task
    games: int
    """Played with and without each entry. Fewer than the task's when it was stopped."""
    counts: Counts
    """How the games ended with all entries."""
    entries: tuple[BlamedEntry, ...]
    """The largest change of the floor's deaths first."""
    left_out: tuple[str, ...]
    """A sentence for each entry without which the ruleset would be invalid."""

    @property
    def whole(self) -> bool:
        """Whether all games were played: False if it was stopped."""
        return self.games == self.task.games

    @property
    def table(self) -> ArrowTable:
        """A row for each entry, with its effects."""
        return as_arrow(HEADINGS, self.rows())

    def rows(self) -> list[tuple[object, ...]]:
        """The rows of the table; unknown numbers are None."""
        return [
            (each.table, each.entry, each.floor, *(number for effect in each.effects for number in numbers_of(effect)))
            for each in self.entries
        ]

    def as_json(self) -> dict[str, Any]:
        """All figures and settings."""
        return {
            "steep": self.steep,
            "rules": self.rules,
            "ruleset": self.ruleset,
            "hash": self.hash,
            "bot": self.task.bot,
            "seed": self.task.seed,
            "games": self.games,
            "turn_limit": self.task.turns,
            "floor": self.task.last_floor,
            "reached": self.counts.reached[-1],
            "died": self.counts.died[-1],
            "hazard": plain(hazards(self.counts)[-1]),
            "rows": [
                dict(zip(HEADINGS, row, strict=True)) | {"dead_only_with_it": list(each.saved)}
                for each, row in zip(self.entries, self.rows(), strict=True)
            ],
        }

    def html(self) -> str:
        """The entries that change anything, as a table."""
        floor, games = self.task.last_floor, self.games
        lead = (
            f"{self.ruleset} {self.hash}: {games:,} games from seed {self.task.seed} by"
            f" {strength(self.task.bot, cleared(self.counts), floor)}, as it is and without each of {len(self.entries)}"
            f" table entries. {self.counts.reached[-1]:,} reach floor {floor}, {self.counts.died[-1]:,} die there."
        )
        rows = [(each.name, *map(in_words, each.effects)) for each in self.entries if each.differs]
        caption = "Changes in points with 95% intervals; * is significant with all entries tested (Holm)"
        headings = ("without", f"deaths on floor {floor}", "of those who reach it", "who reach it")
        return result_page(f"What kills on floor {floor}", lead, [], [Table(caption, headings, rows)])


def blame(
    ruleset: RulesetSource,
    floor: int,
    bot: str = "explorer",
    *,
    games: int = 1000,
    seed: int = 0,
    turns: int = 20_000,
    jobs: int | None = None,
    progress: OnProgress | None = None,
) -> FloorBlame:
    """Play the same seeds with and without each table entry that is in force on floors 1 to `floor`.

    `turns` and `jobs` are those of `steep.lab.measure`. Raises `InputError`.
    """
    checked_number("floor", floor, 1, MAX_FLOORS)
    find_bot(bot)
    rulebook, name = rulebook_of(ruleset), source_name(ruleset)
    (task,) = tasks_of([rulebook], [bot], games, seed, (1, floor), turns)
    at_a_time = checked_jobs(jobs)
    written = rulebook_of(without_mode(name, rulebook.mode)) if rulebook.mode else rulebook
    left_out: list[str] = []

    def leave_out(row: Row, error: SpawnError) -> None:
        left_out.append(f"{row} is left out: without it the ruleset is invalid ({error})")

    ablated = ablations(written, floor, rulebook.mode, leave_out)
    if not ablated:
        raise InputError(f"{name}: found no table entry that affects floors 1 to {floor}")
    trials = blame_table_entries.Trials(rulebook.compiled, ablated, task)
    watch = Watch(progress, task.games * (1 + len(ablated)))
    with Warmup(watch.note) as warmup:
        watch.stop_with(warmup.stop, trials.stop)
        trials.play(at_a_time, watch.played, warmup)
    watch.raise_failure()
    return FloorBlame(
        __version__,
        rules_hash(),
        rulebook.name,
        rulebook.hash,
        task,
        trials.games,
        trials.paired[0].counts_a,
        tuple(entry_of(each) for each in trials.blame()) if trials.games else (),
        tuple(left_out),
    )


def entry_of(found: blame_table_entries.Blame) -> BlamedEntry:
    """An entry and its effects, in plain values."""
    deaths, hazard, reached = (
        Effect(Estimate(each.difference.value, each.difference.interval), each.p) for each in found.effects
    )
    return BlamedEntry(found.row.table, found.row.entry, found.row.floor, deaths, hazard, reached, found.saved)


def numbers_of(effect: Effect) -> Sequence[object]:
    """An effect as cells of a row."""
    return *plain(effect.change).values(), plain(effect.p), effect.holds


def in_words(effect: Effect) -> str:
    """A change in points, with a * if it is significant."""
    return points(effect.change.value, effect.change.interval) + (" *" if effect.holds else "")


def without_mode(name: str, mode: str) -> str:
    """A ruleset's name or path, perhaps at a revision, without the mode."""
    return name.removesuffix(f":{mode}").replace(f".toml:{mode}@", ".toml@")
