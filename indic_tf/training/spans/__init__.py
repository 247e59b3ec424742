"""The span normalizer: pairs of what is said and what is written, made of shards, and runs that learn from them."""
