"""Tasks that agents are compared on, and scores that anybody can check."""
