"""Locks are held by one process at a time and released when it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from steep.play.files import user_files
from steep.play.files.user_files import Lock, LockError, locked

HOLD_LOCK = """
import sys
from pathlib import Path
from steep.play.files.user_files import Lock
lock = Lock(Path(sys.argv[1]))
print(lock.take(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "save.steep"


def holder(path: Path) -> subprocess.Popen[bytes]:
    """A process that holds the lock on a path."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD_LOCK, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"True"
    return process


def test_a_lock_is_held_by_one_process_and_freed_when_it_is_killed(path: Path) -> None:
    with holder(path) as other:
        assert not Lock(path).take()
        other.kill()
        other.wait()
        assert Lock(path).take()


def test_a_lock_that_is_released_can_be_taken(path: Path) -> None:
    lock, other = Lock(path), Lock(path)
    assert lock.take()
    assert lock.take()
    assert not other.take(0.05)
    lock.release()
    assert other.take()


def test_a_garbage_collected_lock_is_released(path: Path) -> None:
    assert Lock(path).take()
    assert Lock(path).take()


def test_a_waiting_process_gets_a_released_lock(path: Path) -> None:
    with holder(path) as other:
        waiting = Lock(path)
        assert other.stdin is not None
        assert not waiting.take(0.05)
        other.stdin.close()
        assert waiting.take(20)


def test_a_lock_that_is_not_released_in_time_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_files, "TIMEOUT_SECONDS", 0.02)
    with locked(path), pytest.raises(LockError, match="another Steep has had it locked"), locked(path):
        pass
    with locked(path):
        assert not path.exists()


def test_a_lock_is_granted_if_its_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where a folder should be")
    assert Lock(tmp_path / "file" / "save.steep").take()


def test_a_lock_is_granted_if_the_system_has_no_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    first, second = Lock(path), Lock(path)
    assert first.take()
    assert second.take()
