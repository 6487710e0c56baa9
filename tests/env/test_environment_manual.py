"""The examples in docs/environment.md print what it shows."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from manual_examples import with_outputs
from steep.env import DescentEnv
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
