"""Finds the heroes of a game, and what they start with."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steep.core.input_errors import InputError, nearest, printable
from steep.core.ruleset import MAX_START_ITEMS
from steep.core.world import MAX_INVENTORY
from steep.importing.output.import_report import FIGHTS, Location
from steep.importing.python.evaluate_expressions import COPIES, name_at_end
from steep.importing.python.expression_values import (
    UNKNOWN,
    Branch,
    Call,
    Dictionary,
    UnresolvedName,
    Value,
    key_of,
    number_of,
    words_in,
)
from steep.importing.python.reachability import STARTS
from steep.importing.python.resolve_imports import Fields, first_of, name_of
from steep.importing.tutorials.find_kinds import Kind, KindFinder
from steep.importing.tutorials.find_monsters_items_and_hero import (
    CLASS_WORDS,
    DEFENSE,
    HERO_WORDS,
    HP,
    POWER,
    Entities,
    Entity,
    is_fighter,
)
from steep.importing.tutorials.write_monsters_and_items import Kinds

OTHERWISE = "otherwise"
"""The name of a hero that an ``else`` makes."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero that a player can choose, or the only one."""

    name: str
    """The name by which it is chosen; empty for the only one."""
    entity: Entity
    fighter: Fields
    location: Location
    """Where the fighter's numbers are."""

    def is_chosen_in(self, branches: Sequence[Branch]) -> bool:
        """Whether code in these branches runs for this hero."""
        return all((self.name in map(key_of, branch.words)) is not branch.otherwise for branch in branches)


def find_heroes(entities: Entities, file: str) -> list[Hero]:
    """The heroes of a project, those of `file` first, because a folder may hold several games.

    A hero that is written several times with the same stats counts as one.
    """
    beside = [entity for entity in entities.heroes if entity.location.file == file]
    found = [hero for entity in beside or entities.heroes for hero in fighters_of(entity, entities)]
    if not found:
        return []
    classes = classes_of(found[0].entity, entities)
    alike = {tuple(map(shown, (hero.fighter.get(name) for name in (*HP, *POWER, *DEFENSE)))) for hero in found}
    if len(alike) == 1:
        known = any(number_of(first_of(found[0].fighter, names)) is not None for names in (HP, POWER, DEFENSE))
        return classes if len(classes) > 1 and not known else [named(found[0], "")]
    names: dict[str, Hero] = {}
    for hero in found:
        names.setdefault(unused(hero.name or name_of_hero(hero, found), names), hero)
    return [named(hero, name) for name, hero in names.items()]


def chosen_hero(heroes: Sequence[Hero], wanted: str | None) -> Hero | None:
    """The hero with the wanted name, or the only one; None if there is none, or several and no name is given.

    Raises `InputError` if there is none of that name.
    """
    if wanted is None:
        return heroes[0] if len(heroes) == 1 else None
    names = [hero.name for hero in heroes if hero.name]
    for hero in heroes:
        if hero.name and hero.name == wanted:
            return hero
    allowed = ", ".join(names) or "none, as the project has no heroes to choose from"
    raise InputError(f"--hero: found {printable(wanted)}; allowed: {allowed}{nearest(wanted, names)}")


def listed(heroes: Sequence[Hero]) -> str:
    """Several heroes, each with its place."""
    return ", ".join(f"{hero.name} ({hero.location})" for hero in heroes)


def only_entity(heroes: Sequence[Hero], hero: Hero | None) -> Entity | None:
    """The entity of the hero that was chosen, or of all heroes; None if each has its own."""
    entities = {id(each.entity): each.entity for each in ([hero] if hero is not None else heroes)}
    return next(iter(entities.values())) if len(entities) == 1 else None


def named(hero: Hero, name: str) -> Hero:
    """The same hero under another name."""
    return Hero(name, hero.entity, hero.fighter, hero.location)


def fighters_of(entity: Entity, entities: Entities) -> Iterator[Hero]:
    """An entity as a hero, once for each fighter that the branches before it may have given it."""
    source, contents = entity.source, entities.contents
    own = next((part for part in entities.parts.components(entity.fields) if is_own(part, entity, entities)), None)
    around = len(source.branches)
    if isinstance(own, Call) and len(own.branches) > around and own.branches[:around] == source.branches:
        subject = own.branches[around].subject
        others = [
            made
            for made in contents.calls
            if (made.label, made.inside, made.location.file) == (own.label, own.inside, own.location.file)
            and len(made.branches) > around
            and made.branches[around].subject == subject
            and not made.branches[around].dead
            and is_fighter(entities.parts.fields(made))
        ]
        for made in others:
            yield Hero(word_of(made.branches[around]), entity, entities.parts.fields(made), made.location)
        if others:
            return
    word = word_of(source.branches[-1]) if source.branches else ""
    if not any(branch.dead for branch in source.branches):
        yield Hero(word, entity, entity.fighter or {}, entity.location)


