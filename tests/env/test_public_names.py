"""The public names of `steep.env`; examples and the manual need no others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import steep.env

ROOT = Path(__file__).parents[2]
NAMES = {
    "COMPASS",
    "Curriculum",
    "ACTION_NAMES",
    "CONDITIONS",
    "DescentEnv",
    "DescentVectorEnv",
    "END_NAMES",
    "EachSeedOnce",
    "FEATURES",
    "INVENTORY",
    "MESSAGE",
    "MONSTERS",
    "PrivilegedWarning",
    "RewardTerms",
    "SPLITS",
    "STATS",
    "Snapshot",
    "Staircase",
    "TEST",
    "TRAIN",
    "VALIDATION",
    "VectorCurriculum",
    "world_seeds",
}


def test_the_public_names_are_these() -> None:
    assert set(steep.env.__all__) == NAMES
    assert all(hasattr(steep.env, name) for name in NAMES)


def test_examples_and_the_manual_import_only_public_names() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "examples").glob("*.py")]
    sources += re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / "environment.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(sources) > 8
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("steep.env"):
                assert node.module == "steep.env"
                assert {alias.name for alias in node.names} <= NAMES
