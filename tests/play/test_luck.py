"""Luck: what chance gave a run, as percentiles of a bot's games on the same ruleset."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ready_made_sessions import dive, dived, load
from steep.core.world import HERO
from steep.play import luck as module
from steep.play.files import saves
from steep.play.luck import (
    STEP,
    Luck,
    Reference,
    items_on_floor,
    luck_lines,
    luck_of,
    percentile_of,
    quantiles_of,
    references,
    threat_on_floor,
)
from steep.play.session import Session
from steep.rules import perceived_events as events
from steep.rules.perceived_events import emit

EVENLY = tuple(range(0, 101, STEP))
"""Quantiles of values that are spread evenly from 0 to 100."""

REFERENCE = Reference("0123", "explorer", 200, (EVENLY, EVENLY), (EVENLY, EVENLY), EVENLY, EVENLY)


class TestPercentiles:
    @pytest.mark.parametrize("value", [0, 3, 5, 50, 99, 100])
    def test_of_values_spread_evenly_are_the_values(self, value: int) -> None:
        assert percentile_of(value, EVENLY) == pytest.approx(value)

    def test_beyond_all_are_0_and_100(self) -> None:
        assert (percentile_of(-7, EVENLY), percentile_of(101, EVENLY)) == (0, 100)

    def test_count_half_of_those_who_have_as_much(self) -> None:
        assert percentile_of(4, [4] * 21) == 50
        assert percentile_of(4, [1] * 10 + [4] * 11) == pytest.approx(75)

    def test_of_the_games_themselves_are_even(self) -> None:
        values = [number * number for number in range(500)]
        quantiles = quantiles_of(values)
        mean = sum(percentile_of(value, quantiles) for value in values) / len(values)
        assert mean == pytest.approx(50, abs=1)


class TestARun:
    def test_notes_threat_and_items_of_each_floor_as_it_comes_to_it(self) -> None:
        session = Session.start(load("tcod-2020"), 46)
        assert session.luck.floors == [
            (threat_on_floor(session.world, session.rulebook), items_on_floor(session.world, session.rulebook))
        ]
        dive(session, 130)
        assert len(session.luck.floors) == session.floor
        assert all(threat > 0 for threat, _ in session.luck.floors[2:])

    def test_counts_no_gold(self) -> None:
        session = Session.start(load("steep"), 42)
        gold = next(number for number, item in enumerate(session.rulebook.items) if item.gold.entries)
        before = items_on_floor(session.world, session.rulebook)
        for row in range(session.world.item_count):
            session.world.items[row].kind = gold
        assert (before > 0, items_on_floor(session.world, session.rulebook)) == (True, 0)

    def test_notes_how_much_better_attacks_were_than_expected(self) -> None:
        session = Session.start(load("steep"), 42)
        kind = next(number for number, each in enumerate(session.rulebook.monsters) if not each.evasion)
        for what, who, whom in ((events.HIT, HERO, kind), (events.MISSED, kind, HERO), (events.HIT, kind, kind)):
            cursor = session.hero.event_count
            emit(session.world, what, who, whom, 1, session.hero.cell)
            session.tell(session._log_events(cursor))
        good = session.luck.surplus
        assert good > 0
        for what, who, whom in ((events.MISSED, HERO, kind), (events.HIT, kind, HERO)):
            cursor = session.hero.event_count
            emit(session.world, what, who, whom, 1, session.hero.cell)
            session.tell(session._log_events(cursor))
        assert session.luck.surplus < good
        assert session.luck.dice is None

    def test_has_no_dice_where_attacks_never_miss(self) -> None:
        session = dived()
        assert session.luck.variance == 0
        assert session.luck.dice is None

    def test_keeps_it_in_its_save(self, tmp_path: Path) -> None:
        session = dived()
        session.luck.surplus, session.luck.variance = -17, 4_000
        saves.save(session, tmp_path / "save")
        assert saves.load(tmp_path / "save", load).luck == session.luck


class TestComparing:
    def test_adds_up_the_floors_that_both_know(self) -> None:
        found = luck_of(Luck([(10, 20), (30, 40), (999, 999)]), REFERENCE)
        assert found is not None
        assert (found.floors, found.items) == (2, 60)
        assert found.items_percentile == pytest.approx(60)
        assert found.threat_percentile == pytest.approx(60)
        assert found.dice_percentile is None
        assert found.mean == pytest.approx(60)

    def test_takes_the_mean_with_the_dice_if_there_were_enough(self) -> None:
        found = luck_of(Luck([(10, 20)], surplus=90 * 1000, variance=1_000_000), REFERENCE)
        assert found is not None
        assert found.dice_percentile == pytest.approx(90)
        assert found.mean == pytest.approx((20 + 90 + 90) / 3)

    def test_is_told_in_sentences_that_name_the_bot_and_its_games(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book = load("tcod-2020")
        monkeypatch.setattr(module, "references", lambda: {book.name: replace(REFERENCE, ruleset_hash=book.hash)})
        assert luck_lines(Luck([(10, 20)]), book, 1) == [
            "Luckier than 55% of 200 games that the bot explorer played on this ruleset.",
            "Floor 1 had 20 items, more than in 20% of them.",
            "The monsters there were less dangerous than in 90% of them.",
        ]

    def test_with_games_of_an_earlier_version_is_told_in_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book = load("tcod-2020")
        monkeypatch.setattr(module, "references", lambda: {book.name: REFERENCE})
        assert luck_lines(Luck([(10, 20)]), book, 1) == [
            "About as lucky as usual in 200 games that the bot explorer played on an earlier version of this ruleset: "
            "a rough comparison, since the dungeon has changed.",
            "Floor 1 had 20 items, fewer than usual.",
            "The monsters there were far less dangerous than usual.",
        ]
        dicey = Luck([(10, 20)], surplus=-90 * 1000, variance=1_000_000)
        assert luck_lines(dicey, book, 1)[-1] == "Attacks hit and missed far less favorably for you than usual."

    def test_is_silent_without_games_to_compare_with(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book = load("tcod-2020")
        monkeypatch.setattr(module, "references", dict)
        assert luck_lines(Luck([(10, 20)]), book, 1) == []
        monkeypatch.setattr(module, "references", lambda: {book.name: REFERENCE})
        assert luck_lines(Luck([(10, 20)]), book, 3) == []
        assert luck_lines(Luck(), book, 1) == []
        assert luck_lines(Luck([(10, 20)]), replace(book, path="/mine/tcod-2020.toml"), 1) == []


class TestTheReference:
    def test_is_of_bundled_rulesets_that_exist(self) -> None:
        assert all(not load(name).path for name in references())

    @pytest.mark.parametrize("name", [*references()])
    def test_holds_rising_quantiles_of_at_least_a_hundred_games(self, name: str) -> None:
        reference = references()[name]
        assert reference.games >= 100
        assert len(reference.threat) == len(reference.items) >= 4
        for quantiles in (*reference.threat, *reference.items, reference.overall, reference.dice):
            assert list(quantiles) == sorted(quantiles)
            assert len(quantiles) == 100 // STEP + 1
