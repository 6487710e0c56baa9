"""What terrain does, and what becomes of it."""

from __future__ import annotations

import pytest

from scenes import E, W, drawn
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.imagine_outcomes import determinize
from steep.core.geometry import CELLS, FLOOR, WIDTH
from steep.core.ruleset import HERO_WALKS, MAX_KINDS
from steep.core.world import DEAD, POST
from steep.rules.action_codes import BLOCKED, DONE, LOCKED
from steep.rules.terrain import become, set_terrain
from toml_scenes import TomlScene

DOORS = {"+": "door", "'": "open_door", "S": "secret_door"}
LOCKS = {"L": "vault_door"}
KEYS = """
    [items.brass_key]
    glyph = "k"

    [terrain.vault_door]
    glyph  = "+"
    solid  = true
    opaque = true
    opens_to = "open_door"
    key_item = "brass_key"
"""


def hp_of(scene: TomlScene) -> int:
    return int(scene.body.hp)


class TestDoors:
    def test_a_door_opens_for_who_enters_it_and_shuts_behind(self) -> None:
        scene = TomlScene("#@+...#", terrain=DOORS)
        assert scene.tile(2, 1) == "door"
        scene.move(E)
        assert scene.tile(2, 1) == "open_door"
        scene.move(E)
        assert scene.picture() == drawn("#.+@..#")
        assert scene.fault() == ""

    def test_the_view_closes_with_the_door(self) -> None:
        scene = TomlScene("#@+...r#", "monsters.rat.stays = true", terrain=DOORS)
        scene.move(E)
        assert scene.hero.visible_monster_count == 1
        scene.move(W)
        assert scene.hero.visible_monster_count == 0
        assert scene.known(2, 1) == "door"

    def test_monsters_go_through_doors_if_they_open_them(self) -> None:
        for opens in ("true", "false"):
            scene = TomlScene("#@.+.r#", f"monsters.rat.opens_doors = {opens}", terrain=DOORS)
            scene.monster("r").goal = scene.hero.cell
            scene.wait(2)
            assert (scene.tile(3, 1) == "open_door") == (opens == "true")
            assert scene.fault() == ""

    def test_a_door_stays_open_while_an_item_lies_in_it(self) -> None:
        scene = TomlScene("#@+.#", KEYS, terrain=DOORS)
        scene.carry("k")
        scene.move(E)
        scene.drop(0)
        scene.move(E)
        assert scene.tile(2, 1) == "open_door"

    def test_a_locked_door_needs_its_key_and_uses_it_up(self) -> None:
        scene = TomlScene("#@L.#", KEYS, terrain=LOCKS)
        assert scene.refuse(1 | E << 4) == LOCKED
        scene.carry("k")
        assert scene.move(E) == DONE
        assert (scene.tile(2, 1), scene.hero.inventory_count) == ("open_door", 0)
        assert scene.messages() == ["You open the vault door."]
        scene.move(E)
        assert scene.hero.cell == scene.at(2, 1)
        assert scene.fault() == ""

    def test_a_monster_beside_a_locked_door_does_not_open_it(self) -> None:
        scene = TomlScene("#@Lr#", KEYS, terrain=LOCKS)
        scene.monster("r").goal = scene.hero.cell
        scene.wait(5)
        assert scene.tile(2, 1) == "vault_door"

    def test_a_secret_door_is_rock_until_it_is_found(self) -> None:
        scene = TomlScene("#@S.#", "rules.finds = 100", terrain=DOORS)
        assert scene.known(2, 1) == "rock"
        assert scene.refuse(1 | E << 4) == BLOCKED
        scene.wait()
        assert (scene.tile(2, 1), scene.known(2, 1)) == ("door", "door")
        assert scene.messages() == ["You find a door."]
        assert scene.fault() == ""


TRAPS = {"^": "spike_trap", "h": "hidden_spike_trap", "v": "trapdoor"}


