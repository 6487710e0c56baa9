"""A rule that plays at random and counts what takes effect, in all three forms.

`count_effects()` puts rules that count in the place of others, such as `counted_effect` in that of `apply_effect`. A
process that calls it compiles no other rule than `play_and_count`, and into a cache of its own: the cache would keep
what it compiles for others, and doesn't notice when a rule that counts has changed. The counts are at the end of the
world.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, cast

from steep.bots.bot_memory import BotMemory, start_mind
from steep.bots.explorer import explorer
from steep.bots.pathfinding import adjacent_enemy
from steep.bots.simple_bots import diver
from steep.core.geometry import CELLS as CELL_COUNT
from steep.core.geometry import DIRECTIONS, NOWHERE, STAIRS
from steep.core.random_streams import COMBAT, MASK, STREAMS, below, seed_streams
from steep.core.record import Cells, Field, Narrow, Plane, Rows, fields_of, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    AFRAID,
    CHARMED,
    DETECT,
    DIG,
    EFFECT_NAMES,
    GENERATOR_NAMES,
    GIVE_STATUS,
    IGNITE,
    MAP,
    MAX_COOLDOWNS,
    MAX_DRAWINGS,
    MAX_GASES,
    MAX_STATUSES,
    MAX_TERRAIN,
    MAX_VAULTS,
    REVEAL,
    SHAPE_NAMES,
    STATS,
    TRIGGER_NAMES,
    AbilityRow,
    EffectRow,
    OverlayRow,
    Ruleset,
    ThemeRow,
)
from steep.core.world import (
    GAS_STEP,
    MAX_EVENTS,
    MAX_INVENTORY,
    MEMORIES,
    NEUTRAL,
    PLAYING,
    Actor,
    Hero,
    Room,
    World,
)
from steep.mapgen import room_themes
from steep.mapgen.drawings import place_vaults as vaults
from steep.mapgen.drawings.place_vaults import draw_vault_at, put_key
from steep.mapgen.layouts import overlays
from steep.mapgen.layouts.overlays import lay_blob
from steep.mapgen.make_floor import drawing_on
from steep.mapgen.room_themes import fill_room
from steep.rules import movement, terrain, turn
from steep.rules.abilities import effects, effects_on_cells
from steep.rules.abilities import use_abilities as abilities
from steep.rules.abilities.effects import apply_effect
from steep.rules.abilities.effects_on_cells import change_cells
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.action_codes import DESCEND, DONE, DROP, MOVE, PICK_UP, REASON_NAMES, THROW, USE, WAIT, action
from steep.rules.consistency.world_consistency import fault_in
from steep.rules.items import inventory
from steep.rules.new_game import new_game
from steep.rules.perceived_events import EVENT_NAMES
from steep.rules.terrain import (
    become,
    close_others,
    enter,
    find,
    kindle,
    move_gas,
    open_terrain,
    release,
    touches,
)
from steep.rules.turn import step
from steep.rules.update_view import is_perceived, update_fov, update_visible

SHAPES = len(SHAPE_NAMES)
EFFECTS = len(EFFECT_NAMES)
TRIGGERS = len(TRIGGER_NAMES)

VERBS = (MOVE, MOVE, MOVE, WAIT, PICK_UP, PICK_UP, USE, USE, USE, DROP, THROW)
"""What a random action is, one time in 12 anything else."""

MOST_TRIED = 5_000
"""Effects that are tried in a game before a new one begins: crowds that summon each other would play for seconds."""

MOST_ROWS = {
    "items": 32, "abilities": 64, "effects": 128, "terrain": 128, "movers": 64, "movers_in_gas": 64,
    "legend": 128, "fills": 64,
}  # fmt: skip
"""Rows of the tables of a small ruleset; LEAST_ROWS, if nothing is said."""

LEAST_ROWS = 24

MOST_CELLS = 4_096
"""Numbers of each plane of a small ruleset."""


LEFT = 0
ENTERED = 1
TAKEN = 2
OPENED = 3
UNLOCKED = 4
"""Opened with a key."""
FOUND = 5
FADED = 6
BURNT = 7
MADE = 8
DUG = 9
IGNITED = 10
REVEALED = 11
CHANGES = (
    "left", "entered", "taken", "opened", "unlocked", "found", "faded", "burnt", "made", "dug", "ignited", "revealed",
)  # fmt: skip
"""Why terrain became another."""

WAYS = 8
"""Ways to draw a vault (`steep.mapgen.drawings.draw_on_floor`)."""

THEME = 0
KEY_IN_VAULT = 1
KEY_IN_ROOM = 2
PARTS = ("theme", "key in a vault", "key in a room")
"""What else floors are made of."""

RELEASED = 0
KINDLED = 1
THINNED = 2
FLOWED = 3
OF_GAS = ("released", "kindled", "thinned", "flowed")
"""What gas does, cell by cell."""

ROUND = 25
"""Actions between two times that the hero is put on the stairs, to an item or to terrain."""


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
    events: Annotated[Cells, Plane("i8", len(EVENT_NAMES))]
    reasons: Annotated[Cells, Plane("i8", len(REASON_NAMES))]
    """What actions returned."""
    changed: Annotated[Cells, Plane("i8", len(CHANGES) * MAX_TERRAIN)]
    """Cells whose terrain became another, by reason and kind: reason * MAX_TERRAIN + the kind before."""
    reason: int
    """Why terrain becomes another just now."""
    changes: int
    """Cells changed, for whatever reason."""
    entered: Annotated[Cells, Plane("i8", MAX_TERRAIN)]
    """By the kind of terrain that somebody entered."""
    generators: Annotated[Cells, Plane("i8", len(GENERATOR_NAMES))]
    overlays: Annotated[Cells, Plane("i8", MAX_TERRAIN)]
    shores: Annotated[Cells, Plane("i8", MAX_TERRAIN)]
    vaults: Annotated[Cells, Plane("i8", MAX_VAULTS)]
    ways: Annotated[Cells, Plane("i8", WAYS)]
    """Vaults, by the way that they were drawn."""
    drawn: Annotated[Cells, Plane("i8", MAX_DRAWINGS)]
    """Drawn floors, by the row of the drawing."""
    parts: Annotated[Cells, Plane("i8", len(PARTS))]
    gas: Annotated[Cells, Plane("i8", len(OF_GAS) * (MAX_GASES + 1))]
    """By what it did and its number."""
    floor: int
    """The floor that was counted last."""
    heading: int
    """The direction in which the hero walks into terrain."""
    random: Annotated[Cells, Plane("i8", 4 * STREAMS)]


class CountedWorld(World):
    """A world with counts after all that a world has."""

    __slots__ = ("counts",)
    _fields = (*fields_of(World), Field("counts", None, Counts))

    def __init__(self) -> None:
        super().__init__()
        self.counts = Counts()


@functools.cache
def small(cls: Any) -> type[Any]:
    """A record class with short tables, enough for a random ruleset: quicker to make and to copy.

    It is the class itself where no table is shorter, since a rule returns records of one class.
    """
    made: type[Any] = record(
        type(cls.__name__, (), {"__annotations__": {at.name: small_field(at) for at in fields_of(cls)}})
    )
    return cast("type[Any]", cls) if fields_of(made) == fields_of(cls) else made


def small_field(field: Field) -> Any:
    """The type of a field of a small record."""
    if isinstance(field.shape, Rows):
        return Annotated[Sequence[field.of], Rows(min(field.shape.count, MOST_ROWS.get(field.name, LEAST_ROWS)))]  # type: ignore[name-defined]
    if isinstance(field.shape, Plane):
        return Annotated[Cells, Plane(field.shape.code, min(field.shape.length, MOST_CELLS))]
    return small(cast("Hashable", field.of)) if field.of else Annotated[int, Narrow(field.code)]


if TYPE_CHECKING:
    SmallRuleset = Ruleset
else:
    SmallRuleset = small(cast("Hashable", Ruleset))


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
    total = folded(folded(total, world.falls), hero.nutrition)
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
    """Apply an effect, and count it if it changed something, or told the hero something."""
    world.counts.tried += 1
    before = state_of(world, user, index)
    told = world.hero.event_count
    gained = apply_effect(world, ruleset, effect, user, index, amount, crowded)
    informed = effect.effect in (REVEAL, MAP, DETECT) and was_informed(world.hero, told)
    if informed or state_of(world, user, index) != before:
        count_effect(world, ruleset, effect)
        if effect.effect == GIVE_STATUS:
            world.counts.statuses[effect.status] += 1
    return gained


@rule
def was_informed(hero: Hero, told: int) -> bool:
    """Whether the hero was told of anything by the event after so many."""
    return hero.event_count > told and hero.events[told % MAX_EVENTS].amount > 0


@rule
def count_effect(world: CountedWorld, ruleset: Ruleset, effect: EffectRow) -> None:
    """Count an effect that changed something, and what set it off."""
    ability = ruleset.abilities[effect.ability]
    world.counts.effects[effect.effect * SHAPES + ability.area] += 1
    world.counts.triggers[ability.trigger] += 1


@rule
def counted_change_cells(
    world: CountedWorld, ruleset: Ruleset, ability: AbilityRow, effect: EffectRow, user: int, target: int
) -> None:
    """Apply an effect to cells, and count it if it changed any."""
    counts = world.counts
    counts.tried += 1
    before = counts.changes
    counts.reason = DUG if effect.effect == DIG else IGNITED if effect.effect == IGNITE else MADE
    change_cells(world, ruleset, ability, effect, user, target)
    counts.reason = LEFT
    if counts.changes > before:
        count_effect(world, ruleset, effect)


@rule
def count_change(world: CountedWorld, reason: int, kind: int) -> None:
    """Count terrain that was of a kind and is no more."""
    world.counts.changes += 1
    world.counts.changed[reason * MAX_TERRAIN + kind] += 1


@rule
def counted_become(world: CountedWorld, ruleset: Ruleset, cell: int, kind: int) -> bool:
    """Change the terrain of a cell if it can change, and count it."""
    before = int(world.tiles[cell])
    changed = become(world, ruleset, cell, kind)
    if changed:
        count_change(world, world.counts.reason, before)
    return changed


@rule
def counted_become_by_itself(world: CountedWorld, ruleset: Ruleset, cell: int, kind: int) -> bool:
    """Change the terrain of a cell that burns or fades, and count it."""
    row = ruleset.terrain[world.tiles[cell]]
    world.counts.reason = FADED if row.fade_chance > 0 and kind == row.fades_to else BURNT
    changed = counted_become(world, ruleset, cell, kind)
    world.counts.reason = LEFT
    return changed


@rule
def count_gas(world: CountedWorld, what: int, gas: int) -> None:
    """Count something that the gas of a cell did, by the number that planes of gas have."""
    world.counts.gas[what * (MAX_GASES + 1) + gas // GAS_STEP] += 1


@rule
def counted_release(world: CountedWorld, ruleset: Ruleset, cell: int, row: int, units: int) -> bool:
    """Release gas on a cell, and count it."""
    released = release(world, ruleset, cell, row, units)
    if released:
        world.counts.changes += 1
        count_gas(world, RELEASED, int(world.gas[cell]))
    return released


@rule
def counted_kindle(world: CountedWorld, ruleset: Ruleset, cell: int) -> bool:
    """Set fire to the gas of a cell, and count it."""
    before = int(world.gas[cell])
    burns = kindle(world, ruleset, cell)
    if burns:
        world.counts.changes += 1
        count_gas(world, KINDLED, before)
    return burns


@rule
def counted_move(world: CountedWorld, ruleset: Ruleset, cell: int) -> None:
    """Let the gas of a cell thin out and flow, and count it."""
    before = int(world.gas[cell])
    cells = world.gas_count
    move_gas(world, ruleset, cell)
    if world.gas_count > cells:
        count_gas(world, FLOWED, before)
    elif int(world.gas[cell]) == before - 1 or world.gas_count < cells:
        count_gas(world, THINNED, before)


@rule
def counted_enter(world: CountedWorld, ruleset: Ruleset, index: int) -> None:
    """Let somebody enter the terrain under it, and count it by its kind."""
    if touches(world, ruleset, index):
        world.counts.entered[world.tiles[cell_of_actor(world, index)]] += 1
    world.counts.reason = ENTERED
    enter(world, ruleset, index)
    world.counts.reason = LEFT


@rule
def counted_find(world: CountedWorld, ruleset: Ruleset, cell: int) -> None:
    """Let hidden terrain be found, and count it."""
    reason = world.counts.reason
    world.counts.reason = FOUND
    find(world, ruleset, cell)
    world.counts.reason = reason


@rule
def counted_reveal(world: CountedWorld, ruleset: Ruleset, cell: int, kind: int) -> bool:
    """Let hidden terrain be revealed, and count it."""
    world.counts.reason = REVEALED
    changed = counted_become(world, ruleset, cell, kind)
    world.counts.reason = LEFT
    return changed


@rule
def counted_open(world: CountedWorld, ruleset: Ruleset, cell: int) -> int:
    """Let the hero open terrain, and count it if it could."""
    kind = int(world.tiles[cell])
    reason = open_terrain(world, ruleset, cell)
    if reason == DONE:
        count_change(world, UNLOCKED if ruleset.terrain[kind].key_kind > 0 else OPENED, kind)
    return reason


@rule
def counted_close(world: CountedWorld, ruleset: Ruleset, cell: int) -> None:
    """Let taking an item from a cell close the others, and count them."""
    world.counts.reason = TAKEN
    close_others(world, ruleset, cell)
    world.counts.reason = LEFT


@rule
def counted_blob(world: CountedWorld, ruleset: Ruleset, overlay: OverlayRow, origin: int) -> bool:
    """Lay an overlay, and count it if it fits."""
    laid = lay_blob(world, ruleset, overlay, origin)
    if laid:
        world.counts.overlays[overlay.terrain] += 1
        world.counts.shores[overlay.shore] += 1
    return laid


@rule
def counted_vault(world: CountedWorld, ruleset: Ruleset, vault: int, place: int, key_kind: int, keys: int) -> None:
    """Draw a vault, and count it."""
    world.counts.vaults[vault] += 1
    world.counts.ways[place // CELL_COUNT] += 1
    if keys > 0:
        world.counts.parts[KEY_IN_VAULT] += 1
    draw_vault_at(world, ruleset, vault, place, key_kind, keys)


@rule
def counted_key(world: CountedWorld, ruleset: Ruleset, kind: int, lock: int) -> None:
    """Put a key into a room, and count it."""
    world.counts.parts[KEY_IN_ROOM] += 1
    put_key(world, ruleset, kind, lock)


@rule
def counted_theme(world: CountedWorld, ruleset: Ruleset, theme: ThemeRow, room: Room) -> None:
    """Fill a room with a theme, and count it."""
    world.counts.parts[THEME] += 1
    fill_room(world, ruleset, theme, room)


COUNTED: tuple[tuple[ModuleType, str, Callable[..., Any]], ...] = (
    (abilities, "apply_effect", counted_effect),
    (abilities, "change_cells", counted_change_cells),
    (effects, "become", counted_reveal),
    (effects_on_cells, "become", counted_become),
    (terrain, "become", counted_become),
    (turn, "become", counted_become_by_itself),
    (effects_on_cells, "release", counted_release),
    (effects_on_cells, "kindle", counted_kindle),
    (turn, "kindle", counted_kindle),
    (turn, "move_gas", counted_move),
    (terrain, "enter", counted_enter),
    (movement, "enter", counted_enter),
    (terrain, "find", counted_find),
    (turn, "open_terrain", counted_open),
    (inventory, "close_others", counted_close),
    (overlays, "lay_blob", counted_blob),
    (vaults, "draw_vault_at", counted_vault),
    (vaults, "put_key", counted_key),
    (room_themes, "fill_room", counted_theme),
)
"""A module, the name of a rule that it calls, and the rule that counts in its place."""

UNCOUNTED = [vars(module)[name] for module, name, _ in COUNTED]
"""The rules in whose place they count."""


def count_effects() -> None:
    """Let the rules of this process count what takes effect."""
    for module, name, counting in COUNTED:
        vars(module)[name] = counting


def count_no_effects() -> None:
    """Let the rules of this process be as they are, until `count_effects`. What is compiled goes on counting."""
    for (module, name, _), uncounted in zip(COUNTED, UNCOUNTED, strict=True):
        vars(module)[name] = uncounted


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
def put_hero(world: World, ruleset: Ruleset, cell: int) -> None:
    """Put the hero on a cell: few would live to get there."""
    world.hero.cell = cell
    update_fov(world, ruleset)
    update_visible(world)


@rule
def is_open(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether the hero can be put on a cell."""
    return ruleset.enterable[world.tiles[cell]] == 1 and (world.occupant[cell] == 0 or cell == world.hero.cell)


