"""Checks of what tables say: who comes, how many, and what it threatens."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.findings import Finding, Number
from steep.balance.lint_input import Known
from steep.balance.odds import draws_items, draws_monsters, group_odds, item_odds, items_on
from steep.content import Item, Monster
from steep.core.ruleset import MAX_FLOORS, Ruleset
from steep.spawn.odds import Answer, Exact

SPIKE = 2.0
"""Threat that grows by more than this from one floor to the next is a spike."""

SINGLE = 0.001
"""A share of floors of a single room that is larger than this is told."""


def no_weight(known: Known) -> Iterator[Finding]:
    """Floors that ask for monsters or items where no kind has any weight."""
    ruleset = known.book.compiled
    for what, draws, odds in (("monsters", draws_monsters, group_odds), ("items", draws_items, item_odds)):
        empty = [floor for floor in known.floors if draws(ruleset, floor) and not odds(ruleset, floor)]
        for first, last in runs(empty):
            span = floor_span(first, last, known)
            text = f"{span}: {what} are counted, and no kind has any weight: every draw gives nothing"
            yield Finding("no-weight", "error", first, what, text, {"first": first, "last": last})


def never_drawn(known: Known) -> Iterator[Finding]:
    """Kinds that no floor can have."""
    ruleset = known.book.compiled
    monsters: set[int] = set().union(*known.coming)
    items: set[int] = set().union(*(items_on(ruleset, floor) for floor in known.floors))
    started = {start.item for start in known.book.hero.start}
    for number, monster in enumerate(known.book.monsters):
        if number not in monsters:
            yield missing(monster, "monsters")
    for number, item in enumerate(known.book.items):
        if number not in items and item.key not in started:
            yield missing(item, "items")


def missing(kind: Monster | Item, family: str) -> Finding:
    """That a kind is missing from all floors: on purpose, or although it has weight."""
    if not kind.spawn.entries:
        return Finding(
            "absent", "note", 1, kind.key, f"{kind.key} has no weight on any floor, and comes in no other way"
        )
    floor, weight = kind.spawn.entries[0]
    text = f"{kind.key} has weight {weight} from floor {floor} on, and no floor that gives it weight draws {family}"
    return Finding("never-drawn", "warning", floor, kind.key, text, {"weight": float(weight)})


def nothing_changes(known: Known) -> Iterator[Finding]:
    """The floor from which on all floors are alike."""
    last = known.last_change
    text = f"from floor {last} on nothing changes any more" if last > 1 else "every floor is like the first"
    if last < MAX_FLOORS:
        yield Finding("nothing-changes", "note", last, "floors", text, {"last_change": last})


def spike(known: Known) -> Iterator[Finding]:
    """Floors whose threat is far above that of the floor before; proved when the intervals are that far apart, too."""
    for before, floor in zip(known.found.floors, known.found.floors[1:], strict=False):
        least, most = low_of(floor.threat), high_of(before.threat)
        threats = mean_of(before.threat), mean_of(floor.threat)
        if most > 0 and least > SPIKE * most:
            growth = threats[1] / threats[0]
            text = (
                f"the threat to expect grows {growth:.2f}-fold from floor {before.floor} to {floor.floor}, "
                f"from {threats[0]:.2f} to {threats[1]:.2f} of the HP that a run begins with; {SPIKE:g}-fold is a spike"
            )
            numbers = {"before": threats[0], "threat": threats[1], "growth": growth}
            yield Finding("spike", "warning", floor.floor, "monsters", text, numbers)


def single_room(known: Known) -> Iterator[Finding]:
    """Floors of a single room: the hero starts on the stairs. An error where there can be no others."""
    ruleset = known.book.compiled
    made = known.found.samples * len(known.found.floors)
    of_one_room = sum(floor.of_one_room for floor in known.found.floors)
    numbers: dict[str, Number] = {"attempts": ruleset.room_attempts, "floors": made, "of_one_room": of_one_room}
    if ruleset.room_attempts == 1:
        text = "every floor is a single room (1 attempt), so the hero starts on the stairs"
        yield Finding("single-room", "error", 1, "floors", text, numbers)
    elif not holds_two_rooms(ruleset):
        size = f"{ruleset.map_width} x {ruleset.map_height}"
        text = (
            f"every floor is a single room, so the hero starts on the stairs: two of {ruleset.room_min} (room_min) "
            f"have no place on a map of {size}"
        )
        yield Finding("single-room", "error", 1, "floors", text, {**numbers, "room_min": ruleset.room_min})
    elif of_one_room > SINGLE * made:
        text = (
            f"{of_one_room} of {made} generated floors ({of_one_room / made:.1%}) are a single room, where the hero "
            f"starts on the stairs: {ruleset.room_attempts} attempts at rooms of {ruleset.room_min} to "
            f"{ruleset.room_max}"
        )
        yield Finding("single-room", "warning", 1, "floors", text, numbers)


def holds_two_rooms(ruleset: Ruleset) -> bool:
    """Whether two of the smallest rooms have a place beside or above each other."""
    # A room's size is its floor and one wall; a map has one wall more. Walls that are not shared take another.
    apart = 2 * ruleset.room_min + (0 if ruleset.rooms_may_touch else 1)
    return apart < max(ruleset.map_width, ruleset.map_height)


def runs(floors: list[int]) -> list[tuple[int, int]]:
    """The first and last of each run of floors that follow each other."""
    found: list[tuple[int, int]] = []
    for floor in floors:
        if found and found[-1][1] == floor - 1:
            found[-1] = (found[-1][0], floor)
        else:
            found.append((floor, floor))
    return found


def floor_span(first: int, last: int, known: Known) -> str:
    """A run of floors in words."""
    if last == known.floors[-1]:
        return f"from floor {first} on"
    return f"floor {first}" if first == last else f"floors {first} to {last}"


def mean_of(answer: Answer) -> float:
    """The best guess."""
    return float(answer.value) if isinstance(answer, Exact) else answer.mean


def low_of(answer: Answer) -> float:
    """The least that it may be."""
    return float(answer.value) if isinstance(answer, Exact) else answer.low


def high_of(answer: Answer) -> float:
    """The most that it may be."""
    return float(answer.value) if isinstance(answer, Exact) else answer.high
