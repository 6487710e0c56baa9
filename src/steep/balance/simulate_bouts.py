"""The rules of the arena: two sides fight in an open room until one is gone.

The fighters do what they do in a game: they use their abilities, suffer their statuses, keep their distance or flee.
The arena has its own rule for targets: each knows where all enemies are, and goes for the nearest that its attack
can hurt. A bout with a hero is the game itself: a bot plays it through `steep.rules.turn`, with the monsters of the
hero's side as allies, against monsters that are awake and know where the hero is.
"""

from __future__ import annotations

from typing import Annotated

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action
from steep.core.geometry import CELLS, FLOOR, NOWHERE, WIDTH, steps_between
from steep.core.miss_chance_and_damage import expected_damage
from steep.core.random_streams import SPAWNS, below, between, seed_streams
from steep.core.record import Cells, Plane, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset, codes
from steep.core.world import ALLIED, DEAD, HERO, HERO_ROW, HOSTILE, MAX_ACTORS, NEUTRAL, PLAYING, WON, World
from steep.mapgen.make_floor import clear_floor
from steep.mapgen.put_on_free_cell import add_actor, release_rows
from steep.rules.abilities.statuses import ANY_STATUS
from steep.rules.abilities.use_abilities import regenerate_monsters, resolve, sees
from steep.rules.combat import attack_dice
from steep.rules.monsters.monster_steps import approach, can_walk
from steep.rules.monsters.monster_turns import fight, is_able, monsters_act, stumble, turns_due, turns_left
from steep.rules.movement import is_free
from steep.rules.new_game import make_hero
from steep.rules.turn import step_or_wait
from steep.rules.update_view import update_fov, update_visible

WON_BY_A = 0
WON_BY_B = 1
HARMLESS = 2
"""A draw: no remaining fighter can hurt any remaining enemy."""
OUT_OF_TIME = 3
"""A draw: the turn limit was reached while both sides had fighters left."""
ALL_DEAD = 4
"""A draw: the last fighters of both sides died together."""
ENDS = 5

MAX_COSTS = 1_000
"""Bouts whose costs are kept until the caller takes them."""


@record
class Arena:
    """A room in which bouts are fought, and their results."""

    width: int
    height: int
    turn_limit: int
    hero: int
    """The hero's side, WON_BY_A or WON_BY_B; NOWHERE without a hero."""
    bot: int
    first: Annotated[Cells, Plane("i8", 3)]
    """Side s has fighters ``first[s]`` to ``first[s + 1] - 1``, not counting a hero."""
    kinds: Annotated[Cells, Plane("i2", MAX_ACTORS)]
    """The fighters' kinds."""
    drawn: Annotated[Cells, Plane("i2", MAX_ACTORS)]
    """The fighters of each side in random order."""
    order: Annotated[Cells, Plane("i2", MAX_ACTORS)]
    """All fighters in the order of their turns."""
    seed: int
    """The seed of the next bout."""
    end_seed: int
    """One more than the last seed to fight."""
    ends: Annotated[Cells, Plane("i8", ENDS)]
    """Bouts by how they ended."""
    turns: int
    """Turns over all bouts."""
    survivors: Annotated[Cells, Plane("i8", 2)]
    """Fighters left by side, summed over the bouts it won. Summoned monsters don't count, here and below."""
    hp_left: Annotated[Cells, Plane("i8", 2)]
    """HP left by side, summed over the bouts it won."""
    start_hp: Annotated[Cells, Plane("i8", 2)]
    """HP by side, at the start of the bout."""
    cost_count: int
    """Bouts since the caller last took the costs."""
    costs: Annotated[Cells, Plane("i8", 2 * MAX_COSTS)]
    """HP that each side lost in these bouts, A and B in turn."""
    world: World
    mind: BotMemory
    imagined: ImaginedState


