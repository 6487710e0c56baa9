"""In the arena, fighters use their abilities and suffer their statuses, and the hero may have allies."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.balance.arena.bouts import Bouts, Outcome, fight
from steep.content import load_ruleset
from steep.core.geometry import NOWHERE

COUNT = 20

RULESET = """
extends = "tcod-2020"

[monsters.dummy]
glyph = "d"
hp = 12
power = 0
defense = 0
xp = 1

[monsters.brute]
glyph = "B"
hp = 12
power = 4
defense = 0
xp = 1
"""


def outcome_of(tmp_path: Path, a: str, b: str, text: str = "", room: tuple[int, int] = (7, 7)) -> Outcome:
    """The outcome of bouts between two sides, each of words: keys of monsters and "hero"."""
    path = tmp_path / "casters.toml"
    path.write_text(RULESET + text, encoding="utf-8")
    book = load_ruleset(str(path))
    keys = [monster.key for monster in book.monsters]
    sides = [tuple(keys.index(key) for key in side.split() if key != "hero") for side in (a, b)]
    hero = next((number for number, side in enumerate((a, b)) if "hero" in side.split()), NOWHERE)
    task = Bouts((sides[0], sides[1]), COUNT, 0, *room, 200, "brawler", hero)
    return fight(book.compiled, task, lambda _bouts, _turns: None, fast=False)


def caster(key: str, ability: str, keys: str = "power = 0") -> str:
    """A monster with an ability, whose numbers are those of a dummy unless given."""
    stats = {"hp": 12, "power": 0, "defense": 0} | dict(line.split(" = ") for line in keys.splitlines())
    lines = "\n".join(f"{name} = {number}" for name, number in stats.items())
    return (
        f'[abilities.of_{key}]\n{ability}\n[monsters.{key}]\nglyph = "c"\nxp = 1\n{lines}\nabilities = ["of_{key}"]\n'
    )


BOLT = 'trigger = "turn"\nshape = "bolt"\neffects = [{ damage = 3, type = "fire" }]'
POISON = 'trigger = "turn"\nshape = "target"\neffects = [{ status = "poisoned", turns = 4 }]'
MEND = 'trigger = "turn"\nshape = "view"\naffects = "allies"\neffects = [{ heal = 4 }]'
SUMMON = 'trigger = "turn"\nshape = "self"\ncooldown = 99\neffects = [{ summon = "brute", count = 1 }]'
BURST = 'trigger = "death"\nshape = "burst"\nradius = 1\neffects = [{ damage = 99 }]'


@pytest.mark.parametrize("ability", [BOLT, POISON, SUMMON])
def test_a_fighter_whose_only_weapon_is_an_ability_beats_one_without_any(ability: str, tmp_path: Path) -> None:
    assert outcome_of(tmp_path, "dummy", "dummy").harmless == COUNT
    outcome = outcome_of(tmp_path, "mage", "dummy", caster("mage", ability))
    assert outcome.wins == (COUNT, 0)
    assert outcome.costs == ({0: COUNT}, {12: COUNT})


def test_immunity_to_the_type_of_a_bolt_makes_a_bout_last_to_its_limit(tmp_path: Path) -> None:
    stone = '[monsters.stone]\nglyph = "s"\nhp = 5\npower = 0\ndefense = 0\nxp = 1\nresist = { fire = 100 }\n'
    assert outcome_of(tmp_path, "mage", "stone", caster("mage", BOLT) + stone).out_of_time == COUNT


def test_a_healer_turns_a_lost_fight_into_a_won_one(tmp_path: Path) -> None:
    healer = caster("healer", MEND, "hp = 60\npower = 0")
    without = outcome_of(tmp_path, "brute dummy", "brute brute", healer)
    helped = outcome_of(tmp_path, "brute healer", "brute brute", healer)
    assert without.wins[1] > COUNT / 2
    assert helped.wins[0] > COUNT / 2


def test_what_is_summoned_fights_but_is_no_survivor(tmp_path: Path) -> None:
    outcome = outcome_of(tmp_path, "caller", "brute", caster("caller", SUMMON, "hp = 40\npower = 0"))
    assert outcome.wins[0] == COUNT
    assert outcome.survivors[0] == COUNT
    assert outcome.hp_left[0] + sum(cost * bouts for cost, bouts in outcome.costs[0].items()) == 40 * COUNT


def test_fighters_that_die_together_draw(tmp_path: Path) -> None:
    outcome = outcome_of(tmp_path, "bloat", "brute", caster("bloat", BURST, "hp = 1\npower = 0"), (2, 1))
    assert (outcome.all_dead, outcome.draws) == (COUNT, COUNT)


def test_a_fast_fighter_beats_a_slow_one_of_its_kind(tmp_path: Path) -> None:
    slug = '[monsters.slug]\nglyph = "s"\nhp = 12\npower = 4\ndefense = 0\nxp = 1\nspeed = 30\n'
    assert outcome_of(tmp_path, "brute", "slug", slug).wins == (COUNT, 0)


def test_kinds_that_are_captives_in_the_dungeon_fight_for_their_side(tmp_path: Path) -> None:
    elf = '[monsters.elf]\nglyph = "e"\nhp = 12\npower = 4\ndefense = 0\nxp = 1\ncaptive = 100\n'
    assert outcome_of(tmp_path, "elf", "dummy", elf).wins == (COUNT, 0)
    assert outcome_of(tmp_path, "hero", "elf", elf).wins == (COUNT, 0)


def test_allies_on_the_heros_side_spare_it_hp(tmp_path: Path) -> None:
    alone = outcome_of(tmp_path, "hero", "troll troll troll")
    helped = outcome_of(tmp_path, "troll hero troll", "troll troll troll")
    assert alone.start_hp == (30, 48)
    assert helped.start_hp == (62, 48)
    assert helped.wins[0] == COUNT > alone.wins[0]
    assert helped.survivors[0] > COUNT


def test_a_hero_against_a_fire_mage_is_no_draw(tmp_path: Path) -> None:
    # The brawler's blows (power 5) don't hurt it, and its attack doesn't hurt the hero; its bolts do.
    mage = caster("mage", BOLT, "hp = 12\npower = 0\ndefense = 9")
    outcome = outcome_of(tmp_path, "hero", "mage", mage)
    assert outcome.wins == (0, COUNT)
    assert outcome.costs[0] == {30: COUNT}


def test_the_time_that_the_heros_weapon_takes_counts(tmp_path: Path) -> None:
    hero = '[hero]\nhp = 100\npower = 1\nslots = ["weapon"]\nstart = [{ item = "blade", equipped = true }]\n'
    costs = []
    for time in (50, 100, 200):
        blade = f'[items.blade]\nglyph = "/"\nslot = "weapon"\nattack_time = {time}\n'
        (costs_of_hero, _) = outcome_of(tmp_path, "hero", "brute", hero + blade, (2, 1)).costs
        costs.append(sum(cost * bouts for cost, bouts in costs_of_hero.items()))
    assert costs[0] * 1.7 < costs[1] < costs[2] / 1.7
