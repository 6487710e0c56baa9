"""The folder of a measurement: finished games are kept, and foreign or damaged files are refused."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_batches import TASK, a_batch, same
from ready_made_sessions import load
from steep.core.input_errors import InputError
from steep.lab.simulate.play_games import chunks_of
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import StoreError
from steep.lab.storage.parts import Part, batch_of, part_bytes, part_from, part_of


def manifest(*tasks: Task) -> Manifest:
    return Manifest.of(load("tcod-2020"), tasks or (TASK,))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"


def open_new(folder: Path, *batches: GameBatch) -> Store:
    store = begin(folder)
    for batch in batches:
        store.keep(part_of(batch))
    return store


def begin(folder: Path, requested: Manifest | None = None, *, resume: bool = False) -> Store:
    return Store.begin(folder, requested or manifest(), resume=resume)


def batches_of(store: Store, task: Task = TASK) -> Iterator[GameBatch]:
    return map(batch_of, store.parts(task))


def refusal(folder: Path, requested: Manifest, *, resume: bool) -> str:
    with pytest.raises(StoreError) as refused:
        begin(folder, requested, resume=resume)
    return str(refused.value).removeprefix(f"{folder}: ")


def part_file_of(folder: Path, seed: int) -> Path:
    (path,) = folder.rglob(f"{seed:019}-*.parquet")
    return path


def put(folder: Path, seed: int, games: int, data: bytes) -> Path:
    """A file among a folder's parts that is named as a part with this content."""
    path = folder / "parts" / "diver" / "0000" / f"{seed:019}-{games}-{zlib.crc32(data):08x}.parquet"
    path.write_bytes(data)
    return path


@given(st.integers(0, 2**63 - 60), st.integers(1, 50))
def test_a_batch_survives_writing_and_reading(seed: int, games: int) -> None:
    batch = a_batch(seed, games)
    assert same(batch_of(part_from(part_bytes(part_of(batch)))[0]), batch)


def test_a_batch_without_wounds_survives_writing_and_reading() -> None:
    batch = a_batch(13, 1)
    assert len(batch.wounds) == 0
    assert same(batch_of(part_from(part_bytes(part_of(batch)))[0]), batch)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_a_part_altered_or_cut_at_any_byte_is_refused(folder: Path, step: int) -> None:
    store = open_new(folder, a_batch(100, 2))
    path = part_file_of(folder, 100)
    data = path.read_bytes()
    for at in range(0, len(data), step):
        for damaged in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(StoreError, match="was altered or cut short: its checksum does not hold"):
                next(store.parts(TASK))


def test_stored_batches_are_read_in_the_order_of_seeds(folder: Path) -> None:
    batches = [a_batch(350, 10), a_batch(100, 250), a_batch(360, 40)]
    written = open_new(folder, *batches)
    for store in (written, Store.open(folder)):
        assert [part.seed for part in store.parts(TASK)] == [100, 350, 360]
        assert store.done(TASK) == [(100, 250), (350, 10), (360, 40)]
        assert store.missing(TASK) == 700
    for one, other in zip(batches_of(Store.open(folder)), sorted(batches, key=lambda each: each.seed), strict=True):
        assert same(one, other)


def test_batches_of_different_bots_are_kept_apart(folder: Path) -> None:
    tasks = (TASK, replace(TASK, bot="walker"))
    store = begin(folder, manifest(*tasks))
    store.keep(part_of(a_batch(100, 5, "walker")))
    again = Store.open(folder)
    assert [again.done(task) for task in tasks] == [[], [(100, 5)]]
    assert [part.bot for part in again.parts(tasks[1])] == ["walker"]


def test_a_bot_can_be_measured_only_once_in_a_run() -> None:
    with pytest.raises(InputError, match=r"^the bot diver is given more than once$"):
        manifest(TASK, replace(TASK, seed=5))


def test_a_manifest_survives_writing_and_reading(folder: Path) -> None:
    tasks = (TASK, Task("walker", 0, 3, 2, 4, 77))
    begin(folder, manifest(*tasks))
    assert Store.open(folder).manifest == manifest(*tasks)


def test_an_empty_folder_can_be_used(folder: Path) -> None:
    folder.mkdir()
    assert open_new(folder).missing(TASK) == TASK.games


