"""Multi-turn moves go on in view of enemies that sleep, or that stay away from the hero, as in the water."""

from __future__ import annotations

from follow_multi_turn_moves import follow, stopped_by
from ready_made_sessions import session_in
from scenes import NE, E, S, W
from steep.core.geometry import WIDTH, steps_between
from steep.core.ruleset import POWER, REGENERATION
from steep.play.moves import Explore, Fight, Interrupts, Rest, Run, Travel
from steep.play.moves.paths_over_known_ground import Pathfinder, walkable_ground
from steep.play.moves.travel_run_and_rest import NO_REST
from steep.play.session import Session
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import DONE, MOVE, action
from toml_scenes import EEL, TomlScene

TERRAIN = {"+": "door", "=": "deep_water"}

KINDS = (
    EEL
    + """

    [monsters.sleeper]
    glyph = "z"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    asleep = 100
"""
)

POND = """
    ###########
    #...======#
    #@..==e===#
    #...======#
    #...#######
    #...#
    ##.##
    #...#
    #...#
    #####
"""

HALL = """
    ###########
    #@.....z..#
    #.........#
    #.###.#####
    #...#.....#
    ###########
"""

FULL = "There is nothing left to explore."


def session_of(picture: str) -> tuple[TomlScene, Session]:
    scene = TomlScene(picture, KINDS, terrain=TERRAIN)
    return scene, session_in(scene)


def test_exploring_goes_on_past_an_eel_that_cannot_come() -> None:
    scene, session = session_of(POND)
    assert follow(session, Explore()).startswith(FULL[:-1])
    assert scene.known(2, 8) == "floor"


def test_exploring_goes_on_past_a_sleeper_and_stops_when_it_wakes() -> None:
    scene, session = session_of(HALL)
    assert follow(session, Explore()) == FULL
    scene, session = session_of(HALL)
    scene.world.actors[0].asleep = 0
    scene.update_fov()
    assert follow(session, Explore()) == "A sleeper is in view."


def test_at_the_shore_an_eel_can_strike_and_moves_lead_away_from_it() -> None:
    scene, session = session_of(POND.replace("#@..==", "#..@=="))
    scene.wound(scene.body, 5)
    assert follow(session, Rest()) == "You can't rest while an eel is in view."
    assert follow(session, Explore()).startswith(FULL[:-1])
    assert scene.body.hp == 5


SLOW = """
    [monsters.snail]
    glyph = "n"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    speed = {}
"""
WIDE = "#@......n..#"


def far_from_a_snail(speed: int) -> tuple[TomlScene, Session]:
    scene = TomlScene(WIDE, SLOW.format(speed), terrain=TERRAIN)
    return scene, session_in(scene)


def test_rest_goes_on_until_a_slow_enemy_is_near() -> None:
    scene, session = far_from_a_snail(50)
    scene.body.stats[REGENERATION] = 100
    scene.wound(scene.body, 5)
    assert follow(session, Rest()) == "You can't rest while a snail is in view."
    assert 3 <= steps_between(scene.monster("n").cell, scene.hero.cell) <= 4


def test_travel_goes_on_in_view_of_a_slow_enemy_as_far_as_it_cannot_strike_soon() -> None:
    scene, session = far_from_a_snail(50)
    assert follow(session, Travel(scene.at(3, 1))) == ""
    assert scene.hero.cell == scene.at(3, 1)


def test_an_enemy_more_than_half_as_fast_as_the_hero_stops_moves() -> None:
    scene, session = far_from_a_snail(60)
    assert follow(session, Travel(scene.at(4, 1))) == "You take one step at a time while a snail is in view."
    assert follow(session, Explore()) == "A snail is in view."


def test_who_is_pulled_does_not_go_on() -> None:
    vine = """
        [abilities.grip]
        trigger  = "turn"
        shape    = "target"
        cooldown = 4
        effects  = [{ pull = 2 }]

        [monsters.vine]
        glyph = "v"
        hp = 18
        power = 0
        defense = 1
        xp = 3
        stays = true
        abilities = ["grip"]
    """
    scene = TomlScene("#v...@.....#", vine)
    session = session_in(scene)
    assert follow(session, Travel(scene.at(9, 1))) == "You have been moved."
    assert session.hero.turn == 1


SHORE = """
    ################
    #@............>#
    #.=...........=#
    #e============.#
    ################
"""


