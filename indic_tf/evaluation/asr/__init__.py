"""Recognisers against references."""
