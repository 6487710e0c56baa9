"""Shows that a run can be won, by cheating: the solver tries each floor again and again in clones of the true world.

It is no bot and no player. It plays on from a clone of the world, knowing the floor and the dice; where it dies, that
never happened, and it plays on from the clone in another way. From a floor that it can't leave it goes back: by one
floor, then by two, four, eight and sixteen, and then by one again. What comes out is a list of actions, and played from
the start it wins. That such a list exists says that the dice and the floors of a seed don't make a run impossible. It
says nothing about how hard the run is for who sees only the view.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from play_clairvoyantly import Foresight, play_floor, state_of

from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.content import Rulebook
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import Ruleset
from steep.core.world import DEAD, HERO, HUNGER, PLAYING, WON, World
from steep.lab.figures.game_figures import HUNGER_KEY, OWN_FIRE_KEY
from steep.rules.action_codes import DONE
from steep.rules.new_game import new_game
from steep.rules.turn import step

MAX_ACTIONS = 4_000
"""Actions on one floor, after which an attempt is given up."""

TRIES = 12
"""How often a hero tries to leave a floor, in all."""

TRIES_AT_ONCE = 4
"""How often, before others try it that come from above."""

BACKS = 5
"""Ways back from a floor that nobody leaves: 1, 2, 4, 8 and 16 floors in turn. Who starves went wrong long before."""

CHOSEN_FROM = 2
"""Of so many heroes that left a floor the best goes on first."""


def style_of(number: int) -> int:
    """How a hero plays a floor the first time, the second time and so on: whether it dives, and its whims."""
    if number == 0:
        return 0
    whims = (16, 4, 8, 2)[number % 4]
    dives = int(number % 3 == 2)
    return dives + 2 * whims


@dataclass(slots=True)
class Arrival:
    """A hero on its arrival on a floor."""

    world: Any
    """A copy of the true world."""
    value: int
    """`state_of` it."""
    actions: NDArray[np.int64]
    """From the start of the run."""
    tried: int = 0
    """How often it has tried to leave the floor."""


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
    failures: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    """How many attempts ended on a floor by a killer (`World.killer`), or by None if they were given up."""
    seconds: float = 0
    """Of processor time that the search took, if that was measured."""

    def as_json(self, rulebook: Rulebook) -> dict[str, Any]:
        """All but the actions, as a value for JSON, with the failures of each floor by name."""
        failed: list[dict[str, int]] = [{} for _ in self.attempts]
        for (floor, killer), count in self.failures.items():
            failed[floor - 1][name_of(killer, rulebook)] = count
        return {
            "seed": self.seed,
            "won": self.won,
            "floor": self.floor,
            "seconds": round(self.seconds, 2),
            "attempts": self.attempts,
            "failed": failed,
        }


def name_of(killer: int | None, rulebook: Rulebook) -> str:
    """What ended an attempt."""
    if killer is None:
        return "stuck"
    if killer == HUNGER:
        return HUNGER_KEY
    return OWN_FIRE_KEY if killer == HERO else rulebook.name_of(killer)


class Solver:
    """Solves runs of one ruleset. The same seed and limits give the same solution."""

    def __init__(self, ruleset: Ruleset, last_floor: int, attempts: int) -> None:
        self._ruleset: Any = from_plain(ruleset)
        self._last = last_floor
        self._attempts = attempts
        self._world: Any = zeros(World, 1)[0]
        self._shown: Any = zeros(World, 1)[0]
        self._mind: Any = zeros(BotMemory, 1)[0]
        self._imagined: Any = zeros(ImaginedState, 1)[0]
        self._foresight: Any = zeros(Foresight, 1)[0]
        self._actions: Any = np.zeros(MAX_ACTIONS, np.int64)

    def solve(self, seed: int) -> Solution:
        """Search for a run of a seed that leaves the last floor alive, by so many attempts at floors."""
        native(new_game)(self._world, self._ruleset, seed, 1)
        floors = self._last
        solution = Solution(seed, np.zeros(0, np.int64), False, 1, [0] * floors)
        start = Arrival(self._world.copy(), 0, solution.actions)
        heroes: list[list[Arrival]] = [[start], *([] for _ in range(floors))]
        """On each floor those that may still leave it, the best last."""
        backs = [0] * (floors + 1)
        floor = 1
        while sum(solution.attempts) < self._attempts:
            here = heroes[floor - 1]
            if not here:
                floor -= 1
                if floor == 0:
                    start.tried = 0
                    heroes[0].append(start)
                    floor = 1
                continue
            found = self._leave(here[-1], solution, floor)
            if here[-1].tried >= TRIES:
                here.pop()
            if not found:
                backs[floor] += 1
                floor = max(1, floor - (1 << (backs[floor] - 1) % BACKS))
                continue
            best = found[-1]
            if best.world.outcome == WON or floor == floors:
                solution.actions = best.actions
                solution.won = self._wins(solution)
                return solution
            heroes[floor].extend(found)
            floor += 1
            if floor > solution.floor:
                solution.floor, solution.actions = floor, best.actions
        return solution

    def _leave(self, hero: Arrival, solution: Solution, floor: int) -> list[Arrival]:
        """Those that left a floor, the best last; empty if a hero can't leave it in the ways that are tried."""
        found: list[Arrival] = []
        last = min(hero.tried + TRIES_AT_ONCE, TRIES)
        while hero.tried < last and len(found) < CHOSEN_FROM:
            world = hero.world.copy()
            count = self._play(world, style_of(hero.tried), hero.tried)
            hero.tried += 1
            solution.attempts[floor - 1] += 1
            if world.outcome == WON or (world.outcome == PLAYING and world.floor > floor):
                value = state_of(world.hero, self._ruleset)
                found.append(Arrival(world, value, np.concatenate((hero.actions, self._actions[:count]))))
                if world.outcome == WON or floor == self._last:
                    return found
            else:
                solution.failures[floor, int(world.killer) if world.outcome == DEAD else None] += 1
        found.sort(key=lambda arrival: arrival.value)
        return found

    def _play(self, world: Any, style: int, seed: int) -> int:
        """Play a floor, and write the actions; their number."""
        memory = (self._mind, self._imagined, self._foresight, self._shown)
        return int(native(play_floor)(world, self._ruleset, *memory, style, seed, self._actions))

    def _wins(self, solution: Solution) -> bool:
        """Play the actions from the start in a new world."""
        native(new_game)(self._world, self._ruleset, solution.seed, 1)
        turn: Any = native(step)
        possible = all(turn(self._world, self._ruleset, act) == DONE for act in solution.actions.tolist())
        left = self._world.outcome == WON or (self._world.outcome == PLAYING and self._world.floor > self._last)
        return bool(left) and possible
