"""Cross-field validation of drawn maps: vaults and drawn floors.

As in `validation`, a value that is bad on its own is None here and is not
reported again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from steep.content.drawn_maps import (
    OF_FLOORS,
    USUAL,
    Ground,
    Position,
    cells_of,
    connected,
    enterable_cells,
    grounds_by_key,
    kept_cells,
    legend_of_fill,
    locks_of,
    signs_of,
    ways_out,
)
from steep.content.reading.merge_rulesets import MergedSettings, SectionPath
from steep.content.ruleset_errors import Location, shown
from steep.content.sections import LAYOUT_KEYS, Legend
from steep.core.world import MAX_ITEMS, MAX_ROOMS

# Cross-field validation of layouts.

MAP: SectionPath = ("map",)

SMALLEST_MAP = 20, 15
"""Columns and rows of the smallest map for all layouts but rooms."""


def validate_layouts(settings: MergedSettings) -> None:
    """Report every value of a layout that conflicts with another."""
    for key in settings.kinds("layouts"):
        check_keys(settings, ("layouts", key))
        check_map(settings, ("layouts", key))
        check_terrain(settings, ("layouts", key))
        check_attempts(settings, ("layouts", key))
        check_sizes(settings, ("layouts", key))


def check_keys(settings: MergedSettings, layout: SectionPath) -> None:
    """A layout has no numbers that its generator does not use."""
    generator = settings.get(layout, "generator")
    if generator is None:
        return
    for key, generators in LAYOUT_KEYS.items():
        if generator not in generators and settings.given(layout, key):
            at = settings.location(layout, key, (layout, "generator"))
            users = ", ".join(f'"{user}"' for user in generators)
            at.reject(f'found one, and the generator "{generator}"', f"none, or a generator that uses it: {users}")


def check_terrain(settings: MergedSettings, layout: SectionPath) -> None:
    """Doors and shores can be walked on."""
    door, overlays = settings.get(layout, "door"), settings.get(layout, "overlays") or ()
    if settings.get(("terrain", door), "solid"):
        reject_solid(settings.location(layout, "door"), door)
    for number, overlay in enumerate(overlays, 1):
        if settings.get(("terrain", overlay.shore), "solid"):
            reject_solid(settings.location(layout, "overlays").entry(number).under("shore"), overlay.shore)


def reject_solid(at: Location, terrain: str) -> None:
    """Report terrain that nobody can walk on."""
    if not at.rejected:
        at.reject(f"found {shown(terrain)}, which is solid", "a terrain that can be walked on")


def check_map(settings: MergedSettings, layout: SectionPath) -> None:
    """The map must be large enough."""
    width, height = settings.get(MAP, "width"), settings.get(MAP, "height")
    generator = settings.get(layout, "generator")
    if None in (width, height, generator) or generator == "rooms":
        return
    if width < SMALLEST_MAP[0] or height < SMALLEST_MAP[1]:
        at = settings.location(layout, "generator", (MAP, "width"), (MAP, "height"))
        needed = "at least {} x {}".format(*SMALLEST_MAP)
        at.reject(f'found "{generator}" on a map of {width} x {height}', f'"rooms", or a map of {needed}')


def check_attempts(settings: MergedSettings, layout: SectionPath) -> None:
    """Rooms as the tutorials dig them are at most as many as a floor can have."""
    attempts = settings.get(layout, "room_attempts")
    if settings.get(layout, "generator") == "rooms" and attempts is not None and attempts > MAX_ROOMS:
        at = settings.location(layout, "room_attempts", (layout, "generator"))
        at.reject_value(attempts, f'at most {MAX_ROOMS} with the generator "rooms"')


def check_sizes(settings: MergedSettings, layout: SectionPath) -> None:
    """The largest room must fit the map and be no smaller than the smallest."""
    generator = settings.get(layout, "generator")
    if generator not in LAYOUT_KEYS["room_min"]:
        return
    width, height = settings.get(MAP, "width"), settings.get(MAP, "height")
    least, most = (settings.get(layout, key) or settings.get(MAP, key) for key in ("room_min", "room_max"))
    floor = 3 if settings.get(MAP, "rooms") == "walled" or generator != "rooms" else 2
    if None in (width, height, least, most):
        return
    if most >= min(width, height):
        at = settings.location(layout, "room_max", (layout, "generator"), (MAP, "width"), (MAP, "height"))
        at.reject_value(most, f"at most {min(width, height) - 1} on a map of {width} x {height}")
    if least > most and (settings.given(layout, "room_min") or settings.given(layout, "room_max")):
        at = settings.location(layout, "room_min", (layout, "room_max"))
        at.reject_value(least, f"at most room_max, which is {most}")
    if least < floor:
        at = settings.location(layout, "room_min", (layout, "generator"))
        at.reject_value(least, f"at least {floor}")


PLACED = ("monster", "pack", "item", "tag")
"""The keys of a legend's entry that put something on its cell, besides `draw`."""


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A map of which every character is known."""

    path: SectionPath
    rows: tuple[str, ...]
    signs: Mapping[str, Legend]
    open_cells: set[Position]
    kept: set[Position]
    locks: list[str]
    """The key of each locked door."""
    altars: Mapping[str, str]
    """The kinds of terrain that become solid when an item is taken from another of them, with what they become."""

    def first(self, cells: set[Position]) -> str:
        """The first of some cells in words, counted from 1."""
        x, y = min(cells, key=lambda cell: (cell[1], cell[0]))
        return f"{shown(self.rows[y][x])} in row {y + 1}, column {x + 1}"

    def with_mark(self, mark: str) -> set[Position]:
        """The cells whose legend has a mark."""
        return {cell for cell, sign in cells_of(self.rows) if getattr(self.signs[sign], mark)}

    def of_terrain(self, terrain: str) -> set[Position]:
        """The cells of a kind of terrain."""
        return {cell for cell, sign in cells_of(self.rows) if self.signs[sign].terrain == terrain}


def validate_maps(settings: MergedSettings) -> None:
    """Report every mistake in vaults and drawn floors."""
    maps: dict[SectionPath, DrawnMap] = {}
    for family in ("vaults", "floors"):
        for key in settings.kinds(family):
            check_legend(settings, (family, key))
            drawn = map_of(settings, (family, key))
            if drawn is not None:
                maps[family, key] = drawn
    for path, drawn in maps.items():
        at = settings.location(path, "map", (path, "legend"))
        if path[0] == "vaults":
            check_vault(drawn, at)
            check_key_in(settings, drawn, maps)
        else:
            check_floor(settings, drawn)
    check_floors_drawn_once(settings)
    for key in settings.kinds("themes"):
        check_theme(settings, ("themes", key))


def grounds_in(settings: MergedSettings) -> dict[str, Ground]:
    """What drawn maps have to know of the kinds of terrain."""
    if not settings.grounds:
        kinds = {key: settings.values["terrain", key] for key in settings.kinds("terrain")}
        settings.grounds.update(grounds_by_key(kinds))
    return settings.grounds


def kinds_with_tag(settings: MergedSettings, tag: str) -> dict[str, list[str]]:
    """The monsters and the items with a tag; families without any are left out."""
    found = {
        family: [key for key in settings.kinds(family) if tag in (settings.get((family, key), "tags") or ())]
        for family in ("monsters", "items")
    }
    return {family: keys for family, keys in found.items() if keys}


def check_legend(settings: MergedSettings, path: SectionPath) -> None:
    """The entries of a legend name what exists, and put at most one monster and one item on a cell."""
    for entry in settings.get(path, "legend") or ():
        check_entry(settings, path, entry, settings.location(path, "legend").under(entry.glyph))


def check_theme(settings: MergedSettings, path: SectionPath) -> None:
    """What a theme puts into a room exists, and its terrain leaves the room open."""
    for number, fill in enumerate(settings.get(path, "fill") or (), 1):
        at = settings.location(path, "fill").entry(number)
        entry = replace(legend_of_fill(fill), keep=False)
        check_entry(settings, path, entry, at)
        if not at.rejected and not any((*(getattr(fill, key) for key in (*PLACED, "terrain")), fill.draw != "none")):
            at.reject("found only a count", f"one of terrain, {', '.join(PLACED)} and draw with it")
        if fill.count is not None and fill.count.maximum > MAX_ITEMS:
            at.under("count").reject_value(fill.count, f"dice whose sum is at most {MAX_ITEMS}")
        ground = grounds_in(settings).get(fill.terrain or "floor")
        if ground and ground.solid:
            at.under("terrain").reject_value(fill.terrain, "a terrain that is not solid: that could cut the floor")
        if cage := altars_in(settings).get(fill.terrain):
            allowed = f"one that stays open when an item is taken from another: {cage} could cut the floor"
            at.under("terrain").reject_value(fill.terrain, allowed)
        if fill.terrain == "stairs":
            at.under("terrain").reject_value(fill.terrain, "another: those are the floor's own")


def check_entry(settings: MergedSettings, path: SectionPath, entry: Legend, at: Location) -> None:
    """An entry names what exists, and its keys go together."""
    if at.rejected:
        return
    tagged = kinds_with_tag(settings, entry.tag) if entry.tag else {}
    if entry.tag and len(tagged) != 1:
        found = f"found {shown(entry.tag)}, which {'monsters and items have' if tagged else 'nothing has'}"
        at.under("tag").reject(found, "a tag that only monsters or only items have")
        return
    monsters = [key for key in ("monster", "pack") if getattr(entry, key)]
    items = ["item"] if entry.item else []
    for family, keys in (("monsters", monsters), ("items", items)):
        if family in tagged:
            keys.append("tag")
        if entry.draw == family.removesuffix("s"):
            keys.append("draw")
        if len(keys) > 1:
            at.reject(f"found {' and '.join(keys)}", f"one of them: a cell has one {family.removesuffix('s')}")
    given = [key for key in (*PLACED, "terrain", "start", "key") if getattr(entry, key)]
    given += ["draw"] if entry.draw != "none" else []
    if entry.keep and given:
        at.reject(f"found keep and {given[0]}", "keep alone: the cell stays as it is")
    if entry.deeper and entry.draw == "none":
        at.under("deeper").reject_value(entry.deeper, "0, or draw with it")
    if entry.chance not in (None, 100) and not (monsters or items):
        at.under("chance").reject_value(entry.chance, f"100, or one of {', '.join(PLACED)} and draw with it")
    if entry.key and items:
        at.reject(f"found key and {items[0]}", "one of them: a cell has one item")
    if entry.key and path[0] == "floors":
        at.reject("found key", "none on a drawn floor: put the key there with item")
    if entry.start and path[0] == "vaults":
        at.reject("found start", "none in a vault: only drawn floors have the hero's start")
    ground = grounds_in(settings)[entry.terrain or "floor"]
    placed = [key for key in (*monsters, *items) if key in given]
    placed += [key for key in ("start", "key") if getattr(entry, key)]
    if entry.start and monsters:
        at.reject(f"found start and {monsters[0]}", "one of them: the hero stands there")
    if ground.solid and placed:
        at.reject(f"found {placed[0]} and the terrain {entry.terrain}", "a terrain that is not solid")


def map_of(settings: MergedSettings, path: SectionPath) -> DrawnMap | None:
    """A map whose legend has no mistake; None if there is any. Reports characters without a legend."""
    rows, entries = settings.get(path, "map"), settings.get(path, "legend")
    if rows is None or entries is None:
        return None
    bad_legend = settings.location(path, "legend", (path, "map")).rejected
    at = settings.location(path, "map", (path, "legend"))
    signs = signs_of(rows, entries)
    unknown = {sign: cell for cell, sign in reversed(list(cells_of(rows))) if sign not in signs}
    usual = USUAL.keys() - OF_FLOORS if path[0] == "vaults" else USUAL.keys()
    for sign, (x, y) in unknown.items():
        known = [shown(each) for each in sorted({*usual, *(entry.glyph for entry in entries)})]
        at.reject(f"found {shown(sign)} in row {y + 1}, column {x + 1}, which is not in the legend", ", ".join(known))
    if unknown or bad_legend:
        return None
    grounds = grounds_in(settings)
    open_cells = enterable_cells(rows, signs, grounds)
    kept, locks = kept_cells(rows, signs), locks_of(rows, signs, grounds)
    return DrawnMap(path, rows, signs, open_cells, kept, locks, altars_in(settings))


def altars_in(settings: MergedSettings) -> dict[str, str]:
    """The kinds of terrain that become solid when an item is taken from another of them, with what they become."""
    grounds = grounds_in(settings)
    taken = {key: settings.get(("terrain", key), "taken_to") for key in settings.kinds("terrain")}
    return {key: kind for key, kind in taken.items() if kind in grounds and not grounds[kind].enterable}


def check_altars(drawn: DrawnMap, start: set[Position], at: Location) -> None:
    """Wherever an item is taken, what the other altars become bars no way."""
    for altar, cage in drawn.altars.items():
        cells = drawn.of_terrain(altar)
        for taken in sorted(cells, key=lambda cell: (cell[1], cell[0])):
            left = drawn.open_cells - (cells - {taken})
            barred = left - connected(start, left)
            if barred:
                where = f"row {taken[1] + 1}, column {taken[0] + 1}"
                found = f"found {drawn.first(barred)}, which {cage} bars when an item is taken in {where}"
                at.reject(found, f"{altar} beside the way, not in it")
                return


def check_vault(drawn: DrawnMap, at: Location) -> None:
    """A vault has no stairs and no start, all of it can be reached from its edge, and one kind of key opens it."""
    for what, cells in (("start", drawn.with_mark("start")), ("stairs", drawn.of_terrain("stairs"))):
        if cells:
            at.reject(f"found {drawn.first(cells)}, the {what}", f"no {what} in a vault: those are the floor's own")
    if len(drawn.kept) == len(drawn.rows) * len(drawn.rows[0]):
        at.reject("found only cells that stay as they are", "at least one other cell")
    edge = {cell for cell in drawn.open_cells if ways_out(cell, drawn.rows, drawn.kept)}
    cut_off = drawn.open_cells - connected(edge, drawn.open_cells)
    if cut_off:
        found = f"found {drawn.first(cut_off)}, which cannot be reached"
        at.reject(found, "a way to it from the edge of the map, where a vault joins its floor")
    else:
        check_altars(drawn, edge, at)
    if len(set(drawn.locks)) > 1:
        at.reject(
            f"found locked doors for {' and '.join(sorted(set(drawn.locks)))}", "doors that one kind of key opens"
        )


def check_floor(settings: MergedSettings, drawn: DrawnMap) -> None:
    """A drawn floor fits the map and has a border of rock, one start and at most one exit; all of it can be reached."""
    at = settings.location(drawn.path, "map", (drawn.path, "legend"))
    width, height = len(drawn.rows[0]), len(drawn.rows)
    most = [settings.get(("map",), key) for key in ("width", "height")]
    if None not in most and (width > most[0] or height > most[1]):
        size = settings.location(drawn.path, "map", (("map",), "width"), (("map",), "height"))
        size.reject(f"found {width} x {height} characters", f"up to {most[0]} x {most[1]}, the size in [map]")
    start, stairs = drawn.with_mark("start"), drawn.of_terrain("stairs")
    if len(start) != 1:
        at.reject(f"found {len(start) or 'no'} cells where the hero starts", 'one, drawn as "@"')
    if len(stairs) > 1:
        at.reject(f"found {len(stairs)} stairs", "one flight of stairs, or none")
    edge = {cell for cell, _ in cells_of(drawn.rows) if cell[0] in (0, width - 1) or cell[1] in (0, height - 1)}
    open_edge = edge - drawn.of_terrain("rock") - drawn.kept
    if open_edge:
        at.reject(f"found {drawn.first(open_edge)}, at the edge", "rock at all edges")
    cut_off = drawn.open_cells - connected(start, drawn.open_cells)
    if len(start) == 1 and cut_off:
        at.reject(f"found {drawn.first(cut_off)}, which cannot be reached", "a way to it from where the hero starts")
    elif len(start) == 1:
        check_altars(drawn, start, at)


def check_key_in(settings: MergedSettings, drawn: DrawnMap, maps: Mapping[SectionPath, DrawnMap]) -> None:
    """The keys of a vault lie in another with a place for each, and no chain of vaults needs one kind of key twice."""
    key_in = settings.get(drawn.path, "key_in")
    if key_in not in settings.kinds("vaults"):
        return
    at = settings.location(drawn.path, "key_in")
    if not drawn.locks:
        at.reject(f"found {shown(key_in)}", "none, or a map with a locked door")
    elif ("vaults", key_in) in maps:
        other = maps["vaults", key_in]
        places = len(other.with_mark("key"))
        if places < len(drawn.locks):
            where = settings.location(drawn.path, "key_in", (other.path, "map"))
            found = f"found {shown(key_in)}, with {places} places for keys"
            where.reject(found, f"a vault with {len(drawn.locks)}: cells whose legend has key = true")
        chain = [drawn.path[1]]
        while key_in and key_in not in chain and ("vaults", key_in) in maps:
            chain.append(key_in)
            if set(maps["vaults", key_in].locks) & set(drawn.locks):
                at.reject(f"found {shown(chain[1])}, and the same key opens {key_in}", "vaults that other keys open")
                return
            key_in = settings.get(("vaults", key_in), "key_in")


def check_floors_drawn_once(settings: MergedSettings) -> None:
    """No floor is drawn twice."""
    drawn: dict[int, str] = {}
    for key in settings.kinds("floors"):
        for floor in settings.get(("floors", key), "floor") or ():
            if floor in drawn:
                at = settings.location(("floors", key), "floor", (("floors", drawn[floor]), "floor"))
                at.reject(f"found {floor}, which {drawn[floor]} has, too", "each floor once")
            drawn[floor] = key
