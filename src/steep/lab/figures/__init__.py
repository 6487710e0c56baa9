"""Results of many games: sums, figures with intervals, comparisons."""
