# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[tune]"]
# ///
"""Prove that tuning finds what it should: targets made by hidden settings, tuned from the shipped rulesets.

    python tools/prove_tuning.py FILE [--targets 1-30] [--beyond 1-10] [--budget GAMES]

Each target is made from its number alone. Some numbers of a bundled ruleset are moved by at least 30% of what is
written; a bot plays that, and its survival on each floor, give or take 2 points, is the target. Tuning starts from the
ruleset as it is shipped, and may move the same numbers from 40% to 200%. Then both are played on seeds that neither has
seen. It has come near when survival differs by at most 3 points on every floor.

The targets of --beyond cannot be reached: their hidden settings lie beyond the bounds, all in the same direction, and
survival is more than 6 points from that at the bounds. Tuning should refuse them.

Each result is added to FILE, a line of JSON, and what is there is not done again. In the end all are printed as tables.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steep.content import RulesetError
from steep.content.change_numbers import WrittenRuleset
from steep.lab.counting.counts import Counts
from steep.lab.figures import game_figures
from steep.lab.figures.figures_in_bands import figures_in_bands
from steep.lab.progress import Watch
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.target_file import Band, Move, Target, Tuning
from steep.lab.studies.numbers_that_move import Space, space_of
from steep.lab.studies.search_for_bands import Search, tasks_of
from steep.lab.tuned_ruleset import counts_of

REACHABLE, BEYOND = "reachable", "beyond"

JOBS = 1
BUDGET = 50_000
"""Games that tuning may play."""

FIRST_LOOK = 200
"""Games with numbers that are tried for the first time."""

RULESETS = ("tcod-2019", "tcod-2020", "roguebasin", "rotjs", "godot")
BOTS = ("brawler", "diver", "brawler", "diver", "masher")
FLOORS = {"brawler": (2, 3, 4), "diver": (3, 4, 5), "masher": (2,)}
"""How many floors are played: those that some heroes leave alive."""

PATHS = (
    "monsters.*.hp",
    "monsters.*.power",
    "monsters.orc.power",
    "monsters.troll.spawn",
    "counts.monsters_per_room",
    "counts.items_per_room",
    "hero.hp",
    "hero.power",
)
LOW, HIGH = 40, 200
"""Percent: the bounds of each move."""

FAR = 0.3
"""How far the hidden values are from those written, at least, as a share of them."""

BELOW, ABOVE = (10, 30), (300, 500)
"""Percent: settings beyond the bounds."""

BEYOND_BY = 0.06
"""How far survival with them is from that at the bounds, at least, on some floor."""

WITHIN = 0.02
"""How far the edges of a band are from the survival that is wanted."""

NEAR = 0.03
"""How far survival may be from it on held-out seeds."""

GAMES_OF_GLANCE = 400
"""Games that decide whether settings are worth a target: whether they differ from the ruleset as shipped."""

SEED_OF_TARGET, SEED_OF_CHECK, HELD_OUT = 5_000_000, 1_000_000, 9_000_000
GAMES_OF_TARGET, GAMES_OF_CHECK, GAMES_HELD_OUT = 4_000, 2_000, 4_000


@dataclass(frozen=True, slots=True)
class Case:
    """A target and the settings that it was made with."""

    space: Space
    target: Target
    hidden: tuple[int, ...]


def main() -> None:
    """Make, tune and measure the targets that are not in the file yet, and print all rows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--targets", default="1-30")
    parser.add_argument("--beyond", default="1-10")
    parser.add_argument("--budget", type=int, default=BUDGET)
    options = parser.parse_args()
    for kind in (REACHABLE, BEYOND):
        first, last = map(int, (options.targets if kind == REACHABLE else options.beyond).split("-"))
        for number in range(first, last + 1):
            if (kind, number) not in {(each["kind"], each["number"]) for each in results_in(options.file)}:
                row = prove(kind, number, options.budget)
                with options.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    print_tables(sorted(results_in(options.file), key=lambda each: each["number"]))


