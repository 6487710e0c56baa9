"""`steep.lab.arena`."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from steep.core.input_errors import InputError
from steep.lab import Fights, Progress, arena


@pytest.fixture(scope="module")
def fights() -> Fights:
    return arena("3 orc", "1 troll", "tcod-2020", bouts=300)


def test_both_sides_and_the_draws_add_up_to_all_bouts(fights: Fights) -> None:
    assert fights.whole
    assert fights.a.count + fights.b.count + fights.draw.count == fights.bouts == 300
    assert fights.a.share_low < fights.a.share < fights.a.share_high
    assert [row["side"] for row in fights.table.to_pylist()] == ["a", "b", "draw"]
    assert "3 orc" in fights.html()


def test_they_are_saved_and_loaded_whole(fights: Fights, tmp_path: Path) -> None:
    fights.save(tmp_path / "fights.json")
    loaded = Fights.load(tmp_path / "fights.json")
    assert loaded == fights
    assert json.dumps(loaded.as_json()) == json.dumps(fights.as_json())


def test_the_heros_stats_can_be_replaced(tmp_path: Path) -> None:
    strong = arena("hero", "1 orc", "tcod-2020", bouts=20, bot="brawler", hero={"hp": 90, "power": 50})
    assert strong.hero == {"hp": 90, "power": 50, "defense": 2}
    assert strong.a.share == 1


def test_progress_can_stop_the_fights() -> None:
    told: list[Progress] = []

    def stop(now: Progress) -> None:
        told.append(now)
        now.stop()

    stopped = arena("orc", "troll", "tcod-2020", bouts=10**6, progress=stop)
    assert not stopped.whole
    assert told[0].wanted == 10**6
    assert math.isnan(stopped.turns) == (stopped.bouts == 0)
    assert "Fights" in stopped.html()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"b": "trol"}, 'found no monster "trol" in tcod-2020 .did you mean "troll"'),
        ({"room": (1, 1)}, "room: found 1x1, which is too small for 2 fighters"),
        ({"hero": {"hp": 3}}, 'hero: found "hp=3", but neither side is the hero'),
        ({"a": "hero", "hero": {"hq": 3}}, 'hero: found "hq"'),
        ({"a": "hero", "hero": {"hp": 0}}, "hero hp: found 0; allowed: a whole number from 1"),
        ({"bouts": 0}, "bouts: found 0"),
        ({"floor": 0}, "floor: found 0"),
    ],
)
def test_a_wrong_argument_gets_one_clear_message(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        arena(**{"a": "orc", "b": "troll", "ruleset": "tcod-2020", **arguments})  # type: ignore[arg-type]
