"""Compare imports of published projects with what a person read in their source. Nothing of theirs is run.

    python tools/check_published_imports.py FOLDER [--markdown] [--rows] [--lint]

FOLDER has a checkout of each project, named owner+name, at the commit that its file in tests/importing/published names.
The importer was improved on the projects of first_draw. Those of the other draws were noted before the import of
any of them was looked at. Each of these files has a row for each fact. `~` before a value marks one that the source
computes and does not write as a number.

Each row is right, missing (left to a person as TODO, or not in the ruleset), or wrong. A wrong one is named if a
line of the report about what was changed or not read is about its kind, and otherwise silent. `--rows` prints those
that are not right, `--lint` lists findings in those that load.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from steep.balance.lint.all_checks import lint
from steep.content import Item, Monster, Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.importing import Imported, filled_in, import_project
from steep.importing.python.expression_values import key_of

LABELS = Path(__file__).parent.parent / "tests" / "importing" / "published"
VERDICTS = ("right", "missing", "named", "silent")
FLOORS = range(1, 51)
"""Floors on which weights and counts are compared."""


@dataclass(frozen=True, slots=True)
class Label:
    """A fact that a person read in the source."""

    family: str
    kind: str
    field: str
    value: str

    @property
    def literal(self) -> bool:
        """Whether the source writes it as a number."""
        return "~" not in self.value

    def by_floor(self) -> list[Fraction]:
        """The values on `FLOORS`."""
        steps = [step.partition(":") for step in self.value.lstrip("~").split(",")]
        pairs = [(int(floor), Fraction(value)) for floor, _, value in steps]
        return [next((value for first, value in reversed(pairs) if first <= floor), Fraction(0)) for floor in FLOORS]

    def __str__(self) -> str:
        """The fact as a line."""
        return f"{self.family} {self.kind} {self.field} = {self.value}"


@dataclass(slots=True)
class Outcome:
    """How the import of a project compares."""

    project: str
    labels: list[Label]
    refused: str = ""
    missing: int = 0
    """What is left to a person."""
    verdicts: dict[Label, str] = field(default_factory=dict)
    findings: Counter[str] = field(default_factory=Counter)

    def count(self, verdict: str, *, literal: bool = False) -> int:
        """The rows with a verdict."""
        return sum(found == verdict and (label.literal or not literal) for label, found in self.verdicts.items())

    @property
    def loads(self) -> bool:
        """Whether the ruleset loads as it is."""
        return not self.refused and not self.missing


def read_labels(path: Path) -> list[Label]:
    """The rows of a project's file."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Label(**row) for row in csv.DictReader(lines, delimiter="\t")]


def compare(project: str, labels: list[Label], folder: Path, *, with_lint: bool) -> Outcome:
    """Import a checkout and compare it with its labels."""
    outcome = Outcome(project, labels)
    try:
        imported = import_project(folder)
    except InputError as problem:
        outcome.refused = str(problem).splitlines()[0]
        outcome.verdicts = dict.fromkeys(labels, "missing")
        return outcome
    outcome.missing = len(imported.missing)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "imported.toml")
        path.write_text(filled_in(imported.toml), encoding="utf-8")
        rulebook = load_ruleset(str(path))
    scales = {family: scale_of(rulebook, imported, family, labels) for family in ("monster", "item")}
    outcome.verdicts = {label: judge(label, rulebook, imported, scales) for label in labels}
    if with_lint and outcome.loads:
        outcome.findings = Counter(finding.code for finding in lint(rulebook, 20) if finding.severity != "note")
    return outcome


def kind_of(rulebook: Rulebook, imported: Imported, label: Label) -> Monster | Item | None:
    """The imported kind that a label is about, by its key or its name."""
    kinds: Sequence[Monster | Item] = rulebook.monsters if label.family == "monster" else rulebook.items
    wanted = key_of(label.kind)
    # Kinds of the seed that the project lacks are there too.
    written = {section.path[-1] for section in imported.sections if [*section.entries] != ["spawn"]}
    found = [kind for kind in kinds if kind.key in written and wanted in (kind.key, key_of(kind.name))]
    return max(found, key=lambda kind: kind.key == wanted, default=None)


def scale_of(rulebook: Rulebook, imported: Imported, family: str, labels: list[Label]) -> Fraction:
    """By what the importer multiplied all weights of a family, to make them whole."""
    ratios: Counter[Fraction] = Counter()
    for label in labels:
        kind = kind_of(rulebook, imported, label) if label.family == family and label.field == "weight" else None
        if kind is not None:
            pairs = zip(kind.spawn.values(len(FLOORS)), label.by_floor(), strict=True)
            ratios.update(Fraction(have) / want for have, want in pairs if want and have)
    return ratios.most_common(1)[0][0] if ratios else Fraction(1)


def judge(label: Label, rulebook: Rulebook, imported: Imported, scales: Mapping[str, Fraction]) -> str:
    """Whether a label is right, missing, named or silent."""
    section, key = section_of(label, rulebook, imported)
    if section is None:
        # A kind that never spawns may be left out.
        return "right" if label.field == "weight" and not any(label.by_floor()) else "missing"
    if any(line.startswith((f"{section}.{key}:", f"{section}.effect:")) for line in imported.missing):
        return "missing"
    found, wanted = values_of(label, rulebook, imported, scales)
    if found == wanted:
        return "right"
    about = {key_of(label.kind), section.rpartition(".")[2]}
    named = any(name and name in key_of_line(line) for line in unread_lines(imported) for name in about)
    return "named" if named else "silent"


