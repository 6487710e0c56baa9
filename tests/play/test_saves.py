"""Saves: what is restored, and the errors for files that cannot be used."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ready_made_sessions import dive, dived, load
from steep.content import Rulebook, RulesetError
from steep.core.random_streams import MAX_SEED
from steep.core.record import digest, pack
from steep.play.files import saves
from steep.play.files.container import container_bytes, read_container
from steep.play.files.recording import CHECK_BYTES, DIGEST_BYTES
from steep.play.files.replays import verify
from steep.play.files.saves import SAVE, SaveError, run_id_in_save, save
from steep.play.session import Session
from steep.rules.action_codes import DROP, PICK_UP, USE, WAIT, action
from toml_scenes import rulebook_of


@pytest.fixture
def session() -> Session:
    return dived()


@pytest.fixture
def path(tmp_path: Path, session: Session) -> Path:
    path = tmp_path / "save.steep"
    save(session, path)
    return path


def refusal(path: Path, load_ruleset: Callable[[str], Rulebook] = load) -> str:
    """The error for a save that cannot be used. Checks that the file is left unchanged."""
    before = path.read_bytes()
    with pytest.raises(SaveError) as refused:
        saves.load(path, load_ruleset)
    assert path.read_bytes() == before
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def rewrite(path: Path, **changes: Any) -> None:
    """Replace values of a save's header, with correct checksums."""
    content = read_container(SAVE, path)
    path.write_bytes(container_bytes(SAVE, content.header | changes, content.body))


def test_a_loaded_game_is_the_saved_one(session: Session, path: Path) -> None:
    loaded = saves.load(path, load)
    assert digest(loaded.world) == digest(session.world)
    assert loaded.log.entries == session.log.entries
    assert loaded.kills == session.kills != {}
    assert loaded.recording == session.recording
    assert loaded.rulebook is load("tcod-2020")


def test_a_loaded_game_continues_as_if_never_saved(session: Session, path: Path) -> None:
    loaded = saves.load(path, load)
    assert digest(dive(loaded, 200).world) == digest(dive(session, 200).world)
    assert loaded.log.entries == session.log.entries
    assert loaded.recording == session.recording


def test_a_run_saved_and_loaded_many_times_verifies_from_its_first_turn(tmp_path: Path) -> None:
    path = tmp_path / "save.steep"
    session = Session.start(load("tcod-2020"), 42)
    for _ in range(8):
        save(dive(session, 25), path)
        session = saves.load(path, load)
    assert session.recording.length == 200
    assert verify(session.recording, session.rulebook).first_difference is None


def test_the_largest_seed_can_be_saved(tmp_path: Path) -> None:
    save(Session.start(load("tcod-2020"), MAX_SEED), tmp_path / "save.steep")
    assert saves.load(tmp_path / "save.steep", load).seed == MAX_SEED


def test_a_ruleset_from_a_file_is_loaded_from_its_path(tmp_path: Path) -> None:
    names: list[str] = []

    def load_ruleset(name: str) -> Rulebook:
        names.append(name)
        return rulebook

    rulebook = replace(load("tcod-2020"), name="mine", path=str(tmp_path / "mine.toml"))
    save(Session.start(rulebook, 1), tmp_path / "save.steep")
    saves.load(tmp_path / "save.steep", load_ruleset)
    assert names == [rulebook.path]


def test_a_ruleset_that_has_moved_is_found_by_its_name(tmp_path: Path) -> None:
    rulebook = replace(load("tcod-2020"), name="mine", path="/gone/mine.toml")

    def load_ruleset(name: str) -> Rulebook:
        if name != "mine":
            raise RulesetError([])
        return rulebook

    save(Session.start(rulebook, 1), tmp_path / "save.steep")
    assert saves.load(tmp_path / "save.steep", load_ruleset).rulebook is rulebook


def test_a_save_cut_short_at_any_byte_is_refused(path: Path) -> None:
    data = path.read_bytes()
    for length in (*range(0, 400, 7), *range(400, len(data), 211), len(data) - 1):
        path.write_bytes(data[:length])
        assert "this save is cut short: " in refusal(path)


