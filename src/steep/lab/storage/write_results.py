"""Writes the results of a measurement into its folder: tables, report and replays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.content import Rulebook
from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.report_page.html_report import Replay, page_of
from steep.lab.storage.output_folder import Store, write
from steep.lab.storage.replay_measured_game import record
from steep.play.files import replays
from steep.play.files.links import link_to_run

REPORT = "report.html"


def write_results(store: Store, rulebook: Rulebook, figures: Sequence[BotFigures], pages: str | None = None) -> None:
    """Write tables, report and replays. Raises `InputError` when one cannot be written.

    The report links to the games in Steep's `pages`, if their address is given.
    """
    store.write_tables()
    page = page_of(rulebook, figures, store.manifest, write_replays(store, rulebook, figures, pages))
    write(store.folder / REPORT, page.encode())


def write_replays(
    store: Store, rulebook: Rulebook, figures: Sequence[BotFigures], pages: str | None
) -> dict[tuple[str, int], Replay]:
    """Write replays of the notable games. Returns them by bot and seed, with their paths in the folder."""
    written = {}
    for bot in figures:
        for seed in sorted({game.seed for game in (*bot.worst, *bot.luckiest)}):
            path = Path("replays", f"{bot.task.bot}-{seed}.replay")
            recording = record(rulebook, bot.task, seed)
            replays.write(recording, store.folder / path)
            link = link_to_run(pages, recording, rulebook) if pages else None
            written[bot.task.bot, seed] = Replay(path.as_posix(), link)
    return written