def test_a_folder_of_other_files_is_left_alone(folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.tex").write_text("")
    for resume in (False, True):
        message = refusal(folder, manifest(), resume=resume)
        assert message == "holds other files (thesis.tex); choose a new or an empty folder"
    assert [path.name for path in folder.iterdir()] == ["thesis.tex"]


def test_a_file_instead_of_the_folder_is_reported(folder: Path) -> None:
    folder.write_text("")
    assert refusal(folder, manifest(), resume=False) == "cannot be written to: Not a directory"


def test_an_unfinished_run_is_not_started_over(folder: Path) -> None:
    open_new(folder, a_batch(100, 250))
    assert refusal(folder, manifest(), resume=False) == (
        "holds an unfinished run (250 of 1000 games) of tcod-2020; --resume continues it, or choose another folder"
    )


def test_a_finished_run_is_not_started_over(folder: Path) -> None:
    open_new(folder, *(a_batch(seed, games) for _, seed, games in chunks_of(TASK)))
    assert refusal(folder, manifest(), resume=False) == (
        "holds a run of 1000 games of tcod-2020; --resume continues it, or choose another folder"
    )


def test_resuming_plays_the_missing_games(folder: Path) -> None:
    open_new(folder, a_batch(100, 250), a_batch(500, 20))
    store = begin(folder, resume=True)
    for _, seed, games in chunks_of(TASK, store.done(TASK)):
        store.keep(part_of(a_batch(seed, games)))
    assert store.missing(TASK) == 0
    seeds = [int(seed) for batch in batches_of(Store.open(folder)) for seed in dict.fromkeys(batch.visits["seed"])]
    assert seeds == list(range(100, 1_100))


def test_resuming_in_an_empty_folder_starts_a_run(folder: Path) -> None:
    assert begin(folder, resume=True).missing(TASK) == TASK.games
    assert Store.open(folder).manifest == manifest()


OTHER_RUNS: dict[str, tuple[Callable[[Manifest], Manifest], str]] = {
    "another ruleset": (
        lambda manifest: replace(manifest, ruleset="mine", ruleset_hash="0123"),
        f'the ruleset is "tcod-2020" with hash {load("tcod-2020").hash}, and "mine" has hash 0123',
    ),
    "other bots": (
        lambda manifest: replace(manifest, tasks=(replace(TASK, bot="walker"),)),
        "bots are diver, not walker",
    ),
    "another seed": (
        lambda manifest: replace(manifest, tasks=(replace(TASK, seed=7),)),
        "the first seed is 100, not 7",
    ),
    "more games": (
        lambda manifest: replace(manifest, tasks=(replace(TASK, games=2_000, last_floor=5),)),
        "the number of games is 1000, not 2000; the last floor is 10, not 5",
    ),
    "other rules": (
        lambda manifest: replace(manifest, rules="beef", versions=replace(manifest.versions, steep="9.9")),
        f"it was started by Steep {manifest().versions.steep} with rules {manifest().rules}, "
        "and this is Steep 9.9 with rules beef",
    ),
}


@pytest.mark.parametrize("case", OTHER_RUNS)
def test_a_different_run_is_not_resumed_and_the_difference_is_named(folder: Path, case: str) -> None:
    open_new(folder)
    change, differs = OTHER_RUNS[case]
    message = refusal(folder, change(manifest()), resume=True)
    assert message == f"holds another run: {differs}; choose another folder"


def test_a_run_can_be_resumed_with_other_library_versions(folder: Path) -> None:
    open_new(folder, a_batch(100, 250))
    newer = replace(manifest(), versions=replace(manifest().versions, numpy="99.0"))
    assert begin(folder, newer, resume=True).missing(TASK) == 750


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda data: data[: len(data) // 2],
    "empty": lambda _: b"",
    "altered": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
}


@pytest.mark.parametrize("case", DAMAGES)
def test_a_damaged_part_is_reported_and_its_games_are_replayed(folder: Path, case: str) -> None:
    open_new(folder, a_batch(100, 250), a_batch(350, 250))
    path = part_file_of(folder, 350)
    path.write_bytes(DAMAGES[case](path.read_bytes()))
    store = begin(folder, resume=True)
    why = "was altered or cut short: its checksum does not hold"
    assert store.damaged == [f"{path}: this part {why}; its games are played again"]
    assert store.done(TASK) == [(100, 250)]
    assert next(chunks_of(TASK, store.done(TASK)))[:2] == (TASK, 350)
    store.keep(part_of(a_batch(350, 250)))
    again = Store.open(folder)
    assert (again.done(TASK), again.damaged) == ([(100, 250), (350, 250)], [])


MIXED: dict[str, tuple[dict[str, Any], str]] = {
    "another ruleset": ({"ruleset": "mine", "ruleset_hash": "0123"}, 'ruleset "mine" with hash 0123'),
    "an edited ruleset": ({"ruleset_hash": "0123"}, 'ruleset "tcod-2020" with hash 0123'),
    "another limit": ({"tasks": (replace(TASK, turns=7),)}, "turn limit 7"),
    "other rules": ({"rules": "beef"}, "rules beef"),
}


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("case", MIXED)
def test_parts_of_two_runs_never_mix_and_both_are_named(folder: Path, tmp_path: Path, case: str, resume: bool) -> None:
    changes, named = MIXED[case]
    open_new(folder, a_batch(100, 250))
    other = begin(tmp_path / "other", replace(manifest(), **changes))
    other.keep(part_of(a_batch(350, 250)))
    foreign = part_file_of(tmp_path / "other", 350)
    copy = folder / foreign.relative_to(tmp_path / "other")
    copy.write_bytes(foreign.read_bytes())
    with pytest.raises(StoreError) as refused:
        begin(folder, resume=True) if resume else list(Store.open(folder).parts(TASK))
    message = str(refused.value)
    assert message.startswith(f"{copy}: this part belongs to another run: it was played with ruleset ")
    assert named in message.partition(", this folder's run with ")[0]
    assert (
        f'ruleset "tcod-2020" with hash {load("tcod-2020").hash}' in message.partition(", this folder's run with ")[2]
    )
    assert copy.read_bytes() == foreign.read_bytes()


def forged(name: str, wrong: Any) -> bytes:
    """A part whose metadata says something else."""
    table = pq.read_table(pa.BufferReader(part_bytes(part_of(a_batch(100, 250)), manifest().played_with("diver"))))
    about = json.loads(table.schema.metadata[b"steep_part"]) | {name: wrong}
    file = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({"steep_part": json.dumps(about)}), file)
    return file.getvalue()


