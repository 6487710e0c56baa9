"""Imagines a world from the view alone: what is known as it is, the unknown as rock, and all dice thrown anew.

It never sees the true world. Stairs taken in imagination lead to a floor that
is as random as the true one is to the hero.
"""

from __future__ import annotations

from steep.bots.mind import Dream, Mind, start_mind
from steep.core.geometry import CELLS, NOWHERE, ROCK, WIDTH
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.streams import COMBAT, LAYOUT, below, seed_streams
from steep.core.world import HERO, MAX_PACK, PLAYING, UNKNOWN, Hero, World
from steep.mapgen.floor import forget_met
from steep.mapgen.meters import start_meters
from steep.rules.view import notice


@rule
def new_seed(mind: Mind) -> int:
    """A seed for worlds that may come to be."""
    return below(mind.random, LAYOUT, 1 << 31)


@rule
def dice_fell(dream: Dream, floor: int) -> bool:
    """Whether anything hung on dice since a world was imagined, on the floor where that was."""
    return dream.world.floor == floor and dream.world.random[4 * COMBAT] != dream.die


@rule
def imagine_ground(world: World, hero: Hero) -> None:
    """Lay out what the hero knows of its floor."""
    imagined = world.hero
    for cell in range(CELLS):
        tile = int(hero.known[cell])
        world.tiles[cell] = ROCK if tile == UNKNOWN else tile - 1
        world.occupant[cell] = 0
        imagined.known[cell] = tile
        imagined.lit[cell] = hero.lit[cell]
    for i in range(hero.in_view_count):
        imagined.in_view[i] = hero.in_view[i]
    imagined.in_view_count = hero.in_view_count
    imagined.stairs = hero.stairs


@rule
def imagine_body(imagined: Hero, hero: Hero) -> None:
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
    imagined.pack_count = hero.pack_count
    for place in range(MAX_PACK):
        imagined.pack[place].kind = hero.pack[place].kind
        imagined.pack[place].worn = hero.pack[place].worn
    imagined.event_count = 0


@rule
def imagine_foes(world: World, ruleset: Ruleset, mind: Mind) -> None:
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
def imagine_things(world: World, hero: Hero) -> None:
    """Put the things that were seen where they lie."""
    for i in range(hero.find_count):
        find = hero.finds[i]
        item = world.items[i]
        item.kind = find.kind
        item.cell = find.cell
        item.seen = 1
        item.visited = find.visited
    world.item_count = hero.find_count


@rule
def imagine(hero: Hero, ruleset: Ruleset, mind: Mind, seed: int, dream: Dream) -> None:
    """Make the world that the hero sees, with dice of another seed, and a mind that begins there."""
    world = dream.world
    world.seed = seed
    world.floor = hero.floor
    world.turn = hero.turn
    world.arrived = hero.turn
    world.outcome = PLAYING
    world.killer = HERO
    world.dropped_actors = 0
    world.dropped_items = 0
    seed_streams(world.random, seed, hero.floor)
    dream.die = world.random[4 * COMBAT]
    forget_met(world)
    start_meters(world, ruleset)
    imagine_ground(world, hero)
    imagine_body(world.hero, hero)
    imagine_foes(world, ruleset, mind)
    imagine_things(world, hero)
    # Nobody knows the rooms; whoever wanders in comes from where the hero stands.
    world.room_count = 1
    room = world.rooms[0]
    room.left = hero.cell % WIDTH - 1
    room.top = hero.cell // WIDTH - 1
    room.right = room.left + 2
    room.bottom = room.top + 2
    notice(world, ruleset)
    start_mind(dream.mind, seed)
