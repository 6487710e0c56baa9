"""`steep worth`: items are taken out and given as said, and worths that are known exactly are found."""

from __future__ import annotations

import csv
import io
import json
import math
from array import array
from pathlib import Path

import numpy as np
import pytest

from command_fixture_types import Run
from generated_floors import rulebook_from
from steep.balance.odds_of_one_draw import items_on
from steep.commands.lab.worth import lines_of_categories
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import NOWHERE
from steep.core.record import pack, unpack
from steep.core.record_arrays import dtype_of
from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, PLAYING, World
from steep.lab.simulate.change_items import change_items, lose_missing_kinds
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.play_and_record_floor_visits import item_used
from steep.lab.simulate.play_futures import Game, Moment, play_futures
from steep.lab.simulate.play_in_one_thread import FUTURE, Batch, PlainSimulator, Simulator
from steep.lab.simulate.simulation_task import Task, TaskOfItems, with_futures, with_items
from steep.lab.studies.worth_of_items import (
    DEAD_WEIGHT,
    DECIDES,
    FALSE_SHARE,
    FEWEST_GAMES,
    FEWEST_PAIRS,
    HELPS,
    HURTS,
    SOUND,
    UNCLEAR,
    CategoryTrials,
    KindTrials,
    PairsOfKind,
    Player,
    categories_of,
    first_floors,
    score,
)
from steep.mapgen.put_on_free_cell import add_item
from steep.rules.action_codes import DROP, UNDERFOOT, USE, action
from steep.rules.new_game import new_game

STEEP = load_ruleset("steep")

TUTORIAL = load_ruleset("tcod-2020")

TUNNEL = '''
[hero]
hp = 25
start = [{ item = "root" }, { item = "stone" }, { item = "toadstool" }]

[items.root]
description = "10 HP more."
glyph = "*"
color = "#ff0000"
abilities = ["eat_root"]
[abilities.eat_root]
shape = "self"
effects = [{ stat = "max_hp", amount = 10 }]

[items.stone]
glyph = "*"
color = "#808080"

[items.toadstool]
glyph = "*"
color = "#a08080"
abilities = ["eat_toadstool"]
[abilities.eat_toadstool]
shape = "self"
effects = [{ stat = "max_hp", amount = -10 }]

[run]
last_floor = 8
[terrain.blades]
glyph = "^"
color = "#c0c0c0"
abilities = ["cut"]
[abilities.cut]
trigger = "enter"
shape = "self"
effects = [{ damage = 10 }]
[floors.tunnel]
floor = [1, 2, 3, 4, 5, 6, 7, 8]
map = """
######
#@.^>#
######
"""
legend = { "^" = "blades" }
'''
"""Each floor costs exactly 10 HP, so 10 HP more are exactly one floor more. Bots never go where they would die."""


def number_of(rulebook: Rulebook, *keys: str) -> tuple[int, ...]:
    return tuple([item.key for item in rulebook.items].index(key) for key in keys)


def planes(missing: tuple[int, ...] = (), given: dict[int, int] | None = None) -> tuple[list[int], list[int]]:
    """Which kinds are missing, and the floors on which some are given, as the rules take them."""
    floors = given or {}
    kinds = range(MAX_KINDS)
    return [int(kind in missing) for kind in kinds], [floors.get(kind, 0) for kind in kinds]


def lying(world: World) -> list[tuple[int, int]]:
    """Kind and cell of all items on the floor."""
    items = (world.items[row] for row in range(world.item_count))
    return [(item.kind, item.cell) for item in items if item.cell != NOWHERE]


def carried(world: World) -> list[int]:
    """The rows of the items in the inventory, as the hero sees them."""
    return [each.kind - 1 for each in world.hero.inventory if each.kind > 0]


@pytest.fixture
def world() -> World:
    world = World()
    new_game(world, STEEP.compiled, 11)
    return world


