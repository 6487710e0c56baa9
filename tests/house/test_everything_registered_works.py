"""Everything that is registered works from end to end. A new row in a registry is tested without a new test.

CONTRIBUTING.md lists the places that each addition needs. If one was forgotten, a test here fails and names it.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import steep.ui.screens
from command_fixture_types import Run
from generated_floors import rulebook_from
from ready_made_sessions import dead_run, lines, load
from scenes import set_hp
from screen_driver import a_context, drawing, press, shown
from steep.balance.count_generated_floors import depends_on_floors_above
from steep.balance.lint.all_checks import find
from steep.balance.lint.lint_input import LintInput
from steep.balance.odds_and_expectations import survey_floors
from steep.balance.odds_of_one_draw import deepest_floor, last_change
from steep.bots.choose_action import BOTS
from steep.bots.choose_and_use_items import is_useful
from steep.commands import command_names
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.content.articles_and_plurals import indefinite
from steep.content.sections import EFFECT_KEYS, EFFECT_WORDS, ITEM_EFFECT_NAMES, Map, Rules, fields_of
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, NOWHERE
from steep.core.random_streams import SPAWNS
from steep.core.record import digest
from steep.core.ruleset import HARMS, SELF, SHAPE_NAMES, STAT_NAMES, TRAIT_NAMES, TRIGGER_NAMES, codes
from steep.core.world import HERO, HERO_ROW, Event
from steep.env.check_arguments import EnvironmentSettings
from steep.env.episode_batch import allocate_observations, flat_rows
from steep.env.kernel.actions import (
    ARGUMENTS,
    FLAT_ACTIONS,
    FLAT_USE,
    VERBS,
    act_flat,
    is_aimed,
    write_flat_mask,
    write_verb_mask,
)
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.observations import OBSERVATIONS, observe
from steep.env.kernel.write_map import FEATURES, write_item
from steep.lab.ruleset_results.odds import odds_result
from steep.mapgen.put_on_free_cell import add_actor, add_item
from steep.play.finish_run import finish_run, unfinished
from steep.play.hot_reload import floor_report
from steep.play.moves.move_base_class import BotMove
from steep.play.session import Session
from steep.play.texts.abilities import item_summary
from steep.play.texts.describe import describe_cell
from steep.play.texts.messages import REASON_SENTENCES, capitalised, sentence
from steep.play.turn_animation import FLASH, HURTS, Frame, Mark
from steep.play.wizard import COMMANDS as WIZARD_COMMANDS
from steep.rules import perceived_events as events
from steep.rules.abilities.ability_shapes import can_use
from steep.rules.abilities.statuses import end_status, give_status
from steep.rules.action_codes import DONE, MOVE, NO_USE, REASON_NAMES, USE, action
from steep.rules.update_view import update_fov, update_visible
from steep.ui.screen import Screen
from steep.ui.screens.game.game_menu_and_settings import GameMenu, SettingsMenu
from steep.ui.screens.game.game_screen_bases import Animation
from steep.ui.screens.game.look_and_travel_cursors import LookCursor, TravelCursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import Replay, TurnDialog
from steep.ui.screens.game.target_cursors import TargetCursor, ThrowCursor
from steep.ui.screens.game.watch_screen import Watch
from steep.ui.screens.menus.bestiary_screen import Bestiary
from steep.ui.screens.menus.main_menu import MainMenu, NewProfile, Profiles, Replays
from steep.ui.screens.menus.new_game_menu import NewGame
from steep.ui.screens.menus.seed_of_the_day_screen import SeedOfTheDay
from steep.ui.screens.popups.inventory_dialog import DropItem, ThrowItem, UseItem
from steep.ui.screens.popups.list_and_question_dialogs import LevelUp, Question
from steep.ui.screens.popups.wizard_dialogs import WizardCursor, WizardDeath, WizardList, WizardMenu, next_question
from steep.ui.screens.texts.character_sheet import Character
from steep.ui.screens.texts.game_over_screen import GameOverScreen, VictoryScreen, WonOrBelow
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.pager import DebugOverlay, MessageHistory
from steep.ui.screens.texts.statistics_and_high_scores import HighScores, Statistics

ROOT = Path(__file__).parents[2]
DOCS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
README = (ROOT / "README.md").read_text(encoding="utf-8")

SIZES = [(48, 24), (80, 24), (120, 40)]

STOCK = load_ruleset("tcod-2020")
"""A ruleset that defines no damage types and statuses but those of every ruleset."""

VALUES = {
    "flag": "true",
    "dice": "4",
    "cells": "9",
    "plus": "1",
    "kinds": "1",
    "stat": '"power"',
    "statuses": '"confused"',
    "monsters": '"troll"',
    "terrain": '"web"',
    "gases": '"poison_gas"',
} | {"turns": "3", "count": "1", "amount": "9", "slot": '"hand"'}
"""Values for what the keys of effects take, and for the numbers that they need."""

NOT_TRIED = ("none", "steal", "dig", "ignite")
"""Only monsters steal; and what can be dug or burned, bundled rulesets have nowhere (`tests/rules/test_terrain.py`)."""


def ability(shape: str, effect: str) -> str:
    """An ability as a ruleset says it."""
    radius = {"ball": "radius = 1\n", "burst": "radius = 9\n", "nearest": "reach = 15\n"}.get(shape, "")
    return f'shape = "{shape}"\n{radius}effects = [{{ {effect} }}]\n'


def ability_with(kind: codes.EffectKind) -> str:
    """An ability with an effect: on the hero if it does it good, which not every status does."""
    values = {kind.key: VALUES[kind.takes]} | {key: VALUES[key] for key in kind.needs}
    helps = kind.traits & (codes.HELPS | codes.INFORMS | codes.FEEDS) and kind.key != "status"
    return ability("self" if helps else "target", ", ".join(f"{key} = {value}" for key, value in values.items()))


ABILITIES = (
    {f"shape {shape}": ability(shape, "damage = 1") for shape in SHAPE_NAMES}
    | {f"effect {each.key}": ability_with(each) for each in codes.EFFECTS.values() if each.key not in NOT_TRIED}
    | {f"status {each.key}": ability("self", f'status = "{each.key}", turns = 3') for each in STOCK.statuses}
    | {f"damage {each.key}": ability("target", f'damage = 1, type = "{each.key}"') for each in STOCK.damage_types}
)
"""An ability for every shape, effect, status and damage type."""

USES = [*(name for name in ITEM_EFFECT_NAMES if name != "none"), *ABILITIES]
"""What items can do: the short forms, and the abilities."""

ALL_USES = ["none", *USES]


@cache
def rulebook_with_item(use: str) -> Rulebook:
    """The rulebook of tcod-2020 with one more item, which can do this. The hero starts with it and a stick."""
    if use in ABILITIES:
        keys = f'abilities = ["sample"]\n[abilities.sample]\n{ABILITIES[use]}'
    else:
        numbers = {"amount": 5, "reach": 1 if use == "fireball" else 8}
        keys = f'effect = "{use}"\n'
        keys += "".join(f"{key} = {numbers[key]}\n" for key, users in EFFECT_KEYS.items() if use in users)
    return rulebook_from(
        'extends = "tcod-2020"\n[hunger]\nfull = 900\nstart = 500\n'
        'stages = [{ name = "hungry", below = 300, hp = 1 }]\n[hero]\nslots = ["hand"]\n'
        'start = [{ item = "sample_item" }, { item = "sample_stick", equipped = true }, '
        '{ item = "odd_item", identified = false }]\n'
        '[items.sample_stick]\nglyph = "-"\nslot = "hand"\ndamage = "1d1"\n'
        '[items.odd_item]\nglyph = "%"\nappearance = "oddity"\n[appearances.oddity]\nnames = ["odd"]\nglyph = "%"\n'
        f'[items.sample_item]\nglyph = "&"\nspawn = 10\n{keys}'
    )


def session_with_monster(book: Rulebook, steps: int = 2) -> Session:
    """A run with a wounded, confused hero and one sleeping monster, in a straight line with room behind it."""
    session = Session.start(book, 7)
    world, hero = session.world, session.hero
    for actor in world.actors[: world.actor_count]:
        world.occupant[actor.cell], actor.hp = 0, 0
    ways = [way for way in DIRECTIONS if all(world.tiles[hero.cell + way * n] == FLOOR for n in range(1, steps + 2))]
    assert add_actor(world, book.compiled, 0, hero.cell + ways[0] * steps, SPAWNS)
    world.actors[world.actor_count - 1].asleep = 1
    confused = [status.key for status in book.statuses].index("confused")
    give_status(world, book.compiled, HERO_ROW, confused, 9, HERO)
    set_hp(world, 1)
    refresh(session)
    return session


def refresh(session: Session) -> None:
    """Update the view after a change by hand."""
    update_fov(session.world, session.rulebook.compiled)
    update_visible(session.world)


def session_with_item(use: str) -> tuple[Session, int]:
    """A run with an item that can do this in slot 0 and one monster in view, and the monster's cell."""
    session = session_with_monster(rulebook_with_item(use), 1 if use == "shape touch" else 2)
    if use == "shape self":
        # It would kill the hero.
        set_hp(session.world, session.hero.max_hp)
    return session, session.hero.visible_monsters[0].cell


