"""Terrain at work: its effects on actors that enter or stay, what it becomes, and how hidden terrain is found."""

from __future__ import annotations

from steep.core.breadth_first_search import ENDS_SEARCH
from steep.core.gas import close_gas_to_search, gas_row, of_gas, units_of_gas
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE, STAIRS, UNKNOWN
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_TERRAIN, ON_ENTER, ON_STAY, Mover, Ruleset, codes
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import HERO, HERO_ROW, MAX_GAS, Hero, Search, World
from steep.mapgen.make_floor import note_active, note_terrain
from steep.mapgen.put_on_free_cell import item_lies_on
from steep.rules.abilities.queue import bit_of, enqueue_rows
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.action_codes import BLOCKED, DONE, LOCKED
from steep.rules.items.identification_and_enchantments import remove_item, slot_of_kind
from steep.rules.perceived_events import FOUND, OPENED, emit


@rule
def set_terrain(world: World, ruleset: Ruleset, cell: int, kind: int) -> None:
    """Change the terrain of a cell. The hero sees it if the cell is in view."""
    hero = world.hero
    if hero.visible[cell] == 1:
        if ruleset.opaque[world.tiles[cell]] != ruleset.opaque[kind]:
            world.sight_changed = 1
        hero.remembered[cell] = ruleset.seen_as[kind]
    world.tiles[cell] = kind
    note_terrain(world, ruleset, cell)


@rule
def is_occupied(world: World, cell: int) -> bool:
    """Whether somebody is on a cell."""
    return world.occupant[cell] > 0 or world.hero.cell == cell


@rule
def become(world: World, ruleset: Ruleset, cell: int, kind: int) -> bool:
    """Change the terrain of a cell if possible: stairs stay, and nobody is walled in. Returns whether it changed."""
    before = int(world.tiles[cell])
    if kind == 0 or before in (STAIRS, kind):
        return False
    if ruleset.enterable[kind] == 0 and is_occupied(world, cell):
        return False
    set_terrain(world, ruleset, cell, kind)
    return True


