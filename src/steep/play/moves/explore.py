"""Explore: the move that finds what a floor holds; and what is left behind on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial

from steep.content.articles_and_plurals import agreeing, definite, indefinite, plural
from steep.core.geometry import NOWHERE, steps_between
from steep.core.ruleset import CANNOT_ACT, FOLLOW_NOBODY, HELD
from steep.play.moves.move_base_class import MultiTurnMove, name_of, nearest_of, one_step_at_a_time, warning_of
from steep.play.moves.paths_over_known_ground import (
    Pathfinder,
    WayThrough,
    ground_out_of_reach,
    step_to,
    walkable_ground,
    way_through,
    what_is_left,
)
from steep.play.moves.travel_run_and_rest import NO_WAY, Travel
from steep.play.player_view import (
    PlayerView,
    enemies_apart,
    enemies_that_come,
    items_seen_on,
    seen_items,
    seen_items_on,
    struck_by,
    visible_enemies,
    visible_monsters,
)
from steep.play.session import Session
from steep.play.texts.describe import direction_text, item_names
from steep.play.texts.messages import (
    capitalised,
    counted_names,
    enumerated,
    number_word,
    reason_sentence,
    underfoot_sentence,
)
from steep.play.texts.refusals import full_sentence
from steep.play.texts.survival import food_carried, food_sentence, food_wanted, is_starving
from steep.play.timeline import Happened
from steep.play.warnings_and_discoveries import (
    Company,
    FloorNotes,
    choice_sentence,
    groups_of,
    is_locked,
    items_that_lock_others,
    rows_without_room,
    surplus_rows,
)
from steep.rules.action_codes import DESCEND, DONE, PICK_UP, SEALED, UNDERFOOT, USE, WAIT, action
from steep.rules.experience_and_victory import is_sealed

# Descend: the move to the next floor.

NO_STAIRS_SEEN = "You haven't found the stairs yet."

PATIENCE = 30
"""Turns that the hero waits on the stairs for allies that may come."""


class Descend(MultiTurnMove):
    """Travel to the stairs and descend them. Where the hero knows no way there, it offers to explore.

    On the stairs it says once a floor what is left behind, and each time which allies are missing: it offers to wait
    for those that may come, and then to go without them. A fleeing hero isn't asked.
    """

    passes_items = True

    def __init__(self, notes: FloorNotes | None = None) -> None:
        super().__init__(notes)
        self._floor = NOWHERE
        self._waits = False
        self._turns_waited = 0
        self._travel: Travel | None = None
        self._search: Explore | None = None

    def _next(self, session: PlayerView) -> int | str:
        hero, notes = session.hero, self._notes
        if self._moves == 0:
            self._floor = hero.floor
        if hero.floor != self._floor:
            return ""
        if hero.stairs == NOWHERE:
            return self._explore(session, NO_STAIRS_SEEN)
        if hero.cell == hero.stairs:
            if is_sealed(session.rulebook.compiled, hero.floor):
                return self._explore(session, reason_sentence(SEALED))
            return action(DESCEND) if visible_enemies(hero) else self._on_stairs(session)
        notes.company = Company.UNASKED
        if self._travel is None:
            self._travel = Travel(hero.stairs, notes)
        act = self._travel.next_action(session)
        if act is not None and self._search is not None:
            return "You have found a way to the stairs."
        if act is not None:
            return act
        if self._travel.go_on is not None:
            return self._ask(self._travel.ended, self._travel.offer, self._travel.go_on)
        return self._explore(session, self._travel.ended) if self._travel.ended == NO_WAY else self._travel.ended

    def _explore(self, session: PlayerView, why: str) -> int | str:
        """Explore, or offer to explore for a reason, or ask what exploring asks first."""
        notes = self._notes
        if self._search is None:
            self._search = Explore(notes)
        act = self._search.next_action(session)
        if act is not None and notes.searches:
            return act

        def agree() -> None:
            notes.searches = True
            if self._search is not None and self._search.go_on is not None:
                self._search.go_on()

        if act is not None:
            return self._ask(why, "explore", agree)
        if self._search.go_on is not None and not self._search.instead:
            return self._ask(f"{why} {self._search.ended}", self._search.offer, agree)
        # Having taken some steps, it has said so already.
        return self._search.ended if self._moves else f"{why} {self._search.ended}"

    def _on_stairs(self, session: PlayerView) -> int | str:
        """Go down or wait for allies, or first say what or who would be left behind."""
        notes = self._notes
        missing = missing_allies(session, notes)
        coming = can_come(session, missing)
        if not missing:
            notes.company = Company.UNASKED
        elif notes.company == Company.AGREED_TO_WAIT:
            self._waits, notes.company = True, Company.WAITED
        if self._waits and coming and self._turns_waited < PATIENCE:
            self._turns_waited += 1
            return action(WAIT)
        things = "" if notes.left else left_behind(session, notes)
        if missing and notes.company != Company.LEFT:
            return self._ask_about(session, things, missing.values(), coming.values())
        if things:
            return self._ask(things, "go on", partial(setattr, notes, "left", True))
        return action(DESCEND)

    def _ask_about(self, session: PlayerView, things: str, missing: Collection[int], coming: Collection[int]) -> str:
        """Name missing allies, and offer to wait for those who may come, or to go without them."""
        notes = self._notes
        waits = coming and notes.company == Company.UNASKED
        verb = "is" if len(missing) == 1 else "are"
        text = f"{capitalised(names_of_allies(session, missing))} {verb} not beside you."
        offer = f"wait for {names_of_allies(session, coming)}" if waits else "go down all the same"

        def agree() -> None:
            notes.left = True
            notes.company = Company.AGREED_TO_WAIT if waits else Company.LEFT

        return self._ask(" ".join(filter(None, (things, text))), offer, agree)


KEPT = HELD | CANNOT_ACT
"""What keeps an ally from coming along."""


def left_behind(session: PlayerView, notes: FloorNotes) -> str:
    """What the hero hasn't freed, chosen or gone to: "Left here: a captive witch and a loaf."; empty for nothing."""
    hero, rulebook = session.hero, session.rulebook
    notes.look(session)
    captives = [f"captive {rulebook.monsters[kind].name}" for kind, _ in notes.captives.values()]
    choices = items_that_lock_others(session)
    offered = {item.cell for item in choices}
    cells = dict.fromkeys(
        item.cell
        for item in (*notes.unvisited(session), *notes.without_room(session))
        if item.cell not in offered and not is_locked(session, item.cell)
    )
    things = [item.name for cell in cells for item in items_seen_on(session, cell)]
    groups = [
        f"one of {number_word(len({item.cell for item in group}))} things on "
        f"{plural(rulebook.terrain[hero.remembered[group[0].cell]].name)}"
        for group in groups_of(session)
    ]
    left = [*counted_names(captives), *groups, *counted_names(things)]
    return f"Left here: {enumerated(left)}." if left else ""


