"""Each mistake gets one line with the file, the key, the value found, the allowed values and the nearest name.

The cases are in `mistakes.txt`: TOML that extends a small ruleset, and the
expected lines after "> ".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from steep.content import RulesetError, load_ruleset
from steep.content.reading.find_and_read_ruleset_files import BUNDLED
from steep.content.reading.places_in_toml import offsets_in
from steep.content.ruleset_errors import joined

Complaints = Callable[..., list[str]]
Write = Callable[..., Path]


def cases() -> list[tuple[str, list[str]]]:
    """The cases of the file: TOML and its expected lines."""
    cases = []
    page = (Path(__file__).parent / "mistakes.txt").read_text("utf-8")
    for case in page.split("\n\n"):
        if not case.startswith("=="):
            lines = case.strip().splitlines()
            expected = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
            cases.append(("\n".join(lines[: -len(expected)]), expected))
    return cases


@pytest.mark.parametrize(
    ("content", "expected"), cases(), ids=lambda value: value[0] if isinstance(value, list) else "-"
)
def test_a_mistake_gets_the_expected_lines(complaints: Complaints, content: str, expected: list[str]) -> None:
    assert complaints(content) == [f"my.toml: {line}" for line in expected]


def test_every_mistake_says_where_its_key_or_a_table_around_it_stands(write: Write, small: str) -> None:
    write(small, "small.toml")
    exact = 0
    for content, expected in cases():
        text = 'extends = "small.toml"\n' + content
        with pytest.raises(RulesetError) as raised:
            load_ruleset(str(write(text)))
        assert len(raised.value.mistakes) == len(expected)
        for mistake in raised.value.mistakes:
            keys = re.findall(r"\w[\w-]*|\[\d+\]", mistake.path.partition(" (from ")[0])
            stands = text.splitlines()[mistake.line - 1][mistake.column - 1 :]
            exact += stands.startswith(keys[-1])
            around = ("[", "{", '"', "'", *keys, *"0123456789")
            assert mistake.line == 1 or " (from " in mistake.path or stands.startswith(around), mistake
    assert exact > 200


def test_a_conflict_with_another_file_stands_at_the_key_of_this_one(write: Write, small: str) -> None:
    write(small, "small.toml")
    with pytest.raises(RulesetError) as raised:
        load_ruleset(str(write('extends = "small.toml"\n\n[map] # small\n  room_max = 3')))
    assert [(each.line, each.column) for each in raised.value.mistakes] == [(4, 3)]


@pytest.mark.parametrize("row", ["#.\\#", '#""""#', '#""""""', '""".#'])
def test_a_map_that_quotes_or_backslashes_break_gets_a_hint(complaints: Complaints, row: str) -> None:
    (line,) = complaints(f'[vaults.den]\nmap = """\n####\n{row}\n####\n"""\n[hero]\nhp = 5')
    assert line.endswith("special: draw one that has them between ''' and '''")


def test_other_lines_that_are_not_toml_get_no_hint_about_maps(complaints: Complaints) -> None:
    (line,) = complaints('[vaults.den]\nmap = """\n####\n"""\nspawn == 3')
    assert "'''" not in line


def test_all_mistakes_of_a_file_are_reported_at_once(complaints: Complaints) -> None:
    content = """
colour = 1
[hero]
hp = 0
start = [{ item = "nothing" }]
[monsters.rat]
spawn = { 2 = -1, 9 = "x" }
[items.salve]
reach = 3
"""
    assert [line.split(": ")[1] for line in complaints(content)] == [
        "colour",
        "hero.hp",
        "monsters.rat.spawn.2",
        "monsters.rat.spawn.9",
        "hero.start[1].item",
        "items.salve.reach",
    ]


def test_too_many_entries_and_bad_names_in_a_legend_hide_no_other_mistake(complaints: Complaints) -> None:
    content = """
hero.start = [{ item = "nothing" }]
[vaults.cell]
map = '''
####
#xq#
##+#
'''
[vaults.cell.legend]
x = { monster = "rta" }
""" + packs_of(257)
    told = [line.split(": ")[1] for line in complaints(content)]
    assert told == ["packs", "hero.start[1].item", "vaults.cell.legend.x.monster", "vaults.cell.map"]


