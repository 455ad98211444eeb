"""dyce, a library of exact dice, finds the same distributions.

Its ``expand`` drops branches that are less likely than a limit, unless the limit is 0.
"""

from fractions import Fraction

import pytest

import trueodds

dyce = pytest.importorskip(
    "dyce", reason="there is no dyce; it is in the tox environment oracle"
)
pytestmark = pytest.mark.filterwarnings("ignore:.*experimental")


def expand(callback, *sources):
    """Return the distribution over all branches."""
    from dyce.evaluation import expand

    return expand(callback, *sources, min_path_probability=Fraction(0))


def chances(distribution):
    """Return the exact probability of each outcome."""
    return {
        outcome: Fraction(n, distribution.total) for outcome, n in distribution.items()
    }


def points(roll, target=1):
    if len(set(roll)) == 1:
        return 21 if roll[0] == target else 5
    return roll.count(target)


def dice(number, sides):
    return dyce.P(*[dyce.H(sides)] * number)


def test_one_die_of_three_with_twenty_sides_may_be_rolled_again():
    """The best die, for the most points; on a tie none."""
    odds = trueodds.odds("bunco", "d20")

    def again(result):
        choices = [dyce.H({points(result.roll): 1})]
        for place in range(3):
            kept = [*result.roll[:place], *result.roll[place + 1 :]]
            choices.append(
                dyce.H.from_counts((points((*kept, face)), 1) for face in range(1, 21))
            )
        return max(
            choices,
            key=lambda distribution: Fraction(
                sum(o * n for o, n in distribution.items()), distribution.total
            ),
        )

    distribution = chances(expand(again, dice(3, 20)))
    assert distribution[21] == odds["roll.bunco"].exact == Fraction(77, 160000)
    for n, quantity in enumerate(odds.family("roll.points")):
        assert quantity.exact == distribution.get(n, 0)


def test_the_points_of_a_turn_of_bunco():
    """Rolls go on while they score; what reaches 21 is not followed."""
    odds = trueodds.odds("bunco")
    roll = dyce.H.from_counts({0: 120, 1: 75, 2: 15, 5: 5, 21: 1}.items())

    def turn(result, total=0):
        if result.outcome == 0:
            return total
        total += result.outcome
        return 21 if total >= 21 else evaluate(total)

    def evaluate(total):
        return expand(lambda result: turn(result, total), roll)

    distribution = chances(evaluate(0))
    for n, quantity in enumerate(odds.family("turn.points")[:21]):
        assert quantity.exact == distribution.get(n, 0)
    assert distribution[21] == odds["turn.at_least.21"].exact
