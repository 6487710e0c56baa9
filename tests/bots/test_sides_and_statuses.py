"""Bots know friends from enemies, and what statuses and behaviours do to both sides."""

from __future__ import annotations

import pytest

from ready_made_sessions import load
from scenes import (
    MONSTERS,
    E,
    Scene,
    SceneAbility,
    SceneItem,
    W,
    a_ruleset,
    ability_of,
    give_abilities,
    give_ability,
    kind_of,
    set_hp,
)
from steep.bots.bot_memory import BotMemory, ImaginedState, remember, start_mind
from steep.bots.choose_action import BOTS, STUCK_AFTER, Bot, choose_action
from steep.bots.imagine_outcomes import MOST_REVEALED, determinize, evaluate, note_remembered_cells
from steep.core.geometry import ROCK
from steep.core.ruleset import Ruleset, codes
from steep.core.world import ALLIED, HERO_ROW, NEUTRAL, PLAYING, World
from steep.rules.abilities.statuses import ANY_STATUS
from steep.rules.action_codes import DONE, MOVE, TOO_AFRAID, USE, WAIT, action, verb_of
from steep.rules.movement import teleport
from steep.rules.new_game import new_game
from steep.rules.turn import step

FIGHTERS = tuple(name for name in BOTS if name != "random")
CAREFUL = ("explorer", "tactician")


def chosen(scene: Scene, bot: str) -> int:
    """The first action that a bot chooses in a scene."""
    mind = BotMemory()
    start_mind(mind, 1)
    return choose_action(BOTS[bot].number, scene.hero, scene.ruleset, mind, ImaginedState())


def actions_of(scene: Scene, bot: str, turns: int) -> list[int]:
    """The actions that a bot plays. None of them is refused."""
    mind, imagined, actions = BotMemory(), ImaginedState(), []
    start_mind(mind, 1)
    for _ in range(turns):
        actions.append(choose_action(BOTS[bot].number, scene.hero, scene.ruleset, mind, imagined))
        assert scene.act(actions[-1]) == DONE
    return actions


def with_conditions(picture: str, conditions: int, ruleset: Ruleset | None = None) -> Scene:
    """A scene whose hero has conditions, from a status that lasts."""
    ruleset = ruleset or a_ruleset()
    ruleset.statuses[0].conditions = conditions
    scene = Scene(picture, ruleset)
    body = scene.world.actors[HERO_ROW]
    body.statuses[0], body.conditions = 99, conditions | ANY_STATUS
    scene.update_fov()
    return scene


def with_a_friend(picture: str, side: int) -> Scene:
    """A scene whose ogre is on a side."""
    scene = Scene(picture)
    scene.enemy("o").side = side
    scene.world.friends = 1
    scene.update_fov()
    return scene


@pytest.mark.parametrize("side", [NEUTRAL, ALLIED])
@pytest.mark.parametrize("bot", FIGHTERS)
@pytest.mark.parametrize("picture", ["########\n#@o...>#\n########", "#######\n#.....#\n#@o..>#\n#######"])
def test_nobody_attacks_a_friend_and_none_keeps_a_bot_from_the_stairs(bot: str, side: int, picture: str) -> None:
    scene = with_a_friend(picture, side)
    friend = scene.enemy("o")
    mind, imagined = BotMemory(), ImaginedState()
    start_mind(mind, 1)
    for _ in range(20):
        if scene.hero.cell != scene.hero.stairs:
            assert scene.act(choose_action(BOTS[bot].number, scene.hero, scene.ruleset, mind, imagined)) == DONE
            assert friend.hp == MONSTERS["o"].hp
    assert scene.hero.cell == scene.hero.stairs


def test_the_explorer_frees_captives() -> None:
    scene = with_a_friend("#>@...o#", NEUTRAL)
    actions_of(scene, "explorer", 5)
    assert scene.enemy("o").side == ALLIED


