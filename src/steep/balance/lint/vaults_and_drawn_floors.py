"""Lint checks of vaults and drawn floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from steep.balance.lint.lint_input import Finding, LintInput, Number, check
from steep.balance.lint.tables import mean_of
from steep.balance.odds_and_expectations import RULE_OF_THREE
from steep.balance.odds_of_one_draw import deepest_floor, drawings_on, is_populated, theme_odds, vault_odds
from steep.content import Rulebook
from steep.content.drawn_maps import (
    AROUND,
    Position,
    cells_of,
    connected,
    enterable_cells,
    grounds_of,
    signs_of,
)
from steep.content.sections import DrawnFloor, Vault
from steep.core.ruleset import MAX_FLOORS

MAX_DROPPED_SHARE = 0.1
"""A larger share of a floor's vaults that find no place is reported."""

ENOUGH = 30
"""After this many draws, a vault that can be placed should have been."""

MOST_DOORS = 10
"""For more locked doors, not all orders of opening them are tried."""


@check("vault-never-placed")
def vault_never_placed(data: LintInput) -> Iterator[Finding]:
    """Vaults that no floor draws or guarantees, or that fit no floor."""
    ruleset = data.rulebook.compiled
    deepest = deepest_floor(ruleset)
    drawn = [drawing for floor in range(1, deepest + 1) for drawing in drawings_on(ruleset, floor)]
    for number, vault in enumerate(data.rulebook.vaults):
        reason = ""
        if not any(drawing is ruleset.drawings[number] for drawing in drawn):
            reason = "no floor on which it has weight draws vaults (counts.vaults_per_floor)"
            if not any(vault.spawn.values(MAX_FLOORS)):
                reason = "it has no weight on any floor, and no placed vault has its key in it"
        elif not fits_map(data.rulebook, vault):
            width, height = len(vault.map[0]), len(vault.map)
            inside = f"{data.rulebook.map.width - 2} x {data.rulebook.map.height - 2}"
            reason = f"it is {width} x {height}, and a map has room for {inside}"
        if reason:
            yield Finding("vault-never-placed", "warning", 1, vault.key, f"{vault.key} is never placed: {reason}")


def fits_map(rulebook: Rulebook, vault: Vault) -> bool:
    """Whether a vault is no larger than the inside of the map, in one of the ways in which it may be drawn."""
    width, height = len(vault.map[0]), len(vault.map)
    sizes = [(width, height), (height, width)] if vault.rotated else [(width, height)]
    return any(x <= rulebook.map.width - 2 and y <= rulebook.map.height - 2 for x, y in sizes)


@check("vault-never-placed")
def vault_found_no_place(data: LintInput) -> Iterator[Finding]:
    """Vaults that were drawn often enough, and never placed."""
    ruleset = data.rulebook.compiled
    counts_and_odds = [
        ({each: mean_of(count) for each, count in floor.vaults.items()}, vault_odds(ruleset, floor.floor))
        for floor in data.survey.floors
    ]
    for number, vault in enumerate(data.rulebook.vaults):
        drawn, placed, first = 0.0, 0.0, 0
        for floor, (counts, odds) in zip(data.survey.floors, counts_and_odds, strict=True):
            # Vaults that hold keys are placed besides those that are drawn.
            owners = [each for each in counts if ruleset.drawings[each].key_in == number + 1]
            by_weight = sum(counts[each] for each in counts if each in odds)
            expected = float(odds.get(number, 0)) * (by_weight + mean_of(floor.dropped_vaults)) + sum(
                counts[each] for each in owners
            )
            drawn += expected * data.survey.samples
            placed += counts.get(number, 0.0)
            first = first or (floor.floor if expected else 0)
        if placed == 0 and drawn >= ENOUGH and fits_map(data.rulebook, vault):
            text = (
                f"{vault.key} found no place on any of the generated floors, though it was drawn about {drawn:.0f} "
                f"times (95% interval of its chance of a place 0%-{RULE_OF_THREE / drawn:.1%})"
            )
            numbers = {"drawn": drawn, "placed": 0}
            yield Finding("vault-never-placed", "warning", first, vault.key, text, numbers, "floors")


@check("vaults-dropped")
def vaults_dropped(data: LintInput) -> Iterator[Finding]:
    """Floors on which many vaults find no place."""
    for floor in data.survey.floors:
        placed, dropped = sum(mean_of(each) for each in floor.vaults.values()), mean_of(floor.dropped_vaults)
        if dropped > MAX_DROPPED_SHARE * (placed + dropped):
            text = (
                f"on floor {floor.floor} {dropped:.2f} of {placed + dropped:.2f} vaults find no place: "
                "smaller vaults or fewer rooms would help"
            )
            numbers = {"placed": placed, "dropped": dropped}
            yield Finding("vaults-dropped", "warning", floor.floor, "vaults", text, numbers, "floors")
            return


@check("populated-in-vain")
def populated_in_vain(data: LintInput) -> Iterator[Finding]:
    """Vaults and drawn floors that have populate but no free cell."""
    rulebook, ruleset = data.rulebook, data.rulebook.compiled
    grounds = grounds_of(rulebook.terrain)
    kinds = ruleset.monsters[: len(rulebook.monsters)]
    homes = [ruleset.holds, *(ruleset.movers[kind.mover].lives_on for kind in kinds)]
    vaults: list[tuple[Vault | DrawnFloor, int, str]] = [(vault, 1, "") for vault in rulebook.vaults]
    floors = [(drawn, drawn.floor[0], ", but on its start and stairs") for drawn in rulebook.floors]
    for drawn, floor, but in (*vaults, *floors):
        signs = signs_of(drawn.map, drawn.legend).values()
        names = {sign.terrain or "floor" for sign in signs if not sign.keep and not sign.start} - {"stairs"}
        if drawn.populate and not any(home[grounds[name].number] for name in names for home in homes):
            what = f"{drawn.key} has populate, but the tables can place nothing on it{but}"
            text = f"{what}: its cells are {', '.join(sorted(names))}"
            yield Finding("populated-in-vain", "warning", floor, drawn.key, text)


