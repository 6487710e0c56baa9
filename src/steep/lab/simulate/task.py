"""What is to be played: all that decides the games of a bot, but the ruleset. Needs nothing but Python."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """Games to be played: all that decides them but the ruleset."""

    bot: str
    seed: int
    """Of the first game; the next ones have the next seeds."""
    games: int
    first_floor: int = 1
    last_floor: int = 10
    """Who leaves it alive has won."""
    turns: int = 20_000
    """A game that lasts so long is stopped."""
