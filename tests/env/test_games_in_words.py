"""A game in words: what is read, what commands do, and that a game in words is one under the same rules."""

from __future__ import annotations

import re
from functools import cache, partial

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steep.core.input_errors import InputError
from steep.core.record import pack
from steep.core.world import STOPPED, WON
from steep.env import DescentEnv, TextEnv, WordsEnv
from steep.env.text.obey import COMMANDS, words_of
from steep.play.files.replays import verify
from steep.rules.action_codes import argument_of, cell_of, verb_of

SEED = 3_000_000_000


def scripted(text: str) -> str:
    """A model of a few rules: read a text, say a command."""
    if '"choose 1"' in text:
        return "choose defense"
    hp, most = map(int, re.findall(r"HP (\d+)/(\d+)", text)[0])
    if 2 * hp < most and "healing potion" in text.split("You carry: ")[-1]:
        return "drink a healing potion"
    if "Enemy: " in text:
        return "fight"
    return "descend" if '"descend"' in text else "explore"


def played(env: TextEnv, seed: int) -> list[int]:
    """The length in tokens of each text of a game that the scripted model plays."""
    text = env.reset(seed)
    lengths = [env.tokens]
    while not env.over and env.commands < 150:
        before = env.tokens
        text = env.step(scripted(text))
        lengths.append(env.tokens - before)
    return lengths


def test_a_scripted_model_plays_games_in_tens_of_short_texts_each_and_their_recordings_verify() -> None:
    env = TextEnv("tcod-2020", floors=(1, 2))
    won = 0
    for seed in range(SEED, SEED + 2):
        lengths = played(env, seed)
        floors = max(1, env.session.floor - 1)
        assert len(lengths) <= 60 * floors
        assert sum(lengths) / len(lengths) <= 300
        assert max(lengths) <= 500
        assert verify(env.session.recording, env.session.rulebook).verified
        won += env.end == WON
        assert env.progress == (100 if env.end == WON else 100 * (env.session.floor - 1) / 2)
    assert won >= 1


def test_in_gymnasium_rewards_are_progress() -> None:
    env = gymnasium.make("steep/Words-v0", game="Steps-v0", render_mode="ansi").unwrapped
    observation, info = env.reset(seed=SEED)
    total, over = 0.0, False
    while not over:
        assert env.render() == observation["text"]
        observation, reward, terminated, truncated, info = env.step(scripted(observation["text"]))
        total, over = total + float(reward), terminated or truncated
    assert total == pytest.approx(info["progress"])
    assert info["progress"] > 30
    with pytest.raises(ResetNeeded):
        env.step("explore")
    assert env.reset(seed=3)[0] == env.reset(seed=3)[0] != env.reset()[0]
    with pytest.raises(InputError, match='render_mode is "human"; it must be "ansi" or None'):
        WordsEnv(render_mode="human")
    with pytest.raises(InputError, match="alone"):
        gymnasium.make("steep/Words-v0", observations=("stats",))


def test_the_actions_of_a_game_in_words_play_the_same_game_in_the_other_environment() -> None:
    words = TextEnv("tcod-2020", floors=(1, 1))
    played(words, 7)
    numbers = DescentEnv("tcod-2020", floors=(1, 1), actions="targets", crop=79, observations=("stats",))
    numbers.reset(seed=7)
    hero = words.session.hero
    for act in words.session.recording.actions:
        at = numbers._batch.episodes[0]["world"]["hero"]["cell"]
        dy, dx = cell_of(act) // 80 - int(at) // 80, cell_of(act) % 80 - int(at) % 80
        target = (dy + 39) * 79 + dx + 39 if verb_of(act) in (3, 7) and cell_of(act) else 0
        _, _, terminated, _, info = numbers.step([verb_of(act), argument_of(act), target])
        assert info["reason"] == 0
    assert terminated
    assert numbers._batch.episodes[0]["world"]["hero"].tobytes() == pack(hero)


any_game = cache(partial(TextEnv, "steep", floors=(1, 2), difficulty=0.8))
PHRASES = st.sampled_from(
    [*COMMANDS, "use c", "use a on the rat", "throw c at it", "drop a", "north", "go to the door"]
)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.one_of(st.text(max_size=40), PHRASES), min_size=1, max_size=12), st.integers(0, 40))
def test_any_text_as_a_command_is_answered_by_printable_lines(commands: list[str], seed: int) -> None:
    env = any_game()
    env.reset(seed)
    for command in commands:
        text = env.step(command)
        assert text
        assert all(line.isprintable() and len(line) < 1_000 for line in text.split("\n"))


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("exlore", 'There is no command "exlore" (did you mean "explore"?); there are: explore, descend, '),
        ("use the lamp", 'You carry no "lamp"'),
        ("attack the dragon", 'You see no "dragon".'),
        ("go to the moon", 'You know of no "moon"'),
        ("throw", 'Say more than "throw": throw ITEM at X.'),
        ("move up", 'There is no direction "up"; there are: north, '),
        ("choose 9", "There is nothing to choose."),
        ("rest 5", 'You are already at full health. "5" was left out: say one command at a time.'),
        ("pick up", "There is nothing here to pick up."),
        ("use d on the lamp", 'You see no "lamp"'),
        ("rest", "You are already at full health."),
    ],
)
def test_a_refusal_is_one_sentence_and_takes_no_turn(command: str, reply: str) -> None:
    env = TextEnv("steep")
    env.reset(1)
    text = env.step(command)
    assert text.startswith(reply)
    assert text.split("\n")[1] == ""
    assert env.session.turn == 0
    assert env.commands == 1


