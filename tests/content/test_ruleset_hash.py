"""The hash and the record depend on everything that affects the game, and on nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generated_floors import rulebook_from
from steep import OWN_RULESET
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.content.compiling.ruleset import fill_ruleset
from steep.core.record import pack
from steep.core.ruleset import (
    Ruleset,
)

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]


@pytest.fixture
def load(write: Write) -> Load:
    """Return a function that loads a TOML text."""
    return lambda content: load_ruleset(str(write(content)))


def test_the_hash_is_sixteen_hexadecimal_digits() -> None:
    digits = load_ruleset("tcod-2020").hash
    assert len(digits) == 16
    assert set(digits) <= set("0123456789abcdef")


def test_overlays_have_hashes_of_their_own() -> None:
    assert load_ruleset("tcod-2020").hash != load_ruleset("tcod-2020-gear").hash


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hp = 9", "hp = 9   # HP"),
        ("hp = 9\npower = 3", "\npower = 3\n\nhp=9"),
        ("spawn = 10", "spawn = { 1 = 10 }"),
        ("spawn = 10", "spawn = { 0 = 10 }"),
        ("spawn = 10", "spawn = { 1 = 10, 5 = 10 }"),
        ("monsters_per_room = 2", "monsters_per_room = { 1 = 2, from = 1 }"),
        ("spawn = 10", "spawn = { ramp = { 1 = 10, 100 = 10 } }"),
        ("spawn = 10", 'spawn = { shape = "flat", weight = 10, floors = [1, 100] }'),
        ("inventory = 4", "inventory = 4\nslots = []"),
        ("amount = 3", "amount = 3\nreach = 0"),
        ('glyph = "r"', 'glyph = "R"'),
        ('glyph = "r"', 'glyph = "r"\ncolor = "#ff0000"'),
        ('glyph = "r"', 'glyph = "r"\nname = "brown rat"'),
        ("[map]", 'title = "T"\ndescription = "D"\n[map]'),
        ("[map]", '[lint]\naccept = { spike = "the dragon" }\n[map]'),
    ],
)
def test_changes_without_effect_on_the_game_keep_the_hash(load: Load, small: str, before: str, after: str) -> None:
    assert before in small
    assert load(small.replace(before, after)).hash == load(small).hash


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("width = 40", "width = 41"),
        ("hp = 9", "hp = 10"),
        ("must_exceed = false", "must_exceed = true"),
        ('stat = "power"', 'stat = "defense"'),
        ("monsters_per_room = 2", "monsters_per_room = { 1 = 2, 9 = 3 }"),
        ("spawn = 10", "spawn = { 1 = 10, 5 = 11 }"),
        ("spawn = 10", "spawn = { 2 = 10 }"),
        ("spawn = 10", "spawn = { 1 = 10, until = 9 }"),
        ("spawn = 10", 'spawn = { shape = "peak", weight = 10, floors = [1, 9] }'),
        ("[monsters.rat]", "[monsters.mouse]"),
        ('effect = "heal"', 'effect = "confusion"'),
        ("inventory = 4", 'inventory = 4\nslots = ["hand"]'),
        ("inventory = 4", 'inventory = 4\nstart = [{ item = "salve" }]'),
    ],
)
def test_changes_of_the_game_change_the_hash(load: Load, small: str, before: str, after: str) -> None:
    assert before in small
    assert load(small.replace(before, after)).hash != load(small).hash


def test_the_order_of_kinds_changes_neither_hash_nor_numbers(load: Load, small: str) -> None:
    ant = '[monsters.ant]\nglyph = "a"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\nspawn = 5\n'
    one = load(small + ant)
    other = load(small.replace("[monsters.rat]", ant + "[monsters.rat]"))
    assert one.hash == other.hash
    assert pack(one.compiled) == pack(other.compiled)


def test_an_overlay_has_the_hash_of_the_same_ruleset_written_out(write: Write, load: Load, small: str) -> None:
    expected = load(small.replace("hp = 9", "hp = 12")).hash
    write(small, "base.toml")
    assert load('extends = "base.toml"\n[hero]\nhp = 12').hash == expected


def test_the_name_of_a_file_does_not_change_the_hash(write: Write, small: str) -> None:
    assert load_ruleset(str(write(small, "a.toml"))).hash == load_ruleset(str(write(small, "b.toml"))).hash


@pytest.mark.parametrize("kinds", [3, 400])
def test_rulesets_of_any_size_are_compiled_to_the_same_bytes_whether_they_share_rows_or_not(kinds: int) -> None:
    book = rulebook_from(
        "".join(
            f'[monsters.rat{number}]\nglyph = "r"\nhp = 2\npower = 2\ndefense = 0\nxp = {number}\nspawn = 10\n'
            f'[items.salve{number}]\nglyph = "!"\neffect = "heal"\namount = {number + 1}\nspawn = 10\n'
            for number in range(kinds)
        )
    )
    assert kinds - 1 in {row.xp for row in book.compiled.monsters}
    assert pack(book.compiled) == pack(fill_ruleset(Ruleset(), book))


def test_tutorials_rulesets_share_the_rows_that_they_do_not_use() -> None:
    """Making thousands of rows at zero would take longer than all else of loading."""
    for name in ruleset_names():
        monsters = load_ruleset(name).compiled.monsters
        assert name == OWN_RULESET or monsters[-1] is monsters[-2], name
