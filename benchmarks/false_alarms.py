"""How often `steep check` cries wolf, and how often it sees what it says it would: measured, beside what is stated.

First its decision, many thousand times: on games thrown with dice at the
hazards that a bot met, and on games that the bot played. Then the command
itself, on other seeds each time. Where nothing has changed, every alarm is a
false one. Takes about half an hour on two cores.
"""

from __future__ import annotations

import contextlib
import io
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from steep.cli import main as steep
from steep.content import load_ruleset
from steep.core.cpu import cores
from steep.lab.figures.drift import Limits, find_drift
from steep.lab.figures.ends_by_floor import Counts
from steep.lab.figures.tally import Tally
from steep.lab.simulate.games_to_play import Task
from steep.lab.simulate.run_measurement import play_games
from steep.lab.simulate.worker_pool import WorkerPool, chunks_of
from steep.rules.run_ends import END_NAMES

RULESET = "tcod-2020"
BOT = "diver"
MEASURED = 20_000
"""Games from which the hazards are taken."""

GAMES = 2_000
"""Of a baseline, and of a check, of those that are thrown."""

THROWN = 40_000
RATES = (0.05, 0.01, 0.001)
RISES = 2_000

DEALT = 4_000
DEALT_GAMES = 100
"""Of a baseline, and of a check, of those that are dealt out of one long measurement."""

PLAYED = 400
PLAYED_GAMES = 300
PLAYED_RATE = 0.05

HARDER = """\
extends = "tcod-2020"
[monsters.troll]
spawn = { 3 = 30, 5 = 45, 7 = 60 }
"""
LIKEWISE = """\
extends = "tcod-2020"
[monsters.troll]
spawn = { 3 = 16, 5 = 31, 7 = 60 }
"""


def measured() -> Counts:
    """How the games of a bot end."""
    book = load_ruleset(RULESET)
    tally = Tally(Task(BOT, 0, MEASURED), len(book.monsters))
    with WorkerPool(book.compiled, cores()) as worker_pool:
        play_games(worker_pool, [tally], cores())
    return Counts.of_visits(tally.ends)


def thrown(dice: np.random.Generator, hazards: list[float], checks: int) -> Iterator[Counts]:
    """The games of baselines and checks, by dice."""
    alive = np.full(checks, GAMES)
    reached, died = [], []
    for hazard in hazards:
        reached.append(alive)
        died.append(dice.binomial(alive, hazard))
        alive = alive - died[-1]
    rows = zip(np.stack(reached, 1).tolist(), np.stack(died, 1).tolist(), alive.tolist(), strict=True)
    return (Counts(tuple(came_from), tuple(dead), (0,) * len(came_from), won) for came_from, dead, won in rows)


def hazards_of(counts: Counts) -> list[float]:
    """Died of reached, by floor."""
    return [died / reached if reached else 0.0 for died, reached in zip(counts.died, counts.reached, strict=True)]


def lowest_p(then: Counts, now: Counts) -> float:
    """Of all figures, adjusted: a check at this rate of false alarms, or a higher one, rings."""
    return min(figure.p for figure in find_drift({BOT: then}, {BOT: now}, 1, Limits()))


def report(what: str, rang: int, of: int, stated: str) -> None:
    """Print a line of the table, with the standard error of what was seen."""
    share = rang / of
    print(
        f"{what:<52}{rang:>7,} of {of:>7,}{share:>10.3%} ±{math.sqrt(share * (1 - share) / of):.3%}{stated:>20}",
        flush=True,
    )


