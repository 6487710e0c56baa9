"""Lint checks of vaults and drawn floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from steep.balance.drawn_on_floors import drawings_on, is_populated
from steep.balance.lint_finding import Finding
from steep.balance.lint_input import LintInput
from steep.balance.lint_tables import mean_of
from steep.content import Rulebook
from steep.content.drawn_maps import cells_of, grounds_of, locks_of, signs_of
from steep.content.sections import DrawnFloor, Vault
from steep.core.ruleset import MAX_FLOORS

MAX_DROPPED_SHARE = 0.1
"""A larger share of a floor's vaults that find no place is reported."""


def vault_never_placed(data: LintInput) -> Iterator[Finding]:
    """Vaults that no floor draws, or that fit no floor."""
    ruleset = data.rulebook.compiled
    drawn = [drawing for floor in range(1, MAX_FLOORS + 1) for drawing in drawings_on(ruleset, floor)]
    for number, vault in enumerate(data.rulebook.vaults):
        reason = ""
        if not any(drawing is ruleset.drawings[number] for drawing in drawn):
            reason = "no floor on which it has weight draws vaults (counts.vaults_per_floor)"
            if not any(vault.spawn.values(MAX_FLOORS)):
                reason = "it has no weight on any floor, and no vault that is placed has its key in it"
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


def vaults_dropped(data: LintInput) -> Iterator[Finding]:
    """Floors on which many vaults find no place."""
    for floor in data.survey.floors:
        placed, dropped = sum(mean_of(each) for each in floor.vaults.values()), mean_of(floor.dropped_vaults)
        if dropped > MAX_DROPPED_SHARE * (placed + dropped):
            text = (
                f"on floor {floor.floor} {dropped:.2f} of {placed + dropped:.2f} vaults find no place: "
                "smaller ones, or fewer rooms, would leave more"
            )
            numbers = {"placed": placed, "dropped": dropped}
            yield Finding("vaults-dropped", "warning", floor.floor, "vaults", text, numbers)
            return


def lock_without_key(data: LintInput) -> Iterator[Finding]:
    """Drawn floors with more locked doors than keys."""
    rulebook = data.rulebook
    for drawn in rulebook.floors:
        locks = Counter(locks_of(drawn.map, signs_of(drawn.map, drawn.legend), grounds_of(rulebook.terrain)))
        for key, doors in locks.items():
            keys = keys_of(drawn, key) + sum(start.item == key for start in rulebook.hero.start)
            if keys < doors:
                text = f"{drawn.key} has {doors} doors that {key} opens, and {keys} of it for sure"
                yield Finding(
                    "lock-without-key", "error", drawn.floor[0], drawn.key, text, {"doors": doors, "keys": keys}
                )


def keys_of(drawn: DrawnFloor, key: str) -> int:
    """How many of a key lie on a drawn floor for sure."""
    signs = signs_of(drawn.map, drawn.legend)
    return sum(signs[sign].item == (key,) and signs[sign].chance == 100 for _, sign in cells_of(drawn.map))


def guarantee_on_drawn_floor(data: LintInput) -> Iterator[Finding]:
    """Monsters that are guaranteed on floors where only what is drawn is placed."""
    for monster in data.rulebook.monsters:
        for floor in monster.guaranteed_on:
            if not is_populated(data.rulebook.compiled, floor):
                text = (
                    f"{monster.key} is guaranteed on floor {floor}, but that floor is drawn whole without it being "
                    "populated: only what is on its map is placed"
                )
                yield Finding("not-guaranteed", "warning", floor, monster.key, text)


def no_way_down(data: LintInput) -> Iterator[Finding]:
    """Drawn floors without stairs."""
    for drawn in data.rulebook.floors:
        if not any(entry.terrain == "stairs" for entry in signs_of(drawn.map, drawn.legend).values()):
            for floor in drawn.floor:
                text = f"floor {floor} ({drawn.key}) has no stairs"
                yield Finding("no-stairs", "note", floor, drawn.key, text)
