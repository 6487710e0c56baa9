"""Random rulesets: small floors full of monsters and items that can do anything, with numbers at their limits.

`random_ruleset(rng)` draws a piece for `toml_scenes.rulebook_of`. Every key of abilities, effects, statuses,
attacks and monsters is drawn: from VALUES, or, for one that isn't there, from what it accepts. It has a mode, MODE.
`random_floors` draws what floors are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from random_floors import BECOMES, FUME, GASES, KEYS, random_floors
from random_sections import Values, accepted, drawn_keys, is_set, lines, quoted, values_of
from steep.content.sections import EFFECT_WORDS, Ability, Attack, Effect, Mode, Monster, Rules, Status, fields_of
from steep.content.validation.abilities import EFFECT_NUMBERS, THROWN_SHAPES
from steep.content.validation.spawns import CONTRADICTIONS
from steep.core.ruleset import CONDITION_NAMES, STAT_NAMES, TRIGGER_NAMES, codes
from toml_scenes import rulebook_of

OF_TERRAIN = ("enter", "stay")
NOT_OF_MONSTERS = ("use", "throw", "equip", "unequip", *OF_TERRAIN)
NOT_WORN = ("use", "throw", "turn", *OF_TERRAIN)
MONSTER_TRIGGERS = tuple(name for name in TRIGGER_NAMES if name not in NOT_OF_MONSTERS)
WORN_TRIGGERS = tuple(name for name in TRIGGER_NAMES if name not in NOT_WORN)

KINDS = "abc"
ITEMS = "xyzuv"
POTIONS = "pq"
SLOTS = ("weapon", "ring")
TYPES = ("fire", "odd")
STATUSES = (*(status.key for status in rulebook_of("").statuses), "odd")

DICE = ('"0"', '"1"', '"7"', '"1d4"', '"2d3+1"', '"300"')
CELLS = ("1", "2", "5", "79")
FAR = ("2", "79", "79")
BONUSES = ("0", "-900", "-3", "2", "40", "900")

TAKES_HP = ("odd", *(status.key for status in rulebook_of("").statuses if status.hp < 0))
"""Statuses that no stage of hunger may give."""

BOSS = "hp = 9\npower = 4\ndefense = 0\nxp = 9\n"

OF_TILES = ("tile_1", "tile_2", "tile_3")
"""Abilities of terrain."""

MODE = "other"

EFFECT_VALUES: Values = {
    "damage": DICE,
    "heal": DICE,
    "drain": DICE,
    "feed": ('"1"', '"2d6"', '"300"'),
    "shield": ('"1"', '"1d6"', '"300"'),
    "count": ('"1"', '"1d3"', '"40"'),
    "limit": ("0", "0", "2"),
    "terrain": BECOMES,
    "reveal": FAR,
    "map": FAR,
    "detect": FAR,
    "status": quoted(STATUSES),
    "cure": quoted(STATUSES),
    "blink": CELLS,
    "push": CELLS,
    "pull": CELLS,
    "summon": quoted(KINDS),
    "transform": quoted(KINDS),
    "stat": quoted(STAT_NAMES),
    "amount": ("-1000000", "-3", "1", "40", "1000000"),
    "type": quoted(TYPES),
    "turns": ("1", "2", "9", "29999"),
    "enchant": ("-3", "1", "99"),
    "slot": quoted(SLOTS),
    "gas": quoted(GASES),
    "identify": ("1", "26"),
    "chance": ("100", "100", "100", "50"),
}
STATUS_VALUES: Values = {
    "hp": ("0", "0", "-40", "-1", "5"),
    "type": quoted(TYPES),
    "max_turns": ("0", "1", "5"),
    "absorbs": ("0", "0", "1", "30"),
    "speed": ("0", "-900", "-50", "100"),
    "resist": ("{}", "{ fire = -1000 }", "{ fire = 100 }", "{ odd = 50 }"),
} | dict.fromkeys((*STAT_NAMES, "max_hp"), BONUSES)
ABILITY_VALUES: Values = {
    "needs": ('"anyone"', '"anyone"', '"enemy"', '"nothing"'),
    "reach": ("1", "3", "12"),
    "radius": ("1", "2", "5"),
    "chance": ("100", "100", "60"),
    "cooldown": ("0", "0", "3"),
    "min_distance": ("0", "0", "0", "2"),
    "max_distance": ("0", "0", "0", "4"),
    "hp_below": ("0", "0", "0", "60"),
}
ATTACK_VALUES: Values = {
    "min_damage": ("0", "0", "1", "3"),
    "spread": ("0", "30", "100"),
    "hit_chance": ("100", "80", "20"),
    "min_hit_chance": ("0", "5", "40"),
    "max_hit_chance": ("100", "95", "40"),
    "critical_chance": ("0", "20", "100"),
    "critical_factor": ("101", "200", "1000"),
}
MONSTER_VALUES: Values = {
    "hp": ("1", "6", "40"),
    "power": ("0", "2", "6"),
    "defense": ("0", "1", "2"),
    "accuracy": ("0", "-50", "20"),
    "evasion": ("0", "-50", "20"),
    "regeneration": ("0", "20", "500"),
    "damage": DICE,
    "damage_type": ('""', *quoted(TYPES)),
    "xp": ("0", "9", "90"),
    "spawn": ("10",),
    "guaranteed_on": ("[]", "[]", "[1]"),
    "tags": ("[]",),
    "resist": ("{}", "{ fire = -1000 }", "{ fire = 100, odd = 50 }"),
    "unique": ("false", "false", "false", "true"),
    "asleep": ("0", "60"),
    "notice": ("0", "3"),
    "speed": ("10", "60", "100", "100", "200", "1000"),
    "keeps_distance": ("0", "0", "4"),
    "flees_below": ("0", "0", "50"),
    "returns_above": ("0", "50", "100"),
    "growth": ("{}", "{ max_hp = 40, xp = 9 }", "{ power = 0.5, speed = 100 }", "{ max_hp = 0.05, defense = 1 }"),
    "grows_from": ("0", "1", "2"),
    "grows_to": ("0", "3", "9"),
    "erratic": ("0", "0", "50"),
    "captive": ("0", "0", "30"),
}
RULES_VALUES: Values = {
    "stairs_heal": ("0", "50"),
    "attack_noise": ("0", "5"),
    "finds": ("0", "30", "100"),
}
MODE_VALUES: Values = {
    "floors": ("0.1", "0.5", "1.75", "10"),
    "depth": ("-1", "1"),
}


OWN_EFFECT = values_of(Effect, EFFECT_VALUES)
OWN_STATUS = values_of(Status, STATUS_VALUES, ("conditions",))
OWN_ABILITY = values_of(Ability, ABILITY_VALUES, ("trigger", "shape", "effects"))
OWN_ATTACK = values_of(Attack, ATTACK_VALUES)
OWN_MONSTER = values_of(Monster, MONSTER_VALUES, ("abilities",))
OWN_RULES = values_of(Rules, RULES_VALUES)
OWN_MODE = values_of(Mode, MODE_VALUES)

MORE_EFFECTS = (
    *("cure", "cure", "cure", "status", "wake", "wake", "transform", "split"),
    *("reveal", "reveal", "map", "detect", "dig", "dig", "ignite", "pull", "identify"),
)
MORE_SHAPES = quoted(("touch", "touch", "nearest", "self"))
"""What is drawn more often than others, because it seldom finds somebody to change."""

SELDOM = (
    *(("dig", shape) for shape in 28 * ("nearest",) + 6 * ("target",) + 8 * ("cone",) + 3 * ("view",)),
    *(("ignite", shape) for shape in ("bolt", "bolt", "bolt", "beam", "cone")),
    *((word, shape) for word in ("reveal", "detect", "map", "cure", "enchant") for shape in ("beam", "cone", "burst")),
    *(("reveal", "beam"), ("detect", "beam"), ("cure", "target"), ("enchant", "bolt"), ("identify", "view")),
    *(("pull", "touch"), ("pull", "touch"), ("pull", "touch"), ("pull", "touch"), ("pull", "touch"), ("feed", "beam")),
)
"""Effects by shape that seldom change anything: a wand has one of them, and so have some other abilities."""

UNITS = ("1", "6", "31")
"""Units of gas that an effect releases."""

NEEDED = {word: number for number, words in EFFECT_NUMBERS.items() for word in words}
"""The number that an effect needs, by the effect."""


def random_effect(rng: Random, statuses: Sequence[str], *, by_monster: bool, word: str = "") -> str:
    """One effect, a certain one if it is named, with the numbers that it needs. Some statuses are given or cured."""
    word = word or rng.choice([word for word in (*EFFECT_WORDS, *MORE_EFFECTS) if by_monster or word != "steal"])
    values = quoted(statuses) if word in ("status", "cure") else OWN_EFFECT[word]
    keys = {word: "true" if values == ("false", "true") else rng.choice(values)}
    if word in NEEDED:
        keys[NEEDED[word]] = rng.choice(UNITS if word == "gas" else OWN_EFFECT[NEEDED[word]])
    if codes.EFFECTS[codes.EFFECT_NAMES.index(word)].takes_hp and rng.random() < 0.5:
        keys["type"] = rng.choice(OWN_EFFECT["type"])
    if word == "summon":
        keys["limit"] = rng.choice(OWN_EFFECT["limit"])
    keys["chance"] = rng.choice(OWN_EFFECT["chance"])
    return f"{{ {', '.join(f'{key} = {value}' for key, value in keys.items())} }}"


def random_ability(
    rng: Random, key: str, triggers: Sequence[str], statuses: Sequence[str], *, by_monster: bool, seldom: float = 0.1
) -> str:
    """An ability of random shape, effects and numbers; with some chance with one of SELDOM."""
    trigger = rng.choice(triggers)
    keys = drawn_keys(rng, OWN_ABILITY)
    keys["trigger"] = f'"{trigger}"'
    shapes = quoted(THROWN_SHAPES) if trigger == "throw" else (*accepted(fields_of(Ability)["shape"]), *MORE_SHAPES)
    keys["shape"] = rng.choice(shapes)
    if trigger == "death" and keys["shape"] == '"self"':
        keys["shape"] = '"burst"'  # Most effects do nothing to the dead.
    word = ""
    if trigger != "throw" and rng.random() < seldom:
        word, shape = rng.choice(SELDOM)
        keys["shape"] = f'"{shape}"'
    keys["reach"] = keys.get("reach") or rng.choice(OWN_ABILITY["reach"])
    keys["radius"] = keys.get("radius") or rng.choice(OWN_ABILITY["radius"])
    if keys["shape"] == '"touch"' or keys["reach"] == "1":
        keys.pop("min_distance", None)  # It couldn't be used so far away.
    if trigger in ("use", "throw"):
        keys.pop("chance", None)
    if keys["shape"] == '"self"' and keys.get("affects") == '"enemies"':
        del keys["affects"]
    effects = [random_effect(rng, statuses, by_monster=by_monster) for _ in range(rng.randint(1, 3))]
    if word:
        effects[0] = random_effect(rng, statuses, by_monster=by_monster, word=word)
    keys["effects"] = f"[{', '.join(effects)}]"
    return f"[abilities.{key}]\n{lines(keys)}"


def random_monster(rng: Random, key: str, statuses: Sequence[str]) -> str:
    """A kind of monster with random numbers and behaviours, and two abilities."""
    keys = {"hp": "6", "power": "2", "defense": "0", "xp": "9", "spawn": "10"} | drawn_keys(rng, OWN_MONSTER)
    keys |= {"glyph": f'"{key}"', "abilities": f'["{key}_1", "{key}_2"]'}
    if not is_set(keys, "asleep"):
        keys.pop("notice", None)
    if not is_set(keys, "flees_below"):
        keys.pop("returns_above", None)
    for one, other, _ in CONTRADICTIONS:
        if is_set(keys, one) and is_set(keys, other):
            del keys[one]
    abilities = (
        random_ability(rng, f"{key}_{number}", MONSTER_TRIGGERS, statuses, by_monster=True) for number in (1, 2)
    )
    return f"[monsters.{key}]\n{lines(keys)}{''.join(abilities)}"


def random_item(rng: Random, key: str, statuses: Sequence[str]) -> str:
    """An item to use or throw, or equipment, with an ability."""
    keys = {"glyph": f'"{key}"', "spawn": "10", "abilities": f'["{key}_1"]'}
    sort = rng.choice(("use", "use", "throw", "worn", "worn"))
    if sort == "worn":
        keys["slot"] = rng.choice(quoted(SLOTS))
        keys["power"] = rng.choice(("-9", "0", "2"))
        keys["damage"] = rng.choice(DICE)
        keys["max_hp"] = rng.choice(BONUSES)
    elif sort == "use" and rng.random() < 0.5:
        keys |= {"charges": rng.choice(("1", "3")), "recharge": rng.choice(("0", "5"))}
    triggers = WORN_TRIGGERS if sort == "worn" else (sort,)
    return f"[items.{key}]\n{lines(keys)}{random_ability(rng, f'{key}_1', triggers, statuses, by_monster=False)}"


def random_potion(rng: Random, key: str, statuses: Sequence[str]) -> str:
    """An item that the hero doesn't know until it has used it."""
    ability = random_ability(rng, f"{key}_1", ("use",), statuses, by_monster=False)
    return f'[items.{key}]\nglyph = "!"\nappearance = "potion"\nspawn = 10\nabilities = ["{key}_1"]\n{ability}'


