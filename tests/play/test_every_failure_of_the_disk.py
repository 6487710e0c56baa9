"""Whichever write, fsync, rename or unlink of a game fails: nothing that was there is lost, and a message tells it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from failing_disk import failing_disks
from ready_made_sessions import dead_run, dived, load
from screen_driver import a_context, press
from steep.core.input_errors import InputError
from steep.play.files import saves
from steep.play.files.ledger import read_ledger
from steep.play.files.lore import read_lore
from steep.play.files.replays import read as read_replay
from steep.play.files.saves import SaveError
from steep.play.files.user_file_paths_and_settings import Dirs, UserSettings, read_settings
from steep.play.finish_run import finish_run, open_save
from steep.ui.screens import continue_game
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.popups.list_and_question_dialogs import Question

EARLIER = Path(__file__).parent / "files_of_earlier_versions"

FULL = "No space left on device"

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player's folder: a save on its 120th action, an older run, scores of an earlier version, and settings."""
    folder = tmp_path_factory.mktemp("before")
    dirs = Dirs(folder / "data", config_dir=folder / "config")
    older = dead_run()
    saves.save(older, dirs.save)
    finish_run(older, dirs, NOW)
    for name in ("scores.json", "seeds-of-the-day.json"):
        shutil.copy(EARLIER / name, dirs.data)
    session = dived()
    saves.save(session, dirs.save)
    dirs.settings.parent.mkdir()
    dirs.settings.write_text("hints = false  # as I like it\n", encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulesets are read once, as games begin some hundred times."""
    monkeypatch.setattr("steep.ui.screens.context.load_ruleset", lambda name, _folders: load(name))


def again(before: Path, folder: Path) -> Context:
    """A context over a fresh copy of a player's folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(before, folder)
    return a_context(folder)


def older_run_is_there(dirs: Dirs) -> bool:
    """Whether everything of the run that ended before is there."""
    (replay,) = [path for path in dirs.replays.iterdir() if path.suffix == ".replay" and "2026-05-04" in path.name]
    assert read_replay(replay).intact
    assert len(read_ledger(dirs).runs) >= 1
    assert read_lore(dirs.lore).kinds
    ledger = read_ledger(dirs)
    return len(ledger.scores) >= 1 + 3 and len(ledger.begun) >= 4 and not ledger.troubles


def play_on(context: Context, *, stays: bool) -> tuple[int, set[str]]:
    """Play a saved game on, change a setting, and leave. Returns the last turn, and what was said on the way.

    Where the game can't be saved as it is left, the player stays and tries again, or leaves.
    """
    said: set[str] = set()
    play = continue_game(context)
    assert isinstance(play, Play)
    for _ in range(4):
        press(play, ".")
        said.add(play.note)
    try:
        context.change_settings(UserSettings(hints=False, auto_pickup=False))
    except InputError as error:
        said.add(str(error))
    screen = press(play, "S")
    while isinstance(screen, Question):
        said.add(play.note)
        screen = press(press(screen, "escape"), "S") if stays else press(screen, "up", "enter")
    assert screen is None
    return play.session.turn, said - {""}


@pytest.mark.parametrize("for_good", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_in_play_the_save_and_all_other_files_stay(
    before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, for_good: bool
) -> None:
    monkeypatch.setattr("steep.play.timeline.MOST_UNSAVED", 2)
    folder = tmp_path / "player"
    lore = set()
    for disk in failing_disks(folder, for_good=for_good):
        context = again(before, folder)
        with disk:
            turn, said = play_on(context, stays=not for_good)
        dirs = context.dirs
        assert older_run_is_there(dirs)
        assert read_settings(dirs.settings).hints is False
        assert "# as I like it" in dirs.settings.read_text(encoding="utf-8")
        saved = saves.load(dirs.save, context.load_ruleset)
        assert all(FULL in each for each in said)
        told = {each.partition(":")[0] for each in said}
        if for_good:
            assert 120 <= saved.turn <= turn
            assert saved.turn == turn or "The game could not be saved" in told
            assert len(said) <= 2, "one of the save, one of the settings"
        else:
            assert saved.turn == turn
            lore.add(dirs.lore.read_bytes())
            # What is only written again later, or tidied up, is not worth a word.
            silent = not disk.failed or disk.failed[0].startswith(("fsync", "unlink")) or ".lore." in disk.failed[0]
            assert len(said) == 1 or (silent and not said), (disk.failed, said)
    assert len(lore) <= 1, "what was met is written however often it fails"


@pytest.mark.parametrize("for_good", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_at_the_end_of_a_run_it_is_recorded_once_or_it_is_said_what_is_not(
    before: Path, tmp_path: Path, for_good: bool
) -> None:
    folder = tmp_path / "player"
    for disk in failing_disks(folder, for_good=for_good):
        context = again(before, folder)
        dirs = context.dirs
        session = dead_run(saves.run_id_in_save(dirs.save))
        with disk:
            result = finish_run(session, dirs)
        said = [each for each in result.warnings if FULL in each]
        if dirs.save.exists():
            with pytest.raises(SaveError):
                open_save(dirs, context.load_ruleset)
        assert not dirs.save.exists() or dirs.save.read_bytes() == b"", "a file that can't be deleted is emptied"
        assert older_run_is_there(dirs)
        runs = [each.score.run for each in read_ledger(dirs).runs]
        scores = [each.run for each in read_ledger(dirs).scores]
        if for_good:
            assert runs.count(session.id) <= 1
            assert scores.count(session.id) <= 1
            assert said or (session.id in runs and session.id in scores)
        else:
            assert [runs.count(session.id), scores.count(session.id)] == [1, 1]
            whole = result.replay is not None and result.morgue is not None
            assert len(said) == 1 or (whole and not said)
