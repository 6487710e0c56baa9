"""The report of a measurement, read as a browser would. Whether it is a good one, somebody has to look at."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steep.balance.survey import Survey, survey_floors
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.lab.figures.summary import BotFigures, figures_of
from steep.lab.figures.tally import GAME, Tally
from steep.lab.report import report
from steep.lab.report.chart_layout import MAX_TICKS, named_floors, steps_to
from steep.lab.report.charts import Field, runs
from steep.lab.report.formats import between, percent, short
from steep.lab.report.heat_maps import MAX_ROWS, map_of_damage, map_of_deaths, monsters_of
from steep.lab.report.report import report_html, write_report
from steep.lab.simulate.games import OWN_FIRE
from steep.lab.simulate.measures import MEASURES
from steep.lab.simulate.task import Task
from steep.lab.storage.manifest import Manifest
from steep.rules.run_ends import DIED, RUNNING, STOPPED, WON

VOID = {"meta", "link", "br", "img", "path", "hr", "input"}

BOOK = load_ruleset("tcod-2020")
SURVEYED = survey_floors(BOOK, 1, 10, 100, fast=False)

Deaths = Sequence[Mapping[int, int]]
"""By floor, the number of each kind that killed somebody there, and how often."""


def played(
    deaths: Deaths,
    games: int,
    *,
    bot: str = "diver",
    stopped: Sequence[int] = (),
    first: int = 1,
    book: Rulebook = BOOK,
) -> BotFigures:
    """The figures of games of which so many died, and so many were stopped, on each floor."""
    tally = Tally(Task(bot, 0, games, first, first + len(deaths) - 1), len(book.monsters))
    tally.games, alive = games, games
    for row, killers in enumerate(deaths):
        died, cut = sum(killers.values()), stopped[row] if row < len(stopped) else 0
        left = alive - died - cut
        tally.ends[row, [DIED, STOPPED]] = died, cut
        tally.ends[row, WON if row == len(deaths) - 1 else RUNNING] = left
        for column in range(len(MEASURES)):
            value = 10 * (row + 1) + column
            tally.sums[row, column], tally.squares[row, column] = value * alive, value * value * alive
        for kind, count in killers.items():
            tally.killers[row, kind] = count
            tally.damage[row, kind] = 8 * count
        alive = left
    if sum(sum(killers.values()) for killers in deaths):
        tally.worst = np.array([(3, first, 12, DIED, next(kind for each in deaths for kind in each), 30)], GAME)
    tally.luckiest = np.array([(4, first, 99, WON, -1, 17), (5, first, 98, DIED, OWN_FIRE, 16)], GAME)
    return figures_of(tally, book)


def page_of(*bots: BotFigures, found: Survey | None = None, replays: report.Replays | None = None) -> str:
    """The report."""
    surveyed = found or SURVEYED
    manifest = Manifest.of(surveyed.rulebook, [bot.task for bot in bots])
    return report_html(surveyed, bots, manifest, replays or {})


def deeper(floors: int) -> Survey:
    """A survey of so many floors, those below the tenth like the tenth."""
    known = SURVEYED.floors
    return replace(
        SURVEYED, floors=tuple(replace(known[min(n, len(known)) - 1], floor=n) for n in range(1, floors + 1))
    )


SOME = [{0: 10}, {0: 20, 1: 5}, {1: 40}]
THREE = played(SOME, 200)


@dataclass
class Table:
    """A table: its caption, and the texts of its cells, row by row."""

    look: str
    caption: str = ""
    rows: list[list[str]] = field(default_factory=list)


class Page(HTMLParser):
    """What is in a page. Fails where elements do not close as they opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.style = ""
        self.tables: list[Table] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        assert len(held) == len(attrs), "an attribute is given once"
        self.elements.append((tag, held))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append(Table(held.get("class", "")))
        if tag == "tr":
            self.tables[-1].rows.append([])
        if tag in {"td", "th"}:
            self.tables[-1].rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            self.style += data
            return
        self.text += data
        if "caption" in self.open:
            self.tables[-1].caption += data
        if "td" in self.open or "th" in self.open:
            self.tables[-1].rows[-1][-1] += data

    def values(self, name: str) -> list[str]:
        """All values of an attribute."""
        return [held[name] for _, held in self.elements if name in held]

    def of(self, look: str) -> list[Table]:
        """The tables of a class."""
        return [table for table in self.tables if look in table.look.split()]