class TestTraps:
    def test_a_hidden_trap_looks_like_floor_to_the_view_and_to_imagined_worlds(self) -> None:
        scene = TomlScene("#@.h#", terrain=TRAPS)
        assert scene.known(3, 1) == "floor"
        mind, imagined = BotMemory(), ImaginedState()
        start_mind(mind, 1)
        determinize(scene.hero, scene.ruleset, mind, 1, imagined)
        assert scene.book.terrain[imagined.world.tiles[scene.at(3, 1)]].key == "floor"
        assert imagined.world.hides == 0

    def test_a_hidden_trap_is_found_by_springing_it(self) -> None:
        scene = TomlScene("#@h.#", terrain=TRAPS)
        before = hp_of(scene)
        scene.move(E)
        assert before - 6 <= hp_of(scene) < before
        assert scene.tile(2, 1) == scene.known(2, 1) == "spike_trap"
        assert scene.messages() == [
            "You find a spike trap.",
            f"You are hurt for {before - hp_of(scene)} by the spike trap.",
        ]
        assert scene.fault() == ""

    def test_nobody_walks_onto_a_trap_by_itself(self) -> None:
        scene = TomlScene(
            """
            ######
            #@...#
            ##^h##
            #...r#
            ######
        """,
            terrain=TRAPS,
        )
        scene.monster("r").goal = scene.hero.cell
        scene.wait(4)
        assert scene.monster("r").hp == 10
        passable = scene.ruleset.movers[HERO_WALKS].passable
        assert passable[scene.hero.remembered[scene.at(2, 2)]] == 0

    def test_a_trapdoor_drops_the_hero_to_the_next_floor(self) -> None:
        scene = TomlScene("#@v#", terrain=TRAPS)
        scene.move(E)
        assert scene.world.floor == scene.hero.floor == 2
        assert scene.world.falls == 0
        assert scene.messages()[-2:] == ["You fall!", "You arrive on floor 2."]
        assert scene.fault() == ""

    def test_a_monster_that_is_pushed_onto_one_is_gone_without_xp(self) -> None:
        scene = TomlScene(
            "#@rv#",
            """
            [abilities.gust]
            shape   = "bolt"
            effects = [{ push = 1 }]

            [items.fan]
            glyph     = "f"
            abilities = ["gust"]
        """,
            terrain=TRAPS,
        )
        scene.use_on("f", scene.at(2, 1))
        assert scene.monster("r").hp == 0
        assert scene.hero.xp == 0
        assert "The rat falls out of sight." in scene.messages()
        assert scene.fault() == ""

    def test_nobody_falls_from_the_last_floor(self) -> None:
        scene = TomlScene(
            "#@v.#",
            """
            [run]
            last_floor   = 1
            goal_monster = "ogre"
        """,
            terrain=TRAPS,
        )
        scene.move(E)
        assert scene.world.floor == 1
        assert scene.hero.cell == scene.at(2, 1)
        assert scene.messages()[0].startswith("You are hurt for")
        assert scene.fault() == ""


GROUND = {"~": "deep_water", "w": "shallow_water", "l": "lava", ":": "chasm", "&": "undergrowth", "%": "web"}
FLYING = """
    [abilities.levitation]
    shape   = "self"
    effects = [{ status = "flying", turns = 2 }]

    [items.feather]
    glyph     = "f"
    abilities = ["levitation"]
"""


class TestLiquids:
    def test_lava_burns_who_stays_and_is_the_killer(self) -> None:
        scene = TomlScene("#@l#", terrain=GROUND)
        scene.wound(scene.body, 3)
        scene.move(E)
        assert scene.world.outcome == DEAD
        lava = [kind.key for kind in scene.book.terrain].index("lava")
        assert scene.world.killer == MAX_KINDS + lava
        assert scene.book.name_of(int(scene.world.killer)) == "lava"
        assert "by the lava" in scene.messages()[0]
        assert scene.fault() == ""

    @pytest.mark.parametrize(
        ("key", "enters"), [("", False), ("resist = { fire = 100 }", True), ('moves = "flies"', True)]
    )
    def test_only_who_takes_no_harm_walks_over_lava(self, key: str, enters: bool) -> None:
        scene = TomlScene("#@.lr#", f"[monsters.rat]\n{key}", terrain=GROUND)
        scene.wait()
        assert (scene.monster("r").cell == scene.at(3, 1)) == enters
        assert scene.monster("r").hp == 10

    @pytest.mark.parametrize("moves", ["walks", "swims", "flies", "in_water"])
    def test_deep_water_is_for_swimmers_and_flyers(self, moves: str) -> None:
        scene = TomlScene("#@..~~#", f'monsters.rat.moves = "{moves}"', terrain=GROUND)
        scene.put("r", scene.at(5, 1))
        set_terrain(scene.world, scene.ruleset, scene.at(5, 1), scene.terrain["~"])
        rat = scene.monster("r")
        scene.wait(3)
        if moves == "in_water":
            assert rat.cell == scene.at(4, 1)
        assert (rat.hp == 10) == (moves != "walks")
        assert scene.fault() == ""

    def test_the_hero_can_wade_into_deep_water_on_purpose_and_loses_hp(self) -> None:
        scene = TomlScene("#@~#", terrain=GROUND)
        scene.move(E)
        assert hp_of(scene) < 30
        assert scene.ruleset.movers[HERO_WALKS].passable[scene.terrain["~"]] == 0

    def test_flyers_are_above_it_until_their_flight_ends(self) -> None:
        scene = TomlScene("#@:.#", FLYING, terrain=GROUND)
        scene.use_on("f")
        scene.move(E)
        assert scene.world.floor == 1
        scene.wait()
        assert scene.world.floor == 2


