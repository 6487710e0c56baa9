"""Descriptions of cells: only what the hero knows, with the numbers of a fight."""

from __future__ import annotations

import pytest

from generated_floors import rulebook_from
from ready_made_sessions import EVERY_MECHANIC, load, session_in
from scenes import CONFUSED, E, Scene, confuse, kind_of, set_hp, set_stat
from screen_driver import a_session
from steep.bots.level_ups import imagine_monster
from steep.core.geometry import WIDTH
from steep.core.ruleset import ACCURACY, EVASION, REGENERATION, SPEED
from steep.core.world import ALLIED, NEUTRAL, VisibleMonster
from steep.play.session import Session
from steep.play.texts.describe import (
    describe_cell,
    describe_monster,
    direction_text,
    health,
    hero_turns_left,
    names_at,
    short_statuses,
    status_texts,
    what_is_special,
)
from steep.play.texts.equipment import comparison
from steep.play.texts.fight_forecasts import short_forecast
from steep.ui.screens.game.renderer import fight_forecast
from toml_scenes import TomlScene


def described(scene: Scene, x: int, y: int) -> list[str]:
    return describe_cell(session_in(scene), scene.at(x, y))


def named(scene: Scene, x: int, y: int) -> str:
    return names_at(session_in(scene), scene.at(x, y))


DEN = "#@r.o!s.g..!#"


def test_an_enemy_is_described_with_its_health_and_hits_to_kill() -> None:
    scene = Scene(DEN)
    scene.enemy("o").hp = 7
    scene.update_fov()
    assert described(scene, 4, 1) == [
        "An ogre, wounded: 7 of 12 HP, in view.",
        "You can kill it in 4 hits.",
        "It needs 4 hits to kill you.",
    ]


def test_a_single_hit_is_in_the_singular() -> None:
    scene = Scene(DEN)
    scene.enemy("r").hp = 3
    set_hp(scene.world, 2)
    scene.update_fov()
    assert described(scene, 2, 1)[1:] == ["You can kill it in 1 hit.", "It needs 1 hit to kill you."]


def test_equipped_gear_changes_the_hits_to_kill() -> None:
    scene = Scene(DEN)
    scene.equip("|")
    scene.equip("[")
    assert described(scene, 4, 1)[1:] == ["You can kill it in 2 hits.", "It needs 10 hits to kill you."]


def test_random_attacks_are_described_with_their_odds() -> None:
    scene = Scene(DEN)
    scene.ruleset.miss_chance, scene.ruleset.max_miss_chance = 25, 95
    ogre = scene.ruleset.monsters[kind_of("o")].attack
    ogre.dice, ogre.sides = 1, 4
    assert described(scene, 4, 1)[1:] == [
        "You can kill it in about 8 attacks (75% hit, for 2 HP).",
        "It needs about 4 attacks to kill you (75% hit, for 6 to 9 HP).",
    ]


def test_an_enemy_that_is_never_hit_cannot_be_hurt() -> None:
    scene = Scene(DEN)
    scene.ruleset.max_miss_chance = 100
    scene.enemy("o").stats[EVASION] = 100
    scene.update_fov()
    assert described(scene, 4, 1)[1] == "You can't hurt it."


def test_the_hero_is_described_with_stats_that_are_not_0() -> None:
    scene = Scene(DEN)
    set_stat(scene.world, ACCURACY, 10)
    set_stat(scene.world, REGENERATION, 5)
    assert described(scene, 1, 1)[2] == "Accuracy 10 and regeneration 5 HP per 100 turns."


@pytest.mark.parametrize(("x", "line", "text"), [(8, 1, "You can't hurt it."), (6, 2, "It can't hurt you.")])
def test_who_cannot_be_hurt_or_cannot_hurt_is_described_as_such(x: int, line: int, text: str) -> None:
    assert described(Scene(DEN), x, 1)[line] == text


