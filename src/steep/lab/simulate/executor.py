"""Where games are played: on this machine's cores, or by a cluster's workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from steep.core.ruleset import Ruleset
from steep.lab.progress import Watch
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_and_tally import Executor
from steep.lab.simulate.play_in_worker_threads import WorkerPool


@contextmanager
def executor(ruleset: Ruleset, jobs: int, cluster: str | None, watch: Watch) -> Iterator[Executor]:
    """An executor: the cluster at an address, or this machine if there is none."""
    if cluster is None:
        with Warmup(watch.note) as warmup, WorkerPool(ruleset, jobs, watch.played, warmup=warmup) as worker_pool:
            watch.stop_with(worker_pool.stop)
            yield worker_pool
            if worker_pool.stopped:
                warmup.stop()
    else:
        from steep.lab.simulate.dask_cluster import Cluster

        with Cluster(ruleset, cluster, watch.played) as workers:
            watch.stop_with(workers.stop)
            yield workers
