"""Signals are recorded instead of acting at once."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from steep.ui.main_loop import Signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


def test_a_signal_is_recorded_until_it_is_discarded() -> None:
    with Signals(("SIGTERM", "SIGWINCH")) as signals:
        os.kill(os.getpid(), signal.SIGWINCH)
        assert signals.received == {"SIGWINCH"}
        signals.received.discard("SIGWINCH")
        assert not signals.received


@pytest.mark.parametrize(("name", "ends"), [("SIGINT", True), ("SIGTERM", True), ("SIGHUP", True), ("SIGCONT", False)])
def test_some_signals_request_an_exit(name: str, ends: bool) -> None:
    with Signals((name,)) as signals:
        os.kill(os.getpid(), getattr(signal, name))
        assert signals.exit_requested == ends


def test_previous_handlers_are_restored_on_leaving() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Signals():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals() as signals:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not signals.received
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_signal_the_platform_does_not_have_is_skipped() -> None:
    with Signals(("SIGNONE",)) as signals:
        assert not signals.received
