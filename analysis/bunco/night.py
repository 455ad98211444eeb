"""A night of Bunco: tables of four, rounds that the head table ends, winners move up.

After a round the winners of a table move up one, those at the head table stay, and its
losers go to the last table. Sides and who rolls first are drawn anew for each round,
so that each side of a table wins with chance 1/2 whatever came before: rounds won and
the way through the tables are exact, and so are a round at the head table and all means
(Wald's identity). Elsewhere, points and Buncos are sums without end, between bounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from flint import fmpz_poly

from trueodds.analysis.bunco.race import Race
from trueodds.analysis.bunco.seating import (
    NONE,
    Round,
    buncos_of,
    elsewhere,
    head,
    points_of,
)
from trueodds.analysis.bunco.turn import (
    REST,
    Turn,
    at_least,
    average,
    average_laws,
    mean,
    series,
)
from trueodds.core.enclosure import Enclosure
from trueodds.core.lower_bounds import ONE, SCALE, convolve, enclosure
from trueodds.core.printing import counted
from trueodds.core.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules

EXACT = "Markov chain"
BOUNDS = "series with a bounded rest"
LABELS = {"points": "points", "buncos": "Buncos"}


@dataclass(frozen=True)
class Tally:
    """What a round brings a player of points, or of Buncos.

    ``bounds`` is the law with winning and with losing; ``law`` is exact, and None where
    it cannot be.
    """

    bounds: Round
    mean: Fraction
    law: list[Fraction] | None = None


class Places(NamedTuple):
    """A round of one target at the head table, and at any other."""

    head: dict[str, Tally]
    elsewhere: dict[str, Tally]


def places(turn: Turn, race: Race, rules: BuncoRules) -> Places:
    """What a round with this turn and this race brings."""
    goal, members = rules.round_points, rules.players_per_table // 2
    at_head = {}
    for name, tally in (("points", points_of), ("buncos", buncos_of)):
        exact = head(turn, goal, members, tally)
        at_head[name] = Tally(exact.below, mean(exact.law), exact.law)
    if rules.tables == 1:
        return Places(at_head, at_head)
    points, buncos = elsewhere(turn, goal, members)
    # A player has an equal share in the turns, which do not depend on their number.
    turns = race.turns / rules.players_per_table
    at_others = {
        "points": Tally(points, turns * turn.mean),
        "buncos": Tally(buncos, turns * turn.buncos),
    }
    return Places(at_head, at_others)


def whole(rounds: Sequence[tuple[Round, Round]], tables: int) -> fmpz_poly:
    """The law of a tally over the rounds, for a player who starts at a random table.

    Each round has the laws at the head table and at the others.
    """
    longest = max(law.length() for pair in rounds for part in pair for law in part)
    length = longest + len(rounds) * (longest // 4 + 1)
    at = [ONE // tables] * tables
    for at_head, at_others in rounds:
        after = [NONE] * tables
        for table, law in enumerate(at):
            here = at_others if table else at_head
            after[max(table - 1, 0)] += convolve(law, here.won, length)
            after[table or -1] += convolve(law, here.lost, length)
        at = after
    return sum(at, NONE)


def quantities(
    turns: Sequence[Turn], races: Mapping[Turn, Race], rules: BuncoRules
) -> Iterator[Quantity]:
    """The night's quantities for one player, and the prizes among all players."""
    kinds = {turn: places(turn, race, rules) for turn, race in races.items()}
    rounds = [kinds[turn] for turn in turns]
    yield from _place("head", "at the head table", [r.head for r in rounds])
    if rules.tables > 1:
        name = "at another table"
        yield from _place("elsewhere", name, [r.elsewhere for r in rounds])
    for tally, label in LABELS.items():
        here = [(r.head[tally], r.elsewhere[tally]) for r in rounds]
        law = whole(
            [(at_head.bounds, other.bounds) for at_head, other in here], rules.tables
        )
        # A player is as likely at one table as at another in every round.
        a_night = sum(
            (at_head.mean + (rules.tables - 1) * other.mean for at_head, other in here),
            Fraction(0),
        )
        title = f"{label} of a player in a night"
        yield _mean(f"night.{tally}.mean", title, a_night / rules.tables, tally)
        yield from _bounded(f"night.{tally}", title, law)
        yield from _prize(tally, label, law, rules.players)
    yield from _wins(rules.rounds)