def random_wand(rng: Random, statuses: Sequence[str]) -> str:
    """An item that often does what seldom changes anything."""
    ability = random_ability(rng, "wave", ("use",), statuses, by_monster=False, seldom=1)
    return f'[items.wand]\nglyph = "/"\ncharges = 9\nrecharge = 1\nabilities = ["wave"]\n{ability}'


def random_attack(rng: Random) -> str:
    """Random attacks. The highest chance to hit is no lower than the lowest."""
    keys = drawn_keys(rng, OWN_ATTACK)
    if keys.get("max_hit_chance") == "40" and keys.get("min_hit_chance"):
        keys["min_hit_chance"] = "0"
    if keys.get("critical_chance", "0") != "0":
        keys.setdefault("critical_factor", "200")
    return f"[attack]\n{lines(keys)}"


def random_status(rng: Random) -> str:
    """A status with some conditions, and a bonus to some stats."""
    conditions = quoted(word for word in CONDITION_NAMES if rng.random() < 0.25)
    return f"[statuses.odd]\n{lines(drawn_keys(rng, OWN_STATUS))}conditions = [{', '.join(conditions)}]\n"


def random_end(rng: Random, statuses: Sequence[str]) -> str:
    """How the run ends, perhaps: a last floor with or without a goal, and stages of hunger."""
    goal = rng.choice(("", 'goal_item = "gem"\n', 'goal_monster = "boss"\n[monsters.boss]\nglyph = "B"\n' + BOSS))
    run = f"[run]\nlast_floor = {rng.choice((1, 2))}\n{goal}" if rng.random() < 0.5 else ""
    weak = rng.choice([status for status in statuses if status not in TAKES_HP] or ["weakened"])
    stages = (
        '{ name = "hungry", below = 60 }',
        f'{{ name = "weak", below = 40, status = "{weak}" }}',
        f'{{ name = "starving", below = 20, hp = {rng.choice((1, 30))} }}',
    )
    full = rng.choice((61, 500))
    return (
        f"{run}[hunger]\nfull = {full}\nstart = {rng.choice((50, full, full, full))}\nstages = [{', '.join(stages)}]\n"
        f'[items.gem]\nglyph = "*"\nspawn = 2\n[items.coins]\nglyph = "$"\nspawn = 20\n'
        f"gold = {rng.choice(DICE[1:])}\n"
    )


