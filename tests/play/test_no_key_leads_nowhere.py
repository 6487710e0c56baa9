"""Exploring, fighting and going down: pressed again, each passes a turn, finds something new, or asks what to do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from follow_multi_turn_moves import follow
from keys_and_treasures import KINDS, TERRAIN
from press_one_key import UnsavedPlay, crowded_session, press_one_key
from ready_made_sessions import load, session_in
from scenes import E, W, add_status
from screen_driver import a_context, press, shown, tick_to_end
from steep.core.geometry import FLOOR
from steep.core.ruleset import AFRAID, CHARMED, HELD
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import HERO, HERO_ROW, HOSTILE, MAX_GAS, NEUTRAL
from steep.play.moves import Descend, Explore, Fight
from steep.play.moves.auto_fight import IN_VAIN
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.session import Session
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.abilities.statuses import give_status
from steep.rules.action_codes import MOVE, WAIT, action
from steep.rules.movement import move_actor
from steep.rules.terrain import release
from steep.ui.screens.menus.main_menu import MainMenu
from toml_scenes import EEL, TomlScene

GOBLIN = """
    [monsters.goblin]
    glyph = "g"
    hp = 30
    power = 1
    defense = 0
    xp = 1

    [abilities.choke]
    trigger = "stay"
    shape   = "self"
    effects = [{ damage = 1 }]

    [gases.smoke]
    thins     = 1
    spreads   = 0
    abilities = ["choke"]

    [abilities.sting]
    trigger = "enter"
    shape   = "self"
    effects = [{ damage = 2 }]

    [terrain.slime]
    glyph     = "~"
    abilities = ["sting"]
