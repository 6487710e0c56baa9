"""Reads the files of a project as syntax trees, including Python 2 and broken files."""

from __future__ import annotations

import ast
import io
import os
import re
import signal
import stat
import threading
import time
import tokenize
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from steep.core.input_errors import InputError, printable
from steep.core.read_untrusted_files import read_regular_file
from steep.importing.output.import_report import ImportReport, Location

# Limits on the time and memory that reading a project may take.

MAX_SECONDS = 4.0
"""Processor time."""

MAX_MEGABYTES = 140
"""Growth of the process."""

SLICE_SECONDS = 0.02
"""Processor time between two checks."""


class TooMuchError(InputError):
    """Reading a project takes too much time or memory."""


class _Stop(BaseException):
    """Raised by the timer. It is not an Exception, so no code in between catches it."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise `TooMuchError` if the code in this context takes too much time or memory.

    It works only on Unix and in the main thread; elsewhere there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    end, max_memory = time.process_time() + MAX_SECONDS, megabytes() + MAX_MEGABYTES
    reasons: list[str] = []  # Python changes the message of an exception that is raised during decoding.

    def check(_signal: int, _frame: object) -> None:
        if time.process_time() > end:
            reasons.append(f"more than {MAX_SECONDS:g} seconds")
            raise _Stop
        if megabytes() > max_memory:
            reasons.append(f"more than {MAX_MEGABYTES} megabytes of memory")
            raise _Stop

    before = signal.signal(signal.SIGPROF, check)
    signal.setitimer(signal.ITIMER_PROF, SLICE_SECONDS, SLICE_SECONDS)
    try:
        yield
    except _Stop:
        raise _too_much(reasons[0]) from None
    except MemoryError:
        # The process can reach a limit of its own between two checks.
        raise _too_much("more memory than there is") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _too_much(what: str) -> TooMuchError:
    return TooMuchError(f"takes {what} to read; try a part of it, such as the file with the tables")


def megabytes() -> int:
    """The peak memory of this process."""
    import resource
    import sys

    # macOS reports bytes, all others kilobytes.
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


MAX_FILES = 2_000
MAX_FOLDERS = 10_000
MAX_BYTES = 1024 * 1024
"""Size limit of one file. Large scripts have a tenth of it."""
MAX_TOKENS = 200_000
"""Tokens in all files, about 700 KB of code. Python's syntax tree takes up to 0.6 KB for each."""

TOKEN = re.compile(r"\w+|[^\w\s]|\n")

SKIPPED_FOLDERS = frozenset(
    ("__pycache__", "build", "dist", "env", "node_modules", "site-packages", "venv", "virtualenv", "lib64")
)
"""Folders with installed or built code. Hidden folders are skipped, too."""

TEST_FOLDERS = frozenset(("test", "tests", "testing"))
OLD_WORDS = frozenset(("old", "backup", "bak", "deprecated", "unused"))
"""Words at the end of a file's name that say that the game no longer uses it."""

VIRTUAL_ENVIRONMENT = "pyvenv.cfg"
"""A file that marks a virtual environment, whatever its folder is called."""


@dataclass(frozen=True, slots=True)
class PythonSource:
    """The text of one file."""

    file: str
    """Its path from the project's folder, with slashes."""
    text: str

    @classmethod
    def of(cls, file: str, data: bytes) -> PythonSource:
        """A file with these bytes. Its lines end in newlines."""
        text = data.decode(encoding_of(data), errors="replace")
        return cls(file, text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " "))


