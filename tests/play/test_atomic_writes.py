"""Files are written completely or not at all, whatever stops the writer."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from screen_driver import a_context
from steep.play.files.user_files import STALE_SECONDS, reason_of, write_whole

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def test_writing_creates_the_folder_and_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
def test_a_failed_write_leaves_the_old_file_and_no_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def raise_disk_full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr(call, raise_disk_full)
    with pytest.raises(OSError, match="No space left on device"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


KILL_AT_EACH_LINE = """
import os, signal, sys
from pathlib import Path
from steep.play.files import user_files

path = Path(sys.argv[1])
old, new = b"o" * 100_000, b"n" * 200_000
stages = 0
while True:
    path.write_bytes(old)
    for left in path.parent.glob(".*"):
        left.unlink()
    child = os.fork()
    if child == 0:
        left = stages
        def at_each_line(frame, event, argument):
            global left
            if frame.f_code.co_filename != user_files.__file__:
                return None
            if event == "line":
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1
            return at_each_line
        sys.settrace(at_each_line)
        user_files.write_whole(path, new)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert path.read_bytes() in (old, new), f"neither old nor new when killed at stage {stages}"
    if os.WIFEXITED(status):
        assert path.read_bytes() == new
        break
    stages += 1
print(stages)
"""


@needs_fork
def test_a_kill_at_any_line_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", KILL_AT_EACH_LINE, str(tmp_path / "file")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 10


def test_old_temporary_files_of_killed_writers_are_deleted(tmp_path: Path) -> None:
    old, recent, foreign = (tmp_path / name for name in (".file.7.tmp", ".file.8.tmp", ".other.9.tmp"))
    for path in (old, recent, foreign):
        path.write_bytes(b"")
    past = time.time() - STALE_SECONDS - 60
    for path in (old, foreign):
        os.utime(path, (past, past))
    write_whole(tmp_path / "file", b"")
    assert sorted(tmp_path.iterdir()) == sorted([recent, foreign, tmp_path / "file"])


def test_the_reason_of_an_error_is_the_systems_text() -> None:
    assert reason_of(OSError(errno.EACCES, "Permission denied")) == "Permission denied"
    assert reason_of(OSError("no such thing")) == "no such thing"


def test_what_a_killed_program_left_of_a_save_goes_at_the_next_start(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    dirs = context.dirs
    dirs.replays.mkdir(parents=True)
    of_the_save = dirs.data / ".save.steep.4711.tmp"
    old, new = dirs.replays / ".a.replay.4711.tmp", dirs.replays / ".b.replay.4712.tmp"
    for file in (of_the_save, old, new):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    context.delete_temporaries()
    assert [file.exists() for file in (of_the_save, old, new)] == [False, False, True], "another may be writing b"


def test_what_another_program_is_saving_stays(tmp_path: Path) -> None:
    context, other = a_context(tmp_path), a_context(tmp_path)
    assert other.claim()
    of_the_save = context.dirs.data / ".save.steep.4711.tmp"
    of_the_save.write_bytes(b"half")
    context.delete_temporaries()
    assert of_the_save.exists()