def missing_allies(session: PlayerView, notes: FloorNotes) -> dict[int, int]:
    """The rows of the allies that wouldn't follow by the stairs, with their kinds; none if allies never follow."""
    notes.look(session)
    return notes.allies_left(session.hero) if session.rulebook.compiled.followers != FOLLOW_NOBODY else {}


def can_come(session: PlayerView, allies: Mapping[int, int]) -> dict[int, int]:
    """The missing allies that may still come, as far as the hero knows, with the kind of each."""
    kept = {int(each.actor) for each in visible_monsters(session.hero) if each.asleep or each.conditions & KEPT}
    stays = [kind.stays for kind in session.rulebook.compiled.monsters]
    return {row: kind for row, kind in allies.items() if row not in kept and not stays[kind]}


def names_of_allies(session: PlayerView, kinds: Collection[int]) -> str:
    """What allies of some kinds are called: "the dog", "two dogs and the witch"."""
    counts = Counter(session.rulebook.monsters[kind].name for kind in kinds)
    return enumerated(
        [definite(name) if count == 1 else f"{number_word(count)} {plural(name)}" for name, count in counts.items()]
    )


def no_room_sentence(session: PlayerView, notes: FloorNotes) -> str:
    """What the hero has no room for: "Your inventory is full; left behind: a brass key."; empty for nothing."""
    offered = {item.cell for item in items_that_lock_others(session)}
    names = [
        session.rulebook.item_rows[item.kind].name
        for item in notes.without_room(session)
        if item.cell not in offered and not is_locked(session, item.cell)
    ]
    return f"Your inventory is full; left behind: {enumerated(counted_names(names))}." if names else ""


