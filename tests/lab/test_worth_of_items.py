"""`steep worth`: items are taken out and given as said, and effects that are known are found."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import pytest

from command_fixture_types import Run
from generated_floors import rulebook_from
from steep.balance.odds_of_one_draw import items_on
from steep.content import Rulebook, load_ruleset
from steep.core.geometry import NOWHERE
from steep.core.record_arrays import dtype_of
from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, PLAYING, World
from steep.lab.simulate.change_items import change_items, lose_missing_kinds
from steep.lab.simulate.play_and_record_floor_visits import FloorVisit, Wound, item_used
from steep.lab.simulate.play_in_one_thread import Batch, PlainSimulator, Simulator
from steep.lab.simulate.simulation_task import Task, TaskOfOtherItems, with_other_items
from steep.lab.stats.least_squares import least_squares
from steep.lab.studies.worth_of_items import (
    ON_ARRIVAL,
    SHARE,
    CategoryTrials,
    KindTrials,
    Player,
    categories_of,
    drawn_by_lot,
    first_floors,
)
from steep.mapgen.put_on_free_cell import add_item
from steep.rules.action_codes import DROP, UNDERFOOT, USE, action
from steep.rules.new_game import new_game

STEEP = load_ruleset("steep")

TUTORIAL = load_ruleset("tcod-2020")


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


def test_what_a_full_inventory_cannot_take_lies_underfoot(world: World) -> None:
    (flask,) = number_of(STEEP, "oil_flask")
    for slot in world.hero.inventory:
        slot.kind = slot.kind or 1
    change_items(world, STEEP.compiled, *planes(given={flask: 1}))
    assert (flask, world.hero.cell) in lying(world)


def test_what_is_used_where_it_lies_counts_for_its_kind(world: World) -> None:
    (bread,) = number_of(STEEP, "bread")
    add_item(world, bread, world.hero.cell)
    world.items[world.item_count - 1].seen = 1
    assert item_used(world, STEEP.compiled, action(USE, UNDERFOOT)) == bread
    assert item_used(world, STEEP.compiled, action(USE, UNDERFOOT + 1)) == NOWHERE
    assert item_used(world, STEEP.compiled, action(USE, 0)) == world.hero.inventory[0].kind - 1
    assert item_used(world, STEEP.compiled, action(DROP, 0)) == NOWHERE


def test_a_game_is_given_items_as_it_arrives_on_a_floor() -> None:
    task = Task("diver", 100, 1, last_floor=2, turns=400)
    potion, scroll = number_of(TUTORIAL, "healing_potion", "fireball_scroll")
    simulator = PlainSimulator(TUTORIAL.compiled)
    plain = simulator.play(task, 100, 1, lambda *_: True)
    given = simulator.play(with_other_items(task, given=((potion, 1), (scroll, 2))), 100, 1, lambda *_: True)
    assert [int(each) for each in given.visits["items"] - plain.visits["items"]] == [1, 2]
    again = simulator.play(task, 100, 1, lambda *_: True)
    assert again.visits.tobytes() == plain.visits.tobytes(), "the next task has the ruleset's items again"


def test_compiled_games_with_other_items_are_those_of_plain_python() -> None:
    potion, scroll = number_of(TUTORIAL, "healing_potion", "fireball_scroll")
    task = with_other_items(Task("explorer", 3, 2, last_floor=2, turns=150), (potion,), ((scroll, 1),))
    plain, fast = (
        simulator(TUTORIAL.compiled).play(task, 3, 2, lambda *_: True) for simulator in (PlainSimulator, Simulator)
    )
    assert plain.visits.tolist() == fast.visits.tolist()
    assert plain.items is not None
    assert fast.items is not None
    assert plain.items.tolist() == fast.items.tolist()


def test_what_is_picked_up_and_used_is_counted() -> None:
    rulebook = load_ruleset("roguebasin")
    simulator = PlainSimulator(rulebook.compiled)
    batch = simulator.play(Task("explorer", 12, 1, turns=150), 12, 1, lambda *_: True)
    assert batch.items is not None
    found, used = batch.items
    assert (found.sum(), used.sum(), simulator._state.world.hero.inventory_count) == (3, 2, 1)


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


def products_of(rows: list[list[int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    table = np.array([[1, *row] for row in rows], np.int64)
    return table.T @ table


def test_coefficients_and_their_errors_are_those_of_the_whole_table() -> None:
    dice = np.random.default_rng(5)
    columns = dice.integers(0, 9, (60, 3))
    outcome = 4 * columns[:, 0] - 2 * columns[:, 2] + dice.integers(0, 7, 60)
    found = least_squares(products_of(np.column_stack((columns, outcome)).tolist()))
    table = np.column_stack((np.ones(60), columns))
    expected, left, *_ = np.linalg.lstsq(table, outcome)
    errors = np.sqrt(np.diag(np.linalg.inv(table.T @ table)) * left[0] / (60 - 4))
    assert [each.value for each in found] == pytest.approx(expected[1:])
    assert [each.interval.half_width / 1.959964 for each in found] == pytest.approx(errors[1:])


def test_a_constant_column_is_unknown_and_spoils_no_other() -> None:
    constant, one = least_squares(products_of([[7, 0, 1], [7, 1, 4], [7, 0, 1], [7, 1, 4]]))
    assert math.isnan(constant.value)
    assert one.value == pytest.approx(3)
    assert one.interval.half_width == pytest.approx(0, abs=1e-6)


def test_with_no_more_games_than_columns_nothing_is_known() -> None:
    assert math.isnan(least_squares(products_of([[0, 1], [1, 4]]))[0].value)
    assert math.isnan(least_squares(np.zeros((3, 3), np.int64))[0].value)


def test_an_outcome_that_never_varies_tells_nothing() -> None:
    (one,) = least_squares(products_of([[0, 3], [1, 3], [0, 3], [1, 3]]))
    assert math.isnan(one.value)
    assert math.isinf(one.interval.half_width)


TASK = Task("diver", 1_000, 400, last_floor=10)


def batch_of(seed: int, cleared: list[int], items: int) -> Batch:
    """Games that leave so many floors and die on the next, and pick up so many items of the first kind."""
    rows = [
        (seed + game, floor, PLAYING if floor <= floors else DEAD)
        for game, floors in enumerate(cleared)
        for floor in range(1, floors + 2)
    ]
    visits = np.zeros(len(rows), dtype_of(FloorVisit))
    for name, values in zip(("seed", "floor", "end"), zip(*rows, strict=True), strict=True):
        visits[name] = values
    for name in ON_ARRIVAL:
        visits[name] = visits["floor"] * 7
    counts = np.zeros((2, MAX_KINDS), np.int64)
    counts[0, 0] = items
    return Batch("diver", seed, len(cleared), 0, visits, np.zeros(0, dtype_of(Wound)), counts)


def test_the_effect_of_one_more_of_a_kind_is_found_although_others_are_given_too() -> None:
    trials = KindTrials(TUTORIAL, TASK)
    potion, scroll = number_of(TUTORIAL, "healing_potion", "fireball_scroll")
    dice = np.random.default_rng(1)
    given_potion = 0
    for task, seed, games in trials.chunks(1_000, 400):
        assert isinstance(task, TaskOfOtherItems)
        given = dict(task.given)
        assert sorted(given) == drawn_by_lot(seed, list(trials.floor_of))
        assert games == 1
        given_potion += potion in given
        cleared = 6 + int(dice.integers(0, 2)) + 2 * (potion in given) - (scroll in given)
        trials.add([batch_of(seed, [cleared], items=3)])
    found = {each.key: each for each in trials.worth()}
    best, worst = found["healing_potion"], found["fireball_scroll"]
    assert trials.worth()[0] == best
    assert trials.worth()[-1] == worst
    assert best.floors.value == pytest.approx(2, abs=0.15)
    assert worst.floors.value == pytest.approx(-1, abs=0.15)
    assert best.holds
    assert worst.is_told
    assert not found["confusion_scroll"].holds
    assert (best.games, best.given) == (400, given_potion)
    assert given_potion == pytest.approx(400 * SHARE, abs=30)
    assert found[TUTORIAL.items[0].key].found.value == 3


def test_with_fewer_than_five_games_for_each_term_of_the_model_no_kind_is_significant() -> None:
    trials = KindTrials(TUTORIAL, TASK)
    needed = 5 * (1 + len(ON_ARRIVAL) + sum(floor == 1 for floor in trials.floor_of.values()))
    (potion,) = number_of(TUTORIAL, "healing_potion")
    assert trials.floor_of[potion] == 1
    for number, (task, seed, _) in enumerate(trials.chunks(1_000, needed), 1):
        assert isinstance(task, TaskOfOtherItems)
        trials.add([batch_of(seed, [5 + 3 * (potion in dict(task.given)) + seed % 2], items=0)])
        (worth,) = [each for each in trials.worth() if each.key == "healing_potion"]
        assert (1 in trials.floors_short_of_games) == math.isnan(worth.floors.value) == (number < needed)
        assert worth.holds == (number == needed)
    assert trials.floors_short_of_games.keys().isdisjoint({1})


def test_the_loss_without_a_category_is_found_on_the_same_seeds() -> None:
    trials = CategoryTrials(TUTORIAL, TASK)
    cleared = {(): [4, 8, 6, 6], trials.categories["potions"]: [2, 6, 5, 3], trials.categories["scrolls"]: [4, 8, 7, 5]}
    chunks = list(trials.chunks(1_000, 4))
    missing = [task.missing if isinstance(task, TaskOfOtherItems) else () for task, *_ in chunks]
    trials.add([batch_of(1_000, cleared[kinds], 0) for kinds in missing])
    potions, scrolls = trials.worth()
    assert (potions.key, potions.kinds, potions.floors.value) == ("potions", 1, -2)
    assert potions.share.value == pytest.approx(-8 / 24)
    assert potions.share.interval.low < -8 / 24 < potions.share.interval.high < 0
    assert potions.is_told
    assert (scrolls.key, scrolls.floors.value, scrolls.share.value) == ("scrolls", 0, 0)
    assert not scrolls.is_told


def test_after_a_stop_only_whole_laps_count_and_they_are_as_without_it() -> None:
    rulebook = rulebook_from("[items.healing_potion]\nspawn = 10\n[counts]\nitems_per_room = 1\n")
    task = Task("diver", 0, 60, last_floor=2)

    def played(stop_after: float) -> tuple[int, object, object]:
        trials = (KindTrials(rulebook, task), CategoryTrials(rulebook, task))
        player = Player(rulebook.compiled, trials)
        done = 0

        def on_progress(games: int, turns: int) -> None:
            nonlocal done
            done += games
            if done > stop_after:
                player.stop()

        player.play(1, on_progress)
        assert trials[0].games == trials[1].games
        return trials[0].games, trials[0].worth(), trials[1].worth()

    whole = played(math.inf)
    assert whole[0] == 60
    assert played(3 * 50)[0] == 50


def test_the_command_prints_what_kinds_and_categories_are_worth(steep: Run) -> None:
    words = ("worth", "tcod-2020", "--bot", "diver", "--games", 12, "--floors", "1-2")
    answer = steep(*words)
    assert answer.code == 0
    assert "12 games from seed 0 by diver (clears" in answer.out
    assert (
        f"each given one more of each of {len(first_floors(TUTORIAL.compiled, 1, 2))} kinds with a chance of 17%"
        in answer.out
    )
    assert "as it is and without each of 2 categories" in answer.out
    assert "Measurably, " in answer.out
    figures = json.loads(steep(*words, "--format", "json").out)
    assert (figures["bot"], figures["games"], figures["floors"]) == ("diver", 12, [1, 2])
    rows = list(csv.DictReader(io.StringIO(steep(*words, "--format", "csv").out)))
    assert [row["key"] for row in rows] == [row["key"] for row in figures["worth"]]
    only = json.loads(steep(*words, "--of", "categories", "--format", "json").out)
    assert only["worth"] == [row for row in figures["worth"] if row["what"] == "category"]


def test_what_too_few_games_leave_unknown_is_a_question_mark_and_what_it_takes_is_said(steep: Run) -> None:
    words = ("worth", "tcod-2020", "--bot", "diver", "--games", 3, "--floors", "1-1", "--of", "kinds")
    answer = steep(*words)
    (line,) = [line for line in answer.out.splitlines() if line.startswith("  healing_potion")]
    assert line.endswith("?")
    assert not any(word in answer.out for word in ("nan", "inf", "+0.00 ±0.00"))
    kinds = len(first_floors(TUTORIAL.compiled, 1, 1))
    assert f"floor 1 3 of {5 * (1 + len(ON_ARRIVAL) + kinds)}" in answer.err
    assert f"; the worth of {kinds} is unknown." in answer.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tcod-2020", "--bot", "diver,explorer"], '--bot: found "diver,explorer"; allowed: one bot'),
        (["tcod-2020", "--of", "monsters"], "invalid choice: 'monsters'"),
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
