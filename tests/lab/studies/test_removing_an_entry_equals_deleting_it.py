"""Ablation: compiling a ruleset without one table row gives the same as deleting that row from its file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generated_floors import rulebook_from
from steep.content import Rulebook
from steep.content.compiling.ruleset import compile_ruleset
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.lab.studies.rulesets_with_one_entry_changed import (
    ChangedEntry,
    compile_changed,
    one_entry_out,
    one_item_more,
    rows_of,
)
from steep.spawn.exact_numbers import SpawnError

Tables = Mapping[tuple[str, str], Mapping[int, object]]
"""Entries by floor, of tables by section and key."""

TABLES: Tables = {
    ("counts", "monsters_per_room"): {1: 2, 4: 3, 6: 5},
    ("counts", "items_per_room"): {1: 1, 4: 2},
    ("counts", "min_monsters_per_room"): {4: 1, 6: 2},
    ("counts", "min_items_per_room"): {4: 1},
    ("counts", "monsters_per_floor"): {2: "1d4", 5: "2d4+1"},
    ("counts", "items_per_floor"): {3: "1d2"},
    ("counts", "monsters_per_100_cells"): {4: 1},
    ("counts", "threat_per_floor"): {1: 500, 3: 900},
    ("out_of_depth", "chance"): {2: 5, 4: 10},
    ("wandering", "every"): {1: 300, 5: 120},
    ("monsters.orc", "spawn"): {1: 80, 6: 0},
    ("monsters.troll", "spawn"): {3: 15, 5: 30, 7: 60},
    ("items.healing_potion", "spawn"): {1: 35, 4: 20},
    ("packs.gang", "spawn"): {2: 10, 4: 20},
    ("groups.bosses", "per_floor"): {2: "1d2", 4: "1d3"},
    ("groups.bosses.monsters", "troll"): {1: 5, 4: 9, 6: 3},
    ("groups.bosses.monsters", "orc"): {1: 1, 3: 2},
    ("groups.treasure", "per_room"): {2: "1d2-1", 5: "1d3-1"},
    ("groups.treasure.items", "healing_potion"): {2: 3, 5: 9},
    ("pity_timers.healing_potion", "guarantee"): {1: 1, 3: 2, 5: 4},
}

OBSERVATIONS = {
    "out_of_depth": "reach = 2\ndamped = 3\n",
    "packs.gang": 'leader = "orc"\nmembers = [{ kind = "orc", count = [1, 3] }]\ngrowth = 3\n',
}
"""Other keys of those sections."""

MODES = """
[modes.hard]
monsters = 50
threat = 30
depth = 2
out_of_depth = 100
wandering = -40
monster_power = 20