def test_items_of_missing_kinds_are_gone_and_all_others_stay_where_they_are(world: World) -> None:
    before, kit = lying(world), carried(world)
    kinds = {kind for kind, _ in before}
    gone = (*sorted(kinds)[:2], kit[0], kit[2])
    lose_missing_kinds(world, STEEP.compiled, planes(gone)[0])
    change_items(world, STEEP.compiled, *planes(gone))
    assert lying(world) == [each for each in before if each[0] not in gone]
    assert carried(world) == [kind for kind in kit if kind not in gone]
    assert world.hero.inventory_count == len(carried(world))
    assert not any(seen.kind in gone for seen in world.hero.seen_items[: world.hero.seen_item_count])


def test_without_its_weapon_the_hero_has_bare_hands(world: World) -> None:
    (sword,) = number_of(STEEP, "short_sword")
    assert world.hero.weapon == sword + 1
    lose_missing_kinds(world, STEEP.compiled, planes((sword,))[0])
    assert world.hero.weapon == 0


def test_what_is_given_is_carried_and_as_unknown_as_if_found(world: World) -> None:
    sling, potion, later = number_of(STEEP, "sling", "potion_of_healing", "oil_flask")
    count = world.hero.inventory_count
    change_items(world, STEEP.compiled, *planes(given={sling: 1, potion: 1, later: 2}))
    assert set(carried(world)[count:]) == {sling, world.appearances[potion] - 1}
    charges = {each.kind - 1: each.charges for each in world.hero.inventory}
    assert charges[sling] == STEEP.compiled.items[sling].charges > 0


def fill(world: World, kind: int, free: int) -> None:
    """Fill the inventory with a kind of item, each in a slot of its own, but for some free slots."""
    for slot in world.hero.inventory[: STEEP.compiled.inventory_capacity - free]:
        if slot.kind == 0:
            slot.kind, slot.count = kind + 1, 1
            world.hero.inventory_count += 1


@pytest.mark.parametrize("free", [0, 1])
def test_what_is_given_takes_the_place_of_what_the_hero_misses_least_in_a_full_inventory(
    world: World, free: int
) -> None:
    flask, habit = number_of(STEEP, "oil_flask", "quilted_habit")
    fill(world, habit, free)
    count, habits = world.hero.inventory_count, carried(world).count(habit)
    change_items(world, STEEP.compiled, *planes(given={flask: 1}))
    assert flask in carried(world)
    assert carried(world).count(habit) == habits - 1
    assert world.hero.inventory_count == count


def test_with_more_room_nothing_is_taken_away_and_where_nothing_can_be_spared_it_lies_underfoot(world: World) -> None:
    flask, bread = number_of(STEEP, "oil_flask", "bread")
    roomy = unpack(World, pack(world))
    fill(roomy, bread, 2)
    before = carried(roomy)
    change_items(roomy, STEEP.compiled, *planes(given={flask: 1}))
    assert sorted(carried(roomy)) == sorted([*before, flask])
    for number in range(world.hero.inventory_count):
        world.hero.inventory[number].kind = bread + 1
    fill(world, bread, 0)
    change_items(world, STEEP.compiled, *planes(given={flask: 1}))
    assert (flask, world.hero.cell) in lying(world)
    assert flask not in carried(world)


def test_what_is_used_where_it_lies_counts_for_its_kind(world: World) -> None:
    (bread,) = number_of(STEEP, "bread")
    add_item(world, bread, world.hero.cell)
    world.items[world.item_count - 1].seen = 1
    assert item_used(world, STEEP.compiled, action(USE, UNDERFOOT)) == bread
    assert item_used(world, STEEP.compiled, action(USE, UNDERFOOT + 1)) == NOWHERE
    assert item_used(world, STEEP.compiled, action(USE, 0)) == world.hero.inventory[0].kind - 1
    assert item_used(world, STEEP.compiled, action(DROP, 0)) == NOWHERE


