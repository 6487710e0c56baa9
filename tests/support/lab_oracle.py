"""Calls of the lab on fixed seeds, and what they gave. Whatever becomes of the lab, its figures stay.

`CALLS` is the table of calls, and `tests/lab/oracle/` has a file of JSON for what each of them gives. Recorded are
figures, and not what a change of rules, of the version or of the machine would touch: hashes, versions and the paths of
folders are left out, and numbers have DIGITS digits.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.cli import main
from steep.lab import (
    Baseline,
    Games,
    Progress,
    Result,
    arena,
    assert_bands,
    blame,
    check,
    compare,
    make_baseline,
    measure,
    measure_game,
    read_games,
    tune,
)
from steep.lab.results.text_forms import json_of

FOLDER = Path(__file__).parents[1] / "lab" / "oracle"

DIGITS = 10
"""Of numbers that are recorded. They are compared to one less, as sums in another order differ in the last of all."""

LEFT_OUT = {
    *("steep", "rules", "layout", "versions", "format"),
    *("hash", "ruleset_hash", "tuned_hash", "ruleset_path"),
}
"""Keys of what is no figure, but says what played."""

WIDTH = 120
"""Of lines of what is recorded."""


@dataclass(frozen=True)
class Call:
    """Something that the lab is asked."""

    asked: str | Callable[[int], object]
    """A command line, in which JOBS stands for the number of jobs; or a function of it."""
    first: tuple[str, ...] = ()
    """Command lines that come before it."""
    like: str = ""
    """The call that gives the same."""
    slow: bool = False
    """Whether only `make test-all` asks it: it takes long, or another asks nearly the same."""

    @property
    def has_jobs(self) -> bool:
        """Whether it plays games side by side."""
        return not isinstance(self.asked, str) or any("JOBS" in line for line in (self.asked, *self.first))


# Asked in Python ------------------------------------------------------------------------------------------------------


def stopped_and_measured_again(jobs: int) -> object:
    """A measurement that was stopped, and went on from its folder."""

    def stop(progress: Progress) -> None:
        progress.stop()

    how: dict[str, Any] = {"games": 400, "floors": (1, 3), "jobs": jobs, "out": "measured"}
    assert not measure("tcod-2019", "brawler", progress=stop, **how).whole
    return json_of(measure("tcod-2019", "brawler", **how).result)


def measured_rows(jobs: int) -> object:
    """All rows of few games."""
    measured = measure("marsh.toml", ["diver", "explorer"], games=12, floors=(1, 3), jobs=jobs)
    return {name: table_of(getattr(measured, name)) for name in ("by_floor", "floors", "games", "wounds")}


def saved_and_loaded(jobs: int) -> object:
    """A measurement that was saved and loaded."""
    measure("tcod-2019", "brawler", games=100, floors=(1, 3), jobs=jobs).save("saved")
    return json_of(read_games("saved").result)


def measured_on_a_cluster(_jobs: int) -> object:
    """A measurement on a Dask cluster of one worker."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as dask:
        how: dict[str, Any] = {"games": 100, "floors": (1, 3), "cluster": dask.scheduler_address}
        return json_of(measure("tcod-2019", "brawler", **how).result)


def rows_of_a_folder(jobs: int) -> object:
    """A measurement's folder, read as a table of games."""
    measure("marsh.toml", "explorer", games=30, jobs=jobs, out="measured")
    return with_rows(read_games("measured/floors.parquet"))


def compared(jobs: int) -> object:
    """Two rulesets."""
    comparison = compare("tcod-2020", "mine.toml", "brawler", games=80, floors=(1, 2), jobs=jobs)
    return figures_and_table(comparison)


def compared_with_games(jobs: int) -> object:
    """A table and a ruleset, which the table's bot plays."""
    comparison = compare(read_games("diver.csv"), "deadly.toml", games=60, jobs=jobs, names=("A", "B"))
    return figures_and_table(comparison)


def checked_against_a_target(jobs: int) -> object:
    """A target that is a dictionary."""
    target = {"games": 100, "floors": [1, 2], "bands": {"diver": {"survival": {1: [60, 100]}, "wins": [0, 5]}}}
    return figures_and_table(check("deadly.toml", target=target, jobs=jobs))


def refused_bands(jobs: int) -> object:
    """What a maker's test says of a band that is broken."""
    try:
        assert_bands("deadly.toml", "broken.target.toml", jobs=jobs)
    except AssertionError as error:
        return str(error).splitlines()
    raise AssertionError("the target is not broken")


