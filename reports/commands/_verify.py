"""Verify: your program against the exact game.

>>> from trueodds.verify import simulator
>>> verdict = simulator("bunco", counts={0: 100, 21: 1}, outcome="score")
>>> verdict.verdict, verdict.details.outcomes[0].exact
('refuted', Fraction(5, 9))
"""

from trueodds.proofs.verify.scorer.failure_classes import Failure
from trueodds.proofs.verify.scorer.verdict import ScorerDetails
from trueodds.proofs.verify.simulator.details import (
    OutcomeCount,
    Reading,
    SimulatorDetails,
)
from trueodds.proofs.verify.transcript import TranscriptDetails
from trueodds.proofs.verify.verdict import Example
from trueodds.reports.answers.odds_verdict import JudgedValue, OddsVerdict
from trueodds.reports.answers.verdict import (
    ScorerVerdict,
    SimulatorVerdict,
    TranscriptVerdict,
)
from trueodds.reports.answers.written import Written
from trueodds.reports.commands.verify import (
    adapter,
    odds,
    receipt,
    scorer,
    simulator,
    transcript,
)

__all__ = [
    "Example",
    "Failure",
    "JudgedValue",
    "OddsVerdict",
    "OutcomeCount",
    "Reading",
    "ScorerDetails",
    "ScorerVerdict",
    "SimulatorDetails",
    "SimulatorVerdict",
    "TranscriptDetails",
    "TranscriptVerdict",
    "Written",
    "adapter",
    "odds",
    "receipt",
    "scorer",
    "simulator",
    "transcript",
]
