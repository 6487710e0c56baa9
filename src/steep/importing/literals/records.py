"""Reads what a project makes, monsters, items and a hero, as fields by name.

A field may be given by its name, by its place among a constructor's parameters, by a component or by another file's
resource. Which language says so doesn't matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import PurePosixPath

from steep.importing.literals.nests import CALL, CODE, GROUP, NAME, NUMBER, SIGN, STRING, Item, Term
from steep.importing.literals.sources import Source
from steep.importing.output.import_report import Location
from steep.importing.python.expression_values import words_in
from steep.importing.python.written_numbers import Origin

MAX_CHAIN = 6
"""Base classes, components in components, and brackets in a table."""
MAX_COMPUTED = 10**12

OPENERS = ("function", "class", "func", "def", "struct", "record", "enum", "namespace", "module")
"""Words before the name of a scope."""
CONSTRUCTORS = ("constructor", "__init__", "_init", "__construct")
SUPERS = ("super", "base", "super._init", "super.__init__")
RESOURCE = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
"""An attribute in the header of a section: ``id="1_a8epg"``."""

UNSET = re.compile(r"(?m)^[ \t]*@export\b.*\bvar[ \t]+(\w+)[ \t]*:[ \t]*(?:int|float)[ \t]*(?:#.*)?\r?$")
"""A number of GDScript without a value is 0."""
SECTIONS = (".tres", ".tscn")

Path = tuple[str, ...]
"""The scopes and keys around something, the outermost first."""


@dataclass(frozen=True, slots=True)
class Found:
    """A term with what it is called."""

    path: Path
    """Its own key last, where it has one."""
    term: Term
    source: Source
    keyed: bool

    @property
    def name(self) -> str:
        """Its key; empty if it has none."""
        return self.path[-1] if self.keyed else ""


@dataclass(slots=True)
class Shape:
    """A class: its parameters with their defaults, its base, and what it passes on to that."""

    base: str
    parameters: dict[str, Term | None] = field(default_factory=dict)
    passed: list[Item] | None = None
    constants: dict[str, Term] = field(default_factory=dict)
    """Fields with a value in its body."""


@dataclass(slots=True)
class Fields:
    """The fields of something that is made, including those of its components."""

    by_name: dict[str, Term] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    """The names of those that are not a component's."""
    spare: list[Term] = field(default_factory=list)
    """Arguments given by position to a constructor whose parameters are unknown."""
    makers: list[str] = field(default_factory=list)
    """The names of its constructors and of those of its components, in lower case."""