@rule
def touches(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether the terrain of its cell affects an actor. Flyers may be above it, and swimmers live in it."""
    kind = world.tiles[cell_of_actor(world, index)]
    mover = mover_of(world, ruleset, index)
    row = ruleset.terrain[kind]
    return not (mover.flies == 1 and row.tall == 0) and not (mover.swims == 1 and row.deep == 1)


@rule
def set_off_terrain(world: World, ruleset: Ruleset, trigger: int, index: int, kind: int) -> None:
    """Enqueue the abilities that a trigger sets off in the terrain, or in the gas, around an actor."""
    row = ruleset.terrain[kind]
    if row.triggers & bit_of(trigger) != 0:
        cell = cell_of_actor(world, index)
        enqueue_rows(world, ruleset, trigger, row.first_ability, row.ability_count, index, cell, kind)


@rule
def find(world: World, ruleset: Ruleset, cell: int) -> None:
    """Reveal hidden terrain, unless that would wall somebody in, and tell the hero if the cell is in view."""
    kind = ruleset.terrain[world.tiles[cell]].found_to
    if become(world, ruleset, cell, kind) and world.hero.visible[cell] == 1:
        emit(world, FOUND, HERO, HERO, 0, cell, kind)


@rule
def enter(world: World, ruleset: Ruleset, index: int) -> None:
    """Apply the terrain under an actor that entered it, and change the terrain as it then does."""
    cell = cell_of_actor(world, index)
    if world.tiles[cell] <= STAIRS or not touches(world, ruleset, index):
        return
    if ruleset.terrain[world.tiles[cell]].found_to > 0:
        find(world, ruleset, cell)
    set_off_terrain(world, ruleset, ON_ENTER, index, int(world.tiles[cell]))
    become(world, ruleset, cell, ruleset.terrain[world.tiles[cell]].entered_to)


@rule
def land(world: World, ruleset: Ruleset, index: int) -> None:
    """Let an actor whose flight has ended meet the terrain under it."""
    if mover_of(world, ruleset, index).flies == 0 and world.actors[index].hp > 0:
        enter(world, ruleset, index)


@rule
def cross(world: World, ruleset: Ruleset, index: int, before: int) -> None:
    """Let terrain notice that an actor has come from another cell."""
    left_to = ruleset.terrain[world.tiles[before]].left_to
    if left_to > 0 and not is_occupied(world, before) and not item_lies_on(world, before):
        become(world, ruleset, before, left_to)
    enter(world, ruleset, index)


@rule
def open_terrain(world: World, ruleset: Ruleset, cell: int) -> int:
    """Let the hero open the solid terrain of a cell, which may take a key. Returns DONE, or why it can't."""
    kind = int(world.tiles[cell])
    row = ruleset.terrain[kind]
    if row.opens_to == 0:
        return BLOCKED
    if not can_open(world.hero, ruleset, kind):
        return LOCKED
    if row.key_kind > 0:
        remove_item(world.hero, ruleset, slot_of_kind(world.hero, row.key_kind - 1))
    set_terrain(world, ruleset, cell, row.opens_to)
    emit(world, OPENED, HERO, HERO, 0, cell, kind)
    return DONE


@rule
def close_others(world: World, ruleset: Ruleset, cell: int) -> None:
    """When an item was taken from a cell, let the others of its kind in the same room become what they then become."""
    kind = int(world.tiles[cell])
    taken_to = ruleset.terrain[kind].taken_to
    if taken_to > 0:
        for other in range(CELLS):
            same = world.tiles[other] == kind and world.region_of[other] == world.region_of[cell]
            if same and other != cell:
                become(world, ruleset, other, taken_to)


@rule
def look_around(world: World, ruleset: Ruleset) -> None:
    """Let the hero find hidden terrain beside it, by chance."""
    for direction in DIRECTIONS:
        cell = world.hero.cell + direction
        if ruleset.terrain[world.tiles[cell]].found_to > 0 and below(world.random, COMBAT, 100) < ruleset.finds:
            find(world, ruleset, cell)


@rule
def stay(world: World, ruleset: Ruleset, index: int) -> None:
    """Apply the terrain under an actor that stayed, and the gas around it."""
    cell = cell_of_actor(world, index)
    if world.tiles[cell] > STAIRS and touches(world, ruleset, index):
        set_off_terrain(world, ruleset, ON_STAY, index, int(world.tiles[cell]))
    if world.gas[cell] > 0:
        set_off_terrain(world, ruleset, ON_STAY, index, gas_row(world.gas, cell))


# Gas at work: it is released, moves from cell to cell, thins out and catches fire.


@rule
def release(world: World, ruleset: Ruleset, cell: int, row: int, units: int) -> bool:
    """Add gas to a cell that can hold it; it takes the place of any other. Returns whether there is room for it."""
    if ruleset.holds_gas[world.tiles[cell]] == 0 or not note_active(world, cell):
        return False
    if gas_row(world.gas, cell) == row:
        units += units_of_gas(world.gas, cell)
    elif world.gas[cell] == 0:
        world.gas_count += 1
    world.gas[cell] = of_gas(row, min(MAX_GAS, units))
    return True


@rule
def kindle(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Set fire to the gas of a cell. Returns whether it burns."""
    burns_to = ruleset.terrain[gas_row(world.gas, cell)].burns_to
    if burns_to == 0:
        return False
    world.gas[cell] = of_gas(burns_to, units_of_gas(world.gas, cell))
    return True


@rule
def move_gas(world: World, ruleset: Ruleset, cell: int) -> None:
    """A turn of the gas of one cell: it may lose a unit, and half the difference may flow to a neighbour with less.

    A half is rounded up, so that single units drift. One random number has all three rolls.
    """
    gas = world.gas
    row = ruleset.terrain[gas_row(gas, cell)]
    rolls = below(world.random, COMBAT, len(DIRECTIONS) * 100 * 100)
    if rolls % 100 < row.thins:
        if units_of_gas(gas, cell) == 1:
            gas[cell] = 0
            world.gas_count -= 1
            return
        gas[cell] = int(gas[cell]) - 1
    beside = cell + DIRECTIONS[rolls // 10_000]
    same = gas[beside] == 0 or gas_row(gas, beside) == gas_row(gas, cell)
    if rolls // 100 % 100 < row.spreads and same and ruleset.holds_gas[world.tiles[beside]] == 1:
        flow = (units_of_gas(gas, cell) - units_of_gas(gas, beside) + 1) // 2
        if flow > 0 and note_active(world, beside):
            world.gas_count += int(gas[beside] == 0)
            gas[beside] = of_gas(gas_row(gas, cell), units_of_gas(gas, beside) + flow)
            if units_of_gas(gas, cell) == flow:
                gas[cell] = 0
                world.gas_count -= 1
            else:
                gas[cell] = int(gas[cell]) - flow


# The terrain to which an actor goes: monsters belong to a class of `Ruleset.movers`; the hero's is in its view.


@rule
def mover_row(world: World, ruleset: Ruleset, index: int) -> int:
    """The row of an actor's class."""
    actor = world.actors[index]
    row = codes.HERO_WALKS if index == HERO_ROW else ruleset.monsters[actor.kind].mover
    return ruleset.movers[row].aloft if actor.conditions & codes.FLYING != 0 else row


@rule
def mover_of(world: World, ruleset: Ruleset, index: int) -> Mover:
    """The class of an actor: to which terrain it goes."""
    return ruleset.movers[mover_row(world, ruleset, index)]


@rule
def mover_from_here(world: World, ruleset: Ruleset, index: int) -> Mover:
    """The class of an actor where it is now: in gas that it avoids, it goes on through it."""
    row = mover_row(world, ruleset, index)
    in_gas = ruleset.movers[row].passable[gas_row(world.gas, cell_of_actor(world, index))] == 0
    return ruleset.movers_in_gas[row] if in_gas else ruleset.movers[row]


@rule
def bar_gas_in_view(hero: Hero, search: Search, mark: int) -> None:
    """Keep a search of the hero's off the gas in view that it avoids, unless it is in it. `mark` 0 undoes that."""
    if hero.gas_in_view > 0 and hero.passable[gas_row(hero.gas, hero.cell)] == 1:
        close_gas_to_search(hero.gas, hero.in_view, hero.in_view_count, hero.passable, search, mark)


@rule
def bears_gas(hero: Hero, cell: int) -> bool:
    """Whether the gas in view on a cell doesn't keep the hero away: it doesn't mind it, or is in such gas itself."""
    if hero.gas[cell] == 0:
        return True
    return hero.passable[gas_row(hero.gas, cell)] == 1 or hero.passable[gas_row(hero.gas, hero.cell)] == 0


@rule
def can_open(hero: Hero, ruleset: Ruleset, kind: int) -> bool:
    """Whether the hero can open a kind of solid terrain: it needs a key, or none."""
    row = ruleset.terrain[kind]
    if row.opens_to == 0:
        return False
    return row.key_kind == 0 or slot_of_kind(hero, row.key_kind - 1) != NOWHERE


@rule
def is_harmed_by(hero: Hero, ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of terrain does something unwanted to the hero: `content.compiling.terrain.harms` as a rule."""
    row = ruleset.terrain[kind]
    for number in range(row.first_ability, row.first_ability + row.ability_count):
        ability = ruleset.abilities[number]
        if ability.traits & (codes.HARMS | codes.MOVES) != 0:
            for at in range(ability.first_effect, ability.first_effect + ability.effect_count):
                effect = ruleset.effects[at]
                if effect.effect != codes.DAMAGE or hero.stats[codes.RESISTANCE + effect.damage_type] < codes.IMMUNE:
                    return True
    return False


@rule
def goes_to(hero: Hero, ruleset: Ruleset, kind: int) -> int:
    """1 if the hero can and will walk on a kind of terrain as it is, or opens it with what it carries; else 0."""
    flies = hero.conditions & codes.FLYING != 0
    row = ruleset.terrain[kind]
    if row.varies == 0 or (flies and row.solid == 0 and row.tall == 0):
        return int(ruleset.movers[codes.HERO_FLIES if flies else codes.HERO_WALKS].passable[kind])
    if row.solid == 1:
        return 1 if can_open(hero, ruleset, kind) else 0
    return 0 if is_harmed_by(hero, ruleset, kind) else 1


@rule
def update_ways(hero: Hero, ruleset: Ruleset) -> None:
    """Work out the terrain to which the hero goes, given its items and statuses."""
    passable = ruleset.movers[codes.HERO_FLIES if hero.conditions & codes.FLYING != 0 else codes.HERO_WALKS].passable
    ways = hero.passable
    explores = hero.explores
    for kind in range(TERRAIN_ROWS):
        ways[kind] = passable[kind]
    for number in range(ruleset.varying_count):
        kind = int(ruleset.varying[number])
        ways[kind] = goes_to(hero, ruleset, kind)
    for kind in range(MAX_TERRAIN):
        explores[kind] = ways[kind]
    explores[UNKNOWN] = ENDS_SEARCH
