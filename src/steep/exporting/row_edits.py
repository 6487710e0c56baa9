"""Adds rows to tables by floor in the source and removes them, in the style of the rows around.

A row is found by the places of its floor and its number, in any language whose literals can be read. A new one is a
copy of the row before it with other numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from steep.importing.literals.nests import GROUP, NUMBER, Item, Term, read_nests
from steep.importing.literals.sheets import SHEETS
from steep.importing.python.written_numbers import Origin

REST_OF_LINE = re.compile(r"[ \t]*[,;]?[ \t]*(?:(?://|#|--).*)?(?=[\r\n]|$)")
"""What may stand on a line after its row."""
SEPARATOR = re.compile(r"\s*([,;])")


class RowEdit(NamedTuple):
    """A row to add, or to remove."""

    number: Origin
    """Where the number of the row is; for a row to add, that of the row before."""
    since: Origin
    """The same for the floor."""
    new: tuple[int, Fraction] | None
    """The floor and the number of the new row; None for one to remove."""


class Replacement(NamedTuple):
    """A text that replaces what is between two places."""

    start: int
    end: int
    text: str


def with_changes(text: str, changes: Sequence[Replacement]) -> str:
    """A text with its replacements made; those at one place in their order."""
    for _, change in sorted(enumerate(changes), key=lambda pair: (*pair[1][:2], pair[0]), reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def moved(place: int, changes: Sequence[Replacement]) -> int:
    """Where a place is once the replacements are made."""
    return place + sum(len(each.text) - (each.end - each.start) for each in changes if each.end <= place)


class Level(NamedTuple):
    """An item around a place."""

    siblings: Sequence[Item]
    at: int
    group: Term | None
    """The group that it is in; None for a whole file."""

    @property
    def item(self) -> Item:
        """The item itself."""
        return self.siblings[self.at]


def edit_rows(
    text: str, file: str, edit: RowEdit, number: int, since: int, texts: tuple[str, str]
) -> list[Replacement]:
    """The replacements that add or remove a row; none if no row can be found there.

    `number` and `since` are the places of its number and floor in the text, `texts` the new ones as they are written.
    """
    if file.lower().endswith(SHEETS):
        return edit_line(text, edit, number, since, texts)
    items = read_nests(text, file)
    around, floors = levels(items, number), levels(items, since)
    common = [level for level, other in zip(around, floors, strict=False) if level.item is other.item]
    if not common or (len(common) == 1 and common[0].group is None and not file.endswith((".toml", ".cfg", ".ini"))):
        return []
    row = common[-1]
    # If a row has several kinds, this is the entry of one: the first around the number in a group without a floor.
    below = around[len(common) :]
    kind = next((each for each in below if each.group and not each.group.start <= since < each.group.end), None)
    if edit.new is None:
        return removal(text, kind if kind is not None and len(kind.siblings) > 1 else row)
    floor = edit.new[0]
    if kind is not None:
        there = next((each for each in row.siblings if floor_of(each, row.item, since) == floor), None)
        group = (
            next((term for term in groups_of(there) if term.text == kind.group.text), None)
            if there and kind.group
            else None
        )
        copied = replaced(text, kind.item.start, kind.item.end, [(number, texts[1])])
        if there is not None:
            return (
                insertion(text, Level(group.items, len(group.items) - 1, group), copied)
                if group and group.items
                else []
            )
        before = [at for at, each in enumerate(row.siblings) if (floor_of(each, row.item, since) or 0) < floor]
        if not before:
            return []
        row = Level(row.siblings, before[-1], row.group)
        template = common[-1].item
        assert kind.group is not None
        inner = text[kind.group.start + 1 : kind.siblings[0].start] + copied
        inner += text[kind.siblings[-1].end : kind.group.end - 1]
        whole = replaced(text, template.start, kind.group.start + 1, [(since, texts[0])]) + inner
        rest = replaced(text, kind.group.end - 1, template.end, [(since, texts[0])])
        return insertion(text, row, whole + rest)
    own = floor_of(row.item, row.item, since)
    if own is None or own > floor:
        return []
    return insertion(text, row, replaced(text, row.item.start, row.item.end, [(since, texts[0]), (number, texts[1])]))


def edit_line(text: str, edit: RowEdit, number: int, since: int, texts: tuple[str, str]) -> list[Replacement]:
    """The same for a line of a sheet."""
    start = max(text.rfind("\n", 0, number), text.rfind("\r", 0, number)) + 1
    found = re.compile(r"[^\r\n]*(\r\n|\r|\n|$)").match(text, start)
    if found is None or not start <= since < found.end():
        return []
    if edit.new is None:
        return [Replacement(start, found.end(), "")]
    copied = replaced(text, start, found.end(1) - len(found[1]), [(since, texts[0]), (number, texts[1])])
    place = found.end() - len(found[1])
    return [Replacement(place, place, (found[1] or newline_of(text)) + copied)]


def levels(items: Sequence[Item], place: int) -> list[Level]:
    """The items around a place, the outermost first."""
    found: list[Level] = []
    group: Term | None = None
    while True:
        at = next((at for at, item in enumerate(items) if item.start <= place < item.end), None)
        if at is None:
            return found
        found.append(Level(items, at, group))
        group = next((term for term in items[at].terms if term.kind == GROUP and term.start <= place < term.end), None)
        if group is None:
            return found
        items = group.items


def groups_of(item: Item | None) -> list[Term]:
    """All groups in an item, the outermost first."""
    found = [term for term in item.terms if term.kind == GROUP] if item is not None else []
    for group in found:
        found += [term for inner in group.items for term in inner.terms if term.kind == GROUP]
    return found


def floor_of(item: Item, like: Item, since: int) -> Fraction | None:
    """The floor of a row; `like` is another row, whose floor is at the place `since`."""
    if like.key is not None and like.key.start <= since < like.key.end:
        return item.key.number if item.key is not None and item.key.kind == NUMBER else None
    groups = [next(iter(groups_of(each)), None) for each in (item, like)]
    if groups[0] is None or groups[1] is None:
        return None
    at = next((at for at, each in enumerate(groups[1].items) if each.start <= since < each.end), -1)
    key = groups[1].items[at].key
    own = [each for each in groups[0].items if key is not None and each.key is not None and each.key.name == key.name]
    own = own or ([groups[0].items[at]] if key is None and 0 <= at < len(groups[0].items) else [])
    return own[0].value.number if own and own[0].value.kind == NUMBER else None


def replaced(text: str, start: int, end: int, changes: Sequence[tuple[int, str]]) -> str:
    """A part of a text, with those numbers replaced whose places are in it."""
    part = text[start:end]
    for place, new in sorted(changes, reverse=True):
        if start <= place < end:
            old = re.compile(r"[-+]?[\w.]+").match(text, place)
            part = part[: place - start] + new + part[(old.end() if old else place) - start :]
    return part


def insertion(text: str, after: Level, new: str) -> list[Replacement]:
    """The replacements that put a new item after another."""
    item = after.item
    indent = indent_of(text, item)
    rest = REST_OF_LINE.match(text, item.end)
    separated = SEPARATOR.match(text, item.end)
    mark = separated[1] if separated else sign_in(text, after)
    if indent is None or rest is None:
        return [Replacement(item.end, item.end, f"{mark} {new}")]
    following = mark if separated else ""
    between = [] if separated or not mark else [Replacement(item.end, item.end, mark)]
    return [*between, Replacement(rest.end(), rest.end(), f"{newline_of(text)}{indent}{new}{following}")]


def removal(text: str, level: Level) -> list[Replacement]:
    """The replacements that remove an item, with its separator."""
    item, at, siblings = level.item, level.at, level.siblings
    last = at == len(siblings) - 1
    separated = SEPARATOR.match(text, item.end)
    before = SEPARATOR.match(text, siblings[at - 1].end) if at else None
    dangling = [Replacement(before.start(1), before.end(1), "")] if last and before and not separated else []
    rest = REST_OF_LINE.match(text, item.end)
    indent = indent_of(text, item)
    if indent is not None and rest is not None:
        ending = re.compile(r"\r\n|\r|\n|$").match(text, rest.end())
        assert ending is not None
        return [*dangling, Replacement(item.start - len(indent), ending.end(), "")]
    if not last:
        return [Replacement(item.start, siblings[at + 1].start, "")]
    start = siblings[at - 1].end if at else item.start
    return [Replacement(start, item.end, "")]


def indent_of(text: str, item: Item) -> str | None:
    """The spaces before an item that begins its line; None if it doesn't."""
    start = max(text.rfind("\n", 0, item.start), text.rfind("\r", 0, item.start)) + 1
    before = text[start : item.start]
    return before if not before.strip() and start else None


def sign_in(text: str, level: Level) -> str:
    """What separates the items of a group: as between existing ones; else commas in brackets, nothing on lines."""
    first = SEPARATOR.match(text, level.siblings[0].end)
    return first[1] if first else "," if level.group is not None and level.group.text else ""


def newline_of(text: str) -> str:
    """How a text ends its lines."""
    found = re.search(r"\r\n|\r|\n", text)
    return found[0] if found else "\n"
