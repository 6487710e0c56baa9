"""How a run is going and how it ended, in words and points: gold, hunger and food, victory and score."""

from __future__ import annotations

from steep.bots.choose_and_use_items import is_food
from steep.content import Rulebook
from steep.content.articles_and_plurals import definite, indefinite
from steep.content.sections import Scoring, Stage, fields_of
from steep.core.geometry import steps_between
from steep.core.world import Hero, SeenItem
from steep.play.inventory_stacks import Stack, stacks_of
from steep.play.player_view import PlayerView, seen_items
from steep.play.texts.messages import counted, counted_names, enumerated
from steep.rules.experience_and_victory import is_sealed
from steep.rules.hunger import harm_begins, hunger_stage

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


def final_score(hero: Hero, rulebook: Rulebook, *, won: bool) -> int:
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


def has_food(rulebook: Rulebook) -> bool:
    """Whether anything in a ruleset feeds."""
    return any(is_food(rulebook.compiled, kind) for kind in range(rulebook.compiled.item_kinds))


def food_carried(session: PlayerView) -> list[Stack]:
    """The stacks of food in the inventory."""
    hero, ruleset = session.hero, session.rulebook.compiled
    return [stack for stack in stacks_of(session) if is_food(ruleset, hero.inventory[stack.next_slot].kind - 1)]


def food_seen(session: PlayerView) -> list[SeenItem]:
    """The food on this floor that the hero has seen, the nearest first."""
    hero, ruleset = session.hero, session.rulebook.compiled
    found = [item for item in seen_items(hero) if is_food(ruleset, item.kind)]
    return sorted(found, key=lambda item: steps_between(item.cell, hero.cell))


def is_hungry(session: PlayerView) -> bool:
    """Whether the hero is in a stage of hunger."""
    return hunger_stage(session.rulebook.compiled, session.hero.nutrition) > 0


def is_starving(session: PlayerView) -> bool:
    """Whether hunger takes HP."""
    stage = stage_of(session.hero, session.rulebook)
    return stage is not None and stage.hp > 0


def food_wanted(session: PlayerView) -> list[SeenItem]:
    """The food on this floor that a hungry hero without any would go back for, the nearest first."""
    return food_seen(session) if is_hungry(session) and not food_carried(session) else []


def food_sentence(session: PlayerView) -> str:
    """What food the hero has, or knows of on this floor: "You carry some bread (e).", "You have no food."."""
    carried, seen, food = food_carried(session), food_seen(session), session.rulebook.hunger.name.lower()
    if carried:
        return f"You carry {enumerated([f'{with_article(stack)} ({stack.letter})' for stack in carried])}."
    if seen:
        names = counted_names([session.rulebook.item_rows[item.kind].name for item in seen])
        return f"You carry no {food}, but know of {enumerated(names)} {where(session.hero, seen[0])}."
    return f"You carry no {food}, and have seen none on this floor."


def with_article(stack: Stack) -> str:
    """A stack's name: "some bread", "2 apples"."""
    return stack.name if stack.count > 1 else indefinite(stack.name)


def where(hero: Hero, item: SeenItem) -> str:
    """Where an item is: "here", or "12 steps from here"."""
    steps = steps_between(hero.cell, item.cell)
    return f"{counted(steps, 'step')} from here" if steps else "here"
