"""`steep.lab.tune` and `steep tune`, from the target to the tuned ruleset."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from command_fixture_types import Answer, Run
from rulesets_of_known_hazard import deadly
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.content import load_ruleset
from steep.lab import Progress, Stopped, tune
from steep.lab.storage.target_file import Band
from steep.lab.storage.tuning_state import digest_of
from steep.lab.tuned_ruleset import explained

TARGET = """
floors = [1, 2]
games = 400

[bands.diver]
survival = {survival}

[[move]]
path = "counts.monsters_per_room"
between = [0, 6]

[tune]
games = 50
budget = {budget}
"""

WORDS = ("tune", "mine.toml", "--target", "target.toml", "--jobs", 1)

REACHABLE = "{ 1 = [55, 67], 2 = [30, 45] }"
"""With up to 4 monsters in the only room; of 5 x 5 cells, 8 are beside the hero, and who meets a monster there dies."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with `mine.toml` and `target.toml`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(deadly(), encoding="utf-8")
    write_target(REACHABLE)
    return tmp_path


def write_target(survival: str, budget: int = 1500) -> None:
    Path("target.toml").write_text(TARGET.format(survival=survival, budget=budget), encoding="utf-8")


def json_of(answer: Answer) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(answer.out)
    return output


def test_a_target_is_reached_and_the_ruleset_written(steep: Run, folder: Path) -> None:
    answer = steep(*WORDS, "--out", "tuned.toml", "--format", "json")
    output = json_of(answer)
    assert (answer.code, output["reached"]) == (0, True), answer.out
    (move,) = output["moves"]
    assert (move["path"], move["before"]) == ("counts.monsters_per_room", 1)
    assert move["after"] > 1
    assert output["games"] <= 1500
    tuned = load_ruleset("tuned.toml")
    assert tuned.hash == output["tuned_hash"]
    assert 'extends = "mine.toml"' in Path("tuned.toml").read_text(encoding="utf-8")
    assert f"+monsters_per_room = {move['after']}" in output["diff"]
    checked = json_of(steep("check", "tuned.toml", "--target", "target.toml", "--format", "json"))
    assert [each["value"] for each in checked["bands"]] == [each["value"] for each in output["bands"]]
    assert [each["before"] > each["value"] for each in output["bands"]] == [True, True]


def test_a_move_that_changes_no_game_stays_as_written(steep: Run, folder: Path) -> None:
    """No hit kills an orc of 5,000 HP, nor one of 20,000."""
    with Path("target.toml").open("a", encoding="utf-8") as file:
        file.write('[[move]]\npath = "monsters.orc.hp"\nbetween = [5_000, 20_000]\n')
    output = json_of(steep(*WORDS, "--format", "json"))
    assert [move["path"] for move in output["moves"]] == ["counts.monsters_per_room"]
    likeliest = max(
        (trial for trial in output["trials"] if trial["move"] == "monsters.orc.hp"), key=lambda trial: trial["games"]
    )
    assert likeliest["number"] != 10_000


def test_a_target_that_cannot_be_reached_is_refused(steep: Run, folder: Path) -> None:
    before = Path("mine.toml").read_bytes()
    write_target("{ 1 = [0, 5], 2 = [0, 5] }", budget=900)
    answer = steep(*WORDS, "--out", "mine.toml")
    assert answer.code == 1
    assert (
        "not reached: of 2 bands, 0 hold, 0 unclear, 2 broken\n2 of 2 bands are broken on the last games" in answer.out
    )
    assert "what came nearest:\n\n--- a/mine.toml" in answer.out
    assert "cannot be held within the bounds of the moves" in answer.out
    assert Path("mine.toml").read_bytes() == before


def test_progress_tells_of_the_search_and_of_the_last_measurement(folder: Path) -> None:
    told: list[Progress] = []
    tuned = tune("mine.toml", "target.toml", jobs=1, progress=told.append)
    assert tuned.held
    assert tuned.listing == tuned.facts["diff"]
    assert tuned.html().count("<figure") == 3
    assert list(dict.fromkeys(each.doing for each in told)) == ["diver", "", "before, after"]
    assert (told[-1].games, told[-1].wanted) == (800, 800)
    with pytest.raises(Stopped, match="nothing was tried"):
        tune("mine.toml", "target.toml", jobs=1, progress=lambda now: now.stop())


FIRST, SECOND = (SimpleNamespace(band=Band("diver", "survival", floor, 0.5, 0.6), off=0.2) for floor in (1, 2))


@pytest.mark.parametrize(
    ("limits", "against", "said"),
    [
        (
            [FIRST, SECOND],
            [1],
            "but no tried setting also held diver, survival, floor 2",
        ),
        ([FIRST, SECOND], [], "with each other band, but none of 12 trials held all of them"),
        ([FIRST], [], "none of 12 trials held it"),
    ],
)
def test_what_stands_against_a_band_is_said_of_the_settings_that_were_tried_only(
    limits: list[Any], against: list[int], said: str
) -> None:
    search = SimpleNamespace(limits=limits, against=lambda _: (0.0, against), trials=[None] * 12)
    ((band, why),) = explained(cast(Any, search), cast(Any, [FIRST]))
    assert band == "diver, survival, floor 1 from 50% to 60%"
    assert said in why


