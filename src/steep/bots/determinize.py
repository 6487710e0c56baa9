"""Imagines a world from the view alone: what is known as it is, the unknown as rock, and all dice thrown anew.

It never sees the true world. Stairs taken in imagination lead to a floor that
is as random as the true one is to the hero.
"""

from __future__ import annotations

from steep.bots.mind import ImaginedState, Mind, start_mind
from steep.core.geometry import CELLS, NOWHERE, ROCK, WIDTH
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.streams import COMBAT, LAYOUT, below, seed_streams
from steep.core.world import HERO, MAX_INVENTORY, PLAYING, UNKNOWN, Hero, World
from steep.mapgen.floor import reset_uniques
from steep.mapgen.pity import start_pity_timers
from steep.rules.view import update_visible


@rule
def new_seed(mind: Mind) -> int:
    """A seed for worlds that may come to be."""
    return below(mind.random, LAYOUT, 1 << 31)


@rule
def dice_were_rolled(imagined: ImaginedState, floor: int) -> bool:
    """Whether anything hung on dice since a world was imagined, on the floor where that was."""
    return imagined.world.floor == floor and imagined.world.random[4 * COMBAT] != imagined.die


@rule
def copy_remembered_map(world: World, hero: Hero) -> None:
    """Lay out what the hero knows of its floor."""
    imagined = world.hero
    for cell in range(CELLS):
        tile = int(hero.remembered[cell])
        world.tiles[cell] = ROCK if tile == UNKNOWN else tile - 1
        world.occupant[cell] = 0
        imagined.remembered[cell] = tile
        imagined.visible[cell] = hero.visible[cell]
    for i in range(hero.in_view_count):
        imagined.in_view[i] = hero.in_view[i]
    imagined.in_view_count = hero.in_view_count
    imagined.stairs = hero.stairs


@rule
def copy_hero(imagined: Hero, hero: Hero) -> None:
    """Be as the hero is, and carry what it carries."""
    imagined.floor = hero.floor
    imagined.turn = hero.turn
    imagined.cell = hero.cell
    imagined.hp = hero.hp
    imagined.max_hp = hero.max_hp
    imagined.power = hero.power
    imagined.defense = hero.defense
    imagined.xp = hero.xp
    imagined.level = hero.level
    imagined.kills = hero.kills
    imagined.choosing = hero.choosing
    imagined.inventory_count = hero.inventory_count
    for place in range(MAX_INVENTORY):
        imagined.inventory[place].kind = hero.inventory[place].kind
        imagined.inventory[place].equipped = hero.inventory[place].equipped
    imagined.event_count = 0


@rule
def place_sighted_monsters(world: World, ruleset: Ruleset, mind: Mind) -> None:
    """Put foes where they were last seen, each on its way to where it saw the hero."""
    count = 0
    for row in range(mind.sighting_count):
        seen = mind.sightings[row]
        if world.occupant[seen.cell] == 0:
            actor = world.actors[count]
            actor.kind = seen.kind
            actor.cell = seen.cell
            actor.hp = seen.hp
            actor.goal = seen.goal if seen.asleep == 0 and ruleset.forgets == 0 else NOWHERE
            actor.confused = seen.confused
            actor.asleep = seen.asleep
            count += 1
            world.occupant[seen.cell] = count
    world.actor_count = count


@rule
def place_seen_items(world: World, hero: Hero) -> None:
    """Put the things that were seen where they lie."""
    for i in range(hero.seen_item_count):
        find = hero.seen_items[i]
        item = world.items[i]
        item.kind = find.kind
        item.cell = find.cell
        item.seen = 1
        item.visited = find.visited
    world.item_count = hero.seen_item_count


@rule
def determinize(hero: Hero, ruleset: Ruleset, mind: Mind, seed: int, imagined: ImaginedState) -> None:
    """Make the world that the hero sees, with dice of another seed, and a mind that begins there."""
    world = imagined.world
    world.seed = seed
    world.floor = hero.floor
    world.turn = hero.turn
    world.arrived = hero.turn
    world.outcome = PLAYING
    world.killer = HERO
    world.dropped_actors = 0
    world.dropped_items = 0
    seed_streams(world.random, seed, hero.floor)
    imagined.die = world.random[4 * COMBAT]
    reset_uniques(world)
    start_pity_timers(world, ruleset)
    copy_remembered_map(world, hero)
    copy_hero(world.hero, hero)
    place_sighted_monsters(world, ruleset, mind)
    place_seen_items(world, hero)
    # Nobody knows the rooms; whoever wanders in comes from where the hero stands.
    world.room_count = 1
    room = world.rooms[0]
    room.left = hero.cell % WIDTH - 1
    room.top = hero.cell // WIDTH - 1
    room.right = room.left + 2
    room.bottom = room.top + 2
    update_visible(world, ruleset)
    start_mind(imagined.mind, seed)
