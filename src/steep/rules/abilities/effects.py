"""What an ability's effects do, each to one actor at a time."""

from __future__ import annotations

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, STAIRS, UNKNOWN, WIDTH, direction_to, steps_between
from steep.core.magic_mapping import note_mapped
from steep.core.random_streams import COMBAT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_COOLDOWNS, EffectRow, Ruleset, codes
from steep.core.world import (
    CARRIES,
    FLEES,
    HERO,
    HERO_ROW,
    HOSTILE,
    LEADER,
    MAX_INVENTORY,
    MAX_POINTS,
    NEUTRAL,
    POST,
    ROAMS,
    TRAIL,
    World,
)
from steep.mapgen.put_on_free_cell import add_actor, add_item, floor_is_full
from steep.rules.abilities.queue import doer, forget_pending
from steep.rules.abilities.statuses import (
    add_bonus,
    cell_of_actor,
    end_status,
    give_status,
    loot_of,
    max_hp_of,
    refresh_conditions,
)
from steep.rules.combat import absorb_with_shield, damage_to, emit_xp_gain, restore, wound
from steep.rules.hunger import add_nutrition
from steep.rules.items.identification_and_enchantments import (
    charges_of_one,
    coded_plus,
    enchant,
    identify_carried,
    newest_like,
    plus_carried,
    remove_item,
    true_kind,
)
from steep.rules.monsters.behaviours import wake_up
from steep.rules.movement import blink, free_cell_around, shove, teleport
from steep.rules.perceived_events import (
    BY_THE_DEAD,
    DAMAGED,
    DIVIDED,
    FELL,
    HEALED,
    INFORMED,
    LOWERED,
    OF_HIDDEN,
    OF_LYING_ITEMS,
    OF_MAP,
    PULLED,
    RAISED,
    SHOVED,
    STOLE,
    SUMMONED,
    TRANSFORMED,
    VANISHED,
    damage_detail,
    emit,
    emit_if_visible,
)
from steep.rules.terrain import become, land
from steep.spawn.curves import stat_on, xp_on

SUMMON_RADIUS = 4
"""Steps within which the summoned are placed."""

HIGHEST_STAT = MAX_POINTS // 2
LOWEST_STAT = -(2**25)
"""How far effects can change a stat, so that equipment and statuses can't take it out of its range in a world."""


@rule
def amount_of(effect: EffectRow, random: Cells) -> int:
    """Roll an effect's amount."""
    total = effect.plus
    for _ in range(effect.dice):
        total += between(random, COMBAT, 1, effect.sides)
    return max(0, total)


@rule
def apply_effect(
    world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int, amount: int, crowded: bool
) -> int:
    """Apply an effect to an actor. Returns the XP gained but not yet reported.

    With `crowded`, many are hit: only the survivors' damage is reported, and all XP at once.
    """
    if effect.effect == codes.DAMAGE:
        return harm(world, ruleset, effect, user, index, amount, crowded)
    if effect.effect == codes.HEAL:
        heal(world, index, amount)
    elif effect.effect == codes.GIVE_STATUS:
        give_status(world, ruleset, index, effect.status, effect.turns, doer(world, user))
    elif effect.effect == codes.CURE_STATUS:
        if world.actors[index].statuses[effect.status] > 0:
            flew = world.actors[index].conditions & codes.FLYING
            end_status(world, ruleset, index, effect.status)
            if flew != 0:
                land(world, ruleset, index)
    elif effect.effect == codes.SUMMON:
        summon(world, ruleset, effect.kind, user, index, amount, effect.limit)
    elif effect.effect == codes.DRAIN:
        return drain(world, ruleset, effect, user, index, amount, crowded)
    elif effect.effect == codes.CHANGE_STAT:
        change_stat(world, ruleset, effect, user, index)
    elif effect.effect == codes.WAKE:
        wake(world, index)
    elif effect.effect == codes.ENCHANT:
        if index == HERO_ROW:
            enchant(world, ruleset, effect.kind, effect.plus)
    elif effect.effect == codes.IDENTIFY:
        if index == HERO_ROW:
            identify_carried(world, ruleset, amount)
    elif effect.effect == codes.SHIELD:
        if amount > 0:
            give_status(world, ruleset, index, effect.status, effect.turns, doer(world, user), amount)
    elif effect.effect == codes.FEED:
        if index == HERO_ROW:
            add_nutrition(world, ruleset, amount)
    elif effect.effect == codes.STEAL:
        steal(world, ruleset, user, index)
    elif effect.effect == codes.TRANSFORM:
        transform(world, ruleset, effect.kind, index)
    elif effect.effect == codes.SPLIT:
        split(world, ruleset, index)
    elif effect.effect == codes.FALL:
        fall(world, ruleset, index)
    elif effect.effect in (codes.REVEAL, codes.MAP, codes.DETECT):
        if index == HERO_ROW:
            inform(world, ruleset, effect.effect, amount)
    else:
        displace(world, ruleset, effect.effect, user, index, amount)
    return 0


