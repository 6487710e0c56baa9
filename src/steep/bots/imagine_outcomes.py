"""Worlds that the tactician imagines: what it doesn't see is drawn at random, and outcomes of actions are scored."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_and_use_items import ITEM_PARTS, use_value
from steep.bots.combat.enemies import hurts
from steep.bots.combat.fight_cost import duel_cost
from steep.core.gas import forget_gas_in_view
from steep.core.geometry import CELLS, NOWHERE, ROCK, STAIRS, UNKNOWN, WIDTH
from steep.core.magic_mapping import copy_mapped, forget_trodden
from steep.core.random_streams import COMBAT, LAYOUT, below, seed_streams
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import BEHAVES, MAX_STATUSES, MAX_TERRAIN, ON_ARRIVE, SEEN_STATS, TRODDEN, MonsterKind, Ruleset
from steep.core.world import (
    ALLIED,
    CARRIES,
    FLEES,
    HERO,
    HERO_ROW,
    HOSTILE,
    MAX_INVENTORY,
    MAX_ROOMS,
    PLAYING,
    POST,
    TRAIL,
    WON,
    Actor,
    Hero,
    World,
)
from steep.mapgen.make_floor import forget_terrain, note_active, note_terrain
from steep.mapgen.put_on_free_cell import reset_body, set_monster_stats
from steep.rules.abilities.queue import bit_of
from steep.rules.abilities.statuses import ANY_STATUS, add_bonus, refresh_conditions
from steep.rules.experience_and_victory import xp_to_next
from steep.rules.items.identification_and_enchantments import forget_appearances, is_unidentified, pair, true_kind
from steep.rules.items.inventory import equipment_changed
from steep.rules.new_game import reset_counts
from steep.rules.update_view import update_visible

ROOM_EVERY = 16
"""One in this many known open cells represents a room."""


@rule
def new_seed(mind: BotMemory) -> int:
    """A seed for imagined worlds."""
    return below(mind.random, LAYOUT, 1 << 31)


@rule
def dice_were_rolled(imagined: ImaginedState, floor: int) -> bool:
    """Whether the combat stream was used since the world was imagined, on the same floor."""
    return imagined.world.floor == floor and imagined.world.random[4 * COMBAT] != imagined.first_die


@rule
def add_room(world: World, cell: int) -> None:
    """Add a room of one cell."""
    room = world.rooms[world.room_count]
    room.left = cell % WIDTH - 1
    room.top = cell // WIDTH - 1
    room.right = room.left + 2
    room.bottom = room.top + 2
    room.region = 0
    world.room_count += 1


@rule
def note_remembered_cells(hero: Hero, ruleset: Ruleset, imagined: ImaginedState) -> None:
    """Note what all worlds imagined of one view have in common: which cells are open, and which do something."""
    remembered = hero.remembered
    holds = ruleset.holds
    opened = 0
    special = 0
    for cell in range(CELLS):
        tile = int(remembered[cell])
        if holds[tile] == 1:
            imagined.open_cells[opened] = cell
            opened += 1
        if tile > STAIRS:
            imagined.special_cells[special] = cell
            special += 1
    imagined.open_count = opened
    imagined.special_count = special


@rule
def copy_remembered_map(world: World, hero: Hero) -> None:
    """Copy the map as the hero remembers it, and what it sees of it."""
    imagined = world.hero
    tiles = world.tiles
    remembered = hero.remembered
    occupant = world.occupant
    forget_terrain(world)
    forget_gas_in_view(imagined)
    # One plane after the other, because that takes a tenth of the time.
    for cell in range(CELLS):
        tiles[cell] = ROCK if remembered[cell] == UNKNOWN else remembered[cell]
    for cell in range(CELLS):
        occupant[cell] = 0
    for cell in range(CELLS):
        imagined.remembered[cell] = remembered[cell]
    for cell in range(CELLS):
        imagined.visible[cell] = hero.visible[cell]
    for i in range(hero.in_view_count):
        imagined.in_view[i] = hero.in_view[i]
    imagined.in_view_count = hero.in_view_count
    copy_mapped(imagined, hero)
    imagined.stairs = hero.stairs


@rule
def imagine_rooms(imagined: ImaginedState, hero: Hero, seed: int) -> None:
    """Let some known cells represent unknown rooms, from which wanderers come and to which teleports lead."""
    world = imagined.world
    world.room_count = 0
    add_room(world, hero.cell)
    for number in range(ROOM_EVERY - 1 - seed % ROOM_EVERY, imagined.open_count, ROOM_EVERY):
        if world.room_count < MAX_ROOMS:
            add_room(world, int(imagined.open_cells[number]))


@rule
def note_what_changes(imagined: ImaginedState, ruleset: Ruleset, hero: Hero) -> None:
    """Note what terrain does by itself, and put gas where the hero sees it."""
    world = imagined.world
    for number in range(imagined.special_count):
        note_terrain(world, ruleset, int(imagined.special_cells[number]))
    if hero.gas_in_view > 0:
        for i in range(hero.in_view_count):
            if hero.gas[hero.in_view[i]] > 0 and note_active(world, hero.in_view[i]):
                world.gas[hero.in_view[i]] = hero.gas[hero.in_view[i]]
                world.gas_count += 1


@rule
def copy_hero(imagined: Hero, hero: Hero) -> None:
    """Copy the hero's stats and inventory."""
    imagined.floor = hero.floor
    imagined.turn = hero.turn
    imagined.cell = hero.cell
    imagined.xp = hero.xp
    imagined.level = hero.level
    imagined.kills = hero.kills
    imagined.gold = hero.gold
    imagined.nutrition = hero.nutrition
    imagined.cells_explored = hero.cells_explored
    imagined.choosing = hero.choosing
    for kind in range(MAX_TERRAIN):
        imagined.passable[kind] = hero.passable[kind]
        imagined.explores[kind] = hero.explores[kind]
    imagined.inventory_count = hero.inventory_count
    for slot in range(MAX_INVENTORY):
        imagined.inventory[slot].kind = hero.inventory[slot].kind
        imagined.inventory[slot].count = hero.inventory[slot].count
        imagined.inventory[slot].equipped = hero.inventory[slot].equipped
        imagined.inventory[slot].charges = hero.inventory[slot].charges
        imagined.inventory[slot].recharging = hero.inventory[slot].recharging
        imagined.inventory[slot].plus = hero.inventory[slot].plus
        imagined.inventory[slot].since = hero.inventory[slot].since
    imagined.event_count = 0


