"""The discards of one deal, and the distributions of their points: table and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_CEILING
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from trueodds.analysis.cribbage.discard.ranking import (
    EQUILIBRIUM,
    EXPLOITABILITY,
    Discard,
    Discards,
)
from trueodds.analysis.cribbage.play.results.shipped import NET_ERROR, shipped_results
from trueodds.core.cards import Card, format_cards
from trueodds.core.exact.digits import decimal_text, fraction_text
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import DEFAULT
from trueodds.reports.answers import words_of
from trueodds.reports.answers.cribbage.win import percent, win_record
from trueodds.reports.output import Output, Part, Table

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.distribution import DiscardDistributions

WORDS = words_of("cribbage/words.toml", "discard")
CRIBS = {"dealer": "your", "pone": "the opponent's"}
WITHIN = f"within {float(NET_ERROR):.0e}".replace("e-0", "e-")
"""The error bound of points in the play, and of totals that include them."""
GIVEN_DEAL = "play, these six"
PARTS = ("own", "crib", "total")


def output(
    rankings: Sequence[Discards],
    shown: Sequence[Sequence[Discard]],
    *,
    all_rows: bool = False,
    cuts: bool = False,
    exact: bool = False,
) -> Output:
    """Return some or all of the discards for one role, or for both, the dealer first.

    A table for both roles has the first three discards of each role, unless
    ``all_rows`` is true. It has fractions if ``exact`` is true. If distributions were
    requested, or the ``cuts``, JSON has those of all discards, and a table those of the
    first discard.
    """
    roles = len(rankings) > 1
    top = 3 if roles and not all_rows else None
    return Output(
        "trueodds.discard-roles/1" if roles else "trueodds.discard/1",
        record=lambda: _record(rankings, shown, cuts=cuts),
        table=lambda: [
            *_parts(rankings, [each[:top] for each in shown], exact),
            *map(_cuts, {first.keep: first for first, *_ in shown if cuts}.values()),
        ],
        marked=True,
    )


def _record(
    rankings: Sequence[Discards], shown: Sequence[Iterable[Discard]], *, cuts: bool
) -> dict[str, Any]:
    """Return the record of one role, or of both.

    A record names the opponent's strategy unless it is the default.
    """
    ranked = rankings[0]
    both = len(rankings) > 1
    entries = {
        each.role: [
            _entry(discard) | (_cuts_record(discard) if cuts else {})
            for discard in discards
        ]
        for each, discards in zip(rankings, shown, strict=True)
    }
    plays = {each.role: _play(each) for each in rankings if each.best.play}
    play = {"play": plays if both else plays[ranked.role]} if plays else {}
    opponent = {} if ranked.opponent == EQUILIBRIUM else {"opponent": ranked.opponent}
    record: dict[str, Any] = {"hand": [str(card) for card in ranked.hand]}
    if ranked.score:
        record["score"], record["opponent_score"] = ranked.score
        record["play_by"] = ranked.played
    if both:
        return record | opponent | {"roles": entries} | play
    discards = {"discards": entries[ranked.role]}
    return record | {"role": ranked.role} | opponent | play | discards


def _play(ranked: Discards) -> dict[str, Any]:
    """Return the model of the play, and how much it changes the best discard."""
    results = shipped_results("kept")
    other = ranked.best_without_play
    return {
        "model": results.model,
        "hands": results.name,
        "iterations": results.iterations,
        "value": results.value.record(9),
        "error": float(NET_ERROR),
        "best_without_play": [str(card) for card in other.discard],
        "gain": float(ranked.best.total_with_play - other.total_with_play),
    }


def _row(discard: Discard, best: Discard, exact: bool = False) -> dict[str, str]:
    """Return the cells of a discard, by header. The header of the cost is empty.

    Points are fractions if ``exact`` is true, except totals that include the play.
    """

    def text(points: Fraction, exact: bool = exact) -> str:
        return fraction_text(points) if exact else f"{float(points):.2f}"

    row = {
        "throw": format_cards(discard.discard),
        "keep": format_cards(discard.keep),
    }
    if win := discard.win:
        row["you win"] = " to ".join(win.texts(12)) if exact else percent(win, None)
    row |= {
        "hand": text(discard.own),
        "range": f"{discard.own_min} to {discard.own_max}",
        "crib": text(discard.crib),
    }
    total = "total"
    if play := discard.play:
        row[f"play, {WITHIN}"] = f"{float(play.net):+.2f}"
        if play.given_deal is not None:
            row[GIVEN_DEAL] = f"{play.given_deal:+.3f}"
        total = f"total, {WITHIN}"
    row[total] = text(discard.total_with_play, exact and not discard.play)
    if win and best.win:
        cost = 100 * (best.win.midpoint - win.midpoint)
        lost = f"{float(cost):.2f}" if cost >= Fraction(1, 200) else "under 0.01"
        return row | {"costs, games of 100": "best" if win.meets(best.win) else lost}
    return row | {"": cost_text(best.total_with_play - discard.total_with_play)}


def _play_notes(rankings: Sequence[Discards]) -> Iterator[str]:
    """Yield sentences on how the play changes the best discards, and on its columns."""
    if rankings[0].best.play is None:
        return
    results = shipped_results("kept")
    differences = []
    for ranked in rankings:
        other = ranked.best_without_play
        crib = CRIBS[ranked.role]
        gain = float(ranked.best.total_with_play - other.total_with_play)
        if other is ranked.best:
            yield f"The play does not change the best throw into {crib} crib."
        else:
            yield (
                f"Without the play, {format_cards(other.discard)} would be the best "
                f"throw into {crib} crib; with it, that costs {gain:.3f}."
            )
        differences += [
            abs(discard.play.given_deal - float(discard.play.net))
            for discard in ranked
            if discard.play and discard.play.given_deal is not None
        ]
    gap = decimal_text(results.value.width, 2, ROUND_CEILING)
    yield WORDS["play"].format(gap=gap, results=results)
    if differences:
        most = max(differences)
        yield WORDS["given_deal"].format(column=GIVEN_DEAL, most=most)


def _score_notes(rankings: Sequence[Discards]) -> Iterator[str]:
    """Yield sentences on throws at a score: those by points, and the play."""
    for ranked in rankings:
        other = ranked.best_without_play
        if other.win and ranked.best.win and not other.win.meets(ranked.best.win):
            yield (
                f"By points you would throw {format_cards(other.discard)} into "
                f"{CRIBS[ranked.role]} crib, which wins {percent(other.win, None)}."
            )
    if rankings[0].score:
        yield "--play-from changes the play of this deal. All digits are proved."


def _cuts(discard: Discard) -> Table:
    """Return the starters by the points that they add to the kept hand."""
    by_gain: dict[int, list[Card]] = {}
    for card, gain in discard.cuts().items():
        by_gain.setdefault(gain, []).append(card)
    return Table(
        ["adds", "starters of 46", ""],
        [
            [f"{gain:+d}" if gain else "0", str(len(cards)), format_cards(cards)]
            for gain, cards in sorted(by_gain.items(), reverse=True)
        ],
        f"Cuts for {format_cards(discard.keep)}, {discard.before_cut()} points before",
    )


def _cuts_record(discard: Discard) -> dict[str, Any]:
    cuts = {str(card): gain for card, gain in discard.cuts().items()}
    return {"cuts": {"before": discard.before_cut(), "starters": cuts}}


def cost_text(points: Fraction) -> str:
    """Return a cost with two decimals, never a zero for a positive cost."""
    if points == 0:
        return "best"
    return f"costs {float(points):.2f}" if points >= Fraction(1, 200) else "under 0.01"


def _parts(
    rankings: Sequence[Discards], shown: Sequence[Sequence[Discard]], exact: bool
) -> Iterator[Part]:
    """Yield the advice, a table, the assumption, and distributions if requested."""
    both = len(rankings) > 1
    best = rankings[0].best
    header = [*([""] if both else []), *_row(best, best)]
    yield _advice(rankings)
    rows = [
        [*crib, *_row(discard, ranked.best, exact).values()]
        for ranked, discards in zip(rankings, shown, strict=True)
        for crib in [[f"{CRIBS[ranked.role]} crib"] if both else []]
        for discard in discards
    ]
    yield Table(header, rows)
    opponent = rankings[0].opponent
    within = " for points" if rankings[0].score else ""
    within += f", within {float(EXPLOITABILITY):.1e} points a deal" if exact else ""
    yield (
        f"Assumes an opponent who throws perfectly{within} (--opponent changes that)."
        if opponent == EQUILIBRIUM
        else f"The opponent throws by {opponent}."
    )
    yield from _play_notes(rankings)
    yield from _score_notes(rankings)
    for ranked, (first, *_) in zip(rankings, shown, strict=True):
        if first.laws:
            thrown = format_cards(first.discard)
            title = f"Throwing {thrown} into {CRIBS[ranked.role]} crib"
            yield from _distribution_parts(title, first.laws)


def _advice(rankings: Sequence[Discards]) -> str:
    """Return the sentence that says what to throw."""
    ranked = rankings[0]
    thrown = [format_cards(r.best.discard) for r in rankings]
    if ranked.score:
        throws = (
            f"{format_cards(each.best.discard)} into {CRIBS[each.role]} crib and win "
            f"{percent(each.best.win, None)}"
            for each in rankings
            if each.best.win
        )
        return (
            f"Throw {'; throw '.join(throws)} of games from {ranked.score[0]} to "
            f"{ranked.score[1]}, if both play this deal by {ranked.played} and later "
            f"deals by the shipped strategies ({DEFAULT} rules)."
        )
    if len(rankings) == 1:
        sign = "+" if ranked.role == "dealer" else "-"
        play = " + play" if ranked.best.play else ""
        return (
            f"Throw {thrown[0]} into {CRIBS[ranked.role]} crib ({ranked.role}, "
            f"{DEFAULT} rules): hand {sign} crib{play} is "
            f"{float(ranked.best.total_with_play):.2f} points on average."
        )
    mine, theirs = thrown
    if mine == theirs:
        return f"Throw {mine}, into your crib or the opponent's ({DEFAULT} rules)."
    return (
        f"Throw {mine} into your crib, {theirs} into the opponent's ({DEFAULT} rules)."
    )


def _entry(discard: Discard) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "discard": [str(card) for card in discard.discard],
        "keep": [str(card) for card in discard.keep],
        "own": _ratio(discard.own),
        "crib": _ratio(discard.crib),
        "total": _ratio(discard.total),
        "total_decimal": float(discard.total),
        "own_min": discard.own_min,
        "own_max": discard.own_max,
    }
    if discard.play:
        entry["play"] = {
            "own": float(discard.play.own),
            "opponent": float(discard.play.opponent),
            "net": float(discard.play.net),
            "given_deal": discard.play.given_deal,
            "total": float(discard.total_with_play),
        }
    if discard.win:
        entry["win"] = win_record(discard.win)
    if discard.laws:
        entry["distribution"] = {
            part: distribution_record(getattr(discard.laws, part)) for part in PARTS
        }
    return entry


def _ratio(value: Fraction) -> str:
    """Return ``p/q``, with the denominator even if it is 1."""
    return f"{value.numerator}/{value.denominator}"


def distribution_record(points: Distribution[int]) -> dict[str, Any]:
    """Return mean, standard deviation, and the probability of each number of points.

    The record lists all numbers from the fewest to the most possible points, including
    impossible numbers in between. An irrational standard deviation is given by two
    proved bounds.

    >>> record = distribution_record(Distribution({0: 1, 2: 3}))
    >>> record["mean"], record["variance"], record["points"][1]["at_least"]
    ('3/2', '3/4', '3/4')
    """
    deviation = points.sd()
    if not isinstance(deviation, Enclosure):
        deviation = Enclosure(deviation, deviation)
    return {
        "mean": fraction_text(points.mean()),
        "mean_decimal": float(points.mean()),
        "variance": fraction_text(points.variance()),
        "sd": {**deviation.record(), "decimal": deviation.decimal},
        "points": [
            {
                "points": number,
                "probability": fraction_text(points[number]),
                "probability_decimal": float(points[number]),
                "at_least": fraction_text(at_least),
                "at_least_decimal": float(at_least),
            }
            for number, at_least in _at_least(points).items()
        ],
    }


def _distribution_parts(title: str, distributions: DiscardDistributions) -> list[Part]:
    """Return a table with the probability of N points, and of N or more, for each N."""
    columns: list[Distribution[int]] = [getattr(distributions, part) for part in PARTS]
    cells = [
        {
            number: [_percent(points[number]), _percent(at_least)]
            for number, at_least in _at_least(points).items()
        }
        for points in columns
    ]
    numbers = range(min(map(min, columns)), max(map(max, columns)) + 1)
    rows = [
        [str(number), *chain(*(column.get(number, ["", ""]) for column in cells))]
        for number in numbers
    ]
    header = ["points", *chain(*([part, "or more"] for part in PARTS))]
    means = [
        f"{part}: mean {decimal_text(points.mean(), 8)}, standard deviation "
        f"{distribution_record(points)['sd']['decimal']:.6f}"
        for part, points in zip(PARTS, columns, strict=True)
    ]
    return ["\n".join([title, *means]), Table(header, rows)]


def _at_least(points: Distribution[int]) -> dict[int, Fraction]:
    """Return the probability of each number of points or more."""
    return {n: points.at_least(n) for n in range(min(points), max(points) + 1)}


def _percent(probability: Fraction) -> str:
    return f"{float(100 * probability):.4f} %" if probability else "0 %"
