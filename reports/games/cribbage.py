"""Cribbage: the declaration of the game, which names the modules of its parts."""

from trueodds.core.games import Game, Proofs

GAME = Game(
    "cribbage",
    rules="trueodds.core.rules.cribbage:CribbageRules",
    default="six-card",
    scoring=dict.fromkeys(
        ("hand", "crib", "play"), "trueodds.core.rules.cribbage:score"
    ),
    words="trueodds.core.rules.cribbage:words",
    families="trueodds.analysis.cribbage.quantities:families",
    page="trueodds.reports.html.pages.cribbage:page",
    pages="trueodds.reports.html.pages.cribbage:pages",
    headlines="trueodds.reports.answers.cribbage:HEADLINES",
    left_out="trueodds.reports.answers.cribbage:left_out",
    proofs=Proofs(
        positions="trueodds.proofs.verify.positions.cribbage:POSITIONS",
        strategies="trueodds.proofs.verify.hypothesis.cribbage:STRATEGIES",
        outcomes="trueodds.proofs.verify.simulator.outcomes.cribbage:outcome_distributions",
        transcripts="trueodds.proofs.verify.transcript.cribbage:TRANSCRIPTS",
        kernel_input="trueodds.proofs.verify.positions.cribbage:kernel_input",
        methods="trueodds.proofs.cribbage:METHODS",
        makers="trueodds.proofs.certificates.cribbage:MAKERS",
        judges="trueodds.proofs.claims.judges.cribbage:JUDGES",
    ),
)
