"""The progress lines of long commands."""

from __future__ import annotations

import io
import sys
import time

import pyte
import pytest

from steep.commands.shared import output, progress
from steep.commands.shared.output import counter, patience
from steep.commands.shared.progress import live_text, progress_of_games
from steep.core.native.libraries import BUILDING
from steep.lab import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines_on(terminal: Terminal) -> list[str]:
    """The non-empty lines of a terminal."""
    screen = pyte.Screen(40, 10)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed(terminal.getvalue())
    return [line.rstrip() for line in screen.display if line.strip()]


def test_live_figures_are_drawn_over_and_cleared_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "UPDATE_SECONDS", 0.0)
    with live_text() as show:
        show(lambda: "20 games\n3 died")
        assert lines_on(terminal) == ["20 games", "3 died"]
        show(lambda: "40 games\n7 died\n2 won")
        assert lines_on(terminal) == ["40 games", "7 died", "2 won"]
    assert lines_on(terminal) == []


def test_no_live_figures_are_written_to_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with live_text() as show:
        show(lambda: "20 games")
    assert capsys.readouterr() == ("", "")


def test_a_count_is_drawn_over_on_a_terminal_and_cleared_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(output, "UPDATE_SECONDS", 0.0)
    with counter("duels played") as on_progress:
        on_progress(40, 300)
        assert lines_on(terminal) == ["40 duels played"]
        on_progress(1_000, 300)
        assert lines_on(terminal) == ["1,040 duels played"]
    assert lines_on(terminal) == []


def test_elsewhere_it_is_printed_at_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = iter([0.0, 1.0, 5.5, 5.5, 9.0])
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    with counter("duels played") as on_progress:
        for _ in range(3):
            on_progress(40, 300)
    assert capsys.readouterr().err == "steep: 80 duels played\n"


def test_a_terminal_that_cannot_move_its_cursor_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    with counter("duels played") as on_progress:
        on_progress(40, 300)
    with live_text() as show:
        show(lambda: "20 games")
    assert terminal.getvalue() == "steep: 40 duels played\n"


def test_what_takes_long_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    with patience("playing duels"):
        time.sleep(0.1)
    assert capsys.readouterr().err == "steep: playing duels\n"


def test_nothing_is_said_once_duels_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.05)
    with patience("playing duels") as started:
        started()
        time.sleep(0.15)
    assert capsys.readouterr().err == ""


def test_that_rules_are_compiled_is_said_once_beside_the_bars(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of_games("measure") as show:
        for games in range(3):
            show(Progress(3, note=BUILDING, games=games))
    assert capsys.readouterr().err.count(f"steep: {BUILDING}\n") == 1
