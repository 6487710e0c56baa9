"""`steep diff` compares two rulesets, or two revisions of one."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from command_fixture_types import Answer, Load, Run, Write
from steep.balance.diff_rulesets import compare
from steep.content import load_ruleset

SAMPLES = ("--samples", 100)
MORE_TROLLS = "[monsters.troll]\nspawn = { 2 = 15, 5 = 30, 7 = 60 }"


def test_a_ruleset_does_not_differ_from_itself(steep: Run) -> None:
    answer = steep("diff", "tcod-2020", "tcod-2020", *SAMPLES)
    assert answer.code == 0
    assert answer.out.splitlines()[1:] == ["", "nothing differs"]


def test_changed_odds_are_reported_by_floor(load: Load) -> None:
    diff = compare(load_ruleset("tcod-2020"), load(MORE_TROLLS), samples=100, fast=True)
    assert {(each.floor, each.subject): each.after for each in diff.odds} == pytest.approx(
        {(2, "orc"): 80 / 95, (2, "troll"): 15 / 95}
    )
    assert diff.settings == ()
    assert {each.floor for each in diff.expected} == {2}


def test_expectations_follow_the_odds(load: Load) -> None:
    diff = compare(load_ruleset("tcod-2020"), load(MORE_TROLLS), samples=100, fast=True)
    numbers = {each.subject: each for each in diff.expected}
    assert numbers["orc"].after == pytest.approx(numbers["orc"].before * 80 / 95)
    assert numbers["orc"].low < numbers["orc"].after - numbers["orc"].before < numbers["orc"].high < 0
    assert numbers["xp"].after == pytest.approx(35 * numbers["orc"].after + 100 * numbers["troll"].after)


def test_the_largest_change_comes_first(load: Load) -> None:
    text = "[monsters.troll]\nspawn = { 1 = 1, 3 = 15, 5 = 300, 7 = 60 }"
    diff = compare(load_ruleset("tcod-2020"), load(text), samples=100, fast=True)
    assert {diff.odds[0].floor, diff.odds[1].floor, diff.odds[2].floor} == {5, 6}
    for changes in (diff.odds, diff.expected):
        sizes = [each.size for each in changes]
        assert sizes == sorted(sizes, reverse=True)


ONE_MONSTER = "[counts]\nmonsters_per_room = 0\nmonsters_per_floor = "


def test_numbers_and_dice_by_floor_are_reported_for_floors_in_a_row(load: Load) -> None:
    a = load(ONE_MONSTER + '{ 1 = 1, 4 = "1d3+4" }')
    b = load(ONE_MONSTER + '{ 1 = 2, 4 = "1d3+4", 5 = "2d2" }\n[wandering]\nevery = { 2 = 40 }')
    found = compare(a, b, (1, 6), samples=100, fast=True).by_floor
    assert [(each.key, str(each.before), str(each.after), each.first, each.last) for each in found] == [
        ("counts.monsters_per_floor", "1", "2", 1, 3),
        ("counts.monsters_per_floor", "1d3+4", "2d2", 5, 6),
        ("wandering.every", "0", "40", 2, 6),
    ]


def test_a_difference_that_no_figure_shows_is_not_denied(steep: Run, write: Write) -> None:
    # Twice the weights of one table are the same odds.
    a = write("[monsters.orc]\nspawn = 8\n[monsters.troll]\nspawn = 2", "a.toml")
    b = write("[monsters.orc]\nspawn = 16\n[monsters.troll]\nspawn = 4", "b.toml")
    *_, line = steep("diff", a, b, "--floors", 1, *SAMPLES).out.splitlines()
    assert line.startswith("the hashes differ")
    assert "nothing differs" not in line


def test_settings_are_reported_once_and_not_by_floor(load: Load) -> None:
    diff = compare(load_ruleset("tcod-2020"), load("[monsters.troll]\nhp = 30\n[hero]\npower = 6"), samples=100)
    assert [(each.key, each.before, each.after) for each in diff.settings] == [
        ("hero.power", 5, 6),
        ("monsters.troll.hp", 16, 30),
    ]
    assert {each.subject for each in diff.expected} == {"threat"}


def test_a_new_kind_is_reported_with_its_values(load: Load) -> None:
    book = load('[items.tonic]\nglyph = "!"\neffect = "heal"\namount = 9\nspawn = 35')
    diff = compare(load_ruleset("tcod-2020"), book, (1, 1), samples=100, fast=True)
    assert [(each.key, each.before, each.after) for each in diff.settings] == [
        ("items.tonic", "missing", "present"),
        ("items.tonic.effect", "none", "heal"),
        ("items.tonic.amount", 0, 9),
    ]
    assert [(each.subject, each.before, each.after) for each in diff.odds] == [
        ("healing_potion", 1, 0.5),
        ("tonic", 0, 0.5),
    ]


def test_changes_of_abilities_statuses_and_resistances_are_reported(steep: Run, write: Write) -> None:
    changed = write(
        '[abilities.zap]\nshape = "beam"\n'
        'effects = [{ damage = "2d4", type = "fire" }, { push = 2 }]\n'
        '[statuses.slowed]\nspeed = -30\n[items.wand]\nglyph = "="\nabilities = ["zap"]\n'
        "[monsters.orc]\nresist = { fire = 50 }\n[damage_types.acid]\n"
    )
    answer = steep("diff", "tcod-2020", changed, "--floors", "1-1", *SAMPLES)
    assert [line.split() for line in answer.out.splitlines()[4:]] == [
        line.split()
        for line in (
            "abilities.zap missing present",
            "abilities.zap.shape - beam",
            "abilities.zap.effects - [damage=2d4 type=fire, push=2]",
            "damage_types.acid missing present",
            "items.wand missing present",
            "items.wand.abilities [] [zap]",
            "monsters.orc.resist [] [[fire, 50]]",
            "statuses.slowed.speed -50 -30",
        )
    ]


def test_counts_by_room_are_exact(load: Load) -> None:
    diff = compare(load_ruleset("tcod-2020"), load("[counts]\nitems_per_room = 2"), (1, 1), samples=100, fast=True)
    (count,) = [each for each in diff.expected if each.subject == "items_per_room"]
    assert (count.before, count.after, count.exact) == (1, 2, True)
    (potions,) = [each for each in diff.expected if each.subject == "healing_potion"]
    assert not potions.exact


def test_every_format_has_every_change(steep: Run, write: Write) -> None:
    words = ("diff", "tcod-2020", write(MORE_TROLLS), "--floors", 2, *SAMPLES)
    output = json.loads(steep(*words, "--format", "json").out)
    assert set(output) == {"a", "b", "floors", "samples", "sentences", "cautions", "changes", "settings"}
    assert output["a"] == {"ruleset": "tcod-2020", "hash": load_ruleset("tcod-2020").hash}
    rows = list(csv.DictReader(io.StringIO(steep(*words, "--format", "csv").out)))
    assert len(rows) == len(output["changes"])
    lines = [line.split() for line in steep(*words).out.splitlines()]
    assert len([words for words in lines if words[:1] == ["2"]]) == len(rows)
    assert ["2", "troll", "0.000", "0.158", "0.158"] in lines


@pytest.fixture
def commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that writes files into a repository and commits them."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    repository = tmp_path / "repository"
    repository.mkdir()

    def git(*words: str) -> None:
        author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(repository), *author, *words], check=True, capture_output=True)

    def commit_files(**files: str) -> None:
        for name, text in files.items():
            path = repository / f"{name.replace('__', '/')}.toml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git("add", ".")
        git("commit", "-m", "change")

    git("init", "--initial-branch=main")
    return commit_files


Commit = Callable[..., None]


def odds_of(answer: Answer) -> set[tuple[int, str]]:
    assert answer.code == 0, answer.err
    changes = json.loads(answer.out)["changes"]
    return {(each["floor"], each["subject"]) for each in changes if each["measure"] == "odds"}


def test_a_file_is_compared_with_an_earlier_revision(steep: Run, commit: Commit, tmp_path: Path) -> None:
    commit(my='extends = "tcod-2020"')
    commit(my=f'extends = "tcod-2020"\n{MORE_TROLLS}')
    commit(my=f'extends = "tcod-2020"\n{MORE_TROLLS}\n[items.healing_potion]\nspawn = 70')
    file = tmp_path / "repository" / "my.toml"
    words = ("--floors", "1-2", *SAMPLES, "--format", "json")
    assert odds_of(steep("diff", f"{file}@HEAD~2", f"{file}@HEAD~1", *words)) == {(2, "orc"), (2, "troll")}
    assert odds_of(steep("diff", f"{file}@HEAD~1", file, *words)) == {(2, "healing_potion"), (2, "confusion_scroll")}
    assert odds_of(steep("diff", file, f"{file}@main", *words)) == set()


def test_a_relative_path_starts_at_the_current_folder(
    steep: Run, commit: Commit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(rules__my='extends = "tcod-2020"')
    commit(rules__my=f'extends = "tcod-2020"\n{MORE_TROLLS}')
    monkeypatch.chdir(tmp_path / "repository" / "rules")
    answer = steep("diff", "my.toml@HEAD~1", "my.toml", "--floors", 2, *SAMPLES, "--format", "json")
    assert odds_of(answer) == {(2, "orc"), (2, "troll")}


def test_an_extended_file_is_taken_from_the_same_revision(steep: Run, commit: Commit, tmp_path: Path) -> None:
    commit(base='extends = "tcod-2020"', rules__my='extends = "../base.toml"')
    commit(base=f'extends = "tcod-2020"\n{MORE_TROLLS}')
    file = tmp_path / "repository" / "rules" / "my.toml"
    answer = steep("diff", f"{file}@HEAD~1", file, "--floors", 2, *SAMPLES, "--format", "json")
    assert odds_of(answer) == {(2, "orc"), (2, "troll")}


def test_a_deleted_file_can_still_be_read(steep: Run, commit: Commit, tmp_path: Path) -> None:
    commit(rules__my='extends = "tcod-2020"')
    file = tmp_path / "repository" / "rules" / "my.toml"
    file.unlink()
    file.parent.rmdir()
    assert steep("diff", f"{file}@HEAD", "tcod-2020", "--floors", 1, *SAMPLES).out.endswith("nothing differs\n")


def test_a_revision_may_be_a_reflog_entry(steep: Run, commit: Commit, tmp_path: Path) -> None:
    commit(my='extends = "tcod-2020"')
    file = tmp_path / "repository" / "my.toml"
    assert steep("diff", f"{file}@HEAD@{{0}}", "tcod-2020", "--floors", 1, *SAMPLES).code == 0


def test_a_mistake_in_an_earlier_file_names_its_revision(steep: Run, commit: Commit, tmp_path: Path) -> None:
    commit(my='extends = "tcod-2020"\n[monsters.troll]\nhpp = 3')
    answer = steep("diff", f"{tmp_path}/repository/my.toml@HEAD", "tcod-2020", *SAMPLES)
    assert answer.code == 2
    assert answer.err.startswith("steep: my.toml@HEAD:3:1: monsters.troll.hpp: unknown key")


@pytest.mark.parametrize(
    ("revision", "complaint"),
    [
        ("my.toml@nowhere", 'found no revision "nowhere"'),
        (f"my.toml@HEAD~{'9' * 300}", f'found no revision "HEAD~{"9" * 300}"'),
        (f"{'a' * 300}.toml@HEAD", "found no file"),
        ("my.toml@--help", 'found no revision "--help"'),
        ("your.toml@HEAD", 'found no file your.toml in revision "HEAD"'),
        ("out.toml@HEAD", "extends: found ../../other.toml, which is not in the repository"),
    ],
)
def test_an_unknown_revision_is_reported_in_one_line(
    revision: str, complaint: str, steep: Run, commit: Commit, tmp_path: Path
) -> None:
    commit(my='extends = "tcod-2020"', out='extends = "../../other.toml"')
    answer = steep("diff", f"{tmp_path}/repository/{revision}", "tcod-2020", *SAMPLES)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
@pytest.mark.parametrize("url", ["ext::touch {ran}", "file://{folder}"])
def test_a_repositorys_configuration_runs_no_command(steep: Run, commit: Commit, tmp_path: Path, url: str) -> None:
    commit(my='extends = "tcod-2020"')
    folder, ran = tmp_path / "repository", tmp_path / "ran"
    blob = subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "HEAD:my.toml"], check=True, capture_output=True, text=True
    ).stdout.strip()
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with (folder / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(
            f"""
