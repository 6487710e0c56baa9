"""A full inventory keeps no bot from food: it parts with what it misses least."""

from __future__ import annotations

import pytest

from scenes import E
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import EXPLORER, MASHER, TACTICIAN, choose_action
from steep.bots.choose_and_use_items import is_lesser_choice, least_useful
from steep.mapgen.put_on_free_cell import add_item
from steep.rules.action_codes import DESCEND, DROP, MOVE, PICK_UP, USE, action, verb_of
from toml_scenes import TomlScene

PIECE = """
    [hunger]
    full   = 2000
    start  = 2000
    stages = [{ name = "hungry", below = 250 }, { name = "starving", below = 0, hp = 1 }]

    [abilities.meal]
    shape   = "self"
    effects = [{ feed = 500 }]

    [abilities.glow]
    shape   = "self"
    effects = [{ map = 5 }]

    [abilities.hone]
    shape   = "self"
    effects = [{ enchant = 1, slot = "weapon" }]

    [abilities.grow]
    shape   = "self"
    effects = [{ stat = "max_hp", amount = 5 }]

    [items.bread]
    glyph     = "b"
    abilities = ["meal"]

    [items.knife]
    glyph  = "k"
    thrown = 2
    breaks = 10

    [items.dart]
    glyph  = "d"
    thrown = 2
    breaks = 10

    [items.dagger]
    glyph = "s"
    slot  = "weapon"
    power = 1

    [items.scroll]
    glyph     = "?"
    abilities = ["glow"]

    [items.whetstone]
    glyph     = "w"
    abilities = ["hone"]

    [items.root]
    glyph     = "r"
    abilities = ["grow"]
"""
ROOM = """
    ###########
    #.........#
    #.@....b.>#
    #.........#
    ###########
"""
EATERS = (EXPLORER, MASHER, TACTICIAN)


class Play:
    """A scene and the bot that plays it."""

    def __init__(self, bot: int, picture: str, carried: str) -> None:
        self.scene, self.bot, self.mind = TomlScene(picture, PIECE), bot, BotMemory()
        start_mind(self.mind, 1)
        for sign in carried:
            self.scene.carry(sign)

    def next(self) -> int:
        scene = self.scene
        act = choose_action(self.bot, scene.hero, scene.ruleset, self.mind, ImaginedState())
        if act != action(DESCEND):
            scene.act(act)
        return act

    def carries(self, sign: str) -> int:
        kind = self.scene.item_glyphs.index(sign) + 1
        return sum(carried.kind == kind for carried in self.scene.hero.inventory)


@pytest.mark.parametrize("bot", EATERS)
def test_who_carries_all_it_can_parts_with_something_and_takes_food(bot: int) -> None:
    play = Play(bot, ROOM, "kkkkk")
    for _ in range(12):
        play.next()
    assert play.carries("b") == 1
    assert play.carries("k") == 3


@pytest.mark.parametrize("bot", EATERS)
def test_food_that_was_left_behind_is_gone_back_for(bot: int) -> None:
    play = Play(bot, ROOM.replace("@", ".").replace("b", "@"), "kkkkk")
    hero = play.scene.hero
    assert add_item(play.scene.world, play.scene.item_glyphs.index("b"), hero.cell)
    play.scene.update_fov()
    acts = [play.next() for _ in range(8)]
    assert play.carries("b") == 1
    assert verb_of(acts[0]) == MOVE


def test_what_is_worn_feeds_or_has_fewer_like_it_is_kept() -> None:
    scene = Play(EXPLORER, ROOM, "bdkk").scene
    assert least_useful(scene.hero, scene.ruleset) == 3
    scene.carry("s")
    assert least_useful(scene.hero, scene.ruleset) == 3
    scene.hero.inventory[4].equipped = 1
    scene.hero.inventory[3].kind = scene.hero.inventory[0].kind
    assert least_useful(scene.hero, scene.ruleset) in (1, 2)
    scene.hero.inventory[1].kind = scene.hero.inventory[2].kind = scene.hero.inventory[0].kind
    assert least_useful(scene.hero, scene.ruleset) == -1


@pytest.mark.parametrize("bot", [EXPLORER, TACTICIAN])
def test_what_is_worth_using_is_used_for_room_and_anything_else_is_dropped(bot: int) -> None:
    seen = {verb_of(Play(bot, ROOM, carried).next()) for carried in ("bbbb?", "bbbbk")}
    assert seen == {USE, DROP}


def test_the_last_free_slot_is_kept_for_food_and_what_it_has_less_of() -> None:
    for sign, verb in (("k", MOVE), ("d", PICK_UP), ("b", PICK_UP)):
        play = Play(EXPLORER, ROOM, "kkkk")
        assert add_item(play.scene.world, play.scene.item_glyphs.index(sign), play.scene.hero.cell)
        play.scene.update_fov()
        assert verb_of(play.next()) == verb


def test_who_is_short_of_food_fetches_what_it_knows_of_before_it_leaves() -> None:
    play = Play(TACTICIAN, "#.>..@...b#", "")
    play.scene.hero.nutrition = 280
    acts = [play.next() for _ in range(4)]
    assert acts == [action(MOVE, E)] * 4
    assert verb_of(play.next()) == PICK_UP


def test_of_two_gifts_a_plus_is_worth_more_than_a_few_hp() -> None:
    scene = TomlScene("#@._..._#", PIECE, terrain={"_": "altar"})
    for sign, x in (("r", 3), ("w", 7)):
        assert add_item(scene.world, scene.item_glyphs.index(sign), scene.at(x, 1))
    scene.update_fov()
    best = [scene.hero.seen_items[i].cell for i in range(2) if not is_lesser_choice(scene.hero, scene.ruleset, i)]
    assert best == [scene.at(7, 1)]
