"""A cluster plays what one machine plays, to the last game, whatever becomes of its workers.

The scheduler and the workers are real ones, in processes of their own, on loopback.
"""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from zlib import compress

import distributed
import numpy as np
import pytest

from cli_runner import Run
from sessions import load
from steep.core.compiled import rules_hash
from steep.core.record import pack
from steep.lab.figures.tally import Tally
from steep.lab.simulate import cluster
from steep.lab.simulate.cluster import Cluster, ClusterError, play_chunk
from steep.lab.simulate.simulator import Batch, Simulator
from steep.lab.simulate.task import Task
from steep.lab.simulate.worker_pool import chunks_of
from steep.lab.storage.batch_files import batch_from_bytes

BOOK = load("tcod-2020")
TASK = Task("brawler", 3, 600, 1, 6)

LONG_ENOUGH = 300
"""Seconds within which everything happens, on the slowest machine, compiling included."""


class Dask:
    """A scheduler on a free port, and workers with a thread each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(told))
        until(lambda: told.exists() and told.read_text().endswith("}"))
        self.address = str(json.loads(told.read_text())["address"])

    def _start(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1", "--no-dashboard", *options]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)

    def add_worker(self) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", str(self.folder))
        self.workers.append(self._start("dask_worker", self.address, *options))
        return self.workers[-1]

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def running(folder: Path, workers: int) -> Iterator[Dask]:
    dask = Dask(folder)
    try:
        for _ in range(workers):
            dask.add_worker()
        with distributed.Client(dask.address, set_as_default=False) as client:
            client.wait_for_workers(workers, LONG_ENOUGH)
        yield dask
    finally:
        dask.stop()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A scheduler with one worker, which no test may harm."""
    with running(tmp_path_factory.mktemp("dask"), 1) as made:
        yield made


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + LONG_ENOUGH
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def at_home() -> Batch:
    return Simulator(BOOK.compiled).play(TASK, TASK.seed, TASK.games, lambda _games, _turns: True)


def check_same(batches: list[Batch], home: Batch) -> None:
    """Hold batches to what one thread played: every row of every game, and all sums."""
    assert [batch.seed for batch in batches] == sorted(batch.seed for batch in batches)
    for table in ("visits", "wounds"):
        there = np.concatenate([getattr(batch, table) for batch in batches])
        assert there.tobytes() == getattr(home, table).tobytes()
    tallies = [Tally(TASK, len(BOOK.monsters)) for _ in range(2)]
    for batch in batches:
        tallies[0].add(batch)
    tallies[1].add(home)
    assert tallies[0].games == TASK.games
    assert tallies[0].turns == tallies[1].turns == home.turns
    assert (tallies[0].sums == tallies[1].sums).all()


def address_of(dask: Dask, worker: subprocess.Popen[bytes]) -> str:
    with distributed.Client(dask.address, set_as_default=False) as client:
        return next(str(address) for address, pid in client.run(os.getpid).items() if pid == worker.pid)


def kill_with_work_on_hand(dask: Dask, worker: subprocess.Popen[bytes], address: str) -> None:
    """Kill a worker, which was made to stand still, once it has something to do."""
    with distributed.Client(dask.address, set_as_default=False) as client:
        until(lambda: client.processing()[address])
    worker.kill()
    worker.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_worker_killed_midway_changes_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "STINT", 0.02)
    told = []
    with running(tmp_path, 2) as dask, Cluster(BOOK.compiled, dask.address, lambda *more: told.append(more)) as players:
        assert players.jobs == 2
        killed, other = dask.workers
        killer = threading.Thread(target=kill_with_work_on_hand, args=(dask, killed, address_of(dask, killed)))
        batches: list[Batch] = []
        for batch in players.batches(chunks_of(TASK, largest=5)):
            if not batches:
                killed.send_signal(signal.SIGSTOP)
                killer.start()
            batches.append(batch)
        killer.join(LONG_ENOUGH)
        assert killed.poll() == -signal.SIGKILL
        assert other.poll() is None
    home = at_home()
    check_same(batches, home)
    assert [sum(numbers) for numbers in zip(*told, strict=True)] == [home.games, home.turns]


def test_a_worker_hands_in_what_it_finished_in_a_stint() -> None:
    batches, seed = [], TASK.seed
    while seed < TASK.seed + TASK.games:
        packed = compress(pack(BOOK.compiled))
        left = TASK.seed + TASK.games - seed
        part = play_chunk(packed, rules_hash(), astuple(TASK), seed, left, 0.0 if seed < 50 else 60.0)
        batches.append(batch_from_bytes(io.BytesIO(part)))
        seed += batches[-1].games
        assert batches[-1].games > 0
    assert len(batches) > 1
    check_same(batches, at_home())


def test_a_cluster_that_is_stopped_gives_what_was_handed_in(dask: Dask) -> None:
    with Cluster(BOOK.compiled, dask.address) as players:
        batches = []
        for batch in players.batches(chunks_of(TASK, largest=5)):
            batches.append(batch)
            players.stop()
    assert 0 < sum(batch.games for batch in batches) < TASK.games


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_scheduler_that_hangs_holds_nobody_up_who_stops(dask: Dask) -> None:
    try:
        with Cluster(BOOK.compiled, dask.address) as players:
            batches = players.batches(chunks_of(TASK, largest=5))
            assert next(batches).games == 5
            dask.scheduler.send_signal(signal.SIGSTOP)
            players.stop()
            assert sum(batch.games for batch in batches) < TASK.games - 5
    finally:
        dask.scheduler.send_signal(signal.SIGCONT)


