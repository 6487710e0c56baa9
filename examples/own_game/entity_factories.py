"""Everything that can be found in the barrow."""

from components.ai import HostileEnemy, SleepyEnemy
from components.consumable import FireConsumable, HealingConsumable, WhetstoneConsumable
from components.fighter import Fighter
from components.inventory import Inventory
from entity import Actor, Item

player = Actor(
    char="@", name="you", ai_cls=None, fighter=Fighter(hp=36, defense=1, power=5), inventory=Inventory(capacity=9)
)

rat = Actor(
    char="r",
    name="salt rat",
    ai_cls=HostileEnemy,
    fighter=Fighter(hp=5, defense=0, power=3),
    inventory=Inventory(capacity=0),
    xp_given=4,
)
thrall = Actor(
    char="t",
    name="thrall",
    ai_cls=SleepyEnemy,
    fighter=Fighter(hp=11, defense=0, power=5),
    inventory=Inventory(capacity=0),
    xp_given=10,
)
reaver = Actor(
    char="R",
    name="reaver",
    ai_cls=HostileEnemy,
    fighter=Fighter(hp=17, defense=1, power=7),
    inventory=Inventory(capacity=0),
    xp_given=25,
)
barrow_king = Actor(
    char="K",
    name="barrow king",
    ai_cls=SleepyEnemy,
    fighter=Fighter(hp=32, defense=2, power=9),
    inventory=Inventory(capacity=0),
    xp_given=60,
)

bandage = Item(char="!", name="bandage", consumable=HealingConsumable(amount=14))
fire_pot = Item(char="?", name="fire pot", consumable=FireConsumable(damage=10, radius=2))
whetstone = Item(char="/", name="whetstone", consumable=WhetstoneConsumable(power=1))
crown = Item(char="&", name="crown of salt")
