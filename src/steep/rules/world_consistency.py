"""Checks that the numbers of a world are consistent, as in every world that play can reach.

`steep.core.record.out_of_range` checks each number by itself first. A world
that passes both can be played on: no rule will index outside an array or loop
forever, wherever the numbers came from.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, ROCK, STAIRS, UNKNOWN, WIDTH
from steep.core.random_streams import STREAMS
from steep.core.record import Cells, out_of_range, unpack
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    APART,
    BEHAVES,
    MAX_ABILITIES,
    MAX_COOLDOWNS,
    MAX_KINDS,
    MAX_STATUSES,
    NORMAL_SPEED,
    ON_ARRIVE,
    RESISTANCE,
    SEEN_STATS,
    STATS,
    TELEPATHIC,
    MonsterKind,
    Ruleset,
)
from steep.core.world import (
    ABSORBS,
    ALLIED,
    CARRIES,
    DEAD,
    FLEES,
    HERO,
    HERO_ROW,
    HOSTILE,
    HUNGER,
    LEADER,
    MAX_ACTORS,
    MAX_DETAIL,
    MAX_EVENTS,
    MAX_INVENTORY,
    MAX_ROOMS,
    MEMORIES,
    NO_ID,
    POST,
    ROAMS,
    TRAIL,
    Actor,
    Hero,
    Room,
    VisibleMonster,
    World,
)
from steep.mapgen.make_floor import drawing_on
from steep.rules.enchantments import PLUS_CODES
from steep.rules.identification import is_unidentified, perceived_kind, true_kind
from steep.rules.inventory import triggers_of_equipment, weapon_of
from steep.rules.perceived_events import (
    AFFLICTED,
    BROKE,
    CRITICAL,
    DAMAGED,
    DIED,
    DROPPED,
    ENCHANTED,
    EQUIPPED,
    GATHERED,
    GREW,
    HIT,
    HUNGERED,
    IDENTIFIED,
    LOWERED,
    PICKED_UP,
    PULLED,
    RAISED,
    RECOVERED,
    SHOVED,
    STARVED,
    STOLE,
    THROWN,
    TOOK_GOAL,
    UNEQUIPPED,
    cause_of,
    type_of_damage,
)
from steep.rules.queue import bit_of
from steep.rules.statuses import conditions_of, loot_of, max_hp_of
from steep.rules.update_view import is_seen, seen_stat

SOUND = 0
HERO_DIFFERS = 1
HP_AND_OUTCOME = 2
ROOMS = 3
TILES = 4
REMEMBERED = 5
IN_VIEW = 6
ACTORS = 7
OCCUPANTS = 8
ITEMS = 9
INVENTORY = 10
VISIBLE_MONSTERS = 11
SEEN_ITEMS = 12
EVENTS = 13
PITY_TIMERS = 14
STREAM_STATE = 15
HERO_BODY = 16
BODIES = 17
IDS = 18
FRIENDS = 19
APPEARANCES = 20
NUTRITION = 21
FAULTS = (
    "",
    "the hero and the world differ in floor, turn or position",
    "the hero's HP, the outcome and the killer don't match",
    "a room has no interior, or the layout doesn't exist",
    "the map's border is open, or it doesn't have exactly one staircase",
    "a remembered cell differs from the map",
    "a cell in view is not listed, or listed twice",
    "a monster has an unknown kind, or stands on or walks to an impossible cell",
    "a cell's occupant stands elsewhere",
    "an item has an unknown kind, lies outside the border or can't be enchanted",
    "the inventory holds something impossible",
    "the visible monsters don't match those on the floor",
    "the seen items don't match those on the floor",
    "an event names something that isn't in the ruleset",
    "a pity timer has counted more items than were generated",
    "a random stream is all zero",
    "the hero's body differs from what the hero knows of it",
    "an actor's statuses, conditions, triggers, cooldowns or memory are impossible",
    "two monsters have the same number",
    "the count of friends differs from the monsters",
    "what unidentified items look like is impossible",
    "the hero has more nutrition than it can have, or hungered where nobody does",
)
"""What is wrong, by number."""

BY_HERO_TO_HERO = 1
BY_HERO = 2
TO_HERO = 4
AMONG_OTHERS = 8
SIDES = (
    BY_HERO_TO_HERO,  # arrived
    BY_HERO | TO_HERO | AMONG_OTHERS,  # hit
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # damaged
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # died
    BY_HERO_TO_HERO,  # gained xp
    BY_HERO_TO_HERO,  # levelled
    BY_HERO_TO_HERO | AMONG_OTHERS,  # healed
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # afflicted
    BY_HERO_TO_HERO | AMONG_OTHERS,  # recovered
    BY_HERO,  # picked up
    BY_HERO | AMONG_OTHERS,  # dropped
    BY_HERO,  # wore
    BY_HERO,  # took off
    BY_HERO,  # grew
    AMONG_OTHERS,  # woke
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # raised
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # lowered
    BY_HERO_TO_HERO | AMONG_OTHERS,  # vanished
    BY_HERO | TO_HERO | AMONG_OTHERS,  # shoved
    BY_HERO | AMONG_OTHERS,  # summoned
    BY_HERO | TO_HERO | AMONG_OTHERS,  # missed
    BY_HERO,  # freed
    BY_HERO,  # thrown
    BY_HERO,  # broke
    BY_HERO_TO_HERO | AMONG_OTHERS,  # absorbed
    BY_HERO,  # enchanted
    BY_HERO,  # identified
    AMONG_OTHERS,  # stole
    AMONG_OTHERS,  # transformed
    AMONG_OTHERS,  # divided
    BY_HERO_TO_HERO,  # blocked by unseen
    BY_HERO_TO_HERO,  # nothing happened
    BY_HERO,  # gathered
    BY_HERO,  # took goal
    BY_HERO_TO_HERO,  # victory
    BY_HERO_TO_HERO,  # hungered
    BY_HERO_TO_HERO,  # starved
    BY_HERO_TO_HERO,  # fed
)
"""Which sides an event may have (attacker to target), in the order of `steep.rules.perceived_events`."""

OF_ITEMS = (PICKED_UP, DROPPED, EQUIPPED, UNEQUIPPED, THROWN, BROKE, ENCHANTED, STOLE)
"""Events about an item of the hero's."""

