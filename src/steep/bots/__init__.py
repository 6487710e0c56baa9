"""Players made of rules. They see only the view."""
