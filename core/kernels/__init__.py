"""Fast scorers for batches of positions in numpy, equal to the reference scorers.

Every kernel is a table made by the reference scorer, with a fast way to index it. The
reference never imports a kernel. ``docs/reference/kernels.md`` has the figures.
"""
