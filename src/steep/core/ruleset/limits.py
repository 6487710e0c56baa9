"""How many rows a compiled ruleset has room for."""

MAX_KINDS = 512
"""Kinds of monsters, and kinds of items."""

MAX_FLOORS = 100
"""Floors with table rows of their own. Deeper floors use the last row."""

MAX_SPAWN_ROWS = 51_200
"""Rows of one spawn table, over all floors."""

MAX_PACKS = 256
MAX_PACK_MEMBERS = 1024
MAX_GROUPS = 32
MAX_GROUP_WEIGHTS = 512
"""Kinds and packs in the tables of all groups."""

MAX_PITY_TIMERS = 32
MAX_ENCHANTMENTS = 16
MAX_GOLD_KINDS = 16
"""Kinds of items that are gold."""

MAX_HUNGER_STAGES = 4

MAX_LAYOUTS = 32
MAX_OVERLAYS = 8 * MAX_LAYOUTS
MAX_VAULTS = 64
MAX_DRAWINGS = 96
"""Vaults and drawn floors."""
MAX_DRAWN_CELLS = 65_536
"""Cells of all of them."""
MAX_LEGEND_ROWS = 768
MAX_THEMES = 64
MAX_FILLS = 256
MAX_LEGEND_CHOICES = 2048
MAX_ENTRANCES = 1024

MAX_GUARANTEED = 256
"""Monsters placed for sure, over all floors."""

MAX_GAINS = 8
MAX_START_ITEMS = 26

MAX_ABILITIES = 1024
"""Abilities, each kind's own: two kinds that share an ability have a row each."""

MAX_EFFECTS = 2048
MAX_STATUSES = 24
MAX_DAMAGE_TYPES = 8
MAX_COOLDOWNS = 4
"""Abilities of one kind."""

MAX_TERRAIN = 64
"""Kinds of terrain, and UNKNOWN."""

MAX_GASES = 7
NO_GAS = MAX_TERRAIN
"""The row of the table of terrain that stands for no gas; gas n, from 1, is row NO_GAS + n."""
TERRAIN_ROWS = NO_GAS + 1 + MAX_GASES

MAX_MOVERS = 64
"""Classes of actors that can and will walk on the same terrain."""
