"""The timeline of a run: floors, levels, notable kills, finds and low points of HP."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from ready_made_sessions import dead_run, dive, load
from scenes import set_hp
from steep.core.world import HERO, WON
from steep.play.files import saves
from steep.play.files.morgue import cause_of, morgue_text
from steep.play.session import Session
from steep.play.timeline import MAX_MOMENTS
from steep.rules import perceived_events as events
from steep.rules.action_codes import DESCEND, WAIT, action
from steep.rules.perceived_events import emit

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)


def a_session(ruleset: str = "tcod-2020-gear", floor: int = 1) -> Session:
    """A run at its beginning."""
    return Session.start(load(ruleset), 42, floor)


def happen(session: Session, what: int, who: int = HERO, whom: int = HERO, amount: int = 1, detail: int = 0) -> None:
    """Let something happen that the hero perceives."""
    cursor = session.hero.event_count
    emit(session.world, what, who, whom, amount, session.hero.cell, detail)
    session.tell(session._log_events(cursor))


def texts(session: Session) -> list[str]:
    """The timeline without what is there from the start."""
    return [moment.text for moment in session.timeline.moments[1:]]


def kind(session: Session, key: str) -> int:
    """The number of a kind of monster."""
    return [monster.key for monster in session.rulebook.monsters].index(key)


def test_begins_with_the_first_floor_and_names_its_region() -> None:
    assert a_session().timeline.moments[0].text == "Floor 1"
    region = next(region for region in load("steep").regions if region.floors[0] == 1)
    assert a_session("steep").timeline.moments[0].text == f"Floor 1, {region.name}"


def test_has_floors_and_levels() -> None:
    session = a_session()
    happen(session, events.ARRIVED, amount=2)
    happen(session, events.LEVELLED, amount=2)
    assert texts(session) == ["Floor 2", "Level 2"]


def test_has_the_first_kill_of_each_kind_that_is_stronger_than_all_before() -> None:
    session = a_session()
    orc, troll = kind(session, "orc"), kind(session, "troll")
    for killed in (orc, orc, troll, orc, troll):
        happen(session, events.DIED, HERO, killed)
    assert texts(session) == ["First orc killed", "First troll killed"]
    other = a_session()
    for killed in (troll, orc):
        happen(other, events.DIED, HERO, killed)
    assert texts(other) == ["First troll killed"]


def test_has_no_kills_of_others_but_those_of_uniques() -> None:
    session = a_session("steep")
    number, unique = next((n, each) for n, each in enumerate(session.rulebook.monsters) if each.unique)
    common = next(n for n, each in enumerate(session.rulebook.monsters) if not each.unique)
    happen(session, events.DIED, common, common)
    happen(session, events.DIED, common, number)
    (text,) = texts(session)
    assert unique.name.lower() in text.lower()
    assert text.endswith(
        f"killed by {'an' if session.rulebook.monsters[common].name[0] in 'aeiou' else 'a'} "
        + session.rulebook.monsters[common].name
    )


def test_has_equipment_once_by_name_and_no_potions() -> None:
    session = a_session()
    keys = [item.key for item in session.rulebook.items]
    for key, plus in (("sword", 0), ("sword", 0), ("sword", -2), ("healing_potion", 0)):
        happen(session, events.PICKED_UP, HERO, keys.index(key), 0, plus & 127)
    assert texts(session) == ["A sword found", "A sword -2 found"]


def test_has_no_equipment_that_the_hero_started_with_and_dropped() -> None:
    session = a_session()
    start = session.rulebook.hero.start[0].item
    number = [item.key for item in session.rulebook.items].index(start)
    happen(session, events.PICKED_UP, HERO, number, 0)
    happen(session, events.PICKED_UP, HERO, number, 0, 1)
    assert texts(session) == [f"A {start} +1 found"]


def test_has_each_low_point_of_hp_once_at_its_lowest() -> None:
    session = a_session()
    full = session.hero.max_hp
    for hp in (full // 4 + 2, full // 4, 2, 3, full // 4 + 2, full, 5):
        session.hero.hp = hp
        happen(session, events.HIT, kind(session, "orc"), HERO, 3)
    assert texts(session) == [f"Down to 2 of {full} HP after an orc", f"Down to 5 of {full} HP after an orc"]


def test_does_not_grow_for_ever() -> None:
    session = a_session()
    for number in range(MAX_MOMENTS + 50):
        happen(session, events.LEVELLED, amount=number)
    assert len(session.timeline.moments) == MAX_MOMENTS


def test_a_full_one_leaves_the_turn_of_the_victory_known(tmp_path: Path) -> None:
    session = a_session("steep", 20)
    session.act(action(WAIT))
    for _ in range(MAX_MOMENTS):
        session.timeline.add(session.hero, "find", "A stone found")
    session.world.outcome, won = WON, session.turn
    session.act(action(DESCEND))
    assert session.below
    session.act(action(WAIT))
    saves.save(session, tmp_path / "save")
    assert [session.turn_won, saves.load(tmp_path / "save", load).turn_won] == [won, won]
    assert session.turn > won


def test_is_saved_and_goes_on(tmp_path: Path) -> None:
    session = dive(a_session("tcod-2020"), 250)
    set_hp(session.world, session.hero.max_hp // 5)
    happen(session, events.HIT, 0, HERO, 3)
    saves.save(session, tmp_path / "save")
    restored = saves.load(tmp_path / "save", load)
    assert restored.timeline.moments == session.timeline.moments
    assert restored.timeline.lowest == session.timeline.lowest > 0


def test_is_in_the_morgue_file_and_ends_with_the_end() -> None:
    session = dead_run()
    session.timeline.add(session.hero, "level", "Level 2")
    text = morgue_text(session, None, NOW)
    lines = text.partition("Timeline\n\n")[2].partition("\n\n")[0].splitlines()
    assert lines[-2] == f"{session.turn}    Level 2"
    assert lines[-1] == f"{session.turn}    {cause_of(session)}"
