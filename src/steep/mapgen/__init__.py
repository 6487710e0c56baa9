"""Makes floors: digs rooms and tunnels, and places monsters and items from compiled tables."""