def checked_against_a_baseline(jobs: int) -> object:
    """A baseline that was made and saved."""
    make_baseline("deadly.toml", "diver", games=150, floors=(1, 2), jobs=jobs).save("baseline.json")
    baseline = Baseline.load("baseline.json")
    return figures_and_table(check("crowded.toml", baseline=baseline, tolerance=2, out=None, jobs=jobs))


def blamed(jobs: int) -> object:
    """What entries of tables do to a floor."""
    return figures_and_table(blame("mine.toml", floor=1, bot="brawler", games=40, jobs=jobs))


def fought(_jobs: int) -> object:
    """A hero with other stats."""
    return figures_and_table(arena("hero", "2 orc", "tcod-2020", bouts=200, hero={"hp": 20, "power": 3}))


def tuned(jobs: int) -> object:
    """A target that is reached."""
    return figures_and_table(tune("deadly.toml", "reachable.target.toml", jobs=jobs))


def games_that_were_read(_jobs: int) -> object:
    """A table under other names, saved and read again."""
    names = {"depth": "floor", "run": "seed", "hero": "bot", "dead": "died", "out": "won"}
    read_games("theirs.csv", columns=names).save("ours.parquet")
    return with_rows(read_games("ours.parquet"))


def compared_people(_jobs: int) -> object:
    """Two tables of people's games."""
    return figures_and_table(compare("people.csv", "people-later.csv", detect=5.0))


def measured_cellar(jobs: int) -> object:
    """A game of one's own, with all rows."""
    measured = measure_game("cellar:Cellar", ["diver", "masher"], games=8, last_floor=3, jobs=jobs)
    return {"json": json_of(measured.result), "floors": table_of(measured.floors)}


def figures_and_table(result: Result) -> object:
    """What a result has to say in JSON and as a table."""
    return {"json": json_of(result), "table": table_of(result.table())}


def with_rows(games: Games) -> object:
    """The figures of games, and their rows."""
    tables = {name: table_of(getattr(games, name)) for name in ("by_floor", "floors", "games")}
    return {"json": json_of(games.result), **tables}


def table_of(table: Any) -> object:
    """An Arrow table's columns and rows."""
    columns = table.to_pydict()
    return {"columns": list(columns), "rows": [list(row) for row in zip(*columns.values(), strict=True)]}


# The table of calls ---------------------------------------------------------------------------------------------------

BRAWLER = "measure tcod-2019 --bot brawler --games 100 --floors 1-3 --jobs JOBS --format json"
DIVER = "--bot diver --games 200 --floors 1-2 --jobs JOBS"
BASELINE = f"check deadly.toml --baseline baseline.json --update {DIVER}"
CELLAR = "measure --game cellar:Cellar --jobs JOBS"

