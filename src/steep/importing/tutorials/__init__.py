"""What roguelike tutorials call things: finds tables, monsters, items and settings in what was read."""
