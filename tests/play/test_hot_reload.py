"""Hot reload of a ruleset during play, and the floor report."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes import set_hp
from steep.content import Rulebook, RulesetError, load_ruleset
from steep.core.geometry import STAIRS
from steep.core.ruleset import DEFENSE, MAX_STATUSES, POWER, STUMBLES
from steep.core.world import HERO, HERO_ROW
from steep.play.hot_reload import RulesetWatch, floor_odds, floor_report, regenerate_floor
from steep.play.session import Session
from steep.rules.abilities.statuses import give_status
from steep.rules.action_codes import DESCEND, DONE, DROP, action
from steep.rules.consistency.world_consistency import fault_in
from write_with_later_mtime import write

TROLLS = 'extends = "tcod-2020-gear"\n[monsters.orc]\nspawn = 0\n[monsters.troll]\nspawn = 10\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    write(path, 'extends = "tcod-2020-gear"\n')
    return path


def watch_of(path: Path) -> RulesetWatch:
    return RulesetWatch(path, lambda: load_ruleset(str(path)))


def test_an_unchanged_file_is_not_reloaded(path: Path) -> None:
    watch = watch_of(path)
    assert watch.changed() is None


def test_a_changed_file_is_read_once(path: Path) -> None:
    watch = watch_of(path)
    write(path, TROLLS)
    rulebook = watch.changed()
    assert isinstance(rulebook, Rulebook)
    assert rulebook.hash == load_ruleset(str(path)).hash
    assert watch.changed() is None


def test_an_error_is_returned_and_the_next_change_is_read(path: Path) -> None:
    watch = watch_of(path)
    write(path, TROLLS.replace("monsters.troll", "monsters.trol"))
    assert isinstance(watch.changed(), RulesetError)
    write(path, TROLLS)
    assert isinstance(watch.changed(), Rulebook)


def test_a_file_that_is_briefly_missing_is_not_a_change(path: Path) -> None:
    watch = watch_of(path)
    path.unlink()
    assert watch.changed() is None
    write(path, TROLLS + " ")
    assert isinstance(watch.changed(), Rulebook)


def test_the_floor_is_regenerated_with_the_new_tables(path: Path) -> None:
    session = Session.start(load_ruleset(str(path)), 42)
    write(path, TROLLS)
    regenerate_floor(session, load_ruleset(str(path)))
    world = session.world
    kinds = {session.rulebook.monsters[world.actors[i].kind].key for i in range(world.actor_count)}
    assert kinds == {"troll"}
    assert session.floor == 1


def test_the_hero_keeps_its_stats_and_the_message_says_so(path: Path) -> None:
    session = Session.start(load_ruleset(str(path)), 42)
    before = list(session.hero.stats)
    write(path, TROLLS + "[hero]\npower = 77\nhp = 500\n")
    regenerate_floor(session, load_ruleset(str(path)))
    assert list(session.hero.stats) == before
    assert session.log.entries[-1].text == "Floor 1 regenerated. You keep your stats."


def test_the_hero_keeps_its_inventory_and_equipment(path: Path) -> None:
    session = Session.start(load_ruleset(str(path)), 42)
    set_hp(session.world, 17)
    write(path, TROLLS + '[items.amulet]\nglyph = "&"\n')
    regenerate_floor(session, load_ruleset(str(path)))
    hero = session.hero
    names = [session.rulebook.items[carried.kind - 1].key for carried in hero.inventory if carried.kind]
    assert names == ["dagger", "leather_armor"]
    assert (hero.hp, hero.stats[POWER], hero.stats[DEFENSE]) == (17, 4, 2)


def test_items_of_unknown_kinds_disappear_with_their_bonuses(path: Path) -> None:
    session = Session.start(load_ruleset(str(path)), 42)
    regenerate_floor(session, load_ruleset("tcod-2020"))
    assert session.hero.inventory_count == 0
    assert (session.hero.stats[POWER], session.hero.stats[DEFENSE]) == (2, 1)


def test_the_hero_keeps_statuses_with_the_numbers_of_the_new_ruleset(path: Path) -> None:
    session = Session.start(load_ruleset(str(path)), 42)
    keys = [status.key for status in session.rulebook.statuses]
    for key in ("confused", "strengthened"):
        give_status(session.world, session.rulebook.compiled, HERO_ROW, keys.index(key), 9, HERO)
    given = {key: session.world.actors[HERO_ROW].statuses[keys.index(key)] for key in ("confused", "strengthened")}
    power = session.world.actors[HERO_ROW].stats[POWER]
    # A status whose key comes first gives all others new numbers.
    write(path, TROLLS + "[statuses.aaa]\n[statuses.strengthened]\npower = 5\n")
    book = load_ruleset(str(path))
    regenerate_floor(session, book)
    hero = session.hero
    kept = {status.key: turns for status, turns in zip(book.statuses, hero.statuses, strict=False) if turns}
    assert kept == given
    assert hero.stats[POWER] == power - 3 + 5
    assert hero.conditions & STUMBLES


def test_statuses_that_no_longer_exist_end_with_their_bonuses(path: Path) -> None:
    write(path, 'extends = "tcod-2020-gear"\n[statuses.inspired]\npower = 7\n')
    session = Session.start(load_ruleset(str(path)), 42)
    power = session.hero.stats[POWER]
    number = [status.key for status in session.rulebook.statuses].index("inspired")
    give_status(session.world, session.rulebook.compiled, HERO_ROW, number, 9, HERO)
    assert session.world.actors[HERO_ROW].stats[POWER] == power + 7
    write(path, TROLLS)
    regenerate_floor(session, load_ruleset(str(path)))
    assert (session.hero.stats[POWER], list(session.hero.statuses)) == (power, [0] * MAX_STATUSES)


def test_play_continues_on_a_regenerated_floor(path: Path) -> None:
    session = Session.start(load_ruleset(str(path)), 42)
    regenerate_floor(session, session.rulebook)
    session.world.hero.cell = next(cell for cell, tile in enumerate(session.world.tiles) if tile == STAIRS)
    assert session.act(action(DESCEND)) == DONE
    assert session.floor == 2


def test_the_report_has_the_counts_and_odds_of_all_kinds() -> None:
    session = Session.start(load_ruleset("tcod-2020"), 42)
    report = floor_report(session)
    orcs = session.world.actor_count
    assert f"  orc  {'100.0%':>8}{orcs:>7}" in report
    assert f"  troll{'-':>8}{0:>7}" in report
    assert report[0] == "Floor 1 of TCOD tutorial, 2020 (tcod-2020), seed 42"


def test_a_game_with_a_score_is_told_only_what_the_tables_say() -> None:
    told = [floor_odds(Session.start(load_ruleset("tcod-2020-gear"), seed)) for seed in (42, 43)]
    assert f"  orc  {'100.0%':>8}" in told[0]
    assert [line.replace("seed 42", "seed 43") for line in told[0]] == told[1]


def test_the_report_has_the_odds_in_each_group_that_draws_on_the_floor(path: Path) -> None:
    groups = (
        "[groups.bosses]\nper_floor = 1\nmonsters = { troll = 3, orc = 1 }\n[groups.gifts]\nper_floor = { 2 = 1 }\n"
    )
    write(path, f'extends = "tcod-2020"\n{groups}items = {{ healing_potion = 1 }}\n')
    session = Session.start(load_ruleset(str(path)), 42)
    for report in (floor_report(session), floor_odds(session)):
        at = report.index("Group bosses")
        assert report[at + 2 : at + 5] == [f"  orc  {'25.0%':>8}", f"  troll{'75.0%':>8}", ""]
        assert "Group gifts" not in report


def test_the_report_has_full_names_and_adds_keys_only_to_shared_names(tmp_path: Path) -> None:
    long = "venerable and very long-winded lich"
    write(
        tmp_path / "mine.toml",
        f'extends = "tcod-2020"\n[monsters.orc]\nname = "{long}"\n[items.fireball_scroll]\nname = "scroll"\n'
        '[items.lightning_scroll]\nname = "scroll"\n',
    )
    report = floor_report(Session.start(load_ruleset(str(tmp_path / "mine.toml")), 42))
    assert any(row.startswith(f"  {long} ") for row in report)
    assert any(row.startswith("  scroll (fireball_scroll) ") for row in report)
    assert any(row.startswith("  healing potion ") for row in report)


POTIONS = """
extends = "tcod-2020-gear"
[hero]
start = [{ item = "odd" }, { item = "strange", identified = false }]
[appearances.potion]
names = ["red potion", "blue potion", "pink potion"]
glyph = "!"
[items.odd]
glyph = "!"
appearance = "potion"
[items.strange]
glyph = "!"
appearance = "potion"
"""


def test_what_is_known_stays_known_and_the_rest_unknown(path: Path) -> None:
    write(path, POTIONS)
    session = Session.start(load_ruleset(str(path)), 7)
    more = '[items.another]\nglyph = "!"\nappearance = "potion"\n[items.aaa]\nglyph = "?"\n'
    write(path, POTIONS.replace('{ item = "odd" }, { item = "strange", identified = false }', "") + more)
    regenerate_floor(session, load_ruleset(str(path)))
    rows = session.rulebook.item_rows
    names = [rows[held.kind - 1].name for held in session.hero.inventory if held.kind]
    assert names[0] == "odd"
    assert names[1] in ("red potion", "blue potion", "pink potion")
    assert session.hero.unidentified == 2
    assert fault_in(session.world, session.rulebook.compiled) == 0


BLADES = """
extends = "tcod-2020"
[hero]
slots = ["weapon", "ring"]
start = [{ item = "blade" }, { item = "blade", equipped = true }, { item = "band", equipped = true }]
[items.blade]
glyph = "/"
slot = "weapon"
power = 2
[items.band]
glyph = "="
slot = "ring"
power = 3
"""
WITHOUT_START = "\n".join("" if line.startswith("start") else line for line in BLADES.splitlines())


def reloaded(path: Path, before: str, after: str) -> Session:
    """A session that began with one ruleset and goes on with another."""
    write(path, before)
    session = Session.start(load_ruleset(str(path)), 1)
    write(path, after)
    regenerate_floor(session, load_ruleset(str(path)))
    return session


def test_an_appearance_given_to_what_the_hero_has_equipped_is_known_of_all_of_its_kind(path: Path) -> None:
    hidden = WITHOUT_START.replace("power = 2", 'power = 2\nappearance = "old"')
    session = reloaded(
        path, BLADES, hidden + '\n[appearances.old]\nnames = ["rusty blade", "odd blade"]\nglyph = "/"\n'
    )
    rows = session.rulebook.item_rows
    assert [rows[held.kind - 1].key for held in session.hero.inventory if held.kind] == ["blade", "blade", "band"]
    assert fault_in(session.world, session.rulebook.compiled) == 0
    assert session.act(action(DROP, 0)) == DONE
    assert session.world.items[session.world.item_count - 1].kind >= 0


def test_of_two_items_that_now_share_a_slot_the_second_is_unequipped(path: Path) -> None:
    session = reloaded(path, BLADES, WITHOUT_START.replace('slot = "ring"', 'slot = "weapon"'))
    assert [held.equipped for held in session.hero.inventory if held.kind] == [0, 1, 0]
    assert session.hero.stats[POWER] == Session.start(load_ruleset("tcod-2020"), 1).hero.stats[POWER] + 2
    assert fault_in(session.world, session.rulebook.compiled) == 0