@rule
def are_enemies(world: World, one: int, other: int) -> bool:
    """Whether two actors are on opposite sides. Captives are nobody's enemies."""
    side = world.actors[one].side
    return side != world.actors[other].side and side != NEUTRAL and world.actors[other].side != NEUTRAL


@rule
def is_wanted(world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int) -> bool:
    """Whether a monster wants an effect on an actor: harm for its enemies, and for others help that they need."""
    body = world.actors[index]
    is_enemy = are_enemies(world, user, index)
    what = effect.effect
    if what in codes.WANTED_ON_ENEMIES:
        return is_enemy
    if what == codes.HEAL:
        return not is_enemy and body.hp < max_hp_of(body)
    if what == codes.WAKE:
        return body.asleep == 1
    if what == codes.CHANGE_STAT:
        return is_enemy == (effect.plus < 0)
    if what == codes.ENCHANT:
        return index == HERO_ROW and is_enemy == (effect.plus < 0)
    if what in (codes.GIVE_STATUS, codes.CURE_STATUS):
        status = ruleset.statuses[effect.status]
        has_it = body.statuses[effect.status] > 0
        if what == codes.CURE_STATUS:
            return has_it and is_enemy == (status.traits == codes.HELPS)
        return (not has_it or status.stacking == codes.ADD) and is_enemy == (status.traits == codes.HARMS)
    if what == codes.SHIELD:
        return not is_enemy and body.shield == 0
    if what == codes.STEAL:
        return index == HERO_ROW and is_enemy and world.actors[user].conditions & CARRIES == 0
    if what == codes.TRANSFORM:
        return index != HERO_ROW and body.kind != effect.kind
    if what == codes.SPLIT:
        return index != HERO_ROW and not is_enemy and body.hp > 1
    return what not in codes.NEVER_WANTED


@rule
def heal(world: World, index: int, amount: int) -> None:
    """Restore an actor's HP, up to its maximum."""
    gained = restore(world, index, amount)
    if gained > 0:
        kind = world.actors[index].kind
        emit_if_visible(world, HEALED, kind, kind, gained, cell_of_actor(world, index))


@rule
def harm(world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int, amount: int, crowded: bool) -> int:
    """Damage an actor. Returns the XP gained but not yet reported."""
    body = world.actors[index]
    taken = absorb_with_shield(world, ruleset, index, damage_to(world, index, amount, effect.damage_type))
    if not crowded or body.hp > taken or index == HERO_ROW:
        by = doer(world, user)
        detail = damage_detail(effect.damage_type, effect.ability)
        emit_if_visible(world, DAMAGED, by, body.kind, taken, cell_of_actor(world, index), detail)
    xp = wound(world, ruleset, index, taken, user)
    if crowded:
        return xp
    emit_xp_gain(world, xp)
    return 0


@rule
def drain(world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int, amount: int, crowded: bool) -> int:
    """Damage an actor, and heal the user by what it lost. Returns the XP gained but not yet reported."""
    before = world.actors[index].hp
    xp = harm(world, ruleset, effect, user, index, amount, crowded)
    if world.actors[user].hp > 0:
        heal(world, user, before - world.actors[index].hp)
    return xp


@rule
def change_within(number: int, change: int, lowest: int) -> int:
    """What is left of a change of a stat that may not take it below `lowest` or above HIGHEST_STAT."""
    if change < 0:
        return min(0, max(change, lowest - number))
    return max(0, min(change, HIGHEST_STAT - number))


@rule
def change_stat(world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int) -> None:
    """Raise or lower a stat of an actor permanently. Max HP stay at least 1, and changing them changes HP as much."""
    body = world.actors[index]
    change = change_within(int(body.stats[effect.stat]), effect.plus, 1 if effect.stat == codes.MAX_HP else LOWEST_STAT)
    if change == 0:
        return
    body.stats[effect.stat] += change
    if effect.stat == codes.MAX_HP:
        body.hp = max(1, body.hp + change)
    refresh_conditions(body, ruleset)
    what = RAISED if change > 0 else LOWERED
    by = doer(world, user)
    emit_if_visible(world, what, by, body.kind, abs(change), cell_of_actor(world, index), effect.stat)


@rule
def wake(world: World, index: int) -> None:
    """Wake a monster, and call it to the hero."""
    if index != HERO_ROW:
        actor = world.actors[index]
        if actor.asleep == 1:
            wake_up(world, actor)
        actor.goal = world.hero.cell
        actor.memory[ROAMS] = 0