def a_game(folder: Path, session: Session) -> Play:
    """The screen of a game with this session."""
    context = a_context(folder)
    return Play(context, session, lambda: MainMenu(context))


def number_of_item(session: Session) -> int:
    """The number of the item in slot 0."""
    return session.hero.inventory[0].kind - 1


class TestEverythingItemsDo:
    @pytest.mark.parametrize("use", USES)
    def test_does_something_when_it_is_used_and_says_so(self, use: str) -> None:
        session, cell = session_with_item(use)
        before, messages = digest(session.world), len(session.log.entries)
        assert session.act(action(USE, 0, cell)) == DONE, f"rules/abilities/effects.py does nothing for {use!r}"
        assert digest(session.world) != before
        assert len(session.log.entries) > messages, (
            f"{use!r} emits no event for which play/texts/messages.py has a sentence"
        )

    def test_none_is_refused_with_a_reason(self) -> None:
        session, cell = session_with_item("none")
        assert session.act(action(USE, 0, cell)) == NO_USE

    @pytest.mark.parametrize("use", ALL_USES)
    def test_is_shown_by_the_inventory_and_the_side_panel(self, use: str, tmp_path: Path) -> None:
        play = a_game(tmp_path, session_with_item(use)[0])
        book = play.session.rulebook
        for width, height in SIZES:
            assert "sample item" in shown(UseItem(play), width, height)
            assert "sample item" in shown(DropItem(play), width, height)
            assert ("sample item" in shown(play, width, height)) == (width >= 120)
        text = item_summary(book.items[number_of_item(play.session)], book)
        assert bool(text) == (use != "none"), "play/texts/abilities.py"
        for word in use.split()[1:] if use.startswith("status") and "…" not in status_verb(book, use) else ():
            assert (status_verb(book, use) or word) in text

    @pytest.mark.parametrize("use", ALL_USES)
    def test_is_used_from_the_inventory_on_the_screen(self, use: str, tmp_path: Path) -> None:
        play = a_game(tmp_path, session_with_item(use)[0])
        screen = press(UseItem(play), "a")
        assert isinstance(screen, TargetCursor) == is_aimed(play.session.hero, play.session.rulebook.compiled, 0)
        if isinstance(screen, TargetCursor):
            for width, height in SIZES:
                assert "Sample item:" in shown(screen, width, height)
            press(screen, "enter")
        assert play.session.recording.length == (use != "none")

    @pytest.mark.parametrize("use", ALL_USES)
    def test_is_in_the_environments_masks(self, use: str) -> None:
        session, _ = session_with_item(use)
        ruleset, usable = session.rulebook.compiled, int(use != "none")
        flat, verbs = [0] * FLAT_ACTIONS, [0] * (VERBS * ARGUMENTS)
        write_flat_mask(session.hero, ruleset, flat)
        write_verb_mask(session.hero, ruleset, 21, verbs)
        assert flat[FLAT_USE] == usable, f"env/kernel/actions.py does not know {use!r}"
        assert verbs[USE * ARGUMENTS] == usable, f"can_use_somewhere in env/kernel/actions.py, {use!r}"
        assert act_flat(session.world, ruleset, FLAT_USE) == (DONE if usable else NO_USE)

    @pytest.mark.parametrize("use", ALL_USES)
    def test_has_the_feature_planes_of_its_traits_in_the_environment(self, use: str) -> None:
        session, _ = session_with_item(use)
        ruleset = session.rulebook.compiled
        kind = ruleset.items[number_of_item(session)]
        planes = [0] * len(FEATURES)
        write_item(ruleset, kind, 1, 0, planes)
        traits = ruleset.abilities[kind.use].traits if use != "none" else 0
        shown = [entry.name for entry, plane in zip(FEATURES, planes, strict=True) if plane]
        assert shown == ([name for bit, name in enumerate(TRAIT_NAMES) if traits >> bit & 1] or ["other"])

    @pytest.mark.parametrize("use", ALL_USES)
    def test_can_be_used_by_bots(self, use: str) -> None:
        session, cell = session_with_item(use)
        ruleset = session.rulebook.compiled
        assert is_useful(ruleset, number_of_item(session)) == (use != "none")
        assert can_use(session.hero, ruleset, 0, cell) == (use != "none" and not harms_hero_only(session)), use

    @pytest.mark.parametrize("use", ALL_USES)
    def test_does_not_stop_a_bot_that_carries_it(self, use: str) -> None:
        for bot in BOTS:
            session, _ = session_with_item(use)
            set_hp(session.world, session.hero.max_hp)
            assert play_turns(session, bot, 3) == 3

    @pytest.mark.parametrize("use", ALL_USES)
    def test_is_reported_by_lint_show_and_the_floor_report(self, use: str) -> None:
        book = rulebook_with_item(use)
        survey = survey_floors(book, 1, 1, 10, fast=False)
        assert "sample_item" in str(odds_result(survey))
        findings = find(LintInput(book, survey))
        useless = {each.subject for each in findings if each.code == "useless-item"}
        assert ("sample_item" in useless) == (use == "none")
        assert any("sample item" in line for line in floor_report(session_with_item(use)[0]))

    @pytest.mark.parametrize("word", [*ITEM_EFFECT_NAMES, *SHAPE_NAMES, *TRIGGER_NAMES])
    def test_is_a_word_of_the_manual(self, word: str) -> None:
        assert f'"{word}"' in DOCS["ruleset-keys.md"]

    @pytest.mark.parametrize("key", EFFECT_WORDS)
    def test_is_a_key_of_the_manual(self, key: str) -> None:
        assert f"| `{key}` |" in DOCS["ruleset-keys.md"]

    @pytest.mark.parametrize(
        "key", [*(each.key for each in STOCK.statuses), *(each.key for each in STOCK.damage_types)]
    )
    def test_is_named_by_the_manual(self, key: str) -> None:
        assert f"`{key}`" in DOCS["stock.md"]


