"""The seed of the day: whether the player's attempt is still to come, and the table of attempts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.play.files.ledger import Ledger, RunRecord, Score, first_attempt, read_ledger, trouble_with_attempts
from steep.play.seed_of_the_day import Attempt, day_of, seed_of
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import wrapped
from steep.ui.screen import Event, Key, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.character_sheet import heading, pair
from steep.ui.screens.texts.pager import Line, Pager
from steep.ui.screens.texts.statistics_and_high_scores import score_table

EARLIER_DAYS = 14
"""Earlier days whose best attempt is listed."""

RULES = (
    "Everybody has the same dungeon until midnight in UTC. Each profile's first game of it is its one scored attempt, "
    "which you can leave and continue. The table says who had played the seed by its number before."
)


class SeedOfTheDay(Pager):
    """Today's seed, and the attempts at it and at earlier ones."""

    title = "Seed of the day"

    def __init__(
        self,
        context: Context,
        parent: Screen,
        rulebook: Rulebook,
        saved: Attempt | None,
        play: Callable[[str], Screen],
        resume: Callable[[], Screen],
    ) -> None:
        super().__init__(context, parent)
        self.rulebook = rulebook
        self.saved_run = saved.run if saved else ""
        """The id of the saved run, if that is an attempt; else empty."""
        self.play = play
        """Starts a game of a day's seed."""
        self.resume = resume
        self.attempts: list[Attempt] = [saved] if saved else []
        ledger = Ledger()
        self.problem = ""
        try:
            ledger = read_ledger(context.dirs)
            self.problem = context.message(trouble_with_attempts(ledger, context.dirs, day_of(context.now())) or "")
        except InputError as error:
            self.problem = context.message(error)
        self.runs = ledger.runs
        self.attempts += ledger.attempts

    @property
    def attempt(self) -> Attempt | None:
        """Today's scored attempt of the profile, if it has begun."""
        today = day_of(self.context.now())
        return first_attempt(self.attempts, today, self.rulebook.hash, self.context.dirs.profile)

    @property
    def can_continue(self) -> bool:
        """Whether the saved game is today's attempt."""
        return self.attempt is not None and self.attempt.run == self.saved_run

    def keys(self) -> Sequence[tuple[str, str]]:
        """How to play."""
        if self.can_continue:
            return (("p", "continue your attempt"),)
        if self.problem:
            return ()
        return (("p", "play it again, without a score" if self.attempt else "play your scored attempt"),)

    def handle(self, event: Event) -> Screen | None:
        """Play, scroll or go back."""
        if event == Key("p") and (self.can_continue or not self.problem):
            return self.resume() if self.can_continue else self.play(day_of(self.context.now()))
        return super().handle(event)

    def lines(self, width: int) -> Sequence[Line]:
        """Today, the table of today, and the best of earlier days."""
        today = day_of(self.context.now())
        return [
            pair("Day", today),
            pair("Seed", f"{seed_of(today)}"),
            pair("Ruleset", f"{self.rulebook.title}, version {self.rulebook.hash}"),
            pair("Your attempt", self._state()),
            [],
            *([(line, palette.DIM)] for line in wrapped(RULES, width)),
            *([(line, palette.BAD)] for line in (wrapped(self.problem, width) if self.problem else ())),
            [],
            *self._table(today, width),
            [],
            *self._earlier(today, width),
        ]

    def _state(self) -> str:
        attempt = self.attempt
        if attempt is None:
            return "unknown, since a file cannot be read" if self.problem else "still to come"
        if self.can_continue:
            return "saved; continue it"
        record = next((record for record in self.runs if record.score.run == attempt.run), None)
        return record.score.cause if record else "begun, and not finished"

    def _table(self, today: str, width: int) -> list[Line]:
        version = self.rulebook.hash
        of_today = [shown_score(each) for each in self.runs if (each.day, each.ruleset_hash) == (today, version)]
        if not of_today:
            return [[("No attempt has ended today.", palette.TEXT)]]
        return [heading("Today"), *score_table(sorted(of_today, key=lambda score: score.standing), width)]

    def _earlier(self, today: str, width: int) -> list[Line]:
        best: dict[tuple[str, str], Score] = {}
        for record in sorted(self.runs, key=lambda record: record.score.standing):
            if record.day and record.day != today:
                best.setdefault((record.day, record.ruleset_hash), shown_score(record))
        if not best:
            return []
        lines: list[Line] = [heading("The best of earlier days")]
        for (day, _), score in sorted(best.items(), key=lambda found: found[0], reverse=True)[:EARLIER_DAYS]:
            points = f"{score.points} points, " if score.points else ""
            lines.append([(f"  {day}  ", palette.DIM), (f"{points}{score.cause}"[: width - 14], palette.TEXT)])
        return lines


def shown_score(record: RunRecord) -> Score:
    """The score of an attempt, with a word about practice."""
    return replace(record.score, cause=f"{record.score.cause} Practised before.") if record.practised else record.score
