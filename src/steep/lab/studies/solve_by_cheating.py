"""Shows that a run can be won, by cheating: the solver tries each floor again and again in clones of the true world.

It is no bot and no player. A bot plays on from a clone of the world; where it dies, that never happened, and it plays
on from the clone with other decisions. Of the heroes that reach the next floor, those in the best state are kept. What
comes out is a list of actions, and played from the start it wins. That such a list exists says that the dice and the
floors of a seed don't make a run impossible. It says nothing about how hard the run is for who sees only the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.bots.bot_memory import ImaginedState, Mind, start_mind
from steep.bots.bots_by_name import find_bot
from steep.bots.choose_action import choose_action
from steep.core.compiled import compiled
from steep.core.geometry import NOWHERE
from steep.core.record import Cells
from steep.core.record_arrays import from_plain, zeros
from steep.core.rule_decorator import rule
from steep.core.ruleset import FEEDS, HELPS, Ruleset
from steep.core.world import DEAD, PLAYING, WON, Hero, World
from steep.rules.new_game import new_game
from steep.rules.turn import step_or_wait

MAX_ACTIONS = 6_000
"""Actions on one floor, after which an attempt is given up."""

KEPT = 3
"""How many heroes are kept of those that reach a floor."""

SUCCESSES = KEPT
"""When so many attempts have reached the next floor, no more are made on this one."""

FOOD_PARTS = 25
"""So many turns' food count as one HP."""

LEVEL_PARTS = 4
"""A level counts as max HP / LEVEL_PARTS."""


@rule
def play_floor(
    world: World, ruleset: Ruleset, mind: Mind, imagined: ImaginedState, bot: int, seed: int, actions: Cells
) -> int:
    """Play until the floor or the run ends, or `actions` is full, and write the actions; their number."""
    floor = world.floor
    start_mind(mind, seed)
    count = 0
    while count < len(actions) and world.outcome == PLAYING and world.floor == floor:
        act = choose_action(bot, world.hero, ruleset, mind, imagined)
        actions[count] = step_or_wait(world, ruleset, act)
        count += 1
    return count


@rule
def play_actions(world: World, ruleset: Ruleset, seed: int, actions: Cells) -> int:
    """Play a run by its actions. Returns how many of them were possible."""
    new_game(world, ruleset, seed)
    done = 0
    for number in range(len(actions)):
        if step_or_wait(world, ruleset, actions[number]) == actions[number]:
            done += 1
    return done


@rule
def state_of(hero: Hero, ruleset: Ruleset) -> int:
    """How good a hero's state is, about in HP: its own, its levels, and what it carries."""
    value = hero.hp + hero.level * (hero.max_hp // LEVEL_PARTS) + hero.nutrition // FOOD_PARTS
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            value += 1
            number = ruleset.items[hero.inventory[slot].kind - 1].use
            if number != NOWHERE:
                ability = ruleset.abilities[number]
                if ability.traits & FEEDS != 0:
                    value += ability.amount // FOOD_PARTS
                elif ability.traits & HELPS != 0:
                    value += ability.amount
    return value


@dataclass(slots=True)
class Arrival:
    """A hero on its arrival on a floor."""

    world: Any
    """A copy of the true world."""
    value: int
    """`state_of` it."""
    actions: NDArray[np.int64]
    """From the start of the run."""


@dataclass(slots=True)
class Solution:
    """What the solver found for a seed."""

    seed: int
    actions: NDArray[np.int64]
    """Those of the winning run; of the one that got deepest, if none was found."""
    won: bool
    """Whether a run by these actions, played from the start, leaves the last floor alive."""
    floor: int
    """The deepest floor that was reached."""
    attempts: list[int] = field(default_factory=list)
    """By floor: how often it was played."""
    deaths: list[int] = field(default_factory=list)
    """By floor: how many of these attempts died there."""


class Solver:
    """Solves runs of one ruleset. The same seed and limits give the same solution."""

    def __init__(self, ruleset: Ruleset, last_floor: int, bots: Sequence[str], attempts: int) -> None:
        self._ruleset: Any = from_plain(ruleset)
        self._last = last_floor
        self._bots = [find_bot(name).number for name in bots]
        self._attempts = attempts
        self._world: Any = zeros(World, 1)[0]
        self._mind: Any = zeros(Mind, 1)[0]
        self._imagined: Any = zeros(ImaginedState, 1)[0]
        self._actions = np.zeros(MAX_ACTIONS, np.int64)

    def solve(self, seed: int) -> Solution:
        """Search for a run of a seed that leaves the last floor alive.

        From a floor that none of the attempts leaves, the search goes back to the one above for other heroes, as often
        as there are floors.
        """
        compiled(new_game)(self._world, self._ruleset, seed, 1)
        floors = self._last
        solution = Solution(seed, np.zeros(0, np.int64), False, 1, [0] * floors, [0] * floors)
        arrivals: list[list[Arrival]] = [[Arrival(self._world.copy(), 0, solution.actions)]]
        tried = [0] * (floors + 1)
        backtracks = floors
        while True:
            floor = len(arrivals)
            found = self._play_floor(arrivals[-1], solution, floor, tried)
            if found and (floor == floors or found[0].world.outcome == WON):
                solution.actions = found[0].actions
                solution.won = self._wins(solution)
                return solution
            if found:
                arrivals.append(found)
                if floor + 1 > solution.floor:
                    solution.floor, solution.actions = floor + 1, found[0].actions
            elif backtracks > 0:
                backtracks -= 1
                if floor > 1:
                    arrivals.pop()
            else:
                return solution

    def _play_floor(self, heroes: list[Arrival], solution: Solution, floor: int, tried: list[int]) -> list[Arrival]:
        """Those who reach the next floor or win, the best first; empty if none does."""
        found: list[Arrival] = []
        for _ in range(self._attempts):
            number = tried[floor]
            tried[floor] += 1
            hero = heroes[number % len(heroes)]
            bot = self._bots[number // len(heroes) % len(self._bots)]
            world = hero.world.copy()
            count = int(
                compiled(play_floor)(
                    world,
                    self._ruleset,
                    self._mind,
                    self._imagined,
                    bot,
                    solution.seed + number,
                    self._actions,  # type: ignore[arg-type]
                )
            )
            solution.attempts[floor - 1] += 1
            solution.deaths[floor - 1] += int(world.outcome == DEAD)
            if world.outcome == WON or (world.outcome == PLAYING and world.floor > floor):
                value = int(compiled(state_of)(world.hero, self._ruleset))
                found.append(Arrival(world, value, np.concatenate((hero.actions, self._actions[:count]))))
                if world.outcome == WON or floor == self._last or len(found) >= SUCCESSES:
                    break
        found.sort(key=lambda arrival: (arrival.world.outcome != WON, -arrival.value))
        return found[:KEPT]

    def _play(self, world: Any, bot: int, seed: int) -> int:
        """Play a floor, and write the actions; their number."""
        actions: Any = self._actions
        return int(compiled(play_floor)(world, self._ruleset, self._mind, self._imagined, bot, seed, actions))

    def _wins(self, solution: Solution) -> bool:
        """Play the actions from the start in a new world."""
        actions: Any = solution.actions
        done = int(compiled(play_actions)(self._world, self._ruleset, solution.seed, actions))
        left = self._world.outcome == WON or (self._world.outcome == PLAYING and self._world.floor > self._last)
        return bool(left) and done == len(actions)
