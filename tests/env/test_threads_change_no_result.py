"""Threads share the worlds of a vector, and the results do not depend on their number."""

from __future__ import annotations

import copy
import multiprocessing
import threading
from itertools import chain
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import steep.env
from eventful_ruleset_and_random_play import eventful_rulebook, keys_for
from steep.core.input_errors import InputError
from steep.core.processes import cores
from steep.env.episode_batch import MIN_ENVS_PER_THREAD, ThreadTeam, slices_of, threads_for

WORLDS = 20


def worlds(threads: int | None, mode: AutoresetMode = AutoresetMode.NEXT_STEP, count: int = WORLDS) -> Any:
    return steep.env.DescentVectorEnv(
        count,
        eventful_rulebook(),
        floors=(1, 2),
        max_steps=20,
        observations=keys_for("flat"),
        rewards={"step": -0.1, "hp": 1.0, "xp": 0.3},
        autoreset_mode=mode,
        num_threads=threads,
    )


def results_of(envs: Any, steps: int = 50) -> list[bytes]:
    """Everything a vector returns over some steps, as bytes."""
    random = np.random.default_rng(1)
    observation, infos = envs.reset(seed=5)
    results = []
    for _ in range(steps):
        mask = infos["action_mask"]
        observation, *given, infos = envs.step((mask * random.random(mask.shape)).argmax(1))
        results += [observation[key].tobytes() for key in observation] + [each.tobytes() for each in given]
        results += [infos[key].tobytes() for key in ("reason", "end", "action_mask")]
        over = given[1] | given[2]
        if envs.autoreset_mode == AutoresetMode.DISABLED and over.any():
            observation, infos = envs.reset(options={"reset_mask": over})
    return [*results, *envs.get_states()]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_any_number_of_threads_gives_identical_results(mode: AutoresetMode) -> None:
    single_threaded = results_of(worlds(1, mode))
    for threads in (3, 1_000):
        assert results_of(worlds(threads, mode)) == single_threaded


def test_every_requested_thread_works_and_is_used_again_for_the_next_step() -> None:
    threads, identifiers = ThreadTeam(), [set[int](), set[int]()]
    barrier = threading.Barrier(3)

    def record_thread(part: int) -> None:
        barrier.wait(10)
        identifiers[part // 3].add(threading.get_ident())

    threads.run(record_thread, [0, 1, 2])
    threads.run(record_thread, [3, 4, 5])
    assert len(identifiers[0]) == 3
    assert identifiers[0] == identifiers[1]


def test_an_error_in_one_part_is_raised_after_the_others_are_done() -> None:
    threads, done = ThreadTeam(), []

    def work(part: int) -> None:
        if part == 1:
            raise ZeroDivisionError
        done.append(part)

    with pytest.raises(ZeroDivisionError):
        threads.run(work, [0, 1, 2])
    assert sorted(done) == [0, 2]


@pytest.mark.parametrize("threads", [1, 2, 3, 7, WORLDS])
def test_the_slices_are_even_and_contain_every_world_once(threads: int) -> None:
    parts = [range(WORLDS)[part] for part in slices_of(WORLDS, threads)]
    assert list(chain(*parts)) == list(range(WORLDS))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_all_cores_are_used_if_each_has_enough_worlds() -> None:
    assert threads_for(1, None) == threads_for(2 * MIN_ENVS_PER_THREAD - 1, None) == 1
    assert threads_for(MIN_ENVS_PER_THREAD * 1_000, None) == cores()
    assert [threads_for(10, requested) for requested in (1, 3, 50)] == [1, 3, 10]


def test_a_copy_has_its_own_threads_and_gives_the_same_results() -> None:
    envs = worlds(3)
    single_threaded = results_of(worlds(1))
    results_of(envs, 3)
    duplicate = copy.deepcopy(envs)
    assert duplicate._batch._threads is not envs._batch._threads
    assert results_of(duplicate) == results_of(envs) == single_threaded


def put_result(envs: Any, queue: Any) -> None:
    queue.put(results_of(envs, 5)[-1])


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_does_not_wait_for_its_parents_threads() -> None:
    envs = worlds(3)
    results_of(envs, 5)
    forks = multiprocessing.get_context("fork")
    queue = forks.Queue()
    child = forks.Process(target=put_result, args=(envs, queue))
    child.start()
    assert queue.get(timeout=60) == results_of(envs, 5)[-1]
    child.join(60)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, "all"])
def test_an_invalid_number_of_threads_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"num_threads is .*; it must be from 1 to"):
        worlds(wrong)