def test_without_a_kind_compiled_games_are_those_of_plain_python() -> None:
    task = with_items(Task("explorer", 3, 2, last_floor=2, turns=150), number_of(TUTORIAL, "healing_potion"))
    plain, fast = (
        simulator(TUTORIAL.compiled).play(task, 3, 2, lambda *_: True) for simulator in (PlainSimulator, Simulator)
    )
    assert plain.visits.tolist() == fast.visits.tolist()
    assert plain.items is not None
    assert fast.items is not None
    assert plain.items.tolist() == fast.items.tolist()


EXPLORERS = Task("explorer", 3, 2, last_floor=3, turns=250)

DIVERS = Task("diver", 3, 2, last_floor=3, turns=400)


def test_the_futures_of_compiled_games_are_those_of_plain_python() -> None:
    potion, scroll = number_of(TUTORIAL, "healing_potion", "fireball_scroll")
    task = with_futures(EXPLORERS, ((potion, 1), (scroll, 2)), 1)
    plain, fast = (
        play_futures(simulator(TUTORIAL.compiled), task, 3, 2, lambda *_: True)
        for simulator in (PlainSimulator, Simulator)
    )
    assert plain.futures.tolist() == fast.futures.tolist()
    assert plain.turns == fast.turns > 0


def test_a_hero_who_knows_all_kinds_knows_them_on_each_floor_and_what_it_is_given() -> None:
    task = with_futures(Task("explorer", 3, 1, last_floor=2, turns=400), (), 1, known=True)
    game = Game(PlainSimulator(STEEP.compiled), task, 3, lambda *_: True)
    assert game.start.world.hero.unidentified == 0
    (potion,) = number_of(STEEP, "potion_of_wormwood")
    having = game.play_from(game.start, 1, potion)
    assert potion in carried(having.world)
    assert having.used[potion] == 0, "nobody drinks what is known to harm"


def same(one: Moment, other: Moment) -> bool:
    """Whether two moments go on alike."""
    return pack(one.world) + pack(one.mind) == pack(other.world) + pack(other.mind) and one.damage == other.damage


def test_a_game_that_goes_back_plays_the_same_again_whatever_was_played_in_between() -> None:
    task = with_futures(DIVERS, (), 1)
    game = Game(PlainSimulator(TUTORIAL.compiled), task, 3, lambda *_: True)
    second = game.play_from(game.start, 1)
    assert (second.world.floor, second.world.outcome) == (2, PLAYING)
    end = game.play_from(second, 2)
    (potion,) = number_of(TUTORIAL, "healing_potion")
    richer = game.play_from(second, 2, potion)
    assert not same(richer, end)
    assert same(game.play_from(second, 2), end)
    assert same(game.play_from(game.start, 1), second)


def test_a_bot_whose_random_numbers_were_used_up_in_considering_more_acts_as_before() -> None:
    task = with_futures(Task("random", 5, 1, last_floor=3, turns=60), (), 1)
    game = Game(PlainSimulator(TUTORIAL.compiled), task, 5, lambda *_: True)
    usual = game.play_from(game.start, 1)
    game.start.mind.random[:] = array("q", range(len(game.start.mind.random)))
    assert pack(game.play_from(game.start, 1).world) == pack(usual.world)


def test_a_game_played_floor_by_floor_is_the_game_played_at_once() -> None:
    game = Game(PlainSimulator(TUTORIAL.compiled), with_futures(DIVERS, (), 1), 3, lambda *_: True)
    end = game.play_from(game.play_from(game.start, 1), 2)
    at_once = PlainSimulator(TUTORIAL.compiled).play(DIVERS, 3, 1, lambda *_: True).visits
    assert end.world.turn == at_once["turns"][:2].sum()
    assert end.damage == at_once["damage"][:2].sum()


