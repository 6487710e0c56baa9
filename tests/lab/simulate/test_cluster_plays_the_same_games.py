"""A cluster plays exactly the games that one machine plays, even if workers are lost.

The scheduler and the workers are real, in processes of their own, on loopback.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from zlib import compress

import distributed
import numpy as np
import pytest

from command_fixture_types import Run
from ready_made_sessions import load
from steep.core.record import pack
from steep.core.rules_hash import rules_hash
from steep.lab.simulate import dask_cluster
from steep.lab.simulate.dask_cluster import Cluster, ClusterError, play_chunk
from steep.lab.simulate.play_games import chunks_of
from steep.lab.simulate.play_in_one_thread import GameBatch, Simulator
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.parts import batch_of, part_from
from wait_until import TIMEOUT, wait_until

BOOK = load("tcod-2020")
TASK = Task("brawler", 3, 600, 1, 6)


class Dask:
    """A scheduler on a free port, and workers with one thread each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        wait_until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address = str(json.loads(file.read_text())["address"])

    def _start(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1", "--no-dashboard", *options]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)

    def add_worker(self) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", str(self.folder))
        self.workers.append(self._start("dask_worker", self.address, *options))
        return self.workers[-1]

    def ensure(self, workers: int) -> None:
        """Start as many workers as are missing, and wait for them."""
        for _ in range(workers - sum(worker.poll() is None for worker in self.workers)):
            self.add_worker()
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, TIMEOUT)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def running(folder: Path, workers: int) -> Iterator[Dask]:
    dask = Dask(folder)
    try:
        dask.ensure(workers)
        yield dask
    finally:
        dask.stop()


@pytest.fixture(scope="module")
def shared_dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with running(tmp_path_factory.mktemp("dask"), 1) as dask:
        yield dask


@pytest.fixture
def dask(shared_dask: Dask) -> Dask:
    """A scheduler with a worker, shared by all tests: they may stop its workers, but not the scheduler."""
    shared_dask.ensure(1)
    return shared_dask


def played_locally() -> GameBatch:
    return Simulator(BOOK.compiled).play(TASK, TASK.seed, TASK.games, lambda _games, _turns: True)


def check_same(batches: list[GameBatch], local: GameBatch) -> None:
    """Check that batches equal those of one local thread: every row of every game, and all sums."""
    assert [batch.seed for batch in batches] == sorted(batch.seed for batch in batches)
    for table in ("visits", "wounds"):
        remote = np.concatenate([getattr(batch, table) for batch in batches])
        assert remote.tobytes() == getattr(local, table).tobytes()
    there, here = (MeasuredGames(TASK, len(BOOK.monsters)) for _ in range(2))
    for batch in batches:
        there.add(batch)
    here.add(local)
    assert there.whole
    assert there.counts == here.counts


def address_of(dask: Dask, worker: subprocess.Popen[bytes]) -> str:
    with distributed.Client(dask.address, set_as_default=False) as client:
        return next(str(address) for address, pid in client.run(os.getpid).items() if pid == worker.pid)


def kill_during_work(dask: Dask, worker: subprocess.Popen[bytes], address: str) -> None:
    """Kill a paused worker once it has work, or results that nobody has fetched."""
    with distributed.Client(dask.address, set_as_default=False) as client:
        wait_until(lambda: client.processing()[address] or client.has_what()[address])
    worker.kill()
    worker.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_killing_a_worker_changes_no_game(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "STINT", 0.02)
    reports = []
    dask.ensure(2)
    with Cluster(BOOK.compiled, dask.address, lambda *more: reports.append(more)) as players:
        assert players.jobs == 2
        killed, other = (worker for worker in dask.workers if worker.poll() is None)
        killer = threading.Thread(target=kill_during_work, args=(dask, killed, address_of(dask, killed)))
        batches: list[GameBatch] = []
        for batch in players.batches(chunks_of(TASK, largest=5)):
            if not batches:
                killed.send_signal(signal.SIGSTOP)
                killer.start()
            batches.append(batch)
        killer.join(TIMEOUT)
        assert killed.poll() == -signal.SIGKILL
        assert other.poll() is None
    local = played_locally()
    check_same(batches, local)
    assert [sum(numbers) for numbers in zip(*reports, strict=True)] == [local.games, local.turns]


def test_a_worker_returns_what_it_finished_in_a_time_slice() -> None:
    batches, seed = [], TASK.seed
    while seed < TASK.seed + TASK.games:
        packed = compress(pack(BOOK.compiled))
        left = TASK.seed + TASK.games - seed
        part = play_chunk(packed, rules_hash(), astuple(TASK), seed, left, 0.0 if seed < 50 else 60.0)
        batches.append(batch_of(part_from(part)[0]))
        seed += batches[-1].games
        assert batches[-1].games > 0
    assert len(batches) > 1
    check_same(batches, played_locally())


