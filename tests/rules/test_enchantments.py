"""Enchanted equipment: what each +1 gives, how it is drawn, and what changes it."""

from __future__ import annotations

from collections import Counter

import pytest

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_and_use_items import equip_best
from steep.bots.imagine_outcomes import determinize
from steep.core.random_streams import LOOT
from steep.core.ruleset import DEFENSE, MAX_HP, POWER
from steep.core.world import MAX_PLUS, MIN_PLUS, World
from steep.mapgen.make_floor import make_floor
from steep.mapgen.populate_floor import draw_plus
from steep.rules.action_codes import DONE, NOTHING_TO_ENCHANT, THROW, USE, action
from steep.rules.consistency.world_consistency import FAULTS, INVENTORY, ITEMS, fault_in
from steep.rules.update_view import update_visible
from toml_scenes import TomlScene, rulebook_of

ALONE = "#@..#"
RAT = "#@r.#"

GEAR = """
[hero]
slots = ["weapon", "body", "ring"]

[items.sword]
glyph = "/"
slot  = "weapon"
power = 3

[items.axe]
glyph = "P"
slot  = "weapon"
power = 4

[items.mail]
glyph   = "["
slot    = "body"
defense = 2
each_plus = { defense = 2, max_hp = 3 }

[items.ring]
glyph = "="
slot  = "ring"
speed = 10

[abilities.enchant_weapon]
shape   = "self"
effects = [{ enchant = 1, slot = "weapon" }]

[abilities.curse_ring]
shape   = "self"
effects = [{ enchant = -1, slot = "ring" }]

[items.scroll]
glyph     = "?"
abilities = ["enchant_weapon"]

[items.curse]
glyph     = ";"
abilities = ["curse_ring"]
"""


def a_scene(picture: str = ALONE, piece: str = GEAR) -> TomlScene:
    return TomlScene(picture, piece)


def with_plus(scene: TomlScene, sign: str, plus: int, *, equipped: bool = False) -> int:
    """Give the hero an enchanted item. Returns its slot."""
    slot = scene.hero.inventory_count
    scene.carry(sign)
    scene.hero.inventory[slot].plus = plus
    if equipped:
        scene.use(slot)
    return slot


def stat(scene: TomlScene, number: int) -> int:
    return int(scene.hero.stats[number])


@pytest.mark.parametrize("plus", [-2, 0, 1, 5])
def test_each_plus_adds_one_to_the_power_of_a_weapon_until_it_is_unequipped(plus: int) -> None:
    scene = a_scene()
    slot = with_plus(scene, "/", plus, equipped=True)
    assert stat(scene, POWER) == 3 + 3 + plus
    scene.use(slot)
    assert stat(scene, POWER) == 3
    assert scene.fault() == ""


def test_a_kind_may_say_what_each_plus_adds() -> None:
    scene = a_scene()
    with_plus(scene, "[", 2, equipped=True)
    assert (stat(scene, DEFENSE), stat(scene, MAX_HP)) == (1 + 2 + 2 * 2, 30 + 2 * 3)


def test_armour_that_says_nothing_gets_defense_and_what_gives_neither_nothing() -> None:
    book = rulebook_of(GEAR)
    items = {item.key: row for item, row in zip(book.items, book.compiled.items, strict=False)}
    assert [int(items["sword"].each_plus[number]) for number in (POWER, DEFENSE)] == [1, 0]
    assert [items[key].enchantable for key in ("sword", "mail", "ring", "scroll")] == [1, 1, 0, 0]


def test_dropped_and_picked_up_it_stays_enchanted_and_is_named_so() -> None:
    scene = a_scene()
    slot = with_plus(scene, "/", 2, equipped=True)
    scene.drop(slot)
    assert scene.world.item_plus[0] == scene.hero.seen_item_plus[0] == 2
    scene.pick_up()
    assert scene.hero.inventory[0].plus == 2
    assert scene.messages() == [
        "You equip the sword +2.",
        "You unequip the sword +2.",
        "You drop the sword +2.",
        "You pick up a sword +2 (a).",
    ]
    assert scene.fault() == ""


