"""Rules never index out of bounds: in the engine, in the environment, and after forged states.

The games of `test_plain_and_native_agree.py` and `test_terrain_agrees_in_both_forms.py` check the indices of plain
rules, which may not be negative.
"""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guarded_records import guarded
from steep.core.world import World

PROGRAM = Path(__file__).parents[1] / "support" / "play_with_bounds_checks.py"


def test_a_guarded_record_refuses_indices_out_of_bounds() -> None:
    world = guarded(World())
    for held in (world.tiles, world.actors, world.actors[3].stats, world.hero.in_view):
        assert held[len(held) - 1] is not None
        for index in (-1, len(held)):
            with pytest.raises(IndexError):
                held[index]
    for plane in (world.tiles, world.actors[3].stats):
        for index in (-1, len(plane)):
            with pytest.raises(IndexError):
                plane[index] = 1


@pytest.mark.slow
def test_native_rules_never_index_out_of_bounds() -> None:
    # On a busy machine compiling takes longer than any other test may take: this has a limit of its own.
    faulthandler.cancel_dump_traceback_later()
    run = subprocess.run(
        [sys.executable, PROGRAM],
        # Hardly optimised, since compiling takes longer than playing.
        env={**os.environ, "STEEP_CHECKED": "1", "STEEP_CFLAGS": "-O1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=3_600,
    )
    assert run.stdout == "the environment\nforged states\nthe engine\n", run.stderr
