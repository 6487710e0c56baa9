"""How texts are broken into lines."""

from __future__ import annotations

from steep.ui.drawing.widgets import wrapped

PATH = "/home/somebody/.local/share/steep/rulesets/a-very-long-name-of-a-ruleset.toml"


def test_a_path_that_is_longer_than_a_line_is_broken_after_folders_and_nowhere_else() -> None:
    lines = wrapped(f"I can't read {PATH}: it is gone.", 48)
    assert lines == [
        "I can't read /home/somebody/.local/share/steep/",
        "rulesets/a-very-long-name-of-a-ruleset.toml: it",
        "is gone.",
    ]
    assert wrapped(r"C:\Users\somebody\steep.toml", 20) == ["C:\\Users\\somebody\\", "steep.toml"]


def test_what_has_no_folders_is_broken_where_the_line_ends() -> None:
    assert wrapped("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]
    assert wrapped("one two\n\nthree", 9) == ["one two", "", "three"]
