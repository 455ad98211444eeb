"""Dice: the declaration of the game, which names the modules of its parts."""

from trueodds.core.games import Game, Proofs

GAME = Game(
    "dice",
    rules="trueodds.core.rules.dice:DiceRules",
    families="trueodds.analysis.dice.quantities:families",
    page="trueodds.reports.html.pages.dice:page",
    only_if_named=True,
    proofs=Proofs(
        outcomes="trueodds.proofs.verify.simulator.outcomes.dice:outcome_distributions",
    ),
)
