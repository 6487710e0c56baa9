"""The HTML report of a measurement, parsed as a browser would. How it looks is not tested."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.content import Rulebook, load_ruleset
from steep.lab.counting.counts import Sums
from steep.lab.figures.figures_with_intervals import BotFigures, measured_figures
from steep.lab.figures.game_figures import OWN_FIRE_KEY, killers_of
from steep.lab.figures.notable_games import NotableGame
from steep.lab.report_page.html_report import Replay, Replays, report_html
from steep.lab.report_page.page import MAX_ROWS, map_of_damage, map_of_deaths, monsters_of, templates
from steep.lab.simulate.floor_visit import MAX_CAUSES, MEASURES
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.paired_differences import CENSORED, DIED, SURVIVED
from steep.lab.stats.shares_as_text import between, percent
from steep.lab.storage.manifest import Manifest

VOID = {"meta", "link", "br", "img", "path", "hr", "input"}

BOOK = load_ruleset("tcod-2020")


@cache
def ten_floors() -> Survey:
    """The survey of its first ten floors."""
    return survey_floors(BOOK, 1, 10, 100, fast=True)


Deaths = Sequence[Mapping[int, int]]
"""For each floor: how many games each kind of monster ended there, by its number."""


def played(
    deaths: Deaths,
    games: int,
    *,
    bot: str = "diver",
    stopped: Sequence[int] = (),
    first: int = 1,
    book: Rulebook = BOOK,
) -> BotFigures:
    """The figures of `games` games, with the given deaths and stopped games on each floor."""
    found = MeasuredGames(Task(bot, 0, games, first, first + len(deaths) - 1), len(book.monsters))
    alive, numbers = games, {name: Sums() for name in MEASURES}
    for row, killers in enumerate(deaths):
        for column, sums in enumerate(numbers.values()):
            value = 10 * (row + 1) + column
            if alive:
                sums.add(0, row, alive, value * alive, value * value * alive)
        for kind, count in (each for each in killers.items() if each[1]):
            found.counts.ended[0, row, DIED, kind] = count
            found.harm.add(kind * MAX_CAUSES, row, count, 8 * count, 64 * count)
        stopped_here = stopped[row] if row < len(stopped) else 0
        found.counts.ended[0, row, CENSORED, -1] = stopped_here
        alive -= sum(killers.values()) + stopped_here
    found.counts.ended[0, len(deaths) - 1, SURVIVED, -1] = alive
    found.counts.numbers.update(numbers)
    found.counts.ended = +found.counts.ended
    names = killers_of(book)
    worst = [NotableGame(3, first, 12, "died", names[kind], 30) for each in deaths for kind in each if each[kind]]
    luckiest = NotableGame(4, first, 99, "won", "", 17), NotableGame(5, first, 98, "died", OWN_FIRE_KEY, 16)
    return replace(measured_figures(found, Manifest.of(book, [found.task])), worst=tuple(worst[:1]), luckiest=luckiest)


def page_of(*bots: BotFigures, ruleset_survey: Survey | None = None, replays: Replays | None = None) -> str:
    """The HTML of the report."""
    surveyed = ruleset_survey or ten_floors()
    manifest = Manifest.of(surveyed.rulebook, [bot.task for bot in bots])
    return report_html(surveyed, bots, manifest, replays or {})


def deeper(floors: int) -> Survey:
    """A survey of `floors` floors; those below the tenth repeat the tenth."""
    surveyed_floors = ten_floors().floors
    return replace(
        ten_floors(),
        floors=tuple(replace(surveyed_floors[min(n, len(surveyed_floors)) - 1], floor=n) for n in range(1, floors + 1)),
    )


THREE_FLOORS = [{0: 10}, {0: 20, 1: 5}, {1: 40}]
DIVER = played(THREE_FLOORS, 200)


@dataclass
class Table:
    """A table: its caption, and the text of its cells by row."""

    css_class: str
    caption: str = ""
    rows: list[list[str]] = field(default_factory=list)


class Page(HTMLParser):
    """The contents of a page. Fails if elements are not properly nested."""

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
        attributes = {name: value or "" for name, value in attrs}
        assert len(attributes) == len(attrs), "an attribute is given once"
        self.elements.append((tag, attributes))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append(Table(attributes.get("class", "")))
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
        """All values of one attribute."""
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    def of(self, css_class: str) -> list[Table]:
        """The tables of one class."""
        return [table for table in self.tables if css_class in table.css_class.split()]


def test_the_page_loads_nothing_from_elsewhere() -> None:
    html = page_of(DIVER, replays={("diver", 3): Replay("replays/diver-3.steep")})
    page = Page(html)
    assert "://" not in html
    assert [tag for tag, _ in page.elements].count("script") == 1
    assert {tag for tag, _ in page.elements}.isdisjoint({"img", "iframe", "object", "embed", "form", "base"})
    assert (page.values("src"), html) == ([], page_of(DIVER, replays={("diver", 3): Replay("replays/diver-3.steep")}))
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert "@import" not in page.style
    assert "url(" not in page.style
    ids, links = page.values("id"), [href[1:] for href in page.values("href") if href.startswith("#")]
    assert (len(ids), {*links, "steep-hatch"}) == (len({*ids}), {*ids})
    assert {href for href in page.values("href") if not href.startswith("#")} == {"data:,", "replays/diver-3.steep"}
    policy = next(attributes["content"] for _, attributes in page.elements if "http-equiv" in attributes)
    assert policy.startswith("default-src 'none';")


def test_the_table_by_floor_has_the_figures_of_the_summary() -> None:
    (table,) = [table for table in Page(page_of(DIVER)).of("floors") if table.caption == DIVER.strength]
    headings, *rows = table.rows
    assert len(rows) == 3
    for row, floor in zip(rows, DIVER.floors, strict=True):
        cells = dict(zip(headings, row, strict=True))
        assert (cells["floor"], cells["reached"], cells["died"]) == (
            str(floor.floor),
            str(floor.reached),
            str(floor.died),
        )
        assert cells["hazard"] == f"{percent(floor.hazard.value)} {between(floor.hazard)}"
        assert cells["survival"] == f"{percent(floor.survival.value)} {between(floor.survival)}"
        assert cells["HP lost"] == f"{floor.means['damage'].value:.1f}"


def test_the_heat_maps_show_kills_and_damage_by_kind_and_floor() -> None:
    page = Page(page_of(DIVER))
    (deaths,), (damage,) = page.of("deaths"), page.of("damage")
    assert deaths.rows == [
        ["by", "1", "2", "3", "of all"],
        ["Ttroll", "", "2", "20", "60.0%"],
        ["oorc", "5", "10", "", "40.0%"],
    ]
    assert damage.rows[1:] == [["Ttroll", "", "0.2", "1.9", "60.0%"], ["oorc", "0.4", "0.8", "", "40.0%"]]
    assert "troll, floor 3: 20, percent of all games" in page.values("title")


def test_every_figure_of_a_bot_is_labelled_with_its_strength_and_can_be_played_again() -> None:
    text = Page(page_of(DIVER, played(THREE_FLOORS, 200, bot="explorer"))).text
    assert "steep measure tcod-2020 --bot diver,explorer --games 200 --seed 0 --floors 1-3 --turns 20000" in text
    sections = re.split(
        r"Hazard\n|What kills the hero where\n|Threat and power\n|Floor by floor\n|Games worth a look\n", text
    )
    assert len(sections) == 6
    for section in sections[1:]:
        assert f"diver ({DIVER.strength.partition('(')[2]}" in section
        assert "explorer (clears " in section


def test_a_notable_game_links_to_its_replay_and_gives_the_command() -> None:
    path = "replays/diver #1/it's 3.steep"
    html = page_of(DIVER, replays={("diver", 3): Replay(path)})
    page = Page(html)
    (href,) = [href for href in page.values("href") if href.startswith("replays")]
    assert ("#" in href, unquote(href)) == (False, path)
    worst, luckiest = (table for table in page.of("floors") if table.caption in ("The worst", "The luckiest"))
    by_seed = {row[0]: row for row in (*worst.rows, *luckiest.rows)}
    assert by_seed["3"][1:5] == ["1", "died, by orc", "12", "30"]
    assert shlex.split(by_seed["3"][5]) == ["steep", "replay", path]
    assert by_seed["4"][1:] == ["1", "won", "99", "17", ""]
    assert by_seed["5"][2] == "died, by own fire"


def test_the_end_of_a_game_links_to_the_pages_that_play_it() -> None:
    link = "https://example.org/steep/#run=abc"
    html = page_of(DIVER, replays={("diver", 3): Replay("a.replay", link), ("diver", 4): Replay("b.replay")})
    assert f'<a href="{link}">died, by orc</a>' in html
    assert html.count(link) == 1
    assert [href for href in Page(html).values("href") if href.endswith(".replay")] == ["a.replay", "b.replay"]


HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7 * 7 }}</style>"


def test_text_from_a_ruleset_is_escaped() -> None:
    orc, troll = (replace(kind, name=f"{HOSTILE}{kind.key}", glyph="<") for kind in BOOK.monsters)
    items = tuple(replace(kind, name=f"{HOSTILE}{kind.key}") for kind in BOOK.items)
    book = replace(
        BOOK, title=HOSTILE, description=HOSTILE, name=HOSTILE, path=HOSTILE, monsters=(orc, troll), items=items
    )
    page = Page(page_of(DIVER, ruleset_survey=replace(ten_floors(), rulebook=book)))
    plain = Page(page_of(DIVER, ruleset_survey=replace(ten_floors(), rulebook=replace(BOOK, path="/quiet.toml"))))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in plain.elements]
    assert [list(attributes) for _, attributes in page.elements] == [
        list(attributes) for _, attributes in plain.elements
    ]
    assert page.style == plain.style
    assert page.text.count(HOSTILE) > 10


def test_every_chart_has_a_text_alternative_and_every_table_heading_a_scope() -> None:
    page = Page(page_of(DIVER))
    pictures = [attributes for _, attributes in page.elements if attributes.get("role") == "img"]
    assert len(pictures) == 1 + 1 + 1 + 2 + 2
    assert all(len(attributes["aria-label"]) > 10 for attributes in pictures)
    assert all("scope" in attributes for tag, attributes in page.elements if tag == "th")


def test_a_bot_that_never_dies_has_no_invented_figures() -> None:
    page = Page(page_of(played([{}] * 10, 500)))
    assert "Deaths: none." in page.text
    assert "HP lost: none." in page.text
    assert page.of("deaths") == []


def test_figures_of_floors_that_no_game_reached_are_unknown() -> None:
    stopped = played([{0: 5}, {}, {}], 10, stopped=[5])
    assert math.isnan(stopped.floors[1].survival.value)
    page = Page(page_of(stopped, played([{}] * 3, 10, bot="explorer")))
    assert "nan" not in " ".join(page.values("d"))
    assert "– (0.0–75.3)" in page.text


def test_one_game_gives_no_interval_for_a_mean() -> None:
    page = Page(page_of(played([{0: 1}], 1)))
    assert "inf" not in page.text
    assert "(clears 0.00 ±? of 1 floors)" in page.text


@pytest.mark.parametrize(("first", "floors"), [(1, 1), (5, 3), (1, 100)])
def test_any_number_of_floors_can_be_shown(first: int, floors: int) -> None:
    html = page_of(played([{0: 1}] * floors, 300, first=first), ruleset_survey=deeper(first + floors - 1))
    page = Page(html)
    (deaths,) = page.of("deaths")
    assert deaths.rows[0][1:-1] == [str(floor) for floor in range(first, first + floors)]
    assert len(html) < 1_000_000


def many_kinds(count: int) -> Rulebook:
    """A ruleset with `count` kinds of monsters."""
    kinds = [replace(BOOK.monsters[0], key=f"kind-{number}", name=f"kind {number}") for number in range(count)]
    return replace(BOOK, monsters=tuple(kinds))


def test_the_deadliest_of_many_kinds_are_shown_and_the_others_are_added_up() -> None:
    book = many_kinds(500)
    bot = played([dict.fromkeys(range(250), 1), {number: number for number in range(500)}], 200_000, book=book)
    for heat_map in (map_of_deaths, map_of_damage):
        rows = heat_map(bot, range(1, 3), monsters_of(book.monsters)).rows
        assert len(rows) == MAX_ROWS
        assert rows[0].kind.name == "kind 499"
        assert rows[-1].kind.name == "489 others"
        assert sum(row.share for row in rows) == pytest.approx(1, abs=0.005)


def test_all_pages_of_a_process_have_the_same_template(monkeypatch: pytest.MonkeyPatch) -> None:
    """An update of Steep may replace the file between two reports."""
    template = templates().get_template("page.html")
    monkeypatch.setattr(type(template), "is_up_to_date", False)
    assert templates().get_template("page.html") is template
