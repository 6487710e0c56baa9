"""`steep import --adapter`: a class by which the lab plays a game, written from what the code shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import steep
from game_with_one_loop import GAME_WITH_ONE_LOOP
from sample_tutorial_projects import Files, write_project
from steep.cli import main
from steep.core.input_errors import InputError
from steep.importing.output.write_adapter import write_adapter

OWN_GAME = Path(__file__).parents[2] / "examples" / "own_game"

MAIN_THAT_BEGINS_A_GAME: Files = {
    "engine.py": "class Engine:\n    message_log = None\n    def __init__(self, player): self.player = player\n"
    "    def update_fov(self): pass\n",
    "actions.py": "class Action:\n    def __init__(self, entity): pass\n"
    "class BumpAction(Action):\n    def __init__(self, entity, dx, dy): pass\n",
    "fighter.py": "class Fighter:\n    hp = 7\n",
    "main.py": """
import copy
import engine as machine
from engine import Engine
from fighter import Fighter

LAMPS = 3

def main():
    unused = open('never')
    rooms = 4
    lamps = LAMPS
    player = copy.copy(Fighter())
    game = Engine(player=player)
    game.rooms = rooms + lamps
    game.update_fov()
    with open('window') as window:
        game.window = window

if __name__ == '__main__':
    main()
""",
}


def run(folder: Path, script: str) -> str:
    """What a script in a folder prints, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(Path(steep.__file__).parents[1])}
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return result.stdout + result.stderr[-2000:]


def test_the_adapter_of_the_own_game_plays_the_games_that_the_one_written_by_hand_plays(tmp_path: Path) -> None:
    assert main(["import", str(OWN_GAME), "--adapter", str(tmp_path / "written.py")]) == 0
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
            seen.append([(item.name, item.does, item.amount) for item in view.inventory])
            if game.over():
                break
            uses = [("use", item) for item in view.inventory[:1]]
            game.act(*dice.choice([("move", dice.randint(-1, 1), dice.randint(-1, 1)), ("pickup",), *uses]))
        seen.append(game.over() and game.over().end)
    print(len(seen), hash(str(seen)))
""",
    )
    by_hand, written = printed.splitlines()
    assert by_hand == written
    assert int(written.split()[0]) > 100


def test_the_adapter_of_the_own_game_sees_that_it_is_won(tmp_path: Path) -> None:
    written = write_adapter(OWN_GAME, tmp_path / "written.py")
    assert "  a win: self.engine.won ends a loop and the hero lives" in written.report
    printed = run(
        tmp_path,
        """
import written
from entity import Item
game = written.Game()
game.start(1)
player = game.engine.player
print(game.over())
for actor in game.engine.game_map.actors:  # a win comes before the enemies' turn
    actor.ai = actor.ai and type("Deadly", (), {"perform": lambda self: setattr(player.fighter, "hp", 0)})()
Item("!", "crown").place(player.x, player.y, game.engine.game_map)
game.act("pickup")
print(game.over())
player.fighter.hp = 0
print(game.over().end)
""",
    )
    assert printed.splitlines() == ["None", "Over(end='won', killer='')", "died"]


LOOPS = {
    "while game.engine.won: pass": "",
    "while not engine.won: pass": "self.engine.won",
    "while not engine.paused: pass": "",
    "while engine.running: pass": "not self.engine.running",
    "while engine.player.is_alive: pass": "",
    "while engine.player.is_alive and not engine.player.has_won: pass": "self.engine.player.has_won",
    "while engine.running and not engine.won: pass": "not self.engine.running or self.engine.won",
    "while engine.turn < 9 and not engine.won: pass": "self.engine.won",
    "while not engine.won or engine.running: pass": "",
}


@pytest.mark.parametrize(("loop", "ended"), LOOPS.items())
def test_a_flag_of_the_engine_that_ends_a_loop_is_a_win(loop: str, ended: str, tmp_path: Path) -> None:
    classes = """
class Engine:
    running = True
    def __init__(self, player): self.player, self.won, self.turn = player, False, 0
class Player:
    @property
    def is_alive(self): return True
    def win(self): self.has_won = True