@rule
def imagine_kind(world: World, ruleset: Ruleset, row: int) -> None:
    """Draw the kind behind an unidentified appearance from those that it can still be, all equally likely."""
    if is_unidentified(ruleset, row) and world.appearances[row] == 0:
        pair(world, ruleset, row, 0, ruleset.item_kinds)


@rule
def imagine_appearances(world: World, ruleset: Ruleset, hero: Hero) -> None:
    """Draw the kinds of the unidentified items that the hero carries and has seen."""
    if world.hero.unidentified > 0:
        forget_appearances(world)
    if hero.unidentified > 0:
        for kind in range(ruleset.item_kinds):
            world.hero.identified[kind] = hero.identified[kind]
        for slot in range(ruleset.inventory_capacity):
            world.hidden_plus[slot] = 0
            imagine_kind(world, ruleset, hero.inventory[slot].kind - 1)
        for i in range(hero.seen_item_count):
            imagine_kind(world, ruleset, hero.seen_items[i].kind)
    world.hero.unidentified = hero.unidentified


@rule
def copy_statuses(actor: Actor, ruleset: Ruleset, statuses: Cells) -> None:
    """Give an imagined monster the statuses that the hero has seen."""
    for status in range(ruleset.status_count):
        if statuses[status] > 0:
            actor.statuses[status] = statuses[status]
            add_bonus(actor, ruleset.statuses[status].bonus, 1)
    refresh_conditions(actor, ruleset)


