"""Finds what a maker's game keeps in sets in the order of addresses. Runs in a worker process, beside the game."""

from __future__ import annotations

import gc
import site
import sys
import sysconfig
from pathlib import Path

MOST = 10
"""Classes that are named."""

BY_ADDRESS: object = object.__hash__
"""The hash of objects that have none of their own."""


def classes_by_address() -> tuple[str, ...]:
    """The maker's classes whose objects are in a set, and have no hash of their own.

    Such objects go by their addresses, which differ from process to process, whatever the hash seed is; and with
    them the order in which the set is walked through.
    """
    kinds = {
        type(element)
        for each in gc.get_objects()
        if type(each) in (set, frozenset) and len(each) > 1
        for element in each
        if type(element).__hash__ is BY_ADDRESS
    }
    return tuple(sorted(kind.__qualname__ for kind in kinds if is_the_makers(kind))[:MOST])


def is_the_makers(kind: type) -> bool:
    """Whether a class is neither Python's nor a library's nor Steep's."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if file is None:
        return False
    others = [*sysconfig.get_paths().values(), *site.getsitepackages(), str(Path(__file__).parents[2])]
    return not any(Path(file).is_relative_to(folder) for folder in others)
