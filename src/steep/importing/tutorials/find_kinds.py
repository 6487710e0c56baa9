"""Finds the kinds of monsters and items that a project's tables name: which entity each is, and its weights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction

from steep.content import Item, Monster, Rulebook
from steep.core.input_errors import nearest
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS
from steep.importing.output.import_report import ODDS, ImportReport, Location
from steep.importing.output.ruleset_toml import whole_weights
from steep.importing.python.expression_values import Call, Dictionary, Value
from steep.importing.python.reachability import mentions
from steep.importing.python.resolve_imports import first_of
from steep.importing.tutorials.detect_tutorial import key_in
from steep.importing.tutorials.find_monsters_items_and_hero import Dispatch, Entities, Entity, words_of
from steep.importing.tutorials.tables.find_count_and_weight_tables import Table
from steep.importing.tutorials.tables.read_weights import line_of
from steep.importing.tutorials.tables.rows_to_curves import VALUE_FIRST, Lookups, curve_of

OWN_WEIGHT = ("spawn_chance", "spawn_weight", "spawn_rate", "chance", "chances", "weight")
"""Names of fields with the weight of a kind."""

MEMBERS = ("members", "monsters", "enemies", "group")
"""Names for the monsters of a pack."""


@dataclass(slots=True)
class Kind:
    """A kind of monster or item to write."""

    key: str
    entity: Entity | None
    weights: list[int] | None
    """Weights by floor; None if no table gives them."""
    table_name: str = ""
    """Its name in the table, if that differs from the key."""
    given: bool = False
    """Whether it is only given to the hero, so that it needs no weight."""
    in_no_table: bool = False
    """Whether the project has a table that this kind is not in."""
    left_out: bool = False
    """Whether it has its weight in a table that is named, but not read."""


@dataclass(slots=True)
class Pack:
    """Monsters that spawn together."""

    key: str
    weights: list[int]
    location: Location
    entities: list[Entity]
    members: list[str] = field(default_factory=list)
    """Their keys, the leader's first."""


