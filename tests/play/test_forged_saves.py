"""Forged saves: the checksums are right, the contents are not. They are refused or can be played on without a crash."""

from __future__ import annotations

import json
import random
import zlib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import worlds_in_both_forms
from forged_records import fields_in, forged
from ready_made_sessions import dived, load
from steep.core.record import fields_of, out_of_range, pack
from steep.core.world import HERO, World
from steep.play.files import saves
from steep.play.files.container import container_bytes, read_container
from steep.play.files.saves import SAVE, SaveError, save
from steep.play.session import Session
from steep.play.timeline import MAX_MOMENTS
from steep.rules.consistency.world_consistency import FAULTS, checked_world, fault_in
from steep.rules.turn import step

UNCHECKED = {"search.queue", "sight"}
"""Work space, always written before it is read."""


@pytest.fixture(scope="module")
def session() -> Session:
    return dived("tcod-2020-gear", actions=150)


@pytest.fixture
def path(tmp_path: Path, session: Session) -> Path:
    path = tmp_path / "save.steep"
    save(session, path)
    return path


def rewrite(path: Path, changes: dict[str, Any] | None = None, **parts: bytes) -> None:
    """Replace parts of a save or values of its header, with correct checksums."""
    content = read_container(SAVE, path)
    contents, at = [], 0
    for size in content.header["sizes"]:
        contents.append(content.body[at : at + size])
        at += size
    contents = [parts.get(name, part) for name, part in zip(("world", "journal", "recording"), contents, strict=True)]
    header = content.header | {"sizes": [len(part) for part in contents]} | (changes or {})
    path.write_bytes(container_bytes(SAVE, header, b"".join(contents)))


def varied_worlds() -> list[tuple[Any, bytes]]:
    """Rulesets that use every feature, each with a world in the middle of a run."""
    worlds = []
    for name in ("tcod-2020-gear", "godot", "rotjs", "roguebasin"):
        ruleset = worlds_in_both_forms.with_every_feature(load(name).compiled)
        engine, rng = worlds_in_both_forms.plain(ruleset), random.Random(1)
        for seed in range(2):
            engine.start(seed, 1 + 3 * seed)
            for _ in range(60):
                engine.act(
                    engine.bot_action()
                    if rng.random() < 0.5
                    else worlds_in_both_forms.random_action(rng, engine.world.hero)
                )
            worlds.append((ruleset, engine.bytes()))
    return worlds


def test_every_number_of_a_world_has_a_range_except_work_space() -> None:
    def fields_without_range(cls: type[Any], path: str) -> set[str]:
        fields = set()
        for field in fields_of(cls):
            if field.of is not None:
                fields |= fields_without_range(field.of, f"{path}{field.name}.")
            elif field.within is None:
                fields.add(path + field.name)
        return fields

    assert fields_without_range(World, "") == UNCHECKED


def test_worlds_reached_by_playing_are_accepted() -> None:
    for ruleset, data in varied_worlds():
        assert out_of_range(World, data) == ""
        assert pack(checked_world(data, ruleset)) == data


@pytest.mark.parametrize("mutations", [150, pytest.param(10_000, marks=pytest.mark.slow)])
def test_forged_worlds_are_refused_or_play_on(mutations: int) -> None:
    rng, worlds, outcomes = random.Random(7), varied_worlds(), Counter[str]()
    for _ in range(mutations):
        ruleset, data = rng.choice(worlds)
        try:
            world = checked_world(forged(World, data, rng), ruleset)
        except ValueError as refused:
            outcomes["number" if " is " in str(refused) and ", not from " in str(refused) else str(refused)] += 1
            continue
        outcomes["played on"] += 1
        for _ in range(3):
            step(world, ruleset, worlds_in_both_forms.random_action(rng, world.hero))
    assert outcomes["played on"] > mutations // 20
    assert outcomes["number"] > mutations // 4
    # A fault that no mutation triggered has not been tested.
    all_faults = {f"a world in which {fault}" for fault in FAULTS[1:]}
    assert mutations < 10_000 or all_faults - outcomes.keys() <= {"a world in which a random stream is all zero"}


def test_a_forged_number_is_named_with_its_range(path: Path, session: Session) -> None:
    data = bytearray(pack(session.world))
    at = next(start for name, start, *_ in fields_in(World) if name == "hero[0].inventory[2].kind")
    data[at : at + 8] = (4_000).to_bytes(8, "little")
    rewrite(path, world=zlib.compress(bytes(data)))
    with pytest.raises(SaveError, match=r"is invalid: .*hero.inventory\[2\].kind is 4000, not from 0 to 512"):
        saves.load(path, load)


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [
        ("actors[3].stats[2]", 2**41, "actors[3].stats[2] is 2199023255552, not from -1099511627776 to 1099511627776"),
        ("actors[128].statuses[23]", -1, "actors[128].statuses[23] is -1, not from 0 to 30000"),
        ("actors[0].asleep[0]", 2, "actors[0].asleep is 2, not from 0 to 1"),
        ("rooms[1].top[0]", -1, "rooms[1].top is -1, not from 0 to 44"),
    ],
)
def test_a_number_is_named_with_its_places_in_tables_and_planes(
    session: Session, name: str, number: int, said: str
) -> None:
    field, _, place = name.removesuffix("]").rpartition("[")
    data = bytearray(pack(session.world))
    start, code = next((start, code) for known, start, code, _ in fields_in(World) if known == field)
    at = start + int(code[1]) * int(place)
    data[at : at + int(code[1])] = number.to_bytes(int(code[1]), "little", signed=True)
    assert out_of_range(World, bytes(data)) == said


