"""Plays a game once, and again from some of its floors on, each time with one more item.

Two futures of one world part only where the item makes a difference: the floors are the same, and so are the dice until
somebody rolls another number of them on a floor. So a pair of them tells more than two games do, and takes a few floors
instead of a whole game. They are compared some floors after they have parted, as what a hero carries unused has done
nothing yet, and floors on which they are the same add no luck.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.bots.memory.bot_memory import Mind
from steep.core.compiler.copy_record import copy_record
from steep.core.record_arrays import zeros
from steep.core.world import DEAD, PLAYING, WON, World
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.play_and_record_floor_visits import ARRIVED
from steep.lab.simulate.play_in_one_thread import FUTURE, NO_KIND, Batch, Simulator
from steep.lab.simulate.simulation_task import TaskOfFutures

GoOn = Callable[[int, int], bool]
"""Takes the games and the turns played since the last call; False stops playing."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game in progress or at its end, and what happened in it so far."""

    world: Any
    """A copy."""
    mind: Any
    acted: int
    damage: int
    """HP lost."""
    used: NDArray[np.int64]
    """By kind of item: how often one was used."""
    to_use: int = 0
    """One more than the kind that the hero was given to use, and still has to; 0 for none."""

    @property
    def course(self) -> tuple[int, ...]:
        """What two futures have in common until they part."""
        world = self.world
        return tuple(
            map(int, (world.floor, world.turn, world.outcome, self.acted, self.damage, world.hero.hp, world.hero.xp))
        )

    def goes_on(self, floor: int) -> bool:
        """Whether the hero has just arrived on a floor."""
        return bool(self.world.outcome == PLAYING and self.world.floor == floor)

    def future(self, start: Moment, kind: int, given: int) -> tuple[int, ...]:
        """What became of a hero since it arrived on a floor: a FUTURE row."""
        floor, world = int(start.world.floor), self.world
        alive = world.outcome != DEAD
        cleared = int(world.floor) - floor + int(world.outcome == WON)
        hp = int(world.hero.hp) if alive else 0
        max_hp = int(start.world.hero.max_hp)
        turns = int(world.turn) - int(start.world.turn)
        used = int(self.used[kind] - start.used[kind])
        return kind, floor, given, cleared, int(alive), hp, max_hp, turns, self.damage - start.damage, used


class Game:
    """A game of a simulator that is played in parts, and goes on from any moment of it."""

    def __init__(self, simulator: Simulator, task: TaskOfFutures, seed: int, go_on: GoOn) -> None:
        simulator.assign(task, seed, 1)
        self._simulator = simulator
        self._seed = seed
        self._go_on = go_on
        self._damage = 0
        self.turns = 0
        """Of all that was played."""
        self.stopped = False
        """Whether it was told not to go on."""
        simulator.begin()
        if task.known:
            simulator.identify_all()
        self.start = self._moment()

    def _moment(self) -> Moment:
        state = self._simulator.state
        world, mind = self._simulator.blank(World), self._simulator.blank(Mind)
        copy_record(world, state.world)
        copy_record(mind, state.mind)
        return Moment(world, mind, int(state.acted), self._damage, np.array(state.used, np.int64), int(state.to_use))

    def play_from(self, moment: Moment, last_floor: int, kind: int | None = None, to_use: int = 0) -> Moment:
        """Play from a moment in which the hero arrives on a floor, until it leaves `last_floor` or the game ends.

        It is given one more of a kind, if one is named. `to_use`: one more than the kind that it uses in trouble.
        """
        state = self._simulator.state
        copy_record(state.world, moment.world)
        copy_record(state.mind, moment.mind)
        state.acted, state.event_cursor = moment.acted, int(moment.world.hero.event_count)
        state.used[:] = array("q", moment.used.tolist())
        state.given_on[:] = NO_KIND
        state.changes_items = int(kind is not None)
        state.to_use = to_use
        if kind is not None:
            state.given_on[kind] = int(moment.world.floor)
        state.seed, state.last_floor, state.in_progress = self._seed, last_floor, ARRIVED
        self._damage = moment.damage
        while int(state.seed) == self._seed and not self.stopped:
            played = self._simulator.play_a_while()
            self.turns += played
            self._damage += int(self._simulator.take_rows()[0]["damage"].sum())
            self.stopped = not self._go_on(0, played)
        return self._moment()


def play_futures(simulator: Simulator, task: TaskOfFutures, seed: int, games: int, go_on: GoOn) -> Batch:
    """Play `games` games of a task from `seed` on and their futures, or only the first when `go_on` returns False.

    A game is played only as far as its futures go. Kinds on floors that it doesn't reach have none.
    """
    rows: list[tuple[int, ...]] = []
    turns = done = 0
    while done < games:
        game = Game(simulator, task, seed + done, go_on)
        found = futures_of(game, task)
        if game.stopped:
            break
        rows += found
        turns += game.turns
        done += 1
        game.stopped = not go_on(1, 0)
    futures = np.array(rows, FUTURE)
    return Batch(task.bot, seed, done, turns, zeros(FloorVisit, 0), zeros(Wound, 0), None, futures)


def futures_of(game: Game, task: TaskOfFutures) -> list[tuple[int, ...]]:
    """The FUTURE rows of one game; not all of them if it is stopped."""
    own = [game.start]
    """As the hero arrives on each floor, and at the end."""
    latest = max((task.ends_at(floor) for _, floor in task.given), default=0)
    while not game.stopped and own[-1].goes_on(task.first_floor + len(own) - 1) and len(own) <= latest:
        own.append(game.play_from(own[-1], task.first_floor + len(own) - 1))
    rows = []
    for kind, floor in task.given:
        at = floor - task.first_floor
        if not game.stopped and at < len(own) and own[at].goes_on(floor):
            lacking, having = pair_of(game, task, own[at:], kind)
            rows += [lacking.future(own[at], kind, 0), having.future(own[at], kind, 1)]
    return rows


def pair_of(game: Game, task: TaskOfFutures, own: Sequence[Moment], kind: int) -> tuple[Moment, Moment]:
    """The moments in which the futures without and with one more of a kind are compared.

    `own` has the game as it goes without it, floor by floor from where it is given. If the hero lives through the floor
    on which they part without using one more, what parted them was carrying it, as the inventory was full: they count
    as alike. If it dies there, they are compared, or kinds would be judged by heroes who lived to use them.
    """
    first = int(own[0].world.floor)
    last = min(first + task.patience, task.last_floor + 1)
    having = game.play_from(own[0], first, kind, kind + 1 if task.in_trouble else 0)
    floor, parted = first + 1, False
    while True:
        lacking = own[min(floor - first, len(own) - 1)]
        if not parted and having.course != lacking.course:
            if having.goes_on(floor) and having.used[kind] <= lacking.used[kind]:
                return lacking, lacking
            parted = True
            last = min(floor - 1 + task.window, task.last_floor + 1)
        if floor >= last or game.stopped or not having.goes_on(floor):
            return own[min(last - first, len(own) - 1)], having
        having = game.play_from(having, floor, to_use=having.to_use)
        floor += 1
