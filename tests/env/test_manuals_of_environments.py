"""The examples in docs/environment.md and docs/dial.md print what they show, and their tables match the code."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

import steep.env
from manual_examples import with_outputs
from steep.env import DescentEnv
from steep.env.check_arguments import SPLITS
from steep.env.rewards import DEFAULT_WEIGHTS

PATH = Path(__file__).parents[2] / "docs" / "environment.md"
PAGE = PATH.read_text("utf-8")


def test_the_examples_print_what_the_page_shows() -> None:
    assert with_outputs(PATH) == PAGE


@pytest.mark.parametrize("manual", [PAGE, inspect.getdoc(DescentEnv)], ids=["page", "docstring"])
@pytest.mark.parametrize("texts", [False, True])
def test_the_manual_lists_the_keys_of_info_after_reset_and_after_step(manual: str, texts: bool) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*`(?:reset|step)`.*?) \|", manual, re.MULTILINE)
    rows = [(key, calls) for key, calls in rows if texts or key != "message_text"]
    rows.remove(("reward_NAME", "`step`"))
    rows += [(f"reward_{name}", "`step`") for name in DEFAULT_WEIGHTS]
    env = DescentEnv(texts=texts)
    _, after_reset = env.reset(seed=1)
    *_, after_step = env.step(0)
    assert set(after_reset) == {key for key, calls in rows if "reset" in calls}
    assert set(after_step) == {key for key, calls in rows if "step" in calls}


DIAL_PAGE = Path(__file__).parents[2] / "docs" / "dial.md"


def test_the_examples_of_the_dial_print_what_the_page_shows() -> None:
    names: dict[str, object] = {}
    assert with_outputs(DIAL_PAGE, names) == DIAL_PAGE.read_text("utf-8")
    assert names["info"]["difficulty"] == 0.5  # type: ignore[index]


def test_the_manual_lists_the_seeds_of_each_split() -> None:
    for name, seeds in SPLITS.items():
        assert f"| `{name}` | {seeds[0]:,} to {seeds[-1]:,} |" in DIAL_PAGE.read_text("utf-8")


ROOT = Path(__file__).parents[2]
NAMES = {
    "Aggregate",
    "BotPolicy",
    "Survival",
    "measure_survival",
    "RandomPolicy",
    "Score",
    "ScoreVerdict",
    "Setting",
    "TASKS",
    "Task",
    "TextEnv",
    "WordsEnv",
    "aggregate",
    "bot_policy",
    "evaluate",
    "ten_lines",
    "ten_lines_in_words",
    "verify_score",
    "COMPASS",
    "Curriculum",
    "ACTION_NAMES",
    "CONDITIONS",
    "DescentEnv",
    "DescentVectorEnv",
    "END_NAMES",
    "EachSeedOnce",
    "FEATURES",
    "INVENTORY",
    "MESSAGE",
    "MONSTERS",
    "PrivilegedWarning",
    "RewardTerms",
    "SPLITS",
    "STATS",
    "Snapshot",
    "Staircase",
    "TEST",
    "TRAIN",
    "VALIDATION",
    "VectorCurriculum",
    "world_seeds",
}


def test_the_public_names_are_these() -> None:
    assert set(steep.env.__all__) == NAMES
    assert all(hasattr(steep.env, name) for name in NAMES)


def test_the_example_of_a_game_in_words_leaves_floors(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "environment.md").read_text("utf-8")
    (example,) = re.findall(r"^```python\n(from steep\.env import TextEnv.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(example, "environment.md", "exec"), {})  # noqa: S102  # the manual's own code
    progress = re.fullmatch(r"(\d+) of 100 after \d+ commands\n", capsys.readouterr().out)
    assert progress
    assert int(progress[1]) > 30


def test_examples_and_the_manual_import_only_public_names() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "examples").glob("*.py")]
    sources += re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / "environment.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(sources) > 8
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("steep.env"):
                assert node.module == "steep.env"
                assert {alias.name for alias in node.names} <= NAMES
