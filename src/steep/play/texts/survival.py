"""How a run is going and how it ended, in words and points: gold, hunger, victory and score."""

from __future__ import annotations

from steep.content import Rulebook
from steep.content.articles_and_plurals import definite
from steep.content.sections import Scoring, Stage, fields_of
from steep.core.world import Hero
from steep.play.texts.messages import counted
from steep.rules.hunger import harm_begins, hunger_stage
from steep.rules.victory import is_sealed

HUNDRED = 100
"""Turns for which `score.turns` counts once."""

STAIRS_DOWN = "Stairs lead down from here."
STAIRS_SEALED = "The stairs here are sealed."
STAIRS_OUT = "Stairs lead out of the dungeon from here."


def stage_of(hero: Hero, rulebook: Rulebook) -> Stage | None:
    """The stage of hunger that the hero is in; None while it isn't hungry."""
    number = hunger_stage(rulebook.compiled, hero.nutrition)
    return rulebook.hunger.stages[number - 1] if number else None


def has_gold(rulebook: Rulebook) -> bool:
    """Whether there is gold in a ruleset."""
    return any(item.gold.entries for item in rulebook.items)


def supplies(hero: Hero, rulebook: Rulebook) -> list[tuple[str, str]]:
    """The hero's gold and food, as far as the ruleset has them: pairs of a name and a value.

    Of food, for how many turns there is some until hunger harms the hero.
    """
    gold = [("Gold", f"{hero.gold}")] if has_gold(rulebook) else []
    if not rulebook.hunger.full:
        return gold
    stage = stage_of(hero, rulebook)
    left = max(0, hero.nutrition - harm_begins(rulebook.compiled))
    return [*gold, (rulebook.hunger.name, f"{left} ({stage.name})" if stage else f"{left}")]


def stairs_sentence(hero: Hero, rulebook: Rulebook) -> str:
    """Where the stairs lead on which the hero stands."""
    if is_sealed(rulebook.compiled, hero.floor):
        return STAIRS_SEALED
    return STAIRS_OUT if hero.floor == rulebook.run.last_floor else STAIRS_DOWN


def way_to_win(rulebook: Rulebook) -> str:
    """What wins a run: "finding the amulet", "the death of the lich"; empty if nothing does."""
    run = rulebook.run
    if run.goal_item:
        return f"finding {definite(next(item.name for item in rulebook.items if item.key == run.goal_item))}"
    if run.goal_monster:
        name = next(monster.name for monster in rulebook.monsters if monster.key == run.goal_monster)
        return f"the death of {definite(name)}"
    return f"leaving floor {run.last_floor}, the last" if run.last_floor else ""


def victory_sentence(floor: int, rulebook: Rulebook) -> str:
    """How a run was won."""
    run = rulebook.run
    where = f" on floor {floor}" if run.goal_item or run.goal_monster else ""
    return f"Won{where} by {way_to_win(rulebook)}."


def has_score(rulebook: Rulebook) -> bool:
    """Whether runs of a ruleset have a score."""
    return any(getattr(rulebook.score, key) for key in fields_of(Scoring))


def points_of(hero: Hero, rulebook: Rulebook, *, won: bool) -> int:
    """The score of a run: at least 0. The points for turns are rounded towards 0."""
    return max(0, sum(points for points, _ in score_parts(hero, rulebook, won=won)))


def score_parts(hero: Hero, rulebook: Rulebook, *, won: bool) -> list[tuple[int, str]]:
    """What the score of a run is made up of: points, and what for, as in (200, "4 floors, 50 each"); no zeros."""
    score = rulebook.score
    of_turns = abs(score.turns) * hero.turn // HUNDRED
    parts = [
        (each * count, f"{counted(count, noun)}, {each:,} each" if count != 1 else f"{counted(count, noun)}")
        for each, count, noun in (
            (score.floor, int(hero.floor), "floor"),
            (score.kill, int(hero.kills), "kill"),
        )
        if each and count
    ]
    if score.gold and hero.gold:
        parts.append((score.gold * int(hero.gold), f"{hero.gold:,} gold, {score.gold:,} for each piece"))
    if of_turns:
        sign = 1 if score.turns > 0 else -1
        parts.append((sign * of_turns, f"{hero.turn:,} turns, {score.turns:,} for each {HUNDRED}"))
    return [*parts, (score.win, "the victory")] if won and score.win else parts
