"""Where games are played: on this machine's cores, or by a cluster's workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from steep.commands.shared.progress import warming_up
from steep.core.ruleset import Ruleset
from steep.lab.simulate.play_and_tally import Executor
from steep.lab.simulate.play_in_worker_threads import Progress, WorkerPool


@contextmanager
def executor(ruleset: Ruleset, jobs: int, cluster: str | None, on_progress: Progress) -> Iterator[Executor]:
    """An executor: the cluster at an address, or this machine if there is none."""
    if cluster is None:
        with warming_up() as warmup, WorkerPool(ruleset, jobs, on_progress, warmup=warmup) as worker_pool:
            yield worker_pool
            if worker_pool.stopped:
                warmup.stop()
    else:
        from steep.lab.simulate.dask_cluster import Cluster

        with Cluster(ruleset, cluster, on_progress) as workers:
            yield workers
