"""Multi-turn moves: where they go, what they refuse, and why they end."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from follow_multi_turn_moves import follow
from ready_made_sessions import load, session_in
from scenes import NE, NW, SE, E, N, S, Scene, W, add_status, drawn, set_hp
from steep.content import Rulebook
from steep.core.geometry import CELLS, FLOOR, ROCK, UNKNOWN
from steep.core.input_errors import InputError
from steep.core.ruleset import HELD
from steep.core.world import ALLIED, HERO, NEUTRAL, Hero
from steep.play.moves import BotMove, Descend, Explore, Fight, Move, Rest, Run, Travel
from steep.play.session import Session
from steep.rules.abilities.statuses import give_status
from steep.rules.action_codes import CHOOSE, DONE, MOVE, action
from steep.rules.movement import move_actor
from steep.rules.update_view import update_visible


def end_of(scene: Scene, move: Move) -> str:
    """Follow a multi-turn move in a scene, and return why it ended."""
    return follow(session_in(scene), move)


class TestExplore:
    def test_reveals_everything_within_reach(self) -> None:
        scene = Scene("""
            ####################
            #@.......#...####..#
            #...####.....####..#
            #...####.#...####..#
            ########.#####...###
            ########.......#####
            ####################
        """)
        assert end_of(scene, Explore()) == "There is nothing left to explore."
        assert all(scene.hero.remembered[cell] > ROCK for cell in range(CELLS) if scene.world.tiles[cell] != ROCK)

    def test_goes_through_an_ally_in_a_corridor(self) -> None:
        scene = Scene("#@o................#")
        scene.enemy("o").side, scene.world.friends = ALLIED, 1
        scene.update_fov()
        assert end_of(scene, Explore()) == "There is nothing left to explore."
        assert scene.hero.cell > scene.at(8, 1)

    def test_goes_to_an_item_in_view_and_stops_on_it(self) -> None:
        scene = Scene("""
            ########
            #@.....#
            #......#
            #....!.#
            ########
        """)
        assert end_of(scene, Explore()) == "You see a potion here."
        assert scene.hero.cell == scene.at(5, 3)
        assert scene.hero.turn == 4

    def test_goes_to_the_nearest_item_or_unknown_cell(self) -> None:
        scene = Scene("#!......@.!.......#")
        end_of(scene, Explore())
        assert scene.hero.cell == scene.at(10, 1)

    def test_goes_to_an_unknown_cell_before_an_item_farther_away(self) -> None:
        scene = Scene("""
            ###############
            #...!......@..#
            #############.#
            #############.#
            ###############
        """)
        assert end_of(scene, Explore()) == "You see a potion here."
        assert scene.hero.remembered[scene.at(13, 3)] == FLOOR

    def test_goes_to_an_item_before_an_unknown_cell_at_the_same_distance(self) -> None:
        scene = Scene("#..........!@....#")
        for x in range(14, 18):
            for y in range(3):
                scene.hero.remembered[scene.at(x, y)] = UNKNOWN
        assert Explore().next_action(session_in(scene)) == action(MOVE, W)

    def test_measures_the_distance_to_an_item_along_the_path(self) -> None:
        scene = Scene("""
            #############
            #@..........#
            #.#########.#
            #!#########.#
            #.#########.#
            #...........#
            #############
        """)
        for x in range(10):
            scene.hero.remembered[scene.at(x, 2)] = ROCK
        for x, y in [(1, 4), *((x, 5) for x in range(1, 12)), *((11, y) for y in range(1, 5)), (9, 1), (10, 1)]:
            scene.hero.remembered[scene.at(x, y)] = FLOOR
        assert Explore().next_action(session_in(scene)) == action(MOVE, E)

    def test_does_not_return_to_an_item_that_was_left(self) -> None:
        scene = Scene("#@.!..#")
        session = session_in(scene)
        assert follow(session, Explore()) == "You see a potion here."
        scene.move(W, W)
        assert follow(session, Explore()) == "There is nothing left to explore."
        assert scene.hero.cell == scene.at(1, 1)

    def test_does_not_go_to_an_item_that_was_dropped(self) -> None:
        scene = Scene("#@....#")
        scene.give("!")
        scene.drop(0)
        scene.move(E, E)
        assert end_of(scene, Explore()) == "There is nothing left to explore."

    def test_ignores_an_item_that_cannot_be_reached(self) -> None:
        scene = Scene("""
            #####
            #@..#
            #####
            #.!.#
            #####
        """)
        scene.world.items[0].seen = 1
        scene.update_fov()
        assert scene.hero.seen_item_count == 1
        assert end_of(scene, Explore()) == "There is nothing left to explore."

    @pytest.mark.parametrize("seed", range(2))
    def test_finds_every_item_and_the_stairs_of_a_peaceful_floor(self, seed: int) -> None:
        session = Session.start(load("tcod-2020"), seed)
        world = session.world
        for actor in world.actors[: world.actor_count]:
            world.occupant[actor.cell] = 0
        world.actor_count = 0
        update_visible(world)
        ended = ""
        for _ in range(world.item_count + 1):
            ended = follow(session, Explore())
        assert ended == "There is nothing left to explore. You know where the stairs are."
        assert session.hero.seen_item_count == world.item_count
        assert all(item.visited for item in session.hero.seen_items[: session.hero.seen_item_count])


class TestTravel:
    def test_goes_to_a_seen_cell_by_a_shortest_path(self) -> None:
        scene = Scene("""
            #######
            #@.#..#
            #..#..#
            #.....#
            #######
        """)
        scene.move(S, SE, E, E, W, W, NW, N)
        assert end_of(scene, Travel(scene.at(5, 1))) == ""
        assert scene.hero.cell == scene.at(5, 1)
        assert scene.hero.turn == 8 + 4

    def test_keeps_to_explored_cells(self) -> None:
        scene = Scene("""
            #####################
            #@..................#
            #.#################.#
            #...................#
            #####################
        """)
        for x in range(2, 19):
            scene.hero.remembered[scene.at(x, 1)] = 0
        for x in range(1, 20):
            scene.hero.remembered[scene.at(x, 3)] = 2
        scene.hero.remembered[scene.at(1, 2)] = scene.hero.remembered[scene.at(19, 2)] = 2
        move = Travel(scene.at(19, 2))
        session = session_in(scene)
        act = move.next_action(session)
        assert act == action(MOVE, S)

    @pytest.mark.parametrize(
        ("picture", "x", "refusal"),
        [
            ("#@.........#", 10, "You haven't seen this spot yet."),
            ("#@.#", 3, "Solid rock is in the way."),
            ("#@..o#", 4, "An ogre stands there."),
            ("#@.#", 1, "You are already there."),
            ("#@.s..#", 5, "A slug blocks the only way you know."),
        ],
    )
    def test_refuses_what_it_cannot_reach_and_says_why(self, picture: str, x: int, refusal: str) -> None:
        scene = Scene(picture)
        assert (end_of(scene, Travel(scene.at(x, 1))), scene.hero.turn) == (refusal, 0)

    def test_says_if_no_path_is_known(self) -> None:
        scene = Scene("""
            #####
            #@..#
            #####
            #...#
            #####
        """)
        scene.hero.remembered[scene.at(2, 3)] = 2
        assert end_of(scene, Travel(scene.at(2, 3))) == "You haven't found a way there yet."

    def test_goes_around_enemies(self) -> None:
        scene = Scene("""
            ######
            #@g..#
            #...##
            ######
        """)
        assert Travel(scene.at(4, 1)).next_action(session_in(scene)) == action(MOVE, SE)

    def test_takes_one_step_at_a_time_with_an_enemy_in_view(self) -> None:
        scene = Scene("""
            ##########
            #@.......#
            #.......s#
            ##########
        """)
        target = scene.at(6, 1)
        assert end_of(scene, Travel(target)) == "You take one step at a time while a slug is in view."
        assert scene.hero.turn == 1
        end_of(scene, Travel(target))
        assert scene.hero.turn == 2

    def test_goes_on_over_what_lies_on_the_path(self) -> None:
        scene = Scene("#@.!..#")
        assert end_of(scene, Travel(scene.at(5, 1))) == ""
        assert scene.hero.cell == scene.at(5, 1)


def with_one_on_side(side: int, x: int) -> Scene:
    """A corridor to the stairs in which somebody stands who isn't hostile."""
    scene = Scene("#@.o.>#")
    move_actor(scene.world, scene.ruleset, 0, scene.at(x, 1))
    scene.enemy("o").side = side
    scene.world.friends = 1
    update_visible(scene.world)
    return scene