@dataclass(slots=True)
class KindFinder:
    """Finds kinds."""

    seed: Rulebook
    entities: Entities
    lookups: Lookups
    report: ImportReport
    part: bool = False
    """Whether the seed supplies its own kinds where a table only names them."""
    grouped: AbstractSet[str] = frozenset()
    """Kinds in tables that are named, but not read."""
    packs: list[Pack] = field(default_factory=list)
    with_table: set[str] = field(default_factory=set)
    """The families (monsters, items) that have a table."""

    def of_table(self, family: str, table: Table | None) -> list[Kind]:
        """The kinds in a table; all kinds of the project if there is no table."""
        if table is None:
            return self.without_table(family)
        self.with_table.add(family)
        names = [self.entities.key_of_kind(row.kind) for row in table.rows]
        weights = whole_weights([row.curve for row in table.rows], f"{table.name} ({table.location})", self.report)
        kinds: dict[str, Kind] = {}
        spilled: dict[str, list[int]] = {}
        unmade: list[tuple[str, Location]] = []
        for row, name, weight in zip(table.rows, names, weights, strict=True):
            if len(kinds) == MAX_KINDS - len(seed_kinds(self.seed, family)):
                what = f"{table.name}: {name} and the kinds after it; a ruleset has no room for more"
                self.report.add_unread(what, table.location)
                break
            entity = self.entities.find(row.kind, names, table.home, items=family == "items")
            dispatch = self.entities.dispatch(name, names, table.home) if isinstance(row.kind, str) else None
            if dispatch is not None and entity is not dispatch.otherwise:
                # A displayed name is not what the branches compare.
                entity = None
            if entity is not None and entity.is_item is not (family == "items"):
                what = f"{name} is in {table.name}, but is not one of the {family}; left out"
                self.report.add_unread(what, table.location)
                continue
            if entity is None and family == "monsters" and self.pack(name, row.kind, weight):
                continue
            if entity is None and dispatch is not None:
                self.unhandled(name, table, dispatch, spilled, weight)
                continue
            if entity is not None:
                self.report_type(name, entity, {*names} - {name})
            given = self.entities.given_key(entity) if entity is not None else ""
            own = name or self.entities.own_key(entity)
            key = self.unused(given if given and given not in kinds else own, kinds)
            known = key_in(self.seed, family, name) if self.part and entity is None else ""
            if known and known not in kinds:
                key = known
            elif entity is None:
                unmade.append((name, line_of(row.curve) or table.location))
            if not any(weight) and not row.unread:
                self.report.add_finding(f"{name} is in {table.name}, but never spawns", table.location)
            kinds[key] = Kind(key, entity, None if row.unread else weight, "" if key == name else name)
        for kind in kinds.values():
            more = spilled.get(kind.entity.name if kind.entity is not None else "", [])
            if more and kind.weights is not None:
                kind.weights = [one + other for one, other in zip(kind.weights, more, strict=True)]
        self.finish_packs(kinds)
        self.report_unmade(family, table, unmade, kinds)
        return list(kinds.values())

    def report_type(self, name: str, entity: Entity, others: set[str]) -> None:
        """Report a name in a table that stands for several kinds, such as those of a branch, or all potions."""
        place = entity.location.file, entity.source.inside
        alike = [each for each in self.entities.all if each.is_item is entity.is_item]
        names = {
            each.name: None
            for each in alike
            if (each.location.file, each.source.inside) == place
            and (
                name in self.entities.maker_keys(each.source)
                or any(name in words_of(branch) and not branch.otherwise for branch in each.source.branches)
            )
        }
        if name not in entity.names:
            names |= {
                each.name: None
                for each in alike
                if self.entities.match_score(each, name) and others.isdisjoint(each.names)
            }
        if len(names) > 1:
            what = f"{name} is drawn, and then one of {', '.join(names)}; in Steep it is always {entity.name}"
            self.report.assume("weights", what, entity.location)

    def report_unmade(
        self, family: str, table: Table, unmade: list[tuple[str, Location]], kinds: dict[str, Kind]
    ) -> None:
        """Report names in a table that nothing makes: as mistakes, or as unread code if it is most of them."""
        found = sum(kind.entity is not None for kind in kinds.values())
        own = [self.entities.own_key(entity) for entity in self.of_family(family)]
        for name, location in unmade:
            what = f"{name} is in {table.name}, but nothing was found that makes it{nearest(name, own)}"
            if name in self.entities.handled:
                self.report.add_unread(
                    f"{name} is in {table.name}, but what code makes of it is not read", location, ODDS
                )
            elif found >= len(unmade):
                self.report.add_finding(what, location)
            else:
                self.report.add_unread(what, location)

    def of_family(self, family: str) -> list[Entity]:
        """All monsters or items of the project."""
        entities, items = self.entities, family == "items"
        return [entity for entity in entities.all if entity.is_item is items and entity not in entities.heroes]

    def unhandled(
        self, name: str, table: Table, dispatch: Dispatch, spilled: dict[str, list[int]], weight: list[int]
    ) -> None:
        """Report a name that is drawn but that no branch handles. What an `else` makes instead gets its weight."""
        otherwise = dispatch.otherwise
        what = f'"{name}" is drawn from {table.name}, but no branch for {dispatch.subject} handles it'
        if otherwise is None:
            self.report.add_finding(f"{what}: nothing appears, so it is left out", table.location)
            return
        self.report.add_finding(f"{what}: the else makes {otherwise.name} instead", table.location)
        before = spilled.get(otherwise.name, [0] * len(weight))
        spilled[otherwise.name] = [one + other for one, other in zip(before, weight, strict=True)]

    def pack(self, name: str, kind: Value, weight: list[int]) -> bool:
        """Note a pack, if a name in the table of monsters is the name of a dictionary with members."""
        for record in self.entities.contents.dictionaries:
            members = first_of({str(key): value for key, value in record.entries.items()}, MEMBERS)
            if record.entries.get("name") == kind and isinstance(members, list | tuple):
                entities = [entity for member in members for entity in self.entities.all if entity.source is member]
                if len(entities) == len(members) > 1:
                    self.packs.append(Pack(name, weight, record.location, entities))
                    return True
        return False

    def finish_packs(self, kinds: dict[str, Kind]) -> None:
        """Give the members of packs their keys. Those in no table become kinds that appear only in packs."""
        for pack in self.packs:
            for entity in pack.entities:
                key = next((kind.key for kind in kinds.values() if kind.entity is entity), "")
                if not key:
                    key = self.unused(self.entities.own_key(entity), kinds)
                    kinds[key] = Kind(key, entity, None, given=True)
                pack.members.append(key)

    def in_no_table(self, family: str, kinds: Mapping[str, Kind]) -> list[Kind]:
        """The kinds of a family that are not in its table; none if it has no table.

        Those that nothing else places or uses are reported.
        """
        if family not in self.with_table:
            return []
        contents = self.entities.contents
        used = set(map(id, nested([*contents.calls, *(bound.value for bound in contents.bindings)])))
        functions = [method.node for method in (*contents.methods, *contents.free)]
        mentioned = {name for node in functions for name in mentions(node)}
        shown = {kind.entity.name for kind in kinds.values() if kind.entity is not None}
        others: dict[str, Kind] = {}
        for entity in self.of_family(family):
            key = self.entities.own_key(entity)
            if (
                not key
                or any(branch.dead for branch in entity.source.branches)
                or key == "player"
                or entity.name in shown
                or any(kind.entity is entity for kind in kinds.values())
            ):
                continue
            if len(kinds) + len(others) == MAX_KINDS - len(seed_kinds(self.seed, family)):
                self.report.add_unread(
                    f"{key} and the kinds after it: in no table; a ruleset has no room for more", entity.location
                )
                break
            shown.add(entity.name)
            key = self.unused(key, {**kinds, **others})
            others[key] = Kind(key, entity, [0] * MAX_FLOORS, in_no_table=True)
            label = entity.source.label
            made = bool(entity.source.inside) or id(entity.source) in used or {key, *entity.names} & self.grouped
            if label and not made and label not in mentioned:
                self.report.add_finding(f"{label} is in no table, and never spawns", entity.location)
        return list(others.values())

    def without_table(self, family: str) -> list[Kind]:
        """All kinds that the project creates, for projects without a table."""
        kinds: dict[str, Kind] = {}
        for entity in self.entities.all:
            if (
                entity in self.entities.heroes
                or entity.is_item is not (family == "items")
                or len(kinds) == MAX_KINDS // 2
            ):
                continue
            key = self.entities.own_key(entity)
            if key and key not in kinds and key != "player":
                kinds[key] = Kind(key, entity, None, left_out=not self.grouped.isdisjoint((key, *entity.names)))
        self.own_weights(family, kinds)
        return list(kinds.values())

    def own_weights(self, family: str, kinds: dict[str, Kind]) -> None:
        """Take weights from the fields of the kinds themselves."""
        curves = {}
        mass = self.entities.shows_mass()
        names = [name for name in OWN_WEIGHT if not (mass and name == "weight")]
        for key, kind in kinds.items():
            given = first_of(kind.entity.fields, names) if kind.entity is not None else None
            curve = curve_of(given, self.lookups, VALUE_FIRST)
            if curve is not None and min(curve) >= 0:
                curves[key] = curve
        if len(kinds) == 1 and not curves and not any(kind.left_out for kind in kinds.values()):
            (key,) = kinds
            self.report.add_taken(f"{family}.{key}: the only one of the {family}, so it has a weight of 1")
            curves[key] = (Fraction(1),) * MAX_FLOORS
        weights = whole_weights(list(curves.values()), f"weights of {family}", self.report)
        for key, weight in zip(curves, weights, strict=True):
            kinds[key].weights = weight

    @staticmethod
    def unused(key: str, kinds: Collection[str]) -> str:
        """A key that is not used yet."""
        for candidate in (key, *(f"{(key or 'kind')[:36]}_{number}" for number in range(1, MAX_KINDS + 1))):
            if candidate and candidate not in kinds:
                return candidate
        return key


def seed_kinds(seed: Rulebook, family: str) -> dict[str, Monster | Item]:
    """The kinds of a bundled ruleset, by key."""
    if family == "monsters":
        return {monster.key: monster for monster in seed.monsters}
    return {item.key: item for item in seed.items}


def nested(values: Iterable[Value]) -> Iterator[Value]:
    """The arguments of calls and the entries of lists and dictionaries, at any depth."""
    waiting, seen = [*values], set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        parts: list[Value] = []
        if isinstance(value, Call):
            parts = [*value.args, *value.named.values()]
        elif isinstance(value, Dictionary):
            parts = [*value.entries, *value.entries.values()]
        elif isinstance(value, list | tuple):
            parts = [*value]
        yield from parts
        waiting += parts
