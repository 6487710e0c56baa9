"""A tactician that prefers a build kills by its means, and takes what suits it."""

from __future__ import annotations

import random

import pytest

from scenes import E, W
from steep.bots.bots_by_name import BOTS, BUILDS, find_bot
from steep.bots.choose_action import choose_action
from steep.bots.combat.preferred_means import LONGEST_FIGHT, preferred_action, waits_for_allies
from steep.bots.items.builds import ALLIES, BOW, FIRE, NO_BUILD, STAFF, WEAPON, suits
from steep.bots.items.items import is_lesser_choice
from steep.bots.level_ups import best_gain
from steep.bots.memory.bot_memory import ImaginedState, Mind, start_mind
from steep.bots.memory.remember_monsters import remember
from steep.bots.movement.steps_and_attacks import NO_ACTION
from steep.bots.survival.resting import FOOD_FOR_CHARGES
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.core.world import ALLIED, PLAYING, World
from steep.mapgen.put_on_free_cell import add_item
from steep.rules.action_codes import MOVE, THROW, USE, WAIT, action, argument_of, verb_of
from steep.rules.new_game import new_game
from steep.rules.turn import step
from toml_scenes import TomlScene, rulebook_of

MEANS = """
    [abilities.shot]
    shape = "target"
    affects = "enemies"
    effects = [{ damage = 4 }]

    [abilities.burst]
    trigger = "throw"
    shape = "ball"
    radius = 1
    effects = [{ damage = 4 }]

    [abilities.call]
    shape = "self"
    effects = [{ summon = "rat", count = 1 }]

    [appearances.wand]
    names = ["ash wand", "birch wand"]
    colors = ["#b0a890", "#e8e0d0"]
    glyph = "/"
    shape = "target"

    [items.sword]
    glyph = ")"
    slot = "weapon"
    damage = "1d6"

    [items.club]
    glyph = "|"
    slot = "weapon"
    damage = "1d5"

    [items.foil]
    glyph = "]"
    slot = "weapon"
    damage = "1d6"
    accuracy = -3

    [items.bow]
    glyph = "}"
    abilities = ["shot"]
    charges = 3
    recharge = 20

    [items.wand]
    glyph = "/"
    appearance = "wand"
    abilities = ["shot"]
    charges = 3
    recharge = 20

    [items.knife]
    glyph = "-"
    thrown = 4
    breaks = 10

    [items.flask]
    glyph = "!"
    abilities = ["burst"]
    breaks = 100

    [items.whistle]
    glyph = "("
    abilities = ["call"]

    [abilities.tune]
    shape = "view"
    affects = "enemies"
    effects = [{ status = "charmed", turns = 5 }]

    [items.pipe]
    glyph = "&"
    abilities = ["tune"]
    charges = 1

    [abilities.beat]
    shape = "view"
    affects = "allies"
    effects = [{ status = "hasted", turns = 5 }]

    [items.drum]
    glyph = "="
    abilities = ["beat"]
    charges = 1

    [abilities.kindle]
    shape = "bolt"
    reach = 7
    effects = [{ damage = 1, type = "fire" }, { status = "burning", turns = 3 }, { ignite = true }]

    [items.tinder]
    glyph = "~"
    abilities = ["kindle"]
    charges = 3
    recharge = 20

    [abilities.blaze]
    trigger = "throw"
    shape = "ball"
    radius = 1
    effects = [{ damage = 1, type = "fire" }, { status = "burning", turns = 3 }, { ignite = true }]

    [items.oil]
    glyph = "*"
    abilities = ["blaze"]
    breaks = 100

    [monsters.salamander]
    glyph = "s"
    hp = 10
    power = 3
    defense = 0
    xp = 4
    resist = { fire = 100 }
"""
ROOM = """
    ##########
    #........#
    #@...r...#
    #........#
    ##########
"""
TREASURES = "}(/"
SUITED = {WEAPON: ")|]", BOW: "}-~", STAFF: "/", ALLIES: "(&=", FIRE: "!~*"}


