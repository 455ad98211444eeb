"""A round of a night for a single player, at the head table and at another table.

A *tally* counts the points, or the Buncos, of the player's own turns. Each distribution
has two parts: jointly with the player's side winning the round, and with losing it. The
player has a random seat, and the members of a side take turns in order.

At the head table the chain of the race gives the exact distribution. At another table
the round takes as many turns as at the head table, and the totals are sums of
independent turns.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from trueodds.analysis.bunco.race import rolls_at_head, side_turns
from trueodds.analysis.bunco.turn import TargetTurn, Throw
from trueodds.core.models.linear import fraction
from trueodds.core.models.lower_bounds import (
    ONE,
    SCALE,
    coefficients,
    convolve,
    floor,
    powers,
)

MOST_BUNCOS = 24
"""The most Buncos of a player that are followed; more Buncos widen the bounds."""

MOST_TURNS = 160
"""Turns of a side that are followed."""

LEFT = fmpq(1, 10**6)
"""The probability of an unfinished side below which it is no longer followed."""

NEGLIGIBLE = SCALE >> 50
"""A distribution with less mass is left out, which widens the bounds by its mass."""

MOST_POINTS = 1200
"""The most points of a side in a round that are followed; more widen the bounds."""

SHORT = SCALE >> 64
"""The mass of a turn's distribution that may lie past the counted points."""

NONE = fmpz_poly([])

Tally = Callable[[int, Throw], int]


class Exact(NamedTuple):
    """The exact distribution of a tally, jointly with the side's win or loss.

    A tally is a player's points in a round, or the player's Buncos. The coefficient n
    of ``won`` is the probability that the tally is n and the player's side wins. The
    coefficient n of ``lost`` is the probability that the tally is n and this side
    loses.
    """

    won: fmpq_poly
    lost: fmpq_poly

    @property
    def probabilities(self) -> list[Fraction]:
        """The probability of n points (or n Buncos) at index n, whichever side wins."""
        masses = self.won + self.lost
        return [fraction(mass) for mass in masses.coeffs()]

    @property
    def lower_bounds(self) -> "Round":
        """The distribution of the points (or Buncos), each probability rounded down.

        Probabilities become integers: ``SCALE`` stands for a probability of 1.
        """
        won = [floor(mass) for mass in self.won.coeffs()]
        lost = [floor(mass) for mass in self.lost.coeffs()]
        return Round(fmpz_poly(won), fmpz_poly(lost))


class Round(NamedTuple):
    """Lower bounds of a tally's distribution, jointly with the side's win or loss.

    A tally is a player's points in a round, or the player's Buncos. The coefficient n
    of ``won`` is a lower bound of the probability that the tally is n and the player's
    side wins, times ``SCALE``. The coefficient n of ``lost`` is the same for the side's
    loss.
    """

    won: fmpz_poly
    lost: fmpz_poly


def points_of(points: int, throw: Throw) -> int:
    """Return what a roll adds to a tally of points: ``points``.

    ``points`` are the points by which the roll raises the total. ``throw``, the effect
    of the roll, is not used.
    """
    return points


def buncos_of(points: int, throw: Throw) -> int:
    """Return what a roll adds to a tally of Buncos: 1 for a Bunco, else 0.

    ``throw`` is the effect of the roll. ``points``, by which the roll raises the total,
    is not used.
    """
    return int(throw.bunco)


def sides(turn: TargetTurn, goal: int) -> tuple[list[fmpz], list[fmpz]]:
    """Return bounds on how many turns a side needs to reach the goal.

    The first list has, at index k, a lower bound of the probability that the side
    reaches the goal in its own turn k. The second list has a lower bound of the
    probability that the side has not reached the goal by its turn k. ``SCALE`` stands
    for a probability of 1. ``turn`` is a turn for the round's target, and ``goal`` is
    the points that end the round.
    """
    reaches, alive = side_turns(turn, goal, MOST_TURNS)
    for turns, unfinished in enumerate(alive):
        if unfinished < LEFT:
            reaches = reaches[: turns + 1]
            break
    return [*map(floor, reaches)], [*map(floor, alive)]


def head(turn: TargetTurn, goal: int, members: int, tally: Tally) -> Exact:
    """Return the distribution of a player's tally in a round at the head table.

    ``turn`` is a turn for the round's target. ``goal`` is the points that end the
    round, and ``members`` the number of players of a side. ``tally`` returns what a
    roll adds to the tally: it is ``points_of`` or ``buncos_of``. Seat 0 is the
    player's, and the even seats are the player's side.
    """
    seats = 2 * members

    def mark(own: int, throw: Throw, flow: fmpq_poly) -> fmpq_poly:
        points = turn.after(own, throw) - own
        return flow.left_shift(tally(points, throw))

    each_seat = fmpq_poly([fmpq(1, seats)])
    won = fmpq_poly([])
    lost = fmpq_poly([])
    rolls = rolls_at_head(turn, goal, [each_seat] * seats, mark)
    for seat, own, _, throw, flow in rolls:
        if own + throw.points < goal:
            continue
        if seat % 2 == 0:
            won += flow
        else:
            lost += flow
    return Exact(won, lost)


