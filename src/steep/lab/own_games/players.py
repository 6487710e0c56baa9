"""Players of any game, on a maker's view: random, diver, brawler, explorer and masher.

They play like Steep's bots of these names (docs/bots.md), as far as a view allows. A player is a list of rules; the
first that finds something to do decides. All its chance comes from a stream of its own, which the game's seed fixes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection
from random import Random
from typing import Any

from steep.lab.game import Action, Cell, Enemy, Item, View

PATIENCE = 200
"""A player wanders after this many actions on a floor without a new cell."""

WANDERING = 32
"""Actions that it wanders for."""

WHIM_ODDS = 4
"""About one action in this many, the random player does something else than walking on."""

TRIES = 2
"""How often something is tried that does nothing."""

FLEE_WITHIN = 12
"""Steps to the stairs at most, for a hero that flees down them."""

CORRIDOR_WITHIN = 6
"""Steps to a narrow place at most, for one that has several enemies in view."""

POWERFUL = ("power", "strength", "attack", "damage")
"""Words that mark the choice that shortens fights."""

# Ways over the cells that a view knows. Ties go by the order of directions, so that no order of a set decides.

ORTHOGONAL = ((0, -1), (0, 1), (-1, 0), (1, 0))
DIRECTIONS = (*ORTHOGONAL, (-1, -1), (1, -1), (-1, 1), (1, 1))

Edge = tuple[Cell, Cell]
"""A step from a cell to the next."""


def steps(view: View) -> tuple[Cell, ...]:
    """The directions that `move` has in this game."""
    return DIRECTIONS if view.diagonal else ORTHOGONAL


def neighbors(cell: Cell, directions: Collection[Cell]) -> list[Cell]:
    """The cells next to one."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in directions]