def harms_hero_only(session: Session) -> bool:
    """Whether the item in slot 0 is one that a hero can only regret."""
    ruleset = session.rulebook.compiled
    row = ruleset.abilities[ruleset.items[number_of_item(session)].use]
    return row.area == SELF and row.traits & HARMS > 0


def status_verb(book: Rulebook, use: str) -> str:
    """What giving the status of a sample does."""
    return next(status.verb for status in book.statuses if status.key == use.split()[1])


OF_ITEMS = ("use", "throw", "equip", "unequip", "enter", "stay")
"""The triggers that monsters don't have: those of items and of terrain."""


def hit_the_monster(session: Session) -> None:
    """Let a hero with 30 HP attack the monster in view, which is awake."""
    set_hp(session.world, 30)
    monster = session.hero.visible_monsters[0].cell
    session.world.actors[session.world.actor_count - 1].asleep = 0
    cure_all(session)
    session.act(action(MOVE, DIRECTIONS.index(monster - session.hero.cell)))


class TestEveryTrigger:
    @pytest.mark.parametrize("trigger", [name for name in TRIGGER_NAMES if name not in OF_ITEMS])
    def test_sets_off_what_a_monster_can_do(self, trigger: str) -> None:
        hp = 1 if trigger == "death" else 500
        session = session_with_monster(
            rulebook_from(
                f'extends = "tcod-2020"\n[monsters.orc]\nhp = {hp}\nabilities = ["sample"]\n'
                f'[abilities.sample]\ntrigger = "{trigger}"\nshape = "burst"\nradius = 2\n'
                'effects = [{ damage = 1, type = "cold" }]'
            ),
            steps=1,
        )
        hit_the_monster(session)
        assert "You are frozen for 1 by the orc." in lines(session)

    @pytest.mark.parametrize("trigger", ["hit", "hurt"])
    def test_sets_off_what_equipment_can_do(self, trigger: str) -> None:
        session = session_with_monster(
            rulebook_from(
                'extends = "tcod-2020-gear"\n[hero]\nstart = [{ item = "dagger", equipped = true }]\n'
                '[monsters.orc]\nhp = 500\n[items.dagger]\nabilities = ["sample"]\n'
                f'[abilities.sample]\ntrigger = "{trigger}"\nshape = "touch"\n'
                'effects = [{ damage = 1, type = "cold" }]'
            ),
            steps=1,
        )
        hit_the_monster(session)
        assert "The orc is frozen for 1." in lines(session)

    @pytest.mark.parametrize("trigger", ["equip", "unequip"])
    def test_sets_off_what_equipping_and_unequipping_can_do(self, trigger: str) -> None:
        session = session_with_monster(
            rulebook_from(
                'extends = "tcod-2020-gear"\n'
                f'[hero]\nstart = [{{ item = "dagger", equipped = {str(trigger == "unequip").lower()} }}]\n'
                f'[items.dagger]\nabilities = ["sample"]\n[abilities.sample]\ntrigger = "{trigger}"\nshape = "view"\n'
                'effects = [{ damage = 1, type = "cold" }]'
            )
        )
        session.act(action(USE, 0))
        assert "The orc is frozen for 1." in lines(session)


