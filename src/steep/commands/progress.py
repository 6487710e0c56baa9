"""Bars on standard error for what takes long: compiling rules, playing games. Without a terminal there are none."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from steep.commands.printing import warn
from steep.content import load_ruleset
from steep.core.compiled import rules_within, watch_compiling
from steep.lab.batches import Desk
from steep.lab.games import play_on
from steep.lab.task import Task

Told = Callable[[int, int], None]
"""Called with games and turns that were played since the last call; by any thread."""

WIDTH = 100
"""Columns that a bar takes at most."""


@contextmanager
def compiling(rule: Callable[..., Any]) -> Iterator[None]:
    """Say so when, within this context, a rule and those it calls are not in the cache and are compiled.

    Ctrl-C ends the program at once: an exception would leave the compiler in pieces, and nothing can be lost yet.
    """
    bar: tqdm[None] | None = None

    def told() -> None:
        nonlocal bar
        if bar is None:
            warn("compiling the rules, once after an update")
            bar = tqdm(total=len(rules_within(rule)), desc="compiling", unit="rule", disable=None, ncols=WIDTH)
        bar.update()

    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        with watch_compiling(told):
            yield
    finally:
        signal.signal(signal.SIGINT, before)
    if bar is not None:
        bar.close()


def compile_rules() -> None:
    """Compile all that playing games takes, or load it from the cache."""
    with compiling(play_on):
        Desk(load_ruleset("tcod-2020").compiled).play(Task("diver", 0, 1, turns=1), 0, 1, lambda _games, _turns: True)


@contextmanager
def bar(games: int, what: str, done: int = 0) -> Iterator[Told]:
    """A bar over so many games, of which some are done, with their rate, turns a second, and the time that remains."""
    turns = 0
    with tqdm(total=games, initial=done, desc=what, unit=" games", disable=None, ncols=WIDTH, mininterval=0.2) as shown:

        def told(games: int, more: int) -> None:
            nonlocal turns
            turns += more
            elapsed = shown.format_dict["elapsed"] or 1e-9
            shown.set_postfix_str(f"{turns / elapsed:,.0f} turns/s", refresh=False)
            shown.update(games)

        yield told


@contextmanager
def stopped_by_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Within this context Ctrl-C has the work stopped at a good place; a second one interrupts at once."""

    def interrupted(_signal: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
