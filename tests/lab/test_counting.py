"""The one count of games: whatever fills it, and in whatever order, its figures are the same."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.core.world import DEAD, END_NAMES, PLAYING, STOPPED, WON
from steep.lab.counting.counts import MAX_EXAMPLES, OUTCOME_OF_END, Counts, Ended, Pairs, Sums
from steep.lab.counting.from_arrays import Moments, add_games, add_visits, end_codes
from steep.lab.figures import game_figures
from steep.lab.stats.paired_differences import CENSORED, DIED, SURVIVED, end_code

FLOORS, FIRST = 4, 3

Game = tuple[Ended, int]
"""How a game ended, and its turns."""


@st.composite
def games(draw: st.DrawFn, groups: int = 3) -> list[Game]:
    """Some games of up to so many groups."""
    found = []
    for _ in range(draw(st.integers(1, 30))):
        outcome = draw(st.sampled_from([DIED, SURVIVED, CENSORED]))
        killer = draw(st.integers(-1, 2)) if outcome == DIED else -1
        ended = draw(st.integers(0, groups - 1)), draw(st.integers(0, FLOORS - 1)), outcome, killer
        found.append((ended, draw(st.integers(0, 2**40))))
    return found


def from_rows(rows: list[Game]) -> Counts:
    """Counts that were filled game by game, as in a browser."""
    counts = Counts(FLOORS, FIRST)
    for game in rows:
        counts.add(*game)
    return counts


def from_arrays(rows: list[Game]) -> Counts:
    """Counts that were filled from columns."""
    counts = Counts(FLOORS, FIRST)
    ended, turns = np.array([ended for ended, _ in rows]), np.array([turns for _, turns in rows])
    ends = np.array([OUTCOME_OF_END.index(outcome, 1) for outcome in ended[:, 2].tolist()])
    add_games(counts, ended[:, 0], FIRST + ended[:, 1], ends, ended[:, 3], turns)
    return counts


@given(games(), st.randoms(use_true_random=False), st.integers(0, 30))
def test_rows_and_arrays_fill_the_same_counts_and_parts_join_in_any_order(rows: list[Game], dice: Any, at: int) -> None:
    whole, shuffled = from_rows(rows), dice.sample(rows, len(rows))
    joined = from_arrays(shuffled[at:]) if shuffled[at:] else Counts(FLOORS, FIRST)
    joined.join(from_rows(shuffled[:at]))
    assert joined == whole == from_arrays(rows)
    assert joined.as_plain() == whole.as_plain()
    assert Counts.from_plain(whole.as_plain(), FLOORS, FIRST) == whole


@given(games())
def test_groups_are_parts_of_the_whole(rows: list[Game]) -> None:
    whole = from_rows(rows)
    assert list(np.sum(whole.ends_by_group, axis=0)) == whole.ends
    parts = whole.by_group()
    assert sorted(parts) == whole.groups
    for group, part in parts.items():
        assert part == whole.only([group])
        assert part.games == sum(ended[0] == group for ended, _ in rows)
        assert part.ends == whole.ends_by_group[whole.groups.index(group)]


@given(games())
def test_what_is_by_floor_adds_up(rows: list[Game]) -> None:
    counts = from_rows(rows)
    assert counts.games == counts.reached[0] == len(rows)
    assert counts.won == sum(ended[2] == SURVIVED for ended, _ in rows)
    for row, (reached, died, stopped, left) in enumerate(
        zip(counts.reached, counts.died, counts.stopped, counts.left, strict=True)
    ):
        assert reached == sum(ended[1] >= row for ended, _ in rows) == died + stopped + left
        assert counts.killers[row].total() == sum(ended[1] == row and ended[3] >= 0 for ended, _ in rows)
    wider = counts.with_floors(FLOORS + 2)
    assert (wider.reached, wider.died) == ([*counts.reached, 0, 0], [*counts.died, 0, 0])
    assert Counts.of_ends(counts.ends, FIRST).reached == counts.reached


@pytest.mark.parametrize(
    "change",
    [
        {"ended": [[0, FLOORS, DIED, 0, 2]]},
        {"ended": [[0, 0, 3, -1, 2]]},
        {"ended": [[0, 0, SURVIVED, 0, 2]]},
        {"ended": [[0, 0, DIED, -2, 2]]},
        {"ended": [[0, 0, DIED, 0, 0]]},
        {"ended": [[0, 0, DIED]]},
        {"ended": [["x", 0, DIED, 0, 2]]},
        {"ended": 7},
        {"turns": [[0, 0, 1, 10, 100]]},
        {"turns": [[0, 1, 2, 10, 100]]},
        {"turns": [[0, 0, 2, 20, 100]]},
        {"turns": [[0, 0, 2, -1, 100]]},
        {"turns": None},
        {"turns": []},
    ],
)
def test_plain_data_that_no_games_give_is_refused(change: dict[str, Any]) -> None:
    plain = from_rows([((0, 0, DIED, 1), 4), ((0, 1, CENSORED, -1), 6)]).as_plain()
    assert Counts.from_plain(plain, FLOORS).games == 2
    with pytest.raises(ValueError, match=r"."):
        Counts.from_plain(plain | change, FLOORS)


# Numbers of floor visits ----------------------------------------------------------------------------------------------

NUMBERS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, FLOORS - 1), st.integers(-(2**62), 2**62)), min_size=1, max_size=40
)


def visits(rows: list[tuple[int, int, int]], kind: type[np.generic]) -> Counts:
    """Counts with one number of floor visits: rows are group, row and value."""
    counts = Counts(FLOORS, FIRST)
    groups, at, values = (np.array(column) for column in zip(*rows, strict=True))
    add_visits(counts, groups, at + FIRST, {"gold": values.astype(kind)})
    return counts


@given(NUMBERS)
def test_sums_and_squares_of_whole_numbers_are_exact(rows: list[tuple[int, int, int]]) -> None:
    numbers = visits(rows, np.int64).numbers["gold"]
    assert isinstance(numbers, Sums)
    for place, sums in numbers.cells.items():
        values = [value for *there, value in rows if tuple(there) == place]
        assert sums == [len(values), sum(values), sum(value**2 for value in values)]


@given(NUMBERS, st.integers(0, 40))
def test_other_numbers_are_merged_to_the_digit(rows: list[tuple[int, int, int]], at: int) -> None:
    """The sums of two parts give the mean and squared deviations of the whole, as exact fractions do."""
    rows = [(group, row, value % 10**6) for group, row, value in rows]
    parts = [visits(part, np.float64).numbers["gold"] for part in (rows[:at], rows[at:]) if part]
    for other in parts[1:]:
        parts[0].join(other)
    for group, row in {(group, row) for group, row, _ in rows}:
        values = [Fraction(value) for *there, value in rows if there == [group, row]]
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values)
        ((count,), (total,), (found,)) = parts[0].of([group], row)
        assert count == len(values)
        assert total == pytest.approx(float(sum(values)), rel=1e-12)
        assert found == pytest.approx(float(spread), rel=1e-9, abs=1e-3)


def test_what_is_no_number_is_left_out_and_nobody_has_any_elsewhere() -> None:
    counts = Counts(2)
    values = {"gold": np.array([3.0, math.nan, 5.0])}
    add_visits(counts, np.array([0, 0, 700]), np.array([1, 1, 1]), values)
    add_visits(counts, np.array([], np.int64), np.array([], np.int64), {"gold": np.array([])})
    assert counts.numbers["gold"].of([0, 700, 9_999], 0) == [[1, 1, 0], [3, 5, 0], [0, 0, 0]]
    assert counts.numbers["gold"].of([0], 1) == [[0], [0], [0]]
    assert isinstance(counts.numbers["gold"], Moments)


# Pairs ----------------------------------------------------------------------------------------------------------------

CODES = st.integers(0, 3 * FLOORS - 1)


@given(st.lists(st.tuples(CODES, CODES), max_size=40), st.integers(0, 40))
def test_pairs_have_two_sides_and_parts_join(codes: list[tuple[int, int]], at: int) -> None:
    rows = [(seed, a, b) for seed, (a, b) in enumerate(codes)]
    whole, first, second = (Pairs(FLOORS, FIRST) for _ in range(3))
    for pairs, part in ((whole, rows), (first, rows[:at]), (second, rows[at:])):
        pairs.add(part)
    first.join(second)
    assert first == whole
    assert whole.games == len(rows)
    for side, counts in enumerate(whole.sides):
        assert counts.ends == [Counter(pair[side] for pair in codes)[code] for code in range(3 * FLOORS)]
        assert counts.first_floor == FIRST


def test_the_first_seeds_that_die_under_one_side_only_are_kept() -> None:
    dies, wins, deeper = end_code(1, DIED), end_code(1, SURVIVED), end_code(2, CENSORED)
    pairs = Pairs(3)
    pairs.add([(1, dies, dies), (2, end_code(1, CENSORED), dies), (3, dies, deeper), (4, deeper, dies)])
    pairs.add((seed, dies, wins) for seed in range(5, 20))
    assert pairs.dead_only == ([[], [3, 5, 6], []], [[], [4], []])
    assert len(pairs.dead_only[0][1]) == MAX_EXAMPLES


# Figures --------------------------------------------------------------------------------------------------------------


def test_figures_of_a_few_games_are_as_calculated_by_hand() -> None:
    """Of 4 games on two floors, 1 dies on the first by 0, 1 is stopped there, 1 dies on the second by 1, 1 wins."""
    ended = (0, 0, DIED, 0), (0, 0, CENSORED, -1), (0, 1, DIED, 1), (0, 1, SURVIVED, -1)
    counts = Counts(2)
    for each, turns in zip(ended, (2, 4, 6, 8), strict=True):
        counts.add(each, turns)
    assert [each.value for each in game_figures.hazards(counts)] == [1 / 4, 1 / 2]
    assert [each.value for each in game_figures.survival(counts)] == [3 / 4, 3 / 8]
    assert game_figures.cleared(counts).value == (0 + 0 + 1 + 2) / 4
    assert game_figures.wins(counts).value == 1 / 4
    assert game_figures.turns_of_a_game(counts).value == 5
    assert [game_figures.share_of_deaths(counts, killer).value for killer in (0, 1, 2)] == [1 / 2, 1 / 2, 0]


@pytest.mark.parametrize("name", ["hazards", "survival", "cleared", "wins", "turns_of_a_game"])
def test_games_of_several_people_have_wider_intervals_than_as_many_of_one(name: str) -> None:
    people, one = Counts(1), Counts(1)
    for person in 20 * [*range(6)]:
        outcome = DIED if person < 3 else SURVIVED
        people.add((person, 0, outcome, -1), 10 * person)
        one.add((0, 0, outcome, -1), 10 * person)
    wide, narrow = (np.ravel(getattr(game_figures, name)(counts))[0] for counts in (people, one))
    assert wide.value == pytest.approx(narrow.value)
    assert wide.interval.half_width > 2 * narrow.interval.half_width


def test_ends_are_numbered_as_those_of_a_world() -> None:
    assert tuple(range(len(END_NAMES))) == (PLAYING, DEAD, WON, STOPPED)
    codes = end_codes(np.array([0, 1, 2, 3], np.int16), np.array([PLAYING, DEAD, WON, STOPPED], np.int8))
    outcomes = CENSORED, DIED, SURVIVED, CENSORED
    assert codes.tolist() == [end_code(row, outcome) for row, outcome in enumerate(outcomes)]
