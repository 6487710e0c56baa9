"""Notes on a floor that outlast a single move: warnings given, captives and allies seen, items passed by or left.

Surplus equipment, which is no better than what the hero carries, is not worth a walk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from steep.balance.odds_of_one_draw import item_odds, items_on
from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import indefinite, plural, spaced
from steep.content.rulebook import enchanted
from steep.content.sections import UnidentifiedItem
from steep.core.geometry import DIRECTIONS, NOWHERE, UNKNOWN, steps_between
from steep.core.ruleset import CHANGE_STAT, ENCHANT, HELD, IDENTIFY
from steep.core.world import ALLIED, HERO, MAX_EVENTS, NEUTRAL, Hero, SeenItem
from steep.mapgen.make_floor import drawing_on
from steep.play.inventory_stacks import stacks_of
from steep.play.player_view import (
    PlayerView,
    enemies_apart,
    enemies_that_come,
    items_seen_on,
    seen_items,
    struck_by,
    visible_monsters,
)
from steep.play.texts.abilities import triggered_ability
from steep.play.texts.equipment import bonuses_of
from steep.play.texts.messages import counted_names, enumerated, number_word
from steep.play.timeline import Happened
from steep.rules.items.inventory import slot_for
from steep.rules.monsters.behaviours import HEEL
from steep.rules.perceived_events import DIED, SHOVED
from steep.spawn.curves import floor_above
from steep.spawn.dice import Dice

ENOUGH_CHARGED = 2
"""Items of one kind that regain their charges."""


def surplus_rows(session: PlayerView) -> set[int]:
    """The rows of the seen items that are surplus, as far as the hero knows.

    That is equipment no better than what it carries, unless throwing it does something; and what regains its charges,
    if the hero carries ENOUGH_CHARGED of that kind.
    """
    hero, rulebook = session.hero, session.rulebook
    kinds = rulebook.item_rows
    seen = [
        (row, item) for row, item in enumerate(seen_items(hero)) if kinds[item.kind].slot or kinds[item.kind].recharge
    ]
    if not seen:
        return set()
    carried = [stack.item for stack in stacks_of(session)]
    found = set()
    for row, item in seen:
        if kinds[item.kind].recharge:
            alike = sum(held.count for held in hero.inventory if held.kind == item.kind + 1)
            if alike >= ENOUGH_CHARGED:
                found.add(int(item.item))
            continue
        lies = enchanted(rulebook.item_rows[item.kind], hero.seen_item_plus[row])
        thrown = rulebook.compiled.items[item.kind].thrown > 0
        if not thrown and any(is_no_better(lies, other) for other in carried):
            found.add(int(item.item))
    return found


def is_no_better(item: Item, other: Item) -> bool:
    """Whether equipment is, as far as the hero knows, in no respect better than other equipment of its slot.

    Where the abilities or the damage types differ, neither is.
    """
    if item.slot != other.slot or isinstance(item, UnidentifiedItem) or isinstance(other, UnidentifiedItem):
        return False
    mine, theirs = bonuses_of(item), bonuses_of(other)
    return (
        all(mine[words] <= theirs[words] for words in (*mine, *theirs))
        and set(item.abilities) == set(other.abilities)
        and item.damage_type == other.damage_type
        and item.attack_reach <= other.attack_reach
        and item.attack_time >= other.attack_time
        and rolls_no_more(item.damage, other.damage)
    )


def rolls_no_more(dice: Dice | None, other: Dice | None) -> bool:
    """Whether dice have neither a higher least nor a higher greatest sum than others. No dice compare with none."""
    if dice is None or other is None:
        return dice is other
    return dice.dice + dice.plus <= other.dice + other.plus and dice.maximum <= other.maximum


class Company(Enum):
    """What a player on the stairs was asked about missing allies, and has agreed to."""

    UNASKED = 0
    AGREED_TO_WAIT = 1
    WAITED = 2
    LEFT = 3


@dataclass(slots=True)
class FloorNotes:
    """What moves have warned of on a floor and need not say again, and which captives, allies and items were seen."""

    floor: int = 0
    harmless: set[int] = field(default_factory=set)
    """The rows of enemies that slept or couldn't come, and have interrupted a move."""
    gases: dict[str, int] = field(default_factory=dict)
    """The names of gases that came into view, and how near each has been."""
    dared: set[int] = field(default_factory=set)
    """The rows of enemies that a move has warned of, and that the player has gone near all the same."""

    chase: tuple[int, int, int] = (NOWHERE, 0, 0)
    """The row of the enemy that the hero walks after, how near it has come, and how often it came no nearer since."""
    reaches: dict[int, tuple[int, set[int]]] = field(default_factory=dict)
    """The rows of enemies that keep apart, with the kind of each and the cells where it may strike.

    They are kept when one is out of view: a move that forgot them would turn back to where it sees it, and the next
    would go there again.
    """

    captives: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The rows of captives that were seen and not freed, with the kind and the cell of each."""
    allies: dict[int, int] = field(default_factory=dict)
    """The rows of allies that were seen and not seen to die, with the kind of each."""
    left: bool = False
    """Whether the player was reminded of what is left behind."""
    company: Company = Company.UNASKED
    """What the player was asked about allies that are missing on the stairs, and has agreed to."""

    crossing: set[int] = field(default_factory=set)
    """The rows of the terrain and gas that the player has agreed to go through."""
    faced: set[int] = field(default_factory=set)
    """The rows of the monsters that the player has agreed to explore in view of, to attack or to free."""
    yields: bool = False
    """Whether the player has agreed to let a turn pass, as the hero can't do what it was told."""
    searches: bool = False
    """Whether the player has agreed to explore until it knows a way to the stairs."""
    hungers: bool = False
    """Whether the player has agreed to go on though the hero starves, or to eat what lies here."""
    hp: int = 0
    """How many HP the hero had."""

    events: int = 0
    """How many events the hero had perceived."""
    cell: int = NOWHERE
    """Where the hero stood."""
    visited: set[int] = field(default_factory=set)
    """The rows of items that the hero had stood on."""
    passed_by: set[int] = field(default_factory=set)
    """The rows of items that the hero has stood on once, while an enemy was coming: it goes back for them once."""
    no_room: set[int] = field(default_factory=set)
    """The rows of items that the hero has stood on in peace, but only while it had no room for them."""

    def look(self, session: PlayerView, _: Happened | None = None) -> None:
        """Note the captives in view, and forget those that are captives no more; and the items that were passed by."""
        self.arrive(session.hero.floor)
        self._look_at_captives(session)
        dead = self._look_at_allies(session.hero)
        self._look_at_reaches(session, dead)
        self._look_underfoot(session)
        if session.hero.hp < self.hp:
            self.faced.clear()
        self.hp = int(session.hero.hp)

    def forget_consent(self) -> None:
        """Forget what the player has agreed to: it is asked again."""
        self.crossing.clear()
        self.faced.clear()
        self.yields = self.searches = self.hungers = False

    def unvisited(self, session: PlayerView) -> list[SeenItem]:
        """The seen items that the hero hasn't stood on in peace, and those that it has room for only now.

        Surplus items aren't worth a walk.
        """
        rows = self.passed_by | (self.no_room - rows_without_room(session) if self.no_room else set())
        left = [item for item in seen_items(session.hero) if not item.visited or item.item in rows]
        surplus = surplus_rows(session) if left else set()
        return [item for item in left if item.item not in surplus]

    def without_room(self, session: PlayerView) -> list[SeenItem]:
        """The items that the hero left because its inventory was full, and still has no room for."""
        rows = self.no_room & rows_without_room(session) if self.no_room else set()
        return [item for item in seen_items(session.hero) if item.item in rows - surplus_rows(session)]

    def keys_to_fetch(self, session: PlayerView) -> list[SeenItem]:
        """The keys that the hero left because its inventory was full, and has room for now."""
        opening = {kind.key_item for kind in session.rulebook.terrain if kind.key_item}
        items = session.rulebook.item_rows
        left = [item for item in self.unvisited(session) if item.item in self.no_room]
        return [item for item in left if items[item.kind].key in opening]

    def _look_underfoot(self, session: PlayerView) -> None:
        """Note what the hero walks onto while an enemy comes. What it drops, or leaves in peace, is not passed by."""
        hero = session.hero
        if self.cell not in (NOWHERE, hero.cell):
            here = {item.item for item in seen_items(hero) if item.cell == hero.cell}
            if enemies_that_come(session):
                self.passed_by = (self.passed_by - here) | (here - self.visited)
            else:
                new = here - (self.visited - self.passed_by - self.no_room)
                self.passed_by -= here
                self.no_room = (self.no_room - here) | (new & rows_without_room(session))
        self.cell = hero.cell
        self.visited = {item.item for item in seen_items(hero) if item.visited}
        self.passed_by &= self.visited
        self.no_room &= self.visited

    @property
    def struck(self) -> set[int]:
        """The cells where an enemy that keeps apart may strike."""
        return set().union(*(cells for _, cells in self.reaches.values()))

    def _look_at_reaches(self, session: PlayerView, dead: set[int]) -> None:
        """Note where the enemies in view that keep apart may strike. Forget a kind of which one has died."""
        apart = {int(enemy.actor): enemy for enemy in enemies_apart(session)}
        seen = {int(monster.actor) for monster in visible_monsters(session.hero)}
        self.reaches = {row: each for row, each in self.reaches.items() if row not in seen and each[0] not in dead}
        self.reaches |= {row: (int(enemy.kind), struck_by(session, enemy)) for row, enemy in apart.items()}

    def _look_at_allies(self, hero: Hero) -> set[int]:
        """Note the allies in view. Those of a kind of which one has died are forgotten until they are seen again.

        Returns the kinds of which one has died.
        """
        new = range(max(self.events, hero.event_count - MAX_EVENTS), hero.event_count)
        happened = [hero.events[number % MAX_EVENTS] for number in new]
        dead = {int(event.whom) for event in happened if event.what == DIED}
        if any(event.what == SHOVED and event.whom == HERO for event in happened):
            # Whoever was pulled into its reach is warned again before it walks on there.
            self.dared.clear()
        self.events = int(hero.event_count)
        seen = {int(monster.actor): monster for monster in visible_monsters(hero)}
        self.allies = {row: kind for row, kind in self.allies.items() if row not in seen and kind not in dead}
        self.allies |= {row: int(monster.kind) for row, monster in seen.items() if monster.side == ALLIED}
        return dead

    def allies_left(self, hero: Hero) -> dict[int, int]:
        """The rows of the allies that would not come along by the stairs, with the kind of each."""
        near = {
            int(monster.actor)
            for monster in visible_monsters(hero)
            if steps_between(monster.cell, hero.cell) <= HEEL and not monster.conditions & HELD
        }
        return {row: kind for row, kind in self.allies.items() if row not in near}

    def _look_at_captives(self, session: PlayerView) -> None:
        hero = session.hero
        seen = {monster.actor: monster for monster in visible_monsters(hero)}
        # Only what is in view is known to have moved, died or been freed.
        for row, (_, cell) in list(self.captives.items()):
            if hero.visible[cell] or row in seen:
                del self.captives[row]
        for row, monster in seen.items():
            if monster.side == NEUTRAL:
                self.captives[row] = int(monster.kind), int(monster.cell)

    def arrive(self, floor: int) -> None:
        """Forget the notes on another floor."""
        if floor != self.floor:
            self.floor = floor
            self.harmless.clear()
            self.gases.clear()
            self.dared.clear()
            self.chase = NOWHERE, 0, 0
            self.reaches.clear()
            self.captives.clear()
            self.allies.clear()
            self.visited.clear()
            self.passed_by.clear()
            self.no_room.clear()
            self.cell = NOWHERE
            self.left = False
            self.company = Company.UNASKED
            self.forget_consent()


