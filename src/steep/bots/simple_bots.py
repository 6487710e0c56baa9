"""The bots that weigh nothing up: the diver, the random walker, the brawler and the masher.

Ask `choose_action` for what they do, which also ends stalemates.
"""

from __future__ import annotations

from steep.bots.between_fights import leave_harm
from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import (
    eat,
    eat_when_hungry,
    equip_best,
    help_for,
    is_food,
    is_on_item,
    is_worth_taking,
    make_room,
    pick_up_useful,
    price_of_room,
)
from steep.bots.level_ups import gain_of
from steep.bots.pathfinding import (
    NO_ACTION,
    adjacent_enemy,
    clear_marks,
    explore,
    follow_path,
    go_down,
    is_on_path,
    is_passable,
    leads_down,
    move_onto,
    nearest_enemy,
    plan_jump,
    plan_path,
    plan_path_to,
    step_off,
)
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import POWER, Ruleset
from steep.core.world import MAX_POINTS, Hero
from steep.rules.abilities.ability_shapes import can_use
from steep.rules.action_codes import CHOOSE, DESCEND, DONE, MOVE, PICK_UP, THROW, USE, WAIT, action
from steep.rules.items.throwing import throw_refusal


@rule
def diver(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The diver goes straight down: it attacks adjacent monsters, else walks to the stairs, else looks for them.

    Of items it uses only food, once it is hungry.
    """
    if hero.choosing == 1:
        return action(CHOOSE, (hero.level - 2) % ruleset.gain_count)
    act = leave_harm(hero, ruleset, mind)
    if act != NO_ACTION:
        return act
    if hero.visible_monster_count > 0:
        enemy = adjacent_enemy(hero)
        if enemy != NOWHERE:
            return move_onto(hero, hero.visible_monsters[enemy].cell)
    act = eat_when_hungry(hero, ruleset)
    if act != NO_ACTION:
        return act
    if hero.cell == hero.stairs:
        return action(DESCEND)
    if ruleset.falls == 1 and is_jumping(hero, ruleset, mind):
        return follow_path(hero, mind)
    if not is_on_path(hero, mind, hero.stairs):
        plan_path(hero, mind, hero.stairs)
        if mind.length == 0:
            return action(WAIT)
    return follow_path(hero, mind)


@rule
def is_jumping(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> bool:
    """Whether the hero is walking to a cell where it falls to the next floor, or plans to as the stairs are farther."""
    if is_on_path(hero, mind, mind.goal):
        return mind.goal != NOWHERE and leads_down(hero, ruleset, mind.goal)
    plan_path_to(hero, mind, hero.stairs)
    to_stairs = mind.length
    plan_jump(hero, ruleset, mind)
    return mind.length > 0 and (to_stairs == 0 or mind.length < to_stairs)


WHIM_ODDS = 4
"""About one turn in this many, it does something other than walking on."""


@rule
def any_goal(hero: Hero, mind: BotMemory) -> int:
    """A random cell the hero remembers as open or, half of the time, NOWHERE for the nearest unknown ground."""
    if below(mind.random, COMBAT, 2) == 0:
        return NOWHERE
    cell = below(mind.random, COMBAT, CELLS)
    passable = hero.passable
    while passable[hero.remembered[cell]] == 0:
        cell = below(mind.random, COMBAT, CELLS)
    return cell


@rule
def random_action(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A random possible action: pick up, use an item, step or wait."""
    if is_on_item(hero) and hero.inventory_count < ruleset.inventory_capacity:
        return action(PICK_UP)
    slot = below(mind.random, COMBAT, ruleset.inventory_capacity)
    cell = (
        hero.visible_monsters[below(mind.random, COMBAT, hero.visible_monster_count)].cell
        if hero.visible_monster_count > 0
        else hero.cell
    )
    if can_use(hero, ruleset, slot, cell):
        return action(USE, slot, cell)
    if ruleset.throws == 1 and throw_refusal(hero, ruleset, slot, cell) == DONE:
        return action(THROW, slot, cell)
    direction = below(mind.random, COMBAT, len(DIRECTIONS))
    if is_passable(hero, hero.cell + DIRECTIONS[direction]):
        return action(MOVE, direction)
    return action(WAIT)


@rule
def random_walker(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The random walker walks to random places, and sometimes does another possible action."""
    if hero.choosing == 1:
        return action(CHOOSE, below(mind.random, COMBAT, ruleset.gain_count))
    if hero.cell == hero.stairs:
        return action(DESCEND)
    if below(mind.random, COMBAT, WHIM_ODDS) == 0:
        return random_action(hero, ruleset, mind)
    if not is_on_path(hero, mind, mind.goal):
        plan_path(hero, mind, any_goal(hero, mind))
        if mind.length == 0:
            return action(WAIT)
    return follow_path(hero, mind)


@rule
def charge(hero: Hero, mind: BotMemory) -> int:
    """A step to the nearest monster, or to where the last one was seen; NO_ACTION if there is none.

    A monster may be visible from one cell and not from the next. A brawler that forgot it there would go back and forth
    forever.
    """
    enemy = nearest_enemy(hero)
    if enemy != NOWHERE and hero.visible_monsters[enemy].cell == hero.cell:
        return step_off(hero)
    if enemy != NOWHERE:
        plan_path_to(hero, mind, hero.visible_monsters[enemy].cell)
        return NO_ACTION if mind.length == 0 else follow_path(hero, mind)
    is_charging = mind.goal != NOWHERE and mind.goal != hero.stairs
    return follow_path(hero, mind) if is_charging and is_on_path(hero, mind, mind.goal) else NO_ACTION


@rule
def brawler(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The brawler goes down looking for fights: it charges every monster it sees and uses no items but food."""
    if hero.choosing == 1:
        return action(CHOOSE, gain_of(ruleset, POWER))
    act = leave_harm(hero, ruleset, mind)
    if act == NO_ACTION:
        act = charge(hero, mind)
    if act == NO_ACTION:
        act = eat_when_hungry(hero, ruleset)
    if act == NO_ACTION:
        act = go_down(hero, ruleset, mind)
    if act == NO_ACTION:
        act = explore(hero, mind)
    return action(WAIT) if act == NO_ACTION else act


@rule
def drink_when_low(hero: Hero, ruleset: Ruleset) -> int:
    """Use what helps most once half of the HP are gone, even if some of it is wasted; else NO_ACTION."""
    if 2 * hero.hp > hero.max_hp:
        return NO_ACTION
    slot = help_for(hero, ruleset, MAX_POINTS)
    return NO_ACTION if slot == NOWHERE else action(USE, slot, hero.cell)


@rule
def mark_food(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> None:
    """Mark the cells of food that the hero has seen."""
    if mind.marked_floor != hero.floor:
        clear_marks(mind, hero.floor)
    mind.marks[hero.cell] = 0
    price = price_of_room(hero, ruleset)
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        if is_food(ruleset, item.kind):
            mind.marks[item.cell] = 1 if is_worth_taking(hero, ruleset, i, price) else 0


@rule
def masher(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The masher plays as a careless person does: explores, attacks what is nearest, drinks when low, and goes down.

    It takes what is underfoot, and walks only to food.
    """
    if hero.choosing == 1:
        return action(CHOOSE)
    if ruleset.hunger_full > 0:
        mark_food(hero, ruleset, mind)
    act = leave_harm(hero, ruleset, mind)
    if act == NO_ACTION:
        act = drink_when_low(hero, ruleset)
    if act == NO_ACTION:
        act = charge(hero, mind)
    if act == NO_ACTION:
        act = pick_up_useful(hero, ruleset)
    if act == NO_ACTION:
        act = make_room(hero, ruleset)
    if act == NO_ACTION:
        act = equip_best(hero, ruleset)
    if act == NO_ACTION:
        act = eat(hero, ruleset)
    if act == NO_ACTION:
        act = explore(hero, mind)
    if act == NO_ACTION:
        act = go_down(hero, ruleset, mind)
    return action(WAIT) if act == NO_ACTION else act
