"""What appears on each floor of a ruleset, as a result: exact odds and expected numbers."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.odds_and_expectations import Family, FloorSurvey, Survey
from steep.content import Rulebook
from steep.content.sections import GROWING, Group
from steep.core.ruleset import STAT_NAMES
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.play.texts.messages import counted
from steep.spawn.curves import stat_on, xp_on
from steep.spawn.dice import DiceSteps
from steep.spawn.placement_odds_and_counts import Answer, Exact

FLOOR = Column("floor", "floor", "floor")
KINDS = (
    FLOOR,
    Column("family"),
    Column("kind", title=""),
    Column("odds", title="odds"),
    Column("probability", "share", ""),
    Column("expected", "number", "on the floor", ends=("expected_low", "expected_high"), digits=2),
    Column("at_least_one", "share", "at least one", ends=("at_least_one_low", "at_least_one_high")),
)
FLOORS = (
    Column("floor", "floor"),
    Column("region"),
    Column("drawn"),
    *(Column(name, "number", ends=(f"{name}_low", f"{name}_high")) for name in ("rooms", "threat", "xp", "healing")),
    *(
        Column(name, "count")
        for what in ("monster", "item")
        for name in (f"min_{what}s_per_room", f"{what}s_per_room", f"{what}_room_chance")
    ),
)
"""For other programs: what a floor's line says."""
DRAWS = (
    FLOOR,
    Column("family", title=""),
    Column("kind", title=""),
    Column("odds", title="odds"),
    Column("probability", "share", ""),
)
MADE = (
    FLOOR,
    Column("family", title=""),
    Column("kind", title=""),
    Column("expected", "number", "on the floor", ends=("expected_low", "expected_high"), digits=2),
)
STATS = (FLOOR, Column("kind", title=""), *(Column(stat, "count", stat) for stat in GROWING))
ENCHANTMENTS = (
    FLOOR,
    Column("enchantment", title=""),
    Column("kinds", title="of"),
    Column("chance", "share", "chance"),
    Column("plus", title="plus"),
    Column("negative", "share", "negative"),
)

BEYOND_ROOMS = {
    "monsters_per_floor": "{} monsters a floor",
    "items_per_floor": "{} items a floor",
    "monsters_per_100_cells": "{} monsters per 100 open cells",
    "items_per_100_cells": "{} items per 100 open cells",
    "threat_per_floor": "{} thousandths of threat",
    "themes_per_floor": "themes of rooms {}",
    "vaults_per_floor": "vaults {}",
}
"""The keys of ``[counts]`` that add to the monsters and items by room, in words."""

OTHERWISE_THERE = {"monster": "in a pack", "item": "by a pity timer"}
"""Why a kind can be there that no table and no group draws, and that is on no map and not guaranteed."""