"""
    main = f"def main(engine):\n    {loop}\n"
    project = write_project(tmp_path, {"engine.py": classes, "actions.py": "class Action: pass\n", "main.py": main})
    said = f'return Over("won") if {ended} else None' if ended else 'If yours can be won, return `Over("won")`'
    assert said in write_adapter(project, tmp_path / "lab.py").text


@pytest.fixture
def one_loop(tmp_path: Path) -> Path:
    """The folder with a written adapter for the game with one loop."""
    project = write_project(tmp_path, GAME_WITH_ONE_LOOP)
    assert write_adapter(project, project / "lab.py").text.count("todo") == 0
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


def test_a_game_is_begun_as_main_begins_it(tmp_path: Path) -> None:
    project = write_project(tmp_path, MAIN_THAT_BEGINS_A_GAME)
    text = write_adapter(project, project / "lab.py").text
    assert "unused" not in text
    assert "window" not in text
    assert run(project, "import lab; game = lab.new_game(); print(game.player.hp, game.rooms)") == "7 7\n"


def test_what_was_not_found_is_a_todo_that_says_so_until_it_is_done(tmp_path: Path) -> None:
    project = write_project(
        tmp_path, {name: text for name, text in MAIN_THAT_BEGINS_A_GAME.items() if name != "main.py"}
    )
    written = write_adapter(project, project / "lab.py")
    todos = written.report[written.report.index("TODO, marked in the file:") + 1 : -1]
    assert written.report[0].endswith(f"lab.py: an adapter for a project like tcod-2020, {len(todos)} TODO")
    assert "  a function that begins a game and returns its Engine" in todos
    assert f"Finish what is marked TODO: {len(todos)} in all." in written.text
    assert (
        run(project, "import lab")
        .rstrip()
        .endswith(
            "NotImplementedError: lab.py is not finished, TODO: a function that begins a game and returns its Engine"
        )
    )


OTHER_NAMES: Files = {
    "engine.py": """
class Engine:
    def __init__(self, player): self.player, self.game_map = player, GameMap()
    def update_fov(self): self.game_map.explored[0, 0] = self.game_map.visible[0, 0] = True
    def handle_enemy_turns(self): pass
class GameMap:
    actors = ()
    def __init__(self): self.tiles = numpy.full((3, 3), True)
class Fighter:
    hp = max_hp = 9
""",
    "actions.py": """
class Action:
    def __init__(self, entity): pass
class BumpAction(Action):
    def __init__(self, entity, dx, dy): pass
class PickupAction(Action):
    def perform(self):
        if self.entity.fighter.hp < self.entity.fighter.max_hp:
            self.entity.inventory.append(self.item)
class EquipAction(Action):
    def __init__(self, entity, item): pass
class ItemAction(Action):
    def __init__(self, entity, item): pass
class Doff:
    def is_worn(self): pass
""",
    "main.py": "def new_game(): return Engine(Fighter())\n",
}


def test_what_the_code_does_not_show_is_a_todo_in_its_place(tmp_path: Path) -> None:
    written = write_adapter(write_project(tmp_path, OTHER_NAMES), tmp_path / "lab.py")
    assert "        walkable = todo('an array by [x, y]: whether one can walk there')" in written.text
    assert "or todo('whether the hero has an item on')" in written.text
    assert "for item in player.inventory]" in written.text
    assert not written.finished
    todos = written.report[written.report.index("TODO, marked in the file:") + 1 : -1]
    assert [*todos] == ["  whether the hero has an item on", "  an array by [x, y]: whether one can walk there"]


def test_the_report_ends_with_the_command_that_tries_it(one_loop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "steep measure --game lab:Game --bot explorer --games 2"
    assert write_adapter(one_loop, one_loop / "lab.py").report[-1] == f"try it: cd {one_loop} && {command}"
    monkeypatch.chdir(one_loop)
    assert write_adapter(one_loop, Path("lab.py")).report[-1] == f"try it: {command}"


def test_no_code_of_the_project_runs(tmp_path: Path) -> None:
    files = {name: text + "\nraise SystemExit('this must not run')\n" for name, text in GAME_WITH_ONE_LOOP.items()}
    project = write_project(tmp_path, files)
    assert write_adapter(project, tmp_path / "lab.py").report


def test_an_adapter_elsewhere_finds_the_project(tmp_path: Path) -> None:
    project = write_project(tmp_path / "it's mine", GAME_WITH_ONE_LOOP)
    (tmp_path / "labs").mkdir()
    write_adapter(project, tmp_path / "labs" / "lab.py")
    assert run(tmp_path / "labs", "import lab; g = lab.Game(); g.start(1); print(g.view().hp)") == "10\n"


@pytest.mark.parametrize(
    ("files", "out", "message"),
    [
        ({"a.py": "x = 1"}, "lab.py", "is neither of the shape of tcod-2020"),
        (GAME_WITH_ONE_LOOP, "lab.txt", "name a Python file that can be imported, such as lab.py"),
        (GAME_WITH_ONE_LOOP, "my-lab.py", "name a Python file that can be imported, such as lab.py"),
        (GAME_WITH_ONE_LOOP, "engine.py", "exists with other contents; choose a new file"),
        (GAME_WITH_ONE_LOOP, "no/lab.py", "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, files: Files, out: str, message: str) -> None:
    project = write_project(tmp_path, files)
    with pytest.raises(InputError, match=message):
        write_adapter(project, project / out)
