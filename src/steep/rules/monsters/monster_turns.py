"""Monsters' turns: how often each acts in a turn of the hero, and whom a monster sees.

A monster placed before the hero may stand on the hero's cell. It attacks from there but can't be attacked until one
of them moves.
"""

from __future__ import annotations

from steep.core.geometry import NOWHERE, WIDTH, may_be_near, steps_between
from steep.core.random_streams import COMBAT, below
from steep.core.record import copy_record
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    AFRAID,
    CANNOT_ACT,
    FOLLOW_ALL,
    FOLLOW_ALLIES,
    FOLLOW_NOBODY,
    HELD,
    MAX_COOLDOWNS,
    MAX_HP,
    MAX_SPEED,
    MIN_SPEED,
    NORMAL_SPEED,
    ON_TURN,
    SPEED,
    Ruleset,
    codes,
)
from steep.core.world import (
    CARRIES,
    FLEES,
    FOR_EVER,
    HERO_ROW,
    HOSTILE,
    LEADER,
    MAX_ACTORS,
    MAX_FOLLOWERS,
    MAX_RADIUS,
    NEUTRAL,
    PERCENT,
    PLAYING,
    POST,
    REGENERATES,
    ROAMS,
    WHOLE_TURN,
    Actor,
    World,
)
from steep.rules.abilities.queue import bit_of, set_off
from steep.rules.abilities.statuses import ANY_STATUS, cell_of_actor
from steep.rules.abilities.use_abilities import (
    is_worth_using,
    nearest_enemy,
    regenerate,
    resolve,
    sees,
    take_status_turn,
    use_ability,
)
from steep.rules.action_codes import take_time
from steep.rules.combat import attack, hits_from_afar
from steep.rules.monsters.behaviours import (
    HEEL,
    forget_leader,
    go_to_goal,
    lies_in_wait,
    living_leader,
    remember_hero,
    take_quiet_turn,
    update_flight,
    wake_up,
)
from steep.rules.monsters.monster_steps import approach, can_walk, step_at_random, stumbling_step
from steep.rules.movement import free_cell_around, is_free, move_actor, step_away
from steep.rules.terrain import land

# How many turns a monster has during an action of the hero's, by their speeds.


@rule
def speed_of(body: Actor) -> int:
    """An actor's speed, which no sum of bonuses takes out of its range."""
    speed = int(body.stats[SPEED])
    if speed < MIN_SPEED:
        return MIN_SPEED
    return speed if speed < MAX_SPEED else MAX_SPEED


