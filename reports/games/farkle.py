"""Farkle: the declaration of the game, which names the modules of its parts."""

from trueodds.core.games import Game, Proofs

GAME = Game(
    "farkle",
    rules="trueodds.core.rules.farkle:FarkleRules",
    default="box",
    base="ece209",
    scoring=dict.fromkeys(("roll", "keep"), "trueodds.core.rules.farkle:score"),
    words="trueodds.core.rules.farkle:words",
    models="trueodds.analysis.farkle.models:MODELS",
    families="trueodds.analysis.farkle.quantities:families",
    page="trueodds.reports.html.pages.farkle:page",
    pages="trueodds.reports.html.pages.farkle:pages",
    headlines="trueodds.reports.answers.farkle:HEADLINES",
    proofs=Proofs(
        positions="trueodds.proofs.verify.positions.farkle:POSITIONS",
        strategies="trueodds.proofs.verify.hypothesis.farkle:STRATEGIES",
        outcomes="trueodds.proofs.verify.simulator.outcomes.farkle:outcome_distributions",
        transcripts="trueodds.proofs.verify.transcript.farkle:TRANSCRIPTS",
        kernel_input="trueodds.proofs.verify.positions.farkle:kernel_input",
        methods="trueodds.proofs.farkle:METHODS",
        makers="trueodds.proofs.certificates.farkle:MAKERS",
        judges="trueodds.proofs.claims.judges.farkle:JUDGES",
    ),
)