def odds_result(survey: Survey) -> Result:
    """What appears on the floors of a survey."""
    book, floors = survey.rulebook, survey.floors
    looks = {
        look.key: ([item.key for item in book.items if item.appearance == look.key], len(look.names))
        for look in book.appearances
    }
    lead = ["The odds of a draw are exact. Numbers were counted on generated floors,", f"{survey.samples:,} of each."]
    if book.below.floors:
        first, last = book.below.floors
        stronger = f", each time with monsters {book.below.stronger}% stronger" if book.below.stronger else ""
        lead.append(f"Below floor {book.run.last_floor}, floors {first} to {last} come back again and again{stronger}.")
    lead += [f"Not identified at first: {key}, {n} looks for {', '.join(kinds)}." for key, (kinds, n) in looks.items()]
    facts = {
        "ruleset": book.name,
        "hash": book.hash,
        "samples": survey.samples,
        "appearances": {key: {"kinds": kinds, "looks": n} for key, (kinds, n) in looks.items()},
        "beyond_rooms": {str(each.floor): beyond_rooms(book, each.floor) for each in floors},
    }
    captions = {str(each.floor): heading(book, each) for each in floors}
    rows = {
        "kinds": [row for each in floors for row in kind_rows(each)],
        "floors": [floor_row(book, each) for each in floors],
        "draws": [row for each in floors for row in draw_rows(each)],
        "made": [row for each in floors for row in made_rows(book, each)],
        "stats": [row for each in floors for row in stat_rows(book, each)],
        "enchantments": [row for each in floors for row in enchantment_rows(book, each)],
    }
    columns = {"kinds": KINDS, "floors": FLOORS, "draws": DRAWS, "made": MADE, "stats": STATS}
    above = {"draws": "what is drawn for a floor", "made": "vaults and cells of terrain", "stats": "who grows"}
    tables = [
        Table(
            name,
            columns.get(name, ENCHANTMENTS),
            tuple(found),
            above.get(name, name),
            group_by="floor" if name == "kinds" else "",
            captions=captions if name == "kinds" else {},
        )
        for name, found in rows.items()
    ]
    bare = [captions[str(each.floor)] + ": nothing appears" for each in floors if not [*kind_rows(each)]]
    return Result(f"{book.name} {book.hash}", facts, tuple(tables), tuple(lead), sentences=tuple(bare))


def heading(book: Rulebook, floor: FloorSurvey) -> str:
    """Summary of a floor on one line."""
    region, number = book.region_on(floor.floor), floor.floor
    beyond = beyond_rooms(book, number)
    families = {"monster": floor.monsters, "item": floor.items}
    by_room = any(family.max_per_room for family in families.values()) or not beyond
    of_each = " of " + " and ".join(per_room(name, family) for name, family in families.items()) if by_room else ""
    words = [text.format(beyond[key]) for key, text in BEYOND_ROOMS.items() if key in beyond]
    words += [
        f"{group.key} {beyond[key]} a {key.rpartition('_')[2]}"
        for group in book.groups
        for key in counts_of(group)
        if key in beyond
    ]
    every = beyond.get("wandering_every")
    return "; ".join(
        [
            f"floor {number}{f' ({region.name})' if region else ''}: {spread(floor.rooms, 2)} rooms{of_each}",
            f"threat {spread(floor.threat)}, {spread(floor.xp, 0)} XP, {spread(floor.healing)} HP of healing",
            *([f"drawn: {', '.join(words)}"] if words else []),
            *([f"a monster arrives every {counted(int(every), 'turn')}"] if every else []),
            *([f"drawn as a map: {drawn_as(book, number)}"] if drawn_as(book, number) else []),
        ]
    )


def beyond_rooms(book: Rulebook, floor: int) -> dict[str, str]:
    """The numbers and dice besides those by room, by key, without zeros."""
    numbers = {key: str(getattr(book.counts, key).at(floor)) for key in BEYOND_ROOMS}
    for group in book.groups:
        numbers |= {key: str(dice.at(floor)) for key, dice in counts_of(group).items()}
    numbers["wandering_every"] = str(book.wandering.every.at(floor))
    return {key: number for key, number in numbers.items() if number != "0"}


def counts_of(group: Group) -> dict[str, DiceSteps]:
    """How many a group draws in a room and on a floor, by the path in the file."""
    return {f"groups.{group.key}.{key}": getattr(group, key) for key in ("per_room", "per_floor")}


def per_room(name: str, family: Family) -> str:
    """How many of something a room gets, and how many rooms get any unless all do."""
    low, high = family.min_per_room, family.max_per_room
    if high == 0:
        return f"no {name}s"
    numbers = f"{low}-{high} {name}s" if low < high else counted(high, name)
    return numbers if family.room_chance == 100 else f"{numbers} (in {family.room_chance}% of them)"


def drawn_as(book: Rulebook, floor: int) -> str:
    """The key of a floor that is drawn whole; empty for others."""
    return next((drawn.key for drawn in book.floors if floor in drawn.floor), "")


