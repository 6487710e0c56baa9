"""Every floor of Steep's own dungeon shows something new, and no two vaults are one and the same map."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import steep.content
from steep.content import Rulebook, load_ruleset
from steep.content.sections import Fill, Legend
from steep.core.ruleset import CALLS, ItemKind
from steep.spawn.curves import Steps

NOT_MET = ("", "rock", "floor", "stairs")

PLAN = (Path(__file__).parents[2] / "docs" / "dungeon.md").read_text(encoding="utf-8")
PARTS = Path(steep.content.__file__).parents[1] / "rulesets" / "parts" / "steep"
REGIONS = (("common", "items", "gardens"), ("cisterns",), ("garrison",), ("kilns",), ("choir",))
"""The files of each region. What all share is met first in the first."""
NOT_COUNTED = ("gifts", "keys", None)
"""Categories of items that the plan doesn't count; gold and the Lamp have none."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_ruleset("steep")


def on(weights: Steps, floor: int) -> bool:
    return bool(weights.at(floor))


def maps_on(book: Rulebook, floor: int) -> Iterator[Legend | Fill]:
    """What is drawn on a floor: the legends of its map, or else of vaults and themes that have weight there."""
    whole = [each for each in book.floors if floor in each.floor]
    vaults = {each.key for each in book.vaults if not whole and (on(each.spawn, floor) or on(each.guaranteed, floor))}
    vaults |= {each.key_in for each in book.vaults if each.key in vaults}
    for floor_map in whole:
        yield from floor_map.legend
    for vault in (each for each in book.vaults if each.key in vaults):
        yield from vault.legend
    for theme in book.themes:
        if not whole and on(theme.spawn, floor):
            yield from theme.fill


def met_on(book: Rulebook, floor: int) -> set[tuple[str, str]]:
    """What a floor can be made with: kinds of monsters, items and terrain, layouts, vaults and floors drawn whole."""
    whole = [each for each in book.floors if floor in each.floor]
    packs = {each.key for each in book.packs if on(each.spawn, floor)}
    found = {("monster", each.key) for each in book.monsters if on(each.spawn, floor) or floor in each.guaranteed_on}
    found |= {("item", each.key) for each in book.items if on(each.spawn, floor)}
    found |= {("map", each.key) for each in whole}
    if not whole:
        found |= {("vault", each.key) for each in book.vaults if on(each.spawn, floor)}
        for layout in (each for each in book.layouts if on(each.spawn, floor)):
            found |= {("layout", layout.key), ("terrain", layout.door)}
            found |= {("terrain", kind) for each in layout.overlays for kind in (each.terrain, each.shore)}
    for entry in maps_on(book, floor):
        found |= {("monster", key) for key in entry.monster} | {("item", key) for key in entry.item}
        found.add(("terrain", entry.terrain))
        packs.add(entry.pack)
    for pack in book.packs:
        if pack.key in packs:
            found |= {("monster", key) for key in (pack.leader, *(each.kind for each in pack.members))}
    return {each for each in found if each[1] not in NOT_MET}


def becomes(book: Rulebook, kinds: set[str]) -> set[str]:
    """Kinds of terrain, and all that they become by themselves or by what is done to them."""
    changes = ("entered_to", "left_to", "opens_to", "found_to", "fades_to", "burns_to", "digs_to", "taken_to")
    while new := {getattr(each, key) for each in book.terrain if each.key in kinds for key in changes} - kinds - {""}:
        kinds = kinds | new
    return kinds


