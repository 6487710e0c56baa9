"""Text to syntax trees, also where a file is not the Python of today: what parses is kept, the rest is told.

Scripts of the libtcod years are Python 2: a ``print`` without brackets, or
tabs among spaces, would cost a whole file its tables. So a file that does not
parse is taken apart into its statements at the left margin, and in one that
still does not, the offending lines are blanked one by one. Nothing is ever
compiled or run.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from steep.importing.output.report import ImportReport, Where
from steep.importing.python.source_files import Source

MOST_REPAIRS = 60
"""Lines blanked in one statement before it is given up."""

MOST_JOINED = 40
"""Pieces put together again, where a bracket or a string goes over the left margin."""

MOST_TRIES = 4_000
"""Attempts at parsing pieces of one file."""

MOST_READ = 3_000_000
"""Characters that these attempts read together."""

MANY_PARTS = re.compile(r"(?<!\w)(?:\w++[\s\\]*+\.[\s\\]*+){64}")
"""A name with more dots than anybody writes. Python's parser takes memory with the square of their number."""

CONTINUES = re.compile(r"(else|elif|except|finally)\b|[)\]}]")
"""What belongs to the statement before, though it stands at the left margin."""

HEADER = re.compile(r"(\s*)((if|elif|else|for|while|try|except|finally|with|def|class)\b.*):\s*(#.*)?$")

PYTHON_2 = (
    (re.compile(r"^(\s*)(print\b(?!\s*\().*|exec\s+[\"'].*)$"), r"\1pass"),
    (re.compile(r"^(\s*except\s+[\w.]+|\s*except\s*\([^)]*\))\s*,\s*(\w+)\s*:"), r"\1 as \2:"),
    (re.compile(r"<>"), "!="),
    (re.compile(r"\b(0|[1-9]\d*)L\b"), r"\1"),
)
"""Spellings of Python 2 that never hold a table, and what may stand for them."""

UNFINISHED = ("was never closed", "unterminated triple-quoted", "unexpected EOF", "unexpected end of file")


class Pieces:
    """Attempts at one file's pieces, of which there may not be too many."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.tries = 0
        self.read = 0
        """Characters."""

    @property
    def spent(self) -> bool:
        """Whether there were too many attempts already."""
        return self.tries >= MOST_TRIES or self.read >= MOST_READ

    def parse(self, lines: list[str], start: int) -> ast.Module | SyntaxError:
        """The tree of some lines, numbered as in their file, or what is wrong."""
        self.tries += 1
        text = "\n".join(lines) + "\n"
        self.read += len(text)
        tree = parse(text)
        if isinstance(tree, ast.Module):
            ast.increment_lineno(tree, start)
        return tree


def parse_source(source: Source, report: ImportReport) -> ast.Module:
    """The statements of a file that can be read as Python. What cannot is told with its lines."""
    whole = parse(source.text)
    if isinstance(whole, ast.Module):
        return whole
    lines = [modern(line) for line in source.text.expandtabs(8).split("\n")]
    pieces = Pieces(source.file)
    as_modern = pieces.parse(lines, 0)
    if isinstance(as_modern, ast.Module):
        report.tell_unread(
            "written for Python 2; its print and exec statements were passed over", Where(source.file, 1)
        )
        return as_modern
    report.tell_unread(
        f"is not Python of today as a whole ({reason(whole)}); read statement by statement",
        Where(source.file, whole.lineno or 1),
    )
    body: list[ast.stmt] = []
    starts = [*margins(lines), len(lines)]
    at = 0
    while at < len(starts) - 1 and not pieces.spent:
        at = take_piece(pieces, lines, starts, at, body, report)
    if at < len(starts) - 1:
        report.tell_unread("too much here does not parse; the rest was left", Where(source.file, starts[at] + 1))
    return ast.Module(body=body, type_ignores=[])


def take_piece(
    pieces: Pieces, lines: list[str], starts: list[int], at: int, body: list[ast.stmt], report: ImportReport
) -> int:
    """Read the piece at an index, with those after it that it needs; gives the index of the next."""
    start = starts[at]
    end = at + 1
    tree = pieces.parse(lines[start : starts[end]], start)
    while isinstance(tree, SyntaxError) and is_unfinished(tree) and end + 1 < len(starts) and end - at < MOST_JOINED:
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
        report.tell_unread(f"does not parse ({reason(tree)}); skipped{span}", Where(pieces.file, start + 1))
    return end


def repaired(pieces: Pieces, lines: list[str], start: int, report: ImportReport) -> ast.Module | SyntaxError:
    """The tree of a piece with the lines blanked that do not parse, as far as that goes."""
    lines = list(lines)
    blanked: list[int] = []
    tree = pieces.parse(lines, start)
    first = tree
    while isinstance(tree, SyntaxError) and len(blanked) < MOST_REPAIRS and not pieces.spent:
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
            report.tell_unread("does not parse; this line was passed over", Where(pieces.file, start + number + 1))
    return tree


def stand_in(word: str) -> str:
    """What opens a block as a header did that does not parse."""
    return {"elif": "elif ...:", "else": "else:", "try": "try:", "finally": "finally:", "except": "except:"}.get(
        word, "if ...:"
    )


def margins(lines: list[str]) -> Iterator[int]:
    """The lines at which a statement may begin at the left margin; the first line always."""
    decorated = False
    for number, line in enumerate(lines):
        begins = line[:1] not in ("", " ", "#") and not CONTINUES.match(line)
        if number == 0 or (begins and not decorated):
            yield number
        if begins:
            decorated = line.startswith("@")


def modern(line: str) -> str:
    """A line of Python 2 as today's Python takes it; any other line as it is."""
    for pattern, instead in PYTHON_2:
        line = pattern.sub(instead, line)
    return line


def parse(text: str) -> ast.Module | SyntaxError:
    """The tree of a text, or what is wrong. Raises nothing, however deep or odd the text is."""
    if MANY_PARTS.search(text):
        return SyntaxError("a name of more than 64 parts")
    try:
        with warnings.catch_warnings():
            # What Python thinks of somebody's escapes is not this reader's business.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        return error
    except (RecursionError, MemoryError):
        return SyntaxError("nested too deep")
    except ValueError as error:
        return SyntaxError(str(error))


def is_unfinished(error: SyntaxError) -> bool:
    """Whether the piece may go on in the next one."""
    return any(part in str(error.msg) for part in UNFINISHED)


def reason(error: SyntaxError) -> str:
    """What Python says of it, short."""
    return str(error.msg).partition(";")[0][:80]
