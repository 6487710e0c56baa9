"""Where a monster steps: towards a goal as the ruleset's pursuit says, or at random."""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, next_step, spread, start_search
from steep.core.gas import close_gas_to_search, gas_row
from steep.core.geometry import DIRECTIONS, HEIGHT, NOWHERE, WIDTH, direction_to, steps_between
from steep.core.random_streams import COMBAT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset, codes
from steep.core.world import (
    World,
)
from steep.rules.monsters.trodden_paths import step_of_least_cost
from steep.rules.movement import is_free, move_actor
from steep.rules.terrain import mover_from_here

NEAR = 3
"""Steps. This close to its goal, a monster that sidesteps looks for a path around other monsters."""

MAX_DETOUR = 24
"""Steps of the longest path that avoids others, as in the tutorial for tcod (2019)."""

UNLIMITED = 10_000
"""More steps than any path has."""


@rule
def straight_path_is_open(world: World, passable: Cells, origin: int, target: int) -> bool:
    """Whether always stepping straight towards the target gets there."""
    tiles = world.tiles
    gas = world.gas
    cell = origin
    across = target % WIDTH - origin % WIDTH
    down = target // WIDTH - origin // WIDTH
    # As `direction_to` from each cell, which would divide.
    aside = 1 if across > 0 else -1
    below_it = WIDTH if down > 0 else -WIDTH
    diagonal = min(abs(across), abs(down))
    straight = aside if abs(across) > abs(down) else below_it
    for number in range(max(abs(across), abs(down))):
        cell += aside + below_it if number < diagonal else straight
        if passable[tiles[cell]] == 0 or (gas[cell] > 0 and passable[gas_row(gas, cell)] == 0):
            return False
    return True


@rule
def sidestep(world: World, passable: Cells, origin: int, goal: int) -> int:
    """The free cell next to `origin` nearest to the goal, no farther away than before; NOWHERE if there is none."""
    best = NOWHERE
    fewest = steps_between(origin, goal) + 1
    for direction in DIRECTIONS:
        cell = origin + direction
        if is_free(world, passable, cell):
            steps = steps_between(cell, goal)
            if steps < fewest:
                best = cell
                fewest = steps
    return best


@rule
def straight_path_is_free(world: World, passable: Cells, origin: int, goal: int) -> bool:
    """Whether always stepping straight towards the goal gets there without meeting anyone."""
    cell = origin + direction_to(origin, goal)
    while cell != goal:
        if not is_free(world, passable, cell):
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
def bar_actors(world: World, goal: int, radius: int, mark: int) -> None:
    """Keep a search off the hero and the monsters, at least those within a radius of its goal."""
    came_from = world.search.came_from
    span = radius * (WIDTH + 1)
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and -span <= actor.cell - goal <= span:
            came_from[actor.cell] = mark
    if world.hero.cell != NOWHERE:
        came_from[world.hero.cell] = mark


@rule
def bar_ring(world: World, goal: int, radius: int, mark: int) -> None:
    """Keep a search within a radius of its goal. `mark` 0 undoes that."""
    came_from = world.search.came_from
    x = goal % WIDTH
    y = goal // WIDTH
    left = max(0, x - radius - 1)
    right = min(WIDTH - 1, x + radius + 1)
    top = max(0, y - radius)
    bottom = min(HEIGHT - 1, y + radius)
    if y > radius:
        for cell in range((top - 1) * WIDTH + left, (top - 1) * WIDTH + right + 1):
            came_from[cell] = mark
    if y + radius + 1 < HEIGHT:
        for cell in range((bottom + 1) * WIDTH + left, (bottom + 1) * WIDTH + right + 1):
            came_from[cell] = mark
    if x > radius:
        for cell in range(top * WIDTH + left, bottom * WIDTH + left + 1, WIDTH):
            came_from[cell] = mark
    if x + radius + 1 < WIDTH:
        for cell in range(top * WIDTH + right, bottom * WIDTH + right + 1, WIDTH):
            came_from[cell] = mark


@rule
def step_around(world: World, passable: Cells, origin: int, goal: int, radius: int, max_steps: int) -> int:
    """First cell of a shortest path to a goal around monsters and the hero; NOWHERE if there is none.

    The path stays within `radius` steps of the goal and has at most `max_steps` steps.
    """
    search = world.search
    bar_actors(world, goal, radius, goal + 1)
    if radius < WIDTH:
        bar_ring(world, goal, radius, goal + 1)
    search.came_from[origin] = 0
    first = 0
    count = start_search(search, goal)
    steps = 0
    while first < count and steps < max_steps and search.came_from[origin] == 0:
        reached = spread(world.tiles, passable, search, first, count, origin)
        first = count
        count = reached
        steps += 1
    step = int(search.came_from[origin]) - 1
    clear_search(search, count)
    bar_actors(world, goal, radius, 0)
    if radius < WIDTH:
        bar_ring(world, goal, radius, 0)
    return step


