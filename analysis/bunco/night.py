"""A night of Bunco: rounds at several tables, after which the winners move up a table.

A player's tally is the player's points in a round or a night, or the player's Buncos.
After a round the winners of a table move up a table. At the head table the winners
stay, and the losers go to the last table. The sides and the first roller are drawn at
random for each round, so each side of a table wins with probability 1/2, independent of
earlier rounds. Rounds won, the path through the tables, a round at the head table and
all means (Wald's identity) are therefore exact. At the other tables, points and Buncos
are endless sums, which are enclosed between bounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from flint import fmpz_poly

from trueodds.analysis.bunco.player_round import (
    NONE,
    Round,
    buncos_of,
    elsewhere,
    head,
    points_of,
)
from trueodds.analysis.bunco.race import Race
from trueodds.analysis.bunco.turn import (
    REST,
    TargetTurn,
    at_least,
    average,
    average_distributions,
    mean,
    series,
)
from trueodds.core.exact.digits import counted
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.lower_bounds import ONE, SCALE, convolve, enclosure
from trueodds.core.rules.bunco import BuncoRules

EXACT = "Markov chain"
BOUNDS = "series with a bounded rest"
LABELS = {"points": "points", "buncos": "Buncos"}


@dataclass(frozen=True)
class Tally:
    """The distribution of the points, or of the Buncos, of a player in a round.

    ``bounds`` are lower bounds of the distribution, jointly with winning and with
    losing the round. ``mean`` is the exact mean. ``exact`` has the exact probability of
    n at index n. It is None at the tables where it is not computed.
    """

    bounds: Round
    mean: Fraction
    exact: list[Fraction] | None = None


class Places(NamedTuple):
    """Distributions of a player's points and Buncos in a round, by the table.

    ``head`` has them at the head table, and ``elsewhere`` at another table. The keys
    are "points" and "buncos".
    """

    head: dict[str, Tally]
    elsewhere: dict[str, Tally]


def places(turn: TargetTurn, race: Race, rules: BuncoRules) -> Places:
    """Return the distributions of a player's points and Buncos in a round.

    ``turn`` is a turn for the round's target, and ``race`` the race of the two sides at
    the head table. ``rules`` have the numbers of players and tables.
    """
    goal = rules.round_points
    members = rules.players_per_table // 2
    at_head = {}
    for name, tally in (("points", points_of), ("buncos", buncos_of)):
        exact = head(turn, goal, members, tally)
        listed = exact.probabilities
        at_head[name] = Tally(exact.lower_bounds, mean(listed), listed)
    if rules.tables == 1:
        return Places(at_head, at_head)
    points, buncos = elsewhere(turn, goal, members)
    # The players share the turns equally, and the tallies of turns are independent.
    turns = race.turns / rules.players_per_table
    at_others = {
        "points": Tally(points, turns * turn.mean),
        "buncos": Tally(buncos, turns * turn.buncos),
    }
    return Places(at_head, at_others)


def whole(rounds: Sequence[tuple[Round, Round]], tables: int) -> fmpz_poly:
    """Return lower bounds of the distribution of a player's tally in a whole night.

    The coefficient n of the result is the probability of n points (or n Buncos) times
    ``SCALE``, rounded down. The player's first table is random. ``rounds`` has, for
    each round, the bounds at the head table and at the other tables. ``tables`` is the
    number of tables.
    """
    places = [place for pair in rounds for place in pair]
    longest = max(part.length() for place in places for part in place)
    highest = max((won + lost).derivative()(1) // SCALE for won, lost in places)
    # Tallies past this length hardly ever come up; they widen the bounds. A round adds
    # less than twice its mean to most of the tallies, or little.
    length = longest + len(rounds) * max(longest // 4 + 1, 2 * int(highest) + 16)
    at = [ONE // tables] * tables
    for at_head, at_others in rounds:
        after = [NONE] * tables
        for table, before in enumerate(at):
            here = at_others if table else at_head
            # Table 0 is the head table, where winners stay. Its losers go to the last
            # table, which has the index -1; other losers stay.
            after[max(table - 1, 0)] += convolve(before, here.won, length)
            after[table or -1] += convolve(before, here.lost, length)
        at = after
    return sum(at, NONE)


def quantities(
    turns: Sequence[TargetTurn], races: Mapping[TargetTurn, Race], rules: BuncoRules
) -> Iterator[Quantity]:
    """Yield the night's quantities for a player, and the probabilities to win prizes.

    ``turns`` has the turn of each round, in order. In a race, the two sides of the head
    table alternate turns until a side reaches the points that end the round. ``races``
    has the race of each different turn. ``rules`` have the numbers of players, tables
    and rounds.
    """
    kinds = {turn: places(turn, race, rules) for turn, race in races.items()}
    rounds = [kinds[turn] for turn in turns]
    yield from _place("head", "at the head table", [r.head for r in rounds])
    if rules.tables > 1:
        name = "at another table"
        yield from _place("elsewhere", name, [r.elsewhere for r in rounds])
    for tally, label in LABELS.items():
        here = [(r.head[tally], r.elsewhere[tally]) for r in rounds]
        night = whole(
            [(at_head.bounds, other.bounds) for at_head, other in here], rules.tables
        )
        # In every round a player is equally likely to be at each table.
        a_night = sum(
            (at_head.mean + (rules.tables - 1) * other.mean for at_head, other in here),
            Fraction(0),
        )
        title = f"{label} of a player in a night"
        value = a_night / rules.tables
        yield Quantity(f"night.{tally}.mean", f"Mean {title}", value, tally, EXACT)
        yield from _bounded(f"night.{tally}", title, night)
        yield from _prize(tally, label, night, rules.players)
    yield from _wins(rules.rounds)


def _place(
    where: str, name: str, rounds: Sequence[Mapping[str, Tally]]
) -> Iterator[Quantity]:
    """Yield a player's quantities for a round, averaged over all rounds' targets."""
    label = f"A player {name} wins the round"
    half = Fraction(1, 2)
    yield Quantity(f"night.{where}.win", label, half, "probability", "symmetry")
    for tally, label in LABELS.items():
        prefix = f"night.{where}.{tally}"
        title = f"{label} of a player {name}, a round"
        here = [places[tally] for places in rounds]
        value = average([each.mean for each in here])
        yield Quantity(f"{prefix}.mean", f"Mean {title}", value, tally, EXACT)
        exact = [each.exact for each in here if each.exact is not None]
        if len(exact) == len(here):
            listed = average_distributions(exact)
            yield from series(prefix, f"{_capital(title)}: {{}}", listed, EXACT)
            yield from at_least(f"{prefix}.at_least", title, listed)
        else:
            bounds = [each.bounds.won + each.bounds.lost for each in here]
            yield from _bounded(prefix, title, sum(bounds, NONE) // len(bounds))


def _bounded(prefix: str, label: str, night: fmpz_poly) -> Iterator[Quantity]:
    """Yield bounds of the probabilities ``….N`` and ``….at_least.N``, from N = 0 on.

    The last N is the first that is exceeded with a probability below ``REST``.
    """
    missing = enclosure(night, []).upper
    listed = [enclosure(night, [n]) for n in range(_listed(night))]
    for n, bounds in enumerate(listed):
        yield _probability(f"{prefix}.{n}", f"{_capital(label)}: {n}", bounds)
    below = Fraction(0)
    for n, bounds in enumerate(listed):
        # The missing mass may lie below n or not.
        value = Enclosure(1 - below - missing, 1 - below) if n else Fraction(1)
        title = f"At least {counted(n, label)}"
        yield _probability(f"{prefix}.at_least.{n}", title, value)
        below += bounds.lower


def _prize(
    tally: str, prize: str, night: fmpz_poly, players: int
) -> Iterator[Quantity]:
    """Yield the probability that N wins the prize, or at least shares it.

    The tallies of the other players are independent.
    """
    below = Fraction(0)
    missing = enclosure(night, []).upper
    for n in range(_listed(night)):
        # The best player shares the prize if all others have at most n, and
        # has it alone if all others have less.
        up_to = below + enclosure(night, [n]).lower
        won = counted(n, prize)
        for alone, has, low in (
            ("", "has or shares", up_to),
            ("alone.", "alone has", below),
        ):
            yield _probability(
                f"night.most_{tally}.{alone}{n}",
                f"A player with {won} {has} the most of {players} players",
                Enclosure(low ** (players - 1), (low + missing) ** (players - 1)),
            )
        below = up_to


def _listed(night: fmpz_poly) -> int:
    """Return how many outcomes to list, until less than ``REST`` is left."""
    rest = SCALE * REST.numerator // REST.denominator
    above = int(night(1))
    for n in range(night.length()):
        above -= int(night[n])
        if above < rest:
            return n + 1
    return int(night.length())


def _wins(rounds: int) -> Iterator[Quantity]:
    for n in range(rounds + 1):
        yield Quantity.probability(
            f"night.wins.{n}",
            f"Rounds that a player wins in a night: {n}",
            comb(rounds, n),
            2**rounds,
            method="symmetry",
        )
    label = "Mean rounds that a player wins in a night"
    half = Fraction(rounds, 2)
    yield Quantity("night.wins.mean", label, half, "rounds", "symmetry")


def _probability(id: str, label: str, value: Fraction | Enclosure) -> Quantity:
    return Quantity(id, label, value, "probability", BOUNDS)


def _capital(label: str) -> str:
    return label[0].upper() + label[1:]
