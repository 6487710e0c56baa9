"""Libraries are built once, kept whole, and loaded only if nobody else could have written them.

Whatever is in the way is told in one line, and the rule runs all the same.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from steep.core.native import compilers, libraries
from steep.core.native.libraries import entry_points, is_whole, library_with
from steep.core.native.native_rule import NativeRule
from steep.core.native.unit import translate
from steep.core.rule_decorator import rule

PLAIN, NATIVE = "plain", "native"

ALONE = "steep: the compiled rules can't be kept, so each command compiles them again: "
SLOW = "steep: the rules run in plain Python, which is slow: "

is_root = hasattr(os, "geteuid") and os.geteuid() == 0

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions, and no shell scripts")

pytestmark = pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no C compiler")


@rule
def double(a: int) -> int:
    return a * 2


def forget() -> None:
    """Become like a new process."""
    libraries._loaded.clear()
    libraries._announced.clear()
    libraries._private_folder.cache_clear()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The cache's folder, which is not there yet."""
    monkeypatch.setattr(libraries, "_loaded", {})
    monkeypatch.setattr(libraries, "cache_folder", lambda: tmp_path / "cache" / "rules")
    forget()
    yield tmp_path / "cache" / "rules"
    libraries._private_folder.cache_clear()


def run() -> str:
    """Which form of a rule runs. It gives the right number in each."""
    native = NativeRule(double, lambda: library_with(double))
    assert native(21) == 42
    return PLAIN if native.function is None else NATIVE


def kept(cache: Path) -> Path:
    (file,) = cache.glob(f"*{compilers.suffix()}")
    return file


def lines(capfd: pytest.CaptureFixture[str]) -> list[str]:
    return capfd.readouterr().err.splitlines()


def compiler(folder: Path, body: str) -> str:
    """A compiler that does something before it is the machine's; how `CC` names it."""
    script = folder / "compiler"
    script.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo pretended && exit\n{body}\nexec cc "$@"\n')
    script.chmod(0o755)
    return str(script)


def test_a_library_is_built_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run() == NATIVE
    forget()
    monkeypatch.setattr(libraries, "compile_c", None)
    assert run() == NATIVE
    assert lines(capfd) == []
    assert {path.suffix for path in cache.iterdir()} == {compilers.suffix(), ".sum", ".lock"}
    if os.name == "posix":
        assert [stat.S_IMODE(path.stat().st_mode) for path in (cache, kept(cache))] == [0o700, 0o600]


@pytest.mark.parametrize("harm", ["cut", "changed", "without its hash"])
def test_a_damaged_library_is_built_again(cache: Path, harm: str, capfd: pytest.CaptureFixture[str]) -> None:
    run()
    file = kept(cache)
    content = file.read_bytes()
    if harm == "without its hash":
        file.with_suffix(".sum").unlink()
    else:
        file.unlink()  # what is loaded must stay as it is
        file.write_bytes(content[:-100] if harm == "cut" else content[:-1] + bytes([content[-1] ^ 1]))
    forget()
    assert run() == NATIVE
    assert lines(capfd) == [f"steep: {file} is damaged, and is built again"]
    assert is_whole(file)


