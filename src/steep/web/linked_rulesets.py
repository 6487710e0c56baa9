"""Rulesets that came by a link: each is kept for as long as a game of it goes on or its replay is there.

They lie in a folder of their own, so that the player's list has only what the player added.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from steep.content import load_ruleset
from steep.play.files.atomic_writes import write_whole
from steep.play.files.container import Kind, read_container
from steep.play.files.replays import REPLAY
from steep.play.files.saves import SAVE
from steep.ui.screens.context import Context

PREFIX = "linked-"
"""What their names begin with; a hash of the text follows."""

HASH_BYTES = 16
"""Of that hash: so many that nobody finds two texts of one name."""

UNNAMED = "ruleset-of-the-link.toml"
"""How mistakes name the file of a link's text, which has no name that the player knows."""


def keep_linked(context: Context, opened: Path, text: str) -> str:
    """Keep the ruleset of a link, and forget those that nothing needs any more. Returns its name. Raises `InputError`.

    It is first read from the folder `opened`, so that one which can't be used changes nothing.
    """
    name = f"{PREFIX}{hashlib.blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()}"
    write_whole(opened / UNNAMED, text.encode())
    load_ruleset(str(opened / UNNAMED), context.ruleset_folders)
    others = [path for path in context.dirs.linked.glob("*.toml") if path.stem != name]
    needed = needed_rulesets(context) if others else set()
    for path in others:
        if path.stem not in needed:
            path.unlink()
    write_whole(context.dirs.linked / f"{name}.toml", text.encode())
    return name


def needed_rulesets(context: Context) -> set[str]:
    """The names of the rulesets of all saved games and replays."""
    dirs = context.dirs
    saves = [dirs.of_profile(profile).save for profile in dirs.profiles()]
    replays = dirs.replays.glob("*.replay")
    return {ruleset_of(SAVE, path) for path in saves} | {ruleset_of(REPLAY, path) for path in replays}


def ruleset_of(kind: Kind, path: Path) -> str:
    """The name of the ruleset in the header of a save or replay, without its mode; empty if it can't be read."""
    try:
        return str(read_container(kind, path).header.get("ruleset")).partition(":")[0]
    except (OSError, ValueError):
        return ""
