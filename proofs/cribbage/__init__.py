"""Cribbage a second way: shows, the best four of every deal, and single discards."""

from trueodds.proofs.cribbage.deals import deals
from trueodds.proofs.cribbage.discards import discards
from trueodds.proofs.cribbage.shows import derive, laws, script

__all__ = ["deals", "derive", "discards", "laws", "script"]
