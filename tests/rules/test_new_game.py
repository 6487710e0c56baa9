"""Starting a run gives the same result in a new world and a used one."""

from __future__ import annotations

from scenes import HERO_DEFENSE, HERO_HP, HERO_POWER, Scene, a_ruleset, set_hp
from steep.core.record import pack
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import HERO, PLAYING, World
from steep.rules.new_game import new_game
from steep.rules.perceived_events import ARRIVED


def new_run(world: World, seed: int = 5) -> World:
    new_game(world, a_ruleset(), seed)
    return world


def used_world() -> World:
    """A world where a hero levelled up, picked up items, descended and died."""
    scene = Scene("#@o.!.#")
    scene.world.dropped_actors = scene.world.dropped_items = 3
    scene.give("!", "~")
    scene.equip("[")
    scene.hero.xp, scene.hero.level, scene.hero.kills, scene.hero.choosing = 9, 4, 7, 1
    scene.choose(1)
    set_hp(scene.world, 1)
    scene.wait()
    assert scene.world.outcome != PLAYING
    return scene.world


def test_a_run_begins_on_floor_1_with_the_hero_of_the_ruleset() -> None:
    world = new_run(World())
    hero = world.hero
    assert (world.floor, hero.floor, world.turn, world.outcome, world.seed) == (1, 1, 0, PLAYING, 5)
    assert (hero.hp, hero.max_hp, hero.stats[POWER], hero.stats[DEFENSE]) == (
        HERO_HP,
        HERO_HP,
        HERO_POWER,
        HERO_DEFENSE,
    )
    assert (hero.level, hero.xp, hero.kills, hero.choosing, hero.inventory_count) == (1, 0, 0, 0, 0)
    assert [(event.what, event.amount) for event in hero.events[: hero.event_count]] == [(ARRIVED, 1)]
    assert hero.visible[hero.cell] == 1


def test_a_new_run_in_a_used_world_keeps_nothing_of_the_last_one() -> None:
    new, again = new_run(World()), new_run(used_world())
    for name in ("turn", "floor", "outcome", "killer", "actor_count", "item_count", "dropped_actors", "dropped_items"):
        assert getattr(again, name) == getattr(new, name), name
    for name in ("turn", "hp", "max_hp", "xp", "level", "kills", "choosing", "inventory_count"):
        assert getattr(again.hero, name) == getattr(new.hero, name), name
    for name in ("event_count", "visible_monster_count", "seen_item_count", "in_view_count", "stairs"):
        assert getattr(again.hero, name) == getattr(new.hero, name), name
    assert list(again.hero.stats) == list(new.hero.stats)
    assert [pack(carried) for carried in again.hero.inventory] == [pack(carried) for carried in new.hero.inventory]
    assert bytes(again.tiles) == bytes(new.tiles)
    assert bytes(again.hero.remembered) == bytes(new.hero.remembered)
    assert again.killer == HERO