def test_a_thrown_item_stays_enchanted() -> None:
    scene = a_scene(piece=GEAR.replace("[hero]", "[hero]\nthrow_range = 5"))
    slot = with_plus(scene, "/", -2)
    scene.act(action(THROW, slot, scene.at(3, 1)))
    assert scene.world.item_plus[0] == scene.hero.seen_item_plus[0] == -2
    assert scene.messages() == ["You throw the sword -2."]
    assert scene.fault() == ""


def test_a_scroll_adds_to_what_is_equipped_in_its_slot() -> None:
    scene = a_scene()
    with_plus(scene, "/", -1, equipped=True)
    scene.messages()
    assert scene.use_on("?") == DONE
    assert scene.hero.inventory[0].plus == 0
    assert stat(scene, POWER) == 6
    assert scene.messages() == ["Your sword is now +0."]
    assert scene.fault() == ""


def test_a_scroll_that_finds_nothing_to_enchant_is_refused_and_kept() -> None:
    scene = a_scene()
    scene.carry("?")
    with_plus(scene, "/", 0)
    assert scene.refuse(action(USE, 0)) == NOTHING_TO_ENCHANT
    scene.carry(";")
    scene.wear("=")
    assert scene.refuse(action(USE, 2)) == NOTHING_TO_ENCHANT


@pytest.mark.parametrize(("plus", "change", "after"), [(MAX_PLUS, 1, MAX_PLUS), (MIN_PLUS, -1, MIN_PLUS)])
def test_an_enchantment_stays_in_its_range(plus: int, change: int, after: int) -> None:
    scene = a_scene(piece=GEAR.replace("enchant = 1", f"enchant = {change}"))
    with_plus(scene, "/", plus, equipped=True)
    assert scene.use_on("?") == DONE
    assert scene.hero.inventory[0].plus == after
    assert stat(scene, POWER) == 6 + after


RUST = """
[abilities.rust]
trigger = "hit"
shape   = "touch"
effects = [{ enchant = -1, slot = "body" }]

[monsters.rat]
power     = 20
abilities = ["rust"]
"""


def test_an_attack_can_corrode_armour() -> None:
    scene = a_scene(RAT, GEAR + RUST)
    with_plus(scene, "[", 0, equipped=True)
    assert scene.hero.inventory[0].plus == -1
    assert scene.messages()[-1] == "Your mail is now -1."
    assert stat(scene, DEFENSE) == 1 + 2 - 2
    assert scene.fault() == ""


def test_speed_from_an_enchantment_makes_a_ruleset_timed() -> None:
    still = GEAR.replace("speed = 10", "")
    assert rulebook_of(still).compiled.timed == 0
    assert rulebook_of(still.replace('slot  = "ring"', 'slot  = "ring"\neach_plus = { speed = 5 }')).compiled.timed == 1


DRAWN = (
    GEAR.replace("power = 3", 'power = 3\nspawn = 10\nenchantment = "gear"').replace(
        "speed = 10", "speed = 10\nspawn = 9"
    )
    + """
[enchantments.gear]
chance   = { 1 = 40, 2 = 100 }
plus     = { 1 = "1d3", 2 = "9d11" }
negative = 25

[counts]
items_per_room    = 4
monsters_per_room = 2

[monsters.rat]
spawn = 5
"""
)


def test_an_enchantment_is_drawn_by_chance_dice_and_sign() -> None:
    book, world = rulebook_of(DRAWN), World()
    make_floor(world, book.compiled, 1)
    drawn = Counter(draw_plus(world, book.compiled.enchantments[0], world.floor) for _ in range(6_000))
    assert set(drawn) == {-3, -2, -1, 0, 1, 2, 3}
    assert drawn[0] / 6_000 == pytest.approx(0.6, abs=0.02)
    assert drawn[2] / 6_000 == pytest.approx(0.1, abs=0.015)
    assert drawn[-2] / 6_000 == pytest.approx(0.4 * 0.25 / 3, abs=0.01)


