"""The compiled records of bundled rulesets have the tutorials' own numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from compiled_table_odds import odds_on
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.core.ruleset import codes
from steep.core.world import World
from steep.rules.new_game import new_game
from steep.spawn.compile_tables import value_on

# The tables of the tutorial's document, as written there.
ENEMY_CHANCES: dict[int, list[tuple[str, int]]] = {
    0: [("orc", 80)],
    3: [("troll", 15)],
    5: [("troll", 30)],
    7: [("troll", 60)],
}
ITEM_CHANCES: dict[int, list[tuple[str, int]]] = {
    0: [("healing_potion", 35)],
    2: [("confusion_scroll", 10)],
    4: [("lightning_scroll", 25)],
    6: [("fireball_scroll", 25)],
}
MAX_ITEMS_BY_FLOOR = [(1, 1), (4, 2)]
MAX_MONSTERS_BY_FLOOR = [(1, 2), (4, 3), (6, 5)]

DEEP = 30


def get_entities_chances(
    weighted_chances_by_floor: dict[int, list[tuple[str, int]]], floor: int
) -> dict[str, Fraction]:
    """The document's algorithm, up to its call of `random.choices`."""
    entity_weighted_chances = {}
    for key, values in weighted_chances_by_floor.items():
        if key > floor:
            break
        for entity, weighted_chance in values:
            entity_weighted_chances[entity] = weighted_chance  # noqa: PERF403 -- copied from the document
    return {e: Fraction(w, sum(entity_weighted_chances.values())) for e, w in entity_weighted_chances.items()}


def get_max_value_for_floor(max_value_by_floor: list[tuple[int, int]], floor: int) -> int:
    """The document's algorithm."""
    current_value = 0
    for floor_minimum, value in max_value_by_floor:
        if floor_minimum > floor:
            break
        current_value = value
    return current_value


def monster_odds(rulebook: Rulebook, floor: int) -> dict[str, Fraction]:
    odds = odds_on(rulebook.compiled.monster_spawns, floor)
    return {rulebook.monsters[kind].key: chance for kind, chance in odds.items()}


def item_odds(rulebook: Rulebook, floor: int) -> dict[str, Fraction]:
    odds = odds_on(rulebook.compiled.item_spawns, floor)
    return {rulebook.items[kind].key: chance for kind, chance in odds.items()}


@pytest.fixture(scope="module")
def seed() -> Rulebook:
    return load_ruleset("tcod-2020")


@pytest.fixture(scope="module")
def gear() -> Rulebook:
    return load_ruleset("tcod-2020-gear")


@pytest.mark.parametrize("floor", range(1, DEEP))
def test_every_floor_has_the_odds_of_the_documents_algorithm(seed: Rulebook, floor: int) -> None:
    assert monster_odds(seed, floor) == get_entities_chances(ENEMY_CHANCES, floor)
    assert item_odds(seed, floor) == get_entities_chances(ITEM_CHANCES, floor)


@pytest.mark.parametrize("floor", range(1, DEEP))
def test_every_floor_has_the_counts_of_the_documents_algorithm(seed: Rulebook, floor: int) -> None:
    assert value_on(seed.compiled.monsters_per_room, floor) == get_max_value_for_floor(MAX_MONSTERS_BY_FLOOR, floor)
    assert value_on(seed.compiled.items_per_room, floor) == get_max_value_for_floor(MAX_ITEMS_BY_FLOOR, floor)


def test_monsters_are_compiled_row_by_row(seed: Rulebook) -> None:
    rows = {
        monster.key: (row.stats[codes.MAX_HP], row.stats[codes.POWER], row.stats[codes.DEFENSE], row.xp)
        for monster, row in zip(seed.monsters, seed.compiled.monsters, strict=False)
    }
    assert rows == {"orc": (10, 3, 0, 35), "troll": (16, 4, 1, 100)}
    assert seed.compiled.monster_kinds == 2


