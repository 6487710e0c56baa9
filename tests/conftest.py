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
from steep.core.native.libraries import ENTRY_POINTS, build_command, can_load, is_ready
from steep.core.processes import alone

# The time of an example depends more on the machine than on the rule. `make test-all` draws thousands.
settings.register_profile("steep", deadline=None, max_examples=25)
settings.register_profile("thousands", deadline=None, max_examples=2_000)
settings.load_profile("steep")

LONG_TESTS = Path(__file__).with_name("long_tests.txt")
"""The tests that take more than a second of processor time: a file, or a test of it, and after a colon why."""

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of the list as long. A line of it that names no test is a mistake."""
    lines = LONG_TESTS.read_text("utf-8").splitlines()
    unknown = {line.partition(": ")[0] for line in lines if not line.startswith("#")}
    marks = dict.fromkeys(unknown, pytest.mark.long)
    for item in items:
        path, _, test = item.nodeid.partition("::")
        for name in (path, f"{path}::{test.partition('[')[0]}"):
            if name in marks:
                item.add_marker(marks[name])
                unknown.discard(name)
    paths = {item.nodeid.partition("::")[0] for item in items}
    lost = sorted(name for name in unknown if name.partition("::")[0] in paths)
    if lost and not any("::" in argument for argument in config.args):
        raise pytest.UsageError(f"{LONG_TESTS}: there are no such tests: {', '.join(lost)}")


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
