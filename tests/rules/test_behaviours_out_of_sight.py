"""What monsters do while they see no enemy: roam, guard, follow a leader or a trail, rest; and what makes them stir."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from scenes import E
from steep.core.geometry import NOWHERE, steps_between
from steep.core.random_streams import SPAWNS
from steep.core.ruleset import BEHAVES, MAX_ABILITIES, MAX_KINDS, STEALTH
from steep.core.world import FLEES, LEADER, POST, ROAMS, TRAIL, Actor
from steep.mapgen.draw_and_place_spawns import ANY_THREAT, follow_leader, place_spawn
from steep.rules.monsters import monster_turns as monsters
from steep.rules.monsters.behaviours import living_leader
from steep.rules.perceived_events import DAMAGED, cause_of
from toml_scenes import TomlScene

HALL = "#@...r.........#"

TWO_ROOMS = """
    ######################
    #.....##########.#..@#
    #..r...........#.#...#
    #.....#####.####.#...#
    ###########.####.#####
    ########.......#.#
    ########.......#.#
    ########.......#.#
    ################.#
"""
"""Two rooms and the tunnel between them, and a hero in a cell of its own."""

BEND = """
    ##################
    #@...r...........#
    ################.#
    #................#
    ##################
"""


def rat(keys: str, more: str = "") -> str:
    """A piece of a ruleset: the rat's keys, and more."""
    return f"{more}\n[monsters.rat]\n{keys}"


def in_two_rooms(piece: str, seed: int = 1) -> TomlScene:
    """A scene of TWO_ROOMS with its rooms in the table of rooms."""
    scene = TomlScene(TWO_ROOMS, piece, seed=seed)
    for number, (left, top, right, bottom) in enumerate(((0, 0, 6, 4), (7, 4, 15, 8))):
        room = scene.world.rooms[number]
        corner = scene.at(0, 0)
        room.left, room.right = corner % 80 + left, corner % 80 + right
        room.top, room.bottom = corner // 80 + top, corner // 80 + bottom
    scene.world.room_count = 2
    return scene


def cells_of(scene: TomlScene, actor: Actor, turns: int) -> list[int]:
    """Where a monster is after each of some turns."""
    cells = []
    for _ in range(turns):
        scene.wait()
        assert scene.fault() == ""
        cells.append(actor.cell)
    return cells


def put_hero(scene: TomlScene, cell: int) -> None:
    """Put the hero on another cell."""
    scene.hero.cell = cell
    scene.update_fov()


class TestWanders:
    @pytest.mark.parametrize("seed", range(3))
    def test_goes_from_room_to_room_and_back(self, seed: int) -> None:
        scene = in_two_rooms(rat("wanders = 100"), seed)
        cells = cells_of(scene, scene.monster("r"), 80)
        assert {scene.at(3, 2), scene.at(11, 6)} <= set(cells)
        assert all(steps_between(*pair) <= 1 for pair in pairwise(cells))

    def test_rests_in_the_other_turns(self) -> None:
        scene = in_two_rooms(rat("wanders = 10"))
        cells = cells_of(scene, scene.monster("r"), 200)
        rests = sum(one == other for one, other in pairwise(cells))
        assert scene.at(11, 6) in cells
        assert 40 <= rests <= 160

    def test_who_does_not_stands_still_and_draws_nothing(self) -> None:
        scene = in_two_rooms("")
        before = list(scene.world.random)
        assert set(cells_of(scene, scene.monster("r"), 20)) == {scene.at(3, 2)}
        assert list(scene.world.random) == before

    def test_two_that_meet_in_a_tunnel_do_not_block_each_other_for_good(self) -> None:
        scene = in_two_rooms(rat("wanders = 100"))
        scene.put("r", scene.at(10, 2))
        seen: list[set[int]] = [set(), set()]
        for _ in range(400):
            scene.wait()
            for number in range(2):
                seen[number].add(scene.monster("r", number).cell)
        assert all({scene.at(3, 2), scene.at(11, 6)} <= cells for cells in seen)

    def test_forgets_its_way_when_it_sees_the_hero(self) -> None:
        scene = in_two_rooms(rat("wanders = 100"))
        wolf = scene.monster("r")
        cells_of(scene, wolf, 5)
        assert wolf.memory[ROAMS] == 1
        put_hero(scene, scene.at(11, 2))
        scene.wait()
        assert (wolf.memory[ROAMS], wolf.goal) == (0, scene.hero.cell)


