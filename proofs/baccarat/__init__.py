"""Baccarat a second way: coups and bets, cells of the tableau, a script's tableau."""

from trueodds.proofs.baccarat.cells import cells
from trueodds.proofs.baccarat.coups import derive
from trueodds.proofs.baccarat.shifts import shifts

__all__ = ["cells", "derive", "shifts"]