@pytest.mark.parametrize("conditions", [codes.HELD, codes.AFRAID])
def test_a_hindered_hero_can_free_a_captive(conditions: int) -> None:
    scene = with_conditions("#@o.#", conditions)
    scene.enemy("o").side = NEUTRAL
    scene.update_fov()
    assert chosen(scene, "explorer") == action(MOVE, E)


class TestHeroWhoIsHeld:
    @pytest.mark.parametrize("bot", BOTS)
    def test_does_not_try_to_walk(self, bot: str) -> None:
        scene = with_conditions("#@....>#", codes.HELD)
        assert set(actions_of(scene, bot, 6)) == {action(WAIT)}

    @pytest.mark.parametrize("bot", FIGHTERS)
    def test_attacks_who_is_beside(self, bot: str) -> None:
        scene = with_conditions("#@r...>#", codes.HELD)
        assert chosen(scene, bot) == action(MOVE, E)


class TestHeroWhoIsAfraid:
    @pytest.mark.parametrize("bot", FIGHTERS)
    def test_steps_away_from_who_is_beside(self, bot: str) -> None:
        scene = with_conditions("#..@r..#", codes.AFRAID)
        assert chosen(scene, bot) == action(MOVE, W)

    @pytest.mark.parametrize("bot", FIGHTERS)
    def test_waits_in_a_corner(self, bot: str) -> None:
        scene = with_conditions("#@r....#", codes.AFRAID)
        assert chosen(scene, bot) == action(WAIT)

    def test_uses_items_all_the_same(self) -> None:
        scene = with_conditions("#..@o..#", codes.AFRAID)
        scene.give("~")
        assert chosen(scene, "explorer") == action(USE, 0, scene.enemy("o").cell)

    def test_attacks_when_confused_too(self) -> None:
        scene = with_conditions("#..@r..#", codes.AFRAID | codes.STUMBLES)
        assert chosen(scene, "brawler") == action(MOVE, E)


@pytest.mark.parametrize("bot", BOTS)
def test_a_hero_who_cannot_act_waits(bot: str) -> None:
    assert chosen(with_conditions("#@r..#", codes.CANNOT_ACT), bot) == action(WAIT)


class TestEnemiesByTheirConditions:
    PICTURE = "#@...r...#"

    def first_action(self, conditions: int) -> int:
        scene = Scene(self.PICTURE)
        scene.ruleset.statuses[0].conditions = conditions
        rat = scene.enemy("r")
        rat.statuses[0], rat.conditions = 99, conditions | ANY_STATUS
        scene.update_fov()
        return chosen(scene, "explorer")

    @pytest.mark.parametrize("conditions", [codes.CANNOT_ACT, codes.AFRAID])
    def test_the_explorer_goes_to_one_that_cannot_come(self, conditions: int) -> None:
        assert self.first_action(conditions) == action(MOVE, E)

    @pytest.mark.parametrize("conditions", [0, codes.HELD])
    def test_the_explorer_waits_for_one_that_comes_now_or_later_and_strikes_as_ever(self, conditions: int) -> None:
        assert self.first_action(conditions) == action(WAIT)

    @pytest.mark.parametrize(("conditions", "uses"), [(0, True), (codes.HELD, False), (codes.CANNOT_ACT, False)])
    def test_a_scroll_is_kept_for_enemies_that_nothing_holds_up(self, conditions: int, uses: bool) -> None:
        scene = Scene(self.PICTURE.replace("r", "o"))
        scene.give("~")
        ogre = scene.enemy("o")
        ogre.statuses[0], ogre.conditions = 99, conditions | ANY_STATUS
        scene.update_fov()
        assert (verb_of(chosen(scene, "explorer")) == USE) == uses


