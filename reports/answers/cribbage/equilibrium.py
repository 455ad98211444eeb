"""The equilibrium of the discard: its value bounds as text, JSON and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium import value_bounds
from trueodds.analysis.cribbage.equilibrium.solve import StrategyPair, resume
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, ROLES, pack, show_digest
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core import rulebook
from trueodds.core.cards import Card, format_cards
from trueodds.core.exact.digits import fraction_text
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.files import write_together
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.odds import View, quantities_grid
from trueodds.reports.games.cribbage import GAME
from trueodds.reports.kinds import Grid, decimals
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.odds import all_quantities
from trueodds.reports.text.records import version

STRATEGIES = "equilibrium.strategy"
BOUNDS = "value-bounds.json"
CHECKPOINT = "solving.npz"
MOST_LISTED = 100
"""The most deals on which a strategy mixes that are listed."""


def _mixed_record(strategies: Mapping[str, Strategy]) -> dict[str, Any]:
    """Return the deals on which strategies mix, by role."""
    return {
        role: {
            "classes": len(mixed),
            "deals": [
                {
                    "hand": hand.split(),
                    "discards": [
                        {"discard": thrown.split(), "weight": fraction_text(share)}
                        for thrown, share in shares.items()
                    ],
                }
                for hand, shares in _hands(mixed)
            ],
        }
        for role, strategy in strategies.items()
        for mixed in [strategy.mixed_classes()]
    }


@dataclass(frozen=True, kw_only=True, repr=False)
class Equilibrium(Answer):
    """The bounds of the discard's value, and the deals on which strategies mix.

    The value is the dealer's mean points of a deal minus pone's, without the play. It
    is at least ``lower`` by the dealer's strategy, and at most ``upper`` by pone's.
    ``exploitability`` is ``upper - lower``, in points a deal. ``quantities`` are these
    numbers and the mean hands and cribs, with ids. A strategy mixes on a
    deal if it throws several pairs of cards with positive probabilities. ``mixed`` has
    the strategies by role, "dealer" and "pone". ``lines`` are printed last: they name a
    file that was written, for example.
    """

    schema = "trueodds.equilibrium/1"

    rules_digest: str
    version: str
    lower: Annotated[Fraction, fraction_text]
    upper: Annotated[Fraction, fraction_text]
    # ``upper - lower``: what both players together can gain by best responses.
    exploitability: Annotated[Fraction, fraction_text]
    quantities: Odds
    # By role. On all other deals the strategy throws one discard.
    mixed: Annotated[Mapping[str, Strategy], _mixed_record]
    exit_code: Hidden[int] = 0
    lines: Hidden[Sequence[str]] = ()

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of ``quantities``: the value, and the mean hands and cribs."""
        return {"quantities": quantities_grid(self.quantities)}

    def table(self) -> Iterator[Part]:
        """Yield a sentence on the value, a table of ``quantities``, and a text.

        The text has the deals on which the strategies mix, unless they are many. The
        last lines of the text are ``lines``.
        """
        yield (
            f"The value of the deal is {float(self.lower):.10f} points for the dealer "
            f"({GAME.default} rules, hand and crib minus pone's hand). The strategies "
            f"are at most {float(self.exploitability):.2g} points a deal from perfect."
        )
        yield all_quantities(self.quantities, View())
        lines = []
        for role, strategy in self.mixed.items():
            mixed = strategy.mixed_classes()
            lines.append(f"{role}: mixes on {len(mixed)} of {CLASSES:,} suit classes")
            for hand, shares in _hands(mixed):
                texts = (
                    f"{thrown} with {fraction_text(share)} ({decimals(4)(share)})"
                    for thrown, share in shares.items()
                )
                lines.append(f"  {hand}: {', '.join(texts)}")
        yield "\n".join([*lines, *self.lines])


def equilibrium_of(solution: StrategyPair, rules: CribbageRules) -> Equilibrium:
    """Return the value bounds that two discard strategies prove, as an answer.

    ``solution`` has the dealer's strategy and pone's, with the bounds. The value is the
    dealer's mean points of a deal minus pone's, without the play, if both discard best.
    The answer also has the deals on which a strategy mixes: it throws several pairs of
    cards with positive probabilities.
    """
    bounds = solution.bounds
    quantities = value_bounds.quantities(bounds)
    return Equilibrium(
        rules_digest=rulebook.digest("cribbage", rules),
        version=version(),
        lower=bounds.lower,
        upper=bounds.upper,
        exploitability=bounds.exploitability,
        quantities=Odds("cribbage", rules, "trueodds cribbage certify", quantities),
        mixed={role: getattr(solution, role) for role in ROLES},
    )


def certified(
    source: str, rules: CribbageRules, executor: Executor | None, progress: Progress
) -> Equilibrium:
    """Compute the value bounds of a pair of discard strategies anew, as an answer.

    The pair is a strategy of the dealer and one of pone. The value is the dealer's mean
    points of a deal minus pone's if both discard perfectly, without the play. The best
    responses to the two strategies prove its bounds. ``source`` is the name of the
    pair, or the file that has it. ``executor`` runs the work; if it is None, the
    processors of this machine do.
    """
    return equilibrium_of(
        StrategyPair.named(source, Evaluator(rules, executor, progress)), rules
    )


def solved(
    folder: Path,
    gap: Fraction,
    rules: CribbageRules,
    executor: Executor | None,
    progress: Progress,
) -> Equilibrium:
    """Solve for an equilibrium; write its strategies and value bounds into a folder.

    The answer has exit code 1 if the bounds are wider than ``gap``, in points a deal.
    ``executor`` runs the work; if it is None, the processors of this machine do. Raises
    ``OutputError`` when the folder cannot be written to.
    """
    evaluator = Evaluator(rules, executor, progress)
    solution = resume(folder / CHECKPOINT, gap, evaluator)
    tables = {role: getattr(solution, role).table for role in ROLES}
    # The strategies and their bounds are replaced together, so the files never
    # disagree.
    strategies = pack(tables, show_digest(rules))
    answer = equilibrium_of(solution, rules)
    write_together(folder, {STRATEGIES: strategies, BOUNDS: answer.text("json")})
    lines = [f"Wrote {folder / STRATEGIES}"]
    # The bounds are those of the rounded weights, which the file holds, not of the
    # solver's.
    above = answer.exploitability > gap
    if above:
        lines.append("This is the smallest gap that 16-bit weights reach: above --gap.")
    return replace(answer, lines=lines, exit_code=int(above))


def _hands(
    mixed: Mapping[int, Mapping[int, Fraction]],
) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Yield a deal of each suit class as text, and the probabilities of its discards.

    Yield nothing if there are more than ``MOST_LISTED`` deals.
    """
    for index, shares in mixed.items() if len(mixed) <= MOST_LISTED else ():
        cards = [Card.of_number(int(n)) for n in all_classes(6).cards[index]]
        yield (
            format_cards(cards),
            {
                format_cards(cards[place] for place in DISCARDS[discard]): share
                for discard, share in shares.items()
            },
        )