def _place(
    where: str, name: str, rounds: Sequence[Mapping[str, Tally]]
) -> Iterator[Quantity]:
    """The quantities of one round, the mean over the targets of all rounds."""
    yield Quantity(
        id=f"night.{where}.win",
        label=f"A player {name} wins the round",
        value=Fraction(1, 2),
        unit="probability",
        method="symmetry",
    )
    for tally, label in LABELS.items():
        prefix, title = f"night.{where}.{tally}", f"{label} of a player {name}, a round"
        here = [places[tally] for places in rounds]
        yield _mean(f"{prefix}.mean", title, average([one.mean for one in here]), tally)
        laws = [one.law for one in here if one.law is not None]
        if len(laws) == len(here):
            chances = average_laws(laws)
            yield from series(prefix, f"{_capital(title)}: {{}}", chances, EXACT)
            yield from at_least(f"{prefix}.at_least", title, chances)
        else:
            bounds = [one.bounds.won + one.bounds.lost for one in here]
            yield from _bounded(prefix, title, sum(bounds, NONE) // len(bounds))


def _bounded(prefix: str, label: str, law: fmpz_poly) -> Iterator[Quantity]:
    """``….N`` and ``….at_least.N`` until less than ``REST`` is left."""
    missing = enclosure(law, []).upper
    chances = [enclosure(law, [n]) for n in range(_listed(law))]
    for n, chance in enumerate(chances):
        yield _chance(f"{prefix}.{n}", f"{_capital(label)}: {n}", chance)
    below = Fraction(0)
    for n, chance in enumerate(chances):
        bounds = Enclosure(1 - below - missing, 1 - below) if n else Fraction(1)
        yield _chance(f"{prefix}.at_least.{n}", f"At least {counted(n, label)}", bounds)
        below += chance.lower


def _prize(tally: str, prize: str, law: fmpz_poly, players: int) -> Iterator[Quantity]:
    """The chance of N to be the most, with the other players independent."""
    below = Fraction(0)
    missing = enclosure(law, []).upper
    for n in range(_listed(law)):
        up_to = below + enclosure(law, [n]).lower
        alone, shared = (
            Enclosure(low ** (players - 1), (low + missing) ** (players - 1))
            for low in (below, up_to)
        )
        won = counted(n, prize)
        yield _chance(
            f"night.most_{tally}.{n}",
            f"Nobody of {players} players has more than {won}, if one has {n}",
            shared,
        )
        yield _chance(
            f"night.most_{tally}.alone.{n}",
            f"Nobody else of {players} players has {won} or more",
            alone,
        )
        below = up_to


def _listed(law: fmpz_poly) -> int:
    """How many outcomes there are until less than ``REST`` is left."""
    rest = SCALE * REST.numerator // REST.denominator
    above = int(law(1))
    for n in range(law.length()):
        above -= int(law[n])
        if above < rest:
            return n + 1
    return int(law.length())


def _wins(rounds: int) -> Iterator[Quantity]:
    for n in range(rounds + 1):
        yield Quantity.probability(
            f"night.wins.{n}",
            f"Rounds that a player wins in a night: {n}",
            comb(rounds, n),
            2**rounds,
            method="symmetry",
        )
    yield Quantity(
        id="night.wins.mean",
        label="Mean rounds that a player wins in a night",
        value=Fraction(rounds, 2),
        unit="rounds",
        method="symmetry",
    )


def _mean(id: str, label: str, value: Fraction, unit: str) -> Quantity:
    return Quantity(id=id, label=f"Mean {label}", value=value, unit=unit, method=EXACT)


def _chance(id: str, label: str, value: Fraction | Enclosure) -> Quantity:
    return Quantity(id=id, label=label, value=value, unit="probability", method=BOUNDS)


def _capital(label: str) -> str:
    return label[0].upper() + label[1:]