def test_a_way_within_reach_of_an_eel_is_warned_of_once_on_a_floor() -> None:
    scene, session = session_of(SHORE)
    eel, notes = scene.monster("e"), FloorNotes()
    eel.stats[POWER] = 0
    explore = Explore(notes)
    assert follow(session, explore, notes) == "An eel can strike you on the way."
    assert scene.world.turn == 0
    assert explore.go_on is not None
    explore.go_on()
    assert follow(session, Explore(notes), notes) == f"{FULL} You know where the stairs are."
    notes.arrive(session.floor + 1)
    assert follow(session, Fight(notes), notes) == "An eel can strike you on the way."


def test_who_dares_goes_the_way_that_is_least_within_reach() -> None:
    scene, session = session_of("""
        #########
        #@......#
        #.#####.#
        #.#...#.#
        #...#...#
        #########
    """)
    scene.hero.remembered[:] = scene.world.tiles[:]
    goal, above, below = scene.at(7, 1), (scene.at(4, 1), scene.at(5, 1)), scene.at(4, 3)
    for struck, over in (({*above, below}, below), ({*above}, below), ({above[0], below}, above[0]), (set(), above[0])):
        path = Pathfinder().to_what_is_left(session, walkable_ground(scene.hero), {goal}, struck)
        assert over in path
        assert path[-1] == goal


WARDEN = """

    [monsters.warden]
    name = "the Warden"
    glyph = "W"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    asleep = 100
    unique = true
"""


def with_water_under_the_eel(picture: str) -> Session:
    scene, session = session_of(picture)
    scene.world.tiles[scene.monster("e").cell] = scene.terrain["="]
    scene.update_fov()
    return session


class TestTab:
    def test_a_guardian_asleep_is_left_alone_until_the_player_dares(self) -> None:
        scene = TomlScene("#@...W#", WARDEN)
        session, notes = session_in(scene), FloorNotes()
        fight = Fight(notes)
        assert follow(session, fight) == "The Warden is asleep."
        assert fight.go_on is not None
        fight.go_on()
        assert Fight(notes).next_action(session) == action(MOVE, E)
        scene.monster("W").asleep = 0
        scene.update_fov()
        assert Fight().next_action(session) == action(MOVE, E)

    def test_who_is_awake_comes_before_who_sleeps(self) -> None:
        scene = TomlScene("#r...@.W#", WARDEN)
        session = session_in(scene)
        assert Fight().next_action(session) == action(MOVE, W)

    def test_the_way_to_an_enemy_leads_around_the_reach_of_an_eel(self) -> None:
        session = with_water_under_the_eel("""
            #########
            #.......#
            #@.....r#
            #..e....#
            #########
        """)
        fight = Fight()
        assert fight.next_action(session) == action(MOVE, NE)

    def test_a_way_into_the_reach_of_an_eel_is_warned_of(self) -> None:
        session = with_water_under_the_eel("""
            #########
            #@.....r#
            ###e#####
            #########
        """)
        fight = Fight(notes := FloorNotes())
        assert follow(session, fight) == "An eel can strike you on the way."
        assert fight.go_on is not None
        fight.go_on()
        assert Fight(notes).next_action(session) == action(MOVE, E)


def test_travel_keeps_out_of_the_reach_of_an_eel_where_it_can() -> None:
    scene, session = session_of("""
        #########
        #.......#
        #.......#
        #@......#
        #=====e=#
        #########
    """)
    assert follow(session, Travel(scene.at(7, 2))) == ""
    assert scene.hero.cell == scene.at(7, 2)
    assert scene.body.hp == scene.hero.max_hp


