"""Which cells of cribbage's rules cannot matter, and the mean show, found quickly."""

from collections.abc import Iterator
from fractions import Fraction

from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.cribbage.shows import derive


def integers(rules: CribbageRules) -> Iterator[tuple[str, Fraction]]:
    """``show.hand.mean`` and ``show.crib.mean`` where linearity of expectation does."""
    if rules.starter and rules.runs == "longest":
        yield from derive(rules).items()


def idle(rules: CribbageRules) -> dict[str, str]:
    """Return the correction of runs of three, and nobs, if the rules have none."""
    reasons = {}
    if rules.runs != "threes":
        reasons["two_threes_correction"] = "longest runs are not corrected"
    reasons["play.heels_points"] = "only a whole deal reads it"
    reasons["target"] = "only a whole game reads it"
    if not rules.starter:
        reasons["nobs_points"] = "without a starter there is no nobs"
    return reasons
