"""Plays any game of a measurement again, to record it and to compare it with what was measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.core.input_errors import InputError, nearest
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.rules_hash import rules_hash
from steep.core.world import World
from steep.lab.simulate.play_in_one_thread import GameBatch, Simulator
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import StoreError
from steep.lab.storage.parts import batch_of
from steep.play.files.recording import LoadRuleset, Recording, RunHeader, digest_of
from steep.play.files.replays import Verdict
from steep.rules.action_codes import DONE
from steep.rules.new_game import new_game
from steep.rules.turn import step


def record(rulebook: Rulebook, task: Task, seed: int) -> Recording:
    """Play and record the game of a seed with the task's bot."""
    return record_actions(rulebook, seed, task.first_floor, Simulator(rulebook.compiled).actions(task, seed))


def record_actions(rulebook: Rulebook, seed: int, floor: int, actions: Iterable[int]) -> Recording:
    """Play and record the run of a seed that begins on a floor, by its actions. All of them are possible."""
    world, ruleset = zeros(World, 1)[0], from_plain(rulebook.compiled)
    turn: Any = native(step)
    begin: Any = native(new_game)
    begin(world, ruleset, seed, floor)
    recording = Recording(RunHeader.of(rulebook, seed, floor), digest_of(world.tobytes(), 0))
    for act in actions:
        reason = turn(world, ruleset, act)
        assert reason == DONE, f"an impossible action in the run of seed {seed}"
        recording.add(act, digest_of(world.tobytes(), act))
    return recording


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """One game of a measurement."""

    manifest: Manifest
    rulebook: Rulebook
    task: Task
    seed: int
    kept: GameBatch
    """The stored batch that contains it."""

    @classmethod
    def find(cls, folder: Path, bot: str | None, seed: int | None, load_ruleset: LoadRuleset) -> Self:
        """Find the game of a seed. `bot` may be None if the measurement has only one.

        Raises `InputError` when there is no such game, or when its ruleset is missing or has changed.
        """
        store = Store.open(folder)
        task, seed = chosen(store, bot, seed)
        kept = store.part_with(task, seed)
        if kept is None:
            raise StoreError(f"{folder}: the game of seed {seed} by {task.bot} is not finished; --resume plays it")
        try:
            rulebook = store.manifest.header(seed).rulebook(load_ruleset)
        except InputError as error:
            raise StoreError(f"{folder}: its games cannot be played again: {error}") from None
        return cls(store.manifest, rulebook, task, seed, batch_of(kept))

    def record(self) -> Recording:
        """Play and record it again. Raises `StoreError` when it differs from what was measured."""
        verdict = self.check()
        if verdict.first_difference is not None:
            raise StoreError(verdict.sentence)
        return record(self.rulebook, self.task, self.seed)

    def check(self) -> Verdict:
        """Play it again and compare it with what was measured."""
        again = Simulator(self.rulebook.compiled).play(self.task, self.seed, 1, lambda _games, _turns: True)
        visits: Any = again.visits
        turns = int(visits["arrived"][-1] + visits["turns"][-1])
        game = f"the game of seed {self.seed} by {self.task.bot}"
        different = self._differing(self.kept.visits, visits) | self._differing(self.kept.wounds, again.wounds)
        if not different:
            return Verdict(turns, None, f"verified: {game} is as it was measured, all {turns} turns")
        floor = min(different)
        first = int(visits["arrived"][visits["floor"] <= floor][-1]) + 1
        why = f"{game} differs from what was measured, from floor {floor} on"
        if self.manifest.rules != rules_hash():
            why += f"; it was measured by Steep {self.manifest.versions.steep}, and this one has other rules"
        return Verdict(turns, first, why)

    def _differing(self, kept: NDArray[np.void], played: NDArray[np.void]) -> set[int]:
        """The floors on which two tables of `FloorVisit` or `DamageRow` differ for this game."""
        ours = kept[kept["seed"] == self.seed].tolist()
        return {floor for _, floor, *_ in set(ours) ^ set(played.tolist())}


def chosen(store: Store, bot: str | None, seed: int | None) -> tuple[Task, int]:
    """The task and the seed that are meant. Raises `InputError` when they are missing, unknown or ambiguous."""
    tasks = {task.bot: task for task in store.manifest.tasks}
    if bot is None and len(tasks) > 1:
        raise InputError(f"--bot is needed: {store.folder} has games of {', '.join(tasks)}")
    task = next(iter(tasks.values())) if bot is None else tasks.get(bot)
    if task is None:
        there = f"{store.folder} has games of {', '.join(tasks)}"
        raise InputError(f'--bot: found "{bot}"; {there}{nearest(str(bot), tasks)}')
    there = f"{store.folder} has those of seeds {task.seed} to {task.seed + task.games - 1}"
    if seed is None:
        raise InputError(f"--seed is needed; {there}")
    if not task.seed <= seed < task.seed + task.games:
        raise InputError(f"--seed: found {seed}; {there}")
    return task, seed
