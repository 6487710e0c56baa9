"""Builds Steep's distributions: setuptools makes them, and wheels get the rules' libraries.

`pip install .` compiles them by the machine's C compiler; where there is none, by Zig's, which it then installs for the
build. `--config-settings=target=NAME` names another target, or `pure` for a wheel of Python alone. Run as a program,
which needs the packages `setuptools` and `ziglang`, it makes wheels for all targets on one machine:

    python tools/build_backend.py [--to FOLDER] [TARGET ...]
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[1]

ZIG = "ziglang>=0.15; platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
"""The requirement of builds without a C compiler. Elsewhere there is no Zig to install, and the wheel is pure."""

PURE, HERE = "pure", "here"

SHIPPED = "steep/core/native/shipped"


class Target(NamedTuple):
    """Zig's name of it, the tag of its wheel, how libraries end, and whether there are others for x86-64-v3."""

    zig: str
    tag: str
    suffix: str
    has_v3: bool = False


TARGETS = {
    "linux-x86_64": Target("x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", ".so", has_v3=True),
    "linux-aarch64": Target("aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", ".so"),
    "musl-x86_64": Target("x86_64-linux-musl", "musllinux_1_2_x86_64", ".so", has_v3=True),
    "musl-aarch64": Target("aarch64-linux-musl", "musllinux_1_2_aarch64", ".so"),
    "macos-arm64": Target("aarch64-macos.11.0", "macosx_11_0_arm64", ".dylib"),
    "macos-x86_64": Target("x86_64-macos.11.0", "macosx_11_0_x86_64", ".dylib"),
    "windows-x86_64": Target("x86_64-windows-gnu", "win_amd64", ".dll"),
}
"""The targets that Zig compiles for on any machine. `here` is this machine, `pure` any."""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What a wheel is built with: Zig for another machine, and where no C compiler works."""
    target, rest = split_settings(config_settings)
    needs_zig = target in TARGETS or (target == HERE and not has_compiler())
    return [*build_meta.get_requires_for_build_wheel(rest), *([ZIG] if needs_zig else [])]


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build a wheel for a target: by default for this machine. It is pure where nothing compiles the rules."""
    target, rest = split_settings(config_settings)
    remove_stale_copy()
    name = str(build_meta.build_wheel(wheel_directory, rest, metadata_directory))
    if target == PURE:
        return name
    pure = Path(wheel_directory) / name
    made = wheel_with_libraries(pure, target)
    if made is not None:
        pure.unlink()
    return name if made is None else made


def remove_stale_copy() -> None:
    """Remove the files that setuptools copied at an earlier build. It would pack those that are gone since, too."""
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)


def split_settings(config_settings: Any) -> tuple[str, Any]:
    """The target, and the settings for setuptools."""
    rest = dict(config_settings or {})
    target = rest.pop("target", HERE)
    if target not in (PURE, HERE, *TARGETS):
        raise ValueError(f"found target={target}; allowed: {', '.join((HERE, PURE, *TARGETS))}")
    return target, rest or None


def has_compiler() -> bool:
    """Whether a C compiler of this machine works."""
    sys.path.insert(0, str(ROOT / "src"))
    try:
        from steep.core.native.compilers import first_that_works

        with tempfile.TemporaryDirectory() as folder:
            return first_that_works(Path(folder)) is not None
    finally:
        sys.path.pop(0)


