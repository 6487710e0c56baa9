"""Three hints for a first game: why to descend, what to fear, and how wounds heal. Each is shown once.

A hint is recorded in a file before it is shown, so that it does not come back after a crash.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from steep.content import Rulebook
from steep.content.articles_and_plurals import indefinite
from steep.core.read_untrusted_files import parse_json
from steep.core.ruleset import HEAL, REGENERATION
from steep.play.files.user_files import FileError, UserFile, json_bytes
from steep.play.player_view import PlayerView, visible_enemies
from steep.play.texts.abilities import triggered_ability
from steep.play.texts.messages import capitalised, enumerated
from steep.play.texts.survival import way_to_win
from steep.play.timeline import Happened, ObservedRun
from steep.spawn.curves import is_below

FORMAT = 1

Named = Callable[[str], str]
"""What to press for a command of the keymap's `play` context."""


def go_down(session: PlayerView, named: Named) -> str:
    """Why to descend: shown at the start of a game that isn't won."""
    if is_below(session.rulebook.compiled.below, session.hero.floor):
        return ""
    way = way_to_win(session.rulebook)
    why = f"you win by {way}" if way else "your score is how deep you get"
    return (
        f"Find the stairs (>) and go down: {why}. "
        f"{named('explore')} explores, {named('descend')} walks to the stairs and takes them."
    )


def fear(session: PlayerView, named: Named) -> str:
    """What to fear: shown with the first enemy in view."""
    if not visible_enemies(session.hero):
        return ""
    return (
        f"Press {named('look')} to see how many hits an enemy needs to kill you. Deeper monsters are deadlier, and "
        "death is final. Fight in corridors, one at a time."
    )


def wounds(session: PlayerView, named: Named) -> str:
    """How wounds heal in this ruleset: shown with the first wound, once no enemy is in view.

    In a fight it would take up rows that messages need.
    """
    hero = session.hero
    if hero.hp >= hero.max_hp or visible_enemies(hero):
        return ""
    healing = healing_of(session.rulebook)
    cure = f" {capitalised(enumerated(healing))}." if healing else ""
    if hero.stats[REGENERATION] > 0:
        return f"Wounds heal slowly on their own: press {named('rest')} to rest.{cure}"
    return f"Wounds don't heal on their own, and resting won't help.{cure}"


def healing_of(rulebook: Rulebook) -> list[str]:
    """Everything that heals in a ruleset, with amounts."""
    uses = [(item, triggered_ability(item, rulebook, "use")) for item in rulebook.items]
    items = [
        f"{indefinite(item.name)} heals {use.effects[0].value} HP"
        for item, use in uses
        if use and use.effects[0].kind.number == HEAL
    ]
    percent = rulebook.compiled.stairs_heal
    return [*items, f"taking the stairs heals {percent}% of your maximum"] if percent else items


HINTS: dict[str, Callable[[PlayerView, Named], str]] = {"go_down": go_down, "fear": fear, "wounds": wounds}
"""Hints by the name that is recorded. Each returns its text when it is due, else an empty string."""


class Hints:
    """The hints that have not been shown yet: each is added to the log of a run when it is due."""

    def __init__(self, path: Path, named: Named) -> None:
        self._path = path
        self._named = named
        self._left = [name for name in HINTS if name not in given(path)]

    def look(self, run: ObservedRun, _: Happened) -> None:
        """Add the next hint that is due, if one is, and record it as shown."""
        for name in self._left if not run.over else ():
            text = HINTS[name](run, self._named)
            if text:
                self._left.remove(name)
                record = {"format": FORMAT, "given": [name for name in HINTS if name not in self._left]}
                # A hint that cannot be recorded is shown again next time, which does no harm.
                with contextlib.suppress(FileError):
                    SHOWN.write(self._path, json_bytes(record))
                run.log.add(f"Hint: {text}", "hint", run.hero.turn)
                return


def given(path: Path) -> list[str]:
    """The names of the hints that have been shown; all of them when the file is damaged."""
    try:
        return SHOWN.read(path)
    except FileError:
        return list(HINTS)


def shown_in(data: bytes) -> list[str]:
    """The names in the bytes of the record. Raises an error of `DAMAGE`."""
    found = parse_json(data)["given"]
    return [name for name in HINTS if name in found]


SHOWN: UserFile[list[str]] = UserFile("the record of hints", 64 * 1024, shown_in, list)
