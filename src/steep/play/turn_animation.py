"""What flies, bursts and hits in one turn, as a few short frames.

They are read from the view before and after the turn and from its events, so what the hero doesn't see isn't in them.
This module knows no screen and no colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from steep.content import Rulebook
from steep.core.geometry import CELLS, NOWHERE, steps_between
from steep.core.ruleset import MAX_KINDS, AbilityRow, codes
from steep.core.world import HERO, MAX_EVENTS, Event, Hero
from steep.play.player_view import PlayerView, visible_monsters
from steep.rules.abilities.ability_shapes import line_cell, nearest_seen, seen_line_length, would_hit
from steep.rules.action_codes import THROW, USE, argument_of, cell_of, verb_of
from steep.rules.items.throwing import seen_landing
from steep.rules.perceived_events import DAMAGED, DIED, HIT, MISSED, type_of_damage

FLIGHT = 0.1
"""Seconds in which the hero's shot flies and spreads; the monsters' shots then take as long again."""
FLASH = 0.05
"""Seconds for which hits show: the hero's after its flight, and the others."""
MOST_FRAMES = 5
"""Frames of a flight, however far it goes: each has to be drawn."""

HITS = "hit"
HURTS = "hurt"
MISSES = "miss"
FLIES = "plain"
"""Kinds of marks besides the keys of damage types."""

FLYING = "*"

AT_A_DISTANCE = (codes.NEAREST, codes.TARGET, codes.BOLT, codes.BEAM, codes.BALL)
"""Shapes that something flies in to its target."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on a cell."""

    cell: int
    what: str
    """HITS, HURTS, MISSES, FLIES or the key of a damage type."""
    glyph: str = ""
    """Empty if it only lights up what is there."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What shows at the same time."""

    marks: tuple[Mark, ...]
    seconds: float
    before: bool = False
    """Whether it is drawn over the game as it was before the turn."""


@dataclass(frozen=True, slots=True)
class Flight:
    """What flies, in order: the cells of each step. After a path come the rings of an area."""

    steps: tuple[tuple[int, ...], ...]
    what: str
    glyph: str = FLYING


class TurnAnimation:
    """Takes note of the view before an action; `frames` then tells what was seen to happen."""

    def __init__(self, session: PlayerView, act: int) -> None:
        self.session = session
        self._first_event = session.hero.event_count
        self._floor = session.hero.floor
        self._flight = flight_of_action(session, act)

    @property
    def flies(self) -> bool:
        """Whether the hero sends something, which is shown over the game as it is before the turn."""
        return self._flight is not None

    def frames(self) -> list[Frame]:
        """The frames of the turn; none if nothing flew and nothing was hit, or on another floor."""
        hero = self.session.hero
        if hero.floor != self._floor or self.session.over:
            return []
        first = max(self._first_event, hero.event_count - MAX_EVENTS)
        events = [hero.events[number % MAX_EVENTS] for number in range(first, hero.event_count)]
        frames: list[Frame] = []
        if self._flight is not None:
            # The hero acts first.
            own = [event for event in events if event.who == HERO]
            frames = frames_of([self._flight], [], hero) + flash(own, hero)
            frames = [replace(frame, before=True) for frame in frames]
            events = [event for event in events if event.who != HERO]
        fallen = [Mark(event.cell, FLIES, self.glyph_of(event)) for event in events if is_fall(event)]
        return [*frames, *frames_of(list(self._flights_of_monsters(events)), fallen, hero), *flash(events, hero)]

    def glyph_of(self, event: Event) -> str:
        """The glyph of the monster that an event is about."""
        return self.session.rulebook.monsters[event.whom].glyph

    def _flights_of_monsters(self, events: Sequence[Event]) -> Iterator[Flight]:
        """What visible monsters shot at distant targets."""
        told = set()
        for event in events:
            if event.what == DAMAGED and HERO < event.who < MAX_KINDS and (event.who, event.cell) not in told:
                told.add((event.who, event.cell))
                yield from self._flight_at(event, events)

    def _flight_at(self, event: Event, events: Sequence[Event]) -> Iterator[Flight]:
        rulebook, hero = self.session.rulebook, self.session.hero
        what = rulebook.damage_types[type_of_damage(event.detail)].key
        shapes = {row.area: row for row in harmful_abilities(rulebook, event.who)}
        fallen = [each.cell for each in events if is_fall(each) and each.whom == event.who]
        origins = [enemy.cell for enemy in visible_monsters(hero) if enemy.kind == event.who] + fallen
        if not origins:
            return
        origin = min(origins, key=lambda cell: steps_between(cell, event.cell))
        if codes.BURST in shapes and steps_between(origin, event.cell) <= shapes[codes.BURST].radius:
            around = [cell for cell in range(CELLS) if 0 < steps_between(origin, cell) <= shapes[codes.BURST].radius]
            yield Flight(rings(origin, around), what)
        elif steps_between(origin, event.cell) > 1 and any(shape in shapes for shape in AT_A_DISTANCE):
            yield Flight(path(origin, event.cell), what)


def harmful_abilities(rulebook: Rulebook, kind: int) -> list[AbilityRow]:
    """The abilities of a kind of monster that do damage."""
    ruleset = rulebook.compiled
    row = ruleset.monsters[kind]
    return [
        ability
        for ability in ruleset.abilities[row.first_ability : row.first_ability + row.ability_count]
        if damage_type_of(ability, rulebook)
    ]


