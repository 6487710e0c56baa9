"""Parses Python files, including Python 2 and broken ones: keeps what parses and reports the rest.

Older scripts are Python 2: a ``print`` without parentheses, or tabs among
spaces, would make a whole file unreadable. So a file that does not parse is
split into its top-level statements. In a statement that still does not parse,
offending lines are blanked one by one. Nothing is compiled or run.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.find_and_decode_sources import PythonSource

MAX_REPAIRS = 60
"""Lines blanked in one statement before it is skipped."""

MAX_JOINED = 40
"""Pieces joined again when a bracket or string continues at the left margin."""

MAX_TRIES = 4_000
"""Attempts at parsing pieces of one file."""

MAX_CHARACTERS = 3_000_000
"""Characters parsed by all these attempts together."""

MANY_PARTS = re.compile(r"(?<!\w)(?:\w++[\s\\]*+\.[\s\\]*+){64}")
"""A name with very many dots. Python's parser needs memory with the square of their number."""

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
    """Read the piece at an index, with those after it that it needs; gives the index of the next."""
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