def test_what_is_picked_up_and_used_is_counted() -> None:
    rulebook = load_ruleset("roguebasin")
    simulator = PlainSimulator(rulebook.compiled)
    batch = simulator.play(Task("explorer", 12, 1, turns=150), 12, 1, lambda *_: True)
    assert batch.items is not None
    found, used = batch.items
    assert (found.sum(), used.sum(), simulator.state.world.hero.inventory_count) == (4, 2, 2)


def test_the_first_floor_of_a_kind_is_the_first_that_can_have_it_and_gold_keys_and_goals_have_none() -> None:
    floors = first_floors(STEEP.compiled, 1, 20)
    rows = STEEP.compiled.items
    sword, bomb, lamp = number_of(STEEP, "short_sword", "bomb", "lamp")
    assert floors[sword] == 1
    assert bomb in items_on(STEEP.compiled, floors[bomb])
    assert not any(bomb in items_on(STEEP.compiled, above) for above in range(1, floors[bomb]))
    assert lamp not in floors
    assert not any(rows[kind].gold or rows[kind].opens for kind in floors)
    assert set(first_floors(STEEP.compiled, 5, 8).values()) >= {5, 8}


def test_categories_are_those_of_the_inventory() -> None:
    kinds = list(first_floors(TUTORIAL.compiled, 1, 10))
    found = categories_of(TUTORIAL, kinds)
    assert {name: len(numbers) for name, numbers in found.items()} == {"potions": 1, "scrolls": 3}


def trials_in_the_tunnel(window: int, *kinds: str) -> KindTrials:
    return KindTrials(rulebook_from(TUNNEL), Task("explorer", 0, 20, last_floor=8, turns=200), window, kinds)


def play_in_plain_python(trials: KindTrials, games: int) -> None:
    simulator = PlainSimulator(trials._rulebook.compiled)
    for task, seed, count in trials.chunks(trials.games, games):
        trials.add([play_futures(simulator, task, seed, count, lambda *_: True)])


def test_where_10_hp_are_exactly_one_floor_one_more_root_is_worth_exactly_one_floor_and_a_stone_nothing() -> None:
    trials = trials_in_the_tunnel(6)
    play_in_plain_python(trials, 2)
    root, stone, toadstool = (each for each in trials.worth() if each.key in ("root", "stone", "toadstool"))
    assert (root.key, root.floors, root.hp, root.used) == ("root", 1, 10, 1)
    assert (root.pairs, root.better, root.worse) == (2, 2, 0)
    assert (stone.floors, stone.hp, stone.better, stone.worse) == (0, 0, 0, 0)
    assert (toadstool.better, toadstool.worse) == (0, 0), "a bot that knows what it is doesn't eat it"


SALVE = """
[items.salve]
glyph = "!"
color = "#ffffff"
effect = "heal"
amount = 10
"""


SALVE_LIES = 'legend = { "!" = { item = "salve" },'


def test_futures_that_part_only_because_an_inventory_is_filled_count_as_alike() -> None:
    littered = (
        TUNNEL.replace("hp = 25", "hp = 45\ninventory = 5").replace("@.^", "@!^").replace("legend = {", SALVE_LIES)
    )
    book = rulebook_from(littered + SALVE)
    (stone,) = number_of(book, "stone")
    task = with_futures(Task("explorer", 0, 1, last_floor=8, turns=200), ((stone, 1),), 6)
    game = Game(PlainSimulator(book.compiled), task, 0, lambda *_: True)
    usual, richer = game.play_from(game.start, 1), game.play_from(game.start, 1, stone)
    assert richer.world.turn > usual.world.turn, "with the salve that lies there its inventory is full: it makes room"
    lacking, having = play_futures(PlainSimulator(book.compiled), task, 0, 1, lambda *_: True).futures
    assert (having["turns"], having["cleared"]) == (lacking["turns"], lacking["cleared"])