def is_own(part: Call | Dictionary, entity: Entity, entities: Entities) -> bool:
    """Whether an entity has its stats from a component."""
    return is_fighter(fields := entities.parts.fields(part)) and fields == entity.fighter


def word_of(branch: Branch) -> str:
    """The word of a branch as the name of a hero."""
    return OTHERWISE if branch.otherwise else key_of(branch.words[0]) if branch.words else ""


def classes_of(entity: Entity, entities: Entities) -> list[Hero]:
    """The rows of a table of classes: `CLASSES = {"warrior": {"hp": 30, "power": 5, "defense": 2}, …}`."""
    for bound in entities.contents.bindings:
        words = {word.rstrip("s") for word in words_in(bound.name)}
        if (
            isinstance(bound.value, Dictionary)
            and words & (CLASS_WORDS | {"character"})
            and len(bound.value.entries) > 1
        ):
            rows = [(key_of(str(key)), part) for key, part in bound.value.entries.items()]
            fighters = [(name, part, entities.parts.fields(part)) for name, part in rows if is_record(part)]
            if len(fighters) == len(rows) and all(name and is_fighter(fields) for name, _, fields in fighters):
                return [Hero(name, entity, fields, part.location) for name, part, fields in fighters]
    return []


def is_record(value: Value) -> bool:
    """Whether a value has fields."""
    return isinstance(value, Call | Dictionary)


def name_of_hero(hero: Hero, among: Sequence[Hero]) -> str:
    """The name of a hero that is in no branch: its variable, displayed name or function, the first that is unique."""
    for at in range(3):
        name = own_names(hero)[at]
        if name and [own_names(other)[at] for other in among].count(name) == 1:
            return name
    return own_names(hero)[-1] or "player"


def own_names(hero: Hero) -> tuple[str, str, str]:
    """Its variable, its displayed name and the function or class that makes it, as keys."""
    source = hero.entity.source
    made_by = source.inside.removesuffix(".__init__").rpartition(".")[2]
    return key_of(source.label), key_of(hero.entity.name), key_of(made_by)


def unused(name: str, names: dict[str, Hero]) -> str:
    """A name that no other hero has."""
    taken = [name, *(f"{name}_{number}" for number in range(2, len(names) + 3))]
    return next(each for each in taken if each not in names)


def shown(value: Value) -> str:
    """A stat, to compare it with others."""
    number = number_of(value)
    return "" if number is None else str(float(number))


def shape(value: Value) -> object:
    """A value as text and numbers, to compare it with another."""
    if isinstance(value, Call):
        named = {name: part for name, part in value.named.items() if name != "self"}
        return value.key, shape(value.args), shape(named)
    if isinstance(value, Dictionary):
        return shape(value.entries)
    if isinstance(value, dict):
        return [(str(name), shape(part)) for name, part in value.items()]
    if isinstance(value, list | tuple):
        return [*map(shape, value)]
    number = number_of(value)
    return float(number) if number is not None else name_of(value)


# Reads the hero's starting items from calls such as ``player.inventory.items.append(dagger)``.

EQUIPS = ("equip", "toggle_equip")

GIVES = frozenset(("add", "append", "extend", "give", "insert", "put", "receive"))
"""Words in the names of methods that put something into an inventory."""

TAKES = frozenset(
    ("clear", "destroy", "drop", "find", "get", "index", "pop", "remove", "sort", "toggle", "use", "wear")
)
"""Words in the names of methods that put nothing into an inventory."""

ANYONE = frozenset(("", "actor", "consumer", "entity", "owner", "parent", "self", "target", "user"))
"""Names of variables that may hold the hero as well as any other."""


