"""What games add up to: sums, figures with intervals, comparisons."""
