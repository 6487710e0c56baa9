"""Reads a sheet, as CSV, TSV or pasted from a spreadsheet, as a list of rows with the header's cells as keys."""

from __future__ import annotations

import re

from steep.core.input_errors import InputError
from steep.importing.literals.nests import CODE, GROUP, MAX_TOKENS, NUMBER, STRING, Item, Term, line_at, number_of

SHEETS = (".csv", ".tsv", ".tab")
"""Suffixes of sheets."""

CELL_NUMBER = re.compile(r"\s*([+-]?)(\d[\d_]*(?:\.\d+)?|\.\d+)\s*%?\s*$")
FIRST_LINES = 20
"""The first lines of a sheet, from which the separator is guessed."""
MAX_COLUMNS = 1_000
RULER = re.compile(r"[\s|:+-]*$")
"""A line under the header, as in Markdown."""


def read_sheet(text: str, file: str) -> Term:
    """A sheet as a group of groups. Raises `InputError` if a quoted cell never ends, or it has too many cells."""
    sheet = Term(GROUP, 0, len(text), "[", file=file)
    header, rows = header_and_rows(text, file)
    for row in rows:
        made = Term(GROUP, row[0].start, row[-1].end, "{", file=file)
        for key, cell in zip(header, row, strict=False):
            if is_filled(cell):
                made.items.append(Item(key, cell, [cell]))
        sheet.items.append(Item(None, made, [made]))
    return sheet


def header_and_rows(text: str, file: str) -> tuple[list[Term], list[list[Term]]]:
    """The cells of the header, and those of each row below it. Without a header, its cells are the columns' numbers.

    A title above it, alone in its line, is left out. Raises `InputError` as `read_sheet` does.
    """
    rows = [row for row in cells_of(text, delimiter_of(text), file) if any(map(is_filled, row))]
    filled = [sum(map(is_filled, row)) for row in rows]
    rows = rows[next((at for at, cells in enumerate(filled) if cells > 1), 0) :]
    if rows and all(term.kind == NUMBER for term in rows[0]):
        return [Term(STRING, 0, 0, str(column)) for column in range(1, len(rows[0]) + 1)], rows
    return (rows[0], rows[1:]) if rows else ([], [])


def is_filled(cell: Term) -> bool:
    """Whether a cell has something in it."""
    return bool(cell.text) or cell.kind != STRING


def delimiter_of(text: str) -> str:
    """What separates cells: the separator that most of the first lines have, and then the most frequent one."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")][:FIRST_LINES]
    return max("\t,;|", key=lambda sign: (sum(sign in line for line in lines), sum(line.count(sign) for line in lines)))


def cells_of(text: str, delimiter: str, file: str) -> list[list[Term]]:
    """The cells of each line, without lines that are empty, comments, or only drawn."""
    rows: list[list[Term]] = []
    row: list[Term] = []
    at = count = 0
    cell = re.compile(rf'[ ]*"((?:[^"]|"")*)"[ ]*(?={re.escape(delimiter)}|[\r\n]|$)|([^{re.escape(delimiter)}\r\n]*)')
    ending = re.compile(rf"{re.escape(delimiter)}|\r\n|\r|\n|$")
    while at <= len(text):
        found = cell.match(text, at)
        assert found is not None
        if found[1] is None and found[2].lstrip().startswith('"') and found[2].count('"') % 2:
            raise InputError(f"{file}:{line_at(text, at)}: a quoted cell begins here and is never closed")
        which = 1 if found[1] is not None else 2
        row.append(cell_of(found[which], found.start(which), file))
        count += 1
        if count > MAX_TOKENS:
            raise InputError(f"{file}: has more than {MAX_TOKENS:_} cells; give a part of it")
        if len(row) > MAX_COLUMNS:
            raise InputError(f"{file}:{line_at(text, at)}: has more than {MAX_COLUMNS:_} columns")
        end = ending.match(text, found.end())
        assert end is not None
        at = max(end.end(), at + 1)
        if end[0] != delimiter:
            if delimiter == "|" and len(row) > 2 and not row[0].text and not row[-1].text:
                row = row[1:-1]
            line = text[row[0].start : end.start()]
            if not line.startswith("#") and not (RULER.match(line) and "-" in line):
                rows.append(row)
            row = []
    return rows


def cell_of(text: str, start: int, file: str) -> Term:
    """A cell: a number, a text, or code where it is a formula."""
    number = CELL_NUMBER.match(text)
    value = number_of(number[2]) if number else None
    if number and value is not None:
        signed = -value if number[1] == "-" else value
        return Term(NUMBER, start + number.start(1), start + number.end(2), text.strip(), signed, file=file)
    plain = text.strip().replace('""', '"')
    lead = len(text) - len(text.lstrip())
    kind = CODE if plain[:1] in ("=", "+", "@") and len(plain) > 1 else STRING
    return Term(kind, start + lead, start + lead + len(text.strip()), plain, file=file)