@rule
def place_fighters(arena: Arena, ruleset: Ruleset) -> None:
    """Empty the room and place all fighters in it, awake and on their sides."""
    world = arena.world
    world.turn = 0
    world.floor = 1
    world.arrived = 0
    world.outcome = PLAYING
    world.killer = HERO
    world.next_id = 1
    world.queue_count = 0
    seed_streams(world.random, arena.seed, 1)
    dig_room(arena)
    world.hero.cell = NOWHERE
    if arena.hero != NOWHERE:
        world.hero.cell = free_cell(arena, ruleset)
    for index in range(arena.first[2]):
        add_actor(world, ruleset, int(arena.kinds[index]), free_cell(arena, ruleset), SPAWNS)
        actor = world.actors[index]
        actor.asleep = 0
        # With a hero, its side is the allies; without one, side A is.
        actor.side = ALLIED if (index < arena.first[1]) == (arena.hero != WON_BY_B) else HOSTILE
        actor.xp = ruleset.monsters[actor.kind].xp if arena.hero != NOWHERE and actor.side == HOSTILE else 0
    world.friends = living(world, ALLIED)


@rule
def dig_room(arena: Arena) -> None:
    """Make the floor a single room."""
    world = arena.world
    clear_floor(world)
    for y in range(1, arena.height + 1):
        for x in range(1, arena.width + 1):
            world.tiles[y * WIDTH + x] = FLOOR
    world.room_count = 1
    world.rooms[0].left = 0
    world.rooms[0].top = 0
    world.rooms[0].right = arena.width + 1
    world.rooms[0].bottom = arena.height + 1
    world.rooms[0].region = 0


@rule
def free_cell(arena: Arena, ruleset: Ruleset) -> int:
    """A random unoccupied cell of the room."""
    cell = NOWHERE
    while cell == NOWHERE or not is_free(arena.world, ruleset.enterable, cell):
        x = between(arena.world.random, SPAWNS, 1, arena.width)
        y = between(arena.world.random, SPAWNS, 1, arena.height)
        cell = y * WIDTH + x
    return cell


@rule
def draw_order(arena: Arena) -> None:
    """Draw the order of turns: a random side starts, then sides alternate as long as both have fighters left."""
    drawn = arena.drawn
    for side in range(2):
        for index in range(arena.first[side], arena.first[side + 1]):
            other = between(arena.world.random, SPAWNS, arena.first[side], index)
            drawn[index] = drawn[other]
            drawn[other] = index
    side = below(arena.world.random, SPAWNS, 2)
    taken_a = 0
    taken_b = 0
    count_a = arena.first[1]
    for turn in range(arena.first[2]):
        if taken_b == arena.first[2] - count_a or (side == WON_BY_A and taken_a < count_a):
            arena.order[turn] = drawn[taken_a]
            taken_a += 1
        else:
            arena.order[turn] = drawn[count_a + taken_b]
            taken_b += 1
        side = 1 - side


@rule
def in_turn(arena: Arena, turn: int) -> int:
    """The row of the monster that has a turn of a round: the fighters in their order, then summoned ones."""
    return int(arena.order[turn]) if turn < arena.first[2] else turn


@rule
def harm(world: World, ruleset: Ruleset, index: int, other: int) -> int:
    """What a fighter's attack takes from another on average, in hundredths of an HP."""
    dice = attack_dice(world, ruleset, index)
    by = world.actors[index].stats
    stats = world.actors[other].stats
    return expected_damage(
        ruleset,
        dice,
        int(by[codes.POWER]),
        int(by[codes.ACCURACY]),
        int(stats[codes.DEFENSE]),
        int(stats[codes.EVASION]),
        int(stats[codes.RESISTANCE + dice.damage_type]),
    )


@rule
def is_subject_to_change(world: World, index: int) -> bool:
    """Whether abilities or statuses may decide what a fighter can do to others, besides its attack."""
    actor = world.actors[index]
    return actor.triggers & ~codes.BEHAVES != 0 or actor.conditions & ANY_STATUS != 0


