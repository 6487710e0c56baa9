"""The soak plays at random, counts what took effect, and finds inconsistent worlds and saves that do not load."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import counted_random_play
from counted_random_play import (
    CHANGES,
    COUNTED,
    SHAPES,
    CountedWorld,
    Counts,
    count_no_effects,
    play_and_count,
)
from random_rulesets import random_ruleset
from saved_random_play import play_and_save
from scenes import E
from steep.bots.bot_memory import BotMemory
from steep.core.record import fields_of, pack, size_of, unpack
from steep.core.ruleset import GIVE_STATUS, HEAL, MAX_TERRAIN, ON_TURN, ON_USE, SELF, Ruleset
from steep.core.world import World
from steep.rules.consistency.world_consistency import FAULTS, HERO_DIFFERS
from steep.rules.turn import step
from toml_scenes import TomlScene, rulebook_of

SEED = 5
ACTIONS = 25


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, rule in COUNTED:
        monkeypatch.setattr(module, name, rule)


def played(every: int = 10, seed: int = SEED) -> tuple[CountedWorld, str]:
    world = CountedWorld()
    ruleset = rulebook_of(random_ruleset(random.Random(seed))).compiled
    return world, FAULTS[play_and_count(world, ruleset, BotMemory(), seed, ACTIONS, every)]


def test_games_at_random_are_consistent_and_counted() -> None:
    effects = 0
    for seed in (SEED, 9, 10, 11):
        world, fault = played(seed=seed)
        assert fault == ""
        assert world.counts.actions == ACTIONS
        assert world.counts.games >= 1
        assert sum(world.counts.effects) == sum(world.counts.triggers)
        assert pack(unpack(World, pack(world)[: size_of(World)]).hero) == pack(world.hero)
        effects += sum(world.counts.effects)
    assert effects > 0


def counted_scene(picture: str, piece: str, terrain: dict[str, str]) -> tuple[TomlScene, Counts]:
    """A scene whose world has counts."""
    scene = TomlScene(picture, piece, terrain=terrain)
    plain, scene.world = scene.world, CountedWorld()
    for field in fields_of(World):
        setattr(scene.world, field.name, getattr(plain, field.name))
    return scene, scene.world.counts


def test_what_terrain_becomes_is_counted_by_the_reason_and_by_what_it_was() -> None:
    scene, counts = counted_scene(
        "#@L+..&#",
        """
        [items.brass_key]
        glyph = "k"
        [terrain.vault_door]
        glyph = "+"
        solid = true
        opens_to = "floor"
        key_item = "brass_key"
        """,
        {"L": "vault_door", "+": "door", "&": "web"},
    )
    scene.carry("k")
    scene.move(E, E, E, E, E, E)
    keys = [kind.key for kind in scene.book.terrain]
    changed = {
        (reason, keys[kind])
        for number, reason in enumerate(CHANGES)
        for kind in range(len(keys))
        if counts.changed[number * MAX_TERRAIN + kind] == 1
    }
    assert changed == {("unlocked", "vault_door"), ("entered", "door"), ("left", "open_door"), ("entered", "web")}
    assert [key for kind, key in enumerate(keys) if counts.entered[kind]] == ["floor", "door", "web"]


def test_what_takes_effect_depends_on_the_seed_alone() -> None:
    assert pack(played()[0]) == pack(played(every=1)[0])


def test_the_first_inconsistent_world_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(world: World, ruleset: Ruleset, act: int) -> int:
        done = step(world, ruleset, act)
        world.hero.turn += world.counts.actions == 6  # type: ignore[attr-defined]
        return done

    monkeypatch.setattr(counted_random_play, "step", broken)
    world, fault = played(every=1)
    assert fault == FAULTS[HERO_DIFFERS]
    assert world.counts.actions == 7


def test_an_effect_counts_if_it_changed_something() -> None:
    scene, counts = counted_scene(
        "#@.#",
        """
        [items.herb]
        glyph = "h"
        abilities = ["mend"]
        [abilities.mend]
        trigger = "use"
        shape = "self"
        needs = "nothing"
        effects = [{ heal = "9" }, { status = "hasted", turns = 5 }]
        """,
        {},
    )
    scene.use_on("h")
    assert (counts.effects[HEAL * SHAPES + SELF], counts.effects[GIVE_STATUS * SHAPES + SELF]) == (0, 1)
    scene.wound(scene.body, 4)
    scene.use_on("h")
    assert (counts.effects[HEAL * SHAPES + SELF], counts.effects[GIVE_STATUS * SHAPES + SELF]) == (1, 2)
    assert counts.statuses[scene.status("hasted")] == 2
    assert counts.triggers[ON_USE] == 3
    assert counts.triggers[ON_TURN] == 0


def test_a_game_whose_save_would_not_load_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count_no_effects()
    book = rulebook_of(random_ruleset(random.Random(SEED)))
    path = tmp_path / "save.steep"
    assert play_and_save(book, SEED, ACTIONS, 10, path) == ""
    assert path.exists()
    monkeypatch.setattr("steep.play.files.saves.MESSAGE_KINDS", frozenset())
    assert play_and_save(book, SEED, ACTIONS, 10, path).startswith("The game could not be saved")


def test_some_random_rulesets_have_terrain_that_no_floor_has() -> None:
    pieces = [random_ruleset(random.Random(seed)) for seed in range(40)]
    unused = [piece for piece in pieces if "[vaults." not in piece]
    assert 0 < len(unused) < len(pieces)
    assert all("key_item" in piece for piece in unused)