[core]
repositoryformatversion = 1
[extensions]
partialClone = origin
[protocol]
allow = always
[remote "origin"]
promisor = true
url = "{url.format(ran=ran, folder=folder)}"
uploadpack = "touch {ran}; false"
"""
        )
    answer = steep("diff", f"{folder}/my.toml@HEAD", "tcod-2020", *SAMPLES)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "found no file my.toml in revision" in answer.err
    assert not ran.exists()


def test_a_folder_without_history_is_reported(steep: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(write().parent.parent))
    answer = steep("diff", f"{write()}@HEAD", "tcod-2020", *SAMPLES)
    assert answer.code == 2
    assert "is in no git repository" in answer.err


def test_a_missing_git_is_reported(steep: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    answer = steep("diff", f"{write()}@HEAD", "tcod-2020", *SAMPLES)
    assert (answer.code, answer.err) == (2, "steep: reading a file at a revision needs git, which is not installed\n")


def test_a_bundled_name_has_no_history(steep: Run) -> None:
    answer = steep("diff", "tcod-2020@HEAD", "tcod-2020", *SAMPLES)
    assert answer.code == 2
    assert "a path to a .toml file" in answer.err


def test_of_changed_maps_only_the_rows_that_differ_are_shown(steep: Run, write: Write) -> None:
    text = "[vaults.den]\nmap = '''\n####\n#.!.\n####'''\nlegend = {{ '!' = {{ item = '{}' }} }}\n"
    before = write(text.format("healing_potion"), "before.toml")
    after = write(text.format("healing_potion").replace("#.!.", "#!!."), "after.toml")
    first = ("--floors", "1-1", *SAMPLES)
    lines = steep("diff", str(before), str(after), *first).out.splitlines()
    assert '  vaults.den.map    2: "#.!."  2: "#!!."' in lines
    longer = write(text.format("healing_potion").replace("####'''", "####\n####'''"), "longer.toml")
    assert "  vaults.den.map    4 x 3   4 x 4" in steep("diff", str(before), str(longer), *first).out.splitlines()