def test_what_is_saved_for_later_is_compared_on_the_floor_on_which_it_is_used() -> None:
    book = rulebook_from(TUNNEL.replace('{ item = "root" }', '{ item = "salve" }') + SALVE)
    trials = KindTrials(book, Task("explorer", 0, 20, last_floor=8, turns=200), 1, ("salve",))
    simulator = PlainSimulator(book.compiled)
    ((task, seed, count),) = trials.chunks(0, 1)
    (lacking, having) = play_futures(simulator, task, seed, count, lambda *_: True).futures
    assert (lacking["cleared"], lacking["used"], lacking["hp"]) == (3, 1, 5)
    assert (having["cleared"], having["used"], having["hp"]) == (3, 2, 15)
    assert score(np.array([lacking, having])).tolist() == [5 - 30 + 4 * 25, 15 - 30 + 4 * 25]


def test_a_hero_uses_well_what_its_bot_would_not_with_one_more_and_without() -> None:
    book = rulebook_from(TUNNEL)
    root, toadstool = number_of(book, "root", "toadstool")
    found = {}
    for used_well in (False, True):
        task = with_futures(Task("diver", 0, 1, last_floor=8, turns=200), ((root, 1),), 2, used_well=used_well)
        found[used_well] = play_futures(PlainSimulator(book.compiled), task, 0, 1, lambda *_: True).futures["used"]
    assert found[False].tolist() == [0, 0]
    assert found[True].tolist() == [1, 2], "one lies in the kit"
    game = Game(PlainSimulator(book.compiled), with_futures(DIVERS, (), 1), 0, lambda *_: True)
    assert game.play_from(game.start, 1, toadstool, used_well=(toadstool,)).used[toadstool] == 0
    assert game.play_from(game.start, 1, root, used_well=(root,)).used[root] == 2


def test_futures_are_played_on_from_where_they_part_with_each_of_the_dice() -> None:
    book = rulebook_from(TUNNEL.replace('{ item = "root" }', '{ item = "salve" }') + SALVE)
    (salve,) = number_of(book, "salve")
    found = []
    for dice in (1, 3):
        task = with_futures(Task("explorer", 0, 1, last_floor=8, turns=200), ((salve, 1),), 1, dice=dice)
        found.append(play_futures(PlainSimulator(book.compiled), task, 0, 1, lambda *_: True).futures)
    once, thrice = found
    for name in ("cleared", "alive", "hp", "damage", "used"):
        assert thrice[name].tolist() == (3 * once[name]).tolist(), "nothing is left to chance in this tunnel"
    pairs = PairsOfKind(3)
    pairs.add(thrice)
    alone = PairsOfKind()
    alone.add(once)
    assert pairs.difference.value == alone.difference.value == 10
    assert pairs.mean("damage") == alone.mean("damage")


def rows_of(*futures: tuple[int, int, int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.void]]:
    """FUTURE rows without and with an item in turn, from floors cleared, alive, HP and damage."""
    return np.array(
        [(0, 1, i % 2, cleared, alive, hp, 40, 0, lost, 0) for i, (cleared, alive, hp, lost) in enumerate(futures)],
        FUTURE,
    )


def test_a_hero_fared_by_hp_left_less_hp_lost_and_by_floors_and_life_worth_its_max_hp_each() -> None:
    futures = rows_of((2, 1, 30, 10), (3, 0, 0, 25), (0, 1, 40, 0))
    assert score(futures).tolist() == [20 + 120, -25 + 120, 40 + 40]


def batch_of_pairs(seed: int, given: dict[int, int]) -> Batch:
    """A game with one pair for each kind that was given, in which one more is worth so many HP."""
    rows = [
        (kind, 1, with_it, 1, 1, 20 + hp * with_it, 40, 0, 0, with_it)
        for kind, hp in given.items()
        for with_it in (0, 1)
    ]
    empty = np.zeros(0, dtype_of(FloorVisit)), np.zeros(0, dtype_of(Wound))
    return Batch("diver", seed, 1, 0, *empty, None, np.array(rows, FUTURE))


