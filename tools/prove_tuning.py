# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[tune]"]
# ///
"""Prove that tuning finds what it should: targets made by hidden settings, tuned from the shipped rulesets.

    python tools/prove_tuning.py [TARGETS] [BUDGET]

Each target is made from its number alone. Some numbers of a bundled ruleset are moved by at least 30% of what is
written; a bot plays that, and its survival on each floor, give or take 2 points, is the target. Tuning starts from the
ruleset as it is shipped, and may move the same numbers from 40% to 200%. Then both are played on seeds that neither has
seen. It has come near when survival differs by at most 3 points on every floor. The table is always the same.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from steep.content.change_numbers import WrittenRuleset
from steep.lab.figures.game_sums import GameSums
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.target_file import Band, Move, Target, Tuning
from steep.lab.studies.numbers_that_move import Space, space_of
from steep.lab.studies.play_trials import Player
from steep.lab.studies.search_for_bands import Search, tasks_of

TARGETS = 30
JOBS = 1
BUDGET = 10_000
"""Games that tuning may play."""

FIRST_LOOK = 400
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
    """Make, tune and measure all targets, and print a row for each."""
    targets = int(sys.argv[1]) if len(sys.argv) > 1 else TARGETS
    budget = int(sys.argv[2]) if len(sys.argv) > 2 else BUDGET
    print("| target | ruleset, bot | hidden: percent | found: percent | games | survival wanted | off by at most |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    near = sum(prove(number, budget) <= NEAR for number in range(1, targets + 1))
    print(f"\n{near} of {targets} are within {100 * NEAR:g} points on every floor, with at most {budget:,} games each")


def prove(number: int, budget: int) -> float:
    """Tune to a target and print its row. Returns the largest difference in survival on held-out seeds."""
    player = Player(JOBS)
    case = make_case(number, budget, player)
    search = Search(case.space, case.target)
    while (request := search.ask()) is not None:
        search.tell(request, played(player, case.space, request.numbers, tasks_of(request, case.target)))
    found, (task,) = search.best, case.target.tasks
    last = Task(task.bot, HELD_OUT, GAMES_HELD_OUT, task.first_floor, task.last_floor)
    want, have = (survival(played(player, case.space, each, [last])) for each in (case.hidden, found.numbers))
    off = max(abs(a - b) for a, b in zip(want, have, strict=True))
    named = ", ".join(f"{move.name} {share}" for move, share in zip(case.space.moves, case.hidden, strict=True))
    row = (
        str(number),
        f"{case.space.ruleset.own.path.stem}, {task.bot}",
        named,
        ", ".join(map(str, found.numbers)),
        f"{search.games:,}",
        ", ".join(f"{100 * share:.0f}%" for share in want),
        f"{100 * off:.1f}",
    )
    print(f"| {' | '.join(row)} |", flush=True)
    return off


def make_case(number: int, budget: int, player: Player) -> Case:
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
        want, shipped = (survival(played(player, space, each, [glance])) for each in (hidden, space.written))
        moved = max(abs(a - b) for a, b in zip(want, shipped, strict=True))
        if moved > 2 * NEAR and any(0.1 < share < 0.9 for share in want):
            break
    want = survival(played(player, space, hidden, [task]))
    bands = tuple(
        Band(bot, "survival", floor, max(0.0, share - WITHIN), min(1.0, share + WITHIN))
        for floor, share in enumerate(want, 1)
    )
    check = Task(bot, SEED_OF_CHECK, GAMES_OF_CHECK, 1, floors)
    return Case(space, Target((check,), 0.95, bands, moves, Tuning(budget=budget, games=FIRST_LOOK, seed=0)), hidden)


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


def played(player: Player, space: Space, numbers: Sequence[int], tasks: Sequence[Task]) -> dict[str, GameSums]:
    """The games of some tasks with some numbers."""
    sums = player.play(space.rulebook(numbers), tasks)
    assert sums is not None, "nothing stops this player"
    return sums


def survival(sums: dict[str, GameSums]) -> list[float]:
    """The survival of the only bot, by floor."""
    (each,) = sums.values()
    return [share.value for share in each.counts.survival]


if __name__ == "__main__":
    main()
