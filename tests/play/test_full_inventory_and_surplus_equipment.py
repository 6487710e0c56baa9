"""What exploring does about items that a full inventory had no room for, and what automatic pickup leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from follow_multi_turn_moves import follow
from keys_and_treasures import KINDS, TERRAIN
from ready_made_sessions import session_in
from screen_driver import a_play, press, tick_to_end
from steep.play.moves import Explore
from steep.play.moves.explore import left_behind
from steep.play.session import Session
from steep.play.warnings_and_discoveries import FloorNotes, surplus_rows
from steep.rules.action_codes import DROP, PICK_UP, action
from toml_scenes import TomlScene

SMALL = KINDS + "[hero]\ninventory = 1\n"
FLOOR = "#h..@...k#"
ARMS = """
    [items.dagger]
    glyph = "d"
    slot = "weapon"
    damage = "1d4"
    [items.sword]
    glyph = "s"
    slot = "weapon"
    damage = "1d6"
    [items.spear]
    glyph = "p"
    slot = "weapon"
    damage = "1d4"
    attack_reach = 2
    [items.flaming]
    glyph = "f"
    slot = "weapon"
    damage = "1d4"
    damage_type = "fire"
    [items.javelin]
    glyph = "j"
    slot = "weapon"
    damage = "1d2"
    thrown = "1d6"
    [items.lucky]
    glyph = "l"
    slot = "weapon"
    damage = "1d3"
    evasion = 1
    [items.ring]
    glyph = "="
    slot = "ring"
    power = 1
"""


def session_of(scene: TomlScene) -> Session:
    scene.update_fov()
    return session_in(scene)


def explored_with_a_full_inventory() -> tuple[TomlScene, Session, FloorNotes]:
    """A hero that has walked onto a herb and a key while it carried a sword and had room for nothing more."""
    scene = TomlScene(FLOOR, SMALL, terrain=TERRAIN)
    scene.carry("s")
    session, notes = session_of(scene), FloorNotes()
    while (reason := follow(session, Explore(notes), notes)).startswith("You see"):
        pass
    assert reason == "There is nothing left to explore. Your inventory is full; left behind: a herb and a brass key."
    return scene, session, notes


def test_exploring_says_that_the_inventory_is_full_and_what_is_left_behind() -> None:
    _, session, notes = explored_with_a_full_inventory()
    assert left_behind(session, notes) == "Left here: a herb and a brass key."


def test_with_room_again_exploring_fetches_what_was_left_a_key_first() -> None:
    scene, session, notes = explored_with_a_full_inventory()
    assert scene.hero.cell == scene.at(8, 1)
    for _ in range(6):
        scene.move(2)
    session.act(action(DROP, 0))
    notes.look(session)  # The herb is one step away, the key six, and room for one.
    assert follow(session, Explore(notes), notes) == "You see a brass key here."
    session.act(action(PICK_UP))
    assert "left behind: a herb" in follow(session, Explore(notes), notes)


def test_what_was_dropped_is_not_fetched() -> None:
    scene = TomlScene(FLOOR.replace("h", ".").replace("k", "."), SMALL, terrain=TERRAIN)
    scene.carry("s")
    session, notes = session_of(scene), FloorNotes()
    session.act(action(DROP, 0))
    assert follow(session, Explore(notes), notes) == "There is nothing left to explore."


@pytest.mark.parametrize(
    ("worn", "lies", "surplus"),
    [
        ("s", "s", True),
        ("s", "d", True),
        ("d", "s", False),
        ("s", "p", False),
        ("s", "f", False),
        ("s", "j", False),
        ("s", "l", False),
        ("s", "=", False),
        ("=", "=", True),
    ],
)
def test_equipment_is_surplus_if_it_is_better_in_no_respect_than_what_the_hero_carries(
    worn: str, lies: str, surplus: bool
) -> None:
    scene = TomlScene("#@..#", ARMS)
    scene.wear(worn)
    scene.put(lies, scene.at(3, 1))
    assert bool(surplus_rows(session_of(scene))) is surplus


@pytest.mark.parametrize(("carried", "recharge", "surplus"), [(1, 9, False), (2, 9, True), (2, 0, False)])
def test_a_third_of_what_regains_its_charges_is_surplus(carried: int, recharge: int, surplus: bool) -> None:
    sling = f"""
        [hero]
        stacks = true
        [abilities.shot]
        shape = "target"
        effects = [{{ damage = 1 }}]
        [items.sling]
        glyph = "}}"
        abilities = ["shot"]
        charges = 3
        recharge = {recharge}
    """
    scene = TomlScene("#@..#", sling)
    for _ in range(carried):
        scene.carry("}")
    scene.put("}", scene.at(3, 1))
    assert bool(surplus_rows(session_of(scene))) is surplus


def test_an_enchantment_that_the_hero_sees_makes_equipment_worth_taking() -> None:
    scene = TomlScene("#@..#", ARMS)
    scene.wear("s")
    scene.put("s", scene.at(3, 1))
    scene.world.item_plus[0] = 1
    assert surplus_rows(session_of(scene)) == set()


def test_automatic_pickup_and_exploring_leave_surplus_equipment_and_g_takes_it(tmp_path: Path) -> None:
    scene = TomlScene("#@s.d=#", ARMS)
    scene.wear("s")
    scene.update_fov()
    play = a_play(tmp_path, scene)
    carried = scene.hero.inventory_count
    press(play, "l")
    assert scene.hero.inventory_count == carried
    press(play, "g")
    assert scene.hero.inventory_count == carried + 1
    press(play, "o")
    tick_to_end(play)
    for _ in range(3):
        press(play, "o")
        tick_to_end(play)
    assert scene.hero.inventory_count == carried + 2
    assert [scene.hero.inventory[slot].kind - 1 for slot in range(3)] == [
        scene.item_glyphs.index(sign) for sign in "ss="
    ]
