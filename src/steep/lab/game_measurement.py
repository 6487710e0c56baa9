"""`steep.lab.measure_game`: players play many games that are not Steep's, in processes of their own."""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, Self

import pyarrow as pa
import pyarrow.compute as pc

from steep.core.input_errors import (
    InputError,
    brief,
    checked_decimal,
    checked_function,
    checked_number,
    checked_path,
    checked_text,
    nearest,
)
from steep.core.random_streams import MAX_SEED
from steep.lab.measurement import checked_jobs
from steep.lab.own_games.game_process import words_of
from steep.lab.own_games.gymnasium_games import parsed, split_name
from steep.lab.own_games.play_one_game import CHECKED, MAX_FLOOR, Determinism, Fault, PlayedGame
from steep.lab.own_games.players import OWN, PLAYERS, is_own
from steep.lab.own_games.processes import HASH_SEEDS, Processes
from steep.lab.own_games.worker import Subject
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.simulate.simulation_task import MAX_GAMES, MAX_TURNS, Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import disk_errors_told, written_table
from steep.lab.storage.parts import ERROR, TYPES, Part
from steep.lab.storage.target_file import TargetSource, read_target
from steep.lab.tables_of_games.columns import mapping_of
from steep.lab.tables_of_games.games import Games, read_games
from steep.lab.tables_of_games.read_batches import NOTES, open_arrow
from steep.play.files.user_files import write_whole, written_whole

MAX_TIME_LIMIT = 86_400.0
"""Seconds."""

ENDINGS = (".parquet", ".jsonl", ".ndjson")

FAULTS_KEPT = 1_000

PART_SECONDS = 2.0
"""Seconds of play that are kept as one part: the most that is lost when the machine goes down."""


def measure_game(
    game: str | type | None = None,
    bots: str | Sequence[str] | None = None,
    *,
    game_command: str | None = None,
    policy: str | None = None,
    env: str | None = None,
    env_args: Mapping[str, Any] | None = None,
    floor_from: str | None = None,
    won_if: str | None = None,
    games: int = 100,
    seed: int = 0,
    last_floor: int | None = None,
    turns: int = 20_000,
    time_limit: float = 60.0,
    jobs: int | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    progress: OnProgress | None = None,
) -> Games:
    """Let players play a game of your own, `games` games each, of the seeds from `seed` on.

    `game` is ``"module:Class"``, or a class of a module, by the protocol `steep.lab.game.Game`. `bots` are names of
    `steep.lab.own_games.players.PLAYERS`, by default the explorer. `policy`, as ``"module:function"``, plays
    instead: a function of the view that returns an action, or a class of such players, made with the game's seed.

    Instead of a game, `game_command` starts a process that plays by docs/game-protocol.md, as ``"node game.mjs"``.

    Instead of a game, `env` is the id of an environment of Gymnasium, as ``"FrozenLake-v1"`` or
    ``"module:ID"``, made with `env_args`; its policy is a function of the observation and the info, and
    without one actions are random. `floor_from` says where its floor is, as ``"info['depth']"``; without it all is
    floor 1. `won_if` says what is above 0 at the end of an episode that is won, as ``"reward"``.

    A game is won by leaving `last_floor`, and stopped after `turns` turns. It is ended after `time_limit` seconds of
    processor time or, if a command plays it, of waiting for answers.
    With `out` the games are written to that file at the end, which `read_games` reads; finished ones are kept in the
    folder ``OUT.parts`` beside it. With `resume` those are not played again, except the first of each player, to see
    whether a seed fixes them. Modules are found from the current folder on, and imported in worker processes only.
    Raises `InputError`.
    """
    subjects = subjects_of(game, game_command, bots, policy, env, env_args, floor_from, won_if, last_floor, turns)
    checked_number("games", games, 1, MAX_GAMES)
    checked_number("seed", seed, 0, MAX_SEED - games + 1)
    time_limit = checked_decimal("time_limit", time_limit, 0.1, MAX_TIME_LIMIT)
    at_a_time = min(checked_jobs(jobs), games)
    path = None if out is None else checked_ending(checked_path("out", out))
    checked_function("progress", progress)
    settings = {
        "game": subjects[0].game,
        "env_args": subjects[0].env_args,
        "floor_from": floor_from,
        "won_if": won_if,
        "turns": turns,
        "last_floor": last_floor,
        "time_limit": time_limit,
        "player": ", ".join(subject.bot for subject in subjects),
    }
    if resume and path is None:
        raise InputError("resume: it continues an earlier file; name it with out")
    last = MAX_FLOOR if last_floor is None else last_floor
    tasks = [Task(subject.bot, seed, games, 1, last, turns) for subject in subjects]
    folder = None if path is None else path.with_name(f"{path.name}.parts")
    if path is not None and folder is not None and path.exists():
        if not resume:
            shutil.rmtree(folder, ignore_errors=True)
        elif not folder.exists():
            raise InputError(f"resume: {folder}, which had the games of {path}, is gone")
    decisive = {name: settings[name] for name in ("env_args", "floor_from", "won_if")}
    manifest = Manifest.of_game(subjects[0].game, decisive, tasks)
    store = Store.begin(folder, manifest, resume=resume)
    determinism = play_and_keep(store, subjects, at_a_time, time_limit, Watch(progress, games * len(subjects)))
    notes = settings | {
        "deterministic": all(each.deterministic for each in determinism.values()),
        "checked_seeds": min(each.checked_seeds for each in determinism.values()),
    }
    if path is not None:
        write_games(path, store, notes)
        found = read_games(path)
    else:
        source = open_arrow(manifest.ruleset, table_of_games(store, notes), notes)
        found = Games(manifest.ruleset, lambda: (source, mapping_of(source.names, {}, manifest.ruleset)))
    faults = [fault for part in store.parts() for fault in faults_in(part)]
    return replace(
        found,
        manifest=manifest,
        temporary=path is None,
        determinism=determinism,
        faults=tuple(faults[:FAULTS_KEPT]),
        fault_count=len(faults),
        damaged=tuple(store.damaged),
    )


