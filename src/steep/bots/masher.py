"""The masher plays as a careless person does: explores, attacks what is nearest, drinks when low, and goes down.

It takes what is underfoot, and walks only to food.
"""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.brawler import charge
from steep.bots.choose_and_use_items import (
    eat,
    equip_best,
    help_for,
    is_food,
    is_worth_taking,
    make_room,
    pick_up_useful,
    price_of_room,
)
from steep.bots.movement.pathfinding import NO_ACTION, clear_marks, explore, go_down
from steep.bots.survival import leave_harm
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_POINTS, Hero
from steep.rules.action_codes import CHOOSE, USE, WAIT, action


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
    """What the masher wants to do next. Ask `choose_action`, which ends stalemates."""
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