def rows_without_room(session: PlayerView) -> set[int]:
    """The rows of the seen items that don't fit into the hero's inventory."""
    hero, ruleset = session.hero, session.rulebook.compiled
    return {int(item.item) for item in seen_items(hero) if slot_for(hero, ruleset, item.kind) == NOWHERE}


# What the player chose and found out, beside the record.

MAX_NAMED = 4
"""How many kinds the description of an unidentified item names at most."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """A kind of item with an appearance, as far as the hero knows it."""

    item: Item
    identified: bool
    share: Fraction
    """The share of this kind among the unidentified items of its look that the table of items draws on this floor.

    If it draws none of its look here, all have the same share. Items that come otherwise, such as from a group, count
    nothing: how many do depends on more than odds.
    """
    otherwise: bool
    """Whether it has no share and can still come, from a group, a map or a pity timer."""


def discoveries(hero: Hero, rulebook: Rulebook) -> list[Discovery]:
    """All kinds with an appearance, by appearance: the identified ones first, then the others, the likeliest first."""
    odds, possible = item_odds(rulebook.compiled, hero.floor), items_on(rulebook.compiled, hero.floor)
    found: list[Discovery] = []
    for appearance in rulebook.appearances:
        kinds = [(number, item) for number, item in enumerate(rulebook.items) if item.appearance == appearance.key]
        chances = {n: odds.get(n, Fraction()) for n, _ in kinds if not hero.identified[n]}
        if not any(chances.values()):
            chances = dict.fromkeys(chances, Fraction(1))
        total = sum(chances.values()) or Fraction(1)
        those = [
            Discovery(item, n not in chances, share := chances.get(n, Fraction()) / total, not share and n in possible)
            for n, item in kinds
        ]
        found += sorted(those, key=lambda each: (not each.identified, -each.share, each.item.name))
    return found


def discovery_texts(hero: Hero, rulebook: Rulebook) -> list[tuple[str, str]]:
    """Each discovery, and what is known of it: "identified", "40% of unknown potions", "not found on this floor"."""
    return [(each.item.name, discovery_text(each)) for each in discoveries(hero, rulebook)]


def discovery_text(discovery: Discovery) -> str:
    """What is known of a kind."""
    if discovery.identified:
        return "identified"
    if discovery.otherwise:
        return "may be on this floor"
    if not discovery.share:
        return "not found on this floor"
    return f"{percent(discovery.share)} of unknown {kind_word(discovery)}"


def kind_word(discovery: Discovery) -> str:
    """The plural of what a kind looks like: "potions"."""
    return plural(spaced(discovery.item.appearance))


def percent(share: Fraction) -> str:
    """A share in whole percent."""
    return f"{float(share):.0%}"


def guess_sentence(item: UnidentifiedItem, session: PlayerView) -> str:
    """What an item that isn't identified could be: "It could be a potion of fire (60%) or a potion of haste (40%)."."""
    those = [
        each
        for each in discoveries(session.hero, session.rulebook)
        if each.item.appearance == item.appearance and not each.identified
    ]
    names = [each.item.name + ("" if each.otherwise else f" ({percent(each.share)})") for each in those[:MAX_NAMED]]
    return f"It could be {enumerated([*names, *(['something else'] if len(those) > MAX_NAMED else [])], 'or')}."