@rule
def take_stairs(world: World, ruleset: Ruleset) -> int:
    """Put the hero on the stairs, if there are any, and let it descend."""
    cell = 0
    while cell < CELL_COUNT and world.tiles[cell] != STAIRS:
        cell += 1
    if cell < CELL_COUNT and is_open(world, ruleset, cell):
        put_hero(world, ruleset, cell)
    return step(world, ruleset, action(DESCEND))


@rule
def is_key(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item opens something."""
    for row in range(ruleset.terrain_kinds):
        if ruleset.terrain[row].key_kind == kind + 1:
            return True
    return False


@rule
def fetch_item(world: CountedWorld, ruleset: Ruleset) -> int:
    """Put the hero on an item, on a key if there is one, and let it pick it up."""
    best = NOWHERE
    if world.item_count > 0:
        first = below(world.counts.random, COMBAT, world.item_count)
        for number in range(world.item_count):
            item = world.items[(first + number) % world.item_count]
            free = item.cell >= 0 and is_open(world, ruleset, item.cell)
            if free and (best == NOWHERE or is_key(ruleset, item.kind)):
                best = item.cell
    if best != NOWHERE:
        put_hero(world, ruleset, best)
    return step(world, ruleset, action(PICK_UP))


@rule
def cell_beside(world: CountedWorld, ruleset: Ruleset, cell: int) -> int:
    """A cell beside another, on which the hero can be put, and note the direction of the other; NOWHERE if none is."""
    first = below(world.counts.random, COMBAT, len(DIRECTIONS))
    for number in range(len(DIRECTIONS)):
        heading = (first + number) % len(DIRECTIONS)
        beside = cell - DIRECTIONS[heading]
        if is_open(world, ruleset, beside):
            world.counts.heading = heading
            return beside
    return NOWHERE


@rule
def walk_into_terrain(world: CountedWorld, ruleset: Ruleset) -> int:
    """Put the hero beside something other than floor, half of the time something to open, and let it walk into that."""
    best = NOWHERE
    first = below(world.counts.random, COMBAT, CELL_COUNT)
    opens = below(world.counts.random, COMBAT, 2)
    for number in range(CELL_COUNT):
        cell = (first + number) % CELL_COUNT
        kind = world.tiles[cell]
        if kind > STAIRS and world.occupant[cell] == 0 and cell != world.hero.cell:
            better = opens == 1 and ruleset.terrain[kind].opens_to > 0
            if better or best == NOWHERE:
                beside = cell_beside(world, ruleset, cell)
                best = beside if beside != NOWHERE else best
                if beside != NOWHERE and (better or opens == 0):
                    break
    if best != NOWHERE:
        put_hero(world, ruleset, best)
    return step(world, ruleset, action(MOVE, world.counts.heading))


@rule
def hesitates(hero: Hero) -> bool:
    """Whether the hero attacks nobody."""
    return hero.conditions & (AFRAID | CHARMED) != 0


@rule
def meet_somebody(world: CountedWorld, ruleset: Ruleset) -> int:
    """Put the hero beside a captive or somebody invisible, else beside anybody, and let it walk into that."""
    best = NOWHERE
    first = below(world.counts.random, COMBAT, max(world.actor_count, 1))
    captive = 0 if hesitates(world.hero) else below(world.counts.random, COMBAT, 2)
    for number in range(world.actor_count):
        actor = world.actors[(first + number) % world.actor_count]
        if actor.hp > 0:
            better = actor.side == NEUTRAL if captive == 1 else not is_perceived(actor)
            beside = cell_beside(world, ruleset, actor.cell) if better or best == NOWHERE else NOWHERE
            if beside != NOWHERE:
                best = beside
                if better:
                    break
    if best != NOWHERE:
        put_hero(world, ruleset, best)
    return step(world, ruleset, action(MOVE, world.counts.heading))


@rule
def take_action(world: CountedWorld, ruleset: Ruleset, mind: BotMemory, number: int) -> int:
    """Take an action of a game. Returns why it was impossible, or DONE."""
    counts = world.counts
    place = number % ROUND
    if place == ROUND - 1:
        return take_stairs(world, ruleset)
    if place == 7:
        return fetch_item(world, ruleset)
    if place == 8:
        return walk_into_terrain(world, ruleset)
    if place == 11 or (place in (12, 13, 14) and hesitates(world.hero)):
        return meet_somebody(world, ruleset)
    if place in (9, 10):
        return step(world, ruleset, action(MOVE, counts.heading))
    player = below(counts.random, COMBAT, 10)
    if player < 2:
        return step(world, ruleset, diver(world.hero, ruleset, mind))
    if player < 4:
        return step(world, ruleset, explorer(world.hero, ruleset, mind))
    return step(world, ruleset, any_action(world.hero, counts.random))


@rule
def count_floor(world: CountedWorld, ruleset: Ruleset) -> None:
    """Count what a new floor is made of."""
    counts = world.counts
    counts.floor = world.floor
    drawn = drawing_on(ruleset, world.floor)
    if drawn > 0:
        counts.drawn[drawn - 1] += 1
    elif world.layout > 0:
        counts.generators[ruleset.layouts[world.layout - 1].generator] += 1


@rule
def count_events(world: CountedWorld, told: int) -> None:
    """Count what the hero has perceived since it was told of so many events."""
    hero = world.hero
    for number in range(max(told, hero.event_count - MAX_EVENTS), hero.event_count):
        world.counts.events[hero.events[number % MAX_EVENTS].what] += 1


@rule
def play_and_count(
    world: CountedWorld, ruleset: SmallRuleset, mind: BotMemory, seed: int, actions: int, every: int
) -> int:
    """Play at random and by bots. Returns the first fault; SOUND if there is none.

    A new game begins after each death, and when enough effects have been tried.
    The world is checked after every so many actions, and at each death.
    """
    counts = world.counts
    seed_streams(counts.random, seed, 0)
    most = 0
    for number in range(actions):
        told = world.hero.event_count
        if number == 0 or world.outcome != PLAYING or counts.tried > most:
            counts.games += 1
            most = counts.tried + MOST_TRIED
            new_game(world, ruleset, seed + number)
            start_mind(mind, seed + number)
            counts.floor = 0
            told = 0
        counts.reasons[take_action(world, ruleset, mind, number)] += 1
        counts.actions += 1
        count_events(world, told)
        if world.floor != counts.floor:
            count_floor(world, ruleset)
        if (number + 1) % every == 0 or number + 1 == actions or world.outcome != PLAYING:
            fault = fault_in(world, ruleset)
            if fault > 0:
                return fault
    return 0
