"""What gas does: it is released, spreads, thins out, burns, and harms who is in it. Nobody walks into it unasked."""

from __future__ import annotations

import pytest

from scenes import E, W
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.imagine_outcomes import determinize
from steep.bots.simple_bots import diver
from steep.core.gas import gas_row, units_of_gas
from steep.core.geometry import CELLS
from steep.core.record import digest, pack, unpack
from steep.core.ruleset import HERO_WALKS, MAX_KINDS, NO_GAS, Ruleset
from steep.core.world import DEAD, MAX_GAS, Hero, World
from steep.rules.action_codes import WAIT, action
from steep.rules.terrain import kindle, release, set_terrain
from steep.rules.update_view import update_visible
from toml_scenes import TomlScene

DOORS = {"+": "door", "'": "open_door"}

STILL = """
    [gases.mist]
    thins   = 1
    spreads = 0
"""

HAZE = """
    [gases.haze]
    thins = 1
"""

LASTING = """
    [gases.poison_gas]
    thins   = 1
    spreads = 0

    [abilities.breathing_poison]
    effects = [{ damage = 2, type = "poison" }]
"""


def row_of(scene: TomlScene, key: str) -> int:
    return NO_GAS + 1 + [gas.key for gas in scene.book.gases].index(key)


def keep(scene: TomlScene, *keys: str) -> None:
    """Let gases never thin out, in this scene alone."""
    scene.ruleset = unpack(Ruleset, pack(scene.ruleset))
    for key in keys:
        scene.ruleset.terrain[row_of(scene, key)].thins = 0


def puff(scene: TomlScene, key: str, x: int, y: int, units: int = MAX_GAS) -> None:
    """Release gas on a cell of the picture, and let the hero see it."""
    assert release(scene.world, scene.ruleset, scene.at(x, y), row_of(scene, key), units)
    update_visible(scene.world)


def gas_in(plane: World | Hero, scene: TomlScene) -> str:
    """The units of gas on each cell of the picture in a world or in the view: 0 to 9, and + for more."""
    lines = []
    for y, row in enumerate(scene.rows):
        units = [units_of_gas(plane.gas, scene.at(x, y)) for x in range(len(row))]
        lines.append("".join("." if not each else str(each) if each < 10 else "+" for each in units))
    return "\n".join(lines)


def total(scene: TomlScene) -> int:
    return sum(units_of_gas(scene.world.gas, cell) for cell in range(CELLS))


class TestSpreading:
    def test_gas_spreads_over_a_room_and_loses_nothing_by_it(self) -> None:
        scene = TomlScene(
            """
            ########
            #......#
            #@.....#
            ########
        """,
            HAZE,
        )
        keep(scene, "haze")
        puff(scene, "haze", 6, 1, 24)
        for _ in range(60):
            scene.wait()
            assert total(scene) == 24
            assert scene.fault() == ""
        units = [units_of_gas(scene.world.gas, scene.at(x, y)) for x in range(1, 7) for y in (1, 2)]
        assert max(units) - min(units) <= 2
        assert gas_in(scene.world, scene).splitlines()[::3] == ["." * 8] * 2

    def test_rock_and_shut_doors_hold_it_back_and_an_open_door_does_not(self) -> None:
        for sign, beyond in (("#", False), ("+", False), ("'", True)):
            scene = TomlScene(
                f"""
                #######
                #@{sign}...#
                #######
            """,
                HAZE,
                terrain=DOORS,
            )
            puff(scene, "haze", 4, 1)
            scene.wait(40)
            assert (units_of_gas(scene.world.gas, scene.at(1, 1)) > 0) == beyond, sign

    def test_it_does_not_mix(self) -> None:
        scene = TomlScene("#@.#", STILL + HAZE)
        keep(scene, "mist", "haze")
        puff(scene, "mist", 1, 1, 9)
        puff(scene, "haze", 2, 1, 20)
        scene.wait(10)
        assert gas_in(scene.world, scene).splitlines()[1] == ".9+."

    def test_released_gas_takes_the_place_of_another_and_a_cell_holds_no_more_than_it_can(self) -> None:
        scene = TomlScene("#@.#", STILL + HAZE)
        puff(scene, "mist", 2, 1, 9)
        puff(scene, "haze", 2, 1, 4)
        assert gas_row(scene.world.gas, scene.at(2, 1)) == row_of(scene, "haze")
        assert units_of_gas(scene.world.gas, scene.at(2, 1)) == 4
        puff(scene, "haze", 2, 1, MAX_GAS)
        assert units_of_gas(scene.world.gas, scene.at(2, 1)) == MAX_GAS
        assert scene.world.gas_count == 1
        assert scene.fault() == ""

    def test_solid_rock_takes_none(self) -> None:
        scene = TomlScene("#@.#", STILL)
        assert not release(scene.world, scene.ruleset, scene.at(3, 1), row_of(scene, "mist"), 5)