HARMFUL = """
    [abilities.burst]
    trigger = "death"
    shape = "burst"
    radius = 1
    effects = [{ damage = 9 }]

    [abilities.mend]
    trigger = "turn"
    shape = "view"
    affects = "allies"
    effects = [{ heal = 1 }]

    [abilities.ram]
    trigger = "hit"
    shape = "touch"
    effects = [{ push = 1 }]

    [monsters]
    boar = { glyph = "r", hp = 6, power = 3, defense = 0, xp = 1, abilities = ["ram"] }
    bloat = { glyph = "b", hp = 6, power = 0, defense = 0, xp = 1, abilities = ["burst"] }
    viper = { glyph = "v", hp = 6, power = 3, defense = 0, xp = 1, abilities = ["burst"] }
    shell = { glyph = "s", hp = 6, power = 0, defense = 9, xp = 1, abilities = ["burst"] }
    monk = { glyph = "m", hp = 6, power = 0, defense = 0, xp = 1, abilities = ["mend"] }
"""


@pytest.mark.parametrize(
    ("sign", "short", "told"),
    [
        (
            "b",
            "win in 2, can harm you",
            ["You can kill it in 2 hits.", "Its attacks can't hurt you, but its abilities can."],
        ),
        (
            "v",
            "win in 2, lose in <=15",
            ["You can kill it in 2 hits.", "It needs 15 hits to kill you. Its abilities can make that fewer."],
        ),
        (
            "s",
            "can't be hurt, can harm",
            ["You can't hurt it.", "Its attacks can't hurt you, but its abilities can."],
        ),
        (
            "r",
            "win in >=2, lose in <=15",
            [
                "You can kill it in 2 hits. It can push you away, which takes more turns.",
                "It needs 15 hits to kill you. Its abilities can make that fewer.",
            ],
        ),
        ("m", "win in 2, harmless", ["You can kill it in 2 hits.", "It can't hurt you."]),
    ],
)
def test_forecasts_say_what_abilities_can_make_of_them(sign: str, short: str, told: list[str]) -> None:
    scene = TomlScene(f"#####\n#@{sign}.#\n#####", HARMFUL)
    enemy = scene.hero.visible_monsters[0]
    assert short_forecast(scene.hero, scene.ruleset, enemy) == short
    assert describe_monster(enemy, scene.hero, scene.book)[1:3] == told


def test_hits_to_win_and_lose_are_turns_where_attacks_take_other_times() -> None:
    piece = """
        [items.maul]
        glyph = "/"
        slot = "weapon"
        power = 2
        attack_time = 200

        [monsters.rat]
        hp = 10
        power = 6
        speed = 150
        attack_time = 50
    """
    scene = TomlScene("#@r.#", piece)
    scene.wear("/")
    enemy = scene.hero.visible_monsters[0]
    assert short_forecast(scene.hero, scene.ruleset, enemy) == "win in 4, lose in 2"
    assert describe_monster(enemy, scene.hero, scene.book)[1:3] == [
        "You can kill it in 2 hits, about 4 turns.",
        "It needs 6 hits, about 2 turns, to kill you.",
    ]


@pytest.mark.parametrize(("side", "word"), [(NEUTRAL, "captive"), (ALLIED, "ally")])
def test_captives_and_allies_are_told_apart_without_a_forecast(side: int, word: str) -> None:
    scene = TomlScene("#@r.#")
    scene.monster("r").side, scene.world.friends = side, 1
    scene.update_fov()
    enemy = scene.hero.visible_monsters[0]
    assert fight_forecast(enemy, scene.hero, scene.ruleset) == word
    lines = describe_monster(enemy, scene.hero, scene.book)
    assert not [line for line in lines if "kill" in line]


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (1, "It is confused, which ends next turn."),
        (2, "It is confused for 1 more turn."),
        (5, "It is confused for 4 more turns."),
    ],
)
def test_confusion_is_described_with_its_remaining_turns(turns: int, words: str) -> None:
    scene = Scene(DEN)
    confuse(scene.enemy("o"), turns)
    scene.update_fov()
    assert described(scene, 4, 1)[3] == words


def test_a_sleeping_monster_is_described_as_asleep() -> None:
    scene = Scene(DEN)
    scene.enemy("o").asleep = 1
    scene.update_fov()
    assert described(scene, 4, 1)[3:] == ["It is asleep."]