class TestLosesTrail:
    @pytest.mark.parametrize("turns", [0, 4])
    def test_follows_the_hero_out_of_sight_for_so_many_turns(self, turns: int) -> None:
        scene = TomlScene(BEND, rat(f"loses_trail = {turns}"))
        hunter = scene.monster("r")
        scene.wait()
        seen_at = scene.hero.cell
        put_hero(scene, scene.at(1, 3))
        goals = []
        for _ in range(turns):
            scene.wait()
            goals.append(hunter.goal)
        assert goals == [scene.at(1, 3)] * turns
        put_hero(scene, scene.at(4, 3))
        scene.wait()
        assert hunter.goal == (scene.at(1, 3) if turns else seen_at)
        assert hunter.memory[TRAIL] == 0

    def test_also_where_others_forget_the_hero_at_once(self) -> None:
        for keys, cell in (("loses_trail = 5", 6), ("", 4)):
            scene = TomlScene(BEND, rat(keys, '[rules]\nlost_sight = "stand"'))
            scene.wait()
            put_hero(scene, scene.at(1, 3))
            scene.wait(2)
            assert scene.monster("r").cell == scene.at(cell, 1)


class TestGuards:
    def test_goes_back_to_its_post_when_it_has_lost_the_hero(self) -> None:
        scene = TomlScene(BEND, rat("guards = true"))
        sentry = scene.monster("r")
        scene.wait(2)
        assert sentry.cell == scene.at(3, 1)
        put_hero(scene, scene.at(1, 3))
        cells = cells_of(scene, sentry, 9)
        assert scene.at(1, 1) in cells
        assert cells[-2:] == [scene.at(5, 1)] * 2

    def test_has_its_post_where_it_was_placed(self) -> None:
        scene = TomlScene(HALL, rat("guards = true"))
        assert scene.monster("r").memory[POST] == scene.at(5, 1)


class TestAmbush:
    def test_waits_until_the_hero_is_near(self) -> None:
        scene = TomlScene(HALL, rat("ambush = 2"))
        lurker = scene.monster("r")
        assert set(cells_of(scene, lurker, 5)) == {scene.at(5, 1)}
        scene.move(E)
        assert lurker.cell == scene.at(5, 1)
        scene.move(E)
        assert (lurker.cell, scene.hero.cell) == (scene.at(4, 1), scene.at(3, 1))

    def test_comes_when_it_is_hurt(self) -> None:
        scene = TomlScene(HALL, rat("ambush = 2"))
        scene.wound(scene.monster("r"), 9)
        assert cells_of(scene, scene.monster("r"), 2) == [scene.at(4, 1), scene.at(3, 1)]

    def test_pursues_who_gets_away_again(self) -> None:
        scene = TomlScene(HALL, rat("ambush = 2", '[rules]\nlost_sight = "stand"'))
        scene.move(E, E)
        put_hero(scene, scene.at(10, 1))
        assert cells_of(scene, scene.monster("r"), 2) == [scene.at(5, 1), scene.at(6, 1)]


