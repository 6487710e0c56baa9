"""What tests of commands speak of: an answer, and the fixtures that give one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from steep.content import Rulebook


@dataclass(frozen=True)
class Answer:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]
Write = Callable[..., Path]
Load = Callable[[str], Rulebook]
