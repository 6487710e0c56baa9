"""A turn: the hero's action and all that follows from it, terrain and gas included."""

from __future__ import annotations

from steep.core.gas import gas_row
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE, STAIRS
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset, codes
from steep.core.world import ALLIED, HERO, HERO_ROW, HOSTILE, NEUTRAL, PLAYING, WON, World
from steep.mapgen.make_floor import make_floor
from steep.mapgen.put_on_free_cell import release_rows
from steep.rules.abilities.effects import heal
from steep.rules.abilities.queue import set_off
from steep.rules.abilities.statuses import max_hp_of
from steep.rules.abilities.use_abilities import regenerate_monsters, resolve, take_status_turn
from steep.rules.action_codes import (
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    MUST_CHOOSE,
    NO_STAIRS_HERE,
    NO_SUCH_ACTION,
    PICK_UP,
    RUN_OVER,
    SEALED,
    THROW,
    TOO_AFRAID,
    TOO_CHARMED,
    USE,
    WAIT,
    action,
    argument_of,
    attack_time_of_hero,
    cell_of,
    take_time,
    verb_of,
)
from steep.rules.combat import attack, enemy_ahead
from steep.rules.experience_and_victory import check_level_up, choose, collect_gold, is_sealed, win
from steep.rules.hunger import take_hunger_turn
from steep.rules.items.inventory import drop, lose_keys, pick_up, recharge, use
from steep.rules.items.throwing import throw
from steep.rules.monsters.behaviours import wander
from steep.rules.monsters.monster_turns import monsters_act, place_followers, take_followers
from steep.rules.movement import change_places, move_hero
from steep.rules.perceived_events import ARRIVED, BLOCKED_BY_UNSEEN, FREED, emit
from steep.rules.terrain import (
    become,
    is_occupied,
    kindle,
    land,
    look_around,
    move_gas,
    open_terrain,
    stay,
    update_ways,
)
from steep.rules.update_view import is_seen, update_fov, update_hero, update_visible
from steep.spawn.curves import is_below


@rule
def arrive(world: World, ruleset: Ruleset, floor: int) -> None:
    """Make a floor, move the hero there and update its view."""
    make_floor(world, ruleset, floor)
    emit(world, ARRIVED, HERO, HERO, floor, world.hero.cell)
    if ruleset.gathers == 1:
        collect_gold(world, ruleset)
    update_fov(world, ruleset)
    update_visible(world)
    update_ways(world.hero, ruleset)


@rule
def step(world: World, ruleset: Ruleset, act: int) -> int:
    """Play one action. Returns DONE, or the reason why it is impossible.

    An impossible action changes nothing and takes no time, and choosing a level-up's
    gain takes no time either, nor does handling items where the ruleset says so.
    Monsters don't act on the turn the hero arrives on a floor.
    """
    if world.outcome != PLAYING:
        return go_below(world, ruleset, act)
    if cell_of(act) < 0 or cell_of(act) >= CELLS:
        return NO_SUCH_ACTION
    if verb_of(act) == CHOOSE:
        reason = choose(world, ruleset, argument_of(act))
        if reason == DONE:
            check_level_up(world, ruleset)
            update_fov(world, ruleset)
            update_visible(world)
            if ruleset.passability_changes == 1:
                update_ways(world.hero, ruleset)
        return reason
    if world.hero.choosing == 1:
        return MUST_CHOOSE
    cell = world.hero.cell
    floor = world.floor
    body = world.actors[HERO_ROW]
    blind = body.conditions & codes.CANNOT_SEE
    sight = body.stats[codes.SIGHT]
    # A hero that can't act waits, whatever the action was.
    acts = body.conditions & codes.CANNOT_ACT == 0
    reason = perform(world, ruleset, act) if acts else DONE
    if reason != DONE:
        return reason
    if world.queue_count > 0:
        resolve(world, ruleset)
    if world.falls == 1:
        fall_down(world, ruleset)
    if ruleset.gathers == 1:
        collect_gold(world, ruleset)
    is_new = world.floor != floor
    if is_new:
        cell = world.hero.cell
    else:
        moved = world.hero.cell != cell and ruleset.reaction == codes.AT_ONCE
        # A door that the hero opened or shut changes what it sees.
        moved = moved or (world.sight_changed == 1 and ruleset.reaction == codes.AT_ONCE)
        if moved or body.conditions & codes.CANNOT_SEE != blind or body.stats[codes.SIGHT] != sight:
            update_fov(world, ruleset)
            cell = world.hero.cell
            blind = body.conditions & codes.CANNOT_SEE
            sight = body.stats[codes.SIGHT]
    left = codes.NORMAL_SPEED + world.extra_time
    world.extra_time = 0
    if ruleset.free_item_actions == 1 and acts and verb_of(act) in (PICK_UP, USE, DROP):
        left = 0
    while left > 0:
        # A turn ends whenever 100 percent of one have passed, even while an action goes on.
        time = min(left, codes.NORMAL_SPEED - body.energy)
        pass_time(world, ruleset, time, is_new)
        left = left - time if world.outcome == PLAYING else 0
        if world.falls == 1:
            fall_down(world, ruleset)
            is_new = True
            left = 0
    if is_new:
        world.arrived = world.turn
    # With late reactions, or when something has moved, blinded or cured the hero since.
    moved = world.hero.cell != cell or world.sight_changed == 1
    if moved or body.conditions & codes.CANNOT_SEE != blind or body.stats[codes.SIGHT] != sight:
        update_fov(world, ruleset)
        if ruleset.gathers == 1:
            collect_gold(world, ruleset)
    update_visible(world)
    if ruleset.passability_changes == 1:
        update_ways(world.hero, ruleset)
    release_rows(world)
    if world.outcome == PLAYING:
        check_level_up(world, ruleset)
    return DONE


