"""Scenes with names: a session of a run that begins in a picture, and long moves in it as a screen does them."""

from __future__ import annotations

import functools
from dataclasses import replace

from scenes import ITEMS, MONSTERS, Scene, a_ruleset
from steep.content import Rulebook, load_ruleset
from steep.play.messages import MessageLog
from steep.play.origin import Origin
from steep.play.plans import Plan
from steep.play.recording import Recording, mark
from steep.play.session import Session
from steep.play.vigil import Vigil
from steep.rules.actions import DONE

LONG_ENOUGH = 2_000


@functools.cache
def a_rulebook() -> Rulebook:
    """A rulebook of the kinds of `scenes`: their names, and their numbers in the compiled record."""
    other = load_ruleset("tcod-2020")
    monster, item = other.monsters[0], other.items[0]
    return replace(
        other,
        name="scenes",
        monsters=tuple(replace(monster, key=sort.name, name=sort.name, glyph=sign) for sign, sort in MONSTERS.items()),
        items=tuple(replace(item, key=sort.name, name=sort.name, glyph=sign) for sign, sort in ITEMS.items()),
        compiled=a_ruleset(),
    )


def session_of(scene: Scene) -> Session:
    """The session of a run that begins in a scene."""
    rulebook = a_rulebook()
    recording = Recording(Origin.of(rulebook, scene.world.seed), mark(scene.world, 0))
    return Session(rulebook, scene.world, MessageLog(), {}, recording)


def follow(session: Session, plan: Plan) -> str:
    """Follow a plan until it ends or the vigil breaks; why, in a sentence."""
    vigil = Vigil(session)
    for _ in range(LONG_ENOUGH):
        act = plan.next_action(session)
        if act is None:
            return plan.ended
        assert session.act(act) == DONE
        if why := vigil.broken(session):
            return why
    raise AssertionError("a long move that never ends")