def play_pairs(games: int, worth: dict[str, list[int]]) -> KindTrials:
    """Trials of `games` games, in which one more of each kind is worth the HP of its list in turn."""
    trials = trials_in_the_tunnel(2, *worth)
    numbers = number_of(trials._rulebook, *worth)
    for seed in range(games):
        hp = {kind: each[seed % len(each)] for kind, each in zip(numbers, worth.values(), strict=True)}
        trials.add([batch_of_pairs(seed, hp)])
    return trials


def test_kinds_help_or_hurt_if_their_mean_is_further_from_0_than_chance_takes_it_with_all_kinds_tested() -> None:
    worth = {"root": [4, 6], "stone": [-5, 5, 1], "toadstool": [-12, 6]}
    found = {each.key: each for each in play_pairs(60, worth).worth()}
    assert [found[key].verdict for key in worth] == [HELPS, UNCLEAR, HURTS]
    root, stone, toadstool = (found[key] for key in worth)
    assert (root.pairs, root.better, root.worse, root.used) == (60, 60, 0, 1)
    assert (stone.better, stone.worse) == (40, 20)
    assert root.difference.value == 5
    assert root.difference.interval.half_width == pytest.approx(2.001 * 60**-0.5 * (60 / 59) ** 0.5, rel=1e-3)
    assert stone.difference.interval.low < 0 < stone.difference.interval.high
    assert toadstool.difference.interval.high < 0
    assert root.q < toadstool.q < FALSE_SHARE < stone.q


def test_a_kind_with_few_pairs_is_undecided_however_they_went() -> None:
    few, enough = (play_pairs(games, {"root": [4, 6]}).worth()[0] for games in (FEWEST_PAIRS - 1, FEWEST_PAIRS))
    assert (few.verdict, few.q) == (UNCLEAR, 1)
    assert enough.verdict == HELPS


def batch_of(seed: int, cleared: list[int]) -> Batch:
    """Games that leave so many floors and die on the next."""
    rows = [
        (seed + game, floor, PLAYING if floor <= floors else DEAD)
        for game, floors in enumerate(cleared)
        for floor in range(1, floors + 2)
    ]
    visits = np.zeros(len(rows), dtype_of(FloorVisit))
    for name, values in zip(("seed", "floor", "end"), zip(*rows, strict=True), strict=True):
        visits[name] = values
    return Batch("diver", seed, len(cleared), 0, visits, np.zeros(0, dtype_of(Wound)))


def play_categories(trials: CategoryTrials, games: int, potions: float, scrolls: float) -> None:
    """Games that clear 6 to 14 floors, and so many times as many without a category."""
    dice = np.random.default_rng(trials.games)
    first = trials.games
    with_all = dice.integers(6, 15, games).tolist()
    lacking = {
        trials.categories["potions"]: [round(each * potions) for each in with_all],
        trials.categories["scrolls"]: [round(each * scrolls) for each in with_all],
    }
    batches = []
    for task, seed, count in trials.chunks(first, games):
        cleared = lacking[task.missing] if isinstance(task, TaskOfItems) and task.missing else with_all
        batches.append(batch_of(seed, cleared[seed - first : seed - first + count]))
    trials.add(batches)


TASK = Task("diver", 0, 400, last_floor=20)


def test_the_loss_without_a_category_is_found_on_the_same_seeds() -> None:
    trials = CategoryTrials(TUTORIAL, TASK)
    play_categories(trials, 40, 0.5, 1)
    potions, scrolls = trials.worth()
    assert (potions.key, potions.kinds, potions.games) == ("potions", 1, 40)
    assert potions.share.value == pytest.approx(-0.5, abs=0.03)
    assert potions.floors == pytest.approx(-5, abs=1)
    assert (scrolls.floors, scrolls.share.value, scrolls.share.interval.half_width) == (0, 0, math.inf)


