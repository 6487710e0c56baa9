"""Files that earlier versions wrote open for ever, or are refused with their version and what to do."""

from __future__ import annotations

import base64
import re
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import gymnasium
import pytest

import steep.env
from command_fixture_types import Run
from steep import __version__
from steep.content import load_ruleset
from steep.core.input_errors import InputError
from steep.lab import Baseline, read_games
from steep.play.files import saves

KEPT = Path(__file__).parents[1] / "kept"

TELLS_VERSIONS = ("play.files.recording", "env.kernel.episode_to_bytes", "lab.storage.tuning_state")
"""The modules that compare a file's version with this one."""


def restore(path: Path) -> None:
    environment: Any = gymnasium.make(steep.env.ID, ruleset="tcod-2020").unwrapped
    environment.set_state(path.read_bytes())


def follow_links(path: Path) -> None:
    for link in path.read_text(encoding="utf-8").splitlines():
        ((kind, value), *_) = parse_qs(link.removeprefix("#")).items()
        if kind == "ruleset":
            load_ruleset(value[0])
        else:
            packed = base64.urlsafe_b64decode(value[0] + "=" * (-len(value[0]) % 4))
            with tempfile.TemporaryDirectory() as folder:
                held = Path(folder, "linked.toml")
                held.write_bytes(zlib.decompress(packed, wbits=-zlib.MAX_WBITS))
                load_ruleset(str(held))


OPEN: dict[str, Callable[[Path], object]] = {
    "baseline.json": Baseline.load,
    "episode.state": restore,
    "game.save": lambda path: saves.load(path, load_ruleset),
    "games.csv": read_games,
    "games.parquet": read_games,
    "links.txt": follow_links,
    "mine.toml": lambda path: load_ruleset(str(path)),
}
"""What opens a file in Python. The others are opened by a command."""

COMMANDS = {
    "run.replay": ("replay", "{0}/run.replay", "--verify"),
    "target.toml": ("check", "{0}/mine.toml", "--target", "{0}/target.toml", "--games", "20", "-q"),
    "tuning.json": ("tune", "{0}/mine.toml", "--target", "{0}/target.toml", "--state", "{1}", "--resume", "-q"),
}

REFUSED = {"game.save", "run.replay", "episode.state", "tuning.json"}
"""What only the version that wrote it can use: all of these go on by the same rules."""


def refusal(path: Path, steep: Run, copy: Path) -> str:
    """Open a file: why it is refused, and nothing if it isn't."""
    if path.name in OPEN:
        try:
            OPEN[path.name](path)
        except InputError as error:
            return str(error)
        return ""
    copy.write_bytes(path.read_bytes())
    answer = steep(*(word.format(path.parent, copy) for word in COMMANDS[path.name]))
    return answer.err or ("" if "turn 1 is the first" not in answer.out else answer.out)


@pytest.mark.parametrize("later", [False, True], ids=["now", "later"])
@pytest.mark.parametrize("path", sorted(KEPT.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_kept_file_opens_or_is_refused_with_its_version_and_what_to_do(
    path: Path, later: bool, steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if later:
        for module in TELLS_VERSIONS:
            monkeypatch.setattr(f"steep.{module}.__version__", "99.0")
    refused = refusal(path, steep, tmp_path / path.name)
    if refused:
        assert path.name in REFUSED
        assert re.search(r"use (that (version|build)|\d)|begin with another|another ruleset", refused), refused
        assert not later or f"Steep {path.parent.name}" in refused.replace("'", "")


def test_each_kind_of_file_is_kept_of_this_version() -> None:
    kept = {path.name for path in (KEPT / __version__).iterdir()}
    assert kept == OPEN.keys() | COMMANDS.keys(), "tools/write_kept_files.py writes them"