def cure_all(session: Session) -> None:
    """End all of the hero's statuses."""
    for number in range(len(session.rulebook.statuses)):
        if session.world.actors[HERO_ROW].statuses[number]:
            end_status(session.world, session.rulebook.compiled, HERO_ROW, number)
    refresh(session)


def play_turns(session: Session, bot: str, turns: int) -> int:
    """Have a bot play. Returns how many of its actions were possible."""
    move = BotMove(bot, session.seed)
    done = 0
    for _ in range(turns):
        chosen = move.next_action(session)
        if chosen is None:
            break
        assert session.act(chosen) == DONE, f"{bot} chose an impossible action"
        done += 1
    return done


DETAILS = {
    events.DAMAGED: STOCK.damage_types,
    events.AFFLICTED: STOCK.statuses,
    events.RECOVERED: STOCK.statuses,
    events.RAISED: STAT_NAMES,
    events.LOWERED: STAT_NAMES,
}
"""What the details of events number."""


class TestEveryEvent:
    @pytest.mark.parametrize("row", events.EVENTS, ids=lambda row: row.name)
    def test_has_sentences_that_can_be_formatted(self, row: events.EventRow) -> None:
        event = Event()
        event.what = row.number
        for side in row.sentences:
            event.who = HERO if side in (events.BY_HERO_TO_HERO, events.BY_HERO) else 0
            event.whom = HERO if side in (events.BY_HERO_TO_HERO, events.TO_HERO) else 0
            for event.amount in (0, 1):
                for event.detail in range(len(DETAILS.get(row.number, "?" * row.details))):
                    text, _ = sentence(event, rulebook_with_item("none"))
                    assert text
                    assert "{" not in text


