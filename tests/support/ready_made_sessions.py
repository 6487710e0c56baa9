"""Sessions for tests: in a scene, played by the diver, or dead."""

from __future__ import annotations

import builtins
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

from scenes import ITEMS, MONSTERS, Scene, SceneItem, a_ruleset
from steep.bots.bot_memory import BotMemory
from steep.bots.simple_bots import diver
from steep.content import Rulebook, load_ruleset
from steep.content.sections import ITEM_EFFECT_NAMES
from steep.core.ruleset import HEAL
from steep.play.files.recording import Recording, RunHeader, digest
from steep.play.files.saves import save
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.session import Session, new_id
from steep.play.texts.messages import MessageLog
from steep.rules.action_codes import DONE

load = cache(load_ruleset)
"""Rulesets by name or path, read once."""

EVERY_MECHANIC = str(Path(__file__).parent / "rulesets" / "every_mechanic.toml")
"""The path of a ruleset that uses every mechanic."""


def short_form(kind: SceneItem) -> str:
    """The `effect` that says in a ruleset what an item of the scenes does."""
    if kind.effect == HEAL:
        return "heal"
    return kind.name if kind.name in ITEM_EFFECT_NAMES else "none"


@cache
def scene_rulebook() -> Rulebook:
    """The kinds of `scenes`, as a rulebook."""
    book = load("tcod-2020")
    monsters = tuple(
        replace(book.monsters[0], key=kind.name, name=kind.name, glyph=sign, hp=kind.hp, power=kind.power)
        for sign, kind in MONSTERS.items()
    )
    items = tuple(
        replace(book.items[0], key=kind.name, name=kind.name, glyph=sign, effect=short_form(kind))
        for sign, kind in ITEMS.items()
    )
    statuses = tuple(status for status in book.statuses if status.key == "confused")
    return replace(book, name="scene", monsters=monsters, items=items, statuses=statuses, compiled=a_ruleset())


def session_in(scene: Scene) -> Session:
    """A session in a scene, with an empty message log."""
    rulebook = scene.book or replace(scene_rulebook(), compiled=scene.ruleset)
    recording = Recording(RunHeader.of(rulebook, scene.world.seed), digest(scene.world, 0))
    return Session(rulebook, scene.world, MessageLog(), {}, recording)


def dive(session: Session, actions: int) -> Session:
    """Let the diver perform `actions` actions, or fewer if it dies."""
    mind = BotMemory()
    for _ in range(actions):
        if session.over:
            break
        assert session.act(diver(session.hero, session.rulebook.compiled, mind)) == DONE
    return session


@cache
def _dived(ruleset: str, seed: int, actions: int) -> Session:
    return dive(Session.start(load(ruleset), seed), actions)


def dived(ruleset: str = "tcod-2020", seed: int = 42, actions: int = 120, *, id: str = "") -> Session:  # noqa: A002
    """The first actions of the diver's run, played once, and copied for each test that asks for it."""
    run = _dived(ruleset, seed, actions)
    copy = deepcopy(run, {builtins.id(run.rulebook): run.rulebook})
    copy.id = id or new_id()
    return copy


def dead_run(id: str = "") -> Session:  # noqa: A002  # the name in Session
    """A run of the diver from its beginning to its end, hundreds of turns and some floors later."""
    return dived(actions=5_000, id=id)


def saved_and_dead(dirs: Dirs) -> Session:
    """A dead run, with a save from its 200th action."""
    dead = dead_run()
    alive = dived(actions=200, id=dead.id)
    save(alive, dirs.save)
    return dead


def lines(session: Session) -> list[str]:
    """All lines of the message log."""
    return [entry.line for entry in session.log.entries]
