"""A rule that plays at random and counts what takes effect, in all three forms.

`count_effects()` puts `counted_effect` in the place of `apply_effect`. A process that calls it compiles no other rule
than `play_and_count`: the cache would keep what it compiles for others. The counts are at the end of the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from steep.bots.bot_memory import Mind, start_mind
from steep.bots.diver import diver
from steep.bots.steps_and_attacks import adjacent_enemy
from steep.core.geometry import CELLS as CELL_COUNT
from steep.core.geometry import NOWHERE, STAIRS
from steep.core.random_streams import COMBAT, MASK, STREAMS, below, seed_streams
from steep.core.record import Cells, Field, Narrow, Plane, Rows, fields_of, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    EFFECT_NAMES,
    GIVE_STATUS,
    MAX_COOLDOWNS,
    MAX_STATUSES,
    SHAPE_NAMES,
    STATS,
    TRIGGER_NAMES,
    EffectRow,
    Ruleset,
)
from steep.core.world import MAX_INVENTORY, MEMORIES, PLAYING, Actor, Hero, World
from steep.rules.abilities import use_abilities as abilities
from steep.rules.abilities.effects import apply_effect
from steep.rules.action_codes import DESCEND, DROP, MOVE, PICK_UP, THROW, USE, WAIT, action
from steep.rules.consistency.world_consistency import fault_in
from steep.rules.new_game import new_game
from steep.rules.turn import step
from steep.rules.update_view import update_fov, update_visible

SHAPES = len(SHAPE_NAMES)
EFFECTS = len(EFFECT_NAMES)
TRIGGERS = len(TRIGGER_NAMES)

VERBS = (MOVE, MOVE, MOVE, WAIT, PICK_UP, PICK_UP, USE, USE, USE, DROP, THROW)
"""What a random action is, one time in 12 anything else."""

MOST_TRIED = 5_000
"""Effects that are tried in a game before a new one begins: crowds that summon each other would play for seconds."""

MOST_ROWS = {"effects": 64}
"""Rows of the tables of a small ruleset; LEAST_ROWS, if nothing is said."""

LEAST_ROWS = 24

MOST_CELLS = 4_096
"""Numbers of each plane of a small ruleset."""


@record
class Counts:
    """How often something took effect, and the stream that actions are drawn from."""

    actions: int
    games: int
    tried: int
    """Effects that were tried, whether they changed something or not."""
    effects: Annotated[Cells, Plane("i8", EFFECTS * SHAPES)]
    """By effect and shape: effect * SHAPES + shape."""
    statuses: Annotated[Cells, Plane("i8", MAX_STATUSES)]
    triggers: Annotated[Cells, Plane("i8", TRIGGERS)]
    random: Annotated[Cells, Plane("i8", 4 * STREAMS)]


class CountedWorld(World):
    """A world with counts after all that a world has."""

    __slots__ = ("counts",)
    _fields = (*fields_of(World), Field("counts", None, Counts))

    def __init__(self) -> None:
        super().__init__()
        self.counts = Counts()


def small(cls: type[Any]) -> type[Any]:
    """A record class with short tables, enough for a random ruleset: quicker to make and to copy."""
    return record(type(cls.__name__, (), {"__annotations__": {at.name: small_field(at) for at in fields_of(cls)}}))


def small_field(field: Field) -> Any:
    """The type of a field of a small record."""
    if isinstance(field.shape, Rows):
        return Annotated[Sequence[field.of], Rows(min(field.shape.count, MOST_ROWS.get(field.name, LEAST_ROWS)))]  # type: ignore[name-defined]
    if isinstance(field.shape, Plane):
        return Annotated[Cells, Plane(field.shape.code, min(field.shape.length, MOST_CELLS))]
    return small(field.of) if field.of else Annotated[int, Narrow(field.code)]


SmallRuleset: type[Any] = small(Ruleset)


@rule
def folded(total: int, number: int) -> int:
    """A hash of 32 bits with one more number."""
    return (total * 1_000_003 + number) & MASK


@rule
def folded_plane(total: int, plane: Cells, count: int) -> int:
    """A hash with the numbers of a plane."""
    for at in range(count):
        total = folded(total, int(plane[at]))
    return total


@rule
def folded_body(total: int, body: Actor) -> int:
    """A hash with all numbers of an actor."""
    total = folded(folded(folded(folded(total, body.kind), body.cell), body.hp), body.id)
    total = folded(folded(folded(folded(total, body.xp), body.side), body.hurt_by), body.goal)
    total = folded(folded(folded(folded(total, body.asleep), body.energy), body.conditions), body.triggers)
    total = folded_plane(folded(total, body.shield), body.stats, STATS)
    total = folded_plane(total, body.statuses, MAX_STATUSES)
    total = folded_plane(total, body.cooldowns, MAX_COOLDOWNS)
    return folded_plane(total, body.memory, MEMORIES)


@rule
def state_of(world: World, user: int, index: int) -> int:
    """A hash of what an effect can change: both actors, who is there, where the hero is, what it carries and knows."""
    hero = world.hero
    total = folded_body(folded_body(0, world.actors[user]), world.actors[index])
    total = folded(folded(folded(total, world.next_id), hero.cell), hero.unidentified)
    for slot in range(MAX_INVENTORY):
        total = folded(folded(total, hero.inventory[slot].kind), hero.inventory[slot].plus)
    return total


@rule
def counted_effect(
    world: CountedWorld,
    ruleset: Ruleset,
    effect: EffectRow,
    user: int,
    index: int,
    amount: int,
    crowded: bool,
) -> int:
    """Apply an effect, and count it if it changed something."""
    world.counts.tried += 1
    before = state_of(world, user, index)
    gained = apply_effect(world, ruleset, effect, user, index, amount, crowded)
    if state_of(world, user, index) != before:
        ability = ruleset.abilities[effect.ability]
        world.counts.effects[effect.effect * SHAPES + ability.area] += 1
        world.counts.triggers[ability.trigger] += 1
        if effect.effect == GIVE_STATUS:
            world.counts.statuses[effect.status] += 1
    return gained


def count_effects() -> None:
    """Let the rules of this process count what takes effect."""
    vars(abilities)["apply_effect"] = counted_effect


@rule
def random_slot(hero: Hero, random: Cells) -> int:
    """The inventory slot of a random item that the hero carries, if it carries any."""
    if hero.inventory_count == 0:
        return 0
    left = below(random, COMBAT, hero.inventory_count)
    for slot in range(MAX_INVENTORY):
        if hero.inventory[slot].kind > 0:
            if left == 0:
                return slot
            left -= 1
    return 0


@rule
def any_target(hero: Hero, random: Cells) -> int:
    """Mostly the cell of a monster in view, and then half of the time of one beside the hero; else any cell."""
    if hero.visible_monster_count > 0 and below(random, COMBAT, 5) > 0:
        if below(random, COMBAT, 2) == 0:
            enemy = adjacent_enemy(hero)
            if enemy != NOWHERE:
                return int(hero.visible_monsters[enemy].cell)
        return int(hero.visible_monsters[below(random, COMBAT, hero.visible_monster_count)].cell)
    if below(random, COMBAT, 2) == 0:
        return below(random, COMBAT, CELL_COUNT)
    return int(hero.in_view[below(random, COMBAT, hero.in_view_count)])


@rule
def any_action(hero: Hero, random: Cells) -> int:
    """A random action: mostly sensible, sometimes impossible."""
    number = below(random, COMBAT, len(VERBS) + 1)
    verb = VERBS[number] if number < len(VERBS) else below(random, COMBAT, 16)
    argument = below(random, COMBAT, 8 if verb == MOVE else MAX_INVENTORY + 2)
    if verb in (USE, DROP, THROW) and below(random, COMBAT, 10) > 0:
        argument = random_slot(hero, random)
    return action(verb, argument, any_target(hero, random))


@rule
def take_stairs(world: World, ruleset: Ruleset) -> None:
    """Put the hero on the stairs, and let it descend: few would live to get there."""
    cell = 0
    while world.tiles[cell] != STAIRS:
        cell += 1
    if world.occupant[cell] == 0:
        world.hero.cell = cell
        update_fov(world, ruleset)
        update_visible(world)
    step(world, ruleset, action(DESCEND))


@rule
def play_and_count(world: CountedWorld, ruleset: Ruleset, mind: Mind, seed: int, actions: int, every: int) -> int:
    """Play at random and by a bot. Returns the first fault; SOUND if there is none.

    A new game begins after each death, and when enough effects have been tried.
    The world is checked after every so many actions, and at each death.
    """
    counts = world.counts
    seed_streams(counts.random, seed, 0)
    most = 0
    for number in range(actions):
        if number == 0 or world.outcome != PLAYING or counts.tried > most:
            counts.games += 1
            most = counts.tried + MOST_TRIED
            new_game(world, ruleset, seed + number)
            start_mind(mind, seed + number)
        if number % 25 == 24:
            take_stairs(world, ruleset)
        elif below(counts.random, COMBAT, 10) < 3:
            step(world, ruleset, diver(world.hero, ruleset, mind))
        else:
            step(world, ruleset, any_action(world.hero, counts.random))
        counts.actions += 1
        if (number + 1) % every == 0 or number + 1 == actions or world.outcome != PLAYING:
            fault = fault_in(world, ruleset)
            if fault > 0:
                return fault
    return 0