class TestReturnsAbove:
    KEYS = "flees_below = 50\nreturns_above = 80\nregeneration = 100"

    def test_flees_until_it_has_recovered(self) -> None:
        scene = TomlScene(HALL, rat(self.KEYS))
        coward = scene.monster("r")
        scene.wound(coward, 3)
        cells = cells_of(scene, coward, 7)
        assert cells == [scene.at(x, 1) for x in (6, 7, 8, 9, 8, 7, 6)]
        assert coward.hp == 10

    def test_rests_out_of_sight_and_then_comes_back(self) -> None:
        scene = TomlScene(BEND, rat(self.KEYS))
        coward = scene.monster("r")
        scene.wound(coward, 1)
        scene.wait()
        put_hero(scene, scene.at(1, 3))
        at = coward.cell
        assert cells_of(scene, coward, 5) == [at] * 5
        assert coward.conditions & FLEES
        assert cells_of(scene, coward, 2) == [at - 1, at - 2]
        assert coward.conditions & FLEES == 0

    def test_a_status_does_not_end_it(self) -> None:
        scene = TomlScene(HALL, rat(self.KEYS))
        scene.wound(scene.monster("r"), 3)
        scene.wait()
        scene.afflict(scene.monster("r"), "slowed", 1)
        scene.wait()
        assert scene.monster("r").conditions & FLEES
        assert scene.fault() == ""


class TestErratic:
    def test_moves_at_random_without_an_enemy_too(self) -> None:
        scene = in_two_rooms(rat("erratic = 100"))
        assert len(set(cells_of(scene, scene.monster("r"), 30))) > 5


PACK = """
[packs.band]
leader = "ogre"
members = [{ kind = "rat", count = 3 }]
follows_leader = true
"""


def band(piece: str = "") -> TomlScene:
    """An ogre with three rats in the first room."""
    scene = in_two_rooms(PACK + piece)
    scene.monster("r").hp = 0
    scene.world.occupant[scene.at(3, 2)] = 0
    assert place_spawn(scene.world, scene.ruleset, MAX_KINDS, scene.at(2, 2), ANY_THREAT, SPAWNS) > 0
    return scene


def rats(scene: TomlScene) -> list[Actor]:
    """The living rats."""
    return [actor for actor in scene.actors() if actor.hp == 10]