@pytest.mark.parametrize(
    ("word", "high", "low"),
    [("unhurt", 50, 50), ("scratched", 49, 34), ("wounded", 33, 17), ("badly wounded", 16, 1)],
)
def test_health_has_a_word(word: str, high: int, low: int) -> None:
    assert (health(high, 50), health(low, 50)) == (word, word)


def test_the_hero_is_described_by_its_stats() -> None:
    assert described(Scene(DEN), 1, 1) == ["You: level 1, 20 of 20 HP.", "Power 3, defense 1."]


def test_items_under_a_monster_are_described_after_the_monster() -> None:
    scene = Scene(DEN)
    scene.put("!", scene.at(4, 1))
    scene.put("~", scene.at(1, 1))
    assert described(scene, 4, 1)[3] == "A potion, in view: heals 10 HP."
    assert described(scene, 1, 1)[2] == "A lightning, in view: 10 lightning damage to the nearest enemy within 0."


def test_all_items_of_a_pile_are_described() -> None:
    scene = Scene(DEN)
    scene.put("*", scene.at(5, 1))
    assert described(scene, 5, 1) == [
        "A potion, in view: heals 10 HP.",
        "A fireball, in view: 10 fire damage to all within 0 of a spot.",
    ]


def test_gear_on_the_floor_is_compared_with_what_is_equipped() -> None:
    scene = Scene(DEN)
    scene.put("|", scene.at(3, 1))
    session = a_session(scene)
    assert describe_cell(session, scene.at(3, 1)) == [
        "A sword, in view.",
        "Equipped, it gives +5 power.",
        "Power 3 -> 8.",
    ]
    scene.equip("/")
    assert describe_cell(session, scene.at(3, 1))[2] == "Vs. club: power 5 -> 8."


WALK = "#@>!..........#"


def east_end() -> Scene:
    """A scene whose hero has walked out of sight of the stairs and the potion."""
    scene = Scene(WALK)
    scene.move(*[E] * 12)
    return scene


def test_items_and_stairs_out_of_view_are_described_as_remembered() -> None:
    scene = east_end()
    assert described(scene, 3, 1) == ["A potion, remembered: heals 10 HP."]
    assert described(scene, 2, 1) == ["Stairs down, remembered."]
    assert described(scene, 1, 1) == ["Floor, remembered."]
    assert described(scene, 1, 0) == ["Solid rock, remembered."]


def test_bare_floor_stairs_and_rock_in_view_are_described() -> None:
    scene = Scene(WALK)
    assert described(scene, 2, 1) == ["Stairs down, in view."]
    assert described(scene, 5, 1) == ["Floor, in view."]
    assert described(scene, 0, 0) == ["Solid rock, in view."]


def test_stairs_underfoot_are_described_after_the_hero() -> None:
    scene = Scene(WALK)
    scene.move(E)
    assert described(scene, 2, 1)[-1] == "Stairs down, in view."
    assert len(described(scene, 2, 1)) == 3


def test_unseen_cells_are_not_described() -> None:
    scene = Scene(WALK)
    assert described(scene, 12, 1) == ["You haven't seen this spot yet."]
    assert named(scene, 12, 1) == ""


def test_a_monster_out_of_view_is_neither_described_nor_named() -> None:
    scene = east_end()
    scene.put("o", scene.at(3, 1))
    assert described(scene, 3, 1) == ["A potion, remembered: heals 10 HP."]
    assert named(scene, 3, 1) == "Potion (remembered)"


def test_names_are_listed_on_one_line() -> None:
    scene = Scene(DEN)
    scene.put("!", scene.at(4, 1))
    scene.put("!", scene.at(1, 1))
    assert named(scene, 4, 1) == "Ogre, potion"
    assert named(scene, 1, 1) == "You, potion"
    assert named(scene, 5, 1) == "Potion"


def test_stairs_are_named_and_floor_and_rock_are_not() -> None:
    scene = Scene(WALK)
    assert named(scene, 2, 1) == "Stairs down"
    assert named(scene, 5, 1) == ""
    assert named(scene, 0, 0) == ""
    assert named(east_end(), 2, 1) == "Stairs down (remembered)"


