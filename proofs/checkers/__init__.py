"""The independent checker of certificates of trueodds, without trueodds.

Run it on the folder of this file, in Python's isolated mode: python -I checkers FILE...

Read it before you believe it. ``reading.py`` refuses what is not a certificate, and
``proving.py`` has the two ways to prove exact values. Then follow the proofs of each
game. ``command.py`` compares the claims with what is proved. The files import the
standard library and each other; those of large certificates also import numpy.
"""