def test_items_are_compiled_row_by_row(seed: Rulebook) -> None:
    compiled = seed.compiled
    rows = {}
    for item, row in zip(seed.items, compiled.items, strict=False):
        ability = compiled.abilities[row.use]
        assert (row.slot, row.bonus[codes.POWER], row.bonus[codes.DEFENSE]) == (0, 0, 0)
        assert (ability.effect_count, codes.TRIGGER_NAMES[ability.trigger], ability.chance) == (1, "use", 100)
        rows[item.key] = (codes.SHAPE_NAMES[ability.area], ability.reach, ability.radius, *effect_in(seed, row.use))
    assert rows == {
        "healing_potion": ("self", 0, 0, "heal", 4),
        "confusion_scroll": ("target", 0, 0, "confused", 10),
        "lightning_scroll": ("nearest", 5, 0, "lightning", 20),
        "fireball_scroll": ("ball", 0, 3, "fire", 12),
    }
    assert compiled.item_kinds == 4


def effect_in(book: Rulebook, ability: int) -> tuple[str, int]:
    """The only effect of an ability: what heals and by how much, its damage type, or its status and the turns."""
    row = book.compiled.effects[book.compiled.abilities[ability].first_effect]
    assert (row.chance, row.dice) == (100, 0)
    if row.effect == codes.GIVE_STATUS:
        return book.statuses[row.status].key, row.turns
    return "heal" if row.effect == codes.HEAL else book.damage_types[row.damage_type].key, row.plus


def test_a_confused_monster_stumbles_and_a_new_dose_keeps_the_longer_time(seed: Rulebook) -> None:
    row = seed.compiled.statuses[[status.key for status in seed.statuses].index("confused")]
    assert (row.conditions, row.stacking, row.max_turns) == (codes.STUMBLES, codes.LONGEST, 0)


def test_the_hero_begins_as_in_the_document(seed: Rulebook) -> None:
    numbers, stats = seed.compiled, seed.compiled.hero_stats
    assert (stats[codes.MAX_HP], stats[codes.POWER], stats[codes.DEFENSE], stats[codes.SPEED]) == (
        30,
        5,
        2,
        codes.NORMAL_SPEED,
    )
    assert (stats[codes.SIGHT], numbers.inventory_capacity, numbers.start_count) == (8, 26, 0)


def test_level_ups_are_as_in_the_document(seed: Rulebook) -> None:
    numbers = seed.compiled
    assert (numbers.level_base, numbers.level_factor, numbers.level_above) == (200, 150, 1)
    gains = [(codes.STAT_NAMES[gain.stat], gain.amount) for gain in numbers.gains[: numbers.gain_count]]
    assert gains == [("max_hp", 20), ("power", 1), ("defense", 1)]


def test_floors_are_dug_as_in_the_document(seed: Rulebook) -> None:
    numbers = seed.compiled
    assert (numbers.map_width, numbers.map_height) == (80, 43)
    assert (numbers.room_attempts, numbers.room_min, numbers.room_max) == (30, 6, 10)


def test_gear_gives_power_and_defense_while_equipped(gear: Rulebook) -> None:
    rows = {
        item.key: (gear.slots[row.slot - 1], row.bonus[codes.POWER], row.bonus[codes.DEFENSE])
        for item, row in zip(gear.items, gear.compiled.items, strict=False)
        if row.slot
    }
    assert rows == {
        "dagger": ("weapon", 2, 0),
        "sword": ("weapon", 4, 0),
        "leather_armor": ("armor", 0, 1),
        "chain_mail": ("armor", 0, 3),
    }


@pytest.mark.parametrize(
    ("floor", "total", "new"), [(3, 45, {}), (4, 75, {"sword": 5}), (6, 115, {"sword": 5, "chain_mail": 15})]
)
def test_gear_adds_swords_and_chain_mail(gear: Rulebook, floor: int, total: int, new: dict[str, int]) -> None:
    expected = {key: Fraction(weight, total) for key, weight in new.items()}
    odds = item_odds(gear, floor)
    assert {key: chance for key, chance in odds.items() if key in ("sword", "chain_mail")} == expected
    assert odds["healing_potion"] == Fraction(35, total)