def count_text(texts: Sequence[tuple[str, str]]) -> str:
    """The heading of the discoveries: "Identified: 2 of 5"."""
    return f"Identified: {sum(text == 'identified' for _, text in texts)} of {len(texts)}"


# Treasures of which the hero can take one: taking it locks the others away.

NEXT_OFFER = 6
"""Steps between two altars of a vault at most, on foot and through no door."""


def groups_of(session: PlayerView) -> list[list[SeenItem]]:
    """The seen items that would lock away others if taken, by group.

    The rules lock those on one kind of terrain in one room. As far as the hero can tell, those are a few steps from
    each other, and nothing is between them. A floor that is drawn whole is one room.
    """
    hero, ruleset = session.hero, session.rulebook.compiled
    terrain, drawn = ruleset.terrain, drawing_on(ruleset, floor_above(ruleset.below, hero.floor)) > 0
    left = [item for item in seen_items(hero) if terrain[hero.remembered[item.cell]].taken_to]
    groups = []
    while left:
        group = [left.pop(0)]
        for one in group:
            kind = hero.remembered[one.cell]
            near = [other for other in left if hero.remembered[other.cell] == kind]
            if not drawn:
                room = cells_around(session, one.cell)
                near = [other for other in near if other.cell in room]
            left = [other for other in left if other not in near]
            group += near
        if len({item.cell for item in group}) > 1:
            groups.append(group)
    return groups


