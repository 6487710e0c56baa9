"""`--format markdown` of `steep compare` and `steep check`: a summary that fits a comment."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_fixture_types import Run
from rulesets_of_known_hazard import deadly
from steep.commands.shared.markdown_summary import MAX_ROWS, escaped, table

QUICK = ("--bot", "diver", "--floors", "1-3", "--games", 40, "--jobs", 1, "--format", "markdown")


@pytest.fixture
def rulesets(tmp_path: Path) -> Path:
    """A folder in which nothing kills in `my_safe.toml`, and much does in `deadly.toml`."""
    (tmp_path / "my_safe.toml").write_text(deadly(0), encoding="utf-8")
    (tmp_path / "deadly.toml").write_text(deadly(8), encoding="utf-8")
    return tmp_path


def test_tables_have_summaries_too(steep: Run, tmp_path: Path) -> None:
    for name, deaths in (("before", 5), ("after", 60)):
        rows = [f"diver,{game},1,{'died' if game < deaths else 'won'}\n" for game in range(100)]
        (tmp_path / f"{name}.csv").write_text("bot,game,floor,end\n" + "".join(rows))
    check = ("check", tmp_path / "after.csv", "--format", "markdown")
    answer = steep(*check, "--baseline", tmp_path / "before.csv")
    assert answer.code == 1, answer.err
    assert answer.out.startswith("### Difficulty has drifted: ")
    assert "| diver, deaths on floor 1 | 5.0% | 60.0% | +55.0 ± " in answer.out
    (tmp_path / "target.toml").write_text("[bands.diver]\nwins = [90, 100]\n")
    answer = steep(*check, "--target", tmp_path / "target.toml")
    assert answer.code == 1, answer.err
    assert answer.out.startswith("### The target is broken: ")
    assert "1 broken, over 100 games." in answer.out


def test_a_check_lists_what_drifted(steep: Run, rulesets: Path) -> None:
    baseline = rulesets / "baseline.json"
    games = (*QUICK[:4], "--games", 200)
    assert steep("check", rulesets / "my_safe.toml", "--baseline", baseline, "--update", *games).code == 0
    markdown = ("--baseline", baseline, "--out", rulesets, "--jobs", 1, "--format", "markdown")
    answer = steep("check", rulesets / "my_safe.toml", *markdown)
    assert answer.code == 0
    assert answer.out.startswith("### Difficulty held: ")
    assert "diver: the smallest drift found 8 times in 10: deaths on floor 1 +" in answer.out
    assert "|" not in answer.out
    answer = steep("check", rulesets / "deadly.toml", *markdown)
    assert answer.code == 1
    assert answer.out.startswith("### Difficulty has drifted: ")
    assert "| diver, deaths on floor 1 | 0.0% | " in answer.out


def test_a_check_lists_the_bands_that_do_not_hold(steep: Run, rulesets: Path) -> None:
    target = rulesets / "target.toml"
    target.write_text("games = 40\nfloors = [1, 3]\n[bands.diver]\nwins = [0, 50]\nsurvival.1 = [50, 100]\n")
    answer = steep("check", rulesets / "my_safe.toml", "--target", target, "--jobs", 1, "--format", "markdown")
    assert answer.code == 1
    assert answer.out.startswith("### The target is broken: ")
    assert "Of 2 bands 1 hold, 0 unclear, 1 broken, over 40 games." in answer.out
    assert answer.out.count("| diver, ") == 1


def test_a_new_baseline_has_no_summary(steep: Run, rulesets: Path) -> None:
    command = ("check", rulesets / "deadly.toml", "--baseline", rulesets / "new.json", "--update", *QUICK)
    answer = steep(*command)
    assert answer.code == 2
    assert "--format markdown: is for the figures of a check" in answer.err


def test_a_long_table_is_cut_and_the_rest_counted() -> None:
    lines = list(table(("", "a"), [("floor", "1")] * (MAX_ROWS + 3)))
    assert lines.count("| floor | 1 |") == MAX_ROWS
    assert lines[-1] == "And 3 more."
    assert list(table(("", "a"), [])) == []


def test_names_cannot_format_the_comment() -> None:
    assert escaped("a|b<img>_c`d`[x](y)") == r"a\|b\<img\>\_c\`d\`\[x\](y)"
