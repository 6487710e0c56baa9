"""Lint checks of tables: what spawns, how many, and how dangerous it is."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint.lint_input import Finding, LintInput, Number, check
from steep.balance.odds_of_one_draw import (
    deepest_floor,
    drawn_by_groups,
    draws_items,
    draws_monsters,
    item_odds,
    items_on,
    last_change_of_tables,
    odds_by_group,
    spawn_odds,
)
from steep.content import Item, Monster, Rulebook
from steep.core.ruleset import MAX_KINDS, Ruleset
from steep.spawn.placement_odds_and_counts import Answer, Exact

SPIKE = 2.0
"""Threat has a spike where it grows by more than this factor from one floor to the next."""

MAX_SINGLE_ROOM_SHARE = 0.001
"""A larger share of floors with a single room is reported."""


@check("no-weight")
def no_weight(data: LintInput) -> Iterator[Finding]:
    """Floors that draw monsters or items, or from a group, although no kind has weight."""
    ruleset = data.rulebook.compiled
    empty = [
        (
            what,
            f"{what} are drawn",
            [floor for floor in data.floors if draws(ruleset, floor) and not odds(ruleset, floor)],
        )
        for what, draws, odds in (("monsters", draws_monsters, spawn_odds), ("items", draws_items, item_odds))
    ]
    by_group = {floor: odds_by_group(ruleset, floor) for floor in data.floors}
    for number, group in enumerate(data.rulebook.groups):
        floors = [floor for floor, odds in by_group.items() if odds.get(number) == {}]
        empty.append((group.key, f"the group {group.key} is drawn from", floors))
    for what, drawn, floors in empty:
        for first, last in runs(floors):
            span = floor_span(first, last, data)
            text = f"{span}: {drawn}, but no kind has weight, so every draw gives nothing"
            yield Finding("no-weight", "error", first, what, text, {"first": first, "last": last})


@check("never-drawn", "absent")
def never_drawn(data: LintInput) -> Iterator[Finding]:
    """Kinds that can't appear on any floor, except those that the ruleset removed from what it extends."""
    ruleset = data.rulebook.compiled
    monsters: set[int] = set().union(*data.appearing)
    items: set[int] = set().union(*(items_on(ruleset, floor) for floor in data.floors))
    started = {start.item for start in data.rulebook.hero.start}
    for number, monster in enumerate(data.rulebook.monsters):
        if number not in monsters and ("monsters", monster.key) not in data.rulebook.switched_off:
            yield missing(monster, "monsters", data.rulebook)
    for number, item in enumerate(data.rulebook.items):
        if number not in items and item.key not in started and ("items", item.key) not in data.rulebook.switched_off:
            yield missing(item, "items", data.rulebook)


def missing(kind: Monster | Item, family: str, rulebook: Rulebook) -> Finding:
    """The finding for a kind that never appears: a note if it has no weight, otherwise a warning."""
    last_floor = rulebook.run.last_floor
    group = next((group.key for group in rulebook.groups if (family, kind.key) in group.weights), "")
    if group and not kind.spawn.entries:
        text = f"{kind.key} is in the group {group}, but on no floor on which it has weight the group draws any"
        return Finding("never-drawn", "warning", 1, kind.key, text)
    if not kind.spawn.entries:
        drawn = {key for each in rulebook.floors for entry in each.legend for key in (*entry.monster, *entry.item)}
        why = " and is drawn only where nobody plays" if kind.key in drawn else ", and nothing else creates it"
        return Finding("absent", "note", 1, kind.key, f"{kind.key} has no weight on any floor{why}")
    floor, weight = kind.spawn.entries[0]
    text = f"{kind.key} has weight {weight} from floor {floor} on, but no floor on which it has weight draws {family}"
    if floor > last_floor > 0:
        text = f"{kind.key} has weight {weight} from floor {floor} on, but floor {last_floor} is the last"
    return Finding("never-drawn", "warning", floor, kind.key, text, {"weight": float(weight)})


@check("nothing-changes")
def nothing_changes(data: LintInput) -> Iterator[Finding]:
    """The floor after which nothing changes."""
    last = data.last_change
    text = f"from floor {last} on nothing changes" if last > 1 else "all floors are alike"
    if last < deepest_floor(data.rulebook.compiled):
        yield Finding("nothing-changes", "note", last, "floors", text, {"last_change": last})


@check("only-growth")
def only_growth(data: LintInput) -> Iterator[Finding]:
    """The last floor that is checked, if monsters grow below it."""
    last, tables = data.floors[-1], last_change_of_tables(data.rulebook.compiled)
    if last < min(data.last_change + 1, deepest_floor(data.rulebook.compiled)):
        text = (
            f"from floor {tables} on only monsters change, which grow up to floor {data.last_change}: fights, "
            f"threat and numbers are checked down to floor {last} only"
        )
        numbers = {"last_checked": last, "last_change": data.last_change}
        yield Finding("only-growth", "note", last, "floors", text, numbers)


