"""What the workbench's page is answered, without a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from steep.balance.lint.all_checks import lint
from steep.content import load_ruleset, ruleset_names
from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.core.world import DEAD, PLAYING, WON
from steep.lab.figures.game_figures import killers_of
from steep.lab.simulate.floor_visit import FloorVisit
from steep.lab.simulate.play_in_one_thread import PlainSimulator
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.paired_differences import DIED, SURVIVED, end_code, paired_hazards
from steep.scripting import odds, play_run, roll_floor
from steep.web import workbench
from steep.web.measure import BrowserGame, games_of


@pytest.mark.parametrize("name", ruleset_names())
def test_the_text_of_each_bundled_ruleset_has_no_problem_and_its_exact_odds(name: str) -> None:
    checked = workbench.check(workbench.source(name))
    assert checked["problems"] == []
    for floor in (1, checked["floors"]):
        exact = odds(name, floor)
        shown = {band["key"]: band["shares"][floor - 1] for band in checked["monsters"]}
        assert {key: share for key, share in shown.items() if share} == {
            key: float(share) for key, share in exact.monsters.items()
        }


def test_problems_have_the_path_of_their_key_or_their_line() -> None:
    text = workbench.source("tcod-2020")
    wrong = workbench.check(text.replace("hp          = 30", "hp = -3").replace("xp      = 35", "xpp = 35"))
    assert [problem["path"] for problem in wrong["problems"]] == ["hero.hp", "monsters.orc.xpp", "monsters.orc"]
    assert workbench.check("[map\n")["problems"][0]["path"] == "line 1, column 5"


def test_a_survey_has_the_findings_of_lint() -> None:
    found = workbench.survey(workbench.source("tcod-2020"), 100)["findings"]
    known = lint(load_ruleset("tcod-2020"), 100, fast=False)
    assert [(each["code"], each["floor"], each["text"], each["accepted"]) for each in found] == [
        (each.code, each.floor, each.text, each.accepted) for each in known
    ]


def test_the_numbers_of_kinds_account_for_what_floors_cost_and_give_back() -> None:
    text = workbench.source("tcod-2020")
    checked, found = workbench.check(text), workbench.survey(text, 100)
    for family, cost in (("monsters", found["threat"]), ("items", found["healing"])):
        numbers = found["numbers"][family]  # type: ignore[index]
        for row in range(checked["floors"]):
            known = sum(numbers[kind["key"]][row] * kind["values"][row] for kind in checked[family])  # type: ignore[literal-required]
            assert known == pytest.approx(cost[row][0])


WEIGHTS = {
    "tcod-2020": "[monsters.troll]\nspawn = { 3 = 15, 5 = 48 }\n",
    "steep": "[monsters.adder]\nspawn = { 2 = 9 }\n[packs.choir]\nspawn = 1\n",
}
"""Weights that a text has unlike the ruleset that it extends."""


@pytest.mark.parametrize("name", WEIGHTS)
def test_a_preview_of_changed_weights_is_what_the_check_says(name: str) -> None:
    text = f'extends = "{name}"\n'
    before = workbench.check(text)
    seen = workbench.preview(text + WEIGHTS[name])
    checked = workbench.check(text + WEIGHTS[name])
    assert checked["problems"] == []
    assert checked["monsters"] != before["monsters"]
    assert seen == checked


GROUP = """extends = "steep"
[groups.hoard]
per_floor = 1
items = { potion_of_healing = 9, net = 3 }
"""


def test_weights_of_a_group_have_a_preview_too() -> None:
    workbench.check(GROUP)
    heavier = GROUP.replace("= 9", "= { 2 = 4, 5 = 8 }")
    seen = workbench.preview(heavier)
    assert seen == workbench.check(heavier)
    assert seen["curves"][-1]["name"] == "groups: hoard"
    assert workbench.preview(heavier.replace("per_floor = 1", "per_floor = 2")) is None
    assert workbench.preview(heavier.replace(", net = 3", "")) is None


@pytest.mark.parametrize(
    "change",
    [
        "\n[monsters.troll]\nhp = 3\n",
        "\n[run]\nlast_floor = 9\n",
        "\n[",
        "[monsters.orc]\nspawn = -1",
        "[monsters.x]\nspawn = 1",
    ],
)
def test_what_changes_more_than_weights_has_no_preview(change: str) -> None:
    workbench.check('extends = "tcod-2020"\n')
    assert workbench.preview(f'extends = "tcod-2020"\n{change}') is None


def test_a_rolled_floor_is_the_one_that_a_run_finds() -> None:
    rolled, found = workbench.roll(workbench.source("tcod-2020"), 7, 3), roll_floor("tcod-2020", 7, 3)
    assert tuple(rolled["rows"]) == found.rows
    assert [thing["kind"] for thing in rolled["things"]] == [
        each.kind for each in (*found.terrain, *found.items, *found.monsters)
    ]
    with pytest.raises(InputError, match="floor: found 0"):
        workbench.roll(workbench.source("tcod-2020"), 7, 0)


SMALL = "tcod-2020"
TARGET = """
floors = [1, 6]
[bands.diver]
survival = { 1 = [80, 100], 2-3 = [0, 60] } # two bands
wins     = [0, 50]
killers  = { "*" = [0, 50] }
"""


def rows(games: Iterable[tuple[int, int, int]]) -> bytes:
    """Packed rows of floor visits, of games by their seed, their last floor and how they ended there."""
    found = bytearray()
    for seed, last, end in games:
        for floor in range(1, last + 1):
            visit = FloorVisit()
            visit.seed, visit.floor, visit.arrived, visit.turns = seed, floor, 50 * floor - 50, 50
            visit.end, visit.killer = (end, 0 if end == DEAD else -1) if floor == last else (PLAYING, -1)
            found += pack(visit)
    return bytes(found)


def test_games_end_where_the_bots_runs_end() -> None:
    run = play_run(SMALL, 3, "diver")
    rulebook = load_ruleset(SMALL)

    def played(floors: int) -> BrowserGame:
        """The game of the seed as the lab plays it."""
        batch = PlainSimulator(rulebook.compiled).play(Task("diver", 3, 1, last_floor=floors), 3, 1, lambda *_: True)
        [game] = games_of(batch.visits.tobytes(), len(rulebook.monsters))
        return game

    game = played(30)
    assert run.over
    assert not run.won
    assert (game.seed, game.floor, game.outcome, game.turns) == (3, run.floor, DIED, run.turn)
    assert killers_of(rulebook)[game.killer] in ("orc", "troll")
    assert played(1)[1:3] == (1, SURVIVED)


def test_a_bot_that_does_not_exist_plays_nothing() -> None:
    with pytest.raises(InputError, match='there is no bot "divr" \\(did you mean "diver"'):
        workbench.games_to_play(workbench.source(SMALL), "divr", 3)


def test_a_change_is_that_of_the_pairs_of_the_same_seeds() -> None:
    rng = np.random.default_rng(5)
    before, after = ([(seed, int(rng.integers(1, 5)), DEAD) for seed in seeds] for seeds in (range(40), range(10, 60)))
    found = workbench.figures(workbench.source(SMALL), "diver", 4, "", rows(after), rows(before))
    last_rows = [(before[seed][1] - 1, after[seed - 10][1] - 1) for seed in range(10, 40)]
    pairs = Counter((end_code(a, DIED), end_code(b, DIED)) for a, b in last_rows)
    assert found["change"] is not None
    assert [(each["value"], each["low"], each["high"]) for each in found["change"]["hazard"]] == [
        (each.value, each.interval.low, each.interval.high) for each in paired_hazards(pairs, 4)
    ]
    assert found["after"]["hazard"][0][0] == sum(game[1] == 1 for game in after) / 50
    assert workbench.figures(workbench.source(SMALL), "diver", 4, "", rows(after), b"")["change"] is None


def test_a_targets_bands_are_drawn_and_judged_as_the_lab_does() -> None:
    bands = workbench.bands_of(TARGET, "diver")
    assert (bands["problems"], bands["floors"]) == ([], 6)
    assert [(band["floor"], band["low"], band["high"]) for band in bands["drawn"]["survival"]] == [
        (1, 0.8, 1.0),
        (2, 0.0, 0.6),
        (3, 0.0, 0.6),
    ]
    assert [(point["path"], point["floor"], point["value"]) for point in bands["points"]["survival"]] == [
        ("bands.diver.survival.1[1]", 1, 80),
        ("bands.diver.survival.1[2]", 1, 100),
        ("bands.diver.survival.2-3[1]", 2, 0),
        ("bands.diver.survival.2-3[2]", 2, 60),
    ]
    assert bands["others"] == []
    assert workbench.bands_of(TARGET, "explorer")["others"] == ["diver"]
    # All die on floor 2, by an orc.
    games = rows((seed, 2, DEAD) for seed in range(400))
    found = workbench.figures(workbench.source(SMALL), "diver", 6, TARGET, games, b"")["verdicts"]
    assert [(each["figure"], each["verdict"].partition(":")[0]) for each in found] == [
        ("survival, floor 1", "holds"),
        ("survival, floor 2", "holds"),
        ("survival, floor 3", "holds"),
        ("wins", "holds"),
        ("deaths by any other killer (orc)", "broken"),
    ]


def test_a_band_of_a_floor_that_no_game_got_to_is_said_in_the_words_of_a_check() -> None:
    bands = "survival = { 8 = [30, 60] }\nhazard = { 2 = [0, 60], 5 = [0, 60], 8 = [0, 60] }"
    target = f"floors = [1, 8]\n[bands.diver]\n{bands}"
    # Half die on floor 2, the others leave floor 4, the last that was played, alive.
    games = rows((seed, 2, DEAD) if seed % 2 else (seed, 4, WON) for seed in range(400))
    found = workbench.figures(workbench.source(SMALL), "diver", 4, target, games, b"")
    assert len(found["after"]["hazard"]) == 4
    assert [(each["figure"], each["value"], each["verdict"]) for each in found["verdicts"]] == [
        ("survival, floor 8", "?", "unclear: no game got there"),
        ("hazard, floor 2", "50.0%", "holds"),
        ("hazard, floor 5", "?", "unclear: no game got there"),
        ("hazard, floor 8", "?", "unclear: no game got there"),
    ]


def test_bands_are_judged_by_all_floors_of_the_games_even_where_the_games_before_them_were_shorter() -> None:
    target = "floors = [1, 8]\n[bands.diver]\nwins = [0, 40]\nhazard = { 6 = [60, 100] }"
    games = rows((seed, 6, DEAD) for seed in range(400))
    short = rows((seed, 4, WON) for seed in range(400))
    found = workbench.figures(workbench.source(SMALL), "diver", 4, target, games, short)
    assert [each["verdict"] for each in found["verdicts"]] == ["holds", "holds"]


def test_a_mistake_in_a_target_has_its_path() -> None:
    unknown = workbench.bands_of("[bands.dver]\nwins = [0, 1]", "diver")
    assert [each["path"] for each in unknown["problems"]] == ["bands.dver"]
    assert workbench.bands_of("[", "diver")["problems"][0]["path"].startswith("line 1")


def test_a_ruleset_that_is_not_bundled_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="found no ruleset named 'tcod'; allowed: godot"):
        workbench.source("tcod")


HOSTILE = {
    "lists without end": "x = " + "[" * 100_000 + "]" * 100_000,
    "tables without end": "x = " + "{a=" * 20_000 + "1" + "}" * 20_000,
    "a header without end": "[" + ".".join("a" * 50_000) + "]",
    "a huge number": "[hero]\nhp = " + "9" * 100_000,
    "a huge exponent": "[hero]\nhp = 1e999999",
    "too many kinds": "\n".join(f"[monsters.k{number}]" for number in range(30_000)),
    "a page's tags": '[monsters."<b>x</b>"]',
    "a terminal's codes": 'title = "\\u001b[2J\\u202e"',
    "no text": "\0" * 1000,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_text_has_problems_and_neither_hangs_nor_crashes(what: str) -> None:
    [first, *_] = workbench.check('extends = "tcod-2020"\n' + HOSTILE[what])["problems"]
    assert first["text"].isprintable()
    assert len(first["text"]) < 2_000