@rule
def step_through(world: World, passable: Cells, origin: int, goal: int) -> int:
    """First cell of a shortest path to a goal, ignoring monsters in the way; NOWHERE if there is none."""
    if straight_path_is_open(world, passable, origin, goal):
        return origin + direction_to(origin, goal)
    return next_step(world.tiles, passable, origin, goal, world.search)


@rule
def step_past(world: World, passable: Cells, origin: int, goal: int) -> int:
    """Near the goal a path around others, or else through them; farther away, a step aside if the way is blocked."""
    near = steps_between(origin, goal) <= NEAR
    # Near the goal, the path around is followed step by step.
    cell = step_around(world, passable, origin, goal, NEAR, UNLIMITED) if near else NOWHERE
    if cell == NOWHERE:
        cell = step_through(world, passable, origin, goal)
        if cell != NOWHERE and not near and not is_free(world, passable, cell):
            cell = sidestep(world, passable, origin, goal)
    return cell


@rule
def step_avoiding(world: World, passable: Cells, origin: int, goal: int) -> int:
    """First cell of a shortest path around others; a step straight ahead if that path is too long."""
    if straight_path_is_free(world, passable, origin, goal):
        return origin + direction_to(origin, goal)
    cell = step_around(world, passable, origin, goal, UNLIMITED, MAX_DETOUR)
    return straight_step(origin, goal) if cell == NOWHERE else cell


@rule
def step_on_trodden(world: World, passable: Cells, origin: int, goal: int) -> int:
    """First cell of a path that prefers trodden cells; far from the goal, or if there is none, of a shortest one."""
    cell = step_of_least_cost(world, passable, origin, goal)
    return step_through(world, passable, origin, goal) if cell == NOWHERE else cell


@rule
def can_walk(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether a monster can leave its cell by itself."""
    actor = world.actors[index]
    return actor.conditions & codes.HELD == 0 and ruleset.monsters[actor.kind].stays == 0


@rule
def approach(world: World, ruleset: Ruleset, index: int, goal: int) -> None:
    """Take one step to a goal as the ruleset's pursuit says; none if the cell isn't free."""
    origin = world.actors[index].cell
    passable = mover_from_here(world, ruleset, index).passable
    if world.gas_count > 0:
        close_gas_to_search(world.gas, world.active_cells, world.active_count, passable, world.search, goal + 1)
    if ruleset.pursuit == codes.STRAIGHT:
        cell = straight_step(origin, goal)
    elif ruleset.pursuit == codes.AVOID:
        cell = step_avoiding(world, passable, origin, goal)
    elif ruleset.pursuit == codes.QUEUE:
        cell = step_through(world, passable, origin, goal)
    elif ruleset.pursuit == codes.TRODDEN:
        cell = step_on_trodden(world, passable, origin, goal)
    else:
        cell = step_past(world, passable, origin, goal)
    if world.gas_count > 0:
        close_gas_to_search(world.gas, world.active_cells, world.active_count, passable, world.search, 0)
    ground = passable if passable[world.tiles[origin]] == 1 else ruleset.enterable
    if cell == NOWHERE:
        # As near as it gets, or out of terrain that it doesn't walk on.
        cell = sidestep(world, ground, origin, goal)
    if cell != NOWHERE and is_free(world, ground, cell):
        move_actor(world, ruleset, index, cell)


@rule
def stumbling_step(random: Cells, kind: int) -> int:
    """The offset a confused monster tries to move by; 0 for none."""
    if kind == codes.BUMP:
        return DIRECTIONS[below(random, COMBAT, len(DIRECTIONS))]
    if kind == codes.FALTER:
        number = below(random, COMBAT, len(DIRECTIONS) + 1)
        return DIRECTIONS[number] if number < len(DIRECTIONS) else 0
    across = between(random, COMBAT, -1, 1)
    down = between(random, COMBAT, -1, 1)
    if kind == codes.DIAGONAL and (across == 0 or down == 0):
        return 0
    return down * WIDTH + across


@rule
def step_at_random(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step in a random direction, if the cell there is free."""
    cell = world.actors[index].cell + DIRECTIONS[below(world.random, COMBAT, len(DIRECTIONS))]
    if is_free(world, mover_from_here(world, ruleset, index).passable, cell):
        move_actor(world, ruleset, index, cell)