def test_what_is_drawn_stays_in_its_range() -> None:
    book, world = rulebook_of(DRAWN), World()
    make_floor(world, book.compiled, 2)
    drawn = {draw_plus(world, book.compiled.enchantments[0], world.floor) for _ in range(500)}
    assert min(drawn) == MIN_PLUS
    assert 50 < max(drawn) <= MAX_PLUS


@pytest.mark.parametrize("seed", range(5))
def test_enchantments_change_nothing_else_of_a_floor(seed: int) -> None:
    with_them, without = World(), World()
    for world, text in ((with_them, DRAWN), (without, DRAWN.replace('enchantment = "gear"', ""))):
        world.seed = seed
        make_floor(world, rulebook_of(text).compiled, 2)
    for plane in ("tiles", "occupant"):
        assert list(getattr(with_them, plane)) == list(getattr(without, plane))
    assert lying(with_them) == lying(without)
    assert list(with_them.random[: 4 * LOOT]) == list(without.random[: 4 * LOOT])
    book = rulebook_of(DRAWN)
    swords = [n for n, (kind, _) in enumerate(lying(with_them)) if book.items[kind].key == "sword"]
    assert swords
    assert all(with_them.item_plus[n] != 0 for n in swords)
    assert [n for n in range(with_them.item_count) if with_them.item_plus[n]] == swords
    assert not any(without.item_plus)


def lying(world: World) -> list[tuple[int, int]]:
    return [(item.kind, item.cell) for item in world.items[: world.item_count]]


def test_the_hero_may_start_with_enchanted_equipment() -> None:
    scene = a_scene(piece=GEAR.replace("[hero]", '[hero]\nstart = [{ item = "sword", equipped = true, plus = 2 }]'))
    assert scene.hero.inventory[0].plus == 2
    assert stat(scene, POWER) == 3 + 3 + 2
    assert scene.fault() == ""


def test_bots_equip_the_better_enchanted_of_two() -> None:
    scene = a_scene()
    with_plus(scene, "P", 0, equipped=True)
    worse = with_plus(scene, "/", 1)
    assert equip_best(scene.hero, scene.ruleset) != action(USE, worse)
    better = with_plus(scene, "/", 2)
    assert equip_best(scene.hero, scene.ruleset) == action(USE, better)
    with_plus(scene, "P", -3)
    assert equip_best(scene.hero, scene.ruleset) == action(USE, better)


def test_an_imagined_world_has_the_enchantments_that_the_hero_knows() -> None:
    scene = a_scene("#@/..#")
    scene.world.item_plus[0] = 3
    update_visible(scene.world)
    with_plus(scene, "P", -2, equipped=True)
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 1)
    determinize(scene.hero, scene.ruleset, mind, 5, imagined)
    assert imagined.world.item_plus[0] == 3
    assert imagined.world.hero.inventory[0].plus == -2
    assert list(imagined.world.hero.stats) == list(scene.hero.stats)


def test_a_world_in_which_something_has_an_impossible_enchantment_is_refused() -> None:
    scene = a_scene("#@=..#")
    scene.carry("?")
    assert scene.fault() == ""
    scene.hero.inventory[0].plus = 1
    assert fault_in(scene.world, scene.ruleset) == INVENTORY
    scene.hero.inventory[0].plus = 0
    scene.hero.inventory[3].plus = 1
    assert fault_in(scene.world, scene.ruleset) == INVENTORY
    scene.hero.inventory[3].plus = 0
    scene.world.item_plus[0] = 1
    update_visible(scene.world)
    assert fault_in(scene.world, scene.ruleset) == ITEMS
    scene.world.item_plus[0] = 0
    assert FAULTS[fault_in(scene.world, scene.ruleset)] == "the seen items don't match those on the floor"
