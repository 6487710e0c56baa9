"""Every entry of every observation is what the manual says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import PLAIN_KEYS, a_descent, explore, play, random_possible
from steep.core.geometry import NOWHERE
from steep.core.ruleset import DEFENSE, MAX_HP, POWER, STUMBLES
from steep.core.world import HERO, MAX_EVENTS, Hero
from steep.env.kernel.write_observations import MAX_STAT
from steep.env.observation_specs import COMPASS, FEATURES, MESSAGE, OBSERVATIONS, STATS, Entry
from steep.env.render import hero_of
from steep.play.messages import sentence
from steep.rules.experience import xp_to_next
from steep.rules.perceived_events import GAINED_XP

ALL = tuple(key for key in PLAIN_KEYS if key != "target_mask")
STAT = {entry.name: index for index, entry in enumerate(STATS)}
PLANE = {entry.name: index for index, entry in enumerate(FEATURES)}


def hero_in(env: steep.env.DescentEnv) -> Hero:
    return hero_of(env._batch.episodes[0])


def hero_and_position(env: steep.env.DescentEnv) -> tuple[Hero, int, int]:
    """The hero, and its column and row."""
    hero = hero_in(env)
    return hero, hero.cell % 80, hero.cell // 80


@pytest.mark.parametrize("seed", range(3))
def test_observations_are_within_their_spaces(seed: int) -> None:
    env = a_descent(observations=ALL)
    for observation, _ in play(env, 300, seed):
        assert observation in env.observation_space


def test_only_requested_keys_are_returned_in_alphabetical_order() -> None:
    env = steep.env.DescentEnv(observations=("stats", "glyphs"))
    observation, _ = env.reset(seed=1)
    space: Any = env.observation_space
    assert list(observation) == list(space.spaces) == ["glyphs", "stats"]


def test_stats_are_the_heros_numbers() -> None:
    env = a_descent(observations=("stats",))
    compiled = env._settings.rulebook.compiled
    for observation, _ in play(env, 300, 4):
        hero, x, y = hero_and_position(env)
        stats = {name: int(observation["stats"][index]) for name, index in STAT.items()}
        for name in (
            "floor",
            "turn",
            "hp",
            "max_hp",
            "power",
            "defense",
            "xp",
            "level",
            "kills",
            "choosing",
        ):
            assert stats[name] == getattr(hero, name), name
        assert stats["explored"] == hero.cells_explored
        assert stats["last_floor"] == 4
        assert stats["xp_to_next"] == xp_to_next(compiled, hero.level) + compiled.level_above
        assert (stats["inventory"], stats["inventory_room"]) == (
            hero.inventory_count,
            compiled.inventory_capacity - hero.inventory_count,
        )
        assert (stats["enemies"], stats["x"], stats["y"]) == (hero.visible_monster_count, x, y)
        underfoot = [item.kind + 1 for item in hero.seen_items[: hero.seen_item_count] if item.cell == hero.cell]
        assert stats["underfoot"] == (underfoot[-1] if underfoot else 0)
        stairs = (stats["stairs"], stats["stairs_x"], stats["stairs_y"])
        if hero.stairs == NOWHERE:
            assert stairs == (0, 0, 0)
        else:
            assert stairs == (1, hero.stairs % 80 - x, hero.stairs // 80 - y)


def test_glyphs_show_the_hero_over_enemies_over_items_over_the_map() -> None:
    env = a_descent(observations=("glyphs",))
    items = len(env._settings.rulebook.items)
    for observation, _ in play(env, 200, 5):
        hero = hero_in(env)
        expected = list(hero.remembered)
        for item in hero.seen_items[: hero.seen_item_count]:
            expected[item.cell] = 5 + item.kind
        for enemy in hero.visible_monsters[: hero.visible_monster_count]:
            expected[enemy.cell] = 5 + items + enemy.kind
        expected[hero.cell] = 4
        assert observation["glyphs"].ravel().tolist() == expected


@pytest.mark.parametrize("crop", [3, 21, 79])
def test_a_crop_is_the_part_of_the_glyphs_around_the_hero(crop: int) -> None:
    env = a_descent(observations=("glyphs", "glyphs_crop"), crop=crop)
    half = crop // 2
    for observation, _ in play(env, 200, 6):
        _, x, y = hero_and_position(env)
        wide = np.pad(observation["glyphs"], half)
        assert (observation["glyphs_crop"] == wide[y : y + crop, x : x + crop]).all()
        assert observation["glyphs_crop"][half, half] == 4


def test_planes_of_features_agree_with_the_view() -> None:
    env = a_descent(observations=("features",), crop=21)
    rulebook = env._settings.rulebook
    for observation, _ in play(env, 200, 7):
        hero, x, y = hero_and_position(env)
        expected = np.zeros((len(FEATURES), 65, 100), np.uint8)

        def put(name: str, cell: int, value: int = 255, expected: Any = expected) -> None:
            expected[PLANE[name], cell // 80 + 10, cell % 80 + 10] = value

        for cell, tile in enumerate(hero.remembered):
            if tile:
                put("rock" if tile == 1 else "open", cell)
            if tile == 3:
                put("stairs", cell)
            if hero.visible[cell]:
                put("visible", cell)
        put("hero", hero.cell)
        for item in hero.seen_items[: hero.seen_item_count]:
            kind = rulebook.items[item.kind]
            put("equipment" if kind.slot else kind.effect, item.cell)
            if item.visited:
                put("visited", item.cell)
        for enemy in hero.visible_monsters[: hero.visible_monster_count]:
            monster = rulebook.compiled.monsters[enemy.kind]
            put("enemy", enemy.cell)
            put("enemy_hp", enemy.cell, max(1, 255 * enemy.hp // int(monster.stats[MAX_HP])))
            put("asleep", enemy.cell, 255 * enemy.asleep)
            put("confused", enemy.cell, 255 if enemy.conditions & STUMBLES else 0)
            power, defense = int(monster.stats[POWER]), int(monster.stats[DEFENSE])
            damage_taken, damage_dealt = max(0, power - hero.defense), max(0, hero.power - defense)
            if hero.hp > 0:
                put("enemy_damage", enemy.cell, max(min(1, damage_taken), 255 * min(damage_taken, hero.hp) // hero.hp))
            put("hero_damage", enemy.cell, max(min(1, damage_dealt), 255 * min(damage_dealt, enemy.hp) // enemy.hp))
        assert (observation["features"] == expected[:, y : y + 21, x : x + 21]).all()


def test_every_plane_of_features_is_used() -> None:
    env = a_descent(observations=("features", "compass"), floors=(3, 6))
    used = np.zeros(len(FEATURES), np.bool_)
    for seed in range(3):
        for observation, _ in explore(env, 600, seed):
            used |= observation["features"].any((1, 2))
    assert {entry.name for entry, shown in zip(FEATURES, used, strict=True) if not shown} == {"other"}


def test_the_inventory_has_kind_and_equipped_of_every_slot() -> None:
    env = a_descent(observations=("inventory",))
    for observation, _ in play(env, 200, 8):
        hero = hero_in(env)
        assert observation["inventory"].tolist() == [[carried.kind, carried.equipped] for carried in hero.inventory]


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
            [event.what + 1, event.who + 2, event.whom + 2, event.amount, event.cell % 80 - x, event.cell // 80 - y]
            for event in events[-16:]
        ]
        assert observation["message"].tolist() == rows + [[0] * 6] * (16 - len(rows))
        event_total += len(rows)
        event_cursor = hero.event_count
    assert event_total > 100


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


def row(index: int, entry: Entry) -> str:
    low, high = ("any" if abs(bound) == MAX_STAT else str(bound) for bound in (entry.low, entry.high))
    bounds = {(low, "any"): f"{low} and up", ("any", "any"): "any"}.get((low, high), f"{low} .. {high}")
    return f"| {index} | `{entry.name}` | {bounds} | {entry.meaning} |"


@pytest.mark.parametrize(
    "entries", [STATS, FEATURES, MESSAGE, COMPASS], ids=["stats", "features", "message", "compass"]
)
def test_the_manual_lists_every_entry_with_its_range(entries: tuple[Entry, ...]) -> None:
    manual = [line.strip() for line in (steep.env.DescentEnv.__doc__ or "").splitlines()]
    expected = [row(index, entry) for index, entry in enumerate(entries)]
    start = manual.index(expected[0])
    assert manual[start : start + len(expected)] == expected
    assert not manual[start + len(expected)].startswith("|")


def test_the_manual_lists_every_key_with_its_shape_and_type() -> None:
    manual = steep.env.DescentEnv.__doc__ or ""
    rulebook = a_descent()._settings.rulebook
    for name, key in OBSERVATIONS.items():
        layout = key.layout(rulebook, 21, "flat")
        line = next(line for line in manual.splitlines() if line.strip().startswith(f"| `{name}` | ("))
        _, _, shape, dtype, meaning, _ = (part.strip() for part in line.split("|"))
        assert str(layout.shape) == shape.split(" or ")[0].replace("`crop`", "21")
        assert dtype == np.dtype(layout.dtype).name
        assert meaning.startswith("*privileged:*") == key.privileged
