"""The adapters in `examples/adapters`: a class by which the lab plays a game of a tutorial, to copy and to change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import steep
from game_with_one_loop import GAME_WITH_ONE_LOOP
from sample_tutorial_projects import write_project
from steep.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN_GAME = EXAMPLES / "own_game"

OWN_NAMES = {
    "BumpAction, EquipAction, PickupAction, TakeStairsAction, WaitAction": "Bump, DescendStairs, PickUp, UseItem, Wait",
    ": BumpAction": ": Bump",
    ": WaitAction": ": Wait",
    ": PickupAction": ": PickUp",
    ": TakeStairsAction": ": DescendStairs",
    "LightningDamageConsumable": "FireConsumable",
    "new_game()": "new_game(seed)",
    "player.level.requires_level_up": "False",
    "PROJECT = Path(__file__).resolve().parent": f"PROJECT = Path({str(OWN_GAME)!r})",
}
"""What a maker changes in the template of 2020 for the game in `examples/own_game`."""

USE_OF_OWN_GAME = """
    def item(self, item):
        kind = type(item.consumable).__name__
        amount = getattr(item.consumable, "amount", None) or getattr(item.consumable, "damage", None)
        return Item(name=item.name, does=DOES.get(kind, "other"), amount=amount, key=item)

    def use(self, item, cell=None):
        return UseItem(self.engine.player, item)
"""


def run(folder: Path, script: str) -> str:
    """What a script in a folder prints, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(Path(steep.__file__).parents[1])}
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return result.stdout + result.stderr[-2000:]


def adapter(template: str, changes: dict[str, str]) -> str:
    """A template with a maker's changes, each of which must apply."""
    text = (EXAMPLES / "adapters" / template).read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    return text


def test_the_template_of_2020_plays_the_games_that_an_adapter_written_by_hand_plays(tmp_path: Path) -> None:
    text = adapter("tcod_2020.py", OWN_NAMES) + USE_OF_OWN_GAME
    (tmp_path / "written.py").write_text(text, encoding="utf-8")
    printed = run(
        tmp_path,
        f"""
import random, sys
sys.path.insert(0, {str(OWN_GAME)!r})
import lab, written
for game in (lab.Barrow(), written.Game()):
    dice, seen = random.Random(1), []
    for seed in (1, 2):
        game.start(seed)
        for _ in range(300):
            view = game.view()
            seen.append((view.floor, view.hero, view.stairs, view.hp, len(view.cells), view.things, view.enemies))
            if game.engine.player.fighter.hp <= 0:
                break
            uses = [("use", item) for item in view.inventory[:1]]
            game.act(*dice.choice([("move", dice.randint(-1, 1), dice.randint(-1, 1)), ("pickup",), *uses]))
    print(len(seen), hash(str(seen)))
""",
    )
    by_hand, written = printed.splitlines()
    assert by_hand == written
    assert int(written.split()[0]) > 100


@pytest.fixture
def one_loop(tmp_path: Path) -> Path:
    """The folder of the game with one loop, with the template of 2019 in it."""
    project = write_project(tmp_path, GAME_WITH_ONE_LOOP)
    changes = {
        '"heal": "heal"': '"drink": "heal"',
        '"cast_lightning"': '"throw"',
        '["hp", "str", "def"]': '["hp", "str"]',
    }
    (project / "lab.py").write_text(adapter("tcod_2019.py", changes), encoding="utf-8")
    return project


def test_a_game_with_one_loop_is_played_through_its_loop(one_loop: Path) -> None:
    printed = run(
        one_loop,
        """
import lab
game = lab.Game()
game.start(1)
view = game.view()
print(view.floor, view.hero, view.hp, view.stairs, [thing.name for thing in view.things], sorted(view.can))
for action in [("move", 1, 0), ("pickup",), ("move", 1, 0), ("pickup",)]:
    game.act(*action)
view = game.view()
potion, dart = view.inventory
print([(item.name, item.does, item.aim, item.amount) for item in view.inventory])
rat = view.enemies[0]
print(rat.name, rat.at[1])
game.act("use", dart, (1, 1))
print(len(game.view().inventory), "a miss")
game.act("use", dart, rat.at)
view = game.view()
print([item.name for item in view.inventory], view.enemies, view.can, view.choices)
game.act("choose", 1)
for _ in range(7):
    game.act("move", 1, 0)
print(game.view().hero, game.view().stairs)
game.act("descend")
view = game.view()
print(view.floor, view.hero, view.stairs is not None)
""",
    )
    assert printed.splitlines() == [
        "1 (1, 2) 10 None ['potion', 'dart'] ['descend', 'move', 'pickup', 'use', 'wait']",
        "[('potion', 'heal', False, 5), ('dart', 'harm', True, 9)]",
        "grey rat 2",
        "2 a miss",
        "['potion'] [] ['choose'] ['hp', 'str']",
        "(10, 2) (10, 2)",
        "2 (1, 2) False",
    ]


def test_a_game_with_one_loop_ends_and_begins_again(one_loop: Path) -> None:
    printed = run(
        one_loop,
        """
import lab
game = lab.Game()
for seed in (5, 5, 6):
    game.start(seed)
    turns = 0
    while not game.over():
        game.act("move", 1, 0) if not game.view().enemies or turns < 4 else game.act("wait")
        turns += 1
        if turns > 30: break
        if len(game.view().enemies) and turns > 3: game.act("move", 1, 0)
    print(turns, game.over())
""",
    )
    first, again, _ = printed.splitlines()
    assert first == again
    assert "died" in first
    assert "grey rat" in first


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (GAME_WITH_ONE_LOOP, "copy examples/adapters/tcod_2019.py"),
        ({"engine.py": "class Engine: pass\nclass BumpAction: pass\n"}, "copy examples/adapters/tcod_2020.py"),
        ({"a.py": "x = 1"}, "no example adapter fits"),
    ],
)
def test_the_template_that_fits_is_named(
    files: dict[str, str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(write_project(tmp_path, files)), "--adapter"]) == int("no example" in said)
    assert said in capsys.readouterr().err
