"""`steep lint` knows what abilities, statuses and resistances do, and holds threats against duels that are played."""

from __future__ import annotations

import json
import re

import pytest

from command_fixture_types import Load, Run, Write
from steep.balance.arena import COMPILED_FROM
from steep.balance.lint import lint_input
from steep.balance.lint.all_checks import find, lint, survey_for_lint
from steep.balance.lint.lint_input import Finding, LintInput
from steep.content import Rulebook, load_ruleset

DUELS = 12


def findings(book: Rulebook, code: str, subject: str, number: int = DUELS) -> list[Finding]:
    found = lint(book, 50, duels=number, fast=True)
    return [each for each in found if (each.code, each.subject) == (code, subject)]


def a_kind(key: str, keys: str, ability: str = "") -> str:
    """A kind of monster with 12 HP and power 0, and with an ability if its lines are given."""
    stats = {"hp": "12", "power": "0", "defense": "0"} | dict(re.findall(r"^(\w+) = (.*)$", keys, re.MULTILINE))
    lines = "\n".join(f"{name} = {value}" for name, value in stats.items())
    kind = f'[monsters.{key}]\nglyph = "c"\nxp = 1\nspawn = 9\n{lines}\n'
    return f'[abilities.of_{key}]\n{ability}\n{kind}abilities = ["of_{key}"]\n' if ability else kind


BOLT = 'trigger = "turn"\nshape = "bolt"\nreach = 6\neffects = [{ damage = 3, type = "fire" }]'
VENOM = 'trigger = "hit"\nshape = "touch"\neffects = [{ status = "poisoned", turns = 9 }]'
CALL = 'trigger = "turn"\nshape = "self"\ncooldown = 99\neffects = [{ summon = "troll", count = 3 }]'
MEND = 'trigger = "turn"\nshape = "view"\naffects = "allies"\neffects = [{ heal = 4 }]'
BLESS = 'trigger = "turn"\nshape = "view"\naffects = "allies"\neffects = [{ status = "strengthened", turns = 9 }]'
CURSE = 'trigger = "turn"\nshape = "target"\neffects = [{ stat = "defense", amount = -1 }]'
ZAP = '[abilities.zap]\nshape = "target"\neffects = [{ damage = 9 }]\n[items.wand]\nglyph = "/"\nabilities = ["zap"]\n'
IMMUNE_HERO = """
[hero]
slots = ["ring"]
start = [{ item = "ring_of_fire", equipped = true }]
[items.ring_of_fire]
glyph = "="
slot = "ring"
resist = { fire = 100 }
"""

CODE = "threat-disagrees-with-duels"


@pytest.mark.parametrize("name", ["tcod-2020", "godot"])
def test_threats_of_the_tutorials_agree_with_duels(name: str) -> None:
    book = load_ruleset(name)
    found = lint(book, 50, duels=DUELS, fast=True)
    assert [each for each in found if each.code == CODE and each.subject in ("orc", "troll")] == []


@pytest.mark.parametrize("ability", [BOLT, VENOM, CALL])
def test_who_harms_by_an_ability_alone_has_a_higher_threat_than_computed(ability: str, load: Load) -> None:
    book = load(a_kind("mage", "", ability))
    (finding,) = findings(book, CODE, "mage")
    assert (finding.severity, finding.floor, finding.numbers["computed"]) == ("warning", 1, 1)
    assert float(finding.numbers["cost_low"]) > 0.1
    assert re.search(r"computed threat of 1, which means 0% .* measured in 12 duels, it costs \d+% ", finding.text)
    assert findings(book, "harmless", "mage") == []


def test_a_declared_threat_is_held_against_duels_too(load: Load) -> None:
    (finding,) = findings(load("[monsters.orc]\nthreat = 900"), CODE, "orc")
    assert finding.numbers["declared"] == 900
    assert findings(load("[monsters.orc]\nthreat = 60"), CODE, "orc") == []


