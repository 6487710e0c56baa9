"""Monsters' turns: they chase the hero in view, walk to where they last saw it, and attack if adjacent.

A monster placed before the hero may stand on the hero's cell. It attacks from there but can't be attacked until one
of them moves.
"""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, next_step, spread, start_search
from steep.core.geometry import DIRECTIONS, HEIGHT, NOWHERE, WIDTH, direction_to, may_be_near, steps_between
from steep.core.random_streams import COMBAT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    AFRAID,
    AVOID,
    BEHAVES,
    BUMP,
    CANNOT_ACT,
    CANNOT_SEE,
    DIAGONAL,
    HELD,
    MAX_COOLDOWNS,
    MAX_HP,
    MAX_SPEED,
    MAX_TURNS,
    MIN_SPEED,
    NORMAL_SPEED,
    ON_ARRIVE,
    ON_TURN,
    QUEUE,
    SPEED,
    STEALTH,
    STRAIGHT,
    STUMBLES,
    Ruleset,
)
from steep.core.world import (
    CARRIES,
    FLEES,
    HERO_ROW,
    HOSTILE,
    LEADER,
    MAX_RADIUS,
    NEUTRAL,
    PERCENT,
    PLAYING,
    POST,
    ROAMS,
    TRAIL,
    WHOLE_TURN,
    Actor,
    World,
)
from steep.rules.abilities import is_worth_using, nearest_enemy, resolve, sees, use_ability
from steep.rules.action_time import take_time
from steep.rules.attack_reach import hits_from_afar
from steep.rules.behaviours import (
    lies_in_wait,
    living_leader,
    next_waypoint,
    remember_hero,
    step_along_tunnel,
    update_flight,
    wake_up,
)
from steep.rules.combat import attack
from steep.rules.movement import change_places, is_free, move_actor, mover_of, step_away
from steep.rules.queue import bit_of, set_off
from steep.rules.status_turns import take_status_turn
from steep.rules.statuses import cell_of_actor

NEAR = 3
"""Steps. This close to its goal, a monster that sidesteps looks for a path around other monsters."""

VIEW_SPAN = (MAX_RADIUS + 1) * (WIDTH + 1)
"""Cells whose numbers differ by more are too far apart to see each other, even one step ago."""

FAR_SIGHT = 10
"""Cells within which monsters choose whom to fight."""

HEEL = 2
"""Steps that an ally leaves between itself and the hero, and who follows a leader between itself and that one."""

MAX_NOTICE = WIDTH
"""Steps within which a sleeper can notice even the noisiest hero."""

MAX_DETOUR = 24
"""Steps of the longest path that avoids others, as in the tutorial for tcod (2019)."""

UNLIMITED = 10_000
"""More steps than any path has."""


