"""Which vaults and drawn floors a floor can have, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from steep.core.ruleset import MAX_FLOORS, DiceTable, Drawing, LegendRow, Ruleset
from steep.mapgen.make_floor import drawing_on
from steep.spawn.draw_from_compiled_tables import value_on


def drawn_floor(ruleset: Ruleset, floor: int) -> Drawing | None:
    """The drawing of a floor that is drawn whole; None for others."""
    number = drawing_on(ruleset, floor)
    return ruleset.drawings[number - 1] if number else None


def is_populated(ruleset: Ruleset, floor: int) -> bool:
    """Whether a floor has monsters and items of the tables."""
    drawing = drawn_floor(ruleset, floor)
    return drawing is None or drawing.populate == 1


def most_of(ruleset: Ruleset, table: DiceTable, floor: int) -> int:
    """The highest number of vaults, or of themes, that is drawn for a floor."""
    if table.floors == 0 or drawn_floor(ruleset, floor) is not None:
        return 0
    row = min(floor, table.floors) - 1
    return max(0, table.dice[row] * table.sides[row] + table.plus[row])


def vault_odds(ruleset: Ruleset, floor: int) -> dict[int, Fraction]:
    """The odds of each vault in a draw on a floor, before any that appears once has; empty if none is drawn."""
    if most_of(ruleset, ruleset.vaults_per_floor, floor) == 0:
        return {}
    return shares({n: value_on(ruleset.drawings[n].weight, floor) for n in range(ruleset.vault_count)})


def theme_odds(ruleset: Ruleset, floor: int) -> dict[int, Fraction]:
    """The odds of each theme in a draw on a floor; empty if none is drawn."""
    if most_of(ruleset, ruleset.themes_per_floor, floor) == 0:
        return {}
    return shares({n: value_on(ruleset.themes[n].weight, floor) for n in range(ruleset.theme_count)})


def shares(weights: dict[int, int]) -> dict[int, Fraction]:
    """The share of each weight that isn't 0."""
    total = sum(weights.values())
    return {number: Fraction(weight, total) for number, weight in weights.items() if weight}


def guaranteed_vaults(ruleset: Ruleset, floor: int) -> set[int]:
    """The vaults that a floor has for sure, as far as there is room."""
    if drawn_floor(ruleset, floor) is not None:
        return set()
    return {number for number in range(ruleset.vault_count) if value_on(ruleset.drawings[number].guaranteed, floor)}


def vaults_that_can_be_on(ruleset: Ruleset, floor: int) -> list[int]:
    """The vaults that a floor can have: guaranteed ones, those drawn by weight, and those that hold their keys."""
    found = guaranteed_vaults(ruleset, floor) | set(vault_odds(ruleset, floor))
    for number in list(found):
        while ruleset.drawings[number].key_in and ruleset.drawings[number].key_in - 1 not in found:
            number = ruleset.drawings[number].key_in - 1
            found.add(number)
    return sorted(found)


def drawings_on(ruleset: Ruleset, floor: int) -> list[Drawing]:
    """The drawings that a floor can have: itself, or vaults."""
    whole = drawn_floor(ruleset, floor)
    vaults = [ruleset.drawings[number] for number in vaults_that_can_be_on(ruleset, floor)]
    return vaults if whole is None else [whole]


def legends_on(ruleset: Ruleset, floor: int) -> Iterator[LegendRow]:
    """What the cells of the drawings and the themes that a floor can have stand for."""
    for theme in theme_odds(ruleset, floor):
        row = ruleset.themes[theme]
        yield from (fill.what for fill in ruleset.fills[row.first_fill : row.first_fill + row.fill_count])
    for drawing in drawings_on(ruleset, floor):
        cells = ruleset.drawn_cells[drawing.first_cell : drawing.first_cell + drawing.width * drawing.height]
        yield from (ruleset.legend[drawing.first_legend + number] for number in sorted(set(map(int, cells))))


def keys_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of keys that lie on a floor for the locked doors of its vaults."""
    return {drawing.key_kind - 1 for drawing in drawings_on(ruleset, floor) if drawing.key_kind}


def deepest_drawn(ruleset: Ruleset) -> int:
    """The first floor from which on no weight of a vault or a theme and no drawn floor makes a difference."""
    drawn = [floor + 1 for floor in range(1, MAX_FLOORS + 1) if drawn_floor(ruleset, floor)]
    vaults = ruleset.drawings[: ruleset.vault_count]
    weights = [table.floors for vault in vaults for table in (vault.weight, vault.guaranteed)]
    weights += [ruleset.themes[number].weight.floors for number in range(ruleset.theme_count)]
    return max([1, *drawn, *weights])
