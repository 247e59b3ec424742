"""The tagger: words in, one label per word and head out. Importing this package loads no torch."""