@rule
def target_of(arena: Arena, ruleset: Ruleset, index: int) -> int:
    """The nearest living enemy that a fighter's attack can hurt, or just the nearest if it can hurt none."""
    world = arena.world
    target = NOWHERE
    nearest = 2 * CELLS
    for turn in range(world.actor_count):
        other = in_turn(arena, turn)
        if world.actors[other].hp > 0 and world.actors[other].side != world.actors[index].side:
            steps = steps_between(world.actors[index].cell, world.actors[other].cell)
            if harm(world, ruleset, index, other) == 0:
                steps += CELLS
            if steps < nearest:
                target = other
                nearest = steps
    return target


@rule
def fighter_acts(arena: Arena, ruleset: Ruleset, index: int) -> bool:
    """A fighter's turn. Returns whether the bout can still change anything."""
    world = arena.world
    may_change = is_subject_to_change(world, index)
    target = target_of(arena, ruleset, index)
    if harm(world, ruleset, index, target) > 0:
        may_change = True
    if is_able(world, ruleset, index):
        if world.actors[index].conditions & codes.STUMBLES != 0:
            stumble(world, ruleset, index)
        elif sees(world, ruleset, index, target):
            fight(world, ruleset, index, target)
        elif can_walk(world, ruleset, index):
            approach(world, ruleset, index, world.actors[target].cell)
    if world.queue_count > 0:
        resolve(world, ruleset)
    return may_change


@rule
def winner(world: World) -> int:
    """Who has won a bout between monsters, or ALL_DEAD; -1 while both sides have fighters left."""
    a = living(world, ALLIED)
    b = living(world, HOSTILE)
    if a > 0 and b > 0:
        return -1
    if a > 0:
        return WON_BY_A
    return WON_BY_B if b > 0 else ALL_DEAD


@rule
def fight_round(arena: Arena, ruleset: Ruleset) -> int:
    """Every living fighter takes its turns. Returns how the bout ended, -1 while it goes on."""
    world = arena.world
    world.turn += 1
    if ruleset.timed == 1:
        regenerate_monsters(world)
    # Summoned monsters act from the next round on.
    newcomers = world.next_id
    end = HARMLESS
    for turn in range(world.actor_count):
        index = in_turn(arena, turn)
        actor = world.actors[index]
        if actor.hp <= 0 or actor.id >= newcomers:
            continue
        turns = 1 if ruleset.timed == 0 else turns_due(world, index)
        if turns == 0:
            end = -1
        acted = 0
        while turns > 0 and actor.hp > 0 and acted < codes.MAX_TURNS:
            turns -= 1
            acted += 1
            if fighter_acts(arena, ruleset, index):
                end = -1
            if world.extra_time != 0:
                turns = turns_left(world, actor, turns)
            won_by = winner(world)
            if won_by != -1:
                return won_by
    release_rows(world)
    return end


@rule
def remove_hero(world: World) -> None:
    """Leave a bout to the monsters: nothing sees the hero, aims at it or affects it."""
    body = world.actors[HERO_ROW]
    body.kind = HERO
    body.side = NEUTRAL
    body.hp = 0
    # Monsters' speeds are measured by the hero's.
    body.stats[codes.SPEED] = codes.NORMAL_SPEED


@rule
def monsters_bout(arena: Arena, ruleset: Ruleset) -> int:
    """Fight a bout between monsters; returns how it ended."""
    remove_hero(arena.world)
    count_start_hp(arena)
    draw_order(arena)
    end = -1
    while end == -1:
        end = fight_round(arena, ruleset)
        if end == -1 and arena.world.turn >= arena.turn_limit:
            end = OUT_OF_TIME
    return end


@rule
def living(world: World, side: int) -> int:
    """The number of living monsters on a side, ALLIED or HOSTILE."""
    count = 0
    for index in range(world.actor_count):
        if world.actors[index].hp > 0 and world.actors[index].side == side:
            count += 1
    return count


@rule
def point_out_hero(world: World) -> None:
    """Tell every monster where the hero is, because an open room has no cover."""
    for index in range(world.actor_count):
        world.actors[index].goal = world.hero.cell