MECHANICS = """
extends = "tcod-2020"
hero.slots = ["weapon", "armor"]

[damage_types.pierce]

[damage_types.poison]

[abilities.arrow]
trigger = "turn"
shape = "bolt"
reach = 8
min_distance = 2
chance = 70
effects = [{ damage = "1d4+1", type = "pierce" }]

[abilities.split]
trigger = "hurt"
shape = "self"
chance = 50
effects = [{ summon = "jelly", count = 1 }]

[abilities.mend]
trigger = "turn"
shape = "view"
affects = "allies"
cooldown = 3
effects = [{ heal = "1d4" }, { status = "strengthened", turns = 5 }]

[abilities.explode]
trigger = "death"
shape = "burst"
radius = 2
effects = [{ damage = "2d4", type = "fire" }, { push = 2 }]

[abilities.poison_bite]
trigger = "hit"
shape = "touch"
chance = 60
effects = [{ status = "poisoned", turns = 4 }]

[abilities.fade]
trigger = "turn"
shape = "self"
cooldown = 9
hp_below = 80
effects = [{ status = "invisible", turns = 3 }, { blink = 4 }]

[abilities.curse]
trigger = "turn"
shape = "nearest"
reach = 6
effects = [{ status = "slowed", turns = 4 }, { status = "blind", turns = 3 }]

[abilities.thorns]
trigger = "hurt"
shape = "burst"
radius = 1
affects = "enemies"
effects = [{ damage = 1 }, { status = "confused", turns = 2, chance = 30 }]

[monsters]
archer = { glyph = "a", hp = 9, power = 3, defense = 0, xp = 1, keeps_distance = 3, abilities = ["arrow"] }
shaman = { glyph = "s", hp = 9, power = 3, defense = 0, xp = 1, flees_below = 50, abilities = ["mend"], stays = true }
bloat = { glyph = "b", hp = 9, power = 3, defense = 0, xp = 1, speed = 50, erratic = 40, abilities = ["explode"] }
viper = { glyph = "v", hp = 9, power = 3, defense = 0, xp = 1, speed = 150, abilities = ["poison_bite"] }
guard = { glyph = "g", hp = 9, power = 3, defense = 0, xp = 1, guards = true, ambush = 3 }
witch = { glyph = "w", hp = 9, power = 3, defense = 0, xp = 1, abilities = ["curse", "fade"] }

[monsters.wolf]
glyph = "f"
hp = 9
power = 3
defense = 0
xp = 1
wanders = 50
loses_trail = 9
flees_below = 30
returns_above = 80

[packs.patrol]
leader = "wolf"
members = [{ kind = "guard", count = 2 }]
follows_leader = true

[packs.jellies]
leader = "jelly"
members = [{ kind = "jelly", count = 2 }]

[monsters.jelly]
glyph = "j"
hp = 9
power = 3
defense = 0
xp = 1
resist = { cold = 100, fire = -50, pierce = 50, poison = 100 }
abilities = ["split"]

[items]
envenomed_blade = { glyph = ")", slot = "weapon", power = 2, abilities = ["poison_bite"] }
fire_ring = { glyph = "=", slot = "weapon", resist = { fire = 30 }, damage = "1d6", damage_type = "fire" }

[items.ring_of_thorns]
glyph = "="
slot = "armor"
resist = { fire = 30 }
abilities = ["thorns"]
"""


def kind_described(name: str) -> list[str]:
    book = rulebook_from(MECHANICS)
    enemy = VisibleMonster()
    enemy.kind = next(number for number, monster in enumerate(book.monsters) if monster.name == name)
    imagine_monster(enemy, book.compiled, enemy.kind, 1)
    return what_is_special(enemy, book)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "archer",
            [
                "It keeps 3 cells away.",
                "Arrow (70%, from 2 cells away): 1d4+1 pierce damage to the first one in a line of 8.",
            ],
        ),
        (
            "jelly",
            [
                "It is immune to cold and poison, resists pierce (-50% damage) and is weak to fire (+50% damage).",
                "Split when it is hurt (50%): summons a jelly around itself.",
            ],
        ),
        (
            "shaman",
            [
                "It flees below 50% of its HP and never moves.",
                "Mend (every 3 turns): restores 1d4 HP to all its allies in view and strengthens them for 5 turns.",
            ],
        ),
        (
            "bloat",
            [
                "It is slow (speed 50) and moves erratically.",
                "Explode when it dies: 2d4 fire damage to all others within 2 of it and pushes them back by 2 cells.",
            ],
        ),
        ("wolf", ["It flees below 30% of its HP until it has 80%, wanders and follows your trail for 9 turns."]),
        (
            "guard",
            [
                "It guards its place and lies in wait until you are within 3 steps.",
                "In a pack, it follows its leader.",
            ],
        ),
        ("viper", ["It is fast (speed 150).", "Poison bite when it hits (60%): poisons you for 4 turns."]),
        (
            "witch",
            [
                "Curse: slows you within 6 for 4 turns and blinds you for 3 turns.",
                "Fade (every 9 turns, below 80% of its HP): makes itself invisible for 3 turns and teleports itself up "
                "to 4 cells away.",
            ],
        ),
    ],
)
def test_a_monster_is_described_by_how_it_behaves_and_what_it_can_do(name: str, lines: list[str]) -> None:
    assert kind_described(name) == lines


