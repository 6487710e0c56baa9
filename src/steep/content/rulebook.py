"""A ruleset ready for use: its names and texts, its compiled numbers and its hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from steep.content.compiling.abilities import each_plus_of, unidentified_items
from steep.content.compiling.drawings import take_monsters_off_maps
from steep.content.compiling.ruleset import compile_ruleset
from steep.content.modes_and_stretching import UNSTRETCHED, apply_mode, changes_of, first_with, written_floor
from steep.content.reading.find_and_read_ruleset_files import (
    RulesetSource,
    read_chain,
    ruleset_files,
    stock_for,
    without_foreign,
)
from steep.content.reading.merge_rulesets import MergedSettings, SectionPath, fill_defaults, merge_files, section_at
from steep.content.ruleset_errors import Location, Mistake, RulesetError
from steep.content.sections import (
    COSMETIC_SECTIONS,
    FIXED_TERRAIN,
    KEYED_SECTIONS,
    SINGLE_SECTIONS,
    Below,
    Gas,
    Item,
    Mode,
    Region,
    Sections,
    Terrain,
    UnidentifiedItem,
    fields_of,
)
from steep.content.validation.cross_field import validate
from steep.content.validation.spawns import check_limits
from steep.content.validation.survival import cut_inherited_below
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, NO_GAS, Ruleset
from steep.spawn.curves import Product, Steps, floor_above
from steep.spawn.dice import Dice, DiceSteps
from steep.spawn.exact_numbers import SpawnError, divided

IN_MODE = re.compile(r"(?P<ruleset>.+):(?P<mode>[\w-]+)", re.DOTALL)
"""A ruleset and a mode. A Windows drive letter is no ruleset: what follows it has a dot or a separator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook(Sections):
    """A validated ruleset. The number of a kind in `compiled` is its index in `monsters` or `items`."""

    name: str
    """The ruleset's name; in a mode, followed by a colon and the mode. `load_ruleset` accepts it."""
    title: str
    description: str
    hash: str
    """Sixteen hexadecimal digits. Names, glyphs, colours and comments don't change it; everything else does."""
    path: str
    """The absolute path of its file; empty for a bundled one."""
    mode: str = ""
    """The key of the mode it is in; empty for none."""
    switched_off: frozenset[tuple[str, str]] = frozenset()
    """The inherited kinds that it removes by ``spawn = 0`` alone: (family, key)."""
    unidentified: tuple[UnidentifiedItem, ...]
    """What kinds that aren't identified look like: a row for each name of an appearance."""
    compiled: Ruleset = field(repr=False, compare=False)

    @property
    def slots(self) -> tuple[str, ...]:
        """The equipment slots. Slot n of the compiled record is ``slots[n - 1]``."""
        return self.hero.slots

    @property
    def item_rows(self) -> tuple[Item, ...]:
        """All that an item in the view can be: the kinds, and after them what those not yet identified look like.

        The hero's inventory, the items it has seen and its events number items like this; `items` has the kinds alone.
        """
        return (*self.items, *self.unidentified)

    def name_of(self, cause: int) -> str:
        """The name of who did something: a kind of monster, or MAX_KINDS + a row of the table of terrain."""
        return self.monsters[cause].name if cause < MAX_KINDS else self.terrain_row(cause - MAX_KINDS).name

    def terrain_row(self, row: int) -> Terrain | Gas:
        """What a row of the compiled table of terrain is: a kind of terrain, or from NO_GAS + 1 on a gas."""
        return self.terrain[row] if row < NO_GAS else self.gases[row - NO_GAS - 1]

    def region_on(self, floor: int) -> Region | None:
        """The region that a floor belongs to, if any."""
        above = floor_above(self.compiled.below, floor)
        return next((region for region in self.regions if region.floors[0] <= above <= region.floors[1]), None)

    @property
    def found_at(self) -> str:
        """Its path and mode in the form that `load_ruleset` accepts. Empty for a bundled ruleset."""
        return f"{self.path}:{self.mode}" if self.path and self.mode else self.path

    def in_mode(self, key: str) -> Rulebook:
        """The same ruleset in one of its modes. Raises `RulesetError` when it has no such mode."""
        mode = next((mode for mode in self.modes if mode.key == key), None)
        if mode is None:
            mistakes: list[Mistake] = []
            at = Location(mistakes, self.path or f'ruleset "{self.name}"')
            at.reject_name(key, f'found no mode "{key}"', [mode.key for mode in self.modes])
            raise RulesetError(mistakes)
        sections = apply_mode(self, mode)
        return replace(
            sections,
            name=f"{self.name}:{key}",
            title=f"{self.title} ({mode.title})",
            description=f"{self.description} {mode.description}".strip(),
            hash=hash_with(self.hash, changes_of(mode)),
            modes=(),
            mode=key,
            compiled=compile_mode(sections, self.compiled, mode),
        )


