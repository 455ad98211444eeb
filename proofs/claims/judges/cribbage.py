"""Judges of claims on cribbage."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game.win_chain import shipped_wins
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.published.tables import (
    Means,
    PublishedTable,
    published_tables,
)
from trueodds.core.cards import RANKS, format_cards, parse_cards, parse_rank
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.proofs.claims.cell import read
from trueodds.proofs.claims.judges import Finding, by_name
from trueodds.proofs.claims.lookup import KnownNumbers
from trueodds.proofs.claims.rounding import (
    WORST,
    Claimed,
    Verdict,
    judge_number,
    sentence,
)


def keep(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge if the four cards kept score the claimed points, and no others score more.

    Scores are without a starter. ``arguments`` has the ``deal``, the four cards to
    ``keep`` and their ``points``. The exact number is the score of the four cards.
    ``answers`` is not used: all judges take the same arguments.
    """
    rules = CribbageRules.load()
    kept = parse_cards(arguments["keep"])
    points = show_points(kept, None, rules)
    best = max(
        combinations(parse_cards(arguments["deal"]), 4),
        key=lambda four: show_points(four, None, rules),
    )
    most = show_points(best, None, rules)
    why = f"These four cards score {points}" + (
        f"; {format_cards(best)} scores {most}."
        if most > points
        else ", and no other four of the deal score more."
    )
    # Both halves of the claim must hold: the score, and that no other four score more.
    right = points == arguments["points"] and points == most
    return Finding("true" if right else "false", Fraction(points), why)


def mean_cribs(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge a published table of mean crib points by the pair of ranks thrown.

    The table has 91 pairs. Each mean is judged to the table's digits. ``arguments`` has
    the name of the ``table``, the ``role`` that throws, and the number of ``decimals``.
    Of ``answers`` only the progress callback is used.
    """
    at_equilibrium(CribbageRules.load(), progress=answers.progress)  # cached from here
    (table,) = (t for t in published_tables() if t.name == arguments["table"])
    return judge_means(table, arguments["role"], arguments["decimals"])


def lead(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge if the certified strategy of pone leads the claimed rank from a hand.

    ``arguments`` has the ``hand`` and the rank to ``lead``. The claim is true if no
    other rank is led more often. The exact number is the probability of the lead.
    ``answers`` is not used: all judges take the same arguments.
    """
    play = play_results(CribbageRules.load())
    assert play is not None
    ranks = tuple(map(parse_rank, arguments["hand"].split()))
    hand = play.of("pone", ranks)
    probability = hand.lead.get(parse_rank(arguments["lead"]), Fraction(0))
    leads = ", ".join(
        f"{RANKS[rank]} with {100 * float(share):.2f} %"
        for rank, share in sorted(hand.lead.items(), key=lambda item: -item[1])
    )
    # A mixed strategy leads several ranks. The claim holds for any of the most frequent
    # ones.
    verdict: Verdict = "true" if probability == max(hand.lead.values()) else "false"
    return Finding(verdict, probability, f"The certified strategy leads {leads}.")


def judge_means(table: PublishedTable, role: str, decimals: int) -> Finding:
    """Judge the mean crib points of a published table for one role.

    ``table`` has the mean of each pair of ranks thrown, by role. ``role`` is "dealer"
    or "pone", and the means are printed with ``decimals`` decimals. A mean is right if
    it is the equilibrium's mean over the deals in which the pair is thrown. Pairs that
    the equilibrium never throws are not judged. The exact number is the number of pairs
    with a wrong mean. The explanation gives the errors by both conventions: over the
    deals in which the pair is thrown, and over all deals in which the pair is held.
    """
    shipped = at_equilibrium(CribbageRules.load())
    assert shipped is not None
    exact = shipped.roles[role].cribs
    printed = table.means[role]
    step = Fraction(1, 10**decimals)
    # Pairs that the equilibrium never throws have no mean over the deals that throw
    # them.
    verdicts = [
        Claimed(mean, step, "").judge(exact.thrown[pair], about=False)
        for pair, mean in printed.items()
        if pair in exact.thrown
    ]
    wrong = len(verdicts) - verdicts.count("true")
    # Not all are true; if none is false, the others are approximate.
    verdict: Verdict = "approximate" if "false" not in verdicts else "false"
    why = (
        f"{len(verdicts) - wrong} of {len(verdicts)} pairs are right to the digits "
        f"printed. Against the deals that throw the pair: "
        f"{_errors(printed, exact.thrown)}. Against all deals that hold it: "
        f"{_errors(printed, exact.held)}."
    )
    return Finding(verdict if wrong else "true", Fraction(wrong), why)


def _errors(printed: Means, exact: Means) -> str:
    """Return the mean error, the mean absolute error and the largest error as text."""
    errors = {
        pair: mean - exact[pair] for pair, mean in printed.items() if pair in exact
    }
    mean = float(sum(errors.values()) / len(errors))
    distance = float(sum(map(abs, errors.values())) / len(errors))
    worst = max(errors, key=lambda pair: abs(errors[pair]))
    return (
        f"mean error {mean:+.3f}, mean absolute error {distance:.3f}, largest error "
        f"{float(errors[worst]):+.2f} for {RANKS[worst.low]}-{RANKS[worst.high]}"
    )


def first_dealer(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge claims on how many games the first dealer wins by the shipped strategies.

    ``arguments`` has ``numbers``, which maps each claimed number to its relation, such
    as "about" or "below". The worst verdict on them counts. Of ``answers`` only the
    progress callback is used.
    """
    share = shipped_wins(CribbageRules.load(), answers.progress).win(0, 0, deals=True)
    judged = [
        (judge_number(claimed, share, relation), claimed)
        for number, relation in arguments["numbers"].items()
        for claimed in [read(number).number]
    ]
    # Several numbers are claimed of one share: the worst verdict counts.
    verdict, claimed = min(judged, key=lambda pair: WORST.index(pair[0]))
    return Finding(verdict, None, sentence(claimed, share, verdict))


JUDGES = by_name(keep, mean_cribs, lead, first_dealer)
