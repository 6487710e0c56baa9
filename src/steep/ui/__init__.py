"""One canvas of cells, the screens on it, and thin presenters."""