@rule
def straight_path_is_open(tiles: Cells, passable: Cells, origin: int, target: int) -> bool:
    """Whether always stepping straight towards the target gets there."""
    cell = origin
    while cell != target:
        cell += direction_to(cell, target)
        if passable[tiles[cell]] == 0:
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
    """Keep a search within a radius of its goal; with `mark` 0 no longer."""
    x = goal % WIDTH
    y = goal // WIDTH
    for across in range(max(0, x - radius - 1), min(WIDTH, x + radius + 2)):
        if y > radius:
            world.search.came_from[(y - radius - 1) * WIDTH + across] = mark
        if y + radius + 1 < HEIGHT:
            world.search.came_from[(y + radius + 1) * WIDTH + across] = mark
    for down in range(max(0, y - radius), min(HEIGHT, y + radius + 1)):
        if x > radius:
            world.search.came_from[down * WIDTH + x - radius - 1] = mark
        if x + radius + 1 < WIDTH:
            world.search.came_from[down * WIDTH + x + radius + 1] = mark


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
    if straight_path_is_open(world.tiles, passable, origin, goal):
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
def can_walk(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether a monster can leave its cell by itself."""
    actor = world.actors[index]
    return actor.conditions & HELD == 0 and ruleset.monsters[actor.kind].stays == 0


@rule
def approach(world: World, ruleset: Ruleset, index: int, goal: int) -> None:
    """Take one step to a goal as the ruleset's pursuit says; none if the cell isn't free."""
    origin = world.actors[index].cell
    passable = mover_of(world, ruleset, index).passable
    if ruleset.pursuit == STRAIGHT:
        cell = straight_step(origin, goal)
    elif ruleset.pursuit == AVOID:
        cell = step_avoiding(world, passable, origin, goal)
    elif ruleset.pursuit == QUEUE:
        cell = step_through(world, passable, origin, goal)
    else:
        cell = step_past(world, passable, origin, goal)
    if cell != NOWHERE and is_free(world, passable, cell):
        move_actor(world, index, cell)


@rule
def can_attack(world: World, ruleset: Ruleset, actor: Actor, target: int) -> bool:
    """Whether a monster can attack whoever stands on a cell."""
    if steps_between(actor.cell, target) <= 1:
        return True
    return ruleset.reaches == 1 and hits_from_afar(world, ruleset, actor, target)


@rule
def strike(world: World, ruleset: Ruleset, index: int, target: int) -> None:
    """A monster attacks another actor, in the time that its attacks take."""
    attack(world, ruleset, index, target)
    take_time(world, ruleset, ruleset.monsters[world.actors[index].kind].attack_time)


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
    """The turn of a monster that stumbles. Captives stay where they are."""
    actor = world.actors[index]
    if actor.side == NEUTRAL:
        return
    cell = actor.cell + stumbling_step(world.random, ruleset.stumble)
    if is_free(world, ruleset.enterable, cell):
        if can_walk(world, ruleset, index):
            move_actor(world, index, cell)
    elif ruleset.stumble == BUMP:
        if cell == world.hero.cell:
            strike(world, ruleset, index, HERO_ROW)
        elif world.occupant[cell] > 0:
            strike(world, ruleset, index, int(world.occupant[cell]) - 1)


@rule
def sees_hero(world: World, ruleset: Ruleset, actor: Actor, index: int) -> bool:
    """Whether a monster sees the hero. It does if the hero sees it, unless one of them is blind or invisible."""
    # The field of view may be one step old.
    if not may_be_near(actor.cell, world.hero.cell, MAX_RADIUS + 1):
        return False
    if actor.conditions | world.actors[HERO_ROW].conditions == 0:
        return world.hero.visible[actor.cell] == 1
    return sees(world, ruleset, index, HERO_ROW)


@rule
def behaves(world: World, ruleset: Ruleset, index: int, enemy: int) -> bool:
    """What a monster that sees an enemy on a cell does besides attacking and approaching. False if nothing else."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    update_flight(actor, kind)
    if actor.triggers & bit_of(ON_TURN) != 0 and uses_ability(world, ruleset, index, enemy):
        return True
    if not can_walk(world, ruleset, index):
        return False
    if kind.erratic > 0 and below(world.random, COMBAT, 100) < kind.erratic:
        step_at_random(world, ruleset, index)
        return True
    afraid = actor.conditions & (AFRAID | FLEES | CARRIES) != 0 or actor.hp * 100 < kind.flees_below * int(
        actor.stats[MAX_HP]
    )
    steps = steps_between(actor.cell, enemy)
    reach = max(1, kind.attack_reach)
    if afraid or steps < kind.keeps_distance:
        # In a corner it fights whom it reaches, and else stays.
        return step_away(world, ruleset, index, enemy) or steps > reach
    return steps == kind.keeps_distance and steps > reach


@rule
def step_at_random(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step in a random direction, if the cell there is free."""
    cell = world.actors[index].cell + DIRECTIONS[below(world.random, COMBAT, len(DIRECTIONS))]
    if is_free(world, mover_of(world, ruleset, index).passable, cell):
        move_actor(world, index, cell)


@rule
def uses_ability(world: World, ruleset: Ruleset, index: int, enemy: int) -> bool:
    """Use the first of a monster's abilities that is ready and worth it, at its enemy's cell. False if none is."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    steps = steps_between(actor.cell, enemy)
    for number in range(kind.ability_count):
        ability = ruleset.abilities[kind.first_ability + number]
        if ability.trigger != ON_TURN or actor.cooldowns[number] > 0:
            continue
        if steps < ability.min_distance or (ability.max_distance > 0 and steps > ability.max_distance):
            continue
        if ability.hp_below > 0 and actor.hp * 100 >= ability.hp_below * int(actor.stats[MAX_HP]):
            continue
        if not is_worth_using(world, ruleset, kind.first_ability + number, index, enemy):
            continue
        if ability.chance < 100 and below(world.random, COMBAT, 100) >= ability.chance:
            continue
        actor.cooldowns[number] = ability.cooldown
        use_ability(world, ruleset, kind.first_ability + number, index, enemy)
        take_time(world, ruleset, ability.time)
        return True
    return False


@rule
def fight(world: World, ruleset: Ruleset, index: int, enemy: int) -> None:
    """The turn of a monster that sees an enemy: what else it does, or an attack, or a step towards it."""
    actor = world.actors[index]
    cell = cell_of_actor(world, enemy)
    if actor.conditions | actor.triggers != 0 and behaves(world, ruleset, index, cell):
        return
    if can_attack(world, ruleset, actor, cell):
        strike(world, ruleset, index, enemy)
    elif can_walk(world, ruleset, index):
        approach(world, ruleset, index, cell)


@rule
def go_to_goal(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step to a monster's goal. There it has none any more."""
    actor = world.actors[index]
    approach(world, ruleset, index, actor.goal)
    if actor.cell == actor.goal:
        actor.goal = NOWHERE


@rule
def roam(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step of a way through the rooms. Who finds none, or somebody in it, takes any step and chooses another.

    Those who follow it make room.
    """
    actor = world.actors[index]
    passable = mover_of(world, ruleset, index).passable
    cell = step_along_tunnel(world.tiles, passable, actor.cell, actor.goal)
    other = NOWHERE if cell == NOWHERE else int(world.occupant[cell]) - 1
    if cell != NOWHERE and is_free(world, passable, cell):
        move_actor(world, index, cell)
    elif other >= 0 and world.actors[other].memory[LEADER] == index + 1 and can_walk(world, ruleset, other):
        change_places(world, index, other)
    else:
        actor.goal = NOWHERE
        step_at_random(world, ruleset, index)
    if actor.goal in (NOWHERE, actor.cell):
        actor.goal = NOWHERE
        actor.memory[ROAMS] = 0


@rule
def choose_goal(world: World, ruleset: Ruleset, index: int) -> None:
    """Let an idle monster follow its leader, return to its post, or set out for another room."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    leader = living_leader(world, ruleset, actor)
    post = int(actor.memory[POST])
    if leader != NOWHERE:
        if steps_between(actor.cell, world.actors[leader].cell) > HEEL:
            approach(world, ruleset, index, world.actors[leader].cell)
    elif post > 0:
        if actor.cell != post:
            approach(world, ruleset, index, post)
    elif kind.wanders > 0 and below(world.random, COMBAT, 100) < kind.wanders:
        actor.goal = next_waypoint(world, ruleset, actor.cell)
        actor.memory[ROAMS] = 1


@rule
def take_quiet_turn(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that behaves and sees no enemy: it hunts on, rests, or does as it likes."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    if actor.memory[TRAIL] > 0:
        actor.memory[TRAIL] -= 1
        actor.goal = world.hero.cell
    update_flight(actor, kind)
    if not can_walk(world, ruleset, index):
        return
    if kind.erratic > 0 and below(world.random, COMBAT, 100) < kind.erratic:
        step_at_random(world, ruleset, index)
    elif actor.conditions & (CARRIES | FLEES) == 0:
        if actor.goal == NOWHERE:
            choose_goal(world, ruleset, index)
        if actor.memory[ROAMS] == 1:
            roam(world, ruleset, index)
        elif actor.goal != NOWHERE:
            go_to_goal(world, ruleset, index)


@rule
def take_turn(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that is awake and not confused."""
    actor = world.actors[index]
    if sees_hero(world, ruleset, actor, index):
        if actor.triggers & BEHAVES != 0:
            if lies_in_wait(world, ruleset, actor):
                return
            remember_hero(world, ruleset, actor)
        if ruleset.forgets == 0:
            actor.goal = world.hero.cell
        fight(world, ruleset, index, HERO_ROW)
    elif actor.triggers & BEHAVES != 0:
        take_quiet_turn(world, ruleset, index)
    elif actor.goal != NOWHERE and actor.conditions & CARRIES == 0 and can_walk(world, ruleset, index):
        go_to_goal(world, ruleset, index)


@rule
def take_turn_among_sides(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster on a floor where some are not hostile: allies follow the hero and fight for it."""
    actor = world.actors[index]
    if actor.side == NEUTRAL:
        return
    enemy = nearest_enemy(world, ruleset, index, FAR_SIGHT)
    if enemy != NOWHERE and (enemy != HERO_ROW or actor.side != HOSTILE):
        fight(world, ruleset, index, enemy)
    elif actor.side == HOSTILE:
        take_turn(world, ruleset, index)
    elif steps_between(actor.cell, world.hero.cell) > HEEL and can_walk(world, ruleset, index):
        approach(world, ruleset, index, world.hero.cell)


@rule
def may_wake(world: World, ruleset: Ruleset, index: int) -> None:
    """A sleeping monster's turn: it may notice the hero, more likely when closer. It acts from the next turn on.

    Who follows a leader wakes with it.
    """
    actor = world.actors[index]
    notice = ruleset.monsters[actor.kind].notice
    if actor.memory[LEADER] > 0:
        leader = living_leader(world, ruleset, actor)
        if leader != NOWHERE and world.actors[leader].asleep == 0:
            wake_up(world, actor)
            return
    if notice > 0:
        notice = min(MAX_NOTICE, notice - int(world.actors[HERO_ROW].stats[STEALTH]))
        steps = steps_between(actor.cell, world.hero.cell)
        if steps <= notice and below(world.random, COMBAT, notice) < notice + 1 - steps:
            wake_up(world, actor)


@rule
def see_hero_first(world: World, ruleset: Ruleset, index: int) -> None:
    """Set off what a monster does when it sees the hero for the first time, if it does now."""
    actor = world.actors[index]
    if sees_hero(world, ruleset, actor, index):
        set_off(world, ruleset, ON_ARRIVE, index, world.hero.cell)
        actor.triggers &= ~bit_of(ON_ARRIVE)


@rule
def cool_down(actor: Actor) -> None:
    """Bring each of an actor's abilities a turn nearer to being used again."""
    for number in range(MAX_COOLDOWNS):
        if actor.cooldowns[number] > 0:
            actor.cooldowns[number] -= 1


@rule
def is_able(world: World, ruleset: Ruleset, index: int) -> bool:
    """Begin a monster's turn with what its statuses do to it. Returns whether it can do something itself."""
    actor = world.actors[index]
    if actor.triggers != 0:
        cool_down(actor)
    if actor.conditions == 0:
        return True
    # On the turn a status ends that makes it stumble, it does nothing.
    ended = take_status_turn(world, ruleset, index)
    return actor.hp > 0 and actor.conditions & CANNOT_ACT == 0 and ended & STUMBLES == 0


@rule
def act(world: World, ruleset: Ruleset, index: int) -> None:
    """A monster's turn."""
    if not is_able(world, ruleset, index):
        return
    actor = world.actors[index]
    if actor.triggers & bit_of(ON_ARRIVE) != 0 and actor.asleep == 0 and actor.side != NEUTRAL:
        see_hero_first(world, ruleset, index)
    if actor.asleep == 1:
        may_wake(world, ruleset, index)
    elif actor.conditions & STUMBLES != 0:
        stumble(world, ruleset, index)
    elif world.friends > 0:
        take_turn_among_sides(world, ruleset, index)
    else:
        take_turn(world, ruleset, index)


@rule
def monsters_act(world: World, ruleset: Ruleset, time: int = NORMAL_SPEED) -> None:
    """Each living monster acts for some percent of the hero's turn, in row order, until the hero is dead."""
    # The summoned act from the next turn on.
    newcomers = world.next_id
    body = world.actors[HERO_ROW]
    hero = world.hero
    visible = hero.visible
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp <= 0 or actor.id >= newcomers:
            continue
        # Nothing concerns it, as most monsters of a floor on most turns: asked without a call, not even `may_be_near`.
        if (
            actor.goal == NOWHERE
            and actor.conditions | actor.triggers | actor.asleep == 0
            and world.friends | ruleset.timed | body.conditions & CANNOT_SEE == 0
            and not (-VIEW_SPAN <= actor.cell - hero.cell <= VIEW_SPAN and visible[actor.cell] == 1)
        ):
            continue
        turns = 1 if ruleset.timed == 0 else turns_due(world, index, time)
        acted = 0
        while turns > 0 and actor.hp > 0 and acted < MAX_TURNS:
            turns -= 1
            acted += 1
            act(world, ruleset, index)
            if world.extra_time != 0:
                turns = turns_left(world, actor, turns)
            if world.queue_count > 0:
                resolve(world, ruleset)
            if world.outcome != PLAYING:
                return


@rule
def speed_of(body: Actor) -> int:
    """An actor's speed, which no sum of bonuses takes out of its range."""
    return min(MAX_SPEED, max(MIN_SPEED, int(body.stats[SPEED])))


@rule
def turns_due(world: World, index: int, time: int = NORMAL_SPEED) -> int:
    """How many turns a monster has during some percent of the hero's, by their speeds. What is left over is saved.

    Below a percent it is counted in shares of one over the hero's speed, so that nothing is ever rounded off.
    """
    actor = world.actors[index]
    hero_speed = speed_of(world.actors[HERO_ROW])
    # If the hero has become slower since, a percent has fewer shares.
    shares = min(actor.energy % PERCENT, hero_speed - 1) + speed_of(actor) * time
    actor.energy = (actor.energy // PERCENT + shares // hero_speed) * PERCENT + shares % hero_speed
    return spend_energy(actor)


@rule
def turns_left(world: World, actor: Actor, turns: int) -> int:
    """How many of its turns a monster has left after an action that took more or less than one."""
    actor.energy += (turns * NORMAL_SPEED - world.extra_time) * PERCENT
    world.extra_time = 0
    return spend_energy(actor)


@rule
def spend_energy(actor: Actor) -> int:
    """Take from a monster's energy the whole turns in it. Returns how many they are."""
    turns = max(0, actor.energy // WHOLE_TURN)
    actor.energy -= turns * WHOLE_TURN
    return turns
