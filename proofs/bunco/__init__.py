"""Independent derivations of Bunco: rolls, games, turns, races, a night, re-rolls."""

from trueodds.analysis.run import odds
from trueodds.proofs.bunco.games import biases, derive
from trueodds.proofs.bunco.night import night
from trueodds.proofs.bunco.races import races
from trueodds.proofs.bunco.rerolls import rerolls
from trueodds.proofs.bunco.turns import turns
from trueodds.proofs.derivations import Method, Source

ROLLS = (
    "roll.bunco",
    "roll.mini_bunco",
    "roll.triple",
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


METHODS = (
    Method("generating functions", ROLLS, derive),
    Method(
        "geometric series of a turn's rolls",
        ("turn.points.*", "turn.at_least.*", "turn.mean", "turn.rolls.mean"),
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
