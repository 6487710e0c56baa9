"""The built pages, driven in Chromium by the tests of `web/tests`, a file each."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "web"
TESTS = sorted(path.name for path in (ROOT / "web" / "tests").glob("*.test.ts"))


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the built folder is served, if there is all that the tests need."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the pages are not tested: there is no Node (https://nodejs.org) on the PATH")
    if not (BUILT / "index.html").exists():
        pytest.skip(f"the pages are not tested: they are not built ({BUILT} is missing); make web builds them")
    found = subprocess.run([node, ROOT / "web" / "chromium.mjs"], capture_output=True, text=True, check=True)
    if found.stdout.strip() == "no Chromium":
        pytest.skip("the pages are not tested: there is no Chromium on the PATH; CHROMIUM=PATH names one elsewhere")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(BUILT))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("name", TESTS)
def test_a_person_uses_the_page(name: str, address: str) -> None:
    script = ROOT / "web" / ".tests" / name.replace(".ts", ".mjs")
    environment = {**os.environ, "STEEP_PAGES": address}
    run = subprocess.run(
        ["node", "--test", "--test-reporter=spec", script],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
