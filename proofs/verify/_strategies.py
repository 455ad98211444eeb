"""Hypothesis strategies for the positions and the rules of every game.

>>> from hypothesis import find
>>> from trueodds.strategies import positions
>>> find(positions("farkle"), lambda roll: len(set(roll)) == len(roll) == 3)
'123'
"""

from trueodds.proofs.verify.hypothesis import positions, rules

__all__ = ["positions", "rules"]