class TestPlants:
    def test_undergrowth_stops_sight_until_it_is_trampled_and_grows_again(self) -> None:
        scene = TomlScene(
            "#@&.r#", "monsters.rat.stays = true\nterrain.trampled_undergrowth.fade_chance = 100", terrain=GROUND
        )
        assert scene.hero.visible_monster_count == 0
        scene.move(E)
        assert scene.tile(2, 1) == "trampled_undergrowth"
        assert scene.hero.visible_monster_count == 1
        scene.wait(2)
        assert scene.tile(2, 1) == "trampled_undergrowth"
        scene.move(W)
        assert scene.tile(2, 1) == "undergrowth"
        assert scene.hero.visible_monster_count == 0
        assert scene.fault() == ""

    def test_a_web_holds_who_enters_and_tears(self) -> None:
        scene = TomlScene("#@%.#", terrain=GROUND)
        scene.move(E)
        assert scene.turns(scene.body, "held") > 0
        assert scene.tile(2, 1) == "floor"
        scene.move(E)
        assert scene.hero.cell == scene.at(2, 1)

    def test_a_web_catches_flyers_too(self) -> None:
        scene = TomlScene("#@%.#", FLYING, terrain=GROUND)
        scene.use_on("f")
        scene.move(E)
        assert scene.tile(2, 1) == "floor"


FIRE = {'"': "grass", "f": "fire", "a": "ash", "+": "door"}
SURE = """
    [terrain.grass]
    flammable = 100

    [terrain.fire]
    fade_chance = 100
"""


class TestFire:
    def test_fire_spreads_over_what_burns_and_leaves_ash(self) -> None:
        scene = TomlScene(
            """
            ########
            #@....f#
            #..\"\"\"\"#
            ########
        """,
            SURE,
            terrain=FIRE,
        )
        pictures = []
        for _ in range(4):
            scene.wait()
            pictures.append(scene.picture().splitlines()[2])
            assert scene.fault() == ""
        assert pictures == ['#..""ff#', '#.."faa#', "#..faaa#", "#..aaaa#"]
        assert scene.world.active_count == 0

    def test_fire_burns_who_stays_in_it_and_a_door_burns_down(self) -> None:
        scene = TomlScene("#@f+#", "terrain.door.flammable = 100\nterrain.fire.fade_chance = 1", terrain=FIRE)
        scene.move(E)
        assert hp_of(scene) < 30
        assert scene.tile(3, 1) == "fire"


class TestAltars:
    def test_taking_an_item_from_one_altar_cages_the_others(self) -> None:
        scene = TomlScene("#@_.__#", KEYS, terrain={"_": "altar", "c": "cage"})
        for x in (2, 4, 5):
            scene.put("k", scene.at(x, 1))
            set_terrain(scene.world, scene.ruleset, scene.at(x, 1), scene.terrain["_"])
        scene.move(E)
        scene.pick_up()
        assert [scene.tile(x, 1) for x in (2, 4, 5)] == ["altar", "cage", "cage"]
        assert scene.fault() == ""


def with_effect(effect: str, shape: str = "self", more: str = "") -> str:
    """A ruleset with a wand that does this."""
    return f"""
        [abilities.magic]
        shape   = "{shape}"
        needs   = "nothing"
        {more}
        effects = [{{ {effect} }}]

        [items.wand]
        glyph     = "z"
        abilities = ["magic"]
    """


