"""Every entry of every observation is what the manual says."""

from __future__ import annotations

import inspect
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import PLAIN_KEYS, a_descent, every_mechanic, explore, play, random_possible
from steep.bots.combat.enemies import turn_damage
from steep.core.geometry import NOWHERE
from steep.core.native.native_rule import native
from steep.core.ruleset import AbilityRow, ItemKind, MonsterKind, Ruleset, codes
from steep.core.world import (
    ALLIED,
    GAS_STEP,
    HERO,
    HOSTILE,
    MAX_EVENTS,
    MAX_GAS,
    MAX_RADIUS,
    NEUTRAL,
    Hero,
    VisibleMonster,
)
from steep.env import FEATURES, INVENTORY, MONSTERS, STATS
from steep.env.kernel.observations import OBSERVATIONS
from steep.env.kernel.step_episodes import observe_episodes
from steep.env.kernel.write_numbers import danger_range
from steep.env.manual_tables import NUMBERED, entry_table, update_page
from steep.env.render import hero_of
from steep.play.texts.messages import sentence
from steep.rules.abilities.ability_shapes import AIMED
from steep.rules.combat import damage_dealt
from steep.rules.experience_and_victory import xp_to_next
from steep.rules.hunger import hunger_stage
from steep.rules.perceived_events import DAMAGED, GAINED_XP, type_of_damage
from toml_scenes import rulebook_of

ALL = tuple(key for key in PLAIN_KEYS if key != "target_mask")
STAT = {entry.name: index for index, entry in enumerate(STATS)}
PLANE = {entry.name: index for index, entry in enumerate(FEATURES)}


def an_eventful_env(**changes: Any) -> steep.env.DescentEnv:
    """An environment of the ruleset in which every mechanic happens."""
    return a_descent(ruleset=every_mechanic(), **changes)


def hero_in(env: steep.env.DescentEnv) -> Hero:
    return hero_of(env._batch.episodes[0])


def hero_and_position(env: steep.env.DescentEnv) -> tuple[Hero, int, int]:
    """The hero, and its column and row."""
    hero = hero_in(env)
    return hero, hero.cell % 80, hero.cell // 80


def test_only_requested_keys_are_returned_in_alphabetical_order() -> None:
    env = steep.env.DescentEnv(observations=("stats", "glyphs"))
    observation, _ = env.reset(seed=1)
    space: Any = env.observation_space
    assert list(observation) == list(space.spaces) == ["glyphs", "stats"]


