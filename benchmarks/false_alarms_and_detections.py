"""Measures how often `steep check` gives a false alarm, and how often it detects the changes that it says it can.

First only its decision, thousands of times: on simulated games (random numbers
with the hazards that a bot met), and on played games. Then the command itself,
on other seeds each time. Where nothing has changed, every alarm is false. Takes
about half an hour on two cores.
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
from steep.core.processes import cores
from steep.lab.counting.counts import Counts
from steep.lab.figures.drift_significance import Limits, find_drift
from steep.lab.simulate.play_games import WorkerPool, chunks_of, play_games
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task

RULESET = "tcod-2020"
BOT = "diver"

MEASURED = 20_000
"""Games that the hazards are measured in."""

GAMES = 2_000
"""Simulated games of each baseline and each check."""

SIMULATED = 40_000
RATES = (0.05, 0.01, 0.001)
RISES = 2_000

TAKEN = 4_000
TAKEN_GAMES = 100
"""Games of each baseline and each check that are taken from one long measurement."""

PLAYED = 400
PLAYED_GAMES = 300
PLAYED_RATE = 0.05

HARDER = """\
extends = "tcod-2020"
[monsters.troll]
spawn = { 3 = 30, 5 = 45, 7 = 60 }
"""
SIMILAR = """\
extends = "tcod-2020"
[monsters.troll]
spawn = { 3 = 16, 5 = 31, 7 = 60 }
"""


def measured_counts() -> Counts:
    """How the games of the bot end."""
    rulebook = load_ruleset(RULESET)
    played = PlayedGames(Task(BOT, 0, MEASURED), len(rulebook.monsters))
    with WorkerPool(rulebook.compiled, cores()) as worker_pool:
        play_games(worker_pool, [played], cores())
    return played.counts


def simulated(dice: np.random.Generator, hazards: list[float], checks: int) -> Iterator[Counts]:
    """Results of simulated games, for one check after another."""
    alive = np.full(checks, GAMES)
    died = []
    for hazard in hazards:
        died.append(dice.binomial(alive, hazard))
        alive = alive - died[-1]
    rows = zip(np.stack(died, 1).tolist(), alive.tolist(), strict=True)
    return (Counts.of_floors(dead, [0] * len(dead), won) for dead, won in rows)


def hazards_of(counts: Counts) -> list[float]:
    """By floor: the share of games that died there, of those that reached it."""
    return [died / reached if reached else 0.0 for died, reached in zip(counts.died, counts.reached, strict=True)]


def lowest_p(then: Counts, now: Counts) -> float:
    """The lowest adjusted p-value of all figures. A check gives an alarm at any false alarm rate not below it."""
    return min(figure.p for figure in find_drift({BOT: then}, {BOT: now}, 1, Limits()))


def report(what: str, alarms: int, checks: int, stated: str) -> None:
    """Print a line of the table, with the standard error of the measured share."""
    share = alarms / checks
    error = math.sqrt(share * (1 - share) / checks)
    print(f"{what:<52}{alarms:>7,} of {checks:>7,}{share:>10.3%} ±{error:.3%}{stated:>20}", flush=True)


def check_simulated_games(usual: Counts) -> None:
    """Check simulated games: unchanged ones, and ones with one floor worse by its detectable change."""
    dice = np.random.default_rng(2)
    hazards = hazards_of(usual)
    pairs = zip(simulated(dice, hazards, SIMULATED), simulated(dice, hazards, SIMULATED), strict=True)
    lowest = [lowest_p(then, now) for then, now in pairs]
    for rate in RATES:
        report(
            f"simulated, unchanged, {GAMES:,} games, at {rate}",
            sum(p <= rate for p in lowest),
            SIMULATED,
            f"<= {rate:.1%}",
        )
    typical = next(simulated(np.random.default_rng(0), hazards, 1))
    for row, figure in enumerate(find_drift({BOT: typical}, {BOT: typical}, 1, Limits())):
        if figure.floor is None or figure.detectable_change is None or not figure.was:
            continue
        worse = [*hazards[:row], min(1.0, hazards[row] + figure.detectable_change), *hazards[row + 1 :]]
        pairs = zip(simulated(dice, hazards, RISES), simulated(dice, worse, RISES), strict=True)
        detected = sum(find_drift({BOT: then}, {BOT: now}, 1, Limits())[row].drifted for then, now in pairs)
        report(
            f"simulated, floor {figure.floor}: {figure.was:.1%} and {figure.detectable_change:+.1%}",
            detected,
            RISES,
            "about 80%",
        )


def taken(number: int) -> Iterator[Counts]:
    """Results of played games, TAKEN_GAMES at a time, each on other seeds."""
    rulebook, task = load_ruleset(RULESET), Task(BOT, MEASURED, number * TAKEN_GAMES)
    with WorkerPool(rulebook.compiled, cores()) as worker_pool:
        for batch in worker_pool.batches(chunks_of(task, largest=TAKEN_GAMES)):
            played = PlayedGames(task, len(rulebook.monsters))
            played.add(batch)
            yield played.counts


def check_played_games() -> None:
    """Check played games, where nothing has changed."""
    counts = taken(2 * TAKEN)
    lowest = [lowest_p(then, now) for then, now in zip(counts, counts, strict=True)]
    for rate in RATES:
        alarms = sum(p <= rate for p in lowest)
        report(f"played, unchanged, {TAKEN_GAMES} games, at {rate}", alarms, TAKEN, f"<= {rate:.1%}")


def gives_alarm(folder: Path, ruleset: str | Path, seed: int) -> bool:
    """Whether `steep check` of a ruleset gives an alarm against a new baseline of the bundled one."""
    words = ["--baseline", str(folder / "baseline.json"), "--out", str(folder), "--false-alarms", str(PLAYED_RATE)]
    games = ["--update", "--bot", BOT, "--games", str(PLAYED_GAMES), "--floors", "1-5", "--seed", str(seed)]
    with contextlib.redirect_stdout(io.StringIO()):
        made = steep(["check", RULESET, *words, *games])
        checked = steep(["check", str(ruleset), *words])
    if made != 0 or checked not in (0, 1):
        raise RuntimeError(f"steep check ended with {made} and {checked}")
    return checked == 1


def run_command() -> None:
    """Run the command where nothing has changed, where little has, and where much has."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        harder, similar = folder / "harder.toml", folder / "similar.toml"
        harder.write_text(HARDER, encoding="utf-8")
        similar.write_text(SIMILAR, encoding="utf-8")
        for what, ruleset, stated in (
            ("unchanged", RULESET, f"<= {PLAYED_RATE:.1%}"),
            ("trolls 15 and 30 become 16 and 31", similar, ""),
            ("trolls 15 and 30 become 30 and 45", harder, ""),
        ):
            alarms = sum(gives_alarm(folder, ruleset, 2 * PLAYED_GAMES * number) for number in range(PLAYED))
            report(f"command, {what}, {PLAYED_GAMES} games", alarms, PLAYED, stated)


def main() -> None:
    """Measure and print."""
    print(f"{RULESET}, {BOT}: how often a check gives an alarm{'alarms':>16}{'share':>20}{'stated':>30}")
    check_simulated_games(measured_counts())
    check_played_games()
    run_command()


if __name__ == "__main__":
    main()