class TestDescend:
    def test_goes_to_the_stairs_over_what_lies_on_the_path_and_takes_them(self) -> None:
        scene = Scene("#@.!.>#")
        assert end_of(scene, Descend()) == "You are on floor 2."
        assert (scene.world.floor, scene.hero.turn) == (2, 5)

    @pytest.mark.parametrize("x", [3, 5])
    def test_walks_through_an_ally_in_the_corridor_or_on_the_stairs(self, x: int) -> None:
        scene = with_one_on_side(ALLIED, x)
        assert end_of(scene, Descend()) == "You are on floor 2."
        assert (scene.world.floor, scene.hero.turn) == (2, 5)

    def test_does_not_walk_through_a_captive_or_an_ally_that_is_held(self) -> None:
        assert end_of(with_one_on_side(NEUTRAL, 5), Descend()) == "An ogre stands there: walk into it to free it."
        scene = with_one_on_side(ALLIED, 5)
        give_status(scene.world, scene.ruleset, 0, add_status(scene.ruleset, conditions=HELD), 9, HERO)
        update_visible(scene.world)
        assert end_of(scene, Descend()) == "An ogre stands there."

    def test_says_if_the_stairs_are_not_known(self) -> None:
        scene = Scene("#@.#")
        assert end_of(scene, Descend()) == "You haven't found the stairs yet. There is nothing left to explore."

    def test_takes_stairs_underfoot_even_with_an_enemy_in_view(self) -> None:
        scene = Scene("#@..o#")
        scene.put(">", scene.at(1, 1))
        scene.hero.cell = scene.at(1, 1)
        assert end_of(scene, Descend()) == "You are on floor 2."