def wheel_with_libraries(pure: Path, target: str) -> str | None:
    """Make a wheel for a target beside a pure one; its name. None where nothing compiles the rules."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(pure) as wheel:
            wheel.extractall(folder)
        # The libraries are named after the files of the wheel, so these are what is compiled.
        run = "import sys; from build_backend import compile_libraries; compile_libraries(*sys.argv[1:])"
        path = os.pathsep.join([folder, str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", run, folder, target], env={**os.environ, "PYTHONPATH": path}, check=False
        )
        if done.returncode != 0:
            if target in TARGETS:
                raise SystemExit(f"the rules could not be compiled for {target}")
            print("the rules could not be compiled; the wheel is a pure one", file=sys.stderr)
            return None
        tag = TARGETS[target].tag if target in TARGETS else sysconfig.get_platform().replace("-", "_").replace(".", "_")
        return retagged(pure, Path(folder) / SHIPPED, f"py3-none-{tag}")


def compile_libraries(package: str, target: str) -> None:
    """Compile all libraries for a target into an unpacked wheel, which is also what is imported."""
    # Rules need nothing but Python. These stand for what the environment's modules import beside them.
    environment, numpy, typing = ModuleType("steep.env"), ModuleType("numpy"), ModuleType("numpy.typing")
    environment.__path__ = [f"{package}/steep/env"]
    vars(typing).update(ArrayLike=None, NDArray=None)
    sys.modules |= {"steep.env": environment, "numpy": numpy, "numpy.typing": typing}

    from steep.core.native import compilers, libraries
    from steep.core.native.libraries import ENTRY_POINTS, entry_points
    from steep.core.native.unit import translate

    folder = Path(package, SHIPPED)
    folder.mkdir()
    levels: dict[str, tuple[str, ...]] = {"": ()}
    if target in TARGETS:
        zig, _, suffix, has_v3 = TARGETS[target]
        compiler = compilers.Compiler(compilers.zig(zig), f"Zig's compiler for {target}")
        levels |= {"-v3": compilers.V3} if has_v3 else {}
    else:
        found = compilers.first_that_works(folder)
        if found is None:
            raise SystemExit(compilers.NO_COMPILER)
        compiler, suffix = found, compilers.suffix()
        levels = {"-v3": compilers.V3} if compilers.has_v3() else levels
    for name in ENTRY_POINTS:
        source = translate(entry_points(name))
        for level, flags in levels.items():
            made = folder / f"{name}-{libraries.source_key()}{level}{suffix}"
            own_name = [f"-Wl,-install_name,@rpath/{made.name}"] if suffix == ".dylib" else []
            compilers.compile_c(source, made, ["-Wl,-s", *own_name, *flags], compiler)
            libraries.note_sum(made)
    for file in folder.iterdir():
        if file.suffix not in (suffix, ".sum") or file.stem == "try":
            file.unlink()


def retagged(pure: Path, libraries: Path, tag: str) -> str:
    """Write a wheel with the files of a pure one, and libraries, under another tag; its name."""
    made = pure.with_name(pure.name.replace("py3-none-any", tag))
    with zipfile.ZipFile(pure) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
        files = {each: before.read(each) for each in before.infolist()}
        (record,) = (each for each in files if each.filename.endswith(".dist-info/RECORD"))
        for library in sorted(libraries.iterdir()):
            entry = zipfile.ZipInfo(f"{SHIPPED}/{library.name}", record.date_time)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            files[entry] = library.read_bytes()
        rows = io.StringIO()
        table = csv.writer(rows, lineterminator="\n")
        del files[record]
        for entry, content in files.items():
            if entry.filename.endswith(".dist-info/WHEEL"):
                told = content.decode().replace("Tag: py3-none-any", f"Tag: {tag}")
                content = told.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false").encode()
            after.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            table.writerow([entry.filename, f"sha256={digest}", len(content)])
        table.writerow([record.filename, "", ""])
        after.writestr(record, rows.getvalue())
    return made.name


def main() -> None:
    """Make wheels for all targets, or for those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"of {', '.join((PURE, *TARGETS))}; all by default"
    )
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER", help="by default dist")
    options = parser.parse_args()
    unknown = {*options.targets} - {PURE, *TARGETS}
    if unknown:
        parser.error(f"found {', '.join(sorted(unknown))}; allowed: {', '.join((PURE, *TARGETS))}")
    wanted, folder = options.targets or [PURE, *TARGETS], options.to.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as building:
        remove_stale_copy()
        pure = Path(building, build_meta.build_wheel(building))
        for target in wanted:
            name = pure.name if target == PURE else wheel_with_libraries(pure, target)
            assert name is not None
            shutil.copyfile(pure.with_name(name), folder / name)
            print(folder / name, flush=True)


if __name__ == "__main__":
    main()