OF_KINDS = (GATHERED, TOOK_GOAL)
"""Other events about a kind of item."""


@rule
def fault_in(world: World, ruleset: Ruleset) -> int:
    """The first fault of a world whose numbers are all in range; SOUND if there is none."""
    if hero_differs(world, ruleset):
        return HERO_DIFFERS
    if not hp_and_outcome_are_sound(world, ruleset):
        return HP_AND_OUTCOME
    if not nutrition_is_sound(world, ruleset):
        return NUTRITION
    if world.layout > ruleset.layout_count or not rooms_are_sound(world):
        return ROOMS
    if not tiles_are_sound(world, ruleset):
        return TILES
    if not remembered_map_is_sound(world):
        return REMEMBERED
    if not view_is_listed(world):
        return IN_VIEW
    if not actors_are_sound(world, ruleset):
        return ACTORS
    if not hero_body_is_sound(world, ruleset):
        return HERO_BODY
    if not bodies_are_sound(world, ruleset):
        return BODIES
    if not ids_are_sound(world):
        return IDS
    if not occupants_are_sound(world):
        return OCCUPANTS
    if not friends_are_counted(world):
        return FRIENDS
    if not appearances_are_sound(world, ruleset):
        return APPEARANCES
    if not items_are_sound(world, ruleset):
        return ITEMS
    if not inventory_is_sound(world, ruleset):
        return INVENTORY
    if not visible_monsters_are_listed(world):
        return VISIBLE_MONSTERS
    if not seen_items_are_listed(world):
        return SEEN_ITEMS
    if not events_are_sound(world, ruleset):
        return EVENTS
    if not pity_timers_are_sound(world, ruleset):
        return PITY_TIMERS
    return SOUND if streams_are_sound(world.random) else STREAM_STATE


