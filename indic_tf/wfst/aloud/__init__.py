"""What no class of the grammar reads, and what only its neighbours tell how to read (TN)."""
