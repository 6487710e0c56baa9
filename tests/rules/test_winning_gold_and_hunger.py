"""How a run is won, gold that is taken by walking over it, and hunger."""

from __future__ import annotations

import re

import pytest

from scenes import E
from steep.core.geometry import STAIRS
from steep.core.world import DEAD, FOR_EVER, HUNGER, PLAYING, WON, World
from steep.rules.action_codes import DONE, NOT_HUNGRY, PICK_UP, SEALED, action
from steep.rules.new_game import new_game
from steep.rules.turn import step
from toml_scenes import TomlScene, rulebook_of

ON_STAIRS = "#@>.#"
LAST_FLOOR = """
    [run]
    last_floor = 1
"""
AMULET = """
    [run]
    last_floor = 1
    goal_item  = "amulet"

    [items.amulet]
    glyph = "a"
"""
BOSS = """
    [run]
    last_floor   = 1
    goal_monster = "rat"

    [abilities.burst]
    trigger = "death"
    shape   = "burst"
    radius  = 2
    effects = [{ damage = 99 }]

    [abilities.sheep]
    shape   = "target"
    effects = [{ transform = "ogre" }]

    [items.wand]
    glyph     = "w"
    abilities = ["sheep"]

    [monsters.rat]
    hp        = 1
    abilities = ["burst"]
"""
GOLD = """
    [items.coins]
    glyph = "$"
    gold  = "2d6+10"

    [items.gem]
    glyph = "g"
"""
HUNGRY = """
    [hunger]
    full   = 10
    start  = 6
    stages = [
        { name = "hungry", below = 4 },
        { name = "weak", below = 2, status = "weakened" },
        { name = "starving", below = 0, hp = 2 },
    ]

    [abilities.meal]
    shape   = "self"
    effects = [{ feed = 5 }]

    [items.bread]
    glyph     = "b"
    abilities = ["meal"]
"""


class TestWinning:
    def test_leaving_the_last_floor_by_its_stairs_wins(self) -> None:
        scene = TomlScene(ON_STAIRS, LAST_FLOOR)
        scene.move(E)
        assert scene.world.outcome == PLAYING
        assert scene.descend() == DONE
        assert scene.world.outcome == WON
        assert scene.hero.floor == 1
        assert scene.messages()[-1] == "You have won!"
        assert scene.fault() == ""

    def test_a_floor_above_the_last_is_left_as_ever(self) -> None:
        scene = TomlScene(ON_STAIRS, LAST_FLOOR.replace("1", "2"))
        scene.move(E)
        scene.descend()
        assert scene.world.outcome == PLAYING
        assert scene.hero.floor == 2

    def test_walking_onto_the_goal_item_wins(self) -> None:
        scene = TomlScene("#@a>#", AMULET)
        scene.move(E)
        assert scene.world.outcome == WON
        assert scene.messages()[-2:] == ["You take the amulet!", "You have won!"]
        assert scene.hero.inventory_count == 0

    def test_the_stairs_of_the_last_floor_are_sealed_where_there_is_a_goal(self) -> None:
        scene = TomlScene(ON_STAIRS, AMULET)
        scene.move(E)
        assert scene.descend() == SEALED
        assert scene.world.outcome == PLAYING

    def test_the_death_of_the_goal_monster_wins_and_what_it_sets_off_kills_nobody(self) -> None:
        scene = TomlScene("#@r>#", BOSS)
        scene.move(E)
        assert scene.world.outcome == WON
        assert scene.hero.hp > 0
        assert scene.fault() == ""

    def test_the_death_of_any_other_monster_wins_nothing(self) -> None:
        scene = TomlScene("#@o>#", BOSS)
        scene.wound(scene.monster("o"), 1)
        scene.move(E)
        assert scene.monster("o").hp == 0
        assert scene.world.outcome == PLAYING

    def test_the_goal_monster_is_never_transformed(self) -> None:
        scene = TomlScene("#@.r>#", BOSS)
        rat = scene.monster("r")
        scene.use_on("w", rat.cell)
        assert rat.kind == scene.monster_glyphs.index("r")

    @pytest.mark.parametrize("piece", [AMULET, BOSS])
    def test_the_goal_is_on_the_stairs_of_the_last_floor_and_of_no_other(self, piece: str) -> None:
        ruleset = rulebook_of(re.sub("last_floor *= 1", "last_floor = 3", piece)).compiled
        for seed in range(4):
            for floor in range(1, 5):
                world = World()
                new_game(world, ruleset, seed, floor)
                items = [item.cell for item in world.items[: world.item_count] if item.kind + 1 == ruleset.goal_item]
                actors = [
                    actor.cell for actor in world.actors[: world.actor_count] if actor.kind + 1 == ruleset.goal_monster
                ]
                goals = items + actors
                assert len(goals) == (floor == 3)
                assert all(world.tiles[cell] == STAIRS for cell in goals)


