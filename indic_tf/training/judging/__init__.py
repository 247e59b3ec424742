"""Fits the judge of readings: labelled texts → weights of features (a semi-Markov conditional random field)."""