def measure_like(game_command: str, like: Games | TargetSource | None, *, following: bool = False, **how: Any) -> Games:
    """Let a command's game be played as some games were, or as a target says: by whom, how many, and how far.

    The seeds are the same, or with `following` those that follow. Arguments of `measure_game` in `how` win. Raises
    `InputError`, and `Stopped` if `progress` stopped it.
    """
    found: dict[str, Any] = {}
    if isinstance(like, Games):
        seeds = [int(seed) for each in like.by_player for seed in like.seeds_of(each) or () if str(seed).isdecimal()]
        games = max(each.counts.games for each in like.by_player)
        bots = [name for name in like.players if name in PLAYERS or is_own(name)]
        first = max(seeds, default=-1) + 1 if following else min(seeds, default=0)
        found = {"bots": bots or None, "games": games, "seed": first}
        found |= {name: like.notes[name] for name in ("last_floor", "turns") if like.notes.get(name)}
    elif like is not None:
        tasks = read_target(like, players=(*PLAYERS, OWN)).tasks
        task = tasks[0]
        if task.first_floor != 1:
            floors = f"[{task.first_floor}, {task.last_floor}]"
            raise InputError(f"floors: found {floors} in the target; a game of your own begins on floor 1")
        found = {"bots": [each.bot for each in tasks], "games": task.games, "seed": task.seed}
        found |= {"last_floor": task.last_floor, "turns": task.turns}
    played = measure_game(game_command=game_command, **found | how)
    if not played.whole:
        raise Stopped
    return played


def play_and_keep(
    store: Store, subjects: Sequence[Subject], jobs: int, time_limit: float, watch: Watch
) -> dict[str, Determinism]:
    """Play the games that a store lacks, and keep them. Returns whether a seed determines the games of each player.

    The first games of each player are played again in any case, because their course is no longer known.
    """
    first: dict[Subject, dict[int, PlayedGame]] = {}
    with Processes(jobs, time_limit) as processes:
        for subject in subjects:
            processes.check(subject)
        watch.stop_with(processes.stop)
        for subject, task in zip(subjects, store.manifest.tasks, strict=True):
            seeds = range(task.seed, task.seed + task.games)
            kept = {seed for begin, games in store.done(task) for seed in range(begin, begin + games)}
            watch.played(len(kept - {*seeds[:CHECKED]}), 0)
            wanted = [seed for seed in seeds if seed not in kept or seed in seeds[:CHECKED]]
            with Parts(store, task.bot) as parts:
                for played in processes.play(subject, wanted):
                    uncut = first.setdefault(subject, {})
                    if len(uncut) < CHECKED and not played.cut and played.course:
                        uncut[played.seed] = played
                    if played.seed not in kept:
                        parts.add(played)
                    watch.played(1, played.turns)
    watch.raise_failure()
    if not first:
        raise InputError("no game was played before it was stopped")
    return {subject.bot: check_determinism(subject, games, time_limit, watch) for subject, games in first.items()}


