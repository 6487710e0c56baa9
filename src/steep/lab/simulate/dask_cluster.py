"""Plays chunks on the workers of a Dask scheduler, on this machine or others. No other module knows Dask.

Only names, numbers and bytes are sent: the packed ruleset and the chunk one way, a part
(`steep.lab.storage.parts`) the other. Which worker plays a chunk, and how often, does not change any game.
If a worker dies, another plays its chunk from the start.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import astuple
from typing import Any, Self

import distributed

from steep.core.input_errors import InputError
from steep.core.record import pack, unpack
from steep.core.rules_hash import rules_hash
from steep.core.ruleset import Ruleset
from steep.lab.simulate.play_games import Chunk, Progress
from steep.lab.simulate.play_in_one_thread import GameBatch, Simulator
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.parts import batch_of, part_bytes, part_from, part_of

PATIENCE = 5.0
"""Seconds to wait for a scheduler to answer and to have a worker."""

WORKERLESS = 60.0
"""Seconds without any worker after which playing fails."""

SLICE_SECONDS = 0.2
"""Seconds between two checks whether to stop."""

TRANSFER = 1.0
"""Seconds for a result to arrive. Ctrl-C must not have to wait for a scheduler that hangs."""

STINT = 5.0
"""Seconds after which a worker returns the finished part of a chunk. A dying worker loses no more than that."""

Order = tuple[Chunk, Any]
"""A chunk, and the Dask future of its result."""

_here = threading.local()


class ClusterError(InputError):
    """A cluster cannot play, or can no longer play. The message says why."""


def play_chunk(packed: bytes, rules: str, task: tuple[Any, ...], seed: int, games: int, stint: float) -> bytes:
    """Runs on a worker: play the games of a chunk that finish within `stint` seconds, but at least one.

    Returns a part. Raises `ClusterError` when the worker's Steep has other rules.
    """
    if rules != rules_hash():
        raise ClusterError(other_rules(f"a worker on {socket.gethostname()}", rules_hash(), rules))
    if getattr(_here, "packed", None) != packed:
        _here.simulator = Simulator(unpack(Ruleset, zlib.decompress(packed)))
        _here.packed = packed
    end = time.monotonic() + stint
    done = 0

    def go_on(more: int, _turns: int) -> bool:
        nonlocal done
        done += more
        return done == 0 or time.monotonic() < end

    simulator: Simulator = _here.simulator
    return part_bytes(part_of(simulator.play(Task(*task), seed, games, go_on)))


def rules_there() -> str:
    """Runs on a worker or the scheduler: the hash of its rules."""
    return rules_hash()


class Cluster:
    """Plays games on workers. Used like `WorkerPool`: as a context that stops them when it is left.

    Raises `ClusterError` when no scheduler answers or it has no workers.
    """

    def __init__(self, ruleset: Ruleset, address: str, progress: Progress | None = None) -> None:
        self._address = address
        self._packed = zlib.compress(pack(ruleset))
        self._progress = progress
        self._stop = threading.Event()
        self._failure: ClusterError | None = None
        self._client = connect(address)
        self._counted = self._had_workers = time.monotonic()
        self._silent = False
        """Whether a finished result did not arrive in time after `stop`."""
        self.jobs = sum(self._client.nthreads().values())
        """Threads of all workers at the last count."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._client.close()

    def stop(self) -> None:
        """Stop waiting for workers. `batches` ends with the results that are already there."""
        self._stop.set()

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[GameBatch]:
        """The batches of chunks, in their order. Only a few are in progress at a time.

        After `stop`, only those already returned. Raises `ClusterError`, after the batches that were finished, when a
        chunk cannot be played, the scheduler is gone, or there have been no workers for a minute.
        """
        waiting: deque[Order] = deque()
        for chunk in chunks:
            if self._stop.is_set():
                break
            waiting.append(self._order(chunk))
            while len(waiting) > 2 * self.jobs:
                yield from self._first(waiting)
        while waiting:
            yield from self._first(waiting)
        if self._failure is not None:
            raise self._failure

    def _order(self, chunk: Chunk) -> Order:
        task, seed, games = chunk
        # Not pure: playing the same games twice must not return the first result again.
        future = self._client.submit(
            play_chunk, self._packed, rules_hash(), astuple(task), seed, games, STINT, pure=False
        )
        return chunk, future

    def _first(self, waiting: deque[Order]) -> Iterator[GameBatch]:
        """Wait for the first chunk's batch. The games it lacks become a new first chunk."""
        (task, seed, games), future = waiting.popleft()
        try:
            result = self._result(future)
        except ClusterError as error:
            self._failure = self._failure or error
            self.stop()
            return
        if result is None:
            return
        batch = batch_of(part_from(result)[0])
        if batch.games < games and not self._stop.is_set():
            waiting.appendleft(self._order((task, seed + batch.games, games - batch.games)))
        if self._progress is not None:
            self._progress(batch.games, batch.turns)
        yield batch

    def _result(self, future: distributed.Future) -> bytes | None:
        """A worker's result; None after `stop` when it is not there yet. Raises `ClusterError`."""
        while not self._stop.is_set() or (future.done() and not self._silent):
            self._count_workers()
            try:
                with self._client.as_current():
                    distributed.wait([future], SLICE_SECONDS)
                result: bytes = future.result(TRANSFER)
            except CancelledError:
                raise ClusterError(f"the scheduler at {self._address} is gone") from None
            except Exception as error:
                if future.status == "error":
                    raise refusal(error) from error
                if not isinstance(error, OSError):
                    raise
                self._silent = self._stop.is_set()
            else:
                return result
        return None

    def _count_workers(self) -> None:
        """Count the workers' threads once a second. Raises `ClusterError` after WORKERLESS seconds without any."""
        now = time.monotonic()
        if now - self._counted < 1:
            return
        self._counted = now
        with suppress(OSError):
            threads = sum(self._client.sync(self._client.scheduler.ncores, callback_timeout=SLICE_SECONDS).values())
            if threads:
                self.jobs, self._had_workers = threads, now
        if now - self._had_workers > WORKERLESS:
            raise ClusterError(f"the scheduler at {self._address} has had no workers for {WORKERLESS:.0f} s")