class TestFollowsLeader:
    def test_members_go_where_their_leader_goes(self) -> None:
        scene = band("[monsters.ogre]\nwanders = 100")
        ogre = scene.monster("o")
        visited = set()
        for _ in range(120):
            scene.wait()
            visited |= {actor.cell for actor in rats(scene)}
            assert all(steps_between(actor.cell, ogre.cell) <= 8 for actor in rats(scene))
        assert any(cell // 80 >= scene.at(0, 5) // 80 for cell in visited)
        assert scene.fault() == ""

    def test_and_stay_within_two_steps_of_one_that_stands(self) -> None:
        scene = band()
        scene.wait(5)
        assert [steps_between(actor.cell, scene.monster("o").cell) for actor in rats(scene)] == [1, 1, 1]

    def test_they_sleep_and_wake_with_it(self) -> None:
        scene = band("[monsters.ogre]\nasleep = 100")
        assert [actor.asleep for actor in (scene.monster("o"), *rats(scene))] == [1, 1, 1, 1]
        scene.wait(3)
        assert [actor.asleep for actor in rats(scene)] == [1, 1, 1]
        scene.monster("o").asleep = 0
        scene.wait()
        assert [actor.asleep for actor in rats(scene)] == [0, 0, 0]

    def test_without_the_key_each_is_on_its_own(self) -> None:
        scene = in_two_rooms(PACK.replace("true", "false"))
        assert place_spawn(scene.world, scene.ruleset, MAX_KINDS, scene.at(10, 6), ANY_THREAT, SPAWNS) > 0
        assert [int(actor.memory[LEADER]) for actor in rats(scene)] == [0, 0, 0, 0]

    def test_they_survive_its_death_on_their_own(self) -> None:
        scene = band("[monsters.rat]\nwanders = 100")
        ogre = scene.monster("o")
        scene.world.occupant[ogre.cell] = ogre.hp = 0
        scene.wait(40)
        assert [int(actor.memory[LEADER]) for actor in rats(scene)] == [0, 0, 0]
        assert len({actor.cell for actor in rats(scene)} | {scene.at(3, 2)}) > 1
        assert scene.fault() == ""

    def test_and_see_the_hero_first_only_once(self) -> None:
        piece = """
            [abilities.shout]
            trigger = "arrive"
            shape = "self"
            effects = [{ status = "hasted", turns = 1 }]
            [monsters.rat]
            abilities = ["shout"]
        """
        scene = TomlScene("#@....r...o#", piece)
        rat, ogre = scene.monster("r"), scene.monster("o")
        follow_leader(scene.world, scene.row_of(rat), scene.row_of(ogre))
        scene.wait()
        scene.world.occupant[ogre.cell] = ogre.hp = 0
        put_hero(scene, scene.world.hero.cell)
        living_leader(scene.world, scene.ruleset, rat)
        assert rat.triggers == 0

    def test_they_leave_it_for_the_hero(self) -> None:
        scene = TomlScene("#@....r...o#", "[monsters.ogre]\nstays = true")
        follow_leader(scene.world, scene.row_of(scene.monster("r")), scene.row_of(scene.monster("o")))
        scene.wait(3)
        assert scene.monster("r").cell == scene.at(3, 1)


class TestNoise:
    WALLED = "#@r.#.o.....o.#"
    """Rats to hit, and ogres behind a wall."""

    @pytest.mark.parametrize(("steps", "awake"), [(0, [0, 0]), (3, [0, 0]), (4, [1, 0]), (10, [1, 1])])
    def test_attacks_wake_sleepers_within_so_many_steps(self, steps: int, awake: list[int]) -> None:
        scene = TomlScene(self.WALLED, f"[rules]\nattack_noise = {steps}\n[monsters.ogre]\nasleep = 100")
        scene.move(E)
        assert [1 - scene.monster("o", number).asleep for number in range(2)] == awake

    def test_who_is_awake_comes_to_look(self) -> None:
        scene = TomlScene("#########\n#@r.#.o.#\n#...#...#\n#.......#\n#########", "[rules]\nattack_noise = 9")
        put_hero(scene, scene.at(1, 1))
        ogre = scene.monster("o")
        ogre.goal = NOWHERE
        scene.move(E)
        assert ogre.goal == scene.hero.cell
        assert ogre.cell != scene.at(6, 1)

    def test_an_ability_makes_the_noise_it_says(self) -> None:
        for steps, asleep in ((5, 0), (4, 1)):
            piece = f"""
                [abilities.shout]
                shape   = "self"
                noise   = {steps}
                effects = [{{ status = "hasted", turns = 3 }}]
                [items.horn]
                glyph     = "("
                abilities = ["shout"]
                [monsters.ogre]
                asleep = 100
            """
            scene = TomlScene(self.WALLED, piece)
            scene.use_on("(", scene.hero.cell)
            assert scene.monster("o").asleep == asleep

    def test_who_lies_in_wait_stays_and_who_roams_turns_around(self) -> None:
        scene = TomlScene(self.WALLED, "[rules]\nattack_noise = 20\n[monsters.ogre]\nambush = 2")
        scene.move(E)
        assert scene.monster("o").goal == NOWHERE
        scene = TomlScene(self.WALLED, "[rules]\nattack_noise = 20\n[monsters.ogre]\nwanders = 100")
        scene.monster("o", 1).goal, scene.monster("o", 1).memory[ROAMS] = scene.at(13, 1), 1
        scene.move(E)
        assert scene.monster("o", 1).memory[ROAMS] == 0


class TestStealth:
    @pytest.mark.parametrize(("stealth", "notice"), [(0, 5), (2, 3), (5, 0), (9, 0), (-3, 8), (-1000, 80)])
    def test_is_subtracted_from_the_distance_at_which_sleepers_notice(
        self, monkeypatch: pytest.MonkeyPatch, stealth: int, notice: int
    ) -> None:
        steps, woken = 3, 0
        piece = f"[hero]\nstealth = {stealth}\n" + rat("asleep = 100\nnotice = 5")
        for ticket in range(notice):
            monkeypatch.setattr(monsters, "below", fixed_draw(ticket, notice))
            scene = TomlScene("#@..r#", piece)
            scene.wait()
            woken += scene.monster("r").asleep == 0
        chance = Fraction(max(0, notice + 1 - steps), notice) if notice else Fraction(0)
        assert Fraction(woken, notice or 1) == chance

    @pytest.mark.parametrize(
        ("piece", "gain"),
        [
            ('[items.boots]\nglyph = "["\nslot = "ring"\nstealth = 2', 2),
            ("[statuses.hasted]\nstealth = -4", -4),
            ("", 0),
        ],
    )
    def test_is_changed_by_equipment_and_statuses(self, piece: str, gain: int) -> None:
        scene = TomlScene(HALL, f"[hero]\nstealth = 1\n{piece}")
        if "items" in piece:
            scene.wear("[")
        if "statuses" in piece:
            scene.afflict(scene.body, "hasted", 5)
        assert scene.hero.stats[STEALTH] == 1 + gain

    def test_can_be_a_choice_of_a_level_up(self) -> None:
        piece = '[level_up]\nbase = 4\nchoices = [{ stat = "stealth", amount = 3 }]'
        scene = TomlScene("#@r.#", piece)
        scene.wound(scene.monster("r"), 1)
        scene.move(E)
        scene.choose(0)
        assert scene.hero.stats[STEALTH] == 3
        assert scene.messages()[-1] == "Your stealth rises by 3."


def fixed_draw(ticket: int, sides: int) -> Callable[..., int]:
    """A generator that always draws the same of so many."""

    def draw(random: object, stream: int, bound: int) -> int:
        assert bound == sides
        return ticket

    return draw


EXPLODES = """
    [abilities.explode]
    trigger = "death"
    shape   = "burst"
    radius  = 1
    effects = [{ damage = 3 }]
    [monsters.rat]
    abilities = ["explode"]
"""


@pytest.mark.parametrize(
    ("picture", "told"),
    [("#######\n#@..ro#\n#######", True), ("#########\n#@.##.ro#\n#########", False)],
    ids=["in view", "behind a wall"],
)
def test_what_harms_monsters_is_told_only_where_the_hero_sees_them(picture: str, told: bool) -> None:
    scene = TomlScene(picture, EXPLODES)
    rat, ogre = scene.monster("r"), scene.monster("o")
    scene.afflict(rat, "poisoned", 5)
    scene.afflict(ogre, "held", 5)
    scene.wound(rat, 1)
    scene.wait()
    assert (rat.hp, ogre.hp) == (0, 27)
    causes = [cause_of(event.detail) for event in scene.events(DAMAGED)]
    assert causes == ([MAX_ABILITIES + scene.status("poisoned"), 0] if told else [])


class TestWhatNoMonsterCanRemember:
    @pytest.mark.parametrize(
        ("keys", "memory", "value"),
        [
            ("", LEADER, 1),
            ("", LEADER, 99),
            ("", POST, 900),
            ("guards = true", POST, 0),
            ("", TRAIL, 1),
            ("loses_trail = 3", TRAIL, 4),
            ("", ROAMS, 1),
            ("wanders = 5", ROAMS, 2),
        ],
    )
    def test_is_found(self, keys: str, memory: int, value: int) -> None:
        scene = TomlScene(HALL, rat(keys))
        assert scene.fault() == ""
        scene.monster("r").memory[memory] = value
        assert "memory" in scene.fault()

    def test_nor_may_it_follow_itself_flee_for_no_reason_or_be_the_hero(self) -> None:
        scene = TomlScene(HALL, rat("wanders = 5"))
        follow_leader(scene.world, 0, 0)
        assert "memory" in scene.fault()
        scene = TomlScene(HALL, rat(""))
        scene.monster("r").triggers |= BEHAVES
        assert scene.fault() == ""
        scene.monster("r").conditions |= FLEES
        scene.update_fov()
        assert "memory" in scene.fault()
        scene = TomlScene(HALL, rat(""))
        scene.body.memory[TRAIL] = 1
        assert "memory" in scene.fault()
