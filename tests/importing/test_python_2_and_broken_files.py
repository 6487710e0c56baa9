"""Python 2 and broken files: what parses is read, and the rest is reported with its lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import ROGUEBASIN, TCOD_2020, Files, said, with_the_seeds_names, write_project
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.importing import Imported, import_project
from steep.importing.output.import_report import ImportReport
from steep.importing.python import find_and_decode_sources as files_read
from steep.importing.python.find_and_decode_sources import PythonSource, parse_source

Rules = Callable[[Files], Rulebook]
Import = Callable[[Files], Imported]

SCRIPT = with_the_seeds_names(ROGUEBASIN)["firstrl.py"]
PROCGEN = with_the_seeds_names(TCOD_2020)["procgen.py"]

PYTHON_2 = {
    "print statements": "def shout():\n    print 'hello', 3\n",
    "an except with a comma": "try:\n    import psyco\nexcept ImportError, error:\n    pass\n",
    "the other unequal": "if 3 <> 4:\n    x = 1\n",
    "long numbers": "x = 10L\n",
    "a raise with a comma": "def fail():\n    raise ValueError, 'no'\n",
    "backticks": "def shown(x):\n    return `x`\n",
    "exec": "exec 'x = 1'\n",
    "an octal number": "mode = 0755\n",
    "a print on an if's line": "def f(x):\n    if x: print 'a'\n    else: print 'b'\n",
    "a tuple for a parameter": "def f((a, b)):\n    return a\n",
    "a bracket that never closes": "broken = [1, 2\n\ndef g():\n    return 1\n",
    "a string that never closes": "def g():\n    return 'no\n",
    "a conflict of merging": "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> branch\n",
    "odd indentation": "def g():\n    x = 1\n  y = 2\n",
    "something else altogether": "#include <stdio.h>\nint main(void) { return 0; }\n",
}


@pytest.mark.parametrize("wrong", PYTHON_2)
@pytest.mark.parametrize("before", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_broken_lines_do_not_cost_a_table(wrong: str, before: bool, rules: Rules) -> None:
    text = PYTHON_2[wrong] + SCRIPT if before else SCRIPT + PYTHON_2[wrong]
    assert pack(rules({"firstrl.py": text}).compiled) == pack(load_ruleset("roguebasin").compiled)


@pytest.mark.parametrize("wrong", PYTHON_2)
def test_broken_lines_are_reported(wrong: str, imported: Import) -> None:
    report = imported({"firstrl.py": SCRIPT + PYTHON_2[wrong]}).findings
    assert any(line.startswith("firstrl.py:") for line in report.unread)


def test_a_broken_line_in_a_function_skips_only_that_line(rules: Rules) -> None:
    text = SCRIPT.replace("    max_items =", "    print 'room', room\n    x = ]\n    max_items =")
    assert pack(rules({"firstrl.py": text}).compiled) == pack(load_ruleset("roguebasin").compiled)


def test_lines_keep_their_numbers_through_repairs() -> None:
    account = ImportReport()
    tree = parse_source(PythonSource("a.py", "print 'a'\nx = ]\n\ny = 2\ndef f():\n    z = `3`\n    w = 4\n"), account)
    assert [statement.lineno for statement in tree.body][-2:] == [4, 5]
    assert "a.py:2: does not parse; line skipped" in account.unread
    assert "a.py:6: does not parse; line skipped" in account.unread


def test_tabs_are_read_as_in_python_2(rules: Rules) -> None:
    text = SCRIPT.replace("        if not is_blocked", "\tif not is_blocked") + "\nprint 'the end'\n"
    assert pack(rules({"firstrl.py": text}).compiled) == pack(load_ruleset("roguebasin").compiled)


ENCODED = {
    "with a mark": PROCGEN.encode("utf-8-sig"),
    "as Windows writes": PROCGEN.replace("\n", "\r\n").encode(),
    "as old Macs wrote": PROCGEN.replace("\n", "\r").encode(),
    "in Latin-1, declared": b"# -*- coding: latin-1 -*-\n# \xfcber\n" + PROCGEN.encode(),
    "in Latin-1, undeclared": b"# \xfcber\n" + PROCGEN.encode(),
    "in UTF-16": PROCGEN.encode("utf-16"),
    "in an unknown encoding": b"# coding: klingon\n" + PROCGEN.encode(),
    "in an encoding that decodes nothing": b"# coding: undefined\n" + PROCGEN.encode(),
    "in an encoding for host names": b"# coding: punycode\n" + PROCGEN.encode(),
    "in an encoding that is not for text": b"# coding: rot13\n" + PROCGEN.encode(),
}


@pytest.mark.parametrize("encoding", ENCODED)
def test_any_encoding_is_read(encoding: str, tmp_path: Path) -> None:
    write_project(tmp_path, {**with_the_seeds_names(TCOD_2020), "procgen.py": ""})
    (tmp_path / "procgen.py").write_bytes(ENCODED[encoding])
    out = tmp_path / "out.toml"
    out.write_text(import_project(tmp_path).toml)
    assert pack(load_ruleset(str(out)).compiled) == pack(load_ruleset("tcod-2020").compiled)


def test_installed_code_is_not_read(imported: Import) -> None:
    text = "enemy_chances = {0: {'kraken': 5}}"
    dirs = ("venv/lib", "node_modules/x", "lib/site-packages/game", ".git/hooks", ".hidden", "__pycache__", "build")
    others = {f"{folder}/procgen.py": text for folder in dirs}
    environment = {"my-env/pyvenv.cfg": "", "my-env/lib/procgen.py": text}
    assert "kraken" not in imported({**TCOD_2020, **others, **environment}).toml


def test_linked_folders_are_not_entered(tmp_path: Path) -> None:
    write_project(tmp_path, TCOD_2020)
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "components" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    result = import_project(tmp_path)
    assert result.report[0].startswith("9 files read")
    assert any("loop.py:1: cannot be read" in line for line in said(result))


def test_unreadable_files_are_reported(tmp_path: Path) -> None:
    write_project(tmp_path, TCOD_2020)
    (tmp_path / "picture.py").write_bytes(b"\x89PNG\0\0\0")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "huge.py").write_bytes(b"#" * (files_read.MAX_BYTES + 1))
    report = said(import_project(tmp_path))
    assert any("picture.py:1: not a text file" in line for line in report)
    assert any("huge.py:1: cannot be read (it has 1_048_577 bytes, the limit is 1_048_576)" in line for line in report)


def test_a_huge_folder_is_read_up_to_a_limit_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_read, "MAX_FILES", 20)
    write_project(tmp_path, TCOD_2020)
    write_project(tmp_path, {f"zoo/z{number:03}.py": "" for number in range(40)})
    result = import_project(tmp_path)
    assert result.report[0].startswith("20 files read")
    assert any("more than 20 files: those from zoo/z011.py on" in line for line in said(result))


def test_deep_folders_are_walked_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_read, "MAX_FOLDERS", 5)
    write_project(tmp_path, TCOD_2020)
    (tmp_path / "a/b/c/d/e/f").mkdir(parents=True)
    assert any("more than 5 folders" in line for line in said(import_project(tmp_path)))


def complaint(path: Path) -> str:
    with pytest.raises(InputError) as raised:
        import_project(path)
    return str(raised.value)


def test_a_folder_without_tables_is_refused_with_the_names_searched_for(tmp_path: Path) -> None:
    (tmp_path / "hello.py").write_text("print('hello')\nmax_items = 5\n")
    message = complaint(tmp_path)
    assert "found neither tables nor monsters in 1 file" in message
    assert "max_monsters_by_floor" in message


@pytest.mark.parametrize("files", [{}, {"readme.txt": "enemy_chances = {0: {'orc': 5}}"}])
def test_a_folder_without_python_is_refused(files: Files, tmp_path: Path) -> None:
    assert "found nothing to read" in complaint(write_project(tmp_path, files))


def test_a_missing_path_is_refused(tmp_path: Path) -> None:
    assert "cannot be read (No such file or directory)" in complaint(tmp_path / "nowhere")


def test_an_impossible_path_is_refused() -> None:
    assert "cannot be read" in complaint(Path("a\0b"))
