"""Messages: what happened, and why an action is impossible, in the second person.

This module knows the wording, not the screen. The kind of a message sets its colour; no message needs colour to be
understood. Monsters with a pronoun are spoken of as that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace

from steep.content import Rulebook
from steep.content.articles_and_plurals import agreeing, definite, indefinite, plural, spaced
from steep.content.rulebook import with_plus
from steep.content.sections import Monster, Region
from steep.core.ruleset import CANNOT_SEE, MAX_ABILITIES, MAX_KINDS
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import HERO, MAX_INVENTORY, Event
from steep.rules import action_codes as actions
from steep.rules import perceived_events as events
from steep.rules.items.identification_and_enchantments import plus_of
from steep.rules.perceived_events import EVENTS, OF_HUNGER, OF_STATS, OF_STATUSES, OF_TERRAIN, Kind, side_of

PRONOUNS = {"he": ("he", "him", "his", "himself"), "she": ("she", "her", "her", "herself")}
"""What "it" becomes as a subject and as an object; then "its" and "itself"."""

WORDS = re.compile(r"((?:\b(?:when|until|if|whoever|who|what|that)|,) )?\b(it|its|itself)\b", re.IGNORECASE)


def with_pronoun(text: str, pronoun: str) -> str:
    """A text about a monster with its pronoun in place of "it"."""
    if pronoun not in PRONOUNS:
        return text
    subject, other, owner, self = PRONOUNS[pronoun]

    def replaced(match: re.Match[str]) -> str:
        before, word = match[1] or "", match[2]
        does = bool(before) or word == "It"
        new = {"it": subject if does else other, "its": owner, "itself": self}[word.lower()]
        return before + (new.capitalize() if word[0].isupper() else new)

    return WORDS.sub(replaced, text)


MAX_MESSAGES = 5_000
"""Messages in a log. When it is full, the oldest tenth is dropped."""

GREETING = "You stand at the head of a stair. The way down is steep."


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the log, and how often it was repeated in a row."""

    text: str
    kind: Kind
    count: int
    turn: int
    """The turn of the last repetition."""

    @property
    def line(self) -> str:
        """The message as shown, with its count when repeated."""
        return f"{self.text} (x{self.count})" if self.count > 1 else self.text