def ruleset_names(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all rulesets, bundled and in `folders`, in alphabetical order."""
    return tuple(sorted(ruleset_files(folders)))


def load_ruleset(name_or_path: str, folders: Sequence[Path] = ()) -> Rulebook:
    """Load a ruleset by its name, bundled or in one of `folders`, or by the path of a .toml file.

    A colon and a mode may follow: ``tcod-2020:hard``. Raises `RulesetError` with all mistakes in it and in what it
    extends.
    """
    match = IN_MODE.fullmatch(name_or_path)
    if match is not None:
        return load_unmoded(match["ruleset"], folders).in_mode(match["mode"])
    return load_unmoded(name_or_path, folders)


def load_unmoded(name_or_path: str, folders: Sequence[Path]) -> Rulebook:
    """Load a ruleset without a mode. Raises `RulesetError`."""
    mistakes: list[Mistake] = []
    try:
        chain = read_chain(name_or_path, folders, mistakes)
        return load_chain([stock_for(chain), *chain], mistakes)
    except RulesetError as error:
        raise RulesetError(without_foreign(mistakes or error.mistakes, name_or_path, folders)) from None


def load_chain(chain: list[RulesetSource], mistakes: list[Mistake]) -> Rulebook:
    """The rulebook of files that were read, later ones overriding earlier ones; `mistakes` are those of reading them.

    Raises `RulesetError`.
    """
    # Keys can only be missing when every file of the chain could be read.
    readable = not mistakes
    settings = merge_files(chain, mistakes)
    if readable:
        check_limits(settings)
        fill_defaults(settings, chain[-1])
        cut_inherited_below(settings)
        validate(settings)
    if mistakes:
        raise RulesetError(mistakes)
    apply_tags(settings)
    try:
        return build(settings, chain[-1].path, bundled=chain[-1].bundled)
    except SpawnError as error:
        raise RulesetError([Mistake(chain[-1].file, error.where, f"found {error.found}", error.allowed)]) from error


def build(settings: MergedSettings, path: Path, *, bundled: bool) -> Rulebook:
    """The rulebook of valid settings."""
    head = settings.values[()]
    made: dict[str, Any] = {name: section(**settings.values[name,]) for name, section in SINGLE_SECTIONS.items()}
    for family, kind in KEYED_SECTIONS.items():
        made[family] = tuple(kind(**settings.values[family, key], key=key) for key in numbered_keys(settings, family))
    sections = Sections(**made)
    return Rulebook(
        **made,
        name=path.stem,
        title=head["title"] or path.stem,
        description=head["description"],
        hash=hash_of(settings),
        path="" if bundled else str(path.absolute()),
        switched_off=frozenset(switched_off(settings)),
        unidentified=unidentified_items(sections),
        compiled=compile_ruleset(sections),
    )


def numbered_keys(settings: MergedSettings, family: str) -> Sequence[str]:
    """The keys of a family in the order of their numbers. Modes are in file order, which is that of menus."""
    if family == "terrain":
        return (*FIXED_TERRAIN, *(key for key in settings.kinds(family) if key not in FIXED_TERRAIN))
    if family == "modes":
        return [path[1] for path in settings.values if len(path) == 2 and path[0] == family]
    return settings.kinds(family)


def apply_tags(settings: MergedSettings) -> None:
    """Replace the weight of every kind that has tags. The settings must be valid."""
    for family in ("monsters", "items"):
        for key in settings.kinds(family):
            if settings.get((family, key), "tags"):
                settings.values[family, key]["spawn"] = spawn_weight(settings, (family, key))


def spawn_weight(settings: MergedSettings, kind: SectionPath) -> Steps:
    """A kind's own weight, or the one that a tag gives it, times the percentages of all its tags."""
    tags: tuple[SectionPath, ...] = tuple(("tags", tag) for tag in settings.get(kind, "tags"))
    weight: Steps = settings.get(kind, "spawn")
    if not settings.given(kind, "spawn"):
        weight = next((settings.get(tag, "weight") for tag in tags if settings.given(tag, "weight")), weight)
    factors = tuple(factor(settings.get(tag, "percent")) for tag in tags)
    curves = (weight, *factors)
    return replace(Steps.along(Product(curves)), formula=any(curve.formula for curve in curves))


def factor(percent: Steps) -> Steps:
    """A percentage by floor as a factor: 100 becomes 1."""
    return replace(percent, entries=tuple((floor, divided(value, 100)) for floor, value in percent.entries))


def switched_off(settings: MergedSettings) -> Iterator[tuple[str, str]]:
    """The kinds that a file removes by `spawn = 0` alone, and that a file which it extends has."""
    for family in ("monsters", "items"):
        for key in settings.kinds(family):
            path = (family, key)
            files = settings.files[path]
            by = files.get("spawn", "")
            alone = list(files.values()).count(by) == 1 and by != settings.first_files[path]
            if alone and not settings.values[path]["spawn"].entries:
                yield path


def compile_mode(sections: Sections, unmoded: Ruleset, mode: Mode) -> Ruleset:
    """The compiled record of sections with a mode applied.

    Monsters keep the threat they have without the mode. Otherwise a harder mode, with stronger monsters, would place
    fewer of them. Packs and monsters grow from the shifted and stretched floor on.
    """
    record = compile_ruleset(sections)
    floors = [written_floor(floor, mode) - 1 for floor in range(1, MAX_FLOORS + 1)]
    for row, before in zip(record.monsters[: record.monster_kinds], unmoded.monsters, strict=False):
        for floor, written in enumerate(floors):
            row.threat[floor] = before.threat[written]
        row.grows_from, row.grows_to = before.grows_from, before.grows_to
        row.deeper = before.deeper + mode.depth
        row.stretched = round(100 * mode.floors) - 100 if mode.floors != UNSTRETCHED else before.stretched
    for number in range(len(sections.packs)):
        first = first_with(unmoded.packs[number].first_floor, mode.floors)
        record.packs[number].first_floor = first - mode.depth
    if mode.monsters == -100:
        take_monsters_off_maps(record)
    return record


LATER_SECTIONS: dict[tuple[str, ...], dict[str, object]] = {
    ("below",): {name: key.default for name, key in fields_of(Below).items()}
}
"""Sections that were added later, with their defaults. Such a section doesn't change a hash while it has these."""


def hash_of(settings: MergedSettings) -> str:
    """Sixteen hexadecimal digits that depend on every key that affects the game.

    Modes are left out, because they don't affect a game without a mode, and so are sections that change only what is
    displayed.
    """
    content = {
        ".".join(path): {name: values[name] for name, key in fields_of(section_at(path)).items() if not key.cosmetic}
        for path, values in settings.values.items()
        if values != LATER_SECTIONS.get(path) and path[:1] not in [("modes",), *((name,) for name in COSMETIC_SECTIONS)]
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=plain)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def hash_with(unchanged: str, changes: Mapping[str, int | Fraction]) -> str:
    """The hash of a ruleset with the changes of a mode or a dial; without changes, its own."""
    if not changes:
        return unchanged
    text = json.dumps([unchanged, changes], sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def plain(value: object) -> object:
    """A curve, a row, dice or a fraction as something that JSON can hold."""
    if isinstance(value, Steps | DiceSteps):
        return value.entries
    if is_dataclass(value) and not isinstance(value, Dice):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Dice):
        return str(value)
    assert isinstance(value, Fraction)
    return str(value)


# Enchanted items: "sword +2", and what it gives.


def with_plus(name: str, plus: int) -> str:
    """A name with an enchantment: "sword +2"; the name alone for none."""
    return f"{name} {plus:+}" if plus else name


def enchanted(item: Item, plus: int) -> Item:
    """An item with the name and the bonuses that an enchantment gives it."""
    if not plus:
        return item
    bonuses = {stat: getattr(item, stat) + plus * number for stat, number in each_plus_of(item)}
    return replace(item, name=with_plus(item.name, plus), **bonuses)