def test_jobs_interrupts_and_resuming_change_nothing(steep: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json_of(steep(*WORDS, "--format", "json"))
    with monkeypatch.context() as patch:
        patch.setattr(progress, "bar", interrupting_bar(after=320))
        stopped = steep(*WORDS[:-1], 2, "--state", "state.json")
    assert stopped.code == 130
    assert "kept in state.json; --resume goes on" in stopped.err
    assert "nearest so far: counts.monsters_per_room" in stopped.err
    assert len(json.loads(Path("state.json").read_text())["results"]) > 0
    resumed = steep(*WORDS[:-1], 2, "--state", "state.json", "--resume", "--format", "json")
    assert json_of(resumed) == whole


WRONG = {
    "none.toml: found no such file; allowed: a .toml file that exists": ("--target", "none.toml"),
    "--budget: found": ("--budget", "0"),
    "--budget: seed: found 1000000, among the seeds 0 to 1999999 that tuning may play": ("--budget", "2000000"),
    "--out: found the folder .; allowed: a file": ("--out", "."),
    "--resume: name its file with --state": ("--resume",),
    "found no state to resume": ("--resume", "--state", "none.json"),
    "this is no state of steep tune": ("--resume", "--state", "target.toml"),
    "this file exists; --resume goes on from it": ("--state", "mine.toml"),
    "--out: found no folder": ("--out", "none/tuned.toml"),
    "--state: found no folder none": ("--state", "none/tuning.json"),
    "--state: found the folder .; allowed: a file, as tuning.json": ("--state", "."),
    "--out: found target.toml; allowed: a new file, or the ruleset's own": ("--out", "target.toml"),
    "cannot be resumed: it is of Steep None, other rules": ("--resume", "--state", "other.json"),
    "found no [[move]]": ("--target", "still.toml"),
}


@pytest.mark.parametrize("problem", WRONG)
def test_a_wrong_request_gets_one_message(steep: Run, folder: Path, problem: str) -> None:
    Path("other.json").write_text('{"format": 3, "results": []}', encoding="utf-8")
    Path("still.toml").write_text("[bands.diver]\nwins = [0, 1]\n", encoding="utf-8")
    answer = steep(*WORDS, *WRONG[problem])
    assert (answer.code, answer.out) == (2, "")
    assert problem in answer.err
    assert answer.err.count("\n") == 1


def test_bands_that_too_few_games_show_are_named_and_fail_a_strict_run(steep: Run, folder: Path) -> None:
    text = Path("target.toml").read_text().replace("games = 400", "games = 40")
    Path("target.toml").write_text(text, encoding="utf-8")
    easy = steep(*WORDS)
    assert easy.code == 0
    assert "not shown to be reached: of 2 bands, " in easy.out
    assert "bands are unclear, because the interval crosses an edge" in easy.out
    strict = steep(*WORDS, "--strict", "--out", "tuned.toml", "--format", "json")
    assert (strict.code, json_of(strict)["reached"], json_of(strict)["shown"]) == (1, True, False)
    assert not Path("tuned.toml").exists()


def test_all_that_a_ruleset_lacks_is_reported_at_once(steep: Run, folder: Path) -> None:
    text = Path("target.toml").read_text().replace("counts.monsters_per_room", "counts.monsters_per_rom")
    text = text.replace("[[move]]", "killers = { ogree = [0, 10] }\n\n[[move]]")
    Path("target.toml").write_text(text, encoding="utf-8")
    answer = steep(*WORDS)
    assert answer.code == 2
    assert "bands.diver.killers.ogree" in answer.err
    assert "move[1].path" in answer.err


def test_damaged_results_are_refused(steep: Run, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "bar", interrupting_bar(after=120))
        steep(*WORDS, "--state", "state.json")
    whole = json.loads(Path("state.json").read_text())
    first = whole["results"][0]
    assert len(whole["results"]) > 1
    wrong: tuple[Any, ...] = (
        first | {"first": None},
        first | {"played": {"diver": first["played"]["diver"] | {"ended": [[0, 0, 0, 0, 17]]}}},
        first | {"played": {"diver": []}},
        [],
    )
    for altered in wrong:
        results = [altered, *whole["results"][1:]]
        for digest, said in (
            (whole["digest"], "not those that were written"),
            (digest_of(results), "it holds what steep tune does not write"),
        ):
            Path("state.json").write_text(json.dumps(whole | {"results": results, "digest": digest}))
            answer = steep(*WORDS, "--state", "state.json", "--resume")
            assert (answer.code, answer.out) == (2, "")
            assert "state.json: this state is damaged: " in answer.err
            assert said in answer.err
