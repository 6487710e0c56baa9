"""Where a flat action aims: at one of a few targets that an agent can name without naming a cell.

These rules read the hero's view alone. `target_of` is for using an item whose ability needs a target, and
`throw_target` for throwing one.
"""

from __future__ import annotations

from steep.bots.combat.enemies import UNABLE
from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule_decorator import rule
from steep.core.ruleset import ALLIES, BALL, CHEBYSHEV, HARMS, HELPS, MAX_HP, POWER, AbilityRow, Ruleset
from steep.core.world import HOSTILE, Hero, VisibleMonster
from steep.rules.abilities.ability_shapes import (
    FAR,
    hits_hero,
    is_on_side,
    nearest_seen,
    refusal,
    seen_line_length,
    would_hit,
)
from steep.rules.action_codes import DONE
from steep.rules.items.throwing import seen_landing, throw_refusal

BEST = 0
"""Where it does the most good: see `best_target`."""
NEAREST_ENEMY = 1
WEAKEST_ENEMY = 2
"""The enemy in view with the fewest HP; of equals, the nearest."""
NEAREST_FRIEND = 3
"""The nearest monster in view that isn't hostile."""
AIM_NAMES = ("best", "nearest enemy", "weakest enemy", "nearest friend")


@rule
def target_of(hero: Hero, ruleset: Ruleset, ability: AbilityRow, aim: int) -> int:
    """The cell that an aim means for an ability that needs a target; NOWHERE if it can't be used there."""
    if aim == BEST:
        return best_target(hero, ruleset, ability)
    cell = aimed_cell(hero, ruleset, aim)
    return cell if cell != NOWHERE and refusal(hero, ruleset, ability, cell) == DONE else NOWHERE


@rule
def aimed_cell(hero: Hero, ruleset: Ruleset, aim: int) -> int:
    """The cell of the monster that an aim other than BEST means; NOWHERE if there is none in view."""
    row = NOWHERE
    if aim == NEAREST_ENEMY:
        row = nearest_seen(hero, ruleset, FAR)
    elif aim == WEAKEST_ENEMY:
        row = weakest_enemy(hero, ruleset)
    elif aim == NEAREST_FRIEND:
        row = nearest_friend(hero, ruleset)
    return int(hero.visible_monsters[row].cell) if row != NOWHERE else NOWHERE


@rule
def weakest_enemy(hero: Hero, ruleset: Ruleset) -> int:
    """Row in view of the enemy with the fewest HP, of equals the nearest; NOWHERE if there is none."""
    found = NOWHERE
    least = 0
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if monster.side == HOSTILE:
            value = (monster.hp << 20) + squared_reach(monster.cell, hero.cell, ruleset.distance == CHEBYSHEV)
            if found == NOWHERE or value < least:
                found = i
                least = value
    return found


@rule
def nearest_friend(hero: Hero, ruleset: Ruleset) -> int:
    """Row in view of the nearest monster that isn't hostile; NOWHERE if there is none."""
    found = NOWHERE
    least = 0
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if monster.side != HOSTILE:
            square = squared_reach(monster.cell, hero.cell, ruleset.distance == CHEBYSHEV)
            if found == NOWHERE or square < least:
                found = i
                least = square
    return found


@rule
def best_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The best cell to use an ability on; NOWHERE if none is worth it.

    A ball goes where it affects the most of those it is for, less the others, and it spares the hero unless it helps.
    Every other shape is aimed at the most dangerous enemy, or if it helps, at the friend who has lost the most HP.
    """
    if ability.area == BALL:
        return best_blast(hero, ruleset, ability)
    return best_monster(hero, ruleset, ability)


@rule
def has_best_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether `best_target` would find a cell; stops at the first."""
    if ability.area == BALL:
        return any_blast(hero, ruleset, ability)
    return best_monster(hero, ruleset, ability) != NOWHERE


@rule
def is_for_friends(ability: AbilityRow) -> bool:
    """Whether an ability is good for those that it affects."""
    return ability.affects == ALLIES or ability.traits & (HARMS | HELPS) == HELPS


@rule
def wanted_hits_less_unwanted(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int) -> int:
    """How many monsters in view it affects that it is for, less the others it affects."""
    length = seen_line_length(hero, ruleset, ability, target)
    enemies = 0
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if is_on_side(ability, monster) and would_hit(hero, ruleset, ability, target, length, monster.cell):
            enemies += 1 if monster.side == HOSTILE else -1
    return -enemies if is_for_friends(ability) else enemies


