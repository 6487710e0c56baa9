"""The built pages, driven in Chromium by the tests of `web/tests`, a file each."""

from __future__ import annotations

import base64
import json
import math
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from steep.bots.bot_memory import BotMemory
from steep.bots.simple_bots import diver
from steep.content import load_ruleset
from steep.core.world import DEAD
from steep.lab import measure, report
from steep.play.files import replays, saves
from steep.play.session import Session
from steep.rules.action_codes import DONE, WAIT, action
from steep.web.rpc import answer

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "web"
TESTS = sorted(path.name for path in (ROOT / "web" / "tests").glob("*.test.ts"))


def decoded(found: dict[str, Any]) -> Any:
    """A bytes value as the page codes it, or what else an object is."""
    return base64.b64decode(found["bytes"]) if [*found] == ["bytes"] else found


def coded(value: Any) -> Any:
    """An answer without what JSON lacks: bytes, and numbers that are none."""
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": json.dumps(value)}
    if isinstance(value, dict):
        return {key: coded(each) for key, each in value.items()}
    return [coded(each) for each in value] if isinstance(value, list | tuple) else value


class Host(SimpleHTTPRequestHandler):
    """Serves files, and answers the workbench's calls as its worker does."""

    one_at_a_time = threading.Lock()

    def do_POST(self) -> None:
        """Answer a call: the name of a function of `steep.web.workbench`, and its arguments."""
        given = self.rfile.read(int(self.headers["content-length"]))
        name, arguments = json.loads(given, object_hook=decoded)
        with self.one_at_a_time:
            answered = answer("workbench", name, SimpleNamespace(to_py=lambda: arguments))
        body = json.dumps(coded(answered), allow_nan=False).encode()
        with suppress(BrokenPipeError, ConnectionResetError):  # the page may be gone
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

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
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(BUILT))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def files(address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of the desktop's game: a replay, the same one altered, saves, one of a hero about to die; and reports."""
    folder = tmp_path_factory.mktemp("files")
    report(measure("tcod-2020", ["diver", "explorer"], games=40, floors=(1, 3))).save(folder / "report.html")
    (folder / "mine.toml").write_text('title = "Frail"\nextends = "tcod-2020"\n[hero]\nhp = 3\n', encoding="utf-8")
    measure(folder / "mine.toml", "diver", games=20, floors=(1, 3), out=folder / "measured", pages=address)
    session = diving(120)
    saves.save(session, folder / "save.steep")
    replays.write(session.recording, folder / "run.replay")
    altered = bytearray((folder / "run.replay").read_bytes())
    altered[-200] ^= 1
    (folder / "altered.replay").write_bytes(altered)
    doomed = diving(diving().recording.length - 1)
    saves.save(doomed, folder / "doomed.steep")
    for _ in range(40):
        doomed.act(action(WAIT))
    assert doomed.world.outcome == DEAD, "whoever waits dies"
    return folder


def diving(actions: int | None = None) -> Session:
    """A game of a bot: its first actions, or all."""
    session = Session.start(load_ruleset("tcod-2020"), 3)
    mind = BotMemory()
    while not session.over and session.recording.length != actions:
        assert session.act(diver(session.hero, session.rulebook.compiled, mind)) == DONE
    return session


@pytest.mark.parametrize("name", TESTS)
def test_a_person_uses_the_page(name: str, address: str, files: Path) -> None:
    run_in_chromium(name, address, files)
    if name == "files.test.ts":
        for saved in ("given.steep", "own.steep"):  # what the page gave out
            session = saves.load(files / saved, load_ruleset)
            assert session.rulebook.name == "tcod-2020"
        assert (files / "given.steep").read_bytes() == (files / "save.steep").read_bytes()


def run_in_chromium(name: str, address: str, files: Path) -> None:
    """Run a file of tests in Node, which drives Chromium."""
    script = ROOT / "web" / ".tests" / name.replace(".ts", ".mjs")
    environment = {**os.environ, "STEEP_PAGES": address, "STEEP_FILES": str(files)}
    run = subprocess.run(
        ["node", "--test", "--test-reporter=spec", script],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,  # before the run of all tests is ended as one that hangs
    )
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
