"""Scores with a signature: punctuation against marked text, ITN against written forms."""
