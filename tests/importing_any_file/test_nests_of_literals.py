"""Nests of literals have every number at its place, whatever the text, and refuse what is too large or never closed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.core.input_errors import InputError
from steep.exporting.in_place import edited_source
from steep.importing import import_project
from steep.importing.literals.nests import NUMBER, STRING, Item, Term, read_nests
from steep.importing.literals.sheets import read_sheet
from steep.importing.literals.sources import read_source

ENDINGS = (".ts", ".gd", ".tres", ".lua", ".cs", ".json", ".toml", ".py")

SIGNS = "()[]{}<>,;:=-+./*#'\"`\\$@&|?!\n\r\t "
WORDS = (
    "=>",
    ":=",
    "//",
    "/*",
    "*/",
    "--",
    "--[[",
    "]]",
    "[[",
    "${",
    "new ",
    "orc",
    "12",
    "3.5f",
    "0x1F",
    "class A",
    "é",
)
MORE_WORDS = ("func f", '"troll"', "case", "\u2028", "1e9", "9" * 40)
PIECES = st.sampled_from([*SIGNS, *WORDS, *MORE_WORDS])
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=60).map("".join))


def terms_in(items: list[Item]) -> Iterator[Term]:
    """All terms, also the inner ones, each once or more often."""
    waiting = [term for item in items for term in (item.value, *item.terms)]
    while waiting:
        term = waiting.pop()
        yield term
        waiting += [*term.terms, *(inner for item in term.items for inner in (item.value, *item.terms))]


@given(text=TEXTS, ending=st.sampled_from(ENDINGS))
def test_any_text_is_read_or_refused_in_one_line_and_numbers_stand_where_they_say(text: str, ending: str) -> None:
    problem, items = "", list[Item]()
    try:
        items = read_nests(text, f"a{ending}")
    except InputError as error:
        problem = str(error)
    assert not problem or re.fullmatch(r"a\.\w+:\d+: .* begins here and is never closed", problem)
    for term in terms_in(items):
        assert 0 <= term.start <= term.end <= len(text)
        if term.kind == NUMBER:
            written = re.sub(r"[\s_]", "", text[term.start : term.end]).lower()
            is_hex = "0x" in written
            assert (Fraction(int(written, 16)) if is_hex else Fraction(written.rstrip("fmdlun"))) == term.number


@given(text=TEXTS)
def test_any_sheet_is_read_or_refused_and_cells_stand_where_they_say(text: str) -> None:
    problem, items = "", list[Item]()
    try:
        items = read_sheet(text, "a.csv").items
    except InputError as error:
        problem = str(error)
    assert not problem or problem.endswith("a quoted cell begins here and is never closed")
    for term in terms_in(items):
        if term.kind == NUMBER:
            assert Fraction(text[term.start : term.end].replace("_", "")) == abs(term.number)


NESTED = st.recursive(
    st.one_of(st.integers(-999, 999), st.sampled_from(["orc", "troll"])),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("abcd"), inner, max_size=4)),
    max_leaves=12,
)


def data_of(term: Term) -> object:
    """A term as Python's data."""
    if term.kind in (NUMBER, STRING):
        return int(term.number) if term.kind == NUMBER else term.text
    if term.text == "{":
        return {item.key.name: data_of(item.value) for item in term.items if item.key is not None}
    return [data_of(item.value) for item in term.items]


@given(value=NESTED, ending=st.sampled_from((".ts", ".gd", ".cs", ".json", ".py")))
def test_what_is_written_is_what_is_read(value: object, ending: str) -> None:
    (item,) = read_nests(f"table = {value!r};", f"a{ending}")
    assert data_of(item.value) == value


@given(
    value=NESTED,
    name=st.sampled_from(("a.ts", "a.gd", "a.cs", "a.toml", "a.json")),
    mark=st.sampled_from(("", "\ufeff")),
    line_end=st.sampled_from(("\n", "\r\n", "\r")),
    data=st.data(),
)
def test_one_number_is_changed_and_no_other_byte(
    value: object, name: str, mark: str, line_end: str, data: st.DataObject
) -> None:
    text = f"{mark}é = 0{line_end}\ttable = {value!r}{line_end}".replace("'", '"')
    source = read_source(text.encode(), name)
    numbers = sorted({(term.start, term.end) for term in terms_in(source.items) if term.kind == NUMBER})
    start, end = data.draw(st.sampled_from(numbers))
    (place,) = source.origin(Term(NUMBER, start, end, file=name))
    after = edited_source(text.encode(), {place: Fraction(1234)}).decode()
    assert after == mark + source.text[:start] + "1234" + source.text[end:]
    assert edited_source(text.encode(), {place: Fraction(source.text[start:end])}).decode() == text


def refusal(folder: Path, name: str, data: bytes) -> str:
    (folder / name).write_bytes(data)
    start = time.process_time()
    with pytest.raises(InputError) as found:
        import_project(folder / name)
    assert time.process_time() - start < 15
    message = str(found.value)
    assert message.isprintable()
    return message


HOSTILE = (
    (b"", "found neither tables nor monsters"),
    (b"a = 1\0", "is not a text file"),
    (b"x" * (1024 * 1024 + 1), "the limit is"),
    (b"\x1b[2J = \x07", "found neither|is never closed"),
    (b"1," * 150_000, "found neither|has more than"),
    (b'monster_chances = "', "is never closed|found neither"),
    (b"monster_chances = " + b"[" * 90_000, "is never closed|nested more than|found neither|has more than"),
    (b"monster_chances = {0: {orc: " + b"9" * 5000 + b"}}", "found neither"),
    (b"\xff\xfe\xff", "found neither|never closed|not a text"),
)


def hostile() -> Iterator[object]:
    """Each with each ending. The long ones take seconds, and nests have one reader, and so have sheets."""
    for ending in (*ENDINGS[:-1], ".js", ".csv", ".tsv"):
        for data, problem in HOSTILE:
            once = len(data) < 10_000 or ending in (".ts", ".csv")
            yield pytest.param(ending, data, problem, marks=() if once else pytest.mark.slow)


@pytest.mark.parametrize(("ending", "data", "problem"), [*hostile()])
def test_hostile_files_of_each_kind_give_one_message(ending: str, data: bytes, problem: str, tmp_path: Path) -> None:
    assert re.search(problem, refusal(tmp_path, f"monsters{ending}", data))


def test_a_formula_in_a_sheet_is_no_number(tmp_path: Path) -> None:
    (tmp_path / "monsters.csv").write_text("kind,floor,weight\norc,1,80\ntroll,3,=CMD|'/C calc'!A0\nrat,1,5\n")
    imported = import_project(tmp_path / "monsters.csv")
    assert "[monsters.rat]" in imported.toml
    assert "CMD" not in imported.toml
    assert any("troll" in line and "monsters.csv:3" in line for line in imported.report)
