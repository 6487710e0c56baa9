"""The command `steep arena`: its output in every format, and its error messages."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.lab.stats.confidence_intervals import wilson

ARENA = ("arena", "--ruleset", "tcod-2020")


def test_the_table_has_both_sides_and_the_draws(steep: Run) -> None:
    answer = steep(*ARENA, "3 orc", "1 troll", "--bouts", "500")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].startswith("tcod-2020 ")
    assert "500 bouts in a room of 20 x 12, from seed 0" in lines[0]
    assert [line.split()[:2] for line in lines[2:]] == [["3", "orc"], ["1", "troll"], ["draw", "0.0%"]]
    assert steep(*ARENA, "3 orc", "1 troll", "--bouts", "500").out == answer.out
    assert steep(*ARENA, "3 orc", "1 troll", "--bouts", "500", "--seed", "9").out != answer.out


def test_json_and_csv_have_the_figures_with_their_intervals(steep: Run) -> None:
    words = ("2 orc + troll", "troll", "--bouts", "300", "--room", "8x8")
    output = json.loads(steep(*ARENA, *words, "--format", "json").out)
    a, b, draw = output["a"], output["b"], output["draw"]
    assert (a["fighters"], b["fighters"], output["room"], output["hero"]) == ("2 orc, 1 troll", "1 troll", [8, 8], None)
    assert a["count"] + b["count"] + draw["count"] == output["bouts"] == 300
    interval = wilson(a["count"], 300)
    assert (a["share_low"], a["share_high"]) == (interval.low, interval.high)
    assert 1 <= a["survivors"] <= 3
    rows = list(csv.DictReader(io.StringIO(steep(*ARENA, *words, "--format", "csv").out)))
    assert [row["side"] for row in rows] == ["a", "b", "draw"]
    assert int(rows[0]["count"]) == a["count"]
    assert float(rows[0]["share_high"]) == interval.high


def test_the_reason_of_draws_is_printed(steep: Run, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text('extends = "tcod-2020"\n[monsters.orc]\ndefense = 9\n[monsters.troll]\ndefense = 9\n')
    output = steep("arena", "orc", "troll", "--ruleset", str(path), "--bouts", "40").out
    assert "40 draws: no remaining fighter could hurt an enemy" in output
    output = steep(*ARENA, "orc", "orc", "--bouts", "40", "--turns", "1").out
    assert "40 draws: both sides had fighters left after 1 turns" in output


def test_a_bot_plays_the_hero_whose_stats_can_be_changed(steep: Run) -> None:
    words = ("hero", "2 troll", "--bouts", "60", "--bot", "brawler", "--format", "json")
    output = json.loads(steep(*ARENA, *words).out)
    assert (output["a"]["fighters"], output["bot"]) == ("hero (brawler)", "brawler")
    assert output["hero"] == {"hp": 30, "power": 5, "defense": 2}
    strong = json.loads(steep(*ARENA, *words, "--hero", "hp=50, power=20").out)
    assert strong["hero"] == {"hp": 50, "power": 20, "defense": 2}
    assert strong["a"]["share"] == 1
    assert strong["a"]["hp_left"] > 30


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["3 orcs", "troll"], 'found no monster "orcs" in tcod-2020 (did you mean "orc"?); there are: orc, troll'),
        (["3 Cave Trolls", "orc"], 'found "3 Cave Trolls" in the side "3 Cave Trolls"; allowed: monsters'),
        (
            ["the Sump", "hero", "--ruleset", "steep"],
            'in the side "the Sump" (did you mean "sump"?); allowed: monsters',
        ),
        (["2 Orcs", "troll"], 'found no monster "Orcs" in tcod-2020 (did you mean "orc"?)'),
        (["heros", "troll"], 'found no monster "heros" in tcod-2020 (did you mean "hero"?)'),
        (["", "troll"], 'found "" in the side ""; allowed: monsters with their numbers, the hero, or both'),
        (["3", "troll"], 'found "3" in the side "3"'),
        (["orc,,troll", "troll"], 'found "" in the side "orc,,troll"'),
        (["0 orc", "troll"], 'found "0 orc"; allowed: 1 to 128 of a kind'),
        (["100 orc", "100 troll"], "found 200 monsters; allowed: at most 128 on both sides together"),
        (["hero", "hero"], "found the hero on both sides"),
        (["2 hero", "troll"], 'found the side "2 hero"; allowed: monsters with their numbers'),
        (["hero, hero", "troll"], "there is only one hero"),
        (["orc", "troll", "--room", "9"], '--room: found "9"; allowed: WxH'),
        (["orc", "troll", "--room", "79x3"], "from 1x1 to 78x43"),
        (["orc", "troll", "--room", "1x1"], "--room: found 1x1, which is too small for 2 fighters"),
        (["hero", "3 orc", "--room", "1x3"], "too small for 4 fighters"),
        (["orc", "troll", "--hero", "hp=3"], '--hero: found "hp=3", but neither side is the hero'),
        (["hero", "troll", "--hero", "hq=3"], '--hero: found "hq=3"; allowed: hp, power and defense'),
        (["hero", "troll", "--hero", "hp=0"], '--hero hp: found "0"; the hero\'s hp is a whole number from 1'),
        (["hero", "troll", "--bot", "explorr"], 'there is no bot "explorr" (did you mean "explorer"?)'),
        (["orc", "troll", "--bouts", "0"], '--bouts: found "0"; the number of bouts is a whole number from 1'),
        (["orc", "troll", "--seed", "9223372036854775807"], "would have a seed beyond 9223372036854775807"),
        (["orc", "troll", "--ruleset", "tcod"], 'found no ruleset named "tcod"'),
    ],
)
def test_a_wrong_argument_gets_one_line_and_exit_code_2(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep(*ARENA, *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_monsters_that_grow_are_as_on_the_floor_that_is_asked_for(steep: Run, tmp_path: Path) -> None:
    path = tmp_path / "grows.toml"
    path.write_text('extends = "tcod-2020"\n[monsters.orc]\ngrowth = { max_hp = 5 }\ngrows_to = 4\n', encoding="utf-8")
    words = ("arena", "orc", "troll", "--bouts", "20", "--ruleset", str(path))
    hp = {}
    for floor in ("1", "3", "9"):
        output = json.loads(steep(*words, "--floor", floor, "--format", "json").out)
        assert output["floor"] == int(floor)
        hp[floor] = output["a"]["start_hp"], output["b"]["start_hp"]
    assert hp == {"1": (10, 16), "3": (20, 16), "9": (25, 16)}
    assert "monsters as on floor 3" in steep(*words, "--floor", "3").out
    assert "as on floor" not in steep(*words).out


def test_a_wrong_floor_gets_one_line(steep: Run) -> None:
    answer = steep(*ARENA, "orc", "troll", "--floor", "0")
    assert (answer.code, answer.out) == (2, "")
    assert '--floor: found "0"; a floor is a whole number from 1 to 1000' in answer.err
