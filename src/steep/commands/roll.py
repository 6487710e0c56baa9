"""The command `steep roll`: generates floors to look at, or files to compare with later ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from steep.balance.rolled_floors import START, WALL, Placed, PlacedRoom, RolledFloor, roll_floors
from steep.commands.shared.options import SEED, FloorsOfDungeon, Format, Option, Ruleset, Whole
from steep.commands.shared.output import in_columns, json_text, say, say_json
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Item, Monster, Rulebook
from steep.content.sections import Terrain
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.lab.results.result import Cell, Column, Result, Table
from steep.play.texts.messages import counted

MAX_SEEDS = 100_000

COLUMNS = (
    *(Column(name) for name in ("ruleset", "hash")),
    *(Column(name, "count") for name in ("seed", "floor")),
    *(Column(name) for name in ("family", "kind")),
    *(Column(name, "count") for name in ("x", "y", "asleep", "plus", "captive")),
    Column("layout"),
)
SUFFIXES = {"text": "txt", "json": "json", "csv": "csv", "markdown": "md"}


def run(
    ruleset: Ruleset,
    *,
    floors: FloorsOfDungeon = (1, 1),
    seed: Annotated[int, Option("the run's seed", SEED, metavar="S")] = 0,
    count: Annotated[
        int, Option("roll K seeds, S and up", Whole(1, MAX_SEEDS, "the number of seeds"), metavar="K")
    ] = 1,
    out: Annotated[Path | None, Option("write one file per floor to this folder", metavar="FOLDER")] = None,
    form: Format = "text",
) -> int:
    """Generate the chosen floors, and print them or write a file for each.

    $ steep roll tcod-2020 --floors 6 --seed 42
    $ steep roll mine.toml --floors 1-5 --count 10 --out floors/
    """
    if seed + count - 1 > MAX_SEED:
        raise InputError(f"--count: found {count}; the last seed would be beyond {MAX_SEED}")
    first, last = floors
    rulebook = read_rulebook(ruleset)
    if rulebook.run.last_floor and last > rulebook.run.last_floor:
        raise InputError(f"--floors: found {last}; the dungeon ends on floor {rulebook.run.last_floor}")
    rolled_floors = (
        rolled for each in range(seed, seed + count) for rolled in roll_floors(rulebook, each, first, last)
    )
    if out is not None:
        write_catalogue(out, rulebook, rolled_floors, form)
    elif form == "json":
        values = [as_json(rulebook, rolled) for rolled in rolled_floors]
        say_json(values[0] if count == 1 and first == last else values)
    elif form == "csv":
        say(as_csv(row for rolled in rolled_floors for row in rows_of(rulebook, rolled)), end="")
    else:
        for number, rolled in enumerate(rolled_floors):
            say(("\n" if number else "") + in_columns(in_form(rulebook, rolled, form)), end="")
    return 0


def write_catalogue(folder: Path, rulebook: Rulebook, floors: Iterable[RolledFloor], form: str) -> None:
    """Write a file for each floor, named by seed and floor so that two catalogues can be compared."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for rolled in floors:
            path = folder / f"seed-{rolled.seed}-floor-{rolled.floor:03}.{SUFFIXES[form]}"
            path.write_text(in_form(rulebook, rolled, form), encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"--out: {error.filename or folder} cannot be written ({error.strerror})") from error


def in_form(rulebook: Rulebook, rolled: RolledFloor, form: str) -> str:
    """One floor in a format; as Markdown, a block of text."""
    if form == "json":
        return json_text(as_json(rulebook, rolled))
    if form == "csv":
        return as_csv(rows_of(rulebook, rolled))
    text = as_text(rulebook, rolled)
    return f"```text\n{text}```\n" if form == "markdown" else text


