"""The parameters of the tutorials' own classes, for projects that use them without their source."""

SIGNATURES: dict[str, tuple[str, ...]] = {
    "Fighter": ("hp", "defense", "power", "xp"),
    "Level": ("current_level", "current_xp", "level_up_base", "level_up_factor", "xp_given"),
    "Inventory": ("capacity",),
    "Equippable": ("slot", "power_bonus", "defense_bonus", "max_hp_bonus"),
    "Equipment": ("slot", "power_bonus", "defense_bonus", "max_hp_bonus"),
    "HealingConsumable": ("amount",),
    "LightningDamageConsumable": ("damage", "maximum_range"),
    "FireballDamageConsumable": ("damage", "radius"),
    "ConfusionConsumable": ("number_of_turns",),
}