@rule
def step_or_wait(world: World, ruleset: Ruleset, act: int) -> int:
    """Play an action, or where it is impossible wait, or take the first level-up choice. Returns the action played."""
    if step(world, ruleset, act) == DONE:
        return act
    instead = action(CHOOSE) if world.hero.choosing == 1 else action(WAIT)
    step(world, ruleset, instead)
    return instead


@rule
def pass_time(world: World, ruleset: Ruleset, time: int, is_new: bool) -> None:
    """Let some percent of a turn pass, at most what is left of it. On a new floor, monsters don't act yet."""
    body = world.actors[HERO_ROW]
    body.energy += time
    turn_ends = body.energy >= codes.NORMAL_SPEED
    if turn_ends:
        body.energy = 0
        world.turn += 1
        world.hero.turn = world.turn
        if ruleset.recharges == 1:
            recharge(world, ruleset)
    if not is_new and world.outcome == PLAYING:
        if turn_ends and ruleset.timed == 1:
            regenerate_monsters(world)
        monsters_act(world, ruleset, time)
        if turn_ends and world.active_count | world.hazards | world.hides != 0 and world.falls == 0:
            take_terrain_turn(world, ruleset)
        if turn_ends and world.falls == 0:
            wander(world, ruleset)
    if turn_ends and ruleset.hunger_full > 0 and world.outcome == PLAYING:
        take_hunger_turn(world, ruleset)
        if world.queue_count > 0:
            resolve(world, ruleset)
    if turn_ends and body.conditions != 0 and world.outcome == PLAYING:
        if take_status_turn(world, ruleset, HERO_ROW) & codes.FLYING != 0:
            land(world, ruleset, HERO_ROW)
        if world.queue_count > 0:
            resolve(world, ruleset)


@rule
def fall_down(world: World, ruleset: Ruleset) -> None:
    """Let the hero fall to the next floor, alone."""
    world.falls = 0
    world.queue_count = 0
    lose_keys(world, ruleset)
    arrive(world, ruleset, world.floor + 1)


@rule
def perform(world: World, ruleset: Ruleset, act: int) -> int:
    """The hero's part of a turn."""
    verb = verb_of(act)
    argument = argument_of(act)
    if verb == MOVE:
        return bump(world, ruleset, argument)
    if verb == WAIT:
        return DONE
    if verb == PICK_UP:
        return pick_up(world, ruleset)
    if verb == USE:
        return use(world, ruleset, argument, cell_of(act))
    if verb == DROP:
        return drop(world, ruleset, argument)
    if verb == THROW:
        return throw(world, ruleset, argument, cell_of(act))
    if verb == DESCEND:
        return descend(world, ruleset)
    return NO_SUCH_ACTION


