"""Reads the older tutorials' ``if randint(0, 100) < 80: … else: …`` as the weights that it amounts to."""

from __future__ import annotations

from fractions import Fraction

from steep.core.ruleset import MAX_FLOORS
from steep.importing.output.import_report import ImportReport
from steep.importing.python.expression_values import Call
from steep.importing.python.project_contents import Contents, DiceChain, DiceLink
from steep.importing.tutorials.find_monsters_items_and_hero import Entities, Entity
from steep.importing.tutorials.tables.find_count_and_weight_tables import Table
from steep.importing.tutorials.tables.read_weights import WeightedKind

CHAIN = "a chain of random numbers"
"""What stands in place of a table's name."""


class ChainReader:
    """Finds the chains that choose what appears, and their weights."""

    def __init__(self, contents: Contents, entities: Entities, report: ImportReport) -> None:
        self.contents = contents
        self.entities = entities
        self.report = report
        self.used: set[int] = set()
        """Chains that gave weights, by identity."""

    def weights(self, family: str) -> Table | None:
        """The weights of a family by its largest chain; None if there is no chain of it whose chances are known."""
        candidates = [(chain, self.shares(chain, family)) for chain in self.outermost() if chain.known]
        chain, shares = max(candidates, key=lambda candidate: len(candidate[1]), default=(None, {}))
        if chain is None or len(shares) < 2:
            return None
        self.used.update(id(inner) for inner in self.contents.dice_chains if inner is chain or inner.is_within(chain))
        self.report.add_read(f"weights of {family}: the chances of a chain of random numbers", chain.location)
        nothing = 1 - sum(shares.values(), Fraction(0))
        if nothing:
            percent = round(nothing * 100)
            none = f"in {percent} % of its cases this chain chooses none of the {family}; in Steep it is always one"
            several = f"in some cases this chain chooses several of the {family} at once; in Steep it is always one"
            self.report.assume("weights", none if nothing > 0 else several, chain.location)
        merged: dict[Entity, Fraction] = {}
        for entity, share in shares.items():
            same = next((other for other in merged if alike(other, entity)), entity)
            merged[same] = merged.get(same, Fraction(0)) + share
        rows = [WeightedKind(entity.source, (share,) * MAX_FLOORS) for entity, share in merged.items()]
        return Table(CHAIN, chain.location, rows, chain.inside)

    def outermost(self) -> list[DiceChain]:
        """The chains that are in no other chain."""
        chains = self.contents.dice_chains
        return [chain for chain in chains if not any(map(chain.is_within, chains))]

    def shares(self, chain: DiceChain, family: str) -> dict[Entity, Fraction]:
        """The share of cases in which a chain chooses each kind of a family."""
        shares: dict[Entity, Fraction] = {}
        inner = [other for other in self.contents.dice_chains if other.known and other.is_within(chain)]
        for link in chain.links:
            nested = [other for other in inner if other.is_in(link) and not any(map(other.is_within, inner))]
            found: dict[Entity, Fraction] = {}
            for other in nested:
                found.update(self.shares(other, family))
            # What a link makes outside a chain inside it appears in every case of the link.
            for entity in self.chosen(link, nested, family):
                found.setdefault(entity, Fraction(1))
            for entity, share in found.items():
                shares[entity] = shares.get(entity, Fraction(0)) + share * link.share
        return shares

    def chosen(self, link: DiceLink, nested: list[DiceChain], family: str) -> list[Entity]:
        """The kinds that a link itself makes, spawns or binds to a name."""
        inner = [part for other in nested for part in other.links]
        sources: list[object] = []
        for at in range(*link.calls):
            if not any(part.calls[0] <= at < part.calls[1] for part in inner):
                made = self.contents.calls[at]
                receiver = made.named.get("self")
                sources += [made, *made.args, *([receiver] if isinstance(receiver, Call) else [])]
        for at in range(*link.bindings):
            if not any(part.bindings[0] <= at < part.bindings[1] for part in inner):
                sources.append(self.contents.bindings[at].value)
        return [
            entity
            for entity in self.entities.all
            if entity.is_item is (family == "items") and any(source is entity.source for source in sources)
        ]

    def report_others(self) -> None:
        """Report the chains that choose monsters or items but whose chances are unknown or unused."""
        for chain in self.outermost():
            if id(chain) in self.used:
                continue
            kinds = [self.shares(chain, family) for family in ("monsters", "items")]
            made = [call for link in chain.links for call in self.contents.calls[slice(*link.calls)]]
            if any(kinds) or any(call.key == "spawn" for call in made):
                sentence = "a chain of comparisons with random numbers chooses what appears; its chances are not read"
                self.report.add_unread(sentence, chain.location)


def alike(one: Entity, other: Entity) -> bool:
    """Whether two entities are the same kind, made in two places."""
    return bool(one.name) and (one.name, one.glyph, one.fighter) == (other.name, other.glyph, other.fighter)
