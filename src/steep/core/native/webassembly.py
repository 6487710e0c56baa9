"""Builds `rules.wasm`, the rules that the pages for browsers call, by Zig's compiler, which the package `ziglang` has.

    python -m steep.core.native.webassembly FOLDER

prints the path of the file in the folder, whose name changes with the rules. One that is there already is left alone.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from steep.core.native.compilers import FLAGS, CannotBuild
from steep.core.native.libraries import source_key
from steep.core.native.unit import translate

ENTRY_POINTS = (
    ("steep.rules.new_game", "new_game"),
    ("steep.rules.turn", "step"),
    ("steep.lab.simulate.simulation", "play_on"),
    ("steep.lab.simulate.simulation", "record_game"),
)
"""The modules and names of the rules that pages call."""

TARGET = ("-target", "wasm32-freestanding", "-mbulk-memory", "-nostdlib", "-Wl,--no-entry", "-s")


def build(folder: Path) -> Path:
    """Build the file unless it is there; its path. Raises `CannotBuild`."""
    file = folder / f"rules-{source_key()}.wasm"
    if file.exists():
        return file
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.glob("rules-*.wasm"):
        other.unlink()
    with tempfile.TemporaryDirectory(dir=folder) as own:
        code, made = Path(own, "rules.c"), Path(own, "rules.wasm")
        code.write_text(translate([getattr(import_module(module), name) for module, name in ENTRY_POINTS]), "utf-8")
        flags = [*(flag for flag in FLAGS if flag != "-shared"), *TARGET]
        command = [sys.executable, "-m", "ziglang", "cc", *flags, str(code), "-o", str(made)]
        told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if told.returncode != 0:
            raise CannotBuild(
                f'rules.wasm was not built ("pip install ziglang" has its compiler): {told.stderr[-400:]}'
            )
        made.replace(file)
    return file


if __name__ == "__main__":
    print(build(Path(sys.argv[1])))