class TestThinning:
    def test_it_thins_out_and_ends_and_is_then_forgotten_by_the_floor(self) -> None:
        scene = TomlScene("#@.#", "[gases.mist]\nthins = 100\nspreads = 0\n")
        puff(scene, "mist", 2, 1, 3)
        for left in (2, 1, 0):
            scene.wait()
            assert total(scene) == left
            assert scene.fault() == ""
        assert scene.world.gas_count == scene.world.active_count == scene.hero.gas_in_view == 0

    def test_the_next_floor_has_none_of_it(self) -> None:
        scene = TomlScene("#@>#", STILL)
        puff(scene, "mist", 1, 1)
        scene.move(E)
        scene.descend()
        assert total(scene) == 0
        assert not any(scene.hero.gas)
        assert scene.fault() == ""


class TestBurning:
    def test_fire_beside_it_sets_gas_on_fire_and_burning_gas_sets_fire_to_grass(self) -> None:
        scene = TomlScene(
            '#f...."@#',
            """
            [gases.marsh_gas]
            flammable = 100
            thins     = 1
            spreads   = 0

            [gases.burning_gas]
            thins = 1

            [terrain.grass]
            flammable = 100
        """,
            terrain={"f": "fire", '"': "grass"},
        )
        for x in range(2, 6):
            puff(scene, "marsh_gas", x, 1, 9)
        scene.wait(6)
        kinds = {gas_row(scene.world.gas, scene.at(x, 1)) for x in range(2, 6)}
        assert kinds == {row_of(scene, "burning_gas")}
        assert scene.tile(6, 1) in ("fire", "ash")
        assert scene.fault() == ""

    def test_it_does_not_burn_without_fire(self) -> None:
        scene = TomlScene("#@.#", "[gases.marsh_gas]\nthins = 1\nspreads = 0\n")
        puff(scene, "marsh_gas", 2, 1)
        scene.wait(20)
        assert gas_row(scene.world.gas, scene.at(2, 1)) == row_of(scene, "marsh_gas")

    def test_the_effect_ignite_sets_it_on_fire_and_is_told(self) -> None:
        scene = TomlScene(
            "#@..#",
            """
            [abilities.kindling]
            shape   = "burst"
            radius  = 2
            needs   = "nothing"
            effects = [{ ignite = true }]

            [items.torch]
            glyph     = "i"
            abilities = ["kindling"]

            [gases.marsh_gas]
            spreads = 0
            thins   = 1

            [gases.burning_gas]
            thins = 1
        """,
        )
        puff(scene, "marsh_gas", 3, 1)
        scene.use_on("i")
        assert gas_row(scene.world.gas, scene.at(3, 1)) == row_of(scene, "burning_gas")
        assert "The marsh gas catches fire." in scene.messages()

    def test_of_what_burns_each_cell_catches_fire_as_often_as_it_says(self) -> None:
        caught = 0
        for seed in range(300):
            scene = TomlScene('###\n#f#\n#"#\n#@#\n###', TINDER, terrain={"f": "beacon", '"': "tinder"}, seed=seed)
            scene.wait()
            caught += scene.tile(1, 2) == "beacon"
        assert 0.3 * 300 - 30 < caught < 0.3 * 300 + 30  # 3.8 standard deviations