def test_a_category_that_is_used_well_is_worth_what_its_bot_leaves_unused() -> None:
    book = rulebook_from(TUNNEL.replace("[items.root]", '[items.root]\ncategory = "roots"'))
    task = Task("diver", 0, 4, last_floor=8, turns=200)
    for used_well, floors in ((False, 0.0), (True, -1.0)):
        trials = CategoryTrials(book, task, used_well=used_well)
        assert trials.games_at_most == 4 * (4 if used_well else 3)
        simulator = PlainSimulator(book.compiled)
        trials.add([simulator.play(*chunk, lambda *_: True) for chunk in trials.chunks(0, 4)])
        (roots,) = (each for each in trials.worth() if each.key == "roots")
        assert (roots.games, roots.floors) == (4, floors), "a root is one floor more"


def test_a_hero_that_knows_all_kinds_does_so_in_games_with_a_category_and_without() -> None:
    for known in (False, True):
        for having in CategoryTrials(STEEP, DIVERS, known=known)._pair("scrolls"):
            simulator = PlainSimulator(STEEP.compiled)
            simulator.assign(having, 3, 1)
            simulator.begin()
            hero = simulator.state.world.hero
            assert (hero.unidentified == 0) == known


@pytest.mark.parametrize("left", [0, 1 / 3, 1])
def test_a_few_games_that_all_lose_the_same_share_have_no_interval(left: float) -> None:
    trials = CategoryTrials(TUTORIAL, TASK)
    for seed in (0, 1):
        floors = 9 - 3 * seed
        cleared = [floors, round(floors * left), round(floors * left)]
        batches = [batch_of(seed, [each]) for _, each in zip(trials.chunks(seed, 1), cleared, strict=True)]
        trials.add(batches)
    for worth in trials.worth():
        assert worth.share.value == pytest.approx(left - 1)
        assert worth.share.interval.half_width == math.inf
        assert worth.verdict == UNCLEAR
    assert [row.split()[-1] for row in list(lines_of_categories(TUTORIAL, trials))[1].splitlines()[1:]] == ["?", "?"]


def test_a_category_is_decided_when_its_interval_lies_on_one_side_of_the_bounds_and_then_is_played_no_more() -> None:
    trials = CategoryTrials(TUTORIAL, TASK)
    play_categories(trials, FEWEST_GAMES - 10, 0.5, 0.85)
    assert [each.verdict for each in trials.worth()] == [UNCLEAR, UNCLEAR], "so few games tell nothing"
    play_categories(trials, 10, 0.5, 0.85)
    assert [each.verdict for each in trials.worth()] == [DECIDES, SOUND]
    assert list(trials.chunks(50, 10)) == []
    assert trials.is_done
    idle = CategoryTrials(TUTORIAL, TASK)
    play_categories(idle, FEWEST_GAMES, 1, 0.5)
    assert [each.verdict for each in idle.worth()] == [DECIDES, DEAD_WEIGHT]


def test_after_a_stop_only_whole_laps_count_and_they_are_as_without_it() -> None:
    rulebook = rulebook_from("[items.healing_potion]\nspawn = 10\n[counts]\nitems_per_room = 1\n")

    def played(games: int, stop_after: float) -> tuple[int, object, object]:
        task = Task("diver", 0, games, last_floor=2)
        trials = (KindTrials(rulebook, task, 1), CategoryTrials(rulebook, task))
        player = Player(rulebook.compiled, trials)
        done = 0

        def on_progress(games: int, turns: int) -> None:
            nonlocal done
            done += games
            if done > stop_after:
                player.stop()

        assert player.play(1, on_progress) == math.isinf(stop_after)
        assert trials[0].games == trials[1].games
        return trials[0].games, trials[0].worth(), trials[1].worth()

    assert played(30, math.inf)[0] == 30
    assert played(30, 3 * 10) == played(10, math.inf)


