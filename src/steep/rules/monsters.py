"""The monsters' turns: chase what they see, walk to where they last saw it, strike what is beside them."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, ROCK, WIDTH, direction_to, may_be_near, steps_between
from steep.core.paths import clear_search, next_step
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import BUMP, DIAGONAL, Ruleset
from steep.core.streams import COMBAT, below, between
from steep.core.world import PLAYING, World
from steep.rules.combat import actor_strikes_actor, actor_strikes_hero
from steep.rules.events import CAME_TO, WOKE, tell_if_seen

NEAR = 3
"""Steps: this near to its goal a monster looks for a way that meets nobody."""


@rule
def is_free(world: World, cell: int) -> bool:
    """Whether a monster can step onto a cell."""
    return world.tiles[cell] != ROCK and world.occupant[cell] == 0 and cell != world.hero.cell


@rule
def move_actor(world: World, index: int, cell: int) -> None:
    """Put a monster onto a free cell."""
    actor = world.actors[index]
    world.occupant[actor.cell] = 0
    world.occupant[cell] = index + 1
    actor.cell = cell


@rule
def way_is_straight(tiles: Cells, origin: int, target: int) -> bool:
    """Whether always stepping straight towards the target gets there."""
    cell = origin
    while cell != target:
        cell += direction_to(cell, target)
        if tiles[cell] == ROCK:
            return False
    return True


@rule
def sidestep(world: World, origin: int, goal: int) -> int:
    """A free cell beside `origin` that is no farther from the goal, the nearest such; NOWHERE when there is none."""
    best = NOWHERE
    least = steps_between(origin, goal) + 1
    for direction in DIRECTIONS:
        cell = origin + direction
        if is_free(world, cell):
            steps = steps_between(cell, goal)
            if steps < least:
                best = cell
                least = steps
    return best


@rule
def way_round(world: World, origin: int, goal: int) -> int:
    """First cell of a shortest way to a near goal on which nobody stands; NOWHERE when there is none.

    It keeps near the goal all along, so that every step of it is followed by the next.
    """
    came = world.search.came
    queue = world.search.queue
    queue[0] = goal
    came[goal] = goal + 1
    head = 0
    count = 1
    step = NOWHERE
    while head < count and step == NOWHERE:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            if beside == origin:
                step = cell
                break
            if came[beside] == 0 and is_free(world, beside) and steps_between(beside, goal) <= NEAR:
                came[beside] = cell + 1
                queue[count] = beside
                count += 1
    clear_search(world.search, count)
    return step


@rule
def approach(world: World, index: int, goal: int) -> None:
    """One step of a shortest way to a goal; round whoever stands in it, or wait behind."""
    actor = world.actors[index]
    tiles = world.tiles
    near = steps_between(actor.cell, goal) <= NEAR
    cell = way_round(world, actor.cell, goal) if near else NOWHERE
    if cell == NOWHERE:
        if way_is_straight(tiles, actor.cell, goal):
            cell = actor.cell + direction_to(actor.cell, goal)
        else:
            cell = next_step(tiles, ROCK, actor.cell, goal, world.search)
        if cell != NOWHERE and not near and not is_free(world, cell):
            cell = sidestep(world, actor.cell, goal)
    if cell != NOWHERE and is_free(world, cell):
        move_actor(world, index, cell)


@rule
def stumbling_step(random: Cells, how: int) -> int:
    """The step that a confused monster tries; 0 is none."""
    if how == BUMP:
        return DIRECTIONS[below(random, COMBAT, len(DIRECTIONS))]
    across = between(random, COMBAT, -1, 1)
    down = between(random, COMBAT, -1, 1)
    if how == DIAGONAL and (across == 0 or down == 0):
        return 0
    return down * WIDTH + across


@rule
def stumble(world: World, ruleset: Ruleset, index: int) -> None:
    """A confused monster's turn, as the ruleset has them stumble; the turn after the last it comes to."""
    actor = world.actors[index]
    actor.confused -= 1
    if actor.confused == 0:
        tell_if_seen(world, CAME_TO, actor.kind, actor.kind, 0, actor.cell)
        return
    cell = actor.cell + stumbling_step(world.random, ruleset.stumble)
    if is_free(world, cell):
        move_actor(world, index, cell)
    elif ruleset.stumble == BUMP:
        if cell == world.hero.cell:
            actor_strikes_hero(world, ruleset, index)
        elif world.occupant[cell] > 0:
            actor_strikes_actor(world, ruleset, index, int(world.occupant[cell]) - 1)


@rule
def take_turn(world: World, ruleset: Ruleset, index: int) -> None:
    """A clear-headed monster's turn. It sees the hero exactly when the hero sees it."""
    actor = world.actors[index]
    hero_cell = world.hero.cell
    if may_be_near(actor.cell, hero_cell, ruleset.view_radius) and world.hero.lit[actor.cell] == 1:
        if ruleset.forgets == 0:
            actor.goal = hero_cell
        if steps_between(actor.cell, hero_cell) == 1:
            actor_strikes_hero(world, ruleset, index)
        else:
            approach(world, index, hero_cell)
    elif actor.goal != NOWHERE:
        approach(world, index, actor.goal)
        if actor.cell == actor.goal:
            actor.goal = NOWHERE


@rule
def may_wake(world: World, ruleset: Ruleset, index: int) -> None:
    """A sleeper's turn: it may notice the hero, the nearer the likelier, and acts from its next turn on."""
    actor = world.actors[index]
    notice = ruleset.monsters[actor.kind].notice
    steps = steps_between(actor.cell, world.hero.cell)
    if steps <= notice and below(world.random, COMBAT, notice) < notice + 1 - steps:
        actor.asleep = 0
        tell_if_seen(world, WOKE, actor.kind, actor.kind, 0, actor.cell)


@rule
def monsters_act(world: World, ruleset: Ruleset) -> None:
    """Every living monster takes its turn, in the order of their rows, until the hero is dead."""
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0:
            if actor.asleep == 1:
                may_wake(world, ruleset, index)
            elif actor.confused > 0:
                stumble(world, ruleset, index)
            else:
                take_turn(world, ruleset, index)
            if world.outcome != PLAYING:
                return