@dataclass(slots=True)
class Project:
    """All that the files of a project say."""

    sources: list[Source]
    found: list[Found] = field(default_factory=list)
    classes: dict[str, Shape] = field(default_factory=dict)
    resources: dict[str, Found] = field(default_factory=dict)
    """Sections of resource files by file and id, and their main ones by the file's stem."""
    by_file: dict[str, Source] = field(default_factory=dict)
    constants: dict[str, Term | None] = field(default_factory=dict)
    """Numbers and texts by name; None where a name has several values."""

    @classmethod
    def of(cls, sources: list[Source]) -> Project:
        """The project of some files."""
        project = cls(sources, by_file={source.file: source for source in sources})
        for source in sorted(sources, key=lambda source: source.ending == ".tscn"):
            there = [*project.walk(source)]
            project.found += there if source.ending != ".tscn" else project.overrides(there)
        for found in project.found:
            if found.name and found.term.kind in (NUMBER, STRING):
                before = project.constants.setdefault(found.name, found.term)
                if before is not None and (before.number, before.text) != (found.term.number, found.term.text):
                    project.constants[found.name] = None
        return project

    def location(self, term: Term) -> Location:
        """The line of a term."""
        source = self.by_file.get(term.file)
        return source.location(term) if source is not None else Location("", 0)

    def origin(self, term: Term | None) -> tuple[Origin, ...]:
        """The place of a number; none if it stands nowhere."""
        source = self.by_file.get(term.file) if term is not None else None
        return source.origin(term) if source is not None and term is not None else ()

    def walk(self, source: Source) -> Iterator[Found]:
        """Everything in a file that has a key, and every call, with the scopes around it."""
        waiting: list[tuple[Path, list[Item], bool]] = [((), [*self.in_sections(source)], True)]
        while waiting:
            path, items, top = waiting.pop()
            around = path
            inner: list[tuple[Path, list[Item], bool]] = []
            for item in items:
                if top and source.text[max(item.start - 1, 0) : item.start] in ("", "\n", "\r"):
                    around = path
                here = around
                if item.key is not None:
                    here = (*around, item.key.name)
                    yield Found(here, item.value, source, keyed=True)
                else:
                    label = label_of(item.terms)
                    if label:
                        here = (*around, label)
                        self.note_class(item.terms, label)
                        if not any(term.kind == GROUP and term.text == "{" for term in item.terms) and top:
                            # Its body follows, indented or up to an `end`.
                            around = here
                seen: list[Term] = [item.value]
                while seen:
                    term = seen.pop()
                    if term.kind in (CALL, GROUP) and (term is not item.value or item.key is None):
                        yield Found(here, term, source, keyed=False)
                    if term.items:
                        inner.append((here, term.items, False))
                    seen += reversed(term.terms)
            waiting += reversed(inner)

    def in_sections(self, source: Source) -> list[Item]:
        """The items of a file. Those under headers such as `[monsters.orc]` become groups with that key."""
        if source.ending not in (*SECTIONS, ".toml", ".cfg", ".ini"):
            return source.items
        top: list[Item] = []
        around = [Term(GROUP, 0, 0, items=top)]
        for item in source.items:
            header = item.value
            if item.key is None and header.kind == GROUP and header.text == "[":
                text = source.text[header.start + 1 : header.end - 1]
                around = (
                    [self.resource_of(top, header, text, source)]
                    if source.ending in SECTIONS
                    else tables(top, header, text)
                )
                continue
            around[-1].items.append(item)
            for group in around:
                group.end = item.end
        return top

    def resource_of(self, top: list[Item], header: Term, text: str, source: Source) -> Term:
        """An empty group for a section of a resource file, noted by the id with which others refer to it."""
        made = Term(GROUP, header.start, header.end, "{", file=header.file)
        attributes = dict(RESOURCE.findall(text))
        stem = attributes.get("name", PurePosixPath(source.file).stem)
        name = f"{source.file}#{attributes['id']}" if "id" in attributes else stem
        if text.startswith("ext_resource"):
            made = Term(STRING, header.start, header.end, attributes.get("path", ""), file=header.file)
        if text.startswith(("ext_resource", "sub_resource", "resource")):
            self.resources[name] = Found((name,), made, source, keyed=True)
        top.append(Item(Term(NAME, header.start, header.start, name), made, [header]))
        return made

    def note_class(self, terms: Sequence[Term], name: str) -> None:
        """Note the parameters of a class."""
        words = [term.text if term.kind in (NAME, SIGN) else "" for term in terms]
        kind = next((at for at, word in enumerate(words) if word in ("class", "record", "struct")), -1)
        if kind < 0:
            return
        base = next((at + 1 for at, word in enumerate(words) if word in ("extends", ":") and at > kind), len(terms))
        shape = self.classes[name] = Shape(words[base].rpartition(".")[2] if base < len(terms) else "")
        groups = [term for term in terms if term.kind == GROUP]
        if len(terms) > kind + 2 and terms[kind + 2].kind == GROUP and terms[kind + 2].text == "(":
            shape.parameters = parameters_of(terms[kind + 2])
        body = groups[-1].items if groups and groups[-1].text == "{" else []
        for item in body:
            made = next(
                (
                    at + 1
                    for at, term in enumerate(item.terms[:-1])
                    if term.kind == NAME and term.text in (*CONSTRUCTORS, name) and item.terms[at + 1].kind == GROUP
                ),
                0,
            )
            if made:
                shape.parameters = parameters_of(item.terms[made])
                shape.passed = passed_by(item.terms[made + 1 :])
            elif item.key is not None and item.value.kind in (NUMBER, STRING):
                shape.constants[item.key.name] = item.value

    def fields_of(self, found: Found, signatures: dict[str, tuple[str, ...]]) -> Fields:
        """The fields of what is made there."""
        fields = Fields()
        self.add(fields, found.term, found, signatures, 0)
        return fields

    def add(self, fields: Fields, term: Term, near: Found, signatures: dict[str, tuple[str, ...]], depth: int) -> None:
        """Add the fields of a call, a group or a resource. Outer fields come first; inner ones never replace them."""
        if depth > MAX_CHAIN:
            return
        own: dict[str, Term] = {}
        given = len(fields.spare)
        resource = self.resource(term, near) if term.kind == CALL else None
        if resource is not None:
            self.add(fields, resource.term, resource, signatures, depth + 1)
        elif term.kind == CALL:
            own = self.of_call(fields, term, near, signatures)
        elif term.kind == GROUP:
            own = {item.key.name: item.value for item in term.items if item.key is not None}
            script = own.get("script")
            target = self.resource(script, near) if script is not None and script.kind == CALL else None
            if target is not None:
                fields.makers.append(PurePosixPath(target.term.text).stem.replace("_", "").lower())
                own = self.defaults_of(target.term.text) | own
        for name, value in own.items():
            key = "_".join(words_in(name))
            # A slot is kept as a name, even if it stands for a number.
            fields.by_name.setdefault(key, value if "slot" in key or key.endswith("type") else self.meant(value))
            if not depth:
                fields.own.add(key)
        for value in [*own.values(), *fields.spare[given:]]:
            if value.kind in (CALL, GROUP):
                self.add(fields, value, near, signatures, depth + 1)

    def of_call(
        self, fields: Fields, term: Term, near: Found, signatures: dict[str, tuple[str, ...]]
    ) -> dict[str, Term]:
        """The arguments of a call by name, with what the classes of its constructor pass on, and their defaults."""
        name = term.text.rpartition(".")[2]
        if term.text in SUPERS:
            name = next((self.classes[part].base for part in reversed(near.path) if part in self.classes), "")
        items, own = term.items, dict[str, Term]()
        defaults: dict[str, Term] = {}
        for _ in range(MAX_CHAIN):
            shape = self.classes.get(name)
            fields.makers.append(name.lower())
            names = [*shape.parameters] if shape and shape.parameters else [*signatures.get(name, ())]
            if shape is not None:
                for key, value in {**shape.constants, **shape.parameters}.items():
                    if value is not None:
                        defaults.setdefault(key, value)
            places = iter(names)
            for item in items:
                if item.key is not None:
                    own.setdefault(item.key.name, item.value)
                    continue
                place = next(places, None)
                if place is None:
                    if not names:
                        fields.spare.append(item.value)
                elif item.value.kind != NAME or item.value.text not in own:
                    own.setdefault(place, item.value)
                else:
                    own.setdefault(place, own[item.value.text])
            if shape is None or not shape.base:
                break
            if shape.passed is None and names:
                break
            items, name = (shape.passed if shape.passed is not None else items), shape.base
        return {key: without_place(key, value) for key, value in defaults.items()} | own

    def resource(self, term: Term, near: Found) -> Found | None:
        """What `SubResource("…")`, `ExtResource("…")` or `preload("….tres")` refers to; None if nothing does."""
        given = term.items[0].value if term.items else None
        if given is None or given.kind != STRING:
            return None
        if term.text in ("SubResource", "ExtResource"):
            return self.resources.get(f"{near.source.file}#{given.text}")
        return self.resources.get(PurePosixPath(given.text).stem) if given.text.endswith(".tres") else None

    def defaults_of(self, path: str) -> dict[str, Term]:
        """The numbers and texts that a script gives its variables: a resource leaves out those that it does not change.

        They stand for all resources, so they have no place.
        """
        name = path.removeprefix("res://")
        script = next((each for each in self.sources if each.file == name or each.file.endswith(f"/{name}")), None)
        script = script or next((each for each in self.sources if name.endswith(f"/{each.file}")), None)
        unset = dict.fromkeys(UNSET.findall(script.text) if script is not None else (), Term(NUMBER, -1, -1))
        return unset | {
            found.name: without_place(found.name, found.term)
            for found in self.found
            if found.source is script and len(found.path) == 1 and found.term.kind in (NUMBER, STRING)
            if is_variable(found)
        }

    def overrides(self, scene: Sequence[Found]) -> Iterator[Found]:
        """The numbers in a scene that replace those of a node's script."""
        for node in scene:
            own = {item.key.name: item.value for item in node.term.items if item.key is not None}
            script = own.get("script")
            target = self.resource(script, node) if script is not None and script.kind == CALL else None
            defaults = self.defaults_of(target.term.text) if target is not None else {}
            for name in own.keys() & defaults.keys():
                if own[name].kind == NUMBER:
                    yield Found((*node.path, name), own[name], node.source, keyed=True)

    def meant(self, term: Term) -> Term:
        """A constant's value for its name, and a number for arithmetic with them; any other term is itself.

        What is computed has no place.
        """
        if term.kind == NAME:
            value = self.constants.get(term.text.rpartition(".")[2])
            return value if value is not None else term
        number = self.computed(term.terms) if term.kind == CODE else None
        return term if number is None else Term(NUMBER, -1, -1, number=number)

    def computed(self, terms: Sequence[Term]) -> Fraction | None:
        """The value of sums and products of numbers and constants; None for anything else.

        What a division gives depends on the language.
        """
        total, product, wanted = Fraction(0), Fraction(1), True
        for term in terms:
            sign = term.text if term.kind == SIGN else ""
            if wanted and sign == "-":
                product = -product
            elif wanted:
                inner = term.items[0].value if term.kind == GROUP and term.text == "(" and term.items else term
                value = self.meant(inner)
                if value.kind != NUMBER or abs(product) > MAX_COMPUTED:
                    return None
                product, wanted = product * value.number, False
            elif sign in ("+", "-"):
                total, product, wanted = total + product, Fraction(-1 if sign == "-" else 1), True
            elif sign == "*":
                wanted = True
            else:
                return None
        return None if wanted else total + product

    def resolved(self, term: Term, near: Found, depth: int = 0) -> Term:
        """A table with the values of names and arithmetic in it, and with the resources that its lists refer to."""
        if term.kind not in (GROUP, CALL):
            return self.meant(term)
        if depth > MAX_CHAIN:
            return term
        values: list[Term] = []
        for item in term.items:
            target = self.resource(item.value, near) if item.value.kind == CALL and item.key is None else None
            row = target is not None and target.term.kind == GROUP
            values.append(self.resolved(target.term if target and row else item.value, target or near, depth + 1))
        if all(value is item.value for value, item in zip(values, term.items, strict=True)):
            return term
        items = [replace(item, value=value) for value, item in zip(values, term.items, strict=True)]
        return replace(term, items=items)


