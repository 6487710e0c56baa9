"""How a careful hero fights: items when they pay, few enemies at a time, and the first hit."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import amount_of_use, escape, help_for, try_unknown
from steep.bots.combat.enemies import is_threat
from steep.bots.combat.fight_cost import (
    MAX_HITS,
    all_keep_apart,
    any_enemy_approaches,
    enemy_cost,
    fight_cost,
    hits_to_kill_enemy,
    next_damage,
    steps_to_threat,
    threat_count,
)
from steep.bots.combat.use_items_against_enemies import throw_what_lasts, use_harmful
from steep.bots.pathfinding import NO_ACTION, go_down, move_onto, nearest_enemy, step_off
from steep.core.breadth_first_search import clear_search, first_step, next_step, spread, start_search
from steep.core.geometry import DIRECTIONS, NOWHERE, UNKNOWN, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import HELD, Ruleset
from steep.core.world import HOSTILE, Hero, Search
from steep.rules.action_codes import USE, WAIT, action
from steep.rules.combat import can_hit
from steep.rules.experience_and_victory import is_sealed
from steep.rules.terrain import bar_gas_in_view

MAX_WAIT = 6
"""Turns to wait on a floor since the last kill while no threat comes nearer or is adjacent."""

GIVE_UP_AFTER = 18
"""Such turns after which enemies that aren't adjacent are ignored: they may be stuck out of reach."""

RETREAT = 8
"""Steps. How far to look for a better place to fight."""


@rule
def attackers_at(hero: Hero, ruleset: Ruleset, cell: int, enemies: int) -> int:
    """About how many of `enemies` can stand next to a cell; 1 in a corridor."""
    sides = 0
    for direction in DIRECTIONS:
        kind = hero.remembered[cell + direction]
        if ruleset.enterable[kind] == 1 or kind == UNKNOWN:
            sides += 1
    return min(enemies, 1 if sides <= 2 else sides)


@rule
def gets_there_first(hero: Hero, ruleset: Ruleset, cell: int, steps: int) -> bool:
    """Whether the hero, `steps` steps from a cell, gets there before any threat."""
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if steps_between(enemy.cell, cell) <= steps and is_threat(hero, ruleset, enemy):
            return False
    return True


