"""The play of cribbage: solve it, prove the solution, and tabulate every hand."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_CEILING
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from trueodds.core.cards import card_words, parse_rank
from trueodds.core.errors import ModelError, OptionError, RulesError
from trueodds.core.exact.exact_toml import number_of
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.commands.cribbage import (
    File,
    Folder,
    Points,
    Role,
    Scheduler,
    cribbage_rules,
    gap_of,
    working,
    written,
)
from trueodds.reports.progress import shown
from trueodds.reports.signatures import Between, Numbers, Words, checked, text_of

if TYPE_CHECKING:
    from trueodds.reports.answers.cribbage.play import PlayTable
    from trueodds.reports.answers.cribbage.play_advice import PlayAdvice
    from trueodds.reports.answers.cribbage.play_effect import Knowledge, PlayEffects
    from trueodds.reports.answers.written import Written
    from trueodds.reports.chosen import Changes, RulesSource


@checked
def adapt(
    folder: Annotated[str | Path, Words("DIR")],
    /,
    *,
    out: Annotated[str | Path, "FILE"],
    force: bool = False,
    share: Annotated[str | Fraction, "SHARE"] = "1",
) -> Written:
    """Adapt the discards of both players to the play solved in DIR.

    DIR is a folder that "certify" has written. For every deal, the best throw by hand,
    crib and play is computed against the discards and the play of the opponent. FILE
    gets the new strategies, for "solve --hands FILE". Repeating both steps leads
    towards an equilibrium of discard and play together. Takes minutes.

    Args:
        folder: A folder that "certify" has written.
        out: Strategy file to write.
        force: Replace a file that exists.
        share: Share of the best discards in the new strategies; the rest is as before.

    Returns:
        The name of the file, and what the best discards gain.

    Raises:
        TrueoddsError: The folder has no certified solution, or the file exists.

    Example:
        >>> adapt("missing", out="new.strategy")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.RulesError: ...
    """
    from trueodds.analysis.cribbage.play.results import all_discards
    from trueodds.analysis.cribbage.strategy_file import pack
    from trueodds.core import rulebook

    rules = cribbage_rules()
    fault = "no share above 0, up to 1, such as 1/2"
    part = number_of("share", share, fault, lambda number: 0 < number <= 1)
    path = Path(out)
    refuse_to_replace([path], force=force)
    with shown() as progress:
        adapted = all_discards.adapt(Path(folder), rules, part, progress)
    tables = {role: each.strategy.table for role, each in adapted.items()}
    content = pack(tables, rulebook.digest("cribbage", rules))
    write_together(path.parent, {path.name: content})
    lines = [
        f"As {role}, the best discards gain {each.gain:.6f} points a deal against the "
        f"same opponent, up to {each.most:.3f} in a single deal. They differ from the "
        f"usual throw in {100 * each.changed:.2f} % of deals."
        for role, each in adapted.items()
    ]
    # Both gains together are an exploitability of the pair of strategies.
    together = sum(each.gain for each in adapted.values())
    lines.append(f"Together {together:.6f} points a deal, computed in floating point.")
    return written([path], [*lines, f"Wrote {path}"])


@checked
def advise(
    *cards: Annotated[str, Words("CARDS...")],
    played: Annotated[str, "CARDS"] = "",
    role: Role | None = None,
    threw: Annotated[str, "CARDS"] = "",
    starter: Annotated[str, "CARD"] = "",
    score: Annotated[Numbers | None, "N-N"] = None,
) -> PlayAdvice:
    """Say which of your CARDS to play, such as 3 4 Q --played "5 10 7".

    CARDS are those that you still hold. The opponent throws and plays by the shipped
    strategies, and you play on for the most net points. Suits change nothing: all suits
    of your cards are equally likely.

    Args:
        cards: The cards or ranks that you still hold.
        played: All cards played before, from pone's first one. Write "go" where a
            player said go although the next card fits.
        role: Your role. [default: the player to move]
        threw: Cards that you threw; the opponent cannot hold them.
        starter: The starter; the opponent cannot hold it.
        score: Both scores now, yours first, such as 110-112: also say how often you win
            with each card. Needs the suits of your cards, --threw and --starter.

    Returns:
        Each legal card, the best first: its points now, your net points from here on,
        what it costs, and the reply to fear most.

    Raises:
        TrueoddsError: The cards cannot have been played so, or you have no choice.

    Example:
        >>> best = advise("3 4 Q", played="5 10 7").cards[0]
        >>> best.card, round(float(best.net.midpoint), 2)
        ('4', 0.45)
    """
    return _advised(cards, played, role, threw, starter, score)


def _advised(
    cards: Iterable[str],
    played: str,
    role: str | None,
    threw: str,
    starter: str,
    score: Numbers | None,
) -> PlayAdvice:
    from trueodds.reports.answers.cribbage.play_advice import PlayAdvice

    return PlayAdvice.of(
        cribbage_rules(),
        " ".join(cards),
        played,
        role,
        threw,
        starter,
        text_of(score),
    )


@checked
def lead(
    *cards: Annotated[str, Words("CARDS...")],
    threw: Annotated[str, "CARDS"] = "",
    starter: Annotated[str, "CARD"] = "",
    score: Annotated[Numbers | None, "N-N"] = None,
) -> PlayAdvice:
    """Say which of the four CARDS that you keep to play first, as in lead 3 4 J Q.

    You are pone, who plays the first card. "trueodds cribbage play advise" is for later
    cards, and says how both play.

    Args:
        cards: The four cards or ranks that you keep.
        threw: Cards that you threw; the opponent cannot hold them.
        starter: The starter; the opponent cannot hold it.
        score: Both scores now, yours first, such as 110-112: also say how often you win
            with each card. Needs the suits of your cards, --threw and --starter.

    Returns:
        Each card, the best first: your net points in the play, what the card costs, and
        the reply to fear most.

    Raises:
        TrueoddsError: There are not four cards.

    Example:
        >>> [value.card for value in lead("3 4 J Q").cards]
        ['4', '3', 'Q', 'J']
    """
    return _advised(cards, "", "pone", threw, starter, score)


@checked
def certify(
    folder: Annotated[str | Path | None, Words("[DIR]")] = None,
    /,
    *,
    hands: Annotated[str, "HANDS"] = "kept",
) -> Written:
    """Recompute both best responses to a strategy of the play, with proved bounds.

    The dealer's best response is an upper bound of the value of the game, pone's is a
    lower bound. DIR/values.json gets what every hand earns, and DIR/certificate.json
    the strategies and bounds, for "trueodds check --numpy". Without DIR, the bounds of
    the shipped strategy are proved again, and no file is written.

    Args:
        folder: A folder that "solve" has written. [default: the shipped strategy]
        hands: Distribution of the hands: kept (as the shipped equilibrium of the
            discard keeps them), dealt (at random), or a strategy file.

    Returns:
        The names of the files, with the proved bounds in words.

    Raises:
        TrueoddsError: The folder has no solution for these hands.

    Example:
        >>> certify("missing")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.RulesError: ...
    """
    from trueodds.analysis.cribbage.play.solving import (
        saved_solution,
        shipped_strategy,
    )
    from trueodds.core.exact.digits import decimal_text
    from trueodds.core.storage import store
    from trueodds.proofs.certificates import cribbage_play

    rules = cribbage_rules()
    if folder is None:
        # Only the strategy is read from what ships; its bounds are proved anew.
        parts = shipped_strategy.shipped_strategy().parts
        with store.unshipped(), shown() as progress:
            value = shipped_strategy.proved(parts, rules, progress).value
        lower, upper = value.texts(12)
        line = f"Value for the dealer: {lower} to {upper} points a deal, proved."
        return written([], [line])
    path = Path(folder)
    files = [path / saved_solution.VALUES]
    unproved = []
    with store.unshipped(), shown() as progress:
        values = saved_solution.certified(path, rules, hands, progress)
        try:
            cribbage_play.write(path, rules, values, progress)
            files.append(path / cribbage_play.FILE)
        except ModelError as error:  # a strategy file with many different rows
            unproved.append(f"Wrote no certificate: {error}")
    lower, upper = values["value"]
    gap = decimal_text(Fraction(upper) - Fraction(lower), 2, ROUND_CEILING)
    lines = [
        f"Value for the dealer: {lower} to {upper} points a deal, proved.",
        f"{values['hands']} hands, {values['iterations']} iterations; "
        f"both players could gain {gap} points together at most.",
    ]
    for role in ("dealer", "pone"):
        lower, upper = values[role]
        lines.append(f"Average points of the {role}: {lower} to {upper}")
    lines.append(f"In this game {values['model']}.")
    lines += [*(f"Wrote {file}" for file in files), *unproved]
    return written(files, lines)


@checked
def discards(
    folder: Annotated[str | Path | None, Words("[DIR]")] = None,
    /,
    *,
    role: Role | None = None,
) -> PlayEffects:
    """Count the deals in which the play changes the best discard.

    All 20,358,520 deals are counted. The answer also has the cost of ignoring the play,
    and the deals in which it costs most. The play's points are those of the shipped
    table, or of the table in DIR, a folder that "certify" has written. With DIR, the
    answer adds the loss from using the table. The true points are then computed against
    exactly the hands that each six cards leave to the opponent.

    Args:
        folder: A folder that "certify" has written.
        role: The player who discards. [default: both]

    Returns:
        The numbers of deals, the costs, and the deals that cost most.

    Raises:
        TrueoddsError: The folder has no certified play of kept hands.

    Example:
        >>> discards("missing")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.RulesError: ...
    """
    from trueodds.analysis.cribbage.play.results import all_discards, shipped
    from trueodds.analysis.cribbage.play.solving import saved_solution
    from trueodds.analysis.cribbage.strategy import strategy
    from trueodds.analysis.cribbage.strategy_file import OPPONENT, ROLES
    from trueodds.reports.answers.cribbage.play_effect import PlayEffects

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
                net = saved_solution.net_points(path, each)
                losses.append(
                    all_discards.table_loss(each, show, play, net, rules, progress)
                )
    return PlayEffects(
        model=play.model, iterations=play.iterations, roles=effects, given_deal=losses
    )


@checked
def export(
    *,
    ranks: Annotated[str, "RANKS"],
    hand: Annotated[int, Between(1, 4)] = 2,
    out: File = None,
    force: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> Written:
    """Export the play of a small deck to Gambit's .efg format, with exact fractions.

    The hands are dealt at random. Every pair of hands is a history of its own, so that
    a solver for games in extensive form can check the play.

    Args:
        ranks: Ranks of the small deck, such as "A 2 3"; it has four cards of each.
        hand: Cards that each player holds.
        out: File to write. [default: print it]
        force: Replace a file that exists.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The name of the file, or the lines of the export.

    Raises:
        TrueoddsError: There is no such rank, or the file exists.

    Example:
        >>> export(ranks="A 2", hand=1).lines[0][:12]
        'EFG 2 R "The'
    """
    from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
    from trueodds.reports.export import efg_text

    record = cribbage_rules(rules, set)
    deck = [parse_rank(word) for word in card_words(ranks)]
    text = efg_text(
        explicit_game(deck, hand, record.play),
        "Payoffs are points in the play, less the opponent's. Each player knows his "
        "own ranks, the cards played and every go.",
    )
    if not out:
        return written([], text.splitlines())
    path = Path(out)
    refuse_to_replace([path], force=force)
    write_together(path.parent, {path.name: text})
    # The first two lines are the header and the comment.
    return written([path], [f"Wrote {path}: {text.count(chr(10)) - 2:,} nodes"])


@checked
def knowledge(
    folder: Annotated[str | Path, Words("DIR")],
    /,
    *,
    role: Role | None = None,
) -> Knowledge:
    """Bound what knowing the starter and one's own discards adds to the play.

    The strategies of "solve" use neither. The upper bounds are proved over all deals,
    against the strategies in DIR. There is a bound for a player who knows his six
    cards, for one who knows the starter too, and for one who even knows the opponent's
    hand. Takes several minutes.

    Args:
        folder: A folder that "certify" has written.
        role: The player who knows more. [default: both]

    Returns:
        The bounds of each role.

    Raises:
        TrueoddsError: The folder has no certified solution for kept hands.

    Example:
        >>> knowledge("missing")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.RulesError: ...
    """
    from trueodds.analysis.cribbage.play.solving.knowledge import knowledge_bounds
    from trueodds.reports.answers.cribbage.play_effect import Knowledge

    fixed = Path(folder), cribbage_rules()
    roles = (role,) if role else get_args(Role)
    with shown() as progress:
        return Knowledge(
            roles=[knowledge_bounds(each, *fixed, progress) for each in roles]
        )


@checked
def solve(
    *,
    hands: Annotated[str, "HANDS"] = "kept",
    gap: Points = "0.0001",
    iterations: Annotated[int | None, "N", Between(1)] = None,
    out: Folder = "cribbage-play",
    start: Annotated[str | Path | None, "DIR"] = None,
    scheduler: Scheduler = None,
) -> Written:
    """Solve the play: discounted counterfactual regret minimisation.

    Takes 2 GiB and many minutes. Progress is saved in DIR at least once a minute; after
    an interruption, the same command resumes. DIR/play.strategy is the best strategy so
    far, for "certify". Exit code 1 if --iterations ends the solve above --gap.

    Args:
        hands: Distribution of the hands: kept (as the shipped equilibrium of the
            discard keeps them), dealt (at random), or a strategy file.
        gap: Exploitability, in points a deal, at which to stop.
        iterations: Stop after iteration N at the latest [default: no limit]
        out: Output folder. An unfinished solve in it is resumed.
        start: A folder with a solution for other hands, to start a new solve from.
        scheduler: Compute on the workers of the dask scheduler at tcp://HOST:PORT.

    Returns:
        The name of the strategy file, with the exploitability in words.

    Raises:
        TrueoddsError: The folder cannot be used.

    Example:
        >>> solve(hands="missing.strategy")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.UnknownNameError: ...
    """
    from trueodds.analysis.cribbage.play.solving import saved_solution

    stop = gap_of(gap)
    path = Path(out)
    with working(scheduler) as (workers, progress):
        measures = saved_solution.solve(
            *(path, cribbage_rules(), hands, stop, iterations, progress, workers),
            start=None if start is None else Path(start),
        )
    file = path / saved_solution.STRATEGY
    lines = [
        f"After {measure.iterations} iterations: exploitability "
        f"{measure.exploitability:.2g} points (measured in floating point)"
        for measure in measures
    ]
    above = measures[-1].exploitability > stop
    return written([file], [*lines, f"Wrote {file}"], int(above))


@checked
def table(
    folder: Annotated[str | Path | None, Words("[DIR]")] = None,
    /,
    *,
    role: Role,
    hands: Literal["kept", "dealt"] | None = None,
    out: File = None,
    force: bool = False,
) -> PlayTable | Written:
    """List the 1,820 hands by ranks, best first, with their mean points.

    The own, the opponent's and the net points are for two players of the certified
    strategies. A further column has the most net points that any play can get against
    the opponent's strategy. DIR is a folder that "certify" has written. [default: the
    shipped table]

    Args:
        folder: A folder that "certify" has written.
        role: Whose hands.
        hands: Which shipped table: of hands as both keep them at the equilibrium of the
            discard, or dealt at random. [default: kept]
        out: A .parquet, .csv or .md file to write. [default: print the table]
        force: Replace a file that exists.

    Returns:
        The hands, or the name of the file that has them.

    Raises:
        TrueoddsError: The folder has no certified play, or the file cannot be written.

    Example:
        >>> best = table(role="pone").hands[0]
        >>> float(best.net)
        1.352158745
    """
    from trueodds.analysis.cribbage.play.results import shipped
    from trueodds.analysis.cribbage.play.solving import saved_solution
    from trueodds.reports.answers.cribbage.play import PlayTable, write_table

    if folder is not None and hands is not None:
        raise OptionError("--hands chooses a shipped table; give it or DIR")
    if folder is None:
        play = shipped.play_results(cribbage_rules(), hands or "kept")
        if play is None:
            raise RulesError("the play is solved for the usual rules only")
    else:
        play = saved_solution.values_of(Path(folder))
    answer = PlayTable.of(play, role)
    return write_table(answer, Path(out), force) if out else answer
