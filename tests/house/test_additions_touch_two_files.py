"""What CONTRIBUTING says of adding an effect, an event, a bot and a lint check is true, and takes two files each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import steep
from steep.bots.choose_action import BOTS
from steep.content.sections import LINT_CHECKS
from steep.core.ruleset.codes import EFFECT_NAMES
from steep.rules.perceived_events import EVENT_NAMES

SOURCE = Path(steep.__file__).parent
SUPPORT = Path(__file__).parents[1] / "support"

ADDED: dict[str, dict[str, list[tuple[str, str]]]] = {
    "an effect": {
        "core/ruleset/codes.py": [
            (
                "# fmt: on\n",
                'SWAP = effect(EffectKind(28, "swap", "flag", "whether its user and its target change places",\n'
                '    "changes places with {whom}", "in another place", traits=MOVES))\n',
            )
        ],
        "rules/abilities/effects.py": [
            (
                "    elif effect.effect == codes.SPLIT:\n",
                "    elif effect.effect == codes.SWAP:\n        swap(world, ruleset, user, index)\n",
            ),
            (
                "@rule\ndef heal(",
                "@rule\ndef swap(world: World, ruleset: Ruleset, user: int, index: int) -> None:\n"
                '    """Let two actors change places."""\n'
                "    change_places(world, ruleset, user, index)\n"
                "    cell = cell_of_actor(world, index)\n"
                "    emit(world, SWAPPED, doer(world, user), world.actors[index].kind, 0, cell)\n\n\n",
            ),
            (
                "from steep.rules.perceived_events import (\n",
                "from steep.rules.movement import change_places\nfrom steep.rules.perceived_events import SWAPPED\n",
            ),
        ],
    },
    "an event": {
        "rules/perceived_events.py": [
            (
                "EVENT_NAMES = ",
                'SWAPPED = event(45, "swapped", {BY_HERO: ("You change places with {whom}.", "info"), '
                'TO_HERO: ("{who} changes places with you.", "bad")})\n',
            )
        ]
    },
    "a bot": {
        "bots/sitter.py": [
            (
                "",
                "from steep.core.rule_decorator import rule\nfrom steep.core.world import Hero\n"
                "from steep.rules.action_codes import WAIT, action\n\n\n"
                "@rule\ndef sitter(hero: Hero) -> int:\n    return action(WAIT)\n",
            )
        ],
        "bots/choose_action.py": [
            ("GONE = ", 'SITTER = bot(11, "sitter", "waits")\n'),
            ("    if bot == DIVER:\n", "    if bot == SITTER:\n        return sitter(hero)\n"),
            ("from steep.bots.between_fights", "from steep.bots.sitter import sitter\n"),
        ],
    },
    "a lint check": {
        "balance/lint/items_and_abilities.py": [
            (
                '@check("useless-item")\n',
                '@check("no-items")\ndef no_items(data: LintInput) -> Iterator[Finding]:\n'
                '    """Rulesets without items."""\n    if not data.rulebook.items:\n'
                '        yield Finding("no-items", "note", 1, "items", "there is no item")\n\n\n',
            )
        ],
        "content/sections/settings.py": [('    "no-layout",\n', '    "no-items",\n')],
    },
}
"""What each touches: what is put into a file in front of what stands there. A file that isn't there is new."""

TRIED = '''
from steep.balance.lint.all_checks import lint
from steep.bots.choose_action import choose_action, find_bot
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.play.texts.abilities import item_summary
from steep.rules.action_codes import WAIT, action
from toml_scenes import TomlScene, rulebook_of

scene = TomlScene("#####\\n#@.r#\\n#####", """
[abilities.swap]
shape = "target"
effects = [{ swap = true }]
[items.wand]
glyph = "/"
abilities = ["swap"]
[monsters.rat]
asleep = 100
""")
before = scene.hero.cell
scene.use_on("/", scene.monster("r").cell)
print(scene.hero.cell - before)
print(*scene.messages())
print(item_summary(scene.book.items[0], scene.book))
mind = BotMemory()
start_mind(mind, 1)
print(choose_action(find_bot("sitter").number, scene.hero, scene.ruleset, mind, ImaginedState()) == action(WAIT))
found = lint(rulebook_of("[lint]\\naccept = { no-items = 'none yet' }"), 10, fast=False)
print(*(each.accepted for each in found if each.code == "no-items"))
'''


@pytest.mark.parametrize("addition", ADDED)
def test_an_addition_touches_at_most_two_files(addition: str) -> None:
    assert 1 <= len(ADDED[addition]) <= 2


def test_what_is_added_works_and_is_gone_without_it(tmp_path: Path) -> None:
    root = tmp_path / "steep"
    shutil.copytree(SOURCE, root, ignore=shutil.ignore_patterns("__pycache__"))
    for touched in ADDED.values():
        for name, pieces in touched.items():
            path = root / name
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            for before, piece in pieces:
                assert text.count(before) == 1 or not text, (name, before)
                text = text.replace(before, piece + before) if text else piece
            path.write_text(text, encoding="utf-8")
    python_path = os.pathsep.join([str(tmp_path), str(SUPPORT)])
    run = subprocess.run(
        [sys.executable, "-c", TRIED],
        env={**os.environ, "PYTHONPATH": python_path, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == [
        "2",
        "You change places with the rat.",
        "changes places with anyone in view",
        "True",
        "none yet",
    ]
    assert "swap" not in EFFECT_NAMES
    assert "swapped" not in EVENT_NAMES
    assert "sitter" not in BOTS
    assert "no-items" not in LINT_CHECKS