CALLS: dict[str, Call] = {
    # measure
    "measure-one-bot": Call(BRAWLER),
    "measure-one-bot-to-a-folder": Call(f"{BRAWLER} --out measured", like="measure-one-bot"),
    "measure-what-is-finished": Call(
        f"{BRAWLER} --out measured --resume", (f"{BRAWLER} --out measured",), "measure-one-bot", slow=True
    ),
    "measure-three-bots": Call(
        "measure tcod-2020 --bot diver,brawler,explorer --games 50 --floors 1-2 --jobs JOBS --format json"
    ),
    "measure-all-means": Call("measure marsh.toml --bot explorer --games 100 --jobs JOBS --format json"),
    "measure-from-floor-2": Call(
        "measure tcod-2020 --bot diver --games 80 --seed 17 --floors 2-3 --jobs JOBS --format json"
    ),
    "measure-stopped-games": Call(
        "measure tcod-2019 --bot explorer --games 50 --floors 1-2 --turns 250 --jobs JOBS --format json"
    ),
    "measure-a-known-hazard": Call("measure deadly.toml --bot diver --games 200 --jobs JOBS --format json"),
    "measure-no-deaths": Call("measure harmless.toml --bot diver --games 20 --floors 1-3 --jobs JOBS --format json"),
    "measure-a-mode": Call("measure mine.toml:bitter --bot brawler --games 60 --floors 1-2 --jobs JOBS --format json"),
    "measure-as-csv": Call("measure marsh.toml --bot diver,brawler --games 30 --jobs JOBS --format csv"),
    "measure-as-text": Call("measure marsh.toml --bot explorer --games 100 --jobs JOBS"),
    "measure-stopped-and-resumed": Call(stopped_and_measured_again, slow=True),
    "measure-in-python": Call(measured_rows),
    "measure-saved-and-loaded": Call(saved_and_loaded, like="measure-one-bot", slow=True),
    "measure-on-a-cluster": Call(measured_on_a_cluster, like="measure-one-bot", slow=True),
    # compare
    "compare-rulesets": Call(
        "compare tcod-2020 mine.toml --bot diver --games 120 --floors 1-3 --jobs JOBS --format json"
    ),
    "compare-three-bots": Call(
        "compare deadly.toml crowded.toml --bot diver,brawler,masher --games 60 --floors 1-2 --jobs JOBS --format json"
    ),
    "compare-a-ruleset-with-itself": Call(
        "compare mine.toml mine.toml --bot brawler --games 40 --floors 1-2 --jobs JOBS --format json"
    ),
    "compare-on-floors-2-to-3": Call(
        "compare tcod-2020 mine.toml --bot brawler --games 60 --seed 5 --floors 2-3 --detect 10 --jobs JOBS"
        " --format json"
    ),
    "compare-a-mode-as-csv": Call(
        "compare mine.toml mine.toml:bitter --bot diver --games 60 --floors 1-3 --jobs JOBS --format csv"
    ),
    "compare-as-text": Call("compare deadly.toml crowded.toml --bot diver --games 120 --floors 1-3 --jobs JOBS"),
    "compare-as-markdown": Call(
        "compare deadly.toml crowded.toml --bot diver --games 120 --floors 1-3 --jobs JOBS --format markdown"
    ),
    "compare-tables-unpaired": Call("compare before.csv after.parquet --format json"),
    "compare-tables-paired": Call("compare seeded-before.jsonl seeded-after.jsonl --format json"),
    "compare-a-table-with-itself": Call("compare before.tsv before.csv --format json"),
    "compare-versions": Call("compare versions.jsonl@1.1 versions.jsonl@1.2 --detect 5 --format json"),
    "compare-one-player-of-each": Call("compare scout.csv diver.csv --format json"),
    "compare-people": Call("compare people.csv people-later.csv --format json"),
    "compare-few-people": Call("compare people.csv people-few.jsonl --format json"),
    "compare-tables-as-csv": Call("compare before.csv after.csv --format csv"),
    "compare-tables-as-text": Call("compare before.csv after.csv"),
    "compare-folders": Call(
        "compare deadly crowded --format json",
        (f"measure deadly.toml {DIVER} --out deadly", f"measure crowded.toml {DIVER} --out crowded"),
    ),
    "compare-a-folder-and-a-ruleset": Call(
        "compare deadly crowded.toml --games 100 --jobs JOBS --format json",
        (f"measure deadly.toml {DIVER} --out deadly",),
        slow=True,
    ),
    "compare-a-table-and-a-ruleset": Call("compare diver.csv deadly.toml --games 100 --jobs JOBS --format json"),
    "compare-in-python": Call(compared),
    "compare-games-in-python": Call(compared_with_games),
    "compare-people-in-python": Call(compared_people),
    # check against a baseline
    "check-new-baseline": Call(f"{BASELINE} --format json"),
    "check-baseline-held": Call("check deadly.toml --baseline baseline.json --jobs JOBS --format json", (BASELINE,)),
    "check-baseline-drifted": Call(
        "check crowded.toml --baseline baseline.json --jobs JOBS --format json", (BASELINE,)
    ),
    "check-baseline-too-few": Call(
        "check deadly.toml --baseline baseline.json --strict --jobs JOBS --format json",
        (BASELINE.replace("200", "8"),),
    ),
    "check-baseline-within-tolerance": Call(
        "check crowded.toml --baseline baseline.json --tolerance 60 --false-alarms 0.01 --jobs JOBS --format json",
        (BASELINE,),
    ),
    "check-baseline-of-three-bots-as-csv": Call(
        "check crowded.toml --baseline baseline.json --jobs JOBS --format csv",
        (BASELINE.replace("diver", "diver,brawler,masher").replace("200", "60"),),
    ),
    "check-baseline-as-text": Call("check crowded.toml --baseline baseline.json --jobs JOBS", (BASELINE,)),
    "check-table-held": Call("check scout-again.csv --baseline scout.csv --format json"),
    "check-table-drifted": Call("check scout-harder.csv --baseline scout.csv --format json"),
    "check-table-too-few": Call("check scout-few.csv --baseline scout.csv --strict --format json"),
    "check-table-within-tolerance": Call("check scout-harder.csv --baseline scout.csv --tolerance 70 --format json"),
    "check-table-of-two-bots": Call("check after.csv --baseline before.csv --false-alarms 0.05 --format json"),
    "check-people-held": Call(
        "check people-again.csv --baseline people.csv --tolerance 40 --false-alarms 0.05 --format json"
    ),
    "check-people-drifted": Call("check people-later.csv --baseline people.csv --format json"),
    "check-people-too-few": Call("check people-few.jsonl --baseline people.csv --format json"),
    "check-versions": Call("check versions.jsonl@1.2 --baseline versions.jsonl@1.1 --format json"),
    "check-baseline-in-python": Call(checked_against_a_baseline),
    # check against a target
    "check-target-held": Call("check deadly.toml --target held.target.toml --jobs JOBS --format json"),
    "check-target-broken": Call("check deadly.toml --target broken.target.toml --jobs JOBS --format json"),
    "check-target-unclear": Call("check deadly.toml --target unclear.target.toml --jobs JOBS --format json"),
    "check-target-unclear-strict": Call(
        "check deadly.toml --target unclear.target.toml --strict --jobs JOBS --format json"
    ),
    "check-target-of-all-bands": Call("check mine.toml --target many.target.toml --jobs JOBS --format json"),
    "check-target-as-csv": Call("check mine.toml --target many.target.toml --jobs JOBS --format csv"),
    "check-target-as-text": Call("check mine.toml --target many.target.toml --jobs JOBS"),
    "check-table-in-bands": Call("check scout.csv --target table-held.target.toml --format json"),
    "check-table-out-of-bands": Call("check scout.csv --target table-broken.target.toml --format json"),
    "check-table-at-an-edge": Call("check scout.csv --target table-unclear.target.toml --strict --format json"),
    "check-people-in-bands": Call("check people.csv --target people-held.target.toml --format json"),
    "check-people-out-of-bands": Call("check people.csv --target people-broken.target.toml --format json"),
    "check-people-at-an-edge": Call("check people.csv --target people-unclear.target.toml --format json"),
    "check-folder-in-bands": Call(
        "check deadly --target held.target.toml --format json",
        (f"measure deadly.toml {DIVER} --out deadly",),
        slow=True,
    ),
    "check-target-in-python": Call(checked_against_a_target),
    "check-assert-bands": Call(refused_bands),
    # blame
    "blame-diver": Call("blame tcod-2020 --floor 3 --bot diver --games 60 --jobs JOBS --format json"),
    "blame-all-kinds-of-entries": Call("blame marsh.toml --floor 1 --bot diver --games 30 --jobs JOBS --format json"),
    "blame-a-floor-that-few-reach": Call(
        "blame crowded.toml --floor 6 --bot diver --games 30 --jobs JOBS --format json"
    ),
    "blame-as-csv": Call("blame mine.toml:bitter --floor 1 --bot brawler --games 30 --jobs JOBS --format csv"),
    "blame-as-text": Call("blame mine.toml --floor 2 --bot diver --games 40 --jobs JOBS"),
    "blame-in-python": Call(blamed),
    # arena
    "arena-monsters": Call('arena "3 orc" "1 orc, 1 troll" --ruleset tcod-2019 --bouts 500 --format json'),
    "arena-hero": Call('arena hero "2 orc" --ruleset tcod-2019 --bouts 200 --seed 9 --format json'),
    "arena-hero-and-allies": Call(
        'arena "hero, 1 orc" "2 troll" --ruleset mine.toml --bot brawler --hero hp=40,power=6,defense=3 --bouts 200'
        " --format json"
    ),
    "arena-abilities-and-growth": Call(
        'arena "2 viper" "2 toad" --ruleset marsh.toml --floor 3 --bouts 300 --format json'
    ),
    "arena-out-of-time": Call('arena "2 orc" "1 troll" --ruleset tcod-2020 --turns 9 --bouts 200 --format json'),
    "arena-in-a-small-room-as-csv": Call(
        'arena "2 orc" "1 troll" --ruleset tcod-2020 --room 3x2 --bouts 300 --format csv'
    ),
    "arena-as-text": Call('arena "2 viper" "hero" --ruleset marsh.toml --bouts 200'),
    "arena-in-python": Call(fought),
    # tune
    "tune-reached": Call("tune deadly.toml --target reachable.target.toml --jobs JOBS --format json"),
    "tune-out-of-reach": Call("tune deadly.toml --target unreachable.target.toml --jobs JOBS --format json"),
    "tune-unclear": Call("tune deadly.toml --target narrow.target.toml --strict --jobs JOBS --format json", slow=True),
    "tune-two-bots-and-moves": Call(
        "tune mine.toml --target two-moves.target.toml --jobs JOBS --format json", slow=True
    ),
    "tune-resumed": Call(
        "tune deadly.toml --target reachable.target.toml --state state.json --resume --jobs JOBS --format json",
        ("tune deadly.toml --target reachable.target.toml --budget 300 --state state.json --jobs JOBS",),
        slow=True,
    ),
    "tune-towards-games": Call(
        "tune deadly.toml --target reachable.target.toml --towards diver.csv --jobs JOBS --format json", slow=True
    ),
    "tune-as-csv": Call("tune deadly.toml --target reachable.target.toml --jobs JOBS --format csv", slow=True),
    "tune-in-python": Call(tuned, slow=True),
    # report
    "report-csv": Call("report before.csv --format json"),
    "report-tsv": Call("report before.tsv --format json"),
    "report-json-lines": Call("report before.jsonl --format json"),
    "report-parquet": Call("report before.parquet --format json"),
    "report-people": Call("report people.csv --format json"),
    "report-few-people": Call("report people-few.jsonl --format json"),
    "report-bad-rows": Call("report messy.csv --format json"),
    "report-bad-rows-strict": Call("report messy.csv --strict --format json", like="report-bad-rows"),
    "report-other-names": Call(
        "report theirs.csv --columns depth=floor run=seed hero=bot dead=died out=won --format json"
    ),
    "report-versions": Call("report versions.jsonl --format json"),
    "report-one-version": Call("report versions.jsonl --version 1.2 --format json"),
    "report-sparse-columns": Call("report sparse.jsonl --format json"),
    "report-largest-numbers": Call("report large.jsonl --format json"),
    "report-as-csv": Call("report before.csv --format csv"),
    "report-as-text": Call("report people.csv"),
    "report-folder": Call(
        "report measured --format json",
        ("measure marsh.toml --bot explorer --games 100 --jobs JOBS --out measured",),
        "measure-all-means",
        slow=True,
    ),
    "report-folder-as-games": Call(rows_of_a_folder, slow=True),
    "report-in-python": Call(games_that_were_read),
    # games of one's own, and environments
    "own-game-players": Call(f"{CELLAR} --bot random,diver,explorer --games 12 --format json", slow=True),
    "own-game-policy": Call(f"{CELLAR} --policy cellar:play --games 12 --seed 30 --format json", slow=True),
    "own-game-stopped-by-turns": Call(f"{CELLAR} --bot brawler --games 12 --turns 40 --format json", slow=True),
    "own-game-faults": Call("measure --game cellar:Faulty --bot diver --games 8 --jobs JOBS --format json", slow=True),
    "own-game-not-deterministic": Call(
        "measure --game cellar:Hashed --bot diver --games 8 --jobs JOBS --format json", slow=True
    ),
    "own-game-resumed": Call(
        f"{CELLAR} --bot diver --games 14 --out games.jsonl --resume --format json",
        (f"{CELLAR} --bot diver --games 8 --out games.jsonl",),
        slow=True,
    ),
    "own-game-compared": Call(
        "compare before-teeth.parquet after-teeth.parquet --format json",
        (
            f"{CELLAR} --bot diver --games 12 --out before-teeth.parquet",
            "measure --game cellar:Fierce --bot diver --games 12 --jobs JOBS --out after-teeth.parquet",
        ),
        slow=True,
    ),
    "own-game-example": Call(
        "measure --game lab:Barrow --bot diver,brawler --games 6 --jobs JOBS --format json", slow=True
    ),
    "own-game-example-in-bands": Call(
        "check barrow.parquet --target barrow.target.toml --format json",
        ("measure --game lab:Barrow --bot diver --games 10 --jobs JOBS --out barrow.parquet",),
        slow=True,
    ),
    "own-game-in-python": Call(measured_cellar, slow=True),
    "environment-frozen-lake": Call(
        "measure --env FrozenLake-v1 --policy lake:play --won-if reward --games 30 --jobs JOBS --format json", slow=True
    ),
    "environment-by-floors": Call(
        "measure --env lake:Stairs-v0 --floor-from info['depth'] --won-if info['won'] --games 30 --jobs JOBS"
        " --format json",
        slow=True,
    ),
}
"""By the name of the file that has what the call gives."""


