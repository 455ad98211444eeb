"""The speed of scorers, and a gate for changes that make code slower.

>>> from trueodds.bench import gate, scorer
>>> scorer("bunco", positions=1)
Traceback (most recent call last):
    ...
trueodds.core.errors.OptionError: positions must be 2 or more, not 1
"""

from trueodds.reports.answers.bench import Benchmark, Gate, Speeds
from trueodds.reports.answers.written import Written
from trueodds.reports.commands.bench import gate, history, scorer

__all__ = ["Benchmark", "Gate", "Speeds", "Written", "gate", "history", "scorer"]
