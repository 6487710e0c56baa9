"""Bots open doors, fetch keys, choose between treasures, go down chasms and keep out of harm."""

from __future__ import annotations

import pytest

import keys_and_treasures
from keys_and_treasures import put
from scenes import set_hp
from steep.bots.between_fights import PATIENCE
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BRAWLER, DIVER, EXPLORER, MASHER, TACTICIAN, choose_action
from steep.core.world import PLAYING
from steep.rules.perceived_events import FELL, OPENED
from steep.rules.terrain import set_terrain
from toml_scenes import TomlScene

TERRAIN = keys_and_treasures.TERRAIN | {":": "chasm", "^": "fire", "c": "coals", ",": "slime"}

KINDS = f"""
    rules.finds = 0
    {keys_and_treasures.KINDS}

    [terrain.coals]
    glyph     = "^"
    abilities = ["burning_fire"]

    [abilities.miring]
    trigger = "enter"
    shape   = "self"
    effects = [{{ status = "slowed", turns = 2 }}]

    [terrain.slime]
    glyph     = ","
    abilities = ["miring"]

    [items.dagger]
    glyph = "d"
    slot  = "weapon"
    power = 1
"""

EXPLORERS = [EXPLORER, TACTICIAN]
ALL = [DIVER, BRAWLER, MASHER, *EXPLORERS]


def play(scene: TomlScene, bot: int, turns: int) -> None:
    """Let a bot play some turns, or until the hero leaves the floor."""
    mind, imagined, floor = BotMemory(), ImaginedState(), scene.world.floor
    start_mind(mind, 1)
    for _ in range(turns):
        if scene.world.outcome != PLAYING or scene.world.floor != floor:
            break
        scene.act(choose_action(bot, scene.hero, scene.ruleset, mind, imagined))


def lay(scene: TomlScene, cell: int, key: str) -> None:
    """Change the terrain of a cell."""
    set_terrain(scene.world, scene.ruleset, cell, [kind.key for kind in scene.book.terrain].index(key))
    scene.update_fov()


def underfoot(scene: TomlScene) -> str:
    """The terrain that the hero stands on."""
    return scene.book.terrain[scene.world.tiles[scene.hero.cell]].key


def inventory(scene: TomlScene) -> set[str]:
    return {scene.book.items[slot.kind - 1].key for slot in scene.hero.inventory if slot.kind}


class TestKeys:
    @pytest.mark.parametrize("bot", EXPLORERS)
    def test_a_key_is_fetched_and_the_known_door_that_it_opens_is_opened(self, bot: int) -> None:
        scene = TomlScene(
            """
            ##############
            #@...L...h...#
            #....#########
            #............#
            ############k#
            ##############
        """,
            KINDS,
            terrain=TERRAIN,
        )
        play(scene, bot, 60)
        assert [event.what for event in scene.events(OPENED)] == [OPENED]
        assert inventory(scene) == {"herb"}

    @pytest.mark.parametrize("bot", EXPLORERS)
    def test_a_key_is_taken_even_if_its_door_is_not_known_yet(self, bot: int) -> None:
        scene = TomlScene(
            """
            ###############
            #@...k........#
            #############.#
            ##h..L........#
            ###############
        """,
            KINDS,
            terrain=TERRAIN,
        )
        play(scene, bot, 60)
        assert inventory(scene) == {"herb"}

    @pytest.mark.parametrize("bot", ALL)
    def test_a_locked_door_does_not_hold_up_who_has_no_key(self, bot: int) -> None:
        scene = TomlScene(
            """
            ##########
            #@...L..h#
            #....#####
            #...>#####
            ##########
        """,
            KINDS,
            terrain=TERRAIN,
        )
        play(scene, bot, 25)
        assert scene.world.floor == 2
        assert not scene.events(OPENED)


class TestTreasures:
    @pytest.mark.parametrize("bot", EXPLORERS)
    @pytest.mark.parametrize("order", ["dsh", "hsd", "sdh", "dhs"])
    def test_of_several_treasures_the_one_that_is_worth_most_is_taken(self, bot: int, order: str) -> None:
        picture = """
            #########
            #@......#
            #.1.2.3.#
            #.......#
            #########
        """
        scene = TomlScene(picture.replace("1", "_").replace("2", "_").replace("3", "_"), KINDS, terrain=TERRAIN)
        for column, sign in zip((2, 4, 6), order, strict=True):
            put(scene, sign, scene.at(column, 2))
        play(scene, bot, 30)
        assert inventory(scene) == {"sword"}
        assert sorted(scene.tile(x, 2) for x in (2, 4, 6)) == ["altar", "cage", "cage"]

    def test_what_is_worth_most_depends_on_what_the_hero_has(self) -> None:
        scene = TomlScene(
            """
            #########
            #@......#
            #..._._.#
            #########
        """,
            KINDS,
            terrain=TERRAIN,
        )
        put(scene, "d", scene.at(4, 2))
        put(scene, "h", scene.at(6, 2))
        scene.wear("s")
        play(scene, EXPLORER, 20)
        assert inventory(scene) == {"sword", "herb"}


