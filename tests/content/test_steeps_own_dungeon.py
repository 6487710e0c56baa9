"""Steep's own dungeon keeps to its plan, docs/dungeon.md, and each of its floors shows something new."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import steep.content
from steep.content import Rulebook, load_ruleset
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Fill, Legend, Monster, fields_of
from steep.core.ruleset import CALLS, ItemKind
from steep.spawn.curves import Steps

BEHAVIOURS = (
    *("unique", "guards", "stays", "keeps_distance", "flees_below", "erratic"),
    *("loses_trail", "wanders", "ambush", "captive", "attack_reach"),
)
"""The keys that say how a monster behaves. Only whether they are given counts here, not how large they are."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_ruleset("steep")


def signature(monster: Monster, book: Rulebook) -> tuple[object, ...]:
    """What a monster does, without numbers: its abilities, how it behaves, its packs, how fast it is."""
    abilities = {
        (each.trigger, each.shape, *sorted(key for effect in each.effects for key in given(effect)))
        for each in abilities_of(monster, book)
    }
    behaves = (monster.moves, *(bool(getattr(monster, key)) for key in BEHAVIOURS))
    packs = {pack.key for pack in book.packs if monster.key in (pack.leader, *(each.kind for each in pack.members))}
    pace = (monster.speed > 100) - (monster.speed < 100)
    return frozenset(abilities), behaves, bool(packs), pace


def given(effect: object) -> list[str]:
    """What an effect does: its keys without numbers, and the status or terrain that it names."""
    named = ("status", "terrain", "summon", "transform", "stat")
    values = {key: getattr(effect, key) for key in fields_of(type(effect)) if getattr(effect, key)}
    return [f"{key} {value}" if key in named else key for key, value in values.items() if key != "chance"]


def test_no_two_monsters_are_the_same_without_their_numbers(book: Rulebook) -> None:
    signatures = Counter(signature(monster, book) for monster in book.monsters)
    assert len(book.monsters) >= 14
    assert max(signatures.values()) == 1


def test_no_monster_shares_its_glyph_with_an_item(book: Rulebook) -> None:
    assert not {monster.glyph for monster in book.monsters} & {item.glyph for item in book.items}


def test_items_of_a_category_share_a_glyph_that_no_other_category_has(book: Rulebook) -> None:
    shown = {(item.glyph, item.category) for item in book.items if item.category not in ("keys", "gifts", "")}
    assert len(shown) == len({glyph for glyph, _ in shown}) == len({category for _, category in shown}) >= 9


def test_a_find_in_five_is_harmful_until_it_is_known(book: Rulebook) -> None:
    harmful = {"potion_of_wormwood", "potion_of_fire", "scroll_of_roots", "scroll_of_clamor"}
    unknown = {item.key: item.spawn.at(1) for item in book.items if item.appearance and item.glyph in "!?"}
    assert 0.15 <= sum(unknown[key] for key in harmful) / sum(unknown.values()) <= 0.35


def test_each_monster_and_item_has_a_description_of_its_own(book: Rulebook) -> None:
    described = [*(each.description for each in book.monsters), *(each.description for each in book.items)]
    assert all(text.endswith((".", "!")) for text in described)
    assert max(Counter(described).values()) == 1


@pytest.mark.parametrize("family", ["layouts", "vaults", "themes", "monsters", "packs"])
def test_what_a_region_has_ends_with_it(book: Rulebook, family: str) -> None:
    everywhere = {"shrine"}
    found = {}
    for each in getattr(book, family):
        tables = (each.spawn, each.guaranteed) if family == "vaults" else (each.spawn,)
        floors = [floor for floor in range(1, book.run.last_floor + 1) if any(table.at(floor) for table in tables)]
        regions = {region.key if (region := book.region_on(floor)) else "none" for floor in floors}
        if len(regions) > 1 and each.key not in everywhere:
            found[each.key] = regions
    assert found == {}


NOT_MET = ("", "rock", "floor", "stairs")
PLAN = (Path(__file__).parents[2] / "docs" / "dungeon.md").read_text(encoding="utf-8")
PARTS = Path(steep.content.__file__).parents[1] / "rulesets" / "parts" / "steep"
REGIONS = (("common", "items", "gardens"), ("cisterns",), ("garrison",), ("kilns",), ("choir",))
"""The files of each region. What all share is met first in the first."""
NOT_COUNTED = ("gifts", "keys", None)
"""Categories of items that the plan doesn't count; gold and the Lamp have none."""


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
    """The numbers of a row of the table of what each region has."""
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