def test_starting_gear_never_spawns(gear: Rulebook) -> None:
    spawned = {key for floor in range(1, DEEP) for key in item_odds(gear, floor)}
    assert spawned.isdisjoint({"dagger", "leather_armor"})


def test_gear_changes_nothing_else(seed: Rulebook, gear: Rulebook) -> None:
    assert (gear.map, gear.level_up, gear.counts, gear.monsters) == (
        seed.map,
        seed.level_up,
        seed.counts,
        seed.monsters,
    )
    assert set(seed.items) <= set(gear.items)


@pytest.mark.parametrize("name", [name for name in ruleset_names() if name != "steep"])
def test_kinds_of_the_tutorials_are_distinguishable_without_colour(name: str) -> None:
    rulebook = load_ruleset(name)
    shown = [monster.glyph for monster in rulebook.monsters] + [item.glyph for item in rulebook.items]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_bundled_ruleset_has_a_description(name: str) -> None:
    rulebook = load_ruleset(name)
    assert rulebook.title != name
    assert rulebook.description


HERO_WITH_GEAR = {
    # HP; power and defense without gear; starting gear; power and defense with it
    "roguebasin-gear": (100, (2, 1), ["dagger"], (4, 1)),
    "tcod-2019-gear": (100, (2, 1), ["dagger"], (4, 1)),
    "tcod-2020-gear": (30, (2, 1), ["dagger", "leather_armor"], (4, 2)),
    "rotjs-gear": (30, (2, 1), ["dagger", "leather_armor"], (4, 2)),
    "godot-gear": (30, (5, 2), ["dagger", "leather_armor"], (7, 3)),
}


@pytest.mark.parametrize("name", HERO_WITH_GEAR)
def test_the_hero_with_gear_starts_with_the_tutorials_equipment(name: str) -> None:
    book = load_ruleset(name)
    hp, base, gear, equipped = HERO_WITH_GEAR[name]
    assert (book.hero.hp, (book.hero.power, book.hero.defense)) == (hp, base)
    assert [(start.item, start.equipped) for start in book.hero.start] == [(item, True) for item in gear]
    world = World()
    new_game(world, book.compiled, 1)
    assert (world.hero.hp, (world.hero.stats[codes.POWER], world.hero.stats[codes.DEFENSE])) == (hp, equipped)


ORIGINALS = ("roguebasin", "tcod-2019", "tcod-2020", "rotjs", "godot")


@pytest.mark.parametrize("name", [*ORIGINALS, *HERO_WITH_GEAR])
def test_monsters_of_every_tutorial_act_on_the_view_from_before_the_heros_move(name: str) -> None:
    assert load_ruleset(name).rules.reaction == "late"


RULES_OF_ONE_TUTORIAL = {
    ("confused", "falter"): "rotjs",
    ("fireball_needs", "caster"): "rotjs",
    ("pursuit", "trodden"): "godot",
    ("free_item_actions", True): "roguebasin",
    ("auto_equip", True): "roguebasin",
}


@pytest.mark.parametrize(("setting", "only"), RULES_OF_ONE_TUTORIAL.items())
def test_a_rule_that_one_tutorial_has_is_used_by_its_ruleset_alone(setting: tuple[str, object], only: str) -> None:
    key, value = setting
    users = [name for name in ruleset_names() if getattr(load_ruleset(name).rules, key) == value]
    assert users == [only, f"{only}-gear"]


@pytest.mark.parametrize(("name", "reach"), [("roguebasin", 8), ("tcod-2019", 0), ("tcod-2020", 0), ("godot", 0)])
def test_confusion_reaches_8_cells_in_roguebasin_and_as_far_as_the_hero_sees_elsewhere(name: str, reach: int) -> None:
    book = load_ruleset(name)
    row = next(number for number, item in enumerate(book.items) if item.key == "confusion_scroll")
    assert book.compiled.abilities[book.compiled.items[row].use].reach == reach
