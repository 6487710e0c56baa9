"""Writes the results of a measurement into its folder: tables, summary, report and replays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from steep.content import Rulebook
from steep.lab.figures.figures_with_intervals import BotFigures, summary_of
from steep.lab.report_page.html_report import page_of
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import write_tables
from steep.lab.storage.replay_measured_game import record
from steep.play.files import replays

SUMMARY = "summary.json"
REPORT = "report.html"

REPLAYS = Path("replays")


def write_results(store: Store, rulebook: Rulebook, figures: Sequence[BotFigures]) -> None:
    """Write tables, summary, report and replays. Raises `InputError` when one cannot be written."""
    write_tables(rulebook, store)
    summary = json.dumps(summary_of(store.manifest, figures), indent=2, ensure_ascii=False) + "\n"
    store.write(store.folder / SUMMARY, summary.encode())
    page = page_of(rulebook, figures, store.manifest, write_replays(store, rulebook, figures))
    store.write(store.folder / REPORT, page.encode())


def write_replays(store: Store, rulebook: Rulebook, figures: Sequence[BotFigures]) -> dict[tuple[str, int], str]:
    """Write replays of the notable games. Returns their paths in the folder by bot and seed."""
    written = {}
    for bot in figures:
        for seed in sorted({game.seed for game in (*bot.worst, *bot.luckiest)}):
            path = REPLAYS / f"{bot.task.bot}-{seed}.replay"
            replays.write(record(rulebook, bot.task, seed), store.folder / path)
            written[bot.task.bot, seed] = path.as_posix()
    return written
