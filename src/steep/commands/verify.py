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
    if verdict.holds:
        sentences = f"The score holds. {score}"
    else:
        problems = (f"{problem[0].upper()}{problem[1:]}." for problem in verdict.problems)
        sentences = " ".join(["The score does not hold.", *problems])
    columns = Column("task"), Column("games", "count"), Column("verified", "flag")
    row = score.task.name, len(score.games.results), verdict.holds
    print_result(Result(sentences, {}, (Table("verified", columns, (row,)),)), form)
    return 0 if verdict.holds else 1
