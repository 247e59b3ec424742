"""Test sets for others: Hugging Face data sets of every language and task, with card and checksums, from one recipe."""
