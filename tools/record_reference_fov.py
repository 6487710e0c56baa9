# /// script
# requires-python = ">=3.11"
# dependencies = ["steep", "numpy", "tcod"]
# ///
"""Compute what is in view in each case of the tests with libtcod and rot.js, and store the answers.

    python tools/record_reference_fov.py FOLDER

FOLDER is one in which `npm install rot-js` was run; `node` uses it through tools/rotjs_fov.mjs. Writes a file for each
algorithm into tests/core/reference_fov: first the library and its version, then eight letters for each case. Of rot.js
only the cells that are wholly in view count, as in its tutorial. The tests compare with stored answers, because libtcod
on another machine may round the slopes of its restrictive algorithm differently.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import tcod
import tcod.map
from tcod import libtcodpy

from steep.core.geometry import ROCK

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from fov_cases import CASES, Case, case  # noqa: E402 -- from the tests
from steep.core.geometry import HEIGHT, WIDTH  # noqa: E402

ANSWERS = ROOT / "tests" / "core" / "reference_fov"

OF_LIBTCOD = {
    "symmetric": libtcodpy.FOV_SYMMETRIC_SHADOWCAST,
    "restrictive": libtcodpy.FOV_RESTRICTIVE,
    "raycasting": libtcodpy.FOV_BASIC,
}


def seen_by_libtcod(case: Case, algorithm: int) -> list[int]:
    """The cells in view, including the origin. As in python-tcod's tutorials, the map has x first."""
    plane = np.frombuffer(bytes(case.tiles), "u1").reshape(HEIGHT, WIDTH).T[: case.width, : case.height] > ROCK
    y, x = divmod(case.origin, WIDTH)
    visible = tcod.map.compute_fov(plane, (x, y), case.radius, light_walls=True, algorithm=algorithm)
    return sorted({case.origin, *(int(y) * WIDTH + int(x) for x, y in np.argwhere(visible))})


def seen_by_rotjs(cases: list[Case], folder: str) -> list[list[int]]:
    """The cells in view in each case."""
    lines = []
    for each in cases:
        rows = ["".join("#."[each.tiles[y * WIDTH + x] > ROCK] for x in range(each.width)) for y in range(each.height)]
        y, x = divmod(each.origin, WIDTH)
        lines.append(json.dumps({"rows": rows, "x": x, "y": y, "radius": each.radius}))
    script = str(Path(__file__).with_name("rotjs_fov.mjs"))
    run = subprocess.run(  # noqa: S603
        ["node", script],  # noqa: S607 -- any node
        cwd=folder,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return [sorted({y * WIDTH + x for x, y in json.loads(line)}) for line in run.stdout.splitlines()]


def write(name: str, oracle: str, digests: list[str]) -> None:
    """Store the answers for one algorithm."""
    path = ANSWERS / f"{name}.txt"
    lines = [" ".join(digests[at : at + 12]) for at in range(0, len(digests), 12)]
    path.write_text("\n".join([oracle, *lines, ""]), encoding="utf-8", newline="\n")
    print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)


def main() -> None:
    """Compute and store all answers."""
    ANSWERS.mkdir(exist_ok=True)
    cases = [case(number) for number in range(CASES)]
    for name, algorithm in OF_LIBTCOD.items():
        digests = [each.digest(seen_by_libtcod(each, algorithm)) for each in cases]
        write(name, f"python-tcod {tcod.__version__}", digests)
    answers = seen_by_rotjs(cases, sys.argv[1])
    package = json.loads((Path(sys.argv[1]) / "node_modules" / "rot-js" / "package.json").read_text(encoding="utf-8"))
    digests = [each.digest(cells) for each, cells in zip(cases, answers, strict=True)]
    write("precise", f"rot.js {package['version']}", digests)


if __name__ == "__main__":
    main()
