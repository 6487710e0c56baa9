"""A ruleset without a row of its tables is the ruleset of a file from which somebody took that row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rolled_floors import ruled
from steep.content import Rulebook
from steep.content.compile import compile_ruleset
from steep.core.record import pack
from steep.lab.studies.ablation import Row, ablations, compile_without, rows_of
from steep.spawn.exact_numbers import SpawnError

Tables = Mapping[tuple[str, str], Mapping[int, object]]
"""Entries by floor, of tables by section and key."""

TABLES: Tables = {
    ("counts", "monsters_per_room"): {1: 2, 4: 3, 6: 5},
    ("counts", "items_per_room"): {1: 1, 4: 2},
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
    ("pity_timers.healing_potion", "guarantee"): {1: 1, 3: 2, 5: 4},
}

OBSERVATIONS = {
    "out_of_depth": "reach = 2\ndamped = 3\n",
    "packs.gang": 'leader = "orc"\nmembers = [{ kind = "orc", count = [1, 3] }]\ngrowth = 3\n',
}
"""What the sections say besides."""

MODES = """
[modes.hard]
monsters = 50
threat = 30
depth = 2
out_of_depth = 100
wandering = -40
monster_power = 20
"""


def written(tables: Tables) -> Rulebook:
    """The ruleset of a file with these tables."""
    text = ['extends = "tcod-2020"\n', MODES]
    for section in dict.fromkeys(section for section, _ in tables):
        text.append(f"[{section}]\n{OBSERVATIONS.get(section, '')}")
        for (where, key), entries in tables.items():
            if where == section:
                spelled = ", ".join(
                    f'{floor} = "{v}"' if isinstance(v, str) else f"{floor} = {v}" for floor, v in entries.items()
                )
                text.append(f"{key} = {{ {spelled} }}\n")
    return ruled("".join(text))


def each_entry(tables: Tables) -> Iterator[tuple[str, Tables]]:
    """Every entry by the name of its row, and the tables without it."""
    for (section, key), entries in tables.items():
        for floor, value in entries.items():
            rest = {each: entered for each, entered in entries.items() if each != floor}
            yield f"{section}.{key} {floor} = {value}", {**tables, (section, key): rest}


def row_named(book: Rulebook, name: str) -> Row:
    return next(row for row in rows_of(book) if str(row) == name)


@pytest.mark.parametrize("mode", ["", "hard"])
def test_a_ruleset_without_a_row_is_that_of_a_file_without_it(mode: str) -> None:
    book = written(TABLES)
    for name, rest in each_entry(TABLES):
        lacking = written(rest)
        without = compile_without(book, row_named(book, name), next((m for m in book.modes if m.key == mode), None))
        assert pack(without) == pack((lacking.in_mode(mode) if mode else lacking).compiled), name


@settings(max_examples=15)
@given(st.dictionaries(st.integers(1, 100), st.integers(0, 50), min_size=1, max_size=5))
def test_that_holds_for_every_table(entries: dict[int, int]) -> None:
    table = {floor: entries[floor] for floor in sorted(entries)}
    values = [0, *table.values()]
    assume(all(value != after for value, after in pairwise(values)))
    tables = {("monsters.troll", "spawn"): table}
    book = written(tables)
    for name, rest in each_entry(tables):
        assert pack(compile_without(book, row_named(book, name))) == pack(written(rest).compiled)


def test_every_entry_of_every_table_is_a_row() -> None:
    mine = {name for name, _ in each_entry(TABLES)}
    others = {
        "items.confusion_scroll.spawn 2 = 10",
        "items.fireball_scroll.spawn 6 = 25",
        "items.lightning_scroll.spawn 4 = 25",
    }
    assert [str(row) for row in rows_of(written(TABLES))].count("monsters.troll.spawn 5 = 30") == 1
    assert {str(row) for row in rows_of(written(TABLES))} == mine | others


def test_an_entry_that_repeats_the_value_before_it_is_part_of_its_row() -> None:
    book = written({("monsters.troll", "spawn"): {3: 15, 4: 15, 7: 60}})
    assert [row.entry for row in rows_of(book) if row.table == "monsters.troll.spawn"] == ["3 = 15", "7 = 60"]


@pytest.mark.parametrize(
    "spawn",
    [
        '{ shape = "peak", weight = 60, floors = [2, 9] }',
        "{ ramp = { 2 = 10, 9 = 80 } }",
        "{ ramp = { 2 = 10, 9 = 80 }, until = 6 }",
    ],
)
def test_a_curve_of_a_formula_is_one_row(spawn: str) -> None:
    text = 'extends = "tcod-2020"\n[monsters.troll]\nspawn = '
    book = ruled(text + spawn)
    rows = [row for row in rows_of(book) if row.table == "monsters.troll.spawn"]
    assert [(row.entry, row.floor) for row in rows] == [("(the whole curve)", 2)]
    assert pack(compile_without(book, rows[0])) == pack(ruled(text + "0").compiled)


def test_a_weight_times_a_ramp_of_percent_is_one_row() -> None:
    troll = 'extends = "tcod-2020"\n[monsters.troll]\ntags = ["big"]\n[tags.big]\npercent = '
    book = ruled(troll + "{ ramp = { 1 = 10, 9 = 300 } }")
    assert [row.entry for row in rows_of(book) if row.table == "monsters.troll.spawn"] == ["(the whole curve)"]
    book = ruled(troll + "{ 1 = 100, 4 = 50 }")
    entries = [row.entry for row in rows_of(book) if row.table == "monsters.troll.spawn"]
    assert entries == ["3 = 15", "4 = 15/2", "5 = 15", "7 = 30"]


def test_limits_of_a_table_are_entries_of_it() -> None:
    book = ruled('extends = "tcod-2020"\n[monsters.troll]\nspawn = { 3 = 15, 5 = 30, until = 7 }')
    entries = [row.entry for row in rows_of(book) if row.table == "monsters.troll.spawn"]
    assert entries == ["3 = 15", "5 = 30", "8 = 0"]


def test_the_chance_of_a_metered_item_is_a_row() -> None:
    text = 'extends = "tcod-2020"\n[pity_timers.healing_potion]\nguarantee = { 2 = 1 }\n'
    book = ruled(text + "start = 40\nstep = 20\nreset = 50")
    rows = [row for row in rows_of(book) if row.section[0] == "pity_timers"]
    assert [str(row) for row in rows] == [
        "pity_timers.healing_potion.guarantee 2 = 1",
        "pity_timers.healing_potion start = 40, step = 20, reset = 50",
    ]
    assert pack(compile_without(book, rows[1])) == pack(ruled(text).compiled)


def names(book: Rulebook, floor: int, mode: str = "") -> set[str]:
    return {str(each.row) for each in ablations(book, floor, mode)}


def test_rows_that_begin_below_the_floor_are_left_out() -> None:
    book = ruled('extends = "tcod-2020"')
    assert names(book, 2) == {
        "counts.monsters_per_room 1 = 2",
        "counts.items_per_room 1 = 1",
        "monsters.orc.spawn 1 = 80",
        "items.healing_potion.spawn 1 = 35",
        "items.confusion_scroll.spawn 2 = 10",
    }
    assert names(book, 3) == names(book, 2) | {"monsters.troll.spawn 3 = 15"}


def test_monsters_that_come_out_of_depth_have_a_say_above_their_floor() -> None:
    deep = 'extends = "tcod-2020"\n[out_of_depth]\nchance = { 2 = 5 }\nreach = 2\n'
    troll = "monsters.troll.spawn 3 = 15"
    assert troll not in names(ruled(deep), 1)
    assert names(ruled(deep), 2) >= {troll, "out_of_depth.chance 2 = 5"}
    assert "monsters.troll.spawn 5 = 30" in names(ruled(deep), 3)
    assert "counts.monsters_per_room 4 = 3" not in names(ruled(deep), 3)


def test_in_a_deeper_mode_deeper_rows_have_a_say() -> None:
    book = written(TABLES)
    hard = names(book, 2, "hard")
    assert "counts.monsters_per_room 4 = 3" in hard
    assert "items.healing_potion.spawn 4 = 20" not in hard
    # With out_of_depth, monsters are drawn as on floors 4 to 6.
    assert "monsters.orc.spawn 6 = 0" in hard
    assert "monsters.troll.spawn 7 = 60" not in hard


def test_a_row_that_changes_nothing_is_left_out() -> None:
    book = ruled('extends = "tcod-2020"\n[modes.none]\nitems = -100\n')
    assert "counts.items_per_room 1 = 1" in names(book, 3)
    assert "counts.items_per_room 1 = 1" not in names(book, 3, "none")


def test_a_row_without_which_there_is_no_ruleset_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    book = ruled('extends = "tcod-2020"')

    def refuse(parts: Rulebook) -> object:
        if not parts.monsters[0].spawn.entries:
            raise SpawnError("monsters on floor 1", "too much", "less")
        return compile_ruleset(parts)

    monkeypatch.setattr("steep.lab.studies.ablation.compile_ruleset", refuse)
    told: list[str] = []
    left = {str(each.row) for each in ablations(book, 1, refused=lambda row, error: told.append(f"{row}: {error}"))}
    assert told == ["monsters.orc.spawn 1 = 80: monsters on floor 1: found too much; allowed: less"]
    assert "counts.monsters_per_room 1 = 2" in left
    assert "monsters.orc.spawn 1 = 80" not in left


def test_nothing_comes_where_the_only_row_is_left_out() -> None:
    book = ruled("[monsters.orc]\nspawn = 10\n[counts]\nmonsters_per_room = 3")
    (lacking,) = [each for each in ablations(book, 1) if each.row.table == "monsters.orc.spawn"]
    assert lacking.ruleset.monster_spawns.first[1] == 0
