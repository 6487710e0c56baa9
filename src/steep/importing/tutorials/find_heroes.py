"""Finds the heroes that a player can choose from: several players, a fighter for each class, or a table of classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steep.core.input_errors import InputError, nearest, printable
from steep.importing.output.import_report import Location
from steep.importing.python.expression_values import Branch, Call, Dictionary, Value, key_of, number_of, words_in
from steep.importing.python.read_calls_as_fields import Fields, first_of
from steep.importing.tutorials.find_monsters_items_and_hero import DEFENSE, HP, POWER, Entities, Entity, is_fighter

CLASS_WORDS = {"archetype", "career", "character", "class", "classe", "hero", "heroe", "job", "player", "profession"}
"""Words in the name of a table of heroes, without a plural s."""

OTHERWISE = "otherwise"
"""The name of a hero that an ``else`` makes."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero that a player can choose, or the only one."""

    name: str
    """As it is chosen; empty for the only one."""
    entity: Entity
    fighter: Fields
    location: Location
    """Of the fighter's numbers."""

    def is_chosen_in(self, branches: Sequence[Branch]) -> bool:
        """Whether code in these branches runs for this hero."""
        return all((self.name in map(key_of, branch.words)) is not branch.otherwise for branch in branches)


def find_heroes(entities: Entities, file: str) -> list[Hero]:
    """The heroes of a project, those of a file before all others: a folder may hold several games.

    One that is written several times with the same stats is one.
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
    """The hero of a name, or the only one; None if there is none, or several and no name.

    Raises `InputError` if there is none of that name.
    """
    if wanted is None:
        return heroes[0] if len(heroes) == 1 else None
    names = [hero.name for hero in heroes if hero.name]
    for hero in heroes:
        if hero.name and hero.name == wanted:
            return hero
    allowed = ", ".join(names) or "none, as the project has a single hero"
    raise InputError(f"--hero: found {printable(wanted)}; allowed: {allowed}{nearest(wanted, names)}")


def listed(heroes: Sequence[Hero]) -> str:
    """Several heroes, each with its place."""
    return ", ".join(f"{hero.name} ({hero.location})" for hero in heroes)


def only_entity(heroes: Sequence[Hero], hero: Hero | None) -> Entity | None:
    """The entity of the hero that was chosen, or of all heroes; None if each has its own."""
    entities = {id(each.entity): each.entity for each in ([hero] if hero is not None else heroes)}
    return next(iter(entities.values())) if len(entities) == 1 else None


def named(hero: Hero, name: str) -> Hero:
    """The hero under a name."""
    return Hero(name, hero.entity, hero.fighter, hero.location)


def fighters_of(entity: Entity, entities: Entities) -> Iterator[Hero]:
    """An entity with each of the fighters that the branches before it may have given it."""
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
    """Whether a component is what an entity has its stats from."""
    return is_fighter(fields := entities.parts.fields(part)) and fields == entity.fighter


def word_of(branch: Branch) -> str:
    """The word of a branch as the name of a hero."""
    return OTHERWISE if branch.otherwise else key_of(branch.words[0]) if branch.words else ""


def classes_of(entity: Entity, entities: Entities) -> list[Hero]:
    """The rows of a table of classes: `CLASSES = {"warrior": {"hp": 30, "power": 5, "defense": 2}, …}`."""
    for bound in entities.contents.bindings:
        words = {word.rstrip("s") for word in words_in(bound.name)}
        if isinstance(bound.value, Dictionary) and words & CLASS_WORDS and len(bound.value.entries) > 1:
            rows = [(key_of(str(key)), part) for key, part in bound.value.entries.items()]
            fighters = [(name, part, entities.parts.fields(part)) for name, part in rows if is_record(part)]
            if len(fighters) == len(rows) and all(name and is_fighter(fields) for name, _, fields in fighters):
                return [Hero(name, entity, fields, part.location) for name, part, fields in fighters]
    return []


def is_record(value: Value) -> bool:
    """Whether a value has fields."""
    return isinstance(value, Call | Dictionary)


def name_of_hero(hero: Hero, among: Sequence[Hero]) -> str:
    """The name of a hero that is in no branch: its variable, its displayed name or its function, if it has it alone."""
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
