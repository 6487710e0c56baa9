"""A tolerant reader of Python source. It runs nothing and knows no roguelike."""
