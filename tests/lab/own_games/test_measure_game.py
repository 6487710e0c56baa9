"""Games that are not Steep's, played in processes. The example of docs/own-game.md is the game."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event
from time import process_time
from typing import Any

import pytest

from fake_batches import a_batch
from manual_examples import with_outputs
from steep.cli import main
from steep.core.input_errors import InputError
from steep.lab import game_measurement, measure_game, read_games
from steep.lab.game_measurement import part_of_games, subjects_of
from steep.lab.own_games.gymnasium_games import made
from steep.lab.own_games.play_one_game import CHECKED, PlayedGame, play_one_game
from steep.lab.own_games.processes import Processes
from steep.lab.own_games.worker import Subject, limited, prepared
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parts import Part, error_in, part_of

SLOW = pytest.mark.slow

MANUAL = Path(__file__).parents[3] / "docs" / "own-game.md"

FAULTY = """
import os
from cellar import Cellar

class Faulty(Cellar):
    def start(self, seed):
        print("noise on standard output")
        self.seed = seed
        super().start(seed)

    def view(self):
        if self.floor == 2 and self.turn > 12:
            if self.seed == 1:
                raise ValueError("no \\x1b[31mrat")
            if self.seed == 2:
                os._exit(7)
            if self.seed == 4:
                os._exit(0)
            while self.seed == 6:
                pass
        return super().view()
"""

DEPENDING = """
import random, time
from cellar import Cellar

class Chance(Cellar):
    def start(self, seed):
        super().start(seed)
        self.random = random

class Time(Cellar):
    def start(self, seed):
        super().start(time.time_ns())

class RareHashes(Cellar):
    def start(self, seed):
        super().start(seed + 1000 * ((hash("rat") ^ hash("troll")) % 2))  # the same with the hash seeds 0 and 1

