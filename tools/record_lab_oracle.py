# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[all]"]
# ///
"""Record what calls of the lab give on fixed seeds, for the test that holds the lab to it.

    python tools/record_lab_oracle.py            # all calls of tests/support/lab_oracle.py
    python tools/record_lab_oracle.py NAME ...   # some of them

Writes tests/lab/oracle/. Record again only when figures are meant to change; the diff says which.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from lab_oracle import CALLS, FOLDER, as_text, ask
from lab_oracle_inputs import write_inputs


def main() -> None:
    """Ask, and write what is given."""
    names = sys.argv[1:] or list(CALLS)
    FOLDER.mkdir(exist_ok=True)
    if not sys.argv[1:]:
        for path in FOLDER.glob("*.json"):
            path.unlink()
    with tempfile.TemporaryDirectory() as place:
        inputs = Path(place) / "inputs"
        inputs.mkdir()
        write_inputs(inputs)
        for name in names:
            if CALLS[name].like:
                continue
            folder = shutil.copytree(inputs, Path(place) / name)
            began, cpu = time.perf_counter(), time.process_time()
            (FOLDER / f"{name}.json").write_text(as_text(ask(CALLS[name], folder, 2)), encoding="utf-8")
            print(f"{name}: {time.perf_counter() - began:.1f} s, {time.process_time() - cpu:.1f} s of this process")


if __name__ == "__main__":
    main()
