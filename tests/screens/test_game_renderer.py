"""Drawing a game: the hero's numbers and bars, the log, and the side panel of a wide screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ready_made_sessions import load
from scenes import CONFUSED, Scene, confuse, set_hp
from screen_driver import ROOM, a_context, a_play, drawing, shown
from steep.core.world import FOR_EVER
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.widgets import EMPTY, FULL, HALF, draw_bar, flowed
from steep.ui.screens import start_game
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.renderer import arrange, fight_forecast
from toml_scenes import TomlScene


@pytest.mark.parametrize("banner_rows", [0, 1])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 24), (99, 60), (132, 43), (300, 100)])
def test_the_parts_do_not_overlap_and_leave_no_gap(width: int, height: int, banner_rows: int) -> None:
    layout = arrange(width, height, 43, banner_rows)
    rows = (layout.map, layout.status, layout.log, layout.banner, layout.footer)
    assert [area.y for area in rows] == [0, *(area.y + area.height for area in rows[:-1])]
    assert layout.footer.y + layout.footer.height == height
    assert layout.map.width + (layout.side.width if layout.side else 0) == width
    assert layout.log.height + layout.banner.height >= 4
    assert layout.map.height >= 17


def test_the_heros_state_is_shown_in_numbers(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.hero.hp, scene.hero.xp, scene.hero.turn = 7, 11, 345
    lines = [line for line in shown(a_play(tmp_path, scene)).splitlines() if line.startswith((" HP", " XP"))]
    for part in ("7/20", "Power   3", "Floor 1", "Turn 345"):
        assert part in lines[0]
    for part in ("11/30", "Defense 1", "Level 1", "Inv  0/5"):
        assert part in lines[1]


def test_a_stage_of_hunger_is_named_once(tmp_path: Path) -> None:
    game = start_game(a_context(tmp_path), load("steep"), 1)
    assert isinstance(game, Play)
    stage = next(status for status in game.session.rulebook.statuses if status.key == "famished")
    hero = game.session.hero
    hero.nutrition = 100
    hero.statuses[game.session.rulebook.statuses.index(stage)] = FOR_EVER
    assert "Food 0 (famished)" in shown(game, 48)
    assert shown(game, 48).count("fami") == 1


def test_the_hp_bar_is_as_long_as_the_share_of_hp_left(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    set_hp(scene.world, 5)
    line = next(line for line in shown(a_play(tmp_path, scene)).splitlines() if line.startswith(" HP"))
    assert line.count(FULL) == 5
    assert line.count(EMPTY) == 15


@pytest.mark.parametrize(
    ("value", "bar"), [(0, "░░░░"), (1, "▌░░░"), (50, "██░░"), (63, "██▌░"), (99, "███▌"), (100, "████"), (200, "████")]
)
def test_a_bar_is_full_only_at_the_maximum_and_empty_only_at_0(value: int, bar: str) -> None:
    canvas = Canvas(4, 1)
    draw_bar(canvas, 0, 0, 4, value, 100, (1, 2, 3))
    assert canvas.text() == bar
    assert {FULL, HALF, EMPTY} >= set(bar)


def test_the_log_shows_the_latest_lines_with_repeats_stacked(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    log = play.session.log
    for text in ("first", "second", "third", "fourth", "fifth", "fifth"):
        log.add(text)
    play.session.hero.turn = 1
    lines = shown(play).splitlines()
    assert [line.strip() for line in lines[19:23]] == ["second", "third", "fourth", "fifth (x2)"]


def test_a_long_message_is_wrapped(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    play.session.log.add("word " * 30 + "end")
    lines = shown(play).splitlines()
    assert lines[20].rstrip().endswith("end")
    assert all(len(line) <= 80 for line in lines)


def test_older_messages_are_darker(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    play.session.log.add("old news", turn=0)
    play.session.log.add("new news", turn=50)
    play.session.hero.turn = 50
    canvas = drawing(play)
    assert sum(canvas.fg[19 * 80 + 1]) < sum(canvas.fg[20 * 80 + 1])


def test_a_wide_screen_lists_visible_enemies_with_hp_and_a_forecast(tmp_path: Path) -> None:
    scene = Scene("#@..o.s#")
    scene.enemy("o").hp = 6
    confuse(scene.enemy("o"), 2)
    scene.update_fov()
    lines = shown(a_play(tmp_path, scene), 120, 30).splitlines()
    at = next(i for i, line in enumerate(lines) if "In view" in line)
    assert "o ogre" in lines[at + 1]
    assert "6/12" in lines[at + 1]
    assert "win in 3, lose in 4" in lines[at + 2]
    assert "confused" in lines[at + 3]
    assert "s slug" in lines[at + 4]
    assert "win in 1, harmless" in lines[at + 5]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("ogre", "o ogre       ████████ 30/30"),
        ("glass spider", "o glass spider ██████ 30/30"),
        ("the Unfinished", "o the Unfinished ████ 30/30"),
        ("the Unfinished Bell", "o the Unfinished Bell 30/30"),
        ("the Unfinished Bells", "o the Unfinished Bel… 30/30"),
    ],
)
def test_a_long_name_in_the_side_panel_takes_the_room_of_the_bar(tmp_path: Path, name: str, row: str) -> None:
    scene = TomlScene("#@..o#", f'monsters.ogre.name = "{name}"')
    play = a_play(tmp_path, scene)
    lines = shown(play, 100, 30).splitlines()
    at = next(i for i, line in enumerate(lines) if "In view" in line)
    assert lines[at + 1].endswith(f" {row}")


def test_a_forecast_has_the_same_form_whatever_its_numbers_and_fits_the_side_panel() -> None:
    scene = Scene("#@o.#")
    scene.ruleset.miss_chance = scene.ruleset.max_miss_chance = 50
    set_hp(scene.world, 900)
    forecast = fight_forecast(scene.hero.visible_monsters[0], scene.hero, scene.ruleset)
    assert forecast == "win in ~12, lose in 360"
    assert len(forecast) <= 26


def test_a_dead_hero_gets_no_forecast(tmp_path: Path) -> None:
    scene = Scene("#@..o..#")
    set_hp(scene.world, 0)
    text = shown(a_play(tmp_path, scene), 120, 30)
    assert "12/12" in text
    assert "win in" not in text
    assert "harmless" not in text


def test_a_sleeping_monster_is_marked_asleep(tmp_path: Path) -> None:
    scene = Scene("#@..o..#")
    scene.enemy("o").asleep = 1
    scene.update_fov()
    assert "asleep" in shown(a_play(tmp_path, scene), 120, 30)


def test_a_wide_screen_lists_the_inventory(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!")
    scene.equip("[")
    text = shown(a_play(tmp_path, scene), 120, 30)
    assert "Inventory 2/5" in text
    assert "a ! potion" in text
    assert "b [ mail (equipped)" in text


def test_a_crowd_leaves_room_for_the_inventory(tmp_path: Path) -> None:
    scene = Scene("""
        ##########
        #rrrrrrrr#
        #rrr@rrrr#
        #rrrrrrrr#
        ##########
    """)
    text = shown(a_play(tmp_path, scene), 120, 24)
    assert "more" in text
    assert "Inventory" in text


def test_an_empty_message_is_drawn_without_error(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    play.session.log.add("")
    assert "@" in shown(play)


def test_the_heros_statuses_are_shown_with_the_turns_left_on_every_size(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    before = drawing(play)
    play.session.hero.statuses[CONFUSED] = 3
    narrow = drawing(play)
    assert narrow.text().splitlines()[19].rstrip() == " confused 3"
    assert narrow.fg[19 * 80 + 1] == palette.BAD
    assert narrow.text().splitlines()[:19] == before.text().splitlines()[:19]
    assert "confused 3" in shown(play, 120, 30)


def test_helpful_statuses_have_another_color(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    book = play.renderer.rulebook
    play.renderer.rulebook = replace(book, statuses=(replace(book.statuses[0], helps=True),))
    play.session.hero.statuses[CONFUSED] = FOR_EVER
    canvas = drawing(play)
    assert canvas.text().splitlines()[19].rstrip() == " confused"
    assert canvas.fg[19 * 80 + 1] == palette.GOOD


def test_many_statuses_take_as_many_rows_of_the_side_panel_as_they_need() -> None:
    spans = [(name, palette.BAD) for name in ("poisoned 4", "slowed 2", "blind 3")]
    rows = flowed(spans, 20)
    assert ["".join(text for text, _ in row) for row in rows] == ["poisoned 4  slowed 2", "blind 3"]


def test_the_messages_of_a_busy_turn_share_rows(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    log = play.session.log
    log.add("An earlier turn.", turn=0)
    play.session.hero.turn = 1
    texts = [f"Number {number} of many things happens to you now." for number in range(1, 6)]
    for text in texts[:4]:
        log.add(text, turn=1)
    assert [line.strip() for line in shown(play).splitlines()[19:23]] == texts[:4]
    log.add(texts[4], turn=1)
    log.add("Ouch!", turn=1)
    log.add("Oh.", turn=1)
    assert [line.strip() for line in shown(play).splitlines()[19:23]] == [*texts[1:4], f"{texts[4]}  Ouch!  Oh."]


def with_statuses(play: Play, names: Sequence[str], turns: int = 12) -> Play:
    """A game in which the hero has statuses of these names; the last one is helpful."""
    book = play.renderer.rulebook
    statuses = [replace(book.statuses[0], name=name, helps=name == names[-1]) for name in names]
    play.renderer.rulebook = replace(book, statuses=tuple(statuses))
    for number in range(len(names)):
        play.session.hero.statuses[number] = turns
    return play


NINE = ("shielded", "poisoned", "slowed", "weakened", "blind", "afraid", "telepathic", "confused", "hasted")


def test_statuses_that_all_fit_in_the_row_have_their_full_names(tmp_path: Path) -> None:
    play = with_statuses(a_play(tmp_path, Scene(ROOM)), NINE[:5])
    assert shown(play).splitlines()[19].strip() == "shielded 12  poisoned 12  slowed 12  weakened 12  blind 12"


def test_statuses_too_many_for_the_row_have_short_names(tmp_path: Path) -> None:
    play = with_statuses(a_play(tmp_path, Scene(ROOM)), (*NINE[:7], NINE[8]))
    line = shown(play).splitlines()[19].strip()
    assert line == "shie 12  pois 12  slow 12  weak 12  blind 12  afra 12  tele 12  hast 12"


def test_statuses_that_still_do_not_fit_are_counted_and_helpful_ones_are_left_out_first(tmp_path: Path) -> None:
    play = with_statuses(a_play(tmp_path, Scene(ROOM)), (NINE[8], *(f"{name} a lot" for name in NINE)), 1234)
    line = shown(play).splitlines()[19].rstrip()
    assert line == " hast 1234  shie 1234  pois 1234  slow 1234  weak 1234  blin 1234  +4"
    assert len(line) <= 79


def test_the_points_of_a_shield_are_shown_beside_the_hp_on_every_size(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    assert "20/20  " in shown(play)
    scene.hero.shield = 7
    for text in (shown(play), shown(play, 120, 30)):
        assert "20/20 +7" in text


def test_the_side_panel_tells_where_an_enemy_is_that_the_map_does_not_show(tmp_path: Path) -> None:
    scene = Scene("""
        ###########
        #...r.....#
        #.........#
        #.........#
        #.........#
        #.........#
        #.........#
        #.........#
        #....@....#
        ###########
    """)
    play = a_play(tmp_path, scene)
    assert "north" not in shown(play, 120, 24)
    assert "north, 7 steps" in shown(play, 120, 17)


def test_the_side_panel_counts_the_stacks_that_it_has_no_room_for(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "~", "?", "*", "[")
    play = a_play(tmp_path, scene)
    assert "more" not in shown(play, 120, 24)
    lines = shown(play, 120, 17).splitlines()
    at = next(n for n, line in enumerate(lines) if "Inventory 5/5" in line)
    column = lines[at].index("Inventory")
    assert [line[column:] for line in lines[at + 1 : at + 3]] == ["a ! potion", "and 4 more"]


def test_a_message_of_an_earlier_turn_is_shown_whole_or_not_at_all(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    log = play.session.log
    log.add("This is a long story of what happened " + "a very long time ago, and " * 3 + "ended.", turn=0)
    play.session.hero.turn = 1
    for text in ("One.", "Two.", "Three."):
        log.add(text, turn=1)
    assert [line.strip() for line in shown(play).splitlines()[19:23]] == ["One.", "Two.", "Three.", ""]
