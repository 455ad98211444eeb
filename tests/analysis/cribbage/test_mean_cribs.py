"""Mean cribs by the pair thrown: exact, and beside the published tables."""

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from commands import Run

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium.shipped_results import (
    AtEquilibrium,
    at_equilibrium,
)
from trueodds.analysis.cribbage.published.mean_cribs import mean_cribs
from trueodds.analysis.cribbage.published.tables import Pair, published_tables
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.rules.cribbage import CribbageRules

ROLES = ("dealer", "pone")
PUBLISHED = {table.name: table for table in published_tables()}


@pytest.fixture
def exact() -> AtEquilibrium:
    rules = CribbageRules.load()
    results = at_equilibrium(rules)
    assert results is not None
    return results


def test_means_of_made_up_cribs_are_those_of_plain_sums() -> None:
    random = np.random.default_rng(5)
    sets = all_classes(6).sets
    cribs = random.integers(0, 2**54, (len(sets), 15))
    weights = random.integers(0, 2**16, cribs.shape, dtype=np.uint16)
    results = mean_cribs(cribs, 1000, weights)
    first, second = all_classes(6).cards[:, np.array(DISCARDS)].transpose(2, 0, 1)
    for pair in (
        Pair(4, 4),
        Pair(0, 10),
        Pair(4, 4, False),
        Pair(0, 10, False),
        Pair(0, 10, True),
    ):
        same = (first // 4 == pair.low) & (second // 4 == pair.high)
        if pair.suited is not None:
            same &= (first % 4 == second % 4) == pair.suited
        of_deals = np.broadcast_to(sets[:, None], cribs.shape)[same].astype(object)
        throws = of_deals * weights[same].astype(object)
        values = cribs[same].astype(object)
        for mean, times in ((results.thrown, throws), (results.held, of_deals)):
            total = Fraction(int((times * values).sum()), int(times.sum()))
            assert mean[pair] == total / 1000


def test_91_pairs_of_ranks_and_169_told_apart_by_suits(exact: AtEquilibrium) -> None:
    for of_role in exact.roles.values():
        for means in (of_role.cribs.thrown, of_role.cribs.held):
            assert sum(pair.suited is None for pair in means) == 91
            assert sum(pair.suited is not None for pair in means) == 169
        # Held by equally many deals, so means by suit average to those by rank.
        held = of_role.cribs.held
        for low, high in ((0, 1), (4, 10)):
            by_suit = [held[Pair(low, high, suited)] for suited in (True, False)]
            assert held[Pair(low, high)] == (by_suit[0] + 3 * by_suit[1]) / 4


@pytest.mark.parametrize("role", ROLES)
def test_hessel_and_schell_land_near(role: str, exact: AtEquilibrium) -> None:
    """Hessel's are computed against ranks alone, Schell's from several sources."""
    thrown = exact.roles[role].cribs.thrown
    for name, most, mean in (("Hessel", 0.08, 0.03), ("Schell", 0.30, 0.10)):
        far = [
            abs(float(v - thrown[p])) for p, v in PUBLISHED[name].means[role].items()
        ]
        assert len(far) == 91
        assert max(far) < most
        assert sum(far) / 91 < mean


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ["Colvert", "Rasmussen", "Cribbage Pro"])
def test_what_people_counted_ranks_the_pairs_alike(
    name: str, role: str, exact: AtEquilibrium
) -> None:
    thrown = exact.roles[role].cribs.thrown
    pairs = list(PUBLISHED[name].means[role])
    printed = [float(PUBLISHED[name].means[role][pair]) for pair in pairs]
    ours = [float(thrown[pair]) for pair in pairs]
    assert np.corrcoef(printed, ours)[0, 1] > 0.95


def test_pone_gives_the_dealer_more_than_the_dealer_gives_himself(
    exact: AtEquilibrium,
) -> None:
    dealer, pone = (exact.roles[role].cribs.held for role in ROLES)
    assert all(pone[pair] > dealer[pair] for pair in dealer)


def test_csv_has_every_mean_exactly(
    exact: AtEquilibrium, tmp_path: Path, trueodds_command: Run
) -> None:
    file = tmp_path / "pairs.csv"
    command = ("cribbage", "table", "--of", "91", "--out", str(file))
    file.write_text("what was there before")
    ran = trueodds_command(*command)
    error = f"trueodds: error: {file} exists\nhint: --force replaces it\n"
    assert (ran.code, ran.err) == (2, error)
    assert file.read_text() == "what was there before"
    command = (*command, "--force")
    assert trueodds_command(*command) == (0, f"Wrote {file}: 182 rows\n", "")
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    aces = rows[0]
    thrown = exact.roles["dealer"].cribs.thrown[Pair(0, 0)]
    assert (aces["role"], aces["pair"]) == ("dealer", "A-A")
    assert Fraction(aces["thrown_exact"]) == thrown
    assert float(aces["hessel"]) == 5.26
    assert float(aces["hessel_difference"]) == float(Fraction("5.26") - thrown)


def test_printed_beside_the_published_ones_with_why(trueodds_command: Run) -> None:
    code, out, err = trueodds_command("cribbage", "table", "--role", "dealer")
    assert (code, err) == (0, "")
    (line,) = (line for line in out.splitlines() if line.startswith("A-A "))
    assert "5.26 (+0.01)" in line
    assert all(name in out for name in PUBLISHED)
    assert "Published averages differ because" in out
    code, out, err = trueodds_command(
        "cribbage", "table", "--of", "169", "--role", "pone"
    )
    assert (code, err) == (0, "")
    assert "A-2 suited" in out
    assert len([line for line in out.splitlines() if "suited" in line]) == 169
