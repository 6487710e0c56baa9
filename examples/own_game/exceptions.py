"""What can go wrong in a turn."""


class Impossible(Exception):  # noqa: N818 - the word that the tutorials use
    """An action can't be done; the message says why. It takes no turn."""