class EarlierGames(Cellar):
    games = 0

    def start(self, seed):
        EarlierGames.games += 1
        super().start(1000 * EarlierGames.games)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the manual's game, and games that go wrong."""
    monkeypatch.chdir(tmp_path)
    text = MANUAL.read_text(encoding="utf-8")
    cellar = re.search(r"^```python\n(\"\"\"A whole game.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert cellar is not None
    Path("cellar.py").write_text(cellar[1], encoding="utf-8")
    Path("faulty.py").write_text(FAULTY, encoding="utf-8")
    Path("depending.py").write_text(DEPENDING, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_manuals_examples_print_what_it_shows(here: Path) -> None:
    assert with_outputs(MANUAL) == MANUAL.read_text(encoding="utf-8")


def test_the_table_is_the_same_with_any_number_of_jobs(here: Path) -> None:
    first, again = (
        measure_game("cellar:Cellar", "diver", games=5, jobs=jobs, out=f"{jobs}.parquet") for jobs in (1, 2)
    )
    assert first.deterministic
    assert again.deterministic
    assert first.faults == again.faults == ()
    assert first["diver"].games == 5
    assert first["diver"].cleared.value > 4.5
    assert Path("1.parquet").read_bytes() == Path("2.parquet").read_bytes()


def test_a_game_that_raises_hangs_or_ends_its_process_is_recorded_and_the_others_go_on(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "measure --game faulty:Faulty --bot diver --games 8 --time-limit 1 --jobs 2 --out games.parquet"
    assert main(words.split()) == 0
    printed = capsys.readouterr().out
    assert "noise" not in printed
    assert "4 of 8 games were ended by a fault" in printed
    assert "ValueError: no \\u001b[31mrat" in printed
    assert "exit code 7" in printed
    assert "exit code 0" in printed
    assert printed.count("longer than the time limit of 1 s (seed 6)") == 1
    games = read_games("games.parquet")["diver"]
    assert (games.games, games.stopped, games.won) == (8, 4, 4)
    assert games.floors[1].stopped == 4, "what a killed game has come to is kept"
    assert games.floors[1].died == 0


def test_a_game_that_ends_its_process_with_0_in_any_way_is_noticed_at_once(here: Path) -> None:
    ends = """
        from os import _exit
        from cellar import Cellar
        class Ends(Cellar):
            def start(self, seed):
                super().start(seed)
                if seed in (1, 2):
                    _exit(0)
    """
    Path("ends.py").write_text(textwrap.dedent(ends), encoding="utf-8")
    measured = measure_game("ends:Ends", "diver", games=4, jobs=2, time_limit=600)
    assert [(fault.seed, fault.error) for fault in measured.faults] == [
        (1, "it ended its process: exit code 0"),
        (2, "it ended its process: exit code 0"),
    ]
    found = measured.determinism["diver"]
    assert (found.checked_seeds, found.replays) == (2, 4)


def test_of_a_game_that_hangs_it_is_said_where(here: Path) -> None:
    hangs = (
        "from cellar import Cellar\nclass Hangs(Cellar):\n    def over(self):\n        while True:\n            pass\n"
    )
    Path("hangs.py").write_text(hangs, encoding="utf-8")
    measured = measure_game("hangs:Hangs", "diver", games=1, jobs=1, time_limit=0.5)
    words, frame, place, why = measured.faults[0].error.splitlines()
    assert words == "at last it was here (most recent call last):"
    assert re.search(r'hangs\.py", line [45] in over$', frame)
    assert place == "the game had not begun"
    assert why == "it took longer than the time limit of 0.5 s"
    assert measured.determinism["diver"].checked_seeds == 0, "what hung is not played again"


def test_of_a_won_game_that_does_not_say_so_it_is_said_where_the_hero_stands(here: Path) -> None:
    endless = """
        from time import sleep
        from cellar import Cellar
        class Endless(Cellar):
            def act(self, verb, *arguments):
                sleep(0.02)
                self.turn += 1
            def over(self):
                return None
    """
    Path("endless.py").write_text(textwrap.dedent(endless), encoding="utf-8")
    measured = measure_game("endless:Endless", "diver", games=1, jobs=1, time_limit=0.5)
    place, why = measured.faults[0].error.splitlines()[-2:]
    found = re.fullmatch(
        r"the hero had been on floor 1 for (\d+) turns, the last (\d+) of them at \(1, 1\); "
        r'if the game is won there, does over\(\) return Over\("won"\)\?',
        place,
    )
    assert found is not None, place
    assert 1 <= int(found[1]) == int(found[2]) <= 25
    assert why == "it mostly waited, for longer than the time limit of 0.5 s"


def test_a_game_that_lets_nothing_else_run_in_its_process_is_ended_later(here: Path) -> None:
    Path("locked.py").write_text(
        "from cellar import Cellar\nclass Locked(Cellar):\n    def over(self):\n        sum(range(10**12))\n"
    )
    error = measure_game("locked:Locked", "diver", games=1, jobs=1, time_limit=0.1).faults[0].error
    assert re.search(r'locked\.py", line 4 in over$', error, re.MULTILINE)
    assert error.endswith("\nit took longer than 10 times the time limit of 0.1 s by the clock")


def test_a_time_limit_counts_processor_time_and_not_what_others_use() -> None:
    told: list[str] = []
    time_passes = Event()

    def use(seconds: float) -> None:
        end = process_time() + seconds
        while process_time() < end:
            pass

    with limited(0.4, told.append):
        use(0.3)
        time_passes.wait(0.2)
    assert told == []
    with limited(0.1, told.append):
        use(0.2)

    def tell(what: str) -> None:
        told.append(what)
        time_passes.set()

    with limited(0.1, tell):
        assert time_passes.wait(10)
    assert told == ["took longer than", "mostly waited, for longer than"]


def test_games_that_never_begin_show_nothing_of_determinism(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raises = "from cellar import Cellar\nclass Never(Cellar):\n    def start(self, seed):\n        raise ValueError\n"
    Path("never.py").write_text(raises, encoding="utf-8")
    words = "measure --game never:Never --bot diver --games 2 --jobs 1 --out games.parquet"
    assert main(words.split()) == 1
    assert "not shown to be deterministic" in capsys.readouterr().out
    assert not read_games("games.parquet").deterministic


def test_a_policy_of_ones_own_plays_by_a_function_or_a_class(here: Path) -> None:
    Path("policies.py").write_text(
        "class Waits:\n"
        "    def __init__(self, seed):\n"
        "        self.seed = seed\n"
        "    def __call__(self, view):\n"
        "        return 'wait'\n"
        "def flies(view):\n"
        "    return 'mov'\n"
    )
    measured = measure_game("cellar:Cellar", policy="cellar:play", games=6, jobs=1)
    assert measured["cellar:play"].won > 0
    measured = measure_game("cellar:Cellar", policy="policies:Waits", games=2, jobs=1, turns=30)
    assert measured["policies:Waits"].floors[0].stopped == 2
    measured = measure_game("cellar:Cellar", policy="policies:flies", games=2, jobs=1)
    assert measured.fault_count == 2
    assert 'the policy returned "mov" (did you mean "move"?)' in measured.faults[0].error


def test_the_last_floor_is_won_by_leaving_it(here: Path) -> None:
    measured = measure_game("cellar:Cellar", "diver", games=4, jobs=1, last_floor=2)
    assert (len(measured["diver"].floors), measured["diver"].won) == (2, 4)


@pytest.mark.parametrize("ending", [pytest.param("parquet", marks=pytest.mark.slow), "jsonl"])
def test_what_was_stopped_goes_on_and_gives_the_same_table(
    here: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = ["diver", "random"]
    whole = measure_game("cellar:Cellar", bots, games=14, jobs=1, out=f"whole.{ending}")
    out = f"games.{ending}"
    stopped = measure_game(
        "cellar:Cellar", bots, games=14, jobs=1, out=out, progress=lambda now: now.stop() if now.games >= 12 else None
    )
    assert stopped.played < stopped.wanted
    played: list[int] = []
    play = Processes.play

    def noted(self: Processes, subject: Subject, seeds: Iterable[int]) -> Iterator[PlayedGame]:
        for each in play(self, subject, seeds):
            played.append(each.seed)
            yield each

    monkeypatch.setattr(Processes, "play", noted)
    again = measure_game("cellar:Cellar", bots, games=14, jobs=1, out=out, resume=True)
    assert again.whole
    assert len(played) == (14 - (stopped.played - CHECKED)) + 14 + 2 * 2 * CHECKED
    assert read_games(out).floors.equals(read_games(f"whole.{ending}").floors)
    assert again.deterministic == whole.deterministic is True
    with pytest.raises(InputError, match="holds another run: the turn limit is 20000, not 30"):
        measure_game("cellar:Cellar", bots, games=14, jobs=1, out=out, resume=True, turns=30)
    differs = "the game is cellar:Cellar, not cellar:Fast; env_args is '{}', not '[]'"
    with pytest.raises(InputError, match=re.escape(differs)):
        Store.begin(Path(f"{out}.parts"), Manifest.of_game("cellar:Fast", {"env_args": "[]"}, []), resume=True)


@pytest.mark.slow
def test_what_was_killed_goes_on_and_loses_one_part_and_damaged_ones_are_played_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_measurement, "PART_SECONDS", 0)
    measure_game("cellar:Cellar", "diver", games=14, jobs=1, out="whole.parquet")
    keep, kept = Store.keep, iter(range(12))

    def killed(store: Store, part: Part) -> None:
        if next(kept, None) is None:
            raise KeyboardInterrupt
        keep(store, part)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "keep", killed)
        with pytest.raises(KeyboardInterrupt):
            measure_game("cellar:Cellar", "diver", games=14, jobs=1, out="games.parquet")
    assert not Path("games.parquet").exists()
    parts = sorted(Path("games.parquet.parts").rglob("parts/**/*.parquet"))
    assert len(parts) == 12
    with pytest.raises(InputError, match=r"holds an unfinished run \(12 of 14 games\) of cellar:Cellar; --resume"):
        measure_game("cellar:Cellar", "diver", games=14, jobs=1, out="games.parquet")
    parts[10].write_bytes(parts[10].read_bytes()[:-1])
    again = measure_game("cellar:Cellar", "diver", games=14, jobs=1, out="games.parquet", resume=True)
    assert again.whole
    why = "was altered or cut short: its checksum does not hold"
    assert again.damaged == (f"{parts[10]}: this part {why}; its games are played again",)
    assert Path("games.parquet").read_bytes() == Path("whole.parquet").read_bytes()
    shutil.rmtree("games.parquet.parts")
    with pytest.raises(InputError, match=r"games\.parquet\.parts, which had the games of games\.parquet, is gone"):
        measure_game("cellar:Cellar", "diver", games=20, jobs=1, out="games.parquet", resume=True)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{"floor": 1, "end": "died", "turns": -1, "arrived": 0}], "1 row: turns is not a number from 0 to 1e+15"),
        ([{"floor": 1, "end": "left"}, {"floor": 1, "end": "died"}], "1 row: its game has a row of this floor already"),
        ([], "other games than its name says"),
    ],
)
def test_rows_that_no_game_gives_are_told(rows: list[dict[str, Any]], why: str) -> None:
    good = PlayedGame(4, [{"floor": 1, "end": "won", "turns": 3, "arrived": 0}])
    task = Task("diver", 4, 2)
    manifest = Manifest.of_game("cellar:Cellar", {}, [task])
    assert error_in(part_of_games("diver", [good, PlayedGame(5, rows)]), task, manifest).startswith(why)
    assert error_in(part_of_games("diver", [good]), task, manifest) == ""
    assert error_in(part_of(a_batch(4, 1)), task, manifest) == "other columns"


