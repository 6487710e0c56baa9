"""Many games: their records, against results worked out by hand, and the same results whatever plays them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from scenes import ITEMS, crowded_scene
from steep.bots.choose_action import BOTS, find_bot
from steep.content import load_ruleset
from steep.core.record import pack, unpack
from steep.core.record_arrays import zeros
from steep.core.ruleset import MAX_HP, POWER, Ruleset
from steep.core.world import DEAD, PLAYING, STOPPED, WON
from steep.lab.figures.game_figures import share_of_deaths, survival
from steep.lab.simulate.floor_visit import DamageRow, FloorVisit
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.play_in_one_thread import GameBatch, Simulator
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation import SOURCES, SimulationState, count_events, play_on
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import wilson
from steep.play.session import Session
from steep.spawn.compile_tables import fill_spawns
from steep.spawn.curves import Steps

ORC, TROLL = 0, 1


def one_room_a_floor() -> Ruleset:
    """The hero arrives on the stairs, in a room of 5 x 5 cells with no monster or one, each with probability 1/2.

    Every hit of a monster kills, and the hero's hits do nothing. The diver attacks what is beside it and otherwise
    descends. It dies exactly when the monster stands on one of the 8 cells around it, of 25 equally likely ones. A
    monster drawn on the hero's own cell is not placed.
    """
    ruleset = unpack(Ruleset, pack(load_ruleset("tcod-2020").compiled))
    ruleset.room_attempts, ruleset.room_min, ruleset.room_max = 1, 6, 6
    ruleset.monsters_per_room.floors, ruleset.monsters_per_room.value[0] = 1, 1
    ruleset.items_per_room.floors, ruleset.items_per_room.value[0] = 1, 0
    for kind in (ORC, TROLL):
        ruleset.monsters[kind].stats[MAX_HP], ruleset.monsters[kind].stats[POWER] = 10_000, 10_000
    fill_spawns(ruleset.monster_spawns, {ORC: Steps.of({1: 80}), TROLL: Steps.of({1: 30})})
    return ruleset


HAZARD = 8 / 25 / 2


def played(ruleset: Ruleset, task: Task, jobs: int = 2, chunk_size: int = 250) -> MeasuredGames:
    games = MeasuredGames(task, ruleset.monster_kinds)
    with WorkerPool(ruleset, jobs) as worker_pool:
        for batch in worker_pool.batches(chunks_of(task, largest=chunk_size)):
            games.add(batch)
    return games


def test_the_hazard_of_every_floor_matches_a_hand_calculation() -> None:
    """Hazard of and survival past each of 6 floors: the 99.99% intervals hold the computed value."""
    counts = played(one_room_a_floor(), Task("diver", 0, 40_000, last_floor=6)).counts
    reached, died = counts.reached, counts.died
    assert sum(died) + counts.won == 40_000
    for row, estimate in enumerate(survival(counts, 0.9999)):
        interval = wilson(died[row], reached[row], 0.9999)
        assert interval.low < HAZARD < interval.high, row
        assert estimate.interval.low < (1 - HAZARD) ** (row + 1) < estimate.interval.high, row


def test_killers_are_as_frequent_as_the_exact_spawn_odds() -> None:
    counts = played(one_room_a_floor(), Task("diver", 0, 40_000, last_floor=6)).counts
    interval = share_of_deaths(counts, ORC, 0.9999).interval
    assert interval.low < 80 / 110 < interval.high
    assert {killer for floor in counts.killers for killer in floor} == {ORC, TROLL}


@pytest.mark.parametrize("name", BOTS)
def test_threads_and_processes_play_the_same_games(name: str) -> None:
    ruleset = load_ruleset("roguebasin-gear").compiled
    task = Task(name, 7, 16, last_floor=4, turns=3_000)
    first, *others = (played(ruleset, task, jobs, chunk_size) for jobs, chunk_size in ((1, 16), (2, 7), (5, 1)))
    for other in others:
        assert (first.counts, first.harm) == (other.counts, other.harm)
        assert first.kept.tolist() == other.kept.tolist()


@pytest.mark.parametrize("name", BOTS)
def test_plain_and_compiled_games_end_the_same(name: str) -> None:
    ruleset = load_ruleset("tcod-2019").compiled
    task = Task(name, 3, 2, last_floor=2, turns=250)
    compiled = Simulator(ruleset).play(task, task.seed, task.games, lambda _games, _turns: True)
    state = SimulationState()
    state.bot, state.first_floor, state.last_floor = find_bot(name).number, 1, 2
    state.turn_limit, state.seed, state.end_seed = 250, 3, 5
    visits, wounds = [FloorVisit() for _ in range(10)], [DamageRow() for _ in range(200)]
    play_on(state, ruleset, visits, wounds, 10_000)
    assert sum(row.turns for row in visits) == compiled.turns
    assert b"".join(pack(row) for row in visits[: state.visit_count]) == compiled.visits.tobytes()
    assert b"".join(pack(row) for row in wounds[: state.wound_count]) == compiled.wounds.tobytes()


def play(task: Task, ruleset: str = "tcod-2020") -> GameBatch:
    simulator = Simulator(load_ruleset(ruleset).compiled)
    return simulator.play(task, task.seed, task.games, lambda _games, _turns: True)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    all_games = play(Task("explorer", 0, 6, last_floor=3), "tcod-2019")
    for seed in range(6):
        alone = play(Task("explorer", seed, 1, last_floor=3), "tcod-2019")
        assert (all_games.visits[all_games.visits["seed"] == seed] == alone.visits).all()


def test_every_game_has_a_row_for_each_floor_and_one_end() -> None:
    batch = play(Task("brawler", 0, 300, last_floor=3, turns=400))
    for seed in range(300):
        rows = batch.visits[batch.visits["seed"] == seed]
        assert rows["floor"].tolist() == list(range(1, len(rows) + 1))
        assert (rows["end"][:-1] == PLAYING).all()
        assert rows["end"][-1] in (DEAD, STOPPED, WON)
        assert (rows["end"] == DEAD).tolist() == (rows["killer"] != -1).tolist()
        assert rows["arrived"].tolist() == [0, *rows["turns"].cumsum().tolist()][:-1]
    assert set(batch.visits["end"].tolist()) == {PLAYING, DEAD, STOPPED, WON}


def test_hp_add_up_from_floor_to_floor() -> None:
    """HP on arrival are the HP before, minus damage, plus healing and gains."""
    batch = play(Task("diver", 0, 500, last_floor=6), "roguebasin")
    rows = batch.visits
    for row, after in pairwise(rows):
        if row["seed"] == after["seed"]:
            gained = after["max_hp"] - row["max_hp"]
            assert row["hp"] - row["damage"] + row["healed"] + gained == after["hp"]
            assert after["kills"] >= 0
            assert after["xp"] >= row["xp"]


def test_wounds_add_up_to_the_hp_lost_on_a_floor() -> None:
    batch = play(Task("brawler", 0, 300))
    for row in batch.visits:
        on_floor = (batch.wounds["seed"] == row["seed"]) & (batch.wounds["floor"] == row["floor"])
        assert batch.wounds["damage"][on_floor].sum() == row["damage"]
    assert (batch.wounds["hits"] > 0).all()


def test_damage_by_the_heros_own_fire_in_a_crowd_is_counted() -> None:
    scene = crowded_scene()
    state = SimulationState()
    state.world = scene.world
    scene.use(0, scene.hero.cell)
    count_events(state, scene.ruleset)
    assert [state.hurt[source] for source in range(SOURCES) if state.hits[source]] == [ITEMS["*"].amount]
    assert state.visit.damage == ITEMS["*"].amount


def test_a_killer_has_a_wound_row_on_the_floor_of_the_death() -> None:
    batch = play(Task("brawler", 0, 300))
    wounds: Any = batch.wounds
    hurt = set(zip(*(wounds[name].tolist() for name in ("seed", "floor", "kind")), strict=True))
    dead = batch.visits[batch.visits["end"] == DEAD]
    assert len(dead) > 100
    assert {*zip(*(dead[name].tolist() for name in ("seed", "floor", "killer")), strict=True)} <= hurt


def test_a_run_can_begin_on_a_deeper_floor() -> None:
    batch = play(Task("diver", 0, 50, first_floor=4, last_floor=5))
    assert set(batch.visits["floor"].tolist()) <= {4, 5}
    first = batch.visits[batch.visits["arrived"] == 0]
    assert (first["floor"] == 4).all()
    assert (first["hp"] == 30).all()


def test_a_recorded_game_is_the_measured_one() -> None:
    book = load_ruleset("tcod-2019")
    task = Task("diver", 5, 1, last_floor=4)
    row = play(task, "tcod-2019").visits[-1]
    session = Session.start(book, 5)
    for act in Simulator(book.compiled).actions(task, 5):
        assert session.act(act) == 0
    assert session.turn == row["arrived"] + row["turns"]
    assert (session.world.outcome != PLAYING) == (row["end"] == DEAD)


def test_a_game_of_endless_level_ups_is_stopped_and_its_recording_is_complete() -> None:
    ruleset = unpack(Ruleset, pack(load_ruleset("tcod-2020").compiled))
    ruleset.level_base, ruleset.level_factor, ruleset.level_above = 1, 0, 0
    for kind in (ORC, TROLL):
        ruleset.monsters[kind].xp, ruleset.monsters[kind].stats[MAX_HP] = 1_000_000, 1
    task = Task("brawler", 0, 20, turns=500)
    simulator = Simulator(ruleset)
    batch = simulator.play(task, 0, 20, lambda _games, _turns: True)
    ended: Any = batch.visits[batch.visits["end"] != PLAYING]
    cut_short = ended[(ended["end"] == STOPPED) & (ended["arrived"] + ended["turns"] < 500)]
    assert len(cut_short) > 0
    assert len(simulator.actions(task, int(cut_short["seed"][0]))) == 1_000
    assert batch.turns == batch.visits["turns"].sum() < 20 * 500


def test_full_tables_of_a_simulator_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task("diver", 0, 60)
    expected = play(task)
    monkeypatch.setattr("steep.lab.simulate.play_in_one_thread.ROWS", 3)
    assert (play(task).visits == expected.visits).all()
    assert (play(task).wounds == expected.wounds).all()


def test_a_stopped_worker_leaves_only_whole_games() -> None:
    task = Task("diver", 0, 5_000)
    progress: list[int] = []

    def stop_after_four_calls(games: int, _turns: int) -> bool:
        progress.append(games)
        return len(progress) < 4

    batch = Simulator(load_ruleset("tcod-2020").compiled).play(task, 0, 5_000, stop_after_four_calls)
    assert batch.games == sum(progress) < 5_000
    ends = batch.visits[batch.visits["end"] != PLAYING]
    assert ends["seed"].tolist() == list(range(batch.games))


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    games = played(one_room_a_floor(), Task("diver", 0, 5_000))
    floors, killers = games.counts.floors, 2
    assert len(games.counts.ended) <= floors * (killers + 2)
    assert len(games.harm.cells) <= floors * killers
    assert zeros(SimulationState, 1).nbytes < 1_000_000
