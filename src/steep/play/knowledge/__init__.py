"""What a player knows beyond the view: discoveries, encounters, treasures, food, and what was left behind."""