def test_a_bad_value_is_reported_once(complaints: Complaints) -> None:
    assert len(complaints("[map]\nroom_max = 'wide'\n[items.salve]\neffect = 'heel'")) == 2


def test_an_empty_file_gets_a_list_of_the_required_sections(complaints: Complaints) -> None:
    expected = {
        "map": "width, height, room_attempts, room_min, room_max, rooms, rooms_may_touch, safe_steps",
        "hero": "hp, power, defense, accuracy, evasion, stealth, regeneration, speed, resist, damage, damage_type, "
        "view_radius, inventory, stacks, throw_range, slots, start",
        "level_up": "base, factor, must_exceed, choices",
    }
    assert complaints("", alone=True) == [
        f"my.toml: {name}: found no such section; allowed: a section [{name}] with {keys}, "
        "or extends = the name of a ruleset that has one"
        for name, keys in expected.items()
    ]


def test_too_many_kinds_are_reported(complaints: Complaints) -> None:
    kinds = "".join(f"[items.i{n}]\nglyph = '!'\n" for n in range(512))
    assert complaints(kinds) == [
        "my.toml: items: found 513 kinds; allowed: at most 512, with the 1 inherited:"
        " to change one of those, use its key instead of a new one"
    ]


def test_a_family_that_is_full_of_inherited_entries_names_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text('extends = "steep"\n[vaults.mine]\nmap = "#"\n', encoding="utf-8")
    with pytest.raises(RulesetError) as raised:
        load_ruleset(str(path))
    assert (
        "my.toml:2:2: vaults: found 65 vaults; allowed: at most 64, with the 64 inherited:"
        " to change one of those, use its key instead of a new one" in str(raised.value)
    )


def packs_of(number: int) -> str:
    """TOML of `number` packs with five members each."""
    members = ", ".join(['{ kind = "rat", count = 1 }'] * 5)
    return "".join(f'[packs.p{n}]\nleader = "rat"\nmembers = [{members}]\n' for n in range(number))


def test_too_many_packs_and_pity_timers_are_reported(complaints: Complaints) -> None:
    pity_timers = "".join(f"[items.i{n}]\nglyph = '!'\n[pity_timers.i{n}]\n" for n in range(33))
    assert complaints(packs_of(257) + pity_timers) == [
        "my.toml: packs: found 257 packs; allowed: at most 256",
        "my.toml: pity_timers: found 33 pity_timers; allowed: at most 32",
    ]


def test_too_many_pack_members_are_reported(complaints: Complaints) -> None:
    expected = "my.toml: packs: found 1280 members; allowed: at most 1_024 in all packs together"
    assert complaints(packs_of(256)) == [expected]


def test_fifty_mistakes_are_listed_and_the_rest_counted(complaints: Complaints) -> None:
    lines = complaints("".join(f"k{n} = 1\n" for n in range(4_000)))
    assert len(lines) == 51
    assert lines[-1] == "and 3_950 more"


MORE_THAN_ARE_LISTED = "".join(
    f'\n[monsters.m{n}]\nglyph = "m"\nhp = 0\npower = 0\ndefense = 0\nxp = 0' for n in range(51)
)


OF_MAPS = [content for content, _ in cases() if re.search(r"^\[(vaults|floors|themes)\.", content, re.MULTILINE)]
"""Cases whose checks go on only where earlier ones found nothing."""


@pytest.mark.parametrize("content", OF_MAPS, ids=lambda _: "-")
def test_any_mistake_behind_those_that_are_listed_is_counted(complaints: Complaints, content: str) -> None:
    lines = complaints(content + MORE_THAN_ARE_LISTED)
    assert lines[-1].endswith(" more") or len(lines) == 1