def test_a_monster_of_the_kind_that_stands_for_the_hero_is_refused(session: Session) -> None:
    world: Any = checked_world(pack(session.world), session.rulebook.compiled)
    world.actors[0].hp = 0
    world.occupant[world.actors[0].cell] = 0
    world.actors[0].kind = HERO
    fault = FAULTS[fault_in(world, session.rulebook.compiled)]
    assert fault == "a monster has an unknown kind, or stands on or walks to an impossible cell"


def test_an_empty_slot_that_is_equipped_is_refused(session: Session) -> None:
    world: Any = checked_world(pack(session.world), session.rulebook.compiled)
    slot = next(slot for slot in world.hero.inventory if slot.kind == 0)
    slot.equipped = 1
    assert FAULTS[fault_in(world, session.rulebook.compiled)] == "the inventory holds something impossible"


def test_an_all_zero_random_stream_is_refused(session: Session) -> None:
    world: Any = checked_world(pack(session.world), session.rulebook.compiled)
    for word in range(8, 12):
        world.random[word] = 0
    assert FAULTS[fault_in(world, session.rulebook.compiled)] == "a random stream is all zero"


WRONG: tuple[Any, ...] = (-1, 2**63, 2**80, 0.5, None, "many", [], {}, True, [1], "\x1b[2J", 10**400)


def test_a_forged_header_is_refused(path: Path) -> None:
    original = read_container(SAVE, path)
    for name, wrong in product(original.header, WRONG):
        if name == "ruleset_path" and isinstance(wrong, str):
            continue  # a wrong path is allowed: the ruleset is then found by its name
        if name == "keyframes" and wrong == []:
            continue  # a short run has none
        if name == "wizard" and wrong is True:
            continue  # a normal run may be called a wizard's, which counts for less
        path.write_bytes(container_bytes(SAVE, original.header | {name: wrong}, original.body))
        with pytest.raises(SaveError):
            saves.load(path, load)


TIMELINES: tuple[Any, ...] = (
    [["1", 1, "floor", "Floor 1"]],
    [[0, 1, "song", "La"]],
    [[0, 1, "floor", "Floor\x1b[2J"]],
    [[10**6, 1, "floor", "Floor 1"]],
    [[0, 1, "floor"]],
    [[0, 1, "floor", "Floor 1"]] * (MAX_MOMENTS + 1),
)
"""Forged moments of a run: turn, floor, kind and text."""


@pytest.mark.parametrize("sizes", [[], [1], [1, 2], [-1, 2, 3], [10**30, 0, 0], [None] * 3, "123", [0.5, 1, 2]])
def test_forged_sizes_are_refused(path: Path, sizes: Any) -> None:
    rewrite(path, {"sizes": sizes})
    with pytest.raises(SaveError):
        saves.load(path, load)


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": [["\x1b[2J", "info", 1, 1]]},
        {"messages": [["Hm.", "info", 0, 1]]},
        {"messages": [["Hm.", "info", 1, 10**9]]},
        {"messages": [["Hm.", "info", 1, -1]]},
        {"messages": [["Hm.", "loud", 1, 1]]},
        {"messages": [["Hm.", ["info"], 1, 1]]},
        {"messages": [["Hm.", "info", 1, 1]] * 6_000},
        {"messages": 5},
        {"messages": [5]},
        {"kills": {"orc": -1}},
        {"kills": {"orc": 10**30}},
        {"kills": {"no such kind": 1}},
        {"kills": [1]},
        {"bot": ["diver", 10**9]},
        {"bot": ["diver", None]},
        {"bot": ["\x1b[2J", 1]},
        {"bot": "diver"},
        *({"timeline": forged} for forged in TIMELINES),
        {"timeline": [], "lowest": 7},
        *({"turn_below": forged} for forged in ("1", -1, 10**6)),
        *(
            {"luck": forged}
            for forged in (7, [[], 0], [[], 0, -1], [[[1]], 0, 0], [[[1, 2]] * 5_000, 0, 0], [[], 0.5, 0])
        ),
    ],
)
def test_a_forged_journal_is_refused(path: Path, changes: dict[str, Any]) -> None:
    journal = {"messages": [["Hm.", "info", 1, 1]], "kills": {"orc": 1}}
    rewrite(path, journal=zlib.compress(json.dumps(journal).encode()))
    assert saves.load(path, load).kills == {"orc": 1}
    rewrite(path, journal=zlib.compress(json.dumps(journal | changes).encode()))
    with pytest.raises(SaveError, match="is invalid"):
        saves.load(path, load)


def test_a_journal_larger_than_the_limit_is_not_unpacked(path: Path) -> None:
    rewrite(path, journal=zlib.compress(b" " * (saves.JOURNAL_BYTES + 1)))
    with pytest.raises(SaveError, match="is invalid"):
        saves.load(path, load)


def test_loading_a_forged_world_gives_one_error_line_or_a_game(path: Path, session: Session) -> None:
    rng, data, loaded = random.Random(11), pack(session.world), 0
    complaints: list[str] = []
    for _ in range(80):
        rewrite(path, world=zlib.compress(forged(World, data, rng), 1))
        try:
            forged_session = saves.load(path, load)
        except SaveError as refused:
            complaints.append(str(refused))
            continue
        loaded += 1
        for _ in range(3):
            forged_session.act(worlds_in_both_forms.random_action(rng, forged_session.hero))
    assert 0 < loaded < 80
    assert all(complaint.startswith(f"{path}: this save is invalid: ") for complaint in complaints)
    assert not any("\n" in complaint for complaint in complaints)