def test_every_reason_has_a_name_and_a_sentence() -> None:
    assert set(REASON_SENTENCES) | {DONE} == set(range(len(REASON_NAMES)))


class TestEveryBundledRuleset:
    @pytest.mark.parametrize("name", ruleset_names())
    def test_has_monsters_and_items_that_are_described_drawn_and_reported(self, name: str, tmp_path: Path) -> None:
        book = load(name)
        session = Session.start(book, 3)
        world, hero = session.world, session.hero
        free = [
            cell
            for cell in range(CELLS)
            if hero.visible[cell] and world.tiles[cell] == FLOOR and cell != hero.cell and not world.occupant[cell]
        ]
        for row in world.items[: world.item_count]:
            row.cell = NOWHERE
        cell = free[0]
        play = a_game(tmp_path, session)
        report = "\n".join(floor_report(session))
        for number, item in enumerate(book.items):
            assert add_item(world, number, cell)
            refresh(session)
            looks = [each.name for each in book.unidentified if each.appearance == item.appearance] or [item.name]
            described = "\n".join(describe_cell(session, cell))
            assert any(capitalised(indefinite(name)) in described for name in looks)
            assert_drawn(play, cell, item.glyph)
            assert item.name in report
            world.items[world.item_count - 1].cell = NOWHERE
        for number, monster in enumerate(book.monsters):
            assert add_actor(world, book.compiled, number, cell, SPAWNS)
            refresh(session)
            assert capitalised(indefinite(monster.name)) in "\n".join(describe_cell(session, cell))
            assert_drawn(play, cell, monster.glyph)
            assert monster.name in report
            world.occupant[cell], world.actors[world.actor_count - 1].hp = 0, 0

    @pytest.mark.parametrize("name", ruleset_names())
    def test_has_every_kind_shown_by_steep_show(self, name: str) -> None:
        book = load(name)
        last = min(last_change(book.compiled), deepest_floor(book.compiled))
        # Where floors depend on those above, each is generated with all of them: so all are surveyed at once.
        spans = [(1, last)] if depends_on_floors_above(book.compiled) else [(1, 1), (last, last)]
        output = "".join(str(odds_result(survey_floors(book, *span, 100))) for span in spans)
        shown_kinds = {line.split()[0] for line in output.splitlines() if line.startswith("  ") and line.strip()}
        start_items = {start.item for start in book.hero.start}
        assert shown_kinds | start_items >= {each.key for each in book.monsters} | {each.key for each in book.items}


