"""Compiles C to libraries: with the machine's compiler, or with Zig's, which the package `ziglang` has."""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
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

V3 = ("-mavx2", "-mbmi", "-mbmi2", "-mf16c", "-mfma", "-mlzcnt", "-mmovbe")
"""What makes code for x86-64-v3. Older compilers have no name for it."""

NO_COMPILER = 'there is no C compiler: install gcc or clang, or "pip install ziglang"'


class CannotBuild(Exception):  # noqa: N818
    """No library can be built here. The message is one line that says why, and what to do."""


@dataclass(frozen=True)
class Compiler:
    """A C compiler: the words that start it, and its name and version."""

    command: tuple[str, ...]
    version: str


def compilers() -> Iterator[Compiler]:
    """The C compilers that run on this machine: that of `CC`, the system's, and Zig's."""
    for words in (os.environ.get("CC", "").split(), ["cc"], ["gcc"], ["clang"]):
        if words and shutil.which(words[0]) and (version := _version(tuple(words))):
            yield Compiler(tuple(words), version)
    if importlib.util.find_spec("ziglang") is not None and (version := _version(zig())):
        # By itself Zig compiles for this very processor.
        yield Compiler((*zig(), "-mcpu=baseline"), f"Zig's {version}")


def zig(target: str = "") -> tuple[str, ...]:
    """The words that start Zig's compiler, for this machine or for a target such as `aarch64-linux-musl`."""
    return (sys.executable, "-m", "ziglang", "cc", *(("-target", target) if target else ()))


@functools.cache
def _version(command: tuple[str, ...]) -> str:
    """The first line of what a compiler says of itself; empty if it doesn't run."""
    try:
        told = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.partition("\n")[0].strip()


@functools.cache
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
    """The system, the processor and the C library, as in `linux-x86_64-x86_64-pc-linux-gnu`."""
    return f"{sys.platform}-{platform.machine().lower()}-{sysconfig.get_config_var('HOST_GNU_TYPE') or ''}"


def compile_c(source: str, made: Path, flags: Sequence[str], compiler: Compiler) -> None:
    """Compile C to a library. Raises `CannotBuild` when the compiler fails, and `OSError` for a folder without room."""
    code = made.with_suffix(".c")
    code.write_text(source, "utf-8")
    pic = () if made.suffix == ".dll" else ("-fPIC",)
    # Ctrl-C should reach this process alone, which then ends the compiler.
    told = subprocess.run(  # noqa: S603
        [*compiler.command, *FLAGS, *pic, *flags, str(code), "-o", str(made)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        start_new_session=True,
    )
    if told.returncode != 0 or not made.exists():
        lines = [line.strip() for line in told.stderr.splitlines() if line.strip()]
        why = next((line for line in lines if "error" in line), [*lines, f"exit code {told.returncode}"][0])
        raise CannotBuild(f"{compiler.version} can't compile the rules: {why[:300]}")


def first_that_works(folder: Path) -> Compiler | None:
    """The first compiler that makes a library from the headers that rules need; None if there is none."""
    for compiler in compilers():
        try:
            compile_c("#include <setjmp.h>\n#include <stdint.h>\n", folder / f"try{suffix()}", (), compiler)
        except CannotBuild:
            continue
        return compiler
    return None
