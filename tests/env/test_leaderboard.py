"""The leaderboard: its page has the entries of the repository, and they hold. So has the page of tasks their cards."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import measure_tasks
import pytest
import write_leaderboard

from steep.env import Score, evaluate, ten_lines, verify_score
from steep.env.benchmark import tasks
from steep.env.benchmark.tasks import TASKS
from steep.env.benchmark.verify_score import differences, replay

DRAWN = 10
"""Games of each entry that are replayed with every run of the tests; of one with few long games, one in 30."""

ENTRIES = {path.name: path for path in write_leaderboard.files()}

RUNS = sorted(measure_tasks.RUNS.glob("*.json"))


def test_the_page_has_the_entries() -> None:
    scores = {name: write_leaderboard.entry(path) for name, path in ENTRIES.items()}
    assert write_leaderboard.PAGE.read_text("utf-8") == write_leaderboard.page(scores)


def test_the_page_of_tasks_has_the_cards_with_all_trained_agents() -> None:
    figures = json.loads(measure_tasks.FIGURES.read_text("utf-8"))
    assert measure_tasks.PAGE.read_text("utf-8").endswith(measure_tasks.cards(figures).rstrip() + "\n")


@pytest.mark.parametrize(
    "run", [path for path in RUNS if measure_tasks.kept_score(path).exists()], ids=lambda path: path.stem
)
def test_the_figures_of_a_run_are_those_of_its_score(run: Path) -> None:
    told, score = json.loads(run.read_text("utf-8")), Score.read(measure_tasks.kept_score(run))
    figures = measure_tasks.row_of_score(score)
    assert [*told["test"]["progress"], *told["test"]["won"]] == [figures[key] for key in measure_tasks.KEYS]
    assert told["test"]["games"] == figures["games"]
    assert told["task"] == score.task.name
    assert {key: told[key] for key in ("policy", "code", "steps")}.items() <= score.about.items()


def test_figures_without_a_score_are_marked_as_the_authors_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.loads(RUNS[0].read_text("utf-8"))
    for seed in (1, 2):
        name = RUNS[0].name.replace("-1.json", f"-{seed}.json")
        (tmp_path / name).write_text(json.dumps({**told, "seed": seed}), "utf-8")
    monkeypatch.setattr(measure_tasks, "RUNS", tmp_path)
    first, second = measure_tasks.trained_players(told["task"])
    assert first.endswith(", seed 1")
    assert second.endswith(", seed 2 (the author's word)")


def drawn_problems(path: Path) -> list[str]:
    """What a replay of a part of an entry finds. The file's own bytes draw the games."""
    score = write_leaderboard.entry(path)
    drawn = random.Random(path.read_bytes()).sample(range(score.task.games), min(DRAWN, score.task.games // 30))
    found: list[str] = []
    for setting, share in score.task.shares(range(score.task.games)):
        rows = [row for row in share if row in drawn]
        if rows:
            found += differences(score, rows, replay(setting, rows, score))
    return found


@pytest.mark.parametrize("name", ENTRIES)
def test_games_drawn_from_an_entry_are_as_recorded(name: str) -> None:
    assert drawn_problems(ENTRIES[name]) == []


def test_a_forged_entry_shows_in_its_drawn_games(tmp_path: Path) -> None:
    score = Score.read(ENTRIES["Orcs-v0-ten-lines.score"])
    score.games.results["end"] = 2
    score.save(tmp_path / "forged.score")
    assert len(drawn_problems(tmp_path / "forged.score")) == DRAWN


@pytest.mark.slow
def test_every_entry_holds() -> None:
    for name, path in ENTRIES.items():
        assert verify_score(Score.read(path)).problems == (), name


class TestTheTool:
    """`tools/write_leaderboard.py`, where Orcs-v0 has two test games."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        small = {**TASKS, "Orcs-v0": replace(TASKS["Orcs-v0"], games=2)}
        for module in (tasks, write_leaderboard):
            monkeypatch.setattr(module, "TASKS", small)
        monkeypatch.setattr(write_leaderboard, "ENTRIES", tmp_path)
        monkeypatch.setattr(write_leaderboard, "PAGE", tmp_path / "page.md")
        return tmp_path

    def test_shows_a_name_as_it_is(self, folder: Path) -> None:
        evaluate(ten_lines, "Orcs-v0", about={"policy": "Best | <b>[99](x)</b> `"}).save(folder / "a.score")
        assert write_leaderboard.main() == 0
        text = (folder / "page.md").read_text("utf-8")
        assert "| Best \\| \\<b\\>\\[99\\](x)\\</b\\> \\` | 0.0% " in text

    def test_tells_what_is_wrong_of_each_file_and_writes_nothing(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        score = evaluate(ten_lines, "Orcs-v0")
        score.save(folder / "a.score")
        score.save(folder / "na|me\x1b[2J.score")
        evaluate(ten_lines, "Orcs-v0", games=1).save(folder / "part.score")
        score.games.results["end"] = 2
        score.save(folder / "forged.score")
        (folder / "damaged.score").write_bytes(b"steep score\n")
        assert write_leaderboard.main() == 1
        assert not (folder / "page.md").exists()
        errors = capsys.readouterr().err
        assert "\x1b" not in errors
        damaged, forged, name, part = errors.splitlines()
        assert damaged.endswith("damaged.score is cut short: it has only 12 bytes")
        assert forged.startswith("forged.score does not hold: game 1 (seed 3000000000) is recorded with another result")
        assert name.startswith(r"na|me\u001b[2J.score: found this name; allowed: 1 to 80 letters")
        assert part == "part.score is no entry: 1 of 2 test games"