def assert_drawn(play: Play, cell: int, glyph: str) -> None:
    """Check that a cell of the map shows a glyph, in a colour other than its background."""
    canvas = drawing(play)
    position = play.renderer.map_view.position_of(cell)
    assert position is not None
    at = position[1] * canvas.width + position[0]
    assert canvas.glyphs[at] == glyph
    assert canvas.fg[at] != canvas.bg[at]


class TestEveryBot:
    @pytest.mark.parametrize("bot", BOTS)
    def test_plays(self, bot: str) -> None:
        assert play_turns(Session.start(load("tcod-2020"), 5), bot, 30) == 30

    @pytest.mark.parametrize("bot", BOTS)
    def test_says_what_it_does(self, bot: str) -> None:
        assert BOTS[bot].does
        assert f"| `{bot}` |" in DOCS["bots.md"], "the table in docs/bots.md"

    def test_has_a_unique_number(self) -> None:
        assert len({bot.number for bot in BOTS.values()}) == len(BOTS)


class TestEveryCommand:
    @pytest.mark.parametrize("command", command_names())
    def test_has_help_and_is_in_the_documentation(self, command: str, steep: Run) -> None:
        answer = steep(command, "--help")
        assert answer.code == 0
        assert f"steep {command}" in answer.out
        assert any(f"steep {command}" in page for page in (README, *DOCS.values()))


def screen_classes() -> set[Any]:
    """Every concrete class of a screen."""
    for module in pkgutil.walk_packages(steep.ui.screens.__path__, "steep.ui.screens."):
        importlib.import_module(module.name)
    return {each for each in subclasses(Screen) if not inspect.isabstract(each) and each.__module__.startswith("steep")}


def subclasses(parent: Any) -> Iterator[Any]:
    """All direct and indirect subclasses of a class."""
    for each in parent.__subclasses__():
        yield each
        yield from subclasses(each)


def level_up_screen(game: Play) -> Screen:
    """The screen of a level-up."""
    game.session.hero.choosing = 1
    return LevelUp(game)


def end_screen(kind: type[GameOverScreen], game: Play) -> Screen:
    """A screen after the end of a run."""
    dead = dead_run()
    return kind(game.context, dead, MainMenu(game.context), finish_run(dead, game.context.dirs))


COMMANDS_BY_NAME = {command.name: command for command in WIZARD_COMMANDS}


def wizards(game: Play) -> Play:
    """The game as a wizard's."""
    game.session.wizard = True
    return game


