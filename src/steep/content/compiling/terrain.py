"""Compiles kinds of terrain and gases, and the classes of actors that walk on the same ones, into rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.compiling.fill_rows import Numbers, fill_row
from steep.content.sections import Gas, Monster, Terrain
from steep.core.geometry import FLOOR, ROCK, STAIRS, UNKNOWN
from steep.core.record import Cells
from steep.core.ruleset import MAX_MOVERS, NO_GAS, TERRAIN_ROWS, EffectRow, Ruleset, codes
from steep.core.ruleset.codes import RELEASE_GAS
from steep.spawn.exact_numbers import SpawnError

BECOMES = ("entered_to", "left_to", "opens_to", "digs_to", "found_to", "fades_to", "burns_to", "taken_to")
"""The keys that say what a kind of terrain becomes."""


def fill_terrain(record: Ruleset, terrain: Sequence[Terrain], numbers: Numbers) -> None:
    """Fill the rows and the planes of all kinds of terrain. Abilities have been filled before."""
    record.terrain_kinds = len(terrain)
    for number, kind in enumerate(terrain):
        row = record.terrain[number]
        fill_row(row, kind, numbers)
        if row.key_kind > 0:
            record.items[row.key_kind - 1].opens = int(kind.solid and bool(kind.opens_to))
        row.tall = int(kind.tall or kind.opaque)
        row.active = int(kind.burns or kind.fade_chance > 0)
        record.opaque[number] = int(kind.opaque)
        record.stops[number] = int(kind.opaque or kind.solid)
        record.enterable[number] = int(not kind.solid)
        record.holds_gas[number] = int(not (kind.solid or kind.door))
        record.flammable[number] = kind.flammable
        record.holds[number] = int(holds_things(kind))
        record.seen_as[number] = numbers.rows["terrain"].get(kind.looks_like, number)
        row.varies = int(varies(record, number))
        row.harm = most_damage_at_once(record, number)
    for number, kind in enumerate(terrain):
        found = record.terrain[number].found_to or number
        falls = any(effect.effect == codes.FALL for effect in effects_of(record, found))
        record.terrain[number].leads_down = int(falls and not kind.solid)


def fill_gases(record: Ruleset, gases: Sequence[Gas], numbers: Numbers) -> None:
    """Fill the rows of all gases, and what the planes say of them. Their abilities have been filled before."""
    record.gas_kinds = len(gases)
    for number, gas in enumerate(gases, NO_GAS + 1):
        row = record.terrain[number]
        fill_row(row, gas, numbers)
        row.tall = 1
        row.varies = int(varies(record, number))
        row.harm = most_damage_at_once(record, number)
        record.flammable[number] = gas.flammable
    for number in range(NO_GAS, TERRAIN_ROWS):
        record.enterable[number] = 1


def most_damage_at_once(record: Ruleset, number: int) -> int:
    """The most HP that a kind of terrain or gas takes at once."""
    return sum(highest_amount(effect) for effect in effects_of(record, number) if effect.effect == codes.DAMAGE)


def effects_of(record: Ruleset, kind: int) -> list[EffectRow]:
    """The effects of a kind of terrain on an actor there."""
    row = record.terrain[kind]
    abilities = record.abilities[row.first_ability : row.first_ability + row.ability_count]
    return [effect for each in abilities for effect in record.effects[each.first_effect :][: each.effect_count]]


def highest_amount(effect: EffectRow) -> int:
    """The highest amount of an effect."""
    return effect.dice * effect.sides + effect.plus


def varies(record: Ruleset, kind: int) -> bool:
    """Whether the hero's items and statuses decide if it enters a kind of terrain."""
    row = record.terrain[kind]
    if row.solid:
        return row.opens_to > 0
    # Terrain that does nothing to somebody without resistances harms nobody. If it does more than damage, it harms all.
    return harms(record, kind, [0] * codes.STATS) and not harms(record, kind, [codes.IMMUNE] * codes.STATS)


def note_ways(record: Ruleset) -> None:
    """Note whether floors may lead down without stairs, and where the hero's passable terrain may change in a run.

    All kinds of terrain count for the latter, also those that no floor has. Everything else must be filled before.
    """
    varying = [kind for kind in range(TERRAIN_ROWS) if record.terrain[kind].varies]
    record.varying[: len(varying)] = bytes(varying)
    record.varying_count = len(varying)
    record.falls = int(any(record.terrain[kind].leads_down for kind in possible_terrain(record)))
    given = {row.status for row in record.effects if row.effect == codes.GIVE_STATUS}
    given |= {row.status - 1 for row in record.hunger_stages[: record.hunger_stage_count]} - {-1}
    statuses = [record.statuses[status] for status in given]
    stats = [*(item.bonus for item in record.items), *(item.each_plus for item in record.items)]
    stats += [status.bonus for status in statuses]
    changed = {row.stat for row in record.gains[: record.gain_count]}
    changed |= {row.stat for row in record.effects if row.effect == codes.CHANGE_STAT}
    resists = any(any(bonus[codes.RESISTANCE :]) for bonus in stats) or any(
        stat >= codes.RESISTANCE for stat in changed
    )
    flies = any(status.conditions & codes.FLYING for status in statuses)
    record.passability_changes = int(
        any(record.terrain[kind].solid or resists for kind in varying)
        or (
            flies and bytes(record.movers[codes.HERO_WALKS].passable) != bytes(record.movers[codes.HERO_FLIES].passable)
        )
    )