TINDER = """
    [terrain.beacon]
    glyph = "f"
    burns = true

    [terrain.tinder]
    glyph     = "t"
    flammable = 30
    burns_to  = "beacon"
"""


class TestHarm:
    def test_who_stays_in_it_is_hurt_and_it_is_named(self) -> None:
        scene = TomlScene("#@.r#", LASTING + "    [monsters.rat]\n    stays = true\n    power = 0\n")
        puff(scene, "poison_gas", 1, 1, 9)
        puff(scene, "poison_gas", 3, 1, 9)
        hp, rat = int(scene.body.hp), int(scene.monster("r").hp)
        scene.wait()
        assert (scene.body.hp, scene.monster("r").hp) == (hp - 2, rat - 2)
        assert "You are poisoned for 2 by the poison gas." in scene.messages()

    def test_it_is_what_killed_the_hero(self) -> None:
        scene = TomlScene("#@.#", LASTING)
        scene.wound(scene.body, 2)
        puff(scene, "poison_gas", 1, 1, 1)
        scene.wait()
        assert scene.world.outcome == DEAD
        assert scene.world.killer == MAX_KINDS + row_of(scene, "poison_gas")
        assert scene.book.name_of(scene.world.killer) == "poison gas"

    def test_a_status_that_it_gave_is_its_doing(self) -> None:
        scene = TomlScene(
            "#@.#",
            """
            [abilities.breathing]
            trigger = "stay"
            shape   = "self"
            effects = [{ status = "poisoned", turns = 5 }]

            [gases.miasma]
            thins     = 1
            abilities = ["breathing"]
        """,
        )
        puff(scene, "miasma", 1, 1, 1)
        scene.wait()
        assert scene.body.hurt_by == MAX_KINDS + row_of(scene, "miasma")
        assert scene.fault() == ""

    def test_flyers_breathe_it_too(self) -> None:
        scene = TomlScene("#@.r#", LASTING + '    [monsters.rat]\n    moves = "flies"\n    stays = true\n')
        puff(scene, "poison_gas", 3, 1, 1)
        before = scene.monster("r").hp
        scene.wait()
        assert scene.monster("r").hp == before - 2


class TestRelease:
    def test_a_monster_bursts_into_gas_when_it_dies_and_that_is_told(self) -> None:
        scene = TomlScene(
            "#@r..#",
            """
            [abilities.bursting]
            trigger = "death"
            shape   = "self"
            effects = [{ gas = "poison_gas", amount = 12 }]

            [monsters.rat]
            hp        = 1
            abilities = ["bursting"]
        """,
        )
        scene.move(E)
        assert gas_row(scene.world.gas, scene.at(2, 1)) == row_of(scene, "poison_gas")
        assert "Poison gas billows out." in scene.messages()

    def test_a_trap_and_an_item_release_it_on_each_cell_of_their_shape(self) -> None:
        piece = """
            [abilities.gassing]
            trigger = "{trigger}"
            shape   = "{shape}"
            radius  = 1
            needs   = "nothing"
            effects = [{{ gas = "mist", amount = 5 }}]

            [gases.mist]
            thins   = 1
            spreads = 0
        """
        trap = '\n            [terrain.gas_trap]\n            glyph = "^"\n            abilities = ["gassing"]\n'
        scene = TomlScene("#@^.#", piece.format(trigger="enter", shape="self") + trap, terrain={"^": "gas_trap"})
        scene.move(E)
        assert gas_in(scene.world, scene).splitlines()[1] == "..5.."
        bomb = '\n            [items.bomb]\n            glyph = "b"\n            abilities = ["gassing"]\n'
        scene = TomlScene("#@..#", piece.format(trigger="use", shape="ball") + bomb)
        scene.use_on("b", scene.at(2, 1))
        assert gas_in(scene.world, scene).splitlines()[1] in (".555.", ".554.", ".545.", ".455.")