def tables(top: list[Item], header: Term, text: str) -> list[Term]:
    """The groups that a TOML header opens, each inside the one before: `[monsters.orc]`, or one more `[[monsters]]`."""
    opened: list[Term] = []
    items = top
    parts = [part.strip(" \"'") for part in text.strip("[] ").split(".")[:MAX_CHAIN]]
    for at, part in enumerate(parts):
        several = text.startswith("[") and at == len(parts) - 1
        known = next((item.value for item in items if item.key is not None and item.key.name == part), None)
        if known is None or known.kind != GROUP:
            known = Term(GROUP, header.start, header.end, "[" if several else "{", file=header.file)
            items.append(Item(Term(NAME, header.start, header.start, part.replace(".", "_")), known, [header]))
        opened.append(known)
        if several:
            made = Term(GROUP, header.start, header.end, "{", file=header.file)
            known.items.append(Item(None, made, [header]))
            opened.append(made)
        elif known.text == "[" and known.items:
            opened.append(known.items[-1].value)
        items = opened[-1].items
    return opened


def without_place(name: str, term: Term) -> Term:
    """A default: all that leave it out share it, so it has no place. What a level costs is the hero's alone."""
    return term if "level_up" in "_".join(words_in(name)) else Term(term.kind, -1, -1, term.text, term.number)