def cells_around(session: PlayerView, cell: int) -> set[int]:
    """The known cells within a few steps of a cell, on foot and through no door."""
    hero, kinds = session.hero, session.rulebook.terrain
    open_doors = {kind.entered_to for kind in kinds if kind.door}
    ways = [not (kind.solid or kind.door or kind.key in open_doors) for kind in kinds]
    reached = edge = {cell}
    for _ in range(NEXT_OFFER):
        beside = {each + step for each in edge for step in DIRECTIONS} - reached
        edge = {each for each in beside if hero.remembered[each] != UNKNOWN and ways[hero.remembered[each]]}
        reached = reached | edge
    return reached


def items_that_lock_others(session: PlayerView) -> list[SeenItem]:
    """The seen items that would lock away others if taken."""
    return [item for group in groups_of(session) for item in group]


def offers(session: PlayerView) -> dict[int, int]:
    """The cells of the items that taking the one underfoot could lock away, with the rows of their terrain."""
    hero = session.hero
    groups = [{item.cell for item in group} for group in groups_of(session)]
    cells = next((group for group in groups if hero.cell in group), set())
    return {cell: int(hero.remembered[cell]) for cell in cells - {hero.cell}}


def is_locked(session: PlayerView, cell: int) -> bool:
    """Whether a cell, as the hero remembers it, is one whose item was locked away when another was taken."""
    hero, terrain = session.hero, session.rulebook.compiled.terrain
    kind = int(hero.remembered[cell])
    return not hero.passable[kind] and any(kind == row.taken_to for row in terrain[: len(session.rulebook.terrain)])


