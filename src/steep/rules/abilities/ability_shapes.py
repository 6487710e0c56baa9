"""The geometry of abilities: which cells one reaches, and whether it can be used on a target.

The same functions answer for the hero, asked with its view (`refusal`, `seen_hits`), and for everybody, asked with the
world (`steep.rules.abilities.use_abilities`). Distances are measured as the ruleset says.
"""

from __future__ import annotations

from steep.core.geometry import NOWHERE, WIDTH, squared_reach, steps_between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import AbilityRow, Ruleset, codes
from steep.core.world import ALLIED, HOSTILE, Hero, VisibleMonster
from steep.rules.action_codes import (
    CASTER_NOT_IN_BLAST,
    DONE,
    ENOUGH_ALLIES,
    FULL_HEALTH,
    NO_ENEMY_IN_REACH,
    NO_ENEMY_THERE,
    NO_USE,
    NOT_HUNGRY,
    NOTHING_IN_BLAST,
    NOTHING_TO_ENCHANT,
    NOTHING_TO_IDENTIFY,
    OUT_OF_REACH,
    OUT_OF_SIGHT,
    TOO_CHARMED,
)
from steep.rules.items.identification_and_enchantments import enchants_nothing, first_unidentified, not_ready

AIMED = (codes.TOUCH, codes.TARGET, codes.BOLT, codes.BEAM, codes.BALL, codes.CONE)
"""The shapes whose user has to choose a cell."""

LINES = (codes.BOLT, codes.BEAM)
"""The shapes that are a line from their user towards the target."""

FAR = 1000
"""Cells: farther than any two on a map are apart."""


@rule
def needs_target(ability: AbilityRow) -> bool:
    """Whether its user has to choose a cell."""
    return ability.area in AIMED


@rule
def is_line(shape: int) -> bool:
    """Whether a shape is a line from its user towards a target."""
    return shape in LINES


@rule
def reach_of(ability: AbilityRow) -> int:
    """Its reach in cells; FAR if it has no limit of its own."""
    return ability.reach if ability.reach > 0 else FAR


@rule
def line_cell(origin: int, target: int, steps: int) -> int:
    """The cell that many steps along the straight line from a cell through another; it may lie beyond the other."""
    dx = target % WIDTH - origin % WIDTH
    dy = target // WIDTH - origin // WIDTH
    length = max(abs(dx), abs(dy))
    if length == 0:
        return origin
    across = (2 * steps * dx + length) // (2 * length)
    down = (2 * steps * dy + length) // (2 * length)
    return origin + down * WIDTH + across


@rule
def line_length(tiles: Cells, stops: Cells, origin: int, target: int, reach: int) -> int:
    """Steps along a line before terrain stops it, at most `reach`. `stops` is `Ruleset.stops`."""
    length = 0
    if origin != target:
        while length < reach and stops[tiles[line_cell(origin, target, length + 1)]] == 0:
            length += 1
    return length


@rule
def line_is_open(tiles: Cells, stops: Cells, origin: int, target: int) -> bool:
    """Whether a straight line reaches a cell."""
    steps = steps_between(origin, target)
    return line_length(tiles, stops, origin, target, steps) == steps


@rule
def is_in_cone(cell: int, origin: int, target: int, reach: int, by_steps: bool) -> bool:
    """Whether a cell lies within 45 degrees of the direction to the target, and within reach."""
    if cell == origin or origin == target or squared_reach(cell, origin, by_steps) > reach * reach:
        return False
    dx = target % WIDTH - origin % WIDTH
    dy = target // WIDTH - origin // WIDTH
    x = cell % WIDTH - origin % WIDTH
    y = cell // WIDTH - origin // WIDTH
    along = dx * x + dy * y
    return along > 0 and 2 * along * along >= (dx * dx + dy * dy) * (x * x + y * y)


@rule
def is_in_ball(ability: AbilityRow, ruleset: Ruleset, cell: int, centre: int) -> bool:
    """Whether an ability of the shape BALL reaches a cell from its centre."""
    return squared_reach(cell, centre, ruleset.distance == codes.CHEBYSHEV) <= ability.radius * ability.radius


