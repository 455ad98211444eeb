"""The tree of the play, and its traversal."""
