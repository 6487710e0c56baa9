"""Survival as a difficulty: the position of the dial comes from a measured curve."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import exp
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steep.env
import steep.lab
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.env import Survival, measure_survival
from steep.env.survival import FINEST, STEEP, falling_fit, key_of, on_curve

FLOORS = (1, 4)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "mine.json"
    measure_survival("tcod-2020", FLOORS, path, games=10, jobs=1)
    return path


def environment(**arguments: Any) -> Any:
    return gymnasium.make("steep/Descent-v0", ruleset="tcod-2020", floors=FLOORS, **arguments)


def test_a_measured_table_gives_the_position(table: Path) -> None:
    env = environment(difficulty=Survival(0.8, table))
    _, info = env.reset(seed=1)
    assert 0.5 < info["difficulty"] <= 1
    _, later = env.reset(options={"difficulty": Survival(0.95, table)})
    assert later["difficulty"] < info["difficulty"]


def test_a_second_table_is_added_to_the_file(table: Path) -> None:
    before = json.loads(table.read_text("utf-8"))
    measure_survival("tcod-2020", (1, 1), table, games=2, jobs=1)
    after = json.loads(table.read_text("utf-8"))
    assert after.items() > before.items()


def test_more_positions_are_measured_where_survival_falls_steeply_each_with_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(rulebook: Rulebook, _bot: str, *, games: int, **_: object) -> Any:
        """Survival falls from 88% to 12% between 0.51 and 0.59."""
        at = re.search(r"dial at ([\d.]+)", rulebook.name)
        share = 1 / (1 + exp(((float(at[1]) if at else 0.5) - 0.55) / 0.02))
        return SimpleNamespace(figures=[SimpleNamespace(won=round(games * share))])

    lines: list[str] = []
    monkeypatch.setattr(steep.lab, "measure", measured)
    measure_survival("tcod-2020", FLOORS, tmp_path / "a.json", games=1_000, report=lines.append)
    ((_, table),) = json.loads((tmp_path / "a.json").read_text("utf-8")).items()
    steps = [(after - before, high - low) for (before, high), (after, low) in pairwise(table["curve"])]
    assert all(fall <= STEEP or gap < 2 * FINEST for gap, fall in steps)
    assert max(gap for gap, fall in steps if fall < 0.001) == 50
    last = {line.split(" at ")[1].split(":")[0]: line for line in lines}
    assert all(last[f"{at / 1000:g}"].endswith(" of 1000") for at, share in table["curve"] if 0.02 < share < 0.98)


def test_what_has_no_table_says_how_to_measure_one() -> None:
    with pytest.raises(InputError, match=r"no table for tcod-2020, floors 2 to 3; measure one with"):
        gymnasium.make("steep/Descent-v0", ruleset="tcod-2020", floors=(2, 3), difficulty=Survival(0.5))


@pytest.mark.parametrize("share", [-0.1, 1.5, True, "half", float("nan")])
def test_a_share_that_is_none_is_refused(share: Any, table: Path) -> None:
    with pytest.raises(InputError, match="allowed: a share from 0 to 1"):
        environment(difficulty=Survival(share, table))


def test_a_survival_that_is_not_reached_says_what_is(tmp_path: Path) -> None:
    key = key_of(load_ruleset("tcod-2020"), FLOORS)
    (tmp_path / "a.json").write_text(json.dumps({key: {"curve": [[0, 0.9], [1000, 0.4]]}}), "utf-8")
    with pytest.raises(InputError, match=r"survives in 40.0% to 90.0% of its games, over the whole dial"):
        environment(difficulty=Survival(0.3, tmp_path / "a.json"))


def test_a_survival_between_no_monsters_and_the_first_ones_is_not_reached() -> None:
    arguments: dict[str, Any] = {"ruleset": "steep", "floors": FLOORS}
    with pytest.raises(InputError, match=r"survives in 3.9% to 83.2% of its games"):
        steep.env.DescentEnv(difficulty=Survival(0.9), **arguments)
    assert steep.env.DescentEnv(difficulty=Survival(1), **arguments).reset(seed=1)[1]["difficulty"] == 0


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "{}x", '{"a": {"curve": []}}', '{"a": {"curve": [[0, 0.1], [5, 0.2]]}}']
)
def test_a_file_that_holds_no_tables_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"holds no tables"):
        environment(difficulty=Survival(0.5, tmp_path / "a.json"))


points = st.dictionaries(st.integers(0, 1000), st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=2)


@given(points.map(lambda found: {at: (games, min(games, won)) for at, (games, won) in found.items()}), st.floats(0, 1))
def test_a_fit_falls_and_gives_back_what_is_between(found: dict[int, tuple[int, int]], part: float) -> None:
    curve = falling_fit(found)
    shares = [share for _, share in curve]
    assert [position for position, _ in curve] == sorted(found)
    assert shares == sorted(shares, reverse=True)
    share = shares[-1] + part * (shares[0] - shares[-1])
    assert curve[0][0] <= on_curve(curve, min(max(share, shares[-1]), shares[0])) <= curve[-1][0]


def test_pooled_neighbours_have_the_mean_of_all_their_games() -> None:
    assert falling_fit({0: (10, 10), 1: (10, 4), 2: (30, 18)}) == [(0, 1.0), (1, 0.55), (2, 0.55)]


def test_vectors_take_it_too(table: Path) -> None:
    envs = gymnasium.make_vec(
        "steep/Descent-v0", num_envs=2, ruleset="tcod-2020", floors=FLOORS, difficulty=Survival(0.9, table)
    )
    assert isinstance(envs, steep.env.DescentVectorEnv)
    envs.reset(seed=1)
    envs.set_difficulty(Survival(0.8, table))
