"""Wheels for a platform carry the rules' libraries; to build them takes Python and a C compiler, and nothing else."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from steep.core.native.compilers import compilers, has_v3, suffix
from steep.core.native.libraries import ENTRY_POINTS, source_key

ROOT = Path(__file__).parents[2]

IGNORED = (".*", "__pycache__", "*.egg-info", "build", "dist", "node_modules")


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("build_backend")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, so that the project stays clean."""
    copy = tmp_path_factory.mktemp("copy") / "steep"
    folders = shutil.ignore_patterns(*IGNORED, "tests", "docs", "web", "benchmarks", "examples")
    shutil.copytree(ROOT, copy, ignore=folders)
    return copy


def build(project: Path, folder: Path, target: str) -> Path:
    """Build a wheel as pip does: the backend in a process, in the project's folder."""
    code = "import sys, build_backend as b; print(b.build_wheel(sys.argv[1], {'target': sys.argv[2]}))"
    path = os.pathsep.join([str(project / "tools"), *(each for each in sys.path if "site-packages" in each)])
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder), target],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def pure(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel without libraries."""
    return build(project, tmp_path_factory.mktemp("wheel"), "pure")


def test_a_pure_wheel_has_no_library_but_all_that_makes_one(pure: Path) -> None:
    assert pure.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(pure).namelist()
    assert "steep/core/native/prelude.h" in names
    assert [name for name in names if "shipped" in name] == []


def test_a_wheel_with_libraries_says_so_and_lists_all_its_files(backend: Any, pure: Path, tmp_path: Path) -> None:
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    (libraries / "games-0123.so").write_bytes(b"code")
    wheel = pure.parent / backend.retagged(pure, libraries, "py3-none-manylinux_2_17_x86_64")
    assert wheel.name == pure.name.replace("any", "manylinux_2_17_x86_64")
    with zipfile.ZipFile(pure) as before, zipfile.ZipFile(wheel) as after:
        assert {*after.namelist()} == {*before.namelist(), "steep/core/native/shipped/games-0123.so"}
        (info,) = (after.read(name).decode() for name in after.namelist() if name.endswith("/WHEEL"))
        assert "\nTag: py3-none-manylinux_2_17_x86_64\n" in info
        assert "\nRoot-Is-Purelib: false\n" in info
        (record,) = (name for name in after.namelist() if name.endswith("/RECORD"))
        rows = {name: (digest, size) for name, digest, size in csv.reader(after.read(record).decode().splitlines())}
        assert rows.keys() == {*after.namelist()}
        for name, (digest, size) in rows.items():
            content = after.read(name)
            told = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert name == record or (digest, int(size)) == (f"sha256={told}", len(content))


@pytest.mark.slow
def test_rules_are_translated_without_numpy_and_gymnasium(tmp_path: Path) -> None:
    """So building a wheel requires none of them. Nothing is compiled here."""
    shutil.copytree(ROOT / "src" / "steep", tmp_path / "steep", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['gymnasium'] = sys.modules['platformdirs'] = None\n"
        "from steep.core.native import compilers\n"
        "compilers.compile_c = lambda source, made, flags, compiler: made.write_text(source)\n"
        "from build_backend import compile_libraries; compile_libraries(sys.argv[1], 'linux-x86_64')"
    )
    path = os.pathsep.join(
        [str(tmp_path), str(ROOT / "tools"), *(each for each in sys.path if "site-packages" in each)]
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], env={**os.environ, "PYTHONPATH": path}, check=True)
    made = {path.name for path in (tmp_path / "steep/core/native/shipped").iterdir()}
    stems = [f"{name}-{source_key()}{level}" for name in ENTRY_POINTS for level in ("", "-v3")]
    assert made == {stem + ending for stem in stems for ending in (".so", ".sum")}


def test_zig_is_required_only_where_no_compiler_works(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def required(target: str) -> bool:
        return any("ziglang" in each for each in backend.get_requires_for_build_wheel({"target": target}))

    assert [target for target in ("pure", "here", "musl-aarch64") if required(target)] == ["musl-aarch64"]
    monkeypatch.setattr(backend, "has_compiler", lambda: False)
    assert [target for target in ("pure", "here", "musl-aarch64") if required(target)] == ["here", "musl-aarch64"]


def test_a_target_that_is_none_is_refused(backend: Any) -> None:
    with pytest.raises(ValueError, match=re.escape("found target=beos; allowed: here, pure, linux-x86_64, ")):
        backend.get_requires_for_build_wheel({"target": "beos"})


def play_without_compiler(wheel: Path, folder: Path) -> str:
    """Unpack a wheel and play by it, where there is no compiler; standard error."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    code = (
        "from steep.core.native.libraries import load; assert load('games') is not None\n"
        "import steep.env; assert load('environment') is not None and load('floors') is not None\n"
        "import steep; print(steep.__file__)\n"
    )
    path = os.pathsep.join([str(folder), *(each for each in sys.path if "site-packages" in each)])
    env = {"PYTHONPATH": path, "PATH": "", "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == str(folder / "steep" / "__init__.py"), ran.stderr
    return ran.stderr


@pytest.mark.slow
@pytest.mark.skipif(next(compilers(), None) is None, reason="there is no C compiler")
def test_a_wheel_for_this_machine_plays_without_a_compiler(project: Path, tmp_path: Path) -> None:
    wheel = build(project, tmp_path, "here")
    names = [Path(name).name for name in zipfile.ZipFile(wheel).namelist() if "shipped" in name]
    level = "-v3" if has_v3() else ""
    stems = [f"{name}-{source_key()}{level}" for name in ENTRY_POINTS]
    assert {*names} == {stem + ending for stem in stems for ending in (suffix(), ".sum")}
    assert play_without_compiler(wheel, tmp_path / "unpacked") == ""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.uname().machine != "x86_64", reason="it is for another machine")
def test_a_wheel_that_zig_made_plays_without_a_compiler(project: Path, tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    assert play_without_compiler(build(project, tmp_path, "linux-x86_64"), tmp_path / "unpacked") == ""