@pytest.mark.slow
def test_a_stopped_cluster_yields_the_finished_batches(dask: Dask) -> None:
    with Cluster(BOOK.compiled, dask.address) as players:
        batches = []
        for batch in players.batches(chunks_of(TASK, largest=5)):
            batches.append(batch)
            players.stop()
    assert 0 < sum(batch.games for batch in batches) < TASK.games


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_stopping_does_not_wait_for_a_scheduler_that_hangs(dask: Dask) -> None:
    try:
        with Cluster(BOOK.compiled, dask.address) as players:
            batches = players.batches(chunks_of(TASK, largest=5))
            assert next(batches).games > 0
            dask.scheduler.send_signal(signal.SIGSTOP)
            players.stop()
            assert sum(batch.games for batch in batches) < TASK.games - 5
    finally:
        dask.scheduler.send_signal(signal.SIGCONT)


@pytest.mark.slow
def test_a_lost_scheduler_is_reported_after_the_finished_batches(tmp_path: Path) -> None:
    with running(tmp_path, 1) as dask, Cluster(BOOK.compiled, dask.address) as players:
        batches = players.batches(chunks_of(TASK, largest=5))
        assert next(batches).games > 0
        dask.scheduler.kill()
        with pytest.raises(ClusterError, match=rf"^the scheduler at {dask.address} is gone$"):
            list(batches)


@pytest.mark.slow
def test_workers_lost_for_long_are_reported(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "WORKERLESS", 1.0)
    monkeypatch.setattr(dask_cluster, "PATIENCE", 1.0)
    with Cluster(BOOK.compiled, dask.address) as players:
        batches = players.batches(chunks_of(TASK, largest=5))
        assert next(batches).games > 0
        for worker in dask.workers:
            worker.kill()
            worker.wait()
        with pytest.raises(ClusterError, match=rf"^the scheduler at {dask.address} has had no workers for 1 s$"):
            list(batches)
    with pytest.raises(ClusterError) as refused:
        Cluster(BOOK.compiled, dask.address)
    assert str(refused.value) == (
        f"the scheduler at {dask.address} has no workers; dask worker {dask.address} starts one"
    )


def test_workers_with_other_rules_are_refused(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    worker_rules = rules_hash()
    monkeypatch.setattr(dask_cluster, "rules_hash", lambda: "beef")
    with pytest.raises(ClusterError) as refused:
        Cluster(BOOK.compiled, dask.address)
    assert str(refused.value).endswith(f"has other rules: {worker_rules} there, beef here; install the same Steep")


def test_a_worker_with_other_rules_that_joins_later_plays_nothing() -> None:
    with pytest.raises(ClusterError, match=rf"has other rules: {rules_hash()} there"):
        play_chunk(b"", "beef", astuple(TASK), 3, 1, 1.0)


@pytest.mark.slow
def test_a_chunk_that_cannot_be_played_is_reported(dask: Dask) -> None:
    with Cluster(BOOK.compiled, dask.address) as players:
        unknown = Task("nobody", 0, 5)
        with pytest.raises(ClusterError, match=r'^a worker cannot play: InputError: there is no bot "nobody"'):
            list(players.batches(chunks_of(unknown)))


@pytest.mark.slow
def test_the_command_writes_the_same_with_and_without_a_cluster(steep: Run, tmp_path: Path, dask: Dask) -> None:
    message = ("measure", "tcod-2020", "--bot", "brawler", "--games", 50, "--floors", "1-3")
    assert steep(*message, "--out", tmp_path / "here").code == 0
    assert steep(*message, "--out", tmp_path / "there", "--cluster", dask.address).code == 0
    local_files, remote_files = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir() if path.is_file()}
        for name in ("here", "there")
    )
    assert local_files == remote_files
    assert "floors.parquet" in local_files


def test_the_command_reports_a_missing_cluster(steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.3)
    answer = steep("measure", "tcod-2020", "--bot", "brawler", "--cluster", "127.0.0.1:0")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith('steep: no Dask scheduler answers at "127.0.0.1:0": ')


@pytest.mark.parametrize("address", ["", "nowhere", "127.0.0.1:0", "tcp://127.0.0.1:x", "http://127.0.0.1:80"])
def test_an_address_without_a_scheduler_is_reported(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.3)
    with pytest.raises(ClusterError) as refused:
        Cluster(BOOK.compiled, address)
    assert str(refused.value).startswith(f'no Dask scheduler answers at "{address}": ')
    assert str(refused.value).endswith("; allowed: tcp://HOST:PORT")


def test_a_server_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError) as refused:
            Cluster(BOOK.compiled, address)
    assert str(refused.value).startswith(f'no Dask scheduler answers at "{address}": ')


OTHER_SERVERS = {
    "a web server": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "a message of four bytes": (4).to_bytes(8, "little") + b"abcd",
    "a message of frames that are not there": (16).to_bytes(8, "little") + (1).to_bytes(8, "little") * 2,
}


@pytest.mark.parametrize("message", OTHER_SERVERS.values(), ids=OTHER_SERVERS)
def test_a_server_of_another_kind_is_reported(message: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as caller:
                caller.sendall(message)
                caller.recv(1)

        web = threading.Thread(target=answer)
        web.start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError) as refused:
            Cluster(BOOK.compiled, address)
        web.join()
    assert str(refused.value).startswith(f'no Dask scheduler answers at "{address}": ')