@rule
def danger(enemy: VisibleMonster, hero: Hero, ruleset: Ruleset) -> int:
    """Sort key of enemies: active before asleep or confused, then higher power, then nearer."""
    square = squared_reach(enemy.cell, hero.cell, ruleset.distance == CHEBYSHEV)
    acts = 1 if enemy.asleep == 0 and enemy.conditions & UNABLE == 0 else 0
    return (acts << 50) + (int(enemy.stats[POWER]) << 16) - square


@rule
def best_monster(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """Cell of the monster in view to use an ability on, the first of equals; NOWHERE if there is none."""
    helps = is_for_friends(ability)
    best = NOWHERE
    highest = 0
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if (monster.side != HOSTILE) == helps:
            lost = int(monster.stats[MAX_HP]) - monster.hp
            value = lost if helps else danger(monster, hero, ruleset)
            if (
                (best == NOWHERE or value > highest)
                and refusal(hero, ruleset, ability, monster.cell) == DONE
                and wanted_hits_less_unwanted(hero, ruleset, ability, monster.cell) > 0
            ):
                best = int(monster.cell)
                highest = value
    return best


@rule
def blast_gain(hero: Hero, ruleset: Ruleset, ability: AbilityRow, cell: int) -> int:
    """What a ball at a cell in view is good for; 0 if it is out of reach, or would harm the hero."""
    helps = is_for_friends(ability)
    # A cell in view within reach is refused only for whom it would not hit, which the gain says too.
    if (helps or ability.reach > 0) and refusal(hero, ruleset, ability, cell) != DONE:
        return 0
    if not hits_hero(hero, ruleset, ability, cell):
        return wanted_hits_less_unwanted(hero, ruleset, ability, cell)
    return wanted_hits_less_unwanted(hero, ruleset, ability, cell) + 1 if helps else 0


@rule
def best_blast(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The cell in view with the highest `blast_gain`, the first of equals; NOWHERE if none is above 0."""
    best = NOWHERE
    highest = 0
    if hero.visible_monster_count > 0 or is_for_friends(ability):
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            gain = blast_gain(hero, ruleset, ability, cell)
            if gain > highest:
                best = cell
                highest = gain
    return best


@rule
def any_blast(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether `best_blast` would find a cell; stops at the first."""
    if hero.visible_monster_count > 0 or is_for_friends(ability):
        for i in range(hero.in_view_count):
            if blast_gain(hero, ruleset, ability, int(hero.in_view[i])) > 0:
                return True
    return False


@rule
def throw_target(hero: Hero, ruleset: Ruleset, slot: int, aim: int) -> int:
    """The cell that an aim means for throwing the item in a slot; NOWHERE if it can't be thrown there.

    At its best target it comes down and does what its ability does; an item without one has no best target.
    """
    if ruleset.throws == 0 or hero.inventory[slot].kind == 0:
        return NOWHERE
    if aim == BEST:
        thrown = ruleset.items[hero.inventory[slot].kind - 1].thrown
        return best_throw(hero, ruleset, slot, ruleset.abilities[thrown - 1]) if thrown > 0 else NOWHERE
    cell = aimed_cell(hero, ruleset, aim)
    return cell if cell != NOWHERE and throw_refusal(hero, ruleset, slot, cell) == DONE else NOWHERE


@rule
def best_throw(hero: Hero, ruleset: Ruleset, slot: int, ability: AbilityRow) -> int:
    """The best cell to throw an item at: as `best_target`, but a ball is thrown at a monster too."""
    helps = is_for_friends(ability)
    best = NOWHERE
    highest = 0
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if (monster.side != HOSTILE) == helps and throw_refusal(hero, ruleset, slot, monster.cell) == DONE:
            value = throw_value(hero, ruleset, ability, monster)
            if value > highest:
                best = int(monster.cell)
                highest = value
    return best


@rule
def throw_value(hero: Hero, ruleset: Ruleset, ability: AbilityRow, monster: VisibleMonster) -> int:
    """Sort key of the monsters to throw an item at: above 0 if it reaches them and does more good than harm."""
    if seen_landing(hero, ruleset, monster.cell) != monster.cell:
        return 0
    if ability.area == BALL:
        return blast_gain(hero, ruleset, ability, monster.cell)
    if is_for_friends(ability):
        return 1 + max(0, int(monster.stats[MAX_HP]) - monster.hp)
    return max(1, (1 << 50) + danger(monster, hero, ruleset))
