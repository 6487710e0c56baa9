"""Links that hold a run: Steep's pages play them, and a report has them."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.lab import measure
from steep.play.files import replays
from steep.play.files.links import MOST_LETTERS, link_to_run, linked_name
from steep.play.files.recording import Recording
from steep.play.session import Session
from steep.rules.action_codes import DONE, WAIT, action

PAGES = "https://example.org/steep/"


def waiting(rulebook: Rulebook, turns: int) -> Recording:
    """The run of a hero that waits."""
    session = Session.start(rulebook, 7)
    for _ in range(turns):
        assert session.act(action(WAIT)) == DONE
    return session.recording


def fields_of(link: str | None) -> dict[str, bytes]:
    """The bytes that a link holds, by name."""
    assert link is not None
    address, _, fragment = link.partition("#")
    assert address == PAGES
    assert re.fullmatch(r"[\w=&-]+", fragment), "every program passes it on"
    return {name: urlsafe_b64decode(text + "==") for name, (text,) in parse_qs(fragment).items()}


def test_a_link_holds_the_replay_of_a_bundled_ruleset() -> None:
    book = load_ruleset("tcod-2020:hard")
    recording = waiting(book, 3)
    assert fields_of(link_to_run(PAGES, recording, book)) == {"run": replays.bytes_of(recording)}


def test_a_link_holds_the_text_of_another_ruleset_whose_name_the_replay_has(tmp_path: Path) -> None:
    text = 'title = "Mine"\nextends = "tcod-2020"\n[modes.hard]\ntitle = "Hard"\nmonster_hp = 150\n'
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    for mode in ("", ":hard"):
        book = load_ruleset(f"{path}{mode}")
        held = fields_of(link_to_run(PAGES, waiting(book, 3), book))
        assert zlib.decompress(held["toml"], -zlib.MAX_WBITS).decode() == text
        header = replays.recording_in(held["run"]).header
        assert (header.ruleset, header.ruleset_path) == (f"{linked_name(text)}{mode}", "")
        assert header.ruleset_hash == book.hash


def test_no_link_holds_a_ruleset_that_extends_another_file_or_one_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('title = "Base"\nextends = "tcod-2020"\n', encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text('extends = "base.toml"\n', encoding="utf-8")
    book = load_ruleset(str(path))
    recording = waiting(book, 1)
    assert link_to_run(PAGES, recording, book) is None
    path.unlink()
    assert link_to_run(PAGES, recording, book) is None


def test_no_link_is_longer_than_programs_pass_on() -> None:
    book = load_ruleset("tcod-2020")
    recording = waiting(book, 1)
    recording.checks.extend(bytes(MOST_LETTERS))
    recording.actions.extend([action(WAIT)] * (recording.length - 1))
    assert link_to_run(PAGES, recording, book) is None


def test_the_report_of_a_measurement_links_to_its_games(tmp_path: Path) -> None:
    measure("tcod-2020", "diver", games=20, floors=(1, 5), jobs=1, out=tmp_path, pages=f"{PAGES}#old")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    links = re.findall(r'<a href="(https:[^"]*)">died, by [^<]*</a>', page)
    runs = {fields_of(link)["run"] for link in links}
    assert runs
    assert runs <= {path.read_bytes() for path in (tmp_path / "replays").iterdir()}


def test_the_address_of_the_pages_is_one_that_a_browser_fetches(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^pages: found 'javascript:.*allowed: an address that begins with https://"):
        measure("tcod-2020", "diver", games=1, out=tmp_path, pages="javascript:alert(1)")
    with pytest.raises(InputError, match="name its folder with out"):
        measure("tcod-2020", "diver", games=1, pages=PAGES)