def test_a_scheduler_that_is_gone_is_told_once_all_is_given(tmp_path: Path) -> None:
    with running(tmp_path, 1) as dask, Cluster(BOOK.compiled, dask.address) as players:
        batches = players.batches(chunks_of(TASK, largest=5))
        assert next(batches).games == 5
        dask.scheduler.kill()
        with pytest.raises(ClusterError, match=rf"^the scheduler at {dask.address} is gone$"):
            list(batches)


def test_workers_that_are_gone_for_long_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WORKERLESS", 1.0)
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with running(tmp_path, 1) as dask:
        with Cluster(BOOK.compiled, dask.address) as players:
            batches = players.batches(chunks_of(TASK, largest=5))
            assert next(batches).games == 5
            dask.workers[0].kill()
            with pytest.raises(ClusterError, match=rf"^the scheduler at {dask.address} has had no workers for 1 s$"):
                list(batches)
        with pytest.raises(ClusterError) as refused:
            Cluster(BOOK.compiled, dask.address)
    assert str(refused.value) == (
        f"the scheduler at {dask.address} has no workers; dask worker {dask.address} starts one"
    )


def test_workers_by_other_rules_are_refused(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = rules_hash()
    monkeypatch.setattr(cluster, "rules_hash", lambda: "beef")
    with pytest.raises(ClusterError) as refused:
        Cluster(BOOK.compiled, dask.address)
    assert str(refused.value).endswith(f"has other rules: {theirs} there, beef here; install the same Steep")


def test_a_worker_by_other_rules_that_comes_later_plays_nothing() -> None:
    with pytest.raises(ClusterError, match=rf"has other rules: {rules_hash()} there"):
        play_chunk(b"", "beef", astuple(TASK), 3, 1, 1.0)


def test_a_share_that_cannot_be_played_is_told(dask: Dask) -> None:
    with Cluster(BOOK.compiled, dask.address) as players:
        unknown = Task("nobody", 0, 5)
        with pytest.raises(ClusterError, match=r'^a worker cannot play: InputError: there is no bot "nobody"'):
            list(players.batches(chunks_of(unknown)))


def test_the_command_writes_with_a_cluster_what_it_writes_without(steep: Run, tmp_path: Path, dask: Dask) -> None:
    words = ("measure", "tcod-2020", "--bot", "brawler", "--games", 50, "--floors", "1-3")
    assert steep(*words, "--out", tmp_path / "here").code == 0
    assert steep(*words, "--out", tmp_path / "there", "--cluster", dask.address).code == 0
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / place).iterdir() if path.is_file()}
        for place in ("here", "there")
    )
    assert here == there
    assert "floors.parquet" in here


def test_a_ruleset_is_held_against_its_baseline_with_a_cluster_as_without(
    steep: Run, tmp_path: Path, dask: Dask
) -> None:
    words = ("check", "tcod-2020", "--baseline")
    games = ("--update", "--bot", "brawler", "--games", 50, "--floors", "1-3")
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    assert steep(*words, here, *games).code == 0
    assert steep(*words, there, *games, "--cluster", dask.address).code == 0
    assert here.read_bytes() == there.read_bytes()
    told = steep(*words, here, "--cluster", dask.address, "--format", "json")
    assert told == steep(*words, here, "--format", "json")
    assert told.code == 0


def test_the_command_says_that_a_cluster_is_not_there(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    told = steep("measure", "tcod-2020", "--bot", "brawler", "--cluster", "127.0.0.1:0")
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith('steep: no Dask scheduler answers at "127.0.0.1:0": ')


@pytest.mark.parametrize("address", ["", "nowhere", "127.0.0.1:0", "tcp://127.0.0.1:x", "http://127.0.0.1:80"])
def test_an_address_without_a_scheduler_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with pytest.raises(ClusterError) as refused:
        Cluster(BOOK.compiled, address)
    assert str(refused.value).startswith(f'no Dask scheduler answers at "{address}": ')
    assert str(refused.value).endswith("; allowed: tcp://HOST:PORT")


def test_a_server_that_keeps_silent_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError) as refused:
            Cluster(BOOK.compiled, address)
    assert str(refused.value).startswith(f'no Dask scheduler answers at "{address}": ')


ANSWERS = {
    "a web server": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "a message of four bytes": (4).to_bytes(8, "little") + b"abcd",
    "a message of frames that are not there": (16).to_bytes(8, "little") + (1).to_bytes(8, "little") * 2,
}


@pytest.mark.parametrize("words", ANSWERS.values(), ids=ANSWERS)
def test_a_server_of_another_kind_is_told(words: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as caller:
                caller.sendall(words)
                caller.recv(1)

        web = threading.Thread(target=answer)
        web.start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError) as refused:
            Cluster(BOOK.compiled, address)
        web.join()
    assert str(refused.value).startswith(f'no Dask scheduler answers at "{address}": ')
