"""Plays shares on the workers of a Dask scheduler: on this machine or others. No other room knows Dask.

Only names, numbers and bytes travel: the packed ruleset and the share there,
and a part (`steep.lab.storage.batch_files`) back. Who plays a share, and how often, changes
no game. What a worker that died had under way, another plays from its start.
"""

from __future__ import annotations

import asyncio
import io
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

from steep.core.compiled import rules_hash
from steep.core.errors import InputError
from steep.core.record import pack, unpack
from steep.core.ruleset import Ruleset
from steep.lab.simulate.simulator import Batch, Simulator
from steep.lab.simulate.task import Task
from steep.lab.simulate.worker_pool import Chunk, Progress
from steep.lab.storage.batch_files import batch_bytes, batch_from_bytes

PATIENCE = 5.0
"""Seconds that a scheduler has to answer, and to have a worker."""

WORKERLESS = 60.0
"""Seconds without any worker after which no more is waited for."""

SLICE_SECONDS = 0.2
"""Seconds between two looks at whether to stop."""

TRANSFER = 1.0
"""Seconds that a part has to arrive. Whoever presses Ctrl-C shall not have to wait for a scheduler that hangs."""

STINT = 5.0
"""Seconds after which a worker hands in what it finished of a share: so much is lost at most when it dies."""

Order = tuple[Chunk, Any]
"""A share, and the future part that was ordered for it."""

_here = threading.local()


class ClusterError(InputError):
    """A cluster cannot play, or not any more. The text says why."""


def play_chunk(packed: bytes, rules: str, task: tuple[Any, ...], seed: int, games: int, stint: float) -> bytes:
    """Play the first games of a share, at a worker: as many as can be finished in a stint, and one at least.

    Raises `ClusterError` when the worker's Steep would play other games.
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
    return batch_bytes(simulator.play(Task(*task), seed, games, go_on))


def rules_there() -> str:
    """What stands for the rules of the Steep that is asked."""
    return rules_hash()


class Cluster:
    """Workers that play. Used like `WorkerPool`: as a context that stops them when it is left.

    Raises `ClusterError` when no scheduler answers, or it has no workers.
    """

    def __init__(self, ruleset: Ruleset, address: str, progress: Progress | None = None) -> None:
        self._address = address
        self._packed = zlib.compress(pack(ruleset))
        self._progress = progress
        self._stop = threading.Event()
        self._failure: ClusterError | None = None
        self._client = connect(address)
        self._looked = self._met = time.monotonic()
        self._silent = False
        """Whether what is done did not arrive in time, after we were told to stop."""
        self.jobs = sum(self._client.nthreads().values())
        """Threads of all workers, when they were last counted."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._client.close()

    def stop(self) -> None:
        """Wait for nobody any more. `batches` ends with what has been handed in."""
        self._stop.set()

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[Batch]:
        """What came of the shares, in their order; a few are under way at a time.

        Once stopped, it gives what has been handed in. Raises `ClusterError` after all that was finished, when
        a share cannot be played, the scheduler is gone, or there have been no workers for a minute.
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
        # Not pure: who has the same games played twice is not given the first result again.
        future = self._client.submit(
            play_chunk, self._packed, rules_hash(), astuple(task), seed, games, STINT, pure=False
        )
        return chunk, future

    def _first(self, waiting: deque[Order]) -> Iterator[Batch]:
        """What came of the first share, if anything did. What is left of it becomes the first."""
        (task, seed, games), future = waiting.popleft()
        try:
            part = self._handed_in(future)
        except ClusterError as error:
            self._failure = self._failure or error
            self.stop()
            return
        if part is None:
            return
        batch = batch_from_bytes(io.BytesIO(part))
        if batch.games < games and not self._stop.is_set():
            waiting.appendleft(self._order((task, seed + batch.games, games - batch.games)))
        if self._progress is not None:
            self._progress(batch.games, batch.turns)
        yield batch

    def _handed_in(self, future: Any) -> bytes | None:
        """What a worker handed in; None when we were told to stop and it is not there. Raises `ClusterError`."""
        while not self._stop.is_set() or (future.done() and not self._silent):
            self._count_workers()
            try:
                with self._client.as_current():
                    distributed.wait([future], SLICE_SECONDS)
                part: bytes = future.result(TRANSFER)
            except CancelledError:
                raise ClusterError(f"the scheduler at {self._address} is gone") from None
            except Exception as error:
                if future.status == "error":
                    raise refusal(error) from error
                if not isinstance(error, OSError):
                    raise
                self._silent = self._stop.is_set()
            else:
                return part
        return None

    def _count_workers(self) -> None:
        """Count the workers' threads, once a second. Raises `ClusterError` when there have been none for long."""
        now = time.monotonic()
        if now - self._looked < 1:
            return
        self._looked = now
        with suppress(OSError):
            threads = sum(self._client.sync(self._client.scheduler.ncores, callback_timeout=SLICE_SECONDS).values())
            if threads:
                self.jobs, self._met = threads, now
        if now - self._met > WORKERLESS:
            raise ClusterError(f"the scheduler at {self._address} has had no workers for {WORKERLESS:.0f} s")


def refusal(error: Exception) -> ClusterError:
    """Why a share could not be played."""
    if isinstance(error, ClusterError):
        return error
    if isinstance(error, distributed.KilledWorker):
        return ClusterError(f"too many workers died while they played the same games: {error}")
    return ClusterError(f"a worker cannot play: {type(error).__name__}: {error}")


def connect(address: str) -> Any:
    """A client of the scheduler at an address, which has a worker. Raises `ClusterError`."""
    for name in ("asyncio", "distributed", "distributed.client"):
        # What goes wrong is said by errors, once.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # A client that cannot connect leaves a thread behind that tries on and complains.
        asyncio.run(asyncio.wait_for(knock(address), 2 * PATIENCE))
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        # Another server's answer, taken for a scheduler's, may go wrong anywhere in Dask.
        ours = isinstance(error, (OSError, ValueError, TypeError))
        why = (str(error) or "it is silent") if ours else "what answers there is something else"
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


def check_rules(client: Any) -> None:
    """Raise `ClusterError` when the scheduler or a worker has no Steep, or a worker one that plays other games."""
    found = client.run(rules_there, on_error="return")
    try:
        client.run_on_scheduler(rules_there)
    except Exception as error:
        found["the scheduler"] = error
    for place, rules in found.items():
        if isinstance(rules, Exception):
            raise ClusterError(f"{place} cannot load Steep ({rules}); scheduler and workers need all that is here")
        if rules != rules_hash():
            raise ClusterError(other_rules(f"the worker {place}", rules, rules_hash()))


def other_rules(who: str, theirs: str, ours: str) -> str:
    """What is wrong with who plays by other rules."""
    return (
        f"{who} plays by other rules: its Steep has rules {theirs}, and here are rules {ours}; install the same Steep"
    )


async def knock(address: str) -> None:
    """See whether a scheduler is there, as a client would.

    Raises `OSError`, `ValueError` or `TypeError`, and whatever else another server's answer leads Dask into.
    """
    security = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=PATIENCE, **security)
    await comm.close()
