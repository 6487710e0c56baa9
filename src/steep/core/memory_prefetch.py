"""Prefetching memory: a hint to the processor that changes no result.

When thousands of worlds take turns to step, each one has left the processor's
caches by the time its turn comes again.
"""

from __future__ import annotations

from steep.core.rule_decorator import rule


@rule
def prefetch(where: object, index: int) -> None:
    """Start loading an array's element, or a record's byte, into the cache.

    Nothing is read, so an index past the end is harmless. Plain Python ignores it.
    """