class TestEnemiesThatDoNotCome:
    def scene(self, **numbers: int) -> Scene:
        ruleset = a_ruleset()
        for field, number in numbers.items():
            setattr(ruleset.monsters[kind_of("r")], field, number)
        return Scene(TestEnemiesByTheirConditions.PICTURE, ruleset)

    @pytest.mark.parametrize("numbers", [{"stays": 1}, {"keeps_distance": 3}, {"flees_below": 101}])
    def test_the_explorer_walks_up_to_them(self, numbers: dict[str, int]) -> None:
        assert chosen(self.scene(), "explorer") == action(WAIT)
        assert chosen(self.scene(**numbers), "explorer") == action(MOVE, E)

    def test_a_weak_monster_that_shoots_is_a_threat(self) -> None:
        ruleset = a_ruleset()
        ruleset.monsters[kind_of("s")].stays = 1
        assert chosen(Scene(TestEnemiesByTheirConditions.PICTURE.replace("r", "s"), ruleset), "explorer") != action(
            WAIT
        )
        give_abilities(ruleset, "s", SceneAbility(codes.ON_TURN, codes.VIEW, codes.DAMAGE, 5))
        ability = ruleset.abilities[ruleset.monsters[kind_of("s")].first_ability]
        ability.traits, ability.amount = codes.HARMS, 5
        scene = Scene(TestEnemiesByTheirConditions.PICTURE.replace("r", "s"), ruleset)
        scene.give("!")
        set_hp(scene.world, 5)
        assert chosen(scene, "explorer") == action(USE, 0, scene.hero.cell)


class TestEscapes:
    PICTURE = """
        ####################
        #oo................#
        #@o................#
        ####################
    """

    def scene(self, picture: str = PICTURE) -> Scene:
        ruleset = a_ruleset()
        give_ability(ruleset, kind_of("%"), SceneItem("pebble", codes.SELF, codes.TELEPORT))
        ability_of(ruleset, "%").traits = codes.MOVES
        scene = Scene(picture, ruleset)
        scene.give("%")
        return scene

    @pytest.mark.parametrize("bot", CAREFUL)
    def test_are_used_when_the_fight_is_lost(self, bot: str) -> None:
        scene = self.scene()
        set_hp(scene.world, 13)
        assert verb_of(chosen(scene, bot)) == USE

    def test_are_kept_in_a_fight_that_can_be_won(self) -> None:
        scene = self.scene("#@r.....#")
        assert chosen(scene, "explorer") == action(MOVE, E)

    def test_are_kept_where_the_stairs_are_near(self) -> None:
        scene = self.scene("#########\n#.......#\n#>@..ooo#\n#########")
        set_hp(scene.world, 5)
        assert chosen(scene, "explorer") == action(MOVE, W)

    def test_are_not_drunk_for_what_else_they_do(self) -> None:
        scene = self.scene("#@......#")
        ability = ability_of(scene.ruleset, "%")
        ability.traits, ability.amount = codes.MOVES | codes.HELPS, 5
        set_hp(scene.world, 5)
        assert verb_of(chosen(scene, "explorer")) != USE

    def test_an_imagined_teleport_leads_to_a_known_cell(self) -> None:
        scene, mind, imagined = self.scene(), BotMemory(), ImaginedState()
        start_mind(mind, 1)
        remember(scene.hero, mind)
        cells = set()
        for seed in range(20):
            note_remembered_cells(scene.hero, scene.ruleset, imagined)
            determinize(scene.hero, scene.ruleset, mind, seed, imagined)
            if teleport(imagined.world, scene.ruleset, HERO_ROW):
                cells.add(imagined.world.hero.cell)
        assert len(cells) > 5
        assert all(scene.hero.remembered[cell] > ROCK for cell in cells)