def distance(a: Cell, b: Cell) -> int:
    """King's moves between two cells (Chebyshev distance)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def is_frontier(view: View, cell: Cell) -> bool:
    """Whether something next to a cell is still unseen."""
    x, y = cell
    return any((x + dx, y + dy) not in view.cells for dx, dy in DIRECTIONS)


def is_narrow(view: View, cell: Cell) -> bool:
    """Whether at most two enemies at a time can reach an actor there."""
    return sum(view.cells.get(near, False) for near in neighbors(cell, steps(view))) <= 2


def shortest_path(
    view: View, is_goal: Callable[[Cell], bool], closed: Collection[Edge] = (), longest: int = 10_000
) -> list[Cell]:
    """The shortest path over known cells from the hero to a goal, first step first; empty if there is none.

    Enemies are in the way, except on a goal. `closed` are steps that did not work. The hero's cell is no goal.
    """
    assert view.hero is not None
    directions = steps(view)
    occupied = {enemy.at for enemy in view.enemies}
    before: dict[Cell, Cell] = {view.hero: view.hero}
    length = {view.hero: 0}
    pending = deque([view.hero])
    while pending:
        cell = pending.popleft()
        if length[cell] == longest:
            break
        for near in neighbors(cell, directions):
            if near in before or (closed and (cell, near) in closed):
                continue
            reached = is_goal(near)
            if not reached and (near in occupied or not view.cells.get(near, False)):
                continue
            before[near] = cell
            length[near] = length[cell] + 1
            if reached:
                return path_back(before, view.hero, near)
            pending.append(near)
    return []


def path_back(before: dict[Cell, Cell], start: Cell, end: Cell) -> list[Cell]:
    """The path from `start` to `end`, without `start`."""
    path = [end]
    while (cell := before[path[-1]]) != start:
        path.append(cell)
    return path[::-1]


class PlayerMemory:
    """What a player remembers of the floor it is on, and its random stream."""

    def __init__(self, name: str, seed: int) -> None:
        self.random = Random(f"{name} {seed}")  # noqa: S311  # a player's whims, which its seed fixes
        self.chosen = 0
        """Choices made, over the game."""
        self.useless: Counter[str] = Counter()
        """Uses of items, by name, that did nothing good that the player can see."""
        self.tried: set[str] = set()
        """Names of the items that were used to find out what they do."""
        self.last: tuple[View, tuple[Any, ...]] | None = None
        """The view before, and what was done then."""
        self.idle = 0
        """Actions since a cell was seen for the first time."""
        self.arrive()

    def arrive(self) -> None:
        """Forget what held on the last floor."""
        self.visited: set[Cell] = set()
        self.left_alone: set[Cell] = set()
        """Cells of things that can't be picked up."""
        self.failed: Counter[Edge] = Counter()
        """Steps that led nowhere."""
        self.descents: Counter[Cell | None] = Counter()
        """Where going down was tried, and did nothing."""
        self.path: list[Cell] = []
        self.seen_enemy: Cell | None = None
        """Where the last one was seen."""
        self.waits = 0
        self.known = 0

    def learn(self, view: View) -> None:
        """See what the last action did."""
        if self.last is None or self.last[0].floor != view.floor:
            self.arrive()
            self.idle = 0
        else:
            self.judge(*self.last, view)
        self.idle = 0 if len(view.cells) > self.known else self.idle + 1
        self.known = max(self.known, len(view.cells))
        if view.hero is not None:
            self.visited.add(view.hero)
        if not view.enemies:
            self.waits = 0

    def judge(self, before: View, done: tuple[Any, ...], now: View) -> None:
        """Remember what did nothing."""
        here = before.hero
        if done[0] == "move" and here is not None and now.hero == here:
            there = (here[0] + done[1], here[1] + done[2])
            if all(enemy.at != there for enemy in before.enemies):
                self.failed[here, there] += 1
                self.path = []
        elif done[0] == "pickup" and here is not None and any(thing.at == here for thing in now.things):
            self.left_alone.add(here)
        elif done[0] == "use" and not seems_to_work(before, now):
            self.useless[done[1].name] += 1
        elif done[0] == "descend":
            self.descents[here] += 1

    def closed(self) -> set[Edge]:
        """Steps not to try again."""
        return {edge for edge, times in self.failed.items() if times >= TRIES}

    def walk(self, view: View, is_goal: Callable[[Cell], bool], longest: int = 10_000) -> Action | None:
        """The next step to the nearest goal; None if there is no way. An earlier path is kept while it leads to one."""
        if view.hero is None or "move" not in view.can:
            return None
        occupied = {enemy.at for enemy in view.enemies}
        path = self.path
        if (
            not path
            or distance(view.hero, path[0]) != 1
            or not is_goal(path[-1])
            or any(cell in occupied for cell in path[:2])
        ):
            path = shortest_path(view, is_goal, self.closed(), longest)
        if not path:
            self.path = []
            return None
        self.path = path[1:]
        return ("move", path[0][0] - view.hero[0], path[0][1] - view.hero[1])


def seems_to_work(before: View, now: View) -> bool:
    """Whether using an item did what can be seen: it is used up, the hero has more HP, or its enemies have less.

    What enemies do to the hero in the same turn is not the item's doing.
    """
    return (
        len(now.inventory) != len(before.inventory)
        or (now.hp or 0) > (before.hp or 0)
        or len(now.enemies) < len(before.enemies)
        or sum(enemy.hp or 0 for enemy in now.enemies) < sum(enemy.hp or 0 for enemy in before.enemies)
    )


Rule = Callable[[View, PlayerMemory], Action | None]
"""What to do, or None where it doesn't apply."""


# Level-ups and other questions


def choose_any(view: View, memory: PlayerMemory) -> Action | None:
    """Take a random choice."""
    return ("choose", memory.random.randrange(len(view.choices))) if can_choose(view) else None


def choose_first(view: View, _mind: PlayerMemory) -> Action | None:
    """Take the first choice."""
    return ("choose", 0) if can_choose(view) else None


