"""Independent derivations of baccarat: coups, bets, and cells of the tableau."""

from trueodds.proofs.baccarat.cells import cells
from trueodds.proofs.baccarat.coups import derive
from trueodds.proofs.baccarat.shifts import shifts
from trueodds.proofs.derivations import listed

METHODS = listed("baccarat", [derive, cells, shifts])