def chosen(scene: TomlScene, bot: str) -> int:
    mind = Mind()
    start_mind(mind, 1)
    return choose_action(find_bot(bot).number, scene.hero, scene.ruleset, mind, ImaginedState())


def preferred(scene: TomlScene, build: int) -> int:
    mind = Mind()
    start_mind(mind, 1)
    mind.build = build
    return preferred_action(scene.hero, scene.ruleset, mind)


@pytest.mark.parametrize("build", SUITED)
def test_an_item_suits_a_build_by_how_it_is_used(build: int) -> None:
    book = rulebook_of(MEANS)
    glyphs = [(row.glyph, kind) for row, kind in zip(book.items, book.compiled.items, strict=False)]
    assert {glyph for glyph, kind in glyphs if suits(book.compiled, kind, build)} == set(SUITED[build])


@pytest.mark.parametrize(
    ("bot", "sign", "verb"),
    [
        ("tactician-bow", "}", USE),
        ("tactician-bow", "-", THROW),
        ("tactician-staff", "/", USE),
        ("tactician-fire", "!", THROW),
        ("tactician-allies", "(", USE),
    ],
)
def test_a_build_uses_its_means_on_whoever_comes(bot: str, sign: str, verb: int) -> None:
    scene = TomlScene(ROOM, MEANS)
    scene.carry(sign)
    carried = scene.hero.inventory[0]
    carried.kind, carried.charges = scene.item_glyphs.index(sign) + 1, 3
    scene.hero.identified[carried.kind - 1] = 1
    assert verb_of(chosen(scene, bot)) == verb


def test_who_kills_by_attacks_shoots_first_what_comes_back_as_every_tactician_does() -> None:
    scene = TomlScene("##########\n#@....r..#\n##########", MEANS)
    scene.carry("}")
    assert verb_of(chosen(scene, "tactician-weapon")) == verb_of(chosen(scene, "tactician")) == USE


@pytest.mark.parametrize(("hp", "shoots"), [(4, True), (9, False)])
def test_the_last_shot_is_kept_for_the_blow_that_kills(hp: int, shoots: bool) -> None:
    scene = TomlScene("##########\n#@r......#\n##########", MEANS)
    scene.carry("}")
    scene.hero.inventory[0].charges = 1
    scene.monster("r").hp = hp
    scene.update_fov()
    act = preferred(scene, BOW)
    assert (act != NO_ACTION) == shoots


def test_a_second_bow_is_shot_when_the_first_is_empty() -> None:
    scene = TomlScene(ROOM, MEANS)
    scene.carry("}")
    scene.carry("}")
    scene.hero.inventory[0].charges = 0
    scene.hero.inventory[1].charges = 3
    assert argument_of(preferred(scene, BOW)) == 1


@pytest.mark.parametrize("burns", [True, False])
def test_who_kills_by_fire_steps_back_from_what_burns(burns: bool) -> None:
    scene = TomlScene("##########\n#....@r..#\n##########", MEANS)
    if burns:
        scene.dose(scene.monster("r"), "burning", 5)
    scene.update_fov()
    act = preferred(scene, FIRE)
    assert act == (action(MOVE, W) if burns else NO_ACTION)


@pytest.mark.parametrize(("nutrition", "rests"), [(FOOD_FOR_CHARGES - 1, False), (FOOD_FOR_CHARGES, True)])
def test_who_rests_for_charges_has_food_to_spare(nutrition: int, rests: bool) -> None:
    hunger = "hunger = { full = 3000, start = 2000, stages = [{ name = 'starving', below = 0, hp = 1 }] }\n"
    scene = TomlScene("######\n#@..>#\n######", hunger + MEANS)
    scene.carry("}")
    scene.hero.inventory[0].charges = 0
    scene.hero.nutrition = nutrition
    assert (chosen(scene, "tactician-bow") == action(WAIT)) == rests