class TestTheView:
    def test_the_hero_knows_of_the_gas_in_view_and_of_no_other(self) -> None:
        scene = TomlScene("#@.+..#", STILL, terrain=DOORS)
        keep(scene, "mist")
        puff(scene, "mist", 2, 1, 7)
        puff(scene, "mist", 4, 1, 7)
        assert gas_in(scene.hero, scene).splitlines()[1] == "..7...."
        assert scene.hero.gas_in_view == 1
        scene.move(E)
        scene.move(E)
        assert gas_in(scene.hero, scene).splitlines()[1] == "..7.7.."
        scene.move(E)
        scene.move(E)
        assert gas_in(scene.hero, scene).splitlines()[1] == "....7.."
        assert scene.fault() == ""

    def test_a_bot_imagines_the_gas_in_view(self) -> None:
        scene = TomlScene("#@.+..#", STILL, terrain=DOORS)
        puff(scene, "mist", 2, 1, 7)
        puff(scene, "mist", 4, 1, 7)
        mind, imagined = BotMemory(), ImaginedState()
        start_mind(mind, 1)
        determinize(scene.hero, scene.ruleset, mind, 1, imagined)
        assert bytes(imagined.world.gas) == bytes(scene.hero.gas) == bytes(imagined.world.hero.gas)
        assert imagined.world.gas_count == imagined.world.hero.gas_in_view == 1
        scene.move(E)
        scene.move(E)
        scene.move(E)
        determinize(scene.hero, scene.ruleset, mind, 1, imagined)
        assert bytes(imagined.world.gas) == bytes(scene.hero.gas)

    def test_forged_gas_is_refused(self) -> None:
        for forge in (
            lambda world, cell: world.gas.__setitem__(cell, 8 * 32 - 1),
            lambda world, cell: world.gas.__setitem__(cell, 32),
            lambda world, cell: world.gas.__setitem__(cell, 7),
            lambda world, cell: world.gas.__setitem__(0, 33),
            lambda world, cell: world.hero.gas.__setitem__(cell + 1, 33),
            lambda world, cell: setattr(world, "gas_count", 2),
            lambda world, cell: setattr(world.hero, "gas_in_view", 0),
            lambda world, cell: world.active.__setitem__(cell, 0),
        ):
            scene = TomlScene("#@.#", STILL)
            puff(scene, "mist", 2, 1, 7)
            assert scene.fault() == ""
            forge(scene.world, scene.at(2, 1))
            assert scene.fault() != ""


ROUND = """
    #########
    #.......#
    #.#####.#
    #@.....r#
    #########
"""
"""Two ways from one to the other: the lower is shorter."""