def is_variable(found: Found) -> bool:
    """Whether a line of code gives it a value that may be changed elsewhere."""
    text = found.source.text
    return re.search(r"\bvar\b", text[text.rfind("\n", 0, found.term.start) + 1 : found.term.start]) is not None


def label_of(terms: Sequence[Term]) -> str:
    """The name of the function or class that a statement begins; empty if it begins none."""
    for at, term in enumerate(terms[:-1]):
        following = terms[at + 1]
        if term.kind == NAME and term.text in OPENERS and following.kind == NAME:
            return following.text.rpartition(".")[2]
        ends = [each for each in terms[at + 2 :] if each.kind == GROUP and each.text == "{"]
        if term.kind == NAME and following.kind == GROUP and following.text == "(" and ends and at <= 4:
            return term.text if term.text not in ("if", "for", "while", "switch", "catch", "foreach") else ""
    return ""


def parameters_of(group: Term) -> dict[str, Term | None]:
    """The parameters in brackets, each with its default."""
    found: dict[str, Term | None] = {}
    for item in group.items:
        names = [term for term in item.terms if term.kind == NAME]
        given = any(term.kind == SIGN and term.text == "=" for term in item.terms)
        name = item.key.name if item.key is not None else names[-1].text if names else ""
        if name:
            found[name] = item.value if given else None
    return found


def passed_by(terms: Sequence[Term]) -> list[Item] | None:
    """What a constructor passes to its base; None if it doesn't."""
    for at, term in enumerate(terms):
        if term.kind == NAME and term.text in SUPERS and at + 1 < len(terms) and terms[at + 1].kind == GROUP:
            return terms[at + 1].items
        if term.kind == GROUP and term.text == "{":
            calls = (item.value for item in term.items if item.value.kind == CALL and item.value.text in SUPERS)
            call = next(calls, None)
            return call.items if call is not None else None
    return None