class TestChasms:
    @pytest.mark.parametrize("bot", ALL)
    def test_a_chasm_is_a_way_down_where_no_stairs_are_known(self, bot: int) -> None:
        scene = TomlScene(
            """
            ##########
            #@...::..#
            #....::..#
            ##########
        """,
            KINDS,
            terrain=TERRAIN,
        )
        play(scene, bot, 40)
        assert scene.world.floor == 2
        assert scene.events(FELL)

    def test_the_diver_takes_the_nearer_way_down(self) -> None:
        near_stairs = "#.>@...::#"
        near_chasm = "#>....@.:#"
        for picture, falls in ((near_stairs, False), (near_chasm, True)):
            scene = TomlScene(picture, KINDS, terrain=TERRAIN)
            play(scene, DIVER, 10)
            assert scene.world.floor == 2
            assert bool(scene.events(FELL)) == falls

    def test_nobody_jumps_whom_the_fall_could_kill(self) -> None:
        scene = TomlScene("#@...:..#", KINDS, terrain=TERRAIN)
        set_hp(scene.world, 3)
        play(scene, DIVER, 30)
        assert scene.world.floor == 1

    def test_who_is_losing_flees_down_a_chasm(self) -> None:
        scene = TomlScene("#:.@....o.#", KINDS, terrain=TERRAIN)
        set_hp(scene.world, 5)
        play(scene, EXPLORER, 5)
        assert scene.world.floor == 2
        assert scene.world.outcome == PLAYING


class TestHarm:
    @pytest.mark.parametrize("bot", ALL)
    def test_who_stands_in_fire_leaves_it(self, bot: int) -> None:
        scene = TomlScene(
            """
            ########
            #cccc..#
            #c@cc..#
            #cccc.>#
            ########
        """,
            KINDS,
            terrain=TERRAIN,
        )
        lay(scene, scene.hero.cell, "coals")
        play(scene, bot, 3)
        assert underfoot(scene) == "floor"

    @pytest.mark.parametrize("bot", ALL)
    def test_a_fire_that_will_burn_out_is_waited_for(self, bot: int) -> None:
        scene = TomlScene("#@..^...>#", KINDS, terrain=TERRAIN)
        hp = int(scene.body.hp)
        play(scene, bot, 60)
        assert scene.world.floor == 2
        assert scene.body.hp == hp

    @pytest.mark.parametrize("bot", ALL)
    def test_harm_is_crossed_in_the_end_where_it_is_the_only_way(self, bot: int) -> None:
        scene = TomlScene("#@..=...>#", KINDS, terrain=TERRAIN)
        play(scene, bot, 60)
        assert scene.world.floor == 2
        assert scene.hero.turn > PATIENCE

    def test_an_enemy_beyond_it_that_does_not_come_is_not_waited_for_for_ever(self) -> None:
        scene = TomlScene("#@..=...r.>#", "monsters.rat = { stays = true, power = 4 }" + KINDS, terrain=TERRAIN)
        play(scene, EXPLORER, 260)
        assert scene.world.floor == 2

    @pytest.mark.parametrize("bot", EXPLORERS)
    def test_a_way_round_through_what_takes_no_hp_is_taken_where_the_shortest_would_kill(self, bot: int) -> None:
        scene = TomlScene(
            """
            #############
            #.....,.....#
            #.#########.#
            #@.cccccc..>#
            #############
            """,
            KINDS,
            terrain=TERRAIN,
        )
        set_hp(scene.world, 5)
        play(scene, bot, 2 * PATIENCE + 40)
        assert scene.world.floor == 2

    def test_harm_that_would_kill_is_not_crossed(self) -> None:
        scene = TomlScene("#@..~~~.>#", KINDS, terrain=TERRAIN)
        play(scene, EXPLORER, 100)
        assert scene.world.floor == 1
        assert scene.world.outcome == PLAYING

    def test_a_planned_path_is_left_when_it_comes_to_lead_into_harm(self) -> None:
        scene = TomlScene(
            """
            ##########
            #@......>#
            #........#
            ##########
        """,
            KINDS,
            terrain=TERRAIN,
        )
        mind, imagined = BotMemory(), ImaginedState()
        start_mind(mind, 1)
        scene.act(choose_action(DIVER, scene.hero, scene.ruleset, mind, imagined))
        lay(scene, scene.at(4, 1), "coals")
        hp = int(scene.body.hp)
        for _ in range(8):
            scene.act(choose_action(DIVER, scene.hero, scene.ruleset, mind, imagined))
        assert scene.world.floor == 2
        assert scene.body.hp == hp
