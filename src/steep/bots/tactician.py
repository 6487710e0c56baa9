"""The tactician plays like the explorer, but looks ahead before dangerous moves.

It tries each possible action in worlds imagined from the view
(`steep.bots.imagine_outcomes`), plays on for some turns, and picks the best outcome.
"""

from __future__ import annotations

from steep.bots.actions_while_impaired import action_while_impaired
from steep.bots.between_fights import leave_harm, rest, should_rest
from steep.bots.bot_memory import MAX_OPTIONS, MOST_SAMPLES, BotMemory, ImaginedState, Option, remember
from steep.bots.choose_and_use_items import (
    eat,
    equip_best,
    is_first_ready,
    make_room,
    pick_up_useful,
    ready_use,
    use_lasting,
)
from steep.bots.combat.enemies import turn_damage
from steep.bots.combat.fight_cost import any_threat, hits_needed, threat_count
from steep.bots.combat.fighting import attack_adjacent, attack_sleeper, fight
from steep.bots.combat.use_items_against_enemies import WHEN_FREE, best_centre, best_target, costliest_enemy, harm_saves
from steep.bots.explorer import explorer, go_on, manage_inventory, start_turn
from steep.bots.imagine_outcomes import (
    IMPOSSIBLE,
    UNIT,
    any_enemy_left,
    determinize,
    dice_were_rolled,
    evaluate,
    new_seed,
    note_remembered_cells,
    standing,
)
from steep.bots.level_ups import best_gain
from steep.bots.pathfinding import NO_ACTION, adjacent_enemy, go_down, is_passable, nearest_enemy
from steep.core.geometry import DIRECTIONS, NOWHERE, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, HARMS, REGENERATION, AbilityRow, Ruleset
from steep.core.world import HOSTILE, PLAYING, Hero, World
from steep.rules.abilities.ability_shapes import needs_target, refusal
from steep.rules.action_codes import CHOOSE, DONE, MOVE, THROW, USE, WAIT, action, argument_of, verb_of
from steep.rules.combat import whole_hp
from steep.rules.items.identification_and_enchantments import is_unidentified, slot_of_kind
from steep.rules.turn import step, step_or_wait

MOST_TRIED_ON = 2
"""With more threats than this in view, unknown items are tried on them only in a losing fight."""


@rule
def use_renewable(hero: Hero, ruleset: Ruleset) -> int:
    """While no enemy is adjacent, use the most harmful of the items that recharge; NO_ACTION if none saves HP."""
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
    """Pick up, make room, equip, eat and use items with permanent gains; NO_ACTION if there is nothing to do."""
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


HORIZON = 24
"""How many turns to look ahead."""

KEPT_PARTS = 3
"""1 / KEPT_PARTS of the options of a round stay in the race for the next."""

MARGIN_PARTS = 32
"""Another action than the usual one must score higher by max HP / MARGIN_PARTS."""

CROWD = 10
"""More monsters than this, seen or remembered, are a crowd."""

HORIZON_IN_CROWDS = 12
"""How many turns to look ahead in a crowd, whose turns take long to imagine."""

GLANCE = 8
"""How many turns to look ahead at first, where there are many options."""

GLANCE_PARTS = 4
"""1 / GLANCE_PARTS of the options are then looked at in full."""

FEW = 6
"""This many options, or fewer, are all looked at in full."""

FORESEEN_PARTS = 10
"""After a turn that cost no more than max HP / FORESEEN_PARTS, the bot may skip looking ahead once."""

DANGER = 4
"""It is dangerous if the fight could cost more than 1 / DANGER of the HP left."""

LITTLE_PARTS = 8
"""The usual action is safe enough if it costs no more than max HP / LITTLE_PARTS."""

MOST_CHECKS = 4
"""In how many imagined worlds, on average, it must be safe enough for other options not to be tried."""

MAX_STALLED_LOOKS = 32
"""How often to look ahead while a fight makes no progress; then the explorer's action is taken until it does."""

MAX_TARGETS = 8
"""How many enemies in view each item is tried at."""

MAX_AIMS = 16
"""The most aims of items that are tried, all kinds together; but each kind is tried at one enemy at least."""

LIKE_EXPLORER = 0
"""Go on as the explorer would."""
TO_STAIRS = 1
"""Go to the stairs and down."""


