"""Monsters' turns: they chase the hero in view, walk to where they last saw it, and attack if adjacent.

A monster placed before the hero may stand on the hero's cell. It attacks from there but can't be attacked until one
of them moves.
"""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, next_step
from steep.core.geometry import DIRECTIONS, NOWHERE, ROCK, WIDTH, direction_to, may_be_near, steps_between
from steep.core.random_streams import COMBAT, below, between
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import (
    AVOID,
    BUMP,
    CANNOT_ACT,
    DIAGONAL,
    QUEUE,
    SIGHT,
    STRAIGHT,
    STUMBLES,
    Ruleset,
)
from steep.core.world import HERO_ROW, PLAYING, World
from steep.rules.abilities import resolve
from steep.rules.combat import attack
from steep.rules.events import WOKE, emit_if_visible
from steep.rules.statuses import count_down

NEAR = 3
"""Steps. This close to its goal, a monster that sidesteps looks for a path around other monsters."""

MAX_DETOUR = 24
"""Steps of the longest path that avoids others, as in the tutorial for tcod (2019)."""

UNLIMITED = 10_000
"""More steps than any path has."""


@rule
def is_free(world: World, cell: int) -> bool:
    """Whether a monster can step onto a cell."""
    return world.tiles[cell] != ROCK and world.occupant[cell] == 0 and cell != world.hero.cell


@rule
def move_actor(world: World, index: int, cell: int) -> None:
    """Move a monster to a free cell."""
    actor = world.actors[index]
    world.occupant[actor.cell] = 0
    world.occupant[cell] = index + 1
    actor.cell = cell


@rule
def straight_path_is_open(tiles: Cells, origin: int, target: int) -> bool:
    """Whether always stepping straight towards the target gets there."""
    cell = origin
    while cell != target:
        cell += direction_to(cell, target)
        if tiles[cell] == ROCK:
            return False
    return True


@rule
def sidestep(world: World, origin: int, goal: int) -> int:
    """The free cell next to `origin` nearest to the goal, no farther away than before; NOWHERE if there is none."""
    best = NOWHERE
    fewest = steps_between(origin, goal) + 1
    for direction in DIRECTIONS:
        cell = origin + direction
        if is_free(world, cell):
            steps = steps_between(cell, goal)
            if steps < fewest:
                best = cell
                fewest = steps
    return best


@rule
def straight_path_is_free(world: World, origin: int, goal: int) -> bool:
    """Whether always stepping straight towards the goal gets there without meeting anyone."""
    cell = origin + direction_to(origin, goal)
    while cell != goal:
        if not is_free(world, cell):
            return False
        cell += direction_to(cell, goal)
    return True


@rule
def straight_step(origin: int, goal: int) -> int:
    """The adjacent cell in the direction of the goal: dx and dy, each divided by the distance and rounded."""
    dx = goal % WIDTH - origin % WIDTH
    dy = goal // WIDTH - origin // WIDTH
    square = dx * dx + dy * dy
    cell = origin
    if 4 * dx * dx > square:
        cell += 1 if dx > 0 else -1
    if 4 * dy * dy > square:
        cell += WIDTH if dy > 0 else -WIDTH
    return cell


@rule
def step_around(world: World, origin: int, goal: int, radius: int, max_steps: int) -> int:
    """First cell of a shortest path to a goal around monsters and the hero; NOWHERE if there is none.

    The path stays within `radius` steps of the goal and has at most `max_steps` steps.
    """
    came_from = world.search.came_from
    queue = world.search.queue
    queue[0] = goal
    came_from[goal] = goal + 1
    head = 0
    count = 1
    ring_end = 1
    steps = 1
    step = NOWHERE
    while head < count and step == NOWHERE and steps <= max_steps:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            if beside == origin:
                step = cell
                break
            if came_from[beside] == 0 and is_free(world, beside) and steps_between(beside, goal) <= radius:
                came_from[beside] = cell + 1
                queue[count] = beside
                count += 1
        if head == ring_end:
            ring_end = count
            steps += 1
    clear_search(world.search, count)
    return step


@rule
def step_through(world: World, origin: int, goal: int) -> int:
    """First cell of a shortest path to a goal, ignoring monsters in the way; NOWHERE if there is none."""
    if straight_path_is_open(world.tiles, origin, goal):
        return origin + direction_to(origin, goal)
    return next_step(world.tiles, ROCK, origin, goal, world.search)


