"""Lint on terrain, locks, vaults, drawn floors, and how a run is won."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_fixture_types import Load
from steep.balance.lint.all_checks import lint, survey_for_lint
from steep.balance.lint.lint_input import Finding, LintInput
from steep.balance.lint.vaults_and_drawn_floors import populated_in_vain
from steep.content import load_ruleset

RULESETS = Path(__file__).parents[1] / "support" / "rulesets"
CODES = {
    "cut-in-two",
    "key-taken-elsewhere",
    "lock-without-key",
    "no-goal",
    "no-stairs",
    "placed-in-harm",
    "scores-nothing",
    "starts-in-harm",
    "starvation",
    "theme-never-drawn",
    "unseen-harm",
    "unused-terrain",
}


def found(load: Load, text: str, samples: int = 100) -> list[Finding]:
    """The findings of this module's checks."""
    return [finding for finding in lint(load(text), samples, fast=True) if finding.code in CODES]


@pytest.mark.parametrize(
    "name",
    ["tcod-2020", *(str(path) for path in sorted(RULESETS.glob("*.toml")))],
)
def test_sound_rulesets_have_none_of_these_findings(name: str) -> None:
    assert [finding for finding in lint(load_ruleset(name), 100, fast=True) if finding.code in CODES] == []


TRAP = """
[counts]
themes_per_floor = 1
[themes.trapped]
spawn = 1
fill  = [{ terrain = "hidden_pit", count = 2 }]
[terrain.pit]
glyph = "^"
abilities = ["stakes"]
[terrain.hidden_pit]
glyph = "^"
looks_like = "floor"
found_to = "pit"
[abilities.stakes]
trigger = "enter"
shape = "self"
effects = [{ damage = "%s", type = "fire" }]
"""


class TestUnseenHarm:
    def test_a_hidden_trap_that_takes_more_than_40_percent_of_the_heros_hp_is_a_warning(self, load: Load) -> None:
        (finding,) = found(load, TRAP % "3d6")
        assert (finding.code, finding.severity, finding.subject) == ("unseen-harm", "warning", "hidden_pit")
        assert finding.numbers == {"harm": 18, "hp": 30, "share": 0.6}
        assert finding.text == (
            "hidden_pit can take 18 of the 30 HP of an average hero on floor 1 (60%) in one turn, and is hidden"
        )

    def test_one_that_takes_less_is_none(self, load: Load) -> None:
        assert found(load, TRAP % "2d6") == []

    def test_what_the_hero_resists_is_taken_off(self, load: Load) -> None:
        assert found(load, TRAP % "3d6" + "[hero]\nresist = { fire = 50 }") == []

    def test_a_trap_that_only_deeper_floors_have_is_held_against_their_hero(self, load: Load) -> None:
        deep = (TRAP % "4d6").replace("spawn = 1", "spawn = { 3 = 1 }")
        (finding,) = found(load, deep)
        assert finding.floor == 3
        assert finding.numbers["hp"] == 50
        assert found(load, deep.replace("4d6", "3d6")) == []

    def test_terrain_that_a_trap_makes_takes_hp_in_the_same_turn(self, load: Load) -> None:
        lava = (TRAP % "1d6").replace('type = "fire" }', 'type = "fire" }, { terrain = "lava" }')
        (finding,) = found(load, lava)
        assert finding.numbers["harm"] == 6 + 18

    def test_gas_that_a_trap_releases_takes_hp_in_the_same_turn(self, load: Load) -> None:
        gas = (
            '[gases.reek]\nthins = 5\nabilities = ["choke"]\n'
            '[abilities.choke]\ntrigger = "stay"\nshape = "self"\neffects = [{ damage = "2d%d" }]\n'
        )
        vent = (TRAP % "1").replace('damage = "1", type = "fire"', 'gas = "reek", amount = 20')
        (finding,) = found(load, vent + gas % 7)
        assert (finding.subject, finding.numbers["harm"]) == ("hidden_pit", 14)
        assert found(load, vent + gas % 6) == []

    @pytest.mark.parametrize(
        ("monster", "harm"),
        [
            ('abilities = ["bolt"]', 13),
            ('abilities = ["bolt"]\nspeed = 200', 26),
            ('abilities = ["bolt"]\nspeed = 200\n[abilities.bolt]\ncooldown = 5', 13),
            ("power = 15\nattack_reach = 3", 13),
            ("power = 15\nspeed = 200", 13),
            ("power = 15", None),
            ('abilities = ["glare"]', 14),
        ],
    )
    def test_monsters_are_held_to_what_they_do_in_the_turn_in_which_they_come_into_view(
        self, load: Load, monster: str, harm: int | None
    ) -> None:
        text = (
            '[abilities.bolt]\ntrigger = "turn"\nshape = "bolt"\neffects = [{ damage = 13 }]\n'
            '[abilities.glare]\ntrigger = "arrive"\nshape = "target"\neffects = [{ damage = 14 }]\n'
        )
        if "[abilities.bolt]" in monster:
            monster = monster.replace("\n[abilities.bolt]\ncooldown = 5", "")
            text = text.replace('shape = "bolt"', 'shape = "bolt"\ncooldown = 5')
        text = f"{text}[monsters.orc]\n{monster}\n[rules]\nreaction = "
        findings = [each for each in found(load, f'{text}"at_once"') if each.subject == "orc"]
        assert [each.numbers["harm"] for each in findings] == ([] if harm is None else [harm])
        assert all("that in which it comes into view" in each.text for each in findings)
        assert [each for each in found(load, f'{text}"late"') if each.subject == "orc"] == []

    def test_an_attack_by_who_is_invisible_counts_and_a_boss_is_a_note(self, load: Load) -> None:
        text = (
            '[abilities.fade]\ntrigger = "turn"\nshape = "self"\neffects = [{ status = "invisible", turns = 5 }]\n'
            '[monsters.orc]\npower = 15\nabilities = ["fade"]\n'
        )
        (finding,) = found(load, text)
        assert (finding.severity, finding.numbers["harm"]) == ("warning", 13)
        assert "while it is invisible" in finding.text
        assert found(load, text + "boss = true")[0].severity == "note"


