"""Several heroes or classes are listed and one is chosen, never silently the first or the last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import TCOD_2020, Files, write_project
from steep.cli import main
from steep.content import load_ruleset
from steep.core.input_errors import InputError
from steep.importing import Imported, import_project

Import = Callable[[Files], Imported]

IN_BRANCHES = """
def new_game(choice):
    if choice == "warrior":
        fighter = Fighter(hp=40, defense=3, power=6)
    elif choice == "mage":
        fighter = Fighter(hp=20, defense=0, power=2)
    else:
        fighter = Fighter(hp=30, defense=1, power=4)
    player = Actor(char="@", color=(1, 2, 3), name="Player", fighter=fighter)
    if choice == "warrior":
        player.inventory.items.append(sword)
    player.inventory.items.append(ration)
sword = Item(char="/", name="Sword", equippable=Equippable(slot="hand", power_bonus=3))
ration = Item(char="%", name="Ration", consumable=HealingConsumable(amount=2))
"""

WRITTEN = {
    "a fighter in each branch": IN_BRANCHES,
    "an entity in each branch": """
def new_game(choice):
    if choice == "warrior":
        player = Actor(char="@", name="Player", fighter=Fighter(hp=40, defense=3, power=6))
    elif choice == "mage":
        player = Actor(char="@", name="Player", fighter=Fighter(hp=20, defense=0, power=2))
""",
    "variables": """
warrior = Actor(char="@", name="Warrior", fighter=Fighter(hp=40, defense=3, power=6))
mage = Actor(char="@", name="Mage", fighter=Fighter(hp=20, defense=0, power=2))
""",
    "a table of classes": """
CLASSES = {
    "warrior": {"hp": 40, "defense": 3, "power": 6},
    "mage": {"hp": 20, "defense": 0, "power": 2},
}
def new_game(choice):
    stats = CLASSES[choice]
    fighter = Fighter(hp=stats["hp"], defense=stats["defense"], power=stats["power"])
    return Actor(char="@", name="Player", fighter=fighter)
""",
}


def project_with(text: str) -> Files:
    """The tutorial's project with another hero."""
    factories = TCOD_2020["entity_factories.py"]
    own = factories[factories.index("player = Actor(") : factories.index("orc = Actor(")]
    return {**TCOD_2020, "entity_factories.py": factories.replace(own, ""), "heroes.py": text}


def stats_of(imported: Imported, folder: Path) -> tuple[int, int, int]:
    path = folder / "imported.toml"
    path.write_text(imported.toml, encoding="utf-8")
    hero = load_ruleset(str(path)).hero
    return hero.hp, hero.defense, hero.power


@pytest.mark.parametrize("written", WRITTEN)
def test_several_heroes_are_listed_and_left_to_a_person(written: str, imported: Import) -> None:
    missing = imported(project_with(WRITTEN[written])).missing
    assert [line.partition(":")[0] for line in missing] == ["hero.hp", "hero.power", "hero.defense"]
    assert "warrior (heroes.py:" in missing[0]
    assert "mage (heroes.py:" in missing[0]


@pytest.mark.parametrize("written", WRITTEN)
def test_one_of_them_is_chosen(written: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "game", project_with(WRITTEN[written]))
    assert stats_of(import_project(project, hero="warrior"), tmp_path) == (40, 3, 6)
    assert stats_of(import_project(project, hero="mage"), tmp_path) == (20, 0, 2)


def test_a_wrong_name_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    project = write_project(tmp_path, project_with(IN_BRANCHES))
    with pytest.raises(
        InputError, match=r'--hero: found mago; allowed: warrior, mage, otherwise \(did you mean "mage"'
    ):
        import_project(project, hero="mago")


def test_a_single_hero_has_no_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="allowed: none, as the project has no heroes to choose from"):
        import_project(write_project(tmp_path, TCOD_2020), hero="warrior")


def test_what_only_some_heroes_start_with_goes_to_them(tmp_path: Path) -> None:
    project = write_project(tmp_path, project_with(IN_BRANCHES))
    assert '{ item = "sword"' in import_project(project, hero="warrior").toml
    mages = import_project(project, hero="mage")
    assert 'start       = [{ item = "ration", equipped = false }]' in mages.toml
    assert "heroes.py:11: the hero starts with Sword only if choice is warrior; left out" in mages.findings.unread


def test_what_chance_gives_the_hero_is_named(imported: Import) -> None:
    gift = "if random() < 0.5:\n    player.inventory.items.append(ring)\n"
    ring = 'ring = Item(char="=", name="Ring", equippable=Equippable(slot="ring", power_bonus=1))\n'
    result = imported({**TCOD_2020, "gifts.py": f"from entity_factories import player\n{ring}{gift}"})
    assert "gifts.py:4: the hero starts with Ring by chance; left out" in result.findings.unread
    assert "start" not in result.toml.partition("[hero]")[2].partition("[")[0]


