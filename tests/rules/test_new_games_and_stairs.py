"""Starting a run, taking the stairs, and floors that don't depend on earlier play."""

from __future__ import annotations

from scenes import HERO_DEFENSE, HERO_HP, HERO_POWER, E, Scene, a_ruleset, set_hp
from steep.core.geometry import NOWHERE, ROCK, STAIRS, UNKNOWN
from steep.core.record import pack
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import HERO, PLAYING, World
from steep.rules.action_codes import DESCEND, DONE, NO_STAIRS_HERE, action
from steep.rules.new_game import new_game
from steep.rules.perceived_events import ARRIVED
from steep.rules.turn import arrive


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


ABOVE = """
    ######
    #@>..#
    #...r#
    ######
"""


def after_descending() -> Scene:
    """The scene above after the hero took the stairs."""
    scene = Scene(ABOVE)
    scene.move(E)
    assert scene.descend() == DONE
    return scene


def test_the_stairs_lead_to_the_next_floor_in_one_turn() -> None:
    scene = after_descending()
    assert (scene.world.floor, scene.hero.floor) == (2, 2)
    assert (scene.world.turn, scene.hero.turn) == (2, 2)
    assert [event.amount for event in scene.events(ARRIVED)] == [2]


def test_descending_next_to_the_stairs_is_refused() -> None:
    scene = Scene(ABOVE)
    assert scene.refuse(action(DESCEND)) == NO_STAIRS_HERE


def test_the_floor_above_is_forgotten() -> None:
    scene = after_descending()
    hero = scene.hero
    visible = set(hero.in_view[: hero.in_view_count])
    assert {cell for cell in range(len(hero.remembered)) if hero.remembered[cell] != UNKNOWN} == visible
    assert hero.stairs == NOWHERE or scene.world.tiles[hero.stairs] == STAIRS


def test_inventory_and_hp_carry_over() -> None:
    scene = Scene(ABOVE)
    scene.equip("[")
    set_hp(scene.world, 9)
    scene.hero.xp = 5
    scene.move(E)
    scene.descend()
    assert (scene.inventory(), scene.equipped(), scene.hero.hp, scene.hero.xp) == ("[....", "[", 9, 5)


def test_monsters_do_not_act_on_the_turn_of_arrival() -> None:
    scene = after_descending()
    assert scene.world.actor_count > 0
    fresh = World()
    new_game(fresh, a_ruleset(), 1)
    arrive(fresh, a_ruleset(), 2)
    monsters = scene.actors(), fresh.actors[: fresh.actor_count]
    for actor in (*monsters[0], *monsters[1]):
        actor.id = 0  # The two runs have had different numbers of monsters.
    assert [pack(actor) for actor in monsters[0]] == [pack(actor) for actor in monsters[1]]


def test_the_field_of_view_is_updated_on_arrival() -> None:
    scene = after_descending()
    hero = scene.hero
    assert hero.visible[hero.cell] == 1
    assert hero.remembered[hero.cell] > ROCK
    enemies = [actor for actor in scene.actors() if hero.visible[actor.cell]]
    assert hero.visible_monster_count == len(enemies)


def test_every_floor_has_stairs_to_the_next() -> None:
    scene = after_descending()
    for floor in range(3, 12):
        scene.hero.cell = scene.world.tiles.index(STAIRS)
        assert scene.world.tiles[scene.hero.cell] != ROCK
        assert scene.descend() == DONE
        assert scene.world.floor == floor
