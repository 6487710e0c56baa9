"""The pages' Python has of Python's own library all that Steep uses there, though not all of it is packed."""

from __future__ import annotations

import json
from pathlib import Path

from run_in_pages_python import run_in_pages_python

TRY_ALL = """
import importlib, json, pkgutil, sys, traceback
import steep
from steep.web import workbench

missing = []
def tried(of, call, *given):
    try:
        return call(*given)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in sys.stdlib_module_names:
            missing.append([of, error.name])

for found in pkgutil.walk_packages(steep.__path__, "steep."):
    tried(found.name, importlib.import_module, found.name)

text = workbench.source("tcod-2020")
tables = "item_chances = {0: [(f.health_potion, 35)]}  # für Tränke"
project = {"game.py": tables.encode("cp1252"), "data.json": b"{}", "table.csv": b"a;b"}
done = {
    "rulesets": tried("rulesets", workbench.rulesets),
    "check": tried("check", workbench.check, text),
    "mistake": tried("mistake", workbench.check, text + "]"),
    "survey": tried("survey", workbench.survey, text, 2),
    "roll": tried("roll", workbench.roll, text, 1, 1),
    "games": tried("games", workbench.games_to_play, text, "diver", 3),
    "import": tried("import", workbench.import_project, {"pasted.py": tables.encode()}, True),
    "encoded": tried("encoded", workbench.import_project, project, True),
    **{shape: tried(shape, workbench.export, text, shape) for shape in workbench.shapes()},
}
print(json.dumps({"missing": missing, "without answer": [name for name, answer in done.items() if answer is None]}))
"""


def test_nothing_that_the_pages_call_lacks_a_module(tmp_path: Path) -> None:
    assert json.loads(run_in_pages_python(TRY_ALL, tmp_path)) == {"missing": [], "without answer": []}
