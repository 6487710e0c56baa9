"""What the tactician does without looking ahead: it plays as the explorer, but rests, and uses what recharges."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import eat, equip_best, make_room, pick_up_useful, ready_use, use_lasting
from steep.bots.combat.fight_cost import any_threat, threat_count
from steep.bots.combat.fighting import attack_adjacent, attack_sleeper, fight
from steep.bots.combat.use_items_against_enemies import WHEN_FREE, best_target, costliest_enemy, harm_saves
from steep.bots.explorer import go_on, manage_inventory, start_turn
from steep.bots.level_ups import best_gain
from steep.bots.movement.pathfinding import NO_ACTION, adjacent_enemy, nearest_enemy
from steep.bots.survival import leave_harm, rest, should_rest
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import HARMS, Ruleset
from steep.core.world import Hero
from steep.rules.abilities.ability_shapes import needs_target, refusal
from steep.rules.action_codes import CHOOSE, DONE, USE, WAIT, action
from steep.rules.items.identification_and_enchantments import is_unidentified

MOST_TRIED_ON = 2
"""With more threats than this in view, nothing unknown is tried on them before the fight is being lost."""


@rule
def use_renewable(hero: Hero, ruleset: Ruleset) -> int:
    """Before anybody is adjacent, use what harms most of what regains its charges; NO_ACTION if nothing saves HP."""
    act = NO_ACTION
    if adjacent_enemy(hero) != NOWHERE:
        return act
    most = 0
    dearest = costliest_enemy(hero, ruleset, WHEN_FREE)
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and ruleset.items[hero.inventory[slot].kind - 1].recharge > 0:
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE and ruleset.abilities[number].traits & HARMS != 0:
                ability = ruleset.abilities[number]
                target = best_target(hero, ruleset, ability, dearest)
                saved = harm_saves(hero, ruleset, ability, target, WHEN_FREE) if target != NOWHERE else 0
                if saved > most:
                    act = action(USE, slot, target)
                    most = saved
    return act


@rule
def try_on_enemy(hero: Hero, ruleset: Ruleset) -> int:
    """Try an unknown item that must be aimed on an enemy that isn't adjacent yet; NO_ACTION if there is none."""
    row = nearest_enemy(hero)
    if hero.unidentified == 0 or row == NOWHERE or adjacent_enemy(hero) != NOWHERE:
        return NO_ACTION
    if 2 * hero.hp <= hero.max_hp or threat_count(hero, ruleset) > MOST_TRIED_ON:
        return NO_ACTION
    target = hero.visible_monsters[row].cell
    for slot in range(ruleset.inventory_capacity):
        if is_unidentified(ruleset, hero.inventory[slot].kind - 1):
            number = ready_use(hero, ruleset, slot)
            aims = number != NOWHERE and needs_target(ruleset.abilities[number])
            if aims and refusal(hero, ruleset, ruleset.abilities[number], target) == DONE:
                return action(USE, slot, target)
    return NO_ACTION


@rule
def face_threats(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """What to do about the threats in view; NO_ACTION if none can be reached."""
    act = use_renewable(hero, ruleset)
    if act == NO_ACTION:
        act = try_on_enemy(hero, ruleset)
    return fight(hero, ruleset, mind) if act == NO_ACTION else act


@rule
def take_lasting_benefits(hero: Hero, ruleset: Ruleset) -> int:
    """Pick up, make room, equip, eat and use what betters for good; NO_ACTION if there is nothing to do."""
    act = pick_up_useful(hero, ruleset)
    if act == NO_ACTION:
        act = equip_best(hero, ruleset)
    if act == NO_ACTION:
        act = use_lasting(hero, ruleset)
    if act == NO_ACTION:
        act = eat(hero, ruleset)
    return make_room(hero, ruleset) if act == NO_ACTION else act


@rule
def careful(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The next action of a careful hero."""
    if hero.choosing == 1:
        return action(CHOOSE, best_gain(hero, ruleset, mind.imagined))
    start_turn(hero, mind)
    act = leave_harm(hero, ruleset, mind)
    if act == NO_ACTION:
        act = face_threats(hero, ruleset, mind) if any_threat(hero, ruleset) else attack_adjacent(hero, ruleset)
    if act == NO_ACTION:
        act = take_lasting_benefits(hero, ruleset)
    if act != NO_ACTION:
        return act
    if should_rest(hero, ruleset, mind):
        rest(hero, mind)
        return action(WAIT)
    if not any_threat(hero, ruleset):
        act = attack_sleeper(hero, ruleset, mind)
    if act == NO_ACTION:
        act = manage_inventory(hero, ruleset)
    return go_on(hero, ruleset, mind) if act == NO_ACTION else act
