"""The rule by which a hero uses items of some kinds as well as it can.

Bots leave some kinds unused: an estimate from an item's numbers doesn't show what a net or a sealed room is good for.
So in a fight each way to use such an item is tried in copies of the hero's world, with other dice, and each copy is
played on as the explorer would. The item is used where that pays, on average. A copy has what the hero doesn't see, but
not the dice to come.
"""

from __future__ import annotations

from steep.bots.combat.fight_cost import fight_cost, threat_count
from steep.bots.combat.use_items_against_enemies import best_centre
from steep.bots.items.items import can_use_on_hero, ready_use
from steep.bots.lookahead.evaluate_outcome import IMPOSSIBLE, any_enemy_left, remaining_cost
from steep.bots.memory.bot_memory import Mind
from steep.bots.tactician import LIKE_EXPLORER, go_on_by_plan
from steep.core.copy_record import copy_record
from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.random_streams import seed_streams
from steep.core.record import Cells, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, CHANGE_STAT, ENCHANT, HARMS, HELPS, MOVES, AbilityRow, Ruleset
from steep.core.world import DEAD, HOSTILE, PLAYING, Hero, World
from steep.rules.abilities.ability_shapes import needs_target, refusal
from steep.rules.action_codes import DONE, THROW, USE, action
from steep.rules.items.identification import is_unidentified
from steep.rules.items.item_charges import slot_of_kind
from steep.rules.items.throwing import throw_refusal
from steep.rules.turn import step

HORIZON = 60
"""Turns that a copy is played on, at most."""

GLANCES = 4
"""Copies in which each use is tried at first."""

TRIALS = 12
"""Copies in which the best use is tried once more: the best of many looks better than it is."""

LIFE = 2
"""To live counts as LIFE times max HP."""

HP_PARTS = 4
"""A HP left counts as 1 / HP_PARTS of a HP lost: rest brings it back."""

PRICE_PARTS = 10
"""What doesn't come back pays if it saves max HP / PRICE_PARTS."""

CHARGE_PARTS = 40
"""What has charges that come back within HORIZON turns pays if it saves max HP / CHARGE_PARTS."""

LITTLE_PARTS = 8
"""In a fight that costs less than 1 / LITTLE_PARTS of the HP left, what doesn't come back is kept."""

LOOK_EVERY = 2
"""Turns between looks."""

MOST_ENEMIES = 4
"""At how many enemies in view an item is tried, and at how many cells."""


@record
class Trial:
    """Working memory for trying the uses of an item."""

    world: World
    """A copy of the world."""
    mind: Mind
    """A copy of the bot's memory."""
    seed: int
    """Of the dice of the first copy."""
    usual: int
    """The score of what the bot has chosen in GLANCES copies, in all; an integer in units of 1 / HP_PARTS of a HP."""
    price: int
    """What the item that is tried must save in each copy."""
    act: int
    """The best action so far."""
    best: int
    """Its score in GLANCES copies, in all, less its price in each."""
    best_price: int