class TestGold:
    def test_the_hero_takes_gold_by_walking_over_it_with_a_full_inventory_too(self) -> None:
        scene = TomlScene("#@$.#", GOLD)
        for _ in range(scene.ruleset.inventory_capacity):
            scene.carry("g")
        scene.world.items[0].charges = 17
        scene.move(E)
        assert scene.hero.gold == 17
        assert "You pick up 17 gold." in scene.messages()
        assert scene.hero.seen_item_count == 0
        assert scene.fault() == ""

    def test_gold_that_came_to_lie_under_the_hero_is_picked_up_as_gold(self) -> None:
        scene = TomlScene("#@$.#", GOLD)
        scene.world.items[0].charges, scene.world.items[0].cell = 17, scene.hero.cell
        assert step(scene.world, scene.ruleset, action(PICK_UP)) == DONE
        assert (scene.hero.gold, scene.hero.inventory_count) == (17, 0)

    def test_how_much_it_is_follows_its_dice_by_floor(self) -> None:
        piece = GOLD.replace('"2d6+10"', '{ 1 = "2d6+10", 3 = "500" }\n    spawn = 1')
        ruleset = rulebook_of(piece + "\n    [counts]\n    items_per_floor = 9\n").compiled
        for floor, allowed in ((1, range(12, 23)), (3, range(500, 501))):
            world = World()
            new_game(world, ruleset, 3, floor)
            heaps = [item.charges for item in world.items[: world.item_count]]
            assert len(heaps) > 3
            assert all(heap in allowed for heap in heaps)


class TestHunger:
    def test_a_turn_takes_one_and_each_stage_is_told_once(self) -> None:
        scene = TomlScene("#@.#", HUNGRY)
        assert scene.hero.nutrition == 6
        scene.wait(5)
        assert scene.hero.nutrition == 1
        assert [text for text in scene.messages() if "hungry" in text or "weak" in text] == [
            "You are hungry.",
            "You are weak.",
            "You are weakened.",
        ]

    def test_a_stage_gives_its_status_until_food_ends_it(self) -> None:
        scene = TomlScene("#@.#", HUNGRY)
        scene.wait(4)
        assert scene.turns(scene.body, "weakened") >= FOR_EVER - 1
        scene.messages()
        assert scene.use_on("b") == DONE
        assert scene.turns(scene.body, "weakened") == 0
        assert "You gain 5 food." in scene.messages()
        assert scene.hero.nutrition == 6

    def test_starving_takes_hp_each_turn_and_kills_by_hunger(self) -> None:
        scene = TomlScene("#@.#", HUNGRY)
        scene.wound(scene.body, 5)
        scene.wait(6)
        assert scene.hero.hp == 3
        assert "You are starving, and lose 2 HP." in scene.messages()
        scene.wait(2)
        assert scene.world.outcome == DEAD
        assert scene.world.killer == HUNGER
        assert scene.messages()[-1] == "You die..."
        assert scene.fault() == ""

    def test_food_fills_up_to_full_and_is_refused_then(self) -> None:
        scene = TomlScene("#@.#", HUNGRY)
        scene.use_on("b")
        assert scene.hero.nutrition == 9
        scene.use_on("b")
        assert scene.hero.nutrition == 9
        scene.hero.nutrition = 10
        assert scene.use_on("b") == NOT_HUNGRY

    def test_without_a_full_nobody_hungers(self) -> None:
        scene = TomlScene("#@.#", GOLD)
        scene.wait(50)
        assert scene.hero.nutrition == 0
        assert scene.hero.hp == scene.hero.max_hp


def test_what_hurts_a_starving_hero_sets_off_its_equipment_in_the_same_turn() -> None:
    scene = TomlScene(
        ON_STAIRS,
        HUNGRY
        + """
    [abilities.warn]
    trigger = "hurt"
    shape   = "self"
    effects = [{ shield = 9, turns = 9 }]

    [items.ring]
    glyph     = "="
    slot      = "ring"
    abilities = ["warn"]
    """,
    )
    scene.wear("=")
    scene.hero.nutrition = 0
    scene.wait()
    assert scene.hero.shield > 0
    assert scene.world.queue_count == 0


BOTTOM = """
    [run]
    last_floor   = 1
    goal_monster = "rat"

    [abilities.pit]
    shape   = "target"
    effects = [{ fall = true }]

    [abilities.drop]
    shape   = "self"
    effects = [{ fall = true }]

    [items.wand]
    glyph     = "w"
    abilities = ["pit"]

    [items.stone]
    glyph     = "s"
    abilities = ["drop"]

    [layouts.chasms]
    generator = "caves"
    overlays  = [
        { terrain = "chasm", count = 3, cells = 20 },
        { terrain = "hidden_trapdoor", count = 3, cells = 4 },
    ]
    spawn = 1
"""
CHASM = {":": "chasm"}


class TestNothingIsBelowTheLastFloor:
    def test_a_step_into_a_chasm_hurts_and_leads_nowhere(self) -> None:
        scene = TomlScene("#@:r#", BOTTOM, terrain=CHASM)
        scene.move(E)
        assert scene.world.floor == 1
        assert scene.hero.cell == scene.at(2, 1)
        assert scene.fault() == ""

    @pytest.mark.parametrize("sign", ["w", "s"])
    def test_nobody_is_made_to_fall(self, sign: str) -> None:
        scene = TomlScene("#@.r#", BOTTOM)
        rat = scene.monster("r")
        assert scene.use_on(sign, rat.cell) == DONE
        assert rat.hp > 0
        assert scene.world.floor == 1
        assert "Nothing happens." in scene.messages()

    def test_it_has_floor_where_other_floors_have_chasms_and_trapdoors(self) -> None:
        book = rulebook_of(BOTTOM.replace("last_floor   = 1", "last_floor   = 2"))
        falls = {number for number, row in enumerate(book.compiled.terrain) if row.leads_down}
        assert {book.terrain[kind].key for kind in falls} == {"chasm", "trapdoor", "hidden_trapdoor"}
        world = World()
        for seed in range(3):
            new_game(world, book.compiled, seed)
            assert falls & set(world.tiles)
            new_game(world, book.compiled, seed, 2)
            assert not falls & set(world.tiles)
