"""Bunco: the declaration of the game, which names the modules of its parts."""

from trueodds.core.games import Game, Proofs

GAME = Game(
    "bunco",
    rules="trueodds.core.rules.bunco:BuncoRules",
    scoring={"roll": "trueodds.core.rules.bunco_scoring:ROLL"},
    models="trueodds.analysis.bunco.models:MODELS",
    families="trueodds.analysis.bunco.quantities:families",
    page="trueodds.reports.html.pages.bunco:page",
    pages="trueodds.reports.html.pages.bunco:pages",
    headlines="trueodds.reports.answers.bunco:HEADLINES",
    proofs=Proofs(
        outcomes="trueodds.proofs.verify.simulator.outcomes.bunco:outcome_distributions",
        transcripts="trueodds.proofs.verify.transcript.bunco:TRANSCRIPTS",
        methods="trueodds.proofs.bunco:METHODS",
        makers="trueodds.proofs.certificates.bunco:MAKERS",
        judges="trueodds.proofs.claims.judges.bunco:JUDGES",
    ),
)
