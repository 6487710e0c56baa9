"""Sleeping monsters do nothing, notice the hero more easily when close, and act from the turn after they wake."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenes import E, Scene, a_ruleset, kind_of
from steep.core.ruleset import Ruleset
from steep.rules.monsters import monster_turns as monsters
from steep.rules.perceived_events import WOKE

NOTICE = 5


def ruleset_with_sleepers() -> Ruleset:
    """Ogres notice within five steps, rats never."""
    ruleset = a_ruleset()
    ruleset.monsters[kind_of("o")].notice = NOTICE
    return ruleset


def asleep(picture: str) -> Scene:
    """A scene in which all monsters sleep."""
    scene = Scene(picture, ruleset_with_sleepers())
    for actor in scene.actors():
        actor.asleep = 1
    scene.update_fov()
    return scene


def corridor(steps: int) -> Scene:
    """A sleeping ogre at a distance in steps from the hero."""
    return asleep(f"""
        {"#" * 14}
        #@{"." * (steps - 1)}o{"." * (11 - steps)}#
        {"#" * 14}
    """)


@pytest.mark.parametrize("steps", range(1, 10))
def test_the_chance_to_notice_falls_linearly_with_distance(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    woken = 0
    for ticket in range(NOTICE):

        def fixed_draw(random: object, stream: int, bound: int, ticket: int = ticket) -> int:
            assert bound == NOTICE
            return ticket

        monkeypatch.setattr(monsters, "below", fixed_draw)
        scene = corridor(steps)
        scene.wait()
        woken += scene.enemy("o").asleep == 0
    assert Fraction(woken, NOTICE) == max(Fraction(0), Fraction(NOTICE + 1 - steps, NOTICE))


def test_an_adjacent_sleeper_wakes_and_attacks_on_the_next_turn() -> None:
    scene = corridor(1)
    hp = scene.hero.hp
    scene.wait()
    assert (scene.enemy("o").asleep, scene.hero.hp) == (0, hp)
    scene.wait()
    assert scene.hero.hp < hp


def test_waking_in_view_emits_an_event() -> None:
    scene = corridor(1)
    scene.wait()
    events = [scene.hero.events[number].what for number in range(scene.hero.event_count)]
    assert events.count(WOKE) == 1


def test_walls_do_not_keep_a_sleeper_from_noticing() -> None:
    scene = asleep("#@#o#")
    scene.wait(20)
    assert scene.enemy("o").asleep == 0


def test_a_monster_with_notice_0_sleeps_next_to_the_hero() -> None:
    scene = asleep("#@r#")
    scene.wait(30)
    assert scene.enemy("r").asleep == 1


def test_a_hit_wakes_a_surviving_monster() -> None:
    scene = asleep("#@r#")
    scene.move(E)
    assert (scene.enemy("r").asleep, scene.enemy("r").hp) == (0, 2)
