"""Writes the results of a measurement into its folder: tables, report and replays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.content import Rulebook
from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.report_page.html_report import page_of
from steep.lab.storage.output_folder import Store, write
from steep.lab.storage.replay_measured_game import record
from steep.play.files import replays

REPORT = "report.html"


def write_results(store: Store, rulebook: Rulebook, figures: Sequence[BotFigures]) -> None:
    """Write tables, report and replays. Raises `InputError` when one cannot be written."""
    store.write_tables()
    page = page_of(rulebook, figures, store.manifest, write_replays(store, rulebook, figures))
    write(store.folder / REPORT, page.encode())


def write_replays(store: Store, rulebook: Rulebook, figures: Sequence[BotFigures]) -> dict[tuple[str, int], str]:
    """Write replays of the notable games. Returns their paths in the folder by bot and seed."""
    written = {}
    for bot in figures:
        for seed in sorted({game.seed for game in (*bot.worst, *bot.luckiest)}):
            path = Path("replays", f"{bot.task.bot}-{seed}.replay")
            replays.write(record(rulebook, bot.task, seed), store.folder / path)
            written[bot.task.bot, seed] = path.as_posix()
    return written