@rule
def displace(world: World, ruleset: Ruleset, effect: int, user: int, index: int, amount: int) -> None:
    """Move an actor: TELEPORT, BLINK, or PUSH or PULL by up to `amount` cells."""
    before = cell_of_actor(world, index)
    kind = world.actors[index].kind
    was_visible = index == HERO_ROW or world.hero.visible[before] == 1
    if effect in (codes.PUSH, codes.PULL):
        if world.actors[index].conditions & codes.FLYING == 0:
            origin = cell_of_actor(world, user)
            direction = direction_to(origin, before) if effect == codes.PUSH else direction_to(before, origin)
            steps = shove(world, ruleset, index, direction, amount)
            if steps > 0 and was_visible:
                emit(world, SHOVED, doer(world, user), kind, steps, before, PULLED if effect == codes.PULL else 0)
    elif (
        teleport(world, ruleset, index) if effect == codes.TELEPORT else blink(world, ruleset, index, amount)
    ) and was_visible:
        emit(world, VANISHED, doer(world, user) if index == HERO_ROW else kind, kind, 0, before)


@rule
def fall(world: World, ruleset: Ruleset, index: int) -> None:
    """Let an actor fall to the next floor: the hero at the end of what is going on, a monster out of the game.

    Below the last floor there is none: nobody can fall past what wins the run.
    """
    if world.floor == ruleset.last_floor:
        return
    body = world.actors[index]
    emit_if_visible(world, FELL, body.kind, body.kind, 0, cell_of_actor(world, index))
    if index == HERO_ROW:
        world.falls = 1
        return
    if body.conditions & CARRIES != 0:
        row = loot_of(world, index)
        if row != NOWHERE:
            world.items[row].cell = NOWHERE
        body.conditions &= ~CARRIES
    body.hp = 0
    world.occupant[body.cell] = 0
    if body.side != HOSTILE:
        world.friends -= 1


@rule
def inform(world: World, ruleset: Ruleset, what: int, steps: int) -> None:
    """Tell the hero what is within some steps: hidden terrain, the map or the items."""
    hero = world.hero
    count = 0
    if what == codes.DETECT:
        for row in range(world.item_count):
            item = world.items[row]
            if item.cell >= 0 and item.seen == 0 and steps_between(item.cell, hero.cell) <= steps:
                item.seen = 1
                count += 1
        emit(world, INFORMED, HERO, HERO, count, hero.cell, OF_LYING_ITEMS)
        return
    for cell in range(CELLS):
        if steps_between(cell, hero.cell) <= steps:
            if what == codes.REVEAL:
                if become(world, ruleset, cell, ruleset.terrain[world.tiles[cell]].found_to):
                    hero.remembered[cell] = ruleset.seen_as[world.tiles[cell]]
                    count += 1
            elif hero.remembered[cell] == UNKNOWN and borders_open(world, ruleset, cell):
                hero.remembered[cell] = ruleset.seen_as[world.tiles[cell]]
                note_mapped(hero, cell)
                count += 1
                if world.tiles[cell] == STAIRS:
                    hero.stairs = cell
    emit(world, INFORMED, HERO, HERO, count, hero.cell, OF_HIDDEN if what == codes.REVEAL else OF_MAP)