@rule
def imagine_body(world: World, ruleset: Ruleset, hero: Hero) -> None:
    """Give the imagined hero the HP, stats and statuses that the hero feels."""
    body = world.actors[HERO_ROW]
    body.kind = HERO
    body.cell = 0
    body.hp = hero.hp
    body.id = 0
    body.xp = 0
    body.side = ALLIED
    body.hurt_by = HERO
    body.goal = NOWHERE
    body.asleep = 0
    body.energy = 0
    reset_body(body, hero.stats)
    for status in range(MAX_STATUSES):
        body.statuses[status] = hero.statuses[status]
    body.shield = hero.shield
    equipment_changed(world, ruleset)


@rule
def imagine_memory(actor: Actor, kind: MonsterKind, conditions: int) -> None:
    """Let an imagined monster hunt, flee and guard as far as the hero can know: its leader is unknown."""
    actor.conditions |= conditions & FLEES
    if kind.guards == 1:
        actor.memory[POST] = actor.cell
    if actor.goal != NOWHERE:
        actor.memory[TRAIL] = kind.loses_trail


@rule
def place_sighted_monsters(world: World, ruleset: Ruleset, mind: BotMemory) -> None:
    """Place monsters where they were last seen, each walking to where it saw the hero."""
    count = 0
    for row in range(mind.sighting_count):
        sighting = mind.sightings[row]
        seen = sighting.seen
        if world.occupant[seen.cell] == 0:
            actor = world.actors[count]
            actor.kind = seen.kind
            actor.cell = seen.cell
            actor.goal = sighting.goal if seen.asleep == 0 and ruleset.forgets == 0 else NOWHERE
            actor.id = 1
            actor.side = seen.side
            actor.hurt_by = HERO
            actor.asleep = seen.asleep
            actor.energy = 0
            actor.triggers = ruleset.monsters[seen.kind].triggers
            if seen.asleep == 0:
                # It has seen the hero already.
                actor.triggers &= ~bit_of(ON_ARRIVE)
            set_monster_stats(actor, ruleset.monsters[seen.kind], world.floor)
            if seen.conditions & ANY_STATUS != 0:
                copy_statuses(actor, ruleset, seen.statuses)
                actor.shield = seen.shield
            for stat in range(SEEN_STATS):
                actor.stats[stat] = seen.stats[stat]
            actor.hp = seen.hp
            if actor.triggers & BEHAVES != 0:
                imagine_memory(actor, ruleset.monsters[seen.kind], seen.conditions)
            actor.conditions |= seen.conditions & CARRIES
            count += 1
            world.occupant[seen.cell] = count
    world.actor_count = count
    world.friends = 0
    for index in range(count):
        if world.actors[index].side != HOSTILE:
            world.friends += 1


@rule
def place_seen_items(world: World, ruleset: Ruleset, hero: Hero) -> None:
    """Place the items the hero has seen."""
    for i in range(hero.seen_item_count):
        seen_item = hero.seen_items[i]
        item = world.items[i]
        item.kind = true_kind(world, ruleset, seen_item.kind)
        item.cell = seen_item.cell
        item.charges = ruleset.items[item.kind].charges
        item.seen = 1
        item.visited = seen_item.visited
        world.item_plus[i] = hero.seen_item_plus[i]
    world.item_count = hero.seen_item_count


@rule
def determinize(hero: Hero, ruleset: Ruleset, mind: BotMemory, seed: int, imagined: ImaginedState) -> None:
    """Build the world as the hero sees it, with random streams from `seed`, and a fresh mind for it.

    Before the first world of a view, call `note_remembered_cells`.
    """
    world = imagined.world
    world.floor = hero.floor
    reset_counts(world, ruleset, seed, hero.turn)
    world.next_id = 2
    seed_streams(world.random, seed, hero.floor)
    imagined.first_die = world.random[4 * COMBAT]
    copy_remembered_map(world, hero)
    if ruleset.pursuit == TRODDEN:
        forget_trodden(world)
    imagine_rooms(imagined, hero, seed)
    note_what_changes(imagined, ruleset, hero)
    copy_hero(world.hero, hero)
    imagine_appearances(world, ruleset, hero)
    imagine_body(world, ruleset, hero)
    place_sighted_monsters(world, ruleset, mind)
    place_seen_items(world, ruleset, hero)
    update_visible(world)
    start_mind(imagined.mind, seed)


