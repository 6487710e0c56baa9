"""The morgue file: its contents, and what it must not reveal."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ready_made_sessions import dead_run, load, session_in
from scenes import Scene, drawn
from steep import __version__
from steep.core.geometry import CELLS, HEIGHT, UNKNOWN, WIDTH
from steep.core.ruleset import DEFENSE
from steep.core.world import DEAD, HERO
from steep.play.files.ledger import score_of
from steep.play.files.morgue import (
    LAST_MESSAGES,
    cause_of,
    known_map,
    morgue_text,
)
from steep.play.session import Session
from steep.rules.action_codes import MOVE, action
from steep.rules.perceived_events import DAMAGED, DIED, HIT, emit
from toml_scenes import TomlScene

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)

LAIR = """
    #########
    #.......#
    #.@..o..#
    #..!..>.#
    #########
"""


def section(text: str, heading: str) -> list[str]:
    """The lines under a heading, up to the next heading, which stands between empty lines."""
    match = re.search(rf"^{heading}\n\n?(.*?)(\n\n[A-Z][a-z]+( [a-z]+)?(:.*)?\n|\Z)", text, re.DOTALL | re.MULTILINE)
    assert match is not None
    return match[1].rstrip("\n").split("\n")


def test_it_begins_with_the_version_the_date_and_the_cause() -> None:
    text = morgue_text(dead_run(), None, NOW)
    assert text.startswith(f"Steep {__version__}, 2031-05-04 03:02\n\nKilled by an orc on floor ")


def test_it_names_the_ruleset_with_its_hash_and_the_seed() -> None:
    text = morgue_text(dead_run(), None, NOW)
    book = load("tcod-2020")
    assert f"\nRuleset  {book.title} (tcod-2020, hash {book.hash})\nSeed     42\n" in text


def test_it_has_the_replay_command() -> None:
    assert "\nReplay   steep replay /runs/a.replay\n" in morgue_text(dead_run(), Path("/runs/a.replay"), NOW)
    assert "\nReplay   steep replay '/my runs/a.replay'\n" in morgue_text(dead_run(), Path("/my runs/a.replay"), NOW)
    assert "Replay" not in morgue_text(dead_run(), None, NOW)


def test_it_has_the_heros_final_stats() -> None:
    session = session_in(Scene(LAIR))
    hero = session.hero
    hero.floor, hero.turn, hero.level, hero.xp, hero.hp, hero.stats[DEFENSE] = 7, 1234, 3, 10, 4, 2
    assert (
        "Floor    7\nTurns    1234\nLevel    3\nXP       10 of 70\nHP       4 of 20\nPower    3\nDefense  2\n"
    ) in morgue_text(session, None, NOW)


def test_it_counts_kills_by_kind_in_falling_order() -> None:
    session = session_in(Scene(LAIR))
    session.kills, session.hero.kills = {"ogre": 3, "rat": 16}, 19
    assert section(morgue_text(session, None, NOW), "Slain: 19") == ["    16  rats", "     3  ogres"]


def test_a_name_of_its_own_has_no_number() -> None:
    session = session_in(Scene(LAIR))
    kinds = session.rulebook.monsters
    kinds = tuple(replace(kind, name="the Drowned King") if kind.key == "ogre" else kind for kind in kinds)
    session.rulebook = replace(session.rulebook, monsters=kinds)
    session.kills, session.hero.kills = {"ogre": 1, "rat": 1}, 2
    assert section(morgue_text(session, None, NOW), "Slain: 2") == ["     1  rat", "        the Drowned King"]


def test_enough_xp_for_a_level_up_is_noted() -> None:
    session = session_in(Scene(LAIR))
    session.hero.xp = 525
    assert "\nXP       525 (enough for level 2)\n" in morgue_text(session, None, NOW)


def test_kills_out_of_view_are_counted_as_unseen() -> None:
    session = session_in(Scene(LAIR))
    session.kills, session.hero.kills = {"ogre": 3}, 5
    assert section(morgue_text(session, None, NOW), "Slain: 5") == ["     3  ogres", "     2  unseen"]


def test_it_lists_the_inventory_by_letter_and_marks_what_is_equipped() -> None:
    scene = Scene(LAIR)
    session = session_in(scene)
    scene.equip("/")
    scene.give("!", "*")
    scene.hero.inventory[1].kind = 0
    scene.hero.inventory_count -= 1
    assert section(morgue_text(session, None, NOW), "Inventory: 2") == ["  a) club (equipped)", "  c) fireball"]


def test_it_ends_with_the_last_messages_and_their_turns() -> None:
    session = session_in(Scene(LAIR))
    session.hero.turn = 101
    for turn, text in ((7, "Thud."), (101, "Ouch."), (101, "Ouch.")):
        session.log.add(text, "info", turn)
    assert morgue_text(session, None, NOW).endswith("Last messages\n\n  7  Thud.\n101  Ouch. (x2)\n")


def test_it_has_only_the_last_of_many_messages() -> None:
    session = session_in(Scene(LAIR))
    for number in range(100):
        session.log.add(f"Line {number}.")
    lines = section(morgue_text(session, None, NOW), "Last messages")
    assert (len(lines), lines[-1]) == (LAST_MESSAGES, "0  Line 99.")


def test_it_shows_a_map_of_the_floor_and_the_enemies_in_view() -> None:
    text = morgue_text(session_in(Scene(LAIR)), None, NOW)
    assert section(text, "Map of floor 1") == [*drawn(LAIR).splitlines(), "", "o  ogre, 12 of 12 HP"]


def test_unseen_cells_are_not_shown() -> None:
    scene = Scene("""
        ###########
        #.@..#...o#
        #....#.!..#
        ###########
    """)
    assert known_map(session_in(scene)) == ["######", "#.@..#", "#....#", "######"]


def test_terrain_of_any_kind_is_shown() -> None:
    scene = TomlScene('#@"~>#', terrain={'"': "grass", "~": "shallow_water"})
    session = session_in(scene)
    assert known_map(session) == ["######", '#@"~>#', "######"]


def test_a_monster_out_of_view_is_not_shown() -> None:
    scene = Scene("""
        #########
        #.@.#...#
        #...#.o.#
        ###...###
        #########
    """)
    for cell in range(CELLS):
        scene.hero.remembered[cell] = scene.world.tiles[cell]
    assert "o" not in "".join(known_map(session_in(scene)))


def test_the_map_is_all_that_the_hero_knows_of_the_floor() -> None:
    session = session_in(Scene(LAIR))
    session.hero.remembered[:] = [2] * CELLS
    rows = known_map(session)
    assert (len(rows), {len(row) for row in rows}) == (HEIGHT, {WIDTH})
    assert sum(row.count("@") for row in rows) == 1


def test_the_map_can_be_cut_at_the_corners() -> None:
    session = session_in(Scene(LAIR))
    for cell in (0, CELLS - 1):
        session.hero.cell = cell
        session.hero.remembered[:] = [UNKNOWN] * CELLS
        session.hero.remembered[cell] = 2
        assert known_map(session) == ["@"]


@pytest.mark.parametrize(
    ("killer", "cause"),
    [
        (0, "Killed by an orc on floor 1."),
        (1, "Killed by a troll on floor 1."),
        (HERO, "Killed by your own fire on floor 1."),
    ],
)
def test_the_cause_of_death_names_the_killer_and_the_floor(killer: int, cause: str) -> None:
    session = Session.start(load("tcod-2020"), 1)
    session.world.outcome, session.world.killer = DEAD, killer
    assert cause_of(session) == cause


@pytest.mark.parametrize(
    ("damage_type", "cause"),
    [
        ("poison", "Poisoned to death by an orc on floor 1."),
        ("fire", "Burned to death by an orc on floor 1."),
        ("plain", "Killed by an orc on floor 1."),
    ],
)
def test_the_cause_of_death_names_the_damage_that_killed(damage_type: str, cause: str) -> None:
    session = Session.start(load("tcod-2020"), 1)
    numbers = {each.key: number for number, each in enumerate(session.rulebook.damage_types)}
    emit(session.world, HIT, 1, HERO, 3, session.hero.cell)
    emit(session.world, DAMAGED, 0, HERO, 1, session.hero.cell, numbers[damage_type])
    emit(session.world, DIED, 0, HERO, 0, session.hero.cell)
    session.world.outcome, session.world.killer = DEAD, 0
    assert cause_of(session) == cause
    assert cause in morgue_text(session, None, NOW)
    assert score_of(session, cause_of(session), NOW).killer == "orc"


def test_a_hit_after_damage_of_a_type_is_the_cause_of_death() -> None:
    session = Session.start(load("tcod-2020"), 1)
    emit(session.world, DAMAGED, 0, HERO, 1, session.hero.cell, 1)
    emit(session.world, HIT, 1, HERO, 3, session.hero.cell)
    session.world.outcome, session.world.killer = DEAD, 1
    assert cause_of(session) == "Killed by a troll on floor 1."


def test_a_hero_that_shocks_itself_is_killed_by_its_own_lightning() -> None:
    session = Session.start(load("tcod-2020"), 1)
    numbers = {each.key: number for number, each in enumerate(session.rulebook.damage_types)}
    emit(session.world, DAMAGED, HERO, HERO, 30, session.hero.cell, numbers["lightning"])
    session.world.outcome, session.world.killer = DEAD, HERO
    assert cause_of(session) == "Killed by your own lightning on floor 1."


def test_a_hero_who_has_not_died_is_alive() -> None:
    session = Session.start(load("tcod-2020"), 1)
    assert cause_of(session) == "Alive on floor 1."
    session.act(action(MOVE, 0))
    assert "Alive on floor 1." in morgue_text(session, None, NOW)