class TestInformation:
    def test_is_worth_something_up_to_a_limit(self) -> None:
        scene = Scene("#@...#")
        cells = (0, 1, MOST_REVEALED // 2, MOST_REVEALED, 9 * MOST_REVEALED)
        scores = [evaluate(scene.hero, scene.world, scene.ruleset, 1, revealed) for revealed in cells]
        assert scores[0] < scores[1] < scores[2] < scores[3] == scores[4]

    @pytest.mark.parametrize(("picture", "uses"), [("######\n#@...#\n######", True), ("######\n#@..>#\n######", False)])
    def test_what_informs_is_used_while_the_stairs_are_unknown(self, picture: str, uses: bool) -> None:
        ruleset = a_ruleset()
        give_ability(ruleset, kind_of("%"), SceneItem("pebble", codes.SELF, codes.DAMAGE))
        ability_of(ruleset, "%").traits = codes.INFORMS
        scene = Scene(picture, ruleset)
        scene.give("%")
        assert (chosen(scene, "explorer") == action(USE, 0, scene.hero.cell)) == uses


def test_what_helps_only_others_is_not_tried_again_and_again() -> None:
    ruleset = a_ruleset()
    give_ability(ruleset, kind_of("!"), SceneItem("potion", codes.VIEW, codes.HEAL, amount=8))
    ability_of(ruleset, "!").affects = codes.ALLIES
    scene = Scene("#@..#", ruleset)
    scene.give("!")
    set_hp(scene.world, 5)
    assert verb_of(chosen(scene, "explorer")) != USE


def test_equipment_with_an_ability_is_better_than_none() -> None:
    ruleset = a_ruleset()
    ring = ruleset.items[kind_of("%")]
    ring.slot, ring.ability_count = 1, 1
    scene = Scene("#@..#", ruleset)
    scene.give("%")
    assert chosen(scene, "explorer") == action(USE, 0)


class TestStalemates:
    PICTURE = "#@.....o#"

    def action_after(self, turns: int) -> int:
        """The diver's action when it has made no progress for some turns. Alone, it would wait for ever."""
        scene, mind = Scene(self.PICTURE), BotMemory()
        start_mind(mind, 1)
        choose_action(BOTS["diver"].number, scene.hero, scene.ruleset, mind, ImaginedState())
        scene.hero.turn += turns
        return choose_action(BOTS["diver"].number, scene.hero, scene.ruleset, mind, ImaginedState())

    def test_a_bot_that_makes_no_progress_walks_up_to_the_nearest_enemy(self) -> None:
        assert self.action_after(STUCK_AFTER - 1) == action(WAIT)
        assert action(MOVE, E) in {self.action_after(STUCK_AFTER + turns) for turns in (0, 70)}

    def test_the_brawler_leaves_whom_it_cannot_catch(self) -> None:
        scene, mind = Scene("#>@....o#"), BotMemory()
        start_mind(mind, 1)
        acts = []
        for turns in range(0, 2 * STUCK_AFTER, 8):
            scene.hero.turn = turns
            mind.length = 0
            acts.append(choose_action(BOTS["brawler"].number, scene.hero, scene.ruleset, mind, ImaginedState()))
        assert set(acts[: STUCK_AFTER // 8]) == {action(MOVE, E)}
        assert action(MOVE, W) in acts


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_no_bot_tries_again_what_is_refused(bot: Bot) -> None:
    """Every mechanic fires. Only somebody unseen may be in the way of a hero that is afraid."""
    ruleset, world = load("tests/support/rulesets/every_mechanic.toml").compiled, World()
    mind, imagined = BotMemory(), ImaginedState()
    turns = 30 if bot.name == "tactician" else 150
    for seed in range(2):
        new_game(world, ruleset, seed)
        start_mind(mind, seed)
        for _ in range(turns):
            if world.outcome == PLAYING:
                # The random walker may not remember on its next try, or the one after.
                for _ in range(9 if bot.name == "random" else 2):
                    act = choose_action(bot.number, world.hero, ruleset, mind, imagined)
                    reason = step(world, ruleset, act)
                    if reason != TOO_AFRAID:
                        break
                assert reason == DONE