@dataclass(slots=True)
class MessageLog:
    """The messages of a run, oldest first. Repeating the last message raises its count."""

    entries: list[Message] = field(default_factory=list)

    def add(self, text: str, kind: Kind = "info", turn: int | None = None) -> None:
        """Add a message. Without a turn, it gets the turn of the message before."""
        last = self.entries[-1] if self.entries else None
        if turn is None:
            turn = last.turn if last else 0
        if last and last.text == text and last.kind == kind:
            self.entries[-1] = replace(last, count=last.count + 1, turn=turn)
            return
        if len(self.entries) >= MAX_MESSAGES:
            del self.entries[: MAX_MESSAGES // 10]
        self.entries.append(Message(text, kind, 1, turn))

    def retract(self, text: str) -> None:
        """Remove the last message if it is this one, because it is no longer needed."""
        last = self.entries[-1] if self.entries else None
        if last and last.text == text:
            self.entries[-1:] = [replace(last, count=last.count - 1)] if last.count > 1 else []


NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted_names(names: Sequence[str]) -> list[str]:
    """Names with equal ones counted together, in order of first appearance: "two orcs", "a troll"."""
    counts = Counter(names)
    return [
        indefinite(name) if count == 1 else f"{number_word(count)} {plural(name)}" for name, count in counts.items()
    ]


def counted(count: int, noun: str) -> str:
    """A number with its noun: "1 hit", "2 hits"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def turns_text(percent: int) -> str:
    """A time in percent of a turn: "half a turn", "two turns", "80% of a turn"."""
    if percent == 50:
        return "half a turn"
    if percent % 100:
        return f"{percent}% of a turn"
    return "a turn" if percent == 100 else f"{number_word(percent // 100)} turns"


def number_word(count: int) -> str:
    """A number from 2 on: in letters up to ten, then in digits."""
    return NUMBER_WORDS[count - 2] if count <= len(NUMBER_WORDS) + 1 else str(count)


def enumerated(names: Sequence[str], conjunction: str = "and") -> str:
    """Names as a list in a sentence: "a", "a and b", "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"


def capitalised(text: str) -> str:
    """The text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]


def letter_of(slot: int) -> str:
    """The letter of an inventory slot; for the first nine things that lie underfoot a digit, for others nothing."""
    if slot < MAX_INVENTORY:
        return chr(ord("a") + slot)
    digit = slot - actions.UNDERFOOT + 1
    return str(digit) if digit <= 9 else ""


STAT_WORDS = (
    "maximum HP",
    "power",
    "defense",
    "accuracy",
    "evasion",
    "speed",
    "sight",
    "stealth",
    "regeneration",
)
"""The stats that a level-up can raise, in the order of `steep.core.ruleset.STAT_NAMES`."""

NOTHING, _ = EVENTS[events.NOTHING_HAPPENED].sentences[events.BY_HERO_TO_HERO]
"""The message of what had no effect."""

STATUS_DAMAGE_SENTENCES = {
    True: "You take {amount} damage from {cause}.",
    False: "{whom} takes {amount} damage from {cause}.",
}
"""Sentences for damage by statuses, by whether the hero takes it."""

OF_ITEMS = events.events_about("item", "kind of item")
"""Events whose `whom` is a kind of item."""

NEWS = (
    ("hidden thing", "You find {number}"),
    ("cell", "You see the shape of the floor before you"),
    ("item", "You sense {number}"),
)
"""The messages of abilities that inform: what they count, and the sentence."""


def stage_name(event: Event, rulebook: Rulebook) -> str:
    """The name of the stage of hunger that an event is about; empty for none."""
    stage = event.amount if event.what == events.HUNGERED and event.amount else event.detail
    return rulebook.hunger.stages[stage - 1].name if stage else ""


def without_repeated_nothing(happened: Sequence[Event]) -> list[Event]:
    """Events without those that revealed nothing, if another revealed something; otherwise only the first."""
    told = [event for event in happened if event.what == events.INFORMED]
    kept = [event for event in told if event.amount] or told[:1]
    return [event for event in happened if event.what != events.INFORMED or any(event is one for one in kept)]


def drop_redundant_events(happened: Sequence[Event], had: Set[tuple[int, int]] = frozenset()) -> list[Event]:
    """Events without those that change nothing.

    These change nothing: a status that somebody loses and regains at once; one that terrain gives to an actor that
    already has it, as candles do; and damage of 0 between others. `had` has pairs of an actor's cell and a status that
    it had.
    """
    kept: list[Event] = []
    for event in happened:
        if event.what == events.DAMAGED and event.amount == 0 and HERO not in (event.who, event.whom):
            continue
        if event.what == events.AFFLICTED:
            if event.who >= MAX_KINDS and (event.cell, event.detail) in had:
                continue
            lost = [one for one in kept if one.what == events.RECOVERED and is_renewed(one, event)]
            if lost:
                kept = [one for one in kept if one is not lost[0]]
                continue
        kept.append(event)
    return kept


def without_status_of_hunger(happened: Sequence[Event], rulebook: Rulebook) -> list[Event]:
    """Events without the hero's statuses that a stage of hunger gives or ends, if they have the stage's name.

    The message of the stage tells of both.
    """
    stages = {
        stage_name(event, rulebook): events.RECOVERED if event.amount == 0 else events.AFFLICTED
        for event in happened
        if event.what == events.HUNGERED
    }
    return [
        event
        for event in happened
        if event.what not in OF_STATUSES
        or event.whom != HERO
        or stages.get(rulebook.statuses[event.detail].name) != event.what
    ]


def is_renewed(lost: Event, given: Event) -> bool:
    """Whether the status that somebody lost is the one that it is then given."""
    return (lost.who, lost.cell, lost.detail) == (given.whom, given.cell, given.detail)


def grouped(happened: Sequence[Event]) -> list[list[Event]]:
    """Events in order, with those together that one message tells: statuses that somebody gets or loses at once."""
    groups: list[list[Event]] = []
    for event in happened:
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and event.what in OF_STATUSES
            and (event.what, event.who, event.whom, event.cell) == (last.what, last.who, last.whom, last.cell)
            and event.detail not in [other.detail for other in groups[-1]]
        ):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def sentence(
    event: Event, rulebook: Rulebook, stack: tuple[int, int] | None = None, statuses: Sequence[int] = ()
) -> tuple[str, Kind]:
    """The message of an event, and its kind.

    For a picked-up item, `stack` has the first slot of its stack and how many that has now; `statuses` has all of the
    message.
    """
    row, side = EVENTS[event.what], side_of(event.who, event.whom)
    text, kind = row.sentences[side]
    if event.amount == 0 and side in row.harmless:
        text, kind = row.harmless[side], "harmless"
    elif event.detail == 1:
        text = row.marked.get(side, text)
    words: dict[str, object] = {"amount": event.amount, "nutrition": rulebook.hunger.name.lower()}
    if event.who > HERO:
        words["who"] = definite(rulebook.name_of(event.who))
    if event.what in OF_TERRAIN:
        name = rulebook.terrain_row(event.detail).name
        words.update(terrain=definite(name), a_terrain=indefinite(name), gas=name)
        if event.what == events.MADE and event.detail > NO_GAS:
            text = "{gas} billows out."
        text = agreeing(text, name)
    elif event.what == events.INFORMED:
        words["news"] = information_sentence(event)
    if event.what in OF_ITEMS:
        bare, plus = rulebook.item_rows[event.whom].name, plus_of(event.detail)
        name = with_plus(bare, plus)
        words.update(
            item=definite(name), an_item=indefinite(name), letter=letter_of(stack[0] if stack else event.amount)
        )
        words.update(bare_item=bare, plus=f"{plus:+}")
        if stack and stack[1] > 1:
            words["letter"] = f"{words['letter']}; you have {stack[1]}"
        if event.what == events.IDENTIFIED:
            words["unidentified"] = definite(rulebook.item_rows[event.amount].name)
    elif event.what == events.DAMAGED:
        damage_type = rulebook.damage_types[events.type_of_damage(event.detail)]
        words["damaged"] = damage_type.verb or "hurt"
        status = events.cause_of(event.detail) - MAX_ABILITIES
        if status >= 0 and event.amount > 0:
            text = STATUS_DAMAGE_SENTENCES[event.whom == HERO]
            having = being(rulebook.statuses[status].name)
            words["cause"] = having if damage_type.key == "plain" else spaced(damage_type.key)
    elif event.what in OF_STATUSES:
        # "Blind and slowed", but "no longer blind or slowed".
        names = [rulebook.statuses[status].name for status in statuses or (event.detail,)]
        words["status"] = enumerated(names, "and" if event.what == events.AFFLICTED else "or")
        blinded = len(names) == 1 and rulebook.compiled.statuses[event.detail].conditions & CANNOT_SEE
        if blinded and event.whom != HERO:
            # Monsters without eyes can be blinded, too.
            text = "{whom} no longer sees anything." if event.what == events.AFFLICTED else "{who} sees again."
    elif event.what == events.GREW:
        words["stat"] = STAT_WORDS[event.whom]
    elif event.what in OF_HUNGER:
        words["stage"] = stage_name(event, rulebook)
        if event.what == events.HUNGERED and event.amount == 0:
            text, kind = "You are no longer {stage}.", "good"
    if event.what in OF_STATS:
        words["stat"] = STAT_WORDS[event.detail]
    if event.whom != HERO and event.what not in OF_ITEMS and event.what != events.GREW:
        words["whom"] = definite(rulebook.monsters[event.whom].name)
        words["a_whom"] = indefinite(rulebook.monsters[event.whom].name)
    return capitalised(text.format_map(words)), kind


def being(name: str) -> str:
    """A status as a noun: "being poisoned", "bleeding"."""
    return name if name.endswith("ing") else f"being {name}"


def information_sentence(event: Event) -> str:
    """The sentence about what an ability revealed."""
    noun, text = NEWS[event.detail]
    return text.format(number=counted(event.amount, noun)) if event.amount else "You learn nothing new"


def region_sentence(region: Region) -> str:
    """The message on arrival at the first floor of a region."""
    return f"{region.name}. {region.description}".strip()


def missed_sentence(count: int) -> str:
    """The message when a turn had more events than the hero's record can hold."""
    return f"Too much happens at once: {counted(count, 'message')} lost."


def underfoot_sentence(names: Iterable[str]) -> str:
    """The message about items underfoot."""
    return f"You see {enumerated([indefinite(name) for name in names])} here."


def same_cell_sentence(kind: Monster) -> str:
    """The message about a monster on the hero's own cell, where the hero's glyph hides it."""
    return with_pronoun(f"{capitalised(indefinite(kind.name))} is upon you: step aside to attack it.", kind.pronoun)


REASON_SENTENCES: dict[int, str] = {
    actions.BLOCKED: "The way is blocked.",
    actions.LOCKED: "It is locked, and you don't have the key.",
    actions.NOTHING_HERE: "There is nothing here to pick up.",
    actions.INVENTORY_FULL: "Your inventory is full.",
    actions.EMPTY_SLOT: "That inventory slot is empty.",
    actions.NO_STAIRS_HERE: "There are no stairs here.",
    actions.FULL_HEALTH: "You are already at full health.",
    actions.NO_ENEMY_IN_REACH: "No enemy is within range.",
    actions.OUT_OF_SIGHT: "You can't see that spot.",
    actions.NO_ENEMY_THERE: "There is no enemy there.",
    actions.NOTHING_IN_BLAST: "That would hit nobody.",
    actions.CASTER_NOT_IN_BLAST: "It only works where it hits you, too.",
    actions.NO_USE: "You can't use that.",
    actions.MUST_CHOOSE: "First choose what to improve.",
    actions.NOTHING_TO_CHOOSE: "There is nothing to choose.",
    actions.NO_SUCH_ACTION: "That isn't possible.",
    actions.RUN_OVER: "Your run is over.",
    actions.NO_ROOM_ON_FLOOR: "There is no room for more items on this floor.",
    actions.OUT_OF_REACH: "That is too far away.",
    actions.NO_CHARGES: "It has no charges left.",
    actions.NO_AMMUNITION: "You have no ammunition for it.",
    actions.CANNOT_THROW: "You can't throw that.",
    actions.IS_EQUIPPED: "You would have to unequip it first.",
    actions.NOTHING_TO_ENCHANT: "You have nothing equipped that it could enchant.",
    actions.NOTHING_TO_IDENTIFY: "You know everything that you carry.",
    actions.SEALED: "These stairs are sealed. What you came for is on this floor.",
    actions.NOT_HUNGRY: "You have no need of food yet.",
    actions.ENOUGH_ALLIES: "No more of them will come.",
    actions.TOO_AFRAID: "You are too afraid to attack.",
    actions.TOO_CHARMED: "You can't bring yourself to harm anyone.",
}


def reason_sentence(reason: int) -> str:
    """The message for an impossible action. `reason` is one of `steep.rules.action_codes` other than DONE."""
    return REASON_SENTENCES[reason]