# Asking ---------------------------------------------------------------------------------------------------------------


def ask(call: Call, folder: Path, jobs: int) -> dict[str, Any]:
    """What a call gives now, in a folder with its inputs, as it is recorded."""
    with chdir(folder):
        for line in call.first:
            command(line, jobs)
        if isinstance(call.asked, str):
            code, out = command(call.asked, jobs)
            given = {"asked": f"steep {call.asked}", "exit": code, "out": read_output(out, call.asked)}
        else:
            given = {"asked": (call.asked.__doc__ or "").strip(), "out": call.asked(jobs)}
    found: dict[str, Any] = plain(given, folder)
    return found


def command(line: str, jobs: int) -> tuple[int, str]:
    """The exit code and the output of a command line."""
    words = [str(jobs) if word == "JOBS" else word for word in words_of(line)]
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    assert code in (0, 1), f"{line}: {err.getvalue()}"
    out.seek(0)
    return code, out.read()


def words_of(line: str) -> list[str]:
    """A command line's words: with spaces inside double quotes, and single quotes as they are."""
    return [quoted or word for quoted, word in re.findall(r'"([^"]*)"|(\S+)', line)]


def read_output(text: str, line: str) -> object:
    """What was printed: as plain data, as rows, or as lines."""
    if "--format json" in line:
        return json.loads(text)
    if "--format csv" in line:
        return [[number_or_text(cell) for cell in row] for row in csv.reader(io.StringIO(text))]
    return text.splitlines()


