"""What a tactician does to kill by the means of its build (`steep.bots.items.builds`)."""

from __future__ import annotations

from steep.bots.combat.enemies import is_threat
from steep.bots.combat.fight_cost import FAR, any_comes, enemy_cost, fight_cost, threat_count
from steep.bots.combat.use_items_against_enemies import best_target, costliest_enemy, harmful_throw, throw_target
from steep.bots.items.builds import ALLIES, FIRE, WEAPON, helps_allies, suits
from steep.bots.items.items import ready_use
from steep.bots.memory.bot_memory import Mind
from steep.bots.movement.able_actions import is_open, step_away_from
from steep.bots.movement.steps_and_attacks import NO_ACTION, adjacent_enemy, is_passable, move_onto, nearest_enemy
from steep.core.geometry import DIRECTIONS, NOWHERE, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, CALLS, HARMS, HELD, RESISTANCE, SPEED, AbilityRow, Ruleset
from steep.core.world import ALLIED, HOSTILE, Hero, VisibleMonster
from steep.rules.abilities.ability_forecast import harm_to, wins_over
from steep.rules.abilities.ability_shapes import is_in_shape, needs_target, refusal, seen_on, would_hit
from steep.rules.action_codes import DONE, MOVE, THROW, USE, WAIT, action
from steep.rules.items.item_charges import most_charges
from steep.rules.items.throwing import seen_landing, throw_refusal
from steep.rules.monsters.quiet_monsters import HEEL
from steep.spawn.attack_odds import resisted

COMPANY = 5
"""With so many allies in view nobody calls more."""

ENOUGH = 2
"""With so many allies in view nobody rests to call more."""

ALLY_STEPS = 3
"""A hero leaves an enemy to an ally that is so near to it, or to the hero itself."""

LONGEST_FIGHT = 30
"""Turns without progress after which nobody leaves a fight to allies any more."""

FEW = 3
"""Who has no more shots than this left that don't come back uses them on several enemies, or on one that costs much."""

MOST_TURNS = 100
"""Turns of a status that are counted, at most."""

BURN_STEPS = 2
"""A hero backs off from who burns and is so near."""


@rule
def shots_ready(hero: Hero, ruleset: Ruleset, build: int) -> int:
    """How often the hero could use or throw what suits the build, as it stands."""
    shots = 0
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind > 0 and suits(ruleset, ruleset.items[carried.kind - 1], build):
            shots += int(carried.charges if ruleset.items[carried.kind - 1].charges > 0 else carried.count)
    return shots


