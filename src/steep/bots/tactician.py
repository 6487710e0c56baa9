"""The tactician plays as the explorer does, and looks ahead before dangerous moves.

It tries what it could do in worlds that it imagines from the view
(`steep.bots.determinize`), plays each on for some turns, and does what ends best.
"""

from __future__ import annotations

from steep.bots.determinize import determinize, dice_were_rolled, new_seed
from steep.bots.duels import capped_hits, expected_damage
from steep.bots.evaluation import DEATH, any_enemy_left, evaluate
from steep.bots.explorer import explorer
from steep.bots.items import can_use, is_first_of_kind
from steep.bots.memory import remember
from steep.bots.mind import ImaginedState, Mind
from steep.bots.moves import NO_ACTION
from steep.bots.pathfinding import go_down
from steep.bots.scrolls import best_blast, costliest_enemy
from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import CONFUSION, FIREBALL, Ruleset
from steep.core.world import PLAYING, REMEMBERED_ROCK, Hero
from steep.rules.actions import DONE, MOVE, USE, WAIT, action
from steep.rules.combat import damage_of
from steep.rules.step import step

HORIZON = 24
"""Turns that are looked ahead."""

SAMPLES = 3
"""Worlds that are imagined where dice fall."""

DANGER = 4
"""Danger is what could cost more than one in so many of the HP that are left."""

MAX_STALLED_LOOKS = 32
"""Looks ahead that a fight may stand still for; then the explorer's way is taken until it goes on."""

STAND = 0
"""Go on as the explorer would."""
RUN = 1
"""Go on to the stairs and down."""


@rule
def is_dangerous(hero: Hero, ruleset: Ruleset, mind: Mind) -> bool:
    """Whether the foes in view and in mind, all at once upon the hero, could cost much of the HP that are left."""
    turns = 0
    cost = 0
    for row in range(mind.sighting_count):
        seen = mind.sightings[row]
        damage = expected_damage(hero, ruleset, seen.kind)
        if seen.asleep == 0 and damage > 0:
            turns += capped_hits(seen.hp, damage_of(hero.power, ruleset.monsters[seen.kind].defense))
            cost += (turns - 1) * damage
    return DANGER * cost > hero.hp


@rule
def is_stalled(hero: Hero, mind: Mind) -> bool:
    """Whether looking ahead has led nowhere for long."""
    if hero.kills != mind.kills or hero.hp != mind.hp:
        mind.kills = hero.kills
        mind.hp = hero.hp
        mind.stalled_looks = 0
    mind.stalled_looks += 1
    return mind.stalled_looks > MAX_STALLED_LOOKS


@rule
def simulate(
    hero: Hero, ruleset: Ruleset, mind: Mind, imagined: ImaginedState, seed: int, first: int, then: int
) -> int:
    """What an action comes to in the world of a seed, going on by a plan; less than DEATH when it is impossible."""
    determinize(hero, ruleset, mind, seed, imagined)
    world = imagined.world
    if step(world, ruleset, first) != DONE:
        return 2 * DEATH
    turns = 1
    while turns < HORIZON and world.outcome == PLAYING and world.floor == hero.floor:
        if not any_enemy_left(world, ruleset):
            break
        act = NO_ACTION
        if then == RUN and world.hero.choosing == 0:
            act = go_down(world.hero, imagined.mind)
        if act == NO_ACTION:
            act = explorer(world.hero, ruleset, imagined.mind)
        if step(world, ruleset, act) != DONE:
            step(world, ruleset, action(WAIT))
        turns += 1
    return evaluate(hero, world, ruleset, turns)


@rule
def consider(hero: Hero, ruleset: Ruleset, mind: Mind, imagined: ImaginedState, first: int, then: int) -> None:
    """Keep an action in mind when it comes to more than the best so far."""
    found = simulate(hero, ruleset, mind, imagined, imagined.seed, first, then)
    if dice_were_rolled(imagined, hero.floor):
        for throw in range(1, SAMPLES):
            found += simulate(hero, ruleset, mind, imagined, imagined.seed + throw, first, then)
        found //= SAMPLES
    if found > imagined.most:
        imagined.best = first
        imagined.most = found


@rule
def consider_steps(hero: Hero, ruleset: Ruleset, mind: Mind, imagined: ImaginedState) -> None:
    """Think of every step and blow, and of waiting."""
    for direction in range(len(DIRECTIONS)):
        if hero.remembered[hero.cell + DIRECTIONS[direction]] > REMEMBERED_ROCK:
            consider(hero, ruleset, mind, imagined, action(MOVE, direction), STAND)
    consider(hero, ruleset, mind, imagined, action(WAIT), STAND)


@rule
def consider_at(hero: Hero, ruleset: Ruleset, mind: Mind, imagined: ImaginedState, place: int, cell: int) -> None:
    """Think of using what is in a place of the pack at a cell, if there is one."""
    if cell != NOWHERE and can_use(hero, ruleset, place, cell):
        consider(hero, ruleset, mind, imagined, action(USE, place, cell), STAND)


@rule
def consider_items(hero: Hero, ruleset: Ruleset, mind: Mind, imagined: ImaginedState) -> None:
    """Think of everything in the pack that has an effect: at the costliest foe, and a fire where it burns most."""
    row = costliest_enemy(hero, ruleset)
    enemy_cell = NOWHERE if row == NOWHERE else hero.visible_monsters[row].cell
    for place in range(ruleset.inventory_capacity):
        if not is_first_of_kind(hero, place) or ruleset.items[hero.inventory[place].kind - 1].slot > 0:
            continue
        kind = ruleset.items[hero.inventory[place].kind - 1]
        if kind.effect == CONFUSION or kind.effect == FIREBALL:
            consider_at(hero, ruleset, mind, imagined, place, enemy_cell)
        else:
            consider_at(hero, ruleset, mind, imagined, place, hero.cell)
        if kind.effect == FIREBALL:
            consider_at(hero, ruleset, mind, imagined, place, best_blast(hero, ruleset, kind.reach))


@rule
def tactician(hero: Hero, ruleset: Ruleset, mind: Mind, imagined: ImaginedState) -> int:
    """The tactician's next action."""
    remember(hero, mind)
    usual = explorer(hero, ruleset, mind)
    if hero.choosing == 1 or not is_dangerous(hero, ruleset, mind) or is_stalled(hero, mind):
        return usual
    imagined.seed = new_seed(mind)
    imagined.best = usual
    imagined.most = 2 * DEATH
    consider(hero, ruleset, mind, imagined, usual, STAND)
    down = go_down(hero, mind)
    if down != NO_ACTION:
        consider(hero, ruleset, mind, imagined, down, RUN)
    consider_steps(hero, ruleset, mind, imagined)
    consider_items(hero, ruleset, mind, imagined)
    return imagined.best
