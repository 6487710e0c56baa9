"""Measures reading a table of games: a million rows in each format, processor time and peak memory of a process.

Each file is read by a process of its own, which also makes the figures. Its libraries are loaded before the time
begins; their memory counts. pandas is none of them: where it is installed pyarrow loads it on first use, which takes
about a second and 50 MB.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

ROWS = 1_000_000
HAZARD = 0.12
LAST_FLOOR = 10
PEOPLE = 200


def rows() -> Iterator[dict[str, object]]:
    """Rows of games of people, with three numbers."""
    rng = random.Random(1)
    game = done = 0
    while done < ROWS:
        for floor in range(1, LAST_FLOOR + 1):
            end = "died" if rng.random() < HAZARD else "won" if floor == LAST_FLOOR else "left"
            yield {
                "player": f"player {game % PEOPLE}",
                "seed": game,
                "floor": floor,
                "end": end,
                "turns": rng.randrange(50, 200),
                "killer": rng.choice(["orc", "troll"]) if end == "died" else None,
                "gold": rng.randrange(1000),
                "hp": round(rng.uniform(0, 30), 2),
            }
            done += 1
            if end != "left":
                break
        game += 1


def paths_in(folder: Path) -> list[Path]:
    """Where the table is written in each format."""
    return [folder / f"games.{ending}" for ending in ("csv", "jsonl", "parquet")]


def write(folder: Path) -> None:
    """Write the same table in each format."""
    paths = paths_in(folder)
    kept = list(rows())
    table = pa.Table.from_pylist(kept)
    pacsv.write_csv(table, paths[0])
    with paths[1].open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in kept)
    pq.write_table(table, paths[2], compression="zstd")


def read(path: Path) -> None:
    """Read a table, make its figures, and print what that took."""
    sys.meta_path.insert(0, WithoutPandas())
    from steep.lab import read_games

    started = time.process_time()
    games = read_games(path)
    figures = games.figures
    took = time.process_time() - started
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert sum(each.games for each in figures) == len(games.assembled.games)
    print(f"{path.suffix:9} {games.rows:>10,} rows {took:6.1f} CPU s {megabytes:6.0f} MB")


class WithoutPandas(MetaPathFinder):
    """Lets a process do without pandas, as after ``pip install steep[lab]``."""

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> None:
        """Refuse to find pandas."""
        if fullname.partition(".")[0] == "pandas":
            raise ModuleNotFoundError(f"No module named {fullname}", name=fullname)


def main() -> None:
    """Write the tables and read each, in processes of their own: of a folder, which writes, and of each file."""
    if len(sys.argv) > 1:
        given = Path(sys.argv[1])
        write(given) if given.is_dir() else read(given)
        return
    with tempfile.TemporaryDirectory(prefix="steep-") as folder:
        # A process that has made the rows would pass its peak memory on to those that it starts.
        for path in (Path(folder), *paths_in(Path(folder))):
            if path.is_file():
                print(f"{path.stat().st_size / 1e6:6.1f} MB", end=" ", flush=True)
            subprocess.run([sys.executable, __file__, str(path)], check=True)


if __name__ == "__main__":
    main()
