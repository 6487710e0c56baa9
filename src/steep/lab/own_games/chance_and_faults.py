"""What is found of a maker's game beside its figures: whether a seed fixes it, and which games went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

CHECKED = 10
"""Games of each player that are played again with each further hash seed."""


@dataclass(frozen=True, slots=True)
class Determinism:
    """Whether the same seed gives the same game."""

    deterministic: bool
    """Whether no difference was found. A rare one can be missed."""
    checked_seeds: int
    """Games of each player that were played again, in processes with different hash seeds."""
    differing: tuple[int, ...] = ()
    """The seeds of those that took another course the second time."""
    step: int | None = None
    """The first action of the first of these after which it differed; 0 is the start."""
    replays: int = 0
    """How often games were played again."""

    def lines(self) -> Iterator[str]:
        """What was found, in words."""
        if self.deterministic:
            yield (
                f"no difference: {self.checked_seeds} games took the same course when they were played again,"
                f" {self.replays} times in all, in other processes with other hash seeds"
            )
        elif not self.differing:
            yield "not shown to be deterministic: no game that began was played again to its end"
        else:
            when = "at its start" if self.step == 0 else f"after action {self.step}"
            yield (
                f"not deterministic: of {self.checked_seeds} games that were played again, {len(self.differing)} took"
                f" another course; seed {self.differing[0]} {when}"
            )
            yield "so games of a seed are not compared with each other: statistics are unpaired"


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that raised, took too long or ended its process."""

    bot: str
    seed: int
    error: str
    """A traceback, or what happened."""


def remarks(
    determinism: Mapping[str, Determinism], faults: Sequence[Fault], fault_count: int, played: int
) -> Iterator[str]:
    """Whether a seed fixes a game, by player, and which games were ended by faults: the first are `faults`."""
    several = len(determinism) > 1
    for bot, each in determinism.items():
        yield from (f"{bot}: {line}" if several else line for line in each.lines())
    if not fault_count:
        return
    yield f"{fault_count:,} of {played:,} games were ended by a fault; they count as stopped there"
    by_last_line: dict[str, list[str]] = {}
    for fault in faults:
        by_last_line.setdefault(fault.error.splitlines()[-1], []).append(
            f"{fault.bot} {fault.seed}" if several else str(fault.seed)
        )
    for error, games in sorted(by_last_line.items(), key=lambda pair: -len(pair[1])):
        more = f" and {len(games) - 3} more" if len(games) > 3 else ""
        yield f"  {len(games)} x {error} (seed {', '.join(games[:3])}{more})"
    yield f"the first, seed {faults[0].seed}:"
    yield from (f"  {line}" for line in faults[0].error.splitlines())
