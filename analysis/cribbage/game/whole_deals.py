"""The distribution of a deal's points for two named strategies: shipped or computed.

Computing a distribution takes about an hour. So the distribution at the shipped
strategies is read even where other shipped results are computed again. The same holds
for these strategies. ``trueodds cribbage win --solve`` computes the distribution again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.play.results.shipped import (
    play_results,
    shipped_values,
)
from trueodds.analysis.cribbage.strategy_file import (
    NAMED,
    content_of,
    equilibrium_is_for,
    strategy_tables,
)
from trueodds.core import rulebook
from trueodds.core.cards import RANKS
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.packages import require
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import sources, store
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.game.deal_distribution import (
        DealDistribution,
        DealStrategies,
    )

MADE_BY = "deals/1"
"""Changes whenever the distribution would come out or be stored differently."""

EQUILIBRIUM = "equilibrium"
SHIPPED_PLAY = "shipped"
"""The play by the strategy that ships (``solving.shipped_strategy``)."""
TARGET = CribbageRules.load().target
"""The target of the rules in a key: the points of a deal do not depend on it."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The strategies by which both players discard and play, by name.

    ``throws`` is "equilibrium" or a strategy file. ``play`` is a policy, a folder with
    a solved play, ``SHIPPED_PLAY``, or empty for the solution of the shipped results,
    whose strategy is too large to ship. ``words`` describe the discards and the play.
    ``key`` identifies both, the rules and what computes the deals.
    """

    throws: str
    play: str
    words: tuple[str, str]
    key: Mapping[str, str]

    @property
    def name(self) -> str:
        """A short digest of the discards and the play, for the names of files."""
        return sources.digest(dict(self.key))[:12]


def chosen(rules: CribbageRules, throws: str = EQUILIBRIUM, play: str = "") -> Chosen:
    """Return the strategies by which both players discard and play, from their names.

    Args:
        rules: The rules, of any target.
        throws: "equilibrium" or a strategy file.
        play: A policy, a folder with a solved play, "shipped" for the strategy that
            ships, or nothing for the solution of the shipped results.

    Raises:
        RulesError: A strategy that is missing, damaged, or for other rules.
        UnknownNameError: There is no such strategy file.

    Example:
        >>> chosen(CribbageRules.load(), play="highest").words
        ('the shipped equilibrium', 'the highest card that fits')
    """
    if throws == EQUILIBRIUM and not equilibrium_is_for(rules):
        raise _other_rules()
    if throws in NAMED and throws != EQUILIBRIUM:
        raise RulesError(
            f"whole deals are not computed for {throws}; give equilibrium or a "
            "strategy file"
        )
    content, name = content_of(throws)
    if throws != EQUILIBRIUM:
        strategy_tables(throws, rules)
    usual = msgspec.structs.replace(rules, target=TARGET)
    key = {
        "made by": MADE_BY,
        "rules": rulebook.digest("cribbage", usual),
        "throws": f"sha256:{hashlib.sha256(content).hexdigest()}",
    }
    if policy := policies().get(play):
        words = policy.description
        groups = json.dumps(policy.prefers).encode()
        key["play"] = f"sha256:{hashlib.sha256(groups).hexdigest()}"
    elif play == SHIPPED_PLAY:
        from trueodds.analysis.cribbage.play.solving import shipped_strategy

        _solution("", rules)  # the strategy is for the same rules
        strategy = shipped_strategy.shipped_strategy()
        words = strategy.words
        key["play"] = strategy.digest
    else:
        about = _solution(play, rules)
        words = f"a solution of {about['iterations']:,} iterations"
        key["play"] = about["strategy"]
        key["iterations"] = str(about["iterations"])
    return Chosen(throws, play, (name, words), key)


def _solution(folder: str, rules: CribbageRules) -> dict[str, Any]:
    """Return the digest of a solved play and its iterations."""
    if folder:
        from trueodds.analysis.cribbage.play.solving.saved_solution import strategy_key

        return strategy_key(Path(folder), rules)
    values = shipped_values("kept")
    if values is None or values["rules"] != msgspec.to_builtins(rules.play.of_cards):
        raise _other_rules()
    return values


def _other_rules() -> RulesError:
    return RulesError(
        "the shipped strategies are for six-card cribbage by the usual rules; only the "
        "target may differ"
    )


def deal_distribution(
    by: Chosen,
    rules: CribbageRules,
    *,
    solve: bool = False,
    progress: Progress = silent,
) -> DealDistribution:
    """Return the distribution of both players' points in a deal: stored or computed.

    Args:
        by: How both players discard and play.
        rules: The rules.
        solve: True to compute the distribution if the user's cache does not have it,
            without reading the shipped one.
        progress: Is called as the computation goes on.

    Raises:
        RulesError: The distribution is neither shipped nor cached, and ``solve`` is
            False.
        OutputError: The cache folder, which gets the sums so far, cannot be written.
    """
    from trueodds.analysis.cribbage.game.deal_distribution import DealDistribution
    from trueodds.analysis.cribbage.game.every_deal import MOST

    name = f"cribbage-deals-{by.name}"
    arrays = None if solve else store.always_shipped(name, by.key)
    if arrays is None:
        place = store.own_folder() / f"{name}.unfinished" if solve else None

        def make() -> store.Arrays:
            if place is None:
                raise _unsolved(by)
            return _computed(by, rules, place, progress)

        fits = store.having(tables=((5, MOST, MOST), "f"), error=((2,), "i"))
        with store.unshipped():
            arrays = store.fetch(name, by.key, make, fits)
        if place:
            place.unlink(missing_ok=True)
    return DealDistribution(arrays["tables"], Fraction(*arrays["error"].tolist()))


def shipped_distribution(rules: CribbageRules) -> DealDistribution | None:
    """Return the distribution of both players' points under the shipped strategies.

    The points are those of a deal. The result is None if the distribution is neither
    shipped nor cached for these rules.
    """
    try:
        return deal_distribution(chosen(rules), rules)
    except RulesError:
        return None


def _unsolved(by: Chosen) -> RulesError:
    options = f" --throws {by.throws}" * (by.throws != EQUILIBRIUM)
    options += f" --play {by.play}" * bool(by.play)
    solving = f"run trueodds cribbage win --solve{options}, which takes an hour"
    if not by.play:
        solving = f"run trueodds cribbage play solve, then {solving[4:]}"
    return RulesError(f"deals by these strategies have not been computed; {solving}")


def _computed(
    by: Chosen, rules: CribbageRules, unfinished: Path, progress: Progress
) -> store.Arrays:
    require("the distribution of a deal's points")
    import numpy as np

    from trueodds.analysis.cribbage.game.deal_distribution import distribution_of

    distribution = distribution_of(
        _strategies(by, rules), rules, unfinished=unfinished, progress=progress
    )
    _check(distribution, by, rules, progress)
    return {
        "tables": distribution.tables,
        "error": np.array(distribution.error.as_integer_ratio()),
    }


def _strategies(by: Chosen, rules: CribbageRules) -> DealStrategies:
    """Return the strategies themselves."""
    from trueodds.analysis.cribbage.game.deal_distribution import DealStrategies
    from trueodds.analysis.cribbage.game.players import players_of

    return DealStrategies(
        strategy_tables(by.throws, rules), players_of(by, rules), by.key
    )


def moment(
    distribution: DealDistribution, table: int, role: str, power: int = 1
) -> Enclosure:
    """Return bounds of the mean of a role's points to some power.

    ``distribution`` has the probabilities of the points in a deal. ``table`` is the
    index of one of its five tables, such as ``AFTER_DEAL`` for the points after the
    deal. ``role`` is "dealer" or "pone".
    """
    by_points = (
        distribution.tables[table] if role == "pone" else distribution.tables[table].T
    )
    mean = sum(
        (Fraction(fsum(row)) * points**power for points, row in enumerate(by_points)),
        Fraction(0),
    )
    # The error of an entry, and one rounding of ``fsum``.
    error = 2 * distribution.error + Fraction(1, 2**52)
    return Enclosure(mean * (1 - error), mean * (1 + error))


def _check(
    distribution: DealDistribution, by: Chosen, rules: CribbageRules, progress: Progress
) -> None:
    """Raise ``AssertionError`` if a mean is not that of another derivation."""
    from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
    from trueodds.analysis.cribbage.game.every_deal import (
        AFTER_DEAL,
        AFTER_PLAY,
        AFTER_PONE,
    )

    nothing = Enclosure.around(Fraction(0))
    play, pone, deal = (
        {role: moment(distribution, table, role) for role in ("pone", "dealer")}
        for table in (AFTER_PLAY, AFTER_PONE, AFTER_DEAL)
    )
    known: dict[str, tuple[Enclosure, Enclosure, Fraction | Enclosure]] = {}
    results = at_equilibrium(rules, progress=progress)
    if results and by.throws == EQUILIBRIUM:
        bounds = results.bounds
        known["pone's hand"] = pone["pone"], play["pone"], bounds.pone_hand
        shows = bounds.dealer_hand + bounds.crib
        known["the dealer's hand and crib"] = deal["dealer"], play["dealer"], shows
    if by.key == _shipped_key(rules):
        certified = play_results(rules)
        assert certified
        heels = Enclosure.around(Fraction(rules.play.heels_points, len(RANKS)))
        means = certified.means
        known["the dealer's play"] = play["dealer"], heels, means["dealer"]
        known["pone's play"] = play["pone"], nothing, means["pone"]
    # What a part of the deal adds is the mean after it less the mean before it.
    for name, (after, before, other) in known.items():
        mean = after - before
        if not mean.meets(Enclosure.around(other)):
            texts = mean.texts(), Enclosure.around(other).texts()
            raise AssertionError(f"the mean of {name} is in {texts[0]}, not {texts[1]}")


def _shipped_key(rules: CribbageRules) -> Mapping[str, str] | None:
    try:
        return chosen(rules).key
    except RulesError:
        return None
