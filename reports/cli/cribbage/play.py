"""``trueodds cribbage play``: the equilibrium of the play."""

from __future__ import annotations

import re
from decimal import ROUND_CEILING
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trueodds.core.cards import card_words, parse_rank
from trueodds.core.errors import ModelError, RulesError
from trueodds.core.storage import store
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands, echo
from trueodds.reports.cli._shared import (
    FORMATS,
    executor,
    file_option,
    folder_option,
    force_option,
    one_of,
    prints,
    rules_options,
    scheduler_option,
    share_reader,
)
from trueodds.reports.output import Output
from trueodds.reports.progress import shown

if TYPE_CHECKING:
    from trueodds.core.rules.cribbage import CribbageRules


@click.group(cls=Commands)
def play() -> None:
    """Solve the play, bound its value, and list what every hand earns.

    The payoff is the dealer's points minus pone's.
    """


def cribbage_rules(chosen: ChosenRules | None = None) -> CribbageRules:
    """Return the chosen rules of cribbage, or the usual ones."""
    from trueodds.core.rules.cribbage import CribbageRules

    return CribbageRules.load() if chosen is None else chosen.load(CribbageRules)


def _gap(context: click.Context, parameter: click.Parameter, text: str) -> Fraction:
    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,3})?|[0-9]+/0*[1-9][0-9]*", text):
        raise click.BadParameter(f"{text!r} is not a number of points, such as 1e-9")
    return Fraction(text)


gap_option = partial(
    click.option,
    "--gap",
    metavar="POINTS",
    callback=_gap,
    help="Exploitability, in points a deal, at which to stop.",
)
role_option = partial(click.option, "--role", type=one_of(["dealer", "pone"]))
table_option = file_option(
    "--out",
    help="A .parquet, .csv or .md file to write. [default: print the table]",
)
solution_option = partial(
    folder_option,
    "--out",
    help="Output folder. An unfinished solve in it is resumed.",
)
hands_option = click.option(
    "--hands",
    metavar="HANDS",
    default="kept",
    help="Distribution of the hands: kept (as the shipped equilibrium of the discard "
    "keeps them), dealt (at random), or a strategy file.",
)


@play.lists("Adapt the discards of both players to a solved play.")
@click.argument("folder", metavar="DIR")
@file_option("--out", required=True, help="Strategy file to write.")
@force_option
@click.option(
    "--share",
    metavar="SHARE",
    default="1",
    callback=share_reader("no share above 0, up to 1, such as 1/2", whole=True),
    help="Share of the best discards in the new strategies; the rest is as before.",
)
def adapt(folder: str, out: Path, force: bool, share: Fraction) -> None:
    """Adapt the discards of both players to the play solved in DIR.

    DIR is a folder that "certify" has written. For every deal, the best throw by hand,
    crib and play is computed against the discards and the play of the opponent. FILE
    gets the new strategies, for "solve --hands FILE". Repeating both steps leads
    towards an equilibrium of discard and play together. Takes minutes.
    """
    from trueodds.analysis.cribbage.play.results import all_discards
    from trueodds.analysis.cribbage.strategy_file import pack
    from trueodds.core import rulebook

    rules = cribbage_rules()
    refuse_to_replace([out], force=force)
    with shown() as progress:
        adapted = all_discards.adapt(Path(folder), rules, share, progress)
    tables = {role: each.strategy.table for role, each in adapted.items()}
    content = pack(tables, rulebook.digest("cribbage", rules))
    write_together(out.parent, {out.name: content})
    for role, each in adapted.items():
        echo(
            f"As {role}, the best discards gain {each.gain:.6f} points a deal against "
            f"the same opponent, up to {each.most:.3f} in a single deal. They differ "
            f"from the usual throw in {100 * each.changed:.2f} % of deals."
        )
    together = sum(each.gain for each in adapted.values())
    echo(f"Together {together:.6f} points a deal, computed in floating point.")
    echo(f"Wrote {out}")


