"""`steep.lab.blame`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesets_of_known_hazard import deadly
from steep.core.input_errors import InputError
from steep.lab import FloorBlame, Progress, blame
from steep.lab.floor_blame import without_mode

FEW = """
[monsters.troll]
spawn = 0

[items.healing_potion]
spawn = 0

[items.confusion_scroll]
spawn = 0

[items.lightning_scroll]
spawn = 0

[items.fireball_scroll]
spawn = 0
"""


@pytest.fixture(scope="module")
def blamed(tmp_path_factory: pytest.TempPathFactory) -> FloorBlame:
    """Only orcs appear, one or none, and what they hit dies."""
    path = tmp_path_factory.mktemp("rulesets") / "orcs.toml"
    head, _, orcs = deadly().partition("[monsters.orc]")
    path.write_text(head + "[monsters.orc]" + orcs.partition("[monsters.troll]")[0] + FEW, encoding="utf-8")
    return blame(path, 1, "diver", games=150, jobs=1)


def test_the_entry_that_kills_comes_first_with_its_interval(blamed: FloorBlame) -> None:
    assert blamed.whole
    first = blamed.entries[0]
    assert first.table in ("monsters.orc.spawn", "counts.monsters_per_room")
    assert first.deaths.holds
    assert first.deaths.change.interval.high < 0
    assert blamed.table.to_pylist()[0]["deaths"] == first.deaths.change.value
    assert first.name in blamed.html()


def test_it_is_saved_and_loaded_whole(blamed: FloorBlame, tmp_path: Path) -> None:
    blamed.save(tmp_path / "blamed.json")
    loaded = FloorBlame.load(tmp_path / "blamed.json")
    assert loaded == blamed
    assert json.dumps(loaded.as_json()) == json.dumps(blamed.as_json())


def test_stopped_before_the_first_games_it_has_no_entries() -> None:
    stopped = blame("tcod-2020", 1, games=10**6, jobs=1, progress=lambda now: now.stop())
    assert (stopped.games, stopped.whole, stopped.entries) == (0, False, ())


def test_a_wrong_floor_is_refused() -> None:
    told: list[Progress] = []
    with pytest.raises(InputError, match="floor: found 0"):
        blame("tcod-2020", 0, progress=told.append)
    assert not told


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("tcod-2020:hard", "tcod-2020"),
        ("my.toml:hard", "my.toml"),
        ("my.toml:hard@HEAD~1", "my.toml@HEAD~1"),
        ("hard", "hard"),
    ],
)
def test_the_mode_is_taken_off_a_rulesets_name(name: str, left: str) -> None:
    assert without_mode(name, "hard") == left
