"""The examples in docs/environment.md run."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from steep.env import DescentEnv

PAGE = (Path(__file__).parents[2] / "docs" / "environment.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", BLOCKS)
def test_an_example_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "environment.md", "exec"), {})  # noqa: S102  # the example is ours
    assert re.fullmatch(r"((died|won|stopped) on floor \d\n)?", capsys.readouterr().out)


def test_the_page_has_examples() -> None:
    assert len(BLOCKS) == 7


@pytest.mark.parametrize("manual", [PAGE, inspect.getdoc(DescentEnv)], ids=["page", "docstring"])
@pytest.mark.parametrize("texts", [False, True])
def test_the_manual_lists_the_keys_of_info_after_reset_and_after_step(manual: str, texts: bool) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*`(?:reset|step)`.*?) \|", manual, re.MULTILINE)
    rows = [(key, calls) for key, calls in rows if texts or key != "message_text"]
    env = DescentEnv(texts=texts)
    _, after_reset = env.reset(seed=1)
    *_, after_step = env.step(0)
    assert set(after_reset) == {key for key, calls in rows if "reset" in calls}
    assert set(after_step) == {key for key, calls in rows if "step" in calls}