def test_a_branch_that_a_constant_never_takes_makes_no_hero(tmp_path: Path) -> None:
    text = """
DEBUG = 0
def new_game():
    if DEBUG == 1:
        fighter = Fighter(hp=999, defense=9, power=9)
    else:
        fighter = Fighter(hp=30, defense=1, power=4)
    player = Actor(char="@", name="Player", fighter=fighter)
    if DEBUG == 1:
        player.inventory.items.append(Item(char="/", name="Cheat", equippable=Equippable(slot="hand", power_bonus=99)))
"""
    imported = import_project(write_project(tmp_path / "game", project_with(text)))
    assert stats_of(imported, tmp_path) == (30, 1, 4)
    assert "Cheat" not in imported.toml


def test_the_command_takes_a_hero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = write_project(tmp_path, project_with(IN_BRANCHES))
    assert main(["import", str(project)]) == 1
    assert "several heroes, choose one with --hero: warrior (heroes.py:4), mage" in capsys.readouterr().err
    assert main(["import", str(project), "--hero", "mage"]) == 0
    assert "hp          = 20" in capsys.readouterr().out


LEVELS = """
from components.level import Level
warrior = Actor(char="@", name="Warrior", fighter=Fighter(hp=40, defense=3, power=6), level=Level(level_up_base=200))
mage = Actor(char="@", name="Mage", fighter=Fighter(hp=20, defense=0, power=2), level=Level(level_up_base=150))
"""


def test_what_a_level_costs_is_left_to_a_person_where_it_differs_between_heroes(tmp_path: Path) -> None:
    project = write_project(tmp_path / "game", project_with(LEVELS))
    missing = import_project(project).missing
    assert "level_up.base" in [line.partition(":")[0] for line in missing]
    assert "base        = 150" in import_project(project, hero="mage").toml


def test_the_chosen_hero_is_kept_for_the_next_import(tmp_path: Path) -> None:
    project, out = write_project(tmp_path / "game", project_with(IN_BRANCHES)), tmp_path / "game.toml"
    assert main(["import", str(project), "--hero", "mage", "--out", str(out)]) == 0
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert load_ruleset(str(out)).hero.hp == 20
    assert main(["import", str(project), "--hero", "warrior", "--out", str(out)]) == 0
    assert load_ruleset(str(out)).hero.hp == 40


def test_a_kept_hero_that_is_gone_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project, out = write_project(tmp_path / "game", project_with(IN_BRANCHES)), tmp_path / "game.toml"
    assert main(["import", str(project), "--hero", "mage", "--out", str(out)]) == 0
    write_project(project, project_with(IN_BRANCHES.replace("mage", "cleric")))
    assert main(["import", str(project), "--out", str(out)]) == 2
    assert "found mage; allowed: warrior, cleric, otherwise (kept in game.base.toml; choose" in capsys.readouterr().err


CLASSES = {
    "a dictionary": 'player_classes = {"warrior": WARRIOR, "mage": MAGE}',
    "a list": "CLASSES = [WARRIOR, MAGE]",
}
ACTORS = {
    "WARRIOR": 'Actor(char="W", name="Warrior", fighter=Fighter(hp=40, defense=3, power=6))',
    "MAGE": 'Actor(char="M", name="Mage", fighter=Fighter(hp=20, defense=0, power=2))',
}


@pytest.mark.parametrize("player", [True, False])
@pytest.mark.parametrize("form", CLASSES)
def test_classes_in_a_table_are_heroes_and_no_monsters(form: str, player: bool, imported: Import) -> None:
    text = CLASSES[form]
    for name, actor in ACTORS.items():
        text = text.replace(name, actor)
    hero = 'player = Actor(char="@", name="Player", fighter=Fighter(hp=30, defense=1, power=4))\n' if player else ""
    files = dict(TCOD_2020)
    before, _, after = files["entity_factories.py"].partition("player = ")
    files["entity_factories.py"] = before + hero + text + "\norc = " + after.partition("\norc = ")[2]
    result = imported(files)
    (hp,) = [line for line in result.missing if line.startswith("hero.hp: several heroes, choose one with --hero: ")]
    assert all(name in hp for name in ("warrior", "mage", *(["player"] if player else [])))
    assert not any(section.path in (("monsters", "warrior"), ("monsters", "mage")) for section in result.sections)


def test_classes_of_monsters_are_monsters(imported: Import) -> None:
    classes = f"monster_classes = [{', '.join(ACTORS.values())}]\n"
    sections = imported(
        {**TCOD_2020, "more.py": classes, "procgen.py": "import more\n" + TCOD_2020["procgen.py"]}
    ).sections
    assert ("monsters", "warrior") in [section.path for section in sections]
