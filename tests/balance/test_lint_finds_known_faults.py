"""`steep lint` reports the known faults of the bundled rulesets, and each code only where it applies."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from command_fixture_types import Load, Run, Write
from steep.balance.lint.all_checks import lint
from steep.balance.lint.lint_input import CHECKS, Finding
from steep.balance.lint.tables import holds_two_rooms
from steep.balance.odds_and_expectations import survey_floors
from steep.content import load_ruleset, ruleset_names
from steep.content.rulebook import Rulebook
from steep.content.sections import LINT_CHECKS
from steep.core.ruleset import HERO_WALKS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "lint.md").read_text(encoding="utf-8")
SAMPLES = 100

SEEDS = ("roguebasin", "tcod-2019", "tcod-2020", "rotjs", "godot")
SMALL = ("tcod-2020", "rotjs", "godot")
"""Rulesets with small numbers: 30 HP, defense 2."""


@cache
def findings(name: str) -> tuple[Finding, ...]:
    return tuple(lint(load_ruleset(name), SAMPLES, fast=True))


def select(findings: tuple[Finding, ...] | list[Finding], code: str, subject: str = "") -> list[Finding]:
    return [each for each in findings if each.code == code and subject in ("", each.subject)]


@pytest.mark.parametrize("name", SEEDS)
def test_from_floor_7_on_nothing_changes(name: str) -> None:
    (finding,) = select(findings(name), "nothing-changes")
    assert (finding.floor, finding.severity) == (7, "note")


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize(
    ("code", "subject", "levels"), [("harmless", "orc", 1), ("harmless", "troll", 2), ("invulnerable", "monsters", 2)]
)
def test_defense_chosen_once_or_twice_stops_hits(name: str, code: str, subject: str, levels: int) -> None:
    (finding,) = select(findings(name), code, subject)
    assert (finding.numbers["levels"], finding.floor) == (levels, levels + 1)
    assert finding.severity == "error" or code == "harmless"


@pytest.mark.parametrize("name", ["tcod-2020-gear", "rotjs-gear", "godot-gear"])
def test_chain_mail_alone_makes_every_monster_permanently_harmless(name: str) -> None:
    by_chain_mail = [each for each in findings(name) if each.numbers.get("by") == "chain_mail"]
    # In godot-gear the first armor already makes orcs harmless.
    orcs = set() if name == "godot-gear" else {("harmless", "orc")}
    assert {(each.code, each.subject) for each in by_chain_mail} == orcs | {
        ("harmless", "troll"),
        ("invulnerable", "monsters"),
    }
    assert {each.floor for each in by_chain_mail} == {6}


@pytest.mark.parametrize("name", ["roguebasin", "tcod-2019"])
def test_a_first_troll_takes_10_hits_and_63_of_120_hp(name: str) -> None:
    (finding,) = select(findings(name), "costly-fight")
    assert (finding.subject, finding.floor) == ("troll", 3)
    assert finding.numbers == {"hits": 10, "dealt": 3, "taken": 7, "cost": 63, "hp": 120}
    assert "if the hero strikes first" in finding.text


@pytest.mark.parametrize("name", SMALL)
def test_a_potion_heals_4_of_30_hp(name: str) -> None:
    (finding,) = select(findings(name), "weak-healing")
    assert finding.numbers == {"amount": 4, "hp": 30, "share": pytest.approx(4 / 30)}
    assert "4 of orc's 1, 2 of troll's 2" in finding.text


def test_a_potion_of_40_of_100_hp_is_not_weak() -> None:
    assert select(findings("roguebasin"), "weak-healing") == []


def test_invulnerable_below_the_last_change_is_a_warning() -> None:
    (finding,) = select(findings("tcod-2019"), "invulnerable")
    assert (finding.severity, finding.floor, finding.numbers["levels"]) == ("warning", 8, 7)


def test_level_ups_need_enough_xp_on_the_floors_above() -> None:
    (finding,) = select(findings("tcod-2020"), "invulnerable")
    above = survey_floors(load_ruleset("tcod-2020"), 1, 8, SAMPLES, fast=True).floors[: finding.floor - 1]
    assert finding.numbers["xp"] == 350 + 500 + 1
    assert finding.numbers["xp_above"] == pytest.approx(sum(sum(floor.xps) / len(floor.xps) for floor in above))


CASES = {
    "no-weight": (
        "[items.healing_potion]\nspawn = { 3 = 35 }\n[items.confusion_scroll]\nspawn = { 3 = 35 }",
        "items",
        1,
    ),
    "assumed": ("[imported]\nunread = { attack = 'a.py:3: attack is a custom attack' }", "attack", 1),
    "absent": ("[monsters.troll]\nhp = 9\nspawn = 0", "troll", 1),
    "never-drawn": ("[counts]\nitems_per_room = { 1 = 1, 4 = 0 }", "lightning_scroll", 4),
    "nothing-changes": ("[counts]\nmonsters_per_room = { 1 = 2, 4 = 3, 9 = 5 }", "floors", 9),
    "spike": ("[counts]\nmonsters_per_room = { 1 = 2, 4 = 9 }", "monsters", 4),
    "harmless": ("[monsters.orc]\npower = 2", "orc", 1),
    "unhurt": ("[monsters.troll]\ndefense = 5", "troll", 3),
    "unhurtable": ("[monsters.troll]\ndefense = 9", "troll", 3),
    "lost-fight": ("[monsters.troll]\npower = 40", "troll", 3),
    "costly-fight": ("[monsters.troll]\nhp = 30\npower = 8", "troll", 3),
    "weak-healing": ("[items.healing_potion]\namount = 5", "healing_potion", 1),
    "useless-item": ('[items.rock]\nglyph = "*"\nspawn = { 5 = 1 }', "rock", 5),
    "never-returns": ("[monsters.troll]\nflees_below = 30\nreturns_above = 60", "troll", 3),
    "only-growth": ("[monsters.troll]\ngrowth = { max_hp = 1 }", "floors", 27),
    "contrary-ability": (
        '[abilities.mend]\ntrigger = "turn"\nshape = "target"\naffects = "enemies"\neffects = [{ heal = 5 }]\n'
        '[monsters.troll]\nabilities = ["mend"]',
        "mend",
        1,
    ),
    "unused-key": (
        '[abilities.zap]\nshape = "bolt"\ncooldown = 3\neffects = [{ damage = 5 }]\n'
        '[items.wand]\nglyph = "/"\nspawn = 1\nabilities = ["zap"]',
        "zap",
        1,
    ),
    "threat-disagrees": ("[monsters.troll]\nthreat = 300", "troll", 3),
    "single-room": ("[map]\nroom_attempts = 1", "floors", 1),
    "no-layout": ('[layouts.halls]\ngenerator = "rooms"\nspawn = { 1 = 1, 3 = 0, 6 = 1 }', "layouts", 3),
}


@pytest.mark.parametrize("code", CASES)
def test_each_code_is_reported_on_its_floor(code: str, load: Load) -> None:
    text, subject, floor = CASES[code]
    assert [each.floor for each in select(lint(load(text), 100, fast=True), code, subject)][:1] == [floor]


@pytest.mark.parametrize(
    "means",
    [
        "[monsters.troll]\nregeneration = 5",
        "[monsters.troll]\ngrowth = { regeneration = 1 }\ngrows_to = 9",
        '[monsters.orc]\nabilities = ["mend"]',
    ],
)
def test_who_gets_hp_back_can_return(means: str, load: Load) -> None:
    flees = "[monsters.troll]\nflees_below = 30\nreturns_above = 60\n"
    mend = '[abilities.mend]\ntrigger = "turn"\nshape = "burst"\nradius = 4\naffects = "allies"\n'
    whole = flees + means.removeprefix("[monsters.troll]\n") + "\n" + mend + "effects = [{ heal = 3 }]\n"
    assert select(lint(load(whole), 100, fast=True), "never-returns", "troll") == []


@pytest.mark.parametrize(
    "cause", ["[monsters.troll]\nspawn = { 3 = 900 }", "[counts]\nmonsters_per_room = { 1 = 2, 4 = 9 }"]
)
def test_a_spike_is_told_where_its_cause_stands(cause: str, load: Load) -> None:
    (finding,) = select(lint(load(f"[monsters.orc]\nxp = 36\n{cause}"), 300, fast=True), "spike")
    assert finding.place is not None
    assert finding.place.line == 4


def test_an_article_before_a_vowel_is_an(load: Load) -> None:
    ogre = '[monsters.ogre]\nglyph = "O"\nhp = 30\npower = 6\ndefense = 0\nxp = 100\nspawn = 80'
    (finding,) = select(lint(load(ogre), 100, fast=True), "costly-fight", "ogre")
    assert finding.text.startswith("an ogre, from floor 1 on, against an average hero on floor 1 (0 level-ups)")


PROOFS = ("harmless", "invulnerable", "unhurt", "unhurtable")
STRONG_TROLL = "[monsters.troll]\ndefense = 9\n"


@pytest.mark.parametrize(
    "text",
    [
        "[attack]\nmin_damage = 1\n" + STRONG_TROLL,
        '[attack]\narmor = "evasion"\n' + STRONG_TROLL,
    ],
    ids=["every hit takes something", "defense doesn't lower damage"],
)
def test_nothing_is_proved_harmless_where_defense_cannot_stop_a_hit(text: str, load: Load) -> None:
    assert [each for code in PROOFS for each in select(lint(load(text), 100, fast=True), code)] == []


def unread(topic: str) -> str:
    """A troll that no hero can hurt, armour that stops everything, and something that an import did not read."""
    armour = '[items.plate]\nglyph = "["\nslot = "body"\ndefense = 9\nspawn = 9\n[hero]\nslots = ["body"]\n'
    return f"{STRONG_TROLL}{armour}[imported]\nunread = {{ {topic} = 'a.py:3' }}"


@pytest.mark.parametrize(
    ("topic", "codes"), {"counts": set(PROOFS) - {"unhurt"}, "attack": set(), "stats": set()}.items()
)
def test_nothing_is_proved_of_hits_that_were_not_read(topic: str, codes: set[str], load: Load) -> None:
    assert {each.code for each in lint(load(unread(topic)), 100, fast=True)} & {*PROOFS} == codes


@pytest.mark.parametrize(("topic", "way"), [("level_up", "levels"), ("gear", "by")])
def test_nothing_is_proved_by_growth_that_was_not_read(topic: str, way: str, load: Load) -> None:
    read, not_read = (lint(load(unread(each)), 100, fast=True) for each in ("counts", topic))
    proofs = [[each for each in found if each.code in PROOFS and way in each.numbers] for found in (read, not_read)]
    assert [bool(each) for each in proofs] == [True, False]
    assert select(read, "unhurtable")
    assert not select(not_read, "unhurtable")


def test_a_fight_that_is_lost_by_what_was_not_read_is_a_warning(load: Load) -> None:
    lost = "[monsters.troll]\npower = 40\n[imported]\nunread = { stats = 'a.py:3' }"
    (finding,) = select(lint(load(lost), 100, fast=True), "lost-fight")
    assert finding.severity == "warning"


def test_the_highest_roll_of_a_monsters_dice_counts_for_what_stops_it(load: Load) -> None:
    found = select(lint(load('[monsters.orc]\ndamage = "1d4"'), 100, fast=True), "harmless", "orc")
    assert [(each.numbers["power"], each.numbers["levels"]) for each in found] == [(7, 5)]
    assert found[0].text.startswith("orc (power 3 + 1d4) does 5 damage a hit at first")


def test_the_highest_roll_of_a_weapon_can_hurt_what_power_alone_cannot(load: Load) -> None:
    unarmed = lint(load("[monsters.troll]\ndefense = 9"), 100, fast=True)
    armed = lint(load('[monsters.troll]\ndefense = 9\n[hero]\ndamage = "1d8"'), 100, fast=True)
    assert select(unarmed, "unhurtable", "troll")
    assert select(armed, "unhurtable", "troll") == select(armed, "unhurt", "troll") == []


def test_a_monster_whose_hits_the_hero_resists_is_harmless(load: Load) -> None:
    text = """
        [monsters.orc]
        damage_type = "fire"
        [hero]
        slots = ["ring"]
        start = [{ item = "ring_of_fire", equipped = true }]
        [items.ring_of_fire]
        glyph = "="
        slot = "ring"
        resist = { fire = 100 }
    """
    (finding,) = select(lint(load(text), 100, fast=True), "harmless", "orc")
    assert finding.numbers["damage"] == 0


def test_random_fights_cost_what_attacks_take_on_average(load: Load) -> None:
    text = "[attack]\nhit_chance = 50\n[monsters.troll]\nhp = 30\npower = 7"
    (finding,) = select(lint(load(text), 100, fast=True), "costly-fight", "troll")
    assert finding.numbers == {"hits": 12, "dealt": 2.5, "taken": 2.5, "cost": 27.5, "hp": 50}
    assert "12 attacks of, on average, 2.5" in finding.text


def test_a_hero_invulnerable_from_the_start_is_reported(write: Write) -> None:
    book = load_ruleset(str(write("[hero]\ndefense = 10", extends="tcod-2019")))
    (finding,) = select(lint(book, 100, fast=True), "invulnerable")
    assert (finding.severity, finding.floor) == ("error", 1)
    assert finding.numbers == {"power": 8, "defense": 10}
    assert "nothing (power 8 at most) can ever hurt a hero as a run begins (defense 10)" in finding.text


def test_a_hero_that_can_be_hurt_at_first_is_not_invulnerable_from_the_start(write: Write) -> None:
    book = load_ruleset(str(write("[hero]\ndefense = 7", extends="tcod-2019")))
    assert [each for each in select(lint(book, 100, fast=True), "invulnerable") if each.floor == 1] == []


def test_a_dungeon_without_monsters_is_not_reported_as_harmless(load: Load) -> None:
    book = load("[monsters.orc]\nspawn = 0\n[monsters.troll]\nspawn = 0")
    assert select(lint(book, 100, fast=True), "invulnerable") == []


@pytest.mark.parametrize(
    ("text", "severity", "reason"),
    [
        ("[map]\nroom_attempts = 1", "error", "every floor is a single room (1 attempt)"),
        ("[map]\nroom_min = 40\nroom_max = 42", "error", "two rooms of 40 (room_min) don't fit on a map of 80 x 43"),
        ("[map]\nroom_attempts = 2\nroom_min = 30\nroom_max = 30", "warning", "2 attempts at rooms of 30 to 30"),
    ],
)
def test_floors_of_a_single_room_are_reported(text: str, severity: str, reason: str, load: Load) -> None:
    (finding,) = select(lint(load(text), 100, fast=True), "single-room")
    assert (finding.severity, finding.floor) == (severity, 1)
    assert reason in finding.text
    single_room_floors, floors = finding.numbers["single_room_floors"], finding.numbers["floors"]
    assert (single_room_floors == floors) if severity == "error" else (0 < float(single_room_floors) < float(floors))


@pytest.mark.parametrize(("touch", "size", "fits"), [("false", 39, True), ("false", 40, False), ("true", 39, True)])
def test_two_rooms_that_just_fit_are_not_a_single_room(touch: str, size: int, fits: bool, load: Load) -> None:
    book = load(f"[map]\nrooms_may_touch = {touch}\nroom_attempts = 64\nroom_min = {size}\nroom_max = {size}")
    assert holds_two_rooms(book.compiled) == fits


NEAR_MISSES = {
    "single-room": "[map]\nroom_attempts = 12",
    "no-weight": "[items.healing_potion]\nspawn = { 3 = 35 }\n[counts]\nitems_per_room = { 1 = 0, 3 = 1 }",
    "absent": "",
    "never-drawn": "[counts]\nitems_per_room = { 1 = 1, 4 = 0, 9 = 1 }",
    "spike": "[counts]\nmonsters_per_room = 2",
    "harmless": "[monsters.orc]\npower = 11\n[monsters.troll]\npower = 11",
    "invulnerable": "[monsters.orc]\npower = 30",
    "unhurt": "[monsters.troll]\ndefense = 4",
    "unhurtable": "[monsters.troll]\ndefense = 5",
    "lost-fight": "[monsters.troll]\npower = 9",
    "costly-fight": "[monsters.troll]\nhp = 24\npower = 5",
    "weak-healing": "[items.healing_potion]\namount = 6",
    "useless-item": "",
    "contrary-ability": '[abilities.cry]\ntrigger = "turn"\nshape = "burst"\nradius = 3\naffects = "allies"\n'
    'effects = [{ wake = true }]\n[monsters.troll]\nabilities = ["cry"]',
    "unused-key": '[abilities.zap]\ntrigger = "turn"\nshape = "bolt"\ncooldown = 3\neffects = [{ damage = 5 }]\n'
    '[monsters.troll]\nabilities = ["zap"]',
    "threat-disagrees": "[monsters.troll]\nthreat = 240",
    "no-layout": '[layouts.halls]\ngenerator = "rooms"\nspawn = 1',
}


def test_a_lost_or_costly_fight_with_a_boss_is_a_note(load: Load) -> None:
    def severity(code: str, boss: str) -> list[str]:
        text, _, _ = CASES[code]
        return [each.severity for each in select(lint(load(f"{text}\nboss = {boss}"), 100, fast=True), code, "troll")]

    assert (severity("lost-fight", "false"), severity("lost-fight", "true")) == (["error"], ["note"])
    assert (severity("costly-fight", "false"), severity("costly-fight", "true")) == (["warning"], ["note"])


def test_a_fight_that_would_cost_the_starting_hero_too_much_is_fair_once_heroes_have_grown(load: Load) -> None:
    troll = "[monsters.troll]\nhp = 30\npower = 6\nspawn = "
    assert select(lint(load(f"{troll}80"), 100, fast=True), "costly-fight", "troll")
    assert not select(lint(load(f"{troll}{{ 5 = 80 }}"), 100, fast=True), "costly-fight", "troll")


def test_what_harms_only_allies_is_contrary(load: Load) -> None:
    ability = '[abilities.hex]\ntrigger = "turn"\nshape = "target"\naffects = "allies"\neffects = [{ damage = 5 }]\n'
    (finding,) = select(
        lint(load(ability + '[monsters.troll]\nabilities = ["hex"]'), 100, fast=True), "contrary-ability"
    )
    assert finding.text == "hex only harms, and affects only allies"


@pytest.mark.parametrize("code", NEAR_MISSES)
def test_a_near_miss_is_not_reported(code: str, load: Load) -> None:
    assert select(lint(load(NEAR_MISSES[code]), 100, fast=True), code) == []


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ('effect = "heal"\namount = 0', 'its effect is "heal" with amount 0'),
        ('effect = "lightning"\namount = 9\nreach = 0', "its lightning has reach 0"),
        ('slot = "ring"', "it is equipment without a bonus, damage or ability"),
        ('abilities = ["bite"]', "it has no slot, and using it sets off none of its abilities"),
    ],
)
def test_every_kind_of_useless_item_is_reported(item: str, reason: str, load: Load) -> None:
    bite = '[abilities.bite]\ntrigger = "hit"\nshape = "touch"\neffects = [{ damage = 1 }]\n'
    book = load(f'[hero]\nslots = ["ring"]\n{bite}[items.thing]\nglyph = "="\nspawn = 1\n{item}')
    (finding,) = select(lint(book, 100, fast=True), "useless-item")
    assert reason in finding.text


@pytest.mark.parametrize(
    "item",
    [
        'abilities = ["zap"]',
        'slot = "ring"\nabilities = ["bite"]',
        'slot = "ring"\nresist = { fire = 10 }',
        'slot = "ring"\nspeed = 10',
        'slot = "ring"\ndamage = "1d4"',
        'slot = "ring"\nevasion = -5',
    ],
)
def test_an_item_with_an_ability_or_any_bonus_is_of_use(item: str, load: Load) -> None:
    bite = '[abilities.bite]\ntrigger = "hit"\nshape = "touch"\neffects = [{ damage = 1 }]\n'
    zap = '[abilities.zap]\nshape = "beam"\neffects = [{ damage = 1 }]\n'
    book = load(f'[hero]\nslots = ["ring"]\n{bite}{zap}[items.thing]\nglyph = "="\nspawn = 1\n{item}')
    assert select(lint(book, 100, fast=True), "useless-item") == []


def test_an_ability_that_heals_little_is_weak_unless_it_does_more(load: Load) -> None:
    sip = '[abilities.sip]\nshape = "self"\neffects = [{ heal = "1d4" }MORE]\n'
    thing = '[items.thing]\nglyph = "="\nspawn = 1\nabilities = ["sip"]'
    weak = [lint(load(sip.replace("MORE", more) + thing), 100, fast=True) for more in ("", ", { teleport = true }")]
    reported = [{each.subject for each in select(found, "weak-healing")} for found in weak]
    assert ["thing" in subjects for subjects in reported] == [True, False]


DRAGON = '[monsters.dragon]\nglyph = "D"\nhp = 90\npower = 40\ndefense = 0\nxp = 100\n'


def test_a_kind_of_which_all_are_captives_is_no_enemy_to_lose_to(steep: Run, write: Write) -> None:
    beatable = "[monsters.orc]\npower = 11\n[monsters.troll]\npower = 11\ndefense = 0\n" + DRAGON + "spawn = 5\n"
    codes = [
        steep("lint", write(beatable + captives), "--samples", 100, "--duels", 0).code
        for captives in ("captive = 99", "captive = 100")
    ]
    assert codes == [1, 0]


@pytest.mark.parametrize(
    ("caller", "trigger", "lost_fights"),
    [
        ("[monsters.orc]", "turn", 1),
        # What the hero summons is on its side.
        ('[items.horn]\nglyph = "("\nspawn = 5', "use", 0),
    ],
)
def test_a_kind_that_is_only_summoned_is_not_absent(caller: str, trigger: str, lost_fights: int, load: Load) -> None:
    call = f'[abilities.call]\ntrigger = "{trigger}"\nshape = "self"\neffects = [{{ summon = "dragon", count = 1 }}]\n'
    found = lint(load(f'{DRAGON}{call}{caller}\nabilities = ["call"]'), 100, fast=True)
    assert select(found, "absent", "dragon") == []
    assert len(select(found, "lost-fight", "dragon")) == lost_fights


OF_USE = {
    "ammunition": (
        '[abilities.shot]\nshape = "target"\neffects = [{ damage = 3 }]\n'
        '[items.bow]\nglyph = "}"\nspawn = 1\nabilities = ["shot"]\nammunition = "thing"\n'
    ),
    "the goal of a run": '[run]\nlast_floor = 5\ngoal_item = "thing"\n',
    "a key": '[terrain.brass_door]\nglyph = "+"\nsolid = true\nopens_to = "door"\nkey_item = "thing"\n',
    "gold": '[items.thing]\ngold = "2d6"\n',
}
"""What makes a thing of use that is none by itself."""


@pytest.mark.parametrize("made", OF_USE.values(), ids=OF_USE)
def test_what_something_else_needs_is_of_use(made: str, load: Load) -> None:
    thing = '[items.thing]\nglyph = ","\nspawn = 1\n'
    whole = thing + made.removeprefix("[items.thing]\n")
    assert select(lint(load(whole), 100, fast=True), "useless-item", "thing") == []
    assert select(lint(load(thing), 100, fast=True), "useless-item", "thing")


def test_no_text_has_more_than_two_decimals(load: Load) -> None:
    text = (
        "[attack]\nhit_chance = 67\ncritical_chance = 13\ncritical_factor = 150\n[monsters.troll]\nhp = 37\npower = 6"
    )
    found = lint(load(text), 100, fast=True)
    assert select(found, "costly-fight", "troll")
    assert [each.text for each in found if re.search(r"\d\.\d{3}", each.text)] == []


def test_starting_items_are_not_absent() -> None:
    assert select(findings("tcod-2020-gear"), "absent") == []


OF_MAPS_LOCKS_AND_RUNS = {
    "key-taken-elsewhere",
    "lock-without-key",
    "never-played",
    "no-goal",
    "no-stairs",
    "not-guaranteed",
    "placed-in-harm",
    "populated-in-vain",
    "scores-nothing",
    "starts-in-harm",
    "starvation",
    "theme-never-drawn",
    "unseen-harm",
    "unused-terrain",
    "vault-never-placed",
    "vaults-dropped",
}
"""Codes that test_lint_maps_locks_and_runs.py tests."""


def test_every_code_is_explained_and_every_explained_code_is_tested() -> None:
    explained = dict(re.findall(r"^\| `([a-z-]+)` \| (error|warning|note)", DOCUMENT, re.MULTILINE))
    elsewhere = {"invulnerable", "threat-disagrees-with-duels", "cut-in-two"} | OF_MAPS_LOCKS_AND_RUNS
    assert set(explained) == set(LINT_CHECKS), "a row of docs/lint.md for each code of LINT_CHECKS"
    assert set(CASES) | elsewhere == set(LINT_CHECKS), "a case of this file for each code of LINT_CHECKS"
    assert {code for codes in CHECKS.values() for code in codes} == set(LINT_CHECKS)
    for name in ("tcod-2020", "tcod-2019", "godot-gear"):
        assert {each.code for each in findings(name)} <= set(explained)


def test_errors_come_first_and_make_the_command_exit_1(steep: Run, write: Write) -> None:
    answer = steep("lint", write("[monsters.orc]\nhp = 99\npower = 20"), "--samples", 100)
    assert answer.code == 1
    assert re.match(r"my [0-9a-f]{16}\n", answer.out)
    assert [line.split()[:3] for line in answer.out.splitlines()][3] == ["error", "lost-fight", "1"]
    assert answer.out.endswith("\n1 error, 0 warnings, 1 note, 2 accepted\n")


def test_findings_are_annotations_of_github_unless_they_are_accepted(steep: Run, write: Write) -> None:
    path = write("[monsters.orc]\nhp = 99\npower = 20")
    first, *others = steep("lint", path, "--samples", 100, "--duels", 0, "--format", "github").out.splitlines()
    assert first.startswith(f"::error file={path},line=2,title=lost-fight::floor 1: an average hero on floor 1")
    assert [line.split("::")[1].split(" ")[0] for line in others] == ["notice", "notice"]


@pytest.mark.parametrize("name", sorted({*ruleset_names()} - {"steep"}))
def test_faults_of_the_tutorials_are_accepted_as_in_the_tutorial(name: str) -> None:
    assert {(each.severity != "note", each.accepted) for each in findings(name)} == {
        (True, "as in the tutorial"),
        (False, ""),
    }


ACCEPTED = """
[lint]
accept.lost-fight = "orcs are a wall"
accept.harmless = "and trolls are sheep"
"""


def test_an_accepted_finding_is_shown_last_with_its_reason_and_fails_nothing(steep: Run, write: Write) -> None:
    path = write("[monsters.orc]\nhp = 99\npower = 20" + ACCEPTED)
    answer = steep("lint", path, "--samples", 100, "--duels", 0)
    assert answer.code == 0
    lines = [line.split()[:2] for line in answer.out.splitlines()]
    assert lines.index(["note", "nothing-changes"]) < lines.index(["accepted", "lost-fight"])
    assert "  accepted because: orcs are a wall\n" in answer.out
    (in_json,) = [
        each
        for each in json.loads(steep("lint", path, "--samples", 100, "--duels", 0, "--format", "json").out)["findings"]
        if each["code"] == "lost-fight"
    ]
    assert (in_json["severity"], in_json["accepted"]) == ("error", "orcs are a wall")
    assert ",orcs are a wall" in steep("lint", path, "--samples", 100, "--duels", 0, "--format", "csv").out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("amount = 1", ""),
        ("amount = 1\n[lint]\naccept.weak-healing = 'mine'", "mine"),
        ("spawn = { 1 = 9 }\ncolor = '#808080'", "as in the tutorial"),
    ],
)
def test_what_a_base_accepts_does_not_hold_for_a_kind_that_was_changed(text: str, reason: str, load: Load) -> None:
    (found,) = select(lint(load(f"[items.healing_potion]\n{text}"), 100, fast=True), "weak-healing")
    assert found.accepted == reason


def test_accepted_checks_are_inherited_one_by_one(load: Load) -> None:
    accept = dict(load(ACCEPTED).lint.accept)
    assert accept == {
        "invulnerable": "as in the tutorial",
        "weak-healing": "as in the tutorial",
        "harmless": "and trolls are sheep",
        "lost-fight": "orcs are a wall",
    }


def test_json_gives_each_finding_with_its_numbers(steep: Run) -> None:
    output = json.loads(steep("lint", "tcod-2019", "--samples", 100, "--duels", 0, "--format", "json").out)
    found = zip(output["findings"], output["numbers"], strict=True)
    (costly,) = [(finding, numbers) for finding, numbers in found if finding["code"] == "costly-fight"]
    names = {"verdict", "severity", "code", "floor", "subject", "place", "text", "evidence", "accepted"}
    assert (set(costly[0]), costly[1]["cost"]) == (names, 63)


def test_a_bad_ruleset_exits_2(steep: Run, write: Write) -> None:
    answer = steep("lint", write("[monsters.troll]\nhpp = 3"))
    assert answer.code == 2
    assert 'did you mean "hp"?' in answer.err


ENCHANTED = """
[hero]
slots = ["hand"]
[enchantments.found]
chance = { 5 = 10 }
plus = { 1 = 1, 4 = "1d9" }
[items.shield]
glyph = "["
slot = "hand"
defense = 1
spawn = 10
enchantment = "found"
"""


def of_trolls(book: Rulebook) -> list[Finding]:
    """What is found about trolls and shields."""
    return [
        each for each in lint(book, 100, fast=True) if (each.subject, each.numbers.get("by")) == ("troll", "shield")
    ]


def test_a_hero_whom_only_enchanted_equipment_makes_invulnerable_is_reported_where_it_can_be_found(
    write: Write,
) -> None:
    book = load_ruleset(str(write(ENCHANTED, extends="tcod-2020")))
    (finding,) = of_trolls(book)
    assert finding.floor == 5
    assert "to a hero with shield +9 alone (defense 12), which can be found on floor 5" in finding.text
    cursed = load_ruleset(str(write(ENCHANTED.replace("chance", "negative = 100\nchance"), extends="tcod-2020")))
    assert not of_trolls(cursed)


def test_layouts_of_single_rooms_are_reported_and_those_of_the_map_are_not_when_unused(load: Load) -> None:
    hall = '[layouts.hall]\ngenerator = "rooms"\nroom_attempts = 1\nspawn = 1\n'
    (finding,) = select(lint(load(hall), 100, fast=True), "single-room")
    assert (finding.severity, finding.numbers["single_room_floors"]) == ("warning", finding.numbers["floors"])
    caves = '[layouts.caves]\ngenerator = "caves"\nrock = 45\nsmoothing = 4\narea = 60\nspawn = 1\n'
    assert select(lint(load(caves + "[map]\nroom_attempts = 1"), 100, fast=True), "single-room") == []


def test_a_layout_without_weight_is_noted(load: Load) -> None:
    book = load('[layouts.halls]\ngenerator = "rooms"\nspawn = 1\n[layouts.dens]\ngenerator = "partition"')
    (finding,) = select(lint(book, 100, fast=True), "absent", "dens")
    assert finding.severity == "note"


def test_floors_that_are_cut_in_two_are_an_error_with_how_many_were_checked(load: Load) -> None:
    halls = '[layouts.halls]\ngenerator = "partition"\nroom_min = 5\nroom_max = 12\ndoor = "gate"\nspawn = 1\n'
    book = load(halls + '[terrain.gate]\nglyph = "+"')
    assert select(lint(book, 100, fast=True), "cut-in-two") == []
    gate = [kind.key for kind in book.terrain].index("gate")
    book.compiled.movers[HERO_WALKS].passable[gate] = 0
    found = select(lint(book, 100, fast=True), "cut-in-two")
    assert found[0].severity == "error"
    assert (found[0].numbers["found"], found[0].numbers["floors"], found[0].evidence) == (10, 10, "floors")
    assert "10 of 10 generated floors 1 (100.0%, 95% interval" in found[0].text


def test_a_finding_says_where_its_subject_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text('extends = "tcod-2020"\n\n[monsters]\ntroll.defense = 900 # too much\n', "utf-8")
    found = {each.code: str(each.place) for each in lint(load_ruleset("my.toml"), SAMPLES, fast=True)}
    assert found["unhurtable"] == "my.toml:4:1"
    assert found["nothing-changes"].startswith("tcod-2020.toml:")