class StartingItems:
    """Finds the starting items among a project's calls."""

    def __init__(self, kinds: Kinds, finder: KindFinder, hero: Hero | None) -> None:
        self.kinds = kinds
        self.finder = finder
        self.hero = hero
        self.game_start = GameStart(kinds.entities)
        self.start: list[dict[str, str | bool]] = []
        self.others: list[Kind] = []
        self.tried: set[int] = set()
        """What is put into an inventory, by identity."""
        self.worn: list[int] = []
        """For each starting item, the index of the call that equips it; -1 if none does."""

    def read(self) -> tuple[list[dict[str, str | bool]], list[Kind]]:
        """The starting items, and the kinds among them that are in no table."""
        self.read_constructor()
        for at, made in enumerate(self.kinds.entities.contents.calls):
            holder, _, verb = made.name.rpartition(".")
            if "inventory" not in holder.lower().split("."):
                continue
            if GIVES & {*words_in(verb)}:
                for value in made.args:
                    for part in value if isinstance(value, list | tuple) else (value,):
                        self.put(part, made, at, holder)
            elif (
                made.args
                and verb not in EQUIPS
                and TAKES.isdisjoint(words_in(verb))
                and self.game_start.has(made)
                and self.is_heroes(made, holder)
            ):
                what = f"{verb} may give the hero something, and was not read; left out of the starting items"
                self.kinds.report.assume("gear", what, made.location)
        self.read_worn()
        return self.start, self.others

    def read_constructor(self) -> None:
        """Read what the hero is made with: `Inventory(items=[dagger])` and `Equipment(bow, armor)`."""
        hero, carried, worn = self.hero.entity if self.hero is not None else None, list[Entity](), list[Entity]()
        for name, value in hero.fields.items() if hero is not None else ():
            words = {*words_in(name), *(words_in(value.key) if isinstance(value, Call) else ())}
            if hero is None or not words & {"inventory", "equipment", "items"}:
                continue
            for each in [*value.args, *value.named.values()] if isinstance(value, Call) else [value]:
                for part in each if isinstance(each, list | tuple) else (each,):
                    item = next((one for one in self.kinds.entities.all if one.source is part and one.is_item), None)
                    if item is not None:
                        (worn if "equipment" in words and item.equipment is not None else carried).append(item)
                    elif part is not value and (
                        isinstance(part, Call | UnresolvedName) or (part is UNKNOWN and part is not each)
                    ):
                        what = f"the hero is made with {name_of(part) or 'something'}, which was not found as an item"
                        self.kinds.report.assume("gear", f"{what}; left out of the starting items", hero.location)
        for item in worn:
            if item in carried:
                carried.remove(item)
            self.give(item, item.location, 0)
        for item in carried:
            self.give(item, item.location, -1)
        self.tried.update(map(id, (*worn, *carried)))

    def read_worn(self) -> None:
        """Read what the hero equips at the start without carrying it in its inventory."""
        for at, made in enumerate(self.kinds.entities.contents.calls):
            holder = made.name.rpartition(".")[0]
            if "equip" not in words_in(made.key) or not HERO_WORDS & {*words_in(holder)}:
                continue
            for value in made.args if self.game_start.has(made) else ():
                given = self.entity_given(value)
                unknown = given is None and made.key in EQUIPS and isinstance(value, Call | UnresolvedName)
                if unknown and id(value) not in self.tried:
                    self.report_unknown(value, made)
                elif (
                    given is not None
                    and given.is_item
                    and id(given) not in self.tried
                    and self.is_given(made, at, given)
                ):
                    self.give(given, made.location, at)

    def put(self, value: Value, made: Call, at: int, holder: str) -> None:
        """Put what call `at` adds to an inventory into the hero's start, if it is the hero's inventory."""
        given = self.entity_given(value)
        carrier = self.carrier(made, holder)
        at_start = self.game_start.has(made)
        self.tried.add(id(value if given is None else given))
        if given is None:
            item = isinstance(value, Call | Dictionary | UnresolvedName) or value is UNKNOWN
            if item and at_start and (carrier is None or carrier in self.kinds.entities.heroes):
                self.report_unknown(value, made)
            return
        owner, name = owner_of(holder), given.name or given.source.label or "something"
        if carrier is not None and carrier not in self.kinds.entities.heroes:
            what = f"{carrier.name} carries {given.name}; in Steep that adds nothing to its stats"
            self.kinds.report.assume("gear", what, made.location)
        elif not given.is_item:
            return
        elif not self.is_heroes(made, holder) and (at_start or owner not in ANYONE):
            whose = f" of {owner}" if owner else ""
            what = f"{name} goes into an inventory{whose} that may not be the hero's; left out of the starting items"
            self.kinds.report.assume("gear", what, made.location)
        elif not at_start:
            what = f"{name} is given later in play, as the start of a game never reaches {made.inside}; left out"
            self.kinds.report.add_unread(what, made.location, FIGHTS)
        elif self.is_given(made, at, given):
            self.give(given, made.location, self.equipped_at(given, made))

    def give(self, given: Entity, location: Location, worn: int) -> None:
        """Put an item into the hero's start."""
        key = next(
            (key for key, kind in self.kinds.items.items() if kind.entity is given or self.same(kind, given)), ""
        )
        if len(self.start) == min(MAX_START_ITEMS, MAX_INVENTORY):
            self.kinds.report.add_unread("the hero starts with more items than there is room for", location, FIGHTS)
            return
        if not key:
            key = self.finder.unused(self.kinds.entities.own_key(given), self.kinds.items)
            self.others.append(Kind(key, given, None, given=True))
            self.kinds.items[key] = self.others[-1]
        self.worn.append(worn)
        self.start.append({"item": key, "equipped": worn >= 0})
        self.kinds.report.add_read(f"the hero starts with {key}", location)

    def is_heroes(self, made: Call, holder: str) -> bool:
        """Whether an inventory is the hero's: `player.inventory`, or the only one of the game."""
        entities, owner = self.kinds.entities, owner_of(holder)
        if self.carrier(made, holder) in entities.heroes or HERO_WORDS & {*words_in(owner)}:
            return True
        labels = {hero.source.label for hero in entities.heroes}
        own_class = made.inside.split(".")[0]
        if owner == "self":
            return bool(HERO_WORDS & {*words_in(own_class)}) or own_class in self.game_start.makers
        if owner in labels - {""}:
            return True
        name = holder.rpartition(".inventory")[2] or "inventory"
        alone = [each for each in entities.contents.bindings if each.name == name and isinstance(each.value, list)]
        of_hero = [part for hero in entities.heroes for part in hero.fields.values()]
        bound = [each.value for each in entities.contents.bindings if each.name == holder.split(".")[0]]
        return bool(alone) or (not owner and any(part is value for part in of_hero for value in bound))

    def carrier(self, made: Call, holder: str) -> Entity | None:
        """The owner of an inventory, if it is a variable of the same function: `monster.inventory`."""
        first = holder.split(".")[0]
        bound = [
            each.value
            for each in self.kinds.entities.contents.bindings
            if (each.name, each.inside, each.location.file) == (first, made.inside, made.location.file)
            and each.location.line <= made.location.line
        ]
        return next((each for each in self.kinds.entities.all if bound and each.source is bound[-1]), None)

    def is_given(self, made: Call, at: int, given: Entity) -> bool:
        """Whether call `at` gives the chosen hero something. Reports what only other heroes or chances give."""
        name = given.name or given.source.label
        several = self.hero is not None and self.hero.name
        makers = {made_in(hero.source.inside) for hero in self.kinds.entities.heroes if several}
        own = made_in(self.hero.entity.source.inside) if self.hero is not None else ""
        if any(branch.dead for branch in made.branches) or made_in(made.inside) in makers - {own}:
            # What never runs, or makes another hero.
            return False
        if made.branches and (self.hero is None or not self.hero.is_chosen_in(made.branches)):
            branch = made.branches[-1]
            where = f"{branch.subject} is {'none of ' if branch.otherwise else ''}{' or '.join(branch.words)}"
            what = f"the hero starts with {name} only if {where}; left out"
            self.kinds.report.add_unread(what, made.location)
            return False
        chains = self.kinds.entities.contents.dice_chains
        if any(link.calls[0] <= at < link.calls[1] for chain in chains for link in chain.links):
            self.kinds.report.add_unread(f"the hero starts with {name} by chance; left out", made.location)
            return False
        return True

    def same(self, kind: Kind, given: Entity) -> bool:
        """Whether a kind is the given entity, created a second time: of the same name, and with the same numbers."""
        return (
            kind.entity is not None
            and bool(given.name)
            and kind.entity.name == given.name
            and (shape(kind.entity.equipment), shape(kind.entity.use), kind.entity.use_name)
            == (shape(given.equipment), shape(given.use), given.use_name)
        )

    def entity_given(self, given: Value) -> Entity | None:
        """The item that a value is, or that a function makes from a word: `items.make("dirk")`."""
        itself = next((entity for entity in self.kinds.entities.all if entity.source is given), None)
        if itself is not None:
            return itself
        words = [given] if isinstance(given, str) else given.args if isinstance(given, Call) else []
        found = (self.named(key_of(word)) for word in words if isinstance(word, str))
        return next((entity for entity in found if entity is not None), None)

    def named(self, key: str) -> Entity | None:
        """The project's item of this name."""
        entities = [entity for entity in self.kinds.entities.all if entity.is_item]
        return next((entity for entity in entities if key and key in (entity.names[0], key_of(entity.name))), None)

    def report_unknown(self, given: Value, made: Call) -> None:
        """Report something that is put into an inventory at the start of a game but was not found."""
        name = name_of(given) or f"what {made.key} is given"
        what = f"{name} goes into an inventory, but nothing was found that makes it; left out of the starting items"
        self.kinds.report.assume("gear", what, made.location)

    def equipped_at(self, given: Entity, by: Call) -> int:
        """The last call by which the hero equips it: `toggle_equip(dagger)`, or `equip()` of its component; else -1."""
        if given.equipment is None:
            return -1
        found = -1
        for at, made in enumerate(self.kinds.entities.contents.calls):
            receiver = made.named.get("self")
            same = given.source in made.args or any(isinstance(part, Call) and part in made.args for part in by.args)
            # An attribute of the variable that holds it: `equip(obj.equipment)`.
            holders = {part.label for part in by.args if isinstance(part, Call) and made.inside == by.inside}
            same |= any(isinstance(part, UnresolvedName) and part.path.split(".")[0] in holders for part in made.args)
            if made.key in EQUIPS and (same or (receiver and receiver is given.equipment_source)):
                found = at
        return found


