"""What monsters do in their turns."""
