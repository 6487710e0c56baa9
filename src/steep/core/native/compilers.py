"""Builds libraries from C: with the machine's compiler, or with Zig's, which the package `ziglang` has."""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FLAGS = (
    "-std=gnu11",
    "-O3",
    "-fwrapv",  # integers wrap
    "-ffp-contract=off",  # floats have the same bits as in Python
    "-fno-math-errno",
    "-fvisibility=hidden",
    "-shared",
    "-w",
)

V3 = "-march=x86_64_v3"


class CannotBuild(Exception):  # noqa: N818
    """No library can be built here. The message says why, and what to do."""


@dataclass(frozen=True)
class Compiler:
    """A C compiler: the words that start it, and its name and version."""

    command: tuple[str, ...]
    version: str


@functools.cache
def find_compiler() -> Compiler:
    """The compiler of `CC`, the machine's, or Zig's. Raises `CannotBuild` if there is none."""
    named = os.environ.get("CC", "").split()
    for command in filter(None, [named, ["cc"], ["gcc"], ["clang"]]):
        if shutil.which(command[0]) and (version := _version(command)):
            return Compiler(tuple(command), version)
    if importlib.util.find_spec("ziglang") is not None:
        command = [sys.executable, "-m", "ziglang", "cc"]
        if version := _version(command):
            return Compiler(tuple(command), version)
    raise CannotBuild('there is no C compiler: install gcc or clang, or "pip install ziglang"')


def _version(command: Sequence[str]) -> str:
    """The first line of what a compiler says of itself; empty if it doesn't run."""
    try:
        told = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.partition("\n")[0].strip()


def has_v3() -> bool:
    """Whether the processor has the instructions of x86-64-v3. Only Linux is asked."""
    try:
        flags = Path("/proc/cpuinfo").read_text("utf-8", "replace").partition("\nflags")[2].partition("\n")[0].split()
    except OSError:
        return False
    return {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm"} <= set(flags)


def suffix() -> str:
    """How the names of libraries end on this system."""
    return {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


def machine() -> str:
    """The system and the processor, as in `linux-x86_64`."""
    return f"{sys.platform}-{platform.machine().lower()}"


def build(source: str, target: Path, flags: Sequence[str] = (), compiler: Compiler | None = None) -> None:
    """Compile C to a library, which appears whole or not at all. One that is there already is left alone.

    Raises `CannotBuild` when the compiler fails, and `OSError` when the folder can't be written to.
    """
    compiler = compiler or find_compiler()
    pic = () if sys.platform == "win32" else ("-fPIC",)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".building-") as folder:
        code, made = Path(folder) / "rules.c", Path(folder) / target.name
        code.write_text(source, "utf-8")
        command = [*compiler.command, *FLAGS, *pic, *flags, str(code), "-o", str(made)]
        # Ctrl-C should reach this process alone, which then ends the compiler.
        told = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, start_new_session=True
        )
        if told.returncode != 0:
            raise CannotBuild(f"{compiler.version} can't compile the rules: {told.stderr.strip()[-400:]}")
        if not target.exists():
            made.replace(target)