@pytest.mark.parametrize(("room", "waits"), [("#@..o.#", True), ("#@.o..#", False)])
def test_who_has_allies_waits_on_the_stairs_for_those_that_would_not_come_along(room: str, waits: bool) -> None:
    scene = TomlScene(f"#######\n{room}\n#######", MEANS, terrain={})
    scene.monster("o").side = ALLIED
    scene.world.friends = 1
    scene.update_fov()
    mind = Mind()
    start_mind(mind, 1)
    remember(scene.hero, mind)
    assert waits_for_allies(mind, scene.hero) == waits


@pytest.mark.parametrize("build", [WEAPON, BOW])
def test_only_who_attacks_chooses_power(build: int) -> None:
    piece = "level_up = { choices = [{ stat = 'power', amount = 20 }, { stat = 'max_hp', amount = 1 }] }\n"
    scene = TomlScene(ROOM, piece + "counts = { monsters_per_floor = 5 }\n[monsters.rat]\nspawn = 1")
    assert best_gain(scene.hero, scene.ruleset, Mind().imagined, build) == (0 if build == WEAPON else 1)


@pytest.mark.parametrize(
    ("sign", "room", "uses"),
    [
        ("&", "#@..r..r.#", True),
        ("&", "#@..r....#", False),
        ("=", "#@..r..o.#", True),
        ("=", "#@..r....#", False),
    ],
)
def test_who_has_allies_plays_for_them_and_wins_over_some_of_several(sign: str, room: str, uses: bool) -> None:
    scene = TomlScene(f"##########\n{room}\n##########", MEANS)
    scene.carry(sign)
    scene.hero.inventory[0].charges = 1
    if "o" in room:
        scene.monster("o").side = ALLIED
        scene.world.friends = 1
    scene.update_fov()
    act = preferred(scene, ALLIES)
    assert (act != NO_ACTION and verb_of(act) == USE) == uses


@pytest.mark.parametrize(
    ("room", "act"),
    [
        ("#..@ro...#", action(MOVE, W)),
        ("#.o@r....#", action(MOVE, W)),
        ("#..@.ro..#", action(WAIT)),
        ("#.@r....o#", NO_ACTION),
        ("#.r@ro...#", NO_ACTION),
    ],
)
def test_who_has_allies_gets_behind_one_that_is_near_or_away_from_whom_it_fights(room: str, act: int) -> None:
    scene = TomlScene(f"##########\n{room}\n##########", MEANS)
    scene.monster("o").side = ALLIED
    scene.world.friends = 1
    scene.update_fov()
    assert preferred(scene, ALLIES) == act


def test_a_fight_that_allies_do_not_end_is_not_left_to_them_for_ever() -> None:
    scene = TomlScene("##########\n#..@.ro..#\n##########", MEANS)
    scene.monster("o").side = ALLIED
    scene.world.friends = 1
    scene.update_fov()
    scene.hero.turn = LONGEST_FIGHT
    assert preferred(scene, ALLIES) == NO_ACTION


@pytest.mark.parametrize(("room", "direction"), [("#>@.r....#", E), ("#>@.r..o.#", W)])
def test_who_has_allies_lets_sleepers_lie_while_they_are_with_it(room: str, direction: int) -> None:
    scene = TomlScene(f"##########\n{room}\n##########", MEANS)
    scene.monster("r").asleep = 1
    if "o" in room:
        scene.monster("o").side = ALLIED
        scene.world.friends = 1
    scene.update_fov()
    assert chosen(scene, "tactician-allies") == action(MOVE, direction)


