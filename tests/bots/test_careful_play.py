"""What the tactician does without looking ahead: it rests, saves what heals, and uses freely what recharges."""

from __future__ import annotations

import pytest

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import EXPLORER, TACTICIAN, choose_action
from steep.bots.choose_and_use_items import is_first_ready
from steep.bots.tactician import use_renewable
from steep.rules.action_codes import DESCEND, MOVE, THROW, USE, WAIT, action, cell_of, verb_of
from toml_scenes import TomlScene

HEALS = """
    [hero]
    regeneration = 20

    [abilities.healing]
    shape = "self"
    effects = [{ heal = 20 }]

    [items.potion]
    glyph = "!"
    abilities = ["healing"]
"""
HUNGERS = (
    HEALS
    + """
    [hunger]
    full = 2000
    start = 2000
    stages = [{ name = "starving", below = 0, hp = 1 }]
"""
)
ARMED = """
    [abilities.shot]
    shape = "target"
    affects = "enemies"
    effects = [{ damage = 4 }]

    [items.bow]
    glyph = "}"
    abilities = ["shot"]
    charges = 3
    recharge = 20

    [items.arrow]
    glyph = "|"
    abilities = ["shot"]
"""
BINDS = """
    [statuses.bound]
    conditions = ["held"]

    [abilities.bind]
    shape = "target"
    affects = "enemies"
    effects = [{ status = "bound", turns = 7 }]

    [items.wand]
    glyph = "/"
    abilities = ["bind"]
    charges = 3
    recharge = 20

    [abilities.net]
    trigger = "throw"
    shape = "target"
    effects = [{ status = "bound", turns = 6 }]

    [items.net]
    glyph = "-"
    abilities = ["net"]
    breaks = 60
"""
"""What holds, and does nothing else."""
WEAKENS_FIRST = HUNGERS.replace("stages = [", 'stages = [{ name = "famished", below = 1000, status = "weakened" }, ')
"""Hunger that weakens long before it kills."""
HALL = "#@.........#"


def chosen(scene: TomlScene, bot: int = TACTICIAN, mind: BotMemory | None = None) -> int:
    if mind is None:
        mind = BotMemory()
        start_mind(mind, 1)
    return choose_action(bot, scene.hero, scene.ruleset, mind, ImaginedState())


class TestRest:
    def test_a_hurt_hero_rests_where_nobody_is_about_and_only_until_most_hp_are_back(self) -> None:
        scene = TomlScene(HALL, HEALS)
        scene.wound(scene.body, 20)
        assert chosen(scene) == action(WAIT)
        scene.wound(scene.body, 21)
        assert verb_of(chosen(scene)) == MOVE

    def test_wounds_that_do_not_close_are_not_waited_for(self) -> None:
        scene = TomlScene(HALL)
        scene.wound(scene.body, 5)
        assert verb_of(chosen(scene)) == MOVE

    def test_what_heals_is_saved_for_a_fight(self) -> None:
        scene = TomlScene(HALL, HEALS)
        scene.wound(scene.body, 8)
        scene.carry("!")
        assert chosen(scene) == action(WAIT)
        assert verb_of(chosen(scene, EXPLORER)) == USE

    @pytest.mark.parametrize(("nutrition", "rests"), [(899, False), (900, True)])
    def test_a_hero_with_little_food_does_not_rest(self, nutrition: int, rests: bool) -> None:
        scene = TomlScene(HALL, HUNGERS)
        scene.wound(scene.body, 5)
        scene.hero.nutrition = nutrition
        assert (chosen(scene) == action(WAIT)) == rests

    def test_nobody_rests_before_an_enemy_or_soon_after_one_was_seen(self) -> None:
        scene = TomlScene("#@....o..#", HEALS)
        scene.wound(scene.body, 20)
        mind = BotMemory()
        start_mind(mind, 1)
        first = chosen(scene, mind=mind)
        ogre = scene.monster("o")
        scene.world.occupant[ogre.cell] = 0
        ogre.hp = 0
        scene.update_fov()
        scene.hero.visible[ogre.cell] = 0
        assert mind.sighting_count == 1
        assert mind.rested == 0, first
        chosen(scene, mind=mind)
        assert mind.rested == 0

    def test_a_rest_ends_even_where_no_wound_closes(self) -> None:
        """Something unseen may take what the rest gives."""
        scene = TomlScene(HALL, HEALS)
        mind = BotMemory()
        start_mind(mind, 1)
        turns = 0
        while turns < 1_000:
            scene.wound(scene.body, 10)
            act = chosen(scene, mind=mind)
            if act != action(WAIT):
                break
            scene.act(act)
            turns += 1
        assert 100 <= turns <= 400

    def test_nobody_rests_on_where_something_unseen_hurts(self) -> None:
        scene = TomlScene(HALL, HEALS)
        scene.wound(scene.body, 15)
        mind = BotMemory()
        start_mind(mind, 1)
        assert chosen(scene, mind=mind) == action(WAIT)
        scene.wait()
        scene.wound(scene.body, 12)
        assert verb_of(chosen(scene, mind=mind)) == MOVE

    def test_a_rest_is_no_stalemate(self) -> None:
        scene = TomlScene(HALL, HEALS)
        scene.wound(scene.body, 2)
        mind = BotMemory()
        start_mind(mind, 1)
        for _ in range(60):
            assert chosen(scene, mind=mind) == action(WAIT)
            scene.wait()