def choose_in_turn(view: View, memory: PlayerMemory) -> Action | None:
    """Take the first choice, then the second, and so on."""
    if not can_choose(view):
        return None
    memory.chosen += 1
    return ("choose", (memory.chosen - 1) % len(view.choices))


def choose_power(view: View, _mind: PlayerMemory) -> Action | None:
    """Take the choice whose name speaks of power, else the first."""
    if not can_choose(view):
        return None
    named = (i for i, name in enumerate(view.choices) if any(word in name.lower() for word in POWERFUL))
    return ("choose", next(named, 0))


def can_choose(view: View) -> bool:
    """Whether there is something to choose."""
    return "choose" in view.can and bool(view.choices)


# Fights


def toughness(enemy: Enemy) -> tuple[int, Cell]:
    """What the weakest enemy has least of."""
    return (0 if enemy.hp is None else enemy.hp, enemy.at)


def adjacent_enemies(view: View) -> list[Enemy]:
    """Those that the hero can attack, the weakest first."""
    if view.hero is None or "move" not in view.can:
        return []
    near = neighbors(view.hero, steps(view))
    return sorted((enemy for enemy in view.enemies if enemy.at in near), key=toughness)


def nearest_enemy(view: View) -> Enemy | None:
    """The nearest enemy in view, and of several the weakest."""
    hero = view.hero
    if hero is None or not view.enemies:
        return None
    return min(view.enemies, key=lambda enemy: (distance(hero, enemy.at), toughness(enemy)))


def attack_adjacent(view: View, memory: PlayerMemory) -> Action | None:
    """Attack the weakest adjacent enemy."""
    near = adjacent_enemies(view)
    if not near or view.hero is None:
        return None
    memory.path = []
    return ("move", near[0].at[0] - view.hero[0], near[0].at[1] - view.hero[1])


def charge(view: View, memory: PlayerMemory) -> Action | None:
    """Attack an adjacent enemy. Otherwise go to the nearest enemy, or to where the last one was seen."""
    if (attack := attack_adjacent(view, memory)) is not None:
        return attack
    if view.enemies:
        cells = {enemy.at for enemy in view.enemies}
        memory.path = []
        step = memory.walk(view, cells.__contains__)
        memory.seen_enemy = memory.path[-1] if memory.path else None
        return step
    goal = memory.seen_enemy
    if goal is None or goal == view.hero:
        memory.seen_enemy = None
        return None
    step = memory.walk(view, goal.__eq__)
    if step is None:
        memory.seen_enemy = None
    return step


def hold_a_narrow_place(view: View, memory: PlayerMemory) -> Action | None:
    """While no enemy is near, go where few of several can reach the hero, and let them take the last step."""
    nearest = nearest_enemy(view)
    if nearest is None or view.hero is None or adjacent_enemies(view) or memory.waits >= CORRIDOR_WITHIN:
        return None
    far = distance(view.hero, nearest.at)
    if far == 2 or (len(view.enemies) > 1 and is_narrow(view, view.hero)):
        memory.waits += 1
        return "wait" if "wait" in view.can else None
    if len(view.enemies) > 1 and far > 2:
        memory.waits += 1
        return memory.walk(
            view, lambda cell: view.cells.get(cell, False) and is_narrow(view, cell), min(far, CORRIDOR_WITHIN)
        )
    return None


def flee_downstairs(view: View, memory: PlayerMemory) -> Action | None:
    """With less than a quarter of its HP, leave a fight by the stairs if they are near."""
    if not view.enemies or not is_below(view, 4) or view.stairs is None:
        return None
    if view.hero == view.stairs:
        return go_down(view, memory)
    return memory.walk(view, view.stairs.__eq__, FLEE_WITHIN)


def is_below(view: View, part: int) -> bool:
    """Whether less than one `part` of the hero's HP is left."""
    return view.hp is not None and view.max_hp is not None and view.hp * part < view.max_hp


# Items