def test_a_save_altered_in_any_byte_is_refused(path: Path) -> None:
    data = path.read_bytes()
    errors = set()
    for at in (*range(0, 400, 3), *range(400, len(data), 211)):
        altered = bytearray(data)
        altered[at] ^= 1 << at % 8
        path.write_bytes(altered)
        errors.add(refusal(path).split(":")[0])
    assert errors == {"this save was altered", "this save is not a Steep save"}


def test_a_save_with_extra_bytes_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")
    assert refusal(path).startswith("this save was altered: ")


def test_an_empty_file_is_cut_short(path: Path) -> None:
    path.write_bytes(b"")
    assert refusal(path) == "this save is cut short: it has only 0 bytes"


def test_another_kind_of_file_is_not_a_save(path: Path) -> None:
    path.write_bytes(b"PK\3\4 or whatever else there is")
    assert refusal(path) == "this save is not a Steep save"


def test_a_save_of_another_format_is_from_another_version(path: Path) -> None:
    content = read_container(SAVE, path)
    path.write_bytes(container_bytes(replace(SAVE, format=9), content.header, content.body))
    assert refusal(path) == "this save is from another version of Steep: its format is 9, not 2; use that version"


def test_a_save_of_another_release_is_from_another_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steep.play.files.recording.__version__", "99.0")
    assert refusal(path) == "this save is from Steep 0.1.0; this is 99.0, whose rules may differ: use 0.1.0"


def test_a_save_with_another_layout_is_from_another_version(path: Path) -> None:
    rewrite(path, layout="00000000")
    assert "from another build of Steep 0.1.0, whose saves have another format" in refusal(path)


@pytest.mark.parametrize("name", ["tcod-2020:hard", "mine.toml:hard"])
def test_a_game_in_a_mode_is_continued_in_that_mode(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.toml").write_text('extends = "tcod-2020"\n', encoding="utf-8")
    if name.startswith("mine"):
        name = str(tmp_path / name)
    rulebook = load(name)
    saves.save(Session.start(rulebook, 5), tmp_path / "save.steep")
    loaded = saves.load(tmp_path / "save.steep", load).rulebook
    assert (loaded.mode, loaded.hash, loaded.name) == ("hard", rulebook.hash, rulebook.name)


def test_a_save_of_another_ruleset_names_both(path: Path) -> None:
    changed = replace(load("tcod-2020"), hash="f" * 16)
    message = refusal(path, lambda _: changed)
    assert message == (
        "this save cannot be continued: it was played with another ruleset: "
        f'"tcod-2020" with hash {load("tcod-2020").hash}, but "tcod-2020" has hash {"f" * 16}'
    )


def test_a_save_whose_ruleset_is_missing_names_it(path: Path) -> None:
    rewrite(path, ruleset="tcod-2021")
    message = refusal(path)
    assert message.startswith('this save cannot be continued: its ruleset "tcod-2021" cannot be loaded: ')
    assert "tcod-2020" in message


def test_a_missing_save_gives_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="this save cannot be read: No such file or directory"):
        saves.load(tmp_path / "save.steep", load)


def test_a_folder_instead_of_a_save_gives_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="this save cannot be read: Is a directory"):
        saves.load(tmp_path, load)


def save_bytes(header: dict[str, Any], world: bytes, journal: bytes, recording: bytes) -> bytes:
    parts = (zlib.compress(world), zlib.compress(journal), recording)
    return container_bytes(SAVE, header | {"sizes": [len(part) for part in parts]}, b"".join(parts))


@pytest.mark.parametrize(
    "damage",
    [
        lambda world: world[:-1],
        lambda world: world + b"\0",
        lambda world: struct.pack("<q", 43) + world[8:],
        lambda world: b"",
    ],
)
def test_a_forged_world_that_does_not_match_the_header_is_refused(
    session: Session, path: Path, damage: Callable[[bytes], bytes]
) -> None:
    header = session.recording.header.to_json() | {"actions": 0, "run": session.id}
    journal = json.dumps(saves.journal_of(session)).encode()
    path.write_bytes(save_bytes(header, damage(pack(session.world)), journal, bytes(16)))
    assert refusal(path).startswith("this save is invalid: ")


