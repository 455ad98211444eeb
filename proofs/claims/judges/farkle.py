"""Judges of claims on Farkle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trueodds.analysis.farkle.match import solved
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.claims.cell import read
from trueodds.proofs.claims.judges import Finding, by_name
from trueodds.proofs.claims.lookup import KnownNumbers
from trueodds.proofs.claims.rounding import judge_number, sentence


def first_player(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge if the first player wins a match with the claimed probability ``number``.

    ``arguments`` has the ``number`` as text and the name of the ``rules``, and may have
    ``changes`` to them. Of ``answers`` only the progress callback is used.
    """
    rules = FarkleRules.load(arguments["rules"], **arguments.get("changes", {}))
    claimed = read(arguments["number"]).number
    exact = solved(rules, answers.progress).first_player
    verdict = judge_number(claimed, exact, "is")
    return Finding(verdict, None, sentence(claimed, exact, verdict))


JUDGES = by_name(first_player)
