"""The rules of the arena: two sides fight in an open room until one is gone.

Monsters never fight each other in a game, so their bouts have a rule of their own: in turn, each walks to the nearest
enemy that it can hurt, around anything in its way, and attacks it once it is adjacent. Moves and damage are those of
the game. A bout with a hero is the game itself: a bot plays it through `steep.rules.turn` against monsters that are
awake and know where the hero is.
"""

from __future__ import annotations

from typing import Annotated

from steep.bots.bot_memory import ImaginedState, Mind, start_mind
from steep.bots.choose_action import choose_action
from steep.core.geometry import CELLS, FLOOR, NOWHERE, WIDTH, steps_between
from steep.core.random_streams import SPAWNS, below, between, seed_streams
from steep.core.record import Cells, Plane, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import ACCURACY, DEFENSE, EVASION, POWER, RESISTANCE, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_ACTORS, PLAYING, World
from steep.lab.simulate.play_and_record_floor_visits import perform
from steep.mapgen.make_floor import clear_floor
from steep.mapgen.put_on_free_cell import add_actor
from steep.rules.combat import attack, attack_dice
from steep.rules.monsters import approach, monsters_act
from steep.rules.movement import is_free
from steep.rules.new_game import make_hero
from steep.rules.update_view import update_fov, update_visible
from steep.spawn.attack_odds import expected_damage

WON_BY_A = 0
WON_BY_B = 1
HARMLESS = 2
"""A draw: no remaining fighter can hurt any remaining enemy."""
OUT_OF_TIME = 3
"""A draw: the turn limit was reached while both sides had fighters left."""
ENDS = 4


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
    left: Annotated[Cells, Plane("i8", 2)]
    """Fighters alive on each side."""
    drawn: Annotated[Cells, Plane("i2", MAX_ACTORS)]
    """The fighters of each side in random order."""
    order: Annotated[Cells, Plane("i2", MAX_ACTORS)]
    """All fighters in the order of their turns."""
    seed: int
    """Of the next bout."""
    end_seed: int
    """One more than the last seed to fight."""
    ends: Annotated[Cells, Plane("i8", ENDS)]
    """Bouts by how they ended."""
    turns: int
    """Over all bouts."""
    survivors: Annotated[Cells, Plane("i8", 2)]
    """By side, summed over the bouts it won."""
    hp_left: Annotated[Cells, Plane("i8", 2)]
    """By side, summed over the bouts it won."""
    world: World
    mind: Mind
    imagined: ImaginedState


@rule
def place_fighters(arena: Arena, ruleset: Ruleset) -> None:
    """Empty the room and place all fighters in it, awake."""
    world = arena.world
    world.turn = 0
    world.floor = 1
    world.arrived = 0
    world.outcome = PLAYING
    world.killer = HERO
    seed_streams(world.random, arena.seed, 1)
    clear_floor(world)
    for y in range(1, arena.height + 1):
        for x in range(1, arena.width + 1):
            world.tiles[y * WIDTH + x] = FLOOR
    for side in range(2):
        arena.left[side] = arena.first[side + 1] - arena.first[side]
    world.hero.cell = NOWHERE
    if arena.hero != NOWHERE:
        world.hero.cell = free_cell(arena)
    for index in range(arena.first[2]):
        add_actor(world, ruleset, int(arena.kinds[index]), free_cell(arena), SPAWNS)
        world.actors[index].asleep = 0


@rule
def free_cell(arena: Arena) -> int:
    """A random unoccupied cell of the room."""
    cell = NOWHERE
    while cell == NOWHERE or not is_free(arena.world, cell):
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
def side_of(arena: Arena, index: int) -> int:
    """The side of a fighter."""
    return WON_BY_A if index < arena.first[1] else WON_BY_B


@rule
def harm(world: World, ruleset: Ruleset, index: int, other: int) -> int:
    """What a fighter's attack takes from another on average, in hundredths of an HP."""
    dice = attack_dice(world, ruleset, index)
    by = world.actors[index].stats
    stats = world.actors[other].stats
    return expected_damage(
        ruleset,
        dice,
        int(by[POWER]),
        int(by[ACCURACY]),
        int(stats[DEFENSE]),
        int(stats[EVASION]),
        int(stats[RESISTANCE + dice.damage_type]),
    )


