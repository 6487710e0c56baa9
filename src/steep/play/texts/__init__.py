"""What is said of a run in words: messages, descriptions, refusals."""