def test_the_page_asks_nobody_for_anything() -> None:
    html = page_of(THREE, replays={("diver", 3): "replays/diver-3.steep"})
    page = Page(html)
    assert "://" not in html
    assert {tag for tag, _ in page.elements}.isdisjoint({"script", "img", "iframe", "object", "embed", "form", "base"})
    assert page.values("src") == []
    assert not any(name.startswith("on") for _, held in page.elements for name in held)
    assert "@import" not in page.style
    assert "url(" not in page.style
    assert {href for href in page.values("href") if not href.startswith("#")} == {"data:,", "replays/diver-3.steep"}
    policy = next(held["content"] for _, held in page.elements if "http-equiv" in held)
    assert policy.startswith("default-src 'none';")


def test_what_the_page_leads_to_within_itself_is_there() -> None:
    page = Page(page_of(THREE))
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in page.values("href") if href.startswith("#")} == set(ids)


def test_the_table_by_floor_tells_the_figures_of_the_summary() -> None:
    (table,) = [table for table in Page(page_of(THREE)).of("floors") if table.caption]
    assert table.caption.replace("\n", "") == THREE.strength
    headings, *rows = table.rows
    assert len(rows) == 3
    for row, floor in zip(rows, THREE.floors, strict=True):
        told = dict(zip(headings, row, strict=True))
        assert (told["floor"], told["reached"], told["died"]) == (str(floor.floor), str(floor.reached), str(floor.died))
        assert told["hazard"] == f"{percent(floor.hazard.value)} {between(floor.hazard)}"
        assert told["survival"] == f"{percent(floor.survival.value)} {between(floor.survival)}"
        assert told["turns"] == f"{floor.means['turns'].value:.0f} ±0"
        assert told["HP lost"] == f"{floor.means['damage'].value:.1f} ±0.0"


def test_the_figures_of_a_picture_are_those_of_the_summary() -> None:
    html = page_of(THREE)
    for floor in THREE.floors:
        assert html.count(f"<em>{percent(floor.survival.value)} ({between(floor.survival)})</em>") == 1
        assert html.count(f"<em>{percent(floor.hazard.value)} ({between(floor.hazard)})</em>") == 1
        assert html.count(f"<em>{floor.died} of {floor.reached}</em>") == 1


def test_the_maps_tell_who_killed_and_who_hurt_how_much_where() -> None:
    page = Page(page_of(THREE))
    (deaths,), (damage,) = page.of("deaths"), page.of("damage")
    assert deaths.rows == [
        ["by", "1", "2", "3", "of all"],
        ["Ttroll", "", "2", "20", "60.0%"],
        ["oorc", "5", "10", "", "40.0%"],
    ]
    assert damage.rows[1:] == [["Ttroll", "", "0.2", "1.9", "60.0%"], ["oorc", "0.4", "0.8", "", "40.0%"]]
    assert "troll, floor 3: 40 deaths, 20.0% of all games, 24.2% of those that came" in page.values("title")


def test_a_bot_stands_with_its_strength_beside_all_its_figures() -> None:
    text = Page(page_of(THREE, played(SOME, 100, bot="explorer"))).text
    sections = re.split(
        r"Hazard\n|What kills the hero where\n|Threat and power\n|Floor by floor\n|Games worth a look\n", text
    )
    assert len(sections) == 6
    for section in sections[1:]:
        assert f"diver ({THREE.strength.partition('(')[2]}" in section
        assert "explorer (clears " in section


def test_a_noted_game_leads_to_its_replay_and_says_how_to_see_it() -> None:
    path = "replays/diver #1/it's 3.steep"
    html = page_of(THREE, replays={("diver", 3): path})
    page = Page(html)
    (href,) = [href for href in page.values("href") if href.startswith("replays")]
    assert ("#" in href, unquote(href)) == (False, path)
    (games,) = page.of("games")
    by_seed = {row[0]: row for row in games.rows if len(row) == 6}
    assert by_seed["3"][1:5] == ["1", "died, by orc", "12", "30"]
    assert shlex.split(by_seed["3"][5]) == ["steep", "replay", path]
    assert by_seed["4"][1:] == ["1", "won", "99", "17", "–"]
    assert by_seed["5"][2] == "died, by own fire"


def test_the_command_that_repeats_it_is_there() -> None:
    text = Page(page_of(THREE, played(SOME, 200, bot="explorer"))).text
    assert "steep measure tcod-2020 --bot diver,explorer --games 200 --seed 0 --floors 1-3 --turns 20000" in text


HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7 * 7 }}</style>"


