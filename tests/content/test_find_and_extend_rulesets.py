"""Rulesets are found by name and by path, and extend each other."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from steep.content import RulesetError, load_ruleset, ruleset_names

Write = Callable[..., Path]
Complaints = Callable[..., list[str]]


def complaint(name_or_path: str, *folders: Path) -> str:
    with pytest.raises(RulesetError) as raised:
        load_ruleset(name_or_path, folders)
    return str(raised.value)


def test_a_bundled_ruleset_has_a_name_and_no_path() -> None:
    rulebook = load_ruleset("tcod-2020")
    assert (rulebook.name, rulebook.path) == ("tcod-2020", "")


def test_ruleset_names_come_from_bundled_files_and_folders(write: Write, tmp_path: Path) -> None:
    write("not even TOML", "mine.toml")
    write("a note", "readme.txt")
    write("floors = [1, 3]", "mine.target.toml")
    assert set(ruleset_names([tmp_path])) == {*ruleset_names(), "mine"}


def test_names_come_in_alphabetical_order(write: Write, tmp_path: Path) -> None:
    write("", "zebra.toml")
    write("", "ant.toml")
    names = ruleset_names([tmp_path])
    assert list(names) == sorted(names)


def test_targets_and_the_bases_of_imports_are_no_rulesets_of_their_own(
    write: Write, tmp_path: Path, small: str
) -> None:
    write("floors = [1, 3]", "mine.target.toml")
    write(small, "mine.base.toml")
    write('extends = "./mine.base.toml"\n[hero]\nhp = 12', "mine.toml")
    assert set(ruleset_names([tmp_path])) == {*ruleset_names(), "mine"}
    assert load_ruleset("mine", [tmp_path]).hero.hp == 12


def test_a_missing_folder_has_no_names(tmp_path: Path) -> None:
    assert ruleset_names([tmp_path / "none"]) == ruleset_names()


def test_a_ruleset_of_a_users_folder_is_loaded_by_name(write: Write, tmp_path: Path, small: str) -> None:
    path = write(small, "mine.toml")
    rulebook = load_ruleset("mine", [tmp_path])
    assert (rulebook.name, rulebook.path) == ("mine", str(path))


def test_a_bundled_ruleset_takes_precedence_over_a_file_of_the_same_name(
    write: Write, tmp_path: Path, small: str
) -> None:
    write(small, "tcod-2020.toml")
    assert load_ruleset("tcod-2020", [tmp_path]).hash == load_ruleset("tcod-2020").hash


def test_a_path_names_a_ruleset_after_its_file(write: Write, small: str) -> None:
    path = write(small, "by.hand.toml")
    rulebook = load_ruleset(str(path))
    assert (rulebook.name, rulebook.path) == ("by.hand", str(path))


def test_a_relative_path_is_kept_absolute(
    write: Write, tmp_path: Path, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(small)
    monkeypatch.chdir(tmp_path)
    assert load_ruleset("my.toml").path == str(path)


def test_a_name_with_a_separator_is_a_path_whatever_its_ending(write: Write, small: str) -> None:
    assert load_ruleset(str(write(small, "notes.txt"))).name == "notes"


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(write: Write, small: str) -> None:
    plain = load_ruleset(str(write(small)))
    path = write(b"\xef\xbb\xbf" + small.replace("\n", "\r\n").encode(), "windows.toml")
    assert load_ruleset(str(path)).hash == plain.hash


def test_an_unknown_name_gets_all_names_and_the_nearest(write: Write, tmp_path: Path) -> None:
    write("", "mine.toml")
    names = ", ".join(ruleset_names([tmp_path]))
    assert complaint("tcod-2002", tmp_path) == (
        f'ruleset "tcod-2002": found no ruleset named "tcod-2002"; allowed: {names}, '
        'or a path to a .toml file (did you mean "tcod-2020"?)'
    )


def test_an_empty_name_is_unknown() -> None:
    assert complaint("").startswith('ruleset "": found no ruleset named ""; allowed: ')


def test_a_missing_file_gets_the_nearest_beside_it(write: Write, tmp_path: Path) -> None:
    write("", "harder.toml")
    path = tmp_path / "hader.toml"
    assert complaint(str(path)) == (
        f'{path}: found no such file; allowed: a .toml file that exists (did you mean "harder.toml"?)'
    )


def test_a_folder_is_not_a_ruleset(tmp_path: Path) -> None:
    assert complaint(f"{tmp_path}/") == f"{tmp_path}/: found a folder; allowed: a .toml file of at most 1_048_576 bytes"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    assert (
        complaint(str(path))
        == f"{path}: found something other than a file; allowed: a .toml file of at most 1_048_576 bytes"
    )


def test_a_huge_file_is_not_read(write: Write) -> None:
    path = write(b"#" * (4 * 1024 * 1024 + 1))
    assert complaint(str(path)) == (
        f"{path}: found a file of 4_194_305 bytes; allowed: a .toml file of at most 1_048_576 bytes"
    )


@pytest.mark.parametrize("name", ["\0.toml", "a\0/b", "x" * 5000 + ".toml"])
def test_an_impossible_path_is_reported(name: str) -> None:
    assert "\n" not in complaint(name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_reported(write: Write, small: str) -> None:
    path = write(small)
    path.chmod(0)
    assert (
        complaint(str(path))
        == f"{path}: found a file that cannot be read (Permission denied); allowed: a file that can"
    )


def test_an_overlay_changes_what_it_names_and_nothing_else(write: Write, small: str) -> None:
    base = load_ruleset(str(write(small, "small.toml")))
    path = write('extends = "small.toml"\n[hero]\nhp = 50\n[monsters.rat]\nspawn = { 4 = 7 }\n')
    overlay = load_ruleset(str(path))
    assert (overlay.hero.hp, overlay.hero.power) == (50, base.hero.power)
    assert (overlay.monsters[0].spawn.entries, overlay.monsters[0].hp) == (((4, 7),), base.monsters[0].hp)
    assert (overlay.map, overlay.level_up, overlay.counts, overlay.items) == (
        base.map,
        base.level_up,
        base.counts,
        base.items,
    )


def test_a_relative_path_to_extend_starts_at_the_file(write: Write, small: str, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write(small, "base.toml")
    path = write('extends = "../base.toml"\n[hero]\nhp = 50', "deep/over.toml")
    assert load_ruleset(str(path)).hero.hp == 50


def test_overlays_may_extend_overlays(write: Write, small: str) -> None:
    write(small, "one.toml")
    write('extends = "one.toml"\n[hero]\nhp = 50\npower = 6', "two.toml")
    path = write('extends = "two.toml"\n[hero]\nhp = 60', "three.toml")
    hero = load_ruleset(str(path)).hero
    assert (hero.hp, hero.power, hero.defense) == (60, 6, 1)


def test_an_overlay_has_a_title_of_its_own(write: Write, small: str) -> None:
    write('title = "Base"\ndescription = "All of it."\n' + small, "base.toml")
    rulebook = load_ruleset(str(write('extends = "base.toml"', "over.toml")))
    assert (rulebook.title, rulebook.description) == ("over", "")


def test_weight_0_removes_a_kind(write: Write, small: str) -> None:
    write(small, "small.toml")
    rulebook = load_ruleset(str(write('extends = "small.toml"\n[monsters.rat]\nspawn = 0')))
    assert rulebook.monsters[0].spawn.entries == ()


def test_an_unknown_ruleset_to_extend_is_reported_with_the_rest(complaints: Complaints) -> None:
    lines = complaints('extends = "tcod-2002"\n[hero]\nhp = 0\n', alone=True)
    names = ", ".join(ruleset_names())
    assert lines == [
        f'my.toml: extends: found no ruleset named "tcod-2002"; allowed: {names}, '
        'or a path to a .toml file (did you mean "tcod-2020"?)',
        "my.toml: hero.hp: found 0; allowed: a whole number from 1 to 1_000_000",
    ]


def test_a_missing_file_to_extend_is_reported(complaints: Complaints, write: Write) -> None:
    write("", "base.toml")
    assert complaints('extends = "bas.toml"', alone=True) == [
        'my.toml: extends: found "bas.toml", no such file; '
        'allowed: a .toml file that exists (did you mean "base.toml"?)'
    ]


def test_extends_must_be_a_text(complaints: Complaints) -> None:
    assert complaints("extends = 3", alone=True)[0] == (
        "my.toml: extends: found 3; allowed: a ruleset's name, or a path from this file"
    )


@pytest.mark.parametrize(
    ("one", "two", "cycle"),
    [
        ("two", "my", "two.toml: extends: found a cycle, my -> one -> two -> my"),
        ("my", "my", "one.toml: extends: found a cycle, my -> one -> my"),
        ("two", "one", "two.toml: extends: found a cycle, one -> two -> one"),
        ("one", "one", "one.toml: extends: found a cycle, one -> one"),
    ],
)
def test_a_cycle_is_reported_with_its_members_alone(
    complaints: Complaints, write: Write, one: str, two: str, cycle: str
) -> None:
    write(f'extends = "{one}.toml"', "one.toml")
    write(f'extends = "{two}.toml"', "two.toml")
    allowed = "allowed: a ruleset that does not extend this one"
    assert complaints('extends = "one.toml"', alone=True) == [f"{cycle}; {allowed}"]


def test_a_mistake_in_an_extended_file_is_reported_with_that_file(
    complaints: Complaints, write: Write, small: str
) -> None:
    write(small.replace("hp = 9", "hp = 0"), "base.toml")
    assert complaints('extends = "base.toml"\n[hero]\npower = -1', alone=True) == [
        "base.toml: hero.hp: found 0; allowed: a whole number from 1 to 1_000_000",
        "my.toml: hero.power: found -1; allowed: a whole number from 0 to 1_000_000",
    ]


def test_an_extended_file_that_is_not_toml_is_reported_with_the_rest(complaints: Complaints, write: Write) -> None:
    write("[hero", "base.toml")
    lines = complaints('extends = "base.toml"\n[hero]\npower = -1', alone=True)
    assert [line.split(": ")[0:2] for line in lines] == [
        ["base.toml", "found [hero; allowed"],
        ["my.toml", "hero.power"],
    ]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            "[map]\nwidth = 5",
            "map.room_max (from base.toml, with map.width of this file): found 6; "
            "allowed: at most 4 on a map of 5 x 20",
        ),
        (
            "[monsters.rat]\nasleep = 0",
            "monsters.rat.notice (from base.toml, with monsters.rat.asleep of this file): found 6; "
            "allowed: 0, or asleep above 0: only sleeping monsters use notice",
        ),
        (
            '[abilities.frost]\ntrigger = "use"',
            "monsters.rat.abilities[1] (from base.toml, with abilities.frost.trigger of this file): "
            'found "frost", with the trigger "use"; '
            'allowed: one with the trigger "turn", "hit", "hurt", "death" or "arrive"',
        ),
    ],
)
def test_a_conflict_is_reported_in_the_last_file_that_takes_part_and_names_both_keys(
    change: str, line: str, complaints: Complaints, write: Write, small: str
) -> None:
    rat = 'notice = 6\nasleep = 50\nabilities = ["frost"]\n[items.salve]'
    frost = '[abilities.frost]\ntrigger = "hit"\nshape = "touch"\neffects = [{ damage = 1 }]\n'
    write(small.replace("[items.salve]", rat) + frost, "base.toml")
    assert complaints(f'extends = "base.toml"\n{change}', alone=True) == [f"my.toml: {line}"]


class TestFloorsBelowOfAnExtendedRuleset:
    """They are [3, 10] below floor 10."""

    @pytest.fixture(autouse=True)
    def base(self, write: Write, small: str) -> None:
        write(f"{small}\n[run]\nlast_floor = 10\n[below]\nfloors = [3, 10]\nstronger = 50", "base.toml")

    @pytest.mark.parametrize(
        ("child", "floors", "count"),
        [
            ("", (3, 10), 8),
            ("[run]\nlast_floor = 5", (3, 5), 3),
            ("[run]\nlast_floor = 3", (3, 3), 1),
            ("[run]\nlast_floor = 20", (3, 10), 8),
            ("[run]\nlast_floor = 0", (), 0),
            ("[below]\nfloors = []", (), 0),
            ("[below]\nfloors = []\n[run]\nlast_floor = 2", (), 0),
            ("[below]\nstronger = 7\n[run]\nlast_floor = 5", (3, 5), 3),
        ],
    )
    def test_come_back_as_far_as_the_last_floor_and_can_be_taken_away(
        self, write: Write, child: str, floors: tuple[int, ...], count: int
    ) -> None:
        rulebook = load_ruleset(str(write(f'extends = "base.toml"\n{child}', "mine.toml")))
        assert (rulebook.below.floors, rulebook.compiled.below.count) == (floors, count)

    def test_all_deeper_than_the_last_floor_are_refused_with_the_way_out(self, write: Write) -> None:
        path = write('extends = "base.toml"\n[run]\nlast_floor = 2', "mine.toml")
        assert complaint(str(path)) == (
            f"{path}:3:1: below.floors (from base.toml, with run.last_floor of this file): found [3, 10]; "
            "allowed: floors up to run.last_floor, which is 2, or [] for none"
        )

    def test_of_its_own_are_never_cut(self, write: Write) -> None:
        path = write('extends = "base.toml"\n[run]\nlast_floor = 5\n[below]\nfloors = [3, 6]', "mine.toml")
        assert "found [3, 6]; allowed: floors up to run.last_floor, which is 5" in complaint(str(path))


OUTSIDE = {
    "a line that is no TOML": "password hunter2",
    "an unknown key": 'password_hunter2 = "hunter2"',
    "a wrong value": '[hero]\nhp = "hunter2"',
    "what is to do": 'x = "TODO"  # hunter2',
    "many mistakes": "".join(f"hunter2_{n} = 1\n" for n in range(200)),
}


@pytest.mark.parametrize("content", OUTSIDE.values(), ids=OUTSIDE)
@pytest.mark.parametrize("way", ["path", "absolute", "link"])
def test_mistakes_quote_no_file_outside_the_rulesets_folder(
    write: Write, tmp_path: Path, content: str, way: str
) -> None:
    (tmp_path / "strangers").mkdir()
    outside = write(content, "secret.toml")
    extended = {"path": "../secret.toml", "absolute": str(outside), "link": "link.toml"}[way]
    path = write(f'extends = "{extended}"\n[hero]\nhp = 50', "strangers/over.toml")
    if way == "link":
        (path.parent / "link.toml").symlink_to(outside)
    with pytest.raises(RulesetError) as raised:
        load_ruleset(str(path))
    assert "hunter2" not in str(raised.value)
    file = path.parent / "link.toml" if way == "link" else path.parent / extended
    hidden = f"{file}: found a mistake; not shown, because the file is outside the ruleset's folder; allowed: "
    assert str(raised.value).count(hidden) == 1
    with pytest.raises(RulesetError, match="hunter2"):
        load_ruleset(str(outside))


def test_mistakes_of_a_file_below_the_rulesets_folder_or_among_the_named_ones_are_shown(
    write: Write, tmp_path: Path
) -> None:
    for folder in ("parts", "named"):
        (tmp_path / folder).mkdir()
    write('[hero]\nhp = "wrong"', "parts/base.toml")
    write('[hero]\nhp = "wrong"', "named/mine.toml")
    for extended in ("parts/base.toml", "mine"):
        path = write(f'extends = "{extended}"', "over.toml")
        with pytest.raises(RulesetError, match=r'hero\.hp: found "wrong"'):
            load_ruleset(str(path), [tmp_path / "named"])
