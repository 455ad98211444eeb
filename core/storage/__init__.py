"""Files, cached results, checkpoints, and long work on several processors."""