def usable(view: View, memory: PlayerMemory, does: str) -> list[Item]:
    """Items of a kind that can be used and haven't proved useless, in the order of the inventory."""
    if "use" not in view.can:
        return []
    return [item for item in view.inventory if item.does == does and memory.useless[item.name] < TRIES]


def used(item: Item, at: Cell | None) -> Action | None:
    """The action that uses an item, at a cell if it needs one."""
    if not item.aim:
        return ("use", item)
    return None if at is None else ("use", item, at)


def heal_when_half(view: View, memory: PlayerMemory) -> Action | None:
    """Use what heals most once half of the HP are gone."""
    items = usable(view, memory, "heal")
    if not items or not is_below(view, 2):
        return None
    return used(max(items, key=lambda item: item.amount or 0), view.hero)


def heal_when_it_pays(view: View, memory: PlayerMemory) -> Action | None:
    """In a fight, use what heals most once two more turns could kill. Else, below half, use what isn't partly wasted.

    Where the power of an enemy is not known, a third of the HP is the limit.
    """
    items = usable(view, memory, "heal")
    if not items or view.hp is None or view.max_hp is None:
        return None
    if view.enemies:
        blow = sum(enemy.power or 0 for enemy in adjacent_enemies(view))
        known = all(enemy.power is not None for enemy in view.enemies)
        most = max(items, key=lambda item: item.amount or 0)
        in_danger = view.hp <= 2 * blow or (not known and is_below(view, 3))
        return used(most, view.hero) if in_danger and (most.amount is None or most.amount > blow) else None
    missing = view.max_hp - view.hp
    fitting = [item for item in items if is_below(view, 2) and (item.amount or 0) <= missing]
    return used(fitting[0], view.hero) if fitting else None


def harm_in_costly_fights(view: View, memory: PlayerMemory) -> Action | None:
    """Use what harms on the nearest of several enemies, or on one that is dangerous."""
    nearest = nearest_enemy(view)
    items = usable(view, memory, "harm")
    if nearest is None or not items:
        return None
    dangerous = view.hp is not None and 4 * sum(enemy.power or 0 for enemy in view.enemies) >= view.hp
    return used(items[0], nearest.at) if dangerous or len(view.enemies) > 1 or is_below(view, 2) else None


def eat_when_hungry(view: View, memory: PlayerMemory) -> Action | None:
    """Eat once the hero is hungry."""
    items = usable(view, memory, "eat") if view.hungry else []
    return used(items[0], view.hero) if items else None


def equip(view: View, memory: PlayerMemory) -> Action | None:
    """Equip what is to be equipped, while no enemy is in view."""
    items = [] if view.enemies else usable(view, memory, "equip")
    return used(items[0], view.hero) if items else None


def try_unknown(view: View, memory: PlayerMemory) -> Action | None:
    """Use each kind of unknown item once, while no enemy is in view."""
    if view.enemies:
        return None
    for item in usable(view, memory, "other"):
        if not item.aim and item.name not in memory.tried:
            memory.tried.add(item.name)
            return ("use", item)
    return None


def pick_up(view: View, memory: PlayerMemory) -> Action | None:
    """Take what is underfoot."""
    here = view.hero
    lies = any(thing.at == here for thing in view.things)
    return "pickup" if lies and "pickup" in view.can and here not in memory.left_alone else None


def fetch(view: View, memory: PlayerMemory) -> Action | None:
    """Go to the nearest thing."""
    cells = {thing.at for thing in view.things} - memory.left_alone
    return memory.walk(view, cells.__contains__) if cells and "pickup" in view.can else None


# Ways


def go_down(view: View, memory: PlayerMemory) -> Action | None:
    """Take the stairs, or walk to them. If a view shows no stairs, the player tries to go down wherever it can."""
    on_stairs = view.stairs is None or view.stairs == view.hero
    if "descend" in view.can and on_stairs and memory.descents[view.hero] < TRIES:
        return "descend"
    return None if view.stairs is None or on_stairs else memory.walk(view, view.stairs.__eq__)


