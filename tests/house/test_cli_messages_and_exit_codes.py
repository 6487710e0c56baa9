"""The steep command: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pytest

from steep.cli import main
from steep.commands import command_names, load_command, summary_of
from steep.content import Rulebook, load_ruleset

BUNDLED = {"roguebasin", "tcod-2019", "tcod-2020", "rotjs", "godot"}


@pytest.fixture(autouse=True)
def private_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plya"], 'no command "plya" (did you mean "play"?)'),
        (["--sed", "5"], 'steep play does not take --sed (did you mean "--seed"?)'),
        (["play", "--seed", "-3"], "--seed: found -3; allowed: a whole number from 0 to 9223372036854775807"),
        (["play", "--seed", "9223372036854775808"], "--seed: found 9223372036854775808"),
        (["play", "--ruleset", "tcod-2002"], 'found no ruleset named "tcod-2002"'),
        (["play", "--ruleset", "nowhere.toml"], "nowhere.toml: found no such file"),
        (["worth", "tcod-2020", "--of", "kinds"], "steep worth is gone: use steep blame RULESET --with ITEM"),
        (["play", "--bot", "divr"], 'there is no bot "divr" (did you mean "diver"?)'),
        (["play", "--profile", "a/b"], "--profile: found 'a/b'; the name of a profile is 1 to 24 letters a-z"),
        (["play", "--profile", "nul"], "--profile: found 'nul'; Windows reserves that name"),
        (["play", "--wizard", "--bot", "diver"], "--wizard: found with --bot"),
        (["play", "--ui", "windo"], '(did you mean "window"?)'),
        (["play", "--ui", "window"], "there is no display to open a window on"),
        (["replay"], "steep replay needs FILE|DIR; see steep replay --help"),
        (["tune", "steep"], "steep tune needs --target; see steep tune --help"),
        (["import", "nowhere"], "cannot be read (No such file or directory); give a file or a project's folder"),
        (["replay", "no.steep"], "no.steep"),
        (["rulesets", "--format", "jsn"], '(did you mean "json"?)'),
        (["show", "tcod-2020", "--floor", "3"], '--floor (did you mean "--floors"?); see steep show --help'),
        (["show", "tcod-2020", "more"], "steep show does not take more"),
        (["show", "tcod-2020", "--samples"], "--samples: a value is missing"),
        (["show", "tcod-2020", "--quiet=1"], "--quiet: it takes no value"),
        (["show", "tcod-2020", "--floors", "3-1"], '--floors: found "3-1"; allowed: A-B'),
    ],
)
def test_an_invalid_command_line_gives_one_line_and_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("steep: ")
    assert output.err.count("\n") == 1
    assert message in output.err


def test_a_missing_display_and_terminal_give_one_line() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "steep"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stderr == "steep: there is neither a display to open a window on nor a terminal to play in\n"
    assert run.stdout == ""


def test_the_message_for_a_dumb_terminal_says_what_to_do(tmp_path: Path) -> None:
    words = ["-m", "steep", "--ui", "terminal", "--data-dir", str(tmp_path)]
    child = pexpect.spawn(sys.executable, words, env=os.environ | {"TERM": "dumb"}, encoding="utf-8", timeout=20)
    output = child.read()
    child.close()
    assert child.exitstatus == 2
    assert output.count("\n") == 1
    assert "TERM=dumb" in output
    assert "TERM=xterm-256color" in output


def test_a_display_that_cannot_be_opened_gives_one_line() -> None:
    # In a new process, because a process that has opened a window keeps its video driver.
    run = subprocess.run(
        [sys.executable, "-m", "steep", "play", "--ui", "window", "--seed", "1"],
        env=os.environ | {"SDL_VIDEODRIVER": "no-such-driver"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("steep: no window can be opened here: ")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_rulesets_are_listed(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", "--format", form]) == 0
    out = capsys.readouterr().out
    if form == "json":
        names = {entry["ruleset"] for entry in json.loads(out)["rulesets"]}
    else:
        names = {word for line in out.splitlines() for word in line.replace("|", " ").split()[:1]}
    assert names >= BUNDLED | {f"{name}-gear" for name in BUNDLED}


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and devices")
def test_rulesets_are_listed_whatever_else_is_in_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "xdg_config_home" / "steep" / "rulesets"
    (folder / "folder.toml").mkdir(parents=True)
    (folder / "mine.toml").write_text('extends = "tcod-2020"', encoding="utf-8")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (folder / "cycle.toml").write_text('extends = "cycle"', encoding="utf-8")
    (folder / "fails.toml").write_text('extends = "tcod-2020"', encoding="utf-8")
    (folder / "gone.toml").symlink_to(folder / "nowhere.toml")
    (folder / "itself.toml").symlink_to(folder / "itself.toml")
    (folder / os.fsdecode(b"\xff.toml")).write_text("hp = 3", encoding="utf-8")
    os.mkfifo(folder / "pipe.toml")

    def failing(name: str, folders: Sequence[Path]) -> Rulebook:
        if name == "fails":
            raise KeyError("lawn")
        return load_ruleset(name, folders)

    monkeypatch.setattr("steep.ui.screens.context.load_ruleset", failing)
    assert main(["rulesets", "--format", "json"]) == 0
    output = capsys.readouterr()
    names = {entry["ruleset"] for entry in json.loads(output.out)["rulesets"]}
    assert names >= BUNDLED | {"mine"}
    assert not names & {"folder", "bytes", "cycle", "fails", "gone", "itself", "pipe"}
    assert "Steep fails on (KeyError: 'lawn')" in output.err


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        (["tune", "tcod-2020", "--target", "my.target.toml"], "scipy", "tune"),
        (["measure", "tcod-2020", "--cluster", "tcp://nowhere:1"], "numpy", "cluster"),
    ],
)
def test_a_missing_extra_is_named_whole(words: list[str], library: str, extra: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; from steep.cli import main; sys.exit(main({words!r}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == f'steep: steep {words[0]} needs {library}: pip install "steep[{extra}]"\n'


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    output = capsys.readouterr().out
    for name in command_names():
        assert f"\n  {name} " in output
        assert summary_of(name) == (load_command(name).help or "").splitlines()[0]


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"]])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    program = (
        f"import sys; from steep.cli import main; main({words!r})\n"
        "print(sorted({'numpy', 'tcod', 'blessed', 'tomllib'} & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stderr == "[]\n"


INTERRUPTS = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    {then}
"""


@pytest.mark.parametrize(
    ("module", "then"),
    [
        ("click", "raise"),
        ("numpy", "raise"),
        ("numpy", "raise ImportError('cannot be imported')"),
        ("numpy", "raise ModuleNotFoundError('gone', name='numpy')"),
    ],
)
def test_ctrl_c_while_libraries_are_imported_ends_with_130_and_no_traceback(
    module: str, then: str, tmp_path: Path
) -> None:
    (tmp_path / f"{module}.py").write_text(INTERRUPTS.format(then=then))
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "steep", "measure", "tcod-2020", "--games", "1"]
    run = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 130
    assert run.stdout == ""
    assert run.stderr.count("\n") <= 1
    assert "Traceback" not in run.stderr