RUNS = {
    "follows a corridor around corners to its end": """
        ##########
        #@...#####
        ####.#####
        ####....##
        #######x##
        ##########
    """,
    "follows a diagonal corridor": """
        ########
        #@.#####
        ###.####
        ####.###
        #####.x#
        ########
    """,
    "stops where a corridor forks": """
        ##########
        #####.####
        #@...x...#
        ##########
    """,
    "stops at a crossing corridor": """
        #######
        ####.##
        #@..x##
        ####.##
        #######
    """,
    "stops one step inside the room that a corridor leads to": """
        ##########
        ####.....#
        #@..x....#
        ####.....#
        ##########
    """,
    "crosses a room to its wall": """
        ########
        #......#
        #@....x#
        #......#
        ########
    """,
    "continues into a room from its door": """
        ########
        ##.....#
        #@....x#
        ##.....#
        ########
    """,
    "stops beside a door in the wall": """
        ####.#####
        #@..x....#
        #........#
        #........#
        ##########
    """,
    "passes a door beside its first cell": """
        #.########
        #@......x#
        #........#
        ##########
    """,
    "stops in a door straight ahead": """
        #########
        #...#####
        #@..x...#
        #...#####
        #########
    """,
    "leaves a room along the corridor from its door": """
        #########
        #...#####
        #..@...##
        #...##.##
        ######x##
        #########
    """,
}
"""What a run to the east does, and from where (@) to where (x)."""


