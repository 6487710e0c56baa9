"""Steep's own dungeon keeps to its plan, docs/dungeon.md."""

from __future__ import annotations

from collections import Counter

import pytest

from steep.content import Rulebook, load_ruleset
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Monster, fields_of

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
