"""Multi-turn moves and pickup know doors, keys, treasures of which one can be taken, and danger."""

from __future__ import annotations

import keys_and_treasures
from follow_multi_turn_moves import follow
from keys_and_treasures import TERRAIN, put
from ready_made_sessions import session_in
from scenes import E
from steep.play.moves import Explore, Fight, Run, Travel
from steep.play.moves.explore import AutoPickup
from steep.play.warnings_and_discoveries import choice_sentence, locked_sentence, offers
from steep.rules.action_codes import PICK_UP, action
from steep.rules.perceived_events import OPENED
from steep.rules.update_view import update_visible
from toml_scenes import TomlScene

KINDS = f"""
    {keys_and_treasures.KINDS}

    [items.ring_of_embers]
    glyph  = "="
    slot   = "ring"
    resist = {{ fire = 100 }}

    [items.wings]
    glyph     = "w"
    abilities = ["lift"]

    [abilities.lift]
    shape   = "self"
    effects = [{{ status = "flying", turns = 9 }}]
"""

VAULT = """
    ###############
    #@...#........#
    #.k..L........#
    #....#........#
    ###############
"""


class TestKeys:
    def test_exploring_takes_a_key_through_the_door_that_it_opens(self) -> None:
        scene = TomlScene(VAULT, KINDS, terrain=TERRAIN)
        session = session_in(scene)
        assert follow(session, Explore()) == "You see a brass key here."
        session.act(action(PICK_UP))
        assert follow(session, Explore()) == "There is nothing left to explore."
        assert [event.what for event in scene.events(OPENED)] == [OPENED]
        assert scene.known(13, 2) == "floor"

    def test_what_opens_without_a_key_opens_for_the_hero_and_for_no_monster(self) -> None:
        heavy = """
    [terrain.heavy_door]
    glyph    = "+"
    solid    = true
    opaque   = true
    opens_to = "open_door"
"""
        scene = TomlScene("#@.H.r#", KINDS + heavy, terrain=TERRAIN | {"H": "heavy_door"})
        session = session_in(scene)
        assert scene.book.compiled.movers[scene.ruleset.monsters[0].mover].passable[scene.terrain["H"]] == 0
        follow(session, Travel(scene.at(3, 1)))
        assert scene.tile(3, 1) == "open_door"

    def test_without_the_key_a_locked_door_is_no_way(self) -> None:
        scene = TomlScene(VAULT.replace("k", "."), KINDS, terrain=TERRAIN)
        session = session_in(scene)
        where = "a vault door (east, 4 steps), for which you need a brass key"
        assert follow(session, Explore()) == f"There is nothing left to explore except behind {where}."
        assert follow(session, Travel(scene.at(5, 2))) == "Vault door is in the way."
        assert not scene.events(OPENED)

    def test_travel_opens_the_door_on_its_way_and_the_one_it_goes_to(self) -> None:
        scene = TomlScene(VAULT.replace("k", "."), KINDS, terrain=TERRAIN)
        scene.carry("k")
        scene.update_fov()
        assert follow(session_in(scene), Travel(scene.at(5, 2))) == ""
        assert scene.hero.cell == scene.at(5, 2)
        assert scene.tile(5, 2) == "open_door"

    def test_a_run_opens_the_door_that_it_leads_into_and_stops(self) -> None:
        scene = TomlScene("#@L.#", KINDS, terrain=TERRAIN)
        session = session_in(scene)
        assert follow(session, Run(E)) == "The way is blocked."
        scene.carry("k")
        scene.update_fov()
        assert follow(session, Run(E)) == ""
        assert scene.tile(2, 1) == "open_door"