def test_the_command_prints_what_kinds_and_categories_are_worth(steep: Run) -> None:
    words = ("worth", "tcod-2020", "--bot", "diver", "--games", 12, "--floors", "1-2")
    answer = steep(*words)
    assert answer.code == 0
    kinds = len(first_floors(TUTORIAL.compiled, 1, 2))
    said = f"with and without one more of each of {kinds} kinds: 2 floors from where they part"
    assert f"12 games from seed 0 by diver, {said}" in answer.out
    assert "12 games from seed 0 by diver, as it is and without each of 2 categories" in answer.out
    assert f"0 of {kinds} kinds help and 0 hurt; {kinds} are undecided" in answer.out
    assert "; 0 are dead weight, 0 decide, 2 are undecided" in answer.out
    figures = json.loads(steep(*words, "--format", "json").out)
    assert (figures["bot"], figures["games"], figures["floors"], figures["window"]) == ("diver", 12, [1, 2], 2)
    rows = list(csv.DictReader(io.StringIO(steep(*words, "--format", "csv").out)))
    assert [row["key"] for row in rows] == [row["key"] for row in figures["worth"]]
    only = json.loads(steep(*words, "--of", "categories", "--format", "json").out)
    assert only["worth"] == [row for row in figures["worth"] if row["what"] == "category"]
    one = json.loads(steep(*words, "--kinds", "healing_potion", "--format", "json").out)
    assert one["worth"] == [row for row in figures["worth"] if row["key"] == "healing_potion"]
    assert figures["known"] is False
    knowing = (*words, "--kinds", "healing_potion", "--known")
    assert "The hero knows all kinds from the start." in steep(*knowing).out
    assert json.loads(steep(*knowing, "--format", "json").out)["known"] is True
    assert figures["used_well"] is False
    using = (*words, "--kinds", "healing_potion", "--used-well")
    assert "It uses what it is given where that pays, even if its bot would not." in steep(*using).out
    assert json.loads(steep(*using, "--format", "json").out)["used_well"] is True
    of_categories = (*words, "--of", "categories", "--used-well", "--known")
    answer = steep(*of_categories)
    assert "12 games in 4 ways" in answer.err
    assert "12 games from seed 0 by diver, with and without each of 2 categories" in answer.out
    assert "It uses what is of the category where that pays" in answer.out
    figures = json.loads(steep(*of_categories, "--format", "json").out)
    assert (figures["known"], figures["used_well"], figures["window"]) == (True, True, None)


def test_what_it_takes_is_said_before_the_games(steep: Run) -> None:
    answer = steep("worth", "tcod-2020", "--bot", "diver", "--games", 3, "--floors", "1-2", "--window", 1)
    kinds = len(first_floors(TUTORIAL.compiled, 1, 2))
    said = f"at most 3 games, played on from {3 * kinds} times for 1 floor from where they part, with 4 sets of dice"
    assert f"{said}; and 3 games in 3 ways" in answer.err
    futures = sum(3 - floor + 2 * 4 for floor in first_floors(TUTORIAL.compiled, 1, 2).values())
    assert f"as many floors as {(3 * (2 + futures) + 9 * 2) / 2:.0f} games have" in answer.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tcod-2020", "--bot", "diver,explorer"], '--bot: found "diver,explorer"; allowed: one bot'),
        (["tcod-2020", "--of", "monsters"], "invalid choice: 'monsters'"),
        (["tcod-2020", "--window", "0"], '--window: found "0"; the number of floors is a whole number from 1'),
        (["tcod-2020", "--kinds", "healing_poton"], 'found "healing_poton" (did you mean "healing_potion"?)'),
        (["godot", "--games", "0"], '--games: found "0"'),
    ],
)
def test_a_wrong_argument_gets_exit_code_2(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep("worth", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err


def test_a_ruleset_without_items_is_refused(steep: Run, tmp_path: Path) -> None:
    (tmp_path / "lone.toml").write_text('extends = "tcod-2020"\n[counts]\nitems_per_room = 0\n', encoding="utf-8")
    answer = steep("worth", tmp_path / "lone.toml")
    assert answer.code == 2
    assert "found no item that can be found on floors 1 to 10" in answer.err
