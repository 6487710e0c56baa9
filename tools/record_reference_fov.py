# /// script
# requires-python = ">=3.11"
# dependencies = ["steep", "numpy", "tcod"]
# ///
"""Ask libtcod and rot.js what is in view in each case of tests/support/fov_cases.py, and keep their answers.

    python tools/record_reference_fov.py FOLDER

FOLDER is one in which `npm install rot-js` was run; `node` asks it through tools/rotjs_fov.mjs. Writes a file for
each algorithm into tests/core/reference_fov: first who answered, then eight letters for each case. Answers are kept,
not asked for again by the tests, because another machine's libtcod may round the slopes of its restrictive algorithm
otherwise.
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

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from fov_cases import CASES, Case, case  # noqa: E402 -- the tests' own cases
from steep.core.geometry import HEIGHT, WIDTH  # noqa: E402

ANSWERS = ROOT / "tests" / "core" / "reference_fov"

OF_LIBTCOD = {
    "symmetric": libtcodpy.FOV_SYMMETRIC_SHADOWCAST,
    "restrictive": libtcodpy.FOV_RESTRICTIVE,
    "raycasting": libtcodpy.FOV_BASIC,
}


def seen_by_libtcod(of: Case, algorithm: int) -> list[int]:
    """The cells in view, the origin among them. The map is given as python-tcod's tutorials do, with x first."""
    plane = np.frombuffer(bytes(of.tiles), "u1").reshape(HEIGHT, WIDTH).T[: of.width, : of.height] > 0
    y, x = divmod(of.origin, WIDTH)
    visible = tcod.map.compute_fov(plane, (x, y), of.radius, light_walls=True, algorithm=algorithm)
    return sorted({of.origin, *(int(y) * WIDTH + int(x) for x, y in np.argwhere(visible))})


def seen_by_rotjs(cases: list[Case], folder: str) -> list[list[int]]:
    """The cells in view, for each case."""
    asked = []
    for each in cases:
        rows = ["".join("#."[each.tiles[y * WIDTH + x] > 0] for x in range(each.width)) for y in range(each.height)]
        y, x = divmod(each.origin, WIDTH)
        asked.append(json.dumps({"rows": rows, "x": x, "y": y, "radius": each.radius}))
    script = str(Path(__file__).with_name("rotjs_fov.mjs"))
    run = subprocess.run(  # noqa: S603
        ["node", script],  # noqa: S607 -- whichever node is installed
        cwd=folder,
        input="\n".join(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return [sorted({y * WIDTH + x for x, y in json.loads(line)}) for line in run.stdout.splitlines()]


def write(name: str, oracle: str, digests: list[str]) -> None:
    """Keep the answers for one algorithm."""
    path = ANSWERS / f"{name}.txt"
    lines = [" ".join(digests[at : at + 12]) for at in range(0, len(digests), 12)]
    path.write_text("\n".join([oracle, *lines, ""]), encoding="utf-8", newline="\n")
    print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)


def main() -> None:
    """Ask, and keep."""
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
