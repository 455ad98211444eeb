"""Cribbage: who wins, tables of every deal, and the discard solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from trueodds.core import scores as read
from trueodds.core.errors import OptionError, PositionError
from trueodds.core.exact.exact_toml import number_of
from trueodds.core.packages import require
from trueodds.core.storage.files import read_lines, refuse_to_replace
from trueodds.reports.chosen import chosen
from trueodds.reports.commands.discard import Player
from trueodds.reports.progress import shown
from trueodds.reports.signatures import Numbers, Words, checked, text_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.progress import Progress
    from trueodds.reports.answers.cribbage.equilibrium import Equilibrium
    from trueodds.reports.answers.cribbage.pair_tables import PairTables
    from trueodds.reports.answers.cribbage.perft import LinesOfPlay
    from trueodds.reports.answers.cribbage.review import Review
    from trueodds.reports.answers.cribbage.win import Wins
    from trueodds.reports.answers.written import Written
    from trueodds.reports.chosen import Changes, RulesSource

Role: TypeAlias = Literal["dealer", "pone"]
File: TypeAlias = Annotated[str | Path | None, "FILE"]
Folder: TypeAlias = Annotated[str | Path, "DIR"]
Points: TypeAlias = Annotated[str | Fraction, "POINTS"]
Cost: TypeAlias = Annotated[str | Fraction, "SHARE"]
Scheduler: TypeAlias = Annotated[str | None, "ADDRESS"]


def cribbage_rules(rules: RulesSource = None, set: Changes = None) -> CribbageRules:
    """Return the rules of cribbage that a command's arguments choose.

    ``rules`` is a preset, a file, a record of rules, or None for the usual rules, and
    ``set`` has changes of single rules by name.
    """
    from trueodds.core.rules.cribbage import CribbageRules

    return chosen(rules, set).load(CribbageRules)


@contextmanager
def working(
    scheduler: str | None,
) -> Iterator[tuple[Executor | None, Progress]]:
    """Yield the executor of a scheduler, and a progress callback that draws a bar.

    ``scheduler`` is the address of a dask scheduler, such as tcp://HOST:PORT. Without
    it, the executor is None, and the work runs on this machine.
    """
    from trueodds.core.storage.parallel import executor

    with executor(scheduler) as workers, shown() as progress:
        yield workers, progress


def written(files: Iterable[Path], lines: Iterable[str], exit_code: int = 0) -> Written:
    """Return the files that were written, and the lines to print, as an answer."""
    from trueodds.reports.answers.written import Written

    return Written(
        files=tuple(map(str, files)), lines=tuple(lines), exit_code=exit_code
    )


def gap_of(gap: str | Fraction) -> Fraction:
    """Return the argument ``gap`` as an exact number of points, at least 0.

    Raises ``OptionError`` for any other value.
    """
    fault = "not a number of points, such as 1e-9"
    return number_of("gap", gap, fault, _not_negative)


def _not_negative(number: Fraction) -> bool:
    return number >= 0


def _is_share(number: Fraction) -> bool:
    return 0 <= number <= 1


@checked
def win(
    *scores: Annotated[str | int, Words("[SCORE OPPONENT]")],
    score: Annotated[Numbers | int | None, "N"] = None,
    opponent: Annotated[str | int | None, "N"] = None,
    role: Player | None = None,
    solve: bool = False,
    play: Annotated[str | Path | None, "DIR|NAME"] = None,
    throws: Annotated[str | Path, "FILE"] = "equilibrium",
    table: File = None,
    force: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> Wins:
    """Say who wins a game of cribbage from a score before a deal.

    Your SCORE comes first, as in: trueodds cribbage win 110 112 --role mine.

    The probabilities lie between two proved bounds. They follow from all deals, and
    from the order in which points are counted. Both players throw and play by fixed
    strategies. To change the target, use --set target=61.

    Args:
        scores: Your score, and the opponent's.
        score: Your score, or both as 110-112 [default: 0].
        opponent: The opponent's score [default: 0].
        role: Who deals now: you (dealer, mine) or the opponent (pone, theirs). Without
            scores, the first dealer is you.
        solve: Compute the deals of these strategies first. Takes an hour; after an
            interruption, the same command resumes.
        play: How both play: a folder that "play solve" has written, or highest, lowest
            or random. [default: the shipped solution; with --solve: cribbage-play]
        throws: How both throw: a strategy file, or the shipped equilibrium.
        table: Also write the probability at every score: a .csv or .parquet file.
        force: Replace a table that exists.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The bounds of the probability to win, in your role and in the other.

    Raises:
        TrueoddsError: The position cannot occur, or the deals are not computed.

    Example:
        >>> float(round(win(94, 86, role="mine").win.lower, 6))
        0.77777
    """
    from trueodds.analysis.cribbage.game import whole_deals, win_chain
    from trueodds.reports.answers.cribbage import win as wins
    from trueodds.reports.text.records import rules_fields

    thrown = str(throws)
    if thrown != whole_deals.EQUILIBRIUM and not Path(throws).is_file():
        raise OptionError(
            f"whole deals are not computed for the throws {thrown!r}; give "
            'equilibrium, or a file that "trueodds cribbage solve" has written'
        )
    record = cribbage_rules(rules, set)
    typed = " ".join(map(str, scores))
    yours = read.scores(typed or None, record.target)
    yours += read.scores(text_of(score), record.target, "--score ")
    theirs = read.scores(text_of(opponent), record.target, "--opponent ")
    # --opponent alone is a game in which the user has no point yet.
    points = [*(yours or [0]), *theirs]
    if len(points) > 2 or (scores and (score is not None or len(points) < 2)):
        raise OptionError(read.TWO)
    # The dealer scores about six points more than pone in a deal, so no role is
    # assumed.
    if role is None and (yours or opponent is not None):
        raise OptionError(
            "a score needs --role; add --role mine if you deal now, or --role theirs"
        )
    file = Path(table) if table else None
    # Before an hour of computing, and not after it.
    if file:
        wins.check_place(file, force)
    by = whole_deals.chosen(record, thrown, str(play or "cribbage-play" * solve))
    with shown() as progress:
        chain = win_chain.win_table(by, record, solve=solve, progress=progress)
    notes = [wins.write_table(chain, file)] if file else []
    if len(points) == 1 and yours:
        notes.append(
            "The opponent's score is missing, and read as 0; give both, such as "
            f"--score {points[0]}-112."
        )
    mine, other = [*points, 0][:2]
    now = "pone" if role in ("pone", "theirs") else "dealer"
    return wins.Wins(
        **rules_fields(record),
        score=mine,
        opponent=other,
        role=now,
        win=chain.win(mine, other, deals=now == "dealer"),
        win_in_other_role=chain.win(mine, other, deals=now == "pone"),
        strategies=wins.WordedStrategies(
            by.words[0], by.key["throws"], by.words[1], by.key["play"]
        ),
        is_start=role is None,
        shipped=by.throws == whole_deals.EQUILIBRIUM and not by.play,
        notes=notes,
    )


@checked
def table(
    *,
    role: Role | None = None,
    of: Literal["deals", "91", "169"] | None = None,
    out: File = None,
    force: bool = False,
    opponent: Annotated[str | Path, "NAME|FILE"] = "equilibrium",
    scheduler: Scheduler = None,
) -> PairTables | Written:
    """Tabulate the exact values of discards against an opponent's strategy.

    All deals are 962,988 suit classes of 15 discards for each role. Each pair of cards
    has two mean cribs: over the deals from which the strategy throws the pair, and over
    all deals that contain the pair.

    Args:
        role: The player who discards. [default: both]
        of: All deals; or mean cribs by the pair thrown: 91 pairs of ranks, or 169 pairs
            with suits. [default: deals for .parquet and .csv, otherwise 91]
        out: A .parquet, .csv or .md file to write. [default: print the table]
        force: Replace a file that exists.
        opponent: How the opponent throws: equilibrium, best-own-hand, uniform, or a
            strategy file.
        scheduler: Compute on the workers of the dask scheduler at tcp://HOST:PORT.

    Returns:
        The mean cribs, or the name of the file that has the table.

    Raises:
        TrueoddsError: The file cannot be written, or there is no such strategy.

    Example:
        >>> cribs = table(role="pone").roles["pone"].held
        >>> len(cribs)
        260
    """
    from trueodds.reports.answers.cribbage import deal_tables

    path = Path(out) if out else None
    request = deal_tables.TableRequest.of(role, of, path, str(opponent))
    refuse_to_replace([path] if path else [], force=force)
    with working(scheduler) as workers:
        return deal_tables.write(request, *workers)


@checked
def perft(
    *hands: Annotated[str, Words("PONE DEALER")],
    divide: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> LinesOfPlay:
    """Count all complete lines of legal play of two hands of four cards.

    The hands are eight cards, or are quoted, such as "5H 6D 7S 8C" "4S 4D 9H JC". The
    table has the final points of pone and of the dealer, and the number of lines that
    end with them. Equal ranks of different suits are different cards.

    Args:
        hands: Pone's hand and the dealer's, as two texts or as eight cards.
        divide: Count the lines for each first card.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The numbers of lines.

    Raises:
        TrueoddsError: There are not two hands of four cards.

    Example:
        >>> perft("AH 2H 3H 4H", "5H 6D 7S 8C").lines
        576
    """
    from trueodds.reports.answers.cribbage.perft import LinesOfPlay

    play = cribbage_rules(rules, set).play
    if len(hands) == 8:
        hands = " ".join(hands[:4]), " ".join(hands[4:])
    if len(hands) != 2:
        raise OptionError(
            'there are not two hands; give such as "5H 6D 7S 8C" "4S 4D 9H JC"'
        )
    return LinesOfPlay.of(hands, play, divide)


@checked
def review(
    file: Annotated[str | Path, Words("FILE")],
    /,
    *,
    small: Points = "0.25",
    large: Points = "1",
    small_win: Cost = "0.5%",
    large_win: Cost = "2%",
    rules: RulesSource = None,
    set: Changes = None,
) -> Review:
    """Review the recorded deals in FILE: what each throw and each card cost.

    FILE is a game or a deal that "trueodds verify transcript cribbage" reads; - is
    standard input. Each decision has its cost in average points, and in the probability
    to win from the score at that moment. Either cost can make a decision a mistake. The
    choice that wins most often is never a mistake. All other changes of the probability
    to win are luck.

    Args:
        file: The file with the recorded game.
        small: Cost in points from which a decision is a small mistake.
        large: Cost in points from which a decision is a large mistake.
        small_win: Cost in win probability from which a decision is a small mistake.
        large_win: Cost in win probability from which a decision is a large mistake.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The decisions, the totals of each player, and the luck of each deal.

    Raises:
        TrueoddsError: A line is wrong, no deal is whole, or the strategies that ship
            are for other rules.

    Example:
        >>> review("missing.txt")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.PositionError: ...
    """
    require("a review")
    from trueodds.reports.answers.cribbage.review import Review

    record = cribbage_rules(rules, set)
    fault = "not a number of 0 or more, such as 0.5"
    points = {"small": small, "large": large}
    limits = [number_of(*cost, fault, _not_negative) for cost in points.items()]
    fault = "not a probability, such as 2% or 0.02"
    shares = {"small-win": small_win, "large-win": large_win}
    limits += [number_of(*cost, fault, _is_share) for cost in shares.items()]
    if limits[0] > limits[1] or limits[2] > limits[3]:
        raise OptionError("a small mistake may not cost more than a large one")
    with shown() as progress:
        return Review.of(read_lines(file, PositionError), record, limits, progress)


@checked
def solve(
    *,
    out: Folder = "cribbage-equilibrium",
    gap: Points = "1e-9",
    scheduler: Scheduler = None,
) -> Equilibrium:
    """Solve for the equilibrium: iterated best response, then a double oracle.

    Takes minutes. Every step is saved in DIR. After an interruption, the same command
    resumes and reaches the same result. It writes equilibrium.strategy, for --opponent
    and certify, and value-bounds.json.

    Args:
        out: Output folder. An unfinished solve in it is resumed.
        gap: Exploitability, in points a deal, at which to stop.
        scheduler: Compute on the workers of the dask scheduler at tcp://HOST:PORT.

    Returns:
        The strategies' bounds of the value; exit code 1 if they are wider than the gap.

    Raises:
        TrueoddsError: The folder cannot be written to.

    Example:
        >>> solve(gap="tiny")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.OptionError: Invalid value for 'gap': 'tiny' is not a \