class TestTreasures:
    ROOM = """
        ##########
        #@.......#
        #...._._.#
        #........#
        ##########
    """

    def offered(self) -> TomlScene:
        scene = TomlScene(self.ROOM, KINDS, terrain=TERRAIN)
        put(scene, "h", scene.at(5, 2))
        put(scene, "s", scene.at(7, 2))
        return scene

    def test_exploring_leaves_them_to_the_player_and_says_so(self) -> None:
        scene = self.offered()
        ended = follow(session_in(scene), Explore())
        assert ended == "There is nothing left to explore. You can take one of these: a herb or a sword."
        assert all(not item.visited for item in scene.world.items[:2])

    def test_two_groups_are_two_choices(self) -> None:
        scene = TomlScene(
            """
            ####################
            #@.._._._........._#
            #................._#
            ####################
            """,
            KINDS.replace("view_radius = 8", "view_radius = 15"),
            terrain=TERRAIN,
        )
        for x, sign in ((4, "h"), (6, "s"), (8, "h")):
            put(scene, sign, scene.at(x, 1))
        for y, sign in ((1, "s"), (2, "h")):
            put(scene, sign, scene.at(18, y))
        for cell in (scene.at(18, 1), scene.at(18, 2)):
            scene.hero.remembered[cell] = scene.world.tiles[cell]
        for item in scene.world.items[:5]:
            item.seen = 1
        update_visible(scene.world)
        session = session_in(scene)
        assert choice_sentence(session) == (
            "You can take one of these: two herbs or a sword, and one of these: a sword or a herb."
        )

    def test_a_group_ends_at_walls_and_doors(self) -> None:
        scene = TomlScene(
            """
            ###########
            #@._#_._#.#
            #...+...#_#
            ###########
            """,
            KINDS,
            terrain=TERRAIN,
        )
        for x, y, sign in ((3, 1, "h"), (5, 1, "s"), (7, 1, "h"), (9, 2, "s")):
            put(scene, sign, scene.at(x, y))
        scene.hero.remembered[:] = scene.world.tiles[:]
        for item in scene.world.items[:4]:
            item.seen = 1
        update_visible(scene.world)
        assert choice_sentence(session_in(scene)) == "You can take one of these: a sword or a herb."

    def test_all_others_are_named_as_locked_though_one_of_them_is_out_of_view(self) -> None:
        scene = TomlScene(self.ROOM.replace("._._.", "_._._"), KINDS, terrain=TERRAIN)
        for x, sign in ((4, "h"), (6, "s"), (8, "h")):
            put(scene, sign, scene.at(x, 2))
        scene.hero.cell = scene.at(4, 2)
        scene.update_fov()
        session = session_in(scene)
        offered = offers(session)
        row = offered[scene.at(6, 2)]
        scene.hero.remembered[scene.at(6, 2)] = scene.ruleset.terrain[row].taken_to
        assert locked_sentence(session, offered).startswith("The other two ")

    def test_exploring_stops_when_it_comes_upon_them_and_then_goes_on(self) -> None:
        scene = TomlScene(
            """
            #############
            #@.+........#
            ####...._._.#
            ####........#
            ####.########
            ####........#
            #############
        """,
            KINDS,
            terrain=TERRAIN,
        )
        put(scene, "h", scene.at(8, 2))
        put(scene, "s", scene.at(10, 2))
        session = session_in(scene)
        assert follow(session, Explore()) == "You can take one of these: a herb or a sword."
        assert follow(session, Explore()).startswith("There is nothing left to explore. You can take one of these:")
        assert scene.known(11, 5) == "floor"

    def test_walking_over_one_does_not_pick_it_up(self) -> None:
        scene = self.offered()
        session = session_in(scene)
        session.observers.append(AutoPickup(session))
        follow(session, Travel(scene.at(5, 2)))
        assert session.hero.inventory_count == 0

    def test_the_others_are_no_goal_once_they_are_caged(self) -> None:
        scene = self.offered()
        session = session_in(scene)
        follow(session, Travel(scene.at(5, 2)))
        session.act(action(PICK_UP))
        assert scene.tile(7, 2) == "cage"
        assert session.log.entries[-1].text == "The other altar becomes a cage."
        assert follow(session, Explore()) == "There is nothing left to explore."


class TestDanger:
    STREAM = "#@..~...#"

    def test_exploring_says_of_fire_that_it_will_be_gone(self) -> None:
        scene = TomlScene("#@..~+...#", KINDS, terrain=TERRAIN | {"~": "fire"})
        where = "fire (east, 3 steps): to go on, wait until it is gone"
        assert follow(session_in(scene), Explore()) == f"There is nothing left to explore except behind {where}."

    def test_a_fight_names_the_danger_between_the_hero_and_the_enemy(self) -> None:
        goblin = KINDS + '[monsters.goblin]\nglyph = "g"\nhp = 3\npower = 1\ndefense = 0\nxp = 1\n'
        scene = TomlScene(self.STREAM.replace("...#", ".g.#"), goblin, terrain=TERRAIN)
        scene.update_fov()
        assert follow(session_in(scene), Fight()) == "The only way you know to a goblin leads through lava."
        assert scene.hero.turn == 0

    def test_travel_names_the_danger_that_the_only_way_leads_through(self) -> None:
        scene = TomlScene(self.STREAM, KINDS, terrain=TERRAIN)
        assert follow(session_in(scene), Travel(scene.at(6, 1))) == "The only way you know leads through lava."
        assert scene.hero.turn == 0

    def test_exploring_names_what_more_lies_behind_and_how_to_go_there(self) -> None:
        scene = TomlScene("#@..~...k#", KINDS, terrain=TERRAIN)
        ended = follow(session_in(scene), Explore())
        assert ended == "There is nothing left to explore except behind lava (east, 3 steps)."

    def test_exploring_is_done_where_nothing_more_lies_behind(self) -> None:
        scene = TomlScene(self.STREAM, KINDS, terrain=TERRAIN)
        assert follow(session_in(scene), Explore()) == "There is nothing left to explore."

    def test_exploring_names_danger_behind_which_nothing_is_known(self) -> None:
        scene = TomlScene("#@..~+...#", KINDS, terrain=TERRAIN)
        ended = follow(session_in(scene), Explore())
        assert ended.startswith("There is nothing left to explore except behind lava (east, 3 steps)")

    def test_what_the_hero_wears_makes_it_harmless(self) -> None:
        scene = TomlScene(self.STREAM, KINDS, terrain=TERRAIN)
        scene.wear("=")
        scene.update_fov()
        hp = int(scene.body.hp)
        assert follow(session_in(scene), Travel(scene.at(6, 1))) == ""
        assert scene.hero.cell == scene.at(6, 1)
        assert scene.body.hp == hp

    def test_it_is_danger_again_once_the_hero_takes_it_off(self) -> None:
        scene = TomlScene(self.STREAM, KINDS, terrain=TERRAIN)
        scene.wear("=")
        scene.update_fov()
        scene.use(0)
        assert follow(session_in(scene), Travel(scene.at(6, 1))) == "The only way you know leads through lava."

    def test_who_flies_travels_over_it(self) -> None:
        scene = TomlScene(self.STREAM, KINDS, terrain=TERRAIN)
        scene.use_on("w")
        assert follow(session_in(scene), Travel(scene.at(6, 1))) == ""
        assert scene.hero.cell == scene.at(6, 1)