def captives_sentence(session: PlayerView, notes: FloorNotes) -> str:
    """Where the captives are that the hero knows of: "You haven't freed a captive witch (east, 9 steps)."."""
    names = [
        f"{indefinite(f'captive {session.rulebook.monsters[kind].name}')} ({direction_text(session.hero.cell, cell)})"
        for kind, cell in notes.captives.values()
    ]
    return f"You haven't freed {enumerated(names)}." if names else ""


class Explore(MultiTurnMove):
    """Explore: walk to the nearest unknown cell or unvisited item, until none is left.

    A hungry hero without food first goes back for food that it left. What the hero left because its inventory was full
    it fetches once it has room, keys first. It leaves equipment that is no better than what it carries.

    It opens doors, also locked ones if the hero carries the key. It leaves alone treasures of which only one can be
    taken, and stops when it comes upon some.

    It keeps out of the reach of enemies that keep apart. Where it can't, it warns of them once, and then goes on by the
    way that is least in their reach.

    It asks before a step while an enemy that comes is in view, and before it goes through danger or past somebody if
    there is no other way. When nothing is left, it offers to go down.
    """

    def __init__(self, notes: FloorNotes | None = None) -> None:
        super().__init__(notes)
        self._pathfinder = Pathfinder()
        self._offered: set[int] = set()
        """Cells of treasures that the player knows of."""

    def _next(self, session: PlayerView) -> int | str:
        hero, notes = session.hero, self._notes
        notes.look(session)
        coming = enemies_that_come(session)
        if any(enemy.actor not in notes.faced for enemy in coming):
            text = f"{capitalised(nearest_of(session, coming))} is in view."
            faced = [int(enemy.actor) for enemy in coming]
            return self._ask(text, "explore all the same", partial(notes.faced.update, faced))
        if coming and self._moves:
            return one_step_at_a_time(session, coming)
        if self._moves == 0 and is_starving(session) and food_carried(session) and not notes.hungers:
            text = f"You are starving. {food_sentence(session)} Eat before you go on."
            return self._ask(text, "go on all the same", partial(setattr, notes, "hungers", True))
        choices = items_that_lock_others(session)
        cells = {item.cell for item in choices}
        if self._moves and not cells <= self._offered:
            return choice_sentence(session)
        self._offered = cells
        if food := [item for item in food_wanted(session) if item.cell == hero.cell]:
            if notes.hungers:
                number = [item.item for item in seen_items_on(hero, hero.cell)].index(food[0].item)
                return action(USE, UNDERFOOT + number, hero.cell)
            name = session.rulebook.item_rows[food[0].kind].name
            how = "use it from the floor" if food[0].item in rows_without_room(session) else "pick it up, or use it"
            text = f"You are hungry, and there is {indefinite(name)} here: {how}."
            return self._ask(text, "use it", partial(setattr, notes, "hungers", True))
        ground = walkable_ground(hero)
        struck = notes.struck
        safe = ground_out_of_reach(session, ground, struck)
        path = self._path(session, cells, safe) if safe else []
        if path:
            notes.crossing.clear()
            return step_to(hero, path[0])
        path = self._path(session, cells, ground)
        if path and struck:
            items = {item.cell for item in notes.unvisited(session)} - cells
            path = self._pathfinder.to_what_is_left(session, ground, items, struck) or path
            near = [enemy for enemy in enemies_apart(session) if {hero.cell, path[0]} & struck_by(session, enemy)]
            if new := [enemy for enemy in near if enemy.actor not in notes.dared]:
                dared = [enemy.actor for enemy in near]
                return self._ask(warning_of(session, new), "go on", partial(notes.dared.update, dared))
        if path:
            notes.crossing.clear()
            return step_to(hero, path[0])
        return self._through(session, cells)

    def _through(self, session: PlayerView, choices: set[int]) -> int | str:
        """The next step of the only way to what is left, or a question, or that nothing is left."""
        hero, notes = session.hero, self._notes
        items = [item.cell for item in notes.unvisited(session) if item.cell not in choices]
        way = way_through(session, what_is_left(hero, hero.remembered, items))
        if not way.cells:
            return self._nothing_left(session, self._locked(session, items))
        consent = way.consent(notes)
        if consent is None:
            return step_to(hero, way.cells[0])
        if way.body is not None and way.dares(notes):
            name = capitalised(name_of(session, way.body))
            return self._ask(f"{name} is in the way of what is left to explore.", *consent)
        if way.gas:
            text = f"{capitalised(way.gas)} is in the way of what is left to explore: wait for it to thin out."
            return self._ask(agreeing(text, way.gas), *consent)
        return self._ask(self._what_is_left(session, self._behind(session, way)), *consent)

    def _nothing_left(self, session: PlayerView, locked: str) -> str:
        """That nothing is left; where there is a way down, it is offered."""
        hero = session.hero
        text = self._what_is_left(session, locked)
        if hero.stairs == NOWHERE or leads_nowhere(session, self._notes):
            return text
        return self._ask(text, "go down", instead="descend")

    def _what_is_left(self, session: PlayerView, but: str) -> str:
        """That nothing is left to explore but for something, and what was left behind."""
        room, captives = no_room_sentence(session, self._notes), captives_sentence(session, self._notes)
        left = [text for text in (room, captives, choice_sentence(session)) if text]
        left += ["You know where the stairs are."] if session.hero.stairs != NOWHERE else []
        return " ".join([f"There is nothing left to explore{but}.", *left])

    def _behind(self, session: PlayerView, way: WayThrough) -> str:
        """What dangerous terrain the only way leads through, where that is, and what to do if it ends by itself."""
        hero = session.hero
        cell = next(cell for cell in way.cells if not hero.passable[hero.remembered[cell]])
        kind = session.rulebook.terrain[hero.remembered[cell]]
        how = ": to go on, wait until it is gone" if kind.fades_to else ""
        return f" except behind {kind.name} ({direction_text(hero.cell, cell)}){how}"

    def _locked(self, session: PlayerView, items: list[int]) -> str:
        """The lock behind which there is more, where it is, and what opens it; empty if there is none."""
        hero = session.hero
        cell = self._pathfinder.locked(session, walkable_ground(hero), items)
        if cell == NOWHERE:
            return ""
        kind = session.rulebook.terrain[hero.remembered[cell]]
        key = next((item.name for item in session.rulebook.items if item.key == kind.key_item), "")
        where = f"{indefinite(kind.name)} ({direction_text(hero.cell, cell)})"
        return f" except behind {where}, for which you need {indefinite(key)}"

    def _path(self, session: PlayerView, choices: set[int], ground: bytearray) -> list[int]:
        """The shortest path to an unknown cell or an unvisited item not on one of `choices`; items win ties.

        Food that a hungry hero wants comes first, then keys that it had no room for.
        """
        hero = session.hero
        for wanted in (*food_wanted(session), *self._notes.keys_to_fetch(session)):
            if wanted.cell not in choices and (way := self._pathfinder.to(session, ground, wanted.cell)):
                return way
        path = self._pathfinder.to_unknown(session, ground)
        items = sorted(
            (steps_between(item.cell, hero.cell), item.cell)
            for item in self._notes.unvisited(session)
            if item.cell not in choices and item.cell != hero.cell and hero.passable[ground[item.cell]]
        )
        for steps, cell in items:
            if path and steps > len(path):
                break
            to_item = self._pathfinder.to(session, ground, cell)
            if to_item and (not path or len(to_item) <= len(path)):
                path = to_item
        return path


