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
from steep.core.copy_record import copy_record
from steep.core.random_streams import seed_streams
from steep.core.record_arrays import zeros
from steep.core.world import DEAD, PLAYING, WON, World
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.play_in_one_thread import FUTURE, NO_KIND, Batch, Simulator
from steep.lab.simulate.simulation_state import ARRIVED, NEVER
from steep.lab.simulate.simulation_task import TaskOfFutures

OTHER_DICE = 1 << 60
"""Seeds from here on are those of dice that are not a game's own."""

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

    def since(self, start: Moment, kind: int) -> tuple[int, ...]:
        """What became of a hero since it arrived on a floor: what a FUTURE row sums over all dice."""
        world = self.world
        alive = world.outcome != DEAD
        cleared = int(world.floor) - int(start.world.floor) + int(world.outcome == WON)
        hp = int(world.hero.hp) if alive else 0
        turns = int(world.turn) - int(start.world.turn)
        return cleared, int(alive), hp, turns, self.damage - start.damage, int(self.used[kind] - start.used[kind])


class Game:
    """A game of a simulator that is played in parts, and goes on from any moment of it."""

    def __init__(self, simulator: Simulator, task: TaskOfFutures, seed: int, go_on: GoOn) -> None:
        simulator.assign(task, seed, 1)
        self._simulator = simulator
        self._seed = seed
        self._go_on = go_on
        self._turns = task.turns
        self._damage = 0
        self.turns = 0
        """Of all that was played."""
        self.stopped = False
        """Whether it was told not to go on."""
        self.first_use = NEVER
        """The turn in which the hero first used what is watched, in what was played last; NEVER if it didn't."""
        simulator.begin()
        self.start = self._moment()

    def _moment(self) -> Moment:
        state = self._simulator.state
        world, mind = self._simulator.blank(World), self._simulator.blank(Mind)
        copy_record(world, state.world)
        copy_record(mind, state.mind)
        return Moment(world, mind, int(state.acted), self._damage, np.array(state.used, np.int64))

    def play_from(
        self,
        moment: Moment,
        last_floor: int,
        kind: int | None = None,
        *,
        used_well: Sequence[int] = (),
        watched: int = 0,
        dice: int = 0,
        until: int | None = None,
    ) -> Moment:
        """Play from a moment, until the hero leaves `last_floor` or the game ends; or `until` a turn has come.

        It is given one more of a kind, if one is named: then it has just arrived on its floor. `used_well`: kinds
        that it uses where that pays; `watched`: one more than the kind whose `first_use` is noted. `dice`: which dice
        fall from here on; 0 for the game's own.
        """
        state = self._simulator.state
        copy_record(state.world, moment.world)
        copy_record(state.mind, moment.mind)
        if dice > 0:
            seed_streams(state.world.random, OTHER_DICE + dice * (1 << 40) + self._seed, int(moment.world.turn))
        state.acted, state.event_cursor = moment.acted, int(moment.world.hero.event_count)
        state.used[:] = array("q", moment.used.tolist())
        state.given_on[:] = NO_KIND
        state.changes_items = int(kind is not None)
        self._simulator.use_well(used_well)
        if kind is not None:
            state.given_on[kind] = int(moment.world.floor)
        state.watched, state.first_use = watched, NEVER
        state.turn_limit = self._turns if until is None else until
        state.seed, state.last_floor, state.in_progress = self._seed, last_floor, ARRIVED
        self._damage = moment.damage
        while int(state.seed) == self._seed and not self.stopped:
            played = self._simulator.play_a_while()
            self.turns += played
            self._damage += int(self._simulator.take_rows()[0]["damage"].sum())
            self.stopped = not self._go_on(0, played)
        self.first_use = int(state.first_use)
        return self._moment()

    def play_apart(
        self,
        moment: Moment,
        last_floor: int,
        dice: int,
        until: int,
        kind: int | None = None,
        *,
        used_well: Sequence[int] = (),
    ) -> list[Moment]:
        """Play from the arrival on a floor to a turn, and from there to the end of a floor with each of the dice."""
        if until > moment.world.turn:
            moment = self.play_from(moment, int(moment.world.floor), kind, used_well=used_well, until=until)
            kind = None
        ends = []
        for die in range(dice):
            end = self.play_from(moment, int(moment.world.floor), kind, used_well=used_well, dice=die)
            while not self.stopped and end.world.floor <= last_floor and end.goes_on(int(end.world.floor)):
                floor = int(end.world.floor)
                end = self.play_from(end, floor, used_well=used_well)
                if end.world.floor == floor:
                    break
            ends.append(end)
        return ends


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
            for given, ends in enumerate(pair_of(game, task, own[at:], kind)):
                cleared, alive, hp, *others = map(sum, zip(*(end.since(own[at], kind) for end in ends), strict=True))
                rows.append((kind, floor, given, cleared, alive, hp, int(own[at].world.hero.max_hp), *others))
    return rows


def pair_of(game: Game, task: TaskOfFutures, own: Sequence[Moment], kind: int) -> tuple[list[Moment], list[Moment]]:
    """The moments in which the futures without and with one more of a kind are compared, with each of the dice.

    `own` has the game as it goes without it, floor by floor from where it is given. If the hero lives through the floor
    on which they part without using one more, what parted them was carrying it, as the inventory was full: they count
    as alike. If it dies there, they are compared, or kinds would be judged by heroes who lived to use them.
    """
    first = floor = int(own[0].world.floor)
    used_well = (kind,) if task.used_well else ()
    before = after = own[0], own[0]
    while floor < min(first + task.patience, task.last_floor + 1) and before[1].goes_on(floor):
        given = kind if floor == first else None
        having = game.play_from(before[1], floor, given, used_well=used_well, watched=kind + 1)
        if game.stopped:
            break
        until = game.first_use
        lacking = game.play_from(before[0], floor, used_well=used_well) if task.used_well else own[floor + 1 - first]
        after = lacking, having
        if having.course != lacking.course:
            if having.goes_on(floor + 1) and having.used[kind] <= lacking.used[kind]:
                break
            last = min(floor - 1 + task.window, task.last_floor)
            return (
                game.play_apart(before[0], last, task.dice, until, used_well=used_well),
                game.play_apart(before[1], last, task.dice, until, given, used_well=used_well),
            )
        before = after
        floor += 1
    return [after[0]], [after[0]]