def test_a_move_keeps_to_its_detour_once_the_eel_is_out_of_view() -> None:
    scene, session = session_of("""
        ##########
        #........#
        #........#
        #@......>#
        #===e====#
        ##########
    """)
    eel, goal, rows = scene.monster("e"), scene.at(8, 3), []
    travel = Travel(goal)
    while (act := travel.next_action(session)) is not None:
        assert session.act(act) == DONE
        rows.append(scene.hero.cell // WIDTH - goal // WIDTH)
        eel.hp = 0
        scene.update_fov()
    assert rows == [-1, -1, -1, -1, -1, -1, 0]


def test_tab_leaves_what_is_in_the_water_for_what_can_be_fought() -> None:
    scene, session = session_of("""
        ##########
        #@=e.....#
        #....#...#
        #....o...#
        ##########
    """)
    act = Fight().next_action(session)
    assert act is not None
    session.act(act)
    assert scene.hero.cell == scene.at(2, 2)


def test_what_once_interrupted_a_move_interrupts_no_other_on_that_floor() -> None:
    scene, session = session_of(POND)
    eel, home, notes = scene.monster("e"), scene.monster("e").cell, FloorNotes()
    reasons = []
    for _ in range(3):
        eel.hp = 0
        scene.update_fov()
        interrupts = Interrupts(session, notes=notes)
        eel.hp, eel.cell = 18, home
        scene.update_fov()
        reasons.append(stopped_by(interrupts, session))
    assert reasons == ["An eel comes into view.", "", ""]


def test_travel_run_and_rest_go_on_past_an_eel_that_cannot_come() -> None:
    scene, session = session_of(POND)
    assert follow(session, Travel(scene.at(2, 5))) == ""
    scene, session = session_of(POND)
    scene.wound(scene.body, 5)
    assert follow(session, Run(S)) == ""
    assert scene.hero.cell == scene.at(1, 5)
    assert follow(session, Rest()) == NO_REST


def test_one_that_sleeps_interrupts_a_move_once() -> None:
    _, session = session_of("""
        ################
        #@.............#
        ######.######.##
        ####...#####...#
        ####.z.#########
        ####...####
        ###########
    """)
    assert follow(session, Explore()) == "A sleeper comes into view."
    assert follow(session, Explore()) == FULL


def test_a_sleeper_in_the_way_is_named() -> None:
    _, session = session_of("""
        ########
        #@..z..#
        ######.#
        ###....#
        ########
    """)
    assert follow(session, Explore()) == "A sleeper is in the way of what is left to explore."


LURKER = """

    [monsters.lurker]
    glyph = "l"
    hp = 6
    power = 3
    defense = 0
    xp = 3
    ambush = 2

    [terrain.glass]
    glyph = "|"
    solid = true
"""

BEHIND_GLASS = """
    ##########
    #@.......#
    #####.|||#
        #.|.l#
        #.|||#
        #....#
        ######
"""

ROOM = """
    #######
    #@....#
    #.....#
    #..l..#
    #######
"""


def lurker_session(picture: str) -> tuple[TomlScene, Session]:
    scene = TomlScene(picture, LURKER, terrain={"|": "glass"})
    return scene, session_in(scene)


def test_exploring_stops_once_for_one_that_lies_in_wait_behind_glass() -> None:
    scene, session = lurker_session(BEHIND_GLASS)
    notes = FloorNotes()
    reasons = [follow(session, Explore(), notes) for _ in range(2)]
    assert reasons == ["A lurker comes into view.", FULL]
    assert scene.known(8, 5) == "floor"


def test_one_that_lies_in_wait_is_asked_about_from_where_it_comes() -> None:
    scene, session = lurker_session(ROOM)
    assert follow(session, Explore()) == "A lurker is in view."
    scene.world.actors[0].cell += 2
    scene.update_fov()
    assert follow(session, Explore()) == FULL
    scene.world.actors[0].hp -= 1
    scene.update_fov()
    assert follow(session, Explore()) == "A lurker is in view."


VINE = """
    [abilities.drag]
    shape = "bolt"
    trigger = "turn"
    reach = 4
    min_distance = 2
    cooldown = 20
    effects = [{ pull = 3 }]
    [monsters.vine]
    glyph = "v"
    hp = 40
    power = 0
    defense = 0
    xp = 3
    stays = true
    abilities = ["drag"]
"""
VINE_HALL = """
    ##########################
    #@.......................#
    #...........v............#
    ##########################
"""


def test_exploring_warns_before_the_reach_of_a_pull_and_again_after_each_pull() -> None:
    scene = TomlScene(VINE_HALL, VINE)
    session, notes = session_in(scene), FloorNotes()
    warning = "A vine can strike you on the way."
    reasons = []
    for _ in range(5):
        explore = Explore(notes)
        reasons.append(follow(session, explore, notes))
        if explore.go_on:
            explore.go_on()
    assert reasons == ["A vine comes into view.", warning, "You have been moved.", warning, FULL]
