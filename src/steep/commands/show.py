"""The command `steep show`: what appears on each floor of a ruleset."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from steep.balance.drawn_on_floors import theme_odds, vault_odds
from steep.balance.odds_and_expectations import Family, FloorSurvey, Survey, survey_floors
from steep.balance.odds_of_one_draw import last_of_interest
from steep.commands.shared.options import FloorsOfDungeon, Format, Option, Ruleset, Samples
from steep.commands.shared.output import aligned, csv_text, patience, print_text, say, say_json
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.content.sections import GROWING
from steep.core.input_errors import InputError
from steep.core.ruleset import STAT_NAMES
from steep.lab.stats.shares_as_text import percent
from steep.play.files.atomic_writes import reason_of, write_whole
from steep.play.texts.messages import counted
from steep.spawn.placement_odds_and_counts import Answer, Exact
from steep.spawn.stats_by_floor import stat_on, xp_on

HEADINGS = (
    "floor",
    "family",
    "kind",
    "odds",
    "probability",
    "expected",
    "expected_low",
    "expected_high",
    "at_least_one",
    "at_least_one_low",
    "at_least_one_high",
)


PICTURE_SUFFIXES = (".png", ".svg")


def run(
    ruleset: Ruleset,
    *,
    floors: FloorsOfDungeon | None = None,
    samples: Samples | None = None,
    plot: Annotated[Path | None, Option("also draw it to a .png or .svg file", metavar="FILE")] = None,
    form: Format = "text",
) -> int:
    """Survey the chosen floors, and print and draw what appears there.

    $ steep show tcod-2020 --floors 1-4
    $ steep show mine.toml --format csv
    """
    rulebook = read_rulebook(ruleset)
    first, last = floors or changing_floors(rulebook)
    if plot is None:
        with patience():
            survey = survey_floors(rulebook, first, last, samples or 0)
    else:
        check_picture(plot)
        with patience():
            whole = survey_floors(rulebook, 1, last, samples or 0)
        draw(whole, first, plot)
        survey = replace(whole, floors=whole.floors[first - 1 :])
    if form == "json":
        say_json(as_json(survey))
    elif form == "csv":
        say(csv_text(HEADINGS, [row for floor in survey.floors for row in rows_of(floor)]), end="")
    else:
        print_text(as_text(survey), form)
    return 0


def check_picture(path: Path) -> None:
    """Raise `InputError` when the file name or a missing library rules out a plot, before any work is done."""
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise InputError(f"--plot: found {path}; allowed: a file that ends in {' or '.join(PICTURE_SUFFIXES)}")
    if path.suffix.lower() == ".png" and importlib.util.find_spec("resvg_py") is None:
        raise InputError(f'--plot: {path} needs resvg_py: pip install "steep[lab]"; a file that ends in .svg does not')


def draw(survey: Survey, first: int, path: Path) -> None:
    """Draw floors `first` and on to a file. Raises `InputError` when it cannot be written."""
    from steep.lab.charts.of_rulesets import charts_of_survey
    from steep.lab.charts.svg import in_file

    subtitle = (
        f"{survey.rulebook.name} {survey.rulebook.hash}; odds are exact,"
        f" numbers are means of {survey.samples:,} generated floors"
    )
    drawn = in_file(survey.rulebook.title, subtitle, charts_of_survey(survey, first))
    if path.suffix.lower() == ".png":
        from steep.lab.charts.png import png_of

        whole = png_of(drawn)
    else:
        whole = drawn.encode()
    try:
        write_whole(path, whole)
    except OSError as error:
        raise InputError(f"--plot: {path} cannot be written ({reason_of(error)})") from None


def changing_floors(rulebook: Rulebook) -> tuple[int, int]:
    """Floor 1 to one floor below the last on which anything changes, or to the one with the goal of a run."""
    return 1, last_of_interest(rulebook.compiled)


def families(floor: FloorSurvey) -> tuple[tuple[str, Family], ...]:
    """A floor's monsters and items, each with their name in the singular."""
    return ("monster", floor.monsters), ("item", floor.items)


def as_text(survey: Survey) -> str:
    """The floors one after another, each as a small table."""
    rulebook = survey.rulebook
    lines = [
        f"{rulebook.name} {rulebook.hash}",
        "The odds of a draw are exact. Numbers were counted on generated floors,",
        f"{survey.samples:,} of each; ± is half the 95% interval.",
    ]
    if rulebook.below.floors:
        lines.append(below_line(rulebook))
    for key, looks in looks_of(rulebook).items():
        lines.append(f"Not identified at first: {key}, {looks['looks']} looks for {', '.join(looks['kinds'])}.")
    for floor in survey.floors:
        lines += [
            "",
            heading(rulebook, floor),
            *count_lines(rulebook, floor),
            *layout_lines(floor),
            *drawn_lines(rulebook, floor),
        ]
        lines += [*table(floor), *stats_lines(rulebook, floor)]
        lines += [enchantment_line(drawn) for drawn in enchantments_on(rulebook, floor)]
    return "".join(f"{line}\n" for line in lines)


