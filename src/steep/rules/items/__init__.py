"""What the hero does with items: carrying, using up, enchanting, identifying and throwing."""
