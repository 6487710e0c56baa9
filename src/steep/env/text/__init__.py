"""A game that is read and commanded in words, for language models: the same rules, tasks and seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steep import DEFAULT_RULESET
from steep.content import Rulebook
from steep.content.dial import dialled
from steep.core.input_errors import InputError, printable
from steep.core.world import END_NAMES, PLAYING, STOPPED, WON
from steep.env.benchmark.tasks import EYES, TASKS, Task
from steep.env.check_arguments import EnvironmentSettings, run_seed_of
from steep.env.text.obey import COMMANDS, Player, words_of
from steep.env.text.page import inventory_text, page
from steep.play.session import Session
from steep.play.texts.messages import MessageLog

TURNS_PER_COMMAND = 5
"""The limit of commands is that of turns, divided by this. So a game ends even if all commands are refused."""


class TextEnv:
    """A game in words.

        env = TextEnv("Orcs-v0")
        text = env.reset(3_000_000_000)
        while not env.over:
            text = env.step(model(text))

    `game` is a task, by name or as a `Task`, or a ruleset, as in `DescentEnv`. With a ruleset, `floors` and
    `difficulty` are as in `DescentEnv`; a task fixes both. The game stops after 1,000 turns a floor, and after 200
    commands a floor, refused ones included. Raises `InputError` for what is invalid.
    """

    def __init__(
        self,
        game: str | Path | Rulebook | Task = DEFAULT_RULESET,
        *,
        floors: Sequence[int] | None = None,
        difficulty: float = 0.5,
    ) -> None:
        if isinstance(game, str):
            game = TASKS.get(game.removeprefix("steep/"), game)
        if isinstance(game, Task):
            if len(game.test) > 1:
                raise InputError(f"{game.name} has {len(game.test)} dungeons; name a task that has one, or a ruleset")
            if floors is not None or difficulty != 0.5:
                ruleset = game.test[0].ruleset
                raise InputError(f"{game.name} fixes floors and difficulty; to choose, name its ruleset {ruleset}")
            if game.observations == EYES:
                raise InputError(f"{game.name} shows {', '.join(EYES)} alone, and texts say more; name another task")
            (setting,) = game.test
            game, floors, difficulty = setting.ruleset, setting.floors, setting.difficulty
        self._settings = EnvironmentSettings.of(
            [game], floors, None, None, None, ("stats",), 21, "flat", None, texts=True
        )
        self._rulebook = dialled(self._settings.rulebook, difficulty)
        self.floor_count = self._settings.last_floor - self._settings.first_floor + 1
        self.tokens = 0
        """Tokens of all texts of this game, taken as characters / 4."""
        self._session: Session | None = None
        self._seed: int | None = None
        self._obeyed: list[str] = []
        """The words of all commands of this game."""

    def __getstate__(self) -> dict[str, Any]:
        """A copy plays the game again: what the player agreed to is a function, which can't be copied."""
        return {**self.__dict__, "_session": None, "_player": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy."""
        self.__dict__.update(state)
        if self._seed is not None:
            obeyed = self._obeyed
            self.reset(self._seed)
            for said in obeyed:
                self._obey(said)

    def reset(self, seed: int) -> str:
        """Begin the game of a seed, in the dungeon of `DescentEnv.reset(seed=seed)`. Returns what the player reads."""
        self._session = Session.start(self._rulebook, run_seed_of(seed), self._settings.first_floor)
        self._player = Player(self._session, lambda: self.over)
        self._seed, self._obeyed, self.tokens = seed, [], 0
        turns = self._settings.max_turns
        limits = f"in {turns:,} turns and {turns // TURNS_PER_COMMAND:,} commands"
        goal = f"Leave floor {self._settings.last_floor} alive, {limits}."
        return self._page([f"{goal} Say one command at a time: {', '.join(COMMANDS)}.", inventory_text(self._session)])

    def step(self, command: str) -> str:
        """Obey a command. Returns what the player reads; no text is an error, and a refusal is one sentence.

        Raises `InputError` before the first `reset`, and for what is no text.
        """
        return self._obey(words_of(command))

    def _obey(self, said: str) -> str:
        """Obey the words of a command. Returns what the player reads."""
        self.session.log = MessageLog()
        if self.over:
            return self._page([])
        reply = self._player.obey(said)
        self._obeyed.append(said)
        return self._page([reply])

    @property
    def commands(self) -> int:
        """Commands given in this game, refused ones included."""
        return len(self._obeyed)

    @property
    def session(self) -> Session:
        """The run. `steep.play.files.replays` checks its `recording`, and writes it for `steep replay`."""
        if self._session is None:
            raise InputError("no game has begun; call reset with a seed")
        return self._session

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.end != PLAYING

    @property
    def end(self) -> int:
        """How the game ended, as an index of `steep.env.END_NAMES`; 0 while it goes on."""
        if self.session.world.outcome != PLAYING:
            return int(self.session.world.outcome)
        if self.session.floor > self._settings.last_floor:
            return WON
        most = self._settings.max_turns
        return STOPPED if self.session.turn >= most or self.commands >= most // TURNS_PER_COMMAND else PLAYING

    @property
    def progress(self) -> float:
        """The share of the floors left alive, in percent: 0 to 100."""
        left = self.floor_count if self.end == WON else self.session.floor - self._settings.first_floor
        return 100 * left / self.floor_count

    def _page(self, said: list[str]) -> str:
        logged = [message.line for message in self.session.log.entries]
        told = [*logged, *(text for text in said if text and text not in logged)]
        told += [f"The game is over: {END_NAMES[self.end]}."] if self.over else []
        text = "\n".join(printable(line) for line in page(self.session, told).split("\n"))
        self.tokens += -(-len(text) // 4)
        return text