@rule
def bump(world: World, ruleset: Ruleset, direction: int) -> int:
    """Step in a direction, or attack the monster there, or one farther that way with a weapon that reaches it."""
    if direction >= len(DIRECTIONS):
        return NO_SUCH_ACTION
    conditions = world.actors[HERO_ROW].conditions
    cell = world.hero.cell + DIRECTIONS[direction]
    if conditions & codes.STUMBLES != 0:
        cell = world.hero.cell + DIRECTIONS[below(world.random, COMBAT, len(DIRECTIONS))]
        if ruleset.enterable[world.tiles[cell]] == 0:
            return DONE
    if ruleset.enterable[world.tiles[cell]] == 0:
        return open_terrain(world, ruleset, cell)
    if world.occupant[cell] > 0:
        row = int(world.occupant[cell]) - 1
        if world.actors[row].side != HOSTILE and conditions & codes.STUMBLES == 0:
            return bump_friendly(world, ruleset, row, conditions)
        if conditions & (codes.AFRAID | codes.CHARMED) != 0 and conditions & codes.STUMBLES == 0:
            if not is_seen(world, world.actors[row]):
                # Refusing would tell for free that somebody is there.
                emit(world, BLOCKED_BY_UNSEEN, HERO, HERO, 0, cell)
                return DONE
            return TOO_AFRAID if conditions & codes.AFRAID != 0 else TOO_CHARMED
        hit_with_weapon(world, ruleset, row)
        return DONE
    if ruleset.reaches == 1 and conditions & (codes.AFRAID | codes.CHARMED | codes.STUMBLES) == 0:
        ahead = enemy_ahead(world.hero, ruleset, DIRECTIONS[direction])
        if ahead != NOWHERE:
            hit_with_weapon(world, ruleset, world.hero.visible_monsters[ahead].actor)
            return DONE
    if conditions & codes.HELD == 0:
        move_hero(world, ruleset, cell)
    return DONE


@rule
def hit_with_weapon(world: World, ruleset: Ruleset, row: int) -> None:
    """The hero attacks a monster, in the time that its weapon takes."""
    attack(world, ruleset, HERO_ROW, row)
    take_time(world, ruleset, attack_time_of_hero(world.hero, ruleset))


@rule
def bump_friendly(world: World, ruleset: Ruleset, row: int, conditions: int) -> int:
    """Walk into a monster that isn't hostile: free a captive, or change places with an ally."""
    actor = world.actors[row]
    if actor.side == NEUTRAL:
        actor.side = ALLIED
        if actor.conditions & codes.CHARMED != 0:
            # Until that ends it is on the other side.
            actor.side = HOSTILE
            world.friends -= 1
        emit(world, FREED, HERO, actor.kind, 0, actor.cell)
    elif conditions & codes.HELD == 0 and actor.conditions & codes.HELD == 0 and world.occupant[world.hero.cell] == 0:
        # Who is on the hero's own cell, as some placements allow, stays alone there.
        change_places(world, ruleset, HERO_ROW, row)
    return DONE


@rule
def descend(world: World, ruleset: Ruleset) -> int:
    """Take the stairs down. Those of the last floor lead out of the dungeon, if they are open."""
    if world.tiles[world.hero.cell] != STAIRS:
        return NO_STAIRS_HERE
    if is_sealed(ruleset, world.floor):
        return SEALED
    if world.floor == ruleset.last_floor:
        win(world)
        return DONE
    walk_down(world, ruleset)
    return DONE


@rule
def go_below(world: World, ruleset: Ruleset, act: int) -> int:
    """After a victory the run is over, unless there are floors below the last one and the hero goes on there.

    That takes no time.
    """
    goes_on = ruleset.below.count > 0 and verb_of(act) == DESCEND
    if world.outcome != WON or not goes_on or is_below(ruleset.below, world.floor):
        return RUN_OVER
    world.outcome = PLAYING
    world.queue_count = 0
    world.falls = 0
    walk_down(world, ruleset)
    if world.falls == 1:
        fall_down(world, ruleset)
    world.arrived = world.turn
    check_level_up(world, ruleset)
    return DONE


