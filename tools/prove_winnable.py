# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Show that runs of a ruleset can be won, by a solver that cheats: it tries floors again in clones of the true world.

    python tools/prove_winnable.py steep --games 200 --to wins
    steep replay wins/seed-0.steep --verify

It says nothing about how hard a run is: no player knows the dice, or can take back a death. See docs/bots.md. Each
seed for which a win is found has been played from the start by the actions found. With --to the wins are kept as
replays, and the same command goes on where an earlier one stopped. The same options give the same figures.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from solve_by_cheating import Solution, Solver

from steep import __version__
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.core.processes import cores
from steep.core.read_untrusted_files import read_regular_file
from steep.core.rules_hash import rules_hash
from steep.lab.stats.confidence_intervals import wilson
from steep.lab.storage.replay_measured_game import record_actions
from steep.play.files import replays
from steep.play.files.user_files import reason_of, write_whole

SEEDS_AT_ONCE = 4
"""In one piece of work of a process."""

FORMAT = 1

MAX_BYTES = 64 * 1024 * 1024

ORIGIN = {
    "steep": "another Steep",
    "rules": "other rules",
    "ruleset": "another ruleset",
    "floors": "another number of floors",
    "attempts": "another number of attempts",
}
"""What a search must have in common with the one that goes on from it, and what to say when it does not."""


@dataclass(slots=True)
class SolvedSeeds:
    """The seeds searched so far: in a folder if there is one, else only for now."""

    folder: Path | None
    rulebook: Rulebook
    origin: dict[str, Any]
    seeds: dict[int, dict[str, Any]] = field(default_factory=dict)
    """For each seed `Solution.as_json`."""

    @classmethod
    def open(cls, folder: Path | None, rulebook: Rulebook, floors: int, attempts: int) -> Self:
        """What a folder holds already. Raises `InputError` when that is of another search."""
        origin = {"steep": __version__, "rules": rules_hash(), "ruleset": rulebook.hash}
        opened = cls(folder, rulebook, origin | {"floors": floors, "attempts": attempts})
        if folder is None or not (file := folder / "search.json").exists():
            return opened
        try:
            found = json.loads(read_regular_file(file, MAX_BYTES))
            if found["format"] != FORMAT:
                raise ValueError(f"format {found['format']}, not {FORMAT}")
            opened.seeds = {int(each["seed"]): each for each in found["seeds"]}
        except OSError as error:
            raise InputError(f"{file}: the search cannot be read: {reason_of(error)}") from None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise InputError(f"{file}: this is no search for wins: {error}") from None
        differences = [what for key, what in ORIGIN.items() if found.get(key) != opened.origin[key]]
        if differences:
            raise InputError(f"{folder}: cannot be gone on with: it is of {', '.join(differences)}")
        return opened

    def keep(self, solution: Solution) -> None:
        """Add what was found for a seed, and write it. Raises `InputError` when it cannot be written."""
        self.seeds[solution.seed] = solution.as_json(self.rulebook)
        if self.folder is None:
            return
        if solution.won:
            recording = record_actions(self.rulebook, solution.seed, 1, solution.actions.tolist())
            replays.write(recording, self.folder / f"seed-{solution.seed}.steep")
        whole = {"format": FORMAT, **self.origin, "seeds": [self.seeds[seed] for seed in sorted(self.seeds)]}
        file = self.folder / "search.json"
        try:
            write_whole(file, (json.dumps(whole, indent=1) + "\n").encode())
        except OSError as error:
            raise InputError(f"{file}: the search could not be written: {reason_of(error)}") from None


def solve(name: str, floors: int, attempts: int, seeds: Sequence[int]) -> list[Solution]:
    """Solve some seeds, in this process."""
    ruleset = load_ruleset(name).compiled
    Solver(ruleset, 1, 1).solve(0)  # compiles
    solver = Solver(ruleset, floors, attempts)
    solutions = []
    for seed in seeds:
        before = time.process_time()
        solutions.append(solver.solve(seed))
        solutions[-1].seconds = time.process_time() - before
    return solutions


def search(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Solve all seeds that aren't solved yet. Returns what was found for each."""
    rulebook = load_ruleset(options.ruleset)
    floors = options.floors or rulebook.compiled.last_floor
    if floors < 1:
        raise InputError(f"{options.ruleset}: this ruleset has no last floor: give --floors")
    solved = SolvedSeeds.open(options.to, rulebook, floors, options.attempts)
    seeds = range(options.seed, options.seed + options.games)
    left = [seed for seed in seeds if seed not in solved.seeds]
    pieces = [left[at : at + SEEDS_AT_ONCE] for at in range(0, len(left), SEEDS_AT_ONCE)]
    with ProcessPoolExecutor(options.jobs) as pool:
        work = [pool.submit(solve, options.ruleset, floors, options.attempts, piece) for piece in pieces]
        for done in as_completed(work):
            for solution in done.result():
                solved.keep(solution)
    return [solved.seeds[seed] for seed in seeds]


def most(causes: Counter[str]) -> str:
    """The most frequent causes, with their counts."""
    return ", ".join(f"{cause} {count}" for cause, count in causes.most_common(3))


def table(name: str, found: list[dict[str, Any]]) -> str:
    """What was found, in Markdown."""
    floors = len(found[0]["attempts"])
    won = sum(each["won"] for each in found)
    share = wilson(won, len(found))
    seconds = sum(each["seconds"] for each in found) / len(found)
    lines = [
        f"{name}, floors 1-{floors}: {won} of {len(found)} seeds can be won, "
        f"{100 * won / len(found):.1f}% ({100 * share.low:.1f}-{100 * share.high:.1f}); {seconds:.1f} CPU s a seed",
        "",
        "| floor | attempts | of them failed | most by | searches that ended there |",
        "| --- | --- | --- | --- | --- |",
    ]
    lost = [each for each in found if not each["won"]]
    for floor in range(floors):
        attempts = sum(each["attempts"][floor] for each in found)
        failed = sum((Counter(each["failed"][floor]) for each in found), Counter[str]())
        ended = sum(each["floor"] == floor + 1 for each in lost)
        lines.append(f"| {floor + 1} | {attempts} | {failed.total()} | {most(failed)} | {ended} |")
    for each in lost:
        failed = Counter(each["failed"][each["floor"] - 1])
        lines += ["", f"no win found: seed {each['seed']}, floor {each['floor']}: {most(failed)}"]
    return "\n".join(lines)


def main() -> int:
    """Solve, and print a Markdown table."""
    parser = argparse.ArgumentParser(description="Show that runs can be won, by a solver that cheats.")
    parser.add_argument("ruleset", help="a name, or a path to a .toml file")
    parser.add_argument("--floors", type=int, default=0, help="leaving this floor alive wins (default: the last one)")
    parser.add_argument("--games", type=int, default=200, help="seeds (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="the first of them (default: 0)")
    parser.add_argument("--attempts", type=int, default=1000, help="at floors, in all, at each seed (default: 1000)")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: one per core)")
    parser.add_argument("--to", type=Path, help="a folder for the wins found, to go on from")
    options = parser.parse_args()
    try:
        print(table(options.ruleset, search(options)))
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