def below_line(rulebook: Rulebook) -> str:
    """What is below the last floor."""
    first, last = rulebook.below.floors
    stronger = f", each time with monsters {rulebook.below.stronger}% stronger" if rulebook.below.stronger else ""
    return f"Below floor {rulebook.run.last_floor}, floors {first} to {last} come back again and again{stronger}."


def heading(rulebook: Rulebook, floor: FloorSurvey) -> str:
    """Summary of a floor on one line."""
    region = rulebook.region_on(floor.floor)
    name = f" ({region.name})" if region else ""
    of_each = " and ".join(per_room(name, family) for name, family in families(floor))
    by_room = any(family.max_per_room for _, family in families(floor)) or not beyond_rooms(rulebook, floor.floor)
    return (
        f"floor {floor.floor}{name}: {spread(floor.rooms, 2)} rooms{f' of {of_each}' if by_room else ''}"
        f"; threat {spread(floor.threat)}, {spread(floor.xp, 0)} XP, {spread(floor.healing)} HP of healing"
    )


BEYOND_ROOMS = {
    "monsters_per_floor": "{} monsters a floor",
    "items_per_floor": "{} items a floor",
    "monsters_per_100_cells": "{} monsters per 100 open cells",
    "items_per_100_cells": "{} items per 100 open cells",
    "threat_per_floor": "{} thousandths of threat",
}
"""The keys of ``[counts]`` that add to the monsters and items by room, in words."""


def beyond_rooms(rulebook: Rulebook, floor: int) -> dict[str, str]:
    """The numbers and dice on top of those by room, by key, but for those that are 0."""
    numbers = {key: str(getattr(rulebook.counts, key).at(floor)) for key in BEYOND_ROOMS}
    return {key: number for key, number in numbers.items() if number != "0"}


def wandering_every(rulebook: Rulebook, floor: int) -> int:
    """Turns between two monsters that arrive on a floor; 0 for none."""
    return int(rulebook.wandering.every.at(floor))


def count_lines(rulebook: Rulebook, floor: FloorSurvey) -> list[str]:
    """A line with what a floor has on top of what its rooms have, and how often monsters arrive, if any do."""
    words = [BEYOND_ROOMS[key].format(number) for key, number in beyond_rooms(rulebook, floor.floor).items()]
    every = wandering_every(rulebook, floor.floor)
    words += [f"a monster arrives every {counted(every, 'turn')}"] if every else []
    return [f"  drawn: {', '.join(words)}"] if words else []


def region_key(rulebook: Rulebook, floor: int) -> str | None:
    """The key of the region that a floor belongs to, if any."""
    region = rulebook.region_on(floor)
    return region.key if region else None


def drawn_lines(rulebook: Rulebook, floor: FloorSurvey) -> list[str]:
    """What is drawn as a map on a floor: the floor itself, or the odds and the numbers of its vaults."""
    drawn = drawn_as(rulebook, floor.floor)
    lines = [f"  drawn as a map: {drawn}"] if drawn else []
    odds = vaults_on(rulebook, floor.floor)
    themes = themes_on(rulebook, floor.floor)
    if themes:
        shares = ", ".join(f"{key} {percent(share)}" for key, share in themes.items())
        lines.append(f"  rooms with themes: {rulebook.counts.themes_per_floor.at(floor.floor)} drawn: {shares}")
    if floor.vaults:
        lines.append(f"  vaults: {rulebook.counts.vaults_per_floor.at(floor.floor)} drawn")
    for number, expected in floor.vaults.items():
        key = rulebook.vaults[number].key
        lines.append(f"    {key}: {percent(odds.get(key, 0))} of draws, {spread(expected, 2)} on the floor")
    cells = [f"{key} {spread(floor.number_of('terrain', key))}" for key in floor.made_with["terrain"]]
    return [*lines, f"  cells of terrain: {', '.join(cells)}"] if cells else lines


def drawn_as(rulebook: Rulebook, floor: int) -> str:
    """The key of a floor that is drawn whole; empty for others."""
    return next((drawn.key for drawn in rulebook.floors if floor in drawn.floor), "")


def vaults_on(rulebook: Rulebook, floor: int) -> dict[str, float]:
    """The probability of each vault in a draw on a floor, before any that appears once has."""
    return {rulebook.vaults[n].key: float(share) for n, share in vault_odds(rulebook.compiled, floor).items()}


def themes_on(rulebook: Rulebook, floor: int) -> dict[str, float]:
    """The probability of each theme in a draw on a floor."""
    return {rulebook.themes[n].key: float(share) for n, share in theme_odds(rulebook.compiled, floor).items()}


