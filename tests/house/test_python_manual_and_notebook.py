"""The examples of docs/python.md, and the notebook, run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from manual_examples import with_outputs
from steep.balance import odds_and_expectations

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "python.md"
NOTEBOOK = ROOT / "examples" / "measure_a_ruleset.ipynb"


@pytest.mark.slow
def test_the_examples_of_the_manual_print_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Most of the time would go into the floors that the report surveys.
    monkeypatch.setattr(odds_and_expectations, "COMPILED_FLOORS", 200)
    names: dict[str, object] = {}
    assert with_outputs(MANUAL, names) == MANUAL.read_text("utf-8")
    test = names["test_my_game_is_as_hard_as_it_should_be"]
    assert callable(test)
    test()
    assert names["tuned"].held  # type: ignore[attr-defined]
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


@pytest.mark.slow
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
