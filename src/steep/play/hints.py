"""Three hints for somebody's first game: why to go down, what to fear, and what wounds do. Each is given once.

What was given is noted in a file before it is shown, so that it does not come back after a crash either.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from steep.content import Rulebook
from steep.play.files.atomic import write_whole
from steep.play.messages import capitalised, enumerated, indefinite
from steep.play.view import PlayerView, visible_monsters

FORMAT = 1


def go_down(session: PlayerView, keys: Mapping[str, str]) -> str:  # noqa: ARG001  # every hint is asked alike
    """Why to go down, as soon as the game begins."""
    return (
        f"Find the stairs (>) and go down: your score is how deep you get. "
        f"{keys['explore']} explores, {keys['descend']} walks to the stairs and takes them."
    )


def fear(session: PlayerView, keys: Mapping[str, str]) -> str:
    """What to fear, with the first enemy in view."""
    if not visible_monsters(session.hero):
        return ""
    return (
        f"Press {keys['look']} to see how many hits an enemy needs to kill you. Deeper monsters are deadlier, and "
        "death is final. Fight in corridors, one at a time."
    )


def wounds(session: PlayerView, keys: Mapping[str, str]) -> str:  # noqa: ARG001  # every hint is asked alike
    """How wounds heal by this ruleset, with the first of them."""
    hero = session.hero
    if hero.hp >= hero.max_hp:
        return ""
    healing = healing_of(session.rulebook)
    cure = f" {capitalised(enumerated(healing))}." if healing else ""
    return f"Wounds don't heal on their own, and resting won't help.{cure}"


def healing_of(rulebook: Rulebook) -> list[str]:
    """All that heals by a ruleset, each with how much."""
    found = [f"{indefinite(item.name)} heals {item.amount} HP" for item in rulebook.items if item.effect == "heal"]
    percent = rulebook.compiled.stairs_heal
    return [*found, f"taking the stairs heals {percent}% of your maximum"] if percent else found


HINTS: dict[str, Callable[[PlayerView, Mapping[str, str]], str]] = {"go_down": go_down, "fear": fear, "wounds": wounds}
"""By the name under which it is noted: the hint where it is due, else nothing."""


class Hints:
    """The hints that were not given yet."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = [name for name in HINTS if name not in given(path)]

    def due(self, session: PlayerView, keys: Mapping[str, str]) -> str:
        """The next hint that has its moment now, which counts as given from here on; empty when there is none."""
        for name in self._left if not session.over else ():
            text = HINTS[name](session, keys)
            if text:
                self._left.remove(name)
                noted = {"format": FORMAT, "given": [name for name in HINTS if name not in self._left]}
                # A hint that cannot be noted comes once a start of the program: no reason to trouble anybody.
                with contextlib.suppress(OSError):
                    write_whole(self._path, (json.dumps(noted) + "\n").encode())
                return f"Hint: {text}"
        return ""


def given(path: Path) -> list[str]:
    """The names of the hints that were given; all of them where the file says nothing that can be understood."""
    try:
        found = json.loads(path.read_bytes())["given"]
        return [name for name in HINTS if name in found]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return list(HINTS)
