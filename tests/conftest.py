"""Settings and fixtures for all tests."""

from __future__ import annotations

import gc
import signal
import subprocess
from collections.abc import Generator
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
settings.register_profile("quick", deadline=None, max_examples=5)
settings.load_profile("steep")

LONG_TESTS = Path(__file__).with_name("long_tests.txt")
"""The tests that take more than a second of processor time: a file, or a test of it, and after a colon why."""

NOT_QUICK = Path(__file__).with_name("not_quick.txt")
"""What `make quick` leaves out beside long tests: a folder, a file, or a test of it, and after a colon why."""

# A shell ignores these signals for what it starts in the background, and tests would wait for them for ever.
for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, name), usual)


BUILDS: list[subprocess.Popen[bytes]] = []
"""The processes that build libraries of rules."""


def names_of(path: Path) -> set[str]:
    """The names that a list of tests begins its lines with."""
    return {line.partition(": ")[0] for line in path.read_text("utf-8").splitlines() if not line.startswith("#")}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help=f"leave out what {NOT_QUICK.name} lists, and tests marked long"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Leave out what is not quick, if that is asked for.

    Where several workers run, start to build the libraries of rules. A test that needs one waits for it.
    """
    if config.getoption("quick"):
        whole = [str(config.rootpath / name) for name in names_of(NOT_QUICK) if "::" not in name]
        config.option.ignore = [*(config.option.ignore or ()), *whole]
        config.option.markexpr = "not slow and not long"
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        wanted = [name for name in ENTRY_POINTS if can_load(name) and not is_ready(name)]
        BUILDS.extend(subprocess.Popen(build_command(name), stdin=subprocess.DEVNULL) for name in wanted)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """The first time let one worker import the tests before the others.

    What it translates to bytecode they find on disk. Otherwise all would translate the same files at the same time.
    """
    translated = session.config.rootpath / ".pytest_cache" / "translated"
    if hasattr(session.config, "workerinput") and not translated.exists():
        with alone(translated.with_name("importing.lock")):
            if not translated.exists():
                collected = yield
                translated.touch()
                return collected
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of the lists as long. A line that names nothing is a mistake."""
    lists = (LONG_TESTS, NOT_QUICK) if config.getoption("quick") else (LONG_TESTS,)
    unknown = set.union(*map(names_of, lists))
    names = frozenset(unknown)
    for item in items:
        path, _, test = item.nodeid.partition("::")
        for name in names & {path, f"{path}::{test.partition('[')[0]}"}:
            item.add_marker(pytest.mark.long)
            unknown.discard(name)
    paths = {item.nodeid.partition("::")[0] for item in items}
    lost = sorted(
        name
        for name in unknown
        if name.partition("::")[0] in paths or not (config.rootpath / name.partition("::")[0]).exists()
    )
    if lost and not any("::" in argument for argument in config.args):
        raise pytest.UsageError(f"{' or '.join(map(str, lists))}: there are no such tests: {', '.join(lost)}")


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
