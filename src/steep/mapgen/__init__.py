"""Makes a floor: digs it and populates it from compiled tables."""
