"""Bots use items by what can be used, by traits and by imagining it. They know no effect by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from scenes import E, Scene, SceneItem, a_ruleset, ability_of, confuse, effect_of, give_ability, kind_of, set_hp
from steep.bots import choose_action as bots
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action
from steep.core.ruleset import EffectRow, Ruleset, codes
from steep.core.world import HERO_ROW, World
from steep.rules.abilities import use_abilities as abilities
from steep.rules.abilities.ability_shapes import is_in_shape
from steep.rules.action_codes import MOVE, USE, action, argument_of, cell_of, verb_of
from steep.rules.combat import damage, restore

BOTS = Path(bots.__file__).parent
CAREFUL = ("explorer", "tactician")

MADE_UP = len(codes.EFFECT_NAMES)
"""The number of an effect that no part of Steep knows."""

SHAPES_OF_ONE_ENEMY = (
    codes.TOUCH,
    codes.NEAREST,
    codes.TARGET,
    codes.BOLT,
    codes.BEAM,
    codes.CONE,
    codes.VIEW,
    codes.WHOLE_FLOOR,
)
"""The shapes that hit an enemy next to the hero, and not the hero."""

EFFECT_NUMBERS = {*map(str.upper, codes.EFFECT_NAMES), "NO_EFFECT", "GIVE_STATUS", "CURE_STATUS", "CHANGE_STAT"}
"""The names that the numbers of effects have in code."""

ORDINARY_WORDS = {"none", "damage", "status", "stat", "shield", "terrain", "map", "gas"}
"""Names of effects that are words of the rules too; their numbers are not."""


def chosen(scene: Scene, bot: str) -> int:
    """The first action that a bot chooses in a scene."""
    mind = BotMemory()
    start_mind(mind, 1)
    return choose_action(bots.BOTS[bot].number, scene.hero, scene.ruleset, mind, ImaginedState())


def used(scene: Scene, bot: str) -> str:
    """What the first action uses: the letter of its slot; '' if it is something else."""
    act = chosen(scene, bot)
    return "abcde"[argument_of(act)] if verb_of(act) == USE else ""


@cache
def identifiers(path: Path) -> set[str]:
    """Every name in a module: imported, read, written, defined or of a field."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "arg", "asname"):
            found.add(str(getattr(node, field, "")))
    return found


class TestKnowNoEffectByName:
    @pytest.mark.parametrize("path", sorted(BOTS.rglob("*.py")), ids=lambda path: path.name)
    def test_no_module_of_bots_names_an_effect(self, path: Path) -> None:
        words = {word for name in identifiers(path) for word in re.split(r"[_.]", name.lower())}
        assert words & ({*codes.EFFECT_NAMES, "effect", "effects"} - ORDINARY_WORDS) == set()
        assert identifiers(path) & EFFECT_NUMBERS == set()

    def test_the_search_for_names_finds_them_where_they_are(self) -> None:
        effects = BOTS.parent / "rules" / "abilities" / "effects.py"
        assert {"HEAL", "GIVE_STATUS", "effect", "apply_effect"} <= identifiers(effects)


@pytest.mark.parametrize("bot", CAREFUL)
class TestPotion:
    def test_is_drunk_when_the_next_hit_could_kill(self, bot: str) -> None:
        scene = Scene("#@o.#")
        scene.give("%", "!")
        set_hp(scene.world, 5)
        assert used(scene, bot) == "b"

    def test_is_not_drunk_in_a_fight_that_needs_none(self, bot: str) -> None:
        scene = Scene("#@r.#")
        scene.give("!")
        set_hp(scene.world, 11)
        assert used(scene, bot) == ""

    def test_is_kept_while_unhurt(self, bot: str) -> None:
        scene = Scene("#@r.#")
        scene.give("!")
        assert used(scene, bot) == ""

    def test_is_drunk_after_a_fight_if_none_of_it_is_wasted(self, bot: str) -> None:
        scene = Scene("#@..#")
        scene.give("!")
        set_hp(scene.world, 10)
        assert used(scene, bot) == "a"
        ability_of(scene.ruleset, "!").amount = effect_of(scene.ruleset, "!").plus = 11
        assert used(scene, bot) == ""


