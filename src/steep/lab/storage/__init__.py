"""What a measurement keeps on disk."""
