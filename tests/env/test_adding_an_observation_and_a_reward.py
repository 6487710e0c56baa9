"""An observation is added by its row and its rule, a term of reward by its row and its rule, and nothing else.

Both are added to a copy of the package: spaces, buffers, infos and manuals have them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

OBSERVATION = {
    "kernel/observations.py": {
        "    write_conditions,\n": "    BELT,\n    write_belt,\n    write_conditions,\n",
        "\nROWS = (\n": """
ROWS = (
    Observation("belt", (len(BELT),), "i2", "what hangs there", write_belt, BELT),
""",
    },
    "kernel/write_numbers.py": {
        "\n\n@rule\ndef write_conditions": '''

class Belt(Numbers):
    """The numbers of the observation `belt`, in order."""

    potions = entry(0, 26, "potions on it")
    holes = entry(3, 9, "holes in it")


BELT = Belt.ENTRIES


@rule
def write_belt(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write what hangs on the belt."""
    row[Belt.holes] = 7
    row[Belt.potions] = episode.world.hero.level


@rule
def write_conditions''',
    },
}

REWARD = {
    "rewards.py": {
        "\nTERMS = (\n": '''

@rule
def hurried(before: Snapshot, now: Snapshot) -> int:
    """Turns taken."""
    return before.turn - now.turn


TERMS = (
    Term("hurry", "turns taken: negative", hurried),
''',
    },
}

SCRIPT = """
import json, sys
import steep.env
from steep.core.native import libraries
from steep.env.manual_tables import update_page
libraries.load = lambda *_: None  # in plain Python
env = steep.env.DescentEnv("tcod-2020", observations=("belt",), rewards={"hurry": 0.5, "descend": 1.0})
observation, _ = env.reset(seed=1)
*_, info = env.step(steep.env.ACTION_NAMES.index("wait"))
box = env.observation_space["belt"]
print(json.dumps({
    "written": observation["belt"].tolist(), "type": box.dtype.name, "bounds": [box.low.tolist(), box.high.tolist()],
    "reward": info["reward_hurry"], "manual": steep.env.DescentEnv.__doc__, "terms": steep.env.RewardTerms.__doc__,
    "page": update_page(open(sys.argv[1], encoding="utf-8").read()),
}))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, with the patches."""
    folder = tmp_path_factory.mktemp("patched")
    shutil.copytree(ROOT / "src" / "steep", folder / "steep", ignore=shutil.ignore_patterns("__pycache__"))
    for file, changes in (OBSERVATION | REWARD).items():
        path = folder / "steep" / "env" / file
        source = path.read_text("utf-8")
        for before, after in changes.items():
            assert source.count(before) == 1, (file, before)
            source = source.replace(before, after)
        path.write_text(source, "utf-8")
    return folder


def test_a_row_and_its_rule_are_all_that_is_added(package: Path) -> None:
    assert (len(OBSERVATION), len(REWARD)) == (2, 1)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ROOT / "docs" / "environment.md")],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["written"], found["type"], found["bounds"]) == ([1, 7], "int16", [[0, 0], [26, 9]])
    assert found["reward"] == -0.5
    assert "| `hurry` | turns taken: negative |" in found["terms"]
    for text in (found["manual"], found["page"]):
        assert "| `belt` | (2,) | int16 | what hangs there |" in text