def test_another_library_in_its_place_is_found_by_its_hash(cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    @rule
    def triple(a: int) -> int:
        return a * 3

    run()
    file = kept(cache)
    assert library_with(triple) is not None
    (other,) = set(cache.glob(f"*{compilers.suffix()}")) - {file}
    for suffix in (compilers.suffix(), ".sum"):
        file.with_suffix(suffix).unlink()
        file.with_suffix(suffix).write_bytes(other.with_suffix(suffix).read_bytes())
    forget()
    assert run() == NATIVE
    assert lines(capfd) == [f"steep: {file} is damaged, and is built again"]


@pytest.mark.skipif(not is_root, reason="only root gives files away")
@pytest.mark.parametrize("what", ["library", "hash", "folder", "folder above"])
def test_what_belongs_to_another_user_is_not_loaded(cache: Path, what: str, capfd: pytest.CaptureFixture[str]) -> None:
    run()
    file = kept(cache)
    path = {"library": file, "hash": file.with_suffix(".sum"), "folder": cache, "folder above": cache.parent}[what]
    os.chown(path, 12345, 12345)
    forget()
    assert run() == NATIVE
    assert lines(capfd) == [f"{ALONE}{path} belongs to another user, or other users can write to it"]


@posix
@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_what_others_may_write_to_is_not_loaded(cache: Path, mode: int, capfd: pytest.CaptureFixture[str]) -> None:
    run()
    file = kept(cache)
    for path in (file, cache):
        before = stat.S_IMODE(path.stat().st_mode)
        path.chmod(before | mode)
        forget()
        assert run() == NATIVE
        path.chmod(before)
        assert lines(capfd) == [f"{ALONE}{path} belongs to another user, or other users can write to it"]


@posix
def test_without_a_cache_all_is_built_in_one_private_folder(cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    @rule
    def triple(a: int) -> int:
        return a * 3

    cache.parent.parent.mkdir(exist_ok=True)
    cache.parent.write_text("a file is where the folder should be")
    assert run() == NATIVE
    assert NativeRule(triple, lambda: library_with(triple))(2) == 6
    (line,) = lines(capfd)
    assert line.startswith(ALONE)
    private = libraries._private_folder()
    assert len(list(private.glob(f"*{compilers.suffix()}"))) == 2
    if os.name == "posix":
        assert stat.S_IMODE(private.stat().st_mode) == 0o700


def test_the_private_folder_is_gone_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    ran = use_in_process(tmp_path, tmp_path / "cache", TMPDIR=str(tmp_path / "tmp"))
    assert ran.communicate(timeout=60)[1].startswith(ALONE)
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.fixture
def mounted(cache: Path) -> Iterator[Path]:
    """The cache as a file system of its own."""
    cache.parent.mkdir()
    cache.mkdir(0o700)
    mount = ["mount", "-t", "tmpfs", "-o", "mode=700", "tmpfs", str(cache)]
    if sys.platform != "linux" or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("only root mounts file systems, and not everywhere")
    yield cache
    subprocess.run(["umount", "--lazy", str(cache)], check=True)


def remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)
    forget()


def test_a_folder_that_forbids_execution_is_loaded_from_a_copy(
    mounted: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    remount(mounted, "noexec")
    assert run() == NATIVE
    forget()
    monkeypatch.setattr(libraries, "compile_c", None)
    assert run() == NATIVE
    first, second = lines(capfd)
    assert first.startswith(ALONE)
    assert first == second


def test_a_cache_that_only_can_be_read_is_read(mounted: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run()
    remount(mounted, "ro")
    assert run() == NATIVE
    assert lines(capfd) == []


def test_a_cache_that_can_not_be_written_to_is_told_of(mounted: Path, capfd: pytest.CaptureFixture[str]) -> None:
    remount(mounted, "ro")
    assert run() == NATIVE
    (line,) = lines(capfd)
    assert line.startswith(ALONE)


def test_where_nothing_can_be_loaded_the_rule_is_plain(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refused(path: str) -> None:
        raise OSError("failed to map segment from shared object")

    monkeypatch.setattr(ctypes, "CDLL", refused)
    assert run() == PLAIN
    alone, slow = lines(capfd)
    assert alone.startswith(ALONE)
    assert slow.startswith(SLOW)
    assert run() == PLAIN
    assert lines(capfd) == [], "it is told once"


def test_without_a_compiler_the_rule_is_plain(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert run() == PLAIN
    assert lines(capfd) == [
        f'{SLOW}there is no C compiler: install gcc or clang, or "pip install ziglang"',
    ]


@posix
def test_the_next_compiler_is_tried_when_one_fails(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, "echo 'rules.c:3: error: no headers' >&2; exit 1"))
    assert run() == NATIVE
    assert lines(capfd) == []


@posix
def test_when_each_compiler_fails_the_rule_is_plain(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = compiler(tmp_path, "echo 'In file included:\nrules.c:3: error: no headers\nand so on' >&2; exit 1")
    monkeypatch.setattr(libraries, "compilers", lambda: iter([compilers.Compiler((failing,), "a compiler")]))
    assert run() == PLAIN
    assert lines(capfd) == [f"{SLOW}a compiler can't compile the rules: rules.c:3: error: no headers"]
    assert [path.suffix for path in cache.iterdir()] == [".lock"], "nothing is left"


def use_in_process(folder: Path, cache: Path, **env: str) -> subprocess.Popen[str]:
    """Run a rule in another process, which prints whether there was a library."""
    module = folder / "rules_of_test.py"
    module.write_text(
        textwrap.dedent("""
        import sys
        from pathlib import Path
        from steep.core.native import libraries
        from steep.core.rule_decorator import rule

        @rule
        def triple(a: int) -> int:
            return a * 3

        libraries.cache_folder = lambda: Path(sys.argv[1])
        print(libraries.library_with(triple) is not None)
        """)
    )
    if "TMPDIR" in env:
        Path(env["TMPDIR"]).mkdir()
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, str(module), str(cache)],
        env={**os.environ, "PYTHONPATH": path, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@posix
def test_two_processes_build_a_library_once(cache: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "go")
    env = {"CC": compiler(tmp_path, f"echo once >> {tmp_path}/calls; read line < {tmp_path}/go")}
    processes = [use_in_process(tmp_path, cache, **env) for _ in range(2)]
    (tmp_path / "go").write_text("go\n")
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert out == "True\n", err
    assert (tmp_path / "calls").read_text() == "once\n"


@posix
def test_a_process_that_is_killed_while_it_builds_leaves_nothing_that_is_loaded(cache: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "go")
    process = use_in_process(tmp_path, cache, CC=compiler(tmp_path, f"read line < {tmp_path}/go"))
    with (tmp_path / "go").open("w"):  # waits for the compiler, which waits until this is closed
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
        assert list(cache.glob(f"*{compilers.suffix()}")) == []
        (left,) = cache.glob(".building-*")
        os.utime(left, (0, 0))
        again = use_in_process(tmp_path, cache)
        assert again.communicate(timeout=60) == ("True\n", "")
        assert is_whole(kept(cache))
        assert list(cache.glob(".building-*")) == []
    process.communicate(timeout=60)


@pytest.fixture
def quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(libraries.MORE_FLAGS, "-O0")


@pytest.mark.usefixtures("quickly_compiled")
def test_a_library_that_plays_another_way_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:

    def wrong(rules: object) -> str:
        source, count = re.subn(r"(\(int64_t v_[^)]*\) \{(?s:.*?))\b100LL\b", r"\g<1>101LL", translate(rules))  # type: ignore[arg-type]
        assert count > 0
        return source

    monkeypatch.setattr(libraries, "translate", wrong)
    assert libraries.load("floors") is None
    building, slow = lines(capfd)
    assert building == f"steep: {libraries.BUILDING}"
    assert slow.startswith(f"{SLOW}{kept(cache)} failed its self-test, which ended with 1: its ")
    assert "differed from the plain rules'" in slow
    assert list(cache.glob("*.tested")) == []


@pytest.mark.slow  # the library is built again for an end of the self-test that is refused as any other
@posix
@pytest.mark.usefixtures("quickly_compiled")
def test_a_library_that_crashes_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        libraries,
        "translate",
        lambda rules: translate(rules).replace("BEGIN_CALL(given);", "BEGIN_CALL(given); __builtin_trap();"),
    )
    assert libraries.load("floors") is None
    assert lines(capfd)[1:] == [f"{SLOW}{kept(cache)} failed its self-test, which ended with {-signal.SIGILL}"]


def test_of_two_libraries_it_is_told_once_that_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(libraries, "translate", lambda _rules: "")
    monkeypatch.setattr(libraries, "compile_c", lambda _source, made, *_: made.touch())
    monkeypatch.setattr(libraries, "_opened", lambda _file: None)
    first, second = (libraries._found(name, (), libraries.tell) for name in ("games", "floors"))
    assert is_whole(first)
    assert is_whole(second)
    assert lines(capfd) == [f"steep: {libraries.BUILDING}"]


@pytest.mark.usefixtures("quickly_compiled")
def test_a_library_is_tested_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert libraries.load("floors") is not None
    assert len(list(cache.glob("*.tested"))) == 1
    assert lines(capfd) == [f"steep: {libraries.BUILDING}"]
    assert libraries.is_ready("floors")
    forget()
    assert libraries.is_ready("floors")
    monkeypatch.setattr(libraries, "SELF_TEST", "none")
    assert libraries.load("floors") is not None
    assert lines(capfd) == []


@posix
def test_a_cache_of_somebody_else_is_not_ready(cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    assert not libraries.is_ready("games")
    assert libraries.can_load("games")


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library that came with the package."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    monkeypatch.setattr(libraries, "SHIPPED", folder)
    monkeypatch.setattr(libraries, "has_v3", lambda: False)
    file = folder / f"floors-{libraries.source_key()}{compilers.suffix()}"
    compilers.compile_c(translate(entry_points("floors")), file, ["-O0"], next(compilers.compilers()))
    libraries.note_sum(file)
    return file


def test_a_shipped_library_needs_no_compiler(
    shipped: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(libraries, "compilers", lambda: iter(()))
    assert libraries.is_ready("floors")
    assert not libraries.can_load("games")
    assert libraries.load("floors") is not None
    assert lines(capfd) == []
    faster = shipped.with_stem(f"{shipped.stem}-v3")
    faster.write_bytes(shipped.read_bytes())
    assert libraries.shipped("floors") == shipped
    monkeypatch.setattr(libraries, "has_v3", lambda: True)
    assert libraries.shipped("floors") == faster
    shipped.unlink()  # what is loaded must stay as it is
    shipped.write_bytes(b"damaged")
    faster.unlink()
    forget()
    assert libraries.load("floors") is None
    assert lines(capfd) == [
        f"steep: the library that came with Steep can't be used: {shipped} is damaged",
        f"{SLOW}{compilers.NO_COMPILER}",
    ]