@pytest.mark.parametrize("name", ["bot", "seed", "games", "played_with"])
@pytest.mark.parametrize("wrong", [None, -7, 2**70, "many", [], {}, 0.5])
def test_a_part_that_lies_about_its_games_is_refused(folder: Path, name: str, wrong: Any) -> None:
    open_new(folder)
    (folder / "parts" / "diver" / "0000").mkdir(parents=True)
    put(folder, 100, 250, forged(name, wrong))
    with pytest.raises(StoreError):
        list(Store.open(folder).parts(TASK))


def parquet(**columns: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


NO_PARTS: dict[str, tuple[Callable[[], bytes], str]] = {
    "another file": (lambda: b"x" * 200, "is no part that Steep wrote: "),
    "another table": (lambda: parquet(seed=[1]), "is no part that Steep wrote: "),
    "other games": (lambda: part_bytes(part_of(a_batch(600, 250))), "holds other games than its name says"),
    "other columns": (
        lambda: part_bytes(Part("diver", 100, 250, pa.table({"seed": [1]})), manifest().played_with("diver")),
        "is from another build of Steep, whose tables have other columns",
    ),
    "more than its bytes hold": (
        lambda: parquet(seed=pa.array([7] * 6_000_000)),
        "is no part that Steep wrote: 'it: found 6_0",
    ),
}


@pytest.mark.parametrize("case", NO_PARTS)
def test_a_file_that_is_no_part_is_refused_whatever_its_checksum(folder: Path, case: str) -> None:
    open_new(folder)
    (folder / "parts" / "diver" / "0000").mkdir(parents=True)
    path = put(folder, 100, 250, NO_PARTS[case][0]())
    (report,) = begin(folder, resume=True).damaged
    assert report.startswith(f"{path}: this part {NO_PARTS[case][1]}")


def test_a_part_damaged_during_reading_is_reported(folder: Path) -> None:
    store = open_new(folder, a_batch(100, 250))
    path = part_file_of(folder, 100)
    path.unlink()
    with pytest.raises(StoreError) as refused:
        next(store.parts(TASK))
    assert str(refused.value) == (
        f"{path}: this part cannot be read: No such file or directory; --resume plays its games again"
    )


def test_a_game_in_two_parts_is_counted_once(folder: Path) -> None:
    open_new(folder, a_batch(100, 250))
    other_writer = Store.open(folder)
    other_writer.keep(part_of(a_batch(200, 250)))
    store = Store.open(folder)
    assert store.done(TASK) == [(100, 250)]
    assert store.damaged == []
    assert next(chunks_of(TASK, store.done(TASK)))[:2] == (TASK, 350)


def test_temporary_files_of_a_killed_writer_are_ignored(folder: Path) -> None:
    open_new(folder, a_batch(100, 250))
    path = part_file_of(folder, 100)
    path.with_name(f".{350:019}-250-00000000.parquet.77.tmp").write_bytes(b"half")
    store = Store.open(folder)
    assert (store.done(TASK), store.damaged) == ([(100, 250)], [])


def test_temporary_files_of_a_writer_that_was_killed_long_ago_are_deleted(folder: Path) -> None:
    open_new(folder, a_batch(100, 250))
    left = [part_file_of(folder, 100).with_name(".other.parquet.77.tmp"), folder / ".games.parquet.77.tmp"]
    for path in left:
        path.write_bytes(b"half")
        os.utime(path, (0, 0))
    begin(folder, resume=True)
    assert not any(path.exists() for path in left)


def test_an_incomplete_manifest_is_written_anew(folder: Path) -> None:
    folder.mkdir()
    (folder / ".run.json.77.tmp").write_text("{")
    assert open_new(folder).missing(TASK) == TASK.games


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "[" * 100_000, '{"format": 1}', '{"format": 2, "tasks": 5}', "\0", '{"format": 2, "tasks": []}'],
)
def test_a_malformed_manifest_is_refused(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "run.json").write_text(text)
    with pytest.raises(StoreError, match=r"run\.json: is not a manifest of this Steep"):
        Store.open(folder)