@rule
def is_dangerous(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> bool:
    """Whether the monsters in view and remembered, all attacking at once, could cost much of the HP left."""
    turns = 0
    cost = 0
    for row in range(mind.sighting_count):
        seen = mind.sightings[row].seen
        damage = turn_damage(hero, ruleset, seen)
        if seen.side == HOSTILE and seen.asleep == 0 and damage > 0:
            turns += hits_needed(hero, ruleset, seen, seen.hp)
            cost += (turns - 1) * damage
    return DANGER * whole_hp(cost) > hero.hp


@rule
def is_stalled(hero: Hero, mind: BotMemory) -> bool:
    """Whether looking ahead has brought no progress for long."""
    if hero.kills != mind.kills or hero.hp != mind.hp:
        mind.kills = hero.kills
        mind.hp = hero.hp
        mind.stalled_looks = 0
    mind.stalled_looks += 1
    return mind.stalled_looks > MAX_STALLED_LOOKS


@rule
def go_on_by_plan(world: World, ruleset: Ruleset, mind: BotMemory, plan: int) -> int:
    """Play one action of a plan in a cloned world: TO_STAIRS, or as the explorer would. Returns the action played."""
    act = NO_ACTION
    if plan == TO_STAIRS and world.hero.choosing == 0:
        act = go_down(world.hero, ruleset, mind)
    if act == NO_ACTION:
        act = explorer(world.hero, ruleset, mind)
    return step_or_wait(world, ruleset, action_while_impaired(world.hero, ruleset, act))


@rule
def simulate(
    hero: Hero,
    ruleset: Ruleset,
    mind: BotMemory,
    imagined: ImaginedState,
    seed: int,
    first: int,
    plan: int,
    horizon: int,
) -> int:
    """The score of an action in the world of a seed, and then some turns of a plan; IMPOSSIBLE if it can't be done."""
    determinize(hero, ruleset, mind, seed, imagined)
    world = imagined.world
    if step(world, ruleset, first) != DONE:
        return IMPOSSIBLE
    # Cells that walking would reveal anyway don't count.
    revealed = world.hero.cells_explored - hero.cells_explored if verb_of(first) == USE else 0
    turns = 1
    while turns < horizon and world.outcome == PLAYING and world.floor == hero.floor:
        if not any_enemy_left(world, ruleset):
            break
        go_on_by_plan(world, ruleset, imagined.mind, plan)
        turns += 1
    return evaluate(hero, world, ruleset, turns, revealed)


@rule
def tries_unknown(hero: Hero, ruleset: Ruleset, act: int) -> bool:
    """Whether an action uses an unidentified item, whose effect isn't known."""
    return verb_of(act) == USE and is_unidentified(ruleset, hero.inventory[argument_of(act)].kind - 1)


@rule
def consider(imagined: ImaginedState, act: int, plan: int) -> None:
    """Enter an option in the race."""
    if imagined.option_count < MAX_OPTIONS:
        option = imagined.options[imagined.option_count]
        option.act = act
        option.plan = plan
        option.score = 0
        option.samples = 0
        option.is_exact = 0
        option.is_out = 0
        option.is_usual = 1 if act == imagined.options[0].act and plan == imagined.options[0].plan else 0
        imagined.option_count += 1


@rule
def horizon_of(mind: BotMemory) -> int:
    """How many turns to look ahead."""
    return HORIZON_IN_CROWDS if mind.sighting_count > CROWD else HORIZON


@rule
def imagine(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState, samples: int) -> None:
    """Imagine each option of the race in some worlds, the same ones for all.

    An option equal to the first gets its score.
    """
    horizon = horizon_of(mind)
    for row in range(imagined.option_count):
        option = imagined.options[row]
        while option.is_out == 0 and option.samples < samples and option.is_exact == 0:
            if row > 0 and option.is_usual == 1:
                option.score += int(imagined.usual_scores[option.samples])
                option.samples += 1
                option.is_exact = imagined.options[0].is_exact
                continue
            seed = imagined.seed + option.samples
            score = simulate(hero, ruleset, mind, imagined, seed, option.act, option.plan, horizon)
            if row == 0:
                imagined.usual_scores[option.samples] = score
            option.score += score
            option.samples += 1
            if option.samples == 1:
                rolled = dice_were_rolled(imagined, hero.floor) or tries_unknown(hero, ruleset, option.act)
                option.is_exact = 0 if rolled and score > IMPOSSIBLE else 1


@rule
def mean_score(option: Option) -> int:
    """The mean of an option's scores."""
    return option.score // option.samples


@rule
def is_safe_enough(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState) -> bool:
    """Whether the first option costs little, items that it uses and fights still to come included.

    Then no other is worth the time to imagine it.
    """
    least = standing(hero, hero, ruleset) - hero.max_hp * UNIT // LITTLE_PARTS
    samples = 1
    imagine(hero, ruleset, mind, imagined, samples)
    while samples < MOST_CHECKS and mean_score(imagined.options[0]) >= least:
        samples *= 2
        imagine(hero, ruleset, mind, imagined, samples)
    return mean_score(imagined.options[0]) >= least


@rule
def drop_worst(imagined: ImaginedState, parts: int, fewest: int) -> int:
    """Keep 1 / parts of the options, the best, and always the first, in the race. Returns how many are left."""
    left = 0
    for row in range(imagined.option_count):
        left += 1 - imagined.options[row].is_out
    drops = left - max(fewest, left // parts)
    for _ in range(drops):
        worst = NOWHERE
        for row in range(imagined.option_count - 1, 0, -1):
            if imagined.options[row].is_out == 0:
                lower = worst != NOWHERE and mean_score(imagined.options[row]) < mean_score(imagined.options[worst])
                if worst == NOWHERE or lower:
                    worst = row
        imagined.options[worst].is_out = 1
    return left - drops


@rule
def glance(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState) -> None:
    """Look a few turns ahead at each option but the first, and keep the best of them in the race."""
    for row in range(1, imagined.option_count):
        option = imagined.options[row]
        option.score = simulate(hero, ruleset, mind, imagined, imagined.seed, option.act, option.plan, GLANCE)
        option.samples = 1
    drop_worst(imagined, GLANCE_PARTS, 3)
    for row in range(1, imagined.option_count):
        imagined.options[row].score = 0
        imagined.options[row].samples = 0


@rule
def is_decided(hero: Hero, imagined: ImaginedState) -> bool:
    """Whether the only two options left are the same, or differ by more than luck explains in two worlds or more."""
    for row in range(1, imagined.option_count):
        option = imagined.options[row]
        if option.is_out == 0:
            lead = mean_score(imagined.options[0]) - mean_score(option)
            return option.is_usual == 1 or (option.samples > 1 and abs(lead) * option.samples > hero.max_hp * UNIT)
    return True


@rule
def race(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState, margin: int) -> int:
    """The action that comes out best: the first option's, unless another one's score is higher by a margin."""
    samples = 1
    # Without regeneration, no option is left out after a glance.
    if imagined.option_count > FEW and hero.stats[REGENERATION] > 0:
        glance(hero, ruleset, mind, imagined)
        samples = 2
    imagine(hero, ruleset, mind, imagined, samples)
    while samples < MOST_SAMPLES and (drop_worst(imagined, KEPT_PARTS, 2) > 2 or not is_decided(hero, imagined)):
        samples *= 2
        imagine(hero, ruleset, mind, imagined, samples)
    best = 0
    best_score = mean_score(imagined.options[0])
    sure = imagined.options[0].is_exact == 1
    for row in range(1, imagined.option_count):
        option = imagined.options[row]
        if option.is_out == 0:
            score = mean_score(option) - (0 if sure and option.is_exact == 1 else margin)
            if score > best_score:
                best = row
                best_score = score
    return imagined.options[best].act


@rule
def consider_steps(hero: Hero, imagined: ImaginedState) -> None:
    """Consider every step and attack, and waiting."""
    for direction in range(len(DIRECTIONS)):
        if is_passable(hero, hero.cell + DIRECTIONS[direction]):
            consider(imagined, action(MOVE, direction), LIKE_EXPLORER)
    consider(imagined, action(WAIT), LIKE_EXPLORER)


@rule
def is_aimed(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether the item in a slot needs a target, can be used now, and is the first of its kind that can."""
    if not is_first_ready(hero, ruleset, slot):
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    return kind.slot == 0 and kind.use != NOWHERE and needs_target(ruleset.abilities[kind.use])


@rule
def targets_of_each(hero: Hero, ruleset: Ruleset) -> int:
    """How many enemies in view each kind of item is tried at."""
    kinds = 0
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if is_aimed(hero, ruleset, slot):
            kinds += 1
        if carried.kind > 0 and slot_of_kind(hero, carried.kind - 1) == slot:
            kinds += min(1, ruleset.items[carried.kind - 1].thrown)
    return min(hero.visible_monster_count, MAX_TARGETS, max(1, MAX_AIMS // max(1, kinds)))


@rule
def is_among_nearest(hero: Hero, i: int, most: int) -> bool:
    """Whether a monster in view is among the nearest few."""
    steps = steps_between(hero.visible_monsters[i].cell, hero.cell)
    nearer = 0
    for j in range(hero.visible_monster_count):
        other = steps_between(hero.visible_monsters[j].cell, hero.cell)
        if other < steps or (other == steps and j < i):
            nearer += 1
    return nearer < most


@rule
def consider_aims(
    hero: Hero, ruleset: Ruleset, imagined: ImaginedState, verb: int, slot: int, ability: AbilityRow
) -> None:
    """Consider an item at some of the nearest monsters in view, at the enemy that costs most, or for a blast's centre.

    Harmful items aren't aimed at allies.
    """
    most = targets_of_each(hero, ruleset)
    harms = ability.traits & HARMS != 0
    dearest = best_centre(hero, ruleset, ability) if ability.area == BALL else NOWHERE
    if dearest == NOWHERE and harms and most < hero.visible_monster_count:
        dearest = costliest_enemy(hero, ruleset)
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if monster.cell != dearest and is_among_nearest(hero, i, most) and (monster.side == HOSTILE or not harms):
            consider(imagined, action(verb, slot, monster.cell), LIKE_EXPLORER)
    if dearest != NOWHERE:
        consider(imagined, action(verb, slot, dearest), LIKE_EXPLORER)


@rule
def consider_items(hero: Hero, ruleset: Ruleset, imagined: ImaginedState) -> None:
    """Consider the use of each kind of item, and wherever it might be aimed."""
    for slot in range(ruleset.inventory_capacity):
        if not is_first_ready(hero, ruleset, slot):
            continue
        kind = ruleset.items[hero.inventory[slot].kind - 1]
        if kind.slot > 0 or kind.use == NOWHERE:
            continue
        ability = ruleset.abilities[kind.use]
        if needs_target(ability):
            consider_aims(hero, ruleset, imagined, USE, slot, ability)
        else:
            consider(imagined, action(USE, slot, hero.cell), LIKE_EXPLORER)


@rule
def consider_throws(hero: Hero, ruleset: Ruleset, imagined: ImaginedState) -> None:
    """Consider throwing each kind of item that does something then, at the same targets."""
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind == 0 or slot_of_kind(hero, carried.kind - 1) != slot:
            continue
        number = ruleset.items[carried.kind - 1].thrown - 1
        if number >= 0:
            consider_aims(hero, ruleset, imagined, THROW, slot, ruleset.abilities[number])


@rule
def is_as_foreseen(hero: Hero, mind: BotMemory) -> bool:
    """Whether looking ahead confirmed the usual action last turn, and nothing unforeseen has happened since."""
    if mind.looked_turn != hero.turn - 1 or mind.looked_monsters != hero.visible_monster_count:
        return False
    return hero.hp >= mind.looked_hp - hero.max_hp // FORESEEN_PARTS


@rule
def consider_others(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState) -> None:
    """Consider all but the usual action: going down, steps and attacks, and the use and throwing of items."""
    down = go_down(hero, ruleset, mind)
    if down != NO_ACTION:
        consider(imagined, down, TO_STAIRS)
    consider_steps(hero, imagined)
    consider_items(hero, ruleset, imagined)
    if ruleset.throws == 1:
        consider_throws(hero, ruleset, imagined)


@rule
def look_ahead(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState, usual: int) -> int:
    """The best of the options, or the usual one if that is safe enough."""
    imagined.seed = new_seed(mind)
    imagined.option_count = 0
    note_remembered_cells(hero, ruleset, imagined)
    consider(imagined, usual, LIKE_EXPLORER)
    if hero.stats[REGENERATION] > 0 and is_safe_enough(hero, ruleset, mind, imagined):
        return usual
    consider_others(hero, ruleset, mind, imagined)
    return race(hero, ruleset, mind, imagined, hero.max_hp * UNIT // MARGIN_PARTS)


@rule
def tactician(hero: Hero, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState) -> int:
    """What the tactician wants to do next. Ask `choose_action`, which ends stalemates."""
    remember(hero, mind)
    usual = careful(hero, ruleset, mind)
    if hero.choosing == 1 or not is_dangerous(hero, ruleset, mind) or is_stalled(hero, mind):
        return usual
    # Without regeneration, even small losses are permanent.
    heals = hero.stats[REGENERATION] > 0
    if heals and is_as_foreseen(hero, mind):
        mind.looked_turn = NOWHERE
        return usual
    act = look_ahead(hero, ruleset, mind, imagined, usual)
    mind.looked_turn = hero.turn if act == usual else NOWHERE
    mind.looked_hp = hero.hp
    mind.looked_monsters = hero.visible_monster_count
    return act
