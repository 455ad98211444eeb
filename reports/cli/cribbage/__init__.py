"""``trueodds cribbage``: who wins, tables of all deals, and the discard solved."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import click

from trueodds.core import scores as read
from trueodds.core.cards import parse_cards
from trueodds.core.errors import OptionError
from trueodds.core.storage import store
from trueodds.core.storage.files import refuse_to_replace
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands, echo
from trueodds.reports.cli._shared import (
    FORMATS,
    TABLES,
    ScoresCommand,
    executor,
    file_option,
    force_option,
    one_of,
    opponent_option,
    prints,
    rules_options,
    scheduler_option,
    words_argument,
)
from trueodds.reports.cli.cribbage.play import (
    cribbage_rules,
    gap_option,
    play,
    role_option,
    solution_option,
    table_option,
)
from trueodds.reports.cli.discard import ROLES
from trueodds.reports.output import Output, Table
from trueodds.reports.progress import shown


@click.group(cls=Commands)
def cribbage() -> None:
    """Cribbage: who wins, tables of every deal, and the proofs.

    Six-card cribbage: 20,358,520 deals in 962,988 suit classes. The value of the
    discard is the dealer's hand and crib minus pone's hand.
    """


@cribbage.lists(
    "Who wins the game from a score, and the first dealer's share.",
    "Play",
    ScoresCommand,
)
@words_argument("scores", metavar="[SCORE OPPONENT]")
@click.option(
    "--score", metavar="N", help="Your score, or both as 110-112 [default: 0]."
)
@click.option("--opponent", metavar="N", help="The opponent's score [default: 0].")
@click.option(
    "--role",
    type=one_of(ROLES),
    help="Who deals now: you (dealer, mine) or the opponent (pone, theirs). Without "
    "scores, the first dealer is you.",
)
@click.option(
    "--solve",
    is_flag=True,
    help="Compute the deals of these strategies first. Takes an hour; after an "
    "interruption, the same command resumes.",
)
@click.option(
    "--play",
    metavar="DIR|NAME",
    help='How both play: a folder that "play solve" has written, or highest, lowest or '
    "random. [default: the shipped solution; with --solve: cribbage-play]",
)
@click.option(
    "--throws",
    metavar="FILE",
    default="equilibrium",
    help="How both throw: a strategy file. [default: the shipped equilibrium]",
)
@file_option(
    "--table",
    help="Also write the probability at every score: a .csv or .parquet file.",
)
@click.option("--force", is_flag=True, help="Replace a table that exists.")
@rules_options
@prints(*FORMATS)
def win(
    scores: str,
    score: str | None,
    opponent: str | None,
    role: str | None,
    solve: bool,
    play: str | None,
    throws: str,
    table: Path | None,
    force: bool,
    rules: ChosenRules,
) -> Output:
    """Say who wins a game of cribbage from a score before a deal.

    Your SCORE comes first, as in: trueodds cribbage win 110 112 --role mine.

    The probabilities lie between two proved bounds. They follow from all deals, and
    from the order in which points are counted. Both players throw and play by fixed
    strategies. To change the target, use --set target=61.
    """
    from trueodds.analysis.cribbage.discard.ranking import ROLE_NAMES
    from trueodds.analysis.cribbage.game import whole_deals, win_chain
    from trueodds.reports.answers.cribbage import win as wins

    if throws != whole_deals.EQUILIBRIUM and not Path(throws).is_file():
        raise OptionError(
            f"whole deals are not computed for the throws {throws!r}; give "
            'equilibrium, or a file that "trueodds cribbage solve" has written'
        )
    record = cribbage_rules(rules)
    yours = read.scores(scores or None, record.target)
    yours += read.scores(score, record.target, "--score ")
    points = [*(yours or [0]), *read.scores(opponent, record.target, "--opponent ")]
    if len(points) > 2 or (scores and (score is not None or len(points) < 2)):
        raise OptionError(read.TWO)
    is_start = role is None
    if is_start and (yours or opponent is not None):
        raise OptionError(
            "a score needs --role; add --role mine if you deal now, or --role theirs"
        )
    if table:
        wins.check_place(table, force)
    mine, theirs = [*points, 0][:2]
    at = wins.Position(mine, theirs, ROLE_NAMES[role or "dealer"], is_start)
    by = whole_deals.chosen(record, throws, play or "cribbage-play" * solve)
    with shown() as progress:
        chain = win_chain.win_table(by, record, solve=solve, progress=progress)
    notes = [wins.write_table(chain, table)] if table else []
    if len(points) == 1 and yours:
        notes.append(
            "The opponent's score is missing, and read as 0; give both, such as "
            f"--score {mine}-112."
        )
    return wins.output(chain, by, record, at, notes)


@cribbage.lists(
    "Write the values of every discard of every deal, or mean cribs by pair.", "Tables"
)
@role_option(help="The player who discards. [default: both]")
@click.option(
    "--of",
    "kind",
    type=one_of(["deals", "91", "169"]),
    help="All deals; or mean cribs by the pair thrown: 91 pairs of ranks, or 169 pairs "
    "with suits. [default: deals for .parquet and .csv, otherwise 91]",
)
@table_option
@force_option
@opponent_option
@scheduler_option
def table(
    role: str | None,
    kind: str | None,
    out: Path | None,
    force: bool,
    opponent: str,
    scheduler: str | None,
) -> None:
    """Tabulate the exact values of discards against an opponent's strategy.

    All deals are 962,988 suit classes of 15 discards for each role. Each pair of cards
    has two mean cribs: over the deals from which the strategy throws the pair, and over
    all deals that contain the pair.
    """
    from trueodds.reports.answers.cribbage import deal_tables

    request = deal_tables.Request.of(role, kind, out, opponent)
    refuse_to_replace([out] if out else [], force=force)
    with executor(scheduler) as workers, shown() as progress:
        printed = deal_tables.write(request, workers, progress)
    echo(printed, nl=False)


@cribbage.lists("Count all lines of legal play of two hands.", "Tables")
@click.argument("hands", nargs=-1, required=True, metavar="PONE DEALER")
@click.option("--divide", is_flag=True, help="Count the lines for each first card.")
@rules_options
@prints(*TABLES)
def perft(hands: tuple[str, ...], divide: bool, rules: ChosenRules) -> Output:
    """Count all complete lines of legal play of two hands of four cards.

    The hands are eight cards, or are quoted, such as "5H 6D 7S 8C" "4S 4D 9H JC". The
    table has the final points of pone and of the dealer, and the number of lines that
    end with them. Equal ranks of different suits are different cards.
    """
    from trueodds.analysis.cribbage.play.tree.perft import perft as count

    record = cribbage_rules(rules)
    if len(hands) == 8:
        hands = " ".join(hands[:4]), " ".join(hands[4:])
    if len(hands) != 2:
        raise click.UsageError(
            'there are not two hands; give such as "5H 6D 7S 8C" "4S 4D 9H JC"'
        )
    by_lead = count(parse_cards(hands[0]), parse_cards(hands[1]), record.play)
    lines = sum(by_lead.values(), Counter[tuple[int, int]]())
    leads = Table(
        ["lead", "lines"],
        [[str(card), f"{points.total():,}"] for card, points in by_lead.items()],
    )
    points = Table(
        ["pone", "dealer", "lines"],
        [
            [str(of_pone), str(of_dealer), f"{number:,}"]
            for (of_pone, of_dealer), number in sorted(lines.items())
        ],
    )
    shown = leads if divide else points
    total = f"{lines.total():,} lines of legal play"
    return Output(
        "trueodds.perft/1",
        record=lambda: {
            "lines": lines.total(),
            "by_lead": {str(card): each.total() for card, each in by_lead.items()},
            "by_points": {f"{pone},{dealer}": n for (pone, dealer), n in lines.items()},
        },
        table=lambda: [shown, total],
    )


@cribbage.lists(
    "Solve for the equilibrium of the discard from scratch.", "Solve and prove"
)
@solution_option(default="cribbage-equilibrium")
@gap_option(default="1e-9")
@scheduler_option
def solve(out: Path, gap: Fraction, scheduler: str | None) -> None:
    """Solve for the equilibrium: iterated best response, then a double oracle.

    Takes minutes. Every step is saved in DIR. After an interruption, the same command
    resumes and reaches the same result. It writes equilibrium.strategy, for --opponent
    and certify, and value-bounds.json.
    """
    from trueodds.analysis.cribbage.crib.all_deals import Evaluator
    from trueodds.analysis.cribbage.equilibrium.solve import resume
    from trueodds.reports.answers.cribbage import equilibrium

    rules = cribbage_rules()
    with executor(scheduler) as workers, shown() as progress:
        solution = resume(
            out / equilibrium.CHECKPOINT, gap, Evaluator(rules, workers, progress)
        )
    equilibrium.write(solution, rules, out)
    echo(equilibrium.output(solution, rules).text("table"), nl=False)
    echo(f"Wrote {out / equilibrium.STRATEGIES}")
    if solution.bounds.exploitability > gap:
        echo("This is the smallest gap that 16-bit weights reach: above --gap.")
        raise click.exceptions.Exit(1)


@cribbage.lists(
    "Prove the equilibrium: recompute both best responses.", "Solve and prove"
)
@click.option(
    "--strategy",
    metavar="FILE",
    default="equilibrium",
    help="The pair of strategies: the shipped one, or a file that solve wrote.",
)
@scheduler_option
@prints(*FORMATS)
@store.unshipped()
def certify(strategy: str, scheduler: str | None) -> Output:
    """Recompute both best responses, and print the bounds that they prove.

    The dealer's best response to pone's strategy is an upper bound of the value of the
    game. Pone's best response to the dealer's strategy is a lower bound. The difference
    is the exploitability. No cached result is used.
    """
    from trueodds.analysis.cribbage.crib.all_deals import Evaluator
    from trueodds.analysis.cribbage.equilibrium.solve import Solution
    from trueodds.reports.answers.cribbage import equilibrium

    rules = cribbage_rules()
    with executor(scheduler) as workers, shown() as progress:
        solution = Solution.named(strategy, Evaluator(rules, workers, progress))
    return equilibrium.output(solution, rules)


cribbage.adds(
    play,
    "The play: solve it, prove the solution, and tabulate every hand.",
    "Solve and prove",
)