def damage_type_of(ability: AbilityRow, rulebook: Rulebook) -> str:
    """The key of the type of the damage that an ability does first; empty if it does none."""
    effects = rulebook.compiled.effects[ability.first_effect : ability.first_effect + ability.effect_count]
    types = [effect.damage_type for effect in effects if effect.effect in codes.TAKE_HP]
    return rulebook.damage_types[types[0]].key if types else ""


def flight_of_action(session: PlayerView, act: int) -> Flight | None:
    """What flies and spreads when the hero uses or throws an item, as far as the hero knows; None if nothing does."""
    hero, rulebook = session.hero, session.rulebook
    slot, target = argument_of(act), cell_of(act)
    if verb_of(act) not in (USE, THROW) or slot >= len(hero.inventory) or hero.inventory[slot].kind == 0:
        return None
    number = hero.inventory[slot].kind - 1
    kind = rulebook.compiled.items[number]
    if verb_of(act) == THROW:
        landing = seen_landing(hero, rulebook.compiled, target)
        ability = rulebook.compiled.abilities[kind.thrown - 1] if kind.thrown else AbilityRow()
        area = reached(session, ability, landing) if kind.thrown and ability.area == codes.BALL else []
        steps = (*path(hero.cell, landing), *rings(landing, area))
        return Flight(steps, damage_type_of(ability, rulebook) or FLIES, rulebook.item_rows[number].glyph)
    if kind.slot > 0 or kind.use == NOWHERE:
        return None
    ability = rulebook.compiled.abilities[kind.use]
    return flight_of_ability(session, ability, target)


def flight_of_ability(session: PlayerView, ability: AbilityRow, target: int) -> Flight | None:
    """What flies and spreads when the hero uses an ability on a cell."""
    hero, rulebook = session.hero, session.rulebook
    what = damage_type_of(ability, rulebook) or FLIES
    if ability.area == codes.NEAREST:
        row = nearest_seen(hero, rulebook.compiled, ability.reach)
        if row == NOWHERE:
            return None
        return Flight(path(hero.cell, hero.visible_monsters[row].cell), what)
    if ability.area in (codes.BOLT, codes.BEAM):
        length = seen_line_length(hero, rulebook.compiled, ability, target)
        return Flight(tuple((line_cell(hero.cell, target, step),) for step in range(1, length + 1)), what)
    if ability.area == codes.TARGET:
        return Flight(path(hero.cell, target), what)
    if ability.area == codes.BALL:
        return Flight((*path(hero.cell, target), *rings(target, reached(session, ability, target))), what)
    if ability.area in (codes.CONE, codes.BURST):
        return Flight(rings(hero.cell, reached(session, ability, target)), what)
    return None


def path(origin: int, target: int) -> tuple[tuple[int, ...], ...]:
    """The cells of a straight line, without its origin."""
    return tuple((line_cell(origin, target, step),) for step in range(1, steps_between(origin, target) + 1))


def reached(session: PlayerView, ability: AbilityRow, target: int) -> list[int]:
    """The open cells that the hero's ability reaches, as far as the hero knows."""
    hero, ruleset = session.hero, session.rulebook.compiled
    length = seen_line_length(hero, ruleset, ability, target)
    return [
        cell
        for cell in range(CELLS)
        if ruleset.enterable[hero.remembered[cell]] == 1 and would_hit(hero, ruleset, ability, target, length, cell)
    ]


def rings(centre: int, cells: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Cells by their distance from a centre, each ring with those inside it: something that spreads."""
    by_distance = sorted(cells, key=lambda cell: steps_between(centre, cell))
    distances = sorted({steps_between(centre, cell) for cell in by_distance})
    return tuple(
        tuple(cell for cell in by_distance if steps_between(centre, cell) <= distance) for distance in distances
    )


def is_fall(event: Event) -> bool:
    """Whether an event is the death of a monster."""
    return event.what == DIED and event.whom != HERO


def flash(events: Sequence[Event], hero: Hero) -> list[Frame]:
    """A frame in which whoever is hit, hurt or missed lights up; none if nobody is."""
    marks = visible_only(marks_of_hits(events), hero)
    return [Frame(tuple(marks), FLASH)] if marks else []


def marks_of_hits(events: Iterable[Event]) -> list[Mark]:
    """A mark for each cell where somebody is hit, hurt or missed."""
    marks: dict[int, Mark] = {}
    for event in events:
        if event.what == MISSED:
            marks.setdefault(event.cell, Mark(event.cell, MISSES))
        elif event.what in (HIT, DAMAGED) and event.amount > 0:
            marks[event.cell] = Mark(event.cell, HURTS if event.whom == HERO else HITS)
    return list(marks.values())


def visible_only(marks: Iterable[Mark], hero: Hero) -> list[Mark]:
    """The marks on cells that the hero sees."""
    return [mark for mark in marks if hero.visible[mark.cell]]


def frames_of(flights: Sequence[Flight], fallen: Sequence[Mark], hero: Hero) -> list[Frame]:
    """Flights at the same time. Whoever they killed stands until they arrive."""
    longest = max((len(flight.steps) for flight in flights), default=0)
    count = min(longest, MOST_FRAMES)
    frames = []
    for number in range(1, count + 1):
        marks = list(fallen)
        for flight in flights:
            step = max(1, len(flight.steps) * number // count)
            marks += [Mark(cell, flight.what, flight.glyph) for cell in flight.steps[step - 1]]
        frames.append(Frame(tuple(visible_only(marks, hero)), FLIGHT / count))
    return frames
