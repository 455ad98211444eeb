"""Baccarat: the declaration of the game, which names the modules of its parts."""

from trueodds.core.games import Game, Proofs

GAME = Game(
    "baccarat",
    rules="trueodds.core.rules.baccarat:BaccaratRules",
    default="punto-banco",
    scoring={"coup": "trueodds.core.rules.baccarat:score"},
    words="trueodds.core.rules.baccarat:words",
    models="trueodds.analysis.baccarat.models:MODELS",
    families="trueodds.analysis.baccarat.quantities:families",
    page="trueodds.reports.html.pages.baccarat:page",
    pages="trueodds.reports.html.pages.baccarat:pages",
    headlines="trueodds.reports.answers.baccarat:HEADLINES",
    pays="trueodds.reports.answers.baccarat:pays",
    proofs=Proofs(
        positions="trueodds.proofs.verify.positions.baccarat:POSITIONS",
        strategies="trueodds.proofs.verify.hypothesis.baccarat:STRATEGIES",
        outcomes="trueodds.proofs.verify.simulator.outcomes.baccarat:outcome_distributions",
        transcripts="trueodds.proofs.verify.transcript.baccarat:TRANSCRIPTS",
        methods="trueodds.proofs.baccarat:METHODS",
        makers="trueodds.proofs.certificates.baccarat:MAKERS",
        judges="trueodds.proofs.claims.judges.baccarat:JUDGES",
    ),
)