def leads_nowhere(session: PlayerView, notes: FloorNotes) -> bool:
    """Whether the stairs are sealed, or the hero knows no way to them at all."""
    hero = session.hero
    if is_sealed(session.rulebook.compiled, hero.floor):
        return True
    travel = Travel(hero.stairs, notes)
    return hero.cell != hero.stairs and travel.next_action(session) is None and travel.go_on is None


# Automatic pickup of what the hero walks onto, by the ordinary action.


class AutoPickup:
    """Picks up the items that the hero wants among those it has just walked onto.

    The hero wants the items it has just walked onto, unless it dropped or left one of them on an earlier visit, or
    taking one would lock away others. It wants no equipment that is no better than what it carries.
    Items that it could not pick up, because of an enemy or a full inventory, stay wanted until it leaves the floor or
    the program ends.
    """

    def __init__(self, session: Session, is_on: Callable[[], bool] = lambda: True) -> None:
        self._session = session
        self._is_on = is_on
        """Whether the player wants it at all."""
        self.note = ""
        """What was left because the inventory is full, after the last action; usually empty."""
        self._passed: set[int] = set()
        self._remember(session)

    def look(self, _: PlayerView, happened: Happened) -> None:
        """Pick up, if the hero has just walked onto what it wants, and inventory and enemies allow it."""
        session = self._session
        self.note = ""
        arrived = self._arrives(session)
        if not arrived or happened.action is None or not self._is_on():
            return
        if may_pick_up(session):
            session.log.retract(underfoot_sentence(item_names(session, session.hero.cell)))
            while may_pick_up(session) and session.act(action(PICK_UP)) == DONE:
                pass
            if rest := item_names(session, session.hero.cell):
                session.log.add(underfoot_sentence(rest), "info", session.turn)
        if worth_taking_here(session) and is_full(session):
            self.note = full_sentence(session.hero, session.rulebook)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._floor, self._cell = hero.floor, hero.cell
        self._left_behind = {item.item for item in seen_items(hero) if item.visited}
        self._passed &= {item.item for item in seen_items(hero)}

    def _arrives(self, session: PlayerView) -> bool:
        """Whether the hero has walked, since the last look, onto a cell where it wants the items."""
        hero = session.hero
        if hero.floor != self._floor:
            self._passed.clear()
            self._left_behind.clear()
        walked = (hero.floor, hero.cell) != (self._floor, self._cell)
        here = worth_taking_here(session)
        arrived = bool(here) and walked and here.isdisjoint(self._left_behind - self._passed)
        arrived = arrived and hero.cell not in {item.cell for item in items_that_lock_others(session)}
        if arrived:
            self._passed |= here
        self._remember(session)
        return arrived

    def wants(self, session: PlayerView) -> bool:
        """Whether what is underfoot was passed by before, because of an enemy or a full inventory."""
        here = worth_taking_here(session)
        return bool(here) and here <= self._passed


def worth_taking_here(session: PlayerView) -> set[int]:
    """The rows of the items underfoot, except equipment no better than what the hero carries."""
    return {int(item.item) for item in seen_items_on(session.hero, session.hero.cell)} - surplus_rows(session)


def may_pick_up(session: PlayerView) -> bool:
    """Whether the hero can pick up an item that it wants, with no enemy in view that would keep it from exploring."""
    calm = not enemies_that_come(session) and not session.over and not session.hero.choosing
    return calm and bool(worth_taking_here(session)) and not is_full(session)


def is_full(session: PlayerView) -> bool:
    """Whether the hero has room for nothing underfoot that it wants."""
    return worth_taking_here(session) <= rows_without_room(session)
