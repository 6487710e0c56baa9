"""What the one-file program of a release runs: `steep`, and by `-c` the Python that Steep starts as another process."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    if sys.argv[1:2] == ["-c"]:
        code = sys.argv[2]
        sys.argv[:3] = ["-c"]
        exec(code)  # noqa: S102 - a library of rules is tested by such a process
    else:
        from steep.__main__ import start

        sys.exit(start())