def check_determinism(
    subject: Subject, first: Mapping[int, PlayedGame], time_limit: float, watch: Watch
) -> Determinism:
    """Play some games again and compare them with the `first` ones, which are by seed and were not cut.

    They are played in reverse order and with other hash seeds, so what an earlier game leaves behind shows as well.
    """
    seeds = sorted(first)[:CHECKED]
    if not seeds:
        return Determinism(False, 0)
    watch.note(f"{subject.bot}: playing {len(seeds)} games again, to see whether a seed determines them")
    replays, compared = 0, set[int]()
    differing: dict[int, PlayedGame] = {}
    for hash_seed in HASH_SEEDS[1:]:
        with Processes(1, time_limit, hash_seed) as processes:
            watch.stop_with(processes.stop)
            again = [played for played in processes.play(subject, reversed(seeds)) if not played.cut]
        again = [played for played in again if first[played.seed].course or played.course]
        replays += len(again)
        compared |= {played.seed for played in again}
        differing = {played.seed: played for played in again if first[played.seed].course != played.course}
        if differing:
            break
    if not differing:
        return Determinism(bool(compared), len(compared), replays=replays)
    seed = min(differing)
    step = first_difference(first[seed].course, differing[seed].course)
    return Determinism(False, len(compared), tuple(sorted(differing)), step, replays)


def first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    """The first index at which two courses differ, or at which one has ended."""
    return next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


class Parts:
    """Keeps games as parts of consecutive seeds, one every few seconds. As a context it keeps the rest at its end."""

    def __init__(self, store: Store, bot: str) -> None:
        self._store, self._bot = store, bot
        self._games: list[PlayedGame] = []
        self._since = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._keep()

    def add(self, played: PlayedGame) -> None:
        """Add a game, of a higher seed than the last."""
        late = time.monotonic() - self._since > PART_SECONDS
        if self._games and (late or played.seed != self._games[-1].seed + 1):
            self._keep()
        self._games.append(played)

    def _keep(self) -> None:
        if self._games:
            self._store.keep(part_of_games(self._bot, self._games))
        self._games, self._since = [], time.monotonic()


def checked_ending(path: Path) -> Path:
    """A path to write a table to. Raises `InputError`."""
    if path.suffix not in ENDINGS:
        raise InputError(f'out: found "{path}"; allowed: a file that ends in {", ".join(ENDINGS)}')
    return path


def part_of_games(bot: str, games: Sequence[PlayedGame]) -> Part:
    """Games of consecutive seeds as a part. What a row lacks is null."""
    rows = [{"bot": bot, "seed": game.seed, **row} for game in games for row in game.rows]
    numbers = sorted({name for row in rows for name in row} - {*TYPES, ERROR.name})
    types = TYPES | dict.fromkeys(numbers, pa.float64()) | {ERROR.name: ERROR.type}
    columns = {name: pa.array([row.get(name) for row in rows], type_) for name, type_ in types.items()}
    return Part(bot, games[0].seed, len(games), pa.table(columns))


def faults_in(part: Part) -> Iterator[Fault]:
    """The games of a part that did not end by themselves."""
    rows = part.rows.filter(pc.is_valid(part.rows.column(ERROR.name)))
    for seed, error in zip(rows.column("seed").to_pylist(), rows.column(ERROR.name).to_pylist(), strict=True):
        yield Fault(part.bot, seed, error)


def table_of_games(store: Store, notes: Mapping[str, Any]) -> pa.Table:
    """All games of a store. `notes` go with the columns."""
    parts = [*store.parts()]
    numbers = sorted({name for part in parts for name in part.rows.column_names} - {*TYPES, ERROR.name})
    fields = [pa.field(name, type_) for name, type_ in (TYPES | dict.fromkeys(numbers, pa.float64())).items()]
    schema = pa.schema([*fields, ERROR], {NOTES: json.dumps(notes, ensure_ascii=False)})
    rows = [schema.empty_table(), *(part.rows for part in parts)]
    return pa.concat_tables(rows, promote_options="default").replace_schema_metadata(schema.metadata)