@rule
def killed_by(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The cell of the costliest threat that an ability kills at once, about; NOWHERE if it kills none."""
    cell = NOWHERE
    highest = NO_ACTION
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.hp + enemy.shield <= ability.damage and is_threat(hero, ruleset, enemy):
            cost = enemy_cost(hero, ruleset, enemy)
            if cost > highest and refusal(hero, ruleset, ability, enemy.cell) == DONE:
                cell = enemy.cell
                highest = cost
    return cell


@rule
def left_to_burn(ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """The HP that an enemy's statuses are still going to take from it."""
    resistances = ruleset.monsters[enemy.kind].stats
    total = 0
    for number in range(ruleset.status_count):
        status = ruleset.statuses[number]
        if enemy.statuses[number] > 1 and status.hp < 0:
            turns = min(int(enemy.statuses[number]) - 1, MOST_TURNS)
            total += resisted(-turns * status.hp, int(resistances[RESISTANCE + status.damage_type]))
    return total


@rule
def may_burn(hero: Hero, ruleset: Ruleset, ability: AbilityRow, enemy: VisibleMonster) -> bool:
    """Whether to set an enemy alight: it is a threat, doesn't burn yet, and minds it."""
    return (
        is_threat(hero, ruleset, enemy)
        and left_to_burn(ruleset, enemy) == 0
        and harm_to(ruleset, ability, enemy.kind) > 0
    )


@rule
def worth_burning(hero: Hero, ruleset: Ruleset, ability: AbilityRow, centre: int, length: int) -> int:
    """How much an ability burns that is used on a cell: 4 for each enemy, and 1 more where the ground burns, too."""
    worth = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if would_hit(hero, ruleset, ability, centre, length, enemy.cell) and may_burn(hero, ruleset, ability, enemy):
            worth += 4 + min(1, int(ruleset.flammable[hero.remembered[enemy.cell]]))
    return worth


@rule
def best_fire(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """Where an ability burns most, and not the hero; NOWHERE if it burns nobody who doesn't burn yet."""
    best = NOWHERE
    most = 0
    if ability.area == BALL:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if not is_in_shape(ability, ruleset, hero.cell, hero.cell, cell, 0):
                worth = worth_burning(hero, ruleset, ability, cell, 0)
                if worth > most:
                    best = cell
                    most = worth
        return best
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if may_burn(hero, ruleset, ability, enemy) and refusal(hero, ruleset, ability, enemy.cell) == DONE:
            worth = 1 + enemy_cost(hero, ruleset, enemy)
            if worth > most:
                best = enemy.cell
                most = worth
    return best


@rule
def can_use_here(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether the hero can use an ability that needs no target."""
    return not needs_target(ability) and refusal(hero, ruleset, ability, hero.cell) == DONE


@rule
def preferred_use(hero: Hero, ruleset: Ruleset, slot: int, build: int, spares: bool) -> int:
    """The use of an item that suits the build, where it does most; NO_ACTION if it does nothing now.

    Who has few left keeps them for the blow that kills.
    """
    number = ready_use(hero, ruleset, slot)
    if number == NOWHERE:
        return NO_ACTION
    ability = ruleset.abilities[number]
    if build == ALLIES:
        # Who alone is won over has nobody to fight.
        company = ability.traits & CALLS != 0
        company = company or (helps_allies(ability) and allies_in_view(hero) > 0)
        company = company or (wins_over(ruleset, ability) and threat_count(hero, ruleset) > 1)
        return action(USE, slot, hero.cell) if company and can_use_here(hero, ruleset, ability) else NO_ACTION
    if ability.traits & HARMS == 0:
        return NO_ACTION
    if build == FIRE:
        target = best_fire(hero, ruleset, ability)
        return NO_ACTION if target == NOWHERE else action(USE, slot, target)
    target = killed_by(hero, ruleset, ability)
    if target == NOWHERE and spares:
        target = best_target(hero, ruleset, ability, costliest_enemy(hero, ruleset))
    return NO_ACTION if target == NOWHERE else action(USE, slot, target)


@rule
def pays_to_burn(hero: Hero, ruleset: Ruleset, ability: AbilityRow, cell: int, shots: int) -> bool:
    """Whether what doesn't come back is worth it: the hero has many, or it burns several, or what costs much."""
    if shots > FEW or worth_burning(hero, ruleset, ability, cell, 0) >= 8:
        return True
    return 4 * fight_cost(hero, ruleset, 1) > hero.hp


@rule
def fire_throw(hero: Hero, ruleset: Ruleset, slot: int, ability: AbilityRow) -> int:
    """The throw of an item that burns, where it burns most; NO_ACTION if it isn't worth it now."""
    target = best_fire(hero, ruleset, ability)
    if target == NOWHERE or throw_refusal(hero, ruleset, slot, target) != DONE:
        return NO_ACTION
    lands = seen_landing(hero, ruleset, target)
    shots = shots_ready(hero, ruleset, FIRE)
    safe = lands == target or not is_in_shape(ability, ruleset, hero.cell, hero.cell, lands, 0)
    pays = worth_burning(hero, ruleset, ability, lands, 0) > 0 and pays_to_burn(hero, ruleset, ability, lands, shots)
    return action(THROW, slot, target) if safe and pays else NO_ACTION


@rule
def preferred_throw(hero: Hero, ruleset: Ruleset, slot: int, build: int, spares: bool) -> int:
    """The throw of an item that suits the build, where it does most; NO_ACTION if it does nothing now."""
    number = harmful_throw(hero, ruleset, slot)
    if number == NOWHERE:
        return NO_ACTION
    ability = ruleset.abilities[number]
    if build == FIRE and ability.burns == 1:
        return fire_throw(hero, ruleset, slot, ability)
    target = killed_by(hero, ruleset, ability) if ability.area != BALL else NOWHERE
    if target != NOWHERE and seen_landing(hero, ruleset, target) != target:
        target = NOWHERE
    if target == NOWHERE and spares:
        target = throw_target(hero, ruleset, slot, ability, costliest_enemy(hero, ruleset))
    if target == NOWHERE or throw_refusal(hero, ruleset, slot, target) != DONE:
        return NO_ACTION
    return action(THROW, slot, target)


@rule
def ally_steps(hero: Hero, cell: int) -> int:
    """Steps from a cell to the nearest ally in view; FAR if there is none."""
    nearest = FAR
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == ALLIED:
            nearest = min(nearest, steps_between(hero.visible_monsters[i].cell, cell))
    return nearest


@rule
def leave_it_to_allies(hero: Hero, ruleset: Ruleset) -> int:
    """Stay out of a fight that an ally near by can fight: wait, get behind it, or away from who is adjacent.

    NO_ACTION if no ally is near, nothing comes, or the hero can't get away.
    """
    row = nearest_enemy(hero)
    if row == NOWHERE or not is_threat(hero, ruleset, hero.visible_monsters[row]):
        return NO_ACTION
    enemy = hero.visible_monsters[row]
    fought = ally_steps(hero, enemy.cell) <= ALLY_STEPS
    if not fought and (ally_steps(hero, hero.cell) > ALLY_STEPS or not any_comes(hero, ruleset)):
        return NO_ACTION
    if adjacent_enemies(hero, hero.cell) > 0:
        return get_behind(hero, enemy)
    is_first = ally_steps(hero, enemy.cell) > steps_between(enemy.cell, hero.cell)
    act = get_behind(hero, enemy) if is_first and steps_between(enemy.cell, hero.cell) <= ALLY_STEPS else NO_ACTION
    return action(WAIT) if act == NO_ACTION else act


@rule
def adjacent_enemies(hero: Hero, cell: int) -> int:
    """How many enemies are beside a cell."""
    count = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side == HOSTILE and steps_between(enemy.cell, cell) == 1:
            count += 1
    return count


@rule
def can_change_places(hero: Hero, cell: int) -> bool:
    """Whether an ally stands on a cell that would let the hero have it."""
    row = seen_on(hero, cell)
    if row == NOWHERE:
        return False
    return hero.visible_monsters[row].side == ALLIED and hero.visible_monsters[row].conditions & HELD == 0


@rule
def get_behind(hero: Hero, enemy: VisibleMonster) -> int:
    """A step away from an enemy, or in an ally's place, to where fewer enemies are adjacent, or none are.

    NO_ACTION if there is none. To step onto free ground doesn't help against who is faster.
    """
    act = NO_ACTION
    fewest = max(1, adjacent_enemies(hero, hero.cell))
    farthest = steps_between(enemy.cell, hero.cell)
    outruns = int(enemy.stats[SPEED]) <= int(hero.stats[SPEED])
    for direction in range(len(DIRECTIONS)):
        cell = hero.cell + DIRECTIONS[direction]
        opens = is_passable(hero, cell) and (can_change_places(hero, cell) or (outruns and is_open(hero, cell)))
        if opens and steps_between(enemy.cell, cell) > farthest and adjacent_enemies(hero, cell) < fewest:
            act = action(MOVE, direction)
            farthest = steps_between(enemy.cell, cell)
    return act


@rule
def back_off(hero: Hero, enemy: VisibleMonster) -> int:
    """A step away from an enemy that is no faster; NO_ACTION if there is none."""
    if int(enemy.stats[SPEED]) > int(hero.stats[SPEED]):
        return NO_ACTION
    act = step_away_from(hero, enemy.cell)
    return NO_ACTION if act == action(WAIT) else act


@rule
def call_company(hero: Hero, ruleset: Ruleset) -> int:
    """Call allies by what regains its charges, if few are in view; NO_ACTION if nothing does."""
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and ruleset.items[hero.inventory[slot].kind - 1].recharge > 0:
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE and ruleset.abilities[number].traits & CALLS != 0:
                ability = ruleset.abilities[number]
                if allies_in_view(hero) < COMPANY and refusal(hero, ruleset, ability, hero.cell) == DONE:
                    return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def allies_in_view(hero: Hero) -> int:
    """How many allies are in view."""
    count = 0
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == ALLIED:
            count += 1
    return count


@rule
def waits_for_allies(mind: Mind, hero: Hero) -> bool:
    """Whether an ally that the hero saw lately is too far off to come along by the stairs."""
    for row in range(mind.sighting_count):
        seen = mind.sightings[row].seen
        if seen.side == ALLIED and steps_between(seen.cell, hero.cell) > HEEL:
            return True
    return False


@rule
def let_it_burn(hero: Hero, ruleset: Ruleset) -> int:
    """Back off from an enemy that burns and is no faster, or attack one beside it that doesn't die of it.

    NO_ACTION if no enemy near the hero burns, or there is nothing but to fight it.
    """
    row = nearest_enemy(hero)
    if row == NOWHERE:
        return NO_ACTION
    if adjacent_enemies(hero, hero.cell) > 1:
        return attack_who_does_not_burn(hero, ruleset)
    enemy = hero.visible_monsters[row]
    if left_to_burn(ruleset, enemy) == 0 or steps_between(enemy.cell, hero.cell) > BURN_STEPS:
        return NO_ACTION
    return back_off(hero, enemy)


@rule
def attack_who_does_not_burn(hero: Hero, ruleset: Ruleset) -> int:
    """Of several enemies beside the hero, attack one that doesn't die by burning; NO_ACTION if all do or none does."""
    spared = False
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side == HOSTILE and steps_between(enemy.cell, hero.cell) == 1:
            if left_to_burn(ruleset, enemy) >= enemy.hp + enemy.shield:
                spared = True
            elif found == NOWHERE or enemy.hp < hero.visible_monsters[found].hp:
                found = i
    return move_onto(hero, hero.visible_monsters[found].cell) if spared and found != NOWHERE else NO_ACTION


@rule
def preferred_action(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """What kills by the means of a build, or helps it to; NO_ACTION if nothing does now."""
    build = mind.build
    if build <= WEAPON:
        return NO_ACTION
    threats = threat_count(hero, ruleset)
    if threats == 0:
        return NO_ACTION
    # From afar while there is more than one for each, and then for the blow that kills.
    spares = shots_ready(hero, ruleset, build) > threats and adjacent_enemy(hero) == NOWHERE
    spares = spares or build == FIRE or 3 * fight_cost(hero, ruleset, 1) > hero.hp
    for comes_back in (1, 0):
        for slot in range(ruleset.inventory_capacity):
            if hero.inventory[slot].kind == 0:
                continue
            kind = ruleset.items[hero.inventory[slot].kind - 1]
            if min(1, kind.recharge) == comes_back and suits(ruleset, kind, build):
                act = preferred_use(hero, ruleset, slot, build, spares)
                if act == NO_ACTION and ruleset.throws == 1:
                    act = preferred_throw(hero, ruleset, slot, build, spares)
                if act != NO_ACTION:
                    return act
    if build == FIRE:
        return let_it_burn(hero, ruleset)
    if build == ALLIES and hero.turn - mind.progress_turn < LONGEST_FIGHT:
        return leave_it_to_allies(hero, ruleset)
    return NO_ACTION


@rule
def lacks_charges(hero: Hero, ruleset: Ruleset, build: int) -> bool:
    """Whether an item that suits the build is regaining a charge, and the hero isn't in company that it was for."""
    if build == ALLIES and allies_in_view(hero) >= ENOUGH:
        return False
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            kind = ruleset.items[carried.kind - 1]
            lacks = kind.recharge > 0 and carried.charges < most_charges(hero, ruleset, slot)
            if lacks and suits(ruleset, kind, build):
                return True
    return False