@rule
def is_harmless(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero and the monsters can't hurt each other, and no item, ability, status or ally can change that."""
    hero = world.hero
    if hero.choosing == 1 or world.friends > 0 or is_subject_to_change(world, HERO_ROW):
        return False
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and hero.inventory[slot].equipped == 0:
            return False
    for index in range(world.actor_count):
        either = harm(world, ruleset, HERO_ROW, index) + harm(world, ruleset, index, HERO_ROW)
        if world.actors[index].hp > 0 and (either > 0 or is_subject_to_change(world, index)):
            return False
    return True


@rule
def hero_bout(arena: Arena, ruleset: Ruleset) -> int:
    """Have the bot play a bout; returns how it ended."""
    world = arena.world
    make_hero(world, ruleset)
    world.hero.floor = 1
    count_start_hp(arena)
    update_fov(world, ruleset)
    start_mind(arena.mind, arena.seed)
    point_out_hero(world)
    if below(world.random, SPAWNS, 2) == 1:
        monsters_act(world, ruleset)
    update_visible(world)
    while world.outcome == PLAYING:
        if living(world, HOSTILE) == 0:
            return arena.hero
        if is_harmless(world, ruleset):
            return HARMLESS
        if world.turn >= arena.turn_limit:
            return OUT_OF_TIME
        point_out_hero(world)
        step_or_wait(world, ruleset, choose_action(arena.bot, world.hero, ruleset, arena.mind, arena.imagined))
    return arena.hero if world.outcome == WON else 1 - arena.hero


@rule
def side_in_arena(arena: Arena, side: int) -> int:
    """The side, WON_BY_A or WON_BY_B, of actors that are ALLIED or HOSTILE."""
    return WON_BY_A if (side == ALLIED) == (arena.hero != WON_BY_B) else WON_BY_B


@rule
def is_fighter(arena: Arena, index: int) -> bool:
    """Whether a living actor has fought from the start, and wasn't summoned."""
    actor = arena.world.actors[index]
    return actor.hp > 0 and actor.id <= arena.first[2]


@rule
def count_start_hp(arena: Arena) -> None:
    """Note the HP of both sides at the start of a bout."""
    world = arena.world
    arena.start_hp[WON_BY_A] = 0
    arena.start_hp[WON_BY_B] = 0
    if arena.hero != NOWHERE:
        arena.start_hp[arena.hero] = world.actors[HERO_ROW].hp
    for index in range(world.actor_count):
        arena.start_hp[side_in_arena(arena, world.actors[index].side)] += world.actors[index].hp


@rule
def score(arena: Arena, end: int) -> int:
    """Count a finished bout; returns its turns."""
    world = arena.world
    arena.seed += 1
    arena.turns += world.turn
    arena.ends[end] += 1
    for side in range(2):
        alive = 0
        hp = 0
        if side == arena.hero:
            alive += 1 if world.outcome != DEAD else 0
            hp += world.actors[HERO_ROW].hp
        for index in range(world.actor_count):
            if is_fighter(arena, index) and side_in_arena(arena, world.actors[index].side) == side:
                alive += 1
                hp += world.actors[index].hp
        if end == side:
            arena.survivors[side] += alive
            arena.hp_left[side] += hp
        arena.costs[2 * arena.cost_count + side] = arena.start_hp[side] - hp
    arena.cost_count += 1
    return world.turn


@rule
def fight_on(arena: Arena, ruleset: Ruleset, budget: int) -> int:
    """Fight bouts between monsters; returns the turns.

    It ends when all are done, at least `budget` turns were fought or MAX_COSTS bouts wait to have their costs taken.
    """
    fought = 0
    while fought < budget and arena.seed < arena.end_seed and arena.cost_count < MAX_COSTS:
        place_fighters(arena, ruleset)
        fought += score(arena, monsters_bout(arena, ruleset))
    return fought


@rule
def play_on(arena: Arena, ruleset: Ruleset, budget: int) -> int:
    """Like `fight_on` for bouts with a hero. It is separate because it takes far longer to compile."""
    fought = 0
    while fought < budget and arena.seed < arena.end_seed and arena.cost_count < MAX_COSTS:
        place_fighters(arena, ruleset)
        fought += score(arena, hero_bout(arena, ruleset))
    return fought