def per_room(name: str, family: Family) -> str:
    """How many of something a room gets, and how many rooms get any unless all do."""
    low, high = family.min_per_room, family.max_per_room
    if high == 0:
        return f"no {name}s"
    numbers = f"{low}-{high} {name}s" if low < high else counted(high, name)
    return numbers if family.room_chance == 100 else f"{numbers} (in {family.room_chance}% of them)"


def layout_lines(floor: FloorSurvey) -> list[str]:
    """A line with the odds of the floor's layouts, if the ruleset has any for it."""
    odds = ", ".join(f"{key} {share} ({percent(float(share))})" for key, share in floor.layouts.items())
    return [f"  layouts: {odds}"] if odds else []


def table(floor: FloorSurvey) -> list[str]:
    """A line for each kind that can appear."""
    rows = [
        (
            family.keys[kind],
            where_from(family, kind),
            percent(float(family.odds.get(kind, 0))),
            spread(family.expected(kind), 2),
            percent(value_of(family.at_least_one(kind))),
        )
        for _, family in families(floor)
        for kind in family.kinds
    ]
    titles = ("", "odds", "", "on the floor", "at least one")
    return aligned([titles, *rows], right=(1, 2, 3, 4), indent="  ").splitlines() if rows else ["  nothing appears"]


def stats_of(rulebook: Rulebook, kind: int, floor: int) -> dict[str, int]:
    """The stats of a kind of monster on a floor that can grow, and its XP."""
    row = rulebook.compiled.monsters[kind]
    stats = {stat: stat_on(row, STAT_NAMES.index(stat), floor) for stat in GROWING if stat != "xp"}
    return stats | {"xp": xp_on(row, floor)}


def stats_lines(rulebook: Rulebook, floor: FloorSurvey) -> list[str]:
    """A line for each monster that grows, with what grows of it as it is on the floor."""
    lines = []
    for kind in floor.monsters.kinds:
        growing = dict(rulebook.monsters[kind].growth)
        stats = stats_of(rulebook, kind, floor.floor)
        if growing:
            numbers = ", ".join(f"{stat} {stats[stat]}" for stat in growing)
            lines.append(f"  {floor.monsters.keys[kind]} here: {numbers}")
    return lines


def looks_of(rulebook: Rulebook) -> dict[str, dict[str, Any]]:
    """The kinds that are not identified as a run begins, and how many looks they are given, by appearance."""
    return {
        look.key: {
            "kinds": [item.key for item in rulebook.items if item.appearance == look.key],
            "looks": len(look.names),
        }
        for look in rulebook.appearances
    }


def enchantments_on(rulebook: Rulebook, floor: FloorSurvey) -> list[dict[str, Any]]:
    """How equipment that can appear on a floor is enchanted there; nothing that never is."""
    found = []
    for drawn in rulebook.enchantments:
        kinds = [floor.items.keys[n] for n in floor.items.kinds if rulebook.items[n].enchantment == drawn.key]
        chance, plus = int(drawn.chance.at(floor.floor)), drawn.plus.at(floor.floor)
        if kinds and chance:
            odds = {"chance": chance / 100, "plus": str(plus), "negative": drawn.negative / 100}
            found.append({"enchantment": drawn.key, "kinds": kinds, **odds})
    return found


def enchantment_line(drawn: dict[str, Any]) -> str:
    """An enchantment of a floor in words."""
    below = f", {drawn['negative']:.0%} of these negative" if drawn["negative"] else ""
    kinds = ", ".join(drawn["kinds"])
    return f"  {drawn['enchantment']}: {drawn['chance']:.0%} of {kinds} enchanted by {drawn['plus']}{below}"


def where_from(family: Family, kind: int) -> str:
    """The odds of a kind; for one that isn't drawn by weight, why it can be there."""
    if kind in family.odds:
        return fraction(family, kind)
    return "on a map" if kind in family.on_maps and kind not in family.guaranteed else "guaranteed"


def fraction(family: Family, kind: int) -> str:
    """The odds of a kind as a fraction, of its weights where the odds come from weights alone."""
    if kind in family.tickets:
        return "{}/{}".format(*family.tickets[kind])
    return str(family.odds.get(kind, 0))


def spread(answer: Answer, digits: int = 1) -> str:
    """A value with half its interval, if it has one."""
    if isinstance(answer, Exact):
        return f"{float(answer.value):,.{digits}f}"
    return f"{answer.mean:,.{digits}f} ±{(answer.high - answer.low) / 2:,.{digits}f}"


def value_of(answer: Answer) -> float:
    """The value, or the mean of a sample."""
    return float(answer.value) if isinstance(answer, Exact) else answer.mean