@rule
def step_past(world: World, origin: int, goal: int) -> int:
    """Near the goal a path around others, or else through them; farther away, a step aside if the way is blocked."""
    near = steps_between(origin, goal) <= NEAR
    # Near the goal, the path around is followed step by step.
    cell = step_around(world, origin, goal, NEAR, UNLIMITED) if near else NOWHERE
    if cell == NOWHERE:
        cell = step_through(world, origin, goal)
        if cell != NOWHERE and not near and not is_free(world, cell):
            cell = sidestep(world, origin, goal)
    return cell


@rule
def step_avoiding(world: World, origin: int, goal: int) -> int:
    """First cell of a shortest path around others; a step straight ahead if that path is too long."""
    if straight_path_is_free(world, origin, goal):
        return origin + direction_to(origin, goal)
    cell = step_around(world, origin, goal, UNLIMITED, MAX_DETOUR)
    return straight_step(origin, goal) if cell == NOWHERE else cell


@rule
def approach(world: World, ruleset: Ruleset, index: int, goal: int) -> None:
    """Take one step to a goal as the ruleset's pursuit says; none if the cell isn't free."""
    origin = world.actors[index].cell
    if ruleset.pursuit == STRAIGHT:
        cell = straight_step(origin, goal)
    elif ruleset.pursuit == AVOID:
        cell = step_avoiding(world, origin, goal)
    elif ruleset.pursuit == QUEUE:
        cell = step_through(world, origin, goal)
    else:
        cell = step_past(world, origin, goal)
    if cell != NOWHERE and is_free(world, cell):
        move_actor(world, index, cell)


@rule
def stumbling_step(random: Cells, kind: int) -> int:
    """The offset a confused monster tries to move by; 0 for none."""
    if kind == BUMP:
        return DIRECTIONS[below(random, COMBAT, len(DIRECTIONS))]
    across = between(random, COMBAT, -1, 1)
    down = between(random, COMBAT, -1, 1)
    if kind == DIAGONAL and (across == 0 or down == 0):
        return 0
    return down * WIDTH + across


@rule
def stumble(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that stumbles."""
    actor = world.actors[index]
    cell = actor.cell + stumbling_step(world.random, ruleset.stumble)
    if is_free(world, cell):
        move_actor(world, index, cell)
    elif ruleset.stumble == BUMP:
        if cell == world.hero.cell:
            attack(world, ruleset, index, HERO_ROW)
        elif world.occupant[cell] > 0:
            attack(world, ruleset, index, int(world.occupant[cell]) - 1)


@rule
def take_turn(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that is awake and not confused. It sees the hero if the hero sees it."""
    actor = world.actors[index]
    hero_cell = world.hero.cell
    # The field of view may be one step old.
    if may_be_near(actor.cell, hero_cell, int(ruleset.hero_stats[SIGHT]) + 1) and world.hero.visible[actor.cell] == 1:
        if ruleset.forgets == 0:
            actor.goal = hero_cell
        if steps_between(actor.cell, hero_cell) <= 1:
            attack(world, ruleset, index, HERO_ROW)
        else:
            approach(world, ruleset, index, hero_cell)
    elif actor.goal != NOWHERE:
        approach(world, ruleset, index, actor.goal)
        if actor.cell == actor.goal:
            actor.goal = NOWHERE


@rule
def may_wake(world: World, ruleset: Ruleset, index: int) -> None:
    """A sleeping monster's turn: it may notice the hero, more likely when closer. It acts from the next turn on."""
    actor = world.actors[index]
    notice = ruleset.monsters[actor.kind].notice
    steps = steps_between(actor.cell, world.hero.cell)
    if notice > 0 and steps <= notice and below(world.random, COMBAT, notice) < notice + 1 - steps:
        actor.asleep = 0
        emit_if_visible(world, WOKE, actor.kind, actor.kind, 0, actor.cell)


@rule
def act(world: World, ruleset: Ruleset, index: int) -> None:
    """A monster's turn."""
    actor = world.actors[index]
    if actor.conditions != 0:
        # On the turn a status ends that makes it stumble, it does nothing.
        ended = count_down(world, ruleset, index)
        if actor.conditions & CANNOT_ACT != 0 or ended & STUMBLES != 0:
            return
    if actor.asleep == 1:
        may_wake(world, ruleset, index)
    elif actor.conditions & STUMBLES != 0:
        stumble(world, ruleset, index)
    else:
        take_turn(world, ruleset, index)


@rule
def monsters_act(world: World, ruleset: Ruleset) -> None:
    """Each living monster takes its turn, in row order, until the hero is dead."""
    for index in range(world.actor_count):
        if world.actors[index].hp > 0:
            act(world, ruleset, index)
            if world.queue_count > 0:
                resolve(world, ruleset)
            if world.outcome != PLAYING:
                return
