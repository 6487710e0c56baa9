"""A vault with a locked door is a key room, without any kind of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.content import Rulebook, RulesetError, load_ruleset
from steep.core.world import World
from steep.mapgen.make_floor import make_floors_to

TREASURY = """
extends = "tcod-2020"

[counts]
vaults_per_floor = 1

[vaults.treasury]
spawn = 1
map   = '''
#######
#_._._#
#.....#
###+###
'''
legend = { "+" = "locked_door", "_" = { terrain = "altar", draw = "item" } }
"""


def load(folder: Path, text: str) -> Rulebook:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return load_ruleset(str(path))


def test_it_needs_no_more_than_the_door_in_the_legend(tmp_path: Path) -> None:
    book, world = load(tmp_path, TREASURY), World()
    door = [kind.key for kind in book.terrain].index("locked_door")
    for seed in range(20):
        world.seed = seed
        make_floors_to(world, book.compiled, 1)
        keys = [item for item in world.items[: world.item_count] if book.items[item.kind].key == "key"]
        assert len(keys) == list(world.tiles).count(door) == world.shells


@pytest.mark.parametrize("name", ["godot", "roguebasin", "rotjs", "tcod-2019", "tcod-2020"])
def test_rulesets_that_do_not_name_it_have_neither_door_nor_key(name: str) -> None:
    book = load_ruleset(name)
    assert "locked_door" not in {kind.key for kind in book.terrain}
    assert "key" not in {item.key for item in book.items}


def test_a_door_with_another_key_needs_no_stock_key(tmp_path: Path) -> None:
    own = '[items.bone]\nglyph = "-"\n[terrain.locked_door]\nkey_item = "bone"\n'
    book = load(tmp_path, TREASURY + own)
    assert "key" not in {item.key for item in book.items}


def test_a_ruleset_may_change_both(tmp_path: Path) -> None:
    book = load(tmp_path, TREASURY + '[items.key]\nname = "rusty key"\n[terrain.locked_door]\nname = "iron door"\n')
    assert {item.name for item in book.items if item.key == "key"} == {"rusty key"}
    assert {kind.name for kind in book.terrain if kind.key == "locked_door"} == {"iron door"}


def test_an_item_of_that_name_is_the_rulesets_own_where_no_door_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"items\.key: found no glyph"):
        load(tmp_path, 'extends = "tcod-2020"\n[items.key]\nspawn = 1\n')