SIMPLE_ITEMS = """
[abilities.feed]
shape = "self"
effects = [{ feed = 50 }]
[abilities.heal]
shape = "self"
effects = [{ heal = 5 }]
[abilities.enchant]
shape = "self"
effects = [{ enchant = 1, slot = "ring" }]
[abilities.identify]
shape = "self"
effects = [{ identify = 1 }]
[abilities.shoot]
shape = "target"
effects = [{ damage = 1 }]
[items.ration]
glyph = "%"
abilities = ["feed"]
spawn = 10
[items.herb]
glyph = "%"
abilities = ["heal"]
spawn = 10
[items.rune]
glyph = "?"
abilities = ["enchant"]
spawn = 10
[items.lens]
glyph = "?"
abilities = ["identify"]
spawn = 10
[items.arrow]
glyph = "?"
[items.bow]
glyph = "}"
abilities = ["shoot"]
charges = 9
ammunition = "arrow"
spawn = 10
"""
"""Items that can be refused for reasons of their own."""

SIMPLE = ("ration", "herb", "rune", "lens", "bow", "arrow")


def random_settings(rng: Random) -> str:
    """How large floors are, how much is on them, and in which rules the ruleset differs."""
    width, height, attempts = rng.choice(((24, 16, 3), (24, 16, 3), (44, 24, 6)))
    return f"""
[map]
width = {width}
height = {height}
room_attempts = {attempts}
[counts]
monsters_per_room = {rng.choice((2, 9))}
items_per_room = {rng.choice((4, 4, 4, 4, 4, 60))}
themes_per_floor = {rng.choice((0, 2, 5))}
vaults_per_floor = {rng.choice((0, 1, 4, 8))}
[rules]
{lines(drawn_keys(rng, OWN_RULES))}
[wandering]
every = {rng.choice((0, 0, 20))}
[level_up]
base = {rng.choice((10, 100000))}
choices = [{{ stat = "{rng.choice(STAT_NAMES)}", amount = 1 }}, {{ stat = "max_hp", amount = 5 }}]
[score]
turns = -1
win = 100
[modes.{MODE}]
{lines(drawn_keys(rng, OWN_MODE))}
"""


