"""What entities are made of."""
