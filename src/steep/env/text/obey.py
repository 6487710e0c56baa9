"""What commands in words do: each is an action, or a multi-turn move that stops when something comes up.

A refused command is one sentence that says why, and what is possible. A move that asks something is answered by the
same command again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from steep.core.geometry import NOWHERE, steps_between
from steep.core.input_errors import InputError, brief, nearest, shortened
from steep.core.world import VisibleMonster
from steep.env.kernel.actions import COMPASS_POINTS, is_aimed
from steep.env.kernel.choose_target import BEST, NEAREST_ENEMY, target_of, throw_target
from steep.env.text.page import gain_texts, glyph_and_name, inventory_text, place_text, things
from steep.play.inventory_stacks import stacks_of
from steep.play.moves import Descend, Explore, FightOn, Interrupts, Rest, Travel
from steep.play.moves.explore import AutoPickup
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.player_view import visible_enemies, visible_monsters
from steep.play.session import Session
from steep.play.texts.messages import reason_sentence
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules import action_codes as codes
from steep.rules.action_codes import action

COMMANDS = {
    "explore": (),
    "descend": ("go down", "go downstairs", "take stairs"),
    "go to X": ("travel to", "walk to", "move to"),
    "fight": (),
    "attack X": ("kill", "hit"),
    "use ITEM on X": ("drink", "quaff", "read", "eat", "zap", "equip", "wear", "wield", "put on", "take off"),
    "throw ITEM at X": ("fire", "shoot"),
    "drop ITEM": (),
    "pick up": ("take", "get"),
    "rest": (),
    "wait": (),
    "move north": ("go", "step", "walk"),
    "choose NUMBER": ("improve", "raise"),
    "inventory": (),
}
"""What a player may say, and other words for the verb. X is something in view or known, ITEM a letter or a name."""

VERBS = {name.split(" X")[0].split(" ITEM")[0].split(" NUMBER")[0].split(" north")[0]: name for name in COMMANDS}
PHRASES = {phrase: verb for verb, name in VERBS.items() for phrase in (verb, *COMMANDS[name])}
"""The verb of each phrase that a command may begin with. The longest counts."""

AFTER_FIRST = re.compile(rf" (?:and then|then|and) (?=(?:{'|'.join(PHRASES)})\b)")
"""What parts a command from one that follows it."""

MARKED = re.compile(
    r'<(?:action|command)>|"(?:action|command)"\s*:\s*"|^[^\w\n:"]*(?:action|command)[^\w\n:]*:',
    re.IGNORECASE | re.MULTILINE,
)
"""What a command may stand after: "Action: ", "<action>", or the same as a key of JSON."""

WORD = re.compile(r"(?<!\S)-\d+|[^\W_]+(?:[-'][^\W_]+)*|(?<=\bto )[^\w\s](?!\S)")
"""A word of a command: a number may be negative, and a sign on the map is one after "to"."""

LONGEST = 200
"""Characters of a command that are read."""

WEAK = 30
"""Below this percentage of its HP, the hero fights one action at a time."""

Reply = str | int | MultiTurnMove
"""What a command comes to: a sentence, an action, or a move."""

T = TypeVar("T")


def words_of(command: str) -> str:
    """The words of the command in an answer, in lower case without articles; the letter of an inventory slot stays.

    The command is what the last mark (as `MARKED` has them) precedes, or else the last line that is not empty. Raises
    `InputError` for what is no text.
    """
    if not isinstance(command, str):
        raise InputError(f"the command is {brief(command)}; it must be a text")
    if marks := list(MARKED.finditer(command)):
        end = '"' if marks[-1][0].endswith('"') else "<"
        line = re.split(f"[{end}\n]", command[marks[-1].end() :].lstrip("\n\r\t *"))[0]
    else:
        line = next((line for line in reversed(command.split("\n")) if re.search(r"\w", line)), "")
    found = WORD.findall(comparable(line)[:LONGEST])
    return re.sub(r"\b(the|my|an|a(?! on | at )) ", "", " ".join(found))


def comparable(text: str) -> str:
    """A text in lower case, with directions as `COMPASS_POINTS` has them."""
    return re.sub("(north|south)-", r"\1", text.lower())


def stem(word: str) -> str:
    """What a word has in singular and plural: that of "knife" and "knives", or "ruby" and "rubies"."""
    return re.sub("y$", "i", re.sub("[vf]+$", "f", word.rstrip("es"))) or word


def find(wanted: str, named: Sequence[tuple[str, T]], refusal: str) -> T | str:
    """The first thing whose name has all wanted words, in singular or plural; or a refusal that lists the names."""
    for name, thing in named:
        if set(map(stem, wanted.split())) <= set(map(stem, comparable(name).split())):
            return thing
    names = list(dict.fromkeys(name for name, _ in named))
    if not names:
        return f'{refusal} "{shortened(wanted)}".'
    listed = ", ".join([*names[:12], *(f"{len(names) - 12} more" for _ in names[12:13])])
    return f'{refusal} "{shortened(wanted)}"{nearest(wanted, names)}; there are: {listed}.'


class Player:
    """Plays a run by commands. `finished` says whether the game is over; no move goes on then."""

    def __init__(self, session: Session, finished: Callable[[], bool]) -> None:
        self._session = session
        self._finished = finished
        self._notes = FloorNotes()
        self._notes.look(session)
        session.observers += [AutoPickup(session), self._notes]
        self._said = ""
        self._left: list[str] = []
        """The words of the command that are not obeyed."""
        self._question: Callable[[], None] | None = None
        """What to call if the player agrees to the question with which the last command ended."""

    def obey(self, said: str) -> str:
        """Do what the words of a command say. Returns a sentence about it; empty if the messages say all."""
        agree = self._question
        self._question = None
        if agree is not None and said == self._said:
            agree()
        else:
            self._notes.forget_consent()
        self._said = said
        first, *self._left = AFTER_FIRST.split(said, maxsplit=1)
        reply = self._understand(f"move {first}" if first in COMPASS_POINTS else first)
        if isinstance(reply, int):
            self._session.act(reply)
            reply = ""
        told = reply if isinstance(reply, str) else self._follow(reply)
        unheard = [f'"{shortened(text)}" was left out: say one command at a time.' for text in self._left]
        return " ".join([told, *unheard]).strip()

    def _understand(self, said: str) -> Reply:
        """What a command comes to."""
        phrase = max((each for each in PHRASES if f"{said} ".startswith(f"{each} ")), key=len, default="")
        verb, rest = PHRASES.get(phrase, ""), said[len(phrase) + 1 :]
        if not verb:
            return (
                f'There is no command "{shortened(said)}"{nearest(said, COMMANDS)}; there are: {", ".join(COMMANDS)}.'
            )
        if not rest and verb != VERBS[verb]:
            return f'Say more than "{verb}": {VERBS[verb]}.'
        if VERBS[verb] == verb != "fight" and any(word in PHRASES or word.isdecimal() for word in rest.split()):
            self._left.insert(0, rest)
        replies: dict[str, Callable[[], Reply]] = {
            "explore": lambda: Explore(self._notes),
            "descend": lambda: Descend(self._notes),
            "go to": lambda: self._go(rest),
            "fight": lambda: self._attack(rest) if rest else FightOn(self._notes),
            "attack": lambda: self._attack(rest),
            "use": lambda: self._handle(codes.USE, rest),
            "throw": lambda: self._handle(codes.THROW, rest),
            "drop": lambda: self._handle(codes.DROP, rest),
            "pick up": lambda: action(codes.PICK_UP),
            "rest": Rest,
            "wait": lambda: action(codes.WAIT),
            "move": lambda: self._step(rest),
            "choose": lambda: self._choose(rest),
            "inventory": lambda: inventory_text(self._session),
        }
        return replies[verb]()

    def _follow(self, move: MultiTurnMove) -> str:
        """Follow a move until it ends, is interrupted or the game is over. Returns why it ended."""
        session = self._session
        interrupts = Interrupts(
            session, bears_statuses=move.bears_statuses, passes_items=move.passes_items, notes=self._notes
        )
        session.observers.append(interrupts)
        try:
            while not self._finished():
                act = move.next_action(session)
                if act is None:
                    return self._ended(move)
                if session.act(act) != codes.DONE:
                    return ""
                if isinstance(move, FightOn) and not self._finished() and self._is_weak():
                    return f'You have only {session.hero.hp} HP left. Say "{self._said}" again to fight on.'
                if interrupts.reason and not isinstance(move, FightOn):
                    return interrupts.reason
        finally:
            session.observers.remove(interrupts)
        return ""

    def _ended(self, move: MultiTurnMove) -> str:
        """Why a move ended. Where it asks, the same command again agrees."""
        if move.go_on is None:
            return move.ended
        if move.instead:
            return f'{move.ended} Say "{move.instead}" to {move.offer}.'
        self._question = move.go_on
        return f'{move.ended} Say "{self._said}" again to {move.offer}.'

    def _is_weak(self) -> bool:
        """Whether the hero should think before each blow, while enemies are in view."""
        hero = self._session.hero
        return bool(visible_enemies(hero)) and not hero.choosing and 100 * hero.hp < WEAK * hero.max_hp

    def _attack(self, wanted: str) -> Reply:
        enemy = self._monster(wanted, visible_enemies(self._session.hero))
        return enemy if isinstance(enemy, str) else FightOn(self._notes, int(enemy.actor))

    def _step(self, wanted: str) -> Reply:
        """Step or attack."""
        points = [(point, number) for number, point in enumerate(COMPASS_POINTS)]
        direction = find(wanted, points, "There is no direction")
        return direction if isinstance(direction, str) else action(codes.MOVE, direction)

    def _choose(self, wanted: str) -> Reply:
        """Choose a gain, by its number or its name."""
        if not self._session.hero.choosing:
            return reason_sentence(codes.NOTHING_TO_CHOOSE)
        gains = [(f"{number + 1} {text}", number) for number, text in enumerate(gain_texts(self._session))]
        number = find(wanted, gains, "There is no gain")
        return number if isinstance(number, str) else action(codes.CHOOSE, number)

    def _go(self, wanted: str) -> Reply:
        """Go to a monster in view, or to a thing that the hero knows of."""
        session = self._session
        found = [(glyph_and_name(session, each), int(each.cell)) for each in visible_monsters(session.hero)]
        nearest_things = {f"{glyph} {name}".strip(): cell for cell, glyph, name in reversed(things(session))}
        found += sorted(nearest_things.items(), key=lambda thing: steps_between(thing[1], session.hero.cell))
        known = [(f"{name} {place_text(session, cell)}", cell) for name, cell in found]
        cell = find(wanted, known, "You know of no")
        return cell if isinstance(cell, str) else Travel(cell, self._notes)

    def _monster(self, wanted: str, among: Sequence[VisibleMonster]) -> VisibleMonster | str:
        """The nearest monster of some that a name, a glyph or a place means, or a refusal."""
        session = self._session
        near = sorted(among, key=lambda each: steps_between(each.cell, session.hero.cell))
        named = [(f"{glyph_and_name(session, each)} {place_text(session, each.cell)}", each) for each in near]
        return find(wanted, named, "You see no")

    def _handle(self, verb: int, rest: str) -> Reply:
        """Use, throw or drop an item, at a target if one is named, or else at the best."""
        hero, ruleset = self._session.hero, self._session.rulebook.compiled
        stacks = [(f"{stack.letter} {stack.name}", stack) for stack in stacks_of(self._session)]
        stack, target = find(rest, stacks, "You carry no"), None
        if isinstance(stack, str) and (parts := re.fullmatch("(.+?) (?:on|at) (.+)", rest)):
            stack = find(parts[1], stacks, "You carry no")
            target = self._monster(parts[2], visible_monsters(hero))
        if isinstance(stack, str):
            return stack
        if isinstance(target, str):
            return target
        slot, cell = stack.next_slot, NOWHERE if target is None else int(target.cell)
        if verb == codes.DROP:
            return action(codes.DROP, slot)
        if verb == codes.THROW:
            aimed = (throw_target(hero, ruleset, slot, aim) for aim in (BEST, NEAREST_ENEMY))
            cell = next((each for each in (cell, *aimed) if each != NOWHERE), NOWHERE)
        elif not is_aimed(hero, ruleset, slot):
            if target is None:
                return action(codes.USE, slot)
            return f'The {stack.item.name} takes no target: say "use {stack.letter}", or "throw {stack.letter} at X".'
        elif cell == NOWHERE:
            use = ruleset.items[hero.inventory[slot].kind - 1].use
            cell = int(target_of(hero, ruleset, ruleset.abilities[use], BEST))
        return reason_sentence(codes.NO_ENEMY_IN_REACH) if cell == NOWHERE else action(verb, slot, cell)