RING = """
[counts]
vaults_per_floor = 0
[floors.ring]
floor = 1
map = '''
#########
#..~~~..#
#@.~~~.>#
#..~~~..#
#########'''
legend = { "~" = "%s" }
"""


class TestCutInTwo:
    @pytest.mark.parametrize("terrain", ["lava", "hidden_spike_trap"])
    def test_stairs_behind_harm_are_an_error_with_the_share_and_the_seed_to_look_at(
        self, load: Load, terrain: str
    ) -> None:
        findings = [each for each in found(load, RING % terrain) if each.code == "cut-in-two"]
        (finding,) = findings
        assert (finding.severity, finding.floor, finding.evidence) == ("error", 1, "floors")
        assert finding.numbers == {
            "found": 10,
            "floors": 10,
            "share": 1.0,
            "share_low": pytest.approx(0.7),
            "share_high": 1.0,
            "seed": 0,
        }
        assert "have no harmless way to the stairs, all of them only through harm" in finding.text
        assert finding.text.endswith("steep roll --floors 1 --seed 0")

    @pytest.mark.parametrize("terrain", ["shallow_water", "secret_door"])
    def test_what_hurts_nobody_cuts_no_floor(self, load: Load, terrain: str) -> None:
        assert found(load, RING % terrain) == []

    def test_a_locked_door_with_its_key_cuts_no_floor(self, load: Load) -> None:
        assert found(load, LOCKED % rows("#@k+.>#")) == []

    def test_parts_that_nobody_needs_are_a_warning(self, load: Load) -> None:
        (finding,) = found(load, (RING % "lava").replace("#@.~~~.>#", "#@>~~~..#"))
        assert (finding.code, finding.severity) == ("cut-in-two", "warning")
        assert "have parts that can't be reached unhurt" in finding.text

    def test_doorways_with_harm_in_them_cut_some_of_the_floors_that_are_dug(self, load: Load) -> None:
        halls = '[layouts.halls]\ngenerator = "partition"\nspawn = 1\nloops = 0\ndoors = 2\ndoor = "%s"\n'
        findings = found(load, halls % "spike_trap", 600)
        assert {(each.code, each.severity) for each in findings} == {("cut-in-two", "error")}
        for finding in findings:
            low, share, high = (float(finding.numbers[name]) for name in ("share_low", "share", "share_high"))
            assert 0 < low < share == int(finding.numbers["found"]) / 60 < high < 1
        assert found(load, halls % "door", 100) == []

    def test_themes_and_overlays_of_lava_cut_no_floor(self, load: Load) -> None:
        flood = '[counts]\nthemes_per_floor = 4\n[themes.flood]\nspawn = 1\nfill = [{ terrain = "lava", count = 40 }]\n'
        lakes = (
            '[layouts.it]\ngenerator = "caves"\nspawn = 1\noverlays = [{ terrain = "lava", count = 3, cells = 60 }]\n'
        )
        assert found(load, flood + lakes, 100) == []