def test_a_declared_threat_that_agrees_with_duels_need_not_agree_with_the_formula(load: Load) -> None:
    (finding,) = findings(load(a_kind("mage", "", BOLT)), CODE, "mage")
    cost = (float(finding.numbers["cost_low"]) + float(finding.numbers["cost_high"])) / 2
    declared = load(a_kind("mage", f"threat = {round(1000 * cost)}", BOLT))
    assert findings(declared, CODE, "mage") == findings(declared, "threat-disagrees", "mage") == []


def test_a_resisted_bolt_costs_nothing(load: Load) -> None:
    assert findings(load(a_kind("mage", "", BOLT) + IMMUNE_HERO), CODE, "mage") == []


def test_an_armoured_hero_is_not_invulnerable_to_fire(load: Load) -> None:
    armoured = "[hero]\ndefense = 20\n"
    assert findings(load(armoured), "invulnerable", "monsters")
    assert findings(load(armoured + a_kind("mage", "", BOLT)), "invulnerable", "monsters") == []


@pytest.mark.parametrize("ability", [BLESS, CURSE])
def test_nothing_is_harmless_beside_who_changes_power_or_defense(ability: str, load: Load) -> None:
    weak_orc = "[monsters.orc]\npower = 2\n"
    assert findings(load(weak_orc), "harmless", "orc")
    assert findings(load(weak_orc + a_kind("shaman", "", ability)), "harmless", "orc") == []


def test_a_healer_is_no_fault_but_healers_alone_hurt_nobody(load: Load) -> None:
    healers = "[monsters.orc]\nspawn = 0\n[monsters.troll]\nspawn = 0\n" + a_kind("healer", "", MEND)
    assert findings(load(healers), "harmless", "healer") == []
    assert findings(load(healers), "invulnerable", "monsters")


IMMUNE = a_kind("ghost", "power = 3\nresist = { plain = 100 }")


def test_who_resists_the_heros_damage_cannot_be_hurt_whatever_its_power(load: Load) -> None:
    (finding,) = findings(load(IMMUNE), "unhurtable", "ghost")
    assert "no hero can hurt it there" in finding.text
    assert "it resists that type of damage" in finding.text


@pytest.mark.parametrize(
    "means",
    [
        ZAP + "spawn = 5\n",
        '[hero]\nslots = ["weapon"]\n'
        '[items.brand]\nglyph = "|"\nslot = "weapon"\npower = 1\ndamage_type = "fire"\nspawn = 5\n',
        ZAP.replace("damage = 9", 'transform = "orc"') + "spawn = 5\n",
    ],
    ids=["a wand", "a weapon of another type", "a wand that turns it into an orc"],
)
def test_who_can_be_hurt_by_what_is_found_is_not_unhurtable(means: str, load: Load) -> None:
    book = load(IMMUNE + means)
    assert findings(book, "unhurtable", "ghost") == []
    assert findings(book, "unhurt", "ghost")


def test_a_fight_that_abilities_decide_is_lost_or_costly_as_measured(load: Load) -> None:
    arch_mage = a_kind("mage", "hp = 60", BOLT.replace("3", "9"))
    (lost,) = findings(load(arch_mage), "lost-fight", "mage")
    assert (lost.severity, lost.numbers["duels"]) == ("error", DUELS)
    assert float(lost.numbers["lost_low"]) > 0.5
    assert "loses to mage: measured in 12 duels" in lost.text
    assert findings(load(arch_mage), "lost-fight", "mage", 0) == []
    (costly,) = findings(load(a_kind("mage", "hp = 20", BOLT)), "costly-fight", "mage")
    assert "measured in" in costly.text


def test_what_arithmetic_proves_is_not_measured(load: Load) -> None:
    (lost,) = findings(load("[monsters.troll]\npower = 40"), "lost-fight", "troll")
    assert "it dies after" in lost.text
    assert "duels" not in lost.numbers


FAST_BLADE = '[items.blade]\nglyph = "|"\nslot = "weapon"\n{keys}\n'
ARMED = '[hero]\nslots = ["weapon"]\nstart = [{ item = "blade", equipped = true }]\n'


