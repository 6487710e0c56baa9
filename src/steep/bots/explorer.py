"""The explorer sees all of a floor before it goes down, takes useful items, and fights where few can reach it."""

from __future__ import annotations

from steep.bots.between_fights import fetch_food, is_about_to_starve, is_short_of_food, leave_harm
from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import (
    TOO_HIGH,
    eat,
    equip_best,
    find_out,
    help_when_wounded,
    is_food,
    is_worth_taking,
    learn_floor,
    make_room,
    pick_up_useful,
    price_of_room,
)
from steep.bots.combat.fight_cost import any_threat
from steep.bots.combat.fighting import GIVE_UP_AFTER, attack_adjacent, attack_sleeper, fight
from steep.bots.level_ups import best_gain
from steep.bots.pathfinding import NO_ACTION, clear_marks, explore, go_down
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import NEUTRAL, Hero
from steep.rules.action_codes import CHOOSE, WAIT, action


@rule
def start_turn(hero: Hero, mind: BotMemory) -> None:
    """Forget the marks of another floor and the mark of the hero's cell, and mark the cells of captives to free."""
    if mind.marked_floor != hero.floor:
        clear_marks(mind, hero.floor)
        mind.waited = 0
    mind.marks[hero.cell] = 0
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == NEUTRAL:
            mind.marks[hero.visible_monsters[i].cell] = 1


@rule
def mark_items(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> None:
    """Mark the cells of items worth taking that the hero hasn't been to yet, and of food."""
    price = TOO_HIGH
    asked = False
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        if item.visited == 0 or is_food(ruleset, item.kind):
            if not asked:
                price = price_of_room(hero, ruleset)
                asked = True
            mind.marks[item.cell] = 1 if is_worth_taking(hero, ruleset, i, price) else 0


@rule
def manage_inventory(hero: Hero, ruleset: Ruleset) -> int:
    """Pick up, make room, equip, drink, eat or try something while it is safe; NO_ACTION if there is nothing to do."""
    act = pick_up_useful(hero, ruleset)
    if act == NO_ACTION:
        act = make_room(hero, ruleset)
    if act == NO_ACTION:
        act = equip_best(hero, ruleset)
    if act == NO_ACTION:
        act = help_when_wounded(hero, ruleset)
    if act == NO_ACTION:
        act = eat(hero, ruleset)
    if act == NO_ACTION:
        act = learn_floor(hero, ruleset)
    return find_out(hero, ruleset) if act == NO_ACTION else act


@rule
def explorer(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """What the explorer wants to do next. Ask `choose_action`, which ends stalemates."""
    if hero.choosing == 1:
        return action(CHOOSE, best_gain(hero, ruleset, mind.imagined))
    start_turn(hero, mind)
    act = leave_harm(hero, ruleset, mind)
    if act != NO_ACTION:
        return act
    if any_threat(hero, ruleset):
        act = fight(hero, ruleset, mind)
    else:
        act = attack_adjacent(hero, ruleset)
        if act == NO_ACTION:
            act = attack_sleeper(hero, ruleset, mind)
    if act == NO_ACTION:
        act = manage_inventory(hero, ruleset)
    return go_on(hero, ruleset, mind) if act == NO_ACTION else act


@rule
def go_on(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """Explore, or go down once there is nothing left to see."""
    mark_items(hero, ruleset, mind)
    act = fetch_food(hero, ruleset, mind) if is_short_of_food(hero, ruleset) else NO_ACTION
    # Avoiding monsters that don't follow would lead back to them forever.
    if act == NO_ACTION and (mind.waited >= GIVE_UP_AFTER or is_about_to_starve(hero, ruleset)):
        act = go_down(hero, ruleset, mind)
    if act == NO_ACTION:
        act = explore(hero, mind)
    if act == NO_ACTION:
        act = go_down(hero, ruleset, mind)
    return action(WAIT) if act == NO_ACTION else act
