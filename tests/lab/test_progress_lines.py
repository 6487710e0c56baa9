"""The progress lines of long commands."""

from __future__ import annotations

import io
import subprocess
import sys
import time

import pyte
import pytest

from steep.commands.lint import PLAYING_DUELS
from steep.commands.shared import output, progress
from steep.commands.shared.output import counter, patience
from steep.commands.shared.progress import INTERRUPTED, CompilingBar, live_text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines_on(terminal: Terminal) -> list[str]:
    """The non-empty lines of a terminal."""
    screen = pyte.Screen(40, 10)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed(terminal.getvalue())
    return [line.rstrip() for line in screen.display if line.strip()]


@pytest.mark.parametrize("context", ["compiling_here()", "compiling(print)"])
def test_ctrl_c_while_rules_are_compiled_ends_with_130(context: str) -> None:
    program = (
        "import os, signal, time\n"
        "from steep.commands.shared import progress\n"
        "progress.watch_compiling = lambda *_: progress.ExitStack()\n"
        f"with progress.{context}:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(60)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == INTERRUPTED


def test_without_a_terminal_compiled_rules_are_printed_at_intervals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bar = CompilingBar()
    bar.update(137, 226, "rules.monsters.monster_turns.monsters_act")
    bar.update(138, 226, "rules.turn.step")
    bar.close()
    assert capsys.readouterr().err == "steep: compiling 137 of 226: rules.monsters.monster_turns.monsters_act\n"


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


def test_what_is_compiled_is_said_when_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    with patience(*PLAYING_DUELS):
        time.sleep(0.1)
    assert "playing duels; after an update the rules of fights are compiled first" in capsys.readouterr().err


def test_nothing_is_said_of_compiling_once_duels_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.05)
    with patience(*PLAYING_DUELS) as started:
        started()
        time.sleep(0.15)
    assert capsys.readouterr().err == ""
