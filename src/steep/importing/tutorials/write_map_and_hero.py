"""Writes the sections that appear once: map, rules, hero, level_up, counts."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from steep.content import Rulebook
from steep.content.sections import MAX_NUMBER
from steep.content.validation.cross_field import MIN_WALLED
from steep.core.geometry import HEIGHT, WIDTH
from steep.core.ruleset import MAX_GAINS
from steep.core.world import MAX_ACTORS, MAX_INVENTORY, MAX_ITEMS, MAX_RADIUS, MAX_ROOMS
from steep.importing.output.import_report import ImportReport, Location
from steep.importing.output.ruleset_toml import Draft, Section, fitted, steps_of
from steep.importing.python.expression_values import Call
from steep.importing.python.resolve_imports import FieldReader, number_in
from steep.importing.python.written_numbers import whole
from steep.importing.tutorials.find_heroes import Hero, listed, only_entity
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, HP, POWER, Entity
from steep.importing.tutorials.find_named_numbers import LEVEL_NAMES, MAP_NAMES, Fact, Facts
from steep.importing.tutorials.known_shapes.levels_and_stairs import (
    healing_on_stairs,
    level_costs,
    never_raised,
    takes_xp,
)
from steep.importing.tutorials.known_shapes.placed_counts import how_many
from steep.importing.tutorials.tables.find_count_and_weight_tables import Table

MAP_LIMITS = {
    "width": (3, WIDTH),
    "height": (3, HEIGHT),
    "room_attempts": (1, MAX_ROOMS),
    "room_min": (2, WIDTH - 1),
    "room_max": (2, WIDTH - 1),
}
MAX_PER_ROOM = {"monsters": MAX_ACTORS, "items": MAX_ITEMS}


def size_limits(key: str, seed: Rulebook) -> tuple[int, int]:
    """The least and the most of a size of the map, if rooms are measured as in a bundled ruleset."""
    low, high = MAP_LIMITS[key]
    walled = seed.map.rooms == "walled" and key in ("room_min", "room_max")
    return (MIN_WALLED if walled else low), high


class TutorialSettings:
    """Fills these sections of a draft."""

    def __init__(self, draft: Draft, seed: Rulebook, facts: Facts, report: ImportReport) -> None:
        self.draft = draft
        self.seed = seed
        self.facts = facts
        self.report = report

    def map(self) -> None:
        """Write the size of the map and its rooms."""
        section = self.draft.section("map")
        sizes = {key: int(getattr(self.seed.map, key)) for key in MAP_LIMITS}
        split = next((made for made in self.facts.contents.calls if is_split(made)), None)
        if split is not None:
            what = f"{split.key} splits the map into rooms; in Steep they are dug where they fit, as in the tutorials"
            self.report.assume("counts", what, split.location)
        for key, names in MAP_NAMES.items():
            fact = self.facts.number(names, f"map {key}")
            if fact is None:
                self.missing(f"map.{key}")
                continue
            sizes[key] = fitted(fact.value, *size_limits(key, self.seed), names[0], fact.location, self.report)
            section.put(key, sizes[key], str(fact.location))
        self.limit(section, sizes, "room_max", min(sizes["width"], sizes["height"]) - 1)
        self.limit(section, sizes, "room_min", sizes["room_max"])

    def limit(self, section: Section, sizes: dict[str, int], key: str, high: int) -> None:
        """Limit a size so that rooms fit the map."""
        if sizes[key] > high:
            self.report.add_taken(f"map.{key} is {sizes[key]}, taken as {high}, so that rooms fit the map")
            sizes[key] = high
            section.put(key, sizes[key])

    def rules(self) -> None:
        """Write the field of view algorithm. Without one, the seed's is inherited."""
        found = self.facts.fov()
        if found is not None:
            self.draft.section("rules").put("fov", found[0], str(found[1]))
        self.stairs_heal(self.draft.section("rules") if found is not None else None)

    def stairs_heal(self, section: Section | None) -> None:
        """Write what taking the stairs heals, if it differs from the seed."""
        healing = healing_on_stairs(self.facts.contents)
        if healing is None and self.seed.rules.stairs_heal:
            self.missing("rules.stairs_heal")
        if healing is None or healing.percent == self.seed.rules.stairs_heal:
            return
        section = section or self.draft.section("rules")
        if healing.percent is None:
            section.put_todo("stairs_heal", f"{healing.code} is not recognised ({healing.location})")
        else:
            section.put("stairs_heal", healing.percent, f"{healing.code or 'nothing is healed'}, {healing.location}")

    def hero(self, heroes: Sequence[Hero], hero: Hero | None, parts: FieldReader) -> Section:
        """Write the stats, the view radius and the inventory size of the hero that was chosen among several."""
        section = self.draft.section("hero")
        if hero is not None:
            self.report.add_read(f"the hero{hero.name and f': {hero.name}'}", hero.location)
        for key, names, least in (("hp", HP, 1), ("power", POWER, 0), ("defense", DEFENSE, 0)):
            value = number_in(hero.fighter, names) if hero is not None else None
            if hero is not None and value is not None:
                value = fitted(value, least, MAX_NUMBER, f"hero.{key}", hero.location, self.report)
                section.put(key, value, str(hero.location))
            elif heroes:
                several = f"several heroes, choose one with --hero: {listed(heroes)}"
                section.put_todo(key, several if hero is None else f"not found ({hero.location})")
            elif self.draft.part:
                self.missing(f"hero.{key}")
            else:
                section.put_todo(key, "no player was found")
        view = self.facts.view_radius()
        if view is not None and view.value == 0:
            # In libtcod 0 is no limit.
            self.report.add_taken(f"{view.location}: a view radius of 0 means no limit, taken as {MAX_RADIUS}")
            view = Fact(MAX_RADIUS, view.location)
        self.fact(section, "view_radius", view, MAX_RADIUS)
        self.fact(section, "inventory", inventory_of(only_entity(heroes, hero), parts), MAX_INVENTORY)
        return section

    def fact(self, section: Section, key: str, fact: Fact | None, high: int) -> None:
        """Write a number of the hero section."""
        if fact is None:
            self.missing(f"hero.{key}")
        else:
            section.put(key, fitted(fact.value, 1, high, f"hero.{key}", fact.location, self.report), str(fact.location))

    def level_up(self, heroes: Sequence[Hero], hero: Hero | None) -> None:
        """Write the cost and the choices of a level-up, for the hero that was chosen among several."""
        section = self.draft.section("level_up")
        entity = only_entity(heroes, hero)
        costs = {key: self.cost(key, names, entity) for key, names in LEVEL_NAMES.items()}
        if all(fact is not None and fact.value <= 0 for fact in costs.values()):
            costs = dict.fromkeys(costs)
        if entity is None and any(differ(heroes, names) for names in LEVEL_NAMES.values()):
            for key in costs:
                section.put_todo(key, f"several heroes, choose one with --hero: {listed(heroes)}")
        else:
            self.level_cost(section, costs)
        exceed = self.facts.must_exceed()
        if exceed is None:
            self.missing("level_up.must_exceed")
        else:
            section.put("must_exceed", exceed)
        for name, place in self.facts.other_choices():
            self.report.assume("level_up", f"{name} may be a choice at a level-up; in Steep it is not", place)
        choices = [(stat, amount) for stat, amount in self.facts.choices() if 1 <= amount <= MAX_NUMBER]
        if choices:
            section.put("choices", [{"stat": stat, "amount": amount} for stat, amount in choices[:MAX_GAINS]])
        else:
            self.missing("level_up.choices")

    def level_cost(self, section: Section, costs: Mapping[str, Fact | None]) -> None:
        """Write what a level costs, if the code computes it in a known way from these numbers or from its own."""
        names = [name for each in LEVEL_NAMES.values() for name in each]
        # A number that changes in play, such as the level, is not a constant.
        levels = {
            f"{whose}level" for whose in ("", "current_", "curr_", "cur_", "char_", "character_", "player_", "hero_")
        }
        levels |= {"xp", "current_xp", "exp", "current_exp", "experience"}
        bound = {name: facts for name, facts in self.facts.bound.items() if same(facts) and name not in levels}
        numbers = {name: facts[0].value for name, facts in bound.items()}
        numbers |= {LEVEL_NAMES[key][0]: fact.value for key, fact in costs.items() if fact is not None}
        steps = {each.steps(numbers): each for each in level_costs(self.facts.contents, names)}
        line, code = next(iter(steps.items()), (None, None))
        if code is not None and (len(steps) > 1 or line is None or min(line) < 0):
            what = f"a level costs {ast.unparse(code.node)[:80]}, which is not recognised"
            self.report.assume("level_up", what, code.location)
            for key in costs:
                section.put_todo(key, f"{what} ({code.location})")
            return
        if code is not None and line is not None and line[1] and (level := never_raised(code, self.facts.contents)):
            what = f"{level} is never raised, so each level costs the same; in Steep each costs more"
            self.report.assume("level_up", what, code.location)
        if code is not None and not takes_xp(self.facts.contents):
            what = "no XP is taken off at a level-up, so a level costs only what is missing; in Steep it costs all"
            self.report.assume("level_up", what, code.location)
        for at, (key, fact) in enumerate(costs.items()):
            if code is not None and line is not None and (fact is None or fact.value != line[at]):
                fact = Fact(line[at], code.location)
            if fact is None:
                self.missing(f"level_up.{key}")
                continue
            given = [each for name in LEVEL_NAMES[key] for each in self.facts.given.get(name, []) if each.value > 0]
            if given and fact.value <= 0 and fact in self.facts.bound.get(LEVEL_NAMES[key][0], []):
                what = f"{fact.value} may be only a default ({fact.location})"
                section.put_todo(key, f"{what}; {given[0].value} is given ({given[0].location})")
                continue
            value = fitted(fact.value, 0, MAX_NUMBER, f"level_up.{key}", fact.location, self.report)
            section.put(key, value, str(fact.location))
        if code is None:
            what = "no code was found that computes what a level costs; in Steep it is base + factor * level"
            self.report.assume("level_up", what, next((fact.location for fact in costs.values() if fact), None))

    def cost(self, key: str, names: tuple[str, ...], hero: Entity | None) -> Fact | None:
        """A number of the cost of a level: from the hero's own level component, or from a constant."""
        if hero is not None and hero.level is not None:
            value = number_in(hero.level, names)
            if value is not None:
                self.report.add_read(f"level_up.{key} = {value}", hero.location)
                return Fact(value, hero.location)
        return self.facts.number(names, f"level_up.{key}")

    def counts(self, family: str, table: Table | None) -> Section:
        """Write the maximum number of a family in a room."""
        section = next((made for made in self.draft.sections if made.path == ("counts",)), None)
        section = section or self.draft.section("counts")
        key = f"{family}_per_room"
        if table is None and self.draft.part:
            self.missing(f"counts.{key}")
            return section
        if table is None and family == "items" and not self.facts.shows_items():
            self.report.add_taken("items: none were found, nor any sign of them, so no room has any")
            section.put(key, 0, "no items were found")
            return section
        if table is None:
            section.put_todo(key, f"no number of {family} in a room was found")
            return section
        high = MAX_PER_ROOM[family]
        values = [
            fitted(whole(value), 0, high, table.name, table.location, self.report) for value in table.rows[0].curve
        ]
        remark = f"{table.name}, {table.location}"
        shapes = how_many(table.name, table.inside, family, self.facts.contents)
        known = [shape for shape in shapes if not shape.other]
        for shape in shapes:
            if shape.other:
                what = f"{shape.other} decides how many {family} are placed, and is not recognised"
                self.report.assume("counts", what, shape.location)
        if shapes and not known:
            section.put_todo(key, f"how many {family}: {shapes[0].other} ({shapes[0].location}); at most {remark}")
            return section
        section.put(key, steps_of(values), remark)
        if not known:
            what = f"no code was found that places up to {table.name} {family}; in Steep each room gets 0 to that many"
            self.report.assume("counts", what, table.location)
        elif known[0].low is None:
            section.put(f"min_{key}", steps_of(values), f"always this many, {known[0].location}")
        elif least := max(table.least, known[0].low):
            section.put(f"min_{key}", steps_of([min(least, value) for value in values]))
        return section

    def missing(self, what: str) -> None:
        """Report that a value comes from the seed."""
        self.report.add_taken(f"{what}: not found; as in {self.draft.seed}")


def same(facts: Sequence[Fact]) -> bool:
    """Whether a name has one value everywhere."""
    return len({fact.value for fact in facts}) == 1


def differ(heroes: Sequence[Hero], names: tuple[str, ...]) -> bool:
    """Whether heroes differ in what a level costs."""
    return len({number_in(hero.entity.level or {}, names) for hero in heroes}) > 1


def inventory_of(hero: Entity | None, parts: FieldReader) -> Fact | None:
    """The capacity of the hero's inventory component; None if it has none."""
    for part in parts.components(hero.fields) if hero is not None else ():
        if isinstance(part, Call) and "inventory" in part.key.lower():
            capacity = number_in(parts.fields(part), ("capacity", "size", "max_items", "slots"))
            if capacity is not None:
                return Fact(capacity, Location(*part.location))
    return None


def is_split(made: Call) -> bool:
    """Whether a call splits the map into rooms; calls in a copy of libtcod don't count."""
    return "bsp" in made.key.lower() and "libtcod" not in made.location.file