def as_drawn(rows: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """A map without what its characters stand for: numbers in the order in which they first appear."""
    numbers: dict[str, int] = {}
    return tuple(tuple(numbers.setdefault(sign, len(numbers)) for sign in row) for row in rows)


def turns_of(rows: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A map in its eight positions."""
    for _ in range(4):
        yield rows
        yield tuple(row[::-1] for row in rows)
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))


def test_each_floor_has_something_new_against_the_one_above(book: Rulebook) -> None:
    for floor in range(2, book.run.last_floor + 1):
        assert met_on(book, floor) - met_on(book, floor - 1), f"floor {floor}"


def test_each_floor_has_a_region_that_has_a_sentence_and_colours(book: Rulebook) -> None:
    regions = [book.region_on(floor) for floor in range(1, book.run.last_floor + 1)]
    assert all(each is not None and each.description.endswith(".") and each.colors for each in regions)


def test_each_region_has_a_boss_on_its_last_floor(book: Rulebook) -> None:
    bosses = {each.key for each in book.monsters if each.boss}
    for region in book.regions:
        if region.floors[1] <= book.run.last_floor:
            assert bosses & {key for kind, key in met_on(book, region.floors[1]) if kind == "monster"}, region.key


def test_no_vault_is_another_turned_mirrored_or_with_another_legend(book: Rulebook) -> None:
    drawn = Counter(min(as_drawn(each) for each in turns_of(vault.map)) for vault in book.vaults)
    assert len(drawn) == len(book.vaults) >= 10
    assert max(drawn.values()) == 1


def means_of(book: Rulebook, kind: ItemKind) -> set[str]:
    """The builds that a kind of item is a means of, by how it is used."""
    if kind.weapon == 1:
        return {"weapon"}
    if kind.use < 0:
        return set()
    ability = book.compiled.abilities[kind.use]
    found = {"allies"} if ability.traits & CALLS else set()
    if kind.charges > 0 and ability.damage > 0:
        found.add("staff" if kind.appearance > 0 else "bow")
    return found | ({"fire"} if ability.burns == 1 else set())


def test_floor_2_has_a_shed_with_a_means_for_each_build_to_choose_from(book: Rulebook) -> None:
    (shed,) = [each for each in book.vaults if on(each.guaranteed, 2) and not on(each.guaranteed, 3)]
    kinds = {each.key: kind for each, kind in zip(book.items, book.compiled.items, strict=False)}
    means = [[means_of(book, kinds[key]) for key in mark.item] for mark in shed.legend if mark.terrain == "altar"]
    for build in ("weapon", "bow", "staff", "allies"):
        assert any(all(build in each for each in choice) for choice in means), build
    assert any(any("fire" in each for each in choice) for choice in means)


def test_no_two_monsters_of_a_floor_share_a_glyph(book: Rulebook) -> None:
    glyphs = {each.key: each.glyph for each in book.monsters}
    for floor in range(1, book.run.last_floor + 1):
        shown = Counter(glyphs[key] for kind, key in met_on(book, floor) if kind == "monster")
        assert max(shown.values()) == 1, f"floor {floor}: {shown.most_common(2)}"


def test_all_terrain_that_is_met_has_a_description(book: Rulebook) -> None:
    floors = range(1, book.run.last_floor + 1)
    met = becomes(book, {key for floor in floors for kind, key in met_on(book, floor) if kind == "terrain"})
    bare = {each.key for each in book.terrain if each.key in met and not each.description.endswith(".")}
    assert not bare - set(NOT_MET)


def row_of_plan(name: str) -> list[int]:
    """The numbers of a row of the table under "What stands"."""
    (row,) = [line for line in PLAN.splitlines() if line.startswith(f"| {name}")]
    return [int(each) for each in row.strip("| ").split("|")[1:]]


@pytest.mark.parametrize(
    ("name", "section"),
    [
        ("kinds of monsters", "monsters"),
        ("kinds of items", "items"),
        ("kinds of terrain", "terrain"),
        ("layouts", "layouts"),
        ("vaults", "vaults"),
        ("floors drawn whole", "floors"),
        ("themes", "themes"),
    ],
)
def test_the_plan_counts_what_the_files_of_each_region_have(name: str, section: str) -> None:
    counts = []
    for files in REGIONS:
        kinds = [
            kind
            for file in files
            for kind in tomllib.loads((PARTS / f"{file}.toml").read_text(encoding="utf-8")).get(section, {}).values()
        ]
        if section == "items":
            kinds = [each for each in kinds if each.get("category") not in NOT_COUNTED]
        if section == "terrain":  # without a glyph it is stock terrain with other words
            kinds = [each for each in kinds if "glyph" in each]
        counts.append(len(kinds))
    assert row_of_plan(name) == [*counts, sum(counts)]


def test_the_plan_has_as_many_items_in_each_category_as_there_are(book: Rulebook) -> None:
    counts = Counter(each.category for each in book.items if each.category not in (*NOT_COUNTED, ""))
    named = {"throwing": "flasks and throwing"}
    for category, count in counts.items():
        assert f"| {named.get(category, category)} ({count}" in PLAN
    assert f"## Items: {sum(counts.values())} in {'ten' if len(counts) == 10 else len(counts)} categories" in PLAN