def test_what_a_ruleset_says_is_never_taken_for_markup() -> None:
    orc, troll = (replace(kind, name=f"{HOSTILE}{kind.key}", glyph="<") for kind in BOOK.monsters)
    items = tuple(replace(kind, name=f"{HOSTILE}{kind.key}") for kind in BOOK.items)
    book = replace(
        BOOK, title=HOSTILE, description=HOSTILE, name=HOSTILE, path=HOSTILE, monsters=(orc, troll), items=items
    )
    page = Page(page_of(THREE, found=replace(SURVEYED, rulebook=book)))
    quiet = Page(page_of(THREE, found=replace(SURVEYED, rulebook=replace(BOOK, path="/quiet.toml"))))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in quiet.elements]
    assert [list(held) for _, held in page.elements] == [list(held) for _, held in quiet.elements]
    assert page.style == quiet.style
    assert page.text.count(HOSTILE) > 10


def test_kinds_of_one_name_are_told_apart() -> None:
    twins = tuple(replace(kind, name="guard") for kind in BOOK.monsters)
    assert [kind.name for kind in monsters_of(twins).values()] == ["orc", "troll", "own fire"]


def test_the_same_figures_give_the_same_bytes() -> None:
    assert page_of(THREE) == page_of(played(SOME, 200))


def test_every_picture_says_in_words_what_it_shows_and_every_heading_of_what() -> None:
    page = Page(page_of(THREE))
    pictures = [held for _, held in page.elements if held.get("role") == "img"]
    assert len(pictures) == 1 + 1 + 1 + 2 + 2
    assert all(len(held["aria-label"]) > 10 for held in pictures)
    assert all("scope" in held for tag, held in page.elements if tag == "th")
    hidden = [held.get("aria-hidden") for tag, held in page.elements if tag == "svg"]
    assert set(hidden) == {"true"}


def test_of_a_bot_that_never_dies_nothing_is_made_up() -> None:
    page = Page(page_of(played([{}] * 10, 500)))
    assert "None of its 500 games ended in death." in page.text
    assert "None of its games ended in death." in page.text
    assert "No damage." in page.text
    assert page.of("deaths") == []


def test_of_a_bot_that_dies_at_once_only_the_first_floor_is_shown() -> None:
    page = Page(page_of(played([{0: 500}, *[{}] * 9], 500)))
    assert "No game reached floors 2–10." in page.text
    (table,) = [table for table in page.of("floors") if table.caption]
    assert [row[0] for row in table.rows] == ["floor", "1"]


def test_where_one_bot_never_came_its_pictures_say_so() -> None:
    html = page_of(played([{0: 500}, {}, {}], 500), played([{}, {}, {1: 2}], 500, bot="explorer"))
    assert html.count("<span>not reached</span><em></em>") == 2 * 3


def test_what_nobody_lived_to_see_is_not_known() -> None:
    stopped = played([{0: 5}, {}, {}], 10, stopped=[5])
    assert math.isnan(stopped.floors[1].survival.value)
    page = Page(page_of(stopped, played([{}] * 3, 10, bot="explorer")))
    assert "nan" not in " ".join(page.values("d"))
    assert "– (0.0–75.3)" in page.text


def test_one_game_tells_nothing_of_how_far_a_mean_may_be_off() -> None:
    page = Page(page_of(played([{0: 1}], 1)))
    assert "inf" not in page.text
    assert "(clears 0.00 ±? of 1 floors)" in page.text


@pytest.mark.parametrize(("first", "floors"), [(1, 1), (5, 3), (1, 100)])
def test_any_number_of_floors_can_be_shown(first: int, floors: int) -> None:
    html = page_of(played([{0: 1}] * floors, 300, first=first), found=deeper(first + floors - 1))
    page = Page(html)
    (deaths,) = page.of("deaths")
    assert deaths.rows[0][1:-1] == [str(floor) for floor in range(first, first + floors)]
    assert len(html) < 1_000_000


def many_kinds(count: int) -> Rulebook:
    """A ruleset with so many kinds of monsters."""
    kinds = [replace(BOOK.monsters[0], key=f"kind-{number}", name=f"kind {number}") for number in range(count)]
    return replace(BOOK, monsters=tuple(kinds))


def test_of_many_kinds_the_worst_are_shown_apart_and_all_others_together() -> None:
    book = many_kinds(500)
    bot = played([dict.fromkeys(range(250), 1), {number: number for number in range(500)}], 200_000, book=book)
    for made in (map_of_deaths, map_of_damage):
        rows = made(bot, range(1, 3), monsters_of(book.monsters)).rows
        assert len(rows) == MAX_ROWS
        assert rows[0].kind.name == "kind 499"
        assert rows[-1].kind.name == "489 others"
        assert sum(row.share for row in rows) == pytest.approx(1, abs=0.005)