def results_in(file: Path) -> list[dict[str, Any]]:
    """The results in a file; none if there is no such file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def print_tables(results: Sequence[dict[str, Any]]) -> None:
    """Print the results of both kinds."""
    for kind in (REACHABLE, BEYOND):
        rows = [each for each in results if each["kind"] == kind]
        print("\n| target | ruleset, bot | hidden: percent | found: percent | games | survival wanted | off by | |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for row in rows:
            wanted = ", ".join(f"{100 * share:.0f}%" for share in row["wanted"])
            found = ", ".join(map(str, row["found"]))
            cells = (row["number"], row["of"], row["hidden"], found, f"{row['games']:,}", wanted, f"{row['off']:.1f}")
            print(f"| {' | '.join(map(str, cells))} | {'' if row['accepted'] else 'refused'} |")
        near = [row for row in rows if row["off"] <= 100 * NEAR]
        refused = sum(not row["accepted"] for row in rows)
        print(f"\n{len(near)} of {len(rows)} are within {100 * NEAR:g} points on every floor; {refused} were refused,")
        print(f"{sum(not row['accepted'] for row in near)} of them although they are")


def prove(kind: str, number: int, budget: int) -> dict[str, Any]:
    """Tune to a target. `off` is the largest difference in survival on held-out seeds, in points."""
    case = (make_case if kind == REACHABLE else make_case_beyond)(number, budget)
    search = Search(case.space, case.target)
    while (request := search.ask()) is not None:
        search.tell(request, played(case.space, request.numbers, tasks_of(request, case.target)))
    best, (task,) = search.best, case.target.tasks
    checked = figures_in_bands(case.target.bands, played(case.space, best.numbers, [task]), case.target.confidence)
    last = Task(task.bot, HELD_OUT, GAMES_HELD_OUT, task.first_floor, task.last_floor)
    want, have = (survival(played(case.space, each, [last])) for each in (case.hidden, best.numbers))
    named = zip(case.space.moves, case.hidden, strict=True)
    return {
        "kind": kind,
        "number": number,
        "of": f"{case.space.ruleset.own.path.stem}, {task.bot}",
        "hidden": ", ".join(f"{move.name} {share}" for move, share in named),
        "found": best.numbers,
        "games": search.games,
        "settings": len(search.trials),
        "wanted": want,
        "had": have,
        "off": round(100 * max(abs(a - b) for a, b in zip(want, have, strict=True)), 2),
        "accepted": search.is_reached(best, checked),
        "seconds": round(time.process_time(), 1),
    }


def make_case(number: int, budget: int) -> Case:
    """The target with a number."""
    dice = random.Random(number)  # noqa: S311 -- no secrets here
    ruleset = WrittenRuleset.read(RULESETS[number % len(RULESETS)])
    bot = BOTS[number // len(RULESETS) % len(BOTS)]
    while True:
        paths = drawn_paths(dice, 1 + number % 4)
        moves = tuple(Move(path=(path,), between=None, percent=(LOW, HIGH)) for path in paths)
        space = space_of(ruleset, moves, "")
        hidden = tuple(drawn_share(dice, space, row) for row in range(len(moves)))
        floors = dice.choice(FLOORS[bot])
        task = Task(bot, SEED_OF_TARGET, GAMES_OF_TARGET, 1, floors)
        glance = replace(task, games=GAMES_OF_GLANCE)
        want, shipped = (survival(played(space, each, [glance])) for each in (hidden, space.written))
        moved = max(abs(a - b) for a, b in zip(want, shipped, strict=True))
        if moved > 2 * NEAR and any(0.1 < share < 0.9 for share in want):
            break
    return case_of(space, hidden, task, budget)


def make_case_beyond(number: int, budget: int) -> Case:
    """The target with a number whose hidden settings lie beyond the bounds, all of them harder or all easier."""
    dice = random.Random(1_000 + number)  # noqa: S311 -- no secrets here
    ruleset = WrittenRuleset.read(RULESETS[number % len(RULESETS)])
    bot = BOTS[number // len(RULESETS) % len(BOTS)]
    while True:
        paths = drawn_paths(dice, 1 + number % 3)
        harder = dice.choice((True, False))
        moves = tuple(Move(path=(path,), between=None, percent=(LOW, HIGH)) for path in paths)
        rises = [path.startswith(("hero.", "counts.items")) != harder for path in paths]
        space = space_of(ruleset, moves, "")
        hidden = tuple(dice.randint(*(ABOVE if rise else BELOW)) for rise in rises)
        task = Task(bot, SEED_OF_TARGET, GAMES_OF_TARGET, 1, dice.choice(FLOORS[bot]))
        glance = replace(task, games=GAMES_OF_GLANCE)
        bounds = tuple(HIGH if rise else LOW for rise in rises)
        try:
            want, nearest = (survival(played(space, each, [glance])) for each in (hidden, bounds))
        except RulesetError:
            continue
        if max(abs(a - b) for a, b in zip(want, nearest, strict=True)) > BEYOND_BY:
            return case_of(space, hidden, task, budget)


def case_of(space: Space, hidden: tuple[int, ...], task: Task, budget: int) -> Case:
    """The target whose bands are around the survival with hidden settings."""
    want = survival(played(space, hidden, [task]))
    bands = tuple(
        Band(task.bot, "survival", floor, max(0.0, share - WITHIN), min(1.0, share + WITHIN))
        for floor, share in enumerate(want, 1)
    )
    check = replace(task, seed=SEED_OF_CHECK, games=GAMES_OF_CHECK)
    tuning = Tuning(budget=budget, games=FIRST_LOOK, seed=0)
    return Case(space, Target((check,), 0.95, bands, (), tuning), hidden)


def drawn_paths(dice: random.Random, count: int) -> list[str]:
    """Some of PATHS, no two of which move the same number."""
    while True:
        paths = dice.sample(PATHS, count)
        if sum(path.endswith("s.*.power") or path == "monsters.orc.power" for path in paths) < 2:
            return paths


def drawn_share(dice: random.Random, space: Space, row: int) -> int:
    """A percentage at which each value of a move, rounded, is FAR from what is written."""
    while True:
        share = dice.choice((dice.randint(45, 70), dice.randint(130, 190)))
        places = space.moves[row].places
        if all(abs(each.size(each.scaled(share)) / each.size(each.written) - 1) >= FAR for each in places):
            return share


def played(space: Space, numbers: Sequence[int], tasks: Sequence[Task]) -> dict[str, Counts]:
    """The games of some tasks with some numbers."""
    with Warmup() as warmup:
        counts = counts_of(space.rulebook(numbers), tasks, JOBS, Watch(None, 0), warmup)
    assert counts is not None, "nothing stops it"
    return counts


def survival(played: dict[str, Counts]) -> list[float]:
    """The survival of the only bot, by floor."""
    (counts,) = played.values()
    return [share.value for share in game_figures.survival(counts)]


if __name__ == "__main__":
    main()
