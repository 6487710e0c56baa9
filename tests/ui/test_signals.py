"""Signals noted in place of what they do."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from steep.ui.terminal.signals import Signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


def test_a_signal_is_noted_until_it_is_discarded() -> None:
    with Signals(("SIGTERM", "SIGWINCH")) as signals:
        os.kill(os.getpid(), signal.SIGWINCH)
        assert signals.received == {"SIGWINCH"}
        signals.received.discard("SIGWINCH")
        assert not signals.received


@pytest.mark.parametrize(("name", "ends"), [("SIGINT", True), ("SIGTERM", True), ("SIGHUP", True), ("SIGCONT", False)])
def test_some_signals_ask_the_program_to_end(name: str, ends: bool) -> None:
    with Signals((name,)) as signals:
        os.kill(os.getpid(), getattr(signal, name))
        assert signals.exit_requested == ends


def test_afterwards_signals_do_what_they_did_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Signals():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before


def test_a_signal_that_is_to_be_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals() as signals:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not signals.received
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_signal_that_this_platform_does_not_know_is_passed_over() -> None:
    with Signals(("SIGNONE",)) as signals:
        assert not signals.received