class TestRun:
    @pytest.mark.parametrize("does", RUNS)
    def test_of_a_hero_that_goes_east(self, does: str) -> None:
        scene = Scene(RUNS[does].replace("x", "."))
        assert end_of(scene, Run(E)) == ""
        assert scene.picture() == drawn(RUNS[does].replace("@", ".").replace("x", "@"))

    def test_crosses_a_room_diagonally(self) -> None:
        scene = Scene("""
            #######
            #.....#
            #.....#
            #.....#
            #@....#
            #######
        """)
        assert end_of(scene, Run(NE)) == ""
        assert scene.hero.cell == scene.at(4, 1)

    def test_stops_on_stairs(self) -> None:
        scene = Scene("#@..>..#")
        assert end_of(scene, Run(E)) == ""
        assert scene.hero.cell == scene.at(4, 1)

    def test_stops_where_it_began_if_the_corridor_is_a_loop(self) -> None:
        scene = Scene("""
            ######
            #@...#
            #.##.#
            #....#
            ######
        """)
        assert end_of(scene, Run(E)) == ""
        assert scene.hero.cell == scene.at(1, 1)

    @pytest.mark.parametrize(
        ("picture", "direction", "ended", "turns"),
        [
            ("#@..!..#", E, "You see a potion here.", 3),
            ("#@.#", N, "The way is blocked.", 0),
            ("#@s#", E, "A slug stands there.", 0),
            ("#...@...s#", W, "You take one step at a time while a slug is in view.", 1),
        ],
    )
    def test_says_why_it_ends(self, picture: str, direction: int, ended: str, turns: int) -> None:
        scene = Scene(picture)
        assert (end_of(scene, Run(direction)), scene.hero.turn) == (ended, turns)


class TestRest:
    ALONE = "#@.#"

    def test_is_refused_without_taking_a_turn_since_it_heals_nothing(self) -> None:
        scene = Scene(self.ALONE)
        set_hp(scene.world, 5)
        assert end_of(scene, Rest()) == "Resting doesn't help: wounds don't heal on their own."
        assert scene.hero.turn == 0

    def test_is_refused_in_full_health(self) -> None:
        scene = Scene(self.ALONE)
        assert end_of(scene, Rest()) == "You are already at full health."
        assert scene.hero.turn == 0

    def test_is_refused_with_an_enemy_in_view(self) -> None:
        scene = Scene("#@..s#")
        set_hp(scene.world, 5)
        assert end_of(scene, Rest()) == "You can't rest while a slug is in view."


class TestFight:
    def test_attacks_the_weakest_adjacent_enemy(self) -> None:
        scene = Scene("""
            #####
            #o..#
            #.@r#
            #..r#
            #####
        """)
        scene.enemy("r", 1).hp = 4
        scene.update_fov()
        assert Fight().next_action(session_in(scene)) == action(MOVE, SE)

    def test_steps_off_an_enemy_on_the_heros_own_cell(self) -> None:
        scene = Scene("#@..#")
        scene.put("r", scene.hero.cell)
        assert Fight().next_action(session_in(scene)) == action(MOVE, E)

    def test_attacks_an_adjacent_enemy_before_walking(self) -> None:
        scene = Scene("#@g...s#")
        end_of(scene, Fight())
        assert scene.hero.cell == scene.at(1, 1)

    def test_steps_toward_the_nearest_enemy_in_view(self) -> None:
        scene = Scene("""
            ##########
            #o.....@.#
            #........#
            #......s.#
            ##########
        """)
        assert Fight().next_action(session_in(scene)) == action(MOVE, S)

    def test_approaches_another_enemy_when_the_nearest_cannot_be_reached(self) -> None:
        scene = Scene("""
            ########
            #@....o#
            ########
            #..s...#
            ########
        """)
        walled_in = scene.enemy("s").cell
        for y in range(2, 5):
            for x in range(8):
                scene.hero.remembered[scene.at(x, y)] = ROCK
        scene.hero.visible_monsters[1].cell = walled_in
        scene.hero.visible_monster_count = 2
        assert Fight().next_action(session_in(scene)) == action(MOVE, E)

    def test_goes_through_unknown_cells_if_no_path_is_known(self) -> None:
        scene = Scene("""
            ########
            #....###
            #.@..###
            #....###
            ##.#####
            ##.#####
            #s.....#
            ########
        """)
        scene.hero.remembered[scene.at(2, 5)] = UNKNOWN
        scene.hero.visible_monsters[0].cell = scene.enemy("s").cell
        scene.hero.visible_monster_count = 1
        assert Fight().next_action(session_in(scene)) == action(MOVE, S)

    def test_says_if_no_enemy_can_be_reached(self) -> None:
        scene = Scene("#@#s.#")
        scene.hero.visible_monsters[0].cell = scene.enemy("s").cell
        scene.hero.visible_monster_count = 1
        assert end_of(scene, Fight()) == "You can't reach any enemy in view."

    def test_takes_one_action(self) -> None:
        scene = Scene("#@.....s#")
        session, move = session_in(scene), Fight()
        act = move.next_action(session)
        assert act is not None
        assert session.act(act) == DONE
        assert (move.next_action(session), move.ended) == (None, "")