[modes.short]
floors = 0.5
"""


def rulebook_with(tables: Tables) -> Rulebook:
    """The rulebook of a file with these tables."""
    text = ['extends = "tcod-2020"\n', MODES]
    for section in dict.fromkeys(section for section, _ in tables):
        text.append(f"[{section}]\n{OBSERVATIONS.get(section, '')}")
        for (table_section, key), entries in tables.items():
            if table_section == section:
                pairs = ", ".join(
                    f'{floor} = "{v}"' if isinstance(v, str) else f"{floor} = {v}" for floor, v in entries.items()
                )
                text.append(f"{key} = {{ {pairs} }}\n")
    return rulebook_from("".join(text))


def each_entry(tables: Tables) -> Iterator[tuple[str, Tables]]:
    """Yield the row name of every entry, and the tables without that entry."""
    for (section, key), entries in tables.items():
        for floor, value in entries.items():
            rest = {each: entered for each, entered in entries.items() if each != floor}
            yield f"{section}.{key} {floor} = {value}", {**tables, (section, key): rest}


def row_named(book: Rulebook, name: str) -> ChangedEntry:
    return next(row for row in rows_of(book) if str(row) == name)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_removing_a_row_equals_deleting_it_from_the_file_in_every_mode(step: int) -> None:
    book = rulebook_with(TABLES)
    for name, rest in islice(each_entry(TABLES), None, None, step):
        row, expected = row_named(book, name), rulebook_with(rest)
        assert pack(compile_changed(book, row)) == pack(expected.compiled), name
        for mode in book.modes:
            assert pack(compile_changed(book, row, mode)) == pack(expected.in_mode(mode.key).compiled), (name, mode.key)


@settings(max_examples=6)
@given(st.dictionaries(st.integers(1, 100), st.integers(0, 50), min_size=1, max_size=4))
def test_removing_a_row_of_any_table_equals_deleting_it_from_the_file(entries: dict[int, int]) -> None:
    table = {floor: entries[floor] for floor in sorted(entries)}
    values = [0, *table.values()]
    assume(all(value != after for value, after in pairwise(values)))
    tables = {("monsters.troll", "spawn"): table}
    book = rulebook_with(tables)
    for name, rest in each_entry(tables):
        assert pack(compile_changed(book, row_named(book, name))) == pack(rulebook_with(rest).compiled)


def test_every_entry_of_every_table_is_a_row() -> None:
    own_rows = {name for name, _ in each_entry(TABLES)}
    inherited_rows = {
        "items.confusion_scroll.spawn 2 = 10",
        "items.fireball_scroll.spawn 6 = 25",
        "items.lightning_scroll.spawn 4 = 25",
        "statuses.held (never given)",
    }
    book = rulebook_with(TABLES)
    stock_rows = {
        f"{section}.{kind.key}.abilities {ability}"
        for section, kinds in (("terrain", book.terrain), ("gases", book.gases))
        for kind in kinds
        for ability in kind.abilities
    }
    rows = [str(row) for row in rows_of(book)]
    assert "terrain.lava.abilities burning_lava" in rows
    assert rows.count("monsters.troll.spawn 5 = 30") == 1
    assert set(rows) == own_rows | inherited_rows | stock_rows


TROLL = 'extends = "tcod-2020"\n[monsters.troll]\n'
TAGGED = TROLL + 'tags = ["big"]\n[tags.big]\npercent = '

ENTRIES = {
    "an entry that repeats the one before is part of it": (
        TROLL + "spawn = { 3 = 15, 4 = 15, 7 = 60 }",
        ["3 = 15", "7 = 60"],
    ),
    "the end of a table": (TROLL + "spawn = { 3 = 15, 5 = 30, until = 7 }", ["3 = 15", "5 = 30", "8 = 0"]),
    "a tag that ramps": (TAGGED + "{ ramp = { 1 = 10, 9 = 300 } }", ["(the whole curve)"]),
    "a tag by floor": (TAGGED + "{ 1 = 100, 4 = 50 }", ["3 = 15", "4 = 15/2", "5 = 15", "7 = 30"]),
}


@pytest.mark.parametrize("case", ENTRIES)
def test_a_table_has_an_entry_for_each_change(case: str) -> None:
    text, entries = ENTRIES[case]
    assert [row.entry for row in rows_of(rulebook_from(text)) if row.table == "monsters.troll.spawn"] == entries


CASTERS = """
extends = "tcod-2020"
[abilities.bite]
trigger = "hit"
shape = "touch"
effects = [BITE]
[abilities.mend]
trigger = "turn"
shape = "view"
affects = "allies"
effects = [{ heal = 4 }]
[abilities.zap]
shape = "target"
effects = [{ damage = 4 }]
[monsters.orc]
abilities = [ORC]
[items.wand]
glyph = "/"
abilities = [WAND]
spawn = { 2 = 9 }
"""
BITE = '{ damage = 1 }, { status = "poisoned", turns = 3 }'


def casters(bite: str = BITE, orc: str = '"bite", "mend"', wand: str = '"zap"') -> str:
    return CASTERS.replace("BITE", bite).replace("ORC", orc).replace("WAND", wand)


GROUNDS = """
[statuses.stung]
hp = -1
[abilities.sting]
trigger = "enter"
shape = "self"
effects = [{ damage = 1 }, { status = "stung", turns = 3 }]
[terrain.nettles]
glyph = "n"
abilities = [NETTLES]
[terrain.thorns]
glyph = "t"
abilities = ["sting"]
[layouts.wilds]
generator = "caves"
spawn = { 2 = 1 }
overlays = [{ terrain = "grass", count = 1, cells = 9 }, OVERLAY]
[vaults.bed]
spawn = { 3 = 1 }
map = ".t."
legend = { t = "thorns" }
[counts]
vaults_per_floor = 1
"""
NETTLES = '{ terrain = "nettles", count = 2, cells = 9 }'


def grounds(nettles: str = '"sting"', overlay: str = NETTLES) -> str:
    return GROUNDS.replace("NETTLES", nettles).replace("OVERLAY", overlay)


GASSED = """
[abilities.choke]
trigger = "stay"
shape = "self"
effects = [{ damage = 1 }]
[gases.reek]
thins = 5
abilities = [REEK]
[abilities.vent]
trigger = "enter"
shape = "self"
effects = [{ gas = "reek", amount = 9 }]
[terrain.vent]
glyph = "v"
abilities = ["vent"]
[themes.vents]
spawn = { 2 = 1 }
fill = [{ terrain = "vent", count = 1 }]
[counts]
themes_per_floor = 1
"""


TIMER = 'extends = "tcod-2020"\n[pity_timers.healing_potion]\nguarantee = { 2 = 1 }\n'
CHANCES = "start = 40, step = 20, reset = 50"
ORC = "[monsters.orc]\nspawn = SPAWN\n[counts]\nmonsters_per_room = 3"


def gassed(reek: str) -> str:
    return GASSED.replace("REEK", reek)


EQUAL = [
    ("monsters.troll.spawn (the whole curve)", TROLL + f"spawn = {curve}", TROLL + "spawn = 0")
    for curve in (
        '{ shape = "peak", weight = 60, floors = [2, 9] }',
        "{ ramp = { 2 = 10, 9 = 80 } }",
        "{ ramp = { 2 = 10, 9 = 80 }, until = 6 }",
    )
] + [
    ("monsters.troll.guaranteed_on 2", TROLL + "guaranteed_on = [2, 6]", TROLL + "guaranteed_on = 6"),
    (f"pity_timers.healing_potion {CHANCES}", TIMER + CHANCES.replace(", ", "\n"), TIMER),
    ("monsters.orc.spawn 1 = 10", ORC.replace("SPAWN", "10"), ORC.replace("SPAWN", "0")),
    ("monsters.orc.abilities bite", casters(), casters(orc='"mend"')),
    ("monsters.orc.abilities mend", casters(), casters(orc='"bite"')),
    ("items.wand.abilities zap", casters(), casters(wand="")),
    ("statuses.poisoned (never given)", casters(), casters(bite="{ damage = 1 }")),
    ("terrain.nettles.abilities sting", grounds(), grounds("")),
    ("layouts.wilds.overlays nettles", grounds(), grounds(overlay="")),
    ("gases.reek.abilities choke", gassed('"choke"'), gassed("")),
]
"""The name of an entry, a file with it, and the file from which it was deleted."""


@pytest.mark.parametrize(("name", "text", "without"), EQUAL)
def test_removing_any_kind_of_entry_equals_deleting_it_from_the_file(name: str, text: str, without: str) -> None:
    book = rulebook_from(text)
    assert pack(compile_changed(book, row_named(book, name))) == pack(rulebook_from(without).compiled)


def test_a_maximum_below_its_minimum_cannot_be_removed() -> None:
    book = rulebook_from("[monsters.orc]\nspawn = 10\n[counts]\nmonsters_per_room = 3\nmin_monsters_per_room = 1")
    variants, left_out = one_entry_out(book, 1)
    assert {str(each.row) for each in variants} == {"monsters.orc.spawn 1 = 10", "counts.min_monsters_per_room 1 = 1"}
    assert left_out == [
        "counts.monsters_per_room 1 = 3 is left out: without it the ruleset is invalid (counts.min_monsters_per_room: "
        "found 1 on floor 1; allowed: at most monsters_per_room, which is 0 there)"
    ]


def ablated_rows(book: Rulebook, floor: int, mode: str = "") -> set[str]:
    return {str(each.row) for each in one_entry_out(book, floor, mode)[0]}


def test_entries_are_removed_from_the_floors_on_that_a_run_meets_them() -> None:
    sure = rulebook_from('extends = "tcod-2020"\n[modes.deep]\ndepth = 3\n[monsters.troll]\nguaranteed_on = [2, 6]')
    assert "monsters.troll.guaranteed_on 2" in ablated_rows(sure, 3)
    assert "monsters.troll.guaranteed_on 6" not in ablated_rows(sure, 3, "deep")
    found = [ablated_rows(rulebook_from(gassed('"choke"')), floor) for floor in (1, 2)]
    assert ["gases.reek.abilities choke" in rows for rows in found] == [False, True]


def test_rows_that_begin_on_a_deeper_floor_are_left_out() -> None:
    book = rulebook_from('extends = "tcod-2020"')
    assert ablated_rows(book, 2) == {
        "counts.monsters_per_room 1 = 2",
        "counts.items_per_room 1 = 1",
        "monsters.orc.spawn 1 = 80",
        "items.healing_potion.spawn 1 = 35",
        "items.confusion_scroll.spawn 2 = 10",
    }
    assert ablated_rows(book, 3) == ablated_rows(book, 2) | {"monsters.troll.spawn 3 = 15"}


def test_out_of_depth_monsters_count_on_floors_above_their_own() -> None:
    deep = 'extends = "tcod-2020"\n[out_of_depth]\nchance = { 2 = 5 }\nreach = 2\n'
    troll = "monsters.troll.spawn 3 = 15"
    assert troll not in ablated_rows(rulebook_from(deep), 1)
    assert ablated_rows(rulebook_from(deep), 2) >= {troll, "out_of_depth.chance 2 = 5"}
    assert "monsters.troll.spawn 5 = 30" in ablated_rows(rulebook_from(deep), 3)
    assert "counts.monsters_per_room 4 = 3" not in ablated_rows(rulebook_from(deep), 3)


def test_a_mode_that_adds_depth_includes_deeper_rows() -> None:
    book = rulebook_with(TABLES)
    hard = ablated_rows(book, 2, "hard")
    assert "counts.monsters_per_room 4 = 3" in hard
    assert "items.healing_potion.spawn 4 = 20" not in hard
    # With out_of_depth, monsters are drawn as on floors 4 to 6.
    assert "monsters.orc.spawn 6 = 0" in hard
    assert "monsters.troll.spawn 7 = 60" not in hard


def test_a_row_that_changes_nothing_is_left_out() -> None:
    book = rulebook_from('extends = "tcod-2020"\n[modes.none]\nitems = -100\n')
    assert "counts.items_per_room 1 = 1" in ablated_rows(book, 3)
    assert "counts.items_per_room 1 = 1" not in ablated_rows(book, 3, "none")


def test_a_row_that_cannot_be_removed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook_from('extends = "tcod-2020"')

    def refuse(parts: Rulebook) -> object:
        if not parts.monsters[0].spawn.entries:
            raise SpawnError("monsters on floor 1", "too much", "less")
        return compile_ruleset(parts)

    monkeypatch.setattr("steep.lab.studies.rulesets_with_one_entry_changed.compile_ruleset", refuse)
    variants, left_out = one_entry_out(book, 1)
    rows_left = {str(each.row) for each in variants}
    said = "is left out: without it the ruleset is invalid (monsters on floor 1: found too much; allowed: less)"
    assert left_out == [f"monsters.orc.spawn 1 = 80 {said}"]
    assert "counts.monsters_per_room 1 = 2" in rows_left
    assert "monsters.orc.spawn 1 = 80" not in rows_left


def test_only_abilities_and_statuses_that_a_run_can_meet_by_then_are_removed() -> None:
    def removed(floor: int) -> set[str]:
        rows = (each.row for each in one_entry_out(rulebook_from(casters()), floor)[0])
        return {str(row) for row in rows if row.table.endswith("abilities") or row.section[0] == "statuses"}

    always = {"monsters.orc.abilities bite", "monsters.orc.abilities mend", "statuses.poisoned (never given)"}
    assert removed(1) == always
    assert removed(2) == always | {"items.wand.abilities zap"}


def test_terrain_and_overlays_are_removed_from_the_floors_on_that_a_run_meets_them() -> None:
    def removed(floor: int) -> set[str]:
        rows = (str(each.row) for each in one_entry_out(rulebook_from(grounds()), floor)[0])
        return {row for row in rows if row.startswith(("terrain", "layouts", "vaults", "statuses"))}

    assert removed(1) == set()
    nettles = {"terrain.nettles.abilities sting", "layouts.wilds.overlays nettles", "layouts.wilds.overlays grass"}
    second = nettles | {"layouts.wilds.spawn 2 = 1", "statuses.stung (never given)"}
    assert removed(2) == second
    assert removed(3) == second | {"vaults.bed.spawn 3 = 1", "terrain.thorns.abilities sting"}


@pytest.mark.parametrize("mode", ["", "hard"])
def test_one_more_of_an_item_equals_writing_it_into_the_heros_start(mode: str) -> None:
    text = 'extends = "tcod-2020"\n[modes.hard]\nmonsters = 50\n'
    book, with_it = rulebook_from(text), rulebook_from(text + '[hero]\nstart = [{ item = "healing_potion" }]\n')
    (variant,) = one_item_more(book, ["healing_potion"], mode)
    assert str(variant.row) == "hero.start healing_potion"
    assert pack(variant.ruleset) == pack((with_it.in_mode(mode) if mode else with_it).compiled)


@pytest.mark.parametrize(
    ("hero", "item", "complaint"),
    [
        (
            "",
            "healing_poton",
            'found no item "healing_poton" (did you mean "healing_potion"?); there are: confusion_scroll',
        ),
        (
            'inventory = 1\nstart = [{ item = "healing_potion" }]',
            "healing_potion",
            "starts with 1 items, and has no room",
        ),
    ],
)
def test_an_item_that_there_is_not_or_that_has_no_room_is_refused(hero: str, item: str, complaint: str) -> None:
    book = rulebook_from(f'extends = "tcod-2020"\n[hero]\n{hero}')
    with pytest.raises(InputError, match=re.escape(complaint)):
        one_item_more(book, [item])