@rule
def target_of(arena: Arena, ruleset: Ruleset, index: int) -> int:
    """The nearest living enemy that a fighter can hurt, or just the nearest if it can hurt none."""
    world = arena.world
    target = NOWHERE
    nearest = 2 * CELLS
    for turn in range(arena.first[2]):
        other = int(arena.order[turn])
        if world.actors[other].hp > 0 and side_of(arena, other) != side_of(arena, index):
            steps = steps_between(world.actors[index].cell, world.actors[other].cell)
            if harm(world, ruleset, index, other) == 0:
                steps += CELLS
            if steps < nearest:
                target = other
                nearest = steps
    return target


@rule
def fight_round(arena: Arena, ruleset: Ruleset) -> int:
    """Every living fighter takes a turn. Returns how the bout ended, -1 while it goes on."""
    world = arena.world
    world.turn += 1
    end = HARMLESS
    for turn in range(arena.first[2]):
        index = int(arena.order[turn])
        if world.actors[index].hp == 0:
            continue
        target = target_of(arena, ruleset, index)
        if harm(world, ruleset, index, target) > 0:
            end = -1
        if steps_between(world.actors[index].cell, world.actors[target].cell) > 1:
            approach(world, ruleset, index, world.actors[target].cell)
            continue
        attack(world, ruleset, index, target)
        if world.actors[target].hp == 0:
            side = side_of(arena, target)
            arena.left[side] -= 1
            if arena.left[side] == 0:
                return 1 - side
    return end


@rule
def monsters_bout(arena: Arena, ruleset: Ruleset) -> int:
    """Fight a bout between monsters; returns how it ended."""
    draw_order(arena)
    end = -1
    while end == -1:
        end = fight_round(arena, ruleset)
        if end == -1 and arena.world.turn >= arena.turn_limit:
            end = OUT_OF_TIME
    return end


@rule
def living(world: World) -> int:
    """The number of living monsters."""
    count = 0
    for index in range(world.actor_count):
        if world.actors[index].hp > 0:
            count += 1
    return count


@rule
def point_out_hero(world: World) -> None:
    """Tell every monster where the hero is, as an open room has no cover."""
    for index in range(world.actor_count):
        world.actors[index].goal = world.hero.cell


@rule
def is_harmless(world: World, ruleset: Ruleset) -> bool:
    """Whether neither the hero nor any monster can hurt the other, and the hero carries nothing to change that."""
    hero = world.hero
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and hero.inventory[slot].equipped == 0:
            return False
    for index in range(world.actor_count):
        either = harm(world, ruleset, HERO_ROW, index) + harm(world, ruleset, index, HERO_ROW)
        if world.actors[index].hp > 0 and either > 0:
            return False
    return hero.choosing == 0


@rule
def hero_bout(arena: Arena, ruleset: Ruleset) -> int:
    """Have the bot play a bout; returns how it ended."""
    world = arena.world
    make_hero(world, ruleset)
    world.hero.floor = 1
    update_fov(world, ruleset)
    start_mind(arena.mind, arena.seed)
    point_out_hero(world)
    if below(world.random, SPAWNS, 2) == 1:
        monsters_act(world, ruleset)
    update_visible(world)
    while world.outcome == PLAYING:
        if living(world) == 0:
            return arena.hero
        if is_harmless(world, ruleset):
            return HARMLESS
        if world.turn >= arena.turn_limit:
            return OUT_OF_TIME
        point_out_hero(world)
        perform(world, ruleset, choose_action(arena.bot, world.hero, ruleset, arena.mind, arena.imagined))
    return 1 - arena.hero


@rule
def score(arena: Arena, end: int) -> int:
    """Count a finished bout; returns its turns."""
    world = arena.world
    arena.seed += 1
    arena.turns += world.turn
    arena.ends[end] += 1
    if end == arena.hero:
        arena.survivors[end] += 1
        arena.hp_left[end] += world.hero.hp
    elif end <= WON_BY_B:
        arena.survivors[end] += living(world)
        for index in range(world.actor_count):
            arena.hp_left[end] += world.actors[index].hp
    return world.turn


@rule
def fight_on(arena: Arena, ruleset: Ruleset, budget: int) -> int:
    """Fight bouts between monsters until all are done or at least `budget` turns were fought; returns the turns."""
    fought = 0
    while fought < budget and arena.seed < arena.end_seed:
        place_fighters(arena, ruleset)
        fought += score(arena, monsters_bout(arena, ruleset))
    return fought


@rule
def play_on(arena: Arena, ruleset: Ruleset, budget: int) -> int:
    """Like `fight_on` for bouts with a hero. It is separate because it takes far longer to compile."""
    fought = 0
    while fought < budget and arena.seed < arena.end_seed:
        place_fighters(arena, ruleset)
        fought += score(arena, hero_bout(arena, ruleset))
    return fought