@pytest.mark.parametrize("bot", CAREFUL)
class TestLightning:
    PICTURE = "#@...o.....#"

    def test_strikes_in_a_costly_fight(self, bot: str) -> None:
        scene = Scene(self.PICTURE)
        scene.give("~")
        assert used(scene, bot) == "a"

    def test_waits_until_somebody_is_in_reach(self, bot: str) -> None:
        scene = Scene(self.PICTURE)
        scene.give("~")
        ability_of(scene.ruleset, "~").reach = 2
        assert used(scene, bot) == ""

    def test_is_not_spent_on_who_cannot_hurt(self, bot: str) -> None:
        scene = Scene(self.PICTURE.replace("o", "s"))
        scene.give("~")
        assert used(scene, bot) == ""


@pytest.mark.parametrize("bot", CAREFUL)
class TestFireball:
    def test_is_thrown_where_it_reaches_all_and_not_the_hero(self, bot: str) -> None:
        scene = Scene("""
            ###########
            #.......o.#
            #@......o.#
            #.......o.#
            ###########
        """)
        scene.give("*")
        act = chosen(scene, bot)
        assert verb_of(act) == USE

        def is_in_blast(cell: int) -> bool:
            return is_in_shape(ability_of(scene.ruleset, "*"), scene.ruleset, cell, scene.hero.cell, cell_of(act), 0)

        assert all(is_in_blast(actor.cell) for actor in scene.actors())
        assert not is_in_blast(scene.hero.cell)

    def test_is_kept_where_it_would_kill_the_hero(self, bot: str) -> None:
        scene = Scene("""
            ####
            #@o#
            #oo#
            ####
        """)
        ability_of(scene.ruleset, "*").radius = 3
        scene.give("*")
        set_hp(scene.world, 6)
        assert used(scene, bot) == ""


@pytest.mark.parametrize("bot", CAREFUL)
def test_confusion_is_for_the_costliest_enemy_that_has_its_wits(bot: str) -> None:
    scene = Scene("""
        #########
        #@....s.#
        #.....o.#
        #########
    """)
    scene.give("?")
    set_hp(scene.world, 12)
    act = chosen(scene, bot)
    assert (verb_of(act), cell_of(act)) == (USE, scene.enemy("o").cell)
    confuse(scene.enemy("o"), 3)
    scene.update_fov()
    assert used(scene, bot) == ""


def ruleset_with(effect: int, shape: int, traits: int, amount: int) -> Ruleset:
    """A ruleset whose pebble has an effect in a shape."""
    ruleset = a_ruleset()
    give_ability(ruleset, kind_of("%"), SceneItem("pebble", shape, effect, amount, reach=4))
    ability_of(ruleset, "%").traits = traits
    return ruleset


@pytest.mark.parametrize("bot", CAREFUL)
@pytest.mark.parametrize(
    "shape",
    [codes.TOUCH, codes.NEAREST, codes.TARGET, codes.BOLT, codes.BEAM, codes.CONE, codes.VIEW, codes.WHOLE_FLOOR],
    ids=codes.SHAPE_NAMES.__getitem__,
)
@pytest.mark.parametrize(("effect", "amount"), [(codes.DAMAGE, 8), (codes.GIVE_STATUS, 3)], ids=["damage", "status"])
def test_what_harms_is_used_in_every_shape(bot: str, shape: int, effect: int, amount: int) -> None:
    picture = """
        ########
        #@o....#
        #......#
        ########
    """
    ruleset = ruleset_with(effect, shape, codes.HARMS, amount)
    costly = Scene(picture, ruleset)
    harmless = Scene(picture.replace("o", "s"), ruleset)
    for scene in (costly, harmless):
        scene.give("%")
        set_hp(scene.world, 12)
    assert used(costly, bot) == "a"
    assert used(harmless, bot) == ""