def test_stats_are_the_heros_numbers() -> None:
    env = an_eventful_env(observations=("stats", "statuses", "resistances", "conditions", "compass"))
    compiled = env._settings.rulebook.compiled
    friends = 0
    for observation, _ in explore(env, 250, 4):
        hero, x, y = hero_and_position(env)
        stats = {name: int(observation["stats"][index]) for name, index in STAT.items()}
        for name in ("floor", "turn", "hp", "max_hp", "shield", "xp", "level", "kills", "choosing"):
            assert stats[name] == getattr(hero, name), name
        for number, name in enumerate(codes.STAT_NAMES):
            assert stats[name] == hero.stats[number], name
        assert observation["statuses"].tolist() == list(hero.statuses)
        assert observation["resistances"].tolist() == list(hero.stats)[len(codes.STAT_NAMES) :]
        assert observation["conditions"].tolist() == bits(hero.conditions, codes.CONDITION_NAMES)
        assert stats["explored"] == hero.cells_explored
        # That of the run, which comes before that of the episodes.
        assert stats["last_floor"] == 2
        assert (stats["gold"], stats["nutrition"]) == (hero.gold, hero.nutrition)
        assert stats["hunger"] == hunger_stage(compiled, hero.nutrition)
        assert stats["xp_to_next"] == xp_to_next(compiled, hero.level) + compiled.level_above
        assert (stats["inventory"], stats["inventory_room"]) == (
            hero.inventory_count,
            compiled.inventory_capacity - hero.inventory_count,
        )
        sides = [monster.side for monster in hero.visible_monsters[: hero.visible_monster_count]]
        assert (stats["enemies"], stats["friends"]) == (sides.count(HOSTILE), len(sides) - sides.count(HOSTILE))
        friends += stats["friends"]
        assert (stats["x"], stats["y"]) == (x, y)
        underfoot = [item.kind + 1 for item in hero.seen_items[: hero.seen_item_count] if item.cell == hero.cell]
        assert stats["underfoot"] == (underfoot[-1] if underfoot else 0)
        stairs = (stats["stairs"], stats["stairs_x"], stats["stairs_y"])
        if hero.stairs == NOWHERE:
            assert stairs == (0, 0, 0)
        else:
            assert stairs == (1, hero.stairs % 80 - x, hero.stairs // 80 - y)
    assert friends > 0


def test_glyphs_show_the_hero_over_enemies_over_items_over_the_map() -> None:
    env = an_eventful_env(observations=("glyphs", "compass"))
    items, monsters = len(env._settings.rulebook.item_rows), len(env._settings.rulebook.monsters)
    seen = set()
    for observation, _ in explore(env, 200, 5):
        hero = hero_in(env)
        more = 5 + items + 3 * monsters - 4
        expected = [tile if tile < 4 else more + tile for tile in map(int, hero.remembered)]
        for item in hero.seen_items[: hero.seen_item_count]:
            expected[item.cell] = 5 + item.kind
        for enemy in hero.visible_monsters[: hero.visible_monster_count + hero.sensed_monster_count]:
            expected[enemy.cell] = 5 + items + enemy.side * monsters + enemy.kind
            seen.add(enemy.side)
        expected[hero.cell] = 4
        assert observation["glyphs"].ravel().tolist() == expected
    assert seen == {HOSTILE, NEUTRAL, ALLIED}


@pytest.mark.parametrize("crop", [3, 79])
def test_a_crop_is_the_part_of_the_glyphs_around_the_hero(crop: int) -> None:
    env = a_descent(observations=("glyphs", "glyphs_crop"), crop=crop)
    half = crop // 2
    for observation, _ in play(env, 80, 6):
        _, x, y = hero_and_position(env)
        wide = np.pad(observation["glyphs"], half)
        assert (observation["glyphs_crop"] == wide[y : y + crop, x : x + crop]).all()
        assert observation["glyphs_crop"][half, half] == 4


def test_planes_of_features_agree_with_the_view() -> None:
    env = an_eventful_env(observations=("features",), crop=21)
    book = env._settings.rulebook
    compiled = book.compiled
    for observation, _ in play(env, 100, 7):
        hero, x, y = hero_and_position(env)
        expected = np.zeros((len(FEATURES), 65, 100), np.uint8)

        def put(name: str, cell: int, value: int = 255, expected: Any = expected) -> None:
            expected[PLANE[name], cell // 80 + 10, cell % 80 + 10] = value

        for cell, tile in enumerate(hero.remembered):
            terrain = book.terrain[tile]
            if tile and terrain.solid:
                put("rock", cell, 127 if terrain.opens_to else 255)
            elif tile:
                put("open", cell, 255 if hero.passable[tile] else 127)
            if tile == 3 or compiled.terrain[tile].leads_down:
                put("stairs", cell, 255 if tile == 3 else 127)
            if hero.visible[cell]:
                put("visible", cell)
            put("gas", cell, share(hero.gas[cell] % GAS_STEP, MAX_GAS))
        put("hero", hero.cell)
        for item in hero.seen_items[: hero.seen_item_count]:
            kind = compiled.items[item.kind]
            names = traits(abilities_of(kind, compiled))
            names += ["equipment"] if kind.slot else []
            names += ["gold"] if kind.gold else []
            for name in names or ["other"]:
                put(name, item.cell)
            if item.kind >= len(env._settings.rulebook.items):
                put("unidentified", item.cell)
            if item.visited:
                put("visited", item.cell)
        for monster in hero.visible_monsters[: hero.visible_monster_count + hero.sensed_monster_count]:
            monster_kind = compiled.monsters[monster.kind]
            put(("enemy", "captive", "ally")[monster.side], monster.cell)
            put("monster_hp", monster.cell, share(monster.hp, int(monster.stats[codes.MAX_HP])))
            put("speed", monster.cell, share(int(monster.stats[codes.SPEED]), 400))
            put("asleep", monster.cell, 255 * monster.asleep)
            put(
                "unable",
                monster.cell,
                255 if monster.conditions & (codes.CANNOT_ACT | codes.STUMBLES | codes.HELD | codes.AFRAID) else 0,
            )
            if monster.side == HOSTILE:
                taken, dealt = turn_damage(hero, compiled, monster), damage_dealt(hero, compiled, monster)
                put("ranged", monster.cell, 255 if range_of(monster_kind, compiled) > 1 else 0)
                put("damage_taken", monster.cell, share(taken, 100 * hero.hp))
                put("damage_dealt", monster.cell, share(dealt, 100 * monster.hp))
        assert (observation["features"] == expected[:, y : y + 21, x : x + 21]).all()


def share(part: int, whole: int) -> int:
    """A part of 255, at least 1 of something, at most 255."""
    return 0 if part <= 0 or whole <= 0 else min(255, max(1, 255 * part // whole))


def abilities_of(kind: Any, ruleset: Ruleset) -> list[AbilityRow]:
    """The abilities of a kind."""
    return [ruleset.abilities[kind.first_ability + number] for number in range(kind.ability_count)]


def traits(abilities: list[AbilityRow]) -> list[str]:
    """The names of all their traits."""
    return [
        name for bit, name in enumerate(codes.TRAIT_NAMES) if any(ability.traits >> bit & 1 for ability in abilities)
    ]


def bits(number: int, names: tuple[str, ...]) -> list[int]:
    """The lowest bits of a number, one for each name."""
    return [number >> bit & 1 for bit in range(len(names))]


def range_of(kind: MonsterKind, ruleset: Ruleset) -> int:
    """From how far away a kind can harm the hero in its turn."""
    ranges = [kind.attack_reach]
    for ability in abilities_of(kind, ruleset):
        if ability.trigger == codes.ON_TURN and ability.traits & codes.HARMS and ability.affects != codes.ALLIES:
            cells = ability.reach or int(kind.stats[codes.SIGHT])
            cells = {codes.SELF: 1, codes.TOUCH: 1, codes.BURST: ability.radius}.get(ability.area, cells)
            ranges.append(min(cells, ability.max_distance or cells))
    return max(ranges)


@pytest.mark.parametrize(("reach", "spit", "expected"), [(1, 0, 1), (3, 0, 3), (3, 2, 3), (3, 5, 5)])
def test_the_range_of_a_monster_is_that_of_its_attacks_or_of_its_farthest_ability(
    reach: int, spit: int, expected: int
) -> None:
    ability = '[abilities.spit]\ntrigger = "turn"\nshape = "bolt"\nreach = {}\neffects = [{{ damage = 2 }}]\n'
    abilities = 'abilities = ["spit"]\n' if spit else ""
    book = rulebook_of(f"{ability.format(spit) if spit else ''}[monsters.rat]\nattack_reach = {reach}\n{abilities}")
    (row,) = (row for kind, row in zip(book.monsters, book.compiled.monsters, strict=False) if kind.key == "rat")
    assert danger_range(book.compiled, row) == range_of(row, book.compiled) == expected


def range_of_throws(kind: ItemKind, ruleset: Ruleset) -> int:
    """How far an item can be thrown."""
    if not kind.thrown and not ruleset.throw_range:
        return 0
    own = ruleset.abilities[kind.thrown - 1].reach if kind.thrown else 0
    return min(own or ruleset.throw_range or MAX_RADIUS, MAX_RADIUS)


def test_every_plane_of_features_is_used() -> None:
    env = an_eventful_env(observations=("features", "compass"))
    used = np.zeros(len(FEATURES), np.bool_)
    for seed in range(3):
        for observation, _ in explore(env, 600, seed):
            used |= observation["features"].any((1, 2))
    unused = {entry.name for entry, shown in zip(FEATURES, used, strict=True) if not shown}
    assert unused <= NEVER_IN_EVERY_MECHANIC


NEVER_IN_EVERY_MECHANIC = {"informs", "goal", "gas"}
"""Numbers for what that ruleset lacks."""


def test_the_inventory_has_a_row_of_numbers_for_every_slot() -> None:
    env = an_eventful_env(observations=("inventory",))
    compiled = env._settings.rulebook.compiled
    used = np.zeros(len(INVENTORY), np.bool_)
    for observation, _ in play(env, 100, 8):
        hero = hero_in(env)
        used |= observation["inventory"].any(0)
        for row, carried in zip(observation["inventory"].tolist(), hero.inventory, strict=True):
            if carried.kind == 0:
                assert not any(row)
                continue
            kind = compiled.items[carried.kind - 1]
            dice = kind.attack
            use = compiled.abilities[kind.use] if kind.use != NOWHERE else None
            lacks_charge = bool(kind.charges) and not carried.charges
            ammunition = [other for other in hero.inventory if other.kind == kind.ammunition and not other.equipped]
            expected = {
                "kind": carried.kind,
                "count": carried.count,
                "equipped": carried.equipped,
                "slot": kind.slot,
                "charges": carried.charges,
                "ready": int(not lacks_charge and (not kind.ammunition or bool(ammunition))),
                "amount": use.amount if use else 0,
                "shape": use.area + 1 if use else 0,
                "aimed": int(use is not None and use.area in AIMED),
                "reach": use.reach if use else 0,
                "radius": use.radius if use else 0,
                "damage": dice.dice * (dice.sides + 1) * 50 + dice.plus * 100 if kind.weapon else 0,
                "throw_range": range_of_throws(kind, compiled),
                "plus": carried.plus,
                "unidentified": int(carried.kind > len(env._settings.rulebook.items)),
                **{name: int(name in traits(abilities_of(kind, compiled))) for name in codes.TRAIT_NAMES},
                **{
                    name: kind.bonus[number] + carried.plus * kind.each_plus[number]
                    for number, name in enumerate(codes.STAT_NAMES)
                },
            }
            assert dict(zip([entry.name for entry in INVENTORY], row, strict=True)) == expected
    assert {entry.name for entry, shown in zip(INVENTORY, used, strict=True) if not shown} <= {
        *NEVER_IN_EVERY_MECHANIC,
        *codes.STAT_NAMES,
    }


def test_monsters_are_the_nearest_in_view_with_their_numbers() -> None:
    env = an_eventful_env(observations=("monsters", "compass"))
    compiled = env._settings.rulebook.compiled
    used = np.zeros(len(MONSTERS), np.bool_)
    for observation, _ in chain.from_iterable(explore(env, 250, seed) for seed in range(3)):
        hero, x, y = hero_and_position(env)
        used |= observation["monsters"].any(0)

        def steps(monster: VisibleMonster, x: int = x, y: int = y) -> int:
            return max(abs(monster.cell % 80 - x), abs(monster.cell // 80 - y))

        known = list(enumerate(hero.visible_monsters[: hero.visible_monster_count + hero.sensed_monster_count]))
        nearest = sorted(known, key=lambda each: steps(each[1]))[:16]
        assert not observation["monsters"][len(nearest) :].any()
        for row, (number, monster) in zip(observation["monsters"].tolist(), nearest, strict=False):
            kind = compiled.monsters[monster.kind]
            dealt = damage_dealt(hero, compiled, monster)
            abilities = abilities_of(kind, compiled)
            bonuses = [compiled.statuses[number].bonus for number, turns in enumerate(monster.statuses) if turns]
            expected = {
                "kind": monster.kind + 1,
                "side": monster.side,
                "dx": monster.cell % 80 - x,
                "dy": monster.cell // 80 - y,
                "hp": monster.hp,
                "shield": monster.shield,
                "sensed": int(number >= hero.visible_monster_count),
                "asleep": monster.asleep,
                "damage_taken": turn_damage(hero, compiled, monster),
                "damage_dealt": dealt,
                "attacks_to_kill": -(-100 * monster.hp // dealt) if dealt else 0,
                "range": range_of(kind, compiled),
                "keeps_distance": kind.keeps_distance,
                "flees_below": kind.flees_below,
                "erratic": kind.erratic,
                "stays": kind.stays,
                "ambush": kind.ambush,
                "explodes": int(
                    any(each.trigger == codes.ON_DEATH and each.traits & codes.HARMS for each in abilities)
                ),
                **dict(zip(codes.CONDITION_NAMES, bits(monster.conditions, codes.CONDITION_NAMES), strict=True)),
                **{name: int(name in traits(abilities)) for name in codes.TRAIT_NAMES},
                **{
                    name: monster.stats[number]
                    if number < codes.SEEN_STATS
                    else kind.stats[number] + sum(bonus[number] for bonus in bonuses)
                    for number, name in enumerate(codes.STAT_NAMES)
                },
            }
            assert dict(zip([entry.name for entry in MONSTERS], row, strict=True)) == expected
    unused = {entry.name for entry, shown in zip(MONSTERS, used, strict=True) if not shown}
    # Only items call: who is summoned by a monster harms the hero.
    assert unused <= {
        *NEVER_IN_EVERY_MECHANIC,
        "calls",
        "feeds",
        *codes.CONDITION_NAMES,
        "shield",
        "sensed",
        *codes.STAT_NAMES,
    }


def test_only_the_16_nearest_of_many_monsters_are_listed_those_sensed_among_them() -> None:
    env = an_eventful_env(observations=("monsters",))
    env.reset(seed=1)
    batch = env._batch
    hero = batch.episodes[0]["world"]["hero"]
    hero["visible_monster_count"], hero["sensed_monster_count"] = 30, 10
    for number in range(40):
        monster = hero["visible_monsters"][number]
        monster["cell"], monster["hp"] = int(hero["cell"]) + (40 - number) % 20, number + 1
        monster["conditions"], monster["shield"] = number, number * 2
    native(observe_episodes)(batch.episodes, batch._rulesets.compiled, batch._params, batch._buffers)
    rows = [
        dict(zip([entry.name for entry in MONSTERS], row, strict=True)) for row in batch.observations["monsters"][0]
    ]
    assert [row["dx"] for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert [row["hp"] for row in rows] == [1, 21, 20, 40, 19, 39, 18, 38, 17, 37, 16, 36, 15, 35, 14, 34]
    assert [row["sensed"] for row in rows] == [int(row["hp"] > 30) for row in rows]
    for row in rows:
        assert row["shield"] == 2 * (row["hp"] - 1)
        assert [row[name] for name in codes.CONDITION_NAMES] == bits(int(row["hp"]) - 1, codes.CONDITION_NAMES)


def test_messages_are_the_events_of_the_last_step() -> None:
    env = a_descent(observations=("message",), texts=True)
    rulebook = env._settings.rulebook
    event_total = event_cursor = run = 0
    for observation, info in play(env, 400, 9):
        hero, x, y = hero_and_position(env)
        event_cursor, run = event_cursor if env.run_seed == run else 0, env.run_seed
        events = [hero.events[number % MAX_EVENTS] for number in range(event_cursor, hero.event_count)]
        assert info["message_text"] == " ".join(sentence(event, rulebook)[0] for event in events)
        rows = [
            [
                event.what + 1,
                event.who + 2,
                event.whom + 2,
                event.amount,
                type_of_damage(event.detail) if event.what == DAMAGED else event.detail,
                event.cell % 80 - x,
                event.cell // 80 - y,
            ]
            for event in events[-16:]
        ]
        assert observation["message"].tolist() == rows + [[0] * 7] * (16 - len(rows))
        event_total += len(rows)
        event_cursor = hero.event_count
    assert event_total > 50


def test_only_the_last_events_of_many_are_in_message() -> None:
    env = a_descent(observations=("message",))
    env.reset(seed=1)
    hero = env._batch.episodes[0]["world"]["hero"]
    hero["event_count"] = 40
    for number in range(40):
        event = hero["events"][number]
        event["who"] = event["whom"] = HERO
        event["what"], event["amount"] = GAINED_XP, number * 1_000
    env._batch.episodes[0]["event_cursor"] = 4
    observation, _ = env.set_state(env.get_state())
    assert observation["message"][:, 3].tolist() == [min(number * 1_000, 32_767) for number in range(24, 40)]


def test_every_step_returns_new_arrays() -> None:
    env = a_descent(observations=ALL)
    random = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    copies = {key: array.copy() for key, array in observation.items()}
    for _ in range(20):
        *_, info = env.step(random_possible(random, info["action_mask"]))
    assert all((copies[key] == observation[key]).all() for key in observation)


def test_all_tables_of_the_page_are_up_to_date() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environment.md").read_text("utf-8")
    assert update_page(page) == page, "python -m steep.env.manual_tables docs/environment.md writes them"


@pytest.mark.parametrize("name", NUMBERED)
def test_the_docstring_lists_every_number_with_its_range_and_meaning(name: str) -> None:
    assert entry_table(name) + "\n\n" in (inspect.getdoc(steep.env.DescentEnv) or "")
    observation = OBSERVATIONS[name]
    shape = observation.shape_for(21, "flat")
    assert len(observation.entries) == shape[1 if observation.entry_is == "column" else 0]


def test_the_manual_lists_every_key_with_its_shape_and_type() -> None:
    manual = steep.env.DescentEnv.__doc__ or ""
    for name, key in OBSERVATIONS.items():
        line = next(line for line in manual.splitlines() if line.strip().startswith(f"| `{name}` | ("))
        _, _, shape, dtype, meaning, _ = (part.strip() for part in line.split("|"))
        assert str(key.shape_for(21, "flat")) == shape.split(" or ")[0].replace("`crop`", "21")
        assert dtype == np.dtype(key.dtype).name
        assert meaning.startswith("*privileged:*") == key.privileged
