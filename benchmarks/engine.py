"""How fast the engine is: bot turns a second in plain and compiled form, and floors a second.

Whole turns are counted: the bot's choice, the hero, the enemies, the field of
view, floors made and new games begun. One core; medians of several runs.
"""

from __future__ import annotations

import sys
from typing import Any

from timing import heading, rates, report

from steep.bots.diver import diver
from steep.bots.mind import Mind
from steep.content import load_ruleset
from steep.core.arrays import from_plain, zeros
from steep.core.compiled import compiled
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, World
from steep.mapgen.floor import make_floor
from steep.rules.step import new_game, step

TURN_LIMIT = 2_000
PLAIN_GAMES = 40
COMPILED_GAMES = 1_500
FLOORS = 50_000


@rule
def play_games(world: World, ruleset: Ruleset, mind: Mind, games: int) -> int:
    """Play whole games with the diver, seeds 0 and up; the turns that it took."""
    turns = 0
    for seed in range(games):
        new_game(world, ruleset, seed)
        for _ in range(TURN_LIMIT):
            if world.outcome != PLAYING:
                break
            step(world, ruleset, diver(world.hero, ruleset, mind))
            turns += 1
    return turns


@rule
def make_floors(world: World, ruleset: Ruleset, floors: int) -> int:
    """Make populated floors, 1 to 10 of seeds 0 and up."""
    for seed in range(floors // 10):
        world.seed = seed
        for floor in range(1, 11):
            make_floor(world, ruleset, floor)
    return floors


def main() -> None:
    """Measure and print."""
    ruleset = load_ruleset("tcod-2020").compiled
    world, mind = World(), Mind()
    record: Any = from_plain(ruleset)
    world_record, mind_record = zeros(World, 1)[0], zeros(Mind, 1)[0]
    heading("tcod-2020")
    report("turns, plain", rates(lambda: play_games(world, ruleset, mind, PLAIN_GAMES)), 5_000)
    print("compiling ...", file=sys.stderr)
    fast_games, fast_floors = compiled(play_games), compiled(make_floors)
    report("turns, compiled", rates(lambda: fast_games(world_record, record, mind_record, COMPILED_GAMES)), 400_000)
    report("populated floors, compiled", rates(lambda: fast_floors(world_record, record, FLOORS)), 80_000)


if __name__ == "__main__":
    main()
