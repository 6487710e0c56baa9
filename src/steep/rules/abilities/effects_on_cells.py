"""What an ability's effects do to the terrain and the gas of the cells that it reaches."""

from __future__ import annotations

from steep.core.gas import gas_row
from steep.core.geometry import HEIGHT, WIDTH, steps_between
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import AbilityRow, EffectRow, Ruleset, codes
from steep.core.ruleset.codes import RELEASE_GAS
from steep.core.world import HERO, MAX_RADIUS, World
from steep.rules.abilities.ability_shapes import is_in_shape, is_line, line_cell, line_is_open, line_length, reach_of
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.perceived_events import DUG, IGNITED, MADE, emit
from steep.rules.terrain import become, kindle, release


@rule
def is_on_edge(ruleset: Ruleset, cell: int) -> bool:
    """Whether a cell is on the border of the map, which stays rock, or beyond it."""
    x = cell % WIDTH
    y = cell // WIDTH
    return x == 0 or x >= ruleset.map_width - 1 or y == 0 or y >= ruleset.map_height - 1


@rule
def change_cell(world: World, ruleset: Ruleset, effect: EffectRow, cell: int) -> int:
    """Apply an effect to the terrain or gas of a cell. Returns the row of what changed or appeared; 0 for nothing."""
    kind = int(world.tiles[cell])
    row = ruleset.terrain[kind]
    if effect.effect == RELEASE_GAS:
        return effect.kind if release(world, ruleset, cell, effect.kind, effect.plus) else 0
    if effect.effect == codes.DIG:
        return kind if become(world, ruleset, cell, row.digs_to) else 0
    if effect.effect == codes.IGNITE:
        gas = gas_row(world.gas, cell)
        burns = kindle(world, ruleset, cell)
        if become(world, ruleset, cell, row.burns_to):
            return kind
        return gas if burns else 0
    return effect.kind if row.solid == 0 and become(world, ruleset, cell, effect.kind) else 0


@rule
def change_cells(
    world: World, ruleset: Ruleset, ability: AbilityRow, effect: EffectRow, user: int, target: int
) -> None:
    """Apply an effect to all cells in an ability's shape. Digging goes on where lines end."""
    origin = cell_of_actor(world, user)
    changed = 0
    first = origin
    what = 0
    if is_line(ability.area):
        reach = min(reach_of(ability), WIDTH)
        length = reach if effect.effect == codes.DIG else line_length(world.tiles, ruleset.stops, origin, target, reach)
        start = length if ability.area == codes.BOLT and effect.effect != codes.DIG else 1
        for steps in range(start, length + 1):
            cell = line_cell(origin, target, steps)
            if origin == target or steps == 0 or is_on_edge(ruleset, cell):
                break
            kind = change_cell(world, ruleset, effect, cell) if rolls(world, effect) else 0
            if kind > 0:
                what = kind if changed == 0 else what
                first = cell if changed == 0 else first
                changed += 1
    else:
        spread = MAX_RADIUS if ability.area in (codes.CONE, codes.VIEW, codes.WHOLE_FLOOR) else int(ability.radius)
        from_cell = target if ability.area == codes.BALL else origin
        left = max(0, min(from_cell % WIDTH, target % WIDTH) - spread)
        right = min(WIDTH - 1, max(from_cell % WIDTH, target % WIDTH) + spread)
        top = max(0, min(from_cell // WIDTH, target // WIDTH) - spread)
        bottom = min(HEIGHT - 1, max(from_cell // WIDTH, target // WIDTH) + spread)
        for y in range(top, bottom + 1):
            for cell in range(y * WIDTH + left, y * WIDTH + right + 1):
                if reaches_cell(world, ruleset, ability, cell, origin, target) and not is_on_edge(ruleset, cell):
                    kind = change_cell(world, ruleset, effect, cell) if rolls(world, effect) else 0
                    if kind > 0:
                        what = kind if changed == 0 else what
                        first = cell if changed == 0 else first
                        changed += 1
    if changed > 0 and (world.hero.visible[first] == 1 or origin == world.hero.cell):
        event = DUG if effect.effect == codes.DIG else IGNITED if effect.effect == codes.IGNITE else MADE
        emit(world, event, HERO, HERO, changed, first, what)


@rule
def rolls(world: World, effect: EffectRow) -> bool:
    """Whether an effect with a chance comes about."""
    return effect.chance >= 100 or below(world.random, COMBAT, 100) < effect.chance


@rule
def reaches_cell(world: World, ruleset: Ruleset, ability: AbilityRow, cell: int, origin: int, target: int) -> bool:
    """Whether an ability that isn't a line reaches a cell, past nothing that stops lines."""
    if ability.area == codes.SELF:
        return cell == origin
    far = steps_between(cell, origin) > MAX_RADIUS and steps_between(cell, target) > MAX_RADIUS
    if far or not is_in_shape(ability, ruleset, cell, origin, target, 0):
        return False
    if ability.area in (codes.CONE, codes.VIEW):
        return line_is_open(world.tiles, ruleset.stops, origin, cell)
    return True