def owner_of(holder: str) -> str:
    """The variable whose inventory it is: `player` of `engine.player.inventory.items`; empty if there is none."""
    parts = holder.split(".")
    at = [part.lower() for part in parts].index("inventory")
    return parts[at - 1] if at else ""


LOOPS = frozenset(("loop", "main", "main_loop", "play", "play_game", "run"))
"""Functions that run the game once it has started."""


class GameStart:
    """The code that runs once, before a game is played."""

    def __init__(self, entities: Entities) -> None:
        """`makers` are the functions and classes that make the hero."""
        contents = entities.contents
        self.nodes: dict[str, list[tuple[str, ast.AST]]] = {}
        for method in (*contents.free, *contents.methods):
            name = method.owner if method.node.name == "__init__" else method.node.name
            self.nodes.setdefault(name, []).append((method.location.file, method.node))
        self.makers = {made_in(hero.source.inside) for hero in entities.heroes} - {""}
        labels = {hero.source.label for hero in entities.heroes} - {""}
        classes = {name for name in self.makers if name in contents.classes}
        self.loops: list[tuple[str, int, int]] = []
        self.reached: set[str] = set()
        waiting = [*self.makers]
        for name, nodes in self.nodes.items():
            words = {*words_in(name)}
            begins = words & {"new", "start", "starting", "setup", "init", "initialize", "create", "make"}
            if (
                (name in STARTS and name not in LOOPS)
                or (begins and words & {"game", "variables", *HERO_WORDS})
                or any(self.makes_hero(node, labels, classes) for _, node in nodes)
            ):
                waiting.append(name)
        while waiting:
            name = waiting.pop()
            if name not in self.reached:
                self.reached.add(name)
                for file, node in self.nodes.get(name, ()):
                    waiting += self.called(node, file) - LOOPS - self.reached

    def makes_hero(self, node: ast.AST, labels: set[str], classes: set[str]) -> bool:
        """Whether code makes a hero from a class, or copies one."""
        calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
        return any(name_at_end(made.func) in classes for made in calls) or any(
            name_at_end(made.func) in COPIES and any(name_at_end(part) in labels for part in made.args)
            for made in calls
        )

    def called(self, node: ast.AST, file: str) -> set[str]:
        """The functions that code calls before it loops until the game ends."""
        names: set[str] = set()
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.While):
                self.loops.append((file, part.lineno, part.end_lineno or part.lineno))
                continue
            if isinstance(part, ast.Call):
                names.add(name_at_end(part.func))
            waiting.extend(ast.iter_child_nodes(part))
        return names

    def has(self, made: Call) -> bool:
        """Whether a call runs at the start."""
        file, line = made.location
        if made.inside and made_in(made.inside) not in self.reached:
            return False
        return not any(file == other and first <= line <= last for other, first, last in self.loops)


def made_in(inside: str) -> str:
    """The name under which a function is called: that of its class for a constructor."""
    return inside.removesuffix(".__init__").rpartition(".")[2]