def elsewhere(turn: TargetTurn, goal: int, members: int) -> tuple[Round, Round]:
    """Return lower bounds of a player's points and Buncos in a round at another table.

    The first result is for the points, and the second for the Buncos. ``turn`` is a
    turn for the round's target. ``goal`` is the points that end the round at the head
    table, and ``members`` the number of players of a side. The round takes as many
    turns as the round at the head table.
    """
    reaches, alive = sides(turn, goal)
    most = len(reaches) - 1
    # A first guess, which grows until hardly any turn brings more points.
    highest = max(throw.points for throw in turn.throws)
    length = 12 * highest + 2 * goal
    while True:
        length = min(length, MOST_POINTS)
        single = _single_turn(turn, length)
        points_alone = sum(single, NONE)
        cut_off = SCALE - points_alone(1)
        if cut_off <= SHORT or length == MOST_POINTS:
            break
        length = 3 * length // 2
    own = _own_turns(single, -(-most // members), length)
    # The total of a side after 0, 1, … turns; all Buncos are added up.
    totals = powers(points_alone, most, length)
    lengths = _lengths(reaches, alive)
    points = []
    buncos = []
    halves = [_halves(total, length) for total in totals]
    # Once for winning the round, and once for losing it.
    for beyond in zip(*halves, strict=True):
        part = _margins(totals, beyond, lengths, members, length)
        by_points = [fmpz(0)] * length
        by_buncos = [fmpz(0)] * MOST_BUNCOS
        for by_number, margin in zip(own, part, strict=False):
            for number, turns in enumerate(by_number):
                for x, probability in enumerate(turns.coeffs()):
                    mass = probability * margin[x] // SCALE
                    by_points[x] += mass
                    by_buncos[number] += mass
        points.append(fmpz_poly(by_points))
        buncos.append(fmpz_poly(by_buncos))
    return Round(*points), Round(*buncos)


def _lengths(reaches: list[fmpz], alive: list[fmpz]) -> dict[tuple[int, int], fmpz]:
    """Return the probability that the two sides take k and l turns, by (k, l)."""
    pairs: dict[tuple[int, int], fmpz] = {}
    for k in range(1, len(reaches)):
        before = k - 1
        odd = reaches[k] * alive[before] // SCALE
        even = reaches[k] * alive[k] // SCALE
        # Either side rolls first with probability 1/2.
        pairs[k, before] = odd // 2
        pairs[before, k] = odd // 2
        pairs[k, k] = even
    return pairs


def _margins(
    totals: list[fmpz_poly],
    beyond: Sequence[fmpz_poly],
    lengths: dict[tuple[int, int], fmpz],
    members: int,
    length: int,
) -> list[list[fmpz]]:
    """Return the probability to win (or to lose), by the player's turns and points.

    The index is the number of the player's own turns, then the player's points in these
    turns. ``beyond[k]`` has, for each total of the player's side, the probability that
    the opposing side's total after k turns is below it (to win) or above it (to lose).
    """
    margins = [NONE] * (-(-len(totals) // members) + 1)
    for mine in range(len(totals)):
        other = NONE
        for theirs in (mine - 1, mine, mine + 1):
            if (mine, theirs) in lengths:
                other = other + beyond[theirs] * lengths[mine, theirs]
        # The player sits at each place of the side with the same probability.
        other //= SCALE * members
        for member in range(members):
            # The members take the turns of the side in order, so an
            # earlier one may have one more.
            turns = (mine - member + members - 1) // members
            # A correlation as a product with the reversed polynomial: sums[x] adds up
            # partners[y] * other[x + y] over all y.
            of_partners = coefficients(totals[mine - turns], length)
            partners = fmpz_poly(of_partners[::-1])
            sums = partners.mul_low(other, 2 * length).right_shift(length - 1)
            margins[turns] += sums // SCALE
    return [coefficients(margin, length) for margin in margins]


def _single_turn(turn: TargetTurn, length: int) -> list[fmpz_poly]:
    """Return the distribution of a turn's points for each number of Buncos in it."""
    rolling = [[0] * length for _ in range(MOST_BUNCOS)]
    stopped = deepcopy(rolling)
    rolling[0][0] = SCALE
    for total in range(length):
        for number in range(MOST_BUNCOS):
            mass = rolling[number][total]
            if not mass:
                continue
            if turn.cap is not None and total >= turn.cap:
                stopped[number][total] += mass
                continue
            for throw, weight in turn.throws.items():
                after = turn.after(total, throw)
                buncos = number + throw.bunco
                # What is cut off is missing from the mass, which keeps the bounds true.
                if after < length and buncos < MOST_BUNCOS:
                    into = rolling if throw.goes_on else stopped
                    into[buncos][after] += mass * weight // turn.throws.total
    return [*map(fmpz_poly, stopped)]


def _own_turns(
    single: list[fmpz_poly], most: int, length: int
) -> list[list[fmpz_poly]]:
    """Return the distributions of the points of 0, 1, … ``most`` turns together.

    Each is a list of distributions, by the number of Buncos in these turns.
    """
    turns = [[ONE] + [NONE] * (MOST_BUNCOS - 1)]
    for _ in range(most):
        sums = [NONE] * MOST_BUNCOS
        for before, points in enumerate(turns[-1]):
            for number, more in enumerate(single[: MOST_BUNCOS - before]):
                # A product that is left out only lowers the bounds.
                if points(1) * more(1) > NEGLIGIBLE * SCALE:
                    sums[before + number] += convolve(points, more, length)
        turns.append(sums)
    return turns


def _halves(total: fmpz_poly, length: int) -> tuple[fmpz_poly, fmpz_poly]:
    """Return the probabilities that a total is below m, and that it is above m.

    Half of the probability of a tie counts for each result. Both results have m as
    their index, for m below twice ``length``.
    """
    masses = coefficients(total, 2 * length)
    below = []
    under = fmpz(0)
    above = []
    over = total(1)
    for mass in masses:
        half = mass // 2
        over -= mass
        below.append(under + half)
        above.append(over + half)
        under += mass
    return fmpz_poly(below), fmpz_poly(above)