def possible_terrain(record: Ruleset) -> set[int]:
    """The kinds of terrain that floors can have, in the beginning or later, and the gases."""
    found = {ROCK, FLOOR, STAIRS}
    found |= {row.door for row in record.layouts[: record.layout_count]}
    found |= {kind for row in record.overlays for kind in (row.terrain, row.shore)}
    found |= {row.tile for row in (*record.legend, *(fill.what for fill in record.fills)) if row.tile != codes.KEEP}
    found |= {row.kind for row in record.effects if row.effect in (codes.MAKE_TERRAIN, RELEASE_GAS)}
    while new := {getattr(record.terrain[kind], key) for kind in found for key in BECOMES} - found:
        found |= new
    return found - {UNKNOWN}


def holds_things(kind: Terrain) -> bool:
    """Whether monsters and items are placed on a kind of terrain."""
    bars = kind.solid or kind.opaque or kind.deep or kind.burns
    return not (bars or kind.abilities or kind.left_to or kind.looks_like or kind.taken_to)


def fill_movers(record: Ruleset, monsters: Sequence[Monster]) -> None:
    """Fill the classes of the hero and of all kinds of monsters: where each goes.

    Raises `SpawnError` when the monsters differ in more ways than there are movers.
    """
    found: list[tuple[bytes, int, int]] = []

    def mover(moves: int, stats: Cells, *, opens_doors: bool) -> int:
        """The row of a class of movers, which is added if there is none like it."""
        passable = bytes(goes_to(record, kind, moves, stats, opens_doors=opens_doors) for kind in range(TERRAIN_ROWS))
        like = passable, int(moves == codes.FLIES), int(moves in (codes.SWIMS, codes.IN_WATER))
        if like not in found:
            found.append(like)
            fill_mover(record, len(found) - 1, *like)
        return found.index(like)

    for row, moves in ((codes.HERO_WALKS, codes.WALKS), (codes.HERO_FLIES, codes.FLIES)):
        # Both rows exist, even if they go to the same terrain.
        found.append((bytes([row]), 0, 0))
        passable = [goes_to(record, kind, moves, record.hero_stats, opens_doors=True) for kind in range(TERRAIN_ROWS)]
        fill_mover(record, row, bytes(passable), int(moves == codes.FLIES), 0)
        record.movers[row].aloft = codes.HERO_FLIES
    for monster_row, monster in zip(record.monsters, monsters, strict=False):
        moves = codes.MOVES_NAMES.index(monster.moves)
        monster_row.mover = mover(moves, monster_row.stats, opens_doors=monster.opens_doors)
        aloft = mover(codes.FLIES, monster_row.stats, opens_doors=monster.opens_doors)
        record.movers[monster_row.mover].aloft = record.movers[aloft].aloft = aloft
        if len(found) > MAX_MOVERS:
            raise SpawnError("monsters", f"{len(found)} ways of getting about", f"at most {MAX_MOVERS}")


def fill_mover(record: Ruleset, number: int, passable: bytes, flies: int, swims: int) -> None:
    """Fill a class of actors that go to some kinds of terrain."""
    for mover, passes in (
        (record.movers[number], passable),
        (record.movers_in_gas[number], passable[:NO_GAS] + bytes([1]) * (TERRAIN_ROWS - NO_GAS)),
    ):
        mover.flies, mover.swims = flies, swims
        mover.passable[:] = passes
        for kind in range(record.terrain_kinds):
            mover.lives_on[kind] = int(passes[kind] and (record.holds[kind] or not passable[FLOOR]))


def goes_to(record: Ruleset, kind: int, moves: int, stats: Cells, *, opens_doors: bool) -> bool:
    """Whether an actor can and will enter a kind of terrain or a gas. Nobody enters known harm."""
    row = record.terrain[kind]
    if kind >= NO_GAS:
        return not harms(record, kind, stats)
    if kind == UNKNOWN or kind >= record.terrain_kinds or row.solid or (row.door and not opens_doors):
        return False
    if moves == codes.IN_WATER and not row.deep:
        return False
    if (
        (moves == codes.FLIES and not row.tall)
        or (moves in (codes.SWIMS, codes.IN_WATER) and row.deep)
        or kind <= STAIRS
    ):
        return True
    # Monsters know what is hidden on their floor.
    return not harms(record, row.found_to or kind, stats)


def harms(record: Ruleset, kind: int, stats: Sequence[int]) -> bool:
    """Whether a kind of terrain does something unwanted to an actor with these stats."""
    row = record.terrain[kind]
    for ability in record.abilities[row.first_ability : row.first_ability + row.ability_count]:
        if ability.traits & (codes.HARMS | codes.MOVES):
            effects = record.effects[ability.first_effect : ability.first_effect + ability.effect_count]
            if any(
                each.effect != codes.DAMAGE or stats[codes.RESISTANCE + each.damage_type] < codes.IMMUNE
                for each in effects
            ):
                return True
    return False
