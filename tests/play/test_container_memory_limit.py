"""Reading a container never takes more memory than the limit."""

from __future__ import annotations

import io
import os
import zlib
from pathlib import Path

import pytest

from compressed_zeros import compressed_gigabyte
from run_steep_with_limits import run_steep
from steep.play.files import container
from steep.play.files.container import ContainerError, Kind, container_from, decompress, read_container

KIND = Kind("Steep test file", b"steep test \n", 1)


def test_compressed_data_survives_decompressing() -> None:
    assert decompress(zlib.compress(b"abc"), 3) == b"abc"


@pytest.mark.parametrize(
    "packed",
    [compressed_gigabyte(), zlib.compress(b"abcd"), zlib.compress(b"abc")[:-1], b"x"],
    ids=["a gigabyte", "a byte more", "half", "noise"],
)
def test_data_that_decompresses_to_another_size_is_refused(packed: bytes) -> None:
    with pytest.raises(ContainerError, match="is invalid"):
        decompress(packed, 3)


def test_a_container_larger_than_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = container.container_bytes(KIND, {}, bytes(1_000))
    monkeypatch.setattr(container, "MAX_BYTES", 999)
    with pytest.raises(ContainerError, match="is invalid: 1_002 bytes"):
        container_from(KIND, io.BytesIO(data))


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.steep"
    with path.open("wb") as file:
        file.write(container.container_bytes(KIND, {}, b""))
        file.truncate(2**40)
    with pytest.raises(OSError, match="it has 1_099_511_627_776 bytes"):
        read_container(KIND, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_replay_that_is_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "pipe.steep"
    os.mkfifo(path)
    run = run_steep("replay", "--verify", str(path))
    assert (run.code, run.errors) == (2, f"steep: {path}: this replay cannot be read: it is not a regular file\n")