@pytest.mark.parametrize("broken", ["turn", "kills"])
def test_a_save_that_would_not_load_replaces_none(session: Session, path: Path, broken: str) -> None:
    before = path.read_bytes()
    if broken == "turn":
        session.hero.turn += 1
        reason = "a world in which the hero and the world differ in floor, turn or position"
    else:
        session.kills = {"nobody": 1}
        reason = "kills {'nobody': 1}"
    with pytest.raises(SaveError) as refused:
        save(session, path)
    expected = f"The game could not be saved, since the save would not load: {reason}: {path}"
    assert str(refused.value) == expected
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


UNUSED_DOOR = """
[terrain.armory_door]
glyph = "+"
solid = true
opens_to = "open_door"
key_item = "key"
[items.key]
glyph = "k"
[hero]
start = [{ item = "key" }]
"""
UNUSED_HAZARD = """
[terrain.embers]
glyph = ","
abilities = ["scald"]
[abilities.scald]
trigger = "stay"
shape = "self"
effects = [{ damage = 2, type = "fire" }]
[items.asbestos]
glyph = "="
slot = "ring"
resist = { fire = 100 }
[hero]
start = [{ item = "asbestos", equipped = true }]
"""


@pytest.mark.parametrize("piece", [UNUSED_DOOR, UNUSED_HAZARD])
def test_a_key_or_a_ring_for_terrain_that_no_floor_has_can_be_taken_off_and_saved(tmp_path: Path, piece: str) -> None:
    book = rulebook_of(piece)
    session = Session.start(book, 1)
    for act in (action(WAIT), action(DROP, 0), action(PICK_UP), action(USE, 0)):
        session.act(act)
        save(session, tmp_path / "save.steep")
        assert pack(saves.load(tmp_path / "save.steep", lambda _: book).world) == pack(session.world)


def test_a_forged_save_with_fewer_actions_than_checks_is_refused(session: Session, path: Path) -> None:
    header = session.recording.header.to_json() | {"actions": 2, "run": session.id}
    journal = json.dumps(saves.journal_of(session)).encode()
    one_action_of_two_bytes = b"\x80\x01" + bytes(2 * CHECK_BYTES + DIGEST_BYTES)
    path.write_bytes(save_bytes(header, pack(session.world), journal, one_action_of_two_bytes))
    assert refusal(path) == "this save is invalid: 1 actions of 2"


SAVE_WITHIN_A_KILOBYTE = """
import resource, signal, sys
from pathlib import Path
from steep.content import load_ruleset
from steep.play.files import saves
from steep.play.session import Session
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
try:
    saves.save(Session.start(load_ruleset("tcod-2020"), 1), Path(sys.argv[1]))
except saves.SaveError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_partial_write_leaves_the_old_save(path: Path) -> None:
    before = path.read_bytes()
    run = subprocess.run(
        [sys.executable, "-c", SAVE_WITHIN_A_KILOBYTE, str(path)], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"The game could not be saved: File too large: {path}\n"
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_cannot_be_made_is_reported(session: Session, path: Path) -> None:
    with pytest.raises(SaveError, match=r"The game could not be saved: (Not a directory|File exists)"):
        save(session, path / "deeper" / "save.steep")


def test_a_save_keeps_the_id_of_its_run(session: Session, path: Path) -> None:
    assert run_id_in_save(path) == session.id == saves.load(path, load).id
    save(dive(session, 10), path)
    assert run_id_in_save(path) == session.id


def test_runs_of_the_same_seed_have_different_ids(session: Session) -> None:
    assert len({Session.start(load("tcod-2020"), 42).id for _ in range(100)} | {session.id}) == 101


def test_the_run_id_of_a_save_can_be_read_without_its_ruleset(session: Session, path: Path) -> None:
    rewrite(path, ruleset="tcod-2021")
    assert run_id_in_save(path) == session.id


def test_an_unreadable_save_has_no_run_id(path: Path, tmp_path: Path) -> None:
    assert run_id_in_save(tmp_path / "none") == ""
    path.write_bytes(path.read_bytes()[:-1])
    assert run_id_in_save(path) == ""


@pytest.mark.parametrize("run", [None, 7, "", "../../etc/passwd", "F" * 32, "0" * 31])
def test_a_save_with_an_invalid_run_id_is_refused(path: Path, run: Any) -> None:
    rewrite(path, run=run)
    assert refusal(path) == f"this save is invalid: run is {run!r}"
    assert run_id_in_save(path) == ""