@pytest.mark.parametrize(
    "name", ["RareHashes", "EarlierGames", *(pytest.param(name, marks=SLOW) for name in ("Chance", "Time"))]
)
def test_a_game_that_its_seed_does_not_fix_is_found_and_where_two_of_its_plays_part(here: Path, name: str) -> None:
    measured = measure_game(f"depending:{name}", "diver", games=CHECKED, jobs=1, out="games.parquet")
    found = measured.determinism["diver"]
    assert not found.deterministic
    assert found.checked_seeds == CHECKED
    assert found.step is not None
    when = "at its start" if found.step == 0 else f"after action {found.step}"
    assert f"took another course; seed {found.differing[0]} {when}" in next(found.lines())
    assert not read_games("games.parquet").deterministic


MISTAKES = {
    "cellar:Celar": "cellar has no 'Celar' (did you mean \"Cellar\"?)",
    "celar:Cellar": "no module 'celar' in {here} (did you mean \"cellar\"?)",
    "cellar": "module:name",
    "cellar:ROOM": "a class with start, view, act, over",
    "cellar:View": "has no method start, view, act, over",
    "broken:Game": "broken.py, line 2",
    "needs:Game": "needs needs 'nothing_of_this_name', which is not installed (",
    "ends:Game": "ended its process: exit code 5",
    "quits:Game": "importing quits failed",
    "leaves:Game": "importing leaves:Game ended its process: exit code 0",
}