number of points, such as 1e-9
    """
    from trueodds.reports.answers.cribbage.equilibrium import solved

    stop = gap_of(gap)
    with working(scheduler) as workers:
        return solved(Path(out), stop, cribbage_rules(), *workers)


@checked
def certify(
    *,
    strategy: Annotated[str | Path, "FILE"] = "equilibrium",
    scheduler: Scheduler = None,
) -> Equilibrium:
    """Recompute both best responses, and print the bounds that they prove.

    The dealer's best response to pone's strategy is an upper bound of the value of the
    game. Pone's best response to the dealer's strategy is a lower bound. The difference
    is the exploitability. No cached result is used.

    Args:
        strategy: The pair of strategies: the shipped one, or a file that solve wrote.
        scheduler: Compute on the workers of the dask scheduler at tcp://HOST:PORT.

    Returns:
        The bounds of the value, and the deals on which the strategies mix.

    Raises:
        TrueoddsError: There is no such strategy, or it is damaged.

    Example:
        >>> certify(strategy="missing.strategy")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.UnknownNameError: ...
    """
    from trueodds.core.storage import store
    from trueodds.reports.answers.cribbage.equilibrium import certified

    with store.unshipped(), working(scheduler) as workers:
        return certified(str(strategy), cribbage_rules(), *workers)