@play.lists("Prove a solution: recompute both best responses.")
@click.argument("folder", metavar="DIR")
@hands_option
@store.unshipped()
def certify(folder: str, hands: str) -> None:
    """Recompute both best responses to the strategy in DIR, with proved bounds.

    The dealer's best response is an upper bound of the value of the game, pone's is a
    lower bound. DIR/values.json gets what every hand earns, and DIR/certificate.json
    the strategies and bounds, for "trueodds check --numpy".
    """
    from trueodds.analysis.cribbage.play.solving import saved_solution
    from trueodds.core.exact.digits import decimal_text
    from trueodds.proofs.certificates import cribbage_play

    path = Path(folder)
    rules = cribbage_rules()
    last = f"Wrote {path / cribbage_play.FILE}"
    with shown() as progress:
        values = saved_solution.certified(path, rules, hands, progress)
        try:
            cribbage_play.write(path, rules, values, progress)
        except ModelError as error:  # a strategy file with many different rows
            last = f"Wrote no certificate: {error}"
    lower, upper = values["value"]
    echo(f"Value for the dealer: {lower} to {upper} points a deal, proved.")
    gap = decimal_text(Fraction(upper) - Fraction(lower), 2, ROUND_CEILING)
    echo(
        f"{values['hands']} hands, {values['iterations']} iterations; "
        f"both players could gain {gap} points together at most."
    )
    for role in ("dealer", "pone"):
        lower, upper = values[role]
        echo(f"Average points of the {role}: {lower} to {upper}")
    echo(f"In this game {values['model']}.")
    echo(f"Wrote {path / saved_solution.VALUES}")
    echo(last)


@play.lists("Count the deals in which the play changes the best discard.")
@click.argument("folder", metavar="[DIR]", required=False)
@role_option(help="The player who discards. [default: both]")
@prints(*FORMATS)
def discards(folder: str | None, role: str | None) -> Output:
    """Count the deals in which the play changes the best discard.

    All 20,358,520 deals are counted. The answer also has the cost of ignoring the play,
    and the deals in which it costs most. The play's points are those of the shipped
    table, or of the table in DIR, a folder that "certify" has written. With DIR, the
    answer adds the loss from using the table. The true points are then computed against
    exactly the hands that each six cards leave to the opponent.
    """
    from trueodds.analysis.cribbage.play.results import all_discards, shipped
    from trueodds.analysis.cribbage.play.solving import saved_solution
    from trueodds.analysis.cribbage.strategy import strategy
    from trueodds.analysis.cribbage.strategy_file import OPPONENT, ROLES
    from trueodds.reports.answers.cribbage.play import effect_output

    rules = cribbage_rules()
    path = Path(folder) if folder else None
    play = saved_solution.values_of(path) if path else shipped.play_results(rules)
    if play is None or play.name != "kept":
        raise RulesError("discards need the play of kept hands")
    effects = []
    losses = []
    with shown() as progress:
        for each in (role,) if role else ROLES:
            opponent = strategy("equilibrium", OPPONENT[each], rules)
            show = all_discards.show_totals(each, opponent, rules, progress)
            effects.append(all_discards.table_effect(each, show, play))
            if path:
                losses.append(
                    all_discards.table_loss(each, show, play, path, rules, progress)
                )
    return effect_output(play, effects, losses)


@play.lists("Export the play of a small deck to Gambit.")
@click.option(
    "--ranks",
    metavar="RANKS",
    required=True,
    help='Ranks of the small deck, such as "A 2 3"; it has four cards of each.',
)
@click.option(
    "--hand",
    type=click.IntRange(1, 4),
    default=2,
    help="Cards that each player holds.",
)
@file_option("--out", help="File to write. [default: print it]")
@force_option
@rules_options
def export(
    ranks: str, hand: int, out: Path | None, force: bool, rules: ChosenRules
) -> None:
    """Export the play of a small deck to Gambit's .efg format, with exact fractions.

    The hands are dealt at random. Every pair of hands is a history of its own, so that
    a solver for games in extensive form can check the play.
    """
    from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
    from trueodds.reports.export import efg_text

    record = cribbage_rules(rules)
    deck = [parse_rank(word) for word in card_words(ranks)]
    text = efg_text(
        explicit_game(deck, hand, record.play),
        "Payoffs are points in the play, less the opponent's. Each player knows his "
        "own ranks, the cards played and every go.",
    )
    if out is None:
        echo(text, nl=False)
        return
    refuse_to_replace([out], force=force)
    write_together(out.parent, {out.name: text})
    echo(f"Wrote {out}: {text.count(chr(10)) - 2:,} nodes")


