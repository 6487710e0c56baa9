"""Text from files is printed without control characters, and output that cannot be written gives one message."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steep
from run_steep_with_limits import run_steep
from steep.cli import main
from steep.commands.shared.output import say, say_json
from steep.core.input_errors import printable
from steep.play.files import replays
from steep.play.files.container import container_bytes
from steep.play.files.recording import RunHeader
from steep.ui.drawing.canvas import Canvas

HOSTILE = "a\x1b[31m\x07\x9b2J\x7f\u202e\u200bb"
"""A colour, a bell, a cleared screen, a delete character, reversed writing and a character of no width."""

HARMLESS = r"a\u001b[31m\u0007\u009b2J\u007f\u202e\u200bb"

WRITERS = {"commands/shared/output.py", "core/native/libraries.py", "core/native/webassembly.py", "env/render.py"}
"""The only files that write to standard output or error. The second prints a canvas."""


def test_only_the_listed_files_write_to_standard_output_and_error() -> None:
    source = Path(steep.__file__).parent
    writers = set()
    for path in source.rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "print" in text or "sys.std" in text else ():
            prints = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
            streams = (
                isinstance(node, ast.Attribute) and node.attr in ("write", "buffer") and "sys.std" in ast.unparse(node)
            )
            if prints or streams:
                writers.add(path.relative_to(source).as_posix())
    assert writers == WRITERS


@given(st.text())
def test_a_text_is_printed_as_lines_of_printable_characters(text: str) -> None:
    assert all(line.isprintable() for line in printable(text, keep="\n").split("\n"))
    assert printable(text).isprintable()


@given(st.text())
def test_making_json_printable_does_not_change_its_meaning(text: str) -> None:
    assert json.loads(printable(json.dumps(text, ensure_ascii=False))) == text


@given(st.text())
def test_a_canvas_has_one_printable_character_in_each_cell(text: str) -> None:
    canvas = Canvas(40, 1)
    canvas.print(0, 0, text)
    assert all(glyph.isprintable() and len(glyph) == 1 for glyph in canvas.glyphs)


def hostile_files(folder: Path) -> dict[str, tuple[str, ...]]:
    """Commands by description. Each reads a file with hostile text wherever it may have text."""
    origin = RunHeader(*(HOSTILE,) * 3, ruleset_path=f"{HOSTILE}.toml", ruleset_hash=HOSTILE, seed=1)
    bundled = RunHeader(HOSTILE, HOSTILE, "tcod-2020", "", HOSTILE, 1)
    for name, header in (("away", origin), ("other", bundled)):
        (folder / f"{name}.steep").write_bytes(
            container_bytes(replays.REPLAY, {**header.to_json(), "actions": 0}, bytes(16))
        )
    odd_seed = {**bundled.to_json(), "seed": HOSTILE, "actions": 0}
    (folder / "odd.steep").write_bytes(container_bytes(replays.REPLAY, odd_seed, bytes(16)))
    spelled = json.dumps(HOSTILE)
    ruleset = folder / f"{HOSTILE}.toml"
    head = f'title = {spelled}\ndescription = {spelled}\nextends = "tcod-2020"\n'
    ruleset.write_text(
        f"{head}{spelled} = {spelled}\n[monsters.{spelled}]\n[hero]\nhp = {spelled}\n".replace("\x7f", "")
    )
    raw = folder / "raw.toml"
    raw.write_text(f"title = {HOSTILE}")
    project = folder / "project"
    project.mkdir()
    (project / f"{HOSTILE}.py").write_text(f"enemy_chances = {{0: [({HOSTILE!r}, 5)], 3: [('{HOSTILE}', 5)]}}\nx = ]\n")
    (folder / "run.json").write_text(json.dumps({"format": 1, "ruleset": HOSTILE}))
    (folder / "check.json").write_text(json.dumps({"format": HOSTILE}))
    configured = folder / "config" / "steep"
    configured.mkdir(parents=True)
    (configured / "keymap.toml").write_text(f"[{spelled}]\n[play]\n{spelled} = [{spelled}]\n".replace("\x7f", ""))
    return {
        "a replay of a missing ruleset": ("replay", "--verify", str(folder / "away.steep")),
        "a replay of another version": ("replay", "--verify", str(folder / "other.steep")),
        "a replay without a valid seed": ("replay", str(folder / "odd.steep")),
        "a ruleset": ("roll", str(ruleset)),
        "a ruleset that is not TOML": ("show", str(raw)),
        "a project": ("import", str(project)),
        "a missing project": ("import", str(folder / HOSTILE)),
        "a folder as a replay": ("replay", str(folder)),
        "a baseline": ("check", "--baseline", str(folder / "check.json"), "tcod-2020"),
        "a keymap": ("play", "--ui", "terminal", "--seed", "1"),
        "an argument": (HOSTILE,),
        "an option": ("roll", "tcod-2020", "--seed", HOSTILE),
    }


def test_no_command_prints_a_control_character_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for description, words in hostile_files(tmp_path).items():
        code = main(words)
        captured = capsys.readouterr()
        if description != "a project":
            assert code == 2, (description, captured)
        assert all(line.isprintable() for line in (captured.out + captured.err).split("\n")), (description, captured)


def test_json_on_an_ascii_stream_has_the_same_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    say_json({"title": f"Größe ± {HOSTILE}"})
    say("± Größe")
    stream.flush()
    *lines, last = stream.buffer.getvalue().decode("ascii").splitlines()
    assert json.loads("".join(lines)) == {"title": f"Größe ± {HOSTILE}"}
    assert last == r"+- Gr\u00f6\u00dfe"


def test_a_table_can_be_printed_in_ascii() -> None:
    run = run_steep(
        "show", "tcod-2020", "--floors", "1", "--samples", "1", env={"PYTHONIOENCODING": "ascii"}, memory=2**33
    )
    assert run.code == 0, run.errors
    assert "+-" in run.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
@pytest.mark.parametrize("words", [("rulesets",), ("--help",)])
def test_a_full_disk_behind_standard_output_gives_one_message(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        run = subprocess.run(
            [sys.executable, "-m", "steep", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.stderr == f"steep: standard output cannot be written: {os.strerror(28)}\n"
    assert run.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_behind_standard_error_changes_no_exit_code() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        run = subprocess.run(
            [sys.executable, "-m", "steep", "roll", "there-is-none"], stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert run.returncode == 2