def ends_of(answer: Answer) -> tuple[float, float]:
    """The ends of the interval; for an exact value, the value twice."""
    return (float(answer.value),) * 2 if isinstance(answer, Exact) else (answer.low, answer.high)


def rows_of(floor: FloorSurvey) -> Iterator[tuple[object, ...]]:
    """A row for each kind, and for the floor as a whole."""
    for name, answer in (
        ("rooms", floor.rooms),
        ("threat", floor.threat),
        ("xp", floor.xp),
        ("healing", floor.healing),
    ):
        yield (floor.floor, "floor", name, "", "", value_of(answer), *ends_of(answer), "", "", "")
    for name, drawn in floor.draws.items():
        for key in {**drawn, **floor.made_with.get(name, {})}:
            share = drawn.get(key, Fraction())
            yield (
                floor.floor,
                name.removesuffix("s"),
                key,
                share,
                float(share),
                *sampled(floor, name, key),
                "",
                "",
                "",
            )
    for key in floor.made_with["terrain"]:
        yield (floor.floor, "terrain", key, "", "", *sampled(floor, "terrain", key), "", "", "")
    for what, family in families(floor):
        for kind, key in enumerate(family.keys):
            odds, number, chance = float(family.odds.get(kind, 0)), family.expected(kind), family.at_least_one(kind)
            counted = (value_of(number), *ends_of(number), value_of(chance), *ends_of(chance))
            yield (floor.floor, what, key, fraction(family, kind), odds, *counted)


def sampled(floor: FloorSurvey, family: str, key: str) -> tuple[object, object, object]:
    """The expected number of what a floor is made with, and the ends of its interval; empty if it is not counted."""
    if key not in floor.made_with.get(family, {}):
        return "", "", ""
    answer = floor.number_of(family, key)
    return (value_of(answer), *ends_of(answer))


def as_json(survey: Survey) -> dict[str, Any]:
    """All floors with every kind in the ruleset, for JSON."""
    return {
        "ruleset": survey.rulebook.name,
        "hash": survey.rulebook.hash,
        "appearances": looks_of(survey.rulebook),
        "floors": [
            {
                "floor": floor.floor,
                "region": region_key(survey.rulebook, floor.floor),
                "layouts": {key: float(share) for key, share in floor.layouts.items()},
                "monsters_per_room": floor.monsters.max_per_room,
                "items_per_room": floor.items.max_per_room,
                "min_monsters_per_room": floor.monsters.min_per_room,
                "min_items_per_room": floor.items.min_per_room,
                "monster_room_chance": floor.monsters.room_chance,
                "item_room_chance": floor.items.room_chance,
                **{key: beyond_rooms(survey.rulebook, floor.floor).get(key, "0") for key in BEYOND_ROOMS},
                "wandering_every": wandering_every(survey.rulebook, floor.floor),
                "guaranteed": {floor.monsters.keys[kind]: n for kind, n in floor.monsters.guaranteed.items()},
                "monsters": probabilities(floor.monsters),
                "stats": {
                    key: stats_of(survey.rulebook, kind, floor.floor) for kind, key in enumerate(floor.monsters.keys)
                },
                "items": probabilities(floor.items),
                "enchantments": enchantments_on(survey.rulebook, floor),
                "vaults": vaults_on(survey.rulebook, floor.floor),
                "themes": themes_on(survey.rulebook, floor.floor),
                "drawn": drawn_as(survey.rulebook, floor.floor),
                "expected": {
                    "rooms": plain(floor.rooms),
                    "monsters": {key: plain(floor.monsters.expected(n)) for n, key in enumerate(floor.monsters.keys)},
                    "items": {key: plain(floor.items.expected(n)) for n, key in enumerate(floor.items.keys)},
                    "at_least_one": {
                        f"{what}s": {key: plain(family.at_least_one(n)) for n, key in enumerate(family.keys)}
                        for what, family in families(floor)
                    },
                    "vaults": {survey.rulebook.vaults[n].key: plain(number) for n, number in floor.vaults.items()},
                    "terrain": {key: plain(floor.number_of("terrain", key)) for key in floor.made_with["terrain"]},
                    "threat": plain(floor.threat),
                    "xp": plain(floor.xp),
                    "healing": plain(floor.healing),
                },
            }
            for floor in survey.floors
        ],
    }


def probabilities(family: Family) -> dict[str, float]:
    """The probability of each kind, 0 for kinds that are never drawn there."""
    return {key: float(family.odds.get(kind, 0)) for kind, key in enumerate(family.keys)}


def plain(answer: Answer) -> dict[str, Any]:
    """A value for JSON: exact, or a mean with its 95% interval and the number of floors."""
    if isinstance(answer, Exact):
        return {"value": float(answer.value), "exact": True}
    return {"value": answer.mean, "exact": False, "low": answer.low, "high": answer.high, "floors": answer.n}