class TestPlaces:
    def test_a_hero_that_arrives_in_harm_is_an_error(self, load: Load) -> None:
        text = (RING % "floor").replace('"~" = "floor"', '"~" = "floor", "@" = { start = true, terrain = "lava" }')
        (finding,) = [each for each in found(load, text) if each.code == "starts-in-harm"]
        assert (finding.severity, finding.floor) == ("error", 1)

    def test_a_monster_that_a_map_puts_in_harm_is_a_warning_unless_it_bears_it(self, load: Load) -> None:
        text = (RING % "floor").replace('"~" = "floor"', '"~" = { terrain = "deep_water", monster = "orc" }')
        text = text.replace("#..~~~..#\n#@.~~~.>#\n#..~~~..#", "#..~~~..#\n#@.....>#\n#.......#")
        (finding,) = [each for each in found(load, text) if each.code == "placed-in-harm"]
        assert (finding.subject, finding.severity) == ("orc", "warning")
        for key in ('moves = "swims"', 'moves = "flies"', "resist = { plain = 100 }"):
            assert [each for each in found(load, f"{text}[monsters.orc]\n{key}") if each.code == "placed-in-harm"] == []

    def test_terrain_that_no_floor_has_is_noted(self, load: Load) -> None:
        mud = '[terrain.mud]\nglyph = ","\n'
        (finding,) = found(load, mud)
        assert (finding.code, finding.severity, finding.subject) == ("unused-terrain", "note", "mud")
        for user in (
            '[layouts.it]\ngenerator = "caves"\nspawn = 1\noverlays = [{ terrain = "mud", count = 1, cells = 9 }]\n',
            '[terrain.rock]\ndigs_to = "mud"\n[abilities.dig]\nshape = "bolt"\neffects = [{ dig = true }]\n'
            '[items.pick]\nglyph = "/"\nspawn = 1\nabilities = ["dig"]\n',
            '[abilities.spill]\nshape = "self"\neffects = [{ terrain = "mud" }]\n'
            '[items.jar]\nglyph = "/"\nspawn = 1\nabilities = ["spill"]\n',
        ):
            assert found(load, mud + user) == []

    def test_gas_that_nothing_releases_is_noted(self, load: Load) -> None:
        (finding,) = found(load, "[gases.reek]\nthins = 5\n")
        assert (finding.code, finding.subject) == ("unused-terrain", "reek")


class TestThemes:
    def test_a_theme_that_no_floor_draws_is_a_warning(self, load: Load) -> None:
        theme = '[themes.garden]\nspawn = { 2 = 1 }\nfill = [{ terrain = "grass", count = 3 }]\n'
        (finding,) = found(load, theme)
        assert (finding.code, finding.subject) == ("theme-never-drawn", "garden")
        assert found(load, f"[counts]\nthemes_per_floor = 1\n{theme}") == []


LOCKED = """
[items.iron_key]
glyph = "-"
[terrain.iron_door]
glyph = "+"
solid = true
opaque = true
opens_to = "open_door"
key_item = "iron_key"
[floors.cellar]
floor = 3
map = '''
%s
'''
legend = { "+" = "iron_door", k = { item = "iron_key" }, K = { item = "iron_key", chance = 50 } }
"""