@rule
def step_to_chokepoint(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """First cell of the path to the nearest cell where fewest enemies can reach the hero; NOWHERE if none is better."""
    enemies = threat_count(hero, ruleset)
    passable = hero.passable
    search = mind.search
    best = NOWHERE
    fewest = attackers_at(hero, ruleset, hero.cell, enemies)
    first = 0
    count = start_search(search, hero.cell)
    steps = 0
    bar_gas_in_view(hero, search, hero.cell + 1)
    while first < count and steps < RETREAT and fewest > 1:
        reached = spread(hero.remembered, passable, search, first, count, NOWHERE)
        steps += 1
        first = count
        count = keep_safe_cells(hero, ruleset, search, first, reached, steps)
        for number in range(first, count):
            cell = int(search.queue[number])
            attackers = attackers_at(hero, ruleset, cell, enemies)
            if attackers < fewest:
                best = cell
                fewest = attackers
            if fewest <= 1:
                break
    step = first_step(search, best) if best != NOWHERE else NOWHERE
    clear_search(search, count)
    bar_gas_in_view(hero, search, 0)
    return step


@rule
def keep_safe_cells(hero: Hero, ruleset: Ruleset, search: Search, first: int, count: int, steps: int) -> int:
    """Take back those cells of a search's last ring that a threat reaches first. Returns how many cells are left."""
    kept = first
    for number in range(first, count):
        cell = search.queue[number]
        if gets_there_first(hero, ruleset, int(cell), steps):
            search.queue[kept] = cell
            kept += 1
        else:
            search.came_from[cell] = 0
    return kept


@rule
def help_in_emergency(hero: Hero, ruleset: Ruleset) -> int:
    """Use what helps if the next hits could kill and it gives more than they take; else NO_ACTION."""
    damage = next_damage(hero, ruleset)
    if hero.hp + hero.shield > damage:
        return NO_ACTION
    slot = help_for(hero, ruleset, hero.max_hp)
    if slot == NOWHERE or amount_of_use(hero, ruleset, slot) <= damage:
        return NO_ACTION
    return action(USE, slot, hero.cell)


@rule
def should_wait(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> bool:
    """Whether threats are still coming nearer, or were until recently. A kill restarts the count.

    The hero doesn't wait for threats that keep their distance or can't walk. Turns of fighting those count as waiting,
    or else they would drive the hero off again and again.
    """
    steps = steps_to_threat(hero, ruleset)
    if hero.kills != mind.kills_waited:
        mind.kills_waited = hero.kills
        mind.waited = 0
    elif steps >= mind.nearest and (steps > 1 or all_keep_apart(hero, ruleset)):
        mind.waited += 1
    mind.nearest = steps
    return mind.waited < MAX_WAIT and any_enemy_approaches(hero, ruleset)


@rule
def is_losing(hero: Hero, ruleset: Ruleset, cost: int) -> bool:
    """Whether the hero would die in the fight where it stands. `cost` is what the fight costs one by one."""
    front = attackers_at(hero, ruleset, hero.cell, threat_count(hero, ruleset))
    return (cost if front <= 1 else fight_cost(hero, ruleset, front)) >= hero.hp + hero.shield


@rule
def enemy_to_attack(hero: Hero, ruleset: Ruleset) -> int:
    """Row in `hero.visible_monsters` of the one in reach that takes the fewest hits; NOWHERE if none can be killed."""
    found = NOWHERE
    fewest = MAX_HITS
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side == HOSTILE and can_hit(hero, ruleset, enemy):
            hits = hits_to_kill_enemy(hero, ruleset, enemy)
            if hits < fewest:
                found = i
                fewest = hits
    return found


@rule
def attack_adjacent(hero: Hero, ruleset: Ruleset) -> int:
    """Attack a monster in reach, or step off one on the same cell; NO_ACTION if none can be killed."""
    row = enemy_to_attack(hero, ruleset)
    return step_off(hero) if row == NOWHERE else move_onto(hero, hero.visible_monsters[row].cell)


@rule
def step_to_enemy(hero: Hero, mind: BotMemory, row: int) -> int:
    """A step to a visible monster by a known path; NO_ACTION if there is none."""
    passable = hero.passable
    goal = hero.visible_monsters[row].cell
    bar_gas_in_view(hero, mind.search, goal + 1)
    cell = next_step(hero.remembered, passable, hero.cell, goal, mind.search)
    bar_gas_in_view(hero, mind.search, 0)
    return NO_ACTION if cell == NOWHERE else move_onto(hero, cell)


@rule
def attack_sleeper(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to a sleeping monster whose fight costs less than half of the HP left; NO_ACTION if there is none."""
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side == HOSTILE and enemy.asleep == 1 and 2 * enemy_cost(hero, ruleset, enemy) < hero.hp:
            return step_to_enemy(hero, mind, i)
    return NO_ACTION


@rule
def flee_down(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to a way down, or down the stairs, if the hero gets there before any threat; else NO_ACTION."""
    held = hero.conditions & HELD != 0 and hero.cell != hero.stairs
    if (hero.stairs == NOWHERE and ruleset.falls == 0) or is_sealed(ruleset, hero.floor) or held:
        return NO_ACTION
    act = go_down(hero, ruleset, mind)
    steps = mind.length - mind.at + 1
    if act == NO_ACTION or hero.cell == hero.stairs or gets_there_first(hero, ruleset, mind.goal, steps):
        return act
    return NO_ACTION


@rule
def fight(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The next action in a fight; NO_ACTION if no enemy can be reached."""
    coming = should_wait(hero, ruleset, mind)
    cost = fight_cost(hero, ruleset, 1)
    act = use_harmful(hero, ruleset, cost)
    if act == NO_ACTION:
        act = help_in_emergency(hero, ruleset)
    if act == NO_ACTION and is_losing(hero, ruleset, cost):
        act = flee_down(hero, ruleset, mind)
        if act == NO_ACTION:
            act = escape(hero, ruleset)
        if act == NO_ACTION:
            act = try_unknown(hero, ruleset)
    if act != NO_ACTION:
        return act
    if coming:
        cell = step_to_chokepoint(hero, ruleset, mind)
        if cell != NOWHERE:
            return move_onto(hero, cell)
    act = attack_adjacent(hero, ruleset)
    if act == NO_ACTION and ruleset.throws == 1:
        act = throw_what_lasts(hero, ruleset)
    if act != NO_ACTION:
        return act
    if coming:
        return action(WAIT)
    return step_to_enemy(hero, mind, nearest_enemy(hero)) if mind.waited < GIVE_UP_AFTER else NO_ACTION
