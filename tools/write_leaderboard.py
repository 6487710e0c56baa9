"""Writes `docs/leaderboard.md` from the scores in `leaderboard/`, after checking each by replaying it.

    python tools/write_leaderboard.py

An entry is a file of `Score.save` with all test games of its task. One that does not hold is named, and nothing
is written.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path

from steep.commands.shared.output import write_error
from steep.core.input_errors import InputError
from steep.env import TASKS, Score, verify_score
from steep.lab.results.text_forms import escape_markdown
from steep.play.files.user_files import write_whole

ROOT = Path(__file__).parents[1]
ENTRIES = ROOT / "leaderboard"
PAGE = ROOT / "docs" / "leaderboard.md"

HEAD = """# Leaderboard

Every score here can be checked: `steep verify leaderboard/FILE.score` replays its games.
[What a replay does not prove](tasks.md#what-a-replay-does-not-prove) is the author's word. [Tasks and scores](tasks.md)
says how to add your own.

Progress is the share of floors left alive. Normalised is 0 for the masked random policy, and 1 for the bot `tactician`;
it is empty where they haven't played the task.
PPO is `examples/train_ppo.py`, whose rewards also pay for experience and exploring.
"""


def files() -> list[Path]:
    """The files of the entries."""
    return sorted(ENTRIES.glob("*.score"))


def entry(path: Path) -> Score:
    """The score in a file, not yet replayed. Raises `InputError` for one that is no entry."""
    if not re.fullmatch("[A-Za-z0-9.-]{1,80}", path.name):
        raise InputError(f"{path.name}: found this name; allowed: 1 to 80 letters, digits, dots and hyphens")
    score = Score.read(path)
    if score.no_entry:
        raise InputError(f"{path.name} is no entry: {score.no_entry}")
    return score


def replayed(path: Path) -> Score:
    """The score of an entry's replayed games. Raises `InputError` for one that does not hold."""
    verdict = verify_score(entry(path))
    if verdict.replayed is None:
        raise InputError(f"{path.name} does not hold: {'; '.join(verdict.problems)}")
    return verdict.replayed


def row_of(name: str, score: Score) -> str:
    """A row of a task's table."""
    about, progress, won = score.about, score.progress, score.won
    interval = f"{progress.value:.1%} ({progress.interval.low:.1%} to {progress.interval.high:.1%})"
    trained = f"{about['steps']:,}" if about.get("steps") else ""
    seen = ", ".join(about["observations"])
    cells = (
        escape_markdown(about["policy"]),
        interval,
        f"{won.value:.1%}",
        "" if math.isnan(score.normalised) else f"{score.normalised:.3f}",
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
    scores: dict[str, Score] = {}
    for path in files():
        try:
            scores[path.name] = replayed(path)
        except InputError as error:
            write_error(str(error))
    if len(scores) < len(files()):
        return 1
    write_whole(PAGE, page(scores).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
