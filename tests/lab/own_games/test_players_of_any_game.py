"""Players of any game decide on what its view has, and nothing else; their chance is their own."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from drawn_views import drawn
from steep.lab.game import Action, Enemy, Game, Item, View
from steep.lab.own_games.players import PATIENCE, PLAYERS, TRIES, Player
from steep_as_a_game import SteepGame

POTION = Item(name="potion", does="heal", amount=10)
BOMB = Item(name="bomb", does="harm", aim=True)
SWORD = Item(name="sword", does="equip")
BREAD = Item(name="bread", does="eat")


def first_action(name: str, text: str, **changes: object) -> Action:
    return Player(name, 0)(drawn(text, **changes))


CORRIDOR = """
    #########
     .@....>#
    #########
"""


@pytest.mark.parametrize(("name", "dx"), [("diver", 1), ("brawler", 1), ("explorer", -1), ("masher", -1)])
def test_some_go_straight_down_and_others_see_all_of_the_floor_first(name: str, dx: int) -> None:
    assert first_action(name, CORRIDOR) == ("move", dx, 0)


FAR_ENEMY = """
    #########
    #r...@.>#
    #########
"""


@pytest.mark.parametrize(("name", "dx"), [("diver", 1), ("brawler", -1), ("explorer", -1), ("masher", -1)])
def test_only_the_diver_leaves_an_enemy_that_is_not_adjacent(name: str, dx: int) -> None:
    assert first_action(name, FAR_ENEMY) == ("move", dx, 0)


@pytest.mark.parametrize("name", ["diver", "brawler", "explorer", "masher"])
def test_all_but_the_random_one_attack_the_weaker_of_two_adjacent_enemies(name: str) -> None:
    view = drawn("""
        #####
        #r@t#
        #####
    """)
    strong, weak = view.enemies
    assert (strong.name, weak.name) == ("r", "t")
    view = drawn("""
        #####
        #r@t#
        #####
    """, enemies=[strong, type(weak)(at=weak.at, name="t", hp=1)])  # fmt: skip
    assert Player(name, 0)(view) == ("move", 1, 0)


def test_a_diagonal_enemy_is_out_of_reach_in_a_game_of_four_directions() -> None:
    room = """
        #####
        #r..#
        #.@.#
        #..>#
        #####
    """
    assert first_action("diver", room) == ("move", -1, -1)
    action = first_action("diver", room, diagonal=False)
    assert action in [("move", 1, 0), ("move", 0, 1)]


def test_a_path_leads_around_rock_and_enemies() -> None:
    maze = """
        #######
        #@#..>#
        #.#.###
        #.....#
        #######
    """
    assert first_action("diver", maze, diagonal=False) == ("move", 0, 1)


def test_the_stairs_are_taken_where_the_hero_stands_on_them() -> None:
    assert first_action("diver", "#@#", stairs=(1, 0)) == "descend"


@pytest.mark.parametrize(("name", "hp", "uses"), [("masher", 9, True), ("masher", 11, False), ("diver", 1, False)])
def test_the_masher_heals_once_half_of_its_hp_are_gone_and_the_diver_never(name: str, hp: int, uses: bool) -> None:
    action = first_action(name, FAR_ENEMY, hp=hp, inventory=[POTION])
    assert (action == ("use", POTION)) == uses


def test_the_explorer_wastes_no_healing_unless_it_is_in_danger() -> None:
    quiet = "#.@.#"
    assert first_action("explorer", quiet, hp=9, max_hp=20, inventory=[POTION]) == ("use", POTION)
    large = Item(name="elixir", does="heal", amount=15)
    assert first_action("explorer", quiet, hp=9, max_hp=20, inventory=[large]) != ("use", large)
    assert first_action("explorer", FAR_ENEMY, hp=6, max_hp=20, inventory=[large]) == ("use", large)


def test_the_explorer_throws_what_harms_at_the_nearest_of_several_enemies() -> None:
    room = """
        ########
        #r..@.t#
        ########
    """
    assert first_action("explorer", room, inventory=[BOMB]) == ("use", BOMB, (6, 1))
    assert first_action("explorer", FAR_ENEMY, inventory=[BOMB]) != ("use", BOMB, (1, 1))


def test_the_explorer_equips_and_fetches() -> None:
    assert first_action("explorer", "#!.@.#", inventory=[SWORD]) == ("use", SWORD)
    assert first_action("explorer", "#!.@.#") == ("move", -1, 0)
    assert first_action("explorer", "#.@.#", things=drawn("#.!@#").things) == "pickup"


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "random"])
def test_all_but_the_random_one_eat_once_hungry(name: str) -> None:
    assert first_action(name, "#.@.#", inventory=[BREAD]) != ("use", BREAD)
    assert first_action(name, "#.@.#", inventory=[BREAD], hungry=True) == ("use", BREAD)


def test_level_ups_are_chosen_as_each_player_does() -> None:
    offer = drawn("#@#", can=("choose",), choices=("agility", "strength"))
    diver = Player("diver", 0)
    assert [diver(offer) for _ in range(3)] == [("choose", 0), ("choose", 1), ("choose", 0)]
    assert Player("brawler", 0)(offer) == ("choose", 1)
    assert Player("masher", 0)(offer) == ("choose", 0)


def test_an_item_that_does_nothing_is_not_used_for_ever() -> None:
    player, view = Player("masher", 0), drawn(FAR_ENEMY, hp=5, inventory=[POTION])
    actions = [player(view) for _ in range(TRIES + 1)]
    assert actions[:TRIES] == [("use", POTION)] * TRIES
    assert actions[TRIES] != ("use", POTION)


def test_an_item_that_does_nothing_is_not_used_until_the_enemies_have_won() -> None:
    player = Player("explorer", 0)
    room = """
        ########
        #r@...t#
        ########
    """
    views = [drawn(room, hp=20 - turn, inventory=[BOMB]) for turn in range(TRIES + 1)]
    actions = [player(view) for view in views]
    assert actions[:TRIES] == [("use", BOMB, (1, 1))] * TRIES
    assert actions[TRIES] == ("move", -1, 0)


def test_an_item_that_hurts_enemies_is_used_again_though_the_inventory_stays() -> None:
    player = Player("explorer", 0)
    for hp in range(20, 14, -1):
        enemies = [Enemy(at=(1, 1), hp=hp), Enemy(at=(6, 1), hp=hp)]
        assert player(drawn(FAR_ENEMY, hp=hp, inventory=[BOMB], enemies=enemies))[0] == "use"


@pytest.mark.parametrize(
    ("hp", "power", "heals"), [(9, 1, False), (3, 1, False), (2, 1, True), (9, 5, True), (9, 12, False)]
)
def test_the_explorer_heals_in_a_fight_only_when_two_more_turns_could_kill_and_healing_outlasts_one(
    hp: int, power: int, heals: bool
) -> None:
    enemies = [Enemy(at=(1, 0), hp=5, power=power)]
    action = first_action("explorer", "#.@.>#", hp=hp, inventory=[POTION], enemies=enemies)
    assert (action == ("use", POTION)) == heals


def test_the_explorer_puts_back_on_what_it_took_off_to_find_out_what_it_is() -> None:
    player, worn = Player("explorer", 0), Item(name="sword")
    assert player(drawn("#.@.#", inventory=[worn])) == ("use", worn)
    assert player(drawn("#.@.#", inventory=[SWORD])) == ("use", SWORD)
    assert player(drawn("#.@.#", inventory=[worn]))[0] == "move"


def test_an_empty_slot_of_the_inventory_is_no_item() -> None:
    game = SteepGame()
    game.start(0)
    game.session.hero.inventory[1].kind = 1
    assert [(item.key, item.name) for item in game.view().inventory] == [(1, "confusion scroll")]


def test_a_step_that_fails_is_replaced_by_a_way_around() -> None:
    view = drawn("""
        #####
        #@.>#
        #...#
        #####
    """, diagonal=False)  # fmt: skip
    player = Player("diver", 0)
    assert [player(view) for _ in range(TRIES)] == [("move", 1, 0)] * TRIES
    assert player(view) == ("move", 0, 1)


def test_a_player_that_sees_nothing_new_wanders_for_a_while() -> None:
    room = drawn("""
        #####
        #...#
        #.@.#
        #..>#
        #####
    """, can=("move", "wait"))  # fmt: skip
    player = Player("diver", 0)
    actions = [player(room) for _ in range(PATIENCE + 20)]
    assert len(set(actions[PATIENCE:])) > 3


@pytest.mark.parametrize("name", PLAYERS)
def test_a_view_without_cells_or_hero_is_played_at_random(name: str) -> None:
    player, view = Player(name, 0), View(floor=1, can={"move"})
    actions = {player(view) for _ in range(100)}
    assert len(actions) == 8


@pytest.mark.parametrize("name", PLAYERS)
def test_only_verbs_that_a_view_has_are_chosen(name: str) -> None:
    for can in ({"wait"}, {"move", "wait"}, {"move", "pickup"}, {"pray"}):
        player = Player(name, 1)
        view = drawn(FAR_ENEMY, can=can, hp=3, inventory=[POTION, BOMB, SWORD])
        for _ in range(30):
            action = player(view)
            assert (action if isinstance(action, str) else action[0]) in can


def actions_in(game: Game, name: str, seed: int, count: int) -> Iterator[Action]:
    game.start(seed)
    player = Player(name, seed)
    for _ in range(count):
        if game.over() is not None:
            return
        action = player(game.view())
        yield action if isinstance(action, str) else (action[0], *(getattr(word, "name", word) for word in action[1:]))
        game.act(*((action,) if isinstance(action, str) else action))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_seed_fixes_a_player_whatever_the_global_generator_does(name: str) -> None:
    random.seed(1)
    once = list(actions_in(SteepGame(), name, 3, 12))
    random.seed(2)
    assert list(actions_in(SteepGame(), name, 3, 12)) == once
