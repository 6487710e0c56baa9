"""What all commands have in common: examples, defaults in a `pyproject.toml`, --quiet, and completion in a shell."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.cli import STEEP, parse
from steep.commands import command_names
from steep.commands.shared import output
from steep.commands.shared.output import print_result
from steep.lab.results.result import Column, Result, Table, Verdict

EXAMPLES = [
    line.split(" > ")[0].strip()
    for name in command_names()
    for line in (STEEP.get_command(STEEP.make_context("steep", [name]), name).epilog or "").splitlines()
    if line.strip().startswith("steep")
]

QUICK = [each for each in EXAMPLES if each.split()[1:2] in (["rulesets"], ["show"], ["roll"], ["export"], ["diff"])]

OWN = 'extends = "tcod-2020"\n[monsters.orc]\nhp = 9\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, private_folders: None) -> Path:
    """The current folder, with a ruleset."""
    (tmp_path / "mine.toml").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(output, "quiet", False)  # what a test sets ends with it
    return tmp_path


def defaults(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_an_example(name: str) -> None:
    assert any(example.split()[1:2] in ([name], []) for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_valid_command_line(example: str, here: Path) -> None:
    words = shlex.split(example)[1:] or ["play"]
    assert parse(words).info_name == words[0]


@pytest.mark.parametrize("example", [each for each in QUICK if "@" not in each and "--in-place" not in each])
def test_a_quick_example_does_what_it_says(example: str, here: Path, steep: Run) -> None:
    answer = steep(*shlex.split(example)[1:])
    assert answer.code == 0, answer.err
    assert answer.out or list(here.glob("floors/*.txt"))


def test_options_of_all_commands_and_of_one_have_defaults_in_the_nearest_file(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    defaults(
        here, '[tool.steep]\nseed = 7\ngames = 50\nsamples = 9\n[tool.steep.measure]\ngames = 500\nbot = "diver"\n'
    )
    below = here / "a" / "b"
    below.mkdir(parents=True)
    (here / "a" / "pyproject.toml").write_text('[tool.other]\nname = "steep"\n')
    monkeypatch.chdir(below)
    measured = parse(["measure", "tcod-2020"]).params
    assert (measured["seed"], measured["games"], measured["bots"]) == (7, 500, "diver")
    compared = parse(["compare", "a.toml", "b.toml", "--seed", "3", "--games", "1"]).params
    assert (compared["seed"], compared["games"]) == (3, 1)
    assert parse(["show", "tcod-2020"]).params["samples"] == 9


def test_a_default_path_is_one_from_the_folder_of_its_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    defaults(here, '[tool.steep.check]\nbaseline = "mine.json"\n')
    assert parse(["check", "mine.toml"]).params["baseline"] == Path("mine.json")
    (here / "below").mkdir()
    monkeypatch.chdir(here / "below")
    assert parse(["check", "mine.toml"]).params["baseline"] == here / "mine.json"


def test_flags_and_lists_have_defaults(here: Path) -> None:
    defaults(here, '[tool.steep]\nquiet = true\n[tool.steep.report]\nstrict = true\ncolumns = ["depth=floor", "a=b"]\n')
    asked = parse(["report", "games.csv"]).params
    assert (asked["strict"], asked["columns"]) == (True, ("depth=floor", "a=b"))
    assert parse(["report", "games.csv", "--columns", "x=y", "z=w"]).params["columns"] == ("x=y", "z=w")


def test_play_reads_its_own_table_only(here: Path) -> None:
    defaults(here, "[tool.steep]\nseed = 7\nbot = 3\nnothing = 1\n")
    assert parse(["play"]).params["seed"] is None
    defaults(here, "[tool.steep")
    assert parse(["play"]).params["seed"] is None
    defaults(here, '[tool.steep]\nseed = 7\n[tool.steep.play]\nruleset = "tcod-2020"\n')
    asked = parse(["play"]).params
    assert (asked["seed"], asked["ruleset"]) == (None, "tcod-2020")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[tool.steep.show]\nsample = 5",
            "[tool.steep.show]: steep show has no option 'sample' (did you mean \"samples\"?)",
        ),
        ("[tool.steep]\nsamplse = 5", "[tool.steep]: no command has an option 'samplse' (did you mean \"samples\"?)"),
        ("[tool.steep.shwo]\nsamples = 5", '[tool.steep.shwo]: there is no such command (did you mean "show"?)'),
        ("[tool.steep.show]\nsamples = 0", "[tool.steep.show] samples: found 0; allowed: a whole number"),
        ("[tool.steep.show]\nsamples = [5]", "[tool.steep.show] samples: found '[5]'; allowed: a whole number"),
        ("[tool.steep.show]\nquiet = 5", "[tool.steep.show] quiet: '5' is not a valid boolean"),
        ('[tool.steep]\nformat = "jsn"', "[tool.steep] format: found 'jsn'; allowed: text, json, csv, markdown"),
        ("[tool]\nsteep = 5", "[tool] steep: found 5; allowed: a table of options"),
        ("[tool.steep]\nshow = 5", "[tool.steep] show: found 5; allowed: a table of options"),
        ("[tool.steep", "Expected ']'"),
    ],
)
def test_a_wrong_default_is_one_message_with_its_file(text: str, message: str, here: Path, steep: Run) -> None:
    defaults(here, text)
    answer = steep("show", "tcod-2020")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert f"{here / 'pyproject.toml'}: " in answer.err
    assert message in answer.err
    assert steep("show", "--help").code == 0


def test_quiet_leaves_out_remarks_but_no_errors(here: Path, steep: Run) -> None:
    loud, quiet = (steep("export", "steep", "--as", "tcod-2020", *more) for more in ([], ["--quiet"]))
    assert loud.err.startswith("tables of tcod-2020 can't hold:")
    assert (quiet.out, quiet.err) == (loud.out, "")
    assert steep("export", "tcod-2002", "--as", "json", "-q").err.startswith('steep: ruleset "tcod-2002": found no')


COMPLETE = """
PATH=.:$PATH
eval "$(_STEEP_COMPLETE=bash_source steep)"
completed() {
    COMPREPLY=(); COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
    _steep_completion steep
    echo "${COMPREPLY[@]}"
}
"""

OFFERED = {
    "steep r": {"replay", "rulesets", "report", "roll"},
    "steep show --f": {"--floors", "--format"},
    "steep show tcod-2019": {"tcod-2019", "tcod-2019-gear"},
    "steep show my-o": {"my-own"},
    "steep measure tcod-2020 --bot ex": {"explorer"},
    "steep measure tcod-2020 --bot diver,br": {"diver,brawler"},
    "steep compare a.toml b.toml --format ''": {"text", "json", "csv", "markdown", "github"},
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_bash_completes_commands_options_and_names(here: Path) -> None:
    own = here / "xdg_config_home" / "steep" / "rulesets"
    own.mkdir(parents=True)
    (own / "my-own.toml").write_text(OWN)
    (own / "my-o\x1b[2J.toml").write_text(OWN)
    (here / "steep").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m steep "$@"\n')
    (here / "steep").chmod(0o755)
    script = COMPLETE + "".join(f"completed {words}\n" for words in OFFERED)
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert [{*line.split()} for line in run.stdout.splitlines()] == [*OFFERED.values()]


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("no_color", "verdict"), [("", "\x1b[1;31mbroken:"), ("1", "\x1b[1mbroken:")])
def test_a_terminal_shows_the_verdict_in_colour(no_color: str, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    wide = Column("text", title="text")
    table = Table("words", (wide,), (("long " * 50,), ("[red]\x1b[2J",)))
    print_result(Result("a title", {}, (table,), verdict=Verdict("broken", False), sentences=("so it is",)), "text")
    lines = terminal.getvalue().replace("\x1b[0m", "").splitlines()
    assert lines[0] == "\x1b[1ma title"
    assert lines[3:5] == ["  " + ("long " * 50).rstrip(), r"  [red]\u001b[2J"]
    assert lines[-1] == f"{verdict} so it is"


def test_a_terminal_wraps_findings_to_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    table = Table("findings", (Column("text", title="", below=True),), (("word " * 40,),))
    print_result(Result("a title", {}, (table,)), "text")
    assert max(map(len, terminal.getvalue().splitlines())) == len("      " + "word " * 10 + "word")
