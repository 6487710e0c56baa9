"""The leaderboard: its page has the entries of the repository, and they hold. So has the page of tasks their cards."""

from __future__ import annotations

import json

import measure_tasks
import pytest
import write_leaderboard

from steep.env import verify_score

SMALLEST = "Orcs-v0-ten-lines.score"


def test_the_page_has_the_entries() -> None:
    scores = write_leaderboard.entries()
    assert write_leaderboard.PAGE.read_text("utf-8") == write_leaderboard.page(scores)
    assert [write_leaderboard.problem_of(score) for score in scores.values()] == [None] * len(scores)


def test_the_page_of_tasks_has_the_cards_with_all_trained_agents() -> None:
    figures = json.loads(measure_tasks.FIGURES.read_text("utf-8"))
    assert measure_tasks.PAGE.read_text("utf-8").endswith(measure_tasks.cards(figures).rstrip() + "\n")


def test_the_smallest_entry_holds() -> None:
    assert verify_score(write_leaderboard.entries()[SMALLEST]).problems == ()


@pytest.mark.slow
def test_every_entry_holds() -> None:
    for name, score in write_leaderboard.entries().items():
        assert verify_score(score).problems == (), name
