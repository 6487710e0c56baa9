"""What is shown while a command takes long."""

from __future__ import annotations

import io
import sys

import pyte
import pytest

from steep.commands.shared import progress
from steep.commands.shared.progress import CompilingBar, live_text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def seen(terminal: Terminal) -> list[str]:
    """The lines of a terminal that are not empty."""
    screen = pyte.Screen(40, 10)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed(terminal.getvalue())
    return [line.rstrip() for line in screen.display if line.strip()]


def test_without_a_terminal_a_line_now_and_then_names_the_rule_that_was_compiled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bar = CompilingBar()
    bar.update(137, 226, "rules.monsters.monsters_act")
    bar.update(138, 226, "rules.turn.step")
    bar.close()
    assert capsys.readouterr().err == "steep: compiling 137 of 226: rules.monsters.monsters_act\n"


def test_figures_that_grow_take_the_place_of_those_before_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "SHOWN_EVERY", 0.0)
    with live_text() as show:
        show(lambda: "20 games\n3 died")
        assert seen(terminal) == ["20 games", "3 died"]
        show(lambda: "40 games\n7 died\n2 won")
        assert seen(terminal) == ["40 games", "7 died", "2 won"]
    assert seen(terminal) == []


def test_into_a_pipe_no_figures_are_written_that_still_grow(capsys: pytest.CaptureFixture[str]) -> None:
    with live_text() as show:
        show(lambda: "20 games")
    assert capsys.readouterr() == ("", "")
