"""Files that the player adds to the page: taken as the desktop's game reads them, and refused in one sentence."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from dataclasses import asdict
from pathlib import Path

import pytest

from ready_made_sessions import dive, session_in
from scenes import Scene
from screen_driver import ROOM, a_context
from steep.content import load_ruleset
from steep.content.reading.find_and_read_ruleset_files import BUNDLED
from steep.core.input_errors import InputError
from steep.play.files import replays, saves
from steep.play.files.container import MAX_BYTES
from steep.play.files.ledger import RunRecord, add_run, read_ledger, score_of
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.session import Session
from steep.ui.screens.context import Context
from steep.web import player_files, verify
from steep.web.player_files import MAX_FILES, archive_of, take_file, take_replay

RULESET = b'title = "Mine"\nextends = "tcod-2020"\n'


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    folder = tmp_path / "opened"
    folder.mkdir()
    return folder


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return a_context(tmp_path / "player")


def zipped(contents: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return packed.getvalue()


def files_of(context: Context) -> dict[str, bytes]:
    root = context.dirs.data
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_settings_are_used_at_once_and_damaged_ones_change_nothing(context: Context, opened: Path) -> None:
    assert take_file(context, opened, "settings.toml", b"color_blind = true\n") == "The settings are those of the file."
    assert context.settings.color_blind
    with pytest.raises(InputError, match="color_blind"):
        take_file(context, opened, "settings.toml", b'color_blind = "yes"\n')
    assert context.dirs.settings.read_bytes() == b"color_blind = true\n"


def test_a_keymap_is_used_at_once(context: Context, opened: Path) -> None:
    take_file(context, opened, "keymap.toml", b'[play]\nwait = ["f9"]\n')
    assert context.keymap.command("play", "f9") == "wait"


def test_scores_are_added_once(context: Context, opened: Path, tmp_path: Path) -> None:
    session = session_in(Scene(ROOM))
    score = score_of(session, "killed by a rat", context.now())
    theirs = Dirs(tmp_path / "theirs")
    add_run(theirs, RunRecord(score, "v1", won=False, abandoned=False, scored=True))
    old = json.dumps({"format": 1, "scores": [asdict(score)]}).encode()
    for _ in range(2):
        assert take_file(context, opened, "scores.json", old) == "Scores: 1."
        assert take_file(context, opened, "runs.jsonl", theirs.runs.read_bytes()) == "Runs: 1."
    assert read_ledger(context.dirs).scores == [score]
    assert len(context.dirs.runs.read_bytes().splitlines()) == 2


def test_a_ruleset_is_among_the_players_own(context: Context, opened: Path) -> None:
    assert take_file(context, opened, "mine.toml", RULESET) == 'The ruleset "Mine" is in the menu under Tutorials.'
    assert context.own_ruleset_names() == ["mine"]
    with pytest.raises(InputError, match="hq"):
        take_file(context, opened, "bad.toml", b"[monsters.orc]\nhq = 3\n")
    assert context.own_ruleset_names() == ["mine"]


def test_a_copy_of_a_bundled_ruleset_has_the_parts_that_it_names(context: Context, opened: Path) -> None:
    text = (BUNDLED / "tcod-2019.toml").read_text("utf-8")
    assert "extends" in text
    take_file(context, opened, "copy.toml", text.encode())
    copy, bundled = (context.load_ruleset(name) for name in ("copy", "tcod-2019"))
    assert copy.compiled.last_floor == bundled.compiled.last_floor
    assert [monster.name for monster in copy.monsters] == [monster.name for monster in bundled.monsters]


def test_all_files_in_one_archive_are_taken_on_another_machine(context: Context, opened: Path, tmp_path: Path) -> None:
    session = a_dive()
    root = tmp_path / "player"
    saves.save(session, context.dirs.save)
    replays.write(session.recording, context.dirs.replays / "a.replay")
    score = score_of(session, "killed by a rat", context.now())
    add_run(context.dirs, RunRecord(score, "v1", won=False, abandoned=False, scored=True))
    take_file(context, opened, "settings.toml", b"color_blind = true\n")
    packed = archive_of(root)
    other = a_context(tmp_path / "other")
    said = take_file(other, opened, "steep-files.zip", packed)
    assert "The saved game is on floor" in said
    assert other.settings.color_blind
    assert files_of(other) == files_of(context)
    assert "The saved game is there already." in take_file(other, opened, "steep-files.zip", packed)


def test_a_file_of_an_archive_that_cannot_be_used_does_not_keep_out_the_others(context: Context, opened: Path) -> None:
    packed = zipped({"config/settings.toml": b"hints = 3", "data/rulesets/mine.toml": RULESET, "notes.txt": b"!"})
    said = take_file(context, opened, "all.zip", packed)
    assert said.startswith("Not taken:")
    assert "hints" in said
    assert said.endswith('The ruleset "Mine" is in the menu under Tutorials.')


@pytest.mark.parametrize("name", ["../../../escaped.toml", "/escaped.toml", "..\\..\\escaped.toml"])
def test_an_archive_writes_nowhere_else(name: str, context: Context, opened: Path, tmp_path: Path) -> None:
    take_file(context, opened, "evil.zip", zipped({name: RULESET}))
    assert [path.parent for path in tmp_path.rglob("escaped.toml") if path.parent != opened] == [context.dirs.rulesets]


def damaged_archive() -> bytes:
    packed = bytearray(zipped({"mine.toml": RULESET * 50}))
    packed[45:55] = b"\xff" * 10
    return bytes(packed)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("<img>.toml", RULESET, "found a file named"),
        ("..", RULESET, "found a file named"),
        ("a.steep", b"nonsense", "neither a save, a replay"),
        ("a.toml", b"#" * (MAX_BYTES + 1), "the limit is"),
        ("a.zip", b"PK\x03\x04nonsense", "cannot be read"),
        ("a.zip", zipped({"mine.toml": RULESET})[:-40], "cannot be read"),
        ("a.zip", damaged_archive(), "cannot be read"),
        ("a.zip", zipped({"b.zip": zipped({"mine.toml": RULESET})}), "it holds the archive"),
        ("a.zip", zipped({f"{each}.toml": b"" for each in range(MAX_FILES + 1)}), "files, the limit is"),
        ("a.zip", zipped({"mine.toml": RULESET}, zipfile.ZIP_BZIP2), "another way than deflate"),
    ],
)
def test_a_hostile_file_is_refused(name: str, data: bytes, why: str, context: Context, opened: Path) -> None:
    with pytest.raises(InputError, match=why) as refused:
        take_file(context, opened, name, data)
    assert "\n" not in str(refused.value)
    assert files_of(context) == {}


def test_an_archive_that_unpacks_to_very_much_is_not_unpacked(
    context: Context, opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_files, "MAX_ARCHIVE_BYTES", 100_000)
    packed = zipped({f"{each}.toml": bytes(60_000) for each in range(2)})
    assert len(packed) < 1_000
    with pytest.raises(InputError, match=r"its files have 120_000 bytes, the limit is 100_000"):
        take_file(context, opened, "bomb.zip", packed)


def a_dive() -> Session:
    return dive(Session.start(load_ruleset("tcod-2020"), 3), 30)


def test_a_replay_of_the_name_of_another_is_kept_beside_it(context: Context, opened: Path, tmp_path: Path) -> None:
    contents = []
    for actions in (5, 9):
        session = dive(Session.start(load_ruleset("tcod-2020"), 3), actions)
        replays.write(session.recording, tmp_path / "a.replay")
        contents.append((tmp_path / "a.replay").read_bytes())
    for content in (*contents, *contents):
        assert take_replay(context, opened, "folder/run.replay", content).read_bytes() == content
    assert sorted(path.name for path in context.dirs.replays.iterdir()) == ["run-2.replay", "run.replay"]


def test_only_a_replay_is_opened_as_one_and_nothing_else_is_taken(context: Context, opened: Path) -> None:
    with pytest.raises(InputError, match=r"settings\.toml.*it is not a replay"):
        take_replay(context, opened, "settings.toml", b"color_blind = true\n")
    assert not context.dirs.settings.exists()


@pytest.mark.parametrize("name", ["scores.json", "lore.json", "runs.jsonl"])
def test_lists_nested_too_deeply_for_a_browser_are_not_parsed(
    name: str, context: Context, opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its stack ends before Python's limit of recursion, and with it all of Python.
    monkeypatch.setattr("json.loads", lambda _: pytest.fail("parsed"))
    with contextlib.suppress(InputError):
        take_file(context, opened, name, b'{"a": ' + b"[" * 3000)


def test_a_list_of_runs_without_a_run_is_not_taken(context: Context, opened: Path) -> None:
    with pytest.raises(InputError, match="no line of this list of runs can be read"):
        take_file(context, opened, "runs.jsonl", b"nothing\n")
    assert not context.dirs.runs.exists()


def test_a_replay_of_the_players_own_ruleset_is_verified(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(RULESET)
    session = dive(Session.start(load_ruleset("mine", [tmp_path]), 3), 5)
    replays.write(session.recording, tmp_path / "a.replay")
    (tmp_path / "mine.toml").unlink()  # the page has it, the worker that verifies gets it
    data = (tmp_path / "a.replay").read_bytes()
    assert verify.begin("a.replay", data, {"mine.toml": RULESET}) == 5
    assert verify.go_on()[1]