def test_odds_of_many_kinds_add_up(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    kinds = [
        f'[monsters.k{n}]\nglyph = "k"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\nspawn = {n + 1}\n' for n in range(500)
    ]
    path.write_text('extends = "tcod-2020"\n' + "".join(kinds), encoding="utf-8")
    found = survey_floors(load_ruleset(str(path)), 1, 1, 100, fast=False)
    page = Page(page_of(played([{0: 5}], 10, book=found.rulebook), found=found))
    odds = next(table for table in page.of("floors") if any("others" in cell for cell in table.rows[0]))
    assert len(odds.rows[0]) == 1 + 8
    assert sum(float(cell.rstrip("%")) for cell in odds.rows[1][1:]) == pytest.approx(100, abs=0.3)


def test_where_nothing_comes_the_report_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(
        'extends = "tcod-2020"\n[monsters.orc]\nspawn = 0\n[monsters.troll]\nspawn = 0\n'
        "[counts]\nmonsters_per_room = 0\nitems_per_room = 0\n",
        encoding="utf-8",
    )
    found = survey_floors(load_ruleset(str(path)), 1, 2, 100, fast=False)
    assert "nothing appears here" in Page(page_of(played([{}, {}], 10, book=found.rulebook), found=found)).text


@settings(max_examples=25)
@given(st.lists(st.tuples(*[st.integers(0, 40)] * 4), min_size=1, max_size=12), st.integers(1, 100))
def test_whatever_happened_can_be_shown(floors: list[tuple[int, int, int, int]], games: int) -> None:
    alive, deaths, stopped = games, [], []
    for orc, troll, fire, cut in floors:
        killed = {}
        for kind, count in ((0, orc), (1, troll), (2, fire)):
            killed[kind] = min(count, alive)
            alive -= killed[kind]
        deaths.append(killed)
        stopped.append(min(cut, alive))
        alive -= stopped[-1]
    page = Page(page_of(played(deaths, games, stopped=stopped), found=deeper(12)))
    drawn = [path for path in page.values("d") if path]
    assert all(re.fullmatch(r"(M-?[\d.]+ -?[\d.]+|[HV]-?[\d.]+|L[\d.]+ [\d.]+|Z)+", path) for path in drawn)


def test_a_report_lies_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "survey_floors", lambda *_: SURVEYED)
    manifest = Manifest.of(BOOK, [THREE.task])
    path = write_report(tmp_path / "out", BOOK, [THREE], manifest, {})
    assert path == tmp_path / "out" / "report.html"
    assert path.read_text(encoding="utf-8") == page_of(THREE)
    (tmp_path / "taken").touch()
    with pytest.raises(InputError, match=r"report\.html: cannot be written"):
        write_report(tmp_path / "taken", BOOK, [THREE], manifest, {})


def test_what_is_not_known_is_not_drawn() -> None:
    drawn = Field(range(1, 5), 1.0, 100)
    values = [0.5, math.nan, 0.25, 0.25]
    assert runs(values) == [[0], [2, 3]]
    assert drawn.stairs(values) == "M0 50V50H250M500 75V75H750V75H1000"
    assert drawn.stairs(values, 1.0) == "M0 0V50H250M500 75V75H750V75H1000"
    assert drawn.treads(values) == "M40 50H210M540 75H710M790 75H960"
    assert drawn.between([0.0] * 4, values) == "M0 100V50H250V100H0ZM500 100V75H750V75H1000V100H750V100H500Z"


@given(st.floats(1e-6, 1e9))
def test_a_scale_has_a_few_steps_and_reaches_far_enough(most: float) -> None:
    steps = steps_to(most)
    assert 3 <= len(steps) <= 7
    assert steps[0] == 0
    assert steps[-1] >= most * (1 - 1e-6)


@given(st.integers(1, 100), st.integers(1, 100))
def test_few_floors_are_named_and_the_first_among_them(first: int, count: int) -> None:
    named = named_floors(range(first, first + count))
    assert first in named
    assert 1 <= len(named) <= MAX_TICKS + 1
    assert count > MAX_TICKS or len(named) == count


@given(st.integers(0, 999_000_000))
def test_a_count_in_short_has_four_characters_at_most(count: int) -> None:
    text = short(count)
    assert len(text) <= 4
    number, size = (text[:-1], {"k": 1_000, "M": 1_000_000}[text[-1]]) if text[-1] in "kM" else (text, 1)
    assert float(number) * size == pytest.approx(count, rel=0.06)
