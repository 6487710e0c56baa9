"""Writes `docs/leaderboard.md` from the scores in `leaderboard/`, after checking each by replaying it.

    python tools/write_leaderboard.py

An entry is a file of `Score.save` with all test games of its task. One that does not hold is named, and nothing
is written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from steep.env import TASKS, Score, verify_score

ROOT = Path(__file__).parents[1]
ENTRIES = ROOT / "leaderboard"
PAGE = ROOT / "docs" / "leaderboard.md"

HEAD = """# Leaderboard

Every score here can be checked: `steep verify leaderboard/FILE.score` replays its games. Add your own by a pull
request with a file of `Score.save`. [Tasks and scores](tasks.md) says how to make one.

Progress is the share of floors left alive. Normalised is 0 for the masked random policy, and 1 for the bot `tactician`.
"""


def entries() -> dict[str, Score]:
    """The scores by the name of their file."""
    return {path.name: Score.read(path) for path in sorted(ENTRIES.glob("*.score"))}


def problem_of(score: Score) -> str | None:
    """Why a score is no entry; None for one that is."""
    if len(score.games.results) != score.task.games:
        return f"it has {len(score.games.results)} games; an entry of {score.task.name} has {score.task.games}"
    if score.split != "test":
        return f"it has seeds of {score.split}; an entry has those of test"
    return None


def row_of(name: str, score: Score) -> str:
    """A row of a task's table."""
    about, progress, won = score.about, score.progress, score.won
    interval = f"{progress.value:.1%} ({progress.interval.low:.1%} to {progress.interval.high:.1%})"
    trained = f"{about['steps']:,}" if about.get("steps") else ""
    seen = ", ".join(about["observations"])
    cells = (
        about["policy"],
        interval,
        f"{won.value:.1%}",
        f"{score.normalised:.3f}",
        about["track"],
        trained,
        seen,
        about.get("code", ""),
        f"`{name}`",
    )
    return "| " + " | ".join(cells) + " |"


def page(scores: dict[str, Score]) -> str:
    """The page: a table for each task, the best first."""
    lines = [HEAD]
    for task in TASKS.values():
        found = [(name, score) for name, score in scores.items() if score.task is task]
        if found:
            lines += [
                f"## {task.name}\n",
                "| policy | progress | won | normalised | track | steps of training | observations | code | file |",
                "| --- | ---: | ---: | ---: | --- | ---: | --- | --- | --- |",
                *(row_of(*each) for each in sorted(found, key=lambda each: -each[1].progress.value)),
                "",
            ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Check all entries, and write the page."""
    scores, wrong = entries(), False
    for name, score in scores.items():
        problems = [found] if (found := problem_of(score)) else verify_score(score).problems
        for problem in problems:
            print(f"{name}: {problem}", file=sys.stderr)
            wrong = True
    if not wrong:
        PAGE.write_text(page(scores), "utf-8")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