@rule
def turns_due(world: World, index: int, time: int = NORMAL_SPEED) -> int:
    """How many turns a monster has during some percent of the hero's, by their speeds. What is left over is saved.

    Below a percent it is counted in shares of one over the hero's speed, which never rounds.
    """
    actor = world.actors[index]
    energy = int(actor.energy)
    hero_speed = speed_of(world.actors[HERO_ROW])
    left = energy % PERCENT
    if left >= hero_speed:
        # The hero has become slower since, so that a percent has fewer shares.
        left = hero_speed - 1
    shares = left + speed_of(actor) * time
    energy = (energy // PERCENT + shares // hero_speed) * PERCENT + shares % hero_speed
    if energy < WHOLE_TURN:
        actor.energy = energy
        return 0
    actor.energy = energy % WHOLE_TURN
    return energy // WHOLE_TURN


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


VIEW_SPAN = (MAX_RADIUS + 1) * (WIDTH + 1)
"""Cells whose numbers differ by more are too far apart to see each other, even one step ago."""

FAR_SIGHT = 10
"""Cells within which monsters choose whom to fight."""

MAX_NOTICE = WIDTH
"""Steps within which a sleeper can notice even the noisiest hero."""


@rule
def prolong_confusion(actor: Actor, ruleset: Ruleset) -> None:
    """Let what makes an actor stumble last a turn longer: this one doesn't count."""
    for status in range(ruleset.status_count):
        if ruleset.statuses[status].conditions & codes.STUMBLES != 0 and 0 < actor.statuses[status] < FOR_EVER:
            actor.statuses[status] += 1


@rule
def stumble(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that stumbles. Captives stay where they are."""
    actor = world.actors[index]
    if actor.side == NEUTRAL:
        return
    step = stumbling_step(world.random, ruleset.stumble)
    if step == 0 and ruleset.stumble == codes.FALTER:
        prolong_confusion(actor, ruleset)
        return
    cell = actor.cell + step
    if is_free(world, ruleset.enterable, cell):
        if can_walk(world, ruleset, index):
            move_actor(world, ruleset, index, cell)
    elif ruleset.stumble in (codes.BUMP, codes.FALTER):
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
    if (actor.conditions | world.actors[HERO_ROW].conditions) & (codes.CANNOT_SEE | codes.INVISIBLE) == 0:
        return world.hero.visible[actor.cell] == 1
    return sees(world, ruleset, index, HERO_ROW)


@rule
def take_turn(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that is awake and not confused."""
    actor = world.actors[index]
    if sees_hero(world, ruleset, actor, index):
        if actor.triggers & codes.BEHAVES != 0:
            if lies_in_wait(world, ruleset, actor):
                return
            remember_hero(world, ruleset, actor)
        if ruleset.forgets == 0:
            actor.goal = world.hero.cell
        fight(world, ruleset, index, HERO_ROW)
    elif actor.triggers & codes.BEHAVES != 0:
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

    A follower wakes with its leader.
    """
    actor = world.actors[index]
    notice = ruleset.monsters[actor.kind].notice
    if actor.memory[LEADER] > 0:
        leader = living_leader(world, ruleset, actor)
        if leader != NOWHERE and world.actors[leader].asleep == 0:
            wake_up(world, actor)
            return
    if notice > 0:
        notice = min(MAX_NOTICE, notice - int(world.actors[HERO_ROW].stats[codes.STEALTH]))
        steps = steps_between(actor.cell, world.hero.cell)
        if steps <= notice and below(world.random, COMBAT, notice) < notice + 1 - steps:
            wake_up(world, actor)


@rule
def see_hero_first(world: World, ruleset: Ruleset, index: int) -> None:
    """Set off what a monster does when it sees the hero for the first time, if it does now."""
    actor = world.actors[index]
    if sees_hero(world, ruleset, actor, index):
        set_off(world, ruleset, codes.ON_ARRIVE, index, world.hero.cell)
        actor.triggers &= ~bit_of(codes.ON_ARRIVE)


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
    if actor.triggers & bit_of(codes.ON_TURN) != 0:
        cool_down(actor)
    if actor.conditions & ANY_STATUS == 0:
        if actor.conditions & REGENERATES != 0 and ruleset.timed == 0:
            regenerate(world, index)
        return True
    # On the turn a status ends that makes it stumble, it does nothing.
    ended = take_status_turn(world, ruleset, index)
    if ended & codes.FLYING != 0:
        land(world, ruleset, index)
    return actor.hp > 0 and actor.conditions & codes.CANNOT_ACT == 0 and ended & codes.STUMBLES == 0


@rule
def act(world: World, ruleset: Ruleset, index: int) -> None:
    """A monster's turn."""
    if not is_able(world, ruleset, index):
        return
    actor = world.actors[index]
    if actor.triggers & bit_of(codes.ON_ARRIVE) != 0 and actor.asleep == 0 and actor.side != NEUTRAL:
        see_hero_first(world, ruleset, index)
    if actor.asleep == 1:
        may_wake(world, ruleset, index)
    elif actor.conditions & codes.STUMBLES != 0:
        stumble(world, ruleset, index)
    elif world.friends > 0:
        take_turn_among_sides(world, ruleset, index)
    else:
        take_turn(world, ruleset, index)


@rule
def monsters_act(world: World, ruleset: Ruleset, time: int = codes.NORMAL_SPEED) -> None:
    """Each living monster acts for some percent of the hero's turn, in row order, until the hero is dead."""
    # The summoned act from the next turn on.
    newcomers = world.next_id
    body = world.actors[HERO_ROW]
    hero = world.hero
    visible = hero.visible
    timed = ruleset.timed == 1
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp <= 0 or actor.id >= newcomers:
            continue
        # Nothing concerns it, as is usual. This is checked without any call, not even of `may_be_near`.
        if (
            not timed
            and actor.goal == NOWHERE
            and actor.conditions | actor.triggers | actor.asleep == 0
            and world.friends | body.conditions & codes.CANNOT_SEE == 0
            and not (-VIEW_SPAN <= actor.cell - hero.cell <= VIEW_SPAN and visible[actor.cell] == 1)
        ):
            continue
        turns = turns_due(world, index, time) if timed else 1
        acted = 0
        while turns > 0 and actor.hp > 0 and acted < codes.MAX_TURNS:
            turns -= 1
            acted += 1
            act(world, ruleset, index)
            if world.extra_time != 0:
                turns = turns_left(world, actor, turns)
            if world.queue_count > 0:
                resolve(world, ruleset)
                if world.falls == 1:
                    return
            if world.outcome != PLAYING:
                return


# Monsters that come along when the hero takes the stairs.


@rule
def follows(world: World, ruleset: Ruleset, actor: Actor) -> bool:
    """Whether a monster comes along: an ally at the hero's heels, an enemy beside it that guards no place."""
    kind = ruleset.monsters[actor.kind]
    if actor.side == NEUTRAL or (actor.side == HOSTILE and (ruleset.followers != FOLLOW_ALL or kind.guards == 1)):
        return False
    if actor.asleep == 1 or actor.conditions & (CANNOT_ACT | HELD | CARRIES) != 0 or kind.stays == 1:
        return False
    return steps_between(actor.cell, world.hero.cell) <= (1 if actor.side == HOSTILE else HEEL)


@rule
def take_followers(world: World, ruleset: Ruleset) -> int:
    """Note who comes along. Returns how many do."""
    if ruleset.followers == FOLLOW_NOBODY or (ruleset.followers == FOLLOW_ALLIES and world.friends == 0):
        return 0
    count = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and count < MAX_FOLLOWERS and follows(world, ruleset, actor):
            copy_record(world.followers[count], actor)
            count += 1
    return count


@rule
def place_followers(world: World, ruleset: Ruleset, count: int) -> None:
    """Place followers around the hero. Those without a free cell or row are left behind.

    None of them has a leader any more. A guard's post is now where it arrives.
    """
    for number in range(count):
        mover = ruleset.monsters[world.followers[number].kind].mover
        cell = free_cell_around(world, ruleset, ruleset.movers[mover].passable, world.hero.cell, 2)
        if cell == NOWHERE or world.actor_count == MAX_ACTORS:
            return
        actor = world.actors[world.actor_count]
        copy_record(actor, world.followers[number])
        actor.cell = cell
        actor.goal = world.hero.cell
        forget_leader(ruleset, actor)
        actor.memory[ROAMS] = 0
        if actor.memory[POST] > 0:
            actor.memory[POST] = cell
        world.actor_count += 1
        world.occupant[cell] = world.actor_count
        if actor.side != HOSTILE:
            world.friends += 1


# What a monster does when it sees an enemy: it uses an ability, keeps away, attacks, or comes closer.


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