def write_games(path: Path, store: Store, notes: Mapping[str, Any]) -> None:
    """Write the games of a store into a file, atomically. Raises `StoreError` when that fails."""
    table = table_of_games(store, notes)
    if path.suffix == ".parquet":
        with written_table(path, table.schema) as add:
            add(table)
        return
    with disk_errors_told(path):
        with written_whole(path) as file:
            for rows in table.to_batches():
                for row in rows.to_pylist():
                    there = {name: value for name, value in row.items() if value is not None}
                    file.write(json.dumps(there, ensure_ascii=False).encode() + b"\n")
        text = json.dumps({NOTES: notes}, ensure_ascii=False)
        write_whole(path.with_name(f"{path.name}.meta.json"), text.encode() + b"\n")


def subjects_of(
    game: str | type | None,
    game_command: str | None,
    bots: str | Sequence[str] | None,
    policy: str | None,
    env: str | None,
    env_args: Mapping[str, Any] | None,
    floor_from: str | None,
    won_if: str | None,
    last_floor: int | None,
    turns: int,
) -> list[Subject]:
    """What is played by whom. Raises `InputError`."""
    given = sum(each is not None for each in (game, game_command, env))
    if given != 1:
        found = f"{given} of them" if given else "none"
        raise InputError(f"game, game_command and env: found {found}; allowed: one")
    if env is None and (env_args or floor_from or won_if):
        raise InputError("env_args, floor_from and won_if are for env; a game says these itself")
    if policy is not None and bots is not None:
        raise InputError("bots and policy: found both; allowed: one of the two")
    if policy is not None:
        split_name("policy", checked_text("policy", policy, "module:function"))
    if last_floor is not None:
        checked_number("last_floor", last_floor, 1, MAX_FLOOR)
    checked_number("turns", turns, 1, MAX_TURNS)
    if policy is not None:
        names = [policy]
    elif env is not None:
        names = names_of("random" if bots is None else bots, ("random",))
    else:
        names = names_of("explorer" if bots is None else bots, (*PLAYERS, OWN))
    kind: Literal["class", "command", "env"]
    if env is not None:
        kind, what = "env", checked_text("env", env, "the id of an environment")
    elif game_command is not None:
        command = checked_text("game_command", game_command, 'a command, as "node game.mjs"')
        kind, what = "command", shlex.join(words_of(command))
    else:
        kind, what = "class", name_of_game(game)
    return [
        Subject(
            what,
            kind,
            name,
            policy,
            json_of(env_args or {}),
            None if floor_from is None else parsed("floor_from", checked_text("floor_from", floor_from, "a text")),
            None if won_if is None else parsed("won_if", checked_text("won_if", won_if, "a text")),
            last_floor,
            turns,
        )
        for name in names
    ]


def names_of(bots: str | Sequence[str], allowed: Sequence[str]) -> list[str]:
    """The names of players, each once. Raises `InputError`."""
    if not isinstance(bots, str | Sequence) or not all(isinstance(name, str) for name in bots):
        raise InputError(f"bots: found {brief(bots)}; allowed: {', '.join(allowed)}")
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    names = list(dict.fromkeys(name.strip() for name in names))
    for name in names:
        if name not in allowed and not (OWN in allowed and is_own(name)):
            raise InputError(f'bots: found "{name}"{nearest(name, allowed)}; allowed: {", ".join(allowed)}')
    if not names:
        raise InputError(f"bots: found none; allowed: {', '.join(allowed)}")
    return names


def name_of_game(game: str | type | None) -> str:
    """``module:Class``. Raises `InputError`."""
    if isinstance(game, type):
        if game.__module__ == "__main__" or "<" in game.__qualname__:
            raise InputError(
                f"game: found {brief(game)}, which other processes cannot import; allowed: a class of a module"
            )
        return f"{game.__module__}:{game.__qualname__}"
    if not isinstance(game, str):
        raise InputError(f'game: found {brief(game)}; allowed: a class, or its name as "mygame.lab:Game"')
    split_name("game", game)
    return game


def json_of(arguments: Mapping[str, Any]) -> str:
    """Arguments of an environment as JSON. Raises `InputError`."""
    try:
        return json.dumps(dict(arguments), sort_keys=True)
    except (TypeError, ValueError) as error:
        raise InputError(f"env_args: found {brief(arguments)}; allowed: what JSON can say: {error}") from None
