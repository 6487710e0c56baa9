"""A session: the effect of actions on the world, the log, the kills and the recording."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ready_made_sessions import dead_run, dive, dived, lines, load, session_in
from scenes import CONFUSED, CROWD_SIZE, E, Scene, W, confuse, crowded_scene, effect_of, set_hp
from steep.core.geometry import STAIRS
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.core.record import digest
from steep.core.ruleset import Ruleset
from steep.core.ruleset.limits import MAX_KINDS
from steep.core.world import DEAD, HERO, MAX_EVENTS, World
from steep.play.files.ledger import score_of
from steep.play.session import OWN_FIRE, Session, random_seed
from steep.play.texts.messages import GREETING, missed_sentence
from steep.rules.action_codes import BLOCKED, CHOOSE, DESCEND, DONE, MOVE, NO_SUCH_ACTION, USE, WAIT, action
from steep.rules.perceived_events import AFFLICTED, DAMAGED, HIT, RECOVERED, emit

CORRIDOR = "#@r...#"


def test_a_run_begins_with_a_greeting_and_the_first_floor() -> None:
    session = Session.start(load("tcod-2020"), 42)
    assert lines(session) == [GREETING, "You arrive on floor 1."]
    assert (session.seed, session.floor, session.turn, session.over, session.killer) == (42, 1, 0, False, "")


def test_the_floors_of_a_seed_do_not_depend_on_the_actions() -> None:
    idle, busy = (dive(Session.start(load("tcod-2020"), 42), actions) for actions in (0, 40))
    for session in (idle, busy):
        session.world.hero.cell = session.world.tiles.index(STAIRS)
        assert session.act(action(DESCEND)) == DONE
    assert idle.floor == busy.floor == 2
    assert idle.world.tiles == busy.world.tiles
    assert [actor.cell for actor in idle.world.actors] == [actor.cell for actor in busy.world.actors]


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(InputError, match=f"the seed is {seed}; it must be from 0 to {MAX_SEED}"):
        Session.start(load("tcod-2020"), seed)


def test_a_random_seed_can_be_played() -> None:
    seeds = {random_seed() for _ in range(50)}
    assert len(seeds) > 40
    assert all(0 <= seed < 1_000_000_000 for seed in seeds)


def test_a_monster_on_the_heros_first_cell_gets_a_message() -> None:
    def shares_cell(session: Session) -> bool:
        return session.world.occupant[session.hero.cell] > 0

    runs = [Session.start(load("roguebasin"), seed) for seed in range(120)]
    assert any(map(shares_cell, runs))
    for session in runs:
        has_message = "An orc is upon you: step aside to attack it." in lines(session)
        assert has_message == shares_cell(session)


def test_messages_of_a_turn_are_in_order() -> None:
    session = session_in(Scene(CORRIDOR))
    session.act(action(MOVE, E))
    session.act(action(MOVE, E))
    assert lines(session) == [
        "You hit the rat for 3.",
        "The rat hits you for 2.",
        "You hit the rat for 3.",
        "The rat dies.",
        "You gain 4 XP.",
    ]
    assert [entry.turn for entry in session.log.entries] == [1, 1, 2, 2, 2]


def test_an_impossible_action_is_explained_and_not_recorded() -> None:
    session = session_in(Scene(CORRIDOR))
    before = digest(session.world)
    assert session.act(action(MOVE, W)) == BLOCKED
    assert [(entry.text, entry.kind) for entry in session.log.entries] == [("The way is blocked.", "impossible")]
    assert digest(session.world) == before
    assert session.recording.length == 0


def test_every_performed_action_is_recorded_with_two_bytes_of_its_digest() -> None:
    session = session_in(Scene(CORRIDOR))
    session.act(action(MOVE, E))
    session.act(action(MOVE, W))
    session.act(action(WAIT))
    assert session.recording.actions == [action(MOVE, E), action(WAIT)]
    assert session.recording.checks[-2:] == session.recording.final[:2]
    assert len(session.recording.checks) == 4


@pytest.mark.parametrize("number", [-10, -1, 1 << 28, action(CHOOSE) | 1 << 200])
def test_a_number_that_is_not_an_action_is_impossible(number: int) -> None:
    session = session_in(Scene(CORRIDOR))
    session.hero.choosing = 1
    assert session.act(number) == NO_SUCH_ACTION
    assert session.recording.length == 0


def test_kills_are_counted_by_kind() -> None:
    session = dead_run()
    assert set(session.kills) == {"orc", "troll"}
    assert sum(session.kills.values()) == session.hero.kills
    assert session.kills["orc"] * 35 + session.kills["troll"] * 100 == score_of(session, "", datetime.now(UTC)).xp


def test_a_monster_killed_by_another_is_not_the_heros_kill() -> None:
    scene = Scene("#@.or#")
    session = session_in(scene)
    scene.give("?")
    scene.enemy("r").hp = 1
    session.act(action(USE, 0, scene.enemy("o").cell))
    while scene.enemy("r").hp > 0 and not session.over:
        confuse(scene.enemy("o"), 9)
        set_hp(session.world, session.hero.max_hp)
        session.act(action(WAIT))
    assert "The rat dies." in lines(session)
    assert session.kills == {}


def test_the_killer_is_named() -> None:
    session = Session.start(load("tcod-2020"), 1)
    session.world.outcome, session.world.killer = DEAD, 1
    assert session.killer == session.rulebook.monsters[1].name


def test_a_hero_that_burns_itself_is_killed_by_its_own_fire() -> None:
    scene = Scene(CORRIDOR)
    session = session_in(scene)
    keys = [damage_type.key for damage_type in session.rulebook.damage_types]
    effect_of(scene.ruleset, "*").damage_type = keys.index("fire")
    scene.give("*")
    set_hp(session.world, 1)
    session.act(action(USE, 0, session.hero.cell))
    assert (session.over, session.killer) == (True, OWN_FIRE)
    assert lines(session)[-1] == "You die..."


def test_a_step_onto_items_lists_them() -> None:
    scene = Scene("#@!.#")
    scene.put("/", scene.at(2, 1))
    session = session_in(scene)
    session.act(action(MOVE, E))
    session.act(action(WAIT))
    assert lines(session) == ["You see a potion and a club here."]


def test_a_step_onto_the_stairs_gives_a_message() -> None:
    session = session_in(Scene("#@>.#"))
    session.act(action(MOVE, E))
    assert lines(session) == ["Stairs lead down from here."]


def test_more_events_than_the_ring_buffer_holds_are_reported_as_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def emit_too_many(world: World, ruleset: Ruleset, act: int) -> int:
        for _ in range(MAX_EVENTS + 3):
            emit(world, HIT, 0, HERO, 1, world.hero.cell)
        return DONE

    session = session_in(Scene(CORRIDOR))
    monkeypatch.setattr("steep.play.session.step", emit_too_many)
    session.act(action(WAIT))
    assert lines(session) == [missed_sentence(3), f"The rat hits you for 1. (x{MAX_EVENTS})"]


def test_every_kill_of_a_burning_crowd_is_counted() -> None:
    scene = crowded_scene()
    session = session_in(scene)
    session.act(action(USE, 0, scene.hero.cell))
    assert session.kills == {"rat": session.hero.kills} == {"rat": CROWD_SIZE}
    assert not any("lost" in line for line in lines(session))


def test_a_run_that_nothing_observes_gives_the_same_world_and_log() -> None:
    recorded = dived(actions=60)
    alone = Session.start(load("tcod-2020"), 42)
    alone.observers.clear()
    for act in recorded.recording.actions:
        assert alone.act(act) == DONE
    assert digest(alone.world) == digest(recorded.world)
    assert alone.log.entries == recorded.log.entries
    assert alone.kills == recorded.kills
    assert alone.recording.length == 0


def test_statuses_given_at_once_are_one_message() -> None:
    session = session_in(Scene(CORRIDOR))
    rulebook = load("tcod-2020")
    session.rulebook = rulebook
    numbers = {status.key: number for number, status in enumerate(rulebook.statuses)}
    cursor = session.hero.event_count
    for key in ("blind", "slowed", "held"):
        emit(session.world, AFFLICTED, 0, HERO, 3, session.hero.cell, numbers[key])
    emit(session.world, AFFLICTED, 0, 1, 3, session.hero.cell, numbers["blind"])
    for key in ("blind", "slowed"):
        emit(session.world, RECOVERED, HERO, HERO, 0, session.hero.cell, numbers[key])
    session._log_events(cursor)
    assert lines(session) == [
        "You are blind, slowed and held.",
        f"The {rulebook.monsters[1].name} no longer sees anything.",
        "You are no longer blind or slowed.",
    ]


def test_the_same_status_given_twice_is_told_twice() -> None:
    session = session_in(Scene(CORRIDOR))
    cursor = session.hero.event_count
    for _ in range(2):
        emit(session.world, AFFLICTED, 0, HERO, 3, session.hero.cell, CONFUSED)
    session._log_events(cursor)
    assert lines(session) == ["You are confused. (x2)"]


def test_who_sees_again_is_told_in_words_for_what_has_no_eyes_too() -> None:
    session = session_in(Scene(CORRIDOR))
    rulebook = session.rulebook = load("tcod-2020")
    blind = next(number for number, status in enumerate(rulebook.statuses) if status.key == "blind")
    cursor = session.hero.event_count
    emit(session.world, RECOVERED, 1, 1, 0, session.hero.cell, blind)
    session._log_events(cursor)
    assert lines(session) == [f"The {rulebook.monsters[1].name} sees again."]


def test_a_status_that_is_lost_and_given_again_or_renewed_by_terrain_is_not_told() -> None:
    session = session_in(Scene(CORRIDOR))
    rulebook = session.rulebook = load("tcod-2020")
    shielded = next(number for number, status in enumerate(rulebook.statuses) if status.key == "shielded")
    cell, cursor = session.hero.cell, session.hero.event_count
    emit(session.world, RECOVERED, HERO, HERO, 0, cell, shielded)
    emit(session.world, AFFLICTED, MAX_KINDS + 3, HERO, 2, cell, shielded)
    session._log_events(cursor)
    emit(session.world, AFFLICTED, MAX_KINDS + 3, HERO, 2, cell, shielded)
    session._log_events(cursor + 2, {(cell, shielded)})
    assert lines(session) == []
    emit(session.world, AFFLICTED, MAX_KINDS + 3, HERO, 2, cell, shielded)
    session._log_events(cursor + 3)
    assert lines(session) == ["You are shielded."]


def test_damage_that_only_terrain_does_and_nobody_takes_is_not_told() -> None:
    session = session_in(Scene(CORRIDOR))
    cursor = session.hero.event_count
    emit(session.world, DAMAGED, MAX_KINDS + 3, 1, 0, session.hero.cell, 0)
    session._log_events(cursor)
    assert lines(session) == []
