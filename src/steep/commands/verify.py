"""The command `steep verify`: replays a score of the environment's tasks, and says whether it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Format, Option
from steep.commands.shared.output import print_result
from steep.lab.results.result import Column, Result, Table


@command
def verify(
    file: Annotated[Path, Option("a score that steep.env.evaluate saved", metavar="FILE")],
    *,
    form: Format = "text",
) -> int:
    """Replay a score, and check every game.

    $ steep verify orcs.score
    """
    from steep.env.benchmark.score import Score
    from steep.env.benchmark.verify_score import verify_score

    score = Score.read(file)
    verdict = verify_score(score)
    replayed = verdict.replayed
    if replayed:
        sentences = f"The score holds. {replayed}."
    else:
        problems = (f"{problem[0].upper()}{problem[1:]}." for problem in verdict.problems)
        sentences = " ".join(["The score does not hold.", *problems])
    if score.no_entry:
        sentences += f" It is not an entry of the leaderboard: {score.no_entry}."
    columns = (
        Column("task"),
        Column("split"),
        Column("track"),
        Column("policy"),
        Column("games", "count"),
        Column("progress", "share", ends=("progress_low", "progress_high")),
        Column("won", "share", ends=("won_low", "won_high")),
        Column("verified", "flag"),
        Column("entry", "flag"),
        Column("no_entry"),
    )
    row = (
        *(score.task.name, score.split, score.about["track"], score.about["policy"], len(score.games.results)),
        *((replayed.progress, replayed.won) if replayed else (None, None)),
        *(verdict.holds, verdict.holds and not score.no_entry, score.no_entry),
    )
    print_result(Result(sentences, {}, (Table("verified", columns, (row,)),)), form)
    return 0 if verdict.holds else 1