"""
SLIME = {**TERRAIN, "~": "slime", "=": "deep_water"}


def session_of(picture: str, piece: str = KINDS + GOBLIN) -> tuple[TomlScene, Session]:
    scene = TomlScene(picture, piece, terrain=SLIME)
    return scene, session_in(scene)


def question(session: Session, move: MultiTurnMove, notes: FloorNotes) -> tuple[str, str]:
    """What a move asks, and what it offers. The player agrees."""
    ended = follow(session, move, notes)
    assert move.go_on is not None, ended
    move.go_on()
    return ended, move.offer


class TestWhatIsAsked:
    def test_an_enemy_beyond_slime(self) -> None:
        scene, session = session_of("#@.~~.g#")
        scene.ruleset.movers[scene.ruleset.monsters[0].mover].passable[scene.terrain["~"]] = 0
        notes = FloorNotes()
        asked = question(session, Fight(notes), notes)
        assert asked == ("The only way you know to a goblin leads through slime.", "go all the same")
        for _ in range(4):
            act = Fight(notes).next_action(session)
            assert act == action(MOVE, E)
            session.act(act)
        assert scene.hero.cell == scene.at(4, 1)

    def test_exploring_in_view_of_an_enemy(self) -> None:
        scene, session = session_of("##############\n#@..........g#\n#.############\n#............#\n##############")
        notes = FloorNotes()
        scene.hero.cell = scene.at(6, 1)
        scene.update_fov()
        assert question(session, Explore(notes), notes) == ("A goblin is in view.", "explore all the same")
        assert Explore(notes).next_action(session) is not None

    def test_a_wound_takes_back_the_consent_to_explore_in_view_of_an_enemy(self) -> None:
        scene, session = session_of("#..@..g#")
        notes = FloorNotes()
        question(session, Explore(notes), notes)
        scene.body.hp -= 1
        scene.update_fov()
        assert question(session, Explore(notes), notes) == ("A goblin is in view.", "explore all the same")

    @pytest.mark.parametrize(
        ("condition", "text"), [(AFRAID, "too afraid to attack"), (CHARMED, "bring yourself to harm")]
    )
    def test_a_hero_that_refuses_to_attack(self, condition: int, text: str) -> None:
        scene, session = session_of("#@g##")
        status = add_status(scene.ruleset, conditions=condition)
        give_status(scene.world, scene.ruleset, HERO_ROW, status, 9, HERO)
        scene.update_fov()
        notes = FloorNotes()
        asked, offer = question(session, Fight(notes), notes)
        assert text in asked
        assert offer == "wait"
        assert Fight(notes).next_action(session) == action(WAIT)

    def test_an_enemy_that_keeps_away(self) -> None:
        _, session = session_of("#@....g#")
        notes = FloorNotes()
        for _ in range(IN_VAIN + 1):
            assert Fight(notes).next_action(session) == action(MOVE, E)
        assert question(session, Fight(notes), notes) == ("A goblin keeps away from you.", "go after it")
        assert Fight(notes).next_action(session) == action(MOVE, E)

    def test_stairs_beyond_deep_water(self) -> None:
        _, session = session_of("#@.==.>#")
        notes = FloorNotes()
        text = "The only way you know leads through deep water."
        assert question(session, Descend(notes), notes) == (text, "go all the same")
        while session.floor == 1:
            # The cold of the water interrupts, and it asks no more.
            move = Descend(notes)
            follow(session, move, notes)
            assert move.go_on is None

    def test_smoke_before_what_is_left_to_explore(self) -> None:
        scene, session = session_of("#@.............#")
        smoke = NO_GAS + 1 + [gas.key for gas in scene.book.gases].index("smoke")
        assert release(scene.world, scene.ruleset, scene.at(3, 1), smoke, MAX_GAS)
        scene.update_fov()
        notes = FloorNotes()
        text, offer = question(session, Explore(notes), notes)
        assert text == "Smoke is in the way of what is left to explore: wait for it to thin out."
        assert offer == "go all the same"
        assert Explore(notes).next_action(session) == action(MOVE, E)

    @pytest.mark.parametrize(("side", "offer"), [(None, "attack the goblin"), (NEUTRAL, "free the goblin")])
    def test_somebody_in_a_corridor(self, side: int | None, offer: str) -> None:
        scene, session = session_of("#@.g..........#")
        scene.monster("g").asleep = 1
        if side is not None:
            scene.monster("g").side, scene.world.friends = side, 1
        scene.update_fov()
        notes = FloorNotes()
        text = "A goblin is in the way of what is left to explore."
        assert question(session, Explore(notes), notes) == (text, offer)
        follow(session, Explore(notes), notes)
        assert scene.monster("g").hp < 30 or scene.monster("g").side != NEUTRAL

    @pytest.mark.parametrize(("side", "offer"), [(HOSTILE, "attack the goblin"), (NEUTRAL, "free the goblin")])
    def test_somebody_on_the_stairs(self, side: int, offer: str) -> None:
        scene, session = session_of("#@>g#")
        move_actor(scene.world, scene.ruleset, 0, scene.at(2, 1))
        scene.monster("g").side, scene.world.friends = side, int(side == NEUTRAL)
        scene.update_fov()
        notes = FloorNotes()
        asked = question(session, Descend(notes), notes)
        assert asked[0].startswith("A goblin stands there")
        assert asked[1] == offer
        assert Descend(notes).next_action(session) == action(MOVE, E)

    def test_unknown_ground_before_the_stairs_are_found(self) -> None:
        _, session = session_of("#@................>#")
        notes = FloorNotes()
        assert question(session, Descend(notes), notes) == ("You haven't found the stairs yet.", "explore")
        assert follow(session, Descend(notes), notes) == "You have found a way to the stairs."
        assert follow(session, Descend(notes), notes) == "You are on floor 2."


def play_of(folder: Path, session: Session) -> UnsavedPlay:
    return UnsavedPlay(a_context(folder), session, lambda: MainMenu(a_context(folder)))


def test_where_nothing_is_left_the_key_that_explores_offers_to_go_down(tmp_path: Path) -> None:
    _, session = session_of("#@...>#")
    play = play_of(tmp_path, session)
    press(play, "o")
    assert "You know where the stairs are. Press o again in a moment to go down." in " ".join(shown(play).split())
    play.tick()
    tick_to_end(press(play, "o"))
    assert session.floor == 2


def test_another_key_takes_the_consent_back(tmp_path: Path) -> None:
    scene, session = session_of("#@.~~.g#")
    scene.ruleset.movers[scene.ruleset.monsters[0].mover].passable[scene.terrain["~"]] = 0
    play = play_of(tmp_path, session)
    press(play, "tab")
    assert "leads through slime. Press Tab again" in shown(play)
    press(play, ".", "tab")
    assert "leads through slime. Press Tab again" in shown(play)
    assert scene.hero.cell == scene.at(1, 1)


def test_exploring_goes_on_over_what_the_hero_dropped() -> None:
    scene, session = session_of("#........@.........#")
    scene.carry("h")
    scene.drop(0)
    turns = []
    for _ in range(3):
        before = int(scene.world.turn)
        ended = follow(session, Explore(notes := FloorNotes()), notes)
        turns.append(int(scene.world.turn) - before)
    assert ended == "There is nothing left to explore."
    assert turns[1:] == [0, 0]


CORRIDOR = """
    ##############################
    #.............@..............#
    ################e#############