@rule
def hero_differs(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero's position, floor or turn contradicts the world's."""
    hero = world.hero
    if hero.floor != world.floor or hero.turn != world.turn or world.arrived > world.turn or world.floor < 1:
        return True
    return ruleset.enterable[world.tiles[hero.cell]] == 0


@rule
def hp_and_outcome_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero is dead exactly if that ended the run, and the killer exists."""
    hero = world.hero
    if hero.hp > hero.max_hp or world.killer >= ruleset.monster_kinds:
        return False
    return (hero.hp > 0) == (world.outcome != DEAD)


@rule
def nutrition_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero's nutrition is possible, and hunger killed it only where it can."""
    return world.hero.nutrition <= ruleset.hunger_full and (world.killer != HUNGER or ruleset.hunger_full > 0)


@rule
def rooms_are_sound(world: World) -> bool:
    """Whether every room has an interior, and every region a cell.

    Cells of a room may be rock again if another was dug over it. Vaults are at the end of the list, beyond all others.
    """
    if world.room_count + world.shells > MAX_ROOMS:
        return False
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.right - room.left < 2 or room.bottom - room.top < 2:
            return False
        if room.region > 0 and not has_a_cell(world, room):
            return False
    return True


@rule
def has_a_cell(world: World, room: Room) -> bool:
    """Whether any cell of a region's box belongs to it: cells are drawn until one does."""
    for y in range(room.top + 1, room.bottom):
        for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
            if world.region_of[cell] == room.region:
                return True
    return False


@rule
def tiles_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the border is rock, terrain is known, and exactly one cell has stairs; on a drawn floor, one at most."""
    tiles = world.tiles
    for x in range(WIDTH):
        if tiles[x] != ROCK or tiles[CELLS - WIDTH + x] != ROCK:
            return False
    for y in range(HEIGHT):
        if tiles[y * WIDTH] != ROCK or tiles[y * WIDTH + WIDTH - 1] != ROCK:
            return False
    stairs = 0
    for cell in range(CELLS):
        if tiles[cell] >= ruleset.terrain_kinds:
            return False
        if tiles[cell] == STAIRS:
            stairs += 1
    return stairs == 1 or (stairs == 0 and drawing_on(ruleset, world.floor) > 0)


@rule
def is_on_border(cell: int) -> bool:
    """Whether a cell is on the border, which is always rock."""
    x = cell % WIDTH
    y = cell // WIDTH
    return x == 0 or x == WIDTH - 1 or y == 0 or y == HEIGHT - 1


@rule
def remembered_map_is_sound(world: World) -> bool:
    """Whether remembered cells match the map, the stairs included, and visible cells are remembered."""
    hero = world.hero
    stairs = NOWHERE
    for cell in range(CELLS):
        tile = int(hero.remembered[cell])
        if tile == UNKNOWN:
            if hero.visible[cell] == 1:
                return False
        elif tile != int(world.tiles[cell]):
            return False
        elif tile == STAIRS:
            stairs = cell
    return hero.stairs == stairs


@rule
def view_is_listed(world: World) -> bool:
    """Whether each cell in view is listed once, the hero's own included."""
    hero = world.hero
    marks = world.search.came_from
    listed = 0
    for i in range(hero.in_view_count):
        cell = hero.in_view[i]
        if hero.visible[cell] == 1 and marks[cell] == 0:
            marks[cell] = 1
            listed += 1
    for i in range(hero.in_view_count):
        marks[hero.in_view[i]] = 0
    seen = 0
    for cell in range(CELLS):
        seen += int(hero.visible[cell])
    return seen == listed and listed == hero.in_view_count and hero.visible[hero.cell] == 1


@rule
def actors_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether monsters have known kinds, living ones stand on cells of their own, and goals are open cells."""
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.kind >= ruleset.monster_kinds:
            return False
        if actor.goal != NOWHERE and ruleset.enterable[world.tiles[actor.goal]] == 0:
            return False
        if actor.hp > 0:
            if ruleset.enterable[world.tiles[actor.cell]] == 0:
                return False
            if actor.cell == world.hero.cell and ruleset.placement == APART:
                return False
            if world.occupant[actor.cell] != index + 1:
                return False
    return True


@rule
def hero_body_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero's body is the hero's, and the view's copy of it is up to date."""
    hero = world.hero
    body = world.actors[HERO_ROW]
    if body.energy < 0 or body.energy >= NORMAL_SPEED:
        return False
    if (
        body.kind != HERO
        or body.conditions & CARRIES != 0
        or body.side != ALLIED
        or body.id != NO_ID
        or body.asleep == 1
    ):
        return False
    if body.shield != hero.shield:
        return False
    if body.hp != hero.hp or hero.max_hp != max_hp_of(body) or body.conditions != hero.conditions:
        return False
    for stat in range(STATS):
        if body.stats[stat] != hero.stats[stat]:
            return False
    for status in range(MAX_STATUSES):
        if body.statuses[status] != hero.statuses[status]:
            return False
    return body.triggers == triggers_of_equipment(hero, ruleset)


@rule
def body_is_sound(body: Actor, ruleset: Ruleset) -> bool:
    """Whether an actor's HP and statuses are possible, and its conditions follow from them."""
    if body.hp > max_hp_of(body) or body.hurt_by >= ruleset.monster_kinds:
        return False
    for status in range(ruleset.status_count, MAX_STATUSES):
        if body.statuses[status] != 0:
            return False
    if (body.shield > 0) != (body.conditions & ABSORBS != 0):
        return False
    return body.conditions == conditions_of(body, ruleset)


@rule
def triggers_are_sound(actor: Actor, kind: MonsterKind) -> bool:
    """Whether a monster has the triggers of its kind; it sees the hero for the first time only once."""
    triggers = actor.triggers
    if kind.triggers & bit_of(ON_ARRIVE) != 0:
        triggers |= bit_of(ON_ARRIVE)
    return triggers in (kind.triggers, kind.triggers | BEHAVES)


@rule
def memory_is_sound(world: World, ruleset: Ruleset, actor: Actor, kind: MonsterKind) -> bool:
    """Whether a monster remembers only what its kind can, and its triggers are its kind's."""
    memory = actor.memory
    if not triggers_are_sound(actor, kind):
        return False
    if memory[LEADER] > world.actor_count or (memory[LEADER] > 0 and actor.triggers & BEHAVES == 0):
        return False
    if memory[LEADER] > 0 and world.actors[int(memory[LEADER]) - 1].id == actor.id:
        return False
    if (memory[POST] > 0) != (kind.guards == 1):
        return False
    if kind.guards == 1 and ruleset.enterable[world.tiles[int(memory[POST])]] == 0:
        return False
    if memory[TRAIL] > kind.loses_trail or memory[ROAMS] > (1 if kind.wanders > 0 else 0):
        return False
    return actor.conditions & FLEES == 0 or kind.returns_above > 0


@rule
def bodies_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the statuses, conditions, triggers and cooldowns of all actors are possible."""
    if not body_is_sound(world.actors[HERO_ROW], ruleset):
        return False
    if world.actors[HERO_ROW].conditions & FLEES != 0:
        return False
    for memory in range(MEMORIES):
        if world.actors[HERO_ROW].memory[memory] != 0:
            return False
    for ability in range(MAX_COOLDOWNS):
        if world.actors[HERO_ROW].cooldowns[ability] != 0:
            return False
    for index in range(world.actor_count):
        actor = world.actors[index]
        kind = ruleset.monsters[actor.kind]
        if not body_is_sound(actor, ruleset):
            return False
        if not memory_is_sound(world, ruleset, actor, kind):
            return False
        for ability in range(MAX_COOLDOWNS):
            longest = 0
            if ability < kind.ability_count:
                longest = ruleset.abilities[kind.first_ability + ability].cooldown
            if actor.cooldowns[ability] > longest:
                return False
    return True


@rule
def ids_are_sound(world: World) -> bool:
    """Whether each monster has a number of its own that was given out. Only the dead may have lost theirs."""
    for index in range(world.actor_count):
        number = world.actors[index].id
        if number == NO_ID:
            if world.actors[index].hp > 0 or world.actor_count < MAX_ACTORS:
                return False
        elif number >= world.next_id:
            return False
        else:
            for other in range(index):
                if world.actors[other].id == number:
                    return False
    return True


@rule
def occupants_are_sound(world: World) -> bool:
    """Whether there are as many occupied cells as living monsters; `actors_are_sound` checks positions."""
    living = 0
    for index in range(world.actor_count):
        if world.actors[index].hp > 0:
            living += 1
    for cell in range(CELLS):
        if world.occupant[cell] > 0:
            living -= 1
    return living == 0


@rule
def friends_are_counted(world: World) -> bool:
    """Whether as many living monsters are not hostile as the world says."""
    friends = 0
    for index in range(world.actor_count):
        if world.actors[index].hp > 0 and world.actors[index].side != HOSTILE:
            friends += 1
    return friends == world.friends


@rule
def may_have_plus(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether an item on the floor may have the enchantment that it has."""
    return world.item_plus[index] == 0 or ruleset.items[world.items[index].kind].enchantable == 1


@rule
def appearances_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether each kind with an appearance is identified, or has a row of its appearance to itself."""
    hero = world.hero
    count = 0
    for row in range(MAX_KINDS):
        other = int(world.appearances[row]) - 1
        is_kind = row < ruleset.item_kinds
        if is_kind and ruleset.items[row].appearance > 0:
            if (other == NOWHERE) != (hero.identified[row] == 1):
                return False
        elif hero.identified[row] == 1 or (is_kind and other != NOWHERE):
            return False
        if other != NOWHERE:
            if row >= ruleset.item_rows or other >= ruleset.item_rows or is_kind == (other < ruleset.item_kinds):
                return False
            if world.appearances[other] != row + 1:
                return False
            if ruleset.items[row].appearance != ruleset.items[other].appearance:
                return False
            if is_kind:
                count += 1
    return count == hero.unidentified


@rule
def items_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether items have known kinds, lie inside the border and are enchanted only if their kind can be.

    Unidentified ones have all their charges.
    """
    for i in range(world.item_count):
        item = world.items[i]
        if item.kind >= ruleset.item_kinds:
            return False
        if perceived_kind(world, item.kind) != item.kind and item.charges != ruleset.items[item.kind].charges:
            return False
        if item.cell >= 0 and is_on_border(item.cell):
            return False
        if item.cell != NOWHERE and not may_have_plus(world, ruleset, i):
            return False
    return loot_is_carried(world)


@rule
def slot_is_shared(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether an earlier item is equipped where the item in an inventory slot is."""
    equipment_slot = ruleset.items[hero.inventory[slot].kind - 1].slot
    for other in range(slot):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == equipment_slot:
            return True
    return False


@rule
def inventory_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the inventory holds known kinds, within its capacity, and only equipment is equipped, one item a slot.

    What isn't identified shows only what it looks like.
    """
    hero = world.hero
    count = 0
    for slot in range(MAX_INVENTORY):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            count += 1
            if slot >= ruleset.inventory_capacity or carried.kind > ruleset.item_rows or carried.since > world.turn:
                return False
            if is_unidentified(ruleset, carried.kind - 1):
                if world.appearances[carried.kind - 1] == 0:
                    return False
                if carried.equipped == 1 or carried.charges > 0 or carried.recharging > 0:
                    return False
                hidden = ruleset.items[true_kind(world, ruleset, carried.kind - 1)]
                if world.hidden_plus[slot] != 0 and hidden.enchantable == 0:
                    return False
            elif world.appearances[carried.kind - 1] != 0:
                return False
            kind = ruleset.items[carried.kind - 1]
            if (carried.equipped == 1 and kind.slot == 0) or (carried.plus != 0 and kind.enchantable == 0):
                return False
            if carried.equipped == 1 and slot_is_shared(hero, ruleset, slot):
                return False
        elif carried.equipped == 1 or carried.plus != 0 or carried.since != 0:
            return False
    return count == hero.inventory_count and hero.weapon == weapon_of(hero, ruleset)


@rule
def visible_monsters_are_listed(world: World) -> bool:
    """Whether the list of visible monsters is up to date (`steep.rules.update_view.update_visible`)."""
    hero = world.hero
    seen = 0
    sensed = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0:
            if is_seen(world, actor):
                if not is_shown(hero.visible_monsters[seen], actor, index):
                    return False
                seen += 1
            elif hero.conditions & TELEPATHIC != 0:
                row = hero.visible_monster_count + sensed
                if row >= MAX_ACTORS or not is_shown(hero.visible_monsters[row], actor, index):
                    return False
                sensed += 1
    return seen == hero.visible_monster_count and sensed == hero.sensed_monster_count


@rule
def is_shown(seen: VisibleMonster, actor: Actor, index: int) -> bool:
    """Whether the hero is shown a monster as it is."""
    if seen.actor != index or seen.kind != actor.kind or seen.cell != actor.cell or seen.side != actor.side:
        return False
    if seen.hp != actor.hp or seen.conditions != actor.conditions or seen.asleep != actor.asleep:
        return False
    for stat in range(SEEN_STATS):
        if seen.stats[stat] != seen_stat(actor, stat):
            return False
    for status in range(MAX_STATUSES):
        if seen.statuses[status] != actor.statuses[status]:
            return False
    return seen.shield == actor.shield


@rule
def seen_items_are_listed(world: World) -> bool:
    """Whether the list of seen items is up to date."""
    hero = world.hero
    count = 0
    for index in range(world.item_count):
        item = world.items[index]
        if item.cell >= 0 and item.seen == 1:
            seen = hero.seen_items[count]
            if seen.item != index or seen.cell != item.cell or seen.visited != item.visited:
                return False
            if seen.kind != perceived_kind(world, item.kind):
                return False
            if hero.seen_item_plus[count] != (world.item_plus[index] if seen.kind == item.kind else 0):
                return False
            count += 1
    return count == hero.seen_item_count


@rule
def loot_is_carried(world: World) -> bool:
    """Whether each monster that carries something has one item, and nobody else has any."""
    carried = 0
    for i in range(world.item_count):
        if world.items[i].cell < NOWHERE:
            carried += 1
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and actor.conditions & CARRIES != 0:
            if loot_of(world, index) == NOWHERE:
                return False
            carried -= 1
    return carried == 0


@rule
def details_of(what: int, ruleset: Ruleset) -> int:
    """How many details an event of a type can have."""
    if what == DAMAGED:
        return MAX_DETAIL + 1
    if what in (AFFLICTED, RECOVERED):
        return ruleset.status_count
    if what in (RAISED, LOWERED):
        return RESISTANCE
    if what in (HUNGERED, STARVED):
        return ruleset.hunger_stage_count + 1
    if what in OF_ITEMS:
        return PLUS_CODES
    if what == SHOVED:
        return PULLED + 1
    return CRITICAL + 1 if what == HIT else 1


@rule
def damage_is_sound(detail: int, ruleset: Ruleset) -> bool:
    """Whether the detail of damage names a damage type in the ruleset, and an ability or a status."""
    cause = cause_of(detail)
    if cause < MAX_ABILITIES:
        return cause < ruleset.ability_count and type_of_damage(detail) < ruleset.damage_type_count
    return cause - MAX_ABILITIES < ruleset.status_count and type_of_damage(detail) < ruleset.damage_type_count


@rule
def events_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether events name kinds, statuses, damage types and stats in the ruleset."""
    hero = world.hero
    for row in range(min(hero.event_count, MAX_EVENTS)):
        event = hero.events[row]
        if event.who >= ruleset.monster_kinds:
            return False
        if event.who == HUNGER and (event.what != DIED or event.whom != HERO):
            return False
        if event.what == HUNGERED and event.amount > ruleset.hunger_stage_count:
            return False
        if event.what == STARVED and event.detail == 0:
            return False
        if event.what == PICKED_UP and event.amount >= MAX_INVENTORY:
            return False
        if event.who == HERO:
            side = BY_HERO_TO_HERO if event.whom == HERO else BY_HERO
        else:
            side = TO_HERO if event.whom == HERO else AMONG_OTHERS
        if SIDES[event.what] & side == 0:
            return False
        if event.detail >= details_of(event.what, ruleset):
            return False
        if event.what == DAMAGED and not damage_is_sound(event.detail, ruleset):
            return False
        if event.what == GREW:
            if event.whom >= RESISTANCE:
                return False
        elif event.what == IDENTIFIED:
            if event.whom >= ruleset.item_kinds:
                return False
            if event.amount < ruleset.item_kinds or event.amount >= ruleset.item_rows:
                return False
        elif event.what in OF_ITEMS or event.what in OF_KINDS:
            if event.whom >= ruleset.item_rows:
                return False
        elif event.whom >= ruleset.monster_kinds:
            return False
    return True


@rule
def pity_timers_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether no pity timer has counted more items than were generated."""
    for number in range(ruleset.pity_timer_count):
        if world.pity_timers[number].counted > world.pity_timers[number].given:
            return False
    return True


@rule
def streams_are_sound(random: Cells) -> bool:
    """Whether no random stream is all zero: it would stay so, and draws from it might never end."""
    for stream in range(STREAMS):
        words = 0
        for word in range(4 * stream, 4 * stream + 4):
            words |= random[word]
        if words == 0:
            return False
    return True


def checked_world(packed: bytes, ruleset: Ruleset) -> World:
    """The world from packed bytes that may come from anywhere.

    Raises `ValueError`, saying what is wrong, if no run of the ruleset can lead to it.
    """
    if wrong := out_of_range(World, packed):
        raise ValueError(f"a world in which {wrong}")
    world = unpack(World, packed)
    if wrong := FAULTS[fault_in(world, ruleset)]:
        raise ValueError(f"a world in which {wrong}")
    return world