def rows(row: str) -> str:
    """A map with one row between two of rock."""
    return f"{'#' * len(row)}\n{row}\n{'#' * len(row)}"


class TestLocks:
    @pytest.mark.parametrize(
        ("row", "code", "severity"),
        [
            ("#@k+.>#", "", ""),
            ("#@.+k>#", "lock-without-key", "error"),
            ("#@K+.>#", "lock-without-key", "error"),
            ("#.+@k+k>#", "key-taken-elsewhere", "warning"),
            ("#.+k@k+>#", "", ""),
        ],
    )
    def test_doors_that_stay_shut_in_each_order_are_errors_and_in_one_warnings(
        self, load: Load, row: str, code: str, severity: str
    ) -> None:
        findings = [each for each in found(load, LOCKED % rows(row)) if each.code != "cut-in-two"]
        assert [(each.code, each.severity) for each in findings] == ([(code, severity)] if code else [])

    def test_keys_that_may_be_missing_are_not_counted(self, load: Load) -> None:
        (finding,) = found(load, LOCKED % rows("#@K+.>#"))
        assert (finding.subject, finding.numbers) == ("cellar", {"doors": 1, "keys": 0})

    def test_the_doors_are_named_by_their_place(self, load: Load) -> None:
        (finding,) = found(load, LOCKED % rows("#@.+k>#"))
        assert "that in row 2, column 4: their keys are behind them" in finding.text

    def test_keys_that_the_hero_starts_with_open_doors_on_the_first_floor_alone(self, load: Load) -> None:
        text = LOCKED % rows("#@.+.>#") + '[hero]\nstart = [{ item = "iron_key" }]\n'
        assert [each.code for each in found(load, text)] == ["lock-without-key"]
        assert found(load, text.replace("floor = 3", "floor = 1")) == []


END = "[run]\nlast_floor = 4\n"
WALLED = "[floors.cell]\nfloor = %d\nmap = '''\n#####\n#@..#\n#####'''\n"


class TestRuns:
    def test_a_floor_without_a_way_down_is_an_error_where_the_run_goes_on_below(self, load: Load) -> None:
        (finding,) = found(load, END + WALLED % 2)
        assert (finding.code, finding.severity, finding.floor) == ("no-stairs", "error", 2)
        (last,) = found(load, END + WALLED % 4)
        assert (last.severity, last.floor) == ("error", 4)
        (endless,) = found(load, WALLED % 2)
        assert (endless.severity, endless.floor) == ("note", 2)

    def test_a_trapdoor_is_a_way_down(self, load: Load) -> None:
        text = END + (WALLED % 2).replace("@..", "@.^") + 'legend = { "^" = "hidden_trapdoor" }\n'
        assert [each.severity for each in found(load, text)] == ["note"]

    def test_a_goal_on_the_last_floor_needs_no_stairs(self, load: Load) -> None:
        goal = END + 'goal_item = "orb"\n[items.orb]\nglyph = "o"\n'
        assert found(load, goal) == []
        assert found(load, goal + WALLED % 4) == []

    def test_a_goal_behind_harm_is_an_error(self, load: Load) -> None:
        goal = '[run]\nlast_floor = 1\ngoal_item = "orb"\n[items.orb]\nglyph = "o"\n' + RING % "lava"
        (finding,) = found(load, goal)
        assert (finding.code, finding.severity) == ("cut-in-two", "error")
        assert "have no harmless way to the goal" in finding.text

    def test_a_hero_that_starves_on_the_shortest_ways_is_an_error(self, load: Load) -> None:
        hunger = "[hunger]\nfull = %d\nstages = [{ name = 'starving', below = 0, hp = 1 }]\n"
        (finding,) = found(load, END + hunger % 20)
        assert (finding.code, finding.severity, finding.subject) == ("starvation", "error", "hunger")
        assert float(finding.numbers["steps"]) > float(finding.numbers["turns"]) == 20 + 30
        assert found(load, END + hunger % 400) == []
        assert found(load, hunger % 20) == []

    def test_food_on_the_way_counts(self, load: Load) -> None:
        hunger = "[hunger]\nfull = 100\nstart = 20\nstages = [{ name = 'starving', below = 0, hp = 1 }]\n"
        food = (
            '[items.ration]\nglyph = "%"\nspawn = 1000\nabilities = ["meal"]\n'
            '[abilities.meal]\nshape = "self"\neffects = [{ feed = 90 }]\n[counts]\nitems_per_room = 6\n'
        )
        assert [each.code for each in found(load, END + hunger)] == ["starvation"]
        assert found(load, END + hunger + food) == []

    def test_points_for_what_no_run_gives_are_warnings(self, load: Load) -> None:
        findings = found(load, "[score]\ngold = 1\nwin = 100\n")
        assert {(each.code, each.subject) for each in findings} == {
            ("scores-nothing", "gold"),
            ("scores-nothing", "win"),
        }
        gold = '[items.coins]\nglyph = "$"\nspawn = 1\ngold = { 1 = "2d6" }\n'
        assert found(load, f"[score]\ngold = 1\nwin = 100\n{END}{gold}") == []

    def test_no_floor_below_the_last_is_checked(self, load: Load) -> None:
        (finding,) = [each for each in lint(load("[run]\nlast_floor = 2\n"), 100, fast=True) if each.subject == "troll"]
        assert finding.code == "never-drawn"
        assert "but floor 2 is the last" in finding.text

    def test_a_last_floor_without_room_for_its_goal_is_an_error(self, load: Load) -> None:
        boss = '[run]\nlast_floor = 2\ngoal_monster = "orc"\n'
        closet = "[floors.closet]\nfloor = 2\nmap = '''\n####\n#@##\n####'''\n"
        (finding,) = [each for each in found(load, boss + closet) if each.code == "no-goal"]
        assert (finding.severity, finding.floor, finding.numbers["found"]) == ("error", 2, 10)
        assert found(load, boss + closet.replace("@#", "@.")) == []