def read_sources(path: Path, report: ImportReport) -> list[PythonSource]:
    """Read all Python files in a folder, or one file. Raises `InputError` if there is none."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{path}: cannot be read ({reason}); give a file or a project's folder") from None
    if stat.S_ISREG(mode):
        sources = [source for source in (read_source(path, path.name, report),) if source]
    elif stat.S_ISDIR(mode):
        sources = read_folder(path, report)
    else:
        raise InputError(f"{path}: is neither a file nor a folder")
    if not sources:
        why = f": {next(iter(report.unread))}" if report.unread else ""
        raise InputError(f"{path}: found nothing to read{why}; Steep reads Python, and tables in other languages")
    return sources


def read_folder(folder: Path, report: ImportReport) -> list[PythonSource]:
    """The files under a folder, sorted by path, within the limits."""
    sources: list[PythonSource] = []
    tokens_left = MAX_TOKENS
    files = [(path, path.relative_to(folder).as_posix()) for path in python_files(folder, report)]
    unused = [name for _, name in files if is_test_or_old(name)]
    if unused and len(unused) < len(files):
        more = f" and {len(unused) - 3} more" if len(unused) > 3 else ""
        report.add_unread(f"tests and old versions: {', '.join(map(printable, unused[:3]))}{more}")
        files = [(path, name) for path, name in files if name not in unused]
    for count, (path, name) in enumerate(files):
        if count == MAX_FILES:
            report.add_unread(f"more than {count} files: those from {name} on")
            break
        source = read_source(path, name, report)
        if source is not None:
            tokens_left -= tokens_of(source.text)
            if tokens_left < 0:
                report.add_unread(f"more than {MAX_TOKENS:_} tokens: the files from {name} on")
                break
            sources.append(source)
    return sources


def python_files(folder: Path, report: ImportReport) -> Iterator[Path]:
    """Paths that end in .py or .pyw, top folders first. Linked folders are not entered."""
    walk = os.walk(folder, followlinks=False)
    for count, (here, folders, files) in enumerate(walk):
        if count == MAX_FOLDERS:
            report.add_unread(f"more than {MAX_FOLDERS} folders: those from {Path(here).name} on")
            return
        if VIRTUAL_ENVIRONMENT in files and count:
            folders.clear()
            continue
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name.lower() not in SKIPPED_FOLDERS
        )
        yield from (Path(here, name) for name in sorted(files) if name.lower().endswith((".py", ".pyw")))


def is_test_or_old(name: str) -> bool:
    """Whether a file is a test, or by its name an old version of another."""
    *folders, file = name.lower().split("/")
    words = file.rpartition(".")[0].replace("-", "_").split("_")
    return bool(
        TEST_FOLDERS.intersection(folders)
        or (len(words) > 1 and (words[-1] in OLD_WORDS or words[0] == "test"))
        or file == "conftest.py"
    )


def read_source(path: Path, name: str, report: ImportReport) -> PythonSource | None:
    """The text of a file, or None once a problem is reported."""
    location = Location(printable(name), 1)
    try:
        data = read_regular_file(path, MAX_BYTES)
    except OSError as error:
        report.add_unread(f"cannot be read ({error.strerror or error})", location)
        return None
    source = PythonSource.of(location.file, data)
    if "\0" in source.text:
        report.add_unread("not a text file", location)
        return None
    tokens = tokens_of(source.text)
    if tokens > MAX_TOKENS:
        report.add_unread(f"a file of {tokens:_} tokens; at most {MAX_TOKENS:_} are read", location)
        return None
    return source


def tokens_of(text: str) -> int:
    """The approximate number of tokens in a text. The size of its syntax tree grows with it."""
    return sum(1 for _ in TOKEN.finditer(text))


def encoding_of(data: bytes) -> str:
    """The encoding that a file declares; Windows-1252 if it can't decode all bytes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        with warnings.catch_warnings():
            # Some codecs warn about escapes.
            warnings.simplefilter("ignore")
            data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError):
        return "cp1252"
    return encoding


# Parses Python files, including Python 2 and broken ones: keeps what parses and reports the rest.

MAX_REPAIRS = 60
"""Lines blanked in one statement before it is skipped."""

MAX_JOINED = 40
"""Pieces joined again when a bracket or string continues at the left margin."""

MAX_TRIES = 4_000
"""Attempts at parsing pieces of one file."""

MAX_CHARACTERS = 3_000_000
"""Characters parsed by all these attempts together."""

MANY_PARTS = re.compile(r"(?<!\w)(?:\w++[\s\\]*+\.[\s\\]*+){64}")
"""A name with very many dots. The memory that Python's parser needs grows with the square of their number."""

CONTINUES = re.compile(r"(else|elif|except|finally)\b|[)\]}]")
"""Lines at the left margin that continue the statement before."""

HEADER = re.compile(r"(\s*)((if|elif|else|for|while|try|except|finally|with|def|class)\b.*):\s*(#.*)?$")

PYTHON_2 = (
    (re.compile(r"^(\s*)(print\b(?!\s*\().*|exec\s+[\"'].*)$"), r"\1pass"),
    (re.compile(r"^(\s*except\s+[\w.]+|\s*except\s*\([^)]*\))\s*,\s*(\w+)\s*:"), r"\1 as \2:"),
    (re.compile(r"<>"), "!="),
    (re.compile(r"\b(0|[1-9]\d*)L\b"), r"\1"),
)
"""Python 2 syntax that never holds a table, and its replacement."""

UNFINISHED = ("was never closed", "unterminated triple-quoted", "unexpected EOF", "unexpected end of file")


class Pieces:
    """Attempts at parsing the pieces of one file, with a limit."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.tries = 0
        self.read = 0
        """Characters."""

    @property
    def spent(self) -> bool:
        """Whether the limit is reached."""
        return self.tries >= MAX_TRIES or self.read >= MAX_CHARACTERS

    def parse(self, lines: list[str], start: int) -> ast.Module | SyntaxError:
        """The syntax tree of some lines, with the file's line numbers, or the error."""
        self.tries += 1
        text = "\n".join(lines) + "\n"
        self.read += len(text)
        tree = parse(text)
        if isinstance(tree, ast.Module):
            ast.increment_lineno(tree, start)
        return tree