def test_an_ordinary_monster_has_nothing_more_to_tell() -> None:
    assert kind_described("orc") == []


def test_a_monster_in_view_is_described_with_its_kind() -> None:
    session = Session.start(rulebook_from(MECHANICS), 7)
    numbers = {monster.name: number for number, monster in enumerate(session.rulebook.monsters)}
    enemy = session.hero.visible_monsters[0]
    session.hero.visible_monster_count, enemy.cell, enemy.kind = 1, session.hero.cell + 1, numbers["viper"]
    imagine_monster(enemy, session.rulebook.compiled, enemy.kind, 1)
    session.hero.seen_item_count = 0
    assert describe_cell(session, enemy.cell)[3:] == kind_described("viper")


def test_the_heros_statuses_are_described_with_the_turns_left() -> None:
    scene = Scene(DEN)
    scene.hero.statuses[CONFUSED] = 3
    assert described(scene, 1, 1)[2] == "You are confused for 3 more turns."


@pytest.mark.parametrize(
    ("status", "dose", "lost"),
    [("poisoned", 3, [(2, 0), (1, 1)]), ("confused", 2, [(2, 0), (1, 0)])],
)
def test_statuses_of_the_hero_show_the_turns_in_which_they_still_act(
    status: str, dose: int, lost: list[tuple[int, int]]
) -> None:
    scene = TomlScene("#@..#")
    scene.afflict(scene.body, status, dose)
    hp, told = scene.hero.hp, []
    for _ in lost:
        [(text, _)] = short_statuses(scene.hero.statuses, scene.book)
        told.append((int(text.rpartition(" ")[2]), hp - scene.hero.hp))
        scene.wait()
    assert told == lost
    assert not short_statuses(scene.hero.statuses, scene.book)


def test_a_status_that_does_nothing_any_more_is_not_shown_with_the_number_0_but_told_of_in_full() -> None:
    scene = TomlScene("#@..#")
    scene.afflict(scene.body, "burning", 1)
    assert not short_statuses(scene.hero.statuses, scene.book)
    assert status_texts(hero_turns_left(scene.hero.statuses, scene.book)) == ["burning, which ends next turn"]


def test_a_monsters_poison_shows_the_turns_in_which_it_still_acts() -> None:
    scene = TomlScene("#@.r#", "monsters.rat = { hp = 30, stays = true, power = 0 }")
    scene.dose(scene.monster("r"), "poisoned", 2)
    told = []
    for _ in range(3):
        [text] = [
            line for line in describe_monster(scene.hero.visible_monsters[0], scene.hero, scene.book) if "poi" in line
        ]
        told.append((text, scene.monster("r").hp))
        scene.wait()
    assert told == [
        ("It is poisoned for 2 more turns.", 30),
        ("It is poisoned for 1 more turn.", 29),
        ("It is poisoned, which ends next turn.", 28),
    ]
    assert scene.monster("r").hp == 28


def test_equipment_on_the_floor_is_described_with_what_it_resists_and_sets_off() -> None:
    session = Session.start(rulebook_from(MECHANICS), 7)
    numbers = {item.name: number for number, item in enumerate(session.rulebook.items)}
    item = session.hero.seen_items[0]
    session.hero.seen_item_count, item.cell, item.kind = 1, session.hero.cell + 1, numbers["ring of thorns"]
    assert describe_cell(session, item.cell)[1] == (
        "Equipped, it gives +30% fire resistance; when you are hurt: 1 damage to all enemies within 1 of you and "
        "confuses them for 2 turns (30% chance)."
    )