@pytest.mark.parametrize(
    ("key", "value"), [("tasks", []), ("killers", None), ("causes", [1]), ("settings", {"x": [[]]}), ("settings", [])]
)
def test_an_edited_manifest_is_refused(folder: Path, key: str, value: object) -> None:
    open_new(folder)
    content = json.loads((folder / "run.json").read_text()) | {key: value}
    (folder / "run.json").write_text(json.dumps(content))
    with pytest.raises(StoreError, match=r"run\.json: is not a manifest of this Steep"):
        Store.open(folder)


@pytest.mark.parametrize("key", ["bot", "seed", "games", "turns"])
def test_a_malformed_task_is_refused(folder: Path, key: str) -> None:
    open_new(folder)
    content: Any = json.loads((folder / "run.json").read_text())
    content["tasks"][0][key] = None
    (folder / "run.json").write_text(json.dumps(content))
    with pytest.raises(StoreError, match=rf"run\.json: is not a manifest of this Steep \({key} is None\)"):
        Store.open(folder)


def test_a_folder_without_a_measurement_is_reported(folder: Path) -> None:
    with pytest.raises(StoreError) as refused:
        Store.open(folder)
    assert str(refused.value) == f"{folder}: holds no measurement: there is no run.json"


def test_a_full_disk_is_reported_and_no_finished_game_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_disk_full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = open_new(folder, a_batch(100, 250))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", raise_disk_full)
        with pytest.raises(StoreError) as refused:
            store.keep(part_of(a_batch(350, 250)))
    assert str(refused.value).endswith(
        ".parquet: cannot be written: No space left on device; "
        "everything finished before is kept, and --resume continues from there"
    )
    assert store.done(TASK) == Store.open(folder).done(TASK) == [(100, 250)]


KEEP_MANY_BATCHES = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from fake_batches import TASK, a_batch
from ready_made_sessions import load
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parts import part_of
batch = [part_of(a_batch(seed, 5)) for seed in range(100, 1_100, 5)]
store = Store.begin(Path(sys.argv[1]), Manifest.of(load("tcod-2020"), [TASK]), resume=False)
print(flush=True)
for each in batch:
    store.keep(each)
    print(each.seed, flush=True)
"""


def test_a_kill_at_any_moment_keeps_all_stored_batches(tmp_path: Path) -> None:
    for moment in (0, 20):
        folder = tmp_path / str(moment)
        command = [sys.executable, "-c", KEEP_MANY_BATCHES, str(folder), str(Path(__file__).parents[2] / "support")]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as keeper:
            assert keeper.stdout is not None
            stored = [keeper.stdout.readline() for _ in range(1 + moment)][1:]
            keeper.kill()
            stored += keeper.stdout
        store = Store.open(folder)
        assert [b"%d\n" % seed for seed, _ in store.done(TASK)][: len(stored)] == stored
        assert store.damaged == []
        for batch in batches_of(store):
            assert same(batch, a_batch(batch.seed, batch.games))


FORGED: dict[str, tuple[str, str, int, int]] = {
    "a floor below the last": ("visits", "floor", -1, 99),
    "a floor above the first": ("visits", "floor", 0, -1),
    "no such end": ("visits", "end", 0, 9),
    "an end before the first": ("visits", "end", 0, -1),
    "a game that goes on": ("visits", "end", -1, 0),
    "a game that ends twice": ("visits", "end", 1, 3),
    "no such killer": ("visits", "killer", -1, 400),
    "fewer turns than none": ("visits", "turns", 0, -1),
    "another game": ("visits", "seed", 0, 99),
    "a game after the last": ("visits", "seed", -1, 350),
    "a wound by no monster": ("wounds", "kind", 0, 300),
    "a wound by no ability": ("wounds", "cause", 0, 99),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_part_with_impossible_rows_is_refused_and_replayed(folder: Path, case: str) -> None:
    table, column, row, number = FORGED[case]
    open_new(folder, a_batch(100, 250))
    forged = a_batch(350, 250)
    getattr(forged, table)[column][row] = number
    path = put(folder, 350, 250, part_bytes(part_of(forged), manifest().played_with("diver")))
    store = begin(folder, resume=True)
    (report,) = store.damaged
    assert "is invalid: " in report
    assert store.done(TASK) == [(100, 250)]
    assert not path.exists()
