"""Screens start fast: they import no heavy library. They read only the view of a game."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import steep.ui.screens

FOLDER = Path(steep.ui.screens.__file__).parent

START = """
import sys, pathlib, tempfile
from steep.ui.drawing.canvas import Canvas
from steep.ui.screens import main_menu, start_game
from steep.ui.screens.context import Context
context = Context.create(pathlib.Path(tempfile.mkdtemp()))
main_menu(context).draw(Canvas(80, 24))
start_game(context, context.load_ruleset("tcod-2020"), 42).draw(Canvas(80, 24))
print(*(name for name in ("tcod", "blessed", "numpy") if name in sys.modules))
"""


def test_the_menu_and_a_game_import_no_heavy_library() -> None:
    run = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == ""


def test_no_screen_reads_more_of_a_world_than_the_view() -> None:
    for path in (*FOLDER.rglob("*.py"), FOLDER.with_name("drawing") / "map_view.py"):
        read = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert not read & {"world", "tiles", "occupant", "actors"}, path
