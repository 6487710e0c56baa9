"""Types for tests of commands: the result of a command, and the fixtures that run one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from steep.content import Rulebook


@dataclass(frozen=True)
class Answer:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]
Write = Callable[..., Path]
Load = Callable[[str], Rulebook]
