"""Lore: what was met over all runs. It must not tell what an unidentified item of the running game is."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ready_made_sessions import dead_run, dived, session_in
from scenes import Scene
from steep.core.geometry import STAIRS
from steep.play.files.lore import MAX_ENDED, MAX_OPEN, KindLore, RunLore, end_run, note_run, read_lore
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.files.user_files import FileError
from steep.play.finish_run import finish_run
from steep.play.texts.describe import counts_text
from steep.play.timeline import Encounters, Happened
from steep.rules.items.identification_and_enchantments import identify
from unidentified_items import ALONE, a_scene

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)


def a_run(*monsters: str, killed_by: str = "", **kills: int) -> RunLore:
    """A run that met some monsters and killed some."""
    run = RunLore("steep", kills=kills, killed_by=killed_by)
    run.met["monsters"] = {*monsters}
    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lore.json"


class TestTheFile:
    def test_counts_runs_kills_and_deaths(self, file: Path) -> None:
        end_run(file, "1", a_run("rat", "cat", killed_by="cat", rat=3))
        end_run(file, "2", a_run("rat", rat=2))
        note_run(file, "3", a_run("rat"))
        assert read_lore(file).of("steep")["monsters"] == {"rat": KindLore(3, 5, 0), "cat": KindLore(1, 0, 1)}
        assert read_lore(file).of("rotjs")["monsters"] == {}

    def test_counts_nothing_twice_however_often_a_run_is_noted_or_ends(self, file: Path) -> None:
        for _ in range(2):
            note_run(file, "1", a_run("rat", rat=1))
        for _ in range(2):
            note_run(file, "1", a_run("cat", rat=2))
        for _ in range(2):
            end_run(file, "1", a_run(killed_by="cat", rat=2))
        note_run(file, "1", a_run("rat", rat=2))
        assert read_lore(file).of("steep")["monsters"] == {"rat": KindLore(1, 2, 0), "cat": KindLore(1, 0, 1)}

    def test_keeps_runs_of_two_profiles_apart_that_take_turns(self, file: Path) -> None:
        for kills in range(1, 4):
            for run in "12":
                note_run(file, run, a_run("rat", rat=kills))
        assert read_lore(file).of("steep")["monsters"] == {"rat": KindLore(2, 6, 0)}

    def test_does_not_grow_with_runs_that_never_end(self, file: Path) -> None:
        for run in range(MAX_OPEN + MAX_ENDED + 9):
            note_run(file, f"{run}", a_run("rat"))
        lore = read_lore(file)
        assert (len(lore.open), len(lore.ended)) == (MAX_OPEN, MAX_ENDED)
        assert lore.of("steep")["monsters"]["rat"].met == MAX_OPEN + MAX_ENDED + 9

    def test_takes_what_several_programs_write_at_once(self, file: Path) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda run: end_run(file, f"{run}", a_run("rat")), range(30)))
        assert read_lore(file).of("steep")["monsters"]["rat"].met == 30

    @pytest.mark.parametrize(
        "data",
        [b"", b"{", b"[]", b'{"format": 1}', b'{"format": 1, "kinds": {"a": {}}, "open": {}, "ended": []}', b"\xff"],
    )
    def test_damaged_is_kept_under_another_name(self, file: Path, data: bytes) -> None:
        file.write_bytes(data)
        with pytest.raises(FileError, match=r"lore\.json: the file of what you have met is damaged"):
            read_lore(file)
        note_run(file, "1", a_run("rat"))
        assert (file.parent / "lore.damaged-1.json").read_bytes() == data
        assert read_lore(file).of("steep")["monsters"] == {"rat": KindLore(1)}

    def test_of_a_later_version_is_kept(self, file: Path) -> None:
        file.write_text('{"format": 2}')
        for use in (read_lore, lambda path: note_run(path, "1", a_run("rat"))):
            with pytest.raises(FileError, match="from a later version"):
                use(file)
        assert file.read_text() == '{"format": 2}'

    @pytest.mark.parametrize("counts", [[-1, 0, 0], [True, 0, 0], [0.5, 0, 0], [0, 0, 0, 0], "abc"])
    def test_forged_counts_are_refused(self, file: Path, counts: object) -> None:
        kinds = {"steep": {"monsters": {"rat": counts}, "items": {}, "terrain": {}}}
        file.write_text(json.dumps({"format": 1, "kinds": kinds, "open": {}, "ended": []}))
        with pytest.raises(FileError):
            read_lore(file)


class TestARunMeets:
    def test_the_monsters_items_and_terrain_it_sees(self) -> None:
        session = session_in(
            Scene("""
            #######.#
            #@.!..###
            #...o.>.#
            #########
        """)
        )
        met = Encounters(session).lore(session).met
        assert met["monsters"] == {"ogre"}
        assert met["items"] == {session.rulebook.items[session.hero.seen_items[0].kind].key}
        assert met["terrain"] == {session.rulebook.terrain[STAIRS].key}

    def test_nothing_out_of_view(self) -> None:
        session = session_in(
            Scene("""
            #########
            #@.#.!o.#
            #..#....#
            #########
        """)
        )
        met = Encounters(session).lore(session).met
        assert (met["monsters"], met["items"]) == (set(), set())

    def test_no_item_whose_kind_is_not_identified_until_it_is(self) -> None:
        scene = a_scene(ALONE, "h", "f")
        session = session_in(scene)
        encounters = Encounters(session)
        assert encounters.lore(session).met["items"] == set()
        keys = [item.key for item in scene.book.items]
        identify(session.world, scene.book.compiled, keys.index("healing"))
        encounters.look(session, Happened())
        assert encounters.changed
        assert encounters.lore(session).met["items"] == {"healing"}

    def test_has_changed_only_when_there_is_more(self) -> None:
        session = dived(actions=200)
        encounters = Encounters(session)
        encounters.lore(session)
        encounters.changed = False
        encounters.look(session, Happened())
        assert not encounters.changed
        session.kills = session.kills | {"orc": 99}
        encounters.look(session, Happened())
        assert encounters.changed


class TestARunThatEnds:
    def test_counts_the_killer_once(self, tmp_path: Path) -> None:
        dirs, session = Dirs(tmp_path), dead_run()
        for _ in range(2):
            finish_run(session, dirs, NOW)
        killer = session.rulebook.monsters[session.world.killer].key
        assert read_lore(dirs.lore).of("tcod-2020")["monsters"][killer].killed_by == 1

    def test_counts_nothing_if_a_bot_played(self, tmp_path: Path) -> None:
        dirs, session = Dirs(tmp_path), dead_run()
        session.bot = "diver"
        finish_run(session, dirs, NOW)
        assert read_lore(dirs.lore).of("tcod-2020")["monsters"] == {}


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (KindLore(1), "Met in 1 run."),
        (KindLore(3, 12, 2), "Met in 3 runs. Killed: 12. It killed you twice."),
        (KindLore(3, 0, 5), "Met in 3 runs. It killed you 5 times."),
        (KindLore(0, 1), "Killed: 1."),
    ],
)
def test_counts_in_words(known: KindLore, text: str) -> None:
    assert counts_text(known) == text
