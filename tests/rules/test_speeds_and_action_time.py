"""How often monsters act, by their speed and the hero's, and actions that take more or less than a turn."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import E
from steep.bots.combat.enemies import turn_damage
from steep.bots.combat.fight_cost import duel_cost
from steep.content import RulesetError
from steep.core.geometry import steps_between
from steep.core.ruleset import MAX_SPEED, MAX_TURNS, MIN_SPEED, SPEED
from steep.core.world import WHOLE_TURN
from steep.play.texts.abilities import ability_text, item_summary, monster_ability_text
from steep.play.texts.describe import what_is_special
from steep.rules import turn
from steep.rules.monsters.monster_turns import turns_due
from toml_scenes import TomlScene, one_of, rulebook_of

BESIDE = "#@r.#"


def hits(scene: TomlScene, turns: int) -> list[int]:
    """How often the rat hits the hero, for 2 HP, in each of some turns."""
    hp = [scene.hero.hp]
    for _ in range(turns):
        scene.wait()
        hp.append(scene.hero.hp)
    return [(before - after) // 2 for before, after in pairwise(hp)]


@pytest.mark.parametrize(
    ("speed", "each_turn"),
    [
        (50, [0, 1, 0, 1, 0, 1]),
        (100, [1, 1, 1, 1, 1, 1]),
        (150, [1, 2, 1, 2, 1, 2]),
        (200, [2, 2, 2, 2, 2, 2]),
        (75, [0, 1, 1, 1, 0, 1]),
    ],
)
def test_a_monster_acts_by_its_speed(speed: int, each_turn: list[int]) -> None:
    scene = TomlScene(BESIDE, f"[monsters.rat]\nspeed = {speed}")
    assert hits(scene, 6) == each_turn


@pytest.mark.parametrize(
    ("hero", "each_turn"), [(50, [2, 2, 2, 2]), (100, [1, 1, 1, 1]), (150, [0, 1, 1, 0]), (200, [0, 1, 0, 1])]
)
def test_a_fast_hero_is_hit_less_often(hero: int, each_turn: list[int]) -> None:
    # With 150 it has 66 2/3 percent of a turn each time.
    scene = TomlScene(BESIDE, "[monsters.ogre]\nspeed = 50")
    scene.body.stats[SPEED] = hero
    scene.update_fov()
    assert hits(scene, 4) == each_turn


def test_speed_counts_for_steps_too() -> None:
    scene = TomlScene("#@.....r#", "[monsters.rat]\nspeed = 200")
    scene.wait(2)
    assert steps_between(scene.monster("r").cell, scene.hero.cell) == 2


def test_a_monster_that_dies_between_its_turns_does_not_act_again() -> None:
    piece = """
        [abilities.spines]
        trigger = "hurt"
        shape   = "touch"
        effects = [{ damage = 99 }]
        [items.ring]
        glyph     = "="
        slot      = "ring"
        abilities = ["spines"]
        [monsters.rat]
        speed = 400
    """
    scene = TomlScene(BESIDE, piece)
    scene.wear("=")
    assert hits(scene, 1) == [1]
    assert scene.monster("r").hp == 0


def test_what_is_left_over_is_kept_and_stays_below_a_turn() -> None:
    scene = TomlScene(BESIDE, "[monsters.rat]\nspeed = 130")
    assert sum(hits(scene, 10)) == 13
    assert 0 <= scene.monster("r").energy < WHOLE_TURN
    assert scene.fault() == ""


@pytest.mark.parametrize("speed", [-500, 0, 1])
def test_no_bonus_makes_the_hero_slower_than_a_tenth(speed: int) -> None:
    scene = TomlScene(BESIDE, "[monsters.rat]\nspeed = 200\npower = 1")
    scene.body.stats[SPEED] = speed
    scene.update_fov()
    before = len(scene.messages())
    scene.wait()
    assert len(scene.messages()) - before == 20


SPEEDS = st.integers(MIN_SPEED, MAX_SPEED)


@given(SPEEDS, SPEEDS, st.lists(st.integers(1, 100), min_size=1, max_size=300))
def test_over_any_time_a_monster_has_its_exact_share_of_turns(monster: int, hero: int, times: list[int]) -> None:
    scene = TomlScene(BESIDE)
    scene.monster("r").stats[SPEED], scene.body.stats[SPEED] = monster, hero
    turns = sum(turns_due(scene.world, 0, time) for time in times)
    assert turns == monster * sum(times) // (hero * 100)


@given(SPEEDS, st.lists(st.tuples(SPEEDS, st.integers(1, 100)), min_size=1, max_size=50))
def test_a_hero_whose_speed_changes_costs_or_gives_a_monster_less_than_a_percent_of_a_turn_each_time(
    monster: int, changes: list[tuple[int, int]]
) -> None:
    scene = TomlScene(BESIDE)
    scene.monster("r").stats[SPEED] = monster
    turns, exact = 0, 0.0
    for hero, time in changes:
        scene.body.stats[SPEED] = hero
        turns += turns_due(scene.world, 0, time)
        exact += monster * time / hero / 100
    assert abs(turns - exact) < 1 + len(changes) / 100


def test_a_monster_acts_at_most_twenty_times_in_a_turn_of_the_heros() -> None:
    scene = TomlScene(BESIDE, "[hero]\nhp = 10000\n[monsters.rat]\nspeed = 1000\nattack_time = 10")
    assert hits(scene, 3) == [MAX_TURNS] * 3
    assert scene.fault() == ""


def test_a_slow_monster_acts_against_quick_attacks() -> None:
    piece = """
        [hero]
        hp    = 1000
        speed = 200
        [items.dirk]
        glyph       = "-"
        slot        = "weapon"
        attack_time = 10
        [monsters.rat]
        hp    = 100000
        speed = 19
    """
    scene = TomlScene(BESIDE, piece)
    scene.wear("-")
    for _ in range(1_100):
        scene.move(E)
    # 110 turns of the hero's, at 9.5 percent.
    assert scene.hero.hp == 1000 - 2 * 10


@pytest.mark.parametrize(
    ("speed", "time", "hero_speed", "weapon_time"),
    [
        (100, 100, 100, 100),
        (200, 100, 100, 100),
        (30, 100, 100, 100),
        (100, 50, 100, 100),
        (100, 250, 100, 100),
        (100, 100, 200, 100),
        (100, 100, 100, 50),
        (100, 100, 100, 230),
        (150, 70, 130, 80),
        (1000, 10, 100, 100),
        (1000, 10, 100, 200),
        (1000, 100, 10, 100),
    ],
)
def test_threat_and_what_bots_expect_count_the_attacks_that_a_monster_has(
    speed: int, time: int, hero_speed: int, weapon_time: int
) -> None:
    piece = f"""
        [hero]
        hp    = 20000
        speed = {hero_speed}
        start = [{{ item = "blade", equipped = true }}]
        [items.blade]
        glyph       = "-"
        slot        = "weapon"
        attack_time = {weapon_time}
        [monsters.rat]
        hp          = 300
        speed       = {speed}
        attack_time = {time}
    """
    scene = TomlScene(BESIDE, piece)
    scene.wear("-")
    rat = scene.monster("r")
    expected = (turn_damage(scene.hero, scene.ruleset, rat), duel_cost(scene.hero, scene.ruleset, rat, rat.hp))
    for _ in range(100):
        scene.move(E)
    assert rat.hp == 0
    lost = 20000 - scene.hero.hp
    # Rounded to a thousandth of the hero's HP, and not knowing whose turn begins first.
    assert abs(scene.book.compiled.monsters[rat.kind].threat[0] * 20 - lost) <= 50
    assert abs(expected[0] * 99 * weapon_time / 100 / 100 - lost) <= 99 + 50
    assert expected[1] <= lost * 1.01 + 50


ALONE = "#@..#"
DAGGER = """
[items.dagger]
glyph       = "-"
slot        = "weapon"
attack_time = 50
[items.axe]
glyph       = "/"
slot        = "weapon"
attack_time = 200
[monsters.rat]
hp = 1000
"""
POTION = """
[abilities.sip]
shape   = "self"
time    = {time}
effects = [{{ status = "hasted", turns = 1 }}, {{ heal = 1 }}]
[items.potion]
glyph     = "!"
abilities = ["sip"]
charges   = 9
"""


def hits_during_attacks(scene: TomlScene, times: int) -> list[int]:
    """How often the rat hits the hero, for 2 HP, during each of some attacks on it."""
    hp = [scene.hero.hp]
    for _ in range(times):
        scene.move(E)
        hp.append(scene.hero.hp)
    return [(before - after) // 2 for before, after in pairwise(hp)]


class TestWeapons:
    def test_that_are_quick_let_the_hero_attack_twice_a_turn(self) -> None:
        scene = TomlScene(BESIDE, DAGGER)
        scene.wear("-")
        assert hits_during_attacks(scene, 6) == [0, 1, 0, 1, 0, 1]
        assert scene.hero.turn == 3
        assert scene.fault() == ""

    def test_that_are_slow_take_two_turns(self) -> None:
        scene = TomlScene(BESIDE, DAGGER)
        scene.wear("/")
        assert hits_during_attacks(scene, 3) == [2, 2, 2]
        assert scene.hero.turn == 6

    def test_do_not_change_how_long_a_step_takes(self) -> None:
        scene = TomlScene(ALONE, DAGGER)
        scene.wear("/")
        scene.move(E)
        assert scene.hero.turn == 1

    def test_leave_what_is_left_of_a_turn_for_the_next_action(self) -> None:
        scene = TomlScene(BESIDE, DAGGER.replace("200", "150"))
        scene.wear("/")
        assert hits_during_attacks(scene, 4) == [1, 2, 1, 2]
        assert scene.hero.turn == 6


class TestMonsters:
    @pytest.mark.parametrize(("time", "each_turn"), [(50, [1, 2, 2, 2]), (200, [1, 0, 1, 0]), (150, [1, 0, 1, 1])])
    def test_attack_more_or_less_often(self, time: int, each_turn: list[int]) -> None:
        # They act when they have a whole turn, so the half that a quick attack leaves is of use from the next turn on.
        scene = TomlScene(BESIDE, f"[monsters.rat]\nattack_time = {time}")
        before, hit = scene.hero.hp, []
        for _ in range(4):
            scene.wait()
            hit.append((before - scene.hero.hp) // 2)
            before = scene.hero.hp
            assert scene.fault() == ""
        assert hit == each_turn

    def test_walk_at_their_usual_pace(self) -> None:
        scene = TomlScene("#@......r#", "[monsters.rat]\nattack_time = 50")
        scene.wait(3)
        assert scene.monster("r").cell == scene.at(5, 1)

    def test_take_the_time_of_their_abilities(self) -> None:
        piece = """
            [abilities.spit]
            trigger = "turn"
            shape   = "bolt"
            time    = 300
            effects = [{ damage = 1 }]
            [monsters.rat]
            abilities = ["spit"]
        """
        scene = TomlScene("#@..r#", piece)
        hp = []
        for _ in range(7):
            scene.wait()
            hp.append(scene.hero.hp)
        assert hp == [29, 29, 29, 28, 28, 28, 27]


class TestTheTurnsThatAreCounted:
    def test_go_on_when_a_whole_turn_has_passed(self) -> None:
        scene = TomlScene(ALONE, POTION.format(time=50))
        scene.carry("!")
        scene.hero.inventory[0].charges = 9
        turns = []
        for _ in range(4):
            scene.use(0)
            turns.append(scene.hero.turn)
        assert turns == [0, 1, 1, 2]

    @pytest.mark.parametrize(("time", "left"), [(100, 3), (50, 4), (300, 1)])
    def test_are_those_of_statuses_on_the_hero(self, time: int, left: int) -> None:
        scene = TomlScene(ALONE, POTION.format(time=time))
        scene.carry("!")
        scene.hero.inventory[0].charges = 9
        scene.afflict(scene.body, "blind", 4)
        scene.use(0)
        assert scene.turns(scene.body, "blind") == left

    def test_bring_charges_back(self) -> None:
        scene = TomlScene(BESIDE, DAGGER + POTION.format(time=100) + "recharge = 2")
        scene.carry("!")
        scene.hero.inventory[0].charges = 0
        scene.wear("/")
        scene.move(E)
        assert scene.hero.inventory[0].charges == 1

    @pytest.mark.parametrize("weapon", ["-", "/"])
    def test_may_each_bring_wandering_monsters_once(self, weapon: str, monkeypatch: pytest.MonkeyPatch) -> None:
        turns = []
        monkeypatch.setattr(turn, "wander", lambda world, _ruleset: turns.append(world.turn))
        scene = TomlScene(BESIDE, DAGGER)
        scene.wear(weapon)
        while scene.hero.turn < 4:
            scene.move(E)
        assert turns == [1, 2, 3, 4]


def test_screens_tell_how_long_actions_take() -> None:
    piece = DAGGER + "attack_time = 150\n" + POTION.format(time=50)
    book = rulebook_of(
        piece + '[abilities.spit]\ntrigger = "turn"\nshape = "bolt"\ntime = 300\neffects = [{ damage = 1 }]'
    )
    texts = {item.key: item_summary(item, book) for item in book.items}
    assert texts["dagger"] == "half a turn an attack"
    assert texts["axe"] == "two turns an attack"
    assert texts["potion"].endswith("heals 1 HP, taking half a turn")
    assert "It takes 150% of a turn to attack." in what_is_special(one_of(book, 1), book)
    spit = next(ability for ability in book.abilities if ability.key == "spit")
    assert "(taking three turns)" in monster_ability_text(spit, book)
    assert ability_text(spit, book).endswith("taking three turns")


def test_resistances_of_the_hero_name_damage_types() -> None:
    with pytest.raises(RulesetError, match=r'hero\.resist\.fier: found "fier"'):
        rulebook_of("[hero]\nresist = { fier = 5 }")


def test_attack_time_without_a_slot_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"items\.stick\.attack_time: found 50; allowed: 100, or a slot"):
        rulebook_of('[items.stick]\nglyph = "/"\nattack_time = 50')
