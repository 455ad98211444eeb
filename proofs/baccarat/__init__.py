"""Independent derivations of baccarat: coups, bets, and cells of the tableau."""

from trueodds.analysis.run import odds
from trueodds.proofs.baccarat.cells import cells
from trueodds.proofs.baccarat.coups import derive
from trueodds.proofs.baccarat.shifts import shifts
from trueodds.proofs.derivations import Method, Source

COUPS = (
    "coup.player",
    "coup.banker",
    "coup.tie",
    "coup.natural",
    "coup.cards.*",
    "coup.tie.*",
    "bet.*.edge",
    "bet.*.win",
    "bet.*.variance",
    "removal.*.*",
)

METHODS = (
    Method("every sequence of cards dealt one by one", COUPS, derive),
    Method(
        "every sequence that uses a cell, played both ways",
        ("cell.*.*.banker", "cell.*.*.player"),
        cells,
    ),
    Method(
        "the batch kernel",
        ("tableau.shift.*",),
        shifts,
        source=Source(
            "odds baccarat --rules published-script",
            lambda: odds("baccarat", "published-script"),
        ),
    ),
)