def floor_row(book: Rulebook, floor: FloorSurvey) -> tuple[Cell, ...]:
    """What a floor has as a whole."""
    region = book.region_on(floor.floor)
    sums = (estimate(each) for each in (floor.rooms, floor.threat, floor.xp, floor.healing))
    families = (floor.monsters, floor.items)
    by_room = ((each.min_per_room, each.max_per_room, each.room_chance) for each in families)
    where = floor.floor, region.key if region else "", drawn_as(book, floor.floor)
    return (*where, *sums, *(number for numbers in by_room for number in numbers))


def kind_rows(floor: FloorSurvey) -> Iterator[tuple[Cell, ...]]:
    """A row for each kind that can appear."""
    for name, family in (("monster", floor.monsters), ("item", floor.items)):
        for kind in family.kinds:
            odds, expected, chance = family.odds.get(kind), family.expected(kind), family.at_least_one(kind)
            named = (floor.floor, name, family.keys[kind], where_from(name, family, kind))
            yield (*named, None if odds is None else float(odds), estimate(expected), estimate(chance))


def draw_rows(floor: FloorSurvey) -> Iterator[tuple[Cell, ...]]:
    """A row for each layout, vault and theme that can be drawn."""
    for name, drawn in floor.draws.items():
        for key, share in drawn.items():
            yield floor.floor, name.removesuffix("s"), key, str(share), float(share)


def made_rows(book: Rulebook, floor: FloorSurvey) -> Iterator[tuple[Cell, ...]]:
    """A row for each vault and each kind of terrain that the floors have."""
    for number, expected in floor.vaults.items():
        yield floor.floor, "vault", book.vaults[number].key, estimate(expected)
    for key in floor.made_with["terrain"]:
        yield floor.floor, "terrain", key, estimate(floor.number_of("terrain", key))


def stat_rows(book: Rulebook, floor: FloorSurvey) -> Iterator[tuple[Cell, ...]]:
    """A row for each monster that grows, as it is on the floor."""
    for kind in floor.monsters.kinds:
        if book.monsters[kind].growth:
            row = book.compiled.monsters[kind]
            stats = (stat_on(row, STAT_NAMES.index(each), floor.floor) for each in GROWING if each != "xp")
            yield (floor.floor, floor.monsters.keys[kind], *stats, xp_on(row, floor.floor))


def enchantment_rows(book: Rulebook, floor: FloorSurvey) -> Iterator[tuple[Cell, ...]]:
    """How equipment that can appear on a floor is enchanted there, without what never is."""
    for drawn in book.enchantments:
        kinds = [floor.items.keys[n] for n in floor.items.kinds if book.items[n].enchantment == drawn.key]
        chance, plus = int(drawn.chance.at(floor.floor)), drawn.plus.at(floor.floor)
        if kinds and chance:
            yield floor.floor, drawn.key, ", ".join(kinds), chance / 100, str(plus), drawn.negative / 100


def where_from(name: str, family: Family, kind: int) -> str:
    """The odds of a kind as a fraction, with its weight if only weights decide. Without odds, why it can be there."""
    if kind not in family.odds:
        if kind in family.guaranteed:
            return "guaranteed"
        if kind in family.on_maps:
            return "on a map"
        return "in a group" if kind in family.in_groups else OTHERWISE_THERE[name]
    return "{}/{}".format(*family.tickets[kind]) if kind in family.tickets else str(family.odds[kind])


def spread(answer: Answer, digits: int = 1) -> str:
    """A value with half its interval, if it has one."""
    if isinstance(answer, Exact):
        return f"{float(answer.value):,.{digits}f}"
    return f"{answer.mean:,.{digits}f} ±{(answer.high - answer.low) / 2:,.{digits}f}"


def estimate(answer: Answer) -> Estimate:
    """A value and its interval, which has no width if the value is exact."""
    if isinstance(answer, Exact):
        value = float(answer.value)
        return Estimate(value, Interval(value, value))
    return Estimate(answer.mean, Interval(answer.low, answer.high))