"""


def test_exploring_keeps_out_of_the_reach_of_an_eel_that_an_earlier_key_press_saw() -> None:
    """Each press forgot the eel that it had turned back from, and the next walked up to it again."""
    scene = TomlScene(CORRIDOR, KINDS + EEL, terrain=TERRAIN)
    session, notes, eel = session_in(scene), FloorNotes(), scene.monster("e")
    scene.world.tiles[eel.cell] = scene.terrain["="]
    for x in range(3, 13):
        scene.hero.remembered[scene.at(x, 1)] = FLOOR
    scene.update_fov()
    assert Explore(notes).next_action(session) == action(MOVE, W)
    # Out of view.
    eel.hp = 0
    scene.update_fov()
    assert Explore(notes).next_action(session) == action(MOVE, W)


def test_exploring_goes_back_once_for_what_it_passed_while_an_enemy_came() -> None:
    """It went to and fro between the item and where it could not see the enemy."""
    scene, session = session_of("#@h.......g#")
    goblin, notes = scene.monster("g"), FloorNotes()
    goblin.statuses[scene.status("held")], goblin.conditions = 99, HELD
    scene.update_fov()
    notes.look(session)
    for step in (E, E, W):
        scene.move(step)
        notes.look(session)
    assert not notes.unvisited(session)


KEYS = ("o", "tab", ">")


@cache
def regions() -> tuple[tuple[int, int], ...]:
    """The floors of each region of Steep's own dungeon."""
    return tuple(region.floors for region in load("steep").regions)


def led_nowhere(folder: Path, seed: int, floors: tuple[int, int], key: str, times: int) -> list[str]:
    """Press a key on a floor of a region, and return what was said where that led nowhere.

    Half of the heroes can't be killed, and half of the floors of those who go down are known.
    """
    first, last = floors
    floor = first + seed % (last - first + 1)
    mapped = key == ">" and seed % 4 > 1
    session = crowded_session(load("steep"), seed, floor, 9_000 * (seed % 2), mapped=mapped)
    said = press_one_key(folder, session, key, times)
    return [f"{key} on floor {floor} of seed {seed}: {text}" for text in said]


@pytest.mark.parametrize(("key", "region"), [("o", 1), ("tab", 2), (">", 3)])
def test_a_key_pressed_again_and_again_leads_somewhere(tmp_path: Path, key: str, region: int) -> None:
    assert led_nowhere(tmp_path, 3, regions()[region], key, 6) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_each_key_500_times_in_200_seeds_of_every_region(tmp_path: Path, key: str) -> None:
    games = [(seed, floors) for seed in range(200) for floors in regions()]
    assert [text for seed, floors in games for text in led_nowhere(tmp_path, seed, floors, key, 500)] == []
