"""Independent derivations of Bunco."""

from trueodds.analysis.run import odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco import biases, derive, night, races, rerolls, turns
from trueodds.proofs.derivations import Method, Source, Values

ROLLS = (
    "roll.bunco",
    "roll.mean",
    "roll.points.*",
    "round.*.bunco",
    "round.*.mean",
    "game.mean",
    "game.any_bunco",
    "game.total.*",
    "game.at_least.*",
)
SCRIPT_DICE = Source(
    "odds bunco --rules published-script-dice",
    lambda: odds("bunco", "published-script-dice"),
)


def _closed_forms(rules: BuncoRules) -> Values:
    from trueodds.proofs import symbolic

    return symbolic.bunco(rules)


METHODS = (
    Method("generating functions", ROLLS, derive),
    Method(
        "geometric series of a turn's rolls",
        ("turn.points.*", "turn.at_least.*"),
        turns,
    ),
    Method(
        "race solved turn by turn",
        (
            "race.first_wins",
            "race.rolls.mean",
            "race.turns.mean",
            "race.turns.*",
            "race.points.*.*",
        ),
        races,
    ),
    Method(
        "closed forms in dice and sides, proved by induction",
        (
            "roll.bunco",
            "roll.mini_bunco",
            "roll.triple",
            "roll.points.*",
            "roll.mean",
            "turn.mean",
            "turn.rolls.mean",
            "turn.any_bunco",
        ),
        _closed_forms,
    ),
    Method("Wald's identity and linearity", ("night.*.mean",), night),
    Method(
        "every ordered roll and choice",
        ("roll.mean", "game.mean", "reroll.roll.gain", "reroll.game.gain"),
        rerolls,
        source=Source("odds bunco --rules d20", lambda: odds("bunco", "d20")),
    ),
    Method(
        "generating functions",
        tuple(f"bias.{id}" for id in ROLLS),
        biases,
        source=SCRIPT_DICE,
    ),
)