class TestWhatLasts:
    PIECE = """
        [abilities.grow]
        shape = "self"
        effects = [{ stat = "max_hp", amount = 5 }, { heal = 5 }]

        [abilities.curse]
        shape = "self"
        effects = [{ stat = "power", amount = -1 }]

        [abilities.quicken]
        shape = "self"
        effects = [{ status = "hasted", turns = 9 }]

        [items.root]
        glyph = "%"
        abilities = ["grow"]

        [items.doll]
        glyph = "&"
        abilities = ["curse"]

        [items.potion]
        glyph = "!"
        abilities = ["quicken"]
    """

    @pytest.mark.parametrize(("sign", "is_used"), [("%", True), ("&", False), ("!", False)])
    def test_what_betters_for_good_is_used_at_once_and_nothing_else(self, sign: str, is_used: bool) -> None:
        scene = TomlScene(HALL, self.PIECE)
        scene.carry(sign)
        assert (verb_of(chosen(scene)) == USE) == is_used


class TestHunger:
    def test_a_hero_that_is_about_to_starve_leaves_the_floor(self) -> None:
        scene = TomlScene("#..@......>#", HUNGERS)
        scene.hero.nutrition = 299
        path = [chosen(scene)]
        while scene.hero.cell != scene.hero.stairs:
            scene.act(path[-1])
            path.append(chosen(scene))
        assert path[-1] == action(DESCEND)
        assert len(path) == 8

    @pytest.mark.parametrize(("nutrition", "goes"), [(299, "east"), (301, "west"), (1299, "west")])
    def test_a_hero_that_hunger_only_weakens_goes_on_exploring(self, nutrition: int, goes: str) -> None:
        scene = TomlScene(
            "############\n#....@....>#\n#.##########\n#.##########\n#..........#\n############", WEAKENS_FIRST
        )
        scene.hero.nutrition = nutrition
        before = scene.hero.cell
        scene.act(chosen(scene))
        assert ("east" if scene.hero.cell > before else "west") == goes

    @pytest.mark.parametrize(("nutrition", "rests"), [(1899, False), (1900, True)])
    def test_a_hero_keeps_its_food_for_exploring_from_the_stage_that_weakens_on(
        self, nutrition: int, rests: bool
    ) -> None:
        scene = TomlScene(HALL, WEAKENS_FIRST)
        scene.hero.nutrition = nutrition
        scene.wound(scene.body, 5)
        assert (chosen(scene) == action(WAIT)) == rests


class TestWhatRecharges:
    def test_it_is_used_on_who_comes_before_it_is_adjacent(self) -> None:
        scene = TomlScene("#@....r..#", ARMED)
        scene.carry("}")
        act = chosen(scene)
        assert verb_of(act) == USE
        assert cell_of(act) == scene.monster("r").cell

    def test_one_with_charges_is_not_hidden_by_an_empty_one_of_its_kind(self) -> None:
        scene = TomlScene(HALL, ARMED)
        for _ in range(3):
            scene.carry("}")
        ready = []
        for charges in ((3, 3, 3), (0, 3, 3), (0, 0, 0)):
            for slot in range(3):
                scene.hero.inventory[slot].charges = charges[slot]
            ready.append([is_first_ready(scene.hero, scene.ruleset, slot) for slot in range(3)])
        assert ready == [[True, False, False], [False, True, False], [False] * 3]

    def test_it_is_used_on_who_is_held(self) -> None:
        scene = TomlScene("#@....r..#", ARMED + BINDS)
        scene.carry("}")
        scene.dose(scene.monster("r"), "bound", 5)
        scene.update_fov()
        assert verb_of(chosen(scene)) == USE

    @pytest.mark.parametrize(("room", "binds"), [("#@...r...#", False), ("#@...r.r.#", True), ("#@r....r.#", True)])
    def test_one_is_held_only_while_the_hero_fights_others(self, room: str, binds: bool) -> None:
        scene = TomlScene(f"##########\n{room}\n##########", ARMED + BINDS)
        scene.carry("/")
        act = use_renewable(scene.hero, scene.ruleset)
        assert (verb_of(act) == USE) == (binds and room != "#@r....r.#")

    def test_who_is_held_is_waited_for(self) -> None:
        scene = TomlScene("#@....r..#", ARMED + BINDS)
        scene.dose(scene.monster("r"), "bound", 5)
        scene.update_fov()
        assert chosen(scene) == action(WAIT)

    def test_a_net_is_not_thrown_at_one_alone(self) -> None:
        scene = TomlScene("#@....r..#", ARMED + BINDS)
        scene.carry("-")
        assert verb_of(chosen(scene)) != THROW

    def test_what_is_used_up_is_saved_for_a_costly_fight(self) -> None:
        scene = TomlScene("#@....r..#", ARMED)
        scene.carry("|")
        assert verb_of(chosen(scene)) != USE
