"""Settings of the rules in which roguelikes differ."""

from __future__ import annotations

import pytest

from scenes import (
    CONFUSED,
    HERO_HP,
    E,
    Scene,
    W,
    a_ruleset,
    ability_of,
    add_status,
    confuse,
    kind_of,
    set_hp,
    set_stat,
)
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action, find_bot
from steep.core.fov import FOV_NAMES, RECURSIVE, SYMMETRIC
from steep.core.geometry import CELLS, NOWHERE, WIDTH, squared_reach, steps_between
from steep.core.magic_mapping import is_trodden, note_trodden
from steep.core.random_streams import STREAMS, seed_streams
from steep.core.ruleset import Ruleset, codes
from steep.core.world import HERO, HERO_ROW, World
from steep.mapgen.layouts.digging import overlaps_a_room
from steep.rules.abilities.ability_shapes import nearest_square
from steep.rules.abilities.statuses import give_status
from steep.rules.action_codes import CASTER_NOT_IN_BLAST, DONE, NOTHING_IN_BLAST, USE, action
from steep.rules.monsters.monster_steps import straight_step, stumbling_step
from steep.rules.monsters.trodden_paths import step_of_least_cost
from steep.rules.perceived_events import HIT


def steps_of(stumble: int) -> list[tuple[int, int]]:
    """Many steps of a confused monster, as (dx, dy)."""
    random = [0] * (4 * STREAMS)
    seed_streams(random, 5, 1)
    steps = (stumbling_step(random, stumble) for _ in range(9_000))
    return [((step + 1 + WIDTH) % WIDTH - 1, (step + 1 + WIDTH) // WIDTH - 1) for step in steps]


@pytest.mark.parametrize(("stumble", "cells"), [(codes.BUMP, 8), (codes.DRIFT, 9), (codes.FALTER, 9)])
def test_a_stumble_goes_to_each_cell_around_as_often_and_but_for_bump_stays_as_often(stumble: int, cells: int) -> None:
    steps = steps_of(stumble)
    assert len(set(steps)) == cells
    assert ((0, 0) in steps) == (cells == 9)
    assert all(abs(steps.count(step) - 9_000 / cells) < 150 for step in set(steps))


def test_diagonal_moves_four_times_in_nine() -> None:
    steps = steps_of(codes.DIAGONAL)
    assert set(steps) == {(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)}
    assert abs(steps.count((0, 0)) - 5_000) < 250


def turns_of_confusion(ruleset: Ruleset, seed: int) -> int:
    """How many turns ten turns of confusion last, with the one in which the monster comes to."""
    scene = Scene("""
        #########
        #@#######
        ####...##
        ####.r.##
        ####...##
        #########
    """, ruleset, seed=seed)  # fmt: skip
    confuse(scene.enemy("r"), 11)
    turns = 0
    while scene.enemy("r").statuses[CONFUSED] > 0:
        scene.wait()
        turns += 1
    return turns


def test_the_turns_on_which_a_monster_falters_dont_count() -> None:
    ruleset = a_ruleset()
    ruleset.stumble = codes.BUMP
    assert {turns_of_confusion(ruleset, seed) for seed in range(9)} == {11}
    ruleset.stumble = codes.FALTER
    lasted = [turns_of_confusion(ruleset, seed) for seed in range(100)]
    assert min(lasted) == 11
    # 10 counted turns, of which eight in nine count, and one to come to; a standard deviation of 1.19.
    assert abs(sum(lasted) / len(lasted) - (10 * 9 / 8 + 1)) < 4 * 1.19 / 100**0.5


def test_who_falters_doesnt_strike() -> None:
    ruleset = a_ruleset()
    ruleset.stumble = codes.FALTER
    scene = Scene("""
        ###
        #r#
        ###
        ##@
    """, ruleset)  # fmt: skip
    confuse(scene.enemy("r"), 30)
    scene.wait(30)
    assert scene.enemy("r").hp == scene.enemy("r").stats[codes.MAX_HP]


@pytest.mark.parametrize(
    ("stumble", "attacks"), [(codes.BUMP, True), (codes.DRIFT, False), (codes.DIAGONAL, False), (codes.FALTER, True)]
)
def test_bump_and_falter_attack_a_hero_on_the_chosen_cell(stumble: int, attacks: bool) -> None:
    ruleset = a_ruleset()
    ruleset.stumble = stumble
    scene = Scene("#@r#", ruleset)
    confuse(scene.world.actors[0], 50)
    scene.wait(49)
    assert (scene.hero.hp < scene.hero.max_hp) == attacks


@pytest.mark.parametrize(("distance", "hp"), [(codes.EUCLID, 3), (codes.CHEBYSHEV, 0)])
def test_a_blast_is_round_or_square(distance: int, hp: int) -> None:
    ruleset = a_ruleset()
    ruleset.distance = distance
    scene = Scene("""
        #########
        #.....s.#
        #.......#
        #...s...#
        #.......#
        #@......#
        #########
    """, ruleset)  # fmt: skip
    corner, middle = scene.world.actors[:2]
    scene.give("*")
    scene.use(0, middle.cell)
    assert (corner.hp, middle.hp) == (hp, 0)


@pytest.mark.parametrize(("distance", "hits"), [(codes.EUCLID, False), (codes.CHEBYSHEV, True)])
def test_lightning_uses_the_rulesets_distance(distance: int, hits: bool) -> None:
    ruleset = a_ruleset()
    ruleset.distance = distance
    scene = Scene("""
        #######
        #....o#
        #.....#
        #.....#
        #.....#
        #@....#
        #######
    """, ruleset)  # fmt: skip
    scene.give("~")
    assert (scene.use(0) == DONE) == hits


@pytest.mark.parametrize("forgets", [0, 1])
def test_a_monster_that_loses_sight_follows_or_stops(forgets: int) -> None:
    ruleset = a_ruleset()
    ruleset.forgets = forgets
    scene = Scene("#@......r.#", ruleset)
    actor = scene.world.actors[0]
    scene.wait()
    assert (actor.goal == NOWHERE) == bool(forgets)


def test_rooms_that_share_a_wall_overlap_unless_they_may_touch() -> None:
    world = World()
    world.room_count = 1
    room = world.rooms[0]
    room.left, room.top, room.right, room.bottom = 10, 10, 16, 16
    assert overlaps_a_room(world, 16, 10, 22, 16, 0)
    assert not overlaps_a_room(world, 16, 10, 22, 16, 1)
    assert not overlaps_a_room(world, 17, 10, 22, 16, 0)
    assert overlaps_a_room(world, 15, 15, 22, 22, 1)
    assert not overlaps_a_room(world, 10, 16, 16, 22, 1)


@pytest.mark.parametrize(("percent", "healed"), [(0, 3), (50, 13), (100, 20)])
def test_the_stairs_heal_a_percentage_of_maximum_hp(percent: int, healed: int) -> None:
    ruleset = a_ruleset()
    ruleset.stairs_heal = percent
    scene = Scene("#@>#", ruleset)
    set_hp(scene.world, 3)
    scene.move(3)
    scene.descend()
    assert scene.hero.hp == healed


@pytest.mark.parametrize(("distance", "cells"), [(codes.EUCLID, 108), (codes.CHEBYSHEV, 120)])
def test_lightning_of_reach_5_covers_the_same_cells_as_the_tutorials(distance: int, cells: int) -> None:
    origin = 20 * WIDTH + 40
    squares = [squared_reach(cell, origin, distance == codes.CHEBYSHEV) for cell in range(CELLS) if cell != origin]
    assert len([square for square in squares if square < nearest_square(5)]) == cells


@pytest.mark.parametrize("pursuit", range(len(codes.PURSUIT_NAMES)), ids=codes.PURSUIT_NAMES)
def test_every_pursuit_reaches_the_hero_and_attacks(pursuit: int) -> None:
    ruleset = a_ruleset()
    ruleset.pursuit = pursuit
    scene = Scene("""
        ##########
        #@......r#
        #........#
        ##########
    """, ruleset)  # fmt: skip
    scene.wait(7)
    assert scene.enemy("r").cell == scene.at(2, 1)
    assert scene.hero.hp < scene.hero.max_hp


def scene_with_a_pillar(pursuit: int) -> Scene:
    ruleset = a_ruleset()
    ruleset.pursuit = pursuit
    return Scene("""
        #########
        #@..#.r.#
        #.......#
        #########
    """, ruleset)  # fmt: skip


@pytest.mark.parametrize(
    ("pursuit", "arrives"),
    [(codes.SIDESTEP, True), (codes.QUEUE, True), (codes.AVOID, True), (codes.STRAIGHT, False), (codes.TRODDEN, True)],
)
def test_only_straight_pursuit_is_stopped_by_a_wall(pursuit: int, arrives: bool) -> None:
    scene = scene_with_a_pillar(pursuit)
    scene.world.actors[0].goal = scene.hero.cell
    scene.wait(6)
    assert (steps_between(scene.enemy("r").cell, scene.hero.cell) == 1) == arrives


@pytest.mark.parametrize(
    ("dx", "dy", "step"),
    [
        (5, 0, (1, 0)),
        (5, 2, (1, 0)),
        (5, 3, (1, 1)),
        (4, 2, (1, 0)),
        (-3, -2, (-1, -1)),
        (-2, 6, (0, 1)),
        (1, -1, (1, -1)),
    ],
)
def test_a_straight_step_rounds_dx_and_dy_over_the_distance(dx: int, dy: int, step: tuple[int, int]) -> None:
    origin = 20 * WIDTH + 40
    distance = (dx * dx + dy * dy) ** 0.5
    assert (round(dx / distance), round(dy / distance)) == step
    assert straight_step(origin, origin + dy * WIDTH + dx) == origin + step[1] * WIDTH + step[0]


BLOCKED_CORRIDOR = """
    ###########
    #....sr...#
    #@...######
    #....######
    #....######
    ###########
"""
"""A sleeping slug blocks a rat's path, one cell from open ground."""


def after_pursuit(pursuit: int, turns: int, picture: str = BLOCKED_CORRIDOR) -> Scene:
    ruleset = a_ruleset()
    ruleset.pursuit = pursuit
    scene = Scene(picture, ruleset)
    scene.enemy("s").asleep = 1
    scene.enemy("r").goal = scene.hero.cell
    scene.wait(turns)
    return scene


@pytest.mark.parametrize("pursuit", range(len(codes.PURSUIT_NAMES)), ids=codes.PURSUIT_NAMES)
def test_no_monster_walks_through_another(pursuit: int) -> None:
    scene = after_pursuit(pursuit, 12)
    assert scene.enemy("r").cell == scene.at(6, 1)


A_ROOM_WITH_A_SLEEPER = """
    ############
    #..........#
    #@....s.r..#
    #..........#
    ############
"""


@pytest.mark.parametrize(
    ("pursuit", "arrives"),
    [(codes.SIDESTEP, True), (codes.QUEUE, False), (codes.AVOID, True), (codes.STRAIGHT, False), (codes.TRODDEN, True)],
)
def test_queue_and_straight_pursuit_wait_behind_another_monster(pursuit: int, arrives: bool) -> None:
    scene = after_pursuit(pursuit, 9, A_ROOM_WITH_A_SLEEPER)
    assert (steps_between(scene.enemy("r").cell, scene.hero.cell) == 1) == arrives
    if not arrives:
        assert scene.enemy("r").cell == scene.at(7, 2)


def test_avoid_pursuit_takes_a_detour_of_at_most_24_steps() -> None:
    def first_cell(picture: str) -> int:
        scene = after_pursuit(codes.AVOID, 1, picture)
        return scene.enemy("r").cell - scene.at(0, 0)

    # The detour by the lower corridor takes 13 steps.
    assert first_cell("""
        ############
        #@...s.r...#
        #.######.#.#
        #.######.#.#
        #........#.#
        ############
    """) == WIDTH * 2 + 8  # fmt: skip
    # More than 24 steps by the lower corridor, so it walks up to the sleeper instead.
    assert first_cell("""
        #################
        #@.........s.r..#
        #.###########.#.#
        #.###########.#.#
        #.###########.#.#
        #.###########.#.#
        #.###########.#.#
        #.###########.#.#
        #.###########.#.#
        #.............#.#
        #################
    """) == WIDTH + 12  # fmt: skip


class TestTroddenPursuit:
    """A cell costs 10 with somebody on it, 0 once somebody has left it, else 1, times the length of the step."""

    def test_follows_cells_that_somebody_has_left(self) -> None:
        def first_step(trodden: list[tuple[int, int]]) -> int:
            ruleset = a_ruleset()
            ruleset.pursuit = codes.TRODDEN
            scene = Scene("""
                ##########
                #........#
                #@......r#
                #........#
                ##########
            """, ruleset)  # fmt: skip
            for x, y in trodden:
                note_trodden(scene.world, scene.at(x, y))
            origin = scene.enemy("r").cell
            scene.wait()
            return scene.enemy("r").cell - origin

        assert first_step([]) == -1
        assert first_step([(x, 1) for x in range(1, 9)]) == -WIDTH - 1
        assert first_step([(x, 3) for x in range(1, 9)]) == WIDTH - 1

    def test_comes_to_the_hero_from_a_side_if_that_is_cheaper_than_from_a_corner(self) -> None:
        ruleset = a_ruleset()
        ruleset.pursuit = codes.TRODDEN
        scene = Scene("""
            #####
            #@..#
            #..r#
            #####
        """, ruleset)  # fmt: skip
        step = step_of_least_cost(scene.world, ruleset.enterable, scene.enemy("r").cell, scene.hero.cell)
        # The hero's own cell costs 10 from a side and 14.1 from a corner: 1.4 + 10 is less than 1 + 14.1.
        assert step == scene.at(2, 1)

    def test_notes_where_hero_and_monsters_were_until_they_leave_the_floor(self) -> None:
        ruleset = a_ruleset()
        ruleset.pursuit = codes.TRODDEN
        scene = Scene("#@.>..r#", ruleset)
        scene.move(E)
        scene.move(E)
        trodden = {x for x in range(8) if is_trodden(scene.world, scene.at(x, 1))}
        assert trodden == {1, 2, 6, 5}
        scene.descend()
        assert not any(scene.world.trodden)

    def test_notes_where_somebody_died(self) -> None:
        ruleset = a_ruleset()
        ruleset.pursuit = codes.TRODDEN
        scene = Scene("#@r.#", ruleset)
        scene.world.actors[0].hp = 1
        scene.move(E)
        assert is_trodden(scene.world, scene.at(2, 1))

    def test_notes_nothing_with_another_pursuit(self) -> None:
        scene = Scene("#@..#")
        scene.move(E)
        assert not any(scene.world.trodden)

    def test_leaves_the_memory_of_searches_clean(self) -> None:
        scene = after_pursuit(codes.TRODDEN, 3, A_ROOM_WITH_A_SLEEPER)
        assert not any(scene.world.search.came_from)

    def test_takes_a_shortest_path_far_from_the_goal(self) -> None:
        scene = after_pursuit(codes.TRODDEN, 1, f"""
            {"#" * 32}
            #@{"." * 28}r#
            #{"." * 12}s{"." * 17}#
            {"#" * 32}
        """)  # fmt: skip
        assert scene.enemy("r").cell == scene.at(29, 1)


HERO_ALONE = "#@.........#"


@pytest.mark.parametrize(
    ("needs", "thrown"), [(codes.NEEDS_ANYONE, False), (codes.NEEDS_ENEMY, False), (codes.NEEDS_NOTHING, True)]
)
def test_a_fireball_that_hits_nothing_is_refused_or_wasted(needs: int, thrown: bool) -> None:
    ruleset = a_ruleset()
    ability_of(ruleset, "*").needs = needs
    scene = Scene(HERO_ALONE, ruleset)
    scene.give("*")
    throw = action(USE, 0, scene.at(6, 1))
    if thrown:
        assert scene.act(throw) == DONE
        assert scene.inventory() == "....."
    else:
        assert scene.refuse(throw) == NOTHING_IN_BLAST


@pytest.mark.parametrize(
    ("needs", "thrown"), [(codes.NEEDS_ANYONE, True), (codes.NEEDS_ENEMY, False), (codes.NEEDS_NOTHING, True)]
)
def test_a_fireball_that_hits_only_the_hero_is_refused_if_it_needs_an_enemy(needs: int, thrown: bool) -> None:
    ruleset = a_ruleset()
    ability_of(ruleset, "*").needs = needs
    scene = Scene(HERO_ALONE, ruleset)
    scene.give("*")
    throw = action(USE, 0, scene.at(2, 1))
    if thrown:
        assert scene.act(throw) == DONE
        assert scene.hero.hp < scene.hero.max_hp
    else:
        assert scene.refuse(throw) == NOTHING_IN_BLAST


def test_a_fireball_that_needs_its_caster_is_refused_beyond_its_radius() -> None:
    ruleset = a_ruleset()
    ability_of(ruleset, "*").needs = codes.NEEDS_CASTER
    scene = Scene("#@..s......#", ruleset)
    scene.give("*", "*")
    assert scene.refuse(action(USE, 0, scene.at(4, 1))) == CASTER_NOT_IN_BLAST
    assert scene.act(action(USE, 0, scene.at(3, 1))) == DONE
    assert scene.hero.hp < scene.hero.max_hp
    assert scene.enemy("s").hp < scene.enemy("s").stats[codes.MAX_HP]


class TestFreeItemActions:
    """Picking up, using and dropping an item take no time if the ruleset says so."""

    def scene(self, free: int) -> Scene:
        ruleset = a_ruleset()
        ruleset.free_item_actions = free
        scene = Scene("#@r..#", ruleset)
        set_hp(scene.world, 10)
        scene.give("!", "!")
        return scene

    @pytest.mark.parametrize("free", [0, 1])
    def test_using_dropping_and_picking_up(self, free: int) -> None:
        scene = self.scene(free)
        for number, does in enumerate((lambda: scene.use(0), lambda: scene.drop(1), scene.pick_up), 1):
            assert does() == DONE
            assert scene.world.turn == (0 if free else number)
        assert len(scene.events(HIT)) == (0 if free else 3)

    def test_a_step_takes_its_turn_all_the_same(self) -> None:
        scene = self.scene(1)
        scene.wait()
        scene.move(E)
        assert scene.world.turn == 2

    def test_a_hero_who_cannot_act_waits(self) -> None:
        scene = self.scene(1)
        status = add_status(scene.ruleset, conditions=codes.CANNOT_ACT)
        give_status(scene.world, scene.ruleset, HERO_ROW, status, 2, HERO)
        scene.use(0)
        assert scene.world.turn == 1


class TestAutoEquip:
    """Equipment that is picked up is equipped if its slot is empty and the ruleset says so."""

    def test_fills_an_empty_slot_and_leaves_a_full_one(self) -> None:
        ruleset = a_ruleset()
        ruleset.auto_equip = 1
        scene = Scene("#@//#", ruleset)
        for _ in range(2):
            scene.move(E)
            scene.pick_up()
        assert scene.inventory()[:2] == "//"
        assert scene.inventory()[:2] == "//"
        assert scene.equipped() == "/"

    def test_leaves_potions_alone(self) -> None:
        ruleset = a_ruleset()
        ruleset.auto_equip = 1
        scene = Scene("#@!#", ruleset)
        scene.move(E)
        scene.pick_up()
        assert scene.equipped() == ""

    def test_is_left_to_the_player_elsewhere(self) -> None:
        scene = Scene("#@/#")
        scene.move(E)
        scene.pick_up()
        assert scene.equipped() == ""


@pytest.mark.parametrize("name", ["explorer", "tactician"])
def test_careful_bots_go_to_a_stuck_enemy(name: str) -> None:
    ruleset = a_ruleset()
    ruleset.pursuit, ruleset.forgets = codes.STRAIGHT, 1
    scene = Scene("""
        ############
        ####.......#
        #..........#
        #.@..#.....#
        #....#r....#
        #....#######
        ############
    """, ruleset)  # fmt: skip
    set_stat(scene.world, codes.MAX_HP, 60)
    set_hp(scene.world, 60)
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 1)
    for _ in range(120):
        scene.act(choose_action(find_bot(name).number, scene.hero, scene.ruleset, mind, imagined))
    assert scene.world.actors[0].hp == 0


def with_a_rat_on_the_hero() -> Scene:
    scene = Scene("""
        #######
        #..@..#
        #....>#
        #######
    """)
    scene.put("r", scene.hero.cell)
    return scene


def test_a_monster_on_the_heros_cell_attacks_and_can_be_attacked_after_the_hero_steps_off() -> None:
    scene = with_a_rat_on_the_hero()
    assert scene.hero.visible_monster_count == 1
    scene.wait()
    assert scene.hero.hp == HERO_HP - 2
    scene.move(E)
    assert scene.hero.cell == scene.at(4, 1)
    assert scene.enemy("r").cell == scene.at(3, 1)
    scene.move(W)
    assert scene.enemy("r").hp == 2


def test_scrolls_hit_a_monster_on_the_heros_cell() -> None:
    scene = with_a_rat_on_the_hero()
    scene.give("?", "~")
    assert scene.use(0, scene.hero.cell) == DONE
    assert scene.enemy("r").statuses[CONFUSED] > 0
    assert scene.use(1) == DONE
    assert scene.enemy("r").hp == 0


@pytest.mark.parametrize("notice", [0, 5])
def test_a_sleeper_on_the_heros_cell_may_notice(notice: int) -> None:
    ruleset = a_ruleset()
    ruleset.monsters[kind_of("r")].notice = notice
    scene = Scene("#@#", ruleset)
    scene.put("r", scene.hero.cell)
    scene.enemy("r").asleep = 1
    scene.wait()
    assert scene.enemy("r").asleep == (notice == 0)


@pytest.mark.parametrize("name", ["brawler", "diver", "masher", "explorer", "tactician"])
def test_every_bot_steps_off_a_monster_on_its_cell(name: str) -> None:
    scene = with_a_rat_on_the_hero()
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 1)
    for _ in range(8):
        scene.act(choose_action(find_bot(name).number, scene.hero, scene.ruleset, mind, imagined))
    assert scene.enemy("r").hp < 5 or steps_between(scene.enemy("r").cell, scene.hero.cell) > 1
    assert scene.hero.hp > HERO_HP - 10


@pytest.mark.parametrize(("reaction", "strikes_first"), [(codes.AT_ONCE, True), (codes.LATE, False)])
def test_late_monsters_react_to_the_view_before_the_heros_move(reaction: int, strikes_first: bool) -> None:
    ruleset = a_ruleset()
    ruleset.reaction = reaction
    scene = Scene("#@........r#", ruleset)
    scene.move(E)
    assert not scene.hero.visible[scene.enemy("r").cell]
    scene.move(E)
    assert scene.hero.visible[scene.enemy("r").cell]
    assert (scene.enemy("r").cell == scene.at(9, 1)) == (reaction == codes.AT_ONCE)
    while not scene.events(HIT):
        scene.move(E)
    assert (scene.events(HIT)[0].whom == HERO) == strikes_first


@pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
def test_the_field_of_view_has_the_rulesets_shape(fov: int) -> None:
    ruleset = a_ruleset()
    ruleset.fov = fov
    scene = Scene("#@...............#", ruleset)
    reach = 7 if fov in (SYMMETRIC, RECURSIVE) else 8
    assert [scene.hero.visible[scene.at(1 + distance, 1)] for distance in (reach, reach + 1)] == [1, 0]
