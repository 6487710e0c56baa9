"""Two rulesets on the same seeds: which games make pairs, and which pairs are noted."""

from __future__ import annotations

import math
from itertools import chain

import pytest

from steep.content import load_ruleset
from steep.core.record_arrays import zeros
from steep.core.world import DEAD, PLAYING, STOPPED, WON
from steep.lab.counting.counts import Counts
from steep.lab.simulate.floor_visit import DamageRow, FloorVisit
from steep.lab.simulate.play_and_count_paired_games import PairedGames, rounds, worker_pools_for
from steep.lab.simulate.play_games import chunks_of
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.paired_differences import CENSORED, DIED, SURVIVED, end_code, paired_hazards, paired_survival

TASK = Task("diver", 7, 4, first_floor=2, last_floor=4)
GAMES = Task("diver", 100, 40, last_floor=4)


def batch(*ends: tuple[int, int], seed: int = 7) -> GameBatch:
    """A batch of games from floor 2 on, with the given last floors and ends."""
    rows = []
    for game, (floor, end) in enumerate(ends):
        rows += [(seed + game, above, PLAYING) for above in range(2, floor)]
        rows.append((seed + game, floor, end))
    visits = zeros(FloorVisit, len(rows))
    for name, column in zip(("seed", "floor", "end"), zip(*rows, strict=True), strict=True):
        visits[name] = column
    return GameBatch("diver", seed, len(ends), 100, visits, zeros(DamageRow, 0))


def test_games_with_the_same_seed_are_a_pair() -> None:
    counts = PairedGames(TASK)
    counts.add(batch((2, DEAD), (3, STOPPED), (4, WON)), batch((4, DEAD), (3, STOPPED), (2, DEAD)))
    assert counts.turns == 200
    assert counts.pairs.ended == {
        (end_code(0, DIED), end_code(2, DIED)): 1,
        (end_code(1, CENSORED), end_code(1, CENSORED)): 1,
        (end_code(2, SURVIVED), end_code(0, DIED)): 1,
    }
    a, b = counts.pairs.sides
    assert (a, b) == (Counts.of_floors([1, 0, 0], [0, 1, 0], 1, 2), Counts.of_floors([1, 0, 1], [0, 1, 0], 0, 2))


def test_games_that_only_one_ruleset_finished_are_left_out() -> None:
    counts = PairedGames(TASK)
    counts.add(batch((2, DEAD), (3, DEAD)), batch((3, DEAD)))
    assert counts.pairs.games == 1


def test_games_with_other_seeds_are_not_pairs() -> None:
    with pytest.raises(ValueError, match="cannot be paired"):
        PairedGames(TASK).add(batch((2, DEAD)), batch((2, DEAD), seed=8))


def test_hp_are_compared_where_both_heroes_get_to_the_last_floor() -> None:
    games, more = PairedGames(TASK), PairedGames(TASK)
    a, b = batch((4, DEAD), (4, WON), (3, DEAD)), batch((4, WON), (2, DEAD), (4, DEAD))
    for visits, hp in ((a.visits, 20), (b.visits, 17)):
        visits["hp"] = hp + visits["seed"]
    games.add(a, b)
    assert games.hp.cells == {(0, 0): [1, -3, 9]}
    more.add(batch((4, DEAD), seed=10), batch((4, WON), seed=10))
    games.join(more)
    assert games.hp.cells == {(0, 0): [2, -3, 9]}
    assert (games.pairs.games, games.pairs.dead_only[0]) == (4, [[], [9], [7, 10]])


def play(rulesets: tuple[str, str], jobs: int, chunk_size: int) -> PairedGames:
    counts = PairedGames(GAMES)
    compiled = [load_ruleset(name).compiled for name in rulesets]
    with worker_pools_for(compiled, jobs) as worker_pools:
        for batches in rounds(worker_pools, chunks_of(GAMES, largest=chunk_size)):
            counts.add(*batches)
    return counts


def test_a_ruleset_does_not_differ_from_itself() -> None:
    counts = play(("tcod-2020", "tcod-2020"), 2, 9)
    pairs = counts.pairs
    assert pairs.games == 40
    assert all(a == b for a, b in pairs.ended)
    for difference in [*paired_hazards(pairs.ended, 4), *paired_survival(pairs.ended, 4)]:
        assert difference.value == 0 or math.isnan(difference.value)
        assert difference.interval.low < 0 < difference.interval.high
    assert not any(chain(*pairs.dead_only))


def test_neither_threads_nor_chunks_change_the_counts() -> None:
    one, two = play(("tcod-2020", "tcod-2020-gear"), 1, 40), play(("tcod-2020", "tcod-2020-gear"), 2, 7)
    assert (one.pairs, one.turns) == (two.pairs, two.turns)
    assert any(a != b for a, b in one.pairs.ended)


def test_a_stopped_worker_pool_leaves_whole_pairs() -> None:
    counts = PairedGames(Task("diver", 0, 100_000, last_floor=4))
    compiled = [load_ruleset(name).compiled for name in ("tcod-2020", "tcod-2020-gear")]
    with worker_pools_for(compiled, 2) as worker_pools:
        for batches in rounds(worker_pools, chunks_of(counts.task, largest=10)):
            counts.add(*batches)
            if counts.pairs.games >= 20:
                for worker_pool in worker_pools:
                    worker_pool.stop()
    assert 20 <= counts.pairs.games < 100_000
