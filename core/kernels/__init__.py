"""The scoring hot path: batches of positions in numpy, same answers as the reference.

Every kernel is a table made by the reference scorer and a way to index it fast; the
reference never imports a kernel. ``docs/kernels.md`` has the figures.
"""
