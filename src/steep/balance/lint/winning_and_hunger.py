"""Lint checks of how a run ends: whether it can be won, and what its score counts."""

from __future__ import annotations

import math
from collections.abc import Iterator

from steep.balance.lint.layouts import of_floors
from steep.balance.lint.lint_input import Finding, LintInput, check
from steep.balance.odds_of_one_draw import drawn_floor, items_on
from steep.balance.possible_terrain import abilities_of, effects_of
from steep.core.geometry import STAIRS
from steep.core.ruleset import FEED, NORMAL_SPEED, REGENERATION, SPEED


@check("no-stairs")
def no_way_down(data: LintInput) -> Iterator[Finding]:
    """Drawn floors without stairs: an error if the run needs them to go on or to be won."""
    ruleset, run = data.rulebook.compiled, data.rulebook.run
    for drawn in data.rulebook.floors:
        for floor in drawn.floor:
            drawing = drawn_floor(ruleset, floor)
            if drawing is None or floor > run.last_floor > 0:
                continue
            first = drawing.first_cell
            cells = set(ruleset.drawn_cells[first : first + drawing.width * drawing.height])
            tiles = {int(ruleset.legend[drawing.first_legend + int(number)].tile) for number in cells}
            ends = floor == run.last_floor and not (run.goal_item or run.goal_monster)
            if STAIRS in tiles:
                continue
            falls = any(ruleset.terrain[tile].leads_down for tile in tiles if tile > STAIRS)
            if ends or (floor < run.last_floor and not falls):
                text = f"floor {floor} ({drawn.key}) has no stairs, and the run is won on floor {run.last_floor}"
                text = f"{text}: by leaving it" if ends else f"{text}: nobody gets there"
                yield Finding("no-stairs", "error", floor, drawn.key, text, {"last_floor": run.last_floor})
            elif floor > run.last_floor or falls:
                yield Finding("no-stairs", "note", floor, drawn.key, f"floor {floor} ({drawn.key}) has no stairs")


@check("never-played")
def never_played(data: LintInput) -> Iterator[Finding]:
    """Drawn floors below the last one."""
    last = data.rulebook.run.last_floor
    for drawn in data.rulebook.floors:
        for floor in drawn.floor:
            if floor > last > 0:
                text = f"floor {floor} ({drawn.key}) is never played: floor {last} is the last"
                yield Finding("never-played", "warning", floor, drawn.key, text, {"last_floor": last})


@check("no-goal")
def goal_missing(data: LintInput) -> Iterator[Finding]:
    """Generated last floors without what wins the run."""
    for floor in data.surveys:
        if floor.ways.without_goal.floors:
            text = "lack what wins the run"
            yield of_floors("no-goal", "error", floor, floor.ways.without_goal, text)


@check("starvation")
def starvation(data: LintInput) -> Iterator[Finding]:
    """Runs in which the hero starves before the last floor, even on the shortest ways and with all food."""
    hunger, ruleset, last = data.rulebook.hunger, data.rulebook.compiled, data.rulebook.run.last_floor
    deadly = [stage for stage in hunger.stages if stage.hp > ruleset.hero_stats[REGENERATION]]
    if not (hunger.full and last and deadly):
        return
    floors = data.survey.floors
    turns = ruleset.hunger_start - deadly[0].below + math.ceil(data.rulebook.hero.hp / deadly[0].hp)
    steps, food = 0.0, 0.0
    for number in range(1, last):
        floor = floors[min(number, len(floors)) - 1]
        steps += floor.ways.steps * NORMAL_SPEED / max(1, int(ruleset.hero_stats[SPEED]))
        if steps > turns + food:
            text = (
                f"on the way to floor {last} the hero starves on floor {number}: the shortest ways there take "
                f"{steps:.0f} turns on average, and its nutrition and HP last for {turns}, with all food above for "
                f"{turns + food:.0f}"
            )
            numbers = {"steps": steps, "turns": turns, "food": food, "last_floor": last}
            yield Finding("starvation", "error", number, "hunger", text, numbers, "floors")
            return
        food += sum(
            fed * sum(counts) / len(counts)
            for kind in floor.items.kinds
            if (fed := nutrition_of(data, kind)) and (counts := floor.items.numbers(kind))
        )


def nutrition_of(data: LintInput, item: int) -> int:
    """The most nutrition that a kind of item gives."""
    ruleset = data.rulebook.compiled
    abilities = abilities_of(ruleset, ruleset.items[item])
    effects = [effect for ability in abilities for effect in effects_of(ruleset, ability)]
    return sum(row.dice * row.sides + row.plus for row in effects if row.effect == FEED)


@check("scores-nothing")
def scores_nothing(data: LintInput) -> Iterator[Finding]:
    """Points that no run can score."""
    ruleset, score = data.rulebook.compiled, data.rulebook.score
    found = {kind for floor in data.floors for kind in items_on(ruleset, floor)}
    if score.gold and not any(ruleset.items[kind].gold for kind in found):
        text = f"[score] gives {score.gold} for each piece of gold, and no floor has any"
        yield Finding("scores-nothing", "warning", 1, "gold", text, {"gold": score.gold})
    if score.win and not data.rulebook.run.last_floor:
        text = f"[score] gives {score.win} for winning, and no run can be won: [run] has no last_floor"
        yield Finding("scores-nothing", "warning", 1, "win", text, {"win": score.win})