def refusal(error: Exception) -> ClusterError:
    """The error to raise for a chunk that could not be played."""
    if isinstance(error, ClusterError):
        return error
    if isinstance(error, distributed.KilledWorker):
        return ClusterError(f"too many workers died while they played the same games: {error}")
    return ClusterError(f"a worker cannot play: {type(error).__name__}: {error}")


def connect(address: str) -> Any:
    """A Dask client of the scheduler at an address. Raises `ClusterError` when it does not answer or has no workers."""
    for name in ("asyncio", "distributed", "distributed.client"):
        # Errors are reported once, by exceptions.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # A client that cannot connect leaves a thread behind that keeps trying and logging.
        asyncio.run(asyncio.wait_for(knock(address), 2 * PATIENCE))
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        # The answer of a server that is no scheduler can fail anywhere in Dask.
        ours = isinstance(error, (OSError, ValueError, TypeError))
        why = (str(error) or "no answer") if ours else "the server there is not a Dask scheduler"
        raise ClusterError(f'no Dask scheduler answers at "{address}": {why}; allowed: tcp://HOST:PORT') from None
    try:
        client.wait_for_workers(1, PATIENCE)
    except TimeoutError:
        client.close()
        raise ClusterError(f"the scheduler at {address} has no workers; dask worker {address} starts one") from None
    try:
        check_rules(client)
    except ClusterError:
        client.close()
        raise
    return client


def check_rules(client: distributed.Client) -> None:
    """Raise `ClusterError` when the scheduler or a worker has no Steep, or a worker has other rules."""
    found = client.run(rules_there, on_error="return")
    try:
        client.run_on_scheduler(rules_there)
    except Exception as error:
        found["the scheduler"] = error
    for node, rules in found.items():
        if isinstance(rules, Exception):
            raise ClusterError(
                f"{node} cannot load Steep ({rules}); the scheduler and all workers need the same Steep as here"
            )
        if rules != rules_hash():
            raise ClusterError(other_rules(f"the worker {node}", rules, rules_hash()))


def other_rules(who: str, theirs: str, ours: str) -> str:
    """The message for a Steep elsewhere with other rules."""
    return f"{who} has other rules: {theirs} there, {ours} here; install the same Steep"


async def knock(address: str) -> None:
    """Connect to a scheduler as a client would, and close the connection.

    Raises `OSError`, `ValueError`, `TypeError`, or anything else that Dask raises for another server's answer.
    """
    security = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=PATIENCE, **security)
    await comm.close()