@rule
def is_in_shape(ability: AbilityRow, ruleset: Ruleset, cell: int, origin: int, target: int, length: int) -> bool:
    """Whether an ability used from `origin` on `target` reaches a cell, whatever its user sees.

    `length` is that of its line (`line_length`, or to the first actor for a bolt). For CONE and VIEW, which walls
    limit, this is what they would reach in the open.
    """
    shape = ability.area
    by_steps = ruleset.distance == codes.CHEBYSHEV
    if shape == codes.SELF:
        return cell == origin
    if shape == codes.BALL:
        return is_in_ball(ability, ruleset, cell, target)
    if shape == codes.BOLT:
        return length > 0 and cell == line_cell(origin, target, length)
    if shape == codes.BEAM:
        steps = steps_between(origin, cell)
        return 0 < steps <= length and cell == line_cell(origin, target, steps)
    if shape == codes.CONE:
        return is_in_cone(cell, origin, target, reach_of(ability), by_steps)
    if shape == codes.BURST:
        return cell != origin and squared_reach(cell, origin, by_steps) <= ability.radius * ability.radius
    if shape in (codes.VIEW, codes.WHOLE_FLOOR):
        return cell != origin
    return cell == target


@rule
def nearest_square(reach: int) -> int:
    """The nearest enemy is hit at a squared distance below this: less than one cell beyond the reach.

    With reach 5 that is 108 cells around the user by straight lines, and 120 by king's moves, as many as within 5.
    """
    return (reach + 1) * (reach + 1)


@rule
def seen_on(hero: Hero, cell: int) -> int:
    """Row in `hero.visible_monsters` of the monster on a cell; NOWHERE if none is seen there."""
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].cell == cell:
            return i
    return NOWHERE


@rule
def nearest_seen(hero: Hero, ruleset: Ruleset, reach: int) -> int:
    """Row in `hero.visible_monsters` of the nearest enemy within reach, the first of equals; NOWHERE if none."""
    nearest = NOWHERE
    limit = nearest_square(reach)
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if monster.side == HOSTILE:
            square = squared_reach(hero.cell, monster.cell, ruleset.distance == codes.CHEBYSHEV)
            if square < limit:
                nearest = i
                limit = square
    return nearest


@rule
def seen_line_length(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int) -> int:
    """The length of the hero's line towards a cell as the hero knows it: a bolt ends at the first monster in view."""
    if not is_line(ability.area):
        return 0
    length = line_length(hero.remembered, ruleset.stops, hero.cell, target, reach_of(ability))
    if ability.area == codes.BOLT:
        for steps in range(1, length):
            if seen_on(hero, line_cell(hero.cell, target, steps)) != NOWHERE:
                return steps
    return length


@rule
def is_on_side(ability: AbilityRow, monster: VisibleMonster) -> bool:
    """Whether the hero's ability affects a monster of its side."""
    if ability.affects == codes.ENEMIES:
        return monster.side == HOSTILE
    return ability.affects != codes.ALLIES or monster.side != HOSTILE


@rule
def would_hit(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int, length: int, cell: int) -> bool:
    """Whether the hero's ability reaches a cell, as far as the hero knows. `length` is `seen_line_length`."""
    if not is_in_shape(ability, ruleset, cell, hero.cell, target, length):
        return False
    if ability.area == codes.VIEW:
        return hero.visible[cell] == 1
    return ability.area != codes.CONE or line_is_open(hero.remembered, ruleset.stops, hero.cell, cell)


@rule
def seen_hits(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int) -> int:
    """How many monsters in view the hero's ability hits when it is used on a cell."""
    length = seen_line_length(hero, ruleset, ability, target)
    count = 0
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if is_on_side(ability, monster) and would_hit(hero, ruleset, ability, target, length, monster.cell):
            count += 1
    return count


@rule
def hits_hero(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int) -> bool:
    """Whether the hero's ability affects the hero when it is used on a cell."""
    return ability.affects != codes.ENEMIES and is_in_shape(ability, ruleset, hero.cell, hero.cell, target, 0)


