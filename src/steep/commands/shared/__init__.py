"""What several commands share: arguments, output, progress, and who plays the games."""
