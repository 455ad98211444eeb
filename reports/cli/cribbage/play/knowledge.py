"""``trueodds cribbage play knowledge``: gain from the starter and the discards."""

from __future__ import annotations

import click
from click.core import ParameterSource

from trueodds.reports.cli._shared import prints, seed_option
from trueodds.reports.cli.cribbage._shared import role_option
from trueodds.reports.output import Output


@click.command()
@click.argument("folder", metavar="DIR")
@role_option(help="The player who knows more. [default: both]")
@click.option(
    "--contexts",
    type=click.IntRange(min=2),
    default=300,
    metavar="N",
    help="Contexts to sample: six cards, a discard and a starter.",
)
@seed_option
@click.option(
    "--proved",
    is_flag=True,
    help="Prove upper bounds over all deals instead. Takes several minutes.",
)
@prints("table", "json", "markdown", "latex", "tsv")
def knowledge(
    folder: str, role: str | None, contexts: int, seed: int, proved: bool
) -> Output:
    """Estimate what knowing the starter and one's own discards adds to the play.

    The strategies of "solve" use neither. For each sampled context, the best response
    that uses both is computed for all hands of the opponent, in floating point, against
    the strategy in DIR, which "certify" has completed. Takes about a minute of
    processor time.

    --proved bounds the gains over all deals: for a player who knows his six cards, the
    starter too, or even the opponent's hand.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play import larger_game
    from trueodds.analysis.cribbage.strategy_file import ROLES
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.answers.cribbage import play_knowledge
    from trueodds.reports.progress import shown

    if proved:
        _refuse_sampling()
    fixed = Path(folder), CribbageRules.load()
    roles = (role,) if role else ROLES
    with shown() as progress:
        if proved:
            bounds = [
                larger_game.knowledge_bounds(each, *fixed, progress) for each in roles
            ]
            return play_knowledge.bounds_output(bounds)
        gains = [
            larger_game.knowledge_gain(each, *fixed, contexts, seed, progress)
            for each in roles
        ]
    return play_knowledge.output(gains)


def _refuse_sampling() -> None:
    """Raise ``OptionError`` for options that have no effect with ``--proved``."""
    from trueodds.core.errors import OptionError

    context = click.get_current_context()
    for option in ("contexts", "seed"):
        if context.get_parameter_source(option) is not ParameterSource.DEFAULT:
            raise OptionError(f"--{option} is not for --proved; leave one of them out")
