"""Writes a ruleset from a project's literals, and notes what they don't say as assumptions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from steep.content import Rulebook, load_ruleset
from steep.content.sections import EFFECT_KEYS, MAX_NUMBER
from steep.core.geometry import WIDTH
from steep.core.ruleset import MAX_FLOORS, MAX_GAINS, MAX_KINDS
from steep.core.world import MAX_INVENTORY, MAX_RADIUS
from steep.importing.literals.columns import columns_by_name
from steep.importing.literals.kinds import OWN_SIGNATURES, STATS, Made, find_kind, find_made, key_of
from steep.importing.literals.nests import CALL, NAME, NUMBER, STRING, Term
from steep.importing.literals.records import Found, Project
from steep.importing.literals.shapes import (
    Columns,
    Reading,
    Row,
    curve_of,
    floor_number,
)
from steep.importing.literals.sources import Source, read_sources
from steep.importing.literals.tables import Table, TableFinder
from steep.importing.output.import_report import FIGHTS, ODDS, Coverage, ImportReport, Location, Uncovered
from steep.importing.output.ruleset_toml import Draft, Section, fitted, plain_text, steps_of, whole_weights
from steep.importing.python.expression_values import words_in
from steep.importing.python.written_numbers import written_fraction, written_int
from steep.importing.tutorials.detect_tutorial import key_in
from steep.importing.tutorials.find_kinds import seed_kinds
from steep.importing.tutorials.find_monsters_items_and_hero import (
    DEFENSE_BONUS,
    MAX_HP_BONUS,
    POWER_BONUS,
    SLOT,
    fields_unread,
    places_in,
)
from steep.importing.tutorials.find_named_numbers import LEVEL_NAMES, MAP_NAMES, RAISERS, VIEW_NAMES
from steep.importing.tutorials.known_shapes.write_effects import NUMBERS
from steep.importing.tutorials.tables.find_count_and_weight_tables import (
    FAMILIES,
)
from steep.importing.tutorials.write_map_and_hero import MAP_LIMITS, MAX_PER_ROOM, size_limits

LEAST = {"hp": 1}
"""The lowest value of a stat, if that is not 0."""
OF_HEROES = {name for names in LEVEL_NAMES.values() for name in names}
"""Numbers that others have for nothing."""
OF_CODE = "attacks, effects, costs of levels, maps, how many are drawn, what a start gives, how tables are searched"
"""What only a game's code says."""
EQUIPS = re.compile(r"(?i)equip")
GIVES = re.compile(r"(?i)inventory|start")
STARTS = {"start", "starting", "new", "setup", "init", "initial", "ready", "player", "hero", "main", "begin"}
"""Words in the names around code that gives a hero something before the game begins."""
LISTED = 5
"""How many kinds a sentence lists."""
SEEDS = {".ts": "rotjs", ".tsx": "rotjs", ".js": "rotjs", ".mjs": "rotjs", ".gd": "godot", ".tres": "godot"}
"""The tutorial that is assumed, by how files end."""
DEFAULT_SEED = "tcod-2020"


class LiteralRuleset(NamedTuple):
    """What the literals of a project say."""

    draft: Draft | None
    """None if they have no tables."""
    files: int
    assumed: Sequence[str]
    """What no file says, and what is used instead."""


def read_literals(
    path: Path, edited: Mapping[str, bytes], title: str, columns: Columns, report: ImportReport
) -> LiteralRuleset:
    """The ruleset of a folder or a file in any language. Raises `InputError` for a file that can't be read."""
    sources = read_sources(path, edited, report)
    project = Project.of(sources)
    writer = Writer(project, Reading(columns_by_name(columns, project)), report)
    draft = writer.write(title, seed_of(sources))
    return LiteralRuleset(draft, len(sources), writer.assumed)


def seed_of(sources: Sequence[Source]) -> str:
    """The bundled ruleset that supplies what files don't say."""
    endings = [SEEDS[source.ending] for source in sources if source.ending in SEEDS]
    return max(endings, key=endings.count, default=DEFAULT_SEED)


