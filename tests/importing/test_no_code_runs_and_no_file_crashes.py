"""No code of a project runs, no file crashes an import, and it ends in seconds and megabytes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from run_steep_with_limits import MEGABYTE, run_steep
from sample_tutorial_projects import TCOD_2020, Files, with_the_seeds_names, write_project
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.importing import filled_in, import_project
from steep.importing.python import find_and_decode_sources

Rules = Callable[[Files], Rulebook]
SIDE_EFFECTS = """
import os, sys, pathlib
pathlib.Path({witness!r}).write_text("ran")
os.system("echo ran > " + {witness!r})
exec("open({witness!r}, 'w')")
class Meta(type):
    def __new__(cls, *args):
        open({witness!r}, "w").close()
        return super().__new__(cls, *args)
class Trap(metaclass=Meta):
    x = [open({witness!r}, "w") for _ in range(1)]
@(lambda f: open({witness!r}, "w"))
def decorated(x=open({witness!r}, "w")): ...
enemy_chances = {{0: [("orc", __import__("pathlib").Path({witness!r}).write_text("ran") or 5)]}}
sys.exit(3)
"""


def test_a_project_is_not_run(tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    project = tmp_path / "project"
    write_project(project, {**TCOD_2020, "trap.py": SIDE_EFFECTS.format(witness=str(witness))})
    before = set(sys.modules)
    import_project(project)
    assert not witness.exists()
    assert not {"trap", "procgen", "entity_factories"} & (set(sys.modules) - before)
    assert list(project.rglob("*.pyc")) == []


HOSTILE = {
    "deep brackets": "x = " + "[" * 3000 + "]" * 3000,
    "deep brackets that parse": "enemy_chances = " + "[" * 150 + "]" * 150,
    "deep minus": "max_monsters = " + "-" * 100_000 + "1",
    "a long sum": "max_monsters = " + "1 + " * 50_000 + "1",
    "a long sum that parses": "max_monsters_by_floor = [(1, " + "1 + " * 900 + "1)]",
    "deep calls": "x = " + "f(" * 150 + ")" * 150,
    "deep attributes": "x = a" + ".b" * 900,
    "deep lambdas": "enemy_chances = " + "lambda: " * 900 + "1",
    "deep blocks": "".join(" " * depth + "if x:\n" for depth in range(95)) + " " * 95 + "max_monsters = 3",
    "deep functions": "".join(" " * depth + "def f():\n" for depth in range(95)) + " " * 95 + "return 1",
    "deep classes": "".join(" " * depth + f"class C{depth}(C):\n" for depth in range(95)) + " " * 95 + "x = 1",
    "a long chain": "if x == 'a0':\n    y = 1\n" + "".join(f"elif x == 'a{n}':\n    y = {n}\n" for n in range(300)),
    "a huge number": "max_monsters_by_floor = [(1, 9**9**9**9)]",
    "a huge literal": "max_monsters_by_floor = [(1, " + "9" * 4000 + ")]",
    "a literal that is too huge": "max_monsters_by_floor = [(1, " + "9" * 10_000 + ")]",
    "a huge floor": "max_monsters_by_floor = [(10**15, 3), (10**16, 4)]",
    "a negative floor": "max_monsters_by_floor = [(-5, 3), (4, 2)]",
    "negative counts": "max_monsters_by_floor = [(1, -3)]",
    "huge counts": "max_monsters_by_floor = [(1, 1000000)]",
    "infinity": "enemy_chances = {0: [('orc', 1e999)], 1: [('troll', -1e999)]}",
    "not a number": "enemy_chances = {0: [('orc', 1e999 - 1e999)]}",
    "tiny weights": "enemy_chances = {0: [('orc', 1e-300), ('troll', 3.3e-7)]}",
    "division by zero": "max_monsters_by_floor = [(1, 1 // 0), (2, 1 % 0), (3, 1 / 0)]",
    "true and false": "enemy_chances = {True: [('orc', True)]}\nmax_monsters = True",
    "a list that doubles": "a = [('orc', 1)]\n" + "a = a + a\n" * 60 + "enemy_chances = {0: a}",
    "a list in itself": "a = []\na.append(a)\nenemy_chances = {0: a}",
    "a dictionary in itself": "a = {}\na['orc'] = a\na[0] = a\nenemy_chances = a\nmonster_chances = {0: a}",
    "a long text": "enemy_chances = {0: [('" + "x" * 100_000 + "', 5)]}",
    "a name of another script": "enemy_chances = {0: [('オーク', 5), ('Größe', 3)]}",
    "names with nothing in them": "enemy_chances = {0: [('', 5), ('!!!', 3), ('---', 2), ('7', 1)]}",
    "names that fall together": "enemy_chances = {0: [('Big Orc', 5), ('big_orc', 3), ('BIG-ORC', 2)]}",
    "a name that would leave its line": "enemy_chances = {0: [('a\\nb = 3\\n[hero]\\nhp = 1', 5)]}\n"
    "ab = Actor(char='\\n', name='x\"\\n]\\x00\\x7f\\u202e', fighter=Fighter(hp=1, defense=0, power=1))",
    "lone surrogates": "enemy_chances = {0: [('\\ud800orc', 5)]}\nx = Actor(char='\\ud800', name='\\udfff',"
    " fighter=Fighter(hp=1, defense=0, power=1))",
    "wide characters": "orc = Actor(char='龍', name='龍の王', fighter=Fighter(hp=1, defense=0, power=1))",
    "odd numbers": "orc = Actor(char='o', name='Orc', fighter=Fighter(hp=-5, defense=-1, power=2.7, xp=9**9))",
    "dice for hit points": "enemy_chances={0: [('orc', 1)]}\n"
    "orc = Actor(char='o', name='Orc', fighter=Fighter(hp=roll('2d6'), defense=0, power=1))",
    "a class above itself": "class A(A):\n    pass\nclass B(C): pass\nclass C(B): pass\n"
    "enemy_chances = {0: [(A(hp=3, power=2, name='A', char='a'), 3), (B(1, 2), 3)]}",
    "a circle of one": "import mad\nfrom mad import *\nfrom . import x\nenemy_chances = mad.enemy_chances",
    "colours that are none": "orc = Actor(char='o', color=(300, -5, 'x'), name='Orc', fighter=Fighter(hp=1, power=1))",
    "many kinds": "enemy_chances = {0: [" + ", ".join(f"('kind{n}', {n})" for n in range(2000)) + "]}",
    "many entities": "\n".join(f"e{n} = Actor(char='e', name='E{n}', fighter=Fighter(1, 2, 3))" for n in range(700)),
    "a pack of nothing": "player = Actor(char='@', fighter=Fighter(hp=0, power=0), inventory=Inventory(capacity=0))\n"
    "orc = Actor(char='o', fighter=Fighter(hp=0, power=0))",
    "levels for nothing": "class Level:\n    def __init__(self, level_up_base=0, level_up_factor=0): ...\n"
    "player = Actor(char='@', fighter=Fighter(1, 2, 3), level=Level())\nenemy_chances = {0: [('orc', 1)]}",
    "many things at the start": "dagger = Item(char='/', name='Dagger', equippable=Dagger(power_bonus=2))\n"
    + "player.inventory.items.append(dagger)\nplayer.equipment.toggle_equip(dagger)\n" * 40,
    "a slot with an odd name": "item_chances = {0: [('x', 1)]}\n"
    "x = Item(char='/', name='X', equippable=Equippable(slot='!!', power_bonus=10**9))",
}


HALF = [*HOSTILE][::2]
"""What `make test` tries beside a project; it tries the others alone. `make test-all` tries each in both ways."""


def those_of(each_time: Collection[str], names: Iterable[str]) -> list[Any]:
    """Names as parameters: those that are not tried each time are slow."""
    return [pytest.param(name, marks=() if name in each_time else pytest.mark.slow) for name in names]


@pytest.mark.parametrize("hostile", those_of(HALF, HOSTILE))
def test_a_project_with_any_additional_file_gives_a_ruleset_that_loads(hostile: str, rules: Rules) -> None:
    assert rules({**TCOD_2020, "mad.py": HOSTILE[hostile]}).monsters


def outcome(path: Path) -> str:
    """The TOML of an import, or its error message."""
    try:
        return import_project(path).toml
    except InputError as problem:
        return f"refused: {problem}"


@pytest.mark.parametrize("hostile", those_of(HOSTILE.keys() - HALF, HOSTILE))
def test_any_file_alone_gives_a_ruleset_that_loads_or_a_message(hostile: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", {"mad.py": HOSTILE[hostile]})
    start = time.process_time()
    result = outcome(project)
    assert time.process_time() - start < 10
    if result.startswith("refused: "):
        assert result.startswith(f"refused: {project}: found neither tables nor monsters")
    else:
        out = tmp_path / "out.toml"
        out.write_text(filled_in(result), encoding="utf-8")
        load_ruleset(str(out))


def test_a_name_with_line_breaks_changes_no_other_key(rules: Rules) -> None:
    text = HOSTILE["a name that would leave its line"]
    assert pack_of_hero(rules({**TCOD_2020, "mad.py": text})) == pack_of_hero(load_ruleset("tcod-2020"))


def pack_of_hero(rulebook: Rulebook) -> tuple[int, int, int]:
    return rulebook.hero.hp, rulebook.hero.power, rulebook.hero.defense


def test_files_with_odd_names_are_reported_on_one_line(tmp_path: Path) -> None:
    write_project(tmp_path, {**with_the_seeds_names(TCOD_2020), "a\nhp = 1\nb.py": "enemy_chances = ]"})
    result = import_project(tmp_path)
    assert all("\n" not in line for line in result.report)
    out = tmp_path / "out.toml"
    out.write_text(result.toml)
    assert pack(load_ruleset(str(out)).compiled) == pack(load_ruleset("tcod-2020").compiled)


NAMES = ("enemy_chances", "max_monsters_by_floor", "item_chances", "orc", "Fighter", "Actor", "from_dungeon_level", "x")
expressions = st.recursive(
    st.one_of(
        st.sampled_from(NAMES),
        st.integers(-10, 10**7).map(str),
        st.floats(allow_nan=False, allow_infinity=False).map(repr),
        st.text(max_size=4).map(repr),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({', '.join(parts)},)"),
        st.lists(st.tuples(inner, inner), max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
        ),
        st.tuples(st.sampled_from(NAMES), st.lists(inner, max_size=3)).map(
            lambda call: f"{call[0]}({', '.join(call[1])})"
        ),
        st.tuples(inner, st.sampled_from("+-*/%|"), inner).map(" ".join),
        st.tuples(st.sampled_from(NAMES), inner).map(
            lambda pair: f"Actor(char='o', name={pair[1]}, {pair[0]}={pair[1]})"
        ),
    ),
    max_leaves=12,
)
statements = st.tuples(st.sampled_from(NAMES), expressions).map(lambda pair: f"{pair[0]} = {pair[1]}")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(statements, min_size=1, max_size=6))
def test_any_statements_give_a_ruleset_that_loads_or_a_message(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "mad.py"
    file.write_text("\n".join(lines), encoding="utf-8", errors="replace")
    assert "makes no ruleset" not in outcome(file)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_give_a_message_or_a_ruleset(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "mad.py"
    file.write_bytes(data)
    assert "makes no ruleset" not in outcome(file)


DOUBLING = "a = a + a\n" * 20_000
LARGE: dict[str, Callable[[], Files]] = {
    "a list that doubles 20,000 times": lambda: {"a.py": f"a = [1]\n{DOUBLING}"},
    "a text that doubles 20,000 times": lambda: {"a.py": f"a = 'xx'\n{DOUBLING}"},
    "a dictionary that is united 20,000 times": lambda: {
        "a.py": "a = {" + ",".join(f"'k{n}': {n}" for n in range(9_000)) + "}\n" + "a = a | a\n" * 20_000
    },
    "a module of a hundred thousand parts": lambda: {"a.py": "import " + ".".join("a" * 95_000)},
    "seventy lines to be repaired in a large function": lambda: {
        "a.py": "def f():\n" + f'    x = "{"y" * 4_000}"\n' * 200 + "    x = ]\n" * 70
    },
    "a file of statements without end": lambda: {"a.py": "a=1\n" * 200_000},
    "a large module that many others take whole": lambda: {
        **{f"b{n}.py": "from big import *\n" for n in range(1_900)},
        "big.py": "".join(f"x{n} = 1\n" for n in range(9_000)),
    },
}
MAX_MEMORY = 500 * MEGABYTE
"""Bytes of address space: as in `limits`, plus a syntax tree of 200,000 words."""


EACH_TIME = ("a list that doubles 20,000 times",)
"""What is tried in every run of the tests; the others take seconds each."""


@pytest.mark.parametrize("hostile", those_of(EACH_TIME, LARGE))
def test_a_hostile_project_is_refused_in_seconds_and_megabytes(hostile: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", LARGE[hostile]())
    result = run_steep("import", str(project), memory=MAX_MEMORY)
    assert result.code == 2, result.errors
    assert result.errors.startswith(f"steep: {project}: ")
    assert result.errors.count("\n") == 1


def test_the_message_does_not_name_the_codec_that_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_and_decode_sources, "MAX_SECONDS", 0.2)
    slow = b"a" * 600_000 + b"-" + b"b" * 600_000
    with pytest.raises(find_and_decode_sources.TooMuchError, match=r"^takes more than 0\.2 seconds to read; try"):
        read_bounded(slow)


def read_bounded(data: bytes) -> None:
    with find_and_decode_sources.bounded():
        while True:
            data.decode("punycode", "replace")


def test_reading_for_too_long_is_stopped_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_and_decode_sources, "MAX_SECONDS", 0.2)
    expected = "takes more than 0.2 seconds to read; try a part of it, such as the file with the tables"
    with pytest.raises(find_and_decode_sources.TooMuchError, match=expected), find_and_decode_sources.bounded():
        endless()


def test_running_out_of_memory_between_two_checks_is_reported_the_same_way() -> None:
    with (
        pytest.raises(find_and_decode_sources.TooMuchError, match="takes more memory than there is to read"),
        find_and_decode_sources.bounded(),
    ):
        raise MemoryError


def endless() -> None:
    """Continue after any error."""
    while True:
        with suppress(Exception):
            int("1")


def test_pipes_and_devices_in_a_project_are_skipped(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", {"a.py": "enemy_chances = {0: [('orc', 5)]}"})
    os.mkfifo(project / "pipe.py")
    (project / "zero.py").symlink_to("/dev/zero")
    (project / "log.py").symlink_to("/proc/kmsg")
    result = run_steep("import", str(project))
    assert result.code == 1, result.errors
    assert "pipe.py:1: cannot be read (it is not a regular file)" in result.errors


def test_an_endless_file_at_out_is_not_read(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", {"a.py": "enemy_chances = {0: [('orc', 5)]}"})
    out = tmp_path / "out.toml"
    os.mkfifo(out)
    result = run_steep("import", str(project), "--out", str(out))
    assert (result.code, result.errors) == (2, f"steep: --out {out}: cannot be read (it is not a regular file)\n")