@pytest.mark.parametrize("bot", CAREFUL)
@pytest.mark.parametrize(("radius", "letter"), [(3, ""), (4, "a")])
def test_a_burst_is_used_when_it_reaches_the_enemy(bot: str, radius: int, letter: str) -> None:
    ruleset = ruleset_with(codes.DAMAGE, codes.BURST, codes.HARMS, 8)
    ability_of(ruleset, "%").radius = radius
    scene = Scene(TestLightning.PICTURE, ruleset)
    scene.give("%")
    assert used(scene, bot) == letter


class TestAnItemOfAnEffectThatNobodyKnows:
    """Rows that say whom they reach and what they are good for, with an effect made up by the test."""

    @pytest.fixture
    def add(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ruleset]:
        def add(effect: Callable[[World, Ruleset, int, int], None], shape: int, traits: int, amount: int) -> Ruleset:
            def apply(
                world: World, ruleset: Ruleset, row: EffectRow, user: int, index: int, rolled: int, crowded: bool
            ) -> int:
                assert (row.effect, user) == (MADE_UP, HERO_ROW)
                effect(world, ruleset, index, rolled)
                return 0

            monkeypatch.setattr(abilities, "apply_effect", apply)
            return ruleset_with(MADE_UP, shape, traits, amount)

        return add

    @staticmethod
    def leech(world: World, ruleset: Ruleset, index: int, amount: int) -> None:
        """Take HP from a monster and give it to the hero."""
        damage(world, ruleset, index, amount, HERO_ROW)
        restore(world, HERO_ROW, amount)

    @staticmethod
    def to_stairs(world: World, ruleset: Ruleset, index: int, amount: int) -> None:
        """Put the hero on the stairs."""
        world.hero.cell = world.hero.stairs

    @staticmethod
    def ward(world: World, ruleset: Ruleset, index: int, amount: int) -> None:
        """Give the hero defense."""
        world.actors[index].stats[codes.DEFENSE] += amount

    @staticmethod
    def bite(world: World, ruleset: Ruleset, index: int, amount: int) -> None:
        """Hurt the hero."""
        world.actors[index].hp -= amount

    @pytest.mark.parametrize("bot", CAREFUL)
    def test_that_harms_is_used_when_it_pays(self, bot: str, add: Callable[..., Ruleset]) -> None:
        ruleset = add(self.leech, codes.NEAREST, codes.HARMS, 8)
        costly = Scene(TestLightning.PICTURE, ruleset)
        harmless = Scene(TestLightning.PICTURE.replace("o", "s"), ruleset)
        for scene in (costly, harmless):
            scene.give("%")
        assert used(costly, bot) == "a"
        assert used(harmless, bot) == ""

    @pytest.mark.parametrize("bot", CAREFUL)
    def test_that_helps_is_used_in_need(self, bot: str, add: Callable[..., Ruleset]) -> None:
        ruleset = add(self.ward, codes.SELF, codes.HELPS, 9)
        scene = Scene("#@o.#", ruleset)
        scene.give("%")
        set_hp(scene.world, 5)
        assert used(scene, bot) == "a"

    def test_that_moves_the_hero_is_found_by_imagining_it(self, add: Callable[..., Ruleset]) -> None:
        scene = Scene(
            """
            ############
            ##########>#
            #oo........#
            #@o........#
            ############
            """,
            add(self.to_stairs, codes.SELF, 0, 0),
        )
        scene.give("%")
        assert used(scene, "tactician") == "a"

    def test_that_only_hurts_is_not_used(self, add: Callable[..., Ruleset]) -> None:
        scene = Scene(TestLightning.PICTURE, add(self.bite, codes.SELF, 0, 3))
        scene.give("%")
        assert used(scene, "tactician") == ""

    def test_is_used_less_readily_the_less_it_does(self, add: Callable[..., Ruleset]) -> None:
        ruleset = add(self.leech, codes.NEAREST, codes.HARMS, 8)
        scene = Scene("#@o.#", ruleset)
        scene.give("%")
        set_hp(scene.world, 12)
        assert used(scene, "tactician") == "a"
        ability_of(ruleset, "%").amount = effect_of(ruleset, "%").plus = 1
        assert chosen(scene, "tactician") == action(MOVE, E)