def test_what_cannot_be_loaded_is_one_clear_message(here: Path) -> None:
    Path("broken.py").write_text("x = 1\ny = (\n")
    Path("needs.py").write_text("import nothing_of_this_name\n")
    Path("ends.py").write_text("import os\nos._exit(5)\n")
    Path("leaves.py").write_text("import os\nos._exit(0)\n")
    Path("quits.py").write_text("import sys\nsys.exit(3)\n")
    with Processes(1, 60) as processes:
        for name, message in MISTAKES.items():
            with pytest.raises(InputError, match=re.escape(message.format(here=Path.cwd()))):
                processes.check(Subject(name, "class", "diver"))


WRONG = {
    "measure": "found no RULESET",
    "measure tcod-2020 --game cellar:Cellar": "found both",
    "measure tcod-2020 --policy cellar:play": "--policy is for --game or --env",
    "measure --game cellar:Cellar --bot dive": '--bot: found "dive" (did you mean "diver"?)',
    "measure --game cellar:Cellar --bot diver --policy cellar:play": "bots and policy: found both",
    "measure --game cellar:Cellar --floors 2-4": "begins on floor 1, as in 1-4",
    "measure --game cellar:Cellar --out games.txt": "--out: found",
    "measure --game cellar:Cellar --resume": "--resume: it continues an earlier file",
    "measure --game cellar:Cellar --game-command true": "found 2 of them; allowed: one",
    "measure --game cellar:Cellar --cluster tcp://a:1": "runs no code of yours",
    "measure --game cellar:Cellar --won-if reward": "are for env",
    "measure --game cellar:Cellar --time-limit soon": "--time-limit: found",
    "measure --env FrozenLake-v1 --env-args [1]": "--env-args: found",
    "measure --env FrozenLake-v1 --floor-from ob[1]": "--floor-from: found 'ob' (did you mean \"obs\"?)",
    "measure --env FrozenLake-v1 --bot diver": "--bot: found",
}