def test_a_long_list_of_names_is_cut(complaints: Complaints) -> None:
    kinds = "".join(f"[items.i{n}]\nglyph = '!'\n" for n in range(30))
    (line,) = complaints(kinds + "[hero]\nstart = [{ item = 'x' }]")
    assert line.endswith("i26 and 11 more")


@pytest.mark.parametrize(
    ("content", "position", "value"),
    [
        ("[hero\nhp = 3\n", "1:6", "[hero"),
        ("x = 1\nhp == 3\n", "2:5", "hp == 3"),
        ("hp = 3\nhp = 4\n", "2:7", "hp = 4"),
        ("a = { 3 = 1, 3 = 2 }\n", "1:19", "a = { 3 = 1, 3 = 2 }"),
        ("x = 1\nhp = ", "2:6", "hp ="),
        ("x = 1\ny = '''\nz", "3:2", "z"),
    ],
)
def test_invalid_toml_is_reported_with_line_and_column(write: Write, content: str, position: str, value: str) -> None:
    with pytest.raises(RulesetError) as raised:
        load_ruleset(str(write(content)))
    assert re.search(rf"/my\.toml:{position}: found {re.escape(value)}; allowed: TOML \(.+\)$", str(raised.value))


@pytest.mark.parametrize(("content", "key"), [("[hero]\n[hero]\n", "hero"), ("[items.a]\n[items.a]\n", "items.a")])
def test_a_section_that_is_there_twice_is_named_as_in_the_file(complaints: Complaints, content: str, key: str) -> None:
    (line,) = complaints(content, alone=True)
    assert line.endswith(f"allowed: TOML (Cannot declare {key} twice)")


def test_a_number_of_thousands_of_digits_is_reported(complaints: Complaints) -> None:
    (line,) = complaints(f"hp = {'9' * 5000}", alone=True)
    assert "TOML (Exceeds the limit" in line


def test_endless_nesting_is_reported(complaints: Complaints) -> None:
    assert complaints(f"x = {'[' * 100_000}", alone=True) == [
        "my.toml: found tables or lists nested too deeply; allowed: TOML with a few levels of nesting"
    ]


def test_the_first_byte_that_is_not_utf_8_is_reported(complaints: Complaints) -> None:
    assert complaints(b"hp = \xff") == [
        "my.toml: found byte 0xff at 5, which is not UTF-8; allowed: TOML, encoded as UTF-8"
    ]


def test_a_message_has_one_line_whatever_the_file_contains(complaints: Complaints) -> None:
    lines = complaints('"a\\nb\\u001b[31m" = 1')
    assert len(lines) == 1
    assert lines[0].startswith('my.toml: "a\\nb\\u001b[31m": unknown key')


def paths_of(found: object, path: str = "") -> Iterator[str]:
    """The paths of all keys and entries of a parsed file."""
    parts = found.items() if isinstance(found, dict) else enumerate(found, 1) if isinstance(found, list) else ()
    for key, value in parts:
        here = joined(path, key) if isinstance(key, str) else f"{path}[{key}]"
        yield here
        yield from paths_of(value, here)


ODD = """\
"a b".c = 1 # x = 2
[[move]]
path = ["a", # b
  '''c]''', { d = 1.5, e.f = \"\"\"
[no]\\\"\"\"\"\"\"}]
[move.sub]
at = 1979-05-27 07:32:00
[[move]]
[move.sub]
"""


@pytest.mark.parametrize("file", [*sorted(BUNDLED.rglob("*.toml")), ODD], ids=lambda file: getattr(file, "stem", "odd"))
def test_places_are_found_of_all_keys_of_a_file_and_of_nothing_else(file: Path | str) -> None:
    text = file if isinstance(file, str) else file.read_text("utf-8")
    offsets = offsets_in(text)
    assert set(offsets) == set(paths_of(tomllib.loads(text)))
    for path, offset in offsets.items():
        last = path.rpartition(".")[2].partition("[")[0].strip('"')
        assert path.endswith("]") or text[offset:].lstrip('"').startswith(last)
