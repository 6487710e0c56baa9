"""The command `steep show`: what appears on each floor of a ruleset."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from steep.balance.odds_and_expectations import survey_floors
from steep.balance.odds_of_one_draw import last_of_interest
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import FloorsOfDungeon, Format, Option, Ruleset, Samples, Value
from steep.commands.shared.output import patience, print_result, warn_of_assumptions
from steep.lab.charts.of_survey import charts_of_survey
from steep.lab.charts.svg import check_picture, write_picture
from steep.lab.ruleset_results.odds import odds_result
from steep.play.files.rulesets_at_revision import read_rulebook


class Picture(Value):
    """A picture's file."""

    def read(self, text: str) -> Path:
        """The path."""
        check_picture(Path(text))
        return Path(text)


@command
def show(
    ruleset: Ruleset,
    *,
    floors: FloorsOfDungeon | None = None,
    samples: Samples | None = None,
    plot: Annotated[Path | None, Option("also draw it to a .png or .svg file", Picture())] = None,
    form: Format = "text",
) -> int:
    """Show what appears on each floor: exact odds and expected numbers.

    $ steep show tcod-2020 --floors 1-4
    $ steep show mine.toml --format csv
    """
    rulebook = read_rulebook(ruleset)
    warn_of_assumptions(rulebook)
    first, last = floors or (1, last_of_interest(rulebook.compiled))
    with patience():
        survey = survey_floors(rulebook, first if plot is None else 1, last, samples or 0)
    if plot is not None:
        how = f"odds are exact; numbers are means of {survey.samples:,} generated floors"
        subtitle = f"{rulebook.name} {rulebook.hash}; {how}"
        write_picture(plot, rulebook.title, subtitle, charts_of_survey(survey, first))
        survey = replace(survey, floors=survey.floors[first - 1 :])
    print_result(odds_result(survey), form)
    return 0