# How good an imagined outcome is, in HP.

UNIT = 64
"""Scores are in 1 / UNIT of an HP."""

DEATH = 8
"""Dying costs this many times max HP, besides the HP that are left."""

MOST_TO_COME = 6
"""The expected cost of remaining enemies counts as at most this many times max HP, less than death."""

VICTORY = 1 << 56
IMPOSSIBLE = -(1 << 60)
"""Below any score that an action can have."""

KIND_PARTS = 16
"""Having identified a kind of item is worth max HP / KIND_PARTS."""

LEVEL_PARTS = 5
"""A level is worth max HP / LEVEL_PARTS."""

MOST_REVEALED = 64
"""Cells. An action that reveals this many, or more, is worth as much as an item that doesn't help at once."""

MAX_LEVELS = 10_000 * UNIT
"""More levels than this count the same: their value would overflow 64 bits."""


@rule
def is_enemy(world: World, ruleset: Ruleset, actor: Actor) -> bool:
    """Whether a monster is hostile, alive, awake and able to hurt the hero."""
    return actor.hp > 0 and actor.side == HOSTILE and actor.asleep == 0 and hurts(world.hero, ruleset, actor)


@rule
def any_enemy_left(world: World, ruleset: Ruleset) -> bool:
    """Whether any enemy is left on the floor."""
    for index in range(world.actor_count):
        if is_enemy(world, ruleset, world.actors[index]):
            return True
    return False


@rule
def remaining_cost(world: World, ruleset: Ruleset) -> int:
    """HP that fighting the enemies still alive would cost, one by one."""
    hero = world.hero
    cost = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if is_enemy(world, ruleset, actor):
            cost += duel_cost(hero, ruleset, actor, actor.hp)
    return cost


@rule
def inventory_value(hero: Hero, ruleset: Ruleset) -> int:
    """HP that the items in the inventory give or save."""
    total = 0
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            kind = ruleset.items[hero.inventory[slot].kind - 1]
            if kind.use == NOWHERE:
                continue
            total += use_value(hero, ruleset.abilities[kind.use]) * hero.inventory[slot].count
    return total


@rule
def standing(before: Hero, hero: Hero, ruleset: Ruleset) -> int:
    """The score of what a hero has, whatever is still to come: HP, items, and levels gained since before."""
    levels = (hero.level - before.level) * UNIT + hero.xp * UNIT // xp_to_next(ruleset, hero.level)
    levels = min(levels, MAX_LEVELS)
    return (hero.hp + inventory_value(hero, ruleset)) * UNIT + levels * hero.max_hp // LEVEL_PARTS


@rule
def evaluate(before: Hero, world: World, ruleset: Ruleset, turns: int, revealed: int) -> int:
    """Score the change from the hero before to this world, `turns` turns later.

    A hero who leaves the floor escapes its enemies but also loses what the floor still offers: that costs max HP.
    `revealed` is how many cells an item has shown it.
    """
    hero = world.hero
    if world.outcome == WON:
        return VICTORY - turns
    if world.outcome != PLAYING:
        return turns - DEATH * hero.max_hp * UNIT
    cost = remaining_cost(world, ruleset) if world.floor == before.floor else hero.max_hp
    cost = min(cost, MOST_TO_COME * hero.max_hp)
    learned = before.unidentified - hero.unidentified
    information = learned * hero.max_hp * UNIT // KIND_PARTS
    information += min(revealed, MOST_REVEALED) * hero.max_hp * UNIT // (MOST_REVEALED * ITEM_PARTS)
    return standing(before, hero, ruleset) - cost * UNIT + information