def gift_underfoot(session: PlayerView) -> Item | None:
    """The treasure underfoot, if the hero can take only one of its group and using it has a permanent effect.

    Such a one need not be kept for later.
    """
    hero, rulebook = session.hero, session.rulebook
    here = items_seen_on(session, hero.cell)
    if len(here) != 1 or not rulebook.compiled.terrain[hero.remembered[hero.cell]].taken_to:
        return None
    ability = triggered_ability(here[0], rulebook, "use")
    effects = {effect.kind.number for effect in ability.effects} if ability else set()
    return None if effects.isdisjoint((CHANGE_STAT, ENCHANT, IDENTIFY)) else here[0]


def locked_sentence(session: PlayerView, offered: dict[int, int]) -> str:
    """What became of what was offered, since: "The other two altars become cages."; empty if nothing did."""
    hero, kinds, terrain = session.hero, session.rulebook.terrain, session.rulebook.compiled.terrain
    if not any(hero.remembered[cell] == terrain[row].taken_to for cell, row in offered.items()):
        return ""
    # All in one vault are of one kind, and what the hero doesn't see is locked as well.
    row = next(iter(offered.values()))
    altar, cage = kinds[row].name, kinds[terrain[row].taken_to].name
    if len(offered) == 1:
        return f"The other {altar} becomes {indefinite(cage)}."
    return f"The other {number_word(len(offered))} {plural(altar)} become {plural(cage)}."


def choice_sentence(session: PlayerView) -> str:
    """A sentence that names treasures, of each group of which the hero can take one."""
    texts = []
    for group in groups_of(session):
        cells = dict.fromkeys(item.cell for item in group)
        names = [item.name for cell in cells for item in items_seen_on(session, cell)]
        texts.append(f"one of these: {enumerated(counted_names(names), 'or')}")
    return f"You can take {', and '.join(texts)}." if texts else ""
