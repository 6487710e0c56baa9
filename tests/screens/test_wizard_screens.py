"""The wizard's key, its menu, its lists and its marks on the screen."""

from __future__ import annotations

from pathlib import Path

from ready_made_sessions import load
from screen_driver import a_context, drawing, mouse_on, press, pressed, shown
from steep.core.geometry import CELLS
from steep.core.world import DEAD, HERO, HERO_ROW, PLAYING, WON
from steep.play.finish_run import open_save
from steep.rules.action_codes import DONE, WAIT, action
from steep.rules.perceived_events import HIT, emit
from steep.ui.screen import Mouse
from steep.ui.screens import start_game
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu, resume
from steep.ui.screens.popups.list_and_question_dialogs import LevelUp
from steep.ui.screens.popups.wizard_dialogs import WizardCursor, WizardDeath, WizardList, WizardMenu
from steep.ui.screens.texts.game_over_screen import GameOverScreen, VictoryScreen, WonOrBelow


def a_game(folder: Path, *, wizard: bool = True) -> Play:
    game = start_game(a_context(folder), load("steep"), 5, wizard=wizard)
    assert isinstance(game, Play)
    return game


def test_the_key_opens_the_menu_only_in_a_wizards_game(tmp_path: Path) -> None:
    assert isinstance(press(a_game(tmp_path / "a"), "&"), WizardMenu)
    normal = a_game(tmp_path / "b", wizard=False)
    assert press(normal, "ctrl+w") is normal
    assert "steep play --wizard" in shown(normal)


def test_a_floor_is_chosen_by_typing_its_number(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    assert press(game, "&", "f", "1", "2", "enter") is game
    assert game.session.floor == 12


def test_letters_shrink_the_list_and_an_empty_list_chooses_nothing(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    items = pressed(WizardList, game, "&", "i", "q", "q", "q")
    assert "nothing has that name" in shown(items)
    assert press(items, "enter") is items
    name = game.session.rulebook.items[0].name
    assert pressed(WizardList, items, "delete", *("space" if letter == " " else letter for letter in name)).matching()
    before = game.session.hero.inventory_count
    press(items, "enter")
    assert game.session.hero.inventory_count == before + 1


def test_items_and_monsters_stand_by_name(tmp_path: Path) -> None:
    for key in ("i", "p"):
        names = [each.name for each in pressed(WizardList, a_game(tmp_path / key), "&", key).matching()]
        assert names == sorted(names)


def test_a_long_list_is_paged_through(tmp_path: Path) -> None:
    listed = pressed(WizardList, a_game(tmp_path), "&", "i")
    shown(listed)
    last = len(listed.rows()) - 1
    press(listed, "page_down")
    page = listed.list_box.selected
    assert 5 < page < last
    press(listed, "page_down")
    assert listed.list_box.selected == 2 * page
    press(listed, "page_up", "page_up", "page_up")
    assert listed.list_box.selected == 0
    press(listed, "end", "page_down")
    assert listed.list_box.selected == last
    press(listed, "home")
    assert listed.list_box.selected == 0


def test_a_monster_is_chosen_then_its_cell(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    before = game.session.world.actor_count
    cursor = pressed(WizardCursor, game, "&", "p", "enter")
    press(cursor, "enter")
    assert "There is no room" in shown(game)
    press(pressed(WizardCursor, game, "&", "p", "enter"), "up", "enter")
    press(pressed(WizardCursor, game, "&", "p", "enter"), "down", "enter")
    assert game.session.world.actor_count > before


def test_who_clicks_on_rock_is_told_why_nothing_happens_and_moving_the_mouse_does_not_take_it_away(
    tmp_path: Path,
) -> None:
    game = a_game(tmp_path)
    before = game.session.hero.cell
    cursor = pressed(WizardCursor, game, "&", "t")
    drawing(cursor)
    rock = next(
        cell
        for cell in range(before, CELLS)
        if not game.session.rulebook.compiled.enterable[game.session.world.tiles[cell]]
        and game.renderer.map_view.position_of(cell) is not None
    )
    assert mouse_on(game, cursor, "left", rock) is game
    assert game.session.hero.cell == before
    game.handle(Mouse(3, 3, "move"))
    assert "There is no room for you there." in shown(game)


def test_a_level_is_chosen_at_once(tmp_path: Path) -> None:
    assert isinstance(press(a_game(tmp_path), "&", "l"), LevelUp)


def test_every_size_of_screen_marks_the_game(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    for width, height in ((80, 24), (120, 40)):
        assert "Wizard: " in shown(game, width, height)


def test_a_saved_game_stays_a_wizards_and_says_so_in_the_menu(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    press(game, "&", "v")
    press(game, "&", "f", "9", "enter")
    game.context.release()
    menu = MainMenu(game.context)
    assert "wizard, steep: floor 9" in shown(menu)
    loaded = resume(game.context, open_save(game.context.dirs, game.context.load_ruleset))
    assert isinstance(loaded, Play)
    assert loaded.session.invulnerable
    assert isinstance(press(loaded, "&"), WizardMenu)


def test_a_victory_is_marked_and_leads_on_below(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    last = game.session.rulebook.run.last_floor
    press(game, "&", "f", *str(last), "enter")
    world = game.session.world
    goal = game.session.rulebook.compiled.goal_item - 1
    lamp = next(item for item in world.items[: world.item_count] if item.kind == goal)
    cursor = pressed(WizardCursor, game, "&", "t")
    cursor.cell = int(lamp.cell)
    won = pressed(WonOrBelow, cursor, "enter")
    assert world.outcome == WON
    assert "You have won, as a wizard" in shown(won)
    assert "no score and no replay" in shown(won, 120, 60)
    assert press(won, "r") is won
    assert press(won, "d") is game
    assert game.session.floor == last + 1
    game.session.abandoned = True
    end = game.next_screen(game.session.floor)
    assert isinstance(end, GameOverScreen)
    assert not isinstance(end, VictoryScreen)
    assert "as a wizard" in shown(end)


def test_a_wizard_that_dies_may_come_back_to_life(tmp_path: Path) -> None:
    game = a_game(tmp_path)
    session = game.session
    session.world.actors[HERO_ROW].hp = 0
    session.world.outcome = DEAD
    question = pressed(WizardDeath, game.first_screen())
    assert "Come back to life" in shown(question)
    assert press(question, "escape") is game
    assert (session.world.outcome, session.hero.hp) == (PLAYING, session.hero.max_hp)
    assert session.log.entries[-1].text == "You come back to life."
    assert session.act(action(WAIT)) == DONE
    assert isinstance(press(WizardDeath(game, game.run.end), "y"), GameOverScreen)


def test_what_hits_an_invulnerable_hero_is_told_to_do_nothing(tmp_path: Path) -> None:
    session = a_game(tmp_path).session
    session.invulnerable = True
    orc = next(kind for kind in range(len(session.rulebook.monsters)))
    emit(session.world, HIT, orc, HERO, 14, session.hero.cell, 0)
    session._log_events(session.hero.event_count - 1)
    assert session.log.entries[-1].text.endswith(" hits you for 14, but nothing can harm you.")