@rule
def walk_down(world: World, ruleset: Ruleset) -> None:
    """Go to the next floor by the stairs, with followers."""
    count = take_followers(world, ruleset)
    lose_keys(world, ruleset)
    arrive(world, ruleset, world.floor + 1)
    if count > 0:
        place_followers(world, ruleset, count)
        update_visible(world)
    if ruleset.stairs_heal > 0:
        heal(world, HERO_ROW, max_hp_of(world.actors[HERO_ROW]) * ruleset.stairs_heal // 100)
        update_hero(world)
    set_off(world, ruleset, codes.ON_ARRIVE, HERO_ROW, world.hero.cell)
    if world.queue_count > 0:
        resolve(world, ruleset)
        update_fov(world, ruleset)
        update_visible(world)


AROUND = (*DIRECTIONS, 0)
"""Where fire spreads to."""

FOUR_ROLLS = 100**4
"""Four rolls of 100 are drawn at once, because drawing is what takes time. They are used up when only 1 is left."""


@rule
def take_terrain_turn(world: World, ruleset: Ruleset) -> None:
    """A turn of the floor's terrain. It is asked for only where some may do something."""
    if world.hides == 1 and ruleset.finds > 0:
        look_around(world, ruleset)
    if world.active_count > 0:
        change_by_itself(world, ruleset)
    if world.hazards == 1 or world.gas_count > 0:
        harm_who_stays(world, ruleset)


@rule
def harm_who_stays(world: World, ruleset: Ruleset) -> None:
    """Apply terrain to the actors that stay in it: the hero first, then monsters in row order."""
    stay(world, ruleset, HERO_ROW)
    for index in range(world.actor_count):
        if world.queue_count > 0:
            resolve(world, ruleset)
        if world.outcome != PLAYING or world.falls == 1:
            return
        if world.actors[index].hp > 0:
            stay(world, ruleset, index)
    if world.queue_count > 0:
        resolve(world, ruleset)


@rule
def change_by_itself(world: World, ruleset: Ruleset) -> None:
    """Let terrain that burns or fades do so, and gas move. What begins in this turn goes on in the next."""
    count = int(world.active_count)
    cells = world.active_cells
    for number in range(count):
        cell = int(cells[number])
        burn_or_fade(world, ruleset, cell)
        if world.gas[cell] > 0:
            move_gas(world, ruleset, cell)
    kept = 0
    for number in range(world.active_count):
        cell = cells[number]
        if ruleset.terrain[world.tiles[cell]].active == 1 or world.gas[cell] > 0:
            cells[kept] = cell
            kept += 1
        else:
            world.active[cell] = 0
    world.active_count = kept


@rule
def burn_or_fade(world: World, ruleset: Ruleset, cell: int) -> None:
    """A turn of one cell: what burns there spreads, and what fades may do so, unless somebody is there."""
    gas_burns = world.gas[cell] > 0 and ruleset.terrain[gas_row(world.gas, cell)].burns == 1
    if gas_burns or ruleset.terrain[world.tiles[cell]].burns == 1:
        spread_fire(world, ruleset, cell)
    row = ruleset.terrain[world.tiles[cell]]
    fades = row.fade_chance > 0 and (row.burns == 1 or not is_occupied(world, cell))
    if fades and below(world.random, COMBAT, 100) < row.fade_chance:
        become(world, ruleset, cell, row.fades_to)


@rule
def spread_fire(world: World, ruleset: Ruleset, cell: int) -> None:
    """Set fire to what can burn around a burning cell, and to what else there is on it: a roll for each cell."""
    rolls = 1
    for direction in AROUND:
        beside = cell + direction
        kind = int(world.tiles[beside])
        gas = gas_row(world.gas, beside)
        percent = max(ruleset.flammable[kind], ruleset.flammable[gas])
        if percent > 0:
            if rolls == 1:
                rolls = FOUR_ROLLS + below(world.random, COMBAT, FOUR_ROLLS)
            roll = rolls % 100
            rolls //= 100
            if roll < ruleset.flammable[kind]:
                become(world, ruleset, beside, ruleset.terrain[kind].burns_to)
            if roll < ruleset.flammable[gas]:
                kindle(world, ruleset, beside)