def key_of_line(line: str) -> str:
    """A line of a report with its words joined like a key's."""
    return "_".join("".join(letter if letter.isalnum() else " " for letter in line.lower()).split())


def unread_lines(imported: Imported) -> list[str]:
    """The lines of the report about what was not read or was changed."""
    return [*imported.findings.taken, *imported.findings.unread]


def section_of(label: Label, rulebook: Rulebook, imported: Imported) -> tuple[str | None, str]:
    """The section and the key of a ruleset that a label is about."""
    if label.family == "count":
        return "counts", f"{label.kind}_per_room"
    if label.family == "hero":
        return "hero", label.field
    kind = kind_of(rulebook, imported, label)
    key = "spawn" if label.field == "weight" else label.field
    return (f"{label.family}s.{kind.key}" if kind is not None else None), key


def values_of(
    label: Label, rulebook: Rulebook, imported: Imported, scales: Mapping[str, Fraction]
) -> tuple[object, object]:
    """What was imported, and what the label says."""
    wanted = label.value.lstrip("~")
    if label.family == "count":
        count = rulebook.counts.monsters_per_room if label.kind == "monsters" else rulebook.counts.items_per_room
        return list(map(Fraction, count.values(len(FLOORS)))), label.by_floor()
    if label.family == "hero":
        return in_the_source(getattr(rulebook.hero, label.field), label, ("hero",), imported), wanted
    kind = kind_of(rulebook, imported, label)
    if label.field == "weight":
        assert kind is not None
        scale = scales[label.family]
        return [Fraction(value) / scale for value in kind.spawn.values(len(FLOORS))], label.by_floor()
    if isinstance(kind, Item) and kind.abilities and label.field in ("effect", "amount", "reach", "damage"):
        return use_of(rulebook, kind)[label.field], wanted
    assert kind is not None
    return in_the_source(getattr(kind, label.field), label, (f"{label.family}s", kind.key), imported), wanted


def in_the_source(value: object, label: Label, path: tuple[str, ...], imported: Imported) -> str:
    """A value before it was multiplied, as armour is against which a die is rolled: by its percent a point."""
    entries = next((section.entries for section in imported.sections if section.path == path), {})
    scale = getattr(entries.get(label.field, ("",))[0], "scale", Fraction(1))
    return str(value / scale if isinstance(value, int) and scale != 1 else value)


SHORT_FORMS = {
    ("self", "heal"): "heal",
    ("nearest", "damage"): "lightning",
    ("ball", "damage"): "fireball",
    ("target", "status"): "confusion",
}
"""The effects that abilities of these shapes have."""


def use_of(rulebook: Rulebook, item: Item) -> dict[str, str]:
    """What an item with an ability does, in the words of labels."""
    ability = next(each for each in rulebook.abilities if each.key == item.abilities[0])
    does = ability.effects[0]
    what = next(name for name in ("heal", "damage", "status") if getattr(does, name))
    amount = str(does.turns if what == "status" else getattr(does, what))
    effect = SHORT_FORMS.get((ability.shape, what), "none")
    return {"effect": effect, "amount": amount, "damage": amount, "reach": str(ability.radius or ability.reach)}


def main() -> None:
    """Compare all projects and print a table for each draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--lint", action="store_true")
    options = parser.parse_args()
    for draw in sorted(LABELS.iterdir()):
        check_draw(draw, options)


def check_draw(draw: Path, options: argparse.Namespace) -> None:
    """Compare the projects of a folder of labels and print a table."""
    outcomes = []
    for path in sorted(draw.glob("*.tsv"), key=lambda path: path.name.lower()):
        name, folder = path.stem.replace("+", "/", 1), options.folder / path.stem
        outcome = compare(name, read_labels(path), folder, with_lint=options.lint)
        outcomes.append(outcome)
        print(line_of(outcome, markdown=options.markdown), flush=True)
        if options.rows:
            for label, verdict in outcome.verdicts.items():
                if verdict != "right":
                    print(f"    {verdict:8} {label}")
    labels = [label for outcome in outcomes for label in outcome.labels]
    totals = {verdict: sum(outcome.count(verdict) for outcome in outcomes) for verdict in VERDICTS}
    literal = sum(outcome.count("right", literal=True) for outcome in outcomes)
    good = [outcome for outcome in outcomes if outcome.loads and outcome.count("right") >= 0.8 * len(outcome.labels)]
    print(
        f"{draw.name}: {len(outcomes)} projects: {sum(outcome.loads for outcome in outcomes)} load, {len(good)} of "
        f"them with 80% of their rows right; {totals['right']} of {len(labels)} rows are right, {literal} of "
        f"{sum(label.literal for label in labels)} literal ones, {totals['missing']} missing, {totals['named']} wrong "
        f"and named, {totals['silent']} silently wrong"
    )


def line_of(outcome: Outcome, *, markdown: bool) -> str:
    """A project's line of the table."""
    state = "loads" if outcome.loads else "refused" if outcome.refused else f"{outcome.missing} to fill in"
    counts = [str(outcome.count(verdict)) for verdict in VERDICTS[1:]]
    cells = [outcome.project, state, f"{outcome.count('right')} of {len(outcome.labels)}", *counts]
    cells.append(", ".join(sorted(outcome.findings)))
    return f"| {' | '.join(cells)} |" if markdown else "  ".join([cells[0].ljust(42), cells[1].ljust(14), *cells[2:]])


if __name__ == "__main__":
    main()