@pytest.mark.parametrize(
    "piece",
    [
        a_kind("ogre", "hp = 60\npower = 4\nattack_time = 50"),
        a_kind("ogre", "hp = 60\npower = 4") + "[hero]\nspeed = 80",
        a_kind("ogre", "hp = 60\npower = 4") + ARMED + FAST_BLADE.format(keys="attack_reach = 2"),
    ],
    ids=["attack time", "hero's speed", "weapon's reach"],
)
def test_what_takes_other_times_or_reaches_farther_is_measured(piece: str, load: Load) -> None:
    book = load(piece)
    fights = findings(book, "lost-fight", "ogre") + findings(book, "costly-fight", "ogre")
    assert fights
    assert all("measured in" in finding.text for finding in fights)


def test_without_duels_times_and_speeds_count_in_the_arithmetic(load: Load) -> None:
    assert findings(load(a_kind("ogre", "hp = 30\npower = 4")), "costly-fight", "ogre", 0) == []
    (fast,) = findings(load(a_kind("ogre", "hp = 30\npower = 4\nattack_time = 50")), "costly-fight", "ogre", 0)
    assert "In that time, at the speeds of both, its hits of 2 cost 20 of 30 HP" in fast.text


def test_a_heros_own_abilities_count_in_duels(load: Load) -> None:
    ogre = a_kind("ogre", "hp = 60\npower = 6")
    assert findings(load(ogre), "lost-fight", "ogre")
    drain = '[abilities.leech]\ntrigger = "hit"\nshape = "touch"\neffects = [{ drain = 9 }]\n'
    blade = '[items.blade]\nglyph = "|"\nslot = "weapon"\nabilities = ["leech"]\n'
    hero = '[hero]\nslots = ["weapon"]\nstart = [{ item = "blade", equipped = true }]\n'
    assert findings(load(ogre + drain + blade + hero), "lost-fight", "ogre") == []


def test_only_many_duels_are_worth_compiling(load: Load) -> None:
    book = load(a_kind("mage", "", BOLT))
    survey = survey_for_lint(book, 50, fast=False)
    assert not LintInput(book, survey, DUELS).fast_duels
    assert LintInput(book, survey, COMPILED_FROM).fast_duels


def test_compiled_duels_find_what_plain_ones_do(monkeypatch: pytest.MonkeyPatch, load: Load) -> None:
    ogre = a_kind("ogre", "hp = 60\npower = 6")
    book = load(a_kind("mage", "", BOLT) + a_kind("snake", "", VENOM) + ogre)
    survey = survey_for_lint(book, 50, fast=False)
    plain = LintInput(book, survey, DUELS)
    found = find(plain)
    monkeypatch.setattr(lint_input, "COMPILED_FROM", 1)
    fast = LintInput(book, survey, DUELS)
    assert (plain.fast_duels, fast.fast_duels) == (False, True)
    assert find(fast) == found
    assert {"lost-fight", CODE} <= {each.code for each in found}


def test_the_number_of_duels_can_be_chosen(steep: Run, write: Write) -> None:
    path = write(a_kind("mage", "", BOLT))
    numbers = []
    for words in ((), ("--duels", "15"), ("--duels", "0")):
        output = json.loads(steep("lint", path, "--samples", 50, "--format", "json", *words).out)
        found = zip(output["findings"], output["numbers"], strict=True)
        numbers.append([its["duels"] for each, its in found if each["code"] == CODE])
    assert numbers == [[40], [15], []]


@pytest.mark.parametrize("number", ["-1", "1000001", "x"])
def test_a_wrong_number_of_duels_gets_one_line(number: str, steep: Run) -> None:
    answer = steep("lint", "tcod-2020", f"--duels={number}")
    assert (answer.code, answer.out) == (2, "")
    assert f"--duels: found {number}; allowed: a whole number from 0 to 1000000" in answer.err.replace("'", "")
