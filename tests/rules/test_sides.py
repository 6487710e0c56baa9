"""Allies, captives, and who follows by the stairs."""

from __future__ import annotations

import pytest

from scenes import E, Scene, W, a_ruleset, drawn, kind_of
from steep.core.geometry import STAIRS
from steep.core.ruleset import FOLLOW_ALL, FOLLOW_ALLIES, FOLLOW_NOBODY, HERO_LAST
from steep.core.world import ALLIED, HERO, HOSTILE, NEUTRAL, Actor
from steep.rules.action_codes import DONE
from steep.rules.movement import move_actor
from steep.rules.perceived_events import DIED, FREED, HIT
from toml_scenes import TomlScene


def put_on_side(scene: Scene, actor: Actor, side: int) -> None:
    """Put a hostile monster of a scene on another side."""
    actor.side = side
    scene.world.friends += 1
    scene.update_fov()


def test_walking_into_a_captive_frees_it() -> None:
    scene = Scene("#@o.#")
    put_on_side(scene, scene.enemy("o"), NEUTRAL)
    scene.wait()
    assert scene.hero.hp == scene.hero.max_hp
    assert scene.move(E) == DONE
    assert scene.enemy("o").side == ALLIED
    assert [event.whom for event in scene.events(FREED)] == [kind_of("o")]


def test_the_hero_changes_places_with_an_ally() -> None:
    scene = Scene("#@o.#")
    put_on_side(scene, scene.enemy("o"), ALLIED)
    scene.move(E)
    assert scene.picture() == drawn("#o@.#")


def test_the_hero_does_not_change_places_while_a_monster_is_on_its_own_cell() -> None:
    scene = Scene("#####\n#@o.#\n#..r#\n#####")
    put_on_side(scene, scene.enemy("o"), ALLIED)
    scene.ruleset.placement = HERO_LAST
    move_actor(scene.world, scene.ruleset, scene.actors().index(scene.enemy("r")), scene.hero.cell)
    scene.update_fov()
    scene.move(E)
    assert scene.hero.cell == scene.at(1, 1)
    assert scene.enemy("o").cell != scene.enemy("r").cell


def test_an_ally_fights_hostile_monsters_and_the_hero_gains_the_xp() -> None:
    scene = Scene("#@.or.#")
    put_on_side(scene, scene.enemy("o"), ALLIED)
    scene.wait()
    assert [(event.who, event.whom) for event in scene.events(DIED)] == [(kind_of("o"), kind_of("r"))]
    assert scene.hero.xp == 4
    assert scene.hero.kills == 0


def test_a_hostile_monster_fights_an_ally_that_is_nearer_than_the_hero() -> None:
    scene = Scene("#@..ro.#")
    put_on_side(scene, scene.enemy("r"), ALLIED)
    scene.wait()
    assert (kind_of("o"), kind_of("r")) in [(event.who, event.whom) for event in scene.events(HIT)]
    assert HERO not in [event.whom for event in scene.events(HIT)]


def test_nobody_attacks_a_captive() -> None:
    scene = Scene("#@.#ro.#")
    put_on_side(scene, scene.enemy("r"), NEUTRAL)
    scene.wait(5)
    assert scene.enemy("r").hp == 5


def test_an_ally_that_sees_no_enemy_stays_at_the_hero_s_heels() -> None:
    scene = Scene("#@......o.#")
    put_on_side(scene, scene.enemy("o"), ALLIED)
    scene.wait(9)
    assert scene.picture() == drawn("#@.o......#")


@pytest.mark.parametrize(
    ("followers", "side", "comes"),
    [
        (FOLLOW_NOBODY, ALLIED, False),
        (FOLLOW_ALLIES, ALLIED, True),
        (FOLLOW_ALLIES, HOSTILE, False),
        (FOLLOW_ALL, ALLIED, True),
        (FOLLOW_ALL, HOSTILE, True),
        (FOLLOW_ALL, NEUTRAL, False),
    ],
)
def test_who_stands_beside_the_hero_comes_along_by_the_stairs(followers: int, side: int, comes: bool) -> None:
    ruleset = a_ruleset()
    ruleset.followers = followers
    ruleset.monsters_per_room.value[0] = 0
    scene = Scene("######\n#.@o.#\n#.>..#\n######", ruleset)
    scene.world.tiles[scene.hero.cell] = STAIRS
    ogre = scene.enemy("o")
    ogre.hp = 7
    if side != HOSTILE:
        put_on_side(scene, ogre, side)
    scene.descend()
    assert [(actor.kind, actor.hp, actor.side) for actor in scene.actors()] == (
        [(kind_of("o"), 7, side)] if comes else []
    )
    assert scene.world.friends == (comes and side == ALLIED)
    for actor in scene.actors():
        assert scene.world.occupant[actor.cell] == 1