MAKE: dict[type[Screen], Callable[[Play], Screen | None]] = {
    Animation: lambda game: Animation(game, [Frame((Mark(game.session.hero.cell, HURTS),), FLASH)]),
    Bestiary: lambda game: Bestiary(game.context, game, load("steep")),
    Character: lambda game: Character(game.context, game, game.session),
    DebugOverlay: lambda game: DebugOverlay(game.context, game, game.session, floor_report),
    DropItem: DropItem,
    GameMenu: lambda game: GameMenu(game, game.run.leave_rows()),
    GameOverScreen: partial(end_screen, GameOverScreen),
    Help: lambda game: Help(game.context, game, game.session.rulebook),
    HighScores: lambda game: HighScores(game.context, game),
    LevelUp: level_up_screen,
    LookCursor: lambda game: LookCursor(game, game.session.hero.cell),
    MainMenu: lambda game: MainMenu(game.context),
    MessageHistory: lambda game: MessageHistory(game.context, game, game.session.log),
    NewGame: lambda game: NewGame(game.context, game, lambda _rulebook, _seed: game, {"Some": ["rotjs"]}),
    NewProfile: lambda game: NewProfile(game.context, game, lambda: game),
    Play: lambda game: game,
    Profiles: lambda game: Profiles(game.context, game, lambda: game),
    Question: lambda game: Question(game.context, game, "Really?", ("Yes", "No"), lambda: game),
    Replay: lambda game: steep.ui.screens.replay(
        game.context, Session.start(load("tcod-2020"), 1).recording, load("tcod-2020")
    ),
    Replays: lambda game: Replays(game.context, game),
    SeedOfTheDay: lambda game: SeedOfTheDay(game.context, game, load("steep"), None, lambda _day: game, lambda: game),
    SettingsMenu: lambda game: SettingsMenu(game.context, game),
    Statistics: lambda game: Statistics(game.context, game),
    TargetCursor: lambda game: TargetCursor(game, 0, game.session.rulebook.items[number_of_item(game.session)]),
    ThrowCursor: lambda game: ThrowCursor(game, 0, game.session.rulebook.items[number_of_item(game.session)]),
    ThrowItem: ThrowItem,
    TravelCursor: lambda game: TravelCursor(game, game.session.hero.cell),
    TurnDialog: lambda game: TurnDialog(game.context, game, 7, lambda _turn: None),
    UseItem: UseItem,
    VictoryScreen: partial(end_screen, VictoryScreen),
    Watch: lambda game: steep.ui.screens.watch(game.context, load("tcod-2020"), 1, "diver"),
    WizardCursor: lambda game: WizardCursor(wizards(game), COMMANDS_BY_NAME["Teleport to a spot"], ()),
    WizardList: lambda game: next_question(wizards(game), COMMANDS_BY_NAME["Get an item"]),
    WizardMenu: lambda game: WizardMenu(wizards(game)),
    WizardDeath: lambda game: WizardDeath(wizards(game), lambda: None),
    WonOrBelow: lambda game: WonOrBelow(
        game.context, game.session, game, unfinished(game.session, game.context.dirs), lambda: game, lambda: game
    ),
}
"""How to make each screen on top of a game. Add a new screen here."""


class TestEveryScreen:
    def test_is_at_most_four_classes_deep(self) -> None:
        too_deep = {each.__name__ for each in screen_classes() if len(each.__mro__[: each.__mro__.index(Screen)]) > 3}
        assert not too_deep

    def test_has_an_entry_in_make(self) -> None:
        assert {each.__name__ for each in screen_classes()} == {each.__name__ for each in MAKE}

    @pytest.mark.parametrize("kind", MAKE, ids=[kind.__name__ for kind in MAKE])
    def test_draws_itself_in_every_size(self, kind: Any, tmp_path: Path) -> None:
        session, _ = session_with_item("confusion")
        screen = MAKE[kind](a_game(tmp_path, session))
        assert type(screen) is kind
        for width, height in SIZES:
            assert shown(screen, width, height).strip()


