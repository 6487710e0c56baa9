"""The command `steep diff`: how two rulesets differ, floor by floor."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any

from steep.balance.diff_rulesets import Change, Difference, Setting, SettingByFloor, compare
from steep.commands.shared.options import FloorsOfDungeon, Format, Option, RulesetName, Samples
from steep.commands.shared.output import aligned, csv_text, patience, print_text, say, say_json
from steep.content import Rulebook
from steep.content.sections import Legend, fields_of
from steep.lab.stats.shares_as_text import percent
from steep.play.files.rulesets_at_revision import read_rulebook_at
from steep.spawn.dice import Dice

HEADINGS = ("table", "floor", "family", "subject", "before", "after", "change", "change_low", "change_high")

HIDDEN = "the hashes differ, so something does, but none of the figures that are compared on these floors"


Side = Annotated[
    str, Option("a ruleset's name or path, or FILE.toml@REVISION in a git repository", RulesetName(), metavar="RULESET")
]


def run(
    before: Side,
    after: Side,
    *,
    floors: FloorsOfDungeon | None = None,
    samples: Samples | None = None,
    form: Format = "text",
) -> int:
    """Compare two rulesets, and print the differences.

    $ steep diff tcod-2019 tcod-2020 --floors 1-3
    $ steep diff mine.toml@HEAD mine.toml
    """
    a, b = read_rulebook_at(before), read_rulebook_at(after)
    with patience():
        difference = compare(a, b, floors, samples or 0)
    if form == "json":
        say_json(as_json((before, after), a, b, difference))
    elif form == "csv":
        say(csv_text(HEADINGS, rows_of(difference)), end="")
    else:
        print_text(as_text((before, after), a, b, difference), form)
    return 0


def as_text(names: tuple[str, str], a: Rulebook, b: Rulebook, difference: Difference) -> str:
    """The differences as small tables."""
    lines = [f"from {names[0]} {a.hash} to {names[1]} {b.hash}, floors {difference.first} to {difference.last}"]
    if not difference:
        lines.append("nothing differs" if a.hash == b.hash else HIDDEN)
    if difference.settings:
        rows = [(each.key, *worded_pair(each)) for each in difference.settings]
        lines += ["", "on every floor", *aligned(rows, indent="  ").splitlines()]
    if difference.by_floor:
        by_floor = [(on_floors(it), it.key, worded(it.before), "->", worded(it.after)) for it in difference.by_floor]
        lines += ["", "by floor", *aligned(by_floor, right=(2, 4), indent="  ").splitlines()]
    if difference.odds:
        odds = [
            (
                f"floor {it.floor}",
                it.subject,
                percent(it.before),
                "->",
                percent(it.after),
                f"{100 * it.low:+.1f} points",
            )
            for it in difference.odds
        ]
        lines += ["", "odds of a draw, exact", *aligned(odds, right=(2, 4, 5), indent="  ").splitlines()]
    if difference.expected:
        numbers = [
            (f"floor {it.floor}", it.subject, f"{it.before:,.2f}", "->", f"{it.after:,.2f}", growth(it), spread(it))
            for it in difference.expected
        ]
        title = (
            f"expected on the floor, from {difference.samples:,} generated floors each,"
            " with 95% intervals of differences"
        )
        lines += ["", title, *aligned(numbers, right=(2, 4, 5), indent="  ").splitlines()]
    return "".join(f"{line}\n" for line in lines)


def worded_pair(setting: Setting) -> tuple[str, str, str]:
    """Both values of a setting; of two maps of one size, only the rows that differ, and else their sizes."""
    a: Any = setting.before
    b: Any = setting.after
    if not is_map(setting):
        return worded(a), "->", worded(b)
    if a and b and len(a) == len(b):
        rows = [(y, *pair) for y, pair in enumerate(zip(a, b, strict=True), 1) if pair[0] != pair[1]]
        return " ".join(f'{y}: "{row}"' for y, row, _ in rows), "->", " ".join(f'{y}: "{row}"' for y, _, row in rows)
    return size_of(a), "->", size_of(b)


def on_floors(setting: SettingByFloor) -> str:
    """The floors on which a setting has its values."""
    first, last = setting.first, setting.last
    return f"floor {first}" if first == last else f"floors {first}-{last}"


def size_of(rows: Sequence[str] | None) -> str:
    """The size of a map, if there is one."""
    return f"{len(rows[0])} x {len(rows)}" if rows else "-"


def is_map(setting: Setting) -> bool:
    """Whether a setting is a map of a vault or of a floor."""
    family, _, key = setting.key.partition(".")
    return family in ("vaults", "floors") and key.endswith(".map")


def worded(value: object) -> str:
    """A setting's value on one line. Of a table in a list, only the keys that differ from their defaults."""
    if isinstance(value, tuple):
        return "[" + ", ".join(worded(entry) for entry in value) + "]"
    if dataclasses.is_dataclass(value) and not isinstance(value, Dice):
        keys = fields_of(type(value)).values()
        given = ((key.name, getattr(value, key.name)) for key in keys if getattr(value, key.name) != key.default)
        glyph = [f'"{value.glyph}"'] if isinstance(value, Legend) else []
        return " ".join([*glyph, *(f"{name}={held}" for name, held in given)])
    return "-" if value is None else str(value)


def growth(change: Change) -> str:
    """A change as a share of what was before."""
    return f"{(change.after - change.before) / change.before:+.0%}" if change.before else "new"


def spread(change: Change) -> str:
    """The interval of a difference."""
    return "exact" if change.exact else f"{change.low:+,.2f} to {change.high:+,.2f}"


def rows_of(difference: Difference) -> list[tuple[object, ...]]:
    """A row for each difference."""
    rows: list[tuple[object, ...]] = [
        ("settings", "", "", each.key, worded(each.before), worded(each.after), "", "", "")
        for each in difference.settings
    ]
    rows += [
        ("settings", floor, "", each.key, worded(each.before), worded(each.after), "", "", "")
        for each in difference.by_floor
        for floor in range(each.first, each.last + 1)
    ]
    for table, changes in (("odds", difference.odds), ("expected", difference.expected)):
        for it in changes:
            where = (table, it.floor, it.family, it.subject)
            rows.append((*where, it.before, it.after, it.after - it.before, it.low, it.high))
    return rows


def as_json(names: tuple[str, str], a: Rulebook, b: Rulebook, difference: Difference) -> dict[str, Any]:
    """All differences."""
    return {
        "a": {"ruleset": names[0], "hash": a.hash},
        "b": {"ruleset": names[1], "hash": b.hash},
        "floors": [difference.first, difference.last],
        "samples": difference.samples,
        "settings": [setting_json(each) for each in difference.settings],
        "by_floor": [setting_json(each) | {"floors": [each.first, each.last]} for each in difference.by_floor],
        "odds": [change_json(each) for each in difference.odds],
        "expected": [change_json(each) for each in difference.expected],
    }


def setting_json(setting: Setting) -> dict[str, Any]:
    """A setting for JSON."""
    return {"key": setting.key, **{side: json_value(getattr(setting, side)) for side in ("before", "after")}}


def json_value(value: object) -> object:
    """Numbers, strings and None as they are, other values as text."""
    return value if value is None or isinstance(value, int | str) else worded(value)


def change_json(change: Change) -> dict[str, Any]:
    """A change for JSON, with its interval if it is not exact."""
    value = {name: getattr(change, name) for name in ("floor", "family", "subject", "before", "after")}
    value |= {"change": change.after - change.before, "exact": change.exact}
    return value if change.exact else {**value, "low": change.low, "high": change.high}