CODES_OF_MAPS = (
    "vault-never-placed",
    "vaults-dropped",
    "not-guaranteed",
    "never-played",
    "populated-in-vain",
)
DEN = "[vaults.den]\nspawn = { 2 = 3 }\nmap = '''\n###\n#..\n###'''\n"
HALL = "[floors.hall]\nfloor = 3\nmap = '''\n#####\n#@.>#\n#####'''\n"


def found_on_maps(load: Load, text: str) -> list[Finding]:
    """The findings about drawn maps."""
    return [finding for finding in lint(load(text), 100, fast=True) if finding.code in CODES_OF_MAPS]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DEN, "no floor on which it has weight draws vaults (counts.vaults_per_floor)"),
        (f"[counts]\nvaults_per_floor = {{ 1 = 1, 2 = 0 }}\n{DEN}", "no floor on which it has weight draws vaults"),
        (
            "[counts]\nvaults_per_floor = 1\n" + DEN.replace("2 = 3", "2 = 0"),
            "it has no weight on any floor, and no placed vault has its key in it",
        ),
        (
            "[counts]\nvaults_per_floor = 1\n[map]\nheight = 12\nwidth = 12\nroom_min = 3\nroom_max = 4\n"
            "[vaults.den]\nspawn = 1\nmap = '...........'\n",
            "it is 11 x 1, and a map has room for 10 x 10",
        ),
    ],
)
def test_a_vault_that_can_never_be_placed_is_a_warning(load: Load, text: str, reason: str) -> None:
    finding = found_on_maps(load, text)[0]
    assert (finding.code, finding.severity, finding.subject) == ("vault-never-placed", "warning", "den")
    assert reason in finding.text


def test_a_vault_that_is_placed_is_no_finding(load: Load) -> None:
    assert found_on_maps(load, f"[counts]\nvaults_per_floor = 1\n{DEN}{HALL}") == []


def test_a_vault_for_which_no_floor_has_room_is_a_warning(load: Load) -> None:
    hall = "\n".join(["." * 20] * 20)
    text = (
        "[counts]\nvaults_per_floor = 1\n[map]\nwidth = 22\nheight = 22\n"
        f"[vaults.hall]\nspawn = 1\nmap = '''\n{hall}'''\n"
    )
    (finding,) = [each for each in found_on_maps(load, text) if each.code == "vault-never-placed"]
    assert (finding.subject, finding.evidence) == ("hall", "floors")
    assert "found no place on any of the generated floors" in finding.text
    assert found_on_maps(load, text.replace(hall, "...\n...")) == []