def as_text(rulebook: Rulebook, rolled: RolledFloor) -> str:
    """A floor as text: title, map, legend and roster."""
    region = rulebook.region_on(rolled.floor)
    lines = [
        f"{rulebook.name} {rulebook.hash}, seed {rolled.seed}, floor {rolled.floor}"
        + (f" ({region.name})" if region else "")
        + (f", {rolled.layout}" if rolled.layout else "")
    ]
    lines += rolled.rows
    lines.append(f"{START} start   > stairs   {WALL} rock   . floor   {counted(rolled.rooms, 'room')}")
    if rolled.drawn:
        lines.append(f"Drawn as a map: {rolled.drawn}")
    lines += [placed_as_text(it) for it in rolled.vaults]
    lines += [f"Theme {placed_as_text(it)}" for it in rolled.themes]
    lines += roster(rulebook.terrain, rolled.terrain_counts, rolled.terrain)
    lines.append(f"{counted(len(rolled.monsters), 'monster')}, threat {rolled.threat:g}, {rolled.xp} XP")
    lines += roster(rulebook.monsters, rolled.monster_counts, rolled.monsters)
    lines.append(f"{counted(len(rolled.items), 'item')}, {rolled.healing} HP of healing")
    lines += roster(rulebook.items, rolled.item_counts, rolled.items)
    if rulebook.appearances:
        lines.append("Items are listed as what they are, identified or not.")
    return "".join(f"{line}\n" for line in lines)


def placed_as_text(room: PlacedRoom) -> str:
    """What a room is, its size and its place."""
    return f"{room.key}, {room.width} x {room.height} at {room.x}, {room.y}"


def roster(kinds: Iterable[Monster | Item | Terrain], counts: dict[str, int], placed: Sequence[Placed]) -> list[str]:
    """A line for each kind: its glyph, its number, how many are asleep or captives, and the enchantments it has."""
    glyphs = {kind.key: kind.glyph for kind in kinds}
    rows = []
    for key, number in counts.items():
        ones = [one for one in placed if one.kind == key]
        asleep, captives = sum(one.asleep for one in ones), sum(one.captive for one in ones)
        notes = [
            f"{asleep} asleep" if asleep else "",
            counted(captives, "captive") if captives else "",
            ", ".join(f"{one.plus:+}" for one in ones if one.plus),
        ]
        rows.append((glyphs[key], number, key + "".join(f" ({note})" for note in notes if note)))
    width = max((len(str(number)) for _, number, _ in rows), default=0)
    return [f"  {glyph}  {number:{width}}  {text}" for glyph, number, text in rows]


def as_csv(rows: Iterable[tuple[Cell, ...]]) -> str:
    """The rows of floors as CSV."""
    return Result("", {}, (Table("placed", COLUMNS, tuple(rows)),)).shown_as("csv")


def rows_of(rulebook: Rulebook, rolled: RolledFloor) -> Iterator[tuple[Cell, ...]]:
    """A row for each monster, item, vault and room with a theme, and for each cell of terrain that isn't plain."""
    where = rulebook.name, rulebook.hash, rolled.seed, rolled.floor
    families = {"monster": rolled.monsters, "item": rolled.items, "terrain": rolled.terrain}
    rooms = {"vault": rolled.vaults, "theme": rolled.themes}
    for family, ones in families.items():
        for one in ones:
            yield (*where, family, one.kind, one.x, one.y, int(one.asleep), one.plus, int(one.captive), rolled.layout)
    for family, found in rooms.items():
        for room in found:
            yield (*where, family, room.key, room.x, room.y, 0, 0, 0, rolled.layout)


def as_json(rulebook: Rulebook, rolled: RolledFloor) -> dict[str, Any]:
    """A floor for JSON; x and y count from 0."""
    found = asdict(rolled)
    region = rulebook.region_on(rolled.floor)
    return {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "region": region.key if region else None,
        "map": found.pop("rows"),
        **found,
        "terrain": rolled.terrain_counts,
        "roster": {"monsters": rolled.monster_counts, "items": rolled.item_counts},
    }
