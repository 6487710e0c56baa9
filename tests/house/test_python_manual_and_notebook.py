"""The examples of docs/python.md, and the notebook, run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from steep.balance import odds_and_expectations

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "python.md"
NOTEBOOK = ROOT / "examples" / "measure_a_ruleset.ipynb"


def test_the_examples_of_the_manual_run_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    # Most of the time would go into the floors that the report surveys.
    monkeypatch.setattr(odds_and_expectations, "COMPILED_FLOORS", 2_000)
    names: dict[str, object] = {}
    text = MANUAL.read_text(encoding="utf-8")
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        above = text.count("\n", 0, block.start(1))
        exec(compile("\n" * above + block[1], str(MANUAL), "exec"), names)  # noqa: S102  # the manual's own code
    test = names["test_my_game_is_as_hard_as_it_should_be"]
    assert callable(test)
    test()
    printed = capsys.readouterr().out
    assert "{'orc': Fraction(16, 19), 'troll': Fraction(3, 19)}" in printed
    assert "There are no stairs here." in printed
    assert printed.rstrip().splitlines()[-1].startswith("True (MovedValue(path='hero.hp'")
    assert (tmp_path / "report.html").exists()


RUN_NOTEBOOK = """
import sys

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
# Unlike ports, sockets in a folder are open to nobody else.
kernel = AsyncKernelManager(kernel_name="python3", transport="ipc")
NotebookClient(notebook, km=kernel, timeout=300).execute()
nbformat.write(notebook, "run.ipynb")
"""


def test_the_notebook_runs_and_draws_its_results(tmp_path: Path) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells), "it is kept without outputs"
    words = [sys.executable, "-c", RUN_NOTEBOOK, str(NOTEBOOK)]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=400)
    assert ran.returncode == 0, ran.stderr
    drawn = [
        "".join(output["data"]["text/html"])
        for cell in json.loads((tmp_path / "run.ipynb").read_text(encoding="utf-8"))["cells"]
        for output in cell.get("outputs", ())
        if "text/html" in output.get("data", {})
    ]
    assert sum(html.startswith("<iframe srcdoc=") for html in drawn) == 2
