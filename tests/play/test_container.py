"""No sealed file makes its reader take more than there may be."""

from __future__ import annotations

import io
import os
import zlib
from pathlib import Path

import pytest

from limited_process import run_steep
from steep.play.files import container
from steep.play.files.container import ContainerError, Kind, container_from, decompress, read_container

KIND = Kind("Steep test file", b"steep test \n", 1)


def test_what_was_compressed_comes_back() -> None:
    assert decompress(zlib.compress(b"abc"), 3) == b"abc"


@pytest.mark.parametrize(
    "packed", [zlib.compress(bytes(10**9)), zlib.compress(b"abcd"), zlib.compress(b"abc")[:-1], b"x"]
)
def test_no_more_is_unpacked_than_there_may_be(packed: bytes) -> None:
    with pytest.raises(ContainerError, match="holds what no Steep writes"):
        decompress(packed, 3)


def test_no_more_is_read_than_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = container.container_bytes(KIND, {}, bytes(1_000))
    monkeypatch.setattr(container, "MAX_BYTES", 999)
    with pytest.raises(ContainerError, match="holds what no Steep writes: 1_002 bytes"):
        container_from(KIND, io.BytesIO(whole))


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.steep"
    with path.open("wb") as file:
        file.write(container.container_bytes(KIND, {}, b""))
        file.truncate(2**40)
    with pytest.raises(OSError, match="it has 1_099_511_627_776 bytes"):
        read_container(KIND, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_replay_that_is_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.steep"
    os.mkfifo(path)
    ran = run_steep("replay", "--verify", str(path))
    assert (ran.code, ran.errors) == (2, f"steep: {path}: the replay cannot be read: it is not a regular file\n")