def throw_checks(usual: Counts) -> None:
    """Decide on games by dice: where nothing has changed, and where one floor is as much worse as would be seen."""
    dice = np.random.default_rng(2)
    hazards = hazards_of(usual)
    pairs = zip(thrown(dice, hazards, THROWN), thrown(dice, hazards, THROWN), strict=True)
    lowest = [lowest_p(then, now) for then, now in pairs]
    for rate in RATES:
        report(
            f"thrown, unchanged, {GAMES:,} games, at {rate}", sum(p <= rate for p in lowest), THROWN, f"<= {rate:.1%}"
        )
    typical = next(thrown(np.random.default_rng(0), hazards, 1))
    for row, figure in enumerate(find_drift({BOT: typical}, {BOT: typical}, 1, Limits())):
        if figure.floor is None or figure.detectable_change is None or not figure.was:
            continue
        worse = [*hazards[:row], min(1.0, hazards[row] + figure.detectable_change), *hazards[row + 1 :]]
        pairs = zip(thrown(dice, hazards, RISES), thrown(dice, worse, RISES), strict=True)
        seen = sum(find_drift({BOT: then}, {BOT: now}, 1, Limits())[row].drifted for then, now in pairs)
        report(
            f"thrown, floor {figure.floor}: {figure.was:.1%} and {figure.detectable_change:+.1%}",
            seen,
            RISES,
            "about 80%",
        )


def dealt(counts: int) -> Iterator[Counts]:
    """Games that were played, so many at a time, all of them on other seeds."""
    task = Task(BOT, MEASURED, counts * DEALT_GAMES)
    with WorkerPool(load_ruleset(RULESET).compiled, cores()) as worker_pool:
        for batch in worker_pool.batches(chunks_of(task, largest=DEALT_GAMES)):
            ends = np.zeros((task.last_floor, len(END_NAMES)), np.int64)
            np.add.at(ends, (batch.visits["floor"] - task.first_floor, batch.visits["end"]), 1)
            yield Counts.of_visits(ends)


def deal_checks() -> None:
    """Decide on games that were played, where nothing has changed."""
    hands = dealt(2 * DEALT)
    lowest = [lowest_p(then, now) for then, now in zip(hands, hands, strict=True)]
    for rate in RATES:
        rang = sum(p <= rate for p in lowest)
        report(f"dealt, unchanged, {DEALT_GAMES} games, at {rate}", rang, DEALT, f"<= {rate:.1%}")


def rings(folder: Path, ruleset: str | Path, seed: int) -> bool:
    """Whether a baseline of the bundled ruleset and a check of another, played for real, end in an alarm."""
    words = ["--baseline", str(folder / "baseline.json"), "--out", str(folder), "--false-alarms", str(PLAYED_RATE)]
    games = ["--update", "--bot", BOT, "--games", str(PLAYED_GAMES), "--floors", "1-5", "--seed", str(seed)]
    with contextlib.redirect_stdout(io.StringIO()):
        made = steep(["check", RULESET, *words, *games])
        found = steep(["check", str(ruleset), *words])
    if made != 0 or found not in (0, 1):
        raise RuntimeError(f"steep check ended with {made} and {found}")
    return found == 1


def play_checks() -> None:
    """Run the command: where nothing has changed, where hardly anything has, and where much has."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        harder, likewise = folder / "harder.toml", folder / "likewise.toml"
        harder.write_text(HARDER, encoding="utf-8")
        likewise.write_text(LIKEWISE, encoding="utf-8")
        for what, ruleset, stated in (
            ("unchanged", RULESET, f"<= {PLAYED_RATE:.1%}"),
            ("trolls 15 and 30 become 16 and 31", likewise, ""),
            ("trolls 15 and 30 become 30 and 45", harder, ""),
        ):
            rang = sum(rings(folder, ruleset, 2 * PLAYED_GAMES * number) for number in range(PLAYED))
            report(f"played, {what}, {PLAYED_GAMES} games", rang, PLAYED, stated)


def main() -> None:
    """Measure and print."""
    print(f"{RULESET}, {BOT}: how often a check rings{'seen':>25}{'share':>20}{'stated':>30}")
    throw_checks(measured())
    deal_checks()
    play_checks()


if __name__ == "__main__":
    main()
