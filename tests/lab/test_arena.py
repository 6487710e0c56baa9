"""`steep.lab.arena` and `steep arena`: who fights whom, what is told of it, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.lab import Progress, arena

ARENA = ("arena", "--ruleset", "tcod-2020")


def test_the_seed_decides_the_bouts(steep: Run) -> None:
    words = (*ARENA, "3 orc", "1 troll", "--bouts", "500")
    answer = steep(*words)
    assert "500 bouts in a room of 20 x 12, from seed 0" in answer.out
    assert steep(*words).out == answer.out
    assert steep(*words, "--seed", "9").out != answer.out


@pytest.mark.parametrize(
    ("a", "b", "defense", "turns", "why"),
    [
        ("orc", "troll", 9, 1000, "40 draws: no remaining fighter could hurt an enemy"),
        ("orc", "orc", 0, 1, "40 draws: both sides had fighters left after 1 turns"),
    ],
)
def test_the_reason_of_draws_is_told(tmp_path: Path, a: str, b: str, defense: int, turns: int, why: str) -> None:
    path = tmp_path / "my.toml"
    path.write_text(f'extends = "tcod-2020"\n[monsters.orc]\ndefense = {defense}\n[monsters.troll]\ndefense = 9\n')
    assert arena(a, b, path, bouts=40, turns=turns).sentences == (why,)


def test_a_bot_plays_the_hero_whose_stats_can_be_changed(steep: Run) -> None:
    words = ("hero", "2 troll", "--bouts", "60", "--bot", "brawler", "--format", "json")
    output = json.loads(steep(*ARENA, *words).out)
    assert (output["sides"][0]["fighters"], output["bot"]) == ("hero (brawler)", "brawler")
    assert output["hero"] == {"hp": 30, "power": 5, "defense": 2}
    strong = json.loads(steep(*ARENA, *words, "--hero", "hp=50, power=20").out)
    assert strong["hero"] == {"hp": 50, "power": 20, "defense": 2}
    assert strong["sides"][0]["share"] == 1
    assert strong["sides"][0]["hp_left"] > 30


def test_monsters_that_grow_are_as_on_the_floor_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "grows.toml"
    path.write_text('extends = "tcod-2020"\n[monsters.orc]\ngrowth = { max_hp = 5 }\ngrows_to = 4\n', encoding="utf-8")
    fights = {floor: arena("orc", "troll", path, bouts=20, floor=floor) for floor in (1, 3, 9)}
    hp = {floor: [row["start_hp"] for row in each.rows()[:2]] for floor, each in fights.items()}
    assert hp == {1: [10, 16], 3: [20, 16], 9: [25, 16]}
    assert {floor: "monsters as on floor" in str(each) for floor, each in fights.items()} == {
        1: False,
        3: True,
        9: True,
    }


def test_progress_can_stop_the_fights() -> None:
    told: list[Progress] = []

    def stop(now: Progress) -> None:
        told.append(now)
        now.stop()

    stopped = arena("orc", "troll", "tcod-2020", bouts=10**6, progress=stop)
    assert stopped.facts["bouts"] < 10**6 == told[0].wanted
    assert (stopped.facts["turns"] is None) == (stopped.facts["bouts"] == 0)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["3 orcs", "troll"], 'found no monster "orcs" in tcod-2020 (did you mean "orc"?); there are: orc, troll'),
        (["3 Cave Trolls", "orc"], 'found no monster "Cave Trolls" in tcod-2020; there are: orc, troll'),
        (["the Sump", "hero", "--ruleset", "steep"], 'found no monster "the Sump" in steep (did you mean "sump"?)'),
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
        (["hero", "troll", "--hero", "hq=3"], '--hero: found "hq"; allowed: hp, power and defense'),
        (["hero", "troll", "--hero", "hp=0"], "--hero hp: found 0; allowed: a whole number from 1"),
        (["hero", "troll", "--bot", "explorr"], 'there is no bot "explorr" (did you mean "explorer"?)'),
        (["orc", "troll", "--bouts", "0"], "--bouts: found 0; allowed: a whole number from 1"),
        (["orc", "troll", "--seed", "9223372036854775807"], "would have a seed beyond 9223372036854775807"),
        (["orc", "troll", "--ruleset", "tcod"], 'found no ruleset named "tcod"'),
        (["orc", "troll", "--floor", "0"], "--floor: found 0; allowed: a whole number from 1 to 1000"),
    ],
)
def test_a_wrong_argument_gets_one_line_and_exit_code_2(words: list[str], complaint: str, steep: Run) -> None:
    answer = steep(*ARENA, *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1
