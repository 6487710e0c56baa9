"""Bots use items by what can be used, by traits and by imagining it. They know no effect by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scenes import E, Scene, a_ruleset, kind_of
from steep.bots import bots_by_name
from steep.bots.bot_memory import ImaginedState, Mind, start_mind
from steep.bots.choose_action import choose_action
from steep.core.ruleset import EFFECT_NAMES, HARMS, HELPS, NEAREST, USER, ItemKind, Ruleset
from steep.core.world import World
from steep.rules import inventory
from steep.rules.action_codes import DONE, MOVE, NO_ENEMY_IN_REACH, USE, action, argument_of, cell_of, verb_of
from steep.rules.combat import damage_actor
from steep.rules.effects import is_in_blast

BOTS = Path(bots_by_name.__file__).parent
CAREFUL = ("explorer", "tactician")

MADE_UP = len(EFFECT_NAMES)
"""The number of an effect that no part of Steep knows."""


def chosen(scene: Scene, bot: str) -> int:
    """The first action that a bot chooses in a scene."""
    mind = Mind()
    start_mind(mind, 1)
    return choose_action(bots_by_name.BOTS[bot].number, scene.hero, scene.ruleset, mind, ImaginedState())


def used(scene: Scene, bot: str) -> str:
    """What the first action uses: the letter of its slot; '' if it is something else."""
    act = chosen(scene, bot)
    return "abcde"[argument_of(act)] if verb_of(act) == USE else ""


def identifiers(path: Path) -> set[str]:
    """Every name in a module: imported, read, written, defined or of a field."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "arg", "asname"):
            found.add(str(getattr(node, field, "")))
    return found


class TestKnowNoEffectByName:
    @pytest.mark.parametrize("path", sorted(BOTS.glob("*.py")), ids=lambda path: path.name)
    def test_no_module_of_bots_names_an_effect(self, path: Path) -> None:
        words = {word for name in identifiers(path) for word in re.split(r"[_.]", name.lower())}
        assert words & ({*EFFECT_NAMES, "effect", "effects"} - {"none"}) == set()

    def test_the_search_for_names_finds_them_where_they_are(self) -> None:
        assert {"HEAL", "effect", "apply_effect"} <= identifiers(BOTS.parent / "rules" / "effects.py")


@pytest.mark.parametrize("bot", CAREFUL)
class TestPotion:
    def test_is_drunk_when_the_next_hit_could_kill(self, bot: str) -> None:
        scene = Scene("""
            #####
            #@o.#
            #####
        """)
        scene.give("%", "!")
        scene.hero.hp = 5
        assert used(scene, bot) == "b"

    def test_is_not_drunk_in_a_fight_that_needs_none(self, bot: str) -> None:
        scene = Scene("""
            #####
            #@r.#
            #####
        """)
        scene.give("!")
        scene.hero.hp = 11
        assert used(scene, bot) == ""

    def test_is_kept_while_unhurt(self, bot: str) -> None:
        scene = Scene("""
            #####
            #@r.#
            #####
        """)
        scene.give("!")
        assert used(scene, bot) == ""

    def test_is_drunk_after_a_fight_if_none_of_it_is_wasted(self, bot: str) -> None:
        scene = Scene("""
            #####
            #@..#
            #####
        """)
        scene.give("!")
        scene.hero.hp = 10
        assert used(scene, bot) == "a"
        scene.ruleset.items[kind_of("!")].amount = 11
        assert used(scene, bot) == ""


@pytest.mark.parametrize("bot", CAREFUL)
class TestLightning:
    PICTURE = """
        ############
        #@...o.....#
        ############
    """

    def test_strikes_in_a_costly_fight(self, bot: str) -> None:
        scene = Scene(self.PICTURE)
        scene.give("~")
        assert used(scene, bot) == "a"

    def test_waits_until_somebody_is_in_reach(self, bot: str) -> None:
        scene = Scene(self.PICTURE)
        scene.give("~")
        scene.ruleset.items[kind_of("~")].reach = 2
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
        assert all(is_in_blast(actor.cell, cell_of(act), 2, scene.ruleset) for actor in scene.actors())
        assert not is_in_blast(scene.hero.cell, cell_of(act), 2, scene.ruleset)

    def test_is_kept_where_it_would_kill_the_hero(self, bot: str) -> None:
        scene = Scene("""
            ####
            #@o#
            #oo#
            ####
        """)
        scene.ruleset.items[kind_of("*")].reach = 3
        scene.give("*")
        scene.hero.hp = 6
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
    scene.hero.hp = 12
    act = chosen(scene, bot)
    assert (verb_of(act), cell_of(act)) == (USE, scene.enemy("o").cell)
    scene.enemy("o").confused = 3
    scene.update_fov()
    assert used(scene, bot) == ""