MOVES: list[Callable[[], Move]] = [Explore, lambda: Travel(0), Descend, lambda: Run(E), Rest, Fight]


NAMES = ["explore", "travel", "descend", "run", "rest", "fight"]


@pytest.mark.parametrize("make", MOVES, ids=NAMES)
class TestEveryMultiTurnMove:
    def test_does_not_act_while_a_level_up_is_waiting(self, make: Callable[[], Move]) -> None:
        scene = Scene("#@.s.>#")
        scene.hero.choosing = 1
        assert end_of(scene, make()) == "First choose what to improve."

    def test_ends_with_the_run(self, make: Callable[[], Move]) -> None:
        scene = Scene("#@o#")
        set_hp(scene.world, 1)
        scene.wait()
        assert end_of(scene, make()) == "Your run is over."


@dataclass(frozen=True)
class PlayerKnowledge:
    """The parts of a session that a multi-turn move may read."""

    hero: Hero
    rulebook: Rulebook
    over: bool = False


@pytest.mark.parametrize("make", MOVES, ids=NAMES)
def test_a_move_uses_only_what_the_player_knows(make: Callable[[], Move]) -> None:
    session = Session.start(load("tcod-2020"), 3)
    set_hp(session.world, 1)
    knowledge = PlayerKnowledge(session.hero, session.rulebook)
    assert make().next_action(knowledge) == make().next_action(session)


def random_move(rng: random.Random, session: Session) -> Move:
    """A multi-turn move that a player might choose."""
    hero = session.hero
    seen = [cell for cell in range(CELLS) if hero.remembered[cell]]
    travel = Travel(rng.choice(seen))
    return rng.choice([Explore(), Explore(), travel, Run(rng.randrange(8)), Rest(), Fight(), Fight(), Descend()])


@pytest.mark.parametrize(
    ("seed", "moves"), [(1, 150), *(pytest.param(seed, 500, marks=pytest.mark.slow) for seed in range(8))]
)
def test_moves_end_and_never_try_an_impossible_action(seed: int, moves: int) -> None:
    rng = random.Random(seed)
    session = Session.start(load("tcod-2020"), seed)
    for _ in range(moves):
        set_hp(session.world, session.hero.max_hp)
        if session.hero.choosing:
            session.act(action(CHOOSE))
        follow(session, random_move(rng, session))
    assert session.floor > 1


class TestBots:
    def test_play_until_the_run_is_over(self) -> None:
        session = Session.start(load("tcod-2020"), 1)
        move = BotMove("diver", 1)
        while (act := move.next_action(session)) is not None:
            assert session.act(act) == DONE
        assert session.over
        assert move.ended == "Your run is over."

    def test_an_unknown_name_is_reported_with_the_nearest_match(self) -> None:
        with pytest.raises(
            InputError, match=r'there is no bot "divr" \(did you mean "diver"\?\); there are: brawler, diver, '
        ):
            BotMove("divr", 1)
