"""What terrain does to who is on it, what it becomes, and who goes to it."""