@pytest.mark.parametrize(("words", "message"), WRONG.items())
def test_a_wrong_option_is_one_clear_message(
    here: Path, words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    assert message in capsys.readouterr().err


def test_an_environment_of_gymnasium_is_a_game(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("lake.py").write_text("def play(obs, info):\n    return 1 if obs in (0, 4, 9) else 2\n")
    words = ["measure", "--env", "FrozenLake-v1", "--env-args", '{"is_slippery": false}', "--won-if", "reward"]
    assert main([*words, "--games", "4", "--jobs", "1", "--policy", "lake:play", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"][0]["won"] == 4
    assert found["determinism"]["lake:play"]["deterministic"]
    assert main([*words, "--games", "2", "--jobs", "1", "--floor-from", "info['dept']"]) == 1
    assert "info has no 'dept'; it has: prob" in capsys.readouterr().out


def test_all_players_play_on_one_object_as_some_games_cannot_be_made_twice(here: Path) -> None:
    Path("once.py").write_text(
        "from cellar import Cellar\n"
        "class Once(Cellar):\n"
        "    made = 0\n"
        "    def __init__(self):\n"
        "        Once.made += 1\n"
        "    def over(self):\n"
        "        assert Once.made == 1\n"
        "        return super().over()\n"
    )
    assert measure_game("once:Once", ["diver", "masher"], games=1, jobs=1).faults == ()


@pytest.mark.parametrize(
    "turns",
    ["-1", "100 - super().view().turn", *(pytest.param(each, marks=SLOW) for each in ("10**18", "float('nan')"))],
)
def test_turns_that_no_game_has_are_a_fault(here: Path, turns: str) -> None:
    Path("turns.py").write_text(
        "from dataclasses import replace\n"
        "from cellar import Cellar\n"
        "class Turns(Cellar):\n"
        "    def view(self):\n"
        f"        return replace(super().view(), turn={turns})\n"
    )
    measured = measure_game("turns:Turns", "diver", games=1, jobs=1)
    assert "allowed: None, or a whole number that never falls" in measured.faults[0].error
    assert measured.bad.count == 0


def test_steeps_own_environment_needs_no_module(here: Path) -> None:
    assert made("steep/Descent-v0", {"ruleset": "tcod-2020"}).spec.id == "steep/Descent-v0"


@pytest.fixture
def descent(here: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of the manual's command that measures a policy of Steep's environment, whose module is written."""
    text = MANUAL.read_text(encoding="utf-8")
    section = text.partition("### Steep's own, with a policy")[2]
    module, command = re.findall(r"^```(?:python|sh)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[:2]
    (here / "descend.py").write_text(module, encoding="utf-8")
    monkeypatch.syspath_prepend(here)
    words = shlex.split(command.replace("\\\n", " "))
    assert words[:2] == ["steep", "measure"]
    return words[1:]


def test_the_manuals_policy_plays_steeps_environment(descent: list[str]) -> None:
    given = dict(zip(descent[1::2], descent[2::2], strict=True))
    names = ("--policy", "--env", "--floor-from", "--won-if")
    policy, env, floor_from, won_if = (given[name] for name in names)
    (subject,) = subjects_of(
        None, None, None, policy, env, json.loads(given["--env-args"]), floor_from, won_if, None, 2_000
    )
    played = play_one_game(prepared(subject), 0, None, 2_000)
    assert played.error == ""
    assert [row["floor"] for row in played.rows] == [*range(1, len(played.rows) + 1)]
    assert played.rows[-1]["end"] in ("died", "won")
    assert play_one_game(prepared(subject), 0, None, 2_000).course == played.course


@pytest.mark.slow
def test_the_manuals_command_measures_a_policy_of_steeps_environment(
    descent: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*descent, "--jobs", "1"]) == 0
    section = MANUAL.read_text(encoding="utf-8").partition("### Steep's own, with a policy")[2]
    cleared = re.search(r"clears (\S+) (±\S+) of 3 floors", capsys.readouterr().out)
    assert cleared is not None
    assert f"It clears {cleared[1]} floors ({cleared[2]})." in section
