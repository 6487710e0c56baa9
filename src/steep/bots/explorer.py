"""The explorer sees every corner of a floor before it goes down, takes what is of use, and lets few foes reach it."""

from __future__ import annotations

from steep.bots.duels import threat_count
from steep.bots.fighting import OBSTINACY, fight, strike, surprise
from steep.bots.items import drink_what_pays, equip_the_best, is_worth_carrying, pick_up_what_pays
from steep.bots.level_ups import best_gain
from steep.bots.mind import Mind
from steep.bots.moves import NO_ACTION
from steep.bots.pathfinding import explore, go_down, unmark
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.actions import CHOOSE, WAIT, action


@rule
def mark_things(hero: Hero, ruleset: Ruleset, mind: Mind) -> None:
    """Mark where things of use lie that the hero did not come to yet."""
    if mind.marked_floor != hero.floor:
        unmark(mind, hero.floor)
        mind.waited = 0
    mind.marks[hero.cell] = 0
    for i in range(hero.seen_item_count):
        find = hero.seen_items[i]
        if find.visited == 0 and is_worth_carrying(ruleset, find.kind):
            mind.marks[find.cell] = 1


@rule
def tend(hero: Hero, ruleset: Ruleset) -> int:
    """What is best done in peace before walking on; NO_ACTION when nothing is."""
    act = pick_up_what_pays(hero, ruleset)
    if act == NO_ACTION:
        act = equip_the_best(hero, ruleset)
    if act == NO_ACTION:
        act = drink_what_pays(hero, ruleset)
    return act


@rule
def explorer(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """The explorer's next action."""
    if hero.choosing == 1:
        return action(CHOOSE, best_gain(hero, ruleset))
    mark_things(hero, ruleset, mind)
    if threat_count(hero, ruleset) > 0:
        act = fight(hero, ruleset, mind)
    else:
        act = strike(hero, ruleset)
        if act == NO_ACTION:
            act = surprise(hero, ruleset, mind)
    if act == NO_ACTION:
        act = tend(hero, ruleset)
    if act == NO_ACTION and mind.waited >= OBSTINACY:
        # Whoever shuns foes that do not follow would come back to them for ever.
        act = go_down(hero, mind)
    if act == NO_ACTION:
        act = explore(hero, mind)
    if act == NO_ACTION:
        act = go_down(hero, mind)
    return action(WAIT) if act == NO_ACTION else act