class TestPaths:
    @pytest.mark.parametrize("pursuit", ["sidestep", "queue", "avoid"])
    def test_monsters_go_around_gas_unless_they_resist_it(self, pursuit: str) -> None:
        for resists in (0, 100):
            piece = f"""
                [rules]
                pursuit = "{pursuit}"

                [monsters.rat]
                resist = {{ poison = {resists} }}

                [gases.poison_gas]
                spreads = 0
                thins   = 1
            """
            scene = TomlScene(ROUND, piece)
            puff(scene, "poison_gas", 4, 3)
            scene.monster("r").goal = scene.hero.cell
            hp = scene.monster("r").hp
            scene.wait(9)
            assert scene.monster("r").cell in (scene.at(2, 3), scene.at(1, 2)), resists
            assert (scene.monster("r").cell == scene.at(2, 3)) == (resists == 100)
            assert scene.monster("r").hp == hp

    def test_a_monster_in_the_gas_goes_on(self) -> None:
        scene = TomlScene("#@....r#", "[gases.poison_gas]\nspreads = 0\nthins = 1\n")
        for x in range(2, 7):
            puff(scene, "poison_gas", x, 1)
        scene.wait(2)
        assert scene.monster("r").cell == scene.at(4, 1)

    def test_no_monster_steps_into_it_when_that_is_the_only_way(self) -> None:
        scene = TomlScene("#@....r#", "[gases.poison_gas]\nspreads = 0\nthins = 1\n")
        puff(scene, "poison_gas", 4, 1)
        scene.wait(8)
        assert scene.monster("r").cell == scene.at(5, 1)

    def test_bots_go_around_it_and_the_hero_in_it_goes_on(self) -> None:
        mind = BotMemory()
        start_mind(mind, 1)
        scene = TomlScene(ROUND.replace("r", ">"), "[gases.poison_gas]\nspreads = 0\nthins = 1\n")
        scene.hero.stairs = scene.at(7, 3)
        for cell in range(CELLS):
            scene.hero.remembered[cell] = scene.world.tiles[cell]
        puff(scene, "poison_gas", 4, 3)
        ways: list[int] = []
        while scene.hero.cell != scene.at(7, 3) and len(ways) < 20:
            scene.act(diver(scene.hero, scene.ruleset, mind))
            ways.append(scene.hero.cell)
        assert scene.at(4, 3) not in ways
        assert scene.at(4, 1) in ways
        assert len(ways) < 20
        scene = TomlScene("#@....>#", "[gases.poison_gas]\nspreads = 0\nthins = 1\n")
        for x in range(1, 6):
            puff(scene, "poison_gas", x, 1)
        assert diver(scene.hero, scene.ruleset, mind) != action(WAIT)
        scene.act(diver(scene.hero, scene.ruleset, mind))
        assert scene.hero.cell == scene.at(2, 1)

    def test_a_planned_way_is_given_up_when_gas_comes_into_it(self) -> None:
        mind = BotMemory()
        start_mind(mind, 1)
        scene = TomlScene(ROUND.replace("r", ">"), "[gases.poison_gas]\nspreads = 0\nthins = 1\n")
        scene.hero.stairs = scene.at(7, 3)
        for cell in range(CELLS):
            scene.hero.remembered[cell] = scene.world.tiles[cell]
        scene.act(diver(scene.hero, scene.ruleset, mind))
        assert scene.hero.cell == scene.at(2, 3)
        puff(scene, "poison_gas", 3, 3)
        scene.act(diver(scene.hero, scene.ruleset, mind))
        assert scene.hero.cell in (scene.at(1, 2), scene.at(1, 3))

    def test_searches_leave_no_marks(self) -> None:
        scene = TomlScene(ROUND, "[gases.poison_gas]\nspreads = 0\nthins = 1\n")
        puff(scene, "poison_gas", 4, 3)
        scene.wait(5)
        assert not any(scene.world.search.came_from)

    def test_the_hero_avoids_what_harms_it_and_nothing_else(self) -> None:
        scene = TomlScene("#@.#", STILL)
        passable = scene.ruleset.movers[HERO_WALKS].passable
        assert passable[row_of(scene, "mist")] == passable[NO_GAS] == 1
        assert passable[row_of(scene, "poison_gas")] == 0


def test_a_floor_without_gas_draws_nothing_for_it() -> None:
    digests = []
    for piece in ("", STILL):
        scene = TomlScene(ROUND, piece)
        scene.wait(10)
        digests.append(digest(scene.world))
    assert digests[0] == digests[1]


def test_gas_stays_where_a_door_has_shut_on_it() -> None:
    scene = TomlScene("#.'.@#", STILL, terrain=DOORS)
    puff(scene, "mist", 2, 1, 5)
    set_terrain(scene.world, scene.ruleset, scene.at(2, 1), scene.terrain["+"])
    scene.move(W)
    assert scene.fault() == ""


def test_burning_takes_all_the_gas_of_a_cell() -> None:
    scene = TomlScene("#@.#", "")
    puff(scene, "marsh_gas", 2, 1, 13)
    assert kindle(scene.world, scene.ruleset, scene.at(2, 1))
    assert units_of_gas(scene.world.gas, scene.at(2, 1)) == 13
    assert not kindle(scene.world, scene.ruleset, scene.at(1, 1))