def test_a_comparison_names_the_abilities_that_change_and_the_attack() -> None:
    session = Session.start(rulebook_from(MECHANICS), 7)
    items = {item.name: (number, item) for number, item in enumerate(session.rulebook.items)}
    held = session.hero.inventory[0]
    held.kind, held.equipped, session.hero.inventory_count = items["envenomed blade"][0] + 1, 1, 1
    assert comparison(items["fire ring"][1], session) == (
        "vs. envenomed blade: damage a turn 5.0 -> 6.5, "
        "+1d6 fire damage instead of plain damage, power 5 -> 3, fire resistance 0% -> 30%, "
        "without poison bite"
    )
    held.kind = items["fire ring"][0] + 1
    assert comparison(items["envenomed blade"][1], session).endswith("fire resistance 0% -> -30%, with poison bite")


@pytest.mark.parametrize(
    ("dx", "dy", "text"),
    [
        (0, -3, "north, 3 steps"),
        (12, -7, "north-east, 12 steps"),
        (12, -6, "north-east, 12 steps"),
        (12, -5, "east, 12 steps"),
        (-1, 1, "south-west, 1 step"),
        (-1, 3, "south, 3 steps"),
        (-9, 0, "west, 9 steps"),
    ],
)
def test_a_direction_is_one_of_eight_with_the_steps(dx: int, dy: int, text: str) -> None:
    origin = 20 * WIDTH + 40
    assert direction_text(origin, origin + dy * WIDTH + dx) == text


def test_a_friend_is_described_by_what_it_does_to_its_enemies_and_not_by_what_its_kind_does_alone() -> None:
    book = load(EVERY_MECHANIC)
    number = next(n for n, kind in enumerate(book.monsters) if kind.key == "viper")
    viper = VisibleMonster()
    viper.kind = number
    viper.stats[SPEED] = 150
    assert "In a pack, it follows its leader." in what_is_special(viper, book)
    assert "Poison bite when it hits (60%): poisons you for 4 turns." in what_is_special(viper, book)
    viper.side = ALLIED
    assert what_is_special(viper, book) == [
        "It is fast (speed 150).",
        "Poison bite when it hits (60%): poisons whoever it hits for 4 turns.",
        "Lifesteal when it hits: drains 2 HP from whoever it hits.",
    ]


def test_who_is_only_sensed_is_named_as_such() -> None:
    scene = Scene("#@..o.#")
    session = session_in(scene)
    assert names_at(session, scene.at(4, 1)) == "Ogre"
    scene.hero.visible_monster_count, scene.hero.sensed_monster_count = 0, 1
    assert names_at(session, scene.at(4, 1)) == "Ogre (sensed)"
    scene.hero.remembered[scene.at(4, 1)] = 0
    scene.hero.visible[scene.at(4, 1)] = 0
    assert names_at(session, scene.at(4, 1)) == "Ogre (sensed)"


def test_the_description_of_a_kind_follows_its_name() -> None:
    piece = """
        [monsters.rat]
        description = "It gnaws."
        [items.rock]
        glyph = "*"
        description = "It is round."
        [terrain.grass]
        description = "It rustles."
    """
    scene = TomlScene('#####\n#@r*"\n#####', piece, terrain={'"': "grass"})
    session = session_in(scene)
    for cell, second in (
        (scene.at(2, 1), "It gnaws."),
        (scene.at(3, 1), "It is round."),
        (scene.at(4, 1), "It rustles."),
    ):
        assert describe_cell(session, cell)[1] == second


def test_unidentified_items_show_no_description() -> None:
    piece = """
        [items.tonic]
        glyph = "!"
        appearance = "potion"
        description = "It heals."
        [appearances.potion]
        names = ["red potion"]
        glyph = "!"
    """
    scene = TomlScene("#@!.#", piece)
    session = session_in(scene)
    assert "It heals." not in describe_cell(session, scene.at(2, 1))