def test_a_vault_below_the_last_floor_is_a_warning(load: Load) -> None:
    text = "[counts]\nvaults_per_floor = 1\n[run]\nlast_floor = 3\n[vaults.den]\nspawn = { 4 = 1 }\nmap = '...'\n"
    (finding,) = found_on_maps(load, text)
    assert finding.code == "vault-never-placed"


def test_floors_on_which_many_vaults_find_no_place_are_a_warning(load: Load) -> None:
    (finding,) = found_on_maps(
        load,
        "[counts]\nvaults_per_floor = 4\n[map]\nwidth = 24\nheight = 24\n"
        "[vaults.plaza]\nspawn = 1\nmap = '''\n" + "\n".join([" " * 10] + [" " + "." * 8 + " "] * 8) + "'''\n",
    )
    assert (finding.code, finding.floor) == ("vaults-dropped", 1)
    assert finding.numbers["placed"] + finding.numbers["dropped"] == pytest.approx(4)  # type: ignore[operator]


def test_a_monster_that_is_guaranteed_on_a_drawn_floor_is_a_warning(load: Load) -> None:
    text = "[monsters.troll]\nguaranteed_on = [2, 3]\n"
    (finding,) = found_on_maps(load, HALL + text)
    assert (finding.code, finding.floor, finding.subject) == ("not-guaranteed", 3, "troll")
    assert found_on_maps(load, HALL + "populate = true\n" + text) == []


def test_a_drawn_floor_below_the_last_is_a_warning_and_nothing_else_is_said_of_it(load: Load) -> None:
    imp = "[monsters.imp]\nglyph = 'i'\nhp = 3\npower = 3\ndefense = 0\nxp = 1\n"
    hall = HALL.replace("floor = 3", "floor = [3, 7]").replace("@.>", "@i.") + "legend = { i = { monster = 'imp' } }\n"
    (finding,) = found_on_maps(load, f"[run]\nlast_floor = 3\ngoal_monster = 'imp'\n{imp}{hall}")
    assert (finding.code, finding.severity, finding.floor) == ("never-played", "warning", 7)
    assert finding.text == "floor 7 (hall) is never played: floor 3 is the last"


def test_what_only_a_floor_below_the_last_has_is_said_to_be_there(load: Load) -> None:
    imp = "[monsters.imp]\nglyph = 'i'\nhp = 3\npower = 3\ndefense = 0\nxp = 1\n"
    hall = HALL.replace("@.>", "@i>") + "legend = { i = { monster = 'imp' } }\n"
    findings = lint(load(f"[run]\nlast_floor = 2\n{imp}{hall}"), 20, fast=True)
    texts = [finding.text for finding in findings if finding.code == "absent"]
    assert texts == ["imp has no weight on any floor and is drawn only where nobody plays"]


@pytest.mark.parametrize(("legend", "vain"), [("lava", 1), ("grass", 0)])
@pytest.mark.parametrize("drawn", [HALL, DEN])
def test_what_is_populated_without_a_cell_for_anything_is_a_warning(
    load: Load, drawn: str, legend: str, vain: int
) -> None:
    text = f"{drawn}populate = true\nlegend = {{ '.' = '{legend}' }}\n"
    data = LintInput(load(text), survey_for_lint(load(""), 1, fast=True), 0)
    assert [each.code for each in populated_in_vain(data)] == ["populated-in-vain"] * vain


def test_what_only_a_map_brings_is_not_called_absent(load: Load) -> None:
    text = (
        "[monsters.imp]\nglyph = 'i'\nhp = 3\npower = 3\ndefense = 0\nxp = 1\n"
        + HALL.replace("@.>", "@i>")
        + "legend = { i = { monster = 'imp' } }\n"
    )
    subjects = {finding.subject for finding in lint(load(text), 100, fast=True) if finding.code == "absent"}
    assert subjects == set()
