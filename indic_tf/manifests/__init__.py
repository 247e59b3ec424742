"""Lists of audio with transcripts: made from folders, checked, split without leaks."""
