"""What monsters are killed with, as the lab counts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steep.content import load_ruleset
from steep.core.ruleset import CHARMED, MAX_ABILITIES, MAX_KINDS
from steep.core.world import ALLIED, HERO, HOSTILE, Event, World
from steep.lab.simulate.floor_visit import KILLED_BY, FloorVisit
from steep.lab.simulate.play_in_one_thread import PlainSimulator
from steep.lab.simulate.simulation import count_kill, was_friend
from steep.lab.simulate.simulation_task import Task
from steep.rules.perceived_events import DAMAGED, DIED, HIT, damage_detail

TOOLS = """
title = "tools"
extends = "tcod-2020"

[hero]
slots = ["weapon"]

[abilities.shot]
shape = "target"
effects = [{ damage = 3 }]

[abilities.blast]
trigger = "throw"
shape = "ball"
radius = 1
effects = [{ damage = 3 }]

[abilities.sting]
trigger = "hit"
shape = "touch"
effects = [{ damage = 3 }]

[appearances.wand]
names = ["ash wand", "birch wand"]
colors = ["#b0a890", "#e8e0d0"]
glyph = "/"
shape = "target"

[items.bow]
glyph = "("
abilities = ["shot"]
charges = 3

[items.wand]
glyph = "("
appearance = "wand"
abilities = ["shot"]
charges = 3

[abilities.spark]
shape = "target"
effects = [{ damage = 3 }, { status = "burning", turns = 3 }]

[items.tinder]
glyph = "("
appearance = "wand"
abilities = ["spark"]
charges = 3

[items.knife]
glyph = "("
thrown = 3
breaks = 10

[items.flask]
glyph = "("
abilities = ["blast"]
breaks = 100

[items.whip]
glyph = "("
slot = "weapon"
abilities = ["sting"]
"""


def killed_with(tmp_path: Path, item: str) -> str:
    """How the lab counts a kill by the first ability of an item."""
    (tmp_path / "tools.toml").write_text(TOOLS, encoding="utf-8")
    rulebook = load_ruleset(str(tmp_path / "tools.toml"))
    keys = [row.key for row in rulebook.items]
    ability = rulebook.compiled.items[keys.index(item)].first_ability
    return counted(rulebook.compiled, HERO, DAMAGED, damage_detail(0, ability))


def counted(ruleset: object, who: int, what: int, detail: int = 0, blow_cell: int = 70) -> str:
    visit, died, blow = FloorVisit(), Event(), Event()
    died.what, died.who, died.cell = DIED, who, 70
    blow.what, blow.who, blow.cell, blow.detail = what, who, blow_cell, detail
    count_kill(visit, ruleset, died, blow)  # type: ignore[arg-type]
    (name,) = [name for name in KILLED_BY if getattr(visit, name) == 1]
    return name


@pytest.mark.parametrize(
    ("item", "means"),
    [
        ("bow", "by_shots"),
        ("wand", "by_magic"),
        ("tinder", "by_fire"),
        ("knife", "by_shots"),
        ("flask", "by_fire"),
        ("whip", "by_attacks"),
    ],
)
def test_a_kill_counts_for_the_kind_of_item_that_it_was_done_with(tmp_path: Path, item: str, means: str) -> None:
    assert killed_with(tmp_path, item) == means


def test_kills_by_attacks_monsters_terrain_and_statuses_are_told_apart() -> None:
    ruleset = load_ruleset("tcod-2020").compiled
    assert counted(ruleset, HERO, HIT) == "by_attacks"
    assert counted(ruleset, 0, HIT) == "by_allies"
    assert counted(ruleset, MAX_KINDS + 3, DAMAGED) == "by_fire"
    assert counted(ruleset, HERO, DAMAGED, damage_detail(0, MAX_ABILITIES + 1)) == "by_fire"
    assert counted(ruleset, HERO, HIT, blow_cell=71) == "by_fire", "a blast doesn't tell of each hit"


@pytest.mark.parametrize(
    ("side", "charmed", "counts"), [(HOSTILE, 0, False), (ALLIED, 0, True), (ALLIED, CHARMED, False)]
)
def test_allies_that_die_are_no_kills_but_who_was_only_won_over_is(side: int, charmed: int, counts: bool) -> None:
    world, died = World(), Event()
    died.what, died.who, died.whom, died.cell = DIED, 1, 0, 70
    world.actor_count = 1
    body = world.actors[0]
    body.kind, body.cell, body.hp, body.side, body.conditions = 0, 70, 0, side, charmed
    assert was_friend(world, died) == counts


def test_a_bot_that_only_attacks_has_only_kills_by_attacks() -> None:
    task = Task("brawler", 3, 2, last_floor=2)
    visits: Any = PlainSimulator(load_ruleset("tcod-2020").compiled).play(task, 3, 2, lambda *_: True).visits
    assert visits["kills"].sum() > 3
    assert visits["by_attacks"].tolist() == visits["kills"].tolist()
    assert sum(int(visits[name].sum()) for name in KILLED_BY[1:]) == 0