def test_words_are_understood_with_articles_synonyms_and_case() -> None:
    env = TextEnv("steep")
    env.reset(1)
    assert "(equipped)" in env.step("inventory")
    assert "(equipped)" not in env.step("Take off A!").split("You carry: ")[1].split(",")[0]
    assert "(equipped)" in env.step("wield the short sword").split("You carry: ")[1].split(",")[0]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("I should rest.\n\n**Fight!**\n```\n", "fight"),
        ("Action: fight\nSo the orc dies.", "fight"),
        ("<think>I go to the orc</think><action>attack the orc</action>", "attack orc"),
        ('{"thought": "It is near.", "action": "attack the orc"}', "attack orc"),
        ('**Action:** use the "red potion"', "use red potion"),
        ("> explore", "explore"),
        ("go to >", "go to >"),
        ("move north-east", "move northeast"),
        ("choose -1", "choose -1"),
    ],
)
def test_the_command_of_an_answer_is_its_last_line_or_what_is_marked(answer: str, words: str) -> None:
    assert words_of(answer) == words == words_of(words)


def shown_map(text: str) -> str:
    """The map of a text."""
    return text.split("\n\nFloor ")[1].split("\n@ you")[0].partition("\n")[2]


def after(game: str, *commands: str) -> str:
    """The text after some commands."""
    env = TextEnv(game)
    text = env.reset(SEED)
    for command in commands:
        text = env.step(command)
    return text


def test_the_first_of_two_commands_is_obeyed_and_the_other_told() -> None:
    alone = after("Upper-v0", "explore")
    assert after("Upper-v0", "explore and then descend") == alone.replace(
        "come into view.", 'come into view. "descend" was left out: say one command at a time.'
    )


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("throw throwing knife at adder", "You throw the throwing knife."),
        ("attack adder north 4", 'Say "attack adder north 4" again to go on.'),
        ("attack adder north 5", "there are: s adder north 1, s adder north 4."),
    ],
)
def test_things_go_by_the_names_and_places_that_texts_show(command: str, reply: str) -> None:
    assert reply in after("Upper-v0", "explore", command)


def test_each_glyph_on_the_map_is_explained_and_what_is_left_out_is_counted() -> None:
    env = TextEnv("Upper-v0")
    text, counted = env.reset(SEED), 0
    while env.commands < 25:
        text = env.step("choose 1" if "choose 1" in text else scripted(text))
        if "\n@ you" in text:
            legend = re.findall(r"  (\S) ", text.split("\n@ you")[1])
            assert set(shown_map(text)) <= {*legend, *re.findall("Enemy: (.)", text), "@", "\n", " "}
            counted += bool(re.search(r"  and \d+ more off the map\n", text))
    assert counted


def test_a_weak_hero_fights_one_blow_at_a_time_and_its_last_text_promises_nothing() -> None:
    env = TextEnv("Orcs-v0")
    text, blows = env.reset(SEED + 3), 0
    while not env.over:
        turn, weak = env.session.turn, "HP left. Say " in text
        text = env.step("choose 1" if "choose 1" in text else scripted(text))
        if weak and not env.session.hero.choosing:
            assert env.session.turn - turn <= 1
            blows += 1
    assert blows
    assert "% you, dead" in text
    assert "hurt you" not in text


def test_a_question_is_agreed_to_by_the_same_command_alone() -> None:
    env = TextEnv("tcod-2019", floors=(1, 1))
    text = env.reset(SEED)
    assert "orc" in text
    assert 'Say "explore" again to explore all the same.' in env.step("explore")
    assert 'Say "explore" again' not in env.step("wait")
    assert "again" in env.step("Explore!")
    turn = env.session.turn
    env.step("explore")
    assert env.session.turn > turn


def test_a_player_that_is_only_refused_comes_to_an_end() -> None:
    env = TextEnv("tcod-2020", floors=(1, 1))
    env.reset(1)
    while not env.over:
        text = env.step("dance")
    assert (env.end, env.commands, env.progress) == (STOPPED, 200, 0)
    assert "The game is over: stopped." in text
    assert "The game is over: stopped." in env.step("explore")
    assert env.commands == 200


def test_what_is_no_game_or_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="Upper-v0 fixes floors and difficulty; to choose, name its ruleset steep"):
        TextEnv("Upper-v0", floors=(1, 2))
    with pytest.raises(InputError, match="Words-v0 has 3 dungeons; name a task that has one, or a ruleset"):
        TextEnv("steep/Words-v0")
    with pytest.raises(InputError, match="UpperEyes-v0 shows action_mask, glyphs_crop, stats alone"):
        TextEnv("UpperEyes-v0")
    env = TextEnv("tcod-2020")
    with pytest.raises(InputError, match="no game has begun; call reset with a seed"):
        env.step("explore")
    env.reset(1)
    with pytest.raises(InputError, match="the command is 5; it must be a text"):
        env.step(5)  # type: ignore[arg-type]