@pytest.mark.parametrize(("sign", "burns", "uses"), [("r", False, True), ("r", True, False), ("s", False, False)])
def test_nobody_is_set_alight_who_burns_already_or_does_not_mind(sign: str, burns: bool, uses: bool) -> None:
    scene = TomlScene(f"##########\n#@...{sign}...#\n##########", MEANS)
    scene.carry("~")
    scene.hero.inventory[0].charges = 3
    if burns:
        scene.dose(scene.monster(sign), "burning", 5)
    scene.update_fov()
    assert (preferred(scene, FIRE) == action(USE, 0, scene.at(5, 1))) == uses


def test_what_burns_and_comes_back_is_used_before_what_does_not() -> None:
    scene = TomlScene(ROOM, MEANS)
    scene.carry("*")
    scene.carry("~")
    scene.hero.inventory[1].charges = 1
    assert argument_of(preferred(scene, FIRE)) == 1
    scene.hero.inventory[1].charges = 0
    assert preferred(scene, FIRE) == NO_ACTION, "one rat isn't worth the last flask"


def test_who_has_allies_waits_while_one_is_about_to_fight() -> None:
    scene = TomlScene("##########\n#@.r..o..#\n##########", MEANS)
    scene.monster("r").side = 2
    scene.world.friends = 1
    scene.update_fov()
    assert verb_of(chosen(scene, "tactician-allies")) == WAIT


def taken_of(treasures: str, build: int, in_hand: str = "") -> str:
    """Which of some treasures a build takes."""
    scene = TomlScene(
        "##########\n#@._._._.#\n##########",
        MEANS,
        terrain={"_": "altar"},
    )
    if in_hand:
        scene.wear(in_hand)
    for number, sign in enumerate(treasures):
        kind = scene.item_glyphs.index(sign)
        assert add_item(scene.world, kind, scene.at(3 + 2 * number, 1), scene.ruleset.items[kind].charges)
    scene.update_fov()
    best = [
        scene.hero.seen_items[i].cell
        for i in range(scene.hero.seen_item_count)
        if not is_lesser_choice(scene.hero, scene.ruleset, i, build)
    ]
    return "".join(sign for number, sign in enumerate(treasures) if scene.at(3 + 2 * number, 1) in best)


@pytest.mark.parametrize(("build", "taken"), [(BOW, "}"), (ALLIES, "("), (STAFF, "/")])
def test_of_several_treasures_a_build_takes_what_suits_it(build: int, taken: str) -> None:
    assert taken_of(TREASURES, build) == taken


@pytest.mark.parametrize(("build", "in_hand", "taken"), [(WEAPON, "|", ")"), (NO_BUILD, "|", "}"), (WEAPON, "]", "}")])
def test_who_kills_by_attacks_takes_a_much_better_weapon_and_forgoes_no_bow_for_a_slightly_better_one(
    build: int, in_hand: str, taken: str
) -> None:
    assert taken_of(")}", build, in_hand) == taken


@pytest.mark.parametrize("name", BUILDS)
def test_a_build_plays_on_in_a_dungeon_and_sees_only_the_view(name: str) -> None:
    ruleset = rulebook_of(MEANS + "\n[counts]\nmonsters_per_floor = 6\nitems_per_floor = 9\n").compiled
    world, mind, other_mind, imagined = World(), Mind(), Mind(), ImaginedState()
    rng = random.Random(1)
    new_game(world, ruleset, 3)
    start_mind(mind, 3)
    start_mind(other_mind, 3)
    for _ in range(40):
        if world.outcome != PLAYING:
            break
        act = choose_action(BUILDS[name].number, world.hero, ruleset, mind, imagined)
        for word in range(len(world.random)):
            world.random[word] = rng.getrandbits(31) | 1
        assert choose_action(BUILDS[name].number, world.hero, ruleset, other_mind, imagined) == act
        assert pack(mind) == pack(other_mind)
        step(world, ruleset, act)


def test_a_name_that_is_near_to_a_build_is_told() -> None:
    assert not set(BUILDS) & set(BOTS)
    with pytest.raises(InputError, match="tactician-bow"):
        find_bot("tactician-bo")
