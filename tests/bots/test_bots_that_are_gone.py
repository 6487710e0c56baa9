"""Bots that there were once are refused by name, and their numbers stay free."""

from __future__ import annotations

import pytest

from steep.bots.choose_action import BOTS, GONE, find_bot
from steep.cli import main
from steep.core.input_errors import InputError

NUMBERS = range(6, 11)
"""Those of bots that are gone. Results that were stored then contain them."""


@pytest.mark.parametrize("name", ["weapon", "bow", "staff", "allies", "fire"])
def test_a_bot_that_is_gone_is_refused_with_what_to_use(name: str) -> None:
    with pytest.raises(InputError) as refused:
        find_bot(f"tactician-{name}")
    assert str(refused.value) == f'the bot "tactician-{name}" is gone: use "tactician"'


def test_a_command_refuses_it_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "tcod-2020", "--bot", "explorer,tactician-bow", "--games", "1"]) == 2
    assert capsys.readouterr().err == 'steep: the bot "tactician-bow" is gone: use "tactician"\n'


def test_what_to_use_exists_and_no_number_is_used_again() -> None:
    assert set(GONE.values()) <= set(BOTS)
    assert not set(GONE) & set(BOTS)
    assert [bot.number for bot in BOTS.values()] == [1, 5, 0, 2, 3, 4]
    assert not {bot.number for bot in BOTS.values()} & set(NUMBERS)