@play.lists("Bound the gain from knowing the starter and the discards.")
@click.argument("folder", metavar="DIR")
@role_option(help="The player who knows more. [default: both]")
@prints(*FORMATS)
def knowledge(folder: str, role: str | None) -> Output:
    """Bound what knowing the starter and one's own discards adds to the play.

    The strategies of "solve" use neither. The bounds are proved over all deals, against
    the strategy in DIR, which "certify" has completed: for a player who knows his six
    cards, the starter too, or even the opponent's hand. Takes several minutes.
    """
    from trueodds.analysis.cribbage.play.solving import knowledge
    from trueodds.analysis.cribbage.strategy_file import ROLES
    from trueodds.reports.answers.cribbage.play import knowledge_output

    fixed = Path(folder), cribbage_rules()
    roles = (role,) if role else ROLES
    with shown() as progress:
        return knowledge_output(
            [knowledge.knowledge_bounds(each, *fixed, progress) for each in roles]
        )


@play.lists("Solve the play for its equilibrium.")
@hands_option
@gap_option(default="0.0001")
@click.option(
    "--iterations",
    type=click.IntRange(1),
    metavar="N",
    help="Stop after iteration N at the latest [default: no limit]",
)
@solution_option(default="cribbage-play")
@click.option(
    "--start",
    metavar="DIR",
    help="A folder with a solution for other hands, to start a new solve from.",
)
@scheduler_option
def solve(
    hands: str,
    gap: Fraction,
    iterations: int | None,
    out: Path,
    start: str | None,
    scheduler: str | None,
) -> int:
    """Solve the play: discounted counterfactual regret minimisation.

    Takes 2 GiB and many minutes. Progress is saved in DIR at least once a minute; after
    an interruption, the same command resumes. DIR/play.strategy is the best strategy so
    far, for "certify". Exit code 1 if --iterations ends the solve above --gap.
    """
    from trueodds.analysis.cribbage.play.solving import saved_solution

    rules = cribbage_rules()
    with executor(scheduler) as workers, shown() as progress:
        measures = saved_solution.solve(
            *(out, rules, hands, gap, iterations, progress, workers),
            start=None if start is None else Path(start),
        )
    for measure in measures:
        echo(
            f"After {measure.iterations} iterations: exploitability "
            f"{measure.exploitability:.2g} points (measured in floating point)"
        )
    echo(f"Wrote {out / saved_solution.STRATEGY}")
    return int(measures[-1].exploitability > gap)


@play.lists("List what every hand earns in the play, with bounds.")
@click.argument("folder", metavar="[DIR]", required=False)
@role_option(required=True, help="Whose hands.")
@click.option(
    "--hands",
    type=one_of(["kept", "dealt"]),
    help="Which shipped table: of hands as both keep them at the equilibrium of the "
    "discard, or dealt at random. [default: kept]",
)
@table_option
@force_option
def table(
    folder: str | None, role: str, hands: str | None, out: Path | None, force: bool
) -> None:
    """List the 1,820 hands by ranks, best first, with their mean points.

    The own, the opponent's and the net points are for two players of the certified
    strategies. A further column has the most net points that any play can get against
    the opponent's strategy. DIR is a folder that "certify" has written. [default: the
    shipped table]
    """
    from trueodds.analysis.cribbage.play.results import shipped
    from trueodds.analysis.cribbage.play.solving import saved_solution
    from trueodds.reports.answers.cribbage.play import write_table

    if folder is not None and hands is not None:
        raise click.UsageError("--hands chooses a shipped table; give it or DIR")
    if folder is None:
        play = shipped.play_results(cribbage_rules(), hands or "kept")
        if play is None:
            raise RulesError("the play is solved for the usual rules only")
    else:
        play = saved_solution.values_of(Path(folder))
    echo(write_table(play, role, out, force), nl=False)