@rule
def is_within_reach(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int) -> bool:
    """Whether the hero can aim an ability at a cell that far away; lines and cones go as far as they can."""
    if ability.area not in (codes.TARGET, codes.BALL, codes.TOUCH):
        return True
    touch = ability.area == codes.TOUCH
    reach = 1 if touch else reach_of(ability)
    return squared_reach(hero.cell, target, touch or ruleset.distance == codes.CHEBYSHEV) <= reach * reach


@rule
def allies_seen(hero: Hero, kind: int) -> int:
    """How many allies of a kind are in view."""
    count = 0
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == ALLIED and hero.visible_monsters[i].kind == kind:
            count += 1
    return count


@rule
def why_wasted(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """Why the hero would gain nothing from an ability that only heals, feeds, identifies or calls; DONE if it would."""
    reason = DONE
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == codes.HEAL and (hero.hp == hero.max_hp or effect.dice * effect.sides + effect.plus == 0):
            reason = FULL_HEALTH
        elif effect.effect == codes.FEED and hero.nutrition == ruleset.hunger_full:
            reason = NOT_HUNGRY
        elif effect.effect == codes.IDENTIFY and first_unidentified(hero, ruleset) == NOWHERE:
            reason = NOTHING_TO_IDENTIFY
        elif effect.effect == codes.SUMMON and effect.limit > 0 and allies_seen(hero, effect.kind) >= effect.limit:
            reason = ENOUGH_ALLIES
        else:
            return DONE
    return reason


@rule
def refusal(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int) -> int:
    """Why the hero can't use an ability on a cell, as far as the hero knows; DONE if it can.

    `target` matters only for shapes that need one.
    """
    shape = ability.area
    if ability.effect_count == 0:
        return NO_USE
    if hero.conditions & codes.CHARMED != 0 and ability.traits & codes.HARMS != 0:
        return TOO_CHARMED
    if shape == codes.SELF:
        if enchants_nothing(hero, ruleset, ability):
            return NOTHING_TO_ENCHANT
        return why_wasted(hero, ruleset, ability)
    if shape == codes.NEAREST:
        return NO_ENEMY_IN_REACH if nearest_seen(hero, ruleset, ability.reach) == NOWHERE else DONE
    if shape in (codes.TARGET, codes.BALL, codes.TOUCH):
        if hero.visible[target] == 0:
            return OUT_OF_SIGHT
        if not is_within_reach(hero, ruleset, ability, target):
            return OUT_OF_REACH
    if shape in (codes.TARGET, codes.TOUCH):
        row = seen_on(hero, target)
        return DONE if row != NOWHERE and is_on_side(ability, hero.visible_monsters[row]) else NO_ENEMY_THERE
    if needs_target(ability) and shape != codes.BALL and target == hero.cell:
        return NOTHING_IN_BLAST
    if ability.needs == codes.NEEDS_CASTER:
        return DONE if hits_hero(hero, ruleset, ability, target) else CASTER_NOT_IN_BLAST
    if ability.needs == codes.NEEDS_NOTHING or seen_hits(hero, ruleset, ability, target) > 0:
        return DONE
    if ability.needs != codes.NEEDS_ENEMY and hits_hero(hero, ruleset, ability, target):
        return DONE
    return NOTHING_IN_BLAST


@rule
def can_use(hero: Hero, ruleset: Ruleset, slot: int, target: int) -> bool:
    """Whether using the item in a slot does something, on a target cell if it needs one.

    What harms must hit a monster in view, even where the ruleset lets it be wasted.
    """
    if hero.inventory[slot].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        return True
    if kind.use == NOWHERE:
        return False
    ability = ruleset.abilities[kind.use]
    if not_ready(hero, ruleset, slot) != DONE or refusal(hero, ruleset, ability, target) != DONE:
        return False
    return (
        ability.traits & codes.HARMS == 0
        or ability.area == codes.NEAREST
        or seen_hits(hero, ruleset, ability, target) > 0
    )
