"""The leaderboard: its page has the entries of the repository, and they hold."""

from __future__ import annotations

import pytest
import write_leaderboard

from steep.env import verify_score

SMALLEST = "Orcs-v0-ten-lines.score"


def test_the_page_has_the_entries() -> None:
    scores = write_leaderboard.entries()
    assert write_leaderboard.PAGE.read_text("utf-8") == write_leaderboard.page(scores)
    assert [write_leaderboard.problem_of(score) for score in scores.values()] == [None] * len(scores)


def test_the_smallest_entry_holds() -> None:
    assert verify_score(write_leaderboard.entries()[SMALLEST]).problems == ()


@pytest.mark.slow
def test_every_entry_holds() -> None:
    for name, score in write_leaderboard.entries().items():
        assert verify_score(score).problems == (), name
