"""Settings and fixtures for all tests."""

from __future__ import annotations

import gc
import signal
import subprocess
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from command_fixture_types import Answer, Run
from steep.cli import main
from steep.core.native.entry_points import ENTRY_POINTS
from steep.core.native.libraries import build_command, can_load, is_ready
from steep.core.one_process_at_a_time import alone

# The time of an example depends more on the machine than on the rule.
settings.register_profile("steep", deadline=None)
settings.load_profile("steep")

# A shell ignores these signals for what it starts in the background, and tests would wait for them for ever.
for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, name), usual)


BUILDS: list[subprocess.Popen[bytes]] = []
"""The processes that build libraries of rules."""


def pytest_configure(config: pytest.Config) -> None:
    """Where several workers run, start to build the libraries of rules. A test that needs one waits for it."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        wanted = [name for name in ENTRY_POINTS if can_load(name) and not is_ready(name)]
        BUILDS.extend(subprocess.Popen(build_command(name), stdin=subprocess.DEVNULL) for name in wanted)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let one worker import the tests before the others.

    What it translates to bytecode they find on disk. Otherwise all would translate the same files at the same time.
    """
    waited: list[bool] = []
    with alone(session.config.rootpath / ".pytest_cache" / "importing.lock", partial(waited.append, True)):
        if not waited:
            return (yield)
    return (yield)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from going through all tests and modules again and again."""
    gc.freeze()


@pytest.fixture
def private_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture
def steep(private_folders: None, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command `steep` and return its exit code and output."""

    def run(*words: object) -> Answer:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run