@rule
def well_being(world: World, ruleset: Ruleset) -> int:
    """How well a hero is, in units of 1 / HP_PARTS of a HP, less what enemies that are awake may still cost.

    The more they could cost, the more they take of the HP left.
    """
    if world.outcome == DEAD:
        return 0
    hero = world.hero
    cost = remaining_cost(world, ruleset)
    return hero.hp + HP_PARTS * (LIFE * hero.max_hp - hero.hp * cost // max(1, hero.hp + cost))


@rule
def try_once(trial: Trial, world: World, mind: Mind, ruleset: Ruleset, act: int, die: int) -> int:
    """How well a hero is some turns after an action, less the HP lost on the way; IMPOSSIBLE if the action is that."""
    copy = trial.world
    copy_record(copy, world)
    copy_record(trial.mind, mind)
    seed_streams(copy.random, trial.seed + die, copy.floor)
    before = world.hero.hp
    if step(copy, ruleset, act) != DONE:
        return IMPOSSIBLE
    lost = max(0, before - copy.hero.hp)
    turns = 1
    while turns < HORIZON and copy.outcome == PLAYING and copy.floor == world.floor:
        if not any_enemy_left(copy, ruleset):
            break
        before = copy.hero.hp
        go_on_by_plan(copy, ruleset, trial.mind, LIKE_EXPLORER)
        lost += max(0, before - copy.hero.hp)
        turns += 1
    return well_being(copy, ruleset) - HP_PARTS * lost


@rule
def try_often(trial: Trial, world: World, mind: Mind, ruleset: Ruleset, act: int, first: int, end: int) -> int:
    """The same in the copies from `first` to before `end`, in all."""
    total = 0
    for die in range(first, end):
        score = try_once(trial, world, mind, ruleset, act, die)
        if score == IMPOSSIBLE:
            return IMPOSSIBLE
        total += score
    return total


@rule
def enter(trial: Trial, world: World, mind: Mind, ruleset: Ruleset, act: int) -> None:
    """Try an action, and keep it if it pays best so far."""
    score = try_often(trial, world, mind, ruleset, act, 0, GLANCES) - trial.price * GLANCES
    if score > trial.best:
        trial.best = score
        trial.best_price = trial.price
        trial.act = act


@rule
def enter_aim(
    trial: Trial, world: World, mind: Mind, ruleset: Ruleset, ability: AbilityRow, verb: int, slot: int, cell: int
) -> None:
    """Try an item at a cell, if that is possible."""
    hero = world.hero
    refused = throw_refusal(hero, ruleset, slot, cell) if verb == THROW else refusal(hero, ruleset, ability, cell)
    if refused == DONE:
        enter(trial, world, mind, ruleset, action(verb, slot, cell))


@rule
def enter_aims(
    trial: Trial, world: World, mind: Mind, ruleset: Ruleset, ability: AbilityRow, verb: int, slot: int
) -> None:
    """Try an item at enemies in view and at a blast's centre; what doesn't only harm, also beside the hero and afar."""
    hero = world.hero
    enemies = 0
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == HOSTILE and enemies < MOST_ENEMIES:
            enemies += 1
            enter_aim(trial, world, mind, ruleset, ability, verb, slot, hero.visible_monsters[i].cell)
    if ability.area == BALL:
        centre = best_centre(hero, ruleset, ability)
        if centre != NOWHERE:
            enter_aim(trial, world, mind, ruleset, ability, verb, slot, centre)
    if ability.traits & (HARMS | MOVES) != HARMS:
        for direction in range(len(DIRECTIONS)):
            enter_aim(trial, world, mind, ruleset, ability, verb, slot, hero.cell + DIRECTIONS[direction])
        for part in range(MOST_ENEMIES):
            cell = int(hero.in_view[part * hero.in_view_count // MOST_ENEMIES])
            enter_aim(trial, world, mind, ruleset, ability, verb, slot, cell)


@rule
def is_for_good(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability changes its user or its equipment for good."""
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        if ruleset.effects[row].effect in (CHANGE_STAT, ENCHANT):
            return True
    return False


@rule
def may_use(hero: Hero, ruleset: Ruleset, kinds: Cells, slot: int) -> bool:
    """Whether the first item of one of the kinds, which the hero knows, is in a slot. Equipment is left to the bot."""
    row = hero.inventory[slot].kind - 1
    if row < 0 or is_unidentified(ruleset, row) or kinds[row] == 0:
        return False
    return ruleset.items[row].slot == 0 and slot_of_kind(hero, row) == slot


@rule
def use_for_good(hero: Hero, ruleset: Ruleset, kinds: Cells) -> int:
    """The action that uses an item which changes the hero for the better, for good; NOWHERE if it has none."""
    for slot in range(ruleset.inventory_capacity):
        if may_use(hero, ruleset, kinds, slot):
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE and is_for_good(ruleset, ruleset.abilities[number]):
                ability = ruleset.abilities[number]
                if ability.traits & HELPS != 0 and can_use_on_hero(hero, ruleset, ability):
                    return action(USE, slot, hero.cell)
    return NOWHERE


@rule
def enter_item(trial: Trial, world: World, mind: Mind, ruleset: Ruleset, slot: int) -> None:
    """Try each use of an item, unless it changes the hero for good."""
    hero = world.hero
    number = ready_use(hero, ruleset, slot)
    if number != NOWHERE and is_for_good(ruleset, ruleset.abilities[number]):
        return
    if number != NOWHERE and needs_target(ruleset.abilities[number]):
        enter_aims(trial, world, mind, ruleset, ruleset.abilities[number], USE, slot)
    elif number != NOWHERE:
        enter(trial, world, mind, ruleset, action(USE, slot, hero.cell))
    thrown = ruleset.items[hero.inventory[slot].kind - 1].thrown - 1
    if thrown >= 0 and ruleset.throws == 1:
        enter_aims(trial, world, mind, ruleset, ruleset.abilities[thrown], THROW, slot)


@rule
def use_where_it_pays(
    trial: Trial, world: World, mind: Mind, ruleset: Ruleset, kinds: Cells, chosen: int, seed: int
) -> int:
    """Use or throw an item of some kinds that the hero knows, if that pays; else what the bot has chosen.

    What changes the hero for good, for the better, is used at once. Equipment is left to the bot. `kinds` has a 1 for
    each kind to use. `seed`: of the game, from which the copies' dice are drawn, one way or another in each turn.
    """
    hero = world.hero
    act = use_for_good(hero, ruleset, kinds)
    if act != NOWHERE:
        return act
    if threat_count(hero, ruleset) == 0 or world.turn % LOOK_EVERY != 0:
        return chosen
    is_serious = LITTLE_PARTS * fight_cost(hero, ruleset, 1) >= hero.hp
    unhurt = hero.hp + HP_PARTS * LIFE * hero.max_hp
    trial.seed = (seed % (1 << 20)) * (1 << 32) + world.turn * (1 << 8)
    trial.act = NOWHERE
    for slot in range(ruleset.inventory_capacity):
        if not may_use(hero, ruleset, kinds, slot):
            continue
        comes_back = 0 < ruleset.items[hero.inventory[slot].kind - 1].recharge <= HORIZON
        if not comes_back and not is_serious:
            continue
        if trial.act == NOWHERE:
            trial.usual = try_often(trial, world, mind, ruleset, chosen, 0, GLANCES)
            trial.best = trial.usual - 1
            trial.act = chosen
        trial.price = HP_PARTS * hero.max_hp // (CHARGE_PARTS if comes_back else PRICE_PARTS)
        if IMPOSSIBLE < trial.usual < (unhurt - trial.price) * GLANCES:
            enter_item(trial, world, mind, ruleset, slot)
    if trial.act == NOWHERE or trial.act == chosen:
        return chosen
    act = trial.act
    usual = try_often(trial, world, mind, ruleset, chosen, GLANCES, GLANCES + TRIALS)
    best = try_often(trial, world, mind, ruleset, act, GLANCES, GLANCES + TRIALS)
    return act if best >= usual + trial.best_price * TRIALS else chosen