@check("spike")
def spike(data: LintInput) -> Iterator[Finding]:
    """Floors whose threat is far above that of the floor before, even by the near ends of both intervals."""
    for before, floor in zip(data.survey.floors, data.survey.floors[1:], strict=False):
        low, high = low_of(floor.threat), high_of(before.threat)
        threats = mean_of(before.threat), mean_of(floor.threat)
        if high > 0 and low > SPIKE * high:
            growth = threats[1] / threats[0]
            text = (
                f"the expected threat grows by a factor of {growth:.2f} from floor {before.floor} to {floor.floor}, "
                f"from {threats[0]:.2f} to {threats[1]:.2f} of the hero's starting HP; more than {SPIKE:g} is a spike"
            )
            numbers = {"before": threats[0], "threat": threats[1], "growth": growth}
            cause = most_risen(data, before.floor, floor.floor)
            yield Finding("spike", "warning", floor.floor, "monsters", text, numbers, "floors", cause=cause)


def most_risen(data: LintInput, before: int, floor: int) -> str:
    """The kind or pack whose odds rise most from a floor to another; "counts" if those of none rise."""
    ruleset = data.rulebook.compiled
    was, odds = ({**drawn_by_groups(ruleset, on, items=False), **spawn_odds(ruleset, on)} for on in (before, floor))
    rises = {spawn: share - was.get(spawn, 0) for spawn, share in odds.items()}
    spawn = max(rises, key=rises.__getitem__, default=None)
    if spawn is None or rises[spawn] <= 0:
        return "counts"
    return data.rulebook.monsters[spawn].key if spawn < MAX_KINDS else data.rulebook.packs[spawn - MAX_KINDS].key


@check("single-room")
def single_room(data: LintInput) -> Iterator[Finding]:
    """Floors with a single room, where the hero starts on the stairs. An error if all floors are like that."""
    ruleset = data.rulebook.compiled
    made = data.survey.samples * len(data.survey.floors)
    single_room_floors = sum(floor.single_room_floors for floor in data.survey.floors)
    numbers: dict[str, Number] = {
        "attempts": ruleset.room_attempts,
        "floors": made,
        "single_room_floors": single_room_floors,
    }
    from_map = ruleset.layout_count == 0
    if from_map and ruleset.room_attempts == 1:
        text = "every floor is a single room (1 attempt), so the hero starts on the stairs"
        yield Finding("single-room", "error", 1, "floors", text, numbers)
    elif from_map and not holds_two_rooms(ruleset):
        size = f"{ruleset.map_width} x {ruleset.map_height}"
        text = (
            f"every floor is a single room, so the hero starts on the stairs: two rooms of {ruleset.room_min} "
            f"(room_min) don't fit on a map of {size}"
        )
        yield Finding("single-room", "error", 1, "floors", text, {**numbers, "room_min": ruleset.room_min})
    elif single_room_floors > MAX_SINGLE_ROOM_SHARE * made:
        attempts = f"{ruleset.room_attempts} attempts at rooms of {ruleset.room_min} to {ruleset.room_max}"
        text = (
            f"{single_room_floors} of {made} generated floors ({single_room_floors / made:.1%}) are a single room, "
            f"where the hero starts on the stairs" + (f": {attempts}" if from_map else "")
        )
        yield Finding("single-room", "warning", 1, "floors", text, numbers, "floors")


def holds_two_rooms(ruleset: Ruleset) -> bool:
    """Whether two of the smallest rooms fit on the map, side by side or one above the other."""
    # A room's size includes one wall, and the map has one wall more. Rooms that don't share walls need another.
    apart = 2 * ruleset.room_min + (0 if ruleset.rooms_may_touch else 1)
    return apart < max(ruleset.map_width, ruleset.map_height)


def runs(floors: list[int]) -> list[tuple[int, int]]:
    """The first and last floor of each run of consecutive floors."""
    found: list[tuple[int, int]] = []
    for floor in floors:
        if found and found[-1][1] == floor - 1:
            found[-1] = (found[-1][0], floor)
        else:
            found.append((floor, floor))
    return found


def floor_span(first: int, last: int, data: LintInput) -> str:
    """A run of floors in words."""
    if last == data.floors[-1]:
        return f"from floor {first} on"
    return f"floor {first}" if first == last else f"floors {first} to {last}"


def mean_of(answer: Answer) -> float:
    """The point estimate."""
    return float(answer.value) if isinstance(answer, Exact) else answer.mean


def low_of(answer: Answer) -> float:
    """The low end of the interval."""
    return float(answer.value) if isinstance(answer, Exact) else answer.low


def high_of(answer: Answer) -> float:
    """The high end of the interval."""
    return float(answer.value) if isinstance(answer, Exact) else answer.high