@check("theme-never-drawn")
def theme_never_drawn(data: LintInput) -> Iterator[Finding]:
    """Themes that no floor draws."""
    ruleset = data.rulebook.compiled
    drawn = {number for floor in data.floors for number in theme_odds(ruleset, floor)}
    for number, theme in enumerate(data.rulebook.themes):
        if number not in drawn:
            weighted = any(theme.spawn.values(MAX_FLOORS))
            why = "no floor on which it has weight draws themes (counts.themes_per_floor)"
            text = f"{theme.key} is in no room: {why if weighted else 'it has no weight on any floor'}"
            yield Finding("theme-never-drawn", "warning", 1, theme.key, text)


@check("lock-without-key", "key-taken-elsewhere")
def lock_without_key(data: LintInput) -> Iterator[Finding]:
    """Locked doors of drawn floors: too few keys, keys behind their own doors, keys that another door can take."""
    rulebook = data.rulebook
    for drawn in rulebook.floors:
        locks = Locks(rulebook, drawn)
        short = False
        for key, doors in Counter(locks.doors.values()).items():
            keys = sum(found == key for found in locks.keys.values()) + locks.carried[key]
            if keys < doors:
                short = True
                text = f"{drawn.key} has {doors} doors that {key} opens, but is sure to have only {keys} of it"
                numbers: dict[str, Number] = {"doors": doors, "keys": keys}
                yield Finding("lock-without-key", "error", drawn.floor[0], drawn.key, text, numbers)
        if not short and len(locks.doors) <= MOST_DOORS:
            yield from stuck(drawn, locks)


def stuck(drawn: DrawnFloor, locks: Locks) -> Iterator[Finding]:
    """The finding that some or all orders of opening doors leave a door shut for good."""
    ends = locks.ends()
    best, worst = min(ends, key=len), max(ends, key=len)
    if best:
        text = f"{drawn.key} has doors that can't be opened, {locks.words(best)}: their keys are behind them"
        yield Finding("lock-without-key", "error", drawn.floor[0], drawn.key, text, {"doors": len(best)})
    elif worst:
        text = f"{drawn.key} has enough keys, but {locks.words(worst)} may stay shut: other doors can take its key"
        yield Finding("key-taken-elsewhere", "warning", drawn.floor[0], drawn.key, text, {"doors": len(worst)})


class Locks:
    """The locked doors of a drawn floor and the keys that are surely on it."""

    def __init__(self, rulebook: Rulebook, drawn: DrawnFloor) -> None:
        signs, grounds = signs_of(drawn.map, drawn.legend), grounds_of(rulebook.terrain)
        cells = [(cell, signs[sign]) for cell, sign in cells_of(drawn.map) if not signs[sign].keep]
        self.start = {cell for cell, sign in cells if sign.start}
        self.doors = {cell: key for cell, sign in cells if (key := grounds[sign.terrain or "floor"].key)}
        self.keys = {
            cell: sign.item[0]
            for cell, sign in cells
            if len(sign.item) == 1 and sign.chance == 100 and sign.item[0] in self.doors.values()
        }
        # Keys break when the hero leaves a floor.
        self.carried = Counter(start.item for start in rulebook.hero.start if drawn.floor == (1,))
        self._open = enterable_cells(drawn.map, signs, grounds)

    def ends(self) -> list[frozenset[Position]]:
        """For each possible order of opening doors, the doors that stay shut."""
        found: list[frozenset[Position]] = []
        seen = {frozenset(self.doors)}
        new = [frozenset(self.doors)]
        while new:
            shut = new.pop()
            reached = connected(self.start, self._open - shut)
            keys = self.carried + Counter(key for cell, key in self.keys.items() if cell in reached)
            keys.subtract(self.doors[cell] for cell in self.doors.keys() - shut)
            can_open = [
                cell
                for cell in shut
                if keys[self.doors[cell]] > 0 and any((cell[0] + x, cell[1] + y) in reached for x, y in AROUND)
            ]
            if not can_open:
                found.append(shut)
            after = {shut - {cell} for cell in can_open} - seen
            seen |= after
            new.extend(after)
        return found

    def words(self, doors: frozenset[Position]) -> str:
        """Doors by their place on the map, counted from 1."""
        return " and ".join(
            f"that in row {y + 1}, column {x + 1}" for x, y in sorted(doors, key=lambda each: each[::-1])
        )


@check("not-guaranteed")
def guarantee_on_drawn_floor(data: LintInput) -> Iterator[Finding]:
    """Monsters that are guaranteed on drawn floors that aren't populated."""
    for monster in data.rulebook.monsters:
        for floor in monster.guaranteed_on:
            if not is_populated(data.rulebook.compiled, floor):
                text = (
                    f"{monster.key} is guaranteed on floor {floor}, but that floor is drawn whole and not populated: "
                    "only what is on its map is placed"
                )
                yield Finding("not-guaranteed", "warning", floor, monster.key, text)
