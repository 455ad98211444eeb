"""Independent derivations of cribbage: shows, the best four of deals, discards."""

from trueodds.proofs.cribbage.deals import deals
from trueodds.proofs.cribbage.discards import discards
from trueodds.proofs.cribbage.shows import derive, laws, script

__all__ = ["deals", "derive", "discards", "laws", "script"]