@pytest.mark.parametrize(("side", "comes"), [(HOSTILE, False), (ALLIED, True)])
def test_an_enemy_that_guards_a_place_does_not_follow_by_the_stairs(side: int, comes: bool) -> None:
    ruleset = a_ruleset()
    ruleset.followers = FOLLOW_ALL
    ruleset.monsters_per_room.value[0] = 0
    ruleset.monsters[kind_of("o")].guards = 1
    scene = Scene("#.@o.#", ruleset)
    scene.world.tiles[scene.hero.cell] = STAIRS
    put_on_side(scene, scene.enemy("o"), side)
    scene.descend()
    assert scene.world.actor_count == comes


@pytest.mark.parametrize(
    ("side", "steps", "comes"), [(ALLIED, 2, True), (ALLIED, 3, False), (HOSTILE, 1, True), (HOSTILE, 2, False)]
)
def test_allies_come_along_from_where_they_heel_and_enemies_only_from_beside(
    side: int, steps: int, comes: bool
) -> None:
    ruleset = a_ruleset()
    ruleset.followers = FOLLOW_ALL
    ruleset.monsters_per_room.value[0] = 0
    scene = Scene("########\n#.@..o.#\n#..>...#\n########", ruleset)
    scene.world.tiles[scene.hero.cell] = STAIRS
    ogre = scene.enemy("o")
    if side != HOSTILE:
        put_on_side(scene, ogre, side)
    move_actor(scene.world, scene.ruleset, 0, scene.hero.cell + steps)
    scene.descend()
    assert bool(scene.actors()) == comes


def test_a_sleeper_beside_the_hero_stays_behind() -> None:
    ruleset = a_ruleset()
    ruleset.followers = FOLLOW_ALL
    ruleset.monsters_per_room.value[0] = 0
    scene = Scene("######\n#.@o.#\n#.>..#\n######", ruleset)
    scene.world.tiles[scene.hero.cell] = STAIRS
    scene.enemy("o").asleep = 1
    scene.descend()
    assert scene.actors() == []


def test_an_ally_s_death_gives_no_xp_and_is_counted() -> None:
    scene = Scene("#@.sg.#")
    slug = scene.enemy("s")
    put_on_side(scene, slug, ALLIED)
    slug.xp = 0
    scene.wait()
    assert slug.hp == 0
    assert scene.world.friends == 0
    assert scene.hero.xp == 0


@pytest.mark.parametrize("direction", [E, W])
def test_a_captive_that_is_not_walked_into_stays_where_it_is(direction: int) -> None:
    scene = Scene("#.@..o.#")
    put_on_side(scene, scene.enemy("o"), NEUTRAL)
    scene.move(direction)
    scene.wait(3)
    assert scene.enemy("o").cell == scene.at(5, 1)


BOUND = """
    [abilities.spite]
    trigger = "hurt"
    shape   = "burst"
    radius  = 3
    effects = [{ damage = 2 }]
    [abilities.burst]
    trigger = "death"
    shape   = "burst"
    radius  = 3
    effects = [{ damage = 5 }]
    [monsters.rat]
    captive   = 100
    abilities = ["spite", "burst"]
    [abilities.zap]
    shape   = "beam"
    effects = [{ damage = 6 }]
    [items.wand]
    glyph     = "/"
    abilities = ["zap"]
    charges   = 9
"""


def test_a_captive_does_nothing_when_it_is_hurt_but_bursts_when_it_dies() -> None:
    scene = TomlScene("#@.r.#", BOUND)
    captive = scene.monster("r")
    assert captive.side == NEUTRAL
    scene.use_on("/", captive.cell)
    assert (captive.hp, scene.hero.hp) == (4, 30)
    scene.use(0, captive.cell)
    assert (captive.hp, scene.hero.hp) == (0, 25)


def test_freed_it_does_both() -> None:
    scene = TomlScene("#@r..#", BOUND)
    scene.move(E)
    scene.use_on("/", scene.monster("r").cell)
    assert (scene.monster("r").hp, scene.hero.hp) == (4, 28)
    scene.use(0, scene.monster("r").cell)
    assert (scene.monster("r").hp, scene.hero.hp) == (0, 23)


def test_a_captive_that_is_confused_stays_and_attacks_nobody() -> None:
    scene = TomlScene("#@r..#", BOUND)
    scene.afflict(scene.monster("r"), "confused", 20)
    scene.wait(19)
    assert scene.picture() == drawn("#@r..#")
    assert scene.hero.hp == 30
