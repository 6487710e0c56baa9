"""Modes, stretching and the dial treat the values of groups like other values by floor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generated_floors import rulebook_from
from steep.content import Rulebook, load_ruleset
from steep.content.dial import dialled
from steep.content.sections import Group
from steep.core.world import World
from steep.mapgen.make_floor import make_floor
from steep.spawn.curves import Steps

KINDS = """
[monsters.dragon]
glyph = "D"
hp = 60
power = 9
defense = 3
xp = 500
growth = { power = 1 }
"""
GROUPS = """
[groups.bosses]
per_floor = { 4 = 2 }
monsters = { dragon = { 4 = 10, 8 = 30 }, troll = 5 }
[groups.treasure]
per_room = { 4 = 2 }
items = { healing_potion = { 4 = 1, 8 = 3 } }
"""
MODE = "[modes.hard]\nmonsters = 50\nitems = -50\ndepth = 2\nfloors = 2\n"


def game(more: str = GROUPS, extends: str = "tcod-2020") -> Rulebook:
    """The tutorial's game with groups."""
    return rulebook_from(f'extends = "{extends}"\n{KINDS}{more}')


@pytest.fixture(scope="module")
def hard() -> dict[str, Group]:
    """The groups in a mode."""
    return {group.key: group for group in game(GROUPS + MODE).in_mode("hard").groups}


def at(values: Any, *floors: int) -> list[str]:
    """Values on some floors."""
    return [str(values.at(floor)) for floor in floors]


def test_counts_change_by_the_percentages_of_their_family(hard: dict[str, Group]) -> None:
    assert at(hard["bosses"].per_floor, 4, 5) == ["0", "3"]
    assert at(hard["treasure"].per_room, 6, 7) == ["0", "1"]


def test_monsters_come_from_deeper_stretched_floors_and_items_from_stretched_ones(hard: dict[str, Group]) -> None:
    weights: dict[str, Steps] = dict((*hard["bosses"].monsters, *hard["treasure"].items))
    assert at(weights["dragon"], 4, 5, 12, 13) == ["0", "10", "10", "30"]
    assert at(weights["troll"], 1, 50) == ["5", "5"]
    assert at(weights["healing_potion"], 6, 7, 14, 15) == ["0", "1", "1", "3"]


TREASURE = """
[groups.bosses]
per_floor = 2
monsters = { dragon = 1 }
[groups.treasure]
per_floor = 2
items = { crown = 1 }
[items.crown]
glyph = "^"
effect = "heal"
amount = 20
"""


@pytest.mark.parametrize(("difficulty", "dragons", "crowns"), [(0.0, 0, 4), (0.5, 2, 2), (1.0, 4, 0)])
def test_the_dial_scales_how_many_are_drawn(difficulty: float, dragons: int, crowns: int) -> None:
    book, world = dialled(game(TREASURE), difficulty), World()
    make_floor(world, book.compiled, 1)
    monsters = [book.monsters[actor.kind].key for actor in world.actors[: world.actor_count]]
    items = [book.items[item.kind].key for item in world.items[: world.item_count]]
    assert (monsters.count("dragon"), items.count("crown")) == (dragons, crowns)


def test_growth_begins_on_the_first_floor_on_which_a_group_may_draw_a_kind() -> None:
    book = game()
    assert book.compiled.monsters[[monster.key for monster in book.monsters].index("dragon")].grows_from == 4


def test_an_extending_file_replaces_a_groups_weights_and_keeps_its_other_keys(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(f'extends = "tcod-2020"\n{KINDS}{GROUPS}', encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text('extends = "./base.toml"\n[groups.bosses]\nmonsters = { troll = 7 }', encoding="utf-8")
    (bosses, _) = load_ruleset(str(own)).groups
    assert [key for key, _ in bosses.monsters] == ["troll"]
    assert at(bosses.per_floor, 3, 4) == ["0", "2"]


def test_groups_change_the_hash_and_rulesets_without_them_keep_theirs() -> None:
    assert load_ruleset("tcod-2020").hash == "dcfe43894a9f73b6"
    assert len({game(more).hash for more in ("", GROUPS, GROUPS.replace("4 = 10", "4 = 11"))}) == 3