def number_or_text(cell: str) -> object:
    """A cell of a CSV file."""
    try:
        return int(cell) if re.fullmatch(r"-?\d+", cell) else float(cell)
    except ValueError:
        return cell


def plain(value: Any, folder: Path) -> Any:
    """Plain data without what is no figure, and with few digits."""
    if isinstance(value, Mapping):
        return {str(key): plain(each, folder) for key, each in value.items() if key not in LEFT_OUT}
    if isinstance(value, list | tuple):
        return [plain(each, folder) for each in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else str(value)
    if isinstance(value, str):
        text = value.replace(f"{folder}/", "")
        if text.startswith("Traceback "):
            text = text.splitlines()[-1]
        text = re.sub(r'File ".*/(steep/lab/[^"]*)", line \d+', r'File "\1"', text)
        return re.sub(r"\b[0-9a-f]{16}\b", "HASH", text)
    return value


# What is recorded -----------------------------------------------------------------------------------------------------


def recorded(name: str) -> dict[str, Any]:
    """What a call gave when it was recorded."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def as_text(value: object) -> str:
    """JSON in lines that a diff can tell apart."""
    return "".join(f"{line}\n" for line in lines_of(value, "", ""))


def lines_of(value: Any, indent: str, before: str) -> Iterator[str]:
    """The lines of a value; `before` is its key, where it has one."""
    whole = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(before) + len(whole) < WIDTH or not value or not isinstance(value, dict | list):
        yield f"{indent}{before}{whole}"
        return
    inner = f"{indent} "
    yield f"{indent}{before}{'{' if isinstance(value, dict) else '['}"
    parts: Sequence[tuple[str, Any]] = (
        [(f"{json.dumps(key, ensure_ascii=False)}: ", each) for key, each in value.items()]
        if isinstance(value, dict)
        else [("", each) for each in value]
    )
    for number, (key, each) in enumerate(parts):
        *others, last = lines_of(each, inner, key)
        yield from others
        yield last + ("," if number < len(parts) - 1 else "")
    yield f"{indent}{'}' if isinstance(value, dict) else ']'}"


def differences(was: Any, now: Any, where: str = "") -> Iterator[str]:
    """What differs between what was recorded and what is given now, a line each."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*was, *now]):
            yield from differences(was.get(key, "nothing"), now.get(key, "nothing"), f"{where}.{key}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, (before, after) in enumerate(zip(was, now, strict=True)):
            yield from differences(before, after, f"{where}[{number}]")
    elif not is_same(was, now):
        yield f"{where.removeprefix('.')}: {short(was)} -> {short(now)}"


def is_same(was: Any, now: Any) -> bool:
    """Whether two values are equal. Whole numbers are so to the last digit."""
    if isinstance(was, float) or isinstance(now, float):
        numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (was, now))
        return numbers and math.isclose(was, now, rel_tol=10.0 ** (1 - DIGITS), abs_tol=1e-16)
    return type(was) is type(now) and bool(was == now)


def short(value: object) -> str:
    """A value on a short line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < WIDTH else f"{text[:WIDTH]}…"