class TestEffects:
    def test_digging_goes_through_rock_but_not_through_the_border(self) -> None:
        scene = TomlScene("#@##.#", with_effect("dig = true", "bolt", "reach = 70"))
        scene.use_on("z", scene.at(2, 1))
        assert scene.picture() == drawn("""
            ######
            #@....
            ######
        """)
        assert scene.messages()[-1] == "The solid rock crumbles."
        assert scene.fault() == ""

    def test_nothing_is_dug_beyond_a_map_that_is_smaller_than_the_largest(self) -> None:
        scene = TomlScene("#@####", with_effect("dig = true", "burst", "radius = 9"))
        scene.ruleset.map_width = scene.hero.cell % WIDTH + 4
        scene.use_on("z")
        dug = [cell for cell in range(CELLS) if scene.world.tiles[cell] == FLOOR]
        assert max(cell % WIDTH for cell in dug) == scene.ruleset.map_width - 2

    def test_making_terrain_spares_walls(self) -> None:
        scene = TomlScene("#@..#", with_effect('terrain = "web"', "ball", "radius = 1"), terrain=GROUND)
        scene.use_on("z", scene.at(3, 1))
        assert scene.picture() == drawn("#@%%#")
        assert scene.messages()[-1] == "A spider web appears."

    def test_igniting_burns_what_burns(self) -> None:
        scene = TomlScene(
            '#@.".#',
            "terrain.fire.fade_chance = 1\n" + with_effect("ignite = true", "ball", "radius = 2"),
            terrain=FIRE,
        )
        scene.use_on("z", scene.at(3, 1))
        assert [scene.tile(x, 1) for x in (2, 3, 4)] == ["floor", "fire", "floor"]
        assert scene.messages()[-1] == "The grass catches fire."

    def test_revealing_shows_hidden_things_within_its_radius(self) -> None:
        scene = TomlScene("#@.h...h#", with_effect("reveal = 3"), terrain=TRAPS)
        scene.use_on("z")
        assert [scene.known(x, 1) for x in (3, 7)] == ["spike_trap", "floor"]
        assert scene.messages()[-1] == "You find 1 hidden thing."
        assert scene.fault() == ""

    def test_mapping_shows_the_floor_and_its_walls_but_not_what_is_hidden(self) -> None:
        scene = TomlScene("#@##h.>#", with_effect("map = 80"), terrain=TRAPS)
        scene.use_on("z")
        assert [scene.known(x, 1) for x in (3, 4, 5, 6, 7)] == ["rock", "floor", "floor", "stairs", "rock"]
        assert scene.hero.stairs == scene.at(6, 1)
        assert scene.fault() == ""

    def test_detecting_shows_items_out_of_sight(self) -> None:
        scene = TomlScene("#@##.k#", with_effect("detect = 80") + KEYS)
        assert scene.hero.seen_item_count == 0
        scene.use_on("z")
        assert scene.hero.seen_item_count == 1
        assert scene.messages()[-1] == "You sense 1 item."


def test_what_terrain_summons_is_hostile() -> None:
    scene = TomlScene(
        "#@a..#",
        """
        [abilities.alarm]
        trigger = "enter"
        shape   = "self"
        effects = [{ summon = "rat", count = 1 }]

        [terrain.alarm]
        glyph     = "^"
        abilities = ["alarm"]
    """,
        terrain={"a": "alarm"},
    )
    scene.move(E)
    assert scene.monster("r").side == 0
    assert scene.messages()[0] == "The alarm calls a rat."


WALL = """
    [terrain.ice]
    glyph  = "*"
    solid  = true
    opaque = true
"""


def test_a_wall_may_rise_where_a_monster_is_going_to_or_has_its_post() -> None:
    scene = TomlScene("#@..r..#", WALL + "[monsters.rat]\nguards = true\nstays = false\n", terrain={"*": "ice"})
    rat = scene.monster("r")
    post = rat.cell
    scene.wait()
    assert rat.cell != post == rat.memory[POST]
    rat.goal = scene.at(6, 1)
    for cell in (post, rat.goal):
        assert become(scene.world, scene.ruleset, cell, scene.terrain["*"])
    scene.update_fov()
    assert scene.fault() == ""
    scene.wait(3)
    assert scene.fault() == ""


@pytest.mark.parametrize("way", ["entered", "revealed"])
def test_what_is_found_to_be_solid_stays_hidden_while_somebody_is_there(way: str) -> None:
    scene = TomlScene(
        "#@f..#",
        WALL + '[terrain.fog]\nglyph = "*"\nlooks_like = "floor"\nfound_to = "ice"\n' + with_effect("reveal = 9"),
        terrain={"f": "fog", "*": "ice"},
    )
    if way == "revealed":
        scene.hero.cell = scene.at(2, 1)
        scene.update_fov()
        scene.use_on("z")
    else:
        scene.move(E)
    assert scene.tile(2, 1) == "fog"
    assert scene.fault() == ""
    scene.move(E)
    scene.use_on("z")
    assert scene.tile(2, 1) == scene.known(2, 1) == "ice"


def test_what_is_revealed_may_hide_something_itself() -> None:
    scene = TomlScene(
        "#@.f.#",
        WALL
        + '[terrain.fog]\nglyph = "*"\nlooks_like = "floor"\nfound_to = "mirage"\n'
        + '[terrain.mirage]\nglyph = "*"\nlooks_like = "grass"\nfound_to = "ice"\n'
        + with_effect("reveal = 9"),
        terrain={"f": "fog"},
    )
    scene.use_on("z")
    assert (scene.tile(3, 1), scene.known(3, 1)) == ("mirage", "grass")
    assert scene.fault() == ""


def test_terrain_out_of_view_changes_without_the_hero_knowing() -> None:
    scene = TomlScene("#@#...#", terrain=GROUND)
    set_terrain(scene.world, scene.ruleset, scene.at(4, 1), scene.terrain["l"])
    scene.hero.remembered[scene.at(4, 1)] = scene.terrain["."]
    scene.wait()
    assert scene.known(4, 1) == "floor"
    assert scene.fault() == ""
