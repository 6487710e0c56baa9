"""Wizard mode: its commands change a run as play could, and what a wizard does counts for nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ready_made_sessions import load
from scenes import set_hp
from screen_driver import a_context
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, NOWHERE
from steep.core.record import digest, pack
from steep.core.world import HERO_ROW, MAX_INVENTORY, PLAYING
from steep.play.files import saves
from steep.play.files.container import container_bytes, read_container
from steep.play.files.ledger import read_ledger
from steep.play.files.saves import SAVE, SaveError
from steep.play.finish_run import finish_run
from steep.play.session import Session
from steep.play.wizard import (
    COMMANDS,
    Needs,
    deepest_floor,
    gain_level,
    give_item,
    go_to_cell,
    go_to_floor,
    identify_all,
    make_whole,
    place_monster,
    reveal_floor,
)
from steep.rules.action_codes import CHOOSE, DESCEND, MOVE, PICK_UP, USE, WAIT, action
from steep.rules.consistency.world_consistency import checked_world

BY_FUNCTION = {command.change: command for command in COMMANDS}


def a_wizard(seed: int = 3, ruleset: str = "steep") -> Session:
    return Session.start(load(ruleset), seed, wizard=True)


def does(session: Session, change: object, *numbers: int) -> str:
    return session.change_as_wizard(BY_FUNCTION[change], *numbers)  # type: ignore[index]


def number_of(session: Session, key: str) -> int:
    return [item.key for item in session.rulebook.items].index(key)


def check(session: Session) -> None:
    """The world is one that a save may hold."""
    checked_world(pack(session.world), session.rulebook.compiled)


class TestGoingToAFloor:
    def test_gives_the_floor_of_a_run_that_begins_there_and_saw_those_above(self) -> None:
        session, other = a_wizard(), Session.start(load("steep"), 3, 12)
        assert does(session, go_to_floor, 12) == ""
        assert bytes(session.world.tiles) == bytes(other.world.tiles)
        found = [(each.kind, each.cell) for each in session.world.actors[: session.world.actor_count]]
        assert found == [(each.kind, each.cell) for each in other.world.actors[: other.world.actor_count]]

    def test_leads_up_too_to_the_floor_as_it_was_made(self) -> None:
        session = a_wizard()
        tiles = bytes(session.world.tiles)
        uniques = list(session.world.uniques_spawned)
        for floor in (9, 1):
            assert does(session, go_to_floor, floor) == ""
        assert (bytes(session.world.tiles), list(session.world.uniques_spawned)) == (tiles, uniques)

    def test_reaches_floors_below_the_last_one_only_where_there_are_any(self) -> None:
        steep, easy = a_wizard(), a_wizard(ruleset="roguebasin")
        last = steep.rulebook.run.last_floor
        assert does(steep, go_to_floor, last + 3) == ""
        assert steep.below
        deepest = deepest_floor(easy.rulebook.compiled)
        before = digest(easy.world)
        for floor in (0, deepest + 1):
            assert does(easy, go_to_floor, floor) == f"There is no floor {floor}: the floors are 1 to {deepest}."
        assert digest(easy.world) == before


class TestOtherCommands:
    def test_reveal_the_stairs_and_every_item(self) -> None:
        session = a_wizard()
        assert session.hero.stairs == NOWHERE
        assert does(session, reveal_floor) == ""
        items = session.world.items[: session.world.item_count]
        assert session.hero.stairs != NOWHERE
        assert session.hero.seen_item_count == sum(item.cell >= 0 for item in items)
        check(session)

    def test_heal_and_feed(self) -> None:
        session = a_wizard()
        set_hp(session.world, 1)
        session.world.hero.nutrition = 1
        assert does(session, make_whole) == ""
        assert session.hero.hp == session.hero.max_hp
        assert session.hero.nutrition == session.rulebook.compiled.hunger_full
        check(session)

    def test_give_every_item_that_can_be_carried_until_the_inventory_is_full(self) -> None:
        session = a_wizard()
        answers = [does(session, give_item, kind) for kind in range(len(session.rulebook.items))]
        assert answers[number_of(session, "lamp")].startswith("Nobody carries")
        assert "Your inventory is full." in answers
        assert session.hero.inventory_count == session.rulebook.compiled.inventory_capacity
        check(session)

    def test_identify_all_kinds(self) -> None:
        session = a_wizard()
        assert session.hero.unidentified > 0
        assert does(session, identify_all) == ""
        assert session.hero.unidentified == 0
        assert does(session, identify_all) == "You know all kinds of items already."
        check(session)

    def test_give_a_level_which_has_to_be_chosen_before_the_next(self) -> None:
        session = a_wizard()
        assert does(session, gain_level) == ""
        assert (session.hero.level, session.hero.choosing) == (2, 1)
        assert does(session, gain_level) == "First choose what your level gives you."
        check(session)

    def test_place_a_monster_only_where_it_has_room(self) -> None:
        session = a_wizard()
        hero, world = session.hero, session.world
        beside = (hero.cell + step for step in DIRECTIONS)
        free = next(cell for cell in beside if world.tiles[cell] == FLOOR and not world.occupant[cell])
        assert does(session, place_monster, 0, free) == ""
        assert session.world.occupant[free] > 0
        for cell in (free, session.hero.cell, 0):
            assert does(session, place_monster, 0, cell).startswith("There is no room for the ")
        assert does(session, go_to_cell, free) == "There is no room for you there."
        check(session)

    def test_who_has_its_the_already_is_refused_without_another(self) -> None:
        session = a_wizard()
        names = [monster.name for monster in session.rulebook.monsters]
        founder = next(kind for kind, name in enumerate(names) if name.startswith("the "))
        refusal = does(session, place_monster, founder, session.hero.cell)
        assert refusal == f"There is no room for {names[founder]} there."

    def test_are_refused_in_a_run_that_is_no_wizards(self) -> None:
        session = Session.start(load("steep"), 3)
        before = digest(session.world)
        assert does(session, go_to_floor, 9) == "Only a wizard can do that, while the run goes on."
        assert digest(session.world) == before


def test_an_invulnerable_wizard_lives_on() -> None:
    session = a_wizard()
    session.invulnerable = True
    set_hp(session.world, 1)
    starving = session.rulebook.compiled.hunger_full > 0
    session.world.hero.nutrition = 0
    assert starving
    for _ in range(40):
        session.world.actors[HERO_ROW].hp = session.world.hero.hp = 1
        session.act(action(WAIT))
        check(session)
    assert (session.world.outcome, session.hero.hp) == (PLAYING, session.hero.max_hp)
    assert "But you are a wizard, and live on." in [message.text for message in session.log.entries]


def told_by_chance(session: Session, needed: Needs, rng: random.Random) -> int:
    """A number that a command could be told, sensible or not."""
    return rng.randrange(
        {
            "floor": 30,
            "item": len(session.rulebook.items),
            "monster": len(session.rulebook.monsters),
            "cell": CELLS,
        }[needed]
    )


def random_action(session: Session, rng: random.Random) -> int:
    hero = session.hero
    if hero.choosing:
        return action(CHOOSE, rng.randrange(session.rulebook.compiled.gain_count))
    verb = rng.choice((MOVE, MOVE, MOVE, MOVE, USE, PICK_UP, WAIT, DESCEND))
    if verb == USE:
        return action(USE, rng.randrange(MAX_INVENTORY), rng.choice(hero.in_view[: hero.in_view_count]))
    return action(verb, rng.randrange(8) if verb == MOVE else 0)


def wander_as_wizard(seed: int, steps: int) -> None:
    """Let random commands and actions follow each other, and check the world after each."""
    rng, session = random.Random(seed), a_wizard(seed)
    for _ in range(steps):
        if session.over and not session.may_go_below:
            session = a_wizard(rng.randrange(10**6))
        session.invulnerable = rng.random() < 0.7
        if rng.random() < 0.4:
            command = rng.choice(COMMANDS)
            session.change_as_wizard(command, *(told_by_chance(session, needed, rng) for needed in command.needs))
        else:
            session.act(action(DESCEND) if session.may_go_below else random_action(session, rng))
        check(session)


@pytest.mark.parametrize(("seeds", "steps"), [(2, 15), pytest.param(12, 300, marks=pytest.mark.slow)])
def test_random_commands_among_random_actions_leave_a_consistent_world(seeds: int, steps: int) -> None:
    for seed in range(seeds):
        wander_as_wizard(seed, steps)


class TestAWizardsRun:
    def test_stays_one_in_its_save(self, tmp_path: Path) -> None:
        session, path = a_wizard(), tmp_path / "save.steep"
        session.invulnerable = True
        does(session, go_to_floor, 7)
        saves.save(session, path)
        loaded = saves.load(path, lambda _: session.rulebook)
        assert (loaded.wizard, loaded.invulnerable, loaded.floor) == (True, True, 7)

    @pytest.mark.parametrize(("mark", "wizard"), [(False, False), (1, None), ("yes", None)])
    def test_with_another_mark_is_a_normal_run_or_refused(
        self, mark: object, wizard: bool | None, tmp_path: Path
    ) -> None:
        session, path = a_wizard(), tmp_path / "save.steep"
        session.invulnerable = True
        saves.save(session, path)
        content = read_container(SAVE, path)
        path.write_bytes(container_bytes(SAVE, content.header | {"wizard": mark}, content.body))
        if wizard is None:
            with pytest.raises(SaveError, match="wizard is"):
                saves.load(path, lambda _: session.rulebook)
        else:
            loaded = saves.load(path, lambda _: session.rulebook)
            assert (loaded.wizard, loaded.invulnerable) == (False, False)

    def test_leaves_a_marked_morgue_file_and_nothing_else(self, tmp_path: Path) -> None:
        session, dirs = a_wizard(), a_context(tmp_path).dirs
        does(session, go_to_floor, 7)
        session.abandoned = True
        game_over = finish_run(session, dirs)
        assert (game_over.rank, game_over.replay) == (None, None)
        assert game_over.warnings == ("Played by a wizard: no score and no replay.",)
        assert game_over.morgue is not None
        text = game_over.morgue.read_text("utf-8")
        assert "Played   by a wizard" in text
        assert "Score " not in text
        assert "Luck" not in text
        assert not read_ledger(dirs).runs
        assert not dirs.replays.exists() or not [*dirs.replays.iterdir()]
        assert not dirs.runs.exists()
        assert not dirs.lore.exists()