@dataclass(slots=True)
class Writer:
    """Writes a draft."""

    project: Project
    reading: Reading
    report: ImportReport
    assumed: list[str] = field(default_factory=list)
    """What no file says, and what is used instead."""
    made: list[Made] = field(default_factory=list)
    draft: Draft = field(init=False)
    seed: Rulebook = field(init=False)

    def write(self, title: str, seed: str) -> Draft | None:
        """The draft; None if nothing was found."""
        self.made = find_made(self.project, self.reading)
        tables = TableFinder(self.project, self.reading, self.report, self.made, self.assumed)
        weights = tables.weights()
        counts = {family: tables.counts(family) for family in FAMILIES}
        if not (any(weights.values()) or any(counts.values()) or any(not each.is_hero for each in self.made)):
            return None
        seed = self.with_gear(seed, weights)
        self.seed, self.draft = load_ruleset(seed), Draft(title, seed, [], part=True)
        heroes = [each for each in self.made if each.is_hero]
        hero = heroes[0] if heroes else None
        self.map()
        section = self.hero(hero)
        self.level_up(hero)
        self.counts(counts)
        slots: list[str] = []
        keys: dict[str, str] = {}
        for family in FAMILIES:
            keys |= self.kinds(family, weights[family], slots)
        if slots:
            section.put("slots", slots)
        start = self.start(keys)
        if start:
            section.put("start", start)
        self.assumed.append(f"{OF_CODE}: code is not read; as in {seed}")
        self.assumed += self.reading.assumed
        if not self.report.part:
            self.report.assumed["attack"] = f"no code is read; as in {seed}"
            level = self.report.assumed.get("level_up", "")
            self.report.assumed["level_up"] = f"no code is read; a level costs base + factor * level; {level}"
            if "counts" not in self.report.assumed:
                self.report.assumed["counts"] = f"no code is read; how many are drawn, up to the most, is as in {seed}"
            self.report.assumed["weights"] = "no code is read; weights hold from their floor to the next of their kind"
        self.coverage(counts, weights)
        self.draft.remarks = self.remarks()
        return self.draft

    def with_gear(self, seed: str, weights: Mapping[str, list[Row]]) -> str:
        """The tutorial's ruleset; the one with its chapter on gear if a table names gear that only that one has."""
        plain, gear = (load_ruleset(name) for name in (seed, f"{seed}-gear"))
        items = [each for each in self.made if each.is_item]
        for row in weights["items"]:
            key = key_in_seed(gear, "items", key_of(row.kind))
            if key and not key_in_seed(plain, "items", key) and find_kind(row.kind, items) is None:
                return f"{seed}-gear"
        return seed

    # Writing sections.

    def number(self, term: Term, low: int, high: int, what: str, same: Sequence[Term] = ()) -> int:
        """A whole number, limited to what a ruleset allows, with its place and those of numbers that mean the same."""
        whole = int(term.number)
        places = dict.fromkeys(place for each in (term, *same) for place in self.project.origin(each))
        value = written_int(whole, tuple(places)) if whole == term.number else whole
        return fitted(value, low, high, what, self.project.location(term), self.report)

    def put_named(self, section: Section, key: str, found: Sequence[Found], low: int, high: int) -> bool:
        """Write a named number, if it was found. Equal numbers of that name count as one."""
        if not found:
            return False
        term = found[0].term
        same = [each for each in found if each.term.number == term.number]
        location = self.project.location(term)
        value = self.number(term, low, high, f"{section.path[0]}.{key}", [each.term for each in same])
        section.put(key, value, str(location))
        self.report.add_read(f"{section.path[0]}.{key}: {found[0].name or 'given'} = {value}", location)
        for other in found:
            if other not in same:
                sentence = f"{other.name} is {other.term.number} here; {value} was taken ({location})"
                self.report.add_unread(sentence, self.project.location(other.term))
        return True

    def named(self, names: Sequence[str]) -> list[Found]:
        """The numbers with the first of these names that occurs."""
        of_others = {id(term) for each in self.made if not each.is_hero for term in each.fields.by_name.values()}
        for name in names:
            found = [
                each
                for each in self.project.found
                if each.name and each.term.kind == NUMBER and "_".join(words_in(each.name)) == name
                if id(each.term) not in of_others
            ]
            if found:
                # A scene's number stands there in place of its script's.
                return sorted(found, key=lambda each: each.source.ending != ".tscn")
        return []

    def missing(self, section: str, keys: Sequence[str]) -> None:
        """Note that the values of some keys are assumed."""
        values = (f"{key} {in_words(getattr(getattr(self.seed, section), key))}" for key in keys)
        said = f"{', '.join(values)}: not found; as in {self.draft.seed}"
        self.assumed.append(f"{section}: {said}")
        if section in ("counts", "level_up") and not self.report.part:
            before = f"{self.report.assumed[section]}; " if section in self.report.assumed else ""
            self.report.assumed[section] = before + said

    def map(self) -> None:
        """Write the size of the map and its rooms."""
        section = self.draft.section("map")
        sizes = {key: int(getattr(self.seed.map, key)) for key in MAP_LIMITS}
        gone: list[str] = []
        for key, names in MAP_NAMES.items():
            if self.put_named(section, key, self.named(names), *size_limits(key, self.seed)):
                sizes[key] = section.entries[key][0]
            else:
                gone.append(key)
        if gone:
            self.missing("map", gone)
        highest = min(sizes["width"], sizes["height"]) - 1
        for key, high in (("room_max", highest), ("room_min", min(sizes["room_max"], highest))):
            if sizes[key] > high:
                self.report.add_taken(f"map.{key} is {sizes[key]}, taken as {high}, so that rooms fit the map")
                sizes[key] = high
                section.put(key, high)

    def hero(self, hero: Made | None) -> Section:
        """Write the hero's stats, view radius and inventory."""
        section = self.draft.section("hero")
        gone: list[str] = []
        if hero is not None:
            self.report.add_read("the hero", self.project.location(hero.found.term))
        for key in ("hp", "power", "defense"):
            term = hero.number(STATS[key]) if hero is not None else None
            if hero is None or term is None:
                gone.append(key)
            else:
                section.put(key, self.number(term, LEAST.get(key, 0), MAX_NUMBER, f"hero.{key}"))
        room = self.of_hero(hero, ("inventory_capacity", "capacity", "max_items"))
        if not self.put_named(section, "view_radius", self.named(VIEW_NAMES) or self.fov_argument(), 1, MAX_RADIUS):
            gone.append("view_radius")
        if not self.put_named(section, "inventory", room, 1, MAX_INVENTORY):
            gone.append("inventory")
        if gone:
            self.missing("hero", gone)
        return section

    def of_hero(self, hero: Made | None, names: Sequence[str]) -> list[Found]:
        """A number of the hero, as if it were a named number."""
        term = hero.number(names) if hero is not None else None
        return (
            [Found((names[0],), term, hero.found.source, keyed=True)] if hero is not None and term is not None else []
        )

    def fov_argument(self) -> list[Found]:
        """The radius in `fov.compute(x, y, 8, …)`."""
        for each in self.project.found:
            if each.term.kind == CALL and "compute" in words_in(each.term.text):
                numbers = [item.value for item in each.term.items if item.value.kind == NUMBER]
                if len(numbers) == 1:
                    return [Found((), numbers[0], each.source, keyed=False)]
        return []

    def level_up(self, hero: Made | None) -> None:
        """Write the cost and the choices of a level-up."""
        section = self.draft.section("level_up")
        gone: list[str] = []
        for key, names in LEVEL_NAMES.items():
            if not self.put_named(section, key, self.of_hero(hero, names) or self.named(names), 0, MAX_NUMBER):
                gone.append(key)
        choices = []
        for stat, function in RAISERS.items():
            for each in self.project.found:
                around = ["_".join(words_in(part)) for part in each.path[:-1]]
                if each.term.kind == NUMBER and each.name in ("amount", "value") and around[-1:] == [function]:
                    choices.append({"stat": stat, "amount": self.number(each.term, 1, MAX_NUMBER, function)})
                    break
        if choices:
            section.put("choices", choices[:MAX_GAINS])
        else:
            gone.append("choices")
        self.missing("level_up", [*gone, "must_exceed"])

    def counts(self, tables: Mapping[str, Table | None]) -> None:
        """Write how many monsters and items a room has at most."""
        section = self.draft.section("counts")
        for family, table in tables.items():
            key = f"{family}_per_room"
            if table is None:
                self.missing("counts", [key])
                continue
            curve = self.curve(table.rows)
            values = [
                fitted(written_whole(value), 0, MAX_PER_ROOM[family], table.found.name, table.location, self.report)
                for value in curve
            ]
            section.put(key, steps_of(values), f"{table.found.name}, {table.location}")

    def curve(self, rows: Sequence[Row]) -> list[Fraction]:
        """The value of rows on each floor, with the places of the numbers."""
        made: dict[int, Fraction] = {}
        values: list[Fraction] = []
        for held in curve_of([(row.floor, row.weight, row.until) for row in rows], MAX_FLOORS):
            if held is None:
                values.append(Fraction(0))
                continue
            since, term = held
            if id(term) not in made:
                written = written_int(floor_number(since), self.project.origin(since)) if since is not None else None
                made[id(term)] = written_fraction(term.number, self.project.origin(term), written)
            values.append(made[id(term)])
        return values

    def kinds(self, family: str, rows: list[Row], slots: list[str]) -> dict[str, str]:
        """Write a section for each kind. Returns their keys by the project's names for them."""
        by_name: dict[str, list[Row]] = {}
        for row in rows:
            by_name.setdefault(key_of(row.kind), []).append(row)
        room = MAX_KINDS - len(seed_kinds(self.seed, family))
        curves = [self.curve(own) for own in by_name.values()]
        weights = whole_weights([tuple(curve) for curve in curves], f"weights of {family}", self.report)
        keys: dict[str, str] = {}
        used: list[Made] = []
        for (name, own), weight in zip(by_name.items(), weights, strict=True):
            if len(keys) >= room:
                self.report.add_unread(f"{family}: {name} and the kinds after it; a ruleset has no room for more")
                break
            entity = find_kind(
                own[0].kind, [each for each in self.made if each.is_item is (family == "items") and not each.is_hero]
            )
            key = self.unused(key_in_seed(self.seed, family, name) or name, keys)
            keys[name] = key
            if entity is None and family == "monsters":
                entity = self.of_record(own[0], name)
            if entity is not None:
                used.append(entity)
                keys |= {other: key for other in entity.keys if other not in keys}
            spawn = steps_of(weight)
            self.kind(family, key, own[0], entity, spawn, slots)
        others = [
            each for each in self.made if each not in used and not each.is_hero and each.is_item is (family == "items")
        ]
        unplaced: list[str] = []
        for entity in others:
            name = entity.keys[0] if entity.keys else key_of(entity.name)
            where = self.project.location(entity.found.term)
            twin = next((each for each in used if each.name and each.name == entity.name), None)
            if twin is not None and numbers_of(twin) != numbers_of(entity):
                taken = self.project.location(twin.found.term)
                self.report.add_unread(f"{entity.name} has other numbers here than at {taken}; those were taken", where)
            if not name or twin is not None:
                continue
            if len(set(keys.values())) >= room:
                what = f"{family}: {name} and the kinds after it; a ruleset has no room for more"
                self.report.add_unread(what, where)
                break
            key = self.unused(key_in_seed(self.seed, family, name) or name, keys)
            keys |= {other: key for other in (*entity.keys, key) if other not in keys}
            used.append(entity)
            self.kind(family, key, None, entity, 0 if rows else None, slots)
            if rows:
                unplaced.append(f"{key} ({where})")
        if unplaced:
            more = f" and {len(unplaced) - LISTED} more" if len(unplaced) > LISTED else ""
            names = ", ".join(unplaced[:LISTED])
            self.report.add_taken(f"{family} in no table, so in Steep without a weight: {names}{more}", ODDS)
        if rows or used:
            for key in seed_kinds(self.seed, family):
                if key not in keys.values():
                    self.draft.section(family, key, remark=f"in {self.draft.seed}, not in the project").put("spawn", 0)
        else:
            self.assumed.append(f"{family}: none were found; as in {self.draft.seed}")
        return keys

    def of_record(self, row: Row, name: str) -> Made | None:
        """The monster whose stats a row of a table has, though too few for a fighter; None if it has none."""
        if row.record is None:
            return None
        found = Found((name,), row.record, self.project.by_file[row.record.file], keyed=True)
        entity = Made(found, self.project.fields_of(found, OWN_SIGNATURES), [name])
        if entity.is_item or not any(entity.number(names) is not None for names in STATS.values()):
            return None
        self.made.append(entity)
        return entity

    def unused(self, key: str, keys: Mapping[str, str]) -> str:
        """A key that no other kind has."""
        taken = {*keys.values()}
        return next(
            each for each in (key, *(f"{key[:36]}_{number}" for number in range(1, MAX_KINDS + 2))) if each not in taken
        )

    def kind(
        self, family: str, key: str, row: Row | None, entity: Made | None, spawn: object, slots: list[str]
    ) -> None:
        """Write the section of a kind."""
        seed = seed_kinds(self.seed, family).get(key)
        project_name = row.kind if row is not None else ""
        remark = f'"{project_name}" in the project' if project_name and project_name != key else ""
        location = self.project.location(row.weight) if row is not None else None
        if entity is not None:
            location = self.project.location(entity.found.term)
            remark = f"{location}{', ' if remark else ''}{remark}"
        section = self.draft.section(family, key, remark=remark)
        if location is not None:
            self.report.add_read(f"{family}.{key}", location)
        name = plain_text(entity.name, 40) if entity is not None else ""
        if name:
            section.put("name", name)
        glyph = plain_text(entity.glyph, 1) if entity is not None else ""
        if glyph:
            section.put("glyph", glyph)
        elif seed is None:
            section.put("glyph", key[0] if family == "monsters" else "?", "not found")
        if entity is not None and entity.color is not None:
            section.put("color", [*entity.color])
        if entity is None and seed is not None:
            self.assumed.append(f"{family}.{key}: all but its weight as in {self.draft.seed}")
        elif family == "monsters":
            self.stats(section, entity, kept=seed is not None and entity is not None and not entity.is_fighter)
        else:
            self.use(section, entity, slots)
        if spawn is not None:
            section.put("spawn", spawn)
        else:
            section.put_todo("spawn", "no weight was found")

    def stats(self, section: Section, entity: Made | None, *, kept: bool) -> None:
        """Write a monster's stats; those that are not found may be kept as in the seed."""
        for key, names in STATS.items():
            term = entity.number(names) if entity is not None else None
            if entity is not None and term is not None:
                same = [other for each in entity.again if (other := each.number(names)) is not None]
                section.put(key, self.number(term, LEAST.get(key, 0), MAX_NUMBER, f"{section.path[-1]}'s {key}", same))
            elif kept:
                self.assumed.append(f"{'.'.join(section.path)}: {key} as in {self.draft.seed}")
            elif entity is not None and key in ("defense", "xp"):
                section.put(key, 0, "not found")
                self.assumed.append(f"{'.'.join(section.path)}: {key} 0, as none was found")
            else:
                section.put_todo(key, "not found")

    def use(self, section: Section, entity: Made | None, slots: list[str]) -> None:
        """Write what an item does."""
        if entity is None:
            section.put_todo("effect", "nothing was found that makes it")
            return
        if entity.is_equipment:
            slot = self.slot(entity)
            slots += [slot] if slot not in slots else []
            section.put("slot", slot)
            for key, names in (("power", POWER_BONUS), ("defense", DEFENSE_BONUS), ("max_hp", MAX_HP_BONUS)):
                term = entity.number(names)
                if term is not None and (term.number or key != "max_hp"):
                    section.put(key, self.number(term, -MAX_NUMBER, MAX_NUMBER, f"{key} of {section.path[-1]}"))
                elif key != "max_hp":
                    section.put(key, 0)
            for key, value in (("effect", "none"), ("amount", 0), ("reach", 0)):
                section.put(key, value)
            return
        effect = entity.effect
        section.put("effect", effect)
        if effect == "none":
            what = f"items.{section.path[-1]}: its effect; in Steep it has none"
            self.report.add_unread(what, self.project.location(entity.found.term))
        for key, effects in EFFECT_KEYS.items():
            term = entity.number((*NUMBERS.get((effect, key), ()), key)) if effect in effects else None
            term = term or (
                entity.number(("healing_amount", "heal_amount")) if (effect, key) == ("heal", "amount") else None
            )
            if term is not None:
                high = MAX_NUMBER if key == "amount" else WIDTH
                section.put(key, self.number(term, 0, high, f"{key} of {section.path[-1]}"))
            elif effect in effects:
                section.put_todo(key, f"{effect}'s {key} was not found")
            else:
                section.put(key, 0)

    def slot(self, entity: Made) -> str:
        """Where an item is worn. A number counts the slots of the tutorial."""
        given = next((entity.fields.by_name[name] for name in SLOT if name in entity.fields.by_name), None)
        if given is not None and given.kind in (NAME, STRING):
            return key_of(given.name) or "weapon"
        slots = load_ruleset(f"{self.seed.name.removesuffix('-gear')}-gear").hero.slots
        if given is not None and given.kind == NUMBER and 0 <= given.number < len(slots):
            self.reading.assumed += [
                each
                for each in (f"equipment types are numbered from {slots[0]} on, as in {self.draft.seed}",)
                if each not in self.reading.assumed
            ]
            return slots[int(given.number)]
        power = entity.number(POWER_BONUS)
        return "weapon" if power is not None and power.number else "armor"

    def start(self, keys: Mapping[str, str]) -> list[dict[str, str | bool]]:
        """What the hero starts with: items that a call gives it by name, except in code that loads a game."""
        items = {each.path[1]: "slot" in each.entries for each in self.draft.sections if each.path[0] == "items"}
        given: list[tuple[str, bool]] = []
        for each in self.project.found:
            name = each.term.text if each.term.kind == CALL else each.name
            if not (EQUIPS.search(name) or GIVES.search(name)):
                continue
            at_start = {*words_in(name), *(word for part in each.path for word in words_in(part))} & STARTS
            for item in each.term.items:
                key = keys.get(key_of(item.value.name)) if item.value.kind in (NAME, STRING) else None
                if key not in items:
                    continue
                if at_start:
                    given.append((str(key), items[str(key)] and bool(EQUIPS.search(name))))
                elif each.term.kind == CALL:
                    what = f"{name} gives {key} in play; in Steep the hero does not start with it"
                    self.report.add_unread(what, self.project.location(each.term), FIGHTS)
        # What is given and then equipped by name is one.
        worn = {key: (key, True) for key, equipped in given if equipped}
        return [
            {"item": key, "equipped": equipped}
            for key, equipped in [*worn.values(), *(pair for pair in given if pair[0] not in worn)]
        ]

    def coverage(self, counts: Mapping[str, Table | None], weights: Mapping[str, list[Row]]) -> None:
        """Note how many of the numbers in tables and kinds the ruleset has."""
        named = [(table.found.name, row) for table in counts.values() if table is not None for row in table.rows]
        named += [(f"weights of {family}", row) for family, rows in weights.items() for row in rows]
        terms = [(name, term) for name, row in named for term in (row.weight, row.floor) if term is not None]
        terms += [
            (name, term)
            for entity in self.made
            for name, term in entity.fields.by_name.items()
            if name not in ("x", "y") and words_in(name)[-1:] != ["type"]
            if term.number and (entity.is_hero or name not in OF_HEROES)
        ]
        cells = [each for each in self.project.found if each.source.headers and each.name]
        terms += [(cell.name, cell.term) for cell in cells]
        counted = {place: name for name, term in terms if term.kind == NUMBER for place in self.project.origin(term)}
        here = {*places_in(self.draft.sections)}
        # The last floor of a row is written as the one after it, so it has no place there.
        rows = [row for own in weights.values() for row in own if here & {*self.project.origin(row.weight)}]
        here |= {place for row in rows for place in self.project.origin(row.until)}
        unread = [cell for cell in cells if cell.term.kind == NUMBER and not here & {*self.project.origin(cell.term)}]
        for name, cell in {cell.name: cell for cell in reversed(unread)}.items():
            what = f"the column {name} has numbers that are not read; --columns hp={name} would say that they are HP"
            self.report.add_unread(what, self.project.location(cell.term), FIGHTS)
        missing: dict[str, list[Location]] = {}
        for place, name in counted.items():
            if place not in here:
                missing.setdefault(name, []).append(Location(place.file, place.line))
        by_name = [Uncovered(name, len(places), places[0]) for name, places in missing.items()]
        gone = tuple(sorted(by_name, key=lambda each: (-each.numbers, each.name)))
        fields_unread(gone, self.report)
        if assumed := len(self.report.assumed):
            gone = (*gone, Uncovered("what only code says", assumed, None))
        self.report.coverage = Coverage(len(here), len({*counted, *here}) + assumed, gone)

    def remarks(self) -> list[str]:
        """The comments at the top of the file: what is assumed comes first."""
        lines = [
            "Read from a project's literals by `steep import`; none of its code was run.",
            "",
            "Assumed, because the files don't say:",
        ]
        lines += [f"  {each}" for each in self.assumed]
        parts = (
            ("Looks like a mistake in the project:", self.report.findings),
            ("Changed:", self.report.taken),
            ("Not read:", self.report.unread),
        )
        for title, sentences in parts:
            if sentences:
                lines += ["", title, *(f"  {sentence}" for sentence in sentences)]
        return lines


def in_words(value: object) -> str:
    """A value of a ruleset, as a person would write it."""
    if isinstance(value, tuple):
        return " or ".join(f"{each.stat} +{each.amount}" for each in value)
    entries = getattr(value, "entries", None)
    if entries is None:
        return str(value).lower() if isinstance(value, bool) else str(value)
    return "{ " + ", ".join(f"{floor} = {number}" for floor, number in entries) + " }"


def numbers_of(entity: Made) -> list[Fraction]:
    """All numbers of what is made, by the names of their fields."""
    return [term.number for _, term in sorted(entity.fields.by_name.items()) if term.kind == NUMBER]


def written_whole(value: Fraction) -> int:
    """A number by floor as a whole number, with its places."""
    whole = int(value)
    return (
        written_int(whole, getattr(value, "origins", ()), since=getattr(value, "since", None))
        if whole == value
        else whole
    )


def key_in_seed(seed: Rulebook, family: str, name: str) -> str:
    """The key that a bundled ruleset has for a kind of this name, however its words are separated; empty if none."""
    parted = {key.replace("_", ""): key for key in seed_kinds(seed, family)}
    return key_in(seed, family, name) or parted.get(name.replace("_", ""), "")