def random_ruleset(rng: Random) -> str:
    """What is random in a ruleset. The hero starts with its items. Few statuses occur, so that some are also cured."""
    statuses = rng.sample(STATUSES, 2) if rng.random() < 0.6 else ["invisible", rng.choice(("afraid", "charmed"))]
    start = ", ".join(
        [
            *(f'{{ item = "{slot}", equipped = true }}' for slot in SLOTS),
            *(f'{{ item = "{key}" }}' for key in (*ITEMS, "wand")),
            *(f'{{ item = "{key}", identified = false }}' for key in POTIONS),
            *(f'{{ item = "{key}" }}' for key in rng.sample(SIMPLE, rng.randint(1, 5))),
        ]
    )
    return f"""
[damage_types.odd]
{random_settings(rng)}
[hero]
hp = {rng.choice(("30", "300"))}
start = [{start}]
inventory = {rng.choice((15, 15, 20))}
throw_range = {rng.choice((0, 6))}
{random_attack(rng)}
{random_status(rng)}
{random_end(rng, statuses)}
{"".join(random_monster(rng, key, statuses) for key in KINDS)}
{"".join(random_item(rng, key, statuses) for key in ITEMS)}
[items.weapon]
glyph = "|"
slot = "weapon"
power = 1
[items.ring]
glyph = "="
slot = "ring"
defense = 1
[appearances.potion]
names = ["red potion", "blue potion"]
glyph = "!"
{"".join(random_potion(rng, key, statuses) for key in POTIONS)}
{random_wand(rng, statuses)}
[packs.gang]
leader = "a"
members = [{{ kind = "guard", count = [0, 2] }}]
spawn = 2
follows_leader = {rng.choice(("false", "true"))}
[monsters.guard]
glyph = "g"
{BOSS}
{"".join(random_ability(rng, key, OF_TERRAIN, statuses, by_monster=False) for key in OF_TILES)}
{random_ability(rng, FUME, ("stay",), statuses, by_monster=False)}
{SIMPLE_ITEMS}
{random_floors(rng, (*KINDS, "guard"), (*ITEMS, *KEYS, "gem"), OF_TILES)}
"""
