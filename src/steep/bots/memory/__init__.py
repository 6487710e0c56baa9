"""What bots remember between turns."""