class TestAnItemOfAnEffectThatNobodyKnows:
    """Rows that say whom they reach and what they are good for, with an effect made up by the test."""

    @pytest.fixture
    def add(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ruleset]:
        def add(effect: Callable[[World, Ruleset, ItemKind], int], shape: int, traits: int, amount: int) -> Ruleset:
            def apply(world: World, ruleset: Ruleset, kind: ItemKind, target: int) -> int:
                assert kind.effect == MADE_UP
                return effect(world, ruleset, kind)

            monkeypatch.setattr(inventory, "apply_effect", apply)
            ruleset = a_ruleset()
            kind = ruleset.items[kind_of("%")]
            kind.effect, kind.shape, kind.traits, kind.amount, kind.reach = MADE_UP, shape, traits, amount, 4
            return ruleset

        return add

    @staticmethod
    def leech(world: World, ruleset: Ruleset, kind: ItemKind) -> int:
        """Take HP from the first monster in view and give it to the hero."""
        if world.hero.visible_monster_count == 0:
            return NO_ENEMY_IN_REACH
        damage_actor(world, ruleset, world.hero.visible_monsters[0].actor, kind.amount, 0)
        world.hero.hp = min(world.hero.max_hp, world.hero.hp + kind.amount)
        return DONE

    @staticmethod
    def to_stairs(world: World, ruleset: Ruleset, kind: ItemKind) -> int:
        """Put the hero on the stairs."""
        world.hero.cell = world.hero.stairs
        return DONE

    @staticmethod
    def feast(world: World, ruleset: Ruleset, kind: ItemKind) -> int:
        """Give the hero HP, beyond its maximum too."""
        world.hero.max_hp += kind.amount
        world.hero.hp += kind.amount
        return DONE

    @staticmethod
    def bite(world: World, ruleset: Ruleset, kind: ItemKind) -> int:
        """Hurt the hero."""
        world.hero.hp -= kind.amount
        return DONE

    @pytest.mark.parametrize("bot", CAREFUL)
    def test_that_harms_is_used_when_it_pays(self, bot: str, add: Callable[..., Ruleset]) -> None:
        ruleset = add(self.leech, NEAREST, HARMS, 8)
        costly = Scene(TestLightning.PICTURE, ruleset)
        harmless = Scene(TestLightning.PICTURE.replace("o", "s"), ruleset)
        for scene in (costly, harmless):
            scene.give("%")
        assert used(costly, bot) == "a"
        assert used(harmless, bot) == ""

    @pytest.mark.parametrize("bot", CAREFUL)
    def test_that_helps_is_used_in_need(self, bot: str, add: Callable[..., Ruleset]) -> None:
        ruleset = add(self.feast, USER, HELPS, 9)
        scene = Scene("#####\n#@o.#\n#####", ruleset)
        scene.give("%")
        scene.hero.hp = 5
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
            add(self.to_stairs, USER, 0, 0),
        )
        scene.give("%")
        assert used(scene, "tactician") == "a"

    def test_that_only_hurts_is_not_used(self, add: Callable[..., Ruleset]) -> None:
        scene = Scene(TestLightning.PICTURE, add(self.bite, USER, 0, 3))
        scene.give("%")
        assert used(scene, "tactician") == ""

    def test_is_used_less_readily_the_less_it_does(self, add: Callable[..., Ruleset]) -> None:
        ruleset = add(self.leech, NEAREST, HARMS, 8)
        scene = Scene("#####\n#@o.#\n#####", ruleset)
        scene.give("%")
        scene.hero.hp = 12
        assert used(scene, "tactician") == "a"
        ruleset.items[kind_of("%")].amount = 1
        assert chosen(scene, "tactician") == action(MOVE, E)