@rule
def borders_open(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether a cell looks open, or is a wall of one that does."""
    x = cell % WIDTH
    y = cell // WIDTH
    for row in range(max(0, y - 1), min(HEIGHT, y + 2)):
        for column in range(max(0, x - 1), min(WIDTH, x + 2)):
            if ruleset.enterable[ruleset.seen_as[world.tiles[row * WIDTH + column]]] == 1:
                return True
    return False


@rule
def summon(world: World, ruleset: Ruleset, kind: int, user: int, index: int, count: int, limit: int) -> None:
    """Place monsters around an actor, awake and on its user's side, up to a limit. Killing them gives no XP."""
    side = HOSTILE if world.cause > 0 else int(world.actors[user].side)
    how = BY_THE_DEAD if world.cause == 0 and world.actors[user].hp == 0 else 0
    if limit > 0:
        count = min(count, limit - count_of_kind(world, kind, side))
    for _ in range(count):
        row = newcomer(world, ruleset, kind, cell_of_actor(world, index), side)
        if row == NOWHERE:
            return
        emit_if_visible(world, SUMMONED, doer(world, user), kind, 0, world.actors[row].cell, how)


@rule
def count_of_kind(world: World, kind: int, side: int) -> int:
    """How many living monsters of a kind a side has on this floor."""
    count = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and actor.kind == kind and actor.side == side:
            count += 1
    return count


@rule
def newcomer(world: World, ruleset: Ruleset, kind: int, around: int, side: int) -> int:
    """Place a monster of a side around a cell, awake and without XP. Returns its row; NOWHERE if there is no room."""
    cell = free_cell_around(
        world, ruleset, ruleset.movers[ruleset.monsters[kind].mover].passable, around, SUMMON_RADIUS
    )
    if cell == NOWHERE or not add_actor(world, ruleset, kind, cell, COMBAT):
        return NOWHERE
    row = int(world.occupant[cell]) - 1
    actor = world.actors[row]
    actor.asleep = 0
    actor.xp = 0
    if actor.side != HOSTILE:
        world.friends -= 1
    actor.side = side
    if side != HOSTILE:
        world.friends += 1
    actor.goal = world.hero.cell
    return row


@rule
def split(world: World, ruleset: Ruleset, index: int) -> None:
    """Divide a monster in two, each with half of its HP. One with a single HP, and the hero, stay whole."""
    body = world.actors[index]
    if index == HERO_ROW or body.hp < 2:
        return
    row = newcomer(world, ruleset, body.kind, body.cell, body.side)
    if row != NOWHERE:
        half = body.hp // 2
        world.actors[row].hp = min(half, world.actors[row].hp)
        body.hp -= half
        emit_if_visible(world, DIVIDED, body.kind, body.kind, 0, body.cell)


@rule
def transform(world: World, ruleset: Ruleset, kind: int, index: int) -> None:
    """Turn a monster into one of another kind, with the same share of its HP and its statuses.

    The hero stays what it is, and so does a monster whose death wins the run. What
    a monster's old kind had set off no longer takes effect.
    """
    body = world.actors[index]
    before = body.kind
    if index == HERO_ROW or before == kind or before + 1 == ruleset.goal_monster:
        return
    forget_pending(world, index)
    # In thousandths, as the product of HP could overflow 64 bits.
    share = body.hp * 1000 // max_hp_of(body)
    new = ruleset.monsters[kind]
    body.kind = kind
    # It still follows its leader; what else it remembers belongs to its old kind.
    body.triggers = new.triggers | (codes.BEHAVES if body.memory[LEADER] > 0 else 0)
    body.memory[POST] = body.cell if new.guards == 1 else 0
    body.memory[TRAIL] = 0
    body.memory[ROAMS] = 0
    body.conditions &= ~FLEES
    body.xp = xp_on(new, world.floor) if body.xp > 0 else 0
    for stat in range(codes.STATS):
        body.stats[stat] = stat_on(new, stat, world.floor)
    for status in range(ruleset.status_count):
        if body.statuses[status] > 0:
            add_bonus(body, ruleset.statuses[status].bonus, 1)
    for ability in range(MAX_COOLDOWNS):
        body.cooldowns[ability] = 0
    body.hp = max(1, max_hp_of(body) * share // 1000)
    refresh_conditions(body, ruleset)
    emit_if_visible(world, TRANSFORMED, before, kind, 0, body.cell)


@rule
def steal(world: World, ruleset: Ruleset, user: int, index: int) -> None:
    """Let a monster that carries nothing yet take an item from the hero, which loses nothing that it has equipped."""
    by = world.actors[user]
    if index != HERO_ROW or user == HERO_ROW or by.hp <= 0 or by.conditions & CARRIES != 0 or floor_is_full(world):
        return
    hero = world.hero
    count = 0
    for slot in range(MAX_INVENTORY):
        if hero.inventory[slot].kind > 0 and hero.inventory[slot].equipped == 0:
            count += 1
    if count == 0:
        return
    left = below(world.random, COMBAT, count)
    for slot in range(MAX_INVENTORY):
        if hero.inventory[slot].kind > 0 and hero.inventory[slot].equipped == 0:
            if left == 0:
                take_item(world, ruleset, user, newest_like(hero, ruleset, slot))
                return
            left -= 1


@rule
def take_item(world: World, ruleset: Ruleset, user: int, slot: int) -> None:
    """Give a monster what is in one of the hero's inventory slots."""
    hero = world.hero
    by = world.actors[user]
    row = hero.inventory[slot].kind - 1
    kind = true_kind(world, ruleset, row)
    known_plus = int(hero.inventory[slot].plus)
    charges = charges_of_one(hero, ruleset, slot, kind)
    add_item(world, kind, NOWHERE - 1 - user, charges, plus_carried(world, ruleset, slot))
    remove_item(hero, ruleset, slot)
    by.conditions |= CARRIES
    emit(world, STOLE, by.kind, row, 0, hero.cell, coded_plus(known_plus))
