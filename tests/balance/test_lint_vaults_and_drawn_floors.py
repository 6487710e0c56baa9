"""`steep lint` finds vaults that are never placed, and faults of drawn floors."""

from __future__ import annotations

import pytest

from command_fixture_types import Load
from steep.balance.lint.all_checks import lint, survey_for_lint
from steep.balance.lint.finding import Finding
from steep.balance.lint.lint_input import LintInput
from steep.balance.lint.vaults_and_drawn_floors import populated_in_vain

CODES = (
    "vault-never-placed",
    "vaults-dropped",
    "not-guaranteed",
    "never-played",
    "populated-in-vain",
)

DEN = "[vaults.den]\nspawn = { 2 = 3 }\nmap = '''\n###\n#..\n###'''\n"
HALL = "[floors.hall]\nfloor = 3\nmap = '''\n#####\n#@.>#\n#####'''\n"


def found(load: Load, text: str) -> list[Finding]:
    """The findings about drawn maps."""
    return [finding for finding in lint(load(text), 100, fast=True) if finding.code in CODES]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DEN, "no floor on which it has weight draws vaults (counts.vaults_per_floor)"),
        (f"[counts]\nvaults_per_floor = {{ 1 = 1, 2 = 0 }}\n{DEN}", "no floor on which it has weight draws vaults"),
        (
            "[counts]\nvaults_per_floor = 1\n" + DEN.replace("2 = 3", "2 = 0"),
            "it has no weight on any floor, and no vault that is placed has its key in it",
        ),
        (
            "[counts]\nvaults_per_floor = 1\n[map]\nheight = 12\nwidth = 12\nroom_min = 3\nroom_max = 4\n"
            "[vaults.den]\nspawn = 1\nmap = '...........'\n",
            "it is 11 x 1, and a map has room for 10 x 10",
        ),
    ],
)
def test_a_vault_that_can_never_be_placed_is_a_warning(load: Load, text: str, reason: str) -> None:
    finding = found(load, text)[0]
    assert (finding.code, finding.severity, finding.subject) == ("vault-never-placed", "warning", "den")
    assert reason in finding.text


def test_a_vault_that_is_placed_is_no_finding(load: Load) -> None:
    assert found(load, f"[counts]\nvaults_per_floor = 1\n{DEN}{HALL}") == []


def test_a_vault_for_which_no_floor_has_room_is_a_warning(load: Load) -> None:
    hall = "\n".join(["." * 20] * 20)
    text = (
        "[counts]\nvaults_per_floor = 1\n[map]\nwidth = 22\nheight = 22\n"
        f"[vaults.hall]\nspawn = 1\nmap = '''\n{hall}'''\n"
    )
    (finding,) = [each for each in found(load, text) if each.code == "vault-never-placed"]
    assert (finding.subject, finding.evidence) == ("hall", "floors")
    assert "found no place on any of the generated floors" in finding.text
    assert found(load, text.replace(hall, "...\n...")) == []


def test_a_vault_below_the_last_floor_is_a_warning(load: Load) -> None:
    text = "[counts]\nvaults_per_floor = 1\n[run]\nlast_floor = 3\n[vaults.den]\nspawn = { 4 = 1 }\nmap = '...'\n"
    (finding,) = found(load, text)
    assert finding.code == "vault-never-placed"


def test_floors_on_which_many_vaults_find_no_place_are_a_warning(load: Load) -> None:
    (finding,) = found(
        load,
        "[counts]\nvaults_per_floor = 4\n[map]\nwidth = 24\nheight = 24\n"
        "[vaults.plaza]\nspawn = 1\nmap = '''\n" + "\n".join([" " * 10] + [" " + "." * 8 + " "] * 8) + "'''\n",
    )
    assert (finding.code, finding.floor) == ("vaults-dropped", 1)
    assert finding.numbers["placed"] + finding.numbers["dropped"] == pytest.approx(4)  # type: ignore[operator]


def test_a_monster_that_is_guaranteed_on_a_drawn_floor_is_a_warning(load: Load) -> None:
    text = "[monsters.troll]\nguaranteed_on = [2, 3]\n"
    (finding,) = found(load, HALL + text)
    assert (finding.code, finding.floor, finding.subject) == ("not-guaranteed", 3, "troll")
    assert found(load, HALL + "populate = true\n" + text) == []


def test_a_drawn_floor_below_the_last_is_a_warning_and_nothing_else_is_said_of_it(load: Load) -> None:
    imp = "[monsters.imp]\nglyph = 'i'\nhp = 3\npower = 3\ndefense = 0\nxp = 1\n"
    hall = HALL.replace("floor = 3", "floor = [3, 7]").replace("@.>", "@i.") + "legend = { i = { monster = 'imp' } }\n"
    (finding,) = found(load, f"[run]\nlast_floor = 3\ngoal_monster = 'imp'\n{imp}{hall}")
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
