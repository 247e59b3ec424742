"""Training: written text → labelled words → a model folder that `indic_tf.tagging` loads."""