def parse_source(source: PythonSource, report: ImportReport) -> ast.Module:
    """The statements of a file that can be parsed. Reports the lines of the others."""
    whole = parse(source.text)
    if isinstance(whole, ast.Module):
        return whole
    lines = [modern(line) for line in source.text.expandtabs(8).split("\n")]
    pieces = Pieces(source.file)
    as_modern = pieces.parse(lines, 0)
    if isinstance(as_modern, ast.Module):
        report.add_unread("written for Python 2; its print and exec statements were skipped", Location(source.file, 1))
        return as_modern
    report.add_unread(
        f"is not valid Python 3 as a whole ({reason(whole)}); read statement by statement",
        Location(source.file, whole.lineno or 1),
    )
    body: list[ast.stmt] = []
    starts = [*margins(lines), len(lines)]
    at = 0
    while at < len(starts) - 1 and not pieces.spent:
        at = take_piece(pieces, lines, starts, at, body, report)
    if at < len(starts) - 1:
        report.add_unread("too much here does not parse; the rest was left", Location(source.file, starts[at] + 1))
    return ast.Module(body=body, type_ignores=[])


def take_piece(
    pieces: Pieces, lines: list[str], starts: list[int], at: int, body: list[ast.stmt], report: ImportReport
) -> int:
    """Read the piece at an index, with the following ones that it needs. Returns the index of the next."""
    start = starts[at]
    end = at + 1
    tree = pieces.parse(lines[start : starts[end]], start)
    while isinstance(tree, SyntaxError) and is_unfinished(tree) and end + 1 < len(starts) and end - at < MAX_JOINED:
        end += 1
        tree = pieces.parse(lines[start : starts[end]], start)
    if isinstance(tree, SyntaxError):
        end = at + 1
        tree = repaired(pieces, lines[start : starts[end]], start, report)
    if isinstance(tree, ast.Module):
        body.extend(tree.body)
    else:
        last = starts[end]
        span = f" to line {last}" if last > start + 1 else ""
        report.add_unread(f"does not parse ({reason(tree)}); skipped{span}", Location(pieces.file, start + 1))
    return end


def repaired(pieces: Pieces, lines: list[str], start: int, report: ImportReport) -> ast.Module | SyntaxError:
    """The syntax tree of a piece, with lines that do not parse blanked; or the error."""
    lines = list(lines)
    blanked: list[int] = []
    tree = pieces.parse(lines, start)
    first = tree
    while isinstance(tree, SyntaxError) and len(blanked) < MAX_REPAIRS and not pieces.spent:
        number = min(max((tree.lineno or 1) - 1, 0), len(lines) - 1)
        if number in blanked:
            return first
        header = HEADER.match(lines[number])
        indent = " " * (len(lines[number]) - len(lines[number].lstrip()))
        lines[number] = f"{header[1]}{stand_in(header[3])}" if header else f"{indent}pass"
        blanked.append(number)
        tree = pieces.parse(lines, start)
    if isinstance(tree, ast.Module):
        for number in blanked:
            report.add_unread("does not parse; line skipped", Location(pieces.file, start + number + 1))
    return tree


def stand_in(word: str) -> str:
    """A block header that replaces one that does not parse."""
    return {"elif": "elif ...:", "else": "else:", "try": "try:", "finally": "finally:", "except": "except:"}.get(
        word, "if ...:"
    )


def margins(lines: list[str]) -> Iterator[int]:
    """The first lines of top-level statements; always includes the first line."""
    decorated = False
    for number, line in enumerate(lines):
        begins = line[:1] not in ("", " ", "#") and not CONTINUES.match(line)
        if number == 0 or (begins and not decorated):
            yield number
        if begins:
            decorated = line.startswith("@")


def modern(line: str) -> str:
    """A line with Python 2 syntax replaced."""
    for pattern, instead in PYTHON_2:
        line = pattern.sub(instead, line)
    return line


def parse(text: str) -> ast.Module | SyntaxError:
    """The syntax tree of a text, or the error. Never raises."""
    if MANY_PARTS.search(text):
        return SyntaxError("a name of more than 64 parts")
    try:
        with warnings.catch_warnings():
            # Invalid escapes cause warnings, which don't matter here.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        return error
    except (RecursionError, MemoryError):
        return SyntaxError("nested too deeply")
    except ValueError as error:
        return SyntaxError(str(error))


def is_unfinished(error: SyntaxError) -> bool:
    """Whether the piece may continue in the next one."""
    return any(part in str(error.msg) for part in UNFINISHED)


def reason(error: SyntaxError) -> str:
    """Python's error message, shortened."""
    return str(error.msg).partition(";")[0][:80]