def descend_here(view: View, memory: PlayerMemory) -> Action | None:
    """Take the stairs that the hero stands on."""
    return go_down(view, memory) if view.stairs is None or view.stairs == view.hero else None


def explore(view: View, memory: PlayerMemory) -> Action | None:
    """Go to the nearest cell next to an unseen one."""
    return memory.walk(view, lambda cell: is_to_explore(view, memory, cell))


def is_to_explore(view: View, memory: PlayerMemory, cell: Cell) -> bool:
    """Whether something new may be seen from a cell."""
    return cell not in memory.visited and view.cells.get(cell, False) and is_frontier(view, cell)


def whim(view: View, memory: PlayerMemory) -> Action | None:
    """Sometimes do a random possible action: pick up, use an item, step or wait."""
    if memory.random.randrange(WHIM_ODDS):
        return None
    options: list[Action] = [verb for verb in ("pickup", "wait") if verb in view.can]
    if "use" in view.can and view.inventory:
        item = memory.random.choice(view.inventory)
        at = memory.random.choice(view.enemies).at if view.enemies else view.hero
        options += filter(None, [used(item, at)])
    if "move" in view.can:
        options.append(("move", *memory.random.choice(steps(view))))
    return memory.random.choice(options) if options else None


def wander(view: View, memory: PlayerMemory) -> Action | None:
    """Walk to a random known cell, or in a random direction where none is known."""
    if "move" not in view.can:
        return None
    if not memory.path:
        open_cells = sorted(cell for cell, walkable in view.cells.items() if walkable and cell != view.hero)
        memory.path = [memory.random.choice(open_cells)] if open_cells and view.hero is not None else []
    goal = memory.path[-1] if memory.path else None
    step = memory.walk(view, goal.__eq__) if goal is not None else None
    return ("move", *memory.random.choice(steps(view))) if step is None else step


PLAYERS: dict[str, tuple[Rule, ...]] = {
    "random": (choose_any, descend_here, whim, wander),
    "masher": (
        choose_first,
        heal_when_half,
        charge,
        pick_up,
        equip,
        eat_when_hungry,
        explore,
        go_down,
    ),
    "diver": (choose_in_turn, attack_adjacent, eat_when_hungry, go_down, explore),
    "brawler": (choose_power, charge, eat_when_hungry, go_down, explore),
    "explorer": (
        choose_power,
        heal_when_it_pays,
        flee_downstairs,
        harm_in_costly_fights,
        hold_a_narrow_place,
        charge,
        pick_up,
        equip,
        eat_when_hungry,
        fetch,
        try_unknown,
        explore,
        go_down,
    ),
}
"""The rules of each player, by its name."""


OWN = "own"
"""The verb that asks a game for the move of a bot of its own. `own:NAME` names one of several."""


def is_own(name: str) -> bool:
    """Whether a player is a bot of the game's own."""
    return name.partition(":")[0] == OWN


class Player:
    """One of PLAYERS, for one game. Call it with each view."""

    def __init__(self, name: str, seed: int) -> None:
        self.rules = PLAYERS[name]
        self.memory = PlayerMemory(name, seed)
        self.lost = (choose_any, attack_adjacent, descend_here)

    def __call__(self, view: View) -> Action:
        """The next action."""
        self.memory.learn(view)
        wandering = self.memory.idle % (PATIENCE + WANDERING) >= PATIENCE
        action = self.first_of(self.lost if wandering else self.rules, view)
        self.memory.last = view, (action,) if isinstance(action, str) else action
        return action

    def first_of(self, rules: tuple[Rule, ...], view: View) -> Action:
        """What the first rule that applies does."""
        for rule in (*rules, wander):
            if (action := rule(view, self.memory)) is not None:
                return action
        return idle_action(view)


def idle_action(view: View) -> Action:
    """What to do where nothing can be done: wait, or else try what is offered."""
    return "wait" if "wait" in view.can else min(view.can, default="wait")
