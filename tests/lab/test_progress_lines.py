"""The progress lines of long commands."""

from __future__ import annotations

import io
import re
import sys

import pyte
import pytest

from steep.commands.shared import output, progress
from steep.commands.shared.output import patience
from steep.commands.shared.progress import progress_of_games
from steep.core.native.libraries import BUILDING
from steep.lab import Progress
from wait_until import wait_until


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines_on(terminal: Terminal) -> list[str]:
    """The non-empty lines of a terminal."""
    screen = pyte.Screen(100, 10)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed(terminal.getvalue())
    return [line.rstrip() for line in screen.display if line.strip()]


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in place of standard output and error; pytest would take those of a fixture away."""
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(progress, "UPDATE_SECONDS", 0.0)
    monkeypatch.setenv("TERM", "xterm-256color")
    return made


def measuring(games: int) -> Progress:
    """Progress of a measurement that has so many games of 60."""
    return Progress(60, games=games, figures=list)


def test_figures_so_far_and_a_bar_are_drawn_over_and_cleared_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    texts = iter(["20 games\n3 died", "40 games\n7 died\x1b[2J"])
    with progress_of_games("diver", lambda _figures: next(texts)) as show:
        for games in (0, 20, 40):
            show(measuring(games))
        wait_until(lambda: "40 games" in lines_on(terminal) and "40/60 games" in "".join(lines_on(terminal)))
        first, second, bar = lines_on(terminal)
    assert (first, second) == ("40 games", r"7 died\u001b[2J")
    assert bar.startswith("diver ")
    assert "40/60 games" in bar
    assert lines_on(terminal) == []


def test_without_colours_nothing_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    with progress_of_games("diver") as show:
        show(measuring(0))
        wait_until(lambda: "0/60 games" in terminal.getvalue())
    assert re.findall(r"\x1b\[[\d;]*m", terminal.getvalue()) == []
    assert "0/60 games" in terminal.getvalue()


def test_quiet_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    monkeypatch.setattr(output, "quiet", True)
    with progress_of_games("diver", lambda _figures: "20 games") as show:
        show(measuring(20))
    assert terminal.getvalue() == ""


def test_a_terminal_that_cannot_move_its_cursor_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_of_games("diver", lambda _figures: "20 games") as show:
        show(measuring(20))
    assert terminal.getvalue() == ""


def test_what_takes_long_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    said = ""

    def all_is_said() -> bool:
        nonlocal said
        said += capsys.readouterr().err
        return said.endswith("\n")

    with patience("playing duels"):
        wait_until(all_is_said)
    assert said == "steep: playing duels\n"


def test_that_rules_are_compiled_is_said_once_beside_the_bars(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of_games("measure") as show:
        for games in range(3):
            show(Progress(3, note=BUILDING, games=games))
    assert capsys.readouterr().err.count(f"steep: {BUILDING}\n") == 1
