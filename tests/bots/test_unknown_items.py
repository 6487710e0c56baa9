"""Bots and items that the hero hasn't identified: they try them, and they don't know what they are."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import worlds_in_both_forms
from shuffled_appearances import shuffled
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BOTS, Bot, choose_action
from steep.bots.choose_and_use_items import equip_best, find_out, try_unknown
from steep.bots.explorer import explorer
from steep.bots.imagine_outcomes import determinize, evaluate, note_remembered_cells
from steep.content import load_ruleset
from steep.core.record import pack, unpack
from steep.core.world import PLAYING, World
from steep.rules.action_codes import DONE, USE, action
from steep.rules.items.identification_and_enchantments import perceived_kind, true_kind
from steep.rules.new_game import new_game
from steep.rules.turn import step
from toml_scenes import TomlScene
from unidentified_items import ALONE, OGRE_NEAR, a_scene


def test_an_unknown_potion_is_tried_while_it_is_safe() -> None:
    scene = a_scene(ALONE, "w")
    assert explorer(scene.hero, scene.ruleset, BotMemory()) == action(USE, 0, scene.hero.cell)


def test_but_not_with_an_enemy_in_view_or_half_dead() -> None:
    assert find_out(a_scene(OGRE_NEAR, "w").hero, a_scene(OGRE_NEAR, "w").ruleset) == -1
    scene = a_scene(ALONE, "w")
    scene.wound(scene.body, 15)
    assert find_out(scene.hero, scene.ruleset) == -1


def test_a_lost_fight_is_worth_a_try() -> None:
    scene = a_scene(OGRE_NEAR, "z")
    scene.wound(scene.body, 3)
    mind = BotMemory()
    start_mind(mind, 1)
    assert explorer(scene.hero, scene.ruleset, mind) == action(USE, 0, scene.at(3, 1))


def test_a_wand_is_not_tried_on_nobody() -> None:
    scene = a_scene(ALONE, "z")
    assert try_unknown(scene.hero, scene.ruleset) == -1


def test_unknown_equipment_is_put_into_an_empty_slot() -> None:
    scene = a_scene(ALONE, "m")
    assert equip_best(scene.hero, scene.ruleset) == action(USE, 0)
    assert scene.use(0) == DONE
    scene.carry("m")
    assert equip_best(scene.hero, scene.ruleset) == -1


def test_identified_kinds_count_in_the_evaluation() -> None:
    scene = a_scene(ALONE, "w")
    before = unpack(World, pack(scene.world)).hero
    score = evaluate(before, scene.world, scene.ruleset, 1, 0)
    scene.hero.unidentified -= 1
    assert evaluate(before, scene.world, scene.ruleset, 1, 0) > score


def imagined_kinds(scene: TomlScene) -> Counter[str]:
    """What the item in slot 0 is in 200 imagined worlds."""
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 1)
    kinds: Counter[str] = Counter()
    for seed in range(200):
        note_remembered_cells(scene.hero, scene.ruleset, imagined)
        determinize(scene.hero, scene.ruleset, mind, seed, imagined)
        row = imagined.world.hero.inventory[0].kind - 1
        kinds[scene.book.items[true_kind(imagined.world, scene.ruleset, row)].key] += 1
    return kinds


def test_an_unknown_item_is_imagined_as_any_that_it_can_be() -> None:
    kinds = imagined_kinds(a_scene(ALONE, "w"))
    assert set(kinds) == {"fire", "healing", "water"}
    assert min(kinds.values()) > 45, "equally likely"


def test_but_as_none_that_is_identified() -> None:
    scene = a_scene(ALONE, "w", "f")
    scene.use(1)
    assert set(imagined_kinds(scene)) == {"healing", "water"}


def test_two_unknown_items_are_not_imagined_as_the_same_kind() -> None:
    scene = a_scene("#@.f#", "w")
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 1)
    for seed in range(50):
        note_remembered_cells(scene.hero, scene.ruleset, imagined)
        determinize(scene.hero, scene.ruleset, mind, seed, imagined)
        carried = true_kind(imagined.world, scene.ruleset, imagined.world.hero.inventory[0].kind - 1)
        assert imagined.world.items[0].kind != carried
        assert perceived_kind(imagined.world, imagined.world.items[0].kind) == scene.hero.seen_items[0].kind
        assert step(imagined.world, scene.ruleset, action(USE, 0)) == DONE


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_no_bot_knows_what_an_unidentified_item_is(bot: Bot) -> None:
    ruleset, world = load_ruleset(str(worlds_in_both_forms.EVERY_MECHANIC)).compiled, World()
    mind, other_mind, imagined = BotMemory(), BotMemory(), ImaginedState()
    for seed in range(2):
        rng = random.Random(seed)
        new_game(world, ruleset, seed)
        start_mind(mind, seed)
        start_mind(other_mind, seed)
        for _ in range(12):
            other = shuffled(world, ruleset, rng)
            assert pack(world.hero) == pack(other.hero)
            act = choose_action(bot.number, world.hero, ruleset, mind, imagined)
            assert choose_action(bot.number, other.hero, ruleset, other_mind, imagined) == act
            step(world, ruleset, act)
            if world.outcome != PLAYING:
                break