class TestEveryObservation:
    @pytest.mark.filterwarnings("ignore::steep.env.check_arguments.PrivilegedWarning")
    @pytest.mark.parametrize("key", OBSERVATIONS)
    def test_is_written_within_its_bounds(self, key: str) -> None:
        session, _ = session_with_item("fireball")
        actions = "targets" if key == "target_mask" else "flat"
        settings = EnvironmentSettings.of(
            [session.rulebook], (1, 3), None, None, None, (key,), 21, actions, None, False
        )
        arrays = allocate_observations(settings, 1)
        arrays[key].fill(77)
        episode, params = Episode(), EnvParams()
        episode.world = session.world
        params.crop, params.last_floor, params.explicit = 21, 3, int(actions == "targets")
        observe(episode, session.rulebook.compiled, params, flat_rows(arrays), 0)
        low, high = OBSERVATIONS[key].bounds_for(session.rulebook)
        assert not (arrays[key] == 77).all(), f"the rule of {key!r} does not write it"
        assert (arrays[key][0] >= low).all()
        assert (arrays[key][0] <= high).all()

    @pytest.mark.parametrize("key", OBSERVATIONS)
    def test_is_in_the_manual(self, key: str) -> None:
        assert f"`{key}`" in DOCS["environment.md"], "python -m steep.env.manual_tables docs/environment.md writes it"
        assert OBSERVATIONS[key].meaning


CHOICES = [
    (section, name, word)
    for section, keys in (("rules", fields_of(Rules)), ("map", fields_of(Map)))
    for name, key in keys.items()
    for word in key.type.words
]
"""Every word that is allowed for a setting with a list of words."""


class TestEveryChoiceOfTheRules:
    @pytest.mark.parametrize(("section", "name", "word"), CHOICES)
    def test_is_played_and_in_the_manual(self, section: str, name: str, word: str) -> None:
        more = "room_min = 7\n" if word == "walled" else ""
        book = rulebook_from(f'extends = "tcod-2020-gear"\n[{section}]\n{name} = "{word}"\n{more}')
        session = Session.start(book, 11)
        played = play_turns(session, "explorer", 15)
        assert played == 15 or session.over
        assert f'"{word}"' in DOCS["ruleset-keys.md"]


@cache
def words_of_the_source() -> set[str]:
    files = (ROOT / "src").rglob("*.py")
    return {word for path in files for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


class TestTheDocumentation:
    def test_the_glossary_names_only_what_is_in_the_source(self) -> None:
        names = re.findall(r"`@?([A-Za-z_][A-Za-z_.]*)`", DOCS["glossary.md"])
        assert {word for name in names for word in name.split(".")} - words_of_the_source() == set()

    def test_contributing_names_only_files_that_exist(self) -> None:
        page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        inside = ("docs", "tests", "web", "src/steep", "src/steep/balance", "src/steep/importing/tutorials")
        folders = (ROOT, *map(ROOT.joinpath, inside))
        paths = set(re.findall(r"`([\w/.-]+(?:\.\w+|/))`", page))
        inner = {path.relative_to(ROOT).as_posix() + "/" for path in ROOT.glob("src/steep/**/") if path.is_dir()}
        missing = {
            name
            for name in paths
            if not any((folder / name).exists() for folder in folders)
            and not any(folder.endswith("/" + name) for folder in inner)
        }
        assert sorted(missing) == []

    def test_contributing_names_only_constants_and_functions_that_exist(self) -> None:
        page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        names = set(re.findall(r"`([A-Z]+_?[A-Z_]*|[a-z]+(?:_[a-z]+)+)`", page))
        assert {"LINT_CHECKS", "apply_effect"} <= names
        here = re.findall(r"\w+", Path(__file__).read_text(encoding="utf-8"))
        assert names - words_of_the_source() - {*here} == set()

    def test_the_list_of_decisions_is_complete(self) -> None:
        listed = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
        pages = {path.name for path in (ROOT / "docs" / "decisions").glob("0*.md")}
        assert pages == set(re.findall(r"\]\((0[^)]+)\)", listed))

    @pytest.mark.parametrize("folder", sorted(path.parent.name for path in (ROOT / "src/steep").rglob("__init__.py")))
    def test_contributing_describes_every_folder(self, folder: str) -> None:
        assert f"{folder}/`" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
